"""The random player."""

from __future__ import annotations

import numpy as np

from unicorn_envs.arrays import Int8Array, Int64Array


class RandomAgent:
    """Chooses uniformly among the legal actions."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Begin the draws that belong to ``seed``."""
        self._generator = np.random.default_rng(seed)

    def act(self, observation: Int8Array, action_mask: Int8Array) -> Int64Array:
        # The largest of independent uniform numbers is at each legal place equally often; 1 - u is never 0.
        keys = 1.0 - self._generator.random(action_mask.shape)
        chosen: Int64Array = np.argmax(keys * action_mask, axis=1)
        return chosen
