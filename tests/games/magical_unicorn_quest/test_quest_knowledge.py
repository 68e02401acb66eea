"""What a player knows, and that ``resample`` deals the rest anew, uniformly."""

from __future__ import annotations

from collections import Counter

import numpy as np
from quest import GAME, asked, deck, hand, knows, no_more, number, places, play

from unicorn_envs.games.magical_unicorn_quest.card_tables import NAMES
from unicorn_envs.games.magical_unicorn_quest.cards import BEINGS

CARD_NAMES = NAMES[1:]


def field(state: object, seat: int, name: str) -> list[int]:
    layout = GAME.observation.for_players(GAME.num_players(state))
    return layout.split(GAME.observe(state, seat))[name].tolist()


def test_cards_handed_over_are_known_to_all_and_leave_again() -> None:
    state = GAME.position(hands=[["Rainbows & Glitter", "Troll"], ["Elf", "Elf"], [], []], step="potion")
    play(state, "0 play Rainbows & Glitter", "0 choose Elf")
    assert knows(state, 1, 0) == knows(state, 2, 0) == {"Elf": 2}
    play(state, "0 play Elf", "0 stable 1")
    assert knows(state, 2, 0) == {"Elf": 1}  # a copy played: one copy less


def test_crystal_ball_is_known_to_its_player_and_to_the_victim() -> None:
    state = GAME.position(hands=[["Crystal Ball", "Troll"], ["Elf", "Dwarf"], []])
    play(state, "0 play Crystal Ball", "0 choose Elf")
    assert knows(state, 0, 1) == {"Dwarf": 1} and "Elf" in no_more(state, 0, 1)
    assert knows(state, 1, 0) == {"Elf": 1} and knows(state, 2, 0) == {} and knows(state, 2, 1) == {}


def test_friendship_tea_is_known_to_both_sides() -> None:
    state = GAME.position(hands=[["Friendship Tea", "Troll", "Elf"], ["Dwarf", "Phoenix"], [], []])
    play(state, "0 play Friendship Tea", "0 choose Elf", "1 choose Dwarf")
    assert knows(state, 0, 1) == {"Elf": 1} and knows(state, 1, 0) == {"Dwarf": 1} and knows(state, 2, 1) == {}


def test_a_card_that_leaves_unseen_costs_a_copy_of_every_name_and_its_marks() -> None:
    state = GAME.position(
        hands=[["Crystal Ball", "Troll"], ["Elf", "Elf", "Dwarf"], []],
        surely={(2, 1): ["Elf", "Elf", "Dwarf"]},
        no_more={(2, 1): ["Elf", "Dwarf", "Halt"]},
    )
    play(state, "0 play Crystal Ball", "0 choose Dwarf")
    assert knows(state, 2, 1) == {"Elf": 1} and no_more(state, 2, 1) == {"Halt"}


def test_a_card_that_arrives_unseen_takes_all_marks() -> None:
    state = GAME.position(hands=[["Pixie Dust", "Troll"], [], []], no_more={(1, 0): ["Halt", "Elf"]})
    assert no_more(state, 1, 0) == {"Elf", "Halt"}
    play(state, "0 play Pixie Dust")
    assert no_more(state, 1, 0) == set()


def test_a_card_taken_from_the_discard_pile_is_known_and_marks_stay() -> None:
    state = GAME.position(
        hands=[["Moonlight Elixir", "Troll"], [], []], discard=["Elf"], no_more={(1, 0): ["Halt", "Elf"]}
    )
    play(state, "0 play Moonlight Elixir")
    assert knows(state, 1, 0) == {"Elf": 1} and no_more(state, 1, 0) == {"Halt", "Elf"}


def test_a_card_drawn_from_a_known_place_is_known() -> None:
    state = GAME.position(
        hands=[["Thunder Brew", "Troll"], ["Troll"], []],
        stables={1: ["Golden Unicorn"]},
        rest="discard",
        deck=["Majestic Unicorn", "Majestic Unicorn", "Golden Unicorn"],
    )
    play(state, "0 play Thunder Brew")
    assert places(state, 2) == {3: "Golden Unicorn"}
    play(state, "0 pass")
    while len(deck(state)) > 1:
        GAME.apply(state, GAME.legal_actions(state)[0])  # the first action is to pass, where that is legal
    holder = int(state["player"][0])
    assert places(state, 2) == {0: "Golden Unicorn"} and field(state, 2, "deck_top")[0] == 1
    while int(state["player"][0]) == holder:
        GAME.apply(state, "pass")
    after = (holder + 1) % 3
    for observer in range(3):
        if observer != after:
            assert knows(state, observer, after).get("Golden Unicorn") == 1


