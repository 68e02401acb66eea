"""What the shared tests have in common: the settings of every game, random play, and fresh processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import unicorn_envs
from unicorn_envs.game import Game, State
from unicorn_envs.games import NAMES

ROOT = Path(__file__).resolve().parents[1]
STEP_LIMIT = 20_000
"""Random play that has not ended by then hangs."""

Setting = tuple[str, tuple[tuple[str, Any], ...]]


def game_names() -> list[str]:
    return list(NAMES)


def solo_names() -> list[str]:
    return [name for name in NAMES if unicorn_envs.game(name).min_players == 1]


def player_settings() -> list[Setting]:
    """Every game with every number of players and otherwise its defaults."""
    settings = []
    for name in NAMES:
        game = unicorn_envs.game(name)
        settings += [(name, (("num_players", n),)) for n in range(game.min_players, game.max_players + 1)]
    return settings


def option_settings() -> list[Setting]:
    """Every other value of every option (the ends of a range), at the smallest and the largest table."""
    settings = []
    for name in NAMES:
        game = unicorn_envs.game(name)
        for option in game.options:
            if option.name == "num_players":
                continue
            allowed = option.allowed
            values = (allowed[0], allowed[-1]) if isinstance(allowed, range) else allowed
            for players in sorted({game.min_players, game.max_players}):
                for value in values:
                    if value != option.default and is_allowed(game, num_players=players, **{option.name: value}):
                        settings.append((name, (("num_players", players), (option.name, value))))
    return settings


def is_allowed(game: Game, **options: Any) -> bool:
    """Whether options that are allowed one by one are allowed together."""
    try:
        game.complete_options(**options)
    except ValueError:
        return False
    return True


def setting_id(setting: Setting) -> str:
    name, options = setting
    return f"{name}-" + ",".join(f"{key}={value}" for key, value in options)


def of(setting: Setting) -> tuple[Game, dict[str, Any]]:
    """The game and the options of a setting."""
    name, options = setting
    return unicorn_envs.game(name), dict(options)


def pick(generator: np.random.Generator, mask: np.ndarray) -> int:
    """A uniformly random legal action."""
    legal = np.flatnonzero(mask)
    return int(legal[generator.integers(len(legal))])


def walk(game: Game, seed: int, **options: Any) -> Iterator[State]:
    """The live state of a random game at each decision, and once more when it is over."""
    generator = np.random.default_rng(seed)
    state = game.new(seed, **options)
    yield state
    for _ in range(STEP_LIMIT):
        if game.over(state):
            return
        game.apply(state, pick(generator, game.mask(state)))
        yield state
    raise AssertionError(f"{game.name}: no end after {STEP_LIMIT} random decisions")


def searched(game: Game, root: State, nodes: int) -> Iterator[State]:
    """``root`` and what can follow from it with the same future, first what is near: at most so many states."""
    frontier, found = [game.clone(root)], 0
    while frontier and found < nodes:
        following: list[State] = []
        for state in frontier[: nodes - found]:
            yield state
            found += 1
            for action in game.legal_actions(state):
                child = game.clone(state)
                game.apply(child, action)
                following.append(child)
        frontier = following


class Choices:
    """What a seat may choose, by what it sees: equal observations of a seat must come with equal masks."""

    def __init__(self, game: Game):
        self.game = game
        self.met_again = 0
        """How often an observation was seen before, in another state."""
        self._first: dict[tuple[int, bytes], State] = {}

    def note(self, state: State) -> None:
        """Remember the choice of the seat that decides; AssertionError where it saw the same and had another."""
        seat = self.game.seat(state)
        if seat < 0:
            return
        first = self._first.setdefault((seat, self.game.observe(state, seat).tobytes()), self.game.clone(state))
        if without_chance(first) != without_chance(state):
            self.met_again += 1
            names = [set(self.game.actions.legal(self.game.mask(one))) for one in (first, state)]
            assert names[0] == names[1], (
                f"player_{seat} sees the same and may choose {sorted(names[0] - names[1])} in one state only, "
                f"{sorted(names[1] - names[0])} in the other:\n{self.game.describe(first)}\n{self.game.describe(state)}"
            )


@cache
def random_states(setting: Setting, games: int, per_game: int, seed: int = 0) -> tuple[State, ...]:
    """States from all over some random games: the first, the last, and random ones in between. Copy to change."""
    game, options = of(setting)
    generator = np.random.default_rng(seed)
    chosen = []
    for number in range(games):
        states = [state.copy() for state in walk(game, seed + number, **options)]
        between = generator.permutation(len(states))[: max(per_game - 2, 0)]
        chosen += [states[i] for i in sorted({0, len(states) - 1, *between.tolist()})]
    for state in chosen:
        state.setflags(write=False)
    return tuple(chosen)


def altered(state: State, **fields: Any) -> State:
    """The state with other values in some fields: ``turn=3`` fills the field; ``deck={(0, 9): 1}``, or for one place
    ``deck=((0, 9), 1)``, is ``deck[0, 9] = 1``."""
    for name, change in fields.items():
        places = dict([change]) if isinstance(change, tuple) else change if isinstance(change, dict) else {(): change}
        for place, value in places.items():
            state[name][(0, *place)] = value
    return state


def without_chance(state: State) -> bytes:
    """The bytes of a state except those of its generator."""
    copy = state.copy()
    copy["rng"] = 0
    return copy.tobytes()


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
        env={**inherited, "PYTHONPATH": str(cwd), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def chi_square(counts: Any, expected: Any) -> tuple[float, float]:
    """The statistic, and what it exceeds once in a million (Wilson and Hilferty's approximation)."""
    counts, expected = np.asarray(counts, dtype=float), np.asarray(expected, dtype=float)
    assert expected.min() >= 5, "too few expected for a chi-square test"
    freedom = counts.size - 1
    spread = 2 / (9 * freedom)
    return float(((counts - expected) ** 2 / expected).sum()), freedom * (1 - spread + 4.7534 * spread**0.5) ** 3
