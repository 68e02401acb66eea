"""Set-up, turn, Neigh pile, playing a card (2.1 to 2.3, 2.11). Numbers are those of RULES.md."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from unstable_table import GAME, P, Table, of

from unicorn_envs.games.unstable_unicorns import cards

PLAIN = "Baby Unicorn"


# 0. Conventions


def test_options():
    """0.1"""
    defaults = GAME.complete_options()
    assert defaults == {
        "num_players": 2, "two_player_deck": False, "any_stable": False, "win_check": "immediate",
        "effect_links": "declared", "reshuffle": False, "panda_total_immunity": False, "ask_everyone": False,
        "auto_single": True,
    }  # fmt: skip
    for bad in (
        {"num_players": 1}, {"num_players": 9}, {"win_check": "never"}, {"two_player_deck": True, "num_players": 3},
        {"any_stable": 1}, {"effect_links": "chain"}, {"reshuffle": 1},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            GAME.complete_options(**bad)
    with pytest.raises(TypeError, match="unexpected keyword argument 'colours'"):
        GAME.complete_options(colours=True)


def test_one_pick_at_a_time_seat_then_card():
    """0.3: Decline stands in the first prompt; a seat is legal if it holds a legal card."""
    t = Table(P(PLAIN, "Seductive Unicorn, Neigh"), P("Narwhal, Basic Unicorn"), P("Yay"), P(PLAIN))
    t.do("Seductive Unicorn", "Neigh")
    assert t.legal == {"seat +1", "seat +3"}
    t.do("seat +1")
    assert t.legal == {"Narwhal", "Basic Unicorn"}


def test_single_answers_are_given_by_the_game_or_asked():
    """0.4"""
    t = Table(P(PLAIN, "Unicorn Poison"), P("Basic Unicorn")).do("Unicorn Poison")
    assert t.stable(1) == of("")
    t = Table(P(PLAIN, "Unicorn Poison"), P("Basic Unicorn"), auto_single=False).do("Unicorn Poison")
    assert t.legal == {"seat +1"}
    t.do("seat +1")
    assert t.legal == {"Basic Unicorn"}
    t.do("Basic Unicorn")
    assert t.stable(1) == of("")


def test_nothing_to_do_raises_no_prompt():
    """0.4: not a prompt with Decline alone."""
    t = Table(P(PLAIN, "Rainbow Unicorn"), P(), auto_single=False).do("Rainbow Unicorn")
    assert t.active == 1


def test_words():
    """0.6: "you" is the player whose Stable the card is in, on anybody's turn."""
    t = Table(P(PLAIN, "Narwhal"), P("Barbed Wire", "Neigh, Yay"), any_stable=True).do("Narwhal", "done", "seat +1")
    assert t.ask() == (1, "DISCARD") and t.active == 0


# 2.1 Set-up and turn


@pytest.mark.parametrize("players", range(2, 9))
def test_set_up(players):
    """2.1.1: five cards and a Baby for each."""
    narwhals = 0
    for seed in range(20):
        state = GAME.new(seed=seed, num_players=players)
        hands = state["hand_size"][0, :players].copy()
        hands[int(state["active"][0])] -= 1  # the first player has drawn
        assert (hands == 5).all()
        assert int(state["deck_size"][0]) == 114 - 5 * players - 1
        stables = state["stable"][0, :players, : cards.LAST_IN_STABLE + 1]
        assert (stables.sum(axis=1) == 1).all() and (stables[:, 1:3].sum(axis=1) == 1).all()
        assert int(state["nursery"][0].sum()) == 13 - players
        narwhals += int(stables[:, cards.BABY_NARWHAL].sum())
    assert 0 < narwhals < 20


def test_first_player_is_random_and_play_goes_clockwise():
    """2.1.2"""
    first = Counter(int(GAME.new(seed=seed, num_players=3)["active"][0]) for seed in range(60))
    assert set(first) == {0, 1, 2}
    t = Table(P("", "Yay"), P("", "Yay"), P("", "Rhinocorn"), deck="Narwhal")
    t.do("draw")
    assert t.active == 1
    t.do("draw")
    assert t.active == 2
    t.do("draw")
    assert t.active == 0


