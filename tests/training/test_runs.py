"""Run folders: nothing is overwritten, nothing is lost, and a run goes on as what it was started as."""

import contextlib
import json
import resource
import signal
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch as th
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

import training.train
from training.config import Config, load_config
from training.log import ScalarLog
from training.saves import AGENT, DAMAGED, MODEL, PREVIOUS, PROGRESS, find_save, newest_run, read_save, run_folder
from training.train import Run, main, run
from unicorn_envs.agents import read_card
from unicorn_envs.cli.exits import NOT_WRITTEN, Stopped

ROOT = Path(__file__).parents[2]
SMALL = replace(
    load_config("unicorn_hunt"), num_envs=32, steps_per_update=8, batch_size=128, epochs=1, hidden=(16,),
    threads=1, eval_games=4, eval_seconds=1e9, bf16=False, decisions=512,
)  # fmt: skip
HALF_A_SAVE = 50_000
"""Bytes: less than a model.zip of ``SMALL``."""


@contextlib.contextmanager
def full_disk(room=HALF_A_SAVE):
    """No file can grow beyond ``room`` bytes: what is written after that fails, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def small(monkeypatch):
    """``python -m training.train unicorn_hunt`` trains ``SMALL``."""
    monkeypatch.setattr("training.train.load_config", lambda name: SMALL)


def refused(capsys, *arguments, command=main):
    """The one line that a command says when it refuses its arguments."""
    with pytest.raises(SystemExit) as stop:
        command([str(argument) for argument in arguments])
    assert stop.value.code == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1 and err.endswith("\n"), err
    return err


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def same_weights(first, second):
    return all(th.equal(a, b) for a, b in zip(first.policy.parameters(), second.policy.parameters()))


# A new run overwrites nothing


def test_a_second_run_without_out_gets_a_folder_of_its_own(small, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("unicorn_hunt", "unicorn_hunt-2", "unicorn_hunt-3"):
        assert main(["unicorn_hunt"]) == 0
        assert f"runs/{name}/agent.safetensors" in capsys.readouterr().out
        assert (tmp_path / "runs" / name / MODEL).is_file()


def test_a_run_is_not_overwritten_unless_asked_for(small, tmp_path, capsys):
    out = tmp_path / "mine"
    assert main(["unicorn_hunt", "--out", str(out)]) == 0
    (out / "notes.txt").write_text("mine")
    before = contents(out)
    capsys.readouterr()
    said = refused(capsys, "unicorn_hunt", "--out", out, "--seed", 1)
    assert MODEL in said and "--resume" in said and "--overwrite" in said
    assert contents(out) == before
    assert main(["unicorn_hunt", "--out", str(out), "--seed", "1", "--overwrite"]) == 0
    assert (out / "notes.txt").read_text() == "mine"
    assert len(list(out.glob("events*"))) == 1
    assert read_save(out / PREVIOUS).settings["seed"] == read_save(out / MODEL).settings["seed"] == 1


@pytest.mark.parametrize("left", [MODEL, PREVIOUS, AGENT, PROGRESS, "events.out.tfevents.1.host.2"])
def test_any_file_of_a_run_keeps_others_away(left, tmp_path):
    (tmp_path / left).write_bytes(b"x")
    with pytest.raises(ValueError, match=left):
        run_folder(tmp_path, tmp_path, overwrite=False)


def test_arguments_that_are_refused_overwrite_nothing(small, tmp_path, capsys):
    main(["unicorn_hunt", "--out", str(tmp_path)])
    before = contents(tmp_path)
    capsys.readouterr()
    for wrong in (["--minutes", "-1"], ["--set", "opponents=('nobody',)"], ["--resume"], ["--option", "mode=odd"]):
        refused(capsys, "unicorn_hunt", "--out", tmp_path, "--overwrite", *wrong)
    assert contents(tmp_path) == before


def test_overwriting_needs_to_be_told_what(small, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert "--out" in refused(capsys, "unicorn_hunt", "--overwrite")
    assert not list(tmp_path.iterdir())


def test_the_demo_overwrites_nothing(tmp_path, monkeypatch, capsys):
    from training import demo

    monkeypatch.setattr("training.demo.load_config", lambda name: SMALL)
    monkeypatch.chdir(tmp_path)
    for name in ("demo", "demo-2"):
        assert demo.main(["--games", "4"]) == 0
        assert {path.name for path in (tmp_path / "runs" / name).iterdir()} >= {"demo.png", "evaluation.json", AGENT}

    def stopped(self):
        raise Stopped(signal.SIGTERM)

    with monkeypatch.context() as patch:
        patch.setattr(Run, "train", stopped)
        assert demo.main(["--out", "stopped"]) == 143
        assert not list((tmp_path / "stopped").iterdir())
    (tmp_path / "plots").mkdir()
    (tmp_path / "plots" / "demo.png").write_bytes(b"mine")
    capsys.readouterr()
    assert "demo.png" in refused(capsys, "--out", "plots", command=demo.main)
    assert contents(tmp_path / "plots") == {"demo.png": b"mine"}
    for wrong in (["--minutes", "0"], ["--games", "1"], ["--seed", "-1"], ["--threads", "0"], ["--minutes", "nan"]):
        refused(capsys, *wrong, command=demo.main)
    assert not (tmp_path / "runs" / "demo-3").exists()


# Going on


def test_a_run_goes_on_with_all_that_it_had(tmp_path):
    config = replace(SMALL, options={"num_players": 2}, groups=(), snapshot_every=1)
    first = run(config, "unicorn_hunt", tmp_path)
    again = Run(replace(config, decisions=1024), "unicorn_hunt", tmp_path, resume=True).model
    assert same_weights(first, again)
    assert (again.num_timesteps, again._n_updates) == (512, first._n_updates)
    assert again._generator.bit_generator.state == first._generator.bit_generator.state
    assert len(again.opponents.snapshots) == len(first.opponents.snapshots) > 0
    for a, b in zip(first.opponents.snapshots, again.opponents.snapshots):
        assert a.keys() == b.keys() and all(th.equal(a[name], b[name]) for name in a)
    assert str(first.policy.optimizer.state_dict()) == str(again.policy.optimizer.state_dict())


def test_resume_alone_takes_the_settings_that_the_run_was_started_with(small, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    arguments = ["--option", "mode=hard", "--set", "gamma=0.9", "--seed", "3"]
    assert main(["unicorn_hunt", *arguments]) == 0
    assert main(["unicorn_hunt", "--resume", "--decisions", "1024"]) == 0
    card = read_card("runs/unicorn_hunt/agent.safetensors")
    assert (card["options"]["mode"], card["settings"]["gamma"], card["seed"]) == ("hard", 0.9, 3)
    assert (card["decisions"], card["settings"]["decisions"]) == (1024, 1024)


def test_other_settings_are_refused_and_listed(small, tmp_path, capsys):
    main(["unicorn_hunt", "--out", str(tmp_path)])
    before = contents(tmp_path)
    capsys.readouterr()
    said = refused(
        capsys, "unicorn_hunt", "--out", tmp_path, "--resume", "--option", "mode=hard", "--set", "hidden=(8,)",
        "--seed", 1, "--threads", 2, "--minutes", 99,
    )  # fmt: skip
    for text in ("mode was 'normal', not 'hard'", "hidden was [16], not [8]", "seed was 0", "threads was 1, not 2"):
        assert text in said
    assert "minutes was" not in said
    assert "config was 'unicorn_hunt'" in refused(capsys, "unicorn_hunt_demo", "--out", tmp_path, "--resume")
    with pytest.raises(ValueError, match="gamma was"):
        run(replace(SMALL, gamma=0.5, decisions=1024), "unicorn_hunt", tmp_path, resume=True)
    assert contents(tmp_path) == before


def test_another_version_of_the_game_is_refused(tmp_path):
    run(SMALL, "unicorn_hunt", tmp_path)
    with zipfile.ZipFile(tmp_path / MODEL) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    state = {**json.loads(entries["run.json"]), "version": 77}
    with zipfile.ZipFile(tmp_path / MODEL, "w") as archive:
        for name, data in {**entries, "run.json": json.dumps(state)}.items():
            archive.writestr(name, data)
    with pytest.raises(ValueError, match="version was 77, not 0"):
        run(replace(SMALL, decisions=1024), "unicorn_hunt", tmp_path, resume=True)


def test_a_spent_budget_is_said_and_nothing_is_changed(small, tmp_path, capsys):
    main(["unicorn_hunt", "--out", str(tmp_path)])
    before = contents(tmp_path)
    capsys.readouterr()
    said = refused(capsys, "unicorn_hunt", "--out", tmp_path, "--resume")
    assert "the budget" in said and "is spent" in said and "512 of 512 decisions" in said
    assert "is spent" in refused(capsys, "unicorn_hunt", "--out", tmp_path, "--resume", "--minutes", "0.0001")
    assert contents(tmp_path) == before


def test_where_there_is_no_run_nothing_is_resumed(small, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for out in ([], ["--out", "nowhere"]):
        assert "there is no saved run in" in refused(capsys, "unicorn_hunt", "--resume", *out)
    assert not list(tmp_path.iterdir())


def test_the_newest_run_is_the_one_saved_last(tmp_path):
    import os

    for name, age in (("x", 30), ("x-2", 10), ("x-10", 20), ("x-3", 0), ("xy", 1), ("x-2-old", 1)):
        (tmp_path / name).mkdir()
        if age:
            (tmp_path / name / MODEL).write_bytes(b"")
            os.utime(tmp_path / name / MODEL, (1e9 - age, 1e9 - age))
    assert newest_run(tmp_path / "x") == tmp_path / "x-2"
    assert newest_run(tmp_path / "z") == tmp_path / "z"


def test_an_option_that_is_given_holds_while_it_trains(tmp_path):
    small = replace(load_config("magical_unicorn_quest_2p"), num_envs=32, batch_size=128, hidden=(16,), eval_games=4)
    assert small.training_options == {"turn_cap": 120}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("training.train.load_config", lambda name: small)
        given = ["--option", "turn_cap=60", "--decisions", "1", "--out", str(tmp_path)]
        assert main(["magical_unicorn_quest_2p", *given]) == 0
    card = read_card(tmp_path / AGENT)
    assert card["options"]["turn_cap"] == 60 and card["settings"]["training_options"] == {}
    assert card["settings"]["teacher"] == "heuristic"


@pytest.mark.slow
def test_a_saved_run_does_not_depend_on_the_name_of_the_trainer(tmp_path):
    """Saved by ``training`` of a checkout, it goes on in ``unicorn_envs.training`` of an installed package."""
    run(SMALL, "unicorn_hunt", tmp_path)
    code = f"""
