"""How strong agents are: ``python -m training.evaluate unicorn_hunt --agents random,heuristic,checkpoint``.

Solo games: every agent on the same deals. Games of several players: a cross-play table (one of the row's agent
against a table of the column's, every deal in each rotation of the seats), and for more than two players
openskill ratings from mixed tables. ``--table a,b,a,b`` plays a table of just these, in this order around it:
where neighbours win together it matters who sits beside whom. Writes JSON and one PNG plot; ``--write-card``
puts the figures of a checkpoint into its card, together with the command that made them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from unicorn_envs.agents import Agent, agent_help, make_agent
from unicorn_envs.agents.checkpoint import find_checkpoint, read_checkpoint, write_checkpoint
from unicorn_envs.arrays import Array
from unicorn_envs.cli.arguments import Parser, progress_bar
from unicorn_envs.cli.exits import NotWrittenError, reading_arguments, run_command
from unicorn_envs.errors import counted
from unicorn_envs.evaluation import (
    deal_seeds,
    duplicate_match,
    match_rows,
    mean_return,
    play_games,
    returns_of,
    solo_rows,
    win_rate,
)
from unicorn_envs.files import write_whole
from unicorn_envs.game import Game
from unicorn_envs.options import parse_options
from unicorn_envs.registry import get
from unicorn_envs.table.report import PlainConsole, interval, print_rows, print_table

from .plots import plot_cross_play, plot_scores


def cross_play(
    game: Game,
    names: Sequence[str],
    num_games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> list[dict[str, Any]]:
    """One of each agent against a table of each other one: rows for JSON."""
    players = game.complete_options(**options)["num_players"]
    rows = []
    for name in names:
        for other in names:
            if other == name:
                continue
            agents = [make_agent(name, game, seed, **options)]
            agents += [make_agent(other, game, seed + k, **options) for k in range(1, players)]
            returns, _ = duplicate_match(game, agents, num_games, seed, progress, **options)
            own = returns[:, :, 0]
            rows.append(
                {
                    "agent": name,
                    "against": other,
                    "games": own.size,
                    "fair": float((returns > 0).mean()),
                    "won": win_rate(own).as_dict(),
                    "return": mean_return(own).as_dict(),
                }
            )
    return rows


def ratings(
    game: Game, names: Sequence[str], num_games: int, seed: int, **options: Any
) -> dict[str, tuple[float, float]]:
    """openskill (Plackett-Luce) mean and deviation of each agent, from tables with mixed agents."""
    from openskill.models import PlackettLuce

    players = game.complete_options(**options)["num_players"]
    generator = np.random.default_rng(seed)
    model = PlackettLuce()
    rating = {name: model.rating(name=name) for name in names}
    tables = 20
    for table in range(tables):
        lineup = [names[int(k)] for k in generator.integers(len(names), size=players)]
        if len(set(lineup)) == 1:
            continue
        agents: list[Agent] = [make_agent(name, game, seed + k, **options) for k, name in enumerate(lineup)]
        finals = play_games(game, agents, deal_seeds(max(1, num_games // tables), seed + table), **options)
        for returns in returns_of(game, finals, players):
            teams = [[rating[name]] for name in lineup]
            ranks = np.unique(-returns, return_inverse=True)[1]  # whole numbers: openskill drops fractions
            for name, (rated,) in zip(lineup, model.rate(teams, ranks=ranks.tolist())):
                rating[name] = rated
    return {name: (r.mu, r.sigma) for name, r in rating.items()}


def evaluate_solo(
    game: Game, names: Sequence[str], given: argparse.Namespace, options: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Array]]:
    """The figures, ready for JSON, and the scores of each agent."""
    agents = {name: make_agent(name, game, given.seed, **options) for name in names}
    with progress_bar(given.games * len(agents)) as progress:
        rows, scores = solo_rows(game, agents, given.games, given.seed, progress, **options)
    return {"agents": rows}, scores


def evaluate_match(
    game: Game, names: Sequence[str], given: argparse.Namespace, options: Mapping[str, Any]
) -> dict[str, Any]:
    """The figures, ready for JSON."""
    players = options["num_players"]
    deals = -(-given.games // players)
    with progress_bar(deals * players * len(names) * (len(names) - 1)) as progress:
        result: dict[str, Any] = {"cross_play": cross_play(game, names, given.games, given.seed, progress, **options)}
    if players > 2:
        rated = ratings(game, names, given.games, given.seed, **options)
        result["openskill"] = {name: {"mu": mu, "sigma": sigma} for name, (mu, sigma) in rated.items()}
    if given.table:
        result["tables"] = play_tables(game, given, options)
    return result


def play_tables(game: Game, given: argparse.Namespace, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tables asked for with ``--table``: rows for JSON, one for each agent of each table."""
    rows = []
    for names in given.table:
        agents = [make_agent(name, game, given.seed + k, **options) for k, name in enumerate(names)]
        rows += [{"table": names, **row} for row in match_rows(game, names, agents, given.games, given.seed, **options)]
    return rows


def wins_of(names: Sequence[str], result: Mapping[str, Any]) -> Array:
    """(agents, agents) float64: the share that each row's agent won against each column's; NaN: not played."""
    wins = np.full((len(names), len(names)), np.nan)
    for row in result["cross_play"]:
        wins[names.index(row["agent"]), names.index(row["against"])] = row["won"]["mean"]
    return wins


