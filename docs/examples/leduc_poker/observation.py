"""What a player knows, as a flat int8 vector, and the heuristic, which plays by it."""

from __future__ import annotations

import numpy as np

from leduc_poker import cards
from leduc_poker.cards import Move
from leduc_poker.rules import shown
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.reading import one_hot
from unicorn_envs.layout import Field, Layout

LAYOUT = Layout(
    [
        Field("deciding", (cards.PLAYERS,), 0, 1, "who decides, one-hot: the observer, the opponent"),
        Field("first", (1,), 0, 1, "1: the observer moves first in each round"),
        Field("hand", (cards.RANKS,), 0, 1, "the observer's card, one-hot: Jack, Queen, King"),
        Field("board", (cards.RANKS,), 0, 1, "the public card, one-hot; none before the second round"),
        Field("shown", (cards.RANKS,), 0, 1, "the opponent's card after a showdown, one-hot"),
        Field("chips", (cards.PLAYERS,), cards.ANTE, cards.MOST_CHIPS, "in the pot: the observer's, the opponent's"),
        Field(
            "history", (cards.MOST_ROUNDS, cards.MOST_MOVES, cards.MOVES), 0, 1,
            "the moves of each round, one-hot: fold, call, raise",
        ),
    ]
)  # fmt: skip
DECIDING, FIRST, HAND, BOARD, SHOWN, CHIPS, HISTORY = (LAYOUT.start(field.name) for field in LAYOUT)


@jit
def write_observation(s, seat, out):
    for i in range(out.shape[0]):
        out[i] = 0
    other = 1 - seat
    if s.seat >= 0:
        out[DECIDING + np.int64(s.seat != seat)] = 1
    out[FIRST] = seat == 0
    out[HAND + s.hand[seat] - 1] = 1
    if s.stage > 0:
        out[BOARD + s.board - 1] = 1
    if shown(s):
        out[SHOWN + s.hand[other] - 1] = 1
    out[CHIPS] = s.chips[seat]
    out[CHIPS + 1] = s.chips[other]
    for r in range(cards.MOST_ROUNDS):
        for i in range(cards.MOST_MOVES):
            if s.history[r, i] != 0:
                out[HISTORY + (r * cards.MOST_MOVES + i) * cards.MOVES + s.history[r, i] - 1] = 1


@jit
def choose(observation, mask):
    """Raise with a pair or a King, give up a Jack, else call."""
    rank = 1 + one_hot(observation, HAND, cards.RANKS)
    strong = rank == cards.KING or rank == 1 + one_hot(observation, BOARD, cards.RANKS)
    if strong and mask[Move.RAISE] != 0:
        return np.int64(Move.RAISE)
    if rank == cards.JACK and not strong and mask[Move.FOLD] != 0:
        return np.int64(Move.FOLD)
    return np.int64(Move.CALL)
