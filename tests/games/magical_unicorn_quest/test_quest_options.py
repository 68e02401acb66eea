"""Options, the table of cards, and positions that cannot be."""

from __future__ import annotations

import json

import pytest
from quest import GAME, hand, play

import unicorn_envs
from unicorn_envs.errors import StateError
from unicorn_envs.games.magical_unicorn_quest.cards import CARDS, RECONSTRUCTED, STATED, VERB_NAMES


def test_stables_are_shared_by_default_and_own_for_two() -> None:
    assert GAME.complete_options()["stables"] == "shared"
    for players in range(3, 7):
        assert GAME.complete_options(num_players=players)["stables"] == "shared"
        assert GAME.complete_options(num_players=players, stables="own")["stables"] == "own"
    assert GAME.complete_options(num_players=2)["stables"] == "own"
    with pytest.raises(ValueError, match="must be 'own' for 2 players"):
        GAME.new(num_players=2, stables="shared")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 7}, "2 to 6"),
        ({"stables": "both"}, "'shared' or 'own'"),
        ({"turn_cap": 0}, "1 to 10000"),
        ({"cards": "printed"}, "'reconstructed' or a mapping"),
        ({"cards": {"Gnome": {"copies": 5}}}, "no card called 'Gnome'"),
        ({"cards": {"Elf": {"copies": 6}}}, "holds 40 cards of the kind being, this table 41"),
        ({"cards": {"Halt": {"copies": 11}}}, "holds 15 cards of the kind magic, this table 16"),
        ({"cards": {"Golden Unicorn": {"copies": 4}}}, "must be 5 to 5, not 4"),
        ({"cards": {"Elf": {"copies": 0}}}, "must be 1 to 10, not 0"),
        ({"cards": {"Elf": {"third": ("draw", 1)}}}, "Elf has no 'third'; allowed are copies, first, second"),
        ({"cards": {"Halt": {"effect": ("draw", 1)}}}, "Halt has no 'effect'; allowed are copies"),
        ({"cards": {"Elf": {"first": ("swap cards", 1)}}}, "verbs are play beings"),
        ({"cards": {"Pixie Dust": {"effect": ("draw", 4)}}}, "must be 1 to 3, not 4"),
    ],
)
def test_wrong_options_say_what_is_allowed(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.complete_options(**options)


def test_an_option_that_is_none_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        GAME.complete_options(colour=1)


def test_a_row_that_is_no_mapping_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="row of Elf must be a mapping"):
        GAME.complete_options(cards={"Elf": 5})


OWN_TABLE = {
    "Elf": {"copies": 7, "first": ("draw", 2)},
    "Troll": {"copies": 3, "second": ("all draw", 1)},
    "Pixie Dust": {"copies": 6, "effect": ("draw", 3)},
    "Crystal Ball": {"copies": 4},
    "Halt": {"copies": 9},
    "Unicorn Thief": {"copies": 6},
}


def test_a_table_of_ones_own_is_played() -> None:
    state = GAME.position(
        hands=[["Pixie Dust", "Troll"], [], []],
        stables={2: ["Elf"]},
        deck=["Dwarf", "Halt", "Fairy", "Dwarf", "Dragon"],
        cards=OWN_TABLE,
        step="potion",
    )
    play(state, "0 play Pixie Dust")
    assert hand(state, 0) == {"Troll": 1, "Dwarf": 1, "Halt": 1, "Fairy": 1}
    play(state, "0 pass")
    assert hand(state, 0) == {"Troll": 1, "Dwarf": 2, "Halt": 1, "Fairy": 1, "Dragon": 1}


def test_a_table_of_ones_own_deals_its_copies_and_survives_saving() -> None:
    state = GAME.new(seed=3, num_players=5, cards=OWN_TABLE)
    assert GAME.problem(state) is None
    options = GAME.options_of(state)
    assert options["cards"]["Elf"] == {"copies": 7, "first": ("draw", 2), "second": ("search", 2)}
    assert GAME.options_of(GAME.state_from_bytes(GAME.state_to_bytes(state))) == options
    again = GAME.complete_options(**json.loads(json.dumps(options)))
    assert again == options
    GAME.play_random(state, seed=1)
    assert GAME.problem(state) is None


