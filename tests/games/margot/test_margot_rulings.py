"""The numbered rulings of RULES.md, one by one."""

import numpy as np
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
    village,
)

from unicorn_envs.games.margot.cards import CASTLE_CARDS

NOTHING_TO_HAVE = ["Rose", "Comet", "Blade"]
"""A row that nobody can afford with the orbs of these positions."""


def whole_castle(castle):
    """All cards of a castle, its enemies disabled."""
    return [
        f"({card.name})" if card.scratch else card.name for card in CASTLE_CARDS[castle] for _ in range(card.copies)
    ]


# 1


def test_ruling_01_choices_are_made_one_after_another():
    state = position(fairies=["Hound"], human=["Knight"], witch=["Soldier", "Soldier"], auto_single=False)
    assert may(state, "explore Human", "explore Witch's", "magic break Human", "magic break Witch's", "withdraw")
    play(state, "magic break Witch's")
    assert legal(state) == ["enemy Witch's Soldier"]  # not taken back
    play(state, "enemy Witch's Soldier")
    assert legal(state) == ["enemy Witch's Soldier", "done"]
    play(state, "done", "use Hound Fairy")
    assert legal(state) == ["lay Human", "lay Witch's"]


def test_ruling_01_an_empty_castle_deck_cannot_be_explored():
    state = position(fairies=["Lance"], human=whole_castle(HUMAN))
    assert int(state["deck_size"][0, HUMAN]) == 0
    assert legal(state) == ["explore Witch's", "withdraw"]


# 2


def test_ruling_02_the_total_counts_both_villages_and_scratch_fairies():
    state = position(fairies=["Magpie", "Comet"], human=["Magpie", "Soldier", "(Knight)"], witch=["Comet", "Soldier"])
    assert scratches(state) == 4


def test_ruling_02_at_five_no_tool_may_be_used_in_between():
    state = position(
        fairies=["Lance", "Flower"], human=["Knight", "Knight"], human_deck=["Soldier"], row=NOTHING_TO_HAVE,
        auto_single=False,
    )  # fmt: skip
    play(state, "explore Human")
    assert legal(state) == ["take Flower Fairy"]


# 3


def test_ruling_03_the_penalty_interrupts_a_scratch_fairy_before_its_power():
    state = position(
        fairies=["Comet", "Thorn"], human=["Knight"], witch=["Knight"], magic_breaks=0, auto_single=False,
    )  # fmt: skip
    play(state, "use Comet Fairy", "lay Human")
    assert penalised(state)
    assert int(state["magic_breaks"][0]) == 0


def test_ruling_03_a_scratch_fairy_is_no_enemy():
    state = position(fairies=["Comet", "Flower", "Wisp"], human=["Comet"])
    assert legal(state) == ["explore Human", "explore Witch's", "withdraw"]


# 4


def test_ruling_04_the_loss_is_taken_from_the_village_of_the_last_card():
    state = position(
        fairies=["Lance"], human=["Tome of Legends"], witch=["Fae Melodies", "Knight", "Knight"],
        witch_deck=["Sorceress"], auto_single=False,
    )  # fmt: skip
    play(state, "explore Witch's")
    assert legal(state) == ["lose blue", "lose yellow"]  # the Sorceress who came last counts too
    play(state, "lose yellow")
    assert village(state, WITCH)[-1] == "(Sorceress)"


def test_ruling_04_a_story_fairy_can_be_lost():
    state = position(
        fairies=["Rose"], human=["Soldier", "Rose", "Knight"], human_deck=["Knight"], auto_single=False,
    )  # fmt: skip
    play(state, "explore Human", "lose red")
    assert village(state, HUMAN) == ["Soldier", "(Rose Fairy)", "Knight", "Knight"]


def test_ruling_04_without_a_valid_orb_in_that_village_nothing_is_lost():
    state = position(
        fairies=["Lance"], human=["Tome of Legends"], witch=["Knight", "Knight"], witch_deck=["Soldier"],
        row=["Lantern", "Rose", "Comet"],
    )  # fmt: skip
    play(state, "explore Witch's")
    assert orbs(state) == "R"
    assert may(state, "take Lantern Fairy")


