"""How strong players are: duplicate deals, every agent in every seat, and intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from unicorn_envs.agents.base import Agent
from unicorn_envs.arrays import BoolArray, Float64Array, UInt64Array
from unicorn_envs.envs.batch import Batch
from unicorn_envs.errors import checked_index, checked_seed, counted
from unicorn_envs.game import Game, State
from unicorn_envs.seeds import table_seeds

CHUNK = 2048
"""Games played side by side."""
Z_95 = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval, from ``count`` independent deals."""

    mean: float
    low: float
    high: float
    count: int

    def as_dict(self) -> dict[str, float]:
        return {"mean": self.mean, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f})"


def estimate(values: Float64Array) -> Estimate:
    """Mean of independent values, one a deal, with the interval of the normal approximation."""
    values = _of_deals(values)
    mean = float(values.mean())
    half_width = float(Z_95 * values.std(ddof=1) / np.sqrt(len(values)))
    return Estimate(mean, mean - half_width, mean + half_width, len(values))


def share(values: BoolArray | Float64Array) -> Estimate:
    """A share of hits, with Wilson's interval, which stays within 0 and 1 and is never a point.

    ``values``: (deals,) or (deals, results of a deal), True or 1 for a hit. Deals are independent, the results of one
    deal are not: the seats change and the cards do not. So Wilson's interval is made for the number of independent
    results that would leave the share as uncertain as the spread between these deals does (a design effect). Without
    any spread that cannot be told: if there was no hit, or nothing else, each deal counts once; otherwise the number is
    bounded by what may have been missed, a deal that differs in one result. From few hits (or few misses, say 20) that
    partly hang together the spread is hard to tell: there the interval holds the truth in nearer 90 % of cases.
    """
    values = np.asarray(values, dtype=np.float64)
    by_deal = _of_deals(values if values.ndim == 1 else values.mean(axis=1))
    deals, mean = len(by_deal), float(by_deal.mean())
    if by_deal.min() == by_deal.max() and mean in (0.0, 1.0):
        number = float(deals)
    else:
        spread = mean * (1 - mean)
        most = max(values.size, spread * (values.size / Z_95) ** 2)
        number = min(spread / max(float(by_deal.var() / deals), spread / most), most)
    return Estimate(mean, *wilson(mean, number), deals)


