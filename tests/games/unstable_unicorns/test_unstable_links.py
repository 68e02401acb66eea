"""Links whose effects are declared before they happen (2.6.1 to 2.6.5, 2.7.6), and what is shown of them."""

from __future__ import annotations

import numpy as np
import pytest
from unstable_table import GAME, P, Table, of

from unicorn_envs.games.unstable_unicorns import cards, state

PLAIN = "Baby Unicorn"
KINDS = {
    state.Declared.EFFECT: "effect",
    state.Declared.FROM_STABLE: "stable",
    state.Declared.FROM_HAND: "hand",
    state.Declared.SEAT: "seat",
}


def beginning(*players: dict, **arguments: object) -> Table:
    return Table(*players, phase="beginning", **arguments)


def declared(t: Table, seat: int = 0) -> list[tuple[str, str, int]]:
    """What ``seat`` sees of the declared effects and picks: kind, card, seat (absolute)."""
    obs = t.observation(seat)
    players = GAME.num_players(t.state)
    entries = zip(obs["declared_kind"], obs["declared_card"], obs["declared_seat"])
    return [(KINDS[int(k)], cards.NAMES[int(c)], (int(q) - 1 + seat) % players) for k, c, q in entries if k]


# 2.6 The Beginning


def test_picks_are_declared_and_nothing_happens_before_finish():
    """2.6.2: the picks are made at once, shown to all, and carried out after Finish (2.6.3)."""
    me = P("Glitter Bomb, Slowdown, Claw Machine", "Neigh")
    t = beginning(me, P("Narwhal, Yay"), P("Rhinocorn"), deck="Good Deal, Llamacorn")
    assert t.legal == {"Glitter Bomb", "Claw Machine", "done"}
    t.do("Glitter Bomb", "Slowdown", "seat +1", "Yay")
    assert t.ask() == (0, "MENU") and t.stable(0) == of("Glitter Bomb, Slowdown, Claw Machine")
    assert t.stable(1) == of("Narwhal, Yay") and t.legal == {"Claw Machine", "done"}
    expected = [("effect", "Glitter Bomb", 0), ("stable", "Slowdown", 0), ("stable", "Yay", 1)]
    for seat in range(3):
        assert declared(t, seat) == expected
        assert t.observation(seat)["link"].tolist() == [int(seat == 0), 0]  # as all of a decision (2.13.4)
        line = "declared: Glitter Bomb (player_0): Slowdown of player_0, Yay of player_1"
        assert line in GAME.describe(t.state, seat).splitlines()
    t.do("Claw Machine")
    assert t.stable(0) == of("Glitter Bomb, Claw Machine") and t.stable(1) == of("Narwhal")
    assert t.discard == of("Slowdown, Yay, Neigh") and t.hand(0) == of("Good Deal, Llamacorn")
    assert declared(t) == [] and not t.observation(0)["link"].any()


def test_nothing_is_declared_by_finish():
    """2.6.2"""
    t = beginning(P("Glitter Bomb, Claw Machine", "Neigh"), P("Narwhal")).do("done")
    assert t.ask() == (0, "ACTION") and t.stable(0) == of("Glitter Bomb, Claw Machine") and not t.state["open"].any()


def test_mandatory_effects_are_declared_first():
    """2.6.2: two plays, then the Unicorn card for Sadistic Ritual, then the menu; they are carried out first, too."""
    me = P("Sadistic Ritual, Double Dutch, Claw Machine, Narwhal, Stabby the Unicorn", "Neigh")
    t = beginning(me, P("Rhinocorn"), deck="Yay, Good Deal, Llamacorn")
    assert t.ask() == (0, "SACRIFICE_UNICORN") and t.about == "Sadistic Ritual"
    assert t.observation(0)["plays_left"][0] == 2
    t.do("Stabby the Unicorn")
    assert t.ask() == (0, "MENU") and t.stable(0)["Stabby the Unicorn"] == 1
    t.do("Claw Machine")
    # Stabby waits until both effects have been carried out (2.7.5).
    assert t.ask() == (0, "DESTROY_UNICORN") and t.hand(0) == of("Yay, Good Deal")


