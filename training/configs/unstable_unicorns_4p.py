"""Unstable Unicorns for four."""

from ..config import Config

CONFIG = Config(
    game="unstable_unicorns",
    options={"num_players": 4},
    teacher="heuristic",
    opponents=("heuristic",),
    minutes=20.0,
)
