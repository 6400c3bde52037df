"""The command line: one module a command, imported when it runs."""

import argparse
import sys
from collections.abc import Container, Sequence
from importlib import import_module

from .. import __version__
from .usage import BadUsage

COMMANDS = {
    "serve": "tables for a browser near you",
    "backup": "everything a server keeps, in one file, while it runs",
    "restore": "the folder of a server from a backup",
    "admin": "for operators of a running server: its load, tables, reports; close, announce, ban, mute, words",
    "doctor": "what is wrong with the folder of a server, and what can be put right",
    "play": "the game in a terminal: against bots, at a live table, or bots among themselves",
    "seat": "an engine or a language model takes a seat at a live table",
    "mcp": "lets an assistant sit down at live tables, over the Model Context Protocol",
    "companion": "for a table with real cards: set-up, narrator, what is due, and a record; no network",
    "cards": "everything to play with paper, as a PDF to print",
    "rules": "show the rule sets, or check house rules",
    "replay": "recorded games in words, played through the rules again",
    "review": "finished games explained: the curve, every decision, the lies, what could be known",
    "export": "recorded games in a form that other programs read",
    "belief": "who the public could have taken for a fascist, round by round",
    "metrics": "what papers on hidden-role games count: lies, who sees through them, whose word moves votes",
    "simulate": "uniform random play, with statistics",
    "arena": "bots of one level as liberals against another as fascists",
    "tournament": "every bot against every other from both sides, with ratings",
    "exploit": "what a response that is taught against a bot gains from it",
    "completion": "a script that lets your shell complete these commands",
}


def main(arguments: Sequence[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    try:
        options = parser(given).parse_args(given)
        status: int = options.run(options)
    except BadUsage as error:
        sys.stderr.write(f"secret-hitler {options.command}: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141
    return status


def parser(asked: Container[str] = COMMANDS) -> argparse.ArgumentParser:
    """Every command by name; only those asked for are imported and know their options."""
    root = argparse.ArgumentParser(prog="secret-hitler", description="The hidden-role game for 5 to 10 players.")
    root.add_argument("--version", action="version", version=__version__)
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}.")
        if name in asked:
            module = import_module(f".{name}", __name__)
            module.add_options(command)
            command.set_defaults(run=module.run)
    return root
