"""The Gymnasium way in, for games that one player can play: ``SoloEnv`` and the native ``SoloVectorEnv``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from unicorn_envs.arrays import Array, BoolArray, Float64Array, Int8Array, Int64Array, Integers, UInt8Array
from unicorn_envs.engine.driver import following_seed
from unicorn_envs.envs.batch import Batch
from unicorn_envs.envs.illegal import (
    ILLEGAL_REWARD,
    NO_ACTION,
    RAISE,
    RANDOM,
    TERMINATE,
    checked_illegal,
    drawn_action,
    told,
)
from unicorn_envs.envs.infos import facts
from unicorn_envs.errors import checked_index, checked_seed, span
from unicorn_envs.game import Game, State
from unicorn_envs.registry import named_game
from unicorn_envs.seeds import table_seeds

RENDER_MODES = ("ansi", "human", "rgb_array")
SQUARE = 8
"""Pixels along the side of an entry in a picture of an observation."""


def solo_game(game: Game) -> Game:
    """The game itself; ValueError when it has no solo game."""
    if game.min_players != 1:
        raise ValueError(f"{game.title} has no solo game; it takes {span(game.min_players, game.max_players)} players")
    return game


def learner_spaces(game: Game, num_players: int) -> tuple[spaces.Box, spaces.Discrete]:
    """What one learner sees, and does, in a game of so many players."""
    layout = game.observation.for_players(num_players)
    return spaces.Box(layout.low, layout.high, dtype=np.int8), spaces.Discrete(len(game.actions))


def picture(observation: Int8Array, space: spaces.Box) -> UInt8Array:
    """(H, W, 3) uint8: every entry of an observation (D,) as a square, in rows, black at its lowest value to white at
    its highest. Its size depends on the space alone."""
    low, high = space.low.astype(np.int64), space.high.astype(np.int64)
    side = math.isqrt(len(low) - 1) + 1
    greys = np.zeros(side * side, dtype=np.uint8)
    greys[: len(low)] = 255 * (observation - low) // np.maximum(high - low, 1)
    pixels = greys.reshape(side, side).repeat(SQUARE, axis=0).repeat(SQUARE, axis=1)
    return np.repeat(pixels[:, :, None], 3, axis=2)


def _refuse_num_players(options: dict[str, Any]) -> None:
    if "num_players" in options:
        raise ValueError("the Gymnasium environments are for one player; use make() for more")


class LearnerEnv(gymnasium.Env[Array, Any]):
    """One learner's seat at a table, as a Gymnasium environment: what :class:`SoloEnv` and ``SeatEnv`` share."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012
    seat: int = 0

    def __init__(self, game: Game, options: dict[str, Any], illegal: str, render_mode: str | None) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be None, 'ansi', 'human' or 'rgb_array', not {render_mode!r}")
        self.game = game
        self.options = options
        self.illegal = checked_illegal(illegal)
        self.render_mode = render_mode
        self.observation_space: spaces.Box
        self.observation_space, self.action_space = learner_spaces(game, options["num_players"])
        self._state: State | None = None
        self._deal: int | None = None
        self._over = True
        self._facts: dict[str, Any] = {}
        self._facts_in_arrays: list[str] = []
        self._told: dict[str, Any] = {}
        self._observation = np.zeros(self.observation_space.shape or (), dtype=np.int8)
        self._mask = np.zeros(len(game.actions), dtype=np.int8)

    # Dealing

    def _next_deal(self, seed: int | None) -> None:
        """The deal of ``seed``, or the one that follows the last."""
        if seed is not None:
            self._deal = seed
        elif self._deal is None:
            self._deal = int(table_seeds(None, 1)[0])
        else:
            self._deal = following_seed(self._deal)

    def _deal_game(self) -> int:
        """Deal; mask and observation are then those of the seat that is returned (-1: over)."""
        self._over = True
        self._state = self.game.new(self._deal, **self.options)
        self._tell_facts()
        seat = self.game.seat(self._state)
        if seat >= 0:
            self.game.driver.mask(self._state, self._mask)
            self.game.driver.observe(self._state, seat, self._observation)
        return seat

    def _begin(self) -> tuple[Int8Array, dict[str, Any]]:
        """What ``reset`` returns, when the learner decides."""
        self._over = False
        self._told = told(self.illegal)
        if self.render_mode == "human":
            self.render()
        return self._observation.copy(), self._info()

    # A step

    def step(self, action: int) -> tuple[Int8Array, float, bool, bool, dict[str, Any]]:
        action = self._action_taken(action)
        if action == NO_ACTION:
            self._mask[:] = 0
            return self._answer(ILLEGAL_REWARD, True, False)
        assert self._state is not None
        if self._play_on(self._carry_out(action)) >= 0:
            return self._answer(0.0, False, False)
        self.game.driver.observe(self._state, self.seat, self._observation)
        truncated = self.game.truncated(self._state)
        return self._answer(float(self.game.returns(self._state)[self.seat]), not truncated, truncated)

    def _action_taken(self, action: int) -> int:
        """The action that is carried out: the learner's, or what ``illegal`` says. NO_ACTION: the game ends.

        ResetNeeded without a game in progress, TypeError, IllegalActionError; then nothing was changed.
        """
        if self._over:
            raise ResetNeeded(f"{self.game.title}: there is no game in progress; call reset() before step()")
        assert self._state is not None
        action = checked_index(action, "action")
        was_illegal = not 0 <= action < self._mask.shape[0] or not self._mask[action]
        if was_illegal:
            if self.illegal == RAISE:
                self.game.check_action(action, self._mask, self.seat, self._state)
            action = drawn_action(self.np_random, self._mask) if self.illegal == RANDOM else NO_ACTION
        if self.illegal != RAISE:
            self._told = told(self.illegal, was_illegal, action)
        return action

    def _carry_out(self, action: int) -> int:
        """Apply a legal action; mask and observation are then those of the seat that is returned (-1: over)."""
        assert self._state is not None
        seat = self.game.driver.step_one(self._state, action, self._observation, self._mask)
        if seat == -2:
            self.game._verify(0, self._state)
        return seat

    def _play_on(self, seat: int) -> int:
        """Let others play, ``seat`` being to move, until it is the learner's turn or the game is over (-1)."""
        return seat

    def _answer(
        self, reward: float, terminated: bool, truncated: bool
    ) -> tuple[Int8Array, float, bool, bool, dict[str, Any]]:
        """What ``step`` returns."""
        assert self._state is not None
        if terminated or truncated:
            self._over = True
            self._tell_facts()
        if self.render_mode == "human":
            self.render()
        return self._observation.copy(), reward, terminated, truncated, self._info()

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self._mask.copy(), **self._facts, **self._told}
        for name in self._facts_in_arrays:
            info[name] = info[name].copy()  # Gymnasium asks for arrays that later steps do not share
        return info

    def _tell_facts(self) -> None:
        """From now on the infos tell the outcome as it stands."""
        assert self._state is not None
        self._facts = facts(self.game, self._state)
        self._facts_in_arrays = [name for name, value in self._facts.items() if isinstance(value, np.ndarray)]

    def action_masks(self) -> BoolArray:
        """(A,) bool: the mask, under the name that sb3-contrib's MaskablePPO looks for."""
        return self._mask.astype(np.bool_)

    @property
    def game_state(self) -> State:
        """A copy of the state, hidden cards too, for the functions of :class:`unicorn_envs.game.Game`."""
        if self._state is None:
            raise ResetNeeded(f"{self.game.title}: call reset() first")
        return self.game.clone(self._state)

    def render(self) -> Any:
        """The position as the learner knows it: as text, returned (``"ansi"``) or printed (``"human"``), or its
        observation as a picture (``"rgb_array"``), (H, W, 3) uint8, see :func:`picture`."""
        if self.render_mode is None:
            raise ValueError(
                "render_mode is None; make the environment with render_mode='ansi', 'human' or 'rgb_array'"
            )
        state = self.game_state
        if self.render_mode == "rgb_array":
            return picture(self._observation, self.observation_space)
        text = self.game.describe(state, self.seat)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None


