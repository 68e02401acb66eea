"""The benchmarks run and report; how fast anything is is not tested."""

from __future__ import annotations

import importlib.util
import json

import numpy as np
import pytest

import unicorn_envs
from benchmarks import peers, training
from benchmarks import speed as benchmark
from unicorn_envs import speed
from unicorn_envs.speed import Line


@pytest.fixture(scope="module")
def results() -> dict[str, object]:
    return benchmark.measure(["unicorn_hunt"], seconds=0.001, rounds=1, tables=8, steps=4)


def test_results_are_json_and_say_where_they_are_from(results: dict) -> None:
    assert json.loads(json.dumps(results)) == results
    assert results["machine"]["cores"] >= 1
    assert results["machine"]["versions"]["unicorn_envs"] == unicorn_envs.__version__
    assert results["settings"]["tables"] == 8


def test_every_way_in_is_measured_for_several_numbers_of_players(results: dict) -> None:
    own = {(line["players"], line["line"]) for line in results["lines"] if line["subject"] == "unicorn_hunt"}
    shared = set(speed.HEADINGS) - {"gymnasium", "gymnasium_vector"}
    assert own == {(n, name) for n in (1, 2, 4) for name in shared} | {(1, "gymnasium"), (1, "gymnasium_vector")}
    assert all(line["decisions_per_second"] > 0 for line in results["lines"])


def test_peers_are_measured_or_named_as_missing(results: dict) -> None:
    modules = {"crazy_eights": "pyspiel", "leduc_poker": "pyspiel", "uno": "rlcard", "connect_four": "pygame"}
    subjects = " ".join(line["subject"] for line in results["lines"])
    for name, module in modules.items():
        assert (name in subjects) != (name in results["missing"])
        assert (name in results["missing"]) == (importlib.util.find_spec(module) is None)


def test_a_missing_peer_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*_: object) -> list[Line]:
        raise ImportError("No module named 'rlcard'")

    for name in ("open_spiel_lines", "uno_lines", "connect_four_lines"):
        monkeypatch.setattr(peers, name, absent)
    lines, missing = peers.peer_lines()
    assert lines == []
    assert missing == dict.fromkeys(("crazy_eights", "leduc_poker", "uno", "connect_four"), "No module named 'rlcard'")


def test_ratios_are_medians_of_rounds_against_the_bars() -> None:
    def line(subject: str, name: str, *rates: float) -> Line:
        return Line(subject, 2, name, lambda: (1, 1.0), list(rates))

    found = benchmark.ratios(
        [
            line("unicorn_hunt", "batch_1", 210.0, 50.0, 1.0),
            line("unicorn_hunt", "aec", 11.0, 11.0, 11.0),
            line("open_spiel crazy_eights", "documented", 10.0, 2.0, 1.0),
            line("pettingzoo connect_four", "aec", 1.0, 1.0, 1.0),
        ]
    )
    verdicts = [(entry["ratio"], entry["bar"], entry["met"]) for entry in found]
    assert verdicts == [(21.0, 20.0, True), (11.0, 12.0, False)]


def test_tables_are_printed(results: dict, capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.show(results)
    out = capsys.readouterr().out
    assert "unicorn_hunt" in out
    assert "decisions/s" in out


def test_all_lines_of_a_game_count_the_recorded_decisions(name: str) -> None:
    game = unicorn_envs.game(name)
    recorded = speed.record_games(game, 2, count=2)
    decisions = sum(len(actions) for _, actions in recorded)
    env = unicorn_envs.make(name, num_players=2)
    assert speed.aec_run(env, recorded)()[0] == decisions
    assert speed.engine_run(game, 2, recorded, 2)()[0] == decisions


@pytest.mark.parametrize("game", training.GAMES)
def test_the_trainers_can_be_measured(game: str) -> None:
    pytest.importorskip("sb3_contrib")
    small = training.Setting(decisions=64, minibatch=32, epochs=1, hidden=(8, 8), tables=8)
    results = training.compare(game, small, rounds=1, updates=1)
    assert json.loads(json.dumps(results))["ratios"].keys() == {"ours", "ours_float32"}
    assert all(rate > 0 for rate in results["decisions_per_second"].values())


def test_the_stock_trainer_meets_whole_games_of_every_seat() -> None:
    env = training.EverySeat("unstable_unicorns", 2)
    random = np.random.default_rng(0)
    env.reset(seed=0)
    rewards = []
    while len(rewards) < 5:
        mask = env.action_masks()
        observation, reward, terminated, truncated, _ = env.step(random.choice(np.flatnonzero(mask)))
        assert observation in env.observation_space
        if terminated or truncated:
            rewards.append(reward)
            env.reset()
        else:
            assert reward == 0.0
    assert set(rewards) <= {-1.0, 0.0, 1.0} and any(rewards)  # 0: nobody wins a tie
