"""The 30 Magical Unicorns of Unicorn Hunt, as a table to be checked against the card effect key.

An effect is a sequence of steps, each a verb and a number. ``rules.py`` carries the steps out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

BASICS = 22
NEIGHS = 8
ROWS = 5
COLUMNS = 6
SPACES = ROWS * COLUMNS

# Verbs of effects. The number that goes with a verb says how many cards.
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

Step = tuple[int, int]


@dataclass(frozen=True)
class Card:
    """A Magical Unicorn. ``effect``: when drawn or placed; ``beginning``: at each Beginning in the chamber."""

    name: str
    kind: str
    effect: tuple[Step, ...] = ()
    beginning: tuple[Step, ...] = ()


def _instant(name: str, *effect: Step) -> Card:
    return Card(name, "instant", effect)


def _chamber(name: str, effect: tuple[Step, ...] = (), beginning: tuple[Step, ...] = ()) -> Card:
    return Card(name, "chamber", effect, beginning)


CARDS: tuple[Card, ...] = (
    _instant("Alluring Narwhal", (RETURN_BASIC, 1)),
    _instant("Americorn", (DESTROY_ADJACENT, 2)),
    _instant("Angel Unicorn", (RETURN_NEIGH, 1)),
    _instant("Annoying Flying Unicorn", (SHUFFLE_GROUNDS, 0)),
    _chamber("Black Knight Unicorn", beginning=((LOOK_AT_TOP, 1),)),
    _instant("Chainsaw Unicorn", (REVEAL, 3), (DESTROY_REVEALED_NEIGHS, 0)),
    _instant("Classy Narwhal", (REVEAL, 3)),
    _instant("Extremely Destructive Unicorn", (DESTROY_ADJACENT, 3)),
    _chamber("Extremely Fertile Unicorn", beginning=((FLIP_TO_RETURN_BASIC, 1),)),
    _instant("Ginormous Unicorn", (REVEAL, 2), (DESTROY_REVEALED, 1)),
    _chamber("The Great Narwhal", effect=((CHOOSE_ROW, 1),)),
    _chamber("Greedy Flying Unicorn"),  # its second REVEAL belongs to the Action: rules.reveal_action
    _instant("Llamacorn", (DISCARD_CHAMBER, 1), (FIND_CHAMBER, 1), (SHUFFLE_DECK, 0)),
    _instant("Magical Flying Unicorn", (REORDER_TOP, 3)),
    _instant("Magical Kittencorn", (SHUFFLE_GROUNDS, 0)),
    _instant("Majestic Flying Unicorn", (REORDER_TOP, 3)),
    _instant("Mermaid Unicorn", (CHAMBER_INTO_DECK, 1), (SHUFFLE_DECK, 0)),
    _instant("Narwhal Torpedo", (DESTROY, 2)),
    _instant("Puppicorn", (SHUFFLE_GROUNDS, 0)),
    _instant("Queen Bee Unicorn", (RETURN_BASIC, 3)),
    _instant("Rainbow Unicorn", (RETURN_NEIGH, 1)),
    _instant("Rhinocorn", (DISCARD_CHAMBER, 1)),
    _instant("Seductive Unicorn", (RETURN_BASIC, 2), (FETCH, 1)),
    _instant("Shabby the Narwhal", (DESTROY, 2), (RETURN_BASIC, 1)),
    _instant("Shark with a Horn", (DESTROY, 1)),
    _instant("Stabby the Unicorn", (DESTROY, 1), (DISCARD_TOP, 1)),
    _instant("Swift Flying Unicorn", (DISCARD_TOP, 3)),
    _instant("Unicorn on the Cob", (REVEAL, 2)),
    _instant("Unicorn Phoenix", (FETCH, 1)),
    _chamber("Zombie Unicorn"),  # it acts inside every DESTROY: rules.destroy
)

# In the state a card is a number from 1 to 30, in the order of the table; 0 is no card.
CARD_TYPES = len(CARDS)
NAMES: tuple[str, ...] = ("no card", *(card.name for card in CARDS))


def number(name: str) -> int:
    """The number of the card called ``name``; ValueError when there is none."""
    for card, known in enumerate(NAMES):
        if card and isinstance(name, str) and known.casefold() == name.strip().casefold():
            return card
    raise ValueError(f"there is no Magical Unicorn called {name!r}; there are {', '.join(NAMES[1:])}")


BLACK_KNIGHT = number("Black Knight Unicorn")
GREAT_NARWHAL = number("The Great Narwhal")
GREEDY = number("Greedy Flying Unicorn")
ZOMBIE = number("Zombie Unicorn")
CHAMBER_CARDS: tuple[int, ...] = tuple(n for n in range(1, CARD_TYPES + 1) if CARDS[n - 1].kind == "chamber")

MOST_STEPS = 3


def _step_table(attribute: str, part: int) -> np.ndarray:
    table = np.zeros((CARD_TYPES + 1, MOST_STEPS), dtype=np.int8)
    for card, entry in enumerate(CARDS, start=1):
        for i, step in enumerate(getattr(entry, attribute)):
            table[card, i] = step[part]
    return table


EFFECT_VERB, EFFECT_NUMBER = _step_table("effect", 0), _step_table("effect", 1)
BEGINNING_VERB, BEGINNING_NUMBER = _step_table("beginning", 0), _step_table("beginning", 1)
IS_CHAMBER = np.array([0] + [int(card.kind == "chamber") for card in CARDS], dtype=np.int8)
