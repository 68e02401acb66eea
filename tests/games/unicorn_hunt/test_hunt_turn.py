"""A turn, the end of a game, the score, the options of the solo game."""

from __future__ import annotations

import numpy as np
import pytest
from hunt import (
    EMPTY,
    FEW,
    GAME,
    chamber,
    deck,
    deck_size,
    discard,
    drawn,
    fields,
    graveyard,
    heads_and_tails,
    known_deck,
    legal,
    lies,
    lies_in_discard,
    play,
    position,
    prompt,
    score,
    sees,
    turn,
)

from unicorn_envs.errors import GameOverError, IllegalActionError
from unicorn_envs.games.unicorn_hunt.cards import CARDS, CHAMBER_CARDS, NAMES
from unicorn_envs.games.unicorn_hunt.state import THRESHOLDS

# Set-up


def test_set_up():
    s = GAME.new(seed=1)
    grounds = "".join(lies(s))
    assert (grounds.count("B"), grounds.count("N")) == (22, 8)
    assert sorted(deck(s)) == sorted(card.name for card in CARDS)
    assert chamber(s) is None and discard(s) == set() and graveyard(s) == (0, 0)
    assert prompt(s) == "ACTION" and turn(s) == 1 and score(s) == -6
    assert sees(s) == ("??????",) * 5 and known_deck(s) == {} and list(fields(s)["unseen"]) == [22, 8]


def test_every_card_may_be_revealed_or_destroyed_at_first():
    """R6: one of the two is compulsory, nothing else is offered."""
    s = GAME.new(seed=1)
    assert len(legal(s)) == 60 and all(name.split()[0] in ("reveal", "destroy") for name in legal(s))


def test_shuffles_reach_every_place_equally_often():
    """R17: Neighs on each space, and each card on top, as often as chance says (within five deviations)."""
    deals = 1500
    neighs = np.zeros(30)
    tops = np.zeros(31)
    for seed in range(deals):
        s = GAME.new(seed=seed)
        neighs += s["grounds"][0, 0] == 2
        tops[s["deck"][0, 0, 29]] += 1
    for counts, p in ((neighs, 8 / 30), (tops[1:], 1 / 30)):
        assert np.abs(counts - deals * p).max() < 5 * np.sqrt(deals * p * (1 - p))


# The Action


def test_reveal_leaves_the_card_and_is_remembered():
    s = position(deck=("Rhinocorn",))
    play(s, "reveal E6")
    assert sees(s)[4] == "?????N" and graveyard(s) == (0, 0) and turn(s) == 2
    assert list(fields(s)["unseen"]) == [22, 7]


def test_destroy_moves_the_card_to_the_graveyard():
    s = position(deck=("Rhinocorn",))
    play(s, "destroy E6")
    assert lies(s)[4] == "NNNNN." and graveyard(s) == (0, 1)
    assert list(fields(s)["unseen"]) == [22, 7]


def test_an_open_space_can_be_neither_revealed_nor_destroyed():
    s = position(grounds=FEW)
    for action in ("reveal A4", "destroy A4", "return A4", "yes", "leave", "take Americorn", "row A"):
        before = s.tobytes()
        with pytest.raises(IllegalActionError, match=action.split()[0]):
            GAME.apply(s, action)
        assert s.tobytes() == before


def test_known_and_face_up_cards_may_be_revealed_again():
    """R7: nothing new is learnt, a face-up card stays face up."""
    s = position(chamber="The Great Narwhal", row="A", deck=("Rhinocorn",), shown=("E6",))
    assert {"reveal A1", "reveal E6"} <= set(legal(s))
    before = sees(s)
    play(s, "reveal A1")
    assert sees(s) == before


def test_the_draw_follows_the_action():
    s = position(deck=("Zombie Unicorn", "Americorn"))
    play(s, "reveal A1")
    assert chamber(s) == "Zombie Unicorn" and deck(s)[0] == "Americorn" and turn(s) == 2


# Card by card


def test_cards_are_seen_before_the_next_choice():
    """R8"""
    s = drawn("Narwhal Torpedo", grounds=("BBBBBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNN"))
    play(s, "destroy E1")
    assert list(fields(s)["graveyard"]) == [0, 1] and list(fields(s)["unseen"]) == [22, 7]


def test_the_contents_of_the_deck_are_what_is_nowhere_else():
    """R15: an observation names chamber, Discard Pile and the card being carried out; the deck is the rest."""
    s = drawn("Shark with a Horn", chamber="Zombie Unicorn", discard=("Americorn",))
    obs = fields(s)
    elsewhere = {NAMES[i + 1] for i in np.flatnonzero(obs["discard"] + obs["resolving"])}
    elsewhere |= {NAMES[CHAMBER_CARDS[i]] for i in np.flatnonzero(obs["chamber"])}
    assert elsewhere == {"Americorn", "Shark with a Horn", "Zombie Unicorn"}
    assert set(deck(s)) == {card.name for card in CARDS} - elsewhere and obs["deck_size"] == len(deck(s))


