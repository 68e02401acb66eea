"""engine/store.py: a disk cache that is never stale, never loaded damaged, and never in the way.

Tested on a copy of the engine with two toy games, which compile in a second, in fresh processes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import unicorn_envs
from tests.common import run_python, start_python
from unicorn_envs.engine import store as store_module
from unicorn_envs.engine.store import PACKAGE, Store, sources_of

TOY = """\
from unicorn_envs.engine.jit import jit
from unicorn_envs.layout import OFFSET

PRIZE = {prize}
PLACES = 3


@jit
def value(n):
    return n + PRIZE + OFFSET


@jit
def read(array, index):
    return array[index]
"""

USE_TOYS = """\
import contextlib, importlib, json, os, sys, time
import numpy as np
from numba import int64
from unicorn_envs.engine import store as store_module
from unicorn_envs.engine.jit import CHECK, Entry, compile_missing, make_store, template_copy
from unicorn_envs.engine.piles import find

def template(array, index):
    return value(read(array, index)) + 1000 * find(array, 3, 7)

def other(array, index):
    return read(array, index)

store_module.LONGEST_WAIT = float(os.environ.get("WAIT", 300))
if "FILE_LIMIT" in os.environ:
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(os.environ["FILE_LIMIT"]),) * 2)

report = {}
for name in sys.argv[1:]:
    module = importlib.import_module(f"unicorn_envs.games.{name}.rules")
    functions = {"value": module.value, "read": module.read, "find": find}
    store = make_store(name, [module.__name__, find.__module__])
    copies = [template_copy(t, f"{name}.{t.__name__}", functions) for t in (template, other)]
    entries = [Entry(copy, (int64[::1], int64), store) for copy in copies]
    was_cached = [entry.is_cached for entry in entries]
    with store.alone(name) if "HOLD" in os.environ else contextlib.nullcontext():
        if "HOLD" in os.environ:
            print("holding the lock", flush=True)
            sys.stdin.readline()
    compile_missing(name, store, entries)
    call, read = [entry.load() for entry in entries]
    try:
        out_of_bounds = int(call(np.arange(8)[1:4].copy(), 3)) * 0
    except IndexError:
        out_of_bounds = 1
    report[name] = {
        "result": int(call(np.array([7, 2, 3]), 1)),
        "was_cached": was_cached,
        "hits": sum(sum(f.stats.cache_hits.values()) for f in (call, read)),
        "misses": sum(sum(f.stats.cache_misses.values()) for f in (call, read)),
        "folder": str(store.folder),
        "bounds_checked": bool(out_of_bounds),
        "check": CHECK,
    }
print(json.dumps(report))
"""


@pytest.fixture
def toys(tmp_path: Path) -> Path:
    """A folder with a package of the engine alone and two toy games that differ in one number."""
    package = tmp_path / "unicorn_envs"
    shutil.copytree(PACKAGE / "engine", package / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    (package / "__init__.py").touch()
    (package / "cli.py").write_text("HELP = 1\n")
    (package / "layout.py").write_text("from unicorn_envs import numbers\n\nOFFSET = numbers.ZERO\n")
    (package / "numbers.py").write_text("ZERO = 0\n")
    for name, prize in (("toy_a", 10), ("toy_b", 20)):
        folder = package / "games" / name
        folder.mkdir(parents=True)
        (folder / "rules.py").write_text(TOY.format(prize=prize))
    return tmp_path


def environment_of(root: Path, **environment: str) -> dict[str, str]:
    return {"XDG_CACHE_HOME": str(root / "user"), "NUMBA_CACHE_DIR": "", **environment}


def start(root: Path, *names: str, **environment: str) -> subprocess.Popen[str]:
    """Begin to use the toys in a fresh process."""
    return start_python(USE_TOYS, *(names or ("toy_a",)), cwd=root, **environment_of(root, **environment))


def use_and_hear(root: Path, *names: str, **environment: str) -> tuple[dict, list[str]]:
    """Load and call the toys in a fresh process: what they report, and the lines on stderr."""
    process = start(root, *names, **environment)
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    return json.loads(output.splitlines()[-1]), errors.splitlines()


def use(root: Path, *names: str, **environment: str) -> dict:
    return use_and_hear(root, *names, **environment)[0]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def block(path: Path) -> None:
    """With a plain file: a chmod would prove nothing for root."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("a file where a folder would have to be")


