"""How Leduc poker is trained: ``python -m training.train leduc_poker.config``."""

CONFIG = {
    "game": "leduc_poker:GAME",
    "num_envs": 256,
    "hidden": (64, 64),
    "entropy_end": 0.02,
    "sample": True,  # in poker one must mix
    "minutes": 2.0,
}
