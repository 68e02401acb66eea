"""Compiled code on disk: never stale, never loaded damaged, and never in the way.

The machine code of a game lies in a folder that is named after a stamp of all that decides about it, one file an
entry, with its checksum. What cannot be read is compiled anew; what cannot be written is done without, and a line on
stderr says so.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import IO, TypeAlias

PACKAGE = Path(__file__).resolve().parents[1]
KEPT_FOLDERS = 4
"""Compiled code of this many source versions of a game stays on disk ..."""
KEPT_SECONDS = 3600.0
"""... and none younger than this is deleted: another process may be using it."""
LONGEST_WAIT = 300.0
"""Seconds to wait for another process that compiles the same; then it is compiled here as well."""
LOOK_AGAIN = 0.1
"""Seconds between two looks whether that process is done."""
CHECKSUM_BYTES = hashlib.sha256().digest_size


def say(text: str) -> None:
    """A line on stderr, if that takes one."""
    with contextlib.suppress(OSError):
        print(f"unicorn_envs: {text}", file=sys.stderr, flush=True)


@functools.cache
def say_once(text: str) -> None:
    """A line on stderr, the first time only."""
    say(text)


# What the machine code depends on


def sources_of(modules: Iterable[str]) -> dict[str, Path]:
    """These modules and all that they import of this package and of their own, directly or not, with their files.

    A game may come from outside: its own package, or single module, is then watched like this one. ValueError for
    a module without a source: nobody would notice its changes. That a package contains a module does not count as an
    import of the package: ``unicorn_envs`` itself imports everything.
    """
    waiting = list(modules)
    homes = {top: _home_of(top) for top in {PACKAGE.name, *(module.partition(".")[0] for module in waiting)}}
    found: dict[str, Path] = {}
    while waiting:
        module = waiting.pop()
        if module not in found:
            file = _file_of(module, homes)
            if file is None:
                raise ValueError(f"compiled code must come from modules with a source, {module!r} has none")
            found[module] = file
            waiting += _imports(module, file, homes)
    return found


Homes: TypeAlias = "dict[str, Path]"
"""By name of a package: the folder that it lies in."""


def _home_of(top: str) -> Path:
    if top == PACKAGE.name:
        return PACKAGE.parent
    spec = None if top == "__main__" else importlib.util.find_spec(top)  # a script is another one in each process
    if spec is None or spec.origin is None:
        raise ValueError(f"compiled code must come from modules with a source, {top!r} has none")
    origin = Path(spec.origin).resolve()
    return origin.parents[1] if origin.name == "__init__.py" else origin.parent


def _file_of(module: str, homes: Homes) -> Path | None:
    """The source of a module of these packages; None for any other."""
    parts = module.split(".")
    if parts[0] not in homes:
        return None
    path = homes[parts[0]].joinpath(*parts)
    candidates = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in candidates if file.is_file()), None)


def _imports(module: str, file: Path, homes: Homes) -> list[str]:
    """The modules of these packages that a module imports anywhere, in functions too."""
    package = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
    names = []
    for node in ast.walk(_tree_of(file)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            parent = ".".join([*above, *filter(None, [node.module])])
            submodules = [f"{parent}.{alias.name}" for alias in node.names]
            names += [name if _file_of(name, homes) else parent for name in submodules]
    return [name for name in dict.fromkeys(names) if _file_of(name, homes)]


@functools.cache
def _tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_bytes())


class Store:
    """The folder with the compiled code of one game.

    Parameters
    ----------
    label: what the folder's name begins with.
    modules: names of the modules whose functions are compiled.
    variant: flags, versions and processor that the code is for.
    roots: where the folder may lie; the first that can be written to is used.
    """

    def __init__(self, label: str, modules: Iterable[str], variant: str, roots: Sequence[Path]):
        self.label = label
        self.modules = tuple(modules)
        self.variant = variant
        self.roots = tuple(roots)

    @cached_property
    def stamp(self) -> str:
        """Hash of all that decides about the machine code: the sources and the variant."""
        digest = hashlib.sha256(self.variant.encode())
        for module, file in sorted(sources_of(self.modules).items()):
            digest.update(f"\0{module}\0".encode() + file.read_bytes())
        return digest.hexdigest()[:16]

    @cached_property
    def folder(self) -> Path | None:
        """Where the code lies; None, and a line on stderr, where nothing can be written."""
        for root in self.roots:
            folder = root / f"{self.label}-{self.stamp}"
            try:
                root.mkdir(parents=True, exist_ok=True)
                folder.mkdir(mode=0o700, exist_ok=True)  # cache files are pickles: nobody else may write here
                tempfile.TemporaryFile(dir=folder).close()
            except OSError:
                continue
            _delete_old_folders(root, self.label, folder)
            return folder
        say_once(
            f"compiled code cannot be kept: no folder can be written to ({', '.join(map(str, self.roots))}), "
            "so every start compiles again; set NUMBA_CACHE_DIR to a folder that can"
        )
        return None

    def read(self, name: str) -> bytes | None:
        """What was written as ``name``; None where there is nothing, or nothing whole."""
        if self.folder is None:
            return None
        try:
            content = self._path(name).read_bytes()
        except OSError:
            return None
        checksum, data = content[:CHECKSUM_BYTES], content[CHECKSUM_BYTES:]
        return data if checksum == _checksum(name, data) else None

    def write(self, name: str, data: bytes) -> None:
        """Keep ``data`` as ``name``. Where that fails a line on stderr says so, and the process goes on without."""
        if self.folder is None:
            return
        try:
            _replace(self._path(name), _checksum(name, data) + data)
        except OSError as error:
            say_once(
                f"compiled code cannot be kept in {self.folder.parent} ({error.strerror or error}), so every start "
                "compiles again; free some space there, or set NUMBA_CACHE_DIR to another folder"
            )

    def _path(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{name}.code"

    @contextlib.contextmanager
    def alone(self, title: str) -> Iterator[None]:
        """While no other process does: waits for one that compiles ``title``, ``LONGEST_WAIT`` seconds at most."""
        with contextlib.ExitStack() as stack:
            # Where the lock cannot be made nothing can be kept either, and there is nothing to wait for.
            with contextlib.suppress(OSError):
                if self.folder is not None:
                    file = stack.enter_context(open(self.folder / "lock", "ab"))
                    if _wait_for(file, title):
                        stack.callback(_unlock, file)
            yield


def _delete_old_folders(root: Path, label: str, current: Path) -> None:
    try:
        os.utime(current)
        folders = sorted(root.glob(f"{label}-*"), key=lambda f: f.stat().st_mtime, reverse=True)
        for folder in folders[KEPT_FOLDERS:]:
            if time.time() - folder.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass  # another process tidies up at the same time


def _checksum(name: str, data: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + data).digest()


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    descriptor, temporary = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


# Locks of the operating system: they go with their process, so that a crash leaves nothing locked.


def _wait_for(file: IO[bytes], title: str) -> bool:
    """Wait until the lock is ours, which is returned, or ``LONGEST_WAIT`` has passed."""
    if _lock(file):
        return True
    say(f"another process is compiling {title}; waiting for it, at most {LONGEST_WAIT:.0f} s ...")
    last = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < last:
        time.sleep(LOOK_AGAIN)
        if _lock(file):
            return True
    say(f"the other process has not compiled {title} within {LONGEST_WAIT:.0f} s")
    return False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        """Take the lock if nobody has it. OSError where the file system has no locks."""
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        """Take the lock if nobody has it. OSError where the file system has no locks."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        # Closing would do, but for the processes that were forked meanwhile: they have the file open, too.
        fcntl.flock(file, fcntl.LOCK_UN)
