"""Piles whose order matters: an array and a size. The top of a pile is its last card, ``pile[size - 1]``.

A function that adds or takes a card leaves the size to the caller, who keeps it in a field of the record.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw


@jit
def shuffle(s, pile, size):
    """Put the first ``size`` entries into a uniformly random order."""
    for i in range(size - 1, 0, -1):
        j = draw(s, i + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card


@jit
def take_out(pile, size, index):
    """Take the entry at ``index`` out; those above move down, and the freed place is cleared."""
    card = np.int64(pile[index])
    for i in range(index, size - 1):
        pile[i] = pile[i + 1]
    pile[size - 1] = 0
    return card


@jit
def put_under(pile, size, card):
    """Put a card under the pile; all others move up by one."""
    for i in range(size, 0, -1):
        pile[i] = pile[i - 1]
    pile[0] = card


@jit
def find(pile, size, card):
    """Index of the topmost copy of ``card``, or -1."""
    for i in range(size - 1, -1, -1):
        if pile[i] == card:
            return i
    return -1


@jit
def shuffle_hidden(s, pile, known, size, level):
    """Put the cards that are known to less than ``level`` into a uniformly random order among their places.

    An entry of 0 is an empty place and stays one.
    """
    hidden = 0
    for i in range(size):
        if pile[i] != 0 and known[i] < level:
            pick = draw(s, hidden + 1)
            hidden += 1
            j = -1
            while pick >= 0:
                j += 1
                if pile[j] != 0 and known[j] < level:
                    pick -= 1
            card = pile[i]
            pile[i] = pile[j]
            pile[j] = card
