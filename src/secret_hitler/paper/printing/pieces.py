"""What else lies on the table: placards, mats for the piles, markers and envelopes."""

from functools import partial
from typing import Final, NamedTuple

from ...rules import Power, Ruleset
from ...rules.ruleset import TermLimits
from ...words import Words
from ...words.summary import by_hand, exempts
from .cards import CARD, TILE
from .drawings import circle, citizen, rectangle, seal, sign_of
from .pen import BRASS, FAINT, FOOT, HEAD, INK, LINE, SHEET, Box, Drawing, Face, Ink, PaperSize, Pen, grid
from .sheets import Page, PrintedSheet, cut_marks

PLACARD: Final = (92.0, 120.0)
MARKER: Final = 23.0
"""Its width; it covers a step of the election tracker."""
_MAT: Final = (92.0, 170.0)
_TOP_HAT, _BOWLER, _STRAW_HAT, _GOGGLES = 0, 1, 7, 9
_EASE: Final = 4.0
"""How much wider and longer than a card, to hold four of them."""
PANEL: Final = (CARD[1] + _EASE, CARD[0] + _EASE)
_FLAP, _LID, _A_SHEET = 8.0, 16.0, 3


def piece_sheets(rules: Ruleset, paper: PaperSize, words: Words) -> list[PrintedSheet]:
    lies = {"placards": _placards, "piles": _piles}
    draws = {key: partial(draw, paper=paper, rules=rules, words=words) for key, draw in lies.items()}
    return [PrintedSheet(Page(words.say(f"print.sheet.{key}"), words.say(f"print.note.{key}"), draw)) for key, draw in draws.items()]


class _Placard(NamedTuple):
    title: str
    hints: list[str]
    hat: int
    colour: str
    previous: bool


def _placards(pen: Pen, _: Box, paper: PaperSize, rules: Ruleset, words: Words) -> None:
    limits = "elected" if rules.term_limits is TermLimits.LAST_ELECTED else "enacting"
    hint = words.say(f"print.placard.previous.{limits}")
    exempt = [words.say(f"print.placard.exempt.{rules.president_exempt_by}", n=rules.president_exempt_at)] if exempts(rules) else []
    four = [
        _Placard(words.loud("table.president"), [], _TOP_HAT, BRASS, False),
        _Placard(words.loud("table.chancellor"), [], _BOWLER, INK, False),
        _Placard(words.loud("print.placard.previous.president"), [hint, *exempt], _TOP_HAT, BRASS, True),
        _Placard(words.loud("print.placard.previous.chancellor"), [hint], _BOWLER, INK, True),
    ]
    places = grid(paper, *PLACARD)
    for number, placard in enumerate(four):
        place = places.place(number)
        lower = Box(place.x, place.y + place.height / 2, place.width, place.height / 2)
        _placard(pen, lower, placard)
        x, y = place.middle
        with pen.turned(180, x, y):
            _placard(pen, lower, placard)
        pen.line(place.x + 2, y, place.right - 2, y, 0.25, FAINT, dash=1.5)
    cut_marks(pen, [places.place(number) for number in range(len(four))])


def _placard(pen: Pen, half: Box, placard: _Placard) -> None:
    inner = half.inset(3.5)
    band = Box(inner.x, inner.bottom - 16, inner.width, 16)
    middle, _ = inner.middle
    if placard.previous:
        top = band.y - 4.6 * len(placard.hints) - 0.8
        pen.draw(citizen(placard.hat), middle - 12.5, band.y - 10 - 25, 25)
        for line, hint in enumerate(placard.hints):
            pen.paragraph(hint, Box(inner.x + 2, top + 4.6 * line, inner.width - 4, 4.8), 10.5, align=0.5)
        pen.path(rectangle(*band), Ink(SHEET, placard.colour, 1))
    else:
        pen.draw(citizen(placard.hat), middle - 17.5, band.y - 35, 35)
        pen.path(rectangle(*band), Ink(placard.colour, placard.colour, 1))
    pen.path(rectangle(*inner), Ink(stroke=placard.colour, width=1))
    colour = placard.colour if placard.previous else SHEET
    pen.centred(placard.title, band.inset(3), 26 if placard.previous else 34, colour=colour)


def _piles(pen: Pen, _: Box, paper: PaperSize, rules: Ruleset, words: Words) -> None:
    top = grid(paper, *PLACARD).place(0).y
    mats = [grid(paper, *_MAT).place(number)._replace(y=top) for number in (0, 1)]
    when = ".populace" if rules.reshuffle_after_populace else ""
    _mat(pen, mats[0], words.loud("print.pile.draw"), words.say(f"print.pile.draw.hint{when}", n=rules.draw), _STRAW_HAT)
    _mat(pen, mats[1], words.loud("print.pile.discard"), words.say("print.pile.discard.hint"), _GOGGLES)
    cut_marks(pen, mats)
    _markers(pen, Box(mats[0].x, mats[0].bottom + 9, 2 * _MAT[0], 240 - _MAT[1] - 9), rules, words)


def _mat(pen: Pen, mat: Box, title: str, hint: str, hat: int) -> None:
    inner = mat.inset(4)
    pen.path(rectangle(*inner, 4), Ink(stroke=INK, width=1.2))
    pen.path(rectangle(*inner.inset(1.6), 3), Ink(stroke=INK, width=0.3))
    pen.centred(title, Box(inner.x + 5, inner.y + 6, inner.width - 10, 12), 32)
    middle, _ = mat.middle
    wide, high = TILE[0] + 4, TILE[1] + 4
    place = Box(middle - wide / 2, inner.y + 25, wide, high)
    pen.path(rectangle(*place, 3), Ink(stroke=FAINT, width=0.6), dash=2)
    x, y = place.middle
    for reach in (24, 15, 6):
        pen.path(f"M{x} {y - reach} L{x + reach * 0.72} {y} L{x} {y + reach} L{x - reach * 0.72} {y}Z", Ink(stroke=LINE, width=1.2))
    pen.paragraph(hint, Box(inner.x + 7, place.bottom + 7, inner.width - 14, 14), 15, least=10, align=0.5)
    pen.draw(citizen(hat), middle - 19, inner.bottom - 1.6 - 38, 38)


