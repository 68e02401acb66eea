"""``unicorn-envs watch``: agents play, all cards shown."""

from __future__ import annotations

import argparse

from unicorn_envs.cli import arguments
from unicorn_envs.cli.exits import UsageError
from unicorn_envs.table.report import PlainConsole
from unicorn_envs.table.terminal import Table


def add_arguments(parser: arguments.Parser) -> None:
    arguments.add_game_arguments(parser)
    parser.add_argument("--agents", default="heuristic", metavar="A[,B...]", help="one for all or one each seat")
    parser.add_argument("--seed", type=int, help="of the deal (default: a new one)")
    parser.add_argument("--delay", type=float, default=0.5, metavar="SECONDS", help="between moves (default 0.5)")


def run(given: argparse.Namespace) -> None:
    game = arguments.the_game(given.game)
    options = arguments.the_options(game, given.option, given.players)
    if not 0 <= given.delay < float("inf"):
        raise UsageError(f"--delay must be 0 or more seconds, not {given.delay}")
    seed = arguments.the_seed(given.seed)
    names = arguments.one_for_each(arguments.split_names(given.agents), options["num_players"], "agent")
    agents = arguments.make_agents(names, game, seed, options)
    Table(game, options, agents, seed, PlainConsole(), names).watch(given.delay)
