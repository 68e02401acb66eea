"""A deal that is as likely as the one at the table, as far as one player can tell (2.13.6).

Cards that the player knows to be in a hand, in the deck, or at a place of the deck stay there. All other
cards of the deck and of the other hands are shuffled together and dealt anew.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import shuffle
from unicorn_envs.engine.random import draw
from unicorn_envs.games.unstable_unicorns import cards, counts, declared, knowledge, moves, prompts, state, targets
from unicorn_envs.games.unstable_unicorns.verbs import Verb


@jit
def redeal(s, seat):
    size = np.int64(s.deck_size)
    fixed_on_top = np.int64(s.top_known) if s.top_knower == seat else 0
    first_top = size - fixed_on_top
    top = np.int64(s.deck[size - 1]) if fixed_on_top > 0 else 0
    second = np.int64(s.deck[size - 2]) if fixed_on_top > 1 else 0
    third = np.int64(s.deck[size - 3]) if fixed_on_top > 2 else 0

    fixed = set_known_apart(s, seat, first_top, top, second, third)
    end = collect_hands(s, seat, first_top)
    shuffle_between(s, fixed, end)
    end = deal_hands(s, seat, end)
    shuffle(s, s.deck, end)

    if fixed_on_top > 2:
        s.deck[end] = third
        end += 1
    if fixed_on_top > 1:
        s.deck[end] = second
        end += 1
    if fixed_on_top > 0:
        s.deck[end] = top
    redraw_secret_picks(s, seat)
    correct_memories(s, seat)


@jit
def set_known_apart(s, seat, end, top, second, third):
    """Cards known to be in the deck, but not where, to its bottom. Returns how many they are."""
    fixed = 0
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        wanted = np.int64(s.known_deck[seat, card])
        wanted -= np.int64(top == card) + np.int64(second == card) + np.int64(third == card)
        i = fixed
        while wanted > 0 and i < end:
            if s.deck[i] == card:
                s.deck[i] = s.deck[fixed]
                s.deck[fixed] = card
                fixed += 1
                wanted -= 1
            i += 1
    return fixed


@jit
def collect_hands(s, seat, end):
    """The cards of other hands that the player does not know, onto the deck. Returns where they end."""
    for p in range(s.num_players):
        if p == seat:
            continue
        for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
            while s.hand[p, card] > s.known[seat, p, card]:
                s.hand[p, card] -= 1
                s.deck[end] = card
                end += 1
    return end


@jit
def shuffle_between(s, start, end):
    for i in range(end - 1, start, -1):
        j = start + draw(s, i - start + 1)
        card = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = card


@jit
def deal_hands(s, seat, end):
    """Fill the other hands up to their size. Returns where the deck ends."""
    for p in range(s.num_players):
        if p == seat:
            continue
        missing = np.int64(s.hand_size[p])
        for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
            missing -= np.int64(s.hand[p, card])
        for _ in range(missing):
            end -= 1
            s.hand[p, s.deck[end]] += 1
            s.deck[end] = 0
    return end


@jit
def redraw_secret_picks(s, seat):
    """2.7.3: picks of others that are not shown yet."""
    if s.prompt != Verb.EACH_DISCARDS and s.prompt != Verb.EACH_SACRIFICES:
        return
    for i in range(s.hits):
        p = np.int64(s.hit_seat[i])
        if p == seat:
            continue
        s.hit_card[i] = random_discard(s, p) if s.prompt == Verb.EACH_DISCARDS else random_sacrifice(s, p)


@jit
def random_discard(s, p):
    """A card of the hand, each equally likely but for those that pay for a declared effect."""
    while True:
        card = moves.random_card(s, p)
        if targets.cards_to_pay(s, p) < 1 or draw(s, s.hand[p, card]) >= declared.times_declared(
            s, state.Declared.FROM_HAND, p, card
        ):
            return card


@jit
def random_sacrifice(s, p):
    seen = 0
    pick = 0
    types = targets.picks_at(s, Verb.EACH_SACRIFICES, p, s.source, p)
    for card in range(1, cards.LAST_UNICORN + 1):
        if types & counts.bit_of(card) != 0:
            copies = np.int64(s.stable[p, card])
            seen += copies
            if draw(s, seen) < copies:
                pick = card
    return pick


@jit
def correct_memories(s, seat):
    """Others cannot know what is no longer so; who looks at cards right now sees what is there."""
    for o in range(s.num_players):
        if o == seat:
            continue
        for p in range(s.num_players):
            for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
                s.known[o, p, card] = min(s.known[o, p, card], s.hand[p, card])
        for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
            if s.known_deck[o, card] == 0:
                continue
            there = 0
            for i in range(s.deck_size):
                if s.deck[i] == card:
                    there += 1
            s.known_deck[o, card] = min(np.int64(s.known_deck[o, card]), there)
    if s.top_known > 0 and s.top_knower != seat:
        knowledge.look_at_deck(s, s.top_knower, np.int64(s.deck_size) - np.int64(s.top_known))
    if s.seat >= 0 and s.seat != seat:
        if s.prompt == Verb.SEARCH:
            knowledge.look_at_deck(s, s.asked, 0)
        elif s.prompt == Verb.TAKE_CHOSEN:
            knowledge.show_hand(s, s.asked, s.victim)


@jit
def resample(s, seat):
    """2.13.6: redeal until the player who is asked has a legal answer, as in the deal at the table."""
    while True:
        redeal(s, seat)
        counts.count_everything(s)
        if s.seat < 0:
            return
        prompts.fill_legal(s)
        if s.legal[cards.LASTING] | s.legal[cards.PASSING] != 0:
            return
