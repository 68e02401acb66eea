"""The deck that each player of Unicorn Apocalypse has, and the portals, as tables to be checked against the box.

A card is known by its level, 1 to 14, in the state too; 0 is no card.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

PLAYERS = 2
HAND = 7
"""Cards in a full hand."""
WAR_CARDS = 4
"""Cards that each player lays in a round of a War: three face down, and the fourth, which is compared."""
COMETS_TO_END = 7
PORTAL_COSTS: tuple[int, ...] = (2, 4, 6, 8, 10, 12)
PORTALS = len(PORTAL_COSTS)


class Special(IntEnum):
    """The special abilities. All but CANCEL are the winner's."""

    NONE = 0
    CANCEL = 1  # the winner's other specials do nothing
    WIN_WAR = 2  # wins a War when it turns up in a round
    REMOVE_BUILD = 3  # the build card that the opponent placed last is discarded
    ADD_BUILD = 4  # any card of the hand is placed on a portal


@dataclass(frozen=True)
class Card:
    """A level of the deck.

    ``copies``: in each player's deck. ``points``: to build with. ``is_comet``: goes into play as soon as it is turned
    up. ``may_be_comet``: goes into play if its owner wants that, when it has won, or has lost a War. ``text``: what it
    does beside being compared and built with.
    """

    level: int
    name: str
    copies: int = 4
    points: int = 1
    special: Special = Special.NONE
    is_comet: bool = False
    may_be_comet: bool = False
    text: str = "No special ability."


CARDS: tuple[Card, ...] = (
    Card(1, "Anchor", points=0, special=Special.CANCEL,
         text="It cannot build. When it loses, the special abilities of the winner's cards do nothing; in a War when "
              "it is the loser's first or last card. (An Archangel still wins the War.)"),
    Card(2, "Engineer", points=4),
    Card(3, "Engineer", points=3),
    Card(4, "Engineer", points=2),
    Card(5, "Engineer"),
    Card(6, "Fighter"),
    Card(7, "Archangel", special=Special.WIN_WAR,
         text="Whoever turns up more Archangels in a round of a War, face down ones included, wins the War."),
    Card(8, "Fighter"),
    Card(9, "Fighter"),
    Card(10, "Fighter"),
    Card(11, "Ancient One", special=Special.REMOVE_BUILD,
         text="When it wins you may discard the build card that your opponent placed last, of those on closed portals. "
              "In a War it must be your first or last card."),
    Card(12, "Ancient One", special=Special.ADD_BUILD,
         text="When it wins you may place any card of your hand on a closed portal of yours: 1 build point, whatever "
              "the card, and no other effect. In a War it must be your first or last card."),
    Card(13, "Comet", points=0, is_comet=True,
         text="It cannot build. It goes into play as soon as it is turned up, whether it wins or loses. The seventh "
              "Comet in play, yours and your opponent's together, ends the game."),
    Card(14, "Unicorn", copies=2, points=4, may_be_comet=True,
         text="When you win with it you may put it into play as a Comet instead of building with it. When you lose it "
              "in a War you may do so instead of discarding it."),
)  # fmt: skip

LEVELS = len(CARDS)
DECK = sum(card.copies for card in CARDS)
(COMET,) = (card.level for card in CARDS if card.is_comet)
(UNICORN,) = (card.level for card in CARDS if card.may_be_comet)

MOST_POINTS = max(card.points for card in CARDS)
MOST_BUILDS = sum(cost - 1 for cost in PORTAL_COSTS)
"""Build cards that can lie on closed portals: one point each, one point missing everywhere."""
MOST_EVACUEES = sum(PORTAL_COSTS)
MOST_ROUNDS = -(-(DECK - HAND) // WAR_CARDS)
"""Rounds that a War can have: pile and discard pile together hold 47 cards at its start."""

# By level
COPIES = np.array([0, *(card.copies for card in CARDS)], dtype=np.int8)
POINTS = np.array([0, *(card.points for card in CARDS)], dtype=np.int8)
SPECIAL = np.array([0, *(card.special for card in CARDS)], dtype=np.int8)
# By portal
COST = np.array(PORTAL_COSTS, dtype=np.int8)


def title(level: int) -> str:
    """How a card is called in texts, for instance ``7 Archangel``."""
    return f"{level} {CARDS[level - 1].name}"


def level_of(card: int | str) -> int:
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
