"""Every potion, in both modes."""

from __future__ import annotations

import pytest
from quest import GAME, asked, choices, deck, hand, knows, no_more, pile, play, stable, winners


def test_unicorn_food_moves_a_being_of_any_kind(mode: str) -> None:
    state = GAME.position(
        hands=[["Unicorn Food", "Troll"], [], [], []], stables={1: ["Elf", "Golden Unicorn"], 2: ["Dwarf"]}, mode=mode
    )
    play(state, "0 play Unicorn Food")
    assert choices(state) == {"stable 1", "stable 2"}
    play(state, "0 stable 1")
    assert choices(state) == {"choose Elf", "choose Golden Unicorn"}
    play(state, "0 choose Elf")
    assert choices(state) == {"stable 0", "stable 2", "stable 3"}
    play(state, "0 stable 3")
    assert stable(state, 1) == {"Golden Unicorn": 1} and stable(state, 3) == {"Elf": 1}
    assert pile(state) == ["Unicorn Food"]


def test_unicorn_food_can_win(mode: str) -> None:
    state = GAME.position(
        hands=[["Unicorn Food"], [], [], []], stables={1: ["Golden Unicorn"], 0: ["Majestic Unicorn"]}, mode=mode
    )
    play(state, "0 play Unicorn Food", "0 stable 1", "0 stable 0")
    assert winners(state) == ([0, 1] if mode == "shared" else [0])


def test_unicorn_food_needs_a_being() -> None:
    state = GAME.position(hands=[["Unicorn Food", "Thunder Brew", "Pixie Dust"], ["Halt"], []])
    assert choices(state) == {"pass", "play Pixie Dust"}


def test_rainbows_and_glitter_takes_every_copy(mode: str) -> None:
    state = GAME.position(hands=[["Rainbows & Glitter", "Troll"], ["Elf"], ["Elf", "Elf", "Halt"], []], mode=mode)
    play(state, "0 play Rainbows & Glitter", "0 adventurer 2")
    assert len(choices(state)) == 19
    play(state, "0 choose Elf", "2 pass")
    assert hand(state, 0) == {"Troll": 1, "Elf": 2} and hand(state, 2) == {"Halt": 1}
    assert knows(state, 3, 0) == {"Elf": 2}
    assert "Elf" in no_more(state, 0, 2) and "Elf" in no_more(state, 3, 2)


def test_rainbows_and_glitter_in_vain_shows_that_there_is_none(mode: str) -> None:
    state = GAME.position(hands=[["Rainbows & Glitter", "Troll"], ["Elf"], ["Dwarf"], []], mode=mode)
    play(state, "0 play Rainbows & Glitter", "0 adventurer 1", "0 choose Halt")
    assert hand(state, 0) == {"Troll": 1} and hand(state, 1) == {"Elf": 1}
    assert no_more(state, 2, 1) == {"Halt"}


def test_pixie_dust_draws_two(mode: str) -> None:
    state = GAME.position(hands=[["Pixie Dust", "Troll"], [], [], []], deck=["Elf", "Dwarf"], mode=mode)
    play(state, "0 play Pixie Dust")
    assert hand(state, 0) == {"Troll": 1, "Elf": 1, "Dwarf": 1} and pile(state) == ["Pixie Dust"]


def test_crystal_ball_looks_at_a_hand_and_takes_a_card(mode: str) -> None:
    state = GAME.position(hands=[["Crystal Ball", "Troll"], [], ["Elf", "Elf", "Dwarf"], []], mode=mode)
    play(state, "0 play Crystal Ball")
    assert asked(state) == (0, "HAND_TAKE") and choices(state) == {"choose Elf", "choose Dwarf"}
    assert knows(state, 0, 2) == {"Elf": 2, "Dwarf": 1} and len(no_more(state, 0, 2)) == 19
    play(state, "0 choose Elf")
    assert hand(state, 0) == {"Troll": 1, "Elf": 1} and hand(state, 2) == {"Elf": 1, "Dwarf": 1}


def test_crystal_ball_names_an_adventurer_with_cards() -> None:
    state = GAME.position(hands=[["Crystal Ball", "Troll"], ["Elf"], [], ["Dwarf"]])
    play(state, "0 play Crystal Ball")
    assert choices(state) == {"adventurer 1", "adventurer 3"}


def test_moonlight_elixir_takes_any_other_card_of_the_pile(mode: str) -> None:
    state = GAME.position(
        hands=[["Moonlight Elixir", "Troll"], [], [], []], discard=["Elf", "Halt", "Moonlight Elixir"], mode=mode
    )
    play(state, "0 play Moonlight Elixir")
    assert asked(state) == (0, "NAME_DISCARDED") and choices(state) == {"choose Elf", "choose Halt"}
    play(state, "0 choose Halt")
    assert hand(state, 0) == {"Troll": 1, "Halt": 1}
    assert pile(state) == ["Moonlight Elixir", "Elf", "Moonlight Elixir"]
    assert knows(state, 2, 0) == {"Halt": 1}


def test_moonlight_elixir_needs_another_card() -> None:
    state = GAME.position(
        hands=[["Moonlight Elixir", "Pixie Dust"], [], []], discard=["Moonlight Elixir"], auto_single=False
    )
    assert choices(state) == {"pass", "play Pixie Dust"}


@pytest.mark.parametrize("being", ["Golden Unicorn", "Elf"])
def test_thunder_brew_discards_a_being(mode: str, being: str) -> None:
    state = GAME.position(
        hands=[["Thunder Brew", "Troll"], [], [], []], stables={2: ["Golden Unicorn", "Elf"]}, mode=mode
    )
    play(state, "0 play Thunder Brew", f"0 choose {being}")
    assert being not in stable(state, 2)
    if being == "Elf":
        assert pile(state) == ["Thunder Brew", "Elf"]
    else:
        assert pile(state) == ["Thunder Brew"] and deck(state)[-1] == "Golden Unicorn"


def test_friendship_tea_swaps_a_card_for_a_card(mode: str) -> None:
    state = GAME.position(hands=[["Friendship Tea", "Troll", "Elf"], ["Dwarf", "Halt"], [], []], mode=mode)
    play(state, "0 play Friendship Tea", "1 pass")
    assert asked(state) == (0, "SWAP_GIVE")
    play(state, "0 choose Troll")
    assert asked(state) == (1, "SWAP_GIVE") and choices(state) == {"choose Dwarf", "choose Halt"}
    play(state, "1 choose Dwarf")
    assert hand(state, 0) == {"Elf": 1, "Dwarf": 1} and hand(state, 1) == {"Troll": 1, "Halt": 1}
    assert pile(state) == ["Friendship Tea"]


def test_friendship_tea_needs_another_card_in_the_own_hand() -> None:
    state = GAME.position(hands=[["Friendship Tea"], ["Dwarf"], []], deck=["Troll"])
    assert state["player"][0] == 1  # nothing to do: the turn went by
