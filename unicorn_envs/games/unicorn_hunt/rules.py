"""What happens in Unicorn Hunt. Numbers in comments are the rulings of RULES.md.

From top to bottom: a turn, the verbs of the cards, the answers to decisions, the end, and what is checked.
``advance`` works off the steps on the stack until a player has to decide or the game is over.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import put_under, shuffle, shuffle_hidden, take_out
from unicorn_envs.engine.random import draw, flip, reseed
from unicorn_envs.engine.results import share
from unicorn_envs.engine.steps import pop, push
from unicorn_envs.games.unicorn_hunt.actions import (
    BOTTOM,
    DESTROY_FIRST,
    LEAVE,
    NO,
    RETURN_FIRST,
    REVEAL_FIRST,
    ROW_FIRST,
    TAKE_FIRST,
    YES,
)
from unicorn_envs.games.unicorn_hunt.cards import (
    BASICS,
    BEGINNING_NUMBER,
    BEGINNING_VERB,
    CARD_TYPES,
    CHAMBER_INTO_DECK,
    CHOOSE_ROW,
    COLUMNS,
    DESTROY,
    DESTROY_ADJACENT,
    DESTROY_REVEALED,
    DESTROY_REVEALED_NEIGHS,
    DISCARD_CHAMBER,
    DISCARD_TOP,
    EFFECT_NUMBER,
    EFFECT_VERB,
    FETCH,
    FIND_CHAMBER,
    FLIP_TO_RETURN_BASIC,
    GREAT_NARWHAL,
    GREEDY,
    IS_CHAMBER,
    LOOK_AT_TOP,
    MOST_STEPS,
    NEIGHS,
    REORDER_TOP,
    RETURN_BASIC,
    RETURN_NEIGH,
    REVEAL,
    ROWS,
    SHUFFLE_DECK,
    SHUFFLE_GROUNDS,
    SPACES,
    ZOMBIE,
)
from unicorn_envs.games.unicorn_hunt.state import (
    ACTION,
    ALL_KNOW,
    BASIC,
    BLACK_KNIGHT_LOOK,
    BUYOUT,
    BUYOUT_RETURN,
    DESTROY_ADJACENT_SPACE,
    DESTROY_REVEALED_SPACE,
    DESTROY_SPACE,
    FETCH_CARD,
    MAX_PLAYERS,
    MODES,
    MOST_SCORE,
    NEIGH,
    NO_PROMPT,
    OPEN,
    ORDER,
    OWNER_KNOWS,
    PROMPTS,
    RETURN_BASIC_SPACE,
    RETURN_NEIGH_SPACE,
    REVEAL_SPACE,
    ROW,
    SECOND_REVEAL,
    STACK,
    THRESHOLDS,
    UNKNOWN,
    ZOMBIE_RETURN_SPACE,
)
from unicorn_envs.games.unicorn_hunt.views import (
    score,
    set_discard,
    set_of,
    set_space,
    show_all,
    show_chamber,
    show_deck,
    show_graveyard,
    show_turn,
    views_are_right,
)

# Steps that no card prints, beside the verbs of cards.py
BEGIN_TURN = 31
CHAMBER_ACTS = 32
TAKE_ACTION = 33
DRAW = 34
END_TURN = 35
ASK_SECOND_REVEAL = 36
BUYOUT_BASICS = 37
ZOMBIE_RETURN = 38
DISCARD_RESOLVED = 39

BUYOUT_PRICE = 4
THRESHOLD = np.array([THRESHOLDS[mode] for mode in MODES], dtype=np.int8)

# Sets of spaces, see views.set_of
ALL_SPACES = (1 << SPACES) - 1
FIRST_COLUMN = sum(1 << (row * COLUMNS) for row in range(ROWS))
LAST_COLUMN = FIRST_COLUMN << (COLUMNS - 1)


# Set-up


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.mode = options[1]
    s.turn_cap = options[2]
    s.chamber_buyout = options[3]
    s.reward = options[4]
    for p in range(s.num_players):
        for i in range(SPACES):
            s.grounds[p, i] = BASIC if i < BASICS else NEIGH
        shuffle(s, s.grounds[p], SPACES)
        for i in range(CARD_TYPES):
            s.deck[p, i] = i + 1
        shuffle(s, s.deck[p], CARD_TYPES)
        s.deck_size[p] = CARD_TYPES
    s.player = draw(s, s.num_players)  # 31: the first seat of a race is random
    s.seat = s.player
    push(s, BEGIN_TURN, 0)
    start(s)


@jit
def start(s):
    """Begin play where the cards and the steps to come are set up, and nothing is shown yet."""
    for p in range(s.num_players):
        show_all(s, p)
    advance(s)


# The turn


@jit
def advance(s):
    while s.prompt == NO_PROMPT and s.seat >= 0:
        verb, number = pop(s)
        carry_out(s, verb, number)


@jit
def carry_out(s, verb, number):
    if verb == BEGIN_TURN:
        begin_turn(s)
    elif verb == CHAMBER_ACTS:
        push_steps(s, BEGINNING_VERB, BEGINNING_NUMBER, s.chamber[s.player])
    elif verb == TAKE_ACTION:
        forget_chosen(s)
        ask(s, ACTION, 1)
    elif verb == DRAW:
        draw_card(s)
    elif verb == DISCARD_RESOLVED:
        set_discard(s, s.player, s.resolving, 1)
        s.resolving = 0
    elif verb == END_TURN:
        end_turn(s)
    elif verb == REVEAL:
        ask(s, REVEAL_SPACE, number)
    elif verb == ASK_SECOND_REVEAL:
        ask(s, SECOND_REVEAL, 1)
    elif verb == DESTROY:
        ask(s, DESTROY_SPACE, number)
    elif verb == DESTROY_ADJACENT:
        ask(s, DESTROY_ADJACENT_SPACE, number)
    elif verb == DESTROY_REVEALED:
        ask(s, DESTROY_REVEALED_SPACE, number)
    elif verb == DESTROY_REVEALED_NEIGHS:
        destroy_revealed_neighs(s)
    elif verb == RETURN_BASIC:
        ask(s, RETURN_BASIC_SPACE, number)
    elif verb == RETURN_NEIGH:
        ask(s, RETURN_NEIGH_SPACE, number)
    elif verb == BUYOUT_BASICS:
        ask(s, BUYOUT_RETURN, number)
    elif verb == ZOMBIE_RETURN:
        ask(s, ZOMBIE_RETURN_SPACE, number)
    elif verb == SHUFFLE_GROUNDS:
        shuffle_grounds(s)
    elif verb == SHUFFLE_DECK:
        shuffle_deck(s)
    elif verb == DISCARD_CHAMBER:
        discard_chamber(s)
    elif verb == DISCARD_TOP:
        for _ in range(min(number, np.int64(s.deck_size[s.player]))):
            set_discard(s, s.player, take_top(s), 1)
    elif verb == CHAMBER_INTO_DECK:
        chamber_into_deck(s)
    elif verb == FIND_CHAMBER:
        find_chamber(s)
    elif verb == REORDER_TOP:
        look_at_top_cards(s, number)
    elif verb == FETCH:
        if discard_count(s, s.player) > 0:  # 23
            s.prompt = FETCH_CARD
            s.steps_left = 1
    elif verb == CHOOSE_ROW:
        s.prompt = ROW
        s.steps_left = 1
    elif verb == LOOK_AT_TOP:
        look_at_top(s)
    elif verb == FLIP_TO_RETURN_BASIC:
        if flip(s) == 1:
            push(s, RETURN_BASIC, number)


@jit
def begin_turn(s):
    p = s.player
    s.turn[p] += 1
    show_turn(s, p)
    forget_chosen(s)
    push(s, END_TURN, 0)
    push(s, DRAW, 0)
    push(s, TAKE_ACTION, 0)
    if s.chamber_buyout != 0 and s.chamber[p] != 0 and s.graveyard_basics[p] >= BUYOUT_PRICE:  # 29
        s.prompt = BUYOUT
        s.steps_left = 1
    else:
        push(s, CHAMBER_ACTS, 0)


@jit
def draw_card(s):
    forget_chosen(s)
    card = take_top(s)
    if IS_CHAMBER[card] != 0:
        place_in_chamber(s, card)
    else:
        s.resolving = card  # 22: not in the Discard Pile before its effect is over
        push(s, DISCARD_RESOLVED, 0)
        push_steps(s, EFFECT_VERB, EFFECT_NUMBER, card)


@jit
def push_steps(s, verbs, numbers, card):
    """The steps of a card onto the stack, the first one on top."""
    for i in range(MOST_STEPS - 1, -1, -1):
        if verbs[card, i] != 0:
            push(s, verbs[card, i], numbers[card, i])


@jit
def end_turn(s):
    p = np.int64(s.player)
    if s.deck_size[p] == 0:  # 1: looked at once a turn, here
        s.ended[p] = 1
        show_turn(s, p)
    elif s.turn[p] >= s.turn_cap:  # 3
        s.ended[p] = 1
        s.capped[p] = 1
        show_turn(s, p)
    for k in range(1, s.num_players + 1):  # 32: whoever has ended is passed over
        q = (p + k) % s.num_players
        if s.ended[q] == 0:
            s.player = q
            s.seat = q
            push(s, BEGIN_TURN, 0)
            return
    finish(s)


# The Grounds


@jit
def forget_chosen(s):
    s.chosen = 0
    s.brought_back = 0


@jit
def neighbours(spaces):
    """All spaces left, right, above and below of these."""
    beside = ((spaces & ~LAST_COLUMN) << 1) | ((spaces & ~FIRST_COLUMN) >> 1)
    return (beside | (spaces << COLUMNS) | (spaces >> COLUMNS)) & ALL_SPACES


@jit
def count(spaces):
    n = 0
    while spaces != 0:
        spaces &= spaces - 1
        n += 1
    return n


@jit
def candidates(s):
    """The spaces that the prompt at hand offers."""
    p = s.player
    cards = np.int64(s.lying[p])
    prompt = s.prompt
    if prompt == ACTION:
        return cards
    if prompt == REVEAL_SPACE or prompt == SECOND_REVEAL:
        return cards & ~np.int64(s.chosen)  # 8: different cards
    if prompt == DESTROY_SPACE:
        return cards & ~np.int64(s.brought_back)  # 11
    if prompt == DESTROY_REVEALED_SPACE:
        return cards & np.int64(s.chosen)
    if prompt == DESTROY_ADJACENT_SPACE:
        return adjacent_candidates(s, cards)
    if prompt == RETURN_NEIGH_SPACE:
        return ALL_SPACES & ~cards if s.graveyard_neighs[p] > 0 else 0
    if prompt == RETURN_BASIC_SPACE or prompt == BUYOUT_RETURN or prompt == ZOMBIE_RETURN_SPACE:
        return ALL_SPACES & ~cards if s.graveyard_basics[p] > 0 else 0
    return 0


@jit
def adjacent_candidates(s, cards):
    """9 and 10: the first card of a DESTROY ADJACENT from the largest groups, the others beside it."""
    emptied = np.int64(s.chosen)
    if emptied != 0:
        return neighbours(emptied) & cards & ~np.int64(s.brought_back)
    wanted = np.int64(s.steps_left)
    best = 0
    most = 0
    rest = cards
    while rest != 0:
        group = 0
        grown = rest & -rest
        while grown != group:
            group = grown
            grown = (group | neighbours(group)) & cards
        reach = min(count(group), wanted)
        if reach > most:
            most = reach
            best = group
        elif reach == most:
            best |= group
        rest &= ~group
    return best


@jit
def ask(s, prompt, steps):
    """Put a choice of a space to the player, unless there is no legal one: then the step is skipped."""
    s.prompt = prompt
    s.steps_left = steps
    if candidates(s) == 0:
        s.prompt = NO_PROMPT
        s.steps_left = 0


@jit
def look(s, space):
    """REVEAL: the player remembers the card."""
    p = s.player
    s.chosen |= set_of(space)
    if s.known[p, space] == UNKNOWN:
        set_space(s, p, space, s.grounds[p, space], OWNER_KNOWS)


@jit
def destroy(s, space):
    p = s.player
    kind = s.grounds[p, space]
    set_space(s, p, space, OPEN, UNKNOWN)
    s.chosen |= set_of(space)
    if kind == NEIGH:
        s.graveyard_neighs[p] += 1
        show_graveyard(s, p)
        return
    s.graveyard_basics[p] += 1
    show_graveyard(s, p)
    if s.chamber[p] == ZOMBIE and flip(s) == 1:  # 25
        push(s, ZOMBIE_RETURN, 1)


@jit
def put_back(s, space, kind):
    """RETURN: all see what lies there."""
    p = s.player
    set_space(s, p, space, kind, ALL_KNOW)
    if kind == BASIC:
        s.graveyard_basics[p] -= 1
    else:
        s.graveyard_neighs[p] -= 1
    show_graveyard(s, p)


@jit
def destroy_revealed_neighs(s):
    p = s.player
    for i in range(SPACES):
        if s.chosen & set_of(i) != 0:
            if s.grounds[p, i] == NEIGH:
                destroy(s, i)
            else:
                set_space(s, p, i, BASIC, ALL_KNOW)  # 36: a card that Chainsaw spared is no Neigh


@jit
def shuffle_grounds(s):
    """13: the cards change places with each other; The Great Narwhal's row, all of it known, stays."""
    p = s.player
    for i in range(SPACES):
        if s.known[p, i] != UNKNOWN and i // COLUMNS + 1 != s.row[p]:
            set_space(s, p, i, s.grounds[p, i], UNKNOWN)
    shuffle_hidden(s, s.grounds[p], s.known[p], SPACES, OWNER_KNOWS)


