"""The loops over many games, written once. Every game gets a compiled copy of each.

The functions marked as templates below call ``reset``, ``apply``, ``advance``, ``write_mask``, ``write_observation``,
``resample``, ``check`` and ``choose`` as if they were globals; :class:`Driver` replaces these by the
functions of a game before compiling (functions passed as arguments would never hit the disk cache).

A single game is a batch of one: an array of records of length 1.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from unicorn_envs.engine.jit import CHECK, COMPILED, Entry, compile_missing, make_store, template_copy
from unicorn_envs.engine.random import draw, next_seed, reseed

OK = -1
"""What a template returns when no invariant was violated; otherwise the index of the offending game."""
EMPTY_MASK = 1000
"""Invariant code: a seat has to decide, and its mask is empty."""


def reset_games(states, start, stop, blank, options, seeds):  # template
    """Start games ``start`` .. ``stop - 1`` anew with their seeds."""
    for i in range(start, stop):
        states[i] = blank[0]
        reset(states[i], options, seeds[i])  # noqa: F821
        if CHECK and check(states[i]) != 0:  # noqa: F821
            return np.int64(i)
    return np.int64(OK)


def write_games(states, start, stop, observation, action_mask, seat):  # template
    """Write mask, observation and seat of games ``start`` .. ``stop - 1`` for the seat that decides."""
    for i in range(start, stop):
        s = states[i]
        seat[i] = s.seat
        write_mask(s, action_mask[i])  # noqa: F821
        if s.seat >= 0:
            write_observation(s, s.seat, observation[i])  # noqa: F821
        else:
            observation[i, :] = 0


def step_games(  # template
    states, start, stop, actions, observation, action_mask, seat, reward, done, truncated,
    final_states, blank, options, seeds, autoreset,
):  # fmt: skip
    """Apply one action in each of games ``start`` .. ``stop - 1``; a game that is over is left alone.

    ``actions`` must be legal. A game that ends leaves its result in ``reward``, ``done``, ``truncated``
    and ``final_states``, and starts anew where ``autoreset`` is set.
    """
    for i in range(start, stop):
        s = states[i]
        if done[i]:
            done[i] = False
            truncated[i] = False
            for p in range(reward.shape[1]):
                reward[i, p] = 0.0
        if s.seat < 0:
            continue
        apply(s, actions[i])  # noqa: F821
        if CHECK and check(s) != 0:  # noqa: F821
            return np.int64(i)
        if s.seat < 0:
            done[i] = True
            truncated[i] = s.truncated != 0
            for p in range(reward.shape[1]):
                reward[i, p] = s.returns[p]
            final_states[i] = states[i]
            if autoreset:
                seeds[i] = next_seed(seeds[i])
                states[i] = blank[0]
                reset(s, options, seeds[i])  # noqa: F821
        seat[i] = s.seat
        write_mask(s, action_mask[i])  # noqa: F821
        if s.seat >= 0:
            write_observation(s, s.seat, observation[i])  # noqa: F821
        else:
            observation[i, :] = 0
    return np.int64(OK)


def step_one(states, action, observation, action_mask):  # template
    """Apply a legal action in the game ``states[0]`` and write mask and observation for who decides next.

    Returns the seat that decides next, -1 when the game is over, -2 when an invariant was violated.
    """
    s = states[0]
    apply(s, action)  # noqa: F821
    if CHECK and check(s) != 0:  # noqa: F821
        return np.int64(-2)
    write_mask(s, action_mask)  # noqa: F821
    if s.seat >= 0:
        write_observation(s, s.seat, observation)  # noqa: F821
    return np.int64(s.seat)


def advance_one(states):  # template
    """Work off the pending steps of the game ``states[0]``: what position builders end with."""
    advance(states[0])  # noqa: F821


def reseed_one(states, seed):  # template
    """Give the game ``states[0]`` a new future."""
    reseed(states[0], seed)


def observe(states, seat, observation):  # template
    """Write what ``seat`` knows of the game ``states[0]``."""
    write_observation(states[0], seat, observation)  # noqa: F821


def mask(states, action_mask):  # template
    """Write what is legal for the seat that decides in the game ``states[0]``; all zero when it is over."""
    write_mask(states[0], action_mask)  # noqa: F821


def resample_games(states, start, stop, seat, seeds):  # template
    """Redraw all that ``seat`` cannot know in games ``start`` .. ``stop - 1``, and their future."""
    for i in range(start, stop):
        reseed(states[i], seeds[i])
        resample(states[i], seat)  # noqa: F821
        if CHECK and check(states[i]) != 0:  # noqa: F821
            return np.int64(i)
    return np.int64(OK)


def replay(states, actions, observation, action_mask, parts):  # template
    """Apply recorded legal actions to the game ``states[0]``: nothing else (``parts`` 0), with the mask
    written after each step (1), or with mask and observation (2)."""
    s = states[0]
    for action in actions:
        apply(s, action)  # noqa: F821
        if parts >= 1:
            write_mask(s, action_mask)  # noqa: F821
        if parts >= 2 and s.seat >= 0:
            write_observation(s, s.seat, observation)  # noqa: F821


def play_random(states, start, stop, seeds, limit, action_mask):  # template
    """Play games ``start`` .. ``stop - 1`` on with uniformly random legal actions, at most ``limit`` each.

    The choices are drawn from the generators of the games, which are reseeded first, unless ``seeds`` is
    empty. Returns the number of actions, or -1 - i when an invariant was violated in game i.
    """
    steps = 0
    for i in range(start, stop):
        s = states[i]
        if seeds.shape[0] > 0:
            reseed(s, seeds[i])
        count = 0
        while s.seat >= 0 and count < limit:
            write_mask(s, action_mask)  # noqa: F821
            legal = 0
            for a in range(action_mask.shape[0]):
                legal += action_mask[a]
            if CHECK and legal == 0:
                return np.int64(-1 - i)
            pick = draw(s, legal)
            a = 0
            while True:
                if action_mask[a] != 0:
                    if pick == 0:
                        break
                    pick -= 1
                a += 1
            apply(s, a)  # noqa: F821
            if CHECK and check(s) != 0:  # noqa: F821
                return np.int64(-1 - i)
            count += 1
        steps += count
    return np.int64(steps)


def choose_actions(observation, action_mask, actions, start, stop):  # template
    """The heuristic's action for each row; it sees the observation and the mask and nothing else."""
    for i in range(start, stop):
        actions[i] = choose(observation[i], action_mask[i])  # noqa: F821


