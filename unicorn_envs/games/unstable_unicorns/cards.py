"""The 127 cards of Unstable Unicorns as one table: 67 types, to be checked against the box.

An effect is a sequence of steps, each a verb and a number; ``effects.py`` carries them out. A card has at
most one effect, and ``trigger`` says when it happens.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# Verbs that pick a card in a Stable. Such a verb is also the prompt that asks for the card.
DESTROY_UNICORN = 1
DESTROY_CARD = 2
DESTROY_TWO = 3
STEAL_UNICORN = 4
STEAL_UPGRADE = 5
SACRIFICE_UNICORN = 6
SACRIFICE_CARD = 7
RETURN_CARD = 8
WRECK = 9  # destroy another player's Upgrade or sacrifice a Downgrade of your own
MOVE_CARD = 10  # an Upgrade or Downgrade that will be moved
GIVE_UNICORN = 11  # a Unicorn card that will be moved to another Stable
STEAL_FROM_THERE = 12
RETURN_EACH = 13
EACH_SACRIFICES = 14
TINY_SACRIFICE = 15
STABLE_PICKS = 15
# Verbs that pick a card of a hand
DISCARD = 16
DISCARD_UNICORN = 17
BRING_BASIC = 18
EACH_DISCARDS = 19
PHOENIX_DISCARD = 20
HAND_LIMIT = 21
# Verbs that pick a seat
CHOOSE_VICTIM = 22  # another player who holds a card
CHOOSE_PLAYER = 23
MOVE_TO = 24
GIVE_TO = 25
PLAY_INTO = 26
# Other decisions
FETCH = 27  # a card of the discard pile to hand; which kind: FETCHES
REVIVE = 28  # a Unicorn card of the discard pile into the Stable
SEARCH = 29  # a card of the deck to hand; which: FINDS
LOOK_AT_TOP = 30
ORDER_TOP = 31
TAKE_CHOSEN = 32
ACCEPT = 33
KNIGHT_FOR = 34
MENU = 35
ACTION = 36
SECOND_PLAY = 37
ANSWER = 38
NEXT_TRIGGER = 39
PROMPTS = 39
# Verbs without a decision
DRAW = 40
TAKE_RANDOM = 41
VICTIM_DISCARDS = 42
SWAP_HANDS = 43
SACRIFICE_THIS = 44
SACRIFICE_DOWNGRADES = 45
ALL_SACRIFICE_EXTRAS = 46
SHUFFLE_PILE = 47
SHAKE_UP = 48
EXTRA_TURN = 49
SKIP_PHASES = 50
BRING_BABY = 51

# Kinds of cards
BABY, BASIC, MAGICAL, UPGRADE, DOWNGRADE, MAGIC, INSTANT = 1, 2, 3, 4, 5, 6, 7

# When an effect happens. OPTIONAL: it is a "may" that the player may decline.
ENTERS, LEFT, BEGINNING, PLAYED, UNICORN_MOVED = "ENT", "S/D", "BOT", "PLAY", "wire"

Step = tuple[int, int]


@dataclass(frozen=True)
class Card:
    """A type of card. ``ids``: the numbers printed in the base deck's list (UU-Base-nnn)."""

    name: str
    ids: str
    kind: int
    copies: int = 1
    trigger: str = ""
    optional: bool = False
    steps: tuple[Step, ...] = ()

    @property
    def letters(self) -> int:
        """Letters a to z in the title, which break ties when the deck is empty (2.9.2)."""
        return sum(letter.isascii() and letter.isalpha() for letter in self.name)


def _may(name: str, ids: str, trigger: str, *steps: Step) -> Card:
    return Card(name, ids, MAGICAL, 1, trigger, True, steps)


def _must(name: str, ids: str, trigger: str = "", *steps: Step) -> Card:
    return Card(name, ids, MAGICAL, 1, trigger, False, steps)


