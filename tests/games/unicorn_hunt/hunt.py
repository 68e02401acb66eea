"""Words for the positions in the tests of this folder."""

from __future__ import annotations

import numpy as np

from unicorn_envs.games.unicorn_hunt import GAME
from unicorn_envs.games.unicorn_hunt.actions import SPACE_NAMES
from unicorn_envs.games.unicorn_hunt.cards import NAMES, number
from unicorn_envs.games.unicorn_hunt.state import Prompt

position = GAME.position
PROMPT_NAMES = tuple(member.name for member in Prompt)
EMPTY = ("......",) * 5
FEW = ("BBN...", "......", "......", "......", "......")
"""Two Basics and a Neigh in the Grounds; 20 Basics and 7 Neighs in the Graveyard."""


def drawn(card, *next_cards, **given):
    """The position right after ``card`` was drawn, with ``next_cards`` on top of the deck."""
    return position(phase="draw", deck=(card, *next_cards, *given.pop("below", ())), **given)


def play(state, *actions):
    """Carry out actions by name, checking the invariants after each."""
    for action in actions:
        GAME.apply(state, action)
        assert GAME.problem(state) is None
    return state


def legal(state):
    return GAME.actions.legal(GAME.mask(state))


def legal_spaces(state, verb):
    """The spaces that the mask offers for a verb."""
    return [name.split()[1] for name in legal(state) if name.startswith(verb + " ")]


def prompt(state):
    """The name of the decision at hand, as in state.py; "" when the game is over."""
    code = int(state["prompt"][0])
    return Prompt(code).name if code else ""


def lies(state, player=0):
    """The Grounds as they are, whoever knows it: five strings of B, N and '.'."""
    letters = "".join(".BN"[kind] for kind in state["grounds"][0, player])
    return tuple(letters[i : i + 6] for i in range(0, 30, 6))


def fields(state, seat=0):
    """The observation of a seat, by field."""
    return GAME.observation.for_players(GAME.num_players(state)).split(GAME.observe(state, seat))


def sees(state, seat=0, rival=0):
    """The Grounds as ``seat`` sees its own (or those of its rival number ``rival``): B N . and '?'; a card
    that the rival has seen and ``seat`` has not is '!'."""
    obs = fields(state, seat)
    prefix = f"rival_{rival}_" if rival else ""
    letters = ["?"] * 30
    for letter, name in (("B", "basic"), ("N", "neigh"), (".", "open"), ("!", "seen")):
        if prefix + name in obs:
            for i in np.flatnonzero(obs[prefix + name]):
                letters[i] = letter
    text = "".join(letters)
    return tuple(text[i : i + 6] for i in range(0, 30, 6))


def at(grounds, space):
    """The letter on a space of such a picture."""
    return "".join(grounds)[SPACE_NAMES.index(space)]


def spaces_with(state, name, seat=0):
    """The spaces whose flag in an observation field is set."""
    return [SPACE_NAMES[i] for i in np.flatnonzero(fields(state, seat)[name])]


def deck(state, player=0):
    """The deck from the top down, by name."""
    size = state["deck_size"][0, player]
    return [NAMES[card] for card in state["deck"][0, player, :size][::-1]]


def deck_size(state, player=0):
    return int(state["deck_size"][0, player])


def known_deck(state, seat=0, rival=0):
    """Known places in the deck, 1 the top: {place: name}."""
    places = fields(state, seat)[f"rival_{rival}_deck_place" if rival else "deck_place"]
    return {31 - int(place): NAMES[card + 1] for card, place in enumerate(places) if place}


def chamber(state, player=0):
    card = state["chamber"][0, player]
    return NAMES[card] if card else None


def discard(state, player=0):
    return {NAMES[card] for card in np.flatnonzero(state["discard"][0, player])}


def lies_in_discard(state, card, player=0):
    return bool(state["discard"][0, player, number(card)])


def graveyard(state, player=0):
    """Basics and Neighs in the Graveyard."""
    return int(state["graveyard_basics"][0, player]), int(state["graveyard_neighs"][0, player])


def turn(state, player=0):
    return int(state["turn"][0, player])


def score(state):
    return GAME.outcome(state)["score"]


def heads_and_tails(make, is_heads):
    """One state for each side of a coin: ``make(seed)`` is tried until both sides were seen."""
    sides = {}
    for seed in range(60):
        state = make(seed)
        sides.setdefault(bool(is_heads(state)), state)
        if len(sides) == 2:
            return sides[True], sides[False]
    raise AssertionError(f"60 seeds, and only {'heads' if True in sides else 'tails'}")
