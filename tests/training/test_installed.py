"""The trainer of an installed package, and the commands that lead to it."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from unicorn_envs import cli
from unicorn_envs.agents import read_card

ROOT = Path(__file__).parents[2]


def command(capsys, *arguments):
    try:
        code = cli.main(arguments)
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("name", ["train", "exploit"])
def test_the_commands_of_the_trainer_are_those_of_the_package(name, capsys):
    code, out, _ = command(capsys, name, "--help")
    assert code == 0 and out.startswith(f"usage: unicorn-envs {name} ") and "--seed" in out
    code, _, err = command(capsys, name, "chess", *(["--against", "random"] if name == "exploit" else []))
    assert code == 2 and err.startswith(f"unicorn-envs {name}: there is no ") and err.count("\n") == 1
    assert name in command(capsys, "--help")[1]


@pytest.mark.parametrize("name", ["train", "exploit"])
@pytest.mark.parametrize("missing", ["torch", "sb3_contrib", "tensorboard"])
def test_without_the_extra_it_is_said_what_to_install(name, missing, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, missing, None)  # importing it fails
    code, out, err = command(capsys, name, "--help")
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert missing in err and "pip install 'unicorn_envs[train]'" in err


def test_a_package_of_somebody_elses_is_not_taken_for_the_trainer(tmp_path):
    (tmp_path / "training").mkdir()
    (tmp_path / "training" / "__init__.py").write_text("")
    code = "import sys; sys.path.insert(0, ''); from unicorn_envs.cli import main; sys.exit(main(['train', '--help']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and "the trainer not found" in done.stderr and done.stderr.count("\n") == 1


def test_modules_of_the_trainer_know_each_other_by_relative_names_only():
    files = list((ROOT / "training").rglob("*.py"))
    assert len(files) > 20
    for file in files:
        for line in file.read_text().splitlines():
            assert not line.strip().startswith(("from training", "import training")), (file, line)


@pytest.mark.slow
def test_an_installed_package_trains_from_any_folder(tmp_path):
    """The wheel, unpacked where pip would put it, before the checkout on the path."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    place, elsewhere = tmp_path / "place", tmp_path / "elsewhere"
    zipfile.ZipFile(wheel).extractall(place)
    assert (place / "unicorn_envs/training/train.py").is_file() and not (place / "training").exists()
    elsewhere.mkdir()
    small = ["--set", "num_envs=32", "--set", "batch_size=128", "--set", "hidden=(16,)", "--set", "eval_games=4"]
    code = f"""
import sys
sys.path.insert(0, {str(place)!r})
from unicorn_envs.cli import main
code = main(["train", "unicorn_hunt", "--decisions", "512", *{small}])
assert "unicorn_envs.training.train" in sys.modules and "training" not in sys.modules
sys.exit(code)
"""
    subprocess.run([sys.executable, "-P", "-c", code] if sys.version_info >= (3, 11) else [sys.executable, "-c", code],
                   cwd=elsewhere, check=True)  # fmt: skip
    assert read_card(elsewhere / "runs/unicorn_hunt/agent.safetensors")["decisions"] == 512
