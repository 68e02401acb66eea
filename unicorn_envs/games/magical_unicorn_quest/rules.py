"""What happens in Magical Unicorn Quest. Numbers in comments are the rulings of RULES.md.

From top to bottom: set-up and turn, windows and entries, potions, abilities, the answers to decisions, what is
legal, the end, what a player cannot know, and what is checked. ``advance`` works off the steps on the stack
until somebody has to decide or the game is over. Who knows what follows from how cards move: see views.py.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw, reseed
from unicorn_envs.engine.results import share
from unicorn_envs.engine.seats import clockwise, distance
from unicorn_envs.engine.steps import pop
from unicorn_envs.engine.steps import push as push_step
from unicorn_envs.games.magical_unicorn_quest.actions import (
    ADVENTURER_FIRST,
    CHOOSE_FIRST,
    FIRST_ABILITY,
    PASS,
    PLAY_FIRST,
    SECOND_ABILITY,
    STABLE_FIRST,
)
from unicorn_envs.games.magical_unicorn_quest.cards import (
    ALL_DISCARD,
    ALL_DRAW,
    ASK_FOR_CARD,
    BEINGS,
    CARD_TYPES,
    COLUMNS,
    COPIES,
    DECK_CARDS,
    DISCARD_BEING,
    DISCARD_HERE,
    DISCARD_OWN,
    DRAW,
    DRAW_WITH_STABLEMATE,
    FIRST,
    FIRST_NUMBER,
    FIRST_POTION,
    FIRST_SPECIES,
    GOLDEN,
    HALT,
    LAST_POTION,
    LOOK,
    MAJESTIC,
    MAKE_DISCARD,
    MAY_DISCARD_BEING,
    MAY_PLAY_BEINGS,
    MAY_REMOVE_BEING,
    MAY_TAKE_DISCARDED,
    MAY_TAKE_TOP,
    MOVE_BEING,
    PLAY_BEINGS,
    SEARCH,
    SECOND,
    SECOND_NUMBER,
    SWAP_CARDS,
    TAKE_DISCARDED,
    TAKE_FROM_HAND,
    THIEF,
)
from unicorn_envs.games.magical_unicorn_quest.stables import owns, stable_at
from unicorn_envs.games.magical_unicorn_quest.state import (
    ABILITY,
    ABILITY_BEING,
    BEING,
    BREW_CARD,
    BREW_STABLE,
    DEAL,
    DISCARD,
    DISCARD_CARD,
    DISCARD_STABLE,
    EVERYBODY,
    HALT_WINDOW,
    HAND_LIMIT,
    HAND_TAKE,
    HERE_CARD,
    LOOK_ORDER,
    LOOK_TAKE,
    MAX_PLAYERS,
    MOVE_CARD,
    MOVE_GOAL,
    MOVE_SOURCE,
    MUST_PLAY_BEING,
    NAME_ADVENTURER,
    NAME_CARD,
    NAME_DISCARDED,
    NO_PROMPT,
    OWN,
    PLAY_STABLE,
    POTION,
    PROMPTS,
    REMOVE_CARD,
    REMOVE_STABLE,
    SHARED,
    SPECIES,
    STACK,
    SWAP_GIVE,
    TABLE,
    TAKE_ANY,
    TAKE_TOP,
    THIEF_STABLE,
    THIEF_WINDOW,
    VICTIM,
)
from unicorn_envs.games.magical_unicorn_quest.views import (
    act,
    arrive,
    change_stable,
    discarded,
    find,
    forget_deck,
    in_play,
    know_place,
    leave,
    mark,
    no_more,
    no_more_at,
    put_on_discard,
    put_under_deck,
    remove_from_game,
    see_hand,
    set_of,
    show_acted,
    show_everything,
    show_hidden,
    show_turn,
    surely,
    surely_at,
    take_from_deck,
    take_out_of_discard,
    turn_discard_over,
    views_are_right,
)

# Steps that no card prints, beside the verbs of cards.py
BEGIN_TURN = 31
DRAW_STEP = 32
POTION_STEP = 33
BEING_STEP = 34
ABILITY_STEP = 35
LIMIT_STEP = 36
REBUILD_STEP = 37
END_TURN = 38
HALT_STEP = 39
THIEF_STEP = 40
ENTER_STEP = 41
POTION_DONE = 42
DISCARD_STEP = 43
LAST_STEP = DISCARD_STEP

CARDS_AT = 5
"""Where the table of cards begins in the vector of options."""

# Sets of cards and of actions, see views.set_of
BEING_CARDS = sum(1 << card for card in range(GOLDEN, BEINGS + 1))
SPECIES_CARDS = sum(1 << card for card in range(FIRST_SPECIES, BEINGS + 1))
ANY_CARD = sum(1 << card for card in range(1, CARD_TYPES + 1))
POTION_CARDS = sum(1 << card for card in range(FIRST_POTION, LAST_POTION + 1))
MAY_PASS = 1 << PASS
ABILITIES = 1 << FIRST_ABILITY | 1 << SECOND_ABILITY

MODULUS = 67
NUMBER_OF_BIT = np.zeros(MODULUS, dtype=np.int8)
"""The number of a bit by its value modulo 67: the powers of two up to 2**62 all leave different remainders."""
NUMBER_OF_BIT[[(1 << number) % MODULUS for number in range(63)]] = range(63)


# Set-up and turn


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.stables = options[1]
    s.ask_everyone = options[2]
    s.auto_single = options[3]
    s.turn_cap = options[4]
    for card in range(CARD_TYPES + 1):
        for column in range(COLUMNS):
            s.cards[card, column] = options[CARDS_AT + COLUMNS * card + column]
    for card in range(1, CARD_TYPES + 1):
        for _ in range(in_play(s, card)):
            s.deck_size += 1
            s.deck[DECK_CARDS - np.int64(s.deck_size)] = card
    shuffle_deck(s)
    show_everything(s)
    for p in range(s.num_players):
        draw_cards(s, p, DEAL)
    s.player = draw(s, s.num_players)  # 8
    s.seat = s.player
    push(s, BEGIN_TURN, 0, 0)
    advance(s)


@jit
def start(s):
    """Play on from where cards and steps to come are set up, and nothing is shown yet."""
    show_everything(s)
    advance(s)


@jit
def push(s, verb, number, seat):
    """A step of ``seat``."""
    s.stack_seat[s.stack_size] = seat
    push_step(s, verb, number)


@jit
def advance(s):
    while s.seat >= 0:
        if s.prompt == NO_PROMPT:
            verb, number = pop(s)
            seat = np.int64(s.stack_seat[s.stack_size])
            s.stack_seat[s.stack_size] = 0
            carry_out(s, verb, number, seat)
        else:
            s.legal = legal_actions(s)
            if s.auto_single == 0 or s.prompt == HALT_WINDOW or s.prompt == THIEF_WINDOW or has_several(s.legal):
                return
            answer(s, lowest(s.legal))
    s.legal = 0


@jit
def has_several(numbers):
    """Whether a set has more than one member."""
    return numbers & (numbers - 1) != 0


@jit
def lowest(numbers):
    """The lowest number in a set that is not empty."""
    return np.int64(NUMBER_OF_BIT[(numbers & -numbers) % MODULUS])


@jit
def carry_out(s, verb, number, seat):
    if verb == BEGIN_TURN:
        begin_turn(s)
    elif verb == DRAW_STEP:
        draw_cards(s, s.player, 2 if s.hand_size[s.player] == 0 else 1)
    elif verb == POTION_STEP:
        if playable_potions(s) != 0:
            ask(s, s.player, POTION, 1)
    elif verb == BEING_STEP:
        if s.holding[s.player] & BEING_CARDS != 0:
            ask(s, s.player, BEING, 1)
    elif verb == ABILITY_STEP:
        ability_step(s)
    elif verb == LIMIT_STEP:  # 8
        if s.hand_size[s.player] > HAND_LIMIT:
            ask(s, s.player, DISCARD, s.hand_size[s.player] - HAND_LIMIT)
    elif verb == REBUILD_STEP:
        if s.deck_size == 0:
            rebuild(s)
    elif verb == END_TURN:
        end_turn(s)
    elif verb == HALT_STEP:
        halt_step(s)
    elif verb == THIEF_STEP:
        thief_step(s)
    elif verb == ENTER_STEP:
        enter_step(s)
    elif verb == POTION_DONE:
        card = np.int64(s.table_card[0])
        clear_table_top(s)
        discard_card(s, card)
    elif verb == DISCARD_STEP:
        if s.hand_size[seat] > 0:  # 13: whoever has none is skipped
            ask(s, seat, DISCARD, number)
    elif verb <= MAY_TAKE_DISCARDED:
        carry_out_ability(s, verb, number)
    else:
        carry_out_potion(s, verb)


@jit
def ask(s, seat, prompt, steps):
    s.seat = seat
    s.prompt = prompt
    s.steps_left = steps


@jit
def begin_turn(s):
    s.turn += 1
    show_turn(s)
    s.seat = s.player
    push(s, END_TURN, 0, 0)
    push(s, REBUILD_STEP, 0, 0)
    push(s, LIMIT_STEP, 0, 0)
    push(s, ABILITY_STEP, 0, 0)
    push(s, BEING_STEP, 0, 0)
    push(s, POTION_STEP, 0, 0)
    push(s, DRAW_STEP, 0, 0)


@jit
def end_turn(s):
    for side in range(2):
        if s.acted[side] != 0:
            s.acted[side] = 0
            show_acted(s, side)
    if s.turn >= s.turn_cap:  # 7
        s.truncated = 1
        s.seat = -1
        return
    s.player = clockwise(s, s.player, 1)
    push(s, BEGIN_TURN, 0, 0)


# The deck and the discard pile


@jit
def shuffle_deck(s):
    for i in range(s.deck_size - 1, 0, -1):
        place = DECK_CARDS - 1 - i
        other = DECK_CARDS - 1 - draw(s, i + 1)
        card = s.deck[place]
        s.deck[place] = s.deck[other]
        s.deck[other] = card


@jit
def draw_cards(s, p, number):
    for _ in range(number):
        if s.deck_size == 0:  # 6
            rebuild(s)
        if s.deck_size > 0:
            top = DECK_CARDS - np.int64(s.deck_size)
            known = np.int64(s.deck_known[top])
            arrive(s, p, take_from_deck(s, top), known)


@jit
def rebuild(s):
    """The discard pile, shuffled, becomes the deck; no unicorn is ever in it."""
    turn_discard_over(s)
    shuffle_deck(s)
    s.none_left[0] = 1
    s.none_left[1] = 1


@jit
def discard_card(s, card):
    """15: face up on the pile; a unicorn under the deck, seen by all."""
    if card <= MAJESTIC:
        put_under_deck(s, card)
        s.none_left[card - 1] = 0
    else:
        put_on_discard(s, card)


@jit
def discard_from_hand(s, p, card):
    leave(s, p, card, EVERYBODY)
    discard_card(s, card)


@jit
def take_from_discard(s, card):
    """15: the topmost of its name goes to the acting adventurer's hand."""
    take_out_of_discard(s, card)
    arrive(s, s.player, card, EVERYBODY)


