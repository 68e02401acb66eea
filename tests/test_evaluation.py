"""evaluation.py: every agent in every seat on the same deals, and intervals that hold what they say."""

from __future__ import annotations

import numpy as np
import pytest

import unicorn_envs
from tests.common import STEP_LIMIT, Setting, of
from unicorn_envs import evaluation
from unicorn_envs.agents import RandomAgent
from unicorn_envs.evaluation import (
    deal_seeds,
    duplicate_match,
    estimate,
    mean_return,
    play_games,
    returns_of,
    share,
    solo_rows,
    wilson,
    win_rate,
)


class Nth:
    """Takes the n-th legal action, counted around: a player whose games can be replayed by hand."""

    def __init__(self, n: int):
        self.n, self.name = n, f"nth {n}"

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        return np.array([np.flatnonzero(mask)[self.n * 7 % int(mask.sum())] for mask in action_mask])


def played_by_hand(game, seats, seed: int, options) -> np.ndarray:
    """The final state of a game in which ``seats[k]`` plays seat k."""
    state = game.new(seed, **options)
    for _ in range(STEP_LIMIT):
        if game.over(state):
            return state
        action = seats[game.seat(state)].act(game.observe(state)[None], game.mask(state)[None])[0]
        game.apply(state, int(action))
    raise AssertionError("no end")


def players_of(options) -> list[Nth]:
    return [Nth(n) for n in range(options["num_players"])]


def test_duplicate_match_plays_each_deal_once_in_every_rotation(setting: Setting) -> None:
    """In rotation r agent k sits in seat (k + r) % P; returns come back by agent, not by seat."""
    game, options = of(setting)
    agents, players = players_of(options), options["num_players"]
    returns, finals = duplicate_match(game, agents, 3 * players, seed=6)
    assert returns.shape == (3, players, players) and finals.shape == (3, players)
    for deal, seed in enumerate(deal_seeds(3, 6)):
        for rotation in range(players):
            seats = {(agent + rotation) % players: agents[agent] for agent in range(players)}
            state = played_by_hand(game, seats, int(seed), options)
            assert finals[deal, rotation].tobytes() == state.tobytes()
            by_seat = game.returns(state)
            expected = [by_seat[(agent + rotation) % players] for agent in range(players)]
            assert returns[deal, rotation].tolist() == pytest.approx(expected)


def test_an_agent_that_sits_everywhere_does_as_well_as_itself(setting: Setting) -> None:
    """With one player in all seats the rotations of a deal are one game, and the returns go round."""
    game, options = of(setting)
    returns, finals = duplicate_match(game, [Nth(1)] * options["num_players"], 16, seed=1)
    for rotation in range(options["num_players"]):
        assert finals[:, rotation].tobytes() == finals[:, 0].tobytes()
        assert np.array_equal(returns[:, rotation], np.roll(returns[:, 0], -rotation, axis=1))
    if options["num_players"] > 1:
        assert abs(mean_return(returns[:, :, 0]).mean) < 1e-6


