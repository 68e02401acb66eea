"""Exploring the castles: Explore, the scratch limit, Magic Break. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.decisions import ask
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.steps import push
from unicorn_envs.games.margot import cards, moves, state, table, views
from unicorn_envs.games.margot.state import Prompt, Step

# Explore


@jit
def turn_over(s, c):
    """16: Explore. A boss that a valid weapon beats goes back on top of its deck, for all to know."""
    card = moves.take_top(s, c)
    weapon = np.int64(cards.BEATEN_BY[c, card])
    other = 1 - c
    if weapon != 0 and not views.is_ridiculed(s, other):
        i = table.find_active(s, other, weapon)
        if i >= 0:
            moves.disable(s, other, i)
            moves.put_on_deck(s, c, card)
            return
    moves.put_into_village(s, c, card, 0)
    check_scratches(s, c)


@jit
def check_scratches(s, c):
    """2: the Penalty comes at once; the village that took the last card is remembered for it."""
    if table.scratch_total(s) >= state.MOST_SCRATCHES:
        s.penalty = 1
        s.place = c + 1
        push(s, Step.OTHERS_SCORE, 0)
        push(s, Step.LOSE_STORY, 0)


# Magic Break


@jit
def begin_magic_break(s, c):
    push(s, Step.PICK_ENEMY, 0)
    s.magic_breaks -= 1
    s.place = c + 1


@jit
def pick_enemy(s):
    """6: the Magic Break goes on while the Village has an enemy to disable."""
    if np.int64(s.targets) & cards.TARGETS_IN[s.place - 1] != 0:
        ask(s, s.player, Prompt.BREAK_ENEMY)
    else:
        end_magic_break(s)


@jit
def break_enemy(s, target):
    c = np.int64(cards.ENEMY_CASTLE[target])
    moves.disable(s, c, table.find_active(s, c, cards.ENEMY_KIND[target]))
    s.picked = 1
    push(s, Step.PICK_ENEMY, 0)


@jit
def end_magic_break(s):
    s.place = 0
    s.picked = 0