@jit
def search(s, card):
    """14: take a copy whenever there is one, show it, and shuffle either way."""
    place = find(s.deck, s.deck_size, card)
    if place >= 0:
        know_place(s, place, EVERYBODY)
        arrive(s, s.player, take_from_deck(s, place), EVERYBODY)
    else:
        s.none_left[card - 1] = 1
    forget_deck(s)
    shuffle_deck(s)


# The table: plays, Halt, Unicorn Thief


@jit
def put_on_table(s, p, card):
    """11: a played card lies on the table until it is settled."""
    leave(s, p, card, EVERYBODY)
    s.table_card[s.table_size] = card
    s.table_player[s.table_size] = p
    s.table_size += 1


@jit
def clear_table_top(s):
    s.table_size -= 1
    top = s.table_size
    s.table_card[top] = 0
    s.table_player[top] = 0
    s.table_asked[top] = 0
    s.table_from[top] = 0
    s.table_to[top] = 0
    s.table_target[top] = 0
    s.table_named[top] = 0


@jit
def can_answer(s, p, card):
    """9: the holders are asked, or all who have a hand."""
    return s.hand[p, card] > 0 or (s.ask_everyone != 0 and s.hand_size[p] > 0)


@jit
def halt_step(s):
    """1: go on with the Halt window of the topmost card, clockwise, the acting adventurer last."""
    top = s.table_size - 1
    n = np.int64(s.num_players)
    left_neighbour = clockwise(s, s.player, 1)
    for k in range(s.table_asked[top], n):
        q = clockwise(s, left_neighbour, k)
        s.table_asked[top] = k + 1
        if q != s.table_player[top] and can_answer(s, q, HALT):
            ask(s, q, HALT_WINDOW, 1)
            return
    card = np.int64(s.table_card[top])
    if card == HALT:
        halt_resolves(s)
    elif card == THIEF:
        thief_resolves(s, top)
    elif card <= BEINGS:
        begin_entry(s, card, 0, s.table_to[top])
    else:
        push(s, POTION_DONE, 0, 0)
        push(s, s.cards[card, FIRST], s.cards[card, FIRST_NUMBER], 0)


