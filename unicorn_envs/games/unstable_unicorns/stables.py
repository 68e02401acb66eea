"""What lies in the Stables: protections, and what may be picked and played. Numbers in comments are rulings.

Sets of types are those of ``views.py``.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unstable_unicorns.cards import (
    ALLURING,
    AMERICORN,
    ANNOYING,
    ANY,
    ARTILLERY,
    AURA,
    BACK_KICK,
    BARBED_WIRE,
    BASIC,
    BASIC_SET,
    BLINDING_LIGHT,
    BROKEN_STABLE,
    CAFFEINE,
    CARD_TYPES,
    CHAINSAW,
    CLAW_MACHINE,
    DARK_ANGEL,
    DESTROY_CARD,
    DESTROY_TWO,
    DESTROY_UNICORN,
    DOWNGRADE,
    DOWNGRADE_SET,
    FETCH_SET,
    FIRST_CARD,
    GINORMOUS,
    GIVE_UNICORN,
    GLITTER_BOMB,
    KIND,
    KISS,
    KITTENCORN,
    LASSO,
    LAST_BASIC,
    LAST_IN_STABLE,
    LAST_UNICORN,
    LASTING,
    LETTERS,
    MAGIC,
    MAGIC_SET,
    MAGICAL_FLYING,
    MAJESTIC,
    MOTHER_GOOSE,
    MOVE_CARD,
    NECROMANCER,
    OTHERS,
    OWN,
    PANDAMONIUM,
    PASSING,
    PICK_LAST,
    PICK_SCOPE,
    PICK_SET,
    POISON,
    QUEEN_BEE,
    RAINBOW_UNICORN,
    RESET,
    RETARGET,
    RETURN_CARD,
    RETURN_EACH,
    RHINOCORN,
    SACRIFICE_CARD,
    SACRIFICE_UNICORN,
    SEDUCTIVE,
    SHARK,
    SLOWDOWN,
    STABBY,
    STEAL_FROM_THERE,
    STEAL_UNICORN,
    STEAL_UPGRADE,
    SWAP,
    SWIFT,
    TARGETED,
    THIEVERY,
    TORNADO,
    TWO_FOR_ONE,
    UNICORN_SET,
    UPGRADE_SET,
    VORTEX,
    WRECK,
)
from unicorn_envs.games.unstable_unicorns.declared import cards_declared, times_declared
from unicorn_envs.games.unstable_unicorns.state import DECLARING, FROM_STABLE, NUMBER
from unicorn_envs.games.unstable_unicorns.views import bit_of, count_cards, lies_in, place_of_lowest


@jit
def is_blinded(s, p):
    return lies_in(s, p, BLINDING_LIGHT)


@jit
def has_pandas(s, p):
    return lies_in(s, p, PANDAMONIUM)


@jit
def is_wired(s, p):
    return lies_in(s, p, BARBED_WIRE)


@jit
def number(s, p):
    """2.8.2: Unicorns as they count for the win."""
    return np.int64(s.stable[p, NUMBER])


@jit
def letters(s, p):
    """2.9.2: letters in the titles of all Unicorns."""
    if has_pandas(s, p):
        return 0
    n = 0
    for card in range(1, LAST_UNICORN + 1):
        n += np.int64(s.stable[p, card]) * np.int64(LETTERS[card])
    return n


@jit
def is_barred(s, p):
    """2.2.9: who cannot play Neigh and Super Neigh."""
    return lies_in(s, p, SLOWDOWN) or (lies_in(s, p, GINORMOUS) and not is_blinded(s, p))


@jit
def basics_may_enter(s, p):
    """2.10.20: no Basic into any Stable but that of the Queen Bee."""
    for q in range(s.num_players):
        if q != p and lies_in(s, q, QUEEN_BEE) and not is_blinded(s, q):
            return False
    return True


@jit
def basics_may_enter_elsewhere(s, p):
    for q in range(s.num_players):
        if q != p and basics_may_enter(s, q):
            return True
    return False


@jit
def may_enter(s, p, card):
    return KIND[card] != BASIC or basics_may_enter(s, p)


@jit
def those_that_may_enter(s, p, types):
    """Of a set of lasting types those that may enter the Stable of ``p``."""
    if types & BASIC_SET != 0 and not basics_may_enter(s, p):
        return types & ~BASIC_SET
    return types


# Picks in a Stable (2.4.3)


@jit
def picks_at(s, pick, p, source, at):
    """The types that ``p`` may pick in the Stable ``at``, for the effect of the card ``source``, as a set."""
    types = s.stable_set[at] & PICK_SET[pick]
    if s.link == DECLARING:
        types = without_declared(s, at, types)
    if types & UNICORN_SET != 0 and has_pandas(s, at):
        if s.panda_total_immunity != 0 or PICK_LAST[pick] == LAST_UNICORN:
            types &= ~UNICORN_SET  # 2.10.6, 2.10.3
    if types == 0:
        return types
    if pick == DESTROY_UNICORN or pick == DESTROY_CARD or pick == DESTROY_TWO:
        if pick == DESTROY_TWO and s.hits > 0:
            types = without_picked(s, at, types)
        return types & ~protected(s, source, at)
    if pick == STEAL_UNICORN or pick == STEAL_FROM_THERE:
        return those_that_may_enter(s, p, types)
    if pick == WRECK:
        return types & (DOWNGRADE_SET if at == p else UPGRADE_SET)
    if pick == GIVE_UNICORN and types & BASIC_SET != 0 and not basics_may_enter_elsewhere(s, p):
        return types & ~BASIC_SET
    return types


@jit
def without_declared(s, at, types):
    """2.6.2: the types of which fewer were picked in this link than lie there."""
    for i in range(s.declared_size):
        if s.declared_kind[i] == FROM_STABLE and s.declared_seat[i] == at:
            card = np.int64(s.declared_card[i])
            if types & bit_of(card) != 0 and times_declared(s, FROM_STABLE, at, card) >= s.stable[at, card]:
                types &= ~bit_of(card)
    return types


@jit
def protected(s, source, at):
    """The protections of Rainbow Aura, which does not cover Pandas (2.10.3), and of Magical Kittencorn."""
    if lies_in(s, at, AURA) and not has_pandas(s, at):
        return UNICORN_SET
    if lies_in(s, at, KITTENCORN) and KIND[source] == MAGIC and not is_blinded(s, at):
        return bit_of(KITTENCORN)
    return np.int64(0)


@jit
def without_picked(s, at, types):
    """2.12.3: the types of which fewer were picked than lie there."""
    for i in range(s.hits):
        card = np.int64(s.hit_card[i])
        if s.hit_seat[i] == at and times_picked(s, at, card) >= s.stable[at, card]:
            types &= ~bit_of(card)
    return types


@jit
def times_picked(s, at, card):
    n = 0
    for i in range(s.hits):
        if s.hit_seat[i] == at and s.hit_card[i] == card:
            n += 1
    return n


@jit
def in_scope(pick, p, at):
    scope = PICK_SCOPE[pick]
    return scope == ANY or (scope == OWN and at == p) or (scope == OTHERS and at != p)


@jit
def can_pick(s, pick, p, source):
    for at in range(s.num_players):
        if in_scope(pick, p, at) and picks_at(s, pick, p, source, at) != 0:
            return True
    return False


# Hands and the discard pile


@jit
def victim_exists(s, p):
    """Another player who holds a card."""
    for q in range(s.num_players):
        if q != p and s.hand_size[q] > 0:
            return True
    return False


@jit
def cards_to_pay(s, p):
    """Cards of the hand of ``p`` that no effect of this link is to be paid with (2.6.2)."""
    return np.int64(s.hand_size[p]) - cards_declared(s, p, CARD_TYPES)


@jit
def unicorns_to_pay(s, p):
    return count_cards(s.hand[p], FIRST_CARD, LAST_UNICORN) - cards_declared(s, p, LAST_UNICORN)


@jit
def basics_to_bring(s, p):
    return count_cards(s.hand[p], FIRST_CARD, LAST_BASIC) - cards_declared(s, p, LAST_BASIC)


@jit
def can_revive(s, p):
    """A Unicorn card lies in the discard pile that may enter the Stable of ``p``."""
    return those_that_may_enter(s, p, s.discard_set[LASTING] & UNICORN_SET) != 0


@jit
def can_fetch(s, source):
    lasting = s.discard_set[LASTING] & FETCH_SET[source, LASTING]
    return lasting | (s.discard_set[PASSING] & FETCH_SET[source, PASSING]) != 0


# What may be offered and played


@jit
def can_offer(s, source, p):
    """2.5.4: whether the cost of an optional effect can be paid or, where it has none, whether it does something."""
    if source == STABBY or source == RHINOCORN:
        return can_pick(s, DESTROY_UNICORN, p, source) and (source == STABBY or not is_blinded(s, p))
    if source == RAINBOW_UNICORN:
        return basics_to_bring(s, p) > 0 and basics_may_enter(s, p)
    if source == CHAINSAW:
        return can_pick(s, WRECK, p, source)
    if source == AMERICORN or source == ANNOYING:
        return victim_exists(s, p)
    if source == SEDUCTIVE or source == CLAW_MACHINE:
        return cards_to_pay(s, p) > 0
    if source == ARTILLERY:
        return cards_to_pay(s, p) > 1
    if source == LASSO:
        return cards_to_pay(s, p) > 2
    if source == NECROMANCER:
        return unicorns_to_pay(s, p) > 1
    if source == DARK_ANGEL:
        return can_pick(s, SACRIFICE_UNICORN, p, source)
    if source == GLITTER_BOMB or source == CAFFEINE:
        return can_pick(s, SACRIFICE_CARD, p, source)
    if source == SHARK:
        return can_sacrifice_this(s, source, p)
    if source == MAGICAL_FLYING or source == SWIFT or source == MAJESTIC:
        return can_fetch(s, source)
    if source == ALLURING:
        return can_pick(s, STEAL_UPGRADE, p, source)
    if source == MOTHER_GOOSE:
        return s.nursery[1] > 0 or s.nursery[2] > 0
    return True  # the searches, which are asked without a look (2.4.8)


@jit
def can_sacrifice_this(s, card, p):
    """2.7.7, and 2.10.6 for a Panda; "this card" reaches other Pandas (2.10.4). Not if it was picked (2.7.6)."""
    if has_pandas(s, p) and s.panda_total_immunity != 0:
        return False
    return np.int64(s.stable[p, card]) > times_declared(s, FROM_STABLE, p, card)


@jit
def meets_needs(s, source, p):
    """2.5.1: whether a Magic card in the hand of ``p`` may be announced."""
    if source == POISON:
        return can_pick(s, DESTROY_UNICORN, p, source)
    if source == BACK_KICK:
        return can_pick(s, RETURN_CARD, p, source)
    if source == TORNADO:
        return picks_at(s, RETURN_EACH, p, source, p) != 0
    if source == SWAP:
        return can_pick(s, GIVE_UNICORN, p, source)
    if source == RETARGET:
        return can_pick(s, MOVE_CARD, p, source)
    if source == TWO_FOR_ONE:
        return can_pick(s, SACRIFICE_CARD, p, source)
    if source == TARGETED:
        return can_pick(s, WRECK, p, source)
    if source == VORTEX:
        return s.hand_size[p] > 1
    if source == THIEVERY:
        return victim_exists(s, p)
    if source == RESET:
        return picks_at(s, MOVE_CARD, p, source, p) != 0
    if source == KISS:
        return can_revive(s, p)
    return True


@jit
def may_play_into(s, p, card, q):
    """2.3.2: whether ``p`` may play this card into the Stable of ``q``."""
    if not may_enter(s, q, card):
        return False
    if s.any_stable != 0:
        return True
    return (q != p) == (KIND[card] == DOWNGRADE)


@jit
def playable(s, p):
    """The Unicorns, Upgrades and Downgrades in the hand of ``p`` that may be played as the Action, as a set."""
    types = np.int64(s.hand_set[p, LASTING])
    if lies_in(s, p, BROKEN_STABLE):
        types &= ~UPGRADE_SET  # 2.3.3
    if types & BASIC_SET != 0 and not basics_are_playable(s, p):
        types &= ~BASIC_SET
    return types


@jit
def basics_are_playable(s, p):
    """2.3.4"""
    return basics_may_enter(s, p) or (s.any_stable != 0 and basics_may_enter_elsewhere(s, p))


@jit
def playable_magic(s, p):
    """The Magic cards in the hand of ``p`` that may be played as the Action, as a set. Instants: never (2.1.4)."""
    types = np.int64(s.hand_set[p, PASSING]) & MAGIC_SET
    rest = types
    while rest != 0:
        bit = rest & -rest
        rest ^= bit
        if not meets_needs(s, LAST_IN_STABLE + 1 + place_of_lowest(bit), p):
            types ^= bit
    return types
