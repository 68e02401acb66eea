"""``python -m training.evaluate``: the figures it prints are those of the games, and it says what it was given."""

import errno
import json

import numpy as np
import pytest

import unicorn_envs
from training.evaluate import cross_play, main, ratings
from training.networks import ActorCritic
from training.plots import _labels
from unicorn_envs.agents import make_agent, read_card
from unicorn_envs.agents.checkpoint import FORMAT, write_checkpoint
from unicorn_envs.cli.exits import BAD_ARGUMENTS, INTERRUPTED, NOT_WRITTEN
from unicorn_envs.evaluation import duplicate_match

QUEST = "magical_unicorn_quest"


def untrained_checkpoint(path, game, players):
    layout = game.observation.for_players(players)
    weights = ActorCritic(layout, len(game.actions), (8,), ()).checkpoint_tensors()
    card = {
        "format": FORMAT, "game": game.name, "version": game.version, "options": {"num_players": players},
        "layout": game.layout_hash(players), "results": [],
    }  # fmt: skip
    write_checkpoint(path, weights, card)


def test_cross_play_is_one_against_a_table_of_the_other():
    game = unicorn_envs.game(QUEST)
    rows = cross_play(game, ["heuristic", "random"], 40, seed=3, num_players=4)
    assert [(row["agent"], row["against"], row["games"]) for row in rows] == [
        ("heuristic", "random", 40), ("random", "heuristic", 40)
    ]  # fmt: skip
    agents = [make_agent("heuristic", game, 3), *(make_agent("random", game, 3 + k) for k in (1, 2, 3))]
    returns, _ = duplicate_match(game, agents, 40, seed=3)
    assert rows[0]["won"]["mean"] == (returns[:, :, 0] > 0).mean()
    assert rows[0]["fair"] == 0.5  # two of four win each game
    assert rows[0]["return"]["mean"] == pytest.approx(returns[:, :, 0].mean())


def test_ratings_tell_who_is_stronger_where_two_win_together():
    rated = ratings(unicorn_envs.game(QUEST), ["heuristic", "random"], 100, 0, num_players=4)
    (strong, deviation), (weak, _) = rated["heuristic"], rated["random"]
    assert strong - weak > 2 * deviation


def test_opposite_seats_of_shared_stables_win_every_decided_game_between_them(tmp_path, capsys):
    table = "heuristic,random,heuristic,random"
    arguments = [QUEST, "--players", "4", "--agents", "random,heuristic", "--games", "40", "--table", table]
    assert main([*arguments, "--out", str(tmp_path)]) == 0
    figures = json.loads((tmp_path / f"{QUEST}_4p.json").read_text())
    assert [(row["agent"], row["copies"], row["games"]) for row in figures["tables"]] == [
        ("heuristic", 2, 40), ("random", 2, 40)
    ]  # fmt: skip
    wins = [row["won"]["mean"] for row in figures["tables"]]
    assert wins[0] == pytest.approx(wins[1]) and 0 < wins[0] <= 0.5  # each stable is shared by one of either kind
    assert (tmp_path / f"{QUEST}_4p.png").stat().st_size > 0
    assert table.replace(",", ", ") in capsys.readouterr().out


def test_figures_go_into_the_card_with_the_command_that_makes_them(tmp_path):
    game = unicorn_envs.game("unicorn_apocalypse")
    path = tmp_path / "novice.safetensors"
    untrained_checkpoint(path, game, 2)
    name = f"checkpoint:{path}"
    arguments = ["unicorn_apocalypse", "--agents", f"random,{name}", "--games", "20"]
    for _ in range(2):  # the second time the figures take the place of the first
        main([*arguments, "--out", str(tmp_path), "--write-card", name])
    (entry,) = read_card(path)["results"]
    assert entry["command"] == "python -m training.evaluate " + " ".join(arguments)
    assert [(row["agent"], row["against"], row["games"]) for row in entry["rows"]] == [(name, "random", 20)]
    assert np.isfinite(entry["rows"][0]["won"]["mean"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", "--agents", "random"], "no game"),
        (["margot", "--agents", "random", "--games", "1"], "at least 2"),
        (["margot", "--players", "2", "--agents", "random"], "at least two agents"),
        (["margot", "--players", "2", "--agents", "random,nobody"], "nobody"),
        (["margot", "--agents", "random", "--table", "random"], "at least 2"),
        (["margot", "--players", "3", "--agents", "random,heuristic", "--table", "random,random"], "3 agents"),
        (["margot", "--agents", "random", "--write-card", "heuristic"], "one of the checkpoints among --agents"),
        (["margot", "--agents", "random,heuristic", "--write-card", "random"], "(none there)"),
    ],
)
def test_bad_requests_say_what_is_allowed(arguments, message, capsys):
    assert main(arguments) == BAD_ARGUMENTS
    said = capsys.readouterr()
    assert message in said.err and said.err.count("\n") == 1 and said.out == ""


def test_a_folder_that_cannot_be_made_is_told_before_the_games(tmp_path, capsys):
    file = tmp_path / "file"
    file.write_text("no folder")
    arguments = [QUEST, "--players", "2", "--agents", "random,heuristic", "--games", "4"]
    assert main([*arguments, "--out", str(file / "folder")]) == BAD_ARGUMENTS
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("players", [1, 2])
def test_a_full_disk_costs_no_figures_and_leaves_old_files_alone(players, tmp_path, capsys, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    game = unicorn_envs.game("margot")
    path = tmp_path / "novice.safetensors"
    untrained_checkpoint(path, game, players)
    name, before = f"checkpoint:{path}", path.read_bytes()
    figures = tmp_path / f"margot_{players}p.json"
    figures.write_text("the figures of last week")
    monkeypatch.setattr("os.fsync", full)
    monkeypatch.setattr("training.evaluate.write_into_card", lambda *_: full(0))
    arguments = ["margot", "--players", str(players), "--agents", f"random,{name}", "--games", "10"]
    assert main([*arguments, "--out", str(tmp_path), "--write-card", name]) == NOT_WRITTEN
    said = capsys.readouterr()
    assert name in said.out and "(" in said.out
    assert said.err.count("\n") == 1 and said.err.count("No space left on device") == 3
    assert figures.read_text() == "the figures of last week" and path.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == sorted([figures, path])


def test_an_interrupted_evaluation_says_so_by_its_code(tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("training.evaluate.solo_rows", interrupted)
    assert main(["margot", "--agents", "random", "--out", str(tmp_path)]) == INTERRUPTED


def test_two_checkpoints_do_not_look_alike(tmp_path, capsys, monkeypatch):
    """Names that begin alike, in a narrow terminal: whole in the table, told apart in the plot."""
    game = unicorn_envs.game("unicorn_apocalypse")
    names = ["random"]
    for number in (1, 2):
        path = tmp_path / f"a folder of run {number}" / "a_checkpoint_of_a_long_name.safetensors"
        untrained_checkpoint(path, game, 2)
        names.append(f"checkpoint:{path}")
    monkeypatch.setenv("COLUMNS", "40")
    assert main([game.name, "--agents", ",".join(names), "--games", "4", "--out", str(tmp_path)]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for number, name in enumerate(names, 1):
        words = name.split()
        assert f"{number} {words[0]}" in out and all(word in out for word in words)
    assert "…" not in out
    assert len(set(_labels(names))) == 3 and _labels(names)[1].startswith("2 ...")
    assert _labels(["short", "x" * 40]) == ["short", "..." + "x" * 24]
