"""Positions of Margot from readable arguments, for tests, puzzles and analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from unicorn_envs import positions
from unicorn_envs.errors import StateError
from unicorn_envs.games.margot.cards import (
    BREAK_AGAIN,
    CASTLE_CARDS,
    CASTLES,
    COPIES,
    FAIRY_DECK_SIZE,
    FAIRY_NAMES,
    FLOWER,
    FLOWERS,
    ILLUSION_TOP,
    KINDS,
    LAYABLE,
    POINTS,
    POWER,
    READY,
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
from unicorn_envs.games.margot.state import MOST_FAIRIES, VILLAGE_SIZE, WINNING_POINTS

PHASES = {
    "choice": (),
    "start": (BEGIN_TURN,),
    "explore": (END_TURN, RESCUE, TAKE_ACTION),
    "rescue": (END_TURN, RESCUE),
    "end": (END_TURN,),
}
BEFORE_EXPLORING = ("choice", "start")
"""Phases in which all castle cards lie in their decks, and all Fairies active in the play areas."""
VILLAGE_ARGUMENTS = ("human", "witch")
DECK_ARGUMENTS = ("human_deck", "witch_deck")
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

    What the rules do not allow is refused. That points, disabled cards and known ones came about by play is not asked.

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
    illusion: enemies as ``"Human Soldier"``, and ``"Wisp Fairy"``: one enemy with the Wisp, one for each time that
        the Mist Fairy has been used (twice where Mirror has been used).
    row: names; by default the first three Fairies that are nowhere else. Fewer only with an empty Fairy deck.
    fairy_deck: names from the top down; Fairies that are nowhere else lie below, in the order of the table.
    magic_breaks: left in this turn; 2 only with the Comet Fairy in a Village.
    players: a mapping of the arguments below for each player; the solo game takes them directly.
    fairies: names of the player's Fairies, those in a Village or the Illusion too: one of the Fairy deck, and one
        for each turn that the player has had.
    used: those of them that are disabled in the play area. points: by default the sum on the Fairies.
    box: the Fairy put back in the set-up, by default the last one that is nowhere else.
    pair: the two Fairies drawn (``"choice"`` only).
    options: any option of the game by name, but for ``num_players``, which follows from ``players``.

    Raises
    ------
    StateError: what is wrong and what is allowed, for anything that cannot be, a seed and a value of an option too.
    TypeError: for an option that the game does not have.
    """
    from unicorn_envs.games.margot import GAME

    own = {name: given.pop(name) for name in PLAYER_ARGUMENTS if name in given}
    if players is not None and own:
        raise StateError(f"{sorted(own)} belong into the mappings of players")
    players, options = positions.one_for_each_seat(GAME, [own] if players is None else players, "players", given)
    for p, arguments in enumerate(players):
        positions.as_mapping(arguments, f"player_{p}", PLAYER_ARGUMENTS)
    seat = positions.as_number(seat, "seat", 0, len(players) - 1)
    _refuse_wrong_phase(phase, players)
    if phase in BEFORE_EXPLORING:
        _refuse_used_table(phase, magic_breaks, human=human, witch=witch, known=known, illusion=illusion)
    state, record = positions.blank_position(GAME, options)
    record.player = record.seat = seat
    taken = _set_players(record, phase, players)
    _set_fairies(record, phase, taken, row, fairy_deck, players)
    _set_villages(record, (human, witch))
    _set_illusion(record, illusion)
    _set_decks(record, (human_deck, witch_deck), known)
    if phase == "end" and _fairies_out(record) >= record.owned[seat].sum():
        raise StateError(f"at the end of the turn the Fairy that player_{seat} has just rescued lies active")
    magic_breaks = positions.as_number(magic_breaks, "magic_breaks", 0, _most_breaks(record))
    record.magic_breaks = magic_breaks if phase in ("explore", "rescue") else 0
    steps: list[tuple[int, int]] = [(verb, 0) for verb in PHASES[phase]]
    if phase == "choice":
        steps = [(SHOW_KEPT, 0), *((ASK_KEEP, p) for p in range(len(players) - 1, seat - 1, -1))]
    positions.push_steps(record, [*steps, (SHOW_POSITION, 0)])
    return positions.finish_position(GAME, state, seed)


