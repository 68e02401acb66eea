"""Version 0, which ``unstable_unicorns_v1`` replaced; the game's RULES.md says what changed."""

from unicorn_envs.versions import env_of

env = raw_env = env_of("unstable_unicorns_v0")
