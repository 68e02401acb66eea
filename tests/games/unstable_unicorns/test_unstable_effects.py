"""Verbs, requirements, the Beginning, events, triggers and the end (2.4 to 2.9). Numbers are those of RULES.md."""

from __future__ import annotations

import numpy as np
import pytest
from unstable_table import GAME, P, Table, of

from unicorn_envs.games.unstable_unicorns import cards

PLAIN = "Baby Unicorn"
IN_TURN = {"effect_links": "in_turn"}


# 2.4 Verbs and legal targets


def test_verbs():
    """2.4.1: sacrifice from the own Stable, destroy, steal and return from another's; discards are chosen."""
    t = Table(P(f"{PLAIN}, Narwhal", "Unicorn Poison, Back Kick"), P("Rhinocorn")).do("Unicorn Poison")
    assert t.stable(0) == of(f"{PLAIN}, Narwhal")  # never the own Stable
    t = Table(P(f"{PLAIN}, Yay", "Mermaid Unicorn"), P("Narwhal", "Slowdown")).do("Mermaid Unicorn")
    assert t.hand(1)["Narwhal"] == 1 and t.hand(0) == of("")


def test_enter_effects_fire_each_time():
    """2.4.2: also when the card comes back, and for the player entered at; what entered may pay at once."""
    t = Table(P(PLAIN, "Kiss of Life"), P(), discard="Unicorn on the Cob", deck="Yay, Neigh").do("Kiss of Life")
    t.do("Yay")
    assert t.hand(0) == of("Neigh")
    t = Table(P("", "Dark Angel Unicorn"), P(), discard="Rhinocorn").do("Dark Angel Unicorn", "Dark Angel Unicorn")
    assert t.stable(0) == of("Rhinocorn")
    t = Table(P(PLAIN, "Unicorn Swap"), P("Greedy Flying Unicorn", "Narwhal"), deck="Yay, Neigh").do(
        "Unicorn Swap", "Greedy Flying Unicorn"
    )
    assert t.hand(0) == of("Yay")  # the thief of Greedy draws


def test_legal_targets():
    """2.4.3: the table of legal targets for "a Unicorn card" and "a card"."""
    kittencorn, aura = "Magical Kittencorn, Yay", "Rainbow Aura, Narwhal"
    panda = "Pandamonium, Rhinocorn"
    t = Table(P(PLAIN, "Unicorn Poison"), P(kittencorn), P(aura), P(panda), P("Basic Unicorn, Slowdown"))
    t.do("Unicorn Poison")
    assert t.discard == of("Unicorn Poison, Basic Unicorn")  # the only legal target
    t = Table(P("Glitter Bomb", "Neigh"), P(kittencorn), P(aura), P(panda), phase="beginning").do("Glitter Bomb")
    assert t.legal == {"seat +1", "seat +2", "seat +3"}
    for seat, legal in (
        ("seat +1", {"Magical Kittencorn", "Yay"}), ("seat +2", None), ("seat +3", {"Pandamonium", "Rhinocorn"}),
    ):  # fmt: skip
        u = Table(P("Glitter Bomb", "Neigh"), P(kittencorn), P(aura), P(panda), phase="beginning").do(
            "Glitter Bomb", seat
        )
        if legal is None:
            assert u.discard == of("Glitter Bomb, Rainbow Aura")  # the Unicorn card under it is safe
        else:
            assert u.legal == legal
    t = Table(P(PLAIN, "Mermaid Unicorn"), P(kittencorn), P(aura), P(panda)).do("Mermaid Unicorn")
    assert t.legal == {"seat +1", "seat +2", "seat +3"}
    t.do("seat +2")
    assert t.legal == {"Rainbow Aura", "Narwhal"}
    t = Table(P(PLAIN, "Seductive Unicorn, Yay"), P("Magical Kittencorn"), P(aura), P(panda)).do(
        "Seductive Unicorn", "Yay"
    )
    assert t.legal == {"seat +1", "seat +2"}


def test_targets_with_total_immunity():
    """2.4.4, 2.10.6: a Panda is no legal pick anywhere."""
    t = Table(P("Glitter Bomb", "Neigh"), P("Pandamonium, Rhinocorn"), phase="beginning", panda_total_immunity=True)
    t.do("Glitter Bomb")
    assert t.discard == of("Glitter Bomb, Pandamonium")
    t = Table(P("", "Mermaid Unicorn"), P("Pandamonium, Rhinocorn"), panda_total_immunity=True).do("Mermaid Unicorn")
    assert t.stable(1) == of("Rhinocorn")


def test_upgrades_and_downgrades_are_no_unicorns():
    """2.4.5"""
    t = Table(P("3 Claw Machine, 3 Stable Artillery, 2 Glitter Bomb", "Yay"), P("", "Narwhal"))
    assert t.observation(0)["my_unicorns"][0] == 0 and not t.over


