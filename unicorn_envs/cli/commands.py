"""All commands by name, and the way to them: ``main``."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from unicorn_envs.cli.arguments import PROGRAM, Parser
from unicorn_envs.cli.exits import run_command

COMMANDS = {
    "list": "the games, or all about one game",
    "play": "play in the terminal",
    "watch": "watch agents play, all cards shown",
    "evaluate": "how strong agents are, with 95 % intervals",
    "agents": "the agents and the shipped checkpoints",
    "card": "the card of a checkpoint: how it was made, how strong it is",
    "bench": "measure the speed of the games (in a checkout: of peers too)",
    "compile": "compile games ahead of time, one process a core",
}
"""What each does. It is the module of its name here: ``add_arguments(parser)``, ``run(given)``."""
TRAINING = {
    "train": "train an agent (needs the extra 'train')",
    "exploit": "train a best response to an agent: how exploitable it is (needs the extra 'train')",
}
"""Commands of the trainer, which reads their arguments itself."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with ``arguments`` (by default the process's). Returns the exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    chosen = arguments[0] if arguments else ""
    if chosen in TRAINING:
        from unicorn_envs.cli.training import run_training

        return run_training(*arguments)

    def command() -> None:
        given = make_parser(chosen).parse_args(arguments)
        given.run(given)

    return run_command(f"{PROGRAM} {chosen}", command)


def make_parser(chosen: str) -> Parser:
    """The parser of the whole; of the commands only the chosen one is loaded, and knows its arguments."""
    from unicorn_envs import __version__

    parser = Parser(
        prog=PROGRAM,
        description="Hidden-information card games for reinforcement learning: look at them, play, watch, evaluate.",
        epilog=f"{PROGRAM} <command> --help explains a command. Agents are named as {PROGRAM} agents shows.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="<command>", required=True, title="commands")
    for name, text in {**COMMANDS, **TRAINING}.items():
        # argparse formats help, not the description
        own: argparse.ArgumentParser = commands.add_parser(
            name, help=text.replace("%", "%%"), description=f"{text[0].upper()}{text[1:]}."
        )
        if name == chosen:
            module = importlib.import_module(f"unicorn_envs.cli.{name}")
            module.add_arguments(own)
            own.set_defaults(run=module.run)
    return parser
