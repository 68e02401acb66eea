"""What can be imported, and how."""

from __future__ import annotations

import importlib

import pytest

import unicorn_envs
from tests.common import run_python
from unicorn_envs.registry import VERSIONS


@pytest.mark.parametrize("name", VERSIONS)
def test_every_game_can_be_imported_in_every_way(name: str) -> None:
    """In a fresh process: an import that an earlier one has prepared would tell nothing."""
    for code in (
        f"import unicorn_envs.games.{name} as m",
        f"import unicorn_envs.games.{name}; m = unicorn_envs.games.{name}",
        f"from unicorn_envs.games import {name} as m",
        f"import unicorn_envs.games as games, unicorn_envs.games.{name}; m = games.{name}",
        f"import unicorn_envs; unicorn_envs.game('{name}'); m = unicorn_envs.games.{name}",
    ):
        names = "import unicorn_envs; print(m.GAME.name, *unicorn_envs.games())"
        assert run_python(f"{code}; {names}").stdout.split() == [name, *VERSIONS]


def test_the_package_of_the_games_names_them() -> None:
    names = unicorn_envs.games()
    assert names[: len(VERSIONS)] == list(VERSIONS)
    assert callable(unicorn_envs.games) and "games" in unicorn_envs.__all__
    assert importlib.import_module("unicorn_envs.games") is unicorn_envs.games
    unicorn_envs.games().clear()
    assert unicorn_envs.games() == names, "each call gives a list of its own"
