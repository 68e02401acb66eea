"""Battles without a War: rulings 1 to 7, and the specials in a battle, rulings 8 to 11."""

from __future__ import annotations

import pytest
from apocalypse import (
    GAME,
    asked_for_battle_cards,
    builds,
    cards,
    crowded,
    fight,
    hand,
    in_play,
    legal,
    open_portals,
    pile,
    play,
    view,
    without,
)


def won_with(level, *, hand_0=None, **opponent):
    """A battle that player 0 has just won with this card over a 6 (or ``loser``)."""
    loser = opponent.pop("loser", 6)
    state = GAME.position({"hand": hand_0 or hand(level)}, {"hand": hand(loser), **opponent})
    fight(state, level, loser)
    return state


# Course


def test_both_begin_with_seven_cards_and_a_pile_of_47():
    state = GAME.new(seed=1)
    for p in (0, 1):
        assert len(cards(state, "hand", p)) == 7
        assert len(pile(state, p)) == 47
    assert asked_for_battle_cards(state)


def test_seat_0_is_asked_first_then_seat_1_then_the_winner():
    state = GAME.position({"hand": hand(6)}, {"hand": hand(9)})
    assert GAME.seat(state) == 0
    play(state, "level 6")
    assert GAME.seat(state) == 1
    play(state, "level 9")
    assert GAME.seat(state) == 1
    assert legal(state)[:2] == ["portal 2", "portal 4"]


def test_only_cards_of_the_own_hand_can_be_chosen():
    state = GAME.position({"hand": (3, 3, 4, 4, 5, 5, 9)}, {"hand": (1, 1, 1, 2, 2, 2, 14)})
    assert legal(state) == ["level 3", "level 4", "level 5", "level 9"]
    play(state, "level 9")
    assert legal(state) == ["level 1", "level 2", "level 14"]


def test_the_losers_card_is_discarded():
    state = won_with(9, loser=8)
    assert cards(state, "discard", 1) == [8]
    assert cards(state, "discard", 0) == []


def test_ruling_1_an_anchor_does_not_keep_a_comet_out_of_play():
    state = won_with(13, loser=1)
    assert in_play(state) == [(1, 0), (0, 0)]


def test_ruling_1_an_anchor_does_not_touch_the_unicorns_choice():
    state = won_with(14, loser=1)
    assert "comet" in legal(state)
    play(state, "comet")
    assert in_play(state) == [(0, 1), (0, 0)]


def test_ruling_2_a_unicorn_in_play_counts_as_a_comet():
    state = GAME.position({"hand": hand(14), "in_play": (13, 13, 13)}, {"hand": hand(6), "in_play": (13, 14, 14)})
    fight(state, 14, 6)
    play(state, "comet")
    assert GAME.over(state)
    assert GAME.outcome(state)["ended_by"] == "comets"


def test_ruling_3_cards_in_play_build_cards_and_evacuees_do_not_come_back():
    state = GAME.position(
        {
            "hand": hand(9),
            "open": {2: (6, 8)},
            "builds": [(10, 12)],
            "in_play": (13, 14),
            "discard": (2, 2),
            "rest": "discard",
        },
        {"hand": hand(6)},
    )
    before = cards(state, "discard", 0)
    fight(state, 9, 6)
    play(state, "portal 12")
    assert sorted([*pile(state, 0), *cards(state, "hand", 0)]) == sorted([*before, *hand()])
    assert cards(state, "new_home", 0) == [6, 8]
    assert builds(state, 0) == [(10, 12, 1), (9, 12, 1)]
    assert in_play(state)[0] == (1, 1)


def test_ruling_4_comets_and_the_losers_card_come_before_the_winners_decisions():
    state = won_with(14, loser=13)
    assert in_play(state) == [(0, 0), (1, 0)]
    state = won_with(9, loser=8)
    assert cards(state, "discard", 1) == [8]
    assert GAME.seat(state) == 0


def test_ruling_4_what_is_not_placed_is_discarded_before_the_special_acts():
    state = won_with(11, builds=[(9, 4)])
    play(state, "no")
    assert cards(state, "discard", 0) == [11]
    assert legal(state) == ["yes", "no"]


def test_ruling_4_both_draw_at_the_end_only():
    state = won_with(11, builds=[(9, 4)])
    play(state, "portal 2")
    assert len(cards(state, "hand", 0)) == len(cards(state, "hand", 1)) == 6
    play(state, "yes")
    assert len(cards(state, "hand", 0)) == len(cards(state, "hand", 1)) == 7