def test_copies_add_up():
    """2.4.6: two Claw Machines are two uses."""
    t = Table(P("2 Claw Machine", "2 Neigh"), P(), phase="beginning", deck="Yay, Narwhal")
    t.do("Claw Machine", "Claw Machine")
    assert t.ask() == (0, "ACTION") and t.discard == of("2 Neigh")


def test_moving_an_upgrade_moves_its_text():
    """2.4.6"""
    t = Table(P("Slowdown", "Re-Target, Neigh"), P("", "Neigh, Narwhal")).do("Re-Target", "done", "Narwhal")
    assert t.ask() == (0, "ANSWER")  # Slowdown has gone: seat 0 may Neigh again


def test_drawing_and_discarding_raise_nothing():
    """2.4.7"""
    t = Table(P("Barbed Wire", "Good Deal, Yay"), P("", "Narwhal"), deck="Stabby the Unicorn, Neigh, Slowdown").do(
        "Good Deal"
    )
    t.do("Stabby the Unicorn")
    assert t.active == 1 and t.discard == of("Good Deal, Stabby the Unicorn")


def test_search_without_a_match():
    """2.4.8: yes/no is asked without a look; then the deck is shuffled."""
    t = Table(P("", "Shabby the Narwhal"), P("", "Yay"), deck="Narwhal, Rhinocorn", rest="discard").do(
        "Shabby the Narwhal"
    )
    assert t.ask() == (0, "ACCEPT")
    t.do("yes")
    assert t.hand(0) == of("") and t.active == 1
    orders = set()
    for seed in range(8):
        t = Table(P("", "Shabby the Narwhal"), P("", "Yay"), deck="Narwhal, Rhinocorn", rest="discard", seed=seed)
        t.do("Shabby the Narwhal", "yes")
        orders.add(int(t.state["deck"][0, 0]))
    assert len(orders) == 2


# 2.5 Requirements, impossible parts, options


def test_needs_are_judged_without_the_card_itself():
    """2.5.1"""
    assert "Mystical Vortex" not in Table(P("", "Mystical Vortex"), P(), auto_single=False).legal
    assert "Mystical Vortex" in Table(P("", "Mystical Vortex, Yay"), P(), auto_single=False).legal
    assert "Back Kick" in Table(P("", "Back Kick"), P("Yay")).legal  # whether it can discard is not looked at


def test_impossible_parts_are_skipped():
    """2.5.2: A done and B impossible, A stands; Change of Luck's turn always comes."""
    t = Table(P("Slowdown", "Two-For-One"), P()).do("Two-For-One")
    assert t.discard == of("Two-For-One, Slowdown") and t.active == 1
    t = Table(P("", "Change of Luck"), P(), deck="Yay, Neigh, Narwhal").do("Change of Luck", "Yay")
    assert t.discard == of("Change of Luck, Yay, Neigh") and t.active == 0 and t.hand(0) == of("Narwhal")
    t = Table(P("", "Back Kick"), P("Baby Unicorn"), deck="Yay").do("Back Kick")
    assert t.hand(1) == of("Yay")  # returned to the Nursery, and no card to discard


def test_mandatory_effects_cannot_be_declined():
    """2.5.3"""
    for card, stable in (("Mermaid Unicorn", "Narwhal, Yay"), ("Extremely Destructive Unicorn", "Narwhal, Yay")):
        t = Table(P(PLAIN, card), P(stable)).do(card)
        assert "done" not in t.legal and "no" not in t.legal


def test_an_optional_effect_is_offered_when_its_cost_can_be_paid():
    """2.5.4: what cannot be done after the cost is disregarded; without a cost the effect must do something."""
    t = Table(P("", "Necromancer Unicorn, Basic Unicorn, Narwhal"), P("Queen Bee Unicorn")).do("Necromancer Unicorn")
    assert t.ask() == (0, "DISCARD_UNICORN")
    t.do("Narwhal")  # the second one by itself, and no Basic may enter
    assert t.hand(0) == of("") and t.stable(0) == of("Necromancer Unicorn") and t.active == 1
    t = Table(P("Greedy Flying Unicorn", "Dark Angel Unicorn"), P()).do("Dark Angel Unicorn")
    t.do("Greedy Flying Unicorn")
    assert t.hand(0) == of("Greedy Flying Unicorn") and t.active == 1
    t = Table(P("", "Seductive Unicorn, Yay"), P("Yay")).do("Seductive Unicorn")
    assert t.ask() == (0, "DISCARD") and t.legal == {"Yay", "done"}
    t.do("Yay")
    assert t.active == 1 and t.stable(1) == of("Yay")
    for stable, hand in (("Stable Artillery", "2 Neigh"), ("Rainbow Lasso", "3 Neigh"), ("Glitter Bomb", "Neigh")):
        t = Table(P(stable, hand), P(), phase="beginning")
        assert t.legal == {stable, "done"}
    for stable, hand in (("Stable Artillery", "Neigh"), ("Rainbow Lasso", "2 Neigh"), ("Rhinocorn", "Neigh")):
        t = Table(P(stable, hand), P("Yay"), phase="beginning")
        assert t.ask() == (0, "ACTION")
    for card in ("Alluring Narwhal", "Chainsaw Unicorn", "Swift Flying Unicorn", "Americorn", "Rainbow Unicorn"):
        assert Table(P(PLAIN, card), P()).do(card).active == 1