# Never stale


def test_a_second_process_compiles_nothing_and_an_edit_is_noticed(toys: Path) -> None:
    rules = toys / "unicorn_envs" / "games" / "toy_a" / "rules.py"
    first = use(toys)["toy_a"]
    assert (first["result"], first["was_cached"], first["misses"]) == (12, [False, False], 2)
    second = use(toys)["toy_a"]
    assert (second["result"], second["was_cached"], second["hits"], second["misses"]) == (12, [True, True], 2, 0)
    edit(rules, "PRIZE = 10", "PRIZE = 11")
    edited = use(toys)["toy_a"]
    assert (edited["result"], edited["was_cached"]) == (13, [False, False])
    edit(rules, "PRIZE = 11", "PRIZE = 10")
    back = use(toys)["toy_a"]
    assert (back["result"], back["hits"], back["folder"]) == (12, 2, first["folder"])


def test_an_edit_of_the_engine_is_noticed(toys: Path) -> None:
    assert use(toys)["toy_a"]["result"] == 12
    piles = toys / "unicorn_envs" / "engine" / "piles.py"
    edit(piles, "    return -1\n", "    return -2\n")
    assert use(toys)["toy_a"]["misses"] == 2
    edit(piles, "        if pile[i] == card:\n", "        if pile[i] != card:\n")
    assert use(toys)["toy_a"]["result"] == 2012, "find() now gives the last card that is not a 7"


def test_an_edit_of_what_the_rules_import_is_noticed(toys: Path) -> None:
    """Directly (the layout), and by way of another module."""
    assert use(toys)["toy_a"]["result"] == 12
    edit(toys / "unicorn_envs" / "numbers.py", "ZERO = 0", "ZERO = 5")
    assert use(toys)["toy_a"]["result"] == 17
    edit(toys / "unicorn_envs" / "layout.py", "numbers.ZERO", "numbers.ZERO + 100")
    assert use(toys)["toy_a"]["result"] == 117


def test_an_edit_of_anything_else_leaves_the_game_cached(toys: Path) -> None:
    use(toys, "toy_a", "toy_b")
    edit(toys / "unicorn_envs" / "games" / "toy_a" / "rules.py", "PRIZE = 10", "PRIZE = 11")
    edit(toys / "unicorn_envs" / "cli.py", "HELP = 1", "HELP = 2")
    edit(toys / "unicorn_envs" / "__init__.py", "", "NAME = 3\n")
    report = use(toys, "toy_a", "toy_b")
    assert (report["toy_a"]["misses"], report["toy_b"]["misses"]) == (2, 0)


def test_copies_of_a_template_do_not_load_each_others_code(toys: Path) -> None:
    for _ in range(2):
        report = use(toys, "toy_a", "toy_b")
        assert (report["toy_a"]["result"], report["toy_b"]["result"]) == (12, 22)
    assert report["toy_a"]["hits"] == report["toy_b"]["hits"] == 2


def test_checked_code_has_its_own_folder(toys: Path) -> None:
    plain = use(toys)["toy_a"]
    checked = use(toys, UNICORN_ENVS_CHECK="1")["toy_a"]
    assert (plain["check"], checked["check"]) == (False, True)
    assert checked["misses"] == 2
    assert checked["folder"] != plain["folder"]
    assert (plain["bounds_checked"], checked["bounds_checked"]) == (False, True)
    assert use(toys)["toy_a"]["misses"] == use(toys, UNICORN_ENVS_CHECK="1")["toy_a"]["misses"] == 0


