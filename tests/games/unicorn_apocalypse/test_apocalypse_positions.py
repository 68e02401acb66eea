"""Positions from readable arguments, positions as text, and states that cannot be."""

from __future__ import annotations

import numpy as np
import pytest
from apocalypse import FIVE_OPEN, GAME, builds, cards, fight, hand, in_play, open_portals, pile, play

from unicorn_envs.errors import StateError


def test_a_position_puts_the_named_cards_where_they_are_named():
    state = GAME.position(
        {
            "hand": ("Unicorn", "Archangel", 9),
            "pile": (10, "11 Ancient One", 12, 14, 2),
            "discard": ("Anchor",),
            "builds": [(6, 4), (13, 12, 1)],
            "open": {2: (8, 8)},
            "in_play": ("Comet",),
        },
        {},
        battle=17,
        battle_cap=20,
    )
    assert cards(state, "hand", 0) == [7, 9, 10, 11, 12, 14, 14]  # filled from the top of the pile
    assert pile(state, 0)[0] == 2
    assert cards(state, "discard", 0) == [1]
    assert builds(state, 0) == [(6, 4, 1), (13, 12, 1)]
    assert (open_portals(state, 0), cards(state, "new_home", 0)) == ([2], [8, 8])
    assert in_play(state) == [(1, 0), (0, 0)]
    assert (state["battle"][0], state["battle_cap"][0]) == (17, 20)


def test_cards_not_named_go_under_the_pile_or_to_the_discard_pile():
    assert len(pile(GAME.position({"hand": hand(9)}, {}), 0)) == 47
    state = GAME.position({"hand": hand(9), "pile": (2,), "rest": "discard"}, {})
    assert pile(state, 0) == [2]
    assert len(cards(state, "discard", 0)) == 46


def test_the_same_seed_gives_the_same_position():
    assert GAME.position(seed=3).tobytes() == GAME.position(seed=3).tobytes()
    assert GAME.position(seed=3).tobytes() != GAME.position(seed=4).tobytes()


