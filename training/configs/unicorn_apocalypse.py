"""Unicorn Apocalypse."""

from training.config import Config

CONFIG = Config(
    game="unicorn_apocalypse",
    options={"num_players": 2},
    teacher="heuristic",
    epochs=3,
    learning_rate=1e-3,
    frozen_share=0.4,
    opponents=("heuristic",),
    entropy_start=0.02,
    entropy_end=0.003,
    minutes=12.0,
    threads=1,
    eval_seconds=120.0,
)