# The deck, the chamber and the Discard Pile


@jit
def take_top(s):
    p = s.player
    s.deck_size[p] -= 1
    size = s.deck_size[p]
    card = np.int64(s.deck[p, size])
    s.deck[p, size] = 0
    s.deck_known[p, size] = UNKNOWN
    show_deck(s, p)
    return card


@jit
def under_deck(s, card, known):
    p = s.player
    put_under(s.deck[p], s.deck_size[p], card)
    put_under(s.deck_known[p], s.deck_size[p], known)
    s.deck_size[p] += 1
    show_deck(s, p)


@jit
def shuffle_deck(s):
    p = s.player
    for i in range(s.deck_size[p]):
        s.deck_known[p, i] = UNKNOWN
    shuffle(s, s.deck[p], s.deck_size[p])
    show_deck(s, p)


@jit
def discard_count(s, p):
    n = 0
    for card in range(1, CARD_TYPES + 1):
        n += s.discard[p, card]
    return n


@jit
def discard_chamber(s):
    p = s.player
    if s.chamber[p] != 0:
        set_discard(s, p, s.chamber[p], 1)
        s.chamber[p] = 0
        s.row[p] = 0  # 28: face down again, still known
        show_chamber(s, p)


@jit
def place_in_chamber(s, card):
    discard_chamber(s)
    s.chamber[s.player] = card
    show_chamber(s, s.player)
    push_steps(s, EFFECT_VERB, EFFECT_NUMBER, card)


