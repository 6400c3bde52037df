"""RemoteTable: the way to a table that others sit at in browsers; the key of a seat is kept, so that one comes back to the same chair."""

import contextlib
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from platformdirs import user_state_path

from ..client import ServerError, TableClient, join_table
from ..client.http import fetch
from ..storage.data_folder import write_private
from ..wire.refusals import Denial
from ..wire.table import TableState

FILE = "seats.json"
MOST = 50
"""Tables come and go; the oldest keys are forgotten."""


class BadLink(ValueError):
    """The address is not that of a table."""


def table_address(link: str) -> tuple[str, str]:
    """Return the server and the code in a table's link, such as http://host:8000/t/CODE."""
    parts = urlsplit(link if "://" in link else f"http://{link}")
    place = [part for part in parts.path.split("/") if part]
    if parts.scheme not in ("http", "https") or not parts.netloc or len(place) != 2 or place[0] != "t":
        raise BadLink(f"{link} is not the link of a table; it looks like http://host:8000/t/CODE")
    return f"{parts.scheme}://{parts.netloc}", place[1].upper()


class RemoteTable:
    """The way to a seat, or a place to watch from, at a table that others sit at in browsers."""

    def __init__(self, server: str, code: str, name: str, password: str = "", anew: bool = False) -> None:
        self.server, self.code, self.password = server, code, password
        self._name, self._anew = name, anew

    @property
    def link(self) -> str:
        return f"{self.server}/t/{self.code}"

    async def needs_password(self) -> bool:
        try:
            await fetch(self.server, f"/api/tables/{self.code}", TableState, self._key)
        except ServerError as error:
            if error.problem is None or error.problem.code != Denial.PASSWORD:
                raise
            return True
        return False

    @property
    def _key(self) -> str | None:
        return None if self._anew else kept_key(self.link)

    async def open(self) -> TableClient:
        """Come back to the chair one had, or take a free one, or watch if there is none; raises ServerError."""
        admission = await join_table(self.server, self.code, self._name, self.password, token=self._key)
        keep_key(self.link, admission.token)
        return TableClient(self.server, self.code, admission.token)


def kept_key(link: str) -> str | None:
    return _read(_place()).get(link)


def keep_key(link: str, token: str) -> None:
    """For this user alone; without a place to write, the seat is lost with the window."""
    place = _place()
    keys = {**{other: key for other, key in _read(place).items() if other != link}, link: token}
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_private(place, msgspec.json.encode(dict(list(keys.items())[-MOST:])))


def _place() -> Path:
    return user_state_path("secret-hitler") / FILE


def _read(place: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(place.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}
