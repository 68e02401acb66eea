"""The cards of Magical Unicorn Quest, as one table.

The rulebook gives the rules whole, but no list of the cards. ``STATED`` says what the rulebook itself says of a
card; everything else is this project's reconstruction. Whoever owns the box passes a table of their own as the
option ``cards``: see :class:`CardsOption`. An effect is a verb and a number; ``rules.py`` carries it out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from unicorn_envs.errors import checked_index
from unicorn_envs.options import Option

# Verbs of abilities, with the meaning of their number. "You" is the adventurer whose turn it is.
PLAY_BEINGS = 1  # you may play up to that many beings from hand into this stable
LOOK = 2  # look at so many cards on top of the deck, take one, put the others back in any order
SEARCH = 3  # search the deck for this card (1 Golden, 2 Majestic Unicorn), show it, take it, shuffle
DRAW = 4  # draw so many cards
ALL_DRAW = 5  # every adventurer draws so many cards, you first, then clockwise
DRAW_WITH_STABLEMATE = 6  # draw so many cards, then your stablemate draws one
DISCARD_OWN = 7  # discard so many cards from your hand
MAKE_DISCARD = 8  # another adventurer discards so many cards of their choice
DISCARD_HERE = 9  # discard one being of this stable, neither of this species nor a unicorn
MAY_DISCARD_BEING = 10  # you may discard one being, unicorns included, from any stable
ALL_DISCARD = 11  # every adventurer discards so many cards of their choice, you first, then clockwise
MAY_REMOVE_BEING = 12  # you may remove from the game one being, not a unicorn, in any stable
MAY_TAKE_TOP = 13  # you may take the top card of the discard pile
MAY_TAKE_DISCARDED = 14  # you may take any one card of the discard pile
# Verbs of potions only; a potion may also DRAW.
MOVE_BEING = 15  # move one being from any stable to another
ASK_FOR_CARD = 16  # name another adventurer and a card: they hand over every copy
TAKE_FROM_HAND = 17  # look at another adventurer's hand and take one card of it
TAKE_DISCARDED = 18  # take one card of another name from the discard pile
DISCARD_BEING = 19  # discard one being, unicorns included, from any stable
SWAP_CARDS = 20  # you and another adventurer each pick one card, both are swapped at once

VERB_NAMES = {
    PLAY_BEINGS: "play beings",
    LOOK: "look",
    SEARCH: "search",
    DRAW: "draw",
    ALL_DRAW: "all draw",
    DRAW_WITH_STABLEMATE: "draw with stablemate",
    DISCARD_OWN: "discard",
    MAKE_DISCARD: "make discard",
    DISCARD_HERE: "discard a being here",
    MAY_DISCARD_BEING: "may discard a being",
    ALL_DISCARD: "all discard",
    MAY_REMOVE_BEING: "may remove a being",
    MAY_TAKE_TOP: "may take the top discard",
    MAY_TAKE_DISCARDED: "may take a discard",
    MOVE_BEING: "move a being",
    ASK_FOR_CARD: "ask for a card",
    TAKE_FROM_HAND: "take from a hand",
    TAKE_DISCARDED: "take a discard",
    DISCARD_BEING: "discard a being",
    SWAP_CARDS: "swap cards",
}
ABILITY_VERBS = tuple(range(PLAY_BEINGS, MAY_TAKE_DISCARDED + 1))
POTION_VERBS = (DRAW, *range(MOVE_BEING, SWAP_CARDS + 1))
MOST_NUMBER = {
    PLAY_BEINGS: 3, LOOK: 3, SEARCH: 2, DRAW: 3, ALL_DRAW: 3, DRAW_WITH_STABLEMATE: 3, DISCARD_OWN: 3,
    MAKE_DISCARD: 3, ALL_DISCARD: 3,
}  # fmt: skip
"""The largest number that goes with a verb: 1 where it is not listed."""

Effect = tuple[int, int]


@dataclass(frozen=True)
class Card:
    """A card. A being has two abilities, a potion one effect (``first``), unicorns and magic have none here."""

    name: str
    kind: str
    copies: int
    first: Effect = (0, 0)
    second: Effect = (0, 0)


# Mark [R]: reconstructed. Copies of the eight species and of all potions and magic cards are [R].
CARDS: tuple[Card, ...] = (
    Card("Golden Unicorn", "unicorn", 5),
    Card("Majestic Unicorn", "unicorn", 5),
    Card("Dwarf", "being", 5, (PLAY_BEINGS, 1), (PLAY_BEINGS, 2)),  # first: any being, "may" [R]; second [R]
    Card("Elf", "being", 5, (LOOK, 3), (SEARCH, 2)),  # first [R]; second: showing the card [R]
    Card("Fairy", "being", 5, (DRAW, 1), (SEARCH, 1)),  # [R]
    Card("White Rabbit", "being", 5, (ALL_DRAW, 1), (DRAW_WITH_STABLEMATE, 2)),  # first: the order [R]; second [R]
    Card("Werewolf", "being", 5, (DISCARD_OWN, 1), (MAKE_DISCARD, 1)),  # effects [R]
    Card("Troll", "being", 5, (DISCARD_HERE, 1), (MAY_DISCARD_BEING, 1)),  # [R]
    Card("Dragon", "being", 5, (ALL_DISCARD, 1), (MAY_REMOVE_BEING, 1)),  # [R]
    Card("Phoenix", "being", 5, (MAY_TAKE_TOP, 1), (MAY_TAKE_DISCARDED, 1)),  # [R]
    Card("Unicorn Food", "potion", 5, (MOVE_BEING, 1)),
    Card("Rainbows & Glitter", "potion", 5, (ASK_FOR_CARD, 1)),  # asking for a card is stated, the rest [R]
    Card("Pixie Dust", "potion", 5, (DRAW, 2)),  # effect [R]
    Card("Crystal Ball", "potion", 5, (TAKE_FROM_HAND, 1)),  # [R]
    Card("Moonlight Elixir", "potion", 5, (TAKE_DISCARDED, 1)),  # [R]
    Card("Thunder Brew", "potion", 5, (DISCARD_BEING, 1)),  # [R]
    Card("Friendship Tea", "potion", 5, (SWAP_CARDS, 1)),  # [R]
    Card("Halt", "magic", 10),
    Card("Unicorn Thief", "magic", 5),
)

STATED = {"unicorn": 10, "being": 40, "potion": 35, "magic": 15}
"""Copies of each kind that the box contains, as the rulebook says."""
UNICORN_COPIES = 5
MOST_COPIES = 10
MOST_MAGIC = 14

# In the state a card is a number from 1 to 19, in the order of the table; 0 is no card.
CARD_TYPES = len(CARDS)
NAMES: tuple[str, ...] = ("no card", *(card.name for card in CARDS))
GOLDEN, MAJESTIC = 1, 2
BEINGS = 10  # 1 to 10 are beings, 3 to 10 species with abilities
FIRST_SPECIES = 3
FIRST_POTION, LAST_POTION = 11, 17
HALT, THIEF = 18, 19
DECK_CARDS = sum(card.copies for card in CARDS)

# Columns of the table in the state
COPIES, FIRST, FIRST_NUMBER, SECOND, SECOND_NUMBER = range(5)
TABLE_SHAPE = (CARD_TYPES + 1, 5)

# Golden Unicorns in the deck by number of players, and as many Majestic ones
UNICORNS_SHARED = np.array([0, 0, 0, 2, 2, 3, 3], dtype=np.int8)
UNICORNS_OWN = np.array([0, 0, 2, 3, 4, 5, 5], dtype=np.int8)


def number(name: str) -> int:
    """The number of the card called ``name``; ValueError when there is none."""
    for card, known in enumerate(NAMES):
        if card and known.casefold() == str(name).strip().casefold():
            return card
    raise ValueError(f"there is no card called {name!r}; there are {', '.join(NAMES[1:])}")


RECONSTRUCTED = np.array(
    [(0, 0, 0, 0, 0), *((card.copies, *card.first, *card.second) for card in CARDS)], dtype=np.int8
)
"""The table as the state holds it: (20, 5), columns COPIES to SECOND_NUMBER."""


class CardsOption(Option):
    """The option ``cards``: ``"reconstructed"``, or a mapping from card names to rows that replace its rows.

    A row is a mapping with any of ``copies`` (an integer), for a species ``first`` and ``second``, for a potion
    ``effect``; an effect is a pair of a verb from ``VERB_NAMES`` and its number, such as ``("draw", 2)``. The
    eight species together keep 40 copies, the seven potions 35, Halt and Unicorn Thief 15, each unicorn 5.
    """

    @property
    def allowed_text(self) -> str:
        return "'reconstructed' or a mapping of card names to copies, first and second ability, or effect"

    def encode(self, value: Any) -> np.ndarray[Any, Any]:
        """The table as the state holds it, (20, 5) int8; ValueError or TypeError that says what is wrong."""
        if isinstance(value, str) and value == "reconstructed":
            return RECONSTRUCTED.copy()
        if not isinstance(value, Mapping):
            raise ValueError(f"{self.name} must be {self.allowed_text}, not {value!r}")
        table = RECONSTRUCTED.copy()
        for name, row in value.items():
            _set_row(table, number(name), row)
        for kind, copies in STATED.items():
            cards = [n for n in range(1, CARD_TYPES + 1) if CARDS[n - 1].kind == kind]
            total = int(table[cards, COPIES].sum())
            if total != copies:
                raise ValueError(f"cards: the box holds {copies} cards of the kind {kind}, this table {total}")
        return table

    def decode(self, number: Any) -> Any:
        """``"reconstructed"``, or the whole table as a mapping that ``encode`` takes back."""
        table = np.asarray(number)
        return "reconstructed" if np.array_equal(table, RECONSTRUCTED) else _rows(table)

    def stands_for_a_value(self, number: Any) -> bool:
        """Whether a table of a state is what :meth:`encode` makes of some allowed one."""
        table = np.asarray(number)
        try:
            return np.array_equal(self.encode(_rows(table)), table)
        except ValueError:
            return False


COLUMNS_OF_KIND = {
    "unicorn": {},
    "magic": {},
    "being": {"first": FIRST, "second": SECOND},
    "potion": {"effect": FIRST},
}


def _set_row(table: np.ndarray[Any, Any], n: int, row: Any) -> None:
    card = CARDS[n - 1]
    columns = COLUMNS_OF_KIND[card.kind]
    allowed = ("copies", *columns)
    if not isinstance(row, Mapping):
        raise TypeError(f"cards: the row of {card.name} must be a mapping with {' or '.join(allowed)}, not {row!r}")
    for key, entry in row.items():
        if key not in allowed:
            raise ValueError(f"cards: {card.name} has no {key!r}; allowed are {', '.join(allowed)}")
        if key == "copies":
            copies = checked_index(entry, f"cards: copies of {card.name}")
            least, most = {"unicorn": (UNICORN_COPIES, UNICORN_COPIES), "magic": (1, MOST_MAGIC)}.get(
                card.kind, (1, MOST_COPIES)
            )
            if not least <= copies <= most:
                raise ValueError(f"cards: copies of {card.name} must be {least} to {most}, not {copies}")
            table[n, COPIES] = copies
        else:
            table[n, columns[key] : columns[key] + 2] = _effect(card, entry)


def _effect(card: Card, entry: Any) -> Effect:
    verbs = {VERB_NAMES[v]: v for v in (ABILITY_VERBS if card.kind == "being" else POTION_VERBS)}
    if not isinstance(entry, (tuple, list)) or len(entry) != 2 or entry[0] not in verbs:
        raise ValueError(
            f"cards: an effect of {card.name} is a pair of a verb and a number, not {entry!r}; verbs are "
            f"{', '.join(verbs)}"
        )
    verb = verbs[entry[0]]
    times = checked_index(entry[1], f"cards: the number of {entry[0]!r}")
    if not 1 <= times <= MOST_NUMBER.get(verb, 1):
        raise ValueError(f"cards: the number of {entry[0]!r} must be 1 to {MOST_NUMBER.get(verb, 1)}, not {times}")
    return verb, times


def _rows(table: np.ndarray[Any, Any]) -> dict[str, dict[str, Any]]:
    """A table of a state as the mapping that the option takes."""
    return {card.name: _row(card, table[n]) for n, card in enumerate(CARDS, start=1)}


def _row(card: Card, row: np.ndarray[Any, Any]) -> dict[str, Any]:
    entries: dict[str, Any] = {"copies": int(row[COPIES])}
    for key, column in COLUMNS_OF_KIND[card.kind].items():
        entries[key] = (VERB_NAMES.get(int(row[column]), "no verb"), int(row[column + 1]))
    return entries
