"""``python -m unicorn_envs.testing MODULE:ATTRIBUTE``: a line a check."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from unicorn_envs import registry
from unicorn_envs.testing import cases, failure


def main(arguments: Sequence[str]) -> int:
    """Check the games that are named, a line a check. Returns 1 where something failed."""
    failed = False
    for name in arguments:
        for case in cases(registry.get(name)):
            reason = failure(case)
            failed = failed or reason is not None
            print(f"{case}: {'ok' if reason is None else reason}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
