"""What the heuristic does in positions with a clear answer, and how it fares."""

import numpy as np
import pytest
from margot_helpers import GAME, position

from unicorn_envs.agents import HeuristicAgent, RandomAgent
from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.evaluation import deal_seeds, duplicate_match, play_games, win_rate

HEURISTIC = HeuristicAgent(GAME)
NOTHING_TO_HAVE = ["Rose", "Comet", "Blade"]


def choice(state):
    """Name of what the heuristic chooses."""
    return GAME.actions.name(int(HEURISTIC.act(GAME.observe(state)[None], GAME.mask(state)[None])[0]))


def test_it_explores_while_nothing_can_happen():
    assert choice(position(fairies=["Thorn"])).startswith("explore")


def test_it_withdraws_when_the_next_card_would_cost_more_than_it_brings():
    state = position(
        fairies=["Shield"], magic_breaks=0, row=["Magpie", "Rose", "Comet"],
        human=["Tome of Legends", "Fae Melodies", "Soldier", "Soldier", "Soldier"],
        witch=["Portrait of Paradise", "Tome of Legends", "Soldier"],
    )  # fmt: skip
    assert choice(state) == "withdraw"


def test_it_breaks_before_a_risky_card():
    state = position(fairies=["Thorn"], human=["Knight", "Knight"], row=NOTHING_TO_HAVE)
    assert choice(state) == "magic break Human"


def test_it_takes_a_story_that_it_knows_on_top():
    state = position(
        fairies=["Thorn"], magic_breaks=0, human=["Knight", "Knight"],
        witch_deck=["Tome of Legends"], known=["Witch's"],
    )  # fmt: skip
    assert choice(state) == "explore Witch's"


def test_it_lays_a_story_fairy_as_soon_as_it_can():
    assert choice(position(fairies=["Rose"], human=["Soldier"])) == "use Rose Fairy"


def test_it_rescues_what_pays_most():
    table = {"human": ["Tome of Legends", "Fae Melodies"], "witch": ["Portrait of Paradise", "Tome of Legends"]}
    state = position(phase="rescue", fairies=["Shield"] + ["Flower"] * 4, row=["Magpie", "Thorn", "Owl"], **table)
    assert choice(state) == "take Magpie Fairy"


def test_it_loses_the_orb_that_it_needs_least():
    state = position(
        fairies=["Lance"], row=["Owl", "Rose", "Comet"], human=["Fae Melodies", "Tome of Legends", "Knight", "Knight"],
        human_deck=["Soldier"],
    )  # fmt: skip
    GAME.apply(state, "explore Human")
    assert choice(state) == "lose red"


def test_it_puts_a_boss_under_its_deck():
    state = position(
        fairies=["Owl"], magic_breaks=0, human=["Knight"], witch=["Soldier"], human_deck=["Unyielding King"],
        witch_deck=["Fae Melodies"],
    )  # fmt: skip
    GAME.apply(state, "use Owl Fairy")
    assert choice(state) == "castle Human"


def test_it_disables_the_witch_first():
    state = position(fairies=["Wisp"], witch=["Fae Melodies", "Soldier", "Witch of Ridicule"])
    GAME.apply(state, "use Wisp Fairy")
    assert choice(state) == "enemy Witch's Witch of Ridicule"


def last_flower(points, **table):
    """Nine Flower Fairies are rescued; player_0 is at turn."""
    own = [{"fairies": [name, *["Flower"] * 3], "points": n} for name, n in zip(("Shield", "Owl", "Mist"), points)]
    return position(players=own, auto_single=False, **table)


def test_it_ends_the_game_with_the_last_flower_when_it_leads():
    assert choice(last_flower([9, 8, 8], human=["Tome of Legends"])) == "withdraw"
    orbs = ["Tome of Legends", "Fae Melodies", "Tome of Legends"]
    state = last_flower([9, 8, 8], phase="rescue", row=["Lance", "Rose", "Comet"], human=orbs)
    assert choice(state) == "take Flower Fairy"


@pytest.mark.parametrize("points", [[7, 8, 7], [8, 8, 7]])
def test_it_leaves_the_last_flower_when_it_does_not_lead(points):
    orbs = ["Tome of Legends", "Fae Melodies"]
    state = last_flower(points, phase="rescue", row=["Thorn", "Lance", "Comet"], human=orbs)
    assert choice(state) == "take Lance Fairy"
    state = last_flower(points, row=NOTHING_TO_HAVE, human=orbs, witch=["Soldier"])
    assert choice(state) != "withdraw"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("auto_single", [True, False])
def test_its_choices_are_legal(players, auto_single):
    seeds = deal_seeds(200 if COMPILED else 4, players)
    finals = play_games(GAME, [HEURISTIC] * players, seeds, auto_single=auto_single)
    assert (finals["seat"] == -1).all()


@pytest.mark.skipif(not COMPILED, reason="many games")
def test_it_reaches_14_points_in_half_of_its_solo_games_or_more():
    finals = play_games(GAME, [HEURISTIC], deal_seeds(2000, 1))
    assert np.mean(finals["points"][:, 0] >= 14) > 0.6


@pytest.mark.skipif(not COMPILED, reason="many games")
def test_it_beats_random_nine_times_in_ten():
    returns, _ = duplicate_match(GAME, [HEURISTIC, RandomAgent(1)], 1000)
    assert win_rate(returns[:, :, 0]).low > 0.9