@jit
def halt_resolves(s):
    """11: the halted card is discarded first, the Halt on top."""
    clear_table_top(s)
    halted = np.int64(s.table_card[s.table_size - 1])
    clear_table_top(s)
    discard_card(s, halted)
    discard_card(s, HALT)
    if halted == HALT:  # 1: the asking about the card below goes on
        push(s, HALT_STEP, 0, 0)
    elif halted == THIEF:  # 2: the same adventurer may play another
        push(s, THIEF_STEP, 0, 0)


@jit
def begin_entry(s, card, source, goal):
    """A being is about to enter ``goal`` from the stable ``source`` (0: from the table)."""
    s.entry_card = card
    s.entry_from = source
    s.entry_to = goal
    s.entry_mover = s.player + 1
    s.entry_asked = 0
    push(s, THIEF_STEP if card <= MAJESTIC else ENTER_STEP, 0, 0)


@jit
def thief_step(s):
    """2: clockwise from the mover's left neighbour; the mover is not asked."""
    n = np.int64(s.num_players)
    for k in range(s.entry_asked, n - 1):
        q = clockwise(s, clockwise(s, s.entry_mover - 1, 1), k)
        s.entry_asked = k
        if can_answer(s, q, THIEF):
            ask(s, q, THIEF_WINDOW, 1)
            return
    push(s, ENTER_STEP, 0, 0)


@jit
def thief_resolves(s, top):
    """2: a new entry with a new window, whose mover is the Thief's player."""
    s.entry_to = s.table_to[top]
    s.entry_mover = s.table_player[top] + 1
    s.entry_asked = 0
    clear_table_top(s)
    discard_card(s, THIEF)
    push(s, THIEF_STEP, 0, 0)


@jit
def enter_step(s):
    card = np.int64(s.entry_card)
    goal = np.int64(s.entry_to) - 1
    if s.entry_from == 0:
        clear_table_top(s)
    else:
        change_stable(s, s.entry_from - 1, card, -1)
    change_stable(s, goal, card, 1)
    s.entry_card = 0
    s.entry_from = 0
    s.entry_to = 0
    s.entry_mover = 0
    s.entry_asked = 0
    if s.stable[goal, GOLDEN] > 0 and s.stable[goal, MAJESTIC] > 0:
        win(s, goal)


# Potions, once they have survived the Halt window


@jit
def carry_out_potion(s, verb):
    p = np.int64(s.player)
    q = np.int64(s.table_target[0]) - 1
    named = np.int64(s.table_named[0])
    if verb == MOVE_BEING:
        begin_entry(s, named, s.table_from[0], s.table_to[0])
    elif verb == ASK_FOR_CARD:
        hand_over(s, p, q, named)
    elif verb == TAKE_FROM_HAND:
        if s.hand_size[q] > 0:  # 12: Halts may have emptied it
            see_hand(s, p, q)
            ask(s, p, HAND_TAKE, 1)
    elif verb == TAKE_DISCARDED:
        take_from_discard(s, named)
    elif verb == DISCARD_BEING:
        change_stable(s, s.table_from[0] - 1, named, -1)
        discard_card(s, named)
    elif verb == SWAP_CARDS:
        if s.hand_size[p] > 0 and s.hand_size[q] > 0:  # 12
            ask(s, p, SWAP_GIVE, 2)


@jit
def hand_over(s, p, q, card):
    """Every copy goes over, seen by all; found or not, there are no further copies in that hand."""
    for _ in range(np.int64(s.hand[q, card])):
        leave(s, q, card, EVERYBODY)
        arrive(s, p, card, EVERYBODY)
    for o in range(s.num_players):
        if o != q:
            mark(s, o, q, card)


@jit
def take_from_hand(s, card):
    p = np.int64(s.player)
    q = np.int64(s.table_target[0]) - 1
    both = (1 << p) | (1 << q)
    leave(s, q, card, both)
    arrive(s, p, card, both)


@jit
def swap(s, given):
    p = np.int64(s.player)
    q = np.int64(s.table_target[0]) - 1
    both = (1 << p) | (1 << q)
    picked = np.int64(s.picked)
    s.picked = 0
    leave(s, p, picked, both)
    leave(s, q, given, both)
    arrive(s, p, given, both)
    arrive(s, q, picked, both)


# Abilities


@jit
def waiting(s, side):
    """5: the species of the stable on that side that have still to act this turn, a set."""
    return s.standing[stable_at(s, side)] & SPECIES_CARDS & ~s.acted[side]


@jit
def ability_step(s):
    """5: any un-acted species of the right stable first, else of the left one, else the step is over."""
    s.species = 0
    s.ability = 0
    s.side = 0
    for side in range(2 if s.stables == SHARED else 1):
        if waiting(s, side) != 0:
            s.side = side
            push(s, ABILITY_STEP, 0, 0)
            ask(s, s.player, SPECIES, 1)
            return


@jit
def species_acts(s, species):
    s.species = species
    act(s, s.side, species)
    if s.stable[stable_at(s, s.side), species] > 1:
        ask(s, s.player, ABILITY, 1)
    else:
        use_ability(s, 1)


@jit
def use_ability(s, which):
    s.ability = which
    if which == 1:
        push(s, s.cards[s.species, FIRST], s.cards[s.species, FIRST_NUMBER], 0)
    else:
        push(s, s.cards[s.species, SECOND], s.cards[s.species, SECOND_NUMBER], 0)


