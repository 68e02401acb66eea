"""A sensible human's Unstable Unicorns. It reads the observation and the mask, nothing else, and draws no lots.

It plays Unicorns and what helps to keep them, aims at whoever is closest to winning, keeps Neighs for cards that
would win or that would stop its own win, and gives away what is worth least.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.reading import one_hot
from unicorn_envs.games.unstable_unicorns import actions, cards, counts, observation, state, verbs
from unicorn_envs.games.unstable_unicorns.verbs import Verb

TINY_LIMIT = 5
NEVER = -1000.0
WINNING = 500.0
"""Added where a card would win, or would win for another."""


def _values(default: float, **named: float) -> np.ndarray:
    """A number for each type: ``default`` or by name (spaces and signs of the name as underscores)."""
    table = np.full(cards.CARD_TYPES + 1, default, dtype=np.float32)
    for name, value in named.items():
        names = [card.name.replace(" ", "_").replace("-", "_") for card in cards.CARDS]
        table[names.index(name) + 1] = value
    return table


IN_STABLE = _values(
    12, Baby_Unicorn=10, Baby_Narwhal=10, Basic_Unicorn=10.5, Narwhal=10.6, Rhinocorn=14, Magical_Kittencorn=13,
    Stabby_the_Unicorn=12.5, Ginormous_Unicorn=19, Queen_Bee_Unicorn=13, Unicorn_Phoenix=13.5,
    Black_Knight_Unicorn=13, Greedy_Flying_Unicorn=11.5, Glitter_Bomb=6, Yay=8, Rainbow_Aura=8.5,
    Double_Dutch=9, Claw_Machine=4, Stable_Artillery=6.5, Rainbow_Lasso=6, Caffeine_Overload=4,
    Barbed_Wire=-5, Pandamonium=-12, Sadistic_Ritual=-9, Slowdown=-4, Nanny_Cam=-1.5, Broken_Stable=-2,
    Blinding_Light=-5, Tiny_Stable=-10,
)  # fmt: skip
"""What a card in a Stable is worth to its player."""

TO_PLAY = _values(
    13, Basic_Unicorn=11, Narwhal=11, Ginormous_Unicorn=16, Kiss_of_Life=14, Glitter_Bomb=7, Yay=12.5, Rainbow_Aura=11,
    Double_Dutch=14, Claw_Machine=5, Stable_Artillery=7.5, Rainbow_Lasso=7, Caffeine_Overload=4.5,
    Barbed_Wire=7, Pandamonium=9, Sadistic_Ritual=8, Slowdown=6, Nanny_Cam=4, Broken_Stable=4.5,
    Blinding_Light=7, Tiny_Stable=7, Unicorn_Poison=9.5, Back_Kick=9, Change_of_Luck=8, Glitter_Tornado=5,
    Unicorn_Swap=10.9, Re_Target=6, Unfair_Bargain=3, Two_For_One=9, Targeted_Destruction=6, Mystical_Vortex=1,
    Good_Deal=8, Shake_Up=3, Blatant_Thievery=10, Reset_Button=2, Neigh=0, Super_Neigh=0,
)  # fmt: skip
"""What playing a card is worth; more than DRAW_WORTH, or the Action is a draw."""

TO_KEEP = _values(
    9, Basic_Unicorn=7, Narwhal=7, Ginormous_Unicorn=12, Neigh=10, Super_Neigh=11, Claw_Machine=3,
    Caffeine_Overload=2.5, Nanny_Cam=2, Broken_Stable=2, Slowdown=3, Mystical_Vortex=1, Reset_Button=2, Shake_Up=3,
    Glitter_Tornado=4, Unfair_Bargain=4, Re_Target=4.5, Targeted_Destruction=4, Change_of_Luck=5,
)  # fmt: skip
"""What a card in the hand is worth."""

DRAW_WORTH = 3.5
NEIGH_FROM = 11.0
"""A card of the only other player is stopped from this danger on, spare Neighs added; ..."""
NEIGH_FROM_AMONG_MANY = 18.0
"""... with more players others may do it."""
SPARE_NEIGH = 3.0

RHINOCORN, SHARK, GINORMOUS = (
    cards.named("Rhinocorn"),
    cards.named("Shark With a Horn"),
    cards.named("Ginormous Unicorn"),
)
TORPEDO, CHAINSAW = cards.named("Narwhal Torpedo"), cards.named("Chainsaw Unicorn")
EXTREME, AURA, BOMB = (
    cards.named("Extremely Destructive Unicorn"),
    cards.named("Rainbow Aura"),
    cards.named("Glitter Bomb"),
)
CLAW, ARTILLERY, LASSO = cards.named("Claw Machine"), cards.named("Stable Artillery"), cards.named("Rainbow Lasso")
CAFFEINE, PANDAMONIUM = cards.named("Caffeine Overload"), cards.named("Pandamonium")
POISON, BACK_KICK, TORNADO = cards.named("Unicorn Poison"), cards.named("Back Kick"), cards.named("Glitter Tornado")
RETARGET, BARGAIN, TWO_FOR_ONE = cards.named("Re-Target"), cards.named("Unfair Bargain"), cards.named("Two-For-One")
TARGETED, VORTEX = cards.named("Targeted Destruction"), cards.named("Mystical Vortex")
SHAKE_UP, RESET = cards.named("Shake Up"), cards.named("Reset Button")


@jit
def choose(obs, mask):
    prompt = one_hot(obs, observation.PROMPT_AT, verbs.PROMPTS) + 1
    if prompt == Verb.ACTION or prompt == Verb.SECOND_PLAY:
        return best_play(obs, mask)
    if prompt == Verb.ANSWER:
        return best_answer(obs, mask)
    if prompt == Verb.ACCEPT:
        return actions.YES if accepts(obs) else actions.NO
    if prompt == Verb.KNIGHT_FOR:
        return actions.YES if obs[observation.CONCERNED_AT + GINORMOUS - 1] != 0 else actions.NO
    if prompt == Verb.MENU:
        return best_of_menu(obs, mask)
    if mask[actions.DONE] != 0 and not pays(obs, mask, prompt):
        return actions.DONE
    if mask[actions.SEAT_FIRST] != 0 or has_seat(mask):
        return best_seat(obs, mask, prompt)
    if prompt <= verbs.LAST_STABLE_PICK:
        return best_in_stable(obs, mask, prompt)
    if prompt <= verbs.LAST_HAND_PICK:
        return worst_of_hand(mask)
    return best_card(mask)


# The table


@jit
def seats(obs):
    return 1 + (obs.shape[0] - observation.OTHERS_AT) // observation.SEAT_SIZE


@jit
def goal(obs):
    return counts.NEEDED_BY_FEW if seats(obs) <= counts.FEW_PLAYERS else counts.NEEDED_BY_MANY


@jit
def unicorns(obs, k):
    return np.int64(obs[observation.seat_at(k) + observation.UNICORNS_IN])


@jit
def has(obs, k, card):
    return obs[observation.seat_at(k) + card - 1] != 0


@jit
def hand_size(obs, k):
    return np.int64(obs[observation.seat_at(k) + observation.HAND_SIZE_IN])


@jit
def blocked(obs, k):
    """Cannot win as things are."""
    return has(obs, k, cards.TINY_STABLE) or has(obs, k, PANDAMONIUM)


@jit
def threat(obs, k):
    """How close a player is to winning, in Unicorns; a player who is blocked is less so."""
    n = 1.0 * unicorns(obs, k)
    if blocked(obs, k):
        n = min(n, 2.0)
    return n + 0.1 * hand_size(obs, k)


@jit
def greatest_threat(obs):
    most = NEVER
    for k in range(1, seats(obs)):
        most = max(most, threat(obs, k))
    return most


@jit
def missing(obs, k):
    """Unicorns that a player lacks for the win; many when blocked."""
    return 9 if blocked(obs, k) else goal(obs) - unicorns(obs, k)


@jit
def worst_downgrade(obs, k):
    """Value of the Downgrade that hurts a player most; 0 when there is none, or it will go in this link."""
    worst = 0.0
    for card in range(cards.LAST_UPGRADE + 1, cards.LAST_IN_STABLE + 1):
        if has(obs, k, card) and not is_declared(obs, k, card):
            worst = min(worst, 1.0 * IN_STABLE[card])
    return worst


@jit
def is_declared(obs, k, card):
    """Whether a card of this Stable was picked for an effect that is still to come."""
    for i in range(state.MOST_DECLARED):
        if (
            obs[observation.DECLARED_KIND_AT + i] == state.Declared.FROM_STABLE
            and obs[observation.DECLARED_SEAT_AT + i] == k + 1
        ):
            if obs[observation.DECLARED_CARD_AT + i] == card:
                return True
    return False


@jit
def declared_of(obs, kind, mine):
    """How many cards of one's own hand or Stable, or of all others, were picked for effects still to come."""
    n = 0
    for i in range(state.MOST_DECLARED):
        if obs[observation.DECLARED_KIND_AT + i] == kind and (obs[observation.DECLARED_SEAT_AT + i] == 1) == mine:
            n += 1
    return n


