"""Every castle card, in a position that shows what it does."""

import pytest
from margot_helpers import HUMAN, WITCH, may, orbs, penalised, play, position, scratches, seen, top, village

from unicorn_envs.games.margot.cards import CASTLE_CARDS

EXPLORE = ("explore Human", "explore Witch's")
BOTH = pytest.mark.parametrize("castle", [HUMAN, WITCH])


def turned_over(castle, card, **given):
    """The position after this card has been explored in an otherwise empty table."""
    deck = {"human_deck": [card]} if castle == HUMAN else {"witch_deck": [card]}
    return play(position(fairies=["Thorn"], **deck, **given), EXPLORE[castle])


def test_each_castle_has_20_cards_with_20_scratches():
    for cards, orbs_of_castle in zip(CASTLE_CARDS, (10, 11)):
        assert sum(card.copies for card in cards) == 20
        assert sum(card.copies * card.scratch for card in cards) == 20
        assert sum(card.copies for card in cards if card.scratch) == 12
        assert sum(card.copies for card in cards if card.orb) == orbs_of_castle


@pytest.mark.parametrize(
    "castle, counts",
    [
        (HUMAN, {"Soldier": 5, "Knight": 4, "Sorceress": 2, "Unyielding King": 1, "Tome of Legends": 3,
                 "Portrait of Paradise": 2, "Fae Melodies": 2, "Fairytale Sword": 1}),
        (WITCH, {"Soldier": 5, "Knight": 3, "Sorceress": 3, "Witch of Ridicule": 1, "Tome of Legends": 2,
                 "Portrait of Paradise": 3, "Fae Melodies": 2, "Vivian's Wand": 1}),
    ],
)  # fmt: skip
def test_what_a_castle_holds_is_public(castle, counts):
    assert {card.name: card.copies for card in CASTLE_CARDS[castle]} == counts
    state = position(fairies=["Thorn"])
    assert [int(n) for n in seen(state)["deck"][castle]] == list(counts.values())


@BOTH
@pytest.mark.parametrize("card, number", [("Soldier", 1), ("Knight", 2), ("Sorceress", 2)])
def test_enemies_cause_their_scratches(castle, card, number):
    state = turned_over(castle, card)
    assert village(state, castle) == [card]
    assert scratches(state) == number


def test_soldier_has_no_orb():
    assert orbs(turned_over(HUMAN, "Soldier")) == ""


def test_knight_has_no_orb():
    assert orbs(turned_over(WITCH, "Knight")) == ""


@pytest.mark.parametrize("castle, colour", [(HUMAN, "P"), (WITCH, "Y")])
def test_sorceress_counts_as_a_story_while_she_is_active(castle, colour):
    state = turned_over(castle, "Sorceress")
    assert orbs(state) == colour
    play(state, "magic break Human" if castle == HUMAN else "magic break Witch's")  # nothing else lies there
    assert village(state, castle) == ["(Sorceress)"]
    assert orbs(state) == ""
    assert scratches(state) == 0


def test_unyielding_king_cannot_be_disabled_or_moved_in_a_village():
    state = position(
        human=["Unyielding King"], witch=["Soldier"],
        fairies=["Hound", "Wisp", "Tide", "Flower", "Lance"],
    )  # fmt: skip
    assert scratches(state) == 4
    assert not may(state, "magic break Human")
    assert not may(state, "use Hound Fairy")
    play(state, "use Wisp Fairy")  # the Soldier was the only legal enemy
    assert village(state, HUMAN) == ["Unyielding King"]
    assert village(state, WITCH) == []


def test_witch_of_ridicule_makes_the_orbs_of_her_village_invalid():
    state = position(
        human=["Tome of Legends"], witch=["Portrait of Paradise", "Sorceress"], witch_deck=["Witch of Ridicule"],
        fairies=["Shield"], auto_single=False,
    )  # fmt: skip
    assert orbs(state) == "RGY"
    play(state, "explore Witch's")
    assert penalised(state)  # 2 + 3 scratches, and nothing to lose where no orb is valid
    assert orbs(state) == "R"


def test_ridicule_ends_at_once_when_the_witch_is_disabled():
    state = position(witch=["Portrait of Paradise", "Witch of Ridicule"], fairies=["Thorn"])
    assert orbs(state) == ""
    play(state, "magic break Witch's")
    assert village(state, WITCH) == ["Portrait of Paradise", "(Witch of Ridicule)"]
    assert orbs(state) == "G"


def test_ridicule_ends_at_once_when_the_witch_leaves_the_village():
    state = play(position(witch=["Portrait of Paradise", "Witch of Ridicule"], fairies=["Wisp"]), "use Wisp Fairy")
    assert village(state, WITCH) == ["Portrait of Paradise"]
    assert orbs(state) == "G"


@BOTH
@pytest.mark.parametrize(
    "card, colour", [("Tome of Legends", "R"), ("Portrait of Paradise", "G"), ("Fae Melodies", "B")]
)
def test_stories_have_an_orb_and_no_scratch(castle, card, colour):
    state = turned_over(castle, card)
    assert orbs(state, castle) == colour
    assert scratches(state) == 0


def test_fairytale_sword_is_yellow_and_sends_the_witch_back():
    state = position(human=["Fairytale Sword"], witch_deck=["Witch of Ridicule"], fairies=["Thorn"])
    assert orbs(state) == "Y"
    play(state, "explore Witch's")
    assert village(state, HUMAN) == ["(Fairytale Sword)"]
    assert village(state, WITCH) == []
    assert top(state, WITCH) == "Witch of Ridicule"
    assert seen(state)["top"][WITCH].any()


def test_vivians_wand_is_purple_and_sends_the_king_back():
    state = position(witch=["Vivian's Wand"], human_deck=["Unyielding King"], fairies=["Thorn"])
    assert orbs(state) == "P"
    play(state, "explore Human")
    assert village(state, WITCH) == ["(Vivian's Wand)"]
    assert village(state, HUMAN) == []
    assert top(state, HUMAN) == "Unyielding King"


def test_a_boss_sent_back_comes_in_for_good_the_next_time():
    state = position(human=["Fairytale Sword"], witch_deck=["Witch of Ridicule"], fairies=["Thorn"])
    play(state, "explore Witch's", "explore Witch's")
    assert village(state, WITCH) == ["Witch of Ridicule"]


def test_the_weapon_must_be_active():
    state = position(human=["(Fairytale Sword)"], witch_deck=["Witch of Ridicule"], fairies=["Thorn"])
    play(state, "explore Witch's")
    assert village(state, WITCH) == ["Witch of Ridicule"]


def test_the_wand_does_not_work_under_ridicule():
    state = position(
        witch=["Vivian's Wand", "Witch of Ridicule"], human_deck=["Unyielding King"], fairies=["Thorn"],
        auto_single=False,
    )  # fmt: skip
    play(state, "explore Human")
    assert village(state, HUMAN) == ["Unyielding King"]
    assert penalised(state)


def test_the_sword_does_not_stop_the_king_nor_the_wand_the_witch():
    state = position(human=["Fairytale Sword"], human_deck=["Unyielding King"], fairies=["Thorn"])
    assert village(play(state, "explore Human"), HUMAN) == ["Fairytale Sword", "Unyielding King"]
    state = position(witch=["Vivian's Wand"], witch_deck=["Witch of Ridicule"], fairies=["Thorn"])
    assert village(play(state, "explore Witch's"), WITCH) == ["Vivian's Wand", "Witch of Ridicule"]
