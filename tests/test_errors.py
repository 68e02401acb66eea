"""Every bad input has an error that says what is wrong and what is allowed, and changes nothing."""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded

import unicorn_envs
from tests.common import Setting, is_allowed, of, pick
from unicorn_envs import CheckpointError, GameOverError, IllegalActionError, StateError
from unicorn_envs.agents import CheckpointAgent, make_agent, read_card
from unicorn_envs.agents.checkpoint import CHECKSUM, FORMAT, checksum, write_checkpoint
from unicorn_envs.codec import MAGIC
from unicorn_envs.envs.aec import CardGameEnv
from unicorn_envs.envs.batch import Batch
from unicorn_envs.envs.illegal import ILLEGAL
from unicorn_envs.envs.seat import SeatEnv
from unicorn_envs.envs.solo import SoloEnv, SoloVectorEnv
from unicorn_envs.errors import span
from unicorn_envs.game import Game
from unicorn_envs.registry import VERSIONS

BAD_SEEDS = [
    (1.0, TypeError),
    ("7", TypeError),
    (True, TypeError),
    (np.bool_(True), TypeError),
    (np.float64(3), TypeError),
    (-1, ValueError),
    (2**64, ValueError),
]
NOT_INTEGERS = [1.0, "0", True, None, np.float32(2), np.bool_(True), np.array(True), [1]]


def some_illegal(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask == 0)[0])


def playing_env(name: str, **options: Any):
    env = unicorn_envs.make(name, **options)
    env.reset(seed=1)
    return env


def everything_of(env: Any) -> tuple[Any, ...]:
    """All that a step could change."""
    last = env.last()
    return (
        env.state_to_bytes(), env.agent_selection, list(env.agents), dict(env.rewards), dict(env.terminations),
        dict(env.truncations), last[0]["observation"].tobytes(), last[0]["action_mask"].tobytes(), last[1:4],
    )  # fmt: skip


def everything_in(batch: Batch) -> tuple[bytes, ...]:
    names = ("states", "final_states", "observation", "action_mask", "seat", "reward", "done", "truncated", "seeds")
    return tuple(getattr(batch, name).tobytes() for name in names)


# Actions


def test_an_illegal_action_names_itself_the_seat_and_what_is_legal(setting: Setting) -> None:
    name, options = setting
    env = playing_env(name, **dict(options))
    game, mask = env.game, env.last()[0]["action_mask"]
    illegal, before = some_illegal(mask), everything_of(env)
    with pytest.raises(IllegalActionError) as caught:
        env.step(illegal)
    for part in (str(illegal), game.actions.name(illegal), env.agent_selection, game.actions.legal(mask)[0]):
        assert part in str(caught.value)
    assert everything_of(env) == before
    state = env.game_state
    with pytest.raises(IllegalActionError):
        game.apply(state, illegal)
    with pytest.raises(IllegalActionError):
        game.apply(state, game.actions.name(illegal))
    assert game.state_to_bytes(state) == before[0]
    env.step(pick(np.random.default_rng(0), mask))


def test_an_action_out_of_range_says_what_there_is(name: str) -> None:
    env = playing_env(name)
    number, before = len(env.game.actions), everything_of(env)
    for action in (-1, number, 10**9, -(10**9), 2**70):
        with pytest.raises(IllegalActionError, match=f"0 to {number - 1}"):
            env.step(action)
        with pytest.raises(IllegalActionError, match=f"0 to {number - 1}"):
            env.game.apply(env.game_state, action)
    assert everything_of(env) == before


@pytest.mark.parametrize("action", NOT_INTEGERS, ids=repr)
def test_an_action_that_is_no_integer(name: str, action: Any) -> None:
    env = playing_env(name)
    before = everything_of(env)
    with pytest.raises(TypeError, match="action must be an integer"):
        env.step(action)
    assert everything_of(env) == before
    if not isinstance(action, str):
        with pytest.raises(TypeError, match="action must be an integer"):
            env.game.apply(env.game_state, action)
    solo_too(name, lambda solo: solo.step(action), TypeError, "action must be an integer")


def test_an_action_name_that_does_not_exist(name: str) -> None:
    game = unicorn_envs.game(name)
    state = game.new(1)
    with pytest.raises(ValueError, match="no action called 'castle queenside'"):
        game.apply(state, "castle queenside")
    with pytest.raises(ValueError, match="actions are 0 to"):
        game.actions.name(len(game.actions))
    with pytest.raises(ValueError, match="actions are 0 to"):
        game.actions.name(-1)


def test_numpy_integers_are_actions(name: str) -> None:
    for kind in (np.int8, np.int64, np.uint8):
        env = playing_env(name)
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
        before = env.state_to_bytes()
        env.step(kind(action))
        assert env.state_to_bytes() != before


