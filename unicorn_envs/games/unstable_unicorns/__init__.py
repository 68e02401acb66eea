"""Unstable Unicorns: gather Unicorns in your Stable, Neigh what others play. Rules: RULES.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.game import Game
from unicorn_envs.games.unstable_unicorns import (
    actions,
    cards,
    heuristic,
    invariants,
    observation,
    position,
    rules,
    text,
)
from unicorn_envs.games.unstable_unicorns.state import MAX_PLAYERS, MISSING, OPTIONS, STATE

ENDINGS = ("", "unicorns", "deck", "turns")
"""How a game ended: not yet, somebody had enough Unicorns, the deck was empty (2.9), too many turns (2.1.8)."""


def outcome(state: np.ndarray[Any, Any]) -> dict[str, Any]:
    """``winner`` (-1: nobody, or not over), ``turns`` begun, ``ended_by`` (of ``ENDINGS``), and whether the deck was
    empty at the end."""
    over = GAME.over(state)
    returns = GAME.returns(state)
    deck_empty = over and bool(state["deck_size"][0] == 0)
    ended_by = ""
    if over:
        enough = bool((state["stable"][0, : GAME.num_players(state), MISSING] == 0).any())
        ended_by = "turns" if GAME.truncated(state) else "unicorns" if enough else "deck"
    return {
        "winner": int(returns.argmax()) if returns.max() > 0 else -1,
        "turns": int(state["turn"][0]),
        "ended_by": ended_by,
        "deck_empty": deck_empty,
    }


def validate_options(options: dict[str, Any]) -> None:
    """2.11: the two-player deck is for two players."""
    if options["two_player_deck"] and options["num_players"] != 2:
        raise ValueError(f"two_player_deck is for num_players 2, not {options['num_players']}")


GAME = Game(
    name="unstable_unicorns",
    title="Unstable Unicorns",
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
    actions=actions.ACTIONS,
    observation=observation.LAYOUT,
    cards=cards.CARDS,
    invariants=invariants.INVARIANTS,
    describe=text.describe,
    position=position.position,
    outcome=outcome,
    validate_options=validate_options,
)