@jit
def chamber_into_deck(s):
    p = s.player
    if s.chamber[p] != 0:
        under_deck(s, s.chamber[p], UNKNOWN)  # the shuffle that follows forgets the place
        s.chamber[p] = 0
        s.row[p] = 0
        show_chamber(s, p)


@jit
def find_chamber(s):
    p = s.player
    for i in range(s.deck_size[p] - 1, -1, -1):
        card = np.int64(s.deck[p, i])
        if IS_CHAMBER[card] != 0:
            take_out(s.deck[p], s.deck_size[p], i)
            take_out(s.deck_known[p], s.deck_size[p], i)
            s.deck_size[p] -= 1
            show_deck(s, p)
            place_in_chamber(s, card)
            return


@jit
def look_at_top(s):
    p = s.player
    top = s.deck_size[p] - 1
    if s.deck_known[p, top] == UNKNOWN:
        s.deck_known[p, top] = OWNER_KNOWS
        show_deck(s, p)
    if s.deck_size[p] > 1:  # 24
        s.prompt = BLACK_KNIGHT_LOOK
        s.steps_left = 1


@jit
def look_at_top_cards(s, number):
    """16: the owner sees the top cards and will order them; nobody else knows their places any more (36)."""
    p = s.player
    size = np.int64(s.deck_size[p])
    cards = min(number, size)
    for i in range(size - cards, size):
        if cards > 1 or s.deck_known[p, i] == UNKNOWN:
            s.deck_known[p, i] = OWNER_KNOWS
    show_deck(s, p)
    if cards > 1:
        s.prompt = ORDER
        s.steps_left = cards


