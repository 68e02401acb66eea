"""Every Fairy, in a position that shows what it does."""

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

from unicorn_envs.games.margot.cards import FAIRIES, FLOWERS, FairyKind

TABLE = {
    "Chariot Fairy": (FairyKind.AUTO, "RXX", 2),
    "Shield Fairy": (FairyKind.AUTO, "BBX", 2),
    "Lantern Fairy": (FairyKind.AUTO, "X", 1),
    "Chronicler Fairy": (FairyKind.AUTO, "RGB", 2),
    "Thorn Fairy": (FairyKind.AUTO, "G", 1),
    "Artificial-Flower Fairy": (FairyKind.ACTION, "X", 1),
    "Lance Fairy": (FairyKind.ACTION, "RX", 1),
    "Owl Fairy": (FairyKind.ACTION, "B", 1),
    "Mist Fairy": (FairyKind.ACTION, "GBX", 2),
    "Wisp Fairy": (FairyKind.ACTION, "PXX", 2),
    "Tide Fairy": (FairyKind.ACTION, "GGX", 2),
    "Mirror Fairy": (FairyKind.ACTION, "YXX", 2),
    "Harp Fairy": (FairyKind.STORY, "RRX", 2),
    "Rose Fairy": (FairyKind.STORY, "GGB", 2),
    "Leaf Fairy": (FairyKind.STORY, "RBX", 2),
    "Blade Fairy": (FairyKind.STORY, "YBXX", 3),
    "Crystal Fairy": (FairyKind.STORY, "PRXX", 3),
    "Hound Fairy": (FairyKind.SCRATCH, "RXX", 2),
    "Magpie Fairy": (FairyKind.SCRATCH, "RGBX", 3),
    "Comet Fairy": (FairyKind.SCRATCH, "YPX", 3),
    "Flower Fairy": (FairyKind.ACTION, "", 0),
}  # fmt: skip
ROOM_FOR_ALL = {"human_deck": ["Tome of Legends"], "witch_deck": ["Soldier"]}


def test_the_table_of_fairies():
    assert {f.name: (f.kind, f.cost, f.points) for f in FAIRIES} == TABLE
    assert sum(f.points for f in FAIRIES) == 39
    assert FLOWERS == 10


@pytest.mark.parametrize(
    "fairy_name, letter", [("Harp", "B"), ("Rose", "R"), ("Leaf", "G"), ("Blade", "Y"), ("Crystal", "P")]
)
def test_story_fairies_have_an_orb_each(fairy_name, letter):
    assert next(f.orb for f in FAIRIES if f.name == f"{fairy_name} Fairy") == letter


def test_only_mist_wisp_and_tide_use_the_illusion():
    assert [f.name for f in FAIRIES if f.fantasy] == ["Mist Fairy", "Wisp Fairy", "Tide Fairy"]


# Auto


def test_chariot_fairy_turns_over_a_card_before_the_first_action():
    state = position(phase="start", fairies=["Chariot"], human_deck=["Tome of Legends"])
    assert legal(state) == ["castle Human", "castle Witch's"]
    play(state, "castle Human")
    assert village(state, HUMAN) == ["Tome of Legends"]
    assert may(state, "explore Human", "withdraw")


@pytest.mark.parametrize("enemy", ["Soldier", "Knight", "Sorceress", "Unyielding King"])
def test_chariot_fairy_brings_enemies_in_disabled(enemy):
    state = play(position(phase="start", fairies=["Chariot"], human_deck=[enemy]), "castle Human")
    assert village(state, HUMAN) == [f"({enemy})"]
    assert scratches(state) == 0
    assert orbs(state) == ""


def test_shield_fairy_makes_active_knights_cause_one_scratch():
    knights = {"human": ["Knight", "Knight", "(Knight)"], "witch": ["Soldier"]}
    assert scratches(position(fairies=["Shield"], **knights)) == 3
    with pytest.raises(ValueError, match="five scratches"):
        position(fairies=["Thorn"], **knights)


def test_shield_fairy_leaves_the_printed_number_to_other_cards():
    state = position(fairies=["Shield", "Lance", "Flower"], human=["Knight"])
    assert may(state, "use Lance Fairy")
    assert not may(state, "use Flower Fairy")