class SoloEnv(LearnerEnv):
    """One table of a solo game.

    Observation: (D,) int8, see ``game.observation``. Action: 0 .. A-1; ``info["action_mask"]`` (A,) int8 says
    what is legal. Reward: 0 until the game ends, then its return. Every ``info`` also holds the facts of
    ``game.outcome``, for instance ``score`` and ``won`` (lists as arrays, see :func:`unicorn_envs.envs.infos.facts`):
    at the end those of the final position, until then those of the deal.

    Parameters
    ----------
    game: the game, or its name.
    render_mode: ``"ansi"`` (``render()`` returns the position as the learner knows it, as text), ``"human"`` (prints
        it after each step), ``"rgb_array"`` (``render()`` returns the observation as a picture), or None.
    illegal: ``"raise"``: an illegal action raises IllegalActionError and changes nothing. ``"terminate"``: the game
        ends, the reward is -1. ``"random"``: a legal action, drawn uniformly with ``np_random``, is carried out
        instead. With the last two, each ``info`` says of the action before it whether it was illegal
        (``illegal_action``, bool) and which was carried out (``action_taken``, int; -1: none).
    options: of the game, by name, without ``num_players``; TypeError or ValueError that lists what is allowed.

    ``reset(seed=...)`` deals; without a seed the game continues the sequence of deals that the last seed began.
    """

    def __init__(self, game: Game | str, render_mode: str | None = None, illegal: str = RAISE, **options: Any) -> None:
        game = solo_game(named_game(game))
        _refuse_num_players(options)
        super().__init__(game, game.complete_options(num_players=1, **options), illegal, render_mode)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Int8Array, dict[str, Any]]:
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed)
        self._next_deal(seed)
        self._deal_game()
        return self._begin()