@jit
def next_to_order(s):
    """Index in the deck of the place that the next named card will take."""
    size = np.int64(s.deck_size[s.player])
    return size - 1 - (min(np.int64(3), size) - s.steps_left)


# Answers


@jit
def apply(s, action):
    prompt = np.int64(s.prompt)
    steps = np.int64(s.steps_left)
    if prompt == ORDER:
        order_next(s, action - TAKE_FIRST + 1)
        return
    s.prompt = NO_PROMPT
    s.steps_left = 0
    if action < DESTROY_FIRST:
        answer_reveal(s, prompt, steps, action - REVEAL_FIRST)
    elif action < RETURN_FIRST:
        answer_destroy(s, prompt, steps, action - DESTROY_FIRST)
    elif action < ROW_FIRST:
        answer_return(s, prompt, steps, action - RETURN_FIRST)
    elif action < TAKE_FIRST:
        answer_row(s, action - ROW_FIRST)
    elif action < YES:
        card = action - TAKE_FIRST + 1
        set_discard(s, s.player, card, 0)
        under_deck(s, card, ALL_KNOW)
    elif action == YES:
        push(s, DISCARD_CHAMBER, 1)
        push(s, BUYOUT_BASICS, BUYOUT_PRICE)
    elif action == NO:
        if prompt == BUYOUT:
            push(s, CHAMBER_ACTS, 0)
    elif action == BOTTOM:
        known = np.int64(s.deck_known[s.player, s.deck_size[s.player] - 1])
        under_deck(s, take_top(s), known)
    advance(s)