def test_phases():
    """2.1.3: Beginning, Draw, Action, End."""
    t = Table(P("Claw Machine", "Neigh"), P(), phase="beginning", deck="Yay")
    assert t.ask() == (0, "MENU") and t.phase == 1
    t.do("done")
    assert t.hand(0) == of("Neigh, Yay") and t.ask() == (0, "ACTION") and t.phase == 3


def test_the_first_turn_has_a_draw():
    """2.1.3"""
    state = GAME.new(seed=3, num_players=4)
    assert int(state["hand_size"][0, int(state["active"][0])]) == 6


def test_action_is_a_play_or_a_draw():
    """2.1.4: no pass, and a Neigh is never the Action; a stopped card has used it up."""
    t = Table(P(PLAIN, "Neigh, Super Neigh, Yay"), P("", "Narwhal"))
    assert t.legal == {"Yay", "draw"}
    t = Table(P(PLAIN, "Narwhal, Yay"), P("", "Neigh")).do("Narwhal", "Neigh")
    assert t.active == 1 and t.hand(0) == of("Yay")


def test_double_dutch_draw_or_two_plays():
    """2.1.5: a draw ends the Action; no draw after a play; the second play may be left out."""
    t = Table(P("Double Dutch", "Narwhal, Yay"), P("", "Yay")).do("draw")
    assert t.active == 1
    t = Table(P("Double Dutch", "Narwhal, Yay"), P("", "Yay")).do("Narwhal")
    assert t.legal == {"Yay", "done"}
    t.do("done")
    assert t.active == 1 and t.hand(0) == of("Yay")


def test_double_dutch_may_leave():
    """2.1.5: the permission lasts for the turn."""
    t = Table(P("Double Dutch", "Two-For-One, Narwhal"), P("", "Yay")).do("Two-For-One")
    assert t.stable(0) == of("") and t.ask() == (0, "SECOND_PLAY")


def test_double_dutch_without_a_second_card():
    """2.1.5, 0.4: nothing to play raises no prompt."""
    t = Table(P("Double Dutch", "Narwhal"), P("", "Yay"), auto_single=False).do("Narwhal")
    assert t.ask() == (1, "ACTION")


def test_hand_limit():
    """2.1.6: seven, one prompt at a time, at the End only."""
    t = Table(P("", "8 Neigh, Yay"), P("", "Narwhal"), phase="end")
    assert t.ask() == (0, "HAND_LIMIT") and t.legal == {"Neigh", "Yay"}
    t.do("Yay")
    assert t.ask() == (1, "ACTION") and t.hand(0) == of("7 Neigh")  # the second one goes by itself


def test_extra_turns_add_up():
    """2.1.7: two Changes of Luck give two turns, each with its own Beginning."""
    deck = "Narwhal, Slowdown, Nanny Cam, Good Deal, Llamacorn, Americorn"
    t = Table(P("Double Dutch", "2 Change of Luck, 4 Neigh"), P("", "Yay"), deck=deck)
    t.do("Change of Luck", "Neigh", "Neigh", "Neigh", "Change of Luck", "Neigh", "Narwhal", "Slowdown")
    assert t.active == 0 and int(t.state["extra_turns"][0]) == 1 and t.phase == 3
    t.do("draw")
    assert t.active == 0 and int(t.state["extra_turns"][0]) == 0
    t.do("draw")
    assert t.active == 1


def test_truncated_after_1000_turns():
    """2.1.8"""
    t = Table(P("", "Yay"), P("", "Yay"), turn=999).do("draw")
    assert not t.over and int(t.state["turn"][0]) == 1000
    t.do("draw")
    assert t.over and GAME.truncated(t.state) and t.winner == -1
    assert (GAME.returns(t.state) == 0).all()


def test_returns():
    """2.1.9"""
    t = Table(P("6 Baby Unicorn", "Narwhal"), P(), P(), P()).do("Narwhal")
    assert t.winner == 0
    np.testing.assert_allclose(GAME.returns(t.state), [1, -1 / 3, -1 / 3, -1 / 3], rtol=1e-6)


# 2.2 Neigh


