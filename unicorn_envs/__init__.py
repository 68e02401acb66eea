"""Reinforcement-learning environments for hidden-information card games, with trained opponents.

>>> import unicorn_envs
>>> env = unicorn_envs.make("unicorn_hunt", num_players=2)         # PettingZoo
>>> batch = unicorn_envs.make_batch("unicorn_hunt", num_envs=1024)  # many tables at once
>>> seat = unicorn_envs.make_seat("unicorn_hunt", opponents="heuristic")  # one seat of it, for stock algorithms
>>> game = unicorn_envs.game("unicorn_hunt")                        # the rules, for search and research
>>> import gymnasium
>>> solo = gymnasium.make("unicorn_envs/UnicornHunt-v0")            # Gymnasium
>>> env = gymnasium.make("unicorn_envs/Seat-v0", game="unicorn_hunt", opponents="heuristic")

This project is unofficial: it is neither made nor endorsed by the publishers of the games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium

from unicorn_envs.envs.aec import CardGameEnv
from unicorn_envs.envs.batch import Batch
from unicorn_envs.envs.seat import Opponents, SeatEnv
from unicorn_envs.errors import CheckpointError, GameOverError, IllegalActionError, InvariantError, StateError
from unicorn_envs.game import Game
from unicorn_envs.registry import SOLO_IDS, get, named_game, register

__version__ = "0.1.0"

SEAT_ID = "unicorn_envs/Seat-v0"
"""Gymnasium id of one seat of any game: ``gymnasium.make(SEAT_ID, game="unicorn_apocalypse", opponents="random")``."""

if TYPE_CHECKING:

    def games() -> list[str]:
        """Names of all games: the package ``unicorn_envs.games`` itself can be called."""
else:
    from unicorn_envs import games


def game(name: str) -> Game:
    """The game called ``name``, or found at ``MODULE:ATTRIBUTE``: its rules, tables and single games.

    ValueError that lists the games.
    """
    return get(name)


def make(name: str, **options: Any) -> CardGameEnv:
    """The PettingZoo AEC environment of a game; options as :class:`unicorn_envs.envs.aec.CardGameEnv` takes them."""
    return CardGameEnv(named_game(name), **options)


def make_batch(name: str, num_envs: int, **options: Any) -> Batch:
    """Many tables of a game, stepped together; options as :class:`unicorn_envs.envs.batch.Batch` takes them."""
    return Batch(named_game(name), num_envs, **options)


def make_seat(name: str, opponents: Opponents = "heuristic", **options: Any) -> SeatEnv:
    """One seat against ``opponents``, for stock algorithms; as :class:`unicorn_envs.envs.seat.SeatEnv` takes them."""
    return SeatEnv(named_game(name), opponents, **options)


gymnasium.register(SEAT_ID, entry_point="unicorn_envs.envs.seat:SeatEnv")

__all__ = [
    "SOLO_IDS",
    "Batch",
    "CardGameEnv",
    "CheckpointError",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "InvariantError",
    "SeatEnv",
    "StateError",
    "__version__",
    "game",
    "games",
    "make",
    "make_batch",
    "make_seat",
    "register",
]
