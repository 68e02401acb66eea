"""What the infos of all environments say of a game's outcome."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.game import Game, State


def facts(game: Game, state: State) -> dict[str, Any]:
    """``game.outcome(state)`` with each list as an array (int64 or bool) that cannot be written to: every state of a
    table has the same keys, types and shapes."""
    return {
        name: _read_only(value) if isinstance(value, list) else value for name, value in game.outcome(state).items()
    }


def _read_only(values: list[Any]) -> np.ndarray[Any, Any]:
    array = np.array(values)
    array.setflags(write=False)
    return array
