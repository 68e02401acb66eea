"""A sensible human's Unicorn Apocalypse. It reads the observation and the mask, nothing else, and draws no lots.

It counts what the opponent can still hold, fights where winning or denying pays, fills portals by how many evacuees
they promise and how soon, leaves Archangels and Unicorns in the deck where they would build little, and hurries or
holds back Comets depending on who leads.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.reading import one_hot
from unicorn_envs.games.unicorn_apocalypse import actions, cards
from unicorn_envs.games.unicorn_apocalypse import observation as at
from unicorn_envs.games.unicorn_apocalypse.cards import LEVELS, PORTALS, Special
from unicorn_envs.games.unicorn_apocalypse.state import PROMPTS, Prompt

# Values are in evacuees.
POINTS_A_COMET = 10.0
"""Build points that a side may hope for while one more Comet comes."""
OPENED = 0.3
"""An open portal beside its evacuees: it decides a tie, and nothing can be removed from it."""
WON = 100.0
ARCHANGEL_KEPT = 0.13
UNICORN_KEPT = 0.4
"""What a card is worth in the deck rather than on a portal, for each Comet that is still to come."""
SPENT = 1.0
"""What the highest card costs in a battle: it is not there in the next one."""
CLOCK = 0.7
"""A Comet, for each evacuee of a lead, divided by the Comets still to come."""
NEVER = -1000.0


@jit
def choose(obs, mask):
    prompt = one_hot(obs, at.PROMPT_AT, PROMPTS) + 1
    if prompt == Prompt.BATTLE_CARD:
        return choose_battle_card(obs, mask)
    if prompt == Prompt.WAR_CARD:
        return choose_war_card(obs, mask)
    if prompt == Prompt.REMOVE:
        return actions.YES
    if prompt == Prompt.HAND_CARD:
        return choose_hand_card(mask)
    if prompt == Prompt.WAR_BUILD and mask[actions.NO] != 0:
        return choose_for_lost_unicorn(obs)
    return choose_portal(obs, mask, prompt == Prompt.HAND_BUILD)


# What things are worth


@jit
def comets_to_come(obs):
    return max(np.int64(cards.COMETS_TO_END) - np.int64(obs[at.COMETS_IN_PLAY_AT]), 1)


@jit
def promise(obs, points_left):
    """How likely a portal that needs so many points opens before the last Comet."""
    return np.exp(-points_left / (POINTS_A_COMET * comets_to_come(obs)))


@jit
def gain(obs, side, portal, points):
    """What a card of so many points brings on a closed portal of a side."""
    cards = np.int64(obs[side + at.ON_PORTAL_IN_SIDE + portal])
    left = np.int64(obs[side + at.POINTS_LEFT_IN_SIDE + portal])
    before = cards * promise(obs, left)
    if points < left:
        return (cards + 1) * promise(obs, left - points) - before
    closed = 0
    for i in range(PORTALS):
        closed += 1 - obs[side + at.OPEN_IN_SIDE + i]
    return WON if closed == 1 else cards + 1 + OPENED - before


@jit
def best_portal(obs, side, points):
    best = -1
    most = NEVER
    for portal in range(PORTALS):
        if obs[side + at.OPEN_IN_SIDE + portal] == 0:
            worth = gain(obs, side, portal, points)
            if worth > most:
                most = worth
                best = portal
    return best


@jit
def best_gain(obs, side, points):
    return gain(obs, side, best_portal(obs, side, points), points)


@jit
def worth_of_building(obs, level):
    """What a won card brings on the best portal, less what it is worth in the deck."""
    worth = best_gain(obs, at.OWN_AT, np.int64(cards.POINTS[level]))
    if cards.SPECIAL[level] == Special.WIN_WAR:
        worth -= ARCHANGEL_KEPT * comets_to_come(obs)
    elif level == cards.UNICORN:
        worth -= UNICORN_KEPT * comets_to_come(obs)
    return worth


@jit
def lead(obs):
    """Evacuees ahead; open portals count where these are equal."""
    ahead = 1.0 * obs[at.OWN_AT + at.EVACUEES_IN_SIDE] - obs[at.OPPONENT_AT + at.EVACUEES_IN_SIDE]
    if ahead == 0.0:
        for portal in range(PORTALS):
            ahead += 0.1 * (obs[at.OWN_AT + at.OPEN_IN_SIDE + portal] - obs[at.OPPONENT_AT + at.OPEN_IN_SIDE + portal])
    return ahead


@jit
def worth_of_comet(obs):
    """One more Comet in play: good for who leads, and the last one decides."""
    ahead = lead(obs)
    left = comets_to_come(obs)
    if left > 1:
        return CLOCK * ahead / left
    return WON if ahead > 0.0 else (-WON if ahead < 0.0 else 0.0)


@jit
def worth_of_removal(obs):
    """What the opponent's latest build card is worth to them."""
    latest = at.OPPONENT_AT + at.BUILDS_IN_SIDE
    if obs[latest] == 0:
        return 0.0
    portal = np.int64(obs[latest + 2]) - 1
    cards = np.int64(obs[at.OPPONENT_AT + at.ON_PORTAL_IN_SIDE + portal])
    left = np.int64(obs[at.OPPONENT_AT + at.POINTS_LEFT_IN_SIDE + portal])
    return cards * promise(obs, left) - (cards - 1) * promise(obs, left + obs[latest + 1])


