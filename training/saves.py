"""Run folders: which one a run gets, what is saved there, and how a run goes on from it.

``model.zip`` holds all that a run needs to go on: weights and optimizer as stable-baselines3 keeps them
(``set_parameters`` reads them), ``run.json`` and ``snapshots.pt``; no pickled code, so that it does not matter where
the trainer lies. ``model.previous.zip`` is the save before. ``agent.safetensors`` and ``progress.json`` are made from
it, for players and for people.
"""

from __future__ import annotations

import glob
import io
import itertools
import json
import os
import re
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch as th
from stable_baselines3.common.save_util import save_to_zip_file

from unicorn_envs.agents import read_card
from unicorn_envs.cli.exits import one_line
from unicorn_envs.errors import CheckpointError
from unicorn_envs.files import write_whole

from .export import export
from .log import EVENTS
from .ppo import BatchPPO
from .stopping import warn

MODEL, PREVIOUS, DAMAGED = "model.zip", "model.previous.zip", "model.damaged.zip"
AGENT, PROGRESS = "agent.safetensors", "progress.json"
STATE, SNAPSHOTS = "run.json", "snapshots.pt"
"""Entries of ``model.zip``."""
RUN_FILES = (MODEL, PREVIOUS, DAMAGED, AGENT, PROGRESS, f"{EVENTS}.*")
"""What a run leaves in its folder."""


# Folders and files that are free


def run_folder(
    out: Path | None,
    default: Path,
    overwrite: bool,
    files: Sequence[str] = RUN_FILES,
    instead: str = "--overwrite to replace it",
) -> Path:
    """The folder of a new run, which exists from now on: ``out``, or else the first of ``default``, ``default``-2, ...
    that does not exist yet.

    ``files``: patterns of what a run leaves. Where there are such files in ``out``, they are deleted (``overwrite``),
    or a ValueError says what to give ``instead``. OSError where no folder can be made.
    """
    if out is None:
        if overwrite:
            raise ValueError("--overwrite needs --out, to say what is overwritten")
        return _new_folder(default)
    if out.exists() and not out.is_dir():
        raise ValueError(f"{out} is a file, not a folder")
    out.mkdir(parents=True, exist_ok=True)
    if not os.access(out, os.W_OK | os.X_OK):
        raise ValueError(f"{out} cannot be written to")
    earlier = [file for pattern in files for file in sorted(out.glob(pattern))]
    if earlier and not overwrite:
        names = ", ".join(file.name for file in earlier)
        raise ValueError(f"{out} holds an earlier run ({names}): give {instead}, or another --out")
    for file in earlier:
        file.unlink()
    return out


def _new_folder(default: Path) -> Path:
    default.parent.mkdir(parents=True, exist_ok=True)
    path = default
    for number in itertools.count(2):
        try:
            path.mkdir()
        except FileExistsError:  # perhaps made by another run a moment ago
            path = default.with_name(f"{default.name}-{number}")
        else:
            break
    return path


def newest_run(default: Path) -> Path:
    """That of ``default``, ``default``-2, ... which was saved last."""
    name = re.compile(rf"{re.escape(default.name)}(-\d+)?")
    saved = [
        (file.stat().st_mtime, folder)
        for folder in default.parent.glob(f"{glob.escape(default.name)}*")
        if name.fullmatch(folder.name)
        for file in (folder / MODEL, folder / PREVIOUS)
        if file.is_file()
    ]
    return max(saved)[1] if saved else default


def new_file(path: Path | None, overwrite: bool) -> Path | None:
    """A file that can be written, its folder made; ValueError where it cannot, or exists and is not to be replaced."""
    if path is None:
        return None
    if path.is_dir():
        raise ValueError(f"{path} is a folder, not a file")
    if path.is_file() and not overwrite:
        raise ValueError(f"{path} exists: give --overwrite to replace it, or another name")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise ValueError(f"{path.parent} cannot be written to")
    return path


# Saving and going on


class DamagedSave(ValueError):
    """A save that cannot be read."""


@dataclass(frozen=True)
class Save:
    """What a run goes on from, beside weights and optimizer."""

    config: str
    """Name of the config."""
    settings: dict[str, Any]
    """All settings (``Config.as_json``)."""
    version: int
    layout: str
    """Of the game, as in the card of a checkpoint."""
    seconds: float
    decisions: int
    updates: int
    generator: dict[str, Any]
    """State of the generator that the actions are drawn with."""
    history: list[dict[str, Any]]
    """The evaluations until then."""

    def progress(self) -> bytes:
        """``progress.json``."""
        kept = {"config": self.config, "seconds": self.seconds, "history": self.history}
        return json.dumps({**kept, "settings": self.settings}, indent=1).encode()


