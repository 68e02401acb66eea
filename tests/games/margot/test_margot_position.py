"""Positions that cannot be are refused with the reason, and text shows what is on the table."""

import numpy as np
import pytest
from margot_helpers import GAME, play, position

from unicorn_envs.engine.jit import COMPILED
from unicorn_envs.errors import StateError
from unicorn_envs.games.margot.cards import ACTION, CASTLE_CARDS, CASTLES, FAIRIES, FAIRY_DECK_SIZE, SCRATCH_TYPE, STORY
from unicorn_envs.games.margot.position import PHASES
from unicorn_envs.games.margot.text import ENDINGS, fairy_line, rank


@pytest.mark.parametrize(
    "arguments, reason",
    [
        ({"phase": "dawn"}, "phase must be one of"),
        ({"seat": 1}, "seat must be 0, not 1"),
        ({"fairies": []}, "1 to 6 Fairies"),
        ({"fairies": ["Flower"] * 6, "phase": "end"}, "comes from the Fairy deck"),
        ({"fairies": ["Owl"] + ["Flower"] * 5}, "player_0 has had all turns"),
        ({"fairies": ["Unicorn"]}, "no Fairy called 'Unicorn'"),
        ({"fairies": ["Owl", "Owl"]}, "in two places"),
        ({"fairies": ["Owl"], "row": ["Owl", "Rose", "Leaf"]}, "in two places"),
        ({"row": ["Rose"]}, "the row has 3 Fairies"),
        ({"row": ["Rose", "Leaf", "Flower"]}, "their own pile"),
        ({"human": ["Vivian's Wand"]}, "no \"Vivian's Wand\" in the Human Castle"),
        ({"human": ["Knight"] * 5}, "there are 4 Knight in the Human Castle"),
        ({"human": ["Harp"]}, "not one of the player's Fairies"),
        ({"human": ["Thorn"]}, "no Story or Scratch Fairy"),
        ({"fairies": ["Comet"], "human": ["(Comet)"]}, "cannot be disabled"),
        ({"human_deck": ["Unyielding King"] * 2}, "no further Unyielding King"),
        ({"human": ["Knight"], "witch": ["Witch of Ridicule"]}, "five scratches"),
        ({"used": ["Thorn"]}, "must be an Action Fairy"),
        ({"used": ["Owl"]}, "must be an Action Fairy of the player"),
        ({"illusion": ["Human Tome of Legends"]}, "a Story does not stay"),
        ({"illusion": ["Thorn"]}, "cannot be in the Illusion"),
        ({"known": ["Ogre's"]}, "known names castles"),
        ({"points": 24}, "points must be 0 to 23"),
        ({"magic_breaks": 3}, "magic_breaks must be 0 to 1, not 3"),
        ({"phase": "choice", "pair": ["Owl", "Flower"]}, "two Fairies of the Fairy deck"),
        ({"phase": "choice"}, "pair goes with"),
        ({"pair": ["Owl", "Mist"]}, "pair goes with"),
        ({"players": [{"colour": "red"}]}, "player_0 has no 'colour'"),
        ({"players": [{}] * 5}, "1 to 4 players"),
        ({"fairies": ["Comet"], "human": ["Knight"], "magic_breaks": 2}, "magic_breaks must be 0 to 1, not 2"),
        ({"illusion": ["Human Soldier"] * 5}, "at most 0 enemies into the Illusion, not 5"),
        ({"fairies": ["Mist"], "used": ["Mist"], "illusion": ["Human Soldier"] * 2}, "at most 1 enemies"),
        ({"fairies": ["Wisp"], "illusion": ["Wisp", "Wisp"]}, "once Wisp Fairy"),
        ({"fairies": ["Wisp"], "used": ["Wisp"], "illusion": ["Wisp"]}, "it is not used"),
        ({"fairies": ["Flower"]}, "comes from the Fairy deck"),
        ({"fairies": ["Flower"] * 5}, "comes from the Fairy deck"),
        ({"phase": "end"}, "at the end of a turn player_0 has 2 Fairies or more"),
        ({"fairies": ["Owl", "Lance"], "used": ["Owl", "Lance"], "phase": "end"}, "just rescued lies active"),
        ({"phase": "start", "human": ["Knight"]}, "there is no human"),
        ({"phase": "start", "known": ["Human"]}, "there is no known"),
        ({"phase": "start", "fairies": ["Wisp"], "illusion": ["Wisp"]}, "there is no illusion"),
        ({"phase": "start", "fairies": ["Owl"], "used": ["Owl"]}, "no Fairy has been used"),
        ({"phase": "start", "magic_breaks": 0}, "magic_breaks must be 1, not 0"),
        ({"phase": "choice", "pair": ["Owl", "Mist"], "witch": ["Soldier"]}, "there is no witch"),
        ({"phase": "choice", "pair": ["Owl", "Mist"], "row": []}, "no row before"),
        ({"phase": "choice", "pair": ["Owl"]}, "two Fairies of the Fairy deck"),
        ({"players": [{"fairies": ["Owl", "Lance"]}, {"fairies": ["Rose"]}]}, "have 2 or 3 Fairies, those with 3 last"),
        ({"players": [{"fairies": [name, "Flower"]} for name in ("Owl", "Lance", "Rose")], "phase": "end"}, None),
        ({"players": [{"fairies": ["Owl"]}, {"fairies": ["Rose"] + ["Flower"] * 5}]}, "have 1 or 2 Fairies"),
        ({"players": [{"fairies": ["Owl"]}, {"fairies": ["Rose", "Leaf"]}, {"fairies": ["Mist"]}]}, "not 2, 1"),
        ({"players": [{"fairies": ["Owl"]}, {"fairies": ["Rose"]}], "num_players": 2}, "follows from players"),
        ({"human": ["Soldier"] * 26}, "at most 25 cards lie in a Village"),
        ({"reward": "points"}, "reward must be 'score' or 'win'"),
        ({"auto_single": 1}, "auto_single must be False or True"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(arguments, reason):
    if "players" not in arguments and arguments.get("phase") != "choice" and "pair" not in arguments:
        arguments = {"fairies": ["Thorn"], **arguments}
    if reason is None:
        position(**arguments)
        return
    with pytest.raises(StateError, match=reason):
        position(**arguments)


WRONG = [None, True, 1.5, -1, 10**30, "Foo", b"Owl", ["Foo"], [None], [5], [["Owl"]], {"Foo": 1}, object()]
ALLOWED = {
    "phase": "phase must be one of choice, start, explore, rescue, end",
    "seat": "seat must be",
    "seed": "seed must be an integer in 0",
    "magic_breaks": "magic_breaks must be",
    "points": "points must be",
    "players": "players must be a list|player_0 must be a mapping",
    "box": "a Fairy is given by its name|no Fairy called",
    "reward": "reward must be 'score' or 'win'",
    "auto_single": "auto_single must be False or True",
    "num_players": "num_players follows from players",
}
"""What the refusal says; the other arguments are lists of names."""
NAMES_OF = {
    "known": "known must be a list of names|known names castles, Human or Witch's",
    **{name: f"{name} must be a list of names|there are Soldier" for name in ("human", "witch")},
    **{name: f"{name} must be a list of names|there are Soldier" for name in ("human_deck", "witch_deck")},
    **{
        name: f"{name} must be a list of names|there is no Fairy called 'Foo'; there are Chariot Fairy"
        for name in ("illusion", "row", "fairy_deck", "fairies", "used", "pair")
    },
}


RIGHT = [("row", None), ("players", None), ("auto_single", True)]


@pytest.mark.parametrize(
    "name, value", [(name, value) for name in (*ALLOWED, *NAMES_OF) for value in WRONG if (name, value) not in RIGHT]
)
def test_wrong_values_of_every_argument_are_refused_with_what_is_allowed(name, value):
    arguments = {"phase": "choice", "pair": value} if name == "pair" else {"fairies": ["Thorn"], name: value}
    if name == "players":
        del arguments["fairies"]
    with pytest.raises(StateError, match={**ALLOWED, **NAMES_OF}[name]):
        position(**arguments)


def test_arguments_of_a_player_go_into_its_mapping():
    with pytest.raises(StateError, match="belong into the mappings of players"):
        position(players=[{"fairies": ["Owl"]}, {"fairies": ["Thorn"]}], points=3)


def test_only_the_player_at_turn_has_disabled_fairies():
    with pytest.raises(StateError, match="whose turn it is"):
        position(players=[{"fairies": ["Owl"]}, {"fairies": ["Lance"], "used": ["Lance"]}])


def test_unknown_options_are_refused():
    with pytest.raises(TypeError, match=r"unexpected .* 'mode'.* num_players: 1 to 4; reward: 'score' or 'win'"):
        position(fairies=["Owl"], mode="hard")


def test_text_shows_villages_row_and_decision():
    state = position(
        fairies=["Comet", "Owl", "Wisp"], used=["Owl"], human=["Soldier", "(Knight)", "Comet", "Tome of Legends"],
        row=["Rose", "Blade", "Harp"], illusion=["Witch's Soldier", "Wisp"], known=["Human"],
    )  # fmt: skip
    text = GAME.describe(state, 0)
    assert "Village: Soldier 1, [Knight 2], Comet Fairy 1, Tome of Legends R" in text
    assert "Illusion: Witch's Soldier, Wisp Fairy" in text
    assert "Blade Fairy (Story, yellow orb, cost YBXX, 3 points)" in text
    assert "rescued 2/5: [Owl Fairy], [Wisp Fairy], [Comet Fairy]" in text
    assert "scratches: 2" in text
    assert "; top: Soldier" in text
    assert "player_0 put back: Magpie Fairy" in text
    assert "player_0: explore, Magic Break, a Fairy's power, or withdraw   [Magic Breaks left: 1]" in text


def test_text_for_a_player_does_not_depend_on_what_is_hidden():
    state = GAME.new(seed=5, num_players=3)
    while not GAME.over(state):
        for seat in range(3):
            assert GAME.describe(GAME.resample(state, seat, 1), seat) == GAME.describe(state, seat)
        GAME.apply(state, GAME.legal_actions(state)[-1])


def test_text_with_everything_shown_names_the_hidden_order():
    players = [{"fairies": ["Owl"], "box": "Comet"}, {"fairies": ["Thorn"]}]
    state = position(players=players, human_deck=["Knight", "Soldier"])
    assert "Human deck from the top: Knight, Soldier" in GAME.describe(state)
    assert "player_0 put back: Comet Fairy" in GAME.describe(state)
    assert "from the top" not in GAME.describe(state, 0)


@pytest.mark.parametrize(
    "score, letter", [(13, ""), (14, "C"), (16, "C"), (17, "B"), (19, "B"), (20, "A"), (23, "A"), (24, "S")]
)
def test_ranks(score, letter):
    assert rank(score) == letter
    assert ENDINGS[letter]


def test_the_ending_of_a_solo_game_is_told():
    state = position(phase="end", fairies=["Lance", "Owl", "Mist", "Thorn", "Flower", "Flower"], points=21)
    assert "Rank A" in GAME.describe(state, 0)


SIX = ["Lance", *["Flower"] * 5]


@pytest.mark.parametrize(
    "table, end",
    [
        ({"phase": "end", "fairies": SIX, "points": 14}, "6 Fairies; player_0 wins with 14 points (14 are needed)"),
        ({"phase": "end", "fairies": SIX, "points": 1}, "6 Fairies; nobody wins with 1 point (14 are needed)"),
        ({"phase": "rescue", "fairies": ["Lance"], "points": 23, "human": ["Tome of Legends"] * 2,
          "row": ["Rose", "Blade", "Comet"]},
         "24 points; player_0 wins with 24 points (14 are needed)"),
        ({"phase": "end", "seat": 1, "players": [{"fairies": ["Owl", "Leaf", *["Flower"] * 4], "points": 3},
                                                 {"fairies": ["Mist", "Harp", *["Flower"] * 4], "points": 4}]},
         "6 Fairies each; player_1 wins with 4 points"),
        ({"human": ["Knight"] * 2, "human_deck": ["Soldier"], "row": ["Rose", "Blade", "Leaf"],
          "players": [{"fairies": ["Owl"]}, {"fairies": ["Comet"], "points": 23}, {"fairies": ["Mist"], "points": 23}]},
         "24 points; player_1 and player_2 share the victory with 24 points"),
        ({"phase": "rescue", "row": ["Rose", "Blade", "Comet"],
          "players": [{"fairies": [name, *["Flower"] * 3], "points": 7} for name in ("Owl", "Thorn", "Harp")]},
         "the last Flower Fairy; player_0, player_1 and player_2 share the victory with 7 points"),
    ],
)  # fmt: skip
def test_the_last_line_of_a_finished_game_says_how_it_ended_and_who_won(table, end):
    state = position(**table)
    if not GAME.over(state):
        play(state, "explore Human")
    for seat in (None, *range(GAME.num_players(state))):
        shown = GAME.describe(state, seat).splitlines()
        assert [line for line in shown if "the game is over" in line] == [f"the game is over: {end}"] == shown[-1:]


def test_every_fairy_has_a_line_with_all_that_stands_on_it():
    for number, fairy in enumerate(FAIRIES, start=1):
        assert fairy.name in fairy_line(number)
        assert fairy.text in fairy_line(number)


def test_positions_can_be_saved_and_go_on():
    state = play(position(fairies=["Comet"], human=["Soldier"]), "use Comet Fairy", "lay Human")
    again = GAME.state_from_bytes(GAME.state_to_bytes(state))
    assert again.tobytes() == state.tobytes()
    assert play(again, "explore Human").tobytes() == play(state, "explore Human").tobytes()


# Whatever is accepted can be played

SHORT = [fairy.name.removesuffix(" Fairy") for fairy in FAIRIES]
OF_DECK = SHORT[:FAIRY_DECK_SIZE]
ACTION_FAIRIES = [name for name, fairy in zip(SHORT, FAIRIES) if fairy.kind == ACTION]
LAID_FAIRIES = [name for name, fairy in zip(SHORT, FAIRIES) if fairy.kind in (STORY, SCRATCH_TYPE)]
CARDS = [[card.name for card in cards for _ in range(card.copies)] for cards in CASTLE_CARDS]
POSITIONS = 3000 if COMPILED else 60


def some(rng, names, most):
    """At most so many of these."""
    return [str(name) for name in rng.permutation(names)[: rng.integers(most + 1)]]


def random_arguments(rng):
    """Arguments that are nearly right: often accepted, and often wrong in one place."""
    players, phase = int(rng.integers(1, 5)), str(rng.choice(list(PHASES)))
    seat = int(rng.integers(players))
    unused = [str(name) for name in rng.permutation(OF_DECK)]
    table = {"phase": phase, "seat": seat, "seed": int(rng.integers(1000)), "auto_single": bool(rng.integers(2))}
    if phase == "choice":
        table["players"] = [{"pair": [unused.pop(), unused.pop()]} for _ in range(players)]
    else:
        had = int(rng.integers(1, 6))
        more = int(rng.integers(players))
        table["players"] = [{} for _ in range(players)]
        for k in range(players):
            count = had + ((phase == "end") if k == 0 else k >= players - more)
            others = [unused.pop() if len(unused) > 8 and rng.random() < 0.5 else "Flower" for _ in range(count - 1)]
            own = table["players"][(seat + k) % players]
            own["fairies"] = [unused.pop() if unused else "Flower", *others]
            if rng.random() < 0.3:
                own["points"] = int(rng.integers(24))
    if rng.random() < 0.3:
        table["row"] = [unused.pop() for _ in range(3) if unused]
    if rng.random() < 0.3:
        table["fairy_deck"] = [unused.pop() for _ in range(3) if unused]
    table["human_deck"], table["witch_deck"] = (some(rng, cards, 3) for cards in CARDS)
    if phase in ("explore", "rescue", "end"):
        mine = table["players"][seat]
        laid = [name for name in mine["fairies"] if name in LAID_FAIRIES and rng.random() < 0.4]
        mine["used"] = [name for name in mine["fairies"] if name in ACTION_FAIRIES and rng.random() < 0.4]
        for name, cards in zip(("human", "witch"), CARDS):
            table[name] = [f"({card})" if rng.random() < 0.5 else card for card in some(rng, cards, 6)]
            table[name] += [laid.pop() for _ in range(len(laid)) if rng.random() < 0.5]
        if rng.random() < 0.3:
            enemies = ["Human Soldier", "Human Soldier", "Witch's Knight", "Human Unyielding King"]
            table["illusion"] = some(rng, enemies, 2) + ["Wisp"] * ("Wisp" in mine["fairies"])
        table["magic_breaks"] = int(rng.choice([0, 1, 1, 2]))
        table["known"] = some(rng, CASTLES, 2)
    if rng.random() < 0.2:
        spoil(rng, table)
    return table


def spoil(rng, table):
    """Give one argument, perhaps of a player, the value of another, or more of its own."""
    where = table if rng.random() < 0.6 else table["players"][int(rng.integers(len(table["players"])))]
    name = str(rng.choice(list(where)))
    if isinstance(where[name], list) and rng.random() < 0.7:
        where[name] = where[name] * int(rng.integers(4)) + some(rng, SHORT + CARDS[0], 3)
    else:
        where[name] = table[str(rng.choice(list(table)))]


def check_to_the_end(state, rng):
    """Random play with all checks on, and every seat's observation within its bounds."""
    players = GAME.num_players(state)
    layout = GAME.observation.for_players(players)
    while True:
        assert GAME.problem(state) is None
        for seat in range(players):
            seen = GAME.observe(state, seat)
            assert ((seen >= layout.low) & (seen <= layout.high)).all()
        if GAME.over(state):
            return
        legal = GAME.legal_actions(state)
        explored = [action for action in legal if GAME.actions.name(action) != "withdraw"]
        GAME.apply(state, int(rng.choice(explored if explored and rng.random() < 0.7 else legal)))


def test_whatever_position_accepts_can_be_played_to_the_end():
    rng = np.random.default_rng(12)
    accepted, phases, refusals = 0, set(), set()
    for _ in range(POSITIONS):
        arguments = random_arguments(rng)
        try:
            state = position(**arguments)
        except StateError as error:
            refusals.add(str(error)[:30])
            continue
        accepted += 1
        phases.add(arguments["phase"])
        check_to_the_end(state, rng)
    assert accepted > POSITIONS / 5
    assert phases == set(PHASES)
    assert len(refusals) > (25 if COMPILED else 5)


@pytest.mark.parametrize(
    "arguments",
    [
        {"fairies": ["Comet"], "human": ["Soldier", "Knight"], "magic_breaks": 1},
        {"fairies": ["Comet"], "human": ["Knight", "Comet"], "magic_breaks": 2},
        {"fairies": ["Mist", "Mirror", "Wisp"], "used": ["Mist", "Mirror"],
         "illusion": ["Human Soldier"] * 3 + ["Wisp"]},
        {"fairies": ["Mist", "Mirror", "Wisp"], "used": ["Mist"], "illusion": ["Human Soldier"], "human": ["Soldier"]},
        {"fairies": ["Owl"] + ["Flower"] * 4},
        {"fairies": ["Owl"] + ["Flower"] * 5, "phase": "end"},
        {"players": [{"fairies": [name, *["Flower"] * 4]} for name in ("Owl", "Thorn")], "seat": 1},
        {"players": [{"fairies": [name, *["Flower"] * 3]} for name in ("Owl", "Thorn", "Mist")]},
    ],
)  # fmt: skip
def test_positions_at_the_bounds_can_be_played_to_the_end(arguments):
    for seed in range(20 if COMPILED else 3):
        check_to_the_end(position(**arguments, seed=seed), np.random.default_rng(seed))
