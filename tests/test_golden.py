"""Golden traces: seeded random games of every setting give the same bytes as when they were written down."""

from __future__ import annotations

import json

import pytest

import unicorn_envs
from tests.common import player_settings
from tests.golden import path_of, trace, traces
from unicorn_envs.registry import VERSIONS


@pytest.mark.parametrize("name", VERSIONS)
def test_golden_traces(name: str) -> None:
    game, path = unicorn_envs.game(name), path_of(name)
    assert path.is_file(), f"{path} is missing; write it with: python -m tests.golden {name}"
    kept, now = json.loads(path.read_text()), traces(name)
    rewrite = f"write the traces anew with: python -m tests.golden {name}"
    assert kept["version"] == game.version, f"{name} has a new version; {rewrite}"
    changed = [key for key in kept["traces"] | now["traces"] if kept["traces"].get(key) != now["traces"].get(key)]
    assert not changed, (
        f"{name} plays differently in {', '.join(changed)}. If no rule was to change, this is a bug. A change of "
        f"rules, actions, observation or record needs a new Game.version (saved states, checkpoints and results "
        f"of version {game.version} no longer hold) and a line in its RULES.md; then {rewrite}"
    )


def test_a_trace_tells_games_apart() -> None:
    setting = player_settings()[0]
    hashes = {trace(setting, games, steps) for games, steps in ((1, 3), (1, 4), (2, 3))}
    assert len(hashes) == 3
    assert trace(setting, 2, 10) == trace(setting, 2, 10)
