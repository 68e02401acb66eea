"""The ``unicorn-envs`` command, as a user types it."""

from __future__ import annotations

import errno
import json
import re
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
from unicorn_envs.cli import bench
from unicorn_envs.cli.exits import INTERRUPTED, NOT_WRITTEN
from unicorn_envs.table.terminal import in_order

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
    assert all(card.name.split()[0] in out for card in game.cards)


def test_the_table_of_cards_shows_what_is_printed_on_them_and_what_they_do(run: Any) -> None:
    _, out, _ = run("list", "unicorn_apocalypse", "--cards")
    table = out.partition("Cards")[2].splitlines()[1:]
    assert table[0].split() == ["level", "name", "copies", "points", "special", "text"]
    assert any(line.split()[:6] == ["11", "Ancient", "One", "4", "1", "remove"] for line in table)
    assert any(line.split() == ["2", "Engineer", "4", "4", "No", "special", "ability."] for line in table)


def test_kinds_of_cards_are_shown_in_words(run: Any) -> None:
    _, out, _ = run("list", HUNT, "--cards")
    table = [line.split() for line in out.partition("Cards")[2].splitlines()[1:]]
    assert table[0] == ["name", "kind", "text"]
    assert ["Classy", "Narwhal", "instant", "REVEAL", "3", "cards."] in table


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
        (["play", HUNT, "--seat", "1"], "--seat must be 0, not 1"),
        (["play", HUNT, "--opponents", "random"], "no opponents"),
        (["play", "unicorn_apocalypse", "--players", "3"], "num_players must be 2, not 3"),
        (["play", "unicorn_apocalypse", "--seat", "2"], "--seat must be 0 to 1, not 2"),
        (["play", "margot", "--players", "2", "--opponents", "random,random"], "there must be 1 opponent, not 2"),
        (["watch", HUNT, "--agents", "random,random"], "there must be 1 agent, not 2"),
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
        (["evaluate", HUNT, "--agents", "random", "--json", "/tmp"], "it is a folder"),
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
        choices = in_order(game.legal_actions(state), game.actions)
        action = choices[-1]
        lines.append(str(len(choices)) if len(lines) % 2 else game.actions.name(action).upper())
        game.apply(state, action)
    typing(*lines)
    code, out, _ = run("play", HUNT, "--seed", "5")
    assert code == 0
    assert "All cards:" in out
    assert f"score: {game.outcome(state)['score']}" in out
    assert "left the game" not in out


@pytest.mark.parametrize("last", ["quit", "EXIT", None])
def test_play_is_left_by_quit_and_at_the_end_of_input(run: Any, typing: Any, last: str | None) -> None:
    typing(*([last] if last else []))
    code, out, err = run("play", HUNT, "--seed", "5")
    assert (code, err) == (0, "")
    assert "You have left the game. --seed 5" in out
    assert "All cards:" not in out


