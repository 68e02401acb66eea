"""Building positions, and refusing those that cannot be."""

from __future__ import annotations

import numpy as np
import pytest
from hunt import (
    EMPTY,
    FEW,
    GAME,
    chamber,
    deck,
    discard,
    fields,
    graveyard,
    known_deck,
    lies,
    position,
    prompt,
    sees,
    turn,
)

from tests.common import altered
from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.errors import StateError
from unicorn_envs.games.unicorn_hunt.actions import SPACE_NAMES
from unicorn_envs.games.unicorn_hunt.cards import CARDS, CHAMBER_CARDS, NAMES
from unicorn_envs.games.unicorn_hunt.position import PLAYER_ARGUMENTS
from unicorn_envs.games.unicorn_hunt.state import MODES


def test_a_position_without_arguments_is_an_opening_in_the_order_of_the_table():
    s = position()
    assert lies(s) == ("BBBBBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNN")
    assert deck(s) == [card.name for card in CARDS] and prompt(s) == "ACTION" and turn(s) == 1


def test_the_grounds_say_what_is_known_and_the_rest_lies_in_the_graveyard():
    s = position(grounds=("bn....", "BN....", "......", "......", "......"), shown=("B1",))
    assert sees(s)[:2] == ("BN....", "B?....") and graveyard(s) == (20, 6)


def test_the_rest_of_the_cards_lies_under_the_deck_or_in_the_discard_pile():
    s = position(deck=("Puppicorn", "americorn"), chamber="Zombie Unicorn")
    assert deck(s)[:3] == ["Puppicorn", "Americorn", "Alluring Narwhal"] and len(deck(s)) == 29
    s = position(deck=("Puppicorn",), chamber="Zombie Unicorn", rest="discard")
    assert deck(s) == ["Puppicorn"] and len(discard(s)) == 28 and chamber(s) == "Zombie Unicorn"


def test_known_places_of_the_deck():
    s = position(deck=("Puppicorn", "Americorn"), deck_known={"Americorn": "owner", "Puppicorn": "all"})
    assert known_deck(s) == {1: "Puppicorn", 2: "Americorn"}


def test_the_phases():
    given = {"chamber": "Black Knight Unicorn", "deck": ("Unicorn on the Cob",)}
    assert prompt(position(phase="beginning", **given)) == "BLACK_KNIGHT_LOOK"
    assert prompt(position(phase="action", **given)) == "ACTION"
    assert prompt(position(phase="draw", **given)) == "REVEAL_SPACE"


def test_options_are_taken_by_name():
    s = position(mode="hard", turn_cap=30, chamber_buyout=True, reward="win")
    assert GAME.options_of(s) == {
        "num_players": 1, "mode": "hard", "turn_cap": 30, "chamber_buyout": True, "reward": "win",
    }  # fmt: skip


def test_the_seed_decides_what_chance_brings():
    def shuffled(seed):
        return position(phase="draw", deck=("Puppicorn",), seed=seed)

    assert shuffled(1).tobytes() == shuffled(1).tobytes() != shuffled(2).tobytes()


def test_players_of_a_race():
    s = position(players=[{"grounds": FEW}, {"deck": (), "rest": "discard", "ended": True}, {"turn": 7}], seat=2)
    assert GAME.num_players(s) == 3 and GAME.seat(s) == 2 and turn(s, 2) == 7 and lies(s, 0) == FEW
    assert fields(s, 1)["ended"] == 1


def test_who_was_stopped_by_the_cap_makes_the_race_a_truncated_one():
    """R32"""
    stopped = {"ended": True, "turn": 5}
    last = {"deck": ("Rhinocorn",), "rest": "discard"}
    s = position(phase="draw", players=[last, stopped], turn_cap=5)
    assert GAME.over(s) and GAME.truncated(s)


