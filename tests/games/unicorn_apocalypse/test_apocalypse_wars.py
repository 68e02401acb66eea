"""Wars: rulings 16 to 25."""

from __future__ import annotations

import pytest
from apocalypse import (
    FILLER,
    FIVE_OPEN,
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
)


def war(laid_0, laid_1, tied=8, side_0=None, side_1=None):
    """A War over ``tied`` in which the players turn up these cards, four a round."""
    state = GAME.position(
        {"hand": hand(tied), "pile": laid_0, **(side_0 or {})}, {"hand": hand(tied), "pile": laid_1, **(side_1 or {})}
    )
    fight(state, tied, tied)
    return state


def winner(state) -> int | None:
    return int(state["winner"][0]) - 1 if state["winner"][0] else None


# Who wins


def test_the_higher_fourth_card_wins():
    assert winner(war((2, 2, 2, 10), (14, 14, 12, 9))) == 0
    assert winner(war((14, 14, 12, 9), (2, 2, 2, 10))) == 1


def test_cards_of_the_war_come_from_the_pile_and_the_hand_is_not_used():
    state = war((2, 2, 2, 10, 6), (9, 9, 9, 9))
    assert cards(state, "hand", 0) == sorted(FILLER)
    play(state, "stop")
    assert cards(state, "hand", 0) == sorted([*FILLER, 6])


def test_equal_fourth_cards_are_followed_by_another_round():
    state = war((2, 2, 2, 9, 3, 3, 4, 10), (2, 2, 2, 9, 4, 4, 3, 6))
    assert state["rounds"][0] == 2
    assert winner(state) == 0
    assert sorted(cards(state, "table", 0)) == [2, 2, 2, 3, 3, 4, 8, 9, 10]
    assert cards(state, "discard", 1) == [2, 2, 2, 3, 4, 4, 6, 8, 9]


def test_a_war_may_have_three_rounds():
    state = war((2, 2, 2, 9, 3, 3, 4, 10, 6, 6, 6, 12), (2, 2, 2, 9, 4, 4, 3, 10, 6, 6, 6, 11))
    assert state["rounds"][0] == 3
    assert winner(state) == 0


@pytest.mark.parametrize("place", range(4))
def test_ruling_16_an_archangel_wins_face_down_or_not(place):
    laid = [2, 2, 2, 6]
    laid[place] = 7
    assert winner(war(laid, (3, 4, 5, 12))) == 0
    assert winner(war((3, 4, 5, 12), laid)) == 1


def test_ruling_16_more_archangels_win():
    assert winner(war((7, 2, 7, 2), (2, 7, 3, 12))) == 0
    assert winner(war((2, 7, 3, 12), (7, 2, 7, 2))) == 1


def test_ruling_16_equally_many_archangels_are_followed_by_another_round():
    state = war((7, 2, 2, 12, 2, 3, 4, 6), (2, 7, 3, 9, 3, 4, 5, 10))
    assert state["rounds"][0] == 2
    assert winner(state) == 1


def test_ruling_16_two_archangels_each_are_equally_many_too():
    state = war((7, 7, 2, 12, 2, 2, 3, 10), (2, 3, 7, 7, 3, 2, 2, 6))
    assert state["rounds"][0] == 2
    assert winner(state) == 0


def test_ruling_16_all_cards_of_the_round_are_turned_up_first():
    """The Archangel of one side does not stop the other side from laying all four cards."""
    state = war((7, 2, 2, 3), (13, 6, 2, 13))
    assert winner(state) == 0
    assert in_play(state) == [(0, 0), (2, 0)]
    assert cards(state, "discard", 1) == [2, 6, 8]


def test_ruling_16_anchors_do_not_cancel_an_archangel():
    assert winner(war((7, 2, 2, 3), (1, 1, 1, 12))) == 0
    state = war((7, 2, 2, 3), (2, 2, 2, 1))
    assert winner(state) == 0


def test_ruling_17_a_war_over_two_archangels_starts_at_none_each():
    assert winner(war((2, 2, 2, 9), (2, 2, 2, 10), tied=7)) == 1
    assert winner(war((7, 2, 2, 9), (2, 2, 2, 10), tied=7)) == 0


