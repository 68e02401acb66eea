"""docs/examples/leduc_poker: the values that the literature gives, and positions. (The contract: test_contract.py.)"""

from __future__ import annotations

from functools import cache

import pytest

from tests.common import OUTSIDE as LEDUC
from tests.common import run_python
from unicorn_envs.errors import StateError


@cache
def solution(variant: str, iterations: int) -> tuple[float, float, float]:
    """The value for the first player when both play as solved, and between which bounds the game's value lies."""
    from leduc_poker.solve import best_response, solve, tree_of, value_of

    tree = tree_of(variant)
    strategy = solve(tree, iterations)
    return value_of(tree, strategy), -best_response(tree, strategy, 1), best_response(tree, strategy, 0)


def test_kuhn_poker_has_its_value() -> None:
    """Kuhn 1950: -1/18 for the first player. Whatever the strategy, best responses bound the value on both sides."""
    value, low, high = solution("kuhn", 2000)
    assert low <= -1 / 18 <= high and high - low < 0.001
    assert value == pytest.approx(-1 / 18, abs=0.0005)


def test_leduc_poker_has_its_value() -> None:
    """-0.0856 for the first player, as CFR+ finds it in OpenSpiel's Leduc poker."""
    value, low, high = solution("leduc", 300)
    assert low <= -0.0856 <= high and high - low < 0.01
    assert value == pytest.approx(-0.0856, abs=0.002)


def test_the_trees_are_whole() -> None:
    from leduc_poker.solve import tree_of

    assert (len(tree_of("kuhn").actions), len(tree_of("leduc").actions)) == (12, 288)


def after(*moves: str, hands: tuple[str, str] = ("Jack", "King"), board: str = "Jack", **options: object):
    return LEDUC.position(hands, board, moves, **options)


@pytest.mark.parametrize(
    ("hands", "moves", "returns"),
    [
        (("Jack", "King"), ("call", "call", "call", "call"), [1, -1]),  # the pair with the board
        (("Queen", "King"), ("call", "call", "call", "call"), [-1, 1]),
        (("King", "King"), ("raise", "call", "call", "call"), [0, 0]),
        (("Jack", "King"), ("raise", "fold"), [1, -1]),
        (("Jack", "King"), ("raise", "raise", "fold"), [-3, 3]),
        (("Jack", "King"), ("raise", "raise", "call", "raise", "raise", "call"), [13, -13]),
    ],
)
def test_what_a_hand_is_worth(hands: tuple[str, str], moves: tuple[str, ...], returns: list[int]) -> None:
    state = after(*moves, hands=hands)
    assert LEDUC.over(state) and LEDUC.returns(state).tolist() == returns


def test_two_raises_in_a_round_and_one_in_kuhn_poker() -> None:
    assert LEDUC.actions.legal(LEDUC.mask(after())) == ["call", "raise"]
    assert LEDUC.actions.legal(LEDUC.mask(after("raise"))) == ["fold", "call", "raise"]
    assert LEDUC.actions.legal(LEDUC.mask(after("raise", "raise"))) == ["fold", "call"]
    kuhn = LEDUC.position(("Jack", "King"), None, ("raise",), variant="kuhn")
    assert LEDUC.actions.legal(LEDUC.mask(kuhn)) == ["fold", "call"]


def test_the_board_is_hidden_in_the_first_round() -> None:
    assert "board" not in LEDUC.describe(after("raise"), 0)
    assert "board: Jack" in LEDUC.describe(after("raise", "call"), 0)
    assert {LEDUC.options_of(after())["variant"], "player_1: ?" in LEDUC.describe(after(), 0)} == {"leduc", True}


@pytest.mark.parametrize(
    ("hands", "board", "variant"),
    [
        (("Jack", "King"), None, "leduc"),
        (("Jack", "King"), "Jack", "kuhn"),
        (("Jack", "Jack"), "Jack", "leduc"),
        (("Jack", "Jack"), None, "kuhn"),
        (("Jack", "Ace"), "Jack", "leduc"),
        (("Jack",), "Jack", "leduc"),
        ("Jack", "Jack", "leduc"),
    ],
)
def test_cards_that_cannot_be(hands: object, board: str | None, variant: str) -> None:
    with pytest.raises(StateError):
        LEDUC.position(hands, board, variant=variant)


def test_it_can_be_solved_from_the_command_line() -> None:
    code = "import sys; sys.argv[1:] = ['--variant', 'kuhn']; from leduc_poker.solve import main; main()"
    assert "12 information sets, 6 deals\nvalue for the first player -0.05" in run_python(code).stdout
