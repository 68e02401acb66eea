"""The course of a turn of Unicorn Hunt, and the end of the game. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.decisions import ask_for
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.results import share
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unicorn_hunt import cards, deck, grounds, views
from unicorn_envs.games.unicorn_hunt.state import MODES, MOST_SCORE, THRESHOLDS, Course, Prompt

BUYOUT_PRICE = 4
THRESHOLD = np.array([THRESHOLDS[mode] for mode in MODES], dtype=np.int8)


@jit
def begin_turn(s):
    p = s.player
    s.turn[p] += 1
    views.show_turn(s, p)
    grounds.forget_chosen(s)
    push(s, Course.END_TURN, 0)
    push(s, Course.DRAW, 0)
    push(s, Course.TAKE_ACTION, 0)
    if s.chamber_buyout != 0 and s.chamber[p] != 0 and s.graveyard_basics[p] >= BUYOUT_PRICE:  # 29
        ask_for(s, p, Prompt.BUYOUT, 1)
    else:
        push(s, Course.CHAMBER_ACTS, 0)


@jit
def draw_card(s):
    grounds.forget_chosen(s)
    card = deck.take_top(s)
    if cards.IS_CHAMBER[card] != 0:
        deck.place_in_chamber(s, card)
    else:
        s.resolving = card  # 22: not in the Discard Pile before its effect is over
        push(s, Course.DISCARD_RESOLVED, 0)
        deck.push_effect(s, card)


@jit
def end_turn(s):
    p = np.int64(s.player)
    if s.deck_size[p] == 0:  # 1: looked at once a turn, here
        s.ended[p] = 1
        views.show_turn(s, p)
    elif s.turn[p] >= s.turn_cap:  # 3
        s.ended[p] = 1
        s.capped[p] = 1
        views.show_turn(s, p)
    for k in range(1, s.num_players + 1):  # 32: whoever has ended is passed over
        q = clockwise(s, p, k)
        if s.ended[q] == 0:
            s.player = q
            s.seat = q
            push(s, Course.BEGIN_TURN, 0)
            return
    finish(s)


# The end


@jit
def finish(s):
    s.seat = -1
    grounds.forget_chosen(s)
    for p in range(s.num_players):
        if s.capped[p] != 0:
            s.truncated = 1
    pay(s)


@jit
def pay(s):
    """What the game that is over was worth to each player."""
    best = -MOST_SCORE
    for p in range(s.num_players):
        best = max(best, views.score(s, p))
    if s.num_players > 1:  # 33
        winners = 0
        for p in range(s.num_players):
            winners |= np.int64(views.score(s, p) == best) << p
        share(s, winners)
    elif s.reward == 0:  # 5, 38
        s.returns[0] = np.float32(best) / np.float32(MOST_SCORE)
    elif best >= THRESHOLD[s.mode]:
        s.returns[0] = 1.0
