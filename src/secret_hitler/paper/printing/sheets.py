"""Sheets: lay cards out on paper, front and mirrored back, with marks to cut along."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Final, NamedTuple

from ...words import Words
from .cards import Back, Deck, Draw, ground, medallion
from .pen import INK, LINE, Box, Grid, Ink, PaperSize, Pen, grid

_GAP: Final = 3.5
"""From the edge of the outermost card to its mark: past the bleed of the back."""
_MARK, _CROSS, _HAIRLINE = 4.0, 1.2, 0.15


class Page(NamedTuple):
    title: str
    note: str
    draw: Callable[[Pen, Box], None]
    landscape: bool = False
    backs: bool = False
    """It only holds the backs of the cards on the other side."""
    empty: bool = False


class PrintedSheet(NamedTuple):
    """One sheet of paper; without a back, its other side stays empty."""

    front: Page
    back: Page | None = None


def deck_sheets(deck: Deck, paper: PaperSize, words: Words, pale: bool = False) -> Iterator[PrintedSheet]:
    places = grid(paper, *(deck.size[::-1] if deck.turned else deck.size))
    title = words.say(f"print.sheet.{deck.key}")
    # Thin pale lines need little ink; they're for paper so stiff that nothing shines through.
    back_of = deck.back._replace(colour=LINE, stroke=deck.back.stroke * 0.45) if pale else deck.back
    for first in range(0, len(deck.faces), places.places):
        some = deck.faces[first : first + places.places]
        front = Page(title, deck.note, partial(_fronts, places=places, faces=some, turned=deck.turned))
        draw = partial(_backs, places=places, count=len(some), back=back_of, words=words.loud(back_of.words))
        yield PrintedSheet(front, Page(title, "", draw, backs=True))


def _fronts(pen: Pen, _: Box, places: Grid, faces: list[Draw], turned: bool) -> None:
    for number, face in enumerate(faces):
        place = places.place(number)
        if turned:
            with pen.turned(90, place.x, place.bottom):
                face(pen, Box(place.x, place.bottom, place.height, place.width))
        else:
            face(pen, place)
    cut_marks(pen, [places.place(number) for number in range(len(faces))])


def _backs(pen: Pen, _: Box, places: Grid, count: int, back: Back, words: str) -> None:
    backs = [places.behind(number) for number in range(count)]
    for top in sorted({place.y for place in backs}):
        row = sorted(place for place in backs if place.y == top)
        ground(pen, back, row[0], len(row))
    for place in backs:
        medallion(pen, back, place, words)


def cut_marks(pen: Pen, cards: list[Box]) -> None:
    """Draw lines outside the cards at every edge to cut, and small crosses at every corner between them."""
    left, right = min(card.x for card in cards), max(card.right for card in cards)
    top, bottom = min(card.y for card in cards), max(card.bottom for card in cards)
    across = sorted({round(x, 3) for card in cards for x in (card.x, card.right)})
    down = sorted({round(y, 3) for card in cards for y in (card.y, card.bottom)})
    strokes = []
    for x in across:
        strokes += [(x, top - _GAP - _MARK, x, top - _GAP), (x, bottom + _GAP, x, bottom + _GAP + _MARK)]
    for y in down:
        strokes += [(left - _GAP - _MARK, y, left - _GAP, y), (right + _GAP, y, right + _GAP + _MARK, y)]
    for x, y in product(across, down):
        strokes += [(x - _CROSS, y, x + _CROSS, y), (x, y - _CROSS, x, y + _CROSS)]
    path = "".join(f"M{x1:.3f} {y1:.3f} L{x2:.3f} {y2:.3f}" for x1, y1, x2, y2 in strokes)
    pen.path(path, Ink(stroke=INK, width=_HAIRLINE))
