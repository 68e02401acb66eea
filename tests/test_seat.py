"""seat.py: one learner's seat of any game as a plain Gymnasium environment, and what a stock algorithm makes of it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.utils.env_checker import check_env

import unicorn_envs
from tests.common import Setting, chi_square, kinds, pick, plain_info, player_settings, setting_id
from unicorn_envs import GameOverError, IllegalActionError
from unicorn_envs.agents import HeuristicAgent, RandomAgent
from unicorn_envs.engine.driver import following_seed
from unicorn_envs.envs import seat as seat_module
from unicorn_envs.envs.illegal import ILLEGAL, drawn_action
from unicorn_envs.envs.infos import facts
from unicorn_envs.envs.seat import AGENT_SEEDS, SeatEnv
from unicorn_envs.envs.solo import picture
from unicorn_envs.evaluation import Estimate, duplicate_match, win_rate

TABLES = [setting for setting in player_settings() if dict(setting[1])["num_players"] > 1]
tables = pytest.mark.parametrize("table", TABLES, ids=setting_id)


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


class LastAgent:
    """Takes the last legal action."""

    name = "last"

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        return action_mask.shape[1] - 1 - action_mask[:, ::-1].argmax(axis=1)


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
    return observation.tobytes(), reward, terminated, truncated, plain_info(info)


# The checkers of others


blindly = pytest.mark.parametrize("illegal", ["terminate", "random"])
"""For what samples actions without looking at the mask."""


def made(table: Setting, **more: Any) -> Any:
    """The same environment, by its id."""
    name, options = table
    return gymnasium.make(unicorn_envs.SEAT_ID, game=name, **dict(options), **{"opponents": "random", **more})


@tables
@blindly
def test_gymnasium_checker(table: Setting, illegal: str) -> None:
    """With a look at a picture of every mode."""
    check_env(made(table, illegal=illegal).unwrapped)


@tables
@blindly
def test_stable_baselines3_checker(table: Setting, illegal: str) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    env = made(table, illegal=illegal, opponents="heuristic", render_mode="rgb_array")
    checker.check_env(env.unwrapped, skip_render_check=False)


# By its id


def same_games(env: Any, twin: Any) -> None:
    """Both play the same three games."""
    told = []
    for one in (env, twin):
        told.append([plain(answer) for answer in play(one, 3, 5, np.random.default_rng(0))])
    assert told[0] == told[1] and sum(answer[2] or answer[3] for answer in told[0]) == 3


@tables
def test_an_environment_is_made_again_by_what_its_spec_says(table: Setting) -> None:
    env = made(table, seat=1, opponents="heuristic")
    assert isinstance(env.unwrapped, SeatEnv) and env.unwrapped.game.name == table[0]
    same_games(env, gymnasium.make(EnvSpec.from_json(env.spec.to_json())))
    same_games(env, seat_env(table, "heuristic", seat=1))


def test_a_game_may_be_named_with_its_version(name: str) -> None:
    game = unicorn_envs.game(name)
    assert made((game.env_id, ())).unwrapped.game is game
    with pytest.raises(ValueError, match=r"no game 'margot_v99'; games are .*unicorn_hunt"):
        made(("margot_v99", ()))
    with pytest.raises(TypeError, match="game"):
        gymnasium.make(unicorn_envs.SEAT_ID)


def test_frames_are_collected() -> None:
    for mode in ("ansi", "rgb_array"):
        env = made(("unicorn_apocalypse", ()), render_mode=f"{mode}_list")
        _, info = env.reset(seed=1)
        env.step(int(info["action_mask"].argmax()))
        assert len(env.render()) == 2


def test_minari_records_and_recovers(name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Infos too; the environment that comes back plays the same games."""
    minari = pytest.importorskip("minari")
    pytest.importorskip("jax")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = minari.DataCollector(made((name, ())), record_infos=True)
    steps = sum(answer[1] is not None for answer in play(env, 2, 3, np.random.default_rng(0)))
    dataset = env.create_dataset(f"cards/{name.replace('_', '-')}-v0")
    assert [episode.terminations[-1] or episode.truncations[-1] for episode in dataset] == [True, True]
    assert sum(len(episode) for episode in dataset) == steps
    for episode in dataset:
        assert {len(column) for column in episode.infos.values()} == {len(episode) + 1}
        assert {"action_mask", "seat"} < set(episode.infos)
    same_games(dataset.recover_environment(), made((name, ())))


