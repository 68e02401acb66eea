"""The PettingZoo way in: ``AECEnv`` over any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from unicorn_envs.arrays import Float32Array, Int8Array, UInt64Array
from unicorn_envs.engine.driver import OK, following_seed
from unicorn_envs.envs.illegal import ILLEGAL_REWARD, RAISE, RANDOM, TERMINATE, checked_illegal, drawn_action, told
from unicorn_envs.envs.infos import facts
from unicorn_envs.errors import GameOverError, StateError, checked_index, checked_seed
from unicorn_envs.game import Game, State
from unicorn_envs.options import encode_options
from unicorn_envs.registry import named_game
from unicorn_envs.seeds import table_seeds

RENDER_MODES = ("ansi", "human")


def observation_space(game: Game, num_players: int) -> spaces.Dict:
    """The space of one seat's observations in a game of ``num_players``."""
    layout = game.observation.for_players(num_players)
    return spaces.Dict(
        {
            "observation": spaces.Box(layout.low, layout.high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (len(game.actions),), dtype=np.int8),
        }
    )


class CardGameEnv(AECEnv[str, dict[str, Int8Array], int]):
    """One table of a game, for PettingZoo.

    Agents are ``player_0``, ``player_1``, ...; an observation is a dict of ``observation`` (D,) int8 and
    ``action_mask`` (A,) int8, the latter all zero for a seat that is not to move. Rewards arrive once, for all
    seats, when the game ends, and sum to zero in competitive games.

    An agent's info holds its ``action_mask`` and, always, the facts of ``game.outcome`` (lists as arrays, see
    :func:`unicorn_envs.envs.infos.facts`): at the end those of the final position, until then those of the deal.

    ``agent_selection`` names who decides, so whoever watches the environment sees who was asked to Neigh or to Halt,
    and that the game went on: more than a player at the table may know. Agents that are given their own observations
    only do not learn it, nor do those of :class:`unicorn_envs.envs.seat.SeatEnv`; where it matters, the option
    ``ask_everyone`` of the game asks all.

    Parameters
    ----------
    game: the game, or its name.
    illegal: ``"raise"``: an illegal action raises IllegalActionError and changes nothing. ``"terminate"``: as
        PettingZoo's TerminateIllegalWrapper: the game ends, the offender gets -1, the others 0. ``"random"``: a legal
        action, drawn uniformly with ``np_random``, is carried out instead. With the last two, an agent's info says of
        its own last action whether it was illegal (``illegal_action``, bool) and which was carried out
        (``action_taken``, int; -1: none).
    render_mode: ``"ansi"`` (``render()`` returns the text of the position, all cards shown), ``"human"``
        (prints it after each step), or None.
    options: of the game, by name; TypeError or ValueError that lists what is allowed.

    ``reset(seed=...)`` deals; without a seed the game continues the sequence of deals that the last seed
    began. PettingZoo's ``options`` argument of reset is accepted and has no effect: a game's options are
    fixed when the environment is made.
    """

    metadata: dict[str, Any]

    def __init__(self, game: Game | str, illegal: str = RAISE, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        game = named_game(game)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be None, 'ansi' or 'human', not {render_mode!r}")
        self.game = game
        self.options = game.complete_options(**options)
        self.illegal = checked_illegal(illegal)
        self.render_mode = render_mode
        self.metadata = {
            "name": game.env_id,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        players = self.options["num_players"]
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(game, players) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(game.actions)) for agent in self.possible_agents}
        self._encoded = encode_options(game.options, self.options)
        self._state = np.zeros(1, dtype=game.state_dtype)
        self._seed: UInt64Array | None = None
        self.np_random: np.random.Generator | None = None
        """Draws the actions in the place of illegal ones; made by reset where that is asked for."""
        self._idle: dict[str, dict[str, Any]] = {}
        self._observation = np.zeros(game.observation.for_players(players).size, dtype=np.int8)
        self._mask = np.zeros(len(game.actions), dtype=np.int8)
        self._no_mask = np.zeros(len(game.actions), dtype=np.int8)
        self._no_mask.setflags(write=False)
        self._seat = -1
        self._step_one: Any = None

    # PettingZoo's spaces

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def state_space(self) -> spaces.Box:
        """Space of :meth:`state`."""
        return spaces.Box(-np.inf, np.inf, (len(self.state()),), dtype=np.float32)

    # The game

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        if seed is not None:
            self._seed = np.array([checked_seed(seed)], dtype=np.uint64)
        elif self._seed is None:
            self._seed = table_seeds(None, 1)
        else:
            self._seed = np.array([following_seed(int(self._seed[0]))], dtype=np.uint64)
        driver = self.game.driver
        code = driver.reset_games(self._state, 0, 1, self.game.blank, self._encoded, self._seed)
        if code != OK:
            self.game._verify(code, self._state)
        self._begin(seeded=seed is not None)

    def set_state(self, state: State | bytes) -> None:
        """Go on from ``state``: an array as ``game.new`` makes it, or bytes from :meth:`state_to_bytes`.

        StateError when it is none of this game, ValueError when its options differ from this environment's.
        """
        if not isinstance(state, np.ndarray):
            state = self.game.state_from_bytes(state)
        if state.dtype != self.game.state_dtype or state.shape != (1,):
            raise StateError(f"a state is an array of one record of {self.game.name}, not {state.dtype} {state.shape}")
        problem = self.game.problem(state)
        if problem is not None:
            raise StateError(f"the state cannot be: {problem}")
        if self.game.options_of(state) != self.options:
            raise ValueError(f"the state has options {self.game.options_of(state)}, not {self.options}")
        self._state = self.game.clone(state)
        self._seed = self._seed if self._seed is not None else table_seeds(None, 1)
        self._begin(seeded=False)

    def state_to_bytes(self) -> bytes:
        return self.game.state_to_bytes(self._state)

    @property
    def game_state(self) -> State:
        """A copy of the state, for the functions of :class:`unicorn_envs.game.Game`."""
        return self.game.clone(self._state)

    def _begin(self, seeded: bool) -> None:
        if self.illegal == RANDOM and (seeded or self.np_random is None):
            assert self._seed is not None
            self.np_random = seeding.np_random(int(self._seed[0]))[0]
        self._step_one = self.game.driver.step_one
        self._skip_agent_selection = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        idle = {"action_mask": self._no_mask, **facts(self.game, self._state), **told(self.illegal)}
        self._idle = dict.fromkeys(self.agents, idle)  # each agent's info while it is not to move; copies are told
        self.infos = {agent: idle.copy() for agent in self.agents}
        self._seat = self.game.seat(self._state)
        self.agent_selection = self.possible_agents[max(self._seat, 0)]
        if self._seat < 0:
            self._finish()
            return
        driver = self.game.driver
        driver.mask(self._state, self._mask)
        driver.observe(self._state, self._seat, self._observation)
        self.infos[self.agent_selection]["action_mask"] = self._mask.copy()

    def step(self, action: int | None) -> None:
        seat = self._seat
        if seat < 0:
            self._step_after_end(action)
            return
        mask = self._mask
        if action.__class__ is not int:
            action = checked_index(action, "action")
        if not 0 <= action < mask.shape[0] or not mask[action]:
            if self.illegal == RAISE:
                self.game.check_action(action, mask, seat, self._state)
            if self.illegal == TERMINATE:
                self._tell(was_illegal=True)
                self._end_by_illegal_action(seat)
                return
            assert self.np_random is not None
            action = drawn_action(self.np_random, mask)
            self._tell(was_illegal=True, action=action)
        elif self.illegal != RAISE:
            self._tell(action=action)
        following = self._step_one(self._state, action, self._observation, mask)
        if following >= 0:
            infos = self.infos
            agent = self.possible_agents[following]
            if following != seat:
                mover = self.agent_selection
                infos[mover] = self._idle[mover].copy()
                self.agent_selection = agent
                self._seat = following
            infos[agent] = info = self._idle[agent].copy()
            info["action_mask"] = mask.copy()
            if self.render_mode == "human":
                self.render()
            return
        if following != -1:
            self.game._verify(0, self._state)
        self._seat = -1
        self._finish()
        if self.render_mode == "human":
            self.render()

    def _tell(self, **last: Any) -> None:
        """Let the info of the agent that has acted say so."""
        agent = self.agent_selection
        self._idle[agent] = {**self._idle[agent], **told(self.illegal, **last)}

    def _finish(self) -> None:
        truncated = self.game.truncated(self._state)
        returns = self.game.returns(self._state)
        outcome = facts(self.game, self._state)
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = self._cumulative_rewards[agent] = float(returns[seat])
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            self.infos[agent] = {**self._idle[agent], **outcome}
        self._deads_step_first()

    def _end_by_illegal_action(self, offender: int) -> None:
        self._seat = -1
        outcome = facts(self.game, self._state)
        for seat, agent in enumerate(self.agents):
            reward = ILLEGAL_REWARD if seat == offender else 0.0
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = {**self._idle[agent], **outcome}
        self._deads_step_first()

    def _step_after_end(self, action: int | None) -> None:
        if not self.agents:
            raise GameOverError(f"{self.game.title}: the game is over (or was never reset); call reset()")
        if action is not None:
            raise GameOverError(
                f"{self.game.title}: the game is over; step(None) for each agent, or reset(), not {action!r}"
            )
        self._was_dead_step(None)

    def observe(self, agent: str) -> dict[str, Int8Array]:
        """What ``agent`` knows now, whoever is to move: fresh arrays, no side effects."""
        seat = self._seats[agent]
        if seat == self._seat:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        if self._step_one is None:
            raise GameOverError(f"{self.game.title}: call reset() before observe()")
        observation = np.zeros_like(self._observation)
        self.game.driver.observe(self._state, seat, observation)
        return {"observation": observation, "action_mask": np.zeros_like(self._mask)}

    def last(self, observe: bool = True) -> tuple[dict[str, Int8Array] | None, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        if self._seat >= 0:  # the common case, without look-ups that cannot find anything
            observation = None
            if observe:
                observation = {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
            return observation, 0.0, False, False, self.infos[agent]
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def state(self) -> Float32Array:
        """Everything, hidden cards too: (S,) float32, for centralized critics. Never part of an observation."""
        return self.game.everything(self._state)

    def render(self) -> str | None:
        """The whole position as text, hidden cards included (``game.describe(state, seat)`` shows one side)."""
        if self.render_mode is None:
            raise ValueError("render_mode is None; make the environment with render_mode='ansi' or 'human'")
        text = self.game.describe(self._state)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """There is nothing to release."""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_step_one": None}

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self._no_mask.setflags(write=False)
        if self._seed is not None:
            self._step_one = self.game.driver.step_one
