"""The TensorBoard log."""

from __future__ import annotations

import io
import os
import socket
import time
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import KVWriter
from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.summary.writer.record_writer import RecordWriter

from unicorn_envs.cli.exits import one_line

from .stopping import warn

EVENTS = "events.out.tfevents"


class ScalarLog(KVWriter):
    """Scalars for TensorBoard, written at once and by this thread.

    (TensorBoard's own writer has a thread that dies for good with the first write that fails.) What does not fit on
    the disk is left out with one warning, and the log goes on as soon as there is room again.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"{EVENTS}.{int(time.time())}.{socket.gethostname()}.{os.getpid()}"
        self._failing = False
        self._append(Event(wall_time=time.time(), file_version="brain.Event:2"))

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        values = [
            Summary.Value(tag=name, simple_value=float(value))
            for name, value in sorted(key_values.items())
            if "tensorboard" not in (key_excluded[name] or ()) and isinstance(value, (int, float, np.number))
        ]
        self._append(Event(wall_time=time.time(), step=step, summary=Summary(value=values)))

    def _append(self, event: Event) -> None:
        record = io.BytesIO()
        RecordWriter(record).write(event.SerializeToString())
        try:
            with self.path.open("ab", buffering=0) as file:
                whole = file.tell()
                if file.write(record.getvalue()) != len(record.getvalue()):
                    file.truncate(whole)  # after half a record nothing could be read
                    raise OSError("no space is left")
        except OSError as error:
            if not self._failing:
                warn(f"the TensorBoard log {self.path} cannot be written: {one_line(error)}")
            self._failing = True
        else:
            self._failing = False
