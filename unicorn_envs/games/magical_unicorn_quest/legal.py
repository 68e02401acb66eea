"""What is legal: the set of actions that each prompt allows."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import decisions, sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.magical_unicorn_quest import actions, cards, prompts, targets
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt

PASS = 1 << actions.PASS
ABILITIES = 1 << actions.FIRST_ABILITY | 1 << actions.SECOND_ABILITY


@jit
def write_mask(s, out):
    sets.write(np.int64(s.legal), out, 0, actions.SIZE)


@jit
def legal_actions(s):
    """What the seat that decides may choose: empty when the game is over."""
    prompt = np.int64(s.prompt)
    if prompt == decisions.NO_PROMPT:
        return 0
    if prompt == Prompt.ABILITY:
        return ABILITIES
    passing = PASS if sets.has(prompts.MAY_PASS, prompt) else 0
    if sets.has(prompts.ABOUT_ADVENTURER, prompt):
        return passing | targets.other_hands(s, s.seat) << actions.ADVENTURER_FIRST
    if sets.has(prompts.ABOUT_PLAY, prompt):
        return passing | np.int64(plays(s, prompt)) << actions.PLAY_FIRST
    if sets.has(prompts.ABOUT_STABLE, prompt):
        return passing | stable_choices(s, prompt) << actions.STABLE_FIRST
    return passing | np.int64(card_choices(s, prompt)) << actions.CHOOSE_FIRST


@jit
def plays(s, prompt):
    """The cards that may be played."""
    if prompt == Prompt.POTION:
        return targets.playable_potions(s)
    if prompt == Prompt.HALT_WINDOW:
        return s.holding[s.seat] & sets.of(cards.HALT)
    if prompt == Prompt.THIEF_WINDOW:
        return s.holding[s.seat] & sets.of(cards.THIEF)
    return s.holding[s.seat] & cards.BEING_CARDS


@jit
def stable_choices(s, prompt):
    """The stables that may be chosen, counted clockwise from the one who decides."""
    if prompt == Prompt.PLAY_STABLE:
        return targets.all_stables_but(s, 0)
    if prompt == Prompt.MOVE_GOAL:
        return targets.all_stables_but(s, s.table_from[0])
    if prompt == Prompt.THIEF_STABLE:  # 3
        return targets.all_stables_but(s, s.entry_to)
    return targets.stables_with(s, cards.SPECIES_CARDS if prompt == Prompt.REMOVE_STABLE else cards.BEING_CARDS)


@jit
def card_choices(s, prompt):
    """The cards that may be chosen."""
    if prompt == Prompt.SPECIES:
        return targets.waiting(s, s.side)
    if prompt == Prompt.DISCARD or prompt == Prompt.SWAP_GIVE:
        return s.holding[s.seat]
    if prompt == Prompt.HAND_TAKE:
        return s.holding[s.table_target[0] - 1]
    if prompt == Prompt.NAME_CARD:  # 12: any name
        return targets.named_cards(s)
    if prompt == Prompt.NAME_DISCARDED:
        return targets.discarded_cards(s) & ~sets.of(s.table_card[0])
    if prompt == Prompt.TAKE_TOP:
        return targets.top_discard(s)
    if prompt == Prompt.TAKE_ANY:
        return targets.discarded_cards(s)
    if prompt == Prompt.LOOK_TAKE or prompt == Prompt.LOOK_ORDER:
        return targets.top_cards(s, s.steps_left)
    if prompt == Prompt.MOVE_CARD or prompt == Prompt.BREW_CARD:
        return s.standing[s.table_from[0] - 1]
    if prompt == Prompt.HERE_CARD:
        return targets.beings_here(s)
    hit = cards.BEING_CARDS if prompt == Prompt.DISCARD_CARD else cards.SPECIES_CARDS
    return s.standing[s.chosen_stable - 1] & hit
