"""Games by name: of the package, offered by others, registered; and what cannot be used."""

from __future__ import annotations

import dataclasses
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import unicorn_envs
from tests.common import EXAMPLES, OUTSIDE, ROOT, run_python
from unicorn_envs import registry, testing
from unicorn_envs.testing import description, games, honesty


def test_importing_the_package_imports_no_game() -> None:
    code = "import sys, unicorn_envs; print([m for m in sys.modules if m.startswith('unicorn_envs.games.')])"
    assert run_python(code).stdout.strip() == "[]"


def test_a_game_is_registered_once() -> None:
    assert unicorn_envs.register(OUTSIDE) is OUTSIDE is unicorn_envs.game("leduc_poker")
    assert unicorn_envs.game("leduc_poker:GAME") is OUTSIDE
    assert unicorn_envs.games().count("leduc_poker") == 1
    assert unicorn_envs.register(unicorn_envs.game("margot")) is unicorn_envs.game("margot")


@pytest.mark.parametrize("name", ["margot", "leduc_poker"])
def test_a_name_is_taken_once(name: str) -> None:
    with pytest.raises(ValueError, match=f"the name {name} is taken"):
        unicorn_envs.register(dataclasses.replace(OUTSIDE, name=name))
    assert unicorn_envs.game("leduc_poker") is OUTSIDE


@pytest.mark.parametrize("name", ["Leduc", "leduc poker", "leduc:poker", "", "2leduc"])
def test_a_name_is_a_word_in_small_letters(name: str) -> None:
    with pytest.raises(ValueError, match="is made of small letters"):
        unicorn_envs.register(dataclasses.replace(OUTSIDE, name=name))


