"""What a player of Unicorn Hunt knows, as a flat int8 vector. The table below is what is written."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unicorn_hunt.cards import (
    BASICS,
    CARD_TYPES,
    CHAMBER_CARDS,
    GREAT_NARWHAL,
    NEIGHS,
    ROWS,
    SPACES,
)
from unicorn_envs.games.unicorn_hunt.rules import next_to_order, score
from unicorn_envs.games.unicorn_hunt.state import (
    ALL_KNOW,
    BASIC,
    BLACK_KNIGHT_LOOK,
    BROUGHT_BACK,
    CHOSEN,
    MAX_PLAYERS,
    MOST_SCORE,
    MOST_TURNS,
    NEIGH,
    NO_PROMPT,
    OPEN,
    ORDER,
    OWNER_KNOWS,
    PROMPTS,
    UNKNOWN,
)
from unicorn_envs.layout import Field, Layout

TURN_DIGIT = 100
"""The turn does not fit one int8: hundreds and the rest."""
TOP_PLACE = CARD_TYPES
"""Places in a deck count down from the top: 30 the top card, 29 the next one; 0 means unknown."""
TURN_HIGH = (MOST_TURNS // TURN_DIGIT, TURN_DIGIT - 1)

OWN = (
    Field("open", (SPACES,), 0, 1, "1: the space is open"),
    Field("basic", (SPACES,), 0, 1, "1: a card known to be a Basic lies there"),
    Field("neigh", (SPACES,), 0, 1, "1: a card known to be a Neigh lies there"),
    Field("unseen", (2,), 0, (BASICS, NEIGHS), "Basics and Neighs among the face-down cards not known"),
    Field("face_up", (ROWS,), 0, 1, "1: the row lies face up (The Great Narwhal)"),
    Field("graveyard", (2,), 0, (BASICS, NEIGHS), "Basics and Neighs in the Graveyard"),
    Field("score", (1,), -MOST_SCORE, MOST_SCORE, "the score as it stands"),
    Field("chamber", (len(CHAMBER_CARDS),), 0, 1, "1: this chamber card is in the chamber"),
    Field("discard", (CARD_TYPES,), 0, 1, "1: the card is in the Discard Pile"),
    Field("deck_size", (1,), 0, CARD_TYPES, "cards in the deck"),
    Field("deck_place", (CARD_TYPES,), 0, TOP_PLACE, "known place in the deck: 30 on top, 29 next, ...; 0 unknown"),
    Field("looked_at", (CARD_TYPES,), 0, 1, "1: the decision is about this card, looked at just now"),
    Field("turn", (2,), 0, TURN_HIGH, "own turns begun: hundreds, and the rest"),
    Field("resolving", (CARD_TYPES,), 0, 1, "1: the card drawn whose effect is being carried out"),
    Field("prompt", (PROMPTS,), 0, 1, "the kind of decision at hand, one-hot (state.BUYOUT = first entry ...)"),
    Field("steps_left", (1,), 0, 4, "choices that this step of the effect still asks for, this one included"),
    Field("chosen", (SPACES,), 0, 1, "1: the current effect has revealed or emptied this space"),
    Field("brought_back", (SPACES,), 0, 1, "1: Zombie Unicorn put a card here during the current effect"),
)  # fmt: skip

RACE = (
    Field("ended", (1,), 0, 1, "1: the observer's game has ended", players=2),
    Field("acting", (MAX_PLAYERS,), 0, 1, "who decides, one-hot: the observer, then clockwise", players=2),
    Field("shown_to_all", (SPACES,), 0, 1, "1: the rivals know this card of the observer", players=2),
)


def _rival(k: int) -> tuple[Field, ...]:
    def field(name: str, shape: tuple[int, ...], low: object, high: object, meaning: str) -> Field:
        return Field(f"rival_{k}_{name}", shape, low, high, meaning, players=k + 1)

    return (
        field("open", (SPACES,), 0, 1, f"the {k}. rival clockwise. 1: the space is open"),
        field("seen", (SPACES,), 0, 1, "1: a card that the rival has seen, and the observer has not"),
        field("basic", (SPACES,), 0, 1, "1: known to all to be a Basic"),
        field("neigh", (SPACES,), 0, 1, "1: known to all to be a Neigh"),
        field("face_up", (ROWS,), 0, 1, "1: the row lies face up"),
        field("graveyard", (2,), 0, (BASICS, NEIGHS), "Basics and Neighs in the Graveyard"),
        field("score", (1,), -MOST_SCORE, MOST_SCORE, "the score as it stands"),
        field("chamber", (len(CHAMBER_CARDS),), 0, 1, "1: this chamber card is in the chamber"),
        field("discard", (CARD_TYPES,), 0, 1, "1: the card is in the Discard Pile"),
        field("deck_size", (1,), 0, CARD_TYPES, "cards in the deck"),
        field("deck_place", (CARD_TYPES,), 0, TOP_PLACE, "place in the deck known to all, 30 on top; 0 unknown"),
        field("turn", (2,), 0, TURN_HIGH, "turns begun: hundreds, and the rest"),
        field("ended", (1,), 0, 1, "1: the rival's game has ended"),
    )  # fmt: skip


LAYOUT = Layout([*OWN, *RACE, *_rival(1), *_rival(2), *_rival(3)])

OPEN_AT = LAYOUT.start("open")
BASIC_AT = LAYOUT.start("basic")
NEIGH_AT = LAYOUT.start("neigh")
FACE_UP_AT = LAYOUT.start("face_up")
UNSEEN_AT = LAYOUT.start("unseen")
GRAVEYARD_AT = LAYOUT.start("graveyard")
SCORE_AT = LAYOUT.start("score")
CHAMBER_AT = LAYOUT.start("chamber")
DISCARD_AT = LAYOUT.start("discard")
DECK_SIZE_AT = LAYOUT.start("deck_size")
DECK_PLACE_AT = LAYOUT.start("deck_place")
LOOKED_AT = LAYOUT.start("looked_at")
TURN_AT = LAYOUT.start("turn")
RESOLVING_AT = LAYOUT.start("resolving")
PROMPT_AT = LAYOUT.start("prompt")
STEPS_LEFT_AT = LAYOUT.start("steps_left")
CHOSEN_AT = LAYOUT.start("chosen")
BROUGHT_BACK_AT = LAYOUT.start("brought_back")
ENDED_AT = LAYOUT.start("ended")
ACTING_AT = LAYOUT.start("acting")
SHOWN_AT = LAYOUT.start("shown_to_all")

# The piles of the observer and of each rival are written by one function into equal blocks.
PILES_AT = FACE_UP_AT
PILES_END = DECK_PLACE_AT + CARD_TYPES
GRAVEYARD = GRAVEYARD_AT - PILES_AT
SCORE = SCORE_AT - PILES_AT
CHAMBER = CHAMBER_AT - PILES_AT
DISCARD = DISCARD_AT - PILES_AT
DECK_SIZE = DECK_SIZE_AT - PILES_AT
DECK_PLACE = DECK_PLACE_AT - PILES_AT
RIVAL_AT = LAYOUT.start("rival_1_open")
RIVAL_SIZE = LAYOUT.start("rival_2_open") - RIVAL_AT
RIVAL_SEEN = LAYOUT.start("rival_1_seen") - RIVAL_AT
RIVAL_BASIC = LAYOUT.start("rival_1_basic") - RIVAL_AT
RIVAL_NEIGH = LAYOUT.start("rival_1_neigh") - RIVAL_AT
RIVAL_PILES = LAYOUT.start("rival_1_face_up") - RIVAL_AT
RIVAL_TURN = LAYOUT.start("rival_1_turn") - RIVAL_AT
RIVAL_ENDED = LAYOUT.start("rival_1_ended") - RIVAL_AT

CHAMBER_ORDER = np.array(CHAMBER_CARDS, dtype=np.int8)

# Every entry is written, from comparisons alone and at constant places of a block: such loops become vector
# instructions, and nothing that is nearly random (what lies where) decides about a branch.


@jit
def write_observation(s, seat, out):
    write_grounds(s, seat, out)
    write_piles(s, seat, OWNER_KNOWS, out[PILES_AT:PILES_END])
    out[TURN_AT] = s.turn[seat] // TURN_DIGIT
    out[TURN_AT + 1] = s.turn[seat] % TURN_DIGIT
    write_decision(s, seat, out)
    if s.num_players > 1:
        write_race(s, seat, out)


@jit
def write_grounds(s, seat, out):
    basics = BASICS - np.int64(s.graveyard_basics[seat])
    neighs = NEIGHS - np.int64(s.graveyard_neighs[seat])
    for i in range(SPACES):
        kind = s.grounds[seat, i]
        known = s.known[seat, i] != UNKNOWN
        out[OPEN_AT + i] = kind == OPEN
        out[BASIC_AT + i] = known & (kind == BASIC)
        out[NEIGH_AT + i] = known & (kind == NEIGH)
    for i in range(SPACES):
        basics -= out[BASIC_AT + i]
        neighs -= out[NEIGH_AT + i]
    out[UNSEEN_AT] = basics
    out[UNSEEN_AT + 1] = neighs


@jit
def write_piles(s, p, level, out):
    """What lies beside the Grounds of player ``p``; places in the deck as far as they are known to ``level``."""
    row = np.int64(s.row[p]) if s.chamber[p] == GREAT_NARWHAL else 0
    for i in range(ROWS):
        out[i] = row == i + 1
    out[GRAVEYARD] = s.graveyard_basics[p]
    out[GRAVEYARD + 1] = s.graveyard_neighs[p]
    out[SCORE] = score(s, p)
    for i in range(len(CHAMBER_CARDS)):
        out[CHAMBER + i] = s.chamber[p] == CHAMBER_ORDER[i]
    for i in range(CARD_TYPES):
        out[DISCARD + i] = s.discard[p, i + 1]
        out[DECK_PLACE + i] = 0
    size = np.int64(s.deck_size[p])
    out[DECK_SIZE] = size
    most_known = UNKNOWN
    for i in range(CARD_TYPES):
        most_known = max(most_known, s.deck_known[p, i])
    if most_known >= level:  # seldom: most places are not known to anybody
        for i in range(size):
            if s.deck_known[p, i] >= level:
                out[DECK_PLACE + np.int64(s.deck[p, i]) - 1] = TOP_PLACE - (size - 1 - i)


@jit
def write_decision(s, seat, out):
    """The decision at hand is seen by all; the cards looked at only by who decides."""
    open_decision = s.prompt != NO_PROMPT
    for card in range(1, CARD_TYPES + 1):
        out[LOOKED_AT + card - 1] = 0
        out[RESOLVING_AT + card - 1] = open_decision & (s.resolving == card)
    for prompt in range(1, PROMPTS + 1):
        out[PROMPT_AT + prompt - 1] = s.prompt == prompt
    out[STEPS_LEFT_AT] = s.steps_left
    for i in range(SPACES):
        out[CHOSEN_AT + i] = open_decision & (s.chosen[i] & CHOSEN != 0)
        out[BROUGHT_BACK_AT + i] = open_decision & (s.chosen[i] & BROUGHT_BACK != 0)
    if s.player != seat:
        return
    size = np.int64(s.deck_size[seat])
    if s.prompt == BLACK_KNIGHT_LOOK:
        out[LOOKED_AT + np.int64(s.deck[seat, size - 1]) - 1] = 1
    elif s.prompt == ORDER:
        for i in range(size - min(np.int64(3), size), next_to_order(s) + 1):
            out[LOOKED_AT + np.int64(s.deck[seat, i]) - 1] = 1


@jit
def write_race(s, seat, out):
    players = np.int64(s.num_players)
    out[ENDED_AT] = s.ended[seat]
    acting = (np.int64(s.player) - seat) % players
    for k in range(MAX_PLAYERS):
        out[ACTING_AT + k] = (s.seat >= 0) & (acting == k)
    for i in range(SPACES):
        out[SHOWN_AT + i] = s.known[seat, i] == ALL_KNOW
    for k in range(1, players):
        start = RIVAL_AT + (k - 1) * RIVAL_SIZE
        write_rival(s, (seat + k) % players, out[start : start + RIVAL_SIZE])


@jit
def write_rival(s, p, out):
    for i in range(SPACES):
        kind = s.grounds[p, i]
        known = s.known[p, i]
        out[i] = kind == OPEN
        out[RIVAL_SEEN + i] = known == OWNER_KNOWS
        out[RIVAL_BASIC + i] = (known == ALL_KNOW) & (kind == BASIC)
        out[RIVAL_NEIGH + i] = (known == ALL_KNOW) & (kind == NEIGH)
    write_piles(s, p, ALL_KNOW, out[RIVAL_PILES:RIVAL_TURN])
    out[RIVAL_TURN] = s.turn[p] // TURN_DIGIT
    out[RIVAL_TURN + 1] = s.turn[p] % TURN_DIGIT
    out[RIVAL_ENDED] = s.ended[p]