def test_lantern_fairy_stands_in_for_one_colour():
    table = {"human": ["Tome of Legends", "Tome of Legends", "Fae Melodies"], "row": ["Chronicler", "Rose", "Owl"]}
    assert not may(position(phase="rescue", fairies=["Thorn"], **table), "take Chronicler Fairy")
    state = position(phase="rescue", fairies=["Lantern"], **table)
    assert may(state, "take Chronicler Fairy")  # green is missing
    assert not may(state, "take Rose Fairy")  # two greens are missing


def test_lantern_fairy_does_not_save_an_orb():
    state = position(
        phase="rescue", fairies=["Lantern"], human=["Tome of Legends", "Fae Melodies"],
        row=["Chronicler", "Owl", "Thorn"],
    )  # fmt: skip
    assert not may(state, "take Chronicler Fairy")


@pytest.mark.parametrize("fairy_name, gained", [("Chronicler", 2), ("Thorn", 1)])
def test_chronicler_fairy_rounds_left_overs_up(fairy_name, gained):
    stories = ["Tome of Legends", "Tome of Legends", "Tome of Legends"]
    state = position(phase="rescue", fairies=[fairy_name], points=0, human=stories, row=["Rose", "Blade", "Comet"])
    assert points(state) == [gained]  # the Flower Fairy was the only one to be had


def test_thorn_fairy_saves_the_story_from_the_penalty():
    table = {
        "human": ["Tome of Legends", "Knight", "Soldier"], "human_deck": ["Knight"], "row": ["Lance", "Owl", "Mist"],
        "auto_single": False,
    }  # fmt: skip
    assert legal(play(position(fairies=["Lantern"], **table), "explore Human")) == ["lose red"]
    state = play(position(fairies=["Thorn"], **table), "explore Human")
    assert "(Tome of Legends)" not in village(state, HUMAN)
    assert legal(state) == ["take Flower Fairy"]


def test_thorn_fairy_does_not_keep_the_others_from_scoring():
    state = position(
        players=[{"fairies": ["Thorn"]}, {"fairies": ["Lance"]}, {"fairies": ["Owl"]}],
        human=["Knight", "Knight"], human_deck=["Soldier"],
    )  # fmt: skip
    play(state, "explore Human")
    assert points(state) == [1, 2, 2]


# Action


@pytest.mark.parametrize("fairy_name", ["Flower", "Artificial-Flower"])
def test_flower_fairy_and_artificial_flower_fairy_disable_a_scratch_of_one(fairy_name):
    state = position(fairies=["Thorn", fairy_name], human=["Soldier", "Knight"], witch=["Soldier"])
    play(state, f"use {fairy_name} Fairy")
    assert legal(state) == ["enemy Human Soldier", "enemy Witch's Soldier"]
    play(state, "enemy Witch's Soldier")
    assert village(state, WITCH) == ["(Soldier)"]
    assert scratches(state) == 3
    assert not may(state, f"use {fairy_name} Fairy")


@pytest.mark.parametrize("fairy_name", ["Flower", "Artificial-Flower"])
def test_flower_fairies_do_nothing_to_a_scratch_of_two(fairy_name):
    state = position(fairies=["Thorn", fairy_name], human=["Knight", "Sorceress"])
    assert not may(state, f"use {fairy_name} Fairy")


def test_lance_fairy_disables_a_scratch_of_exactly_two():
    state = position(fairies=["Lance"], human=["Soldier", "Sorceress"])
    play(state, "use Lance Fairy")
    assert village(state, HUMAN) == ["Soldier", "(Sorceress)"]
    assert not may(position(fairies=["Lance"], witch=["Soldier", "Witch of Ridicule"]), "use Lance Fairy")


def test_owl_fairy_shows_both_top_cards_to_all():
    state = position(
        players=[{"fairies": ["Owl"]}, {"fairies": ["Thorn"]}],
        human_deck=["Knight", "Tome of Legends"], witch_deck=["Fae Melodies"],
    )  # fmt: skip
    play(state, "use Owl Fairy")
    assert legal(state) == ["castle Human", "castle Witch's", "leave"]
    for seat in (0, 1):
        assert [list(flags).index(1) for flags in seen(state, seat)["top"]] == [1, 6]
    play(state, "castle Human")
    assert top(state, HUMAN) == "Tome of Legends"
    for seat in (0, 1):
        assert not seen(state, seat)["top"][HUMAN].any()
        assert list(seen(state, seat)["under"][HUMAN][0]).index(1) == 1
        assert seen(state, seat)["top"][WITCH].any()


