"""What a player of Unicorn Hunt knows, as a flat int8 vector. The table below is what is written."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.decisions import NO_PROMPT
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unicorn_hunt import deck, state
from unicorn_envs.games.unicorn_hunt.cards import CARD_TYPES, SPACES
from unicorn_envs.games.unicorn_hunt.state import MAX_PLAYERS, PROMPTS, Prompt, rival_fields
from unicorn_envs.layout import Field, Layout

OWN = (
    *state.OWNER_FIELDS,
    Field("resolving", (CARD_TYPES,), 0, 1, "1: the card drawn whose effect is being carried out"),
    Field("prompt", (PROMPTS,), 0, 1, "the kind of decision at hand, one-hot, in the order of state.Prompt"),
    Field("steps_left", (1,), 0, 4, "choices that this step of the effect still asks for, this one included"),
    Field("chosen", (SPACES,), 0, 1, "1: the current effect has revealed or emptied this space of the player who acts"),
    Field("brought_back", (SPACES,), 0, 1, "1: Zombie Unicorn put a card here during the current effect, likewise"),
)  # fmt: skip

RACE = (
    Field("ended", (1,), 0, 1, "1: the observer's game has ended", players=2),
    Field("acting", (MAX_PLAYERS,), 0, 1, "who decides, one-hot: the observer, then clockwise", players=2),
    Field("shown_to_all", (SPACES,), 0, 1, "1: the rivals know this card of the observer", players=2),
)

LAYOUT = Layout([*OWN, *RACE, *rival_fields(1), *rival_fields(2), *rival_fields(3)])

OPEN_AT = LAYOUT.start("open")
BASIC_AT = LAYOUT.start("basic")
NEIGH_AT = LAYOUT.start("neigh")
FACE_UP_AT = LAYOUT.start("face_up")
UNSEEN_AT = LAYOUT.start("unseen")
GRAVEYARD_AT = LAYOUT.start("graveyard")
CHAMBER_AT = LAYOUT.start("chamber")
DECK_SIZE_AT = LAYOUT.start("deck_size")
LOOKED_AT = LAYOUT.start("looked_at")
RESOLVING_AT = LAYOUT.start("resolving")
PROMPT_AT = LAYOUT.start("prompt")
STEPS_LEFT_AT = LAYOUT.start("steps_left")
CHOSEN_AT = LAYOUT.start("chosen")
BROUGHT_BACK_AT = LAYOUT.start("brought_back")
ENDED_AT = LAYOUT.start("ended")
ACTING_AT = LAYOUT.start("acting")
SHOWN_AT = LAYOUT.start("shown_to_all")

# The views are copied: the owner's at the start, and that of each rival.
RIVAL_AT = LAYOUT.start("rival_1_open")
OWNER_VIEW, RIVAL_VIEW = state.OWNER.size, state.RIVAL.size


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
    if s.prompt == Prompt.BLACK_KNIGHT_LOOK:
        out[LOOKED_AT + np.int64(s.deck[s.player, size - 1]) - 1] = 1
    elif s.prompt == Prompt.ORDER:
        lowest = size - deck.ordered(s)
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
