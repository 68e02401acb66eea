"""``unicorn-envs bench``: the speed of the games, and in a checkout of their peers."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
from pathlib import Path

from unicorn_envs.cli.arguments import Parser, game_names, the_file, write_results
from unicorn_envs.cli.exits import UsageError


def add_arguments(parser: Parser) -> None:
    parser.add_argument("games", nargs="*", metavar="game", help="names of games (default: all)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each line of the table (default 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")


def run(given: argparse.Namespace) -> None:
    names = game_names(given.games)
    if not 0 < given.seconds < float("inf"):
        raise UsageError(f"--seconds must be more than 0, not {given.seconds}")
    file = the_file(given.json)
    speed = importlib.import_module("benchmarks.speed" if has_benchmarks() else "unicorn_envs.speed")
    results = speed.measure(names, given.seconds)
    try:
        speed.show(results)
    finally:
        write_results(file, results)


def has_benchmarks() -> bool:
    """Whether ``benchmarks`` is that of this checkout, and not a package of somebody else's."""
    spec = importlib.util.find_spec("benchmarks")
    checkout = Path(__file__).resolve().parents[2]
    return spec is not None and [Path(p).resolve() for p in spec.submodule_search_locations or ()] == [
        checkout / "benchmarks"
    ]