def test_ruling_04_all_others_score_and_in_solo_nobody():
    table = {"human": ["Knight", "Knight"], "human_deck": ["Soldier"], "row": NOTHING_TO_HAVE}
    state = position(players=[{"fairies": ["Lance"]}, {"fairies": ["Owl"]}], seat=1, **table)
    assert points(play(state, "explore Human")) == [2, 1]
    assert points(play(position(fairies=["Lance"], **table), "explore Human")) == [1]


# 5


def test_ruling_05_disabled_cards_have_no_orb_no_scratch_and_no_effect():
    state = position(
        fairies=["Thorn", "Flower"], human=["(Soldier)", "(Fairytale Sword)"],
        witch=["Fae Melodies", "(Witch of Ridicule)"],
    )  # fmt: skip
    assert scratches(state) == 0
    assert orbs(state) == "B"
    assert not may(state, "use Flower Fairy")


def test_ruling_05_orbs_spent_in_a_rescue_are_disabled():
    state = position(
        phase="rescue", fairies=["Lance"], points=23, row=["Owl", "Comet", "Blade"],
        human=["Fae Melodies", "Tome of Legends"],
    )  # fmt: skip
    play(state, "take Owl Fairy")
    assert village(state, HUMAN) == ["(Fae Melodies)", "Tome of Legends"]


# 6


def test_ruling_06_magic_break_may_leave_enemies_active():
    state = position(fairies=["Thorn"], human=["Sorceress", "Knight"])
    play(state, "magic break Human")
    assert legal(state) == ["enemy Human Knight", "enemy Human Sorceress"]  # zero picks is not offered
    play(state, "enemy Human Knight", "done")
    assert village(state, HUMAN) == ["Sorceress", "(Knight)"]
    assert orbs(state) == "P"


def test_ruling_06_a_village_without_a_legal_enemy_is_not_offered():
    state = position(fairies=["Thorn"], human=["Unyielding King", "Tome of Legends"], witch=["(Knight)"])
    assert legal(state) == ["explore Human", "explore Witch's", "withdraw"]


# 7


def test_ruling_07_cards_in_the_illusion_do_not_count_and_are_not_in_the_deck():
    state = position(
        fairies=["Lance", "Mist", "Wisp"], used=["Mist"], witch=["Fae Melodies"],
        illusion=["Human Knight", "Witch's Witch of Ridicule", "Wisp"],
    )  # fmt: skip
    assert scratches(state) == 0
    assert orbs(state) == "B"
    assert [int(n) for n in seen(state)["deck"].sum(axis=1)] == [19, 18]
    assert not may(state, "use Lance Fairy")


def test_ruling_07_a_boss_put_into_the_illusion_is_not_countered():
    state = position(fairies=["Mist", "Tide"], witch=["Vivian's Wand"], human_deck=["Unyielding King"])
    play(state, "use Mist Fairy", "castle Human")
    assert village(state, WITCH) == ["Vivian's Wand"]
    play(state, "use Tide Fairy")  # the King is the only card there, and may be returned
    assert seen(state)["deck"][HUMAN].sum() == 20


# 8


def test_ruling_08_a_story_fairy_stays_when_its_need_is_gone():
    state = position(fairies=["Rose", "Flower"], human=["Soldier"])
    play(state, "use Rose Fairy", "use Flower Fairy")
    assert village(state, HUMAN) == ["(Soldier)", "Rose Fairy"]
    assert orbs(state) == "R"


def test_ruling_08_a_story_fairy_may_be_laid_under_ridicule_and_is_not_valid_there():
    state = position(fairies=["Blade"], witch=["Witch of Ridicule"])
    play(state, "use Blade Fairy", "lay Witch's")
    assert orbs(state) == ""
    play(state, "magic break Witch's")
    assert orbs(state) == "Y"


def test_ruling_08_it_counts_as_an_orb_for_paying_and_for_left_overs():
    table = {"phase": "rescue", "fairies": ["Rose"], "points": 0, "human": ["Soldier", "Rose", "Fae Melodies"]}
    state = position(row=["Lance", "Comet", "Blade"], **table)
    assert points(play(state, "take Lance Fairy")) == [1]  # its orb is the only red one
    assert points(position(row=["Hound", "Comet", "Blade"], **table)) == [1]  # a point for the two orbs left over


# 9


