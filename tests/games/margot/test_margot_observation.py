"""Ruling 15: what a player knows, and what is redrawn because nobody can know it."""

from collections import Counter

import numpy as np
import pytest
from margot_helpers import GAME, HUMAN, WITCH, play, position, seen, top

import unicorn_envs
from tests.common import Choices, searched
from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.games.margot.cards import FAIRY_NAMES, KINDS

TWO = [{"fairies": ["Owl", "Flower"]}, {"fairies": ["Thorn", "Comet"]}]


def same_for(state, other, seat):
    return np.array_equal(GAME.observe(state, seat), GAME.observe(other, seat))


def test_villages_are_seen_in_order_with_what_is_disabled():
    state = position(fairies=["Harp"], human=["Soldier", "(Knight)", "Tome of Legends", "Fae Melodies", "Harp"])
    table = seen(state)
    assert list(table["village"][HUMAN][:6]) == [1, -2, 5, 7, KINDS + 1, 0]
    assert list(table["enemies"][HUMAN]) == [1, 0, 0, 0]
    assert list(table["disabled_enemies"][HUMAN]) == [0, 1, 0, 0]
    assert list(table["orbs"][HUMAN]) == [1, 0, 2, 0, 0]
    assert list(np.flatnonzero(table["laid"][HUMAN])) == [0]
    assert table["scratches"][0] == 1


def test_fairies_used_and_unused_of_every_player_are_public():
    state = position(players=TWO, human=["Soldier"])
    play(state, "use Flower Fairy")
    for seat, prefix in ((0, ""), (1, "rival_1_")):
        table = seen(state, seat)
        assert [FAIRY_NAMES[i + 1] for i in np.flatnonzero(table[prefix + "owned"])] == ["Owl Fairy", "Flower Fairy"]
        assert [FAIRY_NAMES[i + 1] for i in np.flatnonzero(table[prefix + "ready"])] == ["Owl Fairy"]


def test_the_decision_at_hand_is_public_with_the_power_that_asks():
    state = play(position(players=TWO, human=["Soldier"], witch=["Soldier"]), "use Flower Fairy")
    for seat in (0, 1):
        table = seen(state, seat)
        assert list(np.flatnonzero(table["prompt"])) == [5]
        assert FAIRY_NAMES[int(np.flatnonzero(table["power"])[0]) + 1] == "Flower Fairy"
    assert seen(state, 0)["acting"][0] == 1
    assert seen(state, 1)["rival_1_acting"][0] == 1


def test_pool_flowers_points_and_magic_breaks_are_public():
    state = position(players=TWO, seat=1, row=["Rose", "Mist", "Blade"], human=["Comet"], magic_breaks=2)
    for seat in (0, 1):
        table = seen(state, seat)
        in_row = [FAIRY_NAMES[i + 1] for i in np.flatnonzero(table["row"])]
        assert in_row == ["Mist Fairy", "Rose Fairy", "Blade Fairy"]
        assert table["flowers"][0] == 9
        assert table["magic_breaks"][0] == 2
    assert seen(state, 0)["points"][0] == 1
    assert seen(state, 0)["rival_1_points"][0] == 4


def test_the_village_of_a_magic_break_is_named():
    state = play(position(fairies=["Thorn"], witch=["Soldier", "Knight"]), "magic break Witch's")
    assert list(seen(state)["place"]) == [0, 1]
    assert seen(state)["picked"][0] == 0
    play(state, "enemy Witch's Soldier")
    assert seen(state)["picked"][0] == 1


def test_ruling_15_orders_of_the_castle_decks_are_hidden_and_redrawn():
    state = GAME.new(seed=3)
    play(state, GAME.actions.name(GAME.legal_actions(state)[0]))
    orders = {GAME.resample(state, 0, seed)["deck"].tobytes() for seed in range(20)}
    assert len(orders) == 20
    assert all(same_for(state, GAME.resample(state, 0, seed), 0) for seed in range(20))