def print_match(
    console: Console, game: Game, names: Sequence[str], seed: int, players: int, result: Mapping[str, Any]
) -> None:
    """Print what ``evaluate_match`` found: agents by their numbers where a column is headed, so that all fit."""
    rows = result["cross_play"]
    cells = {(row["agent"], row["against"]): interval(row["won"], True) for row in rows}
    table = Table("", "one of / against", box=None)
    for number in range(1, len(names) + 1):
        table.add_column(str(number), no_wrap=True)
    for number, name in enumerate(names, 1):
        table.add_row(str(number), name, *(cells.get((name, other), "-") for other in names))
    console.print(
        f"{game.title}, {players} players: games won in %, {rows[0]['games']} games a cell, each deal in "
        f"{players} rotations, seed {seed}; 95 % intervals; "
        f"fair is {100 * np.mean([row['fair'] for row in rows]):.0f} %",
        style="bold",
    )
    print_table(console, table)
    for name, rating in result.get("openskill", {}).items():
        console.print(f"openskill of {name}: {rating['mu']:.1f}, deviation {rating['sigma']:.1f}", soft_wrap=True)
    told: list[str] = []
    for row in result.get("tables", []):
        if row["table"] != told:
            told = row["table"]
            console.print(f"at a table of {', '.join(told)} ({row['games']} games)", style="bold", soft_wrap=True)
        console.print(f"  {row['agent']} wins {interval(row['won'], True)} %", soft_wrap=True)


def write_into_card(path: Path, name: str, result: Mapping[str, Any], command: str) -> None:
    """Put the figures of a checkpoint into its card, in place of those that the same command made before."""
    weights, card = read_checkpoint(path)
    rows = [row for rows in result.values() if isinstance(rows, list) for row in rows if row["agent"] == name]
    entries = [entry for entry in card.get("results", []) if entry["command"] != command]
    write_checkpoint(path, weights, {**card, "results": [*entries, {"command": command, "rows": rows}]})


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="python -m training.evaluate", description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--agents", required=True, help=f"separated by commas: {agent_help()}")
    parser.add_argument("--games", type=int, default=4000, help="solo: deals; else: games a cell")
    parser.add_argument("--seed", type=int, default=0, help="of the deals and of sampling agents")
    parser.add_argument("--players", type=int, help="number of players")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument(
        "--table", action="append", default=[], type=lambda text: text.split(","), metavar="A,B,...",
        help="agents around a table, in order; may be given several times",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, default=Path("runs/evaluation"), help="folder for JSON and plot")
    parser.add_argument("--write-card", metavar="AGENT", help="put the figures of this agent into its checkpoint")

    def command() -> None:
        evaluate(parser.parse_args(arguments), f"{parser.prog} {' '.join(_without_card(arguments))}")

    return run_command(parser.prog, command)


def checked(given: argparse.Namespace) -> tuple[Game, list[str], dict[str, Any]]:
    """The game, the agents' names and all options; UsageError for what cannot be done, before anything is played."""
    names = list(dict.fromkeys(given.agents.split(",")))
    with reading_arguments():
        game = get(given.game)
        options = game.complete_options(**parse_options(game.options, given.option, given.players))
        players = options["num_players"]
        for name in names:
            make_agent(name, game, given.seed, **options)
        if given.games < 2 * players:
            raise ValueError(f"--games must be at least {2 * players}, not {given.games}")
        for table in given.table:
            if len(table) != players or players == 1:
                raise ValueError(f"--table must name {counted(players, 'agent')} (at least 2), not {len(table)}")
            for name in table:
                make_agent(name, game, given.seed, **options)
        if players > 1 and len(names) < 2:
            raise ValueError("--agents must name at least two agents")
        trained = [name for name in names if name.startswith("checkpoint")]
        if given.write_card is not None and given.write_card not in trained:
            among = ", ".join(trained) or "none there"
            raise ValueError(f"--write-card must be one of the checkpoints among --agents ({among})")
        given.out.mkdir(parents=True, exist_ok=True)
    return game, names, options


def evaluate(given: argparse.Namespace, command: str) -> None:
    """Play, print the figures, then write them wherever they are wanted; NotWrittenError where that failed."""
    game, names, options = checked(given)
    console, players = PlainConsole(), options["num_players"]
    if players == 1:
        result, scores = evaluate_solo(game, names, given, options)
        plot = given.out / f"{game.name}.png"
        draw = partial(plot_scores, plot, game.title, scores)
        show = partial(print_rows, console, game, result["agents"], 1, given.seed)
    else:
        result = evaluate_match(game, names, given, options)
        plot = given.out / f"{game.name}_{players}p.png"
        draw = partial(plot_cross_play, plot, game.title, names, wins_of(names, result))
        show = partial(print_match, console, game, names, given.seed, players, result)
    figures = {"game": game.env_id, "options": options, "seed": given.seed, **result}
    file = given.out / f"{game.name}_{players}p.json"
    writers: dict[Path, Callable[[], None]] = {
        file: lambda: write_whole(file, json.dumps(figures, indent=1)),
        plot: draw,
    }
    if given.write_card is not None:
        card = find_checkpoint(given.write_card.partition(":")[2], game, options)
        writers[card] = lambda: write_into_card(card, given.write_card, result, command)
    try:
        show()
    finally:
        write_all(writers)
    console.print(f"figures and plot are in {given.out}", soft_wrap=True)


def write_all(writers: Mapping[Path, Callable[[], None]]) -> None:
    """Write every file, also where one before it failed; NotWrittenError that names those that failed."""
    failures = []
    for path, write in writers.items():
        try:
            write()
        except OSError as error:
            failures.append(f"{str(path)!r} cannot be written: {error.strerror}")
    if failures:
        raise NotWrittenError("; ".join(failures))


def _without_card(arguments: Sequence[str] | None) -> list[str]:
    """The arguments that make the figures: all but where they are put."""
    kept = list(sys.argv[1:] if arguments is None else arguments)
    for flag in ("--write-card", "--out"):
        if flag in kept:
            at = kept.index(flag)
            del kept[at : at + 2]
    return kept


if __name__ == "__main__":
    sys.exit(main())