def test_any_legal_cost_may_be_picked():
    """2.5.5: even one after which the second part finds nothing."""
    t = Table(P("Narwhal", "Dark Angel Unicorn"), P()).do("Dark Angel Unicorn", "Dark Angel Unicorn")
    assert t.stable(0) == of("Narwhal") and t.discard == of("Dark Angel Unicorn") and t.active == 1


# 2.6 The Beginning


def test_open_is_noted_when_the_turn_begins():
    """2.6.1: a Rhinocorn only if it is not blinded then."""
    t = Table(P("2 Claw Machine, Rhinocorn, Glitter Bomb", "Neigh"), P("Narwhal"), phase="beginning")
    assert t.state["open"][0].tolist() == [1, 1, 2, 0, 0, 0]
    t = Table(P("2 Claw Machine, Rhinocorn, Blinding Light", "Neigh"), P("Narwhal"), phase="beginning")
    assert t.state["open"][0].tolist() == [0, 0, 2, 0, 0, 0]


def test_open_shrinks_and_never_grows():
    """2.6.4, 2.12.2, in turn: one used and one unused Glitter Bomb; the used one is taken to be the one that leaves."""
    t = Table(P("2 Glitter Bomb, Slowdown", "Neigh"), P("Narwhal, Yay, Rhinocorn"), phase="beginning", **IN_TURN)
    t.do("Glitter Bomb", "Slowdown", "Yay")
    assert t.state["open"][0, 1] == 1
    t.do("Glitter Bomb", "Narwhal")
    assert t.stable(0) == of("Glitter Bomb") and t.ask() == (0, "ACTION")
    t = Table(P("2 Glitter Bomb", "Neigh"), P("Narwhal, Yay, Rhinocorn"), phase="beginning", **IN_TURN)
    t.do("Glitter Bomb", "Narwhal")  # one sacrifices itself or the other: either way one unused is left
    assert t.state["open"][0, 1] == 1 and t.ask() == (0, "MENU")


def test_open_does_not_grow_when_a_card_comes():
    """2.6.1: a stolen Rhinocorn was not there when the turn began."""
    t = Table(P("Rainbow Lasso", "3 Neigh"), P("Rhinocorn, Narwhal"), phase="beginning").do(
        "Rainbow Lasso", "Rhinocorn"
    )
    assert t.ask() == (0, "ACTION")


def test_mandatory_comes_before_the_menu():
    """2.6.4, in turn: Sadistic Ritual with its triggers first, so Glitter Bomb cannot forestall it (2.10.18)."""
    ritual = P("Sadistic Ritual, Glitter Bomb, Narwhal, Stabby the Unicorn", "")
    t = Table(ritual, P("Rhinocorn"), phase="beginning", **IN_TURN)
    assert t.ask() == (0, "SACRIFICE_UNICORN")
    t.do("Stabby the Unicorn")
    assert t.ask() == (0, "DESTROY_UNICORN")
    t.do("done")
    assert t.ask() == (0, "MENU")


def test_menu_returns_and_offers_later_what_can_be_paid_later():
    """2.6.4, in turn: with a card drawn meanwhile."""
    deck = "Yay, Neigh, Narwhal, Slowdown"
    t = Table(P("Caffeine Overload, Claw Machine", ""), P(), phase="beginning", deck=deck, **IN_TURN)
    assert t.legal == {"Caffeine Overload", "done"}
    t.do("Caffeine Overload", "Caffeine Overload")
    assert t.ask() == (0, "MENU") and t.legal == {"Claw Machine", "done"}


def test_menu_effect_resolves_before_the_menu_returns():
    """2.6.4, in turn"""
    thief = P("Rainbow Lasso, Claw Machine", "4 Neigh")
    t = Table(thief, P("Unicorn on the Cob"), phase="beginning", deck="Yay, Narwhal", **IN_TURN)
    t.do("Rainbow Lasso")
    assert t.ask() == (0, "DISCARD") and t.about == "Unicorn on the Cob"
    t.do("Neigh")
    assert t.ask() == (0, "MENU") and t.legal == {"Claw Machine", "done"}


