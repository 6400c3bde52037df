"""Lines of a log as bytes: what every store keeps of them."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ..tables.log_entries import LogLine, Spoke
from . import Unreadable

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(LogLine)


def body_of(line: LogLine) -> bytes:
    return _encoder.encode(line)


def lines_of(rows: Iterable[tuple[int, bytes]], since: int) -> list[LogLine]:
    """Of consecutive numbers; raises Unreadable where one is missing or makes no sense."""
    lines = []
    for expected, (seq, body) in enumerate(rows, start=since):
        if seq != expected:
            raise Unreadable(f"line {expected} is missing")
        try:
            lines.append(_decoder.decode(body))
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise Unreadable(f"line {seq} cannot be read: {type(error).__name__}") from error
    return lines


def without_talk(body: bytes, before: float) -> bytes | None:
    """The line with nothing that was said in it before that time; None if there is nothing to take out."""
    line = _decoder.decode(body)
    if line.time >= before:
        return None
    entries = [replace(entry, text="", sentence=None) if isinstance(entry, Spoke) else entry for entry in line.entries]
    return _encoder.encode(replace(line, entries=entries))
