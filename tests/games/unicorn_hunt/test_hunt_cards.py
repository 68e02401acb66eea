"""The 30 Magical Unicorns, one after another: what each does, also when it can do little or nothing."""

from __future__ import annotations

import pytest
from hunt import (
    EMPTY,
    FEW,
    GAME,
    at,
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
    legal_spaces,
    lies,
    lies_in_discard,
    play,
    position,
    prompt,
    score,
    sees,
    spaces_with,
    turn,
)

from unicorn_envs.errors import IllegalActionError

ROW_A_ONLY = ("BBBBBB", "......", "......", "......", "......")


# Alluring Narwhal


def test_alluring_narwhal_returns_a_basic_to_an_open_space():
    s = drawn("Alluring Narwhal", grounds=FEW)
    assert prompt(s) == "RETURN_BASIC_SPACE" and graveyard(s) == (20, 7)
    assert "A1" not in legal_spaces(s, "return") and len(legal_spaces(s, "return")) == 27
    play(s, "return E6")
    assert at(lies(s), "E6") == at(sees(s), "E6") == "B"
    assert graveyard(s) == (19, 7) and lies_in_discard(s, "Alluring Narwhal") and prompt(s) == "ACTION"


def test_alluring_narwhal_without_a_basic_in_the_graveyard():
    s = drawn("Alluring Narwhal")
    assert prompt(s) == "ACTION" and turn(s) == 2 and lies_in_discard(s, "Alluring Narwhal")


# Americorn


def test_americorn_destroys_two_adjacent_cards():
    s = drawn("Americorn")
    play(s, "destroy B2")
    assert sorted(legal_spaces(s, "destroy")) == ["A2", "B1", "B3", "C2"]
    play(s, "destroy C2")
    assert graveyard(s) == (2, 0) and prompt(s) == "ACTION"


def test_americorn_does_not_reach_diagonally_or_across_an_edge():
    s = drawn("Americorn")
    play(s, "destroy A6")
    assert legal_spaces(s, "destroy") == ["A5", "B6"]


def test_americorn_passes_over_single_cards_while_there_is_a_pair():
    """R10: the first card lies in a group of at least two."""
    s = drawn("Americorn", grounds=("B.B...", "......", "...NN.", "......", "......"))
    assert legal_spaces(s, "destroy") == ["C4", "C5"]


def test_americorn_may_take_from_any_group_that_is_large_enough():
    """R10: a pair will do, though there is a group of three."""
    s = drawn("Americorn", grounds=("BBB...", "......", "...NN.", "......", "B....."))
    assert legal_spaces(s, "destroy") == ["A1", "A2", "A3", "C4", "C5"]


def test_americorn_with_single_cards_only_destroys_one():
    """R10: without a pair one of the largest groups, here single cards."""
    s = drawn("Americorn", grounds=("B.B...", "......", "...N..", "......", "......"))
    assert legal_spaces(s, "destroy") == ["A1", "A3", "C4"]
    play(s, "destroy C4")
    assert prompt(s) == "ACTION" and lies(s)[0] == "B.B..."


def test_americorn_on_empty_grounds():
    s = drawn("Americorn", "Classy Narwhal", "Shark with a Horn", grounds=EMPTY)
    assert graveyard(s) == (22, 8) and lies_in_discard(s, "Americorn")


# Angel Unicorn


def test_angel_unicorn_returns_a_neigh():
    s = drawn("Angel Unicorn", grounds=FEW)
    assert prompt(s) == "RETURN_NEIGH_SPACE"
    before = score(s)
    play(s, "return B1")
    assert at(sees(s), "B1") == "N" and graveyard(s) == (20, 6) and score(s) == before + 4


def test_angel_unicorn_without_a_neigh_in_the_graveyard():
    s = drawn("Angel Unicorn", grounds=("BBBBBB", "BBBBBB", "BBBBBB", "BBB.NN", "NNNNNN"))
    assert prompt(s) == "ACTION" and graveyard(s) == (1, 0)


# The three that shuffle the Grounds


def shuffling_leaves_open_spaces_open_and_forgets(card):
    grounds = ("bbb.nn", "BBBBBB", "BBBBBB", "BBBBNN", "NNNN.B")
    s = drawn(card, grounds=grounds)
    assert sees(s) == ("???.??", "??????", "??????", "??????", "????.?")
    assert "".join(lies(s)).count("B") == 20 and "".join(lies(s)).count("N") == 8
    assert list(fields(s)["unseen"]) == [20, 8]
    assert lies(s) != tuple(row.upper() for row in grounds)
    assert prompt(s) == "ACTION" and lies_in_discard(s, card)