@pytest.mark.parametrize(
    ("side", "problem"),
    [
        ({"hands": (1,)}, "a player has no 'hands'; allowed are hand, shown"),
        ({"hand": (1,) * 5}, "1 Anchor is named 5 times; a deck has 4"),
        ({"hand": (14, 14), "pile": (14,)}, "14 Unicorn is named 3 times; a deck has 2"),
        ({"hand": (2,) * 4 + (3,) * 4}, "a hand has up to 7 cards, not 8"),
        ({"hand": ("Dragon",)}, "there is no card 'Dragon'"),
        ({"hand": ("Engineer",)}, "'Engineer' may be level 2 or 3 or 4 or 5"),
        ({"hand": hand(9), "shown": (9, 9)}, "9 Fighter is shown more often"),
        ({"in_play": (7,)}, "only Comets and Unicorns"),
        ({"rest": "table"}, "rest must be 'pile' or 'discard'"),
        ({"builds": [(9, 3)]}, "there is no portal of cost 3; costs are 2, 4, 6, 8, 10, 12"),
        ({"builds": [(1, 12)]}, "1 Anchor cannot lie on a portal with 0 build points"),
        ({"builds": [(2, 12, 2)]}, "2 Engineer cannot lie on a portal with 2 build points"),
        ({"builds": [(9, 2), (8, 2)]}, "the portal of cost 2 is open, 8 Fighter is an evacuee"),
        ({"builds": [(9, 2)], "open": {2: (2,)}}, "the portal of cost 2 is open"),
        ({"open": {12: (9, 9)}}, "cannot have opened the portal of cost 12: 9 Fighter, 9 Fighter"),
        ({"open": {2: (9, 9, 9)}}, "cannot have opened the portal of cost 2"),
        ({"open": {5: (2, 2)}}, "there is no portal of cost 5"),
        ({"open": {**FIVE_OPEN, 2: (8, 8)}}, "with six portals open the game is over"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(side, problem):
    with pytest.raises(StateError, match=problem.replace("(", r"\(")):
        GAME.position(side, {})


def test_seven_comets_in_play_are_refused():
    with pytest.raises(StateError, match="with 7 Comets in play the game is over"):
        GAME.position({"in_play": (13, 13, 13, 13)}, {"in_play": (13, 13, 13)})


@pytest.mark.parametrize("battle", [0, 501])
def test_a_battle_outside_the_cap_is_refused(battle):
    with pytest.raises(StateError, match=f"battle must be 1 to 500, not {battle}"):
        GAME.position({}, {}, battle=battle)


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [("num_players", 3, "2, not 3"), ("battle_cap", 0, "1 to 10000"), ("battle_cap", 10_001, "1 to 10000")],
)
def test_options_out_of_range_are_refused(option, value, allowed):
    with pytest.raises(ValueError, match=f"{option} must be {allowed}"):
        GAME.new(seed=0, **{option: value})


@pytest.mark.parametrize(
    ("field", "index", "value", "code"),
    [
        ("placing", 0, 15, 1),
        ("pile_size", (0, 1), 60, 1),
        ("choice", (0, 1), 15, 1),
        ("discard", (0, 0, 4), 1, 2),
        ("hand", (0, 0, 4), 5, 2),
        ("shown", (0, 1, 14), 3, 3),
        ("build_points", (0, 0, 0), 3, 4),
        ("build_portal", (0, 0, 0), 7, 1),
        ("open", (0, 1, 0), 1, 5),
        ("seat", 0, -1, 6),
        ("choice", (0, 0), 9, 6),
        ("stack_size", 0, 1, 8),
        ("stack_size", 0, 9, 1),
        ("pile", (0, 1, 3), 15, 1),
        ("comets", (0, 0), -1, 1),
        ("new_home", (0, 0, 3), -1, 1),
        ("open", (0, 1, 3), 2, 1),
        ("open", (0, 0, 5), 1, 4),
        ("choice", (0, 1), 6, 6),
    ],
)
def test_a_state_that_was_tampered_with_is_found_out(field, index, value, code):
    state = GAME.position({"hand": hand(9), "builds": [(9, 12)]}, {"hand": hand(6)})
    assert GAME.problem(state) is None
    state[field][index] = value
    assert GAME.problem(state) == GAME.invariants[code]


@pytest.mark.parametrize(
    ("field", "index", "value", "code"),
    [
        ("winner", 0, 2, 6),
        ("builds", (0, 1), 0, 2),
        ("placing", 0, 9, 2),
        ("prompt", 0, 1, 7),
        ("stack_verb", (0, 0), 3, 8),
        ("stack_size", 0, 5, 8),
        ("stack_number", (0, 0), 15, 1),
    ],
)
def test_a_state_in_the_middle_of_a_battle_that_was_tampered_with_is_found_out(field, index, value, code):
    state = GAME.position({"hand": hand(11)}, {"hand": hand(6), "builds": [(9, 12)]})
    fight(state, 11, 6)
    play(state, "no")
    assert GAME.problem(state) is None
    state[field][index] = value
    assert GAME.problem(state) == GAME.invariants[code]


def test_a_seat_or_an_option_out_of_range_is_found_out_first():
    state = GAME.position({"hand": hand(9)}, {"hand": hand(6)})
    state["seat"] = 2
    assert GAME.problem(state) == "the seat that decides must be -1 to 1"
    state["battle_cap"] = 0
    assert GAME.problem(state) == "battle_cap must be 1 to 10000"


def test_a_build_card_that_is_to_be_removed_must_be_there():
    state = GAME.position({"hand": hand(11)}, {"hand": hand(6), "builds": [(9, 12)]})
    fight(state, 11, 6)
    play(state, "no")
    state["builds"][0, 1] = 0
    state["discard"][0, 1, 9] += 1
    assert GAME.problem(state) == GAME.invariants[6]


def test_a_battle_card_that_is_not_in_the_hand_is_found_out():
    state = GAME.position({"hand": hand(9)}, {"hand": hand(6)})
    play(state, "level 9")
    state["choice"][0, 0] = 14
    assert GAME.problem(state) == GAME.invariants[6]


def test_a_closed_portal_whose_cost_is_met_is_found_out():
    state = GAME.position({"hand": hand(9), "builds": [(9, 2), (8, 4)]}, {"hand": hand(6)})
    state["build_portal"][0, 0, 1] = 0
    assert GAME.problem(state) == GAME.invariants[4]


def test_a_battle_with_a_hand_too_small_is_found_out():
    state = GAME.position({"hand": hand(9)}, {"hand": hand(6)})
    state["hand"][0, 0, 9] -= 1
    state["discard"][0, 0, 9] += 1
    assert GAME.problem(state) == GAME.invariants[7]


def test_a_state_is_saved_and_found_again():
    state = GAME.position({"hand": hand(12)}, {"hand": hand(6)})
    fight(state, 12, 6)
    again = GAME.state_from_bytes(GAME.state_to_bytes(state))
    assert again.tobytes() == state.tobytes()


# Text


def test_the_text_of_a_player_shows_what_the_player_knows():
    state = GAME.position(
        {"hand": hand(9), "builds": [(6, 4), (13, 12, 1)], "open": {2: (8, 8)}, "in_play": (13,)},
        {"hand": (14, 10, 10, 2, 2, 2, 6), "shown": (14,)},
        battle=12,
    )
    text = GAME.describe(state, 0)
    for line in (
        "battle 12   Comets in play: 1 of 7",
        "  hand: 2 x 3 Engineer, 2 x 4 Engineer, 2 x 5 Engineer, 9 Fighter",
        "  portals: [2] open   [4] 1/4   [6] 0/6   [8] 0/8   [10] 0/10   [12] 1/12",
        "  build cards as placed: 6 Fighter (1) on [4], 13 Comet (1) on [12]",
        "  evacuees (2): 2 x 8 Fighter",
        "  in play: 1 Comet, 0 Unicorns",
        "  hand of 7, draw pile of 47",
        "  known in hand: 14 Unicorn",
        "player_0: which card fights?",
    ):
        assert line in text.splitlines()
    assert "  known to the opponent: 14 Unicorn" in GAME.describe(state, 1).splitlines()


def test_the_text_with_everything_shown_has_both_hands_and_piles():
    state = GAME.position({"hand": hand(9)}, {"hand": (14, 10, 10, 2, 2, 2, 6), "pile": (12, 11)})
    play(state, "level 9")
    text = GAME.describe(state)
    assert "  hand: 3 x 2 Engineer, 6 Fighter, 2 x 10 Fighter, 14 Unicorn" in text.splitlines()
    assert "  draw pile from the top: 12 11 " in text
    assert "player_0 has laid 9 Fighter face down" in text.splitlines()
    assert "player_1: which card fights?" in text.splitlines()


def test_the_text_tells_a_war():
    state = GAME.position({"hand": hand(8), "pile": (2, 5, 6, 10)}, {"hand": hand(8), "pile": (9, 12, 11, 4)})
    fight(state, 8, 8)
    told = (
        "this battle: player_0 8 Fighter, player_1 8 Fighter; a War of 1 round, "
        "last cards: player_0 10 Fighter, player_1 4 Engineer; won by player_0"
    )
    for seat in (0, 1, None):
        assert told in GAME.describe(state, seat).splitlines()
    assert "not placed yet: 2 Engineer, 5 Engineer, 6 Fighter, 8 Fighter, 10 Fighter" in GAME.describe(state, 1)


@pytest.mark.parametrize(
    ("actions", "question"),
    [
        ((), "player_0: build with 12 Ancient One: on which portal, or not at all?"),
        (("no",), "player_0: 12 Ancient One: which card of the hand is placed for 1 point, or none?"),
        (("no", "level 3"), "player_0: on which portal goes 3 Engineer, for 1 point?"),
        (("no", "no"), "player_0: which card fights?"),
    ],
)
def test_the_text_asks_the_question_at_hand(actions, question):
    state = GAME.position({"hand": hand(12)}, {"hand": hand(6)})
    fight(state, 12, 6)
    play(state, *actions)
    assert GAME.describe(state, 1).splitlines()[-1] == question


def test_the_text_of_a_finished_game_says_so():
    state = GAME.new(seed=1)
    GAME.play_random(state, seed=1)
    assert GAME.describe(state, 0).splitlines()[-1] == "the game is over"


def test_every_observation_is_told_without_hidden_cards_of_the_opponent():
    state = GAME.new(seed=8)
    hidden = GAME.clone(state)
    hidden["hand"][0, 1], hidden["pile"][0, 1] = 0, 0
    rest = np.sort(np.concatenate([state["pile"][0, 1, :47], cards(state, "hand", 1)]))
    hidden["pile"][0, 1, :47] = rest[:47]
    for level in rest[47:]:
        hidden["hand"][0, 1, level] += 1
    assert GAME.problem(hidden) is None
    assert GAME.describe(hidden, 0) == GAME.describe(state, 0)
    assert GAME.describe(hidden, 1) != GAME.describe(state, 1)
