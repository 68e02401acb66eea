"""Train an agent: ``python -m training.train unicorn_hunt --minutes 30 --out runs/hunt``.

The run folder holds ``model.zip`` (to go on: ``--resume``), ``agent.safetensors`` (to play against),
``progress.json`` (the evaluations during the run) and a TensorBoard log. Ctrl-C keeps the last state.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from training.config import Config, load_config
from training.export import agent_of, export
from training.ppo import BatchPPO, make_ppo
from unicorn_envs.agents import Agent, make_agent
from unicorn_envs.evaluation import deal_seeds, duplicate_match, play_games, returns_of, win_rate
from unicorn_envs.games import get
from unicorn_envs.options import parse_options

EVAL_SEED = 2**32
"""Deals of the evaluations during a run: the same each time, and none that a run starts with."""
KEPT = 3
"""Decimals of figures in progress.json."""


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


def make_bar() -> Progress:
    """A bar with the share done, the time gone and left, and the task's fields ``rate`` and ``strength``."""
    return Progress(
        TextColumn("{task.description}"), BarColumn(16), TextColumn("{task.percentage:3.0f}%"),
        TimeElapsedColumn(), TimeRemainingColumn(), TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[strength]}"),
    )  # fmt: skip


class Watch(BaseCallback):
    """Progress bar, evaluation against fixed opponents, and saving."""

    def __init__(self, config: Config, config_name: str, budget: Budget, out: Path, history: list[dict[str, Any]]):
        super().__init__()
        self.config, self.config_name, self.budget, self.out, self.history = config, config_name, budget, out, history
        self._next_evaluation = budget.seconds + min(config.eval_seconds, 10.0)
        self._bar = make_bar()
        self._task = self._bar.add_task(f"training {config_name}", total=1.0, rate="", strength="")
        self._first = (0.0, 0)
        self._opponents: list[tuple[str, Any]] = []

    @property
    def ppo(self) -> BatchPPO:
        assert isinstance(self.model, BatchPPO)
        return self.model

    def _on_training_start(self) -> None:
        self.ppo.progress = lambda: self.budget.used(self.ppo.num_timesteps)
        self._first = (self.budget.seconds, self.ppo.num_timesteps)
        self._bar.start()

    def _on_step(self) -> bool:
        return self.budget.used(self.num_timesteps) < 1.0

    def _on_rollout_end(self) -> None:
        seconds = self.budget.seconds - self._first[0]
        rate = (self.num_timesteps - self._first[1]) / max(seconds, 1e-9)
        self.logger.record("time/decisions_per_second", rate)
        if self.ppo.game_returns:
            returns = np.concatenate(self.ppo.game_returns)
            self.ppo.game_returns.clear()
            self.logger.record("rollout/games", len(returns))
            self.logger.record("rollout/mean_return", float(returns.mean()))
            self.logger.record("rollout/share_decided", float((returns != 0).any(axis=1).mean()))
        self._bar.update(
            self._task, completed=min(self.budget.used(self.num_timesteps), 1.0), rate=f"{rate:,.0f} decisions/s"
        )
        if self.budget.seconds >= self._next_evaluation:
            self.evaluate_and_save()

    def evaluate_and_save(self) -> None:
        """Play against the fixed opponents, note the figures, and save everything."""
        figures = strength(self.ppo, self.config)
        for name, value in figures.items():
            self.logger.record(f"eval/{name}", value)
        self.history.append(
            {"decisions": self.num_timesteps, "seconds": round(self.budget.seconds, 1)}
            | {name: round(value, KEPT) for name, value in figures.items()}
        )
        shown = "  ".join(f"{name} {value:.2f}" for name, value in figures.items())
        self._bar.update(self._task, strength=shown)
        save(self.ppo, self.config, self.config_name, self.budget, self.out, self.history)
        self._next_evaluation = self.budget.seconds + self.config.eval_seconds

    def _on_training_end(self) -> None:
        self._bar.stop()