def test_ruling_17_archangels_of_earlier_rounds_do_not_count():
    state = war((7, 7, 2, 6, 2, 2, 3, 9), (7, 7, 2, 9, 2, 2, 7, 6))
    assert state["rounds"][0] == 2
    assert winner(state) == 1


# Building


def test_ruling_22_every_own_card_that_builds_may_be_placed_in_any_order_on_any_portal():
    state = war((2, 5, 6, 10), (2, 2, 2, 9))
    assert legal(state) == ["level 2", "level 5", "level 6", "level 8", "level 10", "stop"]
    play(state, "level 10", "portal 2", "level 2", "portal 12", "level 8", "portal 6", "level 5", "portal 2")
    assert builds(state, 0) == [(2, 12, 4), (8, 6, 1)]
    assert open_portals(state, 0) == [2]
    assert legal(state) == ["level 6", "stop"]


def test_ruling_22_what_is_not_placed_is_discarded():
    state = war((2, 5, 6, 10), (2, 2, 2, 9))
    play(state, "level 6", "portal 12", "stop")
    assert cards(state, "discard", 0) == [2, 5, 8, 10]
    assert asked_for_battle_cards(state)


def test_ruling_22_all_cards_of_the_loser_but_comets_and_unicorns_are_discarded():
    state = war((2, 2, 2, 10), (3, 13, 1, 9))
    assert cards(state, "discard", 1) == [1, 3, 8, 9]
    assert in_play(state) == [(0, 0), (1, 0)]


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(("answer", "put", "discarded"), [("comet", (0, 1), []), ("no", (0, 0), [14])])
def test_ruling_22_the_owner_of_a_lost_unicorn_decides_whether_it_is_a_comet(place, answer, put, discarded):
    laid = [1, 3, 9]
    laid.insert(place, 14)
    state = war((2, 2, 2, 10), laid)
    assert winner(state) == 0
    assert GAME.seat(state) == 1
    assert legal(state) == ["comet", "no"]
    assert cards(state, "discard", 1) == [1, 3, 8, 9]
    play(state, answer)
    assert in_play(state) == [(0, 0), put]
    assert cards(state, "discard", 1) == [1, 3, 8, 9, *discarded]
    assert GAME.seat(state) == 0
    assert legal(state) == ["level 2", "level 8", "level 10", "stop"]


def test_ruling_22_a_unicorn_that_lost_as_the_fourth_card_is_its_owners_to_decide_too():
    state = war((7, 2, 2, 10), (2, 2, 2, 14))
    assert (winner(state), GAME.seat(state), legal(state)) == (0, 1, ["comet", "no"])


@pytest.mark.parametrize("answers", [("comet", "comet"), ("comet", "no"), ("no", "comet"), ("no", "no")])
def test_ruling_22_of_two_lost_unicorns_each_is_decided(answers):
    state = war((7, 2, 2, 10), (14, 2, 2, 14))
    for answer in answers:
        assert (GAME.seat(state), legal(state)) == (1, ["comet", "no"])
        assert GAME.problem(state) is None
        play(state, answer)
    assert GAME.seat(state) == 0
    assert in_play(state) == [(0, 0), (0, answers.count("comet"))]
    assert cards(state, "discard", 1) == [2, 2, 8, *[14] * answers.count("no")]


def test_ruling_22_a_lost_unicorn_of_the_first_seat_is_decided_by_that_seat():
    state = war((14, 2, 2, 9), (2, 2, 2, 10))
    assert (winner(state), GAME.seat(state)) == (1, 0)
    play(state, "comet")
    assert in_play(state) == [(0, 1), (0, 0)]
    assert GAME.seat(state) == 1


def test_ruling_22_a_lost_unicorn_of_an_earlier_round_is_decided_when_the_war_is():
    state = war((2, 2, 2, 9, 2, 3, 3, 10), (14, 2, 2, 9, 2, 2, 3, 6))
    assert (state["rounds"][0], GAME.seat(state), legal(state)) == (2, 1, ["comet", "no"])


