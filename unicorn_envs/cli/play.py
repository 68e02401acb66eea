"""``unicorn-envs play``: a person against agents, in the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from unicorn_envs.agents import Agent, make_agent
from unicorn_envs.agents.checkpoint import find_checkpoint
from unicorn_envs.cli import arguments
from unicorn_envs.cli.exits import UsageError
from unicorn_envs.errors import CheckpointError, span
from unicorn_envs.game import Game
from unicorn_envs.table.report import PlainConsole
from unicorn_envs.table.terminal import Table


def add_arguments(parser: arguments.Parser) -> None:
    arguments.add_game_arguments(parser)
    parser.add_argument(
        "--opponents", metavar="A[,B...]", help="agents, one for all or one each (default: checkpoint, else heuristic)"
    )
    parser.add_argument("--seed", type=int, help="of the deal (default: a new one)")
    parser.add_argument("--seat", type=int, default=0, metavar="K", help="where you sit (default 0)")


def run(given: argparse.Namespace) -> None:
    game = arguments.the_game(given.game)
    options = arguments.the_options(game, given.option, given.players)
    players = options["num_players"]
    if not 0 <= given.seat < players:
        raise UsageError(f"--seat must be {span(0, players - 1)}, not {given.seat}")
    seed = arguments.the_seed(given.seed)
    if players == 1 and given.opponents:
        raise UsageError("there are no opponents in a game of one player")
    default, why = ("", "") if given.opponents else default_opponent(game, options)
    names = arguments.one_for_each(arguments.split_names(given.opponents or default), players - 1, "opponent")
    agents: list[Agent | None] = list(arguments.make_agents(names, game, seed, options))
    agents.insert(given.seat, None)
    shown = [name + why for name in names]
    shown.insert(given.seat, "you")
    Table(game, options, agents, seed, PlainConsole(), shown).play(given.seat)


def default_opponent(game: Game, options: Mapping[str, Any]) -> tuple[str, str]:
    """The shipped checkpoint for these options where there is one that fits, else the heuristic; and why, in words."""
    try:
        path = find_checkpoint("", game, options)
    except CheckpointError:
        return "heuristic", ": no trained agent for this table"
    try:
        make_agent("checkpoint", game, **options)
    except CheckpointError as error:
        return "heuristic", f": the trained agent for this table cannot be used: {error}"
    return "checkpoint", f": {path.stem}"
