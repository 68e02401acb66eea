"""Margot: La Fée: push your luck in two castles, with Fairies that bend it. Rules: RULES.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.game import Game
from unicorn_envs.games.margot import heuristic, observation, rules
from unicorn_envs.games.margot.actions import ACTIONS
from unicorn_envs.games.margot.cards import FAIRIES, HUMAN_CASTLE, WITCHS_CASTLE
from unicorn_envs.games.margot.position import position
from unicorn_envs.games.margot.state import MAX_PLAYERS, OPTIONS, RANKS, SOLO_POINTS, STATE
from unicorn_envs.games.margot.text import describe, rank


def scores(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Points of every player in an array of N states: (N, 4) int64; players who are not there have 0."""
    points: np.ndarray[Any, Any] = states["points"].astype(np.int64)
    return points


def outcome(state: np.ndarray[Any, Any]) -> dict[str, Any]:
    """The points, and who has won: of an unfinished game the points so far, and nobody.

    Solo: ``score``, ``won`` and ``rank`` (S, A, B, C; empty when lost). Several players: ``scores`` and ``winners``,
    an integer and a bool a player.
    """
    over, points = GAME.over(state), [int(x) for x in state["points"][0, : GAME.num_players(state)]]
    if len(points) > 1:
        return {"scores": points, "winners": [over and x == max(points) for x in points]}
    return {"score": points[0], "won": over and points[0] >= SOLO_POINTS, "rank": rank(points[0]) if over else ""}


GAME = Game(
    name="margot",
    title="Margot: La Fée",
    version=1,
    min_players=1,
    max_players=MAX_PLAYERS,
    options=OPTIONS,
    state_dtype=STATE,
    functions={
        **rules.FUNCTIONS,
        "write_observation": observation.write_observation,
        "choose": heuristic.choose,
    },
    actions=ACTIONS,
    observation=observation.LAYOUT,
    cards=(*HUMAN_CASTLE, *WITCHS_CASTLE, *FAIRIES),
    invariants=rules.INVARIANTS,
    describe=describe,
    position=position,
    outcome=outcome,
    scores=scores,
    score_thresholds=tuple(sorted(points for points, _ in RANKS)),
)
