"""The command line: secret-hitler rules, replay, simulate and the others."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from . import __version__
from .lab.uniform import Summary, play_uniformly
from .records import UnfitRecord, final, read_records, verify
from .rulebook import describe, markdown
from .rules import RULESETS, BadHouseRules, Ruleset, StrandedGame, house_rules
from .server.log import LogFailure
from .server.settings import HELP as SERVE_OPTIONS
from .server.settings import from_environment
from .terminal.plain import play_in_lines

_out = Console()
_err = Console(stderr=True)

T = TypeVar("T")


class BadUsage(Exception):
    """Something the person at the keyboard can put right."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except BadUsage as problem:
        _err.print(f"secret-hitler {options.command}: {problem}", markup=False, highlight=False)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141
    return status


def parser() -> argparse.ArgumentParser:
    root = argparse.ArgumentParser(prog="secret-hitler", description="The hidden-role game for 5 to 10 players.")
    root.add_argument("--version", action="version", version=__version__)
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")

    rules = commands.add_parser("rules", help="show the rule sets, or check house rules")
    rules.add_argument("name", nargs="?", help="one rule set, or a TOML file of house rules")
    rules.add_argument("--json", action="store_true", help="as data")
    rules.add_argument("--markdown", action="store_true", help="the page docs/rules.md")
    rules.set_defaults(run=_rules)

    replay = commands.add_parser("replay", help="play recorded games through the rules")
    replay.add_argument("file", type=Path, help="records: readable notation, JSON lines, or human games as JSON lines")
    replay.add_argument("--check", action="store_true", help="say only how many fit; exit 1 if any does not")
    replay.add_argument("--verify", action="store_true", help="draw every deal and shuffle again from the revealed seed")
    replay.set_defaults(run=_replay)

    simulate = commands.add_parser("simulate", help="uniform random play, with statistics")
    simulate.add_argument("--players", type=int, default=7, metavar="N")
    simulate.add_argument("--games", type=int, default=10_000, metavar="G")
    simulate.add_argument("--seed", type=int, default=0, metavar="S")
    simulate.add_argument("--rules", default="official", metavar="NAME", help="a rule set, or a TOML file of house rules")
    simulate.add_argument("--engine", choices=("reference",), default="reference")
    simulate.add_argument("--json", action="store_true", help="one JSON object")
    simulate.set_defaults(run=_simulate)

    serve = commands.add_parser("serve", help="tables for a browser near you")
    for field, text in SERVE_OPTIONS.items():
        flag = f"--{field.replace('_', '-')}"
        if field == "trust_proxy":
            serve.add_argument(flag, action="store_const", const=True, help=text)
        else:
            serve.add_argument(flag, metavar=field.rpartition("_")[2].upper(), help=text)
    serve.set_defaults(run=_serve)

    play = commands.add_parser("play", help="a game in plain lines of text, against seats that play at random")
    play.add_argument("--players", type=int, default=7, metavar="N")
    play.add_argument("--rules", default="official", metavar="NAME", help="a rule set, or a TOML file of house rules")
    play.add_argument("--seed", type=int, metavar="S", help="the same seed deals the same game")
    play.set_defaults(run=_play)
    return root


def ruleset(name: str) -> Ruleset:
    """A written rule set by name, or house rules from a file."""
    if name in RULESETS:
        return RULESETS[name]
    path = Path(name)
    if not path.is_file():
        raise BadUsage(f"there is no rule set {name!r}, nor a file of that name; the rule sets are {', '.join(RULESETS)}")
    try:
        return house_rules(path.read_text(encoding="utf-8"))
    except (BadHouseRules, StrandedGame, UnicodeDecodeError) as error:
        raise BadUsage(f"{name}: {error}") from error


