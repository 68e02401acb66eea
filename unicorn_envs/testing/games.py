"""Games from beginning to end, and what is told of them."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import numpy as np

from unicorn_envs.engine.jit import CHECK
from unicorn_envs.envs.batch import Batch
from unicorn_envs.errors import InvariantError
from unicorn_envs.game import Game, State
from unicorn_envs.options import encode_options
from unicorn_envs.testing.case import check, each_table, where_indices_are_checked
from unicorn_envs.testing.play import (
    MANY,
    STEP_LIMIT,
    Options,
    player_settings,
    random_states,
    walk,
    without_chance,
)


@check(each_table)
def deals_follow_from_their_seeds(game: Game, options: Options) -> None:
    first, again = game.new(5, **options), game.new(5, **options)
    assert first.tobytes() == again.tobytes(), "the same seed deals another game"
    assert any(without_chance(game.new(seed, **options)) != without_chance(first) for seed in range(6, 40)), (
        "all seeds deal the same"
    )
    assert game.options_of(first) == game.complete_options(**options), "the record holds other options"
    used = game.new(7, **options)
    game.play_random(used, 8)
    encoded = encode_options(game.options, game.options_of(first))
    game.driver.reset_games(used, 0, 1, game.blank, encoded, np.array([5], dtype=np.uint64))
    assert used.tobytes() == first.tobytes(), "something of the game before is left"


@check(each_table)
def random_games_keep_the_rules(game: Game, options: Options) -> None:
    """All invariants, a choice for who decides, every seat's observation within its bounds, at every step."""
    players = game.complete_options(**options)["num_players"]
    layout = game.observation.for_players(players)
    for seed in range(3):
        for state in walk(game, seed, **options):
            assert game.problem(state) is None, f"{game.problem(state)}:\n{game.describe(state)}"
            for seat in range(players):
                observation = game.observe(state, seat)
                wrong = (observation < layout.low) | (observation > layout.high)
                assert not wrong.any(), f"out of bounds: {[n for n, part in layout.split(wrong).items() if part.any()]}"
            mask = game.mask(state)
            assert ((mask == 0) | (mask == 1)).all(), "a mask has other numbers than 0 and 1"
            assert mask.any() == (not game.over(state)), "somebody decides without a choice, or chooses after the end"
            assert game.over(state) or not game.returns(state).any(), "there are returns before the end"
            assert game.over(state) or not game.truncated(state), "it is truncated before the end"
            at_rest = game.clone(state)
            game.driver.advance_one(at_rest)
            assert at_rest.tobytes() == state.tobytes(), "advance changes a state in which somebody decides"
        check_result(game, state, players)


def check_result(game: Game, state: State, players: int) -> None:
    """The returns and facts of a finished game are of the right form."""
    returns = game.returns(state)
    assert np.isfinite(returns).all(), f"returns are {returns}"
    assert not state["returns"].reshape(-1)[players:].any(), "seats that are not there get something"
    assert players == 1 or abs(float(returns.sum())) < 1e-5, f"returns {returns} do not sum to zero"
    json.dumps(game.outcome(state))


@check(each_table if CHECK else player_settings)
def many_random_games_end_and_every_seat_wins_some(game: Game, options: Options) -> None:
    players = options["num_players"]
    with Batch(game, MANY, seed=11, autoreset=False, **options) as batch:
        scratch = np.zeros(len(game.actions), dtype=np.int8)
        steps = game.driver.play_random(batch.states, 0, MANY, batch.seeds.copy(), STEP_LIMIT, scratch)
        assert steps >= 0, f"on the way: {game.problem(batch.states[-1 - steps : -steps])}"
        assert (batch.states["seat"] == -1).all(), f"no end after {STEP_LIMIT} random decisions"
        returns = batch.states["returns"].reshape(MANY, -1)
        assert np.isfinite(returns).all(), "some returns are not finite"
        if players > 1:
            assert np.abs(returns.sum(axis=1)).max() < 1e-5, "some returns do not sum to zero"
            wins = (returns[:, :players] > 0).any(axis=0)
            assert wins.all() or MANY < 1000, f"seats {np.flatnonzero(~wins)} never win in {MANY} random games"
        for index in range(0, MANY, 50):
            state = batch.states[index : index + 1]
            assert game.problem(state) is None, f"at the end: {game.problem(state)}"