# The end


def test_the_game_ends_when_the_deck_is_empty():
    s = position(deck=("Rhinocorn",), rest="discard")
    play(s, "destroy A1")
    assert GAME.over(s) and legal(s) == [] and not GAME.truncated(s)
    assert GAME.outcome(s) == {"score": -4, "won": False}
    with pytest.raises(GameOverError):
        GAME.apply(s, "reveal A1")


def test_the_last_card_is_carried_out_before_the_end():
    """R1"""
    s = drawn("Shark with a Horn", rest="discard")
    assert not GAME.over(s)
    play(s, "destroy A1")
    assert GAME.over(s) and graveyard(s) == (1, 0)


@pytest.mark.parametrize("card", ["Unicorn Phoenix", "Seductive Unicorn"])
def test_the_game_goes_on_when_the_last_card_fetches_one(card):
    """R1"""
    s = drawn(card, rest="discard")
    play(s, "take Americorn")
    assert not GAME.over(s) and deck(s) == ["Americorn"] and known_deck(s) == {1: "Americorn"}
    assert turn(s) == 2


def test_the_game_goes_on_when_the_last_card_is_the_mermaid_and_the_chamber_is_full():
    """R1"""
    s = drawn("Mermaid Unicorn", chamber="Greedy Flying Unicorn", rest="discard")
    assert deck(s) == ["Greedy Flying Unicorn"] and turn(s) == 2
    assert GAME.over(drawn("Mermaid Unicorn", rest="discard"))


def test_the_game_ends_when_llamacorn_takes_the_last_card():
    """R1: the deck is looked at after the effect."""
    s = drawn("Llamacorn", "Zombie Unicorn", rest="discard")
    assert GAME.over(s) and chamber(s) == "Zombie Unicorn"


def test_empty_grounds_end_nothing():
    """R2: the Action is skipped, and a Neigh that comes back is worth four points."""
    s = position(grounds=EMPTY, deck=("Rhinocorn", "Angel Unicorn", "Puppicorn"))
    assert prompt(s) == "RETURN_NEIGH_SPACE" and turn(s) == 2 and lies_in_discard(s, "Rhinocorn")
    assert score(s) == 22 - 16
    play(s, "return A1")
    assert score(s) == 22 - 16 + 4 and turn(s) == 3 and prompt(s) == "ACTION"


def test_empty_grounds_can_play_themselves_out():
    """R2: no decision is left."""
    s = position(grounds=EMPTY, deck=("Rhinocorn", "Puppicorn", "Americorn"), rest="discard")
    assert GAME.over(s) and GAME.returns(s)[0] == np.float32(6 / 38)


# The score


@pytest.mark.parametrize(
    "grounds, points",
    [
        (("BBBBBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNN"), -6),
        (EMPTY, 22 - 16),
        (("......", "......", "......", "....NN", "NNNNNN"), 38),
        (("BBBBBB", "BBBBBB", "BBBBBB", "BBBB..", "......"), -38),
        (FEW, 20 - 2 * 7 - 2 + 2),
    ],
)
def test_score(grounds, points):
    """+1 and -2 in the Graveyard, -1 and +2 in the Grounds."""
    s = drawn("Alluring Narwhal", grounds=grounds)
    assert score(s) == points == fields(s)["score"][0]


@pytest.mark.parametrize("mode, threshold", THRESHOLDS.items())
def test_mode_sets_the_score_that_wins(mode, threshold):
    """R5, R38: just enough wins, two points less do not; the score is the return, or the win is."""
    assert {"foal": 16, "easy": 20, "normal": 24, "hard": 28, "expert": 32, "perfect": 38}[mode] == threshold
    spared = "NNNNNNNN".ljust(30, ".")
    for points, won in ((threshold, True), (threshold - 2, False)):
        basics = (38 - points) // 2
        letters = spared[:8] + "B" * basics + "." * (22 - basics)
        grounds = tuple(letters[i : i + 6] for i in range(0, 30, 6))
        for reward, worth in (("score", points / 38), ("win", float(won))):
            s = drawn("Rhinocorn", rest="discard", grounds=grounds, mode=mode, reward=reward)
            assert GAME.over(s) and GAME.outcome(s) == {"score": points, "won": won}
            assert GAME.returns(s)[0] == np.float32(worth)


def test_normal_is_the_default_mode():
    assert GAME.options_of(GAME.new(seed=0)) == {
        "num_players": 1, "mode": "normal", "turn_cap": 200, "chamber_buyout": False, "reward": "score",
    }  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [{"mode": "cosy"}, {"turn_cap": 0}, {"num_players": 5}, {"reward": "tips"}, {"chamber_buyout": 1}, {"x": 1}],
)
def test_options_out_of_range_are_refused(wrong):
    with pytest.raises((TypeError, ValueError), match=next(iter(wrong))):
        GAME.new(seed=0, **wrong)


# turn_cap


