"""The action table of a game: a fixed list of named choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from unicorn_envs.errors import checked_index


@dataclass(frozen=True)
class Action:
    """One entry: its name, unique in the table, and what choosing it does."""

    name: str
    meaning: str


class Actions(Sequence[Action]):
    """All actions of a game, by number and by name."""

    def __init__(self, entries: Sequence[Action]):
        self._entries = tuple(entries)
        self._numbers = {entry.name: number for number, entry in enumerate(self._entries)}
        if len(self._numbers) != len(self._entries):
            raise ValueError("action names must be unique")

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, number: Any) -> Any:
        return self._entries[number]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._entries)

    def name(self, number: int) -> str:
        """Name of action ``number``; ValueError when there is none."""
        number = checked_index(number, "action")
        if not 0 <= number < len(self._entries):
            raise ValueError(f"there is no action {number}; actions are 0 to {len(self._entries) - 1}")
        return self._entries[number].name

    def index(self, name: Any, *args: Any) -> int:
        """Number of the action called ``name`` (case does not matter); ValueError when there is none."""
        number = self._numbers.get(name)
        if number is None:
            folded = str(name).strip().casefold()
            for known, candidate in self._numbers.items():
                if known.casefold() == folded:
                    return candidate
            raise ValueError(f"there is no action called {name!r}")
        return number

    def legal(self, action_mask: np.ndarray[Any, Any]) -> list[str]:
        """Names of the actions that an ``action_mask`` (A,) allows; ValueError for another shape."""
        if np.shape(action_mask) != (len(self._entries),):
            raise ValueError(f"an action mask has shape ({len(self._entries)},), not {np.shape(action_mask)}")
        return [self._entries[int(number)].name for number in np.flatnonzero(action_mask)]
