"""Whole games of Unstable Unicorns: nothing is lost, nobody is stuck, and every ruling has a test that names it."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from unstable_table import GAME

from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.games.unstable_unicorns import cards
from unicorn_envs.games.unstable_unicorns import state as record

GAMES = 12 if COMPILED else 1
"""Random games for each combination of options ..."""
STEP = 1 if COMPILED else 20
"""... looked at after so many actions: the uncompiled checks are slow."""

BOOLEANS = ("any_stable", "panda_total_immunity", "ask_everyone", "auto_single")


def combinations() -> list[dict[str, object]]:
    """Every number of players with every value of every option, a few options at a time."""
    result: list[dict[str, object]] = []
    for players, k in itertools.product(range(2, 9), range(4)):
        options: dict[str, object] = {"num_players": players, "win_check": ("immediate", "after_effects")[k % 2]}
        for i, name in enumerate(BOOLEANS):
            options[name] = bool((players + k * (i + 1)) >> (i % 2) & 1)
        options["two_player_deck"] = players == 2 and k >= 2
        result.append(options)
    return result


@pytest.mark.parametrize("options", combinations(), ids=lambda o: "-".join(str(v) for v in o.values()))
def test_random_games_keep_all_cards_and_never_get_stuck(options):
    layout = GAME.observation.for_players(int(options["num_players"]))
    for game in range(GAMES):
        state = GAME.new(seed=1000 + game, **options)
        steps = 0
        while not GAME.over(state):
            assert GAME.problem(state) is None
            observation = GAME.observe(state)
            assert (observation >= layout.low).all() and (observation <= layout.high).all()
            GAME.play_random(state, seed=steps, limit=STEP)
            steps += 1
            assert steps < 100_000
        assert GAME.problem(state) is None
        returns = GAME.returns(state)
        assert abs(float(returns.sum())) < 1e-6 and GAME.mask(state).sum() == 0


def cards_everywhere(state) -> Counter:
    """All 127 cards, counted without the game's own check."""
    total = np.zeros(cards.CARD_TYPES + 1, dtype=np.int64)
    total += state["hand"][0].sum(axis=0, dtype=np.int64) + state["discard"][0]
    stables = state["stable"][0, :, : cards.LAST_IN_STABLE + 1].sum(axis=0, dtype=np.int64)
    total[: len(stables)] += stables
    total[:3] += state["nursery"][0]
    for pile, size in (("deck", "deck_size"), ("pile_card", "pile_size")):
        for card in state[pile][0, : int(state[size][0])]:
            total[card] += 1
    return Counter({card: int(n) for card, n in enumerate(total) if n})


@pytest.mark.parametrize("two_player_deck", [False, True])
def test_cards_are_conserved_at_every_decision(two_player_deck):
    table = cards.COPIES_FOR_TWO if two_player_deck else cards.COPIES
    expected = Counter({card: int(n) for card, n in enumerate(table) if n})
    assert sum(expected.values()) == (95 if two_player_deck else 127)
    state = GAME.new(seed=5, two_player_deck=two_player_deck)
    steps = 0
    while not GAME.over(state):
        assert cards_everywhere(state) == expected
        GAME.play_random(state, seed=steps, limit=1)
        steps += 1
    assert cards_everywhere(state) == expected


def test_legality_is_that_of_the_moment_the_prompt_was_raised():
    """0.5: nothing happens between the prompt and the answer."""
    state = GAME.new(seed=9, num_players=4)
    for step in range(60):
        mask = GAME.mask(state)
        copy = GAME.state_from_bytes(GAME.state_to_bytes(state))
        np.testing.assert_array_equal(GAME.mask(copy), mask)
        GAME.play_random(state, seed=step, limit=1)
        if GAME.over(state):
            break


@pytest.mark.parametrize("players", [2, 4])
def test_heuristic_chooses_legal_actions(players):
    state = GAME.new(seed=2, num_players=players)
    actions = np.zeros(1, dtype=np.int64)
    steps = 0
    while not GAME.over(state) and steps < 2000:
        mask = GAME.mask(state)
        GAME.driver.choose_actions(GAME.observe(state)[None], mask[None], actions, 0, 1)
        assert mask[actions[0]]
        GAME.apply(state, int(actions[0]))
        steps += 1
    assert GAME.over(state)


def test_every_ruling_is_named_by_a_test():
    """The numbers that begin the lines of RULES.md, sections 0 and 2.1 to 2.14."""
    rules = Path(cards.__file__).with_name("RULES.md").read_text()
    rulings = set(re.findall(r"^(0\.\d+|2\.(?:\d|1[0-4])\.\d+)", rules, flags=re.MULTILINE))
    assert len(rulings) >= 130
    tests = "".join(path.read_text() for path in sorted(Path(__file__).parent.glob("test_*.py")))
    named = set(re.findall(r"\d+\.\d+(?:\.\d+)?", tests))
    for first, last in re.findall(r"(2\.\d+\.\d+) to (2\.\d+\.\d+)", tests):
        named |= {first, last}
    assert sorted(rulings - named) == []


def test_a_tampered_list_of_legal_answers_is_found_out() -> None:
    state = GAME.new(seed=3)
    assert GAME.problem(state) is None
    state["legal"][0, 0] ^= 1
    assert GAME.problem(state) == GAME.invariants[8]


@pytest.mark.parametrize(
    "field",
    ["stable_set", "hand_set", "discard_set", "hidden", "hand_size", "unicorns", "known_size", "known_deck_size"],
)
def test_a_tampered_count_of_the_cards_is_found_out(field: str) -> None:
    state = GAME.new(seed=3)
    state[field].reshape(-1)[0 if field != "hidden" else cards.FIRST_CARD] ^= 4
    assert GAME.problem(state) == GAME.invariants[3]


@pytest.mark.parametrize("column", ["NUMBER", "MISSING"])
def test_a_tampered_number_of_unicorns_is_found_out(column: str) -> None:
    state = GAME.new(seed=3)
    state["stable"][0, 1, getattr(record, column)] += 1
    assert GAME.problem(state) == GAME.invariants[3]
