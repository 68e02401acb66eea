"""What cards do: their steps, the answers to what the steps ask, and the triggers that wait."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import find
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unstable_unicorns.cards import (
    ACCEPT,
    ALL_SACRIFICE_EXTRAS,
    BRING_BABY,
    BRING_BASIC,
    CHOOSE_VICTIM,
    CLASS_FIRST,
    DESTROY_CARD,
    DESTROY_TWO,
    DESTROY_UNICORN,
    DISCARD,
    DISCARD_UNICORN,
    DRAW,
    EACH_DISCARDS,
    EACH_SACRIFICES,
    EXTRA_TURN,
    FETCH,
    GIVE_TO,
    GIVE_UNICORN,
    HAND_LIMIT,
    IS_OPTIONAL,
    LAST_UNICORN,
    LAST_UPGRADE,
    LOOK_AT_TOP,
    MENU_CARDS,
    MOST_STEPS,
    MOVE_CARD,
    MOVE_TO,
    NEXT_TRIGGER,
    ORDER_TOP,
    PHOENIX_DISCARD,
    RETURN_CARD,
    RETURN_EACH,
    REVIVE,
    SACRIFICE_DOWNGRADES,
    SACRIFICE_THIS,
    SEARCH,
    SHAKE_UP,
    SHUFFLE_PILE,
    SKIP_PHASES,
    STABLE_PICKS,
    STEAL_FROM_THERE,
    STEAL_UNICORN,
    STEAL_UPGRADE,
    STEP_NUMBER,
    STEP_VERB,
    SWAP_HANDS,
    TAKE_CHOSEN,
    TAKE_RANDOM,
    TINY_SACRIFICE,
    TRIGGER_CARD,
    TRIGGERS,
    VICTIM_DISCARDS,
    WRECK,
)
from unicorn_envs.games.unstable_unicorns.declared import declare, drop_first_effect, take_declared, times_declared
from unicorn_envs.games.unstable_unicorns.events import (
    REPLACE,
    add_hit,
    begin_event,
    bring,
    bring_baby,
    check_table,
    check_win,
    deck_ran_out,
    forget_hits,
    move_card,
    sacrifice_extras,
)
from unicorn_envs.games.unstable_unicorns.knowledge import (
    ALL,
    discard_card,
    discard_pile_into_deck,
    draw_cards,
    hand_into_deck,
    hand_over,
    look_at_deck,
    open_into_deck,
    random_card,
    reveal,
    show_card,
    show_hand,
    shuffle_deck,
    swap_hands,
    take_from_deck,
    take_open,
)
from unicorn_envs.games.unstable_unicorns.prompts import ask
from unicorn_envs.games.unstable_unicorns.stables import can_offer, can_sacrifice_this, picks_at
from unicorn_envs.games.unstable_unicorns.state import (
    CARRYING_OUT,
    DECLARED_EFFECT,
    DECLARED_LINKS,
    DECLARING,
    DESTROYED,
    FROM_HAND,
    FROM_STABLE,
    IMMEDIATE,
    IN_TURN,
    NEXT,
    NOW,
    RETURNED,
    SACRIFICED,
    SEAT,
)
from unicorn_envs.games.unstable_unicorns.views import bit_of, change_discard

# Steps of the machine
END_EFFECT = 62
MAGIC_DONE = 63

NEXT_PICK = 1
"""Place of the next pick of the effect under way, which comes first in the list of what was declared."""
CLASSES = 3  # 2.7.6: Barbed Wire, other mandatory effects, optional ones
LOOKED_AT = 3
"""Cards that the Oracle looks at."""


# An effect from its beginning to its end


@jit
def start_effect(s, source, who, may_decline):
    """The steps of a card onto the stack, the first one on top."""
    s.source = source
    s.who = who
    s.may_decline = may_decline
    s.victim = 0
    s.card = 0
    for i in range(MOST_STEPS - 1, -1, -1):
        if STEP_VERB[source, i] != 0:
            push(s, STEP_VERB[source, i], STEP_NUMBER[source, i])


@jit
def drop_effect(s):
    """The rest of the effect falls away: it was declined, or its first part cannot be done (2.5.2)."""
    s.may_decline = 0
    while s.stack_verb[s.stack_size - 1] < REPLACE:  # steps of the machine lie below
        top = s.stack_size - 1
        s.stack_verb[top] = 0
        s.stack_number[top] = 0
        s.stack_size -= 1


@jit
def magic_done(s):
    """2.3.1: the Magic card goes to the discard pile before the triggers that wait."""
    if s.pile_size > 0:  # Shake Up has gone into the deck
        change_discard(s, np.int64(s.pile_card[0]), 1)
        clear_pile(s)


@jit
def clear_pile(s):
    s.pile_size = 0
    s.pile_card[0] = 0
    s.pile_player[0] = 0


@jit
def end_effect(s):
    """An effect is over: the next one of the link, or the next link (2.7.5)."""
    s.may_decline = 0
    s.source = 0
    s.who = 0
    s.victim = 0
    s.card = 0
    if s.deck_size == 0:
        deck_ran_out(s)
        if s.seat < 0:
            return
    if s.link != IN_TURN and s.waiting_size[NOW] == 0:
        if carries_out_next(s):
            return
    if s.waiting_size[NOW] == 0 and s.waiting_size[NEXT] > 0:
        begin_link(s)
    if s.waiting_size[NOW] > 0:
        push(s, END_EFFECT, 0)
        next_trigger(s)
    elif s.win_check != IMMEDIATE:
        check_win(s)


@jit
def begin_link(s):
    for p in range(s.num_players):
        for i in range(TRIGGERS):
            s.waiting[NOW, p, i] = s.waiting[NEXT, p, i]
            s.waiting[NEXT, p, i] = 0
    s.waiting_size[NOW] = s.waiting_size[NEXT]
    s.waiting_size[NEXT] = 0


@jit
def next_trigger(s):
    """2.7.6: Barbed Wire, mandatory, optional; in each by player; who has several different ones picks."""
    for group in range(CLASSES):
        for k in range(s.num_players):
            p = clockwise(s, s.active, k)
            different = 0
            last = 0
            for i in range(CLASS_FIRST[group], CLASS_FIRST[group + 1]):
                if s.waiting[NOW, p, i] > 0:
                    different += 1
                    last = i
            if different > 0 and group > 0 and s.effect_links == DECLARED_LINKS and s.waiting_size[NOW] > 1:
                s.link = DECLARING
            if different == 1:
                start_trigger(s, p, last)
                return
            if different > 1:
                ask(s, NEXT_TRIGGER, p, 0, 0, group)
                return


@jit
def start_trigger(s, p, i):
    s.waiting[NOW, p, i] -= 1
    s.waiting_size[NOW] -= 1
    card = np.int64(TRIGGER_CARD[i])
    if IS_OPTIONAL[card] != 0 and not can_offer(s, card, p):  # 2.7.7: what cannot be offered lapses
        return
    if s.link == DECLARING:
        declare_effect(s, card, p, IS_OPTIONAL[card])
    else:
        start_effect(s, card, p, IS_OPTIONAL[card])


# Links whose effects are declared before they are carried out (2.6.2, 2.6.3, 2.7.6): the steps of each effect go
# over the stack twice, first to ask for its picks, then to do what was picked.


@jit
def declare_effect(s, source, who, may_decline):
    """One that may be declined is written down when it is accepted: that it was offered is nobody else's (2.13.4)."""
    if may_decline == 0:
        declare(s, DECLARED_EFFECT, who, source)
    start_effect(s, source, who, may_decline)