def _upgrade(name: str, ids: str, copies: int, *steps: Step) -> Card:
    return Card(name, ids, UPGRADE, copies, BEGINNING if steps else "", bool(steps), steps)


def _downgrade(name: str, ids: str, trigger: str = "", *steps: Step) -> Card:
    return Card(name, ids, DOWNGRADE, 1, trigger, False, steps)


def _magic(name: str, ids: str, copies: int, *steps: Step) -> Card:
    return Card(name, ids, MAGIC, copies, PLAYED, False, steps)


# The order makes ranges: Unicorn cards, Upgrades and Downgrades (all that can lie in a Stable), Magic, Instants.
CARDS: tuple[Card, ...] = (
    Card("Baby Unicorn", "001-012", BABY, 12),
    Card("Baby Narwhal", "013", BABY),
    Card("Basic Unicorn", "014-020", BASIC, 21),
    Card("Narwhal", "021", BASIC),
    _may("Rhinocorn", "022", BEGINNING, (DESTROY_UNICORN, 0), (SKIP_PHASES, 0)),
    _must("Magical Kittencorn", "023"),  # Magic cannot destroy it: stables.protected
    _may("Stabby the Unicorn", "024", LEFT, (DESTROY_UNICORN, 0)),
    _may("Rainbow Unicorn", "026", ENTERS, (BRING_BASIC, 0)),
    _must("Extremely Destructive Unicorn", "028", ENTERS, (EACH_SACRIFICES, 0)),
    _may("Chainsaw Unicorn", "029", ENTERS, (WRECK, 0)),
    _must("Llamacorn", "030", ENTERS, (EACH_DISCARDS, 0)),
    _may("Americorn", "031", ENTERS, (CHOOSE_VICTIM, 0), (TAKE_RANDOM, 0)),
    _must("Ginormous Unicorn", "032"),  # counts twice, bars Neigh: views.count_number and stables.is_barred
    _may("Seductive Unicorn", "033", ENTERS, (DISCARD, 1), (STEAL_UNICORN, 0)),
    _must("Queen Bee Unicorn", "035"),  # stables.basics_may_enter
    _must("Greedy Flying Unicorn", "036", ENTERS, (DRAW, 1)),
    _may("Annoying Flying Unicorn", "037", ENTERS, (CHOOSE_VICTIM, 0), (VICTIM_DISCARDS, 0)),
    _may("Magical Flying Unicorn", "038", ENTERS, (FETCH, 0)),
    _may("Swift Flying Unicorn", "039", ENTERS, (FETCH, 0)),
    _may("Majestic Flying Unicorn", "040", ENTERS, (FETCH, 0)),
    _must("Unicorn Phoenix", "041"),  # effects.ask_replacement
    _must("Unicorn on the Cob", "042", ENTERS, (DRAW, 2), (DISCARD, 1)),
    _must("Black Knight Unicorn", "043"),  # effects.ask_replacement
    _may("Shark With a Horn", "044", ENTERS, (ACCEPT, 0), (SACRIFICE_THIS, 0), (DESTROY_UNICORN, 0)),
    _may("Shabby the Narwhal", "045", ENTERS, (ACCEPT, 0), (SEARCH, 0)),
    _must("Narwhal Torpedo", "046", ENTERS, (SACRIFICE_DOWNGRADES, 0)),
    _may("Alluring Narwhal", "047", ENTERS, (STEAL_UPGRADE, 0)),
    _must("Mermaid Unicorn", "048", ENTERS, (RETURN_CARD, 0)),
    _may("Classy Narwhal", "049", ENTERS, (ACCEPT, 0), (SEARCH, 0)),
    _may("The Great Narwhal", "050", ENTERS, (ACCEPT, 0), (SEARCH, 0)),
    _may("Mother Goose Unicorn", "085", ENTERS, (ACCEPT, 0), (BRING_BABY, 0)),
    _must("Unicorn Oracle", "086", ENTERS, (LOOK_AT_TOP, 0)),
    _may("Necromancer Unicorn", "087", ENTERS, (DISCARD_UNICORN, 2), (REVIVE, 0)),
    _may("Dark Angel Unicorn", "088", ENTERS, (SACRIFICE_UNICORN, 0), (REVIVE, 0)),
    _upgrade("Glitter Bomb", "068", 2, (SACRIFICE_CARD, 0), (DESTROY_CARD, 0)),
    _upgrade("Yay", "069", 2),  # rules.poll
    _upgrade("Rainbow Aura", "071", 1),  # stables.protected
    _upgrade("Double Dutch", "072", 1),  # rules.begin_turn
    _upgrade("Claw Machine", "090", 3, (DISCARD, 1), (DRAW, 1)),
    _upgrade("Stable Artillery", "091", 3, (DISCARD, 2), (DESTROY_UNICORN, 0)),
    _upgrade("Rainbow Lasso", "092", 1, (DISCARD, 3), (STEAL_UNICORN, 0)),
    _upgrade("Caffeine Overload", "093", 1, (SACRIFICE_CARD, 0), (DRAW, 2)),
    _downgrade("Barbed Wire", "074", UNICORN_MOVED, (DISCARD, 1)),
    _downgrade("Pandamonium", "075"),
    _downgrade("Sadistic Ritual", "076", BEGINNING, (SACRIFICE_UNICORN, 0), (DRAW, 1)),
    _downgrade("Slowdown", "077"),
    _downgrade("Nanny Cam", "078"),
    _downgrade("Broken Stable", "079"),
    _downgrade("Blinding Light", "080"),
    _downgrade("Tiny Stable", "081"),
    _magic("Unicorn Poison", "051", 3, (DESTROY_UNICORN, 0)),
    _magic("Back Kick", "052", 3, (RETURN_CARD, 0), (VICTIM_DISCARDS, 0)),
    _magic("Change of Luck", "053", 2, (DRAW, 2), (DISCARD, 3), (EXTRA_TURN, 0)),
    _magic("Glitter Tornado", "054", 2, (RETURN_EACH, 0)),
    _magic("Unicorn Swap", "055", 2, (GIVE_UNICORN, 0), (GIVE_TO, 0), (STEAL_FROM_THERE, 0)),
    _magic("Re-Target", "056", 2, (MOVE_CARD, 0), (MOVE_TO, 0)),
    _magic("Unfair Bargain", "057", 2, (CHOOSE_PLAYER, 0), (SWAP_HANDS, 0)),
    _magic("Two-For-One", "058", 2, (SACRIFICE_CARD, 0), (DESTROY_TWO, 2)),
    _magic("Targeted Destruction", "060", 1, (WRECK, 0)),
    _magic("Mystical Vortex", "061", 1, (EACH_DISCARDS, 0), (SHUFFLE_PILE, 0)),
    _magic("Good Deal", "062", 1, (DRAW, 3), (DISCARD, 1)),
    _magic("Shake Up", "063", 1, (SHAKE_UP, 0), (DRAW, 5)),
    _magic("Blatant Thievery", "064", 1, (CHOOSE_VICTIM, 0), (TAKE_CHOSEN, 0)),
    _magic("Reset Button", "065", 1, (ALL_SACRIFICE_EXTRAS, 0), (SHUFFLE_PILE, 0)),
    _magic("Kiss of Life", "089", 1, (REVIVE, 0)),
    Card("Neigh", "082", INSTANT, 14),
    Card("Super Neigh", "083", INSTANT),
)