import sys
sys.modules["training"] = None  # importing it fails
import unicorn_envs
unicorn_envs.__path__.append({str(ROOT)!r})
from unicorn_envs.training.train import main
sys.exit(main(["unicorn_hunt", "--resume", "--decisions", "1024", "--out", {str(tmp_path)!r}]))
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)
    assert read_save(tmp_path / MODEL).decisions == 1024
    assert run(replace(SMALL, decisions=1536), "unicorn_hunt", tmp_path, resume=True).num_timesteps == 1536


# Damaged saves


def damage(path, how):
    data = path.read_bytes()
    if how == "missing":
        path.unlink()
    else:
        middle = len(data) // 2
        flipped = data[:middle] + bytes(255 - byte for byte in data[middle : middle + 20]) + data[middle + 20 :]
        path.write_bytes({"truncated": data[:middle], "empty": b"", "flipped": flipped, "text": b"{"}[how])


@pytest.mark.parametrize("how", ["missing", "truncated", "empty", "flipped"])
def test_a_damaged_save_falls_back_to_the_one_before(how, tmp_path, capsys):
    run(SMALL, "unicorn_hunt", tmp_path)
    run(replace(SMALL, decisions=1024), "unicorn_hunt", tmp_path, resume=True)
    before = read_save(tmp_path / PREVIOUS)
    damage(tmp_path / MODEL, how)
    damaged = (tmp_path / MODEL).read_bytes() if how != "missing" else None
    capsys.readouterr()
    model = run(replace(SMALL, decisions=1536), "unicorn_hunt", tmp_path, resume=True)
    assert f"going on from the save before, {PREVIOUS}, of {before.decisions:,} decisions" in capsys.readouterr().err
    assert model.num_timesteps == 1536
    assert read_save(tmp_path / MODEL).history[: len(before.history)] == before.history
    if damaged is not None:
        assert (tmp_path / DAMAGED).read_bytes() == damaged


