"""What is shown of a player's set-up, kept in the record in the very form in which the observation shows it.

A decision changes little of what four players see of each other, so an observation is mostly a copy of these
views: ``owner_view`` and ``shown_to_all`` for the player, ``rival_view`` for the others. They and the set
``lying`` follow from the other fields of the record. Whoever changes one of those calls the function here that
shows it, and :func:`views_are_right` checks that nothing was forgotten.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unicorn_hunt import state
from unicorn_envs.games.unicorn_hunt.cards import BASICS, CARD_TYPES, CHAMBER_CARDS, NEIGHS, ROWS, SPACES
from unicorn_envs.games.unicorn_hunt.state import ALL_KNOW, BASIC, NEIGH, OPEN, OWNER_KNOWS, UNKNOWN

CHAMBER_ORDER = np.array(CHAMBER_CARDS, dtype=np.int8)
OWNER_VIEW, RIVAL_VIEW = state.OWNER.size, state.RIVAL.size

# Where things lie in the view of the owner
OPEN_AT = state.OWNER.start("open")
BASIC_AT = state.OWNER.start("basic")
NEIGH_AT = state.OWNER.start("neigh")
UNSEEN_AT = state.OWNER.start("unseen")
FACE_UP_AT = state.OWNER.start("face_up")
GRAVEYARD_AT = state.OWNER.start("graveyard")
SCORE_AT = state.OWNER.start("score")
CHAMBER_AT = state.OWNER.start("chamber")
DISCARD_AT = state.OWNER.start("discard")
DECK_SIZE_AT = state.OWNER.start("deck_size")
DECK_PLACE_AT = state.OWNER.start("deck_place")
LOOKED_AT = state.OWNER.start("looked_at")
TURN_AT = state.OWNER.start("turn")

# ... and in the view of the rivals
RIVAL_OPEN = state.RIVAL.start("rival_1_open")
RIVAL_SEEN = state.RIVAL.start("rival_1_seen")
RIVAL_BASIC = state.RIVAL.start("rival_1_basic")
RIVAL_NEIGH = state.RIVAL.start("rival_1_neigh")
RIVAL_FACE_UP = state.RIVAL.start("rival_1_face_up")
RIVAL_GRAVEYARD = state.RIVAL.start("rival_1_graveyard")
RIVAL_SCORE = state.RIVAL.start("rival_1_score")
RIVAL_CHAMBER = state.RIVAL.start("rival_1_chamber")
RIVAL_DISCARD = state.RIVAL.start("rival_1_discard")
RIVAL_DECK_SIZE = state.RIVAL.start("rival_1_deck_size")
RIVAL_DECK_PLACE = state.RIVAL.start("rival_1_deck_place")
RIVAL_TURN = state.RIVAL.start("rival_1_turn")
RIVAL_ENDED = state.RIVAL.start("rival_1_ended")


@jit
def set_space(s, p, space, kind, known):
    """What lies on a space and who knows it: after the set-up, only this function changes that."""
    count_unseen(s, p, space, -1)
    s.grounds[p, space] = kind
    s.known[p, space] = known
    count_unseen(s, p, space, 1)
    show_space(s, p, space)


@jit
def count_unseen(s, p, space, change):
    """Add ``change`` to the owner's count of unknown Basics or Neighs if there is one here."""
    kind = np.int64(s.grounds[p, space])
    if kind != OPEN and s.known[p, space] == UNKNOWN:
        s.owner_view[p, UNSEEN_AT + kind - BASIC] += change


@jit
def show_space(s, p, space):
    kind = s.grounds[p, space]
    known = s.known[p, space]
    if kind == OPEN:
        s.lying[p] &= ~sets.of(space)
    else:
        s.lying[p] |= sets.of(space)
    s.owner_view[p, OPEN_AT + space] = kind == OPEN
    s.owner_view[p, BASIC_AT + space] = (known != UNKNOWN) & (kind == BASIC)
    s.owner_view[p, NEIGH_AT + space] = (known != UNKNOWN) & (kind == NEIGH)
    s.rival_view[p, RIVAL_OPEN + space] = kind == OPEN
    s.rival_view[p, RIVAL_SEEN + space] = known == OWNER_KNOWS
    s.rival_view[p, RIVAL_BASIC + space] = (known == ALL_KNOW) & (kind == BASIC)
    s.rival_view[p, RIVAL_NEIGH + space] = (known == ALL_KNOW) & (kind == NEIGH)
    s.shown_to_all[p, space] = known == ALL_KNOW


@jit
def show_grounds(s, p):
    s.owner_view[p, UNSEEN_AT] = 0
    s.owner_view[p, UNSEEN_AT + 1] = 0
    for i in range(SPACES):
        count_unseen(s, p, i, 1)
        show_space(s, p, i)


