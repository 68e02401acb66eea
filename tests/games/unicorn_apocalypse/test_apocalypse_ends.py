"""How games end: rulings 12 to 15."""

from __future__ import annotations

import pytest
from apocalypse import FIVE_OPEN, GAME, asked_for_battle_cards, fight, hand, in_play, open_portals, play


def seventh_comet(side_0=None, side_1=None):
    """The position after a battle in which player 0's Comet was the seventh in play."""
    state = GAME.position(
        {"hand": hand(13), "in_play": (13, 13, 13), **(side_0 or {})},
        {"hand": hand(6), "in_play": (13, 13, 13), **(side_1 or {})},
    )
    fight(state, 13, 6)
    assert GAME.over(state)
    return state


def test_with_seven_comets_in_play_more_evacuees_win():
    state = seventh_comet({"open": {2: (6, 8)}}, {"open": {2: (2,)}})
    assert GAME.returns(state).tolist() == [1, -1]
    state = seventh_comet({"open": {2: (2,)}}, {"open": {2: (8, 9)}})
    assert GAME.returns(state).tolist() == [-1, 1]
    assert not GAME.truncated(state)


def test_six_comets_do_not_end_the_game():
    state = GAME.position({"hand": hand(13), "in_play": (13, 13)}, {"hand": hand(6), "in_play": (13, 13, 13)})
    fight(state, 13, 6)
    assert asked_for_battle_cards(state)


def test_build_cards_on_closed_portals_do_not_count():
    state = seventh_comet({"builds": [(6, 12), (8, 12), (9, 12)]}, {"open": {2: (2,)}})
    assert GAME.returns(state).tolist() == [-1, 1]


def test_comets_and_unicorns_of_both_sides_count_together():
    state = GAME.position({"hand": hand(14), "in_play": (13, 14)}, {"hand": hand(13), "in_play": (13, 14, 14)})
    fight(state, 14, 13)
    play(state, "comet")
    assert in_play(state) == [(1, 2), (2, 2)]
    assert GAME.over(state)


def test_ruling_12_with_equal_evacuees_more_open_portals_win():
    state = seventh_comet({"open": {2: (6,) * 2}}, {"open": {2: (2,), 4: (2,)}})
    assert GAME.outcome(state)["evacuees"] == [2, 2]
    assert GAME.returns(state).tolist() == [-1, 1]


def test_ruling_12_with_equal_evacuees_and_portals_the_game_is_a_draw():
    state = seventh_comet({"open": {2: (6, 8)}}, {"open": {8: (2, 2)}})
    assert GAME.returns(state).tolist() == [0, 0]
    assert not GAME.truncated(state)
    assert GAME.outcome(state)["ended_by"] == "comets"


def test_ruling_13_six_open_portals_win_at_once():
    state = GAME.position({"hand": hand(9), "open": FIVE_OPEN, "builds": [(6, 2)]}, {"hand": hand(6)})
    fight(state, 9, 6)
    play(state, "portal 2")
    assert GAME.over(state)
    assert GAME.outcome(state)["ended_by"] == "portals"
    assert GAME.returns(state).tolist() == [1, -1]


def test_ruling_13_five_open_portals_do_not():
    state = GAME.position({"hand": hand(9), "open": FIVE_OPEN}, {"hand": hand(6)})
    fight(state, 9, 6)
    play(state, "portal 2")
    assert asked_for_battle_cards(state)


def test_ruling_13_six_portals_win_by_level_12_too():
    state = GAME.position({"hand": hand(12, 13), "open": FIVE_OPEN, "builds": [(6, 2)]}, {"hand": hand(6)})
    fight(state, 12, 6)
    play(state, "no", "level 13", "portal 2")
    assert GAME.over(state)
    assert open_portals(state, 0) == [2, 4, 6, 8, 10, 12]
    assert GAME.returns(state).tolist() == [1, -1]


def test_ruling_13_nothing_more_is_decided_after_the_sixth_portal():
    state = GAME.position(
        {"hand": hand(11), "open": FIVE_OPEN, "builds": [(6, 2)]}, {"hand": hand(6), "builds": [(6, 12)]}
    )
    fight(state, 11, 6)
    play(state, "portal 2")
    assert GAME.over(state)


