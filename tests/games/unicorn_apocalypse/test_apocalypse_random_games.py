"""Random games: cards are conserved at every decision, bounds hold, and all three ends occur."""

from __future__ import annotations

import numpy as np
import pytest
from apocalypse import GAME

import unicorn_envs
import unicorn_envs.unicorn_apocalypse_v1
from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.games.unicorn_apocalypse.cards import COPIES
from unicorn_envs.games.unicorn_apocalypse.state import Prompt

GAMES = 20_000 if COMPILED else 100
TABLES = 2_000 if COMPILED else 50


def cards_by_level(states) -> np.ndarray:
    """(N, 2, 15): how often each level of each deck is found, counted place by place."""
    found = sum(states[place].astype(np.int64) for place in ("hand", "discard", "new_home", "table"))
    sides = np.arange(2)
    for level in range(1, 15):
        found[:, :, level] += (states["pile"] == level).sum(axis=2) + (states["build_level"] == level).sum(axis=2)
        placing = (states["placing"] == level)[:, None] & (states["seat"][:, None] == sides)
        found[:, :, level] += placing
    found[:, :, 13] += states["comets"]
    found[:, :, 14] += states["unicorns"]
    return found


def random_actions(rng, mask) -> np.ndarray:
    """One legal action a row, all equally likely; 0 where there is none."""
    return np.asarray((mask * rng.random(mask.shape)).argmax(axis=1), dtype=np.int64)


@pytest.mark.slow
def test_54_and_54_cards_are_conserved_at_every_decision_of_20000_random_games():
    rng = np.random.default_rng(0)
    ended = 0
    for chunk in range(GAMES // TABLES):
        batch = unicorn_envs.make_batch("unicorn_apocalypse", num_envs=TABLES, seed=chunk, autoreset=False)
        while (batch.seat >= 0).any():
            assert (cards_by_level(batch.states[batch.seat >= 0]) == COPIES).all()
            batch.step(random_actions(rng, batch.action_mask))
        assert (cards_by_level(batch.states) == COPIES).all()
        ended += len(batch.states)
    assert ended == GAMES


def test_invariants_hold_and_observations_are_within_their_bounds():
    rng = np.random.default_rng(1)
    low, high = GAME.observation.low, GAME.observation.high
    for seed in range(60 if COMPILED else 5):
        state = GAME.new(seed=seed)
        while True:
            assert GAME.problem(state) is None
            for seat in (0, 1):
                seen = GAME.observe(state, seat)
                assert (low <= seen).all()
                assert (seen <= high).all()
            if GAME.over(state):
                break
            GAME.apply(state, int(rng.choice(GAME.legal_actions(state))))


def test_returns_are_zero_until_the_end_and_then_sum_to_zero():
    rng = np.random.default_rng(2)
    for seed in range(30 if COMPILED else 3):
        state = GAME.new(seed=seed)
        while not GAME.over(state):
            assert GAME.returns(state).tolist() == [0, 0]
            GAME.apply(state, int(rng.choice(GAME.legal_actions(state))))
        returns = GAME.returns(state).tolist()
        outcome = GAME.outcome(state)
        assert sum(returns) == 0
        if outcome["ended_by"] == "portals":
            assert outcome["portals"][returns.index(1)] == 6
        else:
            ranks = [(outcome["evacuees"][p], outcome["portals"][p]) for p in (0, 1)]
            assert returns[0] == (ranks[0] > ranks[1]) - (ranks[0] < ranks[1])


def test_at_every_decision_fewer_than_seven_comets_are_in_play():
    for seed in range(30 if COMPILED else 3):
        state = GAME.new(seed=seed)
        while not GAME.over(state):
            assert state["comets"].sum() + state["unicorns"].sum() < 7
            GAME.play_random(state, seed=seed, limit=1)


def test_a_game_ends_by_comets_only_when_cards_are_turned_up_or_a_unicorn_is_played():
    rng = np.random.default_rng(4)
    last = set()
    for seed in range(200 if COMPILED else 10):
        state = GAME.new(seed=seed)
        while not GAME.over(state):
            seat, action = GAME.seat(state), str(rng.choice(GAME.actions.legal(GAME.mask(state))))
            is_reveal = state["prompt"][0] == Prompt.BATTLE_CARD and seat == 1
            GAME.apply(state, action)
        if GAME.outcome(state)["ended_by"] == "comets":
            last.add("reveal" if is_reveal else action)
    assert last == {"reveal", "comet"} or (not COMPILED and last <= {"reveal", "comet"})


def test_the_pettingzoo_environment_plays_the_same_game():
    env = unicorn_envs.unicorn_apocalypse_v1.env()
    env.reset(seed=11)
    state = GAME.new(seed=11)
    rng = np.random.default_rng(3)
    for _ in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            assert info["ended_by"] == GAME.outcome(state)["ended_by"]
            assert reward == GAME.returns(state)[int(env.agent_selection[-1])]
            env.step(None)
            continue
        seat = GAME.seat(state)
        assert env.agent_selection == f"player_{seat}"
        assert (observation["observation"] == GAME.observe(state, seat)).all()
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        env.step(action)
        GAME.apply(state, action)
    assert GAME.over(state)
