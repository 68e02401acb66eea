"""Players behind one protocol: they get what their seat knows, and nothing else.

``make_agent("random" | "heuristic" | "checkpoint" | "checkpoint:<name or path>", game, ...)`` makes one by name.
"""

from __future__ import annotations

from unicorn_envs.agents.base import Agent, agent_help, make_agent
from unicorn_envs.agents.checkpoint import CheckpointAgent, read_card, shipped_checkpoints
from unicorn_envs.agents.heuristic import HeuristicAgent
from unicorn_envs.agents.random import RandomAgent

__all__ = [
    "Agent",
    "CheckpointAgent",
    "HeuristicAgent",
    "RandomAgent",
    "agent_help",
    "make_agent",
    "read_card",
    "shipped_checkpoints",
]
