"""Positions from readable arguments, positions as text, and states that cannot be."""

from __future__ import annotations

import numpy as np
import pytest
from apocalypse import FIVE_OPEN, GAME, builds, cards, fight, hand, in_play, open_portals, pile, play

from tests.common import altered
from unicorn_envs.engine.jit import COMPILED
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
        ({"hands": (1,)}, "player_0 has no 'hands'; allowed are hand, shown"),
        ({"hand": (1,) * 5}, "1 Anchor is named 5 times; a deck has 4"),
        ({"hand": (14, 14), "pile": (14,)}, "14 Unicorn is named 3 times; a deck has 2"),
        ({"hand": (2,) * 4 + (3,) * 4}, "a hand has up to 7 cards, not 8"),
        ({"hand": ("Dragon",)}, "there is no card 'Dragon'"),
        ({"hand": ("Engineer",)}, "'Engineer' may be level 2 or 3 or 4 or 5"),
        ({"hand": hand(9), "shown": (9, 9)}, "9 Fighter is shown more often"),
        ({"in_play": (7,)}, "only Comets and Unicorns"),
        ({"rest": "table"}, "rest must be one of pile, discard, not 'table'"),
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
    for field in ("build_level", "build_points", "build_portal"):
        state[field][0, 1, 0] = 0
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


def opening():
    return GAME.position({"hand": hand(9), "open": {2: (6, 9)}}, {"hand": hand(6)})


def removing():
    """Player 0 is asked about level 11."""
    state = GAME.position({"hand": hand(11)}, {"hand": hand(6), "builds": [(9, 12)]})
    fight(state, 11, 6)
    play(state, "no")
    return state


def lost_unicorn():
    """Player 1 is asked about a Unicorn."""
    state = GAME.position({"hand": hand(8), "pile": (2, 5, 6, 10)}, {"hand": hand(8), "pile": (14, 12, 11, 4)})
    fight(state, 8, 8)
    return state


def finished(**given):
    three = {"in_play": (13, 13, 13)}
    state = GAME.position({"hand": hand(13), "open": {2: (2,)}, **three}, {"hand": hand(6), **three}, **given)
    fight(state, 13, 6)
    return state


BREAKS = [
    (1, opening, {"battle": -1}),
    (1, opening, {"battle": 501}),
    (1, opening, {"rounds": 13}),
    (1, opening, {"prompt": 8}),
    (1, opening, {"winner": 3}),
    (1, opening, {"hand": ((0, 0), 1)}),
    (1, opening, {"pile": ((0, 50), 3)}),
    (1, opening, {"build_level": ((0, 3), 3)}),
    (1, opening, {"unicorns": ((0,), -1)}),
    (1, removing, {"stack_verb": ((1,), 9)}),
    (2, opening, {"hand": ((0, 9), 2)}),
    (2, opening, {"comets": ((1,), 1)}),
    (2, finished, {"table": ((0, 4), 1)}),
    (3, opening, {"shown": ((0, 9), 2)}),
    (4, removing, {"build_points": ((1, 0), 2)}),
    (4, removing, {"open": ((1, 5), 1)}),
    (5, opening, {"open": ((1, 0), 1)}),
    (5, opening, {"open": ((0, 0), 0)}),
    (5, opening, {"new_home": ((0, 9), 0), "discard": ((0, 9), 1)}),  # one evacuee of 1 point for a cost of 2
    (6, opening, {"seat": -1}),
    (6, opening, {"prompt": 0}),
    (6, opening, {"winner": 1, "first": ((), [3, 4])}),
    (6, opening, {"choice": ((0,), 9)}),
    (6, removing, {"seat": 1}),
    (6, removing, {"prompt": 3}),
    (6, removing, {"prompt": 4}),
    (6, removing, {"prompt": 6, "discard": ((0, 11), 0), "table": ((0, 11), 1)}),
    (6, lost_unicorn, {"winner": 2}),
    (6, lost_unicorn, {"winner": 0}),
    (6, lost_unicorn, {"prompt": 3}),
    (6, lost_unicorn, {"discard": ((1, 12), 0), "table": ((1, 12), 1)}),
    (7, opening, {"hand": ((0, 9), 0), "discard": ((0, 9), 1)}),
    (8, opening, {"stack_size": 1, "stack_verb": ((0,), 7)}),
    (8, removing, {"stack_verb": ((0,), 4)}),
    (8, removing, {"stack_verb": ((1,), 6), "stack_number": ((1,), 12)}),
    (8, removing, {"stack_size": 2}),
    (8, lost_unicorn, {"stack_size": 4, "stack_verb": ((4,), 0)}),
    (9, opening, {"seat": -1, "prompt": 0}),
    (9, opening, {"returns": ((), [1, -1])}),
    (9, opening, {"truncated": 1}),
    (9, finished, {"returns": ((), [-1, 1])}),
    (9, finished, {"returns": 0}),
    (9, finished, {"truncated": 1}),
    (9, finished, {"open": ((0, 0), 0), "new_home": ((0, 2), 0), "discard": ((0, 2), 1)}),
]


