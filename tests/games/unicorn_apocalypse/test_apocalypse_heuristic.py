"""The heuristic player: what it does in positions a human would agree about, and how it fares."""

from __future__ import annotations

import numpy as np
import pytest
from apocalypse import FIVE_OPEN, GAME, fight, hand, legal, play

from unicorn_envs.agents import HeuristicAgent, RandomAgent
from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.evaluation import duplicate_match, win_rate

AGENT = HeuristicAgent(GAME)


def choice(state) -> str:
    """The heuristic's action in a position."""
    seat = GAME.seat(state)
    action = int(AGENT.act(GAME.observe(state, seat)[None], GAME.mask(state)[None])[0])
    assert GAME.mask(state)[action]
    return GAME.actions.name(action)


def test_it_opens_a_portal_rather_than_begin_another():
    waiting = [(level, 8) for level in (6, 8, 6, 8, 5, 12, 9)]
    state = GAME.position({"hand": hand(9), "builds": waiting}, {"hand": hand(6)})
    fight(state, 9, 6)
    assert choice(state) == "portal 8"


def test_it_uses_many_points_where_many_cards_wait():
    waiting = [(level, 12) for level in (6, 8, 6, 8, 5, 12, 9, 9)]
    state = GAME.position({"hand": hand(2), "builds": waiting}, {"hand": hand(1)})
    fight(state, 2, 1)
    assert choice(state) == "portal 12"


def test_it_opens_the_sixth_portal():
    state = GAME.position({"hand": hand(9), "open": FIVE_OPEN, "builds": [(6, 2)]}, {"hand": hand(6)})
    fight(state, 9, 6)
    assert choice(state) == "portal 2"


def test_it_removes_what_the_opponent_placed_last():
    state = GAME.position({"hand": hand(11)}, {"hand": hand(6), "builds": [(9, 4)]})
    fight(state, 11, 6)
    play(state, "portal 2")
    assert choice(state) == "yes"


def test_it_places_its_lowest_card_by_level_12():
    state = GAME.position({"hand": hand(12, 1, 14)}, {"hand": hand(6)})
    fight(state, 12, 6)
    play(state, "portal 2")
    assert choice(state) == "level 1"


def test_it_keeps_an_archangel_from_the_portals_by_level_12():
    state = GAME.position({"hand": (12, 7, 7, 7, 7, 9, 9)}, {"hand": hand(6)})
    fight(state, 12, 6)
    play(state, "portal 2")
    assert choice(state) == "level 9"


SMALL_ONES_OPEN = {2: (2,), 4: (2,), 6: (2, 2)}


@pytest.mark.parametrize("card", [7, 14])
def test_it_keeps_archangels_and_unicorns_where_they_would_be_no_more_than_a_beginning(card):
    state = GAME.position({"hand": hand(card), "open": SMALL_ONES_OPEN}, {"hand": hand(6), "open": SMALL_ONES_OPEN})
    fight(state, card, 6)
    assert choice(state) == "no"


def test_it_builds_with_a_fighter_there():
    state = GAME.position({"hand": hand(8), "open": SMALL_ONES_OPEN}, {"hand": hand(6)})
    fight(state, 8, 6)
    assert choice(state).startswith("portal")


def test_it_opens_a_portal_even_with_an_archangel_or_a_unicorn():
    state = GAME.position({"hand": hand(7), "builds": [(6, 2)]}, {"hand": hand(6)})
    fight(state, 7, 6)
    assert choice(state) == "portal 2"
    waiting = [(level, 12) for level in (6, 8, 6, 8, 5, 12, 9, 9)]
    state = GAME.position({"hand": hand(14), "builds": waiting}, {"hand": hand(6), "in_play": (13,) * 4})
    fight(state, 14, 6)
    assert choice(state) == "portal 12"


def test_it_plays_the_last_comet_when_it_leads_and_holds_it_back_when_it_is_behind():
    ahead = {"hand": hand(13, 14), "in_play": (13, 13, 13), "open": {2: (6, 8)}}
    behind = {"hand": hand(13, 14), "in_play": (13, 13, 13)}
    state = GAME.position(ahead, {"hand": hand(6), "in_play": (13, 13, 13)})
    assert choice(state) in ("level 13", "level 14")
    state = GAME.position(behind, {"hand": hand(6), "in_play": (13, 13, 13), "open": {2: (6, 8)}})
    assert choice(state) != "level 13"


def test_it_ends_the_game_with_a_unicorn_when_it_leads_and_builds_with_it_when_it_is_behind():
    state = GAME.position(
        {"hand": hand(14), "in_play": (13, 13, 13), "open": {2: (6, 8)}}, {"hand": hand(6), "in_play": (13, 13, 13)}
    )
    fight(state, 14, 6)
    assert choice(state) == "comet"
    state = GAME.position(
        {"hand": hand(14), "in_play": (13, 13, 13)}, {"hand": hand(6), "in_play": (13, 13, 13), "open": {2: (6, 8)}}
    )
    fight(state, 14, 6)
    assert choice(state).startswith("portal")


def test_it_places_all_that_helps_in_a_war():
    state = GAME.position({"hand": hand(8), "pile": (2, 5, 6, 10)}, {"hand": hand(8), "pile": (9, 12, 11, 4)})
    fight(state, 8, 8)
    placed = 0
    while "stop" in legal(state) or state["prompt"][0] == 4:
        placed += choice(state).startswith("portal")
        play(state, choice(state))
    assert placed == 5


def lost_unicorn(side_0, side_1):
    """Player 0 has won a War in which a Unicorn of player 1 lies."""
    state = GAME.position(
        {"hand": hand(8), "pile": (2, 5, 6, 10), **side_0}, {"hand": hand(8), "pile": (14, 12, 11, 4), **side_1}
    )
    fight(state, 8, 8)
    return state


def test_it_ends_the_game_with_a_lost_unicorn_when_it_leads_and_only_then():
    three, opened = {"in_play": (13, 13, 13)}, {"open": {2: (6, 9)}}
    assert choice(lost_unicorn(three, {**three, **opened})) == "comet"
    assert choice(lost_unicorn({**three, **opened}, three)) == "no"
    assert choice(lost_unicorn(three, three)) == "no"


def test_it_keeps_a_lost_unicorn_in_the_deck_when_a_comet_would_hardly_help():
    assert choice(lost_unicorn({}, {})) == "no"
    assert choice(lost_unicorn({}, {"open": {2: (6, 9)}})) == "no"


def test_it_reads_the_observation_only():
    """Two positions that look the same to the seat get the same answer."""
    for seed in range(20):
        state = GAME.new(seed=seed)
        assert choice(GAME.resample(state, 0, seed=1)) == choice(state)


@pytest.mark.slow
def test_it_wins_at_least_85_percent_against_random():
    games = 10_000 if COMPILED else 20
    returns, _ = duplicate_match(GAME, [AGENT, RandomAgent(seed=0)], games, seed=0)
    assert returns.shape == (games // 2, 2, 2)
    assert win_rate(returns[:, :, 0]).low >= 0.85


def test_its_actions_are_always_legal():
    rng = np.random.default_rng(5)
    for seed in range(20):
        state = GAME.new(seed=seed)
        while not GAME.over(state):
            name = choice(state)
            if rng.random() < 0.3:
                name = str(rng.choice(legal(state)))
            play(state, name)