def test_a_table_of_ones_own_works_in_a_batch() -> None:
    batch = unicorn_envs.make_batch("magical_unicorn_quest", num_envs=3, seed=0, cards=OWN_TABLE, num_players=4)
    assert all(GAME.options_of(batch.states[i : i + 1])["cards"]["Halt"]["copies"] == 9 for i in range(3))


def test_reconstructed_table_keeps_what_the_rulebook_states() -> None:
    for kind, copies in STATED.items():
        assert sum(card.copies for card in CARDS if card.kind == kind) == copies
    assert GAME.options_of(GAME.new(seed=1))["cards"] == "reconstructed"
    assert GAME.complete_options(cards={})["cards"] == "reconstructed"
    assert RECONSTRUCTED.sum(axis=0)[0] == 100
    used = {card.first[0] for card in CARDS} | {card.second[0] for card in CARDS}
    assert set(VERB_NAMES) <= used  # no verb that no card has


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hands": [["Elf"] * 6, [], []]}, "not so many copies of Elf"),
        ({"hands": [["Unicorn"], [], []]}, "no card called 'Unicorn'"),
        ({"hands": ["Elf", [], []]}, "not the string 'Elf'"),
        ({"hands": [[], [], []], "stables": {3: ["Elf"]}}, "stables have numbers 0 to 2"),
        ({"hands": [[], [], []], "stables": {0: ["Halt"]}}, "is no being"),
        ({"hands": [[], [], []], "stables": {0: ["Golden Unicorn", "Majestic Unicorn"]}}, "the game would be over"),
        ({"hands": [[], [], []], "discard": ["Golden Unicorn"]}, "never lies in the discard pile"),
        ({"hands": [[], [], []], "step": "night"}, "step must be one of draw"),
        ({"hands": [[], [], []], "seat": 3}, "seat must be 0 to 2"),
        ({"hands": [[], [], []], "rest": "box"}, "rest must be"),
        ({"hands": [[], [], []], "rest": "removed"}, "cannot be removed from the game"),
        ({"hands": [[], [], []], "surely": {(0, 0): ["Elf"]}}, "two different seats"),
        ({"hands": [["Pixie Dust"], [], []], "surely": {(0, 1): ["Elf"]}}, "knows of more copies"),
        ({"hands": [["Pixie Dust"], ["Elf"], []], "no_more": {(0, 1): ["Elf"]}}, "says there are no more"),
        ({"hands": [[], [], []], "num_players": 3}, "follows from hands"),
        ({"hands": [[]]}, "2 to 6 hands"),
        ({"hands": [[], []], "turn": 0}, "turn must be 1 to 500"),
        ({"hands": [[], []], "removed": ["Halt"]}, "only species can"),
    ],
)  # fmt: skip
def test_positions_that_cannot_be(given: dict, message: str) -> None:
    with pytest.raises(StateError, match=message):
        GAME.position(**given)


def test_saved_states_are_checked() -> None:
    state = GAME.new(seed=1)
    state["hand"][0, 0, 4] += 1
    with pytest.raises(StateError, match="a hand size does not fit"):
        GAME.state_from_bytes(GAME.state_to_bytes(state))


@pytest.mark.parametrize(("row", "column", "value"), [(4, 0, 6), (4, 1, 20), (13, 1, 99), (18, 3, 1), (3, 2, 7)])
def test_saved_tables_of_cards_are_checked(row: int, column: int, value: int) -> None:
    state = GAME.new(seed=1)
    state["cards"][0, row, column] = value
    with pytest.raises(StateError, match="cards must be 'reconstructed' or a mapping"):
        GAME.state_from_bytes(GAME.state_to_bytes(state))
