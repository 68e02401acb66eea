"""Leduc poker, and Kuhn poker as its option: a game of unicorn_envs that lives outside the package.

Rules: Southey et al. 2005, "Bayes' Bluff: Opponent Modelling in Poker"; Kuhn 1950, "Simplified Two-Person Poker".
"""

from __future__ import annotations

from leduc_poker import cards, observation, rules, text
from leduc_poker.state import STATE
from unicorn_envs.game import Game

GAME = Game(
    name="leduc_poker",
    title="Leduc poker",
    version=0,
    min_players=cards.PLAYERS,
    max_players=cards.PLAYERS,
    options=cards.OPTIONS,
    state_dtype=STATE,
    functions={
        "reset": rules.reset,
        "apply": rules.apply,
        "advance": rules.advance,
        "write_mask": rules.write_mask,
        "write_observation": observation.write_observation,
        "resample": rules.resample,
        "check": rules.check,
        "choose": observation.choose,
    },
    actions=cards.ACTIONS,
    observation=observation.LAYOUT,
    cards=cards.CARDS,
    invariants=rules.INVARIANTS,
    describe=text.describe,
    position=text.position,
    outcome=text.outcome,
)
