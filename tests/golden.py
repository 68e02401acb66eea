"""Hashes of seeded random games, kept in tests/golden/<game>.json: what a change of the rules alters.

Write them anew, after a deliberate change and a new ``version`` of the game::

    python -m tests.golden unicorn_hunt        # or several games, or none for all
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

import unicorn_envs
from tests.common import Setting, of, option_settings, pick, player_settings, setting_id

FOLDER = Path(__file__).parent / "golden"


def trace(setting: Setting, games: int, steps: int = 5000) -> str:
    """Hash of state, mask and every seat's observation at each decision of some random games."""
    game, options = of(setting)
    digest = hashlib.sha256()
    for seed in range(games):
        generator = np.random.Generator(np.random.PCG64(seed))
        state = game.new(seed, **options)
        for _ in range(steps):
            mask = game.mask(state)
            digest.update(state.tobytes() + mask.tobytes())
            for seat in range(game.num_players(state)):
                digest.update(game.observe(state, seat).tobytes())
            if game.over(state):
                break
            game.apply(state, pick(generator, mask))
    return digest.hexdigest()[:24]


def traces(name: str) -> dict[str, Any]:
    """What the file of a game holds: its version, and a hash for every number of players and option value."""
    settings = [(s, 20) for s in player_settings()] + [(s, 4) for s in option_settings()]
    return {
        "version": unicorn_envs.game(name).version,
        "traces": {setting_id(s): trace(s, games) for s, games in settings if s[0] == name},
    }


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.json"


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names or unicorn_envs.games():
        path_of(name).write_text(json.dumps(traces(name), indent=1) + "\n")
        print(f"wrote {path_of(name)}")


if __name__ == "__main__":
    main(sys.argv[1:])
