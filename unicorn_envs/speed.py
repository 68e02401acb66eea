"""How many decisions a second each way into a game makes.

A decision is one action of one player; dealing is inside the timing and counts for nothing. What is played was
recorded beforehand with random players, so that choosing is outside the timing (except in the line that says
otherwise). The lines take turns in rounds, because machines are noisy: compare medians, or ratios within a round.
Time is processor time, which other programs disturb least; with two threads it is time on the clock.

======================  =========================================================================================
line                    what is timed
======================  =========================================================================================
engine                  deal, then apply every action of a recorded game (one compiled loop)
engine_mask             the same, and the mask of who decides next is written after each action
engine_mask_observation the same, and its observation too
aec                     ``reset``, then ``agent_iter()``, ``last()``, ``step(recorded action)`` to the end
aec_random              the same with ``action_space(agent).sample(mask)``, the choice inside the timing
batch_1, batch_2        ``Batch.reset``, then ``step(recorded actions)`` for 1024 tables, 1 or 2 threads; mask and
                        observation of every table are written, and tables deal anew when their game ends
gymnasium               ``gymnasium.make(id)``: ``reset``, then ``step(recorded action)`` to the end
gymnasium_vector        ``gymnasium.make_vec(id, 1024)``: ``reset``, then ``step(recorded actions)``
======================  =========================================================================================
"""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import gymnasium
import numpy as np

from unicorn_envs import SOLO_IDS
from unicorn_envs.agents import RandomAgent
from unicorn_envs.arrays import Int64Array
from unicorn_envs.envs.aec import CardGameEnv
from unicorn_envs.envs.batch import Batch
from unicorn_envs.game import Game
from unicorn_envs.options import encode_options
from unicorn_envs.registry import get

Recorded: TypeAlias = "list[tuple[int, list[int]]]"
Chunk: TypeAlias = "tuple[int, float]"

ROUNDS = 7
TABLES = 1024
STEPS = 128
"""Steps of each table in one run of a batch."""
GAMES = 32
"""Recorded games of each kind."""


@dataclass
class Line:
    """Something to measure: ``run()`` does some work and returns its decisions and the seconds they took."""

    subject: str
    players: int
    name: str
    run: Callable[[], Chunk]
    rates: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.rates)

    def as_json(self) -> dict[str, Any]:
        return {
            "subject": self.subject,
            "players": self.players,
            "line": self.name,
            "decisions_per_second": self.median,
            "rounds": self.rates,
        }


def player_counts(game: Game) -> list[int]:
    """The numbers of players that are measured: the fewest, the most, and 2 and 4 between them."""
    between = {n for n in (2, 4) if game.min_players <= n <= game.max_players}
    return sorted({game.min_players, game.max_players} | between)


def record_games(game: Game, num_players: int, count: int = GAMES) -> Recorded:
    """``count`` games of random players: seed and actions of each."""
    agent = RandomAgent(0)
    recorded: Recorded = []
    for seed in range(count):
        state = game.new(seed=seed, num_players=num_players)
        actions: list[int] = []
        unused = np.zeros(game.observation.for_players(num_players).size, dtype=np.int8)
        mask = game.mask(state)
        while not game.over(state):
            action = int(agent.act(unused[None], mask[None])[0])
            actions.append(action)
            game.driver.step_one(state, action, unused, mask)
        recorded.append((seed, actions))
    return recorded


def record_steps(batch: Batch, steps: int) -> Int64Array:
    """(steps, tables) int64: what random players choose from the deal of seed 0 on."""
    agent = RandomAgent(0)
    batch.reset(0)
    actions = np.zeros((steps, batch.num_envs), dtype=np.int64)
    for t in range(steps):
        actions[t] = agent.act(batch.observation, batch.action_mask)
        batch.step(actions[t])
    return actions


# The lines


