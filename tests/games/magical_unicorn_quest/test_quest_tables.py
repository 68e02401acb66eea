"""Tables of cards of one's own: other names and numbers, every verb; played whole, or refused where they cannot be."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from quest import GAME, asked, choices, deck, hand, no_more, pile, play, prompt, removed, stable, winners
from rich.console import Console

import unicorn_envs
from unicorn_envs.agents import make_agent
from unicorn_envs.evaluation import duplicate_match
from unicorn_envs.games.magical_unicorn_quest.card_tables import UNUSED_NAMES, cards_of, names_of, reconstructed
from unicorn_envs.games.magical_unicorn_quest.cards import (
    CARD_TYPES,
    CARDS,
    FIRST_POTION,
    FIRST_SPECIES,
    IN_THE_BOX,
    MOST_OF,
    NAME_BYTES,
    VERBS,
    Kind,
)
from unicorn_envs.table.terminal import Table

RULES = Path(unicorn_envs.__file__).parent / "games" / "magical_unicorn_quest" / "RULES.md"

Rows = dict[str, dict[str, Any]]

TEN_OTHERS: Rows = {
    "Goblin": {"copies": 4, "first": ("play beings", 2), "second": ("may play beings", 3)},
    "Sphinx": {"copies": 4, "first": ("look", 3), "second": ("search", 1)},
    "Mermaid": {"copies": 4, "first": ("draw", 2), "second": ("search", 2)},
    "Gnome": {"copies": 4, "first": ("all draw", 2), "second": ("draw with stablemate", 3)},
    "Ogre": {"copies": 4, "first": ("discard", 2), "second": ("make discard", 2)},
    "Giant": {"copies": 4, "first": ("discard a being here", 1), "second": ("may discard a being", 1)},
    "Wyvern": {"copies": 4, "first": ("all discard", 2), "second": ("may remove a being", 1)},
    "Ghost": {"copies": 4, "first": ("may take the top discard", 1), "second": ("may take a discard", 1)},
    "Fée des bois": {"copies": 4, "first": ("draw", 1), "second": ("all draw", 1)},
    "Yeti": {"copies": 4, "first": ("look", 2), "second": ("discard a being here", 1)},
    "Hay": {"copies": 4, "effect": ("move a being", 1)},
    "Riddle": {"copies": 4, "effect": ("ask for a card", 1)},
    "Wand": {"copies": 4, "effect": ("draw", 3)},
    "Mirror": {"copies": 4, "effect": ("take from a hand", 1)},
    "Net": {"copies": 4, "effect": ("take a discard", 1)},
    "Trap": {"copies": 3, "effect": ("discard a being", 1)},
    "Market": {"copies": 3, "effect": ("swap cards", 1)},
    "Map": {"copies": 3, "effect": ("search", 2)},
    "Storm": {"copies": 3, "effect": ("all discard", 1)},
    "Lens": {"copies": 3, "effect": ("look", 3)},
    "Halt": {"copies": 8},
    "Unicorn Thief": {"copies": 7},
}
"""Ten other species and ten other potions."""
ONE_OF_EACH: Rows = {
    "Goblin": {"copies": 40, "first": ("play beings", 1), "second": ("make discard", 3)},
    "Wand": {"copies": 35, "effect": ("draw", 1)},
}
SMALL: Rows = {
    "Goblin": {"copies": 3, "first": ("draw", 1), "second": ("may discard a being", 1)},
    "Mirror": {"copies": 2, "effect": ("take from a hand", 1)},
    "Halt": {"copies": 2},
    "Unicorn Thief": {"copies": 1},
}
"""Twelve cards with the unicorns: two players and no deck."""
MANY_COPIES: Rows = {
    "Goblin": {"copies": 14, "first": ("draw", 1), "second": ("search", 1)},
    "Sphinx": {"copies": 13, "first": ("look", 1), "second": ("search", 2)},
    "Yeti": {"copies": 13, "first": ("all draw", 3), "second": ("all discard", 3)},
    "Wand": {"copies": 11, "effect": ("may take the top discard", 1)},
    "Trap": {"copies": 12, "effect": ("may discard a being", 1)},
    "Hay": {"copies": 12, "effect": ("move a being", 1)},
    "Halt": {"copies": 14},
    "Unicorn Thief": {"copies": 1},
}
POTIONS_WITH_VERBS_OF_ABILITIES: Rows = {
    "Goblin": {"copies": 40, "first": ("discard", 1), "second": ("draw", 3)},
    "Lens": {"copies": 4, "effect": ("look", 2)},
    "Map": {"copies": 4, "effect": ("search", 1)},
    "Feast": {"copies": 4, "effect": ("all draw", 1)},
    "Bonfire": {"copies": 3, "effect": ("discard", 2)},
    "Toll": {"copies": 4, "effect": ("make discard", 1)},
    "Trap": {"copies": 3, "effect": ("may discard a being", 1)},
    "Storm": {"copies": 3, "effect": ("all discard", 2)},
    "Abyss": {"copies": 4, "effect": ("may remove a being", 1)},
    "Echo": {"copies": 3, "effect": ("may take the top discard", 1)},
    "Rake": {"copies": 3, "effect": ("may take a discard", 1)},
}
TABLES = {
    "ten others": (TEN_OTHERS, 4),
    "one of each": (ONE_OF_EACH, 3),
    "small": (SMALL, 2),
    "many copies": (MANY_COPIES, 5),
    "potions like abilities": (POTIONS_WITH_VERBS_OF_ABILITIES, 6),
}


@pytest.fixture(params=list(TABLES))
def table(request: pytest.FixtureRequest) -> tuple[Rows, int]:
    """A table of one's own, and players for it."""
    return TABLES[request.param]


