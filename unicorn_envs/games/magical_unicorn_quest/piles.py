"""The deck and the discard pile as they lie in their arrays, see state.py."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw
from unicorn_envs.games.magical_unicorn_quest import cards, state


@jit
def top_of_deck(s):
    """The place of the top card; of an empty deck DECK_CARDS."""
    return cards.DECK_CARDS - np.int64(s.deck_size)


@jit
def top_of_discard(s):
    return cards.DECK_CARDS - np.int64(s.discard_size)


@jit
def discarded(s, card):
    """Copies in the discard pile."""
    return np.int64(s.public[state.DISCARD_IN_PUBLIC + card - 1])


@jit
def find(pile, top, card):
    """The place of the topmost copy of a card, or -1."""
    for place in range(top, cards.DECK_CARDS):
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
    top = top_of_deck(s)
    close_gap(s.deck, top, place)
    close_gap(s.deck_known, top, place)
    s.deck_size -= 1
    return card


@jit
def put_under_deck(s, card):
    """A card goes to the bottom of the deck, seen by all."""
    bottom = cards.DECK_CARDS - 1
    for place in range(top_of_deck(s), cards.DECK_CARDS):
        s.deck[place - 1] = s.deck[place]
        s.deck_known[place - 1] = s.deck_known[place]
    s.deck[bottom] = card
    s.deck_known[bottom] = state.EVERYBODY
    s.deck_size += 1


@jit
def shuffle_deck(s):
    bottom = cards.DECK_CARDS - 1
    for i in range(s.deck_size - 1, 0, -1):
        place = bottom - i
        other = bottom - draw(s, i + 1)
        card = s.deck[place]
        s.deck[place] = s.deck[other]
        s.deck[other] = card


@jit
def put_on_discard(s, card):
    s.discard_size += 1
    s.discard[top_of_discard(s)] = card
    s.public[state.DISCARD_IN_PUBLIC + card - 1] += 1


@jit
def take_out_of_discard(s, card):
    """The topmost copy of the card."""
    top = top_of_discard(s)
    close_gap(s.discard, top, find(s.discard, top, card))
    s.discard_size -= 1
    s.public[state.DISCARD_IN_PUBLIC + card - 1] -= 1


@jit
def turn_discard_over(s):
    """The discard pile becomes the deck, which is empty."""
    for place in range(top_of_discard(s), cards.DECK_CARDS):
        s.deck[place] = s.discard[place]
        s.discard[place] = 0
    s.deck_size = s.discard_size
    s.discard_size = 0
    for card in range(1, cards.CARD_TYPES + 1):
        s.public[state.DISCARD_IN_PUBLIC + card - 1] = 0
