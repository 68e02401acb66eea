"""The games: one folder each. A new game is a folder and a line in ``VERSIONS``."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unicorn_envs.game import Game

VERSIONS = {
    "unicorn_hunt": 0,
    "unstable_unicorns": 1,
    "unicorn_apocalypse": 1,
    "magical_unicorn_quest": 1,
    "margot": 1,
}
"""The version of each game's rules; each version has a module ``unicorn_envs.<game>_v<version>``."""
NAMES = tuple(VERSIONS)


@cache
def get(name: str) -> Game:
    """The game called ``name``; ValueError that lists the games for anything else."""
    if name not in NAMES:
        raise ValueError(f"there is no game {name!r}; games are {', '.join(NAMES)}")
    game: Game = importlib.import_module(f"unicorn_envs.games.{name}").GAME
    return game
