"""The backs of the cards: one pattern a kind, drawn through from card to card, so that a sheet a little askew gives nothing away."""

from collections.abc import Callable
from typing import Final, NamedTuple

from .drawings import rectangle, seal
from .paper_size import BLEED, Box
from .pen import BRASS, FAINT, INK, LINE, SHEET, Drawing, Ink, Pen


class Back(NamedTuple):
    """The pattern repeats a whole number of times over a card: every back is the same, and there is no seam between two."""

    words: str
    colour: str
    across: int
    down: int
    motif: Callable[[float, float, float, float], str]
    """The outline of one repeat of the pattern, at x, y, so wide, so high."""
    stroke: float
    sign: Drawing | None


def light(back: Back) -> Back:
    """The same in thin pale lines: little ink, for paper so stiff that nothing shines through."""
    return back._replace(colour=LINE, stroke=back.stroke * 0.45)


def ground(pen: Pen, back: Back, card: Box, cards: int) -> None:
    """The pattern under a row of cards, and over its edges."""
    wide, high = card.width / back.across, card.height / back.down
    whole = Box(card.x - BLEED, card.y - BLEED, card.width * cards + 2 * BLEED, card.height + 2 * BLEED)
    with pen.clipped(whole):
        outline = "".join(
            back.motif(card.x + column * wide, card.y + row * high, wide, high)
            for row in range(-1, back.down + 1)
            for column in range(-1, back.across * cards + 1)
        )
        pen.path(outline, Ink(stroke=back.colour, width=back.stroke))


def medallion(pen: Pen, back: Back, card: Box, words: str) -> None:
    """In the middle of a card: what it is the back of."""
    x, y = card.middle
    wide = min(card.width * 0.72, 50)
    field = Box(x - wide / 2, y - 8, wide, 16)
    pen.path(rectangle(*field, 8), Ink(SHEET, back.colour, 1.2))
    pen.path(rectangle(*field.inset(1.3), 6.7), Ink(stroke=back.colour, width=0.3))
    if back.sign is None:
        pen.centred(words, field.inset(3.5), 16, colour=back.colour)
        return
    pen.draw(back.sign, field.x + 4, y - 4.5, 9)
    pen.centred(words, Box(field.x + 15, field.y, wide - 20, field.height), 15, colour=back.colour)


def _diamonds(x: float, y: float, w: float, h: float) -> str:
    """The diamonds of the covered tile."""
    mx, my = x + w / 2, y + h / 2
    inner = f"M{mx:.3f} {y + h * 0.28:.3f} L{x + w * 0.72:.3f} {my:.3f} L{mx:.3f} {y + h * 0.72:.3f} L{x + w * 0.28:.3f} {my:.3f}Z"
    return f"M{mx:.3f} {y:.3f} L{x + w:.3f} {my:.3f} L{mx:.3f} {y + h:.3f} L{x:.3f} {my:.3f}Z{inner}"


def _feathers(x: float, y: float, w: float, h: float) -> str:
    """Two rows of scales, as on the breast of an owl."""
    quarter, half = w / 4, h / 2
    upper = f"M{x:.3f} {y:.3f} q{2 * quarter:.3f} {h:.3f} {w:.3f} 0 m{-w * 0.72:.3f} 0 q{w * 0.22:.3f} {half:.3f} {w * 0.44:.3f} 0"
    return upper + upper.replace(f"M{x:.3f} {y:.3f}", f"M{x - w / 2:.3f} {y + half:.3f}")


def _chevrons(x: float, y: float, w: float, h: float) -> str:
    valley = f"l{w / 2:.3f} {h / 2:.3f} l{w / 2:.3f} {-h / 2:.3f}"
    return f"M{x:.3f} {y:.3f} {valley}M{x:.3f} {y + h / 2:.3f} {valley}"


def _hatching(x: float, y: float, w: float, h: float) -> str:
    return f"M{x:.3f} {y + h:.3f} l{w:.3f} {-h:.3f}"


TILE_BACK: Final = Back("print.back.tile", INK, 7, 5, _diamonds, 0.8, None)
ROLE_BACK: Final = Back("print.back.role", BRASS, 10, 6, _feathers, 0.7, seal())
PARTY_BACK: Final = Back("print.back.party", FAINT, 10, 8, _chevrons, 0.9, None)
BALLOT_BACK: Final = Back("print.back.ballot", INK, 14, 14, _hatching, 0.9, None)
