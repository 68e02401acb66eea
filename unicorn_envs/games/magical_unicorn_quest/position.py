"""Positions of Magical Unicorn Quest from readable arguments, for tests, puzzles and analysis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from unicorn_envs.errors import StateError, checked_index, checked_seed
from unicorn_envs.games.magical_unicorn_quest.cards import (
    BEINGS,
    CARD_TYPES,
    COPIES,
    DECK_CARDS,
    GOLDEN,
    MAJESTIC,
    NAMES,
    UNICORNS_OWN,
    UNICORNS_SHARED,
    number,
)
from unicorn_envs.games.magical_unicorn_quest.observation import (
    NO_MORE_IN_OTHER,
    OTHER_IN_RING,
    OTHER_SIZE,
    SURELY_IN_OTHER,
)
from unicorn_envs.games.magical_unicorn_quest.rules import (
    ABILITY_STEP,
    BEING_STEP,
    DRAW_STEP,
    END_TURN,
    LIMIT_STEP,
    POTION_STEP,
    REBUILD_STEP,
)
from unicorn_envs.games.magical_unicorn_quest.state import EVERYBODY, SHARED
from unicorn_envs.positions import blank_position, finish_position, push_steps

STEPS = {
    "draw": DRAW_STEP,
    "potion": POTION_STEP,
    "being": BEING_STEP,
    "abilities": ABILITY_STEP,
    "end": LIMIT_STEP,
}
TURN = (DRAW_STEP, POTION_STEP, BEING_STEP, ABILITY_STEP, LIMIT_STEP, REBUILD_STEP, END_TURN)

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

    Cards are given as names, a list or a mapping from name to copies.

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
    StateError: what is wrong, for anything that cannot be.
    """
    from unicorn_envs.games.magical_unicorn_quest import GAME

    if "num_players" in options:
        raise StateError("the number of players follows from hands")
    if mode is not None:
        options["stables"] = mode
    if not GAME.min_players <= len(hands) <= GAME.max_players:
        raise StateError(f"there must be {GAME.min_players} to {GAME.max_players} hands, not {len(hands)}")
    values = GAME.complete_options(num_players=len(hands), **options)
    if step not in STEPS:
        raise StateError(f"step must be one of {', '.join(STEPS)}, not {step!r}")
    if not 0 <= checked_index(seat, "seat") < len(hands):
        raise StateError(f"seat must be 0 to {len(hands) - 1}, not {seat}")
    if not 1 <= checked_index(turn, "turn") <= values["turn_cap"]:
        raise StateError(f"turn must be 1 to {values['turn_cap']}, the turn cap, not {turn}")
    state, record = blank_position(GAME, values)
    left = _copies(record)
    for p, cards in enumerate(hands):
        _take(left, cards, record.hand[p])
        record.hand_size[p] = int(record.hand[p].sum())
    _set_stables(record, left, stables or {}, len(hands))
    for card in _take(left, removed, record.removed):
        if not MAJESTIC < card <= BEINGS:
            raise StateError(f"{NAMES[card]} cannot be removed from the game: only species can")
    _set_piles(record, left, deck, bottom, discard, rest, seed)
    _set_knowledge(record, surely or {}, no_more or {}, len(hands))
    record.player = record.seat = seat
    record.turn = turn
    push_steps(record, ((verb, 0) for verb in reversed(TURN[TURN.index(STEPS[step]) :])))
    return finish_position(GAME, state, seed)


def _copies(record: Any) -> np.ndarray[Any, Any]:
    """Copies of each card that this game is played with."""
    copies = np.array(record.cards[:, COPIES], dtype=np.int64)
    unicorns = UNICORNS_SHARED if record.stables == SHARED else UNICORNS_OWN
    copies[GOLDEN] = copies[MAJESTIC] = unicorns[record.num_players]
    return copies


def _card(name: str) -> int:
    try:
        return number(name)
    except ValueError as error:
        raise StateError(str(error)) from None


