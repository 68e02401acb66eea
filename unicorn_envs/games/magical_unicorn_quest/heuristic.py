"""A sensible human's Magical Unicorn Quest. It reads the observation and the mask, nothing else, and draws no lots.

It gathers unicorns, brings them into its own stables whichever neighbour shares them, completes a pair as soon as it
can, keeps Halt for plays that decide the game and Unicorn Thief for a unicorn that would complete a pair. All that
holds with any table of cards. Which species and potions it likes, it knows of the reconstructed table only, by their
numbers.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.reading import one_hot
from unicorn_envs.games.magical_unicorn_quest import actions, cards, observation, prompts, state
from unicorn_envs.games.magical_unicorn_quest.card_tables import number
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt

ELF = number("Elf")
FAIRY = number("Fairy")
DWARF = number("Dwarf")
FOOD = number("Unicorn Food")
GLITTER = number("Rainbows & Glitter")
BALL = number("Crystal Ball")
ELIXIR = number("Moonlight Elixir")
BREW = number("Thunder Brew")
TEA = number("Friendship Tea")

# What a card is worth in hand; a second copy is worth a little less.
WORTH = np.array(
    [
        0.0,
        10.0, 10.0,  # Golden and Majestic Unicorn
        5.0, 5.5, 5.5, 3.5, 0.5, 1.5, 0.7, 3.0,  # Dwarf, Elf, Fairy, White Rabbit, Werewolf, Troll, Dragon, Phoenix
        3.0, 3.0,  # species that only other tables have
        6.0, 5.0, 4.0, 4.2, 3.2, 3.8, 1.0,  # Food, Glitter, Pixie Dust, Crystal Ball, Elixir, Brew, Tea
        3.0, 3.0, 3.0,  # potions that only other tables have
        7.0, 7.5,  # Halt, Unicorn Thief
    ]
)  # fmt: skip
SECOND_COPY = 0.8
# What a species is worth to the owners of a stable; below zero it is a burden.
SERVICE = np.array([0.0, 0.0, 0.0, 3.0, 3.0, 3.0, 2.0, -2.0, -0.5, -2.0, 1.5, 1.0, 1.0])
# In which order species act: what brings cards first, then what plays them, then what costs.
TURN_ORDER = np.array([0.0, 0.0, 0.0, 4.0, 7.0, 8.0, 6.0, 1.0, 3.0, 2.0, 5.0, 5.0, 5.0])

WIN = 100.0
OWN_UNICORN = 3.0
FOREIGN_UNICORN = -2.0
DECISIVE = 50.0
NOTICEABLE = 3.0
NEVER = -1000.0


@jit
def choose(obs, mask):
    prompt = one_hot(obs, observation.PROMPT_AT, prompts.PROMPTS) + 1
    if prompt == Prompt.HALT_WINDOW:
        return choose_halt(obs, mask)
    if prompt == Prompt.THIEF_WINDOW:
        return choose_thief(obs, mask)
    if prompt == Prompt.POTION:
        return choose_potion(obs, mask)
    if prompt == Prompt.BEING:
        return choose_being(obs, mask)
    if prompt == Prompt.ABILITY_BEING or prompt == Prompt.MUST_PLAY_BEING:
        return choose_ability_being(obs, mask)
    if prompt == Prompt.ABILITY:
        return choose_ability(obs)
    if sets.has(prompts.ABOUT_STABLE, prompt):
        return choose_stable(obs, mask, prompt)
    if prompt == Prompt.NAME_ADVENTURER or prompt == Prompt.VICTIM:
        return choose_adventurer(obs, mask)
    return choose_card(obs, mask, prompt)


# Reading the observation


@jit
def players(obs):
    return (obs.shape[0] - observation.OTHER_AT) // state.OTHER_SIZE + 1


@jit
def copies_in(obs, stable, card):
    at = (
        observation.STABLE_0_AT
        if stable == 0
        else observation.OTHER_AT + (stable - 1) * state.OTHER_SIZE + state.STABLE_IN_OTHER
    )
    return np.int64(obs[at + card - 1])


@jit
def is_mine(obs, stable):
    return stable == 0 or (obs[observation.SHARED_AT] != 0 and stable == players(obs) - 1)


@jit
def in_hand(obs, card):
    return np.int64(obs[observation.HAND_AT + card - 1])


@jit
def other_unicorn(card):
    return cards.GOLDEN + cards.MAJESTIC - card


@jit
def value_in(obs, card, stable):
    """What it is worth to have this unicorn enter a stable."""
    completes = copies_in(obs, stable, other_unicorn(card)) > 0
    if is_mine(obs, stable):
        return WIN if completes else OWN_UNICORN
    return -WIN if completes else FOREIGN_UNICORN


@jit
def worth(obs, card):
    return WORTH[card] - SECOND_COPY * max(0, in_hand(obs, card) - 1)


@jit
def best_goal(obs, card, banned):
    """The stable where a unicorn is worth most, ``banned`` excepted; of equals one with a Dwarf."""
    best = -1
    most = NEVER
    for k in range(players(obs)):
        if k != banned:
            gain = value_in(obs, card, k)
            if copies_in(obs, k, DWARF) > 0 and is_mine(obs, k):
                gain += 0.5
            if gain > most:
                most = gain
                best = k
    return best


# Windows


@jit
def gain_of_play(obs):
    """What the play, or the Unicorn Thief, that lies on the table is worth to the observer if it is carried out."""
    goal = one_hot(obs, observation.THIEF_TO_AT, state.MAX_PLAYERS)
    if goal >= 0:
        unicorn = one_hot(obs, observation.ENTRY_AT, 2) + 1
        return value_in(obs, unicorn, goal) - value_in(
            obs, unicorn, one_hot(obs, observation.ENTRY_TO_AT, state.MAX_PLAYERS)
        )
    card = one_hot(obs, observation.PLAY_AT, cards.CARD_TYPES) + 1
    goal = one_hot(obs, observation.PLAY_TO_AT, state.MAX_PLAYERS)
    if card <= cards.MAJESTIC:
        return value_in(obs, card, goal)
    source = one_hot(obs, observation.PLAY_FROM_AT, state.MAX_PLAYERS)
    named = one_hot(obs, observation.PLAY_NAMED_AT, cards.CARD_TYPES) + 1
    if source >= 0 and 0 < named <= cards.MAJESTIC:
        lost = OWN_UNICORN if is_mine(obs, source) else FOREIGN_UNICORN
        return (value_in(obs, named, goal) if goal >= 0 else 0.0) - lost
    if obs[observation.PLAY_TARGET_AT] != 0 and in_hand(obs, cards.GOLDEN) + in_hand(obs, cards.MAJESTIC) > 0:
        if card == BALL or (card == GLITTER and 0 < named <= cards.MAJESTIC and in_hand(obs, named) > 0):
            return -NOTICEABLE
    return 0.0


@jit
def choose_halt(obs, mask):
    """Against a play that decides the game, or, with a Halt to spare, one that hurts; for it when it was halted."""
    halt = actions.PLAY_FIRST + cards.HALT
    if mask[halt] == 0:
        return actions.PASS
    gain = gain_of_play(obs)
    if obs[observation.HALTS_AT] % 2 != 0:
        gain = -gain  # as it stands, the play is halted
    elif gain <= -DECISIVE and can_turn_into_win(obs):
        return actions.PASS
    if gain <= -DECISIVE or (gain <= -NOTICEABLE and in_hand(obs, cards.HALT) > 1):
        return halt
    return actions.PASS


@jit
def can_turn_into_win(obs):
    """Whether the observer's Unicorn Thief could send the unicorn on the table to where it wins."""
    card = one_hot(obs, observation.PLAY_AT, cards.CARD_TYPES) + 1
    if card > cards.MAJESTIC:
        card = one_hot(obs, observation.PLAY_NAMED_AT, cards.CARD_TYPES) + 1
    if card == 0 or card > cards.MAJESTIC or in_hand(obs, cards.THIEF) == 0:
        return False
    goal = best_goal(obs, card, one_hot(obs, observation.PLAY_TO_AT, state.MAX_PLAYERS))
    return value_in(obs, card, goal) >= WIN