@jit
def unicorns_to_hit(obs, destroyed):
    """Unicorns of others, as far as they are not picked already; those under Rainbow Aura cannot be destroyed."""
    n = 0
    for k in range(1, seats(obs)):
        if not (destroyed and has(obs, k, AURA)):
            n += unicorns(obs, k)
    return n - declared_of(obs, state.Declared.FROM_STABLE, False)


@jit
def best_upgrade(obs):
    """Value of the best Upgrade of another player."""
    most = 0.0
    for k in range(1, seats(obs)):
        for card in range(cards.LAST_UNICORN + 1, cards.LAST_UPGRADE + 1):
            if has(obs, k, card):
                most = max(most, 1.0 * IN_STABLE[card])
    return most


# The Action


@jit
def best_play(obs, mask):
    best = actions.DRAW_CARD if mask[actions.DRAW_CARD] != 0 else actions.DONE
    most = DRAW_WORTH
    for card in range(cards.FIRST_CARD, cards.NEIGH):
        if mask[actions.CARD_FIRST + card - 1] != 0:
            worth = worth_playing(obs, card)
            if worth > most:
                most = worth
                best = actions.CARD_FIRST + card - 1
    return best


@jit
def worth_playing(obs, card):
    worth = 1.0 * TO_PLAY[card]
    if card <= cards.LAST_UNICORN:
        return worth + worth_of_unicorn(obs, card)
    urgency = greatest_threat(obs) - goal(obs) + 2.5  # above 0: somebody is two Unicorns from the win
    if card == cards.TINY_STABLE or card == PANDAMONIUM:
        return worth + 8.0 * max(0.0, urgency)
    if cards.KIND[card] != cards.Kind.MAGIC:
        return worth
    burden = -worst_downgrade(obs, 0)
    if card == POISON or card == BACK_KICK or card == TWO_FOR_ONE or card == TORNADO:
        return worth + 8.0 * max(0.0, urgency)
    if card == BARGAIN:
        most = 0
        for k in range(1, seats(obs)):
            most = max(most, hand_size(obs, k))
        return worth + 2.0 * (most - hand_size(obs, 0))
    if card == SHAKE_UP:
        return worth + 1.5 * (4 - hand_size(obs, 0))
    if card == RESET:
        return worth + burden
    if card == RETARGET:
        return worth + max(0.8 * burden, 0.5 * best_upgrade(obs))
    if card == TARGETED:
        return worth + max(0.8 * burden, 0.4 * best_upgrade(obs))
    return worth