def test_annoying_flying_unicorn_shuffles_the_grounds():
    """R13: open spaces stay open, places are forgotten, the numbers are not."""
    shuffling_leaves_open_spaces_open_and_forgets("Annoying Flying Unicorn")


def test_magical_kittencorn_shuffles_the_grounds():
    """R13"""
    shuffling_leaves_open_spaces_open_and_forgets("Magical Kittencorn")


def test_puppicorn_shuffles_the_grounds():
    """R13"""
    shuffling_leaves_open_spaces_open_and_forgets("Puppicorn")


def test_puppicorn_on_empty_grounds():
    s = drawn("Puppicorn", "Alluring Narwhal", grounds=EMPTY)
    assert prompt(s) == "RETURN_BASIC_SPACE"  # the next turn's card: the Action was skipped


def test_puppicorn_forgets_what_all_knew():
    s = drawn("Puppicorn", shown=("A1", "E6"))
    assert sees(s) == ("??????",) * 5


# Black Knight Unicorn


def test_black_knight_unicorn_leaves_the_top_card():
    s = position(phase="beginning", chamber="Black Knight Unicorn", deck=("Americorn", "Puppicorn"))
    assert prompt(s) == "BLACK_KNIGHT_LOOK" and legal(s) == ["leave", "bottom"]
    assert known_deck(s) == {1: "Americorn"}
    play(s, "leave")
    assert deck(s)[:2] == ["Americorn", "Puppicorn"] and known_deck(s) == {1: "Americorn"} and prompt(s) == "ACTION"


def test_black_knight_unicorn_puts_the_top_card_at_the_bottom():
    s = position(phase="beginning", chamber="Black Knight Unicorn", deck=("Americorn", "Puppicorn"))
    play(s, "bottom")
    assert deck(s)[0] == "Puppicorn" and deck(s)[-1] == "Americorn" and known_deck(s) == {29: "Americorn"}


def test_black_knight_unicorn_looks_again_at_each_beginning():
    s = position(phase="draw", deck=("Black Knight Unicorn", "Rhinocorn", "Puppicorn"))
    assert prompt(s) == "BLACK_KNIGHT_LOOK" and turn(s) == 2
    play(s, "bottom", "reveal A1")  # the Puppicorn is drawn
    assert prompt(s) == "BLACK_KNIGHT_LOOK" and turn(s) == 3
    assert known_deck(s)[deck_size(s)] == "Rhinocorn"  # the one put at the bottom


def test_black_knight_unicorn_with_one_card_in_the_deck_asks_nothing():
    """R24: the card is seen, there is nothing to decide."""
    s = position(phase="beginning", chamber="Black Knight Unicorn", deck=("Americorn",), rest="discard")
    assert prompt(s) == "ACTION" and known_deck(s) == {1: "Americorn"}


# Chainsaw Unicorn


def test_chainsaw_unicorn_destroys_the_neighs_among_three():
    """R18: after the last REVEAL, not before."""
    s = drawn("Chainsaw Unicorn")
    play(s, "reveal A1", "reveal E6")
    assert graveyard(s) == (0, 0) and at(sees(s), "E6") == "N"
    play(s, "reveal E5")
    assert graveyard(s) == (0, 2) and at(sees(s), "A1") == "B" and lies(s)[4] == "NNNN.."


def test_chainsaw_unicorn_spares_known_basics():
    """R7: known cards may be REVEALED, so that Neighs need not be found."""
    s = drawn("Chainsaw Unicorn", grounds=("bbbBBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNN"))
    play(s, "reveal A1", "reveal A2", "reveal A3")
    assert graveyard(s) == (0, 0)


def test_chainsaw_unicorn_with_two_cards():
    """R8: fewer cards than asked, so all there are."""
    s = drawn("Chainsaw Unicorn", grounds=("BN....", "......", "......", "......", "......"))
    play(s, "reveal A2", "reveal A1")
    assert graveyard(s) == (21, 8) and prompt(s) == "ACTION"


def test_chainsaw_unicorn_on_empty_grounds():
    s = drawn("Chainsaw Unicorn", "Angel Unicorn", grounds=EMPTY)
    assert lies_in_discard(s, "Chainsaw Unicorn") and prompt(s) == "RETURN_NEIGH_SPACE"


# Classy Narwhal and Unicorn on the Cob


def test_classy_narwhal_reveals_three_different_cards():
    """R8: REVEALs of one effect go to different cards."""
    s = drawn("Classy Narwhal")
    play(s, "reveal A1", "reveal E6")
    with pytest.raises(IllegalActionError, match="reveal A1"):
        GAME.apply(s, "reveal A1")
    play(s, "reveal C3")
    assert sees(s) == ("B?????", "??????", "??B???", "??????", "?????N") and prompt(s) == "ACTION"


