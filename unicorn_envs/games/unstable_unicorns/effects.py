"""What cards do: their steps, the answers to what the steps ask, and the triggers that wait."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import find
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unstable_unicorns import (
    cards,
    counts,
    declared,
    events,
    knowledge,
    prompts,
    state,
    targets,
    verbs,
)
from unicorn_envs.games.unstable_unicorns.verbs import Verb

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
    for i in range(cards.MOST_STEPS - 1, -1, -1):
        if cards.STEP_VERB[source, i] != 0:
            push(s, cards.STEP_VERB[source, i], cards.STEP_NUMBER[source, i])


@jit
def drop_effect(s):
    """The rest of the effect falls away: it was declined, or its first part cannot be done (2.5.2)."""
    s.may_decline = 0
    while s.stack_verb[s.stack_size - 1] < Verb.REPLACE:  # steps of the machine lie below
        top = s.stack_size - 1
        s.stack_verb[top] = 0
        s.stack_number[top] = 0
        s.stack_size -= 1


@jit
def magic_done(s):
    """2.3.1: the Magic card goes to the discard pile before the triggers that wait."""
    if s.pile_size > 0:  # Shake Up has gone into the deck
        counts.change_discard(s, np.int64(s.pile_card[0]), 1)
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
        events.deck_ran_out(s)
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
        events.check_win(s)


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
        start_effect(s, card, p, cards.IS_OPTIONAL[card])


# Links whose effects are declared before they are carried out (2.6.2, 2.6.3, 2.7.6): the steps of each effect go
# over the stack twice, first to ask for its picks, then to do what was picked.


@jit
def declare_effect(s, source, who, may_decline):
    """One that may be declined is written down when it is accepted: that it was offered is nobody else's (2.13.4)."""
    if may_decline == 0:
        declared.declare(s, state.Declared.EFFECT, who, source)
    start_effect(s, source, who, may_decline)


@jit
def is_cost(s, verb):
    """Discards before "then". Mandatory effects have no cost."""
    return verb == Verb.DISCARD_UNICORN or (verb == Verb.DISCARD and cards.IS_OPTIONAL[s.source] != 0)


@jit
def declare_step(s, verb, number):
    """Ask for what is declared: that it is used, its cost, picks in Stables and of seats. The rest can wait."""
    who = np.int64(s.who)
    if verb == Verb.EACH_SACRIFICES:
        pick_each(s, verb, number)
    elif verb <= verbs.LAST_STABLE_PICK or verb == Verb.CHOOSE_VICTIM:
        prompts.ask(s, verb, who, s.source, 0, 1)
    elif is_cost(s, verb):
        prompts.ask(s, verb, who, s.source, 0, number)
    elif verb == Verb.ACCEPT or verb == Verb.BRING_BASIC or verb == Verb.FETCH:
        prompts.ask(s, Verb.ACCEPT, who, s.source, 0, 1)
    elif verb == Verb.SACRIFICE_THIS:
        declared.declare(s, state.Declared.FROM_STABLE, who, np.int64(s.source))


@jit
def declare_cost(s, p, card):
    """A card of the hand, which all get to see."""
    declared.declare(s, state.Declared.FROM_HAND, p, card)
    knowledge.show_card(s, p, card, declared.times_declared(s, state.Declared.FROM_HAND, p, card))


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
    start_effect(s, np.int64(s.declared_card[0]), np.int64(s.declared_seat[0]), 0)
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
            answer_stable_pick(s, verb, who, at, card, 1)
        else:
            drop_effect(s)
    elif verb == Verb.CHOOSE_VICTIM:
        at, _ = declared.take_declared(s, NEXT_PICK) if kind == state.Declared.SEAT else (who, np.int64(0))
        if at != who and s.hand_size[at] > 0:
            s.victim = at
        else:
            drop_effect(s)
    elif is_cost(s, verb):
        pay_declared(s, who)
    elif verb == Verb.SACRIFICE_THIS:
        if kind == state.Declared.FROM_STABLE:
            declared.take_declared(s, NEXT_PICK)
        sacrifice_this(s)
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
            knowledge.discard_card(s, who, card)
            paid = True
    if not paid:
        drop_effect(s)


# Steps


@jit
def carry_out_step(s, verb, number):
    """One step of an effect."""
    if s.link == state.Link.DECLARING:
        declare_step(s, verb, number)
    elif s.link == state.Link.IN_TURN or not does_declared_step(s, verb):
        do_step(s, verb, number)