@jit
def worth_of_unicorn(obs, card):
    """What speaks for a Unicorn now: the win above all; against it a Tiny Stable that is full."""
    gained = 2 if card == GINORMOUS else 1
    burden = -worst_downgrade(obs, 0)
    if card == TORPEDO or card == CHAINSAW:
        return burden
    if missing(obs, 0) <= gained:
        return WINNING
    if card == EXTREME and unicorns(obs, 0) > greatest_threat(obs):
        return -6.0
    if has(obs, 0, cards.TINY_STABLE) and unicorns(obs, 0) + gained > TINY_LIMIT:
        return -8.0
    return 0.0


# Neighs


@jit
def best_answer(obs, mask):
    """Neigh what wins for another or stops the own win; with Neighs to spare also what is strong."""
    depth = 0
    while depth + 1 < 16 and obs[observation.PILE_SEAT_AT + depth + 1] != 0:
        depth += 1
    owner = np.int64(obs[observation.PILE_SEAT_AT + depth]) - 1
    card = 0
    for t in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        if obs[observation.PLAYING_AT + t - cards.FIRST_CARD] != 0:
            card = t
    neigh = (
        actions.CARD_FIRST + cards.NEIGH - 1
        if mask[actions.CARD_FIRST + cards.NEIGH - 1] != 0
        else actions.CARD_FIRST + cards.SUPER_NEIGH - 1
    )
    if mask[neigh] == 0:
        return actions.DONE  # asked with everyone (2.2.5), and there is nothing to answer with
    held = np.int64(obs[observation.HAND_AT + cards.NEIGH - cards.FIRST_CARD]) + np.int64(
        obs[observation.HAND_AT + cards.SUPER_NEIGH - cards.FIRST_CARD]
    )
    would_be_played = depth % 2 == 0
    if owner == 0:
        wanted = worth_playing(obs, card) > 12.0 or held > 1
        return neigh if not would_be_played and wanted else actions.DONE
    if not would_be_played:
        return actions.DONE
    enough = NEIGH_FROM if seats(obs) == 2 else NEIGH_FROM_AMONG_MANY
    return neigh if danger(obs, owner, card) + SPARE_NEIGH * held > enough else actions.DONE


