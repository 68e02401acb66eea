"""What a player of Unicorn Hunt knows, as a flat int8 vector. The table below is what is written."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unicorn_hunt.cards import BASICS, CARD_TYPES, CHAMBER_CARDS, NEIGHS, ROWS, SPACES
from unicorn_envs.games.unicorn_hunt.state import (
    BLACK_KNIGHT_LOOK,
    MAX_PLAYERS,
    MOST_SCORE,
    MOST_TURNS,
    NO_PROMPT,
    ORDER,
    OWNER_VIEW,
    PROMPTS,
    RIVAL_VIEW,
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
    Field("chosen", (SPACES,), 0, 1, "1: the current effect has revealed or emptied this space of the player who acts"),
    Field("brought_back", (SPACES,), 0, 1, "1: Zombie Unicorn put a card here during the current effect, likewise"),
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

# Where the fields about a rival lie within its block
RIVAL_AT = LAYOUT.start("rival_1_open")
RIVAL_OPEN = 0
RIVAL_SEEN = LAYOUT.start("rival_1_seen") - RIVAL_AT
RIVAL_BASIC = LAYOUT.start("rival_1_basic") - RIVAL_AT
RIVAL_NEIGH = LAYOUT.start("rival_1_neigh") - RIVAL_AT
RIVAL_FACE_UP = LAYOUT.start("rival_1_face_up") - RIVAL_AT
RIVAL_GRAVEYARD = LAYOUT.start("rival_1_graveyard") - RIVAL_AT
RIVAL_SCORE = LAYOUT.start("rival_1_score") - RIVAL_AT
RIVAL_CHAMBER = LAYOUT.start("rival_1_chamber") - RIVAL_AT
RIVAL_DISCARD = LAYOUT.start("rival_1_discard") - RIVAL_AT
RIVAL_DECK_SIZE = LAYOUT.start("rival_1_deck_size") - RIVAL_AT
RIVAL_DECK_PLACE = LAYOUT.start("rival_1_deck_place") - RIVAL_AT
RIVAL_TURN = LAYOUT.start("rival_1_turn") - RIVAL_AT
RIVAL_ENDED = LAYOUT.start("rival_1_ended") - RIVAL_AT

# The views (views.py) are copied: the observer's own at the start, up to the turn, and a block for each rival.
assert LAYOUT.start("resolving") == OWNER_VIEW
assert LAYOUT.start("rival_2_open") - RIVAL_AT == RIVAL_VIEW


@jit
def write_observation(s, seat, out):
    for i in range(OWNER_VIEW):
        out[i] = s.owner_view[seat, i]
    write_decision(s, out)
    if s.player == seat:
        write_looked_at(s, out)
    if s.num_players > 1:
        write_race(s, seat, out)


@jit
def write_decision(s, out):
    """The decision at hand, which all see."""
    for i in range(RESOLVING_AT, STEPS_LEFT_AT):
        out[i] = 0
    if s.resolving != 0:
        out[RESOLVING_AT + np.int64(s.resolving) - 1] = 1
    if s.prompt != NO_PROMPT:
        out[PROMPT_AT + np.int64(s.prompt) - 1] = 1
    out[STEPS_LEFT_AT] = s.steps_left
    chosen, brought_back = np.int64(s.chosen), np.int64(s.brought_back)
    for i in range(SPACES):
        out[CHOSEN_AT + i] = (chosen >> i) & 1
        out[BROUGHT_BACK_AT + i] = (brought_back >> i) & 1


@jit
def write_looked_at(s, out):
    """The cards looked at, which only who decides sees."""
    size = np.int64(s.deck_size[s.player])
    if s.prompt == BLACK_KNIGHT_LOOK:
        out[LOOKED_AT + np.int64(s.deck[s.player, size - 1]) - 1] = 1
    elif s.prompt == ORDER:
        lowest = size - min(np.int64(3), size)
        for i in range(lowest, lowest + s.steps_left):
            out[LOOKED_AT + np.int64(s.deck[s.player, i]) - 1] = 1


@jit
def write_race(s, seat, out):
    players = np.int64(s.num_players)
    out[ENDED_AT] = s.ended[seat]
    acting = (np.int64(s.player) - seat) % players
    for k in range(MAX_PLAYERS):
        out[ACTING_AT + k] = (s.seat >= 0) & (acting == k)
    for i in range(SPACES):
        out[SHOWN_AT + i] = s.shown_to_all[seat, i]
    for k in range(1, players):
        start = RIVAL_AT + (k - 1) * RIVAL_VIEW
        rival = (seat + k) % players
        for i in range(RIVAL_VIEW):
            out[start + i] = s.rival_view[rival, i]