@pytest.mark.parametrize("phase, most", [("action", 5), ("draw", 5), ("beginning", 4)])
def test_the_turn_stays_within_the_cap(phase, most):
    """R3"""
    position(phase=phase, turn=most, turn_cap=5)
    with pytest.raises(StateError, match=f"turn must be . to {most}, not {most + 1}"):
        position(phase=phase, turn=most + 1, turn_cap=5)


def test_the_default_turn_fits_any_cap():
    assert turn(position(phase="beginning", turn_cap=1)) == 1
    assert turn(position(players=[{}, {}], turn_cap=1), 1) == 0


FOUR_ROWS = ("BBBBBB",) * 4


@pytest.mark.parametrize(
    "given, reason",
    [
        ({"grounds": FOUR_ROWS}, "5 strings of 6"),
        ({"grounds": ("BBBBB", *EMPTY[1:])}, "5 strings of 6"),
        ({"grounds": ("BBBBBX", *EMPTY[1:])}, "not 'X'"),
        ({"grounds": ("BBBBBB", "BBBBBB", "BBBBBB", "BBBBBN", "NNNNNN")}, "23 Basics and 7 Neighs"),
        ({"grounds": ("NNNNNN", "NNN...", *EMPTY[2:])}, "0 Basics and 9 Neighs"),
        ({"grounds": FEW, "shown": ("A4",)}, "A4 is open"),
        ({"shown": ("F1",)}, "no space 'F1'"),
        ({"deck": ("Pegasus",)}, "Pegasus"),
        ({"deck": ("Americorn", "Americorn")}, "Americorn is in two places"),
        ({"deck": ("Americorn",), "discard": ("Americorn",)}, "Americorn is in two places"),
        ({"chamber": "Zombie Unicorn", "discard": ("Zombie Unicorn",)}, "Zombie Unicorn is in two places"),
        ({"chamber": "Americorn"}, "no chamber card"),
        ({"chamber": "The Great Narwhal"}, "row goes with"),
        ({"row": "A"}, "row goes with"),
        ({"chamber": "The Great Narwhal", "row": "F"}, "row must be A to E"),
        ({"chamber": "The Great Narwhal", "row": "AB"}, "row must be A to E"),
        ({"rest": "chamber"}, "rest must be"),
        ({"rest": "discard"}, "deck must hold a card"),
        ({"deck_known": {"Americorn": "rival"}}, "'owner' or 'all'"),
        ({"discard": ("Americorn",), "deck_known": {"Americorn": "all"}}, "not in the deck"),
        ({"phase": "end"}, "phase must be"),
        ({"seat": 1}, "seat must be 0, not 1"),
        ({"players": [{}, {}], "seat": -1}, "seat must be 0 to 1, not -1"),
        ({"players": []}, "1 to 4 players"),
        ({"players": [{}] * 5}, "1 to 4 players"),
        ({"players": [{}, {}], "deck": ("Americorn",)}, "mappings of players"),
        ({"players": [{"hat": 1}, {}]}, "no 'hat'"),
        ({"num_players": 2}, "num_players"),
        ({"turn": -1}, "turn must be 1 to 200, not -1"),
        ({"turn": 0}, "turn must be 1 to 200"),
        ({"turn": 70_000}, "turn must be 1 to 200"),
        ({"ended": True}, "has ended"),
        ({"players": [{}, {"ended": True}]}, "deck is empty or"),
        ({"players": [{}, {"deck": (), "rest": "discard", "ended": True}], "seat": 1}, "has ended"),
    ],
)
def test_what_cannot_be_is_refused(given, reason):
    with pytest.raises(StateError, match=reason):
        position(**given)


JUNK = [None, True, np.True_, 1.5, float("nan"), -1, 99, "x", b"7", "", [None], [[]], {}, {"x": 1}, object(), 7,
        np.array(7), np.array([1.5]), (1, 2, 3, 4, 5), "A1", ["A1", 7], "Americorn", [7], {"Americorn": None},
        {"Americorn": []}, {7: "all"}, ["BBBBBB"] * 4 + [6], "BBBBB", [("B",) * 6] * 5, "ABCDE"[1:3], 1.0]  # fmt: skip


