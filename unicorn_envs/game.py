"""``Game``: the contract that every game fulfils, and what can be done with any game.

A state is a numpy array of shape (1,) whose dtype is the record of the game; ``batch.states[i : i + 1]`` is
one too. A copy of its bytes is a clone, and equality is byte equality.

All functions for one state raise TypeError, ValueError or StateError for anything else: a record (``states[i]``),
several states, the array of another game. Functions that change a state refuse one that is read-only.

``unicorn_envs.testing.check_game`` tests what is promised here; docs/a_game_of_your_own.md begins at the beginning.
"""

from __future__ import annotations

import functools
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from unicorn_envs import codec
from unicorn_envs.actions import Actions
from unicorn_envs.engine.driver import EMPTY_MASK, Driver
from unicorn_envs.errors import (
    GameOverError,
    IllegalActionError,
    InvariantError,
    StateError,
    checked_index,
    checked_seed,
    span,
)
from unicorn_envs.layout import Layout
from unicorn_envs.options import Option, complete_options, encode_options

Array: TypeAlias = np.ndarray[Any, Any]
State: TypeAlias = np.ndarray[Any, Any]

FUNCTIONS = (
    "reset", "apply", "advance", "write_mask", "write_observation", "resample", "check", "choose",
)  # fmt: skip
REQUIRED_FIELDS = ("rng", "seat", "returns", "truncated", "num_players")


