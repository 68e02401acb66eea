"""No seat gets to know what it cannot know: redrawing the hidden cards changes nothing that it is shown."""

from __future__ import annotations

from collections import Counter

import numpy as np

from unicorn_envs.game import Game, State
from unicorn_envs.testing.case import check, each_table
from unicorn_envs.testing.play import (
    FEW_DEALS,
    MANY,
    STEP_LIMIT,
    Choices,
    Options,
    pick,
    player_settings,
    random_states,
    searched,
    without_chance,
)


@check(each_table)
def redraws_change_nothing_that_the_seat_sees(game: Game, options: Options) -> None:
    """Observation, mask, text and facts stay bit-identical, from states all over random games, for every seat."""
    for number, state in enumerate(random_states(game, options, games=8, per_game=12)):
        for seat in range(options["num_players"]):
            for seed in range(2):
                other = game.resample(state, seat, 1000 * number + seed)
                assert game.problem(other) is None, f"a redraw is broken: {game.problem(other)}"
                assert not noticed(game, state, other, seat), (
                    f"player_{seat} would notice: {', '.join(noticed(game, state, other, seat))}"
                )
                assert game.describe(other, seat) == game.describe(state, seat), f"player_{seat} reads another text"
                assert game.outcome(other) == game.outcome(state), "the outcome tells what a seat cannot know"
                assert game.seat(other) == game.seat(state), "another seat decides after a redraw"
                assert (game.returns(other) == game.returns(state)).all(), "returns change by a redraw"
                if game.seat(state) == seat:
                    assert (game.mask(other) == game.mask(state)).all(), f"player_{seat} may choose something else"


def noticed(game: Game, state: State, other: State, seat: int) -> list[str]:
    """The fields of the observation of ``seat`` that differ."""
    layout = game.observation.for_players(game.num_players(state))
    before, after = (layout.split(game.observe(one, seat)) for one in (state, other))
    return [name for name in before if (before[name] != after[name]).any()]


@check(each_table)
def who_sees_the_same_may_choose_the_same(game: Game, options: Options) -> None:
    """Same seat, equal observation: equal mask. In random games and in what follows from their states, where the same
    moves in another order lead to what looks the same, and with the hidden cards redrawn."""
    choices = Choices(game)
    for number, root in enumerate(random_states(game, options, games=5, per_game=8)):
        for state in searched(game, root, nodes=60):
            choices.note(state)
            if game.seat(state) >= 0:
                choices.note(game.resample(state, game.seat(state), number))


@check(each_table)
def redraws_at_the_deal_are_as_likely_as_deals(game: Game, options: Options) -> None:
    """Where deals that look the same come up often enough they are counted; else nearly every redraw is another."""
    deals = [game.new(seed, **options) for seed in range(MANY // 2)]
    varied = False
    for seat in range(options["num_players"]):
        seen = game.observe(deals[0], seat).tobytes()
        alike = [without_chance(deal) for deal in deals if game.observe(deal, seat).tobytes() == seen]
        redraws = [without_chance(game.resample(deals[0], seat, seed)) for seed in range(2 * FEW_DEALS)]
        varied = varied or len(set(redraws)) > 1
        if len(alike) >= FEW_DEALS:
            number = min(len(alike), len(redraws))
            difference, limit = two_samples(Counter(alike[:number]), Counter(redraws[:number]))
            assert difference < limit, f"for player_{seat} redraws are not as likely as deals"
        elif len(set(redraws)) > FEW_DEALS:
            assert len(set(redraws[:20])) >= 18, f"for player_{seat} redraws repeat themselves"
    assert varied or options["num_players"] == 1, "nothing is hidden from anybody at the deal"


def two_samples(first: Counter[bytes], second: Counter[bytes]) -> tuple[float, float]:
    """Chi-square for two samples of one size, rare values taken together, and what it exceeds once in a million."""
    pairs = [(first[value], second[value]) for value in first | second]
    rare = [pair for pair in pairs if sum(pair) < 10]
    counts = np.array([pair for pair in pairs if sum(pair) >= 10] + [tuple(map(sum, zip(*rare)))] * bool(rare))
    statistic = ((counts[:, 0] - counts[:, 1]) ** 2 / counts.sum(axis=1)).sum()
    return float(statistic), chi_square_limit(len(counts) - 1)


def chi_square_limit(freedom: int) -> float:
    """What chi-square exceeds once in a million (Wilson and Hilferty's approximation)."""
    if freedom < 1:
        return 1e-9
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 4.7534 * spread**0.5) ** 3)


@check(player_settings)
def a_redraw_follows_from_its_seed_and_leaves_the_original_alone(game: Game, options: Options) -> None:
    for state in random_states(game, options, games=2, per_game=6):
        before = state.tobytes()
        for seat in range(options["num_players"]):
            first, again = game.resample(state, seat, 7), game.resample(state, seat, 7)
            assert first.tobytes() == again.tobytes(), "the same seed redraws something else"
        assert state.tobytes() == before, "the original has changed"


@check(player_settings)
def a_redraw_of_a_redraw_hides_as_much(game: Game, options: Options) -> None:
    """Redrawing twice reaches deals as far away as redrawing once: nothing became known by it."""
    for state in random_states(game, options, games=2, per_game=6):
        for seat in range(options["num_players"]):
            once = game.resample(state, seat, 1)
            varied = [len({without_chance(game.resample(s, seat, n)) for n in range(16)}) for s in (state, once)]
            assert varied[0] == varied[1] or min(varied) > 1, f"to player_{seat} something became known by a redraw"


@check(player_settings)
def observing_changes_nothing(game: Game, options: Options) -> None:
    for original in random_states(game, options, games=3, per_game=10):
        state, before = game.clone(original), original.tobytes()
        for seat in range(options["num_players"]):
            game.observe(state, seat)
            game.describe(state, seat)
        game.mask(state)
        game.describe(state)
        game.problem(state)
        assert state.tobytes() == before, "the state has changed"


@check(player_settings)
def original_and_redraw_go_on_with_the_same_choice(game: Game, options: Options) -> None:
    """What the seat may choose it may choose in both; both games can be played to their ends."""
    generator = np.random.default_rng(1)
    for state in random_states(game, options, games=3, per_game=8):
        seat = game.seat(state)
        tables = [game.clone(state), game.resample(state, seat, 9)] if seat >= 0 else []
        # until others choose by what they know, or chance or a card that has come to light parts them
        while tables and {*map(game.seat, tables)} == {seat} and not noticed(game, tables[0], tables[1], seat):
            action = pick(generator, game.mask(tables[0]))
            for table in tables:
                game.apply(table, action)
                assert game.problem(table) is None, game.problem(table)
        for table in tables:
            game.play_random(table, 3, limit=STEP_LIMIT)
            assert game.over(table), f"no end after {STEP_LIMIT} random decisions"