# In the state a card is a number from 1 to 67, in the order of the table; 0 is no card.
CARD_TYPES = len(CARDS)
NAMES: tuple[str, ...] = ("no card", *(card.name for card in CARDS))
ALL_CARDS = sum(card.copies for card in CARDS)
BABIES = sum(card.copies for card in CARDS if card.kind == BABY)
MOST_STEPS = max(len(card.steps) for card in CARDS)


def number(name: str) -> int:
    """The number of the card called ``name``; ValueError when there is none."""
    for card, known in enumerate(NAMES):
        if card and known.casefold() == name.strip().casefold():
            return card
    raise ValueError(f"there is no card called {name!r}; there are {', '.join(NAMES[1:])}")


def _last(*kinds: int) -> int:
    return max(n for n, card in enumerate(CARDS, start=1) if card.kind in kinds)


LAST_BABY = _last(BABY)
FIRST_CARD = LAST_BABY + 1  # of those that can be in a hand or in the deck
LAST_BASIC = _last(BASIC)
LAST_UNICORN = _last(MAGICAL)
LAST_UPGRADE = _last(UPGRADE)
LAST_IN_STABLE = _last(DOWNGRADE)
LAST_MAGIC = _last(MAGIC)
HAND_TYPES = CARD_TYPES - LAST_BABY

