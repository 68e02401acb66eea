"""Sets of types of cards, and what the record keeps about where the cards lie so as not to count them again.

A set of types is a pair of integers with a bit for each type: ``[LASTING]`` holds what can lie in a Stable,
``[PASSING]`` Magic and Instants. ``stable_set``, ``hand_set`` and ``discard_set`` say which types lie there,
the last columns of ``stable`` hold the Unicorns as they count for the win and those that are missing, as the
observation shows them, and ``hidden`` says how many cards of a type are in hands or in the deck. All of that
follows from the cards: whoever moves one does it with the functions here, and :func:`counts_are_right` checks
that nothing was forgotten.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unstable_unicorns import cards, state

FEW_PLAYERS = 5
NEEDED_BY_FEW, NEEDED_BY_MANY = 7, 6  # 2.8.1


@jit
def word_of(card):
    """Which of the two integers holds the bit of this type."""
    return np.int64(cards.WORDS[card])


@jit
def bit_of(card):
    return cards.BITS[card]


@jit
def lies_in(s, p, card):
    """Whether this type lies in the Stable of ``p``."""
    return s.stable_set[p] & bit_of(card) != 0


@jit
def does(card, doers):
    """Whether a card that can lie in a Stable is one of those that do something (``cards.TO_HAND``)."""
    return doers & bit_of(card) != 0


@jit
def those_that_do(s, p, doers):
    """Those that do something (``cards.PANDAS``) in the Stable of ``p``; Unicorn cards that are blinded do nothing."""
    types = np.int64(s.stable_set[p]) & doers
    if types & cards.UNICORN_SET != 0 and is_blinded(s, p):
        types &= ~cards.UNICORN_SET
    return types


@jit
def is_blinded(s, p):
    return s.stable_set[p] & cards.NO_TEXT != 0


@jit
def has_pandas(s, p):
    return s.stable_set[p] & cards.PANDAS != 0


@jit
def is_open(s, p):
    """Whether all see the hand of ``p``."""
    return s.stable_set[p] & cards.OPEN_HAND != 0


@jit
def with_bit(types, bit, there):
    """The set with the type of this bit in it, or without it."""
    return types | bit if there else types & ~bit


# The functions that move cards


@jit
def change_stable(s, p, card, change):
    """``change`` cards of a type more in a Stable."""
    s.stable[p, card] += change
    s.stable_set[p] = with_bit(s.stable_set[p], bit_of(card), s.stable[p, card] > 0)
    if card <= cards.LAST_UNICORN:
        s.unicorns[p] += change
    show_number(s, p)


@jit
def change_hand(s, p, card, change):
    """``change`` cards of a type more in a hand."""
    s.hand[p, card] += change
    s.hand_size[p] += change
    w = word_of(card)
    s.hand_set[p, w] = with_bit(s.hand_set[p, w], bit_of(card), s.hand[p, card] > 0)


@jit
def change_discard(s, card, change):
    """``change`` cards of a type more in the discard pile."""
    s.discard[card] += change
    w = word_of(card)
    s.discard_set[w] = with_bit(s.discard_set[w], bit_of(card), s.discard[card] > 0)


@jit
def hide(s, card, count):
    """``count`` cards that lay open go to a hand or to the deck; less than 0: they come from there."""
    s.hidden[card] += count


# What follows from the cards


@jit
def copies_in_game(s, card):
    return np.int64(cards.COPIES_FOR_TWO[card]) if s.two_player_deck != 0 else np.int64(cards.COPIES[card])


@jit
def needed(s):
    return NEEDED_BY_FEW if s.num_players <= FEW_PLAYERS else NEEDED_BY_MANY


@jit
def count_number(s, p):
    """2.8.2: Unicorns as they count for the win."""
    if has_pandas(s, p):
        return np.int64(0)
    n = np.int64(s.unicorns[p])
    twice = those_that_do(s, p, cards.COUNTS_TWICE)
    while twice != 0:
        n += np.int64(s.stable[p, 1 + sets.lowest(twice)])
        twice = sets.without_lowest(twice)
    return n


@jit
def show_number(s, p):
    n = count_number(s, p)
    s.stable[p, state.NUMBER] = n
    s.stable[p, state.MISSING] = max(0, needed(s) - n)


@jit
def set_of_stable(s, p):
    types = np.int64(0)
    for card in range(1, cards.LAST_IN_STABLE + 1):
        types = with_bit(types, bit_of(card), s.stable[p, card] > 0)
    return types


@jit
def set_of_hand(s, p, w):
    types = np.int64(0)
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        if word_of(card) == w and s.hand[p, card] > 0:
            types |= bit_of(card)
    return types


@jit
def set_of_discard(s, w):
    types = np.int64(0)
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        if word_of(card) == w and s.discard[card] > 0:
            types |= bit_of(card)
    return types


@jit
def count_cards(row, first, last):
    """How many cards of the types from ``first`` to ``last`` a row of counts holds."""
    n = 0
    for card in range(first, last + 1):
        n += np.int64(row[card])
    return n


@jit
def size_of_hand(s, p):
    return count_cards(s.hand[p], cards.FIRST_CARD, cards.CARD_TYPES)


@jit
def unicorns_in(s, p):
    return count_cards(s.stable[p], 1, cards.LAST_UNICORN)


@jit
def count_hidden(s, card):
    """Copies that do not lie open: in a Stable, in the discard pile or on the pile of cards being played."""
    n = copies_in_game(s, card) - np.int64(s.discard[card])
    if card <= cards.LAST_IN_STABLE:
        for p in range(s.num_players):
            n -= np.int64(s.stable[p, card])
    for i in range(s.pile_size):
        n -= np.int64(s.pile_card[i] == card)
    return n


@jit
def size_of_known(s, p, o):
    """How many cards of the hand of ``p`` the player ``o`` knows."""
    return count_cards(s.known[o, p], cards.FIRST_CARD, cards.CARD_TYPES)


@jit
def size_of_known_deck(s, o):
    return count_cards(s.known_deck[o], cards.FIRST_CARD, cards.CARD_TYPES)


@jit
def count_everything(s):
    """Write anew all that follows from the cards: after the set-up, and where cards changed places unseen."""
    for p in range(s.num_players):
        s.stable_set[p] = set_of_stable(s, p)
        s.hand_set[p, cards.LASTING] = set_of_hand(s, p, cards.LASTING)
        s.hand_set[p, cards.PASSING] = set_of_hand(s, p, cards.PASSING)
        s.unicorns[p] = unicorns_in(s, p)
        show_number(s, p)
        s.hand_size[p] = size_of_hand(s, p)
        for o in range(s.num_players):
            s.known_size[p, o] = size_of_known(s, p, o)
        s.known_deck_size[p] = size_of_known_deck(s, p)
    s.discard_set[cards.LASTING] = set_of_discard(s, cards.LASTING)
    s.discard_set[cards.PASSING] = set_of_discard(s, cards.PASSING)
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        s.hidden[card] = count_hidden(s, card)


@jit
def counts_are_right(s):
    """Whether all that follows from the cards is as :func:`count_everything` would write it."""
    wrong = 0
    for p in range(s.num_players):
        wrong += s.stable_set[p] != set_of_stable(s, p)
        wrong += s.hand_set[p, cards.LASTING] != set_of_hand(s, p, cards.LASTING)
        wrong += s.hand_set[p, cards.PASSING] != set_of_hand(s, p, cards.PASSING)
        wrong += s.unicorns[p] != unicorns_in(s, p)
        n = count_number(s, p)
        wrong += (s.stable[p, state.NUMBER] != n) + (s.stable[p, state.MISSING] != max(0, needed(s) - n))
        wrong += s.hand_size[p] != size_of_hand(s, p)
        for o in range(s.num_players):
            wrong += s.known_size[p, o] != size_of_known(s, p, o)
        wrong += s.known_deck_size[p] != size_of_known_deck(s, p)
    wrong += s.discard_set[cards.LASTING] != set_of_discard(s, cards.LASTING)
    wrong += s.discard_set[cards.PASSING] != set_of_discard(s, cards.PASSING)
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        wrong += s.hidden[card] != count_hidden(s, card)
    return wrong == 0
