"""One game, whichever way in: AEC, batch, Gymnasium and the bare game give the same states, byte for byte."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import unicorn_envs
from tests.common import Setting, of, pick, plain_info, walk
from unicorn_envs.engine.driver import following_seed
from unicorn_envs.envs.batch import GAMES_FOR_THREADS, Batch
from unicorn_envs.envs.solo import SoloEnv, SoloVectorEnv

SEEDS = (0, 1, 77, 2**63 + 5, 2**64 - 1)
STEPS = 400


def legal(batch: Batch, generator: np.random.Generator) -> np.ndarray:
    """A random legal action at each table that is playing, 0 elsewhere."""
    return np.array([pick(generator, mask) if mask.any() else 0 for mask in batch.action_mask], dtype=np.int64)


def test_batch_aec_and_game_play_the_same_games(setting: Setting) -> None:
    """States, observations, masks, rewards and the deals that follow are equal at every step."""
    game, options = of(setting)
    batch = Batch(game, len(SEEDS), seed=SEEDS, **options)
    envs = [unicorn_envs.make(setting[0], **options) for _ in SEEDS]
    tables = [game.new(seed, **options) for seed in SEEDS]
    deals = list(SEEDS)
    for env, seed in zip(envs, SEEDS):
        env.reset(seed=seed)
    generator = np.random.default_rng(0)
    games = 0
    while games < 8:
        for i, env in enumerate(envs):
            row = batch.states[i : i + 1].tobytes()
            assert env.game_state.tobytes() == tables[i].tobytes() == row
            seen = env.last()[0]
            assert seen["observation"].tobytes() == batch.observation[i].tobytes() == game.observe(tables[i]).tobytes()
            assert seen["action_mask"].tobytes() == batch.action_mask[i].tobytes() == game.mask(tables[i]).tobytes()
            assert env.agent_selection == f"player_{batch.seat[i]}"
        actions = legal(batch, generator)
        batch.step(actions)
        for i, env in enumerate(envs):
            env.step(int(actions[i]))
            game.apply(tables[i], int(actions[i]))
            assert game.over(tables[i]) == batch.done[i]
            if not batch.done[i]:
                assert not batch.reward[i].any()
                continue
            games += 1
            final = batch.final_states[i : i + 1]
            assert env.game_state.tobytes() == tables[i].tobytes() == final.tobytes()
            returns = game.returns(tables[i]).tolist()
            assert batch.reward[i].tolist() == returns == list(env.rewards.values())
            assert batch.truncated[i] == game.truncated(tables[i]) == any(env.truncations.values())
            env.reset()
            deals[i] = following_seed(deals[i])
            assert int(batch.seeds[i]) == deals[i]
            tables[i] = game.new(deals[i], **options)


def test_solo_envs_play_the_same_games(solo_name: str) -> None:
    game = unicorn_envs.game(solo_name)
    batch = Batch(game, 3, seed=[40, 41, 42], num_players=1)
    envs = [SoloEnv(game) for _ in range(3)]
    vector = SoloVectorEnv(game, 3)
    observations, infos = vector.reset(seed=40)
    for i, env in enumerate(envs):
        env.reset(seed=40 + i)
    generator = np.random.default_rng(0)
    games = 0
    while games < 8:
        assert vector.batch.states.tobytes() == batch.states.tobytes()
        assert observations.tobytes() == batch.observation.tobytes()
        assert infos["action_mask"].tobytes() == batch.action_mask.tobytes()
        assert vector.action_masks().tolist() == batch.action_mask.astype(bool).tolist()
        actions = legal(batch, generator)
        batch.step(actions)
        observations, rewards, terminated, truncated, infos = vector.step(actions)
        assert rewards.tolist() == batch.reward[:, 0].tolist()
        assert truncated.tolist() == batch.truncated.tolist()
        assert (terminated | truncated).tolist() == batch.done.tolist()
        for i, env in enumerate(envs):
            result = env.step(actions[i])
            assert (result[1], result[2], result[3]) == (rewards[i], terminated[i], truncated[i])
            if batch.done[i]:
                games += 1
                assert env.game_state.tobytes() == batch.final_states[i : i + 1].tobytes()
                assert result[0].tobytes() == infos["final_obs"][i].tobytes()
                env.reset()
            assert env.game_state.tobytes() == batch.states[i : i + 1].tobytes()
    observations, _ = vector.reset()
    batch.reset([following_seed(int(seed)) for seed in batch.seeds])
    assert vector.batch.states.tobytes() == batch.states.tobytes(), "reset without a seed goes on with the deals"


@pytest.mark.parametrize("illegal", ["terminate", "random"])
def test_solo_envs_treat_illegal_actions_alike(solo_name: str, illegal: str) -> None:
    """Table i of the vector environment plays what the environment with its seed plays, blind actions and all."""
    game = unicorn_envs.game(solo_name)
    envs = [SoloEnv(game, illegal=illegal) for _ in range(3)]
    vector = SoloVectorEnv(game, 3, illegal=illegal)
    generator, ends = np.random.default_rng(0), 0
    for seeds in (40, [7, 2**64 - 1, 9]):
        vector.reset(seed=seeds)
        for i, env in enumerate(envs):
            env.reset(seed=seeds[i] if isinstance(seeds, list) else seeds + i)
        for _ in range(150):
            blind = generator.random(3) < 0.1
            actions = np.where(blind, generator.integers(-2, len(game.actions) + 2, 3), legal(vector.batch, generator))
            observations, rewards, terminated, truncated, infos = vector.step(actions)
            for i, env in enumerate(envs):
                observation, reward, *ended, info = env.step(actions[i])
                assert (reward, *ended) == (rewards[i], terminated[i], truncated[i])
                mine = {key: infos[key][i] for key in ("illegal_action", "action_taken")}
                if any(ended):
                    ends += 1
                    assert infos["final_obs"][i].tobytes() == observation.tobytes()
                    final = {key: infos["final_info"][key][i] for key in info if key != "action_mask"}
                    assert plain_info(final).items() <= plain_info(info).items()
                    assert mine == {"illegal_action": False, "action_taken": -1}
                    observation, info = env.reset()
                else:
                    assert mine.items() <= info.items()
                assert observations[i].tobytes() == observation.tobytes()
                assert infos["action_mask"][i].tobytes() == info["action_mask"].tobytes()
                assert vector.batch.states[i : i + 1].tobytes() == env.game_state.tobytes()
    assert ends > 3


def test_the_aec_env_replaces_illegal_actions_reproducibly(setting: Setting) -> None:
    """The game is the one in which the drawn actions had been chosen; each agent's info tells of its own."""
    name, options = setting
    env, again = (unicorn_envs.make(name, illegal="random", **dict(options)) for _ in range(2))
    twin = unicorn_envs.make(name, **dict(options))
    generator, own = np.random.default_rng(0), {}
    for one in (env, again, twin):
        one.reset(seed=8)
    for _ in range(60):
        agent, mask = env.agent_selection, env.last()[0]["action_mask"]
        blind = int(generator.integers(-1, len(mask) + 1))
        env.step(blind)
        again.step(blind)
        own[agent] = last_action(env, agent)
        was_legal = 0 <= blind < len(mask) and mask[blind] == 1
        assert own[agent] == (not was_legal, blind if was_legal else own[agent][1]) and mask[own[agent][1]]
        twin.step(own[agent][1])
        assert env.state_to_bytes() == again.state_to_bytes() == twin.state_to_bytes()
        for other in env.possible_agents:
            assert last_action(env, other) == last_action(again, other) == own.get(other, (False, -1))
        if any(env.terminations.values()) or any(env.truncations.values()):
            own = {}
            for one in (env, again, twin):
                one.reset()