def test_ruling_5_a_winner_need_not_build():
    state = won_with(9)
    play(state, "no")
    assert builds(state, 0) == []
    assert cards(state, "discard", 0) == [9]


@pytest.mark.parametrize(
    ("answer", "built", "play_area", "discarded"),
    [("portal 6", [(14, 6, 4)], (0, 0), []), ("comet", [], (0, 1), []), ("no", [], (0, 0), [14])],
)
def test_ruling_5_a_won_unicorn_is_a_build_card_a_comet_or_neither(answer, built, play_area, discarded):
    state = won_with(14)
    play(state, answer)
    assert (builds(state, 0), in_play(state)[0], cards(state, "discard", 0)) == (built, play_area, discarded)
    assert asked_for_battle_cards(state)


def test_ruling_6_an_empty_pile_is_not_rebuilt_before_a_card_is_needed():
    state = GAME.position({"hand": hand(9), "pile": (10,), "rest": "discard"}, {"hand": hand(6)})
    fight(state, 9, 6)
    play(state, "no")
    assert pile(state, 0) == []
    assert 9 in cards(state, "discard", 0)
    fight(state, 10, 5)
    play(state, "no")
    assert cards(state, "discard", 0) == []
    assert len(pile(state, 0)) == 54 - 7


def test_ruling_6_what_is_left_of_the_pile_is_drawn_first():
    state = GAME.position({"hand": hand(12), "pile": (14,), "rest": "discard"}, {"hand": hand(6)})
    fight(state, 12, 6)
    play(state, "no", "level 3", "portal 12")  # two cards have to be drawn
    assert 14 in cards(state, "hand", 0)
    assert cards(state, "discard", 0) == []
    assert len(pile(state, 0)) == 54 - 7 - 1


def test_ruling_7_a_hand_of_seven_is_left_when_everything_else_is_built_or_in_play():
    state = GAME.position(crowded(hand(9), in_play=(13, 13, 13, 13, 14, 14)), {"hand": hand(10)})
    assert len(open_portals(state, 0)) == 5
    assert pile(state, 0) == cards(state, "discard", 0) == []
    fight(state, 9, 10)
    play(state, "no")
    assert cards(state, "hand", 0) == sorted(hand(9))
    assert asked_for_battle_cards(state)


# Portals


def test_a_portal_opens_when_its_cost_is_met_and_its_cards_are_evacuees():
    state = GAME.position({"hand": hand(10), "builds": [(6, 4), (9, 12), (8, 4), (9, 4)]}, {"hand": hand(6)})
    fight(state, 10, 6)
    play(state, "portal 4")
    assert open_portals(state, 0) == [4]
    assert cards(state, "new_home", 0) == [6, 8, 9, 10]
    assert builds(state, 0) == [(9, 12, 1)]


def test_build_cards_keep_their_order_when_another_portal_opens():
    placed = [(8, 12), (6, 2), (9, 6), (10, 8), (10, 12)]
    state = GAME.position({"hand": hand(10), "builds": placed}, {"hand": hand(6)})
    fight(state, 10, 6)
    play(state, "portal 2")
    assert builds(state, 0) == [(8, 12, 1), (9, 6, 1), (10, 8, 1), (10, 12, 1)]


def test_all_portals_may_be_one_point_short_before_one_of_them_opens():
    rest = without([*hand(9), *(14,) * 2])
    costs = [cost for cost in (2, 4, 6, 8, 10, 12) for _ in range(cost - 1)]
    state = GAME.position(
        {"hand": hand(9), "builds": [(card, cost, 1) for card, cost in zip(rest, costs)]}, {"hand": hand(6)}
    )
    assert len(builds(state, 0)) == 36
    fight(state, 9, 6)
    play(state, "portal 12")
    assert open_portals(state, 0) == [12]
    assert len(builds(state, 0)) == 25
    assert GAME.problem(state) is None


def test_points_over_the_cost_are_lost():
    state = GAME.position({"hand": hand(2)}, {"hand": hand(1)})
    fight(state, 2, 1)
    play(state, "portal 2")
    assert cards(state, "new_home", 0) == [2]
    assert builds(state, 0) == []
    assert open_portals(state, 0) == [2]


def test_an_open_portal_takes_no_more_cards():
    state = GAME.position({"hand": hand(9), "open": {2: (6, 6), 8: (2, 14)}}, {"hand": hand(6)})
    fight(state, 9, 6)
    assert legal(state) == ["portal 4", "portal 6", "portal 10", "portal 12", "no"]


# Specials