def test_classy_narwhal_with_one_card():
    s = drawn("Classy Narwhal", grounds=("......", "......", "..N...", "......", "......"))
    play(s, "reveal C3")
    assert prompt(s) == "ACTION" and at(sees(s), "C3") == "N"


def test_unicorn_on_the_cob_reveals_two_cards():
    s = drawn("Unicorn on the Cob")
    assert fields(s)["steps_left"] == 2
    play(s, "reveal B1")
    assert spaces_with(s, "chosen") == ["B1"] and fields(s)["steps_left"] == 1
    play(s, "reveal B2")
    assert sees(s)[1] == "BB????" and prompt(s) == "ACTION"


def test_unicorn_on_the_cob_on_empty_grounds():
    s = drawn("Unicorn on the Cob", "Alluring Narwhal", grounds=EMPTY)
    assert lies_in_discard(s, "Unicorn on the Cob")


# Extremely Destructive Unicorn


def test_extremely_destructive_unicorn_destroys_a_group_of_three():
    """R9: each next card beside a space that was emptied, not beside the first one only."""
    s = drawn("Extremely Destructive Unicorn")
    play(s, "destroy A1", "destroy A2")
    assert legal_spaces(s, "destroy") == ["A3", "B1", "B2"]
    play(s, "destroy A3")
    assert graveyard(s) == (3, 0) and prompt(s) == "ACTION"


def test_extremely_destructive_unicorn_wants_a_group_of_three():
    """R10"""
    s = drawn("Extremely Destructive Unicorn", grounds=("BB....", "....B.", "...BB.", "......", "N....."))
    assert legal_spaces(s, "destroy") == ["B5", "C4", "C5"]


def test_extremely_destructive_unicorn_takes_the_largest_group_whole():
    """R10: no group of three, so one of the pairs, both cards of it."""
    s = drawn("Extremely Destructive Unicorn", grounds=("BB....", "......", "...BB.", "......", "N....."))
    assert legal_spaces(s, "destroy") == ["A1", "A2", "C4", "C5"]
    play(s, "destroy A2", "destroy A1")
    assert prompt(s) == "ACTION" and lies(s) == ("......", "......", "...BB.", "......", "N.....")


# Extremely Fertile Unicorn


def test_extremely_fertile_unicorn_flips_a_coin_at_the_beginning():
    """R17: heads and tails both happen."""

    def beginning(seed):
        return position(phase="beginning", chamber="Extremely Fertile Unicorn", grounds=FEW, seed=seed)

    heads, tails = heads_and_tails(beginning, lambda s: prompt(s) == "RETURN_BASIC_SPACE")
    play(heads, "return C3")
    assert graveyard(heads) == (19, 7) and prompt(heads) == "ACTION"
    assert prompt(tails) == "ACTION" and graveyard(tails) == (20, 7)


def test_extremely_fertile_unicorn_with_no_basic_in_the_graveyard():
    for seed in range(10):
        s = position(phase="beginning", chamber="Extremely Fertile Unicorn", seed=seed)
        assert prompt(s) == "ACTION"


def test_extremely_fertile_unicorn_waits_for_the_next_beginning():
    s = position(deck=("Extremely Fertile Unicorn",), grounds=FEW, turn=4)
    play(s, "reveal A1")
    assert turn(s) == 5 and chamber(s) == "Extremely Fertile Unicorn"
    assert graveyard(s) == (20, 7)  # placed in turn 4, the first coin fell in turn 5


# Ginormous Unicorn


def test_ginormous_unicorn_reveals_two_and_destroys_one_of_them():
    s = drawn("Ginormous Unicorn")
    play(s, "reveal A1", "reveal E6")
    assert prompt(s) == "DESTROY_REVEALED_SPACE" and legal(s) == ["destroy A1", "destroy E6"]
    play(s, "destroy A1")
    assert graveyard(s) == (1, 0) and at(sees(s), "E6") == "N" and prompt(s) == "ACTION"


def test_ginormous_unicorn_must_destroy_even_a_neigh():
    """R6: nothing to decline."""
    s = drawn("Ginormous Unicorn", grounds=("BBBBBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNnn"))
    play(s, "reveal E5", "reveal E6")
    assert legal(s) == ["destroy E5", "destroy E6"]


def test_ginormous_unicorn_with_a_single_card():
    """R19: that one is REVEALED and DESTROYED."""
    s = drawn("Ginormous Unicorn", grounds=("......", "......", "..N...", "......", "......"))
    play(s, "reveal C3")
    assert legal(s) == ["destroy C3"]
    play(s, "destroy C3")
    assert graveyard(s) == (22, 8)


