"""Pen: text that must fit, and drawings in our colours, on the pages of one PDF; and the papers a printer holds."""

import math
from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from fpdf import FPDF
from fpdf.drawing import PaintedPath
from fpdf.drawing_primitives import Transform, color_from_hex_string
from fpdf.fonts import TTFFont
from fpdf.svg import svg_path_converter

SIDE: Final = 12.0
"""Millimetres kept free left and right: printers do not reach the edge, and the cut marks stand there."""
HEAD: Final = 22.0
FOOT: Final = 17.0
BLEED: Final = 3.0


class PaperSize(NamedTuple):
    name: str
    width: float
    height: float


A4: Final = PaperSize("a4", 210, 297)
LETTER: Final = PaperSize("letter", 215.9, 279.4)
PAPERS: Final = {paper.name: paper for paper in (A4, LETTER)}


class Box(NamedTuple):
    """A rectangle on a page, in millimetres from the top left."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> "Box":
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


class Grid(NamedTuple):
    """Cards side by side, centred on the paper, so that the back of a sheet is the front mirrored."""

    origin: Box
    columns: int
    rows: int

    @property
    def places(self) -> int:
        return self.columns * self.rows

    def place(self, number: int) -> Box:
        row, column = divmod(number, self.columns)
        return self._at(column, row)

    def behind(self, number: int) -> Box:
        """Find where the back of that card lies when the sheet is turned over its long edge."""
        row, column = divmod(number, self.columns)
        return self._at(self.columns - 1 - column, row)

    def _at(self, column: int, row: int) -> Box:
        x, y, width, height = self.origin
        return Box(x + column * width, y + row * height, width, height)


def grid(paper: PaperSize, width: float, height: float) -> Grid:
    """Lay out as many cards of this size as an upright sheet holds."""
    columns = int((paper.width - 2 * SIDE) // width)
    rows = int((paper.height - HEAD - FOOT) // height)
    assert columns * rows, f"a card of {width} x {height} mm does not fit on {paper.name}"
    x = (paper.width - columns * width) / 2
    y = HEAD + (paper.height - HEAD - FOOT - rows * height) / 2
    return Grid(Box(x, y, width, height), columns, rows)


INK: Final = "#1e1a17"
FAINT: Final = "#5c5142"
LINE: Final = "#b3a17c"
TABLE: Final = "#e6d7b8"
SHEET: Final = "#ffffff"
LIBERAL: Final = "#17606c"
FASCIST: Final = "#9e2d26"
BRASS: Final = "#6f5413"

_FONTS: Final = Path(__file__).parent / "fonts"
_POINT: Final = 25.4 / 72
_LEADING: Final = 1.2
_BASELINE: Final = 0.76
_STEP: Final = 0.25
_LEAST: Final = 5.0
"""Points; smaller type is not read."""
_PRINTED: Final = datetime(1932, 7, 31, tzinfo=UTC)
"""The same words and drawings are the same file, whenever they are written."""


class Face(StrEnum):
    POSTER = "Oswald-SemiBold"
    TEXT = "AlegreyaSans-Regular"
    BOLD = "AlegreyaSans-Bold"


_CAPITALS: Final = {Face.POSTER: 0.81, Face.TEXT: 0.64, Face.BOLD: 0.64}
"""How high a capital stands, as a share of the size of the type."""


class Ink(NamedTuple):
    """How a path is painted; the width of the stroke is in the units of the path."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


class Stroke(NamedTuple):
    ink: Ink
    path: str


class Drawing(NamedTuple):
    """Paths in the notation of SVG, on a field of their own."""

    width: float
    height: float
    strokes: tuple[Stroke, ...]


class TextDoesNotFit(ValueError):
    """Words that would run over the edge of what they are printed on."""