def test_ruling_22_the_specials_of_the_winner_come_after_the_losers_unicorns():
    state = war((7, 2, 2, 11), (2, 2, 2, 14), tied=12, side_1=TARGET)
    play(state, "no", "stop")
    assert legal(state) == ["level 3", "level 4", "level 5", "no"]
    play(state, "no")
    assert legal(state) == ["yes", "no"]


def test_ruling_22_a_lost_unicorn_is_put_to_its_owner_though_the_winner_has_nothing_to_place():
    state = war((13, 13, 1, 13), (14, 1, 13, 12), tied=1)
    play(state, "comet")
    assert asked_for_battle_cards(state)
    assert in_play(state) == [(3, 0), (1, 1)]


@pytest.mark.parametrize("place", range(4))
def test_ruling_22_a_unicorn_builds_or_is_a_comet_wherever_it_lay(place):
    laid = [7, 2, 2, 6]
    laid.insert(place, 14)
    state = war(laid[:4] if place < 3 else (7, 2, 2, 14), (3, 3, 4, 10))
    play(state, "level 14")
    assert legal(state) == ["portal 2", "portal 4", "portal 6", "portal 8", "portal 10", "portal 12", "comet"]
    play(state, "comet")
    assert in_play(state) == [(0, 1), (0, 0)]
    assert "stop" in legal(state)


def test_ruling_22_two_unicorns_of_a_war_one_of_each_use():
    state = war((14, 14, 2, 10), (3, 3, 4, 9))
    play(state, "level 14", "portal 4", "level 14", "comet")
    assert in_play(state) == [(0, 1), (0, 0)]
    assert cards(state, "new_home", 0) == [14]


def test_ruling_22_tied_unicorns_are_won_and_lost_too():
    state = war((2, 2, 2, 10), (2, 2, 2, 9), tied=14)
    play(state, "no", "level 14", "comet")
    assert in_play(state) == [(0, 1), (0, 0)]
    assert cards(state, "discard", 1) == [2, 2, 2, 9, 14]
    state = war((2, 2, 2, 10), (2, 2, 2, 9), tied=14)
    play(state, "comet", "level 14", "portal 12")
    assert in_play(state) == [(0, 0), (0, 1)]


def test_ruling_25_without_a_card_that_builds_nothing_is_asked():
    state = war((13, 13, 1, 13), (1, 1, 13, 12), tied=1)
    assert winner(state) == 0
    assert asked_for_battle_cards(state)
    assert cards(state, "discard", 0) == [1, 1]


def test_ruling_25_nothing_is_asked_after_the_last_card_that_builds():
    state = war((1, 1, 1, 10), (2, 2, 2, 9))
    play(state, "level 8", "portal 2", "level 10", "portal 4")
    assert asked_for_battle_cards(state)
    assert cards(state, "discard", 0) == [1, 1, 1]


# Comets


@pytest.mark.parametrize("place", range(4))
def test_ruling_18_comets_of_both_sides_go_into_play_from_any_place(place):
    laid_0, laid_1 = [2, 2, 3, 10], [2, 2, 3, 9]
    laid_0[place] = laid_1[place] = 13
    state = war(laid_0 + [3, 6, 6, 12], laid_1 + [3, 6, 6, 11])
    assert in_play(state) == [(1, 0), (1, 0)]
    assert 13 not in cards(state, "table", 0)


def test_ruling_18_tied_comets_are_in_play_before_the_war():
    state = war((2, 2, 2, 10), (2, 2, 2, 9), tied=13)
    assert in_play(state) == [(1, 0), (1, 0)]
    assert winner(state) == 0
    assert legal(state) == ["level 2", "level 10", "stop"]


def test_ruling_18_a_comet_that_is_a_fourth_card_compares_as_13():
    assert winner(war((2, 2, 2, 13), (2, 2, 2, 12))) == 0
    assert winner(war((2, 2, 2, 13), (2, 2, 2, 14))) == 1
    state = war((2, 2, 2, 13, 3, 6, 6, 6), (2, 2, 2, 13, 3, 6, 6, 9))
    assert state["rounds"][0] == 2


# Specials


TARGET = {"builds": [(6, 12), (9, 12), (10, 12)]}


