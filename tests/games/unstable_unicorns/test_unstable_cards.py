"""Every card of Unstable Unicorns by position: its effect, declined where it is a "may", impossible where it is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from unstable_table import P, Table, of

from unicorn_envs.games.unstable_unicorns import cards

PLAIN = "Baby Unicorn"


def test_table_of_cards_adds_up():
    """0.2, 2.12.6: 67 types, 127 cards, and the letters of the printed titles."""
    copies = {}
    for card in cards.CARDS:
        copies[card.kind] = copies.get(card.kind, 0) + card.copies
    assert copies == {
        cards.Kind.BABY: 13, cards.Kind.BASIC: 22, cards.Kind.MAGICAL: 30, cards.Kind.MAGIC: 25, cards.Kind.UPGRADE: 14,
        cards.Kind.DOWNGRADE: 8, cards.Kind.INSTANT: 15,
    }  # fmt: skip
    assert len(cards.CARDS) == 67 and sum(copies.values()) == 127
    letters = {
        "Baby Unicorn": 11, "Baby Narwhal": 11, "Basic Unicorn": 12, "Narwhal": 7, "Rhinocorn": 9,
        "Magical Kittencorn": 17, "Stabby the Unicorn": 16, "Rainbow Unicorn": 14, "Extremely Destructive Unicorn": 27,
        "Chainsaw Unicorn": 15, "Llamacorn": 9, "Americorn": 9, "Ginormous Unicorn": 16, "Seductive Unicorn": 16,
        "Queen Bee Unicorn": 15, "Greedy Flying Unicorn": 19, "Annoying Flying Unicorn": 21,
        "Magical Flying Unicorn": 20, "Swift Flying Unicorn": 18, "Majestic Flying Unicorn": 21, "Unicorn Phoenix": 14,
        "Unicorn on the Cob": 15, "Black Knight Unicorn": 18, "Shark With a Horn": 14, "Shabby the Narwhal": 16,
        "Narwhal Torpedo": 14, "Alluring Narwhal": 15, "Mermaid Unicorn": 14, "Classy Narwhal": 13,
        "The Great Narwhal": 15, "Mother Goose Unicorn": 18, "Unicorn Oracle": 13, "Necromancer Unicorn": 18,
        "Dark Angel Unicorn": 16,
    }  # fmt: skip
    assert {card.name: card.letters for card in cards.CARDS if card.name in letters} == letters
    assert len(letters) == cards.LAST_UNICORN
    for card in cards.CARDS:  # 2.12.6
        if card.when in (cards.When.ENTERS, cards.When.LEFT):
            assert card.copies == 1


def test_each_card_says_what_it_does():
    """In words; and as steps that happen at some time, or by lying there."""
    for card in cards.CARDS:
        assert card.text.endswith(".") and "  " not in card.text, card.name
        assert (card.when == cards.When.NONE) == (not card.steps), card.name
        assert not card.may or card.steps, card.name
        assert card.steps or card.passive or card.kind == cards.Kind.BASIC, card.name
        for step in card.steps:
            assert (step.where == cards.Scope.NOWHERE) == (not step.kinds), (card.name, step)


def test_a_verb_picks_the_same_on_every_card():
    picked = {}
    for card in cards.CARDS:
        for step in card.steps:
            if step.where not in (cards.Scope.DISCARD_PILE, cards.Scope.DECK):  # those are the card's own
                assert picked.setdefault(step.verb, (step.where, step.kinds)) == (step.where, step.kinds), card.name


def test_cards_move_in_one_place_only():
    """What a zone holds is changed in moves.py, but for the set-up (and a deal that is drawn anew)."""
    folder = Path(cards.__file__).parent
    change = re.compile(r"counts\.(change_|hide)\w*\(|s\.(deck|pile)_size [-+]= |s\.nursery\[.*\] [-+]?= ")
    found = {path.name for path in folder.glob("*.py") if change.search(path.read_text())}
    assert found == {"moves.py", "dealing.py"}


def test_baby_goes_to_the_nursery():
    """2.10.25: destroyed, and then returned."""
    t = Table(P("", "Unicorn Poison, Back Kick"), P("2 Baby Unicorn", "Yay"))
    assert t.nursery == 11
    t.do("Unicorn Poison")
    assert t.stable(1) == of("Baby Unicorn") and t.nursery == 12 and t.discard == of("Unicorn Poison")


def test_baby_narwhal_goes_to_the_nursery():
    t = Table(P("", "Unicorn Poison"), P("Baby Narwhal", "Yay")).do("Unicorn Poison")
    assert t.stable(1) == of("") and t.nursery == 13


@pytest.mark.parametrize(
    "card",
    [
        "Basic Unicorn", "Narwhal", "Magical Kittencorn", "Ginormous Unicorn", "Unicorn Phoenix",
        "Black Knight Unicorn", "Rhinocorn", "Stabby the Unicorn", "Queen Bee Unicorn",
    ],
)  # fmt: skip
def test_unicorn_without_an_enter_effect_just_enters(card):
    t = Table(P(PLAIN, card), P(PLAIN, "Yay")).do(card)
    assert t.stable(0) == of(f"{PLAIN}, {card}") and t.active == 1


def test_rhinocorn_destroys_and_skips_the_turn():
    """2.6.5: no Draw and no Action phase, but the End phase."""
    t = Table(P("Rhinocorn", "8 Neigh"), P("Basic Unicorn", "Yay"), phase="beginning")
    assert t.ask() == (0, "MENU") and t.legal == {"Rhinocorn", "done"}
    t.do("Rhinocorn")  # the only target is picked by the game
    assert t.stable(1) == of("") and t.discard == of("Basic Unicorn, Neigh")  # one Neigh beyond the limit
    assert t.active == 1 and sum(t.hand(0).values()) == 7


def test_rhinocorn_declined_and_without_target():
    t = Table(P("Rhinocorn", "Yay"), P("Basic Unicorn", "Yay"), phase="beginning").do("done")
    assert t.ask() == (0, "ACTION") and t.stable(1) == of("Basic Unicorn")
    t = Table(P("Rhinocorn", "Yay"), P("Yay", ""), phase="beginning")
    assert t.ask() == (0, "ACTION")


def test_magical_kittencorn_is_safe_from_magic_only():
    """2.10.22"""
    t = Table(P(PLAIN, "Unicorn Poison, Yay"), P("Magical Kittencorn", "Yay"))
    assert "Unicorn Poison" not in t.legal
    t = Table(P("Rhinocorn", "Neigh"), P("Magical Kittencorn", "Yay"), phase="beginning").do("Rhinocorn")
    assert t.stable(1) == of("")


def test_stabby():
    t = Table(P("", "Unicorn Poison"), P("Stabby the Unicorn", ""), P("Basic Unicorn", ""), P(PLAIN, ""))
    t.do("Unicorn Poison", "seat +1")
    assert t.ask() == (1, "DESTROY_UNICORN") and t.legal == {"seat +1", "seat +2", "done"}
    t.do("seat +1")
    assert t.stable(2) == of("") and t.discard["Basic Unicorn"] == 1


def test_stabby_declined_and_lapsed():
    t = Table(P(PLAIN, "Unicorn Poison"), P("Stabby the Unicorn", "")).do("Unicorn Poison", "done")
    assert t.stable(0) == of(PLAIN) and t.active == 1
    t = Table(P("", "Unicorn Poison"), P("Stabby the Unicorn", "")).do("Unicorn Poison")
    assert t.active == 1 and t.ask() == (1, "ACTION")


def test_rainbow_unicorn():
    t = Table(P(PLAIN, "Rainbow Unicorn, Basic Unicorn, Narwhal, Rhinocorn"), P())
    t.do("Rainbow Unicorn")
    assert t.ask() == (0, "BRING_BASIC") and t.legal == {"Basic Unicorn", "Narwhal", "done"}
    t.do("Narwhal")
    assert t.stable(0) == of(f"{PLAIN}, Rainbow Unicorn, Narwhal") and t.hand(0) == of("Basic Unicorn, Rhinocorn")


def test_rainbow_unicorn_declined_and_lapsed():
    t = Table(P(PLAIN, "Rainbow Unicorn, Basic Unicorn"), P()).do("Rainbow Unicorn", "done")
    assert t.hand(0) == of("Basic Unicorn") and t.active == 1
    t = Table(P(PLAIN, "Rainbow Unicorn, Rhinocorn"), P()).do("Rainbow Unicorn")
    assert t.hand(0) == of("Rhinocorn") and t.active == 1


def test_extremely_destructive_unicorn():
    t = Table(P(PLAIN, "Extremely Destructive Unicorn"), P("Basic Unicorn, Rhinocorn"), P("Yay"))
    t.do("Extremely Destructive Unicorn")
    assert t.ask() == (0, "EACH_SACRIFICES") and t.legal == {PLAIN, "Extremely Destructive Unicorn"}
    t.do(PLAIN)
    assert t.ask() == (1, "EACH_SACRIFICES") and t.stable(0)[PLAIN] == 1  # nothing has happened yet
    t.do("Rhinocorn")
    assert t.stable(0) == of("Extremely Destructive Unicorn")
    assert t.stable(1) == of("Basic Unicorn") and t.stable(2) == of("Yay")


def test_chainsaw_unicorn():
    t = Table(P("Slowdown", "Chainsaw Unicorn"), P("Yay, Nanny Cam"), P("Broken Stable"))
    t.do("Chainsaw Unicorn")
    assert t.ask() == (0, "WRECK") and t.legal == {"you", "seat +1", "done"}
    t.do("seat +1")
    assert t.stable(1) == of("Nanny Cam") and t.discard == of("Yay")
    t = Table(P("Slowdown", "Chainsaw Unicorn"), P("Yay"), P()).do("Chainsaw Unicorn", "you")
    assert t.stable(0) == of("Chainsaw Unicorn")


def test_chainsaw_unicorn_declined_and_lapsed():
    """2.10.30: another's Downgrade and the own Upgrade are no targets."""
    t = Table(P("Slowdown", "Chainsaw Unicorn"), P()).do("Chainsaw Unicorn", "done")
    assert t.stable(0) == of("Slowdown, Chainsaw Unicorn") and t.active == 1
    t = Table(P("Yay", "Chainsaw Unicorn"), P("Nanny Cam")).do("Chainsaw Unicorn")
    assert t.active == 1 and t.stable(1) == of("Nanny Cam")