def last_action(env, agent: str) -> tuple[bool, int]:
    return env.infos[agent]["illegal_action"], env.infos[agent]["action_taken"]


def test_threads_change_nothing(setting: Setting) -> None:
    game, options = of(setting)
    tables = GAMES_FOR_THREADS + 3
    batches = [Batch(game, tables, seed=5, threads=threads, **options) for threads in (1, 2, 3)]
    first, generator = batches[0], np.random.default_rng(5)
    for _ in range(100):
        actions = (first.action_mask * (1.0 - generator.random(first.action_mask.shape))).argmax(axis=1)
        for batch in batches:
            batch.step(actions)
        for batch in batches[1:]:
            for array in ("states", "final_states", "observation", "action_mask", "seat", "reward", "done", "seeds"):
                assert getattr(batch, array).tobytes() == getattr(first, array).tobytes(), array
    for batch in batches:
        batch.close()
        batch.close()


def test_a_table_does_not_depend_on_its_neighbours(setting: Setting) -> None:
    game, options = of(setting)
    many, alone = Batch(game, 7, seed=range(7), **options), Batch(game, 1, seed=[4], **options)
    generator = np.random.default_rng(2)
    for _ in range(STEPS):
        assert many.states[4:5].tobytes() == alone.states.tobytes()
        actions = legal(many, generator)
        many.step(actions)
        alone.step(actions[4:5])
    assert many.seeds[4] == alone.seeds[0]


