"""engine/piles.py: shuffles are uniform and piles keep their cards in order."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numba import njit

from tests.common import chi_square
from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.engine.piles import find, put_under, shuffle, shuffle_hidden, take_out

PILE = np.dtype([("rng", np.uint64), ("pile", np.int8, (8,)), ("known", np.int8, (8,))])


@njit
def shuffle_pile(states, size):
    shuffle(states[0], states[0].pile, size)


@njit
def shuffle_hidden_pile(states, size, level):
    shuffle_hidden(states[0], states[0].pile, states[0].known, size, level)


@njit
def take_out_of(states, size, index):
    return take_out(states[0].pile, size, index)


@njit
def put_under_pile(states, size, card):
    put_under(states[0].pile, size, card)


@njit
def find_in(states, size, card):
    return find(states[0].pile, size, card)


def pile_of(*cards: int, known: tuple[int, ...] = (), rng: int = 7) -> np.ndarray:
    states = np.zeros(1, dtype=PILE)
    states["rng"] = rng
    states["pile"][0, : len(cards)] = cards
    states["known"][0, : len(known)] = known
    return states if COMPILED else states.view(np.recarray)


def cards_of(states: np.ndarray) -> list[int]:
    return states["pile"][0].tolist()


def frequencies(deal, repeats: int) -> dict[tuple[int, ...], int]:
    """How often each order of the pile comes up in ``repeats`` calls of ``deal`` on one generator."""
    counts: dict[tuple[int, ...], int] = {}
    rng = 7
    for _ in range(repeats):
        with np.errstate(over="ignore"):
            states = deal(rng)
        rng = int(states["rng"][0])
        order = tuple(cards_of(states))
        counts[order] = counts.get(order, 0) + 1
    return counts


def test_shuffle_gives_all_orders_of_four_equally_often() -> None:
    def deal(rng: int) -> np.ndarray:
        states = pile_of(1, 2, 3, 4, 9, rng=rng)
        shuffle_pile(states, 4)
        return states

    counts = frequencies(deal, 24 * 400)
    orders = [(*order, 9, 0, 0, 0) for order in itertools.permutations((1, 2, 3, 4))]
    assert set(counts) == set(orders), "the cards above the given size stay"
    statistic, limit = chi_square([counts[order] for order in orders], np.full(24, 400.0))
    assert statistic < limit


def test_shuffle_hidden_moves_only_what_is_known_to_less_than_the_level() -> None:
    """Known cards (level 2) and empty places (0) stay; the other four take all orders equally often."""

    def deal(rng: int) -> np.ndarray:
        states = pile_of(1, 8, 2, 0, 3, 4, 9, known=(0, 2, 1, 0, 0, 1, 0), rng=rng)
        shuffle_hidden_pile(states, 6, 2)
        return states

    counts = frequencies(deal, 24 * 400)
    orders = [(a, 8, b, 0, c, d, 9, 0) for a, b, c, d in itertools.permutations((1, 2, 3, 4))]
    assert set(counts) == set(orders)
    statistic, limit = chi_square([counts[order] for order in orders], np.full(24, 400.0))
    assert statistic < limit


def test_shuffle_hidden_with_nothing_hidden_changes_nothing() -> None:
    states = pile_of(1, 2, 3, known=(1, 1, 1))
    before = states.tobytes()
    shuffle_hidden_pile(states, 3, 1)
    assert states.tobytes() == before


@pytest.mark.parametrize(
    ("index", "left"), [(0, [6, 7, 8]), (1, [5, 7, 8]), (3, [5, 6, 7])], ids=["bottom", "middle", "top"]
)
def test_take_out_closes_the_gap(index: int, left: list[int]) -> None:
    states = pile_of(5, 6, 7, 8)
    assert take_out_of(states, 4, index) == 5 + index
    assert cards_of(states) == [*left, 0, 0, 0, 0, 0]


def test_put_under_moves_all_cards_up() -> None:
    states = pile_of(5, 6, 7)
    put_under_pile(states, 3, 9)
    assert cards_of(states) == [9, 5, 6, 7, 0, 0, 0, 0]


def test_put_under_an_empty_pile() -> None:
    states = pile_of()
    put_under_pile(states, 0, 9)
    assert cards_of(states) == [9, 0, 0, 0, 0, 0, 0, 0]


def test_find_gives_the_topmost_copy_below_the_size() -> None:
    states = pile_of(5, 6, 5, 7, 5)
    assert find_in(states, 4, 5) == 2
    assert find_in(states, 4, 7) == 3
    assert find_in(states, 4, 8) == -1
    assert find_in(states, 0, 5) == -1