def test_the_tables_of_these_tests_have_every_verb() -> None:
    effects = [row[key] for cards, _ in TABLES.values() for row in cards.values() for key in row if key != "copies"]
    assert {verb for verb, _ in effects} == {verb.name for verb in VERBS.values()}
    on_potions = {row["effect"][0] for cards, _ in TABLES.values() for row in cards.values() if "effect" in row}
    assert on_potions == {verb.name for verb in VERBS.values() if verb.potion}


def test_whole_games_with_every_invariant_honest_observations_and_text(table: tuple[Rows, int]) -> None:
    cards, players = table
    layout = GAME.observation.for_players(players)
    names = {*cards, "Golden Unicorn", "Majestic Unicorn", "Halt", "Unicorn Thief"}
    generator = np.random.default_rng(1)
    prompts, ended = set(), 0
    for seed in range(4):
        state = GAME.new(seed, num_players=players, cards=cards, turn_cap=60, auto_single=seed % 2 == 0)
        for step in range(20_000):
            assert GAME.problem(state) is None
            if GAME.over(state):
                break
            for seat in range(players) if step % 10 == 0 else ():
                observation = GAME.observe(state, seat)
                assert (layout.low <= observation).all() and (observation <= layout.high).all()
                other = GAME.resample(state, seat, seed=step)
                assert GAME.problem(other) is None
                assert GAME.observe(other, seat).tobytes() == observation.tobytes()
                assert GAME.describe(other, seat) == GAME.describe(state, seat)
                assert not any(f"{name}" in GAME.describe(state, seat) for name in UNUSED_NAMES.values())
            prompts.add(prompt(state))
            legal = GAME.actions_of(state).legal(GAME.mask(state))
            shown = {name.partition(" ")[2] for name in legal if name.split()[0] in ("play", "choose")}
            assert shown <= names
            GAME.apply(state, legal[int(generator.integers(len(legal)))])
        ended += GAME.over(state)
        assert GAME.describe(state).splitlines()[-1].startswith("the game is over: ")
    assert ended == 4 and len(prompts) >= 6


def test_the_heuristic_plays_whole_games(table: tuple[Rows, int]) -> None:
    cards, players = table
    heuristic, random = make_agent("heuristic", GAME), make_agent("random", GAME, seed=1)
    seats = [heuristic] + [random] * (players - 1)
    returns, _ = duplicate_match(GAME, seats, 12, seed=3, num_players=players, cards=cards, turn_cap=100)
    assert np.isfinite(returns).all()


