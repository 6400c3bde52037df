"""The archive: records of finished games among the stored documents."""

from ..paper.files import AnyGame, game_from_line, game_to_line
from ..storage import Kind, Put, Storage


async def keep_record(storage: Storage, id: str, played: str, ended: float, game: AnyGame) -> None:
    """`played`: the table, or where else it was. Keeping a record twice changes nothing."""
    await storage.write(Put(Kind.RECORD, id, game_to_line(game).encode(), owner=played, time=ended, expected=None))


async def find_record(storage: Storage, id: str) -> AnyGame | None:
    body = await storage.get(Kind.RECORD, id)
    return None if body is None else game_from_line(body)
