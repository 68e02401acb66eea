"""Train an agent: ``python -m training.train unicorn_hunt --minutes 30`` (installed: ``unicorn-envs train ...``).

The run folder holds ``model.zip`` (to go on: ``--resume``), ``agent.safetensors`` (to play against),
``progress.json`` (the evaluations during the run) and a TensorBoard log. Ctrl-C and SIGTERM save first, then measure
what there is; a second one leaves that out. Exit codes are those of ``unicorn_envs.cli.exits``.
"""

from __future__ import annotations

import argparse
import ast
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich import get_console
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from unicorn_envs.agents import Agent, make_agent
from unicorn_envs.cli.arguments import Parser
from unicorn_envs.cli.exits import NotWrittenError, Stopped, one_line, run_command
from unicorn_envs.evaluation import deal_seeds, duplicate_match, play_games, returns_of, win_rate
from unicorn_envs.options import parse_options
from unicorn_envs.registry import get

from .config import Config, differences, load_config, short_name
from .configs import NAMES
from .export import agent_of
from .log import ScalarLog
from .ppo import BatchPPO, make_ppo
from .rollout import Rollout
from .saves import AGENT, find_save, mend, newest_run, restore, run_folder, state_of, write_save
from .stopping import StopSignals, warn

EVAL_SEED = 2**32
"""Deals of the evaluations during a run: the same each time, and none that a run starts with."""
KEPT = 3
"""Decimals of figures in progress.json."""
RUNS = Path("runs")
CANNOT_BE_USED = (ValueError, TypeError, OSError, RuntimeError, MemoryError)
"""What says, before a run starts, that its arguments cannot be used."""
ROOM_FOR_RATE = 80
"""Columns of a terminal from which on the progress line has room for the rate."""
FIRST_EVALUATION = 10.0
"""Seconds until the first evaluation and save."""


class Budget:
    """How much of the time and step budget a run has used, earlier parts of a resumed run included."""

    def __init__(self, config: Config, seconds_before: float = 0.0) -> None:
        self.config = config
        self._started = time.monotonic() - seconds_before

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def used(self, decisions: int) -> float:
        """0 at the start, 1 when the run is over."""
        return max(self.seconds / (60 * self.config.minutes), decisions / self.config.decisions)


class Description(ProgressColumn):
    """The description of a task, cut where the line is too narrow."""

    def __init__(self) -> None:
        super().__init__(table_column=Column(overflow="ellipsis"))

    def render(self, task: Task) -> Text:
        return Text(task.description, no_wrap=True, overflow="ellipsis")


def make_bar(console: Console | None = None) -> Progress:
    """A bar with the share done, the time left, and the task's fields ``strength`` and ``rate`` (decisions a second).

    In a narrow terminal the rate is left out and the description gives way.
    """
    console = get_console() if console is None else console
    whole = Column(no_wrap=True)
    columns = [
        Description(), BarColumn(12, table_column=Column(no_wrap=True, min_width=12)),
        TextColumn("{task.percentage:3.0f}%", table_column=whole), TimeRemainingColumn(table_column=whole),
        TextColumn("left", table_column=whole), TextColumn("{task.fields[strength]}", table_column=whole),
    ]  # fmt: skip
    if console.width >= ROOM_FOR_RATE:
        columns.append(TextColumn("{task.fields[rate]}", table_column=whole))
    return Progress(*columns, console=console)


def in_thousands(rate: float) -> str:
    """A rate of decisions, short enough for the progress line."""
    return f"{rate / 1000:.1f}k dec/s"


