"""What must always hold: any bytes that pass can be observed, resampled and played on."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.decisions import NO_PROMPT
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.games.margot import cards, choices, state, table, views
from unicorn_envs.games.margot.cards import FairyKind, Power
from unicorn_envs.games.margot.state import Prompt, Step

INVARIANTS = {
    1: "a number in the record is out of range",
    2: "each castle must have its 20 cards in deck, Village and Illusion together",
    3: "each Fairy must be in exactly one place, and the ten Flower Fairies in pile and play areas",
    4: "a Village or the Illusion holds a Fairy, or an Action Fairy is disabled, that the player at turn does not have",
    5: "the decision at hand does not fit: prompt, seat, power, Village and Penalty must go together",
    6: "five scratches lie in the Villages and the explore phase goes on, or more lie there than one card can add",
    7: "the steps to come do not fit",
    8: "the views must show what lies on the table, and the legal answers those to the decision at hand",
    9: "the row must have three Fairies while the Fairy deck has any, and none before all have chosen",
    10: "the players' Fairies do not fit: each keeps one of two, and rescues one a turn, clockwise",
    11: "more Magic Breaks are left, or more enemies lie in the Illusion, than Fairies used in this turn allow",
    12: "a game is over when a player has 24 points, no Flower Fairy is left or all have six Fairies, and not before",
}


# What goes with a decision: the power that asks, and the steps that wait for its end
PROMPT_OF_POWER = {
    Power.DISABLE: Prompt.POWER_ENEMY,
    Power.VANISH: Prompt.POWER_ENEMY,
    Power.RETURN: Prompt.POWER_ENEMY,
    Power.ILLUSION_TOP: Prompt.POWER_CASTLE,
    Power.LOOK: Prompt.OWL_CASTLE,
    Power.READY: Prompt.READY_FAIRY,
}


def _asks() -> np.ndarray:
    table = np.zeros((state.PROMPTS + 1, cards.FAIRY_TYPES + 1), dtype=np.int8)
    table[
        [NO_PROMPT, Prompt.KEEP, Prompt.ACTION_CHOICE, Prompt.BREAK_ENEMY, Prompt.LOSE_ORB, Prompt.RESCUE_FAIRY], 0
    ] = 1
    table[Prompt.CHARIOT_CASTLE, cards.CHARIOT] = 1
    table[Prompt.LAY_VILLAGE, list(cards.LAYABLE)] = 1
    for fairy in cards.USABLE:
        if cards.POWER[fairy] in PROMPT_OF_POWER:
            table[PROMPT_OF_POWER[Power(cards.POWER[fairy])], fairy] = 1
    return table


ASKS = _asks()  # by prompt and Fairy (0: none): whether the power of the Fairy asks this
TURN_STEPS = np.array(
    [Step.END_TURN, Step.RESCUE, Step.TAKE_ACTION, Step.OTHERS_SCORE], dtype=np.int8
)  # from the bottom of the stack
WAITING = np.full(state.PROMPTS + 1, 3, dtype=np.int8)  # by prompt: how many of them wait
WAITING[[NO_PROMPT, Prompt.RESCUE_FAIRY, Prompt.ACTION_CHOICE, Prompt.LOSE_ORB]] = 0, 1, 2, 4


@jit
def check(s):
    if s.num_players < 1 or s.num_players > state.MAX_PLAYERS or s.player < 0 or s.player >= s.num_players:
        return 1
    if s.reward < 0 or s.reward > 1 or s.auto_single < 0 or s.auto_single > 1 or s.truncated != 0:
        return 1
    if s.magic_breaks < 0 or s.magic_breaks > state.MOST_BREAKS:
        return 1
    for c in range(cards.CASTLE_COUNT):
        code = check_castle(s, c)
        if code != 0:
            return code
    code = check_fairies(s)
    if code != 0:
        return code
    code = check_decision(s)
    if code != 0:
        return code
    if not steps_fit(s):
        return 7
    code = check_course(s)
    if code != 0:
        return code
    if not views.views_are_right(s) or s.answers != (choices.legal(s) if s.seat >= 0 else 0):
        return 8
    total = table.scratch_total(s)
    if (s.penalty == 0 and s.seat != -1 and total >= state.MOST_SCRATCHES) or total > state.MOST_TOTAL:
        return 6
    return 0


# Cards


@jit
def check_castle(s, c):
    size = np.int64(s.deck_size[c])
    lying = np.int64(s.village_size[c])
    known = np.int64(s.deck_known[c])
    if known < 0 or known >> cards.CASTLE_SIZE != 0:
        return 1
    if size < 0 or size > cards.CASTLE_SIZE or lying < 0 or lying > state.VILLAGE_SIZE:
        return 1
    for i in range(cards.CASTLE_SIZE):
        if i < size and (s.deck[c, i] < 1 or s.deck[c, i] > cards.KINDS):
            return 1
        if i >= size and s.deck[c, i] != 0:
            return 1
        if (known >> i) & 1 != 0 and (i >= size or (i != size - 1 and i >= state.UNDER_PLACES)):
            return 1
    for i in range(state.VILLAGE_SIZE):
        code = np.int64(s.village[c, i])
        if s.disabled[c, i] < 0 or s.disabled[c, i] > 1 or code < 0 or code > cards.CODES or (i < lying) != (code != 0):
            return 1
        if (
            code > cards.KINDS
            and cards.FAIRY_KIND[code - cards.KINDS] != FairyKind.STORY
            and cards.FAIRY_KIND[code - cards.KINDS] != FairyKind.SCRATCH
        ):
            return 1
    for card in range(1, cards.KINDS + 1):
        if s.illusion[c, card] < 0:
            return 1
        places = np.int64(s.illusion[c, card])
        for i in range(size):
            if s.deck[c, i] == card:
                places += 1
        for i in range(lying):
            if s.village[c, i] == card:
                places += 1
        if card > cards.ENEMY_KINDS and s.illusion[c, card] != 0:
            return 1
        if places != cards.COPIES[c, card]:
            return 2
    return 0


@jit
def check_fairies(s):
    if s.fairy_deck_size < 0 or s.fairy_deck_size > cards.FAIRY_DECK_SIZE or s.flowers < 0 or s.flowers > cards.FLOWERS:
        return 1
    if s.illusion_fairy < 0 or s.illusion_fairy > cards.FAIRY_TYPES:
        return 1
    if s.row < 0 or s.row & 1 != 0 or s.row >> cards.FLOWER != 0:
        return 1
    for i in range(cards.FAIRY_DECK_SIZE):
        fairy = s.fairy_deck[i]
        if fairy < 0 or fairy > cards.FAIRY_DECK_SIZE or (i < s.fairy_deck_size) != (fairy != 0):
            return 1
    for p in range(s.num_players):
        if s.chosen[p] < 0 or s.chosen[p] > 1 or s.points[p] < 0 or s.points[p] > state.MOST_POINTS:
            return 1
        for i in range(2):
            if s.pair[p, i] < 0 or s.pair[p, i] > cards.FAIRY_DECK_SIZE:
                return 1
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        if s.used[fairy] < 0:
            return 1
        places = np.int64(s.flowers) if fairy == cards.FLOWER else (np.int64(s.row) >> fairy) & 1
        for i in range(s.fairy_deck_size):
            if s.fairy_deck[i] == fairy:
                places += 1
        for p in range(s.num_players):
            if s.owned[p, fairy] < 0:
                return 1
            places += s.owned[p, fairy]
            for i in range(2):
                if s.pair[p, i] == fairy:
                    places += 1
        if places != (cards.FLOWERS if fairy == cards.FLOWER else 1):
            return 3
        if fairies_out(s, fairy) > s.owned[s.player, fairy]:
            return 4
        if s.used[fairy] != 0 and cards.FAIRY_KIND[fairy] != FairyKind.ACTION:
            return 4
        if s.illusion_fairy == fairy and cards.POWER[fairy] != Power.VANISH:
            return 4
    for p in range(s.num_players):
        if owned_by(s, p) > state.MOST_FAIRIES:
            return 1
    return 0


@jit
def fairies_out(s, fairy):
    """Copies of a Fairy that do not lie active in the play area of the player whose turn it is."""
    out = np.int64(s.used[fairy])
    if s.illusion_fairy == fairy:
        out += 1
    for c in range(cards.CASTLE_COUNT):
        for i in range(s.village_size[c]):
            if s.village[c, i] == cards.KINDS + fairy:
                out += 1
    return out


@jit
def owned_by(s, p):
    """Fairies of a player, counted one by one: none in the set-up."""
    fairies = 0
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        fairies += np.int64(s.owned[p, fairy])
    return fairies


# The decision


@jit
def check_decision(s):
    if s.prompt < 0 or s.prompt > state.PROMPTS or s.power < 0 or s.power > cards.FAIRY_TYPES:
        return 1
    if s.place < 0 or s.place > cards.CASTLE_COUNT or s.picked < 0 or s.picked > 1 or s.penalty < 0 or s.penalty > 1:
        return 1
    if s.seat < -1 or (s.seat != -1 and s.seat != s.player):
        return 5
    if (s.prompt == NO_PROMPT) != (s.seat == -1) or ASKS[s.prompt, s.power] == 0:
        return 5
    if s.power != 0 and (
        not table.has(s, s.power) or (s.prompt == Prompt.LAY_VILLAGE and fairies_out(s, s.power) != 0)
    ):
        return 5
    if (s.prompt == Prompt.LOSE_ORB or s.prompt == Prompt.BREAK_ENEMY) != (s.place != 0):
        return 5
    if s.picked != 0 and s.prompt != Prompt.BREAK_ENEMY:
        return 5
    if s.penalty != 0 and s.prompt != Prompt.LOSE_ORB and s.prompt != Prompt.RESCUE_FAIRY and s.prompt != NO_PROMPT:
        return 5
    if s.penalty == 0 and s.prompt == Prompt.LOSE_ORB:
        return 5
    return 0


@jit
def steps_fit(s):
    """The set-up goes on to SHOW_KEPT and a turn to END_TURN; over, nothing is left."""
    setting_up = s.prompt == Prompt.KEEP
    waiting = np.int64(WAITING[s.prompt])
    if setting_up:
        waiting = np.int64(s.num_players) - s.seat
    if s.stack_size != waiting:
        return False
    for i in range(state.STACK):
        verb = 0
        number = 0
        if i < waiting:
            if not setting_up:
                verb = np.int64(TURN_STEPS[i])
            elif i == 0:
                verb = Step.SHOW_KEPT
            else:
                verb = Step.ASK_KEEP
                number = np.int64(s.num_players) - i
        if s.stack_verb[i] != verb or s.stack_number[i] != number:
            return False
    return True


# The course of the game


@jit
def check_course(s):
    """What the course of the game has to lead to."""
    if not row_fits(s):
        return 9
    if not fairies_fit(s):
        return 10
    if s.magic_breaks > breaks_allowed(s) or enemies_in_illusion(s) > illusion_allowed(s):
        return 11
    if (s.seat == -1) != has_ended(s):
        return 12
    return 0


@jit
def row_fits(s):
    """12; whoever wins with a Fairy of the row leaves a place of it empty."""
    if s.seat == -1:
        return True
    fairies = 0
    for fairy in range(1, cards.FLOWER):
        fairies += (np.int64(s.row) >> fairy) & 1
    if s.prompt == Prompt.KEEP:
        return fairies == 0
    return fairies == cards.ROW_SIZE or (fairies < cards.ROW_SIZE and s.fairy_deck_size == 0)


@jit
def fairies_fit(s):
    """22: in the set-up each has two, and the seats before have kept one. 11: later each rescues one a turn."""
    for p in range(s.num_players):
        fairies = owned_by(s, p)
        if s.pair[p, 1] == 0 or (s.pair[p, 0] != 0) != (s.prompt == Prompt.KEEP):
            return False
        if s.prompt == Prompt.KEEP and (fairies != 0 or s.points[p] != 0 or s.chosen[p] != (1 if p < s.seat else 0)):
            return False
        if s.prompt != Prompt.KEEP and (s.chosen[p] != 1 or s.owned[p, cards.FLOWER] >= fairies):
            return False
    if s.prompt == Prompt.KEEP:
        return True
    fairies = owned_by(s, s.player)
    if s.seat == -1:  # the player at turn may have rescued one, or not
        return turns_fit(s, fairies) or turns_fit(s, fairies - 1)
    return fairies < state.MOST_FAIRIES and turns_fit(s, fairies)


@jit
def turns_fit(s, fairies):
    """Whether clockwise from the player at turn all have so many Fairies or one more, those with more last."""
    least = fairies
    for k in range(1, s.num_players):
        others = owned_by(s, clockwise(s, s.player, k))
        if others < least or others > fairies + 1:
            return False
        least = others
    return True


@jit
def breaks_allowed(s):
    """One a turn, and one more for each Comet that lies in a Village."""
    n = 1
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        if cards.POWER[fairy] == Power.BREAK_AGAIN:
            n += fairies_out(s, fairy)
    return n


@jit
def illusion_allowed(s):
    """Enemies that Fairies used in this turn can have brought into the Illusion; Mirror lets one act twice."""
    again = 0
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        if cards.POWER[fairy] == Power.READY:
            again += np.int64(s.used[fairy])
    n = 1 if s.illusion_fairy != 0 else 0
    for fairy in range(1, cards.FAIRY_TYPES + 1):
        if cards.POWER[fairy] == Power.ILLUSION_TOP and table.has(s, fairy):
            n += np.int64(s.used[fairy]) + again
    return n


@jit
def enemies_in_illusion(s):
    n = 0
    for c in range(cards.CASTLE_COUNT):
        for card in range(1, cards.ENEMY_KINDS + 1):
            n += np.int64(s.illusion[c, card])
    return n


@jit
def has_ended(s):
    """13."""
    if s.flowers == 0:
        return True
    full = 0
    for p in range(s.num_players):
        if s.points[p] >= state.WINNING_POINTS:
            return True
        full += 1 if owned_by(s, p) == state.MOST_FAIRIES else 0
    return full == s.num_players
