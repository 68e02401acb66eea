"""Seats around a table, without division: the number of players is not known to the compiler."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit


@jit
def clockwise(s, seat, k):
    """The seat ``k`` places clockwise from another, for 0 <= k <= players."""
    q = np.int64(seat) + k
    return q - np.int64(s.num_players) if q >= s.num_players else q


@jit
def distance(s, seat, other):
    """How many places clockwise ``other`` is from ``seat``."""
    k = np.int64(other) - np.int64(seat)
    return k + np.int64(s.num_players) if k < 0 else k
