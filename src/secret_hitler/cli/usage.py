"""What the person at the keyboard can put right, and the checks that find it before any work is done."""

import os
import sys
from pathlib import Path


class BadUsage(Exception):
    """Something the person at the keyboard can put right."""


def numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split(",")))
    except ValueError as error:
        raise BadUsage(f"players are numbers with commas between them, such as 5,7,10; not {text!r}") from error


def at_least_one(what: str, number: int) -> None:
    if number < 1:
        raise BadUsage(f"at least one {what} is needed, not {number}")


def check_bot(name: str) -> None:
    """Check that there is such a bot; look for module:Class in the current folder too."""
    from ..bots import UnknownBot, find_bot  # commands without bots need not load what bots think with

    if ":" in name and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        find_bot(name)
    except UnknownBot as error:
        raise BadUsage(str(error)) from error


def check_writable(path: Path | None) -> None:
    """Check that a file can be written there, before the work whose result goes into it."""
    if path is None:
        return
    if path.is_dir():
        raise BadUsage(f"{path} is a folder, not a file to write into")
    if not path.parent.is_dir():
        raise BadUsage(f"there is no folder {path.parent} to write into")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadUsage(f"{path} may not be written")