@jit
def is_cost(s, verb):
    """Discards before "then". Mandatory effects have no cost."""
    return verb == DISCARD_UNICORN or (verb == DISCARD and IS_OPTIONAL[s.source] != 0)


@jit
def declare_step(s, verb, number):
    """Ask for what is declared: that it is used, its cost, picks in Stables and of seats. The rest can wait."""
    who = np.int64(s.who)
    if verb == EACH_SACRIFICES:
        pick_each(s, verb, number)
    elif verb <= STABLE_PICKS or verb == CHOOSE_VICTIM:
        ask(s, verb, who, s.source, 0, 1)
    elif is_cost(s, verb):
        ask(s, verb, who, s.source, 0, number)
    elif verb == ACCEPT or verb == BRING_BASIC or verb == FETCH:
        ask(s, ACCEPT, who, s.source, 0, 1)
    elif verb == SACRIFICE_THIS:
        declare(s, FROM_STABLE, who, np.int64(s.source))


@jit
def declare_cost(s, p, card):
    """A card of the hand, which all get to see."""
    declare(s, FROM_HAND, p, card)
    show_card(s, p, card, times_declared(s, FROM_HAND, p, card))


@jit
def carries_out_next(s):
    """The next declared effect onto the stack. False when there is none: the link is over."""
    if s.link == CARRYING_OUT:
        drop_first_effect(s)
    s.link = CARRYING_OUT
    for i in range(len(MENU_CARDS)):
        s.open[i] = 0
    if s.declared_size == 0:
        s.link = IN_TURN
        return False
    push(s, END_EFFECT, 0)
    start_effect(s, np.int64(s.declared_card[0]), np.int64(s.declared_seat[0]), 0)
    return True


