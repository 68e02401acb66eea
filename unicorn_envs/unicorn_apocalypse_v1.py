"""Unicorn Apocalypse for PettingZoo: ``unicorn_apocalypse_v1.env()``."""

from __future__ import annotations

from typing import Any

from unicorn_envs.envs.aec import CardGameEnv
from unicorn_envs.games import get


def env(**options: Any) -> CardGameEnv:
    """The AEC environment; for arguments see :class:`unicorn_envs.envs.aec.CardGameEnv` and ``game.options``."""
    return CardGameEnv(get("unicorn_apocalypse"), **options)


raw_env = env  # there are no wrappers: the checks are built in
