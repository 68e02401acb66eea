"""Magical Unicorn Quest for two, each with a stable of their own."""

from ..config import Config

CONFIG = Config(
    game="magical_unicorn_quest",
    options={"num_players": 2, "stables": "own"},
    training_options={"turn_cap": 120},  # with the default cap of 500 whoever is behind learns to stall
    truncation_reward=-1.0,
    decision_cost=0.002,
    teacher="heuristic",
    opponents=("heuristic",),
    minutes=8.0,
    eval_games=400,
)