def test_ruling_09_action_fairies_are_disabled_after_use_and_active_again_next_turn():
    state = position(fairies=["Lance", "Wisp"], human=["Knight", "Soldier"], row=NOTHING_TO_HAVE)
    play(state, "use Lance Fairy", "use Wisp Fairy")
    assert seen(state)["ready"].sum() == 0
    play(state, "withdraw")
    assert list(seen(state)["ready"]) == list(seen(state)["owned"])


# 10


def test_ruling_10_the_chariot_cannot_be_declined():
    state = position(phase="start", fairies=["Chariot"])
    assert legal(state) == ["castle Human", "castle Witch's"]


def test_ruling_10_the_chariot_needs_no_counter_and_a_boss_stays_disabled():
    state = play(position(phase="start", fairies=["Chariot"], witch_deck=["Witch of Ridicule"]), "castle Witch's")
    assert village(state, WITCH) == ["(Witch of Ridicule)"]
    assert not may(state, "magic break Witch's")


def test_ruling_10_only_its_owner_has_an_auto_power():
    players = [{"fairies": ["Shield"]}, {"fairies": ["Lance"]}]
    assert scratches(position(players=players, seat=0, human=["Knight"])) == 1
    assert scratches(position(players=players, seat=1, human=["Knight"])) == 2


# 11


def test_ruling_11_the_flower_fairy_may_always_be_taken():
    state = position(phase="rescue", fairies=["Lance"], human=["Fae Melodies"], row=["Owl", "Comet", "Blade"])
    assert legal(state) == ["take Owl Fairy", "take Flower Fairy"]
    assert fairies(play(state, "take Flower Fairy")) == ["Lance Fairy", "Flower Fairy"]


def test_ruling_11_there_is_a_rescue_after_a_penalty_too():
    state = position(
        fairies=["Thorn"], human=["Fae Melodies", "Knight", "Knight"], human_deck=["Soldier"],
        row=["Owl", "Comet", "Blade"],
    )  # fmt: skip
    play(state, "explore Human", "take Owl Fairy")
    assert fairies(state) == ["Thorn Fairy", "Owl Fairy"]


def test_ruling_11_only_the_cost_is_paid():
    state = position(
        phase="rescue", fairies=["Lance"], points=0, row=["Owl", "Comet", "Blade"],
        human=["Fae Melodies", "Fae Melodies", "Tome of Legends"],
    )  # fmt: skip
    assert points(play(state, "take Owl Fairy")) == [1 + 1]


# 12


def test_ruling_12_the_row_shrinks_with_an_empty_fairy_deck():
    players = [
        {"fairies": ["Chariot", "Shield", "Lantern"], "box": "Thorn", "points": 5},
        {"fairies": ["Artificial-Flower", "Lance", "Rose"], "box": "Owl"},
        {"fairies": ["Mist", "Wisp", "Tide", "Chronicler"], "box": "Mirror"},
        {"fairies": ["Harp", "Leaf", "Blade", "Flower"], "box": "Crystal"},
    ]
    state = position(
        players=players, phase="rescue", row=["Hound", "Magpie", "Comet"],
        human=["Tome of Legends", "Tome of Legends", "Tome of Legends"],
    )  # fmt: skip
    assert int(state["fairy_deck_size"][0]) == 0
    play(state, "take Hound Fairy")
    assert row(state) == ["Magpie Fairy", "Comet Fairy"]


# 13


def test_ruling_13_24_points_end_the_game_on_somebody_elses_turn():
    state = position(
        players=[{"fairies": ["Lance"]}, {"fairies": ["Thorn"], "points": 23}],
        human=["Knight", "Knight"], human_deck=["Soldier"],
    )  # fmt: skip
    play(state, "explore Human")
    assert GAME.over(state)
    assert list(GAME.returns(state)) == [-1.0, 1.0]


LAST_FLOWER = [
    {"fairies": ["Lance", *["Flower"] * 3], "points": 5},
    {"fairies": ["Owl", *["Flower"] * 3], "points": 5},
    {"fairies": ["Mist", *["Flower"] * 3], "points": 5},
]
"""Nine Flower Fairies are rescued."""


def test_ruling_13_the_last_flower_ends_the_game_at_once_and_left_overs_are_not_booked():
    state = position(players=LAST_FLOWER, human=["Tome of Legends", "Tome of Legends"], row=NOTHING_TO_HAVE)
    play(state, "withdraw")
    assert GAME.over(state)
    assert points(state) == [5, 5, 5]
    assert list(GAME.returns(state)) == [0.0, 0.0, 0.0]


