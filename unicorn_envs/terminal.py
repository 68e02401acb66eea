"""A table in the terminal: a person plays against agents, or agents play to be watched."""

from __future__ import annotations

import contextlib
import difflib
import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from rich.console import Console

    from unicorn_envs.actions import Actions
    from unicorn_envs.agents import Agent
    from unicorn_envs.game import Game

HELP = """\
Type the number or the name of an action. The beginning of each word, or a word from the
middle, is enough where it can mean only one: "d a1" for "destroy A1".
  ?         this help, and what the actions do
  ? WORD    what the actions and cards with that word in their name do
  table     the table and the actions once more
  undo      is not possible: what you have seen cannot be unseen
  quit      leave the game"""
NO_UNDO = "there is no undo: what you have seen cannot be unseen"


class ChoiceError(ValueError):
    """What was typed names no legal action, or more than one; the text says so."""


def find_choice(text: str, legal: Sequence[int], actions: Actions) -> int:
    """The legal action meant by ``text``: its number, its name, or enough of the words of its name.

    The whole name goes before its beginnings, and these before words from the middle; case does not matter.
    ChoiceError when nothing or more than one action is meant.
    """
    words = text.casefold().split()
    if len(words) == 1 and words[0].isdecimal():
        return _numbered(int(words[0]), legal, actions)
    names = {number: actions.name(number).casefold().split() for number in range(len(actions))}
    for fits in (_is_name, _begins, _lies_within):
        found = [number for number in legal if fits(words, names[number])]
        if len(found) == 1:
            return found[0]
        if found:
            shown = ", ".join(actions.name(number) for number in found[:6]) + (", ..." if len(found) > 6 else "")
            raise ChoiceError(f"{text!r} can mean {shown}")
    if any(_begins(words, name) for name in names.values()):
        raise ChoiceError(f"{text!r} is not possible now")
    raise ChoiceError(f"there is no action {text!r}; ? explains what there is")


def _numbered(number: int, legal: Sequence[int], actions: Actions) -> int:
    if number in legal:
        return number
    if number < len(actions):
        raise ChoiceError(f"{number} ({actions.name(number)}) is not possible now")
    raise ChoiceError(f"there is no action {number}")


def _is_name(words: list[str], name: list[str]) -> bool:
    return words == name


def _begins(words: list[str], name: list[str]) -> bool:
    """Whether each word begins the word of the name at the same place."""
    return len(words) <= len(name) and all(part.startswith(word) for word, part in zip(words, name))


def _lies_within(words: list[str], name: list[str]) -> bool:
    return any(_begins(words, name[start:]) for start in range(1, len(name)))


