"""What the position builders of all games share (``games/<game>/position.py``).

Arguments are checked before anything is made of them: a StateError says what is wrong and what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from unicorn_envs.arrays import Array
from unicorn_envs.errors import StateError, checked_index, checked_seed, span

if TYPE_CHECKING:
    from unicorn_envs.game import Game


def one_for_each_seat(
    game: Game, given: Any, what: str, options: Mapping[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """What is given for each seat (``what``, in the plural), as a list, and all options of the game: the number of
    players follows from it."""
    each = as_list(given, what)
    if "num_players" in options:
        raise StateError(f"num_players follows from {what}: one for each")
    if not game.min_players <= len(each) <= game.max_players:
        raise StateError(f"there must be {span(game.min_players, game.max_players)} {what}, not {len(each)}")
    return each, complete_options(game, {"num_players": len(each), **options})


def complete_options(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options of the game; StateError for a value that is not allowed, TypeError for a name that is no option."""
    try:
        return game.complete_options(**options)
    except (TypeError, ValueError) as error:
        if not options.keys() <= {option.name for option in game.options}:
            raise
        raise StateError(str(error)) from None


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
    game.driver.reseed_one(state, as_seed(seed))
    game.driver.advance_one(state)
    problem = game.problem(state)
    if problem is not None:
        raise StateError(f"this position cannot be: {problem}")
    return state


# Arguments


def as_list(value: Any, what: str, of: str = "") -> list[Any]:
    """``value`` as a list; a string, a mapping and whatever is no collection are refused. ``of``: of what, in words."""
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        try:
            return list(value)
        except TypeError:  # an array without dimensions
            pass
    raise StateError(f"{what} must be a list{_of(of)}, not {value!r}")


def as_names(value: Any, what: str, of: str = "names") -> list[str]:
    """``value`` as a list of strings."""
    names = as_list(value, what, of)
    for name in names:
        if not isinstance(name, str):
            raise StateError(f"{what} must be a list{_of(of)}, but holds {name!r}")
    return names


def as_mapping(value: Any, what: str, allowed: Collection[str] | None = None, of: str = "") -> Mapping[Any, Any]:
    """``value``, a mapping; with ``allowed``, one that has only these keys."""
    if not isinstance(value, Mapping):
        raise StateError(f"{what} must be a mapping{_of(of)}, not {value!r}")
    for name in value:
        if allowed is not None and name not in allowed:
            raise StateError(f"{what} has no {name!r}; allowed are {', '.join(allowed)}")
    return value


def _of(what: str) -> str:
    return f" of {what}" if what else ""


def as_card(name: Any, find: Callable[[Any], int], what: str = "") -> int:
    """The number of the card called ``name``, as ``find`` knows it, whose ValueError becomes a StateError."""
    try:
        return find(name)
    except ValueError as error:
        raise StateError(f"{what}: {error}" if what else str(error)) from None


def as_number(value: Any, what: str, low: int, high: int) -> int:
    """``value`` as an int from ``low`` to ``high``; truth values and floats are refused."""
    try:
        number = checked_index(value, what)
    except TypeError:
        raise StateError(f"{what} must be an integer, {span(low, high)}, not {value!r}") from None
    if not low <= number <= high:
        raise StateError(f"{what} must be {span(low, high)}, not {number}")
    return number


def as_seed(value: Any) -> int:
    """``value`` as a seed, 0 .. 2**64 - 1."""
    try:
        return checked_seed(value)
    except (TypeError, ValueError) as error:
        raise StateError(str(error)) from None


def as_flag(value: Any, what: str) -> bool:
    """``value``, which must be True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise StateError(f"{what} must be True or False, not {value!r}")
    return bool(value)


def as_word(value: Any, what: str, allowed: Collection[str]) -> str:
    """``value``, one of the ``allowed`` words."""
    if not isinstance(value, str) or value not in allowed:
        raise StateError(f"{what} must be one of {', '.join(allowed)}, not {value!r}")
    return value
