"""The stack of steps, and the decisions: who is asked what, and which answers are legal (0.3 to 0.5)."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unstable_unicorns.actions import (
    ACTION_COUNT,
    CARD_FIRST,
    DONE,
    DRAW_CARD,
    NO,
    SEAT_FIRST,
    YES,
)
from unicorn_envs.games.unstable_unicorns.cards import (
    ACCEPT,
    ACTION,
    ANSWER,
    BRING_BASIC,
    CARD_TYPES,
    CHOOSE_VICTIM,
    CLASS_FIRST,
    DARK_ANGEL,
    DISCARD_UNICORN,
    FETCH,
    FETCH_FIRST,
    FETCH_LAST,
    FINDS,
    FIRST_CARD,
    GIVE_TO,
    HAND_LIMIT,
    KNIGHT_FOR,
    LAST_BASIC,
    LAST_UNICORN,
    MENU,
    MENU_CARD,
    MENU_CARDS,
    MOVE_TO,
    NEIGH,
    NEXT_TRIGGER,
    OWN,
    PHOENIX_DISCARD,
    PICK_FIRST,
    PICK_LAST,
    PICK_SCOPE,
    PLAY_INTO,
    REVIVE,
    SEARCH,
    SECOND_PLAY,
    STABLE_PICKS,
    SUPER_NEIGH,
    TAKE_CHOSEN,
    TRIGGER_CARD,
)
from unicorn_envs.games.unstable_unicorns.stables import (
    can_offer,
    can_pick_at,
    card_ok,
    in_scope,
    is_playable,
    may_enter,
    may_play_into,
)
from unicorn_envs.games.unstable_unicorns.state import AUTO, NOW

NO_PROMPT = 0


@jit
def push(s, verb, number):
    s.stack_verb[s.stack_size] = verb
    s.stack_number[s.stack_size] = number
    s.stack_size += 1


@jit
def ask(s, prompt, seat, about, at, steps):
    """Put a decision to a seat, unless it has no legal answer. Returns whether it was put.

    ``about``: the card that asks. ``at``: 1 + the Stable that is fixed already, else 0.
    """
    s.prompt = prompt
    s.asked = seat
    s.about = about
    s.at = at
    if at == 0 and prompt <= STABLE_PICKS and PICK_SCOPE[prompt] == OWN:
        s.at = seat + 1
    s.steps_left = steps
    answers = fill_legal(s)
    if answers == 0 and not (prompt == ANSWER and s.ask_everyone != 0):  # 0.4, 2.2.5
        forget_prompt(s)
        return False
    if s.legal[DONE] == 0 and answers == 1 and s.auto_single == AUTO:
        for a in range(ACTION_COUNT):
            if s.legal[a] != 0:
                s.only = a + 1
    return True


@jit
def forget_prompt(s):
    s.prompt = NO_PROMPT
    s.asked = 0
    s.about = 0
    s.at = 0
    s.steps_left = 0
    s.only = 0
    for a in range(ACTION_COUNT):
        s.legal[a] = 0


@jit
def fill_legal(s):
    """Write the legal answers to the decision at hand. Returns how many there are beside ``done``."""
    for a in range(ACTION_COUNT):
        s.legal[a] = 0
    prompt = np.int64(s.prompt)
    if prompt == ACCEPT or prompt == KNIGHT_FOR:
        s.legal[YES] = 1
        s.legal[NO] = 1
        return 2
    if s.may_decline != 0 or may_end(prompt):
        s.legal[DONE] = 1
    if prompt <= STABLE_PICKS:
        fill_stable_pick(s, prompt)
    elif prompt <= HAND_LIMIT:
        fill_hand(s, prompt)
    elif prompt <= PLAY_INTO:
        fill_seats(s, prompt)
    elif prompt <= TAKE_CHOSEN:
        fill_elsewhere(s, prompt)
    else:
        fill_turn(s, prompt)
    answers = 0
    for a in range(ACTION_COUNT):
        answers += s.legal[a]
    return answers - s.legal[DONE]


@jit
def may_end(prompt):
    """Prompts that always offer ``done``; others only as the first one of an optional effect."""
    return (
        prompt == PHOENIX_DISCARD or prompt == SEARCH or prompt == MENU or prompt == SECOND_PLAY or prompt == ANSWER
    )


@jit
def allow_card(s, card):
    s.legal[CARD_FIRST + card - 1] = 1


@jit
def allow_seat(s, seat):
    players = np.int64(s.num_players)
    s.legal[SEAT_FIRST + (seat - np.int64(s.asked)) % players] = 1


@jit
def fill_stable_pick(s, prompt):
    p = np.int64(s.asked)
    if s.at == 0:
        for q in range(s.num_players):
            if in_scope(prompt, p, q) and can_pick_at(s, prompt, p, s.source, q):
                allow_seat(s, q)
        return
    at = np.int64(s.at) - 1
    for card in range(PICK_FIRST[prompt], PICK_LAST[prompt] + 1):
        if s.stable[at, card] > 0 and card_ok(s, prompt, p, s.source, at, card):
            allow_card(s, card)


@jit
def fill_hand(s, prompt):
    p = np.int64(s.asked)
    last = CARD_TYPES
    if prompt == DISCARD_UNICORN:
        last = LAST_UNICORN
    elif prompt == BRING_BASIC:
        last = LAST_BASIC
    for card in range(FIRST_CARD, last + 1):
        if s.hand[p, card] > 0 and (prompt != BRING_BASIC or may_enter(s, p, card)):
            allow_card(s, card)


@jit
def fill_seats(s, prompt):
    p = np.int64(s.asked)
    for q in range(s.num_players):
        if prompt == PLAY_INTO:
            ok = may_play_into(s, p, s.pile_card[0], q)
        elif prompt == MOVE_TO:
            ok = q != s.victim
        elif prompt == GIVE_TO:
            ok = q != p and may_enter(s, q, s.card)
        else:
            ok = q != p and (prompt != CHOOSE_VICTIM or s.hand_size[q] > 0)
        if ok:
            allow_seat(s, q)


@jit
def fill_elsewhere(s, prompt):
    """Cards of the discard pile, the deck, or another hand."""
    p = np.int64(s.asked)
    if prompt == FETCH:
        for card in range(FETCH_FIRST[s.source], FETCH_LAST[s.source] + 1):
            if s.discard[card] > 0:
                allow_card(s, card)
    elif prompt == REVIVE:
        for card in range(FIRST_CARD, LAST_UNICORN + 1):
            itself = card == DARK_ANGEL and s.source == DARK_ANGEL and s.card == DARK_ANGEL  # 2.10.26
            if s.discard[card] > np.int64(itself) and may_enter(s, p, card):
                allow_card(s, card)
    elif prompt == SEARCH:
        for i in range(s.deck_size):
            if FINDS[s.source, s.deck[i]] != 0:
                allow_card(s, np.int64(s.deck[i]))
    elif prompt == TAKE_CHOSEN:
        for card in range(FIRST_CARD, CARD_TYPES + 1):
            if s.hand[s.victim, card] > 0:
                allow_card(s, card)
    else:  # LOOK_AT_TOP, ORDER_TOP
        size = np.int64(s.deck_size)
        for i in range(size - s.top_known, size):
            allow_card(s, np.int64(s.deck[i]))


@jit
def fill_turn(s, prompt):
    p = np.int64(s.asked)
    if prompt == MENU:
        for i in range(len(MENU_CARDS)):
            if s.open[i] > 0 and can_offer(s, MENU_CARD[i], p):
                allow_card(s, np.int64(MENU_CARD[i]))
    elif prompt == NEXT_TRIGGER:
        group = np.int64(s.steps_left)
        for i in range(CLASS_FIRST[group], CLASS_FIRST[group + 1]):
            if s.waiting[NOW, p, i] > 0:
                allow_card(s, np.int64(TRIGGER_CARD[i]))
    elif prompt == ANSWER:
        for card in range(NEIGH, SUPER_NEIGH + 1):
            if s.hand[p, card] > 0:
                allow_card(s, card)
    else:  # ACTION, SECOND_PLAY
        for card in range(FIRST_CARD, NEIGH):
            if s.hand[p, card] > 0 and is_playable(s, p, card):
                allow_card(s, card)
        if prompt == ACTION:
            s.legal[DRAW_CARD] = 1
