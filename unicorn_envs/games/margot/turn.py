"""The set-up, and how a turn begins and ends. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

from unicorn_envs.engine.decisions import ask
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import draw
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.margot import cards, ending, moves, table
from unicorn_envs.games.margot.state import Prompt, Step

# Set-up


@jit
def ask_keep(s, seat):
    """22: asked in seat order, as if it were each one's turn."""
    s.player = seat
    ask(s, seat, Prompt.KEEP)


@jit
def show_kept(s):
    """22: all kept Fairies are shown together; then the row is turned up and the first player drawn."""
    for p in range(s.num_players):
        moves.score(s, p, cards.POINTS[moves.show_kept(s, p)])
    for _ in range(cards.ROW_SIZE):
        moves.turn_up(s)
    s.player = draw(s, s.num_players)
    push(s, Step.BEGIN_TURN, 0)


# A turn


@jit
def begin_turn(s):
    s.seat = s.player
    s.ready = s.usable[s.player]
    s.magic_breaks = 1
    push(s, Step.END_TURN, 0)
    push(s, Step.RESCUE, 0)
    push(s, Step.TAKE_ACTION, 0)
    if table.has(s, cards.CHARIOT):  # 10
        ask(s, s.player, Prompt.CHARIOT_CASTLE)
        s.power = cards.CHARIOT


@jit
def end_turn(s):
    """All castle cards back and shuffled, all Fairies back and active; the next player, or the end (13)."""
    moves.put_everything_back(s)
    s.penalty = 0
    s.magic_breaks = 0
    if ending.all_have_rescued(s):
        ending.finish(s)
    else:
        s.player = clockwise(s, s.player, 1)
        push(s, Step.BEGIN_TURN, 0)
