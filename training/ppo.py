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

import copy
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import torch as th
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch.nn import functional as F

from unicorn_envs.agents import Agent, make_agent
from unicorn_envs.agents.checkpoint import input_scale
from unicorn_envs.envs.batch import Batch
from unicorn_envs.games import get

from .config import Config
from .kernels import same_seat_advantages, sample_actions
from .networks import SharedWeightsPolicy
from .vec_env import BatchVecEnv

Array: TypeAlias = np.ndarray[Any, Any]

Opponent: TypeAlias = Callable[[Array, Array, th.Tensor], Array]
"""Actions for observations, masks and the same observations as network inputs."""

MASKED = -1e9
"""Logit of an illegal action: finite, so that its gradient is zero and not NaN."""
SIZE_STEP = 64
FINAL_LEARNING_RATE = 0.1
"""The learning rate ends at this share of its start."""


class ScaledFeatures(BaseFeaturesExtractor):
    """Brings each entry of an observation into -1 .. 1 by the bounds of its space."""

    scale: th.Tensor

    def __init__(self, observation_space: spaces.Box) -> None:
        super().__init__(observation_space, observation_space.shape[0])
        self.register_buffer("scale", th.from_numpy(input_scale(observation_space.low, observation_space.high)))

    def forward(self, observations: th.Tensor) -> th.Tensor:
        return observations * self.scale