class Run:
    """A run that has been checked and can begin: trainer, budget, folder.

    Whatever cannot be used is refused here: ValueError, TypeError or OSError, before anything is changed.

    Parameters
    ----------
    config, config_name: the settings, and the name they go by.
    out: the run folder; None: a new one, runs/<config_name>, or the first free runs/<config_name>-2, ...
    resume: go on with the run in ``out``, whose settings must be those of ``config``, the budget excepted.
    overwrite: replace the run that is in ``out``.
    """

    def __init__(
        self, config: Config, config_name: str, out: Path | None, resume: bool = False, overwrite: bool = False
    ) -> None:
        self.config, self.config_name = config, config_name
        self.history: list[dict[str, Any]] = []
        self.out: Path
        self.save_problem: str | None = None
        """Why the last save could not be written; None when it was."""
        game = get(config.game)
        players = game.complete_options(**config.options)["num_players"]
        if config.eval_games < 2 * players:
            raise ValueError(f"eval_games must be at least {2 * players} (two deals), not {config.eval_games}")
        seconds = 0.0
        if resume:
            if out is None:
                raise ValueError("a run that goes on needs its folder")
            path, save = find_save(out)
            now = {"config": config_name, "version": game.version, "layout": game.layout_hash(players)}
            then = {name: getattr(save, name) for name in now}
            found = differences({**then, **save.settings}, {**now, **config.as_json()})
            if found:
                raise ValueError(
                    f"{out} was started with other settings, and only minutes and decisions may change: "
                    f"{'; '.join(found)}"
                )
            self.history, seconds = list(save.history), save.seconds
        self.model = make_ppo(config)
        self.model.rollout = Rollout(config.steps_per_update, self.model.batch)
        if resume and out is not None:
            restore(self.model, path, save)
            mend(out, path, self.model, save)
            self.out = out
        else:
            instead = "--resume to go on with it, --overwrite to replace it"
            self.out = run_folder(out, RUNS / config_name, overwrite, instead=instead)
        self.budget = Budget(config, seconds)
        if self.budget.used(self.model.num_timesteps) >= 1.0:
            raise ValueError(
                f"the budget of {self.out} is spent: {seconds / 60:.1f} of {config.minutes:g} minutes, "
                f"{self.model.num_timesteps:,} of {config.decisions:,} decisions; give more with --minutes, --decisions"
            )

    def train(self) -> BatchPPO:
        """Learn until the budget is spent, save, and measure. Returns the trainer.

        Stopped when Ctrl-C or SIGTERM ended it, and all is saved; NotWrittenError when the last save could not be
        written.
        """
        model = self.model
        model.set_logger(Logger(str(self.out), [ScalarLog(self.out)]))
        with StopSignals() as signals:
            watch = Watch(self, signals)
            with watch.bar:
                # the steps already made are counted by stable-baselines3
                steps = self.config.decisions - model.num_timesteps
                model.learn(steps, callback=watch, reset_num_timesteps=model.num_timesteps == 0)
            if signals.first is not None:
                print(f"saving what there is in {self.out}", file=sys.stderr, flush=True)
            self.save()
            try:
                with signals.at_once(borne=min(signals.count, 1)):
                    self.measure()
            except Stopped:
                print("the evaluation is left out", file=sys.stderr, flush=True)
            else:
                self.save()
        if self.save_problem is not None:
            raise NotWrittenError(f"the last save could not be written: {self.save_problem}")
        signals.raise_if_stopped()
        return model

    def measure(self) -> dict[str, float]:
        """Play against the fixed opponents and note the figures."""
        figures = strength(self.model)
        self.history.append(
            {"decisions": int(self.model.num_timesteps), "seconds": round(self.budget.seconds, 1)}
            | {name: round(value, KEPT) for name, value in figures.items()}
        )
        return figures

    def save(self) -> None:
        """Write the run folder. Where it cannot be written a run goes on with a warning, and tries again later."""
        save = state_of(self.model, self.config_name, self.budget.seconds, self.history)
        try:
            write_save(self.out, self.model, save)
        except OSError as error:
            self.save_problem = one_line(error)
            warn(f"this save could not be written: {self.save_problem}")
        else:
            self.save_problem = None


class Watch(BaseCallback):
    """Progress bar, evaluation against fixed opponents, saving, and the end of the run."""

    def __init__(self, run: Run, signals: StopSignals) -> None:
        super().__init__()
        self.run, self.signals = run, signals
        self._next_evaluation = run.budget.seconds + min(run.config.eval_seconds, FIRST_EVALUATION)
        self._first = (run.budget.seconds, run.model.num_timesteps)
        self.bar = make_bar()
        self._task = self.bar.add_task(run.config_name, total=1.0, rate="", strength="")

    def _on_training_start(self) -> None:
        run = self.run
        run.model.progress = lambda: run.budget.used(run.model.num_timesteps)

    def _on_step(self) -> bool:
        return self.signals.first is None and self.run.budget.used(self.num_timesteps) < 1.0

    def _on_rollout_end(self) -> None:
        model, budget = self.run.model, self.run.budget
        seconds = budget.seconds - self._first[0]
        rate = (self.num_timesteps - self._first[1]) / max(seconds, 1e-9)
        self.logger.record("time/decisions_per_second", rate)
        if model.game_returns:
            returns = np.concatenate(model.game_returns)
            model.game_returns.clear()
            self.logger.record("rollout/games", len(returns))
            self.logger.record("rollout/mean_return", float(returns.mean()))
            self.logger.record("rollout/share_decided", float((returns != 0).any(axis=1).mean()))
        self.bar.update(self._task, completed=min(budget.used(self.num_timesteps), 1.0), rate=in_thousands(rate))
        if budget.seconds >= self._next_evaluation:
            self._measure_and_save()

    def _measure_and_save(self) -> None:
        try:
            with self.signals.at_once():
                figures = self.run.measure()
        except Stopped:  # the run ends at the next decision, and saves
            return
        for name, value in figures.items():
            self.logger.record(f"eval/{name}", value)
        self.bar.update(self._task, strength=in_short(figures))
        self.run.save()
        self._next_evaluation = self.run.budget.seconds + self.run.config.eval_seconds


