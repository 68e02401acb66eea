"""The ``unicorn-envs`` command: look at the games, play, watch, evaluate, measure, compile.

Exit codes: 0 done, 1 interrupted (Ctrl-C), 2 for arguments that cannot be used, 3 when something could not be written
(one line on stderr says what was wrong).
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import enum
import itertools
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from unicorn_envs.errors import checked_seed, counted, span

if TYPE_CHECKING:
    from rich.console import Console

    from unicorn_envs.agents import Agent
    from unicorn_envs.game import Game

PROGRAM = "unicorn-envs"
DONE, INTERRUPTED, BAD_ARGUMENTS, NOT_WRITTEN = 0, 1, 2, 3


class UsageError(Exception):
    """Arguments that cannot be used; the text says why, in one line."""


class NotWrittenError(Exception):
    """A file that could not be written; the text says which and why, in one line."""


class Parser(argparse.ArgumentParser):
    """An argument parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_ARGUMENTS, f"{self.prog}: {message} ({self.prog} --help explains)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        print(message, end="", file=file or sys.stderr)  # argparse's own keeps silent where nothing can be written


@contextlib.contextmanager
def reading_arguments() -> Iterator[None]:
    """What the package says about values that it cannot accept becomes a UsageError."""
    try:
        yield
    except (ValueError, TypeError, OSError) as error:
        raise UsageError(" ".join(str(error).split())) from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with ``arguments`` (by default the process's). Returns the exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    if arguments and arguments[0] in TRAINING:
        return run_training(*arguments)
    given = argparse.Namespace(command="")

    def command() -> None:
        make_parser().parse_args(arguments, given)
        given.run(given)

    return run_command(lambda: f"{PROGRAM} {given.command}", command)


def run_command(name: Callable[[], str], command: Callable[[], None]) -> int:
    """Run ``command`` and say in one line, after its ``name()``, what kept it from its end. Returns the exit code."""
    from unicorn_envs.report import show_any_text

    show_any_text()
    try:
        try:
            command()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except UsageError as error:
        print(f"{name()}: {error}", file=sys.stderr)
        return BAD_ARGUMENTS
    except NotWrittenError as error:
        print(f"{name()}: {error}", file=sys.stderr)
        return NOT_WRITTEN
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # `... | head`: the reader has seen enough
        _abandon_output()
    except OSError as error:
        _abandon_output()
        print(f"{name()}: the output cannot be written: {error.strerror}", file=sys.stderr)
        return NOT_WRITTEN
    return DONE


def _abandon_output() -> None:
    """Let what is still to be written to stdout go nowhere, so that Python does not stumble over it when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # where stdout is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# The arguments


def make_parser() -> Parser:
    from unicorn_envs import __version__

    parser = Parser(
        prog=PROGRAM,
        description="Hidden-information card games for reinforcement learning: look at them, play, watch, evaluate.",
        epilog=f"{PROGRAM} <command> --help explains a command. Agents are named as {PROGRAM} agents shows.",
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="<command>", required=True, title="commands")
    _add_list(commands)
    _add_play(commands)
    _add_watch(commands)
    _add_evaluate(commands)
    _add_agents(commands)
    _add_card(commands)
    _add_bench(commands)
    _add_compile(commands)
    for name, text in TRAINING.items():
        commands.add_parser(name, help=text)
    return parser


def _command(commands: Any, name: str, run: Any, text: str) -> Parser:
    description = text[0].upper() + text[1:] + "."  # argparse formats help, not the description
    parser: Parser = commands.add_parser(name, help=text.replace("%", "%%"), description=description)
    parser.set_defaults(run=run)
    return parser


def _add_game_arguments(parser: Parser) -> None:
    parser.add_argument("game", help=f"name of a game ({PROGRAM} list)")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (default: the game's)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )


def _add_list(commands: Any) -> None:
    parser = _command(commands, "list", run_list, "the games, or all about one game")
    parser.add_argument("game", nargs="?", help="name of a game: its options")
    parser.add_argument("--actions", action="store_true", help="and its action table")
    parser.add_argument("--observation", action="store_true", help="and the layout of its observation")
    parser.add_argument("--cards", action="store_true", help="and its cards")


def _add_play(commands: Any) -> None:
    parser = _command(commands, "play", run_play, "play in the terminal")
    _add_game_arguments(parser)
    parser.add_argument(
        "--opponents", metavar="A[,B...]", help="agents, one for all or one each (default: checkpoint, else heuristic)"
    )
    parser.add_argument("--seed", type=int, help="of the deal (default: a new one)")
    parser.add_argument("--seat", type=int, default=0, metavar="K", help="where you sit (default 0)")


def _add_watch(commands: Any) -> None:
    parser = _command(commands, "watch", run_watch, "watch agents play, all cards shown")
    _add_game_arguments(parser)
    parser.add_argument("--agents", default="heuristic", metavar="A[,B...]", help="one for all or one each seat")
    parser.add_argument("--seed", type=int, help="of the deal (default: a new one)")
    parser.add_argument("--delay", type=float, default=0.5, metavar="SECONDS", help="between moves (default 0.5)")


def _add_evaluate(commands: Any) -> None:
    parser = _command(commands, "evaluate", run_evaluate, "how strong agents are, with 95 % intervals")
    _add_game_arguments(parser)
    parser.add_argument(
        "--agents", required=True, metavar="A[,B...]",
        help="solo: all play the same deals; else one for each seat, and every deal is played in every rotation",
    )  # fmt: skip
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="number of games (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="of the deals (default 0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")


def _add_agents(commands: Any) -> None:
    _command(commands, "agents", run_agents, "the agents and the shipped checkpoints")


def _add_card(commands: Any) -> None:
    parser = _command(commands, "card", run_card, "the card of a checkpoint: how it was made, how strong it is")
    parser.add_argument("checkpoint", help="name of a shipped checkpoint, or path of a file")


def _add_bench(commands: Any) -> None:
    parser = _command(commands, "bench", run_bench, "measure the speed of the games (in a checkout: of peers too)")
    parser.add_argument("games", nargs="*", metavar="game", help="names of games (default: all)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each line of the table (default 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")


def _add_compile(commands: Any) -> None:
    parser = _command(commands, "compile", run_compile, "compile games ahead of time, one process a core")
    parser.add_argument("games", nargs="*", metavar="game", help="names of games (default: all)")


# From arguments to games, options and agents


def the_game(name: str) -> Game:
    from unicorn_envs.games import get

    with reading_arguments():
        return get(name)


def the_options(game: Game, given: Sequence[str], players: int | None) -> dict[str, Any]:
    """All options from ``--option`` and ``--players``."""
    from unicorn_envs.options import parse_options

    with reading_arguments():
        return game.complete_options(**parse_options(game.options, given, players))


def the_seed(given: int | None) -> int:
    """The seed, or a new short one."""
    import secrets

    with reading_arguments():
        return secrets.randbits(32) if given is None else checked_seed(given)


def split_names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise UsageError(f"agents are names with commas between them, not {text!r}")
    return names


def one_for_each(names: list[str], seats: int, what: str) -> list[str]:
    """``names``, or the single one repeated; UsageError when their number does not fit."""
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        allowed = counted(1, what) if seats == 1 else f"1 or {counted(seats, what)}"
        raise UsageError(f"there must be {allowed}, not {len(names)}")
    return names


def make_agents(names: Sequence[str], game: Game, seed: int, options: Mapping[str, Any]) -> list[Agent]:
    from unicorn_envs.agents import make_agent

    with reading_arguments():
        return [make_agent(name, game, seed=(seed + k) % (1 << 64), **options) for k, name in enumerate(names)]


def default_opponent(game: Game, options: Mapping[str, Any]) -> tuple[str, str]:
    """The shipped checkpoint for these options where there is one that fits, else the heuristic; and why, in words."""
    from unicorn_envs.agents import make_agent
    from unicorn_envs.agents.checkpoint import find_checkpoint
    from unicorn_envs.errors import CheckpointError

    try:
        path = find_checkpoint("", game, options)
    except CheckpointError:
        return "heuristic", ": no trained agent for this table"
    try:
        make_agent("checkpoint", game, **options)
    except CheckpointError as error:
        return "heuristic", f": the trained agent for this table cannot be used: {error}"
    return "checkpoint", f": {path.stem}"


def the_file(path: Path | None) -> Path | None:
    """A file that can be written, as far as can be told before the work begins."""
    if path is None:
        return None
    folder = path.resolve().parent
    if path.is_dir():
        raise UsageError(f"{str(path)!r} cannot be written: it is a folder")
    if not folder.is_dir():
        raise UsageError(f"{str(path)!r} cannot be written: there is no such folder")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise UsageError(f"{str(path)!r} cannot be written: permission denied")
    return path


def write_results(path: Path | None, results: Any) -> None:
    """Write figures as JSON, the whole file or nothing; NotWrittenError."""
    from unicorn_envs.files import write_whole

    if path is None:
        return
    try:
        write_whole(path, json.dumps(results, indent=2) + "\n")
    except OSError as error:
        raise NotWrittenError(f"{str(path)!r} cannot be written: {error.strerror}") from None


def make_console(stderr: bool = False) -> Console:
    from unicorn_envs.report import PlainConsole

    return PlainConsole(stderr)


# list


def run_list(given: argparse.Namespace) -> None:
    if given.game is None:
        if given.actions or given.observation or given.cards:
            raise UsageError("name a game to see its actions, observation or cards")
        list_games()
        return
    game = the_game(given.game)
    console = make_console()
    show_game(console, game)
    if given.actions:
        show_actions(console, game)
    if given.observation:
        console.print("\nObservation, int8 (offsets, name, shape, bounds, meaning):", style="bold")
        print(game.observation.describe())
    if given.cards:
        show_cards(console, game)


def _players(game: Game) -> str:
    return str(game.min_players) if game.min_players == game.max_players else f"{game.min_players}-{game.max_players}"


def _sizes(game: Game) -> list[str]:
    """Observation sizes, one for each number of players."""
    return [str(game.observation.for_players(n).size) for n in range(game.min_players, game.max_players + 1)]


def list_games() -> None:
    from unicorn_envs import SOLO_IDS, games

    console = make_console()
    for name in games():
        game = the_game(name)
        console.print(f"{name}: {game.title}, {_players(game)} players, version {game.version}", style="bold")
        sizes = "/".join(_sizes(game))
        console.print(f"    {len(game.actions)} actions, observation of {sizes} entries ({_players(game)} players)")
        if name in SOLO_IDS:
            console.print(f"    solo: {SOLO_IDS[name]}")
        cards = ", ".join(path.stem for path, card in _shipped_cards() if card.get("game") == name)
        console.print(f"    checkpoints: {cards or 'none'}")
    console.print(f"More: {PROGRAM} list <game>", style="dim")


def _shipped_cards() -> list[tuple[Path, dict[str, Any]]]:
    from unicorn_envs.agents import read_card, shipped_checkpoints

    with reading_arguments():
        return [(path, read_card(path)) for path in shipped_checkpoints()]


def show_game(console: Console, game: Game) -> None:
    from rich.table import Table

    from unicorn_envs import SOLO_IDS
    from unicorn_envs.report import print_table

    console.print(f"{game.title} ({game.env_id})", style="bold")
    console.print(f"{_players(game)} players, {len(game.actions)} actions")
    console.print(f"observation of {'/'.join(_sizes(game))} entries ({_players(game)} players)")
    if game.name in SOLO_IDS:
        console.print(f"Gymnasium: {SOLO_IDS[game.name]}")
    console.print()
    table = Table("option", "default", "allowed", "meaning", box=None)
    for option in game.options:
        table.add_row(option.name, str(option.default), option.allowed_text, option.meaning)
    print_table(console, table)


def show_actions(console: Console, game: Game) -> None:
    from rich.table import Table

    from unicorn_envs.report import print_table

    table = Table("number", "action", "meaning", box=None, title="\nActions", title_justify="left")
    for number, action in enumerate(game.actions):
        table.add_row(str(number), action.name, action.meaning)
    print_table(console, table)


def show_cards(console: Console, game: Game) -> None:
    """The cards as tables, one for each kind of row: what is printed on them and, last, what they do."""
    from rich.table import Table

    from unicorn_envs.report import print_table

    title = "\nCards"
    for _, cards in itertools.groupby(game.cards, type):
        rows = list(cards)
        names = _plain_fields(rows[0])
        table = Table(*(name.replace("_", " ") for name in names), box=None, title=title, title_justify="left")
        for card in rows:
            table.add_row(*(_in_words(getattr(card, name)) for name in names))
        print_table(console, table)
        title = " "


def _plain_fields(card: Any) -> list[str]:
    """The fields of a card that a player can read, its text last: no steps (tuples) and no flags."""
    names = [
        field.name
        for field in dataclasses.fields(card)
        if isinstance(getattr(card, field.name), (str, int)) and not isinstance(getattr(card, field.name), bool)
    ]
    return sorted(names, key=lambda name: name == "text")


def _in_words(value: Any) -> str:
    """A value of a card: the member of an enum by its name, NONE as nothing."""
    if isinstance(value, enum.Enum):
        return "" if value.name == "NONE" else value.name.lower().replace("_", " ")
    return str(value)


# play and watch


def run_play(given: argparse.Namespace) -> None:
    from unicorn_envs.terminal import Table

    game = the_game(given.game)
    options = the_options(game, given.option, given.players)
    players = options["num_players"]
    if not 0 <= given.seat < players:
        raise UsageError(f"--seat must be {span(0, players - 1)}, not {given.seat}")
    seed = the_seed(given.seed)
    if players == 1 and given.opponents:
        raise UsageError("there are no opponents in a game of one player")
    default, why = ("", "") if given.opponents else default_opponent(game, options)
    names = one_for_each(split_names(given.opponents or default), players - 1, "opponent")
    agents: list[Agent | None] = list(make_agents(names, game, seed, options))
    agents.insert(given.seat, None)
    shown = [name + why for name in names]
    shown.insert(given.seat, "you")
    Table(game, options, agents, seed, make_console(), shown).play(given.seat)


def run_watch(given: argparse.Namespace) -> None:
    from unicorn_envs.terminal import Table

    game = the_game(given.game)
    options = the_options(game, given.option, given.players)
    if not 0 <= given.delay < float("inf"):
        raise UsageError(f"--delay must be 0 or more seconds, not {given.delay}")
    seed = the_seed(given.seed)
    names = one_for_each(split_names(given.agents), options["num_players"], "agent")
    agents = make_agents(names, game, seed, options)
    Table(game, options, agents, seed, make_console(), names).watch(given.delay)


# evaluate


def run_evaluate(given: argparse.Namespace) -> None:
    from unicorn_envs.evaluation import match_rows, solo_rows
    from unicorn_envs.report import print_rows

    game = the_game(given.game)
    names = split_names(given.agents)
    players = given.players
    default = next(option.default for option in game.options if option.name == "num_players")
    fixed = players is not None or any(text.startswith("num_players=") for text in given.option)
    if not fixed and default > 1:
        players = len(names)  # the agents fill the table
    options = the_options(game, given.option, players)
    players = options["num_players"]
    if players > 1 and len(names) != players:
        raise UsageError(f"{players} players need {players} agents, not {len(names)}; a name may be repeated")
    if given.games < 2 * players:
        raise UsageError(f"--games must be at least {2 * players} (two deals), not {given.games}")
    seed, file = the_seed(given.seed), the_file(given.json)
    distinct = list(dict.fromkeys(names)) if players == 1 else names
    agents = make_agents(distinct, game, seed, options)
    total = given.games * len(agents) if players == 1 else -(-given.games // players) * players
    with progress_bar(total) as progress:
        if players == 1:
            rows, _ = solo_rows(game, dict(zip(distinct, agents)), given.games, seed, progress, **options)
        else:
            rows = match_rows(game, names, agents, given.games, seed, progress, **options)
    results = {"game": game.env_id, "options": options, "games": given.games, "seed": seed, "agents": rows}
    try:
        print_rows(make_console(), game, rows, players, seed)
    finally:
        write_results(file, results)


@contextlib.contextmanager
def progress_bar(total: int) -> Iterator[Any]:
    """A bar on stderr, where that is a terminal; gives the function to call with each number of games done."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress

    with Progress(console=make_console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=total)
        yield lambda games: bar.advance(task, games)


# agents, card


def run_agents(given: argparse.Namespace) -> None:
    from unicorn_envs.agents import agent_help

    console = make_console()
    console.print(f"agents: {agent_help()}")
    cards = _shipped_cards()
    console.print("shipped checkpoints:" if cards else "no checkpoints are shipped")
    for path, card in cards:
        console.print(f"  {path.stem}: {card.get('game')}, {_inline(card.get('options', {}))}")


def run_card(given: argparse.Namespace) -> None:
    from rich.table import Table

    from unicorn_envs.agents import read_card, shipped_checkpoints
    from unicorn_envs.report import print_card_results, print_table

    shipped = {path.stem: path for path in shipped_checkpoints()}
    with reading_arguments():
        path = shipped.get(given.checkpoint, Path(given.checkpoint))
        if not path.is_file():
            known = ", ".join(shipped) or "none"
            raise ValueError(f"there is no checkpoint {given.checkpoint!r}; shipped are {known}, or give a path")
        card = read_card(path)
    table = Table("", "", box=None, show_header=False)
    results = card.pop("results", [])
    evaluated = [entry for entry in results if isinstance(entry, Mapping) and {"command", "rows"} <= entry.keys()]
    others = [entry for entry in results if entry not in evaluated]  # such as those of a best response
    for key, value in {**card, **({"results": others} if others else {})}.items():
        table.add_row(key, _inline(value))
    console = make_console()
    print_table(console, table)
    if evaluated:
        print_card_results(console, evaluated)


def _inline(value: Any) -> str:
    """A value of a card as text: mappings as name=value, lists one entry a line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={_inline(entry)}" for name, entry in value.items())
    if isinstance(value, (list, tuple)):
        return "\n".join(_inline(entry) for entry in value)
    return f"{value:.4g}" if isinstance(value, float) else str(value)


# bench, compile


def run_bench(given: argparse.Namespace) -> None:
    names = _game_names(given.games)
    if not 0 < given.seconds < float("inf"):
        raise UsageError(f"--seconds must be more than 0, not {given.seconds}")
    file = the_file(given.json)
    import importlib

    speed = importlib.import_module("benchmarks.speed" if _has_benchmarks() else "unicorn_envs.speed")
    results = speed.measure(names, given.seconds)
    try:
        speed.show(results)
    finally:
        write_results(file, results)


def _has_benchmarks() -> bool:
    """Whether ``benchmarks`` is that of this checkout, and not a package of somebody else's."""
    import importlib.util

    spec = importlib.util.find_spec("benchmarks")
    checkout = Path(__file__).resolve().parents[1]
    return spec is not None and [Path(p).resolve() for p in spec.submodule_search_locations or ()] == [
        checkout / "benchmarks"
    ]


def _game_names(given: Sequence[str]) -> list[str]:
    from unicorn_envs import games

    return [the_game(name).name for name in given] if given else games()


def run_compile(given: argparse.Namespace) -> None:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    names = list(dict.fromkeys(_game_names(given.games)))
    console = make_console()
    workers = min(len(names), os.cpu_count() or 1)
    console.print(f"compiling {', '.join(the_game(name).title for name in names)} ...", style="dim")
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=_end_at_ctrl_c) as pool:
        for name, seconds in zip(names, pool.map(compile_game, names)):
            console.print(f"{the_game(name).title}: " + (f"{seconds:.1f} s" if seconds else "was compiled already"))


