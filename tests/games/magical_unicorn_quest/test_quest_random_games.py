"""Random games: the cards are conserved and all invariants hold at every decision."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import unicorn_envs
from unicorn_envs.games.magical_unicorn_quest.cards import BEINGS, CARD_TYPES

SETTINGS = [(n, mode) for mode in ("shared", "own") for n in range(2, 7) if (n, mode) != (2, "shared")]


def copies(states: np.ndarray) -> np.ndarray:
    """(N, 25): copies of each card in all places together."""
    total = states["hand"].sum(axis=1, dtype=np.int64) + states["removed"]
    total[:, : BEINGS + 1] += states["stable"].sum(axis=1, dtype=np.int64)
    for name in ("deck", "discard", "table_card"):
        for card in range(1, CARD_TYPES + 1):
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
from unicorn_envs.envs.batch import Batch
from unicorn_envs.registry import get
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