def test_llamacorn():
    t = Table(P(PLAIN, "Llamacorn, Yay, Good Deal"), P("", "Slowdown, Neigh"), P())
    t.do("Llamacorn", "done")
    assert t.ask() == (0, "EACH_DISCARDS") and t.legal == {"Yay", "Good Deal"}
    t.do("Yay")
    assert t.ask() == (1, "EACH_DISCARDS") and t.discard == of("")
    t.do("Neigh")
    assert t.discard == of("Yay, Neigh") and t.active == 1


def test_llamacorn_without_cards():
    t = Table(P(PLAIN, "Llamacorn"), P()).do("Llamacorn")
    assert t.discard == of("") and t.active == 1


def test_americorn():
    t = Table(P(PLAIN, "Americorn"), P("", "2 Yay"), P("", "Slowdown")).do("Americorn")
    assert t.ask() == (0, "CHOOSE_VICTIM") and t.legal == {"seat +1", "seat +2", "done"}
    t.do("seat +1")
    assert t.hand(0) == of("Yay")
    t = Table(P(PLAIN, "Americorn"), P("", "2 Yay")).do("Americorn", "done")
    assert t.hand(0) == of("") and t.active == 1
    t = Table(P(PLAIN, "Americorn"), P()).do("Americorn")
    assert t.active == 1