def strength(model: BatchPPO, config: Config) -> dict[str, float]:
    """Solo: the mean score or return. Otherwise: win rates of one such agent against each fixed opponent."""
    game, players = model.batch.game, model.batch.num_players
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


def save(
    model: BatchPPO, config: Config, config_name: str, budget: Budget, out: Path, history: list[dict[str, Any]]
) -> None:
    """Write the run folder; each file appears whole or not at all."""
    out.mkdir(parents=True, exist_ok=True)
    temporary = out / "model.tmp.zip"
    model.save(temporary)
    temporary.replace(out / "model.zip")
    export(model, config, config_name, budget.seconds, out / "agent.safetensors")
    progress = {"config": config_name, "seconds": budget.seconds, "history": history}
    (out / "progress.json.tmp").write_text(json.dumps(progress, indent=1))
    (out / "progress.json.tmp").replace(out / "progress.json")


def run(config: Config, config_name: str, out: Path, resume: bool = False) -> BatchPPO:
    """Train within the budget of ``config`` and leave everything in ``out``. Returns the trainer."""
    model = make_ppo(config)
    history: list[dict[str, Any]] = []
    seconds = 0.0
    if resume:
        progress = json.loads((out / "progress.json").read_text())
        history, seconds = progress["history"], progress["seconds"]
        model.set_parameters(out / "model.zip")
        saved = BatchPPO.load(out / "model.zip", device="cpu")
        model.num_timesteps, model._n_updates, model.snapshots = saved.num_timesteps, saved._n_updates, saved.snapshots
        model._generator = saved._generator
    out.mkdir(parents=True, exist_ok=True)
    model.set_logger(Logger(str(out), [TensorBoardOutputFormat(str(out))]))
    budget = Budget(config, seconds)
    watch = Watch(config, config_name, budget, out, history)
    try:
        model.learn(config.decisions - model.num_timesteps, callback=watch, reset_num_timesteps=not resume)
    except KeyboardInterrupt:
        print("interrupted: saving what there is", file=sys.stderr)
    finally:
        watch._bar.stop()
    watch.evaluate_and_save()
    return model


def parse_settings(texts: Sequence[str]) -> dict[str, Any]:
    """Settings of a config from texts like ``"hidden=(128, 128)"``; ValueError for unknown names and bad values."""
    names = [setting.name for setting in fields(Config) if setting.name not in ("game", "options", "groups")]
    settings = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in names:
            raise ValueError(f"--set takes NAME=VALUE with one of {', '.join(names)}, not {text!r}")
        try:
            settings[name] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            raise ValueError(f"--set {name}: {value!r} is no Python literal such as 0.5, None, (128, 128)") from None
    return settings


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.train", description="Train an agent with PPO self-play.")
    parser.add_argument("config", help="name of a config in training/configs")
    parser.add_argument("--players", type=int, help="another number of players than the config's")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE",
        help="another setting of the config (config.py), a Python literal: --set teacher=None",
    )
    parser.add_argument("--minutes", type=float, help="time budget")
    parser.add_argument("--decisions", type=int, help="step budget")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--threads", type=int, help="of torch and of the batch")
    parser.add_argument("--out", type=Path, help="run folder (default: runs/<config>)")
    parser.add_argument("--resume", action="store_true", help="go on in the run folder (budget: of the whole run)")
    given = parser.parse_args(arguments)
    try:
        config = load_config(given.config)
        options = {**config.options, **parse_options(get(config.game).options, given.option, given.players)}
        get(config.game).complete_options(**options)
        config = replace(config, options=options, **parse_settings(given.set))
    except ValueError as error:
        parser.error(str(error))
    settings = {name: getattr(given, name) for name in ("minutes", "decisions", "seed", "threads")}
    changes = {name: value for name, value in settings.items() if value is not None}
    out = given.out if given.out is not None else Path("runs") / given.config
    if given.resume and not (out / "model.zip").is_file():
        parser.error(f"there is nothing to resume in {out}")
    run(replace(config, **changes), given.config, out, given.resume)
    print(f"the agent is {out / 'agent.safetensors'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
