"""The questions and answers of the rulebook, its two figures, and the course of a turn as it tells it."""

import pytest
from margot_helpers import (
    GAME,
    HUMAN,
    WITCH,
    fairies,
    legal,
    may,
    orbs,
    penalised,
    play,
    points,
    position,
    row,
    scratches,
    seen,
    top,
    village,
)


def test_q1_effects_are_not_combined_but_activated_one_after_the_other():
    state = position(fairies=["Flower", "Lance", "Hound"], human=["Knight"], witch=["Soldier"])
    play(state, "use Lance Fairy")  # whole, before anything else can be chosen
    assert village(state, HUMAN) == ["(Knight)"]
    assert may(state, "use Flower Fairy", "explore Human", "withdraw")


def test_q2_a_disabled_card_cannot_be_disabled_again():
    state = position(fairies=["Flower", "Lance"], human=["(Soldier)", "(Knight)"])
    assert legal(state) == ["explore Human", "explore Witch's", "withdraw"]


@pytest.mark.parametrize("fairy_name", ["Harp", "Rose", "Leaf", "Blade", "Crystal"])
def test_q3_a_story_fairy_needs_its_requirement(fairy_name):
    assert not may(position(fairies=[fairy_name]), f"use {fairy_name} Fairy")


@pytest.mark.parametrize("fairy_name", ["Hound", "Magpie", "Comet"])
def test_q4_a_scratch_fairy_may_hit_the_limit_and_the_penalty_comes_at_once(fairy_name):
    state = position(fairies=[fairy_name], human=["Knight", "Tome of Legends"], witch=["Knight"], auto_single=False)
    play(state, f"use {fairy_name} Fairy", "lay Human")
    assert penalised(state)
    assert legal(state) == ["lose red"]
    assert village(state, HUMAN) == ["Knight", "Tome of Legends", f"{fairy_name} Fairy"]  # it did nothing


def test_q5_the_fairytale_sword_puts_the_witch_back_without_effect_and_is_disabled():
    state = position(
        human=["Fairytale Sword"], witch=["Portrait of Paradise"], witch_deck=["Witch of Ridicule", "Soldier"],
        fairies=["Thorn"],
    )  # fmt: skip
    play(state, "explore Witch's")
    assert top(state, WITCH) == "Witch of Ridicule"
    assert village(state, HUMAN) == ["(Fairytale Sword)"]
    assert orbs(state) == "G"  # no Ridicule


def test_q5_vivians_wand_works_the_same_way_with_the_unyielding_king():
    state = position(witch=["Vivian's Wand", "Knight"], human_deck=["Unyielding King"], fairies=["Thorn"])
    play(state, "explore Human")
    assert top(state, HUMAN) == "Unyielding King"
    assert village(state, WITCH) == ["(Vivian's Wand)", "Knight"]
    assert scratches(state) == 2


def test_q6_the_sword_answers_any_turning_over_and_no_fairy_here_turns_over_an_active_boss():
    """Chariot brings the Witch in disabled, Mist not into a Village: the Sword is not needed and stays."""
    state = position(fairies=["Mist"], human=["Fairytale Sword"], witch_deck=["Witch of Ridicule"])
    play(state, "use Mist Fairy", "castle Witch's")
    assert village(state, HUMAN) == ["Fairytale Sword"]
    assert seen(state)["illusion"][WITCH].sum() == 1


def test_q7_two_flower_fairies_do_not_remove_two_scratches():
    state = position(fairies=["Thorn", "Flower", "Flower"], human=["Knight"])
    assert not may(state, "use Flower Fairy")


def test_figure_1_shows_four_scratches_and_one_story():
    state = position(human=["Soldier", "Soldier", "Tome of Legends"], witch=["Knight"], fairies=["Thorn"])
    assert scratches(state) == 4
    assert orbs(state) == "R"


