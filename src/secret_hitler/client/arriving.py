"""How a program gets to a table: by the link of one, or by the address of a server, which opens one with bots."""

from urllib.parse import urlsplit

from msgspec import Struct

from ..wire.api import Admission
from ..wire.table import Level
from .http import ServerError, join_table, play_now


class Arrival(Struct, kw_only=True, frozen=True):
    """What a program wants: a seat at the table of a link, or a table of its own at a server."""

    url: str
    name: str
    password: str = ""
    token: str | None = None
    """Of a program's account; without one it is a guest."""
    players: int = 7
    level: Level = Level.REGULAR

    @property
    def server(self) -> str:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ServerError(f"{self.url} is neither the link of a table nor the address of a server")
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def code(self) -> str:
        """Of the table in the link; empty where it names a server alone."""
        match urlsplit(self.url).path.strip("/").split("/"):
            case [""]:
                return ""
            case ["t", code]:
                return code.upper()
            case _:
                raise ServerError(f"{self.url} is no link of a table: those end in /t/CODE")


async def arrive(wanted: Arrival) -> Admission:
    server, code = wanted.server, wanted.code
    if code:
        return await join_table(server, code, wanted.name, wanted.password, token=wanted.token)
    return await play_now(server, wanted.name, wanted.players, level=wanted.level, token=wanted.token)