def test_elf_puts_back_privately_and_wipes_what_others_knew() -> None:
    state = GAME.position(
        hands=[["Troll", "Golden Unicorn"], ["Majestic Unicorn", "Halt"], []],
        stables={2: ["Elf"]},
        step="abilities",
        bottom=["Golden Unicorn", "Majestic Unicorn"],
        rest="discard",
    )
    assert len(deck(state)) == 2 and asked(state) == (0, "LOOK_TAKE")
    assert places(state, 0) == {0: "Golden Unicorn", 1: "Majestic Unicorn"} and places(state, 1) == {}
    play(state, "0 choose Majestic Unicorn")
    assert knows(state, 1, 0) == {} and knows(state, 0, 1) == {"Golden Unicorn": 1}  # drawn from a place known to 0


def test_rebuilt_decks_hold_no_unicorn_until_one_goes_under() -> None:
    state = GAME.position(
        hands=[
            ["Pixie Dust", "Golden Unicorn", "Golden Unicorn"],
            ["Majestic Unicorn", "Majestic Unicorn"],
            ["Werewolf"],
        ],
        stables={2: ["Werewolf"]},
        rest="discard",
    )
    play(state, "0 play Pixie Dust")
    assert field(state, 1, "none_left") == [1, 1]
    play(state, "0 pass", "0 choose Golden Unicorn")
    assert field(state, 1, "none_left") == [0, 1] and places(state, 1)[len(deck(state)) - 1] == "Golden Unicorn"


def test_unseen_counts_every_copy_not_placed() -> None:
    state = GAME.position(
        hands=[["Pixie Dust", "Troll"], ["Halt", "Elf"], []],
        stables={0: ["Elf"]},
        discard=["Elf"],
        surely={(0, 1): ["Elf"]},
    )
    unseen = dict(zip(CARD_NAMES, field(state, 0, "unseen")))
    assert unseen["Elf"] == 2 and unseen["Halt"] == 10 and unseen["Troll"] == 4 and unseen["Golden Unicorn"] == 2


def test_stables_and_sharers_are_relative() -> None:
    state = GAME.position(hands=[["Pixie Dust"], [], [], []], stables={0: ["Elf"], 1: ["Dwarf"], 3: ["Troll"]})
    elf, dwarf, troll = (number(name) - 1 for name in ("Elf", "Dwarf", "Troll"))
    assert field(state, 0, "stable_0")[elf] == 1 and field(state, 0, "right_stable")[troll] == 1
    assert field(state, 1, "stable_0")[dwarf] == 1 and field(state, 1, "right_stable")[elf] == 1
    assert field(state, 1, "stable_3")[elf] == 1
    assert field(state, 0, "adventurer_1_shares") == [1, 0] and field(state, 0, "adventurer_3_shares") == [0, 1]
    assert field(state, 0, "adventurer_2_shares") == [0, 0]
    own = GAME.position(hands=[["Pixie Dust"], [], [], []], mode="own")
    assert field(own, 0, "adventurer_1_shares") == [0, 0] and field(own, 0, "shared") == [0]


def resampled_hands(state: object, seat: int, holder: int, times: int) -> list[dict[str, int]]:
    hands = []
    before = GAME.observe(state, seat)
    for k in range(times):
        copy = GAME.resample(state, seat, seed=k)
        assert GAME.problem(copy) is None
        np.testing.assert_array_equal(GAME.observe(copy, seat), before)
        hands.append(hand(copy, holder))
    return hands


def test_resample_deals_hidden_cards_uniformly() -> None:
    """One unknown card of player_1 among the 90 copies that player_0 does not see."""
    state = GAME.position(hands=[["Pixie Dust", "Troll"], ["Halt"], []], stables={1: ["Elf"], 0: ["Dwarf"]})
    times = 4000
    found = Counter(name for cards in resampled_hands(state, 0, 1, times) for name in cards)
    unseen = 94 - 4
    for name, copies in (("Halt", 10), ("Elf", 4), ("Pixie Dust", 4), ("Golden Unicorn", 2)):
        expected = times * copies / unseen
        assert abs(found[name] - expected) < 5 * np.sqrt(expected)