def test_figure_2_shows_four_scratches_and_two_stories_because_of_the_witch():
    state = position(
        human=["Tome of Legends", "Fae Melodies", "Soldier"], witch=["Portrait of Paradise", "Witch of Ridicule"],
        fairies=["Thorn"],
    )  # fmt: skip
    assert scratches(state) == 4
    assert orbs(state) == "RB"


def test_set_up():
    state = GAME.new(seed=1, num_players=3)
    assert [int(n) for n in state["deck_size"][0]] == [20, 20]
    assert int(state["flowers"][0]) == 10
    for seat in range(3):
        assert GAME.seat(state) == seat
        first = legal(state)[0]
        play(state, first)
    assert [len(fairies(state, seat)) for seat in range(3)] == [1, 1, 1]
    assert len(row(state)) == 3
    assert int(state["fairy_deck_size"][0]) == 20 - 6 - 3
    assert points(state) == [int(seen(state, seat)["points"][0]) for seat in range(3)]


def test_the_score_begins_with_the_points_of_the_alter_ego():
    state = position(phase="choice", pair=["Magpie", "Thorn"])
    assert points(play(state, "take Magpie Fairy")) == [3]


def test_a_player_may_withdraw_at_once_and_still_rescues():
    state = play(position(fairies=["Thorn"], row=["Lance", "Owl", "Mist"]), "withdraw")
    assert fairies(state) == ["Thorn Fairy", "Flower Fairy"]


def test_the_penalty_in_order():
    state = position(
        players=[{"fairies": ["Lance"]}, {"fairies": ["Thorn"]}, {"fairies": ["Owl"]}],
        human=["Tome of Legends", "Fae Melodies", "Knight", "Knight"], human_deck=["Soldier"],
        row=["Lantern", "Rose", "Comet"],
    )  # fmt: skip
    play(state, "explore Human")
    assert legal(state) == ["lose red", "lose blue"]
    assert points(state) == [1, 1, 1]
    play(state, "lose blue")
    assert "(Fae Melodies)" in village(state, HUMAN)
    assert points(state) == [1, 2, 2]
    assert legal(state) == ["take Lantern Fairy", "take Flower Fairy"]


def test_scratches_of_both_villages_count_for_the_limit():
    state = position(human=["Knight"], witch=["Knight"], witch_deck=["Soldier"], fairies=["Thorn"], auto_single=False)
    assert penalised(play(state, "explore Witch's"))


def test_magic_break_disables_any_number_in_one_village_once_a_turn():
    state = position(human=["Soldier", "Soldier", "Tome of Legends"], witch=["Soldier"], fairies=["Thorn"])
    play(state, "magic break Human")  # the first of two equal Soldiers is no choice
    assert legal(state) == ["enemy Human Soldier", "done"]
    assert not may(play(state.copy(), "done"), "magic break Human")
    play(state, "enemy Human Soldier")
    assert village(state, HUMAN) == ["(Soldier)", "(Soldier)", "Tome of Legends"]
    assert not may(state, "magic break Witch's")


def test_left_over_stories_score_one_point_for_every_two():
    state = position(
        phase="rescue", fairies=["Lance"], row=["Owl", "Thorn", "Mist"],
        human=["Tome of Legends", "Tome of Legends", "Fae Melodies"], witch=["Portrait of Paradise", "Tome of Legends"],
    )  # fmt: skip
    play(state, "take Owl Fairy")  # pays blue, four are left
    assert points(state) == [1 + 1 + 2]


def test_a_rescued_fairy_of_the_row_is_replaced_at_once():
    state = position(
        phase="rescue", fairies=["Lance"], row=["Owl", "Thorn", "Mist"], fairy_deck=["Comet"], human=["Fae Melodies"],
    )  # fmt: skip
    assert row(play(state, "take Owl Fairy")) == ["Thorn Fairy", "Mist Fairy", "Comet Fairy"]


