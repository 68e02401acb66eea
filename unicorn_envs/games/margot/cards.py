"""The cards of Margot: La Fée, as tables to be replaced by whoever owns the box.

The printed card lists are not public. ``known`` names what the rulebook or a public page says about a card; all
else of that card is this project's reconstruction. RULES.md has the sources.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

COLOURS = ("red", "green", "blue", "yellow", "purple")
LETTERS = "RGBYP"
GREY = "X"  # in a cost: any orb

CASTLES = ("Human", "Witch's")
HUMAN, WITCH = 0, 1


@dataclass(frozen=True)
class CastleCard:
    """A card of a castle deck: an enemy when it has a scratch number, else a Story.

    ``unyielding``: in a Village neither Magic Break nor Fairies touch it. ``ridicule``: while it is active no orb
    in its Village is valid. ``beats``: a boss of the other castle that goes back on its deck while this is valid.
    """

    name: str
    copies: int
    scratch: int = 0
    orb: str = ""
    unyielding: bool = False
    ridicule: bool = False
    beats: str = ""
    known: tuple[str, ...] = ("name",)


HUMAN_CASTLE: tuple[CastleCard, ...] = (
    CastleCard("Soldier", 5, scratch=1),
    CastleCard("Knight", 4, scratch=2),
    CastleCard("Sorceress", 2, scratch=2, orb="P"),
    CastleCard("Unyielding King", 1, scratch=3, unyielding=True),
    CastleCard("Tome of Legends", 3, orb="R"),
    CastleCard("Portrait of Paradise", 2, orb="G"),
    CastleCard("Fae Melodies", 2, orb="B"),
    CastleCard("Fairytale Sword", 1, orb="Y", beats="Witch of Ridicule", known=("name", "beats")),
)

WITCHS_CASTLE: tuple[CastleCard, ...] = (
    CastleCard("Soldier", 5, scratch=1),
    CastleCard("Knight", 3, scratch=2),
    CastleCard("Sorceress", 3, scratch=2, orb="Y"),
    CastleCard("Witch of Ridicule", 1, scratch=3, ridicule=True),
    CastleCard("Tome of Legends", 2, orb="R"),
    CastleCard("Portrait of Paradise", 3, orb="G"),
    CastleCard("Fae Melodies", 2, orb="B"),
    CastleCard("Vivian's Wand", 1, orb="P", beats="Unyielding King", known=("name", "beats")),
)

CASTLE_CARDS = (HUMAN_CASTLE, WITCHS_CASTLE)
CASTLE_SIZE = 20
KINDS = 8
"""Kinds of cards in each castle. In the state a castle card is a number from 1 to 8, in the order of its table."""
ENEMY_KINDS = 4
"""The first four kinds of each castle are its enemies."""

# Types of Fairies
AUTO, ACTION, STORY, SCRATCH_TYPE = 1, 2, 3, 4
TYPE_NAMES = ("", "Auto", "Action", "Story", "Scratch")

# Verbs of powers. DISABLE goes with the least and the greatest printed scratch of its target.
DISABLE = 1
LOOK = 2  # at the top cards of both castles; one of them may go under its deck
ILLUSION_TOP = 3  # the top card of a castle goes into the Illusion, a Story moves on into the Village
VANISH = 4  # an enemy and the Fairy itself go into the Illusion
RETURN = 5  # an enemy, or a card of the Illusion, goes back into its deck
READY = 6  # another disabled Action Fairy becomes active again
FIND_STORY = 7  # the castle gives the next Story
BREAK_AGAIN = 8  # one more Magic Break

# Needs of Story Fairies, each with a number
ORBS_HERE = 1  # valid orbs in that Village
SOLDIER_HERE = 2  # active Soldiers in that Village
NO_ENEMY_HERE = 3  # no active enemy, but at least this many castle cards, in that Village
SCRATCHES = 4  # the scratch total
DISABLED_ENEMIES = 5  # in both Villages together


@dataclass(frozen=True)
class Fairy:
    """A Fairy. ``cost``: a letter for each orb, X any. ``orb``: of a Story Fairy. ``fantasy``: uses the Illusion."""

    name: str
    kind: int
    cost: str
    points: int
    text: str
    power: tuple[int, int, int] = (0, 0, 0)
    orb: str = ""
    need: tuple[int, int] = (0, 0)
    fantasy: bool = False
    known: tuple[str, ...] = ()


FAIRIES: tuple[Fairy, ...] = (
    Fairy(
        "Chariot Fairy", AUTO, "RXX", 2,
        "start of your turn: the top card of a castle comes into its Village; an enemy arrives disabled",
        known=("name", "kind", "timing"),
    ),
    Fairy("Shield Fairy", AUTO, "BBX", 2, "your active Knights cause 1 scratch instead of 2"),
    Fairy("Lantern Fairy", AUTO, "X", 1, "one of the orbs that you pay may count as any colour"),
    Fairy("Chronicler Fairy", AUTO, "RGB", 2, "left-over orbs are worth a point for every two, rounded up"),
    Fairy("Thorn Fairy", AUTO, "G", 1, "a Penalty costs you no Story"),
    Fairy(
        "Artificial-Flower Fairy", ACTION, "X", 1, "disable an enemy with scratch 1",
        power=(DISABLE, 1, 1), known=("name",),
    ),
    Fairy("Lance Fairy", ACTION, "RX", 1, "disable an enemy with scratch 2", power=(DISABLE, 2, 2)),
    Fairy(
        "Owl Fairy", ACTION, "B", 1, "turn up the top cards of both castles; one of them may go under its deck",
        power=(LOOK, 0, 0),
    ),
    Fairy(
        "Mist Fairy", ACTION, "GBX", 2, "the top card of a castle goes into the Illusion, a Story on into the Village",
        power=(ILLUSION_TOP, 0, 0), fantasy=True,
    ),
    Fairy(
        "Wisp Fairy", ACTION, "PXX", 2, "an enemy and this Fairy go into the Illusion",
        power=(VANISH, 1, 3), fantasy=True,
    ),
    Fairy(
        "Tide Fairy", ACTION, "GGX", 2, "an enemy, or a castle card in the Illusion, is shuffled back into its deck",
        power=(RETURN, 1, 3), fantasy=True,
    ),
    Fairy(
        "Mirror Fairy", ACTION, "YXX", 2, "another disabled Action Fairy of yours is active again",
        power=(READY, 0, 0),
    ),
    Fairy("Harp Fairy", STORY, "RRX", 2, "needs 2 valid orbs in its Village", orb="B", need=(ORBS_HERE, 2)),
    Fairy("Rose Fairy", STORY, "GGB", 2, "needs an active Soldier in its Village", orb="R", need=(SOLDIER_HERE, 1)),
    Fairy(
        "Leaf Fairy", STORY, "RBX", 2, "needs a castle card and no active enemy in its Village",
        orb="G", need=(NO_ENEMY_HERE, 1),
    ),
    Fairy("Blade Fairy", STORY, "YBXX", 3, "needs 3 active scratches", orb="Y", need=(SCRATCHES, 3)),
    Fairy("Crystal Fairy", STORY, "PRXX", 3, "needs 2 disabled enemies", orb="P", need=(DISABLED_ENEMIES, 2)),
    Fairy("Hound Fairy", SCRATCH_TYPE, "RXX", 2, "disable an enemy with scratch 2 or 3", power=(DISABLE, 2, 3)),
    Fairy(
        "Magpie Fairy", SCRATCH_TYPE, "RGBX", 3, "the next Story of that castle comes into its Village",
        power=(FIND_STORY, 0, 0),
    ),
    Fairy("Comet Fairy", SCRATCH_TYPE, "YPX", 3, "one more Magic Break this turn", power=(BREAK_AGAIN, 0, 0)),
    Fairy(
        "Flower Fairy", ACTION, "", 0, "disable an enemy with scratch 1",
        power=(DISABLE, 1, 1), known=("name", "cost", "power"),
    ),
)  # fmt: skip

# In the state a Fairy is a number from 1 to 21; 1 to 20 are the Fairy deck, a copy each, 21 is the Flower Fairy.
FAIRY_TYPES = len(FAIRIES)
FAIRY_DECK_SIZE = FAIRY_TYPES - 1
FLOWER = FAIRY_TYPES
FLOWERS = 10
ROW_SIZE = 3
FAIRY_NAMES: tuple[str, ...] = ("no Fairy", *(fairy.name for fairy in FAIRIES))


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


CHARIOT = fairy("Chariot Fairy")
SHIELD = fairy("Shield Fairy")
LANTERN = fairy("Lantern Fairy")
CHRONICLER = fairy("Chronicler Fairy")
THORN = fairy("Thorn Fairy")

USABLE: tuple[int, ...] = tuple(f for f in range(1, FAIRY_TYPES + 1) if FAIRIES[f - 1].kind != AUTO)
LAYABLE: tuple[int, ...] = tuple(f for f in USABLE if FAIRIES[f - 1].kind != ACTION)

CASTLE_COUNT = len(CASTLES)
COLOUR_COUNT = len(COLOURS)
LAYABLE_COUNT = len(LAYABLE)
READYABLE: tuple[int, ...] = tuple(
    f for f in USABLE if FAIRIES[f - 1].kind == ACTION and FAIRIES[f - 1].power[0] != READY
)
VANISHING: tuple[int, ...] = tuple(f for f in USABLE if FAIRIES[f - 1].power[0] == VANISH)

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
        table[:, KINDS + f] = int(FAIRIES[f - 1].kind == SCRATCH_TYPE)
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


def _named(name: str) -> np.ndarray:
    table = np.zeros((len(CASTLES), CODES + 1), dtype=np.int8)
    for castle in range(len(CASTLES)):
        table[castle, castle_card(castle, name)] = 1
    return table


COPIES = _by_castle("copies")
SCRATCH = _scratches()  # the printed number; 1 for a Scratch Fairy
ORB = _orbs()  # 1 + colour, 0 without an orb
IS_UNYIELDING = _by_castle("unyielding")
HAS_RIDICULE = _by_castle("ridicule")
BEATEN_BY = _beaten_by()  # the weapon, a card of the other castle, that beats this card
IS_SOLDIER = _named("Soldier")
IS_KNIGHT = _named("Knight")
IS_ENEMY = np.array([1 <= code <= ENEMY_KINDS for code in range(CODES + 1)], dtype=np.int8)  # by code

# Tables by Fairy
FAIRY_KIND = np.array([0, *(f.kind for f in FAIRIES)], dtype=np.int8)
POINTS = np.array([0, *(f.points for f in FAIRIES)], dtype=np.int8)
COST = np.array(
    [[0] * 6, *([f.cost.count(letter) for letter in LETTERS + GREY] for f in FAIRIES)], dtype=np.int8
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
TARGETS_IN = np.array([_targets(castle, 1, 3) for castle in range(len(CASTLES))], dtype=np.int64)  # for Magic Break
TARGETS_OF = np.array(
    [0, *(_targets(None, f.power[1], f.power[2]) if f.power[1] else 0 for f in FAIRIES)], dtype=np.int64
)  # by Fairy


# Sets of Fairies, a bit for each: when those that can be used may be used
def _set_of(fairies: Iterable[int]) -> int:
    return sum(1 << f for f in fairies)


USABLE_WITH_TARGETS = np.array(
    [_set_of(f for f in USABLE if targets & TARGETS_OF[f]) for targets in range(1 << TARGETS)], dtype=np.int64
)  # by the set of enemies that may be chosen
USABLE_WITH_DECKS = _set_of(f for f in USABLE if FAIRIES[f - 1].power[0] in (LOOK, ILLUSION_TOP))
USABLE_ALWAYS = _set_of(f for f in USABLE if FAIRIES[f - 1].power[0] == BREAK_AGAIN)
USABLE_SELDOM = _set_of(
    f for f in USABLE if FAIRIES[f - 1].kind == STORY or FAIRIES[f - 1].power[0] in (RETURN, READY, FIND_STORY)
)  # these have to be looked at one by one
