"""What a player cannot know is dealt anew: uniformly among the deals that fit all that the player knows."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw
from unicorn_envs.games.magical_unicorn_quest import cards, knowledge, legal, piles, state, views
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt


@jit
def resample(s, seat):
    """Deal the cards that ``seat`` cannot place anew: uniformly among the deals that fit all it knows."""
    left = np.zeros(cards.CARD_TYPES + 1, dtype=np.int64)
    new = np.zeros((state.MAX_PLAYERS, cards.CARD_TYPES + 1), dtype=np.int64)
    count_hidden(s, seat, left)
    while not (deal_hidden(s, seat, left, new) and has_being_to_play(s, seat, new)):
        # Some name fell where the observer knows that there is no further copy, or none where one is: start over.
        for p in range(s.num_players):
            for card in range(1, cards.CARD_TYPES + 1):
                left[card] += new[p, card]
                new[p, card] = 0
    for p in range(s.num_players):
        if p != seat:
            for card in range(1, cards.CARD_TYPES + 1):
                s.hand[p, card] = knowledge.surely(s, seat, p, card) + new[p, card]
    for place in range(cards.DECK_CARDS - 1, piles.top_of_deck(s) - 1, -1):
        if not sets.has(s.deck_known[place], seat):
            s.deck[place] = draw_from(s, left)
    if s.picked != 0 and seat != s.player:
        for card in range(1, cards.CARD_TYPES + 1):
            left[card] = s.hand[s.player, card]
        s.picked = draw_from(s, left)
    for o in range(s.num_players):
        for p in range(s.num_players):
            if o != seat and p != seat and o != p:
                redraw_knowledge(s, seat, o, p, left)
    views.show_hidden(s)
    s.legal = legal.legal_actions(s)


@jit
def draw_from(s, left):
    """One of the cards counted in ``left``, each copy equally likely; it is taken out."""
    total = 0
    for card in range(1, cards.CARD_TYPES + 1):
        total += left[card]
    pick = draw(s, total)
    card = 1
    while pick >= left[card]:
        pick -= left[card]
        card += 1
    left[card] -= 1
    return card


@jit
def count_hidden(s, seat, left):
    """How many copies of each card lie where ``seat`` does not know them."""
    for p in range(s.num_players):
        if p != seat:
            for card in range(1, cards.CARD_TYPES + 1):
                left[card] += np.int64(s.hand[p, card]) - knowledge.surely(s, seat, p, card)
    for place in range(piles.top_of_deck(s), cards.DECK_CARDS):
        if not sets.has(s.deck_known[place], seat):
            left[s.deck[place]] += 1


@jit
def free_places(s, seat, p, new):
    """Cards in the hand of ``p`` that are still to be dealt."""
    if p == seat:
        return np.int64(0)
    places = np.int64(s.hand_size[p])
    for card in range(1, cards.CARD_TYPES + 1):
        places -= knowledge.surely(s, seat, p, card) + new[p, card]
    return places


@jit
def deal_hidden(s, seat, left, new):
    """Deal hidden cards to the other hands; False as soon as one falls where ``seat`` knows it is not.

    Unicorns that cannot be in the deck are dealt first, to a uniformly random place among the hands. Hands
    with marks come before the others, so that a deal that does not fit is noticed early.
    """
    for unicorn in range(cards.GOLDEN, cards.MAJESTIC + 1):
        if s.none_left[unicorn - 1] != 0:
            while left[unicorn] > 0:
                p = random_holder(s, seat, new)
                left[unicorn] -= 1
                new[p, unicorn] += 1
                if knowledge.no_more(s, seat, p, unicorn):
                    return False
    for marked in (True, False):
        for p in range(s.num_players):
            if p == seat or sets.has(s.marked[p], seat) != marked:
                continue
            for _ in range(free_places(s, seat, p, new)):
                card = draw_from(s, left)
                new[p, card] += 1
                if knowledge.no_more(s, seat, p, card):
                    return False
    return True


@jit
def has_being_to_play(s, seat, new):
    """Whether the deal leaves a being to whoever has to play one."""
    if s.prompt != Prompt.MUST_PLAY_BEING or s.seat == seat:
        return True
    for card in range(cards.GOLDEN, cards.BEINGS + 1):
        if knowledge.surely(s, seat, s.seat, card) + new[s.seat, card] > 0:
            return True
    return False


@jit
def random_holder(s, seat, new):
    """The owner of a uniformly random place in the other hands that is still to be dealt."""
    total = 0
    for p in range(s.num_players):
        total += free_places(s, seat, p, new)
    pick = draw(s, total)
    p = 0
    while pick >= free_places(s, seat, p, new):
        pick -= free_places(s, seat, p, new)
        p += 1
    return p


@jit
def redraw_knowledge(s, seat, o, p, left):
    """What another observer knows of a redealt hand: as many of its cards as before, shared knowledge kept."""
    extra = 0
    for card in range(1, cards.CARD_TYPES + 1):
        common = min(knowledge.surely(s, o, p, card), knowledge.surely(s, seat, p, card))
        extra += knowledge.surely(s, o, p, card) - common
        s.ring[o, knowledge.surely_at(s, o, p, card)] = common
        left[card] = np.int64(s.hand[p, card]) - common
    for _ in range(extra):
        s.ring[o, knowledge.surely_at(s, o, p, draw_from(s, left))] += 1
    for card in range(1, cards.CARD_TYPES + 1):
        if knowledge.surely(s, o, p, card) != s.hand[p, card]:
            s.ring[o, knowledge.no_more_at(s, o, p, card)] = 0
