"""One config a game setting."""

NAMES = (
    "unicorn_hunt",
    "unicorn_hunt_demo",
    "unstable_unicorns_2p",
    "unstable_unicorns_4p",
    "unicorn_apocalypse",
    "magical_unicorn_quest_2p",
    "magical_unicorn_quest_4p",
    "margot_solo",
    "margot_2p",
)
