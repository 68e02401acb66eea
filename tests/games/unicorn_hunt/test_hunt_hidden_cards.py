"""Redrawn cards of Unicorn Hunt come up as often as counting says."""

from __future__ import annotations

import numpy as np
import pytest

import unicorn_envs
from tests.common import chi_square, random_states
from unicorn_envs.games.unicorn_hunt.state import ALL_KNOW, NEIGH, OPEN, OWNER_KNOWS

REDRAWS = 20_000
GAME = unicorn_envs.game("unicorn_hunt")


def redraws_of(state: np.ndarray, seat: int) -> np.ndarray:
    """Many redraws of one state for ``seat``."""
    states = np.repeat(state, REDRAWS)
    GAME.driver.resample_games(states, 0, REDRAWS, seat, np.arange(REDRAWS, dtype=np.uint64))
    return states


def hidden_spaces(state: np.ndarray, owner: int, seat: int) -> np.ndarray:
    """Spaces of ``owner`` with a card that ``seat`` does not know."""
    level = OWNER_KNOWS if owner == seat else ALL_KNOW
    return np.flatnonzero((state["grounds"][0, owner] != OPEN) & (state["known"][0, owner] < level))


def some_states(players: int) -> list[np.ndarray]:
    """Positions of random games in which both kinds of card are hidden from player_0 on each side."""
    found = []
    for state in random_states(("unicorn_hunt", (("num_players", players),)), games=12, per_game=8):
        kinds = [state["grounds"][0, p][hidden_spaces(state, p, 0)] for p in range(players)]
        if all(len(k) > 4 and 1 < (k == NEIGH).sum() < len(k) - 1 for k in kinds):
            found.append(state)
    return found[:: max(1, len(found) // 5)][:6]


@pytest.mark.parametrize("players", [1, 2])
def test_each_hidden_space_is_a_neigh_as_often_as_the_unseen_cards_say(players: int) -> None:
    states = some_states(players)
    assert len(states) >= 4
    for state in states:
        redrawn = redraws_of(state, 0)["grounds"]
        for owner in range(players):
            spaces = hidden_spaces(state, owner, 0)
            neighs, unseen = int((state["grounds"][0, owner][spaces] == NEIGH).sum()), len(spaces)
            if owner == 0:
                observed = GAME.observation.for_players(players).split(GAME.observe(state.copy(), 0))["unseen"]
                assert observed.tolist() == [unseen - neighs, neighs]
            are_neighs = redrawn[:, owner][:, spaces] == NEIGH
            assert (are_neighs.sum(axis=1) == neighs).all()
            p = neighs / unseen
            # The counts of the spaces sum to a constant, which leaves one degree of freedom less.
            deviations = (are_neighs.sum(axis=0) - REDRAWS * p) ** 2 / (REDRAWS * p * (1 - p))
            _, limit = chi_square(np.full(unseen, 10), np.full(unseen, 10))
            assert deviations.sum() * (unseen - 1) / unseen < limit


@pytest.mark.parametrize("players", [1, 2])
def test_two_hidden_spaces_are_drawn_without_replacement(players: int) -> None:
    for state in some_states(players):
        redrawn = redraws_of(state, 0)["grounds"]
        for owner in range(players):
            spaces = hidden_spaces(state, owner, 0)
            unseen, neighs = len(spaces), int((state["grounds"][0, owner][spaces] == NEIGH).sum())
            basics = unseen - neighs
            for first, second in ((spaces[0], spaces[1]), (spaces[0], spaces[-1])):
                pair = 2 * (redrawn[:, owner, first] == NEIGH) + (redrawn[:, owner, second] == NEIGH)
                ways = np.array([basics * (basics - 1), basics * neighs, neighs * basics, neighs * (neighs - 1)])
                expected = REDRAWS * ways / (unseen * (unseen - 1))
                statistic, limit = chi_square(np.bincount(pair, minlength=4), expected)
                assert statistic < limit


@pytest.mark.parametrize("players", [1, 2])
def test_each_hidden_place_of_the_deck_holds_each_unseen_card_equally_often(players: int) -> None:
    for state in some_states(players):
        redrawn = redraws_of(state, 0)["deck"]
        for owner in range(players):
            level = OWNER_KNOWS if owner == 0 else ALL_KNOW
            size = int(state["deck_size"][0, owner])
            places = np.flatnonzero(state["deck_known"][0, owner, :size] < level)
            cards = state["deck"][0, owner, places]
            for place in places[[0, -1]] if len(places) > 1 else []:
                counts = np.bincount(redrawn[:, owner, place], minlength=31)
                assert counts[cards].sum() == REDRAWS
                statistic, limit = chi_square(counts[cards], np.full(len(cards), REDRAWS / len(cards)))
                assert statistic < limit
