"""The only module that talks to Numba: one decorator for the rules, one function that makes entries.

The rules of a game are plain functions decorated with :func:`jit`. They have no Python wrapper and no
cache of their own, which halves the compile time. What Python calls are *entries* (see ``driver.py``):
compiled for exactly one signature and kept on disk (see ``store.py``).

Two environment variables are read when this module is imported:

``UNICORN_ENVS_CHECK=1``
    compile with bounds checks, and check the invariants of a game after each step.
``NUMBA_DISABLE_JIT=1``
    (Numba's own) run the same source uncompiled, for debugging and for coverage.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time
import types
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite import binding as llvm
from numba import njit
from numba.core import config
from numba.core.caching import AppDirs, _Cache
from numba.core.codegen import get_host_cpu_features
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from unicorn_envs.engine.store import PACKAGE, Store, say

CHECK = os.environ.get("UNICORN_ENVS_CHECK", "0") not in ("", "0")
COMPILED = not config.DISABLE_JIT

_loading = threading.RLock()


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function of the rules. It can be called from compiled code only.

    Arguments are normalised: whatever the width of an integer at the call site, and whether or not it is a
    literal, the function is compiled once, for int64. Without this, Numba makes a copy for every
    combination of widths and literals, and a game compiles several times over. uint64 stays: it carries
    the random bits, and mixing it with int64 would make floats.
    """
    if not COMPILED:
        return function
    dispatcher = njit(function, boundscheck=CHECK, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    template = dispatcher.get_call_template

    def normalised_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template(tuple(_normalise(a) for a in args), {k: _normalise(a) for k, a in kws.items()})

    dispatcher.get_call_template = normalised_template
    return dispatcher


def _normalise(argument: Any) -> Any:
    argument = numba.types.unliteral(argument)
    if isinstance(argument, numba.types.IntEnumMember):
        return numba.types.int64
    if isinstance(argument, numba.types.Integer) and argument != numba.types.uint64:
        return numba.types.int64
    return argument


def template_copy(template: Callable[..., Any], name: str, replaced: dict[str, Any]) -> types.FunctionType:
    """A copy of a plain function whose globals are replaced by ``replaced`` and that is known as ``name``.

    The new name matters: compiled code is kept under ``__qualname__``, and two copies with the same name
    would load each other's.
    """
    assert isinstance(template, types.FunctionType)
    copy = types.FunctionType(template.__code__, {**template.__globals__, **replaced}, template.__name__)
    copy.__qualname__ = name
    copy.__doc__ = template.__doc__
    copy.__module__ = template.__module__
    return copy


class Entry:
    """A function that Python calls, compiled for one signature, loaded from disk where possible.

    Parameters
    ----------
    function: the plain function.
    signature: its Numba argument types.
    store: where its machine code is kept, under its ``__qualname__``.
    """

    def __init__(self, function: types.FunctionType, signature: tuple[Any, ...], store: Store):
        self.function = function
        self.signature = signature
        self._store = store
        self._dispatcher: Any = None
        if COMPILED:
            self._dispatcher = njit(function, boundscheck=CHECK, nogil=True)
            self._dispatcher._cache = _EntryCache(store, function.__qualname__)

    @property
    def is_cached(self) -> bool:
        """Whether loading this entry needs no compiler."""
        if not COMPILED or self._dispatcher.signatures:
            return True
        return self._store.read(self.function.__qualname__) is not None

    def load(self) -> Callable[..., Any]:
        """The function to call: compiled (this may take seconds), or the plain one without a compiler."""
        if not COMPILED:
            return self.function
        with _loading:  # several threads may ask for the same entry at once
            if not self._dispatcher.signatures:
                self._dispatcher.compile(self.signature)
                # From here on small integers are converted and wrong arrays refused, instead of a silent
                # compilation of the whole game for a second signature.
                self._dispatcher.disable_compile()
        return self._dispatcher


def compile_missing(title: str, store: Store, entries: Iterable[Entry]) -> float:
    """Compile those entries of ``title`` that are not on disk, while no other process does, and say so.

    Returns the seconds it took, 0.0 where there was nothing to do or another process has done it.
    """
    entries = tuple(entries)
    with _loading:
        if all(entry.is_cached for entry in entries):
            return 0.0
        with store.alone(title):
            missing = [entry for entry in entries if not entry.is_cached]
            if not missing:
                return 0.0
            once = "at each start" if store.folder is None else "once for this machine"
            say(f"compiling {title} ({once}; usually 15 to 50 seconds, longer on a busy machine) ...")
            started = time.perf_counter()
            for entry in missing:
                entry.load()
            seconds = time.perf_counter() - started
            say(f"compiled {title} in {seconds:.0f} s")
            return seconds


class _EntryCache(_Cache):
    """What Numba asks for compiled code and gives it to, over a :class:`Store`."""

    def __init__(self, store: Store, name: str):
        self._store = store
        self._name = name

    @property
    def cache_path(self) -> str:
        return str(self._store.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        data = self._store.read(self._name)
        if data is None:
            return None
        target_context.refresh()
        return CompileResult._rebuild(target_context, *pickle.loads(data))

    def save_overload(self, sig: Any, data: Any) -> None:
        assert not data.library.has_dynamic_globals, f"{self._name} uses a global array that is too large to be kept"
        self._store.write(self._name, dumps(data._reduce()))

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """It never is."""

    def flush(self) -> None:
        """Nothing is held back."""


def make_store(label: str, modules: Sequence[str]) -> Store:
    """Where the machine code of functions from ``modules`` is kept, for these flags, versions and this processor."""
    flags = (CHECK, config.OPT, config.LOOP_VECTORIZE, config.SLP_VECTORIZE, config.DEBUGINFO_DEFAULT)
    versions = (sys.implementation.cache_tag, numba.__version__, llvmlite.__version__)
    cpu = (config.CPU_NAME or llvm.get_host_cpu_name(), config.CPU_FEATURES or get_host_cpu_features())
    return Store(label, modules, repr((flags, versions, cpu)), cache_roots())


def cache_roots() -> list[Path]:
    """Where compiled code may be kept, the first writable one is used."""
    roots = [PACKAGE / "__pycache__" / "compiled", Path(AppDirs("unicorn_envs", False).user_cache_dir)]
    if config.CACHE_DIR:
        roots.insert(0, Path(config.CACHE_DIR) / "unicorn_envs")
    return roots
