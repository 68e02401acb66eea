"""PPO self-play on the batch: sb3-contrib's MaskablePPO with its two hot loops replaced.

What stays stable-baselines3's: policy, optimizer, predict, logger, callbacks; save and load of the policy (what a run
needs to go on is saved by ``saves.py``). What is new:

- every seat is played and learned by the current policy, in one forward pass over all tables;
- the successor of a decision is the same seat's next decision (``kernels.same_seat_advantages``), so a loss
  on somebody else's turn is credited to the loser's own last decision;
- at a share of the tables one seat learns against frozen snapshots of earlier policies, or fixed opponents;
- at first a teacher may be imitated, who says at each decision of anybody what it would do.

The speed comes from batching, from sampling without ``torch.distributions``, and from int8 buffers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch as th
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback

from unicorn_envs.agents import Agent
from unicorn_envs.arrays import Array
from unicorn_envs.envs.batch import Batch
from unicorn_envs.registry import get

from .config import Config
from .kernels import same_seat_advantages, sample_actions
from .learning import FIGURES, annealed, has_bf16_instructions, loss_of, minibatch_size
from .networks import ScaledFeatures, SharedWeightsPolicy
from .opponents import Opponent, Opponents
from .rollout import Rollout, SettledDecisions
from .vec_env import BatchVecEnv


class _NoBuffer(MaskableRolloutBuffer):
    """stable-baselines3 allocates its rollout buffer up front; ours lie elsewhere."""

    def reset(self) -> None:
        pass


class BatchPPO(MaskablePPO):
    """MaskablePPO over a :class:`unicorn_envs.envs.batch.Batch`; make one with :func:`make_ppo`."""

    config: Config
    bf16: bool
    progress: Callable[[], float] | None = None
    """Share of the budget that is used up (0 .. 1), for annealing; by default that of the decisions."""

    def __init__(self, *args: Any, config: Config | None = None, **kwargs: Any) -> None:
        if config is not None:  # else a saved trainer is being loaded, whose config comes with it
            self.config = config
            self.bf16 = has_bf16_instructions() if config.bf16 is None else config.bf16
        super().__init__(*args, rollout_buffer_class=_NoBuffer, **kwargs)

    def _setup_model(self) -> None:
        super()._setup_model()
        self.rollout: Rollout | None = None
        self.game_returns: list[Array] = []
        self._teacher: Agent | None = None
        self._generator = np.random.default_rng(self.seed)
        self.opponents = Opponents(self.config, self.seed or 0, self._generator)

    def _excluded_save_params(self) -> list[str]:
        own = ("rollout", "game_returns", "progress", "opponents", "_teacher", "_last_obs", "_generator")
        return [*super()._excluded_save_params(), *own]

    @property
    def batch(self) -> Batch:
        assert isinstance(self.env, BatchVecEnv)
        return self.env.batch

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        used = num_timesteps / total_timesteps if self.progress is None else self.progress()
        self._current_progress_remaining = 1.0 - min(used, 1.0)

    # The policy's modules, called directly

    def _actor(self, x: th.Tensor) -> th.Tensor:
        with self._precision():
            logits: th.Tensor = self.policy.mlp_extractor.forward_actor(x)
        return logits.float()

    def _critic(self, x: th.Tensor) -> th.Tensor:
        with self._precision():
            values: th.Tensor = self.policy.mlp_extractor.forward_critic(x)
        return values.float().flatten()

    def _precision(self) -> th.autocast:
        """Weights, their gradients and all losses stay float32; only what lies between may be bfloat16."""
        return th.autocast("cpu", dtype=th.bfloat16, enabled=self.bf16)

    def _features(self, observation: Array) -> th.Tensor:
        features: th.Tensor = self.policy.features_extractor(th.from_numpy(observation).float())
        return features

    # Playing

    def collect_rollouts(self, env: Any, callback: BaseCallback, *args: Any, **kwargs: Any) -> bool:
        """Play ``n_steps`` decisions at each table and compute their advantages."""
        self.policy.set_training_mode(False)
        batch = self.batch
        # stable-baselines3 does this only after a window, so that a resumed run would begin its annealing anew
        self._update_current_progress_remaining(self.num_timesteps, self._total_timesteps)
        self._hire_teacher()
        if self.rollout is None:
            self.rollout = Rollout(self.n_steps, batch)
        r = self.rollout
        r.carry_over()
        pick = self.opponents.pick
        opponent = pick(self.policy.mlp_extractor, self._precision) if self._teacher is None else None
        frozen = self.opponents.frozen_tables(batch.num_envs)
        callback.on_rollout_start()
        with th.no_grad():
            for row in range(r.carried, r.carried + self.n_steps):
                self._play_step(row, frozen, opponent)
                self.num_timesteps += batch.num_envs
                callback.update_locals(locals())
                if not callback.on_step():
                    return False
            last_values = self._critic(self._features(batch.observation.copy())).numpy()
        same_seat_advantages(
            r.seat, r.learned, r.value, r.done, r.reward, batch.seat.copy(), last_values,
            self.gamma, self.gae_lambda, self.config.decision_cost, r.advantage, r.settled,
        )  # fmt: skip
        callback.on_rollout_end()
        return True

    def _play_step(self, row: int, frozen: int, opponent: Opponent | None) -> None:
        r, batch = self.rollout, self.batch
        assert r is not None
        r.observation[row] = batch.observation
        r.mask[row] = batch.action_mask
        r.seat[row] = batch.seat
        self._decide(row, frozen, opponent)
        batch.step(r.action[row] if self._teacher is None else self._follow_teacher(row))
        r.done[row] = batch.done
        r.reward[row] = batch.reward
        if self.config.truncation_reward is not None:
            r.reward[row, batch.truncated] = self.config.truncation_reward
        if batch.done.any():
            self.game_returns.append(batch.reward[batch.done].copy())

    def _decide(self, row: int, frozen: int, opponent: Opponent | None) -> None:
        """Choose the actions of a row, with their log-probabilities, and estimate the values."""
        r, batch = self.rollout, self.batch
        assert r is not None
        x = self._features(r.observation[row])
        logits = self._actor(x).numpy()
        r.value[row] = self._critic(x).numpy()
        r.learned[row] = True
        uniforms = self._generator.random(batch.num_envs)
        sample_actions(logits, r.mask[row], uniforms, r.action[row], r.log_prob[row])
        if frozen > 0 and opponent is not None:
            # The first tables, all of them: matrices of one shape, where the library prepares each shape anew.
            others = batch.seat[:frozen] != np.arange(frozen) % batch.num_players
            r.learned[row, :frozen] = ~others
            played = opponent(r.observation[row, :frozen], r.mask[row, :frozen], x[:frozen])
            r.action[row, :frozen][others] = played[others]

    # The teacher

    def _hire_teacher(self) -> None:
        """Let the teacher begin, or end: its decisions are no part of the reinforcement learning."""
        config, spent = self.config, 1.0 - self._current_progress_remaining
        if config.teacher is None or spent >= config.teacher_share:
            if self._teacher is not None:
                self._teacher = self.rollout = None
        elif self._teacher is None:
            self._teacher = self.opponents.agent(config.teacher)

    def _follow_teacher(self, row: int) -> Array:
        """Note what the teacher would do. Every second table goes on with the learner's own choice instead, so that
        positions are met into which only the learner would get."""
        r = self.rollout
        assert r is not None and self._teacher is not None
        played = r.action[row].copy()
        r.action[row] = self._teacher.act(r.observation[row], r.mask[row])
        played[::2] = r.action[row, ::2]
        return played

    # Learning

    def train(self) -> None:
        """Some epochs of clipped policy and value updates over the settled decisions of the window."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        assert self.rollout is not None
        data = SettledDecisions(self.rollout)
        clip_range = self.clip_range(self._current_progress_remaining)
        spent = 1.0 - self._current_progress_remaining
        entropy_weight = self.config.entropy_start + spent * (self.config.entropy_end - self.config.entropy_start)
        totals = th.zeros(len(FIGURES))
        minibatches = 0
        for _ in range(self.n_epochs if self._teacher is None else 1):
            order = self._generator.permutation(len(data))
            size = minibatch_size(len(data), self.batch_size or len(data))
            for start in range(0, len(data) - size + 1, size):  # what is left over has its turn in another order
                rows = order[start : start + size]
                totals += self._train_minibatch(data, rows, clip_range, entropy_weight)
                minibatches += 1
        self._n_updates += self.n_epochs
        if self._n_updates // self.n_epochs % self.config.snapshot_every == 0 and self.opponents.are_met:
            self.opponents.take_snapshot(self.policy.mlp_extractor)
        for name, total in zip(FIGURES, totals / max(minibatches, 1)):
            self.logger.record(f"train/{name}", float(total))
        self.logger.record("train/explained_variance", data.explained_variance())
        self.logger.record("train/entropy_weight", entropy_weight)
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")

    def _train_minibatch(
        self, data: SettledDecisions, rows: Array, clip_range: float, entropy_weight: float
    ) -> th.Tensor:
        """One step of the optimizer. Returns the figures of :func:`learning.loss_of`."""
        x = self._features(data.observation[rows])
        loss, figures = loss_of(
            self._actor(x), self._critic(x), data, rows, clip_range, self.vf_coef, entropy_weight,
            imitate=self._teacher is not None,
        )  # fmt: skip
        self.policy.optimizer.zero_grad()
        loss.backward()
        th.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
        self.policy.optimizer.step()
        return figures


