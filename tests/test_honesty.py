"""No seat gets to know what it cannot know: redrawing the hidden cards changes nothing that it is shown."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

import unicorn_envs
from tests.common import STEP_LIMIT, Choices, Setting, of, pick, random_states, searched, walk, without_chance
from unicorn_envs.game import Game, State


def test_redrawing_hidden_cards_changes_nothing_that_the_seat_sees(setting: Setting) -> None:
    """Observation, mask and text stay bit-identical, from states all over random games, for every seat."""
    game, options = of(setting)
    for number, state in enumerate(random_states(setting, games=8, per_game=12)):
        for seat in range(options["num_players"]):
            observation, text = game.observe(state.copy(), seat), game.describe(state.copy(), seat)
            for seed in range(2):
                other = game.resample(state, seat, 1000 * number + seed)
                assert game.observe(other, seat).tobytes() == observation.tobytes(), changed(game, state, other, seat)
                assert game.describe(other, seat) == text
                assert game.seat(other) == game.seat(state)
                assert game.problem(other) is None
                if game.seat(state) == seat:
                    assert game.mask(other).tobytes() == game.mask(state.copy()).tobytes()


def changed(game, state, other, seat) -> str:
    layout = game.observation.for_players(game.num_players(state))
    before, after = layout.split(game.observe(state.copy(), seat)), layout.split(game.observe(other, seat))
    return "the seat would notice: " + ", ".join(name for name in before if (before[name] != after[name]).any())


def test_who_sees_the_same_may_choose_the_same(any_setting: Setting) -> None:
    """Same seat, equal observation: equal mask. In random games and in what follows from their states, where the same
    moves in another order lead to what looks the same, and with the hidden cards redrawn."""
    game, _ = of(any_setting)
    choices = Choices(game)
    for number, root in enumerate(random_states(any_setting, games=5, per_game=8)):
        for state in searched(game, root, nodes=60):
            choices.note(state)
            if game.seat(state) >= 0:
                choices.note(game.resample(state, game.seat(state), number))
    assert choices.met_again > 0


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


def test_hidden_cards_vary(setting: Setting) -> None:
    """At the deal something is hidden from every seat, and each redraw is another."""
    game, options = of(setting)
    state = game.new(3, **options)
    for seat in range(options["num_players"]):
        redraws = {without_chance(game.resample(state, seat, seed)) for seed in range(20)}
        assert len(redraws) >= 18


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


def test_a_redraw_follows_from_its_seed_and_leaves_the_original_alone(setting: Setting) -> None:
    game, options = of(setting)
    for state in random_states(setting, games=2, per_game=6):
        before = state.tobytes()
        for seat in range(options["num_players"]):
            first, again = game.resample(state, seat, 7), game.resample(state, seat, 7)
            assert first.tobytes() == again.tobytes()
        assert state.tobytes() == before


def test_a_redraw_of_a_redraw_hides_as_much(setting: Setting) -> None:
    """Redrawing twice reaches deals as far away as redrawing once: nothing became known by it."""
    game, options = of(setting)
    for state in random_states(setting, games=2, per_game=6):
        for seat in range(options["num_players"]):
            once = game.resample(state, seat, 1)
            varied_once = len({without_chance(game.resample(state, seat, seed)) for seed in range(8)})
            varied_twice = len({without_chance(game.resample(once, seat, seed)) for seed in range(8)})
            assert varied_once == varied_twice or min(varied_once, varied_twice) > 1


def test_observing_changes_nothing(setting: Setting) -> None:
    game, options = of(setting)
    for state in random_states(setting, games=3, per_game=10):
        state, before = state.copy(), state.tobytes()
        for seat in range(options["num_players"]):
            game.observe(state, seat)
            game.describe(state, seat)
        game.mask(state)
        game.describe(state)
        assert state.tobytes() == before


def test_original_and_redraw_go_on_with_the_same_choice(setting: Setting) -> None:
    """What the seat may choose it may choose in both; both games can be played to their ends."""
    game, _ = of(setting)
    generator = np.random.default_rng(1)
    for state in random_states(setting, games=3, per_game=8):
        seat = game.seat(state)
        if seat < 0:
            continue
        original, other = state.copy(), game.resample(state, seat, 9)
        for _ in range(STEP_LIMIT):
            if game.over(original) or game.over(other):
                break
            if game.observe(original, seat).tobytes() != game.observe(other, seat).tobytes():
                break  # chance, or a card that has come to light, parts them
            if game.seat(original) != seat:
                break  # others choose by what they know, which differs
            action = pick(generator, game.mask(original))
            for table in (original, other):
                game.apply(table, action)
                assert game.problem(table) is None
        for table in (original, other):
            game.play_random(table, 3, limit=STEP_LIMIT)
            assert game.over(table)


def test_a_clone_with_a_new_future_keeps_the_table(setting: Setting) -> None:
    game, options = of(setting)
    state = game.new(3, **options)
    clone = game.clone(state)
    game.reseed(clone, 2**64 - 1)
    assert without_chance(clone) == without_chance(state)
    assert clone["rng"][0] != state["rng"][0]
    games = set()
    for seed in range(10):
        clone = game.clone(state)
        game.play_random(clone, seed)
        games.add(clone.tobytes())
    assert len(games) == 10