class Pen:
    def __init__(self, paper: PaperSize, title: str, language: str) -> None:
        self.paper = paper
        self._pdf = FPDF(unit="mm", format=(paper.width, paper.height))
        self._pdf.set_creation_date(_PRINTED)
        self._pdf.set_title(title)
        self._pdf.set_lang(language)
        self._pdf.set_auto_page_break(False)
        for face in Face:
            self._pdf.add_font(face, fname=_FONTS / f"{face}.ttf")
        self._widths: dict[tuple[Face, str], float] = {}

    def page(self, landscape: bool = False) -> Box:
        """Begin a page; its whole surface."""
        self._pdf.add_page(orientation="landscape" if landscape else "portrait")
        return Box(0, 0, self._pdf.w, self._pdf.h)

    def finish(self) -> bytes:
        return bytes(self._pdf.output())

    def close(self) -> None:
        """Let go of the files of the fonts."""
        for font in self._pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

    # Drawings

    def draw(self, drawing: Drawing, x: float, y: float, width: float) -> None:
        scale = width / drawing.width
        move = Transform.scaling(scale).translate(x, y)
        self._paint(drawing.strokes, move)

    def path(self, path: str, ink: Ink, dash: float = 0) -> None:
        """Draw a path in millimetres of the page."""
        self._paint([Stroke(ink, path)], Transform.identity(), dash)

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float = 0.2, colour: str = INK, dash: float = 0) -> None:
        self.path(f"M{x1:.3f} {y1:.3f} L{x2:.3f} {y2:.3f}", Ink(stroke=colour, width=width), dash)

    def clipped(self, box: Box) -> AbstractContextManager[None]:
        return self._pdf.rect_clip(*box)

    def turned(self, degrees: float, x: float, y: float) -> AbstractContextManager[None]:
        """Turn what is drawn, anticlockwise about a point."""
        return self._pdf.rotation(degrees, x, y)

    # Words

    def text(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        *,
        face: Face = Face.TEXT,
        colour: str = INK,
        align: float = 0,
        width: float = 1e9,
    ) -> float:
        """Print one line on the baseline y, smaller where it is too wide; `align` is the share left of x. Return its width."""
        size, wide = self._fitted(words, width, size, face)
        self._write(words, x - wide * align, y, size, face, colour)
        return wide

    def centred(self, words: str, box: Box, size: float, *, face: Face = Face.POSTER, colour: str = INK) -> None:
        """Print one line of capitals in the middle of a box."""
        size, wide = self._fitted(words, box.width, size, face)
        x, y = box.middle
        self._write(words, x - wide / 2, y + size * _POINT * _CAPITALS[face] / 2, size, face, colour)

    def paragraph(
        self, words: str, box: Box, size: float, *, least: float = 7, face: Face = Face.TEXT, colour: str = INK, align: float = 0
    ) -> float:
        """Break words into lines that fit the box, smaller if they must be, but never below `least`. Return the height they took."""
        while size >= least:
            height = self.height(words, box.width, size, face=face)
            if height <= box.height:
                leading = size * _POINT * _LEADING
                for number, (line, wide) in enumerate(self._lines(words, box.width, size, face)):
                    baseline = box.y + (number + _BASELINE) * leading
                    self._write(line, box.x + (box.width - wide) * align, baseline, size, face, colour)
                return height
            size -= _STEP
        raise TextDoesNotFit(f"{words!r} does not fit {box.width:.0f} x {box.height:.0f} mm at {least} points")

    def height(self, words: str, width: float, size: float, *, face: Face = Face.TEXT) -> float:
        """Measure a paragraph at this size; endless where a word is too wide."""
        lines = self._lines(words, width, size, face)
        return len(lines) * size * _POINT * _LEADING if all(wide <= width for _, wide in lines) else math.inf

    def _write(self, words: str, x: float, y: float, size: float, face: Face, colour: str) -> None:
        self._pdf.set_font(face, size=size)
        self._pdf.set_text_color(colour)
        self._pdf.text(x, y, words)

    def _fitted(self, words: str, width: float, size: float, face: Face) -> tuple[float, float]:
        """Find the size at which a line fits, and how wide it then is."""
        size = min(size, width / max(self._wide(words, 1, face), 1e-9))
        if size < _LEAST:
            raise TextDoesNotFit(f"{words!r} does not fit a line of {width:.0f} mm")
        return size, self._wide(words, size, face)

    def _lines(self, words: str, width: float, size: float, face: Face) -> list[tuple[str, float]]:
        """Return lines and their widths; only a single word may be wider than allowed."""
        space = self._wide(" ", size, face)
        lines = [("", -space)]
        for word in words.split(" "):
            line, so_far = lines[-1]
            longer = so_far + space + self._wide(word, size, face)
            if longer <= width or not line:
                lines[-1] = (f"{line} {word}".lstrip(), longer)
            else:
                lines.append((word, longer - so_far - space))
        return lines

    def _wide(self, words: str, size: float, face: Face) -> float:
        """Add up the widths of words: without kerning they grow with the size, so each is measured once."""
        if (face, words) not in self._widths:
            self._pdf.set_font(face, size=100)
            self._widths[face, words] = self._pdf.get_string_width(words) / 100
        return self._widths[face, words] * size

    def _paint(self, strokes: Iterable[Stroke], move: Transform, dash: float = 0) -> None:
        with self._pdf.drawing_context() as context:
            for ink, path in strokes:
                painted = PaintedPath()
                svg_path_converter(painted, path)
                painted.transform = move
                painted.style.auto_close = False
                painted.style.fill_color = None if ink.fill is None else color_from_hex_string(ink.fill)
                painted.style.stroke_color = None if ink.stroke is None else color_from_hex_string(ink.stroke)
                painted.style.stroke_width = ink.width
                painted.style.stroke_join_style = "round"
                if dash:
                    painted.style.stroke_dash_pattern = [dash, dash]
                context.add_item(painted, clone=False)