@jit
def does_declared_step(s, verb):
    """2.6.3: do what was picked, as far as it is still legal. False for steps that are not declared."""
    who = np.int64(s.who)
    kind = np.int64(s.declared_kind[NEXT_PICK])
    if verb == EACH_SACRIFICES:
        sacrifice_declared(s)
    elif verb <= STABLE_PICKS:
        at, card = take_declared(s, NEXT_PICK) if kind == FROM_STABLE else (np.int64(0), np.int64(0))
        if card != 0 and picks_at(s, verb, who, s.source, at) & bit_of(card) != 0:
            answer_stable_pick(s, verb, who, at, card, 1)
        else:
            drop_effect(s)
    elif verb == CHOOSE_VICTIM:
        at, _ = take_declared(s, NEXT_PICK) if kind == SEAT else (who, np.int64(0))
        if at != who and s.hand_size[at] > 0:
            s.victim = at
        else:
            drop_effect(s)
    elif is_cost(s, verb):
        pay_declared(s, who)
    elif verb == SACRIFICE_THIS:
        if kind == FROM_STABLE:
            take_declared(s, NEXT_PICK)
        sacrifice_this(s)
    elif verb != ACCEPT:
        return False
    return True


@jit
def sacrifice_declared(s):
    while s.declared_kind[NEXT_PICK] == FROM_STABLE:
        p, card = take_declared(s, NEXT_PICK)
        if picks_at(s, EACH_SACRIFICES, p, s.source, p) & bit_of(card) != 0:
            add_hit(s, p, card)
    if s.hits > 0:
        begin_event(s, SACRIFICED)


@jit
def pay_declared(s, who):
    """2.5.2: a cost counts as paid when it was paid as far as possible."""
    paid = False
    while s.declared_kind[NEXT_PICK] == FROM_HAND:
        _, card = take_declared(s, NEXT_PICK)
        if s.hand[who, card] > 0:
            discard_card(s, who, card)
            paid = True
    if not paid:
        drop_effect(s)


# Steps


@jit
def carry_out_step(s, verb, number):
    """One step of an effect."""
    if s.link == DECLARING:
        declare_step(s, verb, number)
    elif s.link == IN_TURN or not does_declared_step(s, verb):
        do_step(s, verb, number)


