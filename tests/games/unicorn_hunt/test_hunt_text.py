"""Positions as text: a player's own view, and the one with everything shown."""

from __future__ import annotations

import re

import pytest
from hunt import EMPTY, FEW, GAME, drawn, play, position, prompt


def view(state, seat=0):
    return GAME.describe(state, seat)


def row(text, name):
    return next(line.split()[1:] for line in text.splitlines() if re.match(rf"\s+{name} ", line))


def test_a_players_view():
    grounds = ("bn.BBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNb")
    cards = {"deck": ("Americorn",), "deck_known": {"Americorn": "owner"}, "discard": ("Puppicorn",)}
    s = position(grounds=grounds, turn=3, **cards)
    text = view(s)
    assert row(text, "A") == ["B", "N", ".", "??", "??", "??"] and row(text, "E")[-1] == "B"
    assert "turn 3   score -4   deck 29" in text
    assert "unseen in the Grounds: 19 Basics, 7 Neighs" in text
    assert "Effect Chamber: empty" in text and "Discard Pile: Puppicorn" in text
    assert "known in the deck: 1. Americorn" in text
    assert text.endswith("player_0: action: reveal or destroy a card")


def test_the_face_up_row_the_card_drawn_and_the_spaces_used():
    s = drawn("Unicorn on the Cob", chamber="The Great Narwhal", row="D")
    play(s, "reveal D1")
    text = view(s)
    assert row(text, "D") == ["[B]*", "[B]", "[B]", "[B]", "[N]", "[N]"]
    assert "Effect Chamber: The Great Narwhal" in text and "drawn: Unicorn on the Cob" in text
    assert text.endswith("reveal a card")


def test_the_cards_looked_at_are_shown_to_their_owner_only():
    order = ("Magical Flying Unicorn", "Americorn", "Puppicorn", "Rhinocorn")
    s = position(players=[{"deck": order}, {}], phase="draw")
    assert "looked at: Americorn, Puppicorn, Rhinocorn" in view(s, 0) and "(3 to go)" in view(s, 0)
    assert "looked at" not in view(s, 1) and "player_0: which card comes next" in view(s, 1)


def test_a_rival_in_a_players_view():
    s = position(players=[{"grounds": ("bNBBBB", *FEW[1:]), "shown": ("A2",)}, {"turn": 0}])
    rival = view(s, 1).split("player_0   turn")[1]
    assert row(rival, "A")[:3] == ["?!", "N", "??"] and "?! seen by its owner only" in rival


def test_all_shown_puts_what_the_player_does_not_know_in_small_letters():
    s = position(grounds=("bN....", "......", "......", "......", "......"), deck=("Americorn",), rest="discard")
    text = GAME.describe(s)
    assert row(text, "A") == ["B", "n", ".", ".", ".", "."]
    assert "deck from the top: Americorn" in text and "b n not known to the player" in text


def test_all_shown_has_a_part_for_each_player():
    s = position(players=[{}, {"deck": (), "rest": "discard", "ended": True}])
    first, second = GAME.describe(s).split("\n\n")
    assert first.startswith("player_0\n") and second.startswith("player_1 (ended)\n")


def test_the_star_stands_on_the_grounds_of_the_player_who_acts():
    s = play(position(players=[{"deck": ["Classy Narwhal"]}, {}, {}]), "reveal A1", "reveal C4")
    assert [row(view(s), name)[3] for name in "ABC"] == ["??", "??", "B*"]
    for seat in (1, 2):
        rivals = re.split(r"\nplayer_\d   turn", view(s, seat))[1:]
        others = rivals[2 - seat]  # clockwise from the observer
        assert row(others, "C")[3] == "?!*" and view(s, seat).count("*") == 2  # with the legend's
    parts = GAME.describe(s).split("\n\n")
    assert row(parts[0], "C")[3] == "B*" and not any("*" in row(part, "C")[3] for part in parts[1:])


def test_the_star_of_what_zombie_brought_back_stands_there_too():
    for seed in range(20):
        s = position(players=[{"deck": ["Narwhal Torpedo"], "chamber": "Zombie Unicorn"}, {}], phase="draw", seed=seed)
        play(s, "destroy A1")
        if prompt(s) == "ZOMBIE_RETURN_SPACE":
            break
    play(s, "return A1")
    rival = view(s, 1).split("player_0   turn")[1]
    assert row(view(s), "A")[0] == "B*" and row(rival, "A")[0] == "B*" and row(view(s, 1), "A")[0] == "??"


