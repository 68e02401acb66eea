"""What happens in Unicorn Apocalypse. Numbers in comments are the rulings of RULES.md.

From top to bottom: set-up, a battle, a War, building, the specials, the answers to decisions, the end, and what is
checked. ``advance`` works off the steps on the stack until a player has to decide or the game is over.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import shuffle
from unicorn_envs.engine.random import draw, reseed
from unicorn_envs.engine.steps import pop, push
from unicorn_envs.games.unicorn_apocalypse.actions import AS_COMET, LEVEL_FIRST, NO, PORTAL_FIRST, STOP, YES
from unicorn_envs.games.unicorn_apocalypse.cards import (
    ADD_BUILD,
    ARCHANGEL,
    CANCEL,
    COMET,
    COMETS_TO_END,
    COPIES,
    COST,
    DECK,
    HAND,
    LEVELS,
    MOST_BUILDS,
    MOST_ROUNDS,
    PLAYERS,
    POINTS,
    PORTALS,
    REMOVE_BUILD,
    SPECIAL,
    UNICORN,
    WAR_CARDS,
)
from unicorn_envs.games.unicorn_apocalypse.state import (
    BATTLE_CARD,
    BUILD,
    HAND_BUILD,
    HAND_CARD,
    NO_PROMPT,
    PLACES,
    PROMPTS,
    REMOVE,
    STACK,
    WAR_BUILD,
    WAR_CARD,
)

# Steps
BEGIN_BATTLE = 1
REVEAL = 2
WAR_ROUND = 3
PLACE = 4  # the winner builds
DISCARD_REST = 5  # of the winner's cards of the battle
ACT = 6  # the special of the level that goes with the step
END_BATTLE = 7
LOSE = 8  # the loser's cards of the battle are discarded, but of each Unicorn its owner decides


# Set-up


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.battle_cap = options[1]
    for p in range(PLAYERS):
        n = 0
        for level in range(1, LEVELS + 1):
            for _ in range(COPIES[level]):
                s.pile[p, n] = level
                n += 1
        shuffle(s, s.pile[p], DECK)
        s.pile_size[p] = DECK
        draw_up(s, p)
    push(s, BEGIN_BATTLE, 0)
    advance(s)


@jit
def advance(s):
    while s.prompt == NO_PROMPT and s.seat >= 0:
        verb, number = pop(s)
        carry_out(s, verb, number)


@jit
def carry_out(s, verb, number):
    if verb == BEGIN_BATTLE:
        s.battle += 1
        s.seat = 0
        s.prompt = BATTLE_CARD
    elif verb == REVEAL:
        reveal(s)
    elif verb == WAR_ROUND:
        war_round(s)
    elif verb == LOSE:
        lose(s)
    elif verb == PLACE:
        place(s)
    elif verb == DISCARD_REST:
        discard_table(s, s.seat)
    elif verb == ACT:
        act(s, number)
    elif verb == END_BATTLE:
        end_battle(s)


# The piles


@jit
def count(counts, p):
    """Cards of player ``p`` in a field that counts by level."""
    n = 0
    for level in range(1, LEVELS + 1):
        n += counts[p, level]
    return n


@jit
def can_turn_up(s, p):
    """Whether the draw pile holds a card, or can be rebuilt."""
    return s.pile_size[p] > 0 or count(s.discard, p) > 0


@jit
def next_card(s, p):
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
    for level in range(1, LEVELS + 1):
        for _ in range(s.discard[p, level]):
            s.pile[p, n] = level
            n += 1
        s.discard[p, level] = 0
        s.shown[p, level] = s.hand[p, level]  # 30
    shuffle(s, s.pile[p], n)
    s.pile_size[p] = n


@jit
def draw_up(s, p):
    for _ in range(HAND - count(s.hand, p)):
        s.hand[p, next_card(s, p)] += 1


@jit
def leave_hand(s, p, level):
    """A card leaves the hand for all to see."""
    s.hand[p, level] -= 1
    if s.shown[p, level] > 0:
        s.shown[p, level] -= 1


# A battle


@jit
def reveal(s):
    s.rounds = 0
    s.winner = 0
    for p in range(PLAYERS):
        level = np.int64(s.choice[p])
        s.choice[p] = 0
        leave_hand(s, p, level)
        turn_up(s, p, level)
        s.first[p] = level
        s.last[p] = level
    if comets_in_play(s) >= COMETS_TO_END:  # 14
        finish_by_comets(s)
    elif is_war(s):
        push(s, WAR_ROUND, 0)
    else:
        win(s, 0 if s.first[0] > s.first[1] else 1)


@jit
def turn_up(s, p, level):
    """A card of the battle lies on the table; a Comet goes into play at once, whoever wins."""
    if level == COMET:
        s.comets[p] += 1
    else:
        s.table[p, level] += 1


@jit
def win(s, p):
    """4: the loser's cards are discarded, the winner builds, then the specials act, the first card's first."""
    s.winner = p + 1
    push(s, END_BATTLE, 0)
    if not is_cancelled(s, p):
        if s.rounds > 0:  # 24: without a round the first card is the last one too
            push(s, ACT, s.last[p])
        push(s, ACT, s.first[p])
    push(s, DISCARD_REST, 0)
    push(s, PLACE, 0)
    push(s, LOSE, 0)


@jit
def lose(s):
    """22: the loser decides of one Unicorn after the other; then it is the winner's turn to decide."""
    winner = np.int64(s.winner) - 1
    loser = 1 - winner
    unicorns = np.int64(s.table[loser, UNICORN])
    s.table[loser, UNICORN] = 0
    discard_table(s, loser)
    if unicorns == 0:
        s.seat = winner
        return
    s.table[loser, UNICORN] = unicorns - 1
    s.seat = loser
    s.placing = UNICORN
    s.prompt = WAR_BUILD


