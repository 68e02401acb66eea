"""Margot: La Fée, the solo game."""

from ..config import Config

CONFIG = Config(
    game="margot",
    options={"num_players": 1},
    teacher="heuristic",
    minutes=15.0,
    gae_lambda=0.98,
    eval_games=2000,
)
