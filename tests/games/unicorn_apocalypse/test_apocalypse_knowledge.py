"""What a player knows: rulings 26 to 30."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from apocalypse import (
    DECK,
    FILLER,
    GAME,
    builds,
    cards,
    crowded,
    fight,
    hand,
    legal,
    pile,
    play,
    view,
    without,
)

from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.games.unicorn_apocalypse.state import PROMPTS, Prompt

REDRAWS = 2000


def states_on_the_way(games=40, every=7):
    """Positions from random games."""
    rng = np.random.default_rng(7)
    for seed in range(games):
        state = GAME.new(seed=seed)
        step = 0
        while not GAME.over(state):
            if step % every == seed % every:
                yield GAME.clone(state)
            GAME.apply(state, int(rng.choice(GAME.legal_actions(state))))
            step += 1
        yield state


def close(observed: float, expected: float, variance: float) -> bool:
    """Within five standard errors of the mean of REDRAWS draws."""
    return abs(observed - expected) < 5 * (variance / REDRAWS) ** 0.5 + 1e-9


# The second chooser


def test_ruling_26_the_second_chooser_sees_the_same_whatever_the_first_one_chose():
    seen = 0
    for state in states_on_the_way():
        if GAME.seat(state) != 0 or view(state, 0)["prompt"][0] == 0:
            continue
        choices = GAME.legal_actions(state)
        after = []
        for choice in choices:
            branch = GAME.clone(state)
            GAME.apply(branch, choice)
            assert GAME.seat(branch) == 1
            after.append((GAME.observe(branch, 1).tobytes(), GAME.mask(branch).tobytes(), GAME.describe(branch, 1)))
        assert len(set(after)) == 1
        seen += len(choices) > 1
    assert seen > 50


def test_ruling_26_the_first_chooser_remembers_the_own_choice():
    state = GAME.position({"hand": hand(9)}, {"hand": hand(6)})
    play(state, "level 9")
    assert np.flatnonzero(view(state, 0)["own_choice"]).tolist() == [8]
    assert not view(state, 1)["own_choice"].any()


def test_ruling_26_a_card_laid_face_down_still_counts_as_a_card_of_the_hand():
    state = GAME.position({"hand": hand(9)}, {"hand": hand(6)})
    play(state, "level 9")
    assert view(state, 1)["opponent_hand_size"][0] == 7
    assert cards(state, "hand", 0) == sorted(hand(9))


# The redraw


@pytest.mark.parametrize("seat", [0, 1])
def test_a_redraw_leaves_what_the_seat_knows_as_it_is(seat):
    changed = 0
    for state in states_on_the_way():
        other = GAME.resample(state, seat, seed=5)
        assert GAME.problem(other) is None
        assert GAME.observe(other, seat).tobytes() == GAME.observe(state, seat).tobytes()
        assert GAME.describe(other, seat) == GAME.describe(state, seat)
        assert GAME.seat(other) == GAME.seat(state)
        if GAME.seat(state) == seat:
            assert GAME.mask(other).tobytes() == GAME.mask(state).tobytes()
        assert cards(other, "hand", seat) == cards(state, "hand", seat)
        assert other["choice"][0, seat] == state["choice"][0, seat]
        changed += cards(other, "hand", 1 - seat) != cards(state, "hand", 1 - seat)
    assert changed > 200


def test_ruling_30_cards_known_to_be_in_the_hand_stay_and_the_rest_is_an_even_draw():
    state = GAME.position({}, {"hand": (2, 2, 9, 10, 11, 12, 14), "shown": (2, 9)}, seed=3)
    counts = np.zeros(15)
    for seed in range(REDRAWS):
        redrawn = GAME.resample(state, 0, seed=seed)["hand"][0, 1]
        assert redrawn[2] >= 1
        assert redrawn[9] >= 1
        counts += redrawn
    unseen = Counter(DECK) - Counter((2, 9))  # 52 cards, 5 of them in the hand
    for level, copies in unseen.items():
        share = 5 / 52
        variance = copies * share * (1 - share) * (52 - copies) / 51
        known = {2: 1, 9: 1}.get(level, 0)
        assert close(counts[level] / REDRAWS, known + copies * share, variance), level


def test_ruling_27_the_choice_is_drawn_evenly_among_the_cards_of_the_redrawn_hand():
    first = (2, 2, 2, 9, 10, 14, 14)
    state = GAME.position({"hand": first, "pile": (), "shown": first}, {"hand": hand(6)})
    play(state, "level 14")
    redrawn = Counter(int(GAME.resample(state, 1, seed=seed)["choice"][0, 0]) for seed in range(REDRAWS))
    assert set(redrawn) == set(first)
    for level, copies in Counter(first).items():
        share = copies / 7
        assert close(redrawn[level] / REDRAWS, share, share * (1 - share)), level


def test_ruling_27_the_choice_is_a_card_of_the_redrawn_hand():
    state = GAME.position({"hand": hand(9)}, {"hand": hand(6)})
    play(state, "level 9")
    for seed in range(200):
        redrawn = GAME.resample(state, 1, seed=seed)
        assert redrawn["choice"][0, 0] in cards(redrawn, "hand", 0)


def test_a_redraw_shuffles_both_piles_and_gives_the_game_a_new_future():
    state = GAME.new(seed=1)
    redrawn = GAME.resample(state, 0, seed=2)
    assert pile(redrawn, 0) != pile(state, 0)
    assert sorted(pile(redrawn, 0)) == sorted(pile(state, 0))
    assert pile(redrawn, 1) != pile(state, 1)
    assert redrawn["rng"][0] != state["rng"][0]


def test_the_order_of_the_own_pile_is_an_even_draw_too():
    state = GAME.position({"hand": hand(6), "pile": (14, 14, 1, 1)}, {})
    tops = Counter(pile(GAME.resample(state, 0, seed=seed), 0)[0] for seed in range(REDRAWS))
    for level, copies in Counter(pile(state, 0)).items():
        share = copies / 47
        assert close(tops[level] / REDRAWS, share, share * (1 - share)), level


# What is public


def test_the_opponents_unseen_cards_are_the_deck_less_what_is_public():
    for state in states_on_the_way(games=15):
        for seat in (0, 1):
            other = 1 - seat
            public = [*cards(state, "discard", other), *cards(state, "new_home", other), *cards(state, "table", other)]
            public += [level for level, _, _ in builds(state, other)]
            public += [13] * int(state["comets"][0, other]) + [14] * int(state["unicorns"][0, other])
            if state["placing"][0] and GAME.seat(state) == other:
                public.append(int(state["placing"][0]))
            seen = view(state, seat)
            rest = Counter(without(public))
            assert seen["opponent_unseen"].tolist() == [rest[level] for level in range(1, 15)]
            assert seen["opponent_unseen"].sum() == seen["opponent_hand_size"][0] + seen["opponent_pile_size"][0]


def test_both_see_discards_portals_evacuees_and_cards_in_play():
    for state in states_on_the_way(games=10):
        mine, theirs = view(state, 0), view(state, 1)
        names = [name.removeprefix("own_") for name in mine if f"opponent_{name.removeprefix('own_')}" in mine]
        assert {"hand_size", "pile_size", "discard", "builds", "new_home", "comets"} <= set(names)
        for name in names:
            assert (mine[f"own_{name}"] == theirs[f"opponent_{name}"]).all(), name
            assert (mine[f"opponent_{name}"] == theirs[f"own_{name}"]).all(), name
        assert (mine["hand_shown"] == theirs["opponent_shown"]).all()


def test_build_cards_are_seen_latest_first_with_points_and_portal():
    state = GAME.position({"builds": [(6, 4), (13, 12, 1), (2, 8)]}, {})
    for seat, name in ((0, "own_builds"), (1, "opponent_builds")):
        assert view(state, seat)[name][:4].tolist() == [[2, 4, 4], [13, 1, 6], [6, 1, 2], [0, 0, 0]]


def test_the_own_pile_is_known_by_level():
    state = GAME.new(seed=4)
    held = Counter(pile(state, 0))
    assert view(state, 0)["draw_pile"].tolist() == [held[level] for level in range(1, 15)]


def test_the_order_of_the_piles_is_in_no_observation():
    state = GAME.new(seed=4)
    other = GAME.clone(state)
    for p in (0, 1):
        other["pile"][0, p, :47] = other["pile"][0, p, :47][::-1].copy()
    for seat in (0, 1):
        assert (GAME.observe(state, seat) == GAME.observe(other, seat)).all()


def test_ruling_28_all_cards_of_a_war_are_seen_once_it_is_over():
    state = GAME.position({"hand": hand(8), "pile": (2, 5, 6, 10)}, {"hand": hand(8), "pile": (9, 12, 11, 4)})
    fight(state, 8, 8)
    loser = view(state, 1)
    assert loser["table"].tolist() == [0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0]
    assert np.flatnonzero(loser["opponent_last"]).tolist() == [9]
    assert loser["rounds"][0] == 1
    winner = view(state, 0)
    assert winner["opponent_discard"].tolist() == [0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0]
    assert np.flatnonzero(winner["opponent_first"]).tolist() == [7]


def test_both_see_whose_lost_unicorn_is_being_decided_and_what_the_winner_may_place():
    state = GAME.position({"hand": hand(8), "pile": (14, 5, 6, 10)}, {"hand": hand(8), "pile": (14, 14, 11, 4)})
    fight(state, 8, 8)
    for seat, deciding, winner in ((0, [0, 1], [1, 0]), (1, [1, 0], [0, 1])):
        seen = view(state, seat)
        assert np.flatnonzero(seen["prompt"]).tolist() == [Prompt.WAR_BUILD - 1]
        assert np.flatnonzero(seen["placing"]).tolist() == [13]
        assert (seen["deciding"].tolist(), seen["winner"].tolist()) == (deciding, winner)
        assert seen["table"].tolist() == [0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1]
    play(state, "comet")
    assert view(state, 0)["opponent_comets"].tolist() == view(state, 1)["own_comets"].tolist() == [0, 1]
    assert np.flatnonzero(view(state, 0)["placing"]).tolist() == [13]


def test_the_battle_before_is_seen_while_cards_are_chosen():
    state = GAME.position({"hand": hand(9)}, {"hand": hand(6)})
    assert not view(state, 0)["own_first"].any()
    fight(state, 9, 6)
    play(state, "no")
    assert np.flatnonzero(view(state, 1)["opponent_first"]).tolist() == [8]
    assert view(state, 1)["winner"].tolist() == [0, 1]


def test_ruling_29_a_card_placed_by_level_12_is_seen_by_both_from_its_choice_on():
    state = GAME.position({"hand": hand(12)}, {"hand": hand(6)})
    fight(state, 12, 6)
    play(state, "no", "level 3")
    seen = view(state, 1)
    assert np.flatnonzero(seen["placing"]).tolist() == [2]
    assert seen["opponent_unseen"][2] == 3
    assert seen["opponent_hand_size"][0] == 5


# A pile that is rebuilt


def test_ruling_30_when_a_pile_is_rebuilt_the_hand_is_known():
    state = GAME.position({"hand": hand(9), "pile": (), "rest": "discard"}, {"hand": hand(10)})
    fight(state, 9, 10)
    play(state, "no")
    assert cards(state, "shown", 0) == sorted(FILLER)
    assert view(state, 1)["opponent_shown"].tolist() == [0, 0, 2, 2, 2] + [0] * 9
    assert view(state, 0)["hand_shown"].tolist() == [0, 0, 2, 2, 2] + [0] * 9
    assert len(cards(state, "hand", 0)) == 7  # the seventh card came from the new pile: it is not known


def test_ruling_30_cards_drawn_from_the_old_pile_are_known_too():
    state = GAME.position({"hand": hand(12), "pile": (14,), "rest": "discard"}, {"hand": hand(6)})
    fight(state, 12, 6)
    play(state, "no", "level 3", "portal 12")
    assert cards(state, "shown", 0) == [3, 4, 4, 5, 5, 14]


def test_ruling_30_a_pile_rebuilt_in_a_war_shows_the_hand():
    side = crowded(hand(8), pile=(2, 2), discard=(9, 10), in_play=(13, 13, 13, 13))
    state = GAME.position(side, {"hand": hand(8), "pile": (2, 2, 2, 14)})
    fight(state, 8, 8)
    assert cards(state, "shown", 0) == sorted(FILLER)


def test_ruling_30_a_revealed_card_takes_one_off():
    state = GAME.position({"hand": (9, 9, 3, 3, 4, 4, 5), "shown": (9, 9, 4)}, {"hand": hand(10)})
    fight(state, 9, 10)
    assert cards(state, "shown", 0) == [4, 9]
    play(state, "no")
    fight(state, 5, max(cards(state, "hand", 1)))
    assert cards(state, "shown", 0) == [4, 9]


def test_ruling_30_a_card_placed_from_the_hand_takes_one_off():
    state = GAME.position({"hand": hand(12), "shown": (3, 3, 5)}, {"hand": hand(6)})
    fight(state, 12, 6)
    play(state, "no", "level 3")
    assert cards(state, "shown", 0) == [3, 5]


def test_ruling_30_the_next_rebuild_sets_it_anew():
    state = GAME.position({"hand": hand(9), "pile": (), "rest": "discard", "shown": (3,)}, {"hand": hand(10)})
    fight(state, 9, 10)
    play(state, "no")
    assert cards(state, "shown", 0) == sorted(FILLER)


def test_with_an_empty_pile_the_hand_is_known_by_counting():
    state = GAME.position({"hand": hand(9), "pile": (), "rest": "discard"}, {"hand": hand(6)})
    for seed in range(20):
        assert cards(GAME.resample(state, 1, seed=seed), "hand", 0) == sorted(hand(9))


def test_the_legal_actions_of_the_second_chooser_are_the_own_hand():
    state = GAME.position({"hand": hand(14)}, {"hand": (6, 8, 9, 10, 11, 12, 13)})
    play(state, "level 14")
    assert legal(state) == ["level 6", "level 8", "level 9", "level 10", "level 11", "level 12", "level 13"]


# The mask follows from what is seen


def legal_from(seen) -> list[str]:
    """What the seat that decides may choose, from its observation alone."""
    question = int(np.flatnonzero(seen["prompt"])[0]) + 1
    if question in (Prompt.BATTLE_CARD, Prompt.HAND_CARD):
        return [f"level {i + 1}" for i in np.flatnonzero(seen["hand"])] + ["no"] * (question == Prompt.HAND_CARD)
    if question == Prompt.WAR_CARD:
        return [*(f"level {i + 1}" for i in np.flatnonzero(seen["table"]) if i + 1 not in (1, 13)), "stop"]
    if question == Prompt.REMOVE:
        return ["yes", "no"]
    if question == Prompt.WAR_BUILD and seen["winner"].tolist() == [0, 1]:
        return ["comet", "no"]
    closed = [f"portal {cost}" for cost, is_open in zip((2, 4, 6, 8, 10, 12), seen["own_open"]) if not is_open]
    return (
        closed
        + ["comet"] * int(question != Prompt.HAND_BUILD and seen["placing"][13])
        + ["no"] * (question == Prompt.BUILD)
    )


def test_the_legal_actions_follow_from_the_observation():
    """Equal observations of a seat have equal masks, since the mask can be told from the observation."""
    rng = np.random.default_rng(3)
    asked, lost = set(), 0
    for seed in range(400 if COMPILED else 60):
        state = GAME.new(seed=seed, **({"battle_cap": 3} if seed % 10 == 0 else {}))
        while not GAME.over(state):
            seat = GAME.seat(state)
            seen = view(state, seat)
            names = legal(state)
            assert names == legal_from(seen), seed
            asked.add(int(np.flatnonzero(seen["prompt"])[0]) + 1)
            lost += names == ["comet", "no"]
            GAME.apply(state, str(rng.choice(names)))
    assert asked == set(range(1, PROMPTS + 1))
    assert lost > 5
