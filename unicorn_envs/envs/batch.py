"""The batched way in: many tables of one game, stepped together. Training and evaluation run on this."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from unicorn_envs.arrays import Array, BoolArray, Float32Array, Int8Array, Int64Array, Integers, UInt64Array
from unicorn_envs.engine.driver import OK, first_illegal
from unicorn_envs.errors import StateError, checked_index, checked_seed
from unicorn_envs.game import Game
from unicorn_envs.options import encode_options
from unicorn_envs.seeds import table_seeds

GAMES_FOR_THREADS = 512
"""Below this many games handing work to a thread costs more than it saves."""

COPIES_MAKE_THEMSELVES = (
    "layout", "observation", "action_mask", "seat", "reward", "done", "truncated", "seeds", "_pool",
)  # fmt: skip


class Batch:
    """``num_envs`` tables of one game.

    The arrays are allocated once and written in place by each step; copy what must last. Those marked (r)
    cannot be written to.

    ============== ============ ========== ==========================================================
    observation     (N, D) (r)   int8       what the seat that decides knows
    action_mask     (N, A) (r)   int8       what it may choose
    seat            (N,) (r)     int64      who decides; -1: the game is over (only without autoreset)
    reward          (N, P) (r)   float32    returns of the game that ended in this step, else 0
    done            (N,) (r)     bool       a game ended in this step
    truncated       (N,) (r)     bool       it was truncated
    final_states    (N,)         record     the last state of the game that ended last at this table
    states          (N,)         record     the live states; call ``refresh()`` after changing one
    seeds           (N,) (r)     uint64     the seeds of the games being played
    ============== ============ ========== ==========================================================

    Parameters
    ----------
    game: the game.
    num_envs: number of tables.
    seed: an integer from which the seeds of all tables follow, or an array of one uint64 seed a table.
        None: from the operating system.
    threads: 1, or more; from 512 games on each thread works on a contiguous share. Results do not depend on it.
    autoreset: whether a table deals anew in the step that ends its game. Otherwise it rests, with an empty
        mask, and its actions are ignored until ``reset``.
    options: of the game, by name.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        seed: int | Sequence[int] | Integers | None = None,
        threads: int = 1,
        autoreset: bool = True,
        **options: Any,
    ) -> None:
        self.game = game
        self.num_envs = checked_index(num_envs, "num_envs")
        self.threads = checked_index(threads, "threads")
        if self.num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        if self.threads < 1:
            raise ValueError(f"threads must be at least 1, not {threads}")
        if not isinstance(autoreset, (bool, np.bool_)):
            raise TypeError(f"autoreset must be True or False, not {autoreset!r}")
        self.autoreset = bool(autoreset)
        self.options = game.complete_options(**options)
        self.num_players: int = self.options["num_players"]
        self.layout = game.observation.for_players(self.num_players)
        self._encoded = encode_options(game.options, self.options)
        n = self.num_envs
        self.states = np.zeros(n, dtype=game.state_dtype)
        self.final_states = np.zeros(n, dtype=game.state_dtype)
        self._observation = np.zeros((n, self.layout.size), dtype=np.int8)
        self._mask = np.zeros((n, len(game.actions)), dtype=np.int8)
        self._seat = np.zeros(n, dtype=np.int64)
        self._reward = np.zeros((n, self.num_players), dtype=np.float32)
        self._done = np.zeros(n, dtype=np.bool_)
        self._truncated = np.zeros(n, dtype=np.bool_)
        self._seeds = np.zeros(n, dtype=np.uint64)
        self._open()
        self.reset(table_seeds(None, n) if seed is None else seed)

    def _open(self) -> None:
        """The public views of the arrays, and the threads: what a copy has to make for itself."""
        self.observation: Int8Array = _read_only(self._observation)
        self.action_mask: Int8Array = _read_only(self._mask)
        self.seat: Int64Array = _read_only(self._seat)
        self.reward: Float32Array = _read_only(self._reward)
        self.done: BoolArray = _read_only(self._done)
        self.truncated: BoolArray = _read_only(self._truncated)
        self.seeds: UInt64Array = _read_only(self._seeds)
        shares = self.threads if self.num_envs >= GAMES_FOR_THREADS else 1
        edges = np.linspace(0, self.num_envs, shares + 1).astype(int).tolist()
        self._shares = list(itertools.pairwise(edges))
        self._pool = ThreadPoolExecutor(shares - 1) if shares > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in COPIES_MAKE_THEMSELVES}

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self.layout = self.game.observation.for_players(self.num_players)
        self._open()

    def reset(self, seed: int | Sequence[int] | Integers) -> None:
        """Deal anew at every table."""
        self._seeds[:] = self._table_seeds(seed)
        driver, game = self.game.driver, self.game
        self._each_share(
            lambda start, stop: driver.reset_games(self.states, start, stop, game.blank, self._encoded, self._seeds)
        )
        self._reward[:] = 0
        self._done[:] = False
        self._truncated[:] = False
        self._write()

    def _table_seeds(self, seed: int | Sequence[int] | Integers) -> UInt64Array:
        if np.ndim(seed) == 0:
            return table_seeds(checked_seed(seed), self.num_envs)
        seeds = [checked_seed(s) for s in seed]  # type: ignore[union-attr]
        if len(seeds) != self.num_envs:
            raise ValueError(f"there must be one seed for each of the {self.num_envs} tables, not {len(seeds)}")
        return np.array(seeds, dtype=np.uint64)

    def refresh(self) -> None:
        """Write observation, mask and seat again, after ``states`` was changed from outside.

        StateError names the first table whose state cannot be, or has other options; then nothing was written.
        """
        for table in range(self.num_envs):
            state = self.states[table : table + 1]
            problem = self.game.problem(state)
            if problem is not None:
                raise StateError(f"table {table}: the state cannot be: {problem}")
            if self.game.options_of(state) != self.options:
                raise StateError(f"table {table}: the state has options {self.game.options_of(state)}")
        self._write()

    def _write(self) -> None:
        write = self.game.driver.write_games
        for start, stop in self._shares:
            write(self.states, start, stop, self._observation, self._mask, self._seat)

    def deal(self, table: int, seed: int) -> None:
        """Deal anew at one table: the game that was played there leaves no result. ValueError where there is none."""
        table, seed = checked_index(table, "table"), checked_seed(seed)
        if not 0 <= table < self.num_envs:
            raise ValueError(f"table must be 0 to {self.num_envs - 1}, not {table}")
        self._seeds[table] = seed
        driver, game = self.game.driver, self.game
        code = driver.reset_games(self.states, table, table + 1, game.blank, self._encoded, self._seeds)
        if code != OK:
            game._verify(code, self.states)
        driver.write_games(self.states, table, table + 1, self._observation, self._mask, self._seat)

    def checked_actions(self, actions: Integers | Sequence[int]) -> Int64Array:
        """(N,) int64, contiguous: the same actions, legal or not; ValueError or TypeError for anything else."""
        try:
            given = np.asarray(actions)
        except ValueError:
            raise ValueError(f"actions must have shape ({self.num_envs},), not rows of several lengths") from None
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions must have shape ({self.num_envs},), not {given.shape}")
        if given.dtype != np.int64 and not np.issubdtype(given.dtype, np.integer):
            raise TypeError(f"actions must be integers, not {given.dtype}")
        return np.ascontiguousarray(given, dtype=np.int64)

    def step(self, actions: Integers | Sequence[int]) -> None:
        """Take one action at each table: (N,) integers.

        IllegalActionError names the first table whose action is not legal; then nothing was changed anywhere.
        """
        actions = self.checked_actions(actions)
        illegal = first_illegal(actions, self._mask, self._seat)
        if illegal >= 0:
            try:
                mask, seat = self._mask[illegal], int(self._seat[illegal])
                self.game.check_action(int(actions[illegal]), mask, seat, self.states[illegal : illegal + 1])
            except ValueError as error:
                raise type(error)(f"table {illegal}: {error}") from None
        step, game = self.game.driver.step_games, self.game
        self._each_share(
            lambda start, stop: step(
                self.states, start, stop, actions, self._observation, self._mask, self._seat, self._reward,
                self._done, self._truncated, self.final_states, game.blank, self._encoded, self._seeds,
                self.autoreset,
            )
        )  # fmt: skip

    def _each_share(self, work: Callable[[int, int], int]) -> None:
        """Let the pool do all shares but the first, which the caller does itself."""
        if self._pool is None:
            codes = [work(*self._shares[0])]
        else:
            others = [self._pool.submit(work, *share) for share in self._shares[1:]]
            codes = [work(*self._shares[0]), *(other.result() for other in others)]
        for code in codes:
            if code != OK:
                self.game._verify(code, self.states)

    def close(self) -> None:
        """End the threads; steps that follow run on the caller's. Calling it twice does no harm."""
        if self._pool is not None:
            self._pool.shutdown()
        self._pool, self._shares = None, [(0, self.num_envs)]

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Batch of {self.num_envs} tables of {self.game.env_id}, {self.num_players} players>"


def _read_only(array: Array) -> Array:
    view = array.view()
    view.setflags(write=False)
    return view
