"""The heuristic: works with both neighbours, halts rivals' wins, keeps a Thief for a completing unicorn."""

from __future__ import annotations

import numpy as np
import pytest
from quest import GAME, asked, play, winners

from unicorn_envs.agents import make_agent
from unicorn_envs.evaluation import duplicate_match, win_rate


def chosen(state: object) -> str:
    """The heuristic's action, by name."""
    actions = np.zeros(1, dtype=np.int64)
    GAME.driver.choose_actions(GAME.observe(state)[None], GAME.mask(state)[None], actions, 0, 1)
    return GAME.actions.name(int(actions[0]))


@pytest.mark.parametrize("number", [0, 3])
def test_it_completes_a_pair_with_either_neighbour(number: int) -> None:
    state = GAME.position(
        hands=[["Golden Unicorn", "Elf", "Fairy"], [], [], []],
        stables={number: ["Majestic Unicorn"], 1: ["Majestic Unicorn"]},
        step="being",
    )
    assert chosen(state) == "play Golden Unicorn"
    play(state, "0 play Golden Unicorn")
    assert chosen(state) == f"stable {number}"


def test_it_completes_its_own_stable_in_own_mode() -> None:
    state = GAME.position(
        hands=[["Golden Unicorn"], [], []],
        stables={0: ["Majestic Unicorn"], 2: ["Majestic Unicorn"]},
        step="being",
        mode="own",
    )
    play(state, "0 play Golden Unicorn")
    assert chosen(state) == "stable 0"


def test_it_moves_a_unicorn_to_complete_a_pair() -> None:
    state = GAME.position(
        hands=[["Unicorn Food", "Pixie Dust", "Troll"], [], [], []],
        stables={1: ["Golden Unicorn"], 3: ["Majestic Unicorn", "Elf"]},
    )
    for action in ("play Unicorn Food", "stable 1", "stable 3"):
        assert chosen(state) == action
        GAME.apply(state, action)
    assert winners(state) == [0, 3]


def test_it_halts_the_win_of_rivals_and_no_other_being() -> None:
    hands = [["Golden Unicorn", "Troll"], [], ["Halt"], []]
    state = GAME.position(hands=hands, stables={0: ["Majestic Unicorn"]}, step="being")
    play(state, "0 play Golden Unicorn", "0 stable 0")
    assert asked(state) == (2, "HALT_WINDOW") and chosen(state) == "play Halt"
    harmless = GAME.position(hands=hands, stables={0: ["Majestic Unicorn"]}, step="being")
    play(harmless, "0 play Troll", "0 stable 0")
    assert chosen(harmless) == "pass"


def test_it_lets_its_own_win_pass_and_defends_it() -> None:
    hands = [["Golden Unicorn"], ["Halt"], ["Halt"], []]
    state = GAME.position(hands=hands, stables={0: ["Majestic Unicorn"]}, step="being")
    play(state, "0 play Golden Unicorn", "0 stable 0")
    assert asked(state) == (1, "HALT_WINDOW") and chosen(state) == "pass"  # it shares stable 0
    play(state, "1 pass", "2 play Halt")
    assert asked(state) == (1, "HALT_WINDOW") and chosen(state) == "play Halt"


def test_it_keeps_the_thief_for_a_completing_unicorn() -> None:
    hands = [["Golden Unicorn"], [], ["Unicorn Thief"], []]
    state = GAME.position(hands=hands, step="being")
    play(state, "0 play Golden Unicorn", "0 stable 0")
    assert asked(state) == (2, "THIEF_WINDOW") and chosen(state) == "pass"
    completing = GAME.position(hands=hands, stables={0: ["Majestic Unicorn"]}, step="being")
    play(completing, "0 play Golden Unicorn", "0 stable 0")
    assert chosen(completing) == "play Unicorn Thief"


def test_it_would_rather_steal_a_win_than_halt_one() -> None:
    hands = [["Golden Unicorn"], [], ["Unicorn Thief", "Halt"], []]
    stables = {0: ["Majestic Unicorn"], 2: ["Majestic Unicorn"]}
    state = GAME.position(hands=hands, stables=stables, step="being")
    play(state, "0 play Golden Unicorn", "0 stable 0")
    for action in ("pass", "play Unicorn Thief", "stable 0"):
        assert chosen(state) == action
        GAME.apply(state, action)
    assert winners(state) == [2, 3]


def test_it_plays_what_does_least_harm_where_a_being_must_be_played() -> None:
    state = GAME.position(hands=[["Werewolf", "Troll", "Dragon"], [], []], stables={2: ["Dwarf"]}, step="abilities")
    assert asked(state) == (0, "MUST_PLAY_BEING") and chosen(state) == "play Troll"
    state = GAME.position(
        hands=[["Werewolf", "Golden Unicorn"], [], []],
        stables={2: ["Dwarf", "Majestic Unicorn"]},
        step="abilities",
    )
    assert asked(state) == (0, "MUST_PLAY_BEING") and chosen(state) == "play Golden Unicorn"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "seats", "share"),
    [("shared", "HHRR", 0.75), ("own", "HRHR", 0.4), ("own", "HR", 0.9)],
)
def test_it_beats_random_players(mode: str, seats: str, share: float) -> None:
    """Each heuristic wins at least this share. With own stables two of them cannot both win more than half."""
    heuristic, random = make_agent("heuristic", GAME), make_agent("random", GAME, seed=1)
    returns, _ = duplicate_match(GAME, [heuristic if s == "H" else random for s in seats], 600, seed=9, stables=mode)
    for k, kind in enumerate(seats):
        if kind == "H":
            assert win_rate(returns[:, :, k]).low > share
