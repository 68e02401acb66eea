"""The trainer: what it computes, that it learns, that it goes on where it stopped."""

import io
import json
from dataclasses import replace
from types import SimpleNamespace

import gymnasium
import numpy as np
import pytest
import torch as th
from rich.console import Console

import unicorn_envs
from training.config import Config, load_config
from training.configs import NAMES
from training.export import agent_of
from training.learning import minibatch_size
from training.ppo import BatchPPO, make_ppo
from training.train import in_short, in_thousands, main, make_bar, parse_settings, run
from training.vec_env import BatchVecEnv
from unicorn_envs.agents import CheckpointAgent, RandomAgent, make_agent, read_card
from unicorn_envs.evaluation import deal_seeds, play_games
from unicorn_envs.games.unicorn_hunt import scores

GAME = unicorn_envs.game("unicorn_hunt")
SMALL = replace(
    load_config("unicorn_hunt"), num_envs=32, steps_per_update=8, batch_size=128, epochs=2, hidden=(32,),
    threads=1, eval_games=20, eval_seconds=1e9, bf16=False,
)  # fmt: skip


def trainer(config=SMALL):
    from stable_baselines3.common.logger import configure

    model = make_ppo(config)
    model.set_logger(configure(None, []))
    return model


def test_log_probabilities_of_the_sampler_are_those_of_the_policy():
    model = trainer()
    model.learn(256, log_interval=None)
    r = model.rollout
    at = (r.seat >= 0) & r.learned & (np.arange(len(r.seat))[:, None] >= r.carried)
    model2 = trainer()  # the same seed: the policy as it was while it played
    with th.no_grad():
        _, log_prob, _ = model2.policy.evaluate_actions(
            th.from_numpy(r.observation[at]), th.from_numpy(r.action[at]), action_masks=r.mask[at]
        )
    assert np.allclose(log_prob.numpy(), r.log_prob[at], atol=1e-5)


def test_the_same_seed_trains_the_same_weights():
    first, second = trainer(), trainer()
    for model in (first, second):
        model.learn(512, log_interval=None)
    for a, b in zip(first.policy.parameters(), second.policy.parameters()):
        assert th.equal(a, b)


@pytest.mark.parametrize("players", [2, 3])
def test_every_seat_learns_and_open_decisions_are_carried_over(players):
    config = replace(SMALL, options={"num_players": players}, groups=(), frozen_share=0.0)
    model = trainer(config)
    model.learn(config.num_envs * config.steps_per_update, log_interval=None)
    r = model.rollout
    settled_or_open = r.settled | ((r.seat >= 0) & ~r.settled)
    assert settled_or_open[r.carried :].all()
    pending = [(int(r.seat[row, i]), int(i)) for row, i in zip(*np.nonzero((r.seat >= 0) & ~r.settled))]
    assert pending and len(set(pending)) == len(pending)  # at most one a seat and table
    before = {(seat, i): r.action[r.seat[:, i] == seat, i][-1] for seat, i in pending}
    r.carry_over()
    for seat, i in pending:
        assert r.seat[seat, i] == seat and r.action[seat, i] == before[seat, i]
    assert (r.seat[: r.carried] >= 0).sum() == len(pending)


def test_a_teacher_is_imitated_first_and_then_let_go():
    config = replace(
        SMALL, game="unicorn_apocalypse", options={"num_players": 2}, groups=(), teacher="heuristic", teacher_share=0.5
    )
    model = trainer(config)
    teacher = make_agent("heuristic", model.batch.game, 0)

    def agreement():
        batch = unicorn_envs.make_batch("unicorn_apocalypse", 256, seed=1)
        learner, same = agent_of(model, "learner", sample=False), []
        for _ in range(20):
            actions = teacher.act(batch.observation, batch.action_mask)
            choice = batch.action_mask.sum(axis=1) > 1
            same.append((learner.act(batch.observation, batch.action_mask) == actions)[choice].mean())
            batch.step(actions)
        return float(np.mean(same))

    before = agreement()
    model.progress = lambda: 0.0
    model.learn(64 * 256, log_interval=None)
    assert model._teacher is not None
    assert before < 0.4 and agreement() > before + 0.2
    taught = model.rollout
    model.progress = lambda: 0.5
    model._update_current_progress_remaining(1, 1)
    model.learn(256, log_interval=None, reset_num_timesteps=False)
    assert model._teacher is None and model.rollout is not taught


def test_a_resumed_run_goes_on_after_its_teacher(tmp_path, monkeypatch):
    config = replace(
        SMALL, game="unicorn_apocalypse", options={"num_players": 2}, groups=(), teacher="heuristic", teacher_share=0.5,
        decisions=1024,
    )  # fmt: skip
    run(config, "unicorn_apocalypse", tmp_path)
    taught = []
    hire = BatchPPO._hire_teacher
    monkeypatch.setattr(BatchPPO, "_hire_teacher", lambda self: (hire(self), taught.append(self._teacher is not None)))
    run(replace(config, decisions=1536), "unicorn_apocalypse", tmp_path, resume=True)
    assert taught and not any(taught)