@jit
def answer_reveal(s, prompt, steps, space):
    look(s, space)
    if prompt == ACTION:
        if s.chamber[s.player] == GREEDY:
            push(s, ASK_SECOND_REVEAL, 1)
    elif prompt == REVEAL_SPACE and steps > 1:
        push(s, REVEAL, steps - 1)


@jit
def answer_destroy(s, prompt, steps, space):
    if steps > 1:
        push(s, DESTROY if prompt == DESTROY_SPACE else DESTROY_ADJACENT, steps - 1)
    destroy(s, space)


@jit
def answer_return(s, prompt, steps, space):
    put_back(s, space, NEIGH if prompt == RETURN_NEIGH_SPACE else BASIC)
    if prompt == ZOMBIE_RETURN_SPACE:
        s.brought_back |= set_of(space)
    elif steps > 1:
        if prompt == RETURN_BASIC_SPACE:
            push(s, RETURN_BASIC, steps - 1)
        elif prompt == BUYOUT_RETURN:
            push(s, BUYOUT_BASICS, steps - 1)
        else:
            push(s, RETURN_NEIGH, steps - 1)


@jit
def answer_row(s, row):
    p = s.player
    s.row[p] = row + 1
    show_chamber(s, p)
    for i in range(row * COLUMNS, (row + 1) * COLUMNS):
        if s.grounds[p, i] != OPEN:
            set_space(s, p, i, s.grounds[p, i], ALL_KNOW)


@jit
def order_next(s, card):
    p = s.player
    place = next_to_order(s)
    for i in range(place + 1):
        if s.deck[p, i] == card:
            s.deck[p, i] = s.deck[p, place]
    s.deck[p, place] = card
    show_deck(s, p)
    s.steps_left -= 1
    if s.steps_left == 1:  # 16: the last card by itself
        s.steps_left = 0
        s.prompt = NO_PROMPT
        advance(s)


# What is legal


@jit
def write_mask(s, out):
    for a in range(out.shape[0]):
        out[a] = 0
    if s.seat < 0:
        return
    p = s.player
    prompt = s.prompt
    spaces = candidates(s)
    if prompt == ACTION:
        write_spaces(spaces, REVEAL_FIRST, out)
        write_spaces(spaces, DESTROY_FIRST, out)
    elif prompt == REVEAL_SPACE or prompt == SECOND_REVEAL:
        write_spaces(spaces, REVEAL_FIRST, out)
        if prompt == SECOND_REVEAL:
            out[NO] = 1
    elif prompt == DESTROY_SPACE or prompt == DESTROY_ADJACENT_SPACE or prompt == DESTROY_REVEALED_SPACE:
        write_spaces(spaces, DESTROY_FIRST, out)
    elif prompt == BUYOUT:
        out[YES] = 1
        out[NO] = 1
    elif prompt == BLACK_KNIGHT_LOOK:
        out[LEAVE] = 1
        out[BOTTOM] = 1
    elif prompt == ROW:
        write_rows(s, out)
    elif prompt == ORDER:
        size = np.int64(s.deck_size[p])
        for i in range(size - min(np.int64(3), size), next_to_order(s) + 1):
            out[TAKE_FIRST + np.int64(s.deck[p, i]) - 1] = 1
    elif prompt == FETCH_CARD:
        for card in range(1, CARD_TYPES + 1):
            out[TAKE_FIRST + card - 1] = s.discard[p, card]
    else:
        write_spaces(spaces, RETURN_FIRST, out)