def test_games_are_played_alike_in_chunks(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    game, options = of(setting)
    agents, seeds = players_of(options), deal_seeds(10, 3)
    at_once = play_games(game, agents, seeds)
    with pytest.raises(ValueError, match="need"):
        play_games(game, agents, seeds, num_players=len(agents) + 1)
    monkeypatch.setattr(evaluation, "CHUNK", 3)
    assert play_games(game, agents, seeds).tobytes() == at_once.tobytes()


def test_progress_counts_every_game_once(setting: Setting) -> None:
    game, options = of(setting)
    players = options["num_players"]
    told: list[int] = []
    returns, _ = duplicate_match(game, players_of(options), 4 * players + 1, progress=told.append)
    assert len(returns) == 5, "rounded up to whole deals"
    assert sum(told) == 5 * players


def test_options_reach_the_games(any_setting: Setting) -> None:
    game, options = of(any_setting)
    others = {key: value for key, value in options.items() if key != "num_players"}
    finals = play_games(game, [RandomAgent(0)] * options["num_players"], deal_seeds(2, 0), **others)
    for index in range(2):
        state = finals[index : index + 1]
        assert game.over(state) and game.options_of(state) == game.complete_options(**options)


def test_solo_rows_tell_the_figures_and_the_scores_that_they_come_from(solo_name: str) -> None:
    game = unicorn_envs.game(solo_name)
    agents = {"one": Nth(1), "two": Nth(2)}
    told: list[int] = []
    rows, scores = solo_rows(game, agents, 30, seed=4, progress=told.append)
    assert [row["agent"] for row in rows] == list(scores) == list(agents) and sum(told) == 60
    for row, (name, agent) in zip(rows, agents.items()):
        finals = play_games(game, [agent], deal_seeds(30, 4))
        returns = returns_of(game, finals, 1)[:, 0]
        points = returns if game.scores is None else game.scores(finals)[:, 0]
        assert scores[name].tolist() == points.tolist() and len(points) == 30
        assert row["return"] == estimate(returns).as_dict()
        if game.scores is not None:
            assert row["score"] == estimate(points).as_dict()
            assert row["reached"] == {str(t): share(points >= t).as_dict() for t in game.score_thresholds}
            assert row["won"]["mean"] == np.mean([game.outcome(finals[i : i + 1])["won"] for i in range(30)])
            assert 0 <= row["won"]["low"] < row["won"]["high"] <= 1


def test_too_few_games(name: str) -> None:
    game = unicorn_envs.game(name)
    agents = [RandomAgent(0)] * game.min_players
    for number in (0, -4):
        with pytest.raises(ValueError, match="num_games must be at least 1"):
            duplicate_match(game, agents, number)
    with pytest.raises(TypeError, match="num_games must be an integer"):
        duplicate_match(game, agents, 2.5)
    with pytest.raises(ValueError, match="num_players"):
        duplicate_match(game, [RandomAgent(0)] * (game.max_players + 1), 4)


def test_deals_follow_from_the_seed() -> None:
    assert deal_seeds(5, 1).tolist() == deal_seeds(5, 1).tolist() == deal_seeds(9, 1)[:5].tolist()
    assert deal_seeds(5, 1).tolist() != deal_seeds(5, 2).tolist()
    assert len(set(deal_seeds(1000, 0).tolist())) == 1000 and deal_seeds(5, 1).dtype == np.uint64


def test_estimate_by_hand() -> None:
    result = estimate(np.array([1.0, 2.0, 3.0, 6.0]))
    half_width = 1.96 * np.sqrt(14 / 3 / 4)
    assert (result.mean, result.count) == (3.0, 4)
    assert (result.low, result.high) == pytest.approx((3 - half_width, 3 + half_width), rel=1e-4)
    assert str(result) == "3.000 (0.883 to 5.117)"
    assert result.as_dict() == {"mean": result.mean, "low": result.low, "high": result.high}


@pytest.mark.parametrize("values", [[], [1.0]])
def test_an_interval_needs_two_deals(values: list[float]) -> None:
    with pytest.raises(ValueError, match="at least two"):
        estimate(np.array(values))
    with pytest.raises(ValueError, match="at least two"):
        share(np.array(values))


def test_intervals_of_means_hold_the_truth_as_often_as_they_say() -> None:
    """4000 samples of 100 returns: near 95 % of the intervals hold their mean."""
    samples = np.random.default_rng(0).choice([-1.0, 0.0, 3.0], size=(4000, 100), p=[0.6, 0.1, 0.3])
    intervals = [estimate(sample) for sample in samples]
    held = np.mean([interval.low <= 0.3 <= interval.high for interval in intervals])
    assert 0.93 < held < 0.965


def test_wilson_by_hand() -> None:
    """The two shares whose z-score from 2 of 10 is 1.96: the roots of (p - 0.2)^2 = 1.96^2 p (1 - p) / 10."""
    low, high = wilson(0.2, 10)
    assert (low, high) == (pytest.approx(0.0567, abs=1e-4), pytest.approx(0.5098, abs=1e-4))
    for end in (low, high):
        assert abs(end - 0.2) == pytest.approx(evaluation.Z_95 * np.sqrt(end * (1 - end) / 10))
    assert wilson(0.0, 10) == (0.0, pytest.approx(3.8415 / 13.8415, abs=1e-4))
    assert wilson(1.0, 10) == (pytest.approx(10 / 13.8415, abs=1e-4), 1.0)


def test_a_share_of_independent_games_has_wilsons_interval() -> None:
    for hits in (0, 1, 2, 50, 99, 100):
        result = share(np.arange(100) < hits)
        assert (result.mean, result.count) == (hits / 100, 100)
        assert (result.low, result.high) == pytest.approx(wilson(hits / 100, 100))
        assert 0 <= result.low < result.high <= 1 and result.low <= result.mean <= result.high


def test_games_of_a_deal_that_all_end_alike_count_once() -> None:
    by_deal = np.arange(60) < 12
    assert share(np.repeat(by_deal[:, None], 4, axis=1)) == share(by_deal)


def test_games_of_a_deal_that_know_nothing_of_each_other_count_each() -> None:
    games = np.random.default_rng(0).random((20_000, 4)) < 0.3
    together, each = share(games), share(games.reshape(-1))
    assert together.high - together.low == pytest.approx(each.high - each.low, rel=0.02)


def test_pairs_that_even_out_the_deal_make_the_interval_narrower() -> None:
    """Who sits well wins: one of the two games of almost every deal."""
    games = np.array([[1, 0]] * 95 + [[1, 1]] * 5)
    single = share(games.reshape(-1))
    assert share(games).high - share(games).low < (single.high - single.low) / 2


@pytest.mark.parametrize("share_of_hits", [0.0, 0.25, 0.5, 1.0])
def test_no_interval_of_a_share_is_a_point_or_leaves_its_bounds(share_of_hits: float) -> None:
    """Also where every deal is alike: a deal that differs may not have come up in so few."""
    widths = []
    for deals in (2, 10, 1000):
        games = np.tile(np.arange(4) < 4 * share_of_hits, (deals, 1))
        result = share(games)
        assert 0.0 <= result.low <= result.mean <= result.high <= 1.0 and result.low < result.high
        widths.append(result.high - result.low)
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize(("deals", "least"), [(100, 0.87), (1000, 0.925)])
@pytest.mark.parametrize("chance", [0.01, 0.3, 0.97])
@pytest.mark.parametrize("tied", [0.0, 0.5, 1.0])
def test_intervals_of_shares_hold_the_truth_as_often_as_they_say(
    deals: int, least: float, chance: float, tied: float
) -> None:
    """1000 samples of deals of 4 games, of which a part ends all alike."""
    random = np.random.default_rng(5)
    games = random.random((1000, deals, 4)) < chance
    alike = random.random((1000, deals)) < tied
    games[alike] = games[alike][:, :1]
    intervals = [share(sample) for sample in games]
    held = np.mean([interval.low <= chance <= interval.high for interval in intervals])
    assert held > least


def test_win_rate_and_mean_return_count_a_deal_once() -> None:
    """Rotations of one deal are not independent."""
    returns = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [0.0, 1.0]])
    assert win_rate(returns) == share(np.array([[1, 1], [1, 0], [0, 0], [0, 1]]))
    assert (win_rate(returns).mean, win_rate(returns).count) == (0.5, 4)
    assert mean_return(returns) == estimate(np.array([1.0, 0.0, -1.0, 0.5]))
    assert (mean_return(returns).mean, mean_return(returns).count) == (0.125, 4)
