"""Chance: a generator whose whole state is one uint64 in the record (``s.rng``).

SplitMix64 (Steele, Lea and Flood 2014): a counter that moves by a fixed odd step, and a hash of it. The
same seed gives the same numbers on every machine, compiled or not. Bounded draws are unbiased (Lemire 2019).
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_27 = np.uint64(27)
SHIFT_30 = np.uint64(30)
SHIFT_31 = np.uint64(31)
SHIFT_32 = np.uint64(32)
LOW_32_BITS = np.uint64(0xFFFFFFFF)
TWO_TO_32 = np.uint64(1 << 32)


@jit
def mix(x):
    """A bijective hash of a uint64."""
    x = (x ^ (x >> SHIFT_30)) * MIX_1
    x = (x ^ (x >> SHIFT_27)) * MIX_2
    return x ^ (x >> SHIFT_31)


@jit
def reseed(s, seed):
    """Give the game a new future: everything still to be drawn follows from ``seed`` (uint64) alone."""
    s.rng = mix(np.uint64(seed) ^ STEP)


@jit
def next_seed(seed):
    """The seed of the game that follows the game seeded with ``seed`` (uint64) at the same table."""
    return mix(np.uint64(seed) + STEP)


@jit
def draw(s, n):
    """A uniform integer in 0 .. n-1, for 1 <= n < 2**32."""
    bound = np.uint64(n)
    s.rng = s.rng + STEP
    product = (mix(s.rng) >> SHIFT_32) * bound
    if (product & LOW_32_BITS) < bound:
        # Only in here could some results be likelier than others: redraw the surplus.
        surplus = (TWO_TO_32 - bound) % bound
        while (product & LOW_32_BITS) < surplus:
            s.rng = s.rng + STEP
            product = (mix(s.rng) >> SHIFT_32) * bound
    return np.int64(product >> SHIFT_32)


@jit
def flip(s):
    """A fair coin: 1 for heads, 0 for tails."""
    return draw(s, 2)
