"""``unicorn-envs compile``: games are compiled ahead of time, one process a core."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor

from unicorn_envs.cli.arguments import Parser, game_names, the_game
from unicorn_envs.table.report import PlainConsole


def add_arguments(parser: Parser) -> None:
    parser.add_argument("games", nargs="*", metavar="game", help="names of games (default: all)")


def run(given: argparse.Namespace) -> None:
    names = list(dict.fromkeys(game_names(given.games)))
    console = PlainConsole()
    workers = min(len(names), os.cpu_count() or 1)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=_end_at_ctrl_c) as pool:
        try:
            for name, seconds in zip(names, pool.map(compile_game, names)):
                console.print(f"{the_game(name).title}: " + (f"{seconds:.1f} s" if seconds else "was compiled already"))
        except BaseException:
            for helper in multiprocessing.active_children():  # nobody waits for what they have begun
                helper.terminate()
            raise


def _end_at_ctrl_c() -> None:
    """In a process that only helps: Ctrl-C ends it silently, the command itself tells of it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def compile_game(name: str) -> float:
    """Compile one game in this process. Returns the seconds, 0.0 where there was nothing to do.

    What the store has to say, that compiled code cannot be kept for instance, is said on stderr as everywhere.
    """
    return the_game(name).driver.compile()
