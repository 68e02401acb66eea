"""``unicorn-envs evaluate``: how strong agents are, with 95 % intervals."""

from __future__ import annotations

import argparse
from pathlib import Path

from unicorn_envs.cli import arguments
from unicorn_envs.cli.exits import UsageError
from unicorn_envs.evaluation import match_rows, solo_rows
from unicorn_envs.table import report


def add_arguments(parser: arguments.Parser) -> None:
    arguments.add_game_arguments(parser)
    parser.add_argument(
        "--agents", required=True, metavar="A[,B...]",
        help="solo: all play the same deals; else one for each seat, and every deal is played in every rotation",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="number of games (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="of the deals (default 0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")


def run(given: argparse.Namespace) -> None:
    game = arguments.the_game(given.game)
    names = arguments.split_names(given.agents)
    players = given.players
    default = next(option.default for option in game.options if option.name == "num_players")
    fixed = players is not None or any(text.startswith("num_players=") for text in given.option)
    if not fixed and default > 1:
        players = len(names)  # the agents fill the table
    options = arguments.the_options(game, given.option, players)
    players = options["num_players"]
    if players > 1 and len(names) != players:
        raise UsageError(f"{players} players need {players} agents, not {len(names)}; a name may be repeated")
    if given.games < 2 * players:
        raise UsageError(f"--games must be at least {2 * players} (two deals), not {given.games}")
    seed, file = arguments.the_seed(given.seed), arguments.the_file(given.json)
    distinct = list(dict.fromkeys(names)) if players == 1 else names
    agents = arguments.make_agents(distinct, game, seed, options)
    total = given.games * len(agents) if players == 1 else -(-given.games // players) * players
    with arguments.progress_bar(total) as progress:
        if players == 1:
            rows, _ = solo_rows(game, dict(zip(distinct, agents)), given.games, seed, progress, **options)
        else:
            rows = match_rows(game, names, agents, given.games, seed, progress, **options)
    results = {"game": game.env_id, "options": options, "games": given.games, "seed": seed, "agents": rows}
    try:
        report.print_rows(report.PlainConsole(), game, rows, players, seed)
    finally:
        arguments.write_results(file, results)