@jit
def choose_thief(obs, mask):
    """Kept for a unicorn that would complete a pair, here or there."""
    thief = actions.PLAY_FIRST + cards.THIEF
    if mask[thief] == 0:
        return actions.PASS
    unicorn = one_hot(obs, observation.ENTRY_AT, 2) + 1
    goal = one_hot(obs, observation.ENTRY_TO_AT, state.MAX_PLAYERS)
    here = value_in(obs, unicorn, goal)
    gain = value_in(obs, unicorn, best_goal(obs, unicorn, goal)) - here
    if gain >= DECISIVE or (gain >= NOTICEABLE and in_hand(obs, cards.THIEF) > 1):
        return thief
    return actions.PASS


# Potions


@jit
def choose_potion(obs, mask):
    best = actions.PASS
    most = 0.0
    for card in range(cards.FIRST_POTION, cards.LAST_POTION + 1):
        if mask[actions.PLAY_FIRST + card] != 0:
            gain = gain_of_potion(obs, card)
            if gain > most:
                most = gain
                best = actions.PLAY_FIRST + card
    return best


@jit
def gain_of_potion(obs, card):
    if card == FOOD:
        return best_move(obs) // MOVE_BASE - MOVE_OFFSET
    if card == BREW:
        return best_strike(obs, cards.GOLDEN) // MOVE_BASE - MOVE_OFFSET
    if card == ELIXIR:
        most = 0.0
        for c in range(1, cards.CARD_TYPES + 1):
            if obs[observation.DISCARD_AT + c - 1] > 0 and c != ELIXIR:
                most = max(most, worth(obs, c))
        return most - 3.0
    if card == TEA:
        return -1.0
    if card == GLITTER:
        return 4.0
    return 3.0


