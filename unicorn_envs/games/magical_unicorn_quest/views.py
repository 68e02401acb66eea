"""What is shown, kept in the record in the very form in which the observation shows it.

A decision changes little of what everybody sees, so an observation is mostly a copy of these views:

``private``
    what concerns an observer alone: the hand, and how many copies of each card lie where they do not know them.
``public``
    what all see alike. Zero where it depends on the observer or is about the decision at hand.
``ring``
    what each observer sees around the table: stables, sizes of hands, and what they know of the other hands
    (knowledge.py).

Like the sets ``holding``, ``standing`` and ``marked`` they follow from the other fields, but for the knowledge of
hands. Whoever changes one of those fields calls the function here that shows it, and :func:`views_are_right` checks
that nothing was forgotten.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.games.magical_unicorn_quest import cards, knowledge, piles, state

# Hands and stables


@jit
def show_hand(s, p, card):
    """The copies of a card in a hand, to its owner, and the size of the hand, to the others."""
    show_copies(s, p, card)
    show_hand_size(s, p)


@jit
def show_copies(s, p, card):
    copies = s.hand[p, card]
    s.private[p, state.HAND_IN_PRIVATE + card - 1] = copies
    s.holding[p] = sets.changed(np.int64(s.holding[p]), card, copies != 0)


@jit
def show_hand_size(s, p):
    for k in range(1, s.num_players):
        s.ring[knowledge.observer_before(s, p, k), knowledge.other_at(k)] = s.hand_size[p]


@jit
def show_being(s, stable, card):
    copies = s.stable[stable, card]
    s.standing[stable] = sets.changed(np.int64(s.standing[stable]), card, copies != 0)
    s.ring[stable, card - 1] = copies
    for k in range(1, s.num_players):
        o = knowledge.observer_before(s, stable, k)
        s.ring[o, knowledge.other_at(k) + state.STABLE_IN_OTHER + card - 1] = copies
    if s.stables == state.SHARED:
        s.ring[clockwise(s, stable, 1), state.RIGHT_STABLE_IN_RING + card - 1] = copies


# What all see alike


@jit
def show_turn(s):
    s.public[state.TURN_IN_PUBLIC] = s.turn // state.TURN_DIGIT
    s.public[state.TURN_IN_PUBLIC + 1] = s.turn % state.TURN_DIGIT


@jit
def show_act(s, side, species):
    """Whether the species of the stable on that side has acted this turn."""
    at = state.ACTED_IN_PUBLIC[side] + species - cards.FIRST_SPECIES
    s.public[at] = sets.has(s.acted[side], species)


@jit
def show_acts(s, side):
    for species in range(cards.FIRST_SPECIES, cards.BEINGS + 1):
        show_act(s, side, species)


@jit
def show_removed(s, species):
    s.public[state.REMOVED_IN_PUBLIC + species - cards.FIRST_SPECIES] = s.removed[species]


@jit
def show_public(s):
    for i in range(state.PUBLIC_SIZE):
        s.public[i] = 0
    for place in range(piles.top_of_discard(s), cards.DECK_CARDS):
        s.public[state.DISCARD_IN_PUBLIC + np.int64(s.discard[place]) - 1] += 1
    for species in range(cards.FIRST_SPECIES, cards.BEINGS + 1):
        show_removed(s, species)
    s.public[state.SHARED_IN_PUBLIC] = s.stables == state.SHARED
    show_turn(s)
    for side in range(2):
        show_acts(s, side)


# Everything


@jit
def in_play(s, card):
    """Copies of a card in the game; the other unicorns are in the box."""
    if card > cards.MAJESTIC:
        return np.int64(s.cards[card, cards.COPIES])
    if s.stables == state.SHARED:
        return np.int64(cards.UNICORNS_SHARED[s.num_players])
    return np.int64(cards.UNICORNS_OWN[s.num_players])


@jit
def show_shares(s, o):
    n = np.int64(s.num_players)
    for k in range(1, n):
        at = knowledge.other_at(k) + state.SHARES_IN_OTHER
        s.ring[o, at] = (s.stables == state.SHARED) & (k == 1)
        s.ring[o, at + 1] = (s.stables == state.SHARED) & (k == n - 1)


@jit
def show_unseen(s, o):
    """All copies in the game, less those whose place the observer knows."""
    for card in range(1, cards.CARD_TYPES + 1):
        lies_open = s.hand[o, card] + piles.discarded(s, card) + s.removed[card]
        s.private[o, state.UNSEEN_IN_PRIVATE + card - 1] = in_play(s, card) - lies_open
    for stable in range(s.num_players):
        for card in range(1, cards.BEINGS + 1):
            knowledge.change_unseen(s, o, card, -np.int64(s.stable[stable, card]))
    for k in range(1, s.num_players):
        for i in range(cards.CARD_TYPES):
            sure = s.ring[o, knowledge.other_at(k) + state.SURELY_IN_OTHER + i]
            s.private[o, state.UNSEEN_IN_PRIVATE + i] -= sure
    for i in range(s.table_size):
        knowledge.change_unseen(s, o, np.int64(s.table_card[i]), -1)
    for place in range(piles.top_of_deck(s), cards.DECK_CARDS):
        if sets.has(s.deck_known[place], o):
            knowledge.change_unseen(s, o, np.int64(s.deck[place]), -1)


@jit
def show_hidden(s):
    """What follows from the contents of hands and deck, and from what is known of them: after a redeal."""
    for p in range(s.num_players):
        for card in range(1, cards.CARD_TYPES + 1):
            show_copies(s, p, card)
        for o in range(s.num_players):
            if o != p:
                knowledge.show_marked(s, o, p)
        show_unseen(s, p)


@jit
def show_everything(s):
    """Write all views and sets anew."""
    show_public(s)
    for p in range(s.num_players):
        s.marked[p] = 0
        s.holding[p] = 0
        s.standing[p] = 0
        show_hand_size(s, p)
        show_shares(s, p)
        for card in range(1, cards.BEINGS + 1):
            show_being(s, p, card)
    show_hidden(s)


@jit
def views_are_right(s):
    """Whether views and sets are what :func:`show_everything` writes. The record is left as it was."""
    private, public, ring = s.private.copy(), s.public.copy(), s.ring.copy()
    marked, holding, standing = s.marked.copy(), s.holding.copy(), s.standing.copy()
    show_everything(s)
    wrong = 0
    for i in range(state.PUBLIC_SIZE):
        wrong += s.public[i] != public[i]
        s.public[i] = public[i]
    for o in range(state.MAX_PLAYERS):
        wrong += (s.marked[o] != marked[o]) + (s.holding[o] != holding[o]) + (s.standing[o] != standing[o])
        s.marked[o] = marked[o]
        s.holding[o] = holding[o]
        s.standing[o] = standing[o]
        for i in range(state.RING_SIZE):
            wrong += s.ring[o, i] != ring[o, i]
            s.ring[o, i] = ring[o, i]
        for i in range(state.PRIVATE_SIZE):
            wrong += s.private[o, i] != private[o, i]
            s.private[o, i] = private[o, i]
    return wrong == 0
