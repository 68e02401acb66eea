"""Who knows what of hidden cards: copies in other hands, marks "no further copies" there, and places of the deck.

What an observer knows of another hand is kept in the observer's ``ring``, in the block about that adventurer, where
the observation shows it; functions here are the only ones that read or write it. ``deck_known`` has the observers who
know a card of the deck. With each piece of knowledge goes ``unseen`` in the observer's ``private`` view: how many
copies of a card lie where the observer does not know them.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import distance
from unicorn_envs.games.magical_unicorn_quest import cards, piles, state

# Where the knowledge of hands lies


@jit
def other_at(k):
    """Where the block about the ``k``. other adventurer clockwise begins in a ring; k from 1."""
    return state.OTHER_IN_RING + (k - 1) * state.OTHER_SIZE


@jit
def observer_before(s, p, k):
    """The seat from which ``p`` is the ``k``. one clockwise."""
    return distance(s, k, p)


@jit
def surely_at(s, o, p, card):
    """Where the ring of ``o`` has the copies of a card that ``o`` knows are in the hand of ``p``."""
    return other_at(distance(s, o, p)) + state.SURELY_IN_OTHER + card - 1


@jit
def no_more_at(s, o, p, card):
    """Where the ring of ``o`` has the mark that the hand of ``p`` holds no further copies of a card."""
    return other_at(distance(s, o, p)) + state.NO_MORE_IN_OTHER + card - 1


@jit
def surely(s, o, p, card):
    return np.int64(s.ring[o, surely_at(s, o, p, card)])


@jit
def no_more(s, o, p, card):
    return s.ring[o, no_more_at(s, o, p, card)] != 0


@jit
def change_unseen(s, o, card, change):
    s.private[o, state.UNSEEN_IN_PRIVATE + card - 1] += change


# Hands


@jit
def comes_to_hand(s, p, card, knowers):
    """A card has come to a hand. For whoever does not see which, all marks of that hand go."""
    if not sets.has(knowers, p):
        change_unseen(s, p, card, -1)
    if knowers != 0:
        for k in range(1, s.num_players):
            o = observer_before(s, p, k)
            s.ring[o, other_at(k) + state.SURELY_IN_OTHER + card - 1] += (knowers >> o) & 1
    forgetful = np.int64(s.marked[p]) & ~knowers
    if forgetful != 0:
        forget_marks(s, forgetful, p)


@jit
def leaves_hand(s, p, card, knowers):
    """A card has left a hand. Whoever does not see which knows of one copy less of every name, without marks."""
    for k in range(1, s.num_players):
        o = observer_before(s, p, k)
        if sets.has(knowers, o):
            at = other_at(k) + state.SURELY_IN_OTHER + card - 1
            known = 1 if s.ring[o, at] > 0 else 0
            s.ring[o, at] -= known
            change_unseen(s, o, card, known - 1)
        else:
            lose_sight(s, o, p)


@jit
def lose_sight(s, o, p):
    """Any of the cards in the hand of ``p`` may have left: ``o`` knows of one copy less of every name."""
    for card in range(1, cards.CARD_TYPES + 1):
        at = surely_at(s, o, p, card)
        if s.ring[o, at] > 0:
            s.ring[o, at] -= 1
            change_unseen(s, o, card, 1)
            s.ring[o, no_more_at(s, o, p, card)] = 0
    show_marked(s, o, p)


@jit
def see_hand(s, o, p):
    """Observer ``o`` sees the whole hand of ``p``."""
    for card in range(1, cards.CARD_TYPES + 1):
        if s.cards[card, cards.COPIES] > 0:
            change_unseen(s, o, card, surely(s, o, p, card) - s.hand[p, card])
            s.ring[o, surely_at(s, o, p, card)] = s.hand[p, card]
            mark(s, o, p, card)


@jit
def mark(s, o, p, card):
    """From now on ``o`` knows that the hand of ``p`` holds no further copies of the card."""
    s.ring[o, no_more_at(s, o, p, card)] = 1
    s.marked[p] |= sets.of(o)


@jit
def show_marked(s, o, p):
    """Whether ``o`` has any mark about the hand of ``p``."""
    first = no_more_at(s, o, p, 1)
    marks = 0
    for i in range(cards.CARD_TYPES):
        marks |= s.ring[o, first + i]
    s.marked[p] = sets.changed(np.int64(s.marked[p]), o, marks != 0)


@jit
def forget_marks(s, observers, p):
    """The marks of these observers about the hand of ``p`` go."""
    for o in range(s.num_players):
        if sets.has(observers, o):
            for card in range(1, cards.CARD_TYPES + 1):
                s.ring[o, no_more_at(s, o, p, card)] = 0
    s.marked[p] &= ~observers


# The deck


@jit
def know_place(s, place, observers):
    """From now on these observers, and nobody else, know the card at a place of the deck."""
    card = np.int64(s.deck[place])
    known = np.int64(s.deck_known[place])
    for o in range(s.num_players):
        change_unseen(s, o, card, ((known >> o) & 1) - ((observers >> o) & 1))
    s.deck_known[place] = observers


@jit
def forget_deck(s):
    """Nobody knows any place of the deck any longer."""
    for place in range(piles.top_of_deck(s), cards.DECK_CARDS):
        if s.deck_known[place] != 0:
            know_place(s, place, 0)


@jit
def forget_pile(s):
    """The discard pile is about to be shuffled: nobody knows any longer where its cards are."""
    for card in range(1, cards.CARD_TYPES + 1):
        for o in range(s.num_players):
            change_unseen(s, o, card, piles.discarded(s, card))
