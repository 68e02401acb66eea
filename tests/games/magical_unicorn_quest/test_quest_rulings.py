"""The numbered rulings of RULES.md."""

from __future__ import annotations

import numpy as np
import pytest
from quest import (
    GAME,
    asked,
    choices,
    count,
    deck,
    hand,
    number,
    pile,
    places,
    play,
    removed,
    stable,
    table,
    winners,
)


def test_ruling_1_asked_clockwise_the_acting_adventurer_last() -> None:
    hands = [["Pixie Dust", "Halt"], ["Halt"], ["Halt"], ["Halt"]]
    state = GAME.position(hands=hands)
    play(state, "0 play Pixie Dust", "1 pass", "2 pass", "3 play Halt")
    play(state, "1 pass", "2 pass")  # whoever passed is asked again further down; player_3 is not
    assert asked(state) == (0, "HALT_WINDOW")


def test_ruling_1_the_own_card_is_not_answered() -> None:
    state = GAME.position(hands=[["Pixie Dust", "Halt", "Troll"], [], [], []], deck=["Elf", "Dwarf"])
    play(state, "0 play Pixie Dust")
    assert asked(state) == (0, "BEING") and hand(state, 0)["Elf"] == 1


def test_ruling_1_after_a_halted_halt_the_asking_goes_on() -> None:
    state = GAME.position(hands=[["Pixie Dust", "Halt", "Troll"], ["Halt", "Halt"], ["Halt"], []])
    play(state, "0 play Pixie Dust", "1 play Halt", "2 pass", "0 play Halt")
    assert asked(state) == (1, "HALT_WINDOW") and table(state) == ["Pixie Dust", "Halt", "Halt"]
    play(state, "1 pass", "2 pass")
    # player_1's Halt is halted; player_1 is not asked twice about the Pixie Dust, player_2 is
    assert asked(state) == (2, "HALT_WINDOW") and table(state) == ["Pixie Dust"]
    play(state, "2 play Halt", "1 pass")
    assert pile(state) == ["Halt", "Pixie Dust", "Halt", "Halt"]


def test_ruling_2_the_thief_window_begins_left_of_the_mover_who_is_not_asked() -> None:
    hands = [["Golden Unicorn", "Unicorn Thief"], ["Unicorn Thief"], ["Unicorn Thief"], ["Unicorn Thief"]]
    state = GAME.position(hands=hands, step="being")
    play(state, "0 play Golden Unicorn", "0 stable 0", "1 pass", "2 play Unicorn Thief", "2 stable 0")
    # The mover is player_2 now: player_3 first, then the former mover
    play(state, "3 pass", "0 pass")
    assert asked(state) == (1, "THIEF_WINDOW")  # passed before, asked in the new window
    play(state, "1 pass")
    assert stable(state, 2) == {"Golden Unicorn": 1}


def test_ruling_2_after_a_halted_thief_the_same_adventurer_may_play_another() -> None:
    state = GAME.position(
        hands=[["Golden Unicorn", "Halt", "Halt"], ["Unicorn Thief"], ["Unicorn Thief", "Unicorn Thief"], []],
        step="being",
    )
    play(state, "0 play Golden Unicorn", "0 stable 0", "1 pass", "2 play Unicorn Thief", "2 stable 0", "0 play Halt")
    assert asked(state) == (2, "THIEF_WINDOW") and pile(state) == ["Halt", "Unicorn Thief"]
    play(state, "2 play Unicorn Thief", "2 stable 0", "0 play Halt")
    # player_1 passed and is not asked again
    assert stable(state, 0) == {"Golden Unicorn": 1}


def test_ruling_3_any_stable_but_the_one_intended_at_that_moment() -> None:
    state = GAME.position(
        hands=[["Golden Unicorn"], ["Unicorn Thief"], ["Unicorn Thief"], []],
        stables={0: ["Majestic Unicorn"]},
        step="being",
    )
    play(state, "0 play Golden Unicorn", "0 stable 0", "1 play Unicorn Thief")
    assert choices(state) == {"stable 0", "stable 1", "stable 2"}  # the goal is stable 3 from player_1
    play(state, "1 stable 0", "2 play Unicorn Thief")
    assert choices(state) == {"stable 0", "stable 1", "stable 2"}
    play(state, "2 stable 2")  # back to the first goal, which completes the pair
    assert winners(state) == [0, 1]


