"""One config a game setting."""

NAMES = ("unicorn_hunt", "unicorn_hunt_demo")
