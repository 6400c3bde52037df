"""RemoteTable: join a table on a server, and keep the key of the seat and what the server promised for its deals."""

import contextlib
import os
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from platformdirs import user_state_path

from ..client import ServerError, TableClient, join_table
from ..client.fair_deal import Promise
from ..client.http import fetch
from ..storage.data_folder import lock_file, write_private
from ..wire.refusals import Denial
from ..wire.table import TableState

FILE = "seats.json"
MOST = 50
"""Tables come and go: keep this many seats, and drop the oldest."""


class KeptSeat(msgspec.Struct, frozen=True):
    token: str
    promise: Promise | None = None
    """So that a window that was closed can compare the game with it too."""


class BadLink(ValueError):
    """An address that isn't a table's."""


def table_address(link: str) -> tuple[str, str]:
    """Return the server and the code in a table's link, such as http://host:8000/t/CODE."""
    parts = urlsplit(link if "://" in link else f"http://{link}")
    place = [part for part in parts.path.split("/") if part]
    if parts.scheme not in ("http", "https") or not parts.netloc or len(place) != 2 or place[0] != "t":
        raise BadLink(f"{link} isn't a table's link. It looks like this: http://host:8000/t/CODE")
    return f"{parts.scheme}://{parts.netloc}", place[1].upper()


class RemoteTable:
    def __init__(self, server: str, code: str, name: str, password: str = "", anew: bool = False) -> None:
        self.server, self.code, self.password = server, code, password
        self._name, self._anew = name, anew

    @property
    def link(self) -> str:
        return f"{self.server}/t/{self.code}"

    async def needs_password(self) -> bool:
        try:
            await fetch(self.server, f"/api/tables/{self.code}", TableState, self._kept.token or None)
        except ServerError as error:
            if error.problem is None or error.problem.code != Denial.PASSWORD:
                raise
            return True
        return False

    @property
    def _kept(self) -> KeptSeat:
        return NO_SEAT if self._anew else _kept_seats().get(self.link, NO_SEAT)

    async def open(self) -> TableClient:
        """Return to your chair, or take a free one, or watch if there's none. Raises ServerError."""
        kept = self._kept
        token = (await join_table(self.server, self.code, self._name, self.password, token=kept.token or None)).token
        promise = kept.promise if kept.token == token else None
        self._keep(token, promise)
        return TableClient(self.server, self.code, token, promise=promise, keep=partial(self._keep, token))

    def _keep(self, token: str, promise: Promise | None) -> None:
        with contextlib.suppress(OSError):  # without a place to write, the seat is lost with the window
            _place().parent.mkdir(parents=True, exist_ok=True)
            lock = lock_file(_place().with_suffix(".lock"), wait=True)  # because another window may write its seat now
            try:
                seats = _kept_seats()
                seats.pop(self.link, None)
                seats[self.link] = KeptSeat(token, promise)
                write_private(_place(), msgspec.json.encode(dict(list(seats.items())[-MOST:])))
            finally:
                os.close(lock)


NO_SEAT = KeptSeat("")


def _place() -> Path:
    return user_state_path("secret-hitler") / FILE


def _kept_seats() -> dict[str, KeptSeat]:
    """Read the seats; earlier versions kept the token alone."""
    try:
        seats = msgspec.json.decode(_place().read_bytes(), type=dict[str, KeptSeat | str])
    except (OSError, msgspec.MsgspecError):
        return {}
    return {link: KeptSeat(kept) if isinstance(kept, str) else kept for link, kept in seats.items()}
