"""Three minutes of training on Unicorn Hunt, and what came of it: ``python -m training.demo``."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from training.config import load_config
from training.plots import plot_scores
from training.train import run
from unicorn_envs.agents import Agent, CheckpointAgent, HeuristicAgent, RandomAgent
from unicorn_envs.evaluation import solo_rows
from unicorn_envs.games import get
from unicorn_envs.report import print_rows

NAME = "unicorn_hunt"
CONFIG = "unicorn_hunt_demo"
GAMES = 2000


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.demo", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="how long to train")
    parser.add_argument("--games", type=int, default=GAMES, help="deals that every agent plays")
    parser.add_argument("--seed", type=int, default=0, help="of the training; the deals are always the same")
    parser.add_argument("--threads", type=int, default=1, help="more help only where the cores are idle")
    parser.add_argument("--out", type=Path, default=Path("runs/demo"))
    given = parser.parse_args(arguments)

    console = Console()
    game = get(NAME)
    game.driver.compile()
    config = replace(load_config(CONFIG), minutes=given.minutes, seed=given.seed, threads=given.threads)
    run(config, CONFIG, given.out)

    agents: dict[str, Agent] = {
        "random": RandomAgent(0),
        "heuristic": HeuristicAgent(game),
        "trained": CheckpointAgent(given.out / "agent.safetensors", game),
    }
    rows, scores = solo_rows(game, agents, given.games)
    print_rows(console, game, rows, 1, 0)
    (given.out / "evaluation.json").write_text(json.dumps(rows, indent=1))
    history = json.loads((given.out / "progress.json").read_text())["history"]
    plot_scores(given.out / "demo.png", game.title, scores, history)
    console.print(f"checkpoint {given.out / 'agent.safetensors'}, plot {given.out / 'demo.png'}")
    console.print(f"TensorBoard: tensorboard --logdir {given.out}")
    console.print(f"play it: unicorn-envs watch {NAME} --agents checkpoint:{given.out / 'agent.safetensors'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