@pytest.mark.slow
def test_the_heuristic_beats_random_players_with_ten_other_species() -> None:
    heuristic, random = make_agent("heuristic", GAME), make_agent("random", GAME, seed=1)
    returns, _ = duplicate_match(GAME, [heuristic, heuristic, random, random], 300, seed=4, cards=TEN_OTHERS)
    assert (returns[:, :, :2] > 0).mean() > 0.75


def test_a_table_of_ones_own_is_part_of_the_state(table: tuple[Rows, int]) -> None:
    cards, players = table
    state = GAME.new(seed=3, num_players=players, cards=cards)
    options = GAME.options_of(state)
    assert options["cards"] == {"Halt": {"copies": 10}, "Unicorn Thief": {"copies": 5}, **cards}
    assert GAME.state_from_bytes(GAME.state_to_bytes(state)).tobytes() == state.tobytes()
    assert GAME.complete_options(**json.loads(json.dumps(options))) == options
    again = GAME.new(seed=3, **options)
    assert again.tobytes() == state.tobytes()
    batch = unicorn_envs.make_batch(GAME.name, num_envs=3, seed=0, num_players=players, cards=cards)
    assert all(GAME.options_of(batch.states[i : i + 1])["cards"] == options["cards"] for i in range(3))
    env = unicorn_envs.make(GAME.name, num_players=players, cards=cards)
    env.reset(seed=3)
    assert GAME.options_of(env.game_state)["cards"] == options["cards"]


def test_the_deck_has_the_copies_of_the_table(table: tuple[Rows, int]) -> None:
    cards, players = table
    state = GAME.new(seed=1, num_players=players, cards=cards)
    everything = deck(state) + [name for p in range(players) for name, n in hand(state, p).items() for _ in range(n)]
    for name, row in cards.items():
        if name not in ("Halt", "Unicorn Thief"):
            # The first step of the first turn may have played on by itself: cards on the table, in a pile, a stable
            elsewhere = pile(state).count(name) + sum(stable(state, k).get(name, 0) for k in range(players))
            assert everything.count(name) + elsewhere == row["copies"]


def test_the_names_of_the_table_are_used_everywhere() -> None:
    state = GAME.position(
        hands=[["Wand", "Goblin"], ["Halt"], [], []], stables={3: ["Fée des bois"]}, discard=["Hay"], cards=TEN_OTHERS
    )
    assert choices(state) == {"pass", "play Wand"}
    with pytest.raises(ValueError, match="there is no action called 'play Pixie Dust'"):
        GAME.apply(state, "play Pixie Dust")
    with pytest.raises(ValueError, match=r"\(play Goblin\) is not legal for player_0, who may choose pass, play Wand"):
        GAME.apply(state, "play goblin")
    text = GAME.describe(state, 0)
    assert "Goblin, Wand" in text and "Fée des bois ]" in text and "Hay" in text and "not seen: " in text
    assert "Dwarf" not in GAME.describe(state) and "Dwarf" not in text
    with pytest.raises(ValueError, match="no card called 'Dwarf'; there are Golden Unicorn, Majestic Unicorn, Goblin"):
        GAME.position(hands=[["Dwarf"], []], cards=TEN_OTHERS)
    env = unicorn_envs.make(GAME.name, cards=TEN_OTHERS)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal for player_"):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0]))


def test_a_table_in_the_terminal_speaks_of_its_own_cards() -> None:
    shown = io.StringIO()
    agents = [make_agent("random", GAME, seed=seat) for seat in range(3)]
    table = Table(GAME, {"num_players": 3, "cards": TEN_OTHERS, "turn_cap": 30}, agents, 1, Console(file=shown))
    table.watch(0.0)
    text = shown.getvalue()
    assert ": play Goblin" in text and ": choose Goblin" in text and "the game is over: " in text
    assert not any(name in text for name in reconstructed() if name not in TEN_OTHERS)


