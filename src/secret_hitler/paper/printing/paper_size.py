"""The papers a printer holds, and where on them cards may lie."""

from typing import Final, NamedTuple

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
        """Where the back of that card lies when the sheet is turned over its long edge."""
        row, column = divmod(number, self.columns)
        return self._at(self.columns - 1 - column, row)

    def _at(self, column: int, row: int) -> Box:
        x, y, width, height = self.origin
        return Box(x + column * width, y + row * height, width, height)


def grid(paper: PaperSize, width: float, height: float) -> Grid:
    """As many cards of this size as an upright sheet holds."""
    columns = int((paper.width - 2 * SIDE) // width)
    rows = int((paper.height - HEAD - FOOT) // height)
    assert columns * rows, f"a card of {width} x {height} mm does not fit on {paper.name}"
    x = (paper.width - columns * width) / 2
    y = HEAD + (paper.height - HEAD - FOOT - rows * height) / 2
    return Grid(Box(x, y, width, height), columns, rows)