def test_the_top_card_of_a_deck_is_each_card_in_proportion_to_what_is_left():
    state = position(fairies=["Thorn"], human=["(Knight)"] * 4 + ["(Soldier)"] * 5 + ["Tome of Legends"] * 3)
    tops = Counter(top(GAME.resample(state, 0, seed), HUMAN) for seed in range(800))
    left = {"Sorceress": 2, "Unyielding King": 1, "Portrait of Paradise": 2, "Fae Melodies": 2, "Fairytale Sword": 1}
    assert set(tops) == set(left)
    for name, copies in left.items():
        assert abs(tops[name] / 800 - copies / 8) < 0.06


def test_known_places_stay_where_they_are():
    state = position(fairies=["Owl"], human_deck=["Knight", "Soldier"], witch_deck=["Fae Melodies"])
    play(state, "use Owl Fairy", "castle Human")
    for seed in range(20):
        redrawn = GAME.resample(state, 0, seed)
        assert top(redrawn, WITCH) == "Fae Melodies"
        assert int(redrawn["deck"][0, HUMAN, 0]) == 2


def test_what_is_known_ends_when_the_deck_is_shuffled_at_the_end_of_a_turn():
    state = position(fairies=["Owl"], row=["Rose", "Comet", "Blade"])
    play(state, "use Owl Fairy", "leave")
    assert seen(state)["top"].sum() == 2
    play(state, "withdraw")
    assert seen(state)["top"].sum() + seen(state)["under"].sum() == 0


def test_a_known_card_that_is_turned_over_is_only_seen_in_its_village():
    state = position(fairies=["Thorn"], human_deck=["Tome of Legends"], known=["Human"])
    assert seen(state)["top"][HUMAN].sum() == 1
    play(state, "explore Human")
    assert seen(state)["top"][HUMAN].sum() == 0


def test_two_cards_that_owl_put_under_a_deck_are_both_remembered():
    state = position(fairies=["Owl", "Mirror"], human_deck=["Soldier", "Knight"])
    play(state, "use Owl Fairy", "castle Human", "use Mirror Fairy", "use Owl Fairy", "castle Human")
    under = seen(state)["under"][HUMAN]
    assert [list(flags).index(1) for flags in under] == [1, 0]  # the Knight went under last


def test_each_player_knows_the_own_fairy_in_the_box_and_no_other():
    state = position(players=[{"fairies": ["Owl"], "box": "Comet"}, {"fairies": ["Thorn"], "box": "Blade"}])
    mine, theirs = seen(state, 0), seen(state, 1)
    assert [FAIRY_NAMES[i + 1] for i in np.flatnonzero(mine["box"])] == ["Comet Fairy"]
    assert [FAIRY_NAMES[i + 1] for i in np.flatnonzero(theirs["box"])] == ["Blade Fairy"]
    unseen = [FAIRY_NAMES[i + 1] for i in np.flatnonzero(mine["unseen"])]
    assert "Blade Fairy" in unseen
    assert "Comet Fairy" not in unseen
    assert len(unseen) == int(state["fairy_deck_size"][0]) + 1


def test_unseen_fairies_change_places_between_deck_and_boxes():
    state = position(players=[{"fairies": ["Owl"], "box": "Comet"}, {"fairies": ["Thorn"], "box": "Blade"}])
    boxes = Counter(int(GAME.resample(state, 0, seed)["pair"][0, 1, 1]) for seed in range(1400))
    unseen = np.flatnonzero(seen(state, 0)["unseen"]) + 1
    assert set(boxes) == set(unseen.tolist())
    assert max(boxes.values()) < 2 * 1400 / len(unseen)
    assert all(int(GAME.resample(state, 0, seed)["pair"][0, 0, 1]) == 20 for seed in range(5))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_during_the_start_choice_the_pairs_of_the_others_are_hidden(seat):
    players = [{"pair": ["Harp", "Rose"]}, {"pair": ["Leaf", "Blade"]}, {"pair": ["Owl", "Mist"]}]
    state = position(phase="choice", players=players, seat=1)
    pairs = set()
    for seed in range(40):
        redrawn = GAME.resample(state, seat, seed)
        assert same_for(state, redrawn, seat)
        assert list(redrawn["pair"][0, seat]) == list(state["pair"][0, seat])
        pairs.add(tuple(int(f) for p in range(3) if p != seat for f in redrawn["pair"][0, p]))
    assert len(pairs) > 30


