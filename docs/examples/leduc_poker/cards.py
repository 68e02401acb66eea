"""Leduc and Kuhn poker: the cards, what can be chosen, and the options."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from unicorn_envs.actions import Action, Actions
from unicorn_envs.options import Option


@dataclass(frozen=True)
class Card:
    """A rank: 1 + its place in the list. 0 stands for no card."""

    name: str
    text: str


CARDS = (
    Card("Jack", "the lowest card; two of a rank beat any other hand"),
    Card("Queen", "beats the Jack; two of a rank beat any other hand"),
    Card("King", "the highest card; two of a rank beat any other hand"),
)
RANKS = len(CARDS)
JACK, QUEEN, KING = 1, 2, 3
NAMES = ("no card", *(card.name for card in CARDS))


class Move(IntEnum):
    FOLD = 0
    CALL = 1
    RAISE = 2


ACTIONS = Actions(
    [
        Action("fold", "give up: the pot goes to the other player"),
        Action("call", "put in as much as the other player has; nothing, where that is even (a check)"),
        Action("raise", "put in more than the other player has"),
    ]
)
MOVES = len(ACTIONS)


class Variant(IntEnum):
    LEDUC = 0
    KUHN = 1


PLAYERS = 2
OPTIONS = (
    Option("num_players", PLAYERS, range(PLAYERS, PLAYERS + 1), "two players"),
    Option("variant", "leduc", ("leduc", "kuhn"), "six cards and two rounds of bets, or three cards and one"),
)
# By variant, and by round:
COPIES = np.array([2, 1], dtype=np.int8)  # of each rank
ROUNDS = np.array([2, 1], dtype=np.int8)
RAISES = np.array([2, 1], dtype=np.int8)  # in a round, at most
STAKE = np.array([[2, 4], [1, 0]], dtype=np.int8)  # what a raise adds
ANTE = 1
MOST_ROUNDS = 2
MOST_MOVES = 4
"""In one round: check, raise, raise, call."""
MOST_CHIPS = ANTE + 2 * 2 + 2 * 4
"""Of one player in the pot: the ante, and two raises in each round of Leduc."""
