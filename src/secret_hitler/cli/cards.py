"""The command cards: everything to play with paper, as a PDF."""

import argparse
import os
import re
from itertools import groupby
from pathlib import Path

from .game_options import ruleset
from .output import say
from .usage import BadUsage, check_writable


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--rules", default="official", metavar="NAME", help="a rule set, or a TOML file of house rules")
    command.add_argument("--paper", default="a4", metavar="PAPER", help="a4 or letter")
    command.add_argument("--language", metavar="XX", help="en, de, es, fr, tr or ru; default: that of this machine, else en")
    command.add_argument("--out", type=Path, metavar="FILE", help="default: secret-hitler-cards-RULES-PAPER-LANGUAGE.pdf")


def run(options: argparse.Namespace) -> int:
    from ..paper.printing.booklet import booklet  # the printer's library is not loaded for --help
    from ..paper.printing.cover import STEPS
    from ..paper.printing.paper_size import PAPERS
    from ..paper.printing.pen import TextDoesNotFit
    from ..paper.printing.words import LANGUAGES, Words, span

    rules = ruleset(options.rules)
    if options.paper not in PAPERS:
        raise BadUsage(f"there is no paper {options.paper!r}; there are {', '.join(PAPERS)}")
    language = options.language or _language_here(LANGUAGES)
    if language not in LANGUAGES:
        raise BadUsage(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    slug = re.sub(r"\W+", "-", rules.name.lower()).strip("-")
    path: Path = options.out or Path(f"secret-hitler-cards-{slug}-{options.paper}-{language}.pdf")
    check_writable(path)
    try:
        printed = booklet(rules, PAPERS[options.paper], language)
        path.write_bytes(printed.pdf)
    except (TextDoesNotFit, OSError) as error:
        raise BadUsage(str(error)) from error
    say(f"{path}: {len(printed.titles)} pages")
    for title, run in groupby(enumerate(printed.titles, start=1), key=lambda page: page[1]):
        pages = [number for number, _ in run]
        say(f"{span(pages):>7}  {title}")
    words = Words(language)
    for step in STEPS:
        say(words.say(step))
    return 0


def _language_here(languages: tuple[str, ...]) -> str:
    """As gettext looks for it: the first of these variables that is set decides."""
    wish = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    code = wish.partition("_")[0].partition(".")[0]
    return code if code in languages else "en"