def _refuse_wrong_phase(phase: Any, players: Sequence[Mapping[str, Any]]) -> None:
    positions.as_word(phase, "phase", PHASES)
    for arguments in players:
        if ("pair" in arguments) != (phase == "choice") or (phase == "choice" and len(arguments) > 1):
            raise StateError("pair goes with the phase 'choice', and nothing else of a player does")


def _refuse_used_table(phase: str, magic_breaks: Any, **lying: Any) -> None:
    for what, value in lying.items():
        if positions.as_names(value, what):
            raise StateError(f"in the phase {phase!r} both castles are whole and shuffled: there is no {what}")
    positions.as_number(magic_breaks, "magic_breaks", 1, 1)


def _fairy(name: Any) -> int:
    if not isinstance(name, str):
        raise StateError(f"a Fairy is given by its name, not {name!r}")
    return positions.as_card(name, fairy)


def _castle_card(castle: int, name: str) -> int:
    return positions.as_card(name, lambda known: castle_card(castle, known))


def _set_players(record: Any, phase: str, players: Sequence[Mapping[str, Any]]) -> list[int]:
    """Play areas, points and pairs; the Fairies that lie there."""
    taken: list[int] = []
    for p, arguments in enumerate(players):
        if phase == "choice":
            pair = [_fairy(name) for name in positions.as_names(arguments["pair"], "pair")]
            if len(pair) != 2 or FLOWER in pair:
                raise StateError("pair must name two Fairies of the Fairy deck")
            record.pair[p] = pair
            record.chosen[p] = p < int(record.seat)
            taken += pair
            continue
        fairies = [_fairy(name) for name in positions.as_names(arguments.get("fairies", ()), "fairies")]
        if not 1 <= len(fairies) <= MOST_FAIRIES:
            raise StateError(f"a player has 1 to {MOST_FAIRIES} Fairies, not {len(fairies)}")
        if fairies.count(FLOWER) == len(fairies):
            raise StateError("the first Fairy of a player comes from the Fairy deck")
        for f in fairies:
            record.owned[p, f] += 1
        record.chosen[p] = 1
        taken += [f for f in fairies if f != FLOWER]
        points = arguments.get("points", int(sum(POINTS[f] for f in fairies)))
        record.points[p] = positions.as_number(points, "points", 0, WINNING_POINTS - 1)
        used = positions.as_names(arguments.get("used", ()), "used")
        if used and phase in BEFORE_EXPLORING:
            raise StateError(f"in the phase {phase!r} no Fairy has been used")
        _set_used(record, p, [_fairy(name) for name in used])
    record.flowers = FLOWERS - int(record.owned[:, FLOWER].sum())
    if record.flowers < 1:
        raise StateError("without Flower Fairies in their pile the game is over")
    if phase != "choice":
        _refuse_wrong_turns(record, phase)
    return taken


def _refuse_wrong_turns(record: Any, phase: str) -> None:
    """Clockwise from the player at turn: first those who have not had their turn of this round, then those who have."""
    seat, players = int(record.seat), int(record.num_players)
    fairies = [int(record.owned[(seat + k) % players].sum()) for k in range(players)]
    had = fairies[0] - (phase == "end")
    if had == MOST_FAIRIES:
        raise StateError(f"player_{seat} has had all turns: with {MOST_FAIRIES} Fairies only the phase 'end' is left")
    if had == 0:
        raise StateError(f"at the end of a turn player_{seat} has 2 Fairies or more")
    others = fairies[1:]
    if others != sorted(others) or any(number not in (had, had + 1) for number in others):
        raise StateError(
            f"one Fairy is rescued a turn: clockwise from player_{seat}, whose turn it is, the others have {had} or "
            f"{had + 1} Fairies, those with {had + 1} last, not {', '.join(map(str, others))}"
        )


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
    row: Any,
    fairy_deck: Any,
    players: Sequence[Mapping[str, Any]],
) -> None:
    """Boxes, row and Fairy deck."""
    deck = [_fairy(name) for name in positions.as_names(fairy_deck, "fairy_deck")]
    lying = [] if row is None else [_fairy(name) for name in positions.as_names(row, "row")]
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


