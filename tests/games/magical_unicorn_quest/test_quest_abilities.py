"""First and second ability of every species; with shared stables, and with own ones where that matters."""

from __future__ import annotations

import pytest
from quest import GAME, asked, choices, deck, hand, knows, pile, places, play, removed, stable, winners

FOUR = [["Troll"], ["Troll"], ["Troll"], []]


def acting(species: str, copies: int = 1, mode: str = "shared", hands: list[list[str]] | None = None, **given: object):
    """Seat 0 in step 4, the species in the right (or own) stable."""
    right = 0 if mode == "own" else len(hands or FOUR) - 1
    stables = dict(given.pop("stables", {}))  # type: ignore[call-overload]
    stables[right] = [species] * copies + list(stables.get(right, []))
    return GAME.position(hands=hands or FOUR, stables=stables, step="abilities", mode=mode, **given), right


def test_dwarf_first_plays_one_being_into_this_stable(mode: str) -> None:
    state, here = acting("Dwarf", mode=mode, hands=[["Elf", "Troll", "Halt"], [], [], ["Halt"]])
    assert asked(state) == (0, "MUST_PLAY_BEING") and choices(state) == {"play Elf", "play Troll"}
    play(state, "0 play Elf", "3 pass")
    assert stable(state, here) == {"Dwarf": 1, "Elf": 1}


def test_dwarf_first_is_compulsory_with_a_being_in_hand_a_unicorn_too(mode: str) -> None:
    state, here = acting("Dwarf", mode=mode, hands=[["Golden Unicorn", "Halt"], ["Troll"], [], []], auto_single=False)
    play(state, "0 choose Dwarf")
    assert choices(state) == {"play Golden Unicorn"}
    play(state, "0 play Golden Unicorn")
    assert stable(state, here) == {"Dwarf": 1, "Golden Unicorn": 1}


def test_dwarf_first_is_over_without_a_being_in_hand(mode: str) -> None:
    state, here = acting("Dwarf", mode=mode, hands=[["Halt", "Pixie Dust"], ["Troll"], [], []])
    assert stable(state, here) == {"Dwarf": 1} and hand(state, 0) == {"Halt": 1, "Pixie Dust": 1}
    assert state["player"][0] == 1


def test_dwarf_first_of_two_is_compulsory_and_the_second_is_not(mode: str) -> None:
    for ability, passing in (("first", False), ("second", True)):
        state, _ = acting("Dwarf", 2, mode=mode, hands=[["Elf", "Troll"], [], [], []])
        play(state, f"0 {ability} ability")
        assert ("pass" in choices(state)) == passing


def test_dwarf_second_may_play_two_one_after_the_other(mode: str) -> None:
    state, _ = acting("Dwarf", 2, mode=mode, hands=[["Golden Unicorn", "Majestic Unicorn"], [], [], []])
    play(state, "0 second ability", "0 play Golden Unicorn")
    assert asked(state) == (0, "ABILITY_BEING")
    play(state, "0 play Majestic Unicorn")
    assert winners(state) == ([0] if mode == "own" else [0, 3])


def test_elf_first_looks_at_three_takes_one_and_orders_the_rest() -> None:
    state, _ = acting("Elf", deck=["Halt", "Dwarf", "Phoenix", "Dragon"])
    assert asked(state) == (0, "LOOK_TAKE") and choices(state) == {"choose Halt", "choose Dwarf", "choose Phoenix"}
    assert places(state, 0) == {0: "Halt", 1: "Dwarf", 2: "Phoenix"} and places(state, 1) == {}
    play(state, "0 choose Dwarf")
    assert asked(state) == (0, "LOOK_ORDER") and choices(state) == {"choose Halt", "choose Phoenix"}
    play(state, "0 choose Halt")
    assert hand(state, 0) == {"Troll": 1, "Dwarf": 1}
    # Seat 1 has drawn the Phoenix, which was put back last and lay on top
    assert hand(state, 1) == {"Troll": 1, "Phoenix": 1} and deck(state)[:2] == ["Halt", "Dragon"]
    assert knows(state, 0, 1) == {"Phoenix": 1} and knows(state, 2, 1) == {}


def test_elf_second_searches_for_a_majestic_unicorn() -> None:
    state, _ = acting("Elf", 2, hands=[["Troll"], [], [], []])
    play(state, "0 second ability")
    assert hand(state, 0) == {"Troll": 1, "Majestic Unicorn": 1} and knows(state, 2, 0) == {"Majestic Unicorn": 1}


def test_fairy_first_draws_one() -> None:
    state, _ = acting("Fairy", deck=["Halt"])
    assert hand(state, 0) == {"Troll": 1, "Halt": 1}


def test_fairy_second_searches_for_a_golden_unicorn() -> None:
    state, _ = acting("Fairy", 2)
    play(state, "0 second ability")
    assert hand(state, 0) == {"Troll": 1, "Golden Unicorn": 1} and knows(state, 1, 0) == {"Golden Unicorn": 1}


def test_white_rabbit_first_lets_all_draw_clockwise(mode: str) -> None:
    state, _ = acting("White Rabbit", mode=mode, deck=["Halt", "Dwarf", "Elf", "Fairy"])
    assert hand(state, 0) == {"Troll": 1, "Halt": 1} and hand(state, 2) == {"Troll": 1, "Elf": 1}
    assert hand(state, 3) == {"Fairy": 1} and hand(state, 1)["Dwarf"] == 1