WHAT_THEY_LOAD = """\
import importlib, json, sys, types
from pathlib import Path
roots = json.loads(sys.argv[1])
for name in sys.argv[2].split(","):  # packages alone, without what their __init__ would import
    package = types.ModuleType(name)
    package.__path__ = [str(Path(roots[name.partition(".")[0]], *name.split(".")))]
    sys.modules[name] = package
for name in sys.argv[3:]:
    importlib.import_module(name)
for name, module in sys.modules.items():
    if name.partition(".")[0] in roots and getattr(module, "__file__", None):
        print(name)
"""


def test_the_stamp_covers_all_that_the_compiled_modules_load(name: str) -> None:
    """What Python really imports for them, against what was found in their sources; and nothing of other games."""
    rules = {function.__module__ for function in unicorn_envs.game(name).functions.values()}
    found = sources_of(["unicorn_envs.engine.driver", *rules])
    homes = {module.partition(".")[0]: file for module, file in found.items() if module.count(".") == 1}
    packages = {module.rpartition(".")[0] for module in found} - {""}
    roots = {top: str(file.parents[1]) for top, file in homes.items()}
    loaded = run_python(WHAT_THEY_LOAD, json.dumps(roots), ",".join(sorted(packages)), *rules, NUMBA_DISABLE_JIT="1")
    assert rules <= set(loaded.stdout.split()) <= set(found)
    folders = {found[module].parent for module in rules}
    with_compiled_code = {file for folder in folders for file in folder.rglob("*.py") if "@jit" in file.read_text()}
    assert with_compiled_code <= set(found.values())
    for other in ("unicorn_envs", "unicorn_envs.cli", "unicorn_envs.envs.batch", "unicorn_envs.registry"):
        assert other not in found
    assert all(file.parent in folders for file in found.values() if PACKAGE / "games" in file.parents)


def test_modules_without_a_source_cannot_be_stamped() -> None:
    for module in ("no_such_package", "__main__", "unicorn_envs.no_such_module", "sys"):
        with pytest.raises(ValueError, match="must come from modules with a source"):
            sources_of([module])


# Never loaded damaged


def test_a_store_gives_back_what_was_written_whole_or_nothing(tmp_path: Path) -> None:
    store = Store("toy", ["unicorn_envs.layout"], "plain", [tmp_path])
    assert store.folder is not None and store.read("entry") is None
    store.write("entry", b"machine code")
    store.write("other", b"other code")
    assert (store.read("entry"), store.read("other")) == (b"machine code", b"other code")
    path = store.folder / "entry.code"
    whole = path.read_bytes()
    damaged = [whole[:length] for length in range(len(whole))]
    damaged += [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(len(whole))]
    damaged += [whole + b"\0", b"\0" * len(whole), (store.folder / "other.code").read_bytes()]
    for content in damaged:
        path.write_bytes(content)
        assert store.read("entry") is None
    path.unlink()
    path.mkdir()
    assert store.read("entry") is None
    path.rmdir()
    store.write("entry", b"machine code")
    assert store.read("entry") == b"machine code"


