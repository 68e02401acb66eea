"""Hands and the deck, and what each player remembers of them (2.13). Numbers in comments are rulings.

``known[o, p, t]`` and ``known_deck[o, t]`` are least numbers: so many cards of type t must be there, as far
as ``o`` can tell. ``seen`` is a set of players (a bit for each seat): who saw which card it was.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import shuffle
from unicorn_envs.engine.random import draw
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
def gain(s, p, card, seen):
    """A card comes to the hand of ``p``."""
    counts.change_hand(s, p, card, 1)
    if seen & ~(1 << p) == 0:
        return
    for o in range(s.num_players):
        if o != p and (seen >> o) & 1 != 0:
            learn(s, o, p, card, 1)


@jit
def lose(s, p, card, seen):
    """A card leaves the hand of ``p``."""
    counts.change_hand(s, p, card, -1)
    for o in range(s.num_players):
        if s.known_size[p, o] == 0:
            continue
        if (seen >> o) & 1 == 0:
            forget_one_of_each(s, o, p)
        elif s.known[o, p, card] > 0:
            learn(s, o, p, card, -1)


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
def reveal(s, p, card):
    """A card of the hand of ``p`` goes where all see it."""
    lose(s, p, card, ALL)
    counts.hide(s, card, -1)


@jit
def take_open(s, p, card):
    """A card that lay open comes to the hand of ``p``."""
    counts.hide(s, card, 1)
    gain(s, p, card, ALL)


@jit
def hand_over(s, p, q, card):
    """A card goes from the hand of ``p`` to the hand of ``q``; the two see it (2.13.2)."""
    seen = witnesses(s, p, 0) | witnesses(s, q, 0)
    lose(s, p, card, seen)
    gain(s, q, card, seen)


@jit
def show_card(s, p, card, copies):
    """All see that there are ``copies`` cards of a type in the hand of ``p``."""
    for o in range(s.num_players):
        if o != p and s.known[o, p, card] < copies:
            learn(s, o, p, card, copies - np.int64(s.known[o, p, card]))


@jit
def discard_card(s, p, card):
    reveal(s, p, card)
    counts.change_discard(s, card, 1)


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
def random_card(s, p):
    """A card of the hand of ``p``, each card equally likely (2.12.5)."""
    pick = draw(s, s.hand_size[p])
    card = cards.FIRST_CARD
    while pick >= s.hand[p, card]:
        pick -= s.hand[p, card]
        card += 1
    return card


@jit
def swap_hands(s, p, q):
    """Both know the hand that they gave; whoever knew something of a hand still knows it."""
    for t in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        n = s.hand[p, t]
        s.hand[p, t] = s.hand[q, t]
        s.hand[q, t] = n
    for w in range(2):
        types = s.hand_set[p, w]
        s.hand_set[p, w] = s.hand_set[q, w]
        s.hand_set[q, w] = types
    size = s.hand_size[p]
    s.hand_size[p] = s.hand_size[q]
    s.hand_size[q] = size
    for o in range(s.num_players):
        swap_knowledge(s, o, p, q)
    forget_hand(s, p, p)
    forget_hand(s, q, q)
    show_hand(s, p, q)
    show_hand(s, q, p)
    if counts.is_open(s, p):
        show_hand_to_all(s, p)
    if counts.is_open(s, q):
        show_hand_to_all(s, q)


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
def draw_one(s, p):
    """The top card of the deck to the hand of ``p``, who alone sees it, and whoever knew it."""
    s.deck_size -= 1
    card = np.int64(s.deck[s.deck_size])
    s.deck[s.deck_size] = 0
    seen = witnesses(s, p, 0)
    if s.top_known > 0:
        seen |= 1 << np.int64(s.top_knower)
        s.top_known -= 1
    remember_leaving(s, card, seen)
    gain(s, p, card, seen)


@jit
def draw_cards(s, p, count):
    """2.7.1: card by card; nothing more once the deck is empty (2.9.1)."""
    for _ in range(count):
        if s.deck_size > 0:
            draw_one(s, p)


@jit
def shuffle_deck(s):
    shuffle(s, s.deck, s.deck_size)
    s.top_known = 0


@jit
def put_into_deck(s, card):
    """Into the deck, which will be shuffled."""
    s.deck[s.deck_size] = card
    s.deck_size += 1


@jit
def discard_pile_into_deck(s):
    """All saw what lay there, so all know that it is in the deck."""
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        count = np.int64(s.discard[card])
        if count != 0:
            counts.change_discard(s, card, -count)
            open_into_deck(s, card, count)


@jit
def open_into_deck(s, card, count):
    """Cards that all saw go into the deck."""
    counts.hide(s, card, count)
    for _ in range(count):
        put_into_deck(s, card)
    for o in range(s.num_players):
        learn_of_deck(s, o, card, count)


@jit
def hand_into_deck(s, p):
    """Others know of the hand what they knew of it."""
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        count = np.int64(s.hand[p, card])
        if count == 0:
            continue
        for _ in range(count):
            put_into_deck(s, card)
        counts.change_hand(s, p, card, -count)
        for o in range(s.num_players):
            learn_of_deck(s, o, card, count if o == p else np.int64(s.known[o, p, card]))
    for o in range(s.num_players):
        forget_hand(s, o, p)


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


@jit
def take_from_deck(s, p, place, seen):
    """The card at a place of the deck to the hand of ``p``; ``seen`` know which it is."""
    card = np.int64(s.deck[place])
    for i in range(place, s.deck_size - 1):
        s.deck[i] = s.deck[i + 1]
    s.deck_size -= 1
    s.deck[s.deck_size] = 0
    seen = witnesses(s, p, seen)
    remember_leaving(s, card, seen)
    gain(s, p, card, seen)
