"""The shipped checkpoints: one for each setting, with a card that tells all, playable without torch, and strong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import unicorn_envs
from training.config import load_config
from unicorn_envs.agents import make_agent, read_card, shipped_checkpoints
from unicorn_envs.agents.checkpoint import CARD_KEY, CHECKSUM, checksum, read_checkpoint, write_checkpoint
from unicorn_envs.errors import CheckpointError
from unicorn_envs.evaluation import deal_seeds, duplicate_match, mean_return, play_games, returns_of, win_rate

SETTINGS = {
    "unicorn_hunt", "margot_solo", "margot_2p", "unstable_unicorns_2p", "unstable_unicorns_4p", "unicorn_apocalypse",
    "magical_unicorn_quest_2p", "magical_unicorn_quest_4p",
}  # fmt: skip
SHIPPED = {path.stem: path for path in shipped_checkpoints()}
GAMES = 400


@pytest.fixture(params=sorted(SETTINGS))
def path(request: pytest.FixtureRequest) -> Path:
    return SHIPPED[request.param]


def test_every_setting_has_a_checkpoint() -> None:
    assert set(SHIPPED) == SETTINGS


def test_a_card_tells_how_it_was_made_and_how_strong_it_is(path: Path) -> None:
    card = read_card(path)
    game = unicorn_envs.game(card["game"])
    config = load_config(card["config"])
    assert card["config"] == path.stem
    assert (config.game, game.complete_options(**config.options)) == (card["game"], card["options"])
    assert (card["version"], card["layout"]) == (game.version, game.layout_hash(card["options"]["num_players"]))
    assert card["decisions"] > 0 and card["wall_minutes"] > 0 and card["machine"]
    assert card["seed"] == config.seed
    assert card["results"]
    for entry in card["results"]:
        assert entry["command"].startswith(f"python -m training.evaluate {card['game']} ")
        assert all(row["agent"] == "checkpoint" and row["games"] >= 4000 for row in entry["rows"])


def test_it_is_as_it_was_written(path: Path) -> None:
    weights, card = read_checkpoint(path)
    assert card[CHECKSUM] == checksum(weights, card)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.5, 0.9, 0.999])
def test_flipped_bytes_of_the_weights_are_noticed(share: float, tmp_path: Path) -> None:
    data = SHIPPED["margot_2p"].read_bytes()
    first = 8 + int.from_bytes(data[:8], "little")  # the weights come after the header and its length
    at = min(first + int(share * (len(data) - first)), len(data) - 20)
    copy = tmp_path / "copy.safetensors"
    copy.write_bytes(data[:at] + bytes(255 - byte for byte in data[at : at + 20]) + data[at + 20 :])
    with pytest.raises(CheckpointError, match="damaged"):
        read_checkpoint(copy)
    with pytest.raises(CheckpointError, match="damaged"):
        make_agent(f"checkpoint:{copy}", unicorn_envs.game("margot"), num_players=2)


def test_a_card_changed_by_hand_is_noticed(tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    weights, card = read_checkpoint(SHIPPED["margot_2p"])
    copy = tmp_path / "copy.safetensors"
    for changed, message in (
        ({**card, "decisions": card["decisions"] + 1}, "do not agree with its checksum"),
        ({**card, CHECKSUM: "0"}, "do not agree with its checksum"),
        ({key: value for key, value in card.items() if key != CHECKSUM}, "no checksum"),
    ):
        save_file(weights, copy, metadata={CARD_KEY: json.dumps(changed)})
        with pytest.raises(CheckpointError, match=message):
            read_card(copy)
    write_checkpoint(copy, weights, {**card, "decisions": 5})
    assert read_card(copy)["decisions"] == 5


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    import resource

    weights, card = read_checkpoint(SHIPPED["margot_2p"])
    copy = tmp_path / "copy.safetensors"
    write_checkpoint(copy, weights, card)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limit[1]))
    try:
        with pytest.raises(OSError):
            write_checkpoint(copy, weights, {**card, "decisions": 5})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert read_card(copy) == card and [file.name for file in tmp_path.iterdir()] == [copy.name]


def test_it_is_stronger_than_random_play_by_far(path: Path) -> None:
    card = read_card(path)
    game, players = unicorn_envs.game(card["game"]), card["options"]["num_players"]
    options = card["options"]
    agent = make_agent("checkpoint", game, **options)
    if players == 1:
        seeds = deal_seeds(GAMES, 1)
        own, random = (
            returns_of(game, play_games(game, [player], seeds, **options), 1)
            for player in (agent, make_agent("random", game, **options))
        )
        assert mean_return(own - random).low > 0.3
    else:
        others = [make_agent("random", game, seed, **options) for seed in range(players - 1)]
        returns, _ = duplicate_match(game, [agent, *others], GAMES, 1, **options)
        fair = 2 / players if options.get("stables") == "shared" else 1 / players
        assert win_rate(returns[:, :, 0]).low > fair + 0.2


def test_it_plays_without_torch(path: Path) -> None:
    code = f"""
import sys
sys.modules["torch"] = None  # importing it fails
import unicorn_envs
from unicorn_envs.agents import make_agent, read_card
card = read_card({str(path)!r})
game = unicorn_envs.game(card["game"])
agent = make_agent("checkpoint", game, **card["options"])
batch = unicorn_envs.make_batch(card["game"], 4, seed=0, **card["options"])
for _ in range(20):
    batch.step(agent.act(batch.observation, batch.action_mask))
"""
    subprocess.run([sys.executable, "-c", code], check=True)
