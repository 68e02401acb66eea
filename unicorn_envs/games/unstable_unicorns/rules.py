"""What happens in Unstable Unicorns: steps are carried out, and answers, until a seat is asked. Numbers are rulings.

The rooms of the rules, each of which uses those above it: ``counts.py`` (what is counted of the cards),
``knowledge.py`` (what players remember), ``stables.py`` (what cards do by lying there), ``declared.py`` and
``targets.py`` (what may be picked, offered and played), ``prompts.py`` (who is asked what), ``moves.py`` (cards move),
``winning.py``, ``events.py`` (replacements and triggers), ``effects.py`` (the steps of cards), ``links.py``,
``playing.py``, ``turn.py``, ``dealing.py``.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import decisions, sets
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.random import reseed
from unicorn_envs.engine.seats import clockwise
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unstable_unicorns import (
    actions,
    cards,
    counts,
    dealing,
    declared,
    effects,
    events,
    invariants,
    links,
    moves,
    playing,
    prompts,
    redeal,
    state,
    turn,
    verbs,
)
from unicorn_envs.games.unstable_unicorns.verbs import Verb


@jit
def carry_out(s, verb, number):
    if verb == Verb.TINY_SACRIFICE:
        prompts.ask(s, Verb.TINY_SACRIFICE, number, cards.TINY_STABLE, 0, 1)
    elif verb < verbs.FIRST_OF_MACHINE:
        links.carry_out_step(s, verb, number)
    elif verb == Verb.REPLACE:
        events.ask_replacement(s, number)
    elif verb == Verb.MOVE_CARDS:
        events.move_cards(s)
    elif verb == Verb.END_EFFECT:
        links.end_effect(s)
    elif verb == Verb.MAGIC_DONE:
        effects.magic_done(s)
    elif verb == Verb.BEGIN_TURN:
        turn.begin_turn(s)
    elif verb == Verb.OFFER_MENU:
        prompts.ask(s, Verb.MENU, s.active, 0, 0, 1)
    elif verb == Verb.DRAW_STEP:
        turn.draw_step(s)
    elif verb == Verb.TAKE_ACTION:
        turn.take_action(s)
    elif verb == Verb.PLAY_AGAIN:
        if s.plays > 0:
            prompts.ask(s, Verb.SECOND_PLAY, s.active, 0, 0, 1)
    elif verb == Verb.END_TURN:
        turn.end_turn(s)
    elif verb == Verb.POLL:
        playing.poll(s, number)


@jit
def answer(s, action):
    """An answer to the decision at hand, which must be legal."""
    prompt = np.int64(s.prompt)
    p = np.int64(s.asked)
    at = np.int64(s.at)
    about = np.int64(s.about)
    left = np.int64(s.steps_left)
    offered = s.may_decline != 0
    declines = offered and (action == actions.DONE or action == actions.NO)
    prompts.forget_prompt(s)
    s.may_decline = 0
    if offered and not declines and s.link == state.Link.DECLARING:
        declared.declare(s, state.Declared.EFFECT, s.who, s.source)
    if declines:
        effects.drop_effect(s)
    elif action == actions.DONE or action == actions.YES or action == actions.NO or action == actions.DRAW_CARD:
        answer_word(s, prompt, p, action)
    elif action >= actions.SEAT_FIRST:
        seat = clockwise(s, p, action - actions.SEAT_FIRST)
        if prompt <= verbs.LAST_STABLE_PICK:
            prompts.ask(s, prompt, p, about, seat + 1, left)
        elif prompt == Verb.PLAY_INTO:
            playing.settle(s, seat)
        else:
            effects.answer_seat(s, prompt, seat)
    else:
        answer_card(s, prompt, p, at, action - actions.CARD_FIRST + 1, left)


@jit
def answer_word(s, prompt, p, action):
    """Answers without a card or a seat. Pass and Finish need nothing: the next step is on the stack."""
    if action == actions.DRAW_CARD:
        s.plays = 0
        turn.draw_or_end(s)
    elif prompt == Verb.KNIGHT_FOR and action == actions.YES:
        s.hit_saved[s.hit] = 1
        s.knight = p + 1
    elif prompt == Verb.SEARCH:
        moves.shuffle_deck(s)
    elif prompt == Verb.SECOND_PLAY:
        s.plays = 0


@jit
def answer_card(s, prompt, p, at, card, left):
    if prompt <= verbs.LAST_STABLE_PICK:
        effects.answer_stable_pick(s, prompt, p, at - 1, card, left)
    elif prompt <= verbs.LAST_HAND_PICK:
        effects.answer_hand(s, prompt, p, card, left)
    elif prompt <= verbs.LAST_PICK_ELSEWHERE:
        effects.answer_elsewhere(s, prompt, p, card)
    elif prompt == Verb.ACTION or prompt == Verb.SECOND_PLAY:
        s.plays -= 1
        playing.announce(s, p, card)
    elif prompt == Verb.ANSWER:
        playing.answer_neigh(s, p, card)
    elif prompt == Verb.NEXT_TRIGGER:
        links.start_trigger(s, p, np.int64(cards.TRIGGER_INDEX[card]))
    else:  # MENU: picking it accepts it
        s.open[cards.MENU_INDEX[card]] -= 1
        push(s, Verb.OFFER_MENU, 0)
        turn.begin_effect(s, card, p)


@jit
def forced(s):
    """The only answer, where the game gives it itself; else whom the prompt asks decides (0.4)."""
    if s.only != 0:
        return np.int64(s.only) - 1
    s.seat = s.asked
    return decisions.ASKED


advance, apply = decisions.machine("unstable_unicorns", carry_out, answer, forced)


@jit
def reset(s, options, seed):
    reseed(s, seed)
    s.num_players = options[0]
    s.two_player_deck = options[1]
    s.any_stable = options[2]
    s.win_check = options[3]
    s.effect_links = options[4]
    s.reshuffle = options[5]
    s.panda_total_immunity = options[6]
    s.ask_everyone = options[7]
    s.auto_single = options[8]
    dealing.set_up(s)
    s.seat = s.active
    push(s, Verb.BEGIN_TURN, 0)
    advance(s)


@jit
def start(s):
    """Begin play in a position whose cards and steps to come are set up, and in which nothing is counted yet."""
    counts.count_everything(s)
    advance(s)


WORD = 64


@jit
def write_mask(s, out):
    """The legal answers are one set in two integers: the second goes on where the first ends."""
    others = np.int64(s.legal[cards.PASSING])
    sets.write(np.int64(s.legal[cards.LASTING]) | others << cards.LAST_IN_STABLE, out, 0, WORD)
    sets.write(others >> (WORD - cards.LAST_IN_STABLE), out, WORD, actions.ACTION_COUNT - WORD)


FUNCTIONS = {
    "reset": reset,
    "apply": apply,
    "advance": start,
    "write_mask": write_mask,
    "resample": redeal.resample,
    "check": invariants.check,
}
