"""The record of Margot: La Fée: castles, Villages, Fairies, and the decision at hand."""

from __future__ import annotations

import numpy as np

from unicorn_envs.game import record
from unicorn_envs.games.margot.cards import CASTLE_SIZE, CASTLES, FAIRY_DECK_SIZE, FAIRY_TYPES, KINDS
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
VILLAGE_SIZE = CASTLE_SIZE + MOST_FAIRIES - 1
"""A whole castle and all the Fairies of a player who explores."""
UNDER_PLACES = 2
"""Places at the bottom of a deck that can be known: the Owl puts two cards there in a turn, with the Mirror's help."""
RANKS = ((24, "S"), (20, "A"), (17, "B"), (14, "C"))
"""Solo: from so many points on this rank; under 14 the game is lost."""

OPTIONS = (
    Option("num_players", 1, range(1, MAX_PLAYERS + 1), "1: the solo game of five turns"),
    Option("reward", "score", ("score", "win"), "solo return: points / 24, or 1 for 14 points or more and else 0"),
    Option("auto_single", True, (False, True), "a decision with a single legal answer is not asked"),
)  # fmt: skip

# Prompts: the kinds of decision
NO_PROMPT = 0
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
PROMPTS = 11

# Sizes of the views, as observation.py has them
TABLE_VIEW = 208
PLAYER_VIEW = 46

STATE = record(
    ("rng", np.uint64),
    # The legal answers to the decision at hand, as a set: a bit for each, see rules.answers
    ("answers", np.int64),
    # Active orbs in each Village, a number with eight bits for each count: follows from the Villages, see views.py
    ("orbs", np.int64, (len(CASTLES),)),
    ("returns", np.float32, (MAX_PLAYERS,)),
    ("deck_known", np.int32, (len(CASTLES),)),  # a set: the places of the deck of which all know what lies there
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
    ("deck", np.int8, (len(CASTLES), CASTLE_SIZE)),  # the top is the last of deck_size cards
    ("deck_size", np.int8, (len(CASTLES),)),
    ("village", np.int8, (len(CASTLES), VILLAGE_SIZE)),  # codes, from the left
    ("disabled", np.int8, (len(CASTLES), VILLAGE_SIZE)),  # 1: the card in this place of the Village
    ("village_size", np.int8, (len(CASTLES),)),
    ("illusion", np.int8, (len(CASTLES), KINDS + 1)),  # castle cards there, by number
    ("illusion_fairy", np.int8),  # the Fairy there, or 0
    # The Fairies
    ("fairy_deck", np.int8, (FAIRY_DECK_SIZE,)),  # the top is the last of fairy_deck_size cards
    ("fairy_deck_size", np.int8),
    ("flowers", np.int8),  # Flower Fairies in their pile
    ("pair", np.int8, (MAX_PLAYERS, 2)),  # drawn in the set-up: the one kept (until it is shown), the one in the box
    ("chosen", np.int8, (MAX_PLAYERS,)),  # 1: has kept one of the two
    ("owned", np.int8, (MAX_PLAYERS, FAIRY_TYPES + 1)),  # how many of each Fairy
    ("used", np.int8, (FAIRY_TYPES + 1,)),  # how many of them the player at turn has disabled, in the play area
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
    ("table_view", np.int8, (TABLE_VIEW,)),  # the fields of the observation up to "unseen"
    ("player_view", np.int8, (MAX_PLAYERS * PLAYER_VIEW,)),  # of one player after the other, the fields about a rival
)  # fmt: skip
