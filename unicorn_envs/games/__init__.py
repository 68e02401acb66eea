"""The games: one folder each. A new game is a folder and a line in ``VERSIONS``.

``unicorn_envs.games`` is this package, and can be called too: ``unicorn_envs.games()`` are the names of all games.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from types import ModuleType
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


class _Games(ModuleType):
    """This package: a function of its name beside it would hide it from ``import unicorn_envs.games.margot as m``."""

    def __call__(self) -> list[str]:
        """Names of all games."""
        return list(NAMES)


sys.modules[__name__].__class__ = _Games