def check_one(states, action_mask):  # template
    """Code of the first violated invariant of the game ``states[0]``; 0 when all hold."""
    code = check(states[0])  # noqa: F821
    if code == 0 and states[0].seat >= 0:
        write_mask(states[0], action_mask)  # noqa: F821
        for a in range(action_mask.shape[0]):
            if action_mask[a] != 0:
                return np.int64(0)
        return np.int64(EMPTY_MASK)
    return np.int64(code)


def find_illegal(actions, action_mask, seat):
    """Index of the first game whose action is out of range or not legal; -1 when there is none."""
    for i in range(actions.shape[0]):
        if seat[i] >= 0:
            a = actions[i]
            if a < 0 or a >= action_mask.shape[1] or action_mask[i, a] == 0:
                return np.int64(i)
    return np.int64(-1)


class Driver:
    """The compiled loops of one game, as attributes named like the templates.

    They are compiled together, on first use, because most of the time goes into the rules, which they
    share; a line on stderr says so. From then on they come from disk.
    """

    reset_games: Callable[..., int]
    write_games: Callable[..., None]
    step_games: Callable[..., int]
    step_one: Callable[..., int]
    advance_one: Callable[..., None]
    reseed_one: Callable[..., None]
    observe: Callable[..., None]
    mask: Callable[..., None]
    resample_games: Callable[..., int]
    replay: Callable[..., None]
    play_random: Callable[..., int]
    choose_actions: Callable[..., None]
    check_one: Callable[..., int]

    def __init__(self, name: str, title: str, state_dtype: np.dtype[Any], functions: dict[str, Any]):
        self.title = title
        self.state_dtype = state_dtype
        self._complete = False
        self._store = make_store(name, [__name__, *sorted({f.__module__ for f in functions.values()})])
        self._entries = {
            template.__name__: Entry(
                template_copy(template, f"{name}.{template.__name__}", functions), signature, self._store
            )
            for template, signature in _signatures(state_dtype)
        }

    def __getattr__(self, name: str) -> Callable[..., Any]:
        # Called once per entry: what is found is kept as an attribute.
        if name.startswith("_") or name not in self._entries:
            raise AttributeError(f"Driver has no entry {name!r}")
        self.compile()
        entry = self._entries[name].load()
        entry = entry if COMPILED else _uncompiled(entry, self.state_dtype)
        setattr(self, name, entry)
        return entry

    def compile(self) -> float:
        """Compile what is not on disk yet. Returns the seconds it took, 0.0 where there was nothing to do."""
        if self._complete:
            return 0.0
        seconds = compile_missing(self.title, self._store, self._entries.values())
        self._complete = True
        return seconds


