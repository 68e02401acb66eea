"""What the shared tests have in common: the settings of every game, and fresh processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import unicorn_envs
from unicorn_envs import testing
from unicorn_envs.game import Game, State
from unicorn_envs.registry import VERSIONS
from unicorn_envs.testing import STEP_LIMIT as STEP_LIMIT
from unicorn_envs.testing import Choices as Choices
from unicorn_envs.testing import is_allowed as is_allowed
from unicorn_envs.testing import pick as pick
from unicorn_envs.testing import searched as searched
from unicorn_envs.testing import walk as walk
from unicorn_envs.testing import without_chance as without_chance

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "examples"
sys.path.insert(0, str(EXAMPLES))
OUTSIDE = unicorn_envs.game("leduc_poker:GAME")
"""A game from outside the package: all that is tested of every game is tested of it."""

Setting = tuple[str, tuple[tuple[str, Any], ...]]


def game_names() -> list[str]:
    """The games of the package, and the one from outside."""
    return [*VERSIONS, OUTSIDE.name]


def solo_names() -> list[str]:
    return [name for name in game_names() if unicorn_envs.game(name).min_players == 1]


def player_settings(names: Sequence[str] | None = None) -> list[Setting]:
    """Every game with every number of players and otherwise its defaults."""
    return _settings(testing.player_settings, names)


def option_settings(names: Sequence[str] | None = None) -> list[Setting]:
    """Every other value of every option (the ends of a range), at the smallest and the largest table."""
    return _settings(testing.option_settings, names)


def _settings(of_game: Callable[[Game], list[dict[str, Any]]], names: Sequence[str] | None) -> list[Setting]:
    games = game_names() if names is None else names
    return [(name, tuple(options.items())) for name in games for options in of_game(unicorn_envs.game(name))]


def setting_id(setting: Setting) -> str:
    name, options = setting
    return f"{name}-" + ",".join(f"{key}={value}" for key, value in options)


def of(setting: Setting) -> tuple[Game, dict[str, Any]]:
    """The game and the options of a setting."""
    name, options = setting
    return unicorn_envs.game(name), dict(options)


def random_states(setting: Setting, games: int, per_game: int, seed: int = 0) -> tuple[State, ...]:
    """States from all over some random games of a setting: the first, the last, and random ones in between."""
    return testing.random_states(*of(setting), games, per_game, seed)


def altered(state: State, **fields: Any) -> State:
    """The state with other values in some fields: ``turn=3`` fills the field; ``deck={(0, 9): 1}``, or for one place
    ``deck=((0, 9), 1)``, is ``deck[0, 9] = 1``."""
    for name, change in fields.items():
        places = dict([change]) if isinstance(change, tuple) else change if isinstance(change, dict) else {(): change}
        for place, value in places.items():
            state[name][(0, *place)] = value
    return state


def plain_info(info: dict[str, Any]) -> dict[str, Any]:
    """The same in a form that == compares."""
    return {key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in info.items()}


def kinds(info: dict[str, Any]) -> dict[str, Any]:
    """Keys, types and shapes of an info, also of a vector environment's."""
    return {
        key: kinds(value) if isinstance(value, dict) else (type(value), getattr(value, "dtype", None), np.shape(value))
        for key, value in info.items()
    }


def run_python(code: str, *arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``code`` in a fresh process that imports the package from ``cwd``."""
    process = start_python(code, *arguments, cwd=cwd, **environment)
    output, errors = process.communicate(timeout=600)
    assert process.returncode == 0, errors
    return subprocess.CompletedProcess(process.args, 0, output, errors)


def start_python(code: str, *arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.Popen[str]:
    inherited = {k: v for k, v in os.environ.items() if k not in ("NUMBA_DISABLE_JIT", "UNICORN_ENVS_CHECK")}
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        env={**inherited, "PYTHONPATH": os.pathsep.join([str(cwd), str(EXAMPLES)]), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def chi_square(counts: Any, expected: Any) -> tuple[float, float]:
    """The statistic, and what it exceeds once in a million."""
    counts, expected = np.asarray(counts, dtype=float), np.asarray(expected, dtype=float)
    assert expected.min() >= 5, "too few expected for a chi-square test"
    return float(((counts - expected) ** 2 / expected).sum()), testing.honesty.chi_square_limit(counts.size - 1)
