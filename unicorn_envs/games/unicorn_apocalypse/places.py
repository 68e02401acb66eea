"""Where the cards of Unicorn Apocalypse lie, and every way in which one of them moves.

Numbers in comments are the rulings of RULES.md. The rules move cards with the functions here and with nothing else: a
function changes both places, and what the opponent knows of the hand. A card on its way from the table or the hand to
a portal is ``placing``; it is the card of the seat that decides.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import piles
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unicorn_apocalypse import cards

# What lies where


@jit
def count(counts, p):
    """Cards of player ``p`` in a field that counts by level."""
    n = 0
    for level in range(1, cards.LEVELS + 1):
        n += counts[p, level]
    return n


@jit
def can_build_with(s, p, level):
    """Whether a card on the table is of this level, and has build points."""
    return s.table[p, level] > 0 and cards.POINTS[level] > 0


@jit
def open_portals(s, p):
    """How many there are."""
    n = 0
    for portal in range(cards.PORTALS):
        n += s.open[p, portal]
    return n


@jit
def points_on(s, p, portal):
    """Build points that lie on a closed portal."""
    points = 0
    for k in range(s.builds[p]):
        if s.build_portal[p, k] == portal:
            points += s.build_points[p, k]
    return points


@jit
def comets_in_play(s):
    """2: Unicorns in play count as well."""
    n = 0
    for p in range(cards.PLAYERS):
        n += s.comets[p] + s.unicorns[p]
    return n


# The draw pile


@jit
def deal(s, p):
    """All cards of a player into the draw pile, shuffled."""
    n = 0
    for level in range(1, cards.LEVELS + 1):
        for _ in range(cards.COPIES[level]):
            s.pile[p, n] = level
            n += 1
    piles.shuffle(s, s.pile[p], n)
    s.pile_size[p] = n


@jit
def has_card_to_lay(s, p):
    """Whether the draw pile holds a card, or can be rebuilt."""
    return s.pile_size[p] > 0 or count(s.discard, p) > 0


@jit
def take_top(s, p):
    """The top card of the draw pile, which is rebuilt when none is left."""
    if s.pile_size[p] == 0:  # 6
        rebuild(s, p)
    s.pile_size[p] -= 1
    top = s.pile_size[p]
    level = np.int64(s.pile[p, top])
    s.pile[p, top] = 0
    return level


@jit
def rebuild(s, p):
    """Shuffle the discard pile. All that is not public is in the hand now, so that both know the hand."""
    n = 0
    for level in range(1, cards.LEVELS + 1):
        for _ in range(s.discard[p, level]):
            s.pile[p, n] = level
            n += 1
        s.discard[p, level] = 0
        s.shown[p, level] = s.hand[p, level]  # 30
    piles.shuffle(s, s.pile[p], n)
    s.pile_size[p] = n


@jit
def draw_up(s, p):
    for _ in range(cards.HAND - count(s.hand, p)):
        s.hand[p, take_top(s, p)] += 1


# The battle


@jit
def leave_hand(s, p, level):
    """A card leaves the hand for all to see."""
    s.hand[p, level] -= 1
    if s.shown[p, level] > 0:
        s.shown[p, level] -= 1


@jit
def reveal(s, p):
    """The battle card that was laid face down leaves the hand and is turned up."""
    level = np.int64(s.choice[p])
    s.choice[p] = 0
    leave_hand(s, p, level)
    turn_up(s, p, level)
    return level


@jit
def lay(s, p):
    """The next card of a War, from the draw pile."""
    level = take_top(s, p)
    turn_up(s, p, level)
    return level


@jit
def turn_up(s, p, level):
    """A card of the battle lies on the table; a Comet goes into play at once, whoever wins."""
    if level == cards.COMET:
        s.comets[p] += 1
    else:
        s.table[p, level] += 1


@jit
def discard_table(s, p):
    for level in range(1, cards.LEVELS + 1):
        s.discard[p, level] += s.table[p, level]
        s.table[p, level] = 0


@jit
def discard_all_but_unicorns(s, p):
    unicorns = s.table[p, cards.UNICORN]
    s.table[p, cards.UNICORN] = 0
    discard_table(s, p)
    s.table[p, cards.UNICORN] = unicorns


# From the table or the hand to a portal, into play, or away


@jit
def take_from_table(s, p, level):
    s.table[p, level] -= 1
    s.placing = level


@jit
def take_from_hand(s, p, level):
    """29: the card is seen by both from here on."""
    leave_hand(s, p, level)
    s.placing = level


@jit
def build(s, p, portal, points):
    """The card at hand goes on a portal, which opens when its cost is met."""
    put_on_portal(s, p, s.builds[p], s.placing, points, portal)
    s.builds[p] += 1
    s.placing = 0
    if points_on(s, p, portal) >= cards.COST[portal]:  # points over the cost are lost
        open_portal(s, p, portal)


@jit
def put_on_portal(s, p, k, level, points, portal):
    """The build card at place ``k`` is this one; all zero: none lies there."""
    s.build_level[p, k] = level
    s.build_points[p, k] = points
    s.build_portal[p, k] = portal


@jit
def open_portal(s, p, portal):
    """Its build cards are evacuees now; those on other portals keep their order."""
    kept = 0
    for k in range(s.builds[p]):
        level = np.int64(s.build_level[p, k])
        points = np.int64(s.build_points[p, k])
        where = np.int64(s.build_portal[p, k])
        put_on_portal(s, p, k, 0, 0, 0)
        if where == portal:
            s.new_home[p, level] += 1
        else:
            put_on_portal(s, p, kept, level, points, where)
            kept += 1
    s.builds[p] = kept
    s.open[p, portal] = 1


@jit
def remove_last_build(s, p):
    """Level 11: to the owner's discard pile."""
    s.builds[p] -= 1
    k = np.int64(s.builds[p])
    s.discard[p, s.build_level[p, k]] += 1
    put_on_portal(s, p, k, 0, 0, 0)


@jit
def play_as_comet(s, p):
    """The Unicorn at hand goes into play."""
    s.unicorns[p] += 1
    s.placing = 0


@jit
def discard_at_hand(s, p):
    """The card at hand is not placed."""
    s.discard[p, s.placing] += 1
    s.placing = 0


# What a player cannot know


@jit
def shuffle_pile(s, p):
    piles.shuffle(s, s.pile[p], s.pile_size[p])


@jit
def redraw_hand(s, p):
    """30: what is known to be in the hand stays there, the rest is an even draw from hand and pile."""
    size = np.int64(s.pile_size[p])
    unknown = 0
    for level in range(1, cards.LEVELS + 1):
        while s.hand[p, level] > s.shown[p, level]:
            s.hand[p, level] -= 1
            s.pile[p, size] = level
            size += 1
            unknown += 1
    piles.shuffle(s, s.pile[p], size)
    for _ in range(unknown):
        size -= 1
        s.hand[p, s.pile[p, size]] += 1
        s.pile[p, size] = 0


@jit
def card_of_hand(s, p, index):
    """Level of the card at ``index`` of a hand sorted by level."""
    level = 1
    while index >= s.hand[p, level]:
        index -= s.hand[p, level]
        level += 1
    return level