def wilson(mean: float, number: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share ``mean`` of ``number`` independent trials."""
    z2 = Z_95 * Z_95
    centre = (mean + z2 / (2 * number)) / (1 + z2 / number)
    half_width = Z_95 / (1 + z2 / number) * np.sqrt(mean * (1 - mean) / number + z2 / (4 * number * number))
    # at the ends rounding would leave a trace of what is exactly 0 or 1
    low = 0.0 if mean == 0.0 else max(0.0, centre - half_width)
    high = 1.0 if mean == 1.0 else min(1.0, centre + half_width)
    return float(low), float(high)


def _of_deals(values: BoolArray | Float64Array) -> Float64Array:
    values = np.asarray(values, dtype=np.float64)
    if len(values) < 2:
        raise ValueError("an interval needs at least two deals")
    return values


def deal_seeds(count: int, seed: int) -> UInt64Array:
    """(count,) uint64: the seeds of the deals that everybody plays."""
    return table_seeds(checked_seed(seed), count)


def play_games(
    game: Game,
    seats: Sequence[Agent],
    seeds: UInt64Array,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> State:
    """Play one game for each seed, ``seats[k]`` playing seat k. Returns the final states, an array of records.

    ``progress`` is called with the number of games that have just been finished. ``num_players`` among the options
    must be the number of seats; ValueError otherwise.
    """
    players = options.setdefault("num_players", len(seats))
    if players != len(seats):
        raise ValueError(f"num_players={players} needs {counted(players, 'agent')}, not {len(seats)}")
    finals = np.zeros(len(seeds), dtype=game.state_dtype)
    for start in range(0, len(seeds), CHUNK):
        chunk = seeds[start : start + CHUNK]
        batch = Batch(game, len(chunk), seed=chunk, autoreset=False, **options)
        actions = np.zeros(len(chunk), dtype=np.int64)
        while True:
            playing = np.flatnonzero(batch.seat >= 0)
            if len(playing) == 0:
                break
            for agent in dict.fromkeys(seats):
                at = [k for k, seated in enumerate(seats) if seated is agent]
                rows = playing[np.isin(batch.seat[playing], at)]
                if len(rows):
                    actions[rows] = agent.act(batch.observation[rows], batch.action_mask[rows])
            batch.step(actions)
            if progress is not None:
                progress(int(batch.done.sum()))
        finals[start : start + CHUNK] = batch.states
    return finals


def returns_of(game: Game, finals: State, num_players: int) -> Float64Array:
    """(N, P) float64: what each game was worth to each seat."""
    return finals["returns"].reshape(len(finals), -1)[:, :num_players].astype(np.float64)


def duplicate_match(
    game: Game,
    agents: Sequence[Agent],
    num_games: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> tuple[Float64Array, State]:
    """All agents at one table, every deal played once for each rotation of the seats.

    ``num_games`` is rounded up to whole deals. Returns ``returns`` (deals, rotations, agents) float64, and
    the final states (deals, rotations). In rotation r agent k sits in seat (k + r) % P.
    """
    players = len(agents)
    deals = -(-checked_index(num_games, "num_games") // players)
    if deals < 1:
        raise ValueError(f"num_games must be at least 1, not {num_games}")
    seeds = deal_seeds(deals, seed)
    returns = np.zeros((deals, players, players))
    finals = np.zeros((deals, players), dtype=game.state_dtype)
    for rotation in range(players):
        seats = [agents[(seat - rotation) % players] for seat in range(players)]
        played = play_games(game, seats, seeds, progress, **options)
        finals[:, rotation] = played
        for agent in range(players):
            returns[:, rotation, agent] = returns_of(game, played, players)[:, (agent + rotation) % players]
    return returns, finals


def win_rate(returns: Float64Array) -> Estimate:
    """Share of games with a positive return, of one agent: returns (deals, rotations). See :func:`share`."""
    return share(returns > 0)


def mean_return(returns: Float64Array) -> Estimate:
    """Mean return of one agent: returns (deals, rotations)."""
    return estimate(returns.mean(axis=1))


def solo_rows(
    game: Game,
    agents: Mapping[str, Agent],
    num_games: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> tuple[list[dict[str, Any]], dict[str, Float64Array]]:
    """All agents of a solo game on the same deals. Returns a row of figures for each, ready for JSON, and by name
    the (num_games,) scores of each, deal by deal (the returns where the game counts no points).

    A row has ``return`` always; ``won`` where the outcome tells; ``score`` and ``reached`` (the share of games at or
    over each of the game's thresholds) where the game counts points. Each is a dict of mean, low and high.
    """
    rows, scores = [], {}
    for name, agent in agents.items():
        finals = play_games(game, [agent], deal_seeds(num_games, seed), progress, **options)
        row: dict[str, Any] = {"agent": name, "games": num_games}
        outcomes = [game.outcome(finals[i : i + 1]) for i in range(num_games)]
        if "won" in outcomes[0]:
            row["won"] = share(np.array([outcome["won"] for outcome in outcomes])).as_dict()
        scores[name] = returns = returns_of(game, finals, 1)[:, 0]
        if game.scores is not None:
            scores[name] = points = game.scores(finals)[:, 0]
            row["score"] = estimate(points).as_dict()
            row["reached"] = {str(t): share(points >= t).as_dict() for t in game.score_thresholds}
        row["return"] = estimate(returns).as_dict()
        rows.append(row)
    return rows, scores


def match_rows(
    game: Game,
    names: Sequence[str],
    agents: Sequence[Agent],
    num_games: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> list[dict[str, Any]]:
    """A row of figures for each name at one table: every deal in every rotation of the seats; ready for JSON.

    Copies of one agent are taken together. ``won`` is the share of games with a positive return.
    """
    returns, _ = duplicate_match(game, agents, num_games, seed, progress, **options)
    rows = []
    for name in dict.fromkeys(names):
        at = [k for k, other in enumerate(names) if other == name]
        own = returns[:, :, at].reshape(len(returns), -1)
        rows.append(
            {
                "agent": name,
                "copies": len(at),
                "games": returns.shape[0] * returns.shape[1],
                "won": win_rate(own).as_dict(),
                "return": mean_return(own).as_dict(),
            }
        )
    return rows