def test_where_no_save_can_be_read_it_is_said(small, tmp_path, capsys):
    main(["unicorn_hunt", "--out", str(tmp_path)])
    for name in (MODEL, PREVIOUS):
        damage(tmp_path / name, "truncated")
    before = contents(tmp_path)
    capsys.readouterr()
    said = refused(capsys, "unicorn_hunt", "--resume", "--out", tmp_path)
    assert MODEL in said and PREVIOUS in said
    assert contents(tmp_path) == before


@pytest.mark.parametrize("how", ["missing", "truncated", "empty", "text"])
@pytest.mark.parametrize("name", [PROGRESS, AGENT])
def test_what_is_made_from_the_save_is_made_anew(name, how, tmp_path, capsys):
    run(SMALL, "unicorn_hunt", tmp_path)
    history = json.loads((tmp_path / PROGRESS).read_text())["history"]
    damage(tmp_path / name, how)
    Run(replace(SMALL, decisions=1024), "unicorn_hunt", tmp_path, resume=True)
    assert name in (said := capsys.readouterr().err) and "written anew" in said
    assert json.loads((tmp_path / PROGRESS).read_text())["history"] == history
    assert read_card(tmp_path / AGENT)["decisions"] == 512


# A full disk


def on_saves(monkeypatch, *failing):
    """A full disk at the saves with these numbers (from 0)."""
    count, save = [0], Run.save

    def saving(self):
        with full_disk() if count[0] in failing else contextlib.nullcontext():
            save(self)
        count[0] += 1

    monkeypatch.setattr(Run, "save", saving)
    return count


