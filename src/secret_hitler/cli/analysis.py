"""Commands about rules and records: rules, replay, belief."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from ..belief import BeliefLine, belief_lines
from ..paper.files import read_games
from ..paper.paper_game import PaperGame
from ..paper.sheet import filling
from ..records import Record, UnfitRecord, final, verify
from ..rules import RULESETS
from ..words.rulebook import describe, markdown
from .screen import BadUsage, Commands, counted, out, problem, ruleset, say, say_json


def add_commands(commands: Commands) -> None:
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

    belief = commands.add_parser("belief", help="who the public could have taken for a fascist, round by round")
    belief.add_argument("file", type=Path, help="records, as for replay")
    belief.add_argument("--json", action="store_true", help="one JSON object a round")
    belief.set_defaults(run=_belief)


def _rules(options: argparse.Namespace) -> int:
    if options.markdown:
        say(markdown().removesuffix("\n"))
        return 0
    chosen = [ruleset(options.name)] if options.name else list(RULESETS.values())
    if options.json:
        say_json(chosen[0] if options.name else chosen)
        return 0
    for rules in chosen:
        table = Table(title=rules.name, title_justify="left", title_style="bold", show_header=False, box=None, padding=(0, 1))
        table.add_column(style="dim", max_width=40)
        table.add_column()
        for point, said in describe(rules):
            table.add_row(point, said)
        out.print(table, "")
    return 0


def _replay(options: argparse.Namespace) -> int:
    games = fit = 0
    for number, record in enumerate(counted("games", _readable(read_games(options.file)))):
        games += 1
        try:
            line = _replayed(record, options.verify)
        except UnfitRecord as reason:
            problem(f"game {number}: {reason}")
            continue
        fit += 1
        if not options.check:
            say(f"game {number}: {line}")
    say(f"{games} games, {fit} fit")
    return 0 if fit == games else 1


def _replayed(record: Record | PaperGame | UnfitRecord, verified: bool) -> str:
    if isinstance(record, UnfitRecord):
        raise record
    if isinstance(record, PaperGame):
        endings = [sheet.view.board.ending for sheet, _, _ in filling(record)]
        return f"{record.seats} seats on paper, {record.rules.name}, {(endings and endings[-1]) or 'not ended'}"
    ending = final(record).ending or "not ended"
    checked = f", {verify(record)} deals and shuffles drawn again" if verified else ""
    return f"{record.seats} seats, {record.rules.name}, {ending}{checked}"


def _readable(records: Iterator[Record | PaperGame | UnfitRecord]) -> Iterator[Record | PaperGame | UnfitRecord]:
    """The records of a file that can be opened at all."""
    try:
        yield from records
    except UnfitRecord as error:
        raise BadUsage(str(error)) from error


def _belief(options: argparse.Namespace) -> int:
    unfit = 0
    try:
        for line in counted("rounds", belief_lines(options.file)):
            if isinstance(line, UnfitRecord):
                unfit += 1
                problem(str(line))
            elif options.json:
                say_json(line)
            else:
                say(_in_words(line))
    except UnfitRecord as error:
        raise BadUsage(str(error)) from error
    return 1 if unfit else 0


def _in_words(line: BeliefLine) -> str:
    chances = zip(line.fascist, line.hitler, strict=True)
    seats = "  ".join(f"{seat}: {fascist:.0%} ({hitler:.0%})" for seat, (fascist, hitler) in enumerate(chances))
    return f"game {line.game}, round {line.round}: liberals win {line.liberal_win:.0%}; fascist (Hitler) {seats}"