def test_ginormous_unicorn_on_empty_grounds():
    s = drawn("Ginormous Unicorn", "Alluring Narwhal", grounds=EMPTY)
    assert lies_in_discard(s, "Ginormous Unicorn") and prompt(s) == "RETURN_BASIC_SPACE"


# The Great Narwhal


def test_the_great_narwhal_turns_a_row_face_up():
    """R28: its cards become known."""
    s = drawn("The Great Narwhal")
    assert prompt(s) == "ROW" and legal(s) == ["row A", "row B", "row C", "row D", "row E"]
    play(s, "row D")
    assert sees(s)[3] == "BBBBNN" and list(fields(s)["face_up"]) == [0, 0, 0, 1, 0]
    assert chamber(s) == "The Great Narwhal" and prompt(s) == "ACTION"


def test_the_great_narwhal_chooses_among_rows_that_hold_a_card():
    """R27"""
    s = drawn("The Great Narwhal", grounds=("......", "..B...", "......", "......", ".....N"))
    assert legal(s) == ["row B", "row E"]


def test_the_great_narwhal_on_empty_grounds_may_choose_any_row():
    """R27, R28: and what is RETURNED there lies face up."""
    s = drawn("The Great Narwhal", "Alluring Narwhal", grounds=EMPTY)
    assert len(legal(s)) == 5
    play(s, "row C", "return C4")
    assert sees(s)[2] == "...B.." and list(fields(s)["face_up"]) == [0, 0, 1, 0, 0]


def test_the_great_narwhal_keeps_its_row_out_of_a_shuffle():
    """R13, R28: cards and open spaces of the row stay, everything else is shuffled."""
    grounds = ("bbb.nn", "BBBBBB", "BBBBBB", "BBBBNN", "NNNN.B")
    for seed in range(5):
        s = drawn("Puppicorn", chamber="The Great Narwhal", row="A", grounds=grounds, seed=seed)
        assert sees(s) == ("BBB.NN", "??????", "??????", "??????", "????.?")
        assert "".join(lies(s)[1:]).count("N") == 6


def test_the_great_narwhal_lets_its_row_be_destroyed():
    """R28"""
    s = position(chamber="The Great Narwhal", row="A", deck=("Americorn",))
    play(s, "destroy A1")
    assert at(lies(s), "A1") == "." and graveyard(s) == (1, 0)


def test_the_great_narwhal_leaving_turns_the_row_face_down_still_known():
    """R28: until a shuffle."""
    s = drawn("Rhinocorn", "Puppicorn", chamber="The Great Narwhal", row="D")
    assert chamber(s) is None and not fields(s)["face_up"].any() and sees(s)[3] == "BBBBNN"
    play(s, "reveal A1")  # and the Puppicorn is drawn
    assert sees(s) == ("??????",) * 5


# Greedy Flying Unicorn


def test_greedy_flying_unicorn_allows_a_second_reveal():
    s = position(chamber="Greedy Flying Unicorn", deck=("Rhinocorn",))
    play(s, "reveal A1")
    assert prompt(s) == "SECOND_REVEAL" and "no" in legal(s) and "reveal A1" not in legal(s)
    play(s, "reveal E6")
    assert sees(s)[0] == "B?????" and sees(s)[4] == "?????N" and lies_in_discard(s, "Rhinocorn")


def test_greedy_flying_unicorn_declined():
    """R6"""
    s = position(chamber="Greedy Flying Unicorn", deck=("Rhinocorn",))
    play(s, "reveal A1", "no")
    assert sees(s) == ("B?????", *("??????",) * 4) and lies_in_discard(s, "Rhinocorn")


def test_greedy_flying_unicorn_does_nothing_after_a_destroy():
    s = position(chamber="Greedy Flying Unicorn", deck=("Rhinocorn",))
    play(s, "destroy A1")
    assert lies_in_discard(s, "Rhinocorn") and turn(s) == 2


def test_greedy_flying_unicorn_does_nothing_for_the_reveals_of_a_card():
    s = drawn("Unicorn on the Cob", chamber="Greedy Flying Unicorn")
    play(s, "reveal A1", "reveal A2")
    assert prompt(s) == "ACTION" and turn(s) == 2


def test_greedy_flying_unicorn_with_a_single_card():
    s = position(chamber="Greedy Flying Unicorn", deck=("Rhinocorn",), grounds=("B.....", *EMPTY[1:]))
    play(s, "reveal A1")
    assert prompt(s) == "ACTION" and turn(s) == 2


# Llamacorn