def test_a_card_that_has_left_still_does_what_it_was_triggered_for():
    """2.6.1: Rhinocorn that goes to Sadistic Ritual, Glitter Bomb that goes to Caffeine Overload."""
    t = beginning(P("Sadistic Ritual, Rhinocorn", ""), P("Narwhal", "Yay"), deck="Neigh")
    assert t.ask() == (0, "MENU")  # the only Unicorn card is declared by itself
    t.do("Rhinocorn")
    assert t.stable(0) == of("Sadistic Ritual") and t.stable(1) == of("")
    assert t.hand(0) == of("Neigh") and t.active == 1  # no Draw and no Action (2.6.5)
    t = beginning(P("Caffeine Overload, Glitter Bomb", ""), P("Narwhal", "Yay"), deck="3 Neigh")
    t.do("Caffeine Overload", "Glitter Bomb", "Glitter Bomb")
    assert t.stable(0) == of("") and t.stable(1) == of("")


def test_cards_drawn_in_the_phase_do_not_pay():
    """2.6.2: neither the Ritual's card nor that of a Claw Machine."""
    t = beginning(P("Sadistic Ritual, Claw Machine, Narwhal", ""), P("Yay"), deck="Neigh, Good Deal")
    assert t.ask() == (0, "ACTION") and t.hand(0) == of("Neigh, Good Deal") and t.discard == of("Narwhal")
    t = beginning(P("Caffeine Overload, Claw Machine", ""), P(), deck="Yay, Neigh, Narwhal, Slowdown")
    t.do("Caffeine Overload", "Caffeine Overload")
    assert t.ask() == (0, "ACTION") and t.stable(0) == of("Claw Machine")


def test_cards_stolen_in_the_phase_are_not_sacrificed():
    """2.6.2"""
    t = beginning(P("Rainbow Lasso, Glitter Bomb", "3 Neigh"), P("Narwhal", "Yay"))
    t.do("Rainbow Lasso", "Glitter Bomb")
    assert t.ask() == (0, "SACRIFICE_CARD") and t.legal == {"Rainbow Lasso", "Glitter Bomb"}
    t.do("Rainbow Lasso")
    # The Narwhal is picked already, so nothing is left to destroy.
    assert t.stable(0) == of("Glitter Bomb, Narwhal") and t.stable(1) == of("")


def test_no_card_is_picked_twice():
    """2.6.2: two Glitter Bombs cannot hit one Phoenix; two Basics may both be picked."""
    t = beginning(P("2 Glitter Bomb, Slowdown, Nanny Cam", ""), P("Unicorn Phoenix", "2 Yay"))
    t.do("Glitter Bomb", "Slowdown", "Glitter Bomb", "Nanny Cam")
    assert t.ask() == (1, "PHOENIX_DISCARD")
    t.do("Yay")
    assert t.stable(1) == of("Unicorn Phoenix") and t.stable(0) == of("2 Glitter Bomb") and t.ask() == (0, "ACTION")
    t = beginning(P("2 Glitter Bomb, Slowdown, Nanny Cam", ""), P("2 Basic Unicorn, Yay"))
    t.do("Glitter Bomb", "Slowdown", "Basic Unicorn", "Glitter Bomb", "Nanny Cam")
    assert t.legal == {"Basic Unicorn", "Yay"}
    t.do("Basic Unicorn")
    assert t.stable(1) == of("Yay")


def test_what_was_picked_as_a_cost_is_not_picked_again():
    """2.6.2: Caffeine Overload and Glitter Bomb with one Downgrade between them."""
    t = beginning(P("Caffeine Overload, Glitter Bomb, Slowdown", ""), P("Yay"), deck="3 Neigh")
    t.do("Caffeine Overload", "Slowdown", "Glitter Bomb")
    assert t.ask() == (0, "SACRIFICE_CARD") and t.legal == {"Caffeine Overload", "Glitter Bomb"}


def test_a_type_whose_cost_cannot_be_declared_is_not_in_the_menu():
    """2.6.2: three cards pay for a Claw Machine and a Stable Artillery, not for two Artilleries."""
    t = beginning(P("Stable Artillery, 2 Claw Machine", "3 Neigh"), P("Narwhal"), deck="Yay, Good Deal, Slowdown")
    t.do("Stable Artillery")
    assert t.legal == {"Claw Machine", "done"}
    t.do("Claw Machine")
    assert t.hand(0) == of("Yay, Good Deal") and t.stable(1) == of("") and t.ask() == (0, "ACTION")
    t = beginning(P("2 Stable Artillery", "3 Neigh"), P("Basic Unicorn"))
    t.do("Stable Artillery")
    assert t.ask() == (0, "ACTION") and t.discard == of("2 Neigh, Basic Unicorn")