def test_the_texts_of_cards_follow_the_table() -> None:
    texts = {card.name: card.text for card in GAME.cards_of(GAME.new(1, num_players=3, cards=TEN_OTHERS))}
    assert set(TEN_OTHERS) <= set(texts) and all(texts.values())
    assert [card.name for card in GAME.cards_of(GAME.new(1))] == [card.name for card in GAME.cards]


def test_asking_for_a_card_names_those_of_the_table() -> None:
    state = GAME.position(hands=[["Riddle", "Halt"], ["Yeti"], []], cards=TEN_OTHERS)
    play(state, "0 play Riddle")
    assert choices(state) == {f"choose {name}" for name in (*TEN_OTHERS, "Golden Unicorn", "Majestic Unicorn")}
    small = GAME.position(hands=[["Mirror", "Halt"], ["Goblin", "Mirror"]], cards=SMALL, step="potion")
    play(small, "0 play Mirror")
    assert no_more(small, 0, 1) == {"Golden Unicorn", "Majestic Unicorn", *SMALL}


def test_play_beings_is_compulsory_as_often_as_its_number_says() -> None:
    state = GAME.position(
        hands=[["Ghost", "Giant", "Yeti"], [], []], stables={2: ["Goblin"]}, step="abilities", cards=TEN_OTHERS
    )
    assert asked(state) == (0, "MUST_PLAY_BEING") and choices(state) == {"play Ghost", "play Giant", "play Yeti"}
    assert "(2 to go)" in GAME.describe(state, 0)
    play(state, "0 play Giant")
    assert asked(state) == (0, "MUST_PLAY_BEING") and choices(state) == {"play Ghost", "play Yeti"}
    play(state, "0 play Ghost")
    assert asked(state)[1] == "SPECIES" and hand(state, 0) == {"Yeti": 1}


def potion(card: str, *, hands: list[list[str]], **given: Any) -> Any:
    """Seat 0 plays a potion of POTIONS_WITH_VERBS_OF_ABILITIES."""
    cards = POTIONS_WITH_VERBS_OF_ABILITIES
    state = GAME.position(hands=[[card, *hands[0]], *hands[1:]], cards=cards, **given)
    return play(state, f"0 play {card}")


def test_potions_with_verbs_of_abilities() -> None:
    state = potion("Lens", hands=[["Goblin"], [], []], deck=["Halt", "Rake"])
    play(state, "0 choose Rake")
    assert hand(state, 0) == {"Goblin": 1, "Rake": 1} and deck(state)[0] == "Halt" and pile(state) == ["Lens"]
    state = potion("Map", hands=[["Goblin"], [], []])
    assert hand(state, 0) == {"Goblin": 1, "Golden Unicorn": 1} and pile(state) == ["Map"]
    state = potion("Feast", hands=[["Goblin"], [], []], deck=["Halt", "Rake", "Map"])
    assert [sum(hand(state, p).values()) for p in range(3)] == [2, 1, 1]
    state = potion("Bonfire", hands=[["Goblin", "Halt", "Rake"], [], []])
    play(state, "0 choose Rake", "0 choose Halt")
    assert pile(state) == ["Bonfire", "Halt", "Rake"] and hand(state, 0) == {"Goblin": 1}
    state = potion("Toll", hands=[["Goblin"], ["Rake", "Map"], ["Map"]])
    play(state, "0 adventurer 1", "1 choose Map")
    assert pile(state) == ["Toll", "Map"]
    state = potion("Trap", hands=[["Goblin"], [], []], stables={1: ["Golden Unicorn", "Goblin"]})
    play(state, "0 stable 1", "0 choose Golden Unicorn")
    assert stable(state, 1) == {"Goblin": 1} and deck(state)[-1] == "Golden Unicorn" and pile(state) == ["Trap"]
    state = potion("Storm", hands=[["Goblin", "Rake", "Map"], ["Map"], []])
    play(state, "0 choose Map", "0 choose Rake")
    assert pile(state) == ["Storm", "Map", "Rake", "Map"]
    state = potion("Abyss", hands=[["Halt", "Goblin"], [], []], stables={1: ["Golden Unicorn", "Goblin"]})
    play(state, "0 stable 1")
    assert removed(state) == {"Goblin": 1} and pile(state) == ["Abyss"]
    state = potion("Echo", hands=[["Goblin"], [], []], discard=["Rake", "Map"])
    play(state, "0 choose Rake")
    assert hand(state, 0) == {"Goblin": 1, "Rake": 1} and pile(state) == ["Echo", "Map"]
    state = potion("Rake", hands=[["Goblin"], [], []], discard=["Map", "Halt"])
    play(state, "0 choose Halt")
    assert hand(state, 0) == {"Goblin": 1, "Halt": 1} and pile(state) == ["Rake", "Map"]


