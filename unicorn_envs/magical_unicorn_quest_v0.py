"""Version 0, which ``magical_unicorn_quest_v1`` replaced; the game's RULES.md says what changed."""

from unicorn_envs.versions import env_of

env = raw_env = env_of("magical_unicorn_quest_v0")
