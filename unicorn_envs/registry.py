"""The games by name: those of the package, those that installed packages offer, and those registered by hand.

A package offers a game with an entry point, named after game and version, whose value is where the game is found::

    [project.entry-points."unicorn_envs.games"]
    leduc_poker_v0 = "leduc_poker:GAME"

``MODULE:ATTRIBUTE`` may stand for a name wherever one is taken: the game that is found there is registered.
A game is imported when it is first asked for; ``import unicorn_envs`` imports none.
"""

from __future__ import annotations

import copyreg
import importlib
import re
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

import gymnasium
import pettingzoo

from unicorn_envs.game import Game

GROUP = "unicorn_envs.games"
"""The group of entry points."""
VERSIONS = {
    "unicorn_hunt": 0,
    "unstable_unicorns": 1,
    "unicorn_apocalypse": 1,
    "magical_unicorn_quest": 1,
    "margot": 1,
}
"""The games of the package with their versions; each version has a module ``unicorn_envs.<game>_v<version>``."""
SOLO_IDS = {"unicorn_hunt": "unicorn_envs/UnicornHunt-v0", "margot": "unicorn_envs/MargotSolo-v1"}
"""Gymnasium ids of the games that one player can play; of games from outside once they are loaded."""


@dataclass(frozen=True)
class Source:
    """Where a game comes from: its version, the module and attribute that hold it, and who says so."""

    version: int
    place: str
    offered_by: str


_sources = {
    name: Source(version, f"unicorn_envs.games.{name}:GAME", "unicorn_envs") for name, version in VERSIONS.items()
}
_games: dict[str, Game] = {}
_problems: dict[str, str] = {}
"""Why a game that is offered cannot be used, as far as that is known."""


# Names


def names() -> list[str]:
    """The names of all games, those that turn out to be unusable included."""
    return list(dict.fromkeys((*_sources, *_problems, *_games)))


def version_of(name: str) -> int:
    """The version of a game, which need not be loaded for that; ValueError as :func:`get`."""
    return _sources[name].version if name in _sources else get(name).version


def get(name: str) -> Game:
    """The game called ``name``, or found at ``MODULE:ATTRIBUTE``.

    ValueError that lists the games for anything else, or that says why the game cannot be used.
    """
    if name not in _games and name in _sources:
        _load(name)
    if name in _games:
        return _games[name]
    if name in _problems:
        raise ValueError(f"the game {name} cannot be used: {_problems[name]}")
    if ":" in str(name):
        return register(_found_at(name))
    raise ValueError(f"there is no game {name!r}; games are {', '.join(names())}")


def named_game(game: Game | str) -> Game:
    """The game itself, or the one called so, with or without its version; ValueError as :func:`get`."""
    if isinstance(game, Game):
        return game
    name, _, version = str(game).rpartition("_v")
    return get(name if name in names() and version == str(version_of(name)) else game)


def problem(name: str) -> str | None:
    """Why the game called ``name`` cannot be used; None where it can."""
    try:
        get(name)
    except ValueError as error:
        return str(error)
    return None


def _load(name: str) -> None:
    """Import a game whose source is known, or note why it cannot be used."""
    source = _sources[name]
    try:
        game = _found_at(source.place)
        if game.env_id != f"{name}_v{source.version}":
            raise ValueError(f"{source.place} is {game.env_id}")
    except ValueError as error:
        if name in VERSIONS:
            raise
        _problems[name] = f"{source.offered_by} offers {name}_v{source.version}, but {error}"
        del _sources[name]
    else:
        _games[name] = game
        _add_solo_id(game)


