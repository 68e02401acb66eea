"""What a player of Unicorn Apocalypse knows, as a flat int8 vector. The table below is what is written.

Fields by level have 14 entries, the first for level 1; fields by portal have 6, the first for the portal of cost 2.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.decisions import NO_PROMPT
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.unicorn_apocalypse import cards, places, state
from unicorn_envs.games.unicorn_apocalypse.cards import HAND, LEVELS, PLAYERS, PORTAL_COSTS, PORTALS
from unicorn_envs.layout import Field, Layout

BATTLE_DIGIT = 100
"""The battle does not fit one int8: hundreds and the rest."""
BATTLE_HIGH = (state.MOST_BATTLES // BATTLE_DIGIT, BATTLE_DIGIT - 1)
COPIES_OF = tuple(card.copies for card in cards.CARDS)
COMETS, UNICORNS = COPIES_OF[cards.COMET - 1], COPIES_OF[cards.UNICORN - 1]
LEAST_HAND = HAND - 3
"""A battle card and two cards placed by level 12 are gone before the hands are filled again."""
LARGEST_PILE = cards.DECK - HAND

DECISION = (
    Field("prompt", (state.PROMPTS,), 0, 1, "the kind of decision at hand, one-hot, in the order of state.Prompt"),
    Field("deciding", (PLAYERS,), 0, 1, "who decides, one-hot: the observer, the opponent"),
    Field("own_choice", (LEVELS,), 0, 1, "the battle card that the observer has laid face down, one-hot"),
    Field("placing", (LEVELS,), 0, 1, "the card of which is decided where it goes, one-hot"),
    Field("table", (LEVELS,), 0, COPIES_OF, "cards of the battle that the winner has not placed yet"),
    Field("own_first", (LEVELS,), 0, 1, "own battle card, one-hot; until the next reveal, as the five that follow"),
    Field("own_last", (LEVELS,), 0, 1, "own latest fourth card of a War, else the battle card"),
    Field("opponent_first", (LEVELS,), 0, 1, "the opponent's battle card"),
    Field("opponent_last", (LEVELS,), 0, 1, "the opponent's latest fourth card of a War, else the battle card"),
    Field("winner", (PLAYERS,), 0, 1, "who won that battle, one-hot: the observer, the opponent"),
    Field("rounds", (1,), 0, cards.MOST_ROUNDS, "rounds of the War that it was"),
    Field("battle", (2,), 0, BATTLE_HIGH, "battles begun: hundreds, and the rest"),
    Field("comets_in_play", (1,), 0, PLAYERS * (COMETS + UNICORNS), "Comets, and Unicorns as such, of both sides"),
)

SECRET = (
    Field("hand", (LEVELS,), 0, COPIES_OF, "own hand"),
    Field("hand_shown", (LEVELS,), 0, COPIES_OF, "cards that the opponent knows to be in the own hand"),
    Field("draw_pile", (LEVELS,), 0, COPIES_OF, "own draw pile, whose order nobody knows"),
    Field("opponent_unseen", (LEVELS,), 0, COPIES_OF, "cards in the opponent's hand and draw pile together"),
    Field("opponent_shown", (LEVELS,), 0, COPIES_OF, "cards known to be in the opponent's hand"),
)


def _side(prefix: str, whose: str) -> tuple[Field, ...]:
    builds = f"{whose} build cards on closed portals, latest first: level, points, number of the portal from 1"
    return (
        Field(f"{prefix}_hand_size", (1,), LEAST_HAND, HAND, f"cards in {whose} hand, one laid face down included"),
        Field(f"{prefix}_pile_size", (1,), 0, LARGEST_PILE, f"cards in {whose} draw pile"),
        Field(f"{prefix}_discard", (LEVELS,), 0, COPIES_OF, f"{whose} discard pile"),
        Field(f"{prefix}_open", (PORTALS,), 0, 1, f"1: {whose} portal is open"),
        Field(f"{prefix}_points_left", (PORTALS,), 0, PORTAL_COSTS, "build points that the portal still needs"),
        Field(f"{prefix}_on_portal", (PORTALS,), 0, [c - 1 for c in PORTAL_COSTS], "build cards on the closed portal"),
        Field(f"{prefix}_builds", (cards.MOST_BUILDS, 3), 0, (LEVELS, cards.MOST_POINTS, PORTALS), builds),
        Field(f"{prefix}_new_home", (LEVELS,), 0, COPIES_OF, f"{whose} evacuees by level"),
        Field(f"{prefix}_evacuees", (1,), 0, cards.MOST_EVACUEES, f"{whose} evacuees in all"),
        Field(f"{prefix}_comets", (2,), 0, (COMETS, UNICORNS), f"{whose} Comets and Unicorns in play"),
    )


LAYOUT = Layout([*DECISION, *SECRET, *_side("own", "own"), *_side("opponent", "the opponent's")])

PROMPT_AT = LAYOUT.start("prompt")
DECIDING_AT = LAYOUT.start("deciding")
OWN_CHOICE_AT = LAYOUT.start("own_choice")
PLACING_AT = LAYOUT.start("placing")
TABLE_AT = LAYOUT.start("table")
FIRST_AT = LAYOUT.start("own_first")
LAST_AT = LAYOUT.start("own_last")
OPPONENT_FIRST_AT = LAYOUT.start("opponent_first")
OPPONENT_LAST_AT = LAYOUT.start("opponent_last")
WINNER_AT = LAYOUT.start("winner")
ROUNDS_AT = LAYOUT.start("rounds")
BATTLE_AT = LAYOUT.start("battle")
COMETS_IN_PLAY_AT = LAYOUT.start("comets_in_play")
HAND_AT = LAYOUT.start("hand")
HAND_SHOWN_AT = LAYOUT.start("hand_shown")
DRAW_PILE_AT = LAYOUT.start("draw_pile")
UNSEEN_AT = LAYOUT.start("opponent_unseen")
OPPONENT_SHOWN_AT = LAYOUT.start("opponent_shown")
OWN_AT = LAYOUT.start("own_hand_size")
OPPONENT_AT = LAYOUT.start("opponent_hand_size")
HAND_SIZE_IN_SIDE = 0
PILE_SIZE_IN_SIDE = LAYOUT.start("own_pile_size") - OWN_AT
DISCARD_IN_SIDE = LAYOUT.start("own_discard") - OWN_AT
OPEN_IN_SIDE = LAYOUT.start("own_open") - OWN_AT
POINTS_LEFT_IN_SIDE = LAYOUT.start("own_points_left") - OWN_AT
ON_PORTAL_IN_SIDE = LAYOUT.start("own_on_portal") - OWN_AT
BUILDS_IN_SIDE = LAYOUT.start("own_builds") - OWN_AT
NEW_HOME_IN_SIDE = LAYOUT.start("own_new_home") - OWN_AT
EVACUEES_IN_SIDE = LAYOUT.start("own_evacuees") - OWN_AT
COMETS_IN_SIDE = LAYOUT.start("own_comets") - OWN_AT


@jit
def write_observation(s, seat, out):
    for i in range(out.shape[0]):
        out[i] = 0
    write_decision(s, seat, out)
    write_battle(s, seat, out)
    write_secrets(s, seat, out)
    write_side(s, seat, OWN_AT, out)
    write_side(s, 1 - seat, OPPONENT_AT, out)


@jit
def write_decision(s, seat, out):
    if s.prompt != NO_PROMPT:
        out[PROMPT_AT + np.int64(s.prompt) - 1] = 1
        out[DECIDING_AT + (0 if s.seat == seat else 1)] = 1
    if s.choice[seat] != 0:
        out[OWN_CHOICE_AT + np.int64(s.choice[seat]) - 1] = 1
    if s.placing != 0:
        out[PLACING_AT + np.int64(s.placing) - 1] = 1
    out[BATTLE_AT] = s.battle // BATTLE_DIGIT
    out[BATTLE_AT + 1] = s.battle % BATTLE_DIGIT
    out[COMETS_IN_PLAY_AT] = places.comets_in_play(s)


@jit
def write_battle(s, seat, out):
    """The battle on the table; while battle cards are chosen, the one before."""
    if s.first[seat] == 0:
        return
    out[FIRST_AT + np.int64(s.first[seat]) - 1] = 1
    out[LAST_AT + np.int64(s.last[seat]) - 1] = 1
    out[OPPONENT_FIRST_AT + np.int64(s.first[1 - seat]) - 1] = 1
    out[OPPONENT_LAST_AT + np.int64(s.last[1 - seat]) - 1] = 1
    out[ROUNDS_AT] = s.rounds
    if s.winner != 0:
        winner = np.int64(s.winner) - 1
        out[WINNER_AT + (0 if winner == seat else 1)] = 1
        for level in range(1, LEVELS + 1):
            out[TABLE_AT + level - 1] = s.table[winner, level]


@jit
def write_secrets(s, seat, out):
    other = 1 - seat
    for level in range(1, LEVELS + 1):
        out[HAND_AT + level - 1] = s.hand[seat, level]
        out[HAND_SHOWN_AT + level - 1] = s.shown[seat, level]
        out[UNSEEN_AT + level - 1] = s.hand[other, level]
        out[OPPONENT_SHOWN_AT + level - 1] = s.shown[other, level]
    for i in range(s.pile_size[seat]):
        out[DRAW_PILE_AT + np.int64(s.pile[seat, i]) - 1] += 1
    for i in range(s.pile_size[other]):
        out[UNSEEN_AT + np.int64(s.pile[other, i]) - 1] += 1


@jit
def write_side(s, p, at, out):
    """What all see of player ``p``."""
    out[at + HAND_SIZE_IN_SIDE] = places.count(s.hand, p)
    out[at + PILE_SIZE_IN_SIDE] = s.pile_size[p]
    for level in range(1, LEVELS + 1):
        out[at + DISCARD_IN_SIDE + level - 1] = s.discard[p, level]
        out[at + NEW_HOME_IN_SIDE + level - 1] = s.new_home[p, level]
        out[at + EVACUEES_IN_SIDE] += s.new_home[p, level]
    out[at + COMETS_IN_SIDE] = s.comets[p]
    out[at + COMETS_IN_SIDE + 1] = s.unicorns[p]
    for portal in range(PORTALS):
        out[at + OPEN_IN_SIDE + portal] = s.open[p, portal]
        if s.open[p, portal] == 0:
            out[at + POINTS_LEFT_IN_SIDE + portal] = cards.COST[portal]
    write_builds(s, p, at, out)


@jit
def write_builds(s, p, at, out):
    builds = np.int64(s.builds[p])
    for k in range(builds):
        portal = np.int64(s.build_portal[p, k])
        out[at + ON_PORTAL_IN_SIDE + portal] += 1
        out[at + POINTS_LEFT_IN_SIDE + portal] -= s.build_points[p, k]
        slot = at + BUILDS_IN_SIDE + 3 * (builds - 1 - k)
        out[slot] = s.build_level[p, k]
        out[slot + 1] = s.build_points[p, k]
        out[slot + 2] = portal + 1
