"""What stable-baselines3 needs to know about a batch: its spaces, its number of tables, and one learner's view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from unicorn_envs.arrays import Array
from unicorn_envs.envs.batch import Batch


class BatchVecEnv(VecEnv):
    """A batch as a stable-baselines3 vector environment.

    The trainer of this package reads ``batch`` directly. With a solo game stock algorithms work on it too:
    observations, rewards, ``action_masks`` and terminal observations are what they expect.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        super().__init__(
            batch.num_envs,
            spaces.Box(batch.layout.low, batch.layout.high, dtype=np.int8),
            spaces.Discrete(len(batch.game.actions)),
        )
        self._actions: Array = np.zeros(batch.num_envs, dtype=np.int64)

    def reset(self) -> Array:
        return self.batch.observation.copy()

    def step_async(self, actions: Array) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        if self.batch.num_players != 1:
            raise ValueError("stock algorithms know one learner a table; use make_seat, a solo game, or training.ppo")
        self.batch.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(self.batch.done):
            final = self.batch.final_states[i : i + 1]
            infos[i]["terminal_observation"] = self.batch.game.observe(final, 0)
            infos[i]["TimeLimit.truncated"] = bool(self.batch.truncated[i])
        return self.batch.observation.copy(), self.batch.reward[:, 0].copy(), self.batch.done.copy(), infos

    def close(self) -> None:
        self.batch.close()

    def action_masks(self) -> Array:
        return self.batch.action_mask.astype(np.bool_)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name == "render_mode":
            return [None] * self.num_envs
        raise AttributeError(f"a batch has no attribute {attr_name!r} for each table")

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError("the tables of a batch have no attributes of their own")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name == "action_masks":
            return list(self.action_masks())
        raise AttributeError(f"the tables of a batch have no method {method_name!r}")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        if seed is not None:
            self.batch.reset(seed)
        return [seed] * self.num_envs
