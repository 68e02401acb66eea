"""What lies on the table: the questions that the rules ask. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.games.margot import cards, state, views
from unicorn_envs.games.margot.cards import Castle

# Villages


@jit
def find_active(s, c, code):
    """Place in the Village of the first active card with this code, or -1."""
    for i in range(s.village_size[c]):
        if s.village[c, i] == code and s.disabled[c, i] == 0:
            return i
    return -1


@jit
def scratch_total(s):
    """2: active enemies and Scratch Fairies of both Villages."""
    return np.int64(s.table_view[state.SCRATCHES_AT])


@jit
def active_enemies(s, c):
    n = 0
    for i in range(cards.ENEMY_KINDS):
        n += s.table_view[state.ENEMIES_AT + c * cards.ENEMY_KINDS + i]
    return n


@jit
def disabled_enemies(s):
    """18: of both Villages together."""
    n = 0
    for i in range(cards.CASTLE_COUNT * cards.ENEMY_KINDS):
        n += s.table_view[state.DISABLED_ENEMIES_AT + i]
    return n


@jit
def active_soldiers(s, c):
    n = 0
    for i in range(s.village_size[c]):
        if cards.IS_SOLDIER[c, s.village[c, i]] != 0 and s.disabled[c, i] == 0:
            n += 1
    return n


@jit
def castle_cards(s, c):
    n = 0
    for i in range(s.village_size[c]):
        if s.village[c, i] <= cards.KINDS:
            n += 1
    return n


# Orbs


@jit
def orbs_of(orbs, colour):
    """How many of a colour (from 0) there are in such a number."""
    return (orbs >> (8 * colour)) & 255


@jit
def count_orbs(orbs):
    """How many there are in such a number; of the orbs of one Village only if they are valid."""
    return orbs >> views.ORB_TOTAL


@jit
def all_valid_orbs(s):
    return views.valid_orbs(s, Castle.HUMAN) + views.valid_orbs(s, Castle.WITCH)


# Decks, Illusion, Fairies


@jit
def story_in_deck(s, c):
    """Place in the deck of the Story nearest to its top, or -1."""
    for i in range(s.deck_size[c] - 1, -1, -1):
        if cards.SCRATCH[c, s.deck[c, i]] == 0:
            return i
    return -1


@jit
def any_in_illusion(s):
    for target in range(cards.ENEMY_COUNT):
        if s.illusion[cards.ENEMY_CASTLE[target], cards.ENEMY_KIND[target]] != 0:
            return True
    return False


READYABLE_FAIRY = np.array(cards.READYABLE, dtype=np.int8)


@jit
def any_to_ready(s):
    for i in range(READYABLE_FAIRY.shape[0]):
        if s.used[READYABLE_FAIRY[i]] != 0:
            return True
    return False


@jit
def has(s, fairy):
    """Whether the player whose turn it is has this Fairy: how Auto powers are always on."""
    return s.owned[s.player, fairy] != 0


@jit
def fairies_of(s, p):
    """1 and the rescued ones, once the alter egos are shown."""
    return 1 + np.int64(s.player_view[views.view_of(p) + state.PLAYER_RESCUED])
