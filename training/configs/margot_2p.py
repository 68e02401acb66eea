"""Margot: La Fée for two."""

from training.config import Config

CONFIG = Config(
    game="margot",
    options={"num_players": 2},
    batch_size=2048,
    learning_rate=1.5e-3,
    gae_lambda=0.98,
    opponents=("heuristic",),
    entropy_end=0.001,
    minutes=20.0,
)
