"""The stack of steps, and the decisions: who is asked what, and which answers are legal (0.3 to 0.5)."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import distance
from unicorn_envs.games.unstable_unicorns import actions, cards, counts, declared, stables, state, targets, verbs
from unicorn_envs.games.unstable_unicorns.verbs import Verb


@jit
def ask(s, prompt, seat, about, at, steps):
    """Put a decision to a seat, unless it has no legal answer. Returns whether it was put.

    ``about``: the card that asks. ``at``: 1 + the Stable that is fixed already, else 0.
    """
    s.prompt = prompt
    s.asked = seat
    s.about = about
    s.at = at
    if at == 0 and prompt <= verbs.LAST_STABLE_PICK and cards.PICK_SCOPE[prompt] == cards.Scope.OWN:
        s.at = seat + 1
    s.steps_left = steps
    answers = fill_legal(s)
    if answers == 0 and not (prompt == Verb.ANSWER and s.ask_everyone != 0):  # 0.4, 2.2.5
        forget_prompt(s)
        return False
    if answers == 1 and s.auto_single != 0 and not allows_done(s):
        s.only = 1 + first_legal(s)
    return True


@jit
def forget_prompt(s):
    s.prompt = verbs.NO_PROMPT
    s.asked = 0
    s.about = 0
    s.at = 0
    s.steps_left = 0
    s.only = 0
    s.legal[cards.LASTING] = 0
    s.legal[cards.PASSING] = 0


@jit
def fill_legal(s):
    """Write the legal answers to the decision at hand. Returns how many there are beside ``done``: 0, 1 or 2 (more).

    They are a set of types that goes on with the other answers, in the order of the actions.
    """
    s.legal[cards.LASTING] = 0
    s.legal[cards.PASSING] = 0
    prompt = np.int64(s.prompt)
    if prompt == Verb.ACCEPT and s.link == state.Link.DECLARING and not targets.can_begin(s, s.source, s.asked):
        return 0  # after a redeal: such a hand would not have been asked (2.13.6)
    if prompt == Verb.ACCEPT or prompt == Verb.KNIGHT_FOR:
        allow(s, actions.YES)
        allow(s, actions.NO)
        return 2
    if prompt <= verbs.LAST_STABLE_PICK:
        fill_stable_pick(s, prompt)
    elif prompt <= verbs.LAST_HAND_PICK:
        fill_hand(s, prompt)
    elif prompt <= verbs.LAST_SEAT_PICK:
        fill_seats(s, prompt)
    elif prompt <= verbs.LAST_PICK_ELSEWHERE:
        fill_elsewhere(s, prompt)
    else:
        fill_turn(s, prompt)
    lasting, others = np.int64(s.legal[cards.LASTING]), np.int64(s.legal[cards.PASSING])
    if s.may_decline != 0 or may_end(prompt):
        allow(s, actions.DONE)
    if lasting | others == 0:
        return 0
    alone = lasting & (lasting - 1) == 0 and others & (others - 1) == 0 and (lasting == 0 or others == 0)
    return 1 if alone else 2


@jit
def allow(s, action):
    """Make an answer beyond the cards legal."""
    s.legal[cards.PASSING] |= np.int64(1) << (action - cards.LAST_IN_STABLE)


@jit
def allows_done(s):
    """``done`` is the last of all actions."""
    return s.legal[cards.PASSING] >> (actions.DONE - cards.LAST_IN_STABLE) != 0


@jit
def first_legal(s):
    """The first legal answer, where there is one."""
    if s.legal[cards.LASTING] != 0:
        return sets.lowest(np.int64(s.legal[cards.LASTING]))
    return cards.LAST_IN_STABLE + sets.lowest(np.int64(s.legal[cards.PASSING]))


@jit
def may_end(prompt):
    """Prompts that always offer ``done``; others only as the first one of an optional effect."""
    return (
        prompt == Verb.PHOENIX_DISCARD
        or prompt == Verb.SEARCH
        or prompt == Verb.MENU
        or prompt == Verb.SECOND_PLAY
        or prompt == Verb.ANSWER
    )


@jit
def allow_card(s, card):
    s.legal[counts.word_of(card)] |= counts.bit_of(card)


@jit
def allow_seat(s, seat):
    allow(s, actions.SEAT_FIRST + distance(s, s.asked, seat))


@jit
def fill_stable_pick(s, prompt):
    p = np.int64(s.asked)
    if s.at > 0:
        s.legal[cards.LASTING] = targets.picks_at(s, prompt, p, s.source, np.int64(s.at) - 1)
        return
    for q in range(s.num_players):
        if targets.in_scope(prompt, p, q) and targets.picks_at(s, prompt, p, s.source, q) != 0:
            allow_seat(s, q)


@jit
def fill_hand(s, prompt):
    p = np.int64(s.asked)
    s.legal[cards.LASTING] = s.hand_set[p, cards.LASTING] & cards.PICK_SET[prompt, cards.LASTING]
    s.legal[cards.PASSING] = s.hand_set[p, cards.PASSING] & cards.PICK_SET[prompt, cards.PASSING]
    if prompt == Verb.BRING_BASIC:
        s.legal[cards.LASTING] = stables.those_that_may_enter(s, p, np.int64(s.legal[cards.LASTING]))
    for i in range(s.declared_size):  # 2.7.6: what pays for another effect of the link is not there to be picked
        if s.declared_kind[i] == state.Declared.FROM_HAND and s.declared_seat[i] == p:
            card = np.int64(s.declared_card[i])
            if declared.times_declared(s, state.Declared.FROM_HAND, p, card) >= s.hand[p, card]:
                s.legal[counts.word_of(card)] &= ~counts.bit_of(card)


@jit
def fill_seats(s, prompt):
    p = np.int64(s.asked)
    for q in range(s.num_players):
        if prompt == Verb.PLAY_INTO:
            ok = targets.may_play_into(s, p, s.pile_card[0], q)
        elif prompt == Verb.MOVE_TO:
            ok = q != s.victim
        elif prompt == Verb.GIVE_TO:
            ok = q != p and stables.may_enter(s, q, s.card)
        else:
            ok = q != p and (prompt != Verb.CHOOSE_VICTIM or s.hand_size[q] > 0)
        if ok:
            allow_seat(s, q)


@jit
def fill_elsewhere(s, prompt):
    """Cards of the discard pile, the deck, or another hand."""
    p = np.int64(s.asked)
    if prompt == Verb.FETCH:
        s.legal[cards.LASTING], s.legal[cards.PASSING] = targets.those_to_fetch(s, s.source)
    elif prompt == Verb.REVIVE:
        types = targets.those_to_revive(s, p, s.source)
        if s.card == s.source and s.discard[s.card] == 1:  # 2.10.26: what was sacrificed for it was itself
            types &= ~counts.bit_of(s.card)
        s.legal[cards.LASTING] = types
    elif prompt == Verb.SEARCH:
        for i in range(s.deck_size):
            card = np.int64(s.deck[i])
            if cards.FINDS[s.source, counts.word_of(card)] & counts.bit_of(card) != 0:
                allow_card(s, card)
    elif prompt == Verb.TAKE_CHOSEN:
        s.legal[cards.LASTING] = s.hand_set[s.victim, cards.LASTING]
        s.legal[cards.PASSING] = s.hand_set[s.victim, cards.PASSING]
    else:  # LOOK_AT_TOP, ORDER_TOP
        size = np.int64(s.deck_size)
        for i in range(size - s.top_known, size):
            allow_card(s, np.int64(s.deck[i]))


@jit
def fill_turn(s, prompt):
    p = np.int64(s.asked)
    if prompt == Verb.MENU:
        for i in range(len(cards.MENU_CARDS)):
            if s.open[i] > 0 and targets.can_begin(s, cards.MENU_CARD[i], p):
                allow_card(s, np.int64(cards.MENU_CARD[i]))
    elif prompt == Verb.NEXT_TRIGGER:
        group = np.int64(s.steps_left)
        for i in range(cards.CLASS_FIRST[group], cards.CLASS_FIRST[group + 1]):
            if s.waiting[state.NOW, p, i] > 0:
                allow_card(s, np.int64(cards.TRIGGER_CARD[i]))
    elif prompt == Verb.ANSWER:
        s.legal[cards.PASSING] = s.hand_set[p, cards.PASSING] & cards.NEIGH_SET
    else:  # ACTION, SECOND_PLAY
        s.legal[cards.LASTING] = targets.playable(s, p)
        s.legal[cards.PASSING] = targets.playable_magic(s, p)
        if prompt == Verb.ACTION:
            allow(s, actions.DRAW_CARD)
