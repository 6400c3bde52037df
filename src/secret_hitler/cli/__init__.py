"""The command line: one module for each command, imported when it runs. Other packages add commands by entry points."""

import argparse
import sys
from collections.abc import Container, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from .. import __version__

COMMANDS: Final = {
    "serve": "host tables that people join in a browser",
    "backup": "save everything a server keeps to one file, while it runs",
    "restore": "restore a server's data folder from a backup",
    "admin": "run a server: see its load, tables and reports; close tables, announce, ban, mute, forbid words",
    "doctor": "check a data folder and repair it",
    "play": "play in a terminal: against bots or at a live table, or watch bots play",
    "seat": "give an engine or a language model a seat at a live table",
    "mcp": "let an assistant play at live tables, over the Model Context Protocol",
    "companion": "guide a game with real cards: set-up, narrator, what's next, and a record; no network",
    "cards": "print the game: cards, boards and rules as a PDF",
    "rules": "show the rule sets, or check house rules",
    "replay": "read recorded games in words, and check them against the rules",
    "review": "explain finished games: the chances, every decision, the lies, what players could know",
    "export": "convert recorded games for other programs",
    "belief": "show whom the public could suspect, round by round",
    "completion": "print a script that completes these commands in your shell",
}


class BadUsage(Exception):
    """A mistake that the person at the keyboard can fix."""


ENTRY_POINTS: Final = "secret_hitler.commands"
"""The group of entry points that add commands: each names a package with COMMANDS as here, and a module for each command."""

ELSEWHERE: Final = dict.fromkeys(("simulate", "arena", "tournament", "exploit", "metrics"), "secret-hitler-lab")
"""Our commands in another distribution."""

_BROUGHT: Final = {
    "assistants": "mcp pydantic",
    "bots": "numpy",
    "postgres": "asyncpg",
    "print": "fpdf",
    "serve": "argon2 cryptography h11 httpx itsdangerous litestar openskill prometheus_client resvg_py segno structlog uvicorn webauthn",
    "terminal": "platformdirs rich textual",
}
EXTRAS: Final = {module: extra for extra, modules in _BROUGHT.items() for module in modules.split()}
"""The extra that brings each module."""


def main(arguments: Sequence[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    command = next((word for word in given if not word.startswith("-")), "")
    try:
        if command in ELSEWHERE and command not in commands():
            raise BadUsage(f"this command is in another package: pip install {ELSEWHERE[command]}")
        if command and command not in commands():
            near = get_close_matches(command, commands(), n=1)
            raise BadUsage(f"there's no such command. {f'Did you mean {near[0]}?' if near else 'secret-hitler --help lists them all.'}")
        options = parser(given).parse_args(given)
        status: int = options.run(options)
    except BadUsage as error:
        sys.stderr.write(f"secret-hitler {command}: {error}\n")
        return 2
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in EXTRAS:
            raise
        sys.stderr.write(f"secret-hitler {command}: {library} isn't installed: pip install 'secret-hitler[{EXTRAS[library]}]'\n")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 141
    return status


@cache
def commands() -> Mapping[str, tuple[str, str]]:
    """List what each command does and the package of its module, other packages last."""
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
    """Make the parser; import only the commands in `asked`, which then have their options."""
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
