"""What happens in Magical Unicorn Quest: set-up, the turn, and who carries out steps and answers.

Numbers in comments, in all files, are the rulings of RULES.md. Each step of a turn and each part of a card has its
room: windows.py (what lies on the table, Halt, Unicorn Thief, entries), potions.py, abilities.py; targets.py and
legal.py say what may be chosen, and moves.py moves the cards.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import decisions, sets
from unicorn_envs.engine.decisions import ask_for
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw, reseed
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.magical_unicorn_quest import (
    abilities,
    actions,
    cards,
    invariants,
    legal,
    moves,
    piles,
    potions,
    prompts,
    redeal,
    state,
    targets,
    views,
    windows,
)
from unicorn_envs.games.magical_unicorn_quest.cards import Verb
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt, Step
from unicorn_envs.games.magical_unicorn_quest.stables import stable_at

# The turn


@jit
def begin_turn(s):
    s.turn += 1
    views.show_turn(s)
    s.seat = s.player
    push(s, Step.END_TURN, 0)
    push(s, Step.REBUILD, 0)
    push(s, Step.HAND_LIMIT, 0)
    push(s, Step.ABILITIES, 0)
    push(s, Step.BEING, 0)
    push(s, Step.POTION, 0)
    push(s, Step.DRAW, 0)


@jit
def end_turn(s):
    for side in range(2):
        if s.acted[side] != 0:
            s.acted[side] = 0
            views.show_acts(s, side)
    if s.turn >= s.turn_cap:  # 7
        s.truncated = 1
        s.seat = -1
        s.legal = 0
        return
    s.player = clockwise(s, s.player, 1)
    push(s, Step.BEGIN_TURN, 0)


@jit
def carry_out(s, verb, number):
    """A step of the turn, of a window, or of a card."""
    p = np.int64(s.player)
    if verb == Step.BEGIN_TURN:
        begin_turn(s)
    elif verb == Step.DRAW:
        moves.draw_cards(s, p, 2 if s.hand_size[p] == 0 else 1)
    elif verb == Step.POTION:
        if targets.playable_potions(s) != 0:
            ask_for(s, p, Prompt.POTION, 1)
    elif verb == Step.BEING:
        if s.holding[p] & cards.BEING_CARDS != 0:
            ask_for(s, p, Prompt.BEING, 1)
    elif verb == Step.ABILITIES:
        abilities.next_species(s)
    elif verb == Step.HAND_LIMIT:  # 8
        if s.hand_size[p] > state.HAND_LIMIT:
            ask_for(s, p, Prompt.DISCARD, s.hand_size[p] - state.HAND_LIMIT)
    elif verb == Step.REBUILD:
        if s.deck_size == 0:
            moves.rebuild_deck(s)
    elif verb == Step.END_TURN:
        end_turn(s)
    elif verb == Step.HALT_WINDOW:
        windows.halt_window(s)
    elif verb == Step.THIEF_WINDOW:
        windows.thief_window(s)
    elif verb == Step.ENTER:
        windows.enter(s)
    elif verb == Step.POTION_DONE:
        moves.discard_from_table(s)
    elif verb == Step.DISCARD:
        abilities.discard_step(s, number)
    elif verb < Verb.MOVE_BEING:
        abilities.carry_out(s, verb, number)
    else:
        potions.carry_out(s, verb)


# Answers


@jit
def answer(s, action):
    prompt = np.int64(s.prompt)
    steps = np.int64(s.steps_left)
    seat = np.int64(s.seat)
    s.prompt = decisions.NO_PROMPT
    s.steps_left = 0
    s.seat = s.player
    if action == actions.PASS:
        windows.answer_pass(s, prompt)
    elif action <= actions.CHOOSE_FIRST:
        answer_play(s, prompt, steps, seat, action - actions.PLAY_FIRST)
    elif action < actions.STABLE_FIRST:
        answer_choose(s, prompt, steps, seat, action - actions.CHOOSE_FIRST)
    elif action <= actions.ADVENTURER_FIRST:
        answer_stable(s, prompt, clockwise(s, seat, action - actions.STABLE_FIRST))
    elif action < actions.FIRST_ABILITY:
        answer_adventurer(s, prompt, steps, clockwise(s, seat, action - actions.ADVENTURER_FIRST))
    else:
        abilities.use_ability(s, 1 if action == actions.FIRST_ABILITY else 2)


@jit
def answer_play(s, prompt, steps, seat, card):
    moves.play(s, seat, card)
    if prompt == Prompt.POTION:
        potions.begin_naming(s, np.int64(s.cards[card, cards.FIRST]))
    elif prompt == Prompt.BEING:
        ask_for(s, seat, Prompt.PLAY_STABLE, 1)
    elif prompt == Prompt.THIEF_WINDOW:
        ask_for(s, seat, Prompt.THIEF_STABLE, 1)
    else:
        if sets.has(prompts.BEINGS_BY_ABILITY, prompt):
            s.table_to[0] = stable_at(s, s.side) + 1
            if steps > 1:
                push(s, Verb.MAY_PLAY_BEINGS if prompt == Prompt.ABILITY_BEING else Verb.PLAY_BEINGS, steps - 1)
        push(s, Step.HALT_WINDOW, 0)


@jit
def answer_choose(s, prompt, steps, seat, card):
    if prompt == Prompt.SPECIES:
        abilities.species_acts(s, card)
    elif prompt == Prompt.DISCARD:
        abilities.discard(s, seat, card, steps)
    elif sets.has(prompts.ABOUT_CARD_NAMED, prompt):
        potions.name_card(s, prompt, card)
    elif prompt == Prompt.LOOK_TAKE:
        abilities.take_looked_at(s, card, steps)
    elif prompt == Prompt.LOOK_ORDER:
        abilities.put_back(s, card, steps)
    elif prompt == Prompt.HAND_TAKE:
        potions.take_from_hand(s, card)
    elif prompt == Prompt.SWAP_GIVE:
        potions.pick_for_swap(s, card, steps)
    elif prompt == Prompt.TAKE_TOP or prompt == Prompt.TAKE_ANY:
        moves.take_from_discard(s, s.player, card)
    else:
        abilities.being_goes(s, prompt, card)


@jit
def answer_stable(s, prompt, stable):
    if prompt == Prompt.MOVE_SOURCE or prompt == Prompt.BREW_STABLE:
        potions.name_stable(s, prompt, stable)
    elif prompt == Prompt.DISCARD_STABLE or prompt == Prompt.REMOVE_STABLE:
        abilities.choose_stable(s, prompt, stable)
    else:
        s.table_to[s.table_size - 1] = stable + 1
        push(s, Step.HALT_WINDOW, 0)


@jit
def answer_adventurer(s, prompt, steps, q):
    if prompt == Prompt.VICTIM:
        abilities.push_discard(s, q, steps)
    else:
        potions.name_adventurer(s, q)


@jit
def forced(s):
    """Write down what is legal. A single answer is given by itself, unless it is one to what others do."""
    s.legal = legal.legal_actions(s)
    if s.auto_single == 0 or sets.has(prompts.WINDOWS, s.prompt) or not sets.is_single(np.int64(s.legal)):
        return decisions.ASKED
    return sets.lowest(np.int64(s.legal))


advance, apply = decisions.machine("magical_unicorn_quest", carry_out, answer, forced)


# Set-up


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.stables = options[1]
    s.ask_everyone = options[2]
    s.auto_single = options[3]
    s.turn_cap = options[4]
    for card in range(cards.CARD_TYPES + 1):
        for column in range(cards.COLUMNS):
            s.cards[card, column] = options[state.CARDS_IN_OPTIONS + cards.COLUMNS * card + column]
    for card in range(1, cards.CARD_TYPES + 1):
        for _ in range(views.in_play(s, card)):
            s.deck_size += 1
            s.deck[piles.top_of_deck(s)] = card
    piles.shuffle_deck(s)
    views.show_everything(s)
    for p in range(s.num_players):
        moves.draw_cards(s, p, state.DEAL)
    s.player = draw(s, s.num_players)  # 8
    s.seat = s.player
    push(s, Step.BEGIN_TURN, 0)
    advance(s)


@jit
def start(s):
    """Play on from where cards and steps to come are set up, and nothing is shown yet."""
    views.show_everything(s)
    advance(s)


FUNCTIONS = {
    "reset": reset,
    "apply": apply,
    "advance": start,
    "write_mask": legal.write_mask,
    "resample": redeal.resample,
    "check": invariants.check,
}
