"""What happens in Margot. Numbers in comments are the rulings of RULES.md.

From top to bottom: set-up, a turn, the Villages, the powers of Fairies, Penalty and rescue, answers, what is legal,
the end, and what is checked. ``advance`` works off the steps on the stack until a player has to decide, and keeps the
legal answers in the record. What moves a card that all see does it through views.py, which keeps count of the Villages.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import put_under, shuffle, shuffle_hidden, take_out
from unicorn_envs.engine.random import draw, reseed
from unicorn_envs.engine.results import share
from unicorn_envs.engine.steps import pop, push
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
    BEATEN_BY,
    BREAK_AGAIN,
    CASTLE_COUNT,
    CASTLE_SIZE,
    CHARIOT,
    CHRONICLER,
    CODES,
    COLOUR_COUNT,
    COPIES,
    COST,
    COST_SIZE,
    DISABLE,
    DISABLED_ENEMIES,
    ENEMIES,
    ENEMY_CASTLE,
    ENEMY_KIND,
    ENEMY_KINDS,
    FAIRY_DECK_SIZE,
    FAIRY_KIND,
    FAIRY_TYPES,
    FIND_STORY,
    FLOWER,
    FLOWERS,
    ILLUSION_TOP,
    IS_SOLDIER,
    KINDS,
    LANTERN,
    LAYABLE,
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
    TARGETS_IN,
    TARGETS_OF,
    THORN,
    USABLE,
    USABLE_ALWAYS,
    USABLE_SELDOM,
    USABLE_WITH_DECKS,
    USABLE_WITH_TARGETS,
    VANISH,
)
from unicorn_envs.games.margot.cards import (
    RETURN as RETURN_POWER,
)
from unicorn_envs.games.margot.observation import (
    DISABLED_ENEMIES_AT,
    ENEMIES_AT,
    MOST_TOTAL,
    RESCUED,
    SCRATCHES_AT,
    view_of,
)
from unicorn_envs.games.margot.state import (
    ACTION_CHOICE,
    BREAK_ENEMY,
    CHARIOT_CASTLE,
    KEEP,
    LAY_VILLAGE,
    LOSE_ORB,
    MAX_PLAYERS,
    MOST_BREAKS,
    MOST_FAIRIES,
    MOST_POINTS,
    MOST_SCRATCHES,
    NO_PROMPT,
    OWL_CASTLE,
    POWER_CASTLE,
    POWER_ENEMY,
    PROMPTS,
    READY_FAIRY,
    RESCUE_FAIRY,
    SOLO_POINTS,
    STACK,
    UNDER_PLACES,
    VILLAGE_SIZE,
    WINNING_POINTS,
)
from unicorn_envs.games.margot.views import (
    ORB_TOTAL,
    change_illusion,
    count_in_deck,
    disable,
    gain_fairy,
    is_ridiculed,
    put_fairy_into_illusion,
    put_into_village,
    score,
    set_known,
    set_ready,
    set_row,
    show_all_ready,
    show_chosen,
    show_everything,
    show_full_castles,
    show_new_game,
    show_piles,
    show_rescued,
    show_scratches,
    take_from_village,
    valid_orbs,
    views_are_right,
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
SHOW_POSITION = 10  # the first step of a position: nothing has been shown yet

HUMAN_VILLAGE, WITCHS_VILLAGE = 0, 1
ENEMY_COUNT = len(ENEMIES)
ACTION_COUNT = len(ACTIONS)
FIRST_USABLE = USABLE[0]
assert tuple(USABLE) == tuple(range(FIRST_USABLE, FAIRY_TYPES + 1)), "Fairies that can be used come last"
USABLE_FAIRY = np.array(USABLE, dtype=np.int8)
READYABLE_FAIRY = np.array(READYABLE, dtype=np.int8)
FULL_DECK = np.array(
    [np.repeat(np.arange(KINDS + 1), COPIES[c, : KINDS + 1]) for c in range(CASTLE_COUNT)], dtype=np.int8
)  # of each castle, in the order of its table

# What an orb number lacks for a cost: a bit for each count that is too small
COUNTS = COLOUR_COUNT + 1
HIGH_BITS = sum(128 << (8 * i) for i in range(COUNTS))
COST_NUMBER = np.array(
    [
        sum(int(n) << (8 * i) for i, n in enumerate((*COST[f, :COLOUR_COUNT], COST_SIZE[f])))
        for f in range(FAIRY_TYPES + 1)
    ],
    dtype=np.int64,
)  # by Fairy: its coloured orbs, then all

# The answers to a decision are a set: a bit for each of these many actions, from FIRST_ANSWER of the prompt on
WINDOW = 32
FIRST_ANSWER = np.full(PROMPTS + 1, LAY_FIRST, dtype=np.int64)
FIRST_ANSWER[[NO_PROMPT, KEEP, RESCUE_FAIRY]] = TAKE_FIRST
FIRST_ANSWER[ACTION_CHOICE] = EXPLORE_FIRST
FIRST_ANSWER[LOSE_ORB] = ACTION_COUNT - WINDOW

# What goes with a decision: the power that asks, and the steps that wait for its end
PROMPT_OF_POWER = {
    DISABLE: POWER_ENEMY, VANISH: POWER_ENEMY, RETURN_POWER: POWER_ENEMY, ILLUSION_TOP: POWER_CASTLE,
    LOOK: OWL_CASTLE, READY: READY_FAIRY,
}  # fmt: skip


def _asks() -> np.ndarray:
    table = np.zeros((PROMPTS + 1, FAIRY_TYPES + 1), dtype=np.int8)
    table[[NO_PROMPT, KEEP, ACTION_CHOICE, BREAK_ENEMY, LOSE_ORB, RESCUE_FAIRY], 0] = 1
    table[CHARIOT_CASTLE, CHARIOT] = 1
    table[LAY_VILLAGE, list(LAYABLE)] = 1
    for fairy in USABLE:
        if POWER[fairy] in PROMPT_OF_POWER:
            table[PROMPT_OF_POWER[int(POWER[fairy])], fairy] = 1
    return table


ASKS = _asks()  # by prompt and Fairy (0: none): whether the power of the Fairy asks this
TURN_STEPS = np.array([END_TURN, RESCUE, TAKE_ACTION, OTHERS_SCORE], dtype=np.int8)  # from the bottom of the stack
WAITING = np.full(PROMPTS + 1, 3, dtype=np.int8)  # by prompt: how many of them wait
WAITING[[NO_PROMPT, RESCUE_FAIRY, ACTION_CHOICE, LOSE_ORB]] = 0, 1, 2, 4


# Set-up


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.reward = options[1]
    s.auto_single = options[2]
    for c in range(CASTLE_COUNT):
        for i in range(CASTLE_SIZE):
            s.deck[c, i] = FULL_DECK[c, i]
        s.deck_size[c] = CASTLE_SIZE
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
    show_new_game(s)
    advance(s)


@jit
def draw_fairy(s):
    s.fairy_deck_size -= 1
    fairy = np.int64(s.fairy_deck[s.fairy_deck_size])
    s.fairy_deck[s.fairy_deck_size] = 0
    return fairy


@jit
def turn_up(s):
    """The next Fairy of the deck comes into the row."""
    set_row(s, draw_fairy(s), 1)
    show_piles(s)


@jit
def show_kept(s):
    """22: all kept Fairies are shown together; then the row is turned up and the first player drawn."""
    for p in range(s.num_players):
        kept = np.int64(s.pair[p, 0])
        gain_fairy(s, p, kept)
        score(s, p, POINTS[kept])
        s.pair[p, 0] = 0
    for _ in range(ROW_SIZE):
        turn_up(s)
    s.player = draw(s, s.num_players)
    push(s, BEGIN_TURN, 0)


# The turn


@jit
def advance(s):
    while s.seat >= 0:
        if s.prompt == NO_PROMPT:
            verb, number = pop(s)
            carry_out(s, verb, number)
        else:
            legal = answers(s)
            s.answers = legal
            if s.auto_single == 0 or s.prompt == KEEP or legal & (legal - 1) != 0:
                return
            answer(s, FIRST_ANSWER[s.prompt] + place_of(legal))  # 25: a single answer is not asked


@jit
def carry_out(s, verb, number):
    if verb == TAKE_ACTION:
        if s.penalty == 0:
            s.prompt = ACTION_CHOICE
    elif verb == RESCUE:
        s.prompt = RESCUE_FAIRY
    elif verb == END_TURN:
        end_turn(s)
    elif verb == BEGIN_TURN:
        begin_turn(s)
    elif verb == PICK_ENEMY:
        pick_enemy(s)
    elif verb == LOSE_STORY:
        lose_story(s)
    elif verb == OTHERS_SCORE:
        others_score(s)
    elif verb == ASK_KEEP:
        s.seat = number
        s.player = number
        s.prompt = KEEP
    elif verb == SHOW_KEPT:
        show_kept(s)
    elif verb == SHOW_POSITION:
        show_everything(s)


@jit
def begin_turn(s):
    s.seat = s.player
    s.ready = s.usable[s.player]
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
    show_full_castles(s)
    show_all_ready(s, s.player)
    s.penalty = 0
    s.magic_breaks = 0
    if all_have_rescued(s):
        finish(s)
    else:
        s.player += 1
        if s.player == s.num_players:
            s.player = 0
        push(s, BEGIN_TURN, 0)


@jit
def all_have_rescued(s):
    for p in range(s.num_players):
        if fairies_of(s, p) < MOST_FAIRIES:
            return False
    return True


@jit
def gather(s, c):
    """The views follow in one piece, when both castles are full again."""
    size = np.int64(s.deck_size[c])
    for i in range(s.village_size[c]):
        if s.village[c, i] <= KINDS:
            s.deck[c, size] = s.village[c, i]
            size += 1
    for i in range(VILLAGE_SIZE):
        s.village[c, i] = 0
        s.disabled[c, i] = 0
    s.village_size[c] = 0
    for card in range(1, ENEMY_KINDS + 1):  # a Story does not stay in the Illusion
        for _ in range(s.illusion[c, card]):
            s.deck[c, size] = card
            size += 1
        s.illusion[c, card] = 0
    s.deck_size[c] = size
    s.deck_known[c] = 0
    shuffle(s, s.deck[c], size)


# Castle decks


@jit
def put_on_deck(s, c, card):
    s.deck[c, s.deck_size[c]] = card
    s.deck_size[c] += 1
    count_in_deck(s, c, card, 1)


@jit
def shuffle_deck(s, c):
    shuffle(s, s.deck[c], s.deck_size[c])
    set_known(s, c, 0)


@jit
def take_top(s, c):
    s.deck_size[c] -= 1
    top = np.int64(s.deck_size[c])
    card = np.int64(s.deck[c, top])
    s.deck[c, top] = 0
    count_in_deck(s, c, card, -1)
    known = np.int64(s.deck_known[c])
    if known != 0:
        set_known(s, c, known & ~(1 << top))
    return card


@jit
def show_top(s, c):
    """All know the top card."""
    set_known(s, c, np.int64(s.deck_known[c]) | (1 << (np.int64(s.deck_size[c]) - 1)))


@jit
def story_in_deck(s, c):
    """Place in the deck of the Story nearest to its top, or -1."""
    for i in range(s.deck_size[c] - 1, -1, -1):
        if SCRATCH[c, s.deck[c, i]] == 0:
            return i
    return -1


# Villages


@jit
def find_active(s, c, code):
    """Place in the Village of the first active card with this code, or -1."""
    for i in range(s.village_size[c]):
        if s.village[c, i] == code and s.disabled[c, i] == 0:
            return i
    return -1


@jit
def orbs_of(orbs, colour):
    """How many of a colour (from 0) there are in such a number."""
    return (orbs >> (8 * colour)) & 255


@jit
def count_orbs(orbs):
    """How many there are in such a number; of the orbs of one Village only if they are valid."""
    return orbs >> ORB_TOTAL


@jit
def disable_orb(s, c, colour):
    """Disable the first valid orb of a colour (0: of any) in a Village; False where there is none."""
    if is_ridiculed(s, c):
        return False
    for i in range(s.village_size[c]):
        orb = ORB[c, s.village[c, i]]
        if orb != 0 and s.disabled[c, i] == 0 and (colour == 0 or orb == colour):
            disable(s, c, i)
            return True
    return False


@jit
def scratch_total(s):
    """2: active enemies and Scratch Fairies of both Villages."""
    return np.int64(s.table_view[SCRATCHES_AT])


@jit
def active_enemies(s, c):
    n = 0
    for i in range(ENEMY_KINDS):
        n += s.table_view[ENEMIES_AT + c * ENEMY_KINDS + i]
    return n


@jit
def disabled_enemies(s):
    """18: of both Villages together."""
    n = 0
    for i in range(CASTLE_COUNT * ENEMY_KINDS):
        n += s.table_view[DISABLED_ENEMIES_AT + i]
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
            disable(s, other, i)
            put_on_deck(s, c, card)
            show_top(s, c)
            return
    put_into_village(s, c, card, 0)
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
    """1 and the rescued ones, once the alter egos are shown."""
    return 1 + np.int64(s.player_view[view_of(p) + RESCUED])


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
        return s.targets & TARGETS_OF[fairy] != 0
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
def usable_now(s):
    """17: a power is offered only with a legal target at that moment. A set of Fairies."""
    ready = np.int64(s.ready)
    may_be_used = USABLE_WITH_TARGETS[s.targets] | USABLE_ALWAYS
    if s.deck_size[HUMAN_VILLAGE] > 0 or s.deck_size[WITCHS_VILLAGE] > 0:
        may_be_used |= USABLE_WITH_DECKS
    seldom = ready & USABLE_SELDOM
    while seldom != 0:
        fairy = place_of(seldom)
        may_be_used |= bit(has_its_need(s, fairy), fairy)
        seldom &= seldom - 1
    return ready & may_be_used


@jit
def has_its_need(s, fairy):
    """Whether a Fairy may be used that none of the sets above tells about."""
    if FAIRY_KIND[fairy] != ACTION:
        return can_lay(s, fairy, HUMAN_VILLAGE) or can_lay(s, fairy, WITCHS_VILLAGE)
    if POWER[fairy] == READY:
        return any_to_ready(s)
    return any_in_illusion(s)


@jit
def use_power(s, fairy):
    """Ask for what the power needs; an Action Fairy is disabled (9), the others are laid next."""
    s.power = fairy
    if FAIRY_KIND[fairy] != ACTION:
        s.prompt = LAY_VILLAGE
        return
    s.used[fairy] += 1
    set_ready(s, fairy, -1)
    power = POWER[fairy]
    if power == LOOK:
        for c in range(CASTLE_COUNT):
            if s.deck_size[c] > 0:
                show_top(s, c)
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
    put_into_village(s, c, KINDS + fairy, 0)
    set_ready(s, fairy, -1)
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
    count_in_deck(s, c, card, -1)
    shuffle_deck(s, c)
    put_into_village(s, c, card, 0)


@jit
def act_on_enemy(s, fairy, target):
    c = np.int64(ENEMY_CASTLE[target])
    kind = np.int64(ENEMY_KIND[target])
    i = find_active(s, c, kind)
    if POWER[fairy] == DISABLE:
        disable(s, c, i)
        return
    take_from_village(s, c, i)
    if POWER[fairy] == VANISH:
        change_illusion(s, c, kind, 1)
        s.used[fairy] -= 1
        put_fairy_into_illusion(s, fairy)
    else:
        put_on_deck(s, c, kind)
        shuffle_deck(s, c)


@jit
def return_from_illusion(s, target):
    c = np.int64(ENEMY_CASTLE[target])
    kind = np.int64(ENEMY_KIND[target])
    change_illusion(s, c, kind, -1)
    put_on_deck(s, c, kind)
    shuffle_deck(s, c)


@jit
def choose_castle(s, prompt, c):
    card = take_top(s, c)
    is_enemy = SCRATCH[c, card] != 0
    if prompt == OWL_CASTLE:
        put_under(s.deck[c], s.deck_size[c], card)
        s.deck_size[c] += 1
        count_in_deck(s, c, card, 1)
        set_known(s, c, 2 * np.int64(s.deck_known[c]) + 1)
    elif prompt == CHARIOT_CASTLE:  # 10: never a Penalty, not even with the Unyielding King
        put_into_village(s, c, card, 1 if is_enemy else 0)
    elif is_enemy:  # 7: a boss in the Illusion has no effect and is not countered
        change_illusion(s, c, card, 1)
    else:
        put_into_village(s, c, card, 0)


@jit
def pick_enemy(s):
    """6: the Magic Break goes on while the Village has an enemy to disable."""
    if s.targets & TARGETS_IN[s.place - 1] != 0:
        s.prompt = BREAK_ENEMY
    else:
        s.place = 0
        s.picked = 0


# Penalty and rescue


@jit
def lose_story(s):
    """4 (i): compulsory, if the Village that took the last card has a valid orb; Thorn keeps it."""
    if has(s, THORN) or valid_orbs(s, np.int64(s.place) - 1) == 0:
        s.place = 0
    else:
        s.prompt = LOSE_ORB


@jit
def others_score(s):
    """4 (ii) and 21: all others are booked before 24 points are looked for."""
    best = 0
    for p in range(s.num_players):
        if p != s.player:
            score(s, p, 1)
            best = max(best, np.int64(s.points[p]))
    if best >= WINNING_POINTS:
        finish(s)


@jit
def all_valid_orbs(s):
    return valid_orbs(s, HUMAN_VILLAGE) + valid_orbs(s, WITCHS_VILLAGE)


@jit
def can_afford(s, fairy, orbs):
    """19: as many valid orbs as the cost shows, and each colour of it; with Lantern one colour may be missing."""
    lacking = ~((orbs | HIGH_BITS) - COST_NUMBER[fairy]) & HIGH_BITS
    if lacking == 0:
        return True
    if not has(s, LANTERN) or count_orbs(orbs) < COST_SIZE[fairy]:
        return False
    missing = 0
    for colour in range(COLOUR_COUNT):
        missing += max(0, np.int64(COST[fairy, colour]) - orbs_of(orbs, colour))
    return missing <= 1


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
    """11, 13, 20 and 21: pay, score the Fairy, refill the row, score what is left over."""
    p = np.int64(s.player)
    pay(s, fairy)
    gain_fairy(s, p, fairy)
    show_rescued(s, p)
    if fairy == FLOWER:
        s.flowers -= 1
        show_piles(s)
    else:
        set_row(s, fairy, 0)
    if fairy == SHIELD:
        show_scratches(s)
    score(s, p, POINTS[fairy])
    if s.points[p] >= WINNING_POINTS or s.flowers == 0:
        finish(s)
        return
    if fairy != FLOWER and s.fairy_deck_size > 0:  # 12
        turn_up(s)
    score(s, p, (count_orbs(all_valid_orbs(s)) + (1 if has(s, CHRONICLER) else 0)) // 2)
    if s.points[p] >= WINNING_POINTS:
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
    s.answers = 0
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
        disable_orb(s, np.int64(s.place) - 1, action - LOSE_FIRST + 1)
        s.place = 0
    elif action == DONE:
        s.place = 0
        s.picked = 0
    elif action >= READY_FIRST:
        fairy = np.int64(READYABLE_FAIRY[action - READY_FIRST])
        s.used[fairy] -= 1
        set_ready(s, fairy, 1)


@jit
def keep(s, fairy):
    """The kept one first; the other goes back to the box."""
    p = s.player
    s.chosen[p] = 1
    show_chosen(s, p)
    if s.pair[p, 1] == fairy:
        s.pair[p, 1] = s.pair[p, 0]
        s.pair[p, 0] = fairy


@jit
def answer_enemy(s, prompt, power, target):
    if prompt == BREAK_ENEMY:
        c = np.int64(ENEMY_CASTLE[target])
        disable(s, c, find_active(s, c, ENEMY_KIND[target]))
        s.picked = 1
        push(s, PICK_ENEMY, 0)
    else:
        act_on_enemy(s, power, target)


# What is legal


@jit
def answers(s):
    """The legal answers to the decision at hand: a bit for each action from FIRST_ANSWER of the prompt on."""
    prompt = s.prompt
    if prompt == ACTION_CHOICE:
        return legal_actions(s)
    if prompt == RESCUE_FAIRY:
        return legal_rescues(s)
    if prompt == BREAK_ENEMY or prompt == POWER_ENEMY:
        return legal_enemies(s)
    if prompt == KEEP:
        return bit(True, TAKE_FIRST + s.pair[s.seat, 0] - 1) | bit(True, TAKE_FIRST + s.pair[s.seat, 1] - 1)
    legal = 0
    if prompt == LAY_VILLAGE:
        for c in range(CASTLE_COUNT):
            legal |= bit(can_lay(s, s.power, c), c)
    elif prompt == READY_FAIRY:
        for i in range(READYABLE_FAIRY.shape[0]):
            legal |= bit(s.used[READYABLE_FAIRY[i]] != 0, READY_FIRST - LAY_FIRST + i)
    elif prompt == LOSE_ORB:
        orbs = valid_orbs(s, np.int64(s.place) - 1)
        for colour in range(COLOUR_COUNT):
            legal |= bit(orbs_of(orbs, colour) > 0, LOSE_FIRST - FIRST_ANSWER[LOSE_ORB] + colour)
    else:  # Chariot, Mist, Owl
        for c in range(CASTLE_COUNT):
            legal |= bit(s.deck_size[c] > 0, CASTLE_FIRST - LAY_FIRST + c)
        legal |= bit(prompt == OWL_CASTLE, LEAVE - LAY_FIRST)
    return legal


@jit
def bit(legal, place):
    """The set of one answer, or of none."""
    return np.int64(legal) << place


@jit
def place_of(legal):
    """The place of the lowest bit of a set."""
    lower = (legal & -legal) - 1
    place = 0
    while lower != 0:  # the compiler makes one instruction of this count
        lower &= lower - 1
        place += 1
    return place


@jit
def legal_actions(s):
    to_break = np.int64(s.targets) if s.magic_breaks > 0 else 0
    legal = bit(True, WITHDRAW - EXPLORE_FIRST)
    for c in range(CASTLE_COUNT):
        legal |= bit(s.deck_size[c] > 0, c)
        legal |= bit(to_break & TARGETS_IN[c] != 0, BREAK_FIRST - EXPLORE_FIRST + c)  # 6
    return legal | (usable_now(s) >> FIRST_USABLE << (USE_FIRST - EXPLORE_FIRST))


@jit
def legal_rescues(s):
    legal = bit(True, TAKE_FIRST + FLOWER - 1)  # 11: free, and with an empty pile the game would be over
    orbs = all_valid_orbs(s)
    row = np.int64(s.row) if orbs != 0 else 0
    while row != 0:
        fairy = place_of(row)
        legal |= bit(can_afford(s, fairy, orbs), TAKE_FIRST + fairy - 1)
        row &= row - 1
    return legal


@jit
def legal_enemies(s):
    first = ENEMY_FIRST - LAY_FIRST
    targets = np.int64(s.targets)
    if s.prompt == BREAK_ENEMY:
        return (targets & TARGETS_IN[s.place - 1]) << first | bit(s.picked != 0, DONE - LAY_FIRST)
    legal = (targets & TARGETS_OF[s.power]) << first
    if POWER[s.power] == RETURN_POWER:
        for target in range(ENEMY_COUNT):
            in_illusion = s.illusion[ENEMY_CASTLE[target], ENEMY_KIND[target]] != 0
            legal |= bit(in_illusion, ILLUSION_FIRST - LAY_FIRST + target)
    return legal


@jit
def write_mask(s, out):
    for action in range(ACTION_COUNT):
        out[action] = 0
    first = FIRST_ANSWER[s.prompt] & 127  # the compiler sees that it is not negative
    legal = s.answers
    for i in range(min(WINDOW, out.shape[0])):
        out[first + i] = (legal >> i) & 1


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
        winners |= np.int64(s.points[p] == best) << p
    share(s, winners)


# What a player cannot know, and what must always hold


@jit
def resample(s, seat):
    """15: castle orders around known places; unseen Fairies over deck, boxes and, in the set-up, pairs."""
    known = np.zeros(CASTLE_SIZE, dtype=np.int8)
    for c in range(CASTLE_COUNT):
        for i in range(CASTLE_SIZE):
            known[i] = (s.deck_known[c] >> i) & 1
        shuffle_hidden(s, s.deck[c], known, s.deck_size[c], 1)
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
    if s.prompt == KEEP:
        s.answers = answers(s)


INVARIANTS = {
    1: "a number in the record is out of range",
    2: "each castle must have its 20 cards in deck, Village and Illusion together",
    3: "each Fairy must be in exactly one place, and the ten Flower Fairies in pile and play areas",
    4: "a Village or the Illusion holds a Fairy, or an Action Fairy is disabled, that the player at turn does not have",
    5: "the decision at hand does not fit: prompt, seat, power, Village and Penalty must go together",
    6: "five scratches lie in the Villages and the explore phase goes on, or more lie there than one card can add",
    7: "the steps to come do not fit",
    8: "the views must show what lies on the table, and the legal answers those to the decision at hand",
    9: "the row must have three Fairies while the Fairy deck has any, and none before all have chosen",
    10: "the players' Fairies do not fit: each keeps one of two, and rescues one a turn, clockwise",
    11: "more Magic Breaks are left, or more enemies lie in the Illusion, than Fairies used in this turn allow",
    12: "a game is over when a player has 24 points, no Flower Fairy is left or all have six Fairies, and not before",
}


@jit
def check(s):
    if s.num_players < 1 or s.num_players > MAX_PLAYERS or s.player < 0 or s.player >= s.num_players:
        return 1
    if s.reward < 0 or s.reward > 1 or s.auto_single < 0 or s.auto_single > 1 or s.truncated != 0:
        return 1
    if s.magic_breaks < 0 or s.magic_breaks > MOST_BREAKS:
        return 1
    for c in range(CASTLE_COUNT):
        code = check_castle(s, c)
        if code != 0:
            return code
    code = check_fairies(s)
    if code != 0:
        return code
    code = check_decision(s)
    if code != 0:
        return code
    if not steps_fit(s):
        return 7
    code = check_course(s)
    if code != 0:
        return code
    if not views_are_right(s) or s.answers != (answers(s) if s.seat >= 0 else 0):
        return 8
    total = scratch_total(s)
    if (s.penalty == 0 and s.seat != -1 and total >= MOST_SCRATCHES) or total > MOST_TOTAL:
        return 6
    return 0


@jit
def steps_fit(s):
    """The set-up goes on to SHOW_KEPT and a turn to END_TURN; over, nothing is left."""
    setting_up = s.prompt == KEEP
    waiting = np.int64(WAITING[s.prompt])
    if setting_up:
        waiting = np.int64(s.num_players) - s.seat
    if s.stack_size != waiting:
        return False
    for i in range(STACK):
        verb = 0
        number = 0
        if i < waiting:
            if not setting_up:
                verb = np.int64(TURN_STEPS[i])
            elif i == 0:
                verb = SHOW_KEPT
            else:
                verb = ASK_KEEP
                number = np.int64(s.num_players) - i
        if s.stack_verb[i] != verb or s.stack_number[i] != number:
            return False
    return True


@jit
def check_castle(s, c):
    size = np.int64(s.deck_size[c])
    lying = np.int64(s.village_size[c])
    known = np.int64(s.deck_known[c])
    if known < 0 or known >> CASTLE_SIZE != 0:
        return 1
    if size < 0 or size > CASTLE_SIZE or lying < 0 or lying > VILLAGE_SIZE:
        return 1
    for i in range(CASTLE_SIZE):
        if i < size and (s.deck[c, i] < 1 or s.deck[c, i] > KINDS):
            return 1
        if i >= size and s.deck[c, i] != 0:
            return 1
        if (known >> i) & 1 != 0 and (i >= size or (i != size - 1 and i >= UNDER_PLACES)):
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
        if card > ENEMY_KINDS and s.illusion[c, card] != 0:
            return 1
        if places != COPIES[c, card]:
            return 2
    return 0


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
def check_fairies(s):
    if s.fairy_deck_size < 0 or s.fairy_deck_size > FAIRY_DECK_SIZE or s.flowers < 0 or s.flowers > FLOWERS:
        return 1
    if s.illusion_fairy < 0 or s.illusion_fairy > FAIRY_TYPES:
        return 1
    if s.row < 0 or s.row & 1 != 0 or s.row >> FLOWER != 0:
        return 1
    for i in range(FAIRY_DECK_SIZE):
        fairy = s.fairy_deck[i]
        if fairy < 0 or fairy > FAIRY_DECK_SIZE or (i < s.fairy_deck_size) != (fairy != 0):
            return 1
    for p in range(s.num_players):
        if s.chosen[p] < 0 or s.chosen[p] > 1 or s.points[p] < 0 or s.points[p] > MOST_POINTS:
            return 1
        for i in range(2):
            if s.pair[p, i] < 0 or s.pair[p, i] > FAIRY_DECK_SIZE:
                return 1
    for fairy in range(1, FAIRY_TYPES + 1):
        if s.used[fairy] < 0:
            return 1
        places = np.int64(s.flowers) if fairy == FLOWER else (np.int64(s.row) >> fairy) & 1
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
        if s.used[fairy] != 0 and FAIRY_KIND[fairy] != ACTION:
            return 4
        if s.illusion_fairy == fairy and POWER[fairy] != VANISH:
            return 4
    for p in range(s.num_players):
        if owned_by(s, p) > MOST_FAIRIES:
            return 1
    return 0


@jit
def owned_by(s, p):
    """Fairies of a player, counted one by one: none in the set-up."""
    fairies = 0
    for fairy in range(1, FAIRY_TYPES + 1):
        fairies += np.int64(s.owned[p, fairy])
    return fairies


@jit
def check_decision(s):
    if s.prompt < 0 or s.prompt > PROMPTS or s.power < 0 or s.power > FAIRY_TYPES:
        return 1
    if s.place < 0 or s.place > CASTLE_COUNT or s.picked < 0 or s.picked > 1 or s.penalty < 0 or s.penalty > 1:
        return 1
    if s.seat < -1 or (s.seat != -1 and s.seat != s.player):
        return 5
    if (s.prompt == NO_PROMPT) != (s.seat == -1) or ASKS[s.prompt, s.power] == 0:
        return 5
    if s.power != 0 and (not has(s, s.power) or (s.prompt == LAY_VILLAGE and fairies_out(s, s.power) != 0)):
        return 5
    if (s.prompt == LOSE_ORB or s.prompt == BREAK_ENEMY) != (s.place != 0):
        return 5
    if s.picked != 0 and s.prompt != BREAK_ENEMY:
        return 5
    if s.penalty != 0 and s.prompt != LOSE_ORB and s.prompt != RESCUE_FAIRY and s.prompt != NO_PROMPT:
        return 5
    if s.penalty == 0 and s.prompt == LOSE_ORB:
        return 5
    return 0


@jit
def check_course(s):
    """What the course of the game has to lead to."""
    if not row_fits(s):
        return 9
    if not fairies_fit(s):
        return 10
    if s.magic_breaks > breaks_allowed(s) or enemies_in_illusion(s) > illusion_allowed(s):
        return 11
    if (s.seat == -1) != has_ended(s):
        return 12
    return 0


@jit
def row_fits(s):
    """12; whoever wins with a Fairy of the row leaves a place of it empty."""
    if s.seat == -1:
        return True
    fairies = 0
    for fairy in range(1, FLOWER):
        fairies += (np.int64(s.row) >> fairy) & 1
    if s.prompt == KEEP:
        return fairies == 0
    return fairies == ROW_SIZE or (fairies < ROW_SIZE and s.fairy_deck_size == 0)


@jit
def fairies_fit(s):
    """22: in the set-up each has two, and the seats before have kept one. 11: later each rescues one a turn."""
    for p in range(s.num_players):
        fairies = owned_by(s, p)
        if s.pair[p, 1] == 0 or (s.pair[p, 0] != 0) != (s.prompt == KEEP):
            return False
        if s.prompt == KEEP and (fairies != 0 or s.points[p] != 0 or s.chosen[p] != (1 if p < s.seat else 0)):
            return False
        if s.prompt != KEEP and (s.chosen[p] != 1 or s.owned[p, FLOWER] >= fairies):
            return False
    if s.prompt == KEEP:
        return True
    fairies = owned_by(s, s.player)
    if s.seat == -1:  # the player at turn may have rescued one, or not
        return turns_fit(s, fairies) or turns_fit(s, fairies - 1)
    return fairies < MOST_FAIRIES and turns_fit(s, fairies)


@jit
def turns_fit(s, fairies):
    """Whether clockwise from the player at turn all have so many Fairies or one more, those with more last."""
    least = fairies
    for k in range(1, s.num_players):
        others = owned_by(s, (s.player + k) % s.num_players)
        if others < least or others > fairies + 1:
            return False
        least = others
    return True


@jit
def breaks_allowed(s):
    """One a turn, and one more for each Comet that lies in a Village."""
    n = 1
    for fairy in range(1, FAIRY_TYPES + 1):
        if POWER[fairy] == BREAK_AGAIN:
            n += fairies_out(s, fairy)
    return n


@jit
def illusion_allowed(s):
    """Enemies that Fairies used in this turn can have brought into the Illusion; Mirror lets one act twice."""
    again = 0
    for fairy in range(1, FAIRY_TYPES + 1):
        if POWER[fairy] == READY:
            again += np.int64(s.used[fairy])
    n = 1 if s.illusion_fairy != 0 else 0
    for fairy in range(1, FAIRY_TYPES + 1):
        if POWER[fairy] == ILLUSION_TOP and has(s, fairy):
            n += np.int64(s.used[fairy]) + again
    return n


@jit
def enemies_in_illusion(s):
    n = 0
    for c in range(CASTLE_COUNT):
        for card in range(1, ENEMY_KINDS + 1):
            n += np.int64(s.illusion[c, card])
    return n


@jit
def has_ended(s):
    """13."""
    if s.flowers == 0:
        return True
    full = 0
    for p in range(s.num_players):
        if s.points[p] >= WINNING_POINTS:
            return True
        full += 1 if owned_by(s, p) == MOST_FAIRIES else 0
    return full == s.num_players


FUNCTIONS = {
    "reset": reset,
    "apply": apply,
    "advance": advance,
    "write_mask": write_mask,
    "resample": resample,
    "check": check,
}