def solo_too(name: str, act: Callable[[SoloEnv], Any], error: type[Exception], match: str) -> None:
    """The same from Gymnasium, for games that have a solo game."""
    if name not in unicorn_envs.SOLO_IDS:
        return
    env = SoloEnv(unicorn_envs.game(name))
    env.reset(seed=1)
    before = env.game_state.tobytes()
    with pytest.raises(error, match=match):
        act(env)
    assert env.game_state.tobytes() == before


def test_solo_refuses_illegal_actions(name: str) -> None:
    solo_too(name, lambda env: env.step(some_illegal(env.action_masks())), IllegalActionError, "may choose")
    solo_too(name, lambda env: env.step(10**6), IllegalActionError, "there is no action 1000000")


def test_illegal_modes_let_nothing_else_pass(name: str) -> None:
    """What is no integer is an error with each of them."""
    game = unicorn_envs.game(name)
    for illegal in ILLEGAL:
        env = playing_env(name, illegal=illegal)
        envs: list[Any] = [SeatEnv(game, "random", illegal=illegal)]
        envs += [SoloEnv(game, illegal=illegal)] if name in unicorn_envs.SOLO_IDS else []
        for learner in envs:
            learner.reset(seed=1)
        for action in NOT_INTEGERS:
            for one in (env, *envs):
                before = one.game_state.tobytes()
                with pytest.raises(TypeError, match="action must be an integer"):
                    one.step(action)
                assert one.game_state.tobytes() == before


def test_terminate_ends_the_game_and_blames_the_offender(setting: Setting) -> None:
    name, options = setting
    for action in ("illegal", -1, 10**6):
        env = playing_env(name, illegal="terminate", **dict(options))
        offender = env.agent_selection
        env.step(some_illegal(env.last()[0]["action_mask"]) if action == "illegal" else action)
        assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
        assert all(env.terminations.values()) and not any(env.truncations.values())
        for agent, info in env.infos.items():
            assert (info["illegal_action"], info["action_taken"]) == (agent == offender, -1)
        heard = {}
        for agent in env.agent_iter():
            observation, heard[agent], terminated, _, info = env.last()
            assert terminated and not observation["action_mask"].any() and not info["action_mask"].any()
            env.step(None)
        assert heard == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
        env.reset(seed=1)
        assert env.last()[0]["action_mask"].any()


# Out of turn


def test_steps_before_reset(name: str) -> None:
    env = unicorn_envs.make(name)
    with pytest.raises(GameOverError, match=r"reset\(\)"):
        env.step(0)
    with pytest.raises(GameOverError, match=r"reset\(\)"):
        env.observe("player_0")


def test_steps_after_the_end(setting: Setting) -> None:
    name, options = setting
    env = playing_env(name, **dict(options))
    generator = np.random.default_rng(0)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(pick(generator, env.last()[0]["action_mask"]))
    before, state = everything_of(env), env.game_state
    with pytest.raises(GameOverError, match=r"step\(None\)"):
        env.step(0)
    assert everything_of(env) == before
    with pytest.raises(GameOverError, match="over"):
        env.game.apply(state, 0)
    assert env.game.state_to_bytes(state) == before[0]
    while env.agents:
        env.step(None)
    with pytest.raises(GameOverError, match=r"reset\(\)"):
        env.step(None)
    with pytest.raises(GameOverError, match=r"reset\(\)"):
        env.step(0)


def test_solo_steps_out_of_turn(solo_name: str) -> None:
    game = unicorn_envs.game(solo_name)
    env = SoloEnv(game)
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ResetNeeded):
        _ = env.game_state
    with pytest.raises(ResetNeeded):
        SoloVectorEnv(game, 2).step(np.zeros(2, dtype=np.int64))
    env.reset(seed=0)
    over = False
    while not over:
        over = any(env.step(int(env.action_masks().argmax()))[2:4])
    before = env.game_state.tobytes()
    with pytest.raises(ResetNeeded):
        env.step(0)
    assert env.game_state.tobytes() == before


# Seeds, options, names, modes


@pytest.mark.parametrize(("seed", "error"), BAD_SEEDS, ids=repr)
def test_bad_seeds(name: str, seed: Any, error: type[Exception]) -> None:
    game = unicorn_envs.game(name)
    env = playing_env(name)
    batch = Batch(game, 2, seed=1)
    before = everything_of(env), everything_in(batch)
    state = env.game_state
    for use in (
        lambda: game.new(seed),
        lambda: env.reset(seed=seed),
        lambda: game.resample(state, 0, seed),
        lambda: game.reseed(state, seed),
        lambda: game.play_random(state, seed),
        lambda: Batch(game, 2, seed=seed),
        lambda: batch.reset(seed),
        lambda: batch.reset([0, seed]),
    ):
        with pytest.raises(error, match=r"seed must be an integer in 0 \.\. 2\*\*64 - 1"):
            use()
    assert (everything_of(env), everything_in(batch)) == before
    assert state.tobytes() == env.game_state.tobytes()
    solo_too(name, lambda solo: solo.reset(seed=seed), error, "seed must be an integer")
    env.reset()
    other = playing_env(name)
    other.reset()
    assert env.state_to_bytes() == other.state_to_bytes(), "the sequence of deals goes on as if nothing had been"