@pytest.mark.parametrize("name", [*PLAYER_ARGUMENTS, "phase", "seat", "players"])
def test_an_argument_that_makes_no_sense_is_refused_with_a_reason(name):
    refused = 0
    for junk in JUNK:
        given = [{name: junk}]
        if name in PLAYER_ARGUMENTS:
            given += [{"players": [{}, {name: junk}]}, {name: junk, "chamber": "The Great Narwhal"}]
        for arguments in given:
            try:
                state = position(**arguments)
            except StateError as error:
                assert len(str(error)) > 15
                refused += 1
            else:
                assert GAME.problem(state) is None
    assert refused > 15


@pytest.mark.parametrize("name, allowed", [("turn", "1 to 200"), ("seat", "0")])
def test_a_number_must_be_one(name, allowed):
    for junk in (None, True, np.True_, np.False_, 0.0, 1.0, "1", [1]):
        with pytest.raises(StateError, match=f"{name} must be an integer, {allowed}, not"):
            position(**{name: junk})


def random_player(rng, cap):
    """Arguments of the right form, which may go together or not."""
    kinds = np.array(list("BN"))[(rng.permutation(30) >= 22).astype(int)]
    letters = [str(kind.lower() if rng.random() < 0.3 else kind) for kind in kinds]
    share = rng.random()
    letters = ["." if rng.random() < share else letter for letter in letters]
    names = [str(name) for name in rng.permutation(NAMES[1:])]
    player = {
        "grounds": ["".join(letters[i : i + 6]) for i in range(0, 30, 6)],
        "shown": [SPACE_NAMES[i] for i in range(30) if letters[i] != "." and rng.random() < 0.1],
        "deck": names[: rng.integers(16)],
        "discard": names[16 : 16 + rng.integers(15)],
        "rest": str(rng.choice(["deck", "discard"])),
        "turn": int(rng.integers(cap + 1)),
        "ended": bool(rng.random() < 0.2),
    }
    player["deck_known"] = {name: str(rng.choice(["owner", "all"])) for name in player["deck"] if rng.random() < 0.4}
    chamber = str(rng.choice([NAMES[card] for card in CHAMBER_CARDS]))
    if rng.random() < 0.7:
        player["deck"] = [name for name in player["deck"] if name != chamber]
        player["deck_known"].pop(chamber, None)
        player["discard"] = [name for name in player["discard"] if name != chamber]
        player["chamber"] = chamber
        if chamber == "The Great Narwhal":
            player["row"] = str(rng.choice(list("ABCDE")))
    return player


def test_what_a_position_accepts_can_be_played_to_the_end():
    rng = np.random.default_rng(5)
    wanted = 200 if COMPILED else 6
    played = refused = 0
    while played < wanted:
        cap = int(rng.choice([1, 5, 40]))
        players = [random_player(rng, cap) for _ in range(rng.integers(1, 5))]
        options = {"turn_cap": cap, "chamber_buyout": bool(rng.integers(2)), "mode": str(rng.choice(MODES))}
        phase, seat = str(rng.choice(["beginning", "action", "draw"])), int(rng.integers(len(players)))
        try:
            s = position(players=players, phase=phase, seat=seat, seed=played, **options)
        except StateError:
            refused += 1
            continue
        layout = GAME.observation.for_players(len(players))
        while not GAME.over(s):
            for p in range(len(players)):
                obs = GAME.observe(s, p)
                assert ((layout.low <= obs) & (obs <= layout.high)).all()
            GAME.apply(s, int(rng.choice(GAME.legal_actions(s))))
            assert GAME.problem(s) is None
        played += 1
    assert refused > 0


# What a state must keep to


def opening():
    return position(chamber="The Great Narwhal", row="A", rest="deck")


