"""RULES.md and the tables say the same, and every ruling has a test that names it."""

import re
from pathlib import Path

import pytest

from unicorn_envs.games import margot
from unicorn_envs.games.margot.cards import CASTLE_CARDS, COLOURS, FAIRIES, CastleKind

RULES = (Path(margot.__file__).parent / "RULES.md").read_text(encoding="utf-8")
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_margot_*.py"))


def line_of(name):
    """The cells of the row of a table that begins with this name."""
    found = re.search(rf"^\| {re.escape(name)}(?: \(\d+\))? \|(.*)\|$", RULES, flags=re.MULTILINE)
    assert found is not None, f"{name} has no row in RULES.md"
    return [cell.strip() for cell in found.group(1).split("|")]


@pytest.mark.parametrize("card_name", sorted({card.name for cards in CASTLE_CARDS for card in cards}))
def test_castle_cards_stand_in_the_rules_as_in_the_table(card_name):
    kind, scratches, orb, human, witch, _ = line_of(card_name)
    for copies, cards in zip((human, witch), CASTLE_CARDS):
        card = next((card for card in cards if card.name == card_name), None)
        assert copies == (str(card.copies) if card else "")
        if card:
            assert kind.upper() == card.kind.name
            assert (card.scratch > 0) == (card.kind == CastleKind.ENEMY)
            assert scratches == (str(card.scratch) if card.scratch else "")
            assert card.orb in orb


@pytest.mark.parametrize("fairy", FAIRIES, ids=lambda fairy: fairy.name)
def test_fairies_stand_in_the_rules_as_in_the_table(fairy):
    kind, cost, points, _ = line_of(fairy.name)
    orb, fantasy = f" {fairy.orb}" if fairy.orb else "", ", Fantasy" if fairy.fantasy else ""
    assert kind == fairy.kind.name.capitalize() + orb + fantasy
    assert cost == (fairy.cost or "free")
    assert points == str(fairy.points)


def test_what_is_known_of_a_card_is_marked():
    castle_cards = [card for cards in CASTLE_CARDS for card in cards]
    weapons = [card.name for card in castle_cards if card.known == ("name", "beats")]
    assert weapons == ["Fairytale Sword", "Vivian's Wand"]
    assert all(card.known == ("name",) for card in castle_cards if not card.beats)
    assert {fairy.name: fairy.known for fairy in FAIRIES if fairy.known} == {
        "Chariot Fairy": ("name", "kind", "timing"),
        "Artificial-Flower Fairy": ("name",),
        "Flower Fairy": ("name", "cost", "power"),
    }


def test_every_ruling_has_a_test_that_names_it():
    numbers = [int(n) for n in re.findall(r"^(\d+)\. ", RULES, flags=re.MULTILINE)]
    assert numbers == list(range(1, 26))
    for n in numbers:
        assert f"def test_ruling_{n:02d}_" in TESTS


def test_every_question_and_figure_of_the_rulebook_has_a_test():
    for name in (*(f"q{n}" for n in range(1, 8)), "figure_1", "figure_2"):
        assert f"def test_{name}_" in TESTS


@pytest.mark.parametrize("card", [*CASTLE_CARDS[0], *CASTLE_CARDS[1], *FAIRIES], ids=lambda card: card.name)
def test_the_text_of_a_card_is_in_sentences_and_names_its_numbers(card):
    assert card.text[0].isupper() and card.text.endswith(".")
    if getattr(card, "scratch", 0):
        assert f"{card.scratch} scratch" in card.text
    if card.orb:
        assert next(colour for colour in COLOURS if colour[0].upper() == card.orb) in card.text
    if getattr(card, "beats", ""):
        assert card.beats in card.text
    if getattr(card, "need", (0, 0))[1] > 1:
        assert f"at least {card.need[1]}" in card.text