def test_ruling_3_with_unicorn_food_the_unicorn_may_stay() -> None:
    state = GAME.position(hands=[["Unicorn Food", "Troll"], ["Unicorn Thief"], [], []], stables={2: ["Golden Unicorn"]})
    play(state, "0 play Unicorn Food", "0 stable 0", "1 play Unicorn Thief", "1 stable 1")
    assert stable(state, 2) == {"Golden Unicorn": 1} and stable(state, 0) == {}


def test_ruling_4_halted_in_an_ability_uses_up_that_play() -> None:
    state = GAME.position(hands=[["Elf"], ["Halt", "Troll"], [], []], stables={3: ["Dwarf"]}, step="abilities")
    play(state, "1 play Halt")  # the Elf, the only being in hand, has been played
    assert state["player"][0] == 1 and pile(state) == ["Halt", "Elf"]


def test_ruling_4_halted_unicorns_go_under_the_deck_in_order() -> None:
    state = GAME.position(
        hands=[["Golden Unicorn", "Majestic Unicorn"], ["Halt", "Halt", "Troll"], [], []],
        stables={3: ["Dwarf"] * 2},
        step="abilities",
    )
    play(state, "0 second ability", "0 play Golden Unicorn", "1 play Halt", "0 play Majestic Unicorn", "1 play Halt")
    assert deck(state)[-2:] == ["Golden Unicorn", "Majestic Unicorn"] and pile(state) == ["Halt", "Halt"]


def test_ruling_5_a_species_acts_once_in_each_stable() -> None:
    state = GAME.position(
        hands=[["Troll"], ["Troll"], []],
        stables={2: ["Fairy"], 0: ["Fairy"]},
        step="abilities",
        deck=["Halt", "Elf", "Dwarf"],
    )
    assert hand(state, 0) == {"Troll": 1, "Halt": 1, "Elf": 1} and state["player"][0] == 1


def test_ruling_5_two_stacked_cards_act_once_also_when_one_arrives_later() -> None:
    state = GAME.position(
        hands=[["Fairy", "Troll"], ["Troll"], []],
        stables={2: ["Dwarf", "Fairy"]},
        step="abilities",
        deck=["Halt", "Elf"],
    )
    play(state, "0 choose Fairy", "0 play Fairy")
    assert state["player"][0] == 1 and hand(state, 0) == {"Troll": 1, "Halt": 1}


def test_ruling_5_an_ability_is_finished_although_its_card_leaves() -> None:
    state = GAME.position(
        hands=[["Elf"], ["Halt"], []], stables={2: ["Troll", "Troll"]}, step="abilities", auto_single=False
    )
    play(state, "0 choose Troll", "0 second ability", "0 stable 2", "0 choose Troll")
    assert stable(state, 2) == {"Troll": 1} and pile(state) == ["Troll"] and state["player"][0] == 1


def test_ruling_5_the_right_stable_comes_first_again_when_a_species_arrives_there() -> None:
    state = GAME.position(
        hands=[["Troll"], ["Troll"], []],
        stables={2: ["Phoenix"], 0: ["Fairy"]},
        step="abilities",
        discard=["Halt"],
        auto_single=False,
    )
    assert choices(state) == {"choose Phoenix"}
    play(state, "0 choose Phoenix", "0 pass")
    assert choices(state) == {"choose Fairy"}


def test_ruling_6_an_empty_deck_is_rebuilt_in_the_middle_of_a_draw() -> None:
    state = GAME.position(
        hands=[["Pixie Dust", "Golden Unicorn", "Golden Unicorn"], ["Majestic Unicorn", "Majestic Unicorn"], []],
        rest="discard",
        mode="shared",
    )
    before = len(pile(state))
    play(state, "0 play Pixie Dust")
    assert len(deck(state)) == before - 2 and pile(state) == ["Pixie Dust"]
    assert state["none_left"][0].tolist() == [1, 1]


def everything_in_hand(step: str, **given: object):
    """Three players; potions and magic are in the hand of seat 2, and all species are removed or named."""
    stuff = dict.fromkeys(("Unicorn Food", "Rainbows & Glitter", "Crystal Ball", "Moonlight Elixir", "Thunder Brew"), 5)
    stuff |= {"Friendship Tea": 5, "Unicorn Thief": 5, "Halt": 10, "Pixie Dust": 4}
    unicorns = {"Golden Unicorn": 2, "Majestic Unicorn": 2}
    return GAME.position(hands=[given.pop("mine", ["Pixie Dust"]), unicorns, stuff], rest="removed", step=step, **given)