@jit
def is_losers(s):
    """22: whether the loser of a War is asked about a Unicorn."""
    return s.prompt == WAR_BUILD and s.seat != s.winner - 1


@jit
def is_cancelled(s, p):
    """9 and 19: whether the opponent's first or last card is an Anchor."""
    first = np.int64(s.first[1 - p])
    last = np.int64(s.last[1 - p])
    return SPECIAL[first] == CANCEL or SPECIAL[last] == CANCEL


@jit
def discard_table(s, p):
    for level in range(1, LEVELS + 1):
        s.discard[p, level] += s.table[p, level]
        s.table[p, level] = 0


@jit
def end_battle(s):
    """Both draw, unless it was the last battle that may be fought."""
    if s.battle >= s.battle_cap:
        s.truncated = 1
        s.seat = -1
    else:
        for p in range(PLAYERS):
            draw_up(s, p)
        push(s, BEGIN_BATTLE, 0)


# A War


@jit
def is_war(s):
    return s.first[0] == s.first[1]


@jit
def war_round(s):
    can_0 = can_turn_up(s, 0)
    can_1 = can_turn_up(s, 1)
    if not can_0 or not can_1:  # 24
        if can_0 == can_1:
            nobody_wins(s)
        else:
            win(s, 0 if can_0 else 1)
        return
    s.rounds += 1
    archangels_0 = lay_round(s, 0)
    archangels_1 = lay_round(s, 1)
    if comets_in_play(s) >= COMETS_TO_END:  # 14
        finish_by_comets(s)
    elif archangels_0 != archangels_1:  # 16
        win(s, 0 if archangels_0 > archangels_1 else 1)
    elif archangels_0 == 0 and s.last[0] != s.last[1]:
        win(s, 0 if s.last[0] > s.last[1] else 1)
    else:
        push(s, WAR_ROUND, 0)


@jit
def lay_round(s, p):
    """Lay up to four cards, all of them turned up before anything is compared. Returns the Archangels among them."""
    archangels = 0
    for _ in range(WAR_CARDS):
        if can_turn_up(s, p):  # 23
            level = next_card(s, p)
            turn_up(s, p, level)
            s.last[p] = level
            if level == ARCHANGEL:
                archangels += 1
    return archangels