BABY_UNICORN, BABY_NARWHAL = number("Baby Unicorn"), number("Baby Narwhal")
BASIC_UNICORN, NARWHAL = number("Basic Unicorn"), number("Narwhal")
RHINOCORN, KITTENCORN, STABBY = number("Rhinocorn"), number("Magical Kittencorn"), number("Stabby the Unicorn")
RAINBOW_UNICORN, CHAINSAW = number("Rainbow Unicorn"), number("Chainsaw Unicorn")
AMERICORN, GINORMOUS, SEDUCTIVE = number("Americorn"), number("Ginormous Unicorn"), number("Seductive Unicorn")
QUEEN_BEE, GREEDY, ANNOYING = (
    number("Queen Bee Unicorn"), number("Greedy Flying Unicorn"), number("Annoying Flying Unicorn"),
)  # fmt: skip
MAGICAL_FLYING, SWIFT, MAJESTIC = (
    number("Magical Flying Unicorn"), number("Swift Flying Unicorn"), number("Majestic Flying Unicorn"),
)  # fmt: skip
PHOENIX, BLACK_KNIGHT, SHARK = number("Unicorn Phoenix"), number("Black Knight Unicorn"), number("Shark With a Horn")
SHABBY, ALLURING, CLASSY = number("Shabby the Narwhal"), number("Alluring Narwhal"), number("Classy Narwhal")
GREAT_NARWHAL, MOTHER_GOOSE = number("The Great Narwhal"), number("Mother Goose Unicorn")
NECROMANCER, DARK_ANGEL = number("Necromancer Unicorn"), number("Dark Angel Unicorn")
GLITTER_BOMB, YAY, AURA, DOUBLE_DUTCH = (
    number("Glitter Bomb"), number("Yay"), number("Rainbow Aura"), number("Double Dutch"),
)  # fmt: skip
CLAW_MACHINE, ARTILLERY, LASSO, CAFFEINE = (
    number("Claw Machine"), number("Stable Artillery"), number("Rainbow Lasso"), number("Caffeine Overload"),
)  # fmt: skip
BARBED_WIRE, PANDAMONIUM, SADISTIC_RITUAL = number("Barbed Wire"), number("Pandamonium"), number("Sadistic Ritual")
SLOWDOWN, NANNY_CAM, BROKEN_STABLE = number("Slowdown"), number("Nanny Cam"), number("Broken Stable")
BLINDING_LIGHT, TINY_STABLE = number("Blinding Light"), number("Tiny Stable")
POISON, BACK_KICK, TORNADO, SWAP, RETARGET = (
    number("Unicorn Poison"), number("Back Kick"), number("Glitter Tornado"), number("Unicorn Swap"),
    number("Re-Target"),
)  # fmt: skip
TWO_FOR_ONE, TARGETED, VORTEX, SHAKE_UP_CARD, THIEVERY, RESET, KISS = (
    number("Two-For-One"), number("Targeted Destruction"), number("Mystical Vortex"), number("Shake Up"),
    number("Blatant Thievery"), number("Reset Button"), number("Kiss of Life"),
)  # fmt: skip
NEIGH, SUPER_NEIGH = number("Neigh"), number("Super Neigh")