def _listed(cards: Cards) -> list[int]:
    """Numbers of the cards, in order."""
    if isinstance(cards, str):
        raise StateError(f"cards are a list of names, not the string {cards!r}")
    if isinstance(cards, Mapping):
        return [_card(name) for name, copies in cards.items() for _ in range(copies)]
    return [_card(name) for name in cards]


def _take(left: np.ndarray[Any, Any], cards: Cards, counts: Any = None) -> list[int]:
    """Take cards out of those not placed yet, and count them in ``counts``."""
    numbers = _listed(cards)
    for card in numbers:
        if left[card] == 0:
            raise StateError(f"there are not so many copies of {NAMES[card]} in this game")
        left[card] -= 1
        if counts is not None:
            counts[card] += 1
    return numbers


def _set_stables(record: Any, left: np.ndarray[Any, Any], stables: Mapping[int, Cards], players: int) -> None:
    for stable, cards in stables.items():
        if stable not in range(players):
            raise StateError(f"stables have numbers 0 to {players - 1}, not {stable!r}")
        for card in _take(left, cards):
            if card > BEINGS:
                raise StateError(f"{NAMES[card]} is no being and cannot stand in a stable")
            record.stable[stable, card] += 1
        if record.stable[stable, GOLDEN] and record.stable[stable, MAJESTIC]:
            raise StateError(f"stable {stable} holds a Golden and a Majestic Unicorn: the game would be over")


def _set_piles(
    record: Any,
    left: np.ndarray[Any, Any],
    deck: Sequence[str],
    bottom: Sequence[str],
    discard: Sequence[str],
    rest: str,
    seed: int,
) -> None:
    top = _take(left, deck)
    under = _take(left, bottom)
    pile = _take(left, discard)
    unnamed = np.repeat(np.arange(CARD_TYPES + 1), left)
    others = [int(card) for card in np.random.default_rng(checked_seed(seed)).permutation(unnamed)]
    if rest == "deck":
        top += others
    elif rest == "discard":
        top += [card for card in others if card <= MAJESTIC]
        pile += [card for card in others if card > MAJESTIC]
    elif rest == "removed":
        for card in others:
            if not MAJESTIC < card <= BEINGS:
                raise StateError(f"{NAMES[card]} cannot be removed from the game: name where it is")
            record.removed[card] += 1
    else:
        raise StateError(f"rest must be 'deck', 'discard' or 'removed', not {rest!r}")
    if any(card <= MAJESTIC for card in pile):
        raise StateError("a unicorn never lies in the discard pile")
    record.deck_size = len(top + under)
    record.deck[DECK_CARDS - len(top + under) : DECK_CARDS] = top + under
    record.deck_known[DECK_CARDS - len(under) : DECK_CARDS] = EVERYBODY
    record.discard_size = len(pile)
    record.discard[DECK_CARDS - len(pile) : DECK_CARDS] = pile


def _set_knowledge(
    record: Any,
    surely: Mapping[tuple[int, int], Cards],
    no_more: Mapping[tuple[int, int], Iterable[str]],
    players: int,
) -> None:
    for observer, holder in (*surely, *no_more):
        if observer not in range(players) or holder not in range(players) or observer == holder:
            raise StateError(f"({observer}, {holder}) must be two different seats, observer and holder")
    for (observer, holder), cards in surely.items():
        for card in _listed(cards):
            record.ring[observer, _block(observer, holder, players) + SURELY_IN_OTHER + card - 1] += 1
    for (observer, holder), cards in no_more.items():
        for card in _listed(cards):
            record.ring[observer, _block(observer, holder, players) + NO_MORE_IN_OTHER + card - 1] = 1


def _block(observer: int, holder: int, players: int) -> int:
    """Where the ring of an observer has what is known of the holder's hand."""
    return OTHER_IN_RING + ((holder - observer) % players - 1) * OTHER_SIZE