@jit
def nobody_wins(s):
    for p in range(PLAYERS):
        discard_table(s, p)
    push(s, END_BATTLE, 0)


# Building


@jit
def place(s):
    """The winner may build: with the battle card, or with each card of a War that can build."""
    p = np.int64(s.seat)
    if is_war(s):
        for level in range(1, LEVELS + 1):
            if can_build_from_table(s, p, level):
                s.prompt = WAR_CARD
        return
    level = np.int64(s.first[p])
    if POINTS[level] > 0:
        s.table[p, level] -= 1
        s.placing = level
        s.prompt = BUILD


@jit
def can_build_from_table(s, p, level):
    return POINTS[level] > 0 and s.table[p, level] > 0


@jit
def points_on(s, p, portal):
    """Build points that lie on a closed portal."""
    points = 0
    for k in range(s.builds[p]):
        if s.build_portal[p, k] == portal:
            points += s.build_points[p, k]
    return points


@jit
def build(s, p, portal, points):
    """The card at hand goes on a portal, which opens when its cost is met."""
    k = np.int64(s.builds[p])
    s.build_level[p, k] = s.placing
    s.build_points[p, k] = points
    s.build_portal[p, k] = portal
    s.builds[p] += 1
    s.placing = 0
    if points_on(s, p, portal) >= COST[portal]:  # points over the cost are lost
        open_portal(s, p, portal)


@jit
def open_portal(s, p, portal):
    """Its build cards are evacuees now; those on other portals keep their order."""
    kept = 0
    builds = np.int64(s.builds[p])
    for k in range(builds):
        level = np.int64(s.build_level[p, k])
        points = np.int64(s.build_points[p, k])
        where = np.int64(s.build_portal[p, k])
        clear_build(s, p, k)
        if where == portal:
            s.new_home[p, level] += 1
        else:
            s.build_level[p, kept] = level
            s.build_points[p, kept] = points
            s.build_portal[p, kept] = where
            kept += 1
    s.builds[p] = kept
    s.open[p, portal] = 1


@jit
def clear_build(s, p, k):
    s.build_level[p, k] = 0
    s.build_points[p, k] = 0
    s.build_portal[p, k] = 0


@jit
def open_portals(s, p):
    n = 0
    for portal in range(PORTALS):
        n += s.open[p, portal]
    return n


# The specials


@jit
def act(s, level):
    """8: optional, whether or not the card was built with."""
    if SPECIAL[level] == REMOVE_BUILD:
        if s.builds[1 - s.seat] > 0:  # 10: else nothing is asked
            s.prompt = REMOVE
    elif SPECIAL[level] == ADD_BUILD:
        s.prompt = HAND_CARD


@jit
def remove_last_build(s, p):
    s.builds[p] -= 1
    k = np.int64(s.builds[p])
    level = np.int64(s.build_level[p, k])
    s.discard[p, level] += 1
    clear_build(s, p, k)


# Answers


@jit
def apply(s, action):
    prompt = np.int64(s.prompt)
    level = action - LEVEL_FIRST + 1
    if prompt == BATTLE_CARD:
        s.choice[s.seat] = level
        if s.seat == 0:
            s.seat = 1  # 26: the card stays face down and counts as a card of the hand
            return
    s.prompt = NO_PROMPT
    if prompt == BATTLE_CARD:
        push(s, REVEAL, 0)
    elif action < PORTAL_FIRST:
        take_to_place(s, prompt, level)
    elif action < AS_COMET:
        answer_portal(s, prompt, action - PORTAL_FIRST)
    elif action == AS_COMET:
        s.unicorns[s.seat] += 1
        s.placing = 0
        if comets_in_play(s) >= COMETS_TO_END:  # 14
            finish_by_comets(s)
        else:
            go_on_placing(s)
    elif action == YES:
        remove_last_build(s, 1 - s.seat)
    elif s.placing != 0:
        s.discard[s.seat, s.placing] += 1  # 5, 22
        s.placing = 0
        go_on_placing(s)
    advance(s)