def test_numpy_integers_and_large_seeds_are_seeds(name: str) -> None:
    game = unicorn_envs.game(name)
    assert game.new(np.uint64(2**64 - 1)).tobytes() == game.new(2**64 - 1).tobytes()
    game.reseed(game.new(1), 2**64 - 1)
    if name in unicorn_envs.SOLO_IDS:
        env = SoloEnv(game)
        for seed in (np.int64(3), np.uint64(2**64 - 1), 2**64 - 1):
            env.reset(seed=seed)
            assert env.game_state.tobytes() == game.new(int(seed)).tobytes()
            vector = SoloVectorEnv(game, 2)
            vector.reset(seed=seed)
            assert vector.batch.states[:1].tobytes() == game.new(int(seed)).tobytes()


def test_a_wrong_number_of_seeds(name: str) -> None:
    with pytest.raises(ValueError, match="one seed for each of the 3 tables, not 2"):
        Batch(unicorn_envs.game(name), 3, seed=[1, 2])


def every_entry(name: str) -> list[Callable[..., Any]]:
    """All that takes options of a game as keyword arguments."""
    game = unicorn_envs.game(name)
    entries: list[Callable[..., Any]] = [
        game.complete_options,
        lambda **o: game.new(1, **o),
        lambda **o: Batch(game, 2, **o),
        lambda **o: CardGameEnv(game, **o),
        lambda **o: SeatEnv(game, "random", **o),
        lambda **o: unicorn_envs.make(name, **o),
        lambda **o: unicorn_envs.make_batch(name, 2, **o),
        lambda **o: unicorn_envs.make_seat(name, "random", **o),
        lambda **o: unicorn_envs.make(game.env_id, **o),
        lambda **o: gymnasium.make(unicorn_envs.SEAT_ID, game=name, opponents="random", **o),
        lambda **o: gymnasium.make_vec(unicorn_envs.SEAT_ID, num_envs=2, game=name, opponents="random", **o),
        *(functools.partial(make_agent, spec, game) for spec in ("random", "heuristic", "checkpoint")),
    ]
    if name in VERSIONS:
        entries.append(importlib.import_module(f"unicorn_envs.{game.env_id}").env)
    if hasattr(pettingzoo, "make"):
        entries.append(lambda **o: pettingzoo.make("aec", f"unicorn_envs/{game.env_id}", **o))
    if name in unicorn_envs.SOLO_IDS:
        env_id = unicorn_envs.SOLO_IDS[name]
        entries += [
            lambda **o: SoloEnv(game, **o),
            lambda **o: SoloVectorEnv(game, 2, **o),
            lambda **o: gymnasium.make(env_id, **o),
            lambda **o: gymnasium.make_vec(env_id, num_envs=2, **o),
            lambda **o: gymnasium.make_vec(env_id, num_envs=2, vectorization_mode="sync", **o),
        ]
    return entries


def test_unknown_options_are_unexpected_keyword_arguments_everywhere(name: str) -> None:
    """In Python's words, which other libraries look for, with what is allowed."""
    game = unicorn_envs.game(name)
    for make in every_entry(name):
        with pytest.raises(TypeError, match="got an unexpected keyword argument 'frameskip'") as caught:
            make(frameskip=4)
        for option in game.options:
            assert option.name in str(caught.value) and option.allowed_text in str(caught.value)


def test_option_values_out_of_range(name: str) -> None:
    game = unicorn_envs.game(name)
    for option in game.options:
        if isinstance(option.allowed, range):
            wrong: list[Any] = [option.allowed[0] - 1, option.allowed[-1] + 1, 2**70]
            for value in (str(option.default), float(option.default), True, None):
                with pytest.raises(TypeError, match=option.allowed_text):
                    game.complete_options(**{option.name: value})
        else:
            wrong = ["no such value", 17, None, 1.5] + ([0, 1] if isinstance(option.default, bool) else [True])
        for value in wrong:
            with pytest.raises(ValueError) as caught:
                game.complete_options(**{option.name: value})
            assert option.name in str(caught.value) and option.allowed_text in str(caught.value)


def test_unknown_games_list_the_games() -> None:
    for make in (unicorn_envs.game, unicorn_envs.make, lambda name: unicorn_envs.make_batch(name, 2)):
        for name in ("chess", "", "unicorn_hunt_v99"):
            with pytest.raises(ValueError, match=r"games are .*unicorn_hunt"):
                make(name)