def test_rhinocorn_used_the_menu_goes_on():
    """2.6.5, in turn: also if the destruction was replaced."""
    t = Table(P("Rhinocorn, Claw Machine", "Neigh"), P("Unicorn Phoenix", "Yay, Narwhal"), phase="beginning", **IN_TURN)
    t.do("Rhinocorn", "Yay")
    assert t.stable(1) == of("Unicorn Phoenix") and t.ask() == (0, "MENU") and t.legal == {"Claw Machine", "done"}
    t.do("done")
    assert t.active == 1 and t.hand(0) == of("Neigh")


# 2.7 Effects, events, triggers


def test_nothing_comes_between_drawn_cards():
    """2.7.1"""
    t = Table(P("", "Change of Luck, Neigh"), P(), deck="Yay, Narwhal").do("Change of Luck")
    assert t.hand(0) == of("Neigh, Yay, Narwhal") and t.ask() == (0, "DISCARD")
    assert t.observation(0)["steps_left"][0] == 3


def test_picks_before_anything_happens():
    """2.7.2: both picks of Two-For-One, both replacements, then the cards move."""
    t = Table(P("Yay", "Two-For-One"), P("Unicorn Phoenix, Narwhal, Black Knight Unicorn", "Neigh"))
    t.do("Two-For-One", "Narwhal", "Unicorn Phoenix")
    assert t.ask() == (1, "KNIGHT_FOR") and t.stable(1) == of("Unicorn Phoenix, Narwhal, Black Knight Unicorn")
    t.do("no")
    assert t.ask() == (1, "PHOENIX_DISCARD") and t.stable(1)["Narwhal"] == 1
    t.do("Neigh")
    assert t.stable(1) == of("Unicorn Phoenix, Black Knight Unicorn")


def test_each_player_in_turn_order_and_in_secret():
    """2.7.3: from the active player, whoever owns the effect."""
    t = Table(P("", "Yay, Neigh"), P("", "Llamacorn, Slowdown, Good Deal"), P("", "Narwhal, Rhinocorn"), seat=1)
    t.do("Llamacorn", "done")
    assert t.ask() == (1, "EACH_DISCARDS")
    before = [t.observation(p)["discard_pile"].sum() for p in range(3)]
    t.do("Slowdown")
    assert t.ask() == (2, "EACH_DISCARDS") and before == [t.observation(p)["discard_pile"].sum() for p in range(3)]
    assert not t.observation(2)["my_picked"].any() and not t.observation(2)["seat_2_picked"].any()
    t.do("Narwhal")
    assert t.ask() == (0, "EACH_DISCARDS")
    t.do("Yay")
    assert t.discard == of("Slowdown, Narwhal, Yay")


def test_leaving_is_judged_before_and_entering_after():
    """2.7.4: Barbed Wire that leaves with a Unicorn card; Blinding Light that leaves with a Flyer."""
    t = Table(P("Yay", "Two-For-One"), P("Barbed Wire, Narwhal", "Neigh, Slowdown"))
    t.do("Two-For-One", "Narwhal")
    assert t.ask() == (1, "DISCARD")
    t = Table(P("Yay", "Two-For-One"), P("Blinding Light, Greedy Flying Unicorn")).do("Two-For-One", "Blinding Light")
    assert t.discard == of("Two-For-One, Yay, Blinding Light, Greedy Flying Unicorn")


def test_triggers_wait_until_the_effect_is_finished():
    """2.7.5: Stabby, sacrificed for Two-For-One, acts after the two cards are destroyed; links follow each other."""
    t = Table(P("Stabby the Unicorn, Yay", "Two-For-One"), P("Narwhal, Slowdown, Rhinocorn"))
    t.do("Two-For-One", "Stabby the Unicorn")
    assert t.ask() == (0, "DESTROY_TWO") and t.waiting() == {(0, "Stabby the Unicorn"): 1}
    t.do("Narwhal", "Slowdown")
    assert t.ask() == (0, "DESTROY_UNICORN") and t.about == "Stabby the Unicorn"
    t.do("done")
    assert t.active == 1


def test_next_link():
    """2.7.5: what Rainbow Unicorn brings triggers after all effects of the first link."""
    t = Table(P("Barbed Wire", "Rainbow Unicorn, Basic Unicorn, Neigh, Slowdown, Nanny Cam"), P("", "Narwhal")).do(
        "Rainbow Unicorn"
    )
    assert t.ask() == (0, "DISCARD")
    t.do("Neigh", "Basic Unicorn")
    assert t.ask() == (0, "DISCARD") and t.about == "Barbed Wire"


def test_order_within_a_link():
    """2.7.6: Barbed Wire, then mandatory effects, then optional ones, whoever's they are."""
    deck = "Narwhal, Nanny Cam"
    t = Table(
        P("Americorn", "Unicorn Swap"), P("Unicorn on the Cob, Barbed Wire", "Yay, Good Deal, Slowdown"), deck=deck,
        **IN_TURN,
    )  # fmt: skip
    t.do("Unicorn Swap", "Unicorn on the Cob")  # Americorn goes, Unicorn on the Cob comes
    assert t.waiting() == {(1, "Barbed Wire"): 1, (0, "Unicorn on the Cob"): 1, (1, "Americorn"): 1}
    assert t.ask() == (1, "DISCARD") and t.about == "Barbed Wire"
    t.do("Yay")
    assert t.ask() == (1, "DISCARD") and t.about == "Barbed Wire"
    t.do("Good Deal")
    assert t.ask() == (0, "DISCARD") and t.about == "Unicorn on the Cob"
    t.do("Narwhal")
    assert t.ask() == (1, "CHOOSE_VICTIM") and t.about == "Americorn"