@jit
def do_step(s, verb, number):
    who = np.int64(s.who)
    if verb == DESTROY_TWO:
        pick_two(s, number)
    elif verb == RETURN_EACH or verb == EACH_SACRIFICES or verb == EACH_DISCARDS:
        pick_each(s, verb, number)
    elif verb == STEAL_FROM_THERE:
        ask(s, verb, who, s.source, s.victim + 1, 1)
    elif verb <= STABLE_PICKS or verb == DISCARD_UNICORN or verb == BRING_BASIC:
        ask_or_drop(s, verb, max(1, number))
    elif verb == DISCARD:
        ask(s, DISCARD, who, s.source, 0, number)
    elif verb <= REVIVE or verb == ACCEPT:
        ask_or_drop(s, verb, 1)
    elif verb == SEARCH:
        look_at_deck(s, who, 0)
        if not ask(s, SEARCH, who, s.source, 0, 1):
            shuffle_deck(s)
    elif verb == LOOK_AT_TOP:
        look_at_top(s, who)
    elif verb == ORDER_TOP:
        ask(s, ORDER_TOP, who, s.source, 0, 1)
    elif verb == TAKE_CHOSEN:
        show_hand(s, who, s.victim)
        ask(s, TAKE_CHOSEN, who, s.source, 0, 1)
    elif verb == DRAW:
        draw_cards(s, who, number)
    elif verb == TAKE_RANDOM:
        hand_over(s, s.victim, who, random_card(s, s.victim))
    elif verb == VICTIM_DISCARDS:
        ask(s, DISCARD, s.victim, s.source, 0, 1)
    elif verb == SWAP_HANDS:
        swap_hands(s, who, np.int64(s.victim))
    elif verb == SACRIFICE_THIS:
        sacrifice_this(s)
    elif verb == SACRIFICE_DOWNGRADES:
        sacrifice_extras(s, who, LAST_UPGRADE + 1)
        check_table(s)
    elif verb == ALL_SACRIFICE_EXTRAS:
        for p in range(s.num_players):
            sacrifice_extras(s, p, LAST_UNICORN + 1)
        check_table(s)
    elif verb == SHUFFLE_PILE:
        discard_pile_into_deck(s)
        shuffle_deck(s)
    elif verb == SHAKE_UP:
        shake_up(s, who)
    elif verb == EXTRA_TURN:
        s.extra_turns += 1
    elif verb == SKIP_PHASES:
        s.skip_phases = 1
    elif verb == BRING_BABY:
        bring_baby(s, who)


@jit
def ask_or_drop(s, verb, steps):
    """2.5.2: what follows a part that cannot be done is not done either."""
    about = s.card if verb == MOVE_TO or verb == GIVE_TO else s.source
    if not ask(s, verb, s.who, about, 0, steps):
        drop_effect(s)


@jit
def pick_two(s, left):
    """Two-For-One: both cards are picked before either is destroyed (2.10.34)."""
    if left == 0 or not ask(s, DESTROY_TWO, s.who, s.source, 0, left):
        if s.hits > 0:
            begin_event(s, DESTROYED)


@jit
def pick_each(s, verb, first):
    """A pick for each player in turn order; who has no legal pick is left out (2.7.3)."""
    for k in range(first, s.num_players):
        p = clockwise(s, s.active, k)
        asked = ask(s, verb, s.who, s.source, p + 1, 1) if verb == RETURN_EACH else ask(s, verb, p, s.source, 0, 1)
        if asked:
            push(s, verb, k + 1)
            return
    if verb == EACH_DISCARDS:
        for i in range(s.hits):
            discard_card(s, np.int64(s.hit_seat[i]), np.int64(s.hit_card[i]))
        forget_hits(s)
    elif s.link == DECLARING:
        for i in range(s.hits):
            declare(s, FROM_STABLE, np.int64(s.hit_seat[i]), np.int64(s.hit_card[i]))
        forget_hits(s)
    elif s.hits > 0:
        begin_event(s, RETURNED if verb == RETURN_EACH else SACRIFICED)


@jit
def look_at_top(s, who):
    """Unicorn Oracle: its player knows the cards on top by place, and nobody else does any more (2.13.2)."""
    count = min(LOOKED_AT, np.int64(s.deck_size))
    look_at_deck(s, who, np.int64(s.deck_size) - count)
    s.top_knower = who
    s.top_known = count
    ask(s, LOOK_AT_TOP, who, s.source, 0, 1)