FLYERS = (GREEDY, ANNOYING, MAGICAL_FLYING, SWIFT, MAJESTIC)

# 2.11.1: taken out with the option two_player_deck, all copies of each
TAKEN_OUT: tuple[int, ...] = tuple(
    number(name)
    for name in (
        "Basic Unicorn", "Narwhal", "Rainbow Unicorn", "Queen Bee Unicorn", "Mother Goose Unicorn",
        "Necromancer Unicorn", "Seductive Unicorn", "Nanny Cam", "Sadistic Ritual", "Slowdown", "Yay",
    )
)  # fmt: skip

# 2.6.2: what the menu of the Beginning phase offers
MENU_CARDS: tuple[int, ...] = (RHINOCORN, GLITTER_BOMB, CLAW_MACHINE, ARTILLERY, LASSO, CAFFEINE)

# 2.7.6: what waits, in the order of a link: Barbed Wire, other mandatory effects, optional ones
MANDATORY: tuple[int, ...] = tuple(
    n for n, card in enumerate(CARDS, start=1) if card.trigger in (ENTERS, LEFT) and not card.optional
)
OPTIONAL: tuple[int, ...] = tuple(
    n for n, card in enumerate(CARDS, start=1) if card.trigger in (ENTERS, LEFT) and card.optional
)
TRIGGER_CARDS: tuple[int, ...] = (BARBED_WIRE, *MANDATORY, *OPTIONAL)
TRIGGERS = len(TRIGGER_CARDS)
CLASS_FIRST = np.array([0, 1, 1 + len(MANDATORY), TRIGGERS], dtype=np.int8)


def _table(values: dict[int, int]) -> np.ndarray:
    table = np.zeros(CARD_TYPES + 1, dtype=np.int8)
    for card, value in values.items():
        table[card] = value
    return table


def _step_table(part: int) -> np.ndarray:
    table = np.zeros((CARD_TYPES + 1, MOST_STEPS), dtype=np.int8)
    for card, entry in enumerate(CARDS, start=1):
        for i, step in enumerate(entry.steps):
            table[card, i] = step[part]
    return table


STEP_VERB, STEP_NUMBER = _step_table(0), _step_table(1)
KIND = _table({n: card.kind for n, card in enumerate(CARDS, start=1)})
COPIES = _table({n: card.copies for n, card in enumerate(CARDS, start=1)})
COPIES_FOR_TWO = _table({n: card.copies for n, card in enumerate(CARDS, start=1) if n not in TAKEN_OUT})
LETTERS = _table({n: card.letters for n, card in enumerate(CARDS, start=1)})
IS_OPTIONAL = _table({n: int(card.optional) for n, card in enumerate(CARDS, start=1)})
IS_FLYER = _table({n: 1 for n in FLYERS})
HAS_ENTER_EFFECT = _table({n: int(card.trigger == ENTERS) for n, card in enumerate(CARDS, start=1)})
TRIGGER_INDEX = _table({card: i for i, card in enumerate(TRIGGER_CARDS)})
TRIGGER_CARD = np.array(TRIGGER_CARDS, dtype=np.int8)
MENU_CARD = np.array(MENU_CARDS, dtype=np.int8)
MENU_INDEX = np.full(CARD_TYPES + 1, -1, dtype=np.int8)
for _i, _card in enumerate(MENU_CARDS):
    MENU_INDEX[_card] = _i

