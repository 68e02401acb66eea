"""What every game promises (``game.py``), as checks: for whoever writes a game.

>>> from unicorn_envs.testing import cases, check_game
>>> check_game(GAME)                                        # AssertionError that lists what failed
>>> @pytest.mark.parametrize("case", cases(GAME), ids=str)  # or one test a check
... def test_the_contract(case):
...     case()

``python -m unicorn_envs.testing MODULE:ATTRIBUTE`` does the same, a line a check. With ``UNICORN_ENVS_CHECK=1`` in
the environment, indices are checked and damaged states tried; with ``NUMBA_DISABLE_JIT=1`` nothing is compiled.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from unicorn_envs import registry
from unicorn_envs.codec import states_of
from unicorn_envs.engine.jit import CHECK, COMPILED
from unicorn_envs.engine.store import sources_of
from unicorn_envs.envs.batch import Batch
from unicorn_envs.errors import InvariantError
from unicorn_envs.game import FUNCTIONS, Game, State
from unicorn_envs.options import Dependent, encode_options

Array: TypeAlias = "np.ndarray[Any, Any]"
Options: TypeAlias = "dict[str, Any]"

STEP_LIMIT = 20_000
"""Random play that has not ended by then hangs."""
MOST_STATE_BYTES = 8 * 1024
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


def pick(generator: np.random.Generator, mask: Array) -> int:
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


# The checks


@dataclass(frozen=True)
class Case:
    """A check of a game with options; call it to make it."""

    check: Callable[[Game, Options], None]
    game: Game
    options: tuple[tuple[str, Any], ...] = ()

    def __call__(self) -> None:
        """AssertionError that says what is wrong."""
        self.check(self.game, dict(self.options))

    def __str__(self) -> str:
        setting = ",".join(f"{name}={value}" for name, value in self.options)
        return "-".join(filter(None, [self.check.__name__, self.game.name, setting]))


Settings: TypeAlias = "Callable[[Game], list[Options]]"
CHECKS: list[tuple[Callable[[Game, Options], None], Settings]] = []
"""All checks, each with the settings that it is made with."""


def _once(game: Game) -> list[Options]:
    return [{}]


def _each_table(game: Game) -> list[Options]:
    return player_settings(game) + option_settings(game)


def _where_indices_are_checked(game: Game) -> list[Options]:
    return player_settings(game) if CHECK else []


def _where_it_is_compiled(game: Game) -> list[Options]:
    return [{}] if COMPILED and not CHECK else []


def _check(settings: Settings) -> Callable[[Callable[[Game, Options], None]], Callable[[Game, Options], None]]:
    def add(check: Callable[[Game, Options], None]) -> Callable[[Game, Options], None]:
        CHECKS.append((check, settings))
        return check

    return add


def cases(game: Game) -> list[Case]:
    """All checks of a game, for every number of players, and where it matters for every value of an option."""
    return [Case(check, game, tuple(options.items())) for check, settings in CHECKS for options in settings(game)]


def check_game(game: Game) -> None:
    """Make all checks; AssertionError that lists those that failed, with the reasons."""
    every = cases(game)
    failures = [f"- {case}: {reason}" for case in every if (reason := _failure(case)) is not None]
    if failures:
        raise AssertionError(f"{game.name}: {len(failures)} of {len(every)} checks failed\n" + "\n".join(failures))


def _failure(case: Case) -> str | None:
    try:
        case()
    except AssertionError as error:
        return str(error) or "it does not hold"
    except Exception as error:  # whatever a game that is not finished comes upon
        return f"{type(error).__name__}: {error}"
    return None


# What a game says about itself


@_check(_once)
def it_describes_itself(game: Game, options: Options) -> None:
    assert game.name.isidentifier() and game.name == game.name.lower(), f"{game.name!r} is no name in small letters"
    assert game.title.strip(), "it has no title"
    assert 1 <= game.min_players <= game.max_players, "min_players must be 1 or more, and at most max_players"
    assert set(FUNCTIONS) == set(game.functions), f"functions are {', '.join(FUNCTIONS)}"
    assert len(game.cards) > 0, "it has no cards"
    for option in game.options:
        assert option.meaning.strip(), f"option {option.name} has no meaning"
        values = [] if isinstance(option.default, Dependent) else [option.default]
        for value in (*values, *option.allowed):
            assert option.decode(option.encode(value)) == value, f"{option.name}={value!r} is decoded as another value"
    for code, text in game.invariants.items():
        assert isinstance(code, int) and code > 0 and text.strip(), f"invariant {code!r} must be above 0, with a text"


@_check(_once)
def other_processes_find_it(game: Game, options: Options) -> None:
    assert pickle.loads(pickle.dumps(game)) is game, "make it a constant of its package, or register it"


@_check(_once)
def the_record_is_small_and_has_no_hidden_bytes(game: Game, options: Options) -> None:
    dtype = game.state_dtype
    names = dtype.names or ()
    assert dtype.itemsize <= MOST_STATE_BYTES, f"a state has {dtype.itemsize} bytes, at most {MOST_STATE_BYTES} will do"
    assert sum(dtype[name].itemsize for name in names) == dtype.itemsize, "make the record with game.record"
    assert dtype.isalignedstruct and not dtype.hasobject, "make the record with game.record"
    assert dtype["rng"] == np.uint64, "rng must be uint64"
    assert dtype["returns"].base == np.float32, "returns must be float32"
    assert np.prod(dtype["returns"].shape) >= game.max_players, "returns needs an entry for each possible player"
    for name in names:
        kind = dtype[name].base.kind
        assert kind in "if" or name == "rng", f"{name} is {dtype[name].base}: fields are signed integers, or floats"


@_check(_once)
def every_field_of_the_observation_is_documented(game: Game, options: Options) -> None:
    layout = game.observation
    assert layout.size == len(layout.low) == len(layout.high), "the layout has no bounds"
    for field in layout:
        assert field.meaning.strip() and field.name.isidentifier(), f"{field.name!r} has no meaning, or is no name"
        assert (np.asarray(field.low) <= field.high).all(), f"the bounds of {field.name} are the wrong way round"


@_check(_once)
def fewer_players_observe_a_prefix(game: Game, options: Options) -> None:
    for setting in player_settings(game):
        layout = game.observation.for_players(setting["num_players"])
        assert list(layout) == list(game.observation)[: len(layout)], "fields of larger games come last"
    assert list(layout) == list(game.observation), "the largest game must have all fields"


@_check(_once)
def actions_have_names_both_ways(game: Game, options: Options) -> None:
    for number, action in enumerate(game.actions):
        assert action.meaning.strip(), f"action {action.name} has no meaning"
        for name in (action.name, action.name.upper()):
            assert game.actions.index(name) == number, f"{name!r} names two actions"


@_check(_once)
def all_that_is_compiled_is_watched(game: Game, options: Options) -> None:
    """The cache of machine code knows the sources of the package and of the game, and nothing of other packages."""
    sources = sources_of(function.__module__ for function in game.functions.values())
    known = {"numpy", *sys.stdlib_module_names, *(module.partition(".")[0] for module in sources)}
    for file in sources.values():
        for node in ast.walk(ast.parse(file.read_text())) if file.parent.name != "engine" else ():
            imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            imported += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            others = {name.partition(".")[0] for name in imported} - known
            assert not others, f"{file} imports {', '.join(others)}, whose changes nobody would notice"


@_check(_where_it_is_compiled)
def uncompiled_it_is_the_same_game(game: Game, options: Options) -> None:
    """In another process, which finds the game by where it lies."""
    code = (
        "import sys; from unicorn_envs import registry, testing; game = registry.get(sys.argv[1])\n"
        "print([testing.trace(game, o, 1, 60) for o in testing.player_settings(game)])"
    )
    process = subprocess.run(
        [sys.executable, "-c", code, registry.place_of(game)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True, text=True,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    traces = [trace(game, setting, 1, 60) for setting in player_settings(game)]
    assert process.stdout.strip() == str(traces), (
        "uncompiled, states, masks or observations are others; mostly a number leaves its field, where compiled code "
        "computes with int64: np.int64(s.field)"
    )


# Games from beginning to end


@_check(_each_table)
def deals_follow_from_their_seeds(game: Game, options: Options) -> None:
    first, again = game.new(5, **options), game.new(5, **options)
    assert first.tobytes() == again.tobytes(), "the same seed deals another game"
    assert any(without_chance(game.new(seed, **options)) != without_chance(first) for seed in range(6, 40)), (
        "all seeds deal the same"
    )
    assert game.options_of(first) == game.complete_options(**options), "the record holds other options"
    used = game.new(7, **options)
    game.play_random(used, 8)
    encoded = encode_options(game.options, game.options_of(first))
    game.driver.reset_games(used, 0, 1, game.blank, encoded, np.array([5], dtype=np.uint64))
    assert used.tobytes() == first.tobytes(), "something of the game before is left"


@_check(_each_table)
def random_games_keep_the_rules(game: Game, options: Options) -> None:
    """All invariants, a choice for who decides, every seat's observation within its bounds, at every step."""
    players = game.complete_options(**options)["num_players"]
    layout = game.observation.for_players(players)
    for seed in range(3):
        for state in walk(game, seed, **options):
            assert game.problem(state) is None, f"{game.problem(state)}:\n{game.describe(state)}"
            for seat in range(players):
                observation = game.observe(state, seat)
                wrong = (observation < layout.low) | (observation > layout.high)
                assert not wrong.any(), f"out of bounds: {[n for n, part in layout.split(wrong).items() if part.any()]}"
            mask = game.mask(state)
            assert ((mask == 0) | (mask == 1)).all(), "a mask has other numbers than 0 and 1"
            assert mask.any() == (not game.over(state)), "somebody decides without a choice, or chooses after the end"
            assert game.over(state) or not game.returns(state).any(), "there are returns before the end"
            assert game.over(state) or not game.truncated(state), "it is truncated before the end"
            at_rest = game.clone(state)
            game.driver.advance_one(at_rest)
            assert at_rest.tobytes() == state.tobytes(), "advance changes a state in which somebody decides"
        check_result(game, state, players)


