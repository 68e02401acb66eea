"""Building positions, and refusing those that cannot be."""

from __future__ import annotations

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

from unicorn_envs.errors import StateError
from unicorn_envs.games.unicorn_hunt.cards import CARDS


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
        ({"seat": 1}, "seat must be 0 to 0"),
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


@pytest.mark.parametrize("given", [{"mode": "cosy"}, {"turn_cap": 0}, {"hat": 1}])
def test_wrong_options_are_refused(given):
    with pytest.raises(ValueError, match=next(iter(given))):
        position(**given)