def test_wrong_modes(name: str) -> None:
    with pytest.raises(ValueError, match="None, 'ansi' or 'human'"):
        unicorn_envs.make(name, render_mode="rgb_array")
    for make in (unicorn_envs.make, lambda name, **o: unicorn_envs.make_seat(name, "random", **o)):
        with pytest.raises(ValueError, match="illegal must be 'raise', 'terminate' or 'random', not 'ignore'"):
            make(name, illegal="ignore")
    with pytest.raises(ValueError, match="render_mode='ansi'"):
        playing_env(name).render()


def test_wrong_solo_modes(solo_name: str) -> None:
    game = unicorn_envs.game(solo_name)
    with pytest.raises(ValueError, match="None, 'ansi', 'human' or 'rgb_array', not 'video'"):
        SoloEnv(game, render_mode="video")
    with pytest.raises(ValueError, match="None, 'ansi' or 'rgb_array', not 'human'"):
        SoloVectorEnv(game, 2, render_mode="human")
    with pytest.raises(ValueError, match=r"use make\(\)"):
        SoloEnv(game, num_players=1)
    with pytest.raises(ValueError, match=r"use make\(\)"):
        gymnasium.make_vec(unicorn_envs.SOLO_IDS[solo_name], num_envs=2, num_players=1)
    envs = SoloVectorEnv(game, 2)
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    for make in (SoloEnv, SoloVectorEnv):
        with pytest.raises(ValueError, match="illegal must be 'raise', 'terminate' or 'random', not 'ignore'"):
            make(game, illegal="ignore")
    for env in (SoloEnv(game), envs):
        with pytest.raises(ValueError, match="render_mode is None"):
            env.render()


@pytest.mark.parametrize("seat", [-1, "players", 99])
def test_seats_that_are_not_there(setting: Setting, seat: Any) -> None:
    game, options = of(setting)
    players = options["num_players"]
    seat, state = players if seat == "players" else seat, game.new(1, **options)
    uses = (game.observe, game.describe, lambda state, seat: game.resample(state, seat, 1))
    for use in uses:
        with pytest.raises(ValueError, match=f"seat must be {span(0, players - 1)}, not {seat}"):
            use(state, seat)
        for wrong in (0.0, True, "0", [0]):
            with pytest.raises(TypeError, match="seat must be an integer"):
                use(state, wrong)


# States

READING: dict[str, Callable[[Game, Any], Any]] = {
    "seat": lambda game, state: game.seat(state),
    "over": lambda game, state: game.over(state),
    "truncated": lambda game, state: game.truncated(state),
    "returns": lambda game, state: game.returns(state),
    "num_players": lambda game, state: game.num_players(state),
    "options_of": lambda game, state: game.options_of(state),
    "mask": lambda game, state: game.mask(state),
    "actions_of": lambda game, state: game.actions_of(state),
    "cards_of": lambda game, state: game.cards_of(state),
    "legal_actions": lambda game, state: game.legal_actions(state),
    "observe": lambda game, state: game.observe(state, 0),
    "resample": lambda game, state: game.resample(state, 0, 1),
    "problem": lambda game, state: game.problem(state),
    "everything": lambda game, state: game.everything(state),
    "state_to_bytes": lambda game, state: game.state_to_bytes(state),
    "describe": lambda game, state: (game.describe(state), game.describe(state, 0)),
    "outcome": lambda game, state: game.outcome(state),
}
CHANGING: dict[str, Callable[[Game, Any], Any]] = {
    "apply": lambda game, state: game.apply(state, int(game.mask(game.new(1)).argmax())),
    "reseed": lambda game, state: game.reseed(state, 1),
    "play_random": lambda game, state: game.play_random(state, 1),
}
OF_SEVERAL: dict[str, Callable[[Game, Any], Any]] = {
    "clone": lambda game, states: game.clone(states),
    "scores": lambda game, states: game.scores(states),
}
OF_STATES = {**READING, **CHANGING, **OF_SEVERAL}


def test_no_function_of_states_is_left_out() -> None:
    named = {
        name
        for name, function in inspect.getmembers(Game, inspect.isfunction)
        if not name.startswith("_") and {"state", "states"} & set(inspect.signature(function).parameters)
    }
    named -= {"check_action"}  # which looks at the state for the names in an error only
    assert named | {"describe", "outcome", "scores"} == set(OF_STATES)


def refused(game: Game, function: str, wrong: Any, errors: Any, match: str) -> None:
    """Whatever takes a state refuses ``wrong`` in one sentence."""
    if function == "scores" and game.scores is None:
        return
    before = np.array(wrong).tobytes() if isinstance(wrong, np.ndarray) else None
    with pytest.raises(errors, match=match) as caught:
        OF_STATES[function](game, wrong)
    text = str(caught.value)
    assert len(text) < 300 and "\n" not in text and "numba" not in text.casefold()
    assert before is None or np.array(wrong).tobytes() == before, "nothing was changed"


