"""Masked sampling and same-seat credit."""

import numba
import numpy as np
import pytest

from training.kernels import Kernel, same_seat_advantages, sample_actions


def test_sampling_follows_the_softmax_of_the_legal_logits():
    n = 40_000
    logits = np.tile(np.array([0.3, -1.0, 2.0, 0.0], dtype=np.float32), (n, 1))
    mask = np.tile(np.array([1, 1, 0, 1], dtype=np.int8), (n, 1))
    actions, log_probs = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.float32)
    sample_actions(logits, mask, np.random.default_rng(0).random(n), actions, log_probs)
    p = np.exp(logits[0]) * mask[0]
    p /= p.sum()
    counts = np.bincount(actions, minlength=4)
    assert counts[2] == 0
    assert np.allclose(counts / n, p, atol=4 * np.sqrt(0.25 / n))
    assert np.allclose(log_probs, np.log(p[actions]), atol=1e-5)


def test_sampling_at_the_edge_takes_a_legal_action():
    logits, mask = np.zeros((1, 3), dtype=np.float32), np.array([[1, 1, 0]], dtype=np.int8)
    actions, log_probs = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.float32)
    sample_actions(logits, mask, np.array([np.nextafter(1.0, 0.0)]), actions, log_probs)
    assert actions[0] == 1


def advantages(
    seats,
    dones,
    rewards,
    values=None,
    last_seat=0,
    last_value=0.0,
    gamma=1.0,
    lam=1.0,
    cost=0.0,
    learned=None,
    players=2,
):
    """One table; ``seats`` begins with the carried rows."""
    rows = len(seats)
    reward = np.zeros((rows, 1, players), dtype=np.float32)
    for row, values_of_row in rewards.items():
        reward[row, 0] = values_of_row
    out, settled = np.zeros((rows, 1), dtype=np.float32), np.zeros((rows, 1), dtype=np.bool_)
    same_seat_advantages(
        np.array(seats)[:, None],
        np.ones((rows, 1), dtype=np.bool_) if learned is None else np.array(learned, dtype=np.bool_)[:, None],
        np.zeros((rows, 1), dtype=np.float32) if values is None else np.array(values, dtype=np.float32)[:, None],
        np.array([row in dones for row in range(rows)])[:, None],
        reward, np.array([last_seat]), np.array([last_value], dtype=np.float32), gamma, lam, cost, out, settled,
    )  # fmt: skip
    return out[:, 0], settled[:, 0]


def test_a_loss_on_somebody_elses_turn_is_credited_to_the_loser():
    # carried rows empty; seat 0, seat 1, seat 0 ends the game and wins
    got, settled = advantages([-1, -1, 0, 1, 0], dones={4}, rewards={4: (1.0, -1.0)})
    assert got[2:].tolist() == [1.0, -1.0, 1.0]
    assert settled[2:].all()


def test_a_win_on_ones_own_turn_and_the_sum_over_seats():
    got, _ = advantages([-1, -1, 0, 1], dones={3}, rewards={3: (-1.0, 1.0)})
    assert got[3] == 1.0 and got[2] == -1.0
    assert got[2] + got[3] == 0.0


def test_each_decision_costs_its_own_seat():
    got, _ = advantages([-1, -1, 0, 0, 1, 0], dones={5}, rewards={5: (-1.0, 1.0)}, cost=0.25)
    assert got[2:].tolist() == [-1.75, -1.5, 0.75, -1.25]


def test_the_next_game_does_not_leak_into_the_last():
    got, _ = advantages([-1, -1, 0, 1, 0, 1], dones={3, 5}, rewards={3: (-1.0, 1.0), 5: (0.5, -0.5)})
    assert got[2:].tolist() == [-1.0, 1.0, 0.5, -0.5]


