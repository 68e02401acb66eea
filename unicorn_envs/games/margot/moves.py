"""One way to move a card: each function changes where a card lies, what all know of it, and the views.

The rules call nothing else to move a card. ``c`` is a castle, with its deck and its Village.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import put_under, shuffle, take_out
from unicorn_envs.games.margot import cards, state, views

# Castle decks


@jit
def know(s, c, places):
    """From now on all know what lies at these places of a deck, and of no others."""
    s.deck_known[c] = places
    views.show_known(s, c)


@jit
def show_top(s, c):
    """All see the top card."""
    know(s, c, np.int64(s.deck_known[c]) | sets.of(np.int64(s.deck_size[c]) - 1))


@jit
def take_top(s, c):
    """The top card of a deck leaves it; who takes it says where it goes."""
    s.deck_size[c] -= 1
    top = np.int64(s.deck_size[c])
    card = np.int64(s.deck[c, top])
    s.deck[c, top] = 0
    views.count_in_deck(s, c, card, -1)
    known = np.int64(s.deck_known[c])
    if known != 0:
        know(s, c, known & ~sets.of(top))
    return card


@jit
def take_from_deck(s, c, place):
    """A card from within a deck leaves it, and the others are shuffled."""
    card = take_out(s.deck[c], s.deck_size[c], place)
    s.deck_size[c] -= 1
    views.count_in_deck(s, c, card, -1)
    shuffle_deck(s, c)
    return card


@jit
def put_on_deck(s, c, card):
    """Face up, so that all know it."""
    add_to_deck(s, c, card)
    show_top(s, c)


@jit
def put_under_deck(s, c, card):
    """A card that all have seen goes under its deck."""
    put_under(s.deck[c], s.deck_size[c], card)
    s.deck_size[c] += 1
    views.count_in_deck(s, c, card, 1)
    know(s, c, 2 * np.int64(s.deck_known[c]) + 1)


@jit
def shuffle_into_deck(s, c, card):
    add_to_deck(s, c, card)
    shuffle_deck(s, c)


@jit
def add_to_deck(s, c, card):
    s.deck[c, s.deck_size[c]] = card
    s.deck_size[c] += 1
    views.count_in_deck(s, c, card, 1)


@jit
def shuffle_deck(s, c):
    shuffle(s, s.deck[c], s.deck_size[c])
    know(s, c, 0)


# Villages


@jit
def put_into_village(s, c, code, disabled):
    """To the right of the others."""
    i = np.int64(s.village_size[c])
    s.village[c, i] = code
    s.disabled[c, i] = disabled
    s.village_size[c] = i + 1
    views.count_card(s, c, code, disabled, 1)
    views.show_place(s, c, i)
    views.show_laid(s, c, code)


@jit
def take_from_village(s, c, i):
    """An enemy leaves its Village; those to the right move up."""
    size = np.int64(s.village_size[c])
    views.count_card(s, c, s.village[c, i], s.disabled[c, i], -1)
    take_out(s.village[c], size, i)
    take_out(s.disabled[c], size, i)
    s.village_size[c] = size - 1
    for place in range(i, size):
        views.show_place(s, c, place)


@jit
def disable(s, c, i):
    """A card of a Village has no effect until the end of the turn."""
    code = np.int64(s.village[c, i])
    views.count_card(s, c, code, 0, -1)
    s.disabled[c, i] = 1
    views.count_card(s, c, code, 1, 1)
    views.show_place(s, c, i)


# The Illusion


@jit
def put_into_illusion(s, c, card):
    s.illusion[c, card] += 1
    views.show_in_illusion(s, c, card)


@jit
def take_from_illusion(s, c, card):
    s.illusion[c, card] -= 1
    views.show_in_illusion(s, c, card)


@jit
def put_fairy_into_illusion(s, fairy):
    """A Fairy that has just been used goes there from the play area."""
    s.used[fairy] -= 1
    s.illusion_fairy = fairy
    views.show_illusion_fairy(s)


# Fairies in the box, the deck, the row


@jit
def draw_fairy(s):
    """The top card of the Fairy deck leaves it; nobody is told which it is."""
    s.fairy_deck_size -= 1
    fairy = np.int64(s.fairy_deck[s.fairy_deck_size])
    s.fairy_deck[s.fairy_deck_size] = 0
    return fairy


@jit
def turn_up(s):
    """The next Fairy of the deck comes into the row."""
    fairy = draw_fairy(s)
    s.row = np.int64(s.row) | sets.of(fairy)
    views.show_row(s, fairy, 1)
    views.show_piles(s)


@jit
def keep(s, p, fairy):
    """Of the two that a player has drawn: the one kept comes first, the other goes back to the box."""
    s.chosen[p] = 1
    views.show_chosen(s, p)
    if s.pair[p, 1] == fairy:
        s.pair[p, 1] = s.pair[p, 0]
        s.pair[p, 0] = fairy


@jit
def show_kept(s, p):
    """The Fairy that a player has kept comes into the play area, for all to see."""
    kept = np.int64(s.pair[p, 0])
    s.pair[p, 0] = 0
    gain_fairy(s, p, kept)
    return kept


@jit
def rescue_fairy(s, p, fairy):
    """A Fairy of the row, or of the pile of Flower Fairies, comes into the play area of a player."""
    gain_fairy(s, p, fairy)
    views.show_rescued(s, p)
    if fairy == cards.FLOWER:
        s.flowers -= 1
        views.show_piles(s)
    else:
        s.row = np.int64(s.row) & ~sets.of(fairy)
        views.show_row(s, fairy, 0)
    if fairy == cards.SHIELD:
        views.show_scratches(s)


@jit
def gain_fairy(s, p, fairy):
    """A Fairy comes into the play area of a player, active."""
    s.owned[p, fairy] += 1
    views.show_owned(s, p, fairy, 1)


# Fairies of the player at turn


@jit
def use_fairy(s, fairy):
    """An Action Fairy is disabled in the play area."""
    s.used[fairy] += 1
    views.show_ready(s, fairy, -1)


@jit
def make_ready(s, fairy):
    """A disabled Action Fairy is active again."""
    s.used[fairy] -= 1
    views.show_ready(s, fairy, 1)


@jit
def lay_fairy(s, c, fairy):
    """A Story or Scratch Fairy goes from the play area into a Village."""
    put_into_village(s, c, cards.KINDS + fairy, 0)
    views.show_ready(s, fairy, -1)


# All


@jit
def put_everything_back(s):
    """The end of a turn: castle cards back into their decks and shuffled, all Fairies back and active."""
    for c in range(cards.CASTLE_COUNT):
        put_castle_back(s, c)
    for f in range(cards.FAIRY_TYPES + 1):
        s.used[f] = 0
    s.illusion_fairy = 0
    views.show_full_castles(s)
    views.show_all_ready(s, s.player)


@jit
def put_castle_back(s, c):
    """The views follow in one piece, when both castles are full again."""
    size = np.int64(s.deck_size[c])
    for i in range(s.village_size[c]):
        if s.village[c, i] <= cards.KINDS:
            s.deck[c, size] = s.village[c, i]
            size += 1
    for i in range(state.VILLAGE_SIZE):
        s.village[c, i] = 0
        s.disabled[c, i] = 0
    s.village_size[c] = 0
    for card in range(1, cards.ENEMY_KINDS + 1):  # a Story does not stay in the Illusion
        for _ in range(s.illusion[c, card]):
            s.deck[c, size] = card
            size += 1
        s.illusion[c, card] = 0
    s.deck_size[c] = size
    s.deck_known[c] = 0
    shuffle(s, s.deck[c], size)


@jit
def score(s, p, points):
    s.points[p] += points
    views.show_points(s, p)
