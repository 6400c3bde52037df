"""Bots sit down without a name; pictures give each chair's bot one of its own, as the page does."""

import json
import re
from importlib.resources import files

from ..rules import Seat

BOTS: list[str] = json.loads((files("secret_hitler.words") / "bot_names.json").read_text(encoding="utf-8"))


def shown_name(name: str, seat: Seat) -> str:
    return BOTS[seat] if not name or re.fullmatch(r"(seat|Bot) \d+", name) else name
