"""Ctrl-C and SIGTERM: what was learned is saved first, and the exit code tells of it."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from training.saves import AGENT, MODEL, PROGRESS, read_save
from training.stopping import StopSignals
from unicorn_envs.agents import read_card
from unicorn_envs.cli.exits import Stopped

ROOT = Path(__file__).parents[2]
SMALL = [
    *("--set", "num_envs=32", "--set", "steps_per_update=8", "--set", "batch_size=128", "--set", "epochs=1"),
    *("--set", "hidden=(16,)"),
]  # fmt: skip
PATIENCE = 120
"""Seconds after which a test gives up."""
LONG = 1_000_000
"""Games whose play takes longer than any test."""


def start(module, *arguments, cwd=None):
    """A command in a process of its own, which Ctrl-C reaches even where the tests run in the background."""
    return subprocess.Popen(
        [sys.executable, "-m", module, *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd or ROOT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


def wait_until(process, condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.05)


def has_learned(folder):
    """Whether the log has more than its heading."""
    return lambda: any(path.stat().st_size > 200 for path in folder.glob("events*"))


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_saves_then_measures_and_is_told_by_the_exit_code(number, code, tmp_path):
    out = tmp_path / "run"
    process = start("training.train", "unicorn_hunt", *SMALL, "--set", "eval_games=10", "--out", out)
    wait_until(process, has_learned(out))
    process.send_signal(number)
    said, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert "Traceback" not in error and f"saving what there is in {out}" in error
    assert f"{AGENT}" not in said  # that line is for a finished run
    save = read_save(out / MODEL)
    assert save.decisions > 0 and save.history[-1]["decisions"] == save.decisions == read_card(out / AGENT)["decisions"]
    assert json.loads((out / PROGRESS).read_text())["history"] == save.history


@pytest.mark.slow
def test_a_second_signal_during_the_evaluation_loses_nothing(tmp_path):
    out = tmp_path / "run"
    process = start("training.train", "unicorn_hunt", *SMALL, "--set", f"eval_games={LONG}", "--out", out)
    wait_until(process, has_learned(out))
    process.send_signal(signal.SIGINT)
    wait_until(process, (out / PROGRESS).is_file)  # the last file of a save
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in error and "the evaluation is left out" in error
    save = read_save(out / MODEL)
    assert save.decisions > 0 and save.history == [] and read_card(out / AGENT)["decisions"] == save.decisions


@pytest.mark.slow
def test_a_response_is_saved_before_it_is_measured(tmp_path):
    out = tmp_path / "response.safetensors"
    arguments = ["unicorn_apocalypse", "--against", "random", "--steps", 10**9, "--games", LONG, "--out", out]
    process = start("training.exploit", *arguments)
    wait_until(process, lambda: handles(process, signal.SIGTERM))
    process.send_signal(signal.SIGTERM)
    wait_until(process, out.is_file)
    process.send_signal(signal.SIGTERM)
    _, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 143
    assert "Traceback" not in error and "the match is left out" in error
    card = read_card(out)
    assert card["response_to"] == "random" and card["results"] == []


def handles(process, number):
    """Whether the process has a handler of its own for a signal."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt")).split()[1]
    return bool(int(caught, 16) >> (number - 1) & 1)


def test_signals_are_noted_and_the_handlers_put_back():
    before = signal.getsignal(signal.SIGTERM)
    with StopSignals() as signals:
        os.kill(os.getpid(), signal.SIGTERM)
        assert (signals.first, signals.count) == (signal.SIGTERM, 1)
        os.kill(os.getpid(), signal.SIGINT)
        assert (signals.first, signals.count) == (signal.SIGTERM, 2)
        with pytest.raises(Stopped) as stop:
            signals.raise_if_stopped()
        assert stop.value.exit_code == 143
    assert signal.getsignal(signal.SIGTERM) == before


def test_work_that_may_be_broken_off_is_broken_off_at_once():
    with StopSignals() as signals:
        with signals.at_once():
            pass
        with pytest.raises(Stopped), signals.at_once():
            os.kill(os.getpid(), signal.SIGINT)
            raise AssertionError("the signal did not end this")
        with pytest.raises(Stopped), signals.at_once():
            raise AssertionError("it was stopped already")
        with signals.at_once(borne=1):
            pass
        os.kill(os.getpid(), signal.SIGINT)  # a second one, where nothing may be broken off
        with pytest.raises(Stopped), signals.at_once(borne=1):
            raise AssertionError("the second signal was overlooked")


def test_ignored_signals_stay_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with StopSignals() as signals:
            os.kill(os.getpid(), signal.SIGINT)
            assert signals.first is None
    finally:
        signal.signal(signal.SIGINT, before)


def test_outside_the_main_thread_nothing_changes():
    before, seen = signal.getsignal(signal.SIGINT), []

    def work():
        with StopSignals():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
