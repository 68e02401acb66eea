"""What every game and its environments promise: ``unicorn_envs.testing``, and the checkers of PettingZoo, Gymnasium
and stable-baselines3.
"""

from __future__ import annotations

import ast
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test

import unicorn_envs
from tests.common import Setting, kinds, of, pick, plain_info, random_states, run_python
from unicorn_envs.engine.store import sources_of
from unicorn_envs.envs.illegal import ILLEGAL
from unicorn_envs.envs.infos import facts
from unicorn_envs.envs.solo import SQUARE, SoloEnv, SoloVectorEnv, learner_spaces, picture
from unicorn_envs.game import Game
from unicorn_envs.registry import VERSIONS
from unicorn_envs.testing import Case

# The checkers of others


def test_pettingzoo_api(setting: Setting) -> None:
    name, options = setting
    api_test(unicorn_envs.make(name, **dict(options)), num_cycles=300)


def test_pettingzoo_seeds(setting: Setting) -> None:
    name, options = setting
    seed_test(lambda: unicorn_envs.make(name, **dict(options)), num_cycles=200)


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo 1.26 has no ids")
def test_pettingzoo_knows_the_game(name: str) -> None:
    game = unicorn_envs.game(name)
    env = pettingzoo.make("aec", f"unicorn_envs/{game.env_id}", num_players=game.max_players)
    assert isinstance(env, AECEnv)
    assert env.unwrapped.metadata["name"] == game.env_id
    assert len(env.possible_agents) == game.max_players


@pytest.mark.parametrize("name", VERSIONS)
def test_the_versioned_module_makes_the_same_game(name: str) -> None:
    game = unicorn_envs.game(name)
    module = importlib.import_module(f"unicorn_envs.{game.env_id}")
    for env in (module.env(), module.raw_env(), unicorn_envs.make(game.env_id), unicorn_envs.make(name)):
        assert env.game is game and str(env) == game.env_id


def test_the_package_needs_no_ids_of_pettingzoo() -> None:
    """Version 1.26 has no ``register``; the modules work all the same."""
    code = (
        "import pettingzoo; vars(pettingzoo).pop('register', None); vars(pettingzoo).pop('make', None)\n"
        "from unicorn_envs import unicorn_hunt_v0; print(unicorn_hunt_v0.env())"
    )
    assert run_python(code).stdout.strip() == "unicorn_hunt_v0"


@pytest.mark.parametrize("illegal", ["terminate", "random"])
def test_gymnasium_checker(solo_name: str, illegal: str) -> None:
    """Which samples actions blindly, and looks at a picture of every mode."""
    check_env(gymnasium.make(unicorn_envs.SOLO_IDS[solo_name], illegal=illegal).unwrapped)


@pytest.mark.parametrize("illegal", ["terminate", "random"])
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_stable_baselines3_checker(solo_name: str, illegal: str, render_mode: str | None) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    env = gymnasium.make(unicorn_envs.SOLO_IDS[solo_name], illegal=illegal, render_mode=render_mode)
    checker.check_env(env.unwrapped, skip_render_check=False)


def test_render_modes_of_gymnasium(solo_name: str) -> None:
    """Those with ``_list`` are Gymnasium's: all frames since the last call."""
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        env = gymnasium.make(unicorn_envs.SOLO_IDS[solo_name], render_mode=mode)
        frames = gymnasium.make(unicorn_envs.SOLO_IDS[solo_name], render_mode=f"{mode}_list")
        expected = []
        for one in (env, frames):
            one.reset(seed=1)
        expected.append(env.render())
        for _ in range(3):
            action = int(env.unwrapped.action_masks().argmax())
            env.step(action)
            frames.step(action)
            expected.append(env.render())
        assert all(isinstance(frame, kind) for frame in expected)
        got = frames.render()
        assert len(got) == len(expected) and all(np.array_equal(a, b) for a, b in zip(got, expected))
        assert frames.render() == []
    assert len({frame.tobytes() for frame in expected}) > 1
    vectors = gymnasium.make_vec(unicorn_envs.SOLO_IDS[solo_name], num_envs=2, render_mode="rgb_array")
    observations, _ = vectors.reset(seed=1)
    pictures = vectors.render()
    assert np.array_equal(pictures[0], expected[0])
    for frame, observation in zip(pictures, observations):
        assert np.array_equal(frame, picture(observation, vectors.single_observation_space))