def _set_villages(record: Any, villages: Sequence[Any]) -> None:
    for castle, names in enumerate(villages):
        names = positions.as_names(names, VILLAGE_ARGUMENTS[castle])
        if len(names) > VILLAGE_SIZE:
            raise StateError(f"at most {VILLAGE_SIZE} cards lie in a Village, not {len(names)}")
        for i, name in enumerate(names):
            disabled = name.startswith("(") and name.endswith(")")
            record.village[castle, i] = _code(record, castle, name[1:-1] if disabled else name)
            record.disabled[castle, i] = disabled
            record.village_size[castle] = i + 1
            code = int(record.village[castle, i])
            if disabled and code > KINDS and SCRATCH[castle, code]:
                raise StateError("a Scratch Fairy cannot be disabled")
            _refuse_surplus(record, castle, code)


def _set_illusion(record: Any, illusion: Any) -> None:
    for name in positions.as_names(illusion, "illusion"):
        castle = next((c for c, prefix in enumerate(CASTLES) if name.startswith(prefix + " ")), None)
        if castle is None:
            f = _fairy(name)
            if f not in VANISHING or not record.owned[record.seat, f] or record.used[f] or record.illusion_fairy:
                raise StateError(
                    f"{FAIRY_NAMES[f]} cannot be in the Illusion: enemies as 'Human Soldier' can, and once "
                    f"{FAIRY_NAMES[VANISHING[0]]}, if the player at turn has it and it is not used"
                )
            record.illusion_fairy = f
            continue
        card = _castle_card(castle, name[len(CASTLES[castle]) + 1 :])
        if not SCRATCH[castle, card]:
            raise StateError("a Story does not stay in the Illusion")
        record.illusion[castle, card] += 1
        _refuse_surplus(record, castle, card)
    enemies, allowed = int(record.illusion.sum()), _most_in_illusion(record)
    if enemies > allowed:
        raise StateError(
            f"the Fairies used in this turn have brought at most {allowed} enemies into the Illusion, not {enemies}: "
            "one if the Wisp Fairy lies there, and one for each use of the Mist Fairy"
        )


def _most_in_illusion(record: Any) -> int:
    """Enemies that the Wisp in the Illusion and a used Mist have brought there; used Mirrors let Mist act again."""
    own = record.owned[record.seat]
    again = int(record.used[POWER == READY].sum())
    mist = sum(int(record.used[f]) + again for f in np.flatnonzero(POWER == ILLUSION_TOP) if own[f])
    return int(record.illusion_fairy != 0) + mist


def _most_breaks(record: Any) -> int:
    """One a turn, and one more for each Comet that lies in a Village."""
    comets = [f for f in LAYABLE if POWER[f] == BREAK_AGAIN]
    return 1 + sum(int((record.village == KINDS + f).sum()) for f in comets)


def _fairies_out(record: Any) -> int:
    """How many of the Fairies of the player at turn do not lie active in the play area."""
    return int(record.used.sum() + (record.village > KINDS).sum() + (record.illusion_fairy != 0))


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


def _set_decks(record: Any, decks: Sequence[Any], known: Any) -> None:
    for castle, names in enumerate(decks):
        left = [
            int(COPIES[castle, card] - (record.village[castle] == card).sum() - record.illusion[castle, card])
            for card in range(1, KINDS + 1)
        ]
        cards = [_castle_card(castle, name) for name in positions.as_names(names, DECK_ARGUMENTS[castle])]
        for card in cards:
            left[card - 1] -= 1
            if left[card - 1] < 0:
                raise StateError(f"the {CASTLES[castle]} Castle has no further {CASTLE_CARDS[castle][card - 1].name}")
        cards += [card for card in range(1, KINDS + 1) for _ in range(left[card - 1])]
        for i, card in enumerate(reversed(cards)):
            record.deck[castle, i] = card
        record.deck_size[castle] = len(cards)
    for name in positions.as_names(known, "known"):
        if name not in CASTLES:
            raise StateError(f"known names castles, {' or '.join(CASTLES)}, not {name!r}")
        castle = CASTLES.index(name)
        if record.deck_size[castle] == 0:
            raise StateError(f"the {name} Castle has no card left")
        record.deck_known[castle] = 1 << (int(record.deck_size[castle]) - 1)
