"""The option --language, for every command that speaks to people."""

import argparse

from ..words import LANGUAGES, language_here
from .usage import BadUsage


def add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--language", metavar="XX", help=f"{', '.join(LANGUAGES)}; default: that of this machine, else en")


def language(options: argparse.Namespace) -> str:
    chosen: str = options.language or language_here()
    if chosen not in LANGUAGES:
        raise BadUsage(f"there is no language {chosen!r}; there are {', '.join(LANGUAGES)}")
    return chosen