def test_ginormous_unicorn_counts_twice_and_bars():
    t = Table(P("Ginormous Unicorn", "Neigh"), P("", "Basic Unicorn, Yay"), seat=1)
    assert t.observation(0)["my_unicorns"][0] == 2
    t.do("Basic Unicorn")  # seat 0 is not asked
    assert t.stable(1) == of("Basic Unicorn")


def test_seductive_unicorn():
    t = Table(P(PLAIN, "Seductive Unicorn, Yay, Neigh"), P("Rhinocorn"), P("Basic Unicorn")).do("Seductive Unicorn")
    assert t.ask() == (0, "DISCARD") and t.legal == {"Yay", "Neigh", "done"}
    t.do("Neigh")
    assert t.ask() == (0, "STEAL_UNICORN") and t.legal == {"seat +1", "seat +2"}
    t.do("seat +1")
    assert t.stable(0) == of(f"{PLAIN}, Seductive Unicorn, Rhinocorn") and t.stable(1) == of("")


def test_seductive_unicorn_declined_and_lapsed():
    t = Table(P(PLAIN, "Seductive Unicorn, Yay"), P("Rhinocorn")).do("Seductive Unicorn", "done")
    assert t.hand(0) == of("Yay") and t.active == 1
    t = Table(P(PLAIN, "Seductive Unicorn"), P("Rhinocorn")).do("Seductive Unicorn")
    assert t.stable(1) == of("Rhinocorn") and t.active == 1


def test_queen_bee_locks_basics():
    """2.10.20: not Babies and not Magicals."""
    t = Table(P(PLAIN, "Basic Unicorn, Narwhal, Rhinocorn"), P("Queen Bee Unicorn"))
    assert t.legal == {"Rhinocorn", "draw"}
    t = Table(P("Queen Bee Unicorn", "Basic Unicorn, Narwhal"), P())
    assert t.legal == {"Basic Unicorn", "Narwhal", "draw"}


def test_greedy_flying_unicorn():
    t = Table(P(PLAIN, "Greedy Flying Unicorn"), P(), deck="Yay").do("Greedy Flying Unicorn")
    assert t.hand(0) == of("Yay")


@pytest.mark.parametrize("name", [card.name for card in cards.CARDS if cards.Passive.TO_HAND in card.passive])
def test_flyer_goes_to_the_hand(name):
    """2.10.24"""
    t = Table(P(PLAIN, "Unicorn Poison"), P(name), deck="Yay").do("Unicorn Poison")
    assert t.hand(1) == of(f"{name}, Yay") and t.discard == of("Unicorn Poison")


def test_annoying_flying_unicorn():
    t = Table(P(PLAIN, "Annoying Flying Unicorn"), P("", "Yay, Slowdown"), P("", "Yay"))
    t.do("Annoying Flying Unicorn")
    assert t.ask() == (0, "CHOOSE_VICTIM")
    t.do("seat +1")
    assert t.ask() == (1, "DISCARD") and t.legal == {"Yay", "Slowdown"}
    t.do("Yay")
    assert t.discard == of("Yay")
    t = Table(P(PLAIN, "Annoying Flying Unicorn"), P("", "Yay")).do("Annoying Flying Unicorn", "done")
    assert t.discard == of("")
    t = Table(P(PLAIN, "Annoying Flying Unicorn"), P()).do("Annoying Flying Unicorn")
    assert t.active == 1


@pytest.mark.parametrize(
    ("flyer", "fetched", "left"),
    [
        ("Magical Flying Unicorn", "Good Deal", "Yay, Neigh, Rhinocorn"),
        ("Swift Flying Unicorn", "Neigh", "Yay, Good Deal, Rhinocorn"),
        ("Swift Flying Unicorn", "Super Neigh", "Yay, Good Deal, Rhinocorn"),
        ("Majestic Flying Unicorn", "Rhinocorn", "Yay, Good Deal, Neigh"),
    ],
)
def test_fetching_flyers(flyer, fetched, left):
    t = Table(P(PLAIN, flyer), P(), discard=f"{left}, {fetched}").do(flyer)
    assert t.ask() == (0, "FETCH") and t.legal == {fetched, "done"}
    t.do(fetched)
    assert t.hand(0) == of(fetched) and t.discard == of(left)
    t = Table(P(PLAIN, flyer), P(), discard=f"{left}, {fetched}").do(flyer, "done")
    assert t.hand(0) == of("") and t.active == 1
    t = Table(P(PLAIN, flyer), P(), discard=left).do(flyer)
    assert t.active == 1


def test_unicorn_phoenix():
    """2.7.9: it stays for a discard."""
    t = Table(P(PLAIN, "Unicorn Poison"), P("Unicorn Phoenix", "Yay, Neigh")).do("Unicorn Poison", "done")
    assert t.ask() == (1, "PHOENIX_DISCARD") and t.legal == {"Yay", "Neigh", "done"}
    t.do("Neigh")
    assert t.stable(1) == of("Unicorn Phoenix") and t.discard == of("Unicorn Poison, Neigh")


