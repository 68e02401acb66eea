"""The cards of Magical Unicorn Quest, as one table.

The rulebook gives the rules whole, but no list of the cards. What is marked [R] below is this project's
reconstruction. Whoever owns the box passes a table of their own as the option ``cards``: see :class:`CardsOption`. An
ability or effect is a verb of ``VERBS`` with its number; ``rules.py`` carries it out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from unicorn_envs.errors import checked_index
from unicorn_envs.options import Option

Array: TypeAlias = np.ndarray[Any, Any]

# Verbs of abilities, some of them of potions too
PLAY_BEINGS = 1
MAY_PLAY_BEINGS = 2
LOOK = 3
SEARCH = 4
DRAW = 5
ALL_DRAW = 6
DRAW_WITH_STABLEMATE = 7
DISCARD_OWN = 8
MAKE_DISCARD = 9
DISCARD_HERE = 10
MAY_DISCARD_BEING = 11
ALL_DISCARD = 12
MAY_REMOVE_BEING = 13
MAY_TAKE_TOP = 14
MAY_TAKE_DISCARDED = 15
# Verbs of potions only
MOVE_BEING = 16
ASK_FOR_CARD = 17
TAKE_FROM_HAND = 18
TAKE_DISCARDED = 19
DISCARD_BEING = 20
SWAP_CARDS = 21


@dataclass(frozen=True)
class Verb:
    """What an ability or a potion can do.

    ``most``: its number is 1 to this. ``ability``, ``potion``: where it may stand. ``meaning`` speaks of the number
    as N, and of the adventurer whose turn it is as you.
    """

    name: str
    most: int
    ability: bool
    potion: bool
    meaning: str


VERBS: Mapping[int, Verb] = {
    PLAY_BEINGS: Verb("play beings", 3, True, False, "play N beings from hand into this stable, or all you hold"),
    MAY_PLAY_BEINGS: Verb("may play beings", 3, True, False, "you may play up to N beings from hand into this stable"),
    LOOK: Verb("look", 3, True, True, "see the top N cards of the deck, take one, put back the others in any order"),
    SEARCH: Verb("search", 2, True, True, "search the deck for a Golden (1) or Majestic (2) Unicorn, take it, shuffle"),
    DRAW: Verb("draw", 3, True, True, "draw N cards"),
    ALL_DRAW: Verb("all draw", 3, True, True, "every adventurer draws N cards, you first, then clockwise"),
    DRAW_WITH_STABLEMATE: Verb(
        "draw with stablemate", 3, True, False, "draw N cards, then the other owner of this stable draws one"
    ),
    DISCARD_OWN: Verb("discard", 3, True, True, "discard N cards from your hand"),
    MAKE_DISCARD: Verb("make discard", 3, True, True, "another adventurer discards N cards of their choice"),
    DISCARD_HERE: Verb(
        "discard a being here", 1, True, False, "discard one being of this stable, not of this species and no unicorn"
    ),
    MAY_DISCARD_BEING: Verb(
        "may discard a being", 1, True, True, "you may discard one being, unicorns included, from any stable"
    ),
    ALL_DISCARD: Verb(
        "all discard", 3, True, True, "every adventurer discards N cards of their choice, you first, then clockwise"
    ),
    MAY_REMOVE_BEING: Verb(
        "may remove a being", 1, True, True, "you may remove one being, no unicorn, in any stable from the game"
    ),
    MAY_TAKE_TOP: Verb("may take the top discard", 1, True, True, "you may take the top card of the discard pile"),
    MAY_TAKE_DISCARDED: Verb("may take a discard", 1, True, True, "you may take any one card of the discard pile"),
    MOVE_BEING: Verb("move a being", 1, False, True, "move one being of any kind from any stable to another one"),
    ASK_FOR_CARD: Verb(
        "ask for a card", 1, False, True, "name another adventurer and a card: they show and hand over every copy"
    ),
    TAKE_FROM_HAND: Verb(
        "take from a hand", 1, False, True, "look at another adventurer's hand and take one card of it"
    ),
    TAKE_DISCARDED: Verb("take a discard", 1, False, True, "take one card of another name from the discard pile"),
    DISCARD_BEING: Verb("discard a being", 1, False, True, "discard one being, unicorns included, from any stable"),
    SWAP_CARDS: Verb("swap cards", 1, False, True, "you and another adventurer each pick a card, both are swapped"),
}

Effect: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Card:
    """A card. A species has two abilities, a potion one effect (``first``), unicorns and magic have none here."""

    name: str
    kind: str
    copies: int
    first: Effect = (0, 0)
    second: Effect = (0, 0)


# Mark [R]: reconstructed. Copies of the eight species and of all potions and magic cards are [R].
CARDS: tuple[Card, ...] = (
    Card("Golden Unicorn", "unicorn", 5),
    Card("Majestic Unicorn", "unicorn", 5),
    Card("Dwarf", "species", 5, (PLAY_BEINGS, 1), (MAY_PLAY_BEINGS, 2)),  # first: any being [R]; second [R]
    Card("Elf", "species", 5, (LOOK, 3), (SEARCH, 2)),  # first [R]; second: showing the card [R]
    Card("Fairy", "species", 5, (DRAW, 1), (SEARCH, 1)),  # [R]
    Card("White Rabbit", "species", 5, (ALL_DRAW, 1), (DRAW_WITH_STABLEMATE, 2)),  # first: the order [R]; second [R]
    Card("Werewolf", "species", 5, (DISCARD_OWN, 1), (MAKE_DISCARD, 1)),  # effects [R]
    Card("Troll", "species", 5, (DISCARD_HERE, 1), (MAY_DISCARD_BEING, 1)),  # [R]
    Card("Dragon", "species", 5, (ALL_DISCARD, 1), (MAY_REMOVE_BEING, 1)),  # [R]
    Card("Phoenix", "species", 5, (MAY_TAKE_TOP, 1), (MAY_TAKE_DISCARDED, 1)),  # [R]
    Card("Unicorn Food", "potion", 5, (MOVE_BEING, 1)),  # from any stable [R]: the example moves one from an own one
    Card("Rainbows & Glitter", "potion", 5, (ASK_FOR_CARD, 1)),  # asking for a card is stated, the rest [R]
    Card("Pixie Dust", "potion", 5, (DRAW, 2)),  # effect [R]
    Card("Crystal Ball", "potion", 5, (TAKE_FROM_HAND, 1)),  # [R]
    Card("Moonlight Elixir", "potion", 5, (TAKE_DISCARDED, 1)),  # [R]
    Card("Thunder Brew", "potion", 5, (DISCARD_BEING, 1)),  # [R]
    Card("Friendship Tea", "potion", 5, (SWAP_CARDS, 1)),  # [R]
    Card("Halt", "magic", 10),
    Card("Unicorn Thief", "magic", 5),
)

IN_THE_BOX = {"species": 40, "potion": 35, "magic": 15}
"""Cards of each kind in the box beside ten unicorns, as the rulebook says: no table has more."""
UNICORN_COPIES = 5
MOST_NAMES = 10
"""A table has 1 to this many species, and as many potions."""
MOST_MAGIC = IN_THE_BOX["magic"] - 1

# In the state a card is a number from 1 to 24; 0 is no card. Species and potions have ten numbers each, the last of
# which, the spare ones, no card of the reconstructed table has.
GOLDEN, MAJESTIC = 1, 2
FIRST_SPECIES = 3
BEINGS = FIRST_SPECIES + MOST_NAMES - 1  # 1 to 12 are beings, 3 to 12 species with abilities
FIRST_POTION, LAST_POTION = BEINGS + 1, BEINGS + MOST_NAMES
HALT, THIEF = LAST_POTION + 1, LAST_POTION + 2
CARD_TYPES = THIEF
DECK_CARDS = sum(IN_THE_BOX.values()) + 2 * UNICORN_COPIES
FIRST_OF_KIND = {"species": FIRST_SPECIES, "potion": FIRST_POTION}
ORDINARY = {kind: sum(card.kind == kind for card in CARDS) for kind in FIRST_OF_KIND}
"""Numbers of a kind that are no spare ones."""
MOST_ORDINARY = {"species": 13, "potion": 10}
"""Copies that a card with an ordinary number may have; with a spare one, all that are in the box.

