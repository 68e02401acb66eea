"""Cards move: every change of a zone is made by a function of this file, in the words of the rulebook.

Each changes the zones, what is counted of them (``counts.py``) and what the players know (``knowledge.py``) in one
place; the rules call nothing else to move a card. Triggers and checks are for ``events.py``. ``seen`` is a set of
players (a bit for each seat): who saw which card it was. Numbers in comments are rulings.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import shuffle
from unicorn_envs.engine.random import draw
from unicorn_envs.games.unstable_unicorns import cards, counts, knowledge

# Hands


@jit
def gain(s, p, card, seen):
    """A card comes to the hand of ``p``."""
    counts.change_hand(s, p, card, 1)
    if seen & ~(1 << p) == 0:
        return
    for o in range(s.num_players):
        if o != p and (seen >> o) & 1 != 0:
            knowledge.learn(s, o, p, card, 1)


@jit
def lose(s, p, card, seen):
    """A card leaves the hand of ``p``."""
    counts.change_hand(s, p, card, -1)
    for o in range(s.num_players):
        if s.known_size[p, o] == 0:
            continue
        if (seen >> o) & 1 == 0:
            knowledge.forget_one_of_each(s, o, p)
        elif s.known[o, p, card] > 0:
            knowledge.learn(s, o, p, card, -1)


@jit
def reveal(s, p, card):
    """A card of the hand of ``p`` goes where all see it."""
    lose(s, p, card, knowledge.ALL)
    counts.hide(s, card, -1)


@jit
def take_open(s, p, card):
    """A card that lay open comes to the hand of ``p``."""
    counts.hide(s, card, 1)
    gain(s, p, card, knowledge.ALL)


@jit
def hand_over(s, p, q, card):
    """A card goes from the hand of ``p`` to the hand of ``q``; the two see it (2.13.2)."""
    seen = knowledge.witnesses(s, p, 0) | knowledge.witnesses(s, q, 0)
    lose(s, p, card, seen)
    gain(s, q, card, seen)


@jit
def discard(s, p, card):
    reveal(s, p, card)
    counts.change_discard(s, card, 1)


@jit
def random_card(s, p):
    """A card of the hand of ``p``, each card equally likely (2.12.5)."""
    pick = draw(s, s.hand_size[p])
    card = cards.FIRST_CARD
    while pick >= s.hand[p, card]:
        pick -= s.hand[p, card]
        card += 1
    return card


@jit
def swap_hands(s, p, q):
    """Both know the hand that they gave; whoever knew something of a hand still knows it."""
    for t in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        n = s.hand[p, t]
        s.hand[p, t] = s.hand[q, t]
        s.hand[q, t] = n
    for w in range(2):
        types = s.hand_set[p, w]
        s.hand_set[p, w] = s.hand_set[q, w]
        s.hand_set[q, w] = types
    size = s.hand_size[p]
    s.hand_size[p] = s.hand_size[q]
    s.hand_size[q] = size
    for o in range(s.num_players):
        knowledge.swap_knowledge(s, o, p, q)
    knowledge.forget_hand(s, p, p)
    knowledge.forget_hand(s, q, q)
    knowledge.show_hand(s, p, q)
    knowledge.show_hand(s, q, p)
    if counts.is_open(s, p):
        knowledge.show_hand_to_all(s, p)
    if counts.is_open(s, q):
        knowledge.show_hand_to_all(s, q)


# The deck


@jit
def draw_card(s, p):
    """The top card of the deck to the hand of ``p``, who alone sees it, and whoever knew it."""
    s.deck_size -= 1
    card = np.int64(s.deck[s.deck_size])
    s.deck[s.deck_size] = 0
    seen = knowledge.witnesses(s, p, 0)
    if s.top_known > 0:
        seen |= 1 << np.int64(s.top_knower)
        s.top_known -= 1
    knowledge.remember_leaving(s, card, seen)
    gain(s, p, card, seen)


@jit
def draw_cards(s, p, count):
    """2.7.1: card by card; nothing more once the deck is empty (2.9.1)."""
    for _ in range(count):
        if s.deck_size > 0:
            draw_card(s, p)


@jit
def shuffle_deck(s):
    shuffle(s, s.deck, s.deck_size)
    s.top_known = 0


@jit
def put_into_deck(s, card):
    """Into the deck, which will be shuffled."""
    s.deck[s.deck_size] = card
    s.deck_size += 1


@jit
def discard_pile_into_deck(s):
    """All saw what lay there, so all know that it is in the deck."""
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        count = np.int64(s.discard[card])
        if count != 0:
            counts.change_discard(s, card, -count)
            open_into_deck(s, card, count)


@jit
def open_into_deck(s, card, count):
    """Cards that all saw go into the deck."""
    counts.hide(s, card, count)
    for _ in range(count):
        put_into_deck(s, card)
    for o in range(s.num_players):
        knowledge.learn_of_deck(s, o, card, count)


@jit
def hand_into_deck(s, p):
    """Others know of the hand what they knew of it."""
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        count = np.int64(s.hand[p, card])
        if count == 0:
            continue
        for _ in range(count):
            put_into_deck(s, card)
        counts.change_hand(s, p, card, -count)
        for o in range(s.num_players):
            knowledge.learn_of_deck(s, o, card, count if o == p else np.int64(s.known[o, p, card]))
    for o in range(s.num_players):
        knowledge.forget_hand(s, o, p)


@jit
def take_from_deck(s, p, place, seen):
    """The card at a place of the deck to the hand of ``p``; ``seen`` know which it is."""
    card = np.int64(s.deck[place])
    for i in range(place, s.deck_size - 1):
        s.deck[i] = s.deck[i + 1]
    s.deck_size -= 1
    s.deck[s.deck_size] = 0
    seen = knowledge.witnesses(s, p, seen)
    knowledge.remember_leaving(s, card, seen)
    gain(s, p, card, seen)


@jit
def put_on_top(s, card):
    """One of the two cards on top of the deck lies on top."""
    top = np.int64(s.deck_size) - 1
    if s.deck[top] != card:
        s.deck[top - 1] = s.deck[top]
        s.deck[top] = card


# Stables, and cards being played


@jit
def enter_stable(s, p, card):
    counts.change_stable(s, p, card, 1)
    if card > cards.LAST_UNICORN and counts.does(card, cards.OPEN_HAND):
        knowledge.show_hand_to_all(s, p)


@jit
def leave_stable(s, p, card):
    counts.change_stable(s, p, card, -1)
    i = cards.MENU_INDEX[card]
    if i >= 0 and p == s.active:
        s.open[i] = min(s.open[i], s.stable[p, card])  # 2.6.4


@jit
def move(s, q, p, card):
    """Steal or move: from the Stable of ``q`` into that of ``p``."""
    leave_stable(s, q, card)
    enter_stable(s, p, card)


@jit
def return_card(s, p, card):
    """From a Stable to the hand of its player."""
    leave_stable(s, p, card)
    take_open(s, p, card)


@jit
def put_away(s, p, card):
    """From a Stable to the discard pile: sacrificed or destroyed."""
    leave_stable(s, p, card)
    counts.change_discard(s, card, 1)


@jit
def return_baby(s, p, card):
    """From a Stable to the Nursery (2.10.25)."""
    leave_stable(s, p, card)
    s.nursery[card] += 1


@jit
def bring_from_hand(s, p, card):
    reveal(s, p, card)
    enter_stable(s, p, card)


@jit
def bring_from_discard_pile(s, p, card):
    counts.change_discard(s, card, -1)
    enter_stable(s, p, card)


@jit
def bring_from_nursery(s, p, card):
    s.nursery[card] -= 1
    enter_stable(s, p, card)


@jit
def fetch(s, p, card):
    """From the discard pile to a hand."""
    counts.change_discard(s, card, -1)
    take_open(s, p, card)


@jit
def announce(s, p, card):
    """2.2.2: the card leaves the hand and lies on the pile of cards being played."""
    reveal(s, p, card)
    s.pile_card[s.pile_size] = card
    s.pile_player[s.pile_size] = p
    s.pile_size += 1


@jit
def take_off_pile(s):
    """The top card of those being played."""
    s.pile_size -= 1
    card = np.int64(s.pile_card[s.pile_size])
    s.pile_card[s.pile_size] = 0
    s.pile_player[s.pile_size] = 0
    return card


@jit
def discard_played(s):
    """The top card of those being played to the discard pile."""
    counts.change_discard(s, take_off_pile(s), 1)


@jit
def settle(s, p):
    """The card that was played into the Stable of ``p``."""
    card = take_off_pile(s)
    enter_stable(s, p, card)
    return card


@jit
def played_into_deck(s):
    open_into_deck(s, take_off_pile(s), 1)
