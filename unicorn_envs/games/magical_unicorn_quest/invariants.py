"""What must always hold, whatever bytes a state is made of: what passes can be observed, redealt and played on."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import decisions, sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.magical_unicorn_quest import cards, knowledge, legal, prompts, state, views
from unicorn_envs.games.magical_unicorn_quest.cards import Verb
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt, Step
from unicorn_envs.games.magical_unicorn_quest.stables import has_pair, owners

INVARIANTS = {
    1: "a number in the record is out of range",
    2: "each card must be in exactly one place",
    3: "a hand size does not fit the hand, or there are cards beyond the end of a pile",
    4: "an observer knows of more copies in a hand than it holds, or a mark says there are no more and there are",
    5: "there is a Golden or a Majestic Unicorn in a deck that is known to hold none",
    6: "a seat has to decide without a prompt, or there is a prompt without a seat",
    7: "a stable holds a Golden and a Majestic Unicorn, and the game goes on",
    8: "the cards on the table, or what is being carried out, do not fit the decision at hand",
    9: "what is shown does not fit the cards",
    10: "what is legal does not fit the cards",
    11: "the returns do not fit the stables, or the game is over without a reason",
}


@jit
def check(s):
    code = check_ranges(s)
    if code == 0:
        code = check_table(s)
    if code == 0:
        code = check_piles(s)
    if code == 0:
        code = check_knowledge(s)
    if code == 0 and (s.prompt == decisions.NO_PROMPT) != (s.seat == -1):
        code = 6
    if code == 0 and s.prompt != decisions.NO_PROMPT:
        code = check_decision(s)
    for stable in range(s.num_players):
        if code == 0 and s.seat >= 0 and has_pair(s, stable):
            code = 7
    if code == 0:
        code = check_result(s)
    if code == 0 and not views.views_are_right(s):
        code = 9
    return 10 if code == 0 and s.legal != legal.legal_actions(s) else code


@jit
def check_ranges(s):
    n = np.int64(s.num_players)
    if n < 2 or n > state.MAX_PLAYERS or s.stables < state.SHARED or s.stables > state.OWN:
        return 1
    if n == 2 and s.stables == state.SHARED:
        return 1
    if s.player < 0 or s.player >= n or s.seat < -1 or s.seat >= n or s.prompt < 0 or s.prompt > prompts.PROMPTS:
        return 1
    if s.deck_size < 0 or s.deck_size > cards.DECK_CARDS or s.discard_size < 0 or s.discard_size > cards.DECK_CARDS:
        return 1
    if s.side < 0 or s.side > 1 or s.species < 0 or s.species > cards.BEINGS or s.ability < 0 or s.ability > 2:
        return 1
    if s.chosen_stable < 0 or s.chosen_stable > n or s.picked < 0 or s.picked > cards.CARD_TYPES:
        return 1
    if s.entry_card < 0 or s.entry_card > cards.BEINGS or s.entry_mover < 0 or s.entry_mover > n:
        return 1
    if s.entry_from < 0 or s.entry_from > n or s.entry_to < 0 or s.entry_to > n:
        return 1
    if s.entry_asked < 0 or s.entry_asked > n or s.steps_left < 0 or s.steps_left > cards.DECK_CARDS:
        return 1
    if s.turn < 1 or s.turn > s.turn_cap or s.truncated < 0 or s.truncated > 1:
        return 1
    if s.none_left[0] < 0 or s.none_left[0] > 1 or s.none_left[1] < 0 or s.none_left[1] > 1:
        return 1
    for side in range(2):
        if s.acted[side] & ~cards.SPECIES_CARDS != 0:
            return 1
    if s.stack_size < 0 or s.stack_size > state.STACK:
        return 1
    for i in range(s.stack_size):
        if not is_step(s.stack_verb[i], s.stack_number[i]) or s.stack_seat[i] < 0 or s.stack_seat[i] >= n:
            return 1
        if s.stack_seat[i] != 0 and s.stack_verb[i] != Step.DISCARD:
            return 1
    return 0


@jit
def is_step(verb, number):
    """Whether a step can be on the stack with this number."""
    if verb < 1 or verb > prompts.LAST_STEP or number < 0 or number > cards.DECK_CARDS:
        return False
    return verb != Verb.SEARCH or number == cards.GOLDEN or number == cards.MAJESTIC


@jit
def check_table(s):
    n = np.int64(s.num_players)
    if s.table_size < 0 or s.table_size > state.TABLE:
        return 1
    for i in range(state.TABLE):
        present = i < s.table_size
        if (s.table_card[i] != 0) != present or s.table_card[i] < 0 or s.table_card[i] > cards.CARD_TYPES:
            return 1
        if s.table_player[i] < 0 or s.table_player[i] >= n or s.table_asked[i] < 0 or s.table_asked[i] > n:
            return 1
        if s.table_from[i] < 0 or s.table_from[i] > n or s.table_to[i] < 0 or s.table_to[i] > n:
            return 1
        if (
            s.table_target[i] < 0
            or s.table_target[i] > n
            or s.table_named[i] < 0
            or s.table_named[i] > cards.CARD_TYPES
        ):
            return 1
    return 0


@jit
def check_decision(s):
    """Whether there is on the table, and named, what the decision at hand is about."""
    prompt = np.int64(s.prompt)
    size = np.int64(s.table_size)
    if s.steps_left < 1 or (s.chosen_stable != 0) != (prompt == Prompt.DISCARD_CARD or prompt == Prompt.REMOVE_CARD):
        return 8
    if s.picked != 0 and (prompt != Prompt.SWAP_GIVE or s.hand[s.player, s.picked] == 0):
        return 8
    if size > 0 and s.table_player[0] != s.player:
        return 8
    if sets.has(prompts.WINDOWS, prompt) or prompt == Prompt.THIEF_STABLE:
        return check_window(s, prompt, size)
    if s.entry_card != 0 or (s.seat != s.player and prompt != Prompt.DISCARD and prompt != Prompt.SWAP_GIVE):
        return 8
    if sets.has(prompts.ABOUT_TABLE, prompt):
        return 0 if size == 1 and is_named(s, prompt) else 8
    if prompt == Prompt.LOOK_TAKE or prompt == Prompt.LOOK_ORDER:
        return 0 if s.steps_left <= s.deck_size else 8
    if (
        prompt == Prompt.ABILITY
        or prompt == Prompt.HERE_CARD
        or prompt == Prompt.ABILITY_BEING
        or prompt == Prompt.MUST_PLAY_BEING
    ):
        return 0 if size == 0 and s.species != 0 and (s.ability != 0) == (prompt != Prompt.ABILITY) else 8
    if prompt == Prompt.POTION or prompt == Prompt.BEING or prompt == Prompt.SPECIES:
        return 0 if size == 0 else 8
    return 0 if size <= 1 else 8  # the effect of an ability, or of a potion that lies on the table


@jit
def check_window(s, prompt, size):
    entering = cards.GOLDEN <= s.entry_card <= cards.MAJESTIC
    if prompt == Prompt.HALT_WINDOW:
        return 0 if size > 0 and (s.entry_card == 0 or entering) else 8
    if not entering or s.entry_to == 0 or s.entry_mover == 0:
        return 8
    on_top = size > 0 and s.table_card[size - 1] == cards.THIEF
    return 0 if on_top == (prompt == Prompt.THIEF_STABLE) else 8


@jit
def is_named(s, prompt):
    """Whether the card on the table asks for this decision, and what is named before it is named."""
    card = np.int64(s.table_card[0])
    if prompt == Prompt.PLAY_STABLE:
        return card <= cards.BEINGS
    if card < cards.FIRST_POTION or card > cards.LAST_POTION:
        return False
    verb = np.int64(s.cards[card, cards.FIRST])
    if prompt == Prompt.MOVE_SOURCE:
        return verb == Verb.MOVE_BEING
    if prompt == Prompt.MOVE_CARD or prompt == Prompt.MOVE_GOAL:
        return (
            verb == Verb.MOVE_BEING and s.table_from[0] != 0 and (s.table_named[0] != 0) == (prompt == Prompt.MOVE_GOAL)
        )
    if prompt == Prompt.NAME_DISCARDED:
        return verb == Verb.TAKE_DISCARDED
    if prompt == Prompt.BREW_STABLE or prompt == Prompt.BREW_CARD:
        return verb == Verb.DISCARD_BEING and (s.table_from[0] != 0) == (prompt == Prompt.BREW_CARD)
    if prompt == Prompt.NAME_ADVENTURER:
        return verb == Verb.ASK_FOR_CARD or verb == Verb.TAKE_FROM_HAND or verb == Verb.SWAP_CARDS
    if s.table_target[0] == 0:
        return False
    if prompt == Prompt.NAME_CARD:
        return verb == Verb.ASK_FOR_CARD
    return verb == (Verb.TAKE_FROM_HAND if prompt == Prompt.HAND_TAKE else Verb.SWAP_CARDS)


@jit
def check_result(s):
    """Whoever owns a stable with both unicorns shares +1; nobody gets anything before that, or when cut off."""
    won = 0
    for stable in range(s.num_players):
        if has_pair(s, stable):
            won += 1
    if won > 1 or (won == 1) != (s.seat < 0 and s.truncated == 0) or (s.truncated != 0 and s.seat >= 0):
        return 11
    winners = 0
    for p in range(state.MAX_PLAYERS):
        if s.returns[p] > 0:
            winners += 1
            if won == 0 or not owns_pair(s, p):
                return 11
        elif s.returns[p] < 0 and won == 0:
            return 11
    return 11 if won == 1 and winners != (2 if s.stables == state.SHARED else 1) else 0


@jit
def owns_pair(s, p):
    """Whether an adventurer owns a stable with a Golden and a Majestic Unicorn."""
    for stable in range(s.num_players):
        if has_pair(s, stable) and sets.has(owners(s, stable), p):
            return True
    return False


@jit
def is_place(place, size):
    """Whether a pile of this size has a card at a place of its array."""
    return cards.DECK_CARDS - size <= place < cards.DECK_CARDS


@jit
def check_piles(s):
    for p in range(s.num_players):
        held = 0
        for card in range(1, cards.CARD_TYPES + 1):
            held += np.int64(s.hand[p, card])
        if held != s.hand_size[p]:
            return 3
    for p in range(s.num_players, state.MAX_PLAYERS):
        if s.hand_size[p] != 0:
            return 3
    places = np.zeros(cards.CARD_TYPES + 1, dtype=np.int64)
    for i in range(2 * cards.DECK_CARDS):
        if s.deck[i] < 0 or s.deck[i] > cards.CARD_TYPES or s.discard[i] < 0 or s.discard[i] > cards.CARD_TYPES:
            return 1
        if (s.deck[i] != 0) != is_place(i, s.deck_size) or (s.discard[i] != 0) != is_place(i, s.discard_size):
            return 3
        if s.deck_known[i] < 0 or s.deck_known[i] > state.EVERYBODY or (s.deck_known[i] != 0 and s.deck[i] == 0):
            return 3
        places[s.deck[i]] += 1
        places[s.discard[i]] += 1
        if s.deck[i] != 0 and s.deck[i] <= cards.MAJESTIC and s.none_left[s.deck[i] - 1] != 0:
            return 5
    for i in range(s.table_size):
        places[s.table_card[i]] += 1
    for card in range(1, cards.CARD_TYPES + 1):
        places[card] += np.int64(s.removed[card])
        for p in range(state.MAX_PLAYERS):
            if p >= s.num_players and (s.hand[p, card] != 0 or (card <= cards.BEINGS and s.stable[p, card] != 0)):
                return 2  # no such seat, no such stable
            places[card] += np.int64(s.hand[p, card])
            if s.hand[p, card] < 0:
                return 2
            if card <= cards.BEINGS:
                places[card] += np.int64(s.stable[p, card])
                if s.stable[p, card] < 0:
                    return 2
        if places[card] != views.in_play(s, card) or s.removed[card] < 0:
            return 2
        if s.removed[card] != 0 and (card < cards.FIRST_SPECIES or card > cards.BEINGS):
            return 2
    return 0


@jit
def check_knowledge(s):
    for p in range(s.num_players):
        for o in range(s.num_players):
            if o == p:
                continue
            for card in range(1, cards.CARD_TYPES + 1):
                marked = np.int64(s.ring[o, knowledge.no_more_at(s, o, p, card)])
                if marked < 0 or marked > 1:
                    return 1
                sure = knowledge.surely(s, o, p, card)
                if sure < 0 or sure > s.hand[p, card] or (marked == 1 and sure != s.hand[p, card]):
                    return 4
    return 0
