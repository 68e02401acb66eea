"""What players know (2.12 and 2.13): observations, memory, and deals redrawn for a seat."""

from __future__ import annotations

import numpy as np
import pytest
from unstable_table import GAME, P, Table, of

from unicorn_envs.errors import StateError
from unicorn_envs.games.unstable_unicorns import cards
from unicorn_envs.games.unstable_unicorns.verbs import Verb

PLAIN = "Baby Unicorn"


def shown(counts, first=cards.FIRST_CARD) -> dict[str, int]:
    return {cards.NAMES[i + first]: int(n) for i, n in enumerate(counts) if n}


# 2.12 Counts instead of cards


def test_counts_have_no_order():
    """2.12.1: the same cards in another order are the same state."""
    a = Table(P("Narwhal, Yay", "Neigh, Slowdown"), P(), discard="Rhinocorn, Llamacorn", seed=1)
    b = Table(P("Yay, Narwhal", "Slowdown, Neigh"), P(), discard="Llamacorn, Rhinocorn", seed=1)
    assert a.state.tobytes() == b.state.tobytes()


def test_opponent_cannot_aim_at_the_unused_copy():
    """2.12.2: of a used and an unused Glitter Bomb the used one is taken to be the one that leaves."""
    t = Table(P("2 Glitter Bomb, Narwhal", "Neigh"), P("Stabby the Unicorn, Yay"), phase="beginning")
    t.do("Glitter Bomb", "Narwhal", "Yay")
    assert t.state["open"][0, cards.MENU_CARDS.index(cards.named("Glitter Bomb"))] == 1
    assert t.ask() == (0, "MENU")


def test_random_card_is_uniform_over_cards():
    """2.12.5: two Neighs and one Yay: a Neigh in two of three cases."""
    taken = 0
    for seed in range(300):
        t = Table(P("", "Americorn"), P("Slowdown", "2 Neigh, Narwhal"), seed=seed).do("Americorn", "seat +1")
        taken += t.hand(0)["Neigh"]
    assert 165 < taken < 235


def test_what_came_this_turn_is_like_what_lay_there():
    """2.12.7: a Basic that has just entered is one of the two Basics."""
    t = Table(P("Basic Unicorn", "Basic Unicorn"), P())
    t.do("Basic Unicorn")
    assert t.stable(0) == of("2 Basic Unicorn")


# 2.13 What a player knows


def test_public_and_own():
    """2.13.1"""
    t = Table(
        P("Narwhal", "Neigh, Yay"), P("Slowdown", "Rhinocorn"), P("", "3 Neigh"), discard="Good Deal", deck="Llamacorn"
    )
    obs = t.observation(1)
    assert shown(obs["hand"]) == {"Rhinocorn": 1} and shown(obs["discard_pile"]) == {"Good Deal": 1}
    assert shown(obs["my_stable"], 1) == {"Slowdown": 1} and shown(obs["seat_2_stable"], 1) == {"Narwhal": 1}
    assert obs["seat_1_hand_size"][0] == 3 and obs["seat_2_hand_size"][0] == 2
    assert obs["seat_2_is_active"][0] == 1 and obs["my_is_active"][0] == 0
    assert obs["deck_size"][0] == t.deck_size and obs["nursery"].tolist() == [12, 1]
    assert obs["phase"].tolist() == [0, 0, 1, 0] and obs["plays_left"][0] == 1
    assert not obs["seat_1_known"].any() and not obs["prompt"].any()
    assert obs["unseen"].sum() == t.deck_size + 5
    assert t.observation(0)["prompt"][Verb.ACTION - 1] == 1


