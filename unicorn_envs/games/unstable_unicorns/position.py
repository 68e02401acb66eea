"""Positions of Unstable Unicorns from readable arguments, for tests, puzzles and analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from unicorn_envs.errors import StateError
from unicorn_envs.games.unstable_unicorns.cards import (
    BABY_NARWHAL,
    BABY_UNICORN,
    CARD_TYPES,
    COPIES,
    COPIES_FOR_TWO,
    DOUBLE_DUTCH,
    FIRST_CARD,
    LAST_BABY,
    LAST_IN_STABLE,
    NAMES,
    NANNY_CAM,
    number,
)
from unicorn_envs.games.unstable_unicorns.rules import BEGIN_TURN, DRAW_STEP, END_TURN, TAKE_ACTION
from unicorn_envs.games.unstable_unicorns.state import (
    ACTION_PHASE,
    DRAW_PHASE,
    END_PHASE,
    MAX_PLAYERS,
    MOST_TURNS,
)
from unicorn_envs.positions import blank_position, finish_position, push_steps

PHASES: dict[str, tuple[int, tuple[int, ...]]] = {
    "beginning": (0, (BEGIN_TURN,)),
    "draw": (DRAW_PHASE, (END_TURN, TAKE_ACTION, DRAW_STEP)),
    "action": (ACTION_PHASE, (END_TURN, TAKE_ACTION)),
    "end": (END_PHASE, (END_TURN,)),
}
PLAYER_ARGUMENTS = ("hand", "stable", "known")


def position(
    *,
    players: Sequence[Mapping[str, Any]],
    phase: str = "action",
    seat: int = 0,
    deck: Sequence[str] = (),
    discard: Sequence[str] = (),
    rest: str = "deck",
    turn: int = 1,
    extra_turns: int = 0,
    top_known: tuple[int, int] = (0, 0),
    seed: int = 0,
    **options: Any,
) -> np.ndarray[Any, Any]:
    """A state of Unstable Unicorns, played on to the next decision.

    Parameters
    ----------
    players: for each seat a mapping with ``hand`` and ``stable`` (names of cards) and ``known`` (a mapping from
        another seat to the cards of that hand that this player knows).
    phase: where the turn stands: ``"action"`` (the default), ``"beginning"``, ``"draw"`` or ``"end"``.
    seat: whose turn it is.
    deck: names of cards from the top down. ``discard``: names of cards in the discard pile.
    rest: where the cards not named go: ``"deck"`` (under the named ones, in the order of the table) or
        ``"discard"``. Babies not named are in the Nursery.
    turn: turns begun. ``extra_turns``: that the active player still has.
    top_known: a seat, and how many cards (0 to 2) on top of the deck it knows.
    seed: of everything that chance decides from here on.
    options: any option of the game by name; ``num_players`` follows from ``players``.

    Raises
    ------
    StateError: what is wrong, for anything that cannot be.
    """
    from unicorn_envs.games.unstable_unicorns import GAME

    if "num_players" in options:
        raise StateError("num_players follows from players")
    if not 2 <= len(players) <= MAX_PLAYERS:
        raise StateError(f"there must be 2 to {MAX_PLAYERS} players, not {len(players)}")
    values = GAME.complete_options(num_players=len(players), **options)
    if phase not in PHASES:
        raise StateError(f"phase must be one of {', '.join(PHASES)}, not {phase!r}")
    if not 0 <= seat < len(players):
        raise StateError(f"seat must be 0 to {len(players) - 1}, not {seat}")
    if rest not in ("deck", "discard"):
        raise StateError(f"rest must be 'deck' or 'discard', not {rest!r}")
    if not 0 <= turn < MOST_TURNS + 1 or not 0 <= extra_turns <= 100:
        raise StateError(f"turn must be 0 to {MOST_TURNS} and extra_turns 0 to 100")
    state, record = blank_position(GAME, values)
    left = (COPIES_FOR_TWO if values["two_player_deck"] else COPIES).astype(np.int64)
    _set_players(record, players, left)
    _set_piles(record, deck, discard, rest, left)
    _set_memory(record, players, top_known)
    record.active = record.seat = seat
    record.phase, steps = PHASES[phase]
    record.plays = 0 if phase == "end" else 2 if record.stable[seat, DOUBLE_DUTCH] else 1
    record.turn, record.extra_turns = turn, extra_turns
    push_steps(record, ((verb, 0) for verb in steps))
    return finish_position(GAME, state, seed)


def _take(left: np.ndarray[Any, Any], name: str, where: str, first: int, last: int) -> int:
    """The number of a card, which is one copy less to be placed."""
    try:
        card = number(name)
    except ValueError as error:
        raise StateError(str(error)) from None
    if not first <= card <= last:
        raise StateError(f"{NAMES[card]} cannot be in {where}")
    if left[card] == 0:
        raise StateError(f"there is no further {NAMES[card]} left for {where}")
    left[card] -= 1
    return card


def _set_players(record: Any, players: Sequence[Mapping[str, Any]], left: np.ndarray[Any, Any]) -> None:
    for p, arguments in enumerate(players):
        for name in arguments:
            if name not in PLAYER_ARGUMENTS:
                raise StateError(f"a player has no {name!r}; allowed are {', '.join(PLAYER_ARGUMENTS)}")
        for name in arguments.get("hand", ()):
            record.hand[p, _take(left, name, "a hand", FIRST_CARD, CARD_TYPES)] += 1
        for name in arguments.get("stable", ()):
            record.stable[p, _take(left, name, "a Stable", 1, LAST_IN_STABLE)] += 1


def _set_piles(record: Any, deck: Sequence[str], discard: Sequence[str], rest: str, left: np.ndarray[Any, Any]) -> None:
    named = [_take(left, name, "the deck", FIRST_CARD, CARD_TYPES) for name in deck]
    for name in discard:
        record.discard[_take(left, name, "the discard pile", FIRST_CARD, CARD_TYPES)] += 1
    record.nursery[BABY_UNICORN], record.nursery[BABY_NARWHAL] = left[BABY_UNICORN], left[BABY_NARWHAL]
    others = [card for card in range(LAST_BABY + 1, CARD_TYPES + 1) for _ in range(left[card])]
    if rest == "deck":
        named += others
    else:
        for card in others:
            record.discard[card] += 1
    if not named:
        raise StateError("the deck must hold a card")
    record.deck[: len(named)] = named[::-1]
    record.deck_size = len(named)


def _set_memory(record: Any, players: Sequence[Mapping[str, Any]], top_known: tuple[int, int]) -> None:
    for o, arguments in enumerate(players):
        for p, names in arguments.get("known", {}).items():
            if p == o or not 0 <= p < len(players):
                raise StateError(f"player {o} cannot know the hand of {p!r}")
            for name in names:
                record.known[o, p, number(name)] += 1
    for p in range(len(players)):
        if record.stable[p, NANNY_CAM]:
            for o in range(len(players)):
                if o != p:
                    record.known[o, p] = record.hand[p]
    knower, count = top_known
    if not 0 <= knower < len(players) or not 0 <= count <= min(2, int(record.deck_size)):
        raise StateError("top_known must be a seat and how many cards on top it knows, 0 to 2")
    record.top_knower, record.top_known = (knower, count) if count else (0, 0)
    for i in range(count):
        record.known_deck[knower, record.deck[record.deck_size - 1 - i]] += 1