def check_result(game: Game, state: State, players: int) -> None:
    """The returns and facts of a finished game are of the right form."""
    returns = game.returns(state)
    assert np.isfinite(returns).all(), f"returns are {returns}"
    assert not state["returns"].reshape(-1)[players:].any(), "seats that are not there get something"
    assert players == 1 or abs(float(returns.sum())) < 1e-5, f"returns {returns} do not sum to zero"
    json.dumps(game.outcome(state))


@_check(_each_table if CHECK else player_settings)
def many_random_games_end_and_every_seat_wins_some(game: Game, options: Options) -> None:
    players = options["num_players"]
    with Batch(game, MANY, seed=11, autoreset=False, **options) as batch:
        scratch = np.zeros(len(game.actions), dtype=np.int8)
        steps = game.driver.play_random(batch.states, 0, MANY, batch.seeds.copy(), STEP_LIMIT, scratch)
        assert steps >= 0, f"on the way: {game.problem(batch.states[-1 - steps : -steps])}"
        assert (batch.states["seat"] == -1).all(), f"no end after {STEP_LIMIT} random decisions"
        returns = batch.states["returns"].reshape(MANY, -1)
        assert np.isfinite(returns).all(), "some returns are not finite"
        if players > 1:
            assert np.abs(returns.sum(axis=1)).max() < 1e-5, "some returns do not sum to zero"
            wins = (returns[:, :players] > 0).any(axis=0)
            assert wins.all() or MANY < 1000, f"seats {np.flatnonzero(~wins)} never win in {MANY} random games"
        for index in range(0, MANY, 50):
            state = batch.states[index : index + 1]
            assert game.problem(state) is None, f"at the end: {game.problem(state)}"