MOVE_BASE = 10_000
MOVE_OFFSET = 500
"""A choice and its gain in one integer: (gain + 500) * 10000 + source * 1000 + being * 10 + goal."""


@jit
def pack(gain, source, card, goal):
    return (np.int64(gain) + MOVE_OFFSET) * MOVE_BASE + source * 1000 + card * 10 + goal


@jit
def best_move(obs):
    """The best use of Unicorn Food, packed."""
    best = pack(0, 0, 0, 0)
    n = players(obs)
    for source in range(n):
        for card in range(1, cards.BEINGS + 1):
            if copies_in(obs, source, card) == 0:
                continue
            for goal in range(n):
                if goal != source:
                    best = max(best, pack(gain_of_move(obs, source, card, goal), source, card, goal))
    return best


@jit
def gain_of_move(obs, source, card, goal):
    gives = is_mine(obs, source)
    takes = is_mine(obs, goal)
    if card > cards.MAJESTIC:
        if gives == takes or SERVICE[card] * (1.0 if takes else -1.0) <= 0.0:
            return 0.0
        return 1.0  # a helper comes, or a burden goes; Food is better kept for unicorns
    gain = value_in(obs, card, goal) - (OWN_UNICORN if gives else FOREIGN_UNICORN)
    if takes and gain < WIN - OWN_UNICORN and in_hand(obs, other_unicorn(card)) > 0:
        gain += 10.0  # step 3 can complete the pair
    return gain if takes else min(gain, 0.0)


@jit
def best_strike(obs, first):
    """The being, numbered ``first`` or higher, that the observer would most like to see go, packed."""
    best = pack(0, 0, 0, 0)
    for stable in range(players(obs)):
        for card in range(first, cards.BEINGS + 1):
            if copies_in(obs, stable, card) > 0:
                best = max(best, pack(gain_of_strike(obs, stable, card), stable, card, 0))
    return best


