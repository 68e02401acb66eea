"""Unicorn Apocalypse for PettingZoo: ``unicorn_apocalypse_v1.env()``."""

from unicorn_envs.versions import env_of

env = raw_env = env_of("unicorn_apocalypse_v1")  # there are no wrappers: the checks are built in
