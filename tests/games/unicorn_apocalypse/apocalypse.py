"""Words in which the rules tests of Unicorn Apocalypse are written."""

from __future__ import annotations

import numpy as np

import unicorn_envs
from unicorn_envs.games.unicorn_apocalypse.cards import CARDS, PORTAL_COSTS

GAME = unicorn_envs.game("unicorn_apocalypse")
FILLER = (3, 3, 4, 4, 5, 5)
FIVE_OPEN = {4: (2,), 6: (2, 2), 8: (2, 14), 10: (14, 3, 3), 12: (4, 4, 7, 7, 7, 7, 1, 1, 1, 1)}
"""Five open portals: only the one of cost 2 is closed."""
DECK = [card.level for card in CARDS for _ in range(card.copies)]


def hand(*cards: int) -> tuple[int, ...]:
    """A hand of 7: these cards and low ones of no interest."""
    return (*cards, *FILLER[: 7 - len(cards)])


def fight(state, card_0: int, card_1: int) -> None:
    play(state, f"level {card_0}", f"level {card_1}")


def play(state, *actions: str) -> None:
    """Carry out actions by name, one after another."""
    for action in actions:
        GAME.apply(state, action)


def legal(state) -> list[str]:
    return GAME.actions.legal(GAME.mask(state))


def asked_for_battle_cards(state) -> bool:
    """The battle is over and the next one begins."""
    return GAME.seat(state) == 0 and view(state, 0)["prompt"][0] == 1


def cards(state, place: str, p: int) -> list[int]:
    """The levels that lie in a place that is counted by level, in order."""
    counts = state[place][0, p]
    return [level for level in range(1, 15) for _ in range(counts[level])]


def pile(state, p: int) -> list[int]:
    """The draw pile from the top down."""
    return [int(level) for level in state["pile"][0, p, : state["pile_size"][0, p]][::-1]]


def builds(state, p: int) -> list[tuple[int, int, int]]:
    """(level, cost of the portal, points) of the build cards on closed portals, as placed."""
    n = state["builds"][0, p]
    fields = (state[name][0, p, :n].tolist() for name in ("build_level", "build_portal", "build_points"))
    return [(level, PORTAL_COSTS[portal], points) for level, portal, points in zip(*fields)]


def open_portals(state, p: int) -> list[int]:
    return [cost for cost, is_open in zip(PORTAL_COSTS, state["open"][0, p]) if is_open]


def in_play(state) -> list[tuple[int, int]]:
    """(Comets, Unicorns) in play of both sides."""
    return [(int(state["comets"][0, p]), int(state["unicorns"][0, p])) for p in (0, 1)]


def view(state, seat: int) -> dict[str, np.ndarray]:
    return GAME.observation.split(GAME.observe(state, seat))


def without(named) -> list[int]:
    """The deck less these cards."""
    rest = list(DECK)
    for card in named:
        rest.remove(card)
    return rest


def crowded(hand, pile=(), discard=(), in_play=(), shown=()) -> dict:
    """A side whose other cards have all gone through portals or lie on them, as level 12 would have placed them."""
    rest = without([*hand, *pile, *discard, *in_play])
    opened = {}
    for cost in (12, 10, 8, 6, 4):
        if len(rest) >= cost:
            opened[cost], rest = tuple(rest[:cost]), rest[cost:]
    waiting = 2 if 4 in opened else 4
    return {
        "hand": hand,
        "shown": shown,
        "pile": pile,
        "discard": discard,
        "in_play": in_play,
        "open": opened,
        "builds": [(card, waiting, 1) for card in rest],
    }
