"""The parts of Numba's inside that ``engine/jit.py`` relies on, one test each: which one broke with a new release?"""

from __future__ import annotations

import enum
import pickle

import numba
import numpy as np
import pytest
from numba import njit
from numba.core import config, types
from numba.core.caching import AppDirs, _Cache
from numba.core.codegen import get_host_cpu_features
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from unicorn_envs.engine.jit import COMPILED

compiled_only = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


SETTINGS = "DISABLE_JIT OPT LOOP_VECTORIZE SLP_VECTORIZE DEBUGINFO_DEFAULT CPU_NAME CPU_FEATURES CACHE_DIR"


@pytest.mark.parametrize("name", SETTINGS.split())
def test_the_settings_that_decide_about_machine_code(name: str) -> None:
    assert hasattr(config, name)


def test_what_names_the_processor_and_the_users_cache_folder() -> None:
    assert isinstance(get_host_cpu_features(), str) and get_host_cpu_features()
    assert isinstance(AppDirs("unicorn_envs", False).user_cache_dir, str)


def test_a_cache_has_the_methods_that_ours_has() -> None:
    asked_for = {"cache_path", "load_overload", "save_overload", "enable", "disable", "flush"}
    assert set(_Cache.__abstractmethods__) == asked_for


@compiled_only
def test_a_call_in_compiled_code_asks_for_the_template_of_the_dispatcher() -> None:
    inner = njit(lambda a: a)
    asked: list[tuple[types.Type, ...]] = []
    template = inner.get_call_template

    def watched(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> object:
        asked.append(args)
        return template((types.int64,), kws)

    inner.get_call_template = watched
    outer = njit(lambda: inner(np.int8(3)))
    assert outer() == 3 and set(asked) == {(types.int8,)}
    assert list(inner.signatures) == [(types.int64,)]


@compiled_only
def test_members_of_an_int_enum_have_a_type_of_their_own() -> None:
    class Colour(enum.IntEnum):
        RED = 4

    assert isinstance(numba.typeof(Colour.RED), types.IntEnumMember)


class Kept(_Cache):
    """A cache that keeps what it is given."""

    def __init__(self) -> None:
        self.data: bytes | None = None
        self.loads = 0

    @property
    def cache_path(self) -> str:
        return "nowhere"

    def load_overload(self, sig: object, target_context: object) -> object:
        self.loads += 1
        if self.data is None:
            return None
        return CompileResult._rebuild(target_context, *pickle.loads(self.data))

    def save_overload(self, sig: object, data: CompileResult) -> None:
        assert not data.library.has_dynamic_globals
        self.data = dumps(data._reduce())

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


@compiled_only
def test_a_dispatcher_loads_from_the_cache_that_it_is_given_and_compiles_no_second_signature() -> None:
    cache = Kept()
    for loads in (1, 2):
        dispatcher = njit(lambda a: a + 1)
        dispatcher._cache = cache
        dispatcher.compile((types.int64,))
        dispatcher.disable_compile()
        assert cache.loads == loads and cache.data is not None
        assert dispatcher(np.int8(4)) == 5 and len(dispatcher.signatures) == 1
        with pytest.raises(TypeError):
            dispatcher(np.zeros(2))