@pytest.mark.parametrize("card", ["Narwhal", "Rhinocorn", "Good Deal", "Yay", "Slowdown"])
def test_every_kind_of_card_can_be_neighed(card):
    """2.2.1"""
    t = Table(P(PLAIN, card), P("", "Neigh")).do(card)
    assert t.ask() == (1, "ANSWER")
    t.do("Neigh")
    assert t.discard == of(f"{card}, Neigh")


def test_effects_cannot_be_neighed():
    """2.2.1: no poll for what Rainbow Unicorn brings or a Rhinocorn destroys."""
    t = Table(P(PLAIN, "Rainbow Unicorn, Narwhal"), P("", "Neigh")).do("Rainbow Unicorn", "done", "Narwhal")
    assert t.stable(0) == of(f"{PLAIN}, Rainbow Unicorn, Narwhal")
    t = Table(P("Rhinocorn", "Yay"), P("Narwhal", "Neigh"), phase="beginning").do("Rhinocorn")
    assert t.stable(1) == of("")


def test_announcing():
    """2.2.2: the card leaves the hand; nothing is chosen before it resolves."""
    t = Table(P(PLAIN, "Slowdown"), P("", "Neigh"), P()).do("Slowdown")
    assert t.ask() == (1, "ANSWER") and t.hand(0) == of("")
    assert t.observation(1)["playing"].sum() == 1
    t.do("done")
    assert t.ask() == (0, "PLAY_INTO")


def test_judged_when_announced():
    """2.2.2, 2.5.1: a Vortex whose other card was played as a Neigh in the window goes on without it."""
    t = Table(P(PLAIN, "Mystical Vortex, Neigh"), P("", "2 Neigh, Narwhal"))
    t.do("Mystical Vortex", "Neigh", "Neigh", "Neigh")
    assert t.discard["Mystical Vortex"] == 1  # B answered the Neigh: the Vortex is stopped
    t = Table(P(PLAIN, "Mystical Vortex, Neigh"), P("", "Neigh, Narwhal")).do("Mystical Vortex", "Neigh", "Neigh")
    assert t.discard == of("Mystical Vortex") and t.hand(0) == of("")


def test_who_may_answer_the_top_card():
    """2.2.3: anybody but the one who played it; so not the own card, but a Neigh at anybody's."""
    t = Table(P(PLAIN, "Narwhal, Neigh"), P("", "Neigh"), P("", "Neigh")).do("Narwhal")
    assert t.seat == 1
    t.do("Neigh")
    assert t.seat == 2  # a bystander may answer the Neigh
    t.do("done")
    assert t.seat == 0
    t.do("Neigh")
    assert t.seat == 2 and t.legal == {"Neigh", "done"}
    t.do("done")
    assert t.seat == 2  # 2.2.7: Narwhal is polled anew
    t.do("done")
    assert t.stable(0) == of(f"{PLAIN}, Narwhal")


def test_poll_goes_clockwise_from_the_player():
    """2.2.4: and the first Neigh ends it."""
    t = Table(P("", "Neigh"), P("", "Neigh"), P("", "Narwhal, Yay"), P("", "Neigh"), seat=2).do("Narwhal")
    seats = []
    while t.prompt == "ANSWER":
        seats.append(t.seat)
        t.do("done")
    assert seats == [3, 0, 1]
    t = Table(P("", "Neigh"), P("", "Neigh"), P("", "Narwhal, Yay"), P("", "Neigh"), seat=2).do("Narwhal", "Neigh")
    assert t.seat == 0  # now the Neigh of seat 3 is polled, from seat 0


def test_who_is_asked():
    """2.2.5"""
    t = Table(P("", "Narwhal"), P("", "Yay"), P("Slowdown", "Neigh"), P("", "Neigh")).do("Narwhal")
    assert t.seat == 3
    t = Table(P("", "Narwhal"), P("", "Yay"), P("Slowdown", "Neigh"), P("", "Neigh"), ask_everyone=True).do("Narwhal")
    assert t.seat == 1 and t.legal == {"done"}
    t.do("done")
    assert t.seat == 3