def test_unicorn_phoenix_declined_and_with_an_empty_hand():
    t = Table(P(PLAIN, "Unicorn Poison"), P("Unicorn Phoenix", "Yay")).do("Unicorn Poison", "done")
    assert t.stable(1) == of("") and t.discard == of("Unicorn Poison, Unicorn Phoenix")
    t = Table(P(PLAIN, "Unicorn Poison"), P("Unicorn Phoenix", "")).do("Unicorn Poison")
    assert t.stable(1) == of("")


def test_unicorn_on_the_cob():
    t = Table(P(PLAIN, "Unicorn on the Cob"), P(), deck="Yay, Neigh").do("Unicorn on the Cob")
    assert t.ask() == (0, "DISCARD") and t.legal == {"Yay", "Neigh"}
    t.do("Yay")
    assert t.hand(0) == of("Neigh")


def test_black_knight_unicorn():
    t = Table(P(PLAIN, "Unicorn Poison"), P("Black Knight Unicorn, Rhinocorn")).do("Unicorn Poison", "Rhinocorn")
    assert t.ask() == (1, "KNIGHT_FOR") and t.legal == {"yes", "no"}
    assert t.observation(1)["concerned"][cards.named("Rhinocorn") - 1] == 1
    t.do("yes")
    assert t.stable(1) == of("Rhinocorn") and t.discard == of("Unicorn Poison, Black Knight Unicorn")
    t = Table(P(PLAIN, "Unicorn Poison"), P("Black Knight Unicorn, Rhinocorn")).do("Unicorn Poison", "Rhinocorn", "no")
    assert t.stable(1) == of("Black Knight Unicorn")


def test_shark():
    t = Table(P(PLAIN, "Shark With a Horn"), P("Rhinocorn")).do("Shark With a Horn")
    assert t.ask() == (0, "ACCEPT") and t.legal == {"yes", "no"}
    t.do("yes")
    assert t.stable(0) == of(PLAIN) and t.stable(1) == of("")
    assert t.discard == of("Shark With a Horn, Rhinocorn")
    t = Table(P(PLAIN, "Shark With a Horn"), P("Rhinocorn")).do("Shark With a Horn", "no")
    assert t.stable(0) == of(f"{PLAIN}, Shark With a Horn") and t.stable(1) == of("Rhinocorn")
    t = Table(P(PLAIN, "Shark With a Horn"), P("Yay")).do("Shark With a Horn", "yes")
    assert t.active == 1 and t.stable(0) == of(PLAIN)  # nothing to destroy, but the cost can be paid


@pytest.mark.parametrize(
    ("narwhal", "found"),
    [
        ("Shabby the Narwhal", {c.name for c in cards.CARDS if c.kind == cards.Kind.DOWNGRADE}),
        ("Classy Narwhal", {c.name for c in cards.CARDS if c.kind == cards.Kind.UPGRADE}),
        (
            "The Great Narwhal",
            {"Narwhal", "Shabby the Narwhal", "Narwhal Torpedo", "Alluring Narwhal", "Classy Narwhal"},
        ),
    ],
)
def test_searching_narwhals(narwhal, found):
    """2.4.8: yes, and then a card of the deck or none."""
    t = Table(P(PLAIN, narwhal), P()).do(narwhal)
    assert t.ask() == (0, "ACCEPT")
    t.do("yes")
    assert t.ask() == (0, "SEARCH") and t.legal == found | {"done"}
    card = sorted(found)[0]
    size = t.deck_size
    t.do(card)
    assert t.hand(0) == of(card) and t.deck_size == size - 2  # and the next player has drawn
    t = Table(P(PLAIN, narwhal), P()).do(narwhal, "yes", "done")
    assert t.hand(0) == of("") and t.active == 1
    t = Table(P(PLAIN, narwhal), P()).do(narwhal, "no")
    assert t.hand(0) == of("") and t.active == 1


def test_narwhal_torpedo():
    t = Table(P("Yay, Slowdown, Tiny Stable", "Narwhal Torpedo"), P("Nanny Cam")).do("Narwhal Torpedo")
    assert t.stable(0) == of("Yay, Narwhal Torpedo") and t.stable(1) == of("Nanny Cam")
    t = Table(P("Yay", "Narwhal Torpedo"), P()).do("Narwhal Torpedo")
    assert t.stable(0) == of("Yay, Narwhal Torpedo") and t.active == 1


def test_alluring_narwhal():
    t = Table(P(PLAIN, "Alluring Narwhal"), P("Yay, Slowdown"), P("Double Dutch")).do("Alluring Narwhal")
    assert t.ask() == (0, "STEAL_UPGRADE") and t.legal == {"seat +1", "seat +2", "done"}
    t.do("seat +2")
    assert t.stable(0) == of(f"{PLAIN}, Alluring Narwhal, Double Dutch")
    t = Table(P(PLAIN, "Alluring Narwhal"), P("Yay")).do("Alluring Narwhal", "done")
    assert t.stable(1) == of("Yay")
    t = Table(P(PLAIN, "Alluring Narwhal"), P("Slowdown")).do("Alluring Narwhal")
    assert t.active == 1