def test_players_in_turn_order_within_a_class():
    """2.7.6: two optional effects, of the active player first."""
    swap = P("Alluring Narwhal", "Unicorn Swap, Yay")
    t = Table(swap, P("Americorn, Claw Machine", "Slowdown"), P("Double Dutch"), **IN_TURN)
    t.do("Unicorn Swap", "seat +1", "Americorn")
    assert t.ask() == (0, "CHOOSE_VICTIM") and t.about == "Americorn"
    t.do("done")
    assert t.ask() == (1, "STEAL_UPGRADE") and t.about == "Alluring Narwhal"


def test_player_picks_among_different_triggers():
    """2.7.6: Stabby, sacrificed for Dark Angel, and Americorn, which it fetches."""
    t = Table(P("Stabby the Unicorn", "Dark Angel Unicorn"), P("Narwhal", "Yay"), discard="Americorn", **IN_TURN)
    t.do("Dark Angel Unicorn", "Stabby the Unicorn", "Americorn")
    assert t.ask() == (0, "NEXT_TRIGGER") and t.legal == {"Stabby the Unicorn", "Americorn"}
    t.do("Americorn", "seat +1")
    assert t.hand(0) == of("Yay") and t.ask() == (0, "DESTROY_UNICORN")
    t.do("seat +1")
    assert t.stable(1) == of("")


def test_trigger_resolves_though_its_card_has_left():
    """2.7.7: Oracle, sacrificed to Tiny Stable at once, still looks at the deck (2.10.14)."""
    t = Table(P("Tiny Stable, 5 Baby Unicorn", "Unicorn Oracle"), P(), deck="Yay, Neigh, Slowdown")
    t.do("Unicorn Oracle", "Unicorn Oracle")
    assert t.stable(0) == of("Tiny Stable, 5 Baby Unicorn") and t.ask() == (0, "LOOK_AT_TOP")


def test_trigger_that_cannot_be_offered_lapses():
    """2.7.7: Shark, sacrificed to Tiny Stable, has gone (2.10.29)."""
    t = Table(P("Tiny Stable, 5 Baby Unicorn", "Shark With a Horn"), P("Narwhal"))
    t.do("Shark With a Horn", "Shark With a Horn")
    assert t.active == 1 and t.stable(1) == of("Narwhal")


def test_what_waits_is_dropped_at_the_end():
    """2.7.8"""
    t = Table(P("6 Baby Unicorn", "Mermaid Unicorn"), P("Yay")).do("Mermaid Unicorn")
    assert t.winner == 0 and t.stable(1) == of("Yay") and not t.waiting()


def test_order_of_replacements():
    """2.7.9: Phoenix first, then Black Knight for it, then the pile."""
    t = Table(P(PLAIN, "Unicorn Poison"), P("Unicorn Phoenix, Black Knight Unicorn", "Neigh"))
    t.do("Unicorn Poison", "done", "Unicorn Phoenix")
    assert t.ask() == (1, "PHOENIX_DISCARD")
    t.do("done")
    assert t.ask() == (1, "KNIGHT_FOR")
    t.do("yes")
    assert t.stable(1) == of("Unicorn Phoenix")
    t = Table(P("Yay", "Extremely Destructive Unicorn"), P("Black Knight Unicorn, Narwhal"))
    t.do("Extremely Destructive Unicorn", "Narwhal")
    assert t.stable(1) == of("Black Knight Unicorn")  # a sacrifice: the Knight is not asked


def test_black_knight_conditions():
    """2.7.10: unblinded, not a Panda, not hit itself, given once; hit twice it saves the one asked first."""
    t = Table(P(PLAIN, "Unicorn Poison"), P("Black Knight Unicorn, Narwhal, Blinding Light")).do(
        "Unicorn Poison", "Narwhal"
    )
    assert t.stable(1) == of("Black Knight Unicorn, Blinding Light")
    t = Table(P("Glitter Bomb", "Neigh"), P("Black Knight Unicorn, Narwhal, Pandamonium"), phase="beginning")
    t.do("Glitter Bomb", "Narwhal")
    assert t.stable(1) == of("Black Knight Unicorn, Pandamonium")
    t = Table(P("Yay", "Two-For-One"), P("Black Knight Unicorn, Narwhal")).do("Two-For-One", "Narwhal")
    assert t.stable(1) == of("")
    t = Table(P("Yay", "Two-For-One"), P("Black Knight Unicorn, Narwhal, Basic Unicorn"))
    t.do("Two-For-One", "Basic Unicorn", "Narwhal")
    assert t.observation(1)["concerned"][cards.named("Basic Unicorn") - 1] == 1
    t.do("yes")
    assert t.stable(1) == of("Basic Unicorn")
    t = Table(P("Yay", "Two-For-One"), P("Black Knight Unicorn, Narwhal, Basic Unicorn"))
    t.do("Two-For-One", "Basic Unicorn", "Narwhal", "no")
    assert t.ask() == (1, "KNIGHT_FOR")
    t.do("yes")
    assert t.stable(1) == of("Narwhal")


