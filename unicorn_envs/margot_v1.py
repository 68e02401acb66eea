"""Margot: La Fée for PettingZoo: ``margot_v1.env(num_players=2)``."""

from __future__ import annotations

from typing import Any

from unicorn_envs.aec import CardGameEnv
from unicorn_envs.games import get
from unicorn_envs.solo import SoloEnv, SoloVectorEnv


def env(**options: Any) -> CardGameEnv:
    """The AEC environment; for arguments see :class:`unicorn_envs.aec.CardGameEnv` and ``game.options``."""
    return CardGameEnv(get("margot"), **options)


raw_env = env  # there are no wrappers: the checks are built in


def solo_env(**options: Any) -> SoloEnv:
    """What ``gymnasium.make("unicorn_envs/MargotSolo-v1")`` makes."""
    return SoloEnv(get("margot"), **options)


def solo_vector_env(**options: Any) -> SoloVectorEnv:
    """What ``gymnasium.make_vec("unicorn_envs/MargotSolo-v1", num_envs=...)`` makes."""
    return SoloVectorEnv(get("margot"), **options)
