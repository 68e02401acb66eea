"""Triggers that wait, and links whose effects are declared first (2.6, 2.7.5, 2.7.6)."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unstable_unicorns import (
    cards,
    counts,
    declared,
    effects,
    events,
    moves,
    prompts,
    state,
    targets,
    verbs,
    winning,
)
from unicorn_envs.games.unstable_unicorns.verbs import Verb

NEXT_PICK = 1
"""Place of the next pick of the effect under way, which comes first in the list of what was declared."""
CLASSES = 3  # 2.7.6: Barbed Wire, other mandatory effects, optional ones


@jit
def end_effect(s):
    """An effect is over: the next one of the link, or the next link (2.7.5)."""
    s.may_decline = 0
    s.source = 0
    s.who = 0
    s.victim = 0
    s.card = 0
    if s.deck_size == 0:
        winning.deck_ran_out(s)
        if s.seat < 0:
            return
    if s.link != state.Link.IN_TURN and s.waiting_size[state.NOW] == 0:
        if carries_out_next(s):
            return
    if s.waiting_size[state.NOW] == 0 and s.waiting_size[state.NEXT] > 0:
        begin_link(s)
    if s.waiting_size[state.NOW] > 0:
        push(s, Verb.END_EFFECT, 0)
        next_trigger(s)
    elif s.win_check != state.IMMEDIATE:
        winning.check_win(s)


@jit
def begin_link(s):
    for p in range(s.num_players):
        for i in range(cards.TRIGGERS):
            s.waiting[state.NOW, p, i] = s.waiting[state.NEXT, p, i]
            s.waiting[state.NEXT, p, i] = 0
    s.waiting_size[state.NOW] = s.waiting_size[state.NEXT]
    s.waiting_size[state.NEXT] = 0


@jit
def next_trigger(s):
    """2.7.6: Barbed Wire, mandatory, optional; in each by player; who has several different ones picks."""
    for group in range(CLASSES):
        for k in range(s.num_players):
            p = clockwise(s, s.active, k)
            different = 0
            last = 0
            for i in range(cards.CLASS_FIRST[group], cards.CLASS_FIRST[group + 1]):
                if s.waiting[state.NOW, p, i] > 0:
                    different += 1
                    last = i
            if different > 0 and group > 0 and s.effect_links == state.DECLARED_LINKS and s.waiting_size[state.NOW] > 1:
                s.link = state.Link.DECLARING
            if different == 1:
                start_trigger(s, p, last)
                return
            if different > 1:
                prompts.ask(s, Verb.NEXT_TRIGGER, p, 0, 0, group)
                return


@jit
def start_trigger(s, p, i):
    s.waiting[state.NOW, p, i] -= 1
    s.waiting_size[state.NOW] -= 1
    card = np.int64(cards.TRIGGER_CARD[i])
    if cards.IS_OPTIONAL[card] != 0 and not targets.can_begin(s, card, p):  # 2.7.7: what cannot be offered lapses
        return
    if s.link == state.Link.DECLARING:
        declare_effect(s, card, p, cards.IS_OPTIONAL[card])
    else:
        effects.start_effect(s, card, p, cards.IS_OPTIONAL[card])


# Links whose effects are declared before they are carried out (2.6.2, 2.6.3, 2.7.6): the steps of each effect go
# over the stack twice, first to ask for its picks, then to do what was picked.


@jit
def declare_effect(s, source, who, may_decline):
    """One that may be declined is written down when it is accepted: that it was offered is nobody else's (2.13.4)."""
    if may_decline == 0:
        declared.declare(s, state.Declared.EFFECT, who, source)
    effects.start_effect(s, source, who, may_decline)


@jit
def is_cost(s, verb):
    """Discards before "then". Mandatory effects have no cost."""
    return verb == Verb.DISCARD_UNICORN or (verb == Verb.DISCARD and cards.IS_OPTIONAL[s.source] != 0)