def test_ruling_6_both_piles_empty_the_draw_is_skipped() -> None:
    state = everything_in_hand("potion")
    play(state, "0 play Pixie Dust", "2 pass")
    # Nothing was drawn; step 5 then made the Pixie Dust itself the deck, and the next adventurer drew it
    assert hand(state, 0) == {} and hand(state, 1)["Pixie Dust"] == 1 and deck(state) == [] and pile(state) == []


def test_ruling_6_a_search_of_an_empty_deck_finds_nothing() -> None:
    state = everything_in_hand("abilities", stables={2: ["Fairy", "Fairy"]}, discard=["Elf"])
    play(state, "0 second ability")
    assert hand(state, 0) == {"Pixie Dust": 1}


def test_ruling_6_an_elf_takes_of_those_there_are() -> None:
    state = everything_in_hand("abilities", stables={2: ["Elf"]}, deck=["Dwarf", "Phoenix"], auto_single=False)
    play(state, "0 choose Elf")
    assert choices(state) == {"choose Dwarf", "choose Phoenix"}
    play(state, "0 choose Dwarf")
    assert hand(state, 0) == {"Pixie Dust": 1, "Dwarf": 1}


def test_ruling_7_the_turn_cap_is_a_draw_by_truncation() -> None:
    state = GAME.position(hands=[["Troll"], [], []], turn=20, turn_cap=20, step="being")
    play(state, "0 pass")
    assert GAME.over(state) and GAME.truncated(state) and winners(state) == []
    assert not GAME.returns(state).any()


def test_ruling_8_the_hand_limit_holds_only_in_the_own_step_5() -> None:
    state = GAME.position(
        hands=[["Troll"], ["Elf"] * 4 + ["Dwarf"] * 3, []], stables={2: ["White Rabbit"]}, step="abilities"
    )
    assert sum(hand(state, 1).values()) == 9  # drawn by the Rabbit, and in the own step 1
    while state["player"][0] == 1:
        GAME.apply(state, next(iter(sorted(choices(state), reverse=True))))
    assert sum(hand(state, 1).values()) == 7


def test_ruling_8_the_first_seat_is_random() -> None:
    first = [int(GAME.new(seed=seed, num_players=3)["player"][0]) for seed in range(60)]
    assert min(first.count(seat) for seat in range(3)) >= 8


def test_ruling_9_only_holders_are_asked() -> None:
    state = GAME.position(hands=[["Pixie Dust", "Troll"], ["Elf"], ["Halt"], ["Elf"]])
    play(state, "0 play Pixie Dust", "2 pass")
    assert asked(state) == (0, "BEING")


def test_ruling_9_ask_everyone_asks_all_with_a_hand() -> None:
    state = GAME.position(
        hands=[["Golden Unicorn", "Elf"], ["Elf"], [], ["Unicorn Thief"]], ask_everyone=True, step="being"
    )
    play(state, "0 play Golden Unicorn", "0 stable 0")
    assert asked(state) == (1, "HALT_WINDOW") and choices(state) == {"pass"}
    play(state, "1 pass", "3 pass")
    assert asked(state) == (1, "THIEF_WINDOW") and choices(state) == {"pass"}
    play(state, "1 pass", "3 play Unicorn Thief")


def test_ruling_9_a_pass_leaves_no_trace() -> None:
    states = []
    for answer in ("1 pass", None):
        hands = [["Pixie Dust", "Troll"], ["Halt"] if answer else ["Elf"], ["Halt"], []]
        state = GAME.position(hands=hands, deck=["Elf", "Dwarf"])
        play(state, "0 play Pixie Dust", *([answer] if answer else []))
        states.append(GAME.observe(state, 3))
    np.testing.assert_array_equal(*states)


def test_ruling_9_who_is_asked_is_seen_only_by_them() -> None:
    state = GAME.position(hands=[["Pixie Dust", "Troll"], ["Halt"], [], []])
    play(state, "0 play Pixie Dust")
    layout = GAME.observation.for_players(4)
    assert layout.split(GAME.observe(state, 1))["acting"].tolist() == [1, 0, 0, 0, 0, 0]
    assert not layout.split(GAME.observe(state, 2))["acting"].any()


def test_ruling_10_two_of_one_kind_never_win() -> None:
    state = GAME.position(hands=[["Golden Unicorn"], ["Troll"], []], stables={0: ["Golden Unicorn"]}, step="being")
    play(state, "0 play Golden Unicorn", "0 stable 0")
    assert stable(state, 0) == {"Golden Unicorn": 2} and not GAME.over(state)