def test_owl_fairy_may_leave_both_cards():
    state = position(fairies=["Owl"], human_deck=["Knight"], witch_deck=["Fae Melodies"])
    play(state, "use Owl Fairy", "leave")
    assert (top(state, HUMAN), top(state, WITCH)) == ("Knight", "Fae Melodies")
    assert seen(state)["top"].sum() == 2


def test_mist_fairy_keeps_an_enemy_in_the_illusion():
    state = play(position(fairies=["Mist"], human_deck=["Knight"]), "use Mist Fairy", "castle Human")
    assert village(state, HUMAN) == []
    assert list(seen(state)["illusion"][HUMAN]) == [0, 1, 0, 0]
    assert scratches(state) == 0


def test_mist_fairy_moves_a_story_on_into_its_village():
    state = play(position(fairies=["Mist"], witch_deck=["Vivian's Wand"]), "use Mist Fairy", "castle Witch's")
    assert village(state, WITCH) == ["Vivian's Wand"]
    assert orbs(state) == "P"


def test_a_sorceress_in_the_illusion_is_no_orb():
    state = play(position(fairies=["Mist"], human_deck=["Sorceress"]), "use Mist Fairy", "castle Human")
    assert village(state, HUMAN) == []
    assert orbs(state) == ""


@pytest.mark.parametrize("enemy, scratch", [("Soldier", 1), ("Sorceress", 2), ("Witch of Ridicule", 3)])
def test_wisp_fairy_takes_an_enemy_of_any_scratch_into_the_illusion_with_it(enemy, scratch):
    state = position(fairies=["Wisp"], witch=[enemy])
    assert scratches(state) == scratch
    play(state, "use Wisp Fairy")
    assert village(state, WITCH) == []
    assert scratches(state) == 0
    assert seen(state)["illusion"][WITCH].sum() == 1
    assert seen(state)["illusion_fairy"][0] == 1
    assert not may(state, "use Wisp Fairy")


def test_tide_fairy_shuffles_an_enemy_back_into_its_deck():
    state = position(fairies=["Tide"], human=["Knight", "Tome of Legends"], known=["Human"])
    play(state, "use Tide Fairy")
    assert village(state, HUMAN) == ["Tome of Legends"]
    assert seen(state)["deck"][HUMAN].sum() == 19
    assert not seen(state)["top"].any()  # what was known of that deck is not any more


def test_tide_fairy_returns_a_card_from_the_illusion_even_the_king():
    state = position(
        fairies=["Tide", "Mist", "Mirror"], used=["Mist", "Mirror"], human=["Soldier"],
        illusion=["Human Unyielding King", "Witch's Witch of Ridicule"],
    )  # fmt: skip
    play(state, "use Tide Fairy")
    assert legal(state) == [
        "enemy Human Soldier", "illusion Witch's Witch of Ridicule", "illusion Human Unyielding King",
    ]  # fmt: skip
    play(state, "illusion Human Unyielding King")
    assert seen(state)["illusion"].sum() == 1
    assert seen(state)["deck"][HUMAN].sum() == 19


def test_mirror_fairy_readies_another_disabled_action_fairy():
    state = position(fairies=["Mirror", "Lance", "Owl"], used=["Lance", "Owl"], human=["Knight"])
    assert not may(state, "use Lance Fairy")
    play(state, "use Mirror Fairy")
    assert legal(state) == ["ready Lance Fairy", "ready Owl Fairy"]
    play(state, "ready Lance Fairy", "use Lance Fairy")
    assert village(state, HUMAN) == ["(Knight)"]
    assert not may(state, "use Mirror Fairy")


def test_mirror_fairy_readies_a_flower_fairy_too():
    state = position(fairies=["Mirror", "Flower", "Flower"], used=["Flower", "Flower"], human=["Soldier"])
    play(state, "use Mirror Fairy")
    assert may(state, "use Flower Fairy")


def test_mirror_fairy_readies_neither_itself_nor_a_wisp_in_the_illusion():
    state = position(fairies=["Mirror", "Wisp"], illusion=["Human Soldier", "Wisp"])
    assert not may(state, "use Mirror Fairy")
    assert not may(position(fairies=["Mirror"], used=["Mirror"]), "use Mirror Fairy")


# Story