# What SEARCH may take from the deck
FINDS = np.zeros((CARD_TYPES + 1, CARD_TYPES + 1), dtype=np.int8)
for _card in range(FIRST_CARD, CARD_TYPES + 1):
    FINDS[SHABBY, _card] = KIND[_card] == DOWNGRADE
    FINDS[CLASSY, _card] = KIND[_card] == UPGRADE
    FINDS[GREAT_NARWHAL, _card] = "Narwhal" in NAMES[_card]

# Which cards of which Stable the verbs above pick, before the finer rules of stables.picks_at
OTHERS, OWN, ANY, THERE = 1, 2, 3, 4
PICK_SCOPE = np.zeros(PROMPTS + 1, dtype=np.int8)
PICK_FIRST = np.zeros(PROMPTS + 1, dtype=np.int8)
PICK_LAST = np.zeros(PROMPTS + 1, dtype=np.int8)
for _verb, _scope, _first, _last_one in (
    (DESTROY_UNICORN, OTHERS, 1, LAST_UNICORN),
    (DESTROY_CARD, OTHERS, 1, LAST_IN_STABLE),
    (DESTROY_TWO, OTHERS, 1, LAST_IN_STABLE),
    (STEAL_UNICORN, OTHERS, 1, LAST_UNICORN),
    (STEAL_UPGRADE, OTHERS, LAST_UNICORN + 1, LAST_UPGRADE),
    (SACRIFICE_UNICORN, OWN, 1, LAST_UNICORN),
    (SACRIFICE_CARD, OWN, 1, LAST_IN_STABLE),
    (RETURN_CARD, OTHERS, 1, LAST_IN_STABLE),
    (WRECK, ANY, LAST_UNICORN + 1, LAST_IN_STABLE),
    (MOVE_CARD, ANY, LAST_UNICORN + 1, LAST_IN_STABLE),
    (GIVE_UNICORN, OWN, 1, LAST_UNICORN),
    (STEAL_FROM_THERE, THERE, 1, LAST_UNICORN),
    (RETURN_EACH, THERE, 1, LAST_IN_STABLE),
    (EACH_SACRIFICES, OWN, 1, LAST_UNICORN),
    (TINY_SACRIFICE, OWN, 1, LAST_UNICORN),
):
    PICK_SCOPE[_verb], PICK_FIRST[_verb], PICK_LAST[_verb] = _scope, _first, _last_one

# Sets of types, see views.py: a pair of integers with a bit for each type
LASTING, PASSING = 0, 1  # what can lie in a Stable; Magic and Instants


def _set(first: int, last: int) -> int:
    """The types from ``first`` to ``last``, all of the one or of the other integer."""
    start = 0 if last <= LAST_IN_STABLE else LAST_IN_STABLE
    return sum(1 << (card - 1 - start) for card in range(first, last + 1))


UNICORN_SET = _set(1, LAST_UNICORN)
BASIC_SET = _set(FIRST_CARD, LAST_BASIC)
UPGRADE_SET = _set(LAST_UNICORN + 1, LAST_UPGRADE)
DOWNGRADE_SET = _set(LAST_UPGRADE + 1, LAST_IN_STABLE)
MAGIC_SET = _set(LAST_IN_STABLE + 1, LAST_MAGIC)
NEIGH_SET = _set(NEIGH, SUPER_NEIGH)
FETCH_SET = np.zeros((CARD_TYPES + 1, 2), dtype=np.int64)  # what FETCH takes from the discard pile
FETCH_SET[MAGICAL_FLYING, PASSING] = MAGIC_SET
FETCH_SET[SWIFT, PASSING] = NEIGH_SET
FETCH_SET[MAJESTIC, LASTING] = _set(FIRST_CARD, LAST_UNICORN)
BEGINNING_SET = sum(_set(card, card) for card in (SADISTIC_RITUAL, *MENU_CARDS))
PICK_SET = np.array([_set(int(a), int(b)) if b else 0 for a, b in zip(PICK_FIRST, PICK_LAST)], dtype=np.int64)