def test_a_copy_is_declared_without_what_is_not_left_for_it():
    """2.6.2, 2.5.4"""
    t = beginning(P("2 Stable Artillery", "4 Neigh"), P("Narwhal"))
    t.do("Stable Artillery", "Stable Artillery")
    assert t.stable(1) == of("") and t.discard == of("4 Neigh, Narwhal") and t.ask() == (0, "ACTION")


def test_a_pick_that_is_no_longer_legal_is_disregarded():
    """2.6.3: the Black Knight was given for the Narwhal; the cost of the Artillery is gone all the same."""
    me = P("Glitter Bomb, Slowdown, Stable Artillery", "2 Neigh")
    t = beginning(me, P("Narwhal, Black Knight Unicorn", "Yay"), deck="Good Deal")
    t.do("Glitter Bomb", "Slowdown", "Narwhal", "Stable Artillery")
    assert t.ask() == (1, "KNIGHT_FOR")
    line = "declared: Glitter Bomb (player_0); Stable Artillery (player_0): discard Neigh, discard Neigh, "
    assert line + "Black Knight Unicorn of player_1" in GAME.describe(t.state, 1).splitlines()  # the first is under way
    t.do("yes")
    assert t.stable(1) == of("Narwhal") and t.discard == of("Slowdown, Black Knight Unicorn, 2 Neigh")
    assert t.hand(0) == of("Good Deal") and t.ask() == (0, "ACTION")


def test_a_rhinocorn_whose_pick_has_left_does_not_end_the_turn():
    """2.6.3, 2.5.2: what comes after "then" depends on it."""
    me = P("Glitter Bomb, Slowdown, Rhinocorn", "")
    t = beginning(me, P("Narwhal, Black Knight Unicorn", "Yay"), deck="Good Deal")
    t.do("Glitter Bomb", "Slowdown", "Narwhal", "Rhinocorn", "yes")
    assert t.stable(1) == of("Narwhal") and t.ask() == (0, "ACTION") and t.hand(0) == of("Good Deal")


def test_after_a_rhinocorn_the_other_effects_still_happen():
    """2.6.5: also if the destruction was replaced; then comes the End phase."""
    t = beginning(P("Rhinocorn, Claw Machine", "Neigh"), P("Unicorn Phoenix", "Yay, Narwhal"), deck="Good Deal")
    t.do("Rhinocorn", "Claw Machine")
    assert t.ask() == (1, "PHOENIX_DISCARD")
    t.do("Yay")
    assert t.stable(1) == of("Unicorn Phoenix") and t.hand(0) == of("Good Deal") and t.active == 1


def test_triggers_wait_for_the_end_of_the_link():
    """2.6.3, 2.7.5: the stolen Unicorn on the Cob draws after the Claw Machine has."""
    t = beginning(P("Rainbow Lasso, Claw Machine", "4 Neigh"), P("Unicorn on the Cob"), deck="Yay, Narwhal, Good Deal")
    t.do("Rainbow Lasso", "Claw Machine")
    assert t.ask() == (0, "DISCARD") and t.about == "Unicorn on the Cob"
    assert t.hand(0) == of("Yay, Narwhal, Good Deal") and t.discard == of("4 Neigh")


def test_a_card_that_pays_does_not_save_a_phoenix():
    """2.7.6: it is picked already; without another card the Phoenix is not asked."""
    t = beginning(P("Sadistic Ritual, Unicorn Phoenix, Claw Machine", "Neigh"), P("Yay"), deck="Good Deal, Slowdown")
    t.do("Claw Machine")
    assert t.stable(0) == of("Sadistic Ritual, Claw Machine") and t.discard == of("Unicorn Phoenix, Neigh")
    t = beginning(P("Sadistic Ritual, Unicorn Phoenix, Claw Machine", "Neigh, Narwhal"), P("Yay"), deck="Good Deal")
    t.do("Claw Machine", "Neigh")
    assert t.ask() == (0, "PHOENIX_DISCARD") and t.legal == {"Narwhal", "done"}


