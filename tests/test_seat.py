"""seat.py: one learner's seat of any game as a plain Gymnasium environment, and what a stock algorithm makes of it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.utils.env_checker import check_env

import unicorn_envs
from tests.common import Setting, chi_square, pick, player_settings, setting_id
from unicorn_envs import GameOverError, IllegalActionError
from unicorn_envs import seat as seat_module
from unicorn_envs.agents import HeuristicAgent, RandomAgent
from unicorn_envs.engine.driver import following_seed
from unicorn_envs.evaluation import Estimate, duplicate_match, win_rate
from unicorn_envs.seat import AGENT_SEEDS, SeatEnv

TABLES = [setting for setting in player_settings() if dict(setting[1])["num_players"] > 1]
tables = pytest.mark.parametrize("table", TABLES, ids=setting_id)


class LegalSeatEnv(SeatEnv):
    """Lets checkers, which sample actions blindly, play: the number counts legal actions around."""

    def step(self, action: Any) -> Any:
        legal = np.flatnonzero(self.action_masks())
        return super().step(int(legal[int(action) % len(legal)]) if len(legal) else action)


class FirstAgent:
    """Takes the first legal action; it does not draw, so it cannot be reseeded."""

    name = "first"

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        return action_mask.argmax(axis=1)


class ZeroAgent:
    """Always says 0, legal or not."""

    name = "zero"

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        return np.zeros(len(observation), dtype=np.int64)


def seat_env(table: Setting, opponents: Any = "random", seat: Any = "random", **more: Any) -> SeatEnv:
    name, options = table
    return unicorn_envs.make_seat(name, opponents, seat=seat, **dict(options), **more)


def mixed_opponents(table: Setting) -> list[Any]:
    """Some of each kind."""
    name, options = table
    kinds = [lambda: RandomAgent(0), lambda: HeuristicAgent(unicorn_envs.game(name)), FirstAgent]
    return [kinds[k % 3]() for k in range(dict(options)["num_players"] - 1)]


def play(env: SeatEnv, games: int, seed: int, generator: np.random.Generator) -> Iterator[tuple[Any, ...]]:
    """What the environment says in random games: after each reset (reward None) and after each step."""
    for number in range(games):
        observation, info = env.reset(seed=seed if number == 0 else None)
        yield observation, None, False, False, info
        done = False
        while not done:
            told = env.step(pick(generator, info["action_mask"]))
            info, done = told[4], told[2] or told[3]
            yield told


def plain(told: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same in a form that == compares."""
    observation, reward, terminated, truncated, info = told
    facts = {key: value for key, value in info.items() if key != "action_mask"}
    return observation.tobytes(), reward, terminated, truncated, info["action_mask"].tobytes(), facts


# The checkers of others


@tables
def test_gymnasium_checker(table: Setting) -> None:
    name, options = table
    check_env(LegalSeatEnv(unicorn_envs.game(name), "random", **dict(options)), skip_render_check=True)


@tables
def test_stable_baselines3_checker(table: Setting) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    name, options = table
    checker.check_env(LegalSeatEnv(unicorn_envs.game(name), "heuristic", **dict(options)), skip_render_check=True)


# The same games as everywhere else


def games_by_hand(table: Setting, opponents: list[Any], games: int, seed: int) -> Iterator[tuple[Any, ...]]:
    """What ``play`` yields, from the AEC environment, by what the docstring of SeatEnv promises."""
    name, options = table
    env = unicorn_envs.make(name, **dict(options))
    generator, choices = seeding.np_random(seed)[0], np.random.default_rng(seed)
    for agent in opponents:
        if isinstance(agent, RandomAgent):
            agent.reseed(int(generator.integers(AGENT_SEEDS)))
    players = env.possible_agents
    for number in range(games):
        env.reset(seed=seed if number == 0 else None)
        seat = int(generator.integers(len(players)))
        reward: float | None = None
        while env.agents and not any(env.terminations.values()) and not any(env.truncations.values()):
            observation = env.last()[0]
            mover = players.index(env.agent_selection)
            if mover != seat:
                agent = opponents[(mover - seat - 1) % len(players)]
                env.step(int(agent.act(observation["observation"][None], observation["action_mask"][None])[0]))
                continue
            yield observation["observation"], reward, False, False, {**env.infos[players[seat]], "seat": seat}
            reward = 0.0
            env.step(pick(choices, observation["action_mask"]))
        me = players[seat]
        seen = env.observe(me)["observation"]
        yield seen, env.rewards[me], env.terminations[me], env.truncations[me], {**env.infos[me], "seat": seat}


