"""Unicorn Hunt: destroy the Basic Unicorns hidden among Neighs, alone or in a race. Rules: RULES.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.game import Game
from unicorn_envs.games.unicorn_hunt import heuristic, invariants, observation, rules
from unicorn_envs.games.unicorn_hunt.actions import ACTIONS
from unicorn_envs.games.unicorn_hunt.cards import BASICS, CARDS, NEIGHS
from unicorn_envs.games.unicorn_hunt.position import position
from unicorn_envs.games.unicorn_hunt.state import MAX_PLAYERS, OPTIONS, STATE, THRESHOLDS
from unicorn_envs.games.unicorn_hunt.text import describe


def scores(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Score of every player in an array of N states: (N, 4) int64; players who are not there have -6."""
    basics = states["graveyard_basics"].astype(np.int64)
    neighs = states["graveyard_neighs"].astype(np.int64)
    return 2 * basics - 4 * neighs - (BASICS - 2 * NEIGHS)


def outcome(state: np.ndarray[Any, Any]) -> dict[str, Any]:
    """``score`` and ``won`` of the solo game, ``scores`` of a race. Scores are as they stand; ``won`` needs an end."""
    points = scores(state)[0]
    if GAME.num_players(state) > 1:
        return {"scores": [int(x) for x in points[: GAME.num_players(state)]]}
    is_won = GAME.over(state) and points[0] >= THRESHOLDS[GAME.options_of(state)["mode"]]
    return {"score": int(points[0]), "won": bool(is_won)}


GAME = Game(
    name="unicorn_hunt",
    title="Unicorn Hunt",
    version=0,
    min_players=1,
    max_players=MAX_PLAYERS,
    options=OPTIONS,
    state_dtype=STATE,
    functions={
        "reset": rules.reset,
        "apply": rules.apply,
        "advance": rules.start,
        "write_mask": rules.write_mask,
        "resample": rules.resample,
        "check": invariants.check,
        "write_observation": observation.write_observation,
        "choose": heuristic.choose,
    },
    actions=ACTIONS,
    observation=observation.LAYOUT,
    cards=CARDS,
    invariants=invariants.INVARIANTS,
    describe=describe,
    position=position,
    outcome=outcome,
    scores=scores,
    score_thresholds=tuple(sorted(THRESHOLDS.values())),
)
