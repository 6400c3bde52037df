"""Pen: print text that must fit, and drawings in our colours, on the pages of a PDF; and the papers of printers."""

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
"""Millimetres to keep free left and right, because printers don't reach the edge, and for the cut marks."""
HEAD, FOOT, BLEED = 22.0, 17.0, 3.0


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

    def beside(self, columns: int, gutter: float) -> "list[Box]":
        wide = (self.width - (columns - 1) * gutter) / columns
        return [Box(self.x + number * (wide + gutter), self.y, wide, self.height) for number in range(columns)]


class Grid(NamedTuple):
    """Cards side by side, centred on the paper, so that the back of a sheet mirrors its front."""

    origin: Box
    columns: int
    rows: int

    @property
    def places(self) -> int:
        return self.columns * self.rows

    def place(self, number: int) -> Box:
        (x, y, width, height), (row, column) = self.origin, divmod(number, self.columns)
        return Box(x + column * width, y + row * height, width, height)

    def behind(self, number: int) -> Box:
        """Find the place of that card's back when the sheet turns over its long edge."""
        row, column = divmod(number, self.columns)
        return self.place((row + 1) * self.columns - 1 - column)


def grid(paper: PaperSize, width: float, height: float) -> Grid:
    """Lay out as many cards of this size as an upright sheet holds."""
    columns = int((paper.width - 2 * SIDE) // width)
    rows = int((paper.height - HEAD - FOOT) // height)
    assert columns * rows, f"a card of {width} x {height} mm doesn't fit on {paper.name}"
    x = (paper.width - columns * width) / 2
    return Grid(Box(x, HEAD + (paper.height - HEAD - FOOT - rows * height) / 2, width, height), columns, rows)


INK, FAINT, LINE, TABLE, SHEET = "#1e1a17", "#5c5142", "#b3a17c", "#e6d7b8", "#ffffff"
LIBERAL, FASCIST, BRASS = "#17606c", "#9e2d26", "#6f5413"

_FONTS: Final = Path(__file__).parent / "fonts"
_POINT, _LEADING, _BASELINE, _STEP = 25.4 / 72, 1.2, 0.76, 0.25
_LEAST: Final = 5.0
"""Points; people don't read smaller type."""
_PRINTED: Final = datetime(1932, 7, 31, tzinfo=UTC)
"""A fixed date, so that the same words and drawings always make the same file."""


class Face(StrEnum):
    POSTER = "Oswald-SemiBold"
    TEXT = "AlegreyaSans-Regular"
    BOLD = "AlegreyaSans-Bold"


_CAPITALS: Final = {Face.POSTER: 0.81, Face.TEXT: 0.64, Face.BOLD: 0.64}
"""The height of a capital, as a share of the type's size."""


class Ink(NamedTuple):
    """How to paint a path; the width of the stroke is in the path's units."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


class Stroke(NamedTuple):
    ink: Ink
    path: str


class Drawing(NamedTuple):
    """SVG paths on their own field."""

    width: float
    height: float
    strokes: tuple[Stroke, ...]


class TextDoesNotFit(ValueError):
    """Words that would run over an edge."""


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
        """Begin a page; return its surface."""
        self._pdf.add_page(orientation="landscape" if landscape else "portrait")
        return Box(0, 0, self._pdf.w, self._pdf.h)

    def finish(self) -> bytes:
        return bytes(self._pdf.output())

    def close(self) -> None:
        """Close the font files."""
        for font in self._pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

    def draw(self, drawing: Drawing, x: float, y: float, width: float) -> None:
        self._paint(drawing.strokes, Transform.scaling(width / drawing.width).translate(x, y))

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
        """Print one line on the baseline y, smaller if it's too wide; `align` is the share left of x. Return its width."""
        size, wide = self._fitted(words, width, size, face)
        self._write(words, x - wide * align, y, size, face, colour)
        return wide

    def centred(self, words: str, box: Box, size: float, *, face: Face = Face.POSTER, colour: str = INK) -> None:
        size, wide = self._fitted(words, box.width, size, face)
        x, y = box.middle
        self._write(words, x - wide / 2, y + size * _POINT * _CAPITALS[face] / 2, size, face, colour)

    def paragraph(
        self, words: str, box: Box, size: float, *, least: float = 7, face: Face = Face.TEXT, colour: str = INK, align: float = 0
    ) -> float:
        """Break words into lines that fit the box, if need be in smaller type, down to `least`. Return the height they take."""
        while size >= least:
            height = self.height(words, box.width, size, face=face)
            if height <= box.height:
                leading = size * _POINT * _LEADING
                for number, (line, wide) in enumerate(self._lines(words, box.width, size, face)):
                    baseline = box.y + (number + _BASELINE) * leading
                    self._write(line, box.x + (box.width - wide) * align, baseline, size, face, colour)
                return height
            size -= _STEP
        raise TextDoesNotFit(f"{words!r} doesn't fit on {box.width:.0f} x {box.height:.0f} mm at {least} points")

    def height(self, words: str, width: float, size: float, *, face: Face = Face.TEXT) -> float:
        """Measure a paragraph at this size; it's infinite if a word is too wide."""
        lines = self._lines(words, width, size, face)
        return len(lines) * size * _POINT * _LEADING if all(wide <= width for _, wide in lines) else math.inf

    def _write(self, words: str, x: float, y: float, size: float, face: Face, colour: str) -> None:
        self._pdf.set_font(face, size=size)
        self._pdf.set_text_color(colour)
        self._pdf.text(x, y, printable(words))

    def _fitted(self, words: str, width: float, size: float, face: Face) -> tuple[float, float]:
        """Find the size at which a line fits, and its width."""
        size = min(size, width / max(self._wide(words, 1, face), 1e-9))
        if size < _LEAST:
            raise TextDoesNotFit(f"{words!r} doesn't fit on a line of {width:.0f} mm")
        return size, self._wide(words, size, face)

    def _lines(self, words: str, width: float, size: float, face: Face) -> list[tuple[str, float]]:
        """Return lines and their widths; only a single word can be too wide."""
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
        """Return the width of words; without kerning it grows with the size, so measure them once."""
        if (face, words) not in self._widths:
            self._pdf.set_font(face, size=100)
            self._widths[face, words] = self._pdf.get_string_width(printable(words)) / 100
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


def printable(words: str) -> str:
    """Put wide no-break spaces for the narrow ones of French, which our fonts don't have."""
    return words.replace("\u202f", "\xa0")
