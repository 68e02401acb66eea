"""The only module that talks to Numba: one decorator for the rules, one function that makes entries.

The rules of a game are plain functions decorated with :func:`jit`. They have no Python wrapper and no
cache of their own, which halves the compile time. What Python calls are *entries* (see ``driver.py``):
compiled for exactly one signature and cached on disk.

Two environment variables are read when this module is imported:

``UNICORN_ENVS_CHECK=1``
    compile with bounds checks, and check the invariants of a game after each step.
``NUMBA_DISABLE_JIT=1``
    (Numba's own) run the same source uncompiled, for debugging and for coverage.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import tempfile
import threading
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding as llvm
from numba import njit
from numba.core.caching import (
    AppDirs,
    CompileResultCacheImpl,
    FunctionCache,
    _CacheLocator,
)
from numba.core.codegen import get_host_cpu_features
from numba.core.config import CPU_NAME

CHECK = os.environ.get("UNICORN_ENVS_CHECK", "0") not in ("", "0")
COMPILED = not numba.config.DISABLE_JIT

PACKAGE = Path(__file__).resolve().parents[1]
KEPT_FOLDERS = 4
"""Compiled code of this many source versions of a game stays on disk ..."""
KEPT_SECONDS = 3600.0
"""... and none younger than this is deleted: another process may be using it."""


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
    if isinstance(argument, numba.types.Integer) and argument != numba.types.uint64:
        return numba.types.int64
    return argument


def template_copy(template: Callable[..., Any], name: str, replaced: dict[str, Any]) -> types.FunctionType:
    """A copy of a plain function whose globals are replaced by ``replaced`` and that is known as ``name``.

    The new name matters: Numba's cache files are named after ``__qualname__``, and two copies with the same
    name would load each other's machine code.
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
    sources: folders and files (relative to the package) that its machine code depends on.
    """

    def __init__(self, function: types.FunctionType, signature: tuple[Any, ...], sources: tuple[str, ...]):
        self.function = function
        self.signature = signature
        self.sources = sources
        self._dispatcher: Any = None
        if COMPILED:
            self._dispatcher = njit(function, boundscheck=CHECK, nogil=True)
            self._dispatcher._cache = _cache(function, sources)

    @property
    def is_cached(self) -> bool:
        """Whether loading this entry needs no compiler."""
        if not COMPILED or self._dispatcher.signatures:
            return True
        cache = self._dispatcher._cache
        return cache.cache_path is not None and os.path.exists(cache._cache_file._index_path)

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


@functools.cache
def source_stamp(sources: tuple[str, ...]) -> str:
    """Hash of all that decides about the machine code: sources, flags, versions, processor."""
    digest = hashlib.sha256()
    for source in sources:
        path = PACKAGE / source
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(str(file.relative_to(PACKAGE)).encode() + b"\0")
            digest.update(file.read_bytes() + b"\0")
    config = numba.config
    flags = (CHECK, numba.__version__, config.OPT, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
    cpu = (CPU_NAME or llvm.get_host_cpu_name(), get_host_cpu_features())
    digest.update(repr((flags, cpu)).encode())
    return digest.hexdigest()[:16]


def cache_roots() -> list[Path]:
    """Where compiled code may be kept, the first writable one is used."""
    roots = [PACKAGE / "__pycache__" / "compiled", Path(AppDirs("unicorn_envs", False).user_cache_dir)]
    if numba.config.CACHE_DIR:
        roots.insert(0, Path(numba.config.CACHE_DIR) / "unicorn_envs")
    return roots


@functools.cache
def cache_folder(sources: tuple[str, ...]) -> Path | None:
    """The folder for machine code made from ``sources``; None where nothing can be written."""
    label = Path(sources[-1]).stem
    for root in cache_roots():
        folder = root / f"{label}-{source_stamp(sources)}"
        try:
            root.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)  # cache files are pickles: nobody else may write here
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        _delete_old_folders(root, label, folder)
        return folder
    return None


def _delete_old_folders(root: Path, label: str, current: Path) -> None:
    try:
        os.utime(current)
        folders = sorted(root.glob(f"{label}-*"), key=lambda f: f.stat().st_mtime, reverse=True)
        for folder in folders[KEPT_FOLDERS:]:
            if time.time() - folder.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass  # another process tidies up at the same time


def _cache(function: types.FunctionType, sources: tuple[str, ...]) -> Any:
    """A Numba cache for ``function`` that lies in :func:`cache_folder`."""

    class Locator(_CacheLocator):
        def __init__(self, py_func: Any, py_file: str):
            self._py_file = py_file

        def get_cache_path(self) -> str:
            return str(cache_folder(sources))

        def get_source_stamp(self) -> str:
            return source_stamp(sources)

        def get_disambiguator(self) -> str:
            return "0"  # __qualname__ names the game and the entry

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:
            return cls(py_func, py_file)

    class Impl(CompileResultCacheImpl):
        _locator_classes = (Locator,)

    class Cache(FunctionCache):
        _impl_class = Impl

    if cache_folder(sources) is None:
        from numba.core.caching import NullCache

        return NullCache()
    return Cache(function)
