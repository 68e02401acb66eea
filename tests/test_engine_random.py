"""engine/random.py: the generator is SplitMix64, draws are uniform, and seeds lead to separate futures."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from tests.common import chi_square
from unicorn_envs.engine.driver import following_seed
from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.engine.random import draw, flip, mix, next_seed, reseed

CHANCE = np.dtype([("rng", np.uint64)])

# SplitMix64's first numbers, as published: https://prng.di.unimi.it/splitmix64.c run with these seeds
KNOWN = {
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F),
    1234567: (6457827717110365317, 3203168211198807973, 9817491932198370423),
}
STEP = 0x9E3779B97F4A7C15


@njit
def draws_into(states, n, out):
    for i in range(out.shape[0]):
        out[i] = draw(states[0], n)


@njit
def flips_into(states, out):
    for i in range(out.shape[0]):
        out[i] = flip(states[0])


@njit
def reseed_to(states, seed):
    reseed(states[0], seed)


@njit
def mix_of(x):
    return mix(x)


@njit
def next_seed_to(x):
    return next_seed(x)


def chance(rng: int = 0) -> np.ndarray:
    states = np.array([(rng,)], dtype=CHANCE)
    return states if COMPILED else states.view(np.recarray)


def drawn(n: int, count: int, rng: int = 12345) -> np.ndarray:
    out = np.zeros(count, dtype=np.int64)
    with np.errstate(over="ignore"):
        draws_into(chance(rng), np.int64(n), out)
    return out


def python_mix(x: int) -> int:
    """The reference, in integers of any size."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
    return x ^ (x >> 31)


@pytest.mark.parametrize("seed", KNOWN)
def test_mix_gives_the_published_numbers(seed: int) -> None:
    with np.errstate(over="ignore"):
        numbers = tuple(int(mix_of(np.uint64((seed + k * STEP) % 2**64))) for k in (1, 2, 3))
    assert numbers == KNOWN[seed]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 30, 100, 2**31, 3 * 2**30, 2**32 - 1])
def test_draw_is_lemires_method_on_splitmix64(n: int) -> None:
    """Draw by draw what the definition says, the redraws of the surplus included."""
    rng, expected = 99, []
    while len(expected) < 200:
        rng = (rng + STEP) % 2**64
        product = (python_mix(rng) >> 32) * n
        if product % 2**32 >= (2**32 - n) % n:
            expected.append(product >> 32)
    assert drawn(n, 200, rng=99).tolist() == expected


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 13, 30, 52, 64, 100, 129])
def test_draw_is_uniform(n: int) -> None:
    count = 1000 * n
    statistic, limit = chi_square(np.bincount(drawn(n, count), minlength=n), np.full(n, count / n))
    assert statistic < limit


def test_draws_do_not_depend_on_each_other() -> None:
    pairs = drawn(6, 72_000).reshape(-1, 2)
    statistic, limit = chi_square(np.bincount(pairs[:, 0] * 6 + pairs[:, 1], minlength=36), np.full(36, 1000.0))
    assert statistic < limit


@pytest.mark.parametrize("n", [3 * 2**30, 2**31 + 1, 2**32 - 1])
def test_draw_has_no_bias_near_two_to_the_32(n: int) -> None:
    """Without redraws a third of the results of n = 3 * 2**30 would come up twice as often."""
    values = drawn(n, 90_000)
    assert values.min() >= 0 and values.max() < n
    for parts in (2, 3):
        statistic, limit = chi_square(np.bincount(values * parts // n, minlength=parts), np.full(parts, 90_000 / parts))
        assert statistic < limit
    statistic, limit = chi_square(np.bincount(values % 3, minlength=3), np.full(3, 30_000.0))
    assert statistic < limit


def test_draw_from_one_is_zero() -> None:
    assert drawn(1, 50).tolist() == [0] * 50


def test_flip_is_fair() -> None:
    out = np.zeros(100_000, dtype=np.int64)
    with np.errstate(over="ignore"):
        flips_into(chance(5), out)
    assert set(out.tolist()) == {0, 1}
    statistic, limit = chi_square(np.bincount(out), [50_000, 50_000])
    assert statistic < limit


def test_reseed_forgets_the_past() -> None:
    seeded = []
    for past in (1, 2):
        states = chance(past)
        with np.errstate(over="ignore"):
            reseed_to(states, np.uint64(77))
        seeded.append(int(states["rng"][0]))
    assert seeded[0] == seeded[1] == python_mix(77 ^ STEP)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_next_seed_follows_its_definition(seed: int) -> None:
    with np.errstate(over="ignore"):
        assert int(next_seed_to(np.uint64(seed))) == python_mix((seed + STEP) % 2**64) == following_seed(seed)


def test_chains_of_seeds_do_not_meet() -> None:
    """A thousand tables with neighbouring seeds, ten games each: no deal twice."""
    seeds = list(range(1000))
    seen = set(seeds)
    for _ in range(10):
        seeds = [following_seed(seed) for seed in seeds]
        seen.update(seeds)
    assert len(seen) == 11_000