def test_specials_of_the_tied_card_and_of_the_last_fourth_card_act():
    state = war((2, 2, 2, 9), (2, 2, 2, 6), tied=11, side_1=TARGET)
    play(state, "stop", "yes")
    assert builds(state, 1) == [(6, 12, 1), (9, 12, 1)]
    state = war((2, 2, 2, 11), (2, 2, 2, 6), side_1=TARGET)
    play(state, "stop", "yes")
    assert builds(state, 1) == [(6, 12, 1), (9, 12, 1)]
    state = war((2, 2, 2, 9), (2, 2, 2, 6), tied=12)
    play(state, "stop", "level 3", "portal 12")
    assert builds(state, 0) == [(3, 12, 1)]
    state = war((2, 2, 2, 12), (2, 2, 2, 6))
    play(state, "stop", "level 3", "portal 12")
    assert builds(state, 0) == [(3, 12, 1)]


@pytest.mark.parametrize("special", [11, 12])
def test_specials_of_face_down_cards_do_not_act(special):
    state = war((special, special, special, 10), (2, 2, 2, 6), side_1=TARGET)
    play(state, "stop")
    assert asked_for_battle_cards(state)


@pytest.mark.parametrize("special", [11, 12])
def test_fourth_cards_of_earlier_rounds_do_not_act(special):
    state = war((2, 2, 2, special, 3, 3, 2, 10), (2, 2, 2, special, 3, 3, 2, 9), side_1=TARGET)
    play(state, "stop")
    assert asked_for_battle_cards(state)


def test_the_losers_specials_do_not_act():
    state = war((2, 2, 2, 12), (2, 2, 2, 11), side_0=TARGET)
    play(state, "stop")
    assert legal(state) == ["level 3", "level 4", "level 5", "no"]
    play(state, "no")
    assert builds(state, 0) == [(6, 12, 1), (9, 12, 1), (10, 12, 1)]


def test_specials_come_after_all_placements():
    state = war((2, 2, 2, 11), (2, 2, 2, 6), side_1=TARGET)
    play(state, "level 11", "portal 12")
    assert legal(state) == ["level 2", "level 8", "stop"]
    play(state, "stop")
    assert legal(state) == ["yes", "no"]


def test_ruling_21_two_elevens_remove_two_cards():
    state = war((2, 2, 2, 11), (2, 2, 2, 6), tied=11, side_1=TARGET)
    play(state, "stop", "yes", "yes")
    assert builds(state, 1) == [(6, 12, 1)]
    assert asked_for_battle_cards(state)


def test_ruling_21_the_second_eleven_asks_only_while_something_is_left():
    state = war((2, 2, 2, 11), (2, 2, 2, 6), tied=11, side_1={"builds": [(6, 12)]})
    play(state, "stop", "yes")
    assert asked_for_battle_cards(state)


def test_ruling_21_the_second_eleven_may_act_when_the_first_was_declined():
    state = war((2, 2, 2, 11), (2, 2, 2, 6), tied=11, side_1=TARGET)
    play(state, "stop", "no", "yes")
    assert builds(state, 1) == [(6, 12, 1), (9, 12, 1)]


def test_ruling_21_two_twelves_place_two_cards():
    state = war((2, 2, 2, 12), (2, 2, 2, 6), tied=12)
    play(state, "stop", "level 3", "portal 12", "level 5", "portal 8")
    assert builds(state, 0) == [(3, 12, 1), (5, 8, 1)]
    assert asked_for_battle_cards(state)


@pytest.mark.parametrize(
    ("first", "last", "asked"), [(11, 12, ["yes", "no"]), (12, 11, ["level 3", "level 4", "level 5", "no"])]
)
def test_ruling_21_the_first_cards_special_acts_before_the_last_cards(first, last, asked):
    state = war((2, 2, 2, last), (2, 2, 2, 6), tied=first, side_1=TARGET)
    play(state, "stop")
    assert legal(state) == asked
    play(state, "no")
    assert not asked_for_battle_cards(state)
    play(state, "no")
    assert asked_for_battle_cards(state)


