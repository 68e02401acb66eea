"""Positions of Unicorn Hunt from readable arguments, for tests, puzzles and analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from unicorn_envs import positions
from unicorn_envs.errors import StateError
from unicorn_envs.games.unicorn_hunt import cards
from unicorn_envs.games.unicorn_hunt.actions import ROW_NAMES, SPACE_NAMES
from unicorn_envs.games.unicorn_hunt.cards import BASICS, CARD_TYPES, COLUMNS, NAMES, NEIGHS, ROWS, SPACES
from unicorn_envs.games.unicorn_hunt.state import ALL_KNOW, BASIC, NEIGH, OPEN, OWNER_KNOWS, Course

PHASES = {
    "beginning": (Course.BEGIN_TURN,),
    "action": (Course.END_TURN, Course.DRAW, Course.TAKE_ACTION),
    "draw": (Course.END_TURN, Course.DRAW),
}
PLAYER_ARGUMENTS = ("grounds", "shown", "deck", "deck_known", "chamber", "row", "discard", "rest", "turn", "ended")
RESTS = ("deck", "discard")
KNOWN_TO = {"owner": OWNER_KNOWS, "all": ALL_KNOW}
FRESH_GROUNDS = ("BBBBBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNN")


def position(
    *,
    phase: str = "action",
    seat: int = 0,
    seed: int = 0,
    players: Sequence[Mapping[str, Any]] | None = None,
    **given: Any,
) -> np.ndarray[Any, Any]:
    """A state of Unicorn Hunt, played on to the next decision.

    Parameters
    ----------
    phase: ``"action"`` (the default), ``"beginning"`` of the next turn, or ``"draw"``: where the turn stands.
    seat: whose turn it is.
    seed: of everything that chance decides from here on.
    players: a mapping of the arguments below for each player of a race; the solo game takes them directly.
    grounds: five strings of six letters. ``B`` Basic and ``N`` Neigh face down and unknown, ``b`` and ``n``
        known to the owner, ``.`` open. By default 22 ``B`` and then 8 ``N``.
    shown: names of spaces (``"A1"``) whose cards are known to all.
    deck: names of cards from the top down.
    deck_known: card name to ``"owner"`` or ``"all"``, for places in the deck that are known.
    chamber: name of the chamber card. ``row``: ``"A"`` to ``"E"``, for The Great Narwhal.
    discard: names of cards in the Discard Pile.
    rest: where the cards not named go: ``"deck"`` (under the named ones, in the order of the table),
        or ``"discard"``.
    turn: own turns begun (by default 1, or 0 where ``turn_cap`` leaves room for no second one). ended: this
        player's game is over, for want of a deck or at ``turn_cap``.
    options: any option of the game by name.

    Raises
    ------
    StateError: what is wrong and what is allowed, for anything that cannot be, a seed and a value of an option too.
    TypeError: for an option that the game does not have.
    """  # fmt: skip
    from unicorn_envs.games.unicorn_hunt import GAME

    own = {name: given.pop(name) for name in PLAYER_ARGUMENTS if name in given}
    if players is not None and own:
        raise StateError(f"{sorted(own)} belong into the mappings of players")
    players, options = positions.one_for_each_seat(GAME, [own] if players is None else players, "players", given)
    steps = PHASES[positions.as_word(phase, "phase", PHASES)]
    seat = positions.as_number(seat, "seat", 0, len(players) - 1)
    state, record = positions.blank_position(GAME, options)
    for p, given_to in enumerate(players):
        arguments = positions.as_mapping(given_to, f"player_{p}", PLAYER_ARGUMENTS)
        _set_grounds(record, p, arguments)
        _set_cards(record, p, arguments)
        _set_turn(record, p, arguments, in_turn=p == seat and phase != "beginning")
    if record.ended[seat]:
        raise StateError(f"player_{seat} has ended: it cannot be that player's turn")
    record.player = record.seat = seat
    positions.push_steps(record, ((verb, 0) for verb in steps))
    return positions.finish_position(GAME, state, seed)


def space(name: str) -> int:
    """Number of the space called ``name`` (``"A1"`` to ``"E6"``)."""
    if not isinstance(name, str) or name not in SPACE_NAMES:
        raise StateError(f"there is no space {name!r}; spaces are A1 to E6")
    return SPACE_NAMES.index(name)


def _set_grounds(record: Any, p: int, arguments: Mapping[str, Any]) -> None:
    rows = positions.as_list(arguments.get("grounds", FRESH_GROUNDS), "grounds")
    if len(rows) != ROWS or any(not isinstance(row, str) or len(row) != COLUMNS for row in rows):
        raise StateError(f"grounds must be {ROWS} strings of {COLUMNS} letters, not {rows!r}")
    letters = {"B": (BASIC, 0), "N": (NEIGH, 0), "b": (BASIC, OWNER_KNOWS), "n": (NEIGH, OWNER_KNOWS), ".": (OPEN, 0)}
    for i, letter in enumerate("".join(rows)):
        if letter not in letters:
            raise StateError(f"a space is one of B N b n and '.', not {letter!r}")
        record.grounds[p, i], record.known[p, i] = letters[letter]
    for name in positions.as_list(arguments.get("shown", ()), "shown"):
        if record.grounds[p, space(name)] == OPEN:
            raise StateError(f"{name} is open: there is nothing to be known")
        record.known[p, space(name)] = ALL_KNOW
    grounds = record.grounds[p, :SPACES]
    basics, neighs = int((grounds == BASIC).sum()), int((grounds == NEIGH).sum())
    if basics > BASICS or neighs > NEIGHS:
        raise StateError(f"{basics} Basics and {neighs} Neighs lie there; there are {BASICS} and {NEIGHS}")
    record.graveyard_basics[p] = BASICS - basics
    record.graveyard_neighs[p] = NEIGHS - neighs


def _set_cards(record: Any, p: int, arguments: Mapping[str, Any]) -> None:
    deck, discard = (
        [positions.as_card(name, cards.number) for name in positions.as_list(arguments.get(pile, ()), pile)]
        for pile in ("deck", "discard")
    )
    chamber = 0 if arguments.get("chamber") is None else positions.as_card(arguments["chamber"], cards.number)
    named = deck + discard + ([chamber] if chamber else [])
    for card in named:
        if named.count(card) > 1:
            raise StateError(f"{NAMES[card]} is in two places")
    rest = [card for card in range(1, CARD_TYPES + 1) if card not in named]
    if positions.as_word(arguments.get("rest", "deck"), "rest", RESTS) == "deck":
        deck = deck + rest
    else:
        discard = discard + rest
    if not deck and not arguments.get("ended"):
        raise StateError("the deck must hold a card")
    if chamber and chamber not in cards.CHAMBER_CARDS:
        raise StateError(f"{NAMES[chamber]} is no chamber card")
    for i, card in enumerate(reversed(deck)):
        record.deck[p, i] = card
    record.deck_size[p] = len(deck)
    record.discard[p, discard] = 1
    record.chamber[p] = chamber
    row = arguments.get("row")
    if (row is not None) != bool(cards.CHOOSES_ROW[chamber]):
        raise StateError("row goes with The Great Narwhal in the chamber, and only with it")
    if row is not None:
        if not isinstance(row, str) or len(row) != 1 or row not in ROW_NAMES:
            raise StateError(f"row must be A to E, not {row!r}")
        record.row[p] = ROW_NAMES.index(row) + 1
        first = ROW_NAMES.index(row) * COLUMNS
        for i in range(first, first + COLUMNS):
            if record.grounds[p, i] != OPEN:
                record.known[p, i] = ALL_KNOW
    for name, who in positions.as_mapping(arguments.get("deck_known", {}), "deck_known").items():
        if not isinstance(who, str) or who not in KNOWN_TO:
            raise StateError(f"a place in the deck is known to 'owner' or 'all', not {who!r}")
        if positions.as_card(name, cards.number) not in deck:
            raise StateError(f"{name} is not in the deck")
        record.deck_known[p, len(deck) - 1 - deck.index(positions.as_card(name, cards.number))] = KNOWN_TO[who]


def _set_turn(record: Any, p: int, arguments: Mapping[str, Any], in_turn: bool) -> None:
    ended = positions.as_flag(arguments.get("ended", False), "ended")
    cap = int(record.turn_cap)
    begun = in_turn or ended
    least, most = (1, cap) if begun else (0, cap - 1)
    turn = positions.as_number(arguments.get("turn", min(1, most)), "turn", least, most)
    if ended and record.deck_size[p] > 0 and turn < cap:
        raise StateError(f"a player has ended when the deck is empty or after {cap} turns")
    record.turn[p] = turn
    record.ended[p] = ended
    record.capped[p] = ended and record.deck_size[p] > 0
