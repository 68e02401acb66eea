"""Helpers for tests that read like positions: play by name, and read a state back as names."""

from __future__ import annotations

from collections import Counter
from typing import Any

from unicorn_envs.games.magical_unicorn_quest.card_tables import names_of, number
from unicorn_envs.games.magical_unicorn_quest.cards import DECK_CARDS
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt
from unicorn_envs.registry import get

GAME = get("magical_unicorn_quest")


def play(state: Any, *moves: str) -> Any:
    """Play moves such as ``"0 play Halt"``: the seat that must be asked, and the name of its action."""
    for move in moves:
        seat, action = move.split(" ", 1)
        assert GAME.seat(state) == int(seat), f"{move!r}: player_{GAME.seat(state)} decides {prompt(state)}"
        GAME.apply(state, action)
    return state


def prompt(state: Any) -> str:
    return Prompt(int(state["prompt"][0])).name


def asked(state: Any) -> tuple[int, str]:
    """Who decides, and what: the name of a prompt of state.py."""
    return GAME.seat(state), prompt(state)


def choices(state: Any) -> set[str]:
    return set(GAME.actions_of(state).legal(GAME.mask(state)))


def names(state: Any) -> tuple[str, ...]:
    """The names of the cards that a state is played with, by number."""
    return names_of(state["cards"][0])


def named(state: Any, counts: Any) -> dict[str, int]:
    return {names(state)[card]: int(n) for card, n in enumerate(counts) if card and n}


def hand(state: Any, seat: int) -> dict[str, int]:
    return named(state, state["hand"][0, seat])


def stable(state: Any, number: int) -> dict[str, int]:
    return named(state, state["stable"][0, number])


def pile(state: Any) -> list[str]:
    """The discard pile from the top down."""
    return [names(state)[card] for card in state["discard"][0, DECK_CARDS - state["discard_size"][0] : DECK_CARDS]]


def deck(state: Any) -> list[str]:
    """The deck from the top down."""
    return [names(state)[card] for card in state["deck"][0, DECK_CARDS - state["deck_size"][0] : DECK_CARDS]]


def table(state: Any) -> list[str]:
    return [names(state)[card] for card in state["table_card"][0, : state["table_size"][0]]]


def removed(state: Any) -> dict[str, int]:
    return named(state, state["removed"][0])


def field(state: Any, observer: int, holder: int, name: str) -> Any:
    """What an observation has about the holder."""
    players = GAME.num_players(state)
    layout = GAME.observation.for_players(players)
    number = (holder - observer) % players
    return layout.split(GAME.observe(state, observer))[f"adventurer_{number}_{name}"]


def knows(state: Any, observer: int, holder: int) -> dict[str, int]:
    """Copies that the observer knows are in the holder's hand."""
    return named(state, [0, *field(state, observer, holder, "surely")])


def no_more(state: Any, observer: int, holder: int) -> set[str]:
    """Names of which the observer knows that the holder has no further copies."""
    return set(named(state, [0, *field(state, observer, holder, "no_more")]))


def places(state: Any, observer: int) -> dict[int, str]:
    """Places of the deck that the observer knows, counted from the top, from 0."""
    top = DECK_CARDS - int(state["deck_size"][0])
    known = state["deck_known"][0]
    return {i - top: names(state)[state["deck"][0, i]] for i in range(top, DECK_CARDS) if known[i] >> observer & 1}


def winners(state: Any) -> list[int]:
    """Seats, in order."""
    return [seat for seat, won in enumerate(GAME.outcome(state)["winners"]) if won]


def count(cards: list[str]) -> Counter[str]:
    return Counter(cards)


__all__ = [
    "GAME",
    "asked",
    "choices",
    "count",
    "deck",
    "hand",
    "knows",
    "named",
    "names",
    "no_more",
    "number",
    "pile",
    "places",
    "play",
    "prompt",
    "removed",
    "stable",
    "table",
    "winners",
]
