"""What must always hold in a record of Unicorn Apocalypse; ``check`` finds what does not, in any bytes."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.checks import within
from unicorn_envs.engine.decisions import NO_PROMPT
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unicorn_apocalypse import battle, cards, places, state
from unicorn_envs.games.unicorn_apocalypse.cards import LEVELS, PLAYERS, PORTALS
from unicorn_envs.games.unicorn_apocalypse.state import PROMPTS, Prompt, Step

OK = 0
OUT_OF_RANGE = 1
WRONG_COUNT = 2
WRONG_SHOWN = 3
WRONG_BUILD = 4
WRONG_EVACUEES = 5
WRONG_DECISION = 6
WRONG_HAND = 7
WRONG_STACK = 8
WRONG_RESULT = 9

INVARIANTS = {
    OUT_OF_RANGE: "a number in the record is out of range, or stands where none belongs",
    WRONG_COUNT: "each level must be in exactly one place as often as its deck has it",
    WRONG_SHOWN: "more cards are known to be in a hand than lie there",
    WRONG_BUILD: "a build card lies on an open portal, has wrong points, or has met the cost of a portal still closed",
    WRONG_EVACUEES: "the evacuees do not fit the open portals",
    WRONG_DECISION: "seat, prompt, winner, choices, card at hand and cards on the table do not fit each other",
    WRONG_HAND: "a battle must begin with two hands of 7",
    WRONG_STACK: "the pending steps do not fit the decision at hand",
    WRONG_RESULT: "the game must be over when one of its ends has come, and only then, with the returns that fit it",
}


@jit
def check(s):
    if s.num_players != PLAYERS or s.battle_cap < 1 or not within(s.battle, 0, s.battle_cap):
        return OUT_OF_RANGE
    if not within(s.seat, -1, PLAYERS - 1) or not within(s.prompt, 0, PROMPTS) or not within(s.winner, 0, PLAYERS):
        return OUT_OF_RANGE
    if not within(s.placing, 0, LEVELS) or not within(s.rounds, 0, cards.MOST_ROUNDS):
        return OUT_OF_RANGE
    for p in range(PLAYERS):
        code = check_cards(s, p)
        if code == OK:
            code = check_builds(s, p)
        if code != OK:
            return code
    if not table_fits(s) or not decision_fits(s):
        return WRONG_DECISION
    for p in range(PLAYERS):
        if s.prompt == Prompt.BATTLE_CARD and places.count(s.hand, p) != cards.HAND:
            return WRONG_HAND
    code = check_stack(s)
    if code != OK:
        return code
    return OK if result_fits(s) else WRONG_RESULT


@jit
def check_cards(s, p):
    if not within(s.pile_size[p], 0, cards.DECK) or not within(s.builds[p], 0, cards.MOST_BUILDS):
        return OUT_OF_RANGE
    if not within(s.choice[p], 0, LEVELS) or not within(s.first[p], 0, LEVELS) or not within(s.last[p], 0, LEVELS):
        return OUT_OF_RANGE
    for i in range(cards.DECK):
        if (s.pile[p, i] != 0) != (i < s.pile_size[p]) or not within(s.pile[p, i], 0, LEVELS):
            return OUT_OF_RANGE
    if s.comets[p] < 0 or s.unicorns[p] < 0:
        return OUT_OF_RANGE
    if s.hand[p, 0] != 0 or s.shown[p, 0] != 0 or s.discard[p, 0] != 0 or s.new_home[p, 0] != 0 or s.table[p, 0] != 0:
        return OUT_OF_RANGE
    for level in range(1, LEVELS + 1):
        if s.hand[p, level] < 0 or s.discard[p, level] < 0 or s.new_home[p, level] < 0 or s.table[p, level] < 0:
            return OUT_OF_RANGE
        if cards_of(s, p, level) != cards.COPIES[level]:
            return WRONG_COUNT
        if not within(s.shown[p, level], 0, s.hand[p, level]):
            return WRONG_SHOWN
    return OK


@jit
def cards_of(s, p, level):
    """How often a level of this player's deck is found."""
    n = np.int64(s.hand[p, level]) + s.discard[p, level] + s.new_home[p, level] + s.table[p, level]
    for i in range(s.pile_size[p]):
        if s.pile[p, i] == level:
            n += 1
    for k in range(s.builds[p]):
        if s.build_level[p, k] == level:
            n += 1
    if level == cards.COMET:
        n += s.comets[p]
    elif level == cards.UNICORN:
        n += s.unicorns[p]
    if s.placing == level and s.seat == p:
        n += 1
    return n


@jit
def check_builds(s, p):
    for portal in range(PORTALS):
        if not within(s.open[p, portal], 0, 1):
            return OUT_OF_RANGE
        if s.open[p, portal] == 0 and places.points_on(s, p, portal) >= cards.COST[portal]:
            return WRONG_BUILD
    for k in range(state.PLACES):
        level = np.int64(s.build_level[p, k])
        portal = np.int64(s.build_portal[p, k])
        points = np.int64(s.build_points[p, k])
        if k >= s.builds[p]:
            if level != 0 or portal != 0 or points != 0:
                return OUT_OF_RANGE
        elif not within(level, 1, LEVELS) or not within(portal, 0, PORTALS - 1):
            return OUT_OF_RANGE
        elif s.open[p, portal] == 1 or points < 1 or (points != 1 and points != cards.POINTS[level]):
            return WRONG_BUILD
    return OK if evacuees_fit(s, p) else WRONG_EVACUEES


