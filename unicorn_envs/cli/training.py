"""``unicorn-envs train`` and ``exploit``: the trainer reads their arguments itself."""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec
from pathlib import Path

from unicorn_envs.cli.arguments import PROGRAM
from unicorn_envs.cli.exits import BAD_ARGUMENTS

NEEDED_TO_TRAIN = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib")


def run_training(command: str, *arguments: str) -> int:
    """Let the trainer do it: that of the installed package, or that of this checkout."""
    missing = [name for name in NEEDED_TO_TRAIN if find_spec(name) is None]
    inside = find_spec("unicorn_envs.training")
    spec = inside or find_spec("training")
    folder = Path(spec.origin).resolve().parent if spec and spec.origin else None
    if not missing and inside is None and folder != Path(__file__).resolve().parents[2] / "training":
        missing = ["the trainer"]  # a package of somebody else's may be called training
    if missing:
        needed = f"{', '.join(missing)} not found: pip install 'unicorn_envs[train]'"
        print(f"{PROGRAM} {command}: {needed}", file=sys.stderr)
        return BAD_ARGUMENTS
    package = "training" if inside is None else "unicorn_envs.training"
    code: int = importlib.import_module(f"{package}.{command}").main(arguments, f"{PROGRAM} {command}")
    return code
