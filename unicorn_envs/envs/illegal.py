"""What becomes of an illegal action: the option ``illegal`` of all environments, and what their infos say of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.arrays import Int8Array

RAISE, TERMINATE, RANDOM = "raise", "terminate", "random"
ILLEGAL = (RAISE, TERMINATE, RANDOM)
ILLEGAL_REWARD = -1.0
"""What an illegal action that ends the game is worth to its player."""
NO_ACTION = -1
"""Stands where nothing was carried out: at reset, and when an illegal action has ended the game."""


def checked_illegal(illegal: str) -> str:
    """The option itself; ValueError when there is no such."""
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal must be 'raise', 'terminate' or 'random', not {illegal!r}")
    return illegal


def drawn_action(generator: np.random.Generator, mask: Int8Array) -> int:
    """One of the actions that ``mask`` (A,) allows, uniformly."""
    return int(generator.choice(np.flatnonzero(mask)))


def told(illegal: str, was_illegal: Any = False, action: Any = NO_ACTION) -> dict[str, Any]:
    """What an info says of a player's last action: whether it was illegal, and which was carried out (with ``"random"``
    another, if so). Nothing with ``"raise"``, where an illegal action is none. Arrays, where it is of many tables."""
    return {} if illegal == RAISE else {"illegal_action": was_illegal, "action_taken": action}