def _rules(options: argparse.Namespace) -> int:
    if options.markdown:
        sys.stdout.write(markdown())
        return 0
    chosen = [ruleset(options.name)] if options.name else list(RULESETS.values())
    if options.json:
        sys.stdout.write(msgspec.json.encode(chosen[0] if options.name else chosen).decode() + "\n")
        return 0
    for rules in chosen:
        table = Table(title=rules.name, title_justify="left", title_style="bold", show_header=False, box=None, padding=(0, 1))
        table.add_column(style="dim", max_width=40)
        table.add_column()
        for point, said in describe(rules):
            table.add_row(point, said)
        _out.print(table, "")
    return 0


def _replay(options: argparse.Namespace) -> int:
    games = fit = 0
    try:
        for number, record in enumerate(counted("games", read_records(options.file))):
            games += 1
            try:
                if isinstance(record, UnfitRecord):
                    raise record
                game = final(record)
                checked = f", {verify(record)} deals and shuffles drawn again" if options.verify else ""
            except UnfitRecord as reason:
                _err.print(f"game {number}: {reason}", markup=False, highlight=False)
                continue
            fit += 1
            if not options.check:
                sys.stdout.write(f"game {number}: {record.seats} seats, {record.rules.name}, {game.ending or 'not ended'}{checked}\n")
    except UnfitRecord as error:
        raise BadUsage(str(error)) from error
    sys.stdout.write(f"{games} games, {fit} fit\n")
    return 0 if fit == games else 1


def _simulate(options: argparse.Namespace) -> int:
    rules = _rules_for_players(options)
    if options.games < 1:
        raise BadUsage("at least one game must be played")
    with progress_bar("games", options.games) as advance:
        summary = play_uniformly(rules, options.players, options.games, options.seed, advance)
    if options.json:
        sys.stdout.write(msgspec.json.encode(summary).decode() + "\n")
    else:
        _print_summary(summary)
    return 0


def _rules_for_players(options: argparse.Namespace) -> Ruleset:
    rules = ruleset(options.rules)
    if options.players not in rules.fascists:
        raise BadUsage(f"{rules.name} is for {min(rules.fascists)} to {max(rules.fascists)} players, not {options.players}")
    return rules


def _serve(options: argparse.Namespace) -> int:
    from .server.running import run

    try:
        settings = from_environment(**{field: getattr(options, field) for field in SERVE_OPTIONS})
    except msgspec.ValidationError as error:
        raise BadUsage(str(error)) from error
    try:
        run(settings)
    except (LogFailure, OSError) as error:
        raise BadUsage(str(error)) from error
    return 0


def _play(options: argparse.Namespace) -> int:
    try:
        play_in_lines(_rules_for_players(options), options.players, options.seed)
    except EOFError:
        sys.stdout.write("\nThe game was left.\n")
    return 0


def _print_summary(summary: Summary) -> None:
    table = Table(title=f"{summary.rules}, {summary.players} players, {summary.games:,} games", show_header=False)
    table.add_row("games per second", f"{summary.games_per_second:,.0f}")
    table.add_row("decisions per game", f"{summary.decisions_per_game:.2f}")
    table.add_row("liberals win", f"{summary.liberal_win_rate:.2%}")
    for ending, share in summary.endings.items():
        table.add_row(f"  {ending.replace('_', ' ')}", f"{share:.2%}")
    for name in ("nominations", "sessions", "chaos", "vetoes"):
        table.add_row(f"{name} per game", f"{getattr(summary, name):.2f}")
    _out.print(table)


def counted(what: str, items: Iterable[T]) -> Iterator[T]:
    """The items, counted on a terminal as they pass."""
    with Progress(
        TextColumn(what), MofNCompleteColumn(), TimeElapsedColumn(), console=_err, disable=not _err.is_terminal, transient=True
    ) as bar:
        task = bar.add_task(what, total=None)
        for item in items:
            yield item
            bar.advance(task)


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, nothing elsewhere; the yielded function is told how many are done."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_err, disable=not _err.is_terminal, transient=True) as progress:
        task = progress.add_task(what, total=total)
        step = max(1, total // 1000)

        def advance(done: int) -> None:
            if done % step == 0 or done == total:
                progress.update(task, completed=done)

        yield advance


if __name__ == "__main__":
    sys.exit(main())
