"""Potions: what they aim at is named when they are played, and what they do once they have survived the Halt window.

A potion with a verb that species have too does what an ability does, see abilities.py.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.decisions import ask_for
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.steps import push
from unicorn_envs.games.magical_unicorn_quest import cards, knowledge, moves, state, targets, windows
from unicorn_envs.games.magical_unicorn_quest.cards import Verb
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt, Step

# Naming


@jit
def begin_naming(s, verb):
    """12: what a potion aims at is named before anyone decides on Halt."""
    if verb == Verb.MOVE_BEING:
        ask_for(s, s.player, Prompt.MOVE_SOURCE, 1)
    elif targets.is_about_hand(verb):
        ask_for(s, s.player, Prompt.NAME_ADVENTURER, 1)
    elif verb == Verb.TAKE_DISCARDED:
        ask_for(s, s.player, Prompt.NAME_DISCARDED, 1)
    elif verb == Verb.DISCARD_BEING:
        ask_for(s, s.player, Prompt.BREW_STABLE, 1)
    else:
        push(s, Step.HALT_WINDOW, 0)


@jit
def name_stable(s, prompt, stable):
    """The stable in which the being stands."""
    s.table_from[0] = stable + 1
    ask_for(s, s.player, Prompt.MOVE_CARD if prompt == Prompt.MOVE_SOURCE else Prompt.BREW_CARD, 1)


@jit
def name_card(s, prompt, card):
    s.table_named[0] = card
    if prompt == Prompt.MOVE_CARD:
        ask_for(s, s.player, Prompt.MOVE_GOAL, 1)
    else:
        push(s, Step.HALT_WINDOW, 0)


@jit
def name_adventurer(s, q):
    s.table_target[0] = q + 1
    if s.cards[s.table_card[0], cards.FIRST] == Verb.ASK_FOR_CARD:
        ask_for(s, s.player, Prompt.NAME_CARD, 1)
    else:
        push(s, Step.HALT_WINDOW, 0)


# Effects


@jit
def carry_out(s, verb):
    p = np.int64(s.player)
    q = np.int64(s.table_target[0]) - 1
    named = np.int64(s.table_named[0])
    if verb == Verb.MOVE_BEING:
        windows.begin_entry(s, named, s.table_from[0], s.table_to[0])
    elif verb == Verb.ASK_FOR_CARD:
        hand_over(s, p, q, named)
    elif verb == Verb.TAKE_FROM_HAND:
        if s.hand_size[q] > 0:  # 12: Halts may have emptied it
            knowledge.see_hand(s, p, q)
            ask_for(s, p, Prompt.HAND_TAKE, 1)
    elif verb == Verb.TAKE_DISCARDED:
        moves.take_from_discard(s, p, named)
    elif verb == Verb.DISCARD_BEING:
        moves.discard_from_stable(s, s.table_from[0] - 1, named)
    elif verb == Verb.SWAP_CARDS:
        if s.hand_size[p] > 0 and s.hand_size[q] > 0:  # 12
            ask_for(s, p, Prompt.SWAP_GIVE, 2)


@jit
def hand_over(s, p, q, card):
    """Every copy goes over, seen by all; found or not, there are no further copies in that hand."""
    for _ in range(np.int64(s.hand[q, card])):
        moves.give(s, q, p, card, state.EVERYBODY)
    for o in range(s.num_players):
        if o != q:
            knowledge.mark(s, o, q, card)


@jit
def take_from_hand(s, card):
    """The acting adventurer takes a card of the hand they look at."""
    p = np.int64(s.player)
    q = np.int64(s.table_target[0]) - 1
    moves.give(s, q, p, card, sets.of(p) | sets.of(q))


@jit
def pick_for_swap(s, card, steps):
    """12: the acting adventurer picks first, unseen by the other; then both cards change hands."""
    q = np.int64(s.table_target[0]) - 1
    if steps == 2:
        s.picked = card
        ask_for(s, q, Prompt.SWAP_GIVE, 1)
    else:
        picked = np.int64(s.picked)
        s.picked = 0
        moves.swap(s, s.player, picked, q, card)
