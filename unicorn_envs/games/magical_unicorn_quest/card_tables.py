"""Tables of cards: the option ``cards``, from rows to what the state holds and back to rows and cards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from unicorn_envs.errors import checked_index
from unicorn_envs.games.magical_unicorn_quest import cards
from unicorn_envs.games.magical_unicorn_quest.cards import VERBS, Card, Effect, Kind, Verb
from unicorn_envs.options import Option

Array: TypeAlias = np.ndarray[Any, Any]

UNICORNS = tuple(card for card in cards.CARDS if card.kind == Kind.UNICORN)
MAGIC = {card.name: card for card in cards.CARDS if card.kind == Kind.MAGIC}
UNUSED_NAMES = {
    first + k: f"(no {kind.word} {k + 1})"
    for kind, first in cards.FIRST_OF_KIND.items()
    for k in range(cards.MOST_NAMES)
}
"""What a number without a card is called: names of actions that are never legal."""


NO_EFFECT = (0, 0)


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
    checked = [_checked_card(_checked_name(name), row) for name, row in rows.items()]
    checked += [card for name, card in MAGIC.items() if name not in {given.name for given in checked}]
    names = [card.name.casefold() for card in checked]
    for card in checked:
        if names.count(card.name.casefold()) > 1:
            raise ValueError(f"cards: {card.name} has two rows")
    for kind, most in cards.IN_THE_BOX.items():
        of_kind = [card for card in checked if card.kind == kind]
        if kind in cards.FIRST_OF_KIND and not 1 <= len(of_kind) <= cards.MOST_NAMES:
            raise ValueError(f"cards: there must be 1 to {cards.MOST_NAMES} {_plural(kind)}, not {len(of_kind)}")
        total = sum(card.copies for card in of_kind)
        if total > most:
            raise ValueError(f"cards: the box holds {most} {_plural(kind)} cards, this table {total}")
    return checked


def _plural(kind: Kind) -> str:
    return "potions" if kind == Kind.POTION else kind.word


def _checked_name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"cards: the name of a card must be text, not {name!r}")
    plain = " ".join(name.split())
    if not plain or not plain.isprintable() or len(plain.encode()) > cards.NAME_BYTES:
        raise ValueError(
            f"cards: a name must be 1 to {cards.NAME_BYTES} printable letters (bytes in UTF-8), not {name!r}"
        )
    for unicorn in UNICORNS:
        if plain.casefold() == unicorn.name.casefold():
            raise ValueError(f"cards: {unicorn.name} has no row: the number of players says how many are in the deck")
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
        return replace(MAGIC[name], copies=_checked_row(name, Kind.MAGIC, row, ("copies",)))
    if "effect" in row:
        copies = _checked_row(name, Kind.POTION, row, ("copies", "effect"))
        return Card(name, Kind.POTION, copies, _checked_effect(name, Kind.POTION, row["effect"]))
    copies = _checked_row(name, Kind.SPECIES, row, ("copies", "first", "second"))
    first, second = (_checked_effect(name, Kind.SPECIES, row[key]) for key in ("first", "second"))
    return Card(name, Kind.SPECIES, copies, first, second)


def _checked_row(name: str, kind: Kind, row: Mapping[Any, Any], entries: tuple[str, ...]) -> int:
    """The copies of a row that must have these entries and no other."""
    if set(row) != set(entries):
        allowed = "a magic card has copies only"
        if kind != Kind.MAGIC:
            allowed = "a species has copies, first and second, a potion has copies and effect"
        raise ValueError(f"cards: the row of {name} has {', '.join(map(str, row)) or 'nothing'}; {allowed}")
    copies = checked_index(row["copies"], f"cards: copies of {name}")
    most = cards.MOST_MAGIC if kind == Kind.MAGIC else cards.IN_THE_BOX[kind]
    if not 1 <= copies <= most:
        raise ValueError(f"cards: copies of {name} must be 1 to {most}, not {copies}")
    return copies


def _checked_effect(name: str, kind: Kind, entry: Any) -> Effect:
    is_species = kind == Kind.SPECIES
    allowed = {
        meaning.name: verb for verb, meaning in VERBS.items() if (meaning.ability if is_species else meaning.potion)
    }
    is_pair = isinstance(entry, (tuple, list)) and len(entry) == 2
    if not is_pair or not isinstance(entry[0], str) or entry[0] not in allowed:
        listing = ", ".join(f"{word!r} 1 to {VERBS[verb].most}" for word, verb in allowed.items())
        raise ValueError(
            f"cards: {'an ability' if is_species else 'the effect'} of {name} must be a pair of a verb and its "
            f"number, not {entry!r}; there are {listing}"
        )
    verb = allowed[entry[0]]
    count = checked_index(entry[1], f"cards: the number of {entry[0]!r} of {name}")
    if not 1 <= count <= VERBS[verb].most:
        raise ValueError(f"cards: the number of {entry[0]!r} must be 1 to {VERBS[verb].most}, not {count}")
    return verb, count


def _table(checked: list[Card]) -> Array:
    """The table of a state, with unicorns."""
    table = np.zeros(cards.TABLE_SHAPE, dtype=np.int8)
    numbered = dict(enumerate(UNICORNS, cards.GOLDEN))
    numbered |= {cards.HALT + k: card for k, name in enumerate(MAGIC) for card in checked if card.name == name}
    for kind in cards.FIRST_OF_KIND:
        numbered |= _numbered(kind, [card for card in checked if card.kind == kind])
    for number, card in numbered.items():
        table[number, : cards.NAME] = (card.copies, *(card.first or NO_EFFECT), *(card.second or NO_EFFECT))
        name = np.frombuffer(card.name.encode(), dtype=np.int8)
        table[number, cards.NAME : cards.NAME + len(name)] = name
    return table


def _numbered(kind: Kind, of_kind: list[Card]) -> dict[int, Card]:
    """The cards of a kind in order; those too many for an ordinary number, and all beyond, have spare ones."""
    few = [card for card in of_kind if card.copies <= cards.MOST_ORDINARY[kind]]
    ordinary = few[: cards.ORDINARY[kind]]
    spare = [card for card in of_kind if card not in ordinary]
    first = cards.FIRST_OF_KIND[kind]
    return dict(enumerate(ordinary, first)) | dict(enumerate(spare, first + cards.ORDINARY[kind]))


# From the table of a state to rows, cards and names


def rows_of(table: Array) -> dict[str, dict[str, Any]]:
    """A table of a state as the mapping that the option takes."""
    names = names_of(table)
    rows: dict[str, dict[str, Any]] = {}
    for number in range(cards.FIRST_SPECIES, cards.CARD_TYPES + 1):
        row = table[number]
        if not row.any():
            continue
        entries: dict[str, Any] = {"copies": int(row[cards.COPIES])}
        if number <= cards.BEINGS:
            entries |= {"first": _pair(row[cards.FIRST :]), "second": _pair(row[cards.SECOND :])}
        elif number <= cards.LAST_POTION:
            entries["effect"] = _pair(row[cards.FIRST :])
        rows[names[number]] = entries
    return rows


def _pair(row: Array) -> tuple[str, int]:
    is_verb = int(row[0]) in VERBS
    return VERBS[Verb(int(row[0]))].name if is_verb else "no verb", int(row[1])


def cards_of(state: Array) -> tuple[Card, ...]:
    """The cards that a state is played with, unicorns first, each with the text that follows from its verbs."""
    return (*UNICORNS, *_checked_cards(rows_of(state["cards"][0])))


def names_of(table: Array) -> tuple[str, ...]:
    """The names of the cards of a table of a state, by number; numbers without a card have a name too."""
    return _names(np.ascontiguousarray(table[:, cards.NAME :]).tobytes())


@lru_cache(maxsize=64)
def _names(data: bytes) -> tuple[str, ...]:
    size = cards.NAME_BYTES
    columns = [data[start : start + size].rstrip(b"\0") for start in range(0, len(data), size)]
    names = [column.decode(errors="replace") for column in columns]
    return tuple(name or UNUSED_NAMES.get(n, "no card") for n, name in enumerate(names))


RECONSTRUCTED = _table([card for card in cards.CARDS if card.kind != Kind.UNICORN])
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
