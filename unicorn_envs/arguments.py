"""Arguments of position builders: a StateError that says what is allowed, before anything is made of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np

from unicorn_envs.errors import StateError, checked_index


def as_list(value: Any, what: str) -> list[Any]:
    """``value`` as a list; a string, a mapping and whatever is no collection are refused."""
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        try:
            return list(value)
        except TypeError:  # an array without dimensions
            pass
    raise StateError(f"{what} must be a list, not {value!r}")


def as_mapping(value: Any, what: str, allowed: Collection[str] | None = None) -> Mapping[Any, Any]:
    """``value``, a mapping; with ``allowed``, one that has only these keys."""
    if not isinstance(value, Mapping):
        raise StateError(f"{what} must be a mapping, not {value!r}")
    for name in value:
        if allowed is not None and name not in allowed:
            raise StateError(f"{what} has no {name!r}; allowed are {', '.join(allowed)}")
    return value


def as_number(value: Any, what: str, low: int, high: int) -> int:
    """``value`` as an int from ``low`` to ``high``; truth values and floats are refused."""
    allowed = f"{low} to {high}" if low < high else f"{low}"
    try:
        number = checked_index(None if isinstance(value, np.bool_) else value, what)
    except TypeError:
        raise StateError(f"{what} must be an integer, {allowed}, not {value!r}") from None
    if not low <= number <= high:
        raise StateError(f"{what} must be {allowed}, not {number}")
    return number


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
