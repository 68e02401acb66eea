"""Agents choose legal actions: the random one uniformly, the heuristic always alike, a checkpoint as its network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import unicorn_envs
from tests.common import STEP_LIMIT, Setting, chi_square, of
from tests.test_errors import net_of
from unicorn_envs.agents import (
    Agent,
    CheckpointAgent,
    HeuristicAgent,
    RandomAgent,
    make_agent,
    read_card,
    shipped_checkpoints,
)
from unicorn_envs.agents.checkpoint import find_checkpoint, input_scale, write_checkpoint
from unicorn_envs.envs.batch import Batch
from unicorn_envs.errors import CheckpointError
from unicorn_envs.evaluation import duplicate_match, mean_return, play_games
from unicorn_envs.game import Game
from unicorn_envs.layout import Field, Layout


def some_rows(game: Game, rows: int = 64, steps: int = 12, **options: int) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks from random games."""
    batch, agent = Batch(game, rows, seed=2, **options), RandomAgent(3)
    for _ in range(steps):
        batch.step(agent.act(batch.observation, batch.action_mask))
    return batch.observation.copy(), batch.action_mask.copy()


def test_the_random_agent_is_uniform_over_the_legal_actions() -> None:
    masks = np.zeros((40_000, 9), dtype=np.int8)
    masks[:, [1, 4, 5, 8]] = 1
    chosen = RandomAgent(5).act(np.zeros((40_000, 3), dtype=np.int8), masks)
    counts = np.bincount(chosen, minlength=9)
    assert set(np.flatnonzero(counts)) == {1, 4, 5, 8}
    statistic, limit = chi_square(counts[[1, 4, 5, 8]], np.full(4, 10_000.0))
    assert statistic < limit


def test_the_random_agent_chooses_for_each_row_by_itself() -> None:
    masks = np.ones((40_000, 4), dtype=np.int8)
    chosen = RandomAgent(5).act(np.zeros((40_000, 3), dtype=np.int8), masks).reshape(-1, 2)
    statistic, limit = chi_square(np.bincount(chosen[:, 0] * 4 + chosen[:, 1], minlength=16), np.full(16, 1250.0))
    assert statistic < limit


def test_the_random_agent_takes_the_only_legal_action() -> None:
    masks = np.eye(7, dtype=np.int8)
    for seed in range(20):
        assert RandomAgent(seed).act(np.zeros((7, 1), np.int8), masks).tolist() == list(range(7))


def test_the_random_agent_follows_from_its_seed() -> None:
    masks = np.ones((50, 20), dtype=np.int8)
    first, again, other = (RandomAgent(seed).act(masks, masks).tolist() for seed in (1, 1, 2))
    assert first == again != other
    agent = RandomAgent(2)
    agent.reseed(1)
    assert agent.act(masks, masks).tolist() == first


def test_the_heuristic_plays_legal_games_to_their_ends(any_setting: Setting) -> None:
    """Batch.step refuses what is not legal; a heuristic that waits for ever would never get here."""
    game, options = of(any_setting)
    batch, agent = Batch(game, 40, seed=4, autoreset=False, **options), HeuristicAgent(game)
    for _ in range(STEP_LIMIT):
        playing = np.flatnonzero(batch.seat >= 0)
        if len(playing) == 0:
            return
        actions = np.zeros(40, dtype=np.int64)
        actions[playing] = agent.act(batch.observation[playing], batch.action_mask[playing])
        batch.step(actions)
    raise AssertionError(f"{len(playing)} games of heuristics have no end")


def test_the_heuristic_is_legal_in_positions_that_random_play_leads_to(any_setting: Setting) -> None:
    game, options = of(any_setting)
    batch, heuristic, random = Batch(game, 64, seed=8, **options), HeuristicAgent(game), RandomAgent(1)
    for _ in range(150):
        chosen = heuristic.act(batch.observation, batch.action_mask)
        assert (batch.action_mask[np.arange(64), chosen] == 1).all()
        batch.step(random.act(batch.observation, batch.action_mask))


def test_the_heuristic_is_a_function_of_what_it_sees(setting: Setting) -> None:
    """Alike at each call, in any row, and its inputs are left as they are."""
    game, options = of(setting)
    observation, mask = some_rows(game, **options)
    before = observation.tobytes(), mask.tobytes()
    agent = HeuristicAgent(game)
    first = agent.act(observation, mask)
    for again in (agent, HeuristicAgent(game)):
        assert again.act(observation, mask).tolist() == first.tolist()
    assert agent.act(observation[::-1], mask[::-1]).tolist() == first[::-1].tolist()
    assert (observation.tobytes(), mask.tobytes()) == before


def test_the_heuristic_beats_random_play(setting: Setting) -> None:
    """One heuristic among random players; alone: the same deals with both."""
    game, options = of(setting)
    players = options["num_players"]
    heuristic, random = HeuristicAgent(game), RandomAgent(1)
    if players == 1:
        ours, theirs = (duplicate_match(game, [agent], 400)[0] for agent in (heuristic, random))
        advantage = mean_return((ours - theirs)[:, :, 0])
    else:
        returns, _ = duplicate_match(game, [heuristic] + [random] * (players - 1), 400)
        advantage = mean_return(returns[:, :, 0])
    assert advantage.low > 0, f"heuristic against random: {advantage}"


