"""How cards work on each other (2.10). Numbers are rulings of RULES.md."""

from __future__ import annotations

import pytest
from unstable_table import P, Table, of

from unicorn_envs.games.unstable_unicorns import cards

PLAIN = "Baby Unicorn"


# Pandamonium


def test_pandas_count_nothing():
    """2.10.1: no win, 0 in the deck-empty count, 0 for Tiny Stable."""
    t = Table(P("Pandamonium, Tiny Stable, 6 Baby Unicorn", "Narwhal"), P()).do("Narwhal")
    assert not t.over and t.active == 1
    t = Table(P("Pandamonium, 3 Baby Unicorn"), P("Narwhal"), deck="Neigh", rest="discard", phase="draw")
    assert t.winner == 1


def test_pandas_keep_their_text():
    """2.10.2: ENT, BOT, S/D, Queen Bee, Ginormous, Kittencorn, Phoenix."""
    panda = "Pandamonium"
    t = Table(P(panda, "Unicorn on the Cob"), P(), deck="Yay, Neigh").do("Unicorn on the Cob")
    assert t.ask() == (0, "DISCARD")
    t = Table(P(f"{panda}, Rhinocorn", "Yay"), P("Narwhal"), phase="beginning")
    assert t.ask() == (0, "MENU")
    t = Table(
        P("Glitter Bomb", "Neigh"),
        P(f"{panda}, Stabby the Unicorn, Magical Kittencorn"),
        P("Narwhal"),
        phase="beginning",
    )
    t.do("Glitter Bomb", "seat +1", "Stabby the Unicorn")
    assert t.ask() == (1, "DESTROY_UNICORN") and t.legal == {"seat +1", "done"}
    assert "Narwhal" not in Table(P("", "Narwhal, Yay"), P(f"{panda}, Queen Bee Unicorn")).legal
    t = Table(P("Yay", "Two-For-One"), P(f"{panda}, Magical Kittencorn"), P("Slowdown")).do("Two-For-One", "seat +1")
    assert t.stable(1) == of("Magical Kittencorn") and t.stable(2) == of("")  # safe from Magic: the two others are hit
    t = Table(P("Glitter Bomb", "Neigh"), P(f"{panda}, Unicorn Phoenix", "Yay"), phase="beginning")
    t.do("Glitter Bomb", "Unicorn Phoenix")
    assert t.ask() == (1, "PHOENIX_DISCARD")


def test_text_about_unicorn_cards_does_not_reach_pandas():
    """2.10.3: the cards that say "Unicorn card"; Aura and Black Knight do not shield a Panda."""
    panda = "Pandamonium, Narwhal, Rhinocorn"
    assert "Unicorn Poison" not in Table(P(PLAIN, "Unicorn Poison, Yay"), P(panda)).legal
    assert "Unicorn Swap" not in Table(P(panda, "Unicorn Swap, Yay"), P(PLAIN)).legal
    t = Table(P("Stable Artillery, Rainbow Lasso", "6 Neigh"), P(panda), phase="beginning")
    t.do("Stable Artillery", "Rainbow Lasso")
    assert t.stable(1) == of(panda) and t.ask() == (0, "ACTION")
    t = Table(P("", "Seductive Unicorn, Yay"), P(panda)).do("Seductive Unicorn", "Yay")
    assert t.stable(1) == of(panda) and t.active == 1
    t = Table(P("", "Shark With a Horn"), P(panda)).do("Shark With a Horn", "yes")
    assert t.stable(1) == of(panda) and t.active == 1
    t = Table(P("Pandamonium, Narwhal", "Dark Angel Unicorn"), P(), discard="Rhinocorn").do("Dark Angel Unicorn")
    assert t.active == 1
    t = Table(P("Glitter Bomb", "Neigh"), P("Pandamonium, Rainbow Aura, Narwhal"), phase="beginning").do("Glitter Bomb")
    assert t.legal == {"Pandamonium", "Rainbow Aura", "Narwhal"}


def test_text_about_cards_reaches_pandas():
    """2.10.4: Mermaid, Back Kick, Tornado, Two-For-One, Glitter Bomb, Caffeine; Shark sacrifices itself."""
    panda = "Pandamonium, Narwhal"
    both = {"Pandamonium", "Narwhal"}
    assert Table(P("", "Mermaid Unicorn"), P(panda)).do("Mermaid Unicorn").legal == both
    assert Table(P("", "Back Kick"), P(panda)).do("Back Kick").legal == both
    assert Table(P("Yay", "Glitter Tornado"), P(panda)).do("Glitter Tornado").legal == both
    assert Table(P(panda, "Two-For-One"), P(PLAIN)).do("Two-For-One").legal == both
    assert Table(P("Glitter Bomb", "Neigh"), P(panda), phase="beginning").do("Glitter Bomb").legal == both
    t = Table(P(f"{panda}, Caffeine Overload", "Neigh"), P(), phase="beginning").do("Caffeine Overload")
    assert t.legal == both | {"Caffeine Overload"}
    t = Table(P("Pandamonium", "Shark With a Horn"), P("Narwhal")).do("Shark With a Horn", "yes")
    assert t.stable(0) == of("Pandamonium") and t.stable(1) == of("")