@jit
def do_step(s, verb, number):
    who = np.int64(s.who)
    if verb == Verb.DESTROY_TWO:
        pick_two(s, number)
    elif verb == Verb.RETURN_EACH or verb == Verb.EACH_SACRIFICES or verb == Verb.EACH_DISCARDS:
        pick_each(s, verb, number)
    elif verb == Verb.STEAL_FROM_THERE:
        prompts.ask(s, verb, who, s.source, s.victim + 1, 1)
    elif verb <= verbs.LAST_STABLE_PICK or verb == Verb.DISCARD_UNICORN or verb == Verb.BRING_BASIC:
        ask_or_drop(s, verb, max(1, number))
    elif verb == Verb.DISCARD:
        prompts.ask(s, Verb.DISCARD, who, s.source, 0, number)
    elif verb <= Verb.REVIVE or verb == Verb.ACCEPT:
        ask_or_drop(s, verb, 1)
    elif verb == Verb.SEARCH:
        knowledge.look_at_deck(s, who, 0)
        if not prompts.ask(s, Verb.SEARCH, who, s.source, 0, 1):
            knowledge.shuffle_deck(s)
    elif verb == Verb.LOOK_AT_TOP:
        look_at_top(s, who)
    elif verb == Verb.ORDER_TOP:
        prompts.ask(s, Verb.ORDER_TOP, who, s.source, 0, 1)
    elif verb == Verb.TAKE_CHOSEN:
        knowledge.show_hand(s, who, s.victim)
        prompts.ask(s, Verb.TAKE_CHOSEN, who, s.source, 0, 1)
    elif verb == Verb.DRAW:
        knowledge.draw_cards(s, who, number)
    elif verb == Verb.TAKE_RANDOM:
        knowledge.hand_over(s, s.victim, who, knowledge.random_card(s, s.victim))
    elif verb == Verb.VICTIM_DISCARDS:
        prompts.ask(s, Verb.DISCARD, s.victim, s.source, 0, 1)
    elif verb == Verb.SWAP_HANDS:
        knowledge.swap_hands(s, who, np.int64(s.victim))
    elif verb == Verb.SACRIFICE_THIS:
        sacrifice_this(s)
    elif verb == Verb.SACRIFICE_DOWNGRADES:
        events.sacrifice_extras(s, who, cards.LAST_UPGRADE + 1)
        events.check_table(s)
    elif verb == Verb.ALL_SACRIFICE_EXTRAS:
        for p in range(s.num_players):
            events.sacrifice_extras(s, p, cards.LAST_UNICORN + 1)
        events.check_table(s)
    elif verb == Verb.SHUFFLE_PILE:
        knowledge.discard_pile_into_deck(s)
        knowledge.shuffle_deck(s)
    elif verb == Verb.SHAKE_UP:
        shake_up(s, who)
    elif verb == Verb.EXTRA_TURN:
        s.extra_turns += 1
    elif verb == Verb.SKIP_PHASES:
        s.skip_phases = 1
    elif verb == Verb.BRING_BABY:
        events.bring_baby(s, who)


@jit
def ask_or_drop(s, verb, steps):
    """2.5.2: what follows a part that cannot be done is not done either."""
    about = s.card if verb == Verb.MOVE_TO or verb == Verb.GIVE_TO else s.source
    if not prompts.ask(s, verb, s.who, about, 0, steps):
        drop_effect(s)


@jit
def pick_two(s, left):
    """Two-For-One: both cards are picked before either is destroyed (2.10.34)."""
    if left == 0 or not prompts.ask(s, Verb.DESTROY_TWO, s.who, s.source, 0, left):
        if s.hits > 0:
            events.begin_event(s, state.Fate.DESTROYED)


@jit
def pick_each(s, verb, first):
    """A pick for each player in turn order; who has no legal pick is left out (2.7.3)."""
    for k in range(first, s.num_players):
        p = clockwise(s, s.active, k)
        asked = (
            prompts.ask(s, verb, s.who, s.source, p + 1, 1)
            if verb == Verb.RETURN_EACH
            else prompts.ask(s, verb, p, s.source, 0, 1)
        )
        if asked:
            push(s, verb, k + 1)
            return
    if verb == Verb.EACH_DISCARDS:
        for i in range(s.hits):
            knowledge.discard_card(s, np.int64(s.hit_seat[i]), np.int64(s.hit_card[i]))
        events.forget_hits(s)
    elif s.link == state.Link.DECLARING:
        for i in range(s.hits):
            declared.declare(s, state.Declared.FROM_STABLE, np.int64(s.hit_seat[i]), np.int64(s.hit_card[i]))
        events.forget_hits(s)
    elif s.hits > 0:
        events.begin_event(s, state.Fate.RETURNED if verb == Verb.RETURN_EACH else state.Fate.SACRIFICED)


@jit
def look_at_top(s, who):
    """Unicorn Oracle: its player knows the cards on top by place, and nobody else does any more (2.13.2)."""
    count = min(LOOKED_AT, np.int64(s.deck_size))
    knowledge.look_at_deck(s, who, np.int64(s.deck_size) - count)
    s.top_knower = who
    s.top_known = count
    prompts.ask(s, Verb.LOOK_AT_TOP, who, s.source, 0, 1)


