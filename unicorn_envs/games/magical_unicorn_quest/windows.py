"""Plays on the table and what answers them: Halt, then Unicorn Thief, then a being enters its stable."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import decisions, results
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.magical_unicorn_quest import cards, moves, stables
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt, Step


@jit
def can_answer(s, p, card):
    """9: the holders are asked, or all who have a hand."""
    return s.hand[p, card] > 0 or (s.ask_everyone != 0 and s.hand_size[p] > 0)


# Halt


@jit
def halt_window(s):
    """1: go on with the Halt window of the topmost card, clockwise, the acting adventurer last."""
    top = s.table_size - 1
    n = np.int64(s.num_players)
    left_neighbour = clockwise(s, s.player, 1)
    for k in range(s.table_asked[top], n):
        q = clockwise(s, left_neighbour, k)
        s.table_asked[top] = k + 1
        if q != s.table_player[top] and can_answer(s, q, cards.HALT):
            decisions.ask_for(s, q, Prompt.HALT_WINDOW, 1)
            return
    resolve(s, top)


@jit
def resolve(s, top):
    """The last card on the table has survived its Halt window."""
    card = np.int64(s.table_card[top])
    if card == cards.HALT:
        halt_resolves(s)
    elif card == cards.THIEF:
        thief_resolves(s, top)
    elif card <= cards.BEINGS:
        begin_entry(s, card, 0, s.table_to[top])
    else:
        push(s, Step.POTION_DONE, 0)
        push(s, s.cards[card, cards.FIRST], s.cards[card, cards.FIRST_NUMBER])


@jit
def halt_resolves(s):
    halted = moves.discard_halted(s)
    if halted == cards.HALT:  # 1: the asking about the card below goes on
        push(s, Step.HALT_WINDOW, 0)
    elif halted == cards.THIEF:  # 2: the same adventurer may play another
        push(s, Step.THIEF_WINDOW, 0)


# Unicorn Thief


@jit
def begin_entry(s, card, source, goal):
    """A being is about to enter ``goal`` from the stable ``source`` (0: from the table)."""
    s.entry_card = card
    s.entry_from = source
    s.entry_to = goal
    s.entry_mover = s.player + 1
    s.entry_asked = 0
    push(s, Step.THIEF_WINDOW if card <= cards.MAJESTIC else Step.ENTER, 0)


@jit
def thief_window(s):
    """2: clockwise from the mover's left neighbour; the mover is not asked."""
    n = np.int64(s.num_players)
    left_neighbour = clockwise(s, s.entry_mover - 1, 1)
    for k in range(s.entry_asked, n - 1):
        q = clockwise(s, left_neighbour, k)
        s.entry_asked = k
        if can_answer(s, q, cards.THIEF):
            decisions.ask_for(s, q, Prompt.THIEF_WINDOW, 1)
            return
    push(s, Step.ENTER, 0)


@jit
def thief_resolves(s, top):
    """2: a new entry with a new window, whose mover is the Thief's player."""
    s.entry_to = s.table_to[top]
    s.entry_mover = s.table_player[top] + 1
    s.entry_asked = 0
    moves.discard_from_table(s)
    push(s, Step.THIEF_WINDOW, 0)


@jit
def answer_pass(s, prompt):
    if prompt == Prompt.HALT_WINDOW:
        push(s, Step.HALT_WINDOW, 0)
    elif prompt == Prompt.THIEF_WINDOW:
        s.entry_asked += 1
        push(s, Step.THIEF_WINDOW, 0)


# Entries


@jit
def enter(s):
    """The being that is about to enter a stable does."""
    goal = np.int64(s.entry_to) - 1
    moves.enter(s, np.int64(s.entry_card), np.int64(s.entry_from) - 1, goal)
    s.entry_card = 0
    s.entry_from = 0
    s.entry_to = 0
    s.entry_mover = 0
    s.entry_asked = 0
    if stables.has_pair(s, goal):
        win(s, goal)


@jit
def win(s, stable):
    """16: the owners share +1, the others -1. Nothing else is resolved (10)."""
    s.seat = -1
    s.legal = 0
    results.share(s, stables.owners(s, stable))