def test_torchrl_takes_the_ids() -> None:
    """It tries keywords that are none."""
    libs = pytest.importorskip("torchrl.envs")
    env = libs.GymEnv(unicorn_envs.SEAT_ID, game="unicorn_apocalypse", opponents="random")
    assert env.reset()["observation"].shape == env.observation_spec["observation"].shape
    assert libs.GymEnv(unicorn_envs.SOLO_IDS["unicorn_hunt"]).reset()["observation"].ndim == 1


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
            assert plain_info(facts(env.game, state)).items() <= plain_info(info).items()
        else:
            assert env.game.seat(state) == env.seat == info["seat"]
    assert ends == 3


def test_arrays_of_an_earlier_step_are_not_written_to_later() -> None:
    kept = []
    for observation, *_, info in play(seat_env(("unicorn_apocalypse", ())), 1, 2, np.random.default_rng(0)):
        kept += [(array, array.copy()) for array in (observation, info["action_mask"])]
    assert len(kept) > 20 and all((array == before).all() for array, before in kept)


@tables
@pytest.mark.parametrize("illegal", ILLEGAL)
def test_infos_have_the_same_form_at_every_step(table: Setting, illegal: str) -> None:
    env = seat_env(table, "random", illegal=illegal)
    forms = [kinds(told[4]) for told in play(env, 3, 5, np.random.default_rng(5))]
    env.reset(seed=1)
    for action in range(0 if illegal == "raise" else 30):
        *_, terminated, truncated, info = env.step(action)
        forms += [kinds(info), *([kinds(env.reset()[1])] if terminated or truncated else [])]
    assert all(form == forms[0] for form in forms)
    assert ("illegal_action" in forms[0]) == ("action_taken" in forms[0]) == (illegal != "raise")


PASSED_OR_NOT_ASKED: dict[str, tuple[Any, str, list[dict[str, Any]]]] = {
    "unstable_unicorns": (
        LastAgent,
        "Narwhal",
        [
            {"players": [{"hand": ["Basic Unicorn", "Narwhal"], "stable": ["Double Dutch"]}, {"hand": [card]}]}
            for card in ("Neigh", "Yay")
        ],
    ),
    "magical_unicorn_quest": (
        FirstAgent,
        "play Pixie Dust",
        [
            {"hands": [["Pixie Dust", "Troll", "Elf"], [card], ["Dragon"]], "deck": ["Dwarf", "Dwarf"]}
            for card in ("Halt", "Dwarf")
        ],
    ),
}
"""Who passes when asked, what the learner plays, and two positions which differ in a hidden card that may answer."""


@pytest.mark.parametrize("name", PASSED_OR_NOT_ASKED)
def test_a_step_tells_not_who_was_asked_and_passed(name: str) -> None:
    """RULES 2.13.4 of Unstable Unicorns, ruling 9 of Magical Unicorn Quest: observation, info, text and picture."""
    game = unicorn_envs.game(name)
    passing, action, positions = PASSED_OR_NOT_ASKED[name]
    answers, asked = [], []
    for arguments in positions:
        state = game.position(**arguments)
        options = game.options_of(state)
        env = SeatEnv(game, passing(), seat=0, render_mode="ansi", **options)
        env.reset(seed=1)
        env._state = state.copy()
        game.driver.mask(env._state, env._mask)
        game.driver.observe(env._state, 0, env._observation)
        calls = Spy(env)
        told = env.step(game.actions.index(action))
        answers.append((plain(told), env.render(), picture(told[0], env.observation_space).tobytes()))
        asked.append(calls.count)
        assert not told[2] and game.seat(env.game_state) == 0
    assert asked == [1, 0], "one was asked, and passed"
    assert answers[0] == answers[1]


class Spy:
    """Counts the decisions of the opponents of an environment."""

    def __init__(self, env: SeatEnv) -> None:
        self.count = 0
        for agent in dict.fromkeys(env.opponents):
            act = agent.act

            def counted(observation: np.ndarray, mask: np.ndarray, act: Any = act) -> np.ndarray:
                self.count += 1
                return act(observation, mask)

            agent.act = counted


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
    assert ends - {0.0} == {1.0, -0.25}  # 0: nobody wins a tie


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
        ("unicorn_apocalypse", {"battle_cup": 3}, TypeError, "keyword argument 'battle_cup'.*battle_cap"),
        ("unicorn_apocalypse", {"render_mode": "video"}, ValueError, "'ansi', 'human' or 'rgb_array', not 'video'"),
        ("unicorn_apocalypse", {"illegal": "ignore"}, ValueError, "'raise', 'terminate' or 'random', not 'ignore'"),
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


def some_illegal(env: SeatEnv) -> int:
    return int(np.flatnonzero(~env.action_masks())[0])


