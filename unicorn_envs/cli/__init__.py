"""The ``unicorn-envs`` command: look at the games, play, watch, evaluate, measure, compile. One file a command;
``commands.py`` finds them, ``arguments.py`` is what they share, ``exits.py`` tells of the exit codes.
"""

from unicorn_envs.cli.commands import main

__all__ = ["main"]