def _end_at_ctrl_c() -> None:
    """In a process that only helps: Ctrl-C ends it silently, the command itself tells of it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def compile_game(name: str) -> float:
    """Compile one game in this process, silently. Returns the seconds, 0.0 where there was nothing to do."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):
        return the_game(name).driver.compile()


# train, exploit

TRAINING = {
    "train": "train an agent (needs the extra 'train')",
    "exploit": "train a best response to an agent: how exploitable it is (needs the extra 'train')",
}
"""Commands of the trainer, which reads their arguments itself."""
NEEDED_TO_TRAIN = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib")


def run_training(command: str, *arguments: str) -> int:
    """Let the trainer do it: that of the installed package, or that of this checkout."""
    import importlib
    from importlib.util import find_spec

    missing = [name for name in NEEDED_TO_TRAIN if find_spec(name) is None]
    inside = find_spec("unicorn_envs.training")
    spec = inside or find_spec("training")
    folder = Path(spec.origin).resolve().parent if spec and spec.origin else None
    if not missing and inside is None and folder != Path(__file__).resolve().parents[1] / "training":
        missing = ["the trainer"]  # a package of somebody else's may be called training
    if missing:
        needed = f"{', '.join(missing)} not found: pip install 'unicorn_envs[train]'"
        print(f"{PROGRAM} {command}: {needed}", file=sys.stderr)
        return BAD_ARGUMENTS
    package = "training" if inside is None else "unicorn_envs.training"
    code: int = importlib.import_module(f"{package}.{command}").main(arguments, f"{PROGRAM} {command}")
    return code


if __name__ == "__main__":
    sys.exit(main())
