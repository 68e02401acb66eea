"""Positions that cannot be are refused with the reason, and text shows what is on the table."""

import pytest
from margot_helpers import GAME, play, position

from unicorn_envs.errors import StateError
from unicorn_envs.games.margot.cards import FAIRIES
from unicorn_envs.games.margot.text import ENDINGS, fairy_line, rank


@pytest.mark.parametrize(
    "arguments, reason",
    [
        ({"phase": "dawn"}, "phase must be one of"),
        ({"seat": 1}, "seat must be 0 to 0"),
        ({"fairies": []}, "1 to 6 Fairies"),
        ({"fairies": ["Flower"] * 6, "phase": "end"}, "comes from the Fairy deck"),
        ({"fairies": ["Owl"] + ["Flower"] * 5}, "player_0 has had all turns"),
        ({"fairies": ["Unicorn"]}, "no Fairy called 'Unicorn'"),
        ({"fairies": ["Owl", "Owl"]}, "in two places"),
        ({"fairies": ["Owl"], "row": ["Owl", "Rose", "Leaf"]}, "in two places"),
        ({"row": ["Rose"]}, "the row has 3 Fairies"),
        ({"row": ["Rose", "Leaf", "Flower"]}, "their own pile"),
        ({"human": ["Vivian's Wand"]}, "no \"Vivian's Wand\" in the Human Castle"),
        ({"human": ["Knight"] * 5}, "there are 4 Knight in the Human Castle"),
        ({"human": ["Harp"]}, "not one of the player's Fairies"),
        ({"human": ["Thorn"]}, "no Story or Scratch Fairy"),
        ({"fairies": ["Comet"], "human": ["(Comet)"]}, "cannot be disabled"),
        ({"human_deck": ["Unyielding King"] * 2}, "no further Unyielding King"),
        ({"human": ["Knight"], "witch": ["Witch of Ridicule"]}, "five scratches"),
        ({"used": ["Thorn"]}, "must be an Action Fairy"),
        ({"used": ["Owl"]}, "must be an Action Fairy of the player"),
        ({"illusion": ["Human Tome of Legends"]}, "a Story does not stay"),
        ({"illusion": ["Thorn"]}, "cannot be in the Illusion"),
        ({"known": ["Ogre's"]}, "known names castles"),
        ({"points": 24}, "points must be 0 to 23"),
        ({"magic_breaks": 3}, "magic_breaks must be 0 to 2"),
        ({"phase": "choice", "pair": ["Owl", "Flower"]}, "two Fairies of the Fairy deck"),
        ({"phase": "choice"}, "pair goes with"),
        ({"pair": ["Owl", "Mist"]}, "pair goes with"),
        ({"players": [{"colour": "red"}]}, "a player has no 'colour'"),
        ({"players": [{}] * 5}, "1 to 4 players"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(arguments, reason):
    if "players" not in arguments and arguments.get("phase") != "choice" and "pair" not in arguments:
        arguments = {"fairies": ["Thorn"], **arguments}
    with pytest.raises(StateError, match=reason):
        position(**arguments)


def test_arguments_of_a_player_go_into_its_mapping():
    with pytest.raises(StateError, match="belong into the mappings of players"):
        position(players=[{"fairies": ["Owl"]}, {"fairies": ["Thorn"]}], points=3)


def test_only_the_player_at_turn_has_disabled_fairies():
    with pytest.raises(StateError, match="whose turn it is"):
        position(players=[{"fairies": ["Owl"]}, {"fairies": ["Lance"], "used": ["Lance"]}])


def test_unknown_options_are_refused():
    with pytest.raises(TypeError, match="unexpected keyword argument 'mode'"):
        position(fairies=["Owl"], mode="hard")


def test_text_shows_villages_row_and_decision():
    state = position(fairies=["Comet", "Owl"], used=["Owl"], human=["Soldier", "(Knight)", "Comet", "Tome of Legends"],
                     row=["Rose", "Blade", "Harp"], illusion=["Witch's Soldier"], known=["Human"])  # fmt: skip
    text = GAME.describe(state, 0)
    assert "Village: Soldier 1, [Knight 2], Comet Fairy 1, Tome of Legends R" in text
    assert "Illusion: Witch's Soldier" in text
    assert "Blade Fairy (Story, yellow orb, cost YBXX, 3 points)" in text
    assert "rescued 1/5: [Owl Fairy], [Comet Fairy]" in text
    assert "scratches: 2" in text
    assert "; top: Soldier" in text
    assert "player_0: explore, Magic Break, a Fairy's power, or withdraw   [Magic Breaks left: 1]" in text


def test_text_for_a_player_does_not_depend_on_what_is_hidden():
    state = GAME.new(seed=5, num_players=3)
    while not GAME.over(state):
        for seat in range(3):
            assert GAME.describe(GAME.resample(state, seat, 1), seat) == GAME.describe(state, seat)
        GAME.apply(state, GAME.legal_actions(state)[-1])


def test_text_with_everything_shown_names_the_hidden_order():
    players = [{"fairies": ["Owl"], "box": "Comet"}, {"fairies": ["Thorn"]}]
    state = position(players=players, human_deck=["Knight", "Soldier"])
    assert "Human deck from the top: Knight, Soldier" in GAME.describe(state)
    assert "player_0 put back: Comet Fairy" in GAME.describe(state)
    assert "from the top" not in GAME.describe(state, 0)


@pytest.mark.parametrize(
    "score, letter", [(13, ""), (14, "C"), (16, "C"), (17, "B"), (19, "B"), (20, "A"), (23, "A"), (24, "S")]
)
def test_ranks(score, letter):
    assert rank(score) == letter
    assert ENDINGS[letter]


def test_the_ending_of_a_solo_game_is_told():
    state = position(phase="end", fairies=["Lance", "Owl", "Mist", "Thorn", "Flower", "Flower"], points=21)
    assert "Rank A" in GAME.describe(state, 0)


def test_every_fairy_has_a_line_with_all_that_stands_on_it():
    for number, fairy in enumerate(FAIRIES, start=1):
        assert fairy.name in fairy_line(number)
        assert fairy.text in fairy_line(number)


def test_positions_can_be_saved_and_go_on():
    state = play(position(fairies=["Comet"], human=["Soldier"]), "use Comet Fairy", "lay Human")
    again = GAME.state_from_bytes(GAME.state_to_bytes(state))
    assert again.tobytes() == state.tobytes()
    assert play(again, "explore Human").tobytes() == play(state, "explore Human").tobytes()