@_check(player_settings)
def states_come_back_whole_from_bytes(game: Game, options: Options) -> None:
    for state in random_states(game, options, games=3, per_game=8):
        assert game.state_from_bytes(game.state_to_bytes(state)).tobytes() == state.tobytes(), "another state came back"


@_check(player_settings)
def a_new_future_keeps_the_table(game: Game, options: Options) -> None:
    state = game.new(3, **options)
    clone = game.clone(state)
    game.reseed(clone, 2**64 - 1)
    assert without_chance(clone) == without_chance(state), "reseeding changes more than the generator"


@_check(player_settings)
def the_heuristic_chooses_legal_actions(game: Game, options: Options) -> None:
    states = [s for s in random_states(game, options, games=8, per_game=12) if not game.over(s)]
    observations = np.stack([game.observe(state) for state in states])
    masks = np.stack([game.mask(state) for state in states])
    actions = np.full(len(states), -1, dtype=np.int64)
    game.driver.choose_actions(observations, masks, actions, 0, len(states))
    for state, mask, action in zip(states, masks, actions):
        assert 0 <= action < len(mask) and mask[action], f"it chooses {action} here:\n{game.describe(state)}"


# Text and facts


@_check(player_settings)
def a_position_can_be_told_in_words(game: Game, options: Options) -> None:
    for state in random_states(game, options, games=2, per_game=6):
        for seat in (None, *range(options["num_players"])):
            assert game.describe(state, seat).strip(), "there is no text"
            last = game.describe(state, seat).rstrip().splitlines()[-1]
            assert ("the game is over" in last) == game.over(state), f"the last line is {last!r}"
            if options["num_players"] > 1:
                for winner in np.flatnonzero(game.returns(state) > 0):
                    assert f"player_{winner}" in last, f"player_{winner} has won, and the last line is {last!r}"


