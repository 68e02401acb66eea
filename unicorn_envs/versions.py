"""What stands in for the modules of versions that were replaced, as PettingZoo's deprecated modules do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from pettingzoo.utils.deprecated_module import DeprecatedEnv


def replaced(name: str, old: int, new: int) -> Callable[..., NoReturn]:
    """A maker of environments that raises PettingZoo's DeprecatedEnv and says which version to use."""

    def env(**options: Any) -> NoReturn:
        raise DeprecatedEnv(
            f"{name}_v{old} was replaced by {name}_v{new}, use that; unicorn_envs/games/{name}/RULES.md says what "
            "changed in the rules"
        )

    return env
