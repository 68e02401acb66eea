"""What an agent is, and how to make one from a name."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from unicorn_envs.arrays import Int8Array, Int64Array
from unicorn_envs.game import Game


@runtime_checkable
class Agent(Protocol):
    """A player of many tables at once. One that draws also has ``reseed(seed)``, which begins its draws anew."""

    name: str

    def act(self, observation: Int8Array, action_mask: Int8Array) -> Int64Array:
        """One legal action for each row: (B, D) int8 and (B, A) int8 to (B,) int64."""
        ...


def agent_help() -> str:
    return "random, heuristic, checkpoint (the one shipped for these options) or checkpoint:<name or path>"


def make_agent(spec: str, game: Game, seed: int = 0, **options: Any) -> Agent:
    """The agent called ``spec`` for a game with these options.

    ValueError for an unknown name, CheckpointError for a file that cannot be used; what ``game.complete_options``
    raises for options that are none, whether the agent depends on them or not.
    """
    from unicorn_envs.agents.checkpoint import CheckpointAgent, find_checkpoint
    from unicorn_envs.agents.heuristic import HeuristicAgent
    from unicorn_envs.agents.random import RandomAgent

    game.complete_options(**options)
    kind, _, argument = spec.partition(":")
    if kind == "random" and not argument:
        return RandomAgent(seed)
    if kind == "heuristic" and not argument:
        return HeuristicAgent(game)
    if kind == "checkpoint":
        return CheckpointAgent(find_checkpoint(argument, game, options), game, seed=seed, **options)
    raise ValueError(f"there is no agent {spec!r}; agents are {agent_help()}")
