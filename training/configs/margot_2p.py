"""Margot: La Fée for two."""

from ..config import Config

CONFIG = Config(
    game="margot",
    options={"num_players": 2},
    steps_per_update=64,
    batch_size=8192,
    gae_lambda=0.98,
    teacher="heuristic",
    opponents=("heuristic",),
    minutes=15.0,
)
