"""No seat gets to know what it cannot know: redrawing the hidden cards changes nothing that it is shown."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

import unicorn_envs
from tests.common import Choices, Setting, of, random_states, walk, without_chance
from unicorn_envs.game import Game, State


class Silent:
    """A game that shows its seats nothing."""

    def __init__(self, game: Game):
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def observe(self, state: State, seat: int) -> np.ndarray:
        return np.zeros(1, dtype=np.int8)


def test_equal_observations_with_different_masks_are_found(name: str) -> None:
    game = unicorn_envs.game(name)
    choices = Choices(cast(Game, Silent(game)))
    with pytest.raises(AssertionError, match=r"player_\d sees the same and may choose \["):
        for state in walk(game, 1):
            choices.note(state)


def test_something_is_hidden_from_every_seat_at_the_deal(setting: Setting) -> None:
    game, options = of(setting)
    state = game.new(3, **options)
    for seat in range(options["num_players"]):
        assert len({without_chance(game.resample(state, seat, seed)) for seed in range(20)}) > 1


def test_what_some_seat_does_not_know_some_seat_may_know(setting: Setting) -> None:
    """In every state what a redraw for one seat changes is hidden from that seat, and only from some."""
    game, options = of(setting)
    noticed = 0
    for state in random_states(setting, games=8, per_game=12):
        for seat in range(options["num_players"]):
            other = game.resample(state, seat, 5)
            noticed += sum(
                game.observe(other, who).tobytes() != game.observe(state.copy(), who).tobytes()
                for who in range(options["num_players"])
                if who != seat
            )
    assert (noticed > 0) == (options["num_players"] > 1)