def shape_of_outcome(game: Game, state: State) -> dict[str, Any]:
    """The keys of an outcome with the types of their values; for a list its length and the types in it."""
    shape: dict[str, Any] = {}
    for key, value in game.outcome(state).items():
        parts = value if isinstance(value, list) else [value]
        assert all(type(part) in (bool, int, str) for part in parts), f"{key} is {value!r}"
        shape[key] = (type(value), [type(part) for part in parts])
    return shape


@_check(_each_table)
def outcomes_have_one_shape(game: Game, options: Options) -> None:
    at_first = shape_of_outcome(game, game.new(0, **options))
    assert at_first, "an outcome holds nothing"
    for state in random_states(game, options, games=5, per_game=6):
        assert shape_of_outcome(game, state) == at_first, f"{game.outcome(state)} has another shape than at the deal"


DECIDED_AT_THE_END = ("won", "winner", "winners", "ended_by", "rank")
NOTHING_CLAIMED = ((bool, False), (int, -1), (str, ""), (str, "not over"))


@_check(_each_table)
def outcomes_claim_nothing_before_the_end(game: Game, options: Options) -> None:
    for state in random_states(game, options, games=5, per_game=6):
        for key, value in game.outcome(state).items() if not game.over(state) else ():
            parts = value if isinstance(value, list) else [value]
            claimed = [part for part in parts if (type(part), part) not in NOTHING_CLAIMED]
            assert key not in DECIDED_AT_THE_END or not claimed, f"{key} is {value!r} before the end"


# Honesty: no seat gets to know what it cannot know


@_check(_each_table)
def redraws_change_nothing_that_the_seat_sees(game: Game, options: Options) -> None:
    """Observation, mask, text and facts stay bit-identical, from states all over random games, for every seat."""
    for number, state in enumerate(random_states(game, options, games=8, per_game=12)):
        for seat in range(options["num_players"]):
            for seed in range(2):
                other = game.resample(state, seat, 1000 * number + seed)
                assert game.problem(other) is None, f"a redraw is broken: {game.problem(other)}"
                assert not noticed(game, state, other, seat), (
                    f"player_{seat} would notice: {', '.join(noticed(game, state, other, seat))}"
                )
                assert game.describe(other, seat) == game.describe(state, seat), f"player_{seat} reads another text"
                assert game.outcome(other) == game.outcome(state), "the outcome tells what a seat cannot know"
                assert game.seat(other) == game.seat(state), "another seat decides after a redraw"
                assert (game.returns(other) == game.returns(state)).all(), "returns change by a redraw"
                if game.seat(state) == seat:
                    assert (game.mask(other) == game.mask(state)).all(), f"player_{seat} may choose something else"


def noticed(game: Game, state: State, other: State, seat: int) -> list[str]:
    """The fields of the observation of ``seat`` that differ."""
    layout = game.observation.for_players(game.num_players(state))
    before, after = (layout.split(game.observe(one, seat)) for one in (state, other))
    return [name for name in before if (before[name] != after[name]).any()]


@_check(_each_table)
def who_sees_the_same_may_choose_the_same(game: Game, options: Options) -> None:
    """Same seat, equal observation: equal mask. In random games and in what follows from their states, where the same
    moves in another order lead to what looks the same, and with the hidden cards redrawn."""
    choices = Choices(game)
    for number, root in enumerate(random_states(game, options, games=5, per_game=8)):
        for state in searched(game, root, nodes=60):
            choices.note(state)
            if game.seat(state) >= 0:
                choices.note(game.resample(state, game.seat(state), number))


