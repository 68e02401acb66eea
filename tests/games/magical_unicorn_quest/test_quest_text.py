"""Positions as text: everything a reader needs, and nothing that the seat does not know."""

from __future__ import annotations

from quest import GAME, play

from unicorn_envs.games.magical_unicorn_quest.state import PROMPTS
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


def test_text_names_the_winners() -> None:
    state = GAME.position(hands=[["Golden Unicorn"], [], []], stables={1: ["Majestic Unicorn"]}, step="being")
    play(state, "0 play Golden Unicorn", "0 stable 1")
    for seat in (None, 0, 1, 2):
        text = GAME.describe(state, seat)
        won = text.splitlines()[-1]
        assert won.startswith("the game is over") and "player_1" in won and "player_2" in won and "player_0" not in won


def test_every_prompt_has_a_text() -> None:
    assert len(PROMPT_TEXT) == PROMPTS + 1 and all(PROMPT_TEXT[1:])


def test_text_follows_from_the_observation_alone() -> None:
    state = GAME.new(seed=5, num_players=5)
    for k in range(60):
        if GAME.over(state):
            break
        for seat in range(5):
            assert GAME.describe(GAME.resample(state, seat, seed=k), seat) == GAME.describe(state, seat)
        GAME.play_random(state, seed=k, limit=3)