@jit
def write_spaces(spaces, first, out):
    for i in range(SPACES):
        out[first + i] = (spaces >> i) & 1


@jit
def write_rows(s, out):
    """27: a row that holds a card; any row when the Grounds are empty."""
    cards = np.int64(s.lying[s.player])
    for row in range(ROWS):
        if cards == 0 or (cards >> (row * COLUMNS)) & ((1 << COLUMNS) - 1) != 0:
            out[ROW_FIRST + row] = 1


# The end


@jit
def finish(s):
    s.seat = -1
    forget_chosen(s)
    for p in range(s.num_players):
        if s.capped[p] != 0:
            s.truncated = 1
    pay(s)


@jit
def pay(s):
    """What the game that is over was worth to each player."""
    best = -MOST_SCORE
    for p in range(s.num_players):
        best = max(best, score(s, p))
    if s.num_players > 1:  # 33
        winners = 0
        for p in range(s.num_players):
            winners |= np.int64(score(s, p) == best) << p
        share(s, winners)
    elif s.reward == 0:  # 5, 38
        s.returns[0] = np.float32(best) / np.float32(MOST_SCORE)
    elif best >= THRESHOLD[s.mode]:
        s.returns[0] = 1.0


# What a player cannot know, and what must always hold


@jit
def resample(s, seat):
    """Cards whose place ``seat`` does not know change places with each other, on each player's side."""
    for p in range(s.num_players):
        level = OWNER_KNOWS if p == seat else ALL_KNOW
        shuffle_hidden(s, s.grounds[p], s.known[p], SPACES, level)
        shuffle_hidden(s, s.deck[p], s.deck_known[p], s.deck_size[p], level)
        show_all(s, p)  # what the others know of themselves changed


INVARIANTS = {
    1: "a number in the record is out of range",
    2: "22 Basics and 8 Neighs must lie in Grounds and Graveyard together",
    3: "each Magical Unicorn must be in exactly one place",
    4: "an open space or a place above the deck is marked as known",
    5: "a row lies face up, known to all, exactly while The Great Narwhal is in the chamber",
    6: "a seat has to decide without a prompt, or there is a prompt without a seat",
    7: "a view does not show what the other fields say",
    8: "the game must be over when all have ended, and only then, with the returns that fit it",
}


@jit
def check(s):
    if s.num_players < 1 or s.num_players > MAX_PLAYERS or s.player < 0 or s.player >= s.num_players:
        return 1
    if s.prompt < 0 or s.prompt > PROMPTS or s.truncated < 0 or s.truncated > 1 or not stack_is_in_range(s):
        return 1
    if s.resolving < 0 or s.resolving > CARD_TYPES or s.steps_left < 0 or s.steps_left > BUYOUT_PRICE:
        return 1
    if s.chosen & ~ALL_SPACES != 0 or s.brought_back & ~ALL_SPACES != 0:
        return 1
    if s.seat != -1 and s.seat != s.player:
        return 1
    if (s.prompt == NO_PROMPT) != (s.seat == -1):
        return 6
    for p in range(s.num_players):
        code = check_player(s, p)
        if code != 0:
            return code
    if not order_is_in_range(s):
        return 1
    return 0 if result_fits(s) else 8


@jit
def stack_is_in_range(s):
    if s.stack_size < 0 or s.stack_size > STACK:
        return False
    for i in range(STACK):
        if s.stack_verb[i] < 0 or s.stack_verb[i] > DISCARD_RESOLVED:
            return False
        if s.stack_number[i] < 0 or s.stack_number[i] > BUYOUT_PRICE or (s.stack_verb[i] != 0) != (i < s.stack_size):
            return False
    return True


