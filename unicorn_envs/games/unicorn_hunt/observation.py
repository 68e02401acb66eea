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
    Field("face_up", (ROWS,), 0, 1, "1: the row lies face up (The Great Narwhal)"),
    Field("unseen", (2,), 0, (BASICS, NEIGHS), "Basics and Neighs among the face-down cards not known"),
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
RIVAL_AT = LAYOUT.start("rival_1_open")
RIVAL_SIZE = LAYOUT.start("rival_2_open") - RIVAL_AT
SEEN_IN_RIVAL = LAYOUT.start("rival_1_seen") - RIVAL_AT
BASIC_IN_RIVAL = LAYOUT.start("rival_1_basic") - RIVAL_AT
NEIGH_IN_RIVAL = LAYOUT.start("rival_1_neigh") - RIVAL_AT
FACE_UP_IN_RIVAL = LAYOUT.start("rival_1_face_up") - RIVAL_AT
GRAVEYARD_IN_RIVAL = LAYOUT.start("rival_1_graveyard") - RIVAL_AT
SCORE_IN_RIVAL = LAYOUT.start("rival_1_score") - RIVAL_AT
CHAMBER_IN_RIVAL = LAYOUT.start("rival_1_chamber") - RIVAL_AT
DISCARD_IN_RIVAL = LAYOUT.start("rival_1_discard") - RIVAL_AT
DECK_SIZE_IN_RIVAL = LAYOUT.start("rival_1_deck_size") - RIVAL_AT
DECK_PLACE_IN_RIVAL = LAYOUT.start("rival_1_deck_place") - RIVAL_AT
TURN_IN_RIVAL = LAYOUT.start("rival_1_turn") - RIVAL_AT
ENDED_IN_RIVAL = LAYOUT.start("rival_1_ended") - RIVAL_AT

CHAMBER_INDEX = np.array(
    [CHAMBER_CARDS.index(card) if card in CHAMBER_CARDS else -1 for card in range(CARD_TYPES + 1)], dtype=np.int8
)


@jit
def write_observation(s, seat, out):
    for i in range(out.shape[0]):
        out[i] = 0
    write_grounds(s, seat, out)
    write_piles(
        s, seat, OWNER_KNOWS, out,
        FACE_UP_AT, GRAVEYARD_AT, SCORE_AT, CHAMBER_AT, DISCARD_AT, DECK_SIZE_AT, DECK_PLACE_AT, TURN_AT,
    )  # fmt: skip
    write_decision(s, seat, out)
    if s.num_players > 1:
        write_race(s, seat, out)


@jit
def write_grounds(s, seat, out):
    basics = BASICS - np.int64(s.graveyard_basics[seat])
    neighs = NEIGHS - np.int64(s.graveyard_neighs[seat])
    for i in range(SPACES):
        kind = s.grounds[seat, i]
        if kind == OPEN:
            out[OPEN_AT + i] = 1
        elif s.known[seat, i] != UNKNOWN:
            if kind == BASIC:
                out[BASIC_AT + i] = 1
                basics -= 1
            else:
                out[NEIGH_AT + i] = 1
                neighs -= 1
    out[UNSEEN_AT] = basics
    out[UNSEEN_AT + 1] = neighs


@jit
def write_piles(s, p, level, out, face_up, graveyard, points, chamber, discard, deck_size, deck_place, turn):
    """What lies beside the Grounds of player ``p``; places in the deck as far as they are known to ``level``."""
    if s.chamber[p] == GREAT_NARWHAL and s.row[p] > 0:
        out[face_up + np.int64(s.row[p]) - 1] = 1
    out[graveyard] = s.graveyard_basics[p]
    out[graveyard + 1] = s.graveyard_neighs[p]
    out[points] = score(s, p)
    if s.chamber[p] != 0:
        out[chamber + np.int64(CHAMBER_INDEX[s.chamber[p]])] = 1
    for card in range(1, CARD_TYPES + 1):
        out[discard + card - 1] = s.discard[p, card]
    size = np.int64(s.deck_size[p])
    out[deck_size] = size
    for i in range(size):
        if s.deck_known[p, i] >= level:
            out[deck_place + np.int64(s.deck[p, i]) - 1] = TOP_PLACE - (size - 1 - i)
    out[turn] = s.turn[p] // TURN_DIGIT
    out[turn + 1] = s.turn[p] % TURN_DIGIT


@jit
def write_decision(s, seat, out):
    """The decision at hand is seen by all; the cards looked at only by who decides."""
    if s.prompt == NO_PROMPT:
        return
    if s.resolving != 0:
        out[RESOLVING_AT + np.int64(s.resolving) - 1] = 1
    out[PROMPT_AT + np.int64(s.prompt) - 1] = 1
    out[STEPS_LEFT_AT] = s.steps_left
    for i in range(SPACES):
        if s.chosen[i] & CHOSEN != 0:
            out[CHOSEN_AT + i] = 1
        if s.chosen[i] & BROUGHT_BACK != 0:
            out[BROUGHT_BACK_AT + i] = 1
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
    if s.seat >= 0:
        out[ACTING_AT + (np.int64(s.player) - seat) % players] = 1
    for i in range(SPACES):
        if s.known[seat, i] == ALL_KNOW:
            out[SHOWN_AT + i] = 1
    for k in range(1, players):
        write_rival(s, (seat + k) % players, RIVAL_AT + (k - 1) * RIVAL_SIZE, out)


@jit
def write_rival(s, p, at, out):
    for i in range(SPACES):
        kind = s.grounds[p, i]
        if kind == OPEN:
            out[at + i] = 1
        elif s.known[p, i] == OWNER_KNOWS:
            out[at + SEEN_IN_RIVAL + i] = 1
        elif s.known[p, i] == ALL_KNOW:
            if kind == BASIC:
                out[at + BASIC_IN_RIVAL + i] = 1
            elif kind == NEIGH:
                out[at + NEIGH_IN_RIVAL + i] = 1
    write_piles(
        s, p, ALL_KNOW, out,
        at + FACE_UP_IN_RIVAL, at + GRAVEYARD_IN_RIVAL, at + SCORE_IN_RIVAL, at + CHAMBER_IN_RIVAL,
        at + DISCARD_IN_RIVAL, at + DECK_SIZE_IN_RIVAL, at + DECK_PLACE_IN_RIVAL, at + TURN_IN_RIVAL,
    )  # fmt: skip
    out[at + ENDED_IN_RIVAL] = s.ended[p]