@dataclass(frozen=True, eq=False)  # a game equals itself only
class Game:
    """A game: its rules as compiled functions, and everything a user needs to know about it.

    **The record** (:func:`record`) has, besides the fields of the game itself,

    ``rng``
        uint64, the generator: all chance is drawn from it (``engine/random.py``).
    ``seat``
        who decides, -1 when the game is over.
    ``returns``
        float32, one for each possible player: what the game was worth, zeros before the end. Finite, and zero in sum
        where several play; whoever has more than zero has won. Around 1 is what trainers like best: an illegal action
        costs 1 where it ends the game.
    ``truncated``
        1 when the game was cut off, by a cap on turns for instance, rather than ended by its rules.
    ``num_players`` and every other option
        a field of the option's name with the integer that stands for its value.

    What is not in use is zero: entries of players who are not there, piles beyond their size, steps that are done.
    Equal positions then have equal bytes. The other numbers are int8 to int64, as wide as the largest value that is
    kept. Compiled code computes with int64 whatever the width; uncompiled code computes in the width of the field, so
    ``np.int64(s.field)`` goes before sums, products and negations that may leave it.

    **The functions** (``engine/driver.py`` calls them), each written for a record ``s`` and decorated with ``jit``:

    ``reset(s, options, seed)``
        deal; ``s`` is all zero before, ``options`` int64 in the order of the options, ``seed`` uint64, with which
        :func:`engine.random.reseed` begins.
    ``apply(s, action)``
        carry out a legal action and all that follows, up to the next decision or the end.
    ``advance(s)``
        work off pending steps, up to the next decision or the end: what builders of positions end with. ``seat`` is
        set before: whose turn it is where nobody has been asked yet.
    ``write_mask(s, out)``
        (A,) int8, every entry: 1 where the seat that decides may choose an action, one at least; all zero when the
        game is over. It follows from what that seat observes.
    ``write_observation(s, seat, out)``
        (D,) int8, every entry: all that ``seat`` knows, for any seat at any time, a finished game included. Who
        decides is part of it.
    ``resample(s, seat)``
        redraw all that ``seat`` cannot know, uniformly among the deals (each card one of its own) that are consistent
        with what it has seen, with the generator of the state, which has just been reseeded. What the seat observes
        and may choose, ``seat`` and ``returns`` stay. For any seat at any time, a finished game included.
    ``check(s)``
        code of the first violated invariant, 0 when all hold; ``invariants`` says what the codes mean. It is given any
        bytes whose options and ``seat`` are allowed, and must not index beyond a field whatever the others are. What
        passes can be observed, resampled and played on to the end.
    ``choose(observation, mask)``
        the heuristic's action, a legal one, as int64. It is given an observation and its mask and nothing else.
    """

    name: str
    """A Python identifier in small letters."""
    title: str
    """What people call it."""
    version: int
    """From 0. One more where rules, actions, observation or record change: states and checkpoints no longer fit."""
    min_players: int
    max_players: int
    options: tuple[Option, ...]
    """``num_players``, whose range is that of the players, and those of the game."""
    state_dtype: np.dtype[Any]
    """The record."""
    functions: Mapping[str, Any]
    actions: Actions
    observation: Layout
    """The fields of the observation. Those that only larger games have come last."""
    cards: Any
    """A frozen dataclass a card, with its ``name`` and, in ``text``, what it does as a player would read it there."""
    invariants: Mapping[int, str]
    """What each code of ``check`` means; codes are above 0."""
    describe: Callable[..., str]
    """``describe(state, seat=None)``: the position as text, as ``seat`` sees it, or with everything shown.

    The last line of a finished game says that the game is over and names the winners.
    """
    position: Callable[..., State]
    """``position(...)``: a state from readable keyword arguments; StateError when it cannot be."""
    outcome: Callable[[State], dict[str, Any]]
    """``outcome(state)``: plain facts about the result, such as ``{"score": 24, "won": True}``, that all may know.

    In all states with the same options the keys, the types of the values (bool, int, str, or a list of one of these)
    and the lengths of lists are the same. Before the end nothing is claimed that only the end decides (``won`` is
    False, a winner -1, ``ended_by`` empty or "not over"); what is counted says how things stand.
    """
    validate_options: Callable[[dict[str, Any]], None] = field(default=lambda options: None)
    """Raises ValueError for options that are allowed one by one but not together."""
    scores: Callable[[State], Array] | None = None
    """``scores(states)``: (N, P) points of every player in N states, for games that count points."""
    score_thresholds: tuple[int, ...] = ()
    """The scores that the rules of a solo game name as marks to reach, in ascending order."""
    name_actions: Callable[[State], Actions] | None = None
    """``name_actions(state)``: the same actions in the words of this state, where an option brings names of its own."""
    list_cards: Callable[[State], Sequence[Any]] | None = None
    """``list_cards(state)``: the cards that this state is played with, where an option brings cards of its own."""

    def __post_init__(self) -> None:
        for name in FUNCTIONS:
            if name not in self.functions:
                raise ValueError(f"{self.name} lacks the function {name}")
        for name in (*REQUIRED_FIELDS, *(option.name for option in self.options)):
            if name not in (self.state_dtype.names or ()):
                raise ValueError(f"the record of {self.name} lacks the field {name}")
        players = range(self.min_players, self.max_players + 1)
        if not any(option.name == "num_players" and option.allowed == players for option in self.options):
            raise ValueError(f"{self.name} lacks an option num_players of {span(players[0], players[-1])}")
        # The game's own functions check what they are given as the methods below do.
        for name, checked in (("describe", self._describe), ("outcome", self._outcome), ("scores", self._scores)):
            function = getattr(self, name)
            if function is not None:
                object.__setattr__(self, name, functools.wraps(function)(functools.partial(checked, function)))

    def _describe(self, function: Callable[..., str], state: State, seat: int | None = None) -> str:
        state = self._to_read(state)
        return function(state, None if seat is None else self._seat_of(state, seat))

    def _outcome(self, function: Callable[[State], dict[str, Any]], state: State) -> dict[str, Any]:
        return function(self._to_read(state))

    def _scores(self, function: Callable[[State], Array], states: State) -> Array:
        return function(self._some(states))

    def __repr__(self) -> str:
        return f"<Game {self.env_id}>"

    def __deepcopy__(self, memo: Any) -> Game:
        return self

    @property
    def env_id(self) -> str:
        """The versioned id, for instance ``unicorn_hunt_v0``."""
        return f"{self.name}_v{self.version}"

    @cached_property
    def driver(self) -> Driver:
        """The compiled loops."""
        return Driver(self.name, self.title, self.state_dtype, dict(self.functions))

    def layout_hash(self, num_players: int) -> str:
        """Hash of version, actions and observation in games of ``num_players``: what a checkpoint depends on."""
        layout = self.observation.for_players(num_players)
        fields = [(f.name, f.shape, str(f.low), str(f.high)) for f in layout]
        return codec.short_hash(self.env_id, [action.name for action in self.actions], fields)

    @cached_property
    def state_hash(self) -> str:
        """Hash of version and record: what a saved state depends on."""
        return codec.short_hash(self.env_id, self.state_dtype.descr)

    # Options

    def complete_options(self, **options: Any) -> dict[str, Any]:
        """All options with their values; TypeError (a name) or ValueError (a value) that lists what is allowed."""
        values = complete_options(self.title, self.options, options)
        self.validate_options(values)
        return values

    def options_of(self, state: State) -> dict[str, Any]:
        """The options that a state was made with."""
        state = self._one(state)
        return {option.name: option.decode(state[option.name][0]) for option in self.options}

    def num_players(self, state: State) -> int:
        return int(self._one(state)["num_players"][0])

    # What a state is

    def _some(self, states: State) -> State:
        """The array itself, when it is one of this game's records; TypeError, ValueError or StateError otherwise."""
        if isinstance(states, np.ndarray) and states.ndim == 1 and states.dtype == self.state_dtype:
            return states
        raise self._wrong(states)

    def _one(self, state: State) -> State:
        """The array itself, when it is one state of this game; TypeError, ValueError or StateError otherwise."""
        if isinstance(state, np.ndarray) and state.shape == (1,) and state.dtype == self.state_dtype:
            return state
        raise self._wrong(state)

    def _wrong(self, state: Any) -> Exception:
        """What to raise for something that is no state."""
        if isinstance(state, np.void):
            return TypeError("a state is an array of one record, not a record: pass states[i : i + 1], not states[i]")
        if not isinstance(state, np.ndarray):
            return TypeError(f"a state is an array of one record, as new() makes it, not {type(state).__name__}")
        if state.dtype != self.state_dtype:
            return StateError(f"this is no state of {self.title}: its dtype is not the state_dtype of the game")
        return ValueError(
            f"a state is an array of one record, of shape (1,), not {state.shape}: pass states[i : i + 1] for each i, "
            "or play many games at once with a Batch"
        )

    def _to_read(self, state: State) -> State:
        """The state as compiled code takes it, which may be a copy."""
        state = self._one(state)
        return state if state.flags.behaved else self.clone(state)

    def _to_change(self, state: State) -> State:
        """The state, when it can be changed in place; ValueError otherwise."""
        state = self._one(state)
        if not state.flags.behaved:
            raise ValueError("the state cannot be changed: it is read-only or not aligned; pass a clone(state)")
        return state

    def _seat_of(self, state: State, seat: int) -> int:
        """``seat`` as an int; TypeError or ValueError when there is no such seat."""
        players = self.num_players(state)
        number = checked_index(seat, "seat")
        if not 0 <= number < players:
            raise ValueError(f"seat must be {span(0, players - 1)}, not {seat}")
        return number

    # A single game, for search and research code

    def new(self, seed: int | None = None, **options: Any) -> State:
        """A freshly dealt game. Without a seed the operating system provides one."""
        encoded = encode_options(self.options, self.complete_options(**options))
        state = np.zeros(1, dtype=self.state_dtype)
        number = secrets.randbits(64) if seed is None else checked_seed(seed)
        seeds = np.array([number], dtype=np.uint64)
        self._verify(self.driver.reset_games(state, 0, 1, self.blank, encoded, seeds), state)
        return state

    @cached_property
    def blank(self) -> State:
        """A record of zeros, from which every game starts."""
        return np.zeros(1, dtype=self.state_dtype)

    def seat(self, state: State) -> int:
        """Who decides; -1 when the game is over."""
        return int(self._one(state)["seat"][0])

    def over(self, state: State) -> bool:
        return bool(self._one(state)["seat"][0] < 0)

    def truncated(self, state: State) -> bool:
        return bool(self._one(state)["truncated"][0])

    def returns(self, state: State) -> Array:
        """(num_players,) float32: what the game was worth to each seat; zeros before the end."""
        players = self.num_players(state)
        return np.array(state["returns"][0], dtype=np.float32).reshape(-1)[:players]

    def mask(self, state: State) -> Array:
        """(A,) int8: what is legal for the seat that decides."""
        out = np.zeros(len(self.actions), dtype=np.int8)
        self.driver.mask(self._to_read(state), out)
        return out

    def actions_of(self, state: State) -> Actions:
        """The actions under the names that are shown in this game: ``actions``, or those of its own table of cards."""
        state = self._one(state)
        return self.actions if self.name_actions is None else self.name_actions(state)

    def cards_of(self, state: State) -> Sequence[Any]:
        """The cards that this game is played with: ``cards``, or those of its own table of cards."""
        state = self._one(state)
        cards: Sequence[Any] = self.cards if self.list_cards is None else self.list_cards(state)
        return cards

    def legal_actions(self, state: State) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.mask(state))]

    def observe(self, state: State, seat: int | None = None) -> Array:
        """(D,) int8: what ``seat`` knows (by default the seat that decides)."""
        state = self._to_read(state)
        seat = self._seat_of(state, self.seat(state) if seat is None else seat)
        out = np.zeros(self.observation.for_players(self.num_players(state)).size, dtype=np.int8)
        self.driver.observe(state, seat, out)
        return out

    def apply(self, state: State, action: int | str) -> None:
        """Carry out an action (a number or a name), in place; IllegalActionError or GameOverError."""
        state = self._to_change(state)
        named = isinstance(action, str)
        number = self.actions_of(state).index(action) if named else checked_index(action, "action")
        mask = self.mask(state)
        self.check_action(number, mask, self.seat(state), state)
        seat = self.driver.step_one(state, number, np.zeros(self.observation.size, np.int8), mask)
        self._verify(0 if seat == -2 else -1, state)

    def check_action(self, action: int, mask: Array, seat: int, state: State) -> None:
        """Raise what is wrong with ``action`` for ``seat``, given its mask; nothing when it is legal."""
        if seat < 0:
            raise GameOverError(f"{self.title}: the game is over, no action can be taken; start a new one")
        if 0 <= action < len(mask) and mask[action]:
            return
        actions = self.actions_of(state)
        legal = actions.legal(mask)
        shown = ", ".join(legal[:12]) + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")
        if not 0 <= action < len(mask):
            raise IllegalActionError(
                f"{self.title}: there is no action {action} (actions are 0 to {len(mask) - 1}); "
                f"player_{seat} may choose {shown}"
            )
        raise IllegalActionError(
            f"{self.title}: action {action} ({actions.name(action)}) is not legal for player_{seat}, "
            f"who may choose {shown}"
        )

    def clone(self, states: State) -> State:
        """A copy of a state, or of an array of several."""
        return codec.states_of(self._some(states).tobytes(), self.state_dtype)

    def resample(self, state: State, seat: int, seed: int | None = None) -> State:
        """A copy in which all that ``seat`` cannot know is drawn anew (a determinization), and the future too.

        Without a seed the operating system provides one.
        """
        copy = codec.states_of(self._one(state).tobytes(), self.state_dtype)
        seat = self._seat_of(copy, seat)
        number = secrets.randbits(64) if seed is None else checked_seed(seed)
        code = self.driver.resample_games(copy, 0, 1, seat, np.array([number], dtype=np.uint64))
        self._verify(code, copy)
        return copy

    def reseed(self, state: State, seed: int) -> None:
        """Give the game a new future, in place; nothing that is on the table changes."""
        self.driver.reseed_one(self._to_change(state), checked_seed(seed))

    def play_random(self, state: State, seed: int | None = None, limit: int = 1 << 40) -> int:
        """Play on with uniformly random legal actions, in place, at most ``limit``. Returns the number of actions.

        Choices and chance are drawn from the generator of the state, reseeded with ``seed`` first. Without a seed it
        goes on as it is: clones of a state are all played alike.
        """
        state = self._to_change(state)
        seeds = np.array([] if seed is None else [checked_seed(seed)], dtype=np.uint64)
        if not 0 <= checked_index(limit, "limit") < 1 << 63:
            raise ValueError(f"limit must be 0 to 2**63 - 1, not {limit}")
        scratch = np.zeros(len(self.actions), dtype=np.int8)
        steps = self.driver.play_random(state, 0, 1, seeds, limit, scratch)
        self._verify(0 if steps < 0 else -1, state)
        return steps

    def everything(self, state: State) -> Array:
        """(S,) float32: all numbers of the record in its order, hidden cards too, but for generator and padding."""
        return codec.numbers_of(self._one(state), self._runs)

    @cached_property
    def _runs(self) -> list[codec.Run]:
        return codec.runs_of(self.state_dtype)

    # Checks

    def problem(self, state: State) -> str | None:
        """What is wrong with a state, or None when all invariants hold."""
        state = self._to_read(state)
        # The rules index tables by options and seats, so these come first.
        for option in self.options:
            if not option.stands_for_a_value(state[option.name][0]):
                return f"{option.name} must be {option.allowed_text}"
        try:
            self.validate_options(self.options_of(state))
        except ValueError as error:
            return str(error)
        if not -1 <= self.seat(state) < self.num_players(state):
            return f"the seat that decides must be -1 to {self.num_players(state) - 1}"
        code = self.driver.check_one(state, np.zeros(len(self.actions), dtype=np.int8))
        if code == 0:
            return None
        return "a seat has to decide and has no legal action" if code == EMPTY_MASK else self.invariants[code]

    def _verify(self, index: int, states: State) -> None:
        if index != -1:
            raise InvariantError(f"{self.title}, game {index}: {self.problem(states[index : index + 1])}")

    # Saving

    def state_to_bytes(self, state: State) -> bytes:
        """The state with a header that says what it is; see :meth:`state_from_bytes`."""
        return codec.to_bytes(self, self._one(state))

    def state_from_bytes(self, data: bytes) -> State:
        """The state that was saved; StateError with the reason for anything else."""
        return codec.from_bytes(self, data)
