"""engine/steps.py and engine/results.py: the stack of pending steps, and what a game is worth to its players."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.engine.results import share
from unicorn_envs.engine.steps import pop, push

TABLE = np.dtype(
    [
        ("returns", np.float32, (4,)), ("num_players", np.int8), ("stack_verb", np.int8, (3,)),
        ("stack_number", np.int8, (3,)), ("stack_size", np.int8),
    ]
)  # fmt: skip


@njit
def push_onto(states, verb, number):
    push(states[0], verb, number)


@njit
def pop_from(states):
    return pop(states[0])


@njit
def share_at(states, winners):
    share(states[0], winners)


def table(players: int = 4) -> np.ndarray:
    states = np.zeros(1, dtype=TABLE)
    states["num_players"] = players
    return states if COMPILED else states.view(np.recarray)


def test_the_last_step_pushed_is_the_first_one_popped() -> None:
    states = table()
    blank = states.tobytes()
    for step in ((5, 1), (6, -2), (7, 3)):
        push_onto(states, *step)
    assert [pop_from(states) for _ in range(3)] == [(7, 3), (6, -2), (5, 1)]
    assert states.tobytes() == blank  # what is not in use is zero again


@pytest.mark.parametrize(
    ("players", "winners", "returns"),
    [
        (2, 0b01, [1, -1, 0, 0]),
        (4, 0b0100, [-1 / 3, -1 / 3, 1, -1 / 3]),
        (4, 0b1001, [0.5, -0.5, -0.5, 0.5]),
        (3, 0b110, [-1, 0.5, 0.5, 0]),
        (3, 0b111, [0, 0, 0, 0]),
    ],
)
def test_winners_and_losers_share_alike_and_the_sum_is_zero(players: int, winners: int, returns: list[float]) -> None:
    states = table(players)
    share_at(states, winners)
    assert states["returns"][0].tolist() == pytest.approx(returns)
    assert states["returns"].sum() == pytest.approx(0, abs=1e-6)