@jit
def sacrifice_this(s):
    if not targets.can_sacrifice_this(s, s.source, s.who):
        drop_effect(s)
        return
    events.add_hit(s, s.who, s.source)
    events.begin_event(s, state.Fate.SACRIFICED)


@jit
def shake_up(s, who):
    knowledge.open_into_deck(s, np.int64(s.pile_card[0]), 1)
    clear_pile(s)
    knowledge.hand_into_deck(s, who)
    knowledge.discard_pile_into_deck(s)
    knowledge.shuffle_deck(s)


# Answers to what the steps ask


@jit
def answer_stable_pick(s, prompt, p, at, card, left):
    """A card of the Stable ``at`` was picked."""
    if s.link == state.Link.DECLARING and prompt != Verb.EACH_SACRIFICES:
        declared.declare(s, state.Declared.FROM_STABLE, at, card)
        return
    if prompt != Verb.TINY_SACRIFICE:
        s.card = card
    if prompt == Verb.MOVE_CARD:
        s.victim = at
    elif prompt == Verb.GIVE_UNICORN:
        pass
    elif prompt == Verb.STEAL_UNICORN or prompt == Verb.STEAL_UPGRADE or prompt == Verb.STEAL_FROM_THERE:
        events.move_card(s, at, p, card)
    else:
        events.add_hit(s, at, card)
        if prompt == Verb.DESTROY_TWO:
            push(s, Verb.DESTROY_TWO, left - 1)
        elif prompt == Verb.DESTROY_UNICORN or prompt == Verb.DESTROY_CARD:
            events.begin_event(s, state.Fate.DESTROYED)
        elif prompt == Verb.RETURN_CARD:
            s.victim = at
            events.begin_event(s, state.Fate.RETURNED)
        elif prompt == Verb.WRECK:
            events.begin_event(s, state.Fate.SACRIFICED if at == p else state.Fate.DESTROYED)
        elif prompt != Verb.RETURN_EACH and prompt != Verb.EACH_SACRIFICES:
            events.begin_event(s, state.Fate.SACRIFICED)


@jit
def answer_seat(s, prompt, q):
    if prompt == Verb.MOVE_TO:
        events.move_card(s, np.int64(s.victim), q, np.int64(s.card))
    elif prompt == Verb.GIVE_TO:
        s.victim = q
        events.move_card(s, np.int64(s.who), q, np.int64(s.card))
    elif s.link == state.Link.DECLARING:
        declared.declare(s, state.Declared.SEAT, q, 0)
    else:
        s.victim = q


@jit
def answer_hand(s, prompt, p, card, left):
    """A card of the hand of ``p``."""
    if prompt == Verb.EACH_DISCARDS:
        events.add_hit(s, p, card)
    elif prompt == Verb.BRING_BASIC:
        knowledge.reveal(s, p, card)
        events.bring(s, p, card)
    else:
        if s.link == state.Link.DECLARING:
            declare_cost(s, p, card)
        else:
            knowledge.discard_card(s, p, card)
        if prompt == Verb.PHOENIX_DISCARD:
            s.hit_saved[s.hit] = 1
        elif left > 1 and prompt != Verb.HAND_LIMIT:
            push(s, prompt, left - 1)


@jit
def answer_elsewhere(s, prompt, p, card):
    """A card of the discard pile, the deck, or another hand."""
    if prompt == Verb.FETCH:
        counts.change_discard(s, card, -1)
        knowledge.take_open(s, p, card)
    elif prompt == Verb.REVIVE:
        counts.change_discard(s, card, -1)
        events.bring(s, p, card)
    elif prompt == Verb.SEARCH:
        knowledge.take_from_deck(s, p, find(s.deck, s.deck_size, card), knowledge.ALL)
        knowledge.shuffle_deck(s)
    elif prompt == Verb.TAKE_CHOSEN:
        knowledge.hand_over(s, np.int64(s.victim), p, card)
    elif prompt == Verb.LOOK_AT_TOP:
        take_from_top(s, p, card)
    else:
        put_on_top(s, card)


@jit
def take_from_top(s, p, card):
    """Unicorn Oracle: one of the three to hand; two go back in an order of the player's choice (2.10.28)."""
    knowledge.take_from_deck(s, p, find(s.deck, s.deck_size, card), 0)
    s.top_known -= 1
    size = np.int64(s.deck_size)
    if s.top_known > 1 and s.deck[size - 1] != s.deck[size - 2]:
        push(s, Verb.ORDER_TOP, 0)


@jit
def put_on_top(s, card):
    top = np.int64(s.deck_size) - 1
    if s.deck[top] != card:
        s.deck[top - 1] = s.deck[top]
        s.deck[top] = card
