"""Positions of Unstable Unicorns that read like a rulebook's examples."""

from __future__ import annotations

import itertools
from collections import Counter

from unicorn_envs.games.unstable_unicorns import cards
from unicorn_envs.games.unstable_unicorns.verbs import Verb
from unicorn_envs.registry import get

GAME = get("unstable_unicorns")

PROMPT_NAMES = {verb: verb.name for verb in Verb}


def names(text: str) -> list[str]:
    """``"2 Neigh, Yay"`` as a list of names."""
    result = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        count, _, rest = part.partition(" ")
        result += [rest] * int(count) if count.isdigit() else [part]
    return result


def P(stable: str = "", hand: str = "", **known: str) -> dict:  # reads as "a player"
    """A player: Stable, hand, and what is known of other hands (``k1="Neigh"``: of seat 1)."""
    memory = {int(seat[1:]): names(text) for seat, text in known.items()}
    return {"stable": names(stable), "hand": names(hand), "known": memory}


class Table:
    """A position and what can be read from it."""

    def __init__(self, *players: dict, deck: str = "", discard: str = "", **arguments: object) -> None:
        self.state = GAME.position(players=players, deck=names(deck), discard=names(discard), **arguments)

    def do(self, *actions: str) -> Table:
        """Take these actions one after the other; each must be legal."""
        for action in actions:
            GAME.apply(self.state, action)
            problem = GAME.problem(self.state)
            assert problem is None, problem
        return self

    @property
    def seat(self) -> int:
        return GAME.seat(self.state)

    @property
    def legal(self) -> set[str]:
        return set(GAME.actions.legal(GAME.mask(self.state)))

    @property
    def prompt(self) -> str:
        number = int(self.state["prompt"][0])
        return PROMPT_NAMES[number] if number else ""

    @property
    def about(self) -> str:
        return cards.NAMES[int(self.state["about"][0])]

    def ask(self) -> tuple[int, str]:
        """Who is asked what."""
        return self.seat, self.prompt

    def _counts(self, counts) -> Counter:
        return Counter({cards.NAMES[i]: int(n) for i, n in enumerate(counts) if n})

    def hand(self, p: int) -> Counter:
        return self._counts(self.state["hand"][0, p])

    def stable(self, p: int) -> Counter:
        return self._counts(self.state["stable"][0, p, : cards.LAST_IN_STABLE + 1])

    @property
    def discard(self) -> Counter:
        return self._counts(self.state["discard"][0])

    @property
    def deck_size(self) -> int:
        return int(self.state["deck_size"][0])

    @property
    def nursery(self) -> int:
        return int(self.state["nursery"][0].sum())

    @property
    def active(self) -> int:
        return int(self.state["active"][0])

    @property
    def phase(self) -> int:
        return int(self.state["phase"][0])

    @property
    def over(self) -> bool:
        return GAME.over(self.state)

    @property
    def winner(self) -> int | None:
        """None while the game goes on, -1 when nobody won."""
        return GAME.outcome(self.state)["winner"] if self.over else None

    def waiting(self) -> Counter:
        """Triggers that wait: (player, card) and how often."""
        total = self.state["waiting"][0].sum(axis=0)
        return Counter(
            {
                (p, cards.NAMES[cards.TRIGGER_CARDS[i]]): int(total[p, i])
                for p in range(total.shape[0])
                for i in range(total.shape[1])
                if total[p, i]
            }
        )

    def known(self, o: int, p: int) -> Counter:
        return self._counts(self.state["known"][0, o, p])

    def known_deck(self, o: int) -> Counter:
        return self._counts(self.state["known_deck"][0, o])

    def observation(self, seat: int) -> dict:
        layout = GAME.observation.for_players(GAME.num_players(self.state))
        return layout.split(GAME.observe(self.state, seat))


def of(text: str) -> Counter:
    """The cards of a text as counts."""
    return Counter(names(text))


BOOLEANS = ("any_stable", "panda_total_immunity", "ask_everyone", "auto_single")


def combinations() -> list[dict[str, object]]:
    """Every number of players with every value of every option, a few options at a time."""
    result: list[dict[str, object]] = []
    for players, k in itertools.product(range(2, 9), range(4)):
        options: dict[str, object] = {"num_players": players, "win_check": ("immediate", "after_effects")[k % 2]}
        options["effect_links"] = "in_turn" if (players + k) % 4 == 3 else "declared"
        options["reshuffle"] = (players + k) % 3 == 0
        for i, name in enumerate(BOOLEANS):
            options[name] = bool((players + k * (i + 1)) >> (i % 2) & 1)
        options["two_player_deck"] = players == 2 and k >= 2
        result.append(options)
    return result
