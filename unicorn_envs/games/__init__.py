"""The games of the package, one folder each; ``registry.py`` finds them, and those from outside.

``unicorn_envs.games`` is this package, and can be called too: ``unicorn_envs.games()`` are the names of all games.
"""

from __future__ import annotations

import sys
from types import ModuleType

from unicorn_envs.registry import names


class _Games(ModuleType):
    """This package: a function of its name beside it would hide it from ``import unicorn_envs.games.margot as m``."""

    def __call__(self) -> list[str]:
        """Names of all games."""
        return names()


sys.modules[__name__].__class__ = _Games
