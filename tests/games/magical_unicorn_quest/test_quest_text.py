"""Positions as text: everything a reader needs, and nothing that the seat does not know."""

from __future__ import annotations

from quest import GAME, play

from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt
from unicorn_envs.games.magical_unicorn_quest.text import PROMPT_TEXT


def test_the_ring_of_adventurers_and_stables() -> None:
    state = GAME.position(hands=[["Pixie Dust", "Elf"], [], ["Halt"], []], stables={0: ["Elf", "Elf"], 3: ["Troll"]})
    lines = GAME.describe(state, 0).splitlines()
    assert lines[1] == ",--> player_0 (you): Elf, Pixie Dust"
    assert lines[2] == "|       [ stable 0: Elf x2 ]  player_0 and player_1"
    assert lines[3] == "|--  player_1 (adventurer 1): 0 cards"
    assert lines[5] == "|--  player_2 (adventurer 2): 1 card"
    assert lines[8] == "|       [ stable 3: Troll ]  player_3 and player_0"
    assert lines[9] == "`-- back to player_0"
    own = GAME.position(hands=[["Pixie Dust", "Elf"], []], stables={0: ["Elf"]})
    assert GAME.describe(own, 1).splitlines()[4] == "|       [ stable 1: Elf ]  player_0"


def test_text_shows_what_is_known_and_the_table() -> None:
    state = GAME.position(
        hands=[["Golden Unicorn", "Halt"], ["Unicorn Thief"], [], []],
        stables={0: ["Elf"]},
        step="being",
        bottom=["Majestic Unicorn"],
        removed=["Dragon"],
        surely={(1, 0): ["Halt"]},
        discard=["Dwarf"],
    )
    play(state, "0 play Golden Unicorn", "0 stable 0", "1 play Unicorn Thief", "1 stable 0")
    text = GAME.describe(state, 1)
    assert "player_0 (adventurer 3): 1 card; surely Halt" in text
    assert "unknown, Majestic Unicorn" in text and "removed from the game: Dragon" in text
    assert "on the table: player_0 plays Golden Unicorn into stable 3" in text
    assert "player_1 plays Unicorn Thief: into stable 0" in text
    assert "somebody is asked: play Halt" in text  # only player_0 knows that it is them
    assert "player_0: play Halt" in GAME.describe(state, 0)


def test_text_says_how_the_game_ended_and_who_won() -> None:
    state = GAME.position(hands=[["Golden Unicorn"], [], []], stables={2: ["Majestic Unicorn"]}, step="being")
    play(state, "0 play Golden Unicorn", "0 stable 2")
    for seat, number in ((None, 2), (0, 2), (1, 1), (2, 0)):
        assert GAME.describe(state, seat).splitlines()[-1] == (
            f"the game is over: a Golden Unicorn and a Majestic Unicorn are together in stable {number}; "
            "player_0 and player_2 win"
        )
    own = GAME.position(hands=[["Golden Unicorn"], []], stables={1: ["Majestic Unicorn"]}, step="being")
    play(own, "0 play Golden Unicorn", "0 stable 1")
    assert GAME.describe(own, 1).splitlines()[-1].endswith("are together in stable 0; player_1 wins")


def test_text_says_when_a_game_was_cut_off() -> None:
    state = GAME.position(hands=[["Troll"], [], []], turn=20, turn_cap=20, step="being")
    play(state, "0 pass")
    for seat in (None, 0, 1, 2):
        assert GAME.describe(state, seat).splitlines()[-1] == ("the game is over: cut off after 20 turns; nobody wins")


def test_nobody_decides_when_the_game_is_over() -> None:
    state = GAME.position(hands=[["Troll"], [], []], turn=20, turn_cap=20, step="being")
    assert "player_0 (decides)" in GAME.describe(state)
    play(state, "0 pass")
    assert "(decides)" not in GAME.describe(state)


def test_an_outcome_has_the_same_shape_before_and_after_the_end() -> None:
    state = GAME.position(hands=[["Golden Unicorn"], [], []], stables={2: ["Majestic Unicorn"]}, step="being")
    assert GAME.outcome(state) == {"winners": [False, False, False], "turns": 1}
    play(state, "0 play Golden Unicorn", "0 stable 2")
    assert GAME.outcome(state) == {"winners": [True, False, True], "turns": 1}
    cut_off = GAME.position(hands=[["Troll"], [], []], turn=20, turn_cap=20, step="being")
    play(cut_off, "0 pass")
    assert GAME.outcome(cut_off) == {"winners": [False, False, False], "turns": 20}
    assert all(type(won) is bool for won in GAME.outcome(state)["winners"])


def test_numbers_after_a_question_mean_what_they_say() -> None:
    """Cards still to be discarded are to go; cards looked at, and a swap of two, are no choices to come."""
    discard = GAME.position(hands=[["Troll"] * 4 + ["Elf"] * 5, []], step="end")
    assert GAME.describe(discard, 0).splitlines()[-1] == "player_0: discard a card (2 to go)"
    look = GAME.position(hands=[["Troll"], [], []], stables={2: ["Elf"]}, step="abilities")
    assert GAME.describe(look, 0).splitlines()[-1] == "player_0: take one of the cards looked at"
    GAME.apply(look, GAME.legal_actions(look)[0])
    assert GAME.describe(look, 0).splitlines()[-1].endswith("(the last one lies on top) (2 cards)")
    swap = GAME.position(hands=[["Friendship Tea", "Troll", "Elf"], ["Dwarf", "Phoenix"], []])
    play(swap, "0 play Friendship Tea")
    assert GAME.describe(swap, 0).splitlines()[-1] == "player_0: which card do you give?"


def test_the_whole_view_shows_the_card_that_waits_for_a_swap() -> None:
    swap = GAME.position(hands=[["Friendship Tea", "Troll", "Elf"], ["Dwarf", "Phoenix"], []])
    play(swap, "0 play Friendship Tea", "0 choose Elf")
    assert "player_0 gives: Elf" in GAME.describe(swap)
    assert "you give: Elf" in GAME.describe(swap, 0) and "gives" not in GAME.describe(swap, 1)


def test_every_prompt_has_a_text() -> None:
    assert set(PROMPT_TEXT) == set(Prompt) and all(PROMPT_TEXT.values())


def test_text_follows_from_the_observation_alone() -> None:
    state = GAME.new(seed=5, num_players=5)
    for k in range(60):
        if GAME.over(state):
            break
        for seat in range(5):
            assert GAME.describe(GAME.resample(state, seat, seed=k), seat) == GAME.describe(state, seat)
        GAME.play_random(state, seed=k, limit=3)