@jit
def gain_of_strike(obs, stable, card):
    mine = is_mine(obs, stable)
    if card <= cards.MAJESTIC:
        return -5.0 if mine else 6.0
    return -2.0 * SERVICE[card] if mine else SERVICE[card] / 2.0


# Beings


@jit
def choose_being(obs, mask):
    best = actions.PASS
    most = 0.0
    for card in range(1, cards.BEINGS + 1):
        if mask[actions.PLAY_FIRST + card] != 0:
            gain = gain_of_being(obs, card, best_stable_for(obs, card))
            if gain > most:
                most = gain
                best = actions.PLAY_FIRST + card
    return best


@jit
def gain_of_being(obs, card, stable):
    """What it is worth to play a being into a stable."""
    if card <= cards.MAJESTIC:
        gain = value_in(obs, card, stable)
        if is_mine(obs, stable):
            gain += 4.0
            if copies_in(obs, stable, DWARF) > 0 and in_hand(obs, other_unicorn(card)) > 0:
                gain += 20.0  # the Dwarf can play the other one this turn
        return gain
    if not is_mine(obs, stable):
        return -SERVICE[card] / 2.0 if not shared_with_neighbour(obs, stable) else -1.0
    gain = SERVICE[card]
    if (card == ELF or card == FAIRY) and copies_in(obs, stable, card) == 1:
        gain += 2.0  # two of them search the deck
    elif copies_in(obs, stable, card) > 0:
        gain *= 0.3
    return gain


@jit
def shared_with_neighbour(obs, stable):
    """A burden there would fall on an adventurer with whom the observer shares a stable."""
    return obs[observation.SHARED_AT] != 0 and (stable == 1 or stable == players(obs) - 2)


@jit
def best_stable_for(obs, card):
    best = 0
    most = NEVER
    for k in range(players(obs)):
        gain = gain_of_being(obs, card, k)
        if gain > most:
            most = gain
            best = k
    return best


@jit
def choose_ability_being(obs, mask):
    """The being that does most in this stable, or least harm where one has to be played."""
    stable = one_hot(obs, observation.ABILITY_STABLE_AT, state.MAX_PLAYERS)
    best = actions.PASS
    most = 0.0 if mask[actions.PASS] != 0 else NEVER
    for card in range(1, cards.BEINGS + 1):
        if mask[actions.PLAY_FIRST + card] != 0:
            gain = gain_of_being(obs, card, stable)
            if card <= cards.MAJESTIC and obs[observation.STEPS_LEFT_AT] > 1 and in_hand(obs, other_unicorn(card)) > 0:
                gain += 20.0
            if gain > most:
                most = gain
                best = actions.PLAY_FIRST + card
    return best


@jit
def choose_ability(obs):
    """The second one, unless it is a search that all know to be vain."""
    species = one_hot(obs, observation.ABILITY_SPECIES_AT, cards.BEINGS) + cards.FIRST_SPECIES
    if species == ELF and obs[observation.NONE_LEFT_AT + cards.MAJESTIC - 1] != 0:
        return actions.FIRST_ABILITY
    if species == FAIRY and obs[observation.NONE_LEFT_AT + cards.GOLDEN - 1] != 0:
        return actions.FIRST_ABILITY
    return actions.SECOND_ABILITY


# Targets