def test_ruling_8_a_special_does_not_depend_on_building():
    for answer in ("portal 4", "no"):
        state = won_with(11, builds=[(9, 4)])
        play(state, answer)
        assert legal(state) == ["yes", "no"]
        state = won_with(12)
        play(state, answer)
        assert legal(state) == ["level 3", "level 4", "level 5", "no"]


def test_ruling_8_a_special_is_optional():
    state = won_with(11, builds=[(9, 4)])
    play(state, "no", "no")
    assert builds(state, 1) == [(9, 4, 1)]
    state = won_with(12)
    play(state, "no", "no")
    assert builds(state, 0) == []
    assert asked_for_battle_cards(state)


def test_ruling_8_the_losers_special_does_nothing():
    state = GAME.position({"hand": hand(11)}, {"hand": hand(12), "builds": [(9, 4)]})
    fight(state, 11, 12)
    play(state, "portal 2")
    assert legal(state) == ["level 3", "level 4", "level 5", "no"]  # of player 1's level 12


@pytest.mark.parametrize("level", [11, 12])
def test_ruling_9_a_losing_anchor_cancels_the_special(level):
    state = won_with(level, loser=1, builds=[(9, 4)])
    play(state, "portal 2")
    assert asked_for_battle_cards(state)


def test_ruling_9_an_anchor_does_not_stop_the_building():
    state = won_with(11, loser=1)
    play(state, "portal 2")
    assert builds(state, 0) == [(11, 2, 1)]


def test_ruling_10_level_11_removes_the_card_placed_last_over_all_portals():
    state = won_with(11, builds=[(6, 4), (9, 12), (8, 4), (2, 6)])
    play(state, "no", "yes")
    assert builds(state, 1) == [(6, 4, 1), (9, 12, 1), (8, 4, 1)]
    assert 2 in cards(state, "discard", 1)


def test_ruling_10_the_portal_loses_the_points_of_the_removed_card():
    state = won_with(11, builds=[(6, 6), (2, 6)])
    play(state, "no")
    assert view(state, 1)["own_points_left"].tolist() == [2, 4, 1, 8, 10, 12]
    play(state, "yes")
    assert view(state, 1)["own_points_left"].tolist() == [2, 4, 5, 8, 10, 12]


def test_ruling_10_a_card_placed_by_level_12_can_be_removed():
    state = won_with(11, builds=[(6, 4), (13, 12, 1)])
    play(state, "no", "yes")
    assert builds(state, 1) == [(6, 4, 1)]
    assert 13 in cards(state, "discard", 1)
    assert in_play(state) == [(0, 0), (0, 0)]


def test_ruling_10_evacuees_are_safe():
    state = won_with(11, open={2: (6, 8)})
    play(state, "no")
    assert asked_for_battle_cards(state)
    assert cards(state, "new_home", 1) == [6, 8]


def test_ruling_10_without_a_build_card_nothing_is_asked():
    state = won_with(11)
    play(state, "portal 2")
    assert asked_for_battle_cards(state)


@pytest.mark.parametrize("level", range(1, 15))
def test_ruling_11_level_12_places_any_card_of_the_hand_for_one_point(level):
    state = won_with(12, hand_0=(12, level, 3, 4, 5, 6, 8))
    play(state, "no", f"level {level}")
    assert "comet" not in legal(state)
    assert "no" not in legal(state)
    play(state, "portal 6")
    assert builds(state, 0) == [(level, 6, 1)]


@pytest.mark.parametrize("level", [13, 14])
def test_ruling_11_a_comet_or_unicorn_placed_by_level_12_is_not_in_play(level):
    three = (13, 13, 13)
    state = GAME.position({"hand": hand(12, level), "in_play": three}, {"hand": hand(6), "in_play": three})
    fight(state, 12, 6)
    play(state, "no", f"level {level}", "portal 6")
    assert in_play(state) == [(3, 0), (3, 0)]
    assert asked_for_battle_cards(state)


def test_ruling_11_a_card_placed_by_level_12_can_open_a_portal():
    state = GAME.position({"hand": hand(12, 1), "builds": [(9, 2)]}, {"hand": hand(6)})
    fight(state, 12, 6)
    play(state, "no", "level 1", "portal 2")
    assert open_portals(state, 0) == [2]
    assert cards(state, "new_home", 0) == [1, 9]


def test_an_archangel_has_no_special_in_a_battle():
    state = GAME.position({"hand": hand(7)}, {"hand": hand(8)})
    fight(state, 7, 8)
    assert state["winner"][0] == 2
