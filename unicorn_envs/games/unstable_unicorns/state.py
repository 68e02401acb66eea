"""The record of Unstable Unicorns: the cards, what each player knows of them, and the machine at work."""

from __future__ import annotations

import numpy as np

from unicorn_envs.game import record
from unicorn_envs.games.unstable_unicorns.actions import MOST_SEATS
from unicorn_envs.games.unstable_unicorns.cards import (
    ALL_CARDS,
    BABIES,
    CARD_TYPES,
    LAST_IN_STABLE,
    MENU_CARDS,
    TRIGGERS,
)
from unicorn_envs.options import Option

MAX_PLAYERS = MOST_SEATS
DECK = ALL_CARDS - BABIES
STACK = 24
PILE = 16  # a card and every Neigh there is
HITS = MAX_PLAYERS
DECLARED = 36  # all Beginning effects of the deck in one Stable: 12, with 23 picks; links of triggers: see declared.py
MOST_TURNS = 1000
LIMIT = 7  # 2.1.6
HAND = 5  # 2.1.1

OPTIONS = (
    Option("num_players", 2, range(2, MAX_PLAYERS + 1), "players"),
    Option("two_player_deck", False, (False, True), "32 cards are taken out and each starts with a Neigh; two players"),
    Option("any_stable", False, (False, True), "Unicorns, Upgrades and Downgrades may be played into any Stable"),
    Option("win_check", "immediate", ("immediate", "after_effects"), "after each event, or when no effect is open"),
    Option("effect_links", "declared", ("declared", "in_turn"), "effects of a link: all declared first, or one by one"),
    Option("reshuffle", False, (False, True), "an empty deck is made anew from the discard pile"),
    Option("panda_total_immunity", False, (False, True), "Pandas cannot be sacrificed, destroyed, moved or returned"),
    Option("ask_everyone", False, (False, True), "all who hold a card are asked to Neigh, also without one"),
    Option("auto_single", True, (False, True), "a decision with one answer is answered by the game"),
)  # fmt: skip

IMMEDIATE = 0  # win_check
DECLARED_LINKS = 0  # effect_links

# Phases of a turn
BEGINNING_PHASE, DRAW_PHASE, ACTION_PHASE, END_PHASE = 1, 2, 3, 4

# What an event does to the cards that it hits
SACRIFICED, DESTROYED, RETURNED = 1, 2, 3

# Links of waiting triggers (2.7.5)
NOW, NEXT = 0, 1

# How the effects of a link happen: each when its turn comes, or all declared first and then carried out (2.6.2, 2.7.6)
IN_TURN, DECLARING, CARRYING_OUT = 0, 1, 2

# What was declared: an effect by its card and player, followed by its picks
DECLARED_EFFECT, FROM_STABLE, FROM_HAND, SEAT = 1, 2, 3, 4

# Columns of ``stable`` after those of the types
NUMBER = LAST_IN_STABLE + 1  # Unicorns as they count for the win (2.8.2)
MISSING = LAST_IN_STABLE + 2  # ... and those that are missing

