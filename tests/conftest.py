"""Games run by themselves through all shared tests: a new name in ``unicorn_envs.games.NAMES`` is enough."""

from __future__ import annotations

import pytest

from tests.common import game_names, option_settings, player_settings, setting_id, solo_names


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """``name``: each game; ``solo_name``: solo games; ``setting``: each player count; ``any_setting``: options, too."""
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", game_names())
    if "solo_name" in metafunc.fixturenames:
        metafunc.parametrize("solo_name", solo_names())
    if "setting" in metafunc.fixturenames:
        metafunc.parametrize("setting", player_settings(), ids=setting_id)
    if "any_setting" in metafunc.fixturenames:
        metafunc.parametrize("any_setting", player_settings() + option_settings(), ids=setting_id)
