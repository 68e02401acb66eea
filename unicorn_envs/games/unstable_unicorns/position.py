"""Positions of Unstable Unicorns from readable arguments, for tests, puzzles and analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from unicorn_envs import positions
from unicorn_envs.errors import StateError
from unicorn_envs.games.unstable_unicorns import cards, counts, stables
from unicorn_envs.games.unstable_unicorns.cards import Passive
from unicorn_envs.games.unstable_unicorns.state import MOST_TURNS, Phase
from unicorn_envs.games.unstable_unicorns.verbs import Verb

PHASES: dict[str, tuple[int, tuple[int, ...]]] = {
    "beginning": (0, (Verb.BEGIN_TURN,)),
    "draw": (Phase.DRAW, (Verb.END_TURN, Verb.TAKE_ACTION, Verb.DRAW_STEP)),
    "action": (Phase.ACTION, (Verb.END_TURN, Verb.TAKE_ACTION)),
    "end": (Phase.END, (Verb.END_TURN,)),
}
PLAYER_ARGUMENTS = ("hand", "stable", "known")
RESTS = ("deck", "discard")
MOST_EXTRA_TURNS = 100


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
    turn: turns begun, 0 to 1000. ``extra_turns``: that the active player still has, 0 to 100.
    top_known: a seat, and how many cards (0 to 2) on top of the deck it knows.
    seed: of everything that chance decides from here on.
    options: any option of the game by name; ``num_players`` follows from ``players``.

    Raises
    ------
    StateError: what is wrong and what is allowed, for anything that cannot be: cards that are not there, a table
        where somebody has won already or has too many Unicorns for a Tiny Stable, numbers out of range, lists that
        are none, a seed or a value of an option that is not allowed.
    TypeError: for an option that the game does not have.
    """
    from unicorn_envs.games.unstable_unicorns import GAME

    players, values = positions.one_for_each_seat(GAME, players, "players", options)
    positions.as_word(phase, "phase", PHASES)
    positions.as_word(rest, "rest", RESTS)
    active = positions.as_number(seat, "seat", 0, len(players) - 1)
    state, record = positions.blank_position(GAME, values)
    left = (cards.COPIES_FOR_TWO if values["two_player_deck"] else cards.COPIES).astype(np.int64)
    for p, arguments in enumerate(players):
        _set_player(record, p, arguments, left)
    _set_piles(record, deck, discard, rest, left)
    _set_memory(record, players, top_known)
    for p in range(len(players)):
        _refuse_decided(record, p)
    record.active = record.seat = active
    record.phase, steps = PHASES[phase]
    record.plays = 0 if phase == "end" else 2 if _does(record, active, Passive.TWO_PLAYS) else 1
    record.turn = positions.as_number(turn, "turn", 0, MOST_TURNS)
    record.extra_turns = positions.as_number(extra_turns, "extra_turns", 0, MOST_EXTRA_TURNS)
    positions.push_steps(record, ((verb, 0) for verb in steps))
    return positions.finish_position(GAME, state, seed)


def _names(value: Any, what: str) -> list[int]:
    """The numbers of the cards that a list names."""
    return [positions.as_card(name, cards.named, what) for name in positions.as_names(value, what, "names of cards")]


def _take(left: np.ndarray[Any, Any], names: Any, what: str, first: int, last: int) -> list[int]:
    """The numbers of the cards of a list, each of which is one copy less to be placed."""
    found = _names(names, what)
    for card in found:
        if not first <= card <= last:
            raise StateError(f"{what}: {cards.NAMES[card]} cannot be there")
        if left[card] == 0:
            raise StateError(f"{what}: there is no further {cards.NAMES[card]} left")
        left[card] -= 1
    return found


def _set_player(record: Any, p: int, arguments: Mapping[str, Any], left: np.ndarray[Any, Any]) -> None:
    positions.as_mapping(arguments, f"player {p}", PLAYER_ARGUMENTS, of=", ".join(PLAYER_ARGUMENTS))
    for card in _take(left, arguments.get("hand", ()), f"hand of player {p}", cards.FIRST_CARD, cards.CARD_TYPES):
        record.hand[p, card] += 1
    for card in _take(left, arguments.get("stable", ()), f"stable of player {p}", 1, cards.LAST_IN_STABLE):
        record.stable[p, card] += 1


