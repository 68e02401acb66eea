"""``python -m unicorn_envs.cli``: the ``unicorn-envs`` command."""

from __future__ import annotations

import sys

from unicorn_envs.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
