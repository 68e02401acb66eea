"""The end of a game. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.results import share
from unicorn_envs.games.margot import state, table


@jit
def all_have_rescued(s):
    for p in range(s.num_players):
        if table.fairies_of(s, p) < state.MOST_FAIRIES:
            return False
    return True


@jit
def finish(s):
    """24: winners share +1, losers -1; solo: points / 24, or 1 for winning."""
    s.seat = -1
    forget_steps(s)
    if s.num_players == 1:
        if s.reward == 0:
            s.returns[0] = np.float32(s.points[0]) / np.float32(state.WINNING_POINTS)
        elif s.points[0] >= state.SOLO_POINTS:
            s.returns[0] = 1.0
        return
    best = 0
    for p in range(s.num_players):
        best = max(best, np.int64(s.points[p]))
    winners = np.int64(0)
    for p in range(s.num_players):
        winners = sets.changed(winners, p, s.points[p] == best)
    share(s, winners)


@jit
def forget_steps(s):
    for i in range(s.stack_size):
        s.stack_verb[i] = 0
        s.stack_number[i] = 0
    s.stack_size = 0
