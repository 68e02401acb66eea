"""``python -m unicorn_envs``: the ``unicorn-envs`` command."""

from __future__ import annotations

import sys

from unicorn_envs.cli import main

if __name__ == "__main__":
    sys.exit(main())
