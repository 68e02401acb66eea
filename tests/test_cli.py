"""The ``unicorn-envs`` command, as a user types it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import unicorn_envs
from unicorn_envs import cli
from unicorn_envs.agents import RandomAgent
from unicorn_envs.agents.checkpoint import write_checkpoint
from unicorn_envs.terminal import Table

HUNT = "unicorn_hunt"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs the command: exit code, stdout, stderr."""

    def call(*arguments: str) -> tuple[int, str, str]:
        try:
            code = cli.main(arguments)
        except SystemExit as leaving:  # argparse leaves by itself
            code = int(leaving.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has a person type these lines, and then the end of input."""

    def prepare(*lines: str) -> None:
        left: Iterator[str] = iter(lines)

        def read(prompt: str = "") -> str:
            for line in left:
                return line
            raise EOFError

        monkeypatch.setattr("builtins.input", read)

    return prepare


# list


def test_list_names_every_game(run: Any) -> None:
    code, out, _ = run("list")
    assert code == 0
    for name in unicorn_envs.games():
        game = unicorn_envs.game(name)
        assert f"{name}: {game.title}" in out
        for players in range(game.min_players, game.max_players + 1):
            assert str(game.observation.for_players(players).size) in out


@pytest.mark.parametrize("name", unicorn_envs.games())
def test_list_of_a_game_shows_options_actions_layout_and_cards(run: Any, name: str) -> None:
    game = unicorn_envs.game(name)
    code, out, _ = run("list", name, "--actions", "--observation", "--cards")
    assert code == 0
    words = out.split()
    assert all(option.name in words for option in game.options)
    assert all(field.name in words for field in game.observation)
    assert game.actions.name(len(game.actions) - 1).split()[0] in words
    assert all(card.split()[0] in out for card in game.card_notes)


def test_card_notes_cover_the_cards_of_unicorn_hunt() -> None:
    game = unicorn_envs.game(HUNT)
    assert list(game.card_notes) == [card.name for card in game.cards]
    assert game.card_notes["Shabby the Narwhal"] == "(instant) DESTROY 2, then RETURN 1 Basic"
    assert game.card_notes["Zombie Unicorn"].startswith("(chamber) each time you DESTROY a Basic")


# Arguments that cannot be used


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["list", "chess"], "games are"),
        (["list", "--cards"], "name a game"),
        (["play", HUNT, "--option", "foo=1"], "no option 'foo'"),
        (["play", HUNT, "--option", "mode"], "NAME=VALUE"),
        (["play", HUNT, "--option", "mode=zz"], "mode must be 'normal'"),
        (["play", HUNT, "--option", "turn_cap=0"], "turn_cap must be 1 to"),
        (["play", HUNT, "--option", "turn_cap=x"], "turn_cap must be 1 to"),
        (["play", HUNT, "--option", "chamber_buyout=perhaps"], "False or True"),
        (["play", HUNT, "--players", "9"], "1 to 4"),
        (["play", HUNT, "--players", "2", "--option", "num_players=3"], "twice"),
        (["play", HUNT, "--seat", "1"], "--seat must be 0 to 0"),
        (["play", HUNT, "--opponents", "random"], "no opponents"),
        (["play", HUNT, "--players", "2", "--opponents", "foo"], "no agent 'foo'"),
        (["play", HUNT, "--players", "4", "--opponents", "random,random"], "1 or 3 opponents, not 2"),
        (["play", HUNT, "--seed", "-1"], "seed must be"),
        (["play", HUNT, "--seed", "many"], "invalid int"),
        (["watch", HUNT, "--agents", "random,,"], "commas"),
        (["watch", HUNT, "--delay", "-1"], "--delay"),
        (["evaluate", HUNT, "--agents", "checkpoint:/no/such/file"], "no checkpoint"),
        (["evaluate", HUNT, "--agents", "random", "--players", "3"], "3 agents, not 1"),
        (["evaluate", HUNT, "--agents", "random", "--games", "1"], "at least 2"),
        (["evaluate", HUNT, "--agents", "random", "--json", "/no/such/folder/x"], "no such folder"),
        (["card", "nothing"], "no checkpoint 'nothing'"),
        (["card", __file__], "no safetensors file"),
        (["bench", "chess"], "games are"),
        (["bench", HUNT, "--seconds", "0"], "more than 0"),
        (["compile", "chess"], "games are"),
        (["dance"], "invalid choice"),
        ([], "required"),
    ],
)
def test_bad_arguments_are_one_line_and_code_2(run: Any, arguments: list[str], said: str) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert said in err


def test_option_words() -> None:
    options = {option.name: option for option in unicorn_envs.game(HUNT).options}
    assert options["chamber_buyout"].parse("Yes") is True
    assert options["chamber_buyout"].parse("off") is False
    assert options["mode"].parse("HARD") == "hard"
    assert options["turn_cap"].parse("12") == 12


# play


def test_a_whole_game_is_played_by_number_and_by_name(run: Any, typing: Any) -> None:
    game = unicorn_envs.game(HUNT)
    state, lines = game.new(seed=5), []
    while not game.over(state):
        action = game.legal_actions(state)[-1]
        lines.append(str(action) if len(lines) % 2 else game.actions.name(action).upper())
        game.apply(state, action)
    typing(*lines)
    code, out, _ = run("play", HUNT, "--seed", "5")
    assert code == 0
    assert "The game is over" in out
    assert f"score: {game.outcome(state)['score']}" in out
    assert "left the game" not in out


@pytest.mark.parametrize("last", ["quit", "EXIT", None])
def test_play_is_left_by_quit_and_at_the_end_of_input(run: Any, typing: Any, last: str | None) -> None:
    typing(*([last] if last else []))
    code, out, err = run("play", HUNT, "--seed", "5")
    assert (code, err) == (0, "")
    assert "You have left the game. --seed 5" in out
    assert "The game is over" not in out


def test_ctrl_c_leaves_cleanly(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, out, err = run("play", HUNT, "--seed", "5")
    assert (code, err) == (0, "")
    assert "You have left the game" in out


def test_questions_and_mistakes_take_no_action(run: Any, typing: Any) -> None:
    typing("?", "? shabby", "undo", "reveal", "129", "yes", "nonsense", "table", "")
    code, out, _ = run("play", HUNT, "--seed", "5")
    assert code == 0
    assert "DESTROY 2, then RETURN 1 Basic" in out
    assert "there is no undo" in out
    assert "'reveal' can mean reveal A1, reveal A2" in out
    assert "there is no action 129" in out
    assert "'yes' is not possible now" in out
    assert "there is no action 'nonsense'" in out
    assert "turn 2" not in out


def test_opponents_are_reported_without_their_choice(run: Any, typing: Any) -> None:
    typing("d a1")
    _, out, _ = run("play", HUNT, "--players", "3", "--seat", "2", "--seed", "1", "--opponents", "random")
    said = [line for line in out.splitlines() if "has moved" in line]
    assert said
    assert set(said) <= {"player_0 has moved", "player_1 has moved"}
    assert "deck from the top" not in out  # hidden, and shown only when the game is over


class Script:
    """A game in which players 1, 2 and 3 move before player 0, whose view changes as given."""

    def __init__(self, views: list[int]) -> None:
        self.views, self.moves = views, 0

    def new(self, seed: int) -> None:
        return None

    def seat(self, state: None) -> int:
        return (1, 2, 3, 0)[self.moves]

    def observe(self, state: None, seat: int | None = None) -> np.ndarray:
        return np.array([self.views[self.moves]])

    def mask(self, state: None) -> np.ndarray:
        return np.ones(1, dtype=np.int8)

    def apply(self, state: None, action: int) -> None:
        self.moves += 1


def test_a_move_that_the_person_cannot_see_is_not_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """As a pass in a response window: that somebody was asked would tell who holds the answer."""
    agents = [None, *(RandomAgent(seed) for seed in range(3))]
    table = Table(Script([5, 5, 6, 6]), {}, agents, 0, cli.make_console())  # type: ignore[arg-type]
    table._let_others_move(0)
    assert capsys.readouterr().out == "player_2 has moved\n"


def test_shorter_names_mean_an_action_where_only_one_fits() -> None:
    from unicorn_envs.terminal import ChoiceError, find_choice

    actions = unicorn_envs.game(HUNT).actions
    legal = [actions.index(name) for name in ("reveal A1", "reveal A2", "destroy A1", "take The Great Narwhal", "no")]
    assert find_choice("d", legal, actions) == actions.index("destroy A1")
    assert find_choice("R a2", legal, actions) == actions.index("reveal A2")
    assert find_choice("great nar", legal, actions) == actions.index("take The Great Narwhal")
    assert find_choice("no", legal, actions) == actions.index("no")
    assert find_choice(str(legal[0]), legal, actions) == legal[0]
    with pytest.raises(ChoiceError, match="can mean reveal A1, destroy A1"):
        find_choice("a1", legal, actions)
    with pytest.raises(ChoiceError, match="not possible now"):
        find_choice("destroy b1", legal, actions)


def test_choices_are_listed_in_groups_within_the_width() -> None:
    from unicorn_envs.terminal import list_choices

    game = unicorn_envs.game(HUNT)
    lines = list_choices(game.legal_actions(game.new(seed=0)), game.actions, 60).splitlines()
    assert lines[0].split() == ["reveal", "0", "A1", "1", "A2", "2", "A3", "3", "A4", "4", "A5", "5", "A6"]
    assert sum(line.startswith("destroy") for line in lines) == 1
    assert all(len(line) <= 60 for line in lines)


# watch and evaluate


def test_watch_shows_every_move(run: Any) -> None:
    code, out, _ = run("watch", HUNT, "--players", "2", "--agents", "random,heuristic", "--seed", "1", "--delay", "0")
    assert code == 0
    assert "player_0 (random): " in out
    assert "player_1 (heuristic): " in out
    assert "scores: " in out


def test_evaluate_solo_gives_each_agent_the_same_deals(run: Any, tmp_path: Any) -> None:
    file = tmp_path / "results.json"
    code, out, _ = run("evaluate", HUNT, "--agents", "random,heuristic", "--games", "40", "--json", str(file))
    assert code == 0
    results = json.loads(file.read_text())
    random, heuristic = results["agents"]
    assert random["score"]["high"] < heuristic["score"]["low"]
    assert list(heuristic["reached"]) == [str(t) for t in unicorn_envs.game(HUNT).score_thresholds]
    assert "heuristic" in out


def test_evaluate_match_rotates_the_seats(run: Any, tmp_path: Any) -> None:
    file = tmp_path / "results.json"
    code, out, _ = run(
        "evaluate", HUNT, "--players", "3", "--agents", "heuristic,random,random", "--games", "12",
        "--option", "mode=hard", "--json", str(file),
    )  # fmt: skip
    assert code == 0
    results = json.loads(file.read_text())
    assert results["options"]["mode"] == "hard"
    heuristic, random = results["agents"]
    assert (heuristic["copies"], random["copies"], random["games"]) == (1, 2, 12)
    assert heuristic["won"]["mean"] > random["won"]["mean"]
    assert "random" in out


# Checkpoints, compile, the process itself


def test_card_of_a_file(run: Any, tmp_path: Any) -> None:
    path = tmp_path / "mine.safetensors"
    figure = {"mean": 0.25, "low": 0.2, "high": 0.3}
    rows = [
        {"agent": "me", "against": "random", "games": 40, "won": figure},
        {"agent": "me", "table": ["me", "random"], "games": 60, "return": figure},
    ]
    card = {"game": HUNT, "results": [{"command": "make it", "rows": rows}, {"against": "random", "won": 0.25}]}
    write_checkpoint(path, {"x": np.zeros(1, np.float32)}, card)
    code, out, _ = run("card", str(path))
    assert code == 0
    assert HUNT in out
    assert "against=random, won=0.25" in out
    lines = [line.split() for line in out.splitlines()]
    assert ["make", "it"] in lines
    assert ["random", "40", "25.0±5.0"] in lines
    assert ["at", "me,", "random", "60", "0.25±0.05"] in lines


def test_agents_names_all_kinds(run: Any) -> None:
    code, out, _ = run("agents")
    assert code == 0
    assert all(kind in out for kind in ("random", "heuristic", "checkpoint"))


def test_compile_says_what_was_done(run: Any) -> None:
    code, out, _ = run("compile", HUNT)
    assert code == 0
    assert out.splitlines()[-1].startswith("Unicorn Hunt: ")


def test_the_module_runs_as_a_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "unicorn_envs", "--version"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, f"unicorn-envs {unicorn_envs.__version__}")


@pytest.mark.parametrize("command", ["list", "play", "watch", "evaluate", "agents", "card", "bench", "compile"])
def test_every_command_explains_itself(run: Any, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert out.startswith("usage: ")