def test_ctrl_c_leaves_cleanly(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, out, err = run("play", HUNT, "--seed", "5")
    assert (code, err) == (INTERRUPTED, "\n")
    assert "You have left the game. --seed 5" in out


def test_ctrl_c_while_the_others_play_leaves_too(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(agent: Any, observation: Any, action_mask: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("unicorn_envs.table.terminal.Table._warm_up", lambda table: None)
    monkeypatch.setattr(RandomAgent, "act", interrupted)
    arguments = ("play", HUNT, "--players", "2", "--seat", "1", "--opponents", "random", "--seed", "5")
    code, out, _ = run(*arguments)
    assert code == INTERRUPTED
    assert "You have left the game. --seed 5" in out


@pytest.mark.parametrize(
    ("interrupted", "arguments"),
    [
        ("unicorn_envs.cli.evaluate.solo_rows", ["evaluate", HUNT, "--agents", "random", "--games", "10"]),
        ("unicorn_envs.cli.evaluate.match_rows", ["evaluate", HUNT, "--agents", "random,random", "--players", "2"]),
        ("unicorn_envs.table.terminal.Table.watch", ["watch", HUNT]),
        ("unicorn_envs.speed.measure", ["bench", HUNT]),
    ],
)
def test_ctrl_c_is_told_by_the_code(
    run: Any, monkeypatch: pytest.MonkeyPatch, interrupted: str, arguments: list[str]
) -> None:
    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "has_benchmarks", lambda: False)
    monkeypatch.setattr(interrupted, interrupt)
    code, _, err = run(*arguments)
    assert (code, err) == (INTERRUPTED, "\n")


def test_no_standard_input_is_the_end_of_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    code, out, _ = run("play", HUNT, "--seed", "5")
    assert code == 0
    assert "You have left the game" in out


def test_only_the_word_quit_leaves(run: Any, typing: Any) -> None:
    typing("quit x", "exit now", "quit")
    code, out, _ = run("play", HUNT, "--seed", "5")
    assert code == 0
    assert "there is no action 'quit x'" in out
    assert "there is no action 'exit now'" in out


def test_questions_and_mistakes_take_no_action(run: Any, typing: Any) -> None:
    typing("?", "? shabby", "undo", "reveal", "129", "0", "yes", "nonsense", "table", "")
    code, out, _ = run("play", HUNT, "--seed", "5")
    assert code == 0
    assert "DESTROY 2, then RETURN 1 Basic" in out
    assert "there is no undo" in out
    assert "'reveal' can mean reveal A1, reveal A2" in out
    assert "there is no choice 129; choices have the numbers 1 to 60" in out
    assert "there is no choice 0;" in out
    assert "'yes' is not possible now" in out
    assert "there is no action 'nonsense'" in out
    assert "turn 2" not in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "3", "--opponents", "random"], ["player_0 is random", "player_1 is random"]),
        (["--players", "3", "--opponents", "heuristic,random"], ["player_0 is heuristic", "player_1 is random"]),
        (["--players", "3"], [f"player_{k} is heuristic: no trained agent for this table" for k in (0, 1)]),
    ],
)
def test_opponents_are_named_and_what_they_do_is_not(run: Any, typing: Any, arguments: Any, said: Any) -> None:
    typing("d a1")
    _, out, _ = run("play", HUNT, "--seat", "2", "--seed", "1", *arguments)
    assert [line for line in out.splitlines() if line.startswith("player_")] == said
    assert "moved" not in out
    assert "deck from the top" not in out  # hidden, and shown only when the game is over


