"""The deck that each player of Unicorn Apocalypse has, and the portals, as tables to be checked against the box.

A card is known by its level, 1 to 14, in the state too; 0 is no card.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

PLAYERS = 2
HAND = 7
"""Cards in a full hand."""
WAR_CARDS = 4
"""Cards that each player lays in a round of a War: three face down, and the fourth, which is compared."""
COMETS_TO_END = 7
PORTAL_COSTS: tuple[int, ...] = (2, 4, 6, 8, 10, 12)
PORTALS = len(PORTAL_COSTS)

# Special abilities
NO_SPECIAL = 0
CANCEL = 1  # the specials of the opponent's cards do nothing
WIN_WAR = 2  # wins a War when it turns up in a round
REMOVE_BUILD = 3  # the build card that the opponent placed last is discarded
ADD_BUILD = 4  # any card of the hand is placed on a portal


@dataclass(frozen=True)
class Card:
    """A level of the deck: ``copies`` in each player's deck, ``points`` to build with."""

    level: int
    name: str
    copies: int = 4
    points: int = 1
    special: int = NO_SPECIAL


CARDS: tuple[Card, ...] = (
    Card(1, "Anchor", points=0, special=CANCEL),
    Card(2, "Engineer", points=4),
    Card(3, "Engineer", points=3),
    Card(4, "Engineer", points=2),
    Card(5, "Engineer"),
    Card(6, "Fighter"),
    Card(7, "Archangel", special=WIN_WAR),
    Card(8, "Fighter"),
    Card(9, "Fighter"),
    Card(10, "Fighter"),
    Card(11, "Ancient One", special=REMOVE_BUILD),
    Card(12, "Ancient One", special=ADD_BUILD),
    Card(13, "Comet", points=0),
    Card(14, "Unicorn", copies=2, points=4),  # or a Comet in play: the winner chooses
)

LEVELS = len(CARDS)
DECK = sum(card.copies for card in CARDS)
ANCHOR, ARCHANGEL, COMET, UNICORN = 1, 7, 13, 14

MOST_POINTS = max(card.points for card in CARDS)
MOST_BUILDS = sum(cost - 1 for cost in PORTAL_COSTS)
"""Build cards that can lie on closed portals: one point each, one point missing everywhere."""
MOST_EVACUEES = sum(PORTAL_COSTS)
MOST_ROUNDS = -(-(DECK - HAND) // WAR_CARDS)
"""Rounds that a War can have: pile and discard pile together hold 47 cards at its start."""

COPIES = np.array([0, *(card.copies for card in CARDS)], dtype=np.int8)
POINTS = np.array([0, *(card.points for card in CARDS)], dtype=np.int8)
SPECIAL = np.array([0, *(card.special for card in CARDS)], dtype=np.int8)
COST = np.array(PORTAL_COSTS, dtype=np.int8)


def title(level: int) -> str:
    """How a card is called in texts, for instance ``7 Archangel``."""
    return f"{level} {CARDS[level - 1].name}"


def number(card: int | str) -> int:
    """The level of a card given as its level, its name, or both; ValueError when there is none, or several."""
    if isinstance(card, (int, np.integer)) and not isinstance(card, bool) and 1 <= card <= LEVELS:
        return int(card)
    wanted = str(card).strip().casefold()
    for level in range(1, LEVELS + 1):
        if wanted in (str(level), title(level).casefold()):
            return level
    levels = [entry.level for entry in CARDS if entry.name.casefold() == wanted]
    if len(levels) == 1:
        return levels[0]
    names = ", ".join(title(level) for level in range(1, LEVELS + 1))
    problem = f"{card!r} may be level {' or '.join(map(str, levels))}" if levels else f"there is no card {card!r}"
    raise ValueError(f"{problem}; cards are {names}")