@pytest.mark.parametrize("card", ["Toll", "Trap", "Abyss", "Echo", "Rake"])
def test_a_potion_without_a_legal_target_cannot_be_played(card: str) -> None:
    state = GAME.position(
        hands=[[card, "Map"], [], []], cards=POTIONS_WITH_VERBS_OF_ABILITIES, auto_single=False, rest="deck"
    )
    assert choices(state) == {"pass", "play Map"}


def test_a_win_with_cards_of_ones_own() -> None:
    state = GAME.position(
        hands=[["Hay"], [], [], []], stables={1: ["Golden Unicorn"], 0: ["Majestic Unicorn", "Yeti"]}, cards=TEN_OTHERS
    )
    play(state, "0 play Hay", "0 stable 1", "0 stable 0")
    assert winners(state) == [0, 1]


# Numbers of the cards


def test_cards_have_numbers_in_order_and_those_of_many_copies_spare_ones() -> None:
    def names(cards: Rows, players: int = 3) -> tuple[str, ...]:
        return names_of(GAME.new(seed=1, num_players=players, cards=cards)["cards"][0])

    ten = names(TEN_OTHERS)
    assert ten[FIRST_SPECIES : FIRST_SPECIES + 10] == tuple(TEN_OTHERS)[:10]
    assert ten[FIRST_POTION : FIRST_POTION + 10] == tuple(TEN_OTHERS)[10:20]
    many = names(MANY_COPIES)
    assert many[FIRST_SPECIES : FIRST_SPECIES + 2] == ("Sphinx", "Yeti") and many[FIRST_SPECIES + 8] == "Goblin"
    assert many[FIRST_POTION] == UNUSED_NAMES[FIRST_POTION] and many[FIRST_POTION + 7 : FIRST_POTION + 10] == (
        "Wand",
        "Trap",
        "Hay",
    )
    assert len(set(many[1:])) == CARD_TYPES


def test_every_table_of_the_box_has_a_number_for_each_card_that_holds_its_copies() -> None:
    """Any number of names, any copies that add up to what is in the box."""
    generator = np.random.default_rng(7)
    for _ in range(300):
        cards: Rows = {}
        for kind, most in (("species", IN_THE_BOX[Kind.SPECIES]), ("potion", IN_THE_BOX[Kind.POTION])):
            names = int(generator.integers(1, 11))
            share = generator.dirichlet(np.full(names, generator.choice([0.2, 1.0, 50.0])))
            copies = 1 + generator.multinomial(most - names, share)
            for k, n in enumerate(copies):
                effects = {"effect": ("draw", 1)}
                if kind == "species":
                    effects = {"first": ("draw", 1), "second": ("draw", 2)}
                cards[f"{kind} {k}"] = {"copies": int(n), **effects}
        state = GAME.new(seed=1, cards=cards)
        assert GAME.options_of(state)["cards"] == {"Halt": {"copies": 10}, "Unicorn Thief": {"copies": 5}, **cards}
        assert (state["cards"][0, :, 0] <= np.array(MOST_OF)).all()
        assert GAME.problem(state) is None


# What cannot be said


def changed(name: str, **entries: Any) -> dict[str, Any]:
    """Options with the reconstructed table, in which one row has other entries (None: left out)."""
    table = reconstructed()
    row = {**table.get(name, {}), **entries}
    table[name] = {key: entry for key, entry in row.items() if entry is not None}
    return {"cards": table}


