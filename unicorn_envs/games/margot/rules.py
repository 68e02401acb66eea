"""What happens in Margot. Numbers in comments are the rulings of RULES.md.

From top to bottom: set-up, a turn, the Villages, the powers of Fairies, Penalty and rescue, answers, what is legal,
the end, and what is checked. ``advance`` works off the steps on the stack until a player has to decide.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import put_under, shuffle, shuffle_hidden, take_out
from unicorn_envs.engine.random import draw, reseed
from unicorn_envs.games.margot.actions import (
    ACTIONS,
    BREAK_FIRST,
    CASTLE_FIRST,
    DONE,
    ENEMY_FIRST,
    EXPLORE_FIRST,
    ILLUSION_FIRST,
    LAY_FIRST,
    LEAVE,
    LOSE_FIRST,
    READY_FIRST,
    TAKE_FIRST,
    USE_FIRST,
    WITHDRAW,
)
from unicorn_envs.games.margot.cards import (
    ACTION,
    AUTO,
    BEATEN_BY,
    BREAK_AGAIN,
    CASTLE_SIZE,
    CHARIOT,
    CHRONICLER,
    CODES,
    COLOURS,
    COPIES,
    COST,
    COST_SIZE,
    DISABLE,
    DISABLED_ENEMIES,
    ENEMIES,
    ENEMY_CASTLE,
    ENEMY_KIND,
    FAIRY_DECK_SIZE,
    FAIRY_KIND,
    FAIRY_TYPES,
    FIND_STORY,
    FLOWER,
    FLOWERS,
    HAS_RIDICULE,
    ILLUSION_TOP,
    IS_KNIGHT,
    IS_SOLDIER,
    KINDS,
    LANTERN,
    LOOK,
    NEED,
    NEED_NUMBER,
    NO_ENEMY_HERE,
    ORB,
    ORBS_HERE,
    POINTS,
    POWER,
    READY,
    READYABLE,
    ROW_SIZE,
    SCRATCH,
    SCRATCH_TYPE,
    SCRATCHES,
    SHIELD,
    SOLDIER_HERE,
    STORY,
    TARGET_BIT,
    TARGETS,
    TARGETS_IN,
    TARGETS_OF,
    THORN,
    USABLE,
    VANISH,
)
from unicorn_envs.games.margot.cards import (
    RETURN as RETURN_POWER,
)
from unicorn_envs.games.margot.state import (
    ACTION_CHOICE,
    BREAK_ENEMY,
    CHARIOT_CASTLE,
    KEEP,
    LAY_VILLAGE,
    LOSE_ORB,
    MOST_BREAKS,
    MOST_FAIRIES,
    MOST_POINTS,
    MOST_SCRATCHES,
    MOST_WAITING,
    NO_PROMPT,
    OWL_CASTLE,
    POWER_CASTLE,
    POWER_ENEMY,
    PROMPTS,
    READY_FAIRY,
    RESCUE_FAIRY,
    SOLO_POINTS,
    UNDER_PLACES,
    VILLAGE_SIZE,
    WINNING_POINTS,
)

# Steps, on the stack with a number
ASK_KEEP = 1  # of a seat
SHOW_KEPT = 2
BEGIN_TURN = 3
TAKE_ACTION = 4
PICK_ENEMY = 5  # of the Magic Break under way
LOSE_STORY = 6
OTHERS_SCORE = 7
RESCUE = 8
END_TURN = 9

HUMAN_VILLAGE, WITCHS_VILLAGE = 0, 1
CASTLE_COUNT = 2
COLOUR_COUNT = len(COLOURS)
ENEMY_COUNT = len(ENEMIES)
ACTION_COUNT = len(ACTIONS)
USABLE_FAIRY = np.array(USABLE, dtype=np.int8)
USE_OF = np.array(
    [USE_FIRST + USABLE.index(f) if f in USABLE else 0 for f in range(FAIRY_TYPES + 1)], dtype=np.int64
)  # the action of each Fairy that can be used
ORB_UNIT = np.array([0, *(1 << (8 * colour) for colour in range(COLOUR_COUNT))], dtype=np.int64)
READYABLE_FAIRY = np.array(READYABLE, dtype=np.int8)


# Set-up


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.reward = options[1]
    s.auto_single = options[2]
    for c in range(CASTLE_COUNT):
        for card in range(1, KINDS + 1):
            for _ in range(COPIES[c, card]):
                put_into_deck(s, c, card)
        shuffle(s, s.deck[c], CASTLE_SIZE)
    for i in range(FAIRY_DECK_SIZE):
        s.fairy_deck[i] = i + 1
    s.fairy_deck_size = FAIRY_DECK_SIZE
    shuffle(s, s.fairy_deck, FAIRY_DECK_SIZE)
    s.flowers = FLOWERS
    push(s, SHOW_KEPT, 0)
    for p in range(s.num_players - 1, -1, -1):  # 22: asked in seat order
        for i in range(2):
            s.pair[p, i] = draw_fairy(s)
        push(s, ASK_KEEP, p)
    advance(s)


@jit
def draw_fairy(s):
    s.fairy_deck_size -= 1
    fairy = np.int64(s.fairy_deck[s.fairy_deck_size])
    s.fairy_deck[s.fairy_deck_size] = 0
    return fairy


@jit
def show_kept(s):
    """22: all kept Fairies are shown together; then the row is turned up and the first player drawn."""
    for p in range(s.num_players):
        kept = s.pair[p, 0]
        s.owned[p, kept] = 1
        s.points[p] = POINTS[kept]
        s.pair[p, 0] = 0
    for _ in range(ROW_SIZE):
        s.row[draw_fairy(s)] = 1
    s.player = draw(s, s.num_players)
    push(s, BEGIN_TURN, 0)


# The turn


@jit
def push(s, verb, number):
    s.stack_verb[s.stack_size] = verb
    s.stack_number[s.stack_size] = number
    s.stack_size += 1


@jit
def advance(s):
    while s.seat >= 0:
        if s.prompt == NO_PROMPT:
            s.stack_size -= 1
            verb = np.int64(s.stack_verb[s.stack_size])
            number = np.int64(s.stack_number[s.stack_size])
            s.stack_verb[s.stack_size] = 0
            s.stack_number[s.stack_size] = 0
            carry_out(s, verb, number)
        else:
            only = single_answer(s)
            if only < 0:
                return
            answer(s, only)


@jit
def carry_out(s, verb, number):
    if verb == ASK_KEEP:
        s.seat = number
        s.player = number
        s.prompt = KEEP
    elif verb == SHOW_KEPT:
        show_kept(s)
    elif verb == BEGIN_TURN:
        begin_turn(s)
    elif verb == TAKE_ACTION:
        if s.penalty == 0:
            s.prompt = ACTION_CHOICE
    elif verb == PICK_ENEMY:
        pick_enemy(s)
    elif verb == LOSE_STORY:
        lose_story(s)
    elif verb == OTHERS_SCORE:
        others_score(s)
    elif verb == RESCUE:
        s.prompt = RESCUE_FAIRY
    elif verb == END_TURN:
        end_turn(s)


@jit
def begin_turn(s):
    s.seat = s.player
    s.magic_breaks = 1
    push(s, END_TURN, 0)
    push(s, RESCUE, 0)
    push(s, TAKE_ACTION, 0)
    if has(s, CHARIOT):  # 10
        s.prompt = CHARIOT_CASTLE
        s.power = CHARIOT


@jit
def end_turn(s):
    """All castle cards back and shuffled, all Fairies back and active; the next player, or the end (13)."""
    for c in range(CASTLE_COUNT):
        gather(s, c)
    for f in range(FAIRY_TYPES + 1):
        s.used[f] = 0
    s.illusion_fairy = 0
    s.penalty = 0
    s.magic_breaks = 0
    over = True
    for p in range(s.num_players):
        if fairies_of(s, p) < MOST_FAIRIES:
            over = False
    if over:
        finish(s)
    else:
        s.player = (np.int64(s.player) + 1) % np.int64(s.num_players)
        push(s, BEGIN_TURN, 0)


@jit
def gather(s, c):
    for i in range(s.village_size[c]):
        if s.village[c, i] <= KINDS:
            put_into_deck(s, c, s.village[c, i])
        s.village[c, i] = 0
        s.disabled[c, i] = 0
    s.village_size[c] = 0
    for card in range(1, KINDS + 1):
        for _ in range(s.illusion[c, card]):
            put_into_deck(s, c, card)
        s.illusion[c, card] = 0
    shuffle_deck(s, c)


# Castle decks


@jit
def put_into_deck(s, c, card):
    s.deck[c, s.deck_size[c]] = card
    s.deck_size[c] += 1


@jit
def shuffle_deck(s, c):
    for i in range(s.deck_size[c]):
        s.deck_known[c, i] = 0
    shuffle(s, s.deck[c], s.deck_size[c])


@jit
def take_top(s, c):
    s.deck_size[c] -= 1
    top = np.int64(s.deck_size[c])
    card = np.int64(s.deck[c, top])
    s.deck[c, top] = 0
    s.deck_known[c, top] = 0
    return card


@jit
def story_in_deck(s, c):
    """Place in the deck of the Story nearest to its top, or -1."""
    for i in range(s.deck_size[c] - 1, -1, -1):
        if SCRATCH[c, s.deck[c, i]] == 0:
            return i
    return -1


# Villages


@jit
def place(s, c, code, disabled):
    """To the right of the others."""
    i = np.int64(s.village_size[c])
    s.village[c, i] = code
    s.disabled[c, i] = disabled
    s.village_size[c] = i + 1


@jit
def take_from_village(s, c, i):
    size = np.int64(s.village_size[c])
    take_out(s.village[c], size, i)
    take_out(s.disabled[c], size, i)
    s.village_size[c] = size - 1


@jit
def find_active(s, c, code):
    """Place in the Village of the first active card with this code, or -1."""
    for i in range(s.village_size[c]):
        if s.village[c, i] == code and s.disabled[c, i] == 0:
            return i
    return -1


@jit
def is_ridiculed(s, c):
    """7 and the Witch: no orb in this Village is valid."""
    for i in range(s.village_size[c]):
        if HAS_RIDICULE[c, s.village[c, i]] != 0 and s.disabled[c, i] == 0:
            return True
    return False


@jit
def valid_orbs(s, c):
    """Valid orbs of one Village: a number with eight bits for the count of each colour."""
    orbs = 0
    for i in range(s.village_size[c]):
        code = np.int64(s.village[c, i])
        if s.disabled[c, i] == 0:
            if HAS_RIDICULE[c, code] != 0:
                return 0
            orbs += ORB_UNIT[ORB[c, code]]
    return orbs


@jit
def orbs_of(orbs, colour):
    """How many of a colour (from 0) there are in such a number."""
    return (orbs >> (8 * colour)) & 255


@jit
def count_orbs(orbs):
    n = 0
    while orbs != 0:
        n += orbs & 255
        orbs >>= 8
    return n


@jit
def disable_orb(s, c, colour):
    """Disable the first valid orb of a colour (0: of any) in a Village; False where there is none."""
    if is_ridiculed(s, c):
        return False
    for i in range(s.village_size[c]):
        orb = ORB[c, s.village[c, i]]
        if orb != 0 and s.disabled[c, i] == 0 and (colour == 0 or orb == colour):
            s.disabled[c, i] = 1
            return True
    return False


@jit
def scratch_total(s):
    """2: active enemies and Scratch Fairies of both Villages; the Shield Fairy takes 1 from each Knight."""
    shield = 1 if has(s, SHIELD) else 0
    total = 0
    for c in range(CASTLE_COUNT):
        for i in range(s.village_size[c]):
            if s.disabled[c, i] == 0:
                code = np.int64(s.village[c, i])
                total += SCRATCH[c, code] - shield * IS_KNIGHT[c, code]
    return total


@jit
def active_enemies(s, c):
    n = 0
    for i in range(s.village_size[c]):
        code = s.village[c, i]
        if code <= KINDS and SCRATCH[c, code] != 0 and s.disabled[c, i] == 0:
            n += 1
    return n


@jit
def disabled_enemies(s):
    """18: of both Villages together."""
    n = 0
    for c in range(CASTLE_COUNT):
        for i in range(s.village_size[c]):
            code = s.village[c, i]
            if code <= KINDS and SCRATCH[c, code] != 0 and s.disabled[c, i] != 0:
                n += 1
    return n


@jit
def turn_over(s, c):
    """16: Explore. A boss that a valid weapon beats goes back on top of its deck, for all to know."""
    card = take_top(s, c)
    weapon = np.int64(BEATEN_BY[c, card])
    other = 1 - c
    if weapon != 0 and not is_ridiculed(s, other):
        i = find_active(s, other, weapon)
        if i >= 0:
            s.disabled[other, i] = 1
            put_into_deck(s, c, card)
            s.deck_known[c, s.deck_size[c] - 1] = 1
            return
    place(s, c, card, 0)
    check_scratches(s, c)


@jit
def check_scratches(s, c):
    """2: the Penalty comes at once; the village that took the last card is remembered for it."""
    if scratch_total(s) >= MOST_SCRATCHES:
        s.penalty = 1
        s.place = c + 1
        push(s, OTHERS_SCORE, 0)
        push(s, LOSE_STORY, 0)


# Fairies and their powers


@jit
def has(s, fairy):
    """Whether the player whose turn it is has this Fairy: how Auto powers are always on."""
    return s.owned[s.player, fairy] != 0


@jit
def fairies_of(s, p):
    n = 0
    for f in range(1, FAIRY_TYPES + 1):
        n += s.owned[p, f]
    return n


@jit
def fairies_out(s, fairy):
    """Copies of a Fairy that do not lie active in the play area of the player whose turn it is."""
    out = np.int64(s.used[fairy])
    if s.illusion_fairy == fairy:
        out += 1
    for c in range(CASTLE_COUNT):
        for i in range(s.village_size[c]):
            if s.village[c, i] == KINDS + fairy:
                out += 1
    return out


@jit
def is_ready(s, fairy):
    """One copy at least lies active in the play area."""
    return s.owned[s.player, fairy] > fairies_out(s, fairy)


@jit
def targets(s):
    """Active enemies in their Villages that may be disabled or moved: a bit for each name and Village."""
    bits = 0
    for c in range(CASTLE_COUNT):
        for i in range(s.village_size[c]):
            if s.disabled[c, i] == 0:
                bits |= TARGET_BIT[c, s.village[c, i]]
    return bits


@jit
def any_in_illusion(s):
    for target in range(ENEMY_COUNT):
        if s.illusion[ENEMY_CASTLE[target], ENEMY_KIND[target]] != 0:
            return True
    return False


@jit
def any_to_ready(s):
    for i in range(READYABLE_FAIRY.shape[0]):
        if s.used[READYABLE_FAIRY[i]] != 0:
            return True
    return False


@jit
def can_lay(s, fairy, c):
    """8, 17 and 18: whether the need of a Story Fairy is met, or a Scratch Fairy could act, in this Village."""
    need = NEED[fairy]
    number = np.int64(NEED_NUMBER[fairy])
    if need == ORBS_HERE:
        return count_orbs(valid_orbs(s, c)) >= number
    if need == SOLDIER_HERE:
        return active_soldiers(s, c) >= number
    if need == NO_ENEMY_HERE:
        return active_enemies(s, c) == 0 and castle_cards(s, c) >= number
    if need == SCRATCHES:
        return scratch_total(s) >= number
    if need == DISABLED_ENEMIES:
        return disabled_enemies(s) >= number
    if POWER[fairy] == DISABLE:
        return targets(s) & TARGETS_OF[fairy] != 0
    if POWER[fairy] == FIND_STORY:
        return story_in_deck(s, c) >= 0
    return True


@jit
def active_soldiers(s, c):
    n = 0
    for i in range(s.village_size[c]):
        if IS_SOLDIER[c, s.village[c, i]] != 0 and s.disabled[c, i] == 0:
            n += 1
    return n


@jit
def castle_cards(s, c):
    n = 0
    for i in range(s.village_size[c]):
        if s.village[c, i] <= KINDS:
            n += 1
    return n


@jit
def can_use(s, fairy):
    """17: a power is offered only with a legal target at that moment."""
    if not is_ready(s, fairy):
        return False
    if FAIRY_KIND[fairy] != ACTION:
        return can_lay(s, fairy, HUMAN_VILLAGE) or can_lay(s, fairy, WITCHS_VILLAGE)
    power = POWER[fairy]
    if power == LOOK or power == ILLUSION_TOP:
        return s.deck_size[HUMAN_VILLAGE] > 0 or s.deck_size[WITCHS_VILLAGE] > 0
    if power == READY:
        return any_to_ready(s)
    if power == RETURN_POWER and any_in_illusion(s):
        return True
    return targets(s) & TARGETS_OF[fairy] != 0


@jit
def use_power(s, fairy):
    """Ask for what the power needs; an Action Fairy is disabled (9), the others are laid next."""
    s.power = fairy
    if FAIRY_KIND[fairy] != ACTION:
        s.prompt = LAY_VILLAGE
        return
    s.used[fairy] += 1
    power = POWER[fairy]
    if power == LOOK:
        for c in range(CASTLE_COUNT):
            if s.deck_size[c] > 0:
                s.deck_known[c, s.deck_size[c] - 1] = 1
        s.prompt = OWL_CASTLE
    elif power == ILLUSION_TOP:
        s.prompt = POWER_CASTLE
    elif power == READY:
        s.prompt = READY_FAIRY
    else:
        s.prompt = POWER_ENEMY


@jit
def lay(s, fairy, c):
    """A Scratch Fairy whose own scratch brings the Penalty does not act (3)."""
    place(s, c, KINDS + fairy, 0)
    if FAIRY_KIND[fairy] != SCRATCH_TYPE:
        return
    check_scratches(s, c)
    if s.penalty != 0:
        return
    power = POWER[fairy]
    if power == DISABLE:
        s.power = fairy
        s.prompt = POWER_ENEMY
    elif power == FIND_STORY:
        find_story(s, c)
    elif power == BREAK_AGAIN:
        s.magic_breaks += 1


@jit
def find_story(s, c):
    """Magpie: the cards passed over are shuffled back with the rest of the deck."""
    i = story_in_deck(s, c)
    card = take_out(s.deck[c], s.deck_size[c], i)
    s.deck_size[c] -= 1
    s.deck_known[c, s.deck_size[c]] = 0
    shuffle_deck(s, c)
    place(s, c, card, 0)


@jit
def act_on_enemy(s, fairy, target):
    c = np.int64(ENEMY_CASTLE[target])
    kind = np.int64(ENEMY_KIND[target])
    i = find_active(s, c, kind)
    if POWER[fairy] == DISABLE:
        s.disabled[c, i] = 1
        return
    take_from_village(s, c, i)
    if POWER[fairy] == VANISH:
        s.illusion[c, kind] += 1
        s.used[fairy] -= 1
        s.illusion_fairy = fairy
    else:
        put_into_deck(s, c, kind)
        shuffle_deck(s, c)


@jit
def return_from_illusion(s, target):
    c = np.int64(ENEMY_CASTLE[target])
    kind = np.int64(ENEMY_KIND[target])
    s.illusion[c, kind] -= 1
    put_into_deck(s, c, kind)
    shuffle_deck(s, c)


@jit
def choose_castle(s, prompt, c):
    card = take_top(s, c)
    is_enemy = SCRATCH[c, card] != 0
    if prompt == OWL_CASTLE:
        put_under(s.deck[c], s.deck_size[c], card)
        put_under(s.deck_known[c], s.deck_size[c], 1)
        s.deck_size[c] += 1
    elif prompt == CHARIOT_CASTLE:  # 10: never a Penalty, not even with the Unyielding King
        place(s, c, card, 1 if is_enemy else 0)
    elif is_enemy:  # 7: a boss in the Illusion has no effect and is not countered
        s.illusion[c, card] += 1
    else:
        place(s, c, card, 0)


@jit
def pick_enemy(s):
    """6: the Magic Break goes on while the Village has an enemy to disable."""
    if targets(s) & TARGETS_IN[s.place - 1] != 0:
        s.prompt = BREAK_ENEMY
    else:
        s.place = 0
        s.picked = 0


# Penalty and rescue


@jit
def lose_story(s):
    """4 (i): compulsory, if the Village that took the last card has a valid orb; Thorn keeps it."""
    if has(s, THORN) or valid_orbs(s, s.place - 1) == 0:
        s.place = 0
    else:
        s.prompt = LOSE_ORB


@jit
def others_score(s):
    """4 (ii) and 21: all others are booked before 24 points are looked for."""
    best = 0
    for p in range(s.num_players):
        if p != s.player:
            s.points[p] += 1
            best = max(best, np.int64(s.points[p]))
    if best >= WINNING_POINTS:
        finish(s)


@jit
def all_valid_orbs(s):
    return valid_orbs(s, HUMAN_VILLAGE) + valid_orbs(s, WITCHS_VILLAGE)


@jit
def can_afford(s, fairy, orbs):
    """19: as many valid orbs as the cost shows, and each colour of it; with Lantern one colour may be missing."""
    if count_orbs(orbs) < COST_SIZE[fairy]:
        return False
    missing = 0
    for colour in range(COLOUR_COUNT):
        missing += max(0, np.int64(COST[fairy, colour]) - orbs_of(orbs, colour))
    return missing <= (1 if has(s, LANTERN) else 0)


@jit
def pay(s, fairy):
    """5: orbs spent are disabled. Colours first, then any for grey and for what Lantern stands in for."""
    unpaid = np.int64(COST_SIZE[fairy])
    for colour in range(COLOUR_COUNT):
        for _ in range(COST[fairy, colour]):
            if disable_orb(s, HUMAN_VILLAGE, colour + 1) or disable_orb(s, WITCHS_VILLAGE, colour + 1):
                unpaid -= 1
    for _ in range(unpaid):
        if not disable_orb(s, HUMAN_VILLAGE, 0):
            disable_orb(s, WITCHS_VILLAGE, 0)


@jit
def rescue(s, fairy):
    """11, 20 and 21: pay, score the Fairy, refill the row, score what is left over."""
    p = s.player
    pay(s, fairy)
    s.owned[p, fairy] += 1
    if fairy == FLOWER:
        s.flowers -= 1
    else:
        s.row[fairy] = 0
    s.points[p] += POINTS[fairy]
    if s.points[p] >= WINNING_POINTS:
        finish(s)
        return
    if fairy != FLOWER and s.fairy_deck_size > 0:  # 12
        s.row[draw_fairy(s)] = 1
    s.points[p] += (count_orbs(all_valid_orbs(s)) + (1 if has(s, CHRONICLER) else 0)) // 2
    if s.points[p] >= WINNING_POINTS or s.flowers == 0:
        finish(s)


# Answers


@jit
def apply(s, action):
    answer(s, action)
    advance(s)


@jit
def answer(s, action):
    prompt = np.int64(s.prompt)
    power = np.int64(s.power)
    s.prompt = NO_PROMPT
    s.power = 0
    if action < EXPLORE_FIRST:
        fairy = action - TAKE_FIRST + 1
        if prompt == KEEP:
            keep(s, fairy)
        else:
            rescue(s, fairy)
    elif action < BREAK_FIRST:
        push(s, TAKE_ACTION, 0)
        turn_over(s, action - EXPLORE_FIRST)
    elif action < WITHDRAW:
        push(s, TAKE_ACTION, 0)
        push(s, PICK_ENEMY, 0)
        s.magic_breaks -= 1
        s.place = action - BREAK_FIRST + 1
    elif action == WITHDRAW:
        return
    elif action < LAY_FIRST:
        push(s, TAKE_ACTION, 0)
        use_power(s, USABLE_FAIRY[action - USE_FIRST])
    elif action < ENEMY_FIRST:
        lay(s, power, action - LAY_FIRST)
    elif action < ILLUSION_FIRST:
        answer_enemy(s, prompt, power, action - ENEMY_FIRST)
    elif action < CASTLE_FIRST:
        return_from_illusion(s, action - ILLUSION_FIRST)
    elif action < LEAVE:
        choose_castle(s, prompt, action - CASTLE_FIRST)
    elif action >= LOSE_FIRST:
        disable_orb(s, s.place - 1, action - LOSE_FIRST + 1)
        s.place = 0
    elif action == DONE:
        s.place = 0
        s.picked = 0
    elif action >= READY_FIRST:
        s.used[READYABLE_FAIRY[action - READY_FIRST]] -= 1


@jit
def keep(s, fairy):
    """The kept one first; the other goes back to the box."""
    p = s.player
    s.chosen[p] = 1
    if s.pair[p, 1] == fairy:
        s.pair[p, 1] = s.pair[p, 0]
        s.pair[p, 0] = fairy


@jit
def answer_enemy(s, prompt, power, target):
    if prompt == BREAK_ENEMY:
        c = np.int64(ENEMY_CASTLE[target])
        s.disabled[c, find_active(s, c, ENEMY_KIND[target])] = 1
        s.picked = 1
        push(s, PICK_ENEMY, 0)
    else:
        act_on_enemy(s, power, target)


# What is legal


@jit
def single_answer(s):
    """25: the only legal answer, if a decision with a single one is not asked; else -1. The commonest first."""
    if s.auto_single == 0 or s.prompt == KEEP:
        return -1
    if s.prompt == ACTION_CHOICE and (s.deck_size[HUMAN_VILLAGE] > 0 or s.deck_size[WITCHS_VILLAGE] > 0):
        return -1  # Explore or Withdraw
    if s.prompt == RESCUE_FAIRY:
        return -1 if can_rescue_from_row(s) else TAKE_FIRST + FLOWER - 1
    write_mask(s, s.legal)
    count = 0
    for action in range(ACTION_COUNT):
        count += s.legal[action]
    only = -1
    if count == 1:
        only = 0
        while s.legal[only] == 0:
            only += 1
    for action in range(ACTION_COUNT):
        s.legal[action] = 0
    return only


@jit
def can_rescue_from_row(s):
    orbs = all_valid_orbs(s)
    for fairy in range(1, FAIRY_TYPES):
        if s.row[fairy] != 0 and can_afford(s, fairy, orbs):
            return True
    return False


@jit
def write_mask(s, out):
    for action in range(ACTION_COUNT):
        out[action] = 0
    if s.seat < 0:
        return
    prompt = s.prompt
    if prompt == ACTION_CHOICE:
        write_actions(s, out)
    elif prompt == RESCUE_FAIRY:
        write_rescues(s, out)
    elif prompt == KEEP:
        for i in range(2):
            out[TAKE_FIRST + np.int64(s.pair[s.seat, i]) - 1] = 1
    elif prompt == LAY_VILLAGE:
        for c in range(CASTLE_COUNT):
            out[LAY_FIRST + c] = 1 if can_lay(s, s.power, c) else 0
    elif prompt == POWER_ENEMY or prompt == BREAK_ENEMY:
        write_targets(s, out)
    elif prompt == READY_FAIRY:
        for i in range(READYABLE_FAIRY.shape[0]):
            out[READY_FIRST + i] = 1 if s.used[READYABLE_FAIRY[i]] != 0 else 0
    elif prompt == LOSE_ORB:
        orbs = valid_orbs(s, s.place - 1)
        for colour in range(COLOUR_COUNT):
            out[LOSE_FIRST + colour] = 1 if orbs_of(orbs, colour) > 0 else 0
    else:  # Chariot, Mist, Owl
        for c in range(CASTLE_COUNT):
            out[CASTLE_FIRST + c] = 1 if s.deck_size[c] > 0 else 0
        if prompt == OWL_CASTLE:
            out[LEAVE] = 1


@jit
def write_actions(s, out):
    out[WITHDRAW] = 1
    can_break = targets(s) if s.magic_breaks > 0 else 0
    for c in range(CASTLE_COUNT):
        out[EXPLORE_FIRST + c] = 1 if s.deck_size[c] > 0 else 0
        out[BREAK_FIRST + c] = 1 if can_break & TARGETS_IN[c] != 0 else 0  # 6
    p = np.int64(s.player)
    for fairy in range(1, FAIRY_TYPES + 1):
        if s.owned[p, fairy] != 0 and FAIRY_KIND[fairy] != AUTO and can_use(s, fairy):
            out[USE_OF[fairy]] = 1


@jit
def write_rescues(s, out):
    orbs = all_valid_orbs(s)
    for fairy in range(1, FAIRY_TYPES):
        if s.row[fairy] != 0 and can_afford(s, fairy, orbs):
            out[TAKE_FIRST + fairy - 1] = 1
    out[TAKE_FIRST + FLOWER - 1] = 1  # 11: free, and with an empty pile the game would be over


@jit
def write_targets(s, out):
    breaking = s.prompt == BREAK_ENEMY
    there = targets(s) & (TARGETS_IN[s.place - 1] if breaking else TARGETS_OF[s.power])
    for target in range(TARGETS):
        out[ENEMY_FIRST + target] = (there >> target) & 1
    if breaking:
        out[DONE] = s.picked
    elif POWER[s.power] == RETURN_POWER:
        for target in range(ENEMY_COUNT):
            in_illusion = s.illusion[ENEMY_CASTLE[target], ENEMY_KIND[target]] != 0
            out[ILLUSION_FIRST + target] = 1 if in_illusion else 0


# The end


@jit
def forget_steps(s):
    for i in range(s.stack_size):
        s.stack_verb[i] = 0
        s.stack_number[i] = 0
    s.stack_size = 0


@jit
def finish(s):
    """24: winners share +1, losers -1; solo: points / 24, or 1 for winning."""
    s.seat = -1
    forget_steps(s)
    if s.num_players == 1:
        if s.reward == 0:
            s.returns[0] = np.float32(s.points[0]) / np.float32(WINNING_POINTS)
        elif s.points[0] >= SOLO_POINTS:
            s.returns[0] = 1.0
        return
    best = 0
    for p in range(s.num_players):
        best = max(best, np.int64(s.points[p]))
    winners = 0
    for p in range(s.num_players):
        if s.points[p] == best:
            winners += 1
    losers = s.num_players - winners
    if losers > 0:
        for p in range(s.num_players):
            s.returns[p] = 1.0 / winners if s.points[p] == best else -1.0 / losers


# What a player cannot know, and what must always hold


@jit
def resample(s, seat):
    """15: castle orders around known places; unseen Fairies over deck, boxes and, in the set-up, pairs."""
    for c in range(CASTLE_COUNT):
        shuffle_hidden(s, s.deck[c], s.deck_known[c], s.deck_size[c], 1)
    unseen = np.zeros(FAIRY_DECK_SIZE, dtype=np.int8)
    n = 0
    for i in range(s.fairy_deck_size):
        unseen[n] = s.fairy_deck[i]
        n += 1
    for p in range(s.num_players):
        for i in range(2):
            if p != seat and s.pair[p, i] != 0:
                unseen[n] = s.pair[p, i]
                n += 1
    shuffle(s, unseen, n)
    for i in range(s.fairy_deck_size):
        n -= 1
        s.fairy_deck[i] = unseen[n]
    for p in range(s.num_players):
        for i in range(2):
            if p != seat and s.pair[p, i] != 0:
                n -= 1
                s.pair[p, i] = unseen[n]


INVARIANTS = {
    1: "a number in the record is out of range",
    2: "each castle must have its 20 cards in deck, Village and Illusion together",
    3: "each Fairy must be in exactly one place, and the ten Flower Fairies in pile and play areas",
    4: "a Village or the Illusion holds a Fairy, or a Fairy is disabled, that the player at turn does not have",
    5: "the decision at hand does not fit: prompt, seat, power and Village must go together",
    6: "five scratches lie in the Villages and the explore phase goes on",
    7: "the steps to come do not fit",
}


@jit
def check(s):
    if s.num_players < 1 or s.num_players > 4 or s.player < 0 or s.player >= s.num_players:
        return 1
    if s.reward < 0 or s.reward > 1 or s.auto_single < 0 or s.auto_single > 1:
        return 1
    if s.magic_breaks < 0 or s.magic_breaks > MOST_BREAKS:
        return 1
    if not check_steps(s):
        return 7
    for c in range(CASTLE_COUNT):
        code = check_castle(s, c)
        if code != 0:
            return code
    code = check_fairies(s)
    if code != 0:
        return code
    return check_decision(s)


@jit
def check_steps(s):
    """The set-up goes on to SHOW_KEPT and a turn to END_TURN, with few steps before; over, nothing is left."""
    if s.seat < 0:
        return s.stack_size == 0
    if s.stack_size < 1 or s.stack_size > MOST_WAITING:
        return False
    for i in range(s.stack_size):
        if s.stack_verb[i] < ASK_KEEP or s.stack_verb[i] > END_TURN:
            return False
        if s.stack_number[i] < 0 or s.stack_number[i] >= s.num_players:
            return False
    for p in range(s.num_players):
        if (s.stack_verb[0] == SHOW_KEPT) != (s.pair[p, 0] != 0):
            return False
    return s.stack_verb[0] == SHOW_KEPT or s.stack_verb[0] == END_TURN


@jit
def check_castle(s, c):
    size = np.int64(s.deck_size[c])
    lying = np.int64(s.village_size[c])
    if size < 0 or size > CASTLE_SIZE or lying < 0 or lying > VILLAGE_SIZE:
        return 1
    for i in range(CASTLE_SIZE):
        if i < size and (s.deck[c, i] < 1 or s.deck[c, i] > KINDS):
            return 1
        if s.deck_known[c, i] < 0 or s.deck_known[c, i] > 1 or (i >= size and s.deck[c, i] + s.deck_known[c, i] != 0):
            return 1
        if s.deck_known[c, i] != 0 and i != size - 1 and i >= UNDER_PLACES:
            return 1
    for i in range(VILLAGE_SIZE):
        code = np.int64(s.village[c, i])
        if s.disabled[c, i] < 0 or s.disabled[c, i] > 1 or code < 0 or code > CODES or (i < lying) != (code != 0):
            return 1
        if code > KINDS and FAIRY_KIND[code - KINDS] != STORY and FAIRY_KIND[code - KINDS] != SCRATCH_TYPE:
            return 1
    for card in range(1, KINDS + 1):
        if s.illusion[c, card] < 0:
            return 1
        places = np.int64(s.illusion[c, card])
        for i in range(size):
            if s.deck[c, i] == card:
                places += 1
        for i in range(lying):
            if s.village[c, i] == card:
                places += 1
        if places != COPIES[c, card]:
            return 2
    return 0


@jit
def check_fairies(s):
    if s.fairy_deck_size < 0 or s.fairy_deck_size > FAIRY_DECK_SIZE or s.flowers < 0 or s.flowers > FLOWERS:
        return 1
    if s.illusion_fairy < 0 or s.illusion_fairy > FAIRY_TYPES:
        return 1
    for i in range(FAIRY_DECK_SIZE):
        fairy = s.fairy_deck[i]
        if fairy < 0 or fairy > FAIRY_DECK_SIZE or (i < s.fairy_deck_size) != (fairy != 0):
            return 1
    for p in range(s.num_players):
        if s.chosen[p] < 0 or s.chosen[p] > 1:
            return 1
        for i in range(2):
            if s.pair[p, i] < 0 or s.pair[p, i] > FAIRY_DECK_SIZE:
                return 1
    for fairy in range(1, FAIRY_TYPES + 1):
        if s.row[fairy] < 0 or s.used[fairy] < 0:
            return 1
        places = np.int64(s.flowers) if fairy == FLOWER else np.int64(s.row[fairy])
        for i in range(s.fairy_deck_size):
            if s.fairy_deck[i] == fairy:
                places += 1
        for p in range(s.num_players):
            if s.owned[p, fairy] < 0:
                return 1
            places += s.owned[p, fairy]
            for i in range(2):
                if s.pair[p, i] == fairy:
                    places += 1
        if places != (FLOWERS if fairy == FLOWER else 1):
            return 3
        if fairies_out(s, fairy) > s.owned[s.player, fairy]:
            return 4
    for p in range(s.num_players):
        if fairies_of(s, p) > MOST_FAIRIES or s.points[p] < 0 or s.points[p] > MOST_POINTS:
            return 1
    return 0


@jit
def check_decision(s):
    if s.prompt < 0 or s.prompt > PROMPTS or s.power < 0 or s.power > FAIRY_TYPES:
        return 1
    if s.place < 0 or s.place > CASTLE_COUNT or s.picked < 0 or s.picked > 1 or s.penalty < 0 or s.penalty > 1:
        return 1
    for action in range(ACTION_COUNT):
        if s.legal[action] != 0:
            return 1
    if s.seat < -1 or (s.seat != -1 and s.seat != s.player):
        return 5
    if (s.prompt == NO_PROMPT) != (s.seat == -1):
        return 5
    if (s.prompt == KEEP) != (s.seat != -1 and s.pair[s.player, 0] != 0 and s.chosen[s.player] == 0):
        return 5
    asks = s.prompt == CHARIOT_CASTLE or (s.prompt >= LAY_VILLAGE and s.prompt <= READY_FAIRY)
    if asks != (s.power != 0):
        return 5
    if (s.prompt == LOSE_ORB or s.prompt == BREAK_ENEMY) != (s.place != 0 and s.seat != -1):
        return 5
    if s.penalty == 0 and s.seat != -1 and scratch_total(s) >= MOST_SCRATCHES:
        return 6
    return 0


FUNCTIONS = {
    "reset": reset,
    "apply": apply,
    "advance": advance,
    "write_mask": write_mask,
    "resample": resample,
    "check": check,
}
