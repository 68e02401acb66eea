"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def write_whole(path: str | Path, data: bytes | str, previous: Path | None = None) -> None:
    """Write a file by way of a temporary one beside it; text as UTF-8. An OSError (a full disk) leaves ``path`` as it
    was, and no half file. What is no ordinary file, such as a pipe, is written to directly.

    ``previous``: where the old file goes, in place of what is there.
    """
    path = Path(path).resolve()  # a link stays a link
    content = data.encode() if isinstance(data, str) else data
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if previous is not None and path.exists():
            path.replace(previous)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
