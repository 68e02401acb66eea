"""Magical Unicorn Quest for four, who share stables with their neighbours."""

from training.config import Config

CONFIG = Config(
    game="magical_unicorn_quest",
    options={"num_players": 4, "stables": "shared"},
    training_options={"turn_cap": 200},
    truncation_reward=-1.0,
    decision_cost=0.002,
    teacher="heuristic",
    epochs=3,
    learning_rate=1e-3,
    frozen_share=0.4,
    opponents=("heuristic",),
    entropy_start=0.02,
    entropy_end=0.003,
    minutes=15.0,
    threads=1,
    eval_games=400,
    eval_seconds=120.0,
)
