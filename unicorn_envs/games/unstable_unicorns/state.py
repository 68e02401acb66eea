"""The record of Unstable Unicorns: the cards, what each player knows of them, and the machine at work."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from unicorn_envs.game import record
from unicorn_envs.games.unstable_unicorns import cards
from unicorn_envs.games.unstable_unicorns.actions import MOST_SEATS
from unicorn_envs.options import Option

MAX_PLAYERS = MOST_SEATS
DECK = cards.ALL_CARDS - cards.BABIES
MOST_PENDING = 24
MOST_PLAYED = 16  # a card and every Neigh there is
MOST_HITS = MAX_PLAYERS
MOST_DECLARED = 36  # all Beginning effects of the deck in one Stable: 12, with 23 picks; triggers: see declared.py
MOST_TURNS = 1000
HAND_LIMIT = 7  # 2.1.6
FIRST_HAND = 5  # 2.1.1

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


class Phase(IntEnum):
    """Of a turn."""

    BEGINNING = 1
    DRAW = 2
    ACTION = 3
    END = 4


class Fate(IntEnum):
    """What an event does to the cards that it hits."""

    SACRIFICED = 1
    DESTROYED = 2
    RETURNED = 3


# Links of waiting triggers (2.7.5)
NOW, NEXT = 0, 1


class Link(IntEnum):
    """How the effects of a link happen: each when its turn comes, or declared and then carried out (2.6.2, 2.7.6)."""

    IN_TURN = 0
    DECLARING = 1
    CARRYING_OUT = 2


class Declared(IntEnum):
    """What was declared: an effect by its card and player, followed by its picks."""

    EFFECT = 1
    FROM_STABLE = 2
    FROM_HAND = 3
    SEAT = 4


# Columns of ``stable`` after those of the types
NUMBER = cards.LAST_IN_STABLE + 1  # Unicorns as they count for the win (2.8.2)
MISSING = cards.LAST_IN_STABLE + 2  # ... and those that are missing

# What every decision looks at comes first, and memory, of which large games have much, last.
STATE = record(
    ("rng", np.uint64),
    # The types that lie there, as sets; all of them follow from the cards below, see counts.py
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
    ("open", np.int8, (len(cards.MENU_CARDS),)),  # 2.6.1
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
    ("hit_seat", np.int8, (MOST_HITS,)),
    ("hit_card", np.int8, (MOST_HITS,)),
    ("hit_saved", np.int8, (MOST_HITS,)),
    # The effects of the present link that were declared, in order, until they are carried out (2.6.2)
    ("link", np.int8),
    ("declared_size", np.int8),
    ("declared_kind", np.int8, (MOST_DECLARED,)),
    ("declared_card", np.int8, (MOST_DECLARED,)),
    ("declared_seat", np.int8, (MOST_DECLARED,)),  # whose effect, Stable or hand; the seat that was picked
    # Steps to come, the next one on top
    ("stack_size", np.int8),
    ("stack_verb", np.int8, (MOST_PENDING,)),
    ("stack_number", np.int8, (MOST_PENDING,)),
    # Cards being played, the last one on top
    ("pile_size", np.int8),
    ("pile_card", np.int8, (MOST_PLAYED,)),
    ("pile_player", np.int8, (MOST_PLAYED,)),
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
    ("discard", np.int8, (cards.CARD_TYPES + 1,)),
    ("hidden", np.int8, (cards.CARD_TYPES + 1,)),  # in hands and in the deck
    ("stable", np.int8, (MAX_PLAYERS, MISSING + 1)),  # by type, then NUMBER and MISSING
    ("hand", np.int8, (MAX_PLAYERS, cards.CARD_TYPES + 1)),
    ("deck", np.int8, (DECK,)),  # the top is the last of deck_size cards
    # Waiting triggers: link, player, trigger
    ("waiting", np.int8, (2, MAX_PLAYERS, cards.TRIGGERS)),
    # Memory (2.13.5): how many of a type the observer knows to be in a hand or in the deck, at least
    ("known_deck", np.int8, (MAX_PLAYERS, cards.CARD_TYPES + 1)),  # those known by place included
    ("known", np.int8, (MAX_PLAYERS, MAX_PLAYERS, cards.CARD_TYPES + 1)),  # observer, whose hand, type
)  # fmt: skip
