"""The layout of an observation: which named field lies where in the flat int8 vector."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Field:
    """One named field.

    ``low`` and ``high`` are exact and hold for each entry: numbers, or arrays of the field's shape.
    ``players``: the field is there in games of this many players or more.
    """

    name: str
    shape: tuple[int, ...]
    low: Any
    high: Any
    meaning: str
    players: int = 1

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class Layout(Sequence[Field]):
    """The fields of an observation in order. Fewer players: a prefix of the same vector."""

    def __init__(self, fields: Sequence[Field]):
        self._fields = tuple(fields)
        self.slices: dict[str, slice] = {}
        start = 0
        for field in self._fields:
            if field.name in self.slices:
                raise ValueError(f"two fields are called {field.name!r}")
            self.slices[field.name] = slice(start, start + field.size)
            start += field.size
        self.size = start
        players = [field.players for field in self._fields]
        if players != sorted(players):
            raise ValueError("fields of larger games must come after those of smaller ones")

    def __len__(self) -> int:
        return len(self._fields)

    def __getitem__(self, index: Any) -> Any:
        return self._fields[index]

    def __iter__(self) -> Iterator[Field]:
        return iter(self._fields)

    @cache  # noqa: B019 - a handful of layouts that live as long as the process
    def for_players(self, num_players: int) -> Layout:
        """The layout of a game of ``num_players``: the fields that such a game has."""
        return Layout([field for field in self._fields if field.players <= num_players])

    def start(self, name: str) -> int:
        """Offset of the field ``name``: what the compiled writers and readers use."""
        return self.slices[name].start

    @cached_property
    def low(self) -> np.ndarray[Any, Any]:
        """Least value of each entry, (D,) int8."""
        return self._bounds("low")

    @cached_property
    def high(self) -> np.ndarray[Any, Any]:
        """Greatest value of each entry, (D,) int8; ``observation / high`` is the usual scaling."""
        return self._bounds("high")

    def _bounds(self, which: str) -> np.ndarray[Any, Any]:
        bounds = np.empty(self.size, dtype=np.int8)
        for field in self._fields:
            values = np.broadcast_to(np.asarray(getattr(field, which)), field.shape)
            if values.min() < -128 or values.max() > 127:
                raise ValueError(f"bounds of {field.name!r} do not fit int8")
            bounds[self.slices[field.name]] = values.reshape(-1)
        bounds.setflags(write=False)
        return bounds

    def split(self, observation: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
        """Views of the fields of an observation (..., D), by name, each of shape (..., *field.shape).

        The observation of a game of fewer players, a prefix, has the fields of that game.
        """
        size = observation.shape[-1]
        fields = [field for field in self._fields if self.slices[field.name].stop <= size]
        if not fields or self.slices[fields[-1].name].stop != size:
            raise ValueError(f"an observation has {self.size} entries or a prefix of whole fields, not {size}")
        lead = observation.shape[:-1]
        return {field.name: observation[..., self.slices[field.name]].reshape(lead + field.shape) for field in fields}

    def describe(self) -> str:
        """The layout as a table in text: offsets, name, shape, bounds, meaning."""
        lines = []
        for field in self._fields:
            where = self.slices[field.name]
            bounds = f"{np.min(field.low)}..{np.max(field.high)}"
            place = f"{where.start:5d}-{where.stop - 1:<5d}"
            lines.append(f"{place} {field.name:24s} {field.shape!s:10s} {bounds:9s} {field.meaning}")
        return "\n".join(lines)