@pytest.mark.parametrize("function", OF_STATES)
def test_what_is_no_state_is_refused_in_one_sentence(name: str, function: str) -> None:
    game = unicorn_envs.game(name)
    state = game.new(1)
    other = unicorn_envs.game(next(other for other in unicorn_envs.games() if other != name))
    refused(game, function, state[0], TypeError, r"not a record: pass states\[i : i \+ 1\], not states\[i\]")
    refused(game, function, state.view(np.recarray)[0], TypeError, "not a record")
    for foreign in ([state], [0, 1], None, 7, state.tobytes(), game.state_to_bytes(state), "state", (state,)):
        refused(game, function, foreign, TypeError, f"as new\\(\\) makes it, not {type(foreign).__name__}")
    plain = [np.zeros(1), np.zeros(state.nbytes, np.uint8), np.zeros(1, other.state_dtype), np.array([None])]
    plain += [np.zeros(1, game.state_dtype.descr[:-1]), np.zeros(1, game.state_dtype.newbyteorder())]
    for foreign in plain:
        refused(game, function, foreign, StateError, f"no state of {game.title}")
    for shape in ((), (1, 1), (2, 3)):
        refused(game, function, np.zeros(shape, game.state_dtype), ValueError, r"of shape \(1,\), not \(")


@pytest.mark.parametrize("function", {**READING, **CHANGING})
def test_several_states_are_refused_by_functions_for_one(name: str, function: str) -> None:
    game = unicorn_envs.game(name)
    batch = Batch(game, 3, seed=1)
    for states in (batch.states, batch.states[:2], batch.states[:0]):
        refused(game, function, states, ValueError, r"pass states\[i : i \+ 1\] for each i, .* with a Batch")
    if function not in CHANGING:
        OF_STATES[function](game, batch.states[1:2])


def not_aligned(state: np.ndarray) -> np.ndarray:
    """The same state at an address that is one too high."""
    return np.frombuffer(bytearray(b"\0" + state.tobytes()), np.uint8)[1:].view(state.dtype)


def test_a_state_that_is_read_only_can_be_read(name: str) -> None:
    game = unicorn_envs.game(name)
    state = game.new(1)
    locked = game.clone(state)
    locked.setflags(write=False)
    for function, use in {**READING, "clone": OF_SEVERAL["clone"]}.items():
        expected = use(game, state)
        for odd in (locked, not_aligned(state)):
            result = use(game, odd)
            assert repr(result) == repr(expected), function
    assert game.clone(locked).flags.writeable and game.resample(locked, 0, 1).flags.writeable


@pytest.mark.parametrize("function", CHANGING)
def test_a_state_that_is_read_only_cannot_be_changed(name: str, function: str) -> None:
    game = unicorn_envs.game(name)
    state = game.new(1)
    state.setflags(write=False)
    refused(game, function, state, ValueError, r"read-only or not aligned; pass a clone\(state\)")
    refused(game, function, not_aligned(state), ValueError, "read-only or not aligned")


def test_limits_of_random_play(name: str) -> None:
    game = unicorn_envs.game(name)
    state = game.new(1)
    before = state.tobytes()
    for wrong in (-1, 1 << 63):
        with pytest.raises(ValueError, match="limit must be 0 to"):
            game.play_random(state, 1, limit=wrong)
    for wrong in (1.0, "1", None, True):
        with pytest.raises(TypeError, match="limit must be an integer"):
            game.play_random(state, 1, limit=wrong)
    assert state.tobytes() == before
    assert game.play_random(state, limit=0) == 0 and state.tobytes() == before
    assert game.play_random(state, limit=1) == 1


# Batches


def test_bad_numbers_of_tables_and_threads(name: str) -> None:
    game = unicorn_envs.game(name)
    for value in (0, -3):
        with pytest.raises(ValueError, match="num_envs must be at least 1"):
            Batch(game, value)
        with pytest.raises(ValueError, match="threads must be at least 1"):
            Batch(game, 2, threads=value)
    for wrong in (1.5, "4", True):
        with pytest.raises(TypeError, match="num_envs must be an integer"):
            Batch(game, wrong)
        with pytest.raises(TypeError, match="threads must be an integer"):
            Batch(game, 2, threads=wrong)


def test_dealing_at_a_table_that_is_not_there(name: str) -> None:
    batch = Batch(unicorn_envs.game(name), 3, seed=1)
    before = everything_in(batch)
    for table in (-1, 3):
        with pytest.raises(ValueError, match="table must be 0 to 2"):
            batch.deal(table, 1)
    with pytest.raises(TypeError, match="table must be an integer"):
        batch.deal(1.0, 1)
    for seed, error in BAD_SEEDS:
        with pytest.raises(error, match="seed must be an integer"):
            batch.deal(1, seed)
    assert everything_in(batch) == before


