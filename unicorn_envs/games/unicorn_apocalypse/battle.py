"""A battle of Unicorn Apocalypse, a War, and how the game ends. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.decisions import ask
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unicorn_apocalypse import cards, places
from unicorn_envs.games.unicorn_apocalypse.cards import Special
from unicorn_envs.games.unicorn_apocalypse.state import Prompt, Step


@jit
def begin_battle(s):
    s.battle += 1
    ask(s, 0, Prompt.BATTLE_CARD)


@jit
def reveal(s):
    s.rounds = 0
    s.winner = 0
    for p in range(cards.PLAYERS):
        level = places.reveal(s, p)
        s.first[p] = level
        s.last[p] = level
    if places.comets_in_play(s) >= cards.COMETS_TO_END:  # 14
        finish_by_comets(s)
    elif is_war(s):
        push(s, Step.WAR_ROUND, 0)
    else:
        win(s, 0 if s.first[0] > s.first[1] else 1)


@jit
def win(s, p):
    """4: the loser's cards are discarded, the winner builds, then the specials act, the first card's first."""
    s.winner = p + 1
    push(s, Step.END_BATTLE, 0)
    if not is_cancelled(s, p):
        if s.rounds > 0:  # 24: without a round the first card is the last one too
            push(s, Step.ACT, s.last[p])
        push(s, Step.ACT, s.first[p])
    push(s, Step.DISCARD_REST, 0)
    push(s, Step.PLACE, 0)
    push(s, Step.LOSE, 0)


@jit
def is_cancelled(s, p):
    """9 and 19: whether the opponent's first or last card is an Anchor."""
    first = np.int64(s.first[1 - p])
    last = np.int64(s.last[1 - p])
    return cards.SPECIAL[first] == Special.CANCEL or cards.SPECIAL[last] == Special.CANCEL


@jit
def lose(s):
    """22: the loser decides of one Unicorn after the other; then it is the winner's turn to decide."""
    winner = np.int64(s.winner) - 1
    loser = 1 - winner
    places.discard_all_but_unicorns(s, loser)
    if s.table[loser, cards.UNICORN] > 0:
        places.take_from_table(s, loser, cards.UNICORN)
        ask(s, loser, Prompt.WAR_BUILD)
    else:
        s.seat = winner


@jit
def is_losers(s):
    """22: whether the loser of a War is asked about a Unicorn."""
    return s.prompt == Prompt.WAR_BUILD and s.seat != s.winner - 1


@jit
def end_battle(s):
    """Both draw, unless it was the last battle that may be fought."""
    if s.battle >= s.battle_cap:  # 15
        s.truncated = 1
        s.seat = -1
    else:
        for p in range(cards.PLAYERS):
            places.draw_up(s, p)
        push(s, Step.BEGIN_BATTLE, 0)


# A War


@jit
def is_war(s):
    return s.first[0] == s.first[1]


@jit
def war_round(s):
    can_0 = places.has_card_to_lay(s, 0)
    can_1 = places.has_card_to_lay(s, 1)
    if not can_0 or not can_1:  # 24
        if can_0 == can_1:
            nobody_wins(s)
        else:
            win(s, 0 if can_0 else 1)
        return
    s.rounds += 1
    winning_0 = lay_round(s, 0)
    winning_1 = lay_round(s, 1)
    if places.comets_in_play(s) >= cards.COMETS_TO_END:  # 14
        finish_by_comets(s)
    elif winning_0 != winning_1:  # 16
        win(s, 0 if winning_0 > winning_1 else 1)
    elif winning_0 == 0 and s.last[0] != s.last[1]:
        win(s, 0 if s.last[0] > s.last[1] else 1)
    else:
        push(s, Step.WAR_ROUND, 0)


@jit
def lay_round(s, p):
    """Lay up to four cards, all turned up before anything is compared. Returns how many of them win a War."""
    winning = 0
    for _ in range(cards.WAR_CARDS):
        if places.has_card_to_lay(s, p):  # 23
            level = places.lay(s, p)
            s.last[p] = level
            if cards.SPECIAL[level] == Special.WIN_WAR:
                winning += 1
    return winning


@jit
def nobody_wins(s):
    for p in range(cards.PLAYERS):
        places.discard_table(s, p)
    push(s, Step.END_BATTLE, 0)


# The end


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
    lead = places.count(s.new_home, 0) - places.count(s.new_home, 1)
    return lead if lead != 0 else places.open_portals(s, 0) - places.open_portals(s, 1)
