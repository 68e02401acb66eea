"""What happens in Unicorn Hunt. Numbers in comments are the rulings of RULES.md.

Here are the set-up, the steps, and the answers to decisions. ``turn.py`` has the course of a turn and the end,
``grounds.py`` and ``deck.py`` what is done to the cards, ``invariants.py`` what must always hold.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import decisions, piles, random, sets
from unicorn_envs.engine.decisions import NO_PROMPT, ask_for
from unicorn_envs.engine.jit import jit
from unicorn_envs.engine.steps import push
from unicorn_envs.games.unicorn_hunt import actions, cards, deck, grounds, turn, views
from unicorn_envs.games.unicorn_hunt.cards import CARD_TYPES, SPACES, Verb
from unicorn_envs.games.unicorn_hunt.state import ALL_KNOW, BASIC, NEIGH, OWNER_KNOWS, Course, Prompt

# Set-up


@jit
def reset(s, options, seed):
    random.reseed(s, seed)
    s.num_players = options[0]
    s.mode = options[1]
    s.turn_cap = options[2]
    s.chamber_buyout = options[3]
    s.reward = options[4]
    for p in range(s.num_players):
        for i in range(SPACES):
            s.grounds[p, i] = BASIC if i < cards.BASICS else NEIGH
        piles.shuffle(s, s.grounds[p], SPACES)
        for i in range(CARD_TYPES):
            s.deck[p, i] = i + 1
        piles.shuffle(s, s.deck[p], CARD_TYPES)
        s.deck_size[p] = CARD_TYPES
    s.player = random.draw(s, s.num_players)  # 31: the first seat of a race is random
    s.seat = s.player
    push(s, Course.BEGIN_TURN, 0)
    start(s)


@jit
def start(s):
    """Begin play where the cards and the steps to come are set up, and nothing is shown yet."""
    for p in range(s.num_players):
        views.show_all(s, p)
    advance(s)


# Steps


@jit
def carry_out(s, step, number):
    if step == Course.BEGIN_TURN:
        turn.begin_turn(s)
    elif step == Course.CHAMBER_ACTS:
        deck.push_beginning(s, s.chamber[s.player])
    elif step == Course.TAKE_ACTION:
        grounds.forget_chosen(s)
        grounds.ask(s, Prompt.ACTION, 1)
    elif step == Course.DRAW:
        turn.draw_card(s)
    elif step == Course.DISCARD_RESOLVED:
        deck.discard_resolved(s)
    elif step == Course.END_TURN:
        turn.end_turn(s)
    elif step == Verb.REVEAL:
        grounds.ask(s, Prompt.REVEAL_SPACE, number)
    elif step == Course.ASK_SECOND_REVEAL:
        grounds.ask(s, Prompt.SECOND_REVEAL, 1)
    elif step == Verb.DESTROY:
        grounds.ask(s, Prompt.DESTROY_SPACE, number)
    elif step == Verb.DESTROY_ADJACENT:
        grounds.ask(s, Prompt.DESTROY_ADJACENT_SPACE, number)
    elif step == Verb.DESTROY_REVEALED:
        grounds.ask(s, Prompt.DESTROY_REVEALED_SPACE, number)
    elif step == Verb.DESTROY_REVEALED_NEIGHS:
        grounds.destroy_revealed_neighs(s)
    elif step == Verb.RETURN_BASIC:
        grounds.ask(s, Prompt.RETURN_BASIC_SPACE, number)
    elif step == Verb.RETURN_NEIGH:
        grounds.ask(s, Prompt.RETURN_NEIGH_SPACE, number)
    elif step == Course.BUYOUT_BASICS:
        grounds.ask(s, Prompt.BUYOUT_RETURN, number)
    elif step == Course.ZOMBIE_RETURN:
        grounds.ask(s, Prompt.ZOMBIE_RETURN_SPACE, number)
    elif step == Verb.SHUFFLE_GROUNDS:
        grounds.shuffle_grounds(s)
    elif step == Verb.SHUFFLE_DECK:
        deck.shuffle_deck(s)
    elif step == Verb.DISCARD_CHAMBER:
        deck.discard_chamber(s)
    elif step == Verb.DISCARD_TOP:
        deck.discard_top(s, number)
    elif step == Verb.CHAMBER_INTO_DECK:
        deck.chamber_into_deck(s)
    elif step == Verb.FIND_CHAMBER:
        deck.find_chamber(s)
    elif step == Verb.REORDER_TOP:
        deck.look_at_top_cards(s, number)
    elif step == Verb.FETCH:
        if deck.discard_count(s, s.player) > 0:  # 23
            ask_for(s, s.player, Prompt.FETCH_CARD, 1)
    elif step == Verb.CHOOSE_ROW:
        ask_for(s, s.player, Prompt.ROW, 1)
    elif step == Verb.LOOK_AT_TOP:
        deck.look_at_top(s)
    elif step == Verb.FLIP_TO_RETURN_BASIC:
        if random.flip(s) == 1:
            push(s, Verb.RETURN_BASIC, number)


# What is legal


@jit
def write_mask(s, out):
    for a in range(out.shape[0]):
        out[a] = 0
    if s.seat < 0:
        return
    p = s.player
    prompt = s.prompt
    spaces = grounds.candidates(s)
    if prompt == Prompt.ACTION:
        sets.write(spaces, out, actions.REVEAL_FIRST, SPACES)
        sets.write(spaces, out, actions.DESTROY_FIRST, SPACES)
    elif prompt == Prompt.REVEAL_SPACE or prompt == Prompt.SECOND_REVEAL:
        sets.write(spaces, out, actions.REVEAL_FIRST, SPACES)
        if prompt == Prompt.SECOND_REVEAL:
            out[actions.NO] = 1
    elif grounds.destroys(prompt):
        sets.write(spaces, out, actions.DESTROY_FIRST, SPACES)
    elif prompt == Prompt.BUYOUT:
        out[actions.YES] = 1
        out[actions.NO] = 1
    elif prompt == Prompt.BLACK_KNIGHT_LOOK:
        out[actions.LEAVE] = 1
        out[actions.BOTTOM] = 1
    elif prompt == Prompt.ROW:
        for row in range(cards.ROWS):
            out[actions.ROW_FIRST + row] = grounds.has_card_in_row(s, row)
    elif prompt == Prompt.ORDER:
        for i in range(np.int64(s.deck_size[p]) - deck.ordered(s), deck.next_to_order(s) + 1):
            out[actions.TAKE_FIRST + np.int64(s.deck[p, i]) - 1] = 1
    elif prompt == Prompt.FETCH_CARD:
        for card in range(1, CARD_TYPES + 1):
            out[actions.TAKE_FIRST + card - 1] = s.discard[p, card]
    else:
        sets.write(spaces, out, actions.RETURN_FIRST, SPACES)


# Answers


@jit
def answer(s, action):
    prompt = np.int64(s.prompt)
    steps = np.int64(s.steps_left)
    if prompt == Prompt.ORDER:
        order_next(s, action - actions.TAKE_FIRST + 1)
        return
    s.prompt = NO_PROMPT
    s.steps_left = 0
    if action < actions.DESTROY_FIRST:
        answer_reveal(s, prompt, steps, action - actions.REVEAL_FIRST)
    elif action < actions.RETURN_FIRST:
        answer_destroy(s, prompt, steps, action - actions.DESTROY_FIRST)
    elif action < actions.ROW_FIRST:
        answer_return(s, prompt, steps, action - actions.RETURN_FIRST)
    elif action < actions.TAKE_FIRST:
        grounds.turn_row_up(s, action - actions.ROW_FIRST)
    elif action < actions.YES:
        deck.fetch(s, action - actions.TAKE_FIRST + 1)
    elif action == actions.YES:
        push(s, Verb.DISCARD_CHAMBER, 1)
        push(s, Course.BUYOUT_BASICS, turn.BUYOUT_PRICE)
    elif action == actions.NO:
        if prompt == Prompt.BUYOUT:
            push(s, Course.CHAMBER_ACTS, 0)
    elif action == actions.BOTTOM:
        deck.put_top_under(s)


@jit
def answer_reveal(s, prompt, steps, space):
    grounds.reveal(s, space)
    if prompt == Prompt.ACTION:
        if cards.SECOND_REVEAL[s.chamber[s.player]] != 0:
            push(s, Course.ASK_SECOND_REVEAL, 1)
    elif prompt == Prompt.REVEAL_SPACE and steps > 1:
        push(s, Verb.REVEAL, steps - 1)


@jit
def answer_destroy(s, prompt, steps, space):
    if steps > 1:
        push(s, Verb.DESTROY if prompt == Prompt.DESTROY_SPACE else Verb.DESTROY_ADJACENT, steps - 1)
    grounds.destroy(s, space)


@jit
def answer_return(s, prompt, steps, space):
    grounds.return_card(s, space, NEIGH if prompt == Prompt.RETURN_NEIGH_SPACE else BASIC)
    if prompt == Prompt.ZOMBIE_RETURN_SPACE:
        s.brought_back |= sets.of(space)
    elif steps > 1:
        if prompt == Prompt.RETURN_BASIC_SPACE:
            push(s, Verb.RETURN_BASIC, steps - 1)
        elif prompt == Prompt.BUYOUT_RETURN:
            push(s, Course.BUYOUT_BASICS, steps - 1)
        else:
            push(s, Verb.RETURN_NEIGH, steps - 1)


@jit
def order_next(s, card):
    deck.put_next(s, card)
    if s.steps_left == 1:  # 16: the last card by itself
        s.steps_left = 0
        s.prompt = NO_PROMPT


advance, apply = decisions.machine("unicorn_hunt", carry_out, answer)


# What a player cannot know


@jit
def resample(s, seat):
    """Cards whose place ``seat`` does not know change places with each other, on each player's side."""
    for p in range(s.num_players):
        level = OWNER_KNOWS if p == seat else ALL_KNOW
        piles.shuffle_hidden(s, s.grounds[p], s.known[p], SPACES, level)
        piles.shuffle_hidden(s, s.deck[p], s.deck_known[p], s.deck_size[p], level)
        views.show_all(s, p)  # what the others know of themselves changed
