"""The stack of steps, and the decisions: who is asked what, and which answers are legal (0.3 to 0.5)."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import distance
from unicorn_envs.games.unstable_unicorns.actions import DONE, DRAW_CARD, NO, SEAT_FIRST, YES
from unicorn_envs.games.unstable_unicorns.cards import (
    ACCEPT,
    ACTION,
    ANSWER,
    BASIC_SET,
    BRING_BASIC,
    CHOOSE_VICTIM,
    CLASS_FIRST,
    DARK_ANGEL,
    DISCARD_UNICORN,
    FETCH,
    FETCH_SET,
    FINDS,
    GIVE_TO,
    HAND_LIMIT,
    KNIGHT_FOR,
    LAST_IN_STABLE,
    LASTING,
    MENU,
    MENU_CARD,
    MENU_CARDS,
    MOVE_TO,
    NEIGH_SET,
    NEXT_TRIGGER,
    OWN,
    PASSING,
    PHOENIX_DISCARD,
    PICK_SCOPE,
    PLAY_INTO,
    REVIVE,
    SEARCH,
    SECOND_PLAY,
    STABLE_PICKS,
    TAKE_CHOSEN,
    TRIGGER_CARD,
    UNICORN_SET,
)
from unicorn_envs.games.unstable_unicorns.declared import times_declared
from unicorn_envs.games.unstable_unicorns.stables import (
    can_offer,
    in_scope,
    may_enter,
    may_play_into,
    picks_at,
    playable,
    playable_magic,
    those_that_may_enter,
)
from unicorn_envs.games.unstable_unicorns.state import DECLARING, FROM_HAND, NOW
from unicorn_envs.games.unstable_unicorns.views import bit_of, place_of_lowest, word_of

NO_PROMPT = 0


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
    if answers == 1 and s.auto_single != 0 and not allows_done(s):
        s.only = 1 + first_legal(s)
    return True


@jit
def forget_prompt(s):
    s.prompt = NO_PROMPT
    s.asked = 0
    s.about = 0
    s.at = 0
    s.steps_left = 0
    s.only = 0
    s.legal[LASTING] = 0
    s.legal[PASSING] = 0


@jit
def fill_legal(s):
    """Write the legal answers to the decision at hand. Returns how many there are beside ``done``: 0, 1 or 2 (more).

    They are a set of types that goes on with the other answers, in the order of the actions.
    """
    s.legal[LASTING] = 0
    s.legal[PASSING] = 0
    prompt = np.int64(s.prompt)
    if prompt == ACCEPT and s.link == DECLARING and not can_offer(s, s.source, s.asked):
        return 0  # after a redeal: such a hand would not have been asked (2.13.6)
    if prompt == ACCEPT or prompt == KNIGHT_FOR:
        allow(s, YES)
        allow(s, NO)
        return 2
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
    lasting, others = np.int64(s.legal[LASTING]), np.int64(s.legal[PASSING])
    if s.may_decline != 0 or may_end(prompt):
        allow(s, DONE)
    if lasting | others == 0:
        return 0
    alone = lasting & (lasting - 1) == 0 and others & (others - 1) == 0 and (lasting == 0 or others == 0)
    return 1 if alone else 2


@jit
def allow(s, action):
    """Make an answer beyond the cards legal."""
    s.legal[PASSING] |= np.int64(1) << (action - LAST_IN_STABLE)


@jit
def allows_done(s):
    """``done`` is the last of all actions."""
    return s.legal[PASSING] >> (DONE - LAST_IN_STABLE) != 0


@jit
def first_legal(s):
    """The first legal answer, where there is one."""
    if s.legal[LASTING] != 0:
        return place_of_lowest(np.int64(s.legal[LASTING]))
    return LAST_IN_STABLE + place_of_lowest(np.int64(s.legal[PASSING]))


@jit
def may_end(prompt):
    """Prompts that always offer ``done``; others only as the first one of an optional effect."""
    return prompt == PHOENIX_DISCARD or prompt == SEARCH or prompt == MENU or prompt == SECOND_PLAY or prompt == ANSWER


@jit
def allow_card(s, card):
    s.legal[word_of(card)] |= bit_of(card)


@jit
def allow_seat(s, seat):
    allow(s, SEAT_FIRST + distance(s, s.asked, seat))


@jit
def fill_stable_pick(s, prompt):
    p = np.int64(s.asked)
    if s.at > 0:
        s.legal[LASTING] = picks_at(s, prompt, p, s.source, np.int64(s.at) - 1)
        return
    for q in range(s.num_players):
        if in_scope(prompt, p, q) and picks_at(s, prompt, p, s.source, q) != 0:
            allow_seat(s, q)


@jit
def fill_hand(s, prompt):
    p = np.int64(s.asked)
    if prompt == DISCARD_UNICORN:
        s.legal[LASTING] = s.hand_set[p, LASTING] & UNICORN_SET
    elif prompt == BRING_BASIC:
        s.legal[LASTING] = those_that_may_enter(s, p, s.hand_set[p, LASTING] & BASIC_SET)
    else:
        s.legal[LASTING] = s.hand_set[p, LASTING]
        s.legal[PASSING] = s.hand_set[p, PASSING]
    for i in range(s.declared_size):  # 2.7.6: what pays for another effect of the link is not there to be picked
        if s.declared_kind[i] == FROM_HAND and s.declared_seat[i] == p:
            card = np.int64(s.declared_card[i])
            if times_declared(s, FROM_HAND, p, card) >= s.hand[p, card]:
                s.legal[word_of(card)] &= ~bit_of(card)


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
        s.legal[LASTING] = s.discard_set[LASTING] & FETCH_SET[s.source, LASTING]
        s.legal[PASSING] = s.discard_set[PASSING] & FETCH_SET[s.source, PASSING]
    elif prompt == REVIVE:
        types = those_that_may_enter(s, p, s.discard_set[LASTING] & UNICORN_SET)
        if s.source == DARK_ANGEL and s.card == DARK_ANGEL and s.discard[DARK_ANGEL] == 1:  # 2.10.26
            types &= ~bit_of(DARK_ANGEL)
        s.legal[LASTING] = types
    elif prompt == SEARCH:
        for i in range(s.deck_size):
            if FINDS[s.source, s.deck[i]] != 0:
                allow_card(s, np.int64(s.deck[i]))
    elif prompt == TAKE_CHOSEN:
        s.legal[LASTING] = s.hand_set[s.victim, LASTING]
        s.legal[PASSING] = s.hand_set[s.victim, PASSING]
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
        s.legal[PASSING] = s.hand_set[p, PASSING] & NEIGH_SET
    else:  # ACTION, SECOND_PLAY
        s.legal[LASTING] = playable(s, p)
        s.legal[PASSING] = playable_magic(s, p)
        if prompt == ACTION:
            allow(s, DRAW_CARD)
