"""What happens in Leduc poker, and in Kuhn poker. Player 0 moves first in each round.

A player who folds loses what they have put in. At the end of the last round a hand that pairs the public card wins,
else the higher card; equal cards share the pot.
"""

from __future__ import annotations

import numpy as np

from leduc_poker.state import (
    ANTE,
    COPIES,
    MOST_CHIPS,
    MOST_MOVES,
    MOST_ROUNDS,
    MOVES,
    PLAYERS,
    RAISES,
    RANKS,
    ROUNDS,
    STAKE,
    Move,
    Variant,
)
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw, reseed


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.variant = options[1]
    for p in range(PLAYERS):
        s.chips[p] = ANTE
        s.hand[p] = draw_unseen(s)
    if s.variant == Variant.LEDUC:
        s.board = draw_unseen(s)


@jit
def draw_unseen(s):
    """A random card of those that are in no hand and not on the board: its rank."""
    pick = draw(s, RANKS * COPIES[s.variant] - dealt(s))
    rank = 0
    while pick >= 0:
        rank += 1
        pick -= COPIES[s.variant] - copies_dealt(s, rank)
    return rank


@jit
def copies_dealt(s, rank):
    return np.int64(s.hand[0] == rank) + np.int64(s.hand[1] == rank) + np.int64(s.board == rank)


@jit
def dealt(s):
    return np.int64(s.hand[0] != 0) + np.int64(s.hand[1] != 0) + np.int64(s.board != 0)


@jit
def advance(s):
    """Nothing happens by itself: a position is always a decision or the end."""


@jit
def apply(s, action):
    p = np.int64(s.seat)
    other = 1 - p
    answers = s.moves[s.stage] > 0  # a call ends the round unless it is the first move
    s.history[s.stage, s.moves[s.stage]] = 1 + action
    s.moves[s.stage] += 1
    s.seat = other
    if action == Move.FOLD:
        finish(s, other)
    elif action == Move.RAISE:
        s.raises += 1
        s.chips[p] = s.chips[other] + STAKE[s.variant, s.stage]
    else:
        s.chips[p] = s.chips[other]
        if answers:
            end_round(s)


@jit
def end_round(s):
    if s.stage + 1 < ROUNDS[s.variant]:
        s.stage += 1
        s.raises = 0
        s.seat = 0
    else:
        finish(s, showdown(s))


@jit
def showdown(s):
    """Who has the better hand; -1 when both are equal."""
    if s.hand[0] == s.hand[1]:
        return -1
    for p in range(PLAYERS):
        if s.hand[p] == s.board:
            return p
    return 0 if s.hand[0] > s.hand[1] else 1


@jit
def finish(s, winner):
    s.seat = -1
    if winner >= 0:
        loser = 1 - winner
        s.returns[winner] = s.chips[loser]
        s.returns[loser] = -np.float32(s.chips[loser])


@jit
def write_mask(s, out):
    for action in range(MOVES):
        out[action] = 0
    if s.seat < 0:
        return
    out[Move.FOLD] = s.chips[s.seat] < s.chips[1 - s.seat]
    out[Move.CALL] = 1
    out[Move.RAISE] = s.raises < RAISES[s.variant]


@jit
def resample(s, seat):
    """Redraw the other hand, and the public card while it is hidden; after a showdown all is seen."""
    if s.seat < 0 and not folded(s):
        return
    s.hand[1 - seat] = 0
    hidden_board = s.board != 0 and s.stage == 0
    if hidden_board:
        s.board = 0
    s.hand[1 - seat] = draw_unseen(s)
    if hidden_board:
        s.board = draw_unseen(s)


@jit
def folded(s):
    return s.history[s.stage, max(0, s.moves[s.stage] - 1)] == 1 + Move.FOLD


INVARIANTS = {
    1: "a number in the record is out of range",
    2: "there are more cards of a rank than there can be",
    3: "moves, chips and the seat that decides do not fit each other",
}


@jit
def check(s):
    """Any bytes that pass can be observed, redrawn and played on."""
    rounds = np.int64(ROUNDS[s.variant])
    if not (s.stage >= 0 and s.stage < rounds and (s.board != 0) == (s.variant == Variant.LEDUC)):
        return 1
    if not (s.board >= 0 and s.board <= RANKS):
        return 1
    for p in range(PLAYERS):
        if not (s.hand[p] >= 1 and s.hand[p] <= RANKS and s.chips[p] >= ANTE and s.chips[p] <= MOST_CHIPS):
            return 1
    for rank in range(1, RANKS + 1):
        if copies_dealt(s, rank) > COPIES[s.variant]:
            return 2
    return 0 if moves_fit(s) else 3


@jit
def moves_fit(s):
    """Play the history once more, and compare."""
    chips_0, chips_1, raises, over = ANTE, ANTE, 0, False
    for r in range(MOST_ROUNDS):
        if not (s.moves[r] >= 0 and s.moves[r] <= MOST_MOVES) or (r > s.stage and s.moves[r] != 0):
            return False
        raises = 0
        closed = False
        for i in range(MOST_MOVES):
            move = np.int64(s.history[r, i]) - 1
            if i >= s.moves[r]:
                if move != -1:
                    return False
                continue
            if closed or over or move < Move.FOLD or move > Move.RAISE:
                return False
            own, others = (chips_0, chips_1) if i % 2 == 0 else (chips_1, chips_0)
            if move == Move.FOLD:
                if own >= others:
                    return False
                over = True
            elif move == Move.RAISE:
                raises += 1
                if raises > RAISES[s.variant]:
                    return False
                own = others + STAKE[s.variant, r]
            else:
                own = others
                closed = i > 0
            if i % 2 == 0:
                chips_0 = own
            else:
                chips_1 = own
        if r < s.stage and not closed:
            return False
        if r == s.stage:
            if closed and r + 1 < ROUNDS[s.variant]:
                return False
            over = over or closed
            if s.raises != raises or s.chips[0] != chips_0 or s.chips[1] != chips_1:
                return False
    return s.seat == (-1 if over else s.moves[s.stage] % PLAYERS)


FUNCTIONS = {
    "reset": reset,
    "apply": apply,
    "advance": advance,
    "write_mask": write_mask,
    "resample": resample,
    "check": check,
}
