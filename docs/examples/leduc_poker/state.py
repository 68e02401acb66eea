"""The record of a state."""

from __future__ import annotations

import numpy as np

from leduc_poker import cards
from unicorn_envs.engine.records import record

STATE = record(
    ("rng", np.uint64),
    ("returns", np.float32, (cards.PLAYERS,)),
    ("num_players", np.int8),  # option
    ("variant", np.int8),  # option
    ("seat", np.int8),  # who decides; -1 when the game is over
    ("truncated", np.int8),  # never
    ("hand", np.int8, (cards.PLAYERS,)),  # a rank each
    ("board", np.int8),  # the public card; hidden until the second round, 0 in Kuhn poker
    ("stage", np.int8),  # which round of bets, from 0
    ("moves", np.int8),  # made in this round
    ("raises", np.int8),  # made in this round
    ("chips", np.int8, (cards.PLAYERS,)),  # in the pot
    ("history", np.int8, (cards.MOST_ROUNDS, cards.MOST_MOVES)),  # 1 + the Move
)