@jit
def take_to_place(s, prompt, level):
    """The card is seen by both from here on (29); its portal is asked for next."""
    p = np.int64(s.seat)
    s.placing = level
    if prompt == WAR_CARD:
        s.table[p, level] -= 1
        s.prompt = WAR_BUILD
    else:
        leave_hand(s, p, level)
        s.prompt = HAND_BUILD


@jit
def answer_portal(s, prompt, portal):
    p = np.int64(s.seat)
    points = 1 if prompt == HAND_BUILD else np.int64(POINTS[s.placing])
    build(s, p, portal, points)
    if open_portals(s, p) == PORTALS:  # 13
        finish(s, p)
    elif prompt == WAR_BUILD:
        push(s, PLACE, 0)


@jit
def go_on_placing(s):
    """In a War further cards may have to be decided upon: the loser's Unicorns, or the winner's build cards."""
    if s.seat != s.winner - 1:
        push(s, LOSE, 0)
    elif is_war(s):
        push(s, PLACE, 0)


# What is legal


@jit
def write_mask(s, out):
    for a in range(out.shape[0]):
        out[a] = 0
    if s.seat < 0:
        return
    p = np.int64(s.seat)
    prompt = s.prompt
    if prompt == BATTLE_CARD or prompt == HAND_CARD:
        for level in range(1, LEVELS + 1):
            out[LEVEL_FIRST + level - 1] = 1 if s.hand[p, level] > 0 else 0
    elif prompt == WAR_CARD:
        for level in range(1, LEVELS + 1):
            out[LEVEL_FIRST + level - 1] = 1 if can_build_from_table(s, p, level) else 0
        out[STOP] = 1
    elif prompt == REMOVE:
        out[YES] = 1
    elif is_losers(s):
        out[AS_COMET] = 1
    else:
        for portal in range(PORTALS):
            out[PORTAL_FIRST + portal] = 1 - s.open[p, portal]
        if s.placing == UNICORN and prompt != HAND_BUILD:
            out[AS_COMET] = 1
    if prompt == BUILD or prompt == REMOVE or prompt == HAND_CARD or is_losers(s):
        out[NO] = 1


# The end


@jit
def comets_in_play(s):
    n = 0
    for p in range(PLAYERS):
        n += s.comets[p] + s.unicorns[p]
    return n


@jit
def finish(s, winner):
    s.seat = -1
    s.returns[winner] = 1.0
    s.returns[1 - winner] = -1.0


@jit
def finish_by_comets(s):
    s.seat = -1
    lead = lead_of_first(s)
    if lead != 0:
        finish(s, 0 if lead > 0 else 1)


@jit
def lead_of_first(s):
    """What decides with seven Comets in play: evacuees, then open portals (12), of seat 0 more than of seat 1."""
    lead = count(s.new_home, 0) - count(s.new_home, 1)
    return lead if lead != 0 else open_portals(s, 0) - open_portals(s, 1)


# What a player cannot know, and what must always hold


@jit
def resample(s, seat):
    """The opponent's hand is drawn anew, then the card laid face down; both draw piles are shuffled."""
    other = 1 - seat
    redraw_hand(s, other)
    shuffle(s, s.pile[seat], s.pile_size[seat])
    if s.choice[other] != 0:
        s.choice[other] = card_of_hand(s, other, draw(s, count(s.hand, other)))  # 27


@jit
def redraw_hand(s, p):
    """30: what is known to be in the hand stays there, the rest is an even draw from hand and pile."""
    size = np.int64(s.pile_size[p])
    unknown = 0
    for level in range(1, LEVELS + 1):
        while s.hand[p, level] > s.shown[p, level]:
            s.hand[p, level] -= 1
            s.pile[p, size] = level
            size += 1
            unknown += 1
    shuffle(s, s.pile[p], size)
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


