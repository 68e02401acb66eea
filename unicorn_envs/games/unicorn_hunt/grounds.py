"""The Grounds of Unicorn Hunt: what is done to the cards there, and to which of them.

Numbers in comments are the rulings of RULES.md. Sets of spaces have a bit for each space, see ``engine/sets.py``.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import decisions, piles, random, sets
from unicorn_envs.engine.decisions import NO_PROMPT
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unicorn_hunt import cards, views
from unicorn_envs.games.unicorn_hunt.cards import COLUMNS, SPACES
from unicorn_envs.games.unicorn_hunt.state import ALL_KNOW, BASIC, NEIGH, OPEN, OWNER_KNOWS, UNKNOWN, Course, Prompt

ALL_SPACES = (1 << SPACES) - 1
FIRST_COLUMN = sum(1 << (row * COLUMNS) for row in range(cards.ROWS))
LAST_COLUMN = FIRST_COLUMN << (COLUMNS - 1)
ONE_ROW = (1 << COLUMNS) - 1


# Which spaces a step may pick


@jit
def candidates(s):
    """The spaces that the prompt at hand offers."""
    p = s.player
    lying = np.int64(s.lying[p])
    prompt = s.prompt
    if prompt == Prompt.ACTION:
        return lying
    if prompt == Prompt.REVEAL_SPACE or prompt == Prompt.SECOND_REVEAL:
        return lying & ~np.int64(s.chosen)  # 8: different cards
    if prompt == Prompt.DESTROY_SPACE:
        return lying & ~np.int64(s.brought_back)  # 11
    if prompt == Prompt.DESTROY_REVEALED_SPACE:
        return lying & np.int64(s.chosen)
    if prompt == Prompt.DESTROY_ADJACENT_SPACE:
        return adjacent_candidates(s, lying)
    if prompt == Prompt.RETURN_NEIGH_SPACE:
        return ALL_SPACES & ~lying if s.graveyard_neighs[p] > 0 else 0
    if prompt == Prompt.RETURN_BASIC_SPACE or prompt == Prompt.BUYOUT_RETURN or prompt == Prompt.ZOMBIE_RETURN_SPACE:
        return ALL_SPACES & ~lying if s.graveyard_basics[p] > 0 else 0
    return 0


@jit
def destroys(prompt):
    """Whether the space of this prompt is emptied."""
    if prompt == Prompt.DESTROY_SPACE or prompt == Prompt.DESTROY_ADJACENT_SPACE:
        return True
    return prompt == Prompt.DESTROY_REVEALED_SPACE


@jit
def adjacent_candidates(s, lying):
    """9 and 10: the first card of a DESTROY ADJACENT from the largest groups, the others beside it."""
    emptied = np.int64(s.chosen)
    if emptied != 0:
        return neighbours(emptied) & lying & ~np.int64(s.brought_back)
    wanted = np.int64(s.steps_left)
    best = 0
    most = 0
    rest = lying
    while rest != 0:
        group = 0
        grown = rest & -rest
        while grown != group:
            group = grown
            grown = (group | neighbours(group)) & lying
        reach = min(sets.count(group), wanted)
        if reach > most:
            most = reach
            best = group
        elif reach == most:
            best |= group
        rest &= ~group
    return best


@jit
def neighbours(spaces):
    """All spaces left, right, above and below of these."""
    beside = ((spaces & ~LAST_COLUMN) << 1) | ((spaces & ~FIRST_COLUMN) >> 1)
    return (beside | (spaces << COLUMNS) | (spaces >> COLUMNS)) & ALL_SPACES


@jit
def has_card_in_row(s, row):
    """27: a row that holds a card may be chosen; any row when the Grounds are empty."""
    lying = np.int64(s.lying[s.player])
    return lying == 0 or (lying >> (row * COLUMNS)) & ONE_ROW != 0


@jit
def ask(s, prompt, steps):
    """Put a choice of a space to the player, unless there is no legal one: then the step is skipped."""
    decisions.ask_for(s, s.player, prompt, steps)
    if candidates(s) == 0:
        s.prompt = NO_PROMPT
        s.steps_left = 0


# What is done to them


@jit
def forget_chosen(s):
    s.chosen = 0
    s.brought_back = 0


@jit
def reveal(s, space):
    """REVEAL: the player remembers the card."""
    p = s.player
    s.chosen |= sets.of(space)
    if s.known[p, space] == UNKNOWN:
        views.set_space(s, p, space, s.grounds[p, space], OWNER_KNOWS)


@jit
def destroy(s, space):
    p = s.player
    kind = s.grounds[p, space]
    views.set_space(s, p, space, OPEN, UNKNOWN)
    s.chosen |= sets.of(space)
    if kind == NEIGH:
        s.graveyard_neighs[p] += 1
        views.show_graveyard(s, p)
        return
    s.graveyard_basics[p] += 1
    views.show_graveyard(s, p)
    if cards.SAVES_BASICS[s.chamber[p]] != 0 and random.flip(s) == 1:  # 25
        push(s, Course.ZOMBIE_RETURN, 1)


@jit
def return_card(s, space, kind):
    """RETURN: from the Graveyard to a space; all see what lies there."""
    p = s.player
    views.set_space(s, p, space, kind, ALL_KNOW)
    if kind == BASIC:
        s.graveyard_basics[p] -= 1
    else:
        s.graveyard_neighs[p] -= 1
    views.show_graveyard(s, p)


@jit
def destroy_revealed_neighs(s):
    p = s.player
    for i in range(SPACES):
        if s.chosen & sets.of(i) != 0:
            if s.grounds[p, i] == NEIGH:
                destroy(s, i)
            else:
                views.set_space(s, p, i, BASIC, ALL_KNOW)  # 36: a card that Chainsaw spared is no Neigh


@jit
def turn_row_up(s, row):
    """The Great Narwhal: all see the cards of the row."""
    p = s.player
    s.row[p] = row + 1
    views.show_chamber(s, p)
    for i in range(row * COLUMNS, (row + 1) * COLUMNS):
        if s.grounds[p, i] != OPEN:
            views.set_space(s, p, i, s.grounds[p, i], ALL_KNOW)


@jit
def shuffle_grounds(s):
    """13: the cards change places with each other; The Great Narwhal's row, all of it known, stays."""
    p = s.player
    for i in range(SPACES):
        if s.known[p, i] != UNKNOWN and i // COLUMNS + 1 != s.row[p]:
            views.set_space(s, p, i, s.grounds[p, i], UNKNOWN)
    piles.shuffle_hidden(s, s.grounds[p], s.known[p], SPACES, OWNER_KNOWS)
