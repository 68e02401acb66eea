"""Margot: La Fée for two."""

from training.config import Config

CONFIG = Config(
    game="margot",
    options={"num_players": 2},
    teacher="heuristic",
    opponents=("heuristic",),
    minutes=15.0,
)
