"""What happens in Margot. Numbers in comments are the rulings of RULES.md.

From top to bottom: set-up, a turn, the Villages, the powers of Fairies, Penalty and rescue, answers, what is legal,
the end, and what is checked. ``advance`` works off the steps on the stack until a player has to decide, and keeps the
legal answers in the record. What moves a card that all see does it through views.py, which keeps count of the Villages.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.decisions import NO_PROMPT
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import put_under, shuffle, shuffle_hidden, take_out
from unicorn_envs.engine.random import draw, reseed
from unicorn_envs.engine.results import share
from unicorn_envs.engine.steps import pop, push
from unicorn_envs.games.margot import actions, cards, state, views
from unicorn_envs.games.margot.cards import Castle, FairyKind, Need, Power
from unicorn_envs.games.margot.state import Prompt, Step

ENEMY_COUNT = len(cards.ENEMIES)
ACTION_COUNT = len(actions.ACTIONS)
FIRST_USABLE = cards.USABLE[0]
assert tuple(cards.USABLE) == tuple(range(FIRST_USABLE, cards.FAIRY_TYPES + 1)), "Fairies that can be used come last"
USABLE_FAIRY = np.array(cards.USABLE, dtype=np.int8)
READYABLE_FAIRY = np.array(cards.READYABLE, dtype=np.int8)
FULL_DECK = np.array(
    [np.repeat(np.arange(cards.KINDS + 1), cards.COPIES[c, : cards.KINDS + 1]) for c in range(cards.CASTLE_COUNT)],
    dtype=np.int8,
)  # of each castle, in the order of its table

# What an orb number lacks for a cost: a bit for each count that is too small
COUNTS = cards.COLOUR_COUNT + 1
HIGH_BITS = sum(128 << (8 * i) for i in range(COUNTS))
COST_NUMBER = np.array(
    [
        sum(int(n) << (8 * i) for i, n in enumerate((*cards.COST[f, : cards.COLOUR_COUNT], cards.COST_SIZE[f])))
        for f in range(cards.FAIRY_TYPES + 1)
    ],
    dtype=np.int64,
)  # by Fairy: its coloured orbs, then all

# The answers to a decision are a set: a bit for each of these many actions, from FIRST_ANSWER of the prompt on
WINDOW = 32
FIRST_ANSWER = np.full(state.PROMPTS + 1, actions.LAY_FIRST, dtype=np.int64)
FIRST_ANSWER[[NO_PROMPT, Prompt.KEEP, Prompt.RESCUE_FAIRY]] = actions.TAKE_FIRST
FIRST_ANSWER[Prompt.ACTION_CHOICE] = actions.EXPLORE_FIRST
FIRST_ANSWER[Prompt.LOSE_ORB] = ACTION_COUNT - WINDOW

# What goes with a decision: the power that asks, and the steps that wait for its end
PROMPT_OF_POWER = {
    Power.DISABLE: Prompt.POWER_ENEMY,
    Power.VANISH: Prompt.POWER_ENEMY,
    Power.RETURN: Prompt.POWER_ENEMY,
    Power.ILLUSION_TOP: Prompt.POWER_CASTLE,
    Power.LOOK: Prompt.OWL_CASTLE,
    Power.READY: Prompt.READY_FAIRY,
}


def _asks() -> np.ndarray:
    table = np.zeros((state.PROMPTS + 1, cards.FAIRY_TYPES + 1), dtype=np.int8)
    table[
        [NO_PROMPT, Prompt.KEEP, Prompt.ACTION_CHOICE, Prompt.BREAK_ENEMY, Prompt.LOSE_ORB, Prompt.RESCUE_FAIRY], 0
    ] = 1
    table[Prompt.CHARIOT_CASTLE, cards.CHARIOT] = 1
    table[Prompt.LAY_VILLAGE, list(cards.LAYABLE)] = 1
    for fairy in cards.USABLE:
        if cards.POWER[fairy] in PROMPT_OF_POWER:
            table[PROMPT_OF_POWER[Power(cards.POWER[fairy])], fairy] = 1
    return table


ASKS = _asks()  # by prompt and Fairy (0: none): whether the power of the Fairy asks this
TURN_STEPS = np.array(
    [Step.END_TURN, Step.RESCUE, Step.TAKE_ACTION, Step.OTHERS_SCORE], dtype=np.int8
)  # from the bottom of the stack
WAITING = np.full(state.PROMPTS + 1, 3, dtype=np.int8)  # by prompt: how many of them wait
WAITING[[NO_PROMPT, Prompt.RESCUE_FAIRY, Prompt.ACTION_CHOICE, Prompt.LOSE_ORB]] = 0, 1, 2, 4


# Set-up


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.reward = options[1]
    s.auto_single = options[2]
    for c in range(cards.CASTLE_COUNT):
        for i in range(cards.CASTLE_SIZE):
            s.deck[c, i] = FULL_DECK[c, i]
        s.deck_size[c] = cards.CASTLE_SIZE
        shuffle(s, s.deck[c], cards.CASTLE_SIZE)
    for i in range(cards.FAIRY_DECK_SIZE):
        s.fairy_deck[i] = i + 1
    s.fairy_deck_size = cards.FAIRY_DECK_SIZE
    shuffle(s, s.fairy_deck, cards.FAIRY_DECK_SIZE)
    s.flowers = cards.FLOWERS
    push(s, Step.SHOW_KEPT, 0)
    for p in range(s.num_players - 1, -1, -1):  # 22: asked in seat order
        for i in range(2):
            s.pair[p, i] = draw_fairy(s)
        push(s, Step.ASK_KEEP, p)
    views.show_new_game(s)
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
    views.set_row(s, draw_fairy(s), 1)
    views.show_piles(s)


@jit
def show_kept(s):
    """22: all kept Fairies are shown together; then the row is turned up and the first player drawn."""
    for p in range(s.num_players):
        kept = np.int64(s.pair[p, 0])
        views.gain_fairy(s, p, kept)
        views.score(s, p, cards.POINTS[kept])
        s.pair[p, 0] = 0
    for _ in range(cards.ROW_SIZE):
        turn_up(s)
    s.player = draw(s, s.num_players)
    push(s, Step.BEGIN_TURN, 0)


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
            if s.auto_single == 0 or s.prompt == Prompt.KEEP or legal & (legal - 1) != 0:
                return
            answer(s, FIRST_ANSWER[s.prompt] + place_of(legal))  # 25: a single answer is not asked


@jit
def carry_out(s, verb, number):
    if verb == Step.TAKE_ACTION:
        if s.penalty == 0:
            s.prompt = Prompt.ACTION_CHOICE
    elif verb == Step.RESCUE:
        s.prompt = Prompt.RESCUE_FAIRY
    elif verb == Step.END_TURN:
        end_turn(s)
    elif verb == Step.BEGIN_TURN:
        begin_turn(s)
    elif verb == Step.PICK_ENEMY:
        pick_enemy(s)
    elif verb == Step.LOSE_STORY:
        lose_story(s)
    elif verb == Step.OTHERS_SCORE:
        others_score(s)
    elif verb == Step.ASK_KEEP:
        s.seat = number
        s.player = number
        s.prompt = Prompt.KEEP
    elif verb == Step.SHOW_KEPT:
        show_kept(s)
    elif verb == Step.SHOW_POSITION:
        views.show_everything(s)


@jit
def begin_turn(s):
    s.seat = s.player
    s.ready = s.usable[s.player]
    s.magic_breaks = 1
    push(s, Step.END_TURN, 0)
    push(s, Step.RESCUE, 0)
    push(s, Step.TAKE_ACTION, 0)
    if has(s, cards.CHARIOT):  # 10
        s.prompt = Prompt.CHARIOT_CASTLE
        s.power = cards.CHARIOT


@jit
def end_turn(s):
    """All castle cards back and shuffled, all Fairies back and active; the next player, or the end (13)."""
    for c in range(cards.CASTLE_COUNT):
        gather(s, c)
    for f in range(cards.FAIRY_TYPES + 1):
        s.used[f] = 0
    s.illusion_fairy = 0
    views.show_full_castles(s)
    views.show_all_ready(s, s.player)
    s.penalty = 0
    s.magic_breaks = 0
    if all_have_rescued(s):
        finish(s)
    else:
        s.player += 1
        if s.player == s.num_players:
            s.player = 0
        push(s, Step.BEGIN_TURN, 0)


@jit
def all_have_rescued(s):
    for p in range(s.num_players):
        if fairies_of(s, p) < state.MOST_FAIRIES:
            return False
    return True


@jit
def gather(s, c):
    """The views follow in one piece, when both castles are full again."""
    size = np.int64(s.deck_size[c])
    for i in range(s.village_size[c]):
        if s.village[c, i] <= cards.KINDS:
            s.deck[c, size] = s.village[c, i]
            size += 1
    for i in range(state.VILLAGE_SIZE):
        s.village[c, i] = 0
        s.disabled[c, i] = 0
    s.village_size[c] = 0
    for card in range(1, cards.ENEMY_KINDS + 1):  # a Story does not stay in the Illusion
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
    views.count_in_deck(s, c, card, 1)


@jit
def shuffle_deck(s, c):
    shuffle(s, s.deck[c], s.deck_size[c])
    views.set_known(s, c, 0)


@jit
def take_top(s, c):
    s.deck_size[c] -= 1
    top = np.int64(s.deck_size[c])
    card = np.int64(s.deck[c, top])
    s.deck[c, top] = 0
    views.count_in_deck(s, c, card, -1)
    known = np.int64(s.deck_known[c])
    if known != 0:
        views.set_known(s, c, known & ~(1 << top))
    return card


@jit
def show_top(s, c):
    """All know the top card."""
    views.set_known(s, c, np.int64(s.deck_known[c]) | (1 << (np.int64(s.deck_size[c]) - 1)))


@jit
def story_in_deck(s, c):
    """Place in the deck of the Story nearest to its top, or -1."""
    for i in range(s.deck_size[c] - 1, -1, -1):
        if cards.SCRATCH[c, s.deck[c, i]] == 0:
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
    return orbs >> views.ORB_TOTAL


@jit
def disable_orb(s, c, colour):
    """Disable the first valid orb of a colour (0: of any) in a Village; False where there is none."""
    if views.is_ridiculed(s, c):
        return False
    for i in range(s.village_size[c]):
        orb = cards.ORB[c, s.village[c, i]]
        if orb != 0 and s.disabled[c, i] == 0 and (colour == 0 or orb == colour):
            views.disable(s, c, i)
            return True
    return False


@jit
def scratch_total(s):
    """2: active enemies and Scratch Fairies of both Villages."""
    return np.int64(s.table_view[state.SCRATCHES_AT])


@jit
def active_enemies(s, c):
    n = 0
    for i in range(cards.ENEMY_KINDS):
        n += s.table_view[state.ENEMIES_AT + c * cards.ENEMY_KINDS + i]
    return n


@jit
def disabled_enemies(s):
    """18: of both Villages together."""
    n = 0
    for i in range(cards.CASTLE_COUNT * cards.ENEMY_KINDS):
        n += s.table_view[state.DISABLED_ENEMIES_AT + i]
    return n


@jit
def turn_over(s, c):
    """16: Explore. A boss that a valid weapon beats goes back on top of its deck, for all to know."""
    card = take_top(s, c)
    weapon = np.int64(cards.BEATEN_BY[c, card])
    other = 1 - c
    if weapon != 0 and not views.is_ridiculed(s, other):
        i = find_active(s, other, weapon)
        if i >= 0:
            views.disable(s, other, i)
            put_on_deck(s, c, card)
            show_top(s, c)
            return
    views.put_into_village(s, c, card, 0)
    check_scratches(s, c)


@jit
def check_scratches(s, c):
    """2: the Penalty comes at once; the village that took the last card is remembered for it."""
    if scratch_total(s) >= state.MOST_SCRATCHES:
        s.penalty = 1
        s.place = c + 1
        push(s, Step.OTHERS_SCORE, 0)
        push(s, Step.LOSE_STORY, 0)


# Fairies and their powers


@jit
def has(s, fairy):
    """Whether the player whose turn it is has this Fairy: how Auto powers are always on."""
    return s.owned[s.player, fairy] != 0


@jit
def fairies_of(s, p):
    """1 and the rescued ones, once the alter egos are shown."""
    return 1 + np.int64(s.player_view[views.view_of(p) + state.PLAYER_RESCUED])


@jit
def any_in_illusion(s):
    for target in range(ENEMY_COUNT):
        if s.illusion[cards.ENEMY_CASTLE[target], cards.ENEMY_KIND[target]] != 0:
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
    need = cards.NEED[fairy]
    number = np.int64(cards.NEED_NUMBER[fairy])
    if need == Need.ORBS_HERE:
        return count_orbs(views.valid_orbs(s, c)) >= number
    if need == Need.SOLDIER_HERE:
        return active_soldiers(s, c) >= number
    if need == Need.NO_ENEMY_HERE:
        return active_enemies(s, c) == 0 and castle_cards(s, c) >= number
    if need == Need.SCRATCHES:
        return scratch_total(s) >= number
    if need == Need.DISABLED_ENEMIES:
        return disabled_enemies(s) >= number
    if cards.POWER[fairy] == Power.DISABLE:
        return s.targets & cards.TARGETS_OF[fairy] != 0
    if cards.POWER[fairy] == Power.FIND_STORY:
        return story_in_deck(s, c) >= 0
    return True


@jit
def active_soldiers(s, c):
    n = 0
    for i in range(s.village_size[c]):
        if cards.IS_SOLDIER[c, s.village[c, i]] != 0 and s.disabled[c, i] == 0:
            n += 1
    return n


@jit
def castle_cards(s, c):
    n = 0
    for i in range(s.village_size[c]):
        if s.village[c, i] <= cards.KINDS:
            n += 1
    return n


@jit
def usable_now(s):
    """17: a power is offered only with a legal target at that moment. A set of Fairies."""
    ready = np.int64(s.ready)
    may_be_used = cards.USABLE_WITH_TARGETS[s.targets] | cards.USABLE_ALWAYS
    if s.deck_size[Castle.HUMAN] > 0 or s.deck_size[Castle.WITCH] > 0:
        may_be_used |= cards.USABLE_WITH_DECKS
    seldom = ready & cards.USABLE_SELDOM
    while seldom != 0:
        fairy = place_of(seldom)
        may_be_used |= bit(has_its_need(s, fairy), fairy)
        seldom &= seldom - 1
    return ready & may_be_used


@jit
def has_its_need(s, fairy):
    """Whether a Fairy may be used that none of the sets above tells about."""
    if cards.FAIRY_KIND[fairy] != FairyKind.ACTION:
        return can_lay(s, fairy, Castle.HUMAN) or can_lay(s, fairy, Castle.WITCH)
    if cards.POWER[fairy] == Power.READY:
        return any_to_ready(s)
    return any_in_illusion(s)


@jit
def use_power(s, fairy):
    """Ask for what the power needs; an Action Fairy is disabled (9), the others are laid next."""
    s.power = fairy
    if cards.FAIRY_KIND[fairy] != FairyKind.ACTION:
        s.prompt = Prompt.LAY_VILLAGE
        return
    s.used[fairy] += 1
    views.set_ready(s, fairy, -1)
    power = cards.POWER[fairy]
    if power == Power.LOOK:
        for c in range(cards.CASTLE_COUNT):
            if s.deck_size[c] > 0:
                show_top(s, c)
        s.prompt = Prompt.OWL_CASTLE
    elif power == Power.ILLUSION_TOP:
        s.prompt = Prompt.POWER_CASTLE
    elif power == Power.READY:
        s.prompt = Prompt.READY_FAIRY
    else:
        s.prompt = Prompt.POWER_ENEMY


@jit
def lay(s, fairy, c):
    """A Scratch Fairy whose own scratch brings the Penalty does not act (3)."""
    views.put_into_village(s, c, cards.KINDS + fairy, 0)
    views.set_ready(s, fairy, -1)
    if cards.FAIRY_KIND[fairy] != FairyKind.SCRATCH:
        return
    check_scratches(s, c)
    if s.penalty != 0:
        return
    power = cards.POWER[fairy]
    if power == Power.DISABLE:
        s.power = fairy
        s.prompt = Prompt.POWER_ENEMY
    elif power == Power.FIND_STORY:
        find_story(s, c)
    elif power == Power.BREAK_AGAIN:
        s.magic_breaks += 1


@jit
def find_story(s, c):
    """Magpie: the cards passed over are shuffled back with the rest of the deck."""
    i = story_in_deck(s, c)
    card = take_out(s.deck[c], s.deck_size[c], i)
    s.deck_size[c] -= 1
    views.count_in_deck(s, c, card, -1)
    shuffle_deck(s, c)
    views.put_into_village(s, c, card, 0)


@jit
def act_on_enemy(s, fairy, target):
    c = np.int64(cards.ENEMY_CASTLE[target])
    kind = np.int64(cards.ENEMY_KIND[target])
    i = find_active(s, c, kind)
    if cards.POWER[fairy] == Power.DISABLE:
        views.disable(s, c, i)
        return
    views.take_from_village(s, c, i)
    if cards.POWER[fairy] == Power.VANISH:
        views.change_illusion(s, c, kind, 1)
        s.used[fairy] -= 1
        views.put_fairy_into_illusion(s, fairy)
    else:
        put_on_deck(s, c, kind)
        shuffle_deck(s, c)


@jit
def return_from_illusion(s, target):
    c = np.int64(cards.ENEMY_CASTLE[target])
    kind = np.int64(cards.ENEMY_KIND[target])
    views.change_illusion(s, c, kind, -1)
    put_on_deck(s, c, kind)
    shuffle_deck(s, c)


@jit
def choose_castle(s, prompt, c):
    card = take_top(s, c)
    is_enemy = cards.SCRATCH[c, card] != 0
    if prompt == Prompt.OWL_CASTLE:
        put_under(s.deck[c], s.deck_size[c], card)
        s.deck_size[c] += 1
        views.count_in_deck(s, c, card, 1)
        views.set_known(s, c, 2 * np.int64(s.deck_known[c]) + 1)
    elif prompt == Prompt.CHARIOT_CASTLE:  # 10: never a Penalty, not even with the Unyielding King
        views.put_into_village(s, c, card, 1 if is_enemy else 0)
    elif is_enemy:  # 7: a boss in the Illusion has no effect and is not countered
        views.change_illusion(s, c, card, 1)
    else:
        views.put_into_village(s, c, card, 0)


@jit
def pick_enemy(s):
    """6: the Magic Break goes on while the Village has an enemy to disable."""
    if s.targets & cards.TARGETS_IN[s.place - 1] != 0:
        s.prompt = Prompt.BREAK_ENEMY
    else:
        s.place = 0
        s.picked = 0


# Penalty and rescue


@jit
def lose_story(s):
    """4 (i): compulsory, if the Village that took the last card has a valid orb; Thorn keeps it."""
    if has(s, cards.THORN) or views.valid_orbs(s, np.int64(s.place) - 1) == 0:
        s.place = 0
    else:
        s.prompt = Prompt.LOSE_ORB


@jit
def others_score(s):
    """4 (ii) and 21: all others are booked before 24 points are looked for."""
    best = 0
    for p in range(s.num_players):
        if p != s.player:
            views.score(s, p, 1)
            best = max(best, np.int64(s.points[p]))
    if best >= state.WINNING_POINTS:
        finish(s)


@jit
def all_valid_orbs(s):
    return views.valid_orbs(s, Castle.HUMAN) + views.valid_orbs(s, Castle.WITCH)


@jit
def can_afford(s, fairy, orbs):
    """19: as many valid orbs as the cost shows, and each colour of it; with Lantern one colour may be missing."""
    lacking = ~((orbs | HIGH_BITS) - COST_NUMBER[fairy]) & HIGH_BITS
    if lacking == 0:
        return True
    if not has(s, cards.LANTERN) or count_orbs(orbs) < cards.COST_SIZE[fairy]:
        return False
    missing = 0
    for colour in range(cards.COLOUR_COUNT):
        missing += max(0, np.int64(cards.COST[fairy, colour]) - orbs_of(orbs, colour))
    return missing <= 1


@jit
def pay(s, fairy):
    """5: orbs spent are disabled. Colours first, then any for grey and for what Lantern stands in for."""
    unpaid = np.int64(cards.COST_SIZE[fairy])
    for colour in range(cards.COLOUR_COUNT):
        for _ in range(cards.COST[fairy, colour]):
            if disable_orb(s, Castle.HUMAN, colour + 1) or disable_orb(s, Castle.WITCH, colour + 1):
                unpaid -= 1
    for _ in range(unpaid):
        if not disable_orb(s, Castle.HUMAN, 0):
            disable_orb(s, Castle.WITCH, 0)


@jit
def rescue(s, fairy):
    """11, 13, 20 and 21: pay, score the Fairy, refill the row, score what is left over."""
    p = np.int64(s.player)
    pay(s, fairy)
    views.gain_fairy(s, p, fairy)
    views.show_rescued(s, p)
    if fairy == cards.FLOWER:
        s.flowers -= 1
        views.show_piles(s)
    else:
        views.set_row(s, fairy, 0)
    if fairy == cards.SHIELD:
        views.show_scratches(s)
    views.score(s, p, cards.POINTS[fairy])
    if s.points[p] >= state.WINNING_POINTS or s.flowers == 0:
        finish(s)
        return
    if fairy != cards.FLOWER and s.fairy_deck_size > 0:  # 12
        turn_up(s)
    views.score(s, p, (count_orbs(all_valid_orbs(s)) + (1 if has(s, cards.CHRONICLER) else 0)) // 2)
    if s.points[p] >= state.WINNING_POINTS:
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
    if action < actions.EXPLORE_FIRST:
        fairy = action - actions.TAKE_FIRST + 1
        if prompt == Prompt.KEEP:
            keep(s, fairy)
        else:
            rescue(s, fairy)
    elif action < actions.BREAK_FIRST:
        push(s, Step.TAKE_ACTION, 0)
        turn_over(s, action - actions.EXPLORE_FIRST)
    elif action < actions.WITHDRAW:
        push(s, Step.TAKE_ACTION, 0)
        push(s, Step.PICK_ENEMY, 0)
        s.magic_breaks -= 1
        s.place = action - actions.BREAK_FIRST + 1
    elif action == actions.WITHDRAW:
        return
    elif action < actions.LAY_FIRST:
        push(s, Step.TAKE_ACTION, 0)
        use_power(s, USABLE_FAIRY[action - actions.USE_FIRST])
    elif action < actions.ENEMY_FIRST:
        lay(s, power, action - actions.LAY_FIRST)
    elif action < actions.ILLUSION_FIRST:
        answer_enemy(s, prompt, power, action - actions.ENEMY_FIRST)
    elif action < actions.CASTLE_FIRST:
        return_from_illusion(s, action - actions.ILLUSION_FIRST)
    elif action < actions.LEAVE:
        choose_castle(s, prompt, action - actions.CASTLE_FIRST)
    elif action >= actions.LOSE_FIRST:
        disable_orb(s, np.int64(s.place) - 1, action - actions.LOSE_FIRST + 1)
        s.place = 0
    elif action == actions.DONE:
        s.place = 0
        s.picked = 0
    elif action >= actions.READY_FIRST:
        fairy = np.int64(READYABLE_FAIRY[action - actions.READY_FIRST])
        s.used[fairy] -= 1
        views.set_ready(s, fairy, 1)


@jit
def keep(s, fairy):
    """The kept one first; the other goes back to the box."""
    p = s.player
    s.chosen[p] = 1
    views.show_chosen(s, p)
    if s.pair[p, 1] == fairy:
        s.pair[p, 1] = s.pair[p, 0]
        s.pair[p, 0] = fairy


@jit
def answer_enemy(s, prompt, power, target):
    if prompt == Prompt.BREAK_ENEMY:
        c = np.int64(cards.ENEMY_CASTLE[target])
        views.disable(s, c, find_active(s, c, cards.ENEMY_KIND[target]))
        s.picked = 1
        push(s, Step.PICK_ENEMY, 0)
    else:
        act_on_enemy(s, power, target)


# What is legal


@jit
def answers(s):
    """The legal answers to the decision at hand: a bit for each action from FIRST_ANSWER of the prompt on."""
    prompt = s.prompt
    if prompt == Prompt.ACTION_CHOICE:
        return legal_actions(s)
    if prompt == Prompt.RESCUE_FAIRY:
        return legal_rescues(s)
    if prompt == Prompt.BREAK_ENEMY or prompt == Prompt.POWER_ENEMY:
        return legal_enemies(s)
    if prompt == Prompt.KEEP:
        return bit(True, actions.TAKE_FIRST + s.pair[s.seat, 0] - 1) | bit(
            True, actions.TAKE_FIRST + s.pair[s.seat, 1] - 1
        )
    legal = 0
    if prompt == Prompt.LAY_VILLAGE:
        for c in range(cards.CASTLE_COUNT):
            legal |= bit(can_lay(s, s.power, c), c)
    elif prompt == Prompt.READY_FAIRY:
        for i in range(READYABLE_FAIRY.shape[0]):
            legal |= bit(s.used[READYABLE_FAIRY[i]] != 0, actions.READY_FIRST - actions.LAY_FIRST + i)
    elif prompt == Prompt.LOSE_ORB:
        orbs = views.valid_orbs(s, np.int64(s.place) - 1)
        for colour in range(cards.COLOUR_COUNT):
            legal |= bit(orbs_of(orbs, colour) > 0, actions.LOSE_FIRST - FIRST_ANSWER[Prompt.LOSE_ORB] + colour)
    else:  # Chariot, Mist, Owl
        for c in range(cards.CASTLE_COUNT):
            legal |= bit(s.deck_size[c] > 0, actions.CASTLE_FIRST - actions.LAY_FIRST + c)
        legal |= bit(prompt == Prompt.OWL_CASTLE, actions.LEAVE - actions.LAY_FIRST)
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
    legal = bit(True, actions.WITHDRAW - actions.EXPLORE_FIRST)
    for c in range(cards.CASTLE_COUNT):
        legal |= bit(s.deck_size[c] > 0, c)
        legal |= bit(to_break & cards.TARGETS_IN[c] != 0, actions.BREAK_FIRST - actions.EXPLORE_FIRST + c)  # 6
    return legal | (usable_now(s) >> FIRST_USABLE << (actions.USE_FIRST - actions.EXPLORE_FIRST))


@jit
def legal_rescues(s):
    legal = bit(True, actions.TAKE_FIRST + cards.FLOWER - 1)  # 11: free, and with an empty pile the game would be over
    orbs = all_valid_orbs(s)
    row = np.int64(s.row) if orbs != 0 else 0
    while row != 0:
        fairy = place_of(row)
        legal |= bit(can_afford(s, fairy, orbs), actions.TAKE_FIRST + fairy - 1)
        row &= row - 1
    return legal


@jit
def legal_enemies(s):
    first = actions.ENEMY_FIRST - actions.LAY_FIRST
    targets = np.int64(s.targets)
    if s.prompt == Prompt.BREAK_ENEMY:
        return (targets & cards.TARGETS_IN[s.place - 1]) << first | bit(s.picked != 0, actions.DONE - actions.LAY_FIRST)
    legal = (targets & cards.TARGETS_OF[s.power]) << first
    if cards.POWER[s.power] == Power.RETURN:
        for target in range(ENEMY_COUNT):
            in_illusion = s.illusion[cards.ENEMY_CASTLE[target], cards.ENEMY_KIND[target]] != 0
            legal |= bit(in_illusion, actions.ILLUSION_FIRST - actions.LAY_FIRST + target)
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
            s.returns[0] = np.float32(s.points[0]) / np.float32(state.WINNING_POINTS)
        elif s.points[0] >= state.SOLO_POINTS:
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
    known = np.zeros(cards.CASTLE_SIZE, dtype=np.int8)
    for c in range(cards.CASTLE_COUNT):
        for i in range(cards.CASTLE_SIZE):
            known[i] = (s.deck_known[c] >> i) & 1
        shuffle_hidden(s, s.deck[c], known, s.deck_size[c], 1)
    unseen = np.zeros(cards.FAIRY_DECK_SIZE, dtype=np.int8)
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
    if s.prompt == Prompt.KEEP:
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
    if s.num_players < 1 or s.num_players > state.MAX_PLAYERS or s.player < 0 or s.player >= s.num_players:
        return 1
    if s.reward < 0 or s.reward > 1 or s.auto_single < 0 or s.auto_single > 1 or s.truncated != 0:
        return 1
    if s.magic_breaks < 0 or s.magic_breaks > state.MOST_BREAKS:
        return 1
    for c in range(cards.CASTLE_COUNT):
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
    if not views.views_are_right(s) or s.answers != (answers(s) if s.seat >= 0 else 0):
        return 8
    total = scratch_total(s)
    if (s.penalty == 0 and s.seat != -1 and total >= state.MOST_SCRATCHES) or total > state.MOST_TOTAL:
        return 6
    return 0


@jit
def steps_fit(s):
    """The set-up goes on to SHOW_KEPT and a turn to END_TURN; over, nothing is left."""
    setting_up = s.prompt == Prompt.KEEP
    waiting = np.int64(WAITING[s.prompt])
    if setting_up:
        waiting = np.int64(s.num_players) - s.seat
    if s.stack_size != waiting:
        return False
    for i in range(state.STACK):
        verb = 0
        number = 0
        if i < waiting:
            if not setting_up:
                verb = np.int64(TURN_STEPS[i])
            elif i == 0:
                verb = Step.SHOW_KEPT
            else:
                verb = Step.ASK_KEEP
                number = np.int64(s.num_players) - i
        if s.stack_verb[i] != verb or s.stack_number[i] != number:
            return False
    return True


@jit
def check_castle(s, c):
    size = np.int64(s.deck_size[c])
    lying = np.int64(s.village_size[c])
    known = np.int64(s.deck_known[c])
    if known < 0 or known >> cards.CASTLE_SIZE != 0:
        return 1
    if size < 0 or size > cards.CASTLE_SIZE or lying < 0 or lying > state.VILLAGE_SIZE:
        return 1
    for i in range(cards.CASTLE_SIZE):
        if i < size and (s.deck[c, i] < 1 or s.deck[c, i] > cards.KINDS):
            return 1
        if i >= size and s.deck[c, i] != 0:
            return 1
        if (known >> i) & 1 != 0 and (i >= size or (i != size - 1 and i >= state.UNDER_PLACES)):
            return 1
    for i in range(state.VILLAGE_SIZE):
        code = np.int64(s.village[c, i])
        if s.disabled[c, i] < 0 or s.disabled[c, i] > 1 or code < 0 or code > cards.CODES or (i < lying) != (code != 0):
            return 1
        if (
            code > cards.KINDS
            and cards.FAIRY_KIND[code - cards.KINDS] != FairyKind.STORY
            and cards.FAIRY_KIND[code - cards.KINDS] != FairyKind.SCRATCH
        ):
            return 1
    for card in range(1, cards.KINDS + 1):
        if s.illusion[c, card] < 0:
            return 1
        places = np.int64(s.illusion[c, card])
        for i in range(size):
            if s.deck[c, i] == card:
                places += 1
        for i in range(lying):
            if s.village[c, i] == card:
                places += 1
        if card > cards.ENEMY_KINDS and s.illusion[c, card] != 0:
            return 1
        if places != cards.COPIES[c, card]:
            return 2
    return 0


@jit
def fairies_out(s, fairy):
    """Copies of a Fairy that do not lie active in the play area of the player whose turn it is."""
    out = np.int64(s.used[fairy])
    if s.illusion_fairy == fairy:
        out += 1
    for c in range(cards.CASTLE_COUNT):
        for i in range(s.village_size[c]):
            if s.village[c, i] == cards.KINDS + fairy:
                out += 1
    return out


@jit
def check_fairies(s):
    if s.fairy_deck_size < 0 or s.fairy_deck_size > cards.FAIRY_DECK_SIZE or s.flowers < 0 or s.flowers > cards.FLOWERS:
        return 1
    if s.illusion_fairy < 0 or s.illusion_fairy > cards.FAIRY_TYPES:
        return 1
    if s.row < 0 or s.row & 1 != 0 or s.row >> cards.FLOWER != 0:
        return 1
    for i in range(cards.FAIRY_DECK_SIZE):
        fairy = s.fairy_deck[i]
        if fairy < 0 or fairy > cards.FAIRY_DECK_SIZE or (i < s.fairy_deck_size) != (fairy != 0):
            return 1
    for p in range(s.num_players):
        if s.chosen[p] < 0 or s.chosen[p] > 1 or s.points[p] < 0 or s.points[p] > state.MOST_POINTS:
            return 1
        for i in range(2):
            if s.pair[p, i] < 0 or s.pair[p, i] > cards.FAIRY_DECK_SIZE:
                return 1
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        if s.used[fairy] < 0:
            return 1
        places = np.int64(s.flowers) if fairy == cards.FLOWER else (np.int64(s.row) >> fairy) & 1
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
        if places != (cards.FLOWERS if fairy == cards.FLOWER else 1):
            return 3
        if fairies_out(s, fairy) > s.owned[s.player, fairy]:
            return 4
        if s.used[fairy] != 0 and cards.FAIRY_KIND[fairy] != FairyKind.ACTION:
            return 4
        if s.illusion_fairy == fairy and cards.POWER[fairy] != Power.VANISH:
            return 4
    for p in range(s.num_players):
        if owned_by(s, p) > state.MOST_FAIRIES:
            return 1
    return 0


@jit
def owned_by(s, p):
    """Fairies of a player, counted one by one: none in the set-up."""
    fairies = 0
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        fairies += np.int64(s.owned[p, fairy])
    return fairies


@jit
def check_decision(s):
    if s.prompt < 0 or s.prompt > state.PROMPTS or s.power < 0 or s.power > cards.FAIRY_TYPES:
        return 1
    if s.place < 0 or s.place > cards.CASTLE_COUNT or s.picked < 0 or s.picked > 1 or s.penalty < 0 or s.penalty > 1:
        return 1
    if s.seat < -1 or (s.seat != -1 and s.seat != s.player):
        return 5
    if (s.prompt == NO_PROMPT) != (s.seat == -1) or ASKS[s.prompt, s.power] == 0:
        return 5
    if s.power != 0 and (not has(s, s.power) or (s.prompt == Prompt.LAY_VILLAGE and fairies_out(s, s.power) != 0)):
        return 5
    if (s.prompt == Prompt.LOSE_ORB or s.prompt == Prompt.BREAK_ENEMY) != (s.place != 0):
        return 5
    if s.picked != 0 and s.prompt != Prompt.BREAK_ENEMY:
        return 5
    if s.penalty != 0 and s.prompt != Prompt.LOSE_ORB and s.prompt != Prompt.RESCUE_FAIRY and s.prompt != NO_PROMPT:
        return 5
    if s.penalty == 0 and s.prompt == Prompt.LOSE_ORB:
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
    for fairy in range(1, cards.FLOWER):
        fairies += (np.int64(s.row) >> fairy) & 1
    if s.prompt == Prompt.KEEP:
        return fairies == 0
    return fairies == cards.ROW_SIZE or (fairies < cards.ROW_SIZE and s.fairy_deck_size == 0)


@jit
def fairies_fit(s):
    """22: in the set-up each has two, and the seats before have kept one. 11: later each rescues one a turn."""
    for p in range(s.num_players):
        fairies = owned_by(s, p)
        if s.pair[p, 1] == 0 or (s.pair[p, 0] != 0) != (s.prompt == Prompt.KEEP):
            return False
        if s.prompt == Prompt.KEEP and (fairies != 0 or s.points[p] != 0 or s.chosen[p] != (1 if p < s.seat else 0)):
            return False
        if s.prompt != Prompt.KEEP and (s.chosen[p] != 1 or s.owned[p, cards.FLOWER] >= fairies):
            return False
    if s.prompt == Prompt.KEEP:
        return True
    fairies = owned_by(s, s.player)
    if s.seat == -1:  # the player at turn may have rescued one, or not
        return turns_fit(s, fairies) or turns_fit(s, fairies - 1)
    return fairies < state.MOST_FAIRIES and turns_fit(s, fairies)


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
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        if cards.POWER[fairy] == Power.BREAK_AGAIN:
            n += fairies_out(s, fairy)
    return n


@jit
def illusion_allowed(s):
    """Enemies that Fairies used in this turn can have brought into the Illusion; Mirror lets one act twice."""
    again = 0
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        if cards.POWER[fairy] == Power.READY:
            again += np.int64(s.used[fairy])
    n = 1 if s.illusion_fairy != 0 else 0
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        if cards.POWER[fairy] == Power.ILLUSION_TOP and has(s, fairy):
            n += np.int64(s.used[fairy]) + again
    return n


@jit
def enemies_in_illusion(s):
    n = 0
    for c in range(cards.CASTLE_COUNT):
        for card in range(1, cards.ENEMY_KINDS + 1):
            n += np.int64(s.illusion[c, card])
    return n


@jit
def has_ended(s):
    """13."""
    if s.flowers == 0:
        return True
    full = 0
    for p in range(s.num_players):
        if s.points[p] >= state.WINNING_POINTS:
            return True
        full += 1 if owned_by(s, p) == state.MOST_FAIRIES else 0
    return full == s.num_players


FUNCTIONS = {
    "reset": reset,
    "apply": apply,
    "advance": advance,
    "write_mask": write_mask,
    "resample": resample,
    "check": check,
}