def test_white_rabbit_second_draws_two_and_the_stablemate_one() -> None:
    right, _ = acting("White Rabbit", 2, deck=["Halt", "Dwarf", "Elf"])
    play(right, "0 second ability")
    assert hand(right, 0) == {"Troll": 1, "Halt": 1, "Dwarf": 1} and hand(right, 3) == {"Elf": 1}
    left = GAME.position(
        hands=[["Troll"], ["Halt"], [], []],
        stables={0: ["White Rabbit"] * 2},
        step="abilities",
        deck=["Halt", "Dwarf", "Elf"],
    )
    play(left, "0 second ability")
    assert hand(left, 0) == {"Troll": 1, "Halt": 1, "Dwarf": 1} and hand(left, 1)["Elf"] == 1


def test_white_rabbit_second_has_no_stablemate_with_own_stables() -> None:
    state, _ = acting("White Rabbit", 2, mode="own", deck=["Halt", "Dwarf", "Elf"])
    play(state, "0 second ability")
    assert hand(state, 0) == {"Troll": 1, "Halt": 1, "Dwarf": 1}
    assert hand(state, 3) == {} and hand(state, 1)["Elf"] == 1  # drawn in step 1 of the next turn


def test_werewolf_first_discards_an_own_card(mode: str) -> None:
    state, _ = acting("Werewolf", mode=mode, hands=[["Troll", "Elf"], ["Troll"], [], []])
    assert asked(state) == (0, "DISCARD")
    play(state, "0 choose Elf")
    assert hand(state, 0) == {"Troll": 1} and pile(state) == ["Elf"]


def test_werewolf_second_makes_another_adventurer_discard(mode: str) -> None:
    state, _ = acting("Werewolf", 2, mode=mode, hands=[["Troll"], ["Troll"], ["Elf", "Halt"], []])
    play(state, "0 second ability")
    assert asked(state) == (0, "VICTIM") and choices(state) == {"adventurer 1", "adventurer 2"}
    play(state, "0 adventurer 2")
    assert asked(state) == (2, "DISCARD")
    play(state, "2 choose Halt")
    assert hand(state, 2) == {"Elf": 1} and pile(state) == ["Halt"]


def test_troll_first_discards_a_being_here_no_troll_and_no_unicorn(mode: str) -> None:
    right = 0 if mode == "own" else 3
    state, here = acting("Troll", mode=mode, stables={right: ["Golden Unicorn", "Phoenix", "Elf"]}, discard=["Halt"])
    play(state, "0 choose Troll")
    assert asked(state) == (0, "HERE_CARD") and choices(state) == {"choose Phoenix", "choose Elf"}
    play(state, "0 choose Elf")
    assert stable(state, here) == {"Golden Unicorn": 1, "Troll": 1, "Phoenix": 1} and pile(state)[0] == "Elf"


def test_troll_second_may_discard_any_being_from_any_stable(mode: str) -> None:
    state, here = acting("Troll", 2, mode=mode, stables={1: ["Golden Unicorn", "Elf"]})
    play(state, "0 second ability")
    assert choices(state) == {"pass", f"stable {here}", "stable 1"}
    play(state, "0 stable 1", "0 choose Golden Unicorn")
    assert stable(state, 1) == {"Elf": 1} and deck(state)[-1] == "Golden Unicorn"


def test_dragon_first_makes_all_discard_clockwise(mode: str) -> None:
    state, _ = acting("Dragon", mode=mode, hands=[["Troll", "Elf"], ["Troll", "Halt"], [], ["Dwarf", "Fairy"]])
    play(state, "0 choose Elf", "1 choose Halt", "3 choose Dwarf")
    assert pile(state) == ["Dwarf", "Halt", "Elf"]


def test_dragon_second_may_remove_a_being_but_no_unicorn(mode: str) -> None:
    state, here = acting(
        "Dragon", 2, mode=mode, stables={1: ["Golden Unicorn", "Elf", "Phoenix"], 2: ["Majestic Unicorn"]}
    )
    play(state, "0 second ability")
    assert choices(state) == {"pass", f"stable {here}", "stable 1"}
    play(state, "0 stable 1")
    assert choices(state) == {"choose Elf", "choose Phoenix"}
    play(state, "0 choose Elf")
    assert removed(state) == {"Elf": 1} and pile(state) == []


def test_phoenix_first_may_take_the_top_card_of_the_pile(mode: str) -> None:
    state, _ = acting("Phoenix", mode=mode, discard=["Elf", "Halt"])
    assert choices(state) == {"pass", "choose Elf"}
    play(state, "0 choose Elf")
    assert hand(state, 0) == {"Troll": 1, "Elf": 1} and pile(state) == ["Halt"]


def test_phoenix_second_may_take_any_card_of_the_pile(mode: str) -> None:
    state, _ = acting("Phoenix", 2, mode=mode, discard=["Elf", "Halt"])
    play(state, "0 second ability")
    assert choices(state) == {"pass", "choose Elf", "choose Halt"}
    play(state, "0 choose Halt")
    assert hand(state, 0) == {"Troll": 1, "Halt": 1} and pile(state) == ["Elf"]


@pytest.mark.parametrize("species", ["Dwarf", "Elf", "Fairy", "White Rabbit", "Werewolf", "Troll", "Dragon", "Phoenix"])
def test_second_ability_needs_two(species: str) -> None:
    state, _ = acting(species, hands=[["Elf", "Halt"], ["Troll"], ["Troll"], []], discard=["Pixie Dust"])
    assert "second ability" not in choices(state)
    two, _ = acting(species, 2, hands=[["Halt"], ["Troll"], ["Troll"], []], discard=["Pixie Dust"])
    assert choices(two) == {"first ability", "second ability"}
