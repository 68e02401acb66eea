"""Step 4 of a turn, and what the verbs of species do, on potions too."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.decisions import ask_for
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.magical_unicorn_quest import cards, moves, state, targets, views
from unicorn_envs.games.magical_unicorn_quest.cards import Verb
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt, Step
from unicorn_envs.games.magical_unicorn_quest.stables import stable_at

# Which species acts, and how


@jit
def next_species(s):
    """5: any un-acted species of the right stable first, else of the left one, else the step is over."""
    s.species = 0
    s.ability = 0
    s.side = 0
    for side in range(2 if s.stables == state.SHARED else 1):
        if targets.waiting(s, side) != 0:
            s.side = side
            push(s, Step.ABILITIES, 0)
            ask_for(s, s.player, Prompt.SPECIES, 1)
            return


@jit
def species_acts(s, species):
    s.species = species
    s.acted[s.side] |= sets.of(species)
    views.show_act(s, s.side, species)
    if s.stable[stable_at(s, s.side), species] > 1:
        ask_for(s, s.player, Prompt.ABILITY, 1)
    else:
        use_ability(s, 1)


@jit
def use_ability(s, which):
    s.ability = which
    if which == 1:
        push(s, s.cards[s.species, cards.FIRST], s.cards[s.species, cards.FIRST_NUMBER])
    else:
        push(s, s.cards[s.species, cards.SECOND], s.cards[s.species, cards.SECOND_NUMBER])


# What the verbs do


@jit
def carry_out(s, verb, number):
    """13: an ability does what it can; with nothing to do it is over."""
    if not targets.can_do(s, verb):
        return
    p = np.int64(s.player)
    if verb == Verb.PLAY_BEINGS:
        ask_for(s, p, Prompt.MUST_PLAY_BEING, number)
    elif verb == Verb.MAY_PLAY_BEINGS:
        ask_for(s, p, Prompt.ABILITY_BEING, number)
    elif verb == Verb.LOOK:
        look(s, min(number, np.int64(s.deck_size)))
    elif verb == Verb.SEARCH:
        moves.search_deck(s, p, number)
    elif verb == Verb.DRAW:
        moves.draw_cards(s, p, number)
    elif verb == Verb.ALL_DRAW:
        for k in range(s.num_players):
            moves.draw_cards(s, clockwise(s, p, k), number)
    elif verb == Verb.DRAW_WITH_STABLEMATE:
        draw_with_stablemate(s, p, number)
    elif verb == Verb.DISCARD_OWN:
        push_discard(s, p, number)
    elif verb == Verb.ALL_DISCARD:
        for k in range(np.int64(s.num_players) - 1, -1, -1):
            push_discard(s, clockwise(s, p, k), number)
    elif verb == Verb.MAKE_DISCARD:
        ask_for(s, p, Prompt.VICTIM, number)
    else:
        ask_for(s, p, prompt_of(verb), 1)


@jit
def prompt_of(verb):
    """What a verb that hits one being, or takes one card of the discard pile, asks for first."""
    if verb == Verb.DISCARD_HERE:
        return Prompt.HERE_CARD
    if verb == Verb.MAY_DISCARD_BEING:
        return Prompt.DISCARD_STABLE
    if verb == Verb.MAY_REMOVE_BEING:
        return Prompt.REMOVE_STABLE
    return Prompt.TAKE_TOP if verb == Verb.MAY_TAKE_TOP else Prompt.TAKE_ANY


@jit
def draw_with_stablemate(s, p, number):
    moves.draw_cards(s, p, number)
    if s.stables == state.SHARED:
        moves.draw_cards(s, clockwise(s, p, 1 if s.side == 1 else np.int64(s.num_players) - 1), 1)


# Discards


@jit
def push_discard(s, p, number):
    """``p`` discards cards, one by one."""
    s.stack_seat[s.stack_size] = p
    push(s, Step.DISCARD, number)


@jit
def discard_step(s, number):
    p = np.int64(s.stack_seat[s.stack_size])
    s.stack_seat[s.stack_size] = 0
    if s.hand_size[p] > 0:  # 13: whoever has none is skipped
        ask_for(s, p, Prompt.DISCARD, number)


@jit
def discard(s, p, card, steps):
    moves.discard_from_hand(s, p, card)
    if steps > 1:
        push_discard(s, p, steps - 1)


# Looking at the top of the deck


@jit
def look(s, number):
    if number > 0:
        moves.look_at_top(s, s.player, number)
        ask_for(s, s.player, Prompt.LOOK_TAKE, number)


@jit
def take_looked_at(s, card, looked_at):
    moves.take_looked_at(s, s.player, card)
    if looked_at > 2:
        ask_for(s, s.player, Prompt.LOOK_ORDER, looked_at - 1)


@jit
def put_back(s, card, number):
    """Of ``number`` cards still to be put back, this one comes first and lies deepest."""
    moves.put_back(s, card, number)
    if number > 2:
        ask_for(s, s.player, Prompt.LOOK_ORDER, number - 1)


# Beings that go


@jit
def choose_stable(s, prompt, stable):
    """The stable in which a being is discarded, or removed from the game."""
    s.chosen_stable = stable + 1
    ask_for(s, s.player, Prompt.DISCARD_CARD if prompt == Prompt.DISCARD_STABLE else Prompt.REMOVE_CARD, 1)


@jit
def being_goes(s, prompt, card):
    stable = stable_at(s, s.side) if prompt == Prompt.HERE_CARD else np.int64(s.chosen_stable) - 1
    s.chosen_stable = 0
    if prompt == Prompt.REMOVE_CARD:
        moves.remove_from_game(s, stable, card)
    else:
        moves.discard_from_stable(s, stable, card)
