"""What is shown, kept in the record in the very form in which the observation shows it, and who knows what.

A decision changes little of what everybody sees, so an observation is mostly a copy of these views:

``private``
    what concerns an observer alone: the hand, and how many copies of each card lie where they do not know them.
``public``
    what all see alike. Zero where it depends on the observer or is about the decision at hand.
``ring``
    what each observer sees around the table: stables, sizes of hands, and what they know of the other hands. That
    knowledge is kept nowhere else.

Like the sets ``holding``, ``standing`` and ``marked`` they follow from the other fields, but for the knowledge of
hands. Whoever changes one of those fields calls the function here that changes it or shows it, and
:func:`views_are_right` checks that nothing was forgotten.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise, distance
from unicorn_envs.games.magical_unicorn_quest.cards import (
    BEINGS,
    CARD_TYPES,
    COPIES,
    DECK_CARDS,
    FIRST_SPECIES,
    MAJESTIC,
    UNICORNS_OWN,
    UNICORNS_SHARED,
)
from unicorn_envs.games.magical_unicorn_quest.observation import (
    ACTED_IN_PUBLIC,
    DISCARD_IN_PUBLIC,
    HAND_AT,
    NO_MORE_IN_OTHER,
    OTHER_IN_RING,
    OTHER_SIZE,
    REMOVED_IN_PUBLIC,
    RIGHT_STABLE_IN_RING,
    SHARED_IN_PUBLIC,
    SHARES_IN_OTHER,
    STABLE_IN_OTHER,
    SURELY_IN_OTHER,
    TURN_DIGIT,
    TURN_IN_PUBLIC,
    UNSEEN_AT,
)
from unicorn_envs.games.magical_unicorn_quest.state import EVERYBODY, MAX_PLAYERS, PRIVATE, PUBLIC, RING, SHARED

ACTED = np.array(ACTED_IN_PUBLIC, dtype=np.int64)


@jit
def set_of(number):
    """The set of this one card, say. Sets are integers with a bit for each member."""
    return np.int64(1) << number


@jit
def other_at(k):
    """Where the block about the ``k``. other adventurer clockwise begins in a ring; k from 1."""
    return OTHER_IN_RING + (k - 1) * OTHER_SIZE


@jit
def observer_before(s, p, k):
    """The seat from which ``p`` is the ``k``. one clockwise."""
    return distance(s, k, p)


# Hands and what is known of them


@jit
def change_hand(s, p, card, change):
    """Every change of a hand: a copy comes (1) or leaves (-1). All see the size."""
    s.hand[p, card] += change
    s.hand_size[p] += change
    show_copies(s, p, card)
    show_hand_size(s, p)


@jit
def show_copies(s, p, card):
    s.private[p, HAND_AT + card - 1] = s.hand[p, card]
    if s.hand[p, card] != 0:
        s.holding[p] |= set_of(card)
    else:
        s.holding[p] &= ~set_of(card)


@jit
def show_hand_size(s, p):
    for k in range(1, s.num_players):
        s.ring[observer_before(s, p, k), other_at(k)] = s.hand_size[p]


@jit
def surely_at(s, o, p, card):
    """Where the ring of ``o`` has the copies of a card that ``o`` knows are in the hand of ``p``."""
    return other_at(distance(s, o, p)) + SURELY_IN_OTHER + card - 1


@jit
def no_more_at(s, o, p, card):
    """Where the ring of ``o`` has the mark that the hand of ``p`` holds no further copies of a card."""
    return other_at(distance(s, o, p)) + NO_MORE_IN_OTHER + card - 1


@jit
def surely(s, o, p, card):
    return np.int64(s.ring[o, surely_at(s, o, p, card)])


@jit
def no_more(s, o, p, card):
    return s.ring[o, no_more_at(s, o, p, card)] != 0


@jit
def mark(s, o, p, card):
    """From now on ``o`` knows that the hand of ``p`` holds no further copies of the card."""
    s.ring[o, no_more_at(s, o, p, card)] = 1
    s.marked[p] |= 1 << o


@jit
def show_marked(s, o, p):
    """Whether ``o`` has any mark about the hand of ``p``."""
    first = no_more_at(s, o, p, 1)
    marks = 0
    for i in range(CARD_TYPES):
        marks |= s.ring[o, first + i]
    if marks != 0:
        s.marked[p] |= 1 << o
    else:
        s.marked[p] &= ~(1 << o)


@jit
def forget_marks(s, observers, p):
    """The marks of these observers about the hand of ``p`` go."""
    for o in range(s.num_players):
        if (observers >> o) & 1 != 0:
            for card in range(1, CARD_TYPES + 1):
                s.ring[o, no_more_at(s, o, p, card)] = 0
    s.marked[p] &= ~observers


@jit
def arrive(s, p, card, knowers):
    """A card comes to a hand. For whoever does not see which, all marks of that hand go."""
    change_hand(s, p, card, 1)
    if (knowers >> p) & 1 == 0:
        s.private[p, UNSEEN_AT + card - 1] -= 1
    if knowers != 0:
        for k in range(1, s.num_players):
            o = observer_before(s, p, k)
            s.ring[o, other_at(k) + SURELY_IN_OTHER + card - 1] += (knowers >> o) & 1
    forgetful = np.int64(s.marked[p]) & ~knowers
    if forgetful != 0:
        forget_marks(s, forgetful, p)


@jit
def leave(s, p, card, knowers):
    """A card leaves a hand. Whoever does not see which knows of one copy less of every name, without marks."""
    change_hand(s, p, card, -1)
    for k in range(1, s.num_players):
        o = observer_before(s, p, k)
        if (knowers >> o) & 1 != 0:
            at = other_at(k) + SURELY_IN_OTHER + card - 1
            known = 1 if s.ring[o, at] > 0 else 0
            s.ring[o, at] -= known
            s.private[o, UNSEEN_AT + card - 1] -= 1 - known
        else:
            lose_sight(s, o, p)


@jit
def lose_sight(s, o, p):
    """Any of the cards in the hand of ``p`` may have left: ``o`` knows of one copy less of every name."""
    for card in range(1, CARD_TYPES + 1):
        at = surely_at(s, o, p, card)
        if s.ring[o, at] > 0:
            s.ring[o, at] -= 1
            s.private[o, UNSEEN_AT + card - 1] += 1
            s.ring[o, no_more_at(s, o, p, card)] = 0
    show_marked(s, o, p)


@jit
def see_hand(s, o, p):
    """Observer ``o`` sees the whole hand of ``p``."""
    for card in range(1, CARD_TYPES + 1):
        if s.cards[card, COPIES] > 0:
            s.private[o, UNSEEN_AT + card - 1] -= s.hand[p, card] - surely(s, o, p, card)
            s.ring[o, surely_at(s, o, p, card)] = s.hand[p, card]
            mark(s, o, p, card)


# Stables


@jit
def change_stable(s, stable, card, change):
    """Every change of a stable: a being enters (1) or leaves (-1)."""
    s.stable[stable, card] += change
    show_being(s, stable, card)


@jit
def show_being(s, stable, card):
    copies = s.stable[stable, card]
    if copies != 0:
        s.standing[stable] |= set_of(card)
    else:
        s.standing[stable] &= ~set_of(card)
    s.ring[stable, card - 1] = copies
    for k in range(1, s.num_players):
        s.ring[observer_before(s, stable, k), other_at(k) + STABLE_IN_OTHER + card - 1] = copies
    if s.stables == SHARED:
        s.ring[clockwise(s, stable, 1), RIGHT_STABLE_IN_RING + card - 1] = copies


@jit
def act(s, side, species):
    """The species of the stable on that side has acted this turn."""
    s.acted[side] |= set_of(species)
    s.public[ACTED[side] + species - FIRST_SPECIES] = 1


@jit
def remove_from_game(s, card):
    s.removed[card] += 1
    s.public[REMOVED_IN_PUBLIC + card - FIRST_SPECIES] = s.removed[card]


@jit
def show_acted(s, side):
    for species in range(FIRST_SPECIES, BEINGS + 1):
        s.public[ACTED[side] + species - FIRST_SPECIES] = (s.acted[side] >> species) & 1


# The deck and the discard pile, see state.py for how they lie in their arrays


@jit
def find(pile, size, card):
    """The place of the topmost copy of a card, or -1."""
    for place in range(DECK_CARDS - size, DECK_CARDS):
        if pile[place] == card:
            return place
    return -1


@jit
def close_gap(pile, top, place):
    """The entry at ``place`` is taken out: those above it move down, and the place of the top is cleared."""
    for i in range(place, top, -1):
        pile[i] = pile[i - 1]
    pile[top] = 0


@jit
def take_from_deck(s, place):
    """Take the card at a place out of the deck."""
    card = np.int64(s.deck[place])
    top = DECK_CARDS - np.int64(s.deck_size)
    close_gap(s.deck, top, place)
    close_gap(s.deck_known, top, place)
    s.deck_size -= 1
    return card


@jit
def put_under_deck(s, card):
    """A card goes to the bottom of the deck, seen by all."""
    for place in range(DECK_CARDS - np.int64(s.deck_size), DECK_CARDS):
        s.deck[place - 1] = s.deck[place]
        s.deck_known[place - 1] = s.deck_known[place]
    s.deck[DECK_CARDS - 1] = card
    s.deck_known[DECK_CARDS - 1] = EVERYBODY
    s.deck_size += 1


@jit
def know_place(s, place, observers):
    """From now on these observers, and nobody else, know the card at a place of the deck."""
    card = np.int64(s.deck[place])
    known = np.int64(s.deck_known[place])
    for o in range(s.num_players):
        s.private[o, UNSEEN_AT + card - 1] += ((known >> o) & 1) - ((observers >> o) & 1)
    s.deck_known[place] = observers


@jit
def forget_deck(s):
    """Nobody knows any place of the deck any longer."""
    for place in range(DECK_CARDS - np.int64(s.deck_size), DECK_CARDS):
        if s.deck_known[place] != 0:
            know_place(s, place, 0)


@jit
def put_on_discard(s, card):
    s.discard_size += 1
    s.discard[DECK_CARDS - np.int64(s.discard_size)] = card
    s.public[DISCARD_IN_PUBLIC + card - 1] += 1


@jit
def take_out_of_discard(s, card):
    """The topmost copy of the card."""
    close_gap(s.discard, DECK_CARDS - np.int64(s.discard_size), find(s.discard, s.discard_size, card))
    s.discard_size -= 1
    s.public[DISCARD_IN_PUBLIC + card - 1] -= 1


@jit
def discarded(s, card):
    """Copies in the discard pile."""
    return np.int64(s.public[DISCARD_IN_PUBLIC + card - 1])


@jit
def turn_discard_over(s):
    """The discard pile becomes the deck, whose cards nobody knows any longer once it is shuffled."""
    for place in range(DECK_CARDS - np.int64(s.discard_size), DECK_CARDS):
        s.deck[place] = s.discard[place]
        s.discard[place] = 0
    s.deck_size = s.discard_size
    s.discard_size = 0
    for card in range(1, CARD_TYPES + 1):
        for o in range(s.num_players):
            s.private[o, UNSEEN_AT + card - 1] += discarded(s, card)
        s.public[DISCARD_IN_PUBLIC + card - 1] = 0


# Everything


@jit
def show_turn(s):
    s.public[TURN_IN_PUBLIC] = s.turn // TURN_DIGIT
    s.public[TURN_IN_PUBLIC + 1] = s.turn % TURN_DIGIT


@jit
def in_play(s, card):
    """Copies of a card in the game; the other unicorns are in the box."""
    if card > MAJESTIC:
        return np.int64(s.cards[card, COPIES])
    if s.stables == SHARED:
        return np.int64(UNICORNS_SHARED[s.num_players])
    return np.int64(UNICORNS_OWN[s.num_players])


@jit
def show_public(s):
    for i in range(PUBLIC):
        s.public[i] = 0
    for i in range(s.discard_size):
        s.public[DISCARD_IN_PUBLIC + np.int64(s.discard[DECK_CARDS - 1 - i]) - 1] += 1
    for species in range(FIRST_SPECIES, BEINGS + 1):
        s.public[REMOVED_IN_PUBLIC + species - FIRST_SPECIES] = s.removed[species]
    s.public[SHARED_IN_PUBLIC] = s.stables == SHARED
    show_turn(s)
    for side in range(2):
        show_acted(s, side)


@jit
def show_shares(s, o):
    n = np.int64(s.num_players)
    for k in range(1, n):
        at = other_at(k) + SHARES_IN_OTHER
        s.ring[o, at] = (s.stables == SHARED) & (k == 1)
        s.ring[o, at + 1] = (s.stables == SHARED) & (k == n - 1)


@jit
def show_unseen(s, o):
    """All copies in the game, less those whose place the observer knows."""
    for card in range(1, CARD_TYPES + 1):
        s.private[o, UNSEEN_AT + card - 1] = in_play(s, card) - s.hand[o, card] - discarded(s, card) - s.removed[card]
    for stable in range(s.num_players):
        for card in range(1, BEINGS + 1):
            s.private[o, UNSEEN_AT + card - 1] -= s.stable[stable, card]
    for k in range(1, s.num_players):
        for i in range(CARD_TYPES):
            s.private[o, UNSEEN_AT + i] -= s.ring[o, other_at(k) + SURELY_IN_OTHER + i]
    for i in range(s.table_size):
        s.private[o, UNSEEN_AT + np.int64(s.table_card[i]) - 1] -= 1
    for place in range(DECK_CARDS - np.int64(s.deck_size), DECK_CARDS):
        if (s.deck_known[place] >> o) & 1 != 0:
            s.private[o, UNSEEN_AT + np.int64(s.deck[place]) - 1] -= 1


@jit
def show_hidden(s):
    """What follows from the contents of hands and deck, and from what is known of them: after a redeal."""
    for p in range(s.num_players):
        for card in range(1, CARD_TYPES + 1):
            show_copies(s, p, card)
        for o in range(s.num_players):
            if o != p:
                show_marked(s, o, p)
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
        for card in range(1, BEINGS + 1):
            show_being(s, p, card)
    show_hidden(s)


@jit
def views_are_right(s):
    """Whether views and sets are what :func:`show_everything` writes. The record is left as it was."""
    private, public, ring = s.private.copy(), s.public.copy(), s.ring.copy()
    marked, holding, standing = s.marked.copy(), s.holding.copy(), s.standing.copy()
    show_everything(s)
    wrong = 0
    for i in range(PUBLIC):
        wrong += s.public[i] != public[i]
        s.public[i] = public[i]
    for o in range(MAX_PLAYERS):
        wrong += (s.marked[o] != marked[o]) + (s.holding[o] != holding[o]) + (s.standing[o] != standing[o])
        s.marked[o] = marked[o]
        s.holding[o] = holding[o]
        s.standing[o] = standing[o]
        for i in range(RING):
            wrong += s.ring[o, i] != ring[o, i]
            s.ring[o, i] = ring[o, i]
        for i in range(PRIVATE):
            wrong += s.private[o, i] != private[o, i]
            s.private[o, i] = private[o, i]
    return wrong == 0
