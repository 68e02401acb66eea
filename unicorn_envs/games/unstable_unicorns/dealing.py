"""Set-up (2.1.1, 2.1.2, 2.11.2). Numbers in comments are rulings."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw
from unicorn_envs.games.unstable_unicorns import cards, counts, knowledge, moves, state


@jit
def set_up(s):
    deal_babies(s)
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        copies = counts.copies_in_game(s, card)
        counts.hide(s, card, copies)
        for _ in range(copies):
            moves.put_into_deck(s, card)
    if s.two_player_deck != 0:
        deal_neighs(s)
    moves.shuffle_deck(s)
    for p in range(s.num_players):
        for _ in range(state.FIRST_HAND):
            moves.draw_card(s, p)
    s.active = draw(s, s.num_players)  # 2.1.2


@jit
def deal_babies(s):
    """2.1.1: one for each player, at random; nothing triggers."""
    s.nursery[cards.BABY_UNICORN] = cards.COPIES[cards.BABY_UNICORN]
    s.nursery[cards.BABY_NARWHAL] = cards.COPIES[cards.BABY_NARWHAL]
    for p in range(s.num_players):
        left = np.int64(s.nursery[cards.BABY_UNICORN]) + np.int64(s.nursery[cards.BABY_NARWHAL])
        baby = cards.BABY_UNICORN if draw(s, left) < s.nursery[cards.BABY_UNICORN] else cards.BABY_NARWHAL
        moves.bring_from_nursery(s, p, baby)


@jit
def deal_neighs(s):
    """2.11.2: a Neigh for each player; both know of it."""
    for p in range(s.num_players):
        i = 0
        while s.deck[i] != cards.NEIGH:
            i += 1
        s.deck_size -= 1
        s.deck[i] = s.deck[s.deck_size]
        s.deck[s.deck_size] = 0
        moves.gain(s, p, cards.NEIGH, knowledge.ALL)