def list_choices(legal: Sequence[int], actions: Actions, width: int) -> str:
    """The legal actions with their numbers, in columns; those that share their first word stand together."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for number in legal:
        first, _, rest = actions.name(number).partition(" ")
        groups.setdefault(first, []).append((number, rest))
    lines, alone = [], []
    for first, entries in groups.items():
        if len(entries) == 1:
            alone.append((entries[0][0], actions.name(entries[0][0])))
        else:
            lines += _columns(first, entries, width)
    return "\n".join(lines + (_columns("", alone, width) if alone else []))


def _columns(title: str, entries: Sequence[tuple[int, str]], width: int) -> list[str]:
    cells = [f"{number:>4} {name}" for number, name in entries]
    size = max(map(len, cells)) + 1
    margin = max(len(title), 4)
    per_line = max((width - margin) // size, 1)
    if len(cells) > per_line >= 6:
        per_line = 6  # a short line reads better than a full one
    lines = []
    for start in range(0, len(cells), per_line):
        head = title if start == 0 else ""
        row = "".join(f"{cell:<{size}}" for cell in cells[start : start + per_line])
        lines.append(f"{head:<{margin}}{row}".rstrip())
    return lines


class Table:
    """One game in the terminal.

    Parameters
    ----------
    game, options: what is played.
    agents: one for each seat; None where a person sits.
    seed: of the deal.
    console: where it is shown. A person is asked with ``input()``: its end, or Ctrl-C, leaves the game.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        agents: Sequence[Agent | None],
        seed: int,
        console: Console,
    ) -> None:
        self.game = game
        self.agents = agents
        self.seed = seed
        self.console = console
        self.state = game.new(seed=seed, **options)
        self._shown: list[str] = []

    # A person plays

    def play(self, seat: int) -> None:
        """Let a person play at ``seat`` until the game is over or they leave."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - line editing and history for input()
        game = self.game
        self.console.print(f"{game.title}: you are player_{seat}. ? helps, quit leaves.", style="bold")
        for other, agent in enumerate(self.agents):
            if agent is not None:
                self.console.print(f"player_{other} is {agent.name}")
        while not game.over(self.state):
            self._let_others_move(seat)
            if game.over(self.state):
                break
            action = self._ask(seat)
            if action is None:
                self.console.print(f"\nYou have left the game. --seed {self.seed} deals the same cards.")
                return
            game.apply(self.state, action)
        self._show_end()

    def _let_others_move(self, seat: int) -> None:
        """The agents move. What they chose may be hidden, so only who has moved is told, and that only where
        the person's own view changed: a pass that nobody sees must not show who was asked."""
        game, told = self.game, -1
        before = game.observe(self.state, seat)
        while game.seat(self.state) not in (seat, -1):
            mover = game.seat(self.state)
            game.apply(self.state, self._choice_of(mover))
            after = game.observe(self.state, seat)
            if mover != told and not np.array_equal(before, after):
                self.console.print(f"player_{mover} has moved", style="cyan")
                told = mover
            before = after

    def _choice_of(self, seat: int) -> int:
        agent = self.agents[seat]
        assert agent is not None
        observation, mask = self.game.observe(self.state), self.game.mask(self.state)
        return int(agent.act(observation[None], mask[None])[0])

    def _ask(self, seat: int) -> int | None:
        """The action that the person chooses; None when they leave."""
        game = self.game
        legal = game.legal_actions(self.state)
        self._show_decision(seat, legal)
        while True:
            try:
                text = input(f"player_{seat}> ").strip()
            except (EOFError, KeyboardInterrupt):
                return None
            command, _, rest = text.partition(" ")
            command = command.casefold()
            if command in ("quit", "exit"):
                return None
            if command in ("?", "help") or text.startswith("?"):
                self._help(text.removeprefix("?") if text.startswith("?") else rest, legal)
            elif command == "undo":
                self.console.print(NO_UNDO, style="yellow")
            elif command in ("", "table"):
                self._show_decision(seat, legal)
            else:
                try:
                    return find_choice(text, legal, game.actions_of(self.state))
                except ChoiceError as error:
                    self.console.print(str(error), style="yellow")

    def _show_decision(self, seat: int, legal: Sequence[int]) -> None:
        self.console.print()
        self._show_changes(self.game.describe(self.state, seat))
        self.console.print()
        actions = self.game.actions_of(self.state)
        self.console.print(list_choices(legal, actions, self.console.width), soft_wrap=True)

    def _help(self, word: str, legal: Sequence[int]) -> None:
        """All commands and the legal actions; with a word, the actions and cards with it in their name."""
        word = word.strip().casefold()
        actions = self.game.actions_of(self.state)
        if not word:
            self.console.print(HELP)
            entries = _one_of_each([(actions[number].name, actions[number].meaning) for number in legal])
        else:
            entries = [(name, note) for name, note in self.game.card_notes.items() if word in name.casefold()]
            entries += [(action.name, action.meaning) for action in actions if word in action.name.casefold()]
        if not entries:
            self.console.print(f"nothing is called {word!r}", style="yellow")
        for name, meaning in entries:
            self.console.print(f"  {name}: {meaning}")

    # Agents play

    def watch(self, delay: float) -> None:
        """Let the agents play, everything shown, with a pause of ``delay`` seconds after each move."""
        game = self.game
        self.console.print(f"{game.title}, seed {self.seed}", style="bold")
        self._show_changes(game.describe(self.state))
        while not game.over(self.state):
            time.sleep(delay)
            seat = game.seat(self.state)
            action = self._choice_of(seat)
            self.console.print(f"\n{self._title(seat)}: {game.actions_of(self.state).name(action)}", style="bold cyan")
            game.apply(self.state, action)
            self._show_changes(game.describe(self.state))
        self._show_result()

    def _title(self, seat: int) -> str:
        agent = self.agents[seat]
        return f"player_{seat}" + (f" ({agent.name})" if agent is not None else "")

    # What is shown

    def _show_changes(self, text: str) -> None:
        """The table; what has changed since it was shown last is marked in the margin and in bold."""
        from rich.text import Text

        before, after = self._shown, text.split("\n")
        for line, old in zip(after, _counterparts(before, after)):
            changed = bool(before) and line != old
            shown = Text("> " if changed else "  ", style="cyan")
            for part, is_new in _parts(old, line) if changed else [(line, False)]:
                shown.append(part, style="bold green" if is_new else "none")
            self.console.print(shown)
        self._shown = after

    def _show_end(self) -> None:
        self.console.print("\nThe game is over. All cards:\n", style="bold")
        self.console.print(self.game.describe(self.state))
        self._show_result()

    def _show_result(self) -> None:
        game = self.game
        if game.truncated(self.state):
            self.console.print("\nThe game was cut off.", style="yellow")
        facts = "   ".join(f"{name}: {_plain(value)}" for name, value in game.outcome(self.state).items())
        returns = ", ".join(f"player_{seat} {value:+.3g}" for seat, value in enumerate(game.returns(self.state)))
        self.console.print(f"\n{facts}\nreturns: {returns}\n--seed {self.seed} deals the same cards.", style="bold")


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(_plain, value)) if isinstance(value, (list, tuple)) else str(value)


def _one_of_each(entries: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The entries, those that begin with the same word as one: "reveal A1 to E6"."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name, meaning in entries:
        groups.setdefault(name.partition(" ")[0], []).append((name, meaning))
    return [
        (" to ".join(dict.fromkeys((members[0][0], members[-1][0].partition(" ")[2] or members[0][0]))), members[0][1])
        for members in groups.values()
    ]


def _counterparts(before: list[str], after: list[str]) -> list[str]:
    """For each line of ``after`` the line of ``before`` that it replaces, "" for a new line."""
    old = [""] * len(after)
    for _, i, i_end, j, j_end in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        for k in range(min(i_end - i, j_end - j)):
            old[j + k] = before[i + k]
    return old


def _parts(old: str, new: str) -> list[tuple[str, bool]]:
    """``new`` in parts, each with whether it is not in ``old``."""
    a, b = (re.findall(r"\s+|[^\s,]+|,", line) for line in (old, new))
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    return [
        ("".join(b[j:j_end]), tag != "equal") for tag, _, _, j, j_end in matcher.get_opcodes() if j_end > j
    ]
