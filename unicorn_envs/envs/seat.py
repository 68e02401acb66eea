"""One seat of any game as a plain Gymnasium environment: the other seats are played by given opponents.

Made for stock algorithms that know one learner, such as stable-baselines3's and sb3-contrib's MaskablePPO:

>>> env = unicorn_envs.make_seat("unicorn_apocalypse", opponents="heuristic")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(action)

A step carries out the learner's action and lets the opponents play until the learner decides again or the game is
over. Self-play of all seats runs on :class:`unicorn_envs.envs.batch.Batch`, which is many times faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from unicorn_envs.agents.base import Agent, make_agent
from unicorn_envs.arrays import Int8Array
from unicorn_envs.envs.illegal import RAISE
from unicorn_envs.envs.solo import LearnerEnv
from unicorn_envs.errors import GameOverError, IllegalActionError, checked_index, checked_seed, counted, span
from unicorn_envs.game import Game
from unicorn_envs.registry import named_game

Opponents: TypeAlias = "str | Agent | Sequence[str | Agent]"

RANDOM_SEAT = "random"
MOST_DEALS = 1000
"""So many deals in a row in which the seat never decides: with these options it never will."""
AGENT_SEEDS = 1 << 63
FEWEST_PLAYERS = 2


class SeatEnv(LearnerEnv):
    """One learner's seat at a table of several players.

    Observation: (D,) int8, what the learner's seat knows at its own decision, with the exact bounds of
    ``game.observation.for_players(num_players)``. Action: 0 .. A-1; ``info["action_mask"]`` (A,) int8 says what is
    legal. Reward: all that the seat has received since its last action, on anybody's turn: 0 until the game ends, then
    its return, so that the rewards of an episode sum to it. ``info["seat"]`` is the learner's seat. Every ``info`` also
    holds the facts of ``game.outcome`` (lists as arrays, see :func:`unicorn_envs.envs.infos.facts`): at the end those
    of the final position, until then those of the deal.

    At the end the observation is what the seat sees of the final position (``game.observe(state, seat)``) and the mask
    is all zero. A game that reaches a cap of the rules is ``truncated``, any other ``terminated``, also when it was
    lost on somebody else's turn.

    Nothing that a step returns depends on whom the rules have asked in between, or who passed: the learner's decisions
    and what its seat sees at them are all there is.

    Parameters
    ----------
    game: the game, or its name.
    opponents: one name or Agent for all other seats, or a sequence with one for each, clockwise from the learner
        (the first plays next after it), wherever the learner sits. Names are those of
        :func:`unicorn_envs.agents.make_agent`, and each seat gets a player of its own; an Agent that draws should
        belong to one environment only, since ``reset(seed=...)`` calls its ``reseed`` where it has one.
    seat: the learner's seat, or ``"random"``: drawn anew for each game, uniformly.
    render_mode, illegal: as :class:`unicorn_envs.envs.solo.SoloEnv` takes them.
    options: of the game, by name; TypeError or ValueError that lists what is allowed. ``num_players`` is by default one
        more than the opponents in a sequence, else the game's default, 2 where that is the solo game.

    ``reset(seed=...)`` deals, and everything that follows is a function of that seed: the deal is the one that the
    other environments give for it, and ``np_random`` then yields, in this order, a seed for each opponent that can
    be reseeded and, for each game, the learner's seat where it is drawn and the actions in the place of illegal ones
    (``illegal="random"``). Without a seed the sequence goes on.
    A deal that is over before the learner has decided anything is no episode: the next one is dealt.
    """

    def __init__(
        self,
        game: Game | str,
        opponents: Opponents = "heuristic",
        seat: int | str = RANDOM_SEAT,
        render_mode: str | None = None,
        illegal: str = RAISE,
        **options: Any,
    ) -> None:
        game = named_game(game)
        super().__init__(game, _table_options(game, opponents, options), illegal, render_mode)
        self.num_players: int = self.options["num_players"]
        self.seat_choice = _checked_seat(seat, self.num_players)
        self.seat = 0 if self.seat_choice is None else self.seat_choice
        each = [opponents] * (self.num_players - 1) if isinstance(opponents, (str, Agent)) else opponents
        self.opponents = [_checked_agent(agent, game, self.options) for agent in each]  # clockwise from the learner

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Int8Array, dict[str, Any]]:
        seed = None if seed is None else checked_seed(seed)
        super().reset(seed=seed)
        begins = seed is not None or self._deal is None
        self._next_deal(seed)
        if begins:
            self._reseed_opponents()
        if self.seat_choice is None:
            self.seat = int(self.np_random.integers(self.num_players))
        self._deal_until_the_learner_decides()
        return self._begin()

    def _info(self) -> dict[str, Any]:
        return {**super()._info(), "seat": self.seat}

    # What happens between two decisions of the learner

    def _deal_until_the_learner_decides(self) -> None:
        for _ in range(MOST_DEALS):
            if self._play_on(self._deal_game()) >= 0:
                return
            self._next_deal(None)
        raise GameOverError(
            f"{self.game.title}: {MOST_DEALS} games in a row ended before player_{self.seat} had to decide anything; "
            f"choose another seat or other options than {self.options}"
        )

    def _play_on(self, seat: int) -> int:
        assert self._state is not None
        while seat >= 0 and seat != self.seat:
            agent = self.opponents[(seat - self.seat - 1) % self.num_players]
            action = int(agent.act(self._observation[None].copy(), self._mask[None].copy())[0])
            try:
                self.game.check_action(action, self._mask, seat, self._state)
            except IllegalActionError as error:
                self._over = True  # nobody can go on from here
                raise IllegalActionError(f"opponent {agent.name!r}: {error}") from None
            seat = self._carry_out(action)
        return seat

    def _reseed_opponents(self) -> None:
        for agent in dict.fromkeys(self.opponents):
            if hasattr(agent, "reseed"):
                agent.reseed(int(self.np_random.integers(AGENT_SEEDS)))


def _table_options(game: Game, opponents: Opponents, options: dict[str, Any]) -> dict[str, Any]:
    """All options of the game, with the number of players that the opponents ask for."""
    if not isinstance(opponents, (str, Agent, Sequence)):
        raise TypeError(f"opponents must be an agent, its name, or a sequence with one for each, not {opponents!r}")
    count = None if isinstance(opponents, (str, Agent)) else len(opponents)
    if "num_players" not in options:
        default: int = game.complete_options()["num_players"]
        options = {**options, "num_players": max(default, FEWEST_PLAYERS) if count is None else count + 1}
    complete = game.complete_options(**options)
    players = complete["num_players"]
    if players < FEWEST_PLAYERS:
        raise ValueError(f"{game.title} with {players} player has no opponents; that is the solo game of Gymnasium")
    if count not in (None, players - 1):
        raise ValueError(f"{players} players need {counted(players - 1, 'opponent')}, not {count}")
    return complete


def _checked_seat(seat: int | str, players: int) -> int | None:
    """The fixed seat, or None where it is drawn."""
    if isinstance(seat, str) and seat == RANDOM_SEAT:
        return None
    number = -1 if isinstance(seat, str) else checked_index(seat, "seat")
    if not 0 <= number < players:
        raise ValueError(f"seat must be {span(0, players - 1)} or {RANDOM_SEAT!r}, not {seat!r}")
    return number


def _checked_agent(agent: str | Agent, game: Game, options: dict[str, Any]) -> Agent:
    """The agent itself, or the one that is called so."""
    if isinstance(agent, str):
        return make_agent(agent, game, **options)
    if not isinstance(agent, Agent):
        raise TypeError(f"an opponent is the name of an agent, or has name and act(observation, mask), not {agent!r}")
    return agent
