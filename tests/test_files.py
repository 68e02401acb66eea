"""files.py: a file appears whole or not at all."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from unicorn_envs.files import write_whole


@pytest.mark.parametrize("data", ["größer", "größer".encode()])
def test_a_file_is_written(tmp_path: Path, data: str | bytes) -> None:
    path = tmp_path / "file"
    for _ in range(2):
        write_whole(path, data)
        assert path.read_text(encoding="utf-8") == "größer"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("call", ["os.fsync", "pathlib.Path.replace"])
def test_a_failure_leaves_what_was_there_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "file"
    path.write_text("old")
    monkeypatch.setattr(call, full)
    for name in ("file", "new"):
        with pytest.raises(OSError, match="No space"):
            write_whole(tmp_path / name, "new")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink() and target.read_text() == "new"


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "figures")
    reader.join(timeout=60)
    assert read == ["figures"] and pipe.is_fifo()


def test_the_old_file_is_kept_where_that_is_wanted(tmp_path: Path) -> None:
    path, before = tmp_path / "file", tmp_path / "before"
    for data in ("1", "2", "3"):
        write_whole(path, data, before)
    assert (path.read_text(), before.read_text()) == ("3", "2")