def test_values_of_the_same_seat_are_the_successors():
    values = [0, 0, 0.2, 0.9, 0.5, 0.1]
    got, _ = advantages([-1, -1, 0, 1, 0, 1], set(), {}, values, last_seat=0, last_value=0.8, lam=0.0)
    assert got[2] == pytest.approx(0.5 - 0.2)  # the next decision of seat 0, not that of seat 1
    assert got[4] == pytest.approx(0.8 - 0.5)
    assert got[3] == pytest.approx(0.1 - 0.9)


def test_a_decision_without_successor_is_carried_over():
    got, settled = advantages([-1, -1, 0, 1], set(), {}, last_seat=0, last_value=0.0)
    assert settled.tolist() == [False, False, True, False]
    # next window: seat 1's decision lies in its carried row, and the game ends on seat 0's turn
    got, settled = advantages([-1, 1, 0, 0], {3}, {3: (1.0, -1.0)})
    assert got[1] == -1.0 and settled[1]


def test_frozen_decisions_are_not_learned_but_the_learner_gets_its_reward():
    got, settled = advantages([-1, -1, 0, 1], {3}, {3: (-1.0, 1.0)}, learned=[1, 1, 1, 0])
    assert got[2] == -1.0 and settled[2]
    assert not settled[3]


def test_solo_advantages_equal_stable_baselines3():
    import torch as th
    from gymnasium import spaces
    from stable_baselines3.common.buffers import RolloutBuffer

    rng = np.random.default_rng(3)
    steps, tables = 40, 7
    values = rng.normal(size=(steps, tables)).astype(np.float32)
    dones = rng.random((steps, tables)) < 0.15
    rewards = np.where(dones, rng.normal(size=(steps, tables)), 0.0).astype(np.float32)
    last = rng.normal(size=tables).astype(np.float32)
    buffer = RolloutBuffer(steps, spaces.Box(0, 1, (1,)), spaces.Discrete(2), gamma=0.99, gae_lambda=0.9, n_envs=tables)
    starts = np.vstack([np.zeros((1, tables)), dones[:-1]])
    for t in range(steps):
        buffer.add(
            np.zeros((tables, 1)), np.zeros((tables, 1)), rewards[t], starts[t], th.tensor(values[t]), th.zeros(tables)
        )
    buffer.compute_returns_and_advantage(th.tensor(last), dones[-1])
    out, settled = np.zeros((steps + 1, tables), np.float32), np.zeros((steps + 1, tables), np.bool_)
    pad = lambda a: np.concatenate([np.zeros((1, *a.shape[1:]), a.dtype), a])  # noqa: E731
    seats = pad(np.zeros((steps, tables), np.int64))
    seats[0] = -1
    same_seat_advantages(
        seats, np.ones((steps + 1, tables), np.bool_), pad(values), pad(dones), pad(rewards)[..., None],
        np.zeros(tables, np.int64), last, 0.99, 0.9, 0.0, out, settled,
    )  # fmt: skip
    assert settled[1:].all()
    assert np.allclose(out[1:], buffer.advantages, atol=1e-5)


def draw(kernel):
    actions, log_probs = np.full(1, -1), np.zeros(1, dtype=np.float32)
    mask = np.array([[0, 1]], dtype=np.int8)
    kernel(np.zeros((1, 2), dtype=np.float32), mask, np.array([0.5]), actions, log_probs)
    assert actions == [1]


@pytest.mark.parametrize("length", [0, 20])
def test_a_damaged_cache_is_done_without_and_replaced(length, tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    draw(Kernel(sample_actions.function))
    kept = list(tmp_path.rglob("*.nb?"))
    assert kept
    for path in kept:
        path.write_bytes(path.read_bytes()[:length])
    draw(Kernel(sample_actions.function))
    draw(Kernel(sample_actions.function))
    assert all(path.stat().st_size > length for path in tmp_path.rglob("*.nb?"))


def test_without_a_folder_for_the_cache_it_works(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file" / "folder"))
    draw(Kernel(sample_actions.function))