def test_no_poll_under_yay():
    """2.2.6: its player's Neighs, too, cannot be answered; Super Neigh does not beat Yay."""
    t = Table(P("Yay", "Narwhal"), P("", "Super Neigh")).do("Narwhal")
    assert t.stable(0) == of("Yay, Narwhal")
    t = Table(P("", "Narwhal, Neigh, Super Neigh"), P("Yay", "Neigh")).do("Narwhal", "Neigh")
    assert t.discard == of("Narwhal, Neigh") and t.hand(0) == of("Neigh, Super Neigh")


def test_yay_can_be_neighed_while_it_is_played():
    """2.2.6"""
    t = Table(P("", "Yay"), P("", "Neigh")).do("Yay", "Neigh")
    assert t.discard == of("Yay, Neigh")


def test_example_super_neigh_and_reopening():
    """2.2.7, 2.2.8: A plays X, B Neighs, A Super Neighs: X is polled again, from the player after A."""
    t = Table(P("", "Narwhal, Super Neigh"), P("", "2 Neigh"), P("", "Neigh"))
    t.do("Narwhal", "Neigh")
    assert t.seat == 2
    t.do("done", "Super Neigh")
    assert t.discard == of("Neigh, Super Neigh") and t.ask() == (1, "ANSWER") and t.about == "Narwhal"
    t.do("done", "Neigh")
    assert t.ask() == (1, "ANSWER") and t.about == "Neigh"
    t.do("done")
    assert t.discard == of("2 Neigh, Super Neigh, Narwhal")


def test_long_pile():
    """2.2.7: five Neighs on one card: the two on top cancel each other, pair by pair."""
    t = Table(P("", "Narwhal, 3 Neigh"), P("", "3 Neigh"))
    t.do("Narwhal", "Neigh", "Neigh", "Neigh", "Neigh", "done")
    assert t.discard == of("2 Neigh") and t.about == "Neigh"  # polled anew: 1's first Neigh was answered
    t.do("done")
    assert t.discard == of("4 Neigh") and t.ask() == (1, "ANSWER") and t.about == "Narwhal"
    t.do("Neigh", "done")
    assert t.discard == of("5 Neigh, Narwhal") and t.active == 1


def test_barred():
    """2.2.9: Slowdown, unblinded Ginormous, a Panda too; also for the own card."""
    for stable in ("Slowdown", "Ginormous Unicorn", "Ginormous Unicorn, Pandamonium"):
        t = Table(P("", "Narwhal"), P(stable, "Neigh")).do("Narwhal")
        assert t.stable(0) == of("Narwhal")
    t = Table(P("", "Narwhal"), P("Ginormous Unicorn, Blinding Light", "Neigh")).do("Narwhal")
    assert t.ask() == (1, "ANSWER")
    t = Table(P("Slowdown", "Narwhal, Neigh"), P("", "Neigh")).do("Narwhal", "Neigh")
    assert t.discard == of("Narwhal, Neigh") and t.hand(0) == of("Neigh")


def test_ginormous_being_played_bars_nobody():
    """2.2.9"""
    t = Table(P("", "Ginormous Unicorn, Neigh"), P("", "Neigh")).do("Ginormous Unicorn", "Neigh")
    assert t.ask() == (0, "ANSWER")


def test_stopped_magic_does_nothing():
    """2.2.10"""
    t = Table(P("", "Good Deal, Yay"), P("", "Neigh, Narwhal")).do("Good Deal", "Neigh")
    assert t.discard == of("Good Deal, Neigh") and t.hand(0) == of("Yay")


# 2.3 Playing a card


def test_magic_lies_in_the_discard_pile_before_its_triggers():
    """2.3.1: Magical Flying, brought by Kiss of Life, fetches Kiss of Life."""
    t = Table(P(PLAIN, "Kiss of Life"), P(), discard="Magical Flying Unicorn").do("Kiss of Life")
    assert t.ask() == (0, "FETCH") and t.legal == {"Kiss of Life", "done"}
    t.do("Kiss of Life")
    assert t.hand(0) == of("Kiss of Life")


