"""Playing a card, and who stops it (2.2, 2.3). Numbers in comments are rulings."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unstable_unicorns import cards, effects, events, moves, prompts, stables
from unicorn_envs.games.unstable_unicorns.verbs import Verb


@jit
def poll(s, first):
    """2.2.4: clockwise from the player after the one who played the top card."""
    top = np.int64(s.pile_size) - 1
    player = np.int64(s.pile_player[top])
    card = np.int64(s.pile_card[top])
    if not (cards.CANNOT_BE_STOPPED[card] != 0 or stables.does(s, player, cards.SHIELDS_PLAYS)):  # 2.2.6
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
        moves.discard_played(s)
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
    events.entered(s, p, moves.settle(s, p))


@jit
def announce(s, p, card):
    """2.2.2: a card is announced, and the others are asked."""
    moves.announce(s, p, card)
    poll(s, 1)


@jit
def answer_neigh(s, p, card):
    """The poll on the card below is over."""
    s.stack_size -= 1
    s.stack_verb[s.stack_size] = 0
    s.stack_number[s.stack_size] = 0
    announce(s, p, card)
