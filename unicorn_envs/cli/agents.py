"""``unicorn-envs agents``: the agents and the shipped checkpoints."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from unicorn_envs.agents import agent_help, read_card, shipped_checkpoints
from unicorn_envs.cli.arguments import Parser
from unicorn_envs.cli.exits import reading_arguments
from unicorn_envs.table.report import PlainConsole, inline


def add_arguments(parser: Parser) -> None:
    """There are none."""


def run(given: argparse.Namespace) -> None:
    console = PlainConsole()
    console.print(f"agents: {agent_help()}")
    cards = shipped_cards()
    console.print("shipped checkpoints:" if cards else "no checkpoints are shipped")
    for path, card in cards:
        console.print(f"  {path.stem}: {card.get('game')}, {inline(card.get('options', {}))}")


def shipped_cards() -> list[tuple[Path, dict[str, Any]]]:
    with reading_arguments():
        return [(path, read_card(path)) for path in shipped_checkpoints()]
