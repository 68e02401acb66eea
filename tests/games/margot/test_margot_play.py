"""Whole games: cards are conserved at every decision, and the ways in play Margot."""

import gymnasium
import numpy as np
import pytest
from margot_helpers import GAME, play, points, position

import unicorn_envs
from tests.common import altered
from unicorn_envs import margot_v1
from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.errors import StateError
from unicorn_envs.games.margot.cards import (
    COPIES,
    FAIRY_DECK_SIZE,
    FAIRY_TYPES,
    FLOWER,
    FLOWERS,
    HUMAN,
    KINDS,
    castle_card,
)
from unicorn_envs.games.margot.cards import fairy as number
from unicorn_envs.games.margot.rules import RESCUE, SHOW_POSITION

GAMES = 5000 if COMPILED else 12
"""Of each number of players: 20,000 in all when compiled."""
OWL, LANCE, WISP, THORN, ROSE, COMET = map(number, ("Owl", "Lance", "Wisp", "Thorn", "Rose", "Comet"))
ROSE_LAID, COMET_LAID = KINDS + ROSE, KINDS + COMET
KING = castle_card(HUMAN, "Unyielding King")


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
    assert GAME.problem(state) == GAME.invariants[2]
    assert lost_cards(state) != []


def test_the_check_finds_a_lost_fairy():
    state = GAME.new(seed=1)
    state["flowers"] = 9
    assert GAME.problem(state) == GAME.invariants[3]


@pytest.mark.parametrize(
    "field, index, value",
    [("pair", (0, 0), 99), ("pair", (0, 1), -1), ("fairy_deck", (0,), 21), ("fairy_deck_size", (), 21),
     ("village", (0, 0), 30), ("village_size", (1,), 26), ("disabled", (0, 0), 2), ("deck", (1, 0), 9),
     ("deck_size", (0,), 21), ("deck_known", (0,), 1 << 20), ("deck_known", (1,), 4), ("illusion", (0, 5), 1),
     ("illusion", (0, 1), -1), ("illusion_fairy", (), 22), ("row", (), 1), ("flowers", (), 11), ("chosen", (0,), 2),
     ("points", (0,), 37), ("points", (0,), -1), ("used", (8,), -1), ("owned", (0, 3), -1), ("player", (), 1),
     ("truncated", (), 1), ("magic_breaks", (), 3), ("magic_breaks", (), -1), ("prompt", (), 12), ("power", (), 22),
     ("place", (), 3), ("picked", (), 2), ("penalty", (), 2)],
)  # fmt: skip
def test_the_check_finds_numbers_that_cannot_be(field, index, value):
    state = position(fairies=["Thorn"])
    state[field][(0, *index)] = value
    assert GAME.problem(state) == GAME.invariants[1]


TWO = [{"fairies": ["Owl", "Rose"], "points": 5}, {"fairies": ["Thorn", "Comet", "Flower"], "points": 5}]
MIST_TWICE = {"fairies": ["Mist", "Mirror"], "used": ["Mist", "Mirror"], "illusion": ["Human Knight"] * 2}
PENALTY = {"fairies": ["Lance"], "human": ["Tome of Legends", "Knight", "Knight"], "human_deck": ["Soldier"]}


def at_rescue(state):
    """Ask the player at turn for a rescue, with all that is shown written anew."""
    altered(state, prompt=0, answers=0, stack_verb={(1,): RESCUE, (2,): SHOW_POSITION}, stack_size=3)
    GAME.driver.advance_one(state)
    return state


def without_king(state):
    """Take the King out of his deck."""
    deck = state["deck"][0, HUMAN]
    at = int(np.flatnonzero(deck == KING)[0])
    deck[at:] = [*deck[at + 1 :], 0]
    state["deck_size"][0, HUMAN] -= 1
    return state


def eight_scratches():
    state = without_king(play(position(**PENALTY, auto_single=False), "explore Human", "lose red"))
    return at_rescue(altered(state, village={(HUMAN, 4): KING}, village_size={(HUMAN,): 5}))


