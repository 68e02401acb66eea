"""What ``position`` accepts is played to its end with all invariants held; what it refuses is a StateError."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from quest import GAME
from test_quest_tables import MANY_COPIES, SMALL, TEN_OTHERS

from unicorn_envs.errors import StateError
from unicorn_envs.games.magical_unicorn_quest.card_tables import CardsOption, cards_in, names_of
from unicorn_envs.games.magical_unicorn_quest.position import RESTS, STEPS

TABLES: tuple[Any, ...] = ("reconstructed", "reconstructed", TEN_OTHERS, MANY_COPIES, SMALL)
OPTION = next(option for option in GAME.options if isinstance(option, CardsOption))
JUNK = (None, True, False, -1, 1.5, 3, float("nan"), "Elf", b"Elf", [], [None], [[]], {}, {None: 1}, {"Elf": -1},
        {(0, 1): 3}, {(0, 0): []}, {0: {"Elf": 2.5}}, 10**30, object())  # fmt: skip


def some(generator: np.random.Generator, names: list[str], most: int) -> list[str]:
    return [names[i] for i in generator.integers(len(names), size=int(generator.integers(most + 1)))]


def random_arguments(generator: np.random.Generator) -> dict[str, Any]:
    """Arguments that may be possible or not."""
    table = TABLES[int(generator.integers(len(TABLES)))]
    players = int(generator.integers(2, 3 if table is SMALL else 7))
    names = cards_in(names_of(OPTION.encode(table)))
    beings = names[:-2][: max(3, len(names) // 2)]
    hands = [some(generator, names, 3 if table is SMALL else 7) for _ in range(players)]
    given: dict[str, Any] = {
        "hands": hands,
        "stables": {k: some(generator, beings, 2) for k in range(players) if generator.random() < 0.6},
        "deck": some(generator, names, 3),
        "bottom": some(generator, names[:2], 1),
        "discard": some(generator, names[2:], 4),
        "rest": RESTS[int(generator.choice(3, p=[0.6, 0.35, 0.05]))],
        "step": list(STEPS)[int(generator.integers(len(STEPS)))],
        "seat": int(generator.integers(players)),
        "turn": int(generator.integers(1, 30)),
        "turn_cap": int(generator.integers(25, 60)),
        "cards": table,
        "auto_single": bool(generator.random() < 0.5),
        "ask_everyone": bool(generator.random() < 0.3),
        "seed": int(generator.integers(1 << 32)),
    }
    if players > 2 and generator.random() < 0.4:
        given["mode"] = "own"
    if generator.random() < 0.5:
        observer, holder = (int(p) for p in generator.permutation(players)[:2])
        given["surely"] = {(observer, holder): hands[holder][: int(generator.integers(3))]}
        given["no_more"] = {(observer, holder): some(generator, names, 2)}
    return given


def test_what_is_accepted_is_played_to_its_end_with_checks_on() -> None:
    generator = np.random.default_rng(5)
    accepted = 0
    for _ in range(250):
        try:
            state = GAME.position(**random_arguments(generator))
        except StateError:
            continue
        accepted += 1
        layout = GAME.observation.for_players(GAME.num_players(state))
        for step in range(20_000):
            assert GAME.problem(state) is None
            if GAME.over(state):
                break
            seat = GAME.seat(state)
            observation = GAME.observe(state, seat)
            assert (layout.low <= observation).all() and (observation <= layout.high).all()
            if step % 25 == 0:
                assert GAME.problem(GAME.resample(state, seat, seed=step)) is None
            GAME.describe(state, seat)
            GAME.apply(state, int(generator.choice(GAME.legal_actions(state))))
        assert GAME.over(state)
    assert accepted > 80


def test_whatever_is_refused_is_a_state_error() -> None:
    """One argument at a time is replaced by what it cannot be, or hardly."""
    generator = np.random.default_rng(6)
    good: dict[str, Any] = {
        "hands": [["Elf"], ["Halt", "Troll"], []],
        "stables": {1: ["Dwarf"]},
        "deck": ["Elf"],
        "bottom": ["Golden Unicorn"],
        "discard": ["Halt"],
        "removed": ["Dragon"],
        "rest": "deck",
        "step": "being",
        "seat": 1,
        "turn": 4,
        "surely": {(0, 1): ["Halt"]},
        "no_more": {(0, 1): ["Elf"]},
        "mode": "shared",
        "seed": 3,
        "turn_cap": 20,
        "ask_everyone": False,
        "auto_single": True,
        "cards": "reconstructed",
    }
    assert GAME.problem(GAME.position(**good)) is None
    refused = 0
    for name in good:
        for junk in JUNK:
            try:
                state = GAME.position(**{**good, name: junk})
            except StateError as error:
                refused += 1
                assert len(str(error)) > 20
                continue
            GAME.play_random(state, int(generator.integers(100)))
            assert GAME.over(state) and GAME.problem(state) is None
    assert refused > 0.6 * len(good) * len(JUNK)


@pytest.mark.parametrize("where", ["deck", "bottom", "discard", "removed"])
def test_no_pile_takes_more_copies_than_there_are(where: str) -> None:
    with pytest.raises(StateError, match="there are not so many copies of Elf in this game"):
        GAME.position(hands=[["Elf"], ["Elf"]], **{where: ["Elf"] * 4})


def test_knowledge_by_exclusion_that_no_redraw_would_meet_is_refused() -> None:
    names = [name for name in cards_in(names_of(OPTION.encode("reconstructed"))) if name not in ("Elf", "Dwarf")]
    holds = ["Elf"] * 5 + ["Dwarf"] * 4
    with pytest.raises(StateError, match="seat 0 knows by exclusion, or nearly, what seat 1 holds: put those"):
        GAME.position(hands=[["Pixie Dust"], holds, []], no_more={(0, 1): names})
    state = GAME.position(hands=[["Pixie Dust"], holds, []], no_more={(0, 1): names}, surely={(0, 1): holds[:7]})
    assert GAME.problem(GAME.resample(state, 0, seed=1)) is None


def test_knowledge_that_cannot_be_is_refused_before_anything_is_played() -> None:
    """The turn plays on by itself after the position is set: that must not mend what was wrong."""
    for known in ({"surely": ["Elf"] * 2}, {"no_more": ["Elf"]}, {"surely": ["Troll"]}):
        given = {name: {(1, 0): cards} for name, cards in known.items()}
        with pytest.raises(StateError, match=r"knows of more copies|says there are no more"):
            GAME.position(hands=[["Elf"], []], stables={0: ["Werewolf"]}, step="abilities", **given)
