"""Magical Unicorn Quest: bring a Golden and a Majestic Unicorn together in a shared stable. Rules: RULES.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.game import Game
from unicorn_envs.games.magical_unicorn_quest import heuristic, observation, rules
from unicorn_envs.games.magical_unicorn_quest.actions import ACTIONS
from unicorn_envs.games.magical_unicorn_quest.cards import CARDS
from unicorn_envs.games.magical_unicorn_quest.position import position
from unicorn_envs.games.magical_unicorn_quest.state import MAX_PLAYERS, OPTIONS, STATE
from unicorn_envs.games.magical_unicorn_quest.text import describe


def outcome(state: np.ndarray[Any, Any]) -> dict[str, Any]:
    """``winners`` (seats; none of a truncated game) and ``turns``."""
    returns = GAME.returns(state)
    return {"winners": [int(seat) for seat in np.flatnonzero(returns > 0)], "turns": int(state["turn"][0])}


def validate_options(options: dict[str, Any]) -> None:
    if options["num_players"] == 2 and options["stables"] == "shared":
        raise ValueError("stables must be 'own' for 2 players: a stable is shared between 3 players or more")


GAME = Game(
    name="magical_unicorn_quest",
    title="Magical Unicorn Quest",
    version=1,
    min_players=2,
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
    cards=CARDS,
    invariants=rules.INVARIANTS,
    describe=describe,
    position=position,
    outcome=outcome,
    validate_options=validate_options,
)