def test_the_last_card_of_the_deck_ends_the_game_between_two_effects():
    """2.9.1, 2.6.3: what was declared after it lapses."""
    me = P("Claw Machine, Glitter Bomb, Slowdown", "Neigh")
    t = beginning(me, P("Narwhal"), deck="Yay", rest="discard").do("Claw Machine", "Glitter Bomb", "Slowdown")
    assert t.over and t.stable(0)["Slowdown"] == 1 and t.winner == 1
    assert declared(t) == [] and not t.state["link"].any()


def test_the_game_may_be_won_between_two_effects():
    """2.8.3, 2.7.8: what was declared after it is dropped."""
    me = P("Glitter Bomb, Claw Machine, Pandamonium, 7 Baby Unicorn", "Neigh")
    t = beginning(me, P("Yay")).do("Glitter Bomb", "Pandamonium", "Claw Machine")
    assert t.winner == 0 and t.hand(0) == of("Neigh") and t.stable(1) == of("Yay")
    assert declared(t) == []
    after = beginning(me, P("Yay"), win_check="after_effects").do("Glitter Bomb", "Pandamonium", "Claw Machine")
    assert after.winner == 0 and after.hand(0) != of("Neigh") and after.stable(1) == of("")


# 2.7.6 Links of triggers


def swap_for(card: str, mine: str, hand: str, *others: dict, **arguments: object) -> Table:
    """Seat 0 moves ``mine`` to seat 1 and steals ``card`` from there: both enter."""
    t = Table(P(f"{mine}, Yay", f"Unicorn Swap, {hand}"), *others, **arguments).do("Unicorn Swap")
    if t.prompt == "GIVE_TO":
        t.do("seat +1")
    return t.do(card)


def test_effects_of_a_link_are_declared_before_any_is_carried_out():
    """2.7.6: Mermaid picks, then Seductive declares its cost and its pick among what Mermaid left."""
    t = swap_for("Seductive Unicorn", "Mermaid Unicorn", "Neigh, Slowdown", P("Seductive Unicorn, Narwhal", ""))
    # Mermaid is seat 1's now, and mandatory; Seductive is seat 0's.
    assert t.ask() == (1, "RETURN_CARD") and t.legal == {"Yay", "Seductive Unicorn"}
    t.do("Seductive Unicorn")
    assert t.stable(0)["Seductive Unicorn"] == 1  # not yet
    assert t.ask() == (0, "DISCARD") and t.legal == {"Neigh", "Slowdown", "done"}
    t.do("Neigh")
    assert t.ask() == (0, "STEAL_UNICORN") and t.legal == {"Mermaid Unicorn", "Narwhal"}
    assert declared(t, 1) == [
        ("effect", "Mermaid Unicorn", 1), ("stable", "Seductive Unicorn", 0), ("effect", "Seductive Unicorn", 0),
        ("hand", "Neigh", 0),
    ]  # fmt: skip
    assert t.known(1, 0) == of("Neigh")  # shown, though still in the hand
    t.do("Narwhal")
    assert t.hand(0)["Seductive Unicorn"] == 1 and t.stable(0) == of("Yay, Narwhal") and t.discard["Neigh"] == 1


def test_a_declined_effect_is_not_declared():
    """2.7.6"""
    t = swap_for("Seductive Unicorn", "Mermaid Unicorn", "Neigh, Slowdown", P("Seductive Unicorn, Narwhal", ""))
    t.do("Seductive Unicorn", "done")
    assert t.hand(0) == of("Neigh, Slowdown, Seductive Unicorn") and t.active == 1


def test_a_card_is_picked_once_in_a_link_by_whomever():
    """2.7.6: what Mermaid returns cannot be stolen by Alluring Narwhal as well."""
    t = swap_for("Mermaid Unicorn", "Alluring Narwhal", "Neigh", P("Mermaid Unicorn, Claw Machine", ""), P("Slowdown"))
    assert t.ask() == (0, "RETURN_CARD")
    t.do("seat +1", "Claw Machine")
    assert t.ask() == (1, "STEAL_UPGRADE") and t.legal == {"seat +2", "done"}  # seat 0's Yay alone
    t.do("seat +2")
    assert t.stable(1) == of("Alluring Narwhal, Yay") and t.hand(1)["Claw Machine"] == 1


def test_a_link_of_one_effect_happens_as_its_turn_comes():
    """2.7.6: Seductive alone pays before it picks, and what it picks is not declared."""
    t = Table(P("", "Seductive Unicorn, Neigh, Slowdown"), P("Narwhal, Basic Unicorn")).do("Seductive Unicorn", "Neigh")
    assert t.ask() == (0, "STEAL_UNICORN") and t.discard == of("Neigh") and declared(t) == []


