"""What the commands share: from arguments to games, options, seeds, agents and files."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from unicorn_envs import registry
from unicorn_envs.agents import Agent, make_agent
from unicorn_envs.cli.exits import BAD_ARGUMENTS, NotWrittenError, UsageError, reading_arguments
from unicorn_envs.errors import checked_seed, counted
from unicorn_envs.files import write_whole
from unicorn_envs.game import Game
from unicorn_envs.options import parse_options
from unicorn_envs.registry import get
from unicorn_envs.table.report import PlainConsole

PROGRAM = "unicorn-envs"


class Parser(argparse.ArgumentParser):
    """An argument parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_ARGUMENTS, f"{self.prog}: {message} ({self.prog} --help explains)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        print(message, end="", file=file or sys.stderr)  # argparse's own keeps silent where nothing can be written


def add_game_arguments(parser: Parser) -> None:
    parser.add_argument("game", help=f"name of a game ({PROGRAM} list), or MODULE:ATTRIBUTE")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (default: the game's)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )


def the_game(name: str) -> Game:
    with reading_arguments():
        return get(name)


def game_names(given: Sequence[str]) -> list[str]:
    """What the games that are given go by in any process, or all games that can be used."""
    names = given or [name for name in registry.names() if registry.problem(name) is None]
    return [registry.place_of(the_game(name)) for name in names]


def the_options(game: Game, given: Sequence[str], players: int | None) -> dict[str, Any]:
    """All options from ``--option`` and ``--players``."""
    with reading_arguments():
        return game.complete_options(**parse_options(game.options, given, players))


def the_seed(given: int | None) -> int:
    """The seed, or a new short one."""
    with reading_arguments():
        return secrets.randbits(32) if given is None else checked_seed(given)


def split_names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise UsageError(f"agents are names with commas between them, not {text!r}")
    return names


def one_for_each(names: list[str], seats: int, what: str) -> list[str]:
    """``names``, or the single one repeated; UsageError when their number does not fit."""
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        allowed = counted(1, what) if seats == 1 else f"1 or {counted(seats, what)}"
        raise UsageError(f"there must be {allowed}, not {len(names)}")
    return names


def make_agents(names: Sequence[str], game: Game, seed: int, options: Mapping[str, Any]) -> list[Agent]:
    with reading_arguments():
        return [make_agent(name, game, seed=(seed + k) % (1 << 64), **options) for k, name in enumerate(names)]


def the_file(path: Path | None) -> Path | None:
    """A file that can be written, as far as can be told before the work begins."""
    if path is None:
        return None
    folder = path.resolve().parent
    if path.is_dir():
        raise UsageError(f"{str(path)!r} cannot be written: it is a folder")
    if not folder.is_dir():
        raise UsageError(f"{str(path)!r} cannot be written: there is no such folder")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise UsageError(f"{str(path)!r} cannot be written: permission denied")
    return path


def write_results(path: Path | None, results: Any) -> None:
    """Write figures as JSON, the whole file or nothing; NotWrittenError."""
    if path is None:
        return
    try:
        write_whole(path, json.dumps(results, indent=2) + "\n")
    except OSError as error:
        raise NotWrittenError(f"{str(path)!r} cannot be written: {error.strerror}") from None


@contextlib.contextmanager
def progress_bar(total: int) -> Iterator[Any]:
    """A bar on stderr, where that is a terminal; gives the function to call with each number of games done."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress

    with Progress(console=PlainConsole(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=total)
        yield lambda games: bar.advance(task, games)
