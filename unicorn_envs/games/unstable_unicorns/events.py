"""Events (2.7.2): cards leave and enter Stables, replacements are offered, triggers are noted, and the table
is checked for Tiny Stable and for a winner. Numbers in comments are rulings."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unstable_unicorns.cards import (
    BABY_UNICORN,
    BARBED_WIRE,
    BLACK_KNIGHT,
    HAS_ENTER_EFFECT,
    IS_FLYER,
    KNIGHT_FOR,
    LAST_BABY,
    LAST_IN_STABLE,
    LAST_UNICORN,
    LASTING,
    MENU_INDEX,
    NANNY_CAM,
    PASSING,
    PHOENIX,
    PHOENIX_DISCARD,
    STABBY,
    TINY_SACRIFICE,
    TINY_STABLE,
    TRIGGER_INDEX,
    TRIGGERS,
)
from unicorn_envs.games.unstable_unicorns.declared import forget_declared
from unicorn_envs.games.unstable_unicorns.knowledge import (
    discard_pile_into_deck,
    show_hand_to_all,
    shuffle_deck,
    take_open,
)
from unicorn_envs.games.unstable_unicorns.prompts import NO_PROMPT, ask, forget_prompt
from unicorn_envs.games.unstable_unicorns.stables import (
    has_pandas,
    is_blinded,
    is_wired,
    letters,
    number,
)
from unicorn_envs.games.unstable_unicorns.state import DESTROYED, IMMEDIATE, NEXT, RETURNED, SACRIFICED
from unicorn_envs.games.unstable_unicorns.views import change_discard, change_stable, lies_in, needed

# Steps of the machine, beside the verbs of cards.py
REPLACE = 60  # number: 2 x the hit, + 1 when Black Knight is next
MOVE_CARDS = 61

TINY_LIMIT = 5


# Leaving and entering


@jit
def raise_trigger(s, p, card):
    """Note a trigger for ``p``; it waits in the next link."""
    s.waiting[NEXT, p, TRIGGER_INDEX[card]] += 1
    s.waiting_size[NEXT] += 1


@jit
def take_from_stable(s, p, card):
    change_stable(s, p, card, -1)
    i = MENU_INDEX[card]
    if i >= 0 and p == s.active:
        s.open[i] = min(s.open[i], s.stable[p, card])  # 2.6.4


@jit
def enter(s, p, card):
    """A card enters a Stable; what follows is judged by the Stable with the card in it (2.7.4)."""
    change_stable(s, p, card, 1)
    if card <= LAST_UNICORN:
        if is_wired(s, p):
            raise_trigger(s, p, BARBED_WIRE)
        if HAS_ENTER_EFFECT[card] != 0 and not is_blinded(s, p):
            raise_trigger(s, p, card)
    elif card == NANNY_CAM:
        show_hand_to_all(s, p)


@jit
def move_card(s, q, p, card):
    """Steal or move: from the Stable of ``q`` into that of ``p``, as one event."""
    if card <= LAST_UNICORN and is_wired(s, q):
        raise_trigger(s, q, BARBED_WIRE)
    take_from_stable(s, q, card)
    enter(s, p, card)
    check_table(s)


@jit
def bring(s, p, card):
    """A card that has left its place enters the Stable of ``p``, as one event."""
    enter(s, p, card)
    check_table(s)


@jit
def put_away(s, p, card, mode, blinded, wired):
    """A card is sacrificed, destroyed or returned; ``blinded`` and ``wired``: the Stable before the event."""
    take_from_stable(s, p, card)
    if card <= LAST_UNICORN and wired:
        raise_trigger(s, p, BARBED_WIRE)
    if card <= LAST_BABY:
        s.nursery[card] += 1
    elif mode == RETURNED or (IS_FLYER[card] != 0 and not blinded):
        take_open(s, p, card)
    else:
        change_discard(s, card, 1)
        if card == STABBY and not blinded:
            raise_trigger(s, p, STABBY)


# Events with hits: picks, replacements, and then the cards move


@jit
def add_hit(s, seat, card):
    s.hit_seat[s.hits] = seat
    s.hit_card[s.hits] = card
    s.hits += 1


@jit
def forget_hits(s):
    for i in range(s.hits):
        s.hit_seat[i] = 0
        s.hit_card[i] = 0
        s.hit_saved[i] = 0
    s.hits = 0
    s.hit = 0
    s.hit_mode = 0
    s.knight = 0


@jit
def begin_event(s, mode):
    """All picks are made: replacements are offered in their order, then the cards move (2.7.11)."""
    s.hit_mode = mode
    push(s, MOVE_CARDS, 0)
    if mode != RETURNED:
        push(s, REPLACE, 0)


@jit
def hit_card_of(s, seat, card):
    """Whether the event hits this card of this Stable."""
    for i in range(s.hits):
        if s.hit_seat[i] == seat and s.hit_card[i] == card:
            return True
    return False


@jit
def ask_replacement(s, step):
    """2.7.9, for one hit after the other: first Unicorn Phoenix, then Black Knight."""
    hit = step // 2
    if hit >= s.hits:
        return
    push(s, REPLACE, step + 1)
    card = np.int64(s.hit_card[hit])
    seat = np.int64(s.hit_seat[hit])
    if card > LAST_UNICORN or is_blinded(s, seat):
        return
    s.hit = hit
    if step % 2 == 0:
        if card == PHOENIX:
            ask(s, PHOENIX_DISCARD, seat, PHOENIX, 0, 1)
    elif s.hit_saved[hit] == 0 and knight_may_help(s, seat):
        ask(s, KNIGHT_FOR, seat, BLACK_KNIGHT, 0, 1)


@jit
def knight_may_help(s, seat):
    """2.7.10"""
    if s.hit_mode != DESTROYED or s.stable[seat, BLACK_KNIGHT] == 0 or s.knight == seat + 1:
        return False
    return not has_pandas(s, seat) and not hit_card_of(s, seat, BLACK_KNIGHT)


@jit
def move_cards(s):
    """The cards that were not saved leave, all at once; the Stables before count for what they raise."""
    blinded = 0
    wired = 0
    for p in range(s.num_players):
        if is_blinded(s, p):
            blinded |= 1 << p
        if is_wired(s, p):
            wired |= 1 << p
    for i in range(s.hits):
        if s.hit_saved[i] == 0:
            p = np.int64(s.hit_seat[i])
            put_away(s, p, np.int64(s.hit_card[i]), s.hit_mode, (blinded >> p) & 1 != 0, (wired >> p) & 1 != 0)
    if s.knight != 0:
        p = np.int64(s.knight) - 1
        put_away(s, p, BLACK_KNIGHT, SACRIFICED, False, (wired >> p) & 1 != 0)
    forget_hits(s)
    check_table(s)


@jit
def sacrifice_extras(s, p, first):
    """Upgrades and Downgrades from type ``first`` on leave the Stable; nothing replaces that."""
    for card in range(first, LAST_IN_STABLE + 1):
        while s.stable[p, card] > 0:
            put_away(s, p, card, SACRIFICED, False, False)


@jit
def bring_baby(s, p):
    """Mother Goose: a Baby Unicorn if one is there, else Baby Narwhal."""
    for card in range(BABY_UNICORN, LAST_BABY + 1):
        if s.nursery[card] > 0:
            s.nursery[card] -= 1
            bring(s, p, card)
            return


# Checks after an event


@jit
def check_table(s):
    """Tiny Stable first (2.10.12), then the win (2.8.3)."""
    for k in range(s.num_players):
        p = clockwise(s, s.active, k)
        if lies_in(s, p, TINY_STABLE) and number(s, p) > TINY_LIMIT:
            push(s, TINY_SACRIFICE, p)
            return
    if s.win_check == IMMEDIATE:
        check_win(s)


@jit
def check_win(s):
    goal = needed(s)
    if number(s, s.active) >= goal:  # 2.8.5
        finish(s, s.active)
        return
    for p in range(s.num_players):
        if number(s, p) >= goal:
            finish(s, leader(s))
            return


@jit
def leader(s):
    """Most Unicorns, then most letters; -1 when that leaves several (2.9.2)."""
    best = -1
    tied = False
    for p in range(s.num_players):
        if best < 0:
            best = p
            continue
        ahead = number(s, p) - number(s, best)
        if ahead == 0:
            ahead = letters(s, p) - letters(s, best)
        if ahead > 0:
            best = p
            tied = False
        elif ahead == 0:
            tied = True
    return -1 if tied else best


@jit
def deck_ran_out(s):
    """2.9.1: the win is checked, then the game ends; or the discard pile becomes the deck (2.9.5)."""
    if s.reshuffle != 0 and s.discard_set[LASTING] | s.discard_set[PASSING] != 0:
        discard_pile_into_deck(s)
        shuffle_deck(s)
        return
    check_win(s)
    if s.seat >= 0:
        finish(s, leader(s))


@jit
def finish(s, winner):
    """The game is over; all that waits is dropped (2.7.8)."""
    s.seat = -1
    if s.prompt != NO_PROMPT:
        forget_prompt(s)
    while s.stack_size > 0:
        s.stack_size -= 1
        s.stack_verb[s.stack_size] = 0
        s.stack_number[s.stack_size] = 0
    forget_declared(s)
    for link in range(2):
        s.waiting_size[link] = 0
        for p in range(s.num_players):
            for i in range(TRIGGERS):
                s.waiting[link, p, i] = 0
    if winner < 0:
        return
    for p in range(s.num_players):  # 2.1.9
        s.returns[p] = 1.0 if p == winner else -1.0 / (np.int64(s.num_players) - 1)
