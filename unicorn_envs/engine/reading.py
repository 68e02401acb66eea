"""Reading an observation, as the heuristics do."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit


@jit
def one_hot(obs, at, size):
    """Which of the ``size`` entries from ``at`` on is set, or -1."""
    for i in range(size):
        if obs[at + i] != 0:
            return np.int64(i)
    return np.int64(-1)
