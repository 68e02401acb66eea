"""What the invariants of all games are written with."""

from __future__ import annotations

from unicorn_envs.engine.jit import jit


@jit
def within(value, low, high):
    """Whether ``low <= value <= high``."""
    return low <= value and value <= high
