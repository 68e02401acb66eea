"""Positions of Margot from readable arguments, for tests, puzzles and analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from unicorn_envs.errors import StateError, checked_index
from unicorn_envs.games.margot.cards import (
    CASTLE_CARDS,
    CASTLES,
    COPIES,
    FAIRY_DECK_SIZE,
    FAIRY_NAMES,
    FLOWER,
    FLOWERS,
    KINDS,
    LAYABLE,
    POINTS,
    ROW_SIZE,
    SCRATCH,
    USABLE,
    VANISHING,
    castle_card,
    fairy,
)
from unicorn_envs.games.margot.rules import (
    ASK_KEEP,
    BEGIN_TURN,
    END_TURN,
    RESCUE,
    SHOW_KEPT,
    SHOW_POSITION,
    TAKE_ACTION,
)
from unicorn_envs.games.margot.state import MAX_PLAYERS, MOST_BREAKS, MOST_FAIRIES, WINNING_POINTS
from unicorn_envs.positions import blank_position, finish_position, push_steps

PHASES = {
    "choice": (),
    "start": (BEGIN_TURN,),
    "explore": (END_TURN, RESCUE, TAKE_ACTION),
    "rescue": (END_TURN, RESCUE),
    "end": (END_TURN,),
}
PLAYER_ARGUMENTS = ("fairies", "used", "points", "box", "pair")


def position(
    *,
    phase: str = "explore",
    seat: int = 0,
    seed: int = 0,
    human: Sequence[str] = (),
    witch: Sequence[str] = (),
    human_deck: Sequence[str] = (),
    witch_deck: Sequence[str] = (),
    known: Sequence[str] = (),
    illusion: Sequence[str] = (),
    row: Sequence[str] | None = None,
    fairy_deck: Sequence[str] = (),
    magic_breaks: int = 1,
    players: Sequence[Mapping[str, Any]] | None = None,
    **given: Any,
) -> np.ndarray[Any, Any]:
    """A state of Margot, played on to the next decision.

    Parameters
    ----------
    phase: ``"explore"`` (the default), ``"rescue"``, ``"end"`` (of the turn), ``"start"`` (of a turn, before the
        Chariot), or ``"choice"`` (of the alter egos).
    seat: whose turn it is; in ``"choice"`` who chooses next, and all seats before have kept the first of their pair.
    seed: of everything that chance decides from here on.
    human, witch: what lies in the Village of the Human and of the Witch's Castle, from the left: names of castle
        cards and of Story or Scratch Fairies; ``"(Knight)"`` in brackets is disabled.
    human_deck, witch_deck: names from the top down. The rest of the castle lies below, in the order of the table.
    known: castles (``"Human"``, ``"Witch's"``) whose top card all know.
    illusion: castle cards as ``"Human Soldier"``, and ``"Wisp Fairy"``.
    row: names; by default the first three Fairies that are nowhere else. Fewer only with an empty Fairy deck.
    fairy_deck: names from the top down; Fairies that are nowhere else lie below, in the order of the table.
    magic_breaks: left in this turn.
    players: a mapping of the arguments below for each player; the solo game takes them directly.
    fairies: names of the player's Fairies, those in a Village or the Illusion too.
    used: those of them that are disabled in the play area. points: by default the sum on the Fairies.
    box: the Fairy put back in the set-up, by default the last one that is nowhere else.
    pair: the two Fairies drawn (``"choice"`` only).
    options: any option of the game by name.

    Raises
    ------
    StateError: what is wrong, for anything that cannot be.
    """
    from unicorn_envs.games.margot import GAME

    own = {name: given.pop(name) for name in PLAYER_ARGUMENTS if name in given}
    if players is not None and own:
        raise StateError(f"{sorted(own)} belong into the mappings of players")
    players = [own] if players is None else players
    _refuse_wrong_arguments(phase, seat, players)
    options = GAME.complete_options(num_players=len(players), **given)
    state, record = blank_position(GAME, options)
    record.player = record.seat = seat
    taken = _set_players(record, phase, players)
    _set_fairies(record, phase, taken, row, fairy_deck, players)
    _set_villages(record, (human, witch), illusion)
    _set_decks(record, (human_deck, witch_deck), known)
    if not 0 <= checked_index(magic_breaks, "magic_breaks") <= MOST_BREAKS:
        raise StateError(f"magic_breaks must be 0 to {MOST_BREAKS}, not {magic_breaks}")
    record.magic_breaks = magic_breaks if phase in ("explore", "rescue") else 0
    steps: list[tuple[int, int]] = [(verb, 0) for verb in PHASES[phase]]
    if phase == "choice":
        steps = [(SHOW_KEPT, 0), *((ASK_KEEP, p) for p in range(len(players) - 1, seat - 1, -1))]
    push_steps(record, [*steps, (SHOW_POSITION, 0)])
    return finish_position(GAME, state, seed)


def _refuse_wrong_arguments(phase: str, seat: int, players: Sequence[Mapping[str, Any]]) -> None:
    if phase not in PHASES:
        raise StateError(f"phase must be one of {', '.join(PHASES)}, not {phase!r}")
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise StateError(f"there must be 1 to {MAX_PLAYERS} players, not {len(players)}")
    if not 0 <= checked_index(seat, "seat") < len(players):
        raise StateError(f"seat must be 0 to {len(players) - 1}, not {seat}")
    for arguments in players:
        for name in arguments:
            if name not in PLAYER_ARGUMENTS:
                raise StateError(f"a player has no {name!r}; allowed are {', '.join(PLAYER_ARGUMENTS)}")
        if ("pair" in arguments) != (phase == "choice") or (phase == "choice" and len(arguments) > 1):
            raise StateError("pair goes with the phase 'choice', and nothing else of a player does")


def _fairy(name: str) -> int:
    try:
        return fairy(name)
    except ValueError as error:
        raise StateError(str(error)) from None


def _castle_card(castle: int, name: str) -> int:
    try:
        return castle_card(castle, name)
    except ValueError as error:
        raise StateError(str(error)) from None


def _set_players(record: Any, phase: str, players: Sequence[Mapping[str, Any]]) -> list[int]:
    """Play areas, points and pairs; the Fairies that lie there."""
    taken: list[int] = []
    for p, arguments in enumerate(players):
        if phase == "choice":
            pair = [_fairy(name) for name in arguments["pair"]]
            if len(pair) != 2 or FLOWER in pair:
                raise StateError("pair must name two Fairies of the Fairy deck")
            record.pair[p] = pair
            record.chosen[p] = p < int(record.seat)
            taken += pair
            continue
        fairies = [_fairy(name) for name in arguments.get("fairies", ())]
        if not 1 <= len(fairies) <= MOST_FAIRIES:
            raise StateError(f"a player has 1 to {MOST_FAIRIES} Fairies, not {len(fairies)}")
        if len(fairies) == MOST_FAIRIES and p == int(record.seat) and phase != "end":
            raise StateError(f"player_{p} has had all turns: with {MOST_FAIRIES} Fairies only the phase 'end' is left")
        if fairies.count(FLOWER) >= MOST_FAIRIES:
            raise StateError("the first Fairy of a player comes from the Fairy deck")
        for f in fairies:
            record.owned[p, f] += 1
        record.chosen[p] = 1
        taken += [f for f in fairies if f != FLOWER]
        points = checked_index(arguments.get("points", int(sum(POINTS[f] for f in fairies))), "points")
        if not 0 <= points < WINNING_POINTS:
            raise StateError(f"points must be 0 to {WINNING_POINTS - 1}, not {points}")
        record.points[p] = points
        _set_used(record, p, [_fairy(name) for name in arguments.get("used", ())])
    record.flowers = FLOWERS - int(record.owned[:, FLOWER].sum())
    if record.flowers < 1:
        raise StateError("without Flower Fairies in their pile the game is over")
    return taken


def _set_used(record: Any, p: int, used: Sequence[int]) -> None:
    if used and p != int(record.seat):
        raise StateError("only the player whose turn it is has disabled Fairies")
    for f in used:
        record.used[f] += 1
        if f not in USABLE or f in LAYABLE or record.used[f] > record.owned[p, f]:
            raise StateError(f"{FAIRY_NAMES[f]} cannot be disabled: it must be an Action Fairy of the player")


def _set_fairies(
    record: Any,
    phase: str,
    taken: list[int],
    row: Sequence[str] | None,
    fairy_deck: Sequence[str],
    players: Sequence[Mapping[str, Any]],
) -> None:
    """Boxes, row and Fairy deck."""
    deck = [_fairy(name) for name in fairy_deck]
    lying = [_fairy(name) for name in row or ()]
    boxes = {p: _fairy(arguments["box"]) for p, arguments in enumerate(players) if "box" in arguments}
    taken = [*taken, *deck, *lying, *boxes.values()]
    for f in taken:
        if taken.count(f) > 1:
            raise StateError(f"{FAIRY_NAMES[f]} is in two places")
        if f == FLOWER:
            raise StateError("Flower Fairies lie in their own pile")
    rest = [f for f in range(1, FAIRY_DECK_SIZE + 1) if f not in taken]
    if phase == "choice":
        if row is not None:
            raise StateError("there is no row before all have chosen")
    else:
        for p in range(len(players)):
            if p not in boxes and not rest:
                raise StateError("no Fairy is left for the box of each player")
            record.pair[p, 1] = boxes[p] if p in boxes else rest.pop()
        if row is None:
            lying = [rest.pop(0) for _ in range(min(ROW_SIZE, len(rest)))]
        if len(lying) > ROW_SIZE or (len(lying) < ROW_SIZE and deck + rest):
            raise StateError(f"the row has {ROW_SIZE} Fairies while the Fairy deck has any, not {len(lying)}")
    for f in lying:
        record.row |= 1 << f
    for i, f in enumerate(reversed(deck + rest)):
        record.fairy_deck[i] = f
    record.fairy_deck_size = len(deck + rest)


def _set_villages(record: Any, villages: Sequence[Sequence[str]], illusion: Sequence[str]) -> None:
    for castle, names in enumerate(villages):
        for i, name in enumerate(names):
            disabled = name.startswith("(") and name.endswith(")")
            record.village[castle, i] = _code(record, castle, name[1:-1] if disabled else name)
            record.disabled[castle, i] = disabled
            record.village_size[castle] = i + 1
            code = int(record.village[castle, i])
            if disabled and code > KINDS and SCRATCH[castle, code]:
                raise StateError("a Scratch Fairy cannot be disabled")
            _refuse_surplus(record, castle, code)
    for name in illusion:
        castles = [c for c, prefix in enumerate(CASTLES) if name.startswith(prefix + " ")]
        if castles:
            castle = castles[0]
            card = _castle_card(castle, name[len(CASTLES[castle]) + 1 :])
            if not SCRATCH[castle, card]:
                raise StateError("a Story does not stay in the Illusion")
            record.illusion[castle, card] += 1
            _refuse_surplus(record, castle, card)
        else:
            f = _fairy(name)
            if f not in VANISHING or not record.owned[record.seat, f] or record.used[f]:
                raise StateError(f"{FAIRY_NAMES[f]} cannot be in the Illusion")
            record.illusion_fairy = f


def _code(record: Any, castle: int, name: str) -> int:
    """What lies in a Village under this name."""
    if name.casefold() in (card.name.casefold() for card in CASTLE_CARDS[castle]):
        return castle_card(castle, name)
    try:
        f = fairy(name)
    except ValueError:
        return _castle_card(castle, name)
    if f not in LAYABLE:
        raise StateError(f"{FAIRY_NAMES[f]} is no Story or Scratch Fairy")
    if not record.owned[record.seat, f] or (record.village == KINDS + f).any():
        raise StateError(f"{FAIRY_NAMES[f]} is not one of the player's Fairies, or lies there twice")
    return KINDS + f


def _refuse_surplus(record: Any, castle: int, card: int) -> None:
    if card > KINDS:
        return
    lying = int((record.village[castle] == card).sum() + record.illusion[castle, card])
    if lying > COPIES[castle, card]:
        raise StateError(
            f"there are {COPIES[castle, card]} {CASTLE_CARDS[castle][card - 1].name} in the {CASTLES[castle]} Castle"
        )


def _set_decks(record: Any, decks: Sequence[Sequence[str]], known: Sequence[str]) -> None:
    for castle, names in enumerate(decks):
        left = [
            int(COPIES[castle, card] - (record.village[castle] == card).sum() - record.illusion[castle, card])
            for card in range(1, KINDS + 1)
        ]
        cards = [_castle_card(castle, name) for name in names]
        for card in cards:
            left[card - 1] -= 1
            if left[card - 1] < 0:
                raise StateError(f"the {CASTLES[castle]} Castle has no further {CASTLE_CARDS[castle][card - 1].name}")
        cards += [card for card in range(1, KINDS + 1) for _ in range(left[card - 1])]
        for i, card in enumerate(reversed(cards)):
            record.deck[castle, i] = card
        record.deck_size[castle] = len(cards)
    for name in known:
        if name not in CASTLES:
            raise StateError(f"known names castles, {' or '.join(CASTLES)}, not {name!r}")
        castle = CASTLES.index(name)
        if record.deck_size[castle] == 0:
            raise StateError(f"the {name} Castle has no card left")
        record.deck_known[castle] = 1 << (int(record.deck_size[castle]) - 1)
