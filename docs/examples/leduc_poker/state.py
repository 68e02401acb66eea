"""Leduc and Kuhn poker: the cards, the action table, the options and the record."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from unicorn_envs.actions import Action, Actions
from unicorn_envs.game import record
from unicorn_envs.options import Option


class Rank(IntEnum):
    """0 stands for no card."""

    JACK = 1
    QUEEN = 2
    KING = 3


class Move(IntEnum):
    FOLD = 0
    CALL = 1
    RAISE = 2


class Variant(IntEnum):
    LEDUC = 0
    KUHN = 1


ACTIONS = Actions(
    [
        Action("fold", "give up: the pot goes to the other player"),
        Action("call", "put in as much as the other player has; nothing, where that is even (a check)"),
        Action("raise", "put in more than the other player has"),
    ]
)

MOVES = len(Move)
PLAYERS = 2
RANKS = len(Rank)
# By variant: copies of each rank, betting rounds, raises in a round, and what a raise costs by round
COPIES = np.array([2, 1], dtype=np.int8)
ROUNDS = np.array([2, 1], dtype=np.int8)
RAISES = np.array([2, 1], dtype=np.int8)
STAKE = np.array([[2, 4], [1, 0]], dtype=np.int8)
MOST_ROUNDS = 2
MOST_MOVES = 4
"""In one round: check, raise, raise, call."""
ANTE = 1
MOST_CHIPS = ANTE + 2 * 2 + 2 * 4
"""Of one player in the pot: the ante and two raises in each round of Leduc."""

OPTIONS = (
    Option("num_players", PLAYERS, range(PLAYERS, PLAYERS + 1), "two players"),
    Option("variant", "leduc", ("leduc", "kuhn"), "six cards and two rounds, or three cards and one"),
)

STATE = record(
    ("rng", np.uint64),
    ("returns", np.float32, (PLAYERS,)),
    ("num_players", np.int8),  # option
    ("variant", np.int8),  # option
    ("seat", np.int8),  # who decides; -1 when the game is over
    ("truncated", np.int8),
    ("hand", np.int8, (PLAYERS,)),  # a Rank each
    ("board", np.int8),  # the public card; dealt at the beginning, hidden until the second round; 0 in Kuhn poker
    ("stage", np.int8),  # which betting round
    ("raises", np.int8),  # in this round
    ("chips", np.int8, (PLAYERS,)),  # in the pot
    ("moves", np.int8, (MOST_ROUNDS,)),  # made in each round
    ("history", np.int8, (MOST_ROUNDS, MOST_MOVES)),  # 1 + the Move
)