SPECIES = {"copies": 1, "first": ("draw", 1), "second": ("draw", 2)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cards": "printed"}, "'reconstructed' or a mapping of the names of 1 to 10 species and 1 to 10 potions"),
        ({"cards": 7}, "'reconstructed' or a mapping"),
        ({"cards": {}}, "there must be 1 to 10 species, not 0"),
        ({"cards": {"Elf": SPECIES}}, "there must be 1 to 10 potions, not 0"),
        ({"cards": {**reconstructed(), **{f"E{k}": SPECIES for k in range(3)}}}, "1 to 10 species, not 11"),
        (changed("Elf", copies=6), "the box holds 40 species cards, this table 41"),
        (changed("Pixie Dust", copies=6), "the box holds 35 potions cards, this table 36"),
        (changed("Halt", copies=11), "the box holds 15 magic cards, this table 16"),
        (changed("Halt", copies=15), "copies of Halt must be 1 to 14, not 15"),
        (changed("Elf", copies=0), "copies of Elf must be 1 to 40, not 0"),
        (changed("Elf", copies=-3), "copies of Elf must be 1 to 40, not -3"),
        (changed("Elf", third=("draw", 1)), "row of Elf has .*third; a species has copies, first and second, a potion"),
        (changed("Elf", second=None), "row of Elf has copies, first; a species has copies, first and second"),
        (changed("Elf", effect=("draw", 1)), "row of Elf has copies, first, second, effect; a species has"),
        (changed("Pixie Dust", copies=None), "row of Pixie Dust has effect; .* a potion has copies and effect"),
        (changed("Nothing"), "row of Nothing has nothing; a species has"),
        (changed("Halt", effect=("draw", 1)), "row of Halt has copies, effect; a magic card has copies only"),
        (changed("Golden Unicorn", copies=5), "Golden Unicorn has no row: the number of players says"),
        (changed("majestic  unicorn", copies=5), "Majestic Unicorn has no row"),
        (changed("ELF", **SPECIES), "E(lf|LF) has two rows"),
        (changed("", **SPECIES), "a name must be 1 to 32 printable letters"),
        (changed("x" * 33, **SPECIES), "a name must be 1 to 32 printable letters"),
        (changed("é" * 17, **SPECIES), "a name must be 1 to 32 printable letters"),
        (changed("a\x07b", **SPECIES), "a name must be 1 to 32 printable letters"),
        (changed("(no species 9)", **SPECIES), "means that there is no such card"),
        (changed("Elf", first=("swap cards", 1)), "an ability of Elf must .*; there are 'play beings' 1 to 3"),
        (changed("Elf", first=("fly", 1)), "not \\('fly', 1\\); there are .*'may take a discard' 1 to 1$"),
        (changed("Elf", first="draw"), "must be a pair of a verb and its number, not 'draw'"),
        (changed("Elf", first=("draw",)), "must be a pair of a verb and its number"),
        (changed("Elf", first=(["draw"], 1)), "must be a pair of a verb and its number"),
        (changed("Elf", first=None, second=None, copies=None), "row of Elf has nothing"),
        (changed("Pixie Dust", effect=("play beings", 1)), "the effect of Pixie Dust must be .*'swap cards' 1 to 1$"),
        (changed("Pixie Dust", effect=("draw", 4)), "the number of 'draw' must be 1 to 3, not 4"),
        (changed("Pixie Dust", effect=("swap cards", 2)), "the number of 'swap cards' must be 1 to 1, not 2"),
        ({"num_players": 3, "cards": SMALL}, "3 players are dealt 6 cards each; with 4 unicorns this table has 12"),
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_refused_with_what_can(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.complete_options(**options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (changed("Elf", copies=5.0), "copies of Elf must be an integer, not 5.0"),
        (changed("Elf", copies=True), "copies of Elf must be an integer, not True"),
        (changed("Elf", first=("draw", "1")), "the number of 'draw' of Elf must be an integer, not '1'"),
        ({"cards": {**reconstructed(), "Elf": 5}}, "row of Elf must be a mapping with copies, first and second"),
        ({"cards": {**reconstructed(), 5: SPECIES}}, "the name of a card must be text, not 5"),
    ],
)
def test_wrong_types_are_named(options: dict, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        GAME.complete_options(**options)


def test_names_are_taken_as_they_are_meant() -> None:
    table = {"  Fée   des bois ": SPECIES, "Wand": {"copies": 30, "effect": ["draw", 2]}, "HALT": {"copies": 9}}
    kept = GAME.complete_options(num_players=2, cards=table)["cards"]
    assert list(kept) == ["Fée des bois", "Wand", "Halt", "Unicorn Thief"] and kept["Halt"] == {"copies": 9}
    longest = {**reconstructed(), "x" * NAME_BYTES: reconstructed()["Elf"]}
    del longest["Elf"]
    assert "x" * NAME_BYTES in GAME.complete_options(cards=longest)["cards"]


def test_a_table_in_a_json_file_from_the_command_line(tmp_path: Path) -> None:
    option = next(option for option in GAME.options if option.name == "cards")
    file = tmp_path / "printed.json"
    file.write_text(json.dumps(TEN_OTHERS), encoding="utf-8")
    assert GAME.complete_options(cards=option.parse(str(file)))["cards"]["Goblin"]["copies"] == 4
    assert option.parse("Reconstructed") == "reconstructed"
    with pytest.raises(ValueError, match="'reconstructed' or a JSON file with a table"):
        option.parse(str(tmp_path / "none.json"))
    file.write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="'reconstructed' or a JSON file with a table"):
        option.parse(str(file))


# Where a person with the box looks


def test_the_rules_list_every_verb_with_its_number_and_where_it_may_stand() -> None:
    lines = RULES.read_text(encoding="utf-8").splitlines()
    for verb in VERBS.values():
        where = " ".join(["species"] * verb.ability + ["potion"] * verb.potion).replace(" ", ", ")
        assert f"| `{verb.name}` | 1 to {verb.most} | {where} | {verb.meaning} |".replace("1 to 1 ", "1 ") in lines


def test_every_card_says_in_words_what_it_does(table: tuple[Rows, int]) -> None:
    assert all(card.text.endswith(".") and len(card.text) > 10 for card in CARDS)
    cards, players = table
    played = cards_of(GAME.new(seed=1, num_players=players, cards=cards))
    assert {card.name for card in played} == {*cards, *(card.name for card in CARDS if card.first is None)}
    for card in played:
        assert card.text.endswith(".") and len(card.text) > 10
        assert card.name not in cards or card.copies == cards[card.name]["copies"]
    assert cards_of(GAME.new(seed=1)) == CARDS


def test_the_text_of_a_card_follows_from_its_verbs() -> None:
    rows: Rows = {
        "Yeti": {"copies": 40, "first": ("all draw", 2), "second": ("may play beings", 3)},
        "Map": {"copies": 30, "effect": ("search", 1)},
        "Lens": {"copies": 5, "effect": ("look", 1)},
    }
    texts = {card.name: card.text for card in cards_of(GAME.new(seed=1, cards=rows))}
    assert texts["Yeti"] == (
        "Every adventurer draws two cards, you first, then clockwise. With two or more of this species in the stable, "
        "that or: you may play up to three beings from hand into this stable."
    )
    assert texts["Map"] == "Search the deck for a Golden Unicorn, show it and take it, then shuffle the deck."
    assert texts["Lens"] == "Take the top card of the deck."


def test_the_worked_table_of_the_rules_is_played() -> None:
    text = RULES.read_text(encoding="utf-8")
    code = next(part for part in text.split("```python\n") if part.startswith("import unicorn_envs\n\nprinted = {"))
    scope: dict[str, Any] = {}
    exec(code.partition("```")[0], scope)
    assert len(scope["printed"]) > 15
    assert GAME.options_of(scope["batch"].states[:1])["cards"]["Kobold"]["copies"] == 5
