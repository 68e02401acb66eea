"""What is legal: the answers to the decision at hand. Numbers in comments are the rulings of RULES.md.

They are a set, a bit for each of WINDOW actions, from FIRST_ANSWER of the prompt on.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.decisions import NO_PROMPT
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.margot import actions, cards, powers, rescue, state, table, views
from unicorn_envs.games.margot.cards import Power
from unicorn_envs.games.margot.state import Prompt

WINDOW = 32
FIRST_ANSWER = np.full(state.PROMPTS + 1, actions.LAY_FIRST, dtype=np.int64)
FIRST_ANSWER[[NO_PROMPT, Prompt.KEEP, Prompt.RESCUE_FAIRY]] = actions.TAKE_FIRST
FIRST_ANSWER[Prompt.ACTION_CHOICE] = actions.EXPLORE_FIRST
FIRST_ANSWER[Prompt.LOSE_ORB] = len(actions.ACTIONS) - WINDOW
FIRST_USABLE = cards.USABLE[0]
assert tuple(cards.USABLE) == tuple(range(FIRST_USABLE, cards.FAIRY_TYPES + 1)), "Fairies that can be used come last"


@jit
def legal(s):
    """The legal answers to the decision at hand."""
    prompt = s.prompt
    if prompt == Prompt.ACTION_CHOICE:
        return legal_actions(s)
    if prompt == Prompt.RESCUE_FAIRY:
        return legal_rescues(s)
    if prompt == Prompt.BREAK_ENEMY:
        return legal_to_break(s)
    if prompt == Prompt.POWER_ENEMY:
        return legal_enemies(s)
    if prompt == Prompt.KEEP:
        return legal_to_keep(s)
    if prompt == Prompt.LAY_VILLAGE:
        return legal_villages(s)
    if prompt == Prompt.READY_FAIRY:
        return legal_to_ready(s)
    if prompt == Prompt.LOSE_ORB:
        return legal_losses(s)
    return legal_castles(s)


@jit
def legal_to_keep(s):
    first = np.int64(s.pair[s.seat, 0])
    second = np.int64(s.pair[s.seat, 1])
    return sets.of(actions.TAKE_FIRST + first - 1) | sets.of(actions.TAKE_FIRST + second - 1)


@jit
def legal_actions(s):
    to_break = np.int64(s.targets) if s.magic_breaks > 0 else 0
    legal = sets.of(actions.WITHDRAW - actions.EXPLORE_FIRST)
    for c in range(cards.CASTLE_COUNT):
        legal |= np.int64(s.deck_size[c] > 0) << c
        can_break = to_break & cards.TARGETS_IN[c] != 0  # 6
        legal |= np.int64(can_break) << (actions.BREAK_FIRST - actions.EXPLORE_FIRST + c)
    return legal | (powers.usable_now(s) >> FIRST_USABLE << (actions.USE_FIRST - actions.EXPLORE_FIRST))


@jit
def legal_rescues(s):
    legal = sets.of(actions.TAKE_FIRST + cards.FLOWER - 1)  # 11: free, and with an empty pile the game would be over
    orbs = table.all_valid_orbs(s)
    row = np.int64(s.row) if orbs != 0 else 0
    while row != 0:
        fairy = sets.lowest(row)
        legal |= np.int64(rescue.can_afford(s, fairy, orbs)) << (actions.TAKE_FIRST + fairy - 1)
        row = sets.without_lowest(row)
    return legal


@jit
def legal_to_break(s):
    legal = (np.int64(s.targets) & cards.TARGETS_IN[s.place - 1]) << (actions.ENEMY_FIRST - actions.LAY_FIRST)
    return legal | np.int64(s.picked) << (actions.DONE - actions.LAY_FIRST)


@jit
def legal_enemies(s):
    legal = (np.int64(s.targets) & cards.TARGETS_OF[s.power]) << (actions.ENEMY_FIRST - actions.LAY_FIRST)
    if cards.POWER[s.power] == Power.RETURN:
        for target in range(cards.ENEMY_COUNT):
            in_illusion = s.illusion[cards.ENEMY_CASTLE[target], cards.ENEMY_KIND[target]] != 0
            legal |= np.int64(in_illusion) << (actions.ILLUSION_FIRST - actions.LAY_FIRST + target)
    return legal


@jit
def legal_villages(s):
    legal = 0
    for c in range(cards.CASTLE_COUNT):
        legal |= np.int64(powers.can_lay(s, s.power, c)) << c
    return legal


@jit
def legal_to_ready(s):
    legal = 0
    for i in range(table.READYABLE_FAIRY.shape[0]):
        is_used = s.used[table.READYABLE_FAIRY[i]] != 0
        legal |= np.int64(is_used) << (actions.READY_FIRST - actions.LAY_FIRST + i)
    return legal


@jit
def legal_losses(s):
    legal = 0
    orbs = views.valid_orbs(s, np.int64(s.place) - 1)
    for colour in range(cards.COLOUR_COUNT):
        there = table.orbs_of(orbs, colour) > 0
        legal |= np.int64(there) << (actions.LOSE_FIRST - FIRST_ANSWER[Prompt.LOSE_ORB] + colour)
    return legal


@jit
def legal_castles(s):
    """For Chariot and Mist; Owl may leave both."""
    legal = np.int64(s.prompt == Prompt.OWL_CASTLE) << (actions.LEAVE - actions.LAY_FIRST)
    for c in range(cards.CASTLE_COUNT):
        legal |= np.int64(s.deck_size[c] > 0) << (actions.CASTLE_FIRST - actions.LAY_FIRST + c)
    return legal
