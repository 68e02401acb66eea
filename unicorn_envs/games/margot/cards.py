"""The cards of Margot: La Fée, as tables to be replaced by whoever owns the box.

The printed card lists are not public. ``known`` names what the rulebook or a public page says about a card; all
else of that card is this project's reconstruction. RULES.md has the sources.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

COLOURS = ("red", "green", "blue", "yellow", "purple")
LETTERS = "RGBYP"
GREY = "X"  # in a cost: any orb

CASTLES = ("Human", "Witch's")


class Castle(IntEnum):
    """A castle, and the Village in front of it."""

    HUMAN = 0
    WITCH = 1


class CastleKind(IntEnum):
    """What a card of a castle is."""

    ENEMY = 1
    STORY = 2


class FairyKind(IntEnum):
    """How a Fairy is used."""

    AUTO = 1  # its power is always on
    ACTION = 2  # used once in a turn, and disabled by it
    STORY = 3  # laid into a Village as an orb, if its need is met
    SCRATCH = 4  # laid into a Village, where it causes 1 scratch; then its power


class Auto(IntEnum):
    """What is always on."""

    FREE_CARD = 1  # at the start of the turn a castle card comes into its Village, an enemy disabled
    WEAK_KNIGHTS = 2  # Knights cause one scratch less
    ANY_COLOUR = 3  # one orb that is paid counts as any colour
    ROUND_UP = 4  # half a point of left-over orbs counts as one
    KEEP_ORB = 5  # a Penalty costs no orb


class Power(IntEnum):
    """What an Action or a Scratch Fairy does."""

    NONE = 0
    DISABLE = 1  # an enemy
    LOOK = 2  # at the top cards of both castles; one of them may go under its deck
    ILLUSION_TOP = 3  # the top card of a castle goes into the Illusion, a Story moves on into the Village
    VANISH = 4  # an enemy and the Fairy itself go into the Illusion
    RETURN = 5  # an enemy, or a card of the Illusion, goes back into its deck
    READY = 6  # another disabled Action Fairy becomes active again
    FIND_STORY = 7  # the castle gives the next Story
    BREAK_AGAIN = 8  # one more Magic Break


class Need(IntEnum):
    """What a Story Fairy needs a number of."""

    NONE = 0
    ORBS_HERE = 1  # valid orbs in that Village
    SOLDIER_HERE = 2  # active Soldiers in that Village
    NO_ENEMY_HERE = 3  # castle cards, and no active enemy, in that Village
    SCRATCHES = 4  # the scratch total
    DISABLED_ENEMIES = 5  # in both Villages together


@dataclass(frozen=True)
class CastleCard:
    """A card of a castle deck.

    ``scratch``: of an enemy. ``orb``: a letter, see LETTERS. ``soldier``, ``knight``: Fairies ask for these.
    ``unyielding``: in a Village neither Magic Break nor Fairies touch it. ``ridicule``: while it is active no orb in
    its Village is valid. ``beats``: a boss of the other castle that goes back on its deck while this is valid.
    ``text``: what a player has to know of it.
    """

    castle: Castle
    name: str
    kind: CastleKind
    copies: int
    scratch: int = 0
    orb: str = ""
    soldier: bool = False
    knight: bool = False
    unyielding: bool = False
    ridicule: bool = False
    beats: str = ""
    text: str = ""
    known: tuple[str, ...] = ("name",)


HUMAN_CASTLE: tuple[CastleCard, ...] = (
    CastleCard(
        Castle.HUMAN, "Soldier", CastleKind.ENEMY, 5, scratch=1, soldier=True,
        text="While it lies active in its Village it causes 1 scratch.",
    ),
    CastleCard(
        Castle.HUMAN, "Knight", CastleKind.ENEMY, 4, scratch=2, knight=True,
        text="While it lies active in its Village it causes 2 scratches.",
    ),
    CastleCard(
        Castle.HUMAN, "Sorceress", CastleKind.ENEMY, 2, scratch=2, orb="P",
        text="While she lies active in her Village she causes 2 scratches, and is a purple orb like a Story.",
    ),
    CastleCard(
        Castle.HUMAN, "Unyielding King", CastleKind.ENEMY, 1, scratch=3, unyielding=True,
        text="While he lies active in his Village he causes 3 scratches. Neither Magic Break nor Fairies disable or "
             "move him there. A valid Vivian's Wand sends him back onto his deck when he is explored.",
    ),
    CastleCard(
        Castle.HUMAN, "Tome of Legends", CastleKind.STORY, 3, orb="R",
        text="A red orb, to pay for a Fairy or to be left over.",
    ),
    CastleCard(
        Castle.HUMAN, "Portrait of Paradise", CastleKind.STORY, 2, orb="G",
        text="A green orb, to pay for a Fairy or to be left over.",
    ),
    CastleCard(
        Castle.HUMAN, "Fae Melodies", CastleKind.STORY, 2, orb="B",
        text="A blue orb, to pay for a Fairy or to be left over.",
    ),
    CastleCard(
        Castle.HUMAN, "Fairytale Sword", CastleKind.STORY, 1, orb="Y", beats="Witch of Ridicule",
        text="A yellow orb, to pay for a Fairy or to be left over. While it is valid and the Witch of Ridicule is "
             "explored, she goes back onto her deck, and this card is disabled.",
        known=("name", "beats"),
    ),
)  # fmt: skip

WITCHS_CASTLE: tuple[CastleCard, ...] = (
    CastleCard(
        Castle.WITCH, "Soldier", CastleKind.ENEMY, 5, scratch=1, soldier=True,
        text="While it lies active in its Village it causes 1 scratch.",
    ),
    CastleCard(
        Castle.WITCH, "Knight", CastleKind.ENEMY, 3, scratch=2, knight=True,
        text="While it lies active in its Village it causes 2 scratches.",
    ),
    CastleCard(
        Castle.WITCH, "Sorceress", CastleKind.ENEMY, 3, scratch=2, orb="Y",
        text="While she lies active in her Village she causes 2 scratches, and is a yellow orb like a Story.",
    ),
    CastleCard(
        Castle.WITCH, "Witch of Ridicule", CastleKind.ENEMY, 1, scratch=3, ridicule=True,
        text="While she lies active in her Village she causes 3 scratches, and no orb there is valid. A valid "
             "Fairytale Sword sends her back onto her deck when she is explored.",
    ),
    CastleCard(
        Castle.WITCH, "Tome of Legends", CastleKind.STORY, 2, orb="R",
        text="A red orb, to pay for a Fairy or to be left over.",
    ),
    CastleCard(
        Castle.WITCH, "Portrait of Paradise", CastleKind.STORY, 3, orb="G",
        text="A green orb, to pay for a Fairy or to be left over.",
    ),
    CastleCard(
        Castle.WITCH, "Fae Melodies", CastleKind.STORY, 2, orb="B",
        text="A blue orb, to pay for a Fairy or to be left over.",
    ),
    CastleCard(
        Castle.WITCH, "Vivian's Wand", CastleKind.STORY, 1, orb="P", beats="Unyielding King",
        text="A purple orb, to pay for a Fairy or to be left over. While it is valid and the Unyielding King is "
             "explored, he goes back onto his deck, and this card is disabled.",
        known=("name", "beats"),
    ),
)  # fmt: skip

CASTLE_CARDS = (HUMAN_CASTLE, WITCHS_CASTLE)
CASTLE_SIZE = 20
KINDS = 8
"""Kinds of cards in each castle. In the state a castle card is a number from 1 to 8, in the order of its table."""
ENEMY_KINDS = 4
"""The first four kinds of each castle are its enemies."""
MOST_SCRATCH = max(card.scratch for cards in CASTLE_CARDS for card in cards)
for _cards in CASTLE_CARDS:
    assert [card.kind for card in _cards] == [CastleKind.ENEMY] * ENEMY_KINDS + [CastleKind.STORY] * (
        KINDS - ENEMY_KINDS
    )
    assert sum(card.copies for card in _cards) == CASTLE_SIZE


@dataclass(frozen=True)
class Fairy:
    """A Fairy.

    ``cost``: a letter for each orb, X any. ``auto``: what is always on. ``power``: what it does, and the least and the
    greatest printed scratch of an enemy that it acts on. ``need``: what it needs to be laid, and how many. ``orb``: of
    a Story Fairy. ``fantasy``: uses the Illusion. ``text``: what a player has to know of it.
    """

    name: str
    kind: FairyKind
    cost: str
    points: int
    copies: int = 1
    auto: tuple[Auto, ...] = ()
    power: tuple[Power, int, int] = (Power.NONE, 0, 0)
    need: tuple[Need, int] = (Need.NONE, 0)
    orb: str = ""
    fantasy: bool = False
    text: str = ""
    known: tuple[str, ...] = ()


FAIRIES: tuple[Fairy, ...] = (
    Fairy(
        "Chariot Fairy", FairyKind.AUTO, "RXX", 2, auto=(Auto.FREE_CARD,),
        text="At the start of your turn the top card of a castle of your choice comes into its Village. An enemy "
             "arrives disabled, a boss too.",
        known=("name", "kind", "timing"),
    ),
    Fairy(
        "Shield Fairy", FairyKind.AUTO, "BBX", 2, auto=(Auto.WEAK_KNIGHTS,),
        text="Your active Knights cause 1 scratch instead of 2. For other cards they still have scratch 2.",
    ),
    Fairy(
        "Lantern Fairy", FairyKind.AUTO, "X", 1, auto=(Auto.ANY_COLOUR,),
        text="When you rescue a Fairy, one of the orbs that you pay may count as any colour.",
    ),
    Fairy(
        "Chronicler Fairy", FairyKind.AUTO, "RGB", 2, auto=(Auto.ROUND_UP,),
        text="Your left-over orbs are worth a point for every two, rounded up instead of down.",
    ),
    Fairy(
        "Thorn Fairy", FairyKind.AUTO, "G", 1, auto=(Auto.KEEP_ORB,),
        text="A Penalty costs you no orb. The other players still score.",
    ),
    Fairy(
        "Artificial-Flower Fairy", FairyKind.ACTION, "X", 1, power=(Power.DISABLE, 1, 1),
        text="Disable an active enemy with scratch 1 in either Village.",
        known=("name",),
    ),
    Fairy(
        "Lance Fairy", FairyKind.ACTION, "RX", 1, power=(Power.DISABLE, 2, 2),
        text="Disable an active enemy with scratch 2 in either Village.",
    ),
    Fairy(
        "Owl Fairy", FairyKind.ACTION, "B", 1, power=(Power.LOOK, 0, 0),
        text="Show the top cards of both castles to all. One of them may go under its deck; what is left stays on top.",
    ),
    Fairy(
        "Mist Fairy", FairyKind.ACTION, "GBX", 2, power=(Power.ILLUSION_TOP, 0, 0), fantasy=True,
        text="The top card of a castle of your choice goes into the Illusion. A Story moves on into its Village.",
    ),
    Fairy(
        "Wisp Fairy", FairyKind.ACTION, "PXX", 2, power=(Power.VANISH, 1, 3), fantasy=True,
        text="An active enemy in either Village, but not the Unyielding King, and this Fairy go into the Illusion.",
    ),
    Fairy(
        "Tide Fairy", FairyKind.ACTION, "GGX", 2, power=(Power.RETURN, 1, 3), fantasy=True,
        text="An active enemy in either Village, but not the Unyielding King there, or a castle card in the Illusion "
             "is shuffled back into its deck.",
    ),
    Fairy(
        "Mirror Fairy", FairyKind.ACTION, "YXX", 2, power=(Power.READY, 0, 0),
        text="Another disabled Action Fairy of yours is active again.",
    ),
    Fairy(
        "Harp Fairy", FairyKind.STORY, "RRX", 2, need=(Need.ORBS_HERE, 2), orb="B",
        text="Lay it into a Village with at least 2 valid orbs. There it is a Story with a blue orb.",
    ),
    Fairy(
        "Rose Fairy", FairyKind.STORY, "GGB", 2, need=(Need.SOLDIER_HERE, 1), orb="R",
        text="Lay it into a Village with an active Soldier. There it is a Story with a red orb.",
    ),
    Fairy(
        "Leaf Fairy", FairyKind.STORY, "RBX", 2, need=(Need.NO_ENEMY_HERE, 1), orb="G",
        text="Lay it into a Village with at least one castle card, disabled or not, and no active enemy. There it is "
             "a Story with a green orb.",
    ),
    Fairy(
        "Blade Fairy", FairyKind.STORY, "YBXX", 3, need=(Need.SCRATCHES, 3), orb="Y",
        text="Lay it into either Village while the scratch total is at least 3. There it is a Story with a yellow orb.",
    ),
    Fairy(
        "Crystal Fairy", FairyKind.STORY, "PRXX", 3, need=(Need.DISABLED_ENEMIES, 2), orb="P",
        text="Lay it into either Village while at least 2 enemies lie disabled in both Villages together. There it is "
             "a Story with a purple orb.",
    ),
    Fairy(
        "Hound Fairy", FairyKind.SCRATCH, "RXX", 2, power=(Power.DISABLE, 2, 3),
        text="Lay it into either Village, where it causes 1 scratch. Then, unless that brought the Penalty, disable "
             "an active enemy with scratch 2 or 3 in either Village, but not the Unyielding King.",
    ),
    Fairy(
        "Magpie Fairy", FairyKind.SCRATCH, "RGBX", 3, power=(Power.FIND_STORY, 0, 0),
        text="Lay it into a Village whose castle still holds a Story; it causes 1 scratch. Then, unless that brought "
             "the Penalty, the next Story of that castle comes into the Village, and the deck is shuffled.",
    ),
    Fairy(
        "Comet Fairy", FairyKind.SCRATCH, "YPX", 3, power=(Power.BREAK_AGAIN, 0, 0),
        text="Lay it into either Village, where it causes 1 scratch. Then, unless that brought the Penalty, you have "
             "one more Magic Break in this turn.",
    ),
    Fairy(
        "Flower Fairy", FairyKind.ACTION, "", 0, copies=10, power=(Power.DISABLE, 1, 1),
        text="Disable an active enemy with scratch 1 in either Village.",
        known=("name", "cost", "power"),
    ),
)  # fmt: skip

# In the state a Fairy is a number from 1 to 21; 1 to 20 are the Fairy deck, a copy each, 21 is the Flower Fairy.
FAIRY_TYPES = len(FAIRIES)
FAIRY_DECK_SIZE = FAIRY_TYPES - 1
FLOWER = FAIRY_TYPES
FLOWERS = FAIRIES[FLOWER - 1].copies
ROW_SIZE = 3
FAIRY_NAMES: tuple[str, ...] = ("no Fairy", *(fairy.name for fairy in FAIRIES))
assert all(fairy.copies == 1 for fairy in FAIRIES[:FAIRY_DECK_SIZE])


def _key(name: str) -> str:
    return name.strip().casefold()


def fairy(name: str) -> int:
    """The number of the Fairy called ``name`` ("Fairy" may be left out); ValueError when there is none."""
    for number, known in enumerate(FAIRY_NAMES):
        if number and _key(name) in (_key(known), _key(known.removesuffix(" Fairy"))):
            return number
    raise ValueError(f"there is no Fairy called {name!r}; there are {', '.join(FAIRY_NAMES[1:])}")


def castle_card(castle: int, name: str) -> int:
    """The number of the card called ``name`` in a castle; ValueError when there is none."""
    for number, card in enumerate(CASTLE_CARDS[castle], start=1):
        if _key(card.name) == _key(name):
            return number
    names = ", ".join(card.name for card in CASTLE_CARDS[castle])
    raise ValueError(f"there is no {name!r} in the {CASTLES[castle]} Castle; there are {names}")


def _only(auto: Auto) -> int:
    """The Fairy with this on it."""
    (number,) = (f for f, fairy in enumerate(FAIRIES, start=1) if auto in fairy.auto)
    return number


CHARIOT = _only(Auto.FREE_CARD)
SHIELD = _only(Auto.WEAK_KNIGHTS)
LANTERN = _only(Auto.ANY_COLOUR)
CHRONICLER = _only(Auto.ROUND_UP)
THORN = _only(Auto.KEEP_ORB)

USABLE: tuple[int, ...] = tuple(f for f in range(1, FAIRY_TYPES + 1) if FAIRIES[f - 1].kind != FairyKind.AUTO)
LAYABLE: tuple[int, ...] = tuple(f for f in USABLE if FAIRIES[f - 1].kind != FairyKind.ACTION)

CASTLE_COUNT = len(CASTLES)
COLOUR_COUNT = len(COLOURS)
LAYABLE_COUNT = len(LAYABLE)
READYABLE: tuple[int, ...] = tuple(
    f for f in USABLE if FAIRIES[f - 1].kind == FairyKind.ACTION and FAIRIES[f - 1].power[0] != Power.READY
)
VANISHING: tuple[int, ...] = tuple(f for f in USABLE if FAIRIES[f - 1].power[0] == Power.VANISH)

# What lies in a Village is a code: 1 to 8 a castle card, 8 + f the Fairy f. Tables by castle and code:
CODES = KINDS + FAIRY_TYPES


def _by_castle(attribute: str) -> np.ndarray:
    table = np.zeros((len(CASTLES), CODES + 1), dtype=np.int8)
    for castle, cards in enumerate(CASTLE_CARDS):
        for number, card in enumerate(cards, start=1):
            table[castle, number] = int(getattr(card, attribute))
    return table


def _scratches() -> np.ndarray:
    table = _by_castle("scratch")
    for f in LAYABLE:
        table[:, KINDS + f] = int(FAIRIES[f - 1].kind == FairyKind.SCRATCH)
    return table


def _orb(letter: str) -> int:
    return LETTERS.index(letter) + 1 if letter else 0


def _orbs() -> np.ndarray:
    table = np.zeros((len(CASTLES), CODES + 1), dtype=np.int8)
    for castle, cards in enumerate(CASTLE_CARDS):
        for number, card in enumerate(cards, start=1):
            table[castle, number] = _orb(card.orb)
        for f in LAYABLE:
            table[castle, KINDS + f] = _orb(FAIRIES[f - 1].orb)
    return table


def _beaten_by() -> np.ndarray:
    table = np.zeros((len(CASTLES), KINDS + 1), dtype=np.int8)
    for castle, cards in enumerate(CASTLE_CARDS):
        for number, card in enumerate(cards, start=1):
            if card.beats:
                table[1 - castle, castle_card(1 - castle, card.beats)] = number
    return table


COPIES = _by_castle("copies")
SCRATCH = _scratches()  # the printed number; 1 for a Scratch Fairy
ORB = _orbs()  # 1 + colour, 0 without an orb
IS_UNYIELDING = _by_castle("unyielding")
HAS_RIDICULE = _by_castle("ridicule")
BEATEN_BY = _beaten_by()  # the weapon, a card of the other castle, that beats this card
IS_SOLDIER = _by_castle("soldier")
IS_KNIGHT = _by_castle("knight")
IS_ENEMY = np.array([1 <= code <= ENEMY_KINDS for code in range(CODES + 1)], dtype=np.int8)  # by code

# Tables by Fairy
FAIRY_KIND = np.array([0, *(f.kind for f in FAIRIES)], dtype=np.int8)
POINTS = np.array([0, *(f.points for f in FAIRIES)], dtype=np.int8)
COST = np.array(
    [[0] * len(LETTERS + GREY), *([f.cost.count(letter) for letter in LETTERS + GREY] for f in FAIRIES)], dtype=np.int8
)  # by colour, then grey
COST_SIZE = np.array([0, *(len(f.cost) for f in FAIRIES)], dtype=np.int8)
FAIRY_ORB = np.array([0, *(_orb(f.orb) for f in FAIRIES)], dtype=np.int8)
POWER = np.array([0, *(f.power[0] for f in FAIRIES)], dtype=np.int8)
NEED = np.array([0, *(f.need[0] for f in FAIRIES)], dtype=np.int8)
NEED_NUMBER = np.array([0, *(f.need[1] for f in FAIRIES)], dtype=np.int8)

# Enemies by name and castle. The first TARGETS of them can be chosen in a Village, all of them in the Illusion.
ENEMIES: tuple[tuple[int, int], ...] = tuple(
    sorted(
        ((castle, kind) for castle in range(len(CASTLES)) for kind in range(1, ENEMY_KINDS + 1)),
        key=lambda enemy: bool(IS_UNYIELDING[enemy]),
    )
)
ENEMY_COUNT = len(ENEMIES)
TARGETS = sum(not IS_UNYIELDING[enemy] for enemy in ENEMIES)
ENEMY_CASTLE = np.array([castle for castle, _ in ENEMIES], dtype=np.int8)
ENEMY_KIND = np.array([kind for _, kind in ENEMIES], dtype=np.int8)


def _target_bits() -> np.ndarray:
    table = np.zeros((len(CASTLES), CODES + 1), dtype=np.int64)
    for target, enemy in enumerate(ENEMIES[:TARGETS]):
        table[enemy] = 1 << target
    return table


def _targets(castle: int | None, least: int, most: int) -> int:
    """A bit for each enemy that can be chosen in the Village of a castle (None: of any), by its printed scratch."""
    return sum(
        1 << target
        for target, enemy in enumerate(ENEMIES[:TARGETS])
        if castle in (None, enemy[0]) and least <= SCRATCH[enemy] <= most
    )


TARGET_BIT = _target_bits()  # by castle and code
TARGETS_IN = np.array(
    [_targets(castle, 1, MOST_SCRATCH) for castle in range(len(CASTLES))], dtype=np.int64
)  # for Magic Break
TARGETS_OF = np.array(
    [0, *(_targets(None, *f.power[1:]) if f.power[1] else 0 for f in FAIRIES)], dtype=np.int64
)  # by Fairy


# Sets of Fairies, a bit for each: when those that can be used may be used
def _set_of(fairies: Iterable[int]) -> int:
    return sum(1 << f for f in fairies)


USABLE_WITH_TARGETS = np.array(
    [_set_of(f for f in USABLE if targets & TARGETS_OF[f]) for targets in range(1 << TARGETS)], dtype=np.int64
)  # by the set of enemies that may be chosen
USABLE_WITH_DECKS = _set_of(f for f in USABLE if FAIRIES[f - 1].power[0] in (Power.LOOK, Power.ILLUSION_TOP))
USABLE_ALWAYS = _set_of(f for f in USABLE if FAIRIES[f - 1].power[0] == Power.BREAK_AGAIN)
USABLE_SELDOM = _set_of(
    f
    for f in USABLE
    if FAIRIES[f - 1].kind == FairyKind.STORY
    or FAIRIES[f - 1].power[0] in (Power.RETURN, Power.READY, Power.FIND_STORY)
)  # these have to be looked at one by one
