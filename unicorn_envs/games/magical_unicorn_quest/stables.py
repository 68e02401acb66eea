"""The ring of adventurers and the stables between them."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.games.magical_unicorn_quest.state import OWN, SHARED


@jit
def stable_at(s, side):
    """The stable to the right (side 0) or left (1) of the acting adventurer; with own stables the own one."""
    if s.stables == OWN or side == 1:
        return np.int64(s.player)
    return clockwise(s, s.player, np.int64(s.num_players) - 1)


@jit
def owns(s, p, stable):
    """Seat i owns stable i, with shared stables also the one to its right."""
    return stable == p or (s.stables == SHARED and clockwise(s, stable, 1) == p)
