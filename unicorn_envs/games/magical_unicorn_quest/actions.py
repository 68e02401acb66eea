"""The action table of Magical Unicorn Quest: 52 choices.

Adventurers are counted clockwise from the one who decides. Stables are counted clockwise too: with shared stables,
stable 0 lies between you and the next adventurer clockwise (to your left), stable 1 between the next two, and
the last one, to your right, has number ``num_players - 1``; with own stables, stable k is adventurer k's.
"""

from __future__ import annotations

from unicorn_envs.actions import Action, Actions
from unicorn_envs.games.magical_unicorn_quest.cards import CARD_TYPES, NAMES

MOST_PLAYERS = 6

PASS = 0
PLAY_FIRST = PASS  # PLAY_FIRST + card, and so on
CHOOSE_FIRST = PLAY_FIRST + CARD_TYPES
STABLE_FIRST = CHOOSE_FIRST + CARD_TYPES + 1
ADVENTURER_FIRST = STABLE_FIRST + MOST_PLAYERS - 1  # ADVENTURER_FIRST + k, k from 1
FIRST_ABILITY = ADVENTURER_FIRST + MOST_PLAYERS
SECOND_ABILITY = FIRST_ABILITY + 1

ACTIONS = Actions(
    [
        Action("pass", "skip the step, decline a 'may', let a play happen"),
        *(Action(f"play {card}", f"play {card} from hand") for card in NAMES[1:]),
        *(
            Action(f"choose {card}", f"{card}: name, take, discard or put it; as a species: it acts next")
            for card in NAMES[1:]
        ),
        *(Action(f"stable {k}", f"stable number {k} clockwise, counted from your left") for k in range(MOST_PLAYERS)),
        *(Action(f"adventurer {k}", f"the adventurer number {k} clockwise from you") for k in range(1, MOST_PLAYERS)),
        Action("first ability", "use the first ability of the species"),
        Action("second ability", "use the second ability of the species"),
    ]
)  # fmt: skip
