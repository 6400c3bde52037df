"""The command companion: a table with real cards."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from ..paper.companion import Companion, Desk, Quit, read_sheet
from ..paper.paper_game import PaperGame
from ..records import UnfitRecord
from ..rules import RULESETS, Ruleset
from .game_options import for_how_many, ruleset
from .output import problem, say
from .usage import BadUsage

FILE = "table.paper.jsonl"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=int, metavar="N", help="5 to 10; asked for if neither this nor --names is given")
    command.add_argument("--rules", metavar="NAME", help="a rule set, or a TOML file of house rules; asked for if not given")
    command.add_argument("--names", metavar="A,B,...", help="the players in seat order")
    command.add_argument("--file", type=Path, default=Path(FILE), help=f"where the game is kept, and gone on with (default {FILE})")
    command.add_argument("--new", action="store_true", help="begin a new game even if the file holds one that goes on")
    command.add_argument("--pace", type=float, default=1.0, metavar="X", help="longer (2) or shorter (0.5) pauses of the narrator")


def run(options: argparse.Namespace) -> int:
    desk = Desk(ask=_ask, say=say)
    try:
        paper = _paper(options)
        Companion(paper, options.file, desk, max(0.0, options.pace)).run()
    except (Quit, EOFError):
        pass
    except (UnfitRecord, OSError) as error:
        raise BadUsage(str(error)) from error
    if options.file.exists():
        say(f"\nKept in {options.file}. secret-hitler replay {options.file} checks it, secret-hitler belief {options.file} looks into it.")
    return 0


def _paper(options: argparse.Namespace) -> PaperGame:
    if options.file.exists() and not options.new:
        paper = read_sheet(options.file)
        ended = Companion(paper, options.file, Desk(ask=_ask, say=say)).sheet.view.board.ending
        if ended is None:
            say(f"Going on with the game in {options.file} ({len(paper.entries)} entries; --new begins another).")
            return paper
        options.file.rename(_free_name(options.file))
    rules = _rules(options)
    names = _names(options, rules)
    return PaperGame(rules=rules, names=names)


def _free_name(path: Path) -> Path:
    """Where the finished game before goes; no record is written over."""
    number = 1
    while (aside := path.with_name(f"{path.name.partition('.')[0]}-{number}.paper.jsonl")).exists():
        number += 1
    return aside


def _rules(options: argparse.Namespace) -> Ruleset:
    if options.rules is not None:
        return ruleset(options.rules)
    for number, name in enumerate(RULESETS, start=1):
        say(f"  {number}) {name}")
    return RULESETS[list(RULESETS)[_asked("Which rule set? ", lambda number: 1 <= number <= len(RULESETS), "1") - 1]]


def _names(options: argparse.Namespace, rules: Ruleset) -> list[str]:
    if options.names is not None:
        names = [name.strip()[:24] for name in options.names.split(",")]
        if not all(names) or len(names) not in rules.fascists or options.players not in (None, len(names)):
            raise BadUsage(f"{for_how_many(rules)}, each with a name; not {options.names!r}")
        return names
    players = options.players or _asked("How many players? ", lambda number: number in rules.fascists, "")
    if players not in rules.fascists:
        raise BadUsage(f"{for_how_many(rules)}, not {players}")
    return [_ask(f"Name of player {seat}: ").strip()[:24] or f"Player {seat}" for seat in range(1, players + 1)]


def _asked(prompt: str, fits: Callable[[int], bool], otherwise: str) -> int:
    while True:
        answer = _ask(prompt).strip() or otherwise
        if answer.isdecimal() and fits(int(answer)):
            return int(answer)
        problem("That is not one of them.")


def _ask(prompt: str) -> str:
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
