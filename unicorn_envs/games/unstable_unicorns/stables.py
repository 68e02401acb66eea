"""What lies in the Stables and what it does there: protections, bars, and what may enter. Numbers are rulings."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unstable_unicorns import cards, counts, state

TINY_LIMIT = 5
"""2.10.12"""


@jit
def does(s, p, doers):
    """Whether one of those that do something (``cards.PANDAS``) does it in the Stable of ``p``."""
    return counts.those_that_do(s, p, doers) != 0


@jit
def is_wired(s, p):
    return counts.lies_in(s, p, cards.BARBED_WIRE)


@jit
def counted(s, p):
    """2.8.2: Unicorns as they count for the win."""
    return np.int64(s.stable[p, state.NUMBER])


@jit
def letters(s, p):
    """2.9.2: letters in the titles of all Unicorns."""
    if counts.has_pandas(s, p):
        return 0
    n = 0
    for card in range(1, cards.LAST_UNICORN + 1):
        n += np.int64(s.stable[p, card]) * np.int64(cards.LETTERS[card])
    return n


@jit
def is_barred(s, p):
    """2.2.9: who cannot play Neigh and Super Neigh."""
    return does(s, p, cards.BARS_NEIGHS)


@jit
def protected(s, source, at):
    """Of the Stable ``at``, what the card ``source`` cannot destroy, as a set. No shield covers Pandas (2.10.3)."""
    if does(s, at, cards.SHIELDS_UNICORNS) and not counts.has_pandas(s, at):
        return cards.UNICORN_SET
    if cards.KIND[source] == cards.Kind.MAGIC:
        return counts.those_that_do(s, at, cards.SAFE_FROM_MAGIC)
    return np.int64(0)


# Entering


@jit
def basics_may_enter(s, p):
    """2.10.20: no Basic into any Stable but that of the Queen Bee."""
    for q in range(s.num_players):
        if q != p and does(s, q, cards.BASICS_ENTER_HERE_ONLY):
            return False
    return True


@jit
def basics_may_enter_elsewhere(s, p):
    for q in range(s.num_players):
        if q != p and basics_may_enter(s, q):
            return True
    return False


@jit
def may_enter(s, p, card):
    return cards.KIND[card] != cards.Kind.BASIC or basics_may_enter(s, p)


@jit
def those_that_may_enter(s, p, types):
    """Of a set of lasting types those that may enter the Stable of ``p``."""
    if types & cards.BASIC_SET != 0 and not basics_may_enter(s, p):
        return types & ~cards.BASIC_SET
    return types
