"""Margot: La Fée, the solo game."""

from training.config import Config

CONFIG = Config(
    game="margot",
    options={"num_players": 1},
    teacher="heuristic",
    epochs=3,
    learning_rate=1e-3,
    entropy_start=0.02,
    entropy_end=0.003,
    minutes=15.0,
    threads=1,
    eval_seconds=120.0,
    gae_lambda=0.98,
    eval_games=2000,
)
