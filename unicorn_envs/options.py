"""The options of a game: typed, with defaults, stored in the state as integers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from unicorn_envs.errors import checked_index, span

WORDS_FOR_BOOL = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


@dataclass(frozen=True, repr=False)
class Dependent:
    """A default that follows from the values of the options before it; shown as ``text``."""

    rule: Callable[[Mapping[str, Any]], Any]
    text: str

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Option:
    """One option.

    ``allowed`` is a range (integers), a tuple of strings, or ``(False, True)``. The state has a field of the
    same name that holds the value: the integer itself, or the index into the tuple. ``default`` is a value,
    or a :class:`Dependent`. A subclass may stand for a table: it encodes to an array of the field's shape.
    """

    name: str
    default: Any
    allowed: range | tuple[Any, ...]
    meaning: str

    @property
    def allowed_text(self) -> str:
        if isinstance(self.allowed, range):
            return span(self.allowed[0], self.allowed[-1])
        return " or ".join(repr(value) for value in self.allowed)

    def encode(self, value: Any) -> Any:
        """The integer that stands for ``value``; ValueError or TypeError when it is not allowed."""
        if isinstance(self.allowed, range):
            try:
                number = checked_index(value, self.name)
            except TypeError as error:
                raise TypeError(f"{error}; allowed: {self.allowed_text}") from None
            if number not in self.allowed:
                raise ValueError(f"{self.name} must be {self.allowed_text}, not {number}")
            return number
        if isinstance(value, np.bool_):
            value = bool(value)
        for index, candidate in enumerate(self.allowed):
            if type(candidate) is type(value) and candidate == value:
                return index
        raise ValueError(f"{self.name} must be {self.allowed_text}, not {value!r}")

    def stands_for_a_value(self, number: Any) -> bool:
        """Whether ``number`` is what :meth:`encode` makes of some allowed value."""
        return number in self.allowed if isinstance(self.allowed, range) else 0 <= number < len(self.allowed)

    def parse(self, text: str) -> Any:
        """The value that ``text`` stands for (``"4"``, ``"true"``, ``"hard"``); ValueError when it is not allowed."""
        if isinstance(self.allowed, range):
            try:
                return int(text)
            except ValueError:
                raise ValueError(f"{self.name} must be {self.allowed_text}, not {text!r}") from None
        for value in self.allowed:
            if isinstance(value, bool):
                if WORDS_FOR_BOOL.get(text.casefold()) is value:
                    return value
            elif str(value).casefold() == text.casefold():
                return value
        raise ValueError(f"{self.name} must be {self.allowed_text}, not {text!r}")

    def decode(self, number: Any) -> Any:
        return int(number) if isinstance(self.allowed, range) else self.allowed[int(number)]


def listing(options: Sequence[Option]) -> str:
    """Names and values of all options, in a line."""
    return "; ".join(f"{option.name}: {option.allowed_text}" for option in options)


def complete_options(owner: str, options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values.

    TypeError for a name that is no option, in the words of Python, which libraries look for; ValueError (TypeError
    for what is no integer where one is due) for a value out of range. Both list what is allowed.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise TypeError(f"{owner} got an unexpected keyword argument {name!r}; its options are {listing(options)}")
    values: dict[str, Any] = {}
    for name, option in known.items():
        default = option.default.rule(values) if isinstance(option.default, Dependent) else option.default
        value = given.get(name, default)
        values[name] = option.decode(option.encode(value))
    return values


def parse_options(options: Sequence[Option], texts: Sequence[str], num_players: int | None = None) -> dict[str, Any]:
    """Values from texts like ``"mode=hard"``; ValueError for what cannot be one.

    ``num_players``: where that was given by itself, as by ``--players``.
    """
    known = {option.name: option for option in options}
    values: dict[str, Any] = {} if num_players is None else {"num_players": num_players}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"an option is given as NAME=VALUE, not {text!r}")
        if name in values:
            raise ValueError(f"{name} is given twice")
        if name not in known:
            raise ValueError(f"there is no option {name!r}; allowed are {listing(options)}")
        values[name] = known[name].parse(value)
    return values


def encode_options(options: Sequence[Option], values: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The vector that the compiled ``reset`` reads: int64, one entry an option (a table: all of its), in order."""
    entries = [np.ravel(option.encode(values[option.name])) for option in options]
    return np.concatenate(entries).astype(np.int64)