@jit
def carry_out_ability(s, verb, number):
    """13: an ability does what it can; with nothing to do it is over."""
    p = np.int64(s.player)
    n = np.int64(s.num_players)
    if verb == PLAY_BEINGS or verb == MAY_PLAY_BEINGS:
        if s.holding[p] & BEING_CARDS != 0:
            ask(s, p, MUST_PLAY_BEING if verb == PLAY_BEINGS else ABILITY_BEING, number)
    elif verb == LOOK:
        look(s, min(number, np.int64(s.deck_size)))
    elif verb == SEARCH:
        search(s, number)
    elif verb == DRAW:
        draw_cards(s, p, number)
    elif verb == ALL_DRAW:
        for k in range(n):
            draw_cards(s, clockwise(s, p, k), number)
    elif verb == DRAW_WITH_STABLEMATE:
        draw_cards(s, p, number)
        if s.stables == SHARED:
            draw_cards(s, clockwise(s, p, 1 if s.side == 1 else n - 1), 1)
    elif verb == DISCARD_OWN:
        push(s, DISCARD_STEP, number, p)
    elif verb == MAKE_DISCARD:
        if other_hands(s, p) != 0:
            ask(s, p, VICTIM, number)
    elif verb == DISCARD_HERE:
        if beings_here(s) != 0:
            ask(s, p, HERE_CARD, 1)
    elif verb == ALL_DISCARD:
        for k in range(n - 1, -1, -1):
            push(s, DISCARD_STEP, number, clockwise(s, p, k))
    elif verb == MAY_DISCARD_BEING:
        ask_where(s, DISCARD_STABLE, BEING_CARDS)
    elif verb == MAY_REMOVE_BEING:
        ask_where(s, REMOVE_STABLE, SPECIES_CARDS)
    elif s.discard_size > 0:
        ask(s, p, TAKE_TOP if verb == MAY_TAKE_TOP else TAKE_ANY, 1)


@jit
def look(s, number):
    """The acting adventurer sees the top cards; what others knew of them is wiped out."""
    if number == 0:
        return
    top = DECK_CARDS - np.int64(s.deck_size)
    for place in range(top, top + number):
        know_place(s, place, 1 << s.player)
    ask(s, s.player, LOOK_TAKE, number)


@jit
def take_looked_at(s, card, looked_at):
    take_from_deck(s, find(s.deck, s.deck_size, card))
    arrive(s, s.player, card, 1 << s.player)
    if looked_at > 2:
        ask(s, s.player, LOOK_ORDER, looked_at - 1)


@jit
def put_back(s, card, number):
    """Of ``number`` cards still to be put back, this one comes first and lies deepest."""
    place = find(s.deck, s.deck_size, card)
    deepest = DECK_CARDS - np.int64(s.deck_size) + number - 1
    s.deck[place] = s.deck[deepest]
    s.deck[deepest] = card
    if number > 2:
        ask(s, s.player, LOOK_ORDER, number - 1)


@jit
def ask_where(s, prompt, beings):
    """Ask for a stable that holds one of these beings, if there is one."""
    if stables_with(s, beings) != 0:
        ask(s, s.player, prompt, 1)


# What there is to play or to choose: sets of cards, stables or adventurers


@jit
def stables_with(s, beings):
    """The stables that hold any of these beings, counted clockwise from the one who decides."""
    stables = 0
    for k in range(s.num_players):
        if s.standing[clockwise(s, s.seat, k)] & beings != 0:
            stables |= set_of(k)
    return stables


@jit
def other_hands(s, p):
    """The adventurers with cards in hand, counted clockwise from ``p``, who is not among them."""
    hands = 0
    for k in range(1, s.num_players):
        if s.hand_size[clockwise(s, p, k)] > 0:  # 12
            hands |= set_of(k)
    return hands


@jit
def beings_here(s):
    """Troll: the beings of this stable that are neither of the acting species nor unicorns."""
    return s.standing[stable_at(s, s.side)] & SPECIES_CARDS & ~set_of(np.int64(s.species))


@jit
def playable_potions(s):
    """The potions in the acting adventurer's hand that have a legal target."""
    potions = s.holding[s.player] & POTION_CARDS
    playable = np.int64(0)
    while potions != 0:
        card = lowest(potions)
        potions &= potions - 1
        if has_target(s, card):
            playable |= set_of(card)
    return playable


@jit
def has_target(s, card):
    p = np.int64(s.player)
    verb = np.int64(s.cards[card, FIRST])
    if verb == MOVE_BEING or verb == DISCARD_BEING or verb == MAY_DISCARD_BEING:
        return stables_with(s, BEING_CARDS) != 0
    if verb == MAY_REMOVE_BEING:
        return stables_with(s, SPECIES_CARDS) != 0
    if verb == MAY_TAKE_TOP or verb == MAY_TAKE_DISCARDED:
        return s.discard_size > 0
    if verb == TAKE_DISCARDED:
        return s.discard_size > discarded(s, card)
    if verb == SWAP_CARDS and s.hand_size[p] < 2:  # 12
        return False
    if verb == MAKE_DISCARD or verb == ASK_FOR_CARD or verb == TAKE_FROM_HAND or verb == SWAP_CARDS:
        return other_hands(s, p) != 0
    return True


@jit
def all_cards(s):
    """The cards of the table that is played with."""
    cards = 0
    for card in range(1, CARD_TYPES + 1):
        if s.cards[card, COPIES] > 0:
            cards |= set_of(card)
    return cards


@jit
def discarded_cards(s):
    cards = 0
    for card in range(1, CARD_TYPES + 1):
        if discarded(s, card) > 0:
            cards |= set_of(card)
    return cards


@jit
def top_cards(s, number):
    """The cards on top of the deck."""
    cards = 0
    top = DECK_CARDS - np.int64(s.deck_size)
    for place in range(top, top + number):
        cards |= set_of(np.int64(s.deck[place]))
    return cards


# Answers


@jit
def apply(s, action):
    answer(s, action)
    advance(s)


@jit
def answer(s, action):
    prompt = np.int64(s.prompt)
    steps = np.int64(s.steps_left)
    seat = np.int64(s.seat)
    s.prompt = NO_PROMPT
    s.steps_left = 0
    s.seat = s.player
    if action == PASS:
        answer_pass(s, prompt)
    elif action < CHOOSE_FIRST + 1:
        answer_play(s, prompt, steps, seat, action - PLAY_FIRST)
    elif action < STABLE_FIRST:
        answer_choose(s, prompt, steps, seat, action - CHOOSE_FIRST)
    elif action <= ADVENTURER_FIRST:
        answer_stable(s, prompt, clockwise(s, seat, action - STABLE_FIRST))
    elif action < FIRST_ABILITY:
        answer_adventurer(s, prompt, steps, clockwise(s, seat, action - ADVENTURER_FIRST))
    else:
        use_ability(s, 1 if action == FIRST_ABILITY else 2)