def test_the_default_opponent_is_named_and_why(
    run: Any, typing: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    game = unicorn_envs.game("margot")
    options = game.complete_options(num_players=2)
    path = tmp_path / "old.safetensors"
    write_checkpoint(path, {"x": np.zeros(1, np.float32)}, {"format": 0, "game": "margot", "options": options})
    shipped = ((path, {"game": "margot", "options": options}),)
    monkeypatch.setattr("unicorn_envs.agents.checkpoint._shipped_cards", lambda: shipped)
    typing("quit")
    code, out, _ = run("play", "margot", "--players", "2")
    assert code == 0
    assert "player_1 is heuristic: the trained agent for this table cannot be used: " in out
    assert "format" in out
    for module in ("play", "arguments"):
        monkeypatch.setattr(f"unicorn_envs.cli.{module}.make_agent", lambda name, game, **_: RandomAgent(0))
    typing("quit")
    _, out, _ = run("play", "margot", "--players", "2")
    assert "player_1 is checkpoint: old\n" in out


def test_shorter_names_mean_an_action_where_only_one_fits() -> None:
    from unicorn_envs.table.terminal import ChoiceError, find_choice

    actions = unicorn_envs.game(HUNT).actions
    legal = [actions.index(name) for name in ("reveal A1", "reveal A2", "destroy A1", "take The Great Narwhal", "no")]
    assert find_choice("d", legal, actions) == actions.index("destroy A1")
    assert find_choice("R a2", legal, actions) == actions.index("reveal A2")
    assert find_choice("great nar", legal, actions) == actions.index("take The Great Narwhal")
    assert find_choice("no", legal, actions) == actions.index("no")
    assert find_choice("3", legal, actions) == legal[2]
    with pytest.raises(ChoiceError, match="can mean reveal A1, destroy A1"):
        find_choice("a1", legal, actions)
    with pytest.raises(ChoiceError, match="not possible now"):
        find_choice("destroy b1", legal, actions)


def test_choices_are_listed_in_groups_within_the_width() -> None:
    from unicorn_envs.table.terminal import list_choices

    game = unicorn_envs.game(HUNT)
    lines = list_choices(game.legal_actions(game.new(seed=0)), game.actions, 60).splitlines()
    assert lines[0].split() == ["reveal", "1)", "A1", "2)", "A2", "3)", "A3", "4)", "A4", "5)", "A5", "6)", "A6"]
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
    assert "random (2 seats)" in out


LONG = "/a/folder/with/a/long/name/that/does/not/fit/into/a/column/of/the/terminal"


def test_names_are_never_cut(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two checkpoints whose paths begin alike, at a narrow terminal; figures are whole, too."""
    names = [f"checkpoint:{LONG}/{name}.safetensors" for name in ("first", "second")]
    monkeypatch.setattr(
        "unicorn_envs.cli.arguments.make_agents", lambda names, *_: [RandomAgent(k) for k in range(len(names))]
    )
    monkeypatch.setenv("COLUMNS", "40")
    code, out, _ = run("evaluate", HUNT, "--agents", ",".join(names), "--games", "20")
    assert code == 0
    assert all(name in out.split() for name in names)
    assert "\u2026" not in out and "..." not in out
    code, out, _ = run("watch", HUNT, "--players", "2", "--agents", ",".join(names), "--delay", "0")
    assert all(f"({name}):" in out for name in names)


def test_what_cannot_be_written_is_told_after_the_figures(
    run: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.json"
    file.write_text("the figures of last week")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    code, out, err = run("evaluate", HUNT, "--agents", "random,heuristic", "--games", "20", "--json", str(file))
    assert code == NOT_WRITTEN
    assert "heuristic" in out
    assert err == f"unicorn-envs evaluate: '{file}' cannot be written: No space left on device\n"
    assert file.read_text() == "the figures of last week"
    assert list(tmp_path.iterdir()) == [file]


def test_the_figures_of_a_benchmark_are_shown_where_they_cannot_be_written(
    run: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    from unicorn_envs import speed

    results = {
        "machine": {"cpu": "a processor", "cores": 2, "python": "3"}, "date": "today",
        "lines": [{"subject": HUNT, "players": 1, "line": "engine", "decisions_per_second": 1e6}],
    }  # fmt: skip
    monkeypatch.setattr("os.fsync", full)
    monkeypatch.setattr(bench, "has_benchmarks", lambda: False)
    monkeypatch.setattr(speed, "measure", lambda names, seconds: results)
    code, out, err = run("bench", HUNT, "--json", str(tmp_path / "speed.json"))
    assert (code, err.count("\n")) == (NOT_WRITTEN, 1)
    assert "1.00M" in out
    assert list(tmp_path.iterdir()) == []


def test_figures_are_written_where_they_cannot_be_shown(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = tmp_path / "results.json"
    monkeypatch.setattr("unicorn_envs.table.report.print_rows", full)
    arguments = ["evaluate", HUNT, "--agents", "random", "--games", "20", "--json", str(file)]
    assert cli.main(arguments) == NOT_WRITTEN
    assert json.loads(file.read_text())["agents"][0]["games"] == 20


# What is allowed, in words


def test_one_allowed_value_is_no_range(name: str) -> None:
    game = unicorn_envs.game(name)
    said = [option.allowed_text for option in game.options]
    for players in range(game.min_players, game.max_players + 1):
        with pytest.raises(ValueError, match="seat must be") as error:
            game.observe(game.new(0, num_players=players), 99)
        said.append(str(error.value))
        if players > 1:
            for arguments in ({"seat": 99}, {"opponents": ["random"] * (players + 1)}):
                with pytest.raises(ValueError, match=r"must be|need") as error:
                    unicorn_envs.make_seat(name, **{"num_players": players, **arguments})
                said.append(str(error.value))
    for text in said:
        assert not re.search(r"\b(\d+) to \1\b", text), text
        assert not re.search(r"\b1 (players|opponents|agents)\b", text), text


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
    assert ["random", "40", "25.0", "(20.0-30.0)"] in lines
    assert ["at", "me,", "random", "60", "0.25", "(0.20", "to", "0.30)"] in lines


def test_agents_names_all_kinds(run: Any) -> None:
    code, out, _ = run("agents")
    assert code == 0
    assert all(kind in out for kind in ("random", "heuristic", "checkpoint"))


def test_compile_says_what_was_done(run: Any) -> None:
    code, out, _ = run("compile", HUNT)
    assert code == 0
    assert out.splitlines()[-1].startswith("Unicorn Hunt: ")


def test_the_module_runs_as_a_command() -> None:
    for module in ("unicorn_envs", "unicorn_envs.cli"):
        done = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, f"unicorn-envs {unicorn_envs.__version__}")


@pytest.mark.parametrize("command", ["list", "play", "watch", "evaluate", "agents", "card", "bench", "compile"])
def test_every_command_explains_itself(run: Any, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert out.startswith("usage: ")
    assert "%%" not in out
