"""How a command ends, those of the trainer and of the benchmarks too.

Exit codes:

====  ==============================================================================
   0  done; also when the reader of the output has seen enough (``... | head``)
   2  arguments that cannot be used
   3  something could not be written: the output, a file, the last save of a training
 130  Ctrl-C
 143  SIGTERM
====  ==============================================================================

With 2 and 3 one line on stderr says what was wrong.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator

OF_SIGNALS = 128
"""What a shell adds to the number of the signal that ended a command."""
DONE, BAD_ARGUMENTS, NOT_WRITTEN = 0, 2, 3
INTERRUPTED, TERMINATED = OF_SIGNALS + signal.SIGINT, OF_SIGNALS + signal.SIGTERM


class UsageError(Exception):
    """Arguments that cannot be used; the text says why, in one line."""


class NotWrittenError(Exception):
    """Something that could not be written; the text says what and why, in one line."""


class Stopped(Exception):
    """A signal has ended the work."""

    def __init__(self, number: int) -> None:
        super().__init__(f"stopped by {signal.Signals(number).name}")
        self.exit_code = OF_SIGNALS + number


@contextlib.contextmanager
def reading_arguments() -> Iterator[None]:
    """What the package says about values that it cannot accept becomes a UsageError."""
    try:
        yield
    except (ValueError, TypeError, OSError) as error:
        raise UsageError(one_line(error)) from None


def one_line(error: BaseException) -> str:
    """The message of an error, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def run_command(name: str, command: Callable[[], None], saves: bool = False) -> int:
    """Run ``command`` and say in one line, after its ``name``, what kept it from its end. Returns the exit code.

    ``saves``: files are what it is for, so that it is not done when the reader of its output goes away; it heeds
    SIGTERM by itself.
    """
    _show_any_text()
    try:
        try:
            with contextlib.nullcontext() if saves else _stopped_by_sigterm():
                command()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except UsageError as error:
        return _told(name, error, BAD_ARGUMENTS)
    except NotWrittenError as error:
        return _told(name, error, NOT_WRITTEN)
    except Stopped as stopped:
        return stopped.exit_code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        _abandon_output()
        if isinstance(error, BrokenPipeError) and not saves:  # `... | head`: the reader has seen enough
            return DONE
        what = "the output" if error.filename is None else repr(error.filename)
        return _told(name, f"{what} cannot be written: {error.strerror or error}", NOT_WRITTEN)
    return DONE


def _told(name: str, problem: object, code: int) -> int:
    print(f"{name}: {problem}", file=sys.stderr)
    return code


def _show_any_text() -> None:
    """From now on a character that the terminal cannot show is replaced, where it would be an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # not where a notebook or a test put something of its own there
            stream.reconfigure(errors="replace")


@contextlib.contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    """Within this context SIGTERM raises Stopped, so that nothing is left half done, where it would end the process."""

    def stop(number: int, frame: object) -> None:
        raise Stopped(number)

    ends_all = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if not ends_all or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _abandon_output() -> None:
    """Let what is still to be written to stdout go nowhere, so that Python does not stumble over it when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # where stdout is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