def test_llamacorn_replaces_the_chamber_card_by_the_next_in_the_deck():
    s = drawn("Llamacorn", "Americorn", "Zombie Unicorn", "Greedy Flying Unicorn", chamber="Black Knight Unicorn")
    assert chamber(s) == "Zombie Unicorn" and discard(s) == {"Black Knight Unicorn", "Llamacorn"}
    assert deck_size(s) == 27 and "Zombie Unicorn" not in deck(s)


def test_llamacorn_shuffles_the_deck():
    """R14: and known places are forgotten."""
    order = ("Llamacorn", "Zombie Unicorn", "Americorn", "Angel Unicorn")
    tops = set()
    for seed in range(12):
        s = position(phase="draw", deck=order, deck_known={"Americorn": "owner", "Angel Unicorn": "all"}, seed=seed)
        assert known_deck(s) == {}
        tops.add(deck(s)[0])
    assert len(tops) > 3


def test_llamacorn_with_no_chamber_card_left():
    """R20: it shuffles all the same; R21: what it has discarded is not found."""
    rest = ("Americorn", "Angel Unicorn", "Puppicorn", "Rhinocorn", "Classy Narwhal", "Unicorn Phoenix")
    orders = set()
    for seed in range(8):
        s = drawn("Llamacorn", *rest, rest="discard", chamber="Greedy Flying Unicorn", seed=seed)
        assert chamber(s) is None and lies_in_discard(s, "Greedy Flying Unicorn")
        orders.add(tuple(deck(s)))
    assert len(orders) > 4


def test_llamacorn_finds_the_great_narwhal_and_its_row_is_chosen_before_the_shuffle():
    """R21"""
    s = drawn("Llamacorn", "Americorn", "The Great Narwhal", deck_known={"Americorn": "owner"})
    assert prompt(s) == "ROW" and chamber(s) == "The Great Narwhal" and known_deck(s) == {1: "Americorn"}
    assert not lies_in_discard(s, "Llamacorn")
    play(s, "row B")
    assert known_deck(s) == {} and sees(s)[1] == "BBBBBB" and lies_in_discard(s, "Llamacorn")


def test_llamacorn_finds_black_knight_which_acts_from_the_next_beginning():
    s = drawn("Llamacorn", "Black Knight Unicorn")
    assert turn(s) == 2 and prompt(s) == "BLACK_KNIGHT_LOOK"


# The two that reorder the top of the deck


def reorders_the_top_three(card):
    s = drawn(card, "Americorn", "Angel Unicorn", "Puppicorn", "Rhinocorn")
    assert prompt(s) == "ORDER" and fields(s)["looked_at"].sum() == 3
    assert legal(s) == ["take Americorn", "take Angel Unicorn", "take Puppicorn"]
    play(s, "take Puppicorn")
    assert fields(s)["looked_at"].sum() == 2 and legal(s) == ["take Americorn", "take Angel Unicorn"]
    play(s, "take Americorn")  # the Angel Unicorn comes third by itself
    assert prompt(s) == "ACTION" and lies_in_discard(s, card)
    assert deck(s)[:4] == ["Puppicorn", "Americorn", "Angel Unicorn", "Rhinocorn"]
    assert known_deck(s) == {1: "Puppicorn", 2: "Americorn", 3: "Angel Unicorn"}


def test_magical_flying_unicorn_reorders_the_top_three():
    """R16: named from the top down, the last by itself, the places stay known."""
    reorders_the_top_three("Magical Flying Unicorn")


def test_majestic_flying_unicorn_reorders_the_top_three():
    """R16"""
    reorders_the_top_three("Majestic Flying Unicorn")


def test_magical_flying_unicorn_with_two_cards_in_the_deck():
    """R16: fewer cards, those there are."""
    s = drawn("Magical Flying Unicorn", "Americorn", "Puppicorn", rest="discard")
    assert legal(s) == ["take Americorn", "take Puppicorn"]
    play(s, "take Puppicorn")
    assert deck(s) == ["Puppicorn", "Americorn"] and known_deck(s) == {1: "Puppicorn", 2: "Americorn"}


def test_majestic_flying_unicorn_with_one_card_in_the_deck():
    """R16: a single card asks for nothing."""
    s = drawn("Majestic Flying Unicorn", "Americorn", rest="discard")
    assert prompt(s) == "ACTION" and known_deck(s) == {1: "Americorn"}


def test_majestic_flying_unicorn_as_the_last_card():
    s = drawn("Majestic Flying Unicorn", rest="discard")
    assert GAME.over(s)


# Mermaid Unicorn


def test_mermaid_unicorn_puts_the_chamber_card_into_the_deck():
    """R14"""
    places = set()
    for seed in range(12):
        known = {"Americorn": "owner"}
        s = drawn("Mermaid Unicorn", "Americorn", chamber="Zombie Unicorn", deck_known=known, seed=seed)
        assert chamber(s) is None and deck_size(s) == 29 and known_deck(s) == {}
        assert discard(s) == {"Mermaid Unicorn"}
        places.add(deck(s).index("Zombie Unicorn"))
    assert len(places) > 4


