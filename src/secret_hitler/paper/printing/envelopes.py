"""Envelopes to cut, fold and glue: each holds a role, a party card and two ballots."""

from functools import partial
from typing import Final

from ...rules import Ruleset
from ...words import Words
from ...words.summary import by_hand
from .cards import CARD, seats
from .drawings import seal
from .paper_size import FOOT, HEAD, Box, PaperSize
from .pen import BRASS, FAINT, INK, LINE, Ink, Pen
from .sheets import Page, PrintedSheet

_EASE: Final = 4.0
"""Wider and longer than a card, for four of them on top of each other."""
PANEL: Final = (CARD[1] + _EASE, CARD[0] + _EASE)
_FLAP: Final = 8.0
_LID: Final = 16.0
_A_SHEET: Final = 3


def envelope_sheets(rules: Ruleset, paper: PaperSize, words: Words) -> list[PrintedSheet]:
    """Full sheets: a spare envelope is soon needed. Where hands do the work of ballots and party cards, there is nothing to put in one."""
    if by_hand(rules):
        return []
    page = Page(words.say("print.sheet.envelopes"), words.say("print.note.envelopes"), partial(_envelopes, paper=paper, words=words))
    return [PrintedSheet(page)] * -(-seats(rules) // _A_SHEET)


def _envelopes(pen: Pen, _: Box, paper: PaperSize, words: Words) -> None:
    """Head to tail, so that the glue flaps of one lie beside the plain panel of the next."""
    width, height = PANEL
    whole = _A_SHEET * width + (_A_SHEET + 1) * _FLAP
    tall = 2 * height + 2 * _LID
    top = HEAD + (paper.height - HEAD - FOOT - tall) / 2
    left = (paper.width - whole) / 2 + _FLAP
    for number in range(_A_SHEET):
        fold = Box(left + number * (width + _FLAP), top + _LID, width, height)
        if number % 2:
            x, y = fold.x + width / 2, fold.bottom
            with pen.turned(180, x, y):
                _net(pen, fold, words)
        else:
            _net(pen, fold, words)


def _net(pen: Pen, front: Box, words: Words) -> None:
    """The front with its lid above, the back below it with the flaps; printed on the outside."""
    back = front._replace(y=front.bottom)
    for side in (-1, 1):
        _glue(pen, back, side)
    pen.path(_outline(front, back), Ink(stroke=INK, width=0.3))
    for x1, y1, x2, y2 in (
        (front.x, front.y, front.right, front.y),
        (back.x, back.y, back.right, back.y),
        (back.x, back.y, back.x, back.bottom),
        (back.right, back.y, back.right, back.bottom),
    ):
        pen.line(x1, y1, x2, y2, 0.25, FAINT, dash=1.5)
    _front(pen, front, words)
    x, y = back.middle
    with pen.turned(180, x, y):
        _back(pen, back, words)


def _outline(front: Box, back: Box) -> str:
    lid, flap, slant = _LID, _FLAP, 4
    return (
        f"M{front.x} {front.y} l8 {-lid} H{front.right - 8} L{front.right} {front.y} V{back.y} "
        f"l{flap} {slant} V{back.bottom - slant} L{back.right} {back.bottom} H{back.x} "
        f"l{-flap} {-slant} V{back.y + slant} L{back.x} {back.y}Z"
    )


def _glue(pen: Pen, back: Box, side: int) -> None:
    edge = back.x if side < 0 else back.right
    strokes = "".join(f"M{edge} {back.y + 10 + 4 * n} l{side * _FLAP * 0.86:.2f} {-3.4}" for n in range(int((back.height - 14) // 4)))
    pen.path(strokes, Ink(stroke=LINE, width=0.5))


def _front(pen: Pen, front: Box, words: Words) -> None:
    inner = front.inset(4)
    pen.path(f"M{inner.x} {inner.y} H{inner.right} V{inner.bottom} H{inner.x}Z", Ink(stroke=BRASS, width=0.8))
    middle, _ = inner.middle
    pen.path(f"M{inner.x} {inner.y} L{middle} {inner.y + 28} L{inner.right} {inner.y}", Ink(stroke=BRASS, width=0.8))
    pen.draw(seal(), middle - 11, inner.y + 17, 22)
    pen.centred(words.loud("print.envelope"), Box(inner.x + 3, inner.y + 46, inner.width - 6, 14), 32)
    pen.paragraph(words.say("print.envelope.hint"), Box(inner.x + 4, inner.y + 63, inner.width - 8, 18), 12, align=0.5)


def _back(pen: Pen, back: Box, words: Words) -> None:
    pen.centred(words.say("game.title").upper(), Box(back.x + 5, back.y + 22, back.width - 10, 12), 22, colour=BRASS)
    pen.line(back.x + 10, back.y + 36, back.right - 10, back.y + 36, 0.5, BRASS)
    pen.paragraph(words.say("home.tagline"), Box(back.x + 6, back.y + 40, back.width - 12, 30), 12, align=0.5, colour=BRASS)
