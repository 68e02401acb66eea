"""The numbers in Margot's RULES.md: solo scores, lengths, wins by seat, and what ends games.

    python -m benchmarks.margot_report [--games 10000] [--seed 1]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from unicorn_envs.agents import Agent, HeuristicAgent, RandomAgent
from unicorn_envs.batch import Batch
from unicorn_envs.evaluation import deal_seeds, duplicate_match, estimate, mean_return, win_rate
from unicorn_envs.games import get
from unicorn_envs.games.margot.state import MOST_FAIRIES, SOLO_POINTS, WINNING_POINTS

Array = np.ndarray[Any, Any]
QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


def play(seats: Sequence[Agent], games: int, seed: int) -> tuple[Array, Array]:
    """Final states and numbers of decisions of ``games`` games."""
    batch = Batch(get("margot"), games, seed=deal_seeds(games, seed), autoreset=False, num_players=len(seats))
    lengths = np.zeros(games, dtype=np.int64)
    actions = np.zeros(games, dtype=np.int64)
    while (batch.seat >= 0).any():
        for seat, agent in enumerate(seats):
            rows = np.flatnonzero(batch.seat == seat)
            if len(rows):
                actions[rows] = agent.act(batch.observation[rows], batch.action_mask[rows])
        lengths += batch.seat >= 0
        batch.step(actions)
    return batch.states.copy(), lengths


def ends(finals: Array, players: int) -> str:
    """Shares of the three ends."""
    points = finals["points"][:, :players].max(axis=1) >= WINNING_POINTS
    flowers = ~points & (finals["flowers"] == 0)
    fairies = finals["owned"][:, :players].sum(axis=2).min(axis=1) == MOST_FAIRIES
    shares = (points.mean(), flowers.mean(), (~points & ~flowers & fairies).mean())
    return "24 points {:.1%}, Flowers gone {:.1%}, six Fairies {:.1%}".format(*shares)


def report_solo(agent: Agent, games: int, seed: int) -> None:
    finals, lengths = play([agent], games, seed)
    points = finals["points"][:, 0].astype(np.int64)
    quantiles = ", ".join(f"{int(q)}" for q in np.quantile(points, QUANTILES))
    print(f"solo {agent.name}: mean {estimate(points)}, quantiles {quantiles}; won {estimate(points >= SOLO_POINTS)}")
    print(f"     decisions a game {lengths.mean():.1f}; {ends(finals, 1)}")


def report_table(agent: Agent, players: int, games: int, seed: int) -> None:
    finals, lengths = play([agent] * players, games, seed)
    returns = finals["returns"][:, :players]
    seats = ", ".join(f"{share:.3f}" for share in (returns > 0).mean(axis=0))
    points = finals["points"][:, :players]
    print(f"{players} players, all {agent.name}: wins by seat {seats}; mean points {points.mean():.1f}")
    print(f"     decisions a game {lengths.mean():.1f}; {ends(finals, players)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = get("margot")
    agents: tuple[Agent, Agent] = (RandomAgent(arguments.seed), HeuristicAgent(game))
    for agent in agents:
        report_solo(agent, arguments.games, arguments.seed)
    for players in range(2, game.max_players + 1):
        for agent in agents:
            report_table(agent, players, arguments.games, arguments.seed)
    returns, _ = duplicate_match(game, agents, arguments.games, arguments.seed)
    heuristic = returns[:, :, 1]
    print(f"2 players, heuristic against random: won {win_rate(heuristic)}, return {mean_return(heuristic)}")


if __name__ == "__main__":
    main()
