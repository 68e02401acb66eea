"""Magical Unicorn Quest for four, who share stables with their neighbours."""

from ..config import Config

CONFIG = Config(
    game="magical_unicorn_quest",
    options={"num_players": 4, "stables": "shared"},
    training_options={"turn_cap": 200},
    truncation_reward=-1.0,
    decision_cost=0.002,
    teacher="heuristic",
    opponents=("heuristic",),
    minutes=15.0,
    eval_games=400,
)
