"""Printed booklets, looked at with poppler: words and pictures of a page, in millimetres."""

import atexit
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops

from secret_hitler.paper.printing.booklet import booklet
from secret_hitler.paper.printing.pen import PAPERS, PaperSize
from secret_hitler.rules import RULESETS
from secret_hitler.words import Words

needs_poppler = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler-utils, which looks into a PDF, is not installed")

DOTS = 5
"""A millimetre, in the pictures: whole numbers of millimetres are whole numbers of dots."""
DARK = 140
_POINT = 25.4 / 72
_FOLDER = tempfile.TemporaryDirectory(prefix="cards-")
atexit.register(_FOLDER.cleanup)


class Word(NamedTuple):
    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Print(NamedTuple):
    path: Path
    paper: PaperSize
    words: Words
    titles: tuple[str, ...]

    def page(self, key: str, **values: object) -> int:
        """Find the first page of a kind, counted from 1."""
        return self.titles.index(self.words.say(f"print.sheet.{key}", **values)) + 1

    def on(self, page: int) -> list[Word]:
        return _leaves(self.path)[page - 1][1]

    def width(self, page: int) -> float:
        return _leaves(self.path)[page - 1][0]

    def text(self, page: int) -> str:
        return " ".join(word.text for word in self.on(page))

    def picture(self, page: int) -> Image.Image:
        return _picture(self.path, page)


PRINTED = {
    "official": ("a4", "en"),
    "print-and-play": ("a4", "tr"),
    "manual": ("a4", "ru"),
    "french-deck": ("letter", "de"),
    "online": ("letter", "en"),
}
"""A booklet for each rule set; between them they are on both papers and in four languages."""


@cache
def printed(rules: str = "official") -> Print:
    paper, language = PRINTED[rules]
    made = booklet(RULESETS[rules], PAPERS[paper], language)
    path = Path(_FOLDER.name) / f"{rules}.pdf"
    path.write_bytes(made.pdf)
    return Print(path, PAPERS[paper], Words(language), tuple(made.titles))


@cache
def _leaves(path: Path) -> list[tuple[float, list[Word]]]:
    """How wide each page is, and its words."""
    told = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, text=True, timeout=60, check=True).stdout
    pattern = r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>'
    leaves = []
    for page in told.split('<page width="')[1:]:
        words = [Word(text, *(float(edge) * _POINT for edge in edges)) for *edges, text in re.findall(pattern, page)]
        leaves.append((float(page.partition('"')[0]) * _POINT, words))
    return leaves


@cache
def _picture(path: Path, page: int) -> Image.Image:
    stem = path.with_suffix(f".{page}")
    wanted = ["-r", str(DOTS * 25.4), "-gray", "-f", str(page), "-l", str(page), "-singlefile"]
    subprocess.run(["pdftoppm", *wanted, path, stem], timeout=60, check=True)
    with Image.open(f"{stem}.pgm") as image:
        return image.copy()


def runs(line: list[int]) -> list[float]:
    """Find the middles of the dark runs in a line of dots, in millimetres."""
    middles, start = [], None
    for place, dot in enumerate([*line, 255]):
        if dot < DARK and start is None:
            start = place
        elif dot >= DARK and start is not None:
            middles.append((start + place) / 2 / DOTS)
            start = None
    return middles


def across(picture: Image.Image, y: float) -> list[float]:
    row = round(y * DOTS)
    return runs(list(picture.crop((0, row, picture.width, row + 1)).tobytes()))


def down(picture: Image.Image, x: float) -> list[float]:
    column = round(x * DOTS)
    return runs(list(picture.crop((column, 0, column + 1, picture.height)).tobytes()))


def extent(picture: Image.Image, top: float, bottom: float) -> tuple[float, float, float, float]:
    """Find the box around everything dark between two heights: left, top, right, bottom in millimetres."""
    part = picture.crop((0, round(top * DOTS), picture.width, round(bottom * DOTS)))
    box = _black_and_white(part).getbbox()
    assert box is not None
    left, upper, right, lower = box
    return left / DOTS, upper / DOTS + top, right / DOTS, lower / DOTS + top


def cut_out(picture: Image.Image, left: float, top: float, width: float, height: float) -> Image.Image:
    return picture.crop((round(left * DOTS), round(top * DOTS), round((left + width) * DOTS), round((top + height) * DOTS)))


def unlike(one: Image.Image, other: Image.Image) -> float:
    """Measure the share of dots that are dark in one and light in the other."""
    differing = ImageChops.difference(_black_and_white(one), _black_and_white(other)).histogram()[255]
    return differing / (one.width * one.height)


def _black_and_white(picture: Image.Image) -> Image.Image:
    return picture.point(lambda dot: 255 if dot < DARK else 0)