def _found_at(place: str) -> Game:
    """The game at ``MODULE:ATTRIBUTE``; ValueError with the reason where there is none."""
    module, _, attribute = place.partition(":")
    try:
        game = getattr(importlib.import_module(module), attribute)
    except Exception as error:  # whatever the code of others comes upon
        raise ValueError(f"{place} cannot be imported: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise ValueError(f"{place} is no Game, but {type(game).__name__}")
    return game


# Games from outside


def register(game: Game) -> Game:
    """Make a game known under its name, with all ids. Returns it; a second time this does nothing.

    TypeError for anything but a Game, ValueError for a name that is taken or not of the right form.
    """
    if not isinstance(game, Game):
        raise TypeError(f"what is registered is a Game, not {type(game).__name__}")
    name = game.name
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        raise ValueError(f"a game's name is made of small letters, digits and _, which {name!r} is not")
    if name in _sources and name not in _games:  # a package offers it: this may be that game
        _load(name)
    if name in _problems:
        raise ValueError(f"the name {name} is taken: {_problems[name]}")
    if _games.get(name, game) is not game:
        raise ValueError(f"the name {name} is taken by another game")
    if name not in _games:
        _games[name] = game
        _add_pettingzoo_id(name, game.version)
        _add_solo_id(game)
    return game


def _add_offered() -> None:
    """Take note of what installed packages offer. A warning for what cannot be a game of its own."""
    for entry in entry_points(group=GROUP):
        package = entry.dist.name if entry.dist is not None else entry.value
        name, _, version = entry.name.rpartition("_v")
        place = f"{entry.module}:{entry.attr}"
        if not re.fullmatch("[a-z][a-z0-9_]*_v[0-9]+", entry.name):
            warnings.warn(
                f"the entry point {entry.name!r} of {package} is left out: it must be NAME_vVERSION", stacklevel=2
            )
        elif name in VERSIONS:
            warnings.warn(f"the game {entry.name} of {package} is left out: the name is taken", stacklevel=2)
        elif name in _problems or name in _sources:
            first = _sources.pop(name, None)
            offers = _problems.get(name) or (first and f"the name is taken twice, by {first.offered_by}")
            _problems[name] = f"{offers} and by {package}"
        else:
            _sources[name] = Source(int(version), place, package)


# Ids


def _add_ids() -> None:
    """The ids of all games, as far as they are known without loading one."""
    for name, source in _sources.items():
        _add_pettingzoo_id(name, source.version)
    for name, version in VERSIONS.items():
        for old in range(version):  # modules of older versions say what replaced them
            _add_pettingzoo_entry(f"{name}_v{old}", f"unicorn_envs.{name}_v{old}:env", {})
    for name in SOLO_IDS:
        _add_solo_entry(name)


def _add_pettingzoo_id(name: str, version: int) -> None:
    _add_pettingzoo_entry(f"{name}_v{version}", "unicorn_envs:make", {"name": name})


def _add_pettingzoo_entry(env_id: str, entry: str, arguments: dict[str, Any]) -> None:
    if hasattr(pettingzoo, "register"):  # PettingZoo 1.26 has no ids: there make() is the way in
        pettingzoo.register("aec", f"unicorn_envs/{env_id}", entry, kwargs=arguments)


def _add_solo_id(game: Game) -> None:
    if game.min_players == 1 and game.name not in SOLO_IDS:
        words = "".join(word.capitalize() for word in game.name.split("_"))
        SOLO_IDS[game.name] = f"unicorn_envs/{words}-v{game.version}"
        _add_solo_entry(game.name)


def _add_solo_entry(name: str) -> None:
    # Classes rather than functions, since Gymnasium reads the render modes of the former.
    gymnasium.register(
        SOLO_IDS[name],
        entry_point="unicorn_envs.envs.solo:SoloEnv",
        vector_entry_point="unicorn_envs.envs.solo:SoloVectorEnv",
        kwargs={"game": name},
    )


# Pickles: a game is a constant of its module, which they name instead of copying the rules


def place_of(game: Game) -> str:
    """``MODULE:ATTRIBUTE`` where the game is found by another process too, else its name."""
    if game.name in _sources:
        return game.name
    return next(_places(game), game.name)


def _places(game: Game) -> Iterator[str]:
    """Where the package that its rules come from holds the game: the module of the rules, or one above it."""
    module = game.functions["apply"].__module__
    while module:
        held = vars(sys.modules[module]) if module in sys.modules else {}
        yield from (f"{module}:{attribute}" for attribute, value in held.items() if value is game)
        module = module.rpartition(".")[0]


copyreg.pickle(Game, lambda game: (get, (place_of(game),)))
_add_offered()
_add_ids()