def _set_piles(record: Any, deck: Any, discard: Any, rest: str, left: np.ndarray[Any, Any]) -> None:
    named = _take(left, deck, "deck", cards.FIRST_CARD, cards.CARD_TYPES)
    for card in _take(left, discard, "discard", cards.FIRST_CARD, cards.CARD_TYPES):
        record.discard[card] += 1
    record.nursery[cards.BABY_UNICORN], record.nursery[cards.BABY_NARWHAL] = (
        left[cards.BABY_UNICORN],
        left[cards.BABY_NARWHAL],
    )
    others = [card for card in range(cards.LAST_BABY + 1, cards.CARD_TYPES + 1) for _ in range(left[card])]
    if rest == "deck":
        named += others
    else:
        for card in others:
            record.discard[card] += 1
    if not named:
        raise StateError("the deck must hold a card")
    record.deck[: len(named)] = named[::-1]
    record.deck_size = len(named)


def _set_memory(record: Any, players: Sequence[Mapping[str, Any]], top_known: Any) -> None:
    for o, arguments in enumerate(players):
        own, of = f"known of player {o}", "other seats to the cards known there"
        known = positions.as_mapping(arguments.get("known", {}), own, of=of)
        for key, names in known.items():
            p = positions.as_number(key, f"a seat in known of player {o}", 0, len(players) - 1)
            if p == o:
                raise StateError(f"known of player {o}: the own hand is known anyway; name other seats")
            for card in _names(names, f"known of player {o}"):
                record.known[o, p, card] += 1
                if record.known[o, p, card] > record.hand[p, card]:
                    raise StateError(
                        f"known of player {o}: there is no such {cards.NAMES[card]} in the hand of player {p}"
                    )
    for p in range(len(players)):
        if _does(record, p, Passive.OPEN_HAND):
            for o in range(len(players)):
                if o != p:
                    record.known[o, p] = record.hand[p]
    if isinstance(top_known, str) or not isinstance(top_known, Sequence) or len(top_known) != 2:
        raise StateError(f"top_known must be a seat and how many cards on top it knows, 0 to 2, not {top_known!r}")
    knower = positions.as_number(top_known[0], "the seat in top_known", 0, len(players) - 1)
    count = positions.as_number(top_known[1], "the number in top_known", 0, min(2, int(record.deck_size)))
    record.top_knower, record.top_known = (knower, count) if count else (0, 0)
    for i in range(count):
        record.known_deck[knower, record.deck[record.deck_size - 1 - i]] += 1


def _does(record: Any, p: int, passive: Passive) -> bool:
    """Whether a card in this Stable does this; blinded Unicorn cards do too."""
    return any(
        n <= cards.LAST_IN_STABLE and record.stable[p, n]
        for n, card in enumerate(cards.CARDS, start=1)
        if passive in card.passive
    )


def _refuse_decided(record: Any, p: int) -> None:
    """Nobody has won already, and no Stable holds more than a Tiny Stable allows (2.8.2, 2.10.12)."""
    if _does(record, p, Passive.PANDAS):
        return
    unicorns = int(record.stable[p, 1 : cards.LAST_UNICORN + 1].sum())
    if _does(record, p, Passive.COUNTS_TWICE) and not _does(record, p, Passive.NO_TEXT):
        unicorns += 1
    goal = counts.NEEDED_BY_FEW if record.num_players <= counts.FEW_PLAYERS else counts.NEEDED_BY_MANY
    if _does(record, p, Passive.AT_MOST_FIVE):
        if unicorns > stables.TINY_LIMIT:
            raise StateError(
                f"player {p} has {unicorns} Unicorns; with a Tiny Stable at most {stables.TINY_LIMIT} are left"
            )
    elif unicorns >= goal:
        raise StateError(f"player {p} has {unicorns} Unicorns and has won already; at most {goal - 1} are allowed")
