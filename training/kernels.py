"""The two compiled loops of the trainer: masked sampling, and advantages with same-seat credit."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, typeof

from unicorn_envs.arrays import Array


class Kernel:
    """A function compiled by Numba at its first call with such arguments, and kept on disk where that is possible.

    Numba itself gives up where its cache is damaged, the disk is full or no folder can be written to.
    """

    def __init__(self, function: Callable[..., None]) -> None:
        self.function = function
        self._compiled: dict[tuple[Any, ...], Callable[..., None]] = {}

    def __call__(self, *arguments: Any) -> None:
        signature = tuple(typeof(argument) for argument in arguments)
        if signature not in self._compiled:
            self._compiled[signature] = self._compile(signature)
        self._compiled[signature](*arguments)

    def _compile(self, signature: tuple[Any, ...]) -> Callable[..., None]:
        dispatcher: Any = None
        try:
            dispatcher = njit(self.function, cache=True, nogil=True)
            dispatcher.compile(signature)
        except Exception:  # whatever a damaged cache leads to; an error in the function itself comes again
            with contextlib.suppress(Exception):
                dispatcher._cache.flush()  # so that the next process writes it anew
            dispatcher = njit(self.function, nogil=True)
        compiled: Callable[..., None] = dispatcher
        return compiled


@Kernel
def sample_actions(logits: Array, mask: Array, uniforms: Array, actions: Array, log_probs: Array) -> None:
    """Draw an action for each row from the softmax of its legal logits, with its log-probability.

    logits (N, A) float32, mask (N, A) int8, uniforms (N,) in [0, 1), actions (N,) int64 and log_probs (N,)
    float32 are written. Rows without a legal action get action 0.
    """
    for i in range(logits.shape[0]):
        top = -np.inf
        for a in range(logits.shape[1]):
            if mask[i, a] != 0 and logits[i, a] > top:
                top = logits[i, a]
        total = 0.0
        last = 0
        for a in range(logits.shape[1]):
            if mask[i, a] != 0:
                total += np.exp(np.float64(logits[i, a] - top))
                last = a
        goal = uniforms[i] * total
        chosen = last  # rounding may leave a crumb beyond the last legal action
        running = 0.0
        for a in range(logits.shape[1]):
            if mask[i, a] != 0:
                running += np.exp(np.float64(logits[i, a] - top))
                if running > goal:
                    chosen = a
                    break
        actions[i] = chosen
        log_probs[i] = np.float64(logits[i, chosen] - top) - np.log(total) if total > 0.0 else 0.0


@Kernel
def same_seat_advantages(
    seats: Array,
    learned: Array,
    values: Array,
    dones: Array,
    rewards: Array,
    last_seats: Array,
    last_values: Array,
    gamma: float,
    gae_lambda: float,
    decision_cost: float,
    advantages: Array,
    settled: Array,
) -> None:
    """Generalized advantage estimates where the successor of a decision is the same seat's next decision.

    Rows 0 .. P-1 hold decisions carried over from the last window (row p: seat p), rows P .. P+T-1 the T
    steps of this one. What a seat receives between two of its decisions, on anybody's turn, belongs to the
    earlier one. A decision whose seat neither decides again nor sees the end of the game within the window
    is not ``settled``: it has no advantage yet and is carried over.

    Parameters
    ----------
    seats: (P + T, N) int64, who decided; -1: nothing here.
    learned: (P + T, N) bool, False for decisions of frozen players.
    values: (P + T, N) float32, the critic's estimate for the seat that decided.
    dones: (P + T, N) bool, the game ended with this decision.
    rewards: (P + T, N, P) float32, what each seat received with this decision.
    last_seats, last_values: (N,), who decides next after the window, and the critic's estimate for that seat.
    decision_cost: what each decision costs the seat that makes it.
    advantages, settled: (P + T, N), written.
    """
    rows, tables = seats.shape
    players = rewards.shape[2]
    next_value = np.zeros(players)
    next_advantage = np.zeros(players)
    reward = np.zeros(players)
    known = np.zeros(players, dtype=np.bool_)
    for i in range(tables):
        for p in range(players):
            next_value[p] = 0.0
            next_advantage[p] = 0.0
            reward[p] = 0.0
            known[p] = False
        if last_seats[i] >= 0:
            next_value[last_seats[i]] = last_values[i]
            known[last_seats[i]] = True
        for t in range(rows - 1, -1, -1):
            settled[t, i] = False
            advantages[t, i] = 0.0
            p = seats[t, i]
            if p < 0:
                continue
            if dones[t, i]:
                for q in range(players):
                    next_value[q] = 0.0
                    next_advantage[q] = 0.0
                    reward[q] = rewards[t, i, q]
                    known[q] = True
            if not learned[t, i]:
                continue
            if known[p]:
                delta = reward[p] - decision_cost + gamma * next_value[p] - values[t, i]
                advantages[t, i] = delta + gamma * gae_lambda * next_advantage[p]
                settled[t, i] = True
            next_value[p] = values[t, i]
            next_advantage[p] = advantages[t, i]
            reward[p] = 0.0
            known[p] = True
