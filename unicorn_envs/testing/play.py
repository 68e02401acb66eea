"""Settings of a game, and random play: what the checks are made with."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from unicorn_envs.arrays import Int8Array
from unicorn_envs.codec import states_of
from unicorn_envs.engine.jit import CHECK, COMPILED
from unicorn_envs.game import Game, State

Options: TypeAlias = "dict[str, Any]"

STEP_LIMIT = 20_000
"""Random play that has not ended by then hangs."""
MANY = 20 if not COMPILED else 200 if CHECK else 2000
"""Random games, or deals."""
FEW_DEALS = 200
"""More different redraws than this are too many to count each."""


# Settings: the options that a check is made with


def player_settings(game: Game) -> list[Options]:
    """Every number of players, and otherwise the defaults."""
    return [{"num_players": n} for n in range(game.min_players, game.max_players + 1)]


def option_settings(game: Game) -> list[Options]:
    """Every other value of every option (the ends of a range), at the smallest and the largest table."""
    settings = []
    for option in game.options:
        if option.name == "num_players":
            continue
        allowed = option.allowed
        values = (allowed[0], allowed[-1]) if isinstance(allowed, range) else allowed
        for players in sorted({game.min_players, game.max_players}):
            for value in values:
                options = {"num_players": players, option.name: value}
                if value != option.default and is_allowed(game, **options):
                    settings.append(options)
    return settings


def is_allowed(game: Game, **options: Any) -> bool:
    """Whether options that are allowed one by one are allowed together."""
    try:
        game.complete_options(**options)
    except ValueError:
        return False
    return True


# Random play


def pick(generator: np.random.Generator, mask: Int8Array) -> int:
    """A uniformly random legal action."""
    legal = np.flatnonzero(mask)
    return int(legal[generator.integers(len(legal))])


def walk(game: Game, seed: int, **options: Any) -> Iterator[State]:
    """The live state of a random game at each decision, and once more when it is over."""
    generator = np.random.default_rng(seed)
    state = game.new(seed, **options)
    yield state
    for _ in range(STEP_LIMIT):
        if game.over(state):
            return
        game.apply(state, pick(generator, game.mask(state)))
        yield state
    raise AssertionError(f"{game.name}: no end after {STEP_LIMIT} random decisions")


def random_states(game: Game, options: Options, games: int, per_game: int, seed: int = 0) -> tuple[State, ...]:
    """States from all over some random games: the first, the last, and random ones in between. Clone to change."""
    return _random_states(game, tuple(options.items()), games, per_game, seed)


@cache
def _random_states(
    game: Game, options: tuple[tuple[str, Any], ...], games: int, per_game: int, seed: int
) -> tuple[State, ...]:
    generator = np.random.default_rng(seed)
    chosen: list[State] = []
    for number in range(games):
        states = [game.clone(state) for state in walk(game, seed + number, **dict(options))]
        between = generator.permutation(len(states))[: max(per_game - 2, 0)]
        chosen += [states[i] for i in sorted({0, len(states) - 1, *between.tolist()})]
    for state in chosen:
        state.setflags(write=False)
    return tuple(chosen)


def searched(game: Game, root: State, nodes: int) -> Iterator[State]:
    """``root`` and what can follow from it with the same future, first what is near: at most so many states."""
    frontier, found = [game.clone(root)], 0
    while frontier and found < nodes:
        following: list[State] = []
        for state in frontier[: nodes - found]:
            yield state
            found += 1
            for action in game.legal_actions(state):
                child = game.clone(state)
                game.apply(child, action)
                following.append(child)
        frontier = following


def without_chance(state: State) -> bytes:
    """The bytes of a state except those of its generator."""
    copy = states_of(state.tobytes(), state.dtype)
    copy["rng"] = 0
    return copy.tobytes()


def trace(game: Game, options: Options, games: int, steps: int = 5000) -> str:
    """Hash of state, mask and every seat's observation at each decision of some random games."""
    digest = hashlib.sha256()
    for seed in range(games):
        generator = np.random.Generator(np.random.PCG64(seed))
        state = game.new(seed, **options)
        for _ in range(steps):
            mask = game.mask(state)
            digest.update(state.tobytes() + mask.tobytes())
            for seat in range(game.num_players(state)):
                digest.update(game.observe(state, seat).tobytes())
            if game.over(state):
                break
            game.apply(state, pick(generator, mask))
    return digest.hexdigest()[:24]


class Choices:
    """What a seat may choose, by what it sees: equal observations of a seat must come with equal masks."""

    def __init__(self, game: Game):
        self.game = game
        self.met_again = 0
        """How often an observation was seen before, in another state."""
        self._first: dict[tuple[int, bytes], State] = {}

    def note(self, state: State) -> None:
        """Remember the choice of the seat that decides; AssertionError where it saw the same and had another."""
        seat = self.game.seat(state)
        if seat < 0:
            return
        first = self._first.setdefault((seat, self.game.observe(state, seat).tobytes()), self.game.clone(state))
        if without_chance(first) != without_chance(state):
            self.met_again += 1
            names = [set(self.game.actions.legal(self.game.mask(one))) for one in (first, state)]
            assert names[0] == names[1], (
                f"player_{seat} sees the same and may choose {sorted(names[0] - names[1])} in one state only, "
                f"{sorted(names[1] - names[0])} in the other:\n{self.game.describe(first)}\n{self.game.describe(state)}"
            )
