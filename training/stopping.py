"""How a run is stopped from outside: Ctrl-C and SIGTERM, which lose nothing, and the exit codes of the commands."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

DONE, NOT_WRITTEN = 0, 3
OF_SIGNALS = 128
"""What a shell adds to a signal's number: 130 after Ctrl-C, 143 after SIGTERM."""
HEEDED = (signal.SIGINT, signal.SIGTERM)


class Stopped(Exception):
    """The run was stopped by a signal, and what there was is saved."""

    def __init__(self, number: int) -> None:
        super().__init__(f"stopped by {signal.Signals(number).name}")
        self.exit_code = OF_SIGNALS + number


class SaveFailed(Exception):
    """The last save could not be written: what was learned after the one before is lost."""


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


def one_line(error: BaseException) -> str:
    """The message of an error, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def warn(text: str) -> None:
    print(f"warning: {text}", file=sys.stderr, flush=True)


def exit_code(program: str, work: Callable[[], None]) -> int:
    """Do the work of a command. Returns 0 when it is done, 3 (and one line on stderr) when something could not be
    written, 130 or 143 when it was stopped by a signal."""
    try:
        work()
    except Stopped as stopped:
        return stopped.exit_code
    except KeyboardInterrupt:
        return OF_SIGNALS + signal.SIGINT
    except (SaveFailed, OSError) as error:
        print(f"{program}: {one_line(error)}", file=sys.stderr)
        return NOT_WRITTEN
    return DONE