# What every decision looks at comes first, and memory, of which large games have much, last.
STATE = record(
    ("rng", np.uint64),
    # The types that lie there, as sets; all of them follow from the cards below, see views.py
    ("stable_set", np.int64, (MAX_PLAYERS,)),
    ("hand_set", np.int64, (MAX_PLAYERS, 2)),
    ("discard_set", np.int64, (2,)),
    ("legal", np.int64, (2,)),  # answers to the decision at hand, as such a set that goes on after the cards
    ("returns", np.float32, (MAX_PLAYERS,)),
    ("turn", np.int16),  # turns begun
    # Options, see OPTIONS
    ("num_players", np.int8),
    ("two_player_deck", np.int8),
    ("any_stable", np.int8),
    ("win_check", np.int8),
    ("effect_links", np.int8),
    ("reshuffle", np.int8),
    ("panda_total_immunity", np.int8),
    ("ask_everyone", np.int8),
    ("auto_single", np.int8),
    # The turn
    ("seat", np.int8),  # who decides; -1 when the game is over
    ("truncated", np.int8),
    ("active", np.int8),  # whose turn it is
    ("phase", np.int8),
    ("plays", np.int8),  # left in this turn
    ("skip_phases", np.int8),  # Rhinocorn: no Draw and no Action phase
    ("extra_turns", np.int8),
    ("open", np.int8, (len(MENU_CARDS),)),  # 2.6.1
    # The decision at hand
    ("prompt", np.int8),
    ("asked", np.int8),
    ("at", np.int8),  # 1 + the Stable whose cards are offered; 0 while the seat is to be picked
    ("about", np.int8),  # the card that asks
    ("steps_left", np.int8),
    ("only", np.int8),  # 1 + the only answer, when the game gives it itself
    # The effect that is being carried out
    ("who", np.int8),  # "you"
    ("source", np.int8),  # the card
    ("may_decline", np.int8),  # its next prompt offers Decline
    ("victim", np.int8),  # the player or Stable that was chosen
    ("card", np.int8),  # the card that was picked
    # The event that is being prepared
    ("hits", np.int8),
    ("hit", np.int8),  # the one that a replacement is offered for
    ("hit_mode", np.int8),
    ("knight", np.int8),  # 1 + the seat whose Black Knight is given
    ("hit_seat", np.int8, (HITS,)),
    ("hit_card", np.int8, (HITS,)),
    ("hit_saved", np.int8, (HITS,)),
    # The effects of the present link that were declared, in order, until they are carried out (2.6.2)
    ("link", np.int8),
    ("declared_size", np.int8),
    ("declared_kind", np.int8, (DECLARED,)),
    ("declared_card", np.int8, (DECLARED,)),
    ("declared_seat", np.int8, (DECLARED,)),  # whose effect, Stable or hand; the seat that was picked
    # Steps to come, the next one on top
    ("stack_size", np.int8),
    ("stack_verb", np.int8, (STACK,)),
    ("stack_number", np.int8, (STACK,)),
    # Cards being played, the last one on top
    ("pile_size", np.int8),
    ("pile_card", np.int8, (PILE,)),
    ("pile_player", np.int8, (PILE,)),
    # Sizes
    ("waiting_size", np.int8, (2,)),
    ("deck_size", np.int8),
    ("nursery", np.int8, (3,)),  # by type of Baby
    ("top_knower", np.int8),  # seat of the Oracle's player, who knows ...
    ("top_known", np.int8),  # ... this many cards on top of the deck
    ("hand_size", np.int8, (MAX_PLAYERS,)),
    ("unicorns", np.int8, (MAX_PLAYERS,)),  # Unicorn cards in the Stable
    ("known_deck_size", np.int8, (MAX_PLAYERS,)),
    ("known_size", np.int8, (MAX_PLAYERS, MAX_PLAYERS)),  # whose hand, observer
    # The cards, as counts by type
    ("discard", np.int8, (CARD_TYPES + 1,)),
    ("hidden", np.int8, (CARD_TYPES + 1,)),  # in hands and in the deck
    ("stable", np.int8, (MAX_PLAYERS, MISSING + 1)),  # by type, then NUMBER and MISSING
    ("hand", np.int8, (MAX_PLAYERS, CARD_TYPES + 1)),
    ("deck", np.int8, (DECK,)),  # the top is the last of deck_size cards
    # Waiting triggers: link, player, trigger
    ("waiting", np.int8, (2, MAX_PLAYERS, TRIGGERS)),
    # Memory (2.13.5): how many of a type the observer knows to be in a hand or in the deck, at least
    ("known_deck", np.int8, (MAX_PLAYERS, CARD_TYPES + 1)),  # those known by place included
    ("known", np.int8, (MAX_PLAYERS, MAX_PLAYERS, CARD_TYPES + 1)),  # observer, whose hand, type
)  # fmt: skip