def damage_by_cutting(content: bytes) -> bytes:
    return content[: len(content) // 2]


def damage_by_emptying(content: bytes) -> bytes:
    return b""


def damage_in_the_middle(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + b"\xa5" * 400 + content[middle + 400 :]


def damage_at_the_beginning(content: bytes) -> bytes:
    return b"\x80" * 50 + content[50:]


def test_damaged_files_are_compiled_anew_and_replaced(toys: Path) -> None:
    folder = Path(use(toys)["toy_a"]["folder"])
    files = sorted(folder.glob("*.code"))
    assert [file.name for file in files] == ["toy_a.other.code", "toy_a.template.code"]
    for damage in (damage_by_cutting, damage_by_emptying, damage_in_the_middle, damage_at_the_beginning):
        for damaged in (files, files[1:]):
            for file in damaged:
                file.write_bytes(damage(file.read_bytes()))
            report, lines = use_and_hear(toys)
            assert report["toy_a"]["result"] == 12
            assert report["toy_a"]["misses"] == len(damaged), damage
            assert ["compiling toy_a" in line for line in lines] == [True, False]
    report, lines = use_and_hear(toys)
    assert report["toy_a"]["hits"] == 2 and lines == []


def test_a_process_that_is_killed_while_it_compiles_does_no_harm(toys: Path) -> None:
    process = start(toys)
    folder = toys / "unicorn_envs" / "__pycache__" / "compiled"
    while process.poll() is None and not any(folder.glob("toy_a-*/*.code*")):
        try:
            process.wait(timeout=0.005)
        except subprocess.TimeoutExpired:
            continue
    process.kill()
    process.communicate()
    assert use(toys)["toy_a"]["result"] == 12


# Never in the way


def test_compiling_is_announced_once_a_game_and_promises_nothing(toys: Path) -> None:
    _, lines = use_and_hear(toys, "toy_a", "toy_b")
    assert len(lines) == 4
    for game, (before, after) in {"toy_a": lines[:2], "toy_b": lines[2:]}.items():
        assert before == (
            f"unicorn_envs: compiling {game} (once for this machine; usually 15 to 50 seconds, longer on a busy "
            "machine) ..."
        )
        assert after.startswith(f"unicorn_envs: compiled {game} in ") and after.endswith(" s")
    assert use_and_hear(toys, "toy_a", "toy_b")[1] == []


def test_a_read_only_package_uses_the_users_folder(toys: Path) -> None:
    block(toys / "unicorn_envs" / "__pycache__" / "compiled")
    first = use(toys)["toy_a"]
    assert first["result"] == 12
    assert Path(first["folder"]).is_relative_to(toys / "user")
    assert use(toys)["toy_a"]["hits"] == 2


def test_where_nothing_is_writable_it_works_and_says_what_to_set(toys: Path) -> None:
    block(toys / "unicorn_envs" / "__pycache__" / "compiled")
    block(toys / "user")
    for _ in range(2):
        report, lines = use_and_hear(toys, "toy_a", "toy_b")
        for name, result in (("toy_a", 12), ("toy_b", 22)):
            assert (report[name]["result"], report[name]["misses"], report[name]["folder"]) == (result, 2, "None")
        assert "no folder can be written to" in lines[0] and "set NUMBA_CACHE_DIR" in lines[0]
        assert all(str(toys / folder) in lines[0] for folder in ("unicorn_envs", "user"))
        assert "compiling toy_a (at each start;" in lines[1]
        assert not any("NUMBA_CACHE_DIR" in line for line in lines[1:]), "it is said once"


def test_numbas_own_cache_variable_comes_first(toys: Path) -> None:
    report = use(toys, NUMBA_CACHE_DIR=str(toys / "elsewhere"))["toy_a"]
    assert Path(report["folder"]).is_relative_to(toys / "elsewhere")


def check_that_it_runs_uncached(toys: Path, reason: str, **environment: str) -> Path:
    for _ in range(2):
        report, lines = use_and_hear(toys, "toy_a", "toy_b", **environment)
        assert (report["toy_a"]["result"], report["toy_b"]["result"]) == (12, 22)
        assert (report["toy_a"]["hits"], report["toy_b"]["hits"]) == (0, 0)
        warnings = [line for line in lines if "compiling" not in line and "compiled toy" not in line]
        assert len(warnings) == 1 and reason in warnings[0] and "NUMBA_CACHE_DIR" in warnings[0]
        folder = Path(report["toy_a"]["folder"])
        assert folder.is_dir() and not list(folder.glob("*.code*")), "nothing half written is left"
    return folder


def test_a_file_that_cannot_be_written_to_the_end_is_done_without(toys: Path) -> None:
    folder = check_that_it_runs_uncached(toys, "File too large", FILE_LIMIT="2000")
    assert use(toys)["toy_a"]["folder"] == str(folder) and use(toys)["toy_a"]["hits"] == 2, "once there is room"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_lines_that_cannot_be_printed_are_done_without(toys: Path) -> None:
    with open("/dev/full", "w") as full:
        environment = {**os.environ, **environment_of(toys, PYTHONPATH=str(toys))}
        command = [sys.executable, "-c", USE_TOYS, "toy_a"]
        process = subprocess.run(command, cwd=toys, env=environment, stdout=subprocess.PIPE, stderr=full, text=True)
    assert json.loads(process.stdout)["toy_a"]["result"] == 12


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12k", "tmpfs", disk], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("no disk can be mounted here; the limit on the size of files stands for it")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_full_disk_is_done_without(toys: Path, small_disk: Path) -> None:
    check_that_it_runs_uncached(toys, "No space left", NUMBA_CACHE_DIR=str(small_disk))


# Two processes


def test_two_cold_processes_at_once_compile_once(toys: Path) -> None:
    processes = [start(toys, "toy_a", "toy_b") for _ in range(2)]
    reports = []
    for process in processes:
        output, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        reports.append(json.loads(output))
    for name, result in (("toy_a", 12), ("toy_b", 22)):
        assert [report[name]["result"] for report in reports] == [result, result]
        assert sorted(report[name]["misses"] for report in reports) == [0, 2]


@pytest.fixture
def holder(toys: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that has the lock of toy_a; a line on its stdin lets it go on."""
    environment = environment_of(toys, HOLD="1", PYTHONPATH=str(toys))
    process = subprocess.Popen(
        [sys.executable, "-c", USE_TOYS, "toy_a"], cwd=toys, env={**os.environ, **environment}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "holding the lock\n"
    yield process
    process.kill()
    process.communicate()


def test_a_process_waits_for_another_that_compiles(toys: Path, holder: subprocess.Popen[str]) -> None:
    waiting = start(toys)
    assert waiting.stderr is not None
    assert "another process is compiling toy_a; waiting for it" in waiting.stderr.readline()
    assert waiting.poll() is None
    holder.communicate("\n", timeout=300)
    output, errors = waiting.communicate(timeout=300)
    assert waiting.returncode == 0, errors
    assert json.loads(output)["toy_a"]["result"] == 12


def test_waiting_has_a_limit(toys: Path, holder: subprocess.Popen[str]) -> None:
    report, lines = use_and_hear(toys, WAIT="0.3")
    assert (report["toy_a"]["result"], report["toy_a"]["misses"]) == (12, 2)
    assert "another process is compiling toy_a" in lines[0] and "has not compiled toy_a" in lines[1]
    assert "compiling toy_a (once" in lines[2]
    assert holder.poll() is None


def test_a_crashed_process_holds_up_nobody(toys: Path, holder: subprocess.Popen[str]) -> None:
    holder.kill()
    holder.wait()
    report, lines = use_and_hear(toys)
    assert (report["toy_a"]["result"], report["toy_a"]["misses"]) == (12, 2)
    assert "compiling toy_a (once" in lines[0]


# Old folders


def test_old_folders_are_deleted_but_never_young_ones(tmp_path: Path) -> None:
    folders = [tmp_path / f"toy-{number}" for number in range(8)]
    for age, folder in enumerate(folders):
        folder.mkdir()
        hours = 2 * age
        os.utime(folder, (time.time() - 3600 * hours,) * 2)
    store_module._delete_old_folders(tmp_path, "toy", folders[7])
    kept = {folder.name for folder in tmp_path.iterdir()}
    assert kept == {"toy-7", "toy-0", "toy-1", "toy-2"}, "the one in use and the newest others"
    for number in range(10, 18):
        (tmp_path / f"toy-{number}").mkdir()
    store_module._delete_old_folders(tmp_path, "toy", folders[7])
    assert {f"toy-{number}" for number in range(10, 18)} <= {folder.name for folder in tmp_path.iterdir()}
