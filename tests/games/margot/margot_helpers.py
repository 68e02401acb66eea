"""What the tests of Margot share: play by names, and read the table by names."""

from __future__ import annotations

from unicorn_envs.games.margot.cards import CASTLE_CARDS, FAIRY_NAMES, KINDS
from unicorn_envs.registry import get

GAME = get("margot")
position = GAME.position
HUMAN, WITCH = 0, 1


def play(state, *actions):
    """Carry out actions by name; the state."""
    for action in actions:
        GAME.apply(state, action)
    return state


def legal(state):
    """Names of the legal actions."""
    return GAME.actions.legal(GAME.mask(state))


def may(state, *actions):
    """Whether all of these actions are legal."""
    return set(actions) <= set(legal(state))


def village(state, castle):
    """What lies in a Village from the left; disabled cards in brackets, as ``position`` takes them."""
    names = []
    for i in range(int(state["village_size"][0, castle])):
        code = int(state["village"][0, castle, i])
        name = FAIRY_NAMES[code - KINDS] if code > KINDS else CASTLE_CARDS[castle][code - 1].name
        names.append(f"({name})" if state["disabled"][0, castle, i] else name)
    return names


def top(state, castle):
    """Name of the top card of a castle deck."""
    return CASTLE_CARDS[castle][int(state["deck"][0, castle, int(state["deck_size"][0, castle]) - 1]) - 1].name


def seen(state, seat=0):
    """The fields of what a seat knows."""
    return GAME.observation.for_players(GAME.num_players(state)).split(GAME.observe(state, seat))


def scratches(state):
    return int(seen(state, int(state["player"][0]))["scratches"][0])


def orbs(state, castle=None):
    """Valid orbs as letters, sorted: of one Village, or of both."""
    counts = seen(state, int(state["player"][0]))["orbs"]
    counts = counts.sum(axis=0) if castle is None else counts[castle]
    return "".join(letter * int(n) for letter, n in zip("RGBYP", counts))


def points(state):
    return [int(x) for x in state["points"][0, : GAME.num_players(state)]]


def fairies(state, seat=0):
    """Names of a player's Fairies."""
    owned = state["owned"][0, seat]
    return [FAIRY_NAMES[f] for f in range(1, len(owned)) for _ in range(int(owned[f]))]


def row(state):
    return [name for f, name in enumerate(FAIRY_NAMES) if (int(state["row"][0]) >> f) & 1]


def penalised(state):
    return bool(state["penalty"][0])