@jit
def answer_pass(s, prompt):
    if prompt == HALT_WINDOW:
        push(s, HALT_STEP, 0, 0)
    elif prompt == THIEF_WINDOW:
        s.entry_asked += 1
        push(s, THIEF_STEP, 0, 0)


@jit
def answer_play(s, prompt, steps, seat, card):
    put_on_table(s, seat, card)
    if prompt == POTION:
        begin_naming(s, np.int64(s.cards[card, FIRST]))
    elif prompt == BEING:
        ask(s, seat, PLAY_STABLE, 1)
    elif prompt == THIEF_WINDOW:
        ask(s, seat, THIEF_STABLE, 1)
    else:
        if prompt == ABILITY_BEING or prompt == MUST_PLAY_BEING:
            s.table_to[0] = stable_at(s, s.side) + 1
            if steps > 1:
                push(s, MAY_PLAY_BEINGS if prompt == ABILITY_BEING else PLAY_BEINGS, steps - 1, 0)
        push(s, HALT_STEP, 0, 0)


@jit
def begin_naming(s, verb):
    """12: what a potion aims at is named before anyone decides on Halt."""
    if verb == MOVE_BEING:
        ask(s, s.player, MOVE_SOURCE, 1)
    elif verb == ASK_FOR_CARD or verb == TAKE_FROM_HAND or verb == SWAP_CARDS:
        ask(s, s.player, NAME_ADVENTURER, 1)
    elif verb == TAKE_DISCARDED:
        ask(s, s.player, NAME_DISCARDED, 1)
    elif verb == DISCARD_BEING:
        ask(s, s.player, BREW_STABLE, 1)
    else:
        push(s, HALT_STEP, 0, 0)


@jit
def answer_choose(s, prompt, steps, seat, card):
    if prompt == SPECIES:
        species_acts(s, card)
    elif prompt == DISCARD:
        discard_from_hand(s, seat, card)
        if steps > 1:
            push(s, DISCARD_STEP, steps - 1, seat)
    elif prompt == MOVE_CARD:
        s.table_named[0] = card
        ask(s, seat, MOVE_GOAL, 1)
    elif prompt == NAME_CARD or prompt == NAME_DISCARDED or prompt == BREW_CARD:
        s.table_named[0] = card
        push(s, HALT_STEP, 0, 0)
    elif prompt == LOOK_TAKE:
        take_looked_at(s, card, steps)
    elif prompt == LOOK_ORDER:
        put_back(s, card, steps)
    elif prompt == HAND_TAKE:
        take_from_hand(s, card)
    elif prompt == SWAP_GIVE:
        if steps == 2:
            s.picked = card
            ask(s, s.table_target[0] - 1, SWAP_GIVE, 1)
        else:
            swap(s, card)
    elif prompt == TAKE_TOP or prompt == TAKE_ANY:
        take_from_discard(s, card)
    else:
        being_goes(s, prompt, card)


@jit
def being_goes(s, prompt, card):
    """An ability discards a being, or removes it from the game."""
    stable = stable_at(s, s.side) if prompt == HERE_CARD else np.int64(s.chosen_stable) - 1
    s.chosen_stable = 0
    change_stable(s, stable, card, -1)
    if prompt == REMOVE_CARD:
        remove_from_game(s, card)
    else:
        discard_card(s, card)


@jit
def answer_stable(s, prompt, stable):
    if prompt == PLAY_STABLE or prompt == MOVE_GOAL or prompt == THIEF_STABLE:
        s.table_to[s.table_size - 1] = stable + 1
        push(s, HALT_STEP, 0, 0)
    elif prompt == MOVE_SOURCE:
        s.table_from[0] = stable + 1
        ask(s, s.player, MOVE_CARD, 1)
    elif prompt == BREW_STABLE:
        s.table_from[0] = stable + 1
        ask(s, s.player, BREW_CARD, 1)
    else:
        s.chosen_stable = stable + 1
        ask(s, s.player, DISCARD_CARD if prompt == DISCARD_STABLE else REMOVE_CARD, 1)


@jit
def answer_adventurer(s, prompt, steps, q):
    if prompt == VICTIM:
        push(s, DISCARD_STEP, steps, q)
        return
    s.table_target[0] = q + 1
    if s.cards[s.table_card[0], FIRST] == ASK_FOR_CARD:
        ask(s, s.player, NAME_CARD, 1)
    else:
        push(s, HALT_STEP, 0, 0)


# What is legal


@jit
def write_mask(s, out):
    for a in range(out.shape[0]):
        out[a] = (s.legal >> a) & 1


@jit
def legal_actions(s):
    """What the seat that decides may choose: a set of actions, empty when the game is over."""
    prompt = np.int64(s.prompt)
    passing = MAY_PASS if may_pass(prompt) else 0
    if prompt == NO_PROMPT:
        return 0
    if prompt == ABILITY:
        return ABILITIES
    if prompt == NAME_ADVENTURER or prompt == VICTIM:
        return other_hands(s, s.seat) << ADVENTURER_FIRST
    if is_about_play(prompt):
        return passing | np.int64(plays(s, prompt)) << PLAY_FIRST
    if is_about_stable(prompt):
        return passing | stable_choices(s, prompt) << STABLE_FIRST
    return passing | np.int64(card_choices(s, prompt)) << CHOOSE_FIRST


@jit
def may_pass(prompt):
    if prompt == DISCARD_STABLE or prompt == REMOVE_STABLE or prompt == TAKE_TOP or prompt == TAKE_ANY:
        return True
    return is_about_play(prompt) and prompt != MUST_PLAY_BEING


@jit
def is_about_play(prompt):
    if prompt == POTION or prompt == BEING or prompt == ABILITY_BEING or prompt == MUST_PLAY_BEING:
        return True
    return prompt == HALT_WINDOW or prompt == THIEF_WINDOW


@jit
def is_about_stable(prompt):
    if prompt == PLAY_STABLE or prompt == MOVE_SOURCE or prompt == MOVE_GOAL or prompt == BREW_STABLE:
        return True
    return prompt == THIEF_STABLE or prompt == DISCARD_STABLE or prompt == REMOVE_STABLE


@jit
def plays(s, prompt):
    """The cards that may be played."""
    if prompt == POTION:
        return playable_potions(s)
    if prompt == HALT_WINDOW:
        return s.holding[s.seat] & set_of(HALT)
    if prompt == THIEF_WINDOW:
        return s.holding[s.seat] & set_of(THIEF)
    return s.holding[s.seat] & BEING_CARDS


