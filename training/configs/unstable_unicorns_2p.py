"""Unstable Unicorns for two."""

from ..config import Config

CONFIG = Config(
    game="unstable_unicorns",
    options={"num_players": 2},
    teacher="heuristic",
    opponents=("heuristic",),
    minutes=15.0,
)
