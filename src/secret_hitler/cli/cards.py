"""The command cards: print cards, boards and rules as a PDF."""

import argparse
import re
from itertools import groupby
from pathlib import Path

from ..words import Words
from ..words.speaker import span
from . import BadUsage
from .options import add_language, check_writable, language, reported, ruleset
from .output import say


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--rules", default="official", metavar="NAME", help="a rule set, or a TOML file of house rules")
    command.add_argument("--paper", default="a4", metavar="PAPER", help="a4 or letter")
    command.add_argument("--light-backs", action="store_true", help="print the backs in thin pale lines, for stiff paper and little ink")
    command.add_argument("--one-side", action="store_true", help="for printers that print one side: no empty pages, backs at the end")
    add_language(command)
    command.add_argument("--out", type=Path, metavar="FILE", help="default: secret-hitler-cards-RULES-PAPER-LANGUAGE.pdf")


def run(options: argparse.Namespace) -> int:
    from ..paper.printing.booklet import Printing, booklet  # the printer's library is not loaded for --help
    from ..paper.printing.pen import PAPERS, TextDoesNotFit

    rules = ruleset(options.rules)
    if options.paper not in PAPERS:
        raise BadUsage(f"there's no paper {options.paper!r}. Choose {' or '.join(PAPERS)}.")
    words = Words(language(options))
    slug = re.sub(r"\W+", "-", rules.name.lower()).strip("-")
    path: Path = options.out or Path(f"secret-hitler-cards-{slug}-{options.paper}-{words.language}.pdf")
    check_writable(path)
    with reported(TextDoesNotFit, OSError):
        printed = booklet(rules, PAPERS[options.paper], words.language, Printing(options.light_backs, options.one_side))
        path.write_bytes(printed.pdf)
    say(f"{path}: {len(printed.titles)} pages")
    for title, run in groupby(enumerate(printed.titles, start=1), key=lambda page: page[1]):
        say(f"{span([number for number, _ in run]):>7}  {title}")
    for step in printed.steps:
        say(step)
    return 0