def test_barbed_wire_is_carried_out_before_anything_is_declared():
    """2.7.6"""
    wired = P("Unicorn on the Cob, Barbed Wire", "Yay, Good Deal, Slowdown")
    t = Table(P("Americorn", "Unicorn Swap, Neigh"), wired, deck="Narwhal, Nanny Cam")
    t.do("Unicorn Swap", "Unicorn on the Cob")
    assert t.ask() == (1, "DISCARD") and t.about == "Barbed Wire" and declared(t) == []
    t.do("Yay", "Slowdown")
    assert t.ask() == (1, "CHOOSE_VICTIM") and declared(t) == [("effect", "Unicorn on the Cob", 0)]
    assert t.hand(0) == of("Neigh")  # Cob has not drawn yet
    t.do("seat +1")
    assert t.ask() == (0, "DISCARD") and t.hand(0) == of("Neigh, Narwhal, Nanny Cam")
    assert declared(t, 1) == [("effect", "Unicorn on the Cob", 0), ("effect", "Americorn", 1), ("seat", "no card", 0)]
    assert t.observation(0)["link"].tolist() == [0, 1]
    t.do("Neigh")
    assert t.hand(0) < of("Narwhal, Nanny Cam")


def test_every_player_picks_for_an_extremely_destructive_unicorn_before_it_happens():
    """2.7.6, 2.7.3: in secret, and shown when all have picked."""
    table = (
        P("Mermaid Unicorn, Basic Unicorn, Yay", "Unicorn Swap"),
        P("Extremely Destructive Unicorn, Narwhal", "Slowdown"),
    )
    t = Table(*table, deck="Neigh").do("Unicorn Swap", "Mermaid Unicorn", "Extremely Destructive Unicorn")
    assert t.ask() == (0, "EACH_SACRIFICES") and t.legal == {"Basic Unicorn", "Extremely Destructive Unicorn"}
    t.do("Basic Unicorn")
    assert t.ask() == (1, "EACH_SACRIFICES") and declared(t, 1) == [("effect", "Extremely Destructive Unicorn", 0)]
    t.do("Narwhal")
    assert t.ask() == (1, "RETURN_CARD") and t.legal == {"Yay", "Extremely Destructive Unicorn"}
    assert declared(t, 1)[1:3] == [("stable", "Basic Unicorn", 0), ("stable", "Narwhal", 1)]
    t.do("Yay")
    assert t.stable(0) == of("Extremely Destructive Unicorn") and t.stable(1) == of("Mermaid Unicorn")
    assert t.hand(0) == of("Yay")


def test_picks_in_the_discard_pile_and_the_deck_wait():
    """2.6.3: that a Flying Unicorn is used is declared; what it takes is picked when it happens, and is taken."""
    table = P("Swift Flying Unicorn, Yay", "Unicorn Swap"), P("Unicorn on the Cob")
    t = Table(*table, discard="Neigh, Super Neigh", deck="Narwhal, Good Deal").do("Unicorn Swap", "Unicorn on the Cob")
    assert t.ask() == (1, "ACCEPT") and t.about == "Swift Flying Unicorn" and t.legal == {"yes", "no"}
    t.do("yes")
    assert t.ask() == (0, "DISCARD") and t.about == "Unicorn on the Cob"
    t.do("Narwhal")
    assert t.ask() == (1, "FETCH") and t.legal == {"Neigh", "Super Neigh"}
    t.do("Super Neigh")
    assert t.hand(1)["Super Neigh"] == 1
    t = Table(*table, discard="Neigh, Super Neigh", deck="Narwhal, Good Deal").do("Unicorn Swap", "Unicorn on the Cob")
    t.do("no", "Narwhal")
    assert t.discard["Super Neigh"] == 1 and t.active == 1


def test_rainbow_unicorn_brings_what_it_then_has():
    """2.7.6: a hand is picked from when it happens."""
    table = P("Rainbow Unicorn, Yay", "Unicorn Swap"), P("Unicorn on the Cob", "Narwhal, Basic Unicorn")
    t = Table(*table, deck="Slowdown, Good Deal").do("Unicorn Swap", "Unicorn on the Cob", "yes", "Slowdown")
    assert t.ask() == (1, "BRING_BASIC") and t.legal == {"Narwhal", "Basic Unicorn"}


