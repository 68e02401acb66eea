"""Whole games of Unstable Unicorns: nothing is lost, nobody is stuck, and every ruling has a test that names it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from unstable_table import GAME, P, Table, combinations

from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.games.unstable_unicorns import cards
from unicorn_envs.games.unstable_unicorns import state as record

GAMES = 12 if COMPILED else 1
"""Random games for each combination of options ..."""
STEP = 1 if COMPILED else 20
"""... looked at after so many actions: the uncompiled checks are slow."""


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


# Each invariant, broken


def set_field(name: str, value: int, *place: int):
    """A change of one number of the record."""

    def change(state: np.ndarray) -> None:
        state[name][(0, *place)] = value

    return change


def other_seats(state: np.ndarray) -> None:
    state["seat"] = (state["seat"] + 1) % 2


TOO_MUCH = (
    "active", "asked", "at", "prompt", "source", "about", "card", "who", "victim", "hit", "hits", "pile_size",
    "top_known", "top_knower", "knight", "phase", "stack_size", "plays", "hit_mode", "only", "link", "declared_size",
    "skip_phases", "truncated", "may_decline",
)  # fmt: skip
TOO_LITTLE = ("turn", "extra_turns", "declared_size", "deck_size", "steps_left")
OUT_OF_RANGE = [
    *((name, set_field(name, 100)) for name in TOO_MUCH),
    *((name, set_field(name, -1)) for name in TOO_LITTLE),
    ("open", set_field("open", 4, 2)),
    ("deck", set_field("deck", 1, 0)),
    ("stack_verb", set_field("stack_verb", 101, 0)),
    ("stack_number", set_field("stack_number", -1, 0)),
]
BROKEN = [
    *((1, name, change) for name, change in OUT_OF_RANGE),
    (2, "discard", set_field("discard", 40, cards.NEIGH)),
    (2, "nursery", set_field("nursery", 13, 1)),
    (3, "stable", set_field("stable", -1, 0, cards.named("Narwhal"))),
    (3, "hand", set_field("hand", -1, 0, cards.named("Narwhal"))),
    (3, "hand_size", set_field("hand_size", 50, 1)),
    (3, "waiting", set_field("waiting", 1, 0, 1, 3)),
    (3, "waiting_size", set_field("waiting_size", 1, 1)),
    (4, "known", set_field("known", 20, 0, 1, cards.NEIGH)),
    (4, "known_deck", set_field("known_deck", 15, 0, cards.NEIGH)),
    (9, "link", set_field("link", 2)),
    (5, "prompt", set_field("prompt", 0)),
    (5, "seat", other_seats),
    (8, "legal", set_field("legal", 1 << 40, 0)),
]


@pytest.mark.parametrize(("code", "name", "change"), BROKEN, ids=[f"{code}-{name}" for code, name, _ in BROKEN])
def test_a_record_that_breaks_an_invariant_is_found_out(code, name, change) -> None:
    state = GAME.new(seed=3)
    assert GAME.problem(state) is None
    change(state)
    assert GAME.problem(state) == GAME.invariants[code]


def counted(state: np.ndarray) -> np.ndarray:
    """The state after a tampering, with all that follows from the cards counted anew."""
    GAME.driver.advance_one(state)
    return state


def remove_downgrade(state: np.ndarray, seat: int, card: int) -> np.ndarray:
    state["stable"][0, seat, card] = 0
    state["discard"][0, card] = 1
    return counted(state)


@pytest.mark.parametrize("win_check", ["immediate", "after_effects"])
def test_a_table_that_has_been_won_is_found_out(win_check) -> None:
    """Invariant 6, 2.8.3: in both modes no effect is open."""
    t = Table(P("Pandamonium, 7 Baby Unicorn", "Yay"), P("", "Good Deal"), win_check=win_check)
    assert GAME.problem(remove_downgrade(t.state, 0, cards.named("Pandamonium"))) == GAME.invariants[6]


@pytest.mark.parametrize("win_check", ["immediate", "after_effects"])
@pytest.mark.parametrize("seat", [0, 1])
def test_too_many_unicorns_under_a_tiny_stable_are_found_out(win_check, seat) -> None:
    """Invariant 6, 2.10.12"""
    crowd = P("Pandamonium, Tiny Stable, 6 Baby Unicorn", "Yay")
    t = Table(*((crowd, P("", "Good Deal")) if seat == 0 else (P("", "Good Deal"), crowd)), win_check=win_check)
    assert GAME.problem(t.state) is None
    assert GAME.problem(remove_downgrade(t.state, seat, cards.named("Pandamonium"))) == GAME.invariants[6]


def test_a_choice_with_an_empty_deck_is_found_out() -> None:
    """Invariant 7, 2.9.4"""
    t = Table(P("", "Yay"), P("", "Good Deal"), deck="Neigh", rest="discard")
    t.state["deck_size"] = 0
    t.state["deck"] = 0
    t.state["discard"][0, cards.NEIGH] += 1
    assert GAME.problem(counted(t.state)) == GAME.invariants[7]


def test_declarations_that_cannot_be_are_found_out() -> None:
    """Invariant 9: outside a link, without an effect, with a card that is not there or picked too often."""
    state = GAME.new(seed=3)
    state["declared_size"], state["declared_kind"][0, 0] = 1, record.Declared.EFFECT
    state["declared_card"][0, 0] = cards.named("Glitter Bomb")
    assert GAME.problem(state) == GAME.invariants[9]
    for name, value in (
        ("declared_kind", 2),
        ("declared_card", cards.NEIGH),
        ("declared_card", cards.named("Rhinocorn")),
    ):
        t = Table(P("2 Glitter Bomb, Slowdown", "Neigh"), P("2 Basic Unicorn"), phase="beginning")
        t.do("Glitter Bomb", "Slowdown")
        assert t.state["declared_kind"][0, :3].tolist() == [1, 2, 2]
        t.state[name][0, 0 if name == "declared_kind" else 1] = value
        assert GAME.problem(t.state) == GAME.invariants[9]
    t = Table(P("Claw Machine, Stable Artillery", "3 Neigh"), P("Narwhal"), phase="beginning").do("Claw Machine")
    t.state["declared_card"][0, 1] = cards.named("Narwhal")
    assert GAME.problem(t.state) == GAME.invariants[9]


def test_every_invariant_is_broken_by_a_test() -> None:
    assert {code for code, _, _ in BROKEN} | {6, 7, 9} == set(GAME.invariants)


# The end


def test_outcome_and_text_of_the_end() -> None:
    t = Table(P("6 Baby Unicorn", "Narwhal"), P())
    assert GAME.outcome(t.state) == {"winner": -1, "turns": 1, "ended_by": "", "deck_empty": False}
    assert "over" not in GAME.describe(t.state) + GAME.describe(t.state, 0)
    t.do("Narwhal")
    assert GAME.outcome(t.state) == {"winner": 0, "turns": 1, "ended_by": "unicorns", "deck_empty": False}
    last = "the game is over: there are enough Unicorns in a Stable; player_0 wins"
    for seat in (None, 0, 1):
        assert GAME.describe(t.state, seat).splitlines()[-1] == last
    t = Table(P("Baby Unicorn"), P("Baby Unicorn"), deck="Neigh", rest="discard", phase="draw")
    assert GAME.outcome(t.state) == {"winner": -1, "turns": 1, "ended_by": "deck", "deck_empty": True}
    assert GAME.describe(t.state, 1).splitlines()[-1] == "the game is over: the deck is empty; nobody wins"
    t = Table(P("", "Yay"), P("", "Yay"), turn=1000).do("draw")
    assert GAME.outcome(t.state)["ended_by"] == "turns"
    assert GAME.describe(t.state).splitlines()[-1] == "the game is over: 1000 turns were played; nobody wins"
    t = Table(P("Narwhal", "Good Deal"), P(), deck="Neigh, Yay", rest="discard").do("Good Deal")
    assert t.deck_size == 0 and not t.over and not GAME.outcome(t.state)["deck_empty"]


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
