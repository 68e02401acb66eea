"""Whom the learner meets beside itself: agents that its config names, and frozen snapshots of its earlier policies."""

from __future__ import annotations

import copy
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

import numpy as np
import torch as th

from unicorn_envs.agents import Agent, make_agent
from unicorn_envs.arrays import Array
from unicorn_envs.registry import get

from .config import Config
from .kernels import sample_actions
from .networks import ActorCritic

Opponent: TypeAlias = Callable[[Array, Array, th.Tensor], Array]
"""Actions for observations, masks and the same observations as network inputs."""


class Opponents:
    """All opponents of a run. ``generator`` is the trainer's: which of them play, and how snapshots draw."""

    def __init__(self, config: Config, seed: int, generator: np.random.Generator) -> None:
        self.config, self.seed, self.generator = config, seed, generator
        self.game = get(config.game)
        self.options = self.game.complete_options(**{**config.options, **config.training_options})
        self.agents: dict[str, Agent] = {}
        self.snapshots: list[dict[str, th.Tensor]] = []

    @property
    def are_met(self) -> bool:
        """Whether there is anybody else at a table."""
        return bool(self.options["num_players"] > 1)

    def agent(self, name: str) -> Agent:
        """The agent called so, made on first use."""
        if name not in self.agents:
            self.agents[name] = make_agent(name, self.game, self.seed, **self.options)
        return self.agents[name]

    def frozen_tables(self, num_envs: int) -> int:
        """How many tables, the first ones, seat frozen opponents: all seats there but one."""
        return int(self.config.frozen_share * num_envs) if self.are_met else 0

    def take_snapshot(self, network: ActorCritic) -> None:
        """Keep the weights as an opponent for later."""
        self.snapshots.append({name: value.detach().clone() for name, value in network.state_dict().items()})

    def pick(self, network: ActorCritic, precision: Callable[[], AbstractContextManager[Any]]) -> Opponent | None:
        """One of the fixed opponents, or a snapshot: all snapshots together are as likely as one fixed opponent.

        Among snapshots the weight grows with the square root of the recency. ``network`` is what they are snapshots
        of, ``precision`` how it computes.
        """
        if not self.are_met or self.config.frozen_share <= 0:
            return None
        pool = self.snapshots[: len(self.snapshots) - self.config.snapshot_newest_left_out]
        fixed = self.config.opponents
        kinds = len(fixed) + (1 if pool else 0)
        if kinds == 0:
            return None
        choice = int(self.generator.integers(kinds))
        if choice < len(fixed):
            agent = self.agent(fixed[choice])
            return lambda observation, mask, x: agent.act(observation, mask)
        weights = np.sqrt(np.arange(1, len(pool) + 1))
        frozen = copy.deepcopy(network)
        frozen.load_state_dict(pool[int(self.generator.choice(len(pool), p=weights / weights.sum()))])

        def play(observation: Array, mask: Array, x: th.Tensor) -> Array:
            with precision():
                logits = frozen.forward_actor(x).float().numpy()
            actions, log_probs = np.zeros(len(mask), dtype=np.int64), np.zeros(len(mask), dtype=np.float32)
            sample_actions(logits, mask, self.generator.random(len(mask)), actions, log_probs)
            return actions

        return play