@tables
def test_it_plays_the_games_of_the_aec_environment(table: Setting) -> None:
    """Observations, masks, rewards, ends and outcomes, with drawn seats and opponents of all kinds."""
    env = seat_env(table, mixed_opponents(table))
    played = [plain(told) for told in play(env, 3, 11, np.random.default_rng(11))]
    assert played == [plain(told) for told in games_by_hand(table, mixed_opponents(table), 3, 11)]


@tables
def test_each_observation_is_what_the_seat_knows_and_nothing_else(table: Setting) -> None:
    """At the end too; everything fits the spaces; the rewards of an episode sum to the return of the seat."""
    env, rewards, ends = seat_env(table, "random"), 0.0, 0
    for observation, reward, terminated, truncated, info in play(env, 3, 5, np.random.default_rng(5)):
        state = env.game_state
        assert env.observation_space.contains(observation)
        assert observation.tobytes() == env.game.observe(state, env.seat).tobytes()
        assert info["action_mask"].tobytes() == env.game.mask(state).tobytes()
        assert env.action_masks().dtype == np.bool_ and (env.action_masks() == info["action_mask"]).all()
        rewards = 0.0 if reward is None else rewards + reward
        if terminated or truncated:
            ends += 1
            assert not info["action_mask"].any()
            assert truncated == env.game.truncated(state) != terminated
            assert rewards == pytest.approx(float(env.game.returns(state)[env.seat]))
            assert env.game.outcome(state).items() <= info.items()
        else:
            assert env.game.seat(state) == env.seat == info["seat"]
    assert ends == 3


def test_arrays_of_an_earlier_step_are_not_written_to_later() -> None:
    kept = []
    for observation, *_, info in play(seat_env(("unicorn_apocalypse", ())), 1, 2, np.random.default_rng(0)):
        kept += [(array, array.copy()) for array in (observation, info["action_mask"])]
    assert len(kept) > 20 and all((array == before).all() for array, before in kept)


# Rewards


def test_wins_losses_and_draws_arrive_whoever_ended_the_game() -> None:
    """+1, 0 and -1, each on the learner's own action and on somebody else's turn."""
    env = seat_env(("unicorn_apocalypse", ()), "random")
    generator, found = np.random.default_rng(1), set()
    _, info = env.reset(seed=1)
    for _ in range(20_000):
        before, action = env.game_state, pick(generator, info["action_mask"])
        _, reward, terminated, truncated, info = env.step(action)
        if terminated:
            assert not truncated
            env.game.apply(before, action)
            found.add((reward, env.game.over(before)))
            _, info = env.reset()
        else:
            assert reward == 0.0
    assert found == {(reward, own_action) for reward in (1.0, 0.0, -1.0) for own_action in (True, False)}


def test_a_game_that_is_cut_off_is_truncated_and_worth_nothing() -> None:
    env = seat_env(("unicorn_apocalypse", (("battle_cap", 1),)), "random")
    ends = [told[1:4] for told in play(env, 5, 0, np.random.default_rng(0)) if told[2] or told[3]]
    assert ends == [(0.0, False, True)] * 5


def test_the_loser_at_a_table_of_many_gets_a_share() -> None:
    env = seat_env(("unstable_unicorns", (("num_players", 5),)), "random")
    ends = {round(told[1], 6) for told in play(env, 20, 0, np.random.default_rng(0)) if told[2]}
    assert ends == {1.0, -0.25}