@jit
def danger(obs, owner, card):
    """How bad a card in the play of another player is."""
    worth = 1.0 * TO_PLAY[card]
    left = missing(obs, owner)
    if card <= cards.LAST_UNICORN:
        gained = 2 if card == GINORMOUS else 1
        if left <= gained:
            return WINNING
        return worth - 4.0 + 3.0 * max(0, 4 - left)
    if (
        cards.KIND[card] == cards.Kind.MAGIC
        and missing(obs, 0) <= 2
        and card != VORTEX
        and card != SHAKE_UP
        and card != BARGAIN
    ):
        worth += 6.0
    if card > cards.LAST_UPGRADE and card <= cards.LAST_IN_STABLE:
        return worth + (3.0 if seats(obs) == 2 else 0.0) + (3.0 if missing(obs, 0) <= 2 else 0.0)
    return worth if seats(obs) == 2 else worth - 3.0


# Offers


@jit
def accepts(obs):
    if obs[observation.SOURCE_AT + SHARK - 1] != 0:  # one of mine for one of theirs
        return missing(obs, 0) > 0 and greatest_threat(obs) >= goal(obs) - 2 and unicorns_to_hit(obs, True) > 0
    return True


@jit
def pays(obs, mask, prompt):
    """Whether an effect that may be declined is worth its cost."""
    if prompt == Verb.DISCARD:  # Seductive Unicorn
        return unicorns_to_hit(obs, False) > 0
    if prompt == Verb.SACRIFICE_UNICORN:  # Dark Angel Unicorn
        return best_in_discard_pile(obs) > least_in_stable(mask)
    return True


@jit
def best_in_discard_pile(obs):
    most = NEVER
    for card in range(cards.FIRST_CARD, cards.LAST_UNICORN + 1):
        if obs[observation.DISCARD_AT + card - cards.FIRST_CARD] != 0:
            most = max(most, 1.0 * IN_STABLE[card])
    return most


@jit
def least_in_stable(mask):
    least = -NEVER
    for card in range(1, cards.LAST_UNICORN + 1):
        if mask[actions.CARD_FIRST + card - 1] != 0:
            least = min(least, 1.0 * IN_STABLE[card])
    return least


@jit
def best_of_menu(obs, mask):
    best = actions.DONE
    most = 0.0
    size = hand_size(obs, 0) - declared_of(obs, state.Declared.FROM_HAND, True)
    near = greatest_threat(obs) >= goal(obs) - 2
    burden = -worst_downgrade(obs, 0)
    for card in range(RHINOCORN, cards.LAST_UPGRADE + 1):
        if mask[actions.CARD_FIRST + card - 1] == 0:
            continue
        worth = 0.0
        if card == RHINOCORN:
            worth = 9.0 if near else -1.0
        elif card == BOMB:
            worth = 5.0 + burden if near or burden > 0.0 else -1.0
        elif card == CAFFEINE:
            worth = burden
        elif card == CLAW:
            worth = 1.0 if least_kept(obs) < 5.0 else -1.0
        elif card == ARTILLERY and unicorns_to_hit(obs, True) > 0:
            worth = 5.0 if size > 4 or near else -1.0
        elif card == LASSO and unicorns_to_hit(obs, False) > 0:
            worth = 6.0 if size > 4 or near or missing(obs, 0) == 1 else -1.0
        if worth > most:
            most = worth
            best = actions.CARD_FIRST + card - 1
    return best


