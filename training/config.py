"""All settings of a training run, one line of help each."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import Any

from training.networks import ItemGroup


@dataclass(frozen=True)
class Config:
    """Settings of one run; ``training/configs/<name>.py`` holds one for each game setting as ``CONFIG``."""

    game: str  # name of the game
    options: dict[str, Any] = field(default_factory=dict)  # options of the game
    training_options: dict[str, Any] = field(default_factory=dict)  # what differs while it trains, such as a lower cap
    truncation_reward: float | None = None  # what each seat gets in training when a game is cut off; None: its return
    num_envs: int = 1024  # tables played side by side
    steps_per_update: int = 16  # decisions at each table between updates (num_envs * this >= 16k)
    batch_size: int = 4096  # decisions in a minibatch
    epochs: int = 3  # passes over the decisions of an update
    hidden: tuple[int, ...] = (256, 256)  # sizes of the trunk's layers, of actor and critic each
    groups: tuple[ItemGroup, ...] = ()  # items that share weights; none: a plain multilayer perceptron
    learning_rate: float = 1e-3  # at the start; annealed to a tenth
    gamma: float = 1.0  # games end: no discount
    gae_lambda: float = 0.95  # trade-off of bias and variance in the advantages
    clip_range: float = 0.2  # of the probability ratio
    entropy_start: float = 0.02  # weight of the entropy bonus at the start ...
    entropy_end: float = 0.003  # ... and at the end, linear in between
    value_weight: float = 0.5  # weight of the critic's loss
    max_grad_norm: float = 0.5  # gradient clipping
    frozen_share: float = 0.4  # share of tables where one seat learns against frozen opponents (2 players or more)
    opponents: tuple[str, ...] = ()  # agents that are frozen opponents beside the snapshots, such as "heuristic"
    snapshot_every: int = 20  # updates between snapshots
    snapshot_newest_left_out: int = 2  # the newest snapshots are too much like the learner
    teacher: str | None = None  # an agent, such as "heuristic", that is imitated before the reinforcement learning
    teacher_share: float = 0.1  # share of the budget for that
    decision_cost: float = 0.0  # what each decision costs the seat that makes it, in training, so that games end
    sample: bool = False  # whether the exported agent draws from its policy (else: likeliest action)
    minutes: float = 30.0  # time budget
    decisions: int = 1_000_000_000  # step budget; the run ends with whichever comes first
    threads: int = 1  # of torch, and of the batch
    bf16: bool | None = None  # matrix products in bfloat16; None: where the processor has instructions for it
    eval_games: int = 1000  # games against each fixed opponent in the evaluations during the run
    eval_seconds: float = 120.0  # between those evaluations
    seed: int = 0  # of everything


def load_config(name: str) -> Config:
    """The config called ``name``; ValueError that lists what there is."""
    from training import configs

    if name not in configs.NAMES:
        raise ValueError(f"there is no config {name!r}; there are {', '.join(configs.NAMES)}")
    config = importlib.import_module(f"training.configs.{name}").CONFIG
    assert isinstance(config, Config)
    return config
