"""Leduc poker, and Kuhn poker as its option: a game of unicorn_envs that lives outside the package.

Source: Southey et al. 2005, "Bayes' Bluff: Opponent Modelling in Poker"; Kuhn 1950, "Simplified Two-Person Poker".
"""

from __future__ import annotations

from leduc_poker import observation, rules
from leduc_poker.state import ACTIONS, OPTIONS, PLAYERS, STATE, Rank
from leduc_poker.text import describe, outcome, position
from unicorn_envs.game import Game

GAME = Game(
    name="leduc_poker",
    title="Leduc poker",
    version=0,
    min_players=PLAYERS,
    max_players=PLAYERS,
    options=OPTIONS,
    state_dtype=STATE,
    functions={
        **rules.FUNCTIONS,
        "write_observation": observation.write_observation,
        "choose": observation.choose,
    },
    actions=ACTIONS,
    observation=observation.LAYOUT,
    cards=tuple(Rank),
    invariants=rules.INVARIANTS,
    describe=describe,
    position=position,
    outcome=outcome,
)
