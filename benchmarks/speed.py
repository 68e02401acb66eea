"""Decisions a second of our games and of their peers, all in one run: ``python -m benchmarks.speed``.

What is inside the timing of each line: ``unicorn_envs/speed.py`` for our games, ``peers.py`` for the others.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.peers import DISTRIBUTIONS, peer_lines
from unicorn_envs import games, speed
from unicorn_envs.cli.arguments import game_names, the_file, write_results
from unicorn_envs.cli.exits import run_command
from unicorn_envs.speed import ROUNDS, STEPS, TABLES, Line, own_lines, report, take_turns, version_of
from unicorn_envs.table.report import PlainConsole, print_table


@dataclass(frozen=True)
class Bar:
    """How many times faster a line of each of our games shall be than a line of a peer."""

    line: str
    peer: str
    peer_line: str
    times: float
    text: str


BARS = (
    Bar("batch_1", "open_spiel crazy_eights", "documented", 20.0, "batch, one core / OpenSpiel crazy_eights"),
    Bar("batch_1", "rlcard uno", "state", 50.0, "batch, one core / RLCard UNO"),
    Bar("aec", "pettingzoo connect_four", "aec", 12.0, "AEC / PettingZoo connect_four_v3"),
)


def ratio_of(line: Line, peer: Line) -> float:
    """The median over the rounds of how many times faster ``line`` was than ``peer`` in the same round."""
    return statistics.median(own / other for own, other in zip(line.rates, peer.rates))


def ratios(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Each game and number of players against each bar whose peer was measured."""
    peers = {(line.subject, line.name): line for line in lines}
    own = [line for line in lines if line.subject in games()]
    results = []
    for bar in BARS:
        peer = peers.get((bar.peer, bar.peer_line))
        for line in own:
            if peer is not None and line.name == bar.line:
                ratio = ratio_of(line, peer)
                results.append(
                    {
                        "what": bar.text, "game": line.subject, "players": line.players,
                        "ratio": ratio, "bar": bar.times, "met": ratio >= bar.times,
                    }
                )  # fmt: skip
    return results


def measure(
    names: Sequence[str], seconds: float = 1.0, rounds: int = ROUNDS, tables: int = TABLES, steps: int = STEPS
) -> dict[str, Any]:
    """Measure these games and all installed peers, taking turns; the results as :func:`show` reads them."""
    others, missing = peer_lines()
    lines = own_lines(names, tables, steps) + others
    take_turns(lines, seconds, rounds)
    results = report(lines, seconds, rounds, tables, steps)
    results["machine"]["versions"].update({name: version_of(name) for name in DISTRIBUTIONS})
    return {**results, "missing": missing, "ratios": ratios(lines)}


def show(results: dict[str, Any]) -> None:
    """Print the results: our games, the peers, and the ratios with the bars."""
    from rich.table import Table
    from rich.text import Text

    speed.show(results)
    console = PlainConsole()
    table = Table("\npeer", "\nplayers", "\nline", "\ndecisions/s", box=None)
    for line in results["lines"]:
        if line["subject"] not in games():
            rate = speed.short(line["decisions_per_second"])
            table.add_row(line["subject"], str(line["players"]), line["line"], rate)
    for name, reason in results["missing"].items():
        table.add_row(name, "", "missing", reason)
    print_table(console, table)
    table = Table("\nratio", "\ngame", "\nplayers", "\ntimes", "\nbar", "", box=None)
    for entry in results["ratios"]:
        verdict = Text("met", style="green") if entry["met"] else Text("not met", style="red")
        times, bar = f"{entry['ratio']:.1f}", f"{entry['bar']:.0f}"
        table.add_row(entry["what"], entry["game"], str(entry["players"]), times, bar, verdict)
    if results["ratios"]:
        print_table(console, table)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", metavar="game", default=[], help="names (default: all)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each line, all rounds together (default 1)")
    parser.add_argument("--json", type=Path, help="write the results there too")
    given = parser.parse_args()

    def command() -> None:
        names, file = game_names(given.games), the_file(given.json)
        results = measure(names, given.seconds)
        try:
            show(results)
        finally:
            write_results(file, results)

    return run_command(parser.prog, command)


if __name__ == "__main__":
    sys.exit(main())
