"""Magical Unicorn Quest: bring a Golden and a Majestic Unicorn together in a shared stable. Rules: RULES.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.game import Game
from unicorn_envs.games.magical_unicorn_quest import (
    card_tables,
    cards,
    heuristic,
    invariants,
    observation,
    rules,
    state,
)
from unicorn_envs.games.magical_unicorn_quest.actions import ACTIONS, actions_of
from unicorn_envs.games.magical_unicorn_quest.position import position
from unicorn_envs.games.magical_unicorn_quest.text import describe


def outcome(ended: np.ndarray[Any, Any]) -> dict[str, Any]:
    """``winners``, a bool for each seat (nobody before the end, nor when the game was cut off), and ``turns`` begun."""
    return {"winners": [bool(won) for won in GAME.returns(ended) > 0], "turns": int(ended["turn"][0])}


def validate_options(options: dict[str, Any]) -> None:
    players, shared = options["num_players"], options["stables"] == "shared"
    if players == 2 and shared:
        raise ValueError("stables must be 'own' for 2 players: a stable is shared between 3 players or more")
    if options["cards"] != "reconstructed":
        unicorns = 2 * int((cards.UNICORNS_SHARED if shared else cards.UNICORNS_OWN)[players])
        total = sum(row["copies"] for row in options["cards"].values()) + unicorns
        least = state.DEAL * players
        if total < least:
            raise ValueError(
                f"cards: {players} players are dealt {state.DEAL} cards each; with {unicorns} unicorns this table has "
                f"{total} cards and must have {least} or more"
            )


GAME = Game(
    name="magical_unicorn_quest",
    title="Magical Unicorn Quest",
    version=1,
    min_players=2,
    max_players=state.MAX_PLAYERS,
    options=state.OPTIONS,
    state_dtype=state.STATE,
    functions={
        **rules.FUNCTIONS,
        "write_observation": observation.write_observation,
        "choose": heuristic.choose,
    },
    actions=ACTIONS,
    observation=observation.LAYOUT,
    cards=cards.CARDS,
    invariants=invariants.INVARIANTS,
    describe=describe,
    position=position,
    outcome=outcome,
    name_actions=actions_of,
    list_cards=card_tables.cards_of,
    validate_options=validate_options,
)
