"""Margot: La Fée for PettingZoo: ``margot_v1.env(num_players=2)``."""

from unicorn_envs.versions import env_of

env = raw_env = env_of("margot_v1")  # there are no wrappers: the checks are built in
