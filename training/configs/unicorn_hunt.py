"""Unicorn Hunt, the solo game: spaces share weights, and so do cards."""

from unicorn_envs.games.unicorn_hunt.actions import DESTROY_FIRST, RETURN_FIRST, REVEAL_FIRST, TAKE_FIRST
from unicorn_envs.games.unicorn_hunt.cards import CARD_TYPES, COLUMNS, ROWS, SPACES

from ..config import Config
from ..networks import ItemGroup

GROUNDS = ItemGroup(
    count=SPACES,
    fields=("open", "basic", "neigh", "chosen", "brought_back", "face_up"),
    actions=(REVEAL_FIRST, DESTROY_FIRST, RETURN_FIRST),
    grid=(ROWS, COLUMNS),
    size=48,
)
CARDS = ItemGroup(
    count=CARD_TYPES,
    fields=("discard", "deck_place", "looked_at"),
    actions=(TAKE_FIRST,),
    size=16,
    embedding=True,
)
CONFIG = Config(
    game="unicorn_hunt",
    options={"num_players": 1},
    groups=(GROUNDS, CARDS),
    learning_rate=1.5e-3,
    gae_lambda=0.98,
    entropy_end=0.001,
    minutes=21.0,
    eval_games=2000,
)