def _markers(pen: Pen, area: Box, rules: Ruleset, words: Words) -> None:
    """Draw two markers for the tracker, with one spare, and as many of the others as a game can need."""
    most = {power: max(rules.powers[players].count(power) for players in rules.fascists) for power in (Power.INVESTIGATE, Power.EXECUTE)}
    markers: list[tuple[str, Drawing]] = [(words.say("table.trackerShort"), seal())] * 2
    markers += [(words.say("print.marker.investigated"), sign_of(Power.INVESTIGATE, INK))] * most[Power.INVESTIGATE]
    markers += [(words.say("print.marker.executed"), sign_of(Power.EXECUTE, INK))] * most[Power.EXECUTE]
    a_row = min(len(markers), 7)
    pitch = area.width / a_row
    for number, (name, sign) in enumerate(markers):
        row, column = divmod(number, a_row)
        x, y = area.x + pitch * (column + 0.5), area.y + MARKER / 2 + 6 + row * (MARKER + 10)
        pen.path(circle(x, y, MARKER / 2), Ink(stroke=INK, width=0.25))
        pen.path(circle(x, y, MARKER / 2 - 1.4), Ink(stroke=INK, width=0.8))
        pen.draw(sign, x - 6.5, y - 6.5, 13)
        pen.text(name, x, y + MARKER / 2 + 5.5, 12, face=Face.BOLD, align=0.5, width=pitch - 3)


def envelope_sheets(rules: Ruleset, paper: PaperSize, words: Words) -> list[PrintedSheet]:
    """Return full sheets, since spare envelopes come in handy; none if hands replace ballots and party cards."""
    if by_hand(rules):
        return []
    page = Page(words.say("print.sheet.envelopes"), words.say("print.note.envelopes"), partial(_envelopes, paper=paper, words=words))
    return [PrintedSheet(page)] * -(-max(rules.fascists) // _A_SHEET)


def _envelopes(pen: Pen, _: Box, paper: PaperSize, words: Words) -> None:
    """Lay envelopes head to tail, so that one's glue flaps lie beside the next one's plain panel."""
    width, height = PANEL
    top = HEAD + (paper.height - HEAD - FOOT - 2 * height - 2 * _LID) / 2
    left = (paper.width - _A_SHEET * width - (_A_SHEET + 1) * _FLAP) / 2 + _FLAP
    for number in range(_A_SHEET):
        fold = Box(left + number * (width + _FLAP), top + _LID, width, height)
        with pen.turned(180 * (number % 2), fold.x + width / 2, fold.bottom):
            _net(pen, fold, words)


def _net(pen: Pen, front: Box, words: Words) -> None:
    """Draw the outside: the front with its lid above, and below it the back with its flaps."""
    back = front._replace(y=front.bottom)
    for side, edge in ((-1, back.x), (1, back.right)):
        glue = (f"M{edge} {back.y + 10 + 4 * n} l{side * _FLAP * 0.86:.2f} {-3.4}" for n in range(int((back.height - 14) // 4)))
        pen.path("".join(glue), Ink(stroke=LINE, width=0.5))
    pen.path(_outline(front, back), Ink(stroke=INK, width=0.3))
    for x1, y1, x2, y2 in (
        (front.x, front.y, front.right, front.y),
        (back.x, back.y, back.right, back.y),
        (back.x, back.y, back.x, back.bottom),
        (back.right, back.y, back.right, back.bottom),
    ):
        pen.line(x1, y1, x2, y2, 0.25, FAINT, dash=1.5)
    _front(pen, front, words)
    with pen.turned(180, *back.middle):
        pen.centred(words.say("game.title").upper(), Box(back.x + 5, back.y + 22, back.width - 10, 12), 22, colour=BRASS)
        pen.line(back.x + 10, back.y + 36, back.right - 10, back.y + 36, 0.5, BRASS)
        pen.paragraph(words.say("home.tagline"), Box(back.x + 6, back.y + 40, back.width - 12, 30), 12, align=0.5, colour=BRASS)


def _outline(front: Box, back: Box) -> str:
    lid, flap, slant = _LID, _FLAP, 4
    return (
        f"M{front.x} {front.y} l8 {-lid} H{front.right - 8} L{front.right} {front.y} V{back.y} "
        f"l{flap} {slant} V{back.bottom - slant} L{back.right} {back.bottom} H{back.x} "
        f"l{-flap} {-slant} V{back.y + slant} L{back.x} {back.y}Z"
    )


def _front(pen: Pen, front: Box, words: Words) -> None:
    inner = front.inset(4)
    pen.path(f"M{inner.x} {inner.y} H{inner.right} V{inner.bottom} H{inner.x}Z", Ink(stroke=BRASS, width=0.8))
    middle, _ = inner.middle
    pen.path(f"M{inner.x} {inner.y} L{middle} {inner.y + 28} L{inner.right} {inner.y}", Ink(stroke=BRASS, width=0.8))
    pen.draw(seal(), middle - 11, inner.y + 17, 22)
    pen.centred(words.loud("print.envelope"), Box(inner.x + 3, inner.y + 46, inner.width - 6, 14), 32)
    pen.paragraph(words.say("print.envelope.hint"), Box(inner.x + 4, inner.y + 63, inner.width - 8, 18), 12, align=0.5)
