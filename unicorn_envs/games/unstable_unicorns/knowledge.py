"""Hands and the deck, and what each player remembers of them (2.13). Numbers in comments are rulings.

``known[o, p, t]`` and ``known_deck[o, t]`` are least numbers: so many cards of type t must be there, as far
as ``o`` can tell. ``seen`` is a set of players (a bit for each seat): who saw which card it was.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unstable_unicorns import cards, counts

ALL = 255
"""Everybody saw it."""


@jit
def witnesses(s, p, seen):
    """Who sees a card that comes to or leaves the hand of ``p``: all, under Nanny Cam."""
    return ALL if counts.is_open(s, p) else seen | (1 << np.int64(p))


@jit
def learn(s, o, p, card, change):
    """``o`` knows of ``change`` cards of a type more in the hand of ``p``."""
    s.known[o, p, card] += change
    s.known_size[p, o] += change


@jit
def learn_of_deck(s, o, card, change):
    s.known_deck[o, card] += change
    s.known_deck_size[o] += change


@jit
def forget_one_of_each(s, o, p):
    """A card left the hand unseen: of every type there may be one fewer than ``o`` knew."""
    fewer = 0
    for t in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        there = np.int64(s.known[o, p, t] > 0)
        s.known[o, p, t] -= there
        fewer += there
    s.known_size[p, o] -= fewer


@jit
def show_card(s, p, card, copies):
    """All see that there are ``copies`` cards of a type in the hand of ``p``."""
    for o in range(s.num_players):
        if o != p and s.known[o, p, card] < copies:
            learn(s, o, p, card, copies - np.int64(s.known[o, p, card]))


@jit
def show_hand(s, o, p):
    """``o`` sees the hand of ``p``."""
    for t in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        s.known[o, p, t] = s.hand[p, t]
    s.known_size[p, o] = s.hand_size[p]


@jit
def show_hand_to_all(s, p):
    for o in range(s.num_players):
        if o != p:
            show_hand(s, o, p)


@jit
def swap_knowledge(s, o, p, q):
    for t in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        k = s.known[o, p, t]
        s.known[o, p, t] = s.known[o, q, t]
        s.known[o, q, t] = k
    size = s.known_size[p, o]
    s.known_size[p, o] = s.known_size[q, o]
    s.known_size[q, o] = size


@jit
def forget_hand(s, o, p):
    for t in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        s.known[o, p, t] = 0
    s.known_size[p, o] = 0


# The deck


@jit
def remember_leaving(s, card, seen):
    """A card leaves the deck."""
    for o in range(s.num_players):
        if s.known_deck_size[o] == 0:
            continue
        if (seen >> o) & 1 == 0:
            forget_one_of_each_in_deck(s, o)
        elif s.known_deck[o, card] > 0:
            learn_of_deck(s, o, card, -1)


@jit
def forget_one_of_each_in_deck(s, o):
    fewer = 0
    for t in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        there = np.int64(s.known_deck[o, t] > 0)
        s.known_deck[o, t] -= there
        fewer += there
    s.known_deck_size[o] -= fewer


@jit
def look_at_deck(s, o, first):
    """``o`` sees the cards from place ``first`` up to the top: there are at least so many of each."""
    if first == 0:
        look_at_whole_deck(s, o)
        return
    for i in range(first, s.deck_size):
        count = 0
        for j in range(first, s.deck_size):
            count += np.int64(s.deck[j] == s.deck[i])
        known = np.int64(s.known_deck[o, s.deck[i]])
        if count > known:
            learn_of_deck(s, o, np.int64(s.deck[i]), count - known)


@jit
def look_at_whole_deck(s, o):
    for t in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        s.known_deck[o, t] = 0
    for i in range(s.deck_size):
        s.known_deck[o, s.deck[i]] += 1
    s.known_deck_size[o] = s.deck_size