def strength(model: BatchPPO) -> dict[str, float]:
    """Solo: the mean score or return. Otherwise: win rates of one such agent against each fixed opponent."""
    game, players, config = model.batch.game, model.batch.num_players, model.config
    options = model.batch.options  # those of the training: where a game may be cut off early, so it is here
    agent = agent_of(model, "learner", config.sample)
    if players == 1:
        finals = play_games(game, [agent], deal_seeds(config.eval_games, EVAL_SEED), **options)
        if game.scores is not None:
            return {"mean_score": float(game.scores(finals)[:, 0].mean())}
        return {"mean_return": float(returns_of(game, finals, 1).mean())}
    figures = {}
    for name in ("random", "heuristic"):
        others: list[Agent] = [make_agent(name, game, seed=k, **options) for k in range(players - 1)]
        returns, _ = duplicate_match(game, [agent, *others], config.eval_games, EVAL_SEED, **options)
        figures[f"wins_{name}"] = win_rate(returns[:, :, 0]).mean
    return figures


def in_short(figures: Mapping[str, float]) -> str:
    """The figure of :func:`strength` that tells most, for the progress line."""
    if "wins_heuristic" in figures:
        return f"vs heuristic {100 * figures['wins_heuristic']:.0f} %"
    return "  ".join(f"{name.replace('_', ' ')} {value:.2f}" for name, value in figures.items())


def run(config: Config, config_name: str, out: Path | None, resume: bool = False, overwrite: bool = False) -> BatchPPO:
    """Train within the budget of ``config`` and leave everything in ``out``: a :class:`Run` from start to end."""
    return Run(config, config_name, out, resume, overwrite).train()


def parse_settings(texts: Sequence[str]) -> dict[str, Any]:
    """Settings of a config from texts like ``"hidden=(128, 128)"``; ValueError for unknown names and bad values."""
    names = [setting.name for setting in fields(Config) if setting.name not in ("game", "options", "groups")]
    settings: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in names:
            raise ValueError(f"--set takes NAME=VALUE with one of {', '.join(names)}, not {text!r}")
        if name in settings:
            raise ValueError(f"--set {name} is given twice")
        try:
            settings[name] = ast.literal_eval(value)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise ValueError(f"--set {name}: {value!r} is no Python literal such as 0.5, None, (128, 128)") from None
    return settings


def changed(config: Config, given: argparse.Namespace) -> Config:
    """The config with what was given on the command line. An option that was given holds while it trains, too."""
    game = get(config.game)
    options = parse_options(game.options, given.option, given.players)
    training_options = {name: value for name, value in config.training_options.items() if name not in options}
    settings = {name: getattr(given, name) for name in ("minutes", "decisions", "seed", "threads")}
    settings = {name: value for name, value in settings.items() if value is not None}
    options = game.complete_options(**{**config.options, **options})
    return replace(
        config, **{"options": options, "training_options": training_options, **parse_settings(given.set), **settings}
    )


def prepare(given: argparse.Namespace) -> Run:
    """The run that was asked for. A run that goes on has the settings that it was started with, and what is given."""
    config, out, name = load_config(given.config), given.out, short_name(given.config)
    if given.resume:
        out = newest_run(RUNS / name) if out is None else out
        config = Config.from_json(find_save(out)[1].settings)
    return Run(changed(config, given), name, out, given.resume, given.overwrite)


def main(arguments: Sequence[str] | None = None, program: str = "python -m training.train") -> int:
    parser = Parser(prog=program, description="Train an agent with PPO self-play.")
    parser.add_argument("config", help=f"what to train: {', '.join(NAMES)}, a game, or a module or file with a CONFIG")
    parser.add_argument("--players", type=int, help="another number of players than the config's")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE",
        help="another setting of the config (config.py), a Python literal: --set teacher=None",
    )  # fmt: skip
    parser.add_argument("--minutes", type=float, help="time budget")
    parser.add_argument("--decisions", type=int, help="step budget")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--threads", type=int, help="of torch and of the batch")
    parser.add_argument("--out", type=Path, help="run folder (default: a new one, runs/<config>, runs/<config>-2, ...)")
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        "--resume", action="store_true",
        help="go on in the run folder (default: where runs/<config>... was saved last), with the settings it was "
        "started with; the budget, of the whole run, may be another",
    )  # fmt: skip
    way.add_argument("--overwrite", action="store_true", help="replace the run that is in the run folder")
    given = parser.parse_args(arguments)

    def work() -> None:
        try:
            ready = prepare(given)
        except CANNOT_BE_USED as error:
            parser.error(one_line(error))
        print(f"run folder: {ready.out}", flush=True)
        ready.train()
        print(f"the agent is {ready.out / AGENT}")

    return run_command(program, work, saves=True)


if __name__ == "__main__":
    sys.exit(main())
