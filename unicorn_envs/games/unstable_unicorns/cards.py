"""The 127 cards of Unstable Unicorns as one table: 67 types, to be checked against the box.

A card says all that it does: its effect as steps, when that happens and whether it may be declined; what it does by
lying there, as ``passive``; and the same as ``text``, in our own words. What a step may pick is said by the step; what
can be played and offered follows from that (``targets.can_do``). ``effects.py`` carries the steps out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from unicorn_envs.games.unstable_unicorns.verbs import PROMPTS, Verb


class Kind(IntEnum):
    BABY = 1
    BASIC = 2
    MAGICAL = 3
    UPGRADE = 4
    DOWNGRADE = 5
    MAGIC = 6
    INSTANT = 7


class When(IntEnum):
    """When the effect of a card happens."""

    NONE = 0
    ENTERS = 1  # it comes into a Stable
    LEFT = 2  # it was sacrificed or destroyed
    BEGINNING = 3  # it lies in the Stable when the turn begins
    PLAYED = 4
    UNICORN_MOVED = 5  # a Unicorn card comes into the Stable or leaves it


class Passive(IntEnum):
    """What a card does by lying in a Stable (that of "you") or, of the last two, on the pile of cards being played."""

    TO_NURSERY = 1  # sacrificed, destroyed or returned, it goes to the Nursery
    TO_HAND = 2  # sacrificed or destroyed, it goes to your hand
    SAFE_FROM_MAGIC = 3  # Magic cannot destroy it
    COUNTS_TWICE = 4
    BARS_NEIGHS = 5  # you cannot play Neigh and Super Neigh
    BASICS_ENTER_HERE_ONLY = 6
    MAY_STAY = 7  # you may discard a card instead of sacrificing it or seeing it destroyed
    SAVES_ANOTHER = 8  # you may sacrifice it instead of another Unicorn card that would be destroyed
    SHIELDS_UNICORNS = 9  # your Unicorn cards cannot be destroyed
    SHIELDS_PLAYS = 10  # cards that you play cannot be Neigh'd
    TWO_PLAYS = 11
    PANDAS = 12
    OPEN_HAND = 13
    BARS_UPGRADES = 14  # you cannot play Upgrades
    NO_TEXT = 15  # your Unicorn cards have no text
    AT_MOST_FIVE = 16  # Unicorns in your Stable
    STOPS = 17  # the card under it
    CANNOT_BE_STOPPED = 18


class Scope(IntEnum):
    """Where a step picks: in the Stables of others, your own, any, or one that is fixed; or elsewhere."""

    NOWHERE = 0
    OTHERS = 1
    OWN = 2
    ANY = 3
    THERE = 4
    HAND = 5
    DISCARD_PILE = 6
    DECK = 7


UNICORNS = (Kind.BABY, Kind.BASIC, Kind.MAGICAL)
EXTRAS = (Kind.UPGRADE, Kind.DOWNGRADE)
STABLE_CARDS = (*UNICORNS, *EXTRAS)
HAND_CARDS = (Kind.BASIC, Kind.MAGICAL, *EXTRAS, Kind.MAGIC, Kind.INSTANT)


@dataclass(frozen=True)
class Step:
    """One step of an effect: ``number`` of them; what it picks are cards of these kinds there.

    ``titled``: only those with this word in the title.
    """

    verb: Verb
    number: int = 0
    where: Scope = Scope.NOWHERE
    kinds: tuple[Kind, ...] = ()
    titled: str = ""


DESTROY_UNICORN = Step(Verb.DESTROY_UNICORN, 0, Scope.OTHERS, UNICORNS)
DESTROY_CARD = Step(Verb.DESTROY_CARD, 0, Scope.OTHERS, STABLE_CARDS)
DESTROY_TWO = Step(Verb.DESTROY_TWO, 2, Scope.OTHERS, STABLE_CARDS)
STEAL_UNICORN = Step(Verb.STEAL_UNICORN, 0, Scope.OTHERS, UNICORNS)
STEAL_UPGRADE = Step(Verb.STEAL_UPGRADE, 0, Scope.OTHERS, (Kind.UPGRADE,))
SACRIFICE_UNICORN = Step(Verb.SACRIFICE_UNICORN, 0, Scope.OWN, UNICORNS)
SACRIFICE_CARD = Step(Verb.SACRIFICE_CARD, 0, Scope.OWN, STABLE_CARDS)
RETURN_CARD = Step(Verb.RETURN_CARD, 0, Scope.OTHERS, STABLE_CARDS)
WRECK = Step(Verb.WRECK, 0, Scope.ANY, EXTRAS)
MOVE_CARD = Step(Verb.MOVE_CARD, 0, Scope.ANY, EXTRAS)
GIVE_UNICORN = Step(Verb.GIVE_UNICORN, 0, Scope.OWN, UNICORNS)
STEAL_FROM_THERE = Step(Verb.STEAL_FROM_THERE, 0, Scope.THERE, UNICORNS)
RETURN_EACH = Step(Verb.RETURN_EACH, 0, Scope.THERE, STABLE_CARDS)
EACH_SACRIFICES = Step(Verb.EACH_SACRIFICES, 0, Scope.OWN, UNICORNS)
TINY_SACRIFICE = Step(Verb.TINY_SACRIFICE, 0, Scope.OWN, UNICORNS)
PHOENIX_DISCARD = Step(Verb.PHOENIX_DISCARD, 0, Scope.HAND, HAND_CARDS)
HAND_LIMIT = Step(Verb.HAND_LIMIT, 0, Scope.HAND, HAND_CARDS)
EACH_DISCARDS = Step(Verb.EACH_DISCARDS, 0, Scope.HAND, HAND_CARDS)
BRING_BASIC = Step(Verb.BRING_BASIC, 0, Scope.HAND, (Kind.BASIC,))
REVIVE = Step(Verb.REVIVE, 0, Scope.DISCARD_PILE, UNICORNS)
CHOOSE_VICTIM = Step(Verb.CHOOSE_VICTIM)
CHOOSE_PLAYER = Step(Verb.CHOOSE_PLAYER)
ACCEPT = Step(Verb.ACCEPT)
SHUFFLE_PILE = Step(Verb.SHUFFLE_PILE)


def _draw(number: int) -> Step:
    return Step(Verb.DRAW, number)


def _discard(number: int) -> Step:
    return Step(Verb.DISCARD, number, Scope.HAND, HAND_CARDS)


def _discard_unicorns(number: int) -> Step:
    return Step(Verb.DISCARD_UNICORN, number, Scope.HAND, UNICORNS)


def _fetch(*kinds: Kind) -> Step:
    return Step(Verb.FETCH, 0, Scope.DISCARD_PILE, kinds)


def _search(*kinds: Kind, titled: str = "") -> tuple[Step, Step]:
    return ACCEPT, Step(Verb.SEARCH, 0, Scope.DECK, kinds, titled)


@dataclass(frozen=True)
class Card:
    """A type of card.

    ``ids``: the numbers printed in the base deck's list (UU-Base-nnn). ``may``: the effect may be declined.
    ``text``: what the card does, in our own words.
    """

    name: str
    ids: str
    kind: Kind
    text: str
    copies: int = 1
    when: When = When.NONE
    may: bool = False
    steps: tuple[Step, ...] = ()
    passive: tuple[Passive, ...] = ()

    @property
    def letters(self) -> int:
        """Letters a to z in the title, which break ties when the deck is empty (2.9.2)."""
        return sum(letter.isascii() and letter.isalpha() for letter in self.name)


def _magical(
    name: str, ids: str, text: str, when: When, *steps: Step, may: bool = False, passive: tuple[Passive, ...] = ()
) -> Card:
    return Card(name, ids, Kind.MAGICAL, text, 1, when, may, steps, passive)


def _flying(name: str, ids: str, text: str, *steps: Step, may: bool = False) -> Card:
    back = " When this card is sacrificed or destroyed, it goes to your hand."
    return Card(name, ids, Kind.MAGICAL, text + back, 1, When.ENTERS, may, steps, (Passive.TO_HAND,))


def _upgrade(name: str, ids: str, copies: int, text: str, *steps: Step) -> Card:
    return Card(name, ids, Kind.UPGRADE, text, copies, When.BEGINNING, True, steps)


def _magic(name: str, ids: str, copies: int, text: str, *steps: Step) -> Card:
    return Card(name, ids, Kind.MAGIC, text, copies, When.PLAYED, False, steps)


def _lasting(name: str, ids: str, kind: Kind, copies: int, text: str, *passive: Passive) -> Card:
    return Card(name, ids, kind, text, copies, passive=passive)


NURSERY_TEXT = "When this card is sacrificed, destroyed or returned to a hand, it goes to the Nursery instead."
NO_EFFECT_TEXT = "A Unicorn without an effect of its own."

# The order makes ranges: Unicorn cards, Upgrades and Downgrades (all that can lie in a Stable), Magic, Instants.
CARDS: tuple[Card, ...] = (
    _lasting("Baby Unicorn", "001-012", Kind.BABY, 12, NURSERY_TEXT, Passive.TO_NURSERY),
    _lasting("Baby Narwhal", "013", Kind.BABY, 1, NURSERY_TEXT, Passive.TO_NURSERY),
    _lasting("Basic Unicorn", "014-020", Kind.BASIC, 21, NO_EFFECT_TEXT),
    _lasting("Narwhal", "021", Kind.BASIC, 1, NO_EFFECT_TEXT),
    _magical(
        "Rhinocorn", "022",
        "At the beginning of your turn you may destroy a Unicorn card. If you do, you have no Draw and no Action phase "
        "this turn.",
        When.BEGINNING, DESTROY_UNICORN, Step(Verb.SKIP_PHASES), may=True,
    ),
    _magical(
        "Magical Kittencorn", "023", "Magic cards cannot destroy this card.",
        When.NONE, passive=(Passive.SAFE_FROM_MAGIC,),
    ),
    _magical(
        "Stabby the Unicorn", "024", "When this card is sacrificed or destroyed, you may destroy a Unicorn card.",
        When.LEFT, DESTROY_UNICORN, may=True,
    ),
    _magical(
        "Rainbow Unicorn", "026",
        "When this card enters your Stable, you may bring a Basic Unicorn from your hand into your Stable.",
        When.ENTERS, BRING_BASIC, may=True,
    ),
    _magical(
        "Extremely Destructive Unicorn", "028",
        "When this card enters your Stable, each player, you too, must sacrifice a Unicorn card.",
        When.ENTERS, EACH_SACRIFICES,
    ),
    _magical(
        "Chainsaw Unicorn", "029",
        "When this card enters your Stable, you may destroy an Upgrade of another player or sacrifice a Downgrade of "
        "your own.",
        When.ENTERS, WRECK, may=True,
    ),
    _magical(
        "Llamacorn", "030", "When this card enters your Stable, each player, you too, must discard a card.",
        When.ENTERS, EACH_DISCARDS,
    ),
    _magical(
        "Americorn", "031",
        "When this card enters your Stable, you may take a card at random from the hand of another player.",
        When.ENTERS, CHOOSE_VICTIM, Step(Verb.TAKE_RANDOM), may=True,
    ),
    _magical(
        "Ginormous Unicorn", "032", "This card counts as two Unicorns. You cannot play Neigh and Super Neigh.",
        When.NONE, passive=(Passive.COUNTS_TWICE, Passive.BARS_NEIGHS),
    ),
    _magical(
        "Seductive Unicorn", "033",
        "When this card enters your Stable, you may discard a card, then steal a Unicorn card.",
        When.ENTERS, _discard(1), STEAL_UNICORN, may=True,
    ),
    _magical(
        "Queen Bee Unicorn", "035", "Basic Unicorns can enter no Stable but yours.",
        When.NONE, passive=(Passive.BASICS_ENTER_HERE_ONLY,),
    ),
    _flying(
        "Greedy Flying Unicorn", "036", "When this card enters your Stable, draw a card.",
        _draw(1),
    ),
    _flying(
        "Annoying Flying Unicorn", "037",
        "When this card enters your Stable, you may make another player discard a card.",
        CHOOSE_VICTIM, Step(Verb.VICTIM_DISCARDS), may=True,
    ),
    _flying(
        "Magical Flying Unicorn", "038",
        "When this card enters your Stable, you may take a Magic card from the discard pile into your hand.",
        _fetch(Kind.MAGIC), may=True,
    ),
    _flying(
        "Swift Flying Unicorn", "039",
        "When this card enters your Stable, you may take a Neigh or Super Neigh from the discard pile into your hand.",
        _fetch(Kind.INSTANT), may=True,
    ),
    _flying(
        "Majestic Flying Unicorn", "040",
        "When this card enters your Stable, you may take a Unicorn card from the discard pile into your hand.",
        _fetch(*UNICORNS), may=True,
    ),
    _magical(
        "Unicorn Phoenix", "041",
        "If this card would be sacrificed or destroyed, you may discard a card instead, and it stays.",
        When.NONE, passive=(Passive.MAY_STAY,),
    ),
    _magical(
        "Unicorn on the Cob", "042", "When this card enters your Stable, draw two cards, then discard one.",
        When.ENTERS, _draw(2), _discard(1),
    ),
    _magical(
        "Black Knight Unicorn", "043",
        "If another Unicorn card in your Stable would be destroyed, you may sacrifice this card instead.",
        When.NONE, passive=(Passive.SAVES_ANOTHER,),
    ),
    _magical(
        "Shark With a Horn", "044",
        "When this card enters your Stable, you may sacrifice it, then destroy a Unicorn card.",
        When.ENTERS, ACCEPT, Step(Verb.SACRIFICE_THIS), DESTROY_UNICORN, may=True,
    ),
    _magical(
        "Shabby the Narwhal", "045",
        "When this card enters your Stable, you may search the deck for a Downgrade, show it and take it into your "
        "hand; then the deck is shuffled.",
        When.ENTERS, *_search(Kind.DOWNGRADE), may=True,
    ),
    _magical(
        "Narwhal Torpedo", "046", "When this card enters your Stable, sacrifice all Downgrades in your Stable.",
        When.ENTERS, Step(Verb.SACRIFICE_DOWNGRADES),
    ),
    _magical(
        "Alluring Narwhal", "047", "When this card enters your Stable, you may steal an Upgrade.",
        When.ENTERS, STEAL_UPGRADE, may=True,
    ),
    _magical(
        "Mermaid Unicorn", "048",
        "When this card enters your Stable, return a card from the Stable of another player to that player's hand.",
        When.ENTERS, RETURN_CARD,
    ),
    _magical(
        "Classy Narwhal", "049",
        "When this card enters your Stable, you may search the deck for an Upgrade, show it and take it into your "
        "hand; then the deck is shuffled.",
        When.ENTERS, *_search(Kind.UPGRADE), may=True,
    ),
    _magical(
        "The Great Narwhal", "050",
        'When this card enters your Stable, you may search the deck for a card with "Narwhal" in its title, show it '
        "and take it into your hand; then the deck is shuffled.",
        When.ENTERS, *_search(*HAND_CARDS, titled="Narwhal"), may=True,
    ),
    _magical(
        "Mother Goose Unicorn", "085",
        "When this card enters your Stable, you may bring a Baby Unicorn from the Nursery into your Stable.",
        When.ENTERS, ACCEPT, Step(Verb.BRING_BABY), may=True,
    ),
    _magical(
        "Unicorn Oracle", "086",
        "When this card enters your Stable, look at the top three cards of the deck. Take one into your hand and put "
        "the others back on top in any order.",
        When.ENTERS, Step(Verb.LOOK_AT_TOP),
    ),
    _magical(
        "Necromancer Unicorn", "087",
        "When this card enters your Stable, you may discard two Unicorn cards, then bring a Unicorn card from the "
        "discard pile into your Stable.",
        When.ENTERS, _discard_unicorns(2), REVIVE, may=True,
    ),
    _magical(
        "Dark Angel Unicorn", "088",
        "When this card enters your Stable, you may sacrifice a Unicorn card, then bring a Unicorn card from the "
        "discard pile into your Stable.",
        When.ENTERS, SACRIFICE_UNICORN, REVIVE, may=True,
    ),
    _upgrade(
        "Glitter Bomb", "068", 2,
        "At the beginning of your turn you may sacrifice a card (this one too), then destroy a card.",
        SACRIFICE_CARD, DESTROY_CARD,
    ),
    _lasting("Yay", "069", Kind.UPGRADE, 2, "Cards that you play cannot be Neigh'd.", Passive.SHIELDS_PLAYS),
    _lasting(
        "Rainbow Aura", "071", Kind.UPGRADE, 1, "Your Unicorn cards cannot be destroyed.", Passive.SHIELDS_UNICORNS,
    ),
    _lasting(
        "Double Dutch", "072", Kind.UPGRADE, 1,
        "If this card is in your Stable at the beginning of your turn, you may play two cards in your Action phase.",
        Passive.TWO_PLAYS,
    ),
    _upgrade(
        "Claw Machine", "090", 3, "At the beginning of your turn you may discard a card, then draw a card.",
        _discard(1), _draw(1),
    ),
    _upgrade(
        "Stable Artillery", "091", 3,
        "At the beginning of your turn you may discard two cards, then destroy a Unicorn card.",
        _discard(2), DESTROY_UNICORN,
    ),
    _upgrade(
        "Rainbow Lasso", "092", 1,
        "At the beginning of your turn you may discard three cards, then steal a Unicorn card.",
        _discard(3), STEAL_UNICORN,
    ),
    _upgrade(
        "Caffeine Overload", "093", 1,
        "At the beginning of your turn you may sacrifice a card (this one too), then draw two cards.",
        SACRIFICE_CARD, _draw(2),
    ),
    Card(
        "Barbed Wire", "074", Kind.DOWNGRADE, "Each time a Unicorn card enters or leaves your Stable, discard a card.",
        when=When.UNICORN_MOVED, steps=(_discard(1),),
    ),
    _lasting(
        "Pandamonium", "075", Kind.DOWNGRADE, 1,
        "Your Unicorns are Pandas: they do not count for the win, and what touches Unicorn cards does not touch them.",
        Passive.PANDAS,
    ),
    Card(
        "Sadistic Ritual", "076", Kind.DOWNGRADE,
        "At the beginning of your turn sacrifice a Unicorn card, then draw a card.",
        when=When.BEGINNING, steps=(SACRIFICE_UNICORN, _draw(1)),
    ),
    _lasting(
        "Slowdown", "077", Kind.DOWNGRADE, 1, "You cannot play Neigh and Super Neigh.", Passive.BARS_NEIGHS,
    ),
    _lasting("Nanny Cam", "078", Kind.DOWNGRADE, 1, "All players see your hand.", Passive.OPEN_HAND),
    _lasting("Broken Stable", "079", Kind.DOWNGRADE, 1, "You cannot play Upgrades.", Passive.BARS_UPGRADES),
    _lasting(
        "Blinding Light", "080", Kind.DOWNGRADE, 1, "The effects of all your Unicorn cards are off.", Passive.NO_TEXT,
    ),
    _lasting(
        "Tiny Stable", "081", Kind.DOWNGRADE, 1,
        "Whenever there are more than five Unicorns in your Stable, sacrifice Unicorn cards until there are five.",
        Passive.AT_MOST_FIVE,
    ),
    _magic("Unicorn Poison", "051", 3, "Destroy a Unicorn card.", DESTROY_UNICORN),
    _magic(
        "Back Kick", "052", 3,
        "Return a card from the Stable of another player to that player's hand. That player must discard a card.",
        RETURN_CARD, Step(Verb.VICTIM_DISCARDS),
    ),
    _magic(
        "Change of Luck", "053", 2, "Draw two cards and discard three. Then take another turn after this one.",
        _draw(2), _discard(3), Step(Verb.EXTRA_TURN),
    ),
    _magic(
        "Glitter Tornado", "054", 2,
        "Return a card from each player's Stable, your own too, to that player's hand. You choose the cards.",
        RETURN_EACH,
    ),
    _magic(
        "Unicorn Swap", "055", 2,
        "Move a Unicorn card of your Stable into the Stable of another player, then steal a Unicorn card from there.",
        GIVE_UNICORN, Step(Verb.GIVE_TO), STEAL_FROM_THERE,
    ),
    _magic(
        "Re-Target", "056", 2, "Move an Upgrade or Downgrade from any Stable into any other.",
        MOVE_CARD, Step(Verb.MOVE_TO),
    ),
    _magic(
        "Unfair Bargain", "057", 2, "Swap hands with another player.",
        CHOOSE_PLAYER, Step(Verb.SWAP_HANDS),
    ),
    _magic("Two-For-One", "058", 2, "Sacrifice a card, then destroy two cards.", SACRIFICE_CARD, DESTROY_TWO),
    _magic(
        "Targeted Destruction", "060", 1,
        "Destroy an Upgrade of another player or sacrifice a Downgrade of your own.",
        WRECK,
    ),
    _magic(
        "Mystical Vortex", "061", 1,
        "Each player, you too, must discard a card. Then the discard pile is shuffled into the deck.",
        EACH_DISCARDS, SHUFFLE_PILE,
    ),
    _magic("Good Deal", "062", 1, "Draw three cards and discard one.", _draw(3), _discard(1)),
    _magic(
        "Shake Up", "063", 1,
        "Shuffle this card, your hand and the discard pile into the deck. Then draw five cards.",
        Step(Verb.SHAKE_UP), _draw(5),
    ),
    _magic(
        "Blatant Thievery", "064", 1, "Look at the hand of another player and take a card of it into your hand.",
        CHOOSE_VICTIM, Step(Verb.TAKE_CHOSEN),
    ),
    _magic(
        "Reset Button", "065", 1,
        "Each player, you too, must sacrifice all Upgrades and Downgrades. Then the discard pile is shuffled into the "
        "deck.",
        Step(Verb.ALL_SACRIFICE_EXTRAS, 0, Scope.OWN, EXTRAS), SHUFFLE_PILE,
    ),
    _magic("Kiss of Life", "089", 1, "Bring a Unicorn card from the discard pile into your Stable.", REVIVE),
    Card(
        "Neigh", "082", Kind.INSTANT, "Play this card when another player plays a card, to stop that card.", 14,
        passive=(Passive.STOPS,),
    ),
    Card(
        "Super Neigh", "083", Kind.INSTANT,
        "Play this card when another player plays a card, to stop that card. It cannot be Neigh'd.",
        passive=(Passive.STOPS, Passive.CANNOT_BE_STOPPED),
    ),
)  # fmt: skip

# In the state a card is a number from 1 to 67, in the order of the table; 0 is no card.
CARD_TYPES = len(CARDS)
NAMES: tuple[str, ...] = ("no card", *(card.name for card in CARDS))
ALL_CARDS = sum(card.copies for card in CARDS)
BABIES = sum(card.copies for card in CARDS if card.kind == Kind.BABY)
MOST_STEPS = max(len(card.steps) for card in CARDS)


def named(name: str) -> int:
    """The number of the card called ``name``; ValueError when there is none."""
    for card, known in enumerate(NAMES):
        if card and known.casefold() == name.strip().casefold():
            return card
    raise ValueError(f"there is no card called {name!r}; there are {', '.join(NAMES[1:])}")


def _numbered() -> list[tuple[int, Card]]:
    return list(enumerate(CARDS, start=1))


def _last(kind: Kind) -> int:
    return max(n for n, card in _numbered() if card.kind == kind)


LAST_BABY = _last(Kind.BABY)
FIRST_CARD = LAST_BABY + 1  # of those that can be in a hand or in the deck
LAST_BASIC = _last(Kind.BASIC)
LAST_UNICORN = _last(Kind.MAGICAL)
LAST_UPGRADE = _last(Kind.UPGRADE)
LAST_IN_STABLE = _last(Kind.DOWNGRADE)
HAND_TYPES = CARD_TYPES - LAST_BABY

# Cards that the rules call by name
BABY_UNICORN, BABY_NARWHAL = named("Baby Unicorn"), named("Baby Narwhal")
BLACK_KNIGHT, DARK_ANGEL = named("Black Knight Unicorn"), named("Dark Angel Unicorn")
BARBED_WIRE, SADISTIC_RITUAL, TINY_STABLE = named("Barbed Wire"), named("Sadistic Ritual"), named("Tiny Stable")
NEIGH, SUPER_NEIGH = named("Neigh"), named("Super Neigh")

# 2.11.1: taken out with the option two_player_deck, all copies of each
TAKEN_OUT: tuple[int, ...] = tuple(
    named(name)
    for name in (
        "Basic Unicorn", "Narwhal", "Rainbow Unicorn", "Queen Bee Unicorn", "Mother Goose Unicorn",
        "Necromancer Unicorn", "Seductive Unicorn", "Nanny Cam", "Sadistic Ritual", "Slowdown", "Yay",
    )
)  # fmt: skip

# 2.6.2: what the menu of the Beginning phase offers
MENU_CARDS: tuple[int, ...] = tuple(n for n, card in _numbered() if card.when == When.BEGINNING and card.may)

# 2.7.6: what waits, in the order of a link: Barbed Wire, other mandatory effects, optional ones
MANDATORY: tuple[int, ...] = tuple(
    n for n, card in _numbered() if card.when in (When.ENTERS, When.LEFT) and not card.may
)
OPTIONAL: tuple[int, ...] = tuple(n for n, card in _numbered() if card.when in (When.ENTERS, When.LEFT) and card.may)
TRIGGER_CARDS: tuple[int, ...] = (BARBED_WIRE, *MANDATORY, *OPTIONAL)
TRIGGERS = len(TRIGGER_CARDS)
CLASS_FIRST = np.array([0, 1, 1 + len(MANDATORY), TRIGGERS], dtype=np.int8)


def _table(values: dict[int, int]) -> np.ndarray:
    table = np.zeros(CARD_TYPES + 1, dtype=np.int8)
    for card, value in values.items():
        table[card] = value
    return table


KIND = _table({n: card.kind for n, card in _numbered()})
COPIES = _table({n: card.copies for n, card in _numbered()})
COPIES_FOR_TWO = _table({n: card.copies for n, card in _numbered() if n not in TAKEN_OUT})
LETTERS = _table({n: card.letters for n, card in _numbered()})
WHEN = _table({n: card.when for n, card in _numbered()})
CANNOT_BE_STOPPED = _table({n: int(Passive.CANNOT_BE_STOPPED in card.passive) for n, card in _numbered()})
IS_OPTIONAL = _table({n: int(card.may) for n, card in _numbered()})
TRIGGER_INDEX = _table({card: i for i, card in enumerate(TRIGGER_CARDS)})
TRIGGER_CARD = np.array(TRIGGER_CARDS, dtype=np.int8)
MENU_CARD = np.array(MENU_CARDS, dtype=np.int8)
MENU_INDEX = np.full(CARD_TYPES + 1, -1, dtype=np.int8)
for _i, _card in enumerate(MENU_CARDS):
    MENU_INDEX[_card] = _i

STEP_VERB = np.zeros((CARD_TYPES + 1, MOST_STEPS), dtype=np.int8)
STEP_NUMBER = np.zeros((CARD_TYPES + 1, MOST_STEPS), dtype=np.int8)
for _card, _entry in _numbered():
    for _i, _step in enumerate(_entry.steps):
        STEP_VERB[_card, _i], STEP_NUMBER[_card, _i] = _step.verb, _step.number

# Sets of types: a pair of integers with a bit for each type, the one for what can lie in a Stable, the other for Magic
# and Instants.
LASTING, PASSING = 0, 1
WORDS = np.array([int(card > LAST_IN_STABLE) for card in range(CARD_TYPES + 1)], dtype=np.int8)
BITS = np.array([0, *(1 << (c - 1 - LAST_IN_STABLE * int(WORDS[c])) for c in range(1, CARD_TYPES + 1))], dtype=np.int64)


def _pair(types: list[int]) -> list[int]:
    """The set of these types."""
    return [sum(int(BITS[card]) for card in types if WORDS[card] == word) for word in (LASTING, PASSING)]


def _kinds(*kinds: Kind) -> list[int]:
    return [n for n, card in _numbered() if card.kind in kinds]


UNICORN_SET = _pair(_kinds(*UNICORNS))[LASTING]
BASIC_SET = _pair(_kinds(Kind.BASIC))[LASTING]
UPGRADE_SET = _pair(_kinds(Kind.UPGRADE))[LASTING]
DOWNGRADE_SET = _pair(_kinds(Kind.DOWNGRADE))[LASTING]
MAGIC_SET = _pair(_kinds(Kind.MAGIC))[PASSING]
NEIGH_SET = _pair(_kinds(Kind.INSTANT))[PASSING]
BEGINNING_SET = _pair([n for n, card in _numbered() if card.when == When.BEGINNING])[LASTING]


def _those_that_do(passive: Passive) -> int:
    """The types that do this by lying in a Stable, as a set: constants, since the rules ask for them all the time."""
    return _pair([n for n, card in _numbered() if passive in card.passive])[LASTING]


NO_TEXT = _those_that_do(Passive.NO_TEXT)
PANDAS = _those_that_do(Passive.PANDAS)
AT_MOST_FIVE = _those_that_do(Passive.AT_MOST_FIVE)
COUNTS_TWICE = _those_that_do(Passive.COUNTS_TWICE)
OPEN_HAND = _those_that_do(Passive.OPEN_HAND)
TWO_PLAYS = _those_that_do(Passive.TWO_PLAYS)
BARS_NEIGHS = _those_that_do(Passive.BARS_NEIGHS)
BARS_UPGRADES = _those_that_do(Passive.BARS_UPGRADES)
SHIELDS_PLAYS = _those_that_do(Passive.SHIELDS_PLAYS)
SHIELDS_UNICORNS = _those_that_do(Passive.SHIELDS_UNICORNS)
SAFE_FROM_MAGIC = _those_that_do(Passive.SAFE_FROM_MAGIC)
BASICS_ENTER_HERE_ONLY = _those_that_do(Passive.BASICS_ENTER_HERE_ONLY)
TO_HAND = _those_that_do(Passive.TO_HAND)
MAY_STAY = _those_that_do(Passive.MAY_STAY)

# What a step may pick, before the finer rules of targets.py: for verbs that pick the same wherever they occur ...
PICK_SCOPE = np.zeros(PROMPTS + 1, dtype=np.int8)
PICK_SET = np.zeros((PROMPTS + 1, 2), dtype=np.int64)
for _step in (TINY_SACRIFICE, PHOENIX_DISCARD, HAND_LIMIT, *(step for card in CARDS for step in card.steps)):
    if _step.kinds and _step.verb <= PROMPTS and _step.where not in (Scope.DISCARD_PILE, Scope.DECK):
        PICK_SCOPE[_step.verb], PICK_SET[_step.verb] = _step.where, _pair(_kinds(*_step.kinds))
# ... and for the one step of a card that picks in the discard pile or in the deck.
FINDS = np.zeros((CARD_TYPES + 1, 2), dtype=np.int64)
for _card, _entry in _numbered():
    for _step in _entry.steps:
        if _step.where in (Scope.DISCARD_PILE, Scope.DECK):
            FINDS[_card] = _pair([n for n in _kinds(*_step.kinds) if _step.titled in NAMES[n]])
