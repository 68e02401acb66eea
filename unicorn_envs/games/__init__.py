"""The games: one folder each. A new game is a folder and a line in ``NAMES``."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unicorn_envs.game import Game

NAMES = ("unicorn_hunt", "unstable_unicorns", "unicorn_apocalypse", "magical_unicorn_quest", "margot")


@cache
def get(name: str) -> Game:
    """The game called ``name``; ValueError that lists the games for anything else."""
    if name not in NAMES:
        raise ValueError(f"there is no game {name!r}; games are {', '.join(NAMES)}")
    game: Game = importlib.import_module(f"unicorn_envs.games.{name}").GAME
    return game
