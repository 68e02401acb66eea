"""All settings of a training run, one line of help each."""

from __future__ import annotations

import importlib
import json
import math
import operator
import runpy
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from unicorn_envs import registry
from unicorn_envs.registry import get

from . import configs
from .networks import ItemGroup


class Range(NamedTuple):
    """The numbers that a setting may be."""

    low: float
    high: float = math.inf
    whole: bool = False
    open: bool = False  # whether ``low`` itself is left out

    def problem(self, value: Any) -> str | None:
        """What is wrong with ``value``: nothing where it is a finite number of this range."""
        if not isinstance(value, bool) and isinstance(value, int if self.whole else (int, float)):
            above = operator.gt if self.open else operator.ge
            if above(value, self.low) and value <= self.high and (self.whole or abs(value) <= sys.float_info.max):
                return None
        return f"must be {self}, not {value!r}"

    def __str__(self) -> str:
        bounds = []
        if self.low > -math.inf:
            bounds.append(f"over {self.low}" if self.open else f"at least {self.low}")
        if self.high < math.inf:
            bounds.append(f"at most {self.high}")
        kind = "a whole number" if self.whole else "a finite number"
        return kind + (f", {' and '.join(bounds)}" if bounds else "")


MOST_TABLES, MOST_STEPS, MOST_GAMES, MOST_THREADS = 2**20, 2**16, 10**6, 2**10
"""More of them is a slip of the keyboard."""
MOST_SEED = 2**32 - 1
"""Of numpy's and torch's seeds. The deals of the evaluations have seeds above it."""
ZERO_TO_ONE = Range(0, 1)
RANGES = {
    "truncation_reward": Range(-math.inf),
    "num_envs": Range(1, MOST_TABLES, whole=True),
    "steps_per_update": Range(1, MOST_STEPS, whole=True),
    "batch_size": Range(2, whole=True),
    "epochs": Range(1, whole=True),
    "learning_rate": Range(0, 1, open=True),
    "gamma": ZERO_TO_ONE,
    "gae_lambda": ZERO_TO_ONE,
    "clip_range": Range(0, 1, open=True),
    "entropy_start": Range(0),
    "entropy_end": Range(0),
    "value_weight": Range(0),
    "max_grad_norm": Range(0, open=True),
    "frozen_share": ZERO_TO_ONE,
    "snapshot_every": Range(1, whole=True),
    "snapshot_newest_left_out": Range(0, whole=True),
    "teacher_share": ZERO_TO_ONE,
    "decision_cost": Range(0),
    "minutes": Range(0, open=True),
    "decisions": Range(1, whole=True),
    "threads": Range(1, MOST_THREADS, whole=True),
    "eval_games": Range(2, MOST_GAMES, whole=True),
    "eval_seconds": Range(0, open=True),
    "seed": Range(0, MOST_SEED, whole=True),
}
"""What each setting that is a number may be."""
BUDGET = ("minutes", "decisions")
"""The settings that may be others when a run goes on."""