@jit
def choose_stable(obs, mask, prompt):
    goal = -1
    if prompt == Prompt.THIEF_STABLE:
        goal = best_goal(
            obs, one_hot(obs, observation.ENTRY_AT, 2) + 1, one_hot(obs, observation.ENTRY_TO_AT, state.MAX_PLAYERS)
        )
    elif prompt == Prompt.PLAY_STABLE:
        goal = best_stable_for(obs, one_hot(obs, observation.PLAY_AT, cards.CARD_TYPES) + 1)
    elif prompt == Prompt.MOVE_SOURCE:
        goal = best_move(obs) % MOVE_BASE // 1000
    elif prompt == Prompt.MOVE_GOAL:
        goal = best_move(obs) % 10
    elif prompt == Prompt.BREW_STABLE or prompt == Prompt.DISCARD_STABLE or prompt == Prompt.REMOVE_STABLE:
        strike = best_strike(obs, cards.FIRST_SPECIES if prompt == Prompt.REMOVE_STABLE else cards.GOLDEN)
        if strike // MOVE_BASE <= MOVE_OFFSET and mask[actions.PASS] != 0:
            return actions.PASS
        goal = strike % MOVE_BASE // 1000
    if goal >= 0 and mask[actions.STABLE_FIRST + goal] != 0:
        return actions.STABLE_FIRST + goal
    return first_legal(mask)


@jit
def first_legal(mask):
    for a in range(mask.shape[0]):
        if mask[a] != 0:
            return a
    return 0


@jit
def choose_adventurer(obs, mask):
    """Whoever surely holds a unicorn, else the largest hand."""
    best = -1
    most = NEVER
    for k in range(1, players(obs)):
        if mask[actions.ADVENTURER_FIRST + k] != 0:
            at = observation.OTHER_AT + (k - 1) * state.OTHER_SIZE
            gain = np.float64(obs[at])
            for unicorn in range(cards.GOLDEN, cards.MAJESTIC + 1):
                gain += 20.0 * obs[at + state.SURELY_IN_OTHER + unicorn - 1]
            if gain > most:
                most = gain
                best = k
    return actions.ADVENTURER_FIRST + best


@jit
def choose_card(obs, mask, prompt):
    best = -1
    most = NEVER
    for card in range(1, cards.CARD_TYPES + 1):
        if mask[actions.CHOOSE_FIRST + card] != 0:
            gain = gain_of_card(obs, prompt, card)
            if gain > most:
                most = gain
                best = card
    return actions.CHOOSE_FIRST + best


@jit
def gain_of_card(obs, prompt, card):
    """How much the observer wants to choose this card; taking the best one is what most prompts are about."""
    if prompt == Prompt.SPECIES:
        return TURN_ORDER[card]
    if prompt == Prompt.DISCARD or prompt == Prompt.SWAP_GIVE:
        return -worth(obs, card)
    if prompt == Prompt.NAME_CARD:
        return gain_of_asking(obs, card)
    if prompt == Prompt.MOVE_CARD:
        return 1.0 if best_move(obs) % 1000 // 10 == card else 0.0
    if prompt == Prompt.BREW_CARD:
        return gain_of_strike(obs, one_hot(obs, observation.PLAY_FROM_AT, state.MAX_PLAYERS), card)
    if prompt == Prompt.HERE_CARD:
        return gain_of_strike(obs, one_hot(obs, observation.ABILITY_STABLE_AT, state.MAX_PLAYERS), card)
    if prompt == Prompt.DISCARD_CARD or prompt == Prompt.REMOVE_CARD:
        return gain_of_strike(obs, one_hot(obs, observation.CHOSEN_STABLE_AT, state.MAX_PLAYERS), card)
    return worth(obs, card)


@jit
def gain_of_asking(obs, card):
    """A unicorn that is surely there; else the one that is missing."""
    target = one_hot(obs, observation.PLAY_TARGET_AT, state.MAX_PLAYERS)
    at = observation.OTHER_AT + (target - 1) * state.OTHER_SIZE
    gain = worth(obs, card) + (20.0 if obs[at + state.SURELY_IN_OTHER + card - 1] > 0 else 0.0)
    if card <= cards.MAJESTIC:
        gain -= 0.5 * in_hand(obs, card)
        for stable in range(players(obs)):
            if is_mine(obs, stable) and copies_in(obs, stable, other_unicorn(card)) > 0:
                gain += 3.0
    return gain