# The battle card


@jit
def in_hand(obs, level):
    """How many cards of a level the opponent may be expected to hold."""
    shown = 0
    unseen = 0
    for i in range(LEVELS):
        shown += obs[at.OPPONENT_SHOWN_AT + i]
        unseen += obs[at.UNSEEN_AT + i]
    known = np.int64(obs[at.OPPONENT_SHOWN_AT + level - 1])
    if unseen == shown:
        return 1.0 * known
    share = (obs[at.OPPONENT_AT + at.HAND_SIZE_IN_SIDE] - shown) / (unseen - shown)
    return known + share * (obs[at.UNSEEN_AT + level - 1] - known)


@jit
def choose_battle_card(obs, mask):
    denied = best_gain(obs, at.OPPONENT_AT, 1)
    size = 1.0 * obs[at.OPPONENT_AT + at.HAND_SIZE_IN_SIDE]
    below = 0.0
    best = -1
    most = NEVER
    for level in range(1, LEVELS + 1):
        equal = in_hand(obs, level) / size
        if mask[actions.LEVEL_FIRST + level - 1] != 0:
            worth = below * worth_of_winning(obs, level) - (1.0 - below - equal) * denied - SPENT * level / LEVELS
            if level == cards.COMET:
                worth += worth_of_comet(obs)
            if worth > most:
                most = worth
                best = level
        below += equal
    return actions.LEVEL_FIRST + best - 1


@jit
def worth_of_winning(obs, level):
    if cards.POINTS[level] == 0:
        return 0.0
    worth = worth_of_building(obs, level)
    if level == cards.UNICORN:
        worth = max(worth, worth_of_comet(obs))
    elif cards.SPECIAL[level] == Special.REMOVE_BUILD:
        worth += worth_of_removal(obs)
    elif cards.SPECIAL[level] == Special.ADD_BUILD:
        worth += best_gain(obs, at.OWN_AT, 1)
    return max(worth, 0.0)


# Building and the specials


@jit
def choose_war_card(obs, mask):
    """The card that brings most next; of equal ones the one with the fewest points."""
    best = actions.STOP
    most = 0.0
    fewest = 0
    for level in range(1, LEVELS + 1):
        if mask[actions.LEVEL_FIRST + level - 1] != 0:
            worth = worth_of_building(obs, level)
            if level == cards.UNICORN:
                worth = max(worth, worth_of_comet(obs))
            points = np.int64(cards.POINTS[level])
            if worth > most or (worth == most and points < fewest):
                most = worth
                fewest = points
                best = actions.LEVEL_FIRST + level - 1
    return best


@jit
def choose_portal(obs, mask, is_from_hand):
    level = 1
    while obs[at.PLACING_AT + level - 1] == 0:
        level += 1
    points = 1 if is_from_hand else np.int64(cards.POINTS[level])
    portal = best_portal(obs, at.OWN_AT, points)
    worth = worth_of_building(obs, level)
    if mask[actions.AS_COMET] != 0 and worth_of_comet(obs) > max(worth, 0.0):
        return actions.AS_COMET
    if mask[actions.NO] != 0 and worth <= 0.0:
        return actions.NO
    return actions.PORTAL_FIRST + portal


@jit
def choose_for_lost_unicorn(obs):
    """In play it counts as a Comet; discarded it may win another battle."""
    return actions.AS_COMET if worth_of_comet(obs) > UNICORN_KEPT * comets_to_come(obs) else actions.NO


@jit
def choose_hand_card(mask):
    """The card that would win least."""
    for level in range(1, LEVELS + 1):
        if mask[actions.LEVEL_FIRST + level - 1] != 0 and cards.SPECIAL[level] != Special.WIN_WAR:
            return actions.LEVEL_FIRST + level - 1
    return actions.NO
