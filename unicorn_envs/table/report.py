"""Tables of figures for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from unicorn_envs.errors import counted
from unicorn_envs.game import Game

ANY_WIDTH = 10_000


class PlainConsole(Console):
    """Shows text as it is, and leaves it to the caller what follows when nobody reads any more."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def print_table(console: Console, table: Table) -> None:
    """Print a table without cutting a word: a terminal that is too narrow for it breaks its lines."""
    options = console.options.update(max_width=ANY_WIDTH)
    for column in table.columns:
        sizes = [Measurement.get(console, options, cell) for cell in (column.header, *column.cells)]
        column.min_width = max(size.maximum if column.no_wrap else size.minimum for size in sizes)
    needed = Measurement.get(console, options, table).minimum
    if needed > console.width:
        table.width = needed
    console.print(table, crop=False)


def interval(value: Mapping[str, float], percent: bool = False, digits: int = 2) -> str:
    """A figure with mean, low and high: ``99.9 (99.6-100.0)`` for a share, in percent; else ``-0.2 (-0.3 to -0.1)``."""
    if percent:
        mean, low, high = (f"{100 * value[key]:.1f}" for key in ("mean", "low", "high"))
        return f"{mean} ({low}-{high})"
    mean, low, high = (f"{value[key]:.{digits}f}" for key in ("mean", "low", "high"))
    return f"{mean} ({low} to {high})"


def inline(value: Any) -> str:
    """A value of a card as text: mappings as name=value, lists one entry a line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={inline(entry)}" for name, entry in value.items())
    if isinstance(value, (list, tuple)):
        return "\n".join(inline(entry) for entry in value)
    return f"{value:.4g}" if isinstance(value, float) else str(value)


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

    return [*(HEADS[key] for key in keys), *(f">={mark} %" for mark in marks)], cells


def _table_of_figures(first: Sequence[str], heads: Sequence[str], **style: Any) -> Table:
    table = Table(*first, box=None, **style)
    for head in heads:
        table.add_column(head, no_wrap=True)
    return table


def print_rows(console: Console, game: Game, rows: Sequence[Mapping[str, Any]], players: int, seed: int) -> None:
    """Print what ``solo_rows`` or ``match_rows`` of :mod:`unicorn_envs.evaluation` found."""
    heads, cells = _figures(rows)
    table = _table_of_figures(["agent"], heads, padding=(0, 1, 0, 0))
    for row in rows:
        copies = row.get("copies", 1)
        table.add_row(row["agent"] + (f" ({copies} seats)" if copies > 1 else ""), *cells(row))
    how = "the same deals for each" if players == 1 else f"each deal in {players} rotations of the seats"
    size = f"{counted(players, 'player')}: {rows[0]['games']} games"
    console.print(f"{game.title}, {size}, {how}, seed {seed}; 95 % intervals", style="bold")
    print_table(console, table)


def print_card_results(console: Console, results: Sequence[Mapping[str, Any]]) -> None:
    """Print the figures of a checkpoint's card, each table under the command that made it."""
    for entry in results:
        console.print(f"\n{entry['command']}", style="bold", soft_wrap=True)
        heads, cells = _figures(entry["rows"])
        table = _table_of_figures(["against", "games"], heads)
        for row in entry["rows"]:
            seated = f"at {', '.join(row['table'])}" if "table" in row else row.get("against", "nobody")
            table.add_row(seated, str(row["games"]), *cells(row))
        print_table(console, table)
    console.print("\nin brackets: 95 % intervals")
