"""Penalty and rescue. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.decisions import ask
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.margot import cards, ending, moves, state, table, views
from unicorn_envs.games.margot.cards import Castle
from unicorn_envs.games.margot.state import Prompt

# What an orb number lacks for a cost: a bit for each count that is too small
COUNTS = cards.COLOUR_COUNT + 1
HIGH_BITS = sum(128 << (8 * i) for i in range(COUNTS))
COST_NUMBER = np.array(
    [
        sum(int(n) << (8 * i) for i, n in enumerate((*cards.COST[f, : cards.COLOUR_COUNT], cards.COST_SIZE[f])))
        for f in range(cards.FAIRY_TYPES + 1)
    ],
    dtype=np.int64,
)  # by Fairy: its coloured orbs, then all


# Penalty


@jit
def lose_story(s):
    """4 (i): compulsory, if the Village that took the last card has a valid orb; Thorn keeps it."""
    if table.has(s, cards.THORN) or views.valid_orbs(s, np.int64(s.place) - 1) == 0:
        s.place = 0
    else:
        ask(s, s.player, Prompt.LOSE_ORB)


@jit
def lose_orb(s, colour):
    disable_orb(s, np.int64(s.place) - 1, colour)
    s.place = 0


@jit
def others_score(s):
    """4 (ii) and 21: all others are booked before 24 points are looked for."""
    best = 0
    for p in range(s.num_players):
        if p != s.player:
            moves.score(s, p, 1)
            best = max(best, np.int64(s.points[p]))
    if best >= state.WINNING_POINTS:
        ending.finish(s)


@jit
def disable_orb(s, c, colour):
    """Disable the first valid orb of a colour (0: of any) in a Village; False where there is none."""
    if views.is_ridiculed(s, c):
        return False
    for i in range(s.village_size[c]):
        orb = cards.ORB[c, s.village[c, i]]
        if orb != 0 and s.disabled[c, i] == 0 and (colour == 0 or orb == colour):
            moves.disable(s, c, i)
            return True
    return False


# Rescue


@jit
def can_afford(s, fairy, orbs):
    """19: as many valid orbs as the cost shows, and each colour of it; with Lantern one colour may be missing."""
    lacking = ~((orbs | HIGH_BITS) - COST_NUMBER[fairy]) & HIGH_BITS
    if lacking == 0:
        return True
    if not table.has(s, cards.LANTERN) or table.count_orbs(orbs) < cards.COST_SIZE[fairy]:
        return False
    missing = 0
    for colour in range(cards.COLOUR_COUNT):
        missing += max(0, np.int64(cards.COST[fairy, colour]) - table.orbs_of(orbs, colour))
    return missing <= 1


@jit
def pay(s, fairy):
    """5: orbs spent are disabled. Colours first, then any for grey and for what Lantern stands in for."""
    unpaid = np.int64(cards.COST_SIZE[fairy])
    for colour in range(cards.COLOUR_COUNT):
        for _ in range(cards.COST[fairy, colour]):
            if disable_orb(s, Castle.HUMAN, colour + 1) or disable_orb(s, Castle.WITCH, colour + 1):
                unpaid -= 1
    for _ in range(unpaid):
        if not disable_orb(s, Castle.HUMAN, 0):
            disable_orb(s, Castle.WITCH, 0)


@jit
def left_over_points(s):
    """11: a point for every two valid orbs that are left."""
    orbs = table.count_orbs(table.all_valid_orbs(s))
    return (orbs + 1) // 2 if table.has(s, cards.CHRONICLER) else orbs // 2


@jit
def rescue(s, fairy):
    """11, 13, 20 and 21: pay, score the Fairy, refill the row, score what is left over."""
    p = np.int64(s.player)
    pay(s, fairy)
    moves.rescue_fairy(s, p, fairy)
    moves.score(s, p, cards.POINTS[fairy])
    if s.points[p] >= state.WINNING_POINTS or s.flowers == 0:
        ending.finish(s)
        return
    if fairy != cards.FLOWER and s.fairy_deck_size > 0:  # 12
        moves.turn_up(s)
    moves.score(s, p, left_over_points(s))
    if s.points[p] >= state.WINNING_POINTS:
        ending.finish(s)
