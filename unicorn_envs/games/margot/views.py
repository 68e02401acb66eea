"""The mirror: what the table and each player show, kept in the very form in which the observation shows it.

A decision changes little of what the players see, so an observation is mostly a copy of these views:
``table_view``, and a ``player_view`` for each player. They, and ``orbs``, ``targets``, ``usable`` and ``ready``, with
which the rules look at the table, follow from the other fields of the record. What moves a card (moves.py) calls
the function here that shows it, and :func:`views_are_right` checks that nothing was forgotten.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.margot import cards, state

TABLE_VIEW = state.TABLE.size
PLAYER_VIEW = state.PLAYER.size

# Numbers of orbs: eight bits for the count of each colour, eight for all of them, eight for who ridicules them
ORB_TOTAL = 8 * cards.COLOUR_COUNT
RIDICULE = ORB_TOTAL + 8


def _orbs_of_cards() -> np.ndarray:
    table = np.zeros((cards.CASTLE_COUNT, cards.CODES + 1), dtype=np.int64)
    for at in np.ndindex(table.shape):
        if cards.ORB[at]:
            table[at] = (1 << (8 * (int(cards.ORB[at]) - 1))) + (1 << ORB_TOTAL)
        if cards.HAS_RIDICULE[at]:
            table[at] += 1 << RIDICULE
    return table


ORBS_OF_CARD = _orbs_of_cards()  # what an active card adds to the number of its Village
SCRATCH_WITH = np.stack([cards.SCRATCH, cards.SCRATCH - cards.IS_KNIGHT])  # without and with the Shield Fairy
ENEMY_PLACE = np.array([code - 1 if cards.IS_ENEMY[code] else 0 for code in range(cards.CODES + 1)], dtype=np.int64)
CAN_BE_USED = np.array([f in cards.USABLE for f in range(cards.FAIRY_TYPES + 1)], dtype=np.int64)


def _full_castles() -> np.ndarray:
    table = np.zeros(state.ROW_AT, dtype=np.int8)
    table[state.DECK_AT : state.TOP_AT] = state.COPIES_HIGH.ravel()
    return table


FULL_CASTLES = _full_castles()
"""The table view up to the row when all castle cards lie in their decks."""


@jit
def view_of(p):
    """Where the view of a player begins. The mask changes nothing; it tells the compiler that this is not negative."""
    return (np.int64(p) * PLAYER_VIEW) & 255


# Castle decks


@jit
def count_in_deck(s, c, card, change):
    s.table_view[state.DECK_AT + c * cards.KINDS + card - 1] += change


@jit
def show_known(s, c):
    """The known top card, and what is known to lie under the deck."""
    size = np.int64(s.deck_size[c])
    known = np.int64(s.deck_known[c])
    for i in range(cards.KINDS):
        s.table_view[state.TOP_AT + c * cards.KINDS + i] = 0
    for i in range(state.UNDER_PLACES * cards.KINDS):
        s.table_view[state.UNDER_AT + c * state.UNDER_PLACES * cards.KINDS + i] = 0
    if size > 0 and (known >> (size - 1)) & 1 != 0:
        s.table_view[state.TOP_AT + c * cards.KINDS + np.int64(s.deck[c, size - 1]) - 1] = 1
    for i in range(state.UNDER_PLACES):
        if (known >> i) & 1 != 0:
            s.table_view[state.UNDER_AT + (c * state.UNDER_PLACES + i) * cards.KINDS + np.int64(s.deck[c, i]) - 1] = 1


# Villages


@jit
def show_laid(s, c, code):
    if code > cards.KINDS:
        s.table_view[state.LAID_AT + c * cards.LAYABLE_COUNT + np.int64(state.LIES[code]) - cards.KINDS - 1] = 1


@jit
def show_place(s, c, i):
    lies = np.int64(state.LIES[s.village[c, i]])
    s.table_view[state.VILLAGE_AT + c * state.VILLAGE_SIZE + i] = lies - 2 * lies * np.int64(s.disabled[c, i])


@jit
def count_card(s, c, code, disabled, change):
    """Count a card that comes into a Village (``change`` 1) or leaves it (-1). Sums need no branches on the card."""
    enemies = state.DISABLED_ENEMIES_AT if disabled != 0 else state.ENEMIES_AT
    enemies += c * cards.ENEMY_KINDS + ENEMY_PLACE[code]
    s.table_view[enemies] += change * np.int64(cards.IS_ENEMY[code])
    if disabled == 0:
        s.orbs[c] += change * ORBS_OF_CARD[c, code]
        s.table_view[state.SCRATCHES_AT] += change * scratch_of(s, c, code)
        show_target(s, c, code)
        show_orbs(s, c)


@jit
def scratch_of(s, c, code):
    """2: the Shield Fairy takes 1 from each Knight."""
    shield = 1 if s.owned[s.player, cards.SHIELD] != 0 else 0
    return np.int64(SCRATCH_WITH[shield, c, code])


@jit
def show_target(s, c, code):
    """Whether the enemy with this code is active in its Village (an empty set, where it is not to be chosen)."""
    target = cards.TARGET_BIT[c, code]
    there = s.table_view[state.ENEMIES_AT + c * cards.ENEMY_KINDS + ENEMY_PLACE[code]] != 0
    s.targets = (np.int64(s.targets) & ~target) | (target if there else 0)


@jit
def valid_orbs(s, c):
    """Valid orbs of one Village. 7 and the Witch: none while somebody is there who ridicules them."""
    orbs = s.orbs[c]
    return 0 if is_ridiculed(s, c) else orbs


@jit
def is_ridiculed(s, c):
    return s.orbs[c] >> RIDICULE != 0


@jit
def show_orbs(s, c):
    orbs = valid_orbs(s, c)
    for colour in range(cards.COLOUR_COUNT):
        s.table_view[state.ORBS_AT + c * cards.COLOUR_COUNT + colour] = (orbs >> (8 * colour)) & 255


@jit
def show_scratches(s):
    """Add all up anew, when the Shield Fairy has come."""
    total = 0
    for c in range(cards.CASTLE_COUNT):
        for i in range(s.village_size[c]):
            if s.disabled[c, i] == 0:
                total += scratch_of(s, c, s.village[c, i])
    s.table_view[state.SCRATCHES_AT] = total


@jit
def show_full_castles(s):
    """All castle cards are in their decks, and nobody knows where."""
    for c in range(cards.CASTLE_COUNT):
        s.orbs[c] = 0
    s.targets = 0
    for i in range(state.ROW_AT):
        s.table_view[i] = FULL_CASTLES[i]


# The Illusion


@jit
def show_illusion_fairy(s):
    s.table_view[state.ILLUSION_FAIRY_AT] = 1


@jit
def show_in_illusion(s, c, card):
    s.table_view[state.ILLUSION_AT + c * cards.ENEMY_KINDS + card - 1] = s.illusion[c, card]


# Fairies


@jit
def show_row(s, fairy, there):
    """A Fairy of the Fairy deck lies in the row (1) or does not any more (0); all know where it is."""
    s.table_view[state.ROW_AT + fairy - 1] = there
    s.table_view[state.UNSEEN_AT + fairy - 1] = 0


@jit
def show_piles(s):
    s.table_view[state.FLOWERS_AT] = s.flowers
    s.table_view[state.FAIRY_DECK_SIZE_AT] = s.fairy_deck_size


@jit
def show_owned(s, p, fairy, copies):
    """So many copies more, all of them active in the play area."""
    s.player_view[view_of(p) + fairy - 1] += copies
    s.player_view[view_of(p) + state.PLAYER_READY + fairy - 1] += copies
    used = CAN_BE_USED[fairy] << fairy
    s.usable[p] = np.int64(s.usable[p]) | used
    if p == s.player:
        s.ready = np.int64(s.ready) | used
    if fairy != cards.FLOWER:
        s.table_view[state.UNSEEN_AT + fairy - 1] = 0


@jit
def show_ready(s, fairy, change):
    """A Fairy of the player at turn leaves those that lie active in the play area (-1), or is back there (1)."""
    at = view_of(s.player) + state.PLAYER_READY + fairy - 1
    s.player_view[at] += change
    used = CAN_BE_USED[fairy] << fairy
    s.ready = (np.int64(s.ready) & ~used) | (used if s.player_view[at] != 0 else 0)


@jit
def show_all_ready(s, p):
    """All Fairies of the player at turn lie active in the play area."""
    for f in range(cards.FAIRY_TYPES):
        s.player_view[view_of(p) + state.PLAYER_READY + f] = s.player_view[view_of(p) + f]
    s.ready = s.usable[p]


@jit
def show_rescued(s, p):
    s.player_view[view_of(p) + state.PLAYER_RESCUED] += 1


@jit
def show_points(s, p):
    s.player_view[view_of(p) + state.PLAYER_POINTS] = s.points[p]


@jit
def show_chosen(s, p):
    s.player_view[view_of(p) + state.PLAYER_CHOSEN] = s.chosen[p]


# All of it


@jit
def show_new_game(s):
    """All castle cards and Fairies lie in their decks; the Fairies are known when they are shown."""
    show_full_castles(s)
    for i in range(cards.FAIRY_DECK_SIZE):
        s.table_view[state.UNSEEN_AT + i] = 1
    show_piles(s)


@jit
def show_everything(s):
    """Write all views anew: in a position, and to check them."""
    for i in range(TABLE_VIEW):
        s.table_view[i] = 0
    s.targets = 0
    for c in range(cards.CASTLE_COUNT):
        show_castle(s, c)
    for fairy in range(1, cards.FAIRY_DECK_SIZE + 1):
        s.table_view[state.UNSEEN_AT + fairy - 1] = 1
        if sets.has(np.int64(s.row), fairy):
            show_row(s, fairy, 1)
    show_piles(s)
    for p in range(state.MAX_PLAYERS):
        show_player(s, p)
    show_out(s)


@jit
def show_castle(s, c):
    for i in range(s.deck_size[c]):
        count_in_deck(s, c, s.deck[c, i], 1)
    show_known(s, c)
    s.orbs[c] = 0
    for i in range(s.village_size[c]):
        show_place(s, c, i)
        show_laid(s, c, s.village[c, i])
        count_card(s, c, s.village[c, i], s.disabled[c, i], 1)
    for card in range(1, cards.ENEMY_KINDS + 1):
        show_in_illusion(s, c, card)


@jit
def show_player(s, p):
    for i in range(PLAYER_VIEW):
        s.player_view[view_of(p) + i] = 0
    s.usable[p] = 0
    fairies = 0
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        copies = np.int64(s.owned[p, fairy])
        if copies != 0:
            show_owned(s, p, fairy, copies)
        fairies += copies
    s.player_view[view_of(p) + state.PLAYER_RESCUED] = max(0, fairies - 1)
    show_chosen(s, p)
    show_points(s, p)


@jit
def show_out(s):
    """What of the player at turn does not lie active in the play area."""
    s.ready = s.usable[s.player]
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        show_ready(s, fairy, -np.int64(s.used[fairy]))
    if s.illusion_fairy != 0:
        show_illusion_fairy(s)
        show_ready(s, s.illusion_fairy, -1)
    for c in range(cards.CASTLE_COUNT):
        for i in range(s.village_size[c]):
            if s.village[c, i] > cards.KINDS:
                show_ready(s, np.int64(s.village[c, i]) - cards.KINDS, -1)


@jit
def views_are_right(s):
    """Whether the views are what :func:`show_everything` writes. The record is left as it was."""
    table, players, orbs, usable = s.table_view.copy(), s.player_view.copy(), s.orbs.copy(), s.usable.copy()
    targets, ready = s.targets, s.ready
    show_everything(s)
    wrong = np.int64(s.targets != targets) + np.int64(s.ready != ready)
    s.targets = targets
    s.ready = ready
    for i in range(TABLE_VIEW):
        wrong += s.table_view[i] != table[i]
        s.table_view[i] = table[i]
    for c in range(cards.CASTLE_COUNT):
        wrong += s.orbs[c] != orbs[c]
        s.orbs[c] = orbs[c]
    for p in range(state.MAX_PLAYERS):
        wrong += s.usable[p] != usable[p]
        s.usable[p] = usable[p]
    for i in range(state.MAX_PLAYERS * PLAYER_VIEW):
        wrong += s.player_view[i] != players[i]
        s.player_view[i] = players[i]
    return wrong == 0
