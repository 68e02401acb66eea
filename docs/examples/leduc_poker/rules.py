"""What happens: player 0 moves first in each round, and a player who folds loses what they have put in.

At the end of the last round a hand that pairs the public card wins, else the higher card; equal cards share the pot.
"""

from __future__ import annotations

import numpy as np

from leduc_poker import cards
from leduc_poker.cards import Move
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw, reseed


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.variant = options[1]
    for p in range(cards.PLAYERS):
        s.chips[p] = cards.ANTE
        s.hand[p] = draw_unseen(s)
    if s.variant == cards.Variant.LEDUC:
        s.board = draw_unseen(s)


@jit
def draw_unseen(s):
    """The rank of a random card that lies nowhere yet."""
    while True:
        card = draw(s, cards.RANKS * np.int64(cards.COPIES[s.variant]))
        rank = 1 + card % cards.RANKS
        if card // cards.RANKS >= dealt(s, rank):
            return rank


@jit
def dealt(s, rank):
    """How many cards of a rank lie somewhere."""
    return np.int64(s.hand[0] == rank) + np.int64(s.hand[1] == rank) + np.int64(s.board == rank)


@jit
def apply(s, action):
    p = np.int64(s.seat)
    other = 1 - p
    s.history[s.stage, s.moves] = 1 + action
    s.moves += 1
    s.seat = other
    if action == Move.FOLD:
        finish(s, other)
    elif action == Move.RAISE:
        s.raises += 1
        s.chips[p] = s.chips[other] + cards.STAKE[s.variant, s.stage]
    else:
        s.chips[p] = s.chips[other]
        if s.moves > 1:  # both have moved, and have put in the same
            end_round(s)


@jit
def end_round(s):
    if s.stage + 1 == cards.ROUNDS[s.variant]:
        finish(s, better_hand(s))
    else:
        s.stage += 1
        s.moves = 0
        s.raises = 0
        s.seat = 0


@jit
def better_hand(s):
    """Whose it is; -1 when both are equal."""
    if s.hand[0] == s.hand[1]:
        return -1
    for p in range(cards.PLAYERS):
        if s.hand[p] == s.board:
            return p
    return np.int64(s.hand[1] > s.hand[0])


@jit
def finish(s, winner):
    s.seat = -1
    if winner >= 0:
        lost = np.float32(s.chips[1 - winner])
        s.returns[winner] = lost
        s.returns[1 - winner] = -lost


@jit
def advance(s):
    """Nothing happens by itself: every position is a decision or the end."""


@jit
def write_mask(s, out):
    p = np.int64(s.seat)
    out[Move.FOLD] = p >= 0 and s.chips[p] < s.chips[1 - p]
    out[Move.CALL] = p >= 0
    out[Move.RAISE] = p >= 0 and s.raises < cards.RAISES[s.variant]


@jit
def resample(s, seat):
    """Redraw the other hand, and the public card while it is hidden; after a showdown all is seen."""
    if shown(s):
        return
    hidden_board = s.stage == 0 and s.variant == cards.Variant.LEDUC
    s.hand[1 - seat] = 0
    if hidden_board:
        s.board = 0
    s.hand[1 - seat] = draw_unseen(s)
    if hidden_board:
        s.board = draw_unseen(s)


@jit
def shown(s):
    """Whether the game has ended with a showdown."""
    return s.seat < 0 and s.history[s.stage, s.moves - 1] != 1 + Move.FOLD


INVARIANTS = {
    1: "a number in the record is out of range",
    2: "there are more cards of a rank than there can be",
    3: "the moves of the round do not fit each other",
}


@jit
def check(s):
    if s.stage < 0 or s.stage >= cards.ROUNDS[s.variant] or (s.board == 0) == (s.variant == cards.Variant.LEDUC):
        return 1
    for p in range(cards.PLAYERS):
        if s.hand[p] < 1 or s.hand[p] > cards.RANKS or s.chips[p] < cards.ANTE or s.chips[p] > cards.MOST_CHIPS:
            return 1
    for rank in range(1, cards.RANKS + 1):
        if dealt(s, rank) > cards.COPIES[s.variant]:
            return 2
    if s.board < 0 or s.board > cards.RANKS:
        return 1
    return 0 if moves_fit(s) else 3


@jit
def moves_fit(s):
    """Whoever decides comes after a check or nothing, and raises; at the end there is one move more."""
    if s.raises < 0 or s.raises > cards.RAISES[s.variant]:
        return False
    for r in range(cards.MOST_ROUNDS):
        for i in range(cards.MOST_MOVES):
            move = s.history[r, i]
            made = r < s.stage or (r == s.stage and i < s.moves)
            if move < 0 or move > cards.MOVES or (move != 0 and not made) or (move == 0 and r == s.stage and made):
                return False
    if s.seat < 0:
        return s.moves >= 2 and s.moves <= cards.MOST_MOVES
    calls = np.int64(s.moves) - s.raises
    return (calls == 0 or calls == 1) and s.seat == s.moves % cards.PLAYERS
