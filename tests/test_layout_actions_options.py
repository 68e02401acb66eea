"""layout.py, actions.py and options.py on small tables of their own."""

from __future__ import annotations

import numpy as np
import pytest

from unicorn_envs.actions import Action, Actions
from unicorn_envs.engine.records import record
from unicorn_envs.layout import Field, Layout
from unicorn_envs.options import Option, complete_options, encode_options, parse_options

HAND = Field("hand", (2, 3), 0, ((1, 2, 3), (4, 5, 6)), "cards in hand")
SCORE = Field("score", (1,), -5, 100, "the score")
RIVAL = Field("rival", (2,), 0, (7, 8), "cards of the rival", players=2)
LAYOUT = Layout([HAND, SCORE, RIVAL])

OPTIONS = (
    Option("num_players", 2, range(2, 5), "players"),
    Option("mode", "normal", ("normal", "hard"), "how hard it is"),
    Option("draws", False, (False, True), "whether games can be drawn"),
)

# Layout


def test_fields_lie_one_after_another() -> None:
    assert (LAYOUT.size, len(LAYOUT), LAYOUT[1]) == (9, 3, SCORE)
    assert LAYOUT.slices == {"hand": slice(0, 6), "score": slice(6, 7), "rival": slice(7, 9)}
    assert [LAYOUT.start(field.name) for field in LAYOUT] == [0, 6, 7]
    assert LAYOUT.low.tolist() == [0] * 6 + [-5, 0, 0]
    assert LAYOUT.high.tolist() == [1, 2, 3, 4, 5, 6, 100, 7, 8]
    assert LAYOUT.low.dtype == LAYOUT.high.dtype == np.int8 and not LAYOUT.high.flags.writeable


def test_split_gives_views_by_name() -> None:
    observation = np.arange(18, dtype=np.int8).reshape(2, 9)
    parts = LAYOUT.split(observation)
    assert parts["hand"].shape == (2, 2, 3) and parts["score"].tolist() == [[6], [15]]
    assert LAYOUT.split(observation[1])["rival"].tolist() == [16, 17]
    parts["score"][0] = 99
    assert observation[0, 6] == 99
    with pytest.raises(ValueError, match="an observation has 9 entries or a prefix of whole fields, not 8"):
        LAYOUT.split(observation[:, :8])


def test_smaller_tables_have_the_first_fields() -> None:
    alone = LAYOUT.for_players(1)
    assert list(alone) == [HAND, SCORE] and alone.size == 7
    assert list(LAYOUT.for_players(2)) == list(LAYOUT)
    assert LAYOUT.for_players(1) is alone


def test_layouts_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="two fields are called 'score'"):
        Layout([SCORE, SCORE])
    with pytest.raises(ValueError, match="larger games must come after"):
        Layout([RIVAL, SCORE])
    for low, high in ((0, 128), (-129, 0)):
        layout = Layout([Field("turn", (1,), low, high, ".")])
        with pytest.raises(ValueError, match="bounds of 'turn' do not fit int8"):
            _ = (layout.low, layout.high)
    with pytest.raises(ValueError):
        _ = Layout([Field("turn", (3,), 0, (1, 2), ".")]).high


def test_a_layout_describes_itself() -> None:
    lines = LAYOUT.describe().splitlines()
    assert [line.split()[:2] for line in lines] == [["0-5", "hand"], ["6-6", "score"], ["7-8", "rival"]]
    assert "-5..100" in lines[1] and "the score" in lines[1]


# Actions


def test_actions_by_number_and_by_name() -> None:
    actions = Actions([Action("pass", "do nothing"), Action("Neigh", "stop a card")])
    assert (len(actions), actions[1].name, actions.name(1), actions.index("Neigh")) == (2, "Neigh", "Neigh", 1)
    assert actions.index(" neigh ") == actions.index("NEIGH") == 1
    assert [action.name for action in actions] == ["pass", "Neigh"]
    assert actions.legal(np.array([0, 1], dtype=np.int8)) == ["Neigh"]
    for wrong in ([1], [0, 1, 1], [[0, 1]], 1):
        with pytest.raises(ValueError, match=r"an action mask has shape \(2,\), not \("):
            actions.legal(np.array(wrong))
    assert actions.name(np.int64(0)) == "pass"