@check(player_settings)
def states_come_back_whole_from_bytes(game: Game, options: Options) -> None:
    for state in random_states(game, options, games=3, per_game=8):
        assert game.state_from_bytes(game.state_to_bytes(state)).tobytes() == state.tobytes(), "another state came back"


@check(player_settings)
def a_new_future_keeps_the_table(game: Game, options: Options) -> None:
    state = game.new(3, **options)
    clone = game.clone(state)
    game.reseed(clone, 2**64 - 1)
    assert without_chance(clone) == without_chance(state), "reseeding changes more than the generator"


@check(player_settings)
def the_heuristic_chooses_legal_actions(game: Game, options: Options) -> None:
    states = [s for s in random_states(game, options, games=8, per_game=12) if not game.over(s)]
    observations = np.stack([game.observe(state) for state in states])
    masks = np.stack([game.mask(state) for state in states])
    actions = np.full(len(states), -1, dtype=np.int64)
    game.driver.choose_actions(observations, masks, actions, 0, len(states))
    for state, mask, action in zip(states, masks, actions):
        assert 0 <= action < len(mask) and mask[action], f"it chooses {action} here:\n{game.describe(state)}"


@check(where_indices_are_checked)
def damaged_states_are_refused_or_can_be_played(game: Game, options: Options) -> None:
    """Bytes changed at random: what is not refused may break the rules but never index out of bounds."""
    generator = np.random.default_rng(3)
    states = random_states(game, options, games=2, per_game=10)
    refused = 0
    for _ in range(400):
        state = game.clone(states[generator.integers(len(states))])
        raw = state.view(np.uint8)
        raw[generator.integers(8, raw.size, size=generator.integers(1, 3))] = generator.integers(256)
        if game.problem(state) is not None:
            refused += 1
            continue
        with contextlib.suppress(InvariantError):
            for seat in range(game.num_players(state)):
                game.observe(state, seat)
                game.resample(state, seat, 1)
            game.play_random(state, 1, limit=5000)
    assert refused > 0, "check finds nothing wrong with damaged states"


# Text and facts


@check(player_settings)
def a_position_can_be_told_in_words(game: Game, options: Options) -> None:
    for state in random_states(game, options, games=2, per_game=6):
        for seat in (None, *range(options["num_players"])):
            assert game.describe(state, seat).strip(), "there is no text"
            last = game.describe(state, seat).rstrip().splitlines()[-1]
            assert ("the game is over" in last) == game.over(state), f"the last line is {last!r}"
            if options["num_players"] > 1:
                for winner in np.flatnonzero(game.returns(state) > 0):
                    assert f"player_{winner}" in last, f"player_{winner} has won, and the last line is {last!r}"


def shape_of_outcome(game: Game, state: State) -> dict[str, Any]:
    """The keys of an outcome with the types of their values; for a list its length and the types in it."""
    shape: dict[str, Any] = {}
    for key, value in game.outcome(state).items():
        parts = value if isinstance(value, list) else [value]
        assert all(type(part) in (bool, int, str) for part in parts), f"{key} is {value!r}"
        shape[key] = (type(value), [type(part) for part in parts])
    return shape


@check(each_table)
def outcomes_have_one_shape(game: Game, options: Options) -> None:
    at_first = shape_of_outcome(game, game.new(0, **options))
    assert at_first, "an outcome holds nothing"
    for state in random_states(game, options, games=5, per_game=6):
        assert shape_of_outcome(game, state) == at_first, f"{game.outcome(state)} has another shape than at the deal"


DECIDED_AT_THE_END = ("won", "winner", "winners", "ended_by", "rank")
NOTHING_CLAIMED = ((bool, False), (int, -1), (str, ""), (str, "not over"))


@check(each_table)
def outcomes_claim_nothing_before_the_end(game: Game, options: Options) -> None:
    for state in random_states(game, options, games=5, per_game=6):
        for key, value in game.outcome(state).items() if not game.over(state) else ():
            parts = value if isinstance(value, list) else [value]
            claimed = [part for part in parts if (type(part), part) not in NOTHING_CLAIMED]
            assert key not in DECIDED_AT_THE_END or not claimed, f"{key} is {value!r} before the end"