@jit
def evacuees_fit(s, p):
    """Each was worth at least 1 point and at most its own, or 1 where level 12 placed it."""
    costs = 0
    for portal in range(PORTALS):
        costs += cards.COST[portal] * s.open[p, portal]
    points = 0
    for level in range(1, LEVELS + 1):
        points += s.new_home[p, level] * max(cards.POINTS[level], 1)
    return places.count(s.new_home, p) <= costs and costs <= points


@jit
def table_fits(s):
    """The winner's cards lie there until they are placed or discarded, the loser's Unicorns until they are decided."""
    if s.seat < 0:
        return True
    for p in range(PLAYERS):
        for level in range(1, LEVELS + 1):
            if s.table[p, level] != 0 and not may_lie_on_table(s, p, level):
                return False
    return True


@jit
def may_lie_on_table(s, p, level):
    if s.prompt != Prompt.WAR_CARD and s.prompt != Prompt.WAR_BUILD:
        return False
    return p == s.winner - 1 or (level == cards.UNICORN and battle.is_losers(s))


@jit
def decision_fits(s):
    prompt = s.prompt
    if s.seat == -1 or prompt == NO_PROMPT:
        return s.seat == -1 and prompt == NO_PROMPT and s.placing == 0 and s.choice[0] == 0 and s.choice[1] == 0
    if not battle.is_war(s) and s.winner != (1 if s.first[0] > s.first[1] else 2):
        return False
    if s.choice[1] != 0 or (s.choice[0] != 0) != (prompt == Prompt.BATTLE_CARD and s.seat == 1):
        return False
    if s.choice[0] != 0 and s.hand[0, s.choice[0]] == 0:
        return False
    if prompt == Prompt.BATTLE_CARD:
        return s.placing == 0
    if battle.is_losers(s):
        return battle.is_war(s) and s.winner != 0 and s.placing == cards.UNICORN
    if s.seat != s.winner - 1:
        return False
    if prompt == Prompt.REMOVE and s.builds[1 - s.seat] == 0:
        return False
    if battle.is_war(s):
        if prompt == Prompt.BUILD:
            return False
    elif prompt == Prompt.WAR_CARD or prompt == Prompt.WAR_BUILD:
        return False
    is_placing = prompt == Prompt.BUILD or prompt == Prompt.WAR_BUILD or prompt == Prompt.HAND_BUILD
    if is_placing != (s.placing != 0):
        return False
    return prompt == Prompt.HAND_BUILD or not is_placing or cards.POINTS[s.placing] > 0


@jit
def check_stack(s):
    """While cards are chosen nothing is pending, else Step.END_BATTLE and above it what :func:`win` has put there."""
    if not within(s.stack_size, 0, state.STACK):
        return OUT_OF_RANGE
    for i in range(state.STACK):
        if not within(s.stack_verb[i], 0, state.LAST_STEP) or not within(s.stack_number[i], 0, LEVELS):
            return OUT_OF_RANGE
        if (s.stack_verb[i] != 0) != (i < s.stack_size) or (s.stack_number[i] != 0 and s.stack_verb[i] != Step.ACT):
            return WRONG_STACK
    prompt = s.prompt
    if prompt == NO_PROMPT:
        return OK
    if prompt == Prompt.BATTLE_CARD:
        return OK if s.stack_size == 0 else WRONG_STACK
    size = 0
    if s.stack_verb[size] == Step.END_BATTLE:
        size += 1
    else:
        return WRONG_STACK
    winner = np.int64(s.winner) - 1
    while s.stack_verb[size] == Step.ACT and size < 3:  # the last card's special and, above it, the first card's
        level = s.stack_number[size]
        if level != s.first[winner] and level != s.last[winner]:
            return WRONG_STACK
        size += 1
    if prompt == Prompt.BUILD or prompt == Prompt.WAR_CARD or prompt == Prompt.WAR_BUILD:
        if s.stack_verb[size] != Step.DISCARD_REST:
            return WRONG_STACK
        size += 1
        if battle.is_losers(s):
            if s.stack_verb[size] != Step.PLACE:
                return WRONG_STACK
            size += 1
    return OK if size == s.stack_size else WRONG_STACK


@jit
def result_fits(s):
    portals_0 = places.open_portals(s, 0)
    portals_1 = places.open_portals(s, 1)
    lead = 0
    has_ended = True
    is_cut_off = False
    if portals_0 == PORTALS or portals_1 == PORTALS:
        lead = portals_0 - portals_1
    elif places.comets_in_play(s) >= cards.COMETS_TO_END:
        lead = battle.lead_of_first(s)
    else:
        is_cut_off = s.seat == -1 and s.battle >= s.battle_cap  # 15
        has_ended = is_cut_off
    if has_ended != (s.seat == -1) or s.truncated != (1 if is_cut_off else 0):
        return False
    value = 1 if lead > 0 else (-1 if lead < 0 else 0)
    return s.returns[0] == value and s.returns[1] == -value
