"""The rules of Margot: dealing, the steps, the answers. Numbers in comments are the rulings of RULES.md.

The rooms, from here down: turn.py, castles.py, powers.py, rescue.py, ending.py, choices.py (what is legal). They ask
table.py what lies there, and move cards through moves.py alone. ``advance`` works off the steps on the stack until a
player has to decide; the legal answers are kept in the record.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.decisions import ASKED, NO_PROMPT, ask, machine
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.piles import shuffle, shuffle_hidden
from unicorn_envs.engine.random import reseed
from unicorn_envs.engine.steps import push
from unicorn_envs.games.margot import actions, cards, castles, choices, moves, powers, rescue, table, turn, views
from unicorn_envs.games.margot.state import Prompt, Step

ACTION_COUNT = len(actions.ACTIONS)
USABLE_FAIRY = np.array(cards.USABLE, dtype=np.int8)
FULL_DECK = np.array(
    [np.repeat(np.arange(cards.KINDS + 1), cards.COPIES[c, : cards.KINDS + 1]) for c in range(cards.CASTLE_COUNT)],
    dtype=np.int8,
)  # of each castle, in the order of its table


@jit
def carry_out(s, verb, number):
    if verb == Step.TAKE_ACTION:
        if s.penalty == 0:
            ask(s, s.player, Prompt.ACTION_CHOICE)
    elif verb == Step.RESCUE:
        ask(s, s.player, Prompt.RESCUE_FAIRY)
    elif verb == Step.END_TURN:
        turn.end_turn(s)
    elif verb == Step.BEGIN_TURN:
        turn.begin_turn(s)
    elif verb == Step.PICK_ENEMY:
        castles.pick_enemy(s)
    elif verb == Step.LOSE_STORY:
        rescue.lose_story(s)
    elif verb == Step.OTHERS_SCORE:
        rescue.others_score(s)
    elif verb == Step.ASK_KEEP:
        turn.ask_keep(s, number)
    elif verb == Step.SHOW_KEPT:
        turn.show_kept(s)
    elif verb == Step.SHOW_POSITION:
        views.show_everything(s)


@jit
def answer(s, action):
    prompt = np.int64(s.prompt)
    power = np.int64(s.power)
    s.prompt = NO_PROMPT
    s.power = 0
    s.answers = 0
    if action < actions.EXPLORE_FIRST:
        fairy = action - actions.TAKE_FIRST + 1
        if prompt == Prompt.KEEP:
            moves.keep(s, s.player, fairy)
        else:
            rescue.rescue(s, fairy)
    elif action < actions.BREAK_FIRST:
        push(s, Step.TAKE_ACTION, 0)
        castles.turn_over(s, action - actions.EXPLORE_FIRST)
    elif action < actions.WITHDRAW:
        push(s, Step.TAKE_ACTION, 0)
        castles.begin_magic_break(s, action - actions.BREAK_FIRST)
    elif action == actions.WITHDRAW:
        return
    elif action < actions.LAY_FIRST:
        push(s, Step.TAKE_ACTION, 0)
        powers.use_power(s, USABLE_FAIRY[action - actions.USE_FIRST])
    elif action < actions.ENEMY_FIRST:
        powers.lay(s, power, action - actions.LAY_FIRST)
    elif action < actions.ILLUSION_FIRST:
        if prompt == Prompt.BREAK_ENEMY:
            castles.break_enemy(s, action - actions.ENEMY_FIRST)
        else:
            powers.act_on_enemy(s, power, action - actions.ENEMY_FIRST)
    elif action < actions.CASTLE_FIRST:
        powers.return_from_illusion(s, action - actions.ILLUSION_FIRST)
    elif action < actions.LEAVE:
        powers.choose_castle(s, prompt, action - actions.CASTLE_FIRST)
    elif action >= actions.LOSE_FIRST:
        rescue.lose_orb(s, action - actions.LOSE_FIRST + 1)
    elif action == actions.DONE:
        castles.end_magic_break(s)
    elif action >= actions.READY_FIRST:
        moves.make_ready(s, table.READYABLE_FAIRY[action - actions.READY_FIRST])


@jit
def forced(s):
    """The legal answers are written down. 25: a single answer is not asked."""
    legal = choices.legal(s)
    s.answers = legal
    if s.auto_single == 0 or s.prompt == Prompt.KEEP or not sets.is_single(legal):
        return ASKED
    return choices.FIRST_ANSWER[s.prompt] + sets.lowest(legal)


advance, apply = machine("margot", carry_out, answer, forced)


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.reward = options[1]
    s.auto_single = options[2]
    for c in range(cards.CASTLE_COUNT):
        for i in range(cards.CASTLE_SIZE):
            s.deck[c, i] = FULL_DECK[c, i]
        s.deck_size[c] = cards.CASTLE_SIZE
        shuffle(s, s.deck[c], cards.CASTLE_SIZE)
    for i in range(cards.FAIRY_DECK_SIZE):
        s.fairy_deck[i] = i + 1
    s.fairy_deck_size = cards.FAIRY_DECK_SIZE
    shuffle(s, s.fairy_deck, cards.FAIRY_DECK_SIZE)
    s.flowers = cards.FLOWERS
    push(s, Step.SHOW_KEPT, 0)
    for p in range(s.num_players - 1, -1, -1):  # 22: asked in seat order
        for i in range(2):
            s.pair[p, i] = moves.draw_fairy(s)
        push(s, Step.ASK_KEEP, p)
    views.show_new_game(s)
    advance(s)


@jit
def write_mask(s, out):
    for action in range(ACTION_COUNT):
        out[action] = 0
    first = choices.FIRST_ANSWER[s.prompt] & 127  # the compiler sees that it is not negative
    legal = s.answers
    for i in range(min(choices.WINDOW, out.shape[0])):  # for the compiler the size is not constant: this is faster
        out[first + i] = (legal >> i) & 1


@jit
def resample(s, seat):
    """15: what a seat cannot know: castle orders around known places, and unseen Fairies."""
    redeal_castles(s)
    redeal_fairies(s, seat)
    if s.prompt == Prompt.KEEP:
        s.answers = choices.legal(s)


@jit
def redeal_castles(s):
    known = np.zeros(cards.CASTLE_SIZE, dtype=np.int8)
    for c in range(cards.CASTLE_COUNT):
        for i in range(cards.CASTLE_SIZE):
            known[i] = sets.has(np.int64(s.deck_known[c]), i)
        shuffle_hidden(s, s.deck[c], known, s.deck_size[c], 1)


@jit
def redeal_fairies(s, seat):
    """Over the Fairy deck, the boxes of the others and, in the set-up, their pairs."""
    unseen = np.zeros(cards.FAIRY_DECK_SIZE, dtype=np.int8)
    n = 0
    for i in range(s.fairy_deck_size):
        unseen[n] = s.fairy_deck[i]
        n += 1
    for p in range(s.num_players):
        for i in range(2):
            if p != seat and s.pair[p, i] != 0:
                unseen[n] = s.pair[p, i]
                n += 1
    shuffle(s, unseen, n)
    for i in range(s.fairy_deck_size):
        n -= 1
        s.fairy_deck[i] = unseen[n]
    for p in range(s.num_players):
        for i in range(2):
            if p != seat and s.pair[p, i] != 0:
                n -= 1
                s.pair[p, i] = unseen[n]
