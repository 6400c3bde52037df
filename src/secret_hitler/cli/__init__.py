"""The command line: one module a command, imported when it runs. Other packages add commands by entry points."""

import argparse
import sys
from collections.abc import Container, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from .. import __version__

COMMANDS: Final = {
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
    "completion": "a script that lets your shell complete these commands",
}


class BadUsage(Exception):
    """Something the person at the keyboard can put right."""


ENTRY_POINTS: Final = "secret_hitler.commands"
"""The group of entry points that add commands: each names a package with COMMANDS as here, and a module a command."""

ELSEWHERE: Final = dict.fromkeys(("simulate", "arena", "tournament", "exploit", "metrics"), "secret-hitler-lab")
"""Our commands that another distribution brings."""

_BROUGHT: Final = {
    "assistants": ("mcp", "pydantic"),
    "bots": ("numpy",),
    "postgres": ("asyncpg",),
    "print": ("fpdf",),
    "serve": (
        *("argon2", "h11", "itsdangerous", "litestar", "openskill", "prometheus_client"),
        *("resvg_py", "segno", "structlog", "uvicorn", "webauthn"),
    ),
    "terminal": ("platformdirs", "rich", "textual"),
}
EXTRAS: Final = {module: extra for extra, modules in _BROUGHT.items() for module in modules}
"""By the name of a module, the extra that brings it."""


def main(arguments: Sequence[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    command = next((word for word in given if not word.startswith("-")), "")
    try:
        if command in ELSEWHERE and command not in commands():
            raise BadUsage(f"this command comes with another package: pip install {ELSEWHERE[command]}")
        options = parser(given).parse_args(given)
        status: int = options.run(options)
    except BadUsage as error:
        sys.stderr.write(f"secret-hitler {command}: {error}\n")
        return 2
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in EXTRAS:
            raise
        sys.stderr.write(f"secret-hitler {command}: {library} is not installed: pip install 'secret-hitler[{EXTRAS[library]}]'\n")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141
    return status


@cache
def commands() -> Mapping[str, tuple[str, str]]:
    """List what each command does and the package that its module is in, those of other packages last."""
    found = {name: (summary, __name__) for name, summary in COMMANDS.items()}
    for point in sorted(entry_points(group=ENTRY_POINTS)):
        try:
            added = point.load().COMMANDS
        except (ImportError, AttributeError) as error:
            sys.stderr.write(f"secret-hitler: no commands from {point.value}: {error}\n")
            continue
        for name, summary in added.items():
            found.setdefault(name, (summary, point.value))
    return found


def parser(asked: Container[str] | None = None) -> argparse.ArgumentParser:
    """Every command by name; only those asked for are imported and know their options."""
    root = argparse.ArgumentParser(prog="secret-hitler", description="The hidden-role game for 5 to 10 players.")
    root.add_argument("--version", action="version", version=__version__)
    named = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (summary, package) in commands().items():
        command = named.add_parser(name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}.")
        if asked is None or name in asked:
            module = import_module(f".{name}", package)
            module.add_options(command)
            command.set_defaults(run=module.run)
    return root