def test_mermaid_unicorn():
    t = Table(P(PLAIN, "Mermaid Unicorn"), P("Narwhal, Slowdown"), deck="Yay").do("Mermaid Unicorn")
    assert t.ask() == (0, "RETURN_CARD") and t.legal == {"Narwhal", "Slowdown"}
    t.do("Slowdown")
    assert t.hand(1) == of("Slowdown, Yay") and t.stable(1) == of("Narwhal")
    t = Table(P(PLAIN, "Mermaid Unicorn"), P()).do("Mermaid Unicorn")
    assert t.active == 1


def test_mother_goose_unicorn():
    t = Table(P(PLAIN, "Mother Goose Unicorn"), P()).do("Mother Goose Unicorn", "yes")
    assert t.stable(0) == of("2 Baby Unicorn, Mother Goose Unicorn") and t.nursery == 11
    t = Table(P("Pandamonium, 12 Baby Unicorn"), P("", "Mother Goose Unicorn"), seat=1).do(
        "Mother Goose Unicorn", "yes"
    )
    assert t.stable(1) == of("Baby Narwhal, Mother Goose Unicorn")
    t = Table(P(PLAIN, "Mother Goose Unicorn"), P()).do("Mother Goose Unicorn", "no")
    assert t.nursery == 12


def test_unicorn_oracle():
    """2.10.28"""
    t = Table(P(PLAIN, "Unicorn Oracle"), P(), deck="Yay, Neigh, Slowdown, Good Deal").do("Unicorn Oracle")
    assert t.ask() == (0, "LOOK_AT_TOP") and t.legal == {"Yay", "Neigh", "Slowdown"}
    t.do("Neigh")
    assert t.ask() == (0, "ORDER_TOP") and t.legal == {"Yay", "Slowdown"}
    t.do("Slowdown")
    assert t.hand(0) == of("Neigh") and t.hand(1) == of("Slowdown")  # drawn by the next player


def test_necromancer_unicorn():
    t = Table(
        P(PLAIN, "Necromancer Unicorn, Basic Unicorn, Rhinocorn, Narwhal, Yay"), P(), discard="Greedy Flying Unicorn"
    )
    t.do("Necromancer Unicorn")
    assert t.ask() == (0, "DISCARD_UNICORN") and t.legal == {"Basic Unicorn", "Rhinocorn", "Narwhal", "done"}
    t.do("Basic Unicorn")
    assert t.legal == {"Rhinocorn", "Narwhal"}
    t.do("Narwhal")
    assert t.ask() == (0, "REVIVE") and t.legal == {"Basic Unicorn", "Narwhal", "Greedy Flying Unicorn"}
    t.do("Narwhal")  # 2.10.26: one that it discarded
    assert t.stable(0) == of(f"{PLAIN}, Necromancer Unicorn, Narwhal") and t.hand(0) == of("Rhinocorn, Yay")


def test_necromancer_unicorn_declined_and_lapsed():
    t = Table(P(PLAIN, "Necromancer Unicorn, Basic Unicorn, Rhinocorn"), P()).do("Necromancer Unicorn", "done")
    assert t.hand(0) == of("Basic Unicorn, Rhinocorn") and t.active == 1
    t = Table(P(PLAIN, "Necromancer Unicorn, Basic Unicorn, Yay"), P(), discard="Rhinocorn").do("Necromancer Unicorn")
    assert t.active == 1


def test_dark_angel_unicorn():
    t = Table(P(PLAIN, "Dark Angel Unicorn"), P(), discard="Rhinocorn").do("Dark Angel Unicorn")
    assert t.ask() == (0, "SACRIFICE_UNICORN") and t.legal == {PLAIN, "Dark Angel Unicorn", "done"}
    t.do(PLAIN)
    assert t.stable(0) == of("Dark Angel Unicorn, Rhinocorn")
    t = Table(P(PLAIN, "Dark Angel Unicorn"), P(), discard="Rhinocorn").do("Dark Angel Unicorn", "done")
    assert t.stable(0) == of(f"{PLAIN}, Dark Angel Unicorn")
    t = Table(P(PLAIN, "Dark Angel Unicorn"), P()).do("Dark Angel Unicorn", PLAIN)
    assert t.active == 1 and t.stable(0) == of("Dark Angel Unicorn")  # nothing to bring, but the cost can be paid


# Magic


def test_unicorn_poison():
    t = Table(P(PLAIN, "Unicorn Poison"), P("Rhinocorn, Yay"), P("Basic Unicorn")).do("Unicorn Poison")
    assert t.ask() == (0, "DESTROY_UNICORN") and t.legal == {"seat +1", "seat +2"}
    t.do("seat +1")
    assert t.stable(1) == of("Yay") and t.discard == of("Unicorn Poison, Rhinocorn")
    assert "Unicorn Poison" not in Table(P(PLAIN, "Unicorn Poison, Yay"), P("Yay")).legal


def test_back_kick():
    t = Table(P(PLAIN, "Back Kick"), P("Rhinocorn", "Slowdown")).do("Back Kick")
    assert t.ask() == (1, "DISCARD") and t.legal == {"Rhinocorn", "Slowdown"}
    t.do("Rhinocorn")
    assert t.discard == of("Back Kick, Rhinocorn")
    assert "Back Kick" not in Table(P(PLAIN, "Back Kick, Yay"), P()).legal


def test_change_of_luck():
    """2.1.7: another turn."""
    t = Table(P(PLAIN, "Change of Luck, Good Deal"), P(), deck="Yay, Neigh, Slowdown")
    t.do("Change of Luck", "Yay", "Neigh")  # the last card goes by itself
    assert t.discard == of("Change of Luck, Yay, Neigh, Good Deal")
    assert t.active == 0 and t.ask() == (0, "ACTION") and t.hand(0) == of("Slowdown")