def test_all_replacements_are_answered_before_cards_move():
    """2.7.11, 2.10.27: Phoenix prompts come after all have picked, in turn order."""
    t = Table(P("Unicorn Phoenix", "Extremely Destructive Unicorn, Yay"), P("Narwhal, Basic Unicorn"))
    t.do("Extremely Destructive Unicorn", "Unicorn Phoenix")
    assert t.ask() == (1, "EACH_SACRIFICES")
    t.do("Narwhal")
    assert t.ask() == (0, "PHOENIX_DISCARD") and t.stable(1) == of("Narwhal, Basic Unicorn")
    t.do("Yay")
    assert t.stable(0) == of("Unicorn Phoenix, Extremely Destructive Unicorn") and t.stable(1) == of("Basic Unicorn")


def test_replaced_counts_as_done():
    """2.7.12: a Phoenix that was kept by a discard pays Dark Angel, and did not leave."""
    t = Table(P("Unicorn Phoenix", "Dark Angel Unicorn, Yay"), P("", "Narwhal"), discard="Rhinocorn")
    t.do("Dark Angel Unicorn", "Unicorn Phoenix", "Yay")
    assert t.stable(0) == of("Unicorn Phoenix, Dark Angel Unicorn, Rhinocorn")
    t = Table(P(PLAIN, "Back Kick"), P("Unicorn Phoenix", "Yay")).do("Back Kick")
    assert t.ask() == (1, "DISCARD")  # a return is never replaced


# 2.8 Winning


@pytest.mark.parametrize(("players", "needed"), [(2, 7), (5, 7), (6, 6), (8, 6)])
def test_needed(players, needed):
    """2.8.1"""
    others = [P() for _ in range(players - 1)]
    t = Table(P(f"{needed - 1} Baby Unicorn", "Rhinocorn"), *others).do("Rhinocorn")
    assert t.winner == 0
    t = Table(P(f"{needed - 2} Baby Unicorn", "Rhinocorn"), *others).do("Rhinocorn")
    assert not t.over


def test_number_of_unicorns():
    """2.8.2"""
    for stable, number in (
        ("3 Baby Unicorn, Narwhal, Rhinocorn", 5), ("Ginormous Unicorn, Narwhal", 3),
        ("Ginormous Unicorn, Blinding Light", 1), ("Ginormous Unicorn, Narwhal, Pandamonium", 0),
    ):  # fmt: skip
        assert Table(P(stable, "Yay"), P()).observation(0)["my_unicorns"][0] == number
    assert Table(P("5 Baby Unicorn", "Ginormous Unicorn"), P()).do("Ginormous Unicorn").winner == 0


def test_win_check_immediate():
    """2.8.3: before the triggers and before the other steps of the effect; also when a Pandamonium leaves."""
    t = Table(P("6 Baby Unicorn", "Extremely Destructive Unicorn"), P()).do("Extremely Destructive Unicorn")
    assert t.winner == 0
    t = Table(P("", "Re-Target"), P("Pandamonium, 7 Baby Unicorn"), P()).do("Re-Target")
    assert t.ask() == (0, "MOVE_TO")
    t.do("seat +2")
    assert t.winner == 1
    t = Table(P("5 Baby Unicorn, Ginormous Unicorn, Blinding Light", "Targeted Destruction"), P())
    t.do("Targeted Destruction")
    assert t.winner == 0


def test_win_check_after_effects():
    """2.8.3: whenever no effect is open and no trigger waits."""
    t = Table(P("6 Baby Unicorn", "Extremely Destructive Unicorn"), P("Yay"), win_check="after_effects")
    t.do("Extremely Destructive Unicorn", "Baby Unicorn")
    assert not t.over and sum(t.stable(0).values()) == 6
    t = Table(P("6 Baby Unicorn", "Mermaid Unicorn"), P("Yay, Slowdown"), win_check="after_effects").do(
        "Mermaid Unicorn"
    )
    assert not t.over
    t.do("Yay")
    assert t.winner == 0