def test_actions_that_are_not_there() -> None:
    actions = Actions([Action("pass", "do nothing"), Action("Neigh", "stop a card")])
    for number in (-1, 2):
        with pytest.raises(ValueError, match=f"no action {number}; actions are 0 to 1"):
            actions.name(number)
    for number in (1.0, "1", True):
        with pytest.raises(TypeError, match="action must be an integer"):
            actions.name(number)
    with pytest.raises(ValueError, match="no action called 'fly'"):
        actions.index("fly")
    with pytest.raises(ValueError, match="must be unique"):
        Actions([Action("pass", "."), Action("pass", ".")])


# Options


def test_options_have_defaults_and_numbers() -> None:
    assert complete_options("Toy", OPTIONS, {}) == {"num_players": 2, "mode": "normal", "draws": False}
    values = complete_options("Toy", OPTIONS, {"num_players": np.int8(4), "mode": "hard", "draws": np.bool_(True)})
    assert values == {"num_players": 4, "mode": "hard", "draws": True}
    assert type(values["num_players"]) is int and values["draws"] is True
    assert encode_options(OPTIONS, values).tolist() == [4, 1, 1]
    assert [option.decode(number) for option, number in zip(OPTIONS, (4, 1, 1))] == [4, "hard", True]


@pytest.mark.parametrize(
    ("given", "error", "allowed"),
    [
        ({"players": 2}, TypeError, "Toy got an unexpected keyword argument 'players'; its options are num_players"),
        ({"players": 2}, TypeError, "num_players: 2 to 4; mode: 'normal' or 'hard'; draws: False or True"),
        ({"num_players": 5}, ValueError, "num_players must be 2 to 4, not 5"),
        ({"num_players": 1}, ValueError, "num_players must be 2 to 4, not 1"),
        ({"num_players": 2.0}, TypeError, "num_players must be an integer, not 2.0; allowed: 2 to 4"),
        ({"num_players": True}, TypeError, "allowed: 2 to 4"),
        ({"mode": "easy"}, ValueError, "mode must be 'normal' or 'hard', not 'easy'"),
        ({"mode": 0}, ValueError, "mode must be 'normal' or 'hard', not 0"),
        ({"draws": 1}, ValueError, "draws must be False or True, not 1"),
        ({"draws": None}, ValueError, "draws must be False or True, not None"),
    ],
)
def test_options_that_are_not_allowed(given, error: type[Exception], allowed: str) -> None:
    with pytest.raises(error) as caught:
        complete_options("Toy", OPTIONS, given)
    assert allowed in str(caught.value)


def test_options_as_texts() -> None:
    assert parse_options(OPTIONS, ["mode=hard", "draws=yes"], num_players=3) == {
        "num_players": 3, "mode": "hard", "draws": True,
    }  # fmt: skip
    for texts, said in (
        (["players=2"], "there is no option 'players'; allowed are num_players: 2 to 4; mode: 'normal' or 'hard'"),
        (["mode"], "NAME=VALUE, not 'mode'"),
        (["mode=hard", "mode=hard"], "mode is given twice"),
        (["mode=easy"], "mode must be 'normal' or 'hard', not 'easy'"),
    ):
        with pytest.raises(ValueError, match=said):
            parse_options(OPTIONS, texts)


def test_which_numbers_stand_for_a_value() -> None:
    told = [[number for number in range(-2, 9) if option.stands_for_a_value(number)] for option in OPTIONS]
    assert told == [[2, 3, 4], [0, 1], [0, 1]]


# Records


def test_a_record_names_its_padding() -> None:
    dtype = record(("rng", np.uint64), ("seat", np.int8, (3,)))
    assert dtype.names == ("rng", "seat", "padding") and dtype["padding"].shape == (5,)
    assert record(("rng", np.uint64), ("turn", np.int32), ("seat", np.int8, (4,))).names == ("rng", "turn", "seat")
    with pytest.raises(ValueError, match="largest first"):
        record(("seat", np.int8), ("rng", np.uint64))