def test_exceptions_for_pandas():
    """2.10.5: Barbed Wire triggers, Blinding Light blinds, Queen Bee knows a Basic; elsewhere cards are no Pandas."""
    t = Table(P("Pandamonium, Barbed Wire", "Narwhal, Yay, Neigh"), P()).do("Narwhal")
    assert t.ask() == (0, "DISCARD")
    t = Table(P("Pandamonium, Blinding Light", "Unicorn on the Cob"), P(), deck="Yay").do("Unicorn on the Cob")
    assert t.active == 1 and t.hand(0) == of("")
    assert "Narwhal" not in Table(P("Pandamonium", "Narwhal, Yay"), P("Queen Bee Unicorn")).legal
    t = Table(P("Pandamonium", "Kiss of Life"), P(), discard="Rhinocorn").do("Kiss of Life")
    assert t.stable(0) == of("Pandamonium, Rhinocorn")


def test_total_immunity():
    """2.10.6: "a card" and "this card" do not reach a Panda either."""
    on = {"panda_total_immunity": True}
    t = Table(P("Yay", "Glitter Tornado"), P("Pandamonium, Narwhal"), **on).do("Glitter Tornado")
    assert t.stable(1) == of("Narwhal")
    t = Table(P("Pandamonium", "Shark With a Horn"), P("Narwhal"), **on).do("Shark With a Horn")
    assert t.active == 1 and t.stable(1) == of("Narwhal")
    t = Table(P("Pandamonium, Narwhal", "Two-For-One"), P(), **on).do("Two-For-One")
    assert t.stable(0) == of("Narwhal")
    t = Table(P("Pandamonium, Narwhal, Caffeine Overload", "Neigh"), P(), phase="beginning", **on).do(
        "Caffeine Overload"
    )
    assert t.legal == {"Pandamonium", "Caffeine Overload"}


def test_pandas_are_not_sacrificed_as_unicorns():
    """2.10.7"""
    t = Table(P("Pandamonium, Sadistic Ritual, Narwhal", ""), P(), phase="beginning", deck="Yay")
    assert t.hand(0) == of("Yay") and t.stable(0) == of("Pandamonium, Sadistic Ritual, Narwhal")
    t = Table(P("", "Extremely Destructive Unicorn"), P("Pandamonium, Narwhal")).do("Extremely Destructive Unicorn")
    assert t.stable(0) == of("") and t.stable(1) == of("Pandamonium, Narwhal")


# Blinding Light


def test_blinded_text():
    """2.10.8: no ENT, S/D, BOT, CONT, Phoenix, Knight; Flyers to the discard pile; Babies to the Nursery."""
    light = "Blinding Light"
    t = Table(P(PLAIN, "Unicorn Poison"), P(f"{light}, Stabby the Unicorn")).do("Unicorn Poison")
    assert t.stable(1) == of(light) and t.active == 1
    t = Table(P(f"{light}, Rhinocorn", "Yay"), P("Narwhal"), phase="beginning")
    assert t.ask() == (0, "ACTION")
    assert "Narwhal" in Table(P("", "Narwhal"), P(f"{light}, Queen Bee Unicorn")).legal
    t = Table(P(PLAIN, "Unicorn Poison"), P(f"{light}, Magical Kittencorn")).do("Unicorn Poison")
    assert t.stable(1) == of(light)
    t = Table(P(PLAIN, "Unicorn Poison"), P(f"{light}, Unicorn Phoenix", "Yay")).do("Unicorn Poison")
    assert t.stable(1) == of(light)
    t = Table(P(PLAIN, "Unicorn Poison"), P(f"{light}, Swift Flying Unicorn")).do("Unicorn Poison")
    assert t.discard == of("Unicorn Poison, Swift Flying Unicorn")
    t = Table(P(PLAIN, "Unicorn Poison"), P(f"{light}, Baby Narwhal")).do("Unicorn Poison")
    assert t.nursery == 12


def test_blinded_types():
    """2.10.9: another's Queen Bee does not touch blinded Magicals; Rainbow Aura still protects."""
    t = Table(P("Blinding Light", "Rhinocorn"), P("Queen Bee Unicorn")).do("Rhinocorn")
    assert t.stable(0) == of("Blinding Light, Rhinocorn")
    assert "Unicorn Poison" not in Table(P("", "Unicorn Poison, Yay"), P("Blinding Light, Rainbow Aura, Narwhal")).legal


