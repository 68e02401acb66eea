"""How commands end: one table of exit codes."""

from __future__ import annotations

import os
import signal

import pytest

from unicorn_envs.cli import exits
from unicorn_envs.cli.exits import NotWrittenError, Stopped, UsageError, run_command


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (None, 0, ""),
        (UsageError("what is that?"), 2, "it: what is that?\n"),
        (NotWrittenError("no room"), 3, "it: no room\n"),
        (OSError(28, "No space left"), 3, "it: the output cannot be written: No space left\n"),
        (OSError(28, "No space left", "a.json"), 3, "it: 'a.json' cannot be written: No space left\n"),
        (KeyboardInterrupt(), 130, "\n"),
        (Stopped(signal.SIGINT), 130, ""),
        (Stopped(signal.SIGTERM), 143, ""),
    ],
)
@pytest.mark.parametrize("saves", [False, True])
def test_exit_codes(
    error: BaseException | None, code: int, said: str, saves: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        if error is not None:
            raise error

    assert run_command("it", work, saves) == code
    assert capsys.readouterr().err == said
    assert f"{code}  " in str(exits.__doc__)


def test_a_reader_that_goes_away_has_seen_enough_where_reading_was_all(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise BrokenPipeError(32, "Broken pipe")

    assert run_command("it", work) == 0
    assert capsys.readouterr().err == ""
    assert run_command("it", work, saves=True) == 3
    assert capsys.readouterr().err == "it: the output cannot be written: Broken pipe\n"


def test_sigterm_ends_a_command_in_order() -> None:
    before, tidied = signal.getsignal(signal.SIGTERM), []

    def work() -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            tidied.append(True)

    assert run_command("it", work) == 143
    assert tidied == [True]
    assert signal.getsignal(signal.SIGTERM) is before
