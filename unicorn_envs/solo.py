"""The Gymnasium way in, for games that one player can play: ``SoloEnv`` and the native ``SoloVectorEnv``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from unicorn_envs.aec import RENDER_MODES
from unicorn_envs.batch import Batch
from unicorn_envs.engine.driver import following_seed
from unicorn_envs.errors import checked_index, checked_seed
from unicorn_envs.game import Game

Array: TypeAlias = np.ndarray[Any, Any]


def solo_game(game: Game) -> Game:
    """The game itself; ValueError when it has no solo game."""
    if game.min_players != 1:
        raise ValueError(f"{game.title} has no solo game; it takes {game.min_players} to {game.max_players} players")
    return game


def learner_spaces(game: Game, num_players: int) -> tuple[spaces.Box, spaces.Discrete]:
    """What one learner sees, and does, in a game of so many players."""
    layout = game.observation.for_players(num_players)
    return spaces.Box(layout.low, layout.high, dtype=np.int8), spaces.Discrete(len(game.actions))


def _refuse_num_players(options: dict[str, Any]) -> None:
    if "num_players" in options:
        raise ValueError("the Gymnasium environments are for one player; use make() for more")


class LearnerEnv(gymnasium.Env[Array, Any]):
    """One learner's seat at a table, as a Gymnasium environment: what :class:`SoloEnv` and ``SeatEnv`` share."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012
    seat: int = 0

    def __init__(self, game: Game, options: dict[str, Any], render_mode: str | None) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be None, 'ansi' or 'human', not {render_mode!r}")
        self.game = game
        self.options = options
        self.render_mode = render_mode
        self.observation_space, self.action_space = learner_spaces(game, options["num_players"])
        self._state: Array | None = None
        self._deal: int | None = None
        self._observation = np.zeros(self.observation_space.shape or (), dtype=np.int8)
        self._mask = np.zeros(len(game.actions), dtype=np.int8)

    def _next_deal(self, seed: int | None) -> None:
        """The deal of ``seed``, or the one that follows the last."""
        if seed is not None:
            self._deal = seed
        elif self._deal is None:
            self._deal = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        else:
            self._deal = following_seed(self._deal)

    def _act(self, action: int) -> int:
        """Carry out the learner's action: as :meth:`_carry_out`, but ResetNeeded without a game in progress, TypeError
        and IllegalActionError; then nothing was changed."""
        if self._state is None or self._state["seat"][0] < 0:
            raise ResetNeeded(f"{self.game.title}: there is no game in progress; call reset() before step()")
        action = checked_index(action, "action")
        if not 0 <= action < self._mask.shape[0] or not self._mask[action]:
            self.game.check_action(action, self._mask, self.seat)
        return self._carry_out(action)

    def _carry_out(self, action: int) -> int:
        """Apply a legal action; mask and observation are then those of the seat that is returned (-1: over)."""
        assert self._state is not None
        seat = self.game.driver.step_one(self._state, action, self._observation, self._mask)
        if seat == -2:
            self.game._verify(0, self._state)
        return seat

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy()}

    def _answer(self, over: bool) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """What ``step`` returns: at the end with what the learner sees of the final position, and its return."""
        assert self._state is not None
        info = self._info()
        reward, terminated, truncated = 0.0, False, False
        if over:
            self.game.driver.observe(self._state, self.seat, self._observation)
            reward = float(self.game.returns(self._state)[self.seat])
            truncated = self.game.truncated(self._state)
            terminated = not truncated
            info.update(self.game.outcome(self._state))
        if self.render_mode == "human":
            self.render()
        return self._observation.copy(), reward, terminated, truncated, info

    def action_masks(self) -> Array:
        """(A,) bool: the mask, under the name that sb3-contrib's MaskablePPO looks for."""
        return self._mask.astype(np.bool_)

    @property
    def game_state(self) -> Array:
        """A copy of the state, hidden cards too, for the functions of :class:`unicorn_envs.game.Game`."""
        if self._state is None:
            raise ResetNeeded(f"{self.game.title}: call reset() first")
        return self.game.clone(self._state)

    def render(self) -> str | None:
        """The position as the learner knows it, as text: returned (``"ansi"``) or printed (``"human"``)."""
        if self.render_mode is None:
            raise ValueError("render_mode is None; make the environment with render_mode='ansi' or 'human'")
        text = self.game.describe(self.game_state, self.seat)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None