def lines_of(game: Game, num_players: int, tables: int = TABLES, steps: int = STEPS) -> Iterator[Line]:
    """All lines of one game with one number of players."""
    recorded = record_games(game, num_players)
    for parts, name in enumerate(("engine", "engine_mask", "engine_mask_observation")):
        yield Line(game.name, num_players, name, engine_run(game, num_players, recorded, parts))
    env = CardGameEnv(game, num_players=num_players)
    yield Line(game.name, num_players, "aec", aec_run(env, recorded))
    yield Line(game.name, num_players, "aec_random", aec_random_run(env))
    actions = record_steps(Batch(game, tables, seed=0, num_players=num_players), steps)
    for threads in (1, 2):
        batch = Batch(game, tables, seed=0, threads=threads, num_players=num_players)
        yield Line(game.name, num_players, f"batch_{threads}", batch_run(batch, actions))
    if num_players == 1 and game.name in SOLO_IDS:
        yield Line(game.name, 1, "gymnasium", gymnasium_run(gymnasium.make(SOLO_IDS[game.name]), recorded))
        vector = gymnasium.make_vec(SOLO_IDS[game.name], num_envs=tables)
        yield Line(game.name, 1, "gymnasium_vector", vector_run(vector, vector_actions(vector, steps)))


def engine_run(game: Game, num_players: int, recorded: Recorded, parts: int) -> Callable[[], Chunk]:
    states = [game.new(seed=seed, num_players=num_players) for seed, _ in recorded]
    seeds = [np.array([seed], dtype=np.uint64) for seed, _ in recorded]
    encoded = encode_options(game.options, game.complete_options(num_players=num_players))
    actions = [np.array(taken, dtype=np.int64) for _, taken in recorded]
    observation = np.zeros(game.observation.for_players(num_players).size, dtype=np.int8)
    mask = np.zeros(len(game.actions), dtype=np.int8)
    deal, replay, blank = game.driver.reset_games, game.driver.replay, game.blank
    decisions = sum(map(len, actions))

    def run() -> Chunk:
        started = time.process_time()
        for state, seed, taken in zip(states, seeds, actions):
            deal(state, 0, 1, blank, encoded, seed)
            replay(state, taken, observation, mask, parts)
        return decisions, time.process_time() - started

    return run


def aec_run(env: Any, recorded: Recorded) -> Callable[[], Chunk]:
    """The loop of PettingZoo's documentation, with recorded actions; for any AEC environment."""
    decisions = sum(len(actions) for _, actions in recorded)

    def run() -> Chunk:
        started = time.process_time()
        for seed, actions in recorded:
            env.reset(seed=seed)
            following = iter(actions)
            for _ in env.agent_iter():
                _, _, termination, truncation, _ = env.last()
                env.step(None if termination or truncation else next(following))
        return decisions, time.process_time() - started

    return run


def aec_random_run(env: Any) -> Callable[[], Chunk]:
    """The loop of PettingZoo's documentation as it stands, one game; for any AEC environment."""

    def run() -> Chunk:
        decisions = 0
        started = time.process_time()
        env.reset(seed=0)
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                action = None
            else:
                action = env.action_space(agent).sample(observation["action_mask"])
                decisions += 1
            env.step(action)
        return decisions, time.process_time() - started

    return run


def batch_run(batch: Batch, actions: Int64Array) -> Callable[[], Chunk]:
    clock = time.process_time if batch.threads == 1 else time.perf_counter

    def run() -> Chunk:
        started = clock()
        batch.reset(0)
        for step in actions:
            batch.step(step)
        return actions.size, clock() - started

    return run


def gymnasium_run(env: Any, recorded: Recorded) -> Callable[[], Chunk]:
    decisions = sum(len(actions) for _, actions in recorded)

    def run() -> Chunk:
        started = time.process_time()
        for seed, actions in recorded:
            env.reset(seed=seed)
            for action in actions:
                env.step(action)
        return decisions, time.process_time() - started

    return run


def vector_actions(vector: Any, steps: int) -> Int64Array:
    """(steps, tables) int64: what random players choose from the deal of seed 0 on."""
    agent = RandomAgent(0)
    observation, info = vector.reset(seed=0)
    actions = np.zeros((steps, vector.num_envs), dtype=np.int64)
    for t in range(steps):
        actions[t] = agent.act(observation, info["action_mask"])
        observation, _, _, _, info = vector.step(actions[t])
    return actions