@jit
def stable_choices(s, prompt):
    """The stables that may be chosen, counted clockwise from the one who decides."""
    if prompt == PLAY_STABLE:
        return all_stables_but(s, np.int64(0))
    if prompt == MOVE_GOAL:
        return all_stables_but(s, np.int64(s.table_from[0]))
    if prompt == THIEF_STABLE:  # 3
        return all_stables_but(s, np.int64(s.entry_to))
    return stables_with(s, SPECIES_CARDS if prompt == REMOVE_STABLE else BEING_CARDS)


@jit
def all_stables_but(s, stable):
    """All stables but one, which is counted from 1; 0 is none."""
    stables = set_of(np.int64(s.num_players)) - 1
    return stables & ~set_of(distance(s, s.seat, stable - 1)) if stable > 0 else stables


@jit
def card_choices(s, prompt):
    """The cards that may be chosen."""
    if prompt == SPECIES:
        return waiting(s, s.side)
    if prompt == DISCARD or prompt == SWAP_GIVE:
        return s.holding[s.seat]
    if prompt == HAND_TAKE:
        return s.holding[s.table_target[0] - 1]
    if prompt == NAME_CARD:  # 12: any name
        return all_cards(s)
    if prompt == NAME_DISCARDED:
        return discarded_cards(s) & ~set_of(np.int64(s.table_card[0]))
    if prompt == TAKE_TOP:
        return set_of(np.int64(s.discard[DECK_CARDS - np.int64(s.discard_size)])) & ANY_CARD
    if prompt == TAKE_ANY:
        return discarded_cards(s)
    if prompt == LOOK_TAKE or prompt == LOOK_ORDER:
        return top_cards(s, s.steps_left)
    if prompt == MOVE_CARD or prompt == BREW_CARD:
        return s.standing[s.table_from[0] - 1]
    if prompt == HERE_CARD:
        return beings_here(s)
    return s.standing[s.chosen_stable - 1] & (BEING_CARDS if prompt == DISCARD_CARD else SPECIES_CARDS)


# The end


@jit
def win(s, stable):
    """16: the owners share +1, the others -1. Nothing else is resolved (10)."""
    s.seat = -1
    winners = 0
    for p in range(s.num_players):
        winners |= np.int64(owns(s, p, stable)) << p
    share(s, winners)


# What a player cannot know


@jit
def resample(s, seat):
    """Deal the cards that ``seat`` cannot place anew: uniformly among the deals that fit all it knows."""
    left = np.zeros(CARD_TYPES + 1, dtype=np.int64)
    new = np.zeros((MAX_PLAYERS, CARD_TYPES + 1), dtype=np.int64)
    count_hidden(s, seat, left)
    while not (deal_hidden(s, seat, left, new) and has_being_to_play(s, seat, new)):
        # Some name fell where the observer knows that there is no further copy, or none where one is: start over.
        for p in range(s.num_players):
            for card in range(1, CARD_TYPES + 1):
                left[card] += new[p, card]
                new[p, card] = 0
    for p in range(s.num_players):
        if p != seat:
            for card in range(1, CARD_TYPES + 1):
                s.hand[p, card] = surely(s, seat, p, card) + new[p, card]
    for i in range(s.deck_size):
        if (s.deck_known[DECK_CARDS - 1 - i] >> seat) & 1 == 0:
            s.deck[DECK_CARDS - 1 - i] = draw_from(s, left)
    if s.picked != 0 and seat != s.player:
        for card in range(1, CARD_TYPES + 1):
            left[card] = s.hand[s.player, card]
        s.picked = draw_from(s, left)
    for o in range(s.num_players):
        for p in range(s.num_players):
            if o != seat and p != seat and o != p:
                redraw_knowledge(s, seat, o, p, left)
    show_hidden(s)
    s.legal = legal_actions(s)


@jit
def draw_from(s, left):
    """One of the cards counted in ``left``, each copy equally likely; it is taken out."""
    total = 0
    for card in range(1, CARD_TYPES + 1):
        total += left[card]
    pick = draw(s, total)
    card = 1
    while pick >= left[card]:
        pick -= left[card]
        card += 1
    left[card] -= 1
    return card


@jit
def count_hidden(s, seat, left):
    """How many copies of each card lie where ``seat`` does not know them."""
    for p in range(s.num_players):
        if p != seat:
            for card in range(1, CARD_TYPES + 1):
                left[card] += np.int64(s.hand[p, card]) - surely(s, seat, p, card)
    for place in range(DECK_CARDS - np.int64(s.deck_size), DECK_CARDS):
        if (s.deck_known[place] >> seat) & 1 == 0:
            left[s.deck[place]] += 1


@jit
def free_places(s, seat, p, new):
    """Cards in the hand of ``p`` that are still to be dealt."""
    if p == seat:
        return np.int64(0)
    places = np.int64(s.hand_size[p])
    for card in range(1, CARD_TYPES + 1):
        places -= surely(s, seat, p, card) + new[p, card]
    return places


@jit
def deal_hidden(s, seat, left, new):
    """Deal hidden cards to the other hands; False as soon as one falls where ``seat`` knows it is not.

    Unicorns that cannot be in the deck are dealt first, to a uniformly random place among the hands. Hands
    with marks come before the others, so that a deal that does not fit is noticed early.
    """
    for unicorn in range(GOLDEN, MAJESTIC + 1):
        if s.none_left[unicorn - 1] != 0:
            while left[unicorn] > 0:
                p = random_holder(s, seat, new)
                left[unicorn] -= 1
                new[p, unicorn] += 1
                if no_more(s, seat, p, unicorn):
                    return False
    for marked in range(1, -1, -1):
        for p in range(s.num_players):
            if p == seat or (s.marked[p] >> seat) & 1 != marked:
                continue
            for _ in range(free_places(s, seat, p, new)):
                card = draw_from(s, left)
                new[p, card] += 1
                if no_more(s, seat, p, card):
                    return False
    return True


@jit
def has_being_to_play(s, seat, new):
    """Whether the deal leaves a being to whoever has to play one."""
    if s.prompt != MUST_PLAY_BEING or s.seat == seat:
        return True
    for card in range(GOLDEN, BEINGS + 1):
        if surely(s, seat, s.seat, card) + new[s.seat, card] > 0:
            return True
    return False