def test_ruling_22_the_last_card_acts_when_an_archangel_won():
    state = war((7, 2, 2, 11), (2, 2, 2, 12), side_1=TARGET)
    play(state, "stop", "yes")
    assert builds(state, 1) == [(6, 12, 1), (9, 12, 1)]


def test_ruling_19_an_anchor_as_the_opponents_last_card_cancels_both_specials():
    state = war((2, 2, 2, 12), (2, 2, 2, 1), tied=11, side_1=TARGET)
    play(state, "stop")
    assert asked_for_battle_cards(state)
    assert builds(state, 1) == [(6, 12, 1), (9, 12, 1), (10, 12, 1)]


def test_ruling_19_an_anchor_as_the_opponents_first_card_cancels():
    """The first cards are equal: both are Anchors, and the last card's special is the only one there is."""
    for last in (11, 12):
        state = war((2, 2, 2, last), (2, 2, 2, 6), tied=1, side_1=TARGET)
        play(state, "stop")
        assert asked_for_battle_cards(state)


def test_ruling_20_anchors_do_not_cancel_each_other():
    state = war((2, 2, 2, 12), (2, 2, 2, 1), tied=1)
    play(state, "stop")
    assert asked_for_battle_cards(state)


def test_ruling_20_a_face_down_anchor_cancels_nothing():
    state = war((2, 2, 2, 11), (1, 1, 1, 6), side_1=TARGET)
    play(state, "stop")
    assert legal(state) == ["yes", "no"]


def test_ruling_20_an_anchor_of_an_earlier_round_cancels_nothing():
    state = war((2, 2, 2, 1, 3, 3, 2, 11), (2, 2, 2, 1, 3, 3, 2, 6), side_1=TARGET)
    play(state, "stop")
    assert legal(state) == ["yes", "no"]


def test_ruling_20_ones_own_anchor_cancels_nothing():
    state = war((7, 2, 2, 1), (2, 2, 2, 6), tied=11, side_1=TARGET)
    play(state, "stop")
    assert legal(state) == ["yes", "no"]


# Short piles


def test_ruling_23_the_pile_is_rebuilt_in_a_war_without_the_cards_of_this_war():
    side = crowded(hand(8), pile=(2, 2), discard=(9, 9), in_play=(13, 13, 13, 13))
    state = GAME.position(side, {"hand": hand(8), "pile": (2, 2, 2, 9, 3, 4, 5, 6)})
    fight(state, 8, 8)
    assert state["rounds"][0] == 1  # 2, 2, then 9, 9 of the rebuilt pile; for a second one there is no card
    assert state["last"][0].tolist() == [9, 9]
    assert winner(state) == 1
    assert cards(state, "hand", 0) == sorted(FILLER)
    assert cards(state, "discard", 0) == [2, 2, 8, 9, 9]


def test_ruling_23_with_too_few_cards_the_last_one_laid_is_the_fourth_card():
    side = crowded(hand(8), pile=(2, 10), in_play=(13, 13, 13, 14))
    state = GAME.position(side, {"hand": hand(8), "pile": (12, 12, 12, 9)})
    fight(state, 8, 8)
    assert state["last"][0].tolist() == [10, 9]
    assert winner(state) == 0
    assert cards(state, "table", 0) == [2, 8, 10]


def test_ruling_23_pile_and_discard_together_may_be_too_few():
    side = crowded(hand(8), pile=(2,), discard=(10, 10), in_play=(13, 13, 13))
    state = GAME.position(side, {"hand": hand(8), "pile": (12, 12, 12, 9)})
    fight(state, 8, 8)
    assert state["last"][0].tolist() == [10, 9]
    assert cards(state, "table", 0) == [2, 8, 10, 10]


def test_ruling_24_a_player_without_a_card_loses_and_nobody_lays():
    state = GAME.position(crowded(hand(9), in_play=(13, 13, 13, 13, 14, 14)), {"hand": hand(9), "pile": (2, 2, 2, 2)})
    fight(state, 9, 9)
    assert winner(state) == 1
    assert state["rounds"][0] == 0
    assert legal(state) == ["level 9", "stop"]
    assert pile(state, 1)[:4] == [2, 2, 2, 2]