# Seats and seeds


@pytest.mark.parametrize("table", [TABLES[2], ("unicorn_apocalypse", ()), ("margot", (("num_players", 3),))])
def test_drawn_seats_are_uniform(table: Setting) -> None:
    env = seat_env(table)
    env.reset(seed=0)
    counts = np.zeros(env.num_players)
    for _ in range(400):
        counts[env.reset()[1]["seat"]] += 1
    statistic, limit = chi_square(counts, np.full(env.num_players, 400 / env.num_players))
    assert statistic < limit and counts.min() > 0


@tables
def test_a_fixed_seat_stays(table: Setting) -> None:
    last = dict(table[1])["num_players"] - 1
    for seat in (0, last):
        env = seat_env(table, "random", seat=seat)
        assert {env.reset(seed=seed)[1]["seat"] for seed in range(4)} == {seat}


def test_a_seed_reproduces_everything_and_another_does_not() -> None:
    table: Setting = ("unstable_unicorns", (("num_players", 3),))
    env = seat_env(table)

    def games(seed: int) -> list[tuple[Any, ...]]:
        return [plain(told) for told in play(env, 3, seed, np.random.default_rng(0))]

    first = games(7)
    assert games(8) != first
    assert games(7) == first, "the same environment again"
    env = seat_env(table)
    assert games(7) == first, "a new one"


def test_opponents_draw_anew_with_each_seed_of_the_operating_system() -> None:
    """Two environments without a seed play different games, though their agents were made alike."""
    endings = []
    for _ in range(2):
        env = seat_env(("unicorn_apocalypse", ()), seat=0)
        env.reset()
        deal = env.game_state["rng"].tolist()
        endings.append((deal, [agent._generator.bit_generator.state["state"]["state"] for agent in env.opponents]))
    assert endings[0][0] != endings[1][0] and endings[0][1] != endings[1][1]


def test_named_opponents_are_players_of_their_own() -> None:
    env = seat_env(("unstable_unicorns", (("num_players", 4),)), "random")
    env.reset(seed=1)
    states = {str(agent._generator.bit_generator.state["state"]) for agent in env.opponents}
    assert len(env.opponents) == len(states) == 3


def test_one_agent_given_may_sit_everywhere() -> None:
    agent = RandomAgent(3)
    env = seat_env(("unstable_unicorns", (("num_players", 4),)), agent)
    assert env.opponents == [agent] * 3


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_identically_and_on_its_own(copied: Any) -> None:
    env = seat_env(("unstable_unicorns", (("num_players", 3),)), ["random", "heuristic"])
    generator = np.random.default_rng(0)
    _, info = env.reset(seed=4)
    for _ in range(5):
        info = env.step(pick(generator, info["action_mask"]))[4]
    twin = copied(env)
    results = []
    for one in (env, twin):  # one after the other: neither touches the other
        choices, mask, told = np.random.default_rng(1), info["action_mask"], []
        for _ in range(400):
            answer = one.step(pick(choices, mask))
            told.append(plain(answer))
            mask = answer[4]["action_mask"]
            if answer[2] or answer[3]:
                observation, new = one.reset()
                told.append((observation.tobytes(), new["seat"]))
                mask = new["action_mask"]
        results.append(told)
    assert results[0] == results[1] and any(told[2] for told in results[0])


# Games in which the learner decides nothing

ONE_TURN: Setting = ("magical_unicorn_quest", (("num_players", 6), ("turn_cap", 1)))
"""Few others than the player whose turn it is decide anything, and who that is is drawn."""


def is_asked(game: Any, seat: int, deal: int, options: Any) -> bool:
    """Whether ``seat`` decides anything in a deal in which the others take the first legal action."""
    state = game.new(deal, **options)
    while game.seat(state) not in (-1, seat):
        game.apply(state, game.legal_actions(state)[0])
    return not game.over(state)


