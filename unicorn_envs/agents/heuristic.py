"""The heuristic player: a game's own ``heuristic.py``, compiled."""

from __future__ import annotations

import numpy as np

from unicorn_envs.arrays import Int8Array, Int64Array
from unicorn_envs.game import Game


class HeuristicAgent:
    """What a good human would call sensible. Deterministic."""

    name = "heuristic"

    def __init__(self, game: Game) -> None:
        self.game = game

    def act(self, observation: Int8Array, action_mask: Int8Array) -> Int64Array:
        rows = len(observation)
        actions = np.zeros(rows, dtype=np.int64)
        # The arrays of a batch are read-only, which to the compiled code is another type.
        observation = np.require(observation, requirements=["C", "W"])
        action_mask = np.require(action_mask, requirements=["C", "W"])
        self.game.driver.choose_actions(observation, action_mask, actions, 0, rows)
        return actions
