"""A sensible human's Unicorn Hunt. It reads the observation and the mask, nothing else, and draws no lots.

It counts the odds of an unknown card from what is unseen, destroys known Basics first, looks where a look
pays, lets Chainsaw Unicorn find what is harmless, and returns cards where they are known and safe.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.reading import one_hot
from unicorn_envs.games.unicorn_hunt import actions
from unicorn_envs.games.unicorn_hunt import observation as at
from unicorn_envs.games.unicorn_hunt.cards import CARD_TYPES, CARDS, CHAMBER_CARDS, COLUMNS, ROWS, SPACES, Verb, number
from unicorn_envs.games.unicorn_hunt.state import PROMPTS, Prompt

CHAINSAW = number("Chainsaw Unicorn")
GINORMOUS = number("Ginormous Unicorn")
ZOMBIE_INDEX = CHAMBER_CARDS.index(number("Zombie Unicorn"))
FERTILE_INDEX = CHAMBER_CARDS.index(number("Extremely Fertile Unicorn"))

BASIC_VALUE = 2.0
NEIGH_VALUE = -4.0
SAFE_ODDS = 0.12
"""An unknown card is destroyed rather than looked at when a Neigh is at most this likely."""
BUYOUT_TURNS = 14
"""Fewer turns than this do not pay for the four Basics that a buyout brings back."""
KNOWN_WORTH_KEEPING = 3
NEVER = -1000.0


def _total(verb: Verb) -> np.ndarray:
    return np.array([0, *(sum(n for v, n in card.effect if v == verb) for card in CARDS)], dtype=np.int8)


def _has(verb: Verb) -> np.ndarray:
    return np.array([0, *(int(any(v == verb for v, _ in card.effect)) for card in CARDS)], dtype=np.int8)


DESTROYS = _total(Verb.DESTROY) + _total(Verb.DESTROY_ADJACENT) + _total(Verb.DESTROY_REVEALED)
REVEALS = _total(Verb.REVEAL)
BASICS_BACK = _total(Verb.RETURN_BASIC)
NEIGHS_BACK = _total(Verb.RETURN_NEIGH)
SHUFFLES = _has(Verb.SHUFFLE_GROUNDS)
FETCHES = _has(Verb.FETCH)
HURTS_NEIGHS = _has(Verb.DESTROY_REVEALED_NEIGHS)


@jit
def choose(obs, mask):
    prompt = one_hot(obs, at.PROMPT_AT, PROMPTS) + 1
    if prompt == Prompt.ACTION:
        return choose_action(obs, mask)
    if prompt == Prompt.REVEAL_SPACE or prompt == Prompt.SECOND_REVEAL:
        return choose_reveal(obs, mask)
    if prompt == Prompt.BUYOUT:
        burden = obs[at.CHAMBER_AT + ZOMBIE_INDEX] + obs[at.CHAMBER_AT + FERTILE_INDEX]
        return actions.YES if burden != 0 and obs[at.DECK_SIZE_AT] >= BUYOUT_TURNS else actions.NO
    if prompt == Prompt.BLACK_KNIGHT_LOOK:
        return choose_top(obs)
    if prompt == Prompt.ROW:
        return choose_row(obs, mask)
    if prompt == Prompt.ORDER or prompt == Prompt.FETCH_CARD:
        return choose_card(obs, mask, prompt == Prompt.FETCH_CARD)
    for i in range(SPACES):
        if mask[actions.RETURN_FIRST + i] != 0:
            return choose_return(obs, mask, prompt == Prompt.RETURN_NEIGH_SPACE)
    return choose_destroy(obs, mask)


@jit
def odds_of_neigh(obs):
    """How likely an unknown card of the Grounds is a Neigh."""
    unseen = np.int64(obs[at.UNSEEN_AT]) + np.int64(obs[at.UNSEEN_AT + 1])
    return obs[at.UNSEEN_AT + 1] / unseen if unseen > 0 else 0.0


@jit
def value(obs, space):
    """Points that destroying the card on a space is expected to bring."""
    if obs[at.BASIC_AT + space] != 0:
        return BASIC_VALUE
    if obs[at.NEIGH_AT + space] != 0:
        return NEIGH_VALUE
    p = odds_of_neigh(obs)
    return BASIC_VALUE * (1.0 - p) + NEIGH_VALUE * p


@jit
def is_unknown(obs, space):
    return obs[at.OPEN_AT + space] + obs[at.BASIC_AT + space] + obs[at.NEIGH_AT + space] == 0


@jit
def known_basics(obs):
    n = 0
    for i in range(SPACES):
        n += obs[at.BASIC_AT + i]
    return n


@jit
def are_adjacent(a, b):
    rows = abs(a // COLUMNS - b // COLUMNS)
    columns = abs(a % COLUMNS - b % COLUMNS)
    return rows + columns == 1


@jit
def is_face_up(obs, space):
    return obs[at.FACE_UP_AT + space // COLUMNS] != 0


@jit
def choose_action(obs, mask):
    target = choose_destroy(obs, mask)
    space = target - actions.DESTROY_FIRST
    if obs[at.BASIC_AT + space] != 0:
        return target
    look = choose_reveal(obs, mask)
    if not is_unknown(obs, look - actions.REVEAL_FIRST):
        return look  # only Neighs are left: looking at one harms nothing
    p = odds_of_neigh(obs)
    if p <= SAFE_ODDS or (obs[at.DECK_SIZE_AT] <= 1 and value(obs, space) > 0.0):
        return target
    return look


@jit
def choose_destroy(obs, mask):
    """The card worth most, together with the best ones that an ADJACENT effect could take after it."""
    steps = np.int64(obs[at.STEPS_LEFT_AT])
    best = -1
    most = NEVER
    for i in range(SPACES):
        if mask[actions.DESTROY_FIRST + i] == 0:
            continue
        worth = value(obs, i)
        if steps > 1 and obs[at.PROMPT_AT + Prompt.ACTION - 1] == 0:
            worth += best_beside(obs, i, steps - 1)
        elif obs[at.BASIC_AT + i] != 0 and not is_face_up(obs, i):
            worth += 0.01  # a shuffle could hide this one
        if worth > most:
            most = worth
            best = i
    return actions.DESTROY_FIRST + best


@jit
def best_beside(obs, first, steps):
    """Value of the best one or two further cards that grow from ``first``."""
    most = NEVER
    for j in range(SPACES):
        if j == first or obs[at.OPEN_AT + j] != 0 or not are_adjacent(first, j):
            continue
        worth = value(obs, j)
        if steps > 1:
            beyond = NEVER
            for k in range(SPACES):
                if k == first or k == j or obs[at.OPEN_AT + k] != 0:
                    continue
                if are_adjacent(first, k) or are_adjacent(j, k):
                    beyond = max(beyond, value(obs, k))
            worth += beyond if beyond > NEVER else 0.0
        most = max(most, worth)
    return most if most > NEVER else 0.0


@jit
def choose_reveal(obs, mask):
    """Look at something new; under Chainsaw at something harmless, under Ginormous at one sure Basic."""
    wants_known = obs[at.RESOLVING_AT + CHAINSAW - 1] != 0
    if obs[at.RESOLVING_AT + GINORMOUS - 1] != 0:
        wants_known = True
        for i in range(SPACES):
            if obs[at.CHOSEN_AT + i] != 0 and obs[at.BASIC_AT + i] != 0:
                wants_known = False
    best = actions.NO
    most = NEVER
    for i in range(SPACES):
        if mask[actions.REVEAL_FIRST + i] == 0:
            continue
        if is_unknown(obs, i):
            worth = 1.0
            for j in range(SPACES):
                if are_adjacent(i, j) and obs[at.BASIC_AT + j] != 0:
                    worth += 0.1  # a group of known Basics serves the ADJACENT cards
        elif obs[at.BASIC_AT + i] != 0:
            worth = 2.0 if wants_known else 0.0
        else:
            worth = -1.0 if wants_known else 0.0
        if worth > most:
            most = worth
            best = actions.REVEAL_FIRST + i
    if most <= 0.0 and mask[actions.NO] != 0:
        return actions.NO
    return best


@jit
def choose_return(obs, mask, neigh):
    """Where a shuffle cannot hide the card; Basics beside known Basics, Neighs beside nothing."""
    best = -1
    most = NEVER
    for i in range(SPACES):
        if mask[actions.RETURN_FIRST + i] == 0:
            continue
        worth = 10.0 if is_face_up(obs, i) else 0.0
        for j in range(SPACES):
            if are_adjacent(i, j) and obs[at.OPEN_AT + j] == 0:
                if neigh or obs[at.NEIGH_AT + j] != 0:
                    worth -= 1.0
                elif obs[at.BASIC_AT + j] != 0:
                    worth += 1.0
        if worth > most:
            most = worth
            best = i
    return actions.RETURN_FIRST + best


@jit
def choose_row(obs, mask):
    """The row with the most unknown cards."""
    best = -1
    most = -1
    for row in range(ROWS):
        if mask[actions.ROW_FIRST + row] != 0:
            unknown = 0
            for i in range(row * COLUMNS, (row + 1) * COLUMNS):
                if is_unknown(obs, i):
                    unknown += 1
            if unknown > most:
                most = unknown
                best = row
    return actions.ROW_FIRST + best


@jit
def worth_of_drawing(obs, card):
    """About how many points the effect of a card would bring on the table as it is."""
    p = odds_of_neigh(obs)
    known = known_basics(obs)
    worth = 0.0
    for k in range(DESTROYS[card]):
        worth += BASIC_VALUE if k < known else BASIC_VALUE * (1.0 - p) + NEIGH_VALUE * p
    worth += 0.8 * REVEALS[card] if HURTS_NEIGHS[card] == 0 else -1.0
    worth -= BASIC_VALUE * min(np.int64(BASICS_BACK[card]), np.int64(obs[at.GRAVEYARD_AT]))
    if NEIGHS_BACK[card] != 0 and obs[at.GRAVEYARD_AT + 1] > 0:
        worth -= NEIGH_VALUE
    if SHUFFLES[card] != 0:
        worth -= 0.8 * known
    if FETCHES[card] != 0:
        worth += 2.0  # one turn more
    return worth


@jit
def choose_top(obs):
    """Black Knight: what would hurt now may come when it hurts less."""
    card = 0
    for c in range(1, CARD_TYPES + 1):
        if obs[at.LOOKED_AT + c - 1] != 0:
            card = c
    bad = SHUFFLES[card] != 0 and known_basics(obs) >= KNOWN_WORTH_KEEPING
    if DESTROYS[card] != 0 and known_basics(obs) < DESTROYS[card] and odds_of_neigh(obs) > SAFE_ODDS:
        bad = True
    return actions.BOTTOM if bad else actions.LEAVE


@jit
def choose_card(obs, mask, for_the_bottom):
    """Fetch what brings most; have the best of the top three drawn first."""
    best = -1
    most = NEVER
    for card in range(1, CARD_TYPES + 1):
        if mask[actions.TAKE_FIRST + card - 1] != 0:
            worth = worth_of_drawing(obs, card)
            if for_the_bottom and SHUFFLES[card] != 0:
                worth -= 1.0
            if worth > most:
                most = worth
                best = card
    return actions.TAKE_FIRST + best - 1
