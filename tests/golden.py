"""Hashes of seeded random games, kept in tests/golden/<game>.json: what a change of the rules alters.

Write them anew, after a deliberate change and a new ``version`` of the game::

    python -m tests.golden unicorn_hunt        # or several games, or none for all
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import unicorn_envs
from tests.common import Setting, of, option_settings, player_settings, setting_id
from unicorn_envs import testing
from unicorn_envs.registry import VERSIONS

FOLDER = Path(__file__).parent / "golden"


def trace(setting: Setting, games: int, steps: int = 5000) -> str:
    """Hash of some random games of a setting."""
    return testing.trace(*of(setting), games, steps)


def traces(name: str) -> dict[str, Any]:
    """What the file of a game holds: its version, and a hash for every number of players and option value."""
    settings = [(s, 20) for s in player_settings([name])] + [(s, 4) for s in option_settings([name])]
    return {
        "version": unicorn_envs.game(name).version,
        "traces": {setting_id(s): trace(s, games) for s, games in settings},
    }


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.json"


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names or VERSIONS:
        path_of(name).write_text(json.dumps(traces(name), indent=1) + "\n")
        print(f"wrote {path_of(name)}")


if __name__ == "__main__":
    main(sys.argv[1:])
