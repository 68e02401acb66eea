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

from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unstable_unicorns.cards import (
    BLINDING_LIGHT,
    CARD_TYPES,
    COPIES,
    COPIES_FOR_TWO,
    FIRST_CARD,
    GINORMOUS,
    LAST_IN_STABLE,
    LAST_UNICORN,
    LASTING,
    PANDAMONIUM,
    PASSING,
)
from unicorn_envs.games.unstable_unicorns.state import MISSING, NUMBER

FEW_PLAYERS = 5
NEEDED_BY_FEW, NEEDED_BY_MANY = 7, 6  # 2.8.1

DE_BRUIJN = 0x03F79D71B4CB0A89
"""All numbers of six bits follow one another in it, so that 64 shifts of it begin with 64 different ones."""
PLACES = np.zeros(64, dtype=np.int8)
for _place in range(64):
    PLACES[((DE_BRUIJN << _place) >> 58) & 63] = _place


WORDS = np.array([int(card > LAST_IN_STABLE) for card in range(CARD_TYPES + 1)], dtype=np.int8)
BITS = np.array([0, *(1 << (c - 1 - LAST_IN_STABLE * int(WORDS[c])) for c in range(1, CARD_TYPES + 1))], dtype=np.int64)


@jit
def word_of(card):
    """Which of the two integers holds the bit of this type."""
    return np.int64(WORDS[card])


@jit
def bit_of(card):
    return BITS[card]


@jit
def place_of_lowest(types):
    """The place of the lowest bit of a set that is not empty: each bit times the number leaves its own top bits."""
    return np.int64(PLACES[((types & -types) * DE_BRUIJN >> 58) & 63])


@jit
def lies_in(s, p, card):
    """Whether this type lies in the Stable of ``p``."""
    return s.stable_set[p] & bit_of(card) != 0


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
    if card <= LAST_UNICORN:
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
    return np.int64(COPIES_FOR_TWO[card]) if s.two_player_deck != 0 else np.int64(COPIES[card])


@jit
def needed(s):
    return NEEDED_BY_FEW if s.num_players <= FEW_PLAYERS else NEEDED_BY_MANY


@jit
def count_number(s, p):
    """2.8.2: Unicorns as they count for the win."""
    if lies_in(s, p, PANDAMONIUM):
        return np.int64(0)
    n = np.int64(s.unicorns[p])
    if lies_in(s, p, GINORMOUS) and not lies_in(s, p, BLINDING_LIGHT):
        n += np.int64(s.stable[p, GINORMOUS])
    return n


@jit
def show_number(s, p):
    n = count_number(s, p)
    s.stable[p, NUMBER] = n
    s.stable[p, MISSING] = max(0, needed(s) - n)


@jit
def set_of_stable(s, p):
    types = np.int64(0)
    for card in range(1, LAST_IN_STABLE + 1):
        types = with_bit(types, bit_of(card), s.stable[p, card] > 0)
    return types


@jit
def set_of_hand(s, p, w):
    types = np.int64(0)
    for card in range(FIRST_CARD, CARD_TYPES + 1):
        if word_of(card) == w and s.hand[p, card] > 0:
            types |= bit_of(card)
    return types


@jit
def set_of_discard(s, w):
    types = np.int64(0)
    for card in range(FIRST_CARD, CARD_TYPES + 1):
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
    return count_cards(s.hand[p], FIRST_CARD, CARD_TYPES)


@jit
def unicorns_in(s, p):
    return count_cards(s.stable[p], 1, LAST_UNICORN)


@jit
def count_hidden(s, card):
    """Copies that do not lie open: in a Stable, in the discard pile or on the pile of cards being played."""
    n = copies_in_game(s, card) - np.int64(s.discard[card])
    if card <= LAST_IN_STABLE:
        for p in range(s.num_players):
            n -= np.int64(s.stable[p, card])
    for i in range(s.pile_size):
        n -= np.int64(s.pile_card[i] == card)
    return n


@jit
def size_of_known(s, p, o):
    """How many cards of the hand of ``p`` the player ``o`` knows."""
    return count_cards(s.known[o, p], FIRST_CARD, CARD_TYPES)


@jit
def size_of_known_deck(s, o):
    return count_cards(s.known_deck[o], FIRST_CARD, CARD_TYPES)


@jit
def count_everything(s):
    """Write anew all that follows from the cards: after the set-up, and where cards changed places unseen."""
    for p in range(s.num_players):
        s.stable_set[p] = set_of_stable(s, p)
        s.hand_set[p, LASTING] = set_of_hand(s, p, LASTING)
        s.hand_set[p, PASSING] = set_of_hand(s, p, PASSING)
        s.unicorns[p] = unicorns_in(s, p)
        show_number(s, p)
        s.hand_size[p] = size_of_hand(s, p)
        for o in range(s.num_players):
            s.known_size[p, o] = size_of_known(s, p, o)
        s.known_deck_size[p] = size_of_known_deck(s, p)
    s.discard_set[LASTING] = set_of_discard(s, LASTING)
    s.discard_set[PASSING] = set_of_discard(s, PASSING)
    for card in range(FIRST_CARD, CARD_TYPES + 1):
        s.hidden[card] = count_hidden(s, card)


@jit
def counts_are_right(s):
    """Whether all that follows from the cards is as :func:`count_everything` would write it."""
    wrong = 0
    for p in range(s.num_players):
        wrong += s.stable_set[p] != set_of_stable(s, p)
        wrong += s.hand_set[p, LASTING] != set_of_hand(s, p, LASTING)
        wrong += s.hand_set[p, PASSING] != set_of_hand(s, p, PASSING)
        wrong += s.unicorns[p] != unicorns_in(s, p)
        n = count_number(s, p)
        wrong += (s.stable[p, NUMBER] != n) + (s.stable[p, MISSING] != max(0, needed(s) - n))
        wrong += s.hand_size[p] != size_of_hand(s, p)
        for o in range(s.num_players):
            wrong += s.known_size[p, o] != size_of_known(s, p, o)
        wrong += s.known_deck_size[p] != size_of_known_deck(s, p)
    wrong += s.discard_set[LASTING] != set_of_discard(s, LASTING)
    wrong += s.discard_set[PASSING] != set_of_discard(s, PASSING)
    for card in range(FIRST_CARD, CARD_TYPES + 1):
        wrong += s.hidden[card] != count_hidden(s, card)
    return wrong == 0
