"""The action table of Unicorn Hunt: 129 choices. Spaces are A1 (row A, column 1) to E6."""

from __future__ import annotations

from unicorn_envs.actions import Action, Actions
from unicorn_envs.games.unicorn_hunt import cards

ROW_NAMES = "ABCDE"
SPACE_NAMES = tuple(f"{row}{column}" for row in ROW_NAMES for column in range(1, cards.COLUMNS + 1))

REVEAL_FIRST = 0
DESTROY_FIRST = REVEAL_FIRST + cards.SPACES
RETURN_FIRST = DESTROY_FIRST + cards.SPACES
ROW_FIRST = RETURN_FIRST + cards.SPACES
TAKE_FIRST = ROW_FIRST + cards.ROWS  # TAKE_FIRST + card - 1
YES = TAKE_FIRST + cards.CARD_TYPES
NO = YES + 1
LEAVE = NO + 1
BOTTOM = LEAVE + 1
COUNT = BOTTOM + 1

ACTIONS = Actions(
    [
        *(Action(f"reveal {space}", f"look at the card on {space}, it stays face down") for space in SPACE_NAMES),
        *(Action(f"destroy {space}", f"put the card on {space} into the Graveyard") for space in SPACE_NAMES),
        *(Action(f"return {space}", f"put the card that comes back on {space}") for space in SPACE_NAMES),
        *(Action(f"row {row}", f"turn row {row} face up for The Great Narwhal") for row in ROW_NAMES),
        *(
            Action(f"take {card}", f"{card}: put it next from the top down, or from the Discard Pile under the deck")
            for card in cards.NAMES[1:]
        ),
        Action("yes", "RETURN 4 Basics, then DISCARD the chamber card"),
        Action("no", "decline what is optional: the buyout, Greedy Flying Unicorn's second REVEAL"),
        Action("leave", "Black Knight Unicorn: leave the card on top of the deck"),
        Action("bottom", "Black Knight Unicorn: put the card at the bottom of the deck"),
    ]
)  # fmt: skip
