"""What a Host stores, as bytes: lines of logs, and records of finished games."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ..paper.files import AnyGame, game_from_line, game_to_line
from ..storage import Kind, Put, Storage, StorageFailure, Unreadable
from .log_entries import LogLine, Spoke

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(LogLine)

encode_line = _encoder.encode


async def read_lines(storage: Storage, code: str, since: int = 0) -> list[LogLine]:
    return decode_lines(await storage.lines(code, since), since, storage.schema_known)


def decode_lines(bodies: Iterable[bytes], since: int, schema_known: bool = True) -> list[LogLine]:
    """Raises Unreadable for damage, and StorageFailure for what a newer version may have written: another node can read that."""
    lines = []
    for seq, body in enumerate(bodies, start=since):
        try:
            lines.append(_decoder.decode(body))
        except (msgspec.MsgspecError, UnicodeError) as error:
            failure = Unreadable if schema_known else StorageFailure
            raise failure(f"line {seq} cannot be read: {type(error).__name__}") from error
    return lines


async def delete_talk(storage: Storage, code: str, before: float) -> None:
    """Delete for good what was said at a table before that time. That something was said stays."""
    silent = {seq: line for seq, body in enumerate(await storage.lines(code)) if (line := _without_talk(body, before)) is not None}
    if silent:
        await storage.rewrite_lines(code, silent)


def _without_talk(body: bytes, before: float) -> bytes | None:
    """Return None if there is nothing to take out."""
    if b'"type":"Spoke"' not in body:
        return None
    line = _decoder.decode(body)
    if line.time >= before:
        return None
    entries = [replace(entry, text="", sentence=None) if isinstance(entry, Spoke) else entry for entry in line.entries]
    return _encoder.encode(replace(line, entries=entries))


async def keep_record(storage: Storage, id: str, played: str, ended: float, game: AnyGame) -> None:
    """`played`: the table, or where else it was. Keeping a record twice changes nothing."""
    await storage.write(Put(Kind.RECORD, id, game_to_line(game).encode(), owner=played, time=ended, expected=None))


async def find_record(storage: Storage, id: str) -> AnyGame | None:
    body = await storage.get(Kind.RECORD, id)
    return None if body is None else game_from_line(body)
