"""How cards move. Whoever moves a card calls a function here: it changes where the card lies, who knows of it and what
is shown, all at once. Numbers in comments are the rulings of RULES.md.

``seen_by`` is the set of the seats that see which card it is.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.magical_unicorn_quest import cards, knowledge, piles, state, views

# Halves of a move


@jit
def come_to_hand(s, p, card, seen_by):
    s.hand[p, card] += 1
    s.hand_size[p] += 1
    views.show_hand(s, p, card)
    knowledge.comes_to_hand(s, p, card, seen_by)


@jit
def leave_hand(s, p, card, seen_by):
    s.hand[p, card] -= 1
    s.hand_size[p] -= 1
    views.show_hand(s, p, card)
    knowledge.leaves_hand(s, p, card, seen_by)


@jit
def enter_stable(s, stable, card):
    s.stable[stable, card] += 1
    views.show_being(s, stable, card)


@jit
def leave_stable(s, stable, card):
    s.stable[stable, card] -= 1
    views.show_being(s, stable, card)


@jit
def leave_table(s):
    """The last card on the table is taken up."""
    s.table_size -= 1
    top = s.table_size
    card = np.int64(s.table_card[top])
    s.table_card[top] = 0
    s.table_player[top] = 0
    s.table_asked[top] = 0
    s.table_from[top] = 0
    s.table_to[top] = 0
    s.table_target[top] = 0
    s.table_named[top] = 0
    return card


@jit
def discard(s, card):
    """15: face up on the pile; a unicorn under the deck, seen by all."""
    if card <= cards.MAJESTIC:
        piles.put_under_deck(s, card)
        s.none_left[card - 1] = 0
    else:
        piles.put_on_discard(s, card)


# From the deck


@jit
def draw_cards(s, p, number):
    for _ in range(number):
        if s.deck_size == 0:  # 6
            rebuild_deck(s)
        if s.deck_size > 0:
            top = piles.top_of_deck(s)
            take_place(s, p, top, s.deck_known[top])


@jit
def take_place(s, p, place, seen_by):
    """Take the card at a place of the deck into a hand."""
    come_to_hand(s, p, piles.take_from_deck(s, place), seen_by)


@jit
def rebuild_deck(s):
    """The discard pile, shuffled, becomes the deck; no unicorn is ever in it."""
    knowledge.forget_pile(s)
    piles.turn_discard_over(s)
    piles.shuffle_deck(s)
    s.none_left[0] = 1
    s.none_left[1] = 1


@jit
def search_deck(s, p, card):
    """14: take a copy whenever there is one, show it, and shuffle either way."""
    place = piles.find(s.deck, piles.top_of_deck(s), card)
    if place >= 0:
        knowledge.know_place(s, place, state.EVERYBODY)
        take_place(s, p, place, state.EVERYBODY)
    else:
        s.none_left[card - 1] = 1
    knowledge.forget_deck(s)
    piles.shuffle_deck(s)


@jit
def look_at_top(s, p, number):
    """An adventurer sees the top cards; what others knew of them is wiped out."""
    top = piles.top_of_deck(s)
    for place in range(top, top + number):
        knowledge.know_place(s, place, sets.of(p))


@jit
def take_looked_at(s, p, card):
    """Take one of the cards looked at."""
    take_place(s, p, piles.find(s.deck, piles.top_of_deck(s), card), sets.of(p))


@jit
def put_back(s, card, number):
    """Of the top cards, this many, which have been looked at, this one goes deepest."""
    top = piles.top_of_deck(s)
    deepest = top + number - 1
    s.deck[piles.find(s.deck, top, card)] = s.deck[deepest]
    s.deck[deepest] = card


# From a hand


@jit
def play(s, p, card):
    """11: a played card lies on the table until it is settled."""
    leave_hand(s, p, card, state.EVERYBODY)
    s.table_card[s.table_size] = card
    s.table_player[s.table_size] = p
    s.table_size += 1


@jit
def discard_from_hand(s, p, card):
    leave_hand(s, p, card, state.EVERYBODY)
    discard(s, card)


@jit
def give(s, p, q, card, seen_by):
    """A card goes from the hand of ``p`` to that of ``q``."""
    leave_hand(s, p, card, seen_by)
    come_to_hand(s, q, card, seen_by)


@jit
def swap(s, p, card, q, other):
    """``p`` gives a card and ``q`` another one at once; only the two see them."""
    both = sets.of(p) | sets.of(q)
    leave_hand(s, p, card, both)
    leave_hand(s, q, other, both)
    come_to_hand(s, p, other, both)
    come_to_hand(s, q, card, both)


# From the table, a stable, the discard pile


@jit
def discard_from_table(s):
    """The last card on the table is discarded."""
    discard(s, leave_table(s))


@jit
def discard_halted(s):
    """11: the card before the Halt is discarded first, the Halt on top. Returns that card."""
    halt = leave_table(s)
    halted = leave_table(s)
    discard(s, halted)
    discard(s, halt)
    return halted


@jit
def enter(s, card, source, goal):
    """A being enters a stable from another one, or from the table (source -1)."""
    if source < 0:
        leave_table(s)
    else:
        leave_stable(s, source, card)
    enter_stable(s, goal, card)


@jit
def discard_from_stable(s, stable, card):
    leave_stable(s, stable, card)
    discard(s, card)


@jit
def remove_from_game(s, stable, card):
    """A species leaves its stable and the game."""
    leave_stable(s, stable, card)
    s.removed[card] += 1
    views.show_removed(s, card)


@jit
def take_from_discard(s, p, card):
    """15: the topmost of its name."""
    piles.take_out_of_discard(s, card)
    come_to_hand(s, p, card, state.EVERYBODY)