@jit
def random_holder(s, seat, new):
    """The owner of a uniformly random place in the other hands that is still to be dealt."""
    total = 0
    for p in range(s.num_players):
        total += free_places(s, seat, p, new)
    pick = draw(s, total)
    p = 0
    while pick >= free_places(s, seat, p, new):
        pick -= free_places(s, seat, p, new)
        p += 1
    return p


@jit
def redraw_knowledge(s, seat, o, p, left):
    """What another observer knows of a redealt hand: as many of its cards as before, shared knowledge kept."""
    extra = 0
    for card in range(1, CARD_TYPES + 1):
        common = min(surely(s, o, p, card), surely(s, seat, p, card))
        extra += surely(s, o, p, card) - common
        s.ring[o, surely_at(s, o, p, card)] = common
        left[card] = np.int64(s.hand[p, card]) - common
    for _ in range(extra):
        s.ring[o, surely_at(s, o, p, draw_from(s, left))] += 1
    for card in range(1, CARD_TYPES + 1):
        if surely(s, o, p, card) != s.hand[p, card]:
            s.ring[o, no_more_at(s, o, p, card)] = 0


# What must always hold


INVARIANTS = {
    1: "a number in the record is out of range",
    2: "each card must be in exactly one place",
    3: "a hand size does not fit the hand, or there are cards beyond the end of a pile",
    4: "an observer knows of more copies in a hand than it holds, or a mark says there are no more and there are",
    5: "there is a Golden or a Majestic Unicorn in a deck that is known to hold none",
    6: "a seat has to decide without a prompt, or there is a prompt without a seat",
    7: "a stable holds a Golden and a Majestic Unicorn, and the game goes on",
    8: "the cards on the table, or what is being carried out, do not fit the decision at hand",
    9: "what is shown does not fit the cards",
    10: "what is legal does not fit the cards",
    11: "the returns do not fit the stables, or the game is over without a reason",
}


@jit
def check(s):
    code = check_ranges(s)
    if code == 0:
        code = check_table(s)
    if code == 0:
        code = check_piles(s)
    if code == 0:
        code = check_knowledge(s)
    if code == 0 and (s.prompt == NO_PROMPT) != (s.seat == -1):
        code = 6
    if code == 0 and s.prompt != NO_PROMPT:
        code = check_decision(s)
    for stable in range(s.num_players):
        if code == 0 and s.seat >= 0 and s.stable[stable, GOLDEN] > 0 and s.stable[stable, MAJESTIC] > 0:
            code = 7
    if code == 0:
        code = check_result(s)
    if code == 0 and not views_are_right(s):
        code = 9
    return 10 if code == 0 and s.legal != legal_actions(s) else code


@jit
def check_ranges(s):
    n = np.int64(s.num_players)
    if n < 2 or n > MAX_PLAYERS or s.stables < SHARED or s.stables > OWN or (n == 2 and s.stables == SHARED):
        return 1
    if s.player < 0 or s.player >= n or s.seat < -1 or s.seat >= n or s.prompt < 0 or s.prompt > PROMPTS:
        return 1
    if s.deck_size < 0 or s.deck_size > DECK_CARDS or s.discard_size < 0 or s.discard_size > DECK_CARDS:
        return 1
    if s.side < 0 or s.side > 1 or s.species < 0 or s.species > BEINGS or s.ability < 0 or s.ability > 2:
        return 1
    if s.chosen_stable < 0 or s.chosen_stable > n or s.picked < 0 or s.picked > CARD_TYPES:
        return 1
    if s.entry_card < 0 or s.entry_card > BEINGS or s.entry_mover < 0 or s.entry_mover > n:
        return 1
    if s.entry_from < 0 or s.entry_from > n or s.entry_to < 0 or s.entry_to > n:
        return 1
    if s.entry_asked < 0 or s.entry_asked > n or s.steps_left < 0 or s.steps_left > DECK_CARDS:
        return 1
    if s.turn < 1 or s.turn > s.turn_cap or s.truncated < 0 or s.truncated > 1:
        return 1
    if s.none_left[0] < 0 or s.none_left[0] > 1 or s.none_left[1] < 0 or s.none_left[1] > 1:
        return 1
    for side in range(2):
        if s.acted[side] & ~SPECIES_CARDS != 0:
            return 1
    if s.stack_size < 0 or s.stack_size > STACK:
        return 1
    for i in range(s.stack_size):
        if not is_step(s.stack_verb[i], s.stack_number[i]) or s.stack_seat[i] < 0 or s.stack_seat[i] >= n:
            return 1
    return 0


@jit
def is_step(verb, number):
    """Whether a step can be on the stack with this number."""
    if verb < 1 or verb > LAST_STEP or number < 0 or number > DECK_CARDS:
        return False
    return verb != SEARCH or number == GOLDEN or number == MAJESTIC


@jit
def check_table(s):
    n = np.int64(s.num_players)
    if s.table_size < 0 or s.table_size > TABLE:
        return 1
    for i in range(TABLE):
        present = i < s.table_size
        if (s.table_card[i] != 0) != present or s.table_card[i] < 0 or s.table_card[i] > CARD_TYPES:
            return 1
        if s.table_player[i] < 0 or s.table_player[i] >= n or s.table_asked[i] < 0 or s.table_asked[i] > n:
            return 1
        if s.table_from[i] < 0 or s.table_from[i] > n or s.table_to[i] < 0 or s.table_to[i] > n:
            return 1
        if s.table_target[i] < 0 or s.table_target[i] > n or s.table_named[i] < 0 or s.table_named[i] > CARD_TYPES:
            return 1
    return 0


@jit
def check_decision(s):
    """Whether there is on the table, and named, what the decision at hand is about."""
    prompt = np.int64(s.prompt)
    size = np.int64(s.table_size)
    if s.steps_left < 1 or (s.chosen_stable != 0) != (prompt == DISCARD_CARD or prompt == REMOVE_CARD):
        return 8
    if s.picked != 0 and (prompt != SWAP_GIVE or s.hand[s.player, s.picked] == 0):
        return 8
    if size > 0 and s.table_player[0] != s.player:
        return 8
    if prompt == HALT_WINDOW or prompt == THIEF_WINDOW or prompt == THIEF_STABLE:
        return check_window(s, prompt, size)
    if s.entry_card != 0 or (s.seat != s.player and prompt != DISCARD and prompt != SWAP_GIVE):
        return 8
    if is_about_named(prompt):
        return 0 if size == 1 and is_named(s, prompt) else 8
    if prompt == LOOK_TAKE or prompt == LOOK_ORDER:
        return 0 if s.steps_left <= s.deck_size else 8
    if prompt == ABILITY or prompt == HERE_CARD or prompt == ABILITY_BEING or prompt == MUST_PLAY_BEING:
        return 0 if size == 0 and s.species != 0 and (s.ability != 0) == (prompt != ABILITY) else 8
    if prompt == POTION or prompt == BEING or prompt == SPECIES:
        return 0 if size == 0 else 8
    return 0 if size <= 1 else 8  # the effect of an ability, or of a potion that lies on the table