def test_mermaid_unicorn_shuffles_even_with_an_empty_chamber():
    """R20"""
    tops = {deck(drawn("Mermaid Unicorn", "Americorn", seed=seed))[0] for seed in range(8)}
    assert len(tops) > 2


def test_mermaid_unicorn_takes_the_great_narwhals_row_down():
    s = drawn("Mermaid Unicorn", chamber="The Great Narwhal", row="D")
    assert not fields(s)["face_up"].any() and sees(s)[3] == "BBBBNN"


# Narwhal Torpedo


def test_narwhal_torpedo_destroys_two_cards_anywhere():
    """R8: the first is seen before the second is chosen."""
    s = drawn("Narwhal Torpedo")
    play(s, "destroy A1")
    assert graveyard(s) == (1, 0) and prompt(s) == "DESTROY_SPACE" and "destroy E6" in legal(s)
    play(s, "destroy E6")
    assert graveyard(s) == (1, 1) and prompt(s) == "ACTION"


def test_narwhal_torpedo_with_one_card():
    s = drawn("Narwhal Torpedo", grounds=("......", "......", "..N...", "......", "......"))
    play(s, "destroy C3")
    assert graveyard(s) == (22, 8)


# Queen Bee Unicorn


def test_queen_bee_unicorn_returns_three_basics():
    s = drawn("Queen Bee Unicorn", grounds=FEW)
    play(s, "return B1", "return B2")
    assert legal_spaces(s, "return")[0] == "A4" and "B1" not in legal_spaces(s, "return")
    play(s, "return B3")
    assert sees(s)[1] == "BBB..." and graveyard(s) == (17, 7) and prompt(s) == "ACTION"


def test_queen_bee_unicorn_with_two_basics_in_the_graveyard():
    s = drawn("Queen Bee Unicorn", grounds=("BBBBBB", "BBBBBB", "BBBBBB", "BB..NN", "NNNNN."))
    play(s, "return E6", "return D3")
    assert graveyard(s) == (0, 1) and prompt(s) == "ACTION"


# Rainbow Unicorn


def test_rainbow_unicorn_returns_a_neigh():
    s = drawn("Rainbow Unicorn", grounds=FEW)
    play(s, "return D4")
    assert at(sees(s), "D4") == "N" and graveyard(s) == (20, 6)


def test_rainbow_unicorn_without_a_neigh_in_the_graveyard():
    assert prompt(drawn("Rainbow Unicorn")) == "ACTION"


# Rhinocorn


def test_rhinocorn_discards_the_chamber_card():
    s = drawn("Rhinocorn", chamber="Zombie Unicorn")
    assert chamber(s) is None and discard(s) == {"Rhinocorn", "Zombie Unicorn"}


def test_rhinocorn_with_an_empty_chamber():
    s = drawn("Rhinocorn")
    assert chamber(s) is None and discard(s) == {"Rhinocorn"}


# Seductive Unicorn


def test_seductive_unicorn_returns_two_basics_and_fetches_a_card():
    """R22: it does not lie in the Discard Pile itself."""
    s = drawn("Seductive Unicorn", grounds=FEW, discard=("Americorn", "Puppicorn"))
    play(s, "return E1", "return E2")
    assert prompt(s) == "FETCH_CARD" and legal(s) == ["take Americorn", "take Puppicorn"]
    play(s, "take Puppicorn")
    assert deck(s)[-1] == "Puppicorn" and known_deck(s) == {deck_size(s): "Puppicorn"}
    assert discard(s) == {"Americorn", "Seductive Unicorn"} and graveyard(s) == (18, 7)


def test_seductive_unicorn_with_an_empty_discard_pile():
    """R23"""
    s = drawn("Seductive Unicorn", grounds=FEW)
    play(s, "return E1", "return E2")
    assert prompt(s) == "ACTION" and discard(s) == {"Seductive Unicorn"}


def test_seductive_unicorn_fetches_even_if_there_is_no_basic_to_return():
    s = drawn("Seductive Unicorn", discard=("Americorn",))
    assert legal(s) == ["take Americorn"]


# Shabby the Narwhal


def test_shabby_the_narwhal_destroys_two_then_returns_a_basic():
    s = drawn("Shabby the Narwhal")
    play(s, "destroy A1", "destroy A2")
    assert prompt(s) == "RETURN_BASIC_SPACE" and legal(s) == ["return A1", "return A2"]
    play(s, "return A2")
    assert sees(s)[0] == ".B????" and graveyard(s) == (1, 0)


