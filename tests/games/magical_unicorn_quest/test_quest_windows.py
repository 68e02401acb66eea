"""Halt on each kind of play, Unicorn Thief on each kind of entry, in both modes."""

from __future__ import annotations

from quest import GAME, asked, choices, deck, hand, pile, play, stable, table, winners


def test_halt_on_a_potion(mode: str) -> None:
    state = GAME.position(hands=[["Pixie Dust", "Troll"], ["Halt"], [], []], mode=mode)
    play(state, "0 play Pixie Dust")
    assert asked(state) == (1, "HALT_WINDOW") and choices(state) == {"pass", "play Halt"}
    assert table(state) == ["Pixie Dust"]
    play(state, "1 play Halt")
    assert hand(state, 0) == {"Troll": 1} and pile(state) == ["Halt", "Pixie Dust"]
    assert asked(state) == (0, "BEING")  # the halted potion used up step 2


def test_halt_on_a_being(mode: str) -> None:
    state = GAME.position(hands=[["Troll", "Elf"], [], ["Halt"], []], step="being", mode=mode)
    play(state, "0 play Troll", "0 stable 0", "2 play Halt")
    assert stable(state, 0) == {} and pile(state) == ["Halt", "Troll"]
    assert state["player"][0] == 1  # no other being in its place


def test_halt_on_a_unicorn_sends_it_under_the_deck(mode: str) -> None:
    state = GAME.position(
        hands=[["Golden Unicorn"], ["Halt", "Troll"], [], []],
        stables={0: ["Majestic Unicorn"]},
        step="being",
        mode=mode,
    )
    play(state, "0 play Golden Unicorn", "0 stable 0", "1 play Halt")
    assert not GAME.over(state) and deck(state)[-1] == "Golden Unicorn" and pile(state) == ["Halt"]


def test_halt_on_a_play_made_by_an_ability(mode: str) -> None:
    here = 0 if mode == "own" else 3
    state = GAME.position(
        hands=[["Elf", "Troll"], ["Halt"], [], []], stables={here: ["Dwarf", "Dwarf"]}, step="abilities", mode=mode
    )
    play(state, "0 second ability", "0 play Elf", "1 play Halt")
    assert stable(state, here) == {"Dwarf": 2} and pile(state) == ["Halt", "Elf"]
    assert asked(state) == (0, "ABILITY_BEING")  # its second play


def test_halt_never_answers_an_ability() -> None:
    state = GAME.position(hands=[["Troll"], ["Halt"], [], []], stables={3: ["Fairy"]}, step="abilities", deck=["Elf"])
    assert hand(state, 0) == {"Troll": 1, "Elf": 1} and state["player"][0] == 1


def test_halt_on_halt(mode: str) -> None:
    state = GAME.position(hands=[["Pixie Dust", "Halt", "Troll"], ["Halt"], [], []], deck=["Elf", "Dwarf"], mode=mode)
    play(state, "0 play Pixie Dust", "1 play Halt")
    assert asked(state) == (0, "HALT_WINDOW") and table(state) == ["Pixie Dust", "Halt"]
    play(state, "0 play Halt")
    assert hand(state, 0) == {"Troll": 1, "Elf": 1, "Dwarf": 1}
    assert pile(state) == ["Pixie Dust", "Halt", "Halt"]


def test_halt_on_halt_on_halt(mode: str) -> None:
    state = GAME.position(hands=[["Pixie Dust", "Halt", "Troll"], ["Halt"], ["Halt"], []], mode=mode)
    play(state, "0 play Pixie Dust", "1 play Halt", "2 pass", "0 play Halt", "2 play Halt")
    assert hand(state, 0) == {"Troll": 1}
    assert pile(state) == ["Halt", "Pixie Dust", "Halt", "Halt"]


def test_halt_on_a_thief(mode: str) -> None:
    state = GAME.position(
        hands=[["Golden Unicorn", "Halt"], ["Unicorn Thief", "Troll"], [], []],
        stables={0: ["Majestic Unicorn"]},
        step="being",
        mode=mode,
    )
    play(state, "0 play Golden Unicorn", "0 stable 0", "1 play Unicorn Thief", "1 stable 1")
    assert asked(state) == (0, "HALT_WINDOW") and table(state) == ["Golden Unicorn", "Unicorn Thief"]
    play(state, "0 play Halt")
    assert winners(state) == ([0, 1] if mode == "shared" else [0])


