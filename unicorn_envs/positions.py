"""What the position builders of all games begin and end with (``games/<game>/position.py``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from unicorn_envs.errors import StateError, checked_seed

if TYPE_CHECKING:
    from unicorn_envs.game import Game

Array: TypeAlias = np.ndarray[Any, Any]


def blank_position(game: Game, values: Mapping[str, Any]) -> tuple[Array, Any]:
    """A state with these options, all of them, and nothing else: the array of one record, and the record by name."""
    state = np.zeros(1, dtype=game.state_dtype)
    for option in game.options:
        state[option.name] = option.encode(values[option.name])
    return state, state.view(np.recarray)[0]


def push_steps(record: Any, steps: Iterable[tuple[int, int]]) -> None:
    """Put steps, each a verb and a number, onto the stack: the last one is carried out first."""
    for verb, number in steps:
        record.stack_verb[record.stack_size] = verb
        record.stack_number[record.stack_size] = number
        record.stack_size += 1


def finish_position(game: Game, state: Array, seed: int) -> Array:
    """Work off the pending steps with the future of ``seed``; StateError for a position that cannot be."""
    game.driver.reseed_one(state, checked_seed(seed))
    game.driver.advance_one(state)
    problem = game.problem(state)
    if problem is not None:
        raise StateError(f"this position cannot be: {problem}")
    return state
