"""What must always hold in a record of Unicorn Hunt; ``check`` finds what does not, in any bytes."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.checks import within
from unicorn_envs.engine.decisions import NO_PROMPT
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unicorn_hunt import cards, deck, grounds, turn, views
from unicorn_envs.games.unicorn_hunt.cards import CARD_TYPES, COLUMNS, SPACES
from unicorn_envs.games.unicorn_hunt.state import (
    ALL_KNOW,
    BASIC,
    LAST_STEP,
    MAX_PLAYERS,
    NEIGH,
    OPEN,
    PROMPTS,
    STACK,
    UNKNOWN,
    Prompt,
)

OK = 0
OUT_OF_RANGE = 1
WRONG_GROUNDS = 2
WRONG_CARDS = 3
WRONG_KNOWLEDGE = 4
WRONG_ROW = 5
WRONG_DECISION = 6
WRONG_VIEW = 7
WRONG_RESULT = 8

INVARIANTS = {
    OUT_OF_RANGE: "a number in the record is out of range",
    WRONG_GROUNDS: "22 Basics and 8 Neighs must lie in Grounds and Graveyard together",
    WRONG_CARDS: "each Magical Unicorn must be in exactly one place",
    WRONG_KNOWLEDGE: "an open space or a place above the deck is marked as known",
    WRONG_ROW: "a row lies face up, known to all, exactly while The Great Narwhal is in the chamber",
    WRONG_DECISION: "a seat has to decide without a prompt, or there is a prompt without a seat",
    WRONG_VIEW: "a view does not show what the other fields say",
    WRONG_RESULT: "the game must be over when all have ended, and only then, with the returns that fit it",
}


@jit
def check(s):
    if not within(s.num_players, 1, MAX_PLAYERS) or s.player < 0 or s.player >= s.num_players:
        return OUT_OF_RANGE
    if not within(s.prompt, 0, PROMPTS) or not within(s.truncated, 0, 1) or not stack_is_in_range(s):
        return OUT_OF_RANGE
    if not within(s.resolving, 0, CARD_TYPES) or not within(s.steps_left, 0, turn.BUYOUT_PRICE):
        return OUT_OF_RANGE
    if s.chosen & ~grounds.ALL_SPACES != 0 or s.brought_back & ~grounds.ALL_SPACES != 0:
        return OUT_OF_RANGE
    if s.seat != -1 and s.seat != s.player:
        return OUT_OF_RANGE
    if (s.prompt == NO_PROMPT) != (s.seat == -1):
        return WRONG_DECISION
    for p in range(s.num_players):
        code = check_player(s, p)
        if code != OK:
            return code
    if not order_is_in_range(s):
        return OUT_OF_RANGE
    return OK if result_fits(s) else WRONG_RESULT


@jit
def stack_is_in_range(s):
    if not within(s.stack_size, 0, STACK):
        return False
    for i in range(STACK):
        if not within(s.stack_verb[i], 0, LAST_STEP):
            return False
        if not within(s.stack_number[i], 0, turn.BUYOUT_PRICE) or (s.stack_verb[i] != 0) != (i < s.stack_size):
            return False
    return True


@jit
def order_is_in_range(s):
    """Whether a choice about the top of the deck is about cards that are there."""
    size = np.int64(s.deck_size[s.player])
    if s.prompt == Prompt.BLACK_KNIGHT_LOOK:
        return size > 1
    return s.prompt != Prompt.ORDER or (s.steps_left > 1 and s.steps_left <= min(np.int64(deck.MOST_ORDERED), size))


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
        turn.pay(s)
    wrong = 0
    for p in range(MAX_PLAYERS):
        wrong += s.returns[p] != returns[p]
        s.returns[p] = returns[p]
    return wrong == 0


@jit
def check_player(s, p):
    if not within(s.deck_size[p], 0, CARD_TYPES) or not within(s.row[p], 0, cards.ROWS):
        return OUT_OF_RANGE
    if not within(s.chamber[p], 0, CARD_TYPES) or not within(s.turn[p], 0, s.turn_cap):
        return OUT_OF_RANGE
    if s.chamber[p] != 0 and cards.IS_CHAMBER[s.chamber[p]] == 0:
        return OUT_OF_RANGE
    if not within(s.ended[p], 0, 1) or s.capped[p] != (1 if s.ended[p] != 0 and s.deck_size[p] > 0 else 0):
        return OUT_OF_RANGE
    if s.discard[p, 0] != 0 or (s.capped[p] != 0 and s.turn[p] != s.turn_cap):
        return OUT_OF_RANGE
    for code in (check_grounds(s, p), check_deck(s, p)):
        if code != OK:
            return code
    for card in range(1, CARD_TYPES + 1):
        if not within(s.discard[p, card], 0, 1):
            return OUT_OF_RANGE
        if places_of(s, p, card) != 1:
            return WRONG_CARDS
    if not row_fits(s, p):
        return WRONG_ROW
    return OK if views.views_are_right(s, p) else WRONG_VIEW


@jit
def check_grounds(s, p):
    basics = np.int64(s.graveyard_basics[p])
    neighs = np.int64(s.graveyard_neighs[p])
    for i in range(SPACES):
        if not within(s.known[p, i], UNKNOWN, ALL_KNOW) or not within(s.grounds[p, i], OPEN, NEIGH):
            return OUT_OF_RANGE
        if s.grounds[p, i] == BASIC:
            basics += 1
        elif s.grounds[p, i] == NEIGH:
            neighs += 1
        elif s.known[p, i] != UNKNOWN:
            return WRONG_KNOWLEDGE
    if basics != cards.BASICS or neighs != cards.NEIGHS or s.graveyard_basics[p] < 0 or s.graveyard_neighs[p] < 0:
        return WRONG_GROUNDS
    return OK


@jit
def check_deck(s, p):
    for i in range(CARD_TYPES):
        if i < s.deck_size[p]:
            if not within(s.deck[p, i], 1, CARD_TYPES):
                return WRONG_CARDS
        elif s.deck[p, i] != 0:
            return WRONG_CARDS
        elif s.deck_known[p, i] != UNKNOWN:
            return WRONG_KNOWLEDGE
        if not within(s.deck_known[p, i], UNKNOWN, ALL_KNOW):
            return OUT_OF_RANGE
    return OK


@jit
def places_of(s, p, card):
    """In how many places a Magical Unicorn is found."""
    places = np.int64(s.discard[p, card]) + (s.chamber[p] == card) + (s.player == p and s.resolving == card)
    for i in range(s.deck_size[p]):
        places += s.deck[p, i] == card
    return places


@jit
def row_fits(s, p):
    is_choosing_row = s.prompt == Prompt.ROW and s.player == p
    if (s.row[p] != 0) != (cards.CHOOSES_ROW[s.chamber[p]] != 0 and not is_choosing_row):
        return False
    if is_choosing_row and cards.CHOOSES_ROW[s.chamber[p]] == 0:
        return False
    if s.row[p] != 0:
        first = (np.int64(s.row[p]) - 1) * COLUMNS
        for i in range(first, first + COLUMNS):
            if s.grounds[p, i] != OPEN and s.known[p, i] != ALL_KNOW:
                return False
    return True