BROKEN = {
    "two Tomes, one Portrait": (2, lambda: altered(position(fairies=["Owl"]), deck={(0, 0): 5})),
    "a Fairy in the row and in a play area": (3, lambda: altered(position(fairies=["Owl"]), owned={(0, ROSE): 1})),
    "a Flower Fairy too many": (3, lambda: altered(position(fairies=["Owl"]), flowers=9)),
    "laid, and not the player's": (4, lambda: altered(
        position(players=TWO), village={(0, 0): COMET_LAID}, village_size={(0,): 1})),
    "laid twice": (4, lambda: altered(
        position(players=TWO, seat=0, human=["Soldier", "Rose"]), village={(1, 0): ROSE_LAID}, village_size={(1,): 1})),
    "in the Illusion, and not the player's": (4, lambda: altered(position(players=TWO), illusion_fairy=WISP)),
    "in the Illusion, where it cannot go": (4, lambda: altered(position(players=TWO), illusion_fairy=OWL)),
    "disabled twice": (4, lambda: altered(position(players=TWO), used={(OWL,): 2})),
    "disabled, and no Action Fairy": (4, lambda: altered(position(fairies=["Thorn"]), used={(THORN,): 1})),
    "nobody is asked": (5, lambda: altered(position(players=TWO), prompt=0)),
    "somebody else is asked": (5, lambda: altered(position(players=TWO), seat=1)),
    "a power that does not ask": (5, lambda: altered(position(fairies=["Thorn"]), power=THORN)),
    "a power that does not ask this": (5, lambda: altered(play(
        position(fairies=["Owl", "Lance"]), "use Owl Fairy"), power=LANCE)),
    "the power of a Fairy that somebody else has": (5, lambda: altered(play(
        position(players=TWO, human=["Soldier"], witch=["Soldier"]), "use Rose Fairy"), power=COMET)),
    "laying what lies there": (5, lambda: altered(play(
        position(fairies=["Comet", "Blade"], human=["Knight", "Comet"]), "use Blade Fairy"), power=COMET)),
    "a Village that nothing is about": (5, lambda: altered(position(fairies=["Thorn"]), place=1)),
    "a Magic Break nowhere": (5, lambda: altered(play(
        position(fairies=["Thorn"], human=["Soldier", "Knight"]), "magic break Human"), place=0)),
    "picked outside a Magic Break": (5, lambda: altered(position(fairies=["Thorn"]), picked=1)),
    "exploring after a Penalty": (5, lambda: altered(position(fairies=["Thorn"]), penalty=1)),
    "a loss without a Penalty": (5, lambda: altered(play(
        position(**PENALTY, auto_single=False), "explore Human"), penalty=0)),
    "five scratches without a Penalty": (6, lambda: altered(play(
        position(**PENALTY, auto_single=False), "explore Human", "lose red"), penalty=0)),
    "eight scratches": (6, eight_scratches),
    "a step of the set-up in a turn": (7, lambda: altered(position(fairies=["Thorn"]), stack_verb={(0,): 2})),
    "a turn that does not end": (7, lambda: altered(position(fairies=["Thorn"]), stack_verb={(0,): RESCUE})),
    "a step too few": (7, lambda: altered(position(fairies=["Thorn"]), stack_verb={(1,): 0}, stack_size=1)),
    "a step of seat 1": (7, lambda: altered(position(fairies=["Thorn"]), stack_number={(1,): 1})),
    "a step beyond the stack": (7, lambda: altered(position(fairies=["Thorn"]), stack_verb={(5,): RESCUE})),
    "a seat that is not asked in the set-up": (7, lambda: altered(
        GAME.new(seed=1, num_players=3), stack_number={(1,): 1})),
    "a step after the end": (7, lambda: altered(finished(), stack_verb={(0,): 9}, stack_size=1)),
    "an answer that is not legal": (8, lambda: altered(position(fairies=["Thorn"]), answers=3)),
    "a view of something else": (8, lambda: altered(position(fairies=["Thorn"]), table_view={(0,): 0})),
    "a row of two": (9, lambda: row_of_two()),
    "a row before all have chosen": (9, lambda: row_in_the_set_up()),
    "a player who has had two turns more": (10, lambda: turned_to(position(players=TWO), 0, flowers=2)),
    "a player who has had none": (10, lambda: turned_to(position(players=TWO), 1, flowers=2)),
    "six Fairies, and at turn": (10, lambda: turned_to(position(fairies=["Thorn"]), 0, flowers=5)),
    "only Flower Fairies": (10, lambda: without_thorn(position(fairies=["Thorn"]))),
    "nothing in the box": (10, lambda: without_box(position(fairies=["Thorn"]))),
    "not chosen after the set-up": (10, lambda: altered(position(fairies=["Thorn"]), chosen={(0,): 0})),
    "chosen before being asked": (10, lambda: altered(GAME.new(seed=1, num_players=2), chosen={(1,): 1})),
    "points in the set-up": (10, lambda: altered(GAME.new(seed=1), points={(0,): 1})),
    "two Magic Breaks without a Comet": (11, lambda: altered(position(fairies=["Thorn"]), magic_breaks=2)),
    "an enemy too many in the Illusion": (11, lambda: altered(
        without_king(position(**MIST_TWICE)), illusion={(HUMAN, KING): 1})),
    "24 points, and it goes on": (12, lambda: altered(position(players=TWO), points={(1,): 24})),
    "over without a reason": (12, lambda: unfinished(finished())),
}  # fmt: skip
"""Of each line of INVARIANTS what it forbids (of 1 see above): the code, and the state."""