def test_ruling_24_a_unicorn_lost_for_want_of_cards_is_its_owners_to_decide():
    side = crowded(hand(14), pile=(9,), in_play=(13, 13, 13, 13, 14))
    state = GAME.position(side, {"hand": hand(14), "pile": (2, 2, 2, 9)})
    fight(state, 14, 14)
    assert (winner(state), GAME.seat(state), legal(state)) == (1, 0, ["comet", "no"])
    play(state, "no")
    assert (GAME.seat(state), legal(state)) == (1, ["level 2", "level 9", "level 14", "stop"])


def test_ruling_24_where_nobody_wins_unicorns_are_discarded():
    sides = [crowded(hand(14), pile=(2, 6, 6, 9), in_play=(13, 13)) for _ in (0, 1)]
    state = GAME.position(*sides)
    fight(state, 14, 14)
    assert winner(state) is None
    assert asked_for_battle_cards(state)
    assert in_play(state) == [(2, 0), (2, 0)]
    for p in (0, 1):
        assert 14 in [*cards(state, "hand", p), *pile(state, p)]


def test_ruling_24_without_a_round_the_tied_card_is_first_and_last_and_acts_once():
    side = crowded(hand(12), in_play=(13, 13, 13, 13, 14, 14))
    state = GAME.position(side, {"hand": hand(12)})
    fight(state, 12, 12)
    play(state, "stop", "level 3", "portal 12")
    assert asked_for_battle_cards(state)
    assert builds(state, 1) == [(3, 12, 1)]


def test_ruling_24_after_a_round_the_latest_fourth_card_is_the_last_card():
    side = crowded(hand(8), pile=(2, 12), in_play=(13, 13, 13, 14))
    state = GAME.position(side, {"hand": hand(8), "pile": (2, 2, 2, 12, 6)})
    fight(state, 8, 8)
    assert winner(state) == 1
    assert state["rounds"][0] == 1
    assert legal(state) == ["level 2", "level 8", "level 12", "stop"]
    play(state, "stop")
    assert legal(state) == ["level 3", "level 4", "level 5", "no"]


def test_ruling_24_an_anchor_as_latest_fourth_card_of_who_has_no_card_left_cancels():
    side = crowded(hand(12), pile=(2, 1), in_play=(13, 13, 13, 14))
    state = GAME.position(side, {"hand": hand(12), "pile": (2, 2, 2, 1, 6)})
    fight(state, 12, 12)
    assert winner(state) == 1
    play(state, "stop")
    assert asked_for_battle_cards(state)


def test_ruling_24_when_both_have_no_card_nobody_wins_and_the_comets_are_in_play():
    sides = [crowded(hand(8), pile=(2, 2, 13, 9), in_play=(13, 13)) for _ in (0, 1)]
    state = GAME.position(*sides)
    fight(state, 8, 8)
    assert winner(state) is None
    assert in_play(state) == [(3, 0), (3, 0)]
    assert asked_for_battle_cards(state)


def test_ruling_24_nobody_wins_and_the_next_battle_begins():
    sides = [crowded(hand(8), pile=(2, 6, 9), in_play=(13, 13, 14)) for _ in (0, 1)]
    state = GAME.position(*sides)
    fight(state, 8, 8)
    assert winner(state) is None
    assert state["rounds"][0] == 1
    assert asked_for_battle_cards(state)
    for p in (0, 1):
        assert len(cards(state, "hand", p)) == 7
        assert sorted([*cards(state, "hand", p), *pile(state, p)]) == sorted([*FILLER, 2, 6, 8, 9])


# The end in a War


THREE = {"in_play": (13, 13, 13)}


def test_ruling_14_the_seventh_comet_in_a_war_ends_the_game_before_the_placements():
    state = war((13, 2, 2, 10), (2, 2, 2, 9), side_0={**THREE, "builds": [(6, 2)]}, side_1={**THREE, "open": {2: (2,)}})
    assert sum(map(sum, in_play(state))) == 7
    assert GAME.outcome(state) == {"ended_by": "comets", "battles": 1, "evacuees": [0, 1], "portals": [0, 1]}
    assert GAME.returns(state).tolist() == [-1, 1]
    assert (state["rounds"][0], winner(state)) == (1, None)