def test_ruling_13_not_even_with_the_chronicler():
    players = [{"fairies": ["Chronicler", *["Flower"] * 3], "points": 4}, *LAST_FLOWER[1:]]
    state = position(players=players, human=["Tome of Legends"] * 3, row=NOTHING_TO_HAVE)
    play(state, "withdraw")
    assert points(state) == [4, 5, 5]
    assert list(GAME.returns(state)) == [-1.0, 0.5, 0.5]


def test_ruling_13_another_fairy_is_booked_with_its_left_overs_while_one_flower_is_left():
    players = [*LAST_FLOWER[:2], {"fairies": ["Thorn", *["Flower"] * 3], "points": 5}]
    state = position(
        phase="rescue", players=players, row=["Mist", "Comet", "Blade"],
        human=["Fae Melodies", "Tome of Legends", "Tome of Legends", "Tome of Legends"], witch=["Portrait of Paradise"],
    )  # fmt: skip
    play(state, "take Mist Fairy")
    assert not GAME.over(state)
    assert points(state) == [5 + 2 + 1, 5, 5]


# 14


def test_ruling_14_the_solo_game_has_five_turns():
    for seed in range(20):
        state = GAME.new(seed=seed)
        GAME.play_random(state, seed=seed)
        assert len(fairies(state)) == 6 or points(state)[0] >= 24


# 15: test_margot_observation.py


# 16


def test_ruling_16_a_countered_boss_causes_no_check_and_the_explore_is_used_up():
    state = position(
        fairies=["Thorn"], human=["Fairytale Sword", "Knight"], witch=["Knight"], witch_deck=["Witch of Ridicule"],
    )  # fmt: skip
    play(state, "explore Witch's")
    assert not penalised(state)
    assert scratches(state) == 4


def test_ruling_16_ridicule_comes_before_the_penalty():
    state = position(
        fairies=["Lance"], witch=["Fae Melodies", "Knight"], witch_deck=["Witch of Ridicule"],
        row=["Owl", "Comet", "Blade"], auto_single=False,
    )  # fmt: skip
    play(state, "explore Witch's")
    assert legal(state) == ["take Flower Fairy"]  # nothing valid to lose, nothing to pay with
    assert village(state, WITCH) == ["Fae Melodies", "Knight", "Witch of Ridicule"]


# 17


def test_ruling_17_powers_need_a_target_when_they_are_offered():
    state = position(fairies=["Flower", "Lance", "Wisp", "Tide", "Hound"])
    assert legal(state) == ["explore Human", "explore Witch's", "withdraw"]


def test_ruling_17_owl_and_mist_need_a_castle_deck_that_is_not_empty():
    state = position(fairies=["Owl", "Mist"], human=whole_castle(HUMAN), witch_deck=["Soldier"], auto_single=False)
    play(state, "use Owl Fairy")
    assert legal(state) == ["castle Witch's", "leave"]
    play(state, "leave", "use Mist Fairy")
    assert legal(state) == ["castle Witch's"]
    state = position(fairies=["Owl", "Mist"], human=whole_castle(HUMAN), witch=whole_castle(WITCH), auto_single=False)
    assert legal(state) == ["withdraw"]


def test_ruling_17_magpie_needs_a_story_in_the_deck_of_that_village():
    stories = [name for name in whole_castle(HUMAN) if not name.startswith("(")]
    state = position(fairies=["Magpie"], human=stories, auto_single=False)
    play(state, "use Magpie Fairy")
    assert legal(state) == ["lay Witch's"]


def test_ruling_17_comet_is_always_offered_and_gives_two_in_all():
    state = position(fairies=["Comet"])
    play(state, "use Comet Fairy", "lay Human")
    assert int(seen(state)["magic_breaks"][0]) == 2


# 18


def test_ruling_18_what_the_needs_count():
    assert may(position(fairies=["Blade", "Comet"], human=["Comet", "Knight"]), "use Blade Fairy")
    assert may(position(fairies=["Harp"], human=["Sorceress", "Tome of Legends"]), "use Harp Fairy")
    assert may(position(fairies=["Leaf"], human=["(Knight)"]), "use Leaf Fairy")
    assert may(position(fairies=["Crystal"], human=["(Unyielding King)"], witch=["(Soldier)"]), "use Crystal Fairy")