def test_triggers_raised_before_the_light_still_resolve():
    """2.10.10: a Rhinocorn that was blinded when the turn began stays out."""
    t = Table(P("Rhinocorn, Blinding Light, Glitter Bomb", "Yay"), P("Narwhal, Slowdown"), phase="beginning")
    t.do("Glitter Bomb", "Blinding Light", "Slowdown")
    assert t.ask() == (0, "ACTION")


def test_ginormous_under_the_light():
    """2.10.8: Ginormous with Blinding Light counts 1 and bars nobody, from the moment the light is there."""
    t = Table(P("Ginormous Unicorn, 4 Baby Unicorn", "Neigh"), P("Double Dutch", "Blinding Light, Narwhal"), seat=1)
    assert t.observation(0)["my_unicorns"][0] == 6
    t.do("Blinding Light")
    assert t.observation(0)["my_unicorns"][0] == 5
    t.do("Narwhal")
    assert t.ask() == (0, "ANSWER")


def test_pandas_without_text():
    """2.10.11: Pandamonium and Blinding Light together."""
    both = "Pandamonium, Blinding Light"
    t = Table(P(both, "Unicorn on the Cob"), P(), deck="Yay").do("Unicorn on the Cob")
    assert t.hand(0) == of("") and t.observation(0)["my_unicorns"][0] == 0
    t = Table(P("Glitter Bomb", "Neigh"), P(f"{both}, Stabby the Unicorn"), phase="beginning")
    t.do("Glitter Bomb", "Stabby the Unicorn")
    assert t.ask() == (0, "ACTION")


# Tiny Stable


def test_tiny_stable_until_five():
    """2.10.12: again and again, Phoenix too; also when Tiny Stable enters or Pandamonium leaves."""
    t = Table(P("", "Tiny Stable"), P("6 Baby Unicorn")).do("Tiny Stable")
    assert sum(t.stable(1).values()) == 6  # the only type: the game picks
    t = Table(P("", "Re-Target"), P("Pandamonium, Tiny Stable, 5 Baby Unicorn, Narwhal, Rhinocorn"), P())
    t.do("Re-Target", "Pandamonium", "you")
    assert t.ask() == (1, "TINY_SACRIFICE")
    t.do("Rhinocorn", "Narwhal")
    assert t.stable(1) == of("Tiny Stable, 5 Baby Unicorn")


def test_tiny_stable_with_phoenix():
    """2.10.12: Phoenix may be picked again and saved again, a discard each."""
    t = Table(P("Tiny Stable, 4 Baby Unicorn, Unicorn Phoenix", "Narwhal, Yay, Neigh"), P())
    t.do("Narwhal", "Unicorn Phoenix")
    assert t.ask() == (0, "PHOENIX_DISCARD")
    t.do("Yay")
    assert t.ask() == (0, "TINY_SACRIFICE")
    t.do("Unicorn Phoenix", "Neigh")
    assert t.ask() == (0, "TINY_SACRIFICE")
    t.do("Unicorn Phoenix")  # the hand is empty
    assert t.stable(0) == of("Tiny Stable, 4 Baby Unicorn, Narwhal")


def test_tiny_stable_that_leaves_in_the_event():
    """2.10.13, 2.10.30: Torpedo removes it, and the Unicorns counted then may win at once."""
    t = Table(P("Tiny Stable, 4 Baby Unicorn", "Narwhal Torpedo"), P()).do("Narwhal Torpedo")
    assert t.stable(0) == of("4 Baby Unicorn, Narwhal Torpedo")
    t = Table(P("Pandamonium, Tiny Stable, 6 Baby Unicorn", "Narwhal Torpedo"), P()).do("Narwhal Torpedo")
    assert t.winner == 0
    t = Table(P("Pandamonium, Tiny Stable, 7 Baby Unicorn", "Reset Button"), P()).do("Reset Button")
    assert t.winner == 0


def test_card_that_entered_may_go_to_tiny_stable():
    """2.10.14: its effect still comes."""
    t = Table(P("Tiny Stable, 5 Baby Unicorn", "Greedy Flying Unicorn"), P("", "Narwhal"), deck="Yay")
    t.do("Greedy Flying Unicorn", "Greedy Flying Unicorn")
    assert t.hand(0) == of("Greedy Flying Unicorn, Yay")


# Barbed Wire


def test_two_discards_for_an_own_swap():
    """2.10.15: one for the card that goes, one for the card that comes."""
    t = Table(P("Barbed Wire, Narwhal", "Unicorn Swap, Yay, Neigh, Slowdown"), P("Basic Unicorn")).do(
        "Unicorn Swap", "Basic Unicorn"
    )
    assert t.ask() == (0, "DISCARD")
    t.do("Yay")
    assert t.ask() == (0, "DISCARD")
    t.do("Neigh")
    assert t.active == 1 and t.hand(0) == of("Slowdown")


