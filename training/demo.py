"""Three minutes of training on Unicorn Hunt, and what came of it: ``python -m training.demo``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from unicorn_envs.agents import Agent, CheckpointAgent, HeuristicAgent, RandomAgent
from unicorn_envs.cli.arguments import Parser
from unicorn_envs.cli.exits import one_line, run_command
from unicorn_envs.evaluation import solo_rows
from unicorn_envs.files import write_whole
from unicorn_envs.registry import get
from unicorn_envs.table.report import print_rows

from .config import MOST_GAMES, load_config
from .plots import plot_scores
from .saves import AGENT, RUN_FILES, run_folder
from .train import CANNOT_BE_USED, RUNS, Run

NAME = "unicorn_hunt"
CONFIG = "unicorn_hunt_demo"
GAMES = 2000
FIGURES, PLOT = "evaluation.json", "demo.png"


def main(arguments: Sequence[str] | None = None, program: str = "python -m training.demo") -> int:
    parser = Parser(prog=program, description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="how long to train")
    parser.add_argument("--games", type=int, default=GAMES, help="deals that every agent plays")
    parser.add_argument("--seed", type=int, default=0, help="of the training; the deals are always the same")
    parser.add_argument("--threads", type=int, default=1, help="more help only where the cores are idle")
    parser.add_argument("--out", type=Path, help="run folder (default: a new one, runs/demo, runs/demo-2, ...)")
    parser.add_argument("--overwrite", action="store_true", help="replace the run that is in the run folder")
    given = parser.parse_args(arguments)

    def work() -> None:
        try:
            if not 2 <= given.games <= MOST_GAMES:
                raise ValueError(f"--games must be at least 2 and at most {MOST_GAMES}, not {given.games}")
            config = replace(load_config(CONFIG), minutes=given.minutes, seed=given.seed, threads=given.threads)
            get(NAME).driver.compile()
            out = run_folder(given.out, RUNS / "demo", given.overwrite, (*RUN_FILES, FIGURES, PLOT))
            run = Run(config, CONFIG, out)
        except CANNOT_BE_USED as error:
            parser.error(one_line(error))
        run.train()
        compare(run, given.games)

    return run_command(program, work, saves=True)


def compare(run: Run, games: int) -> None:
    """Play the trained agent and the others on the same deals; figures and a plot go into the run folder."""
    console, game, agent = Console(), get(NAME), run.out / AGENT
    agents: dict[str, Agent] = {
        "random": RandomAgent(0),
        "heuristic": HeuristicAgent(game),
        "trained": CheckpointAgent(agent, game),
    }
    rows, scores = solo_rows(game, agents, games)
    print_rows(console, game, rows, 1, 0)
    write_whole(run.out / FIGURES, json.dumps(rows, indent=1).encode())
    plot_scores(run.out / PLOT, game.title, scores, run.history)
    console.print(f"checkpoint {agent}, plot {run.out / PLOT}")
    console.print(f"TensorBoard: tensorboard --logdir {run.out}")
    console.print(f"play it: unicorn-envs watch {NAME} --agents checkpoint:{agent}")


if __name__ == "__main__":
    sys.exit(main())