def test_ruling_10_after_a_win_cards_stay_on_the_table() -> None:
    state = GAME.position(hands=[["Unicorn Food"], [], []], stables={0: ["Golden Unicorn"], 1: ["Majestic Unicorn"]})
    play(state, "0 play Unicorn Food", "0 stable 0", "0 stable 1")
    assert GAME.over(state) and table(state) == ["Unicorn Food"] and pile(state) == []


def test_ruling_11_a_played_card_is_in_no_hand_and_no_pile() -> None:
    state = GAME.position(hands=[["Pixie Dust", "Troll"], ["Halt"], []])
    play(state, "0 play Pixie Dust")
    assert table(state) == ["Pixie Dust"] and hand(state, 0) == {"Troll": 1} and pile(state) == []


def test_ruling_11_a_rebuild_during_pixie_dust_does_not_contain_it() -> None:
    state = GAME.position(
        hands=[["Pixie Dust", "Golden Unicorn", "Golden Unicorn"], ["Majestic Unicorn", "Majestic Unicorn"], []],
        rest="discard",
    )
    play(state, "0 play Pixie Dust")
    held = hand(state, 0).get("Pixie Dust", 0)
    assert count(deck(state))["Pixie Dust"] + held == 4 and pile(state) == ["Pixie Dust"]


def test_ruling_11_what_thunder_brew_discards_lies_under_it() -> None:
    state = GAME.position(hands=[["Thunder Brew", "Troll"], [], []], stables={1: ["Elf"]})
    play(state, "0 play Thunder Brew")
    assert pile(state) == ["Thunder Brew", "Elf"]


