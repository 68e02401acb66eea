"""Unstable Unicorns for PettingZoo: ``unstable_unicorns_v1.env(num_players=4)``."""

from unicorn_envs.versions import env_of

env = raw_env = env_of("unstable_unicorns_v1")  # there are no wrappers: the checks are built in
