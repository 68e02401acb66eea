"""Margot: La Fée, the solo game."""

from training.config import Config

CONFIG = Config(
    game="margot",
    options={"num_players": 1},
    batch_size=1024,
    gae_lambda=0.98,
    teacher="heuristic",
    teacher_share=0.15,
    minutes=20.0,
    eval_games=2000,
)
