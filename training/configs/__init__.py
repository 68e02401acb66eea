"""One config a game setting."""

NAMES = ("unicorn_hunt",)
