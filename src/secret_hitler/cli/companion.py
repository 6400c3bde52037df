"""The command companion: guide a game with real cards."""

import argparse
from collections.abc import Callable
from contextlib import suppress
from itertools import count
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
    command.add_argument("--players", type=int, metavar="N", help="5 to 10; it asks without this and --names")
    command.add_argument("--rules", metavar="NAME", help="a rule set, or a TOML file of house rules; it asks without this")
    command.add_argument("--names", metavar="A,B,...", help="the players in seat order")
    command.add_argument("--file", type=Path, default=Path(FILE), help=f"keep the game here, and continue it (default {FILE})")
    command.add_argument("--new", action="store_true", help="start a new game even if the one in the file isn't over")
    looks = f"how long the narrator lets players look at each other, {LEAST_LOOK} to {LONGEST_LOOK} (default {LOOK})"
    command.add_argument("--pause", type=int, default=LOOK, metavar="SECONDS", help=looks)
    add_language(command)


def run(options: argparse.Namespace) -> int:
    if not LEAST_LOOK <= options.pause <= LONGEST_LOOK:
        raise BadUsage(f"choose a pause of {LEAST_LOOK} to {LONGEST_LOOK} seconds, not {options.pause}")
    words, console = Words(language(options)), Console(ask=input, say=say)
    with reported(UnfitRecord, OSError), suppress(Quit, EOFError):
        Companion(_paper(options, words), options.file, console, words, options.pause).run()
    if options.file.exists():
        say("\n" + words.say("companion.kept", file=options.file))
    return 0


def _paper(options: argparse.Namespace, words: Words) -> PaperGame:
    if options.file.exists() and not options.new:
        paper = read_sheet(options.file)
        ended = Companion(paper, options.file, Console(ask=input, say=say), words).sheet.view.board.ending
        if ended is None:
            say(words.say("companion.goesOn", file=options.file, n=len(paper.entries)))
            return paper
        options.file.rename(_free_name(options.file))
    rules = _rules(options, words)
    return PaperGame(rules=rules, names=_names(options, rules, words))


def _free_name(path: Path) -> Path:
    """Find a new name for the last finished game, to keep its record."""
    names = (path.with_name(f"{path.name.partition('.')[0]}-{number}.paper.jsonl") for number in count(1))
    return next(name for name in names if not name.exists())


def _rules(options: argparse.Namespace, words: Words) -> Ruleset:
    if options.rules is not None:
        return ruleset(options.rules)
    for number, rules in enumerate(RULESETS.values(), start=1):
        say(f"  {number}) {words.ruleset(rules)}")
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
    return [input(words.say("companion.nameOf", n=seat)).strip()[:24] or words.say("pass.player", n=seat) for seat in range(1, players + 1)]


def _asked(words: Words, prompt: str, fits: Callable[[int], bool], otherwise: str) -> int:
    while True:
        answer = input(words.say(prompt)).strip() or otherwise
        if answer.isdecimal() and fits(int(answer)):
            return int(answer)
        problem(words.say("companion.notOne"))
