"""What there is to play or to aim at, and whether a verb finds anything to do: sets of cards, stables or adventurers.

Stables and adventurers are counted clockwise from the one who decides.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise, distance
from unicorn_envs.games.magical_unicorn_quest import cards, piles
from unicorn_envs.games.magical_unicorn_quest.cards import Verb
from unicorn_envs.games.magical_unicorn_quest.stables import stable_at

# Stables and adventurers


@jit
def stables_with(s, beings):
    """The stables that hold any of these beings."""
    found = 0
    for k in range(s.num_players):
        if s.standing[clockwise(s, s.seat, k)] & beings != 0:
            found |= sets.of(k)
    return found


@jit
def all_stables_but(s, stable):
    """All stables but one, which is counted from 1; 0 is none."""
    found = sets.of(s.num_players) - 1
    return found & ~sets.of(distance(s, s.seat, stable - 1)) if stable > 0 else found


@jit
def other_hands(s, p):
    """The adventurers with cards in hand, counted from ``p``, who is not among them."""
    found = 0
    for k in range(1, s.num_players):
        if s.hand_size[clockwise(s, p, k)] > 0:  # 12
            found |= sets.of(k)
    return found


# Cards


@jit
def waiting(s, side):
    """5: the species of the stable on that side that have still to act this turn."""
    return s.standing[stable_at(s, side)] & cards.SPECIES_CARDS & ~s.acted[side]


@jit
def beings_here(s):
    """The beings of this stable that are neither of the acting species nor unicorns."""
    return s.standing[stable_at(s, s.side)] & cards.SPECIES_CARDS & ~sets.of(s.species)


@jit
def named_cards(s):
    """The cards of the table that is played with."""
    found = 0
    for card in range(1, cards.CARD_TYPES + 1):
        if s.cards[card, cards.COPIES] > 0:
            found |= sets.of(card)
    return found


@jit
def discarded_cards(s):
    found = 0
    for card in range(1, cards.CARD_TYPES + 1):
        if piles.discarded(s, card) > 0:
            found |= sets.of(card)
    return found


@jit
def top_discard(s):
    """The top card of the discard pile."""
    return sets.of(s.discard[piles.top_of_discard(s)]) if s.discard_size > 0 else 0


@jit
def top_cards(s, number):
    """This many cards on top of the deck."""
    found = 0
    top = piles.top_of_deck(s)
    for place in range(top, top + number):
        found |= sets.of(s.deck[place])
    return found


# Whether there is anything to do


@jit
def can_do(s, verb):
    """Whether the verb of an ability or a potion finds what it needs; what can always be tried finds it."""
    if verb == Verb.PLAY_BEINGS or verb == Verb.MAY_PLAY_BEINGS:
        return s.holding[s.player] & cards.BEING_CARDS != 0
    if verb == Verb.MAKE_DISCARD or is_about_hand(verb):
        return other_hands(s, s.player) != 0
    if verb == Verb.DISCARD_HERE:
        return beings_here(s) != 0
    if verb == Verb.MOVE_BEING or verb == Verb.DISCARD_BEING or verb == Verb.MAY_DISCARD_BEING:
        return stables_with(s, cards.BEING_CARDS) != 0
    if verb == Verb.MAY_REMOVE_BEING:
        return stables_with(s, cards.SPECIES_CARDS) != 0
    if verb == Verb.MAY_TAKE_TOP or verb == Verb.MAY_TAKE_DISCARDED:
        return s.discard_size > 0
    return True


@jit
def is_about_hand(verb):
    """Whether a potion names another adventurer."""
    return verb == Verb.ASK_FOR_CARD or verb == Verb.TAKE_FROM_HAND or verb == Verb.SWAP_CARDS


@jit
def playable_potions(s):
    """The potions in the acting adventurer's hand that have a legal target."""
    potions = s.holding[s.player] & cards.POTION_CARDS
    playable = np.int64(0)
    while potions != 0:
        card = sets.lowest(potions)
        potions = sets.without_lowest(potions)
        if is_playable(s, card):
            playable |= sets.of(card)
    return playable


@jit
def is_playable(s, potion):
    """Whether a potion in hand has a legal target."""
    verb = np.int64(s.cards[potion, cards.FIRST])
    if verb == Verb.TAKE_DISCARDED:
        return s.discard_size > piles.discarded(s, potion)
    if verb == Verb.SWAP_CARDS and s.hand_size[s.player] < 2:  # 12
        return False
    return can_do(s, verb)
