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
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from unicorn_envs.agents import Agent, agent_help, make_agent
from unicorn_envs.agents.checkpoint import find_checkpoint, read_checkpoint, write_checkpoint
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
from unicorn_envs.game import Game
from unicorn_envs.games import get
from unicorn_envs.options import parse_options
from unicorn_envs.report import interval, print_rows

from .plots import plot_cross_play, plot_scores

Array: TypeAlias = np.ndarray[Any, Any]


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
    console: Console, game: Game, names: Sequence[str], given: argparse.Namespace, options: Mapping[str, Any]
) -> dict[str, Any]:
    agents = {name: make_agent(name, game, given.seed, **options) for name in names}
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("playing", total=given.games * len(agents))
        rows, scores = solo_rows(game, agents, given.games, given.seed, lambda n: bar.advance(task, n), **options)
    print_rows(console, game, rows, 1, given.seed)
    plot_scores(given.out / f"{game.name}.png", game.title, scores)
    return {"agents": rows}


def evaluate_match(
    console: Console, game: Game, names: Sequence[str], given: argparse.Namespace, options: Mapping[str, Any]
) -> dict[str, Any]:
    players = options["num_players"]
    deals = -(-given.games // players)
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("playing", total=deals * players * len(names) * (len(names) - 1))
        rows = cross_play(game, names, given.games, given.seed, lambda n: bar.advance(task, n), **options)
    wins = np.full((len(names), len(names)), np.nan)
    table = Table("one of / against", *names, box=None)
    cells = {(row["agent"], row["against"]): row for row in rows}
    for i, name in enumerate(names):
        for j, other in enumerate(names):
            if name != other:
                wins[i, j] = cells[name, other]["won"]["mean"]
        table.add_row(name, *("-" if n == name else interval(cells[name, n]["won"], True) for n in names))
    console.print(
        f"{game.title}, {players} players: games won in %, {rows[0]['games']} games a cell, each deal in "
        f"{players} rotations, seed {given.seed}; 95 % intervals; "
        f"fair is {100 * np.mean([row['fair'] for row in rows]):.0f} %",
        style="bold",
    )
    console.print(table)
    result: dict[str, Any] = {"cross_play": rows}
    if players > 2:
        rated = ratings(game, names, given.games, given.seed, **options)
        result["openskill"] = {name: {"mu": mu, "sigma": sigma} for name, (mu, sigma) in rated.items()}
        console.print("openskill: " + ", ".join(f"{name} {mu:.1f}±{sigma:.1f}" for name, (mu, sigma) in rated.items()))
    if given.table:
        result["tables"] = play_tables(console, game, given, options)
    plot_cross_play(given.out / f"{game.name}_{players}p.png", game.title, names, wins)
    return result


def play_tables(
    console: Console, game: Game, given: argparse.Namespace, options: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The tables asked for with ``--table``: rows for JSON, one for each agent of each table."""
    rows = []
    for names in given.table:
        agents = [make_agent(name, game, given.seed + k, **options) for k, name in enumerate(names)]
        played = match_rows(game, names, agents, given.games, given.seed, **options)
        rows += [{"table": names, **row} for row in played]
        console.print(f"at a table of {', '.join(names)} ({played[0]['games']} games)", style="bold")
        for row in played:
            console.print(f"  {row['agent']} wins {interval(row['won'], True)} %")
    return rows


def write_into_card(path: Path, name: str, result: Mapping[str, Any], command: str) -> None:
    """Put the figures of a checkpoint into its card, in place of those that the same command made before."""
    weights, card = read_checkpoint(path)
    rows = [row for rows in result.values() if isinstance(rows, list) for row in rows if row["agent"] == name]
    entries = [entry for entry in card.get("results", []) if entry["command"] != command]
    write_checkpoint(path, weights, {**card, "results": [*entries, {"command": command, "rows": rows}]})


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.evaluate", description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--agents", required=True, help=f"separated by commas: {agent_help()}")
    parser.add_argument("--games", type=int, default=4000, help="solo: deals; else: games a cell")
    parser.add_argument("--seed", type=int, default=0, help="of the deals and of sampling agents")
    parser.add_argument("--players", type=int, help="number of players")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument(
        "--table", action="append", default=[], type=lambda text: text.split(","), metavar="A,B,...",
        help="agents around a table, in order; may be given several times",
    )
    parser.add_argument("--out", type=Path, default=Path("runs/evaluation"), help="folder for JSON and plot")
    parser.add_argument("--write-card", metavar="AGENT", help="put the figures of this agent into its checkpoint")
    given = parser.parse_args(arguments)
    names = list(dict.fromkeys(given.agents.split(",")))
    try:
        game = get(given.game)
        options = game.complete_options(**parse_options(game.options, given.option, given.players))
        for name in names:
            make_agent(name, game, given.seed, **options)
        if given.games < 2 * options["num_players"]:
            raise ValueError(f"--games must be at least {2 * options['num_players']}, not {given.games}")
        for table in given.table:
            if len(table) != options["num_players"] or options["num_players"] == 1:
                raise ValueError(f"--table must name {options['num_players']} agents (at least 2), not {len(table)}")
            for name in table:
                make_agent(name, game, given.seed, **options)
        if options["num_players"] > 1 and len(names) < 2:
            raise ValueError("--agents must name at least two agents")
        if given.write_card is not None and given.write_card not in names:
            raise ValueError(f"--write-card must be one of {', '.join(names)}")
    except ValueError as error:
        parser.error(str(error))
    given.out.mkdir(parents=True, exist_ok=True)
    evaluate = evaluate_solo if options["num_players"] == 1 else evaluate_match
    result = evaluate(Console(), game, names, given, options)
    file = given.out / f"{game.name}_{options['num_players']}p.json"
    file.write_text(json.dumps({"game": game.env_id, "options": options, "seed": given.seed, **result}, indent=1))
    if given.write_card is not None:
        path = find_checkpoint(given.write_card.partition(":")[2], game, options)
        command = f"python -m training.evaluate {' '.join(_without_card(arguments))}"
        write_into_card(path, given.write_card, result, command)
    print(f"figures and plot are in {given.out}")
    return 0


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
