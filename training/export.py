"""From a trainer to a checkpoint that anyone can play against without torch."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

import numpy as np

from unicorn_envs.agents.checkpoint import FORMAT, NetworkAgent, input_scale, write_checkpoint
from unicorn_envs.agents.network import Network

from .ppo import BatchPPO

NOT_AMONG_SETTINGS = ("game", "options", "seed", "sample", "groups")
"""Settings that are entries of the card themselves, or of the weights."""


def agent_of(model: BatchPPO, name: str, sample: bool, seed: int = 0) -> NetworkAgent:
    """The current policy of a trainer as an agent."""
    batch = model.batch
    weights = model.policy.mlp_extractor.checkpoint_tensors()
    network = Network(weights, batch.layout.size, len(batch.game.actions))
    return NetworkAgent(name, network, input_scale(batch.layout.low, batch.layout.high), sample, seed)


def make_card(model: BatchPPO, config_name: str, seconds: float) -> dict[str, Any]:
    """What a checkpoint says about itself, all settings that it was trained with included; ``results`` are added by
    ``python -m training.evaluate --write-card``."""
    batch, config = model.batch, model.config
    return {
        "format": FORMAT,
        "game": batch.game.name,
        "version": batch.game.version,
        "options": batch.game.complete_options(**config.options),
        "layout": batch.game.layout_hash(batch.num_players),
        "config": config_name,
        "settings": {name: value for name, value in config.as_json().items() if name not in NOT_AMONG_SETTINGS},
        "seed": config.seed,
        "sample": config.sample,
        "decisions": int(model.num_timesteps),
        "wall_minutes": round(seconds / 60, 1),
        "machine": machine(),
        "numpy": np.__version__,
        "results": [],
    }


def machine() -> str:
    """Processor and cores, as far as the system tells."""
    name = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{name}, {os.cpu_count()} cores"


def export(model: BatchPPO, config_name: str, seconds: float, path: Path) -> None:
    """Write the current policy as a checkpoint."""
    write_checkpoint(path, model.policy.mlp_extractor.checkpoint_tensors(), make_card(model, config_name, seconds))
