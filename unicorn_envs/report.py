"""Tables of figures for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from unicorn_envs.game import Game


def interval(value: Mapping[str, float], percent: bool = False) -> str:
    """``mean±half width`` of a figure with mean, low and high."""
    half = (value["high"] - value["low"]) / 2
    return f"{100 * value['mean']:.1f}±{100 * half:.1f}" if percent else f"{value['mean']:.2f}±{half:.2f}"


HEADS = {"score": "mean score", "won": "won %", "return": "mean return"}


def _figures(rows: Sequence[Mapping[str, Any]]) -> tuple[list[str], Callable[[Mapping[str, Any]], list[str]]]:
    """The headings of the figures in these rows, and the function that makes the cells of a row.

    Games with points: the score, and how often each threshold was reached. Others: won games and returns.
    """
    keys = ["score"] if "score" in rows[0] else [key for key in ("won", "return") if any(key in row for row in rows)]
    marks = list(rows[0].get("reached", {}))

    def cells(row: Mapping[str, Any]) -> list[str]:
        figures = [interval(row[key], key == "won") if key in row else "" for key in keys]
        return [*figures, *(interval(row["reached"][mark], True) for mark in marks)]

    return [*(HEADS[key] for key in keys), *(f"≥{mark} %" for mark in marks)], cells


def print_rows(console: Console, game: Game, rows: Sequence[Mapping[str, Any]], players: int, seed: int) -> None:
    """Print what ``solo_rows`` or ``match_rows`` of :mod:`unicorn_envs.evaluation` found."""
    heads, cells = _figures(rows)
    table = Table("agent", *heads, box=None, padding=(0, 1, 0, 0))
    for row in rows:
        copies = row.get("copies", 1)
        table.add_row(row["agent"] + (f" ×{copies}" if copies > 1 else ""), *cells(row))
    how = "the same deals for each" if players == 1 else f"each deal in {players} rotations of the seats"
    size = f"{players} player{'s' * (players > 1)}: {rows[0]['games']} games"
    console.print(f"{game.title}, {size}, {how}, seed {seed}; 95 % intervals", style="bold")
    console.print(table)


def print_card_results(console: Console, results: Sequence[Mapping[str, Any]]) -> None:
    """Print the figures of a checkpoint's card, each table under the command that made it."""
    for entry in results:
        console.print(f"\n{entry['command']}", style="bold", soft_wrap=True)
        heads, cells = _figures(entry["rows"])
        table = Table(box=None)
        for head in ("against", "games", *heads):
            table.add_column(head, no_wrap=head != "against")
        for row in entry["rows"]:
            seated = f"at {', '.join(row['table'])}" if "table" in row else row.get("against", "nobody")
            table.add_row(seated, str(row["games"]), *cells(row))
        console.print(table)
    console.print("\n± 95 % intervals")
