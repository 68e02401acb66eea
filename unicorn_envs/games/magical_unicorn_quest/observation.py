"""What an adventurer knows, as a flat int8 vector: the fields of state.OBSERVATION.

Most of it is kept in the record as it is shown, and copied; the rest is written here.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import decisions, sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import distance
from unicorn_envs.games.magical_unicorn_quest import cards, knowledge, prompts, state
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt
from unicorn_envs.games.magical_unicorn_quest.stables import stable_at

LAYOUT = state.OBSERVATION

HAND_AT = LAYOUT.start("hand")
DISCARD_AT = LAYOUT.start("discard")
DISCARD_TOP_AT = LAYOUT.start("discard_top")
DECK_TOP_AT = LAYOUT.start("deck_top")
DECK_SIZE_AT = LAYOUT.start("deck_size")
DISCARD_SIZE_AT = LAYOUT.start("discard_size")
NONE_LEFT_AT = LAYOUT.start("none_left")
SHARED_AT = LAYOUT.start("shared")
TURN_OF_AT = LAYOUT.start("turn_of")
ACTING_AT = LAYOUT.start("acting")
PROMPT_AT = LAYOUT.start("prompt")
STEPS_LEFT_AT = LAYOUT.start("steps_left")
PICKED_AT = LAYOUT.start("picked")
ABILITY_STABLE_AT = LAYOUT.start("ability_stable")
ABILITY_SPECIES_AT = LAYOUT.start("ability_species")
ABILITY_AT = LAYOUT.start("ability")
CHOSEN_STABLE_AT = LAYOUT.start("chosen_stable")
PLAY_AT = LAYOUT.start("play")
PLAY_FROM_AT = LAYOUT.start("play_from")
PLAY_TO_AT = LAYOUT.start("play_to")
PLAY_TARGET_AT = LAYOUT.start("play_target")
PLAY_NAMED_AT = LAYOUT.start("play_named")
THIEF_OF_AT = LAYOUT.start("thief_of")
THIEF_TO_AT = LAYOUT.start("thief_to")
HALTS_AT = LAYOUT.start("halts")
HALT_OF_AT = LAYOUT.start("halt_of")
ENTRY_AT = LAYOUT.start("entry")
ENTRY_FROM_AT = LAYOUT.start("entry_from")
ENTRY_TO_AT = LAYOUT.start("entry_to")
ENTRY_MOVER_AT = LAYOUT.start("entry_mover")
DECK_PLACE_AT = LAYOUT.start("deck_place")
DISCARD_PLACE_AT = LAYOUT.start("discard_place")
STABLE_0_AT = LAYOUT.start("stable_0")
LOOKED_AT = LAYOUT.start("looked_at")
PUBLIC_AT = DISCARD_AT
OTHER_AT = LAYOUT.start("adventurer_1_hand_size")


@jit
def write_observation(s, seat, out):
    # The size of the output is a bound unknown to the compiler: it copies whole vectors, not one byte after another.
    for i in range(min(state.PRIVATE_SIZE, out.shape[0])):
        out[i] = s.private[seat, i]
    for i in range(state.PUBLIC_SIZE):
        out[PUBLIC_AT + i] = s.public[i]
    write_piles(s, seat, out)
    for i in range(knowledge.other_at(np.int64(s.num_players))):
        out[STABLE_0_AT + i] = s.ring[seat, i]
    write_table(s, seat, out)
    write_decision(s, seat, out)


@jit
def write_piles(s, seat, out):
    """Sizes and places: a pile has its top card at DECK_CARDS - size."""
    out[DECK_SIZE_AT] = s.deck_size
    out[DISCARD_SIZE_AT] = s.discard_size
    out[NONE_LEFT_AT] = s.none_left[0]
    out[NONE_LEFT_AT + 1] = s.none_left[1]
    observer = np.int8(1 << seat)
    top = (cards.DECK_CARDS - np.int64(s.deck_size)) & 127  # never below 0, as the compiler can see
    for i in range(cards.DECK_CARDS):
        out[DECK_PLACE_AT + i] = s.deck[top + i] if s.deck_known[top + i] & observer != 0 else 0
    if s.deck_known[top] & observer != 0:
        out[DECK_TOP_AT + np.int64(s.deck[top]) - 1] = 1
    top = (cards.DECK_CARDS - np.int64(s.discard_size)) & 127
    for i in range(cards.DECK_CARDS):
        out[DISCARD_PLACE_AT + i] = s.discard[top + i]
    if s.discard_size > 0:
        out[DISCARD_TOP_AT + np.int64(s.discard[top]) - 1] = 1


@jit
def mark_place(s, seat, out, at, place):
    """One-hot, relative to the observer: a seat or a stable counted from 1; 0 is none."""
    out[at + distance(s, seat + 1, place)] = place > 0


@jit
def write_table(s, seat, out):
    """The cards on the table, and a being about to enter a stable."""
    if s.table_size > 0:
        halts = 0
        for i in range(s.table_size):
            card = np.int64(s.table_card[i])
            if card == cards.HALT:
                out[HALT_OF_AT + halts] = distance(s, seat, s.table_player[i]) + 1
                halts += 1
            elif card == cards.THIEF:
                mark_place(s, seat, out, THIEF_OF_AT, np.int64(s.table_player[i]) + 1)
                mark_place(s, seat, out, THIEF_TO_AT, s.table_to[i])
            else:
                write_play(s, seat, out, card)
        out[HALTS_AT] = halts
    if s.entry_card != 0:
        out[ENTRY_AT + np.int64(s.entry_card) - 1] = 1
        mark_place(s, seat, out, ENTRY_FROM_AT, s.entry_from)
        mark_place(s, seat, out, ENTRY_TO_AT, s.entry_to)
        mark_place(s, seat, out, ENTRY_MOVER_AT, s.entry_mover)


@jit
def write_play(s, seat, out, card):
    """The play of whose turn it is, the lowest card on the table."""
    out[PLAY_AT + card - 1] = 1
    mark_place(s, seat, out, PLAY_FROM_AT, s.table_from[0])
    mark_place(s, seat, out, PLAY_TO_AT, s.table_to[0])
    mark_place(s, seat, out, PLAY_TARGET_AT, s.table_target[0])
    if s.table_named[0] != 0:
        out[PLAY_NAMED_AT + np.int64(s.table_named[0]) - 1] = 1


@jit
def write_decision(s, seat, out):
    mark_place(s, seat, out, TURN_OF_AT, np.int64(s.player) + 1)
    if s.prompt == decisions.NO_PROMPT:
        return
    prompt = np.int64(s.prompt)
    out[PROMPT_AT + prompt - 1] = 1
    out[STEPS_LEFT_AT] = s.steps_left
    if seat == s.seat or not sets.has(prompts.WINDOWS, prompt):  # 9
        mark_place(s, seat, out, ACTING_AT, np.int64(s.seat) + 1)
    if s.species != 0:
        mark_place(s, seat, out, ABILITY_STABLE_AT, stable_at(s, s.side) + 1)
        out[ABILITY_SPECIES_AT + np.int64(s.species) - cards.FIRST_SPECIES] = 1
    if s.ability != 0:
        out[ABILITY_AT + np.int64(s.ability) - 1] = 1
    mark_place(s, seat, out, CHOSEN_STABLE_AT, s.chosen_stable)
    if seat == s.player:
        if s.picked != 0:
            out[PICKED_AT + np.int64(s.picked) - 1] = 1
        if prompt == Prompt.LOOK_TAKE or prompt == Prompt.LOOK_ORDER:
            top = cards.DECK_CARDS - np.int64(s.deck_size)
            for i in range(top, top + s.steps_left):
                out[LOOKED_AT + np.int64(s.deck[i]) - 1] += 1
