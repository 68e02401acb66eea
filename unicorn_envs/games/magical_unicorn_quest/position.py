"""Positions of Magical Unicorn Quest from readable arguments, for tests, puzzles and analysis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from unicorn_envs import positions
from unicorn_envs.errors import StateError, span
from unicorn_envs.games.magical_unicorn_quest import cards, state
from unicorn_envs.games.magical_unicorn_quest.card_tables import cards_in, names_of, number
from unicorn_envs.games.magical_unicorn_quest.prompts import Step

STEPS = {
    "draw": Step.DRAW,
    "potion": Step.POTION,
    "being": Step.BEING,
    "abilities": Step.ABILITIES,
    "end": Step.HAND_LIMIT,
}
TURN = (Step.DRAW, Step.POTION, Step.BEING, Step.ABILITIES, Step.HAND_LIMIT, Step.REBUILD, Step.END_TURN)

RESTS = ("deck", "discard", "removed")
LEAST_CHANCE = 1e-5
"""A redraw deals until no card falls where the observer knows that it is not. Below this chance it takes too long."""

Cards = Iterable[str] | Mapping[str, int]


def position(
    *,
    hands: Sequence[Cards],
    stables: Mapping[int, Cards] | None = None,
    deck: Sequence[str] = (),
    bottom: Sequence[str] = (),
    discard: Sequence[str] = (),
    removed: Cards = (),
    rest: str = "deck",
    step: str = "potion",
    seat: int = 0,
    turn: int = 1,
    surely: Mapping[tuple[int, int], Cards] | None = None,
    no_more: Mapping[tuple[int, int], Iterable[str]] | None = None,
    mode: str | None = None,
    seed: int = 0,
    **options: Any,
) -> np.ndarray[Any, Any]:
    """A state of Magical Unicorn Quest, played on to the next decision.

    Cards are given as names, a list or a mapping from name to copies. Names are those of the table of cards that is
    played with.

    Parameters
    ----------
    hands: one for each seat; their number is the number of players.
    stables: number of a stable to what stands in it. Shared: stable i lies between seats i and i + 1, clockwise;
        own: stable i is seat i's.
    deck: cards on top of the deck, from the top down.
    bottom: cards at the bottom of the deck, known to all, the last one lowest.
    discard: the discard pile from the top down.
    removed: species removed from the game.
    rest: where the cards not named go: ``"deck"``, shuffled between ``deck`` and ``bottom``, ``"discard"``, shuffled
        under those named (unicorns: shuffled into the deck), or ``"removed"`` (out of the game: species only;
        everything else must be named).
    step: where the turn stands: ``"draw"``, ``"potion"`` (the default), ``"being"``, ``"abilities"`` or ``"end"``.
    seat: whose turn it is. turn: turns begun.
    surely: (observer, holder) to cards of the holder's hand that the observer knows of.
    no_more: (observer, holder) to names of which the observer knows no further copies there.
    mode: the option ``stables``: ``"shared"`` or ``"own"``.
    seed: of everything that chance decides, the shuffle of the rest included.
    options: any other option of the game by name.

    Raises
    ------
    StateError: what is wrong and what is allowed, for anything that cannot be, a seed and a value of an option too.
    TypeError: for an option that the game does not have.
    """
    from unicorn_envs.games.magical_unicorn_quest import GAME

    if mode is not None:
        options["stables"] = mode
    hands, values = positions.one_for_each_seat(GAME, hands, "hands", options)
    players, seed = len(hands), positions.as_seed(seed)
    positions.as_word(step, "step", STEPS)
    positions.as_word(rest, "rest", RESTS)
    made, record = positions.blank_position(GAME, values)
    record.player = record.seat = positions.as_number(seat, "seat", 0, players - 1)
    record.turn = positions.as_number(turn, "turn", 1, values["turn_cap"])
    stock = _Stock(record)
    for p, held in enumerate(hands):
        stock.take(held, f"the hand of seat {p}", record.hand[p])
        record.hand_size[p] = int(record.hand[p].sum())
    _set_stables(record, stock, stables, players)
    for card in stock.take(removed, "removed", record.removed):
        if not cards.MAJESTIC < card <= cards.BEINGS:
            raise StateError(f"{stock.names[card]} cannot be removed from the game: only species can")
    _set_piles(record, stock, deck, bottom, discard, rest, seed)
    _set_knowledge(record, stock, surely, no_more, players)
    positions.push_steps(record, ((verb, 0) for verb in reversed(TURN[TURN.index(STEPS[step]) :])))
    return positions.finish_position(GAME, made, seed)


class _Stock:
    """The cards that have no place yet: ``left``, copies by number; and their names."""

    def __init__(self, record: Any):
        self.names = names_of(record.cards)
        self.left = np.array(record.cards[:, cards.COPIES], dtype=np.int64)
        unicorns = cards.UNICORNS_SHARED if record.stables == state.SHARED else cards.UNICORNS_OWN
        self.left[cards.GOLDEN] = self.left[cards.MAJESTIC] = unicorns[record.num_players]

    def listed(self, given: Any, what: str) -> list[int]:
        """Numbers of the cards, in order."""
        if not isinstance(given, Mapping):
            of = "names of cards, or a mapping of names to copies"
            return [self._number(name, what) for name in positions.as_list(given, what, of)]
        copies = {
            name: positions.as_number(count, f"copies of {name} in {what}", 0, cards.DECK_CARDS)
            for name, count in given.items()
        }
        return [self._number(name, what) for name, n in copies.items() for _ in range(n)]

    def _number(self, name: Any, what: str) -> int:
        if not isinstance(name, str):
            raise StateError(f"{what}: a card is given by its name, not {name!r}; there are {self._listing()}")
        return positions.as_card(name, lambda known: number(known, self.names), what)

    def _listing(self) -> str:
        return ", ".join(cards_in(self.names))

    def take(self, given: Any, what: str, counts: Any = None) -> list[int]:
        """Take cards out of those not placed yet, and count them in ``counts``."""
        numbers = self.listed(given, what)
        for card in numbers:
            if self.left[card] == 0:
                raise StateError(f"{what}: there are not so many copies of {self.names[card]} in this game")
            self.left[card] -= 1
            if counts is not None:
                counts[card] += 1
        return numbers


def _set_stables(record: Any, stock: _Stock, stables: Any, players: int) -> None:
    of = f"numbers of stables, {span(0, players - 1)}, to cards"
    for place, beings in positions.as_mapping({} if stables is None else stables, "stables", of=of).items():
        stable = positions.as_number(place, "the number of a stable", 0, players - 1)
        for card in stock.take(beings, f"stable {stable}"):
            if card > cards.BEINGS:
                raise StateError(f"{stock.names[card]} is no being and cannot stand in a stable")
            record.stable[stable, card] += 1
        if record.stable[stable, cards.GOLDEN] and record.stable[stable, cards.MAJESTIC]:
            raise StateError(f"stable {stable} holds a Golden and a Majestic Unicorn: the game would be over")


def _set_piles(record: Any, stock: _Stock, deck: Any, bottom: Any, discard: Any, rest: str, seed: int) -> None:
    top = stock.take(deck, "deck")
    under = stock.take(bottom, "bottom")
    pile = stock.take(discard, "discard")
    unnamed = np.repeat(np.arange(cards.CARD_TYPES + 1), stock.left)
    others = [int(card) for card in np.random.default_rng(seed).permutation(unnamed)]
    if rest == "deck":
        top += others
    elif rest == "discard":
        top += [card for card in others if card <= cards.MAJESTIC]
        pile += [card for card in others if card > cards.MAJESTIC]
    else:
        for card in others:
            if not cards.MAJESTIC < card <= cards.BEINGS:
                raise StateError(f"{stock.names[card]} cannot be removed from the game: name where it is")
            record.removed[card] += 1
    if any(card <= cards.MAJESTIC for card in pile):
        raise StateError("a unicorn never lies in the discard pile")
    record.deck_size = len(top + under)
    record.deck[cards.DECK_CARDS - len(top + under) : cards.DECK_CARDS] = top + under
    record.deck_known[cards.DECK_CARDS - len(under) : cards.DECK_CARDS] = state.EVERYBODY
    record.discard_size = len(pile)
    record.discard[cards.DECK_CARDS - len(pile) : cards.DECK_CARDS] = pile


def _set_knowledge(record: Any, stock: _Stock, surely: Any, no_more: Any, players: int) -> None:
    known = _known(stock, surely, "surely", players)
    marked = _known(stock, no_more, "no_more", players)
    for (observer, holder), counts in known.items():
        for card in np.flatnonzero(counts > record.hand[holder]):
            raise StateError(f"surely: seat {observer} knows of more copies of {stock.names[card]} than {holder} holds")
        record.ring[observer, _places(observer, holder, players, state.SURELY_IN_OTHER)] = counts[1:]
    chances = np.ones(players)
    for (observer, holder), counts in marked.items():
        sure = known.get((observer, holder), np.zeros_like(counts))
        for card in np.flatnonzero((counts > 0) & (sure < record.hand[holder])):
            raise StateError(
                f"no_more: seat {observer} says there are no more copies of {stock.names[card]} than are surely there, "
                f"and {holder} holds more"
            )
        record.ring[observer, _places(observer, holder, players, state.NO_MORE_IN_OTHER)] = counts[1:] > 0
        chances[observer] *= _chance_to_fit(record, known, observer, holder, counts > 0)
        if chances[observer] < LEAST_CHANCE:
            raise StateError(
                f"no_more: seat {observer} knows by exclusion, or nearly, what seat {holder} holds: put those cards "
                f"into surely"
            )


def _chance_to_fit(record: Any, known: Any, observer: int, holder: int, marked: Any) -> float:
    """The chance that no marked card falls in a hand when all that the observer does not know is dealt anew."""
    hidden = np.bincount(record.deck[record.deck_known == 0], minlength=cards.CARD_TYPES + 1)
    hidden[0] = 0
    for other in range(record.num_players):
        if other != observer:
            hidden += record.hand[other] - known.get((observer, other), 0)
    places = np.arange(record.hand_size[holder] - np.sum(known.get((observer, holder), 0)))
    return float(np.prod((hidden[~marked].sum() - places) / (hidden.sum() - places)))


def _known(stock: _Stock, given: Any, what: str, players: int) -> dict[tuple[int, int], Any]:
    """Copies of each card, by observer and holder."""
    of = "pairs of seats, observer and holder, to cards"
    known = {}
    for pair, names in positions.as_mapping({} if given is None else given, what, of=of).items():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise StateError(f"{what} must be a mapping of {of}, not with {pair!r}")
        observer, holder = (positions.as_number(seat, f"a seat of {what}", 0, players - 1) for seat in pair)
        if observer == holder:
            raise StateError(f"{what}: ({observer}, {holder}) must be two different seats, observer and holder")
        known[observer, holder] = np.bincount(stock.listed(names, what), minlength=cards.CARD_TYPES + 1)
    return known


def _places(observer: int, holder: int, players: int, field: int) -> slice:
    """Where the ring of an observer has a field about the holder's hand."""
    start = state.OTHER_IN_RING + ((holder - observer) % players - 1) * state.OTHER_SIZE + field
    return slice(start, start + cards.CARD_TYPES)
