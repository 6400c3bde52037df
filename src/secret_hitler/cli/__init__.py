"""The command line: one module for each group of commands."""

import argparse
import sys
from collections.abc import Sequence

from .. import __version__
from . import analysis, cards, companion, games, tables, tournament
from .screen import BadUsage, problem


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except BadUsage as error:
        problem(f"secret-hitler {options.command}: {error}")
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
    for group in (tables, companion, cards, games, tournament, analysis):
        group.add_commands(commands)
    return root
