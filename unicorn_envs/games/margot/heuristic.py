"""A sensible human's Margot. It reads the observation and the mask, nothing else, and draws no lots.

It turns over a card while that is expected to gain, given what is left in each castle; uses what costs nothing
first, and what makes room for more when the next card could bring the Penalty; and rescues the Fairy that pays
most for what it costs and does.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.reading import one_hot
from unicorn_envs.games.margot import actions, cards, observation, state
from unicorn_envs.games.margot.cards import Castle, FairyKind
from unicorn_envs.games.margot.state import Prompt

SOLO_SIZE = observation.LAYOUT.for_players(1).size
LATER_TURNS = state.MOST_FAIRIES - 2
"""Turns after the first one."""
LEFT_OVER = 0.5
"""What a left-over orb is worth."""
ALMOST = 0.2
"""A Fairy that lacks one orb counts for this much of its worth."""
RISKY = 0.12
"""From this chance of a Penalty on, powers are used before the next card."""
RIVALS_POINT = 0.7
"""What a point for all the others costs."""
ENDING = 20.0
"""What ending the game with the last Flower Fairy is worth to who leads, and costs who does not."""
ORB_PRICE = 2.5
"""Scratches that a point is worth, when an enemy with an orb could be disabled."""
NEVER = -1000.0

SERVICE = {
    "Chariot Fairy": 0.6, "Shield Fairy": 0.5, "Lantern Fairy": 0.3, "Chronicler Fairy": 0.3, "Thorn Fairy": 0.1,
    "Artificial-Flower Fairy": 0.7, "Lance Fairy": 0.9, "Owl Fairy": 0.8, "Mist Fairy": 1.1, "Wisp Fairy": 1.0,
    "Tide Fairy": 0.9, "Mirror Fairy": 0.8, "Harp Fairy": 1.0, "Rose Fairy": 1.0, "Leaf Fairy": 1.0,
    "Blade Fairy": 1.1, "Crystal Fairy": 1.0, "Hound Fairy": 0.6, "Magpie Fairy": 0.9, "Comet Fairy": 0.8,
    "Flower Fairy": 0.7,
}  # fmt: skip
"""Points that the power of a Fairy is expected to bring in the four turns after the first."""
ROOM = np.array([1.5, 1.2, 0.8, 0.3, 0.0])
"""What may still be gained, by the scratch total reached."""

SERVICE_OF = np.array([0.0, *(SERVICE[f.name] for f in cards.FAIRIES)])
USE = np.array(
    [cards.USABLE.index(f) + actions.USE_FIRST if f in cards.USABLE else -1 for f in range(cards.FAIRY_TYPES + 1)],
    dtype=np.int64,
)
USABLE_FAIRY = np.array(cards.USABLE, dtype=np.int8)
OWL = cards.fairy("Owl Fairy")
MIST = cards.fairy("Mist Fairy")
MIRROR = cards.fairy("Mirror Fairy")
MAGPIE = cards.fairy("Magpie Fairy")
COMET = cards.fairy("Comet Fairy")
HOUND = cards.fairy("Hound Fairy")
ROOM_MAKERS = np.array(
    [cards.fairy(name) for name in ("Flower", "Artificial-Flower", "Lance", "Tide", "Wisp")], dtype=np.int64
)
READY_ORDER = np.array(
    [
        cards.READYABLE.index(cards.fairy(name))
        for name in ("Mist", "Lance", "Tide", "Owl", "Artificial-Flower", "Flower")
    ]
)


@jit
def choose(obs, mask):
    prompt = one_hot(obs, observation.PROMPT_AT, state.PROMPTS) + 1
    if prompt == Prompt.ACTION_CHOICE:
        return choose_action(obs, mask)
    if prompt == Prompt.KEEP or prompt == Prompt.RESCUE_FAIRY:
        return choose_fairy(obs, mask)
    if prompt == Prompt.BREAK_ENEMY or prompt == Prompt.POWER_ENEMY:
        return choose_enemy(obs, mask, prompt == Prompt.BREAK_ENEMY)
    if prompt == Prompt.CHARIOT_CASTLE or prompt == Prompt.POWER_CASTLE:
        return choose_free_card(obs, mask)
    if prompt == Prompt.OWL_CASTLE:
        return choose_under(obs, mask)
    if prompt == Prompt.LAY_VILLAGE:
        return choose_village(obs, mask)
    if prompt == Prompt.LOSE_ORB:
        return choose_loss(obs, mask)
    if prompt == Prompt.READY_FAIRY:
        for i in range(READY_ORDER.shape[0]):
            if mask[actions.READY_FIRST + READY_ORDER[i]] != 0:
                return actions.READY_FIRST + READY_ORDER[i]
    return first_legal(mask)


@jit
def first_legal(mask):
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            return action
    return -1


# What a haul is worth


@jit
def service(obs, fairy):
    """What the power will bring in the turns after this one."""
    left = max(0, LATER_TURNS - np.int64(obs[observation.RESCUED_AT]))
    return SERVICE_OF[fairy] * left / LATER_TURNS


@jit
def orbs(obs, colour, ridicule):
    n = np.int64(obs[state.ORBS_AT + colour])
    return n if ridicule else n + np.int64(obs[state.ORBS_AT + cards.COLOUR_COUNT + colour])


@jit
def worth(obs, plus, minus, ridicule, hope):
    """Points of the best rescue, left-overs included.

    ``plus``, ``minus``: 1 + colour of an orb more, of an orb less. ``ridicule``: no orb of the Witch's Village.
    ``hope``: a Fairy for which one orb is missing counts for a part, and odd left-overs for a half.
    """
    total = 0
    for colour in range(cards.COLOUR_COUNT):
        total += orbs(obs, colour, ridicule)
    total += (1 if plus != 0 else 0) - (1 if minus != 0 else 0)
    best = flower_worth(obs, total, hope)
    for fairy in range(1, cards.FLOWER):
        if obs[state.ROW_AT + fairy - 1] == 0:
            continue
        lacking = missing(obs, fairy, total, plus, minus, ridicule)
        if lacking == 0:
            left = total - cards.COST_SIZE[fairy]
            value = cards.POINTS[fairy] + service(obs, fairy) + left_over(obs, left, hope, fairy == cards.CHRONICLER)
            best = max(best, value)
        elif lacking == 1 and hope:
            best = max(best, best + ALMOST * (cards.POINTS[fairy] + service(obs, fairy) - best))
    return best


@jit
def flower_worth(obs, total, hope):
    """The last one ends the game, without left-overs."""
    if obs[state.FLOWERS_AT] == 1:
        return ENDING * lead(obs)
    return service(obs, cards.FLOWER) + left_over(obs, total, hope, False)


@jit
def lead(obs):
    """1: more points than every rival, 0: as many as the best of them, -1: fewer."""
    best = 0
    for rival in range((obs.shape[0] - observation.RIVAL_AT) // observation.RIVAL_SIZE):
        best = max(best, np.int64(obs[observation.RIVAL_AT + rival * observation.RIVAL_SIZE + state.PLAYER_POINTS]))
    own = np.int64(obs[observation.POINTS_AT])
    return (1 if own > best else 0) - (1 if own < best else 0)


@jit
def left_over(obs, n, hope, chronicler):
    if hope:
        return LEFT_OVER * n
    if chronicler or obs[observation.OWNED_AT + cards.CHRONICLER - 1] != 0:
        return np.float64((n + 1) // 2)
    return np.float64(n // 2)


@jit
def missing(obs, fairy, total, plus, minus, ridicule):
    """How many orbs a Fairy lacks."""
    lacking = 0
    for colour in range(cards.COLOUR_COUNT):
        cost = np.int64(cards.COST[fairy, colour])
        if cost != 0:
            have = orbs(obs, colour, ridicule)
            if plus == colour + 1:
                have += 1
            if minus == colour + 1:
                have -= 1
            lacking += max(0, cost - have)
    if obs[observation.OWNED_AT + cards.LANTERN - 1] != 0:
        lacking = max(0, lacking - 1)
    return max(lacking, cards.COST_SIZE[fairy] - total)


@jit
def is_ridiculed(obs, c):
    for kind in range(1, cards.ENEMY_KINDS + 1):
        if cards.HAS_RIDICULE[c, kind] != 0 and obs[state.ENEMIES_AT + c * cards.ENEMY_KINDS + kind - 1] != 0:
            return True
    return False


@jit
def after_penalty(obs, c):
    """What is left after the least harmful loss in a Village."""
    ridicule = is_ridiculed(obs, Castle.WITCH)
    best = NEVER
    if obs[observation.OWNED_AT + cards.THORN - 1] == 0:
        for colour in range(cards.COLOUR_COUNT):
            if obs[state.ORBS_AT + c * cards.COLOUR_COUNT + colour] != 0:
                best = max(best, worth(obs, 0, colour + 1, ridicule, False))
    if best == NEVER:
        best = worth(obs, 0, 0, ridicule, False)
    return best - rivals_price(obs)


@jit
def rivals_price(obs):
    return RIVALS_POINT if obs.shape[0] > SOLO_SIZE else 0.0


# The next card


@jit
def weapon_orb(obs, c, kind):
    """1 + colour of the valid weapon in the other Village that beats this card; 0 where there is none."""
    weapon = np.int64(cards.BEATEN_BY[c, kind])
    other = 1 - c
    if weapon != 0 and not is_ridiculed(obs, other):
        for i in range(state.VILLAGE_SIZE):
            if obs[state.VILLAGE_AT + other * state.VILLAGE_SIZE + i] == weapon:
                return np.int64(cards.ORB[other, weapon])
    return np.int64(0)


@jit
def is_known(obs, c):
    for kind in range(cards.KINDS):
        if obs[state.TOP_AT + c * cards.KINDS + kind] != 0:
            return True
    return False


@jit
def chance(obs, c, kind, use_top):
    """How likely a card of this kind comes next, from what is known of the top or from what is left."""
    if is_known(obs, c):
        on_top = obs[state.TOP_AT + c * cards.KINDS + kind - 1] != 0
        if use_top:
            return 1.0 if on_top else 0.0
        left = obs[state.DECK_AT + c * cards.KINDS + kind - 1] - (1 if on_top else 0)
        return left / max(1, cards_left(obs, c) - 1)
    return obs[state.DECK_AT + c * cards.KINDS + kind - 1] / max(1, cards_left(obs, c))


@jit
def cards_left(obs, c):
    n = 0
    for kind in range(cards.KINDS):
        n += obs[state.DECK_AT + c * cards.KINDS + kind]
    return n


@jit
def scratches_of(obs, c, kind):
    shield = cards.IS_KNIGHT[c, kind] if obs[observation.OWNED_AT + cards.SHIELD - 1] != 0 else 0
    return np.int64(cards.SCRATCH[c, kind]) - shield


@jit
def brings_penalty(obs, c, kind):
    if weapon_orb(obs, c, kind) != 0:
        return False
    return obs[state.SCRATCHES_AT] + scratches_of(obs, c, kind) >= state.MOST_SCRATCHES


@jit
def risk(obs, c):
    """How likely the next card of a castle brings the Penalty."""
    p = 0.0
    for kind in range(1, cards.ENEMY_KINDS + 1):
        if brings_penalty(obs, c, kind):
            p += chance(obs, c, kind, True)
    return p


@jit
def value_of_card(obs, c, kind):
    """Points in sight once this card has been turned over."""
    ridicule = is_ridiculed(obs, Castle.WITCH)
    weapon = weapon_orb(obs, c, kind)
    total = np.int64(obs[state.SCRATCHES_AT])
    if weapon != 0:
        return worth(obs, 0, weapon, ridicule, True) + ROOM[min(total, state.MOST_SCRATCHES - 1)]
    if cards.HAS_RIDICULE[c, kind] != 0:
        ridicule = True
    total += scratches_of(obs, c, kind)
    if total >= state.MOST_SCRATCHES:
        if cards.HAS_RIDICULE[c, kind] != 0:
            return worth(obs, 0, 0, True, False) - rivals_price(obs)
        return after_penalty(obs, c)
    orb = np.int64(0) if c == Castle.WITCH and ridicule else np.int64(cards.ORB[c, kind])
    return worth(obs, orb, 0, ridicule, True) + ROOM[total]


@jit
def value_of_exploring(obs, c, use_top):
    if cards_left(obs, c) == 0:
        return NEVER
    value = 0.0
    for kind in range(1, cards.KINDS + 1):
        p = chance(obs, c, kind, use_top)
        if p > 0.0:
            value += p * value_of_card(obs, c, kind)
    return value


@jit
def value_of_free_card(obs, c, story_only):
    """Of a card that cannot bring the Penalty: Mist, Chariot, and (a Story for certain) Magpie."""
    ridicule = is_ridiculed(obs, Castle.WITCH)
    value = 0.0
    stories = 0.0
    for kind in range(1, cards.KINDS + 1):
        p = chance(obs, c, kind, True)
        if cards.SCRATCH[c, kind] == 0:
            orb = np.int64(0) if c == Castle.WITCH and ridicule else np.int64(cards.ORB[c, kind])
            value += p * worth(obs, orb, 0, ridicule, True)
            stories += p
    if story_only:
        return value / stories if stories > 0.0 else NEVER
    return value + (1.0 - stories) * worth(obs, 0, 0, ridicule, True)


# Decisions


@jit
def choose_action(obs, mask):
    if obs[state.FLOWERS_AT] == 1 and lead(obs) > 0:
        return actions.WITHDRAW
    for i in range(USABLE_FAIRY.shape[0]):
        if mask[actions.USE_FIRST + i] != 0 and cards.FAIRY_KIND[USABLE_FAIRY[i]] == FairyKind.STORY:
            return actions.USE_FIRST + i
    human = value_of_exploring(obs, Castle.HUMAN, True)
    witch = value_of_exploring(obs, Castle.WITCH, True)
    c = np.int64(Castle.WITCH) if witch > human else np.int64(Castle.HUMAN)
    stop = worth(obs, 0, 0, is_ridiculed(obs, Castle.WITCH), False)
    goes_on = max(human, witch) > stop and mask[actions.EXPLORE_FIRST + c] != 0
    if goes_on and risk(obs, c) <= RISKY:
        return actions.EXPLORE_FIRST + c
    power = choose_power(obs, mask)
    if power >= 0:
        return power
    return actions.EXPLORE_FIRST + c if goes_on else actions.WITHDRAW


@jit
def choose_power(obs, mask):
    """What a player does before a risky card, or before withdrawing; -1: nothing."""
    total = np.int64(obs[state.SCRATCHES_AT])
    if mask[USE[OWL]] != 0 and not (is_known(obs, Castle.HUMAN) and is_known(obs, Castle.WITCH)):
        return USE[OWL]
    if mask[USE[MIST]] != 0:
        return USE[MIST]
    if total > 0:
        room = make_room(obs, mask, total)
        if room >= 0:
            return room
    if mask[USE[MIRROR]] != 0:
        return USE[MIRROR]
    if mask[USE[MAGPIE]] != 0 and total < state.MOST_SCRATCHES - 1:
        return USE[MAGPIE]
    return -1


@jit
def make_room(obs, mask, total):
    """Take scratches off the table: Magic Break where it takes most, then the Fairies; -1: there is no way."""
    best = -1
    most = 0.0
    for c in range(cards.CASTLE_COUNT):
        if mask[actions.BREAK_FIRST + c] != 0:
            gain = break_gain(obs, c)
            if gain > most:
                most = gain
                best = actions.BREAK_FIRST + c
    if best >= 0:
        return best
    for i in range(ROOM_MAKERS.shape[0]):
        if mask[USE[ROOM_MAKERS[i]]] != 0:
            return USE[ROOM_MAKERS[i]]
    if total < state.MOST_SCRATCHES - 1:
        if mask[USE[HOUND]] != 0:
            return USE[HOUND]
        if mask[USE[COMET]] != 0 and obs[observation.MAGIC_BREAKS_AT] == 0:
            if max(break_gain(obs, Castle.HUMAN), break_gain(obs, Castle.WITCH)) > 1.0:
                return USE[COMET]
    return -1


@jit
def gain_of_disabling(obs, target):
    """Scratches that go, and what the orb of the enemy, or the end of its Ridicule, is worth."""
    c = np.int64(cards.ENEMY_CASTLE[target])
    kind = np.int64(cards.ENEMY_KIND[target])
    ridicule = is_ridiculed(obs, Castle.WITCH)
    gain = np.float64(scratches_of(obs, c, kind))
    if cards.HAS_RIDICULE[c, kind] != 0:
        return gain + 3.0
    orb = np.int64(cards.ORB[c, kind])
    if orb != 0 and not (c == Castle.WITCH and ridicule):
        gain -= ORB_PRICE * (worth(obs, 0, 0, ridicule, True) - worth(obs, 0, orb, ridicule, True))
    return gain


@jit
def break_gain(obs, c):
    gain = 0.0
    for target in range(cards.TARGETS):
        if cards.ENEMY_CASTLE[target] == c:
            n = obs[state.ENEMIES_AT + c * cards.ENEMY_KINDS + np.int64(cards.ENEMY_KIND[target]) - 1]
            if n > 0:
                gain += n * max(0.0, gain_of_disabling(obs, target))
    return gain


@jit
def choose_enemy(obs, mask, breaking):
    best = actions.DONE
    most = 0.0 if mask[actions.DONE] != 0 else NEVER
    for target in range(cards.TARGETS):
        if mask[actions.ENEMY_FIRST + target] != 0:
            gain = gain_of_disabling(obs, target)
            if gain > most:
                most = gain
                best = actions.ENEMY_FIRST + target
    if best == actions.DONE and not breaking:
        return first_legal(mask)
    return best


@jit
def choose_free_card(obs, mask):
    human = value_of_free_card(obs, Castle.HUMAN, False) if mask[actions.CASTLE_FIRST] != 0 else NEVER
    witch = value_of_free_card(obs, Castle.WITCH, False) if mask[actions.CASTLE_FIRST + 1] != 0 else NEVER
    return actions.CASTLE_FIRST + 1 if witch > human else actions.CASTLE_FIRST


@jit
def choose_under(obs, mask):
    """Put away the top card that is furthest below what its deck would give instead."""
    best = actions.LEAVE
    most = 0.0
    for c in range(cards.CASTLE_COUNT):
        if mask[actions.CASTLE_FIRST + c] != 0 and cards_left(obs, c) > 1:
            gain = value_of_exploring(obs, c, False) - value_of_exploring(obs, c, True)
            if gain > most:
                most = gain
                best = actions.CASTLE_FIRST + c
    return best


@jit
def choose_village(obs, mask):
    """A Story Fairy where its orb is valid; Magpie where the better Story is to be expected."""
    if mask[actions.LAY_FIRST] == 0:
        return actions.LAY_FIRST + 1
    if mask[actions.LAY_FIRST + 1] == 0:
        return actions.LAY_FIRST
    if obs[observation.POWER_AT + MAGPIE - 1] != 0:
        human = value_of_free_card(obs, Castle.HUMAN, True)
        if value_of_free_card(obs, Castle.WITCH, True) > human:
            return actions.LAY_FIRST + 1
    return actions.LAY_FIRST


@jit
def choose_loss(obs, mask):
    best = -1
    most = NEVER
    for colour in range(cards.COLOUR_COUNT):
        if mask[actions.LOSE_FIRST + colour] != 0:
            value = worth(obs, 0, colour + 1, is_ridiculed(obs, Castle.WITCH), False)
            if value > most:
                most = value
                best = actions.LOSE_FIRST + colour
    return best


@jit
def choose_fairy(obs, mask):
    """Keep or rescue what pays most, the left-over orbs included."""
    total = 0
    for colour in range(cards.COLOUR_COUNT):
        total += orbs(obs, colour, False)
    best = -1
    most = NEVER
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        if mask[actions.TAKE_FIRST + fairy - 1] != 0:
            left = max(0, total - cards.COST_SIZE[fairy])
            value = cards.POINTS[fairy] + service(obs, fairy) + left_over(obs, left, False, fairy == cards.CHRONICLER)
            if fairy == cards.FLOWER:
                value = flower_worth(obs, total, False)
            if value > most:
                most = value
                best = actions.TAKE_FIRST + fairy - 1
    return best