def test_shabby_the_narwhal_that_destroyed_neighs_only_returns_nothing():
    s = drawn("Shabby the Narwhal")
    play(s, "destroy E5", "destroy E6")
    assert prompt(s) == "ACTION" and graveyard(s) == (0, 2)


def test_shabby_the_narwhal_on_empty_grounds_still_returns_a_basic():
    s = drawn("Shabby the Narwhal", grounds=EMPTY)
    assert prompt(s) == "RETURN_BASIC_SPACE"


# Shark with a Horn


def test_shark_with_a_horn_destroys_one_card():
    """R6: it must."""
    s = drawn("Shark with a Horn", grounds=("......", "......", "..n...", "......", "......"))
    assert legal(s) == ["destroy C3"]
    play(s, "destroy C3")
    assert graveyard(s) == (22, 8)


def test_shark_with_a_horn_on_empty_grounds():
    s = drawn("Shark with a Horn", "Alluring Narwhal", grounds=EMPTY)
    assert lies_in_discard(s, "Shark with a Horn")


# Stabby the Unicorn


def test_stabby_the_unicorn_destroys_one_and_discards_the_top_card():
    """R12: the card DISCARDed has no effect."""
    s = drawn("Stabby the Unicorn", "Zombie Unicorn", "Americorn")
    play(s, "destroy A1")
    assert discard(s) == {"Stabby the Unicorn", "Zombie Unicorn"} and chamber(s) is None
    assert deck(s)[0] == "Americorn" and prompt(s) == "ACTION"


def test_stabby_the_unicorn_on_empty_grounds_discards_all_the_same():
    s = drawn("Stabby the Unicorn", "Zombie Unicorn", "Alluring Narwhal", grounds=EMPTY)
    assert lies_in_discard(s, "Zombie Unicorn") and chamber(s) is None


def test_stabby_the_unicorn_as_the_last_card():
    s = drawn("Stabby the Unicorn", rest="discard")
    play(s, "destroy A1")
    assert GAME.over(s) and not GAME.truncated(s)


# Swift Flying Unicorn


def test_swift_flying_unicorn_discards_the_top_three():
    """R12"""
    s = drawn("Swift Flying Unicorn", "Zombie Unicorn", "Queen Bee Unicorn", "Americorn", "Puppicorn")
    assert discard(s) == {"Swift Flying Unicorn", "Zombie Unicorn", "Queen Bee Unicorn", "Americorn"}
    assert chamber(s) is None and deck(s)[0] == "Puppicorn" and prompt(s) == "ACTION"


def test_swift_flying_unicorn_with_two_cards_ends_the_game():
    s = drawn("Swift Flying Unicorn", "Zombie Unicorn", "Americorn", rest="discard")
    assert GAME.over(s) and deck(s) == [] and not GAME.truncated(s)


# Unicorn Phoenix


def test_unicorn_phoenix_puts_a_card_under_the_deck():
    """R22: not itself."""
    s = drawn("Unicorn Phoenix", discard=("Americorn", "Zombie Unicorn"))
    assert legal(s) == ["take Americorn", "take Zombie Unicorn"]
    play(s, "take Zombie Unicorn")
    assert deck(s)[-1] == "Zombie Unicorn" and known_deck(s) == {28: "Zombie Unicorn"}
    assert discard(s) == {"Americorn", "Unicorn Phoenix"}


def test_unicorn_phoenix_with_an_empty_discard_pile():
    """R23"""
    s = drawn("Unicorn Phoenix")
    assert prompt(s) == "ACTION" and discard(s) == {"Unicorn Phoenix"}


# Zombie Unicorn


def with_zombie(card=None, **given):
    """``card`` drawn (or the Action) with Zombie Unicorn in the chamber, as a function of the seed."""
    if card is None:
        return lambda seed: position(chamber="Zombie Unicorn", seed=seed, **given)
    return lambda seed: drawn(card, chamber="Zombie Unicorn", seed=seed, **given)


def after(make, *actions):
    return lambda seed: play(make(seed), *actions)


def brings_back(state):
    return prompt(state) == "ZOMBIE_RETURN_SPACE"


def test_zombie_unicorn_brings_back_the_basic_of_the_action():
    """R25, R26: before the draw; to any open space, the one just left included."""
    make = with_zombie(grounds=("BBBBBB", "BBBBBB", "BBBBBB", "BBBBN.", "NNNNNN"), deck=("Rhinocorn",))
    heads, tails = heads_and_tails(after(make, "destroy A1"), brings_back)
    assert legal(heads) == ["return A1", "return D6"] and deck(heads)[0] == "Rhinocorn"
    play(heads, "return A1")
    assert at(sees(heads), "A1") == "B" and graveyard(heads) == (0, 1) and turn(heads) == 2
    assert graveyard(tails) == (1, 1) and turn(tails) == 2