def test_harp_fairy_needs_two_valid_orbs_in_its_village():
    state = position(fairies=["Harp"], human=["Tome of Legends"], witch=["Tome of Legends", "Sorceress"])
    play(state, "use Harp Fairy")  # a Sorceress counts; the Witch's Village is the only one
    assert village(state, WITCH) == ["Tome of Legends", "Sorceress", "Harp Fairy"]
    assert orbs(state) == "RRBY"


def test_harp_fairy_does_not_count_disabled_orbs():
    table = {"human": ["Tome of Legends", "(Fae Melodies)"], "witch": ["Fae Melodies"]}
    assert not may(position(fairies=["Harp"], **table), "use Harp Fairy")


def test_harp_fairy_counts_story_fairies():
    state = position(fairies=["Harp", "Rose"], human=["Tome of Legends", "Rose Fairy"])
    assert may(state, "use Harp Fairy")


def test_rose_fairy_needs_an_active_soldier_in_its_village():
    assert not may(position(fairies=["Rose"], human=["(Soldier)"], witch=["Knight"]), "use Rose Fairy")
    state = play(position(fairies=["Rose"], human=["(Soldier)"], witch=["Soldier"]), "use Rose Fairy")
    assert village(state, WITCH) == ["Soldier", "Rose Fairy"]
    assert orbs(state) == "R"


def test_leaf_fairy_needs_a_castle_card_and_no_active_enemy():
    assert not may(position(fairies=["Leaf"]), "use Leaf Fairy")
    state = position(fairies=["Leaf"], human=["(Soldier)"], witch=["Soldier", "Tome of Legends"])
    play(state, "use Leaf Fairy")  # a disabled castle card is enough
    assert village(state, HUMAN) == ["(Soldier)", "Leaf Fairy"]
    assert orbs(state, HUMAN) == "G"


def test_leaf_fairy_does_not_count_a_fairy_as_castle_card():
    assert not may(position(fairies=["Leaf", "Comet"], human=["Comet Fairy"]), "use Leaf Fairy")


def test_blade_fairy_needs_a_scratch_total_of_three():
    assert not may(position(fairies=["Blade"], human=["Knight"]), "use Blade Fairy")
    state = play(position(fairies=["Blade"], human=["Knight"], witch=["Soldier"]), "use Blade Fairy")
    assert legal(state) == ["lay Human", "lay Witch's"]
    assert orbs(play(state, "lay Human")) == "Y"


def test_blade_fairy_counts_the_scratch_total_with_shield_and_scratch_fairies():
    assert not may(position(fairies=["Blade", "Shield"], human=["Knight", "Soldier"]), "use Blade Fairy")
    assert may(position(fairies=["Blade", "Comet"], human=["Knight", "Comet"]), "use Blade Fairy")


def test_crystal_fairy_needs_two_disabled_enemies_in_both_villages_together():
    assert not may(position(fairies=["Crystal"], human=["(Soldier)", "(Tome of Legends)"]), "use Crystal Fairy")
    state = position(fairies=["Crystal"], human=["(Soldier)"], witch=["(Knight)"])
    assert orbs(play(state, "use Crystal Fairy", "lay Witch's"), WITCH) == "P"


def test_crystal_fairy_counts_what_the_chariot_brought_and_the_king():
    state = position(
        phase="start", fairies=["Chariot", "Crystal"], human_deck=["Unyielding King"], witch_deck=["Soldier"],
    )  # fmt: skip
    play(state, "castle Human", "explore Witch's", "magic break Witch's")
    assert may(state, "use Crystal Fairy")


# Scratch


def test_hound_fairy_causes_a_scratch_and_disables_a_two_or_a_three():
    state = position(fairies=["Hound"], human=["Soldier", "Knight"])
    play(state, "use Hound Fairy", "lay Witch's")
    assert village(state, WITCH) == ["Hound Fairy"]
    assert village(state, HUMAN) == ["Soldier", "(Knight)"]
    assert scratches(state) == 2
    assert not may(position(fairies=["Hound"], human=["Soldier"]), "use Hound Fairy")


