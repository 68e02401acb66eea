"""What a player knows, as a flat int8 vector, and the heuristic, which plays by it."""

from __future__ import annotations

import numpy as np

from leduc_poker.rules import folded
from leduc_poker.state import ANTE, MOST_CHIPS, MOST_MOVES, MOST_ROUNDS, MOVES, PLAYERS, RANKS, Move, Rank
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.reading import one_hot
from unicorn_envs.layout import Field, Layout

LAYOUT = Layout(
    [
        Field("deciding", (PLAYERS,), 0, 1, "who decides, one-hot: the observer, the opponent"),
        Field("first", (1,), 0, 1, "1: the observer moves first in each round"),
        Field("hand", (RANKS,), 0, 1, "the observer's card, one-hot: Jack, Queen, King"),
        Field("board", (RANKS,), 0, 1, "the public card, one-hot; none before the second round"),
        Field("shown", (RANKS,), 0, 1, "the opponent's card after a showdown, one-hot"),
        Field("chips", (PLAYERS,), ANTE, MOST_CHIPS, "in the pot: the observer's, the opponent's"),
        Field("history", (MOST_ROUNDS, MOST_MOVES, MOVES), 0, 1, "the moves of each round, one-hot: fold, call, raise"),
    ]
)
DECIDING_AT, FIRST_AT, HAND_AT, BOARD_AT, SHOWN_AT, CHIPS_AT, HISTORY_AT = (LAYOUT.start(f.name) for f in LAYOUT)


@jit
def write_observation(s, seat, out):
    for i in range(out.shape[0]):
        out[i] = 0
    other = 1 - seat
    if s.seat >= 0:
        out[DECIDING_AT + (0 if s.seat == seat else 1)] = 1
    elif not folded(s):
        out[SHOWN_AT + s.hand[other] - 1] = 1
    out[FIRST_AT] = seat == 0
    out[HAND_AT + s.hand[seat] - 1] = 1
    if s.stage > 0:
        out[BOARD_AT + s.board - 1] = 1
    out[CHIPS_AT] = s.chips[seat]
    out[CHIPS_AT + 1] = s.chips[other]
    for r in range(MOST_ROUNDS):
        for i in range(s.moves[r]):
            out[HISTORY_AT + (r * MOST_MOVES + i) * MOVES + s.history[r, i] - 1] = 1


@jit
def choose(observation, mask):
    """Raise with a pair or a King, give up a Jack, else call."""
    rank = 1 + one_hot(observation, HAND_AT, RANKS)
    strong = rank == Rank.KING or rank == 1 + one_hot(observation, BOARD_AT, RANKS)
    if strong and mask[Move.RAISE] != 0:
        return np.int64(Move.RAISE)
    if rank == Rank.JACK and not strong and mask[Move.FOLD] != 0:
        return np.int64(Move.FOLD)
    return np.int64(Move.CALL)
