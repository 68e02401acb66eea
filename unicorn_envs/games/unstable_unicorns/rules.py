"""What happens in Unstable Unicorns. Numbers in comments are the rulings of RULES.md.

From top to bottom: a turn, playing a card, the poll, the machine, and what is checked. ``advance`` works off
the steps on the stack until a player has to decide or the game is over. Beside this file: ``stables.py``
(protections and legal picks), ``events.py`` (cards move), ``effects.py`` (what cards do), ``prompts.py``
(decisions), ``knowledge.py`` (hands, deck and memory), ``counts.py`` (sets and counts kept in the record).
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw, reseed
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import pop, push
from unicorn_envs.games.unstable_unicorns import (
    actions,
    cards,
    counts,
    declared,
    effects,
    events,
    knowledge,
    prompts,
    redeal,
    stables,
    state,
    verbs,
)
from unicorn_envs.games.unstable_unicorns.verbs import Verb

# Set-up


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.two_player_deck = options[1]
    s.any_stable = options[2]
    s.win_check = options[3]
    s.effect_links = options[4]
    s.reshuffle = options[5]
    s.panda_total_immunity = options[6]
    s.ask_everyone = options[7]
    s.auto_single = options[8]
    deal_babies(s)
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        copies = counts.copies_in_game(s, card)
        counts.hide(s, card, copies)
        for _ in range(copies):
            knowledge.put_into_deck(s, card)
    if s.two_player_deck != 0:
        deal_neighs(s)
    knowledge.shuffle_deck(s)
    for p in range(s.num_players):
        for _ in range(state.FIRST_HAND):
            knowledge.draw_one(s, p)
    s.active = draw(s, s.num_players)  # 2.1.2
    s.seat = s.active
    push(s, Verb.BEGIN_TURN, 0)
    advance(s)


@jit
def start(s):
    """Begin play in a position whose cards and steps to come are set up, and in which nothing is counted yet."""
    counts.count_everything(s)
    advance(s)


@jit
def deal_babies(s):
    """2.1.1: one for each player, at random; nothing triggers."""
    s.nursery[cards.BABY_UNICORN] = cards.COPIES[cards.BABY_UNICORN]
    s.nursery[cards.BABY_NARWHAL] = cards.COPIES[cards.BABY_NARWHAL]
    for p in range(s.num_players):
        left = np.int64(s.nursery[cards.BABY_UNICORN]) + np.int64(s.nursery[cards.BABY_NARWHAL])
        baby = cards.BABY_UNICORN if draw(s, left) < s.nursery[cards.BABY_UNICORN] else cards.BABY_NARWHAL
        s.nursery[baby] -= 1
        counts.change_stable(s, p, baby, 1)


@jit
def deal_neighs(s):
    """2.11.2: a Neigh for each player; both know of it."""
    for p in range(s.num_players):
        i = 0
        while s.deck[i] != cards.NEIGH:
            i += 1
        s.deck_size -= 1
        s.deck[i] = s.deck[s.deck_size]
        s.deck[s.deck_size] = 0
        knowledge.gain(s, p, cards.NEIGH, knowledge.ALL)


# The turn


@jit
def begin_turn(s):
    if s.turn >= state.MOST_TURNS:  # 2.1.8
        s.truncated = 1
        events.finish(s, -1)
        return
    p = np.int64(s.active)
    s.turn += 1
    s.phase = state.Phase.BEGINNING
    s.skip_phases = 0
    s.plays = 2 if stables.does(s, p, cards.Passive.TWO_PLAYS) else 1  # 2.1.5
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
        effects.declare_effect(s, source, p, 0)
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
    knowledge.draw_one(s, np.int64(s.active))
    if s.deck_size == 0:
        events.deck_ran_out(s)


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


# Playing a card


@jit
def poll(s, first):
    """2.2.4: clockwise from the player after the one who played the top card."""
    top = np.int64(s.pile_size) - 1
    player = np.int64(s.pile_player[top])
    card = np.int64(s.pile_card[top])
    if not (cards.CANNOT_BE_STOPPED[card] != 0 or stables.does(s, player, cards.Passive.SHIELDS_PLAYS)):  # 2.2.6
        for k in range(first, s.num_players):
            q = clockwise(s, player, k)
            if may_neigh(s, q) and prompts.ask(s, Verb.ANSWER, q, card, 0, 1):
                push(s, Verb.POLL, k + 1)
                return
    resolve_top(s)


@jit
def may_neigh(s, q):
    """2.2.5"""
    if s.ask_everyone == 0 and s.hand_set[q, cards.PASSING] & cards.NEIGH_SET == 0:
        return False
    return s.hand_size[q] > 0 and not stables.is_barred(s, q)


@jit
def resolve_top(s):
    """2.2.7"""
    if s.pile_size == 1:
        play_card(s)
        return
    for _ in range(2):
        s.pile_size -= 1
        counts.change_discard(s, np.int64(s.pile_card[s.pile_size]), 1)
        s.pile_card[s.pile_size] = 0
        s.pile_player[s.pile_size] = 0
    if s.pile_size > 0:
        push(s, Verb.POLL, 1)


@jit
def play_card(s):
    """2.3: nobody stopped it."""
    card = np.int64(s.pile_card[0])
    p = np.int64(s.pile_player[0])
    push(s, Verb.END_EFFECT, 0)
    if cards.KIND[card] == cards.Kind.MAGIC:
        push(s, Verb.MAGIC_DONE, 0)
        effects.start_effect(s, card, p, 0)
    elif s.any_stable != 0 or cards.KIND[card] == cards.Kind.DOWNGRADE:  # 2.3.2
        prompts.ask(s, Verb.PLAY_INTO, p, card, 0, 1)
    else:
        settle(s, p)


@jit
def settle(s, p):
    """The card that was played enters the Stable of ``p``."""
    card = np.int64(s.pile_card[0])
    effects.clear_pile(s)
    events.bring(s, p, card)


@jit
def announce(s, p, card):
    """2.2.2: the card leaves the hand and lies on the pile of cards being played."""
    knowledge.reveal(s, p, card)
    s.pile_card[s.pile_size] = card
    s.pile_player[s.pile_size] = p
    s.pile_size += 1
    poll(s, 1)


@jit
def answer_neigh(s, p, card):
    """The poll on the card below is over."""
    s.stack_size -= 1
    s.stack_verb[s.stack_size] = 0
    s.stack_number[s.stack_size] = 0
    announce(s, p, card)


# The machine


@jit
def advance(s):
    while s.seat >= 0:
        if s.prompt != verbs.NO_PROMPT:
            if s.only == 0:
                s.seat = s.asked
                return
            answer(s, np.int64(s.only) - 1)
        else:
            verb, number = pop(s)
            carry_out(s, verb, number)


@jit
def carry_out(s, verb, number):
    if verb == Verb.TINY_SACRIFICE:
        prompts.ask(s, Verb.TINY_SACRIFICE, number, cards.TINY_STABLE, 0, 1)
    elif verb < Verb.REPLACE:
        effects.carry_out_step(s, verb, number)
    elif verb == Verb.REPLACE:
        events.ask_replacement(s, number)
    elif verb == Verb.MOVE_CARDS:
        events.move_cards(s)
    elif verb == Verb.END_EFFECT:
        effects.end_effect(s)
    elif verb == Verb.MAGIC_DONE:
        effects.magic_done(s)
    elif verb == Verb.BEGIN_TURN:
        begin_turn(s)
    elif verb == Verb.OFFER_MENU:
        prompts.ask(s, Verb.MENU, s.active, 0, 0, 1)
    elif verb == Verb.DRAW_STEP:
        draw_step(s)
    elif verb == Verb.TAKE_ACTION:
        take_action(s)
    elif verb == Verb.PLAY_AGAIN:
        if s.plays > 0:
            prompts.ask(s, Verb.SECOND_PLAY, s.active, 0, 0, 1)
    elif verb == Verb.END_TURN:
        end_turn(s)
    elif verb == Verb.POLL:
        poll(s, number)


@jit
def apply(s, action):
    answer(s, action)
    advance(s)


@jit
def answer(s, action):
    """An answer to the decision at hand, which must be legal."""
    prompt = np.int64(s.prompt)
    p = np.int64(s.asked)
    at = np.int64(s.at)
    about = np.int64(s.about)
    left = np.int64(s.steps_left)
    offered = s.may_decline != 0
    declines = offered and (action == actions.DONE or action == actions.NO)
    prompts.forget_prompt(s)
    s.may_decline = 0
    if offered and not declines and s.link == state.Link.DECLARING:
        declared.declare(s, state.Declared.EFFECT, s.who, s.source)
    if declines:
        effects.drop_effect(s)
    elif action == actions.DONE or action == actions.YES or action == actions.NO or action == actions.DRAW_CARD:
        answer_word(s, prompt, p, action)
    elif action >= actions.SEAT_FIRST:
        seat = clockwise(s, p, action - actions.SEAT_FIRST)
        if prompt <= verbs.LAST_STABLE_PICK:
            prompts.ask(s, prompt, p, about, seat + 1, left)
        elif prompt == Verb.PLAY_INTO:
            settle(s, seat)
        else:
            effects.answer_seat(s, prompt, seat)
    else:
        answer_card(s, prompt, p, at, action - actions.CARD_FIRST + 1, left)


@jit
def answer_word(s, prompt, p, action):
    """Answers without a card or a seat. Pass and Finish need nothing: the next step is on the stack."""
    if action == actions.DRAW_CARD:
        s.plays = 0
        draw_or_end(s)
    elif prompt == Verb.KNIGHT_FOR and action == actions.YES:
        s.hit_saved[s.hit] = 1
        s.knight = p + 1
    elif prompt == Verb.SEARCH:
        knowledge.shuffle_deck(s)
    elif prompt == Verb.SECOND_PLAY:
        s.plays = 0


@jit
def answer_card(s, prompt, p, at, card, left):
    if prompt <= verbs.LAST_STABLE_PICK:
        effects.answer_stable_pick(s, prompt, p, at - 1, card, left)
    elif prompt <= Verb.HAND_LIMIT:
        effects.answer_hand(s, prompt, p, card, left)
    elif prompt <= Verb.TAKE_CHOSEN:
        effects.answer_elsewhere(s, prompt, p, card)
    elif prompt == Verb.ACTION or prompt == Verb.SECOND_PLAY:
        s.plays -= 1
        announce(s, p, card)
    elif prompt == Verb.ANSWER:
        answer_neigh(s, p, card)
    elif prompt == Verb.NEXT_TRIGGER:
        effects.start_trigger(s, p, np.int64(cards.TRIGGER_INDEX[card]))
    else:  # MENU: picking it accepts it
        s.open[cards.MENU_INDEX[card]] -= 1
        push(s, Verb.OFFER_MENU, 0)
        begin_effect(s, card, p)


EIGHT = np.array([[byte >> i & 1 for i in range(8)] for byte in range(256)], dtype=np.int8)
"""The bits of a byte as eight numbers, the lowest one first."""


@jit
def write_mask(s, out):
    """Eight answers at a time; the last eight overlap the eight before them."""
    others = np.int64(s.legal[cards.PASSING])
    legal = np.int64(s.legal[cards.LASTING]) | others << cards.LAST_IN_STABLE
    for i in range(8):
        for k in range(8):
            out[8 * i + k] = EIGHT[(legal >> 8 * i) & 255, k]
    legal = others >> (64 - cards.LAST_IN_STABLE)
    for k in range(8):
        out[64 + k] = EIGHT[legal & 255, k]
    for k in range(8):
        out[actions.ACTION_COUNT - 8 + k] = EIGHT[(legal >> (actions.ACTION_COUNT - 8 - 64)) & 255, k]


# What a player cannot know, and what must always hold


@jit
def resample(s, seat):
    """2.13.6: redeal until the player who is asked has a legal answer, as in the deal at the table."""
    while True:
        redeal.redeal(s, seat)
        counts.count_everything(s)
        if s.seat < 0:
            return
        prompts.fill_legal(s)
        if s.legal[cards.LASTING] | s.legal[cards.PASSING] != 0:
            return


INVARIANTS = {
    1: "a number in the record is out of range",
    2: "each of the cards must be in exactly one place",
    3: "a count of cards or of waiting triggers does not fit them",
    4: "a player knows of cards that are not there",
    5: "a seat has to decide without a prompt, or there is a prompt without a seat",
    6: "somebody has already won, or has too many Unicorns under Tiny Stable",
    7: "the deck is empty and somebody is asked for more than a discard",
    8: "the legal answers are not those of the decision at hand",
    9: "effects are declared that cannot be: outside a link, or with a card that is not there or picked twice",
}


@jit
def check(s):
    if not ranges_hold(s):
        return 1
    if (s.seat < 0) != (s.prompt == verbs.NO_PROMPT) or (s.seat >= 0 and s.seat != s.asked):
        return 5
    for p in range(s.num_players):
        code = check_player(s, p)
        if code != 0:
            return code
    for card in range(1, cards.CARD_TYPES + 1):
        if copies_somewhere(s, card) != counts.copies_in_game(s, card):
            return 2
    if not counts.counts_are_right(s) or not waiting_holds(s):
        return 3
    if s.seat >= 0 and not table_holds(s):
        return 6
    if s.seat >= 0 and s.deck_size == 0 and s.prompt != Verb.DISCARD:  # 2.9.4
        return 7
    if not declared_holds(s):
        return 9
    if s.seat >= 0 and not answers_are_right(s):
        return 8
    return 0


@jit
def waiting_holds(s):
    for link in range(2):
        n = np.int64(0)
        for p in range(s.num_players):
            for i in range(cards.TRIGGERS):
                if s.waiting[link, p, i] < 0:
                    return False
                n += np.int64(s.waiting[link, p, i])
        if n != s.waiting_size[link]:
            return False
    return True


@jit
def table_holds(s):
    """2.10.12 and 2.8.3: after each event; or, for the win, when no effect is open."""
    if s.prompt == Verb.TINY_SACRIFICE or s.prompt == Verb.PHOENIX_DISCARD:  # the second may be the answer to the first
        return True
    wins_wait = (
        s.win_check != state.IMMEDIATE
        and s.prompt != Verb.MENU
        and (s.prompt < Verb.ACTION or s.prompt == Verb.NEXT_TRIGGER)
    )
    wins_wait = wins_wait and s.prompt != Verb.HAND_LIMIT
    for p in range(s.num_players):
        if stables.does(s, p, cards.Passive.AT_MOST_FIVE) and stables.counted(s, p) > stables.TINY_LIMIT:
            return False
        if stables.counted(s, p) >= counts.needed(s) and not wins_wait:
            return False
    return True


@jit
def declared_holds(s):
    """Whether effects are declared only where a link is open, and fit it and the cards."""
    if s.link == state.Link.IN_TURN:
        return s.declared_size == 0
    if (
        s.seat < 0
        or s.pile_size > 0
        or s.prompt == Verb.ACTION
        or s.prompt == Verb.SECOND_PLAY
        or s.prompt == Verb.HAND_LIMIT
    ):
        return False
    if s.declared_size == 0:
        return s.link == state.Link.DECLARING
    if s.declared_kind[0] != state.Declared.EFFECT:
        return False
    for i in range(s.declared_size):
        if not pick_holds(s, np.int64(s.declared_kind[i]), np.int64(s.declared_seat[i]), np.int64(s.declared_card[i])):
            return False
    return True


@jit
def is_in_links(card):
    """Whether the effect of this card can be one of a link that is declared."""
    when = cards.WHEN[card]
    return when == cards.When.ENTERS or when == cards.When.LEFT or when == cards.When.BEGINNING


@jit
def pick_holds(s, kind, seat, card):
    """A card that was picked lies there, as often as it was picked, until the effects are carried out."""
    if kind == state.Declared.EFFECT:
        return is_in_links(card)
    if kind == state.Declared.FROM_STABLE:
        there = np.int64(s.stable[seat, card]) if card <= cards.LAST_IN_STABLE else np.int64(-1)
    elif kind == state.Declared.FROM_HAND:
        there = np.int64(s.hand[seat, card]) if card >= cards.FIRST_CARD else np.int64(-1)
    else:
        return card == 0
    return there >= 0 and (s.link == state.Link.CARRYING_OUT or declared.times_declared(s, kind, seat, card) <= there)


@jit
def answers_are_right(s):
    """Whether the legal answers kept in the record are those of the decision. The record is left as it was."""
    lasting, others = s.legal[cards.LASTING], s.legal[cards.PASSING]
    prompts.fill_legal(s)
    right = s.legal[cards.LASTING] == lasting and s.legal[cards.PASSING] == others
    s.legal[cards.LASTING] = lasting
    s.legal[cards.PASSING] = others
    return right


@jit
def within(value, low, high):
    return low <= value and value <= high


@jit
def ranges_hold(s):
    """Whether every number that is used as an index is one."""
    n = s.num_players
    if not (within(n, 2, state.MAX_PLAYERS) and within(s.seat, -1, n - 1) and within(s.active, 0, n - 1)):
        return False
    if not (
        within(s.stack_size, 0, state.MOST_PENDING)
        and within(s.pile_size, 0, state.MOST_PLAYED)
        and within(s.hits, 0, state.MOST_HITS)
    ):
        return False
    if not (within(s.prompt, 0, verbs.PROMPTS) and within(s.asked, 0, n - 1) and within(s.at, 0, n)):
        return False
    if not (
        within(s.source, 0, cards.CARD_TYPES)
        and within(s.about, 0, cards.CARD_TYPES)
        and within(s.card, 0, cards.CARD_TYPES)
    ):
        return False
    if not (within(s.deck_size, 0, state.DECK) and within(s.top_known, 0, min(3, np.int64(s.deck_size)))):
        return False
    if not (within(s.who, 0, n - 1) and within(s.victim, 0, n - 1) and within(s.hit, 0, state.MOST_HITS - 1)):
        return False
    if not (within(s.top_knower, 0, n - 1) and within(s.knight, 0, n) and within(s.phase, 0, state.Phase.END)):
        return False
    if not (within(s.turn, 0, state.MOST_TURNS) and within(s.plays, 0, 2) and within(s.extra_turns, 0, 127)):
        return False
    if not (within(s.skip_phases, 0, 1) and within(s.truncated, 0, 1) and within(s.may_decline, 0, 1)):
        return False
    if not (
        within(s.hit_mode, 0, state.Fate.RETURNED)
        and within(s.only, 0, actions.ACTION_COUNT)
        and within(s.steps_left, 0, 127)
    ):
        return False
    if not (
        within(s.link, state.Link.IN_TURN, state.Link.CARRYING_OUT) and within(s.declared_size, 0, state.MOST_DECLARED)
    ):
        return False
    for i in range(s.stack_size):
        if not (within(s.stack_verb[i], 1, Verb.POLL) and within(s.stack_number[i], 0, 2 * state.MOST_HITS + 1)):
            return False
        if s.seat >= 0 and (s.stack_verb[i] == Verb.END_TURN) != (i == 0):
            return False
        if s.stack_verb[i] == Verb.TINY_SACRIFICE and s.stack_number[i] >= n:
            return False
        if s.stack_verb[i] == Verb.DESTROY_TWO and s.stack_number[i] > 2:
            return False
    if s.seat >= 0 and (s.stack_size == 0 or (s.prompt == Verb.DESTROY_TWO and s.steps_left > 2)):
        return False
    for i in range(s.declared_size):
        if not (
            within(s.declared_kind[i], state.Declared.EFFECT, state.Declared.SEAT)
            and within(s.declared_seat[i], 0, n - 1)
        ):
            return False
        if not within(s.declared_card[i], int(s.declared_kind[i] != state.Declared.SEAT), cards.CARD_TYPES):
            return False
    for i in range(len(cards.MENU_CARDS)):
        if not within(s.open[i], 0, cards.COPIES[cards.MENU_CARD[i]]):
            return False
    for i in range(s.deck_size):
        if not within(s.deck[i], cards.FIRST_CARD, cards.CARD_TYPES):
            return False
    for i in range(s.pile_size):
        if not (within(s.pile_card[i], cards.FIRST_CARD, cards.CARD_TYPES) and within(s.pile_player[i], 0, n - 1)):
            return False
    last = cards.LAST_IN_STABLE if s.prompt == Verb.DESTROY_TWO else cards.CARD_TYPES
    for i in range(s.hits):
        if not (within(s.hit_seat[i], 0, n - 1) and within(s.hit_card[i], 1, last)):
            return False
    return True


@jit
def check_player(s, p):
    for card in range(1, cards.CARD_TYPES + 1):
        if s.hand[p, card] < 0 or (card <= cards.LAST_BABY and s.hand[p, card] != 0):
            return 3
        for o in range(s.num_players):
            if not within(s.known[o, p, card], 0, s.hand[p, card]):
                return 4
        if not within(s.known_deck[p, card], 0, state.DECK):
            return 4
    for card in range(1, cards.LAST_IN_STABLE + 1):
        if s.stable[p, card] < 0:
            return 3
    return check_memory_of_deck(s, p)


@jit
def check_memory_of_deck(s, p):
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        if s.known_deck[p, card] > 0:
            there = 0
            for i in range(s.deck_size):
                if s.deck[i] == card:
                    there += 1
            if s.known_deck[p, card] > there:
                return 4
    return 0


@jit
def copies_somewhere(s, card):
    n = np.int64(s.discard[card])
    if card <= cards.LAST_BABY:
        n += np.int64(s.nursery[card])
    for p in range(s.num_players):
        n += np.int64(s.hand[p, card])
        if card <= cards.LAST_IN_STABLE:
            n += np.int64(s.stable[p, card])
    for i in range(s.deck_size):
        if s.deck[i] == card:
            n += 1
    for i in range(s.pile_size):
        if s.pile_card[i] == card:
            n += 1
    return n


FUNCTIONS = {
    "reset": reset,
    "apply": apply,
    "advance": start,
    "write_mask": write_mask,
    "resample": resample,
    "check": check,
}
