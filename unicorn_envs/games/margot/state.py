"""The record of Margot: La Fée: castles, Villages, Fairies, and the decision at hand."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from unicorn_envs.engine.records import record
from unicorn_envs.games.margot import cards
from unicorn_envs.layout import Field, Layout
from unicorn_envs.options import Option

MAX_PLAYERS = 4
STACK = 8

MOST_SCRATCHES = 5
"""So many scratches bring the Penalty."""
WINNING_POINTS = 24
SOLO_POINTS = 14
MOST_POINTS = 36
MOST_FAIRIES = 6
MOST_BREAKS = 2
VILLAGE_SIZE = cards.CASTLE_SIZE + MOST_FAIRIES - 1
"""A whole castle and all the Fairies of a player who explores."""
MOST_TOTAL = MOST_SCRATCHES - 1 + cards.MOST_SCRATCH
"""The scratch total when a boss comes on top of the most that brings no Penalty."""
MOST_IN_ILLUSION = 3
UNDER_PLACES = 2
"""Places at the bottom of a deck that can be known: the Owl puts two cards there in a turn, with the Mirror's help."""
RANKS = ((24, "S"), (20, "A"), (17, "B"), (14, "C"))
"""Solo: from so many points on this rank; under 14 the game is lost."""

OPTIONS = (
    Option("num_players", 1, range(1, MAX_PLAYERS + 1), "1: the solo game of five turns"),
    Option("reward", "score", ("score", "win"), "solo return: points / 24, or 1 for 14 points or more and else 0"),
    Option("auto_single", True, (False, True), "a decision with a single legal answer is not asked"),
)  # fmt: skip


class Prompt(IntEnum):
    """The kinds of decision."""

    KEEP = 1
    CHARIOT_CASTLE = 2
    ACTION_CHOICE = 3
    BREAK_ENEMY = 4
    LAY_VILLAGE = 5
    POWER_ENEMY = 6
    POWER_CASTLE = 7
    OWL_CASTLE = 8
    READY_FAIRY = 9
    LOSE_ORB = 10
    RESCUE_FAIRY = 11


PROMPTS = len(Prompt)


class Step(IntEnum):
    """What can be put on the stack."""

    ASK_KEEP = 1  # of the seat that goes with the step
    SHOW_KEPT = 2
    BEGIN_TURN = 3
    TAKE_ACTION = 4
    PICK_ENEMY = 5  # of the Magic Break under way
    LOSE_STORY = 6
    OTHERS_SCORE = 7
    RESCUE = 8
    END_TURN = 9
    SHOW_POSITION = 10  # the first step of a position: nothing has been shown yet


# What is shown to all is kept in the very form in which the observation shows it, see views.py. Here is that form: of
# the table, and of one player.

LIES = np.zeros(cards.CODES + 1, dtype=np.int8)
"""Number in the field ``village`` of what lies in a Village: castle cards 1 to 8, then the Fairies that can be laid."""
LIES[: cards.KINDS + 1] = np.arange(cards.KINDS + 1)
LIES[[cards.KINDS + f for f in cards.LAYABLE]] = cards.KINDS + 1 + np.arange(cards.LAYABLE_COUNT)
LIES_HIGH = cards.KINDS + cards.LAYABLE_COUNT

COPIES_HIGH = cards.COPIES[:, 1 : cards.KINDS + 1]
ENEMIES_HIGH = cards.COPIES[:, 1 : cards.ENEMY_KINDS + 1]
ILLUSION_HIGH = np.minimum(ENEMIES_HIGH, MOST_IN_ILLUSION)
ORBS_HIGH = np.array(
    [
        [
            cards.COPIES[c][cards.ORB[c] == colour + 1].sum()
            + sum(cards.FAIRY_ORB[f] == colour + 1 for f in cards.LAYABLE)
            for colour in range(cards.COLOUR_COUNT)
        ]
        for c in range(cards.CASTLE_COUNT)
    ]
)
OWNED_HIGH = np.array([1] * cards.FAIRY_DECK_SIZE + [MOST_FAIRIES - 1])