def test_barbed_wire_and_a_steal():
    """2.10.15: the victim discards if wired, the thief if wired; an empty hand is skipped."""
    t = Table(P("", "Seductive Unicorn, Neigh"), P("Barbed Wire, Narwhal", "Yay, Slowdown")).do(
        "Seductive Unicorn", "Neigh"
    )
    assert t.ask() == (1, "DISCARD")
    t = Table(P("Barbed Wire", "Seductive Unicorn, Neigh, Yay, Slowdown"), P("Narwhal"))
    t.do("Seductive Unicorn")
    assert t.ask() == (0, "DISCARD") and t.about == "Barbed Wire"
    t.do("Slowdown", "Neigh")
    assert t.hand(0) == of("") and t.stable(0)["Narwhal"] == 1  # Wire, the cost, and Wire for the stolen card


def test_barbed_wire_with_a_flyer():
    """2.10.15: Flyers and returned cards are in the hand by then, and may be discarded."""
    t = Table(P("", "Unicorn Poison"), P("Barbed Wire, Greedy Flying Unicorn", "Yay")).do("Unicorn Poison")
    assert t.ask() == (1, "DISCARD") and t.legal == {"Greedy Flying Unicorn", "Yay"}
    t = Table(P("", "Mermaid Unicorn"), P("Barbed Wire, Narwhal", "Yay")).do("Mermaid Unicorn", "Narwhal")
    assert t.ask() == (1, "DISCARD") and t.legal == {"Narwhal", "Yay"}


def test_barbed_wire_with_a_stolen_flyer():
    """2.10.15, 2.10.17: a steal is no destruction: the victim discards, and the thief's Greedy draws."""
    t = Table(
        P("", "Seductive Unicorn, Neigh"), P("Barbed Wire, Greedy Flying Unicorn", "Yay, Slowdown"), deck="Good Deal"
    )
    t.do("Seductive Unicorn", "Neigh")
    assert t.ask() == (1, "DISCARD") and t.legal == {"Yay", "Slowdown"} and t.hand(0) == of("")
    t.do("Yay")
    assert t.hand(0) == of("Good Deal") and t.stable(0)["Greedy Flying Unicorn"] == 1


def test_barbed_wire_itself():
    """2.10.16: its own entering triggers nothing; a saved card did not leave; the Knight and a Baby did."""
    t = Table(P("", "Barbed Wire"), P("Narwhal", "Yay, Neigh")).do("Barbed Wire", "done")
    assert t.stable(1) == of("Narwhal, Barbed Wire") and t.ask() == (1, "ACTION")
    t = Table(P("", "Unicorn Poison"), P("Barbed Wire, Unicorn Phoenix", "Yay, Slowdown, Narwhal"))
    t.do("Unicorn Poison", "Yay")
    assert t.active == 1 and t.ask() == (1, "ACTION")
    t = Table(P("", "Unicorn Poison"), P("Barbed Wire, Black Knight Unicorn, Rhinocorn", "Yay, Slowdown"))
    t.do("Unicorn Poison", "Rhinocorn", "yes")
    assert t.ask() == (1, "DISCARD")
    t = Table(P("", "Unicorn Poison"), P("Barbed Wire, Baby Unicorn", "Yay, Slowdown")).do("Unicorn Poison")
    assert t.ask() == (1, "DISCARD")


def test_barbed_wire_comes_first():
    """2.10.17: Cob draws after the discard."""
    t = Table(P("Barbed Wire", "Unicorn on the Cob, Yay, Neigh"), P(), deck="Narwhal, Slowdown").do(
        "Unicorn on the Cob"
    )
    assert t.legal == {"Yay", "Neigh"}


# Other Downgrades and Upgrades


def test_sadistic_ritual_paid_by_a_phoenix():
    """2.10.18: saved by a discard, and the card is drawn."""
    t = Table(P("Sadistic Ritual, Unicorn Phoenix", "Neigh"), P(), phase="beginning", deck="Yay, Narwhal")
    assert t.ask() == (0, "PHOENIX_DISCARD")
    t.do("Neigh")
    assert t.stable(0) == of("Sadistic Ritual, Unicorn Phoenix") and t.hand(0) == of("Yay, Narwhal")


def test_rainbow_aura_and_two_for_one():
    """2.10.19: not the Aura and a Unicorn card under it; sacrifice, steal and return work."""
    t = Table(P("Yay", "Two-For-One"), P("Rainbow Aura, Narwhal, Slowdown")).do("Two-For-One", "Rainbow Aura")
    assert t.stable(1) == of("Narwhal")
    t = Table(P("", "Seductive Unicorn, Yay"), P("Rainbow Aura, Narwhal")).do("Seductive Unicorn", "Yay")
    assert t.stable(0) == of("Seductive Unicorn, Narwhal")
    t = Table(P("", "Unicorn Poison, Yay"), P("Rainbow Aura, Unicorn Phoenix, Black Knight Unicorn", "Neigh"))
    assert "Unicorn Poison" not in t.legal