def test_without_autoreset_a_table_rests(setting: Setting) -> None:
    game, options = of(setting)
    resting, going = (Batch(game, 4, seed=range(4), autoreset=a, **options) for a in (False, True))
    generator = np.random.default_rng(3)
    ended = np.zeros(4, dtype=bool)
    while not ended.all():
        actions = legal(resting, generator)
        # While a table rests, the other batch plays on there with an action of its own.
        others = np.where(ended, legal(going, generator), actions)
        resting.step(np.where(ended, -5, actions))
        going.step(others)
        for i in np.flatnonzero(~ended):
            assert resting.done[i] == going.done[i] and resting.reward[i].tolist() == going.reward[i].tolist()
            assert not resting.done[i] or resting.states[i] == going.final_states[i] == resting.final_states[i]
        assert not resting.done[ended].any() and not resting.reward[ended].any()
        ended |= resting.done
        assert (resting.seat[ended] == -1).all()
        assert not resting.action_mask[ended].any() and not resting.observation[ended].any()
    kept = resting.states.tobytes()
    resting.step(np.zeros(4, dtype=np.int64))
    assert resting.states.tobytes() == kept and not resting.done.any()
    resting.reset(range(4))
    assert resting.states.tobytes() == Batch(game, 4, seed=range(4), **options).states.tobytes()


def copies_of_env(env):
    fresh = unicorn_envs.make(env.game.name, **env.options)
    fresh.reset(seed=0)
    fresh.set_state(env.state_to_bytes())
    return [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), fresh]


def test_copies_of_an_env_go_on_alike_and_apart(setting: Setting) -> None:
    """deepcopy, pickle and saved bytes, taken in the middle of a game."""
    name, options = setting
    env = unicorn_envs.make(name, **dict(options))
    env.reset(seed=8)
    generator = np.random.default_rng(8)
    decisions = sum(1 for _ in walk(env.game, 8, **dict(options))) - 1
    for _ in range(decisions // 2):
        env.step(pick(generator, env.last()[0]["action_mask"]))
    middle = env.state_to_bytes()
    copies = copies_of_env(env)
    env.step(pick(generator, env.last()[0]["action_mask"]))
    assert [c.state_to_bytes() for c in copies] == [middle] * 3, "they do not move with the original"
    choices = np.random.default_rng(9)
    while not any(copies[0].terminations.values()) and not any(copies[0].truncations.values()):
        observations = [c.last()[0] for c in copies]
        for observed in observations[1:]:
            assert all(observed[key].tobytes() == observations[0][key].tobytes() for key in observed)
        action = pick(choices, observations[0]["action_mask"])
        for c in copies:
            c.step(action)
        assert len({c.state_to_bytes() for c in copies}) == 1
    assert copies[0].rewards == copies[1].rewards == copies[2].rewards
    for c in copies[:2]:
        c.reset()
    assert copies[0].state_to_bytes() == copies[1].state_to_bytes(), "the deals that follow are the same, too"


def test_copies_draw_the_same_actions(name: str) -> None:
    """In the place of illegal ones."""
    envs = [unicorn_envs.make(name, illegal="random")]
    if name in unicorn_envs.SOLO_IDS:
        envs.append(SoloEnv(unicorn_envs.game(name), illegal="random"))
    for env in envs:
        env.reset(seed=2)
        copies = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        for _ in range(4):
            if env.game.over(env.game_state):
                break
            for one in copies:
                one.step(-1)
            assert len({one.game_state.tobytes() for one in copies}) == 1
    if name in unicorn_envs.SOLO_IDS:
        vector = SoloVectorEnv(unicorn_envs.game(name), 3, illegal="random")
        vector.reset(seed=2)
        other = copy.deepcopy(vector)
        for one in (vector, other):
            one.step(np.full(3, -1))
        assert vector.batch.states.tobytes() == other.batch.states.tobytes()


@pytest.mark.parametrize("copier", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))], ids=["deepcopy", "pickle"])
def test_copies_of_a_batch_go_on_alike_and_apart(setting: Setting, copier) -> None:
    game, options = of(setting)
    batch = Batch(game, 4, seed=6, **options)
    generator = np.random.default_rng(1)
    for _ in range(10):
        batch.step(legal(batch, generator))
    other = copier(batch)
    before = other.states.tobytes()
    actions = legal(batch, generator)
    batch.step(actions)
    assert other.states.tobytes() == before
    other.step(actions)
    for array in ("states", "observation", "action_mask", "seat", "reward", "done", "truncated", "seeds"):
        assert getattr(other, array).tobytes() == getattr(batch, array).tobytes(), array
    assert not other.observation.flags.writeable


