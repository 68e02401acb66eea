"""Positions of Unicorn Apocalypse from readable arguments, for tests, puzzles and analysis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from unicorn_envs import positions
from unicorn_envs.errors import StateError
from unicorn_envs.games.unicorn_apocalypse import cards
from unicorn_envs.games.unicorn_apocalypse.cards import CARDS, LEVELS, PORTAL_COSTS, title
from unicorn_envs.games.unicorn_apocalypse.state import Step

SIDE_ARGUMENTS = ("hand", "shown", "pile", "discard", "builds", "open", "in_play", "rest")
RESTS = ("pile", "discard")
Side = Mapping[str, Any]


def position(
    player_0: Side | None = None, player_1: Side | None = None, *, battle: int = 1, seed: int = 0, **options: Any
) -> np.ndarray[Any, Any]:
    """A state of Unicorn Apocalypse in which the hands are filled and seat 0 chooses its battle card.

    Parameters
    ----------
    player_0, player_1: a mapping of the arguments below for each side. A card is its level (``7``), its name where
        that is one (``"Archangel"``), or both (``"11 Ancient One"``).
    hand: up to 7 cards; what is missing is drawn.
    shown: cards of the hand that the opponent knows to be there.
    pile: the top cards of the draw pile, from the top down.
    discard: cards in the discard pile.
    builds: the build cards on closed portals in the order of placement: ``(card, cost of the portal)``, or
        ``(card, cost, 1)`` for a card that level 12 placed.
    open: the open portals and the evacuees who went through: ``{2: (6, 9), 4: (2,)}``.
    in_play: Comets, and Unicorns played as such.
    rest: where the cards not named go: ``"pile"`` (under the named ones, shuffled) or ``"discard"``.
    battle: the number of this battle.
    seed: of everything that chance decides from here on.
    options: any option of the game by name.

    Raises
    ------
    StateError: what is wrong and what is allowed, for anything that cannot be, a seed and a value of an option too.
    TypeError: for an option that the game does not have.
    """
    from unicorn_envs.games.unicorn_apocalypse import GAME

    values = positions.complete_options(GAME, options)
    number_of_battle = positions.as_number(battle, "battle", 1, values["battle_cap"])
    state, record = positions.blank_position(GAME, values)
    shuffler = np.random.default_rng(positions.as_seed(seed))
    for p, given in enumerate((player_0, player_1)):
        side = positions.as_mapping({} if given is None else given, f"player_{p}", SIDE_ARGUMENTS)
        _set_portals(record, p, side)
        _set_cards(record, p, side, shuffler)
    if record.comets.sum() + record.unicorns.sum() >= cards.COMETS_TO_END:
        raise StateError(f"with {cards.COMETS_TO_END} Comets in play the game is over")
    # As if the battle before had just been fought: both draw up, and the next one begins.
    record.battle = number_of_battle - 1
    positions.push_steps(record, [(Step.END_BATTLE, 0)])
    return positions.finish_position(GAME, state, seed)


def _cards(side: Side, name: str) -> list[int]:
    return [positions.as_card(card, cards.level_of) for card in positions.as_list(side.get(name, ()), name)]


def _portal(cost: Any) -> int:
    is_integer = isinstance(cost, (int, np.integer)) and not isinstance(cost, bool)
    if not is_integer or cost not in PORTAL_COSTS:
        raise StateError(f"there is no portal of cost {cost!r}; costs are {', '.join(map(str, PORTAL_COSTS))}")
    return PORTAL_COSTS.index(int(cost))


def _set_portals(record: Any, p: int, side: Side) -> None:
    for cost, evacuees in positions.as_mapping(side.get("open", {}), "open").items():
        portal = _portal(cost)
        gone = positions.as_list(evacuees, f"the evacuees of portal {cost}")
        levels = [positions.as_card(card, cards.level_of) for card in gone]
        most = sum(max(CARDS[level - 1].points, 1) for level in levels)  # level 12 may have placed any card
        if len(levels) > cost or most < cost:
            shown = ", ".join(title(level) for level in levels)
            raise StateError(f"these cannot have opened the portal of cost {cost}: {shown}")
        record.open[p, portal] = 1
        for level in levels:
            record.new_home[p, level] += 1
    if record.open[p].sum() == cards.PORTALS:
        raise StateError("with six portals open the game is over")
    for build in positions.as_list(side.get("builds", ()), "builds"):
        parts = positions.as_list(build, "a build card")
        if len(parts) not in (2, 3):
            raise StateError(f"a build card is (card, cost of the portal) or (card, cost, points), not {build!r}")
        _add_build(record, p, positions.as_card(parts[0], cards.level_of), _portal(parts[1]), parts[2:])


def _add_build(record: Any, p: int, level: int, portal: int, rest: list[Any]) -> None:
    cost, k = PORTAL_COSTS[portal], int(record.builds[p])
    points = CARDS[level - 1].points
    if rest:
        points = positions.as_number(rest[0], "the points of a build card", 1, cards.MOST_POINTS)
    if points < 1 or points not in (1, CARDS[level - 1].points):
        raise StateError(f"{title(level)} cannot lie on a portal with {points} build points")
    gathered = int(record.build_points[p, :k][record.build_portal[p, :k] == portal].sum())
    if record.open[p, portal] or gathered + points >= cost:
        raise StateError(f"the portal of cost {cost} is open, {title(level)} is an evacuee: name it in open")
    record.build_level[p, k] = level
    record.build_points[p, k] = points
    record.build_portal[p, k] = portal
    record.builds[p] += 1


def _set_cards(record: Any, p: int, side: Side, shuffler: np.random.Generator) -> None:
    hand, shown, pile = _cards(side, "hand"), _cards(side, "shown"), _cards(side, "pile")
    discard, in_play = _cards(side, "discard"), _cards(side, "in_play")
    if len(hand) > cards.HAND:
        raise StateError(f"a hand has up to {cards.HAND} cards, not {len(hand)}")
    if not set(in_play) <= {cards.COMET, cards.UNICORN}:
        raise StateError("only Comets and Unicorns are in play")
    rest = _unnamed(record, p, [*hand, *pile, *discard, *in_play])
    if positions.as_word(side.get("rest", "pile"), "rest", RESTS) == "discard":
        discard += rest
    else:
        pile += [rest[i] for i in shuffler.permutation(len(rest))]
    for counts, levels in ((record.hand, hand), (record.shown, shown), (record.discard, discard)):
        for level in levels:
            counts[p, level] += 1
    for level in range(1, LEVELS + 1):
        if record.shown[p, level] > record.hand[p, level]:
            raise StateError(f"{title(level)} is shown more often than it is in the hand")
    record.pile[p, : len(pile)] = pile[::-1]
    record.pile_size[p] = len(pile)
    record.comets[p] = in_play.count(cards.COMET)
    record.unicorns[p] = in_play.count(cards.UNICORN)


def _unnamed(record: Any, p: int, named: Iterable[int]) -> list[int]:
    """The cards of the deck that are in no place yet."""
    placed = [*named, *record.build_level[p, : record.builds[p]]]
    rest: list[int] = []
    for card in CARDS:
        used = placed.count(card.level) + int(record.new_home[p, card.level])
        if used > card.copies:
            raise StateError(f"{title(card.level)} is named {used} times; a deck has {card.copies}")
        rest += [card.level] * (card.copies - used)
    return rest
