"""What a game says about itself."""

from __future__ import annotations

import ast
import os
import pickle
import subprocess
import sys

import numpy as np

from unicorn_envs import registry
from unicorn_envs.engine.store import sources_of
from unicorn_envs.game import FUNCTIONS, Game
from unicorn_envs.options import Dependent
from unicorn_envs.testing.case import check, once, where_it_is_compiled
from unicorn_envs.testing.play import (
    Options,
    player_settings,
    trace,
)

MOST_STATE_BYTES = 8 * 1024


@check(once)
def it_describes_itself(game: Game, options: Options) -> None:
    assert game.name.isidentifier() and game.name == game.name.lower(), f"{game.name!r} is no name in small letters"
    assert game.title.strip(), "it has no title"
    assert 1 <= game.min_players <= game.max_players, "min_players must be 1 or more, and at most max_players"
    assert set(FUNCTIONS) == set(game.functions), f"functions are {', '.join(FUNCTIONS)}"
    assert len(game.cards) > 0, "it has no cards"
    for option in game.options:
        assert option.meaning.strip(), f"option {option.name} has no meaning"
        values = [] if isinstance(option.default, Dependent) else [option.default]
        for value in (*values, *option.allowed):
            assert option.decode(option.encode(value)) == value, f"{option.name}={value!r} is decoded as another value"
    for code, text in game.invariants.items():
        assert isinstance(code, int) and code > 0 and text.strip(), f"invariant {code!r} must be above 0, with a text"


@check(once)
def other_processes_find_it(game: Game, options: Options) -> None:
    assert pickle.loads(pickle.dumps(game)) is game, "make it a constant of its package, or register it"


@check(once)
def the_record_is_small_and_has_no_hidden_bytes(game: Game, options: Options) -> None:
    dtype = game.state_dtype
    names = dtype.names or ()
    assert dtype.itemsize <= MOST_STATE_BYTES, f"a state has {dtype.itemsize} bytes, at most {MOST_STATE_BYTES} will do"
    assert sum(dtype[name].itemsize for name in names) == dtype.itemsize, "make the record with game.record"
    assert dtype.isalignedstruct and not dtype.hasobject, "make the record with game.record"
    assert dtype["rng"] == np.uint64, "rng must be uint64"
    assert dtype["returns"].base == np.float32, "returns must be float32"
    assert np.prod(dtype["returns"].shape) >= game.max_players, "returns needs an entry for each possible player"
    for name in names:
        kind = dtype[name].base.kind
        assert kind in "if" or name == "rng", f"{name} is {dtype[name].base}: fields are signed integers, or floats"


@check(once)
def every_field_of_the_observation_is_documented(game: Game, options: Options) -> None:
    layout = game.observation
    assert layout.size == len(layout.low) == len(layout.high), "the layout has no bounds"
    for field in layout:
        assert field.meaning.strip() and field.name.isidentifier(), f"{field.name!r} has no meaning, or is no name"
        assert (np.asarray(field.low) <= field.high).all(), f"the bounds of {field.name} are the wrong way round"


@check(once)
def fewer_players_observe_a_prefix(game: Game, options: Options) -> None:
    for setting in player_settings(game):
        layout = game.observation.for_players(setting["num_players"])
        assert list(layout) == list(game.observation)[: len(layout)], "fields of larger games come last"
    assert list(layout) == list(game.observation), "the largest game must have all fields"


@check(once)
def actions_have_names_both_ways(game: Game, options: Options) -> None:
    for number, action in enumerate(game.actions):
        assert action.meaning.strip(), f"action {action.name} has no meaning"
        for name in (action.name, action.name.upper()):
            assert game.actions.index(name) == number, f"{name!r} names two actions"


@check(once)
def all_that_is_compiled_is_watched(game: Game, options: Options) -> None:
    """The cache of machine code knows the sources of the package and of the game, and nothing of other packages."""
    sources = sources_of(function.__module__ for function in game.functions.values())
    known = {"numpy", *sys.stdlib_module_names, *(module.partition(".")[0] for module in sources)}
    for file in sources.values():
        for node in ast.walk(ast.parse(file.read_text())) if file.parent.name != "engine" else ():
            imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            imported += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            others = {name.partition(".")[0] for name in imported} - known
            assert not others, f"{file} imports {', '.join(others)}, whose changes nobody would notice"


@check(where_it_is_compiled)
def uncompiled_it_is_the_same_game(game: Game, options: Options) -> None:
    """In another process, which finds the game by where it lies."""
    code = (
        "import sys; from unicorn_envs import registry, testing; game = registry.get(sys.argv[1])\n"
        "print([testing.trace(game, o, 1, 60) for o in testing.player_settings(game)])"
    )
    process = subprocess.run(
        [sys.executable, "-c", code, registry.place_of(game)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True, text=True,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    traces = [trace(game, setting, 1, 60) for setting in player_settings(game)]
    assert process.stdout.strip() == str(traces), (
        "uncompiled, states, masks or observations are others; mostly a number leaves its field, where compiled code "
        "computes with int64: np.int64(s.field)"
    )
