"""A game as a file: readable notation, JSON lines, playback, import of games played elsewhere."""

from ..chance import Contribution
from .files import from_line, read_records, text_form, to_line, write_records
from .notation import parse_record, print_record
from .record import Record, UnfitRecord, at, check_announcement, final, moments, replay, verify

__all__ = [
    "Contribution",
    "Record",
    "UnfitRecord",
    "at",
    "check_announcement",
    "final",
    "from_line",
    "moments",
    "parse_record",
    "print_record",
    "read_records",
    "replay",
    "text_form",
    "to_line",
    "verify",
    "write_records",
]
