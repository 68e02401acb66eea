"""The decisions of a window: what was seen, done and got at each table, and what of it can be learned from."""

from __future__ import annotations

import numpy as np

from unicorn_envs.arrays import Array
from unicorn_envs.envs.batch import Batch


class Rollout:
    """The decisions of a window: P rows carried over (row p: seat p), then T rows, at each of N tables."""

    def __init__(self, steps: int, batch: Batch) -> None:
        rows, n, players = batch.num_players + steps, batch.num_envs, batch.num_players
        self.carried = players
        self.observation = np.zeros((rows, n, batch.layout.size), dtype=np.int8)
        self.mask = np.zeros((rows, n, len(batch.game.actions)), dtype=np.int8)
        self.action = np.zeros((rows, n), dtype=np.int64)
        self.log_prob = np.zeros((rows, n), dtype=np.float32)
        self.value = np.zeros((rows, n), dtype=np.float32)
        self.seat = np.full((rows, n), -1, dtype=np.int64)
        self.learned = np.zeros((rows, n), dtype=np.bool_)
        self.done = np.zeros((rows, n), dtype=np.bool_)
        self.reward = np.zeros((rows, n, players), dtype=np.float32)
        self.advantage = np.zeros((rows, n), dtype=np.float32)
        self.settled = np.zeros((rows, n), dtype=np.bool_)

    def carry_over(self) -> None:
        """Move the decisions that are not settled yet into the first rows: at most one for each seat."""
        open_ones = (self.seat >= 0) & self.learned & ~self.settled
        rows, tables = np.nonzero(open_ones)
        seats = self.seat[rows, tables]
        moved: list[Array] = [self.observation, self.mask, self.action, self.log_prob, self.value]
        kept = [array[rows, tables].copy() for array in moved]
        self.seat[: self.carried] = -1
        self.learned[: self.carried] = False
        self.done[: self.carried] = False
        for array, values in zip(moved, kept):
            array[seats, tables] = values
        self.seat[seats, tables] = seats
        self.learned[seats, tables] = True


class SettledDecisions:
    """The decisions of a window that have an advantage, as flat arrays."""

    def __init__(self, r: Rollout) -> None:
        at = r.settled
        self.observation = r.observation[at]
        self.mask = r.mask[at]
        self.action = r.action[at]
        self.log_prob = r.log_prob[at]
        self.value = r.value[at]
        self.advantage = r.advantage[at]
        self.target = self.advantage + self.value

    def __len__(self) -> int:
        return len(self.action)

    def explained_variance(self) -> float:
        """How much of the variance of the targets the critic explains: at most 1."""
        variance = float(self.target.var())
        return float("nan") if variance == 0 else 1.0 - float((self.target - self.value).var()) / variance
