"""``unicorn-envs card``: how a checkpoint was made, and how strong it is."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from rich.table import Table

from unicorn_envs.agents import read_card, shipped_checkpoints
from unicorn_envs.cli.arguments import Parser
from unicorn_envs.cli.exits import reading_arguments
from unicorn_envs.table.report import PlainConsole, inline, print_card_results, print_table


def add_arguments(parser: Parser) -> None:
    parser.add_argument("checkpoint", help="name of a shipped checkpoint, or path of a file")


def run(given: argparse.Namespace) -> None:
    shipped = {path.stem: path for path in shipped_checkpoints()}
    with reading_arguments():
        path = shipped.get(given.checkpoint, Path(given.checkpoint))
        if not path.is_file():
            known = ", ".join(shipped) or "none"
            raise ValueError(f"there is no checkpoint {given.checkpoint!r}; shipped are {known}, or give a path")
        card = read_card(path)
    table = Table("", "", box=None, show_header=False)
    results = card.pop("results", [])
    evaluated = [entry for entry in results if isinstance(entry, Mapping) and {"command", "rows"} <= entry.keys()]
    others = [entry for entry in results if entry not in evaluated]  # such as those of a best response
    for key, value in {**card, **({"results": others} if others else {})}.items():
        table.add_row(key, inline(value))
    console = PlainConsole()
    print_table(console, table)
    if evaluated:
        print_card_results(console, evaluated)