def test_every_fixed_opponent_has_its_turn():
    config = replace(
        SMALL, game="unicorn_apocalypse", options={"num_players": 2}, groups=(), opponents=("random", "heuristic")
    )
    model = trainer(config)
    met = []
    for name in model.opponents.agents:
        model.opponents.agents[name] = SimpleNamespace(act=lambda observation, mask, name=name: met.append(name))
    for _ in range(20):
        model.opponents.pick(None, None)(None, None, None)
    assert set(met) == {"random", "heuristic"} and len(met) == 20


@pytest.mark.parametrize(
    ("decisions", "wanted", "size"), [(16384, 4096, 4096), (16000, 4096, 3968), (100, 4096, 64), (40, 4096, 40)]
)
def test_minibatches_have_few_sizes_and_leave_little_over(decisions, wanted, size):
    assert minibatch_size(decisions, wanted) == size


def test_fixed_opponents_take_the_frozen_seats():
    config = replace(
        SMALL, game="unicorn_apocalypse", options={"num_players": 2}, groups=(), frozen_share=0.5,
        opponents=("heuristic",),
    )  # fmt: skip
    model = trainer(config)
    model.learn(config.num_envs * config.steps_per_update, log_interval=None)
    r = model.rollout
    frozen = (r.seat >= 0) & ~r.learned
    assert frozen[:, : config.num_envs // 2].any() and not frozen[:, config.num_envs // 2 :].any()
    heuristic = make_agent("heuristic", model.batch.game)
    assert (r.action[frozen] == heuristic.act(r.observation[frozen], r.mask[frozen])).all()
    tables = np.arange(config.num_envs) % 2
    learners = (r.seat == tables) & (np.arange(config.num_envs) < config.num_envs // 2)
    assert r.learned[learners].all()


@pytest.mark.parametrize(("reward", "expected"), [(-1.0, -1.0), (None, 0.0)])
def test_games_that_are_cut_off_can_cost_everybody(reward, expected):
    config = replace(
        SMALL, game="unicorn_apocalypse", options={"num_players": 2}, training_options={"battle_cap": 3}, groups=(),
        truncation_reward=reward,
    )  # fmt: skip
    model = trainer(config)
    model.learn(2 * config.num_envs * config.steps_per_update, log_interval=None)
    assert model.batch.options["battle_cap"] == 3
    r = model.rollout
    assert r.done[r.carried :].any() and (r.reward[r.done & (r.seat >= 0)] == expected).all()


def test_a_card_names_the_options_of_the_game_not_those_of_the_training(tmp_path):
    config = replace(
        SMALL, game="unicorn_apocalypse", options={"num_players": 2}, training_options={"battle_cap": 3}, groups=(),
        decisions=256,
    )  # fmt: skip
    run(config, "unicorn_apocalypse", tmp_path)
    options = read_card(tmp_path / "agent.safetensors")["options"]
    assert options == unicorn_envs.game("unicorn_apocalypse").complete_options(num_players=2)


def test_frozen_seats_are_played_by_snapshots_and_not_learned():
    config = replace(
        SMALL, options={"num_players": 2}, groups=(), frozen_share=0.5, snapshot_every=1, snapshot_newest_left_out=0
    )
    model = trainer(config)
    window = config.num_envs * config.steps_per_update
    model.learn(window, log_interval=None)
    assert len(model.opponents.snapshots) == 1
    model.learn(window, log_interval=None, reset_num_timesteps=False)
    r = model.rollout
    learner = np.arange(config.num_envs) % 2
    frozen = np.zeros(config.num_envs, dtype=bool)
    frozen[: config.num_envs // 2] = True
    steps = slice(r.carried, None)
    assert (r.learned[steps] == (~frozen | (r.seat[steps] == learner))).all()
    assert not r.settled[~r.learned].any()


def test_an_illegal_action_is_never_drawn_and_returns_are_the_games():
    model = trainer()
    model.learn(2048, log_interval=None)
    r = model.rollout
    rows, tables = np.nonzero(r.seat >= 0)
    assert r.mask[rows, tables, r.action[rows, tables]].all()
    returns = np.concatenate(model.game_returns)
    assert ((returns >= -1) & (returns <= 1)).all() and len(returns)


def test_the_exported_agent_plays_like_the_policy(tmp_path):
    model = run(replace(SMALL, decisions=1024), "unicorn_hunt", tmp_path)
    agent = CheckpointAgent(tmp_path / "agent.safetensors", GAME)
    observation, mask = model.batch.observation.copy(), model.batch.action_mask.copy()
    expected, _ = model.predict(observation, deterministic=True, action_masks=mask.astype(bool))
    played, tables = agent.act(observation, mask), np.arange(len(mask))
    with th.no_grad():
        logits = model._actor(model._features(observation)).numpy()
    # numpy and torch may take different ones of two actions that are as likely to the last bit
    assert np.allclose(logits[tables, played], logits[tables, expected], rtol=0, atol=1e-6)
    assert (played == expected).mean() > 0.9
    assert (agent_of(model, "x", False).act(observation, mask) == played).all()
    card = read_card(tmp_path / "agent.safetensors")
    assert (card["game"], card["config"], card["decisions"]) == ("unicorn_hunt", "unicorn_hunt", 1024)


def test_a_run_can_be_resumed(tmp_path):
    run(replace(SMALL, decisions=512), "unicorn_hunt", tmp_path)
    before = json.loads((tmp_path / "progress.json").read_text())
    model = run(replace(SMALL, decisions=1024), "unicorn_hunt", tmp_path, resume=True)
    after = json.loads((tmp_path / "progress.json").read_text())
    assert model.num_timesteps == 1024
    assert after["history"][: len(before["history"])] == before["history"]
    assert after["seconds"] > before["seconds"]


def test_a_config_serves_other_player_counts_and_options(tmp_path):
    arguments = ["margot_2p", "--players", "3", "--option", "auto_single=false", "--decisions", "1", "--minutes", "1"]
    small = replace(load_config("margot_2p"), num_envs=32, steps_per_update=8, batch_size=128, eval_games=6)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("training.train.load_config", lambda name: small)
        assert main([*arguments, "--out", str(tmp_path)]) == 0
    options = read_card(tmp_path / "agent.safetensors")["options"]
    assert (options["num_players"], options["auto_single"]) == (3, False)


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("name", [*NAMES, "response"])
@pytest.mark.parametrize("figures", [{"wins_random": 1.0, "wins_heuristic": 1.0}, {"mean_score": -17.25}])
def test_the_progress_line_fits_the_terminal(width, name, figures):
    console = Console(width=width, file=io.StringIO(), force_terminal=True, color_system=None)
    bar = make_bar(console)
    task = bar.add_task(name, total=1.0, rate="", strength="")
    console.print(bar.get_renderable())
    bar.update(task, completed=0.5, rate=in_thousands(123_456), strength=in_short(figures))
    console.print(bar.get_renderable())
    first, last = console.file.getvalue().splitlines()
    assert len(first) <= width and len(last) <= width
    assert "0%" in first and "left" in first
    for shown in (name[:6], "━━━━━", "50%", ":", "left", in_short(figures)):
        assert shown in last
    assert (in_thousands(123_456) in last) == (width >= 80)
    if width >= 100:
        assert name in last


def test_settings_from_the_command_line():
    settings = parse_settings(["teacher=None", "hidden=(8, 8)", "entropy_start=0.5", "opponents=('random',)"])
    assert settings == {"teacher": None, "hidden": (8, 8), "entropy_start": 0.5, "opponents": ("random",)}
    for wrong in ("colour=red", "hidden", "teacher=heuristic", "game='margot'"):
        with pytest.raises(ValueError, match="--set"):
            parse_settings([wrong])


def test_the_command_refuses_what_it_cannot_do(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["no_such_game"])
    assert stop.value.code == 2 and "unicorn_hunt" in capsys.readouterr().err
    for wrong in (["--players", "9"], ["--option", "mode=dreadful"], ["--option", "colour=red"]):
        with pytest.raises(SystemExit) as stop:
            main(["unicorn_hunt", *wrong])
        assert stop.value.code == 2
    assert "colour" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stop:
        main(["unicorn_hunt", "--resume", "--out", str(tmp_path)])
    assert stop.value.code == 2 and "there is no saved run" in capsys.readouterr().err


def test_stock_maskable_ppo_trains_on_the_gymnasium_environment_unchanged():
    from sb3_contrib import MaskablePPO

    env = gymnasium.make("unicorn_envs/UnicornHunt-v0")
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=0, device="cpu")
    before = [p.clone() for p in model.policy.parameters()]
    model.learn(3 * 128)
    assert model.num_timesteps == 384
    assert any(not th.equal(a, b) for a, b in zip(before, model.policy.parameters()))


def test_stock_maskable_ppo_trains_on_the_batch():
    from sb3_contrib import MaskablePPO

    env = BatchVecEnv(unicorn_envs.make_batch("unicorn_hunt", 16, seed=0))
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=256, n_epochs=1, seed=0, device="cpu")
    model.learn(2 * 16 * 64)
    assert model.num_timesteps == 2048


@pytest.mark.slow
def test_a_short_run_beats_the_random_player_clearly():
    config = replace(
        load_config("unicorn_hunt_demo"), num_envs=128, batch_size=1024, hidden=(64,), threads=1, eval_seconds=1e9
    )
    model = trainer(config)
    model.learn(200_000, log_interval=None)
    seeds = deal_seeds(400, 7)
    trained = scores(play_games(GAME, [agent_of(model, "trained", False)], seeds))[:, 0]
    random = scores(play_games(GAME, [RandomAgent(1)], seeds))[:, 0]
    difference = trained - random
    assert difference.mean() - 3 * difference.std() / np.sqrt(len(difference)) > 5.0


def test_configs_name_their_game_and_options():
    for name in NAMES:
        config = load_config(name)
        assert isinstance(config, Config)
        unicorn_envs.game(config.game).complete_options(**config.options)
        assert config.num_envs * config.steps_per_update >= config.batch_size
    with pytest.raises(ValueError, match="unicorn_hunt"):
        load_config("chess")