def test_action_arrays_of_the_wrong_shape_or_kind(name: str) -> None:
    batch = Batch(unicorn_envs.game(name), 3, seed=1)
    before = everything_in(batch)
    legal = batch.action_mask.argmax(axis=1)
    for wrong in (legal[:2], legal[:, None], np.zeros(4, np.int64), 0, [], [[0, 0, 0]]):
        with pytest.raises(ValueError, match=r"shape \(3,\)"):
            batch.step(wrong)
    with pytest.raises(ValueError, match=r"shape \(3,\)"):
        batch.step([[0], [0, 0], [0]])
    for kind in (np.float64, np.bool_, str, object):
        with pytest.raises(TypeError, match="actions must be integers"):
            batch.step(legal.astype(kind))
    assert everything_in(batch) == before
    other = Batch(unicorn_envs.game(name), 3, seed=1)
    other.step(np.repeat(legal, 2)[::2].astype(np.int16).tolist())
    batch.step(np.repeat(legal, 2)[::2])
    assert everything_in(batch) == everything_in(other)


def test_an_illegal_action_in_a_batch_names_the_table_and_changes_nothing(setting: Setting) -> None:
    game, options = of(setting)
    for tables, threads in ((5, 1), (600, 2)):
        batch = Batch(game, tables, seed=1, threads=threads, **options)
        before, legal = everything_in(batch), batch.action_mask.argmax(axis=1)
        for table in (0, 3, tables - 1):
            for action in (some_illegal(batch.action_mask[table]), -1, len(game.actions), 2**63 - 1, -(2**63)):
                actions = legal.copy()
                actions[table:] = action
                message = rf"^table {table}: .*player_{batch.seat[table]}.*may choose"
                with pytest.raises(IllegalActionError, match=message):
                    batch.step(actions)
        with pytest.raises(IllegalActionError, match=r"^table 0: "):
            batch.step(np.full(tables, 2**64 - 1, dtype=np.uint64))
        assert everything_in(batch) == before
        batch.step(legal)
        batch.close()


def test_refresh_refuses_states_that_do_not_fit(name: str) -> None:
    """Among them one of more players, whose observation would not find room in its row."""
    game = unicorn_envs.game(name)
    batch = Batch(game, 3, seed=1, num_players=game.min_players)
    before = everything_in(batch)
    options = [{"num_players": game.max_players}] if game.max_players > game.min_players else []
    for option in game.options:
        for value in (option.allowed[0], option.allowed[-1]):
            changed = {**batch.options, option.name: value}
            if changed != batch.options and is_allowed(game, **changed):
                options.append(changed)
    for changed in options:
        batch.states[1:2] = game.new(5, **changed)
        with pytest.raises(StateError, match="table 1: the state has options"):
            batch.refresh()
    batch.states["seat"][1] = 100
    with pytest.raises(StateError, match="table 1: the state cannot be: the seat that decides"):
        batch.refresh()
    assert everything_in(batch)[1:] == before[1:], "of what a batch writes nothing was written"
    batch.states[1:2] = game.new(5, **batch.options)
    batch.refresh()


def test_a_closed_batch_goes_on_without_threads(name: str) -> None:
    closed, alone = (Batch(unicorn_envs.game(name), 600, seed=1, threads=threads) for threads in (2, 1))
    closed.close()
    for batch in (closed, alone):
        batch.step(batch.action_mask.argmax(axis=1))
        batch.reset(2)
    assert everything_in(closed) == everything_in(alone)


def test_autoreset_is_a_bool(name: str) -> None:
    for wrong in ("no", 1, None):
        with pytest.raises(TypeError, match="autoreset must be True or False"):
            Batch(unicorn_envs.game(name), 2, autoreset=wrong)


def test_the_arrays_of_a_batch_cannot_be_written_to(name: str) -> None:
    batch = Batch(unicorn_envs.game(name), 2, seed=1)
    for array in ("observation", "action_mask", "seat", "reward", "done", "truncated", "seeds"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, array)[:] = 0


# Saved states


def saved_with(data: bytes, **changes: Any) -> bytes:
    """A saved state with other entries in its header (or another ``state``), its checksum made to fit."""
    body = data[len(MAGIC) + 4 :]
    length = struct.unpack("<I", body[:4])[0]
    record = changes.pop("state", body[4 + length :])
    header = json.dumps({**json.loads(body[4 : 4 + length]), **changes}).encode()
    return with_checksum(struct.pack("<I", len(header)) + header + record)


def with_checksum(body: bytes) -> bytes:
    return MAGIC + struct.pack("<I", zlib.crc32(body)) + body