def test_a_full_disk_does_not_end_a_run(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(training.train, "FIRST_EVALUATION", 0.0)
    saves = on_saves(monkeypatch, 1, 2)
    run(replace(SMALL, decisions=1024, eval_seconds=1e-6), "unicorn_hunt", tmp_path)
    assert saves[0] >= 4
    assert "this save could not be written" in capsys.readouterr().err
    assert read_save(tmp_path / MODEL).decisions == 1024
    assert not list(tmp_path.glob("*.tmp"))


def test_a_full_disk_at_the_end_is_an_error_and_the_save_before_is_kept(small, tmp_path, monkeypatch, capsys):
    assert main(["unicorn_hunt", "--out", str(tmp_path)]) == 0
    before = {name: data for name, data in contents(tmp_path).items() if not name.startswith("events")}
    on_saves(monkeypatch, *range(9))
    capsys.readouterr()
    assert main(["unicorn_hunt", "--out", str(tmp_path), "--resume", "--decisions", "1024"]) == NOT_WRITTEN
    assert "the last save could not be written" in capsys.readouterr().err
    assert {name: data for name, data in contents(tmp_path).items() if not name.startswith("events")} == before


def test_a_log_that_cannot_be_written_goes_on_when_there_is_room(tmp_path, capsys):
    log = ScalarLog(tmp_path)
    excluded = dict.fromkeys(("train/loss", "text"), ()) | {"hidden": ("tensorboard",)}

    def write(step):
        log.write({"train/loss": np.float32(step), "text": "words", "hidden": 1.0}, excluded, step)

    write(1)
    with full_disk(log.path.stat().st_size + 10):
        write(2)
        write(3)
    write(4)
    assert capsys.readouterr().err.count("warning") == 1
    read = EventAccumulator(str(tmp_path)).Reload()
    assert read.Tags()["scalars"] == ["train/loss"]
    assert [(event.step, event.value) for event in read.Scalars("train/loss")] == [(1, 1.0), (4, 4.0)]


# What is refused before the start


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("--minutes -1", "minutes must be"),
        ("--minutes 0", "minutes must be"),
        ("--minutes nan", "minutes must be"),
        ("--minutes inf", "minutes must be"),
        ("--minutes soon", "invalid float value"),
        ("--decisions -5", "decisions must be"),
        ("--decisions 1e6", "invalid int value"),
        ("--threads 0", "threads must be"),
        ("--threads 99999999999", "threads must be"),
        ("--seed -1", "seed must be"),
        ("--seed 4294967296", "seed must be"),
        ("--set gamma=7", "gamma must be"),
        ("--set clip_range=-3", "clip_range must be"),
        ("--set learning_rate=1e999", "learning_rate must be"),
        ("--set batch_size=100", "batch_size must divide"),
        ("--set hidden=8", "hidden must be"),
        ("--set hidden=(9999999999,)", ""),
        ("--set num_envs=1048576 --set steps_per_update=65536", ""),
        ("--set teacher='grandmaster'", "there is no agent 'grandmaster'"),
        ("--set opponents=('checkpoint:no.file',)", "no checkpoint 'no.file'"),
        ("--set training_options={'turn_cap':0}", "turn_cap must be"),
        ("--set training_options={'cap':3}", "cap"),
        ("--set eval_games=1", "eval_games must be"),
        ("--set gamma=1 --set gamma=0.9", "given twice"),
        ("--set gamma=1+'a'", "no Python literal"),
        ("--set colour=red", "--set takes NAME=VALUE"),
        ("--players 9", "num_players must be"),
        ("--option mode=dreadful", "mode must be"),
        ("--out README.md", "is a file"),
        ("--out README.md/runs", "Not a directory"),
        ("--resume --overwrite", "not allowed with"),
    ],
)
def test_the_command_refuses_in_one_line(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text("mine")
    assert message in refused(capsys, "unicorn_hunt", *arguments.split())
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]


def test_two_deals_are_needed_to_measure():
    config = Config(game="unstable_unicorns", options={"num_players": 4}, eval_games=7)
    with pytest.raises(ValueError, match="eval_games must be at least 8"):
        Run(config, "x", None)


def test_a_save_of_something_else_is_told_from_a_run(tmp_path):
    (tmp_path / MODEL).write_bytes(b"PK")
    with pytest.raises(ValueError, match=r"no save in .* can be read"):
        find_save(tmp_path)
