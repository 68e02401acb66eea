"""A position of Margot as text, for a player (made from the observation alone) or with all shown."""

from __future__ import annotations

from typing import Any

import numpy as np

from unicorn_envs.games.margot.actions import ENEMY_NAMES
from unicorn_envs.games.margot.cards import (
    CASTLE_CARDS,
    CASTLES,
    COLOURS,
    ENEMIES,
    FAIRIES,
    FAIRY_NAMES,
    KINDS,
    LAYABLE,
    SCRATCH_TYPE,
    TYPE_NAMES,
    VANISHING,
)
from unicorn_envs.games.margot.state import MOST_FAIRIES, NO_PROMPT, RANKS, SOLO_POINTS, WINNING_POINTS

PROMPT_TEXT = (
    "",
    "which Fairy is your alter ego? The other goes back to the box",
    "of which castle is the top card turned over?",
    "explore, Magic Break, a Fairy's power, or withdraw",
    "Magic Break: which enemy is disabled?",
    "into which Village is it laid?",
    "which enemy?",
    "of which castle does the top card go into the Illusion?",
    "put one of the top cards under its deck, or leave both",
    "which Fairy is active again?",
    "Penalty: which orb is lost?",
    "rescue a Fairy",
)
ENDINGS = {
    "S": "Rank S: both castles stand open, and the tale is told from the first page to the last.",
    "A": "Rank A: the Fairies carry nearly every page home; only the castles know what is missing.",
    "B": "Rank B: a good book with a few blank leaves. You could tell it by heart anyway.",
    "C": "Rank C: enough was saved to begin with \"once upon a time\".",
    "": "Lost: the castles keep their stories for another night.",
}  # fmt: skip
"""How a solo game ends, by rank; ours, not the ones printed on the helper cards."""


def rank(points: int) -> str:
    """Rank of a solo game: S, A, B or C, or an empty string for a lost one."""
    for least, name in RANKS:
        if points >= least:
            return name
    return ""


def fairy_line(fairy: int) -> str:
    """A Fairy with all that stands on its card."""
    card = FAIRIES[fairy - 1]
    orb = f", {_colour(card.orb)} orb" if card.orb else ""
    fantasy = ", Fantasy" if card.fantasy else ""
    price = f"cost {card.cost or '0'}, {_points(card.points)}"
    return f"{card.name} ({TYPE_NAMES[card.kind]}{orb}{fantasy}, {price}): {card.text}"


def _colour(letter: str) -> str:
    return next(colour for colour in COLOURS if colour[0].upper() == letter)


def _points(number: int) -> str:
    return f"{number} point" + ("" if number == 1 else "s")


def describe(state: np.ndarray[Any, Any], seat: int | None = None) -> str:
    """The position as ``seat`` knows it; with ``seat=None`` everything, the order of the decks too."""
    from unicorn_envs.games.margot import GAME

    players = GAME.num_players(state)
    layout = GAME.observation.for_players(players)
    viewer = seat
    if viewer is None:
        viewer = max(0, int(state["player"][0]))
    obs = layout.split(GAME.observe(state, viewer))
    lines = _describe_table(obs, viewer, players)
    if seat is None:
        lines += _hidden(state, viewer, players)
    return "\n".join(lines + _decision(obs, viewer, players))


def _describe_table(obs: dict[str, np.ndarray[Any, Any]], seat: int, players: int) -> list[str]:
    lines = []
    for castle in range(len(CASTLES)):
        lines += _castle(obs, castle)
    lines.append(f"scratches: {obs['scratches'][0]}")
    lines.append(f"Illusion: {_illusion(obs)}")
    lines.append(f"row (Fairy deck {obs['fairy_deck_size'][0]}, Flower Fairies {obs['flowers'][0]}):")
    lines += [f"  {fairy_line(int(i) + 1)}" for i in np.flatnonzero(obs["row"])]
    if obs["pair"].any():
        lines.append("drawn:")
        lines += [f"  {fairy_line(int(i) + 1)}" for i in np.flatnonzero(obs["pair"])]
    lines += [f"player_{seat} put back: {FAIRY_NAMES[int(i) + 1]}" for i in np.flatnonzero(obs["box"])]
    lines.append(_player(obs, "", seat))
    for k in range(1, players):
        lines.append(_player(obs, f"rival_{k}_", (seat + k) % players))
    return lines


def _castle(obs: dict[str, np.ndarray[Any, Any]], castle: int) -> list[str]:
    left = [f"{n} {CASTLE_CARDS[castle][i].name}" for i, n in enumerate(obs["deck"][castle]) if n]
    line = f"{CASTLES[castle]} Castle ({int(obs['deck'][castle].sum())}): {', '.join(left) or 'empty'}"
    places = (("top", obs["top"]), ("bottom", obs["under"][:, 0]), ("second from the bottom", obs["under"][:, 1]))
    for place, flags in places:
        for i in np.flatnonzero(flags[castle]):
            line += f"; {place}: {CASTLE_CARDS[castle][int(i)].name}"
    return [line, f"  Village: {', '.join(_lying(castle, int(n)) for n in obs['village'][castle] if n) or '-'}"]


