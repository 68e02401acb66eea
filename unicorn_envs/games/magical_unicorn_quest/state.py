"""The record of Magical Unicorn Quest: hands, stables, piles, who knows what, and the decision at hand.

With shared stables, stable i lies between seat i (to whose left it is) and seat i + 1; with own stables it is
seat i's.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.game import record
from unicorn_envs.games.magical_unicorn_quest.cards import BEINGS, CARD_TYPES, DECK_CARDS, TABLE_SHAPE, CardsOption
from unicorn_envs.options import Dependent, Option

MAX_PLAYERS = 6
STACK = 32
TABLE = 16  # a play, a Unicorn Thief and 14 Halts
HAND_LIMIT = 7
DEAL = 6
MOST_TURNS = 10_000

SHARED, OWN = 0, 1

OPTIONS = (
    Option("num_players", 4, range(2, MAX_PLAYERS + 1), "adventurers"),
    Option(
        "stables",
        Dependent(lambda values: "own" if values["num_players"] == 2 else "shared", "shared (2 players: own)"),
        ("shared", "own"),
        "shared: one stable between each two neighbours, who win together (3 players or more); own: one each",
    ),
    Option("ask_everyone", False, (False, True), "ask all with a hand for Halt and Unicorn Thief, not only holders"),
    Option("auto_single", True, (False, True), "answer decisions with one legal choice, response windows excepted"),
    Option("turn_cap", 500, range(1, MOST_TURNS + 1), "after this many turns, of all together, the game is truncated"),
    CardsOption("cards", "reconstructed", ("reconstructed",), "the table of cards, or one's own: see RULES.md"),
)  # fmt: skip

# Prompts: the kinds of decision
NO_PROMPT = 0
POTION = 1  # step 2
BEING = 2  # step 3
ABILITY_BEING = 3  # an ability may play a being
PLAY_STABLE = 4
MOVE_SOURCE = 5
MOVE_CARD = 6
MOVE_GOAL = 7
NAME_ADVENTURER = 8
NAME_CARD = 9
NAME_DISCARDED = 10
BREW_STABLE = 11
BREW_CARD = 12
HALT_WINDOW = 13
THIEF_WINDOW = 14
THIEF_STABLE = 15
SPECIES = 16
ABILITY = 17
DISCARD = 18
LOOK_TAKE = 19
LOOK_ORDER = 20
HAND_TAKE = 21
SWAP_GIVE = 22
VICTIM = 23  # of an ability that makes another adventurer discard
HERE_CARD = 24
DISCARD_STABLE = 25
DISCARD_CARD = 26
REMOVE_STABLE = 27
REMOVE_CARD = 28
TAKE_TOP = 29
TAKE_ANY = 30
MUST_PLAY_BEING = 31  # an ability plays a being
PROMPTS = 31

# Sets of adventurers have a bit for each seat
EVERYBODY = (1 << MAX_PLAYERS) - 1

# Sizes of the views, as observation.py has them
PRIVATE = 48
PUBLIC = 338
RING = 339

STATE = record(
    ("rng", np.uint64),
    ("legal", np.int64),  # the set of actions that who decides may choose: follows from the other fields
    ("returns", np.float32, (MAX_PLAYERS,)),
    ("holding", np.int32, (MAX_PLAYERS,)),  # the set of cards of which a hand has a copy: follows from hand
    ("standing", np.int16, (MAX_PLAYERS,)),  # the set of beings in a stable: follows from stable
    ("acted", np.int16, (2,)),  # [right 0, left 1]: the set of species that have acted this turn
    ("turn_cap", np.int16),
    ("turn", np.int16),  # turns begun, all adventurers counted
    # Options, see OPTIONS
    ("num_players", np.int8),
    ("stables", np.int8),
    ("ask_everyone", np.int8),
    ("auto_single", np.int8),
    ("cards", np.int8, TABLE_SHAPE),
    # Where the cards are
    ("hand", np.int8, (MAX_PLAYERS, CARD_TYPES + 1)),
    ("hand_size", np.int8, (MAX_PLAYERS,)),
    ("stable", np.int8, (MAX_PLAYERS, BEINGS + 1)),
    # A pile is shown from the top down. So it ends in the middle of its array: the lowest card has the place
    # DECK_CARDS - 1, the top card the place DECK_CARDS - size, and the places before and behind are empty.
    ("deck", np.int8, (2 * DECK_CARDS,)),
    ("deck_size", np.int8),
    ("discard", np.int8, (2 * DECK_CARDS,)),
    ("discard_size", np.int8),
    ("removed", np.int8, (CARD_TYPES + 1,)),
    # The cards on the table: a play, then what answers it. Stables and seats are numbered from 1, 0: none
    ("table_size", np.int8),
    ("table_card", np.int8, (TABLE,)),
    ("table_player", np.int8, (TABLE,)),  # a seat, from 0
    ("table_asked", np.int8, (TABLE,)),  # seats that its Halt window has passed
    ("table_from", np.int8, (TABLE,)),
    ("table_to", np.int8, (TABLE,)),
    ("table_target", np.int8, (TABLE,)),
    ("table_named", np.int8, (TABLE,)),
    # A being about to enter a stable
    ("entry_card", np.int8),
    ("entry_from", np.int8),  # the stable it leaves, from 1; 0: it comes from the table
    ("entry_to", np.int8),  # the stable intended, from 1
    ("entry_mover", np.int8),  # the seat that moves it, from 1
    ("entry_asked", np.int8),  # seats that the Thief window has passed
    # Who knows what, and what is shown: see views.py
    ("deck_known", np.int8, (2 * DECK_CARDS,)),  # the set of observers who know the card at this place
    ("none_left", np.int8, (2,)),  # all know: no Golden, no Majestic Unicorn in the deck
    ("private", np.int8, (MAX_PLAYERS, PRIVATE)),  # to each observer: the fields "hand" and "unseen"
    ("public", np.int8, (PUBLIC,)),  # to all alike: the fields of the observation from "discard" to "entry_mover"
    ("ring", np.int8, (MAX_PLAYERS, RING)),  # to each observer: its fields from "stable_0" on
    ("marked", np.int8, (MAX_PLAYERS,)),  # [holder] the set of observers with a mark "no further copies"
    # Whose turn it is, and the decision at hand
    ("seat", np.int8),  # who decides; -1 when the game is over
    ("player", np.int8),  # whose turn it is
    ("truncated", np.int8),
    ("prompt", np.int8),
    ("steps_left", np.int8),  # choices of this kind still to come, this one included
    ("side", np.int8),  # whose ability is carried out: 0 right, 1 left ...
    ("species", np.int8),  # ... and which; 0: none
    ("ability", np.int8),  # 1 first, 2 second; 0: none is being carried out
    ("chosen_stable", np.int8),  # from 1, while a being in it is to be named
    ("picked", np.int8),  # the card that the acting adventurer gives in a swap, not shown yet
    # Steps to come, the next one on top
    ("stack_verb", np.int8, (STACK,)),
    ("stack_number", np.int8, (STACK,)),
    ("stack_seat", np.int8, (STACK,)),
    ("stack_size", np.int8),
)  # fmt: skip
