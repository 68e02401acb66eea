"""What the infos of all environments say of a game's outcome."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.game import Game, State

NOTHING = -1
"""Fills up a fact that has fewer entries than there are players."""


def facts(game: Game, state: State) -> dict[str, Any]:
    """``game.outcome(state)`` with the same keys, types and shapes for every state of a table: a list becomes an array
    (num_players,) int64, filled up with -1, that cannot be written to."""
    players = game.num_players(state)
    return {
        name: _filled_up(value, players) if isinstance(value, list) else value
        for name, value in game.outcome(state).items()
    }


def _filled_up(numbers: list[int], size: int) -> np.ndarray[Any, Any]:
    filled = np.full(size, NOTHING, dtype=np.int64)
    filled[: len(numbers)] = numbers
    filled.setflags(write=False)
    return filled