def make_ppo(config: Config, tensorboard_log: str | None = None, algorithm: type[BatchPPO] = BatchPPO) -> BatchPPO:
    """A trainer for ``config``, with its batch and the agents that it names. Sets torch's thread count.

    ValueError for options of the game or agents that cannot be used.
    """
    th.set_num_threads(config.threads)
    options = {**config.options, **config.training_options}
    batch = Batch(get(config.game), config.num_envs, seed=config.seed, threads=config.threads, **options)
    model = algorithm(
        SharedWeightsPolicy,
        BatchVecEnv(batch),
        config=config,
        learning_rate=annealed(config.learning_rate),
        n_steps=config.steps_per_update,
        batch_size=config.batch_size,
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip_range,
        vf_coef=config.value_weight,
        max_grad_norm=config.max_grad_norm,
        policy_kwargs={
            "features_extractor_class": ScaledFeatures,
            "net_arch": list(config.hidden),
            "layout": batch.layout,
            "groups": config.groups,
            "optimizer_kwargs": {"eps": 1e-5, "fused": True},
        },
        tensorboard_log=tensorboard_log,
        device="cpu",
        seed=config.seed,
    )
    for name in (*config.opponents, *([] if config.teacher is None else [config.teacher])):
        model.opponents.agent(name)
    return model