def test_glitter_tornado():
    t = Table(P("Yay, Basic Unicorn", "Glitter Tornado"), P(), P("Rhinocorn, Baby Unicorn"), deck="Narwhal")
    t.do("Glitter Tornado")
    assert t.ask() == (0, "RETURN_EACH") and t.legal == {"Yay", "Basic Unicorn"}
    t.do("Yay")
    assert t.stable(0)["Yay"] == 1  # all return at once
    assert t.legal == {"Rhinocorn", "Baby Unicorn"}
    t.do("Baby Unicorn")
    assert t.hand(0) == of("Yay") and t.stable(2) == of("Rhinocorn") and t.nursery == 13
    assert "Glitter Tornado" not in Table(P("", "Glitter Tornado, Yay"), P(PLAIN)).legal


def test_unicorn_swap():
    t = Table(P(f"{PLAIN}, Narwhal", "Unicorn Swap"), P("Rhinocorn"), P("Basic Unicorn, Stabby the Unicorn"))
    t.do("Unicorn Swap")
    assert t.ask() == (0, "GIVE_UNICORN") and t.legal == {PLAIN, "Narwhal"}
    t.do(PLAIN)
    assert t.ask() == (0, "GIVE_TO") and t.legal == {"seat +1", "seat +2"}
    t.do("seat +2")
    assert t.ask() == (0, "STEAL_FROM_THERE") and t.legal == {PLAIN, "Basic Unicorn", "Stabby the Unicorn"}
    t.do("Stabby the Unicorn")
    assert t.stable(0) == of("Narwhal, Stabby the Unicorn") and t.stable(2) == of(f"Basic Unicorn, {PLAIN}")
    assert "Unicorn Swap" not in Table(P("Yay", "Unicorn Swap, Yay"), P(PLAIN)).legal


def test_re_target():
    """2.10.33"""
    t = Table(P("Slowdown", "Re-Target"), P("Yay"), P()).do("Re-Target")
    assert t.ask() == (0, "MOVE_CARD") and t.legal == {"you", "seat +1"}
    t.do("you")
    assert t.ask() == (0, "MOVE_TO") and t.legal == {"seat +1", "seat +2"}
    t.do("seat +2")
    assert t.stable(0) == of("") and t.stable(2) == of("Slowdown")
    t = Table(P("Slowdown", "Re-Target"), P("Yay"), P()).do("Re-Target", "seat +1", "you")
    assert t.stable(0) == of("Slowdown, Yay")
    assert "Re-Target" not in Table(P(PLAIN, "Re-Target, Yay"), P(PLAIN)).legal


def test_unfair_bargain():
    """2.10.39: with anybody, also for 0 cards."""
    t = Table(P(PLAIN, "Unfair Bargain, Yay"), P(), P("", "Slowdown"), deck="Narwhal").do("Unfair Bargain")
    assert t.ask() == (0, "CHOOSE_PLAYER") and t.legal == {"seat +1", "seat +2"}
    t.do("seat +1")
    assert t.hand(0) == of("") and t.hand(1) == of("Yay, Narwhal")


def test_two_for_one():
    t = Table(P("Yay", "Two-For-One"), P("Rhinocorn, Slowdown"), P("Basic Unicorn")).do("Two-For-One")
    assert t.stable(0) == of("") and t.ask() == (0, "DESTROY_TWO")
    t.do("seat +1", "Slowdown")
    assert t.stable(1) == of("Rhinocorn, Slowdown")  # 2.10.34: both are picked first
    t.do("seat +2")
    assert t.stable(1) == of("Rhinocorn") and t.stable(2) == of("")
    assert "Two-For-One" not in Table(P("", "Two-For-One, Yay"), P(PLAIN)).legal
    t = Table(P("Yay", "Two-For-One"), P()).do("Two-For-One")
    assert t.stable(0) == of("") and t.active == 1


def test_targeted_destruction():
    t = Table(P("Slowdown", "Targeted Destruction"), P("Yay, Nanny Cam")).do("Targeted Destruction")
    assert t.ask() == (0, "WRECK") and t.legal == {"you", "seat +1"}
    t.do("you")
    assert t.stable(0) == of("") and t.stable(1) == of("Yay, Nanny Cam")
    assert "Targeted Destruction" not in Table(P("Yay", "Targeted Destruction, Yay"), P("Slowdown")).legal


def test_mystical_vortex():
    """2.10.37"""
    t = Table(P(PLAIN, "Mystical Vortex, Yay"), P("", "Slowdown"), P(), discard="Rhinocorn", deck="Narwhal")
    size = t.deck_size
    t.do("Mystical Vortex")
    assert t.discard == of("Mystical Vortex") and t.deck_size == size + 3 - 1
    assert "Mystical Vortex" not in Table(P(PLAIN, "Mystical Vortex"), P(), phase="action", auto_single=False).legal


def test_good_deal():
    t = Table(P(PLAIN, "Good Deal"), P(), deck="Yay, Neigh, Slowdown").do("Good Deal")
    assert t.ask() == (0, "DISCARD")
    t.do("Slowdown")
    assert t.hand(0) == of("Yay, Neigh")


def test_shake_up():
    t = Table(P(PLAIN, "Shake Up, Yay"), P("", "Narwhal"), discard="Rhinocorn")
    size = t.deck_size
    t.do("Shake Up")
    assert sum(t.hand(0).values()) == 5 and t.discard == of("") and t.deck_size == size + 3 - 5 - 1


