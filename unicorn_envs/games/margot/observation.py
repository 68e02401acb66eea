"""What a player of Margot knows, as a flat int8 vector. The table below is what is written."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.games.margot.cards import (
    CASTLE_COUNT,
    CODES,
    COLOUR_COUNT,
    COPIES,
    ENEMY_KINDS,
    FAIRY_DECK_SIZE,
    FAIRY_ORB,
    FAIRY_TYPES,
    FLOWERS,
    KINDS,
    LAYABLE,
    LAYABLE_COUNT,
    ORB,
)
from unicorn_envs.games.margot.state import (
    MAX_PLAYERS,
    MOST_BREAKS,
    MOST_FAIRIES,
    MOST_POINTS,
    MOST_SCRATCHES,
    NO_PROMPT,
    PLAYER_VIEW,
    PROMPTS,
    TABLE_VIEW,
    UNDER_PLACES,
    VILLAGE_SIZE,
)
from unicorn_envs.layout import Field, Layout

MOST_TOTAL = MOST_SCRATCHES + 2
"""The scratch total when a boss comes on top of 4."""
MOST_IN_ILLUSION = 3

LIES = np.zeros(CODES + 1, dtype=np.int8)
"""Number in the field ``village`` of what lies in a Village: castle cards 1 to 8, then the Fairies that can be laid."""
LIES[: KINDS + 1] = np.arange(KINDS + 1)
for _i, _f in enumerate(LAYABLE):
    LIES[KINDS + _f] = KINDS + 1 + _i
LIES_HIGH = KINDS + LAYABLE_COUNT

COPIES_HIGH = COPIES[:, 1 : KINDS + 1]
ENEMIES_HIGH = COPIES[:, 1 : ENEMY_KINDS + 1]
ILLUSION_HIGH = np.minimum(ENEMIES_HIGH, MOST_IN_ILLUSION)
ORBS_HIGH = np.array(
    [
        [COPIES[c][ORB[c] == k + 1].sum() + sum(FAIRY_ORB[f] == k + 1 for f in LAYABLE) for k in range(COLOUR_COUNT)]
        for c in range(CASTLE_COUNT)
    ]
)
OWNED_HIGH = np.array([1] * FAIRY_DECK_SIZE + [MOST_FAIRIES - 1])

SHARED = (
    Field("deck", (CASTLE_COUNT, KINDS), 0, COPIES_HIGH, "cards left in each castle deck, by kind"),
    Field("top", (CASTLE_COUNT, KINDS), 0, 1, "1: this card is known to lie on top of the deck"),
    Field("under", (CASTLE_COUNT, UNDER_PLACES, KINDS), 0, 1, "1: known to be the lowest card, the second lowest"),
    Field("enemies", (CASTLE_COUNT, ENEMY_KINDS), 0, ENEMIES_HIGH, "active enemies in each Village, by kind"),
    Field("disabled_enemies", (CASTLE_COUNT, ENEMY_KINDS), 0, ENEMIES_HIGH, "disabled enemies in each Village"),
    Field("orbs", (CASTLE_COUNT, COLOUR_COUNT), 0, ORBS_HIGH,
          "valid orbs in each Village: red, green, blue, yellow, purple"),
    Field("scratches", (1,), 0, MOST_TOTAL, "the scratch total; 5 bring the Penalty"),
    Field("laid", (CASTLE_COUNT, LAYABLE_COUNT), 0, 1, "1: this Story or Scratch Fairy lies in the Village"),
    Field("village", (CASTLE_COUNT, VILLAGE_SIZE), -LIES_HIGH, LIES_HIGH,
          "what lies in each Village, from the left: 1-8 castle card, 9-16 Fairy, negative: disabled, 0 nothing"),
    Field("illusion", (CASTLE_COUNT, ENEMY_KINDS), 0, ILLUSION_HIGH, "enemies in the Illusion"),
    Field("illusion_fairy", (1,), 0, 1, "1: the Wisp Fairy is in the Illusion"),
    Field("row", (FAIRY_DECK_SIZE,), 0, 1, "1: the Fairy lies in the row"),
    Field("flowers", (1,), 0, FLOWERS, "Flower Fairies left in their pile"),
    Field("fairy_deck_size", (1,), 0, FAIRY_DECK_SIZE - 2, "cards in the Fairy deck"),
    Field("unseen", (FAIRY_DECK_SIZE,), 0, 1, "1: the observer does not know where the Fairy is"),
    Field("magic_breaks", (1,), 0, MOST_BREAKS, "Magic Breaks left in this turn"),
    Field("penalty", (1,), 0, 1, "1: this turn has had its Penalty"),
    Field("prompt", (PROMPTS,), 0, 1, "the kind of decision at hand, one-hot (state.KEEP = first entry ...)"),
    Field("power", (FAIRY_TYPES,), 0, 1, "the Fairy whose power asks, one-hot"),
    Field("place", (CASTLE_COUNT,), 0, 1, "the Village that the Magic Break or the Penalty is about, one-hot"),
    Field("picked", (1,), 0, 1, "1: this Magic Break has disabled an enemy already"),
    Field("pair", (FAIRY_DECK_SIZE,), 0, 1, "set-up: the two Fairies to choose from"),
    Field("box", (FAIRY_DECK_SIZE,), 0, 1, "the Fairy that the observer put back into the box"),
    Field("owned", (FAIRY_TYPES,), 0, OWNED_HIGH, "the observer's Fairies"),
    Field("ready", (FAIRY_TYPES,), 0, OWNED_HIGH, "those of them that lie active in the play area"),
    Field("points", (1,), 0, MOST_POINTS, "the observer's points"),
    Field("rescued", (1,), 0, MOST_FAIRIES - 1, "Fairies that the observer has rescued"),
)  # fmt: skip

SEVERAL = (Field("acting", (1,), 0, 1, "1: the observer decides", players=2),)


def _rival(k: int) -> tuple[Field, ...]:
    def field(name: str, shape: tuple[int, ...], high: object, meaning: str) -> Field:
        return Field(f"rival_{k}_{name}", shape, 0, high, meaning, players=k + 1)

    return (
        field("owned", (FAIRY_TYPES,), OWNED_HIGH, f"Fairies of the {k}. rival clockwise"),
        field("ready", (FAIRY_TYPES,), OWNED_HIGH, "those of them that lie active in the play area"),
        field("points", (1,), MOST_POINTS, "points"),
        field("rescued", (1,), MOST_FAIRIES - 1, "Fairies rescued"),
        field("acting", (1,), 1, "1: this rival decides"),
        field("chosen", (1,), 1, "1: has kept one of the two Fairies"),
    )


LAYOUT = Layout([*SHARED, *SEVERAL, *(field for k in range(1, MAX_PLAYERS) for field in _rival(k))])

DECK_AT = LAYOUT.start("deck")
TOP_AT = LAYOUT.start("top")
UNDER_AT = LAYOUT.start("under")
ENEMIES_AT = LAYOUT.start("enemies")
DISABLED_ENEMIES_AT = LAYOUT.start("disabled_enemies")
ORBS_AT = LAYOUT.start("orbs")
SCRATCHES_AT = LAYOUT.start("scratches")
LAID_AT = LAYOUT.start("laid")
VILLAGE_AT = LAYOUT.start("village")
ILLUSION_AT = LAYOUT.start("illusion")
ILLUSION_FAIRY_AT = LAYOUT.start("illusion_fairy")
ROW_AT = LAYOUT.start("row")
FLOWERS_AT = LAYOUT.start("flowers")
FAIRY_DECK_SIZE_AT = LAYOUT.start("fairy_deck_size")
UNSEEN_AT = LAYOUT.start("unseen")
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
RIVAL_ACTING = LAYOUT.start("rival_1_acting") - RIVAL_AT
RIVAL_CHOSEN = LAYOUT.start("rival_1_chosen") - RIVAL_AT

# Where the fields of a player lie within the observer's block, and a rival's
READY = READY_AT - OWNED_AT
PLAYER_POINTS = POINTS_AT - OWNED_AT
RESCUED = RESCUED_AT - OWNED_AT
OWN_VIEW = RESCUED + 1

# The views (views.py) are copied: the table's at the start, then a player's into each block; the observer's is shorter.
assert MAGIC_BREAKS_AT == TABLE_VIEW
assert RIVAL_SIZE == PLAYER_VIEW and RIVAL_ACTING == OWN_VIEW


@jit
def view_of(p):
    """Where the view of a player begins. The mask changes nothing; it tells the compiler that this is not negative."""
    return (np.int64(p) * PLAYER_VIEW) & 255


@jit
def write_observation(s, seat, out):
    for i in range(TABLE_VIEW):
        out[i] = s.table_view[i]
    for i in range(TABLE_VIEW, OWNED_AT):
        out[i] = 0
    copy_players(s, view_of(seat), out, OWNED_AT, OWN_VIEW)
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
        out[UNSEEN_AT + other - 1] = 0
    if kept != 0:
        out[UNSEEN_AT + kept - 1] = 0
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
    higher = view_of(players - 1 - seat)
    copy_players(s, view_of(seat + 1), out, RIVAL_AT, higher)
    copy_players(s, 0, out, RIVAL_AT + higher, view_of(seat))
    out[ACTING_AT] = s.seat == seat
    if s.seat >= 0 and s.seat != seat:
        k = s.seat - seat
        if k < 0:
            k += players
        out[RIVAL_AT + view_of(k - 1) + RIVAL_ACTING] = 1
