"""What must hold in every state, and what is wrong where it does not. Numbers in comments are rulings."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.checks import within
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unstable_unicorns import actions, cards, counts, declared, prompts, stables, state, verbs
from unicorn_envs.games.unstable_unicorns.verbs import Verb

INVARIANTS = {
    1: "a number in the record is out of range",
    2: "each of the cards must be in exactly one place",
    3: "a count of cards or of waiting triggers does not fit them",
    4: "a player knows of cards that are not there",
    5: "a seat has to decide without a prompt, or there is a prompt without a seat",
    6: "somebody has already won, or has too many Unicorns under Tiny Stable",
    7: "the deck is empty and somebody is asked for more than a discard",
    8: "the legal answers are not those of the decision at hand",
    9: "effects are declared that cannot be: outside a link, or with a card that is not there or picked twice",
}


@jit
def check(s):
    if not ranges_hold(s):
        return 1
    if (s.seat < 0) != (s.prompt == verbs.NO_PROMPT) or (s.seat >= 0 and s.seat != s.asked):
        return 5
    for p in range(s.num_players):
        code = check_player(s, p)
        if code != 0:
            return code
    for card in range(1, cards.CARD_TYPES + 1):
        if copies_somewhere(s, card) != counts.copies_in_game(s, card):
            return 2
    if not counts.counts_are_right(s) or not waiting_holds(s):
        return 3
    if s.seat >= 0 and not table_holds(s):
        return 6
    if s.seat >= 0 and s.deck_size == 0 and s.prompt != Verb.DISCARD:  # 2.9.4
        return 7
    if not declared_holds(s):
        return 9
    if s.seat >= 0 and not answers_are_right(s):
        return 8
    return 0


@jit
def waiting_holds(s):
    for link in range(2):
        n = np.int64(0)
        for p in range(s.num_players):
            for i in range(cards.TRIGGERS):
                if s.waiting[link, p, i] < 0:
                    return False
                n += np.int64(s.waiting[link, p, i])
        if n != s.waiting_size[link]:
            return False
    return True


@jit
def table_holds(s):
    """2.10.12 and 2.8.3: after each event; or, for the win, when no effect is open."""
    if s.prompt == Verb.TINY_SACRIFICE or s.prompt == Verb.PHOENIX_DISCARD:  # the second may be the answer to the first
        return True
    wins_wait = (
        s.win_check != state.IMMEDIATE
        and s.prompt != Verb.MENU
        and (s.prompt < Verb.ACTION or s.prompt == Verb.NEXT_TRIGGER)
    )
    wins_wait = wins_wait and s.prompt != Verb.HAND_LIMIT
    for p in range(s.num_players):
        if stables.does(s, p, cards.AT_MOST_FIVE) and stables.counted(s, p) > stables.TINY_LIMIT:
            return False
        if stables.counted(s, p) >= counts.needed(s) and not wins_wait:
            return False
    return True


@jit
def declared_holds(s):
    """Whether effects are declared only where a link is open, and fit it and the cards."""
    if s.link == state.Link.IN_TURN:
        return s.declared_size == 0
    if (
        s.seat < 0
        or s.pile_size > 0
        or s.prompt == Verb.ACTION
        or s.prompt == Verb.SECOND_PLAY
        or s.prompt == Verb.HAND_LIMIT
    ):
        return False
    if s.declared_size == 0:
        return s.link == state.Link.DECLARING
    if s.declared_kind[0] != state.Declared.EFFECT:
        return False
    for i in range(s.declared_size):
        if not pick_holds(s, np.int64(s.declared_kind[i]), np.int64(s.declared_seat[i]), np.int64(s.declared_card[i])):
            return False
    return True


@jit
def is_in_links(card):
    """Whether the effect of this card can be one of a link that is declared."""
    when = cards.WHEN[card]
    return when == cards.When.ENTERS or when == cards.When.LEFT or when == cards.When.BEGINNING


@jit
def pick_holds(s, kind, seat, card):
    """A card that was picked lies there, as often as it was picked, until the effects are carried out."""
    if kind == state.Declared.EFFECT:
        return is_in_links(card)
    if kind == state.Declared.FROM_STABLE:
        there = np.int64(s.stable[seat, card]) if card <= cards.LAST_IN_STABLE else np.int64(-1)
    elif kind == state.Declared.FROM_HAND:
        there = np.int64(s.hand[seat, card]) if card >= cards.FIRST_CARD else np.int64(-1)
    else:
        return card == 0
    return there >= 0 and (s.link == state.Link.CARRYING_OUT or declared.times_declared(s, kind, seat, card) <= there)


@jit
def answers_are_right(s):
    """Whether the legal answers kept in the record are those of the decision. The record is left as it was."""
    lasting, others = s.legal[cards.LASTING], s.legal[cards.PASSING]
    prompts.fill_legal(s)
    right = s.legal[cards.LASTING] == lasting and s.legal[cards.PASSING] == others
    s.legal[cards.LASTING] = lasting
    s.legal[cards.PASSING] = others
    return right


@jit
def ranges_hold(s):
    """Whether every number that is used as an index is one."""
    return numbers_hold(s) and steps_hold(s) and lists_hold(s)


@jit
def numbers_hold(s):
    n = s.num_players
    if not (within(n, 2, state.MAX_PLAYERS) and within(s.seat, -1, n - 1) and within(s.active, 0, n - 1)):
        return False
    if not (
        within(s.stack_size, 0, state.MOST_PENDING)
        and within(s.pile_size, 0, state.MOST_PLAYED)
        and within(s.hits, 0, state.MOST_HITS)
    ):
        return False
    if not (within(s.prompt, 0, verbs.PROMPTS) and within(s.asked, 0, n - 1) and within(s.at, 0, n)):
        return False
    if not (
        within(s.source, 0, cards.CARD_TYPES)
        and within(s.about, 0, cards.CARD_TYPES)
        and within(s.card, 0, cards.CARD_TYPES)
    ):
        return False
    if not (within(s.deck_size, 0, state.DECK) and within(s.top_known, 0, min(3, np.int64(s.deck_size)))):
        return False
    if not (within(s.who, 0, n - 1) and within(s.victim, 0, n - 1) and within(s.hit, 0, state.MOST_HITS - 1)):
        return False
    if not (within(s.top_knower, 0, n - 1) and within(s.knight, 0, n) and within(s.phase, 0, state.Phase.END)):
        return False
    if not (within(s.turn, 0, state.MOST_TURNS) and within(s.plays, 0, 2) and within(s.extra_turns, 0, 127)):
        return False
    if not (within(s.skip_phases, 0, 1) and within(s.truncated, 0, 1) and within(s.may_decline, 0, 1)):
        return False
    if not (
        within(s.hit_mode, 0, state.Fate.RETURNED)
        and within(s.only, 0, actions.ACTION_COUNT)
        and within(s.steps_left, 0, 127)
    ):
        return False
    if not (
        within(s.link, state.Link.IN_TURN, state.Link.CARRYING_OUT) and within(s.declared_size, 0, state.MOST_DECLARED)
    ):
        return False
    return True


@jit
def steps_hold(s):
    """The steps to come and what was declared."""
    n = s.num_players
    for i in range(s.stack_size):
        if not (within(s.stack_verb[i], 1, Verb.POLL) and within(s.stack_number[i], 0, 2 * state.MOST_HITS + 1)):
            return False
        if s.seat >= 0 and (s.stack_verb[i] == Verb.END_TURN) != (i == 0):
            return False
        if s.stack_verb[i] == Verb.TINY_SACRIFICE and s.stack_number[i] >= n:
            return False
        if s.stack_verb[i] == Verb.DESTROY_TWO and s.stack_number[i] > 2:
            return False
    if s.seat >= 0 and (s.stack_size == 0 or (s.prompt == Verb.DESTROY_TWO and s.steps_left > 2)):
        return False
    for i in range(s.declared_size):
        if not (
            within(s.declared_kind[i], state.Declared.EFFECT, state.Declared.SEAT)
            and within(s.declared_seat[i], 0, n - 1)
        ):
            return False
        if not within(s.declared_card[i], int(s.declared_kind[i] != state.Declared.SEAT), cards.CARD_TYPES):
            return False
    return True


@jit
def lists_hold(s):
    """Lists of cards, and what may still be used in the Beginning phase."""
    n = s.num_players
    for i in range(len(cards.MENU_CARDS)):
        if not within(s.open[i], 0, cards.COPIES[cards.MENU_CARD[i]]):
            return False
    for i in range(s.deck_size):
        if not within(s.deck[i], cards.FIRST_CARD, cards.CARD_TYPES):
            return False
    for i in range(s.pile_size):
        if not (within(s.pile_card[i], cards.FIRST_CARD, cards.CARD_TYPES) and within(s.pile_player[i], 0, n - 1)):
            return False
    last = cards.LAST_IN_STABLE if s.prompt == Verb.DESTROY_TWO else cards.CARD_TYPES
    for i in range(s.hits):
        if not (within(s.hit_seat[i], 0, n - 1) and within(s.hit_card[i], 1, last)):
            return False
    return True


@jit
def check_player(s, p):
    for card in range(1, cards.CARD_TYPES + 1):
        if s.hand[p, card] < 0 or (card <= cards.LAST_BABY and s.hand[p, card] != 0):
            return 3
        for o in range(s.num_players):
            if not within(s.known[o, p, card], 0, s.hand[p, card]):
                return 4
        if not within(s.known_deck[p, card], 0, state.DECK):
            return 4
    for card in range(1, cards.LAST_IN_STABLE + 1):
        if s.stable[p, card] < 0:
            return 3
    return check_memory_of_deck(s, p)


@jit
def check_memory_of_deck(s, p):
    for card in range(cards.FIRST_CARD, cards.CARD_TYPES + 1):
        if s.known_deck[p, card] > 0:
            there = 0
            for i in range(s.deck_size):
                if s.deck[i] == card:
                    there += 1
            if s.known_deck[p, card] > there:
                return 4
    return 0


@jit
def copies_somewhere(s, card):
    n = np.int64(s.discard[card])
    if card <= cards.LAST_BABY:
        n += np.int64(s.nursery[card])
    for p in range(s.num_players):
        n += np.int64(s.hand[p, card])
        if card <= cards.LAST_IN_STABLE:
            n += np.int64(s.stable[p, card])
    for i in range(s.deck_size):
        if s.deck[i] == card:
            n += 1
    for i in range(s.pile_size):
        if s.pile_card[i] == card:
            n += 1
    return n
