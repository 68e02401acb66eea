"""The action table of Unstable Unicorns: 79 choices."""

from __future__ import annotations

from unicorn_envs.actions import Action, Actions
from unicorn_envs.games.unstable_unicorns import cards

MOST_SEATS = 8

CARD_FIRST = 0  # CARD_FIRST + card - 1
SEAT_FIRST = CARD_FIRST + cards.CARD_TYPES  # SEAT_FIRST + k: k seats clockwise from the one who decides
YES = SEAT_FIRST + MOST_SEATS
NO = YES + 1
DRAW_CARD = NO + 1
DONE = DRAW_CARD + 1
ACTION_COUNT = DONE + 1

ACTIONS = Actions(
    [
        *(Action(name, f"{name}: play it, or pick it where the decision looks for a card") for name in cards.NAMES[1:]),
        Action("you", "your own seat or Stable"),
        *(
            Action(f"seat +{k}", f"the player {k} seat{'s' if k > 1 else ''} clockwise from you, or that Stable")
            for k in range(1, MOST_SEATS)
        ),
        Action("yes", "do it"),
        Action("no", "do not do it"),
        Action("draw", "draw a card as the Action"),
        Action("done", "pass, decline, take none, or finish the phase"),
    ]
)
