"""What a player remembers, what the observation leaves out, and what a resample may change."""

from __future__ import annotations

import numpy as np
import pytest
from hunt import (
    FEW,
    GAME,
    PROMPT_NAMES,
    at,
    deck,
    deck_size,
    drawn,
    fields,
    known_deck,
    legal,
    lies,
    play,
    position,
    prompt,
    sees,
    spaces_with,
)

from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.games.unicorn_hunt.actions import SPACE_NAMES
from unicorn_envs.games.unicorn_hunt.cards import CARDS, NAMES

# Places in the Grounds


def test_what_was_revealed_stays_known_over_the_turns():
    s = position(deck=("Rhinocorn", "Angel Unicorn", "Alluring Narwhal"))
    play(s, "reveal A1", "reveal E6", "reveal C3")
    assert spaces_with(s, "basic") == ["A1", "C3"] and spaces_with(s, "neigh") == ["E6"]


def test_a_destroyed_card_leaves_no_memory_on_its_space():
    s = position(deck=("Rhinocorn",), grounds=("bBBBBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNN"))
    play(s, "destroy A1")
    assert at(sees(s), "A1") == "." and spaces_with(s, "basic") == []


def test_counting_is_not_filled_in():
    """R34: seven Neighs seen and no Basic left over, and still the last card is unknown."""
    s = position(grounds=("nnnnnn", "nN....", "......", "......", "......"))
    assert at(sees(s), "B2") == "?" and list(fields(s)["unseen"]) == [0, 1]


def test_the_last_card_of_the_deck_is_not_filled_in():
    """R34: what it is follows from R15, by counting."""
    s = position(deck=("Americorn",), rest="discard")
    assert known_deck(s) == {} and fields(s)["discard"].sum() == 29


def test_unseen_counts_what_lies_there_unknown():
    s = position(grounds=("bBn...", "N.....", "......", "......", "......"))
    assert list(fields(s)["unseen"]) == [1, 1] and list(fields(s)["graveyard"]) == [20, 6]


def test_marks_of_an_effect_last_for_that_effect():
    s = drawn("Unicorn on the Cob", "Classy Narwhal")
    play(s, "reveal A1")
    assert spaces_with(s, "chosen") == ["A1"]
    play(s, "reveal A2")
    assert spaces_with(s, "chosen") == []
    play(s, "destroy B1")  # the Action, then the Classy Narwhal
    assert prompt(s) == "REVEAL_SPACE" and spaces_with(s, "chosen") == []


# Places in the deck


def known_pair(*top, **given):
    """A deck whose third and fourth cards are known."""
    order = (*top, "Angel Unicorn", "Rainbow Unicorn", "Shark with a Horn")
    return {"deck": order, "deck_known": {"Angel Unicorn": "owner", "Rainbow Unicorn": "owner"}} | given


def test_known_places_move_up_with_each_draw():
    s = position(**known_pair("Rhinocorn", "Puppicorn"))
    assert known_deck(s) == {3: "Angel Unicorn", 4: "Rainbow Unicorn"}
    play(s, "reveal A1")
    assert known_deck(s) == {2: "Angel Unicorn", 3: "Rainbow Unicorn"}
    play(s, "reveal A1", "reveal A1")  # the second one draws the Angel Unicorn, which finds no Neigh
    assert known_deck(s) == {1: "Rainbow Unicorn"}


def test_known_places_move_up_with_each_discard():
    s = position(phase="draw", **known_pair("Swift Flying Unicorn", "Puppicorn", "Zombie Unicorn", "Americorn"))
    assert known_deck(s) == {1: "Angel Unicorn", 2: "Rainbow Unicorn"}
    s = position(phase="draw", **known_pair("Stabby the Unicorn", "Puppicorn"))
    play(s, "destroy A1")
    assert known_deck(s) == {1: "Angel Unicorn", 2: "Rainbow Unicorn"}


def test_known_places_move_up_when_black_knight_sends_the_top_card_down():
    s = position(phase="beginning", **known_pair("Puppicorn", chamber="Black Knight Unicorn"))
    play(s, "bottom")
    assert known_deck(s) == {1: "Angel Unicorn", 2: "Rainbow Unicorn", deck_size(s): "Puppicorn"}