def test_whether_an_effect_was_offered_is_hidden():
    """2.13.4: seat 1, who holds a Basic or not, is asked whether to use Rainbow Unicorn, and declines."""
    lists = []
    for hand in ("Narwhal", "Slowdown"):
        table = P("Rainbow Unicorn, Yay", "Unicorn Swap"), P("Mermaid Unicorn, Swift Flying Unicorn", hand)
        t = Table(*table, P("Nanny Cam", "Neigh")).do("Unicorn Swap", "seat +1")
        if t.prompt == "ANSWER":
            t.do("done")
        t.do("Mermaid Unicorn", "seat +1", "Swift Flying Unicorn")
        if hand == "Narwhal":
            assert t.ask() == (1, "ACCEPT") and t.about == "Rainbow Unicorn"
            assert declared(t, 2) == [("effect", "Mermaid Unicorn", 0), ("stable", "Swift Flying Unicorn", 1)]
            for seed in range(10):  # a redrawn hand is one that is asked (2.13.6)
                copy = GAME.resample(t.state, 0, seed=seed)
                assert (
                    copy["hand"][0, 1, cards.named("Narwhal")] + copy["hand"][0, 1, cards.named("Basic Unicorn")] == 1
                )
            t.do("no")
        lists.append((declared(t, 2), t.stable(1)))
    assert lists[0] == lists[1]


def test_a_redrawn_secret_discard_is_none_that_pays():
    """2.13.6, 2.7.6: Llamacorn, while a card of seat 0 is to pay for Seductive Unicorn."""
    t = Table(
        P("Llamacorn, Yay", "Unicorn Swap, Neigh, Slowdown, Rhinocorn"), P("Seductive Unicorn", "Good Deal, Narwhal")
    )
    t.do("Unicorn Swap", "Seductive Unicorn", "Neigh")
    assert t.ask() == (0, "EACH_DISCARDS") and t.legal == {"Slowdown", "Rhinocorn"}
    t.do("Slowdown")
    assert t.ask() == (1, "EACH_DISCARDS")
    for seed in range(60):
        copy = GAME.resample(t.state, 1, seed=seed)
        pick = int(copy["hit_card"][0, 0])
        assert (
            copy["hand"][0, 0, pick] > int(pick == cards.named("Neigh"))
            and copy["hand"][0, 0, cards.named("Neigh")] > 0
        )


def test_shark_is_picked_when_it_is_to_be_sacrificed():
    """2.7.6, 2.7.7: it cannot be returned as well; and one that was picked is not offered."""
    table = P("Shark With a Horn, Yay", "Unicorn Swap"), P("Mermaid Unicorn, Narwhal")
    t = Table(*table).do("Unicorn Swap", "Mermaid Unicorn")
    assert t.ask() == (0, "RETURN_CARD")
    t.do("Shark With a Horn")  # seat 1's Shark was picked
    assert t.stable(1) == of("Narwhal") and t.hand(1)["Shark With a Horn"] == 1 and t.active == 1
    t = Table(*table).do("Unicorn Swap", "Mermaid Unicorn", "Narwhal", "yes")
    assert t.stable(1) == of("") and t.stable(0) == of("Yay")  # the Shark for the Mermaid, and the Narwhal returned


def test_the_searches_and_others_are_accepted_first():
    """2.7.6: Classy Narwhal and Mother Goose."""
    t = Table(P("Classy Narwhal, Yay", "Unicorn Swap"), P("Mother Goose Unicorn", "Slowdown"))
    t.do("Unicorn Swap", "Mother Goose Unicorn")
    assert t.ask() == (0, "ACCEPT") and t.about == "Mother Goose Unicorn"
    t.do("yes")
    assert t.ask() == (1, "ACCEPT") and t.about == "Classy Narwhal" and sum(t.stable(0).values()) == 2
    t.do("yes")
    assert t.ask() == (1, "SEARCH") and t.stable(0)[PLAIN] == 1