def test_nanny_cam_shows_the_hand_and_it_stays_known():
    """2.13.1: also cards drawn under it; when it leaves, what was seen is still known."""
    t = Table(P("Nanny Cam", "Targeted Destruction, Yay"), P(), phase="beginning", deck="Slowdown")
    assert shown(t.observation(1)["seat_1_known"]) == {"Targeted Destruction": 1, "Yay": 1, "Slowdown": 1}
    t.do("Targeted Destruction")
    assert t.stable(0) == of("") and shown(t.observation(1)["seat_1_known"]) == {"Yay": 1, "Slowdown": 1}
    t = Table(P("", "Nanny Cam"), P("", "Yay, Neigh")).do("Nanny Cam", "done")
    assert shown(t.observation(0)["seat_1_known"])["Neigh"] == 1


def test_returned_cards_are_known():
    """2.13.2"""
    t = Table(P("Yay", "Mermaid Unicorn"), P("Narwhal"), P("", "Slowdown")).do("Mermaid Unicorn")
    assert t.known(0, 1) == of("Narwhal") and t.known(2, 1) == of("Narwhal")


def test_found_and_fetched_cards_are_known():
    """2.13.2: searched and shown, taken from the discard pile, a Flyer."""
    t = Table(P("", "Classy Narwhal"), P()).do("Classy Narwhal", "yes", "Yay")
    assert t.known(1, 0) == of("Yay")
    t = Table(P("", "Swift Flying Unicorn"), P(), discard="Neigh").do("Swift Flying Unicorn", "Neigh")
    assert t.known(1, 0) == of("Neigh")
    t = Table(P("", "Unicorn Poison"), P("Greedy Flying Unicorn")).do("Unicorn Poison")
    assert t.known(0, 1) == of("Greedy Flying Unicorn")


def test_drawn_cards_are_hidden():
    """2.13.2"""
    t = Table(P("", "Good Deal"), P(), deck="Yay, Neigh, Slowdown").do("Good Deal", "Yay")
    assert t.known(1, 0) == of("")


def test_thief_sees_whose_hand_it_is():
    t = Table(P("", "Blatant Thievery"), P("", "Yay, Neigh"), P("", "Slowdown")).do(
        "Blatant Thievery", "done", "seat +1"
    )
    assert t.ask() == (0, "TAKE_CHOSEN") and t.observation(0)["seat_1_chosen"][0] == 1


def test_stolen_cards_are_known_to_two():
    """2.13.2, 2.13.3: Thievery shows the hand to the thief; the card taken is known to the two of them."""
    t = Table(P("", "Blatant Thievery"), P("", "Yay, Neigh, Slowdown"), P()).do("Blatant Thievery", "done", "Neigh")
    assert t.known(0, 1)["Yay"] == t.known(0, 1)["Slowdown"] == 1 and t.known(0, 1)["Neigh"] == 0
    assert t.known(1, 0) == of("Neigh") and t.known(2, 0) == of("") and t.known(2, 1) == of("")
    t = Table(P("", "Americorn"), P("", "2 Yay"), P()).do("Americorn", "seat +1")
    assert t.known(1, 0) == of("Yay") and t.known(2, 0) == of("")


def test_oracle_knows_the_top_until_it_is_drawn():
    """2.13.2, 2.13.5: and the card drawn is known in that hand; a shuffle ends it."""
    t = Table(P("", "Unicorn Oracle"), P("", "Slowdown"), P("", "Llamacorn"), deck="Yay, Neigh, Rhinocorn, Narwhal")
    t.do("Unicorn Oracle", "Yay", "Rhinocorn")
    assert t.known(0, 1) == of("Rhinocorn") and t.known(2, 1) == of("")
    assert shown(t.observation(0)["deck_top"]) == {"Neigh": 1} and shown(t.observation(0)["known_in_deck"]) == {
        "Neigh": 1
    }
    assert not t.observation(2)["deck_top"].any() and not t.observation(1)["deck_top"].any()
    t.do("draw")
    assert t.known(0, 1) == of("Rhinocorn, Neigh")
    assert not t.observation(0)["known_in_deck"].any()


