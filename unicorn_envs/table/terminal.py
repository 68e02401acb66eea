"""A table in the terminal: a person plays against agents, or agents play to be watched.

**A person is shown what their seat knows, and nothing else.** While the others play nothing is printed; then comes the
table as the seat sees it, with what has changed since it was shown last. So what is printed does not depend on who was
asked, who passed, or how many decisions the others took: only players who hold an answer are asked for one, and to
tell of it would tell who holds it. Nor does the time that passes, while the others need less than ``ANSWER_AFTER``.
Who only watches (:meth:`Table.watch`) is shown all cards and every decision.
"""

from __future__ import annotations

import contextlib
import difflib
import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from unicorn_envs.errors import span

if TYPE_CHECKING:
    from rich.console import Console

    from unicorn_envs.actions import Action, Actions
    from unicorn_envs.agents import Agent
    from unicorn_envs.game import Game, State

HELP = """\
Type the number in front of a choice, or its name. The beginning of each word,
or words from the middle, are enough where they can mean only one: "d a1" for
"destroy A1". A number alone is always the choice shown with it: "5" is the
fifth; "level 5" and "l 5" are the one called so.
  ?         this help, and what the choices do
  ? WORD    what the actions and cards with that word in their name do
  table     the table and the choices once more
  undo      is not possible: what you have seen cannot be unseen
  quit      leave the game"""
NO_UNDO = "there is no undo: what you have seen cannot be unseen"
ANSWER_AFTER = 0.05
"""Seconds from a person's choice to the next table, however few decisions the others took meanwhile."""
MOST_NAMED = 6
"""So many choices are named where a text can mean several."""
TOLD_BY_THE_TABLE = ("ended_by", "winner", "winners", "won")
"""Parts of an outcome that the description of a finished game ends with."""
SHORTEST_RANGE = 3
"""So many names that count on are told by the first and the last of them."""
COUNTED = re.compile(r"[A-Z]|\+?[A-Z]?\d+")
"""What numbers things in names: A1, 14, +3, E."""


class ChoiceError(ValueError):
    """What was typed names no legal action, or more than one; the text says so."""


def find_choice(text: str, choices: Sequence[int], actions: Actions) -> int:
    """The action meant by ``text``: its place among the ``choices``, counted from 1, its name, or enough of its words.

    The whole name goes before its beginnings, and these before words from the middle; case does not matter.
    ChoiceError when nothing or more than one action is meant.
    """
    words = text.casefold().split()
    if len(words) == 1 and words[0].isdecimal():
        return _numbered(int(words[0]), choices)
    names = {number: actions.name(number).casefold().split() for number in range(len(actions))}
    for fits in (_is_name, _begins, _lies_within):
        found = [number for number in choices if fits(words, names[number])]
        if len(found) == 1:
            return found[0]
        if found:
            shown = ", ".join(actions.name(number) for number in found[:MOST_NAMED])
            raise ChoiceError(f"{text!r} can mean {shown}" + (", ..." if len(found) > MOST_NAMED else ""))
    if any(_begins(words, name) for name in names.values()):
        raise ChoiceError(f"{text!r} is not possible now")
    raise ChoiceError(f"there is no action {text!r}; ? explains what there is")


def _numbered(number: int, choices: Sequence[int]) -> int:
    if 1 <= number <= len(choices):
        return choices[number - 1]
    raise ChoiceError(f"there is no choice {number}; choices have the numbers {span(1, len(choices))}")


def _is_name(words: list[str], name: list[str]) -> bool:
    return words == name


def _begins(words: list[str], name: list[str]) -> bool:
    """Whether each word begins the word of the name at the same place."""
    return len(words) <= len(name) and all(part.startswith(word) for word, part in zip(words, name))


def _lies_within(words: list[str], name: list[str]) -> bool:
    return any(_begins(words, name[start:]) for start in range(1, len(name)))


def in_order(legal: Sequence[int], actions: Actions) -> list[int]:
    """The legal actions in the order in which they are shown and numbered."""
    return [number for _, members in _groups(legal, actions) for number in members]


def _groups(legal: Sequence[int], actions: Actions) -> list[tuple[str, list[int]]]:
    """Actions that share their verb, each group under it; at the end, under "", those that stand alone.

    The names of cards have capitals: what two of them share, as Glitter Bomb and Glitter Tornado do, is no verb.
    """
    groups: dict[str, list[int]] = {}
    alone = []
    for number in legal:
        first = actions.name(number).partition(" ")[0]
        if first.islower():
            groups.setdefault(first, []).append(number)
        else:
            alone.append(number)
    alone += [members[0] for members in groups.values() if len(members) == 1]
    together = [(first, members) for first, members in groups.items() if len(members) > 1]
    return together + ([("", alone)] if alone else [])


