"""Games run by themselves through all shared tests: a new name in ``unicorn_envs.games.NAMES`` is enough."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.common import game_names, option_settings, player_settings, setting_id, solo_names


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """``name``: each game; ``solo_name``: solo games; ``setting``: each player count; ``any_setting``: options, too.

    A test that gives one of these arguments its own values keeps them.
    """
    own = {name for mark in metafunc.definition.iter_markers("parametrize") for name in _names(mark.args[0])}
    values = {
        "name": game_names,
        "solo_name": solo_names,
        "setting": player_settings,
        "any_setting": lambda: player_settings() + option_settings(),
    }
    for argument, make in values.items():
        if argument in metafunc.fixturenames and argument not in own:
            metafunc.parametrize(argument, make(), ids=setting_id if "setting" in argument else None)


def _names(argument: str | Sequence[str]) -> list[str]:
    """The names in the first argument of ``parametrize``."""
    return [part.strip() for part in argument.split(",")] if isinstance(argument, str) else list(argument)
