"""engine/sets.py: small sets as integers, against Python's own."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from unicorn_envs.engine import sets

GENERATOR = np.random.default_rng(0)
SETS = [set(GENERATOR.choice(63, size, replace=False).tolist()) for size in (*range(1, 63), 63)]
SINGLE = [{place} for place in range(63)]


@njit
def lowest(places):
    return sets.lowest(places)


@njit
def count(places):
    return sets.count(places)


@njit
def is_single(places):
    return sets.is_single(places)


@njit
def changed(places, place, there):
    return sets.changed(places, place, there)


@njit
def has(places, place):
    return sets.has(places, place)


@njit
def members(places, out):
    size = 0
    while places != 0:
        out[size] = sets.lowest(places)
        size += 1
        places = sets.without_lowest(places)
    return size


@njit
def write(places, out, first, size):
    sets.write(places, out, first, size)


def bits(members: set[int]) -> np.int64:
    return np.int64(sum(1 << member for member in members))


@pytest.mark.parametrize("places", [*SETS, *SINGLE], ids=len)
def test_count_lowest_and_members(places: set[int]) -> None:
    assert count(bits(places)) == len(places)
    assert lowest(bits(places)) == min(places)
    assert is_single(bits(places)) == (len(places) == 1)
    out = np.zeros(64, dtype=np.int64)
    assert out[: members(bits(places), out)].tolist() == sorted(places)


def test_the_empty_set() -> None:
    assert count(np.int64(0)) == 0
    assert not is_single(np.int64(0))


def test_a_place_comes_and_goes() -> None:
    for place in (0, 1, 31, 32, 62):
        places = bits({3, 40} | {place})
        assert has(places, place)
        assert changed(places, place, True) == places
        assert changed(places, place, False) == bits({3, 40} - {place})
        assert changed(bits({3, 40}), place, True) == places
    assert not has(bits({3, 40}), 4)


@pytest.mark.parametrize("size", [8, 9, 15, 16, 24, 30, 47, 56, 63])
def test_a_set_is_written_into_its_part_of_a_mask_and_nowhere_else(size: int) -> None:
    for places in SETS:
        out = np.full(80, 9, dtype=np.int8)
        write(bits(places), out, 5, size)
        assert out[5 : 5 + size].tolist() == [int(place in places) for place in range(size)]
        assert (out[:5] == 9).all() and (out[5 + size :] == 9).all()
