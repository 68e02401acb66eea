"""The action table of Magical Unicorn Quest: 62 choices.

There are numbers for ten species and ten potions; those that a table of cards does not have are never legal.

Adventurers are counted clockwise from the one who decides. Stables are counted clockwise too: with shared stables,
stable 0 lies between you and the next adventurer clockwise (to your left), stable 1 between the next two, and
the last one, to your right, has number ``num_players - 1``; with own stables, stable k is adventurer k's.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from unicorn_envs.actions import Action, Actions
from unicorn_envs.games.magical_unicorn_quest.card_tables import NAMES, names_of
from unicorn_envs.games.magical_unicorn_quest.cards import CARD_TYPES

MOST_PLAYERS = 6

PASS = 0
PLAY_FIRST = PASS  # PLAY_FIRST + card, and so on
CHOOSE_FIRST = PLAY_FIRST + CARD_TYPES
STABLE_FIRST = CHOOSE_FIRST + CARD_TYPES + 1
ADVENTURER_FIRST = STABLE_FIRST + MOST_PLAYERS - 1  # ADVENTURER_FIRST + k, k from 1
FIRST_ABILITY = ADVENTURER_FIRST + MOST_PLAYERS
SECOND_ABILITY = FIRST_ABILITY + 1
SIZE = SECOND_ABILITY + 1


def actions_named(names: tuple[str, ...]) -> Actions:
    """The action table in which the cards, by number, have these names."""
    return Actions(
        [
            Action("pass", "skip the step, decline a 'may', let a play happen"),
            *(Action(f"play {card}", f"play {card} from hand") for card in names[1:]),
            *(
                Action(f"choose {card}", f"{card}: name, take, discard or put it; as a species: it acts next")
                for card in names[1:]
            ),
            *(
                Action(f"stable {k}", f"stable number {k} clockwise, counted from your left")
                for k in range(MOST_PLAYERS)
            ),
            *(
                Action(f"adventurer {k}", f"the adventurer number {k} clockwise from you")
                for k in range(1, MOST_PLAYERS)
            ),
            Action("first ability", "use the first ability of the species"),
            Action("second ability", "use the second ability of the species"),
        ]
    )


ACTIONS = actions_named(NAMES)


@lru_cache(maxsize=64)
def _actions_of(names: tuple[str, ...]) -> Actions:
    return actions_named(names)


def actions_of(state: np.ndarray[Any, Any]) -> Actions:
    """The action table in the names of the cards that a state is played with."""
    names = names_of(state["cards"][0])
    return ACTIONS if names == NAMES else _actions_of(names)