def test_blatant_thievery():
    t = Table(P(PLAIN, "Blatant Thievery"), P("", "Yay, Slowdown"), P()).do("Blatant Thievery")
    assert t.ask() == (0, "TAKE_CHOSEN") and t.legal == {"Yay", "Slowdown"}
    t.do("Slowdown")
    assert t.hand(0) == of("Slowdown")
    assert "Blatant Thievery" not in Table(P(PLAIN, "Blatant Thievery, Yay"), P()).legal


def test_reset_button():
    t = Table(P("Slowdown, Rhinocorn", "Reset Button"), P("2 Yay, Nanny Cam"), P("Baby Unicorn"), discard="Narwhal")
    size = t.deck_size
    t.do("Reset Button")
    assert t.stable(0) == of("Rhinocorn") and t.stable(1) == of("") and t.discard == of("Reset Button")
    assert t.deck_size == size + 5 - 1
    assert "Reset Button" not in Table(P(PLAIN, "Reset Button, Yay"), P("Yay")).legal


def test_kiss_of_life():
    t = Table(P(PLAIN, "Kiss of Life"), P(), discard="Rhinocorn, Basic Unicorn, Yay").do("Kiss of Life")
    assert t.ask() == (0, "REVIVE") and t.legal == {"Rhinocorn", "Basic Unicorn"}
    t.do("Rhinocorn")
    assert t.stable(0) == of(f"{PLAIN}, Rhinocorn") and t.discard == of("Basic Unicorn, Yay, Kiss of Life")
    assert "Kiss of Life" not in Table(P(PLAIN, "Kiss of Life, Yay"), P(), discard="Yay").legal


# Upgrades


def test_glitter_bomb():
    t = Table(P("Glitter Bomb", "Neigh"), P("Rhinocorn, Slowdown"), phase="beginning")
    assert t.ask() == (0, "MENU")
    t.do("Glitter Bomb")  # it can only sacrifice itself
    assert t.ask() == (0, "DESTROY_CARD") and t.legal == {"Rhinocorn", "Slowdown"}
    t.do("Slowdown")
    assert t.discard == of("Glitter Bomb, Slowdown")
    t = Table(P("Glitter Bomb", "Neigh"), P("Rhinocorn"), phase="beginning").do("done")
    assert t.stable(0) == of("Glitter Bomb") and t.ask() == (0, "ACTION")
    t = Table(P("Glitter Bomb, Slowdown", "Neigh"), P(), phase="beginning").do("Glitter Bomb", "Slowdown")
    assert t.stable(0) == of("Glitter Bomb") and t.ask() == (0, "ACTION")  # nothing to destroy


def test_yay():
    """2.2.6: nobody is asked about the cards of its player."""
    t = Table(P("Yay", "Rhinocorn"), P("", "2 Neigh, Super Neigh")).do("Rhinocorn")
    assert t.stable(0) == of("Yay, Rhinocorn")


def test_rainbow_aura():
    """2.10.19"""
    t = Table(P(PLAIN, "Unicorn Poison, Yay"), P("Rainbow Aura, Rhinocorn"))
    assert "Unicorn Poison" not in t.legal


def test_double_dutch():
    """2.1.5"""
    t = Table(P("Double Dutch", "Rhinocorn, Narwhal"), P(), phase="beginning", deck="Neigh")
    t.do("Rhinocorn")
    assert t.ask() == (0, "SECOND_PLAY") and t.legal == {"Narwhal", "done"}
    t.do("Narwhal")
    assert t.stable(0) == of("Double Dutch, Rhinocorn, Narwhal") and t.active == 1


def test_claw_machine():
    t = Table(P("2 Claw Machine", "Neigh, Slowdown"), P(), phase="beginning", deck="Narwhal, Rhinocorn")
    t.do("Claw Machine", "Neigh")
    assert t.hand(0) == of("Neigh, Slowdown") and t.ask() == (0, "MENU")  # declared, not paid yet
    t.do("done")
    assert t.hand(0) == of("Slowdown, Narwhal, Rhinocorn") and t.ask() == (0, "ACTION")
    assert Table(P("Claw Machine", ""), P(), phase="beginning").ask() == (0, "ACTION")


def test_stable_artillery():
    t = Table(P("Stable Artillery", "Neigh, Slowdown"), P("Rhinocorn"), phase="beginning", deck="Narwhal")
    t.do("Stable Artillery")
    assert t.ask() == (0, "DISCARD") and t.legal == {"Neigh", "Slowdown"}
    t.do("Neigh")
    assert t.stable(1) == of("") and t.discard == of("Neigh, Slowdown, Rhinocorn")
    t = Table(P("Stable Artillery", "Neigh, Slowdown"), P("Rhinocorn"), phase="beginning").do("done")
    assert t.stable(1) == of("Rhinocorn")
    assert Table(P("Stable Artillery", "Neigh"), P("Rhinocorn"), phase="beginning").ask() == (0, "ACTION")
    t = Table(P("Stable Artillery", "2 Neigh"), P("Yay"), phase="beginning", deck="Narwhal").do("Stable Artillery")
    assert t.hand(0) == of("Narwhal") and t.stable(1) == of("Yay")  # the cost can be paid


def test_rainbow_lasso():
    t = Table(P("Rainbow Lasso", "3 Neigh"), P("Rhinocorn"), phase="beginning", deck="Narwhal").do("Rainbow Lasso")
    assert t.stable(0) == of("Rainbow Lasso, Rhinocorn") and t.discard == of("3 Neigh")
    t = Table(P("Rainbow Lasso", "3 Neigh"), P("Rhinocorn"), phase="beginning").do("done")
    assert t.stable(1) == of("Rhinocorn")
    assert Table(P("Rainbow Lasso", "2 Neigh"), P("Rhinocorn"), phase="beginning").ask() == (0, "ACTION")


