"""Margot: La Fée, the solo game."""

from training.config import Config

CONFIG = Config(
    game="margot",
    options={"num_players": 1},
    learning_rate=1.5e-3,
    gae_lambda=0.98,
    entropy_end=0.001,
    minutes=15.0,
    eval_games=2000,
)
