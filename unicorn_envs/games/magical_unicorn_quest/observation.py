"""What an adventurer knows, as a flat int8 vector. The table below is what is written.

Adventurers are relative: 0 the observer, then clockwise. Stable k lies, with shared stables, between adventurers k
and k + 1 (stable 0 to the observer's left, the last one to the right, shared with the last adventurer); with own
stables it is adventurer k's. Cards are in the order of their numbers, see cards.py: two unicorns, ten species, ten
potions, Halt and Unicorn Thief. Where a table of cards has fewer species or potions, the entries of the others
stay zero.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import distance
from unicorn_envs.games.magical_unicorn_quest.cards import (
    BEINGS,
    CARD_TYPES,
    DECK_CARDS,
    FIRST_SPECIES,
    HALT,
    MAJESTIC,
    MOST_MAGIC,
    MOST_OF,
    THIEF,
)
from unicorn_envs.games.magical_unicorn_quest.stables import stable_at
from unicorn_envs.games.magical_unicorn_quest.state import (
    HALT_WINDOW,
    LOOK_ORDER,
    LOOK_TAKE,
    MAX_PLAYERS,
    MOST_TURNS,
    NO_PROMPT,
    PRIVATE,
    PROMPTS,
    PUBLIC,
    RING,
    THIEF_WINDOW,
)
from unicorn_envs.layout import Field, Layout

TURN_DIGIT = 100
"""The turn does not fit one int8: hundreds and the rest."""
TURN_HIGH = (MOST_TURNS // TURN_DIGIT, TURN_DIGIT - 1)
SPECIES_COUNT = BEINGS - MAJESTIC

MOST = MOST_OF[1:]
"""Most copies that any table of cards has of each card."""
MOST_SPECIES = MOST_OF[FIRST_SPECIES : BEINGS + 1]

ALL_SEATS = (MAX_PLAYERS,)
ALL_CARDS = (CARD_TYPES,)

COMMON = (
    Field("hand", ALL_CARDS, 0, MOST, "the observer's hand, copies of each card"),
    Field("unseen", ALL_CARDS, 0, MOST, "copies whose place the observer does not know: in other hands or the deck"),
    Field("discard", ALL_CARDS, 0, MOST, "copies in the discard pile"),
    Field("discard_top", ALL_CARDS, 0, 1, "the top card of the discard pile, one-hot"),
    Field("deck_top", ALL_CARDS, 0, 1, "the top card of the deck where the observer knows it, one-hot"),
    Field("removed", (SPECIES_COUNT,), 0, MOST_SPECIES, "copies of each species removed from the game"),
    Field("deck_size", (1,), 0, DECK_CARDS, "cards in the deck"),
    Field("discard_size", (1,), 0, DECK_CARDS, "cards in the discard pile"),
    Field("none_left", (2,), 0, 1, "1: all know that no Golden, no Majestic Unicorn is in the deck"),
    Field("turn", (2,), 0, TURN_HIGH, "turns begun, all adventurers together: hundreds, and the rest"),
    Field("shared", (1,), 0, 1, "1: stables are shared between neighbours, 0: everybody has their own"),
    Field("turn_of", ALL_SEATS, 0, 1, "whose turn it is, one-hot"),
    Field("acting", ALL_SEATS, 0, 1, "who decides, one-hot; in a Halt or Thief window only whoever is asked sees it"),
    Field("prompt", (PROMPTS,), 0, 1, "the kind of decision at hand, one-hot (state.POTION = first entry ...)"),
    Field("steps_left", (1,), 0, DECK_CARDS, "choices of this kind still to come; cards looked at, or to be discarded"),
    Field("looked_at", ALL_CARDS, 0, MOST, "cards of the deck looked at that are still to be taken or put back"),
    Field("picked", ALL_CARDS, 0, 1, "the card that the observer gives in a swap, one-hot"),
    Field("ability_stable", ALL_SEATS, 0, 1, "the stable whose abilities are being carried out, one-hot"),
    Field("ability_species", (SPECIES_COUNT,), 0, 1, "the species that acts, one-hot"),
    Field("ability", (2,), 0, 1, "its first or second ability, one-hot"),
    Field("acted_right", (SPECIES_COUNT,), 0, 1, "1: has acted this turn, right stable (own stables: the own one)"),
    Field("acted_left", (SPECIES_COUNT,), 0, 1, "1: has acted this turn, left stable"),
    Field("chosen_stable", ALL_SEATS, 0, 1, "the stable in which an ability is about to hit a being, one-hot"),
    Field("play", ALL_CARDS, 0, 1, "the play on the table, of whose turn it is, one-hot"),
    Field("play_from", ALL_SEATS, 0, 1, "the stable that it takes a being from, one-hot"),
    Field("play_to", ALL_SEATS, 0, 1, "the stable that it goes to, or moves a being to, one-hot"),
    Field("play_target", ALL_SEATS, 0, 1, "the adventurer it names, one-hot"),
    Field("play_named", ALL_CARDS, 0, 1, "the card it names, one-hot"),
    Field("thief_of", ALL_SEATS, 0, 1, "whose Unicorn Thief lies on the table, one-hot"),
    Field("thief_to", ALL_SEATS, 0, 1, "the stable that it names, one-hot"),
    Field("halts", (1,), 0, MOST_MAGIC, "Halts on the table, each against the card before it"),
    Field("halt_of", (MOST_MAGIC,), 0, MAX_PLAYERS, "who played each of them: adventurer + 1; 0 no more"),
    Field("entry", (2,), 0, 1, "a Golden, a Majestic Unicorn is about to enter a stable"),
    Field("entry_from", ALL_SEATS, 0, 1, "the stable that it leaves, one-hot; none: it comes from a hand"),
    Field("entry_to", ALL_SEATS, 0, 1, "the stable that it is about to enter, one-hot"),
    Field("entry_mover", ALL_SEATS, 0, 1, "who moves it, one-hot"),
    Field("deck_place", (DECK_CARDS,), 0, CARD_TYPES, "known cards of the deck, from the top down, by number; 0: not"),
    Field("discard_place", (DECK_CARDS,), 0, CARD_TYPES, "the discard pile, from the top down, by number; 0: none"),
    Field("stable_0", (BEINGS,), 0, MOST[:BEINGS], "the observer's left, or own, stable"),
    Field("right_stable", (BEINGS,), 0, MOST[:BEINGS], "the observer's right stable; zero with own stables"),
)  # fmt: skip


def _other(k: int) -> tuple[Field, ...]:
    def field(name: str, shape: tuple[int, ...], high: object, meaning: str) -> Field:
        return Field(name, shape, 0, high, meaning, players=k + 1)

    return (
        field(f"adventurer_{k}_hand_size", (1,), DECK_CARDS, f"cards in the hand of the {k}. adventurer clockwise"),
        field(f"adventurer_{k}_surely", ALL_CARDS, MOST, "copies that the observer knows are there"),
        field(f"adventurer_{k}_no_more", ALL_CARDS, 1, "1: the observer knows that there are no further copies"),
        field(f"adventurer_{k}_shares", (2,), 1, "1: shares the observer's left stable, right stable"),
        field(f"stable_{k}", (BEINGS,), MOST[:BEINGS], f"the {k}. stable clockwise from the observer's left"),
    )


LAYOUT = Layout([*COMMON, *(field for k in range(1, MAX_PLAYERS) for field in _other(k))])

HAND_AT = LAYOUT.start("hand")
UNSEEN_AT = LAYOUT.start("unseen")
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
LOOKED_AT = LAYOUT.start("looked_at")
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
OTHER_AT = LAYOUT.start("adventurer_1_hand_size")
OTHER_SIZE = LAYOUT.start("adventurer_2_hand_size") - OTHER_AT
SURELY_IN_OTHER = LAYOUT.start("adventurer_1_surely") - OTHER_AT
NO_MORE_IN_OTHER = LAYOUT.start("adventurer_1_no_more") - OTHER_AT
SHARES_IN_OTHER = LAYOUT.start("adventurer_1_shares") - OTHER_AT
STABLE_IN_OTHER = LAYOUT.start("stable_1") - OTHER_AT

# The views that are kept (views.py) are copied: what concerns the observer alone, what all see alike, and what each
# observer sees around the table.
assert (HAND_AT, UNSEEN_AT, PRIVATE) == (0, CARD_TYPES, LAYOUT.start("discard"))
PUBLIC_AT = DISCARD_AT
DISCARD_IN_PUBLIC = 0
REMOVED_IN_PUBLIC = LAYOUT.start("removed") - PUBLIC_AT
TURN_IN_PUBLIC = LAYOUT.start("turn") - PUBLIC_AT
SHARED_IN_PUBLIC = SHARED_AT - PUBLIC_AT
ACTED_IN_PUBLIC = (LAYOUT.start("acted_right") - PUBLIC_AT, LAYOUT.start("acted_left") - PUBLIC_AT)
RIGHT_STABLE_IN_RING = LAYOUT.start("right_stable") - STABLE_0_AT
OTHER_IN_RING = OTHER_AT - STABLE_0_AT
assert LAYOUT.start("deck_place") == PUBLIC_AT + PUBLIC
assert LAYOUT.size == STABLE_0_AT + RING


@jit
def write_observation(s, seat, out):
    # The size of the output is a bound unknown to the compiler: it copies whole vectors, not one byte after another.
    for i in range(min(PRIVATE, out.shape[0])):
        out[i] = s.private[seat, i]
    for i in range(PUBLIC):
        out[PUBLIC_AT + i] = s.public[i]
    write_piles(s, seat, out)
    for i in range(OTHER_IN_RING + (np.int64(s.num_players) - 1) * OTHER_SIZE):
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
    top = (DECK_CARDS - np.int64(s.deck_size)) & 127  # never below 0, as the compiler can see
    for i in range(DECK_CARDS):
        out[DECK_PLACE_AT + i] = s.deck[top + i] if s.deck_known[top + i] & observer != 0 else 0
    if s.deck_known[top] & observer != 0:
        out[DECK_TOP_AT + np.int64(s.deck[top]) - 1] = 1
    top = (DECK_CARDS - np.int64(s.discard_size)) & 127
    for i in range(DECK_CARDS):
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
            if card == HALT:
                out[HALT_OF_AT + halts] = distance(s, seat, s.table_player[i]) + 1
                halts += 1
            elif card == THIEF:
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
    if s.prompt == NO_PROMPT:
        return
    prompt = np.int64(s.prompt)
    out[PROMPT_AT + prompt - 1] = 1
    out[STEPS_LEFT_AT] = s.steps_left
    if seat == s.seat or (prompt != HALT_WINDOW and prompt != THIEF_WINDOW):  # 9
        mark_place(s, seat, out, ACTING_AT, np.int64(s.seat) + 1)
    if s.species != 0:
        mark_place(s, seat, out, ABILITY_STABLE_AT, stable_at(s, s.side) + 1)
        out[ABILITY_SPECIES_AT + np.int64(s.species) - FIRST_SPECIES] = 1
    if s.ability != 0:
        out[ABILITY_AT + np.int64(s.ability) - 1] = 1
    mark_place(s, seat, out, CHOSEN_STABLE_AT, s.chosen_stable)
    if seat == s.player:
        if s.picked != 0:
            out[PICKED_AT + np.int64(s.picked) - 1] = 1
        if prompt == LOOK_TAKE or prompt == LOOK_ORDER:
            top = DECK_CARDS - np.int64(s.deck_size)
            for i in range(top, top + s.steps_left):
                out[LOOKED_AT + np.int64(s.deck[i]) - 1] += 1