def test_ruling_14_the_seventh_comet_comes_before_the_specials_and_the_losers_unicorns():
    for laid_1 in ((2, 2, 2, 9), (14, 2, 2, 9)):
        state = war((13, 2, 2, 12), laid_1, side_0={**THREE, "builds": [(6, 2)]}, side_1=THREE)
        assert GAME.over(state)
        assert GAME.outcome(state)["evacuees"] == [0, 0]
        assert GAME.returns(state).tolist() == [0, 0]


@pytest.mark.parametrize(("card", "over"), [(2, False), (13, True)])
def test_ruling_14_comets_are_counted_after_each_round_of_a_war(card, over):
    """Six are in play after the first round, and the second one may bring the seventh."""
    laid = (13, 2, 2, 9, card, 3, 3, 10)
    state = war(laid, (2, 2, 2, 9, 4, 3, 3, 6), side_0={"in_play": (13, 13)}, side_1=THREE)
    assert GAME.over(state) == over
    assert (state["rounds"][0], winner(state)) == (2, None if over else 0)


def test_ruling_14_the_cards_of_both_sides_that_a_round_turns_up_come_into_play_together():
    state = war((13, 13, 13, 10), (13, 13, 2, 9), side_0={"in_play": (13, 14, 14)}, side_1={"in_play": (13, 13)})
    assert in_play(state) == [(4, 2), (4, 0)]
    assert GAME.outcome(state)["ended_by"] == "comets"


def test_ruling_14_a_unicorn_played_as_the_seventh_comet_ends_the_game_in_the_middle_of_the_placements():
    state = war((14, 2, 2, 10), (2, 2, 2, 9), side_0=THREE, side_1=THREE)
    play(state, "level 2", "portal 2", "level 14", "comet")
    assert GAME.outcome(state) == {"ended_by": "comets", "battles": 1, "evacuees": [1, 0], "portals": [1, 0]}
    assert GAME.returns(state).tolist() == [1, -1]
    assert cards(state, "table", 0) == [2, 8, 10]


def test_ruling_14_a_lost_unicorn_played_as_the_seventh_comet_ends_the_game_before_the_winner_places():
    opened = {**THREE, "open": {2: (2,)}}
    state = war((2, 2, 2, 10), (14, 2, 2, 9), side_0={**THREE, "builds": [(6, 2)]}, side_1=opened)
    play(state, "comet")
    assert GAME.outcome(state)["evacuees"] == [0, 1]
    assert GAME.returns(state).tolist() == [-1, 1]
    state = war((2, 2, 2, 10), (14, 2, 2, 9), side_0={**THREE, "builds": [(6, 2)]}, side_1=opened)
    play(state, "no", "level 2", "portal 2")
    assert not GAME.over(state)


def test_ruling_14_six_portals_that_a_war_could_have_opened_come_too_late():
    many = {12: (6, 6, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11), 10: (2, 3, 7, 7, 7)}
    state = GAME.position(
        {"hand": hand(8), "pile": (13, 6, 6, 12), "open": FIVE_OPEN, "builds": [(6, 2)], "in_play": (13, 13, 13)},
        {"hand": hand(8), "pile": (2, 2, 13, 9), "open": many, "in_play": (13, 13, 13)},
    )
    fight(state, 8, 8)
    assert sum(map(sum, in_play(state))) == 8
    assert GAME.outcome(state) == {"ended_by": "comets", "battles": 1, "evacuees": [18, 17], "portals": [5, 2]}
    assert GAME.returns(state).tolist() == [1, -1]


def test_ruling_13_six_portals_win_in_the_middle_of_the_placements():
    state = GAME.position(
        {"hand": hand(11), "pile": (6, 8, 8, 12), "open": FIVE_OPEN},
        {"hand": hand(11), "pile": (2, 2, 2, 9), "builds": [(6, 12)]},
    )
    fight(state, 11, 11)
    play(state, "level 6", "portal 2", "level 12", "portal 2")
    assert GAME.over(state)
    assert GAME.returns(state).tolist() == [1, -1]
    assert cards(state, "table", 0) == [8, 8, 11]
    assert builds(state, 1) == [(6, 12, 1)]
