"""Unstable Unicorns for PettingZoo: ``unstable_unicorns_v1.env(num_players=4)``."""

from __future__ import annotations

from typing import Any

from unicorn_envs.envs.aec import CardGameEnv
from unicorn_envs.games import get


def env(**options: Any) -> CardGameEnv:
    """The AEC environment; for arguments see :class:`unicorn_envs.envs.aec.CardGameEnv` and ``game.options``."""
    return CardGameEnv(get("unstable_unicorns"), **options)


raw_env = env  # there are no wrappers: the checks are built in