def test_oracle_after_a_shuffle_and_after_another_look():
    """2.13.2: after a search the two cards are known to be in the deck, but not where."""
    players = P("", "Yay"), P("", "Classy Narwhal, Llamacorn"), P("", "Good Deal")
    t = Table(*players, deck="Narwhal, Slowdown, Rhinocorn", top_known=(0, 2)).do("Yay")
    assert shown(t.observation(0)["deck_top"]) == {"Slowdown": 1}
    t.do("Classy Narwhal", "yes")
    assert t.ask() == (1, "SEARCH")
    t.do("Double Dutch")  # seen to leave the deck, which is shuffled; then seat 2 draws a card unseen
    assert not t.observation(0)["deck_top"].any() and t.known(0, 2) == of("")
    t = Table(P("", "Unicorn Oracle"), P("", "Slowdown"), deck="Yay, Neigh, Rhinocorn", top_known=(1, 2)).do(
        "Unicorn Oracle"
    )
    assert not t.observation(1)["deck_top"].any()
    t.do("Yay")
    assert t.known_deck(1) == of("")  # one that went unseen: one of each fewer


def test_oracle_looks():
    """2.13.2: its player alone sees the three cards."""
    t = Table(P("", "Unicorn Oracle"), P("", "Slowdown"), deck="Yay, Neigh, Rhinocorn").do("Unicorn Oracle")
    assert shown(t.observation(0)["concerned"], 1) == {"Yay": 1, "Neigh": 1, "Rhinocorn": 1}
    assert shown(t.observation(0)["deck_top"]) == {"Yay": 1, "Neigh": 2, "Rhinocorn": 4}
    assert not t.observation(1)["concerned"].any() and not t.observation(1)["deck_top"].any()


def test_unfair_bargain_leaves_both_knowing():
    """2.13.3: and what a third player knew of a hand goes with it (2.13.5)."""
    t = Table(P("", "Unfair Bargain, Yay"), P("", "2 Neigh"), P("", "Slowdown", k1="Neigh"), deck="Narwhal")
    t.do("Unfair Bargain")
    while t.prompt in ("ANSWER", "CHOOSE_PLAYER"):
        t.do("done" if t.prompt == "ANSWER" else "seat +1")
    assert t.known(0, 1) == of("Yay") and t.known(1, 0) == of("2 Neigh") and t.known(2, 0) == of("Neigh")
    assert t.known(2, 1) == of("")


def test_search_shows_what_the_deck_holds():
    """2.13.3"""
    t = Table(P("", "Shabby the Narwhal"), P("", "Yay"), deck="Narwhal, Slowdown, Neigh", rest="discard")
    t.do("Shabby the Narwhal", "yes")
    assert t.ask() == (0, "SEARCH")
    assert shown(t.observation(0)["known_in_deck"]) == {"Narwhal": 1, "Slowdown": 1, "Neigh": 1}
    assert not t.observation(0)["unseen"].sum() > 1  # only the hand of seat 1 is left
    assert not t.observation(1)["known_in_deck"].any()


def test_who_is_asked_in_a_poll_is_hidden():
    """2.13.4: nobody else's observation shows it, nor who passed."""
    table = P("", "Narwhal"), P("", "Neigh"), P("", "Neigh"), P("", "Yay")
    t = Table(*table).do("Narwhal")
    assert t.ask() == (1, "ANSWER")
    before = [GAME.observe(t.state, p) for p in (0, 3)]
    t.do("done")
    assert t.ask() == (2, "ANSWER")
    for p, obs in zip((0, 3), before):
        np.testing.assert_array_equal(GAME.observe(t.state, p), obs)


def test_whether_an_effect_was_offered_is_hidden():
    """2.13.4: the observation of others is the same whether or not Rainbow Unicorn finds a Basic."""
    t = Table(P("", "Rainbow Unicorn, Narwhal, Rhinocorn"), P("", "Yay")).do("Rainbow Unicorn")
    assert t.ask() == (0, "BRING_BASIC")
    obs = t.observation(1)
    assert not obs["prompt"].any() and not obs["source"].any() and not obs["seat_1_waiting_now"].any()