# Magical Unicorns


def test_queen_bee():
    """2.10.20: Basics cannot be stolen or moved away; those that lie there stay; the lock moves with the Bee."""
    t = Table(P("", "Seductive Unicorn, Yay"), P("Queen Bee Unicorn, Narwhal, Basic Unicorn")).do(
        "Seductive Unicorn", "Yay"
    )
    assert t.stable(0) == of("Seductive Unicorn, Queen Bee Unicorn")  # the only legal pick
    assert "Narwhal" not in Table(P("", "Narwhal, Yay"), P("Queen Bee Unicorn, Basic Unicorn")).legal
    t = Table(P("Baby Narwhal", "Unicorn Swap"), P("Queen Bee Unicorn", "Narwhal, Yay"), P()).do(
        "Unicorn Swap", "seat +1", "Queen Bee Unicorn"
    )
    assert t.stable(0) == of("Queen Bee Unicorn") and "Narwhal" not in t.legal and t.active == 1
    t = Table(P("", "Unicorn Poison"), P("Queen Bee Unicorn, Narwhal")).do("Unicorn Poison")
    assert t.legal == {"Queen Bee Unicorn", "Narwhal"}


def test_unicorn_swap_into_queen_bee():
    """2.10.20, 2.10.32: a Basic may go to the Bee's Stable only, and none can be stolen from there."""
    t = Table(P("Narwhal", "Unicorn Swap"), P("Queen Bee Unicorn, Basic Unicorn"), P("Rhinocorn")).do("Unicorn Swap")
    assert t.stable(1) == of("Basic Unicorn, Narwhal") and t.stable(0) == of("Queen Bee Unicorn")


def test_bringing_under_another_queen_bee():
    """2.10.21"""
    bee = P("Queen Bee Unicorn")
    t = Table(P("", "Rainbow Unicorn, Narwhal"), bee).do("Rainbow Unicorn")
    assert t.active == 1
    t = Table(P("", "Kiss of Life"), bee, discard="Narwhal, Rhinocorn, Llamacorn").do("Kiss of Life")
    assert t.legal == {"Rhinocorn", "Llamacorn"}
    assert "Kiss of Life" not in Table(P("", "Kiss of Life, Yay"), bee, discard="Narwhal").legal
    t = Table(P("", "Necromancer Unicorn, 2 Basic Unicorn"), bee).do("Necromancer Unicorn", "Basic Unicorn")
    assert t.active == 1 and t.stable(0) == of("Necromancer Unicorn")
    t = Table(P("Queen Bee Unicorn", "Dark Angel Unicorn"), P(), discard="Narwhal").do(
        "Dark Angel Unicorn", "Queen Bee Unicorn"
    )
    assert t.legal == {"Narwhal", "Queen Bee Unicorn"}


@pytest.mark.parametrize(
    ("stable", "hand", "menu"),
    [
        ("Glitter Bomb", "Neigh", "Glitter Bomb"),
        ("Stable Artillery", "2 Neigh", "Stable Artillery"),
        ("Rhinocorn", "Neigh", "Rhinocorn"),
    ],
)
def test_kittencorn_is_destroyed_by_what_is_no_magic(stable, hand, menu):
    """2.10.22"""
    t = Table(P(stable, hand), P("Magical Kittencorn"), phase="beginning").do(menu)
    assert t.stable(1) == of("")


def test_kittencorn_and_stabby():
    """2.10.22: Stabby destroys it even if Magic destroyed Stabby; Magic may return, move and steal it."""
    t = Table(P("Magical Kittencorn", "Unicorn Poison"), P("Stabby the Unicorn")).do("Unicorn Poison", "seat +1")
    assert t.stable(0) == of("")
    assert "Back Kick" in Table(P("", "Back Kick"), P("Magical Kittencorn")).legal
    t = Table(P(PLAIN, "Unicorn Swap"), P("Magical Kittencorn")).do("Unicorn Swap", "Magical Kittencorn")
    assert t.stable(0) == of("Magical Kittencorn")
    t = Table(P("Magical Kittencorn", "Two-For-One"), P()).do("Two-For-One")
    assert t.stable(0) == of("")


