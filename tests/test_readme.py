"""The code blocks of the README run, in order, each on its own."""

import re
from pathlib import Path

import pytest

import unicorn_envs
from unicorn_envs.registry import VERSIONS

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)


def test_the_readme_shows_each_way_in():
    text = "\n".join(BLOCKS)
    ways = ("unicorn_hunt_v0.env", "gymnasium.make(", "gymnasium.make_vec(", "make_seat(", "make_batch(", ".game(")
    for way in ways:
        assert way in text


@pytest.mark.parametrize("block", BLOCKS, ids=[f"block{i}" for i in range(len(BLOCKS))])
def test_code_of_the_readme_runs(block):
    exec(compile(block, "README.md", "exec"), {})


def test_files_that_the_readme_points_to_exist():
    for target in re.findall(r"\]\(([^)]+)\)", (ROOT / "README.md").read_text()):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target


def test_the_readme_lists_every_game():
    text = (ROOT / "README.md").read_text()
    for name in VERSIONS:
        assert f"unicorn_envs/games/{name}/RULES.md" in text and unicorn_envs.game(name).env_id in text