def test_ruling_14_the_seventh_comet_ends_the_game_before_the_winner_places():
    state = GAME.position(
        {"hand": hand(13), "in_play": (13, 13, 13), "open": {2: (2,)}},
        {"hand": hand(14), "in_play": (13, 13, 13), "builds": [(6, 4)]},
    )
    fight(state, 13, 14)
    assert GAME.over(state)
    assert GAME.outcome(state)["evacuees"] == [1, 0]
    assert GAME.returns(state).tolist() == [1, -1]


def test_ruling_14_six_portals_that_the_winner_could_have_opened_come_too_late():
    five = {4: (2,), 6: (2, 2), 8: (2, 3, 3), 10: (14, 3, 3, 4, 4), 12: (4, 4, 5, 5, 5, 5, 1, 1, 1, 1)}
    state = GAME.position(
        {"hand": hand(13), "in_play": (13, 13, 13), "open": {12: (6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12)}},
        {"hand": (14, 6, 6, 8, 8, 9, 9), "in_play": (13, 13, 13), "open": five},
    )
    fight(state, 13, 14)
    assert in_play(state) == [(4, 0), (3, 0)]
    assert GAME.outcome(state) == {"ended_by": "comets", "battles": 1, "evacuees": [12, 21], "portals": [1, 5]}
    assert GAME.returns(state).tolist() == [-1, 1]


@pytest.mark.parametrize("before", [5, 6])
def test_ruling_14_two_comets_revealed_together_end_the_game_and_no_war_begins(before):
    state = GAME.position(
        {"hand": hand(13), "in_play": (13, 13, 14), "open": {2: (2,)}},
        {"hand": hand(13), "in_play": (13, 13, 14)[: before - 3]},
    )
    fight(state, 13, 13)
    assert sum(map(sum, in_play(state))) == before + 2
    assert GAME.over(state)
    assert state["rounds"][0] == 0
    assert GAME.returns(state).tolist() == [1, -1]


def test_ruling_14_a_won_unicorn_played_as_the_seventh_comet_ends_the_game():
    state = GAME.position(
        {"hand": hand(14), "in_play": (13, 13, 13), "open": {2: (2,)}}, {"hand": hand(6), "in_play": (13, 13, 13)}
    )
    fight(state, 14, 6)
    assert not GAME.over(state)
    play(state, "comet")
    assert GAME.over(state)
    assert GAME.returns(state).tolist() == [1, -1]


def test_ruling_14_hands_are_not_filled_after_the_last_battle():
    state = seventh_comet()
    assert state["hand"][0, 0].sum() == 6


def test_ruling_15_the_cap_truncates_the_game_as_a_draw():
    state = GAME.position({"hand": hand(9), "open": {2: (6, 8)}}, {"hand": hand(6)}, battle=500)
    fight(state, 9, 6)
    assert not GAME.over(state)
    play(state, "portal 12")
    assert GAME.over(state)
    assert GAME.truncated(state)
    assert GAME.returns(state).tolist() == [0, 0]
    assert GAME.outcome(state) == {"ended_by": "cap", "battles": 500, "evacuees": [2, 0], "portals": [1, 0]}


def test_ruling_15_the_battle_before_the_cap_is_followed_by_another():
    state = GAME.position({"hand": hand(13)}, {"hand": hand(6)}, battle=499)
    fight(state, 13, 6)
    assert asked_for_battle_cards(state)
    assert state["battle"][0] == 500


def test_ruling_15_a_game_decided_in_the_last_battle_is_not_truncated():
    state = seventh_comet({"open": {2: (6, 8)}})
    assert GAME.returns(state).tolist() == [1, -1]
    state = GAME.position(
        {"hand": hand(13), "in_play": (13, 13, 13), "open": {2: (6, 8)}},
        {"hand": hand(6), "in_play": (13, 13, 13)},
        battle=20,
        battle_cap=20,
    )
    fight(state, 13, 6)
    assert not GAME.truncated(state)
    assert GAME.returns(state).tolist() == [1, -1]


def test_the_cap_is_an_option():
    state = GAME.new(seed=0, battle_cap=3)
    GAME.play_random(state, seed=0)
    assert GAME.truncated(state)
    assert GAME.outcome(state)["battles"] == 3
