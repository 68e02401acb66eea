"""That no card and no ruling is left without a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from unicorn_envs.games import unicorn_hunt
from unicorn_envs.games.unicorn_hunt.cards import CARDS
from unicorn_envs.games.unicorn_hunt.state import OPTIONS

HERE = Path(__file__).parent
GAME_FOLDER = Path(unicorn_hunt.__file__).parent
RULES = (GAME_FOLDER / "RULES.md").read_text()


def written_here():
    """Name and docstring of every test function of this folder."""
    for file in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name, ast.get_docstring(node) or ""


TESTS = dict(written_here())
RULINGS = [int(n) for n in re.findall(r"^- \*\*R(\d+)\*\*", RULES, flags=re.MULTILINE)]
NAMED_BY_TESTS = {int(n) for text in TESTS.values() for n in re.findall(r"\bR(\d+)\b", text)}


def test_rulings_are_numbered_without_a_gap():
    assert sorted(RULINGS) == list(range(1, len(RULINGS) + 1)) and len(RULINGS) >= 38


@pytest.mark.parametrize("ruling", sorted(RULINGS))
def test_each_ruling_is_named_by_a_test(ruling):
    assert ruling in NAMED_BY_TESTS


def test_tests_name_no_ruling_that_is_not_there():
    assert set(RULINGS) >= NAMED_BY_TESTS


@pytest.mark.parametrize("card", [card.name for card in CARDS])
def test_each_card_has_a_test_named_after_it(card):
    start = "test_" + card.lower().replace(" ", "_") + "_"
    assert any(name.startswith(start) for name in TESTS)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_each_card_stands_in_the_table_of_the_rules(card):
    assert f"| {card.name} | {card.kind.name.lower()} |" in RULES


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_the_text_of_a_card_names_the_numbers_of_its_steps(card):
    """The text is written by hand; 1 may be said in words, and a verb without a number has 0."""
    numbers = [number for _, number in card.effect + card.beginning if number > 1]
    assert re.findall(r"[2-9]", card.text) == [str(number) for number in numbers]
    assert card.text.endswith(".")


@pytest.mark.parametrize("option", [option.name for option in OPTIONS])
def test_each_option_stands_in_the_rules(option):
    assert f"| `{option}` |" in RULES


def test_comments_of_the_code_name_rulings_that_are_there():
    named = set()
    for file in GAME_FOLDER.glob("*.py"):
        for numbers in re.findall(r"(?:# |\"\"\")(\d+(?:(?:, | and )\d+)*)(?::|$)", file.read_text(), re.MULTILINE):
            named |= {int(n) for n in re.findall(r"\d+", numbers)}
    assert len(named) > 15 and named <= set(RULINGS)