@pytest.mark.parametrize(("code", "make", "fields"), BREAKS)
def test_each_invariant_is_found_broken(code, make, fields):
    state = make()
    assert GAME.problem(state) is None
    assert GAME.problem(altered(state, **fields)) == GAME.invariants[code]


def test_every_line_of_the_invariants_has_a_state_that_breaks_it():
    assert {code for code, _, _ in BREAKS} == set(GAME.invariants)


def test_a_decision_with_seven_comets_in_play_is_found_out():
    state = GAME.position({"hand": hand(9), "in_play": (13, 13, 13)}, {"hand": (13, *hand()[:6]), "in_play": (13, 13)})
    fight(state, 9, 13)
    assert sum(map(sum, in_play(state))) == 6
    altered(state, unicorns=((1,), 1), pile=((1, state["pile"][0, 1].tolist().index(14)), 0))
    top = int(state["pile_size"][0, 1]) - 1
    kept = [card for card in state["pile"][0, 1].tolist() if card]
    state["pile"][0, 1] = 0
    state["pile"][0, 1, :top] = kept
    state["pile_size"][0, 1] = top
    assert GAME.problem(state) == GAME.invariants[9]


# What a builder accepts


JUNK = [None, True, np.True_, 1.5, float("nan"), -1, 99, "x", b"7", "", [None], [[]], {}, {"x": 1}, object(), 7,
        np.array(7), np.array([1.5]), (1, 2, 3, 4, 5)]  # fmt: skip


@pytest.mark.parametrize("name", ["hand", "shown", "pile", "discard", "builds", "open", "in_play", "rest"])
def test_an_argument_of_a_side_that_makes_no_sense_is_refused_by_name(name):
    refused = 0
    for junk in [*JUNK, [(9,)], [(9, 12, 1, 1)], [(9, 2.0)], [(9, True)], [(9, 12, True)], [(9, 12, 1.0)], [(None, 12)],
                 [[9, 12, None]], {2.0: (2,)}, {2: 2}, {2: None}, {True: (2,)}, {2: "Fighter"}, "Archangel", ["pile"],
                 [-7], [7.0], [np.True_]]:  # fmt: skip
        for sides in (({name: junk}, None), ({}, {name: junk})):
            try:
                state = GAME.position(*sides)
            except StateError as error:
                assert len(str(error)) > 20
                refused += 1
            else:
                assert GAME.problem(state) is None
    assert refused > 50


@pytest.mark.parametrize("side", [7, "hand", [("hand", (7,))], True, {7: ()}, {None: ()}])
def test_a_side_that_is_no_mapping_of_arguments_is_refused(side):
    with pytest.raises(StateError, match="player_1"):
        GAME.position({}, side)


@pytest.mark.parametrize("battle", [None, True, np.True_, 1.0, "1", -1, 501, [1]])
def test_a_battle_that_is_no_number_of_one_is_refused_with_what_is_allowed(battle):
    with pytest.raises(StateError, match=r"battle must be .*1 to 500, not"):
        GAME.position(battle=battle)


