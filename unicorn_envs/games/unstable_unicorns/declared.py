"""What was declared for the present link (2.6.2, 2.7.6): effects with their picks, in the order of declaration.

The list has an entry for each effect (its card, its player), followed by one for each of its picks: a card in a
Stable or in a hand, or a seat. A pick is taken off when it is carried out, an effect when it has ended, so that the
first one may be under way. All of it is public.

How long it can get. Beginning: ``MOST_DECLARED`` less one. A link of triggers: what one effect raises is at most two
entries and Stabby (Unicorn Swap); later links have an entry each from Seductive, Necromancer, Dark Angel and
Rainbow Lasso, and Stabby again. Extremely Destructive Unicorn has a pick for each player, the others at most two.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unstable_unicorns import state


@jit
def declare(s, kind, seat, card):
    if s.declared_size == state.MOST_DECLARED:  # only in a damaged record
        return
    s.declared_kind[s.declared_size] = kind
    s.declared_card[s.declared_size] = card
    s.declared_seat[s.declared_size] = seat
    s.declared_size += 1


@jit
def take_declared(s, place):
    """Take an entry off: its seat and its card."""
    seat = np.int64(s.declared_seat[place])
    card = np.int64(s.declared_card[place])
    size = np.int64(s.declared_size) - 1
    for i in range(place, size):
        s.declared_kind[i] = s.declared_kind[i + 1]
        s.declared_card[i] = s.declared_card[i + 1]
        s.declared_seat[i] = s.declared_seat[i + 1]
    s.declared_kind[size] = 0
    s.declared_card[size] = 0
    s.declared_seat[size] = 0
    s.declared_size = size
    return seat, card


@jit
def drop_first_effect(s):
    """The first effect has ended: it, and what is left of its picks, up to the next effect."""
    if s.declared_size > 0:
        take_declared(s, 0)
    while s.declared_size > 0 and s.declared_kind[0] != state.Declared.EFFECT:
        take_declared(s, 0)


@jit
def forget_declared(s):
    s.link = state.Link.IN_TURN
    while s.declared_size > 0:
        take_declared(s, 0)


@jit
def times_declared(s, kind, seat, card):
    """How many copies of a card in this Stable or hand were picked for effects that are still to be carried out."""
    n = 0
    for i in range(s.declared_size):
        if s.declared_kind[i] == kind and s.declared_seat[i] == seat and s.declared_card[i] == card:
            n += 1
    return n


@jit
def cards_declared(s, seat, last):
    """How many cards of a hand, of the types up to ``last``, were picked as costs that are still to be paid."""
    n = 0
    for i in range(s.declared_size):
        if s.declared_kind[i] == state.Declared.FROM_HAND and s.declared_seat[i] == seat and s.declared_card[i] <= last:
            n += 1
    return n
