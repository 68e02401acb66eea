"""Unicorn Apocalypse."""

from ..config import Config

CONFIG = Config(
    game="unicorn_apocalypse",
    options={"num_players": 2},
    teacher="heuristic",
    opponents=("heuristic",),
    minutes=12.0,
)
