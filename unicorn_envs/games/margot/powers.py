"""Fairies and their powers. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine import sets
from unicorn_envs.engine.decisions import ask
from unicorn_envs.engine.jit import jit
from unicorn_envs.games.margot import cards, castles, moves, table, views
from unicorn_envs.games.margot.cards import Castle, FairyKind, Need, Power
from unicorn_envs.games.margot.state import Prompt

# When a Fairy may be used


@jit
def usable_now(s):
    """17: a power is offered only with a legal target at that moment. A set of Fairies."""
    ready = np.int64(s.ready)
    may_be_used = cards.USABLE_WITH_TARGETS[s.targets] | cards.USABLE_ALWAYS
    if s.deck_size[Castle.HUMAN] > 0 or s.deck_size[Castle.WITCH] > 0:
        may_be_used |= cards.USABLE_WITH_DECKS
    seldom = ready & cards.USABLE_SELDOM
    while seldom != 0:
        fairy = sets.lowest(seldom)
        may_be_used |= np.int64(has_its_need(s, fairy)) << fairy
        seldom = sets.without_lowest(seldom)
    return ready & may_be_used


@jit
def has_its_need(s, fairy):
    """Whether a Fairy may be used that none of the sets above tells about."""
    if cards.FAIRY_KIND[fairy] != FairyKind.ACTION:
        return can_lay(s, fairy, Castle.HUMAN) or can_lay(s, fairy, Castle.WITCH)
    if cards.POWER[fairy] == Power.READY:
        return table.any_to_ready(s)
    return table.any_in_illusion(s)


@jit
def can_lay(s, fairy, c):
    """8, 17 and 18: whether the need of a Story Fairy is met, or a Scratch Fairy could act, in this Village."""
    need = cards.NEED[fairy]
    number = np.int64(cards.NEED_NUMBER[fairy])
    if need == Need.ORBS_HERE:
        return table.count_orbs(views.valid_orbs(s, c)) >= number
    if need == Need.SOLDIER_HERE:
        return table.active_soldiers(s, c) >= number
    if need == Need.NO_ENEMY_HERE:
        return table.active_enemies(s, c) == 0 and table.castle_cards(s, c) >= number
    if need == Need.SCRATCHES:
        return table.scratch_total(s) >= number
    if need == Need.DISABLED_ENEMIES:
        return table.disabled_enemies(s) >= number
    if cards.POWER[fairy] == Power.DISABLE:
        return np.int64(s.targets) & cards.TARGETS_OF[fairy] != 0
    if cards.POWER[fairy] == Power.FIND_STORY:
        return table.story_in_deck(s, c) >= 0
    return True


# Using it


@jit
def use_power(s, fairy):
    """Ask for what the power needs; an Action Fairy is disabled (9), the others are laid next."""
    s.power = fairy
    if cards.FAIRY_KIND[fairy] != FairyKind.ACTION:
        ask(s, s.player, Prompt.LAY_VILLAGE)
        return
    moves.use_fairy(s, fairy)
    power = cards.POWER[fairy]
    if power == Power.LOOK:
        for c in range(cards.CASTLE_COUNT):
            if s.deck_size[c] > 0:
                moves.show_top(s, c)
        ask(s, s.player, Prompt.OWL_CASTLE)
    elif power == Power.ILLUSION_TOP:
        ask(s, s.player, Prompt.POWER_CASTLE)
    elif power == Power.READY:
        ask(s, s.player, Prompt.READY_FAIRY)
    else:
        ask(s, s.player, Prompt.POWER_ENEMY)


@jit
def lay(s, fairy, c):
    """A Scratch Fairy whose own scratch brings the Penalty does not act (3)."""
    moves.lay_fairy(s, c, fairy)
    if cards.FAIRY_KIND[fairy] != FairyKind.SCRATCH:
        return
    castles.check_scratches(s, c)
    if s.penalty != 0:
        return
    power = cards.POWER[fairy]
    if power == Power.DISABLE:
        s.power = fairy
        ask(s, s.player, Prompt.POWER_ENEMY)
    elif power == Power.FIND_STORY:
        find_story(s, c)
    elif power == Power.BREAK_AGAIN:
        s.magic_breaks += 1


@jit
def find_story(s, c):
    """Magpie: the cards passed over are shuffled back with the rest of the deck."""
    story = moves.take_from_deck(s, c, table.story_in_deck(s, c))
    moves.put_into_village(s, c, story, 0)


@jit
def act_on_enemy(s, fairy, target):
    c = np.int64(cards.ENEMY_CASTLE[target])
    kind = np.int64(cards.ENEMY_KIND[target])
    i = table.find_active(s, c, kind)
    if cards.POWER[fairy] == Power.DISABLE:
        moves.disable(s, c, i)
        return
    moves.take_from_village(s, c, i)
    if cards.POWER[fairy] == Power.VANISH:
        moves.put_into_illusion(s, c, kind)
        moves.put_fairy_into_illusion(s, fairy)
    else:
        moves.shuffle_into_deck(s, c, kind)


@jit
def return_from_illusion(s, target):
    c = np.int64(cards.ENEMY_CASTLE[target])
    kind = np.int64(cards.ENEMY_KIND[target])
    moves.take_from_illusion(s, c, kind)
    moves.shuffle_into_deck(s, c, kind)


@jit
def choose_castle(s, prompt, c):
    card = moves.take_top(s, c)
    is_enemy = cards.SCRATCH[c, card] != 0
    if prompt == Prompt.OWL_CASTLE:
        moves.put_under_deck(s, c, card)
    elif prompt == Prompt.CHARIOT_CASTLE:  # 10: never a Penalty, not even with the Unyielding King
        moves.put_into_village(s, c, card, 1 if is_enemy else 0)
    elif is_enemy:  # 7: a boss in the Illusion has no effect and is not countered
        moves.put_into_illusion(s, c, card)
    else:
        moves.put_into_village(s, c, card, 0)
