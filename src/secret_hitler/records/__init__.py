"""A game as a file: readable notation, JSON lines, playback, import of games played elsewhere."""

from .files import from_line, read_games, read_records, text_form, to_line, write_records
from .notation import parse_record, print_record
from .record import FORMAT, Contribution, Moment, Record, UnfitRecord, at, final, moments, replay, verify

__all__ = [
    "FORMAT",
    "Contribution",
    "Moment",
    "Record",
    "UnfitRecord",
    "at",
    "final",
    "from_line",
    "moments",
    "parse_record",
    "print_record",
    "read_games",
    "read_records",
    "replay",
    "text_form",
    "to_line",
    "verify",
    "write_records",
]
