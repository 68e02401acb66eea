"""The turn (2.1, 2.6): Beginning, Draw, Action, End. Numbers in comments are rulings."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unstable_unicorns import cards, counts, effects, links, moves, prompts, stables, state, winning
from unicorn_envs.games.unstable_unicorns.verbs import Verb


@jit
def begin_turn(s):
    if s.turn >= state.MOST_TURNS:  # 2.1.8
        s.truncated = 1
        winning.finish(s, -1)
        return
    p = np.int64(s.active)
    s.turn += 1
    s.phase = state.Phase.BEGINNING
    s.skip_phases = 0
    s.plays = 2 if stables.does(s, p, cards.TWO_PLAYS) else 1  # 2.1.5
    for i in range(len(cards.MENU_CARDS)):  # 2.6.1
        card = np.int64(cards.MENU_CARD[i])
        s.open[i] = 0 if card <= cards.LAST_UNICORN and counts.is_blinded(s, p) else s.stable[p, card]
    push(s, Verb.END_TURN, 0)
    push(s, Verb.TAKE_ACTION, 0)
    push(s, Verb.DRAW_STEP, 0)
    if s.stable_set[p] & cards.BEGINNING_SET != 0:
        begin_beginning(s, p)


@jit
def begin_beginning(s, p):
    """First what is mandatory, then the menu; "declared" is one link (2.6.2), "in_turn" an effect each (2.6.4)."""
    declared = s.effect_links == state.DECLARED_LINKS
    if declared:
        s.link = state.Link.DECLARING
        push(s, Verb.END_EFFECT, 0)
    push(s, Verb.OFFER_MENU, 0)
    if s.stable[p, cards.SADISTIC_RITUAL] > 0:
        begin_effect(s, cards.SADISTIC_RITUAL, p)


@jit
def begin_effect(s, source, p):
    """An effect of the Beginning phase, which is declared or happens now."""
    if s.link == state.Link.DECLARING:
        links.declare_effect(s, source, p, 0)
    else:
        push(s, Verb.END_EFFECT, 0)
        effects.start_effect(s, source, p, 0)


@jit
def draw_step(s):
    if s.skip_phases != 0:  # 2.6.5
        return
    s.phase = state.Phase.DRAW
    draw_or_end(s)


@jit
def draw_or_end(s):
    moves.draw_card(s, np.int64(s.active))
    if s.deck_size == 0:
        winning.deck_ran_out(s)


@jit
def take_action(s):
    for i in range(len(cards.MENU_CARDS)):
        s.open[i] = 0
    if s.skip_phases != 0:
        s.plays = 0
        return
    s.phase = state.Phase.ACTION
    if s.plays > 1:
        push(s, Verb.PLAY_AGAIN, 0)
    prompts.ask(s, Verb.ACTION, s.active, 0, 0, s.plays)


@jit
def end_turn(s):
    p = np.int64(s.active)
    s.phase = state.Phase.END
    s.plays = 0
    if s.hand_size[p] > state.HAND_LIMIT:  # 2.1.6
        push(s, Verb.END_TURN, 0)
        prompts.ask(s, Verb.HAND_LIMIT, p, 0, 0, np.int64(s.hand_size[p]) - state.HAND_LIMIT)
        return
    if s.extra_turns > 0:  # 2.1.7
        s.extra_turns -= 1
    else:
        s.active = clockwise(s, p, 1)
    begin_turn(s)