INVARIANTS = {
    1: "a number in the record is out of range, or stands where none belongs",
    2: "each level must be in exactly one place as often as its deck has it",
    3: "more cards are known to be in a hand than lie there",
    4: "a build card lies on an open portal, has wrong points, or has met the cost of a portal still closed",
    5: "the evacuees do not fit the open portals",
    6: "seat, prompt, winner, choices, card at hand and cards on the table do not fit each other",
    7: "a battle must begin with two hands of 7",
    8: "the pending steps do not fit the decision at hand",
    9: "the game must be over when one of its ends has come, and only then, with the returns that fit it",
}


@jit
def check(s):
    if s.num_players != PLAYERS or s.battle < 0 or s.battle_cap < 1 or s.battle > s.battle_cap:
        return 1
    if s.seat < -1 or s.seat >= PLAYERS or s.prompt < 0 or s.prompt > PROMPTS or s.winner < 0 or s.winner > PLAYERS:
        return 1
    if s.placing < 0 or s.placing > LEVELS or s.rounds < 0 or s.rounds > MOST_ROUNDS:
        return 1
    for p in range(PLAYERS):
        code = check_cards(s, p)
        if code == 0:
            code = check_builds(s, p)
        if code != 0:
            return code
    if not table_fits(s) or not decision_fits(s):
        return 6
    if s.prompt == BATTLE_CARD and (count(s.hand, 0) != HAND or count(s.hand, 1) != HAND):
        return 7
    code = check_stack(s)
    if code != 0:
        return code
    return 0 if result_fits(s) else 9


@jit
def check_cards(s, p):
    if s.pile_size[p] < 0 or s.pile_size[p] > DECK or s.builds[p] < 0 or s.builds[p] > MOST_BUILDS:
        return 1
    for level in (s.choice[p], s.first[p], s.last[p]):
        if level < 0 or level > LEVELS:
            return 1
    for i in range(DECK):
        if (s.pile[p, i] != 0) != (i < s.pile_size[p]) or s.pile[p, i] < 0 or s.pile[p, i] > LEVELS:
            return 1
    if s.comets[p] < 0 or s.unicorns[p] < 0:
        return 1
    if s.hand[p, 0] != 0 or s.shown[p, 0] != 0 or s.discard[p, 0] != 0 or s.new_home[p, 0] != 0 or s.table[p, 0] != 0:
        return 1
    for level in range(1, LEVELS + 1):
        if s.hand[p, level] < 0 or s.discard[p, level] < 0 or s.new_home[p, level] < 0 or s.table[p, level] < 0:
            return 1
        if cards_of(s, p, level) != COPIES[level]:
            return 2
        if s.shown[p, level] < 0 or s.shown[p, level] > s.hand[p, level]:
            return 3
    return 0


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
    if level == COMET:
        n += s.comets[p]
    elif level == UNICORN:
        n += s.unicorns[p]
    if s.placing == level and s.seat == p:
        n += 1
    return n


@jit
def check_builds(s, p):
    for portal in range(PORTALS):
        if s.open[p, portal] < 0 or s.open[p, portal] > 1:
            return 1
        if s.open[p, portal] == 0 and points_on(s, p, portal) >= COST[portal]:
            return 4
    for k in range(PLACES):
        level = np.int64(s.build_level[p, k])
        portal = np.int64(s.build_portal[p, k])
        points = np.int64(s.build_points[p, k])
        if k >= s.builds[p]:
            if level != 0 or portal != 0 or points != 0:
                return 1
        elif level < 1 or level > LEVELS or portal < 0 or portal >= PORTALS:
            return 1
        elif s.open[p, portal] == 1 or points < 1 or (points != 1 and points != POINTS[level]):
            return 4
    return 0 if evacuees_fit(s, p) else 5