def finished():
    """A solo game that ended with six Fairies."""
    return position(phase="end", fairies=["Lance", "Owl", "Mist", "Thorn", "Flower", "Flower"], points=13)


def unfinished(state):
    """Take back the last Flower Fairy."""
    return altered(state, owned={(0, FLOWER): 1}, flowers=9)


def turned_to(state, seat, flowers):
    """With so many more Flower Fairies for a player."""
    state["owned"][0, seat, FLOWER] += flowers
    state["flowers"] -= flowers
    return state


def without_thorn(state):
    """A Flower Fairy instead; Thorn lies in the box, what was there under the Fairy deck."""
    altered(state, owned={(0, THORN): 0, (0, FLOWER): 1}, flowers=9)
    under_fairy_deck(state, int(state["pair"][0, 0, 1]))
    return altered(state, pair={(0, 1): THORN})


def without_box(state):
    under_fairy_deck(state, int(state["pair"][0, 0, 1]))
    return altered(state, pair={(0, 1): 0})


def under_fairy_deck(state, fairy):
    size = int(state["fairy_deck_size"][0])
    altered(state, fairy_deck={(size,): fairy}, fairy_deck_size=size + 1)


def row_of_two():
    state = position(fairies=["Thorn"], row=["Rose", "Owl", "Leaf"])
    under_fairy_deck(state, ROSE)
    return altered(state, row=int(state["row"][0]) & ~(1 << ROSE))


def row_in_the_set_up():
    state = GAME.new(seed=1)
    size = int(state["fairy_deck_size"][0]) - 1
    top = int(state["fairy_deck"][0, size])
    return altered(state, fairy_deck={(size,): 0}, fairy_deck_size=size, row=1 << top)


@pytest.mark.parametrize("code, make", BROKEN.values(), ids=BROKEN)
def test_the_check_finds_what_each_invariant_forbids(code, make):
    state = make()
    before = state.tobytes()
    assert GAME.problem(state) == GAME.invariants[code]
    assert state.tobytes() == before
    with pytest.raises(StateError):
        GAME.state_from_bytes(GAME.state_to_bytes(state))


def test_every_invariant_is_broken_once():
    assert {1} | {code for code, _ in BROKEN.values()} == set(GAME.invariants)


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
    assert GAME.outcome(state) == {"scores": [0, 0, 0], "winners": [False, False, False]}
    GAME.play_random(state, seed=1)
    best = max(points(state))
    assert GAME.outcome(state) == {"scores": points(state), "winners": [score == best for score in points(state)]}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_outcome_of_an_unfinished_game_has_the_same_shape_and_names_no_winner(players):
    state = GAME.new(seed=players, num_players=players)
    end = state.copy()
    GAME.play_random(end, seed=1)
    shapes = [
        {key: [type(x) for x in value] if isinstance(value, list) else type(value) for key, value in outcome.items()}
        for outcome in (GAME.outcome(state), GAME.outcome(end))
    ]
    assert shapes[0] == shapes[1]
    chooser = np.random.default_rng(players)
    while not GAME.over(state):
        outcome = GAME.outcome(state)
        assert not (outcome["won"] or outcome["rank"] if players == 1 else any(outcome["winners"]))
        GAME.apply(state, int(chooser.choice(GAME.legal_actions(state))))


def test_an_unfinished_solo_game_with_enough_points_is_not_won_yet():
    assert GAME.outcome(position(fairies=["Thorn"], points=20)) == {"score": 20, "won": False, "rank": ""}


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
