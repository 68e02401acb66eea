"""What the rulebook states: set-up, the five steps, the end, and its worked example."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from quest import GAME, asked, choices, deck, hand, pile, play, stable, winners

from unicorn_envs.games.magical_unicorn_quest.cards import CARDS, Kind


def test_worked_example_of_the_rulebook() -> None:
    """Adventurer 1 is seat 0: the right stable is stable 3, the left one stable 0."""
    state = GAME.position(
        hands=[
            ["Dwarf", "Elf", "Golden Unicorn", "Unicorn Food", "Halt"],
            ["Golden Unicorn"],
            ["Majestic Unicorn"],
            [],
        ],
        stables={3: ["Elf", "Werewolf"], 0: ["White Rabbit"]},
        deck=["Pixie Dust", "Majestic Unicorn"] + 9 * ["Halt"],
        rest="discard",
        step="draw",
        auto_single=False,
    )
    # Step 1: draw
    assert hand(state, 0)["Pixie Dust"] == 1
    # Step 2: Unicorn Food moves the Werewolf to the stable between adventurers 3 and 4
    assert asked(state) == (0, "POTION")
    play(state, "0 play Unicorn Food", "0 stable 3", "0 choose Werewolf", "0 stable 2")
    assert stable(state, 3) == {"Elf": 1} and stable(state, 2) == {"Werewolf": 1}
    # Step 3: the Dwarf into the stable to the right
    assert asked(state) == (0, "BEING")
    play(state, "0 play Dwarf", "0 stable 3")
    assert stable(state, 3) == {"Dwarf": 1, "Elf": 1}
    # Step 4: the Dwarf plays the Elf, two Elves find a Majestic Unicorn, the White Rabbit lets all draw
    assert asked(state) == (0, "SPECIES") and choices(state) == {"choose Dwarf", "choose Elf"}
    play(state, "0 choose Dwarf", "0 play Elf")
    assert stable(state, 3) == {"Dwarf": 1, "Elf": 2}
    play(state, "0 choose Elf", "0 second ability")
    assert hand(state, 0) == {"Golden Unicorn": 1, "Majestic Unicorn": 1, "Pixie Dust": 1, "Halt": 1}
    sizes = [sum(hand(state, p).values()) for p in (1, 2, 3)]
    play(state, "0 choose White Rabbit")
    assert [sum(hand(state, p).values()) for p in (2, 3)] == [size + 1 for size in sizes[1:]]
    # Step 5: no discard, adventurer 2's turn
    assert hand(state, 0) == {"Golden Unicorn": 1, "Majestic Unicorn": 1, "Pixie Dust": 1, "Halt": 2}
    assert state["player"][0] == 1 and GAME.seat(state) == 1
    assert pile(state)[0] == "Unicorn Food"


def test_box_holds_50_beings_35_potions_and_15_magic_cards() -> None:
    kinds: Counter[Kind] = Counter()
    for card in CARDS:
        kinds[card.kind] += card.copies
    assert kinds[Kind.SPECIES] + kinds[Kind.UNICORN] == 50
    assert kinds[Kind.POTION] == 35 and kinds[Kind.MAGIC] == 15


@pytest.mark.parametrize(
    ("mode", "players", "unicorns", "cards"),
    [
        ("shared", 3, 2, 94), ("shared", 4, 2, 94), ("shared", 5, 3, 96), ("shared", 6, 3, 96),
        ("own", 2, 2, 94), ("own", 3, 3, 96), ("own", 4, 4, 98), ("own", 5, 5, 100), ("own", 6, 5, 100),
    ],
)  # fmt: skip
def test_set_up(mode: str, players: int, unicorns: int, cards: int) -> None:
    state = GAME.new(seed=1, num_players=players, stables=mode, auto_single=False)
    first = int(state["player"][0])
    dealt = [sum(hand(state, p).values()) for p in range(players)]
    assert dealt == [7 if p == first else 6 for p in range(players)]  # the first one has drawn
    everything = deck(state) + [name for p in range(players) for name, n in hand(state, p).items() for _ in range(n)]
    assert len(everything) == cards
    assert everything.count("Golden Unicorn") == everything.count("Majestic Unicorn") == unicorns


def test_turns_go_clockwise() -> None:
    state = GAME.position(hands=[["Troll"], ["Troll"], ["Troll"]], step="being")
    for seat in (0, 1, 2, 0):
        while state["player"][0] == seat:
            GAME.apply(state, "pass")
    assert state["player"][0] == 1


def test_step_1_draws_one_card_or_two_with_an_empty_hand() -> None:
    one = GAME.position(hands=[["Troll"], [], []], deck=["Dwarf", "Elf"], step="draw")
    assert hand(one, 0) == {"Troll": 1, "Dwarf": 1}
    two = GAME.position(hands=[[], [], []], deck=["Dwarf", "Elf"], step="draw")
    assert hand(two, 0) == {"Dwarf": 1, "Elf": 1}


def test_at_most_one_potion_and_one_being_and_skipped_steps_are_gone() -> None:
    state = GAME.position(
        hands=[["Pixie Dust", "Pixie Dust", "Troll", "Dwarf"], ["Halt"], []], deck=["Halt", "Thunder Brew"]
    )
    play(state, "0 play Pixie Dust", "1 pass")
    assert asked(state) == (0, "BEING")
    play(state, "0 play Troll", "0 stable 1", "1 pass")
    assert state["player"][0] == 1
    state = GAME.position(hands=[["Pixie Dust", "Troll"], [], []], deck=["Dwarf", "Elf"])
    play(state, "0 pass")
    assert asked(state) == (0, "BEING") and "play Pixie Dust" not in choices(state)


def test_a_being_may_be_played_into_any_stable() -> None:
    for mode in ("shared", "own"):
        for k in range(4):
            state = GAME.position(hands=[["Troll"], [], [], []], step="being", mode=mode)
            play(state, "0 play Troll")
            assert choices(state) == {"stable 0", "stable 1", "stable 2", "stable 3"}
            play(state, f"0 stable {k}")
            assert stable(state, k) == {"Troll": 1}


def test_step_4_right_stable_first_then_left() -> None:
    state = GAME.position(
        hands=[[], [], []],
        stables={2: ["Fairy"], 0: ["White Rabbit", "Phoenix"], 1: ["Dwarf"]},
        step="abilities",
        discard=["Halt"],
        auto_single=False,
    )
    assert choices(state) == {"choose Fairy"}
    play(state, "0 choose Fairy")
    assert choices(state) == {"choose White Rabbit", "choose Phoenix"}


def test_step_4_with_own_stables_is_about_the_own_one() -> None:
    state = GAME.position(
        hands=[[], [], []],
        stables={2: ["Fairy"], 0: ["White Rabbit", "Phoenix"], 1: ["Dwarf"]},
        step="abilities",
        mode="own",
        discard=["Halt"],
        auto_single=False,
    )
    assert choices(state) == {"choose White Rabbit", "choose Phoenix"}
    play(state, "0 choose White Rabbit", "0 choose Phoenix", "0 pass")
    assert state["player"][0] == 1


def test_one_of_a_species_has_its_first_ability_two_have_either() -> None:
    one = GAME.position(hands=[[], [], []], stables={2: ["Fairy"]}, step="abilities", deck=["Halt", "Dwarf", "Elf"])
    assert hand(one, 0) == {"Halt": 1}
    for ability, got in (("first", {"Halt": 1}), ("second", {"Golden Unicorn": 1})):
        two = GAME.position(hands=[[], ["Dwarf"], []], stables={2: ["Fairy", "Fairy"]}, step="abilities", deck=["Halt"])
        assert choices(two) == {"first ability", "second ability"}
        play(two, f"0 {ability} ability")
        assert hand(two, 0) == got


def test_a_species_that_arrives_must_act_and_one_that_leaves_need_not() -> None:
    state = GAME.position(
        hands=[["Fairy"], ["Elf"], []],
        stables={2: ["Dwarf", "Troll", "Werewolf"]},
        step="abilities",
        deck=["Halt", "Elf"],
    )
    play(state, "0 choose Dwarf")  # the Fairy is the only being in hand
    assert choices(state) == {"choose Troll", "choose Werewolf", "choose Fairy"}
    play(state, "0 choose Troll", "0 choose Werewolf")
    # The Troll discarded the Werewolf before it acted, so that nobody had to discard; the Fairy drew
    assert pile(state) == ["Werewolf"] and stable(state, 2) == {"Dwarf": 1, "Troll": 1, "Fairy": 1}
    assert hand(state, 0) == {"Halt": 1} and state["player"][0] == 1


def test_step_5_discards_down_to_seven() -> None:
    cards = ["Dwarf"] * 3 + ["Elf"] * 3 + ["Troll"] * 3
    state = GAME.position(hands=[cards, ["Dwarf"] * 2, []], step="end")
    assert asked(state) == (0, "DISCARD")
    play(state, "0 choose Dwarf", "0 choose Elf")
    assert hand(state, 0) == {"Dwarf": 2, "Elf": 2, "Troll": 3}
    assert pile(state)[:2] == ["Elf", "Dwarf"] and state["player"][0] == 1


def test_step_5_rebuilds_an_empty_deck() -> None:
    all_unicorns = [["Golden Unicorn"] * 2, ["Majestic Unicorn"] * 2, []]
    state = GAME.position(hands=all_unicorns, rest="discard", step="end", auto_single=False)
    assert state["discard_size"][0] == 0
    assert state["deck_size"][0] == 90 - 1  # the next adventurer has drawn
    assert not {"Golden Unicorn", "Majestic Unicorn"} & set(deck(state))


def test_two_adventurers_who_share_the_stable_win_whoever_made_the_entry() -> None:
    state = GAME.position(hands=[["Golden Unicorn"], [], [], []], stables={1: ["Majestic Unicorn"]}, step="being")
    play(state, "0 play Golden Unicorn", "0 stable 1")
    assert GAME.over(state) and winners(state) == [1, 2]
    np.testing.assert_allclose(GAME.returns(state), [-0.5, 0.5, 0.5, -0.5])


def test_with_own_stables_one_adventurer_wins() -> None:
    state = GAME.position(
        hands=[["Golden Unicorn"], [], [], []], stables={1: ["Majestic Unicorn"]}, step="being", mode="own"
    )
    play(state, "0 play Golden Unicorn", "0 stable 1")
    assert winners(state) == [1]
    np.testing.assert_allclose(GAME.returns(state), [-1 / 3, 1, -1 / 3, -1 / 3], rtol=1e-6)


def test_a_stable_wraps_around_the_table() -> None:
    """Stable 3 of four lies between seats 3 and 0."""
    state = GAME.position(hands=[["Golden Unicorn"], [], [], []], stables={3: ["Majestic Unicorn"]}, step="being")
    play(state, "0 play Golden Unicorn", "0 stable 3")
    assert winners(state) == [0, 3]


def test_a_discarded_unicorn_goes_under_the_deck() -> None:
    state = GAME.position(hands=[["Thunder Brew", "Troll"], [], []], stables={1: ["Golden Unicorn"]})
    play(state, "0 play Thunder Brew")
    assert deck(state)[-1] == "Golden Unicorn" and pile(state) == ["Thunder Brew"]
    assert stable(state, 1) == {}