def test_resample_obeys_sure_copies_and_marks() -> None:
    state = GAME.position(
        hands=[["Pixie Dust"], ["Halt", "Elf", "Elf"], []],
        surely={(0, 1): ["Elf"]},
        no_more={(0, 1): ["Dwarf", "Fairy", "Troll"]},
    )
    hands = resampled_hands(state, 0, 1, 600)
    assert all(cards.get("Elf", 0) >= 1 and sum(cards.values()) == 3 for cards in hands)
    assert not any({"Dwarf", "Fairy", "Troll"} & set(cards) for cards in hands)
    assert len({tuple(sorted(cards.items())) for cards in hands}) > 50


def test_resample_is_uniform_where_marks_and_the_deck_restrict_the_deals() -> None:
    """No Golden Unicorn in the deck, none further at player_1: player_2 holds both among three cards."""
    state = GAME.position(
        hands=[["Pixie Dust"], ["Halt"], ["Golden Unicorn", "Golden Unicorn", "Elf"]],
        no_more={(0, 1): ["Golden Unicorn"]},
    )
    state["none_left"][0, 0] = 1
    third = Counter()
    for cards in resampled_hands(state, 0, 2, 1500):
        assert cards["Golden Unicorn"] == 2
        third.update(name for name in cards if name != "Golden Unicorn")
    assert abs(third["Halt"] - 1500 * 10 / 91) < 5 * np.sqrt(165)


def test_resample_deals_a_being_to_whoever_has_to_play_one() -> None:
    """Uniform among the deals that fit: two unknown cards, of which one at least is a being."""
    state = GAME.position(
        hands=[["Halt", "Elf", "Fairy"], ["Troll"], []],
        stables={2: ["Dwarf"]},
        step="abilities",
        surely={(1, 0): ["Halt"]},
    )
    assert asked(state) == (0, "MUST_PLAY_BEING")
    beings, times = set(NAMES[1 : BEINGS + 1]), 1500
    both = 0
    for cards in resampled_hands(state, 1, 0, times):
        assert beings & set(cards) and cards["Halt"] >= 1
        both += sum(n for name, n in cards.items() if name in beings) == 2
    # 94 cards less Halt, Troll and Dwarf; of the 44 beings two are in the stable and the own hand
    unseen, seen_beings = 94 - 3, 44 - 2
    chance_both = seen_beings * (seen_beings - 1) / (unseen * (unseen - 1))
    chance_none = (unseen - seen_beings) * (unseen - seen_beings - 1) / (unseen * (unseen - 1))
    expected = chance_both / (1 - chance_none)
    assert abs(both / times - expected) < 5 * (expected * (1 - expected) / times) ** 0.5
    assert any(not beings & set(hand(GAME.resample(state, 1, seed), 2)) for seed in range(3))


def test_resample_keeps_what_was_seen_and_varies_what_was_not() -> None:
    state = GAME.position(hands=[["Friendship Tea", "Troll", "Elf"], ["Dwarf", "Phoenix"], []])
    play(state, "0 play Friendship Tea", "0 choose Elf")
    picks = {int(GAME.resample(state, 1, seed=k)["picked"][0]) for k in range(60)}
    assert len(picks) > 5  # player_1 cannot know which card waits for the swap
    assert {int(GAME.resample(state, 0, seed=k)["picked"][0]) for k in range(20)} == {number("Elf")}


def test_resample_gives_others_as_much_knowledge_as_before() -> None:
    state = GAME.position(hands=[["Crystal Ball", "Troll"], ["Elf", "Dwarf", "Halt"], ["Troll"]], deck=["Elf"])
    play(state, "0 play Crystal Ball", "0 adventurer 1", "1 pass", "0 choose Elf")
    for k in range(50):
        copy = GAME.resample(state, 2, seed=k)
        assert GAME.problem(copy) is None
        assert knows(copy, 0, 1) == hand(copy, 1)  # player_0 has seen that hand, whatever it is


def test_resample_deck_places() -> None:
    state = GAME.position(
        hands=[["Thunder Brew", "Troll"], ["Elf"], []], stables={1: ["Golden Unicorn"]}, bottom=["Majestic Unicorn"]
    )
    play(state, "0 play Thunder Brew")
    tops = set()
    for k in range(60):
        copy = GAME.resample(state, 1, seed=k)
        assert deck(copy)[-2:] == ["Majestic Unicorn", "Golden Unicorn"]
        tops.add(deck(copy)[0])
    assert len(tops) > 8