def _uncompiled(entry: Callable[..., Any], state_dtype: np.dtype[Any]) -> Callable[..., Any]:
    """Let the plain functions use ``s.field``: records of a plain array have no attributes, recarrays' have."""

    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # the generator wraps around on purpose
            return entry(
                *(a.view(np.recarray) if isinstance(a, np.ndarray) and a.dtype == state_dtype else a for a in arguments)
            )

    return call


def _signatures(state_dtype: np.dtype[Any]) -> list[tuple[Callable[..., Any], tuple[Any, ...]]]:
    if not COMPILED:
        return [(template, ()) for template in TEMPLATES]
    import numba
    from numba import boolean, float32, int8, int64, uint64

    states = numba.from_dtype(state_dtype)[::1]
    vector, rows = int8[::1], int8[:, ::1]
    signatures: dict[Callable[..., Any], tuple[Any, ...]] = {
        reset_games: (states, int64, int64, states, int64[::1], uint64[::1]),
        write_games: (states, int64, int64, rows, rows, int64[::1]),
        step_games: (
            states, int64, int64, int64[::1], rows, rows, int64[::1], float32[:, ::1], boolean[::1],
            boolean[::1], states, states, int64[::1], uint64[::1], boolean,
        ),
        step_one: (states, int64, vector, vector),
        advance_one: (states,),
        reseed_one: (states, uint64),
        observe: (states, int64, vector),
        mask: (states, vector),
        resample_games: (states, int64, int64, int64, uint64[::1]),
        replay: (states, int64[::1], vector, vector, int64),
        play_random: (states, int64, int64, uint64[::1], int64, vector),
        choose_actions: (rows, rows, int64[::1], int64, int64),
        check_one: (states, vector),
    }  # fmt: skip
    return [(template, signatures[template]) for template in TEMPLATES]


TEMPLATES: list[Callable[..., Any]] = [
    reset_games, write_games, step_games, step_one, advance_one, reseed_one, observe, mask, resample_games,
    replay, play_random, choose_actions, check_one,
]  # fmt: skip


def next_seed_of(seed):
    return next_seed(seed)


@functools.cache
def _shared_entry(function: Any) -> Callable[..., Any]:
    """An entry that no game is part of, compiled once for all."""
    signature: tuple[Any, ...] = ()
    if COMPILED:
        from numba import int8, int64, uint64

        signature = {
            find_illegal: (int64[::1], int8[:, ::1], int64[::1]),
            next_seed_of: (uint64,),
        }[function]
    return Entry(function, signature, make_store("engine", [__name__])).load()


def first_illegal(actions: Any, action_mask: Any, seat: Any) -> int:
    """Index of the first game whose action is out of range or not legal; -1 when there is none."""
    return int(_shared_entry(find_illegal)(actions, action_mask, seat))


def following_seed(seed: int) -> int:
    """The seed of the game that follows at a table where the last game had ``seed``."""
    with np.errstate(over="ignore"):
        return int(_shared_entry(next_seed_of)(np.uint64(seed)))
