"""Whole games of random choices: the invariants, the length, and what must hold in each of them."""

from __future__ import annotations

import numpy as np
import pytest
from hunt import GAME, deck_size, prompt, score, turn

from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.games.unicorn_hunt.actions import TAKE_FIRST
from unicorn_envs.games.unicorn_hunt.cards import CARDS, number
from unicorn_envs.games.unicorn_hunt.state import Prompt

GAMES = 2000 if COMPILED else 16
"""Without a compiler a few games must do."""
PHOENIX, SEDUCTIVE, MERMAID = (number(n) for n in ("Unicorn Phoenix", "Seductive Unicorn", "Mermaid Unicorn"))
VARIANTS = [
    {"num_players": 1},
    {"num_players": 1, "chamber_buyout": True, "reward": "win", "mode": "foal"},
    {"num_players": 1, "turn_cap": 20},
    {"num_players": 2},
    {"num_players": 3, "chamber_buyout": True},
    {"num_players": 4, "turn_cap": 25},
    {"num_players": 4},
    {"num_players": 2, "turn_cap": 1},
]


def steps_of(state, seed):
    """Play a game to its end, one random action after another; yields before each action and at the end."""
    rng = np.random.default_rng(seed)
    while not GAME.over(state):
        action = int(rng.choice(np.flatnonzero(GAME.mask(state))))
        yield action
        GAME.apply(state, action)
    yield -1


def check_the_end(state, options):
    players, cap = options["num_players"], options.get("turn_cap", 200)
    returns = GAME.returns(state)
    points = GAME.outcome(state).get("scores") or [score(state)]
    assert all(-38 <= p <= 38 and p % 2 == 0 for p in points)
    capped = [turn(state, p) == cap and deck_size(state, p) > 0 for p in range(players)]
    assert all(turn(state, p) <= cap and (capped[p] or deck_size(state, p) == 0) for p in range(players))
    assert GAME.truncated(state) == any(capped)
    if players > 1:
        assert abs(returns.sum()) < 1e-6
        assert {p for p in range(players) if returns[p] > 0} <= {p for p in range(players) if points[p] == max(points)}
    elif options.get("reward") == "win":
        assert returns[0] == (points[0] >= 16)
    else:
        assert returns[0] == np.float32(points[0] / 38)


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_random_games_keep_the_invariants(variant):
    """R3, R33"""
    options = VARIANTS[variant]
    for seed in range(variant, GAMES, len(VARIANTS)):
        state = GAME.new(seed=seed, **options)
        for _ in steps_of(state, seed):
            assert GAME.problem(state) is None, f"seed {seed}"
        check_the_end(state, options)


def test_games_without_the_endless_pair_are_shorter_than_40_turns():
    """R4: while neither Phoenix nor Seductive has fetched the other."""
    longest = pairs = 0
    for seed in range(GAMES // 4):
        state = GAME.new(seed=seed, turn_cap=300)
        paired = False
        for action in steps_of(state, seed):
            if state["prompt"][0] == Prompt.FETCH_CARD:
                card, by = action - TAKE_FIRST + 1, int(state["resolving"][0])
                paired |= {card, by} == {PHOENIX, SEDUCTIVE}
        pairs += paired
        if not paired:
            longest = max(longest, turn(state))
    assert 25 < longest < 40 and (pairs > 0 or not COMPILED)


def prolonging(mask):
    """What to fetch for a long game without the endless pair: Mermaid, else anything but the two; None if there is
    nothing else."""
    mask = mask.copy()
    mask[[TAKE_FIRST + PHOENIX - 1, TAKE_FIRST + SEDUCTIVE - 1]] = 0
    if mask[TAKE_FIRST + MERMAID - 1]:
        return TAKE_FIRST + MERMAID - 1
    return int(np.flatnonzero(mask)[0]) if mask.any() else None


def test_games_that_are_drawn_out_stay_shorter_than_40_turns():
    """R4: every fetch prolongs the game, none is of the pair."""
    longest = 0
    for seed in range(max(4, GAMES // 10)):
        state = GAME.new(seed=seed)
        rng = np.random.default_rng(seed)
        while not GAME.over(state):
            mask = GAME.mask(state)
            fetching = prompt(state) == "FETCH_CARD"
            action = prolonging(mask) if fetching else int(rng.choice(np.flatnonzero(mask)))
            if action is None:
                break
            GAME.apply(state, action)
        longest = max(longest, turn(state))
    assert 25 < longest < 40


def test_every_card_is_drawn_in_random_games():
    """None of the 30 is dead: each is seen resolving or in the chamber."""
    seen = set()
    for seed in range(12):
        state = GAME.new(seed=seed)
        for _ in steps_of(state, seed):
            seen |= set(np.flatnonzero(state["discard"][0, 0])) | {int(state["chamber"][0, 0])}
    assert seen - {0} == set(range(1, len(CARDS) + 1))


def test_a_seed_gives_the_same_game_again():
    for players in (1, 4):
        ends = []
        for _ in range(2):
            state = GAME.new(seed=11, num_players=players)
            for _ in steps_of(state, 5):
                pass
            ends.append(state.tobytes())
        assert ends[0] == ends[1]


def test_the_heuristic_plays_legally_and_better_than_chance():
    layout = GAME.observation
    points = {"random": [], "heuristic": []}
    for seed in range(40 if COMPILED else 6):
        state = GAME.new(seed=seed)
        for _ in steps_of(state, seed):
            pass
        points["random"].append(score(state))
        state = GAME.new(seed=seed)
        action = np.zeros(1, dtype=np.int64)
        while not GAME.over(state):
            obs = np.zeros((1, layout.size), dtype=np.int8)
            obs[0, : layout.for_players(1).size] = GAME.observe(state)
            GAME.driver.choose_actions(obs, GAME.mask(state)[None], action, 0, 1)
            GAME.apply(state, int(action[0]))
        points["heuristic"].append(score(state))
    assert np.mean(points["heuristic"]) > np.mean(points["random"]) + 10
