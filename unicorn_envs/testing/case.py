"""A check is a function of a game and its options; a case is one of its calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from unicorn_envs.engine.jit import CHECK, COMPILED
from unicorn_envs.game import Game
from unicorn_envs.testing.play import Options, option_settings, player_settings


@dataclass(frozen=True)
class Case:
    """A check of a game with options; call it to make it."""

    check: Callable[[Game, Options], None]
    game: Game
    options: tuple[tuple[str, Any], ...] = ()

    def __call__(self) -> None:
        """AssertionError that says what is wrong."""
        self.check(self.game, dict(self.options))

    def __str__(self) -> str:
        setting = ",".join(f"{name}={value}" for name, value in self.options)
        return "-".join(filter(None, [self.check.__name__, self.game.name, setting]))


Settings: TypeAlias = "Callable[[Game], list[Options]]"
CHECKS: list[tuple[Callable[[Game, Options], None], Settings]] = []
"""All checks, each with the settings that it is made with."""


def once(game: Game) -> list[Options]:
    return [{}]


def each_table(game: Game) -> list[Options]:
    return player_settings(game) + option_settings(game)


def where_indices_are_checked(game: Game) -> list[Options]:
    return player_settings(game) if CHECK else []


def where_it_is_compiled(game: Game) -> list[Options]:
    return [{}] if COMPILED and not CHECK else []


def check(settings: Settings) -> Callable[[Callable[[Game, Options], None]], Callable[[Game, Options], None]]:
    def add(check: Callable[[Game, Options], None]) -> Callable[[Game, Options], None]:
        CHECKS.append((check, settings))
        return check

    return add


def cases(game: Game) -> list[Case]:
    """All checks of a game, for every number of players, and where it matters for every value of an option."""
    return [Case(check, game, tuple(options.items())) for check, settings in CHECKS for options in settings(game)]


def check_game(game: Game) -> None:
    """Make all checks; AssertionError that lists those that failed, with the reasons."""
    every = cases(game)
    failures = [f"- {case}: {reason}" for case in every if (reason := failure(case)) is not None]
    if failures:
        raise AssertionError(f"{game.name}: {len(failures)} of {len(every)} checks failed\n" + "\n".join(failures))


def failure(case: Case) -> str | None:
    """What is wrong, or None."""
    try:
        case()
    except AssertionError as error:
        return str(error) or "it does not hold"
    except Exception as error:  # whatever a game that is not finished comes upon
        return f"{type(error).__name__}: {error}"
    return None
