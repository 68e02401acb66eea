"""Leduc poker for people: a position from readable arguments, as text, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from leduc_poker.state import ANTE, COPIES, PLAYERS, Move, Rank, Variant
from unicorn_envs.errors import StateError
from unicorn_envs.positions import blank_position, finish_position

NAMES = {rank.name.capitalize(): rank for rank in Rank}


def position(
    hands: Sequence[str], board: str | None = None, moves: Sequence[str] = (), seed: int = 0, **options: Any
) -> np.ndarray[Any, Any]:
    """The state with these cards (``"Jack"``, ``"Queen"``, ``"King"``) after these moves (names of actions).

    StateError for cards that cannot be, IllegalActionError or GameOverError for moves that cannot.
    """
    from leduc_poker import GAME

    values = GAME.complete_options(**options)
    state, s = blank_position(GAME, values)
    if not isinstance(hands, (list, tuple)) or len(hands) != PLAYERS:
        raise StateError(f"hands must be a card for each of the {PLAYERS} players, not {hands!r}")
    s.chips[:] = ANTE
    s.hand[:] = [_rank(card) for card in hands]
    if (board is not None) != (s.variant == Variant.LEDUC):
        raise StateError("Leduc poker has a board, a card, and Kuhn poker has none")
    s.board = 0 if board is None else _rank(board)
    for rank in Rank:
        if (*s.hand, s.board).count(rank) > COPIES[s.variant]:
            raise StateError(f"there are only {COPIES[s.variant]} copies of {rank.name.capitalize()}")
    state = finish_position(GAME, state, seed)
    for move in moves:
        GAME.apply(state, move)
    return state


def _rank(card: str) -> Rank:
    if not isinstance(card, str) or card.capitalize() not in NAMES:
        raise StateError(f"a card is {', '.join(NAMES)}, not {card!r}")
    return NAMES[card.capitalize()]


def outcome(state: np.ndarray[Any, Any]) -> dict[str, Any]:
    """``pot`` (chips of both), and whether somebody ``folded``."""
    history = state["history"][0]
    return {"pot": int(state["chips"][0].sum()), "folded": bool((history == 1 + Move.FOLD).any())}


def describe(state: np.ndarray[Any, Any], seat: int | None = None) -> str:
    """The position as ``seat`` knows it; with ``seat=None`` both hands and the public card."""
    s = state[0]
    shown = s["seat"] < 0 and not outcome(state)["folded"]
    lines = []
    for p in range(PLAYERS):
        card = Rank(s["hand"][p]).name.capitalize() if shown or seat in (None, p) else "?"
        lines.append(f"player_{p}: {card}, {s['chips'][p]} in the pot")
    if s["board"] and (s["stage"] > 0 or seat is None):
        lines.append(f"board: {Rank(s['board']).name.capitalize()}")
    for number, row in enumerate(s["history"]):
        moves = [Move(code - 1).name.lower() for code in row if code]
        if moves:
            lines.append(f"round {number + 1}: {', '.join(moves)}")
    if s["seat"] >= 0:
        return "\n".join([*lines, f"player_{s['seat']} decides"])
    how = "a fold" if not shown else "the showdown"
    winners = [f"player_{p} wins {s['returns'][p]:g}" for p in range(PLAYERS) if s["returns"][p] > 0]
    return "\n".join([*lines, f"the game is over: {how}; {winners[0] if winners else 'the pot is shared'}"])
