"""What cards do: their steps, the answers to what the steps ask, and the triggers that wait."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import find
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unstable_unicorns import (
    cards,
    declared,
    events,
    knowledge,
    moves,
    prompts,
    state,
    targets,
    verbs,
    winning,
)
from unicorn_envs.games.unstable_unicorns.verbs import Verb

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
    while s.stack_verb[s.stack_size - 1] < verbs.FIRST_OF_MACHINE:  # steps of the machine lie below
        top = s.stack_size - 1
        s.stack_verb[top] = 0
        s.stack_number[top] = 0
        s.stack_size -= 1


@jit
def magic_done(s):
    """2.3.1: the Magic card goes to the discard pile before the triggers that wait."""
    if s.pile_size > 0:  # Shake Up has gone into the deck
        moves.discard_played(s)


@jit
def declare_cost(s, p, card):
    """A card of the hand, which all get to see."""
    declared.declare(s, state.Declared.FROM_HAND, p, card)
    knowledge.show_card(s, p, card, declared.times_declared(s, state.Declared.FROM_HAND, p, card))


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
            moves.shuffle_deck(s)
    elif verb == Verb.LOOK_AT_TOP:
        look_at_top(s, who)
    elif verb == Verb.ORDER_TOP:
        prompts.ask(s, Verb.ORDER_TOP, who, s.source, 0, 1)
    elif verb == Verb.TAKE_CHOSEN:
        knowledge.show_hand(s, who, s.victim)
        prompts.ask(s, Verb.TAKE_CHOSEN, who, s.source, 0, 1)
    elif verb == Verb.DRAW:
        moves.draw_cards(s, who, number)
    elif verb == Verb.TAKE_RANDOM:
        moves.hand_over(s, s.victim, who, moves.random_card(s, s.victim))
    elif verb == Verb.VICTIM_DISCARDS:
        prompts.ask(s, Verb.DISCARD, s.victim, s.source, 0, 1)
    elif verb == Verb.SWAP_HANDS:
        moves.swap_hands(s, who, np.int64(s.victim))
    elif verb == Verb.SACRIFICE_THIS:
        sacrifice_this(s)
    elif verb == Verb.SACRIFICE_DOWNGRADES:
        events.sacrifice_extras(s, who, cards.LAST_UPGRADE + 1)
        winning.check_table(s)
    elif verb == Verb.ALL_SACRIFICE_EXTRAS:
        for p in range(s.num_players):
            events.sacrifice_extras(s, p, cards.LAST_UNICORN + 1)
        winning.check_table(s)
    elif verb == Verb.SHUFFLE_PILE:
        moves.discard_pile_into_deck(s)
        moves.shuffle_deck(s)
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
            moves.discard(s, np.int64(s.hit_seat[i]), np.int64(s.hit_card[i]))
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
    moves.played_into_deck(s)
    moves.hand_into_deck(s, who)
    moves.discard_pile_into_deck(s)
    moves.shuffle_deck(s)


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
        moves.bring_from_hand(s, p, card)
        events.entered(s, p, card)
    else:
        if s.link == state.Link.DECLARING:
            declare_cost(s, p, card)
        else:
            moves.discard(s, p, card)
        if prompt == Verb.PHOENIX_DISCARD:
            s.hit_saved[s.hit] = 1
        elif left > 1 and prompt != Verb.HAND_LIMIT:
            push(s, prompt, left - 1)


@jit
def answer_elsewhere(s, prompt, p, card):
    """A card of the discard pile, the deck, or another hand."""
    if prompt == Verb.FETCH:
        moves.fetch(s, p, card)
    elif prompt == Verb.REVIVE:
        moves.bring_from_discard_pile(s, p, card)
        events.entered(s, p, card)
    elif prompt == Verb.SEARCH:
        moves.take_from_deck(s, p, find(s.deck, s.deck_size, card), knowledge.ALL)
        moves.shuffle_deck(s)
    elif prompt == Verb.TAKE_CHOSEN:
        moves.hand_over(s, np.int64(s.victim), p, card)
    elif prompt == Verb.LOOK_AT_TOP:
        take_from_top(s, p, card)
    else:
        moves.put_on_top(s, card)


@jit
def take_from_top(s, p, card):
    """Unicorn Oracle: one of the three to hand; two go back in an order of the player's choice (2.10.28)."""
    moves.take_from_deck(s, p, find(s.deck, s.deck_size, card), 0)
    s.top_known -= 1
    size = np.int64(s.deck_size)
    if s.top_known > 1 and s.deck[size - 1] != s.deck[size - 2]:
        push(s, Verb.ORDER_TOP, 0)
