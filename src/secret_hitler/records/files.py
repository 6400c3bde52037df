"""Files of records: the readable notation, our own JSON lines, or human games, told apart by what they hold."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from .import_human import HumanGame, from_human
from .notation import TITLE, parse_record, print_record
from .record import FORMAT, Record, UnfitRecord

T = TypeVar("T")

_encoder = msgspec.json.Encoder()
_records = msgspec.json.Decoder(Record)
_human_games = msgspec.json.Decoder(HumanGame)


class _Kind(msgspec.Struct):
    format: int | None = None


_kinds = msgspec.json.Decoder(_Kind)


def read_records(path: Path) -> Iterator[Record | UnfitRecord]:
    """Each game of a file in turn; one that cannot be read comes as the reason, and the others are read all the same."""
    return read_games(path, from_line)


def read_games(path: Path, from_json: Callable[[str], T]) -> Iterator[Record | T | UnfitRecord]:
    """The same for a file whose JSON lines may hold games of another kind too."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnfitRecord(f"{path} cannot be read: {error}") from error
    games = _texts(text) if text.lstrip().startswith(TITLE) else text.splitlines()
    for game in games:
        if game.strip():
            try:
                yield parse_record(game) if game.startswith(TITLE) else from_json(game)
            except UnfitRecord as error:
                yield error


def _texts(text: str) -> list[str]:
    return [TITLE + part for part in f"\n{text.lstrip()}".split(f"\n{TITLE}")[1:]]


def from_line(line: str | bytes) -> Record:
    """One JSON object: a record of ours, or a human game."""
    try:
        kind = _kinds.decode(line)
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
    """How a record is written into a file of that name: a JSON line if it ends in .jsonl, otherwise the readable notation."""
    if path.suffix == ".jsonl":
        return lambda record: to_line(record) + "\n"
    return lambda record: print_record(record).rstrip("\n") + "\n\n"


def write_records(path: Path, records: Iterable[Record]) -> None:
    path.write_text("".join(map(text_form(path), records)), encoding="utf-8")
