"""A sheet filled in with everything that was written down, as far as that can be so."""

from collections.abc import Iterable

from msgspec import Struct

from ..rules import AnyEvent, IllegalAction, Ruleset
from .paper_game import AnyEntry
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
