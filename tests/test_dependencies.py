"""What pyproject.toml declares."""

from __future__ import annotations

import re

from tests.common import ROOT

DECLARED = re.compile(r'^ *"([\w-]+)>=([\d.]+)', re.MULTILINE)
PINNED = re.compile(r"^([\w-]+)==([\d.]+)$", re.MULTILINE)


def section(text: str, name: str) -> str:
    """The entries of the list called ``name``."""
    return text.split(f"\n{name} = [\n")[1].split("\n]")[0]


def named(pairs: list[tuple[str, str]]) -> dict[str, tuple[int, ...]]:
    """Versions by the name of the package, without zeros at the end."""
    return {
        name.replace("_", "-"): tuple(int(part) for part in re.sub(r"(\.0)+$", "", version).split("."))
        for name, version in pairs
    }


def test_the_oldest_versions_are_those_that_are_declared() -> None:
    """Of the package and of its trainer; whoever changes a bound tests it."""
    text = (ROOT / "pyproject.toml").read_text()
    declared = named(DECLARED.findall(section(text, "dependencies") + "\n" + section(text, "train")))
    assert declared == named(PINNED.findall((ROOT / "constraints-oldest.txt").read_text()))
    assert len(declared) == 12
