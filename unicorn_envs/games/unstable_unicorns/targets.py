"""What a step can do as the cards lie: what may be picked, offered and played. Numbers in comments are rulings.

What a step may pick in principle stands in ``cards.py``. Sets of types are those of ``counts.py``.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unstable_unicorns import cards, counts, declared, stables, state, verbs
from unicorn_envs.games.unstable_unicorns.verbs import Verb

# Can it be done?


@jit
def can_begin(s, source, p):
    """Whether the effect of a card can begin: its first step can be done, which is its cost where it has one.

    So an optional effect is offered (2.5.4), and a Magic card in the hand of ``p`` may be announced (2.5.1).
    """
    if source <= cards.LAST_UNICORN and cards.WHEN[source] == cards.When.BEGINNING and counts.is_blinded(s, p):
        return False
    first = 1 if cards.STEP_VERB[source, 0] == Verb.ACCEPT else 0  # a yes is for what comes after it
    return can_do(s, cards.STEP_VERB[source, first], cards.STEP_NUMBER[source, first], p, source)


@jit
def can_do(s, verb, number, p, source):
    """Whether ``p`` can do this step of the card ``source``."""
    if verb <= verbs.LAST_STABLE_PICK:
        return can_pick(s, verb, p, source)
    if verb == Verb.DISCARD:
        return cards_to_pay(s, p) >= number
    if verb == Verb.DISCARD_UNICORN:
        return unicorns_to_pay(s, p) >= number
    if verb == Verb.BRING_BASIC:
        return basics_to_bring(s, p) > 0 and stables.basics_may_enter(s, p)
    if verb == Verb.EACH_DISCARDS:
        return s.hand_size[p] > 1  # the card itself is still in the hand
    if verb == Verb.CHOOSE_VICTIM:
        return victim_exists(s, p)
    if verb == Verb.FETCH:
        lasting, passing = those_to_fetch(s, source)
        return lasting | passing != 0
    if verb == Verb.REVIVE:
        return those_to_revive(s, p, source) != 0
    if verb == Verb.SACRIFICE_THIS:
        return can_sacrifice_this(s, source, p)
    if verb == Verb.ALL_SACRIFICE_EXTRAS:
        return picks_at(s, Verb.MOVE_CARD, p, source, p) != 0
    if verb == Verb.BRING_BABY:
        return s.nursery[cards.BABY_UNICORN] > 0 or s.nursery[cards.BABY_NARWHAL] > 0
    return True  # a search too, which is asked without a look (2.4.8)


# Picks in a Stable (2.4.3)


@jit
def in_scope(pick, p, at):
    scope = cards.PICK_SCOPE[pick]
    if scope == cards.Scope.OTHERS:
        return at != p
    return scope == cards.Scope.ANY or (scope == cards.Scope.OWN and at == p)


@jit
def can_pick(s, pick, p, source):
    if pick == Verb.RETURN_EACH:  # 1c: a card of the own Stable
        return picks_at(s, pick, p, source, p) != 0
    for at in range(s.num_players):
        if in_scope(pick, p, at) and picks_at(s, pick, p, source, at) != 0:
            return True
    return False


@jit
def picks_at(s, pick, p, source, at):
    """The types that ``p`` may pick in the Stable ``at``, for the effect of the card ``source``, as a set."""
    types = s.stable_set[at] & cards.PICK_SET[pick, cards.LASTING]
    if s.link == state.Link.DECLARING:
        types = without_declared(s, at, types)
    if types & cards.UNICORN_SET != 0 and counts.has_pandas(s, at):
        if s.panda_total_immunity != 0 or cards.PICK_SET[pick, cards.LASTING] == cards.UNICORN_SET:
            types &= ~cards.UNICORN_SET  # 2.10.6, 2.10.3
    if types == 0:
        return types
    if pick == Verb.DESTROY_UNICORN or pick == Verb.DESTROY_CARD or pick == Verb.DESTROY_TWO:
        if pick == Verb.DESTROY_TWO and s.hits > 0:
            types = without_picked(s, at, types)
        return types & ~stables.protected(s, source, at)
    if pick == Verb.STEAL_UNICORN or pick == Verb.STEAL_FROM_THERE:
        return stables.those_that_may_enter(s, p, types)
    if pick == Verb.WRECK:
        return types & (cards.DOWNGRADE_SET if at == p else cards.UPGRADE_SET)
    if pick == Verb.GIVE_UNICORN and types & cards.BASIC_SET != 0 and not stables.basics_may_enter_elsewhere(s, p):
        return types & ~cards.BASIC_SET
    return types


@jit
def without_declared(s, at, types):
    """2.6.2: the types of which fewer were picked in this link than lie there."""
    for i in range(s.declared_size):
        if s.declared_kind[i] == state.Declared.FROM_STABLE and s.declared_seat[i] == at:
            card = np.int64(s.declared_card[i])
            picked = declared.times_declared(s, state.Declared.FROM_STABLE, at, card)
            if types & counts.bit_of(card) != 0 and picked >= s.stable[at, card]:
                types &= ~counts.bit_of(card)
    return types


@jit
def without_picked(s, at, types):
    """2.12.3: the types of which fewer were picked than lie there."""
    for i in range(s.hits):
        card = np.int64(s.hit_card[i])
        if s.hit_seat[i] == at and times_picked(s, at, card) >= s.stable[at, card]:
            types &= ~counts.bit_of(card)
    return types


@jit
def times_picked(s, at, card):
    n = 0
    for i in range(s.hits):
        if s.hit_seat[i] == at and s.hit_card[i] == card:
            n += 1
    return n


@jit
def can_sacrifice_this(s, card, p):
    """2.7.7, and 2.10.6 for a Panda; "this card" reaches other Pandas (2.10.4). Not if it was picked (2.7.6)."""
    if counts.has_pandas(s, p) and s.panda_total_immunity != 0:
        return False
    picked = declared.times_declared(s, state.Declared.FROM_STABLE, p, card)
    return np.int64(s.stable[p, card]) > picked


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
    return np.int64(s.hand_size[p]) - declared.cards_declared(s, p, cards.CARD_TYPES)


@jit
def unicorns_to_pay(s, p):
    held = counts.count_cards(s.hand[p], cards.FIRST_CARD, cards.LAST_UNICORN)
    return held - declared.cards_declared(s, p, cards.LAST_UNICORN)


@jit
def basics_to_bring(s, p):
    held = counts.count_cards(s.hand[p], cards.FIRST_CARD, cards.LAST_BASIC)
    return held - declared.cards_declared(s, p, cards.LAST_BASIC)


@jit
def those_to_fetch(s, source):
    """What the card ``source`` may take from the discard pile, as the two integers of a set."""
    lasting = s.discard_set[cards.LASTING] & cards.FINDS[source, cards.LASTING]
    return lasting, s.discard_set[cards.PASSING] & cards.FINDS[source, cards.PASSING]


@jit
def those_to_revive(s, p, source):
    """What the card ``source`` may bring from the discard pile into the Stable of ``p``."""
    return stables.those_that_may_enter(s, p, s.discard_set[cards.LASTING] & cards.FINDS[source, cards.LASTING])


# What may be played


@jit
def may_play_into(s, p, card, q):
    """2.3.2: whether ``p`` may play this card into the Stable of ``q``."""
    if not stables.may_enter(s, q, card):
        return False
    if s.any_stable != 0:
        return True
    return (q != p) == (cards.KIND[card] == cards.Kind.DOWNGRADE)


@jit
def playable(s, p):
    """The Unicorns, Upgrades and Downgrades in the hand of ``p`` that may be played as the Action, as a set."""
    types = np.int64(s.hand_set[p, cards.LASTING])
    if stables.does(s, p, cards.BARS_UPGRADES):
        types &= ~cards.UPGRADE_SET  # 2.3.3
    if types & cards.BASIC_SET != 0 and not basics_are_playable(s, p):
        types &= ~cards.BASIC_SET
    return types


@jit
def basics_are_playable(s, p):
    """2.3.4"""
    return stables.basics_may_enter(s, p) or (s.any_stable != 0 and stables.basics_may_enter_elsewhere(s, p))


@jit
def playable_magic(s, p):
    """The Magic cards in the hand of ``p`` that may be played as the Action, as a set. Instants: never (2.1.4)."""
    types = np.int64(s.hand_set[p, cards.PASSING]) & cards.MAGIC_SET
    rest = types
    while rest != 0:
        place = sets.lowest(rest)
        rest = sets.without_lowest(rest)
        if not can_begin(s, cards.LAST_IN_STABLE + 1 + place, p):
            types = sets.changed(types, place, False)
    return types