def test_no_win_under_tiny_stable():
    """2.8.4"""
    t = Table(P("Tiny Stable, 5 Baby Unicorn", "Ginormous Unicorn"), P(), any_stable=False).do("Ginormous Unicorn")
    assert t.ask() == (0, "TINY_SACRIFICE")
    t.do("Baby Unicorn")
    assert t.ask() == (0, "TINY_SACRIFICE") and not t.over


def test_several_at_once():
    """2.8.5: the active player; else most Unicorns, then most letters, else nobody."""
    reset = "Reset Button"
    panda = "Pandamonium, 7 Baby Unicorn"
    t = Table(P("Slowdown, Blinding Light, 5 Baby Unicorn, Ginormous Unicorn", reset), P(panda)).do(reset)
    assert t.winner == 0
    t = Table(
        P("Slowdown", reset),
        P("Pandamonium, 7 Baby Unicorn, Rhinocorn"),
        P("Blinding Light, Ginormous Unicorn, 5 Baby Unicorn"),
    )
    assert t.do(reset).winner == 1
    t = Table(
        P("Slowdown", reset),
        P("Pandamonium, 6 Baby Unicorn, Llamacorn"),
        P("Blinding Light, Ginormous Unicorn, 5 Baby Unicorn"),
    )
    assert t.do(reset).winner == 1  # 75 letters against 71


def test_several_at_once_and_nobody():
    """2.8.5: as many Unicorns and as many letters."""
    # 6 x 11 + 9 = 75 letters; Ginormous (16) + 5 Unicorn cards: 16 + 4 x 11 + 15 = 75
    stable = "Blinding Light, Ginormous Unicorn, 4 Baby Unicorn, Queen Bee Unicorn"
    t = Table(P("Slowdown", "Reset Button"), P("Pandamonium, 6 Baby Unicorn, Llamacorn"), P(stable)).do("Reset Button")
    assert t.winner == -1 and not GAME.returns(t.state).any()


def test_win_in_another_players_turn():
    """2.8.6: whom a Swap hands the seventh Unicorn wins before the steal."""
    t = Table(P("Narwhal", "Unicorn Swap"), P("6 Baby Unicorn"), P("Rhinocorn")).do("Unicorn Swap", "seat +1")
    assert t.winner == 1
    t = Table(P("Narwhal", "Unicorn Swap"), P("6 Baby Unicorn"), P("Rhinocorn"), win_check="after_effects")
    t.do("Unicorn Swap", "seat +1", "Baby Unicorn")  # the seventh Unicorn is gone again
    assert not t.over and t.stable(0) == of("Baby Unicorn") and t.stable(1) == of("5 Baby Unicorn, Narwhal")


# 2.9 The deck is empty


def test_last_card_drawn_in_the_draw_phase():
    """2.9.1: the game ends with that draw."""
    t = Table(P("2 Baby Unicorn", "Yay"), P("Narwhal"), deck="Neigh", rest="discard", phase="draw")
    assert t.winner == 0 and t.deck_size == 0
    t = Table(P("2 Baby Unicorn", "Yay"), P("Narwhal"), deck="Neigh", rest="discard").do("draw")
    assert t.winner == 0


def test_last_card_drawn_by_an_effect():
    """2.9.1, 2.14.5: its discards are still made, waiting triggers lapse; 2.9.4: nothing else is asked."""
    t = Table(P("Narwhal, Basic Unicorn", "Good Deal"), P(PLAIN), deck="Neigh, Yay", rest="discard").do("Good Deal")
    assert t.ask() == (0, "DISCARD") and t.deck_size == 0
    t.do("Neigh")
    assert t.winner == 0 and t.hand(0) == of("Yay")
    t = Table(
        P("Caffeine Overload, Stabby the Unicorn, Narwhal", ""),
        P(PLAIN),
        deck="Neigh, Yay",
        rest="discard",
        phase="beginning",
    )
    t.do("Caffeine Overload", "Stabby the Unicorn")
    assert t.over and t.stable(1) == of(PLAIN)  # Stabby's destruction lapsed


def test_extra_turn_lapses_when_the_deck_is_empty():
    """2.9.1"""
    t = Table(P("Narwhal, Rhinocorn", "Change of Luck"), P(PLAIN), deck="Neigh, Yay", rest="discard")
    t.do("Change of Luck", "Yay")
    assert t.winner == 0 and t.discard["Neigh"] == 14


def test_most_unicorns_then_letters_then_nobody():
    """2.9.2: a-z only, Ginormous once, blinded as printed, Pandas none."""
    end = {"deck": "Neigh", "rest": "discard", "phase": "draw"}
    assert Table(P("Narwhal"), P("Baby Unicorn"), **end).winner == 1  # 7 letters against 11
    assert Table(P("Basic Unicorn"), P("Baby Unicorn"), **end).winner == 0
    assert Table(P("Baby Unicorn"), P("Baby Unicorn"), **end).winner == -1
    assert Table(P("Baby Unicorn"), P("Baby Unicorn"), P("Narwhal"), **end).winner == -1  # all tied players lose
    assert Table(P("Ginormous Unicorn"), P("Baby Unicorn, Narwhal"), **end).winner == 1  # 16 against 18
    assert Table(P("Ginormous Unicorn, Blinding Light"), P("Rainbow Unicorn"), **end).winner == 0
    assert Table(P("Baby Unicorn, Narwhal, Pandamonium"), P("Baby Narwhal"), **end).winner == 1
    t = Table(P("Baby Unicorn"), P("Baby Unicorn"), **end)
    np.testing.assert_array_equal(GAME.returns(t.state), [0, 0])


