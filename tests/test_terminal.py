"""The terminal: what a person is shown, what they can type, and whole games of it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import unicorn_envs
from tests.common import random_states
from unicorn_envs import cli
from unicorn_envs.actions import Actions
from unicorn_envs.agents import RandomAgent
from unicorn_envs.game import Game
from unicorn_envs.table import terminal
from unicorn_envs.table.report import PlainConsole
from unicorn_envs.table.terminal import ChoiceError, Table, explained, find_choice, in_order, list_choices

SHOWN_CHOICE = re.compile(r"(\d+)\) (\S.*?)(?=  |$)", re.MULTILINE)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits in a test."""
    monkeypatch.setattr(terminal, "ANSWER_AFTER", 0.0)


class Passing:
    """Passes where it may, and else draws or takes what comes first; notes that its seat was asked."""

    name = "passing"

    def __init__(self, game: Game, seat: int, asked: list[int]) -> None:
        self.game, self.seat, self.asked = game, seat, asked

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        legal = self.game.actions.legal(action_mask[0])
        name = next((name for name in ("pass", "done", "no", "draw") if name in legal), legal[0])
        self.asked.append(self.seat)
        return np.array([self.game.actions.index(name)])


def typed_at(state: np.ndarray, game: Game, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[str, list[int]]:
    """All that player_0 sees who types these lines in this position, and which of the others decided, in order."""
    out = io.StringIO()
    left = iter(lines)

    def read(prompt: str = "") -> str:
        out.write(prompt)
        line = next(left, None)
        if line is None:
            raise EOFError
        out.write(line + "\n")
        return line

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setattr("sys.stdout", out)
    asked: list[int] = []
    others = [Passing(game, seat, asked) for seat in range(1, game.num_players(state))]
    table = Table(game, game.options_of(state), [None, *others], 0, PlainConsole())
    table.state = state
    table.play(0)
    return out.getvalue(), asked


# What a person is not shown


def unstable(*hands: list[str]) -> np.ndarray:
    game = unicorn_envs.game("unstable_unicorns")
    own = {"hand": ["Yay", "Slowdown", "Neigh"], "stable": ["Basic Unicorn"]}
    others = [{"hand": hand, "stable": ["Baby Unicorn"]} for hand in hands]
    deck = ["Good Deal", "Rhinocorn", "Back Kick", "Shake Up", "Unicorn Swap", "Reset Button", "Nanny Cam"]
    return game.position(players=[own, *others], deck=deck)


def quest(*hands: list[str]) -> np.ndarray:
    game = unicorn_envs.game("magical_unicorn_quest")
    own = ["Pixie Dust", "Crystal Ball", "Troll"]
    return game.position(hands=[own, *hands], deck=["Elf", "Dwarf", "Fairy", "Dragon", "Phoenix", "Elf", "Dwarf"])


UNSTABLE_LINES = ["yay", "?", "? neigh", "undo", "table", "draw", "undo", "slowdown"]
QUEST_LINES = ["play pixie dust", "?", "? halt", "undo", "pass", "table", "pass", "pass"]


@pytest.mark.parametrize(
    ("name", "position", "holding", "other", "lines"),
    [
        ("unstable_unicorns", unstable, [["Neigh"]], [["Change of Luck"]], UNSTABLE_LINES),
        ("unstable_unicorns", unstable, [["Super Neigh", "Neigh"]], [["Glitter Bomb", "Kiss of Life"]], UNSTABLE_LINES),
        ("unstable_unicorns", unstable, [["Neigh"], ["Yay"]], [["Rainbow Aura"], ["Neigh"]], UNSTABLE_LINES),
        ("unstable_unicorns", unstable, [["Neigh"], ["Neigh"], ["Neigh"]], [["Narwhal"], ["Llamacorn"], ["Americorn"]],
         UNSTABLE_LINES),
        ("magical_unicorn_quest", quest, [["Halt"]], [["Thunder Brew"]], QUEST_LINES),
        ("magical_unicorn_quest", quest, [["Halt"], ["Troll"]], [["Elf"], ["Halt"]], QUEST_LINES),
        ("magical_unicorn_quest", quest, [["Halt", "Halt"], ["Halt"], ["Halt"]],
         [["Thunder Brew", "Dragon"], ["Phoenix"], ["Werewolf"]], QUEST_LINES),
    ],
)  # fmt: skip
def test_who_was_asked_and_passed_is_not_shown(
    name: str, position: Any, holding: Any, other: Any, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games with the same visible course, in which other players hold an answer to what is played and pass."""
    game = unicorn_envs.game(name)
    shown, asked = typed_at(position(*holding), game, lines, monkeypatch)
    as_shown, as_asked = typed_at(position(*other), game, lines, monkeypatch)
    assert shown == as_shown
    assert shown.count("player_0> ") == len(lines) + 1 and "not possible now" not in shown and "no action" not in shown
    assert asked != as_asked, "the same was asked in both games: they cannot show the difference"


class Script:
    """A game in which the others decide any number of times before player 0, whose view changes or not."""

    title = "Script"

    def __init__(self, seats: list[int]) -> None:
        self.seats, self.moves = [*seats, 0], 0
        self.actions: list[str] = []

    def new(self, seed: int) -> None:
        return None

    def actions_of(self, state: None) -> list[str]:
        return self.actions

    def over(self, state: None) -> bool:
        return False

    def seat(self, state: None) -> int:
        return self.seats[self.moves]

    def observe(self, state: None, seat: int | None = None) -> np.ndarray:
        return np.array([self.moves])

    def mask(self, state: None) -> np.ndarray:
        return np.ones(1, dtype=np.int8)

    def apply(self, state: None, action: int) -> None:
        self.moves += 1


@pytest.mark.parametrize("seats", [[], [1], [1, 2, 3], [3, 3, 3, 1, 2, 1]])
def test_nothing_is_printed_while_the_others_play(seats: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    agents = [None, *(RandomAgent(seed) for seed in range(3))]
    table = Table(Script(seats), {}, agents, 0, PlainConsole())  # type: ignore[arg-type]
    table._let_others_move(0)
    assert capsys.readouterr().out == ""
    assert table.game.seat(None) == 0  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [[], [1], [1, 2, 3, 1, 2, 3]])
def test_the_time_that_passes_does_not_tell_how_many_decided(seats: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]

    class Slow(RandomAgent):
        def act(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
            clock[0] += 0.125
            return super().act(observation, action_mask)

    class Time:
        monotonic = staticmethod(lambda: clock[0])

        @staticmethod
        def sleep(seconds: float) -> None:
            clock[0] += seconds

    monkeypatch.setattr(terminal, "time", Time)
    monkeypatch.setattr(terminal, "ANSWER_AFTER", 1.0)
    agents = [None, *(Slow(seed) for seed in range(3))]
    Table(Script(seats), {}, agents, 0, PlainConsole())._let_others_move(0)  # type: ignore[arg-type]
    assert clock[0] == 1.0


# What can be typed


def states_of(name: str) -> Iterator[np.ndarray]:
    game = unicorn_envs.game(name)
    for players in {game.min_players, game.max_players}:
        for state in random_states((name, (("num_players", players),)), games=2, per_game=12):
            if not game.over(state):
                yield state.copy()


def shown_choices(text: str) -> list[tuple[int, str]]:
    return [(int(number), name) for number, name in SHOWN_CHOICE.findall(text)]


def test_a_number_means_the_choice_that_is_shown_with_it(name: str) -> None:
    game = unicorn_envs.game(name)
    for state in states_of(name):
        legal = game.legal_actions(state)
        choices = in_order(legal, game.actions)
        assert sorted(choices) == legal
        for width in (40, 80, 200):
            shown = shown_choices(list_choices(legal, game.actions, width))
            assert [number for number, _ in shown] == list(range(1, len(legal) + 1))
            for number, text in shown:
                chosen = game.actions.name(find_choice(str(number), choices, game.actions))
                assert chosen == text or chosen.endswith(f" {text}")
        for number in (0, len(legal) + 1, 999):
            with pytest.raises(ChoiceError, match=f"there is no choice {number}; choices have the numbers 1"):
                find_choice(str(number), choices, game.actions)


def test_names_mean_themselves_also_where_they_hold_numbers(name: str) -> None:
    game = unicorn_envs.game(name)
    for state in states_of(name):
        choices = in_order(game.legal_actions(state), game.actions)
        for number in choices:
            assert find_choice(game.actions.name(number).upper(), choices, game.actions) == number


def test_a_number_alone_is_a_place_and_with_its_word_a_name() -> None:
    actions = unicorn_envs.game("unicorn_apocalypse").actions
    choices = in_order([actions.index(name) for name in ("level 3", "level 5", "portal 2", "no")], actions)
    shown = list_choices(choices, actions, 80)
    assert shown_choices(shown) == [(1, "level 3"), (2, "level 5"), (3, "portal 2"), (4, "no")]
    assert find_choice("2", choices, actions) == actions.index("level 5")
    for text in ("level 3", "l 3", "LEV 3"):
        assert find_choice(text, choices, actions) == actions.index("level 3")
    with pytest.raises(ChoiceError, match="no choice 5; choices have the numbers 1 to 4"):
        find_choice("5", choices, actions)
    with pytest.raises(ChoiceError, match="not possible now"):
        find_choice("level 6", choices, actions)
    with pytest.raises(ChoiceError, match="no action '46 2'"):
        find_choice("46 2", choices, actions)
    with pytest.raises(ChoiceError, match=r"have the numbers 1$"):
        find_choice("2", choices[:1], actions)


def test_cards_that_share_a_word_are_no_group() -> None:
    actions = unicorn_envs.game("unstable_unicorns").actions
    names = ["Glitter Bomb", "Glitter Tornado", "Unicorn Phoenix", "Unicorn Poison", "seat +1", "seat +2"]
    shown = list_choices([actions.index(name) for name in names], actions, 80)
    assert shown.startswith("seat   1) +1    2) +2\n")
    assert [name for _, name in shown_choices(shown)][2:] == names[:4]


# Help


def told(text: str, actions: Actions) -> set[int]:
    """The actions that are named: wholly, or between two whole names."""
    found: set[int] = set()
    for part in text.split(", "):
        first, to, last = part.partition(" to ")
        numbers = range(actions.index(first), actions.index(last if to else first) + 1)
        assert not found & set(numbers)
        found |= set(numbers)
    return found


def test_help_names_every_choice_wholly(name: str) -> None:
    game = unicorn_envs.game(name)
    for legal in [list(range(len(game.actions))), *(game.legal_actions(state) for state in states_of(name))]:
        entries = explained(legal, game.actions)
        named = [told(names, game.actions) for names, _ in entries]
        assert sum(map(len, named)) == len(legal) and set().union(*named) == set(legal)
        for (_, meaning), members in zip(entries, named):
            assert meaning.strip(". ")
            if len(members) == 1:
                action = game.actions[members.pop()]
                assert action.meaning in (meaning, f"{action.name}: {meaning}")


def test_help_says_what_was_wrong_before() -> None:
    game = unicorn_envs.game("unstable_unicorns")
    names = ["Glitter Bomb", "Unicorn Phoenix", "Unicorn Poison", "Change of Luck", "Unicorn Swap"]
    ((shown, _),) = explained([game.actions.index(name) for name in names], game.actions)
    assert shown.split(", ") == sorted(names, key=game.actions.index)
    hunt = unicorn_envs.game("unicorn_hunt").actions
    gap = [hunt.index(f"reveal {place}") for place in ("A1", "A2", "A3", "A5", "A6", "B1", "E6")]
    ((shown, meaning),) = explained(gap, hunt)
    assert shown == "reveal A1 to reveal A3, reveal A5 to reveal B1, reveal E6"
    assert meaning.startswith("look at the card on ...,")


# Whole games


class Typist:
    """Types random numbers among those shown, and keeps what was shown and what was meant."""

    def __init__(self, seed: int, read: Callable[[], str]) -> None:
        self.random = np.random.default_rng(seed)
        self.read = read
        self.pages: list[str] = []
        self.meant: list[str] = []

    def __call__(self, prompt: str = "") -> str:
        page = self.read()
        self.pages.append(page)
        choices = shown_choices(page[page.rindex("\n\n") :])
        assert [number for number, _ in choices] == list(range(1, len(choices) + 1))
        number, name = choices[self.random.integers(len(choices))]
        self.meant.append(name)
        return str(number)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("players", ["fewest", "most"])
def test_a_whole_game_by_the_numbers_shown(
    name: str, players: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = unicorn_envs.game(name)
    seats = game.min_players if players == "fewest" else game.max_players
    seat = seats - 1
    typist = Typist(5, lambda: capsys.readouterr().out)
    monkeypatch.setattr("builtins.input", typist)
    done: list[str] = []
    last: list[np.ndarray] = []
    apply = Game.apply

    def recorded(self: Game, state: np.ndarray, action: Any) -> None:
        if self.seat(state) == seat:
            done.append(self.actions.name(action))
        last[:] = [state]
        apply(self, state, action)

    monkeypatch.setattr(Game, "apply", recorded)
    arguments = ["play", name, "--players", str(seats), "--seat", str(seat), "--seed", "4"]
    assert cli.main([*arguments, *(["--opponents", "random"] if seats > 1 else [])]) == 0
    end = _in_one_line(capsys.readouterr().out)
    assert len(done) == len(typist.meant) > 0
    assert all(name == meant or name.endswith(f" {meant}") for name, meant in zip(done, typist.meant))
    assert not any("has moved" in page for page in typist.pages)
    (state,) = last
    table = _in_one_line(game.describe(state))
    assert game.over(state) and table in end
    result = end.replace(table, "")
    assert "over" not in result and not re.search(r"\b(ended_by|winners?|won|wins)\b", result), "the table says it"
    assert "--seed 4 deals the same cards" in end
    for who, value in enumerate(game.returns(state)):
        assert f"player_{who} {value:+.3g}" in end