@jit
def sacrifice_this(s):
    if not can_sacrifice_this(s, s.source, s.who):
        drop_effect(s)
        return
    add_hit(s, s.who, s.source)
    begin_event(s, SACRIFICED)


@jit
def shake_up(s, who):
    open_into_deck(s, np.int64(s.pile_card[0]), 1)
    clear_pile(s)
    hand_into_deck(s, who)
    discard_pile_into_deck(s)
    shuffle_deck(s)


# Answers to what the steps ask


@jit
def answer_stable_pick(s, prompt, p, at, card, left):
    """A card of the Stable ``at`` was picked."""
    if s.link == DECLARING and prompt != EACH_SACRIFICES:
        declare(s, FROM_STABLE, at, card)
        return
    if prompt != TINY_SACRIFICE:
        s.card = card
    if prompt == MOVE_CARD:
        s.victim = at
    elif prompt == GIVE_UNICORN:
        pass
    elif prompt == STEAL_UNICORN or prompt == STEAL_UPGRADE or prompt == STEAL_FROM_THERE:
        move_card(s, at, p, card)
    else:
        add_hit(s, at, card)
        if prompt == DESTROY_TWO:
            push(s, DESTROY_TWO, left - 1)
        elif prompt == DESTROY_UNICORN or prompt == DESTROY_CARD:
            begin_event(s, DESTROYED)
        elif prompt == RETURN_CARD:
            s.victim = at
            begin_event(s, RETURNED)
        elif prompt == WRECK:
            begin_event(s, SACRIFICED if at == p else DESTROYED)
        elif prompt != RETURN_EACH and prompt != EACH_SACRIFICES:
            begin_event(s, SACRIFICED)


@jit
def answer_seat(s, prompt, q):
    if prompt == MOVE_TO:
        move_card(s, np.int64(s.victim), q, np.int64(s.card))
    elif prompt == GIVE_TO:
        s.victim = q
        move_card(s, np.int64(s.who), q, np.int64(s.card))
    elif s.link == DECLARING:
        declare(s, SEAT, q, 0)
    else:
        s.victim = q


@jit
def answer_hand(s, prompt, p, card, left):
    """A card of the hand of ``p``."""
    if prompt == EACH_DISCARDS:
        add_hit(s, p, card)
    elif prompt == BRING_BASIC:
        reveal(s, p, card)
        bring(s, p, card)
    else:
        if s.link == DECLARING:
            declare_cost(s, p, card)
        else:
            discard_card(s, p, card)
        if prompt == PHOENIX_DISCARD:
            s.hit_saved[s.hit] = 1
        elif left > 1 and prompt != HAND_LIMIT:
            push(s, prompt, left - 1)


@jit
def answer_elsewhere(s, prompt, p, card):
    """A card of the discard pile, the deck, or another hand."""
    if prompt == FETCH:
        change_discard(s, card, -1)
        take_open(s, p, card)
    elif prompt == REVIVE:
        change_discard(s, card, -1)
        bring(s, p, card)
    elif prompt == SEARCH:
        take_from_deck(s, p, find(s.deck, s.deck_size, card), ALL)
        shuffle_deck(s)
    elif prompt == TAKE_CHOSEN:
        hand_over(s, np.int64(s.victim), p, card)
    elif prompt == LOOK_AT_TOP:
        take_from_top(s, p, card)
    else:
        put_on_top(s, card)


@jit
def take_from_top(s, p, card):
    """Unicorn Oracle: one of the three to hand; two go back in an order of the player's choice (2.10.28)."""
    take_from_deck(s, p, find(s.deck, s.deck_size, card), 0)
    s.top_known -= 1
    size = np.int64(s.deck_size)
    if s.top_known > 1 and s.deck[size - 1] != s.deck[size - 2]:
        push(s, ORDER_TOP, 0)


@jit
def put_on_top(s, card):
    top = np.int64(s.deck_size) - 1
    if s.deck[top] != card:
        s.deck[top - 1] = s.deck[top]
        s.deck[top] = card
