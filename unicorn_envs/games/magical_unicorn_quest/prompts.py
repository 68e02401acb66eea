"""What can be asked, and the steps that no card prints. The verbs that cards print are in cards.py."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import numpy as np


class Prompt(IntEnum):
    """The kinds of decision."""

    POTION = 1  # step 2 of a turn
    BEING = 2  # step 3
    ABILITY_BEING = 3  # an ability may play a being
    PLAY_STABLE = 4
    MOVE_SOURCE = 5
    MOVE_CARD = 6
    MOVE_GOAL = 7
    NAME_ADVENTURER = 8
    NAME_CARD = 9
    NAME_DISCARDED = 10
    BREW_STABLE = 11
    BREW_CARD = 12
    HALT_WINDOW = 13
    THIEF_WINDOW = 14
    THIEF_STABLE = 15
    SPECIES = 16
    ABILITY = 17
    DISCARD = 18
    LOOK_TAKE = 19
    LOOK_ORDER = 20
    HAND_TAKE = 21
    SWAP_GIVE = 22
    VICTIM = 23  # of an ability that makes another adventurer discard
    HERE_CARD = 24
    DISCARD_STABLE = 25
    DISCARD_CARD = 26
    REMOVE_STABLE = 27
    REMOVE_CARD = 28
    TAKE_TOP = 29
    TAKE_ANY = 30
    MUST_PLAY_BEING = 31  # an ability plays a being


PROMPTS = len(Prompt)


class Step(IntEnum):
    """Steps on the stack, beside the verbs of cards."""

    BEGIN_TURN = 31
    DRAW = 32
    POTION = 33
    BEING = 34
    ABILITIES = 35
    HAND_LIMIT = 36
    REBUILD = 37
    END_TURN = 38
    HALT_WINDOW = 39
    THIEF_WINDOW = 40
    ENTER = 41
    POTION_DONE = 42
    DISCARD = 43


LAST_STEP = max(Step)


def _set(prompts: Iterable[Prompt]) -> np.int64:
    """A set as ``engine/sets.py`` has them."""
    return np.int64(sum(1 << prompt for prompt in prompts))


WINDOWS = _set((Prompt.HALT_WINDOW, Prompt.THIEF_WINDOW))
"""Answers to what others do. They are asked for even where there is only one."""
BEINGS_BY_ABILITY = _set((Prompt.ABILITY_BEING, Prompt.MUST_PLAY_BEING))
ABOUT_PLAY = WINDOWS | BEINGS_BY_ABILITY | _set((Prompt.POTION, Prompt.BEING))
"""Which card is played."""
ABOUT_STABLE = _set(
    (
        Prompt.PLAY_STABLE, Prompt.MOVE_SOURCE, Prompt.MOVE_GOAL, Prompt.BREW_STABLE, Prompt.THIEF_STABLE,
        Prompt.DISCARD_STABLE, Prompt.REMOVE_STABLE,
    )
)  # fmt: skip
ABOUT_ADVENTURER = _set((Prompt.NAME_ADVENTURER, Prompt.VICTIM))
MAY_PASS = (ABOUT_PLAY & ~_set((Prompt.MUST_PLAY_BEING,))) | _set(
    (Prompt.DISCARD_STABLE, Prompt.REMOVE_STABLE, Prompt.TAKE_TOP, Prompt.TAKE_ANY)
)
ABOUT_CARD_NAMED = _set((Prompt.MOVE_CARD, Prompt.NAME_CARD, Prompt.NAME_DISCARDED, Prompt.BREW_CARD))
"""Which card a potion names when it is played."""
ABOUT_TABLE = _set(
    (
        Prompt.PLAY_STABLE, Prompt.MOVE_SOURCE, Prompt.MOVE_CARD, Prompt.MOVE_GOAL, Prompt.NAME_ADVENTURER,
        Prompt.NAME_CARD, Prompt.NAME_DISCARDED, Prompt.BREW_STABLE, Prompt.BREW_CARD, Prompt.HAND_TAKE,
        Prompt.SWAP_GIVE,
    )
)  # fmt: skip
"""Where the being on the table goes, or what the potion there aims at."""