def test_at_the_end_of_a_turn_everything_goes_back():
    state = position(
        fairies=["Harp", "Wisp", "Flower"], used=["Flower"], illusion=["Human Knight", "Wisp"],
        human=["(Soldier)", "Tome of Legends", "Fae Melodies", "Harp"], row=["Rose", "Comet", "Blade"],
    )  # fmt: skip
    play(state, "withdraw")
    table = seen(state)
    assert table["deck"].sum() == 40
    assert table["illusion"].sum() == 0
    assert table["illusion_fairy"][0] == 0
    assert list(table["ready"]) == list(table["owned"])
    assert table["magic_breaks"][0] == 1
    assert (village(state, HUMAN), village(state, WITCH)) == ([], [])


def test_both_decks_are_shuffled_at_the_end_of_a_turn():
    orders = set()
    for seed in range(12):
        state = play(position(fairies=["Lance"], row=["Rose", "Comet", "Blade"], seed=seed), "withdraw")
        orders.add(state["deck"][0].tobytes())
    assert len(orders) == 12


def test_turns_go_clockwise():
    state = position(players=[{"fairies": ["Lance"]}, {"fairies": ["Owl"]}, {"fairies": ["Thorn"]}], seat=1)
    seats = []
    for _ in range(4):
        seats.append(GAME.seat(state))
        play(state, "withdraw")
    assert seats == [1, 2, 0, 1]


def test_the_game_ends_when_all_have_six_fairies():
    six = ["Flower"] * 4
    state = position(
        players=[{"fairies": ["Lance", *six]}, {"fairies": ["Owl", *six, "Thorn"], "points": 9}],
        row=["Rose", "Comet", "Blade"],
    )  # fmt: skip
    assert not GAME.over(state)
    play(state, "withdraw")
    assert GAME.over(state)
    assert list(GAME.returns(state)) == [-1.0, 1.0]


def test_the_game_ends_when_the_last_flower_fairy_is_rescued():
    three = ["Flower"] * 3
    state = position(
        players=[{"fairies": ["Lance", *three]}, {"fairies": ["Owl", *three]}, {"fairies": ["Mist", *three]}],
        row=["Rose", "Comet", "Blade"],
    )  # fmt: skip
    play(state, "withdraw")
    assert GAME.over(state)
    assert int(state["flowers"][0]) == 0


def test_the_game_ends_at_24_points():
    state = position(fairies=["Lance"], points=23, row=["Owl", "Comet", "Blade"], human=["Fae Melodies"])
    play(state, "withdraw", "take Owl Fairy")
    assert GAME.over(state)
    assert points(state) == [24]


def test_tied_players_share_the_victory():
    five = ["Flower"] * 4
    state = position(
        phase="end", seat=2,
        players=[
            {"fairies": ["Lance", "Owl", "Mist", "Thorn", "Flower", "Flower"], "points": 12},
            {"fairies": ["Rose", *five, "Comet"], "points": 12},
            {"fairies": ["Harp", "Leaf", "Blade", "Crystal", "Flower", "Hound"], "points": 11},
        ],
    )  # fmt: skip
    assert GAME.over(state)
    assert list(GAME.returns(state)) == [0.5, 0.5, -1.0]


@pytest.mark.parametrize("score, won, rank", [(13, False, ""), (14, True, "C"), (17, True, "B"), (20, True, "A")])
def test_solo_needs_14_points_and_is_ranked(score, won, rank):
    state = position(phase="end", fairies=["Lance", "Owl", "Mist", "Thorn", "Flower", "Flower"], points=score)
    assert GAME.over(state)
    assert GAME.outcome(state) == {"score": score, "won": won, "rank": rank}


def test_solo_rank_s_from_24_points():
    state = position(fairies=["Lance"], points=22, row=["Mist", "Comet", "Blade"],
                     human=["Fae Melodies", "Tome of Legends"], witch=["Portrait of Paradise"])  # fmt: skip
    play(state, "withdraw", "take Mist Fairy")
    assert GAME.outcome(state) == {"score": 24, "won": True, "rank": "S"}