def test_places_that_are_still_to_be_chosen_are_not_known_in_the_deck():
    order = ("Magical Flying Unicorn", "Americorn", "Puppicorn", "Rhinocorn", "Angel Unicorn")
    s = position(deck=order, deck_known={"Angel Unicorn": "owner"}, phase="draw")
    assert "known in the deck: 4. Angel Unicorn" in view(s)
    play(s, "take Rhinocorn")
    assert "known in the deck: 1. Rhinocorn, 4. Angel Unicorn" in view(s)
    assert "looked at: Americorn, Puppicorn" in view(s)
    play(s, "take Puppicorn")
    known = "known in the deck: 1. Rhinocorn, 2. Puppicorn, 3. Americorn, 4. Angel Unicorn"
    assert known in view(s) and "looked at" not in view(s)


def test_the_end_of_the_solo_game_in_text():
    lost = drawn("Rhinocorn", rest="discard")
    assert view(lost).endswith("\nthe game is over: the deck is empty; lost with score -6, normal asks for 24")
    assert "deck from the top: empty" in GAME.describe(lost)
    won = drawn("Rhinocorn", rest="discard", mode="foal", grounds=("NNNNNN", "NN....", *EMPTY[2:]))
    assert view(won).endswith("the game is over: the deck is empty; won with score 38, foal asks for 16")
    cap = drawn("Rhinocorn", turn_cap=1)
    assert view(cap).endswith("the game is over: the turn cap is reached; lost with score -6, normal asks for 24")
    assert GAME.describe(cap).endswith(view(cap).splitlines()[-1])


@pytest.mark.parametrize(
    "grounds, result",
    [
        ((None, None), "a draw with score -6"),
        ((FEW, None), "player_0 wins with score 6"),
        ((None, FEW, FEW), "player_1 and player_2 win with score 6"),
    ],
)
def test_the_end_of_a_race_in_text(grounds, result):
    players = [{"deck": ("Rhinocorn",), "rest": "discard"}]
    players += [{"deck": (), "rest": "discard", "ended": True} for _ in grounds[1:]]
    players = [player | ({"grounds": given} if given else {}) for player, given in zip(players, grounds)]
    s = position(players=players, phase="draw")
    for seat in (*range(len(players)), None):
        assert GAME.describe(s, seat).splitlines()[-1] == f"the game is over: all decks are empty; {result}"


def test_the_end_of_a_race_that_a_cap_cut_off():
    s = position(players=[{"deck": ("Rhinocorn",)}, {"ended": True}], phase="draw", turn_cap=1)
    assert view(s, 1).splitlines()[-1] == "the game is over: the turn cap is reached; a draw with score -6"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_outcome_has_the_same_form_at_all_times_and_nothing_is_won_before_the_end(players):
    grounds = ("NNNNNN", "NN....", *EMPTY[2:])
    every = [{"grounds": grounds, "deck": ("Rhinocorn",), "rest": "discard"} for _ in range(players)]
    s = position(players=every)
    before = GAME.outcome(s)
    while not GAME.over(s):
        play(s, "reveal A1")
    after = GAME.outcome(s)
    if players == 1:
        assert before == {"score": 38, "won": False} and after == {"score": 38, "won": True}
    else:
        assert before == after == {"scores": [38] * players}


def test_a_view_tells_no_more_than_the_observation():
    a = position(grounds=("BN....", "......", "......", "......", "......"), seed=1)
    b = position(grounds=("NB....", "......", "......", "......", "......"), seed=2)
    assert view(a) == view(b) and GAME.describe(a) != GAME.describe(b)


def test_every_decision_has_words_of_its_own():
    seen = set()
    for seed in range(24):
        s = GAME.new(seed=seed, chamber_buyout=True)
        while not GAME.over(s):
            last = view(s).splitlines()[-1]
            assert last.startswith("player_0: ")
            seen.add(re.sub(r" \(\d to go\)", "", last))
            GAME.play_random(s, seed=seed, limit=1)
    assert len(seen) == 15
