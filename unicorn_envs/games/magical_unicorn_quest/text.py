"""A position as text: the ring of adventurers and stables, as one seat sees it (made from the observation alone)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from unicorn_envs.games.magical_unicorn_quest import cards
from unicorn_envs.games.magical_unicorn_quest.card_tables import names_of
from unicorn_envs.games.magical_unicorn_quest.prompts import Prompt
from unicorn_envs.games.magical_unicorn_quest.state import TURN_DIGIT

Array: TypeAlias = np.ndarray[Any, Any]
Known: TypeAlias = dict[str, Array]
Names: TypeAlias = tuple[str, ...]
"""The names of the cards, by number."""

PROMPT_TEXT = {
    Prompt.POTION: "step 2: play a potion, or pass",
    Prompt.BEING: "step 3: play a being, or pass",
    Prompt.ABILITY_BEING: "the ability lets you play a being into this stable, or pass",
    Prompt.PLAY_STABLE: "into which stable?",
    Prompt.MOVE_SOURCE: "from which stable is a being moved?",
    Prompt.MOVE_CARD: "which being is moved?",
    Prompt.MOVE_GOAL: "to which stable?",
    Prompt.NAME_ADVENTURER: "which adventurer?",
    Prompt.NAME_CARD: "which card do you ask for?",
    Prompt.NAME_DISCARDED: "which card of the discard pile?",
    Prompt.BREW_STABLE: "from which stable is a being discarded?",
    Prompt.BREW_CARD: "which being is discarded?",
    Prompt.HALT_WINDOW: "play Halt against the last card on the table, or pass",
    Prompt.THIEF_WINDOW: "play Unicorn Thief to send the unicorn elsewhere, or pass",
    Prompt.THIEF_STABLE: "Unicorn Thief: into which stable instead?",
    Prompt.SPECIES: "step 4: which species acts next?",
    Prompt.ABILITY: "first or second ability?",
    Prompt.DISCARD: "discard a card",
    Prompt.LOOK_TAKE: "take one of the cards looked at",
    Prompt.LOOK_ORDER: "which card goes back next? (the last one lies on top)",
    Prompt.HAND_TAKE: "take a card of that hand",
    Prompt.SWAP_GIVE: "which card do you give?",
    Prompt.VICTIM: "which adventurer has to discard?",
    Prompt.HERE_CARD: "which being of this stable is discarded?",
    Prompt.DISCARD_STABLE: "discard a being from which stable? or pass",
    Prompt.DISCARD_CARD: "which being is discarded?",
    Prompt.REMOVE_STABLE: "remove a being from the game: in which stable? or pass",
    Prompt.REMOVE_CARD: "which being is removed?",
    Prompt.TAKE_TOP: "take the top card of the discard pile, or pass",
    Prompt.TAKE_ANY: "take a card of the discard pile, or pass",
    Prompt.MUST_PLAY_BEING: "the ability has you play a being into this stable",
}
STEPS_TEXT = {
    Prompt.ABILITY_BEING: "{} to go",
    Prompt.MUST_PLAY_BEING: "{} to go",
    Prompt.DISCARD: "{} to go",
    Prompt.LOOK_ORDER: "{} cards",
    Prompt.VICTIM: "{} cards",
}
"""What the steps left mean where there is more than one."""


def describe(state: Array, seat: int | None = None) -> str:
    """The position as ``seat`` knows it; with ``seat=None`` everything, counted from the seat that decides."""
    from unicorn_envs.games.magical_unicorn_quest import GAME

    players = GAME.num_players(state)
    observer = max(GAME.seat(state), 0) if seat is None else seat
    known = GAME.observation.for_players(players).split(GAME.observe(state, observer))
    names = names_of(state["cards"][0])
    whole = state if seat is None else None
    turn_cap = int(state["turn_cap"][0])
    ending = _ending(known, observer, players, names, turn_cap) if GAME.over(state) else None
    return "\n".join(
        [
            *_heading(known),
            *_ring(known, observer, players, names, whole),
            *_piles(known, names, whole),
            *_table(known, observer, players, names),
            *(_decision(known, observer, players, names, whole) if ending is None else [ending]),
        ]
    )


def cards_text(names: Names, counts: Array, first: int = 1) -> str:
    """``Elf x2, Halt``; ``first`` is the number of the first card counted."""
    parts = [
        names[first + i] + (f" x{int(copies)}" if copies > 1 else "") for i, copies in enumerate(counts) if copies > 0
    ]
    return ", ".join(parts) or "-"


def _index(one_hot: Array) -> int | None:
    places = np.flatnonzero(one_hot)
    return int(places[0]) if len(places) else None


def _heading(known: Known) -> list[str]:
    turn = int(known["turn"][0]) * TURN_DIGIT + int(known["turn"][1])
    kind = "shared between neighbours" if known["shared"][0] else "one for each adventurer"
    return [f"Magical Unicorn Quest   turn {turn}   stables: {kind}"]


def _ring(known: Known, observer: int, players: int, names: Names, state: Array | None) -> list[str]:
    """Adventurers clockwise from the observer, with each one's left, or own, stable below."""
    lines = []
    turn_of = _index(known["turn_of"])
    for k in range(players):
        p = (observer + k) % players
        who = f"player_{p}{_role(k, state)}"
        hand = _hand(known, k, names) if state is None else cards_text(names, state["hand"][0, p, 1:])
        edge = ",--" if k == 0 else "|--"
        lines.append(f"{edge}{'>' if k == turn_of else ' '} {who}: {hand}")
        beings = cards_text(names, known[f"stable_{k}"])
        lines.append(f"|       [ stable {k}: {beings} ]{_owners(known, observer, k, players)}")
    lines.append(f"`-- back to player_{observer}")
    return lines


