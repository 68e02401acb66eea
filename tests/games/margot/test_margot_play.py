"""Whole games: cards are conserved at every decision, and the ways in play Margot."""

import gymnasium
import numpy as np
import pytest
from margot_helpers import GAME, points, position

import unicorn_envs
from unicorn_envs import margot_v1
from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.games.margot.cards import COPIES, FAIRY_DECK_SIZE, FAIRY_TYPES, FLOWER, FLOWERS, KINDS

GAMES = 5000 if COMPILED else 12
"""Of each number of players: 20,000 in all when compiled."""


def lost_cards(states):
    """Descriptions of what is not conserved in an array of states, counted without the game's own check."""
    problems = []
    for c in range(2):
        for card in range(1, KINDS + 1):
            n = (states["deck"][:, c] == card).sum(axis=1) + (states["village"][:, c] == card).sum(axis=1)
            if not (n + states["illusion"][:, c, card] == COPIES[c, card]).all():
                problems.append(f"castle {c} card {card}")
    for fairy in range(1, FAIRY_TYPES + 1):
        n = states["owned"][:, :, fairy].sum(axis=1)
        n = n + (states["flowers"] if fairy == FLOWER else (states["row"] >> fairy) & 1)
        n = n + (states["fairy_deck"] == fairy).sum(axis=1) + (states["pair"] == fairy).sum(axis=(1, 2))
        if not (n == (FLOWERS if fairy == FLOWER else 1)).all():
            problems.append(f"Fairy {fairy}")
    return problems


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_cards_are_conserved_at_every_decision_of_random_games(players):
    chooser = np.random.default_rng(players)
    batch = unicorn_envs.make_batch("margot", num_envs=GAMES, num_players=players, seed=players, autoreset=False)
    lengths = np.zeros(GAMES, dtype=int)
    while (batch.seat >= 0).any():
        assert lost_cards(batch.states) == []
        lengths += batch.seat >= 0
        batch.step(np.argmax(chooser.random(batch.action_mask.shape) * batch.action_mask, axis=1))
    assert lost_cards(batch.states) == []
    assert lengths.min() > players
    returns = batch.states["returns"][:, :players]
    if players > 1:
        assert np.allclose(returns.sum(axis=1), 0, atol=1e-6)
    else:
        assert np.allclose(returns[:, 0], batch.states["points"][:, 0] / 24)


def test_the_check_finds_a_lost_card():
    state = GAME.new(seed=1)
    state["deck"][0, 0, 0] = state["deck"][0, 0, 0] % KINDS + 1
    assert "20 cards" in GAME.problem(state)
    assert lost_cards(state) != []


def test_the_check_finds_a_lost_fairy():
    state = GAME.new(seed=1)
    state["flowers"] = 9
    assert "Flower Fairies" in GAME.problem(state)


@pytest.mark.parametrize(
    "field, index, value",
    [("pair", (0, 0), 99), ("fairy_deck", (0,), 21), ("stack_verb", (0,), 4), ("stack_size", (), 0),
     ("village", (0, 0), 30), ("place", (), 1), ("power", (), 3), ("prompt", (), 12), ("chosen", (0,), 2),
     ("player", (), 1), ("deck_known", (0,), 1 << 20), ("deck_known", (1,), 4), ("illusion", (0, 5), 1)],
)  # fmt: skip
def test_the_check_finds_numbers_that_cannot_be(field, index, value):
    state = position(fairies=["Thorn"])
    state[field][(0, *index)] = value
    assert GAME.problem(state) is not None


@pytest.mark.parametrize(
    "view", ["table_view", "player_view", "orbs", "targets", "usable", "ready", "answers"]
)
def test_a_view_that_shows_something_else_is_reported(view):
    state = GAME.new(seed=3, num_players=2)
    GAME.play_random(state, seed=3, limit=12)
    for entry in np.ndindex(state[view][0].shape):
        wrong = state.copy()
        wrong[view][(0, *entry)] ^= 1
        before = wrong.copy()
        assert GAME.problem(wrong) == GAME.invariants[8]
        assert wrong.tobytes() == before.tobytes()


def test_solo_gymnasium():
    env = gymnasium.make("unicorn_envs/MargotSolo-v1")
    observation, info = env.reset(seed=4)
    assert observation in env.observation_space
    reward, over = 0.0, False
    while not over:
        observation, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert reward == pytest.approx(info["score"] / 24)
    assert info["won"] == (info["score"] >= 14)
    assert info["rank"] in ("", "C", "B", "A", "S")


def test_solo_gymnasium_with_the_reward_for_winning():
    env = gymnasium.make("unicorn_envs/MargotSolo-v1", reward="win")
    for seed in range(4):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert reward == float(info["won"])


def test_solo_vector_env():
    envs = gymnasium.make_vec("unicorn_envs/MargotSolo-v1", num_envs=3)
    observation, infos = envs.reset(seed=1)
    assert observation.shape == (3, GAME.observation.for_players(1).size)
    for _ in range(60):
        observation, _, ended, _, infos = envs.step(np.argmax(infos["action_mask"], axis=1))
        if ended.any():
            assert set(infos["final_info"]) >= {"score", "won", "rank"}
            return
    pytest.fail("no game ended")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_aec(players):
    env = margot_v1.env(num_players=players)
    env.reset(seed=2)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        done = terminated or truncated
        env.step(None if done else int(np.flatnonzero(observation["action_mask"])[0]))
    assert env.agents == []


def test_outcome_of_several_players():
    state = GAME.new(seed=9, num_players=3)
    GAME.play_random(state, seed=1)
    assert GAME.outcome(state) == {"scores": points(state)}


def test_auto_single_off_asks_the_same_game_in_more_decisions():
    """Whoever answers single prompts as the engine does plays the same game."""
    short, long = GAME.new(seed=6), GAME.new(seed=6, auto_single=False)
    chooser = np.random.default_rng(0)
    extra = 0
    while not GAME.over(short):
        action = int(chooser.choice(GAME.legal_actions(short)))
        while len(GAME.legal_actions(long)) == 1:
            GAME.apply(long, GAME.legal_actions(long)[0])
            extra += 1
        GAME.apply(short, action)
        GAME.apply(long, action)
    while not GAME.over(long):
        GAME.apply(long, GAME.legal_actions(long)[0])
    assert extra > 0
    assert short["points"].tobytes() == long["points"].tobytes()
    assert short["rng"][0] == long["rng"][0]


def test_fairies_of_the_deck_are_dealt_evenly():
    drawn = np.zeros(FAIRY_DECK_SIZE + 1, dtype=int)
    for seed in range(400):
        drawn[GAME.new(seed=seed)["pair"][0, 0]] += 1
    assert drawn[1:].min() > 15
    assert drawn[1:].max() < 75
