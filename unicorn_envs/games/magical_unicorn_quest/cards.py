"""The cards of Magical Unicorn Quest: what can stand on a card, and the reconstructed table.

The rulebook gives the rules whole, but no list of the cards. What is marked [R] below is this project's
reconstruction. Whoever owns the box passes a table of their own as the option ``cards``, see card_tables.py. An
ability or effect is a verb with its number; ``abilities.py`` and ``potions.py`` carry it out, and ``VERBS`` says in
words what it does, so that the text of a card is never anything else than what it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

import numpy as np


class Kind(IntEnum):
    UNICORN = 1
    SPECIES = 2
    POTION = 3
    MAGIC = 4

    @property
    def word(self) -> str:
        return self.name.lower()


class Verb(IntEnum):
    """What abilities and potions do; the verbs from MOVE_BEING on are of potions only."""

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
    MOVE_BEING = 16
    ASK_FOR_CARD = 17
    TAKE_FROM_HAND = 18
    TAKE_DISCARDED = 19
    DISCARD_BEING = 20
    SWAP_CARDS = 21


@dataclass(frozen=True)
class Meaning:
    """What a verb means.

    ``name``: how tables of one's own call it. ``ability``, ``potion``: where it may stand. ``meaning`` speaks of the
    number as N; ``texts`` says it for each number from 1 on. You are the adventurer whose turn it is.
    """

    name: str
    ability: bool
    potion: bool
    meaning: str
    texts: tuple[str, ...]

    @property
    def most(self) -> int:
        """The number of the verb is 1 to this."""
        return len(self.texts)


def _counted(text: str) -> tuple[str, ...]:
    return tuple(text.format(n=n, s="" if n == "one" else "s") for n in ("one", "two", "three"))


def _once(name: str, ability: bool, potion: bool, meaning: str) -> Meaning:
    """A verb whose number is always 1."""
    return Meaning(name, ability, potion, meaning, (meaning,))


VERBS: Mapping[Verb, Meaning] = {
    Verb.PLAY_BEINGS: Meaning(
        "play beings", True, False, "play N beings from hand into this stable, or all you hold",
        ("play one being from hand into this stable if you hold any",
         "play two beings from hand into this stable, or the one you hold",
         "play three beings from hand into this stable, or all you hold"),
    ),
    Verb.MAY_PLAY_BEINGS: Meaning(
        "may play beings", True, False, "you may play up to N beings from hand into this stable",
        ("you may play one being from hand into this stable",
         "you may play up to two beings from hand into this stable",
         "you may play up to three beings from hand into this stable"),
    ),
    Verb.LOOK: Meaning(
        "look", True, True, "see the top N cards of the deck, take one, put back the others in any order",
        ("take the top card of the deck",
         "see the top two cards of the deck, take one, put back the other",
         "see the top three cards of the deck, take one, put back the others in any order"),
    ),
    Verb.SEARCH: Meaning(
        "search", True, True, "search the deck for a Golden (1) or Majestic (2) Unicorn, take it, shuffle",
        ("search the deck for a Golden Unicorn, show it and take it, then shuffle the deck",
         "search the deck for a Majestic Unicorn, show it and take it, then shuffle the deck"),
    ),
    Verb.DRAW: Meaning("draw", True, True, "draw N cards", _counted("draw {n} card{s}")),
    Verb.ALL_DRAW: Meaning(
        "all draw", True, True, "every adventurer draws N cards, you first, then clockwise",
        _counted("every adventurer draws {n} card{s}, you first, then clockwise"),
    ),
    Verb.DRAW_WITH_STABLEMATE: Meaning(
        "draw with stablemate", True, False, "draw N cards, then the other owner of this stable draws one",
        _counted("draw {n} card{s}, then the other owner of this stable draws one"),
    ),
    Verb.DISCARD_OWN: Meaning(
        "discard", True, True, "discard N cards from your hand", _counted("discard {n} card{s} from your hand")
    ),
    Verb.MAKE_DISCARD: Meaning(
        "make discard", True, True, "another adventurer discards N cards of their choice",
        _counted("another adventurer of your choice discards {n} card{s} of theirs"),
    ),
    Verb.DISCARD_HERE: _once(
        "discard a being here", True, False, "discard one being of this stable, not of this species and no unicorn"
    ),
    Verb.MAY_DISCARD_BEING: _once(
        "may discard a being", True, True, "you may discard one being, unicorns included, from any stable"
    ),
    Verb.ALL_DISCARD: Meaning(
        "all discard", True, True, "every adventurer discards N cards of their choice, you first, then clockwise",
        _counted("every adventurer discards {n} card{s} of their choice, you first, then clockwise"),
    ),
    Verb.MAY_REMOVE_BEING: _once(
        "may remove a being", True, True, "you may remove one being, no unicorn, in any stable from the game"
    ),
    Verb.MAY_TAKE_TOP: _once(
        "may take the top discard", True, True, "you may take the top card of the discard pile"
    ),
    Verb.MAY_TAKE_DISCARDED: _once(
        "may take a discard", True, True, "you may take any one card of the discard pile"
    ),
    Verb.MOVE_BEING: _once(
        "move a being", False, True, "move one being of any kind from any stable to another one"
    ),
    Verb.ASK_FOR_CARD: _once(
        "ask for a card", False, True, "name another adventurer and a card: they show and hand over every copy"
    ),
    Verb.TAKE_FROM_HAND: _once(
        "take from a hand", False, True, "look at another adventurer's hand and take one card of it"
    ),
    Verb.TAKE_DISCARDED: _once(
        "take a discard", False, True, "take one card of another name from the discard pile"
    ),
    Verb.DISCARD_BEING: _once(
        "discard a being", False, True, "discard one being, unicorns included, from any stable"
    ),
    Verb.SWAP_CARDS: _once(
        "swap cards", False, True, "you and another adventurer each pick a card, both are swapped"
    ),
}  # fmt: skip

Effect: TypeAlias = tuple[Verb, int]


@dataclass(frozen=True)
class Card:
    """A card. A species has two abilities, a potion one effect (``first``), unicorns and magic cards have none here.

    ``text``: what the card does; that of a species or potion follows from its verbs.
    """

    name: str
    kind: Kind
    copies: int
    first: Effect | None = None
    second: Effect | None = None
    text: str = ""

    def __post_init__(self) -> None:
        if self.first is not None:
            object.__setattr__(self, "text", _text(self.first, self.second))


def _text(first: Effect, second: Effect | None) -> str:
    text = _words(first)
    text = f"{text[0].upper()}{text[1:]}."
    if second is not None:
        text += f" With two or more of this species in the stable, that or: {_words(second)}."
    return text


def _words(effect: Effect) -> str:
    verb, number = effect
    return VERBS[verb].texts[number - 1]


UNICORN_TEXT = (
    "In one stable with a {} Unicorn it wins the game for whoever owns that stable. "
    "Discarded, it goes to the bottom of the deck."
)
HALT_TEXT = (
    "Play it when another adventurer has played a card from hand, another Halt included: that card is discarded "
    "without effect. It never answers an ability."
)
THIEF_TEXT = (
    "Play it when somebody else brings a Golden or Majestic Unicorn into a stable: it goes to another stable of your "
    "choice instead."
)

# Mark [R]: reconstructed. Copies of the eight species and of all potions and magic cards are [R].
CARDS: tuple[Card, ...] = (
    Card("Golden Unicorn", Kind.UNICORN, 5, text=UNICORN_TEXT.format("Majestic")),
    Card("Majestic Unicorn", Kind.UNICORN, 5, text=UNICORN_TEXT.format("Golden")),
    # first: any being [R]; second [R]
    Card("Dwarf", Kind.SPECIES, 5, (Verb.PLAY_BEINGS, 1), (Verb.MAY_PLAY_BEINGS, 2)),
    # first [R]; second: showing the card [R]
    Card("Elf", Kind.SPECIES, 5, (Verb.LOOK, 3), (Verb.SEARCH, 2)),
    Card("Fairy", Kind.SPECIES, 5, (Verb.DRAW, 1), (Verb.SEARCH, 1)),  # [R]
    # first: the order [R]; second [R]
    Card("White Rabbit", Kind.SPECIES, 5, (Verb.ALL_DRAW, 1), (Verb.DRAW_WITH_STABLEMATE, 2)),
    Card("Werewolf", Kind.SPECIES, 5, (Verb.DISCARD_OWN, 1), (Verb.MAKE_DISCARD, 1)),  # effects [R]
    Card("Troll", Kind.SPECIES, 5, (Verb.DISCARD_HERE, 1), (Verb.MAY_DISCARD_BEING, 1)),  # [R]
    Card("Dragon", Kind.SPECIES, 5, (Verb.ALL_DISCARD, 1), (Verb.MAY_REMOVE_BEING, 1)),  # [R]
    Card("Phoenix", Kind.SPECIES, 5, (Verb.MAY_TAKE_TOP, 1), (Verb.MAY_TAKE_DISCARDED, 1)),  # [R]
    # from any stable [R]: the example moves one from an own one
    Card("Unicorn Food", Kind.POTION, 5, (Verb.MOVE_BEING, 1)),
    # asking for a card is stated, the rest [R]
    Card("Rainbows & Glitter", Kind.POTION, 5, (Verb.ASK_FOR_CARD, 1)),
    Card("Pixie Dust", Kind.POTION, 5, (Verb.DRAW, 2)),  # effect [R]
    Card("Crystal Ball", Kind.POTION, 5, (Verb.TAKE_FROM_HAND, 1)),  # [R]
    Card("Moonlight Elixir", Kind.POTION, 5, (Verb.TAKE_DISCARDED, 1)),  # [R]
    Card("Thunder Brew", Kind.POTION, 5, (Verb.DISCARD_BEING, 1)),  # [R]
    Card("Friendship Tea", Kind.POTION, 5, (Verb.SWAP_CARDS, 1)),  # [R]
    Card("Halt", Kind.MAGIC, 10, text=HALT_TEXT),
    Card("Unicorn Thief", Kind.MAGIC, 5, text=THIEF_TEXT),
)

IN_THE_BOX = {Kind.SPECIES: 40, Kind.POTION: 35, Kind.MAGIC: 15}
"""Cards of each kind in the box beside ten unicorns, as the rulebook says: no table has more."""
UNICORN_COPIES = 5
MOST_NAMES = 10
"""A table has 1 to this many species, and as many potions."""
MOST_MAGIC = IN_THE_BOX[Kind.MAGIC] - 1

# In the state a card is a number from 1 to 24; 0 is no card. Species and potions have ten numbers each, the last of
# which, the spare ones, no card of the reconstructed table has.
GOLDEN, MAJESTIC = 1, 2
FIRST_SPECIES = 3
BEINGS = FIRST_SPECIES + MOST_NAMES - 1  # 1 to 12 are beings, 3 to 12 species with abilities
FIRST_POTION, LAST_POTION = BEINGS + 1, BEINGS + MOST_NAMES
HALT, THIEF = LAST_POTION + 1, LAST_POTION + 2
CARD_TYPES = THIEF
DECK_CARDS = sum(IN_THE_BOX.values()) + 2 * UNICORN_COPIES
FIRST_OF_KIND = {Kind.SPECIES: FIRST_SPECIES, Kind.POTION: FIRST_POTION}
ORDINARY = {kind: sum(card.kind == kind for card in CARDS) for kind in FIRST_OF_KIND}
"""Numbers of a kind that are no spare ones."""
MOST_ORDINARY = {Kind.SPECIES: 13, Kind.POTION: 10}
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

# Sets of cards, as engine/sets.py has them
UNICORN_CARDS = 1 << GOLDEN | 1 << MAJESTIC
SPECIES_CARDS = sum(1 << card for card in range(FIRST_SPECIES, BEINGS + 1))
BEING_CARDS = UNICORN_CARDS | SPECIES_CARDS
POTION_CARDS = sum(1 << card for card in range(FIRST_POTION, LAST_POTION + 1))

# Columns of the table in the state: copies, two abilities (a potion: one effect), and the name
COPIES, FIRST, FIRST_NUMBER, SECOND, SECOND_NUMBER, NAME = range(6)
NAME_BYTES = 32
COLUMNS = NAME + NAME_BYTES
TABLE_SHAPE = (CARD_TYPES + 1, COLUMNS)

# Golden Unicorns in the deck by number of players, and as many Majestic ones
UNICORNS_SHARED = np.array([0, 0, 0, 2, 2, 3, 3], dtype=np.int8)
UNICORNS_OWN = np.array([0, 0, 2, 3, 4, 5, 5], dtype=np.int8)