def test_stabby_decides_on_anyones_turn():
    """2.10.23: any Stable but that one; steal, move and return do not trigger it."""
    t = Table(P(PLAIN, "Unicorn Poison"), P("Stabby the Unicorn, Narwhal"), P("Rhinocorn"))
    t.do("Unicorn Poison", "seat +1", "Stabby the Unicorn")
    assert t.ask() == (1, "DESTROY_UNICORN") and t.legal == {"seat +1", "seat +2", "done"}
    t = Table(P("Narwhal", "Mermaid Unicorn"), P("Stabby the Unicorn", "Yay")).do("Mermaid Unicorn")
    assert t.ask() == (1, "ACTION")
    t = Table(P("", "Seductive Unicorn, Yay"), P("Stabby the Unicorn"), P("Yay")).do("Seductive Unicorn", "Yay")
    assert t.active == 1 and t.stable(0)["Stabby the Unicorn"] == 1


def test_dark_angel_cannot_fetch_a_flyer_it_sacrificed():
    """2.10.24; Swift may fetch a Neigh used in the window of its own play."""
    t = Table(P("Greedy Flying Unicorn", "Dark Angel Unicorn"), P(), discard="Rhinocorn, Llamacorn")
    t.do("Dark Angel Unicorn", "Greedy Flying Unicorn")
    assert t.legal == {"Rhinocorn", "Llamacorn"} and t.hand(0) == of("Greedy Flying Unicorn")
    t = Table(P("", "Swift Flying Unicorn, Neigh"), P("", "Neigh")).do("Swift Flying Unicorn", "Neigh", "Neigh")
    assert t.ask() == (0, "FETCH") and t.legal == {"Neigh", "done"}


def test_babies_are_only_in_stables_and_nursery():
    """2.10.25: one that goes to the Nursery was returned as far as Back Kick cares (2.10.36)."""
    t = Table(P("", "Back Kick"), P("Baby Unicorn", "Yay, Slowdown")).do("Back Kick")
    assert t.nursery == 13 and t.ask() == (1, "DISCARD")
    t = Table(P(PLAIN, "Dark Angel Unicorn"), P(), discard="Rhinocorn").do("Dark Angel Unicorn", PLAIN)
    assert t.stable(0) == of("Dark Angel Unicorn, Rhinocorn")  # "then" goes on


def test_dark_angel_and_what_it_sacrificed():
    """2.10.26, 2.12.4: it may fetch that, but not itself if it was the one."""
    t = Table(P("Narwhal", "Dark Angel Unicorn"), P(), discard="Rhinocorn").do("Dark Angel Unicorn", "Narwhal")
    assert t.legal == {"Narwhal", "Rhinocorn"}
    t.do("Narwhal")
    assert t.stable(0) == of("Dark Angel Unicorn, Narwhal")
    t = Table(P("Narwhal", "Dark Angel Unicorn"), P(), discard="Rhinocorn, Llamacorn")
    t.do("Dark Angel Unicorn", "Dark Angel Unicorn")
    assert t.legal == {"Rhinocorn", "Llamacorn"}


def test_dark_angel_that_had_left():
    """2.10.26: sacrificed to Tiny Stable it may fetch itself."""
    t = Table(P("Tiny Stable, 5 Baby Unicorn", "Dark Angel Unicorn"), P())
    t.do("Dark Angel Unicorn", "Dark Angel Unicorn")
    assert t.ask() == (0, "SACRIFICE_UNICORN")
    t.do("Baby Unicorn")
    assert t.stable(0) == of("Tiny Stable, 4 Baby Unicorn, Dark Angel Unicorn")


def test_extremely_destructive_with_stabby():
    """2.10.27: itself is eligible; S/D triggers come after the event."""
    t = Table(P("", "Extremely Destructive Unicorn"), P("Stabby the Unicorn"), P("Narwhal, Basic Unicorn"))
    t.do("Extremely Destructive Unicorn", "Narwhal")
    assert t.stable(0) == of("") and t.ask() == (1, "DESTROY_UNICORN") and t.stable(2) == of("Basic Unicorn")


def test_oracle_with_a_short_deck():
    """2.10.28: with 2 cards one goes back, with 1 the game ends; two equal cards need no second prompt."""
    t = Table(P(PLAIN, "Unicorn Oracle"), P("", "Slowdown"), deck="Yay, Neigh", rest="discard").do("Unicorn Oracle")
    assert t.ask() == (0, "LOOK_AT_TOP")
    t.do("Yay")
    assert t.over  # the next player draws the last card
    t = Table(P(PLAIN, "Unicorn Oracle"), P("", "Slowdown"), deck="Yay", rest="discard").do("Unicorn Oracle")
    assert t.over and t.hand(0) == of("Yay")
    t = Table(P(PLAIN, "Unicorn Oracle"), P("", "Slowdown"), deck="Neigh, Yay, Neigh").do("Unicorn Oracle", "Yay")
    assert t.active == 1


def test_mother_goose_with_an_empty_nursery():
    """2.10.28"""
    t = Table(P("Pandamonium, 12 Baby Unicorn, Baby Narwhal"), P("", "Mother Goose Unicorn, Yay"), seat=1)
    t.do("Mother Goose Unicorn")
    assert t.active == 0 and t.stable(1) == of("Mother Goose Unicorn")