def test_a_damaged_saved_state_is_refused_wherever_the_damage_is(name: str) -> None:
    game = unicorn_envs.game(name)
    data = game.state_to_bytes(game.new(1))
    for position in range(len(data)):
        damaged = bytearray(data)
        damaged[position] ^= 0x41
        with pytest.raises(StateError, match=r"no saved state|damaged"):
            game.state_from_bytes(damaged)
    for length in [0, 1, len(MAGIC), len(MAGIC) + 3, len(MAGIC) + 4, len(MAGIC) + 8, len(data) - 1]:
        with pytest.raises(StateError, match=r"no saved state|damaged"):
            game.state_from_bytes(data[:length])
    with pytest.raises(StateError, match="damaged"):
        game.state_from_bytes(data + b"\0")


def test_bytes_that_are_no_saved_state(name: str) -> None:
    game = unicorn_envs.game(name)
    for foreign in (b"", b"hello", b"\x80\x04K\x01.", game.new(1).tobytes()):
        with pytest.raises(StateError, match="no saved state"):
            game.state_from_bytes(foreign)
    for wrong in ("text", None, 5, [1]):
        with pytest.raises(TypeError, match="a saved state is bytes"):
            game.state_from_bytes(wrong)


def test_a_saved_state_with_a_broken_header_and_a_fitting_checksum(name: str) -> None:
    game = unicorn_envs.game(name)
    bodies = [
        b"", b"\1", struct.pack("<I", 10**6) + b"{}", struct.pack("<I", 2) + b"{}", struct.pack("<I", 2) + b"[]",
        struct.pack("<I", 3) + b"{]}", struct.pack("<I", 2) + b"\xff\xfe",
    ]  # fmt: skip
    for body in bodies:
        with pytest.raises(StateError, match=r"no saved state|header cannot be read"):
            game.state_from_bytes(with_checksum(body))


def test_saved_states_of_other_games_versions_and_layouts(name: str) -> None:
    game = unicorn_envs.game(name)
    state = game.new(1)
    data = game.state_to_bytes(state)
    assert game.state_from_bytes(saved_with(data)).tobytes() == state.tobytes()
    with pytest.raises(StateError, match=f"of margarita, not of {name}"):
        game.state_from_bytes(saved_with(data, game="margarita"))
    with pytest.raises(StateError, match=f"version {game.version + 1} .*this is version {game.version} "):
        game.state_from_bytes(saved_with(data, version=game.version + 1))
    with pytest.raises(StateError, match="record 0123"):
        game.state_from_bytes(saved_with(data, record="0123"))
    with pytest.raises(StateError, match="bytes, not"):
        game.state_from_bytes(saved_with(data, state=state.tobytes()[:-1]))
    with pytest.raises(StateError, match="cannot be"):
        game.state_from_bytes(saved_with(data, state=b"\x7f" * state.nbytes))


def test_saved_states_with_options_that_do_not_exist(name: str) -> None:
    """The rules index tables by them."""
    game = unicorn_envs.game(name)
    for option in game.options:
        highest = option.allowed[-1] if isinstance(option.allowed, range) else len(option.allowed) - 1
        lowest = option.allowed[0] if isinstance(option.allowed, range) else 0
        for value in (highest + 1, lowest - 1):
            state = game.new(1)
            state[option.name] = value
            data = saved_with(game.state_to_bytes(game.new(1)), state=state.tobytes())
            with pytest.raises(StateError, match="cannot be"):
                game.state_from_bytes(data)


def test_set_state_refuses_what_does_not_fit(name: str) -> None:
    game = unicorn_envs.game(name)
    env = playing_env(name)
    before = everything_of(env)
    with pytest.raises(StateError):
        env.set_state(b"nonsense")
    broken = game.new(1)
    broken["seat"] = 100
    with pytest.raises(StateError, match="cannot be"):
        env.set_state(broken)
    for foreign in (np.zeros(1), np.zeros(game.state_dtype.itemsize, np.uint8), np.zeros(2, game.state_dtype)):
        with pytest.raises(StateError, match="one record of"):
            env.set_state(foreign)
    for option in game.options:
        values = [option.allowed[0], option.allowed[-1]]
        other = values[0] if values[0] != env.options[option.name] else values[1]
        if other != env.options[option.name]:
            with pytest.raises(ValueError, match="the state has options"):
                env.set_state(game.new(1, **{option.name: other}))
    assert everything_of(env) == before
    env.reset()
    other_env = playing_env(name)
    other_env.reset()
    assert env.state_to_bytes() == other_env.state_to_bytes()


# Agents and checkpoints


def test_unknown_agents_list_the_agents(name: str) -> None:
    game = unicorn_envs.game(name)
    for spec in ("oracle", "", "random:1", "heuristic:strong"):
        with pytest.raises(ValueError, match="agents are random, heuristic, checkpoint"):
            make_agent(spec, game)
    with pytest.raises(CheckpointError, match="there is no checkpoint 'nowhere'; shipped are"):
        make_agent("checkpoint:nowhere", game)


