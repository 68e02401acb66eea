"""What a player of Unstable Unicorns knows, as a flat int8 vector. The table below is what is written.

Seats are relative: the observer, then clockwise. Cards of hands and the deck are numbered from
``FIRST_CARD`` on (``cards.NAMES``), cards of a Stable from 1 on: entry 0 of a field is the first of these.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise, distance
from unicorn_envs.games.unstable_unicorns import cards, counts, stables, state, verbs
from unicorn_envs.games.unstable_unicorns.verbs import Verb
from unicorn_envs.layout import Field, Layout

TURN_DIGIT = 100
"""The turn does not fit one int8: hundreds and the rest."""
MOST = 127
"""Bound for counts that the rules do not limit to less."""
STABLE_COPIES = tuple(int(n) for n in cards.COPIES[1 : cards.LAST_IN_STABLE + 1])
MENU_COPIES = tuple(int(cards.COPIES[card]) for card in cards.MENU_CARDS)
MOST_UNICORNS = int(cards.COPIES[1 : cards.LAST_UNICORN + 1].sum()) + 1  # Ginormous counts twice
CARD, UNICORN, SEAT = cards.CARD_TYPES, cards.LAST_UNICORN, state.MAX_PLAYERS
PILE, DECLARED = state.MOST_PLAYED, state.MOST_DECLARED
HAND_COPIES = tuple(int(n) for n in cards.COPIES[cards.FIRST_CARD :])

COMMON = (
    Field("hand", (cards.HAND_TYPES,), 0, HAND_COPIES, "own hand by type"),
    Field("discard_pile", (cards.HAND_TYPES,), 0, HAND_COPIES, "the discard pile by type"),
    Field("known_in_deck", (cards.HAND_TYPES,), 0, HAND_COPIES, "at least so many of a type are in the deck"),
    Field("deck_top", (cards.HAND_TYPES,), 0, 7, "known places in the deck: 1 on top + 2 second + 4 third"),
    Field("unseen", (cards.HAND_TYPES,), 0, HAND_COPIES, "cards of a type in the deck or in hands, not known where"),
    Field("nursery", (2,), 0, (12, 1), "Baby Unicorns and Baby Narwhals in the Nursery"),
    Field("deck_size", (1,), 0, state.DECK, "cards in the deck"),
    Field("phase", (len(state.Phase),), 0, 1, "phase of the turn, one-hot: Beginning, Draw, Action, End"),
    Field("plays_left", (1,), 0, 2, "plays that the active player has left"),
    Field("no_more_phases", (1,), 0, 1, "1: Rhinocorn was used, no Draw and no Action phase"),
    Field("extra_turns", (1,), 0, MOST, "turns that the active player takes after this one"),
    Field("open", (len(cards.MENU_CARDS),), 0, MENU_COPIES, "uses left in this Beginning phase (cards.MENU_CARDS)"),
    Field("turn", (2,), 0, (state.MOST_TURNS // TURN_DIGIT, TURN_DIGIT - 1), "turns begun: hundreds, and the rest"),
    Field("playing", (cards.HAND_TYPES,), 0, 1, "the card that is being played or, Magic, carried out, one-hot"),
    Field("pile_card", (PILE,), 0, CARD, "cards being played from top to bottom, by number; 0 none"),
    Field("pile_seat", (PILE,), 0, SEAT, "who played them: 1 the observer, 2 the next seat, ...; 0 none"),
    # The decision at hand: all zero for who is not asked (2.13.4)
    Field("prompt", (verbs.PROMPTS,), 0, 1, "the kind of decision, one-hot (verbs.Verb, the first entry is 1)"),
    Field("source", (cards.CARD_TYPES,), 0, 1, "the card that asks, one-hot"),
    Field("concerned", (cards.CARD_TYPES,), 0, 3, "cards it is about: looked at, to be moved, to be saved"),
    Field("steps_left", (1,), 0, MOST, "picks that this step still asks for, this one included; 2.7.6: the class"),
    Field("stage", (1,), 0, 1, "1: the Stable is chosen, the card is not"),
)  # fmt: skip


def _seat(k: int) -> tuple[Field, ...]:
    prefix, players = ("my", 1) if k == 0 else (f"seat_{k}", k + 1)

    def field(name: str, shape: tuple[int, ...], high: object, meaning: str) -> Field:
        return Field(f"{prefix}_{name}", shape, 0, high, meaning, players=players)

    return (
        field("stable", (cards.LAST_IN_STABLE,), STABLE_COPIES, f"Stable of the player {k} seats clockwise, by type"),
        field("unicorns", (1,), MOST_UNICORNS, "Unicorns as they count for the win"),
        field("missing", (1,), counts.NEEDED_BY_FEW, "Unicorns that are missing for the win"),
        field("hand_size", (1,), state.DECK, "cards in the hand"),
        field("is_active", (1,), 1, "1: it is this player's turn"),
        field("may_answer", (1,), 1, "1: may still answer the card on top of the pile, after the observer"),
        field("chosen", (1,), 1, "1: the decision is about cards of this Stable or hand"),
        field("picked", (2,), cards.CARD_TYPES, "cards of this Stable picked so far for the event, by number; 0 none"),
        field("waiting_now", (cards.TRIGGERS,), MOST, "triggers of the present link (cards.TRIGGER_CARDS)"),
        field("waiting_next", (cards.TRIGGERS,), MOST, "triggers of the next link"),
    )  # fmt: skip


def _known(k: int) -> Field:
    meaning = "at least so many of a type are in this hand; under Nanny Cam the hand"
    return Field(f"seat_{k}_known", (cards.HAND_TYPES,), 0, HAND_COPIES, meaning, players=k + 1)


LINK = (
    Field("sacrificed", (1,), 0, UNICORN, "what Dark Angel's player sacrificed for it, by number, while it acts"),
    Field("link", (2,), 0, 1, "only who is asked: effects are being declared, are carried out, one-hot"),
    Field("declared_kind", (DECLARED,), 0, int(state.Declared.SEAT),
          "to be carried out, in order: 1 an effect (the first may be going on) "
          "and what was picked for it: 2 a card in a Stable, 3 a card in a hand, 4 a seat; 0 none"),
    Field("declared_card", (DECLARED,), 0, CARD, "which card that is, by number; 0 a seat, or none"),
    Field("declared_seat", (DECLARED,), 0, SEAT, "whose effect, Stable or hand: 1 the observer, 2 the next"),
)  # fmt: skip
"""Public but for ``link``, in games of every size."""

LAYOUT = Layout([*COMMON, *_seat(0), *LINK, *(f for k in range(1, state.MAX_PLAYERS) for f in (*_seat(k), _known(k)))])

HAND_AT = LAYOUT.start("hand")
DISCARD_AT = LAYOUT.start("discard_pile")
KNOWN_IN_DECK_AT = LAYOUT.start("known_in_deck")
DECK_TOP_AT = LAYOUT.start("deck_top")
UNSEEN_AT = LAYOUT.start("unseen")
NURSERY_AT = LAYOUT.start("nursery")
DECK_SIZE_AT = LAYOUT.start("deck_size")
PHASE_AT = LAYOUT.start("phase")
PLAYS_AT = LAYOUT.start("plays_left")
SKIP_AT = LAYOUT.start("no_more_phases")
EXTRA_TURNS_AT = LAYOUT.start("extra_turns")
OPEN_AT = LAYOUT.start("open")
TURN_AT = LAYOUT.start("turn")
PLAYING_AT = LAYOUT.start("playing")
PILE_CARD_AT = LAYOUT.start("pile_card")
PILE_SEAT_AT = LAYOUT.start("pile_seat")
PROMPT_AT = LAYOUT.start("prompt")
SOURCE_AT = LAYOUT.start("source")
CONCERNED_AT = LAYOUT.start("concerned")
STEPS_LEFT_AT = LAYOUT.start("steps_left")
STAGE_AT = LAYOUT.start("stage")
MINE_AT = LAYOUT.start("my_stable")
SACRIFICED_AT = LAYOUT.start("sacrificed")
LINK_AT = LAYOUT.start("link")
DECLARED_KIND_AT = LAYOUT.start("declared_kind")
DECLARED_CARD_AT = LAYOUT.start("declared_card")
DECLARED_SEAT_AT = LAYOUT.start("declared_seat")
OTHERS_AT = LAYOUT.start("seat_1_stable")
SEAT_SIZE = LAYOUT.start("seat_2_stable") - OTHERS_AT
UNICORNS_IN = LAYOUT.start("my_unicorns") - MINE_AT
MISSING_IN = LAYOUT.start("my_missing") - MINE_AT
HAND_SIZE_IN = LAYOUT.start("my_hand_size") - MINE_AT
IS_ACTIVE_IN = LAYOUT.start("my_is_active") - MINE_AT
MAY_ANSWER_IN = LAYOUT.start("my_may_answer") - MINE_AT
CHOSEN_IN = LAYOUT.start("my_chosen") - MINE_AT
PICKED_IN = LAYOUT.start("my_picked") - MINE_AT
WAITING_NOW_IN = LAYOUT.start("my_waiting_now") - MINE_AT
WAITING_NEXT_IN = LAYOUT.start("my_waiting_next") - MINE_AT
OFFSETS = 8191
"""All offsets are below: masked with this, they are known not to be negative, and the loops run twice as fast."""
KNOWN_IN = LAYOUT.start("seat_1_known") - OTHERS_AT

# The rows of s.stable (but their unused first column) are copied.
assert (UNICORNS_IN, MISSING_IN) == (state.NUMBER - 1, state.MISSING - 1)


@jit
def seat_at(k):
    """Where the fields of the player ``k`` seats clockwise begin."""
    return MINE_AT if k == 0 else OTHERS_AT + (k - 1) * SEAT_SIZE


@jit
def write_observation(s, seat, out):
    """What nearly every decision shows is written in this one function: handing ``out`` on costs 2 to 5 ns each time.

    The lengths of the loops seem to depend on ``out`` because loops of a short known length are compiled into
    single bytes, and those of unknown length into vectors.
    """
    for i in range(out.shape[0]):
        out[i] = 0
    types = min(cards.HAND_TYPES, out.shape[0])
    for i in range(types):
        out[HAND_AT + i] = s.hand[seat, cards.FIRST_CARD + i]
    for i in range(types):
        out[DISCARD_AT + i] = s.discard[cards.FIRST_CARD + i]
    for i in range(types):
        out[UNSEEN_AT + i] = s.hidden[cards.FIRST_CARD + i] - s.hand[seat, cards.FIRST_CARD + i]
    if s.known_deck_size[seat] > 0:
        for i in range(types):
            out[KNOWN_IN_DECK_AT + i] = s.known_deck[seat, cards.FIRST_CARD + i]
        for i in range(types):
            out[UNSEEN_AT + i] -= s.known_deck[seat, cards.FIRST_CARD + i]
    out[NURSERY_AT] = s.nursery[1]
    out[NURSERY_AT + 1] = s.nursery[2]
    out[DECK_SIZE_AT] = s.deck_size

    # The players: their Stables up to "missing", and what the observer knows of their hands
    width = min(MISSING_IN + 1, out.shape[0])
    p = np.int64(seat)
    for k in range(s.num_players):
        at = seat_at(k) & OFFSETS
        for i in range(width):
            out[at + i] = s.stable[p, 1 + i]
        out[at + HAND_SIZE_IN] = s.hand_size[p]
        if s.known_size[p, seat] > 0:
            for i in range(types):
                out[at + KNOWN_IN + i] = s.known[seat, p, cards.FIRST_CARD + i]
            for i in range(types):
                out[UNSEEN_AT + i] -= s.known[seat, p, cards.FIRST_CARD + i]
        p = clockwise(s, p, 1)
    out[seat_at(distance(s, seat, s.active)) + IS_ACTIVE_IN] = 1

    # The turn
    if s.phase > 0:
        out[PHASE_AT + np.int64(s.phase) - 1] = 1
    out[PLAYS_AT] = s.plays
    out[SKIP_AT] = s.skip_phases
    out[EXTRA_TURNS_AT] = s.extra_turns
    for i in range(len(cards.MENU_CARDS)):
        out[OPEN_AT + i] = s.open[i]
    out[TURN_AT] = s.turn // TURN_DIGIT
    out[TURN_AT + 1] = s.turn % TURN_DIGIT

    # The decision at hand: others may not even know of it (2.13.4)
    if s.seat == seat:
        out[PROMPT_AT + np.int64(s.prompt) - 1] = 1
        out[STEPS_LEFT_AT] = s.steps_left
        if s.about > 0:
            out[SOURCE_AT + np.int64(s.about) - 1] = 1
        if s.at > 0:
            out[STAGE_AT] = 1
            out[seat_at(distance(s, seat, np.int64(s.at) - 1)) + CHOSEN_IN] = 1

    if s.pile_size > 0 or s.hits > 0 or s.top_known > 0 or s.waiting_size[state.NOW] + s.waiting_size[state.NEXT] > 0:
        write_open_matters(s, seat, out)
    if s.link != state.Link.IN_TURN or s.source == cards.DARK_ANGEL:
        write_link(s, seat, out)
    if s.seat == seat and Verb.MOVE_TO <= s.prompt <= Verb.KNIGHT_FOR:
        write_concerned(s, seat, out)


@jit
def write_open_matters(s, seat, out):
    """Cards being played, known places in the deck, triggers that wait, and picks for an event."""
    if s.pile_size > 0:
        out[PLAYING_AT + np.int64(s.pile_card[0]) - cards.FIRST_CARD] = 1
    for i in range(s.pile_size):
        depth = np.int64(s.pile_size) - 1 - i
        out[PILE_CARD_AT + depth] = s.pile_card[i]
        out[PILE_SEAT_AT + depth] = 1 + distance(s, seat, s.pile_player[i])
    if s.top_knower == seat:
        place = 1
        for i in range(1, s.top_known + 1):
            out[DECK_TOP_AT + np.int64(s.deck[np.int64(s.deck_size) - i]) - cards.FIRST_CARD] += place
            place *= 2
    if s.waiting_size[state.NOW] + s.waiting_size[state.NEXT] > 0:
        for k in range(s.num_players):
            p = clockwise(s, seat, k)
            at = seat_at(k) & OFFSETS
            for i in range(cards.TRIGGERS):
                out[at + WAITING_NOW_IN + i] = s.waiting[state.NOW, p, i]
                out[at + WAITING_NEXT_IN + i] = s.waiting[state.NEXT, p, i]
    if s.seat == seat and s.prompt != Verb.EACH_DISCARDS and s.prompt != Verb.EACH_SACRIFICES:  # 2.7.3
        for i in range(s.hits):
            at = seat_at(distance(s, seat, s.hit_seat[i])) + PICKED_IN
            out[at if out[at] == 0 else at + 1] = s.hit_card[i]
    if s.seat == seat and s.prompt == Verb.ANSWER:
        last = s.pile_player[np.int64(s.pile_size) - 1]
        for k in range(1, distance(s, seat, last)):  # later in the poll: what all can see
            q = clockwise(s, seat, k)
            if s.hand_size[q] > 0 and not stables.is_barred(s, q):
                out[seat_at(k) + MAY_ANSWER_IN] = 1


@jit
def write_link(s, seat, out):
    """What was declared for this link and is still to come, and what was paid for Dark Angel (2.10.26)."""
    if s.source == cards.DARK_ANGEL:
        out[SACRIFICED_AT] = s.card
    if s.seat == seat and s.link != state.Link.IN_TURN:
        out[LINK_AT + np.int64(s.link) - state.Link.DECLARING] = 1
    for i in range(s.declared_size):
        out[DECLARED_KIND_AT + i] = s.declared_kind[i]
        out[DECLARED_CARD_AT + i] = s.declared_card[i]
        out[DECLARED_SEAT_AT + i] = 1 + distance(s, seat, s.declared_seat[i])


@jit
def write_concerned(s, seat, out):
    prompt = s.prompt
    if prompt == Verb.LOOK_AT_TOP or prompt == Verb.ORDER_TOP:
        for i in range(1, s.top_known + 1):
            out[CONCERNED_AT + np.int64(s.deck[np.int64(s.deck_size) - i]) - 1] += 1
    elif prompt == Verb.MOVE_TO or prompt == Verb.GIVE_TO:
        out[CONCERNED_AT + np.int64(s.card) - 1] = 1
        holder = np.int64(s.victim) if prompt == Verb.MOVE_TO else np.int64(s.who)
        out[seat_at(distance(s, seat, holder)) + CHOSEN_IN] = 1
    elif prompt == Verb.TAKE_CHOSEN:
        out[seat_at(distance(s, seat, s.victim)) + CHOSEN_IN] = 1
    elif prompt == Verb.KNIGHT_FOR:
        out[CONCERNED_AT + np.int64(s.hit_card[s.hit]) - 1] = 1
