"""Positions as text: a player's own view, and the one with everything shown."""

from __future__ import annotations

import re

from hunt import FEW, GAME, drawn, play, position


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


def test_the_end_in_text():
    s = drawn("Rhinocorn", rest="discard")
    assert view(s).endswith("the game is over") and "deck from the top: empty" in GAME.describe(s)


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
