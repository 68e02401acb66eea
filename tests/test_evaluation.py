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
    solo_rows,
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
            assert {mark: share["mean"] for mark, share in row["reached"].items()} == {
                str(t): pytest.approx((points >= t).mean()) for t in game.score_thresholds
            }


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
    assert result.half_width == pytest.approx(half_width, rel=1e-4)
    assert (result.low, result.high) == pytest.approx((3 - half_width, 3 + half_width), rel=1e-4)
    assert str(result) == "3.000 ± 2.117"
    assert estimate(np.ones(10)).half_width == 0.0


@pytest.mark.parametrize("values", [[], [1.0]])
def test_an_interval_needs_two_deals(values: list[float]) -> None:
    with pytest.raises(ValueError, match="at least two"):
        estimate(np.array(values))


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """4000 samples of 100 wins and losses with a win rate of 0.3: near 95 % of the intervals hold 0.3."""
    samples = np.random.default_rng(0).random((4000, 100)) < 0.3
    intervals = [estimate(sample) for sample in samples]
    held = np.mean([interval.low <= 0.3 <= interval.high for interval in intervals])
    assert 0.93 < held < 0.965


def test_win_rate_and_mean_return_average_over_rotations_first() -> None:
    """Rotations of one deal are not independent: the deal counts once."""
    returns = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [0.0, 1.0]])
    assert (win_rate(returns).mean, win_rate(returns).count) == (0.5, 4)
    assert win_rate(returns).half_width == estimate(np.array([1.0, 0.5, 0.0, 0.5])).half_width
    assert (mean_return(returns).mean, mean_return(returns).count) == (0.125, 4)
    assert mean_return(returns).half_width == estimate(np.array([1.0, 0.0, -1.0, 0.5])).half_width