@jit
def score(s, p):
    """+1 a Basic and -2 a Neigh in the Graveyard, +2 a Neigh and -1 a Basic in the Grounds."""
    return 2 * np.int64(s.graveyard_basics[p]) - 4 * np.int64(s.graveyard_neighs[p]) - (BASICS - 2 * NEIGHS)


@jit
def show_graveyard(s, p):
    s.owner_view[p, GRAVEYARD_AT] = s.graveyard_basics[p]
    s.owner_view[p, GRAVEYARD_AT + 1] = s.graveyard_neighs[p]
    s.owner_view[p, SCORE_AT] = score(s, p)
    s.rival_view[p, RIVAL_GRAVEYARD] = s.graveyard_basics[p]
    s.rival_view[p, RIVAL_GRAVEYARD + 1] = s.graveyard_neighs[p]
    s.rival_view[p, RIVAL_SCORE] = score(s, p)


@jit
def show_chamber(s, p):
    """The chamber card, and the row that The Great Narwhal turns face up."""
    for i in range(len(CHAMBER_CARDS)):
        s.owner_view[p, CHAMBER_AT + i] = s.chamber[p] == CHAMBER_ORDER[i]
        s.rival_view[p, RIVAL_CHAMBER + i] = s.chamber[p] == CHAMBER_ORDER[i]
    for i in range(ROWS):
        s.owner_view[p, FACE_UP_AT + i] = s.row[p] == i + 1
        s.rival_view[p, RIVAL_FACE_UP + i] = s.row[p] == i + 1


@jit
def set_discard(s, p, card, there):
    """Put a card on the Discard Pile (1) or take it from there (0)."""
    card = np.int64(card)
    s.discard[p, card] = there
    s.owner_view[p, DISCARD_AT + card - 1] = there
    s.rival_view[p, RIVAL_DISCARD + card - 1] = there


@jit
def show_deck(s, p):
    """The size, and the places known to the owner and to all."""
    size = np.int64(s.deck_size[p])
    s.owner_view[p, DECK_SIZE_AT] = size
    s.rival_view[p, RIVAL_DECK_SIZE] = size
    for i in range(CARD_TYPES):
        s.owner_view[p, DECK_PLACE_AT + i] = 0
        s.rival_view[p, RIVAL_DECK_PLACE + i] = 0
    for i in range(size):
        if s.deck_known[p, i] != UNKNOWN:
            card = np.int64(s.deck[p, i])
            place = state.TOP_PLACE - (size - 1 - i)
            s.owner_view[p, DECK_PLACE_AT + card - 1] = place
            if s.deck_known[p, i] == ALL_KNOW:
                s.rival_view[p, RIVAL_DECK_PLACE + card - 1] = place


@jit
def show_turn(s, p):
    s.owner_view[p, TURN_AT] = s.turn[p] // state.TURN_DIGIT
    s.owner_view[p, TURN_AT + 1] = s.turn[p] % state.TURN_DIGIT
    s.rival_view[p, RIVAL_TURN] = s.turn[p] // state.TURN_DIGIT
    s.rival_view[p, RIVAL_TURN + 1] = s.turn[p] % state.TURN_DIGIT
    s.rival_view[p, RIVAL_ENDED] = s.ended[p]


@jit
def show_all(s, p):
    """Write the views of a player anew: at the set-up, and where cards changed places unseen."""
    show_grounds(s, p)
    show_graveyard(s, p)
    show_chamber(s, p)
    for card in range(1, CARD_TYPES + 1):
        set_discard(s, p, card, s.discard[p, card])
    show_deck(s, p)
    for i in range(LOOKED_AT, TURN_AT):
        s.owner_view[p, i] = 0  # written into the observation of who decides, never in here
    show_turn(s, p)


@jit
def views_are_right(s, p):
    """Whether the views of a player are what :func:`show_all` writes. The record is left as it was."""
    owner, rival, shown = s.owner_view[p].copy(), s.rival_view[p].copy(), s.shown_to_all[p].copy()
    lying = s.lying[p]
    show_all(s, p)
    wrong = np.int64(s.lying[p] != lying)
    s.lying[p] = lying
    for i in range(OWNER_VIEW):
        wrong += s.owner_view[p, i] != owner[i]
        s.owner_view[p, i] = owner[i]
    for i in range(RIVAL_VIEW):
        wrong += s.rival_view[p, i] != rival[i]
        s.rival_view[p, i] = rival[i]
    for i in range(SPACES):
        wrong += s.shown_to_all[p, i] != shown[i]
        s.shown_to_all[p, i] = shown[i]
    return wrong == 0
