"""Files of records: the readable notation, our own JSON lines, or human games, told apart by what they hold."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from .human_games import HumanGame, from_human
from .notation import TITLE, parse_record, print_record
from .record import FORMAT, Position, Record, UnfitRecord, split_games

S = TypeVar("S")
T = TypeVar("T")

_encoder = msgspec.json.Encoder()
_records = msgspec.json.Decoder(Record)
_human_games = msgspec.json.Decoder(HumanGame)


class _Format(msgspec.Struct):
    format: int | None = None
    paper: int | None = None


read_format = msgspec.json.Decoder(_Format).decode
"""Tell the kind of game in a JSON object by its format number; human games have none."""


def read_records(path: Path) -> Iterator[Record | UnfitRecord]:
    """Yield each game of a file in turn; an unreadable one comes as the reason, and doesn't stop the others."""
    return games_in(read_text(path), TITLE, parse_record, from_line)


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnfitRecord(f"{path} cannot be read: {error}") from error


def games_in(text: str, title: str, parse: Callable[[str, int], S], from_json: Callable[[str], T]) -> Iterator[S | T | UnfitRecord]:
    """Read the games of a text: in a notation if it starts with that title, otherwise one JSON object a line."""
    written = text.lstrip().startswith(title)
    for line, game in split_games(text, title) if written else enumerate(text.splitlines(), start=1):
        if not game.strip():
            continue
        try:
            yield parse(game, line) if written else from_json(game)
        except UnfitRecord as error:
            # Malformed JSON has a byte; a value of the wrong kind has a path instead.
            byte = re.search(r"\(byte (\d+)\)", str(error))
            yield error if written else Position(line, int(byte[1]) + 1 if byte else 1).unfit(error)


def from_line(line: str | bytes) -> Record:
    """Read one JSON object: a record of ours, or a human game."""
    try:
        kind = read_format(line)
        if kind.format is None:
            return from_human(_human_games.decode(line))
        if kind.format != FORMAT:
            raise UnfitRecord(f"format {kind.format} is not one this program reads (it reads {FORMAT})")
        return _records.decode(line)
    except (msgspec.MsgspecError, ValueError, IndexError) as error:
        raise error if isinstance(error, UnfitRecord) else UnfitRecord(f"not a record: {error}") from error


def to_line(record: Record) -> str:
    return _encoder.encode(record).decode()


def text_form(path: Path) -> Callable[[Record], str]:
    """Choose the form of a file by its name: a JSON line for .jsonl, otherwise the readable notation."""
    if path.suffix == ".jsonl":
        return lambda record: to_line(record) + "\n"
    return lambda record: print_record(record).rstrip("\n") + "\n\n"


def write_records(path: Path, records: Iterable[Record]) -> None:
    path.write_text("".join(map(text_form(path), records)), encoding="utf-8")
