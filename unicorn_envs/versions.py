"""Names with versions: which game is meant, and what stands in for the modules of versions that were replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from pettingzoo.utils.deprecated_module import DeprecatedEnv

from unicorn_envs.game import Game
from unicorn_envs.games import VERSIONS, get


def named_game(game: Game | str) -> Game:
    """The game itself, or the one called so, with or without its version; ValueError that lists the games."""
    if isinstance(game, Game):
        return game
    stem, _, version = str(game).rpartition("_v")
    return get(stem if stem in VERSIONS and version == str(VERSIONS[stem]) else game)


def replaced(name: str, old: int, new: int) -> Callable[..., NoReturn]:
    """A maker of environments that raises PettingZoo's DeprecatedEnv and says which version to use, as PettingZoo's
    deprecated modules do."""

    def env(**options: Any) -> NoReturn:
        raise DeprecatedEnv(
            f"{name}_v{old} was replaced by {name}_v{new}, use that; unicorn_envs/games/{name}/RULES.md says what "
            "changed in the rules"
        )

    return env
