"""The keys of my seats at live tables: whoever closed the window comes back to the same chair."""

import contextlib
import os
from pathlib import Path

import msgspec
from platformdirs import user_state_path

FILE = "seats.json"
MOST = 50
"""Tables come and go; the oldest keys are forgotten."""


def kept_key(link: str) -> str | None:
    return _read(_place()).get(link)


def keep_key(link: str, token: str) -> None:
    """For this user alone; without a place to write, the seat is lost with the window."""
    place = _place()
    keys = {**{other: key for other, key in _read(place).items() if other != link}, link: token}
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        aside = place.with_suffix(".new")
        aside.touch(mode=0o600)
        aside.write_bytes(msgspec.json.encode(dict(list(keys.items())[-MOST:])))
        os.replace(aside, place)


def _place() -> Path:
    return user_state_path("secret-hitler") / FILE


def _read(place: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(place.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}
