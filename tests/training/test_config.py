"""Settings: what is refused before a run starts, and how they are written down."""

import math
from dataclasses import fields, replace

import pytest

from training.config import RANGES, Config, differences, load_config
from training.configs import NAMES

CONFIG = load_config("unicorn_hunt")
BAD = {
    "num_envs": (0, -1, 1.5, True, "8", None, 10**400),
    "steps_per_update": (0, 2.0, 10**400),
    "batch_size": (0, 1, 4095, 4096.0),
    "epochs": (0, -3, 1.0),
    "hidden": ((), (0,), (8, -1), (8.0,), (True,), 8, "88"),
    "groups": (("a",), 3),
    "learning_rate": (0, -1e-3, math.nan, math.inf, 7, "1e-3"),
    "gamma": (7, -0.1, math.nan, None, True),
    "gae_lambda": (1.01, -1),
    "clip_range": (-3, 0, 2, math.nan),
    "entropy_start": (-0.1, math.inf),
    "entropy_end": (-0.1, math.nan),
    "value_weight": (-1, math.inf),
    "max_grad_norm": (0, -1, math.inf),
    "frozen_share": (-0.1, 1.1),
    "opponents": ("random", (1,), None),
    "snapshot_every": (0, 0.5),
    "snapshot_newest_left_out": (-1, None),
    "teacher": (1, ("heuristic",)),
    "teacher_share": (2, -1),
    "decision_cost": (-0.1, math.inf),
    "truncation_reward": (math.nan, -math.inf, "-1"),
    "sample": (1, None, "yes"),
    "minutes": (0, -1, math.nan, math.inf, 10**400, "3"),
    "decisions": (0, -5, 1e6, math.nan),
    "threads": (0, -2, 1.5, 10**9),
    "bf16": (1, "no"),
    "eval_games": (0, 1, 10**12, 1.5),
    "eval_seconds": (0, -1, math.nan),
    "seed": (-1, 2**32, 0.5, True, None),
    "game": (3, None),
    "options": (None, [1]),
    "training_options": (None, "turn_cap=3"),
}


def test_every_setting_is_checked():
    assert set(BAD) == {setting.name for setting in fields(Config)}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_a_value_that_cannot_be_used_is_refused_by_name(name, value):
    with pytest.raises((ValueError, TypeError), match=rf"^{name} must ") as refused:
        replace(CONFIG, **{name: value})
    assert "\n" not in str(refused.value)


def test_the_ends_of_a_range_belong_to_it():
    for name, allowed in RANGES.items():
        for end in (allowed.low, allowed.high):
            if math.isfinite(end) and not (allowed.open and end == allowed.low) and name != "batch_size":
                tables = {"num_envs": 4096 if name == "steps_per_update" else CONFIG.num_envs, "batch_size": 16384}
                if name in ("num_envs", "steps_per_update"):
                    tables["batch_size"] = 16 if name == "num_envs" else 4096
                assert getattr(replace(CONFIG, **{**tables, name: end}), name) == end


def test_whole_numbers_will_do_for_numbers():
    assert replace(CONFIG, gamma=1, minutes=2, learning_rate=1).minutes == 2


def test_lists_are_taken_as_tuples():
    config = replace(CONFIG, hidden=[8, 8], opponents=["random"])
    assert config.hidden == (8, 8) and config.opponents == ("random",)


@pytest.mark.parametrize("name", NAMES)
def test_a_config_can_be_written_down_and_read_again(name):
    config = load_config(name)
    again = Config.from_json(config.as_json())
    assert again.as_json() == config.as_json() and differences(config.as_json(), again.as_json()) == []
    assert replace(again, options=config.options) == config


def test_differences_are_listed_and_the_budget_is_none():
    started = CONFIG.as_json()
    now = replace(CONFIG, minutes=99, decisions=5, seed=4, gamma=0.5, options={"mode": "hard"}).as_json()
    assert differences(started, now) == [
        "options: mode was 'normal', not 'hard'", "gamma was 1.0, not 0.5", "seed was 0, not 4",
    ]  # fmt: skip