def _role(k: int, state: Array | None) -> str:
    if k > 0:
        return f" (adventurer {k})"
    if state is None:
        return " (you)"
    return " (decides)" if state["seat"][0] >= 0 else ""


def _owners(known: Known, observer: int, k: int, players: int) -> str:
    first, second = (observer + k) % players, (observer + k + 1) % players
    return f"  player_{first} and player_{second}" if known["shared"][0] else f"  player_{first}"


def _hand(known: Known, k: int, names: Names) -> str:
    if k == 0:
        return cards_text(names, known["hand"])
    size = int(known[f"adventurer_{k}_hand_size"][0])
    text = f"{size} card{'' if size == 1 else 's'}"
    surely, no_more = known[f"adventurer_{k}_surely"], known[f"adventurer_{k}_no_more"]
    if surely.any():
        text += f"; surely {cards_text(names, surely)}"
    if no_more.any() and not int(surely.sum()) == size:
        text += f"; no further {cards_text(names, no_more)}"
    return text


def _listing(numbers: Array, names: Names) -> str:
    """Cards from the top down; places not known in a row are counted."""
    parts: list[str] = []
    unknown = 0
    for card in [*numbers, -1]:
        if card == 0:
            unknown += 1
            continue
        if unknown:
            parts.append(f"{unknown} unknown")
            unknown = 0
        if card > 0:
            parts.append(names[int(card)])
    return ", ".join(parts) or "-"


def _piles(known: Known, names: Names, state: Array | None) -> list[str]:
    deck, pile = int(known["deck_size"][0]), int(known["discard_size"][0])
    places = (
        known["deck_place"][:deck] if state is None else state["deck"][0, cards.DECK_CARDS - deck : cards.DECK_CARDS]
    )
    lines = [f"deck ({deck}), from the top: {_listing(places, names)}"]
    missing = [f"no {names[i + 1]}" for i in range(2) if known["none_left"][i]]
    if missing:
        lines.append(f"  known to all: {' and '.join(missing)} in the deck")
    lines.append(f"discard pile ({pile}), from the top: {_listing(known['discard_place'][:pile], names)}")
    if known["removed"].any():
        lines.append(f"removed from the game: {cards_text(names, known['removed'], cards.FIRST_SPECIES)}")
    if state is None:
        lines.append(f"not seen: {cards_text(names, known['unseen'])}")
    return lines


def _table(known: Known, observer: int, players: int, names: Names) -> list[str]:
    def player(k: int) -> str:
        return f"player_{(observer + k) % players}"

    lines = []
    play = _index(known["play"])
    if play is not None:
        text = f"on the table: {player(_index(known['turn_of']) or 0)} plays {names[play + 1]}"
        for field, word in (("play_from", "from stable"), ("play_to", "into stable")):
            place = _index(known[field])
            text += "" if place is None else f" {word} {place}"
        target, named = _index(known["play_target"]), _index(known["play_named"])
        text += "" if target is None else f", {player(target)}"
        text += "" if named is None else f", {names[named + 1]}"
        lines.append(text)
    entry, goal, mover = _index(known["entry"]), _index(known["entry_to"]), _index(known["entry_mover"])
    if entry is not None and mover is not None:
        lines.append(f"  {player(mover)} brings the {names[entry + 1]} into stable {goal}")
    thief = _index(known["thief_of"])
    if thief is not None:
        goal = _index(known["thief_to"])
        lines.append(f"  {player(thief)} plays Unicorn Thief" + ("" if goal is None else f": into stable {goal}"))
    lines += [f"  {player(int(k) - 1)} plays Halt" for k in known["halt_of"] if k]
    return lines


def _ending(known: Known, observer: int, players: int, names: Names, turn_cap: int) -> str:
    """How it ended and who won."""
    for k in range(players):
        if known[f"stable_{k}"][:2].all():
            owners = {(observer + k) % players, (observer + k + 1) % players}
            if not known["shared"][0]:
                owners = {(observer + k) % players}
            winners = " and ".join(f"player_{p}" for p in sorted(owners))
            return (
                f"the game is over: a {names[1]} and a {names[2]} are together in stable {k}; "
                f"{winners} {'win' if len(owners) > 1 else 'wins'}"
            )
    return f"the game is over: cut off after {turn_cap} turns; nobody wins"


def _decision(known: Known, observer: int, players: int, names: Names, state: Array | None) -> list[str]:
    prompt = Prompt(1 + int(np.flatnonzero(known["prompt"])[0]))
    lines = []
    species, stable = _index(known["ability_species"]), _index(known["ability_stable"])
    if species is not None:
        which = _index(known["ability"])
        text = "" if which is None else (", first ability", ", second ability")[which]
        lines.append(f"{names[cards.FIRST_SPECIES + species]} of stable {stable} acts{text}")
    if known["looked_at"].any():
        lines.append(f"looked at: {cards_text(names, known['looked_at'])}")
    if known["picked"].any():
        lines.append(f"you give: {cards_text(names, known['picked'])}")
    elif state is not None and state["picked"][0]:
        lines.append(f"player_{int(state['player'][0])} gives: {names[int(state['picked'][0])]}")
    acting = _index(known["acting"])
    who = "somebody is asked" if acting is None else f"player_{(observer + acting) % players}"
    left = int(known["steps_left"][0])
    steps = f" ({STEPS_TEXT[prompt].format(left)})" if left > 1 and prompt in STEPS_TEXT else ""
    lines.append(f"{who}: {PROMPT_TEXT[prompt]}{steps}")
    return lines