def test_ruling_12_targets_are_named_before_halt_is_asked() -> None:
    state = GAME.position(hands=[["Crystal Ball", "Troll"], ["Halt", "Elf"], ["Elf"], []])
    play(state, "0 play Crystal Ball")
    assert asked(state) == (0, "NAME_ADVENTURER")
    play(state, "0 adventurer 2")
    assert asked(state) == (1, "HALT_WINDOW")
    known = GAME.observation.for_players(4).split(GAME.observe(state, 1))
    assert known["play"].any() and known["play_target"].tolist() == [0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("potion", ["Crystal Ball", "Friendship Tea", "Rainbows & Glitter"])
def test_ruling_12_a_hand_emptied_by_halts_leaves_nothing_to_do(potion: str) -> None:
    naming = ["0 choose Halt"] if potion == "Rainbows & Glitter" else []
    state = GAME.position(hands=[[potion, "Halt", "Troll"], ["Halt"], ["Elf"], []])
    play(state, f"0 play {potion}", "0 adventurer 1", *naming, "1 play Halt", "0 play Halt")
    assert asked(state) == (0, "BEING") and hand(state, 0) == {"Troll": 1} and hand(state, 1) == {}
    assert pile(state) == [potion, "Halt", "Halt"]


def test_ruling_12_rainbows_and_glitter_counts_on_resolution() -> None:
    state = GAME.position(hands=[["Rainbows & Glitter", "Halt", "Troll"], ["Halt", "Halt"], [], []])
    play(state, "0 play Rainbows & Glitter", "0 choose Halt", "1 play Halt", "0 play Halt", "1 pass")
    assert hand(state, 0) == {"Troll": 1, "Halt": 1}  # one copy is left to hand over


def test_ruling_12_the_acting_adventurer_picks_first_unseen() -> None:
    state = GAME.position(hands=[["Friendship Tea", "Troll", "Elf"], ["Dwarf", "Phoenix"], []])
    play(state, "0 play Friendship Tea", "0 choose Elf")
    layout = GAME.observation.for_players(3)
    assert asked(state) == (1, "SWAP_GIVE")
    assert layout.split(GAME.observe(state, 0))["picked"].any()
    other = GAME.position(hands=[["Friendship Tea", "Troll", "Elf"], ["Dwarf", "Phoenix"], []])
    play(other, "0 play Friendship Tea", "0 choose Troll")
    np.testing.assert_array_equal(GAME.observe(state, 1), GAME.observe(other, 1))


def test_ruling_13_whoever_has_no_card_is_skipped() -> None:
    state = GAME.position(hands=[[], ["Elf", "Troll"], []], stables={2: ["Dragon"]}, step="abilities")
    play(state, "1 choose Elf")
    assert pile(state) == ["Elf"] and state["player"][0] == 1


def test_ruling_13_either_ability_also_one_that_can_do_nothing() -> None:
    for ability in ("first ability", "second ability"):
        state = GAME.position(hands=[[], ["Troll"], []], stables={2: ["Phoenix", "Phoenix"]}, step="abilities")
        play(state, f"0 {ability}")
        assert hand(state, 0) == {} and state["player"][0] == 1


def test_ruling_13_discards_are_seen_one_by_one() -> None:
    state = GAME.position(hands=[["Elf", "Halt"], ["Troll", "Elf"], []], stables={2: ["Dragon"]}, step="abilities")
    play(state, "0 choose Halt")
    assert asked(state) == (1, "DISCARD")
    assert GAME.observation.for_players(3).split(GAME.observe(state, 1))["discard_top"][number("Halt") - 1] == 1


def test_ruling_13_troll_and_dragon_may_hit_their_own_species() -> None:
    state = GAME.position(hands=[["Troll"], ["Troll"], []], stables={2: ["Dragon", "Dragon"]}, step="abilities")
    play(state, "0 second ability", "0 stable 2")
    assert removed(state) == {"Dragon": 1}
    lone = GAME.position(hands=[[], ["Elf"], []], stables={2: ["Troll"]}, step="abilities")
    assert stable(lone, 2) == {"Troll": 1} and lone["player"][0] == 1


def test_ruling_14_a_search_shuffles_either_way() -> None:
    bottom = ["Golden Unicorn", "Golden Unicorn"]
    state = GAME.position(hands=[["Troll"], ["Halt"], []], stables={2: ["Elf"] * 2}, step="abilities", bottom=bottom)
    assert len(places(state, 1)) == 2
    play(state, "0 second ability")
    assert places(state, 1) == {} and hand(state, 0) == {"Troll": 1, "Majestic Unicorn": 1}
    vain = GAME.position(
        hands=[["Troll"], ["Majestic Unicorn"] * 2, []], stables={2: ["Elf"] * 2}, step="abilities", bottom=bottom
    )
    play(vain, "0 second ability")
    assert places(vain, 2) == {} and hand(vain, 0) == {"Troll": 1} and vain["none_left"][0].tolist() == [0, 1]


def test_ruling_15_a_card_taken_from_the_pile_is_the_topmost_of_its_name() -> None:
    state = GAME.position(hands=[["Moonlight Elixir", "Troll"], [], []], discard=["Elf", "Halt", "Dwarf", "Halt"])
    play(state, "0 play Moonlight Elixir", "0 choose Halt")
    assert pile(state) == ["Moonlight Elixir", "Elf", "Dwarf", "Halt"]


def test_ruling_15_a_unicorn_discarded_from_a_hand_goes_under_the_deck_seen_by_all() -> None:
    state = GAME.position(hands=[["Golden Unicorn"], ["Troll"], []], stables={2: ["Werewolf"]}, step="abilities")
    assert deck(state)[-1] == "Golden Unicorn" and pile(state) == []
    for observer in range(3):
        assert places(state, observer)[len(deck(state)) - 1] == "Golden Unicorn"


def test_ruling_16_returns_sum_to_zero() -> None:
    for players in range(3, 7):
        hands = [["Golden Unicorn"]] + [[] for _ in range(players - 1)]
        state = GAME.position(hands=hands, stables={0: ["Majestic Unicorn"]}, step="being")
        play(state, "0 play Golden Unicorn", "0 stable 0")
        returns = GAME.returns(state)
        np.testing.assert_allclose(returns, [0.5, 0.5] + [-1 / (players - 2)] * (players - 2), rtol=1e-6)
        assert abs(returns.sum()) < 1e-6


def test_ruling_16_auto_single_never_answers_a_response_window() -> None:
    state = GAME.position(hands=[["Pixie Dust", "Troll"], ["Elf"], [], []], ask_everyone=True, auto_single=True)
    play(state, "0 play Pixie Dust")
    assert asked(state) == (1, "HALT_WINDOW") and choices(state) == {"pass"}


def test_ruling_16_auto_single_answers_what_has_one_answer() -> None:
    for auto in (True, False):
        state = GAME.position(hands=[["Thunder Brew", "Troll"], [], []], stables={1: ["Elf"]}, auto_single=auto)
        play(state, "0 play Thunder Brew")
        assert asked(state) == ((0, "BEING") if auto else (0, "BREW_STABLE"))
