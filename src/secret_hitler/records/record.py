"""Record: a game as data that replays for ever; and where a mistake stands in one that a person wrote."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from ..play import Move
from ..rules import Ending, Role, Ruleset, Seat
from ..rules.actions import Deal

FORMAT = 1


class Contribution(Struct, frozen=True, kw_only=True):
    """What one seat added to the chance of a game: shown as a hash before the deal, and revealed for it."""

    seat: Seat
    commitment: str
    secret: str
    """Hexadecimal."""


class Record(Struct, kw_only=True, forbid_unknown_fields=True):
    format: int = FORMAT
    rules: Ruleset
    seats: int
    opener: Seat | None = None
    moves: list[Move] = []
    ending: Ending | None = None
    """As it was written down; None for a game that did not end."""
    commitment: str | None = None
    """What the table was shown before the deal, if its chance came from a seed."""
    seed: str | None = None
    """Hexadecimal, revealed after the end."""
    server_secret: str | None = None
    """What the server committed itself to, where others added to the chance; otherwise that is the seed."""
    contributions: list[Contribution] = []
    notes: dict[str, str] = {}

    @property
    def names(self) -> list[str]:
        """How the players were called, where that was written down."""
        return [self.notes.get(f"seat {seat}", f"seat {seat}") for seat in range(self.seats)]

    @property
    def contributors(self) -> list[Seat]:
        """The seats whose players added to the chance of the game."""
        return [each.seat for each in self.contributions]

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles dealt; empty before the deal."""
        return next((move.action.roles for move in self.moves if isinstance(move.action, Deal)), ())


class UnfitRecord(ValueError):
    """A record that cannot be read, or that the rules do not allow."""

    def __init__(self, reason: str, move: int | None = None) -> None:
        super().__init__(reason)
        self.move = move
        """The first one that the rules do not allow, from 1."""


_TOML_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")


class Position(NamedTuple):
    """Counted from 1, as editors do."""

    line: int
    column: int

    def unfit(self, reason: object) -> UnfitRecord:
        return UnfitRecord(f"line {self.line}, column {self.column}: {reason}")


class Clause(NamedTuple):
    text: str
    place: Position


def numbered_clauses(line: str, number: int) -> tuple[int, list[Clause]] | None:
    """Read the number of the round that a line begins with, and its clauses, without remarks in braces; None for an empty line."""
    bare = re.sub(r"\{[^}]*\}", lambda remark: " " * len(remark[0]), line)
    if not bare.strip():
        return None
    begun = re.match(r"\s*(\d+)\.", bare)
    if begun is None:
        column = len(line) - len(line.lstrip()) + 1
        raise Position(number, column).unfit(f"a line begins with the number of its round and a point, not {line.strip()[:20]!r}")
    return int(begun[1]), list(_clauses(bare, begun.end(), number))


def _clauses(line: str, start: int, number: int) -> Iterator[Clause]:
    for found in re.compile(r"[^;]+").finditer(line, start):
        text = found[0].strip()
        if text:
            yield Clause(text, Position(number, line.index(text, found.start()) + 1))


def unfit_header(error: Exception, line: int) -> UnfitRecord:
    """Name a mistake in the header, which begins on this line of the file."""
    found = _TOML_PLACE.search(str(error))
    if found is None:
        return UnfitRecord(f"header, from line {line}: {error}")
    return Position(line + int(found[1]) - 1, int(found[2])).unfit(f"header: {_TOML_PLACE.sub('', str(error))}")


def split_games(text: str, title: str) -> list[tuple[int, str]]:
    """Split a text into games, each with the line it begins on."""
    starts = [found.start() for found in re.finditer(rf"^{re.escape(title)}", text, re.MULTILINE)]
    ends = [*starts[1:], len(text)]
    return [(text.count("\n", 0, start) + 1, text[start:end]) for start, end in zip(starts, ends, strict=True)]
