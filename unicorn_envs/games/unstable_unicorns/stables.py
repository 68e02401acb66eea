"""What lies in the Stables: counts, protections, and what may be picked. Numbers in comments are rulings."""

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
    BASIC_UNICORN,
    BLINDING_LIGHT,
    BROKEN_STABLE,
    CAFFEINE,
    CHAINSAW,
    CLAW_MACHINE,
    DARK_ANGEL,
    DESTROY_CARD,
    DESTROY_TWO,
    DESTROY_UNICORN,
    DOWNGRADE,
    FETCH_FIRST,
    FETCH_LAST,
    FIRST_CARD,
    GINORMOUS,
    GIVE_UNICORN,
    GLITTER_BOMB,
    INSTANT,
    IS_FLYER,
    KIND,
    KISS,
    KITTENCORN,
    LASSO,
    LAST_BABY,
    LAST_BASIC,
    LAST_UNICORN,
    LETTERS,
    MAGIC,
    MAGICAL_FLYING,
    MAJESTIC,
    MOTHER_GOOSE,
    MOVE_CARD,
    NARWHAL,
    NECROMANCER,
    OTHERS,
    OWN,
    PANDAMONIUM,
    PICK_FIRST,
    PICK_LAST,
    PICK_SCOPE,
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
    UPGRADE,
    VORTEX,
    WRECK,
)

FEW_PLAYERS = 5
NEEDED_BY_FEW, NEEDED_BY_MANY = 7, 6  # 2.8.1


@jit
def is_blinded(s, p):
    return s.stable[p, BLINDING_LIGHT] > 0


@jit
def has_pandas(s, p):
    return s.stable[p, PANDAMONIUM] > 0


@jit
def is_wired(s, p):
    return s.stable[p, BARBED_WIRE] > 0


@jit
def number(s, p):
    """2.8.2: Unicorns as they count for the win."""
    if has_pandas(s, p):
        return 0
    n = np.int64(s.unicorns[p])
    if s.stable[p, GINORMOUS] > 0 and not is_blinded(s, p):
        n += np.int64(s.stable[p, GINORMOUS])
    return n


@jit
def needed(s):
    return NEEDED_BY_FEW if s.num_players <= FEW_PLAYERS else NEEDED_BY_MANY


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
    if s.stable[p, SLOWDOWN] > 0:
        return True
    return s.stable[p, GINORMOUS] > 0 and not is_blinded(s, p)


@jit
def may_enter(s, p, card):
    """2.10.20: no Basic into any Stable but that of the Queen Bee."""
    if KIND[card] != BASIC:
        return True
    for q in range(s.num_players):
        if q != p and s.stable[q, QUEEN_BEE] > 0 and not is_blinded(s, q):
            return False
    return True


@jit
def may_enter_elsewhere(s, p, card):
    for q in range(s.num_players):
        if q != p and may_enter(s, q, card):
            return True
    return False


# Picks in a Stable (2.4.3)


@jit
def card_ok(s, pick, p, source, at, card):
    """Whether ``p`` may pick this card of the Stable ``at``, for the effect of the card ``source``."""
    copies = s.stable[at, card]
    if copies <= 0 or card < PICK_FIRST[pick] or card > PICK_LAST[pick]:
        return False
    if card <= LAST_UNICORN and has_pandas(s, at):
        if s.panda_total_immunity != 0 or PICK_LAST[pick] == LAST_UNICORN:
            return False  # 2.10.6, 2.10.3
    if pick == DESTROY_UNICORN or pick == DESTROY_CARD or pick == DESTROY_TWO:
        if pick == DESTROY_TWO and copies <= times_picked(s, at, card):  # 2.12.3
            return False
        return card > LAST_UNICORN or is_destructible(s, source, at, card)
    if pick == STEAL_UNICORN:
        return may_enter(s, p, card)
    if pick == WRECK:
        return KIND[card] == (DOWNGRADE if at == p else UPGRADE)
    if pick == GIVE_UNICORN:
        return may_enter_elsewhere(s, p, card)
    if pick == STEAL_FROM_THERE:
        if not may_enter(s, p, card):
            return False
        return card != s.card or copies > 1 or not others_to_steal(s, p, at)  # 2.10.32
    return True


@jit
def is_destructible(s, source, at, card):
    """The protections of Rainbow Aura, which does not cover Pandas (2.10.3), and of Magical Kittencorn."""
    if s.stable[at, AURA] > 0 and not has_pandas(s, at):
        return False
    return not (card == KITTENCORN and KIND[source] == MAGIC and not is_blinded(s, at))


@jit
def times_picked(s, at, card):
    n = 0
    for i in range(s.hits):
        if s.hit_seat[i] == at and s.hit_card[i] == card:
            n += 1
    return n


@jit
def others_to_steal(s, p, at):
    """Whether there is another type than the one just moved there (``s.card``) to steal."""
    for card in range(1, LAST_UNICORN + 1):
        if card != s.card and s.stable[at, card] > 0 and may_enter(s, p, card):
            return True
    return False


@jit
def in_scope(pick, p, at):
    scope = PICK_SCOPE[pick]
    return scope == ANY or (scope == OWN and at == p) or (scope == OTHERS and at != p)


