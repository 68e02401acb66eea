"""What can go wrong, by name. All are ValueErrors: something was passed that cannot be accepted."""

from __future__ import annotations

import operator

import numpy as np


class IllegalActionError(ValueError):
    """The action is not legal for the seat that decides. Nothing was changed."""


class GameOverError(ValueError):
    """The game is over: there is nothing to decide. Nothing was changed."""


class StateError(ValueError):
    """Bytes or a position that are no state of this game. Nothing was changed."""


class CheckpointError(ValueError):
    """A checkpoint file that is damaged or was made for another game, layout or version."""


class InvariantError(AssertionError):
    """A rule of the package itself was broken (only looked for with ``UNICORN_ENVS_CHECK=1``): a bug."""


def is_bool(value: object) -> bool:
    """Whether it is a bool, numpy's too: before version 2.3 that passes for an integer."""
    return isinstance(value, bool) or getattr(value, "dtype", None) == np.bool_


def checked_seed(seed: object) -> int:
    """``seed`` as an int in 0 .. 2**64 - 1; TypeError or ValueError otherwise."""
    if is_bool(seed):
        raise TypeError(f"seed must be an integer in 0 .. 2**64 - 1, not {seed!r}")
    try:
        value = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"seed must be an integer in 0 .. 2**64 - 1, not {seed!r}") from None
    if not 0 <= value < 1 << 64:
        raise ValueError(f"seed must be an integer in 0 .. 2**64 - 1, not {value}")
    return value


def checked_index(value: object, what: str) -> int:
    """``value`` as an int (bool refused); TypeError naming ``what`` otherwise."""
    if is_bool(value):
        raise TypeError(f"{what} must be an integer, not {value!r}")
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {value!r}") from None


def span(low: int, high: int) -> str:
    """What is allowed, in words: ``"2 to 8"``, or ``"2"`` where it is one number."""
    return str(low) if low == high else f"{low} to {high}"


def counted(number: int, noun: str) -> str:
    """``"1 player"``, ``"2 players"``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