def vector_run(vector: Any, actions: Int64Array) -> Callable[[], Chunk]:
    def run() -> Chunk:
        started = time.process_time()
        vector.reset(seed=0)
        for step in actions:
            vector.step(step)
        return actions.size, time.process_time() - started

    return run


# Measuring


def take_turns(lines: Sequence[Line], seconds: float, rounds: int = ROUNDS) -> None:
    """Measure all lines in ``rounds`` rounds, each line about ``seconds`` in all; every round adds a rate."""
    for line in lines:
        line.run()  # warm: loads compiled code, fills caches
    for _ in range(rounds):
        for line in lines:
            decisions, spent = line.run()
            while spent < seconds / rounds:
                more, longer = line.run()
                decisions, spent = decisions + more, spent + longer
            line.rates.append(decisions / spent)


def machine() -> dict[str, Any]:
    """What the figures depend on: processor, cores, versions."""
    names = ("numpy", "numba", "gymnasium", "pettingzoo", "unicorn_envs")
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "versions": {name: version_of(name) for name in names},
    }


def _cpu_model() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for text in info.read_text().splitlines():
            if text.startswith("model name"):
                return text.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def version_of(distribution: str) -> str | None:
    """The installed version of a distribution; of this package also where it is not installed; else None."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        if distribution == "unicorn_envs":
            from unicorn_envs import __version__

            return __version__
        return None


def report(
    lines: Sequence[Line], seconds: float, rounds: int, tables: int = TABLES, steps: int = STEPS
) -> dict[str, Any]:
    """The results as plain values, ready for JSON."""
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "machine": machine(),
        "settings": {"seconds_per_line": seconds, "rounds": rounds, "tables": tables, "steps": steps, "games": GAMES},
        "lines": [line.as_json() for line in lines],
    }


def own_lines(names: Sequence[str], tables: int = TABLES, steps: int = STEPS) -> list[Line]:
    """The lines of these games, at several numbers of players."""
    return [
        line
        for name in names
        for players in player_counts(get(name))
        for line in lines_of(get(name), players, tables, steps)
    ]


def measure(names: Sequence[str], seconds: float = 1.0, rounds: int = ROUNDS) -> dict[str, Any]:
    """Measure these games; the results as :func:`show` reads them."""
    lines = own_lines(names)
    take_turns(lines, seconds, rounds)
    return report(lines, seconds, rounds)


HEADINGS = {
    "engine": "engine",
    "engine_mask": "+ mask",
    "engine_mask_observation": "+ obs.",
    "aec": "AEC",
    "aec_random": "AEC rnd",
    "batch_1": "batch",
    "batch_2": "2 thr.",
    "gymnasium": "gym",
    "gymnasium_vector": "vector",
}


def show(results: dict[str, Any]) -> None:
    """Print the lines of our games as a table: a row for each game and number of players."""
    from rich.table import Table

    from unicorn_envs.table.report import PlainConsole, print_table

    console = PlainConsole()
    about = results["machine"]
    console.print(f"{about['cpu']}, {about['cores']} cores, Python {about['python']}, {results['date']}")
    table = Table("decisions/s", "players", box=None)
    table.columns[0].no_wrap = True
    for heading in HEADINGS.values():
        table.add_column(heading, justify="right", no_wrap=True)
    rows: dict[tuple[str, int], dict[str, float]] = {}
    for line in results["lines"]:
        rows.setdefault((line["subject"], line["players"]), {})[line["line"]] = line["decisions_per_second"]
    for (subject, players), rates in rows.items():
        if "engine" in rates:  # one of our games, not a peer
            cells = (short(rates[name]) if name in rates else "-" for name in HEADINGS)
            table.add_row(subject, str(players), *cells)
    print_table(console, table)


def short(rate: float) -> str:
    """A rate in four characters or so: 2.29M, 341k."""
    return f"{rate / 1e6:.2f}M" if rate >= 1e6 else f"{rate / 1e3:.0f}k" if rate >= 1e4 else f"{rate / 1e3:.1f}k"