def test_shark_target_is_picked_after_it_is_gone():
    """2.10.29"""
    t = Table(P("Narwhal", "Shark With a Horn"), P("Rhinocorn, Llamacorn")).do("Shark With a Horn", "yes")
    assert t.ask() == (0, "DESTROY_UNICORN") and t.stable(0) == of("Narwhal")


def test_babies_are_legal_targets():
    """2.10.31"""
    t = Table(P("Stable Artillery", "2 Neigh"), P("Baby Unicorn"), phase="beginning").do("Stable Artillery")
    assert t.stable(1) == of("") and t.nursery == 13


# Magic


def test_swap_and_stealing_back():
    """2.10.32: what was moved may be stolen back."""
    t = Table(P("Narwhal", "Unicorn Swap"), P("Rhinocorn, Llamacorn")).do("Unicorn Swap")
    assert t.legal == {"Narwhal", "Rhinocorn", "Llamacorn"}
    t.do("Narwhal")
    assert t.stable(0) == of("Narwhal") and t.stable(1) == of("Rhinocorn, Llamacorn")
    t = Table(P("Narwhal", "Unicorn Swap"), P("Yay")).do("Unicorn Swap")
    assert t.stable(0) == of("Narwhal") and t.stable(1) == of("Yay")
    t = Table(P(PLAIN, "Unicorn Swap"), P(f"{PLAIN}, Narwhal")).do("Unicorn Swap")
    assert t.legal == {PLAIN, "Narwhal"}
    t = Table(P("Narwhal", "Unicorn Swap"), P("Pandamonium, Rhinocorn")).do("Unicorn Swap")
    assert t.stable(1) == of("Pandamonium, Rhinocorn, Narwhal")  # nothing to steal: the move stands


def test_swap_into_a_tiny_stable():
    """2.10.32: it sacrifices before the steal."""
    t = Table(P("Narwhal", "Unicorn Swap"), P("Tiny Stable, 4 Baby Unicorn, Rhinocorn")).do("Unicorn Swap")
    assert t.ask() == (1, "TINY_SACRIFICE")
    t.do("Rhinocorn")
    assert t.ask() == (0, "STEAL_FROM_THERE") and t.legal == {"Baby Unicorn", "Narwhal"}


def test_swap_both_entries_trigger():
    """2.10.32: even for a card that has gone back."""
    t = Table(P("Unicorn on the Cob", "Unicorn Swap"), P("", "Slowdown"), deck="Yay, Neigh, Narwhal, Llamacorn")
    t.do("Unicorn Swap")
    assert t.stable(0) == of("Unicorn on the Cob") and t.ask() == (0, "DISCARD")
    t.do("Yay")
    assert t.ask() == (1, "DISCARD") and t.about == "Unicorn on the Cob"


def test_re_target_works_at_once():
    """2.10.33: Tiny Stable, Pandamonium and the win are checked."""
    t = Table(P("Tiny Stable", "Re-Target"), P("6 Baby Unicorn"), P()).do("Re-Target", "seat +1")
    assert t.stable(1) == of("Tiny Stable, 5 Baby Unicorn")
    t = Table(P("Pandamonium, 7 Baby Unicorn", "Re-Target"), P(), P()).do("Re-Target", "seat +1")
    assert t.winner == 0


def test_two_for_one_checks_after_the_sacrifice():
    """2.10.34: the sacrifice with its checks first; what was safe when picked from stays illegal."""
    t = Table(P("Pandamonium, 7 Baby Unicorn", "Two-For-One"), P("Narwhal")).do("Two-For-One", "Pandamonium")
    assert t.winner == 0 and t.stable(1) == of("Narwhal")
    t = Table(P("Yay", "Two-For-One"), P("Magical Kittencorn, Blinding Light, Slowdown")).do("Two-For-One")
    assert t.legal == {"Magical Kittencorn", "Blinding Light", "Slowdown"}  # blinded, so it may be picked
    t = Table(P("Yay", "Two-For-One"), P("2 Claw Machine, Slowdown")).do("Two-For-One", "Claw Machine")
    assert t.legal == {"Claw Machine", "Slowdown"}  # 2.12.3
    t.do("Claw Machine")
    assert t.stable(1) == of("Slowdown")


def test_two_for_one_against_phoenix_and_black_knight():
    """2.10.34, 2.7.11: the Knight may even save the Phoenix whose discard was declined."""
    t = Table(P("Yay", "Two-For-One"), P("Unicorn Phoenix, Black Knight Unicorn, Narwhal", "Neigh, Slowdown"))
    t.do("Two-For-One", "Unicorn Phoenix", "Narwhal", "done")
    assert t.ask() == (1, "KNIGHT_FOR")
    t.do("yes")
    assert t.stable(1) == of("Unicorn Phoenix") and t.discard["Narwhal"] == t.discard["Black Knight Unicorn"] == 1


