"""The command companion: a table with real cards."""

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ..paper.companion import Companion, Console, Quit, read_sheet
from ..paper.paper_game import PaperGame
from ..records import UnfitRecord
from ..rules import RULESETS, Ruleset
from ..words import Words
from ..words.opening import LEAST_LOOK, LONGEST_LOOK, LOOK
from . import BadUsage
from .options import add_language, for_how_many, language, reported, ruleset
from .output import problem, say

FILE = "table.paper.jsonl"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=int, metavar="N", help="5 to 10; asked for if neither this nor --names is given")
    command.add_argument("--rules", metavar="NAME", help="a rule set, or a TOML file of house rules; asked for if not given")
    command.add_argument("--names", metavar="A,B,...", help="the players in seat order")
    command.add_argument("--file", type=Path, default=Path(FILE), help=f"where the game is kept, and gone on with (default {FILE})")
    command.add_argument("--new", action="store_true", help="begin a new game even if the file holds one that goes on")
    looks = f"how long the narrator lets them look at each other, {LEAST_LOOK} to {LONGEST_LOOK} (default {LOOK})"
    command.add_argument("--pause", type=int, default=LOOK, metavar="SECONDS", help=looks)
    add_language(command)


def run(options: argparse.Namespace) -> int:
    if not LEAST_LOOK <= options.pause <= LONGEST_LOOK:
        raise BadUsage(f"the pause has {LEAST_LOOK} to {LONGEST_LOOK} seconds, not {options.pause}")
    words, console = Words(language(options)), Console(ask=_ask, say=say)
    with reported(UnfitRecord, OSError), suppress(Quit, EOFError):
        paper = _paper(options, words)
        Companion(paper, options.file, console, words, options.pause).run()
    if options.file.exists():
        say("\n" + words.say("companion.kept", file=options.file))
    return 0


def _paper(options: argparse.Namespace, words: Words) -> PaperGame:
    if options.file.exists() and not options.new:
        paper = read_sheet(options.file)
        ended = Companion(paper, options.file, Console(ask=_ask, say=say), words).sheet.view.board.ending
        if ended is None:
            say(words.say("companion.goesOn", file=options.file, n=len(paper.entries)))
            return paper
        options.file.rename(_free_name(options.file))
    rules = _rules(options, words)
    names = _names(options, rules, words)
    return PaperGame(rules=rules, names=names)


def _free_name(path: Path) -> Path:
    """Find a name for the finished game before; no record is written over."""
    number = 1
    while (aside := path.with_name(f"{path.name.partition('.')[0]}-{number}.paper.jsonl")).exists():
        number += 1
    return aside


def _rules(options: argparse.Namespace, words: Words) -> Ruleset:
    if options.rules is not None:
        return ruleset(options.rules)
    for number, name in enumerate(RULESETS, start=1):
        say(f"  {number}) {words.ruleset(name)}")
    return list(RULESETS.values())[_asked(words, "companion.whichRules", lambda number: 1 <= number <= len(RULESETS), "1") - 1]


def _names(options: argparse.Namespace, rules: Ruleset, words: Words) -> list[str]:
    if options.names is not None:
        names = [name.strip()[:24] for name in options.names.split(",")]
        if not all(names) or len(names) not in rules.fascists or options.players not in (None, len(names)):
            raise BadUsage(f"{for_how_many(rules)}, each with a name; not {options.names!r}")
        return names
    players = options.players or _asked(words, "companion.howMany", lambda number: number in rules.fascists, "")
    if players not in rules.fascists:
        raise BadUsage(f"{for_how_many(rules)}, not {players}")
    return [_ask(words.say("companion.nameOf", n=seat)).strip()[:24] or words.say("pass.player", n=seat) for seat in range(1, players + 1)]


def _asked(words: Words, prompt: str, fits: Callable[[int], bool], otherwise: str) -> int:
    while True:
        answer = _ask(words.say(prompt)).strip() or otherwise
        if answer.isdecimal() and fits(int(answer)):
            return int(answer)
        problem(words.say("companion.notOne"))


def _ask(prompt: str) -> str:
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