@jit
def evacuees_fit(s, p):
    """Each was worth at least 1 point and at most its own, or 1 where level 12 placed it."""
    costs = 0
    for portal in range(PORTALS):
        costs += COST[portal] * s.open[p, portal]
    points = 0
    for level in range(1, LEVELS + 1):
        points += s.new_home[p, level] * max(POINTS[level], 1)
    return count(s.new_home, p) <= costs and costs <= points


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
    if s.prompt != WAR_CARD and s.prompt != WAR_BUILD:
        return False
    return p == s.winner - 1 or (level == UNICORN and is_losers(s))


@jit
def decision_fits(s):
    prompt = s.prompt
    if s.seat == -1 or prompt == NO_PROMPT:
        return s.seat == -1 and prompt == NO_PROMPT and s.placing == 0 and s.choice[0] == 0 and s.choice[1] == 0
    if not is_war(s) and s.winner != (1 if s.first[0] > s.first[1] else 2):
        return False
    if s.choice[1] != 0 or (s.choice[0] != 0) != (prompt == BATTLE_CARD and s.seat == 1):
        return False
    if s.choice[0] != 0 and s.hand[0, s.choice[0]] == 0:
        return False
    if prompt == BATTLE_CARD:
        return s.placing == 0
    if is_losers(s):
        return is_war(s) and s.winner != 0 and s.placing == UNICORN
    if s.seat != s.winner - 1:
        return False
    if prompt == REMOVE and s.builds[1 - s.seat] == 0:
        return False
    if is_war(s) if prompt == BUILD else not is_war(s) and (prompt == WAR_CARD or prompt == WAR_BUILD):
        return False
    is_placing = prompt == BUILD or prompt == WAR_BUILD or prompt == HAND_BUILD
    if is_placing != (s.placing != 0):
        return False
    return prompt == HAND_BUILD or not is_placing or POINTS[s.placing] > 0


@jit
def check_stack(s):
    """While cards are chosen nothing is pending, else END_BATTLE and above it what :func:`win` has put there."""
    if s.stack_size < 0 or s.stack_size > STACK:
        return 1
    for i in range(STACK):
        if s.stack_verb[i] < 0 or s.stack_verb[i] > LOSE or s.stack_number[i] < 0 or s.stack_number[i] > LEVELS:
            return 1
        if (s.stack_verb[i] != 0) != (i < s.stack_size) or (s.stack_number[i] != 0 and s.stack_verb[i] != ACT):
            return 8
    prompt = s.prompt
    if prompt == NO_PROMPT:
        return 0
    if prompt == BATTLE_CARD:
        return 0 if s.stack_size == 0 else 8
    size = 0
    if s.stack_verb[size] == END_BATTLE:
        size += 1
    else:
        return 8
    winner = np.int64(s.winner) - 1
    while s.stack_verb[size] == ACT and size < 3:  # the last card's special and, above it, the first card's
        level = s.stack_number[size]
        if level != s.first[winner] and level != s.last[winner]:
            return 8
        size += 1
    if prompt == BUILD or prompt == WAR_CARD or prompt == WAR_BUILD:
        if s.stack_verb[size] != DISCARD_REST:
            return 8
        size += 1
        if is_losers(s):
            if s.stack_verb[size] != PLACE:
                return 8
            size += 1
    return 0 if size == s.stack_size else 8


@jit
def result_fits(s):
    portals_0 = open_portals(s, 0)
    portals_1 = open_portals(s, 1)
    lead = 0
    has_ended = True
    is_cut_off = False
    if portals_0 == PORTALS or portals_1 == PORTALS:
        lead = portals_0 - portals_1
    elif comets_in_play(s) >= COMETS_TO_END:
        lead = lead_of_first(s)
    else:
        is_cut_off = s.seat == -1 and s.battle >= s.battle_cap  # 15
        has_ended = is_cut_off
    if has_ended != (s.seat == -1) or s.truncated != (1 if is_cut_off else 0):
        return False
    value = 1 if lead > 0 else (-1 if lead < 0 else 0)
    return s.returns[0] == value and s.returns[1] == -value


FUNCTIONS = {
    "reset": reset,
    "apply": apply,
    "advance": advance,
    "write_mask": write_mask,
    "resample": resample,
    "check": check,
}