@jit
def can_pick_at(s, pick, p, source, at):
    for card in range(PICK_FIRST[pick], PICK_LAST[pick] + 1):
        if s.stable[at, card] > 0 and card_ok(s, pick, p, source, at, card):
            return True
    return False


@jit
def can_pick(s, pick, p, source):
    for at in range(s.num_players):
        if in_scope(pick, p, at) and can_pick_at(s, pick, p, source, at):
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
def count_unicorns_in_hand(s, p):
    n = 0
    for card in range(FIRST_CARD, LAST_UNICORN + 1):
        n += np.int64(s.hand[p, card])
    return n


@jit
def can_revive(s, p):
    """A Unicorn card lies in the discard pile that may enter the Stable of ``p``."""
    for card in range(FIRST_CARD, LAST_UNICORN + 1):
        if s.discard[card] > 0 and may_enter(s, p, card):
            return True
    return False


@jit
def can_fetch(s, source):
    for card in range(FETCH_FIRST[source], FETCH_LAST[source] + 1):
        if s.discard[card] > 0:
            return True
    return False


# What may be offered and played


@jit
def can_offer(s, source, p):
    """2.5.4: whether all steps of an optional effect can be carried out as the cards lie now."""
    if source == STABBY or source == RHINOCORN:
        return can_pick(s, DESTROY_UNICORN, p, source) and (source == STABBY or not is_blinded(s, p))
    if source == RAINBOW_UNICORN:
        return (s.hand[p, BASIC_UNICORN] > 0 or s.hand[p, NARWHAL] > 0) and may_enter(s, p, BASIC_UNICORN)
    if source == CHAINSAW:
        return can_pick(s, WRECK, p, source)
    if source == AMERICORN or source == ANNOYING:
        return victim_exists(s, p)
    if source == SEDUCTIVE:
        return s.hand_size[p] > 0 and can_pick(s, STEAL_UNICORN, p, source)
    if source == MAGICAL_FLYING or source == SWIFT or source == MAJESTIC:
        return can_fetch(s, source)
    if source == SHARK:
        return can_sacrifice_this(s, source, p) and can_pick(s, DESTROY_UNICORN, p, source)
    if source == ALLURING:
        return can_pick(s, STEAL_UPGRADE, p, source)
    if source == MOTHER_GOOSE:
        return s.nursery[1] > 0 or s.nursery[2] > 0
    if source == NECROMANCER:
        return count_unicorns_in_hand(s, p) > 1 and (can_revive(s, p) or could_discard_revivable(s, p))
    if source == DARK_ANGEL:
        return can_pick(s, SACRIFICE_UNICORN, p, source) and (can_revive(s, p) or could_sacrifice_revivable(s, p))
    if source == GLITTER_BOMB:
        return can_pick(s, SACRIFICE_CARD, p, source) and can_pick(s, DESTROY_CARD, p, source)
    if source == CLAW_MACHINE:
        return s.hand_size[p] > 0
    if source == ARTILLERY:
        return s.hand_size[p] > 1 and can_pick(s, DESTROY_UNICORN, p, source)
    if source == LASSO:
        return s.hand_size[p] > 2 and can_pick(s, STEAL_UNICORN, p, source)
    if source == CAFFEINE:
        return can_pick(s, SACRIFICE_CARD, p, source)
    return True  # the searches, which are asked without a look (2.4.8)


@jit
def can_sacrifice_this(s, card, p):
    """2.7.7, and 2.10.6 for a Panda; "this card" reaches other Pandas (2.10.4)."""
    return s.stable[p, card] > 0 and not (has_pandas(s, p) and s.panda_total_immunity != 0)


@jit
def could_discard_revivable(s, p):
    for card in range(FIRST_CARD, LAST_UNICORN + 1):
        if s.hand[p, card] > 0 and may_enter(s, p, card):
            return True
    return False


@jit
def could_sacrifice_revivable(s, p):
    """A Unicorn card that would lie in the discard pile and could come back: no Baby, Flyer or Dark Angel."""
    for card in range(LAST_BABY + 1, LAST_UNICORN + 1):
        if s.stable[p, card] == 0 or card == DARK_ANGEL or not may_enter(s, p, card):
            continue
        if IS_FLYER[card] == 0 or is_blinded(s, p):
            return True
    return False


@jit
def meets_needs(s, source, p):
    """2.5.1: whether a Magic card in the hand of ``p`` may be announced."""
    if source == POISON:
        return can_pick(s, DESTROY_UNICORN, p, source)
    if source == BACK_KICK:
        return can_pick(s, RETURN_CARD, p, source)
    if source == TORNADO:
        return can_pick_at(s, RETURN_EACH, p, source, p)
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
        return can_pick_at(s, MOVE_CARD, p, source, p)
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
def is_playable(s, p, card):
    """Whether ``p`` may play this card of the hand as the Action."""
    kind = KIND[card]
    if kind == INSTANT:
        return False  # 2.1.4
    if kind == MAGIC:
        return meets_needs(s, card, p)
    if kind == UPGRADE:
        return s.stable[p, BROKEN_STABLE] == 0  # 2.3.3
    if card > LAST_BASIC:
        return True
    for q in range(s.num_players):  # 2.3.4
        if may_play_into(s, p, card, q):
            return True
    return False
