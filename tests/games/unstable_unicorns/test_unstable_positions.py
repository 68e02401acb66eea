"""Positions: what cannot be is refused by name, and what is accepted can be played to its end."""

from __future__ import annotations

import numpy as np
import pytest
from unstable_table import GAME, P, Table, combinations

from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.errors import StateError
from unicorn_envs.games.unstable_unicorns import cards

TWO = [P(), P()]


def player(**arguments: object) -> list[dict]:
    return [arguments, {}]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": None}, "players must be a list, not None"),
        ({"players": "two"}, "players must be a list"),
        ({"players": {0: {}, 1: {}}}, "players must be a list"),
        ({"players": [None, None]}, "player 0 must be a mapping of hand, stable, known, not None"),
        ({"players": [{}]}, "2 to 8 players, not 1"),
        ({"players": [{}] * 9}, "2 to 8 players, not 9"),
        ({"players": player(hands=[])}, "allowed are hand, stable, known"),
        ({"players": player(hand=None)}, "hand of player 0 must be a list of names of cards, not None"),
        ({"players": player(hand="Neigh")}, "hand of player 0 must be a list of names of cards, not 'Neigh'"),
        ({"players": player(hand=[67])}, "hand of player 0 must be a list of names of cards, but holds 67"),
        ({"players": player(hand=[None])}, "but holds None"),
        ({"players": player(hand=["Foo"])}, "hand of player 0: there is no card called 'Foo'"),
        ({"players": player(hand=["Baby Unicorn"])}, "hand of player 0: Baby Unicorn cannot be there"),
        ({"players": player(hand=["Yay"] * 3)}, "there is no further Yay left"),
        ({"players": player(stable=7)}, "stable of player 0 must be a list"),
        ({"players": player(stable=["Neigh"])}, "stable of player 0: Neigh cannot be there"),
        ({"players": player(known=None)}, "known of player 0 must be a mapping of other seats"),
        ({"players": player(known=["Neigh"])}, "known of player 0 must be a mapping"),
        ({"players": player(known={1: ["Foo"]})}, "known of player 0: there is no card called 'Foo'"),
        ({"players": player(known={"1": ["Neigh"]})}, "must be an integer, 0 to 1, not '1'"),
        ({"players": player(known={True: ["Neigh"]})}, "must be an integer, 0 to 1, not True"),
        ({"players": player(known={2: ["Neigh"]})}, "must be 0 to 1, not 2"),
        ({"players": player(known={0: ["Neigh"]})}, "the own hand is known anyway"),
        ({"players": player(known={1: "Neigh"})}, "must be a list of names of cards, not 'Neigh'"),
        ({"players": player(known={1: ["Neigh"]})}, "there is no such Neigh in the hand of player 1"),
        ({"players": TWO, "seat": 1.0}, "seat must be an integer, 0 to 1, not 1.0"),
        ({"players": TWO, "seat": True}, "seat must be an integer, 0 to 1, not True"),
        ({"players": TWO, "seat": None}, "seat must be an integer, 0 to 1, not None"),
        ({"players": TWO, "seat": -1}, "seat must be 0 to 1, not -1"),
        ({"players": TWO, "turn": 1.5}, "turn must be an integer, 0 to 1000, not 1.5"),
        ({"players": TWO, "turn": False}, "turn must be an integer, 0 to 1000, not False"),
        ({"players": TWO, "turn": 1001}, "turn must be 0 to 1000, not 1001"),
        ({"players": TWO, "extra_turns": "1"}, "extra_turns must be an integer, 0 to 100, not '1'"),
        ({"players": TWO, "extra_turns": 101}, "extra_turns must be 0 to 100, not 101"),
        ({"players": TWO, "phase": None}, "phase must be one of beginning, draw, action, end, not None"),
        ({"players": TWO, "phase": ["draw"]}, "phase must be one of"),
        ({"players": TWO, "rest": 0}, "rest must be one of deck, discard, not 0"),
        ({"players": TWO, "rest": "discard"}, "the deck must hold a card"),
        ({"players": TWO, "deck": "Neigh"}, "deck must be a list of names of cards, not 'Neigh'"),
        ({"players": TWO, "deck": ["Baby Unicorn"]}, "deck: Baby Unicorn cannot be there"),
        ({"players": TWO, "discard": None}, "discard must be a list"),
        ({"players": TWO, "discard": [1]}, "discard must be a list of names of cards, but holds 1"),
        ({"players": TWO, "top_known": 1}, "top_known must be a seat and how many cards"),
        ({"players": TWO, "top_known": (0, 1, 2)}, "top_known must be a seat and how many cards"),
        ({"players": TWO, "top_known": "01"}, "top_known must be a seat and how many cards"),
        ({"players": TWO, "top_known": (2, 1)}, "the seat in top_known must be 0 to 1, not 2"),
        ({"players": TWO, "top_known": (0, 1.0)}, "the number in top_known must be an integer, 0 to 2, not 1.0"),
        ({"players": TWO, "top_known": (0, 3)}, "the number in top_known must be 0 to 2, not 3"),
        ({"players": TWO, "win_check": "never"}, "win_check must be 'immediate' or 'after_effects'"),
        ({"players": [P(), P(), P()], "two_player_deck": True}, "two_player_deck is for num_players 2"),
        ({"players": [P("Narwhal"), P()], "two_player_deck": True}, "there is no further Narwhal left"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_by_name(arguments, words):
    with pytest.raises(StateError) as caught:
        GAME.position(**arguments)
    assert words in str(caught.value)


@pytest.mark.parametrize("win_check", ["immediate", "after_effects"])
@pytest.mark.parametrize("phase", ["beginning", "draw", "action", "end"])
@pytest.mark.parametrize(
    ("stable", "words"),
    [
        ("7 Basic Unicorn", "player 1 has 7 Unicorns and has won already; at most 6 are allowed"),
        ("5 Basic Unicorn, Ginormous Unicorn", "player 1 has 7 Unicorns and has won already"),
        ("6 Basic Unicorn, Tiny Stable", "player 1 has 6 Unicorns; with a Tiny Stable at most 5 are left"),
        ("9 Basic Unicorn, Tiny Stable", "player 1 has 9 Unicorns; with a Tiny Stable at most 5 are left"),
    ],
)
def test_a_table_that_is_decided_is_refused(win_check, phase, stable, words):
    """2.8.3, 2.10.12: it would go on for good, or with more Unicorns than the Tiny Stable lets lie."""
    with pytest.raises(StateError) as caught:
        GAME.position(players=[P("", "Good Deal"), P(stable, "Yay")], win_check=win_check, phase=phase)
    assert words in str(caught.value)


def test_six_unicorns_are_enough_for_six_players():
    others = [P() for _ in range(5)]
    with pytest.raises(StateError, match="at most 5 are allowed"):
        GAME.position(players=[P("6 Baby Unicorn", "Yay"), *others])


@pytest.mark.parametrize(
    "stable",
    ["7 Basic Unicorn, Pandamonium", "6 Basic Unicorn, Tiny Stable, Pandamonium", "5 Basic Unicorn, Tiny Stable",
     "5 Basic Unicorn, Ginormous Unicorn, Blinding Light", "6 Basic Unicorn"],
)  # fmt: skip
def test_what_is_just_not_decided_is_accepted(stable):
    t = Table(P(stable, "Yay"), P("Baby Unicorn", "Good Deal")).do("draw")
    assert not t.over


FUZZED = 60 if COMPILED else 2
"""Random positions for each combination of options."""
STEP = 1 if COMPILED else 40
"""Decisions between two looks at the invariants: the uncompiled checks are slow."""


def random_arguments(generator: np.random.Generator, options: dict[str, object]) -> dict[str, object]:
    """Each card somewhere, more of them in Stables and hands than in any game."""
    arguments = dict(options)
    n = int(arguments.pop("num_players"))
    copies = cards.COPIES_FOR_TWO if options["two_player_deck"] else cards.COPIES
    loose = [card for card in range(1, cards.CARD_TYPES + 1) for _ in range(int(copies[card]))]
    generator.shuffle(loose)
    players = [{"hand": [], "stable": [], "known": {}} for _ in range(n)]
    deck, discard = [], []
    most = generator.integers(1, 12, n)  # in a Stable
    share = generator.dirichlet(np.ones(4))
    for card in loose:
        p = int(generator.integers(n))
        place = generator.choice(4, p=share)
        if card <= cards.LAST_IN_STABLE and place == 0 and len(players[p]["stable"]) < most[p]:
            players[p]["stable"].append(cards.NAMES[card])
        elif card >= cards.FIRST_CARD and place == 1:
            players[p]["hand"].append(cards.NAMES[card])
        elif card >= cards.FIRST_CARD and place == 2:
            discard.append(cards.NAMES[card])
        elif card >= cards.FIRST_CARD and place == 3 and generator.random() < 0.5:
            deck.append(cards.NAMES[card])
    for o in range(n):
        for p in range(n):
            hand = players[p]["hand"]
            if o != p and hand and generator.random() < 0.3:
                size = int(generator.integers(1, len(hand) + 1))
                players[o]["known"][p] = [hand[i] for i in generator.permutation(len(hand))[:size]]
    arguments |= {
        "players": players, "deck": deck, "discard": discard, "seat": int(generator.integers(n)),
        "phase": str(generator.choice(["beginning", "draw", "action", "end"])),
        "rest": str(generator.choice(["deck", "discard"])), "turn": int(generator.choice([0, 1, 500, 998, 1000])),
        "extra_turns": int(generator.choice([0, 0, 1, 100])),
        "top_known": (int(generator.integers(n)), int(generator.integers(3))), "seed": int(generator.integers(1 << 32)),
    }  # fmt: skip
    return arguments


@pytest.mark.parametrize("options", combinations(), ids=lambda o: "-".join(str(v) for v in o.values()))
def test_what_is_accepted_can_be_played_to_its_end(options):
    """With all invariants, an answer for whoever decides, and every observation within its bounds."""
    generator = np.random.default_rng(7)
    layout = GAME.observation.for_players(int(options["num_players"]))
    accepted = 0
    for number in range(FUZZED):
        try:
            state = GAME.position(**random_arguments(generator, options))
        except StateError as error:
            refusals = ("has won already", "with a Tiny Stable", "deck must hold", "in top_known must be 0 to 1")
            assert any(words in str(error) for words in refusals), error
            continue
        accepted += 1
        step = 0
        while not GAME.over(state):
            assert GAME.problem(state) is None
            for seat in range(int(options["num_players"])):
                observation = GAME.observe(state, seat)
                assert (observation >= layout.low).all() and (observation <= layout.high).all()
            GAME.play_random(state, seed=1000 * number + step, limit=STEP)
            step += 1
            assert step < 20_000
        assert GAME.problem(state) is None and GAME.outcome(state)["ended_by"]
    assert accepted >= FUZZED // 4
