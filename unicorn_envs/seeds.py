"""Seeds of many tables."""

from __future__ import annotations

import numpy as np

from unicorn_envs.arrays import UInt64Array


def table_seeds(seed: int | None, count: int) -> UInt64Array:
    """(count,) uint64: what follows from ``seed``, or from the operating system."""
    return np.asarray(np.random.SeedSequence(seed).generate_state(count, np.uint64), dtype=np.uint64)
