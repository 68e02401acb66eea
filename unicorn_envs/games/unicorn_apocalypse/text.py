"""A position of Unicorn Apocalypse as text, for a player or with all shown.

A player's text is made from the observation alone, and of a finished game from the result, which all know.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.games.unicorn_apocalypse.cards import COMETS_TO_END, PLAYERS, PORTAL_COSTS, title
from unicorn_envs.games.unicorn_apocalypse.observation import BATTLE_DIGIT
from unicorn_envs.games.unicorn_apocalypse.state import Prompt

Fields = dict[str, np.ndarray[Any, Any]]

PROMPT_TEXT = {
    Prompt.BATTLE_CARD: "which card fights?",
    Prompt.BUILD: "build with {placing}: on which portal, or not at all?",
    Prompt.WAR_CARD: "which card of the War is placed next?",
    Prompt.WAR_BUILD: "on which portal goes {placing}?",
    Prompt.REMOVE: "11 Ancient One: does the opponent's latest build card go?",
    Prompt.HAND_CARD: "12 Ancient One: which card of the hand is placed for 1 point, or none?",
    Prompt.HAND_BUILD: "on which portal goes {placing}, for 1 point?",
}
LOST_UNICORN_TEXT = "{placing}, lost in the War: into play as a Comet, or not?"
END_TEXT = {"portals": "six portals open", "comets": "seven Comets", "cap": "the last battle allowed was fought"}


def describe(state: np.ndarray[Any, Any], seat: int | None = None) -> str:
    """The position as ``seat`` knows it; with ``seat=None`` everything, hidden cards too."""
    from unicorn_envs.games.unicorn_apocalypse import GAME

    seats = [seat] if seat is not None else list(range(PLAYERS))
    views = [GAME.observation.split(GAME.observe(state, p)) for p in seats]
    lines = [*_battle(views[0], seats[0]), ""]
    if seat is not None:
        lines += [*_own_side(views[0], seat), "", *_opponents_side(views[0], 1 - seat), ""]
    else:
        for p, view in enumerate(views):
            lines += [*_own_side(view, p), _draw_order(state, p), ""]
    lines += [_ending(state)] if GAME.over(state) else _decision(views[0], seats[0])
    return "\n".join(lines)


def _ending(state: np.ndarray[Any, Any]) -> str:
    """How the game ended, and who won."""
    from unicorn_envs.games.unicorn_apocalypse import GAME

    returns = GAME.returns(state)
    result = f"player_{returns.argmax()} wins" if returns.any() else "a draw"
    return f"the game is over: {END_TEXT[GAME.outcome(state)['ended_by']]}; {result}"


def _cards(counts: np.ndarray[Any, Any]) -> str:
    """Counts by level as ``2 x 5 Engineer, 13 Comet``."""
    parts = [(int(n), title(i + 1)) for i, n in enumerate(counts) if n]
    return ", ".join(name if n == 1 else f"{n} x {name}" for n, name in parts) or "-"


def _who(one_hot: np.ndarray[Any, Any], seat: int) -> str:
    """A player from a one-hot pair: the observer, the opponent."""
    return f"player_{seat if one_hot[0] else 1 - seat}"


def _battle(view: Fields, seat: int) -> list[str]:
    battle = int(view["battle"][0]) * BATTLE_DIGIT + int(view["battle"][1])
    lines = [f"battle {battle}   Comets in play: {view['comets_in_play'][0]} of {COMETS_TO_END}"]
    if not view["own_first"].any():
        return lines
    is_choosing = view["prompt"][Prompt.BATTLE_CARD - 1] != 0
    prefixes = ("own", "opponent") if seat == 0 else ("opponent", "own")
    first = [_cards(view[f"{prefix}_first"]) for prefix in prefixes]
    text = f"{'last battle' if is_choosing else 'this battle'}: player_0 {first[0]}, player_1 {first[1]}"
    if first[0] == first[1]:
        text += f"; a War of {_plural(int(view['rounds'][0]), 'round')}"
        if view["rounds"][0]:
            last = [_cards(view[f"{prefix}_last"]) for prefix in prefixes]
            text += f", last cards: player_0 {last[0]}, player_1 {last[1]}"
    if view["winner"].any():
        text += f"; won by {_who(view['winner'], seat)}"
    else:
        # With seven Comets the game was over before anybody won.
        text += "; broken off" if view["comets_in_play"][0] >= COMETS_TO_END else "; won by nobody"
    lines.append(text)
    if view["table"].any():
        lines.append(f"not placed yet: {_cards(view['table'])}")
    return lines


def _plural(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"


def _own_side(view: Fields, seat: int) -> list[str]:
    lines = [f"player_{seat}", f"  hand: {_cards(view['hand'])}"]
    if view["hand_shown"].any():
        lines.append(f"  known to the opponent: {_cards(view['hand_shown'])}")
    lines.append(f"  draw pile ({view['own_pile_size'][0]}): {_cards(view['draw_pile'])}")
    return lines + _table(view, "own")


def _opponents_side(view: Fields, seat: int) -> list[str]:
    hand, pile = view["opponent_hand_size"][0], view["opponent_pile_size"][0]
    lines = [f"player_{seat}", f"  hand of {hand}, draw pile of {pile}"]
    lines.append(f"  in hand or draw pile: {_cards(view['opponent_unseen'])}")
    if view["opponent_shown"].any():
        lines.append(f"  known in hand: {_cards(view['opponent_shown'])}")
    return lines + _table(view, "opponent")


def _table(view: Fields, prefix: str) -> list[str]:
    lines = [f"  discard pile: {_cards(view[prefix + '_discard'])}"]
    portals = []
    for i, cost in enumerate(PORTAL_COSTS):
        left = int(view[prefix + "_points_left"][i])
        portals.append(f"[{cost}] open" if view[prefix + "_open"][i] else f"[{cost}] {cost - left}/{cost}")
    lines.append("  portals: " + "   ".join(portals))
    builds = [row for row in view[prefix + "_builds"][::-1] if row[0]]
    if builds:
        placed = (f"{title(int(level))} ({points}) on [{PORTAL_COSTS[n - 1]}]" for level, points, n in builds)
        lines.append("  build cards as placed: " + ", ".join(placed))
    lines.append(f"  evacuees ({view[prefix + '_evacuees'][0]}): {_cards(view[prefix + '_new_home'])}")
    comets, unicorns = (int(n) for n in view[prefix + "_comets"])
    if comets or unicorns:
        lines.append(f"  in play: {_plural(comets, 'Comet')}, {_plural(unicorns, 'Unicorn')}")
    return lines


def _draw_order(state: np.ndarray[Any, Any], p: int) -> str:
    pile = state["pile"][0, p, : state["pile_size"][0, p]][::-1]
    return "  draw pile from the top: " + (" ".join(str(level) for level in pile) or "empty")


def _decision(view: Fields, seat: int) -> list[str]:
    prompt = Prompt(int(view["prompt"].argmax()) + 1)
    is_losers = prompt == Prompt.WAR_BUILD and (view["deciding"] != view["winner"]).any()
    text = (LOST_UNICORN_TEXT if is_losers else PROMPT_TEXT[prompt]).format(placing=_cards(view["placing"]))
    lines = []
    if view["own_choice"].any():
        lines.append(f"player_{seat} has laid {_cards(view['own_choice'])} face down")
    return [*lines, f"{_who(view['deciding'], seat)}: {text}"]