def test_who_may_still_answer():
    """2.13.1, 2.2.4: as all can see: later in the poll, with a card, and not barred."""
    t = Table(P("", "Narwhal"), P("", "Neigh"), P("", "Yay"), P("Slowdown", "Neigh"), P(), P("", "Neigh")).do("Narwhal")
    obs = t.observation(1)
    assert [obs[f"seat_{k}_may_answer"][0] for k in range(1, 6)] == [1, 0, 0, 1, 0]


def test_pile_from_top_to_bottom():
    """2.13.1"""
    t = Table(P("", "Narwhal, Neigh"), P("", "Neigh"), P("", "Super Neigh")).do("Narwhal", "Neigh", "done", "Neigh")
    obs = t.observation(2)
    assert [cards.NAMES[i] for i in obs["pile_card"][:3]] == ["Neigh", "Neigh", "Narwhal"]
    assert obs["pile_seat"][:4].tolist() == [2, 3, 2, 0]
    assert shown(obs["playing"]) == {"Narwhal": 1}


def test_least_numbers():
    """2.13.5: seen to go: one fewer of its type; never tied to a copy."""
    t = Table(P("", "2 Neigh, Narwhal"), P("", "Yay", k0="Neigh"), phase="action")
    t.do("Narwhal")
    assert t.known(1, 0) == of("Neigh")
    t = Table(P("", "Narwhal"), P("", "2 Neigh"), P("", "Yay", k1="Neigh")).do("Narwhal", "Neigh")
    assert t.known(2, 1) == of("") and t.hand(1)["Neigh"] == 1
    t = Table(P("", "Americorn"), P("", "Neigh, Yay, Slowdown"), P("", "Llamacorn", k1="Neigh, Yay"))
    t.do("Americorn", "done", "seat +1")
    assert t.known(2, 1) == of("")  # one went unseen: one fewer of every type


def test_shuffled_in_cards_are_known_to_be_in_the_deck():
    """2.13.5: the discard pile to all, a hand as far as it was known."""
    t = Table(P("", "Shake Up, Yay, Neigh"), P("", "Slowdown", k0="Yay"), discard="Narwhal, Llamacorn", seed=4)
    t.do("Shake Up")
    # Five cards were drawn unseen since: what was known once is not known any more.
    assert t.known_deck(1) == of("") and t.known(1, 0) == of("")
    t = Table(P("", "Mystical Vortex, Yay"), P("", "Slowdown"), discard="3 Claw Machine").do("Mystical Vortex")
    assert t.known_deck(0) == of("2 Claw Machine")  # seat 1 has drawn a card
    assert t.known_deck(1) >= of("2 Claw Machine, Yay, Slowdown") - t.hand(1)


# 2.13.6 Redrawn deals


def asked_tables():
    yield Table(P("", "Necromancer Unicorn, Rhinocorn, Narwhal, Yay"), P("", "Slowdown")).do(
        "Necromancer Unicorn", "Narwhal"
    )
    yield Table(P("", "Narwhal"), P("", "Neigh, Yay"), P("", "Neigh")).do("Narwhal")
    yield Table(P("", "Llamacorn, Yay, Neigh"), P("", "Slowdown, Rhinocorn"), P("", "Narwhal, Good Deal")).do(
        "Llamacorn", "Yay"
    )
    yield Table(P("", "Unicorn Oracle"), P("", "Slowdown"), deck="Yay, Neigh, Rhinocorn").do("Unicorn Oracle")
    yield Table(P("", "Blatant Thievery"), P("", "Yay, Slowdown"), P("", "Neigh, Narwhal")).do(
        "Blatant Thievery", "done", "seat +1"
    )
    yield Table(P("", "Classy Narwhal"), P("", "Slowdown")).do("Classy Narwhal", "yes")
    yield Table(P("", "Rainbow Unicorn, Narwhal"), P("", "Yay")).do("Rainbow Unicorn")


