"""What a player of Margot knows, as a flat int8 vector. The table below is what is written."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unicorn_envs.engine.decisions import NO_PROMPT
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import distance
from unicorn_envs.games.margot import cards, state, views
from unicorn_envs.layout import Field, Layout

OWNED, READY, POINTS, RESCUED = state.PLAYER[:4]  # the fields that the observer's block has too

SHARED = (
    *state.TABLE,
    Field("magic_breaks", (1,), 0, state.MOST_BREAKS, "Magic Breaks left in this turn"),
    Field("penalty", (1,), 0, 1, "1: this turn has had its Penalty"),
    Field("prompt", (state.PROMPTS,), 0, 1, "the kind of decision at hand, one-hot (state.Prompt.KEEP first)"),
    Field("power", (cards.FAIRY_TYPES,), 0, 1, "the Fairy whose power asks, one-hot"),
    Field("place", (cards.CASTLE_COUNT,), 0, 1, "the Village that the Magic Break or the Penalty is about, one-hot"),
    Field("picked", (1,), 0, 1, "1: this Magic Break has disabled an enemy already"),
    Field("pair", (cards.FAIRY_DECK_SIZE,), 0, 1, "set-up: the two Fairies to choose from"),
    Field("box", (cards.FAIRY_DECK_SIZE,), 0, 1, "the Fairy that the observer put back into the box"),
    replace(OWNED, meaning="the observer's Fairies"),
    READY,
    replace(POINTS, meaning="the observer's points"),
    replace(RESCUED, meaning="Fairies that the observer has rescued"),
)  # fmt: skip

SEVERAL = (Field("acting", (1,), 0, 1, "1: the observer decides", players=2),)


def _rival(k: int) -> tuple[Field, ...]:
    meanings = {"owned": f"Fairies of the {k}. rival clockwise", "acting": "1: this rival decides"}
    return tuple(
        replace(field, name=f"rival_{k}_{field.name}", meaning=meanings.get(field.name, field.meaning), players=k + 1)
        for field in state.PLAYER
    )


LAYOUT = Layout([*SHARED, *SEVERAL, *(field for k in range(1, state.MAX_PLAYERS) for field in _rival(k))])

MAGIC_BREAKS_AT = LAYOUT.start("magic_breaks")
PENALTY_AT = LAYOUT.start("penalty")
PROMPT_AT = LAYOUT.start("prompt")
POWER_AT = LAYOUT.start("power")
PLACE_AT = LAYOUT.start("place")
PICKED_AT = LAYOUT.start("picked")
PAIR_AT = LAYOUT.start("pair")
BOX_AT = LAYOUT.start("box")
OWNED_AT = LAYOUT.start("owned")
READY_AT = LAYOUT.start("ready")
POINTS_AT = LAYOUT.start("points")
RESCUED_AT = LAYOUT.start("rescued")
ACTING_AT = LAYOUT.start("acting")
RIVAL_AT = LAYOUT.start("rival_1_owned")
RIVAL_SIZE = LAYOUT.start("rival_2_owned") - RIVAL_AT
OWN_SIZE = RESCUED_AT + RESCUED.size - OWNED_AT
"""The observer's block is as long as a rival's without its last fields."""

# The views (views.py) are copied: the table's at the start, then a player's into each block.
assert MAGIC_BREAKS_AT == views.TABLE_VIEW
assert RIVAL_SIZE == views.PLAYER_VIEW and OWN_SIZE == state.PLAYER_ACTING


@jit
def write_observation(s, seat, out):
    for i in range(views.TABLE_VIEW):
        out[i] = s.table_view[i]
    for i in range(views.TABLE_VIEW, OWNED_AT):
        out[i] = 0
    copy_players(s, views.view_of(seat), out, OWNED_AT, OWN_SIZE)
    write_set_up(s, seat, out)
    write_decision(s, out)
    if s.num_players > 1:
        write_rivals(s, np.int64(seat), out)


@jit
def copy_players(s, start, out, at, size):
    """Copy ``size`` entries of the players' views. For the compiler no start is negative, and the size not constant."""
    start, at = start & 255, at & 511
    for i in range(min(size, out.shape[0])):
        out[at + i] = s.player_view[start + i]


@jit
def write_set_up(s, seat, out):
    """What the observer drew: two to choose from; then the one kept, not shown to the others yet, and the other."""
    kept = np.int64(s.pair[seat, 0])
    other = np.int64(s.pair[seat, 1])
    if other != 0:
        out[state.UNSEEN_AT + other - 1] = 0
    if kept != 0:
        out[state.UNSEEN_AT + kept - 1] = 0
    if s.chosen[seat] == 0:
        out[PAIR_AT + kept - 1] = 1
        out[PAIR_AT + other - 1] = 1
        return
    if kept != 0:
        out[OWNED_AT + kept - 1] = 1
        out[READY_AT + kept - 1] = 1
    if other != 0:
        out[BOX_AT + other - 1] = 1


@jit
def write_decision(s, out):
    """The decision at hand is seen by all."""
    if s.prompt == NO_PROMPT:
        return
    out[MAGIC_BREAKS_AT] = s.magic_breaks
    out[PENALTY_AT] = s.penalty
    out[PROMPT_AT + np.int64(s.prompt) - 1] = 1
    if s.power != 0:
        out[POWER_AT + np.int64(s.power) - 1] = 1
    if s.place != 0:
        out[PLACE_AT + np.int64(s.place) - 1] = 1
    out[PICKED_AT] = s.picked


@jit
def write_rivals(s, seat, out):
    """Clockwise from the observer: those at higher seats, then those from seat 0 on."""
    players = np.int64(s.num_players)
    higher = views.view_of(players - 1 - seat)
    copy_players(s, views.view_of(seat + 1), out, RIVAL_AT, higher)
    copy_players(s, 0, out, RIVAL_AT + higher, views.view_of(seat))
    out[ACTING_AT] = s.seat == seat
    if s.seat >= 0 and s.seat != seat:
        k = distance(s, seat, s.seat)
        out[RIVAL_AT + views.view_of(k - 1) + state.PLAYER_ACTING] = 1
