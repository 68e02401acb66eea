"""Unicorn Hunt for the three minutes of the demo: a smaller network, updated more often."""

from dataclasses import replace

from .unicorn_hunt import CARDS, GROUNDS
from .unicorn_hunt import CONFIG as LONG

CONFIG = replace(
    LONG,
    num_envs=512,
    batch_size=2048,
    hidden=(128, 128),
    groups=(replace(GROUNDS, size=32), CARDS),
    learning_rate=2e-3,
    entropy_end=0.003,
    minutes=3.0,
    eval_games=500,
    eval_seconds=20.0,
)
