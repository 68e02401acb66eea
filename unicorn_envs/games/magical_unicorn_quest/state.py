"""The state of Magical Unicorn Quest: options, what a seat is shown field by field, and the record.

With shared stables, stable i lies between seat i (to whose left it is) and seat i + 1; with own stables it is
seat i's.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.records import record
from unicorn_envs.games.magical_unicorn_quest import cards
from unicorn_envs.games.magical_unicorn_quest.card_tables import CardsOption
from unicorn_envs.games.magical_unicorn_quest.prompts import PROMPTS
from unicorn_envs.layout import Field, Layout
from unicorn_envs.options import Dependent, Option

MAX_PLAYERS = 6
STACK = 32
TABLE = 16  # a play, a Unicorn Thief and 14 Halts
HAND_LIMIT = 7
DEAL = 6
MOST_TURNS = 10_000

SHARED, OWN = 0, 1

EVERYBODY = (1 << MAX_PLAYERS) - 1
"""The set of all seats, as engine/sets.py has it."""

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
CARDS_IN_OPTIONS = [option.name for option in OPTIONS].index("cards")
"""Where the table of cards begins in the vector of options: every option before it is one number."""

# What a seat is shown
#
# Adventurers are relative: 0 the observer, then clockwise. Stable k lies, with shared stables, between adventurers k
# and k + 1 (stable 0 to the observer's left, the last one to the right, shared with the last adventurer); with own
# stables it is adventurer k's. Cards are in the order of their numbers, see cards.py: two unicorns, ten species, ten
# potions, Halt and Unicorn Thief. Where a table of cards has fewer species or potions, the entries of the others
# stay zero.

TURN_DIGIT = 100
"""The turn does not fit one int8: hundreds and the rest."""
TURN_HIGH = (MOST_TURNS // TURN_DIGIT, TURN_DIGIT - 1)
SPECIES = cards.BEINGS - cards.MAJESTIC
MOST = cards.MOST_OF[1:]
"""Most copies that any table of cards has of each card."""
MOST_BEINGS = MOST[: cards.BEINGS]
MOST_SPECIES = MOST[cards.MAJESTIC : cards.BEINGS]
MOST_HALTS = cards.MOST_MAGIC

ALL_SEATS = (MAX_PLAYERS,)
ALL_CARDS = (cards.CARD_TYPES,)
ALL_PLACES = (cards.DECK_CARDS,)
ALL_BEINGS = (cards.BEINGS,)
ALL_SPECIES = (SPECIES,)

PRIVATE = Layout([
    Field("hand", ALL_CARDS, 0, MOST, "the observer's hand, copies of each card"),
    Field("unseen", ALL_CARDS, 0, MOST, "copies whose place the observer does not know: in other hands or the deck"),
])  # fmt: skip
"""What concerns an observer alone."""

PUBLIC = Layout([
    Field("discard", ALL_CARDS, 0, MOST, "copies in the discard pile"),
    Field("discard_top", ALL_CARDS, 0, 1, "the top card of the discard pile, one-hot"),
    Field("deck_top", ALL_CARDS, 0, 1, "the top card of the deck where the observer knows it, one-hot"),
    Field("removed", ALL_SPECIES, 0, MOST_SPECIES, "copies of each species removed from the game"),
    Field("deck_size", (1,), 0, cards.DECK_CARDS, "cards in the deck"),
    Field("discard_size", (1,), 0, cards.DECK_CARDS, "cards in the discard pile"),
    Field("none_left", (2,), 0, 1, "1: all know that no Golden, no Majestic Unicorn is in the deck"),
    Field("turn", (2,), 0, TURN_HIGH, "turns begun, all adventurers together: hundreds, and the rest"),
    Field("shared", (1,), 0, 1, "1: stables are shared between neighbours, 0: everybody has their own"),
    Field("turn_of", ALL_SEATS, 0, 1, "whose turn it is, one-hot"),
    Field("acting", ALL_SEATS, 0, 1, "who decides, one-hot; in a Halt or Thief window only whoever is asked sees it"),
    Field("prompt", (PROMPTS,), 0, 1, "the kind of decision at hand, one-hot (Prompt.POTION = first entry ...)"),
    Field("steps_left", (1,), 0, cards.DECK_CARDS,
          "choices of this kind still to come; cards looked at, or to be discarded"),
    Field("looked_at", ALL_CARDS, 0, MOST, "cards of the deck looked at that are still to be taken or put back"),
    Field("picked", ALL_CARDS, 0, 1, "the card that the observer gives in a swap, one-hot"),
    Field("ability_stable", ALL_SEATS, 0, 1, "the stable whose abilities are being carried out, one-hot"),
    Field("ability_species", ALL_SPECIES, 0, 1, "the species that acts, one-hot"),
    Field("ability", (2,), 0, 1, "its first or second ability, one-hot"),
    Field("acted_right", ALL_SPECIES, 0, 1, "1: has acted this turn, right stable (own stables: the own one)"),
    Field("acted_left", ALL_SPECIES, 0, 1, "1: has acted this turn, left stable"),
    Field("chosen_stable", ALL_SEATS, 0, 1, "the stable in which an ability is about to hit a being, one-hot"),
    Field("play", ALL_CARDS, 0, 1, "the play on the table, of whose turn it is, one-hot"),
    Field("play_from", ALL_SEATS, 0, 1, "the stable that it takes a being from, one-hot"),
    Field("play_to", ALL_SEATS, 0, 1, "the stable that it goes to, or moves a being to, one-hot"),
    Field("play_target", ALL_SEATS, 0, 1, "the adventurer it names, one-hot"),
    Field("play_named", ALL_CARDS, 0, 1, "the card it names, one-hot"),
    Field("thief_of", ALL_SEATS, 0, 1, "whose Unicorn Thief lies on the table, one-hot"),
    Field("thief_to", ALL_SEATS, 0, 1, "the stable that it names, one-hot"),
    Field("halts", (1,), 0, MOST_HALTS, "Halts on the table, each against the card before it"),
    Field("halt_of", (MOST_HALTS,), 0, MAX_PLAYERS, "who played each of them: adventurer + 1; 0 no more"),
    Field("entry", (2,), 0, 1, "a Golden, a Majestic Unicorn is about to enter a stable"),
    Field("entry_from", ALL_SEATS, 0, 1, "the stable that it leaves, one-hot; none: it comes from a hand"),
    Field("entry_to", ALL_SEATS, 0, 1, "the stable that it is about to enter, one-hot"),
    Field("entry_mover", ALL_SEATS, 0, 1, "who moves it, one-hot"),
])  # fmt: skip
"""What all see alike, and what depends on the observer or is about the decision at hand."""

PLACES = Layout([
    Field("deck_place", ALL_PLACES, 0, cards.CARD_TYPES,
          "known cards of the deck, from the top down, by number; 0: not"),
    Field("discard_place", ALL_PLACES, 0, cards.CARD_TYPES,
          "the discard pile, from the top down, by number; 0: none"),
])  # fmt: skip
"""The piles."""


def _other(k: int) -> list[Field]:
    return [
        Field(f"adventurer_{k}_hand_size", (1,), 0, cards.DECK_CARDS,
              f"cards in the hand of the {k}. adventurer clockwise", k + 1),
        Field(f"adventurer_{k}_surely", ALL_CARDS, 0, MOST, "copies that the observer knows are there", k + 1),
        Field(f"adventurer_{k}_no_more", ALL_CARDS, 0, 1,
              "1: the observer knows that there are no further copies", k + 1),
        Field(f"adventurer_{k}_shares", (2,), 0, 1, "1: shares the observer's left stable, right stable", k + 1),
        Field(f"stable_{k}", ALL_BEINGS, 0, MOST_BEINGS, f"the {k}. stable clockwise from the observer's left", k + 1),
    ]  # fmt: skip


RING = Layout([
    Field("stable_0", ALL_BEINGS, 0, MOST_BEINGS, "the observer's left, or own, stable"),
    Field("right_stable", ALL_BEINGS, 0, MOST_BEINGS, "the observer's right stable; zero with own stables"),
    *(field for k in range(1, MAX_PLAYERS) for field in _other(k)),
])  # fmt: skip
"""What an observer sees around the table, and knows of the other hands."""

OBSERVATION = Layout([*PRIVATE, *PUBLIC, *PLACES, *RING])

# Where fields lie in the views that the record keeps
PRIVATE_SIZE, PUBLIC_SIZE, RING_SIZE = PRIVATE.size, PUBLIC.size, RING.size
HAND_IN_PRIVATE = PRIVATE.start("hand")
UNSEEN_IN_PRIVATE = PRIVATE.start("unseen")
DISCARD_IN_PUBLIC = PUBLIC.start("discard")
REMOVED_IN_PUBLIC = PUBLIC.start("removed")
TURN_IN_PUBLIC = PUBLIC.start("turn")
SHARED_IN_PUBLIC = PUBLIC.start("shared")
ACTED_IN_PUBLIC = np.array([PUBLIC.start("acted_right"), PUBLIC.start("acted_left")], dtype=np.int64)  # [side]
RIGHT_STABLE_IN_RING = RING.start("right_stable")
OTHER_IN_RING = RING.start("adventurer_1_hand_size")  # a block for each other adventurer
OTHER_SIZE = RING.start("adventurer_2_hand_size") - OTHER_IN_RING
SURELY_IN_OTHER = RING.start("adventurer_1_surely") - OTHER_IN_RING
NO_MORE_IN_OTHER = RING.start("adventurer_1_no_more") - OTHER_IN_RING
SHARES_IN_OTHER = RING.start("adventurer_1_shares") - OTHER_IN_RING
STABLE_IN_OTHER = RING.start("stable_1") - OTHER_IN_RING

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
    ("cards", np.int8, cards.TABLE_SHAPE),
    # Where the cards are
    ("hand", np.int8, (MAX_PLAYERS, cards.CARD_TYPES + 1)),
    ("hand_size", np.int8, (MAX_PLAYERS,)),
    ("stable", np.int8, (MAX_PLAYERS, cards.BEINGS + 1)),
    # A pile is shown from the top down. So it ends in the middle of its array: the lowest card has the place
    # DECK_CARDS - 1, the top card the place DECK_CARDS - size, and the places before and behind are empty.
    ("deck", np.int8, (2 * cards.DECK_CARDS,)),
    ("deck_size", np.int8),
    ("discard", np.int8, (2 * cards.DECK_CARDS,)),
    ("discard_size", np.int8),
    ("removed", np.int8, (cards.CARD_TYPES + 1,)),
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
    # Who knows what, and what is shown: see knowledge.py and views.py
    ("deck_known", np.int8, (2 * cards.DECK_CARDS,)),  # the set of observers who know the card at this place
    ("none_left", np.int8, (2,)),  # all know: no Golden, no Majestic Unicorn in the deck
    ("private", np.int8, (MAX_PLAYERS, PRIVATE_SIZE)),
    ("public", np.int8, (PUBLIC_SIZE,)),
    ("ring", np.int8, (MAX_PLAYERS, RING_SIZE)),  # what is known of hands is kept here and nowhere else
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