@jit
def declare_step(s, verb, number):
    """Ask for what is declared: that it is used, its cost, picks in Stables and of seats. The rest can wait."""
    who = np.int64(s.who)
    if verb == Verb.EACH_SACRIFICES:
        effects.pick_each(s, verb, number)
    elif verb <= verbs.LAST_STABLE_PICK or verb == Verb.CHOOSE_VICTIM:
        prompts.ask(s, verb, who, s.source, 0, 1)
    elif is_cost(s, verb):
        prompts.ask(s, verb, who, s.source, 0, number)
    elif verb == Verb.ACCEPT or verb == Verb.BRING_BASIC or verb == Verb.FETCH:
        prompts.ask(s, Verb.ACCEPT, who, s.source, 0, 1)
    elif verb == Verb.SACRIFICE_THIS:
        declared.declare(s, state.Declared.FROM_STABLE, who, np.int64(s.source))


@jit
def carries_out_next(s):
    """The next declared effect onto the stack. False when there is none: the link is over."""
    if s.link == state.Link.CARRYING_OUT:
        declared.drop_first_effect(s)
    s.link = state.Link.CARRYING_OUT
    for i in range(len(cards.MENU_CARDS)):
        s.open[i] = 0
    if s.declared_size == 0:
        s.link = state.Link.IN_TURN
        return False
    push(s, Verb.END_EFFECT, 0)
    effects.start_effect(s, np.int64(s.declared_card[0]), np.int64(s.declared_seat[0]), 0)
    return True


@jit
def does_declared_step(s, verb):
    """2.6.3: do what was picked, as far as it is still legal. False for steps that are not declared."""
    who = np.int64(s.who)
    kind = np.int64(s.declared_kind[NEXT_PICK])
    if verb == Verb.EACH_SACRIFICES:
        sacrifice_declared(s)
    elif verb <= verbs.LAST_STABLE_PICK:
        at, card = (
            declared.take_declared(s, NEXT_PICK) if kind == state.Declared.FROM_STABLE else (np.int64(0), np.int64(0))
        )
        if card != 0 and targets.picks_at(s, verb, who, s.source, at) & counts.bit_of(card) != 0:
            effects.answer_stable_pick(s, verb, who, at, card, 1)
        else:
            effects.drop_effect(s)
    elif verb == Verb.CHOOSE_VICTIM:
        at, _ = declared.take_declared(s, NEXT_PICK) if kind == state.Declared.SEAT else (who, np.int64(0))
        if at != who and s.hand_size[at] > 0:
            s.victim = at
        else:
            effects.drop_effect(s)
    elif is_cost(s, verb):
        pay_declared(s, who)
    elif verb == Verb.SACRIFICE_THIS:
        if kind == state.Declared.FROM_STABLE:
            declared.take_declared(s, NEXT_PICK)
        effects.sacrifice_this(s)
    elif verb != Verb.ACCEPT:
        return False
    return True


@jit
def sacrifice_declared(s):
    while s.declared_kind[NEXT_PICK] == state.Declared.FROM_STABLE:
        p, card = declared.take_declared(s, NEXT_PICK)
        if targets.picks_at(s, Verb.EACH_SACRIFICES, p, s.source, p) & counts.bit_of(card) != 0:
            events.add_hit(s, p, card)
    if s.hits > 0:
        events.begin_event(s, state.Fate.SACRIFICED)


@jit
def pay_declared(s, who):
    """2.5.2: a cost counts as paid when it was paid as far as possible."""
    paid = False
    while s.declared_kind[NEXT_PICK] == state.Declared.FROM_HAND:
        _, card = declared.take_declared(s, NEXT_PICK)
        if s.hand[who, card] > 0:
            moves.discard(s, who, card)
            paid = True
    if not paid:
        effects.drop_effect(s)


@jit
def carry_out_step(s, verb, number):
    """One step of an effect."""
    if s.link == state.Link.DECLARING:
        declare_step(s, verb, number)
    elif s.link == state.Link.IN_TURN or not does_declared_step(s, verb):
        effects.do_step(s, verb, number)
