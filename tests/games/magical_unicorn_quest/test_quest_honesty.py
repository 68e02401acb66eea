"""The mask follows from what the seat sees: same seat, equal observation, then equal mask."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from quest import GAME
from test_quest_random_games import SETTINGS
from test_quest_tables import SMALL, TABLES

OPTIONS: list[dict[str, Any]] = [
    {"num_players": players, "stables": mode, "ask_everyone": everyone, "auto_single": auto}
    for players, mode in SETTINGS
    for everyone, auto in ((False, True), (True, False))
]
OPTIONS += [{"num_players": players, "cards": cards} for cards, players in TABLES.values()]
OPTIONS += [{"num_players": 2, "cards": SMALL, "turn_cap": 12, "auto_single": False}]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(str(v)[:6] for v in options.values()))
def test_equal_observations_have_equal_masks(options: dict[str, Any]) -> None:
    """In random games, and in what might be the truth as well: games played on from deals that the seat cannot tell
    apart, with the same choices, for as long as it sees the same."""
    masks: dict[tuple[int, bytes], bytes] = {}
    met_again = 0
    generator = np.random.default_rng(2)

    def meet(state: Any) -> None:
        nonlocal met_again
        seat = GAME.seat(state)
        if seat < 0:
            return
        key, mask = (seat, GAME.observe(state, seat).tobytes()), GAME.mask(state).tobytes()
        met_again += key in masks
        assert masks.setdefault(key, mask) == mask, GAME.describe(state)

    for seed in range(6):
        state = GAME.new(seed, **{"turn_cap": 40, **options})
        while not GAME.over(state):
            meet(state)
            seat = GAME.seat(state)
            action = int(generator.choice(GAME.legal_actions(state)))
            for redraw in range(2):
                other = GAME.resample(state, seat, seed=redraw)
                meet(other)
                GAME.apply(other, action)
                meet(other)
            GAME.apply(state, action)
    assert met_again > 100