def test_a_picture_shows_each_entry_of_the_observation(setting: Setting) -> None:
    """Its size is fixed, and what is not in the observation is not in the picture."""
    game, options = of(setting)
    space = learner_spaces(game, options["num_players"])[0]
    sizes = set()
    for observation in (space.low, space.high, game.observe(game.new(1, **options), 0)):
        frame = picture(observation, space)
        assert frame.dtype == np.uint8 and frame.ndim == 3 and frame.shape[2] == 3
        sizes.add(frame.shape)
        greys = frame[::SQUARE, ::SQUARE, 0].reshape(-1)[: len(observation)].astype(int)
        span = np.maximum(space.high.astype(int) - space.low, 1)
        assert (greys == 255 * (observation.astype(int) - space.low) // span).all()
        assert not frame[::SQUARE, ::SQUARE].reshape(-1, 3)[len(observation) :].any()
    assert len(sizes) == 1


def test_stock_tools_of_stable_baselines3_take_the_id(solo_name: str) -> None:
    """They ask for pictures by themselves."""
    env_util = pytest.importorskip("stable_baselines3.common.env_util")
    sb3_contrib = pytest.importorskip("sb3_contrib")
    env_id = unicorn_envs.SOLO_IDS[solo_name]
    envs = env_util.make_vec_env(env_id, n_envs=4, seed=0)
    assert envs.reset().shape == (4, *envs.observation_space.shape)
    assert envs.render().ndim == 3
    model = sb3_contrib.MaskablePPO("MlpPolicy", env_id, n_steps=64, batch_size=64, seed=0, device="cpu")
    model.learn(64)
    assert model.get_env().render_mode == "rgb_array"


@pytest.mark.parametrize("illegal", ["terminate", "random"])
@pytest.mark.parametrize("algorithm", ["DQN", "A2C", "PPO"])
def test_algorithms_without_masks_learn(solo_name: str, illegal: str, algorithm: str) -> None:
    stable_baselines3 = pytest.importorskip("stable_baselines3")
    settings = {"DQN": {"learning_starts": 16}, "A2C": {}, "PPO": {"n_steps": 32, "batch_size": 32}}[algorithm]
    env = gymnasium.make(unicorn_envs.SOLO_IDS[solo_name], illegal=illegal)
    model = getattr(stable_baselines3, algorithm)("MlpPolicy", env, seed=0, device="cpu", **settings)
    model.learn(64)
    assert model.num_timesteps >= 64


def test_every_solo_game_has_a_gymnasium_id(solo_name: str) -> None:
    env = gymnasium.make(unicorn_envs.SOLO_IDS[solo_name])
    assert isinstance(env.unwrapped, SoloEnv)
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation)
    assert info["action_mask"].tolist() == env.unwrapped.action_masks().astype(int).tolist()
    assert env.unwrapped.action_masks().dtype == np.bool_