@dataclass(frozen=True)
class Config:
    """Settings of one run; ``training/configs/<name>.py`` holds one for each game setting as ``CONFIG``.

    TypeError or ValueError, which name the setting and what is allowed, for a value that cannot be used.
    """

    game: str  # its name, or MODULE:ATTRIBUTE where it is found
    options: dict[str, Any] = field(default_factory=dict)  # options of the game
    training_options: dict[str, Any] = field(default_factory=dict)  # what differs while it trains, such as a lower cap
    truncation_reward: float | None = None  # what each seat gets in training when a game is cut off; None: its return
    num_envs: int = 1024  # tables played side by side
    steps_per_update: int = 16  # decisions at each table between updates (num_envs * this >= 16k)
    batch_size: int = 4096  # decisions in a minibatch; it divides those of an update
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

    def __post_init__(self) -> None:
        if not isinstance(self.game, str):
            raise TypeError(f"game must be the name of a game, not {self.game!r}")
        for name in ("options", "training_options"):
            if not isinstance(getattr(self, name), Mapping):
                raise TypeError(f"{name} must map names to values, not {getattr(self, name)!r}")
        for name, kind, what in (
            ("hidden", int, "sizes of layers"), ("groups", ItemGroup, "item groups"), ("opponents", str, "agents"),
        ):  # fmt: skip
            values = getattr(self, name)
            if not isinstance(values, (tuple, list)) or any(type(value) is not kind for value in values):
                raise TypeError(f"{name} must be a tuple of {what}, not {values!r}")
            object.__setattr__(self, name, tuple(values))
        if not self.hidden or min(self.hidden) < 1:
            raise ValueError(f"hidden must have one layer or more, of size 1 or more, not {self.hidden}")
        if self.teacher is not None and not isinstance(self.teacher, str):
            raise TypeError(f"teacher must be an agent or None, not {self.teacher!r}")
        if not isinstance(self.sample, bool):
            raise TypeError(f"sample must be True or False, not {self.sample!r}")
        if self.bf16 is not None and not isinstance(self.bf16, bool):
            raise TypeError(f"bf16 must be True, False or None, not {self.bf16!r}")
        for name, allowed in RANGES.items():
            value = getattr(self, name)
            if name == "truncation_reward" and value is None:
                continue
            if (problem := allowed.problem(value)) is not None:
                raise ValueError(f"{name} {problem}")
        if self.num_envs * self.steps_per_update % self.batch_size:
            raise ValueError(
                f"batch_size must divide num_envs * steps_per_update ({self.num_envs * self.steps_per_update}), "
                f"which {self.batch_size} does not"
            )

    def as_json(self) -> dict[str, Any]:
        """All settings as JSON knows them, the options of the game completed."""
        values = {**asdict(self), "options": get(self.game).complete_options(**self.options)}
        settings: dict[str, Any] = json.loads(json.dumps(values))
        return settings

    @classmethod
    def from_json(cls, settings: Mapping[str, Any]) -> Config:
        """The config whose :meth:`as_json` this is."""
        groups: list[dict[str, Any]] = [
            {name: tuple(value) if isinstance(value, list) else value for name, value in group.items()}
            for group in settings["groups"]
        ]
        return cls(**{**settings, "groups": [ItemGroup(**group) for group in groups]})


def differences(started: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What differs between two configs as JSON, one text a setting, the budget left out."""
    found = []
    for name in dict.fromkeys((*started, *now)):
        before, after = started.get(name), now.get(name)
        if name in BUDGET or before == after:
            continue
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            found += [f"{name}: {text}" for text in differences(before, after)]
        else:
            found.append(f"{name} was {before!r}, not {after!r}")
    return found


def load_config(name: str) -> Config:
    """The config called ``name``: one of ``configs``; or a file (``.py``) or a module that has a ``CONFIG``, which is a
    Config or its settings by name; or a game, which is trained with the default settings.

    ValueError that says which there are, or why this one cannot be used.
    """
    if name in configs.NAMES:
        config = importlib.import_module(f"{__package__}.configs.{name}").CONFIG
    elif name in registry.names() or ":" in name:
        config = Config(game=registry.place_of(get(name)))
    else:
        config = _config_from_outside(name)
    if isinstance(config, Mapping):
        config = Config(**config)
    if not isinstance(config, Config):
        raise ValueError(f"CONFIG of {name} must be a Config, or its settings by name, not {type(config).__name__}")
    return config


def _config_from_outside(name: str) -> Any:
    """``CONFIG`` of a file or module; ValueError where there is none."""
    try:
        if name.endswith(".py"):
            return runpy.run_path(name)["CONFIG"]
        return importlib.import_module(name).CONFIG
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise ValueError(f"the config {name} cannot be imported: {error}") from error
        raise ValueError(
            f"there is no config {name!r}; there are {', '.join(configs.NAMES)}, or name a game, or a file (.py) or "
            "module that has a CONFIG"
        ) from None
    except (KeyError, AttributeError):
        raise ValueError(f"{name} has no CONFIG") from None
    except Exception as error:  # whatever the code of others comes upon
        raise ValueError(f"the config {name} cannot be imported: {type(error).__name__}: {error}") from error


def short_name(name: str) -> str:
    """What a config goes by in run folders and cards: the last part of a path or module, or the game's name."""
    if name.endswith(".py"):
        return Path(name).stem
    return get(name).name if ":" in name else name.rpartition(".")[2]