def test_shuffles_before_the_draw():
    """2.9.3: Shake Up, Vortex and Reset refill the deck first; nothing else does."""
    t = Table(P("", "Shake Up"), P("", "Yay"), deck="Neigh", discard="Narwhal, Rhinocorn, Slowdown")
    t.do("Shake Up")
    assert not t.over
    t = Table(P("", "Mystical Vortex, Yay"), P("", "Narwhal"), deck="Neigh", rest="discard", discard="Rhinocorn")
    t.do("Mystical Vortex")
    assert not t.over and t.deck_size > 80


def test_unused_copies_that_leave_cannot_be_used():
    """2.6.4, in turn: of two unused Claw Machines one is sacrificed: one use is left."""
    machines = P("2 Claw Machine, Caffeine Overload", "2 Neigh, Yay")
    t = Table(machines, P(), phase="beginning", deck="Narwhal, Slowdown", **IN_TURN)
    t.do("Caffeine Overload", "Claw Machine")
    assert t.legal == {"Claw Machine", "done"}
    t.do("Claw Machine", "Yay")
    assert t.ask() == (0, "ACTION")


def test_turn_order_begins_with_the_active_player():
    """2.7.6: seat 2 is active, so its effect comes before that of seat 0."""
    t = Table(
        P("Americorn, Claw Machine", "Slowdown"), P("Double Dutch"), P("Alluring Narwhal", "Unicorn Swap, Yay"), seat=2,
        **IN_TURN,
    )  # fmt: skip
    t.do("Unicorn Swap", "seat +1", "Americorn")
    assert t.ask() == (2, "CHOOSE_VICTIM") and t.about == "Americorn"
    t.do("done")
    assert t.ask() == (0, "STEAL_UPGRADE") and t.about == "Alluring Narwhal"


def test_an_empty_deck_is_made_anew_from_the_discard_pile():
    """2.9.5: when the draw or the effect is finished; what lies in the new deck is known to all, but not where."""
    on = {"reshuffle": True, "rest": "discard"}
    t = Table(P("Baby Unicorn", "Yay"), P("", "Narwhal"), deck="Neigh", phase="draw", **on)
    assert not t.over and t.deck_size == 111 and not t.discard and t.hand(0) == of("Yay, Neigh")
    assert sum(t.known_deck(1).values()) == 111 and not t.observation(1)["deck_top"].any()
    t = Table(P("Narwhal", "Good Deal"), P("", "Yay"), deck="Neigh, Slowdown", **on).do("Good Deal")
    assert t.ask() == (0, "DISCARD") and t.deck_size == 0  # no third card, and the discard first
    t.do("Slowdown")
    assert not t.over and t.hand(0) == of("Neigh") and t.discard == of("")
    in_deck = [cards.NAMES[card] for card in t.state["deck"][0, : t.deck_size]]
    assert in_deck.count("Good Deal") + t.hand(1)["Good Deal"] == 1  # it lay in the discard pile by then
    t = Table(P("Narwhal", "Yay"), P("", "Good Deal"), deck="Neigh", **on).do("draw")
    assert not t.over and t.active == 1 and t.deck_size > 100


def test_a_reshuffle_lets_what_waits_happen():
    """2.9.5: Stabby, sacrificed for Caffeine Overload, whose two cards were the last."""
    me = P("Caffeine Overload, Stabby the Unicorn, Narwhal", "")
    arguments = {"deck": "Neigh, Yay", "rest": "discard", "phase": "beginning"}
    t = Table(me, P(PLAIN), **arguments, reshuffle=True).do("Caffeine Overload", "Stabby the Unicorn")
    assert t.ask() == (0, "DESTROY_UNICORN")
    assert Table(me, P(PLAIN), **arguments).do("Caffeine Overload", "Stabby the Unicorn").over


def test_without_a_discard_pile_there_is_no_new_deck():
    """2.9.5, 2.9.1"""
    everything = [card.name for card in cards.CARDS[cards.LAST_BABY :] for _ in range(card.copies)]
    everything.remove("Neigh")
    hands = P(PLAIN, ", ".join(everything[:60])), P("", ", ".join(everything[60:]))
    t = Table(*hands, deck="Neigh", phase="draw", reshuffle=True)
    assert t.winner == 0 and t.deck_size == 0