@_check(_each_table)
def redraws_at_the_deal_are_as_likely_as_deals(game: Game, options: Options) -> None:
    """Where deals that look the same come up often enough they are counted; else nearly every redraw is another."""
    deals = [game.new(seed, **options) for seed in range(MANY // 2)]
    varied = False
    for seat in range(options["num_players"]):
        seen = game.observe(deals[0], seat).tobytes()
        alike = [without_chance(deal) for deal in deals if game.observe(deal, seat).tobytes() == seen]
        redraws = [without_chance(game.resample(deals[0], seat, seed)) for seed in range(2 * FEW_DEALS)]
        varied = varied or len(set(redraws)) > 1
        if len(alike) >= FEW_DEALS:
            number = min(len(alike), len(redraws))
            difference, limit = two_samples(Counter(alike[:number]), Counter(redraws[:number]))
            assert difference < limit, f"for player_{seat} redraws are not as likely as deals"
        elif len(set(redraws)) > FEW_DEALS:
            assert len(set(redraws[:20])) >= 18, f"for player_{seat} redraws repeat themselves"
    assert varied or options["num_players"] == 1, "nothing is hidden from anybody at the deal"


def two_samples(first: Counter[bytes], second: Counter[bytes]) -> tuple[float, float]:
    """Chi-square for two samples of one size, rare values taken together, and what it exceeds once in a million."""
    pairs = [(first[value], second[value]) for value in first | second]
    rare = [pair for pair in pairs if sum(pair) < 10]
    counts = np.array([pair for pair in pairs if sum(pair) >= 10] + [tuple(map(sum, zip(*rare)))] * bool(rare))
    statistic = ((counts[:, 0] - counts[:, 1]) ** 2 / counts.sum(axis=1)).sum()
    return float(statistic), chi_square_limit(len(counts) - 1)


def chi_square_limit(freedom: int) -> float:
    """What chi-square exceeds once in a million (Wilson and Hilferty's approximation)."""
    if freedom < 1:
        return 1e-9
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 4.7534 * spread**0.5) ** 3)


@_check(player_settings)
def a_redraw_follows_from_its_seed_and_leaves_the_original_alone(game: Game, options: Options) -> None:
    for state in random_states(game, options, games=2, per_game=6):
        before = state.tobytes()
        for seat in range(options["num_players"]):
            first, again = game.resample(state, seat, 7), game.resample(state, seat, 7)
            assert first.tobytes() == again.tobytes(), "the same seed redraws something else"
        assert state.tobytes() == before, "the original has changed"


@_check(player_settings)
def a_redraw_of_a_redraw_hides_as_much(game: Game, options: Options) -> None:
    """Redrawing twice reaches deals as far away as redrawing once: nothing became known by it."""
    for state in random_states(game, options, games=2, per_game=6):
        for seat in range(options["num_players"]):
            once = game.resample(state, seat, 1)
            varied = [len({without_chance(game.resample(s, seat, n)) for n in range(16)}) for s in (state, once)]
            assert varied[0] == varied[1] or min(varied) > 1, f"to player_{seat} something became known by a redraw"


@_check(player_settings)
def observing_changes_nothing(game: Game, options: Options) -> None:
    for original in random_states(game, options, games=3, per_game=10):
        state, before = game.clone(original), original.tobytes()
        for seat in range(options["num_players"]):
            game.observe(state, seat)
            game.describe(state, seat)
        game.mask(state)
        game.describe(state)
        game.problem(state)
        assert state.tobytes() == before, "the state has changed"


@_check(player_settings)
def original_and_redraw_go_on_with_the_same_choice(game: Game, options: Options) -> None:
    """What the seat may choose it may choose in both; both games can be played to their ends."""
    generator = np.random.default_rng(1)
    for state in random_states(game, options, games=3, per_game=8):
        seat = game.seat(state)
        tables = [game.clone(state), game.resample(state, seat, 9)] if seat >= 0 else []
        # until others choose by what they know, or chance or a card that has come to light parts them
        while tables and {*map(game.seat, tables)} == {seat} and not noticed(game, tables[0], tables[1], seat):
            action = pick(generator, game.mask(tables[0]))
            for table in tables:
                game.apply(table, action)
                assert game.problem(table) is None, game.problem(table)
        for table in tables:
            game.play_random(table, 3, limit=STEP_LIMIT)
            assert game.over(table), f"no end after {STEP_LIMIT} random decisions"


@_check(_where_indices_are_checked)
def damaged_states_are_refused_or_can_be_played(game: Game, options: Options) -> None:
    """Bytes changed at random: what is not refused may break the rules but never index out of bounds."""
    generator = np.random.default_rng(3)
    states = random_states(game, options, games=2, per_game=10)
    refused = 0
    for _ in range(400):
        state = game.clone(states[generator.integers(len(states))])
        raw = state.view(np.uint8)
        raw[generator.integers(8, raw.size, size=generator.integers(1, 3))] = generator.integers(256)
        if game.problem(state) is not None:
            refused += 1
            continue
        with contextlib.suppress(InvariantError):
            for seat in range(game.num_players(state)):
                game.observe(state, seat)
                game.resample(state, seat, 1)
            game.play_random(state, 1, limit=5000)
    assert refused > 0, "check finds nothing wrong with damaged states"


def main(arguments: Sequence[str]) -> int:
    """Check the games that are named, a line a check. Returns 1 where something failed."""
    failed = False
    for name in arguments:
        for case in cases(registry.get(name)):
            reason = _failure(case)
            failed = failed or reason is not None
            print(f"{case}: {'ok' if reason is None else reason}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