def test_halt_on_halt_on_a_thief(mode: str) -> None:
    state = GAME.position(
        hands=[["Golden Unicorn", "Halt"], ["Unicorn Thief", "Halt", "Troll"], [], []],
        stables={0: ["Majestic Unicorn"]},
        step="being",
        mode=mode,
    )
    play(state, "0 play Golden Unicorn", "0 stable 0", "1 pass", "1 play Unicorn Thief", "1 stable 1")
    play(state, "0 play Halt", "1 play Halt")
    assert not GAME.over(state)
    assert stable(state, 2) == {"Golden Unicorn": 1}
    assert pile(state) == ["Unicorn Thief", "Halt", "Halt"]


def test_halt_on_rainbows_and_glitter_that_asks_for_halt(mode: str) -> None:
    state = GAME.position(hands=[["Rainbows & Glitter", "Troll"], ["Halt"], [], []], mode=mode)
    play(state, "0 play Rainbows & Glitter", "0 choose Halt", "1 play Halt")
    assert hand(state, 0) == {"Troll": 1} and pile(state) == ["Halt", "Rainbows & Glitter"]


def test_halt_on_unicorn_food_leaves_the_being_where_it_is(mode: str) -> None:
    state = GAME.position(
        hands=[["Unicorn Food", "Troll"], ["Halt"], [], []], stables={1: ["Elf"], 2: ["Elf"]}, mode=mode
    )
    play(state, "0 play Unicorn Food", "0 stable 1", "0 stable 0", "1 play Halt")
    assert stable(state, 1) == {"Elf": 1} and stable(state, 0) == {} and pile(state) == ["Halt", "Unicorn Food"]


def test_thief_on_a_unicorn_played(mode: str) -> None:
    state = GAME.position(hands=[["Golden Unicorn"], ["Troll"], ["Unicorn Thief"], []], step="being", mode=mode)
    play(state, "0 play Golden Unicorn", "0 stable 0")
    assert asked(state) == (2, "THIEF_WINDOW")
    play(state, "2 play Unicorn Thief")
    assert asked(state) == (2, "THIEF_STABLE")
    play(state, "2 stable 1")
    assert stable(state, 3) == {"Golden Unicorn": 1} and pile(state) == ["Unicorn Thief"]


def test_thief_stops_a_win_and_can_complete_another(mode: str) -> None:
    state = GAME.position(
        hands=[["Golden Unicorn"], ["Unicorn Thief"], [], []],
        stables={0: ["Majestic Unicorn"], 2: ["Majestic Unicorn"]},
        step="being",
        mode=mode,
    )
    play(state, "0 play Golden Unicorn", "0 stable 0", "1 play Unicorn Thief", "1 stable 1")
    assert winners(state) == ([2, 3] if mode == "shared" else [2])


def test_thief_on_unicorn_food(mode: str) -> None:
    state = GAME.position(
        hands=[["Unicorn Food", "Troll"], ["Unicorn Thief"], [], []],
        stables={1: ["Golden Unicorn"], 0: ["Majestic Unicorn"]},
        mode=mode,
    )
    play(state, "0 play Unicorn Food", "0 stable 1", "0 stable 0", "1 play Unicorn Thief", "1 stable 1")
    assert stable(state, 1) == {} and stable(state, 2) == {"Golden Unicorn": 1}
    assert pile(state) == ["Unicorn Food", "Unicorn Thief"]


def test_thief_on_a_unicorn_brought_by_an_ability(mode: str) -> None:
    here = 0 if mode == "own" else 3
    state = GAME.position(
        hands=[["Golden Unicorn"], ["Troll"], [], ["Unicorn Thief"]],
        stables={here: ["Dwarf"]},
        step="abilities",
        mode=mode,
    )
    play(state, "3 play Unicorn Thief", "3 stable 2")  # the Dwarf has played the only being in hand
    assert stable(state, 1) == {"Golden Unicorn": 1} and stable(state, here) == {"Dwarf": 1}


def test_thief_on_a_thief_of_another_adventurer(mode: str) -> None:
    state = GAME.position(
        hands=[["Golden Unicorn"], ["Unicorn Thief", "Troll"], ["Unicorn Thief"], []], step="being", mode=mode
    )
    play(state, "0 play Golden Unicorn", "0 stable 0", "1 play Unicorn Thief", "1 stable 0")
    assert asked(state) == (2, "THIEF_WINDOW") and table(state) == ["Golden Unicorn"]
    play(state, "2 play Unicorn Thief", "2 stable 1")
    assert stable(state, 3) == {"Golden Unicorn": 1}
    assert pile(state) == ["Unicorn Thief", "Unicorn Thief"]


def test_thief_never_answers_other_beings(mode: str) -> None:
    state = GAME.position(hands=[["Elf"], ["Unicorn Thief", "Troll"], [], []], step="being", mode=mode)
    play(state, "0 play Elf", "0 stable 1")
    assert stable(state, 1) == {"Elf": 1}
