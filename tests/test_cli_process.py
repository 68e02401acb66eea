"""The ``unicorn-envs`` command as a process: signals, terminals, streams that fail, encodings, exit codes."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.common import EXAMPLES, ROOT
from unicorn_envs.cli.exits import BAD_ARGUMENTS, DONE, INTERRUPTED, NOT_WRITTEN
from unicorn_envs.engine.jit import COMPILED

HUNT = "unicorn_hunt"
PLAY = ["play", HUNT, "--seed", "5"]
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="a device that is always full is Linux's")


def command(*arguments: str, text: str = "", **keywords: Any) -> subprocess.CompletedProcess[str]:
    """Run the command; ``text`` is typed. Other keywords are those of subprocess.run."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **keywords.pop("environment", {})}
    keywords = {"stdout": subprocess.PIPE, "input": text, **keywords}
    return subprocess.run(
        [sys.executable, "-m", "unicorn_envs", *arguments],
        env=environment, stderr=subprocess.PIPE, text=True, timeout=600, check=False, **keywords,
    )  # fmt: skip


def one_line(errors: str) -> str:
    """What stands on stderr, which must be one line (but for the line about compiling)."""
    (line,) = [line for line in errors.splitlines() if not line.startswith("unicorn_envs: compiling")]
    return line


# A real terminal

WHILE = 0.3
"""Seconds."""


def in_terminal(arguments: list[str], typed: list[bytes]) -> tuple[int, str]:
    """Run the command in a pseudo-terminal and type one of ``typed`` at each prompt. Returns exit code and output.

    A key that comes in the very moment in which input() begins may go unnoticed until the next one: so it is typed when
    the prompt has stood for a while, and the last one again as long as nothing follows.
    """
    pty = pytest.importorskip("pty")
    child, terminal = pty.fork()
    if child == 0:
        os.execve(
            sys.executable, [sys.executable, "-m", "unicorn_envs", *arguments], {**os.environ, "PYTHONPATH": str(ROOT)}
        )
    shown, left = b"", list(typed)
    with contextlib.suppress(OSError):  # Linux's way to say that the other end is closed
        while True:
            if select.select([terminal], [], [], WHILE)[0]:
                part = os.read(terminal, 65536)
                if not part:  # macOS's way
                    break
                shown += part
            elif re.search(rb"player_\d> $", shown):
                os.write(terminal, left[0])
                left = left[1:] or left
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode(errors="replace")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ([b"\x03"], INTERRUPTED),
        ([b"reveal a1\n", b"\x03"], INTERRUPTED),
        ([b"\x04"], DONE),
        ([b"1\n", b"undo\n", b"quit\n"], DONE),
    ],
)
def test_leaving_a_game_at_a_terminal(typed: list[bytes], code: int) -> None:
    left, shown = in_terminal(PLAY, typed)
    assert left == code
    assert "You have left the game. --seed 5 deals the same cards." in shown
    assert "Traceback" not in shown


# Streams


@pytest.mark.parametrize("text", ["", "1\n", "nonsense\n?\n"])
def test_the_end_of_input_leaves_a_game(text: str) -> None:
    done = command(*PLAY, text=text)
    assert (done.returncode, done.stderr) == (DONE, "")
    assert "You have left the game." in done.stdout


@needs_full
@pytest.mark.parametrize(
    "arguments",
    [
        ["list"], ["list", HUNT, "--cards"], ["list", HUNT, "--observation"], ["agents"], ["--help"], ["--version"],
        ["play", "--help"], PLAY, ["watch", HUNT, "--delay", "0", "--seed", "1"],
        ["evaluate", HUNT, "--agents", "random", "--games", "10"],
    ],
)  # fmt: skip
def test_an_output_that_is_full_is_one_line(arguments: list[str]) -> None:
    with FULL.open("w") as full:
        done = command(*arguments, stdout=full)
    assert done.returncode == NOT_WRITTEN
    assert re.fullmatch(r"unicorn-envs.*: the output cannot be written: No space left on device", one_line(done.stderr))


@needs_full
def test_a_file_on_a_full_disk_loses_no_figures() -> None:
    done = command("evaluate", HUNT, "--agents", "random,heuristic", "--games", "10", "--json", str(FULL))
    assert done.returncode == NOT_WRITTEN
    assert "heuristic" in done.stdout
    assert one_line(done.stderr) == f"unicorn-envs evaluate: '{FULL}' cannot be written: No space left on device"
    assert FULL.is_char_device()


@needs_full
def test_figures_go_into_the_file_when_the_output_is_full(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    with FULL.open("w") as full:
        done = command(
            "evaluate", HUNT, "--agents", "random", "--games", "10", "--json", str(file), stdout=full
        )  # fmt: skip
    assert done.returncode == NOT_WRITTEN
    assert "the output cannot be written" in one_line(done.stderr)
    assert json.loads(file.read_text())["games"] == 10


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    for arguments in (["list", HUNT, "--actions", "--cards"], ["list", HUNT, "--observation"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = command(*arguments, stdout=writing)
        os.close(writing)
        assert (done.returncode, done.stderr) == (DONE, "")


def test_bad_arguments_are_told_from_the_rest() -> None:
    done = command("play", HUNT, "--seat", "7")
    assert (done.returncode, done.stdout) == (BAD_ARGUMENTS, "")
    assert one_line(done.stderr) == "unicorn-envs play: --seat must be 0, not 7"


# Encodings


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""},
    ],
    ids=["PYTHONIOENCODING", "locale"],
)
@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["list"], ""),
        (["list", "margot", "--cards", "--actions", "--observation"], ""),
        (["play", "margot", "--seed", "1"], "?\n\u00e9\n1\nquit\n"),
        (["evaluate", "margot", "--agents", "random", "--games", "10"], ""),
    ],
)
def test_characters_that_cannot_be_shown_are_replaced(
    environment: dict[str, str], arguments: list[str], text: str
) -> None:
    done = command(*arguments, text=text, environment=environment, encoding="utf-8")
    assert done.returncode == DONE
    assert "Margot: La F?e" in done.stdout
    assert done.stdout.isascii()
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_compile_says_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """Files stop growing at a kilobyte, as on a disk that is nearly full."""
    resource = pytest.importorskip("resource")
    ended = command(
        "compile", "leduc_poker:GAME",
        environment={"PYTHONPATH": os.pathsep.join([str(ROOT), str(EXAMPLES)]), "NUMBA_CACHE_DIR": str(tmp_path)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )  # fmt: skip
    assert ended.returncode == DONE and "Leduc poker: " in ended.stdout
    assert "compiled code cannot be kept" in ended.stderr and "NUMBA_CACHE_DIR" in ended.stderr
