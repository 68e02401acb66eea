"""engine/jit.py: one compiled version of each function, and a disk cache that is never stale and never in the way.

The cache is tested on a copy of the engine with two toy games, which compile in a second, in fresh processes.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import unicorn_envs
from tests.common import game_names, run_python, start_python
from unicorn_envs.engine import jit as jit_module
from unicorn_envs.engine.jit import Entry, template_copy

PACKAGE = Path(unicorn_envs.__file__).parent

TOY = """\
from unicorn_envs.engine.jit import jit

PRIZE = {prize}
PLACES = 3


@jit
def value(n):
    return n + PRIZE


@jit
def read(array, index):
    return array[index]
"""

USE_TOYS = """\
import importlib, json, sys
import numpy as np
from numba import int64
from unicorn_envs.engine.jit import CHECK, Entry, cache_folder, template_copy
from unicorn_envs.engine.piles import find

def template(array, index):
    return value(read(array, index)) + 1000 * find(array, 3, 7)

report = {}
for name in sys.argv[1:]:
    module = importlib.import_module(f"unicorn_envs.games.{name}.rules")
    functions = {"value": module.value, "read": module.read, "find": find}
    sources = ("engine", f"games/{name}")
    entry = Entry(template_copy(template, f"{name}.template", functions), (int64[::1], int64), sources)
    was_cached = entry.is_cached
    call = entry.load()
    try:
        out_of_bounds = int(call(np.arange(8)[1:4].copy(), 3)) * 0
    except IndexError:
        out_of_bounds = 1
    report[name] = {
        "result": int(call(np.array([7, 2, 3]), 1)),
        "was_cached": was_cached,
        "hits": sum(call.stats.cache_hits.values()),
        "misses": sum(call.stats.cache_misses.values()),
        "folder": str(cache_folder(sources)),
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
    for name, prize in (("toy_a", 10), ("toy_b", 20)):
        folder = package / "games" / name
        folder.mkdir(parents=True)
        (folder / "rules.py").write_text(TOY.format(prize=prize))
    return tmp_path


def use(root: Path, *names: str, **environment: str) -> dict:
    """Load and call the toys in a fresh process."""
    environment = {"XDG_CACHE_HOME": str(root / "user"), "NUMBA_CACHE_DIR": "", **environment}
    return json.loads(run_python(USE_TOYS, *(names or ("toy_a",)), cwd=root, **environment).stdout)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_second_process_compiles_nothing_and_an_edit_is_noticed(toys: Path) -> None:
    rules = toys / "unicorn_envs" / "games" / "toy_a" / "rules.py"
    first = use(toys)["toy_a"]
    assert (first["result"], first["was_cached"], first["misses"]) == (12, False, 1)
    second = use(toys)["toy_a"]
    assert (second["result"], second["was_cached"], second["hits"], second["misses"]) == (12, True, 1, 0)
    edit(rules, "PRIZE = 10", "PRIZE = 11")
    edited = use(toys)["toy_a"]
    assert (edited["result"], edited["was_cached"]) == (13, False)
    edit(rules, "PRIZE = 11", "PRIZE = 10")
    back = use(toys)["toy_a"]
    assert (back["result"], back["hits"], back["folder"]) == (12, 1, first["folder"])


def test_an_edit_of_the_engine_is_noticed(toys: Path) -> None:
    assert use(toys)["toy_a"]["result"] == 12
    piles = toys / "unicorn_envs" / "engine" / "piles.py"
    edit(piles, "    return -1\n", "    return -2\n")
    assert use(toys)["toy_a"]["was_cached"] is False
    edit(piles, "        if pile[i] == card:\n", "        if pile[i] != card:\n")
    assert use(toys)["toy_a"]["result"] == 2012, "find() now gives the last card that is not a 7"


def test_an_edit_of_one_game_leaves_the_other_cached(toys: Path) -> None:
    use(toys, "toy_a", "toy_b")
    edit(toys / "unicorn_envs" / "games" / "toy_a" / "rules.py", "PRIZE = 10", "PRIZE = 11")
    report = use(toys, "toy_a", "toy_b")
    assert (report["toy_a"]["was_cached"], report["toy_b"]["was_cached"]) == (False, True)


def test_copies_of_a_template_do_not_load_each_others_code(toys: Path) -> None:
    for _ in range(2):
        report = use(toys, "toy_a", "toy_b")
        assert (report["toy_a"]["result"], report["toy_b"]["result"]) == (12, 22)
    assert report["toy_a"]["hits"] == report["toy_b"]["hits"] == 1


def test_copies_of_a_template_are_told_apart_inside_one_folder() -> None:
    copies = [template_copy(edit, f"{name}.edit", {"name": name}) for name in ("toy_a", "toy_b")]
    assert [copy.__qualname__ for copy in copies] == ["toy_a.edit", "toy_b.edit"]
    assert copies[0].__globals__["name"] == "toy_a"
    assert "name" not in edit.__globals__


def test_a_read_only_package_uses_the_users_folder(toys: Path) -> None:
    """Blocked by a plain file: a chmod would prove nothing for root."""
    block(toys / "unicorn_envs" / "__pycache__" / "compiled")
    first = use(toys)["toy_a"]
    assert first["result"] == 12
    assert Path(first["folder"]).is_relative_to(toys / "user")
    assert use(toys)["toy_a"]["hits"] == 1


def test_where_nothing_is_writable_it_still_works(toys: Path) -> None:
    block(toys / "unicorn_envs" / "__pycache__" / "compiled")
    block(toys / "user")
    for _ in range(2):
        report = use(toys)["toy_a"]
        assert (report["result"], report["was_cached"], report["folder"]) == (12, False, "None")


def test_numbas_own_cache_variable_comes_first(toys: Path) -> None:
    report = use(toys, NUMBA_CACHE_DIR=str(toys / "elsewhere"))["toy_a"]
    assert Path(report["folder"]).is_relative_to(toys / "elsewhere")


def test_two_cold_processes_at_once(toys: Path) -> None:
    environment = {"XDG_CACHE_HOME": str(toys / "user"), "NUMBA_CACHE_DIR": ""}
    processes = [start_python(USE_TOYS, "toy_a", "toy_b", cwd=toys, **environment) for _ in range(2)]
    for process in processes:
        output, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        report = json.loads(output)
        assert (report["toy_a"]["result"], report["toy_b"]["result"]) == (12, 22)
    after = use(toys, "toy_a", "toy_b")
    assert [after[name]["hits"] for name in ("toy_a", "toy_b")] == [1, 1]


def test_checked_code_has_its_own_folder(toys: Path) -> None:
    plain = use(toys)["toy_a"]
    checked = use(toys, UNICORN_ENVS_CHECK="1")["toy_a"]
    assert (plain["check"], checked["check"]) == (False, True)
    assert checked["was_cached"] is False
    assert checked["folder"] != plain["folder"]
    assert (plain["bounds_checked"], checked["bounds_checked"]) == (False, True)
    assert use(toys)["toy_a"]["was_cached"] and use(toys, UNICORN_ENVS_CHECK="1")["toy_a"]["was_cached"]


def test_old_folders_are_deleted_but_never_young_ones(tmp_path: Path) -> None:
    folders = [tmp_path / f"toy-{number}" for number in range(8)]
    for age, folder in enumerate(folders):
        folder.mkdir()
        hours = 2 * age
        os.utime(folder, (time.time() - 3600 * hours,) * 2)
    jit_module._delete_old_folders(tmp_path, "toy", folders[7])
    kept = {folder.name for folder in tmp_path.iterdir()}
    assert kept == {"toy-7", "toy-0", "toy-1", "toy-2"}, "the one in use and the newest others"
    for number in range(10, 18):
        (tmp_path / f"toy-{number}").mkdir()
    jit_module._delete_old_folders(tmp_path, "toy", folders[7])
    assert {f"toy-{number}" for number in range(10, 18)} <= {folder.name for folder in tmp_path.iterdir()}


def block(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("a file where a folder would have to be")


compiled_only = pytest.mark.skipif(not jit_module.COMPILED, reason="says something about compiled code only")


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

    entry = Entry(pick_from, (int8[::1], int64), ("engine",))
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
    for name in game_names():
        unicorn_envs.game(name).driver.compile()
    loaded = run_python(LOAD_ALL, *game_names())
    assert "compiling" not in loaded.stderr
    assert loaded.stdout.splitlines() == [*(f"{name} 1 0" for name in game_names()), "False False"]


COMPILED_IMPORTS = ("layout", "actions", "options", "game", "errors")
"""Modules that compiled modules may import types from; what they hold never gets into machine code."""


def compiled_modules(folder: Path) -> set[Path]:
    """The modules with compiled functions, and all of the folder that they import."""
    reached = {file for file in folder.rglob("*.py") if "@jit" in file.read_text()}
    waiting = list(reached)
    while waiting:
        for module, _ in imports_of(waiting.pop()):
            file = PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")
            if file.is_relative_to(folder) and file.is_file() and file not in reached:
                reached.add(file)
                waiting.append(file)
    return reached


def imports_of(file: Path) -> list[tuple[str, set[str]]]:
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found += [(alias.name, set()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative imports are not followed here"
            found.append((node.module or "", {alias.name for alias in node.names}))
    return found


def test_the_cache_knows_all_sources_of_a_game(name: str) -> None:
    """The stamp covers engine/ and the game's own folder: no constant may come from anywhere else."""
    folder = PACKAGE / "games" / name
    modules = compiled_modules(folder)
    assert {"rules.py", "observation.py", "cards.py", "state.py"} <= {file.name for file in modules}
    allowed = ("unicorn_envs.engine.", f"unicorn_envs.games.{name}")
    for file in modules:
        for module, names in imports_of(file):
            top = module.split(".")[0]
            if top == "unicorn_envs":
                types_only = module.removeprefix("unicorn_envs.") in COMPILED_IMPORTS
                assert types_only or f"{module}.".startswith(allowed), f"{file.name} imports {module}"
                if module == "unicorn_envs.game":
                    assert names <= {"record"}, f"{file.name} imports {names} from unicorn_envs.game"
            else:
                assert top in ("numpy", *sys.stdlib_module_names), f"{file.name} imports {module}"


def test_a_process_that_is_killed_while_it_compiles_does_no_harm(toys: Path) -> None:
    environment = {"XDG_CACHE_HOME": str(toys / "user"), "NUMBA_CACHE_DIR": ""}
    process = start_python(USE_TOYS, "toy_a", cwd=toys, **environment)
    folder = toys / "unicorn_envs" / "__pycache__" / "compiled"
    while process.poll() is None and not any(folder.glob("toy_a-*/*")):
        try:
            process.wait(timeout=0.005)
        except subprocess.TimeoutExpired:
            continue
    process.kill()
    process.communicate()
    assert use(toys)["toy_a"]["result"] == 12
