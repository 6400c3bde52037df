"""The look: paper, ink and two strong colours, with letters and shapes for the parties, and plain ASCII where there's no box drawing."""

import unicodedata
from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme
from textual.widgets import Static

from ..rules import Party, Policy, Role, Tiles

PAPER, TABLE, INK = "#1B1A1D", "#26242A", "#EFE6D3"
LIBERAL, FASCIST, BRASS = "#5FB4BF", "#E0705F", "#D9B25A"
FAINT: Final = "#A89F90"
LINE: Final = "#4A464F"
COLD: Final = "#141318"
"""The paper, one step darker, once Hitler's election wins."""

THEME: Final = Theme(
    name="parliament-of-owls",
    primary=BRASS,
    secondary=LIBERAL,
    accent=BRASS,
    warning=BRASS,
    error=FASCIST,
    success=LIBERAL,
    foreground=INK,
    background=PAPER,
    surface=TABLE,
    panel=TABLE,
    dark=True,
    variables={
        "liberal": LIBERAL,
        "fascist": FASCIST,
        "brass": BRASS,
        "ink": INK,
        "faint": FAINT,
        "line": LINE,
        "cold": COLD,
        "footer-background": TABLE,
        "footer-key-foreground": BRASS,
        "footer-description-foreground": INK,
        "border": LINE,
        "block-cursor-foreground": PAPER,
        "block-cursor-background": BRASS,
        "input-cursor-background": BRASS,
        "input-selection-background": LINE,
    },
)

COLOUR: Final = {"L": LIBERAL, "F": FASCIST, "H": FASCIST}
SHAPE: Final = {"L": "(L)", "F": "<F>", "H": "<H>"}
"""Round for liberals, pointed for fascists."""
HOLLOW: Final = {"L": "({})", "F": "<{}>"}

FAINTLY: Final = Style(color=FAINT)
STRONGLY: Final = Style(bold=True)
TO_DO: Final = Style(color=BRASS, bold=True)
_SIGNS: Final = {"…": ".", "·": ".", "≠": "!", "“": '"', "”": '"', "—": "-", "•": "*"}


def stamp(kind: Party | Policy | Role) -> Text:
    return Text(SHAPE[kind.value], Style(color=COLOUR[kind.value], bold=True))


def stamps(tiles: Tiles) -> Text:
    return Text(" ").join(map(stamp, tiles))


def hand(tiles: Tiles) -> Text:
    return Text("  ").join(Text(f" {SHAPE[tile.value]} ", Style(color=COLOUR[tile.value], bold=True, reverse=True)) for tile in tiles)


def covered_hand(number: int) -> Text:
    return Text("  ").join(Text(" [?] ", Style(color=FAINT, bgcolor=LINE)) for _ in range(number))


def covers(number: int) -> Text:
    return Text(" ".join(["[?]"] * number), FAINTLY)


def poster(kind: Party | Policy | Role, words: str) -> Text:
    return Text(f" {SHAPE[kind.value]} {words} ", Style(color=PAPER, bgcolor=COLOUR[kind.value], bold=True))


class TextWidget(Static):
    _written: Text | None = None

    def put(self, text: Text, fixed: bool = False) -> None:
        """Show this text; a fixed size leaves the layout alone."""
        before, self._written = self._written, text
        if before is None or before != text or before.style != text.style:
            self.update(text, layout=not fixed)


class AsciiOnly(LineFilter):
    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002  because Textual names it
        return [Segment(plain(text), style, control) for text, style, control in segments]


@lru_cache(4096)
def plain(text: str) -> str:
    """Replace each sign by ASCII that fills as many cells."""
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
    return letter if letter.isascii() else "??" if unicodedata.east_asian_width(sign) in "WF" else "?"


def _line(name: str) -> str:
    if "HORIZONTAL" in name and "VERTICAL" not in name and "DOWN" not in name and "UP" not in name:
        return "-"
    return "|" if name.endswith("VERTICAL") and "HORIZONTAL" not in name else "+"
