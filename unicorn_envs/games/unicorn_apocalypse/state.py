"""The record of Unicorn Apocalypse: two sides, the battle or War on the table, and the decision at hand."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from unicorn_envs.game import record
from unicorn_envs.games.unicorn_apocalypse.cards import DECK, LEVELS, MOST_BUILDS, PLAYERS, PORTALS
from unicorn_envs.options import Option

STACK = 8
PLACES = MOST_BUILDS + 1
"""One more than can lie there: the card that opens a portal is placed first."""
MOST_BATTLES = 10_000

OPTIONS = (
    Option("num_players", PLAYERS, range(PLAYERS, PLAYERS + 1), "two civilizations"),
    Option("battle_cap", 500, range(1, MOST_BATTLES + 1), "after this many battles the game is truncated, a draw"),
)


class Prompt(IntEnum):
    """The kinds of decision."""

    BATTLE_CARD = 1
    BUILD = 2  # with the card that won the battle
    WAR_CARD = 3  # which card of the War is placed next
    WAR_BUILD = 4  # where; the loser of a War is asked this of each Unicorn: into play as a Comet, or not
    REMOVE = 5  # level 11
    HAND_CARD = 6  # level 12: which card of the hand
    HAND_BUILD = 7  # where


PROMPTS = len(Prompt)


class Step(IntEnum):
    """What can be put on the stack."""

    BEGIN_BATTLE = 1
    REVEAL = 2
    WAR_ROUND = 3
    PLACE = 4  # the winner builds
    DISCARD_REST = 5  # of the winner's cards of the battle
    ACT = 6  # the special of the level that goes with the step
    END_BATTLE = 7
    LOSE = 8  # the loser's cards of the battle are discarded, but of each Unicorn its owner decides


LAST_STEP = max(Step)

# Counts by level have an entry 0 that is never used: a card is an index.
STATE = record(
    ("rng", np.uint64),
    ("returns", np.float32, (PLAYERS,)),
    ("battle_cap", np.int16),  # option
    ("battle", np.int16),  # battles begun
    ("num_players", np.int8),  # option
    # Each side
    ("hand", np.int8, (PLAYERS, LEVELS + 1)),  # counts
    ("shown", np.int8, (PLAYERS, LEVELS + 1)),  # counts of the hand that the opponent knows to be there
    ("pile", np.int8, (PLAYERS, DECK)),  # the draw pile; the top is the last of pile_size cards
    ("pile_size", np.int8, (PLAYERS,)),
    ("discard", np.int8, (PLAYERS, LEVELS + 1)),  # counts
    ("build_level", np.int8, (PLAYERS, PLACES)),  # build cards on closed portals, as placed, oldest first
    ("build_points", np.int8, (PLAYERS, PLACES)),
    ("build_portal", np.int8, (PLAYERS, PLACES)),  # 0 to 5
    ("builds", np.int8, (PLAYERS,)),  # how many there are
    ("open", np.int8, (PLAYERS, PORTALS)),  # 1: the portal is open
    ("new_home", np.int8, (PLAYERS, LEVELS + 1)),  # counts: the evacuees
    ("comets", np.int8, (PLAYERS,)),  # Comets in play
    ("unicorns", np.int8, (PLAYERS,)),  # Unicorns in play as Comets
    # The battle: from the reveal to the next one, what lay there stays written in first, last, rounds, winner
    ("choice", np.int8, (PLAYERS,)),  # level laid face down, still counted in the hand; 0 none yet
    ("first", np.int8, (PLAYERS,)),  # level of the battle card, in a War the tied one
    ("last", np.int8, (PLAYERS,)),  # level of the latest fourth card of a War, else the battle card
    ("rounds", np.int8),  # rounds of the War
    ("winner", np.int8),  # 1 + seat; 0 not yet, or nobody
    ("table", np.int8, (PLAYERS, LEVELS + 1)),  # counts: cards of the battle that have not gone anywhere yet
    ("placing", np.int8),  # level of the card of which the deciding seat says where it goes, else 0
    # The decision at hand
    ("seat", np.int8),  # who decides; -1 when the game is over
    ("truncated", np.int8),
    ("prompt", np.int8),
    # Steps to come, the next one on top
    ("stack_verb", np.int8, (STACK,)),
    ("stack_number", np.int8, (STACK,)),
    ("stack_size", np.int8),
)  # fmt: skip