def state_of(model: BatchPPO, config_name: str, seconds: float, history: list[dict[str, Any]]) -> Save:
    game = model.batch.game
    return Save(
        config=config_name,
        settings=model.config.as_json(),
        version=game.version,
        layout=game.layout_hash(model.batch.num_players),
        seconds=seconds,
        decisions=int(model.num_timesteps),
        updates=model._n_updates,
        generator=dict(model._generator.bit_generator.state),
        history=history,
    )


def write_save(folder: Path, model: BatchPPO, save: Save) -> None:
    """Write all files of a run; each appears whole or not at all. OSError where one could not be written."""
    data = io.BytesIO()
    save_to_zip_file(data, params=model.get_parameters())
    snapshots = io.BytesIO()
    th.save(model.opponents.snapshots, snapshots)
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr(STATE, json.dumps(asdict(save)))
        archive.writestr(SNAPSHOTS, snapshots.getvalue())
    write_whole(folder / MODEL, data.getvalue(), folder / PREVIOUS)
    export(model, save.config, save.seconds, folder / AGENT)
    write_whole(folder / PROGRESS, save.progress())


def read_save(path: Path) -> Save:
    """The state in a ``model.zip``; DamagedSave where not every byte is as it was written."""
    if not path.is_file():
        raise DamagedSave(f"{path} is missing")
    try:
        with zipfile.ZipFile(path) as archive:
            if (damaged := archive.testzip()) is not None:
                raise DamagedSave(f"{path} is damaged: {damaged} has a wrong checksum")
            archive.getinfo(SNAPSHOTS)
            return Save(**json.loads(archive.read(STATE)))
    except DamagedSave:
        raise
    except Exception as error:  # what the bytes of a damaged file lead to cannot be foreseen
        raise DamagedSave(f"{path} is damaged, or no save of this version: {one_line(error)}") from None


def find_save(folder: Path) -> tuple[Path, Save]:
    """The last save of a run folder that can be read, with a warning where that is not the last one written.

    ValueError where there is none.
    """
    if not any((folder / name).exists() for name in (MODEL, PREVIOUS)):
        raise ValueError(f"there is no saved run in {folder} ({MODEL})")
    try:
        return folder / MODEL, read_save(folder / MODEL)
    except DamagedSave as error:
        problem = str(error)
    try:
        save = read_save(folder / PREVIOUS)
    except DamagedSave as error:
        raise ValueError(f"no save in {folder} can be read: {problem}; {error}") from None
    warn(f"{problem}; going on from the save before, {PREVIOUS}, of {save.decisions:,} decisions")
    return folder / PREVIOUS, save


def load_weights(model: BatchPPO, path: Path) -> None:
    """Weights and optimizer of a save; ValueError where its network is another one."""
    try:
        model.set_parameters(path, device="cpu")
    except (RuntimeError, ValueError, KeyError) as error:
        raise ValueError(f"{path} does not fit the config: {one_line(error)}") from None


def restore(model: BatchPPO, path: Path, save: Save) -> None:
    """Bring a new trainer to where it was saved."""
    load_weights(model, path)
    with zipfile.ZipFile(path) as archive:
        model.opponents.snapshots = th.load(io.BytesIO(archive.read(SNAPSHOTS)), weights_only=True)
    model.num_timesteps, model._n_updates = save.decisions, save.updates
    model._generator.bit_generator.state = save.generator


def mend(folder: Path, path: Path, model: BatchPPO, save: Save) -> None:
    """Make the save at ``path`` the last one of its folder, and what is made from it whole again."""
    if path.name == PREVIOUS:
        if (folder / MODEL).exists():
            (folder / MODEL).replace(folder / DAMAGED)
        path.replace(folder / MODEL)
        export(model, save.config, save.seconds, folder / AGENT)
    try:
        json.loads((folder / PROGRESS).read_bytes())["history"]
    except (OSError, ValueError, KeyError, TypeError):
        warn(f"{folder / PROGRESS} is missing or damaged: it is written anew from {MODEL}")
        write_whole(folder / PROGRESS, save.progress())
    try:
        read_card(folder / AGENT)
    except CheckpointError as error:
        warn(f"{one_line(error)}: it is written anew from {MODEL}")
        export(model, save.config, save.seconds, folder / AGENT)