def test_agents_by_name(name: str, tmp_path: Path) -> None:
    game = unicorn_envs.game(name)
    path = tmp_path / "tiny.safetensors"
    write_checkpoint(path, *net_of(game, game.min_players))
    for spec, kind in (("random", RandomAgent), ("heuristic", HeuristicAgent), (f"checkpoint:{path}", CheckpointAgent)):
        agent = make_agent(spec, game, num_players=game.min_players)
        assert isinstance(agent, kind) and isinstance(agent, Agent)
    assert agent.name == "tiny"


def by_hand(weights: dict[str, np.ndarray], observation: np.ndarray, game: Game, players: int) -> list[float]:
    """The network's scores for one observation, number by number."""
    layout = game.observation.for_players(players)
    x = [
        float(value) / max(abs(float(low)), abs(float(high)), 1.0)
        for value, low, high in zip(observation, layout.low, layout.high)
    ]
    for layer in ("trunk.0", "trunk.1"):
        rows, bias = weights[f"{layer}.weight"], weights[f"{layer}.bias"]
        x = [float(np.tanh(sum(w * v for w, v in zip(row, x)) + b)) for row, b in zip(rows, bias)]
    rows, bias = weights["action.weight"], weights["action.bias"]
    return [sum(w * v for w, v in zip(row, x)) + b for row, b in zip(rows, bias)]


def test_a_checkpoint_plays_what_its_network_says(name: str, tmp_path: Path) -> None:
    game = unicorn_envs.game(name)
    players = game.max_players
    weights, card = net_of(game, players, hidden=5)
    generator = np.random.default_rng(1)
    weights |= {
        "trunk.1.weight": generator.normal(size=(3, 5)), "trunk.1.bias": generator.normal(size=3),
        "action.weight": generator.normal(size=(len(game.actions), 3)),
    }  # fmt: skip
    path = tmp_path / "net.safetensors"
    weights = {k: v if v.dtype == np.int64 else v.astype(np.float32) for k, v in weights.items()}
    write_checkpoint(path, weights, card)
    agent = CheckpointAgent(path, game, num_players=players)
    observation, mask = some_rows(game, rows=4, num_players=players)
    for row in range(4):
        expected = np.array(by_hand(weights, observation[row], game, players))
        assert agent.logits(observation[row : row + 1])[0] == pytest.approx(expected, abs=2e-4)
        best = int(np.where(mask[row] == 1, expected, -np.inf).argmax())
        assert agent.act(observation[row : row + 1], mask[row : row + 1]).tolist() == [best]


def test_a_sampling_checkpoint_follows_its_policy(name: str, tmp_path: Path) -> None:
    """Actions come up as often as the softmax over the legal ones says; the card decides whether it samples."""
    game = unicorn_envs.game(name)
    players = game.min_players
    weights, card = net_of(game, players)
    weights["action.weight"] *= np.float32(0.2)
    weights["action.bias"] *= np.float32(0.2)
    path = tmp_path / "net.safetensors"
    write_checkpoint(path, weights, {**card, "sample": True})
    observation, mask = (part[:1] for part in some_rows(game, rows=1, steps=0, num_players=players))
    mask = np.zeros_like(mask)
    offered = min(5, len(game.actions))
    mask[0, :offered] = 1
    agent = CheckpointAgent(path, game, seed=3, num_players=players)
    rows = 20_000
    chosen = agent.act(np.repeat(observation, rows, axis=0), np.repeat(mask, rows, axis=0))
    agent.reseed(3)
    assert (agent.act(np.repeat(observation, rows, axis=0), np.repeat(mask, rows, axis=0)) == chosen).all()
    odds = np.exp(agent.logits(observation)[0, :offered].astype(float))
    statistic, limit = chi_square(np.bincount(chosen, minlength=offered), rows * odds / odds.sum())
    assert chosen.max() < offered and statistic < limit
    greedy = CheckpointAgent(path, game, sample=False, num_players=players)
    assert set(greedy.act(np.repeat(observation, 50, axis=0), np.repeat(mask, 50, axis=0))) == {int(odds.argmax())}


def test_checkpoints_play_whole_games(setting: Setting, tmp_path: Path) -> None:
    game, options = of(setting)
    players = options["num_players"]
    path = tmp_path / "net.safetensors"
    write_checkpoint(path, *net_of(game, players))
    agents = [CheckpointAgent(path, game, sample=True, seed=seat, num_players=players) for seat in range(players)]
    finals = play_games(game, agents, np.arange(10, dtype=np.uint64))
    assert (finals["seat"] == -1).all()


def test_input_scale_brings_every_entry_into_minus_one_to_one() -> None:
    bounds = {"a": (0, 1), "b": ((-4, 0), (2, 100)), "c": (0, 0)}
    layout = Layout([Field(name, (1 if name == "c" else 2,), low, high, ".") for name, (low, high) in bounds.items()])
    assert input_scale(layout.low, layout.high) == pytest.approx([1, 1, 1 / 4, 1 / 100, 1])
    assert input_scale(layout.low, layout.high).dtype == np.float32


def test_the_default_checkpoint_is_the_one_trained_with_these_options() -> None:
    for path in shipped_checkpoints():
        card = read_card(path)
        game = unicorn_envs.game(card["game"])
        assert find_checkpoint("", game, card["options"]) == path
        assert make_agent("checkpoint", game, **card["options"]).name == path.stem
    with pytest.raises(CheckpointError, match=r"turn_cap.*by name there are: checkpoint:unicorn_hunt"):
        make_agent("checkpoint", unicorn_envs.game("unicorn_hunt"), turn_cap=7)
    assert make_agent("checkpoint:unicorn_hunt", unicorn_envs.game("unicorn_hunt"), turn_cap=7).name == "unicorn_hunt"
