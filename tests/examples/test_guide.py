"""docs/a_game_of_your_own.md, followed by its own words in a new folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.common import ROOT

GUIDE = (ROOT / "docs" / "a_game_of_your_own.md").read_text()
NAMED = re.compile(r"# (\w+\.py)\n")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


COMMANDS = [line for block in blocks("bash") for line in block.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the guide writes: those that it names, and all else one after the other in high_card.py."""
    folder = tmp_path_factory.mktemp("guide")
    parts = []
    for block in blocks("python"):
        named = NAMED.match(block)
        if named:
            (folder / named[1]).write_text(block)
        else:
            parts.append(block)
    (folder / "high_card.py").write_text("\n\n".join(parts))
    return folder


def run(folder: Path, *command: str, **environment: str) -> str:
    """What ``command`` prints, in the folder, with this checkout as the installed package."""
    inherited = {k: v for k, v in os.environ.items() if k not in ("NUMBA_DISABLE_JIT", "UNICORN_ENVS_CHECK")}
    environment = {**inherited, "PYTHONPATH": str(ROOT), **environment}
    process = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


@pytest.mark.slow
def test_its_commands_run(folder: Path) -> None:
    """In order: checked with and without bounds, listed, watched, evaluated, measured, trained."""
    assert len(COMMANDS) >= 9
    for command in COMMANDS:
        run(folder, "bash", "-c", f'python() {{ {sys.executable} "$@"; }}; set -e; {command}')


@pytest.mark.slow
def test_its_own_tests_pass(folder: Path) -> None:
    assert " passed" in run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_high_card.py")


def test_it_can_be_used_as_the_guide_says(folder: Path) -> None:
    run(folder, sys.executable, "use.py")


USE_THE_OFFER = """
import sys
import gymnasium, pettingzoo, unicorn_envs
assert "high_card" in unicorn_envs.games() and "high_card" not in sys.modules, "it is not imported yet"
env = pettingzoo.make("aec", "unicorn_envs/high_card_v0", num_players=2)
assert str(env.unwrapped) == "high_card_v0" and gymnasium.make(unicorn_envs.SOLO_IDS["high_card"])
print(unicorn_envs.game("margot").title, unicorn_envs.make("high_card_v0").game.title)
"""


def test_an_installed_package_offers_it(folder: Path, tmp_path: Path) -> None:
    """With the entry points that the guide's pyproject.toml declares."""
    declared = re.search(r'entry-points."(.+)"\]\n(\w+) = "(.+)"', blocks("toml")[0])
    assert declared is not None
    installed = tmp_path / "high_card-0.1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 0.1.0\n")
    (installed / "entry_points.txt").write_text(f"[{declared[1]}]\n{declared[2]} = {declared[3]}\n")
    path = os.pathsep.join([str(ROOT), str(folder), str(tmp_path)])
    assert run(tmp_path, sys.executable, "-c", USE_THE_OFFER, PYTHONPATH=path) == "Margot: La Fée High Card\n"
    listed = run(tmp_path, sys.executable, "-m", "unicorn_envs", "list", PYTHONPATH=path)
    assert "high_card: High Card, 1-2 players, version 0" in listed
