"""AsciiOnly: for terminals without box drawing, every other sign becomes a plain one just before it is written."""

import unicodedata
from functools import lru_cache
from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SIGNS: Final = {"…": ".", "·": ".", "≠": "!", "“": '"', "”": '"', "—": "-", "•": "*"}


class AsciiOnly(LineFilter):
    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002  because Textual names it
        return [Segment(plain(text), style, control) for text, style, control in segments]


@lru_cache(4096)
def plain(text: str) -> str:
    """As many cells as before, each of them ASCII."""
    return text if text.isascii() else "".join(map(_sign, text))


def _sign(sign: str) -> str:
    if sign.isascii():
        return sign
    if sign in _SIGNS:
        return _SIGNS[sign]
    if "\u2500" <= sign <= "\u257f":
        return _line(unicodedata.name(sign))
    if "\u2580" <= sign <= "\u259f":
        return "#" if sign == "\u2588" else " "
    letter = unicodedata.normalize("NFKD", sign)[0]
    if unicodedata.combining(sign):
        return ""
    wide = unicodedata.east_asian_width(sign) in "WF"
    return letter if letter.isascii() else "??" if wide else "?"


def _line(name: str) -> str:
    if "HORIZONTAL" in name and "VERTICAL" not in name and "DOWN" not in name and "UP" not in name:
        return "-"
    if name.endswith("VERTICAL") and "HORIZONTAL" not in name:
        return "|"
    return "+"