def test_known_places_stay_when_a_card_goes_under_the_deck():
    s = position(phase="draw", **known_pair("Unicorn Phoenix", discard=("Puppicorn",)))
    play(s, "take Puppicorn")
    assert known_deck(s) == {1: "Angel Unicorn", 2: "Rainbow Unicorn", deck_size(s): "Puppicorn"}


def test_a_reordered_card_is_remembered_until_drawn():
    s = drawn("Magical Flying Unicorn", "Rhinocorn", "Puppicorn", "Americorn")
    play(s, "take Puppicorn", "take Americorn", "destroy A1")
    assert known_deck(s) == {1: "Americorn", 2: "Rhinocorn"}


@pytest.mark.parametrize("card", ["Mermaid Unicorn", "Llamacorn"])
def test_a_shuffled_deck_is_forgotten(card):
    """R14"""
    s = position(phase="draw", **known_pair(card, "Zombie Unicorn"))
    assert known_deck(s) == {}


# The mask follows from what is seen


def beside(i):
    """The spaces left, right, above and below."""
    around = [(i // 6 + down, i % 6 + right) for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0))]
    return {6 * r + c for r, c in around if 0 <= r < 5 and 0 <= c < 6}


def adjacent_from(lying, seen):
    """Spaces of a DESTROY ADJACENT (R9, R10, R11), from what is seen."""
    emptied = set(np.flatnonzero(seen["chosen"]))
    if emptied:
        return {i for i in lying if beside(i) & emptied} - set(np.flatnonzero(seen["brought_back"]))
    groups, rest = [], set(lying)
    while rest:
        group, fresh = set(), {rest.pop()}
        while fresh:
            group |= fresh
            fresh = {j for i in fresh for j in beside(i)} & rest
            rest -= fresh
        groups.append(group)
    steps = int(seen["steps_left"][0])
    most = max(min(len(group), steps) for group in groups)
    return set().union(*(group for group in groups if min(len(group), steps) == most))


def legal_from(seen):
    """What the player who decides may choose, from the observation alone."""
    question = PROMPT_NAMES[int(np.flatnonzero(seen["prompt"])[0])]
    lying = set(np.flatnonzero(seen["open"] == 0))
    openings = set(range(30)) - lying
    used = set(np.flatnonzero(seen["chosen"]))
    verbs = {
        "ACTION": (("reveal", lying), ("destroy", lying)),
        "SECOND_REVEAL": (("reveal", lying - used),),
        "REVEAL_SPACE": (("reveal", lying - used),),
        "DESTROY_SPACE": (("destroy", lying - set(np.flatnonzero(seen["brought_back"]))),),
        "DESTROY_REVEALED_SPACE": (("destroy", lying & used),),
        "DESTROY_ADJACENT_SPACE": (("destroy", adjacent_from(lying, seen) if lying else ()),),
    } | {name: (("return", openings),) for name in PROMPT_NAMES if "RETURN" in name}  # fmt: skip
    names = [f"{verb} {SPACE_NAMES[i]}" for verb, spaces in verbs.get(question, ()) for i in sorted(spaces)]
    rows = {i // 6 for i in lying} or set(range(5))
    names += {
        "ROW": [f"row {'ABCDE'[i]}" for i in sorted(rows)],
        "ORDER": [f"take {NAMES[i + 1]}" for i in np.flatnonzero(seen["looked_at"])],
        "FETCH_CARD": [f"take {NAMES[i + 1]}" for i in np.flatnonzero(seen["discard"])],
        "BUYOUT": ["yes", "no"],
        "SECOND_REVEAL": ["no"],
        "BLACK_KNIGHT_LOOK": ["leave", "bottom"],
    }.get(question, [])
    return names


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"chamber_buyout": True, "turn_cap": 50, "reward": "win", "mode": "hard"}])
def test_the_legal_actions_follow_from_the_observation(players, options):
    """Equal observations of a seat have equal masks, since the mask can be told from the observation."""
    rng = np.random.default_rng(players)
    asked = set()
    for seed in range(120 // players if COMPILED else 2):
        s = GAME.new(seed=seed, num_players=players, **options)
        while not GAME.over(s):
            names = legal(s)
            assert names == legal_from(fields(s, GAME.seat(s))), seed
            asked.add(prompt(s))
            GAME.apply(s, str(rng.choice(names)))
    wanted = {name for name in PROMPT_NAMES if options or "BUYOUT" not in name}
    assert asked == wanted or not COMPILED


# Nothing more than that: resampling


def played(players, seed, steps, **options):
    s = GAME.new(seed=seed, num_players=players, **options)
    GAME.play_random(s, seed=seed + 1, limit=steps)
    return s


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_resample_changes_nothing_that_a_player_knows(players):
    for seed in range(12):
        s = played(players, seed, 7 * players * (seed % 5))
        for seat in range(players):
            other = GAME.resample(s, seat, seed=99)
            assert GAME.problem(other) is None
            assert (GAME.observe(s, seat) == GAME.observe(other, seat)).all()
            if seat == GAME.seat(s):
                assert (GAME.mask(s) == GAME.mask(other)).all()


def test_a_resample_redraws_what_is_not_known():
    s = position(grounds=("bbbBBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNn"), deck_known={NAMES[5]: "owner"})
    others = [GAME.resample(s, 0, seed=k) for k in range(200)]
    neighs = np.mean([[letter == "N" for letter in "".join(lies(o))] for o in others], axis=0)
    assert (neighs[:3] == 0).all() and neighs[29] == 1
    assert np.abs(neighs[3:29] - 7 / 26).max() < 5 * np.sqrt(7 / 26 * 19 / 26 / 200)
    place = deck(s).index(NAMES[5])
    assert all(deck(o)[place] == NAMES[5] for o in others)
    assert len({deck(o)[0] for o in others}) > 20


def test_a_rival_cannot_tell_cards_that_only_their_owner_saw():
    """R35: seen cards and reordered decks are redrawn for a rival, cards known to all are not."""
    first = {
        "grounds": ("bnBBBB", "BBBBBB", "BBBBBB", "BBBBNN", "NNNNNB"), "shown": ("E5",),
        "deck_known": {"Americorn": "owner", "Puppicorn": "all"},
    }  # fmt: skip
    s = position(players=[first, {}])
    others = [GAME.resample(s, 1, seed=k) for k in range(60)]
    assert {at(lies(o), "A1") for o in others} == {"B", "N"} and {at(lies(o), "E5") for o in others} == {"N"}
    assert len({deck(o).index("Americorn") for o in others}) > 5
    assert {deck(o).index("Puppicorn") for o in others} == {deck(s).index("Puppicorn")}


def test_the_seed_and_hidden_cards_do_not_reach_the_observation():
    a = position(grounds=("BN....", "......", "......", "......", "......"), seed=1)
    b = position(grounds=("NB....", "......", "......", "......", "......"), seed=2)
    assert (GAME.observe(a) == GAME.observe(b)).all() and (GAME.mask(a) == GAME.mask(b)).all()


def test_observations_keep_their_bounds():
    for players in (1, 4):
        layout = GAME.observation.for_players(players)
        for seed in range(3):
            s = GAME.new(seed=seed, num_players=players, chamber_buyout=True)
            while not GAME.over(s):
                for seat in range(players):
                    obs = GAME.observe(s, seat)
                    assert ((layout.low <= obs) & (obs <= layout.high)).all()
                GAME.play_random(s, seed=seed, limit=5)


def test_a_long_game_shows_its_turn_in_two_digits():
    s = position(turn=9_999, turn_cap=10_000, grounds=FEW)
    assert list(fields(s)["turn"]) == [99, 99]


def test_every_card_can_be_told_from_the_others_in_a_deck():
    s = position(deck=[card.name for card in CARDS], deck_known={card.name: "owner" for card in CARDS})
    assert [known_deck(s)[place] for place in range(1, 31)] == deck(s)


# Views: what is shown is kept in the record


@pytest.mark.parametrize("view", ["owner_view", "rival_view", "shown_to_all", "lying"])
def test_a_view_that_shows_something_else_is_reported(view):
    s = played(2, seed=3, steps=20)
    for entry in np.ndindex(s[view][0, 1].shape):
        wrong = s.copy()
        wrong[view][(0, 1, *entry)] ^= 1
        before = wrong.copy()
        assert GAME.problem(wrong) == GAME.invariants[7]
        assert wrong.tobytes() == before.tobytes()
