"""Equal observations of a seat come with equal masks: legality depends on nothing that the seat is not shown."""

from __future__ import annotations

import numpy as np
import pytest
from unstable_table import GAME, P, combinations

from unicorn_envs.engine.jit import COMPILED

GAMES = 30 if COMPILED else 1
"""Random games for each combination of options ..."""
BRANCHES = 6
"""... from some of whose positions several random lines of play are followed, ..."""
LENGTH = 6
"""... of so many decisions."""
PLAYOUTS = 3000 if COMPILED else 400
"""Random lines of play from a position of a directed search."""


class Searcher:
    """Remembers the mask that came with each observation. ``blank``: fields that are left out of it."""

    def __init__(self, players: int, blank: tuple[str, ...] = ()) -> None:
        layout = GAME.observation.for_players(players)
        self.masks: dict[bytes, bytes] = {}
        self.shown = np.ones(layout.size, dtype=np.int8)
        for name in blank:
            self.shown[layout.slices[name]] = 0
        self.met_again = 0
        self.conflict: np.ndarray | None = None

    def look(self, state: np.ndarray) -> None:
        key, mask = (GAME.observe(state) * self.shown).tobytes(), GAME.mask(state).tobytes()
        known = self.masks.setdefault(key, mask)
        self.met_again += known is not mask
        if known != mask:
            self.conflict = GAME.clone(state)

    def play(self, state: np.ndarray, decisions: int, seed: int) -> None:
        """Follow a random line of play, looking at each decision."""
        for step in range(decisions):
            if GAME.over(state):
                return
            self.look(state)
            GAME.play_random(state, seed=seed * 1009 + step, limit=1)


def text_of(searcher: Searcher) -> str:
    return "" if searcher.conflict is None else GAME.describe(searcher.conflict, GAME.seat(searcher.conflict))


@pytest.mark.parametrize("options", combinations(), ids=lambda o: "-".join(str(v) for v in o.values()))
def test_equal_observations_have_equal_masks_in_random_games(options):
    """2.13.1; short lines of play from the same position often meet again."""
    searcher = Searcher(int(options["num_players"]))
    for game in range(GAMES):
        state = GAME.new(seed=500 + game, **options)
        step = 0
        while not GAME.over(state):
            searcher.look(state)
            if step % 25 == 0:
                for branch in range(BRANCHES):
                    searcher.play(GAME.clone(state), LENGTH, seed=branch)
            GAME.play_random(state, seed=step, limit=1)
            step += 1
    assert searcher.conflict is None, text_of(searcher)
    assert searcher.met_again > 50


CROWDED = P("Annoying Flying Unicorn, Narwhal, Rhinocorn, Llamacorn, Basic Unicorn, Tiny Stable", "Dark Angel Unicorn")
ANGEL = [CROWDED, P("Yay", "Good Deal")]
BEGINNING = P("2 Glitter Bomb, 2 Claw Machine, Caffeine Overload, Rhinocorn, Slowdown, Nanny Cam", "2 Neigh, Yay")
RITUAL = P("Sadistic Ritual, Unicorn Phoenix, Basic Unicorn, Claw Machine, Stable Artillery", "2 Yay, 2 Neigh")
SWAP = P("Swift Flying Unicorn, Basic Unicorn, Yay", "Unicorn Swap, Neigh, Slowdown")
VICTIM = P("Basic Unicorn, Rainbow Aura, Narwhal, Mermaid Unicorn", "Neigh")
REPLACERS = P("Basic Unicorn, Black Knight Unicorn, Unicorn Phoenix", "Neigh")
EXTREME = P("Extremely Destructive Unicorn, Seductive Unicorn, Unicorn Phoenix, Stabby the Unicorn", "Yay, Narwhal")
FOR_ONE = P("Yay, Americorn", "Two-For-One, Mystical Vortex, Neigh")
SEARCHES = {
    "dark angel": (ANGEL, {"discard": ["Stabby the Unicorn", "Shark With a Horn"]}),
    "dark angel, in turn": (ANGEL, {"effect_links": "in_turn"}),
    "beginning": ([BEGINNING, REPLACERS], {"phase": "beginning"}),
    "beginning, in turn": ([BEGINNING, VICTIM], {"phase": "beginning", "effect_links": "in_turn"}),
    "ritual": ([RITUAL, VICTIM], {"phase": "beginning"}),
    "swap": ([SWAP, VICTIM, P("Baby Unicorn", "Nanny Cam")], {"discard": ["Neigh", "Super Neigh"]}),
    "two extremes": ([P("Mermaid Unicorn, Basic Unicorn, Yay", "Unicorn Swap, Neigh"), EXTREME], {}),
    "two for one": ([FOR_ONE, P("Basic Unicorn, Rainbow Aura, Mermaid Unicorn", "Neigh"), EXTREME], {}),
    "necromancer": (
        [P("Baby Unicorn", "Necromancer Unicorn, Kiss of Life, Rhinocorn, 2 Basic Unicorn"), VICTIM],
        {"discard": ["Llamacorn", "Dark Angel Unicorn"]},
    ),
    "any Stable": (
        [P("Double Dutch", "Slowdown, Narwhal, Yay, Re-Target"), P("Queen Bee Unicorn", "Neigh")],
        {"any_stable": True},
    ),
}


def search(name: str, blank: tuple[str, ...] = ()) -> Searcher:
    players, arguments = SEARCHES[name]
    start = GAME.position(players=players, **arguments)
    searcher = Searcher(len(players), blank)
    for playout in range(PLAYOUTS):
        searcher.play(GAME.clone(start), 14, seed=playout)
    return searcher


@pytest.mark.parametrize("name", SEARCHES)
def test_equal_observations_have_equal_masks_in_searches(name):
    """Positions in which much can be picked: many lines of play from each meet again."""
    searcher = search(name)
    assert searcher.conflict is None, text_of(searcher)
    assert searcher.met_again > PLAYOUTS


@pytest.mark.parametrize(
    ("name", "blank"),
    [
        ("dark angel", ("sacrificed",)),  # 2.10.26: whether Dark Angel may fetch itself
        ("beginning", ("declared_kind", "declared_card", "declared_seat")),  # 2.6.2: what was picked already
    ],
)
def test_the_search_finds_what_was_not_shown(name, blank):
    """The same searches, without the fields that show it: positions that look alike have other legal answers."""
    assert search(name, blank).conflict is not None
