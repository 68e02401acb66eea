"""Magical Unicorn Quest: bring a Golden and a Majestic Unicorn together in a shared stable. Rules: RULES.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.game import Game
from unicorn_envs.games.magical_unicorn_quest import heuristic, observation, rules
from unicorn_envs.games.magical_unicorn_quest.actions import ACTIONS, actions_of
from unicorn_envs.games.magical_unicorn_quest.cards import CARDS, UNICORNS_OWN, UNICORNS_SHARED
from unicorn_envs.games.magical_unicorn_quest.position import position
from unicorn_envs.games.magical_unicorn_quest.state import DEAL, MAX_PLAYERS, OPTIONS, STATE
from unicorn_envs.games.magical_unicorn_quest.text import describe


def outcome(state: np.ndarray[Any, Any]) -> dict[str, Any]:
    """``winners``, a bool for each seat (nobody before the end, nor when the game was cut off), and ``turns`` begun."""
    return {"winners": [bool(won) for won in GAME.returns(state) > 0], "turns": int(state["turn"][0])}


def validate_options(options: dict[str, Any]) -> None:
    players, shared = options["num_players"], options["stables"] == "shared"
    if players == 2 and shared:
        raise ValueError("stables must be 'own' for 2 players: a stable is shared between 3 players or more")
    if options["cards"] != "reconstructed":
        unicorns = int((UNICORNS_SHARED if shared else UNICORNS_OWN)[players])
        cards = sum(row["copies"] for row in options["cards"].values()) + 2 * unicorns
        if cards < DEAL * players:
            raise ValueError(
                f"cards: {players} players are dealt {DEAL} cards each; with {2 * unicorns} unicorns this table has "
                f"{cards} cards and must have {DEAL * players} or more"
            )


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
    name_actions=actions_of,
    validate_options=validate_options,
)
