"""The record of Unicorn Hunt: one set-up for each player, and the decision at hand."""

from __future__ import annotations

import numpy as np

from unicorn_envs.game import record
from unicorn_envs.games.unicorn_hunt.cards import CARD_TYPES, SPACES
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

# Prompts: the kinds of decision
NO_PROMPT = 0
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
PROMPTS = 15

# Sizes of the views, as observation.py has them
OWNER_VIEW = 198
RIVAL_VIEW = 197

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
    ("owner_view", np.int8, (MAX_PLAYERS, OWNER_VIEW)),  # to the player: the fields of the observation up to "turn"
    ("rival_view", np.int8, (MAX_PLAYERS, RIVAL_VIEW)),  # to the others: their fields about a rival
    ("shown_to_all", np.int8, (MAX_PLAYERS, SPACES)),  # to the player: what the others know
)  # fmt: skip
