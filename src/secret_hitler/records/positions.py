"""Where something stands in a record that a person wrote: mistakes are named by line and column."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .record import UnfitRecord

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
    """The round that a line begins with, and what it says of it; remarks in braces are passed over. Nothing for an empty line."""
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
    """A mistake in the header, which begins on this line of the file."""
    found = _TOML_PLACE.search(str(error))
    if found is None:
        return UnfitRecord(f"header, from line {line}: {error}")
    return Position(line + int(found[1]) - 1, int(found[2])).unfit(f"header: {_TOML_PLACE.sub('', str(error))}")


def split_games(text: str, title: str) -> list[tuple[int, str]]:
    """The games of a text, each with the line it begins on."""
    starts = [found.start() for found in re.finditer(rf"^{re.escape(title)}", text, re.MULTILINE)]
    ends = [*starts[1:], len(text)]
    return [(text.count("\n", 0, start) + 1, text[start:end]) for start, end in zip(starts, ends, strict=True)]