def list_choices(legal: Sequence[int], actions: Actions, width: int) -> str:
    """The legal actions with their numbers, from 1, in columns; those that share their first word stand together."""
    lines, number = [], 1
    for first, members in _groups(legal, actions):
        names = [actions.name(member) for member in members]
        if first and not any(_rest(name).isdecimal() for name in names):  # "3) 6" would be two numbers
            names = [_rest(name) for name in names]
        else:
            first = ""
        lines += _columns(first, list(enumerate(names, number)), width)
        number += len(members)
    return "\n".join(lines)


def _rest(name: str) -> str:
    """A name without its first word."""
    return name.partition(" ")[2]


def _columns(title: str, entries: Sequence[tuple[int, str]], width: int) -> list[str]:
    cells = [f"{number:>4}) {name}" for number, name in entries]
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
    console: where it is shown. A person is asked with ``input()``, whose end leaves the game.
    names: what the agents are called, one for each seat; by default as they call themselves.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        agents: Sequence[Agent | None],
        seed: int,
        console: Console,
        names: Sequence[str] | None = None,
    ) -> None:
        self.game = game
        self.agents = agents
        self.names = names or ["you" if agent is None else agent.name for agent in agents]
        self.seed = seed
        self.console = console
        self.state = game.new(seed=seed, **options)
        self.actions = game.actions_of(self.state)
        self._shown: list[str] = []

    # A person plays

    def play(self, seat: int) -> None:
        """Let a person play at ``seat`` until the game is over or they leave; Ctrl-C is a KeyboardInterrupt."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - line editing and history for input()
        game = self.game
        self.console.print(f"{game.title}: you are player_{seat}. ? helps, quit leaves.", style="bold")
        for other, agent in enumerate(self.agents):
            if agent is not None:
                self.console.print(f"player_{other} is {self.names[other]}", soft_wrap=True)
        self._warm_up()
        try:
            while not game.over(self.state):
                self._let_others_move(seat)
                if game.over(self.state):
                    break
                action = self._ask(seat)
                if action is None:
                    self._show_left()
                    return
                game.apply(self.state, action)
        except KeyboardInterrupt:
            self._show_left()
            raise
        self._show_end()

    def _warm_up(self) -> None:
        """Have every agent choose once, of another deal, so that its first choice takes no longer than the next."""
        game = self.game
        state = game.new(seed=(self.seed + 1) % (1 << 64), **game.options_of(self.state))
        for agent in self.agents:
            if agent is not None and not game.over(state):
                _choice(agent, game, state)

    def _let_others_move(self, seat: int) -> None:
        """The agents move, unseen and, while they are quick, in the same time whatever they had to decide."""
        started = time.monotonic()
        while self.game.seat(self.state) not in (seat, -1):
            self.game.apply(self.state, self._choice())
        if len(self.agents) > 1:
            time.sleep(max(0.0, ANSWER_AFTER - (time.monotonic() - started)))

    def _choice(self) -> int:
        agent = self.agents[self.game.seat(self.state)]
        assert agent is not None
        return _choice(agent, self.game, self.state)

    def _ask(self, seat: int) -> int | None:
        """The action that the person chooses; None when they leave."""
        game = self.game
        choices = in_order(game.legal_actions(self.state), self.actions)
        self._show_decision(seat, choices)
        while True:
            try:
                text = input(f"player_{seat}> ").strip()
            except (EOFError, RuntimeError):  # RuntimeError: there is no standard input at all
                return None
            command = text.casefold()
            if command in ("quit", "exit"):
                return None
            if command.startswith("?") or command.split()[:1] == ["help"]:
                self._help(text.removeprefix("?") if text.startswith("?") else text[len("help") :], choices)
            elif command == "undo":
                self.console.print(NO_UNDO, style="yellow")
            elif command in ("", "table"):
                self._show_decision(seat, choices)
            else:
                try:
                    return find_choice(text, choices, self.actions)
                except ChoiceError as error:
                    self.console.print(str(error), style="yellow")

    def _show_decision(self, seat: int, choices: Sequence[int]) -> None:
        self.console.print()
        self._show_changes(self.game.describe(self.state, seat))
        self.console.print()
        self.console.print(list_choices(choices, self.actions, self.console.width), soft_wrap=True)

    def _help(self, word: str, choices: Sequence[int]) -> None:
        """All commands and the choices; with a word, the actions and cards with it in their name."""
        word = word.strip().casefold()
        if not word:
            self.console.print(HELP)
            entries = explained(choices, self.actions)
        else:
            texts = dict.fromkeys((card.name, getattr(card, "text", "")) for card in self.game.cards_of(self.state))
            entries = [(name, text) for name, text in texts if text and word in name.casefold()]
            named = [number for number, action in enumerate(self.actions) if word in action.name.casefold()]
            entries += explained(named, self.actions)
        if not entries:
            self.console.print(f"nothing is called {word!r}", style="yellow")
        for name, meaning in entries:
            self.console.print(f"  {name}: {meaning}")

    def _show_left(self) -> None:
        self.console.print(f"\nYou have left the game. {self._same_cards()}")

    def _same_cards(self) -> str:
        return f"--seed {self.seed} deals the same cards."

    # Agents play

    def watch(self, delay: float) -> None:
        """Let the agents play, everything shown, with a pause of ``delay`` seconds after each move."""
        game = self.game
        self.console.print(f"{game.title}, seed {self.seed}", style="bold")
        self._show_changes(game.describe(self.state))
        while not game.over(self.state):
            time.sleep(delay)
            seat = game.seat(self.state)
            action = self._choice()
            title = f"player_{seat} ({self.names[seat]})"
            self.console.print(f"\n{title}: {self.actions.name(action)}", style="bold cyan", soft_wrap=True)
            game.apply(self.state, action)
            self._show_changes(game.describe(self.state))
        self._show_result()

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
        self.console.print("\nAll cards:\n", style="bold")
        self.console.print(self.game.describe(self.state))
        self._show_result()

    def _show_result(self) -> None:
        """The figures of a game that is over; how it ended and who won is the last line of its table."""
        game = self.game
        outcome = game.outcome(self.state).items()
        facts = "   ".join(f"{name}: {_plain(value)}" for name, value in outcome if name not in TOLD_BY_THE_TABLE)
        returns = ", ".join(f"player_{seat} {value:+.3g}" for seat, value in enumerate(game.returns(self.state)))
        lines = ["", *([facts] if facts else []), f"returns: {returns}", self._same_cards()]
        self.console.print("\n".join(lines), style="bold")


def _choice(agent: Agent, game: Game, state: State) -> int:
    """What ``agent`` does in the place of who decides."""
    return int(agent.act(game.observe(state)[None], game.mask(state)[None])[0])


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(_plain, value)) if isinstance(value, (list, tuple)) else str(value)


def explained(numbers: Sequence[int], actions: Actions) -> list[tuple[str, str]]:
    """Names and meanings of these actions, those that mean the same, but for what they name, as one."""
    groups: dict[str, list[int]] = {}
    for number in sorted(numbers):
        groups.setdefault(_common_meaning(actions.name(number), actions[number].meaning), []).append(number)
    return [
        (_names(members, actions), meaning if len(members) > 1 else _meaning(actions[members[0]]))
        for meaning, members in groups.items()
    ]


def _meaning(action: Action) -> str:
    return action.meaning.removeprefix(f"{action.name}: ")


def _common_meaning(name: str, meaning: str) -> str:
    """A meaning without what is peculiar to one of several alike actions: the card or the place that it names."""
    for part in filter(None, (name, _rest(name), _rest(name).lstrip("+"))):
        meaning = meaning.removeprefix(f"{part}: ")
        meaning = re.sub(rf"(?<!\w){re.escape(part)}(?!\w)", "...", meaning)
    return meaning


def _count_on(name: str, following: str) -> bool:
    """Whether two names differ only in what numbers them."""
    (verb, _, number), (other, _, next_number) = name.partition(" "), following.partition(" ")
    return verb == other and all(COUNTED.fullmatch(text) for text in (number, next_number))


def _names(numbers: Sequence[int], actions: Actions) -> str:
    """The names of actions; those that count on, as "level 3" to "level 7" do, as the first and the last of them."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1 and _count_on(actions.name(number - 1), actions.name(number)):
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{actions.name(run[0])} to {actions.name(run[-1])}"
        if len(run) >= SHORTEST_RANGE
        else ", ".join(actions.name(number) for number in run)
        for run in runs
    )


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
    return [("".join(b[j:j_end]), tag != "equal") for tag, _, _, j, j_end in matcher.get_opcodes() if j_end > j]
