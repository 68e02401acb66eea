"""The 30 Magical Unicorns of Unicorn Hunt, as a table to be checked against the card effect key.

An effect is a sequence of steps, each a verb and a number. ``rules.py`` carries the steps out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

BASICS = 22
NEIGHS = 8
ROWS = 5
COLUMNS = 6
SPACES = ROWS * COLUMNS


class Kind(IntEnum):
    """What becomes of a card that is drawn: carried out and discarded, or placed in the Effect Chamber."""

    INSTANT = 0
    CHAMBER = 1


class Verb(IntEnum):
    """The steps of effects. The number that goes with a verb says how many cards."""

    REVEAL = 1
    DESTROY = 2
    DESTROY_ADJACENT = 3
    DESTROY_REVEALED = 4  # one of the cards that this effect has revealed, the player's choice
    DESTROY_REVEALED_NEIGHS = 5  # every Neigh that this effect has revealed
    RETURN_BASIC = 6
    RETURN_NEIGH = 7
    SHUFFLE_GROUNDS = 8
    SHUFFLE_DECK = 9
    DISCARD_CHAMBER = 10
    DISCARD_TOP = 11
    CHAMBER_INTO_DECK = 12
    FIND_CHAMBER = 13  # the chamber card nearest the top of the deck goes into the chamber
    REORDER_TOP = 14
    FETCH = 15  # a card of the Discard Pile goes under the deck
    CHOOSE_ROW = 16
    LOOK_AT_TOP = 17  # leave it or put it at the bottom
    FLIP_TO_RETURN_BASIC = 18


Step = tuple[Verb, int]
MOST_STEPS = 3


@dataclass(frozen=True)
class Card:
    """A Magical Unicorn; there is one of each.

    ``effect``: when drawn or placed. ``beginning``: at each Beginning in the chamber. ``second_reveal``: in the
    chamber, an Action that REVEALs may REVEAL a second card. ``saves_basics``: in the chamber, a Basic that is
    DESTROYED may come back. ``text``: all of that in words.
    """

    name: str
    kind: Kind
    text: str
    effect: tuple[Step, ...] = ()
    beginning: tuple[Step, ...] = ()
    second_reveal: bool = False
    saves_basics: bool = False


def _instant(name: str, text: str, *effect: Step) -> Card:
    return Card(name, Kind.INSTANT, text, effect)


CARDS: tuple[Card, ...] = (
    _instant("Alluring Narwhal", "RETURN 1 Basic.", (Verb.RETURN_BASIC, 1)),
    _instant("Americorn", "DESTROY 2 ADJACENT cards.", (Verb.DESTROY_ADJACENT, 2)),
    _instant("Angel Unicorn", "RETURN 1 Neigh.", (Verb.RETURN_NEIGH, 1)),
    _instant("Annoying Flying Unicorn", "Shuffle the Grounds.", (Verb.SHUFFLE_GROUNDS, 0)),
    Card("Black Knight Unicorn", Kind.CHAMBER,
         "At each Beginning look at the top card of the deck; leave it there or put it at the bottom.",
         beginning=((Verb.LOOK_AT_TOP, 1),)),
    _instant("Chainsaw Unicorn", "REVEAL 3 cards, then DESTROY every Neigh among them.",
             (Verb.REVEAL, 3), (Verb.DESTROY_REVEALED_NEIGHS, 0)),
    _instant("Classy Narwhal", "REVEAL 3 cards.", (Verb.REVEAL, 3)),
    _instant("Extremely Destructive Unicorn", "DESTROY 3 ADJACENT cards.", (Verb.DESTROY_ADJACENT, 3)),
    Card("Extremely Fertile Unicorn", Kind.CHAMBER, "At each Beginning flip a coin. Heads: RETURN 1 Basic.",
         beginning=((Verb.FLIP_TO_RETURN_BASIC, 1),)),
    _instant("Ginormous Unicorn", "REVEAL 2 cards, then DESTROY 1 of them.",
             (Verb.REVEAL, 2), (Verb.DESTROY_REVEALED, 1)),
    Card("The Great Narwhal", Kind.CHAMBER,
         "When you place it choose a row: while it is in the chamber that row lies face up, and no shuffle moves it.",
         effect=((Verb.CHOOSE_ROW, 1),)),
    Card("Greedy Flying Unicorn", Kind.CHAMBER, "When your Action is a REVEAL you may REVEAL a second card.",
         second_reveal=True),
    _instant("Llamacorn",
             "DISCARD the chamber card. Place the chamber card nearest the top of the deck in the chamber, then "
             "shuffle the deck.",
             (Verb.DISCARD_CHAMBER, 1), (Verb.FIND_CHAMBER, 1), (Verb.SHUFFLE_DECK, 0)),
    _instant("Magical Flying Unicorn", "Look at the top 3 cards of the deck and put them back on top in any order.",
             (Verb.REORDER_TOP, 3)),
    _instant("Magical Kittencorn", "Shuffle the Grounds.", (Verb.SHUFFLE_GROUNDS, 0)),
    _instant("Majestic Flying Unicorn", "Look at the top 3 cards of the deck and put them back on top in any order.",
             (Verb.REORDER_TOP, 3)),
    _instant("Mermaid Unicorn", "Put the chamber card into the deck, then shuffle the deck.",
             (Verb.CHAMBER_INTO_DECK, 1), (Verb.SHUFFLE_DECK, 0)),
    _instant("Narwhal Torpedo", "DESTROY 2 cards.", (Verb.DESTROY, 2)),
    _instant("Puppicorn", "Shuffle the Grounds.", (Verb.SHUFFLE_GROUNDS, 0)),
    _instant("Queen Bee Unicorn", "RETURN 3 Basics.", (Verb.RETURN_BASIC, 3)),
    _instant("Rainbow Unicorn", "RETURN 1 Neigh.", (Verb.RETURN_NEIGH, 1)),
    _instant("Rhinocorn", "DISCARD the chamber card.", (Verb.DISCARD_CHAMBER, 1)),
    _instant("Seductive Unicorn", "RETURN 2 Basics, then put a card of the Discard Pile under the deck.",
             (Verb.RETURN_BASIC, 2), (Verb.FETCH, 1)),
    _instant("Shabby the Narwhal", "DESTROY 2 cards, then RETURN 1 Basic.", (Verb.DESTROY, 2), (Verb.RETURN_BASIC, 1)),
    _instant("Shark with a Horn", "DESTROY 1 card.", (Verb.DESTROY, 1)),
    _instant("Stabby the Unicorn", "DESTROY 1 card, then DISCARD the top card of the deck.",
             (Verb.DESTROY, 1), (Verb.DISCARD_TOP, 1)),
    _instant("Swift Flying Unicorn", "DISCARD the top 3 cards of the deck.", (Verb.DISCARD_TOP, 3)),
    _instant("Unicorn on the Cob", "REVEAL 2 cards.", (Verb.REVEAL, 2)),
    _instant("Unicorn Phoenix", "Put a card of the Discard Pile under the deck.", (Verb.FETCH, 1)),
    Card("Zombie Unicorn", Kind.CHAMBER,
         "Each time that you DESTROY a Basic flip a coin. Heads: RETURN that card at once.",
         saves_basics=True),
)  # fmt: skip

# In the state a card is a number from 1 to 30, in the order of the table; 0 is no card.
CARD_TYPES = len(CARDS)
NAMES: tuple[str, ...] = ("no card", *(card.name for card in CARDS))


def number(name: str) -> int:
    """The number of the card called ``name``; ValueError when there is none."""
    for card, known in enumerate(NAMES):
        if card and isinstance(name, str) and known.casefold() == name.strip().casefold():
            return card
    raise ValueError(f"there is no Magical Unicorn called {name!r}; there are {', '.join(NAMES[1:])}")


CHAMBER_CARDS: tuple[int, ...] = tuple(n for n in range(1, CARD_TYPES + 1) if CARDS[n - 1].kind == Kind.CHAMBER)


def _step_table(attribute: str, part: int) -> np.ndarray:
    table = np.zeros((CARD_TYPES + 1, MOST_STEPS), dtype=np.int8)
    for card, entry in enumerate(CARDS, start=1):
        for i, step in enumerate(getattr(entry, attribute)):
            table[card, i] = step[part]
    return table


def _flags(flags: list[bool]) -> np.ndarray:
    return np.array([False, *flags], dtype=np.int8)


# By number
EFFECT_VERB, EFFECT_NUMBER = _step_table("effect", 0), _step_table("effect", 1)
BEGINNING_VERB, BEGINNING_NUMBER = _step_table("beginning", 0), _step_table("beginning", 1)
IS_CHAMBER = _flags([card.kind == Kind.CHAMBER for card in CARDS])
CHOOSES_ROW = _flags([(Verb.CHOOSE_ROW, 1) in card.effect for card in CARDS])
SECOND_REVEAL = _flags([card.second_reveal for card in CARDS])
SAVES_BASICS = _flags([card.saves_basics for card in CARDS])