def test_a_batch_with_threads_can_be_copied(name: str) -> None:
    batch = Batch(unicorn_envs.game(name), GAMES_FOR_THREADS, seed=6, threads=2)
    other = copy.deepcopy(batch)
    actions = batch.action_mask.argmax(axis=1)
    batch.step(actions)
    other.step(actions)
    assert other.observation.tobytes() == batch.observation.tobytes()
    batch.close()
    other.close()


def test_a_copied_solo_env_goes_on_alike(solo_name: str) -> None:
    env = SoloEnv(unicorn_envs.game(solo_name))
    env.reset(seed=3)
    other = copy.deepcopy(env)
    for _ in range(10):
        action = int(env.action_masks().argmax())
        first = env.step(action)
        assert other.game_state.tobytes() != env.game_state.tobytes()
        second = other.step(action)
        assert first[0].tobytes() == second[0].tobytes() and first[1:4] == second[1:4]
        if first[2] or first[3]:
            break


def test_the_drivers_entries_agree(setting: Setting) -> None:
    """step_one, step_games and replay carry out the same actions alike, and write the same."""
    game, options = of(setting)
    driver = game.driver
    layout = game.observation.for_players(options["num_players"])
    generator = np.random.default_rng(4)
    start = game.new(4, **options)
    one, actions = start.copy(), []
    observation, mask = np.zeros(layout.size, np.int8), game.mask(start)
    while not game.over(one) and len(actions) < STEPS:
        actions.append(pick(generator, mask))
        seat = driver.step_one(one, actions[-1], observation, mask)
        assert seat == game.seat(one)
        assert mask.tobytes() == game.mask(one).tobytes()
        if seat >= 0:
            assert observation.tobytes() == game.observe(one).tobytes()
    batch = Batch(game, 1, seed=[4], autoreset=False, **options)
    for action in actions:
        batch.step([action])
    assert batch.states.tobytes() == one.tobytes()
    for parts in (0, 1, 2):
        replayed, again, mask_again = start.copy(), np.zeros(layout.size, np.int8), np.zeros_like(mask)
        driver.replay(replayed, np.array(actions), again, mask_again, parts)
        assert replayed.tobytes() == one.tobytes()
        if parts >= 1:
            assert mask_again.tobytes() == mask.tobytes()
        if parts == 2:
            assert again.tobytes() == observation.tobytes()


def test_refresh_takes_up_what_was_changed_from_outside(setting: Setting) -> None:
    game, options = of(setting)
    batch = Batch(game, 3, seed=1, **options)
    other = game.new(99, **options)
    batch.states[1] = other[0]
    batch.refresh()
    assert batch.observation[1].tobytes() == game.observe(other).tobytes()
    assert batch.action_mask[1].tobytes() == game.mask(other).tobytes()
    assert batch.seat[1] == game.seat(other)


def test_dealing_at_one_table_leaves_the_others_alone(setting: Setting) -> None:
    game, options = of(setting)
    batch, other = Batch(game, 3, seed=range(3), **options), Batch(game, 3, seed=[0, 9, 2], **options)
    batch.deal(1, 9)
    for array in ("states", "observation", "action_mask", "seat", "reward", "done", "truncated", "seeds"):
        assert getattr(batch, array).tobytes() == getattr(other, array).tobytes(), array


def test_batch_seeds(setting: Setting) -> None:
    """One integer gives every table a deal of its own; no seed gives another batch each time."""
    game, options = of(setting)
    same = [Batch(game, 50, seed=9, **options) for _ in range(2)]
    assert same[0].states.tobytes() == same[1].states.tobytes()
    assert len(set(same[0].seeds.tolist())) == 50
    assert same[0].states.tobytes() != Batch(game, 50, seed=10, **options).states.tobytes()
    assert Batch(game, 5, **options).seeds.tolist() != Batch(game, 5, **options).seeds.tolist()
