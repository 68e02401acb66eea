"""Games run by themselves through all shared tests: a new name in ``unicorn_envs.registry.VERSIONS`` is enough."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import unicorn_envs
from tests.common import game_names, option_settings, player_settings, setting_id, solo_names
from unicorn_envs import testing


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """``name``: each game; ``solo_name``: solo games; ``setting``: each player count; ``any_setting``: options, too;
    ``case``: each check of ``unicorn_envs.testing``.

    A test that gives one of these arguments its own values keeps them.
    """
    own = {name for mark in metafunc.definition.iter_markers("parametrize") for name in _names(mark.args[0])}
    values = {
        "name": game_names,
        "solo_name": solo_names,
        "setting": player_settings,
        "any_setting": lambda: player_settings() + option_settings(),
        "case": lambda: [case for name in game_names() for case in testing.cases(unicorn_envs.game(name))],
    }
    ids = {"setting": setting_id, "any_setting": setting_id, "case": str}
    for argument, make in values.items():
        if argument in metafunc.fixturenames and argument not in own:
            metafunc.parametrize(argument, make(), ids=ids.get(argument))


def _names(argument: str | Sequence[str]) -> list[str]:
    """The names in the first argument of ``parametrize``."""
    return [part.strip() for part in argument.split(",")] if isinstance(argument, str) else list(argument)
