"""The record of a state: a numpy dtype without hidden bytes, whose fields compiled and uncompiled code can name."""

from __future__ import annotations

from typing import Any

import numpy as np

ATTRIBUTES = frozenset(dir(np.record))
"""What a numpy record answers to itself: uncompiled, ``s.round`` would be a method and not the field of that name."""


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The dtype of a state: aligned, with its padding as a named field, so that equal games have equal bytes.

    Each field is a name, a type and, for an array, a shape; large types come first. ValueError for an order that
    leaves gaps, and for a name that numpy records use themselves.
    """
    for name, *_ in fields:
        if name in ATTRIBUTES:
            raise ValueError(f"a field cannot be called {name!r}: numpy's records have an attribute of that name")
    dtype = np.dtype(list(fields), align=True)
    used = _bytes_of_fields(dtype)
    if used < dtype.itemsize:
        dtype = np.dtype([*fields, ("padding", np.int8, (dtype.itemsize - used,))], align=True)
    if _bytes_of_fields(dtype) != dtype.itemsize:
        raise ValueError("order the fields of a record by the size of their elements, largest first")
    return dtype


def _bytes_of_fields(dtype: np.dtype[Any]) -> int:
    return sum(dtype[name].itemsize for name in dtype.names or ())
