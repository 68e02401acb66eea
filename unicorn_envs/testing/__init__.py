"""What every game promises (``game.py``), as checks: for whoever writes a game.

>>> from unicorn_envs.testing import cases, check_game
>>> check_game(GAME)                                        # AssertionError that lists what failed
>>> @pytest.mark.parametrize("case", cases(GAME), ids=str)  # or one test a check
... def test_the_contract(case):
...     case()

``python -m unicorn_envs.testing MODULE:ATTRIBUTE`` does the same, a line a check. With ``UNICORN_ENVS_CHECK=1`` in
the environment, indices are checked and damaged states tried; with ``NUMBA_DISABLE_JIT=1`` nothing is compiled.
"""

from __future__ import annotations

from unicorn_envs.testing import description, games, honesty
from unicorn_envs.testing.case import Case, cases, check_game, failure
from unicorn_envs.testing.play import (
    STEP_LIMIT,
    Choices,
    is_allowed,
    option_settings,
    pick,
    player_settings,
    random_states,
    searched,
    trace,
    walk,
    without_chance,
)

__all__ = [
    "STEP_LIMIT",
    "Case",
    "Choices",
    "cases",
    "check_game",
    "description",
    "failure",
    "games",
    "honesty",
    "is_allowed",
    "option_settings",
    "pick",
    "player_settings",
    "random_states",
    "searched",
    "trace",
    "walk",
    "without_chance",
]