def test_only_games_are_registered() -> None:
    for wrong in ("leduc_poker", None, object()):
        with pytest.raises(TypeError, match="what is registered is a Game"):
            unicorn_envs.register(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("no_such_module:GAME", "cannot be imported: ModuleNotFoundError"),
        ("leduc_poker:GAMES", "cannot be imported: AttributeError"),
        ("leduc_poker:text", "is no Game, but module"),
        ("chess", "there is no game 'chess'; games are unicorn_hunt, "),
    ],
)
def test_what_is_no_game(place: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        unicorn_envs.make(place)


def test_other_processes_find_a_registered_game() -> None:
    """By the place that a pickle names, though nobody has registered it there."""
    assert pickle.loads(pickle.dumps(OUTSIDE)) is OUTSIDE
    code = "import pickle, sys; print(pickle.loads(bytes.fromhex(sys.argv[1])).game.env_id)"
    with unicorn_envs.make_batch("leduc_poker", 2, seed=1) as batch:
        assert run_python(code, pickle.dumps(batch).hex()).stdout.strip() == "leduc_poker_v0"


EVERYTHING = """
import gymnasium, pettingzoo, unicorn_envs
from leduc_poker import GAME
from unicorn_envs.cli import main
unicorn_envs.register(GAME)
for env in (unicorn_envs.make("leduc_poker"), unicorn_envs.make("leduc_poker_v0"),
            pettingzoo.make("aec", "unicorn_envs/leduc_poker_v0").unwrapped):
    assert env.game is GAME
assert unicorn_envs.make_batch("leduc_poker", 3).game is GAME
assert unicorn_envs.make_seat("leduc_poker", opponents="random").game is GAME
assert gymnasium.make(unicorn_envs.SEAT_ID, game="leduc_poker", opponents="random").unwrapped.game is GAME
assert "leduc_poker" not in unicorn_envs.SOLO_IDS
for arguments in ("list", "list leduc_poker --actions --observation --cards", "compile leduc_poker",
                  "watch leduc_poker --delay 0 --seed 1", "bench leduc_poker --seconds 0.01",
                  "evaluate leduc_poker --agents heuristic,random --games 10 --option variant=kuhn"):
    assert main(arguments.split()) == 0, arguments
"""


def test_a_registered_game_has_all_ids_and_commands() -> None:
    printed = run_python(EVERYTHING).stdout
    assert "leduc_poker: Leduc poker, 2 players, version 0" in printed


def test_the_trainer_takes_a_game_and_a_config_from_outside(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    code = """
import sys
from training.train import main
budget = ["--decisions", "8192", "--set", "eval_games=20", "--out"]
assert main(["leduc_poker.config", *budget, sys.argv[1] + "/config"]) == 0
assert main(["leduc_poker:GAME", *budget, sys.argv[1] + "/game"]) == 0
assert main(["leduc_poker:GAME", "--resume", "--decisions", "16384", "--out", sys.argv[1] + "/game"]) == 0
try:
    main(["no_such_config", *budget, sys.argv[1] + "/none"])
except SystemExit as error:
    assert error.code == 2
"""
    process = run_python(code, str(tmp_path))
    assert "there is no config 'no_such_config'" in process.stderr
    for run in ("config", "game"):
        agent = unicorn_envs.agents.make_agent(f"checkpoint:{tmp_path / run}/agent.safetensors", OUTSIDE, num_players=2)
        assert agent.card["game"] == "leduc_poker"


# What packages offer


def offer(folder: Path, package: str, **entries: str) -> None:
    """A package of this name, as it lies in site-packages once it is installed."""
    info = folder / f"{package}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    lines = [f"{name} = {place}" for name, place in entries.items()]
    (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n" + "\n".join(lines) + "\n")


def with_offers(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, (ROOT, EXAMPLES, folder)))
    process = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr
    return process


REASON = """
import unicorn_envs
for name in {names}:
    try:
        print(unicorn_envs.game(name).title)
    except ValueError as error:
        print(error)
"""


def test_offers_that_cannot_be_used_say_why_and_leave_the_others_alone(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n")
    offer(tmp_path, "one", leduc_poker_v0="leduc_poker:GAME", broken_v0="broken:GAME", twice_v0="one:GAME")
    offer(tmp_path, "two", twice_v1="two:GAME", other_v3="leduc_poker:GAME", nowhere_v0="nowhere:GAME")
    code = REASON.format(names=["leduc_poker", "broken", "twice", "other", "nowhere", "margot"])
    leduc, broken, twice, other, nowhere, margot = with_offers(tmp_path, code).stdout.splitlines()
    assert (leduc, margot) == ("Leduc poker", "Margot: La Fée")
    assert broken == (
        "the game broken cannot be used: one offers broken_v0, but broken:GAME cannot be imported: "
        "ZeroDivisionError: division by zero"
    )
    assert twice in (f"the game twice cannot be used: the name is taken twice, by {a} and by {b}" for a, b in
                     (("one", "two"), ("two", "one")))  # fmt: skip
    assert other == "the game other cannot be used: two offers other_v3, but leduc_poker:GAME is leduc_poker_v0"
    assert "two offers nowhere_v0, but nowhere:GAME cannot be imported: ModuleNotFoundError" in nowhere
    listed = with_offers(tmp_path, "from unicorn_envs.cli import main; main(['list'])").stdout
    assert "broken: the game broken cannot be used" in listed and "margot: Margot: La Fée" in listed


def test_offers_that_are_no_games_of_their_own_are_left_out_with_a_warning(tmp_path: Path) -> None:
    offer(tmp_path, "one", margot_v9="one:GAME", nameless="one:GAME")
    process = with_offers(
        tmp_path, "import unicorn_envs; print(unicorn_envs.games(), unicorn_envs.game('margot').version)"
    )
    assert "the game margot_v9 of one is left out: the name is taken" in process.stderr
    assert "the entry point 'nameless' of one is left out: it must be NAME_vVERSION" in process.stderr
    assert process.stdout.strip() == f"{list(registry.VERSIONS)} 1"


# Checks that find something


@pytest.mark.parametrize(
    ("check", "changes", "reason"),
    [
        (description.it_describes_itself, {"title": " "}, "it has no title"),
        (description.it_describes_itself, {"cards": ()}, "it has no cards"),
        (description.other_processes_find_it, {}, "make it a constant of its package"),
        (games.outcomes_have_one_shape, {"outcome": lambda state: {}}, "an outcome holds nothing"),
        (
            games.outcomes_claim_nothing_before_the_end,
            {"outcome": lambda state: {"winner": 0}},
            "winner is 0 before the end",
        ),
        (
            honesty.redraws_change_nothing_that_the_seat_sees,
            {"outcome": lambda state: {"hand": int(state["hand"][0, 1])}},
            "the outcome tells what a seat cannot know",
        ),
        (
            honesty.redraws_change_nothing_that_the_seat_sees,
            {"describe": lambda state, seat: str(state["hand"])},
            "player_0 reads another text",
        ),
        (
            games.a_position_can_be_told_in_words,
            {"describe": lambda state, seat: "cards"},
            "the last line is 'cards'",
        ),
    ],
)
def test_what_is_wrong_with_a_game_is_found(check: object, changes: dict[str, object], reason: str) -> None:
    game = dataclasses.replace(OUTSIDE, **changes)
    with pytest.raises(AssertionError, match=reason):
        check(game, {"num_players": 2})  # type: ignore[operator]


def test_check_game_lists_all_that_is_wrong() -> None:
    game = dataclasses.replace(OUTSIDE, title="", outcome=lambda state: {})
    with pytest.raises(AssertionError) as failed:
        testing.check_game(game)
    lines = str(failed.value).splitlines()
    assert lines[0].startswith("leduc_poker: ") and lines[0].endswith(" checks failed")
    assert "- it_describes_itself-leduc_poker: it has no title" in lines
    assert "- outcomes_have_one_shape-leduc_poker-num_players=2: an outcome holds nothing" in lines
    testing.check_game(OUTSIDE)