def test_tornado_passes_over_empty_stables():
    """2.10.35"""
    t = Table(P("Yay", "Glitter Tornado"), P(), P(PLAIN)).do("Glitter Tornado")
    assert t.hand(0) == of("Yay") and t.nursery == 13


def test_vortex_with_neighs_of_the_window():
    """2.10.37: they are in the shuffle; the card itself lies in the discard pile."""
    t = Table(P("", "Mystical Vortex, Neigh, Yay"), P("", "Neigh")).do("Mystical Vortex", "Neigh", "Neigh")
    assert t.discard == of("Mystical Vortex") and t.known_deck(1)["Neigh"] == 2
    t = Table(P("Yay", "Reset Button"), P("Slowdown"), P("Narwhal")).do("Reset Button")
    assert t.discard == of("Reset Button") and t.stable(2) == of("Narwhal")


def test_shake_up_with_a_short_deck():
    """2.10.38: fewer than 5 in the deck: all are drawn and the game ends."""
    everything = [name for card in cards.CARDS[2:] for name in [card.name] * card.copies]
    for card in ("Shake Up", "Neigh", "Narwhal"):
        everything.remove(card)
    hands = P(hand=", ".join(everything[:50])), P(hand=", ".join(everything[50:]))
    t = Table(P("Baby Unicorn", "Shake Up"), *hands, deck="Neigh, Narwhal").do("Shake Up")
    while t.prompt == "ANSWER":
        t.do("done")
    assert t.winner == 0 and t.hand(0) == of("Shake Up, Neigh, Narwhal")


def test_only_players_with_a_card_can_be_picked():
    """2.10.39: Americorn, Annoying Flying, Thievery; Unfair Bargain anybody."""
    for card in ("Americorn", "Annoying Flying Unicorn"):
        t = Table(P("", card), P(), P("", "Yay, Neigh"), P("", "Slowdown, Neigh")).do(card)
        while t.prompt == "ANSWER":
            t.do("done")
        assert t.legal == {"seat +2", "seat +3", "done"}
    t = Table(P("", "Blatant Thievery"), P(), P("", "Yay"), P("", "Slowdown")).do("Blatant Thievery")
    assert t.legal == {"seat +2", "seat +3"}
    t = Table(P("", "Unfair Bargain"), P(), P("", "Yay")).do("Unfair Bargain")
    assert t.legal == {"seat +1", "seat +2"}


def test_change_of_luck_with_double_dutch():
    """2.10.40: the second play of this turn comes first."""
    t = Table(
        P("Double Dutch", "Change of Luck, Narwhal, Basic Unicorn"), P("", "Yay"), deck="Neigh, Slowdown, Llamacorn"
    )
    t.do("Change of Luck", "Neigh", "Slowdown", "Basic Unicorn")
    assert t.ask() == (0, "SECOND_PLAY") and t.legal == {"Narwhal", "done"}
    t.do("Narwhal")
    assert t.active == 0 and t.hand(0) == of("Llamacorn") and int(t.state["extra_turns"][0]) == 0


def test_rhinocorn_with_a_pending_extra_turn():
    """2.6.5, 2.1.7: the extra turn still comes."""
    t = Table(P("Rhinocorn", "Yay"), P("Narwhal, Basic Unicorn", "Slowdown"), phase="beginning", extra_turns=1)
    t.do("Rhinocorn", "Narwhal")
    assert t.active == 0 and t.ask() == (0, "MENU") and int(t.state["extra_turns"][0]) == 0


def test_yay_against_neigh_and_super_neigh():
    """2.2.6: a Neigh by the player with Yay cannot be answered either."""
    t = Table(P("", "Narwhal, Super Neigh"), P("Yay", "Neigh")).do("Narwhal", "Neigh")
    assert t.discard == of("Narwhal, Neigh")


def test_two_equal_cards_left_over_need_no_prompt():
    """2.10.28: also when single answers are asked."""
    t = Table(P("", "Unicorn Oracle"), P("", "Slowdown"), deck="Neigh, Yay, Neigh", auto_single=False)
    t.do("Unicorn Oracle", "Yay")
    assert t.ask() == (1, "ACTION")


def test_the_card_that_moves_is_what_is_asked_about():
    """2.10.33"""
    t = Table(P("Slowdown", "Re-Target"), P(), P()).do("Re-Target")
    assert t.ask() == (0, "MOVE_TO") and t.about == "Slowdown"


def test_nothing_is_open_after_the_beginning():
    """2.6.1, 2.6.4"""
    t = Table(P("Claw Machine", "Neigh, Yay"), P(), phase="beginning").do("done")
    assert t.ask() == (0, "ACTION") and not t.state["open"].any()
