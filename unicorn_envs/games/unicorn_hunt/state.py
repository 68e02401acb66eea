"""The record of Unicorn Hunt: one set-up for each player, and the decision at hand."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from unicorn_envs.game import record
from unicorn_envs.games.unicorn_hunt.cards import BASICS, CARD_TYPES, CHAMBER_CARDS, NEIGHS, ROWS, SPACES
from unicorn_envs.layout import Field, Layout
from unicorn_envs.options import Option

MAX_PLAYERS = 4
STACK = 16

THRESHOLDS = {"foal": 16, "easy": 20, "normal": 24, "hard": 28, "expert": 32, "perfect": 38}
MODES = ("normal", "foal", "easy", "hard", "expert", "perfect")
MOST_SCORE = 38
MOST_TURNS = 10_000

OPTIONS = (
    Option("num_players", 1, range(1, MAX_PLAYERS + 1), "1: the solo game; more: a race, each with their own set-up"),
    Option("mode", "normal", MODES, "which score wins the solo game (no part in a race)"),
    Option("turn_cap", 200, range(1, MOST_TURNS + 1), "after this many own turns a player's game is truncated"),
    Option("chamber_buyout", False, (False, True), "at a Beginning: RETURN 4 Basics to DISCARD the chamber card"),
    Option("reward", "score", ("score", "win"), "solo return: score / 38, or 1 for a score that wins by mode, else 0"),
)  # fmt: skip

# What lies on a space
OPEN, BASIC, NEIGH = 0, 1, 2

# Who knows a card that lies face down, or a place in the deck
UNKNOWN, OWNER_KNOWS, ALL_KNOW = 0, 1, 2


class Prompt(IntEnum):
    """The kinds of decision."""

    BUYOUT = 1
    BUYOUT_RETURN = 2
    BLACK_KNIGHT_LOOK = 3
    ACTION = 4
    SECOND_REVEAL = 5
    REVEAL_SPACE = 6
    DESTROY_SPACE = 7
    DESTROY_ADJACENT_SPACE = 8
    DESTROY_REVEALED_SPACE = 9
    RETURN_BASIC_SPACE = 10
    RETURN_NEIGH_SPACE = 11
    ZOMBIE_RETURN_SPACE = 12
    ROW = 13
    ORDER = 14
    FETCH_CARD = 15


PROMPTS = len(Prompt)


class Course(IntEnum):
    """Steps that no card prints; they are on the stack beside the verbs of the cards."""

    BEGIN_TURN = 31
    CHAMBER_ACTS = 32
    TAKE_ACTION = 33
    DRAW = 34
    END_TURN = 35
    ASK_SECOND_REVEAL = 36
    BUYOUT_BASICS = 37
    ZOMBIE_RETURN = 38
    DISCARD_RESOLVED = 39


LAST_STEP = max(Course)

# The views: what is shown of a player's set-up, in the form in which the observation shows it (views.py)

TURN_DIGIT = 100
"""The turn does not fit one int8: hundreds and the rest."""
TURN_HIGH = (MOST_TURNS // TURN_DIGIT, TURN_DIGIT - 1)
TOP_PLACE = CARD_TYPES
"""Places in a deck count down from the top: 30 the top card, 29 the next one; 0 means unknown."""

OWNER_FIELDS = (
    Field("open", (SPACES,), 0, 1, "1: the space is open"),
    Field("basic", (SPACES,), 0, 1, "1: a card known to be a Basic lies there"),
    Field("neigh", (SPACES,), 0, 1, "1: a card known to be a Neigh lies there"),
    Field("unseen", (2,), 0, (BASICS, NEIGHS), "Basics and Neighs among the face-down cards not known"),
    Field("face_up", (ROWS,), 0, 1, "1: the row lies face up (The Great Narwhal)"),
    Field("graveyard", (2,), 0, (BASICS, NEIGHS), "Basics and Neighs in the Graveyard"),
    Field("score", (1,), -MOST_SCORE, MOST_SCORE, "the score as it stands"),
    Field("chamber", (len(CHAMBER_CARDS),), 0, 1, "1: this chamber card is in the chamber"),
    Field("discard", (CARD_TYPES,), 0, 1, "1: the card is in the Discard Pile"),
    Field("deck_size", (1,), 0, CARD_TYPES, "cards in the deck"),
    Field("deck_place", (CARD_TYPES,), 0, TOP_PLACE, "known place in the deck: 30 on top, 29 next, ...; 0 unknown"),
    Field("looked_at", (CARD_TYPES,), 0, 1, "1: the decision is about this card, looked at just now"),
    Field("turn", (2,), 0, TURN_HIGH, "own turns begun: hundreds, and the rest"),
)
"""To the player."""


def rival_fields(k: int) -> tuple[Field, ...]:
    """To the player ``k`` seats before: the fields about their ``k``. rival."""

    def field(name: str, shape: tuple[int, ...], low: object, high: object, meaning: str) -> Field:
        return Field(f"rival_{k}_{name}", shape, low, high, meaning, players=k + 1)

    return (
        field("open", (SPACES,), 0, 1, f"the {k}. rival clockwise. 1: the space is open"),
        field("seen", (SPACES,), 0, 1, "1: a card that the rival has seen, and the observer has not"),
        field("basic", (SPACES,), 0, 1, "1: known to all to be a Basic"),
        field("neigh", (SPACES,), 0, 1, "1: known to all to be a Neigh"),
        field("face_up", (ROWS,), 0, 1, "1: the row lies face up"),
        field("graveyard", (2,), 0, (BASICS, NEIGHS), "Basics and Neighs in the Graveyard"),
        field("score", (1,), -MOST_SCORE, MOST_SCORE, "the score as it stands"),
        field("chamber", (len(CHAMBER_CARDS),), 0, 1, "1: this chamber card is in the chamber"),
        field("discard", (CARD_TYPES,), 0, 1, "1: the card is in the Discard Pile"),
        field("deck_size", (1,), 0, CARD_TYPES, "cards in the deck"),
        field("deck_place", (CARD_TYPES,), 0, TOP_PLACE, "place in the deck known to all, 30 on top; 0 unknown"),
        field("turn", (2,), 0, TURN_HIGH, "turns begun: hundreds, and the rest"),
        field("ended", (1,), 0, 1, "1: the rival's game has ended"),
    )  # fmt: skip


OWNER = Layout(OWNER_FIELDS)
RIVAL = Layout(rival_fields(1))

STATE = record(
    ("rng", np.uint64),
    ("returns", np.float32, (MAX_PLAYERS,)),
    # What the current effect did where: sets of spaces, a bit for each
    ("chosen", np.int32),  # REVEALed, or left empty by a DESTROY
    ("brought_back", np.int32),  # taken by a card that Zombie Unicorn RETURNED meanwhile
    # The spaces of each player that hold a card, as such a set: follows from grounds, see views.py
    ("lying", np.int32, (MAX_PLAYERS,)),
    ("turn_cap", np.int16),  # an option, see OPTIONS
    # A set-up for each player
    ("turn", np.int16, (MAX_PLAYERS,)),  # own turns begun
    ("num_players", np.int8),  # options, down to reward
    ("mode", np.int8),
    ("chamber_buyout", np.int8),
    ("reward", np.int8),
    ("grounds", np.int8, (MAX_PLAYERS, SPACES)),  # OPEN, BASIC or NEIGH, row by row
    ("known", np.int8, (MAX_PLAYERS, SPACES)),  # UNKNOWN, OWNER_KNOWS or ALL_KNOW; UNKNOWN where open
    ("graveyard_basics", np.int8, (MAX_PLAYERS,)),
    ("graveyard_neighs", np.int8, (MAX_PLAYERS,)),
    ("deck", np.int8, (MAX_PLAYERS, CARD_TYPES)),  # the top is the last of deck_size cards
    ("deck_known", np.int8, (MAX_PLAYERS, CARD_TYPES)),
    ("deck_size", np.int8, (MAX_PLAYERS,)),
    ("discard", np.int8, (MAX_PLAYERS, CARD_TYPES + 1)),  # 1 for each card that lies there
    ("chamber", np.int8, (MAX_PLAYERS,)),
    ("row", np.int8, (MAX_PLAYERS,)),  # The Great Narwhal's row from 1 to 5, else 0
    ("ended", np.int8, (MAX_PLAYERS,)),
    ("capped", np.int8, (MAX_PLAYERS,)),
    # Whose turn it is, and the decision at hand
    ("seat", np.int8),  # who decides; -1 when the game is over
    ("player", np.int8),  # whose turn it is
    ("truncated", np.int8),
    ("prompt", np.int8),
    ("steps_left", np.int8),  # of the effect, this one included; ORDER: cards still to be placed
    ("resolving", np.int8),  # the card drawn whose effect is being carried out
    # Steps to come, the next one on top
    ("stack_verb", np.int8, (STACK,)),
    ("stack_number", np.int8, (STACK,)),
    ("stack_size", np.int8),
    # What is shown of each player: follows from the fields above, see views.py
    ("owner_view", np.int8, (MAX_PLAYERS, OWNER.size)),  # to the player
    ("rival_view", np.int8, (MAX_PLAYERS, RIVAL.size)),  # to the others
    ("shown_to_all", np.int8, (MAX_PLAYERS, SPACES)),  # to the player: what the others know
)  # fmt: skip
