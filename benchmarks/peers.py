"""The same measurement for other people's environments, driven from Python as their documentation shows.

As for our games, a decision is one action of one player, what is played was recorded beforehand with random
players, and dealing is inside the timing.

===================  ============================================================================================
open_spiel           the loop of OpenSpiel's documentation: at chance nodes, deals included, ``chance_outcomes()`` and
                     ``numpy.random.choice``; for each decision the observation tensor (where the game has none,
                     the information state tensor) and ``legal_actions_mask()``, both as arrays as ours are, and
                     ``apply_action(recorded action)``
open_spiel, replayed the same with recorded outcomes at chance nodes, and the lists as OpenSpiel returns them
rlcard uno           ``reset()`` (deal and first state), then ``step(recorded action)``, which returns the next state;
                     seeding is outside the timing
pettingzoo           ``connect_four_v3.env()`` through ``reset``, ``agent_iter()``, ``last()``, ``step``
===================  ============================================================================================
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from unicorn_envs.speed import GAMES, Chunk, Line, Recorded, aec_random_run, aec_run

OPEN_SPIEL_GAMES = ("crazy_eights", "leduc_poker")
DISTRIBUTIONS = {"open_spiel": "open_spiel", "rlcard": "rlcard", "pettingzoo": "pettingzoo", "pygame": "pygame"}
"""What the peers need, as it is called on PyPI."""


def peer_lines(count: int = GAMES) -> tuple[list[Line], dict[str, str]]:
    """The lines of the peers that are installed, and why each of the others is missing."""
    lines: list[Line] = []
    missing: dict[str, str] = {}
    makers: dict[str, Callable[[int], Iterator[Line]]] = {
        **{game: lambda n, game=game: open_spiel_lines(game, n) for game in OPEN_SPIEL_GAMES},  # type: ignore[misc]
        "uno": uno_lines,
        "connect_four": connect_four_lines,
    }
    for name, make in makers.items():
        try:
            lines += make(count)
        except ImportError as error:
            missing[name] = str(error)
    return lines, missing


# OpenSpiel


def open_spiel_lines(name: str, count: int) -> Iterator[Line]:
    import pyspiel

    game = pyspiel.load_game(name)
    kind = game.get_type()
    tensor = "observation_tensor" if kind.provides_observation_tensor else "information_state_tensor"
    recorded = [record_open_spiel(game, seed) for seed in range(count)]
    yield Line(f"open_spiel {name}", game.num_players(), "documented", documented_run(game, tensor, recorded))
    yield Line(f"open_spiel {name}", game.num_players(), "replayed", replayed_run(game, tensor, recorded))


def draw_outcome(state: Any) -> int:
    """An outcome of a chance node, as OpenSpiel's examples draw it."""
    outcomes, odds = zip(*state.chance_outcomes())
    return int(np.random.choice(outcomes, p=odds))  # noqa: NPY002 - as in those examples


def record_open_spiel(game: Any, seed: int) -> list[tuple[bool, int]]:
    """Each node of a random game: whether chance decides, and what is chosen. Chance follows from ``seed``."""
    np.random.seed(seed)  # noqa: NPY002
    generator = np.random.default_rng(seed)
    state = game.new_initial_state()
    nodes = []
    while not state.is_terminal():
        chance = state.is_chance_node()
        action = draw_outcome(state) if chance else int(generator.choice(state.legal_actions()))
        nodes.append((chance, action))
        state.apply_action(action)
    return nodes


def documented_run(game: Any, tensor: str, recorded: list[list[tuple[bool, int]]]) -> Callable[[], Chunk]:
    decisions = sum(not chance for nodes in recorded for chance, _ in nodes)
    taken = [[action for chance, action in nodes if not chance] for nodes in recorded]

    def run() -> Chunk:
        started = time.process_time()
        for seed, actions in enumerate(taken):
            np.random.seed(seed)  # noqa: NPY002
            state = game.new_initial_state()
            following = iter(actions)
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(draw_outcome(state))
                    continue
                np.asarray(getattr(state, tensor)(state.current_player()), dtype=np.float32)
                np.asarray(state.legal_actions_mask(), dtype=np.int8)
                state.apply_action(next(following))
        return decisions, time.process_time() - started

    return run


def replayed_run(game: Any, tensor: str, recorded: list[list[tuple[bool, int]]]) -> Callable[[], Chunk]:
    decisions = sum(not chance for nodes in recorded for chance, _ in nodes)

    def run() -> Chunk:
        started = time.process_time()
        for nodes in recorded:
            state = game.new_initial_state()
            write = getattr(state, tensor)
            for chance, action in nodes:
                if not chance:
                    state.legal_actions()
                    write(state.current_player())
                state.apply_action(action)
        return decisions, time.process_time() - started

    return run


# RLCard


def uno_lines(count: int) -> Iterator[Line]:
    import rlcard

    env = rlcard.make("uno", config={"seed": 0})
    yield Line("rlcard uno", env.num_players, "state", uno_run(env, record_uno(env, count)))


def record_uno(env: Any, count: int) -> Recorded:
    recorded: Recorded = []
    for seed in range(count):
        generator = np.random.default_rng(seed)
        env.seed(seed)
        state, _ = env.reset()
        actions = []
        while not env.is_over():
            actions.append(int(generator.choice(list(state["legal_actions"]))))
            state, _ = env.step(actions[-1])
        recorded.append((seed, actions))
    return recorded


def uno_run(env: Any, recorded: Recorded) -> Callable[[], Chunk]:
    decisions = sum(len(actions) for _, actions in recorded)

    def run() -> Chunk:
        spent = 0.0
        for seed, actions in recorded:
            env.seed(seed)
            started = time.process_time()
            env.reset()
            for action in actions:
                env.step(action)
            spent += time.process_time() - started
            if not env.is_over():
                raise RuntimeError("rlcard uno does not repeat a recorded game")
        return decisions, spent

    return run


# PettingZoo


def connect_four_lines(count: int) -> Iterator[Line]:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    yield Line("pettingzoo connect_four", 2, "aec", aec_run(env, record_connect_four(env, count)))
    yield Line("pettingzoo connect_four", 2, "aec_random", aec_random_run(env))


def record_connect_four(env: Any, count: int) -> Recorded:
    recorded: Recorded = []
    for seed in range(count):
        generator = np.random.default_rng(seed)
        env.reset(seed=seed)
        actions = []
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                actions.append(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
                env.step(actions[-1])
        recorded.append((seed, actions))
    return recorded