@jit
def order_is_in_range(s):
    """Whether a choice about the top of the deck is about cards that are there."""
    size = np.int64(s.deck_size[s.player])
    if s.prompt == BLACK_KNIGHT_LOOK:
        return size > 1
    return s.prompt != ORDER or (s.steps_left > 1 and s.steps_left <= min(np.int64(3), size))


@jit
def result_fits(s):
    """The record is left as it was."""
    is_over = True
    is_cut_off = False
    for p in range(s.num_players):
        is_over &= s.ended[p] != 0
        is_cut_off |= s.capped[p] != 0
    if is_over != (s.seat == -1) or (s.seat >= 0 and s.ended[s.player] != 0):
        return False
    if s.truncated != (1 if is_over and is_cut_off else 0):
        return False
    returns = s.returns.copy()
    for p in range(MAX_PLAYERS):
        s.returns[p] = 0.0
    if is_over:
        pay(s)
    wrong = 0
    for p in range(MAX_PLAYERS):
        wrong += s.returns[p] != returns[p]
        s.returns[p] = returns[p]
    return wrong == 0


@jit
def check_player(s, p):
    if s.deck_size[p] < 0 or s.deck_size[p] > CARD_TYPES or s.row[p] < 0 or s.row[p] > ROWS:
        return 1
    if s.chamber[p] < 0 or s.chamber[p] > CARD_TYPES or s.turn[p] < 0 or s.turn[p] > s.turn_cap:
        return 1
    if s.chamber[p] != 0 and IS_CHAMBER[s.chamber[p]] == 0:
        return 1
    if s.ended[p] < 0 or s.ended[p] > 1 or s.capped[p] != (1 if s.ended[p] != 0 and s.deck_size[p] > 0 else 0):
        return 1
    if s.discard[p, 0] != 0 or (s.capped[p] != 0 and s.turn[p] != s.turn_cap):
        return 1
    basics = np.int64(s.graveyard_basics[p])
    neighs = np.int64(s.graveyard_neighs[p])
    for i in range(SPACES):
        if s.known[p, i] < UNKNOWN or s.known[p, i] > ALL_KNOW or s.grounds[p, i] < OPEN or s.grounds[p, i] > NEIGH:
            return 1
        if s.grounds[p, i] == BASIC:
            basics += 1
        elif s.grounds[p, i] == NEIGH:
            neighs += 1
        elif s.known[p, i] != UNKNOWN:
            return 4
    if basics != BASICS or neighs != NEIGHS or s.graveyard_basics[p] < 0 or s.graveyard_neighs[p] < 0:
        return 2
    for i in range(CARD_TYPES):
        if i < s.deck_size[p]:
            if s.deck[p, i] < 1 or s.deck[p, i] > CARD_TYPES:
                return 3
        elif s.deck[p, i] != 0:
            return 3
        elif s.deck_known[p, i] != UNKNOWN:
            return 4
        if s.deck_known[p, i] < UNKNOWN or s.deck_known[p, i] > ALL_KNOW:
            return 1
    for card in range(1, CARD_TYPES + 1):
        if s.discard[p, card] < 0 or s.discard[p, card] > 1:
            return 1
        places = np.int64(s.discard[p, card])
        for i in range(s.deck_size[p]):
            if s.deck[p, i] == card:
                places += 1
        if s.chamber[p] == card:
            places += 1
        if s.player == p and s.resolving == card:
            places += 1
        if places != 1:
            return 3
    if not row_fits(s, p):
        return 5
    return 0 if views_are_right(s, p) else 7


@jit
def row_fits(s, p):
    is_choosing_row = s.prompt == ROW and s.player == p
    if (s.chamber[p] == GREAT_NARWHAL) != (s.row[p] != 0 or is_choosing_row) or (s.row[p] != 0 and is_choosing_row):
        return False
    if s.row[p] != 0:
        first = (np.int64(s.row[p]) - 1) * COLUMNS
        for i in range(first, first + COLUMNS):
            if s.grounds[p, i] != OPEN and s.known[p, i] != ALL_KNOW:
                return False
    return True


FUNCTIONS = {
    "reset": reset,
    "apply": apply,
    "advance": start,
    "write_mask": write_mask,
    "resample": resample,
    "check": check,
}