@tables
def test_an_illegal_action_may_end_the_game(table: Setting) -> None:
    env = seat_env(table, "random", illegal="terminate")
    for seed, action in enumerate((None, -1, 10**6)):
        observation, info = env.reset(seed=seed)
        assert (info["illegal_action"], info["action_taken"]) == (False, -1)
        taken = pick(np.random.default_rng(seed), info["action_mask"])
        observation, _, over, _, info = env.step(taken)
        assert (info["illegal_action"], info["action_taken"]) == (False, taken)
        assert not over, "this game goes on"
        before = env.game_state.tobytes()
        last, reward, terminated, truncated, info = env.step(some_illegal(env) if action is None else action)
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert (info["illegal_action"], info["action_taken"]) == (True, -1)
        assert not info["action_mask"].any() and not env.action_masks().any()
        assert last.tobytes() == observation.tobytes() and env.game_state.tobytes() == before
        with pytest.raises(ResetNeeded):
            env.step(0)
    deal = env._deal
    env.reset()
    assert env._deal != deal and env.action_masks().any(), "and the next is dealt"


@tables
def test_a_drawn_action_may_replace_an_illegal_one(table: Setting) -> None:
    """Then the game is the one in which that had been chosen; ``np_random`` draws, so the seed tells all."""
    env, again, twin = (seat_env(table, "random", seat=0, illegal=mode) for mode in ("random", "random", "raise"))
    generator, replaced = np.random.default_rng(2), 0
    for one in (env, again, twin):
        one.reset(seed=6)
    for _ in range(60):
        blind = int(generator.integers(-1, len(env.game.actions) + 1))
        legal = np.flatnonzero(env.action_masks()).tolist()
        told = env.step(blind)
        taken = told[4].pop("action_taken")
        assert taken in legal and told[4].pop("illegal_action") == (blind not in legal)
        assert blind not in legal or taken == blind
        replaced += blind != taken
        assert plain(twin.step(taken)) == plain(told)
        assert again.step(blind)[4]["action_taken"] == taken
        if told[2] or told[3]:
            for one in (env, again, twin):
                one.reset()
    assert replaced > 5


def test_the_drawn_actions_are_uniform() -> None:
    mask = np.array([0, 1, 1, 0, 1, 0], dtype=np.int8)
    generator = np.random.default_rng(0)
    counts = np.bincount([drawn_action(generator, mask) for _ in range(3000)], minlength=6)
    assert not counts[mask == 0].any()
    statistic, limit = chi_square(counts[mask == 1], np.full(3, 1000))
    assert statistic < limit


def test_an_opponent_that_plays_illegally_is_named() -> None:
    """Whatever becomes of the learner's illegal actions; the game cannot go on, the next can."""
    for illegal in ILLEGAL:
        env = seat_env(("unicorn_apocalypse", ()), ZeroAgent(), illegal=illegal)
        with pytest.raises(IllegalActionError, match=r"opponent 'zero': .*action 0 .*may choose"):
            for _ in play(env, 20, 0, np.random.default_rng(0)):
                pass
        with pytest.raises(ResetNeeded):
            env.step(0)


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
    pixels = seat_env(table, seat=1, render_mode="rgb_array")
    observation, _ = pixels.reset(seed=2)
    assert np.array_equal(pixels.render(), picture(observation, pixels.observation_space))
    with pytest.raises(ValueError, match="render_mode='ansi'"):
        seat_env(table).render()


# Stock algorithms


def test_vector_environments_of_gymnasium_work() -> None:
    envs = gymnasium.make_vec(unicorn_envs.SEAT_ID, num_envs=3, game="unicorn_apocalypse", opponents="random")
    _, infos = envs.reset(seed=1)
    generator, games = np.random.default_rng(0), 0
    for _ in range(200):
        actions = [pick(generator, mask) if mask.any() else 0 for mask in infos["action_mask"]]
        observation, _, terminated, truncated, infos = envs.step(np.array(actions))
        assert envs.observation_space.contains(observation)
        games += (terminated | truncated).sum()
    assert games > 3
    envs.close()


@blindly
@pytest.mark.parametrize("algorithm", ["DQN", "A2C", "PPO"])
def test_algorithms_without_masks_learn(algorithm: str, illegal: str) -> None:
    stable_baselines3 = pytest.importorskip("stable_baselines3")
    settings = {"DQN": {"learning_starts": 16}, "A2C": {}, "PPO": {"n_steps": 32, "batch_size": 32}}[algorithm]
    env = made(("unstable_unicorns", ()), illegal=illegal, opponents="heuristic")
    model = getattr(stable_baselines3, algorithm)("MlpPolicy", env, seed=0, device="cpu", **settings)
    model.learn(64)
    assert model.num_timesteps >= 64


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
