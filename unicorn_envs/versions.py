"""What the modules ``unicorn_envs.<game>_v<version>`` have, as PettingZoo's users expect it: ``env``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pettingzoo.utils.deprecated_module import DeprecatedEnv

from unicorn_envs import registry
from unicorn_envs.envs.aec import CardGameEnv


def env_of(env_id: str) -> Callable[..., CardGameEnv]:
    """What the module ``unicorn_envs.<env_id>`` has as ``env``: a function that makes the PettingZoo environment.

    In the module of a version that was replaced it raises PettingZoo's DeprecatedEnv, and says which one to use.
    """
    name, _, version = env_id.rpartition("_v")

    def env(**options: Any) -> CardGameEnv:
        """The AEC environment; for arguments see :class:`unicorn_envs.envs.aec.CardGameEnv` and ``game.options``."""
        current = registry.VERSIONS[name]
        if int(version) != current:
            raise DeprecatedEnv(
                f"{env_id} was replaced by {name}_v{current}, use that; unicorn_envs/games/{name}/RULES.md says what "
                "changed in the rules"
            )
        return CardGameEnv(name, **options)

    env.__module__, env.__qualname__ = f"unicorn_envs.{env_id}", "env"  # pickles name it
    return env