def _of_castles(name: str, shape: tuple[int, ...], high: Any, meaning: str, low: int = 0) -> Field:
    return Field(name, (cards.CASTLE_COUNT, *shape), low, high, meaning)


TABLE = Layout((
    _of_castles("deck", (cards.KINDS,), COPIES_HIGH, "cards left in each castle deck, by kind"),
    _of_castles("top", (cards.KINDS,), 1, "1: this card is known to lie on top of the deck"),
    _of_castles("under", (UNDER_PLACES, cards.KINDS), 1, "1: known to be the lowest card, the second lowest"),
    _of_castles("enemies", (cards.ENEMY_KINDS,), ENEMIES_HIGH, "active enemies in each Village, by kind"),
    _of_castles("disabled_enemies", (cards.ENEMY_KINDS,), ENEMIES_HIGH, "disabled enemies in each Village"),
    _of_castles("orbs", (cards.COLOUR_COUNT,), ORBS_HIGH,
                "valid orbs in each Village: red, green, blue, yellow, purple"),
    Field("scratches", (1,), 0, MOST_TOTAL, "the scratch total; 5 bring the Penalty"),
    _of_castles("laid", (cards.LAYABLE_COUNT,), 1, "1: this Story or Scratch Fairy lies in the Village"),
    _of_castles("village", (VILLAGE_SIZE,), LIES_HIGH,
                "what lies in each Village, from the left: 1-8 castle card, 9-16 Fairy, negative: disabled, 0 nothing",
                low=-LIES_HIGH),
    _of_castles("illusion", (cards.ENEMY_KINDS,), ILLUSION_HIGH, "enemies in the Illusion"),
    Field("illusion_fairy", (1,), 0, 1, "1: the Wisp Fairy is in the Illusion"),
    Field("row", (cards.FAIRY_DECK_SIZE,), 0, 1, "1: the Fairy lies in the row"),
    Field("flowers", (1,), 0, cards.FLOWERS, "Flower Fairies left in their pile"),
    Field("fairy_deck_size", (1,), 0, cards.FAIRY_DECK_SIZE - 2, "cards in the Fairy deck"),
    Field("unseen", (cards.FAIRY_DECK_SIZE,), 0, 1, "1: the observer does not know where the Fairy is"),
))  # fmt: skip
PLAYER = Layout((
    Field("owned", (cards.FAIRY_TYPES,), 0, OWNED_HIGH, "Fairies"),
    Field("ready", (cards.FAIRY_TYPES,), 0, OWNED_HIGH, "those of them that lie active in the play area"),
    Field("points", (1,), 0, MOST_POINTS, "points"),
    Field("rescued", (1,), 0, MOST_FAIRIES - 1, "Fairies rescued"),
    Field("acting", (1,), 0, 1, "1: this player decides"),
    Field("chosen", (1,), 0, 1, "1: has kept one of the two Fairies"),
))  # fmt: skip

DECK_AT = TABLE.start("deck")
TOP_AT = TABLE.start("top")
UNDER_AT = TABLE.start("under")
ENEMIES_AT = TABLE.start("enemies")
DISABLED_ENEMIES_AT = TABLE.start("disabled_enemies")
ORBS_AT = TABLE.start("orbs")
SCRATCHES_AT = TABLE.start("scratches")
LAID_AT = TABLE.start("laid")
VILLAGE_AT = TABLE.start("village")
ILLUSION_AT = TABLE.start("illusion")
ILLUSION_FAIRY_AT = TABLE.start("illusion_fairy")
ROW_AT = TABLE.start("row")
FLOWERS_AT = TABLE.start("flowers")
FAIRY_DECK_SIZE_AT = TABLE.start("fairy_deck_size")
UNSEEN_AT = TABLE.start("unseen")