def random_side(rng) -> dict:
    """Arguments of the right form, which may go together or not."""
    deck = [level for level in range(1, 15) for _ in range(2 if level == 14 else 4)]
    rest = [deck[i] for i in rng.permutation(len(deck))]
    side: dict = {"open": {}, "builds": [], "rest": str(rng.choice(["pile", "discard"]))}
    for cost in rng.permutation((2, 4, 6, 8, 10, 12))[: rng.integers(6)]:
        size = int(rng.integers(-(-cost // 4), cost + 1)) if rng.random() < 0.5 else int(cost)
        side["open"][int(cost)], rest = rest[:size], rest[size:]
    for _ in range(rng.integers(8)):
        side["builds"].append((rest.pop(), int(rng.choice((2, 4, 6, 8, 10, 12))), *([1] * int(rng.integers(2)))))
    in_play = [level for level in rest if level >= 13][: rng.integers(5)]
    for level in in_play:
        rest.remove(level)
    side["in_play"] = in_play
    for name, most in (("hand", 7), ("pile", 12), ("discard", 12)):
        size = int(rng.integers(most + 1))
        side[name], rest = rest[:size], rest[size:]
    side["shown"] = side["hand"][: rng.integers(len(side["hand"]) + 1)]
    return side


def test_what_a_position_accepts_can_be_played_to_the_end():
    rng = np.random.default_rng(11)
    low, high = GAME.observation.low, GAME.observation.high
    wanted = 300 if COMPILED else 12
    played = refused = 0
    while played < wanted:
        cap = int(rng.integers(1, 600))
        arguments = {"battle_cap": cap, "battle": int(rng.integers(1, cap + 1)), "seed": played}
        try:
            state = GAME.position(random_side(rng), random_side(rng), **arguments)
        except StateError:
            refused += 1
            continue
        assert not GAME.over(state)
        while not GAME.over(state):
            GAME.apply(state, int(rng.choice(GAME.legal_actions(state))))
            assert GAME.problem(state) is None
            for seat in (0, 1):
                seen = GAME.observe(state, seat)
                assert (low <= seen).all()
                assert (seen <= high).all()
        assert GAME.outcome(state)["ended_by"] in ("comets", "portals", "cap")
        played += 1
    assert refused > 0


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
    three = {"in_play": (13, 13, 13)}
    comets = GAME.position({"hand": hand(13), **three, "open": {2: (2,)}}, {"hand": hand(6), **three})
    fight(comets, 13, 6)
    draw = GAME.position({"hand": hand(13), **three}, {"hand": hand(6), **three})
    fight(draw, 13, 6)
    portals = GAME.position({"hand": hand(6)}, {"hand": hand(9), "open": FIVE_OPEN, "builds": [(6, 2)]})
    fight(portals, 6, 9)
    play(portals, "portal 2")
    cap = GAME.position({"hand": hand(13)}, {"hand": hand(6)}, battle=9, battle_cap=9)
    fight(cap, 13, 6)
    for state, ending in (
        (comets, "seven Comets; player_0 wins"),
        (draw, "seven Comets; a draw"),
        (portals, "six portals open; player_1 wins"),
        (cap, "the last battle allowed was fought; a draw"),
    ):
        for seat in (0, 1, None):
            assert GAME.describe(state, seat).splitlines()[-1] == f"the game is over: {ending}"


def test_the_text_tells_a_battle_that_the_seventh_comet_broke_off():
    three = {"in_play": (13, 13, 13)}
    state = GAME.position({"hand": hand(13), **three}, {"hand": hand(6), **three})
    fight(state, 13, 6)
    told = "this battle: player_0 13 Comet, player_1 6 Fighter; broken off"
    assert told in GAME.describe(state, 1).splitlines()


def test_the_text_asks_the_owner_of_a_lost_unicorn():
    state = GAME.position({"hand": hand(8), "pile": (2, 5, 6, 10)}, {"hand": hand(8), "pile": (14, 12, 11, 4)})
    fight(state, 8, 8)
    for seat in (0, 1, None):
        last = GAME.describe(state, seat).splitlines()[-1]
        assert last == "player_1: 14 Unicorn, lost in the War: into play as a Comet, or not?"
    play(state, "no", "level 2")
    assert GAME.describe(state, 1).splitlines()[-1] == "player_0: on which portal goes 2 Engineer?"


@pytest.mark.parametrize("ended_by", ["not over", "comets", "portals", "cap"])
def test_the_outcome_has_the_same_form_at_all_times_and_claims_nothing_before_the_end(ended_by):
    state = GAME.new(seed=3, battle_cap=1)
    if ended_by == "cap":
        GAME.play_random(state, seed=0)
    elif ended_by == "comets":
        state = GAME.position({"hand": hand(13), "in_play": (13, 13, 13)}, {"hand": hand(6), "in_play": (13, 13, 13)})
        fight(state, 13, 6)
    elif ended_by == "portals":
        state = GAME.position({"hand": hand(9), "open": FIVE_OPEN, "builds": [(6, 2)]}, {"hand": hand(6)})
        fight(state, 9, 6)
        play(state, "portal 2")
    outcome = GAME.outcome(state)
    assert outcome["ended_by"] == ended_by
    assert {name: type(value) for name, value in outcome.items()} == {
        "ended_by": str, "battles": int, "evacuees": list, "portals": list,
    }  # fmt: skip
    assert [type(n) for n in (*outcome["evacuees"], *outcome["portals"])] == [int] * 4


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
