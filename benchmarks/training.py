"""Training throughput: our trainer against stock MaskablePPO, on the same game: ``python -m benchmarks.training``.

Both learn the same game with two hidden layers of 256 tanh units for policy and value each, the same number of
decisions an update, minibatch and epochs, in one thread. Stock: ``sb3_contrib.MaskablePPO`` on a ``DummyVecEnv`` of 8
copies of the game, where one learner decides for all seats in turn (:class:`EverySeat`), as in PettingZoo's tutorial
for stable-baselines3: the least that stock can do, with no opponent to pay for. The timing covers whole updates,
rollout and learning, after one update to warm up, in processor time; the trainers take turns in rounds, each with a
learner of its own.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import unicorn_envs
from unicorn_envs.cli.arguments import the_file, write_results
from unicorn_envs.cli.exits import UsageError, run_command
from unicorn_envs.speed import machine, version_of
from unicorn_envs.table.report import PlainConsole, print_table

GAMES = {"unstable_unicorns": 2, "unicorn_hunt": 1}
"""What is learned, and with how many players."""
TRAINING_BAR = 3.0
"""How many times faster our trainer shall be."""


@dataclass(frozen=True)
class Setting:
    """What both trainers are given."""

    decisions: int = 16_384
    """Decisions an update."""
    minibatch: int = 2_048
    epochs: int = 4
    hidden: tuple[int, ...] = (256, 256)
    learning_rate: float = 2.5e-4
    clip: float = 0.2
    gamma: float = 1.0
    gae_lambda: float = 0.95
    entropy: float = 0.01
    stock_envs: int = 8
    """Copies of the environment in the stock trainer's DummyVecEnv."""
    tables: int = 1_024
    """Tables of our trainer's batch."""
    threads: int = 1


class Missing(RuntimeError):
    """Something that is needed for this benchmark is not there; the text says what."""


class EverySeat(gymnasium.Env[Any, Any]):
    """A table of PettingZoo's where one learner decides for whoever is to move."""

    def __init__(self, game: str, players: int) -> None:
        self.env = unicorn_envs.make(game, num_players=players)
        space = self.env.observation_space("player_0")
        assert isinstance(space, spaces.Dict)
        self.observation_space = space["observation"]
        self.action_space = self.env.action_space("player_0")

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        self.env.reset(seed)
        return self._observe(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.env.agent_selection
        self.env.step(int(action))
        observation = self._observe()
        return observation, self.env.rewards[agent], self.env.terminations[agent], self.env.truncations[agent], {}

    def _observe(self) -> Any:
        seen = self.env.observe(self.env.agent_selection)
        self._mask = seen["action_mask"]
        return seen["observation"]

    def action_masks(self) -> np.ndarray[Any, Any]:
        return self._mask.astype(np.bool_)


Measure = Callable[[int], float]
"""Runs that many updates and returns decisions a second."""


def measure_stock(game: str, setting: Setting) -> Measure:
    """Stock MaskablePPO on a DummyVecEnv, warmed up with one update."""
    try:
        import torch
        from sb3_contrib import MaskablePPO
        from stable_baselines3.common.vec_env import DummyVecEnv
    except ImportError as error:
        raise Missing(f"{error}; install the extra 'train'") from None

    torch.set_num_threads(setting.threads)
    env = DummyVecEnv([lambda: EverySeat(game, GAMES[game])] * setting.stock_envs)
    hidden = list(setting.hidden)
    model = MaskablePPO(
        "MlpPolicy", env,
        n_steps=setting.decisions // setting.stock_envs, batch_size=setting.minibatch, n_epochs=setting.epochs,
        learning_rate=setting.learning_rate, clip_range=setting.clip, gamma=setting.gamma,
        gae_lambda=setting.gae_lambda, ent_coef=setting.entropy, seed=0, device="cpu",
        policy_kwargs={"net_arch": {"pi": hidden, "vf": hidden}, "activation_fn": torch.nn.Tanh},
    )  # fmt: skip

    return updates_of(model, setting)


def measure_ours(game: str, setting: Setting, bf16: bool | None) -> Measure:
    """Our trainer on the batch, warmed up with one update; ``bf16`` as in its config."""
    from training.config import Config
    from training.ppo import make_ppo

    config = Config(
        game=game, options={"num_players": GAMES[game]}, num_envs=setting.tables,
        steps_per_update=setting.decisions // setting.tables, batch_size=setting.minibatch, epochs=setting.epochs,
        hidden=setting.hidden, learning_rate=setting.learning_rate, gamma=setting.gamma,
        gae_lambda=setting.gae_lambda, clip_range=setting.clip, threads=setting.threads, bf16=bf16,
    )  # fmt: skip
    return updates_of(make_ppo(config), setting)


def updates_of(model: Any, setting: Setting) -> Measure:
    """Whole updates of a stable-baselines3 learner, after one to warm up."""

    def updates(count: int) -> float:
        started = time.process_time()
        model.learn(count * setting.decisions, reset_num_timesteps=False)
        return count * setting.decisions / (time.process_time() - started)

    updates(1)
    return updates


def compare(game: str, setting: Setting, rounds: int, updates: int) -> dict[str, Any]:
    """Decisions a second of each trainer in alternating rounds, and the median ratios to stock."""
    trainers = {
        "stock": measure_stock(game, setting),
        "ours": measure_ours(game, setting, None),
        "ours_float32": measure_ours(game, setting, False),
    }
    rates: dict[str, list[float]] = {name: [] for name in trainers}
    for _ in range(rounds):
        for name, measured in trainers.items():
            rates[name].append(measured(updates))
    ratios = {
        name: statistics.median(o / s for o, s in zip(rates[name], rates["stock"])) for name in ("ours", "ours_float32")
    }
    return {
        "game": game,
        "players": GAMES[game],
        "machine": {**machine(), "torch": version_of("torch"), "sb3_contrib": version_of("sb3_contrib")},
        "setting": asdict(setting),
        "decisions_per_second": {name: statistics.median(values) for name, values in rates.items()},
        "rounds": rates,
        "ratios": ratios,
        "bar": TRAINING_BAR,
        "met": ratios["ours"] >= TRAINING_BAR,
    }


TITLES = {
    "stock": "stock MaskablePPO, DummyVecEnv",
    "ours": "ours (bfloat16 products where the processor has them)",
    "ours_float32": "ours, all in float32",
}


def show(results: dict[str, Any]) -> None:
    from rich.table import Table

    title = f"{results['game']}, players: {results['players']}"
    table = Table("trainer", "decisions/s", "ratio", title=title, box=None)
    for name, rate in results["decisions_per_second"].items():
        ratio = results["ratios"].get(name)
        table.add_row(TITLES[name], f"{rate:,.0f}", "" if ratio is None else f"{ratio:.2f}")
    console = PlainConsole()
    print_table(console, table)
    console.print(f"bar {results['bar']:.0f}: {'met' if results['met'] else 'not met'}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES), help="default: all")
    parser.add_argument("--rounds", type=int, default=3, help="default 3")
    parser.add_argument("--updates", type=int, default=1, help="in each round (default 1)")
    parser.add_argument("--json", type=Path, help="write the results there too")
    given = parser.parse_args()

    def command() -> None:
        file = the_file(given.json)
        try:
            results = [compare(game, Setting(), given.rounds, given.updates) for game in given.games]
        except Missing as error:
            raise UsageError(str(error)) from None
        try:
            for result in results:
                show(result)
        finally:
            write_results(file, results)

    return run_command(parser.prog, command)


if __name__ == "__main__":
    sys.exit(main())
