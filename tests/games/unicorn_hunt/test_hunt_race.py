"""The race: two to four players, each with a set-up of their own, and what they see of each other."""

from __future__ import annotations

import numpy as np
import pytest
from hunt import (
    EMPTY,
    FEW,
    GAME,
    at,
    chamber,
    deck,
    discard,
    fields,
    graveyard,
    heads_and_tails,
    known_deck,
    legal,
    lies,
    play,
    position,
    prompt,
    sees,
    spaces_with,
    turn,
)

HARMLESS = ("Rhinocorn", "Americorn")
"""With an empty chamber the first of these does nothing."""


def race(*players, **given):
    return position(players=list(players), **given)


def acting(state):
    return GAME.seat(state)


# Set-up and turn order


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_a_set_up_and_shuffles_of_their_own(players):
    """R30"""
    s = GAME.new(seed=4, num_players=players)
    assert len({lies(s, p) for p in range(players)}) == players
    assert len({tuple(deck(s, p)) for p in range(players)}) == players
    assert all(sorted(deck(s, p)) == sorted(deck(s, 0)) and graveyard(s, p) == (0, 0) for p in range(players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_seat_is_random(players):
    """R31: every seat, about equally often."""
    firsts = np.bincount([acting(GAME.new(seed=seed, num_players=players)) for seed in range(400)], minlength=players)
    assert len(firsts) == players and firsts.min() > 400 / players * 0.7


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_turns_go_round(players):
    """R30: Action, draw and effect, then the next player."""
    set_ups = [{"deck": ("Unicorn on the Cob",), "turn": int(p == players - 1)} for p in range(players)]
    s = race(*set_ups, seat=players - 1)
    for k in range(players):
        player = (players - 1 + k) % players
        for space in ("A1", "A2", "A3"):
            assert acting(s) == player
            play(s, f"reveal {space}")
        assert turn(s, player) == (2 if k == players - 1 and players == 1 else 1)
    assert acting(s) == players - 1 and turn(s, players - 1) == 2


def test_nothing_touches_another_set_up():
    """R30"""
    s = race({"deck": ("Puppicorn",)}, {"grounds": FEW, "chamber": "The Great Narwhal", "row": "A"})
    before = (lies(s, 1), deck(s, 1), sees(s, 1))
    play(s, "destroy A1")
    assert (lies(s, 1), deck(s, 1), sees(s, 1)) == before and graveyard(s, 0) == (1, 0)


# The end


def test_a_player_whose_deck_is_empty_is_passed_over():
    """R32"""
    s = race({"deck": HARMLESS}, {"deck": HARMLESS[:1], "rest": "discard"}, {"deck": HARMLESS}, seat=1)
    play(s, "reveal A1")
    assert acting(s) == 2 and fields(s, 1)["ended"] == 1 and fields(s, 0)["rival_1_ended"] == 1
    play(s, "reveal A1", "reveal A1")
    assert acting(s) == 2 and not GAME.over(s)


def test_the_last_player_goes_on_alone():
    """R32"""
    s = race({"deck": HARMLESS}, {"deck": (), "rest": "discard", "ended": True})
    play(s, "reveal A1")
    assert acting(s) == 0 and turn(s, 0) == 2


def test_the_race_is_over_when_all_have_ended():
    """R32"""
    s = race({"deck": HARMLESS[:1], "rest": "discard"}, {"deck": (), "rest": "discard", "ended": True})
    play(s, "destroy A1")
    assert GAME.over(s) and not GAME.truncated(s) and GAME.outcome(s) == {"scores": [-4, -6]}
    assert list(GAME.returns(s)) == [1, -1]


def test_a_cap_that_ends_one_player_truncates_the_race():
    """R32: counted in own turns; the other's deck has run out."""
    s = race({"deck": HARMLESS, "turn": 5}, {"deck": (), "rest": "discard", "ended": True, "turn": 5}, turn_cap=5)
    play(s, "reveal A1")
    assert GAME.over(s) and GAME.truncated(s)


def test_the_cap_counts_own_turns():
    """R32"""
    s = race({"deck": HARMLESS, "turn": 5}, {"deck": HARMLESS, "turn": 3}, turn_cap=5)
    play(s, "reveal A1", "reveal A1")
    assert acting(s) == 1 and turn(s, 1) == 5 and fields(s, 0)["ended"] == 1 and not GAME.over(s)
    play(s, "reveal A1", "destroy A1", "destroy A2")  # the Americorn
    assert GAME.over(s) and GAME.truncated(s)


def finished(*basics_destroyed, **options):
    """A race in which everybody's deck has run out: returns of players with so many Basics destroyed."""
    players = []
    for n in basics_destroyed:
        letters = "." * n + "B" * (22 - n) + "N" * 8
        grounds = [letters[i : i + 6] for i in range(0, 30, 6)]
        players.append({"deck": (), "rest": "discard", "ended": True, "grounds": grounds})
    players[0] |= {"deck": ("Rhinocorn",), "ended": False}
    return GAME.returns(position(phase="draw", players=players, **options)).tolist()


@pytest.mark.parametrize(
    "basics, returns",
    [
        ((3, 1), [1, -1]),
        ((1, 3), [-1, 1]),
        ((2, 2), [0, 0]),
        ((0, 5, 2), [-0.5, 1, -0.5]),
        ((5, 5, 2), [0.5, 0.5, -1]),
        ((4, 4, 4), [0, 0, 0]),
        ((9, 8, 7, 6), [1, -1 / 3, -1 / 3, -1 / 3]),
        ((1, 8, 2, 8), [-0.5, 0.5, -0.5, 0.5]),
        ((8, 8, 2, 8), [1 / 3, 1 / 3, -1, 1 / 3]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
    ],
)
def test_the_highest_score_wins_and_ties_share(basics, returns):
    """R33"""
    assert finished(*basics) == pytest.approx(returns)


def test_mode_and_reward_play_no_part_in_a_race():
    """R33, R38"""
    assert finished(3, 1, mode="perfect", reward="win") == [1, -1]


def test_the_lowest_possible_scores_still_tie():
    """R33: nobody is left out at -38."""
    worst = {"grounds": ("BBBBBB", "BBBBBB", "BBBBBB", "BBBB..", "......"), "rest": "discard"}
    s = position(phase="draw", players=[worst | {"deck": ("Rhinocorn",)}, worst | {"deck": (), "ended": True}])
    assert GAME.over(s) and list(GAME.returns(s)) == [0, 0]


# What rivals see


def two(**first):
    return race({"deck": HARMLESS} | first, {})


def test_a_reveal_is_private_but_seen_to_happen():
    """R35"""
    s = play(two(), "reveal E6")
    assert at(sees(s, 0), "E6") == "N" and at(sees(s, 1, rival=1), "E6") == "!"
    assert spaces_with(s, "shown_to_all", 0) == []


def test_the_reveals_of_a_card_are_private():
    """R35: rivals see the decision and the spaces, not the cards."""
    s = race({"deck": ("Unicorn on the Cob",)}, {}, phase="draw")
    play(s, "reveal A1")
    rival = fields(s, 1)
    assert spaces_with(s, "chosen", 1) == ["A1"] and rival["steps_left"] == 1 and rival["prompt"].sum() == 1
    assert rival["resolving"].sum() == 1 and at(sees(s, 1, rival=1), "A1") == "!"
    assert list(rival["acting"]) == [0, 1, 0, 0]


def test_a_destroy_is_seen_by_all():
    """R35"""
    s = play(two(), "destroy E6")
    assert at(sees(s, 1, rival=1), "E6") == "." and list(fields(s, 1)["rival_1_graveyard"]) == [0, 1]
    assert fields(s, 1)["rival_1_score"] == fields(s, 0)["score"] == -10


def test_a_returned_card_is_known_to_all():
    """R36"""
    s = race({"deck": ("Angel Unicorn",), "grounds": FEW}, {}, phase="draw")
    play(s, "return E6")
    assert at(sees(s, 1, rival=1), "E6") == "N" and spaces_with(s, "shown_to_all", 0) == ["E6"]


def test_a_basic_that_zombie_returned_is_known_to_all():
    """R36"""

    def made(seed):
        return play(race({"deck": HARMLESS, "chamber": "Zombie Unicorn"}, {}, seed=seed), "destroy A1")

    heads, _ = heads_and_tails(made, lambda s: prompt(s) == "ZOMBIE_RETURN_SPACE")
    play(heads, "return A1")
    assert at(sees(heads, 1, rival=1), "A1") == "B"


def test_the_cards_that_chainsaw_spared_are_known_to_all():
    """R36: they are Basics."""
    s = race({"deck": ("Chainsaw Unicorn",)}, {}, phase="draw")
    play(s, "reveal A1", "reveal A2")
    assert sees(s, 1, rival=1)[0] == "!!????"
    play(s, "reveal E6")
    assert sees(s, 1, rival=1)[0] == "BB????" and sees(s, 1, rival=1)[4] == "?????."


def test_ginormous_shows_only_what_it_destroys():
    """R35"""
    s = race({"deck": ("Ginormous Unicorn",)}, {}, phase="draw")
    play(s, "reveal A1", "reveal A2", "destroy A1")
    assert sees(s, 1, rival=1)[0] == ".!????"


def test_a_row_that_lies_or_lay_face_up_is_known_to_all():
    """R28, R36"""
    s = race({"deck": ("The Great Narwhal", "Rhinocorn")}, {"deck": HARMLESS}, phase="draw")
    play(s, "row D")
    assert sees(s, 1, rival=1)[3] == "BBBBNN" and list(fields(s, 1)["rival_1_face_up"]) == [0, 0, 0, 1, 0]
    play(s, "reveal A1", "reveal A1")  # player_0 draws the Rhinocorn
    assert chamber(s, 0) is None and not fields(s, 1)["rival_1_face_up"].any()
    assert sees(s, 1, rival=1)[3] == "BBBBNN"


def test_a_shuffle_hides_it_all_from_all():
    """R13, R36"""
    s = race({"deck": ("Puppicorn",), "shown": ("A1", "E6")}, {})
    assert sees(s, 1, rival=1)[0] == "B?????"
    play(s, "reveal A2")
    assert sees(s, 1, rival=1) == sees(s, 0) == ("??????",) * 5


def test_a_card_known_to_all_stays_so_when_its_owner_looks_again():
    """R7, R36"""
    s = play(two(shown=("A1",)), "reveal A1")
    assert at(sees(s, 1, rival=1), "A1") == "B"


def test_chamber_discard_pile_and_deck_size_are_open():
    """R35"""
    s = race({"deck": HARMLESS, "discard": ("Puppicorn",), "chamber": "Zombie Unicorn"}, {}, seat=1)
    obs = fields(s, 1)
    assert obs["rival_1_chamber"].sum() == 1 and obs["rival_1_discard"].sum() == 1 and obs["rival_1_deck_size"] == 28
    assert obs["rival_1_turn"].tolist() == [0, 1]


@pytest.mark.parametrize("card", ["Unicorn Phoenix", "Seductive Unicorn"])
def test_a_card_fetched_under_the_deck_is_known_to_all(card):
    """R36"""
    s = race({"deck": (card,), "discard": ("Puppicorn", "Americorn")}, {}, phase="draw")
    play(s, "take Puppicorn")
    assert known_deck(s, 1, rival=1) == known_deck(s, 0) == {29 - 1: "Puppicorn"}


def test_looks_at_a_deck_are_private():
    """R35: rivals do not see the cards looked at, nor the order."""
    s = race({"deck": ("Magical Flying Unicorn", "Americorn", "Puppicorn", "Angel Unicorn")}, {}, phase="draw")
    assert fields(s, 0)["looked_at"].sum() == 3 and not fields(s, 1)["looked_at"].any()
    play(s, "take Puppicorn", "take Americorn")
    assert len(known_deck(s, 0)) == 3 and known_deck(s, 1, rival=1) == {}


def test_a_reorder_hides_what_all_knew():
    """R36: of the three cards reordered; a fourth stays known."""
    cards = ("Magical Flying Unicorn", "Americorn", "Puppicorn", "Angel Unicorn", "Rainbow Unicorn")
    known = {"Puppicorn": "all", "Rainbow Unicorn": "all"}
    s = race({"deck": cards, "deck_known": known}, {}, phase="draw")
    assert known_deck(s, 1, rival=1) == {4: "Rainbow Unicorn"}
    play(s, "take Puppicorn", "take Americorn")
    assert known_deck(s, 1, rival=1) == {4: "Rainbow Unicorn"} and len(known_deck(s, 0)) == 4


def test_a_single_card_that_all_know_is_not_hidden_by_a_look():
    """R16, R36: nothing is reordered."""
    known = {"deck": ("Majestic Flying Unicorn", "Americorn"), "rest": "discard", "deck_known": {"Americorn": "all"}}
    s = race(known, {}, phase="draw")
    assert known_deck(s, 1, rival=1) == {1: "Americorn"}


@pytest.mark.parametrize("card", ["Mermaid Unicorn", "Llamacorn"])
def test_a_shuffle_of_the_deck_hides_it_from_all(card):
    """R14, R36"""
    s = race({"deck": (card, "Zombie Unicorn", "Americorn"), "deck_known": {"Americorn": "all"}}, {}, phase="draw")
    assert known_deck(s, 0) == known_deck(s, 1, rival=1) == {}


def black_knight(**known):
    order = ("Americorn", "Puppicorn", "Angel Unicorn")
    return race({"deck": order, "chamber": "Black Knight Unicorn", "deck_known": known}, {}, phase="beginning")


def test_black_knights_look_is_private():
    """R35, R37: all see the decision, not the card."""
    s = black_knight()
    assert fields(s, 0)["looked_at"].sum() == 1 and not fields(s, 1)["looked_at"].any()
    assert fields(s, 1)["prompt"].tolist() == fields(s, 0)["prompt"].tolist()
    play(s, "bottom")
    assert known_deck(s, 0) == {29: "Americorn"} and known_deck(s, 1, rival=1) == {}


def test_black_knight_moves_what_all_know():
    """R36, R37: a card known to all goes to the bottom in the sight of all, and the others move up."""
    s = black_knight(Americorn="all", Puppicorn="all")
    play(s, "bottom")
    assert known_deck(s, 1, rival=1) == {29: "Americorn", 1: "Puppicorn"}


def test_black_knight_leaves_what_all_know():
    """R37"""
    s = play(black_knight(Americorn="all"), "leave")
    assert known_deck(s, 1, rival=1) == {1: "Americorn"}


def test_rivals_are_seen_clockwise():
    s = race(*[{"turn": 10 * (p + 1), "deck": HARMLESS} for p in range(4)], seat=2)
    for seat in range(4):
        obs = fields(s, seat)
        assert obs["turn"][1] == 10 * (seat + 1)
        assert [obs[f"rival_{k}_turn"][1] for k in (1, 2, 3)] == [10 * ((seat + k) % 4 + 1) for k in (1, 2, 3)]
        assert np.flatnonzero(obs["acting"]).tolist() == [(2 - seat) % 4]


def test_only_the_seat_that_decides_has_actions():
    s = race({"deck": HARMLESS}, {"grounds": EMPTY})
    assert acting(s) == 0 and len(legal(s)) == 60


def test_races_of_fewer_players_see_a_prefix():
    for players in (1, 2, 3, 4):
        s = GAME.new(seed=0, num_players=players)
        names = set(fields(s, 0))
        assert ("acting" in names) == (players > 1)
        assert [f"rival_{k}_open" in names for k in (1, 2, 3)] == [k < players for k in (1, 2, 3)]


def test_discard_piles_are_apart():
    """R30"""
    s = play(race({"deck": HARMLESS}, {"deck": HARMLESS}), "reveal A1")
    assert discard(s, 0) == {"Rhinocorn"} and discard(s, 1) == set()
