"""Events (2.7.2): cards leave and enter Stables, replacements are offered, triggers are noted, and the table
is checked for Tiny Stable and for a winner. Numbers in comments are rulings."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unstable_unicorns import cards, counts, moves, prompts, stables, state, winning
from unicorn_envs.games.unstable_unicorns.verbs import Verb

# Leaving and entering


@jit
def raise_trigger(s, p, card):
    """Note a trigger for ``p``; it waits in the next link."""
    s.waiting[state.NEXT, p, cards.TRIGGER_INDEX[card]] += 1
    s.waiting_size[state.NEXT] += 1


@jit
def entered(s, p, card):
    """A card has entered a Stable; what follows is judged by the Stable with the card in it (2.7.4)."""
    if card <= cards.LAST_UNICORN:
        if stables.is_wired(s, p):
            raise_trigger(s, p, cards.BARBED_WIRE)
        if cards.WHEN[card] == cards.When.ENTERS and not counts.is_blinded(s, p):
            raise_trigger(s, p, card)
    winning.check_table(s)


@jit
def move_card(s, q, p, card):
    """Steal or move: from the Stable of ``q`` into that of ``p``, as one event."""
    if card <= cards.LAST_UNICORN and stables.is_wired(s, q):
        raise_trigger(s, q, cards.BARBED_WIRE)
    moves.move(s, q, p, card)
    entered(s, p, card)


@jit
def put_away(s, p, card, fate, blinded, wired):
    """A card is sacrificed, destroyed or returned; ``blinded`` and ``wired``: the Stable before the event."""
    if card <= cards.LAST_UNICORN and wired:
        raise_trigger(s, p, cards.BARBED_WIRE)
    if card <= cards.LAST_BABY:
        moves.return_baby(s, p, card)
    elif fate == state.Fate.RETURNED or (not blinded and counts.does(card, cards.TO_HAND)):
        moves.return_card(s, p, card)
    else:
        moves.put_away(s, p, card)
        if cards.WHEN[card] == cards.When.LEFT and not blinded:
            raise_trigger(s, p, card)


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
    push(s, Verb.MOVE_CARDS, 0)
    if mode != state.Fate.RETURNED:
        push(s, Verb.REPLACE, 0)


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
    push(s, Verb.REPLACE, step + 1)
    card = np.int64(s.hit_card[hit])
    seat = np.int64(s.hit_seat[hit])
    if card > cards.LAST_UNICORN or counts.is_blinded(s, seat):
        return
    s.hit = hit
    if step % 2 == 0:
        if counts.does(card, cards.MAY_STAY):
            prompts.ask(s, Verb.PHOENIX_DISCARD, seat, card, 0, 1)
    elif s.hit_saved[hit] == 0 and knight_may_help(s, seat):
        prompts.ask(s, Verb.KNIGHT_FOR, seat, cards.BLACK_KNIGHT, 0, 1)


@jit
def knight_may_help(s, seat):
    """2.7.10"""
    if s.hit_mode != state.Fate.DESTROYED or s.stable[seat, cards.BLACK_KNIGHT] == 0 or s.knight == seat + 1:
        return False
    return not counts.has_pandas(s, seat) and not hit_card_of(s, seat, cards.BLACK_KNIGHT)


@jit
def move_cards(s):
    """The cards that were not saved leave, all at once; the Stables before count for what they raise."""
    blinded = 0
    wired = 0
    for p in range(s.num_players):
        if counts.is_blinded(s, p):
            blinded |= 1 << p
        if stables.is_wired(s, p):
            wired |= 1 << p
    for i in range(s.hits):
        if s.hit_saved[i] == 0:
            p = np.int64(s.hit_seat[i])
            put_away(s, p, np.int64(s.hit_card[i]), s.hit_mode, (blinded >> p) & 1 != 0, (wired >> p) & 1 != 0)
    if s.knight != 0:
        p = np.int64(s.knight) - 1
        put_away(s, p, cards.BLACK_KNIGHT, state.Fate.SACRIFICED, False, (wired >> p) & 1 != 0)
    forget_hits(s)
    winning.check_table(s)


@jit
def sacrifice_extras(s, p, first):
    """Upgrades and Downgrades from type ``first`` on leave the Stable; nothing replaces that."""
    for card in range(first, cards.LAST_IN_STABLE + 1):
        while s.stable[p, card] > 0:
            put_away(s, p, card, state.Fate.SACRIFICED, False, False)


@jit
def bring_baby(s, p):
    """Mother Goose: a Baby Unicorn if one is there, else Baby Narwhal."""
    for card in range(cards.BABY_UNICORN, cards.LAST_BABY + 1):
        if s.nursery[card] > 0:
            moves.bring_from_nursery(s, p, card)
            entered(s, p, card)
            return
