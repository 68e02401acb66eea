"""The deck of Unicorn Hunt, the Effect Chamber and the Discard Pile: every way in which a Magical Unicorn moves.

Numbers in comments are the rulings of RULES.md.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import piles
from unicorn_envs.engine.decisions import ask_for
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unicorn_hunt import cards, views
from unicorn_envs.games.unicorn_hunt.cards import CARD_TYPES
from unicorn_envs.games.unicorn_hunt.state import ALL_KNOW, OWNER_KNOWS, UNKNOWN, Prompt

MOST_ORDERED = max(number for card in cards.CARDS for verb, number in card.effect if verb == cards.Verb.REORDER_TOP)
"""Cards of the top that are put back in an order of the player's choice, where there are as many."""


# The deck


@jit
def take_top(s):
    p = s.player
    s.deck_size[p] -= 1
    size = s.deck_size[p]
    card = np.int64(s.deck[p, size])
    s.deck[p, size] = 0
    s.deck_known[p, size] = UNKNOWN
    views.show_deck(s, p)
    return card


@jit
def under_deck(s, card, known):
    p = s.player
    piles.put_under(s.deck[p], s.deck_size[p], card)
    piles.put_under(s.deck_known[p], s.deck_size[p], known)
    s.deck_size[p] += 1
    views.show_deck(s, p)


@jit
def shuffle_deck(s):
    p = s.player
    for i in range(s.deck_size[p]):
        s.deck_known[p, i] = UNKNOWN
    piles.shuffle(s, s.deck[p], s.deck_size[p])
    views.show_deck(s, p)


@jit
def discard_top(s, number):
    for _ in range(min(number, np.int64(s.deck_size[s.player]))):
        views.set_discard(s, s.player, take_top(s), 1)


# Looks at the deck


@jit
def look_at_top(s):
    p = s.player
    top = s.deck_size[p] - 1
    if s.deck_known[p, top] == UNKNOWN:
        s.deck_known[p, top] = OWNER_KNOWS
        views.show_deck(s, p)
    if s.deck_size[p] > 1:  # 24
        ask_for(s, p, Prompt.BLACK_KNIGHT_LOOK, 1)


@jit
def look_at_top_cards(s, number):
    """16: the owner sees the top cards and will order them; nobody else knows their places any more (36)."""
    p = s.player
    size = np.int64(s.deck_size[p])
    looked_at = min(number, size)
    for i in range(size - looked_at, size):
        if looked_at > 1 or s.deck_known[p, i] == UNKNOWN:
            s.deck_known[p, i] = OWNER_KNOWS
    views.show_deck(s, p)
    if looked_at > 1:
        ask_for(s, p, Prompt.ORDER, looked_at)


@jit
def ordered(s):
    """How many cards are looked at to be ordered, those included that have their place already."""
    return min(np.int64(MOST_ORDERED), np.int64(s.deck_size[s.player]))


@jit
def next_to_order(s):
    """Index in the deck of the place that the next named card will take."""
    return np.int64(s.deck_size[s.player]) - 1 - (ordered(s) - s.steps_left)


@jit
def put_next(s, card):
    """16: the card comes next, from the top down; the one that lay there takes its place."""
    p = s.player
    place = next_to_order(s)
    for i in range(place + 1):
        if s.deck[p, i] == card:
            s.deck[p, i] = s.deck[p, place]
    s.deck[p, place] = card
    views.show_deck(s, p)
    s.steps_left -= 1


# The chamber and the Discard Pile


@jit
def discard_chamber(s):
    p = s.player
    if s.chamber[p] != 0:
        views.set_discard(s, p, s.chamber[p], 1)
        s.chamber[p] = 0
        s.row[p] = 0  # 28: face down again, still known
        views.show_chamber(s, p)


@jit
def place_in_chamber(s, card):
    discard_chamber(s)
    s.chamber[s.player] = card
    views.show_chamber(s, s.player)
    push_effect(s, card)


@jit
def chamber_into_deck(s):
    p = s.player
    if s.chamber[p] != 0:
        under_deck(s, s.chamber[p], UNKNOWN)  # the shuffle that follows forgets the place
        s.chamber[p] = 0
        s.row[p] = 0
        views.show_chamber(s, p)


@jit
def find_chamber(s):
    p = s.player
    for i in range(s.deck_size[p] - 1, -1, -1):
        card = np.int64(s.deck[p, i])
        if cards.IS_CHAMBER[card] != 0:
            piles.take_out(s.deck[p], s.deck_size[p], i)
            piles.take_out(s.deck_known[p], s.deck_size[p], i)
            s.deck_size[p] -= 1
            views.show_deck(s, p)
            place_in_chamber(s, card)
            return


@jit
def discard_count(s, p):
    n = 0
    for card in range(1, CARD_TYPES + 1):
        n += s.discard[p, card]
    return n


@jit
def fetch(s, card):
    """A card of the Discard Pile goes under the deck, for all to see."""
    views.set_discard(s, s.player, card, 0)
    under_deck(s, card, ALL_KNOW)


@jit
def put_top_under(s):
    """Who knows the card still does."""
    known = np.int64(s.deck_known[s.player, s.deck_size[s.player] - 1])
    under_deck(s, take_top(s), known)


@jit
def discard_resolved(s):
    """22: the card whose effect is over."""
    views.set_discard(s, s.player, s.resolving, 1)
    s.resolving = 0


# Effects


@jit
def push_effect(s, card):
    """What a card does when it is drawn or placed, the first step on top of the stack."""
    for i in range(cards.MOST_STEPS - 1, -1, -1):
        if cards.EFFECT_VERB[card, i] != 0:
            push(s, cards.EFFECT_VERB[card, i], cards.EFFECT_NUMBER[card, i])


@jit
def push_beginning(s, card):
    """What the chamber card does at a Beginning."""
    for i in range(cards.MOST_STEPS - 1, -1, -1):
        if cards.BEGINNING_VERB[card, i] != 0:
            push(s, cards.BEGINNING_VERB[card, i], cards.BEGINNING_NUMBER[card, i])