class _NoBuffer(MaskableRolloutBuffer):
    """stable-baselines3 allocates its rollout buffer up front; ours lie elsewhere."""

    def reset(self) -> None:
        pass


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
        self.snapshots: list[dict[str, th.Tensor]] = []
        self.game_returns: list[Array] = []
        self._agents: dict[str, Agent] = {}
        self._teacher: Agent | None = None
        self._generator = np.random.default_rng(self.seed)

    def _excluded_save_params(self) -> list[str]:
        own = ("rollout", "game_returns", "progress", "_agents", "_teacher", "_last_obs", "snapshots", "_generator")
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
        opponent = self._pick_opponent() if self._teacher is None else None
        frozen = self._frozen_tables()
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
            self._teacher = self._fixed_agent(config.teacher)

    def _follow_teacher(self, row: int) -> Array:
        """Note what the teacher would do. Every second table goes on with the learner's own choice instead, so that
        positions are met into which only the learner would get."""
        r = self.rollout
        assert r is not None and self._teacher is not None
        played = r.action[row].copy()
        r.action[row] = self._teacher.act(r.observation[row], r.mask[row])
        played[::2] = r.action[row, ::2]
        return played

    # Frozen opponents

    def take_snapshot(self) -> None:
        """Keep the actor's weights as an opponent for later."""
        state = self.policy.mlp_extractor.state_dict()
        self.snapshots.append({name: value.detach().clone() for name, value in state.items()})

    def _pick_opponent(self) -> Opponent | None:
        """One of the fixed opponents, or a snapshot: all snapshots together are as likely as one fixed opponent.

        Among snapshots the weight grows with the square root of the recency.
        """
        if self.batch.num_players < 2 or self.config.frozen_share <= 0:
            return None
        pool = self.snapshots[: len(self.snapshots) - self.config.snapshot_newest_left_out]
        fixed = self.config.opponents
        kinds = len(fixed) + (1 if pool else 0)
        if kinds == 0:
            return None
        choice = int(self._generator.integers(kinds))
        if choice < len(fixed):
            agent = self._fixed_agent(fixed[choice])
            return lambda observation, mask, x: agent.act(observation, mask)
        weights = np.sqrt(np.arange(1, len(pool) + 1))
        frozen = copy.deepcopy(self.policy.mlp_extractor)
        frozen.load_state_dict(pool[int(self._generator.choice(len(pool), p=weights / weights.sum()))])

        def play(observation: Array, mask: Array, x: th.Tensor) -> Array:
            with self._precision():
                logits = frozen.forward_actor(x).float().numpy()
            actions, log_probs = np.zeros(len(mask), dtype=np.int64), np.zeros(len(mask), dtype=np.float32)
            sample_actions(logits, mask, self._generator.random(len(mask)), actions, log_probs)
            return actions

        return play

    def _fixed_agent(self, name: str) -> Agent:
        if name not in self._agents:
            self._agents[name] = make_agent(name, self.batch.game, self.seed or 0, **self.batch.options)
        return self._agents[name]

    def _frozen_tables(self) -> int:
        """How many tables, the first ones, seat frozen opponents: all seats there but one."""
        return int(self.config.frozen_share * self.batch.num_envs) if self.batch.num_players > 1 else 0

    # Learning

    def train(self) -> None:
        """Some epochs of clipped policy and value updates over the settled decisions of the window."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        assert self.rollout is not None
        data = _SettledDecisions(self.rollout)
        clip_range = self.clip_range(self._current_progress_remaining)
        spent = 1.0 - self._current_progress_remaining
        entropy_weight = self.config.entropy_start + spent * (self.config.entropy_end - self.config.entropy_start)
        totals = th.zeros(5)
        minibatches = 0
        for _ in range(self.n_epochs if self._teacher is None else 1):
            order = self._generator.permutation(len(data))
            size = minibatch_size(len(data), self.batch_size or len(data))
            for start in range(0, len(data) - size + 1, size):  # what is left over has its turn in another order
                rows = order[start : start + size]
                totals += self._train_minibatch(data, rows, clip_range, entropy_weight)
                minibatches += 1
        self._n_updates += self.n_epochs
        if self._n_updates // self.n_epochs % self.config.snapshot_every == 0 and self.batch.num_players > 1:
            self.take_snapshot()
        names = ("policy_gradient_loss", "value_loss", "entropy", "approx_kl", "clip_fraction")
        for name, total in zip(names, totals / max(minibatches, 1)):
            self.logger.record(f"train/{name}", float(total))
        self.logger.record("train/explained_variance", data.explained_variance())
        self.logger.record("train/entropy_weight", entropy_weight)
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")

    def _train_minibatch(
        self, data: _SettledDecisions, rows: Array, clip_range: float, entropy_weight: float
    ) -> th.Tensor:
        x = self._features(data.observation[rows])
        logits = self._actor(x).masked_fill(th.from_numpy(data.mask[rows]) == 0, MASKED)
        log_probs = F.log_softmax(logits, dim=1)
        # softmax, not exp(log_softmax): exp of -1e9 falls into a slow path
        entropy = -(F.softmax(logits, dim=1) * log_probs).sum(dim=1).mean()
        log_prob = log_probs.gather(1, th.from_numpy(data.action[rows])[:, None]).squeeze(1)
        values = self._critic(x)

        advantage = th.from_numpy(data.advantage[rows])
        target = th.from_numpy(data.target[rows])
        advantage = (advantage - advantage.mean()) / (advantage.std(correction=0) + 1e-8)
        log_ratio = log_prob - th.from_numpy(data.log_prob[rows])
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - clip_range, 1 + clip_range)
        policy_loss = -th.min(advantage * ratio, advantage * clipped).mean()
        if self._teacher is not None:
            policy_loss, entropy_weight = -log_prob.mean(), 0.0
        value_loss = F.mse_loss(values, target)
        loss = policy_loss + self.vf_coef * value_loss - entropy_weight * entropy

        self.policy.optimizer.zero_grad()
        loss.backward()
        th.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
        self.policy.optimizer.step()
        with th.no_grad():
            kl = (ratio - 1 - log_ratio).mean()
            clip_fraction = ((ratio - 1).abs() > clip_range).float().mean()
            return th.stack([policy_loss.detach(), value_loss.detach(), entropy.detach(), kl, clip_fraction])


class _SettledDecisions:
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
        model._fixed_agent(name)
    return model


def minibatch_size(decisions: int, wanted: int) -> int:
    """A size near ``wanted`` that leaves hardly any of the decisions over.

    It is a multiple of 64 where it can be: the matrix library prepares each size anew, so there should be few.
    """
    size = decisions // max(1, round(decisions / wanted))
    return size - size % SIZE_STEP if size > SIZE_STEP else size


def has_bf16_instructions() -> bool:
    """Whether this processor multiplies bfloat16 matrices by itself, which makes an update 2 to 3 times faster."""
    tests = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    return any(getattr(th.cpu, name, lambda: False)() for name in tests)


def annealed(start: float) -> Callable[[float], float]:
    """A schedule from ``start`` down to a tenth of it."""

    def schedule(remaining: float) -> float:
        return start * (FINAL_LEARNING_RATE + (1.0 - FINAL_LEARNING_RATE) * remaining)

    return schedule