@jit
def check_window(s, prompt, size):
    entering = GOLDEN <= s.entry_card <= MAJESTIC
    if prompt == HALT_WINDOW:
        return 0 if size > 0 and (s.entry_card == 0 or entering) else 8
    if not entering or s.entry_to == 0 or s.entry_mover == 0:
        return 8
    on_top = size > 0 and s.table_card[size - 1] == THIEF
    return 0 if on_top == (prompt == THIEF_STABLE) else 8


@jit
def is_about_named(prompt):
    """Whether a decision is about the one card on the table: where a being goes, or what a potion aims at."""
    return PLAY_STABLE <= prompt <= BREW_CARD or prompt == HAND_TAKE or prompt == SWAP_GIVE


@jit
def is_named(s, prompt):
    """Whether the card on the table asks for this decision, and what is named before it is named."""
    card = np.int64(s.table_card[0])
    if prompt == PLAY_STABLE:
        return card <= BEINGS
    if card < FIRST_POTION or card > LAST_POTION:
        return False
    verb = np.int64(s.cards[card, FIRST])
    if prompt == MOVE_SOURCE:
        return verb == MOVE_BEING
    if prompt == MOVE_CARD or prompt == MOVE_GOAL:
        return verb == MOVE_BEING and s.table_from[0] != 0 and (s.table_named[0] != 0) == (prompt == MOVE_GOAL)
    if prompt == NAME_DISCARDED:
        return verb == TAKE_DISCARDED
    if prompt == BREW_STABLE or prompt == BREW_CARD:
        return verb == DISCARD_BEING and (s.table_from[0] != 0) == (prompt == BREW_CARD)
    if prompt == NAME_ADVENTURER:
        return verb == ASK_FOR_CARD or verb == TAKE_FROM_HAND or verb == SWAP_CARDS
    if s.table_target[0] == 0:
        return False
    if prompt == NAME_CARD:
        return verb == ASK_FOR_CARD
    return verb == (TAKE_FROM_HAND if prompt == HAND_TAKE else SWAP_CARDS)


@jit
def check_result(s):
    """Whoever owns a stable with both unicorns shares +1; nobody gets anything before that, or when cut off."""
    won = 0
    for stable in range(s.num_players):
        if s.stable[stable, GOLDEN] > 0 and s.stable[stable, MAJESTIC] > 0:
            won += 1
    if won > 1 or (won == 1) != (s.seat < 0 and s.truncated == 0) or (s.truncated != 0 and s.seat >= 0):
        return 11
    winners = 0
    for p in range(MAX_PLAYERS):
        if s.returns[p] > 0:
            winners += 1
            if won == 0 or not owns_both(s, p):
                return 11
        elif s.returns[p] < 0 and won == 0:
            return 11
    return 11 if won == 1 and winners != (2 if s.stables == SHARED else 1) else 0


@jit
def owns_both(s, p):
    """Whether an adventurer owns a stable with a Golden and a Majestic Unicorn."""
    for stable in range(s.num_players):
        if owns(s, p, stable) and s.stable[stable, GOLDEN] > 0 and s.stable[stable, MAJESTIC] > 0:
            return True
    return False


@jit
def is_place(place, size):
    """Whether a pile of this size has a card at a place of its array."""
    return DECK_CARDS - size <= place < DECK_CARDS


@jit
def check_piles(s):
    for p in range(s.num_players):
        cards = 0
        for card in range(1, CARD_TYPES + 1):
            cards += np.int64(s.hand[p, card])
        if cards != s.hand_size[p]:
            return 3
    for p in range(s.num_players, MAX_PLAYERS):
        if s.hand_size[p] != 0:
            return 3
    places = np.zeros(CARD_TYPES + 1, dtype=np.int64)
    for i in range(2 * DECK_CARDS):
        if s.deck[i] < 0 or s.deck[i] > CARD_TYPES or s.discard[i] < 0 or s.discard[i] > CARD_TYPES:
            return 1
        if (s.deck[i] != 0) != is_place(i, s.deck_size) or (s.discard[i] != 0) != is_place(i, s.discard_size):
            return 3
        if s.deck_known[i] < 0 or s.deck_known[i] > EVERYBODY or (s.deck_known[i] != 0 and s.deck[i] == 0):
            return 3
        places[s.deck[i]] += 1
        places[s.discard[i]] += 1
        if s.deck[i] != 0 and s.deck[i] <= MAJESTIC and s.none_left[s.deck[i] - 1] != 0:
            return 5
    for i in range(s.table_size):
        places[s.table_card[i]] += 1
    for card in range(1, CARD_TYPES + 1):
        places[card] += np.int64(s.removed[card])
        for p in range(MAX_PLAYERS):
            if p >= s.num_players and (s.hand[p, card] != 0 or (card <= BEINGS and s.stable[p, card] != 0)):
                return 2  # no such seat, no such stable
            places[card] += np.int64(s.hand[p, card])
            if s.hand[p, card] < 0:
                return 2
            if card <= BEINGS:
                places[card] += np.int64(s.stable[p, card])
                if s.stable[p, card] < 0:
                    return 2
        if places[card] != in_play(s, card) or s.removed[card] < 0:
            return 2
        if s.removed[card] != 0 and (card < FIRST_SPECIES or card > BEINGS):
            return 2
    return 0


@jit
def check_knowledge(s):
    for p in range(s.num_players):
        for o in range(s.num_players):
            if o == p:
                continue
            for card in range(1, CARD_TYPES + 1):
                marked = np.int64(s.ring[o, no_more_at(s, o, p, card)])
                if marked < 0 or marked > 1:
                    return 1
                sure = surely(s, o, p, card)
                if sure < 0 or sure > s.hand[p, card] or (marked == 1 and sure != s.hand[p, card]):
                    return 4
    return 0


FUNCTIONS = {
    "reset": reset,
    "apply": apply,
    "advance": start,
    "write_mask": write_mask,
    "resample": resample,
    "check": check,
}