@pytest.mark.parametrize("index", range(7))
def test_redrawn_deals_leave_a_legal_answer_and_the_observation(index):
    """2.13.6"""
    t = list(asked_tables())[index]
    for seat in range(GAME.num_players(t.state)):
        before, mask = GAME.observe(t.state, seat), GAME.mask(t.state)
        others = set()
        for seed in range(12):
            copy = GAME.resample(t.state, seat, seed=seed)
            assert GAME.problem(copy) is None
            np.testing.assert_array_equal(GAME.observe(copy, seat), before)
            if seat == t.seat:
                np.testing.assert_array_equal(GAME.mask(copy), mask)
            others.add(copy["hand"].tobytes())
        unknown = sum(
            int(t.state["hand_size"][0, p]) - int(t.state["known"][0, seat, p].sum())
            for p in range(GAME.num_players(t.state))
            if p != seat
        )
        # After a search the deck is known, so the hand is what is left.
        assert len(others) > 1 or unknown == 0 or t.prompt == "SEARCH"


def test_redrawn_deal_of_a_secret_pick():
    """2.13.6, 2.7.3: a pick that is not shown yet is redrawn too, within the new hand."""
    t = Table(P("", "Llamacorn, Yay, Good Deal"), P("", "Slowdown, Rhinocorn")).do("Llamacorn", "Yay")
    assert t.ask() == (1, "EACH_DISCARDS")
    picks = set()
    for seed in range(40):
        copy = GAME.resample(t.state, 1, seed=seed)
        pick = int(copy["hit_card"][0, 0])
        assert copy["hand"][0, 0, pick] > 0
        picks.add(pick)
    assert len(picks) > 5


def test_redrawn_deals_keep_what_is_known():
    """2.13.6: the known Neigh, the known card of the deck, and the known top stay."""
    t = Table(P("", "Yay", k1="Neigh"), P("", "Neigh, Slowdown"), deck="Llamacorn, Rhinocorn", top_known=(0, 2))
    hands = []
    for seed in range(200):
        copy = GAME.resample(t.state, 0, seed=seed)
        assert copy["hand"][0, 1, cards.named("Neigh")] >= 1
        size = int(copy["deck_size"][0])
        assert [cards.NAMES[c] for c in copy["deck"][0, size - 2 : size]] == ["Rhinocorn", "Llamacorn"]
        hands.append(int(copy["hand"][0, 1, cards.named("Neigh")]))
    # The other card is one of the 110 others: 13 of them are Neighs.
    assert 8 <= sum(n == 2 for n in hands) <= 42


def test_redrawn_hands_are_uniform():
    """2.13.6: every unseen card is equally likely."""
    t = Table(P("", "Yay"), P("", "Neigh"), deck="Slowdown, Narwhal, Rhinocorn, Llamacorn", rest="discard")
    counts = {}
    for seed in range(500):
        copy = GAME.resample(t.state, 0, seed=seed)
        name = cards.NAMES[int(np.flatnonzero(copy["hand"][0, 1])[0])]
        counts[name] = counts.get(name, 0) + 1
    assert set(counts) == {"Neigh", "Slowdown", "Narwhal", "Rhinocorn", "Llamacorn"}
    assert all(70 < n < 130 for n in counts.values())


# Positions and text


