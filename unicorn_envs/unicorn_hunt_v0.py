"""Unicorn Hunt for PettingZoo: ``unicorn_hunt_v0.env(num_players=2)``."""

from unicorn_envs.versions import env_of

env = raw_env = env_of("unicorn_hunt_v0")  # there are no wrappers: the checks are built in