def test_any_stable():
    """2.3.2: the effect is for the player of that Stable."""
    t = Table(P(PLAIN, "Greedy Flying Unicorn, Yay, Slowdown"), P(), deck="Neigh, Narwhal", any_stable=True)
    t.do("Greedy Flying Unicorn")
    assert t.ask() == (0, "PLAY_INTO") and t.legal == {"you", "seat +1"}
    t.do("seat +1")
    assert t.stable(1) == of("Greedy Flying Unicorn") and t.hand(1)["Neigh"] == 1
    for card in ("Yay", "Slowdown"):
        t = Table(P(PLAIN, "Yay, Slowdown"), P(), any_stable=True).do(card)
        assert t.legal == {"you", "seat +1"}
        t.do("you")
        assert t.stable(0)[card] == 1


def test_broken_stable_lets_others_in():
    """2.3.3: stolen Upgrades, and those that others play."""
    t = Table(P("Broken Stable", "Alluring Narwhal"), P("Yay")).do("Alluring Narwhal", "seat +1")
    assert t.stable(0)["Yay"] == 1
    t = Table(P("", "Yay"), P("Broken Stable"), any_stable=True).do("Yay", "seat +1")
    assert t.stable(1) == of("Broken Stable, Yay")


def test_basic_that_may_enter_nowhere():
    """2.3.4"""
    assert "Narwhal" not in Table(P("", "Narwhal, Yay"), P("Queen Bee Unicorn")).legal
    t = Table(P("", "Narwhal, Yay"), P("Queen Bee Unicorn"), P(), any_stable=True).do("Narwhal")
    assert t.stable(1) == of("Queen Bee Unicorn, Narwhal")  # the Bee's Stable is the only one


def test_card_being_played_is_nowhere():
    """2.3.5: Unfair Bargain is not swapped away, and is in no hand."""
    t = Table(P("", "Unfair Bargain"), P("", "Yay"), deck="Narwhal").do("Unfair Bargain")
    assert t.discard == of("Unfair Bargain") and t.hand(0) == of("Yay") and t.hand(1) == of("Narwhal")
    t = Table(P("", "Mermaid Unicorn, Yay"), P())  # its effect finds nothing: no hindrance
    assert "Mermaid Unicorn" in t.legal


# 2.11 The two-player deck


def test_two_player_deck():
    """2.11.1, 2.11.2"""
    for seed in range(10):
        state = GAME.new(seed=seed, two_player_deck=True)
        hands = state["hand_size"][0, :2].copy()
        hands[int(state["active"][0])] -= 1
        assert (hands == 6).all() and int(state["deck_size"][0]) == 69
        assert (state["hand"][0, :2, cards.NEIGH] >= 1).all()
        assert state["known"][0, 0, 1, cards.NEIGH] == 1 and state["known"][0, 1, 0, cards.NEIGH] == 1
        for card in cards.TAKEN_OUT:
            assert not state["hand"][0, :, card].any() and card not in state["deck"][0]
        unseen = GAME.observation.for_players(2).split(GAME.observe(state, 0))["unseen"]
        assert all(unseen[card - cards.FIRST_CARD] == 0 for card in cards.TAKEN_OUT)
    assert sum(cards.CARDS[card - 1].copies for card in cards.TAKEN_OUT) == 32


# 2.14 Where the printed rules are narrowed


def test_narrowed_rules():
    """2.14.1, 2.14.3, 2.14.4, 2.14.5: Babies are dealt, Instants only answer cards, and the limit is seven for all."""
    t = Table(P("", "Neigh, Super Neigh"), P("", "Neigh"), phase="beginning", deck="Narwhal")
    assert t.legal == {"Narwhal", "draw"}  # 2.14.3: nothing to answer, so no Neigh
    for stable in ("Double Dutch", "Slowdown", "Ginormous Unicorn"):  # 2.14.4
        t = Table(P(stable, "8 Neigh"), P("", "Narwhal"), phase="end")
        assert t.hand(0) == of("7 Neigh")


def test_stolen_babies_stay_in_a_stable():
    """2.14.2, 2.10.25"""
    t = Table(P(PLAIN, "Seductive Unicorn, Yay"), P("Baby Narwhal")).do("Seductive Unicorn", "Yay")
    assert t.stable(0) == of(f"{PLAIN}, Seductive Unicorn, Baby Narwhal") and t.nursery == 11
