"""For people: a position from readable arguments, a position as text, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import leduc_poker
from leduc_poker import cards
from leduc_poker.cards import Move
from unicorn_envs.positions import as_word, blank_position, finish_position, one_for_each_seat


def position(
    hands: Sequence[str], board: str | None = None, moves: Sequence[str] = (), seed: int = 0, **options: Any
) -> np.ndarray[Any, Any]:
    """The state with these cards (``"Jack"``, ``"Queen"``, ``"King"``) after these moves (names of actions).

    StateError for cards that cannot be, IllegalActionError or GameOverError for moves that cannot.
    """
    game = leduc_poker.GAME
    names, values = one_for_each_seat(game, hands, "hands", options)
    state, s = blank_position(game, values)
    s.hand[:] = [cards.NAMES.index(as_word(name, "a card", cards.NAMES[1:])) for name in names]
    s.board = 0 if board is None else cards.NAMES.index(as_word(board, "the board", cards.NAMES[1:]))
    s.chips[:] = cards.ANTE
    state = finish_position(game, state, seed)
    for move in moves:
        game.apply(state, move)
    return state


def outcome(state: np.ndarray[Any, Any]) -> dict[str, Any]:
    """``pot`` (chips of both), and whether somebody ``folded``."""
    history = state["history"][0]
    return {"pot": int(state["chips"][0].sum()), "folded": bool((history == 1 + Move.FOLD).any())}


def describe(state: np.ndarray[Any, Any], seat: int | None = None) -> str:
    """The position as ``seat`` knows it; with ``seat=None`` both hands and the public card."""
    s = state[0]
    shown = s["seat"] < 0 and not outcome(state)["folded"]
    lines = []
    for p in range(cards.PLAYERS):
        card = cards.NAMES[s["hand"][p]] if shown or seat in (None, p) else "?"
        lines.append(f"player_{p}: {card}, {s['chips'][p]} in the pot")
    if s["board"] and (s["stage"] > 0 or seat is None):
        lines.append(f"board: {cards.NAMES[s['board']]}")
    for number, row in enumerate(s["history"]):
        moves = [cards.ACTIONS.name(code - 1) for code in row if code]
        if moves:
            lines.append(f"round {number + 1}: {', '.join(moves)}")
    if s["seat"] >= 0:
        return "\n".join([*lines, f"player_{s['seat']} decides"])
    winners = [f"player_{p} wins {s['returns'][p]:g}" for p in range(cards.PLAYERS) if s["returns"][p] > 0]
    return "\n".join([*lines, f"the game is over: {winners[0] if winners else 'the pot is shared'}"])