def test_a_deal_without_a_decision_of_the_learner_is_followed_by_the_next() -> None:
    env = seat_env(ONE_TURN, FirstAgent(), seat=2)
    dealt_anew = 0
    for seed in range(12):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any() and env.game.seat(env.game_state) == 2
        deal = seed
        while not is_asked(env.game, 2, deal, env.options):
            deal = following_seed(deal)
            dealt_anew += 1
        assert env._deal == deal
    assert dealt_anew > 12


def test_a_seat_that_never_decides_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_module, "MOST_DEALS", 2)
    env = seat_env(ONE_TURN, FirstAgent(), seat=2)
    with pytest.raises(GameOverError, match=r"2 games in a row ended before player_2 .*'turn_cap': 1"):
        for seed in range(12):
            env.reset(seed=seed)


# Numbers of players


def test_the_number_of_players_follows_from_the_opponents() -> None:
    assert unicorn_envs.make_seat("unstable_unicorns", ["random"] * 4).num_players == 5
    assert unicorn_envs.make_seat("magical_unicorn_quest", "random").num_players == 4, "the game's default"
    assert unicorn_envs.make_seat("margot_v1").num_players == 2, "its default is the solo game"
    assert unicorn_envs.make_seat("margot", "random", num_players=3).num_players == 3


# Errors