class SoloVectorEnv(VectorEnv[Int8Array, Integers, Array]):
    """Many tables of a solo game, stepped by the batch; table i plays what ``SoloEnv`` plays with its seed.

    Autoreset mode: same step. ``infos`` has the same entries after each reset and step: ``action_mask`` (N, A) int8;
    ``final_obs`` (N,) object and ``final_info``, a dict of arrays with N rows, hold the last observation and the
    outcome of the games that have just ended, and ``_final_obs``, ``_final_info`` (N,) bool say where that is. For
    ``illegal`` see :class:`SoloEnv`: ``illegal_action`` (N,) bool and ``action_taken`` (N,) int64, -1 where a new
    game was dealt, whose last action is told in ``final_info``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's own declaration
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        render_mode: str | None = None,
        threads: int = 1,
        illegal: str = RAISE,
        **options: Any,
    ) -> None:
        self.game = solo_game(named_game(game))
        _refuse_num_players(options)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None, 'ansi' or 'rgb_array', not {render_mode!r}")
        self.illegal = checked_illegal(illegal)
        self.render_mode = render_mode
        self.batch = Batch(self.game, num_envs, threads=threads, num_players=1, **options)
        self.num_envs = self.batch.num_envs
        self.single_observation_space: spaces.Box
        self.single_observation_space, self.single_action_space = learner_spaces(self.game, 1)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._generators: list[np.random.Generator] = []
        self._example = {**facts(self.game, self.batch.states[:1]), **told(self.illegal)}
        # What most steps say, which is why it is made once; it cannot be written to.
        self._nowhere = np.zeros(num_envs, dtype=np.bool_)
        self._no_ends = self._ends(self._nowhere, self._nowhere, np.full(num_envs, NO_ACTION))
        for array in (self._nowhere, self._no_ends[0], *self._no_ends[1].values()):
            array.setflags(write=False)
        self._started = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Int8Array, dict[str, Any]]:
        """Deal anew everywhere. An integer seed: table i gets seed + i, as in Gymnasium's vector environments."""
        if options and "reset_mask" in options:
            raise ValueError("tables deal anew by themselves (autoreset mode same step); reset_mask is not supported")
        if seed is None:
            seeds = [following_seed(int(s)) for s in self.batch.seeds]
        elif np.ndim(seed) == 0:
            first = checked_seed(seed)
            seeds = [(first + i) % (1 << 64) for i in range(self.num_envs)]
        else:
            seeds = list(seed)  # type: ignore[arg-type]
        super().reset(seed=seed if isinstance(seed, int) else None)
        self.batch.reset(seeds)
        if self.illegal == RANDOM and (seed is not None or not self._generators):
            self._generators = [seeding.np_random(int(s))[0] for s in self.batch.seeds]
        self._started = True
        taken = np.full(self.num_envs, NO_ACTION)
        return self.batch.observation.copy(), self._infos(self._nowhere, self._nowhere, taken)

    def step(self, actions: Integers) -> tuple[Int8Array, Float64Array, BoolArray, BoolArray, dict[str, Any]]:
        if not self._started:
            raise ResetNeeded(f"{self.game.title}: call reset() before step()")
        batch = self.batch
        taken = batch.checked_actions(actions)
        illegal = self._nowhere if self.illegal == RAISE else self._illegal(taken)
        broken_off = []
        if illegal.any():
            taken = self._replaced(taken, illegal)
            if self.illegal == TERMINATE:
                tables = np.flatnonzero(illegal).tolist()
                broken_off = [(i, self.game.clone(batch.states[i : i + 1]), int(batch.seeds[i])) for i in tables]
        batch.step(taken)
        rewards, done, truncated = batch.reward[:, 0].astype(np.float64), batch.done.copy(), batch.truncated.copy()
        for table, state, seed in broken_off:
            # What was played there stands for nothing: this game had ended before it.
            rewards[table], done[table], truncated[table] = ILLEGAL_REWARD, True, False
            taken[table] = NO_ACTION
            batch.final_states[table : table + 1] = state
            batch.deal(table, following_seed(seed))
        infos = self._infos(done, illegal, taken)
        return batch.observation.copy(), rewards, done & ~truncated, truncated, infos

    def _illegal(self, actions: Int64Array) -> BoolArray:
        """(N,) bool: where an action is not legal."""
        mask = self.batch.action_mask
        inside = (actions >= 0) & (actions < mask.shape[1])
        illegal: BoolArray = ~inside | (mask[np.arange(self.num_envs), np.where(inside, actions, 0)] == 0)
        return illegal

    def _replaced(self, actions: Int64Array, illegal: BoolArray) -> Int64Array:
        """The actions with a legal one in the place of each illegal one: drawn, or any where the game ends."""
        mask = self.batch.action_mask
        if self.illegal == TERMINATE:
            return np.where(illegal, mask.argmax(axis=1), actions)
        actions = actions.copy()
        for i in np.flatnonzero(illegal):
            actions[i] = drawn_action(self._generators[i], mask[i])
        return actions

    def _infos(self, done: BoolArray, illegal: BoolArray, taken: Int64Array) -> dict[str, Any]:
        """All infos; ``done`` says where a game has just ended, ``illegal`` and ``taken`` tell of the last actions."""
        infos: dict[str, Any] = {"action_mask": self.batch.action_mask.copy()}
        if self.illegal != RAISE:
            infos.update(told(self.illegal, illegal & ~done, np.where(done, NO_ACTION, taken)))
        infos["final_obs"], infos["final_info"] = self._no_ends[0], self._no_ends[1].copy()
        infos["_final_obs"] = infos["_final_info"] = self._nowhere
        if done.any():
            infos["final_obs"], infos["final_info"] = self._ends(done, illegal, taken)
            infos["_final_obs"], infos["_final_info"] = done.copy(), done.copy()
        return infos

    def _ends(self, done: BoolArray, illegal: BoolArray, taken: Int64Array) -> tuple[Array, dict[str, Any]]:
        """Last observations and infos of the games that have just ended, and room for those of all others."""
        observations = np.full(self.num_envs, None, dtype=object)
        final_info = {name: self._column(value) for name, value in self._example.items()}
        for i in np.flatnonzero(done):
            state = self.batch.final_states[i : i + 1]
            observations[i] = self.game.observe(state, 0)
            for name, value in {**facts(self.game, state), **told(self.illegal, illegal[i], taken[i])}.items():
                final_info[name][i] = value
        return observations, {**final_info, **{f"_{name}": done.copy() for name in final_info}}

    def _column(self, example: Any) -> Array:
        """Room for a value like the example from each table, as Gymnasium's vector environments make it."""
        if isinstance(example, np.ndarray):
            return np.zeros((self.num_envs, *example.shape), dtype=example.dtype)
        if isinstance(example, (bool, int)):
            return np.zeros(self.num_envs, dtype=type(example))
        return np.full(self.num_envs, None, dtype=object)

    def action_masks(self) -> BoolArray:
        """(N, A) bool: the masks, under the name that sb3-contrib looks for."""
        return self.batch.action_mask.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """What :meth:`SoloEnv.render` returns, of each table."""
        if self.render_mode is None:
            raise ValueError("render_mode is None; make the environment with render_mode='ansi' or 'rgb_array'")
        if self.render_mode == "rgb_array":
            return tuple(picture(observation, self.single_observation_space) for observation in self.batch.observation)
        return tuple(self.game.describe(self.batch.states[i : i + 1], 0) for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()
