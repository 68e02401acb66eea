"""The action table of Unicorn Apocalypse: 24 choices. A portal is known by its build cost."""

from __future__ import annotations

from unicorn_envs.actions import Action, Actions
from unicorn_envs.games.unicorn_apocalypse import cards

LEVEL_FIRST = 0  # LEVEL_FIRST + level - 1
PORTAL_FIRST = LEVEL_FIRST + cards.LEVELS
AS_COMET = PORTAL_FIRST + cards.PORTALS
YES = AS_COMET + 1
NO = YES + 1
STOP = NO + 1
COUNT = STOP + 1

ACTIONS = Actions(
    [
        *(
            Action(
                f"level {level}",
                f"{cards.title(level)}: the battle card, the next card of the War to place, or level 12's card of the "
                "hand",
            )
            for level in range(1, cards.LEVELS + 1)
        ),
        *(Action(f"portal {cost}", f"place the card on the own portal of cost {cost}") for cost in cards.PORTAL_COSTS),
        Action("comet", "put the Unicorn into play as a Comet, as the winner or as the loser of a War"),
        Action("yes", "level 11: the build card that the opponent placed last goes"),
        Action("no", "do not build with the battle card; discard a Unicorn lost in a War; let level 11 or 12 pass"),
        Action("stop", "place no more cards of the War"),
    ]
)
