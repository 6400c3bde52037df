"""A sheet filled in with everything that was written down: entry by entry, moment by moment, or as far as it can be so."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ..records.record import Moment, UnfitRecord
from ..rules import PUBLIC, AnyEvent, IllegalAction, Ruleset, onlooking
from .paper_game import AnyEntry, PaperGame
from .sheet import Sheet


class FilledSheet(Struct):
    sheet: Sheet
    told: list[list[AnyEvent]]
    """What came of each entry."""
    refusal: IllegalAction | None = None
    """Why the entry after those cannot be so; nothing after it was taken either."""


def fill_in(rules: Ruleset, seats: int, entries: Iterable[AnyEntry]) -> FilledSheet:
    filled = FilledSheet(Sheet(rules, seats), [])
    for entry in entries:
        try:
            filled.told.append(filled.sheet.enter(entry))
        except IllegalAction as error:
            filled.refusal = error
            break
    return filled


def filling(paper: PaperGame) -> Iterator[tuple[Sheet, AnyEntry, list[AnyEvent]]]:
    """Yield the sheet after each entry, the entry, and what came of it. The Sheet object is the same each time."""
    try:
        sheet = Sheet(paper.rules, paper.seats)
    except ValueError as error:
        raise UnfitRecord(str(error)) from error
    for number, entry in enumerate(paper.entries, start=1):
        try:
            told = sheet.enter(entry)
        except IllegalAction as error:
            raise UnfitRecord(f"entry {number}, {error}") from error
        yield sheet, entry, told


def paper_moments(paper: PaperGame) -> Iterator[Moment]:
    """Yield the moments as the public saw them; there is no other lens. The View object is the same each time."""
    yield Moment(0, [], onlooking(paper.rules, paper.seats, PUBLIC))
    for number, (sheet, _, told) in enumerate(filling(paper), start=1):
        if told:
            yield Moment(number, told, sheet.view)
