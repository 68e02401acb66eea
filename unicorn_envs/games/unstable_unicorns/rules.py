"""What happens in Unstable Unicorns. Numbers in comments are the rulings of RULES.md.

From top to bottom: a turn, playing a card, the poll, the machine, and what is checked. ``advance`` works off
the steps on the stack until a player has to decide or the game is over. Beside this file: ``stables.py``
(protections and legal picks), ``events.py`` (cards move), ``effects.py`` (what cards do), ``prompts.py``
(decisions), ``knowledge.py`` (hands, deck and memory), ``views.py`` (sets and counts kept in the record).
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw, reseed
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import pop, push
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
    ACTION,
    ANSWER,
    BABY_NARWHAL,
    BABY_UNICORN,
    BEGINNING_SET,
    CARD_TYPES,
    COPIES,
    DESTROY_TWO,
    DISCARD,
    DOUBLE_DUTCH,
    DOWNGRADE,
    FIRST_CARD,
    HAND_LIMIT,
    IN_LINKS,
    KIND,
    KNIGHT_FOR,
    LAST_BABY,
    LAST_IN_STABLE,
    LASTING,
    MAGIC,
    MENU,
    MENU_CARD,
    MENU_CARDS,
    MENU_INDEX,
    NEIGH,
    NEIGH_SET,
    NEXT_TRIGGER,
    PASSING,
    PHOENIX_DISCARD,
    PLAY_INTO,
    PROMPTS,
    RHINOCORN,
    SADISTIC_RITUAL,
    SEARCH,
    SECOND_PLAY,
    STABLE_PICKS,
    SUPER_NEIGH,
    TAKE_CHOSEN,
    TINY_SACRIFICE,
    TINY_STABLE,
    TRIGGER_INDEX,
    TRIGGERS,
    YAY,
)
from unicorn_envs.games.unstable_unicorns.declared import declare, times_declared
from unicorn_envs.games.unstable_unicorns.effects import (
    END_EFFECT,
    MAGIC_DONE,
    answer_elsewhere,
    answer_hand,
    answer_seat,
    answer_stable_pick,
    carry_out_step,
    clear_pile,
    declare_effect,
    drop_effect,
    end_effect,
    magic_done,
    start_effect,
    start_trigger,
)
from unicorn_envs.games.unstable_unicorns.events import (
    MOVE_CARDS,
    REPLACE,
    TINY_LIMIT,
    ask_replacement,
    bring,
    deck_ran_out,
    finish,
    move_cards,
)
from unicorn_envs.games.unstable_unicorns.knowledge import ALL, draw_one, gain, put_into_deck, reveal, shuffle_deck
from unicorn_envs.games.unstable_unicorns.prompts import NO_PROMPT, ask, fill_legal, forget_prompt
from unicorn_envs.games.unstable_unicorns.redeal import redeal
from unicorn_envs.games.unstable_unicorns.stables import is_barred, is_blinded, number
from unicorn_envs.games.unstable_unicorns.state import (
    ACTION_PHASE,
    BEGINNING_PHASE,
    CARRYING_OUT,
    DECK,
    DECLARED,
    DECLARED_EFFECT,
    DECLARED_LINKS,
    DECLARING,
    DRAW_PHASE,
    END_PHASE,
    FROM_HAND,
    FROM_STABLE,
    HAND,
    HITS,
    IMMEDIATE,
    IN_TURN,
    LIMIT,
    MAX_PLAYERS,
    MOST_TURNS,
    PILE,
    RETURNED,
    SEAT,
    STACK,
)
from unicorn_envs.games.unstable_unicorns.views import (
    change_discard,
    change_stable,
    copies_in_game,
    count_everything,
    counts_are_right,
    hide,
    lies_in,
    needed,
)

# Steps of the turn, beside those of cards.py, events.py and effects.py
BEGIN_TURN = 64
OFFER_MENU = 65
DRAW_STEP = 66
TAKE_ACTION = 67
PLAY_AGAIN = 68
END_TURN = 69
POLL = 70


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
    for card in range(FIRST_CARD, CARD_TYPES + 1):
        copies = copies_in_game(s, card)
        hide(s, card, copies)
        for _ in range(copies):
            put_into_deck(s, card)
    if s.two_player_deck != 0:
        deal_neighs(s)
    shuffle_deck(s)
    for p in range(s.num_players):
        for _ in range(HAND):
            draw_one(s, p)
    s.active = draw(s, s.num_players)  # 2.1.2
    s.seat = s.active
    push(s, BEGIN_TURN, 0)
    advance(s)


@jit
def start(s):
    """Begin play in a position whose cards and steps to come are set up, and in which nothing is counted yet."""
    count_everything(s)
    advance(s)


@jit
def deal_babies(s):
    """2.1.1: one for each player, at random; nothing triggers."""
    s.nursery[BABY_UNICORN] = COPIES[BABY_UNICORN]
    s.nursery[BABY_NARWHAL] = COPIES[BABY_NARWHAL]
    for p in range(s.num_players):
        left = np.int64(s.nursery[BABY_UNICORN]) + np.int64(s.nursery[BABY_NARWHAL])
        baby = BABY_UNICORN if draw(s, left) < s.nursery[BABY_UNICORN] else BABY_NARWHAL
        s.nursery[baby] -= 1
        change_stable(s, p, baby, 1)


@jit
def deal_neighs(s):
    """2.11.2: a Neigh for each player; both know of it."""
    for p in range(s.num_players):
        i = 0
        while s.deck[i] != NEIGH:
            i += 1
        s.deck_size -= 1
        s.deck[i] = s.deck[s.deck_size]
        s.deck[s.deck_size] = 0
        gain(s, p, NEIGH, ALL)


# The turn


@jit
def begin_turn(s):
    if s.turn >= MOST_TURNS:  # 2.1.8
        s.truncated = 1
        finish(s, -1)
        return
    p = np.int64(s.active)
    s.turn += 1
    s.phase = BEGINNING_PHASE
    s.skip_phases = 0
    s.plays = 2 if s.stable[p, DOUBLE_DUTCH] > 0 else 1  # 2.1.5
    for i in range(len(MENU_CARDS)):  # 2.6.1
        s.open[i] = s.stable[p, MENU_CARD[i]]
    if is_blinded(s, p):
        s.open[MENU_INDEX[RHINOCORN]] = 0
    push(s, END_TURN, 0)
    push(s, TAKE_ACTION, 0)
    push(s, DRAW_STEP, 0)
    if s.stable_set[p] & BEGINNING_SET != 0:
        begin_beginning(s, p)


@jit
def begin_beginning(s, p):
    """First what is mandatory, then the menu; "declared" is one link (2.6.2), "in_turn" an effect each (2.6.4)."""
    declared = s.effect_links == DECLARED_LINKS
    if declared:
        s.link = DECLARING
        push(s, END_EFFECT, 0)
    push(s, OFFER_MENU, 0)
    if s.stable[p, SADISTIC_RITUAL] > 0:
        begin_effect(s, SADISTIC_RITUAL, p)


@jit
def begin_effect(s, source, p):
    """An effect of the Beginning phase, which is declared or happens now."""
    if s.link == DECLARING:
        declare_effect(s, source, p, 0)
    else:
        push(s, END_EFFECT, 0)
        start_effect(s, source, p, 0)


@jit
def draw_step(s):
    if s.skip_phases != 0:  # 2.6.5
        return
    s.phase = DRAW_PHASE
    draw_or_end(s)


@jit
def draw_or_end(s):
    draw_one(s, np.int64(s.active))
    if s.deck_size == 0:
        deck_ran_out(s)


@jit
def take_action(s):
    for i in range(len(MENU_CARDS)):
        s.open[i] = 0
    if s.skip_phases != 0:
        s.plays = 0
        return
    s.phase = ACTION_PHASE
    if s.plays > 1:
        push(s, PLAY_AGAIN, 0)
    ask(s, ACTION, s.active, 0, 0, s.plays)


@jit
def end_turn(s):
    p = np.int64(s.active)
    s.phase = END_PHASE
    s.plays = 0
    if s.hand_size[p] > LIMIT:  # 2.1.6
        push(s, END_TURN, 0)
        ask(s, HAND_LIMIT, p, 0, 0, np.int64(s.hand_size[p]) - LIMIT)
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
    if card != SUPER_NEIGH and s.stable[player, YAY] == 0:  # 2.2.6
        for k in range(first, s.num_players):
            q = clockwise(s, player, k)
            if may_neigh(s, q) and ask(s, ANSWER, q, card, 0, 1):
                push(s, POLL, k + 1)
                return
    resolve_top(s)


@jit
def may_neigh(s, q):
    """2.2.5"""
    if s.ask_everyone == 0 and s.hand_set[q, PASSING] & NEIGH_SET == 0:
        return False
    return s.hand_size[q] > 0 and not is_barred(s, q)


@jit
def resolve_top(s):
    """2.2.7"""
    if s.pile_size == 1:
        play_card(s)
        return
    for _ in range(2):
        s.pile_size -= 1
        change_discard(s, np.int64(s.pile_card[s.pile_size]), 1)
        s.pile_card[s.pile_size] = 0
        s.pile_player[s.pile_size] = 0
    if s.pile_size > 0:
        push(s, POLL, 1)


@jit
def play_card(s):
    """2.3: nobody stopped it."""
    card = np.int64(s.pile_card[0])
    p = np.int64(s.pile_player[0])
    push(s, END_EFFECT, 0)
    if KIND[card] == MAGIC:
        push(s, MAGIC_DONE, 0)
        start_effect(s, card, p, 0)
    elif s.any_stable != 0 or KIND[card] == DOWNGRADE:  # 2.3.2
        ask(s, PLAY_INTO, p, card, 0, 1)
    else:
        settle(s, p)


@jit
def settle(s, p):
    """The card that was played enters the Stable of ``p``."""
    card = np.int64(s.pile_card[0])
    clear_pile(s)
    bring(s, p, card)


@jit
def announce(s, p, card):
    """2.2.2: the card leaves the hand and lies on the pile of cards being played."""
    reveal(s, p, card)
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
        if s.prompt != NO_PROMPT:
            if s.only == 0:
                s.seat = s.asked
                return
            answer(s, np.int64(s.only) - 1)
        else:
            verb, number = pop(s)
            carry_out(s, verb, number)


@jit
def carry_out(s, verb, number):
    if verb == TINY_SACRIFICE:
        ask(s, TINY_SACRIFICE, number, TINY_STABLE, 0, 1)
    elif verb < REPLACE:
        carry_out_step(s, verb, number)
    elif verb == REPLACE:
        ask_replacement(s, number)
    elif verb == MOVE_CARDS:
        move_cards(s)
    elif verb == END_EFFECT:
        end_effect(s)
    elif verb == MAGIC_DONE:
        magic_done(s)
    elif verb == BEGIN_TURN:
        begin_turn(s)
    elif verb == OFFER_MENU:
        ask(s, MENU, s.active, 0, 0, 1)
    elif verb == DRAW_STEP:
        draw_step(s)
    elif verb == TAKE_ACTION:
        take_action(s)
    elif verb == PLAY_AGAIN:
        if s.plays > 0:
            ask(s, SECOND_PLAY, s.active, 0, 0, 1)
    elif verb == END_TURN:
        end_turn(s)
    elif verb == POLL:
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
    declines = offered and (action == DONE or action == NO)
    forget_prompt(s)
    s.may_decline = 0
    if offered and not declines and s.link == DECLARING:
        declare(s, DECLARED_EFFECT, s.who, s.source)
    if declines:
        drop_effect(s)
    elif action == DONE or action == YES or action == NO or action == DRAW_CARD:
        answer_word(s, prompt, p, action)
    elif action >= SEAT_FIRST:
        seat = clockwise(s, p, action - SEAT_FIRST)
        if prompt <= STABLE_PICKS:
            ask(s, prompt, p, about, seat + 1, left)
        elif prompt == PLAY_INTO:
            settle(s, seat)
        else:
            answer_seat(s, prompt, seat)
    else:
        answer_card(s, prompt, p, at, action - CARD_FIRST + 1, left)


@jit
def answer_word(s, prompt, p, action):
    """Answers without a card or a seat. Pass and Finish need nothing: the next step is on the stack."""
    if action == DRAW_CARD:
        s.plays = 0
        draw_or_end(s)
    elif prompt == KNIGHT_FOR and action == YES:
        s.hit_saved[s.hit] = 1
        s.knight = p + 1
    elif prompt == SEARCH:
        shuffle_deck(s)
    elif prompt == SECOND_PLAY:
        s.plays = 0


@jit
def answer_card(s, prompt, p, at, card, left):
    if prompt <= STABLE_PICKS:
        answer_stable_pick(s, prompt, p, at - 1, card, left)
    elif prompt <= HAND_LIMIT:
        answer_hand(s, prompt, p, card, left)
    elif prompt <= TAKE_CHOSEN:
        answer_elsewhere(s, prompt, p, card)
    elif prompt == ACTION or prompt == SECOND_PLAY:
        s.plays -= 1
        announce(s, p, card)
    elif prompt == ANSWER:
        answer_neigh(s, p, card)
    elif prompt == NEXT_TRIGGER:
        start_trigger(s, p, np.int64(TRIGGER_INDEX[card]))
    else:  # MENU: picking it accepts it
        s.open[MENU_INDEX[card]] -= 1
        push(s, OFFER_MENU, 0)
        begin_effect(s, card, p)


EIGHT = np.array([[byte >> i & 1 for i in range(8)] for byte in range(256)], dtype=np.int8)
"""The bits of a byte as eight numbers, the lowest one first."""


@jit
def write_mask(s, out):
    """Eight answers at a time; the last eight overlap the eight before them."""
    others = np.int64(s.legal[PASSING])
    legal = np.int64(s.legal[LASTING]) | others << LAST_IN_STABLE
    for i in range(8):
        for k in range(8):
            out[8 * i + k] = EIGHT[(legal >> 8 * i) & 255, k]
    legal = others >> (64 - LAST_IN_STABLE)
    for k in range(8):
        out[64 + k] = EIGHT[legal & 255, k]
    for k in range(8):
        out[ACTION_COUNT - 8 + k] = EIGHT[(legal >> (ACTION_COUNT - 8 - 64)) & 255, k]


# What a player cannot know, and what must always hold


@jit
def resample(s, seat):
    """2.13.6: redeal until the player who is asked has a legal answer, as in the deal at the table."""
    while True:
        redeal(s, seat)
        count_everything(s)
        if s.seat < 0:
            return
        fill_legal(s)
        if s.legal[LASTING] | s.legal[PASSING] != 0:
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
    if (s.seat < 0) != (s.prompt == NO_PROMPT) or (s.seat >= 0 and s.seat != s.asked):
        return 5
    for p in range(s.num_players):
        code = check_player(s, p)
        if code != 0:
            return code
    for card in range(1, CARD_TYPES + 1):
        if copies_somewhere(s, card) != copies_in_game(s, card):
            return 2
    if not counts_are_right(s) or not waiting_holds(s):
        return 3
    if s.seat >= 0 and not table_holds(s):
        return 6
    if s.seat >= 0 and s.deck_size == 0 and s.prompt != DISCARD:  # 2.9.4
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
            for i in range(TRIGGERS):
                if s.waiting[link, p, i] < 0:
                    return False
                n += np.int64(s.waiting[link, p, i])
        if n != s.waiting_size[link]:
            return False
    return True


@jit
def table_holds(s):
    """2.10.12 and 2.8.3: after each event; or, for the win, when no effect is open."""
    if s.prompt == TINY_SACRIFICE or s.prompt == PHOENIX_DISCARD:  # the second may be the answer to the first
        return True
    wins_wait = s.win_check != IMMEDIATE and s.prompt != MENU and (s.prompt < ACTION or s.prompt == NEXT_TRIGGER)
    wins_wait = wins_wait and s.prompt != HAND_LIMIT
    for p in range(s.num_players):
        if lies_in(s, p, TINY_STABLE) and number(s, p) > TINY_LIMIT:
            return False
        if number(s, p) >= needed(s) and not wins_wait:
            return False
    return True


@jit
def declared_holds(s):
    """Whether effects are declared only where a link is open, and fit it and the cards."""
    if s.link == IN_TURN:
        return s.declared_size == 0
    if s.seat < 0 or s.pile_size > 0 or s.prompt == ACTION or s.prompt == SECOND_PLAY or s.prompt == HAND_LIMIT:
        return False
    if s.declared_size == 0:
        return s.link == DECLARING
    if s.declared_kind[0] != DECLARED_EFFECT:
        return False
    for i in range(s.declared_size):
        if not pick_holds(s, np.int64(s.declared_kind[i]), np.int64(s.declared_seat[i]), np.int64(s.declared_card[i])):
            return False
    return True


@jit
def pick_holds(s, kind, seat, card):
    """A card that was picked lies there, as often as it was picked, until the effects are carried out."""
    if kind == DECLARED_EFFECT:
        return IN_LINKS[card] != 0
    if kind == FROM_STABLE:
        there = np.int64(s.stable[seat, card]) if card <= LAST_IN_STABLE else np.int64(-1)
    elif kind == FROM_HAND:
        there = np.int64(s.hand[seat, card]) if card >= FIRST_CARD else np.int64(-1)
    else:
        return card == 0
    return there >= 0 and (s.link == CARRYING_OUT or times_declared(s, kind, seat, card) <= there)


@jit
def answers_are_right(s):
    """Whether the legal answers kept in the record are those of the decision. The record is left as it was."""
    lasting, others = s.legal[LASTING], s.legal[PASSING]
    fill_legal(s)
    right = s.legal[LASTING] == lasting and s.legal[PASSING] == others
    s.legal[LASTING] = lasting
    s.legal[PASSING] = others
    return right


@jit
def within(value, low, high):
    return low <= value and value <= high


@jit
def ranges_hold(s):
    """Whether every number that is used as an index is one."""
    n = s.num_players
    if not (within(n, 2, MAX_PLAYERS) and within(s.seat, -1, n - 1) and within(s.active, 0, n - 1)):
        return False
    if not (within(s.stack_size, 0, STACK) and within(s.pile_size, 0, PILE) and within(s.hits, 0, HITS)):
        return False
    if not (within(s.prompt, 0, PROMPTS) and within(s.asked, 0, n - 1) and within(s.at, 0, n)):
        return False
    if not (within(s.source, 0, CARD_TYPES) and within(s.about, 0, CARD_TYPES) and within(s.card, 0, CARD_TYPES)):
        return False
    if not (within(s.deck_size, 0, DECK) and within(s.top_known, 0, min(3, np.int64(s.deck_size)))):
        return False
    if not (within(s.who, 0, n - 1) and within(s.victim, 0, n - 1) and within(s.hit, 0, HITS - 1)):
        return False
    if not (within(s.top_knower, 0, n - 1) and within(s.knight, 0, n) and within(s.phase, 0, END_PHASE)):
        return False
    if not (within(s.turn, 0, MOST_TURNS) and within(s.plays, 0, 2) and within(s.extra_turns, 0, 127)):
        return False
    if not (within(s.skip_phases, 0, 1) and within(s.truncated, 0, 1) and within(s.may_decline, 0, 1)):
        return False
    if not (within(s.hit_mode, 0, RETURNED) and within(s.only, 0, ACTION_COUNT) and within(s.steps_left, 0, 127)):
        return False
    if not (within(s.link, IN_TURN, CARRYING_OUT) and within(s.declared_size, 0, DECLARED)):
        return False
    for i in range(s.stack_size):
        if not (within(s.stack_verb[i], 1, POLL) and within(s.stack_number[i], 0, 2 * HITS + 1)):
            return False
        if s.seat >= 0 and (s.stack_verb[i] == END_TURN) != (i == 0):
            return False
        if s.stack_verb[i] == TINY_SACRIFICE and s.stack_number[i] >= n:
            return False
        if s.stack_verb[i] == DESTROY_TWO and s.stack_number[i] > 2:
            return False
    if s.seat >= 0 and (s.stack_size == 0 or (s.prompt == DESTROY_TWO and s.steps_left > 2)):
        return False
    for i in range(s.declared_size):
        if not (within(s.declared_kind[i], DECLARED_EFFECT, SEAT) and within(s.declared_seat[i], 0, n - 1)):
            return False
        if not within(s.declared_card[i], int(s.declared_kind[i] != SEAT), CARD_TYPES):
            return False
    for i in range(len(MENU_CARDS)):
        if not within(s.open[i], 0, COPIES[MENU_CARD[i]]):
            return False
    for i in range(s.deck_size):
        if not within(s.deck[i], FIRST_CARD, CARD_TYPES):
            return False
    for i in range(s.pile_size):
        if not (within(s.pile_card[i], FIRST_CARD, CARD_TYPES) and within(s.pile_player[i], 0, n - 1)):
            return False
    last = LAST_IN_STABLE if s.prompt == DESTROY_TWO else CARD_TYPES
    for i in range(s.hits):
        if not (within(s.hit_seat[i], 0, n - 1) and within(s.hit_card[i], 1, last)):
            return False
    return True


@jit
def check_player(s, p):
    for card in range(1, CARD_TYPES + 1):
        if s.hand[p, card] < 0 or (card <= LAST_BABY and s.hand[p, card] != 0):
            return 3
        for o in range(s.num_players):
            if not within(s.known[o, p, card], 0, s.hand[p, card]):
                return 4
        if not within(s.known_deck[p, card], 0, DECK):
            return 4
    for card in range(1, LAST_IN_STABLE + 1):
        if s.stable[p, card] < 0:
            return 3
    return check_memory_of_deck(s, p)


@jit
def check_memory_of_deck(s, p):
    for card in range(FIRST_CARD, CARD_TYPES + 1):
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
    if card <= LAST_BABY:
        n += np.int64(s.nursery[card])
    for p in range(s.num_players):
        n += np.int64(s.hand[p, card])
        if card <= LAST_IN_STABLE:
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
