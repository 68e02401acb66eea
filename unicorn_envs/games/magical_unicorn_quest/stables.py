"""The ring of adventurers and the stables between them."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.games.magical_unicorn_quest import cards, state


@jit
def stable_at(s, side):
    """The stable to the right (side 0) or left (1) of the acting adventurer; with own stables the own one."""
    if s.stables == state.OWN or side == 1:
        return np.int64(s.player)
    return clockwise(s, s.player, np.int64(s.num_players) - 1)


@jit
def owners(s, stable):
    """A set of seats: seat i owns stable i, with shared stables also the one to its right."""
    seats = sets.of(stable)
    return seats | sets.of(clockwise(s, stable, 1)) if s.stables == state.SHARED else seats


@jit
def has_pair(s, stable):
    """Whether a stable holds a Golden and a Majestic Unicorn."""
    return s.stable[stable, cards.GOLDEN] > 0 and s.stable[stable, cards.MAJESTIC] > 0