@jit
def least_kept(obs):
    least = 100.0
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        if obs[observation.HAND_AT + card - cards.FIRST_CARD] != 0:
            least = min(least, 1.0 * TO_KEEP[card])
    return least


# Picks


@jit
def has_seat(mask):
    for k in range(1, actions.MOST_SEATS):
        if mask[actions.SEAT_FIRST + k] != 0:
            return True
    return False


@jit
def best_seat(obs, mask, prompt):
    """Whoever is closest to winning; for gifts the one who is furthest from it."""
    moved = cards.LAST_BABY
    for card in range(1, cards.CARD_TYPES + 1):
        if obs[observation.CONCERNED_AT + card - 1] != 0:
            moved = card
    if prompt == Verb.PLAY_INTO:
        for card in range(cards.FIRST_CARD, cards.LAST_IN_STABLE + 1):
            if obs[observation.PLAYING_AT + card - cards.FIRST_CARD] != 0:
                moved = card
    good = IN_STABLE[moved] > 0.0 and (prompt == Verb.PLAY_INTO or prompt == Verb.MOVE_TO)
    best = actions.SEAT_FIRST
    most = NEVER
    for k in range(seats(obs)):
        if mask[actions.SEAT_FIRST + k] == 0:
            continue
        if k == 0:
            worth = WINNING if good or (worst_downgrade(obs, 0) < -3.0 and prompt <= Verb.MOVE_CARD) else NEVER + 1.0
        elif good:
            worth = -threat(obs, k)
        elif prompt == Verb.GIVE_TO:
            worth = best_unicorn_of(obs, k) - (WINNING if missing(obs, k) <= 1 else 0.0) + 0.1 * threat(obs, k)
        else:
            worth = threat(obs, k) - (4.0 if moved > cards.LAST_UPGRADE and has(obs, k, moved) else 0.0)
            if hand_size(obs, k) == 0:
                worth -= 0.5
        if worth > most:
            most = worth
            best = actions.SEAT_FIRST + k
    return best


@jit
def best_unicorn_of(obs, k):
    most = 0.0
    for card in range(1, cards.LAST_UNICORN + 1):
        if has(obs, k, card):
            most = max(most, 1.0 * IN_STABLE[card])
    return most


@jit
def best_in_stable(obs, mask, prompt):
    """The card that is worth most to another player, or least to oneself."""
    own = obs[observation.MINE_AT + observation.CHOSEN_IN] != 0 or obs[observation.STAGE_AT] == 0
    best = actions.DONE
    most = NEVER
    for card in range(1, cards.LAST_IN_STABLE + 1):
        if mask[actions.CARD_FIRST + card - 1] == 0:
            continue
        worth = -1.0 * IN_STABLE[card] if own else 1.0 * IN_STABLE[card]
        if prompt == Verb.GIVE_UNICORN and card <= cards.LAST_BABY:
            worth += 1.0
        if worth > most:
            most = worth
            best = actions.CARD_FIRST + card - 1
    return best


@jit
def worst_of_hand(mask):
    best = actions.DONE
    most = NEVER
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        if mask[actions.CARD_FIRST + card - 1] != 0 and -TO_KEEP[card] > most:
            most = -1.0 * TO_KEEP[card]
            best = actions.CARD_FIRST + card - 1
    return best


@jit
def best_card(mask):
    """The card that is worth most in the hand or, of the discard pile, in the Stable."""
    best = actions.DONE
    most = NEVER
    for card in range(1, cards.CARD_TYPES + 1):
        if mask[actions.CARD_FIRST + card - 1] != 0 and TO_KEEP[card] > most:
            most = 1.0 * TO_KEEP[card]
            best = actions.CARD_FIRST + card - 1
    return best