def test_hound_fairy_reaches_either_village():
    state = position(fairies=["Hound"], human=["Knight"], witch=["Sorceress"], auto_single=False)
    play(state, "use Hound Fairy")
    assert legal(state) == ["lay Human", "lay Witch's"]
    assert penalised(play(state, "lay Human"))
    state = play(position(fairies=["Hound", "Shield"], human=["Knight"], witch=["Sorceress"]), "use Hound Fairy")
    assert legal(play(state, "lay Human")) == ["enemy Human Knight", "enemy Witch's Sorceress"]
    assert village(play(state, "enemy Witch's Sorceress"), WITCH) == ["(Sorceress)"]


def test_hound_fairy_may_disable_the_witch():
    state = play(position(fairies=["Hound"], witch=["Witch of Ridicule"]), "use Hound Fairy", "lay Witch's")
    assert village(state, WITCH) == ["(Witch of Ridicule)", "Hound Fairy"]
    assert scratches(state) == 1


def test_magpie_fairy_brings_the_next_story_of_that_castle():
    state = position(
        fairies=["Magpie"], human_deck=["Knight", "Unyielding King", "Fairytale Sword", "Tome of Legends"],
        known=["Human"],
    )  # fmt: skip
    play(state, "use Magpie Fairy", "lay Human")
    assert village(state, HUMAN) == ["Magpie Fairy", "Fairytale Sword"]
    assert scratches(state) == 1  # what was passed over has no effect
    assert seen(state)["deck"][HUMAN].sum() == 19
    assert not seen(state)["top"].any()  # the rest has been shuffled


def test_magpie_fairy_shuffles_the_whole_rest():
    tops = set()
    for seed in range(30):
        state = position(fairies=["Magpie"], human_deck=["Tome of Legends", "Knight"], seed=seed)
        tops.add(top(play(state, "use Magpie Fairy", "lay Human"), HUMAN))
    assert len(tops) > 3


def test_comet_fairy_allows_one_more_magic_break():
    state = position(fairies=["Comet"], human=["Soldier"], witch=["Knight"])
    play(state, "use Comet Fairy", "lay Human", "magic break Human", "magic break Witch's")
    assert village(state, HUMAN) == ["(Soldier)", "Comet Fairy"]
    assert village(state, WITCH) == ["(Knight)"]
    assert scratches(state) == 1  # Comet itself is no enemy
    assert not any(action.startswith("magic break") for action in legal(state))


def test_comet_fairy_after_the_first_magic_break_in_the_same_village():
    state = position(fairies=["Comet"], human=["Soldier"], human_deck=["Soldier"])
    play(state, "magic break Human", "explore Human")
    assert not may(state, "magic break Human")
    play(state, "use Comet Fairy", "lay Witch's", "magic break Human")
    assert village(state, HUMAN) == ["(Soldier)", "(Soldier)"]


# Rescuing each of them


@pytest.mark.parametrize("fairy", [f for f in FAIRIES if f.cost], ids=lambda f: f.name)
def test_a_fairy_is_rescued_for_its_cost_and_scores_its_points(fairy):
    names = {
        "R": ("human", "Tome of Legends"), "G": ("witch", "Portrait of Paradise"), "B": ("human", "Fae Melodies"),
        "Y": ("human", "Fairytale Sword"), "P": ("witch", "Vivian's Wand"), "X": ("witch", "Tome of Legends"),
    }  # fmt: skip
    table = {"human": [], "witch": []}
    for letter in fairy.cost:
        castle, card = names[letter]
        table[castle].append(card)
    *others, own = [f.name for f in FAIRIES[:20] if f.name != fairy.name]  # own: pays for nothing
    state = position(phase="rescue", fairies=[own], points=0, row=[fairy.name, *others[:2]], **table)
    play(state, f"take {fairy.name}")
    assert points(state) == [fairy.points]
    assert sorted(fairies(state)) == sorted([fairy.name, own])
    assert len(row(state)) == 3
    short = {castle: cards[:-1] if castle == names[fairy.cost[0]][0] else cards for castle, cards in table.items()}
    position_without = position(
        phase="rescue", fairies=[own], row=[fairy.name, *others[:2]], auto_single=False, **short,
    )  # fmt: skip
    assert not may(position_without, f"take {fairy.name}")


def test_flower_fairy_is_free():
    state = position(phase="rescue", fairies=["Thorn"], row=["Lance", "Owl", "Mist"])
    assert fairies(state) == ["Thorn Fairy", "Flower Fairy"]
    assert int(state["flowers"][0]) == 9
    assert points(state) == [1]
    assert GAME.seat(state) == 0