def test_zombie_unicorn_leaves_neighs_alone():
    make = with_zombie(deck=("Classy Narwhal",))
    for seed in range(12):
        assert prompt(after(make, "destroy E6")(seed)) == "REVEAL_SPACE"


@pytest.mark.parametrize(
    "card, before",
    [
        ("Americorn", ()),
        ("Extremely Destructive Unicorn", ()),
        ("Narwhal Torpedo", ()),
        ("Shabby the Narwhal", ()),
        ("Shark with a Horn", ()),
        ("Stabby the Unicorn", ()),
        ("Ginormous Unicorn", ("reveal A1", "reveal A2")),
    ],
)
def test_zombie_unicorn_acts_on_each_card_that_destroys(card, before):
    """R25"""
    heads, tails = heads_and_tails(after(with_zombie(card), *before, "destroy A1"), brings_back)
    assert legal(heads) == ["return A1"] and graveyard(tails) == (1, 0)


def test_zombie_unicorn_acts_before_the_next_step():
    """R25: Stabby's DISCARD waits."""
    heads, _ = heads_and_tails(after(with_zombie("Stabby the Unicorn"), "destroy A1"), brings_back)
    assert discard(heads) == set()
    play(heads, "return A1")
    assert len(discard(heads)) == 2


def test_zombie_unicorn_card_is_not_taken_again_by_the_same_effect():
    """R11"""
    make = with_zombie("Narwhal Torpedo", grounds=FEW)
    heads, _ = heads_and_tails(after(make, "destroy A1"), brings_back)
    play(heads, "return A1")
    assert legal(heads) == ["destroy A2", "destroy A3"] and spaces_with(heads, "brought_back") == ["A1"]


def test_zombie_unicorn_card_alone_ends_the_effect():
    """R11: nothing else is left to DESTROY; the next Action may take it."""
    make = with_zombie("Narwhal Torpedo", grounds=("B.....", *EMPTY[1:]))
    heads, _ = heads_and_tails(after(make, "destroy A1"), brings_back)
    play(heads, "return C3")
    assert prompt(heads) == "ACTION" and "destroy C3" in legal(heads)


def test_zombie_unicorn_card_makes_nothing_adjacent():
    """R9, R11: brought back beside C5, it does not lead there; A2 is beside the space emptied."""
    make = with_zombie("Americorn", grounds=("BB....", "......", "....NN", "......", "......"))
    heads, _ = heads_and_tails(after(make, "destroy A1"), brings_back)
    play(heads, "return C4")
    assert legal(heads) == ["destroy A2"]


def test_zombie_unicorn_card_in_the_emptied_space_does_not_stop_an_adjacent_effect():
    """R9, R11: the space was emptied by this effect, whatever lies there by now."""
    make = with_zombie("Americorn", grounds=("BB....", "......", "....NN", "......", "......"))
    heads, _ = heads_and_tails(after(make, "destroy A1"), brings_back)
    play(heads, "return A1")
    assert legal(heads) == ["destroy A2"]


def test_zombie_unicorn_may_leave_a_group_short():
    """R11: the only card beside the emptied spaces is one that was brought back: the rest is skipped."""
    make = with_zombie("Extremely Destructive Unicorn", grounds=("BN....", "......", "......", "......", "......"))
    heads, _ = heads_and_tails(after(make, "destroy A1"), brings_back)
    play(heads, "return B1", "destroy A2")
    assert prompt(heads) == "ACTION" and lies(heads)[1] == "B....."


def test_zombie_unicorn_does_not_act_on_chainsaws_neighs():
    for seed in range(8):
        s = play(with_zombie("Chainsaw Unicorn")(seed), "reveal E4", "reveal E5", "reveal E6")
        assert prompt(s) == "ACTION" and graveyard(s) == (0, 3)


def test_zombie_unicorn_drawn_acts_from_the_next_destroy_on():
    s = position(deck=("Zombie Unicorn",))
    play(s, "destroy A1")
    assert chamber(s) == "Zombie Unicorn" and graveyard(s) == (1, 0) and prompt(s) == "ACTION"


# The chamber holds one card


@pytest.mark.parametrize("card", ["Zombie Unicorn", "Greedy Flying Unicorn", "Black Knight Unicorn"])
def test_a_new_chamber_card_discards_the_earlier_one(card):
    s = drawn(card, chamber="The Great Narwhal", row="B")
    assert chamber(s) == card and discard(s) == {"The Great Narwhal"} and not fields(s)["face_up"].any()
