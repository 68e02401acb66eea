"""Version 0, which ``unstable_unicorns_v1`` replaced; the game's RULES.md says what changed."""

from __future__ import annotations

from unicorn_envs.versions import replaced

env = raw_env = replaced("unstable_unicorns", 0, 1)