def _lying(castle: int, number: int) -> str:
    """A card in a Village as the numbers of the field ``village`` say it; in brackets when disabled."""
    lies = abs(number)
    if lies > KINDS:
        fairy = FAIRIES[LAYABLE[lies - KINDS - 1] - 1]
        text = fairy.name + (f" {fairy.orb}" if fairy.orb else "") + (" 1" if fairy.kind == SCRATCH_TYPE else "")
    else:
        card = CASTLE_CARDS[castle][lies - 1]
        text = card.name + (f" {card.scratch}" if card.scratch else "") + (f" {card.orb}" if card.orb else "")
    return f"[{text}]" if number < 0 else text


def _illusion(obs: dict[str, np.ndarray[Any, Any]]) -> str:
    there = [name for name, (c, kind) in zip(ENEMY_NAMES, ENEMIES) for _ in range(obs["illusion"][c][kind - 1])]
    if obs["illusion_fairy"][0]:
        there.append(FAIRY_NAMES[VANISHING[0]])
    return ", ".join(there) or "-"


def _player(obs: dict[str, np.ndarray[Any, Any]], prefix: str, seat: int) -> str:
    fairies = []
    for i, (n, ready) in enumerate(zip(obs[prefix + "owned"], obs[prefix + "ready"])):
        name = FAIRY_NAMES[i + 1]
        fairies += [name] * int(ready) + [f"[{name}]"] * int(n - ready)
    return (
        f"player_{seat}   {_points(int(obs[prefix + 'points'][0]))}   "
        f"rescued {obs[prefix + 'rescued'][0]}/{MOST_FAIRIES - 1}: {', '.join(fairies) or '-'}"
    )


def _decision(obs: dict[str, np.ndarray[Any, Any]], seat: int, players: int) -> list[str]:
    prompts = np.flatnonzero(obs["prompt"])
    prompt = int(prompts[0]) + 1 if len(prompts) else NO_PROMPT
    if prompt == NO_PROMPT:
        return _end(obs, seat, players)
    who = seat
    for k in range(1, players):
        if obs[f"rival_{k}_acting"][0]:
            who = (seat + k) % players
    power = [FAIRY_NAMES[int(i) + 1] + ": " for i in np.flatnonzero(obs["power"])]
    where = [f" ({CASTLES[int(c)]} Village)" for c in np.flatnonzero(obs["place"])]
    line = f"player_{who}: {''.join(power)}{PROMPT_TEXT[prompt]}{''.join(where)}"
    breaks = int(obs["magic_breaks"][0])
    notes = [f"Magic Breaks left: {breaks}"] if breaks else []
    if obs["penalty"][0]:
        notes.append("after a Penalty")
    return [line + (f"   [{', '.join(notes)}]" if notes else "")]


def _end(obs: dict[str, np.ndarray[Any, Any]], seat: int, players: int) -> list[str]:
    """The ending of a solo game; and that the game is over, how it ended and who has won."""
    points = {seat: int(obs["points"][0])}
    for k in range(1, players):
        points[(seat + k) % players] = int(obs[f"rival_{k}_points"][0])
    best = max(points.values())
    if best >= WINNING_POINTS:
        how = f"{WINNING_POINTS} points"
    elif not obs["flowers"][0]:
        how = "the last Flower Fairy"
    else:
        how = f"{MOST_FAIRIES} Fairies each" if players > 1 else f"{MOST_FAIRIES} Fairies"
    if players == 1:
        result = "player_0 wins" if best >= SOLO_POINTS else "nobody wins"
        result += f" with {_points(best)} ({SOLO_POINTS} are needed)"
        return [ENDINGS[rank(best)], f"the game is over: {how}; {result}"]
    winners = [f"player_{p}" for p in range(players) if points[p] == best]
    result = f"{winners[0]} wins" if len(winners) == 1 else f"{_listed(winners)} share the victory"
    return [f"the game is over: {how}; {result} with {_points(best)}"]


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _hidden(state: np.ndarray[Any, Any], viewer: int, players: int) -> list[str]:
    lines = []
    for castle, name in enumerate(CASTLES):
        size = int(state["deck_size"][0, castle])
        cards = [CASTLE_CARDS[castle][int(card) - 1].name for card in state["deck"][0, castle, :size][::-1]]
        lines.append(f"{name} deck from the top: {', '.join(cards) or 'empty'}")
    size = int(state["fairy_deck_size"][0])
    fairies = [FAIRY_NAMES[int(fairy)] for fairy in state["fairy_deck"][0, :size][::-1]]
    lines.append(f"Fairy deck from the top: {', '.join(fairies) or 'empty'}")
    for p in range(players):
        pair = [FAIRY_NAMES[int(fairy)] for fairy in state["pair"][0, p] if fairy]
        if len(pair) == 2:
            kept = bool(state["chosen"][0, p])
            lines.append(f"player_{p} {'keeps' if kept else 'drew'} {pair[0]} {'and not' if kept else 'and'} {pair[1]}")
        elif pair and p != viewer:
            lines.append(f"player_{p} put back: {pair[0]}")
    return lines