def test_turn_cap_truncates_and_the_score_stands():
    """R3, R5: the return after a truncation is score / 38 too."""
    s = GAME.new(seed=3, turn_cap=1)
    GAME.play_random(s, seed=0)
    assert GAME.over(s) and GAME.truncated(s) and turn(s) == 1
    assert GAME.returns(s)[0] == np.float32(score(s) / 38)


def test_turn_cap_truncates_a_won_game_as_won():
    """R3, R38"""
    grounds = ("......", "......", "......", "....NN", "NNNNNN")
    s = drawn("Rhinocorn", grounds=grounds, turn=5, turn_cap=5, reward="win", mode="perfect")
    assert GAME.truncated(s) and GAME.returns(s)[0] == 1


def test_a_deck_that_runs_out_in_the_last_turn_is_no_truncation():
    """R3"""
    s = drawn("Rhinocorn", rest="discard", turn=5, turn_cap=5)
    assert GAME.over(s) and not GAME.truncated(s)


def test_the_turn_before_the_cap_is_followed_by_another():
    """R3"""
    s = drawn("Rhinocorn", turn=4, turn_cap=5)
    assert not GAME.over(s) and turn(s) == 5


def test_phoenix_and_seductive_fetch_each_other_until_the_cap():
    """R3, R4"""
    s = position(deck=("Unicorn Phoenix",), rest="discard", grounds=FEW, turn_cap=50)
    while not GAME.over(s):
        choice = legal(s)[0]
        for fetched in ("take Seductive Unicorn", "take Unicorn Phoenix"):
            if fetched in legal(s):
                choice = fetched
        play(s, choice)
        assert deck_size(s) <= 1
    assert turn(s) == 50 and GAME.truncated(s)


# chamber_buyout

FOUR_BASICS_DOWN = ("....BB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNN")
THREE_BASICS_DOWN = ("...BBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNN")


def buyout(card="Zombie Unicorn", grounds=FOUR_BASICS_DOWN, **given):
    if card == "The Great Narwhal":
        given["row"] = "A"
    return position(phase="beginning", chamber=card, grounds=grounds, chamber_buyout=True, **given)


@pytest.mark.parametrize("card", [NAMES[n] for n in CHAMBER_CARDS])
def test_buyout_accepted(card):
    """R29: four Basics come back, the card is discarded and does not act any more."""
    s = buyout(card)
    assert prompt(s) == "BUYOUT" and legal(s) == ["yes", "no"]
    play(s, "yes", "return A1", "return A2", "return A3")
    assert chamber(s) == card and prompt(s) == "BUYOUT_RETURN"
    play(s, "return A4")
    assert chamber(s) is None and discard(s) == {card} and graveyard(s) == (0, 0)
    assert prompt(s) == "ACTION" and sees(s)[0].startswith("BBBB") and known_deck(s) == {}


def test_buyout_declined_lets_the_chamber_card_act():
    """R6, R29"""
    s = buyout("Black Knight Unicorn")
    assert known_deck(s) == {}  # not before the buyout
    play(s, "no")
    assert prompt(s) == "BLACK_KNIGHT_LOOK" and graveyard(s) == (4, 0)


def test_buyout_declined_with_extremely_fertile_unicorn():
    """R29: heads and tails still happen."""
    heads, tails = heads_and_tails(
        lambda seed: play(buyout("Extremely Fertile Unicorn", seed=seed), "no"),
        lambda s: prompt(s) == "RETURN_BASIC_SPACE",
    )
    assert prompt(tails) == "ACTION" and chamber(heads) == chamber(tails) == "Extremely Fertile Unicorn"


def test_buyout_declined_is_offered_again_at_the_next_beginning():
    """R29"""
    s = buyout("Greedy Flying Unicorn", deck=("Puppicorn",))
    play(s, "no")
    assert prompt(s) == "ACTION" and turn(s) == 2
    play(s, "destroy E6")
    assert turn(s) == 3 and prompt(s) == "BUYOUT"


@pytest.mark.parametrize("basics_down, grounds, offered", [(4, FOUR_BASICS_DOWN, True), (3, THREE_BASICS_DOWN, False)])
def test_buyout_needs_four_basics_in_the_graveyard(basics_down, grounds, offered):
    """R29"""
    s = buyout("Greedy Flying Unicorn", grounds)
    assert graveyard(s) == (basics_down, 0) and (prompt(s) == "BUYOUT") is offered


def test_buyout_needs_a_chamber_card():
    """R29"""
    assert prompt(position(phase="beginning", grounds=FEW, chamber_buyout=True)) == "ACTION"


def test_no_buyout_by_default():
    """R29"""
    assert prompt(position(phase="beginning", grounds=FEW, chamber="Greedy Flying Unicorn")) == "ACTION"


def test_buyout_returns_exactly_four():
    """R29."""
    s = buyout(grounds=FEW)
    play(s, "yes", "return B1", "return B2", "return B3", "return B4")
    assert graveyard(s) == (16, 7) and prompt(s) == "ACTION"
