"""The action table of Margot: 75 choices. Enemies are named with their castle, orbs by their colour."""

from __future__ import annotations

from unicorn_envs.actions import Action, Actions
from unicorn_envs.games.margot import cards

ENEMY_NAMES = tuple(
    f"{cards.CASTLES[castle]} {cards.CASTLE_CARDS[castle][kind - 1].name}" for castle, kind in cards.ENEMIES
)

TAKE_FIRST = 0  # TAKE_FIRST + fairy - 1
EXPLORE_FIRST = TAKE_FIRST + cards.FAIRY_TYPES
BREAK_FIRST = EXPLORE_FIRST + len(cards.CASTLES)
WITHDRAW = BREAK_FIRST + len(cards.CASTLES)
USE_FIRST = WITHDRAW + 1
LAY_FIRST = USE_FIRST + len(cards.USABLE)
ENEMY_FIRST = LAY_FIRST + len(cards.CASTLES)
ILLUSION_FIRST = ENEMY_FIRST + cards.TARGETS
CASTLE_FIRST = ILLUSION_FIRST + len(cards.ENEMIES)
LEAVE = CASTLE_FIRST + len(cards.CASTLES)
READY_FIRST = LEAVE + 1
DONE = READY_FIRST + len(cards.READYABLE)
LOSE_FIRST = DONE + 1

ACTIONS = Actions(
    [
        *(Action(f"take {name}", "set-up: keep it; rescue: rescue it") for name in cards.FAIRY_NAMES[1:]),
        *(Action(f"explore {castle}", f"turn over the top card of the {castle} Castle") for castle in cards.CASTLES),
        *(Action(f"magic break {castle}", f"disable enemies in the {castle} Village") for castle in cards.CASTLES),
        Action("withdraw", "the explore phase is over"),
        *(Action(f"use {cards.FAIRY_NAMES[f]}", cards.FAIRIES[f - 1].text) for f in cards.USABLE),
        *(Action(f"lay {castle}", f"lay the Fairy into the {castle} Village") for castle in cards.CASTLES),
        *(Action(f"enemy {name}", "this enemy in its Village") for name in ENEMY_NAMES[:cards.TARGETS]),
        *(Action(f"illusion {name}", "this card in the Illusion") for name in ENEMY_NAMES),
        *(
            Action(f"castle {castle}", "Chariot, Mist: turn over its top card; Owl: put it under")
            for castle in cards.CASTLES
        ),
        Action("leave", "Owl Fairy: leave both cards on top"),
        *(Action(f"ready {cards.FAIRY_NAMES[f]}", "Mirror Fairy: make it active again") for f in cards.READYABLE),
        Action("done", "Magic Break: no further enemy"),
        *(Action(f"lose {colour}", f"Penalty: disable a {colour} orb") for colour in cards.COLOURS),
    ]
)  # fmt: skip
