"""A position of Unstable Unicorns as text, for a player (made from the observation alone) or with all shown."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from unicorn_envs.games.unstable_unicorns import cards, observation
from unicorn_envs.games.unstable_unicorns.state import MOST_TURNS, Declared, Phase
from unicorn_envs.games.unstable_unicorns.verbs import Verb

Array: TypeAlias = np.ndarray[Any, Any]
Fields: TypeAlias = dict[str, Array]

PHASE_TEXT = ("before the first turn", "Beginning", "Draw", "Action", "End")
PROMPT_TEXT = (
    "the game is over",
    "destroy a Unicorn card",
    "destroy a card",
    "destroy cards",
    "steal a Unicorn card",
    "steal an Upgrade",
    "sacrifice a Unicorn card",
    "sacrifice a card",
    "return a card to its player's hand",
    "destroy another player's Upgrade or sacrifice a Downgrade of yours",
    "which Upgrade or Downgrade is moved?",
    "which of your Unicorn cards is moved away?",
    "steal a Unicorn card from there",
    "which card of this Stable is returned?",
    "all players sacrifice a Unicorn card: which one?",
    "too many Unicorns for a Tiny Stable: sacrifice a Unicorn card",
    "discard a card",
    "discard a Unicorn card",
    "bring a Basic Unicorn from your hand into your Stable",
    "all players discard a card: which one?",
    "discard a card instead and keep it?",
    "discard down to the hand limit",
    "choose another player who holds a card",
    "choose another player",
    "to which Stable is it moved?",
    "who gets it?",
    "into which Stable?",
    "take a card from the discard pile",
    "bring a Unicorn card from the discard pile into your Stable",
    "take a card from the deck",
    "take one of the cards on top of the deck",
    "which of the two lies on top?",
    "take a card from this hand",
    "use its effect?",
    "sacrifice Black Knight Unicorn instead?",
    "use a card of your Stable, or go on",
    "Action: play a card or draw one",
    "play a second card, or end the Action",
    "stop the card on top of the pile?",
    "which effect comes first?",
)
COUNTED = (Verb.DESTROY_TWO, Verb.DISCARD, Verb.DISCARD_UNICORN, Verb.HAND_LIMIT)
"""Decisions that are repeated as often as ``steps_left`` says."""


def describe(state: Array, seat: int | None = None) -> str:
    """The position as ``seat`` knows it; with ``seat=None`` everything, hands and deck too."""
    from unicorn_envs.games.unstable_unicorns import GAME

    players = GAME.num_players(state)
    layout = GAME.observation.for_players(players)
    end = _ending(GAME.outcome(state), players)
    if seat is not None:
        return "\n".join([_describe_known(layout.split(GAME.observe(state, seat)), seat, players), *end])
    decider = max(0, GAME.seat(state))
    obs = layout.split(GAME.observe(state, decider))
    hands = [_cards(layout.split(GAME.observe(state, p))["hand"], cards.FIRST_CARD) for p in range(players)]
    size = int(state["deck_size"][0])
    deck = [cards.NAMES[card] for card in state["deck"][0, :size][::-1]]
    lines = [_describe_known(obs, decider, players, hands), "deck from the top: " + (", ".join(deck) or "empty"), *end]
    return "\n".join(lines)


END_TEXT = {
    "unicorns": "there are enough Unicorns in a Stable",
    "deck": "the deck is empty",
    "turns": f"{MOST_TURNS} turns were played",
}


def _ending(outcome: dict[str, Any], players: int) -> list[str]:
    """The last line, when the game is over: how it ended and who won."""
    if outcome["ended_by"] not in END_TEXT:
        return []
    winner = outcome["winner"]
    won = f"player_{winner} wins" if winner >= 0 else "nobody wins"
    return [f"the game is over: {END_TEXT[outcome['ended_by']]}; {won}"]


def _cards(counts: Array, first: int) -> str:
    """``2 Neigh, Yay`` for counts whose first entry is the card numbered ``first``."""
    parts = []
    for i in np.flatnonzero(counts):
        name, count = cards.NAMES[int(i) + first], int(counts[i])
        parts.append(name if count == 1 else f"{count} {name}")
    return ", ".join(parts) or "-"


def _who(k: int, seat: int, players: int) -> str:
    return f"player_{(seat + k) % players}"


def _describe_known(obs: Fields, seat: int, players: int, hands: list[str] | None = None) -> str:
    lines = [_turn(obs, seat, players)]
    for k in range(players):
        lines += _player(obs, k, seat, players, hands)
    lines.append(f"discard pile: {_cards(obs['discard_pile'], cards.FIRST_CARD)}")
    lines.append(f"Nursery: {_cards(obs['nursery'], 1)}   deck: {obs['deck_size'][0]} cards")
    lines += _deck_knowledge(obs) if hands is None else []
    lines += _pile(obs, seat, players)
    lines += _declared(obs, seat, players)
    lines += _decision(obs, seat, players)
    return "\n".join(lines)


def _turn(obs: Fields, seat: int, players: int) -> str:
    active = next(k for k in range(players) if obs[_prefix(k) + "is_active"][0])
    phases = np.flatnonzero(obs["phase"])
    phase = int(phases[0]) + 1 if len(phases) else 0
    turn = int(obs["turn"][0]) * observation.TURN_DIGIT + int(obs["turn"][1])
    text = f"turn {turn}, {_who(active, seat, players)}: {PHASE_TEXT[phase]}"
    text += f"   plays left {obs['plays_left'][0]}"
    if obs["extra_turns"][0]:
        text += f"   extra turns {obs['extra_turns'][0]}"
    if obs["no_more_phases"][0]:
        text += "   no Draw and no Action phase"
    if phase == Phase.BEGINNING and obs["open"].any():
        uses = [f"{n} {cards.NAMES[card]}" for n, card in zip(obs["open"], cards.MENU_CARDS) if n]
        text += f"   may be used: {', '.join(uses)}"
    return text


def _prefix(k: int) -> str:
    return "my_" if k == 0 else f"seat_{k}_"


def _player(obs: Fields, k: int, seat: int, players: int, hands: list[str] | None) -> list[str]:
    prefix = _prefix(k)
    stable = obs[prefix + "stable"]
    number, size = obs[prefix + "unicorns"][0], obs[prefix + "hand_size"][0]
    mark = "*" if obs[prefix + "is_active"][0] else " "
    unicorns = "Unicorn" if number == 1 else "Unicorns"
    lines = [f"{mark}{_who(k, seat, players)}   {number} {unicorns}   hand {size}"]
    lines.append(f"    Unicorns: {_cards(stable[: cards.LAST_UNICORN], 1)}")
    if stable[cards.LAST_UNICORN :].any():
        upgrades = _cards(stable[cards.LAST_UNICORN : cards.LAST_UPGRADE], cards.LAST_UNICORN + 1)
        downgrades = _cards(stable[cards.LAST_UPGRADE : cards.LAST_IN_STABLE], cards.LAST_UPGRADE + 1)
        lines.append(f"    Upgrades: {upgrades}   Downgrades: {downgrades}")
    if hands is not None:
        lines.append(f"    hand: {hands[(seat + k) % players]}")
    elif k == 0:
        lines.append(f"    hand: {_cards(obs['hand'], cards.FIRST_CARD)}")
    elif obs[prefix + "known"].any():
        lines.append(f"    known in the hand: {_cards(obs[prefix + 'known'], cards.FIRST_CARD)}")
    for name, text in (("waiting_now", "still to happen"), ("waiting_next", "after that")):
        if obs[prefix + name].any():
            waiting = np.zeros(cards.CARD_TYPES, dtype=np.int8)
            waiting[np.array(cards.TRIGGER_CARDS) - 1] = obs[prefix + name]
            lines.append(f"    {text}: {_cards(waiting, 1)}")
    return lines


def _deck_knowledge(obs: Fields) -> list[str]:
    lines = []
    if obs["known_in_deck"].any():
        lines.append(f"known in the deck: {_cards(obs['known_in_deck'], cards.FIRST_CARD)}")
    places = []
    for place in range(3):
        for i in np.flatnonzero(obs["deck_top"] & (1 << place)):
            places.append(f"{place + 1}. {cards.NAMES[int(i) + cards.FIRST_CARD]}")
    if places:
        lines.append(f"on top of the deck: {', '.join(places)}")
    return lines


def _pile(obs: Fields, seat: int, players: int) -> list[str]:
    pile = [
        f"{cards.NAMES[int(card)]} ({_who(int(who) - 1, seat, players)})"
        for card, who in zip(obs["pile_card"], obs["pile_seat"])
        if card
    ]
    return [f"being played, from the top: {', '.join(pile)}"] if pile else []


def _declared(obs: Fields, seat: int, players: int) -> list[str]:
    """What was declared for this link, an effect with its picks at a time, and what was paid for Dark Angel."""
    lines = []
    if obs["sacrificed"][0]:
        lines.append(f"sacrificed for {cards.NAMES[cards.DARK_ANGEL]}: {cards.NAMES[int(obs['sacrificed'][0])]}")
    effects: list[list[str]] = []
    for kind, card, k in zip(obs["declared_kind"], obs["declared_card"], obs["declared_seat"]):
        who = _who(int(k) - 1, seat, players)
        if kind == Declared.EFFECT:
            effects.append([f"{cards.NAMES[int(card)]} ({who})"])
        elif kind == Declared.FROM_HAND:
            effects[-1].append(f"discard {cards.NAMES[int(card)]}")
        elif kind == Declared.FROM_STABLE:
            effects[-1].append(f"{cards.NAMES[int(card)]} of {who}")
        elif kind == Declared.SEAT:
            effects[-1].append(who)
    if effects:
        lines.append("declared: " + "; ".join(": ".join([e[0], *filter(None, [", ".join(e[1:])])]) for e in effects))
    return lines


def _decision(obs: Fields, seat: int, players: int) -> list[str]:
    prompts = np.flatnonzero(obs["prompt"])
    if not len(prompts):
        return []
    prompt = int(prompts[0]) + 1
    text = f"{_who(0, seat, players)}: {PROMPT_TEXT[prompt]}"
    if obs["source"].any():
        text += f" [{_cards(obs['source'], 1)}]"
    if obs["steps_left"][0] > 1 and prompt in COUNTED:
        text += f" ({obs['steps_left'][0]} to go)"
    if obs["concerned"].any():
        text += f"   about: {_cards(obs['concerned'], 1)}"
    chosen = [_who(k, seat, players) for k in range(players) if obs[_prefix(k) + "chosen"][0]]
    if chosen:
        text += f"   of {chosen[0]}"
    lines = [text]
    picked = [
        f"{cards.NAMES[int(card)]} of {_who(k, seat, players)}"
        for k in range(players)
        for card in obs[_prefix(k) + "picked"]
        if card
    ]
    if picked:
        lines.append(f"picked so far: {', '.join(picked)}")
    later = [_who(k, seat, players) for k in range(players) if obs[_prefix(k) + "may_answer"][0]]
    if later:
        lines.append(f"may answer after you: {', '.join(later)}")
    return lines