def net_of(game: Game, players: int, hidden: int = 4) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Weights and card of a small checkpoint that fits."""
    generator = np.random.default_rng(0)
    inputs, outputs = game.observation.for_players(players).size, len(game.actions)
    weights = {
        "trunk.0.weight": generator.normal(size=(hidden, inputs)),
        "trunk.0.bias": generator.normal(size=hidden),
        "action.weight": generator.normal(size=(outputs, hidden)),
        "action.bias": generator.normal(size=outputs),
    }
    weights = {name: tensor.astype(np.float32) for name, tensor in weights.items()}
    weights |= {"trunk.inputs": np.arange(inputs), "action.numbers": np.arange(outputs)}
    card = {
        "format": FORMAT, "game": game.name, "version": game.version, "layout": game.layout_hash(players),
        "options": game.complete_options(num_players=players),
    }  # fmt: skip
    return weights, card


def test_foreign_checkpoints(name: str, tmp_path: Path) -> None:
    game = unicorn_envs.game(name)
    players = game.max_players
    weights, card = net_of(game, players)
    path = tmp_path / "net.safetensors"
    wrong = {
        "format": (99, f"format 99.*reads format {FORMAT}"), "game": ("margarita", f"for margarita, not for {name}"),
        "version": (game.version + 1, f"this is version {game.version}"), "layout": ("0123", "layout 0123"),
        "options": ({"num_players": 77}, f"for 77 players, not for {players}"),
    }  # fmt: skip
    for key, (value, message) in wrong.items():
        write_checkpoint(path, weights, {**card, key: value})
        with pytest.raises(CheckpointError, match=message):
            CheckpointAgent(path, game, num_players=players)
    for missing in card:
        write_checkpoint(path, weights, {key: value for key, value in card.items() if key != missing})
        with pytest.raises(CheckpointError):
            CheckpointAgent(path, game, num_players=players)
    for options in (None, [], "two", 3):
        write_checkpoint(path, weights, {**card, "options": options})
        with pytest.raises(CheckpointError):
            CheckpointAgent(path, game, num_players=players)
    write_checkpoint(path, weights, card)
    if game.min_players < players:
        with pytest.raises(CheckpointError, match=f"for {players} players, not for {game.min_players}"):
            CheckpointAgent(path, game, num_players=game.min_players)


def test_checkpoints_with_wrong_layers(name: str, tmp_path: Path) -> None:
    game = unicorn_envs.game(name)
    weights, card = net_of(game, game.max_players)
    path = tmp_path / "net.safetensors"
    changes: list[dict[str, Any]] = [
        {key: None} for key in weights
    ] + [
        {"trunk.0.weight": weights["trunk.0.weight"][:, 1:]},
        {"trunk.0.bias": weights["trunk.0.bias"][1:]},
        {"trunk.0.bias": weights["trunk.0.bias"][None]},
        {"trunk.0.weight": weights["trunk.0.weight"].reshape(-1)},
        {"action.weight": weights["action.weight"][1:], "action.bias": weights["action.bias"][1:]},
        {"action.bias": np.full(len(game.actions), np.nan, np.float32)},
        {"trunk.0.weight": weights["trunk.0.weight"] * np.inf},
    ]  # fmt: skip
    for change in changes:
        changed = {key: value for key, value in {**weights, **change}.items() if value is not None}
        write_checkpoint(path, changed, card)
        with pytest.raises(CheckpointError, match="damaged"):
            CheckpointAgent(path, game, num_players=game.max_players)


def test_damaged_checkpoint_files(name: str, tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    game = unicorn_envs.game(name)
    weights, card = net_of(game, game.max_players)
    path = tmp_path / "net.safetensors"
    write_checkpoint(path, weights, card)
    data = path.read_bytes()
    assert read_card(path) == {**card, CHECKSUM: checksum(weights, card)}
    cut = [data[:length] for length in (0, 7, 50, len(data) // 2, len(data) - 1)]
    for damaged in (*cut, b"x" * 100, data + b"\0", b"\xff" * 8 + data[8:]):
        path.write_bytes(damaged)
        for use in (read_card, lambda p: CheckpointAgent(p, game, num_players=game.max_players)):
            with pytest.raises(CheckpointError, match="damaged or no safetensors file"):
                use(path)
    for metadata, message in ((None, "no card"), ({"card": "{"}, "damaged"), ({"card": "[1]"}, "no object")):
        save_file(weights, path, metadata=metadata)
        with pytest.raises(CheckpointError, match=message):
            read_card(path)
    with pytest.raises(CheckpointError, match="there is no checkpoint"):
        read_card(tmp_path / "missing.safetensors")
    with pytest.raises(CheckpointError, match="there is no checkpoint"):
        read_card(tmp_path)
