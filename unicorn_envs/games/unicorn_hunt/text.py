"""A position of Unicorn Hunt as text, for a player or with all shown.

A player's text is made from the observation alone, and of a finished game from the result, which all know.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.games.unicorn_hunt.actions import ROW_NAMES
from unicorn_envs.games.unicorn_hunt.cards import BASICS, CHAMBER_CARDS, COLUMNS, NAMES, NEIGHS, ROWS
from unicorn_envs.games.unicorn_hunt.state import BASIC, NEIGH, THRESHOLDS, TOP_PLACE, TURN_DIGIT, Prompt

PROMPT_TEXT = {
    Prompt.BUYOUT: "bring back 4 Basics to be rid of the chamber card?",
    Prompt.BUYOUT_RETURN: "buyout: where does a Basic come back?",
    Prompt.BLACK_KNIGHT_LOOK: "Black Knight Unicorn: leave the top card or put it at the bottom?",
    Prompt.ACTION: "action: reveal or destroy a card",
    Prompt.SECOND_REVEAL: "Greedy Flying Unicorn: reveal a second card?",
    Prompt.REVEAL_SPACE: "reveal a card",
    Prompt.DESTROY_SPACE: "destroy a card",
    Prompt.DESTROY_ADJACENT_SPACE: "destroy a group of adjacent cards, one by one",
    Prompt.DESTROY_REVEALED_SPACE: "destroy one of the cards just revealed",
    Prompt.RETURN_BASIC_SPACE: "where does a Basic come back?",
    Prompt.RETURN_NEIGH_SPACE: "where does a Neigh come back?",
    Prompt.ZOMBIE_RETURN_SPACE: "Zombie Unicorn: where does the Basic come back?",
    Prompt.ROW: "The Great Narwhal: which row lies face up?",
    Prompt.ORDER: "which card comes next, from the top of the deck down?",
    Prompt.FETCH_CARD: "which card of the Discard Pile goes under the deck?",
}
LEGEND = "?? unknown   B Basic   N Neigh   . open   [ ] face up   * touched by this effect"
LEGEND_WITH_ALL_SHOWN = "b n not known to the player   B N known   . open   [ ] face up   * touched by this effect"
LEGEND_OF_RIVAL = "?! seen by its owner only"


def describe(state: np.ndarray[Any, Any], seat: int | None = None) -> str:
    """The position as ``seat`` knows it; with ``seat=None`` everything, hidden cards in small letters."""
    from unicorn_envs.games.unicorn_hunt import GAME

    players = GAME.num_players(state)
    layout = GAME.observation.for_players(players)
    texts = []
    if seat is not None:
        texts.append(_describe_known(layout.split(GAME.observe(state, seat)), seat, players))
    else:
        for p in range(players):
            known = layout.split(GAME.observe(state, p))
            texts.append(_describe_known({k: v for k, v in known.items() if "rival" not in k}, p, players, state))
    if GAME.over(state):
        texts.append(_ending(state))
    return "\n\n".join(texts)


def _ending(state: np.ndarray[Any, Any]) -> str:
    """How the game ended, and who won."""
    from unicorn_envs.games.unicorn_hunt import GAME

    outcome = GAME.outcome(state)
    if "won" in outcome:
        end = "the turn cap is reached" if GAME.truncated(state) else "the deck is empty"
        result, mode = "won" if outcome["won"] else "lost", GAME.options_of(state)["mode"]
        return f"the game is over: {end}; {result} with score {outcome['score']}, {mode} asks for {THRESHOLDS[mode]}"
    end = "the turn cap is reached" if GAME.truncated(state) else "all decks are empty"
    best = max(outcome["scores"])
    winners = [f"player_{p}" for p, score in enumerate(outcome["scores"]) if score == best]
    if len(winners) == len(outcome["scores"]):
        result = "a draw"
    else:
        result = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"
    return f"the game is over: {end}; {result} with score {best}"


def _describe_known(
    obs: dict[str, np.ndarray[Any, Any]], seat: int, players: int, state: np.ndarray[Any, Any] | None = None
) -> str:
    lines = []
    if players > 1:
        lines.append(f"player_{seat}" + (" (ended)" if obs["ended"][0] else ""))
    lines.append(
        f"turn {_turn(obs['turn'])}   score {obs['score'][0]}   deck {obs['deck_size'][0]}   "
        f"Graveyard: {_graveyard(obs['graveyard'])}"
    )
    hidden = None if state is None else state["grounds"][0, seat]
    lines += _grid(obs, "", hidden, _acting(obs) == 0)
    lines.append(LEGEND if state is None else LEGEND_WITH_ALL_SHOWN)
    lines.append(f"unseen in the Grounds: {_count(obs['unseen'])}")
    lines += _piles(obs, "")
    if state is not None:
        size = int(state["deck_size"][0, seat])
        deck = [NAMES[card] for card in state["deck"][0, seat, :size][::-1]]
        lines.append("deck from the top: " + (", ".join(deck) if deck else "empty"))
    lines += _decision(obs, seat, players)
    for k in range(1, players):
        if f"rival_{k}_open" in obs:
            lines += ["", *_rival(obs, k, (seat + k) % players)]
    return "\n".join(lines)


def _turn(digits: np.ndarray[Any, Any]) -> int:
    return int(digits[0]) * TURN_DIGIT + int(digits[1])


def _count(pair: np.ndarray[Any, Any]) -> str:
    basics, neighs = int(pair[0]), int(pair[1])
    return f"{basics} Basic{'' if basics == 1 else 's'}, {neighs} Neigh{'' if neighs == 1 else 's'}"


def _graveyard(pair: np.ndarray[Any, Any]) -> str:
    return f"{int(pair[0])}/{BASICS} Basics, {int(pair[1])}/{NEIGHS} Neighs"


def _acting(obs: dict[str, np.ndarray[Any, Any]]) -> int:
    """Who decides, counted clockwise from the observer; -1 when the game is over."""
    if not obs["prompt"].any():
        return -1
    return int(obs["acting"].argmax()) if "acting" in obs else 0


def _grid(
    obs: dict[str, np.ndarray[Any, Any]], prefix: str, hidden: np.ndarray[Any, Any] | None, is_acting: bool
) -> list[str]:
    lines = ["    " + "".join(f"{column:^5d}" for column in range(1, COLUMNS + 1))]
    for row in range(ROWS):
        cells = []
        for column in range(COLUMNS):
            i = row * COLUMNS + column
            if obs[prefix + "open"][i]:
                cell = "."
            elif obs[prefix + "basic"][i]:
                cell = "B"
            elif obs[prefix + "neigh"][i]:
                cell = "N"
            elif prefix and obs[prefix + "seen"][i]:
                cell = "?!"
            elif hidden is not None:
                cell = {BASIC: "b", NEIGH: "n"}[int(hidden[i])]
            else:
                cell = "??"
            if obs[prefix + "face_up"][row] and cell != ".":
                cell = f"[{cell}]"
            if is_acting and (obs["chosen"][i] or obs["brought_back"][i]):
                cell += "*"
            cells.append(f"{cell:^5s}")
        lines.append(f"  {ROW_NAMES[row]} " + "".join(cells).rstrip())
    return lines


def _cards(flags: np.ndarray[Any, Any]) -> str:
    return ", ".join(NAMES[int(i) + 1] for i in np.flatnonzero(flags)) or "-"


def _chamber(flags: np.ndarray[Any, Any]) -> str:
    return ", ".join(NAMES[CHAMBER_CARDS[int(i)]] for i in np.flatnonzero(flags)) or "empty"


def _piles(obs: dict[str, np.ndarray[Any, Any]], prefix: str) -> list[str]:
    lines = [
        f"Effect Chamber: {_chamber(obs[prefix + 'chamber'])}",
        f"Discard Pile: {_cards(obs[prefix + 'discard'])}",
    ]
    places = np.array(obs[prefix + "deck_place"])
    if not prefix and obs["prompt"][Prompt.ORDER - 1]:
        places[obs["looked_at"] != 0] = 0  # these are still to be given their places
    known = sorted((TOP_PLACE - int(place), card) for card, place in enumerate(places) if place)
    if known:
        lines.append("known in the deck: " + ", ".join(f"{depth + 1}. {NAMES[card + 1]}" for depth, card in known))
    return lines


def _decision(obs: dict[str, np.ndarray[Any, Any]], seat: int, players: int) -> list[str]:
    lines = []
    acting = _acting(obs)
    if acting == -1:
        return []
    prompt = Prompt(int(obs["prompt"].argmax()) + 1)
    if obs["resolving"].any():
        lines.append(f"drawn: {_cards(obs['resolving'])}")
    if obs["looked_at"].any():
        lines.append(f"looked at: {_cards(obs['looked_at'])}")
    left = int(obs["steps_left"][0])
    who = f"player_{(seat + acting) % players}"
    lines.append(f"{who}: {PROMPT_TEXT[prompt]}" + (f" ({left} to go)" if left > 1 else ""))
    return lines


def _rival(obs: dict[str, np.ndarray[Any, Any]], k: int, seat: int) -> list[str]:
    prefix = f"rival_{k}_"
    return [
        f"player_{seat}" + (" (ended)" if obs[prefix + "ended"][0] else "")
        + f"   turn {_turn(obs[prefix + 'turn'])}   score {obs[prefix + 'score'][0]}   "
        f"deck {obs[prefix + 'deck_size'][0]}   Graveyard: {_graveyard(obs[prefix + 'graveyard'])}",
        *_grid(obs, prefix, None, _acting(obs) == k),
        LEGEND_OF_RIVAL,
        *_piles(obs, prefix),
    ]  # fmt: skip