def test_ruling_18_cards_in_the_illusion_are_no_disabled_enemies():
    state = position(fairies=["Crystal", "Wisp"], illusion=["Human Knight", "Wisp"], human=["(Soldier)"])
    assert not may(state, "use Crystal Fairy")


# 19


def test_ruling_19_each_colour_and_the_number_must_be_there():
    table = {"phase": "rescue", "fairies": ["Thorn"], "row": ["Mist", "Comet", "Blade"], "auto_single": False}
    enough = {"human": ["Fae Melodies", "Tome of Legends"], "witch": ["Portrait of Paradise"]}
    assert may(position(**enough, **table), "take Mist Fairy")
    assert not may(position(human=["Fae Melodies"], witch=["Portrait of Paradise"], **table), "take Mist Fairy")
    assert not may(position(human=["Fae Melodies", "Fae Melodies", "Tome of Legends"], **table), "take Mist Fairy")


def test_ruling_19_a_sorceress_pays():
    state = position(phase="rescue", fairies=["Lance"], row=["Wisp", "Rose", "Blade"],
                     human=["Sorceress", "Tome of Legends", "Tome of Legends"])  # fmt: skip
    assert may(state, "take Wisp Fairy")


# 20


def test_ruling_20_chronicler_counts_for_the_left_overs_of_the_same_turn():
    state = position(
        phase="rescue", fairies=["Thorn"], points=0, row=["Chronicler", "Comet", "Blade"],
        human=["Tome of Legends", "Fae Melodies", "Fae Melodies"], witch=["Portrait of Paradise"],
    )  # fmt: skip
    assert points(play(state, "take Chronicler Fairy")) == [2 + 1]


def test_ruling_20_lantern_does_not_help_with_its_own_cost():
    state = position(phase="rescue", fairies=["Thorn"], row=["Lantern", "Comet", "Blade"], auto_single=False)
    assert legal(state) == ["take Flower Fairy"]


# 21


def test_ruling_21_at_a_penalty_all_others_are_booked_before_24_is_looked_for():
    state = position(
        players=[{"fairies": ["Lance"]}, {"fairies": ["Thorn"], "points": 23}, {"fairies": ["Owl"], "points": 23}],
        human=["Knight", "Knight"], human_deck=["Soldier"], row=NOTHING_TO_HAVE,
    )  # fmt: skip
    play(state, "explore Human")
    assert points(state) == [1, 24, 24]
    assert fairies(state, 0) == ["Lance Fairy"]  # no rescue any more
    assert list(GAME.returns(state)) == [-1.0, 0.5, 0.5]


def test_ruling_21_with_24_through_the_fairy_left_overs_are_not_booked():
    state = position(
        phase="rescue", fairies=["Lance"], points=23, row=["Owl", "Comet", "Blade"],
        human=["Fae Melodies", "Tome of Legends", "Tome of Legends"],
    )  # fmt: skip
    play(state, "take Owl Fairy")
    assert points(state) == [24]
    assert row(state) == ["Blade Fairy", "Comet Fairy"]


def test_ruling_21_the_last_flower_ends_the_game_where_24_points_after_the_fairy_would():
    """Left-overs that would have made 24 points are not booked, and nobody else's turn comes."""
    players = [{**LAST_FLOWER[0], "points": 23}, *LAST_FLOWER[1:]]
    state = position(players=players, human=["Tome of Legends", "Tome of Legends"], row=NOTHING_TO_HAVE)
    play(state, "withdraw")
    assert points(state) == [23, 5, 5]
    assert list(GAME.returns(state)) == [1.0, -0.5, -0.5]
    assert int(state["player"][0]) == 0
    assert village(state, HUMAN) == ["Tome of Legends", "Tome of Legends"]


def test_ruling_21_24_through_left_overs():
    state = position(
        phase="rescue", fairies=["Lance"], points=23, row=NOTHING_TO_HAVE, human=["Tome of Legends", "Tome of Legends"],
    )  # fmt: skip
    assert GAME.over(state)
    assert points(state) == [24]


# 22


