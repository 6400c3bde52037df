"""RemoteTable: join a table on a server, and keep the key of the seat so that you get the same chair back."""

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
"""Tables come and go: keep this many keys, and drop the oldest."""


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
            await fetch(self.server, f"/api/tables/{self.code}", TableState, self._key)
        except ServerError as error:
            if error.problem is None or error.problem.code != Denial.PASSWORD:
                raise
            return True
        return False

    @property
    def _key(self) -> str | None:
        return None if self._anew else _kept_keys().get(self.link)

    async def open(self) -> TableClient:
        """Return to your chair, or take a free one, or watch if there's none. Raises ServerError."""
        admission = await join_table(self.server, self.code, self._name, self.password, token=self._key)
        keys = _kept_keys()
        keys.pop(self.link, None)
        keys[self.link] = admission.token
        with contextlib.suppress(OSError):  # without a place to write, the seat is lost with the window
            _place().parent.mkdir(parents=True, exist_ok=True)
            write_private(_place(), msgspec.json.encode(dict(list(keys.items())[-MOST:])))
        return TableClient(self.server, self.code, admission.token)


def _place() -> Path:
    return user_state_path("secret-hitler") / FILE


def _kept_keys() -> dict[str, str]:
    try:
        return msgspec.json.decode(_place().read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}