def test_caffeine_overload():
    t = Table(P("Caffeine Overload, Slowdown", ""), P(), phase="beginning", deck="Neigh, Yay, Narwhal")
    t.do("Caffeine Overload")
    assert t.ask() == (0, "SACRIFICE_CARD") and t.legal == {"Caffeine Overload", "Slowdown"}
    t.do("Slowdown")
    assert t.hand(0) == of("Neigh, Yay, Narwhal") and t.stable(0) == of("Caffeine Overload")
    t = Table(P("Caffeine Overload", ""), P(), phase="beginning", deck="Yay").do("done")
    assert t.hand(0) == of("Yay")


# Downgrades and Instants


def test_barbed_wire():
    """2.10.15"""
    t = Table(P("Barbed Wire", "Rhinocorn, Yay, Neigh"), P()).do("Rhinocorn")
    assert t.ask() == (0, "DISCARD") and t.about == "Barbed Wire"
    t.do("Yay")
    assert t.hand(0) == of("Neigh")
    t = Table(P("Barbed Wire", "Rhinocorn"), P()).do("Rhinocorn")
    assert t.active == 1  # an empty hand


def test_pandamonium():
    t = Table(P("Pandamonium, 6 Baby Unicorn", "Rhinocorn"), P()).do("Rhinocorn")
    assert not t.over and t.observation(0)["my_unicorns"][0] == 0


def test_sadistic_ritual():
    t = Table(P("Sadistic Ritual, Rhinocorn, Narwhal", ""), P(), phase="beginning", deck="Neigh, Yay")
    assert t.ask() == (0, "SACRIFICE_UNICORN") and t.legal == {"Rhinocorn", "Narwhal"}
    t.do("Narwhal")
    assert t.discard == of("Narwhal") and t.hand(0) == of("Neigh, Yay")
    t = Table(P("Sadistic Ritual", ""), P(), phase="beginning", deck="Yay")
    assert t.hand(0) == of("Yay") and t.ask() == (0, "ACTION")  # nothing to sacrifice: no card for it


def test_slowdown():
    """2.2.9"""
    t = Table(P("", "Rhinocorn"), P("Slowdown", "Neigh, Super Neigh")).do("Rhinocorn")
    assert t.stable(0) == of("Rhinocorn")


def test_nanny_cam():
    t = Table(P("Nanny Cam", "Rhinocorn, Yay"), P(), P())
    assert t.known(1, 0) == of("Rhinocorn, Yay") and t.known(2, 0) == of("Rhinocorn, Yay")


def test_broken_stable():
    """2.3.3"""
    t = Table(P("Broken Stable", "Yay, Rhinocorn"), P())
    assert t.legal == {"Rhinocorn", "draw"}
    t = Table(P("Broken Stable", "Yay, Rhinocorn"), P(), any_stable=True)
    assert t.legal == {"Rhinocorn", "draw"}


def test_blinding_light():
    """2.10.8"""
    t = Table(P("Blinding Light", "Unicorn on the Cob"), P()).do("Unicorn on the Cob")
    assert t.hand(0) == of("") and t.active == 1


def test_tiny_stable():
    """2.10.12"""
    t = Table(P("Tiny Stable, 5 Baby Unicorn", "Rhinocorn"), P()).do("Rhinocorn")
    assert t.ask() == (0, "TINY_SACRIFICE") and t.legal == {"Baby Unicorn", "Rhinocorn"}
    t.do("Rhinocorn")
    assert t.stable(0) == of("Tiny Stable, 5 Baby Unicorn")


@pytest.mark.parametrize("downgrade", [c.name for c in cards.CARDS if c.kind == cards.Kind.DOWNGRADE])
def test_downgrade_is_played_into_another_stable(downgrade):
    """2.3.2"""
    t = Table(P(PLAIN, downgrade), P(), P()).do(downgrade)
    assert t.ask() == (0, "PLAY_INTO") and t.legal == {"seat +1", "seat +2"}
    t.do("seat +2")
    assert t.stable(2) == of(downgrade)


@pytest.mark.parametrize("upgrade", [c.name for c in cards.CARDS if c.kind == cards.Kind.UPGRADE])
def test_upgrade_is_played_into_the_own_stable(upgrade):
    """2.3.2"""
    t = Table(P(PLAIN, upgrade), P(), P()).do(upgrade)
    assert t.stable(0) == of(f"{PLAIN}, {upgrade}")


def test_neigh_stops_a_card():
    """2.2.10"""
    t = Table(P(PLAIN, "Unicorn on the Cob"), P("", "Neigh")).do("Unicorn on the Cob")
    assert t.ask() == (1, "ANSWER") and t.legal == {"Neigh", "done"}
    t.do("Neigh")
    assert t.discard == of("Unicorn on the Cob, Neigh") and t.hand(0) == of("") and t.active == 1
    t = Table(P(PLAIN, "Narwhal"), P("", "Neigh")).do("Narwhal", "done")
    assert t.stable(0) == of(f"{PLAIN}, Narwhal")


def test_super_neigh_cannot_be_neighed():
    """2.2.6"""
    t = Table(P(PLAIN, "Rhinocorn, Neigh"), P("", "Super Neigh")).do("Rhinocorn", "Super Neigh")
    assert t.discard == of("Rhinocorn, Super Neigh") and t.active == 1
