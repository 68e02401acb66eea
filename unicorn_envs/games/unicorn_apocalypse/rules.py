"""What happens in Unicorn Apocalypse. Numbers in comments are the rulings of RULES.md.

This is the course of the game: the deal, the steps, the decisions and what they lead to. ``battle.py`` has the battles,
the Wars and the end, ``places.py`` every way in which a card moves, ``invariants.py`` what must always hold.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import decisions, random
from unicorn_envs.engine.decisions import NO_PROMPT
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unicorn_apocalypse import actions, battle, cards, places
from unicorn_envs.games.unicorn_apocalypse.cards import LEVELS, Special
from unicorn_envs.games.unicorn_apocalypse.state import Prompt, Step


@jit
def reset(s, options, seed):
    random.reseed(s, seed)
    s.num_players = options[0]
    s.battle_cap = options[1]
    for p in range(cards.PLAYERS):
        places.deal(s, p)
        places.draw_up(s, p)
    push(s, Step.BEGIN_BATTLE, 0)
    advance(s)


# Steps


@jit
def carry_out(s, step, number):
    if step == Step.BEGIN_BATTLE:
        battle.begin_battle(s)
    elif step == Step.REVEAL:
        battle.reveal(s)
    elif step == Step.WAR_ROUND:
        battle.war_round(s)
    elif step == Step.LOSE:
        battle.lose(s)
    elif step == Step.PLACE:
        place(s)
    elif step == Step.DISCARD_REST:
        places.discard_table(s, s.seat)
    elif step == Step.ACT:
        act(s, number)
    elif step == Step.END_BATTLE:
        battle.end_battle(s)


@jit
def place(s):
    """The winner may build: with the battle card, or with each card of a War that can build."""
    p = np.int64(s.seat)
    if battle.is_war(s):
        for level in range(1, LEVELS + 1):
            if places.can_build_with(s, p, level):
                s.prompt = Prompt.WAR_CARD
    elif places.can_build_with(s, p, s.first[p]):
        places.take_from_table(s, p, s.first[p])
        s.prompt = Prompt.BUILD


@jit
def act(s, level):
    """8: optional, whether or not the card was built with."""
    if cards.SPECIAL[level] == Special.REMOVE_BUILD:
        if s.builds[1 - s.seat] > 0:  # 10: else nothing is asked
            s.prompt = Prompt.REMOVE
    elif cards.SPECIAL[level] == Special.ADD_BUILD:
        s.prompt = Prompt.HAND_CARD


# Decisions


@jit
def write_mask(s, out):
    for a in range(actions.COUNT):
        out[a] = 0
    if s.seat < 0:
        return
    p = np.int64(s.seat)
    prompt = np.int64(s.prompt)
    if prompt == Prompt.BATTLE_CARD or prompt == Prompt.HAND_CARD:
        for level in range(1, LEVELS + 1):
            out[actions.LEVEL_FIRST + level - 1] = s.hand[p, level] > 0
    elif prompt == Prompt.WAR_CARD:
        for level in range(1, LEVELS + 1):
            out[actions.LEVEL_FIRST + level - 1] = places.can_build_with(s, p, level)
        out[actions.STOP] = 1
    elif prompt == Prompt.REMOVE:
        out[actions.YES] = 1
    elif battle.is_losers(s):
        out[actions.AS_COMET] = 1
    else:
        for portal in range(cards.PORTALS):
            out[actions.PORTAL_FIRST + portal] = 1 - s.open[p, portal]
        out[actions.AS_COMET] = s.placing == cards.UNICORN and prompt != Prompt.HAND_BUILD
    out[actions.NO] = may_decline(s)


@jit
def may_decline(s):
    prompt = np.int64(s.prompt)
    if prompt == Prompt.BUILD or prompt == Prompt.REMOVE or prompt == Prompt.HAND_CARD:
        return True
    return battle.is_losers(s)


@jit
def answer(s, action):
    p = np.int64(s.seat)
    prompt = np.int64(s.prompt)
    s.prompt = NO_PROMPT
    if prompt == Prompt.BATTLE_CARD:
        choose_battle_card(s, p, action - actions.LEVEL_FIRST + 1)
    elif action < actions.PORTAL_FIRST:
        name_card(s, p, prompt, action - actions.LEVEL_FIRST + 1)
    elif action < actions.AS_COMET:
        place_on(s, p, prompt, action - actions.PORTAL_FIRST)
    elif action == actions.AS_COMET:
        play_as_comet(s, p)
    elif action == actions.YES:
        places.remove_last_build(s, 1 - p)
    elif s.placing != 0:  # 5, 22
        places.discard_at_hand(s, p)
        go_on_placing(s)


@jit
def choose_battle_card(s, p, level):
    """26: the card lies face down and counts as a card of the hand until both are revealed."""
    s.choice[p] = level
    if p == 0:
        decisions.ask(s, 1, Prompt.BATTLE_CARD)
    else:
        push(s, Step.REVEAL, 0)


@jit
def name_card(s, p, prompt, level):
    """A card of the War, or of the hand for level 12; its portal is asked for next."""
    if prompt == Prompt.WAR_CARD:
        places.take_from_table(s, p, level)
        s.prompt = Prompt.WAR_BUILD
    else:
        places.take_from_hand(s, p, level)
        s.prompt = Prompt.HAND_BUILD


@jit
def place_on(s, p, prompt, portal):
    places.build(s, p, portal, 1 if prompt == Prompt.HAND_BUILD else np.int64(cards.POINTS[s.placing]))  # 11
    if places.open_portals(s, p) == cards.PORTALS:  # 13
        battle.finish(s, p)
    elif prompt == Prompt.WAR_BUILD:
        push(s, Step.PLACE, 0)


@jit
def play_as_comet(s, p):
    places.play_as_comet(s, p)
    if places.comets_in_play(s) >= cards.COMETS_TO_END:  # 14
        battle.finish_by_comets(s)
    else:
        go_on_placing(s)


@jit
def go_on_placing(s):
    """In a War further cards may have to be decided upon: the loser's Unicorns, or the winner's build cards."""
    if s.seat != s.winner - 1:
        push(s, Step.LOSE, 0)
    elif battle.is_war(s):
        push(s, Step.PLACE, 0)


advance, apply = decisions.machine("unicorn_apocalypse", carry_out, answer)


# What a player cannot know


@jit
def resample(s, seat):
    """The opponent's hand is drawn anew, then the card laid face down; both draw piles are shuffled."""
    other = 1 - seat
    places.redraw_hand(s, other)
    places.shuffle_pile(s, seat)
    if s.choice[other] != 0:
        s.choice[other] = places.card_of_hand(s, other, random.draw(s, places.count(s.hand, other)))  # 27
