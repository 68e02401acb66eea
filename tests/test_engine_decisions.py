"""engine/decisions.py: the loop that plays on until a seat is asked, with a game of one sentence.

Two seats count up in turn; whoever has to name a number names how much is added, and a lone 1 is forced.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from unicorn_envs.engine import decisions
from unicorn_envs.engine.decisions import ASKED, NO_PROMPT
from unicorn_envs.engine.jit import COMPILED, jit
from unicorn_envs.engine.steps import push

GAME = np.dtype(
    [
        ("count", np.int8), ("seat", np.int8), ("prompt", np.int8), ("steps_left", np.int8),
        ("stack_verb", np.int8, (4,)), ("stack_number", np.int8, (4,)), ("stack_size", np.int8),
    ]
)  # fmt: skip
ADD, NAME = 1, 2
WHICH_NUMBER = 1
GOAL = 6


@jit
def carry_out(s, verb, number):
    if verb == ADD:
        s.count += number
        if s.count >= GOAL:
            s.seat = -1
        else:
            push(s, NAME, 1 - s.seat)
    else:
        decisions.ask_for(s, number, WHICH_NUMBER, 2)


@jit
def answer(s, action):
    s.prompt = NO_PROMPT
    s.steps_left = 0
    push(s, ADD, action)


@jit
def one_is_forced(s):
    return 1 if s.count == GOAL - 1 else ASKED


advance, apply = decisions.machine("counting", carry_out, answer)
advance_forced, apply_forced = decisions.machine("counting_forced", carry_out, answer, one_is_forced)


@njit
def begin(states):
    push(states[0], NAME, 0)
    advance(states[0])


@njit
def name_a_number(states, number):
    apply(states[0], number)


@njit
def name_a_number_or_have_it_named(states, number):
    apply_forced(states[0], number)


def new_game() -> np.ndarray:
    states = np.zeros(1, dtype=GAME)
    states = states if COMPILED else states.view(np.recarray)
    begin(states)
    return states


def test_a_seat_is_asked() -> None:
    state = new_game()
    assert (state["seat"][0], state["prompt"][0], state["steps_left"][0], state["stack_size"][0]) == (0, 1, 2, 0)


def test_an_answer_goes_on_to_the_next_decision_and_to_the_end() -> None:
    state = new_game()
    name_a_number(state, 3)
    assert (state["seat"][0], state["prompt"][0], state["count"][0]) == (1, WHICH_NUMBER, 3)
    name_a_number(state, 2)
    assert (state["seat"][0], state["prompt"][0], state["count"][0]) == (0, WHICH_NUMBER, 5)
    name_a_number(state, 1)
    assert (state["seat"][0], state["prompt"][0], state["count"][0]) == (-1, NO_PROMPT, 6)


def test_a_forced_answer_is_given_by_the_game() -> None:
    state = new_game()
    name_a_number_or_have_it_named(state, 3)
    assert state["seat"][0] == 1
    name_a_number_or_have_it_named(state, 2)
    assert (state["seat"][0], state["prompt"][0], state["count"][0]) == (-1, NO_PROMPT, 6)
