"""Random games: the cards are conserved at every decision, and broken states are noticed."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from quest import GAME, play

import unicorn_envs
from unicorn_envs.games.magical_unicorn_quest.cards import DECK_CARDS
from unicorn_envs.games.magical_unicorn_quest.observation import NO_MORE_IN_OTHER, OTHER_IN_RING, SURELY_IN_OTHER

SETTINGS = [(n, mode) for mode in ("shared", "own") for n in range(2, 7) if (n, mode) != (2, "shared")]


def copies(states: np.ndarray) -> np.ndarray:
    """(N, 20): copies of each card in all places together."""
    total = states["hand"].sum(axis=1, dtype=np.int64) + states["removed"]
    total[:, :11] += states["stable"].sum(axis=1, dtype=np.int64)
    for name in ("deck", "discard", "table_card"):
        for card in range(1, 20):
            total[:, card] += (states[name] == card).sum(axis=1)
    return total


@pytest.mark.parametrize(("players", "mode"), SETTINGS)
def test_cards_are_conserved(players: int, mode: str) -> None:
    """Counted here without the rules' own check, while random games go on."""
    batch = unicorn_envs.make_batch(
        "magical_unicorn_quest", num_envs=12, num_players=players, stables=mode, seed=players
    )
    whole = copies(batch.states)
    assert (whole == whole[0]).all()
    generator = np.random.default_rng(0)
    for _ in range(250):
        batch.step([int(generator.choice(np.flatnonzero(mask))) for mask in batch.action_mask])
        np.testing.assert_array_equal(copies(batch.states), whole)


SCRIPT = """
import numpy as np
from unicorn_envs.batch import Batch
from unicorn_envs.games import get
game = get("magical_unicorn_quest")
total = 0
for players, mode in {settings}:
    for ask_everyone in (False, True):
        batch = Batch(game, {games}, seed=players, num_players=players, stables=mode, ask_everyone=ask_everyone)
        seeds = np.arange(total, total + {games}, dtype=np.uint64)
        scratch = np.zeros(len(game.actions), dtype=np.int8)
        steps = game.driver.play_random(batch.states, 0, {games}, seeds, 1 << 40, scratch)
        assert steps > 0, (players, mode, game.problem(batch.states[-1 - steps : -steps]))
        assert (batch.states["seat"] == -1).all()
        total += {games}
print(total)
"""


@pytest.mark.slow
def test_20_000_random_games_hold_all_invariants_at_every_decision() -> None:
    """In a process of its own that compiles with bounds checks and the invariants asserted after each step."""
    environment = {**os.environ, "UNICORN_ENVS_CHECK": "1"}
    environment.pop("NUMBA_DISABLE_JIT", None)
    script = SCRIPT.format(settings=SETTINGS, games=1112)
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 20_000


@pytest.mark.parametrize(
    ("field", "index", "value", "message"),
    [
        ("hand", (0, 1, 4), 5, "hand size"),
        ("stable", (0, 2, 4), 1, "exactly one place"),
        ("discard", (0, DECK_CARDS - 1), 0, "beyond the end of a pile"),
        ("deck", (0, DECK_CARDS), 3, "beyond the end of a pile"),
        ("ring", (0, 0, OTHER_IN_RING + SURELY_IN_OTHER + 17), 3, "knows of more copies"),
        ("ring", (0, 0, OTHER_IN_RING + NO_MORE_IN_OTHER + 17), 1, "says there are no more"),
        ("acted", (0, 1), 1, "out of range"),
        ("public", (0, 0), 1, "what is shown does not fit"),
        ("ring", (0, 3, 2), 4, "what is shown does not fit"),
        ("private", (0, 2, 25), 9, "what is shown does not fit"),
        ("marked", (0, 1), 1, "what is shown does not fit"),
        ("holding", (0, 0), 2, "what is shown does not fit"),
        ("standing", (0, 1), 0, "what is shown does not fit"),
        ("legal", (0,), 3, "what is legal does not fit"),
        ("none_left", (0, 0), 1, "known to hold none"),
        ("prompt", (0,), 0, "without a prompt"),
        ("prompt", (0,), 22, "do not fit the decision"),
        ("player", (0,), 4, "out of range"),
        ("table_card", (0, 3), 18, "out of range"),
    ],
)
def test_broken_states_are_noticed(field: str, index: tuple[int, ...], value: int, message: str) -> None:
    state = GAME.position(hands=[["Pixie Dust"], ["Halt"], [], []], discard=["Elf"], stables={1: ["Troll"]})
    play(state, "0 play Pixie Dust")
    assert GAME.problem(state) is None
    state[field][index] = value
    assert message in str(GAME.problem(state))


def test_a_stable_with_both_unicorns_is_noticed() -> None:
    state = GAME.position(hands=[["Pixie Dust", "Majestic Unicorn"], [], []], stables={1: ["Golden Unicorn"]})
    state["hand"][0, 0, 2] -= 1
    state["hand_size"][0, 0] -= 1
    state["stable"][0, 1, 2] += 1
    assert "the game goes on" in str(GAME.problem(state))