def resolving():
    return position(phase="draw", deck=("Magical Flying Unicorn",))


def finished():
    return position(phase="draw", deck=("Rhinocorn",), rest="discard")


def race():
    return position(players=[{}, {"deck": (), "rest": "discard", "ended": True}])


BREAKS = [
    (1, opening, {"prompt": 16}),
    (1, opening, {"player": 1}),
    (1, opening, {"stack_size": 17}),
    (1, opening, {"stack_verb": ((0,), 40)}),
    (1, opening, {"stack_number": ((0,), 5)}),
    (1, opening, {"stack_size": 1}),
    (1, opening, {"steps_left": 5}),
    (1, opening, {"resolving": 31}),
    (1, opening, {"chosen": 1 << 30}),
    (1, opening, {"brought_back": -1}),
    (1, opening, {"truncated": 2}),
    (1, opening, {"row": ((0,), 6)}),
    (1, opening, {"chamber": ((0,), 31)}),
    (1, opening, {"chamber": ((0,), 2)}),
    (1, opening, {"turn": ((0,), 201)}),
    (1, opening, {"ended": ((0,), 2)}),
    (1, opening, {"capped": ((0,), 1)}),
    (1, opening, {"known": ((0, 0), 3)}),
    (1, opening, {"grounds": ((0, 0), 3)}),
    (1, opening, {"deck_size": ((0,), 31)}),
    (1, opening, {"deck_known": ((0, 0), 3)}),
    (1, opening, {"discard": ((0, 4), 2)}),
    (1, opening, {"discard": ((0, 0), 1)}),
    (1, resolving, {"steps_left": 4}),
    (1, resolving, {"steps_left": 1}),
    (2, opening, {"graveyard_basics": ((0,), 1)}),
    (2, opening, {"grounds": ((0, 0), 2)}),
    (3, opening, {"deck": ((0, 0), 5)}),
    (3, opening, {"deck": ((0, 29), 5)}),
    (3, opening, {"discard": ((0, 5), 1)}),
    (3, resolving, {"resolving": 0}),
    (4, opening, {"deck_known": ((0, 29), 1)}),
    (4, opening, {"grounds": ((0, 29), 0), "known": ((0, 29), 1), "graveyard_neighs": ((0,), 1)}),
    (5, opening, {"row": ((0,), 0)}),
    (5, opening, {"row": ((0,), 2)}),
    (5, opening, {"known": ((0, 3), 1)}),
    (5, resolving, {"row": ((0,), 2)}),
    (6, opening, {"prompt": 0}),
    (6, finished, {"prompt": 4}),
    (7, opening, {"owner_view": ((0, 0), 1)}),
    (7, opening, {"rival_view": ((0, 0), 1)}),
    (7, opening, {"lying": ((0,), 3)}),
    (8, finished, {"returns": ((0,), 1.0)}),
    (8, finished, {"returns": 0}),
    (8, finished, {"truncated": 1}),
    (8, opening, {"returns": ((0,), 1.0)}),
    (8, opening, {"truncated": 1}),
    (8, opening, {"seat": -1, "prompt": 0}),
    (8, race, {"returns": ((3,), 1.0)}),
]


@pytest.mark.parametrize("code, make, fields", BREAKS)
def test_each_invariant_is_found_broken(code, make, fields):
    s = make()
    assert GAME.problem(s) is None
    altered(s, **fields)
    before = s.tobytes()
    assert GAME.problem(s) == GAME.invariants[code]
    assert s.tobytes() == before


def test_every_line_of_the_invariants_has_a_state_that_breaks_it():
    assert {code for code, _, _ in BREAKS} == set(GAME.invariants)


@pytest.mark.parametrize("given", [{"mode": "cosy"}, {"turn_cap": 0}, {"hat": 1}])
def test_wrong_options_are_refused(given):
    with pytest.raises((StateError, TypeError), match=next(iter(given))):
        position(**given)