def test_the_own_kept_fairy_is_seen_by_its_owner_alone_until_all_have_chosen():
    players = [{"pair": ["Harp", "Rose"]}, {"pair": ["Leaf", "Blade"]}]
    state = position(phase="choice", players=players, seat=1)
    assert [FAIRY_NAMES[i + 1] for i in np.flatnonzero(seen(state, 0)["owned"])] == ["Harp Fairy"]
    assert [FAIRY_NAMES[i + 1] for i in np.flatnonzero(seen(state, 0)["box"])] == ["Rose Fairy"]
    assert seen(state, 1)["rival_1_owned"].sum() == 0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_in_random_games_who_sees_the_same_may_choose_the_same(players):
    """With every value of the options: what they are is not seen and changes nothing that may be chosen."""
    games = 2000 if COMPILED else 20
    masks, again = {}, 0
    chooser = np.random.default_rng(players)
    for auto_single in (True, False):
        options = {"num_players": players, "auto_single": auto_single, "reward": "win" if auto_single else "score"}
        batch = unicorn_envs.make_batch("margot", num_envs=games, seed=players, autoreset=False, **options)
        while (batch.seat >= 0).any():
            for i in np.flatnonzero(batch.seat >= 0):
                mask = batch.action_mask[i].tobytes()
                key = (int(batch.seat[i]), batch.observation[i].tobytes())
                again += key in masks
                assert masks.setdefault(key, mask) == mask
            batch.step(np.argmax(chooser.random(batch.action_mask.shape) * batch.action_mask, axis=1))
    assert again > games


TURNS = {
    "what makes room": {
        "fairies": ["Lance", "Artificial-Flower", "Mirror", "Wisp", "Tide"], "human": ["Soldier", "Knight"],
        "witch": ["Soldier"],
    },
    "what uses the Illusion": {
        "fairies": ["Mist", "Mirror", "Wisp", "Tide", "Owl"], "human": ["Soldier"], "witch": ["Knight"],
        "human_deck": ["Sorceress", "Fae Melodies"], "witch_deck": ["Witch of Ridicule", "Vivian's Wand"],
    },
    "what is laid": {
        "fairies": ["Comet", "Hound", "Rose", "Harp", "Crystal"], "human": ["Soldier", "Tome of Legends"],
        "witch": ["Sorceress"], "magic_breaks": 1,
    },
    "weapons and a Penalty": {
        "fairies": ["Magpie", "Leaf", "Blade", "Thorn", "Chariot"], "human": ["Fairytale Sword", "Knight"],
        "witch_deck": ["Witch of Ridicule", "Vivian's Wand"], "human_deck": ["Unyielding King", "Fae Melodies"],
    },
    "a Magic Break in pieces": {
        "fairies": ["Comet", "Flower", "Flower", "Flower"], "human": ["Soldier"] * 2 + ["Knight"], "magic_breaks": 1,
    },
}  # fmt: skip


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("rivals", [0, 2])
def test_whatever_led_there_who_sees_the_same_may_choose_the_same(turn, rivals):
    """A turn's actions in all orders: many orders lead to what looks the same."""
    table = dict(turn)
    own = {"fairies": table.pop("fairies")}
    others = [{"fairies": [name, *["Flower"] * (len(own["fairies"]) - 1)]} for name in ("Shield", "Lantern")][:rivals]
    if rivals and "Flower" in own["fairies"]:
        others = others[:1]  # there are only ten
    state = position(players=[own, *others], auto_single=False, **table)
    choices = Choices(GAME)
    for number, following in enumerate(searched(GAME, state, nodes=3000 if COMPILED else 100)):
        choices.note(following)
        if not GAME.over(following):
            choices.note(GAME.resample(following, GAME.seat(following), number))
    assert choices.met_again > (2000 if COMPILED else 50)


def test_fewer_players_see_a_prefix():
    sizes = [GAME.observation.for_players(n).size for n in (1, 2, 3, 4)]
    assert sizes == sorted(set(sizes))
    solo = [field.name for field in GAME.observation.for_players(1)]
    assert solo == [field.name for field in GAME.observation][: len(solo)]
