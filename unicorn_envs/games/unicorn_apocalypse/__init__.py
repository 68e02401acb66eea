"""Unicorn Apocalypse: evacuate your people through the portals before the seventh Comet. Rules: RULES.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.game import Game
from unicorn_envs.games.unicorn_apocalypse import heuristic, invariants, observation, rules
from unicorn_envs.games.unicorn_apocalypse.actions import ACTIONS
from unicorn_envs.games.unicorn_apocalypse.cards import CARDS, PLAYERS, PORTALS
from unicorn_envs.games.unicorn_apocalypse.position import position
from unicorn_envs.games.unicorn_apocalypse.state import OPTIONS, STATE
from unicorn_envs.games.unicorn_apocalypse.text import describe


def outcome(state: np.ndarray[Any, Any]) -> dict[str, Any]:
    """``ended_by`` (``portals``, ``comets``, ``cap``, or ``not over``), ``battles``, ``evacuees`` and open ``portals``.

    The last three as they stand: of a game that is not over too.
    """
    portals = [int(n) for n in state["open"][0].sum(axis=1)]
    if not GAME.over(state):
        ended_by = "not over"
    elif PORTALS in portals:
        ended_by = "portals"
    elif state["truncated"][0]:
        ended_by = "cap"
    else:
        ended_by = "comets"
    return {
        "ended_by": ended_by,
        "battles": int(state["battle"][0]),
        "evacuees": [int(n) for n in state["new_home"][0].sum(axis=1)],
        "portals": portals,
    }


GAME = Game(
    name="unicorn_apocalypse",
    title="Unicorn Apocalypse",
    version=1,
    min_players=PLAYERS,
    max_players=PLAYERS,
    options=OPTIONS,
    state_dtype=STATE,
    functions={
        "reset": rules.reset,
        "apply": rules.apply,
        "advance": rules.advance,
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
)