def test_ruling_22_each_sees_only_the_own_two_and_all_are_shown_together():
    state = position(phase="choice", players=[{"pair": ["Harp", "Rose"]}, {"pair": ["Leaf", "Blade"]}])
    assert legal(state) == ["take Harp Fairy", "take Rose Fairy"]
    assert seen(state, 1)["pair"].sum() == 2
    play(state, "take Rose Fairy")
    assert fairies(state, 0) == []
    assert seen(state, 1)["rival_1_owned"].sum() == 0
    assert seen(state, 1)["rival_1_chosen"][0] == 1
    assert row(state) == []
    play(state, "take Blade Fairy")
    assert fairies(state, 0) == ["Rose Fairy"]
    assert fairies(state, 1) == ["Blade Fairy"]
    assert len(row(state)) == 3


def test_ruling_22_the_first_player_is_drawn_evenly():
    first = [0, 0, 0]
    for seed in range(150):
        state = GAME.new(seed=seed, num_players=3)
        for _ in range(3):
            GAME.apply(state, GAME.legal_actions(state)[0])
        first[GAME.seat(state)] += 1
    assert min(first) > 30


# 23


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_ruling_23_at_most_five_turns_each_and_never_truncated(players):
    for seed in range(25):
        state = GAME.new(seed=seed, num_players=players)
        GAME.play_random(state, seed=seed)
        assert GAME.over(state)
        assert not GAME.truncated(state)
        assert max(len(fairies(state, p)) for p in range(players)) <= 6
        assert max(points(state)) <= 36


# 24


def test_ruling_24_solo_returns():
    table = {"phase": "end", "fairies": ["Lance", "Owl", "Mist", "Thorn", "Flower", "Flower"]}
    assert GAME.returns(position(points=13, **table))[0] == pytest.approx(13 / 24)
    assert GAME.returns(position(points=13, reward="win", **table))[0] == 0
    assert GAME.returns(position(points=14, reward="win", **table))[0] == 1


def test_ruling_24_returns_are_not_capped():
    state = position(
        phase="rescue", fairies=["Lance"], points=23, row=NOTHING_TO_HAVE,
        human=["Tome of Legends"] * 3 + ["Fae Melodies"],
    )  # fmt: skip
    assert GAME.returns(state)[0] == pytest.approx(25 / 24)


@pytest.mark.parametrize(
    "scores, returns", [((9, 5, 5), (1, -0.5, -0.5)), ((9, 9, 5), (0.5, 0.5, -1)), ((9, 9, 9), (0, 0, 0))]
)
def test_ruling_24_winners_share_plus_one_and_losers_minus_one(scores, returns):
    six = [["Lance", "Owl"], ["Mist", "Thorn"], ["Rose", "Harp"]]
    extra = [["Leaf"], ["Blade"], ["Comet"]]
    players = [
        {"fairies": [*a, *b, "Flower", "Flower", "Flower"], "points": score} for a, b, score in zip(six, extra, scores)
    ]
    state = position(phase="end", seat=2, players=players)
    assert GAME.over(state)
    assert np.allclose(GAME.returns(state), returns)
    assert GAME.returns(state).sum() == pytest.approx(0)


# 25


def test_ruling_25_a_single_answer_is_not_asked_unless_wanted():
    table = {"fairies": ["Lance"], "human": ["Knight"]}
    assert village(play(position(**table), "use Lance Fairy"), HUMAN) == ["(Knight)"]
    state = play(position(auto_single=False, **table), "use Lance Fairy")
    assert legal(state) == ["enemy Human Knight"]


def test_ruling_25_what_may_be_declined_has_two_answers():
    state = position(fairies=["Owl"], human=whole_castle(HUMAN), witch_deck=["Soldier"])
    play(state, "use Owl Fairy")
    assert legal(state) == ["castle Witch's", "leave"]


def test_ruling_25_with_nothing_but_withdraw_the_turn_goes_on_by_itself():
    state = position(
        fairies=["Lance"], human=whole_castle(HUMAN), witch=whole_castle(WITCH), magic_breaks=0,
        row=["Owl", "Rose", "Comet"],
    )  # fmt: skip
    assert may(state, "take Owl Fairy")


def test_ruling_25_equal_cards_are_one_choice():
    state = position(fairies=["Thorn", "Flower"], human=["Soldier", "Soldier"], witch=["Soldier"])
    play(state, "use Flower Fairy")
    assert legal(state) == ["enemy Human Soldier", "enemy Witch's Soldier"]
