"""States as bytes, with a header that says what they are, and as plain numbers."""

from __future__ import annotations

import hashlib
import itertools
import json
import struct
import zlib
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from unicorn_envs.errors import StateError

if TYPE_CHECKING:
    from unicorn_envs.game import Game, State

MAGIC = b"unicorn_envs state\n"
BODY_AT = len(MAGIC) + 4
"""Between the two lies the checksum of the body: the length of the header, the header, the record."""
NO_PART_OF_THE_GAME = ("rng", "padding")
"""Fields whose numbers tell nothing about the table."""

Run: TypeAlias = "tuple[np.dtype[Any], int, int]"
"""Numbers of one type in a row: the type, how many, and at which byte they begin."""


def short_hash(*parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def to_bytes(game: Game, state: State) -> bytes:
    """The state with its header; see :func:`from_bytes`."""
    header = json.dumps(
        {
            "game": game.name,
            "version": game.version,
            "options": game.options_of(state),
            "record": game.state_hash,
        }
    ).encode()
    body = struct.pack("<I", len(header)) + header + state.tobytes()
    return MAGIC + struct.pack("<I", zlib.crc32(body)) + body


def from_bytes(game: Game, data: bytes) -> State:
    """The state that was saved, checked; StateError with the reason for anything else."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"a saved state is bytes, not {type(data).__name__}")
    header, record = _header_and_record(bytes(data))
    _refuse_foreign(game, header)
    if len(record) != game.state_dtype.itemsize:
        raise StateError(f"the record has {len(record)} bytes, not {game.state_dtype.itemsize}")
    state = states_of(record, game.state_dtype)
    problem = game.problem(state)
    if problem is not None:
        raise StateError(f"the saved state cannot be: {problem}")
    return state


def _header_and_record(data: bytes) -> tuple[dict[str, Any], bytes]:
    """StateError where the data are no saved state, or not as they were written."""
    if not data.startswith(MAGIC) or len(data) < BODY_AT + 4:
        raise StateError("this is no saved state of unicorn_envs (made with state_to_bytes)")
    body = data[BODY_AT:]
    if struct.unpack("<I", data[BODY_AT - 4 : BODY_AT])[0] != zlib.crc32(body):
        raise StateError("the saved state is damaged: its checksum does not fit")
    record_at = 4 + struct.unpack("<I", body[:4])[0]
    try:
        header = json.loads(body[4:record_at])
        entries = {name: header[name] for name in ("game", "version", "record")}
    except (ValueError, KeyError, TypeError):
        raise StateError("the saved state is damaged: its header cannot be read") from None
    return entries, body[record_at:]


def _refuse_foreign(game: Game, header: dict[str, Any]) -> None:
    if header["game"] != game.name:
        raise StateError(f"this is a saved state of {header['game']}, not of {game.name}")
    if (header["version"], header["record"]) != (game.version, game.state_hash):
        raise StateError(
            f"the saved state was made by version {header['version']} (record {header['record']}) of {game.name}; "
            f"this is version {game.version} (record {game.state_hash})"
        )


def states_of(data: bytes, state_dtype: np.dtype[Any]) -> State:
    """States from their bytes. (numpy's own ``copy`` goes field by field, which takes 30 times longer.)"""
    return np.frombuffer(bytearray(data), dtype=state_dtype)


def runs_of(state_dtype: np.dtype[Any]) -> list[Run]:
    """Where the numbers of a record lie, but for its generator and padding."""
    runs: list[Run] = []
    start = 0
    fields = [(name in NO_PART_OF_THE_GAME, state_dtype[name]) for name in state_dtype.names or ()]
    for (left_out, kind), group in itertools.groupby(fields, lambda field: (field[0], field[1].base)):
        size = sum(dtype.itemsize for _, dtype in group)
        if not left_out:
            runs.append((kind, size // kind.itemsize, start))
        start += size
    return runs


def numbers_of(state: State, runs: list[Run]) -> np.ndarray[Any, Any]:
    """(S,) float32: the numbers of these runs, in the order of the record."""
    data = state.tobytes()
    return np.concatenate([np.frombuffer(data, *run) for run in runs], dtype=np.float32)