No table has more cards above this than there are spare numbers. So the bounds of an observation stay close to what
the reconstructed table needs, and inputs that are scaled by them do not shrink.
"""
MOST_OF: tuple[int, ...] = (
    0, UNICORN_COPIES, UNICORN_COPIES,
    *(
        MOST_ORDINARY[kind] if k < ORDINARY[kind] else IN_THE_BOX[kind]
        for kind in FIRST_OF_KIND
        for k in range(MOST_NAMES)
    ),
    MOST_MAGIC, MOST_MAGIC,
)  # fmt: skip
"""Most copies that the card of each number has in any table."""

# Columns of the table in the state: copies, two abilities (a potion: one effect), and the name
COPIES, FIRST, FIRST_NUMBER, SECOND, SECOND_NUMBER, NAME = range(6)
NAME_BYTES = 32
COLUMNS = NAME + NAME_BYTES
TABLE_SHAPE = (CARD_TYPES + 1, COLUMNS)

# Golden Unicorns in the deck by number of players, and as many Majestic ones
UNICORNS_SHARED = np.array([0, 0, 0, 2, 2, 3, 3], dtype=np.int8)
UNICORNS_OWN = np.array([0, 0, 2, 3, 4, 5, 5], dtype=np.int8)

UNICORN_NAMES = tuple(card.name for card in CARDS if card.kind == "unicorn")
MAGIC = {card.name: card for card in CARDS if card.kind == "magic"}
UNUSED_NAMES = {
    first + k: f"(no {kind} {k + 1})" for kind, first in FIRST_OF_KIND.items() for k in range(MOST_NAMES)
}
"""What a number without a card is called: names of actions that are never legal."""


class CardsOption(Option):
    """The option ``cards``: ``"reconstructed"``, or a mapping from the names of all species and potions to rows.

    A table has 1 to 10 species and 1 to 10 potions, with names of their own. A row is a mapping: of a species with
    ``copies``, ``first`` and ``second`` (its abilities), of a potion with ``copies`` and ``effect``. An ability or
    effect is a verb of ``VERBS`` by its name, with its number, such as ``("draw", 2)``. Copies are free: species
    together at most 40 and potions at most 35, as in the box. ``"Halt"`` and ``"Unicorn Thief"`` may have a row with
    ``copies`` (together at most 15; left out: 10 and 5). Unicorns have none, the number of players says how many
    there are. :func:`reconstructed` is such a mapping, to begin with.
    """

    @property
    def allowed_text(self) -> str:
        return "'reconstructed' or a mapping of the names of 1 to 10 species and 1 to 10 potions to their rows"

    def encode(self, value: Any) -> Array:
        """The table as the state holds it, (25, 37) int8; ValueError or TypeError that says what is wrong."""
        if isinstance(value, str) and value == "reconstructed":
            return RECONSTRUCTED.copy()
        if not isinstance(value, Mapping):
            raise ValueError(f"{self.name} must be {self.allowed_text}, not {value!r}")
        return _table(_checked_cards(value))

    def decode(self, number: Any) -> Any:
        """``"reconstructed"``, or the table as a mapping that ``encode`` takes back."""
        table = np.asarray(number)
        return "reconstructed" if np.array_equal(table, RECONSTRUCTED) else rows_of(table)

    def stands_for_a_value(self, number: Any) -> bool:
        """Whether a table of a state is what :meth:`encode` makes of some allowed one."""
        table = np.asarray(number)
        try:
            return np.array_equal(self.encode(rows_of(table)), table)
        except ValueError:
            return False

    def parse(self, text: str) -> Any:
        """``"reconstructed"``, or the mapping in the JSON file that ``text`` names."""
        if text.casefold() == "reconstructed":
            return "reconstructed"
        try:
            return json.loads(Path(text).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ValueError(f"{self.name} must be 'reconstructed' or a JSON file with a table: {error}") from None


def reconstructed() -> dict[str, dict[str, Any]]:
    """The reconstructed table as a mapping that the option ``cards`` takes; a new one at each call."""
    return rows_of(RECONSTRUCTED)


# From rows to the table of a state


def _checked_cards(rows: Mapping[Any, Any]) -> list[Card]:
    """The species, potions and magic cards that the rows mean, in their order."""
    cards = [_checked_card(_checked_name(name), row) for name, row in rows.items()]
    cards += [card for name, card in MAGIC.items() if name not in {given.name for given in cards}]
    names = [card.name.casefold() for card in cards]
    for card in cards:
        if names.count(card.name.casefold()) > 1:
            raise ValueError(f"cards: {card.name} has two rows")
    for kind, most in IN_THE_BOX.items():
        of_kind = [card for card in cards if card.kind == kind]
        if kind in FIRST_OF_KIND and not 1 <= len(of_kind) <= MOST_NAMES:
            raise ValueError(f"cards: there must be 1 to {MOST_NAMES} {_plural(kind)}, not {len(of_kind)}")
        total = sum(card.copies for card in of_kind)
        if total > most:
            raise ValueError(f"cards: the box holds {most} {_plural(kind)} cards, this table {total}")
    return cards


def _plural(kind: str) -> str:
    return "potions" if kind == "potion" else kind


def _checked_name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"cards: the name of a card must be text, not {name!r}")
    plain = " ".join(name.split())
    if not plain or not plain.isprintable() or len(plain.encode()) > NAME_BYTES:
        raise ValueError(f"cards: a name must be 1 to {NAME_BYTES} printable letters (bytes in UTF-8), not {name!r}")
    for unicorn in UNICORN_NAMES:
        if plain.casefold() == unicorn.casefold():
            raise ValueError(f"cards: {unicorn} has no row: the number of players says how many are in the deck")
    if plain in UNUSED_NAMES.values():
        raise ValueError(f"cards: {plain!r} means that there is no such card; take another name")
    for magic in MAGIC:
        if plain.casefold() == magic.casefold():
            return magic
    return plain


def _checked_card(name: str, row: Any) -> Card:
    if not isinstance(row, Mapping):
        raise TypeError(
            f"cards: the row of {name} must be a mapping with copies, first and second (a species) or copies and "
            f"effect (a potion), not {row!r}"
        )
    if name in MAGIC:
        return Card(name, "magic", _checked_row(name, "magic", row, ("copies",)))
    if "effect" in row:
        copies = _checked_row(name, "potion", row, ("copies", "effect"))
        return Card(name, "potion", copies, _checked_effect(name, "potion", row["effect"]))
    copies = _checked_row(name, "species", row, ("copies", "first", "second"))
    abilities = [_checked_effect(name, "species", row[key]) for key in ("first", "second")]
    return Card(name, "species", copies, *abilities)


def _checked_row(name: str, kind: str, row: Mapping[Any, Any], entries: tuple[str, ...]) -> int:
    """The copies of a row that must have these entries and no other."""
    if set(row) != set(entries):
        allowed = "a magic card has copies only"
        if kind != "magic":
            allowed = "a species has copies, first and second, a potion has copies and effect"
        raise ValueError(f"cards: the row of {name} has {', '.join(map(str, row)) or 'nothing'}; {allowed}")
    copies = checked_index(row["copies"], f"cards: copies of {name}")
    most = MOST_MAGIC if kind == "magic" else IN_THE_BOX[kind]
    if not 1 <= copies <= most:
        raise ValueError(f"cards: copies of {name} must be 1 to {most}, not {copies}")
    return copies


def _checked_effect(name: str, kind: str, entry: Any) -> Effect:
    allowed = {VERBS[n].name: n for n in VERBS if (VERBS[n].ability if kind == "species" else VERBS[n].potion)}
    is_pair = isinstance(entry, (tuple, list)) and len(entry) == 2
    if not is_pair or not isinstance(entry[0], str) or entry[0] not in allowed:
        listing = ", ".join(f"{verb!r} 1 to {VERBS[n].most}" for verb, n in allowed.items())
        raise ValueError(
            f"cards: {'an ability' if kind == 'species' else 'the effect'} of {name} must be a pair of a verb and its "
            f"number, not {entry!r}; there are {listing}"
        )
    number = allowed[entry[0]]
    count = checked_index(entry[1], f"cards: the number of {entry[0]!r} of {name}")
    if not 1 <= count <= VERBS[number].most:
        raise ValueError(f"cards: the number of {entry[0]!r} must be 1 to {VERBS[number].most}, not {count}")
    return number, count


def _table(cards: list[Card]) -> Array:
    """The table of a state, with unicorns."""
    table = np.zeros(TABLE_SHAPE, dtype=np.int8)
    numbered = {GOLDEN: CARDS[0], MAJESTIC: CARDS[1]}
    numbered |= {HALT + k: card for k, name in enumerate(MAGIC) for card in cards if card.name == name}
    for kind in FIRST_OF_KIND:
        numbered |= _numbered(kind, [card for card in cards if card.kind == kind])
    for number, card in numbered.items():
        table[number, :NAME] = (card.copies, *card.first, *card.second)
        name = np.frombuffer(card.name.encode(), dtype=np.int8)
        table[number, NAME : NAME + len(name)] = name
    return table


def _numbered(kind: str, cards: list[Card]) -> dict[int, Card]:
    """The cards of a kind in order; those too many for an ordinary number, and all beyond, have spare ones."""
    ordinary = [card for card in cards if card.copies <= MOST_ORDINARY[kind]][: ORDINARY[kind]]
    spare = [card for card in cards if card not in ordinary]
    first = FIRST_OF_KIND[kind]
    return dict(enumerate(ordinary, first)) | dict(enumerate(spare, first + ORDINARY[kind]))


# From the table of a state to rows and names


def rows_of(table: Array) -> dict[str, dict[str, Any]]:
    """A table of a state as the mapping that the option takes."""
    names = names_of(table)
    rows: dict[str, dict[str, Any]] = {}
    for number in range(FIRST_SPECIES, CARD_TYPES + 1):
        row = table[number]
        if not row.any():
            continue
        entries: dict[str, Any] = {"copies": int(row[COPIES])}
        if number <= BEINGS:
            entries |= {"first": _pair(row[FIRST:]), "second": _pair(row[SECOND:])}
        elif number <= LAST_POTION:
            entries["effect"] = _pair(row[FIRST:])
        rows[names[number]] = entries
    return rows


def _pair(row: Array) -> tuple[str, int]:
    verb = VERBS.get(int(row[0]))
    return "no verb" if verb is None else verb.name, int(row[1])


def names_of(table: Array) -> tuple[str, ...]:
    """The names of the cards of a table of a state, by number; numbers without a card have a name too."""
    return _names(np.ascontiguousarray(table[:, NAME:]).tobytes())


@lru_cache(maxsize=64)
def _names(data: bytes) -> tuple[str, ...]:
    columns = [data[start : start + NAME_BYTES].rstrip(b"\0") for start in range(0, len(data), NAME_BYTES)]
    names = [column.decode(errors="replace") for column in columns]
    return tuple(name or UNUSED_NAMES.get(n, "no card") for n, name in enumerate(names))


RECONSTRUCTED = _table([card for card in CARDS if card.kind != "unicorn"])
"""The reconstructed table as a state holds it: (25, 37) int8, columns COPIES to SECOND_NUMBER and the name."""
NAMES = names_of(RECONSTRUCTED)


def number(name: str, names: tuple[str, ...] = NAMES) -> int:
    """The number of the card called ``name``; ValueError that lists the cards when there is none."""
    for card, known in enumerate(names):
        if card and known.casefold() == str(name).strip().casefold() and known != UNUSED_NAMES.get(card):
            return card
    raise ValueError(f"there is no card called {name!r}; there are {', '.join(cards_in(names))}")


def cards_in(names: tuple[str, ...]) -> list[str]:
    """The names of the cards that a table has."""
    return [name for card, name in enumerate(names) if card and name != UNUSED_NAMES.get(card)]
