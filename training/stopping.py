"""How a run is stopped from outside: Ctrl-C and SIGTERM, which lose nothing."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

from unicorn_envs.cli.exits import Stopped

HEEDED = (signal.SIGINT, signal.SIGTERM)


class StopSignals:
    """Within this context Ctrl-C and SIGTERM are noted, for the run to end at its next decision.

    Where nothing can be lost (:meth:`at_once`) they end the work by raising :class:`Stopped`. A signal that this
    process ignores, as behind ``nohup``, stays ignored; outside the main thread, which alone receives signals,
    nothing changes.
    """

    def __init__(self) -> None:
        self.first: int | None = None
        self.count = 0
        self._before: dict[int, Any] = {}
        self._borne: int | None = None

    def __enter__(self) -> StopSignals:
        if threading.current_thread() is threading.main_thread():
            for number in HEEDED:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._receive)
        return self

    def __exit__(self, *exception: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _receive(self, number: int, frame: object) -> None:
        self.count += 1
        if self.first is None:
            self.first = number
        self._raise_beyond()

    def _raise_beyond(self) -> None:
        if self.first is not None and self._borne is not None and self.count > self._borne:
            raise Stopped(self.first)

    @contextlib.contextmanager
    def at_once(self, borne: int = 0) -> Iterator[None]:
        """For work that may be broken off anywhere, such as an evaluation: raises Stopped as soon as more than
        ``borne`` signals have come, those before included."""
        self._borne = borne
        try:
            self._raise_beyond()
            yield
        finally:
            self._borne = None

    def raise_if_stopped(self) -> None:
        if self.first is not None:
            raise Stopped(self.first)


def warn(text: str) -> None:
    print(f"warning: {text}", file=sys.stderr, flush=True)
