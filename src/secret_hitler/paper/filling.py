"""Fill in a sheet with everything the group wrote down: entry by entry, moment by moment, or as far as it makes sense."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ..records.record import Moment, UnfitRecord
from ..rules import PUBLIC, AnyEvent, IllegalAction, Ruleset, onlooking
from .paper_game import AnyEntry, PaperGame
from .sheet import Sheet


class FilledSheet(Struct):
    sheet: Sheet
    told: list[list[AnyEvent]]
    """The events of each entry."""
    refusal: IllegalAction | None = None
    """Why the next entry is impossible; it and the ones after it weren't taken."""


def fill_in(rules: Ruleset, seats: int, entries: Iterable[AnyEntry]) -> FilledSheet:
    filled = FilledSheet(Sheet(rules, seats), [])
    try:
        for entry in entries:
            filled.told.append(filled.sheet.enter(entry))
    except IllegalAction as error:
        filled.refusal = error
    return filled


def filling(paper: PaperGame) -> Iterator[tuple[Sheet, AnyEntry, list[AnyEvent]]]:
    """Yield the sheet after each entry, the entry, and its events. It is always the same Sheet."""
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
    """Yield the moments as the public saw them; there's no other lens. It is always the same View."""
    yield Moment(0, [], onlooking(paper.rules, paper.seats, PUBLIC))
    for number, (sheet, _, told) in enumerate(filling(paper), start=1):
        if told:
            yield Moment(number, told, sheet.view)
