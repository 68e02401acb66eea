"""What is checked after an event: Tiny Stable, the win, the end of the deck (2.8, 2.9, 2.10.12)."""

from __future__ import annotations

from unicorn_envs.engine import results
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unstable_unicorns import cards, counts, declared, moves, prompts, stables, state, verbs
from unicorn_envs.games.unstable_unicorns.verbs import Verb


@jit
def check_table(s):
    """Tiny Stable first (2.10.12), then the win (2.8.3)."""
    for k in range(s.num_players):
        p = clockwise(s, s.active, k)
        if stables.does(s, p, cards.AT_MOST_FIVE) and stables.counted(s, p) > stables.TINY_LIMIT:
            push(s, Verb.TINY_SACRIFICE, p)
            return
    if s.win_check == state.IMMEDIATE:
        check_win(s)


@jit
def check_win(s):
    goal = counts.needed(s)
    if stables.counted(s, s.active) >= goal:  # 2.8.5
        finish(s, s.active)
        return
    for p in range(s.num_players):
        if stables.counted(s, p) >= goal:
            finish(s, leader(s))
            return


@jit
def leader(s):
    """Most Unicorns, then most letters; -1 when that leaves several (2.9.2)."""
    best = -1
    tied = False
    for p in range(s.num_players):
        if best < 0:
            best = p
            continue
        ahead = stables.counted(s, p) - stables.counted(s, best)
        if ahead == 0:
            ahead = stables.letters(s, p) - stables.letters(s, best)
        if ahead > 0:
            best = p
            tied = False
        elif ahead == 0:
            tied = True
    return -1 if tied else best


@jit
def deck_ran_out(s):
    """2.9.1: the win is checked, then the game ends; or the discard pile becomes the deck (2.9.5)."""
    if s.reshuffle != 0 and s.discard_set[cards.LASTING] | s.discard_set[cards.PASSING] != 0:
        moves.discard_pile_into_deck(s)
        moves.shuffle_deck(s)
        return
    check_win(s)
    if s.seat >= 0:
        finish(s, leader(s))


@jit
def finish(s, winner):
    """The game is over; all that waits is dropped (2.7.8)."""
    s.seat = -1
    if s.prompt != verbs.NO_PROMPT:
        prompts.forget_prompt(s)
    while s.stack_size > 0:
        s.stack_size -= 1
        s.stack_verb[s.stack_size] = 0
        s.stack_number[s.stack_size] = 0
    declared.forget_declared(s)
    for link in range(2):
        s.waiting_size[link] = 0
        for p in range(s.num_players):
            for i in range(cards.TRIGGERS):
                s.waiting[link, p, i] = 0
    if winner < 0:
        return
    results.share(s, 1 << winner)  # 2.1.9