@pytest.mark.parametrize(
    "arguments",
    [
        {"players": [P()]}, {"players": [P("Unicorn Poison"), P()]}, {"players": [P("", "Baby Unicorn"), P()]},
        {"players": [P("Zebra"), P()]}, {"players": [P("2 Narwhal"), P()]}, {"players": [P("7 Baby Unicorn"), P()]},
        {"players": [P(), P()], "phase": "night"}, {"players": [P(), P()], "seat": 2},
        {"players": [P(), P()], "rest": "hand"}, {"players": [P(), P()], "rest": "discard"},
        {"players": [P(), P()], "turn": 2000}, {"players": [P(), P()], "top_known": (0, 3)},
        {"players": [P(), P("", "", k1="Neigh")]}, {"players": [P("", "", k1="Neigh"), P("", "Yay")]},
        {"players": [P(), P()], "num_players": 2}, {"players": [{"pets": []}, P()]},
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(arguments):
    with pytest.raises(StateError):
        GAME.position(**arguments)


def test_text_shows_what_a_player_may_see():
    t = Table(P("Narwhal", "Yay, Neigh"), P("", "Slowdown, Rhinocorn"), deck="Llamacorn")
    mine, his, everything = GAME.describe(t.state, 0), GAME.describe(t.state, 1), GAME.describe(t.state)
    assert "Yay" in mine and "Slowdown" not in mine and "Llamacorn" not in mine
    assert "Slowdown" in his and "Yay" not in his and "play a card" not in his
    assert "Yay" in everything and "Slowdown" in everything and "Llamacorn" in everything
    t = Table(P("", "Unicorn Oracle"), P("", "Slowdown"), deck="Yay, Neigh, Rhinocorn").do("Unicorn Oracle")
    assert "Rhinocorn" in GAME.describe(t.state, 0) and "Rhinocorn" not in GAME.describe(t.state, 1)


def test_nanny_cam_shows_what_is_taken():
    """2.13.1, 2.13.5: all see which card Americorn takes from an open hand, and which one comes to an open hand."""
    t = Table(P("", "Americorn"), P("Nanny Cam", "Yay"), P("", "Slowdown")).do("Americorn", "seat +1")
    assert t.known(2, 0) == of("Yay") and t.known(2, 1) == t.hand(1)  # and the card drawn since
    t = Table(P("Nanny Cam", "Good Deal"), P("", "Slowdown"), deck="Yay, Neigh, Llamacorn").do("Good Deal", "Yay")
    assert t.known(1, 0) == of("Neigh, Llamacorn")


def test_text_counts_what_waits():
    """Two discards for Barbed Wire are two: a Ginormous Unicorn came, and one of two cards went to Tiny Stable."""
    t = Table(P("Tiny Stable, 5 Baby Unicorn, Barbed Wire", "Ginormous Unicorn, Yay, Slowdown"), P("", "Good Deal"))
    t.do("Ginormous Unicorn", "Baby Unicorn")
    assert t.ask() == (0, "TINY_SACRIFICE") and t.waiting() == {(0, "Barbed Wire"): 2}
    for seat in (None, 0, 1):
        assert "    after that: 2 Barbed Wire" in GAME.describe(t.state, seat).splitlines()


def test_text_says_to_go_only_of_repeated_picks():
    """The class of the triggers among which one is picked is no number of picks, nor are the plays of a turn."""
    t = Table(P("Stabby the Unicorn", "Dark Angel Unicorn"), P("Narwhal", "Yay"), discard="Americorn")
    t.do("Dark Angel Unicorn", "Stabby the Unicorn", "Americorn")
    assert t.ask() == (0, "NEXT_TRIGGER") and t.observation(0)["steps_left"][0] == 2
    assert GAME.describe(t.state, 0).splitlines()[-1] == "player_0: which effect comes first?"
    t = Table(P("Double Dutch", "Yay, Neigh"), P())
    assert t.observation(0)["steps_left"][0] == 2 and "to go" not in GAME.describe(t.state, 0)
    t = Table(P("", "Change of Luck, Neigh"), P(), deck="Yay, Narwhal").do("Change of Luck")
    assert "player_0: discard a card [Change of Luck] (3 to go)" in GAME.describe(t.state, 0).splitlines()