class SoloEnv(LearnerEnv):
    """One table of a solo game.

    Observation: (D,) int8, see ``game.observation``. Action: 0 .. A-1; ``info["action_mask"]`` (A,) int8 says
    what is legal, and an illegal action raises IllegalActionError and changes nothing. Reward: 0 until the game
    ends, then its return. The last ``info`` holds the outcome, for instance ``score`` and ``won``.

    ``reset(seed=...)`` deals; without a seed the game continues the sequence of deals that the last seed began.
    """

    def __init__(self, game: Game, render_mode: str | None = None, **options: Any) -> None:
        _refuse_num_players(options)
        super().__init__(solo_game(game), game.complete_options(num_players=1, **options), render_mode)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed)
        self._next_deal(seed)
        self._state = self.game.new(self._deal, **self.options)
        self.game.driver.mask(self._state, self._mask)
        self.game.driver.observe(self._state, 0, self._observation)
        if self.render_mode == "human":
            self.render()
        return self._observation.copy(), self._info()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        return self._answer(self._act(action) < 0)


class SoloVectorEnv(VectorEnv[Array, Array, Array]):
    """Many tables of a solo game, stepped by the batch.

    Autoreset mode: same step. ``infos["action_mask"]`` (N, A) int8; where a game ended, ``infos["final_obs"]``
    and ``infos["final_info"]`` hold its last observation and its outcome, as in Gymnasium's own vector
    environments.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's own declaration
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self, game: Game, num_envs: int = 1, render_mode: str | None = None, threads: int = 1, **options: Any
    ) -> None:
        _refuse_num_players(options)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self.game = solo_game(game)
        self.render_mode = render_mode
        self.batch = Batch(game, num_envs, threads=threads, num_players=1, **options)
        self.num_envs = self.batch.num_envs
        self.single_observation_space, self.single_action_space = learner_spaces(game, 1)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._started = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
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
        self._started = True
        return self.batch.observation.copy(), {"action_mask": self.batch.action_mask.copy()}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        if not self._started:
            raise ResetNeeded(f"{self.game.title}: call reset() before step()")
        batch = self.batch
        batch.step(actions)
        infos: dict[str, Any] = {"action_mask": batch.action_mask.copy()}
        if batch.done.any():
            self._add_final(infos)
        rewards = batch.reward[:, 0].astype(np.float64)
        return batch.observation.copy(), rewards, batch.done & ~batch.truncated, batch.truncated.copy(), infos

    def _add_final(self, infos: dict[str, Any]) -> None:
        ended = np.flatnonzero(self.batch.done)
        observations = np.full(self.num_envs, None, dtype=object)
        final_info: dict[str, Any] = {}
        for i in ended:
            state = self.batch.final_states[i : i + 1]
            observations[i] = self.game.observe(state, 0)
            for name, value in self.game.outcome(state).items():
                if name not in final_info:
                    final_info[name] = np.zeros(self.num_envs, dtype=type(value))
                    final_info[f"_{name}"] = self.batch.done.copy()
                final_info[name][i] = value
        infos["final_obs"] = observations
        infos["_final_obs"] = self.batch.done.copy()
        infos["final_info"] = final_info
        infos["_final_info"] = self.batch.done.copy()

    def action_masks(self) -> Array:
        """(N, A) bool: the masks, under the name that sb3-contrib looks for."""
        return self.batch.action_mask.astype(np.bool_)

    def render(self) -> tuple[str, ...] | None:
        if self.render_mode is None:
            raise ValueError("render_mode is None; make the environment with render_mode='ansi'")
        return tuple(self.game.describe(self.batch.states[i : i + 1], 0) for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()