def test_make_vec_gives_the_native_vector_env(solo_name: str) -> None:
    envs = gymnasium.make_vec(unicorn_envs.SOLO_IDS[solo_name], num_envs=3)
    assert isinstance(envs.unwrapped, SoloVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observation, infos = envs.reset(seed=3)
    assert envs.observation_space.contains(observation)
    assert infos["action_mask"].shape == envs.unwrapped.action_masks().shape == (3, envs.single_action_space.n)
    envs.close()


def test_only_solo_games_are_offered_to_gymnasium(name: str) -> None:
    game = unicorn_envs.game(name)
    assert (name in unicorn_envs.SOLO_IDS) == (game.min_players == 1)
    if game.min_players > 1:
        with pytest.raises(ValueError, match="no solo game"):
            SoloEnv(game)
        with pytest.raises(ValueError, match="no solo game"):
            SoloVectorEnv(game)


# The checks that anybody can make of a game of their own, and what they cannot


def test_the_contract(case: Case) -> None:
    case()


CHECKED = """\
import json, sys
import unicorn_envs
from tests.test_contract import integer_blind_signatures
from unicorn_envs import testing
from unicorn_envs.engine import jit

assert jit.CHECK
game = unicorn_envs.game(sys.argv[1])
testing.check_game(game)
print(json.dumps(integer_blind_signatures(game)))
"""


@pytest.mark.slow
def test_the_contract_with_indices_checked(name: str, tmp_path: Any) -> None:
    """UNICORN_ENVS_CHECK=1: no broken invariant in random games, no index out of bounds, in damaged states either.

    Compiled from scratch, so the same run shows that no function was compiled twice over for other integers.
    """
    repeated = run_python(CHECKED, name, UNICORN_ENVS_CHECK="1", NUMBA_CACHE_DIR=str(tmp_path)).stdout
    assert json.loads(repeated) == {}


def integer_blind_signatures(game: Game) -> dict[str, list[str]]:
    """Functions of a game and of the engine that were compiled for signatures which differ in integers only."""
    from numba.core import types
    from numba.core.dispatcher import Dispatcher

    repeated, compiled = {}, 0
    for module in sources_of(function.__module__ for function in game.functions.values()):
        for function in vars(sys.modules[module]).values():
            if not isinstance(function, Dispatcher):
                continue
            compiled += len(function.signatures)
            blind = [
                tuple("integer" if isinstance(types.unliteral(a), types.Integer) else str(a) for a in signature)
                for signature in function.signatures
            ]
            if len(set(blind)) < len(blind):
                repeated[function.__name__] = [str(signature) for signature in function.signatures]
    assert compiled > 0
    return repeated


def test_importing_needs_no_torch() -> None:
    assert run_python("import sys, unicorn_envs; print('torch' in sys.modules)").stdout.strip() == "False"


# States


def test_a_clone_has_the_same_bytes_and_a_life_of_its_own(setting: Setting) -> None:
    game, _ = of(setting)
    states = random_states(setting, games=2, per_game=4)
    for state in (*states, np.concatenate(states), np.concatenate(states)[::2], states[0].view(np.recarray)):
        clone = game.clone(state)
        assert clone.tobytes() == state.tobytes() and clone.shape == state.shape
        assert clone.dtype == game.state_dtype and type(clone) is np.ndarray
        assert clone.flags.behaved and clone.flags.c_contiguous and not np.shares_memory(clone, state)
        before = state.tobytes()
        clone["rng"] += 1
        assert state.tobytes() == before != clone.tobytes()


def test_no_module_copies_states_field_by_field() -> None:
    """As numpy's copy does, which takes thirty times longer than ``Game.clone``."""
    names = {"state", "states", "_state", "final_states", "finals", "record"}
    package = Path(unicorn_envs.__file__).parent
    for file in (*package.rglob("*.py"), *(package.parent / "training").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
                copied = node.func.value
                while isinstance(copied, ast.Subscript):
                    copied = copied.value
                called = getattr(copied, "attr", getattr(copied, "id", None))
                assert called not in names, f"{file}, line {node.lineno}"


def test_everything_is_all_numbers_of_the_record(setting: Setting) -> None:
    game, _ = of(setting)
    names = [name for name in game.state_dtype.names if name not in ("rng", "padding")]
    for state in random_states(setting, games=2, per_game=4):
        numbers = game.everything(state)
        assert numbers.dtype == np.float32
        assert numbers.tolist() == np.concatenate([np.float32(state[name]).reshape(-1) for name in names]).tolist()


def test_random_play_goes_on_with_the_generator_of_the_state(setting: Setting) -> None:
    game, options = of(setting)
    start = game.new(3, **options)
    played = [game.clone(start) for _ in range(4)]
    steps = [game.play_random(state) for state in played[:2]]
    assert steps[0] == steps[1] and played[0].tobytes() == played[1].tobytes(), "the same each time"
    assert sum(game.play_random(played[2], limit=2) for _ in range(10**5) if not game.over(played[2])) == steps[0]
    assert played[2].tobytes() == played[0].tobytes(), "in one go or bit by bit"
    game.play_random(played[3], seed=1)
    other = game.clone(start)
    game.play_random(other, seed=1)
    assert other.tobytes() == played[3].tobytes() != played[0].tobytes()


# Text


def test_render_shows_the_position(setting: Setting, capsys: pytest.CaptureFixture[str]) -> None:
    name, options = setting
    env = unicorn_envs.make(name, render_mode="ansi", **dict(options))
    env.reset(seed=2)
    assert env.render() == env.game.describe(env.game_state)
    human = unicorn_envs.make(name, render_mode="human", **dict(options))
    human.reset(seed=2)
    capsys.readouterr()
    human.step(pick(np.random.default_rng(0), human.last()[0]["action_mask"]))
    assert human.game.describe(human.game_state) in capsys.readouterr().out


# AEC details that the checkers leave out


def play_aec(env: Any, seed: int) -> None:
    """A whole random game, every promise of the AEC API looked at on the way."""
    generator = np.random.default_rng(seed)
    no_mask = np.zeros(len(env.game.actions), dtype=np.int8)
    env.reset(seed=seed)
    assert env.agents == env.possible_agents
    while True:
        agent = env.agent_selection
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            return
        assert reward == 0.0 and not any(env.rewards.values())
        assert set(env.infos) == set(env.agents)
        for other in env.agents:
            seen = env.observe(other)
            assert env.observation_space(other).contains(seen)
            expected = observation["action_mask"] if other == agent else no_mask
            assert (seen["action_mask"] == expected).all()
            assert (env.infos[other]["action_mask"] == expected).all()
        assert (env.observe(agent)["observation"] == observation["observation"]).all()
        assert (info["action_mask"] == observation["action_mask"]).all()
        assert env.last(observe=False)[0] is None
        env.step(pick(generator, observation["action_mask"]))


def test_aec_from_deal_to_end(setting: Setting) -> None:
    name, options = setting
    env = unicorn_envs.make(name, **dict(options))
    agents = env.possible_agents
    play_aec(env, 4)
    returns = env.game.returns(env.game_state)
    assert env.agents == agents, "all are still there until they have stepped"
    assert [env.rewards[agent] for agent in agents] == pytest.approx(returns.tolist())
    assert all(env.terminations[agent] != env.truncations[agent] for agent in agents)
    assert [env.terminations[agent] for agent in agents] == [not env.game.truncated(env.game_state)] * len(agents)
    told = {}
    while env.agents:
        agent = env.agent_selection
        observation, told[agent], terminated, truncated, info = env.last()
        assert terminated or truncated
        assert not observation["action_mask"].any() and not info["action_mask"].any()
        assert set(env.game.outcome(env.game_state)) <= set(info)
        env.step(None)
        assert agent not in env.agents
    assert [told[agent] for agent in agents] == pytest.approx(returns.tolist()), "each agent hears its reward once"
    env.reset()
    assert env.agents == agents and not any(env.rewards.values())
    assert env.last()[1:4] == (0.0, False, False)


def test_agent_iter_rewards_sum_to_the_returns(setting: Setting) -> None:
    name, options = setting
    env = unicorn_envs.make(name, **dict(options))
    env.reset(seed=9)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    generator = np.random.default_rng(9)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        env.step(None if terminated or truncated else pick(generator, observation["action_mask"]))
    assert list(totals.values()) == pytest.approx(env.game.returns(env.game_state).tolist())


def test_observe_gives_fresh_arrays_and_changes_nothing(setting: Setting) -> None:
    name, options = setting
    env = unicorn_envs.make(name, **dict(options))
    env.reset(seed=3)
    before = env.state_to_bytes()
    for agent in env.possible_agents:
        first = env.observe(agent)
        kept = {key: value.copy() for key, value in first.items()}
        for array in first.values():
            array[:] = 99
        again = env.observe(agent)
        assert all((again[key] == kept[key]).all() for key in kept)
    observation = env.last()[0]
    observation["action_mask"][:] = 0
    assert env.last()[0]["action_mask"].any()
    assert env.state_to_bytes() == before


def test_state_holds_everything_and_fits_its_space(setting: Setting) -> None:
    name, options = setting
    env = unicorn_envs.make(name, **dict(options))
    env.reset(seed=3)
    everything = env.state()
    assert everything.dtype == np.float32 and env.state_space.contains(everything)
    kept, seen = env.game_state, []
    for seed in range(20):
        env.set_state(env.game.resample(kept, 0, seed))
        seen.append(env.state().tolist())
    assert any(state != everything.tolist() for state in seen), "it tells hidden cards apart"


def test_infos_of_an_earlier_step_are_not_written_to_later(setting: Setting) -> None:
    name, options = setting
    env = unicorn_envs.make(name, **dict(options))
    env.reset(seed=3)
    generator = np.random.default_rng(0)
    kept = []
    for _ in range(20):
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            break
        kept += [(array, array.copy()) for array in (info["action_mask"], *observation.values())]
        env.step(pick(generator, observation["action_mask"]))
    assert len(kept) > 0 and all((array == before).all() for array, before in kept)


def test_the_solo_env_tells_the_outcome_at_the_end(solo_name: str) -> None:
    env = gymnasium.make(unicorn_envs.SOLO_IDS[solo_name]).unwrapped
    _, info = env.reset(seed=1)
    generator = np.random.default_rng(1)
    terminated = truncated = False
    while not (terminated or truncated):
        observation, reward, terminated, truncated, info = env.step(pick(generator, info["action_mask"]))
        assert env.observation_space.contains(observation)
        assert terminated or truncated or reward == 0.0
    assert reward == pytest.approx(float(env.game.returns(env.game_state)[0]))
    assert plain_info(facts(env.game, env.game_state)).items() <= plain_info(info).items()
    assert not info["action_mask"].any() and not env.action_masks().any()


def test_the_outcome_has_the_same_form_at_any_time_and_is_public(setting: Setting) -> None:
    """So that infos can hold it: nothing in it may depend on what some seat does not know."""
    game, options = of(setting)
    form = {key: type(value) for key, value in game.outcome(game.new(1, **options)).items()}
    assert set(form.values()) <= {bool, int, str, list}
    for state in random_states(setting, games=4, per_game=10):
        outcome = game.outcome(state.copy())
        assert {key: type(value) for key, value in outcome.items()} == form
        assert all(len(value) <= options["num_players"] for value in outcome.values() if isinstance(value, list))
        assert kinds(facts(game, state.copy())) == kinds(facts(game, game.new(1, **options)))
        for seat in range(options["num_players"]):
            assert game.outcome(game.resample(state.copy(), seat, 1)) == outcome


@pytest.mark.parametrize("illegal", ILLEGAL)
def test_infos_have_the_same_form_at_every_step(setting: Setting, illegal: str) -> None:
    """Of every agent of the AEC environment, from the deal to the end, by an illegal action too."""
    name, options = setting
    env = unicorn_envs.make(name, illegal=illegal, **dict(options))
    generator, forms = np.random.default_rng(0), []
    for number in range(4):
        env.reset(seed=number)
        forms += [kinds(info) for info in env.infos.values()]
        facts_at_first = plain_info(facts(env.game, env.game_state))
        while env.agents and not (any(env.terminations.values()) or any(env.truncations.values())):
            mask = env.infos[env.agent_selection]["action_mask"]
            for info in env.infos.values():
                assert facts_at_first.items() <= plain_info(info).items()
            blind = illegal != "raise" and number > 1 and generator.random() < 0.05
            env.step(int(generator.integers(len(mask))) if blind else pick(generator, mask))
            forms += [kinds(info) for info in env.infos.values()]
        for info in env.infos.values():
            assert plain_info(facts(env.game, env.game_state)).items() <= plain_info(info).items()
    assert all(form == forms[0] for form in forms)
    assert ("illegal_action" in forms[0]) == ("action_taken" in forms[0]) == (illegal != "raise")


@pytest.mark.parametrize("illegal", ILLEGAL)
def test_infos_of_solo_envs_have_the_same_form_at_every_step(solo_name: str, illegal: str) -> None:
    game = unicorn_envs.game(solo_name)
    env, vector = SoloEnv(game, illegal=illegal), SoloVectorEnv(game, 3, illegal=illegal)
    generator, ends = np.random.default_rng(0), 0
    form, vector_form = kinds(env.reset(seed=0)[1]), kinds(vector.reset(seed=0)[1])
    while ends < 3:
        mask = env.action_masks()
        _, _, terminated, truncated, info = env.step(
            int(generator.integers(len(mask))) if illegal != "raise" else pick(generator, mask)
        )
        assert kinds(info) == form
        if terminated or truncated:
            ends += 1
            assert kinds(env.reset()[1]) == form
    for _ in range(100):
        actions = [pick(generator, row) for row in vector.action_masks()]
        assert kinds(vector.step(np.array(actions))[4]) == vector_form
    if illegal != "raise":
        assert kinds(vector.step(np.full(3, -1))[4]) == vector_form
    assert kinds(vector.reset()[1]) == vector_form


def test_the_vector_env_hands_over_last_observation_and_outcome(solo_name: str) -> None:
    envs = gymnasium.make_vec(unicorn_envs.SOLO_IDS[solo_name], num_envs=4)
    _, infos = envs.reset(seed=1)
    generator = np.random.default_rng(1)
    game, ended = envs.unwrapped.game, 0
    while ended < 8:
        actions = np.array([pick(generator, mask) for mask in infos["action_mask"]])
        _, reward, terminated, truncated, infos = envs.step(actions)
        done = terminated | truncated
        assert not reward[~done].any()
        for i in np.flatnonzero(done):
            final = envs.unwrapped.batch.final_states[i : i + 1]
            assert (infos["final_obs"][i] == game.observe(final, 0)).all()
            assert infos["_final_obs"][i] and infos["_final_info"][i]
            told = {key: infos["final_info"][key][i] for key in game.outcome(final)}
            assert plain_info(told) == plain_info(facts(game, final))
            assert all(infos["final_info"][f"_{key}"].tolist() == done.tolist() for key in told)
            assert reward[i] == pytest.approx(float(game.returns(final)[0]))
            ended += 1
        assert infos["action_mask"].any(axis=1).all(), "a new deal is on the table"
    envs.close()
