"""The sheet that somebody reads aloud: the opening with eyes closed, for every number of players."""

from functools import partial
from typing import Final

from ...rules import Role, Ruleset
from ...words import Words
from ...words.summary import Section, opening_sections
from .drawings import bird, circle
from .paper_size import Box
from .pen import BRASS, INK, SHEET, Face, Ink, Pen
from .sheets import Page

_SIDE: Final = 14.0
_TOP: Final = 24.0
_GUTTER: Final = 10.0
_BIRDS: Final = 44.0
_NUMBER: Final = 12.0
_BETWEEN: Final = 5.0
_SIZES: Final = [size / 2 for size in range(38, 23, -1)]


def narrator_page(rules: Ruleset, words: Words) -> Page:
    return Page(words.say("paper.opening"), words.say("print.note.opening"), partial(_narrator, told=opening_sections(rules, words)))


def _narrator(pen: Pen, page: Box, told: list[Section]) -> None:
    if not told:
        return
    wide = (page.width - 2 * _SIDE - (len(told) - 1) * _GUTTER) / len(told)
    columns = [Box(_SIDE + number * (wide + _GUTTER), _TOP, wide, page.height - _TOP - _BIRDS - 14) for number in range(len(told))]
    size = next(size for size in _SIZES if all(_height(pen, section, wide, size) <= columns[0].height for section in told))
    for section, column in zip(told, columns, strict=True):
        _steps(pen, section, column, size)
    _listeners(pen, Box(_SIDE, page.height - _BIRDS - 8, page.width - 2 * _SIDE, _BIRDS - 4))


def _height(pen: Pen, section: Section, width: float, size: float) -> float:
    return 16 + sum(max(pen.height(line.words, width - _NUMBER, size), 8) + _BETWEEN for line in section.lines)


def _steps(pen: Pen, section: Section, column: Box, size: float) -> None:
    pen.text(section.heading, column.x, column.y + 8, 26, face=Face.POSTER, colour=BRASS, width=column.width)
    pen.line(column.x, column.y + 11.5, column.right, column.y + 11.5, 0.8, BRASS)
    y = column.y + 16
    for line in section.lines:
        pen.path(circle(column.x + 4, y + 3.6, 4), Ink(INK))
        pen.centred(line.lead, Box(column.x, y - 0.4, 8, 8), 13, colour=SHEET)
        taken = pen.paragraph(line.words, Box(column.x + _NUMBER, y, column.width - _NUMBER, column.bottom - y), size, least=size)
        y += max(taken, 8) + _BETWEEN


def _listeners(pen: Pen, area: Box) -> None:
    """Those who hear it, on their bench."""
    cast = [Role.LIBERAL, Role.LIBERAL, Role.FASCIST, Role.LIBERAL, Role.HITLER]
    pitch = area.width / len(cast)
    for seat, role in enumerate(cast):
        pen.draw(bird(role, 2 * seat), area.x + pitch * (seat + 0.5) - area.height / 2, area.y, area.height)
    pen.line(area.x, area.bottom, area.right, area.bottom, 1.4, INK)
