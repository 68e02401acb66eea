"""What can lie on the stack of steps: what cards do, what is asked, and how a turn goes on.

A verb that asks somebody is also the prompt that stands in the record while the answer is awaited, and it is named by
its number in the observation.
"""

from __future__ import annotations

from enum import IntEnum


class Verb(IntEnum):
    """Verbs of cards and of the turn; those up to ``LAST_PROMPT`` are decisions."""

    # A card of a Stable is picked
    DESTROY_UNICORN = 1
    DESTROY_CARD = 2
    DESTROY_TWO = 3
    STEAL_UNICORN = 4
    STEAL_UPGRADE = 5
    SACRIFICE_UNICORN = 6
    SACRIFICE_CARD = 7
    RETURN_CARD = 8
    WRECK = 9  # destroy another player's Upgrade or sacrifice a Downgrade of your own
    MOVE_CARD = 10  # an Upgrade or Downgrade that will be moved
    GIVE_UNICORN = 11  # a Unicorn card that will be moved to another Stable
    STEAL_FROM_THERE = 12
    RETURN_EACH = 13
    EACH_SACRIFICES = 14
    TINY_SACRIFICE = 15
    # A card of a hand
    DISCARD = 16
    DISCARD_UNICORN = 17
    BRING_BASIC = 18
    EACH_DISCARDS = 19
    PHOENIX_DISCARD = 20
    HAND_LIMIT = 21
    # A seat
    CHOOSE_VICTIM = 22  # another player who holds a card
    CHOOSE_PLAYER = 23
    MOVE_TO = 24
    GIVE_TO = 25
    PLAY_INTO = 26
    # A card that lies elsewhere
    FETCH = 27  # a card of the discard pile to hand
    REVIVE = 28  # a Unicorn card of the discard pile into the Stable
    SEARCH = 29  # a card of the deck to hand
    LOOK_AT_TOP = 30
    ORDER_TOP = 31
    TAKE_CHOSEN = 32
    # A word, or a card that says what comes next
    ACCEPT = 33
    KNIGHT_FOR = 34
    MENU = 35
    ACTION = 36
    SECOND_PLAY = 37
    ANSWER = 38
    NEXT_TRIGGER = 39
    # Nothing is asked
    DRAW = 40
    TAKE_RANDOM = 41
    VICTIM_DISCARDS = 42
    SWAP_HANDS = 43
    SACRIFICE_THIS = 44
    SACRIFICE_DOWNGRADES = 45
    ALL_SACRIFICE_EXTRAS = 46
    SHUFFLE_PILE = 47
    SHAKE_UP = 48
    EXTRA_TURN = 49
    SKIP_PHASES = 50
    BRING_BABY = 51
    # Between the steps of a card
    REPLACE = 60  # number: 2 x the hit, + 1 when Black Knight is next
    MOVE_CARDS = 61
    END_EFFECT = 62
    MAGIC_DONE = 63
    # The turn
    BEGIN_TURN = 64
    OFFER_MENU = 65
    DRAW_STEP = 66
    TAKE_ACTION = 67
    PLAY_AGAIN = 68
    END_TURN = 69
    POLL = 70


NO_PROMPT = 0
LAST_STABLE_PICK = Verb.TINY_SACRIFICE
LAST_HAND_PICK = Verb.HAND_LIMIT
LAST_SEAT_PICK = Verb.PLAY_INTO
LAST_PICK_ELSEWHERE = Verb.TAKE_CHOSEN
LAST_PROMPT = Verb.NEXT_TRIGGER
FIRST_OF_MACHINE = Verb.REPLACE
PROMPTS = int(LAST_PROMPT)
