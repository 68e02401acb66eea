"""Margot: La Fée for two."""

from training.config import Config

CONFIG = Config(
    game="margot",
    options={"num_players": 2},
    batch_size=1024,
    gae_lambda=0.98,
    teacher="heuristic",
    teacher_share=0.15,
    opponents=("heuristic",),
    minutes=20.0,
)
