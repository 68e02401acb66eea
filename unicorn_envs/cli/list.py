"""``unicorn-envs list``: the games, or all about one game."""

from __future__ import annotations

import argparse
import dataclasses
import enum
import itertools
from typing import Any

from rich.console import Console
from rich.table import Table

from unicorn_envs import SOLO_IDS, games, registry
from unicorn_envs.cli.agents import shipped_cards
from unicorn_envs.cli.arguments import PROGRAM, Parser, the_game
from unicorn_envs.cli.exits import UsageError
from unicorn_envs.game import Game
from unicorn_envs.table.report import PlainConsole, print_table


def add_arguments(parser: Parser) -> None:
    parser.add_argument("game", nargs="?", help="name of a game: its options")
    parser.add_argument("--actions", action="store_true", help="and its action table")
    parser.add_argument("--observation", action="store_true", help="and the layout of its observation")
    parser.add_argument("--cards", action="store_true", help="and its cards")


def run(given: argparse.Namespace) -> None:
    if given.game is None:
        if given.actions or given.observation or given.cards:
            raise UsageError("name a game to see its actions, observation or cards")
        list_games()
        return
    game = the_game(given.game)
    console = PlainConsole()
    show_game(console, game)
    if given.actions:
        show_actions(console, game)
    if given.observation:
        console.print("\nObservation, int8 (offsets, name, shape, bounds, meaning):", style="bold")
        print(game.observation.describe())
    if given.cards:
        show_cards(console, game)


def list_games() -> None:
    console = PlainConsole()
    for name in games():
        if (problem := registry.problem(name)) is not None:
            console.print(f"{name}: {problem}", style="bold")
            continue
        game = the_game(name)
        console.print(f"{name}: {game.title}, {_players(game)} players, version {game.version}", style="bold")
        sizes = "/".join(_sizes(game))
        console.print(f"    {len(game.actions)} actions, observation of {sizes} entries ({_players(game)} players)")
        if name in SOLO_IDS:
            console.print(f"    solo: {SOLO_IDS[name]}")
        cards = ", ".join(path.stem for path, card in shipped_cards() if card.get("game") == name)
        console.print(f"    checkpoints: {cards or 'none'}")
    console.print(f"More: {PROGRAM} list <game>", style="dim")


def _players(game: Game) -> str:
    return str(game.min_players) if game.min_players == game.max_players else f"{game.min_players}-{game.max_players}"


def _sizes(game: Game) -> list[str]:
    """Observation sizes, one for each number of players."""
    return [str(game.observation.for_players(n).size) for n in range(game.min_players, game.max_players + 1)]


def show_game(console: Console, game: Game) -> None:
    console.print(f"{game.title} ({game.env_id})", style="bold")
    console.print(f"{_players(game)} players, {len(game.actions)} actions")
    console.print(f"observation of {'/'.join(_sizes(game))} entries ({_players(game)} players)")
    if game.name in SOLO_IDS:
        console.print(f"Gymnasium: {SOLO_IDS[game.name]}")
    console.print()
    table = Table("option", "default", "allowed", "meaning", box=None)
    for option in game.options:
        table.add_row(option.name, str(option.default), option.allowed_text, option.meaning)
    print_table(console, table)


def show_actions(console: Console, game: Game) -> None:
    table = Table("number", "action", "meaning", box=None, title="\nActions", title_justify="left")
    for number, action in enumerate(game.actions):
        table.add_row(str(number), action.name, action.meaning)
    print_table(console, table)


def show_cards(console: Console, game: Game) -> None:
    """The cards as tables, one for each kind of row: what is printed on them and, last, what they do."""
    title = "\nCards"
    for _, cards in itertools.groupby(game.cards, type):
        rows = list(cards)
        names = _plain_fields(rows[0])
        table = Table(*(name.replace("_", " ") for name in names), box=None, title=title, title_justify="left")
        for card in rows:
            table.add_row(*(_in_words(getattr(card, name)) for name in names))
        print_table(console, table)
        title = " "


def _plain_fields(card: Any) -> list[str]:
    """The fields of a card that a player can read, its text last: no steps (tuples) and no flags."""
    names = [
        field.name
        for field in dataclasses.fields(card)
        if isinstance(getattr(card, field.name), (str, int)) and not isinstance(getattr(card, field.name), bool)
    ]
    return sorted(names, key=lambda name: name == "text")


def _in_words(value: Any) -> str:
    """A value of a card: the member of an enum by its name, NONE as nothing."""
    if isinstance(value, enum.Enum):
        return "" if value.name == "NONE" else value.name.lower().replace("_", " ")
    return str(value)
