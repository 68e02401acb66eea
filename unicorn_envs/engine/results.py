"""What a game is worth to its players."""

from __future__ import annotations

from unicorn_envs.engine.jit import jit


@jit
def share(s, winners):
    """The winners, a set of seats (a bit each), share +1 and the others -1; where all win, nobody gets anything."""
    count = 0
    for p in range(s.num_players):
        count += (winners >> p) & 1
    if count < s.num_players:
        for p in range(s.num_players):
            s.returns[p] = 1.0 / count if (winners >> p) & 1 != 0 else -1.0 / (s.num_players - count)
