"""Each line of ``INVARIANTS``: what breaks it is noticed, every half of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from quest import GAME, asked, number, play

from unicorn_envs.games.magical_unicorn_quest import rules
from unicorn_envs.games.magical_unicorn_quest.cards import DECK_CARDS, HALT, THIEF
from unicorn_envs.games.magical_unicorn_quest.invariants import INVARIANTS
from unicorn_envs.games.magical_unicorn_quest.prompts import PROMPTS, Prompt
from unicorn_envs.games.magical_unicorn_quest.state import NO_MORE_IN_OTHER, OTHER_IN_RING, SURELY_IN_OTHER

ELF, TROLL = number("Elf"), number("Troll")
SURELY_HALT = OTHER_IN_RING + SURELY_IN_OTHER + HALT - 1
NO_MORE_HALT = OTHER_IN_RING + NO_MORE_IN_OTHER + HALT - 1


def halt_window() -> Any:
    """Seat 1 is asked about a Pixie Dust of seat 0."""
    state = GAME.position(hands=[["Pixie Dust"], ["Halt"], [], []], discard=["Elf"], stables={1: ["Troll"]})
    return play(state, "0 play Pixie Dust")


def thief_window() -> Any:
    state = GAME.position(hands=[["Golden Unicorn"], ["Unicorn Thief"], [], []], step="being")
    return play(state, "0 play Golden Unicorn", "0 stable 0")


def thief_stable() -> Any:
    return play(thief_window(), "1 play Unicorn Thief")


def naming(potion: str, *answers: str) -> Any:
    state = GAME.position(
        hands=[[potion, "Elf"], ["Halt", "Elf"], ["Troll"], []],
        stables={1: ["Troll", "Elf"], 2: ["Dwarf"]},
        discard=["Elf", "Halt"],
        auto_single=False,
    )
    return play(state, f"0 play {potion}", *answers)


def ability(species: str, *answers: str) -> Any:
    state = GAME.position(
        hands=[["Elf", "Dwarf", "Halt"], ["Elf", "Halt"], ["Troll"], []],
        stables={3: [species, species, "Fairy"], 1: ["Phoenix"]},
        discard=["Elf", "Halt"],
        step="abilities",
        auto_single=False,
    )
    return play(state, f"0 choose {species}", *answers)


def won() -> Any:
    state = GAME.position(hands=[["Golden Unicorn"], [], []], stables={1: ["Majestic Unicorn"]}, step="being")
    return play(state, "0 play Golden Unicorn", "0 stable 1")


def cut_off() -> Any:
    return play(GAME.position(hands=[["Troll"], [], []], turn=20, turn_cap=20, step="being"), "0 pass")


BROKEN = [
    # 1: numbers out of range
    (1, halt_window, "acted", (0, 1), 1),
    (1, halt_window, "player", (0,), 4),
    (1, halt_window, "prompt", (0,), PROMPTS + 1),
    (1, halt_window, "table_card", (0, 3), HALT),
    (1, halt_window, "table_card", (0, 0), 25),
    (1, halt_window, "table_player", (0, 0), 5),
    (1, halt_window, "table_asked", (0, 0), 5),
    (1, halt_window, "table_to", (0, 0), 5),
    (1, halt_window, "table_from", (0, 0), -1),
    (1, halt_window, "table_target", (0, 0), 5),
    (1, halt_window, "table_named", (0, 0), 25),
    (1, halt_window, "table_size", (0,), 17),
    (1, halt_window, "deck_size", (0,), -1),
    (1, halt_window, "discard_size", (0,), 101),
    (1, halt_window, "side", (0,), 2),
    (1, halt_window, "species", (0,), 13),
    (1, halt_window, "ability", (0,), 3),
    (1, halt_window, "chosen_stable", (0,), 5),
    (1, halt_window, "picked", (0,), 25),
    (1, halt_window, "entry_card", (0,), 13),
    (1, halt_window, "entry_to", (0,), 5),
    (1, halt_window, "entry_from", (0,), 5),
    (1, halt_window, "entry_mover", (0,), 5),
    (1, halt_window, "entry_asked", (0,), 5),
    (1, halt_window, "steps_left", (0,), 101),
    (1, halt_window, "turn", (0,), 0),
    (1, halt_window, "turn", (0,), 501),
    (1, halt_window, "truncated", (0,), 2),
    (1, halt_window, "none_left", (0, 1), 2),
    (1, halt_window, "stack_size", (0,), 33),
    (1, halt_window, "stack_verb", (0, 0), 99),
    (1, halt_window, "stack_seat", (0, 0), 4),
    (1, halt_window, "stack_seat", (0, 0), 1),
    (1, halt_window, "deck", (0, DECK_CARDS - 1), 25),
    (1, halt_window, "ring", (0, 0, NO_MORE_HALT), 2),
    # 2: each card in exactly one place
    (2, halt_window, "stable", (0, 2, ELF), 1),
    (2, halt_window, "stable", (0, 5, ELF), 1),
    (2, halt_window, "stable", (0, 1, TROLL), 0),
    (2, halt_window, "removed", (0, ELF), 1),
    (2, halt_window, "removed", (0, HALT), 1),
    (2, halt_window, "discard", (0, DECK_CARDS - 1), TROLL),
    (2, halt_window, "hand", (0, 5, ELF), 1),
    # 3: hand sizes and piles
    (3, halt_window, "hand", (0, 1, ELF), 5),
    (3, halt_window, "hand_size", (0, 1), 2),
    (3, halt_window, "hand_size", (0, 5), 1),
    (3, halt_window, "discard", (0, DECK_CARDS - 1), 0),
    (3, halt_window, "deck", (0, DECK_CARDS), ELF),
    (3, halt_window, "deck", (0, 0), ELF),
    (3, halt_window, "deck_known", (0, 0), 1),
    (3, halt_window, "deck_known", (0, DECK_CARDS - 1), 64),
    # 4: knowledge of hands
    (4, halt_window, "ring", (0, 0, SURELY_HALT), 3),
    (4, halt_window, "ring", (0, 0, SURELY_HALT), -1),
    (4, halt_window, "ring", (0, 0, NO_MORE_HALT), 1),
    # 5: what is known not to be in the deck
    (5, halt_window, "none_left", (0, 0), 1),
    (5, halt_window, "none_left", (0, 1), 1),
    # 6: seats and prompts
    (6, halt_window, "prompt", (0,), 0),
    (6, halt_window, "seat", (0,), -1),
    # 8: the table and the decision
    (8, halt_window, "prompt", (0,), Prompt.SWAP_GIVE),
    (8, halt_window, "prompt", (0,), Prompt.POTION),
    (8, halt_window, "prompt", (0,), Prompt.THIEF_WINDOW),
    (8, halt_window, "prompt", (0,), Prompt.NAME_CARD),
    (8, halt_window, "prompt", (0,), Prompt.PLAY_STABLE),
    (8, halt_window, "steps_left", (0,), 0),
    (8, halt_window, "chosen_stable", (0,), 1),
    (8, halt_window, "picked", (0,), HALT),
    (8, halt_window, "table_player", (0, 0), 2),
    (8, halt_window, "entry_card", (0,), ELF),
    (8, thief_window, "entry_card", (0,), 0),
    (8, thief_window, "entry_card", (0,), ELF),
    (8, thief_window, "entry_to", (0,), 0),
    (8, thief_window, "entry_mover", (0,), 0),
    (8, thief_window, "prompt", (0,), Prompt.THIEF_STABLE),
    (8, thief_stable, "prompt", (0,), Prompt.THIEF_WINDOW),
    (8, lambda: naming("Unicorn Food"), "entry_card", (0,), 1),
    (8, lambda: naming("Unicorn Food"), "seat", (0,), 1),
    (8, lambda: naming("Unicorn Food"), "prompt", (0,), Prompt.MOVE_CARD),
    (8, lambda: naming("Unicorn Food", "0 stable 1"), "table_from", (0, 0), 0),
    (8, lambda: naming("Unicorn Food", "0 stable 1", "0 choose Elf"), "table_named", (0, 0), 0),
    (8, lambda: naming("Thunder Brew"), "prompt", (0,), Prompt.BREW_CARD),
    (8, lambda: naming("Thunder Brew", "0 stable 1"), "table_from", (0, 0), 0),
    (8, lambda: naming("Moonlight Elixir"), "prompt", (0,), Prompt.NAME_ADVENTURER),
    (8, lambda: naming("Rainbows & Glitter", "0 adventurer 1"), "table_target", (0, 0), 0),
    (8, lambda: naming("Rainbows & Glitter"), "prompt", (0,), Prompt.NAME_DISCARDED),
    (8, lambda: naming("Crystal Ball", "0 adventurer 1", "1 pass"), "table_target", (0, 0), 0),
    (8, lambda: naming("Friendship Tea", "0 adventurer 1", "1 pass"), "prompt", (0,), Prompt.HAND_TAKE),
    (8, lambda: naming("Friendship Tea", "0 adventurer 1", "1 pass", "0 choose Elf"), "picked", (0,), HALT),
    (8, lambda: ability("Dwarf"), "species", (0,), 0),
    (8, lambda: ability("Dwarf"), "ability", (0,), 1),
    (8, lambda: ability("Dwarf", "0 first ability"), "ability", (0,), 0),
    (8, lambda: ability("Troll", "0 first ability"), "species", (0,), 0),
    (8, lambda: ability("Troll", "0 second ability", "0 stable 1"), "chosen_stable", (0,), 0),
    (8, lambda: ability("Elf", "0 first ability"), "steps_left", (0,), 100),
    # 9: what is shown
    (9, halt_window, "public", (0, 0), 1),
    (9, halt_window, "ring", (0, 3, 2), 4),
    (9, halt_window, "private", (0, 2, 30), 9),
    (9, halt_window, "marked", (0, 1), 1),
    (9, halt_window, "holding", (0, 0), 2),
    (9, halt_window, "standing", (0, 1), 0),
    # 10: what is legal
    (10, halt_window, "legal", (0,), 3),
    (10, lambda: ability("Dwarf", "0 first ability"), "prompt", (0,), Prompt.ABILITY_BEING),
    # 11: returns
    (11, halt_window, "returns", (0, 2), 1.0),
    (11, halt_window, "returns", (0, 2), -1.0),
    (11, halt_window, "truncated", (0,), 1),
    (11, won, "truncated", (0,), 1),
    (11, won, "returns", (0, 1), 0.0),
    (11, won, "returns", (0, 0), 1.0),
    (11, cut_off, "truncated", (0,), 0),
    (11, cut_off, "returns", (0, 0), 1.0),
]  # fmt: skip


@pytest.mark.parametrize(("code", "made", "field", "index", "value"), BROKEN)
def test_broken_states_are_noticed(code: int, made: Any, field: str, index: tuple[int, ...], value: float) -> None:
    state = made()
    assert GAME.problem(state) is None
    assert state[field][index] != value
    state[field][index] = value
    assert GAME.problem(state) == INVARIANTS[code]


def test_a_stable_with_both_unicorns_is_noticed() -> None:
    state = GAME.position(hands=[["Pixie Dust", "Majestic Unicorn"], [], []], stables={1: ["Golden Unicorn"]})
    state["hand"][0, 0, 2] -= 1
    state["hand_size"][0, 0] -= 1
    state["stable"][0, 1, 2] += 1
    assert GAME.problem(state) == INVARIANTS[7]


def test_every_invariant_is_broken_by_some_test() -> None:
    assert {code for code, *_ in BROKEN} | {7} == set(INVARIANTS)


def test_the_windows_of_these_tests_are_those() -> None:
    assert asked(thief_window()) == (1, "THIEF_WINDOW") and asked(thief_stable()) == (1, "THIEF_STABLE")
    assert GAME.over(won()) and GAME.truncated(cut_off())
    assert thief_stable()["table_card"][0, 1] == THIEF


def test_cards_change_their_place_in_one_file_only() -> None:
    """moves.py, with the arrays of the piles in piles.py; beside it the deal, and what a player cannot know."""
    zones = "hand|hand_size|stable|deck|deck_size|discard|discard_size|removed|table_card|table_size"
    change = re.compile(rf"\bs\.({zones})(\[[^]]*\])? [-+]?= ")
    files = Path(rules.__file__).parent.glob("*.py")
    changing = {file.name for file in files if change.search(file.read_text(encoding="utf-8"))}
    assert changing == {"moves.py", "piles.py", "redeal.py", "rules.py"}
    of_rules = change.findall(Path(rules.__file__).read_text(encoding="utf-8"))
    assert {zone for zone, _ in of_rules} == {"deck", "deck_size"}