def test_annoying_and_necromancer():
    """2.7.6: seats and costs are declared, the discard of another and the pick in the discard pile come later."""
    me = P("Annoying Flying Unicorn, Yay", "Unicorn Swap, Narwhal, Rhinocorn, Neigh")
    t = Table(me, P("Necromancer Unicorn", "Slowdown"), discard="Llamacorn").do("Unicorn Swap", "Necromancer Unicorn")
    assert t.ask() == (0, "DISCARD_UNICORN") and t.observation(0)["steps_left"][0] == 2
    t.do("Narwhal")  # the Rhinocorn by itself
    assert t.ask() == (1, "CHOOSE_VICTIM") and t.discard == of("Llamacorn, Unicorn Swap")
    assert declared(t)[1:3] == [("hand", "Narwhal", 0), ("hand", "Rhinocorn", 0)]
    t.do("seat +1")
    assert t.ask() == (0, "REVIVE") and t.legal == {"Llamacorn", "Narwhal", "Rhinocorn"}
    t.do("Rhinocorn")  # then the only card left in the hand is discarded
    assert t.hand(0) == of("") and t.discard == of("Unicorn Swap, Llamacorn, Narwhal, Neigh")


def test_americorn_may_take_what_was_to_pay():
    """2.6.3, 2.5.2: a random card is no pick. A cost that is gone is not paid, and nothing comes of it."""
    t = swap_for("Americorn", "Seductive Unicorn", "Slowdown", P("Americorn, Narwhal", "Good Deal"))
    assert t.ask() == (0, "CHOOSE_VICTIM")
    t.do("seat +1")
    assert t.ask() == (1, "DISCARD") and t.about == "Seductive Unicorn"
    t.do("Good Deal")  # the Americorn by itself
    assert t.hand(0)["Good Deal"] == 1 and t.stable(0) == of("Yay, Americorn")


def test_a_redrawn_deal_keeps_the_cards_that_were_declared():
    """2.13.6: all have seen them."""
    me = P("Stable Artillery, Claw Machine", "Neigh, Good Deal, Slowdown")
    t = beginning(me, P("Narwhal", "Yay"), deck="Llamacorn").do("Stable Artillery", "Neigh", "Slowdown")
    assert t.known(1, 0) == of("Neigh, Slowdown")
    for seed in range(20):
        copy = GAME.resample(t.state, 1, seed=seed)
        assert copy["hand"][0, 0, cards.named("Neigh")] and copy["hand"][0, 0, cards.named("Slowdown")]
        np.testing.assert_array_equal(GAME.observe(copy, 1), GAME.observe(t.state, 1))


def test_there_is_room_for_all_beginning_effects_at_once():
    """2.6.2: 12 effects with 23 picks."""
    upgrades = "2 Glitter Bomb, 3 Claw Machine, 3 Stable Artillery, Rainbow Lasso, Caffeine Overload"
    me = P(f"Sadistic Ritual, Rhinocorn, {upgrades}, Slowdown, Nanny Cam, Broken Stable", "14 Neigh")
    t = beginning(me, P("6 Basic Unicorn", ""), P("4 Baby Unicorn, Yay", ""))
    most = 0
    while t.state["link"][0] == state.Link.DECLARING:
        legal = sorted(t.legal - {"done"})
        t.do(legal[0] if legal else "done")
        most = max(most, int(t.state["declared_size"][0]))
    assert (
        most == state.MOST_DECLARED - 1 - 4
    )  # the last effect, a Stable Artillery, is declared and carried out in one go


@pytest.mark.parametrize("effect_links", ["declared", "in_turn"])
def test_both_ways_play_the_same_when_there_is_one_effect(effect_links):
    """2.6.4, 2.7.6"""
    t = beginning(P("Claw Machine", "Neigh"), P("Yay"), deck="Narwhal, Good Deal", effect_links=effect_links)
    t.do("Claw Machine")
    assert t.ask() == (0, "ACTION") and t.hand(0) == of("Narwhal, Good Deal")


# 2.10.26 What was paid for Dark Angel


def test_what_was_sacrificed_for_dark_angel_is_shown_while_it_acts():
    """2.10.26, 2.13.1: to all, in the observation and the text."""
    t = Table(P("Narwhal", "Dark Angel Unicorn"), P("Yay"), discard="Rhinocorn, Llamacorn")
    t.do("Dark Angel Unicorn", "Narwhal")
    assert t.ask() == (0, "REVIVE")
    for seat in range(2):
        assert t.observation(seat)["sacrificed"][0] == cards.named("Narwhal")
        assert "sacrificed for Dark Angel Unicorn: Narwhal" in GAME.describe(t.state, seat).splitlines()
    t.do("Rhinocorn")
    assert not t.observation(0)["sacrificed"].any() and "sacrificed" not in GAME.describe(t.state, 0)
