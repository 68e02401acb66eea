"""Options, positions that cannot be, and states that were saved."""

from __future__ import annotations

import pytest
from quest import GAME

from unicorn_envs.errors import StateError
from unicorn_envs.games.magical_unicorn_quest.card_tables import RECONSTRUCTED, reconstructed
from unicorn_envs.games.magical_unicorn_quest.cards import CARDS, COPIES, IN_THE_BOX, VERBS


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
    ],
)
def test_wrong_options_say_what_is_allowed(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.complete_options(**options)


def test_an_option_that_is_none_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        GAME.complete_options(colour=1)


def test_reconstructed_table_keeps_what_the_rulebook_states() -> None:
    for kind, copies in IN_THE_BOX.items():
        assert sum(card.copies for card in CARDS if card.kind == kind) == copies
    assert GAME.options_of(GAME.new(seed=1))["cards"] == "reconstructed"
    assert GAME.complete_options(cards=reconstructed())["cards"] == "reconstructed"
    assert RECONSTRUCTED[:, COPIES].sum() == 100
    effects = [effect for card in CARDS for effect in (card.first, card.second) if effect is not None]
    assert {verb for verb, _ in effects} == set(VERBS)  # no verb that no card has


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hands": [["Elf"] * 6, [], []]}, "not so many copies of Elf"),
        ({"hands": [["Unicorn"], [], []]}, "no card called 'Unicorn'"),
        ({"hands": ["Elf", [], []]}, "the hand of seat 0 must be a list of names .* not 'Elf'"),
        ({"hands": [[], [], []], "stables": {3: ["Elf"]}}, "number of a stable must be 0 to 2, not 3"),
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
        ({"hands": None}, "hands must be a list, not None"),
        ({"hands": 3}, "hands must be a list, not 3"),
        ({"hands": [None, []]}, "the hand of seat 0 must be a list of names"),
        ({"hands": [[4], []]}, "a card is given by its name, not 4; there are Golden Unicorn, .*Unicorn Thief"),
        ({"hands": [[None], []]}, "a card is given by its name, not None"),
        ({"hands": [{"Elf": True}, []]}, "copies of Elf in the hand of seat 0 must be an integer, 0 to 100"),
        ({"hands": [{"Elf": 1.0}, []]}, "copies of Elf in the hand of seat 0 must be an integer, 0 to 100"),
        ({"hands": [{"Elf": -1}, []]}, "copies of Elf in the hand of seat 0 must be 0 to 100, not -1"),
        ({"hands": [{"Elf": 10**12}, []]}, "copies of Elf in the hand of seat 0 must be 0 to 100"),
        ({"hands": [{4: 1}, []]}, "a card is given by its name, not 4"),
        ({"hands": [[], []], "stables": [["Elf"]]}, "stables must be a mapping of numbers of stables, 0 to 1"),
        ({"hands": [[], []], "stables": {True: ["Elf"]}}, "must be an integer, 0 to 1, not True"),
        ({"hands": [[], []], "stables": {0.0: ["Elf"]}}, "must be an integer, 0 to 1, not 0.0"),
        ({"hands": [[], []], "stables": {-1: ["Elf"]}}, "must be 0 to 1, not -1"),
        ({"hands": [[], []], "stables": {0: None}}, "stable 0 must be a list of names"),
        ({"hands": [[], []], "deck": 7}, "deck must be a list of names"),
        ({"hands": [[], []], "bottom": None}, "bottom must be a list of names"),
        ({"hands": [[], []], "discard": "Elf"}, "discard must be a list of names"),
        ({"hands": [[], []], "removed": [True]}, "removed: a card is given by its name"),
        ({"hands": [[], []], "rest": None}, "rest must be one of deck, discard, removed, not None"),
        ({"hands": [[], []], "step": 2}, "step must be one of draw"),
        ({"hands": [[], []], "step": []}, "step must be one of draw"),
        ({"hands": [[], []], "seat": True}, "seat must be an integer, 0 to 1, not True"),
        ({"hands": [[], []], "seat": 1.0}, "seat must be an integer, 0 to 1, not 1.0"),
        ({"hands": [[], []], "seat": -1}, "seat must be 0 to 1, not -1"),
        ({"hands": [[], []], "seat": None}, "seat must be an integer, 0 to 1, not None"),
        ({"hands": [[], []], "turn": 1.5}, "turn must be an integer, 1 to 500, not 1.5"),
        ({"hands": [[], []], "turn": False}, "turn must be an integer, 1 to 500, not False"),
        ({"hands": [[], []], "turn": 6, "turn_cap": 5}, "turn must be 1 to 5, not 6"),
        ({"hands": [[], []], "surely": [(0, 1)]}, "surely must be a mapping of pairs of seats"),
        ({"hands": [[], []], "surely": {0: ["Elf"]}}, "surely must be a mapping of pairs of seats"),
        ({"hands": [[], []], "surely": {(0, "1"): ["Elf"]}}, "a seat of surely must be an integer, 0 to 1"),
        ({"hands": [[], []], "no_more": {(0, 2): ["Elf"]}}, "a seat of no_more must be 0 to 1, not 2"),
        ({"hands": [[], []], "no_more": {(0, True): ["Elf"]}}, "a seat of no_more must be an integer, 0 to 1"),
        ({"hands": [[], []], "no_more": {(0, 1): [3]}}, "no_more: a card is given by its name, not 3"),
        ({"hands": [[], []], "seed": -1}, "seed must be an integer in 0"),
        ({"hands": [[], []], "seed": None}, "seed must be an integer in 0"),
        ({"hands": [[], []], "seed": 1.0}, "seed must be an integer in 0"),
        ({"hands": [[], []], "mode": 1}, "stables must be 'shared' or 'own', not 1"),
        ({"hands": [[], []], "mode": "shared"}, "must be 'own' for 2 players"),
        ({"hands": [[], []], "turn_cap": 2.5}, "turn_cap must be an integer, not 2.5; allowed: 1 to 10000"),
        ({"hands": [[], []], "cards": 3}, "cards must be 'reconstructed' or a mapping"),
    ],
)  # fmt: skip
def test_positions_that_cannot_be(given: dict, message: str) -> None:
    with pytest.raises(StateError, match=message):
        GAME.position(**given)


def test_a_position_with_an_option_that_is_none_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        GAME.position(hands=[[], []], colour=1)


def test_saved_states_are_checked() -> None:
    state = GAME.new(seed=1)
    state["hand"][0, 0, 4] += 1
    with pytest.raises(StateError, match="a hand size does not fit"):
        GAME.state_from_bytes(GAME.state_to_bytes(state))


@pytest.mark.parametrize(
    ("row", "column", "value"),
    [(4, 0, 41), (4, 1, 16), (15, 1, 99), (23, 3, 1), (3, 2, 7), (4, 5, 0), (11, 5, 65), (1, 0, 4), (4, 36, -1)],
)
def test_saved_tables_of_cards_are_checked(row: int, column: int, value: int) -> None:
    state = GAME.new(seed=1)
    state["cards"][0, row, column] = value
    with pytest.raises(StateError, match="cards must be 'reconstructed' or a mapping"):
        GAME.state_from_bytes(GAME.state_to_bytes(state))
