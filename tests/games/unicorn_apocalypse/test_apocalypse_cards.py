"""The deck, level by level, against the card list; what every level builds with; who beats whom."""

from __future__ import annotations

import pytest
from apocalypse import GAME, asked_for_battle_cards, builds, cards, fight, hand, in_play, legal, play

from unicorn_envs.games.unicorn_apocalypse.cards import CARDS, DECK, PORTAL_COSTS, Special, level_of, title

CARD_LIST = [
    (1, "Anchor", 4, 0, Special.CANCEL),
    (2, "Engineer", 4, 4, Special.NONE),
    (3, "Engineer", 4, 3, Special.NONE),
    (4, "Engineer", 4, 2, Special.NONE),
    (5, "Engineer", 4, 1, Special.NONE),
    (6, "Fighter", 4, 1, Special.NONE),
    (7, "Archangel", 4, 1, Special.WIN_WAR),
    (8, "Fighter", 4, 1, Special.NONE),
    (9, "Fighter", 4, 1, Special.NONE),
    (10, "Fighter", 4, 1, Special.NONE),
    (11, "Ancient One", 4, 1, Special.REMOVE_BUILD),
    (12, "Ancient One", 4, 1, Special.ADD_BUILD),
    (13, "Comet", 4, 0, Special.NONE),
    (14, "Unicorn", 2, 4, Special.NONE),
]
BUILDERS = [(level, points) for level, _, _, points, _ in CARD_LIST if points]


def build_name(case):
    return title(case[0])


@pytest.mark.parametrize("row", CARD_LIST, ids=lambda row: title(row[0]))
def test_card_is_as_listed(row):
    card = CARDS[row[0] - 1]
    assert (card.level, card.name, card.copies, card.points, card.special) == row


def test_a_deck_has_54_cards_and_the_portals_cost_42():
    assert DECK == sum(row[2] for row in CARD_LIST) == 54
    assert PORTAL_COSTS == (2, 4, 6, 8, 10, 12)
    assert sum(PORTAL_COSTS) == 42


@pytest.mark.parametrize("case", BUILDERS, ids=build_name)
def test_a_winner_builds_with_its_points(case):
    level, points = case
    state = GAME.position({"hand": hand(level)}, {"hand": hand(1)})
    fight(state, level, 1)
    play(state, "portal 12")
    assert builds(state, 0) == [(level, 12, points)]
    assert asked_for_battle_cards(state)


@pytest.mark.parametrize("level", [2, 6, 12, 14])
def test_a_won_anchor_cannot_be_because_every_level_beats_it(level):
    state = GAME.position({"hand": hand(1)}, {"hand": hand(level)})
    fight(state, 1, level)
    assert state["winner"][0] == 2
    assert cards(state, "discard", 0) == [1]


def test_a_comet_that_wins_goes_into_play_and_builds_nothing():
    state = GAME.position({"hand": hand(13)}, {"hand": hand(12)})
    fight(state, 13, 12)
    assert in_play(state) == [(1, 0), (0, 0)]
    assert asked_for_battle_cards(state)
    assert cards(state, "discard", 0) == []


def test_a_comet_that_loses_goes_into_play_too():
    state = GAME.position({"hand": hand(13)}, {"hand": hand(14)})
    fight(state, 13, 14)
    assert in_play(state) == [(1, 0), (0, 0)]
    assert cards(state, "discard", 0) == []


@pytest.mark.parametrize("low", range(1, 14))
@pytest.mark.parametrize("seat", [0, 1])
def test_the_higher_level_wins(low, seat):
    for high in range(low + 1, 15):
        state = GAME.position(*[{"hand": hand(high if p == seat else low)} for p in (0, 1)])
        fight(state, *(high if p == seat else low for p in (0, 1)))
        assert state["winner"][0] == 1 + seat


@pytest.mark.parametrize("level", range(1, 15))
def test_equal_levels_are_a_war(level):
    state = GAME.position({"hand": hand(level), "pile": (2, 2, 2, 9)}, {"hand": hand(level), "pile": (2, 2, 2, 8)})
    fight(state, level, level)
    assert state["rounds"][0] == 1
    assert state["winner"][0] == 1


def test_a_unicorn_that_wins_is_a_builder_or_a_comet():
    state = GAME.position({"hand": hand(14)}, {"hand": hand(13)})
    fight(state, 14, 13)
    assert legal(state) == [*(f"portal {cost}" for cost in PORTAL_COSTS), "comet", "no"]


def test_only_a_unicorn_may_be_a_comet():
    state = GAME.position({"hand": hand(12)}, {"hand": hand(6)})
    fight(state, 12, 6)
    assert legal(state) == [*(f"portal {cost}" for cost in PORTAL_COSTS), "no"]


@pytest.mark.parametrize(
    ("name", "level"), [("Anchor", 1), ("archangel", 7), ("Comet", 13), ("11 Ancient One", 11), (8, 8), ("14", 14)]
)
def test_cards_are_found_by_level_and_name(name, level):
    assert level_of(name) == level


@pytest.mark.parametrize("name", ["Ancient One", "Fighter", "Dragon", 0, 15, True])
def test_a_name_that_is_none_or_several_is_refused_with_the_list(name):
    with pytest.raises(ValueError, match="cards are 1 Anchor, 2 Engineer"):
        level_of(name)
