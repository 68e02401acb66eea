"""engine/jit.py: one compiled version of each function, and entries that take what they were compiled for."""

from __future__ import annotations

import numpy as np
import pytest

import unicorn_envs
from tests.common import game_names, run_python
from unicorn_envs import registry
from unicorn_envs.engine import jit as jit_module
from unicorn_envs.engine.jit import Entry, make_store, template_copy

compiled_only = pytest.mark.skipif(not jit_module.COMPILED, reason="says something about compiled code only")


def test_copies_of_a_template_are_told_apart() -> None:
    def plain() -> None:
        pass

    copies = [template_copy(plain, f"{name}.plain", {"name": name}) for name in ("toy_a", "toy_b")]
    assert [copy.__qualname__ for copy in copies] == ["toy_a.plain", "toy_b.plain"]
    assert copies[0].__globals__["name"] == "toy_a"
    assert "name" not in plain.__globals__


@compiled_only
def test_a_function_is_compiled_once_whatever_its_callers_pass() -> None:
    """Literals, int8 elements and int64 locals are all int64 to it; uint64 and floats stay what they are."""
    from numba import njit

    @jit_module.jit
    def double(x):
        return x + x

    @njit
    def use_double(small, n):
        return double(3) + double(small[0]) + double(n) + double(n > 0)

    assert use_double(np.array([5], dtype=np.int8), 7) == 6 + 10 + 14 + 2
    integers = [signature for signature in double.signatures if "bool" not in str(signature[0])]
    assert [str(signature[0]) for signature in integers] == ["int64"]

    @njit
    def use_others(x, y):
        return double(x), double(y)

    assert use_others(np.uint64(2**63 + 1), 0.5) == (2, 1.0)
    assert {str(signature[0]) for signature in double.signatures} >= {"int64", "uint64", "float64"}


@compiled_only
def test_an_entry_converts_small_integers_and_refuses_other_arrays() -> None:
    from numba import int8, int64
    from numba.core.caching import NullCache

    def pick_from(array, index):
        return array[index]

    entry = Entry(pick_from, (int8[::1], int64), make_store("test", ["unicorn_envs.engine.jit"]))
    entry._dispatcher._cache = NullCache()  # nothing of this test goes to disk
    call = entry.load()
    array = np.arange(10, dtype=np.int8)
    assert call(array, np.int8(3)) == 3
    assert len(call.signatures) == 1
    for wrong in (array[::2], array.astype(np.int64), array.reshape(2, 5)):
        with pytest.raises(TypeError):
            call(wrong, 1)
    assert len(call.signatures) == 1


LOAD_ALL = """\
import sys
import unicorn_envs
for name in sys.argv[1:]:
    game = unicorn_envs.game(name)
    game.play_random(game.new(1), 2)
    stats = game.driver.play_random.stats
    print(name, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
print("torch" in sys.modules, "stable_baselines3" in sys.modules)
"""


@compiled_only
def test_a_second_process_loads_the_games_from_disk_and_needs_no_torch() -> None:
    games = [unicorn_envs.game(name) for name in game_names()]
    for game in games:
        game.driver.compile()
    places = [registry.place_of(game) for game in games]
    loaded = run_python(LOAD_ALL, *places)
    assert "compiling" not in loaded.stderr
    assert loaded.stdout.splitlines() == [*(f"{place} 1 0" for place in places), "False False"]