PLAYER_OWNED = PLAYER.start("owned")
PLAYER_READY = PLAYER.start("ready")
PLAYER_POINTS = PLAYER.start("points")
PLAYER_RESCUED = PLAYER.start("rescued")
PLAYER_ACTING = PLAYER.start("acting")
PLAYER_CHOSEN = PLAYER.start("chosen")

STATE = record(
    ("rng", np.uint64),
    # The legal answers to the decision at hand, as a set: a bit for each, see choices.py
    ("answers", np.int64),
    # Active orbs in each Village, a number with eight bits for each count: follows from the Villages, see views.py
    ("orbs", np.int64, (cards.CASTLE_COUNT,)),
    ("returns", np.float32, (MAX_PLAYERS,)),
    ("deck_known", np.int32, (cards.CASTLE_COUNT,)),  # a set: the places of the deck of which all know what lies there
    ("row", np.int32),  # the Fairies of the row, as a set: a bit for each
    # Sets of Fairies that can be used: follow from owned and from where they are, see views.py
    ("usable", np.int32, (MAX_PLAYERS,)),  # a player's
    ("ready", np.int32),  # those of the player at turn that lie active in the play area
    ("targets", np.int16),  # active enemies in the Villages that may be chosen, as a set: see TARGET_BIT
    # Options, see OPTIONS
    ("num_players", np.int8),
    ("reward", np.int8),
    ("auto_single", np.int8),
    # The castles, Human and then Witch's
    ("deck", np.int8, (cards.CASTLE_COUNT, cards.CASTLE_SIZE)),  # the top is the last of deck_size cards
    ("deck_size", np.int8, (cards.CASTLE_COUNT,)),
    ("village", np.int8, (cards.CASTLE_COUNT, VILLAGE_SIZE)),  # codes, from the left
    ("disabled", np.int8, (cards.CASTLE_COUNT, VILLAGE_SIZE)),  # 1: the card in this place of the Village
    ("village_size", np.int8, (cards.CASTLE_COUNT,)),
    ("illusion", np.int8, (cards.CASTLE_COUNT, cards.KINDS + 1)),  # castle cards there, by number
    ("illusion_fairy", np.int8),  # the Fairy there, or 0
    # The Fairies
    ("fairy_deck", np.int8, (cards.FAIRY_DECK_SIZE,)),  # the top is the last of fairy_deck_size cards
    ("fairy_deck_size", np.int8),
    ("flowers", np.int8),  # Flower Fairies in their pile
    ("pair", np.int8, (MAX_PLAYERS, 2)),  # drawn in the set-up: the one kept (until it is shown), the one in the box
    ("chosen", np.int8, (MAX_PLAYERS,)),  # 1: has kept one of the two
    ("owned", np.int8, (MAX_PLAYERS, cards.FAIRY_TYPES + 1)),  # how many of each Fairy
    ("used", np.int8, (cards.FAIRY_TYPES + 1,)),  # how many of them the player at turn has disabled, in the play area
    ("points", np.int8, (MAX_PLAYERS,)),
    # Whose turn it is, and the decision at hand
    ("seat", np.int8),  # who decides; -1 when the game is over
    ("player", np.int8),  # whose turn it is
    ("truncated", np.int8),  # never: a game lasts five turns each
    ("magic_breaks", np.int8),  # left in this turn
    ("penalty", np.int8),  # 1: this turn has had its Penalty
    ("prompt", np.int8),
    ("power", np.int8),  # the Fairy whose power is being carried out
    ("place", np.int8),  # 1 + the Village that the Magic Break or the Penalty is about
    ("picked", np.int8),  # 1: this Magic Break has disabled an enemy
    # Steps to come, the next one on top
    ("stack_verb", np.int8, (STACK,)),
    ("stack_number", np.int8, (STACK,)),
    ("stack_size", np.int8),
    # What is shown to all, in the form of the observation: follows from the fields above, see views.py
    ("table_view", np.int8, (TABLE.size,)),  # see TABLE
    ("player_view", np.int8, (MAX_PLAYERS * PLAYER.size,)),  # of one player after the other, see PLAYER
)  # fmt: skip