@pytest.mark.parametrize(
    "name, arguments, error, match",
    [
        ("margot", {"num_players": 1}, ValueError, "no opponents"),
        ("margot", {"opponents": []}, ValueError, "no opponents"),
        ("margot", {"opponents": ["random"], "num_players": 3}, ValueError, "3 players need 2 opponents, not 1"),
        ("unicorn_apocalypse", {"opponents": ["random"] * 2}, ValueError, "num_players must be 2, not 3"),
        ("unicorn_apocalypse", {"opponents": "grandmaster"}, ValueError, "there is no agent 'grandmaster'"),
        ("unicorn_apocalypse", {"opponents": "checkpoint:no.file"}, ValueError, "no checkpoint 'no.file'"),
        ("unicorn_apocalypse", {"opponents": [7]}, TypeError, "name of an agent"),
        ("unicorn_apocalypse", {"opponents": 7}, TypeError, "one for each"),
        ("unicorn_apocalypse", {"seat": 2}, ValueError, "seat must be 0 to 1 or 'random', not 2"),
        ("unicorn_apocalypse", {"seat": -1}, ValueError, "seat must be 0 to 1 or 'random', not -1"),
        ("unicorn_apocalypse", {"seat": "first"}, ValueError, "seat must be 0 to 1 or 'random', not 'first'"),
        ("unicorn_apocalypse", {"seat": 0.0}, TypeError, "seat must be an integer"),
        ("unicorn_apocalypse", {"seat": True}, TypeError, "seat must be an integer"),
        ("unicorn_apocalypse", {"battle_cup": 3}, ValueError, "battle_cap"),
        ("unicorn_apocalypse", {"render_mode": "rgb_array"}, ValueError, "'ansi' or 'human'"),
        ("chess", {}, ValueError, "unicorn_hunt"),
    ],
)
def test_what_cannot_be_made(name: str, arguments: dict[str, Any], error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        unicorn_envs.make_seat(name, **arguments)


@tables
def test_an_illegal_action_changes_nothing(table: Setting) -> None:
    env, twin = seat_env(table), seat_env(table)
    _, info = env.reset(seed=3)
    twin.reset(seed=3)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action in (illegal, 10**6, -1):
        with pytest.raises(IllegalActionError, match=f"player_{env.seat}.* may choose"):
            env.step(action)
    for action in (1.0, None, True):
        with pytest.raises(TypeError, match="action must be an integer"):
            env.step(action)
    assert env.game_state.tobytes() == twin.game_state.tobytes()
    generators = [np.random.default_rng(0) for _ in range(2)]
    for _ in range(20):
        told = [one.step(pick(g, one.action_masks())) for one, g in zip((env, twin), generators)]
        assert plain(told[0]) == plain(told[1]), "the opponents have not drawn in between"
        if told[0][2] or told[0][3]:
            break


def test_an_opponent_that_plays_illegally_is_named() -> None:
    env = seat_env(("unicorn_apocalypse", ()), ZeroAgent())
    with pytest.raises(IllegalActionError, match=r"opponent 'zero': .*action 0 .*may choose"):
        for _ in play(env, 20, 0, np.random.default_rng(0)):
            pass


def test_steps_out_of_turn() -> None:
    env = seat_env(("unicorn_apocalypse", ()))
    for early in (lambda: env.step(0), lambda: env.game_state):
        with pytest.raises(ResetNeeded, match="reset"):
            early()
    for _ in play(env, 1, 0, np.random.default_rng(0)):
        pass
    before = env.game_state.tobytes()
    with pytest.raises(ResetNeeded, match="no game in progress"):
        env.step(0)
    assert env.game_state.tobytes() == before
    for seed, error in ((1.0, TypeError), (-1, ValueError), (2**64, ValueError)):
        with pytest.raises(error, match="seed must be an integer"):
            env.reset(seed=seed)
    assert env.game_state.tobytes() == before


# Text


def test_render_shows_what_the_learner_knows(capsys: pytest.CaptureFixture[str]) -> None:
    table: Setting = ("unstable_unicorns", (("num_players", 3),))
    env = seat_env(table, seat=1, render_mode="ansi")
    env.reset(seed=2)
    assert env.render() == env.game.describe(env.game_state, 1) != env.game.describe(env.game_state)
    human = seat_env(table, seat=1, render_mode="human")
    human.reset(seed=2)
    assert env.render() in capsys.readouterr().out
    human.step(int(np.flatnonzero(human.action_masks())[0]))
    assert human.game.describe(human.game_state, 1) in capsys.readouterr().out
    with pytest.raises(ValueError, match="render_mode='ansi'"):
        seat_env(table).render()


# Stock algorithms


def test_vector_environments_of_gymnasium_work() -> None:
    envs = gymnasium.vector.SyncVectorEnv([lambda: unicorn_envs.make_seat("unicorn_apocalypse", "random")] * 3)
    _, infos = envs.reset(seed=1)
    generator, games = np.random.default_rng(0), 0
    for _ in range(200):
        actions = [pick(generator, mask) if mask.any() else 0 for mask in infos["action_mask"]]
        observation, _, terminated, truncated, infos = envs.step(np.array(actions))
        assert envs.observation_space.contains(observation)
        games += (terminated | truncated).sum()
    assert games > 3
    envs.close()


class StockAgent:
    """What a model of sb3-contrib would do."""

    name = "stock"

    def __init__(self, model: Any):
        self.model = model

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        actions, _ = self.model.predict(observation, action_masks=action_mask.astype(bool), deterministic=True)
        return np.asarray(actions, dtype=np.int64)


@pytest.mark.slow
def test_stock_maskable_ppo_learns_to_beat_the_random_player() -> None:
    """From 8 tables in a DummyVecEnv; before, it does not; on deals and against draws that it has not seen."""
    sb3_contrib = pytest.importorskip("sb3_contrib")
    import torch as th
    from stable_baselines3.common.vec_env import DummyVecEnv

    game = unicorn_envs.game("unicorn_apocalypse")

    def wins(model: Any) -> Estimate:
        returns, _ = duplicate_match(game, [StockAgent(model), RandomAgent(5)], 1000, seed=9)
        return win_rate(returns[:, :, 0])

    threads = th.get_num_threads()
    th.set_num_threads(1)
    try:
        model = sb3_contrib.MaskablePPO(
            "MlpPolicy", DummyVecEnv([lambda: unicorn_envs.make_seat(game.name, "random")] * 8),
            n_steps=256, batch_size=512, n_epochs=4, learning_rate=1e-3, gamma=1.0, gae_lambda=0.98,
            seed=0, device="cpu",
        )  # fmt: skip
        before = wins(model)
        model.learn(32_768)
        after = wins(model)
    finally:
        th.set_num_threads(threads)
    assert before.high < 0.85 < after.low
