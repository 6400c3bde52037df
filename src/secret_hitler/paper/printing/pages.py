"""The pages to read: the cover, the opening to read aloud, the rules on one page, and advice on another."""

from functools import partial
from typing import Final

from ...rules import Role, Ruleset
from ...words import Words
from ...words.speaker import span
from ...words.summary import Line, Section, Sign, guide, opening_sections, sections
from .cards import roles
from .drawings import bird, circle, sign_of
from .pen import BRASS, FAINT, FASCIST, INK, LIBERAL, SHEET, Box, Drawing, Face, Ink, Pen, TextDoesNotFit
from .sheets import Page

_COVER_SIDE, _RULER = 16.0, 100.0
_BIRDS, _NUMBER, _BETWEEN = 44.0, 12.0, 5.0
_OPENING_SIZES: Final = [size / 2 for size in range(38, 23, -1)]
_SIDE, _TOP, _FOOT, _GUTTER = 13.0, 19.0, 12.0, 8.0
_TABLE, _INDENT, _HEADING = 40.0, 6.5, 0.95
_SIZES: Final = [size / 4 for size in range(50, 33, -1)]
"""Use the largest type that fits."""


def cover_page(rules: Ruleset, words: Words, contents: list[tuple[str, str]], steps: list[str]) -> Page:
    """Draw the cover, with `contents` as titles and their pages, and `steps` as how to print them."""

    def draw(pen: Pen, page: Box) -> None:
        wide = page.width - 2 * _COVER_SIDE
        pen.centred(words.say("game.title").upper(), Box(_COVER_SIDE, 21, wide, 30), 82)
        pen.paragraph(words.say("home.tagline"), Box(_COVER_SIDE, 54, wide, 8), 16, align=0.5, colour=FAINT)
        floor = _parliament(pen, Box(_COVER_SIDE, 65, wide, 76), rules)
        players = words.say("print.cover.players", span=span(sorted(rules.fascists)))
        title = f"{words.loud('print.sheet.cover')} · {words.ruleset(rules)} · {players}"
        pen.text(title, page.width / 2, floor + 10, 18, face=Face.POSTER, align=0.5, width=wide)
        low = Box(_COVER_SIDE, floor + 18, wide, page.height - 14 - floor - 18)
        left, right = low.beside(2, 10)
        _printing(pen, left, words, steps)
        _contents(pen, right._replace(height=low.height - 18), words, contents)
        _ruler(pen, Box(low.x, low.bottom - 10, wide, 10), words)

    return Page(words.say("print.sheet.cover"), words.ruleset(rules), draw)


def _parliament(pen: Pen, area: Box, rules: Ruleset) -> float:
    order = [Role.LIBERAL, Role.HITLER, Role.FASCIST]
    members = sorted(enumerate(roles(rules)), key=lambda member: order.index(member[1]))
    back, front = members[: len(members) // 2], members[len(members) // 2 :]
    high = area.height / 2
    for row, seated in enumerate((back, front)):
        floor = area.y + (row + 1) * high
        for place, (hat, dealt) in zip(area.beside(len(seated), 0), seated, strict=True):
            size = min(high, place.width)
            pen.draw(bird(dealt, hat), place.x + (place.width - size) / 2, floor - size, size)
        pen.line(area.x, floor, area.right, floor, 1.4, INK)
    return area.bottom


def _heading(pen: Pen, area: Box, words: str, colour: str) -> float:
    pen.text(words, area.x, area.y + 6, 17, face=Face.POSTER, colour=colour, width=area.width)
    pen.line(area.x, area.y + 9, area.right, area.y + 9, 0.6, colour)
    return area.y + 12


def _printing(pen: Pen, area: Box, words: Words, steps: list[str]) -> None:
    y = _heading(pen, area, words.say("print.cover.print"), LIBERAL)
    for number, step in enumerate(steps, start=1):
        pen.text(str(number), area.x + 2.5, y + 5.6, 18, face=Face.POSTER, colour=BRASS, align=0.5)
        y += 3 + pen.paragraph(step, Box(area.x + 8, y, area.width - 8, 34), 14, least=11)


def _contents(pen: Pen, area: Box, words: Words, contents: list[tuple[str, str]]) -> None:
    y = _heading(pen, area, words.say("print.cover.inside"), FASCIST)
    step = min((area.bottom - y) / len(contents), 8.2)
    for title, pages in contents:
        told = pen.text(pages, area.right, y + 4.5, 13, face=Face.BOLD, align=1)
        wide = pen.text(title, area.x, y + 4.5, 13, width=area.width - told - 6)
        pen.line(area.x + wide + 1.5, y + 4.5, area.right - told - 1.5, y + 4.5, 0.3, FAINT, dash=0.7)
        y += step


def _ruler(pen: Pen, area: Box, words: Words) -> None:
    x = area.x + (area.width - _RULER) / 2
    pen.line(x, area.bottom, x + _RULER, area.bottom, 0.4)
    for tick in range(11):
        pen.line(x + tick * 10, area.bottom, x + tick * 10, area.bottom - (3.5 if tick % 5 == 0 else 2), 0.3)
    pen.text(words.say("print.cover.scale"), area.x + area.width / 2, area.bottom - 5.5, 11, align=0.5, width=area.width)


def narrator_page(rules: Ruleset, words: Words) -> Page:
    return Page(words.say("paper.opening"), words.say("print.note.opening"), partial(_narrator, told=opening_sections(rules, words)))


def _narrator(pen: Pen, page: Box, told: list[Section]) -> None:
    if not told:
        return
    side, top = 14.0, 24.0
    columns = Box(side, top, page.width - 2 * side, page.height - top - _BIRDS - 14).beside(len(told), gutter=10)
    _, _, wide, high = columns[0]

    def height(section: Section, size: float) -> float:
        return 16 + sum(max(pen.height(line.words, wide - _NUMBER, size), 8) + _BETWEEN for line in section.lines)

    size = next(size for size in _OPENING_SIZES if all(height(section, size) <= high for section in told))
    for section, column in zip(told, columns, strict=True):
        _steps(pen, section, column, size)
    listeners = Box(side, page.height - _BIRDS - 8, page.width - 2 * side, _BIRDS - 4)
    cast = [Role.LIBERAL, Role.LIBERAL, Role.FASCIST, Role.LIBERAL, Role.HITLER]
    for seat, (role, place) in enumerate(zip(cast, listeners.beside(len(cast), 0), strict=True)):
        pen.draw(bird(role, 2 * seat), place.middle[0] - listeners.height / 2, listeners.y, listeners.height)
    pen.line(listeners.x, listeners.bottom, listeners.right, listeners.bottom, 1.4, INK)


def _steps(pen: Pen, section: Section, column: Box, size: float) -> None:
    pen.text(section.heading, column.x, column.y + 8, 26, face=Face.POSTER, colour=BRASS, width=column.width)
    pen.line(column.x, column.y + 11.5, column.right, column.y + 11.5, 0.8, BRASS)
    y = column.y + 16
    for line in section.lines:
        pen.path(circle(column.x + 4, y + 3.6, 4), Ink(INK))
        pen.centred(line.lead, Box(column.x, y - 0.4, 8, 8), 13, colour=SHEET)
        taken = pen.paragraph(line.words, Box(column.x + _NUMBER, y, column.width - _NUMBER, column.bottom - y), size, least=size)
        y += max(taken, 8) + _BETWEEN


def summary_page(rules: Ruleset, words: Words) -> Page:
    def draw(pen: Pen, page: Box) -> None:
        right = _two_columns(pen, page, sections(rules, words), _TABLE, rules)
        _table(pen, Box(right.x, right.bottom + 2, right.width, _TABLE - 2), rules, words)

    return Page(words.say("print.sheet.summary"), words.ruleset(rules), draw)


def guide_page(rules: Ruleset, words: Words) -> Page:
    def draw(pen: Pen, page: Box) -> None:
        _two_columns(pen, page, guide(rules, words), 0, rules)

    return Page(words.say("print.sheet.guide"), words.ruleset(rules), draw)


def _two_columns(pen: Pen, page: Box, told: list[Section], kept: float, rules: Ruleset) -> Box:
    """Print sections side by side in the largest type that leaves this much room below the right column; return that column."""
    left, right = Box(_SIDE, _TOP, page.width - 2 * _SIDE, page.height - _TOP - _FOOT).beside(2, _GUTTER)
    for size in _SIZES:
        heights = [_section_height(pen, section, left.width, size) for section in told]
        split = min(range(1, len(told)), key=lambda at: max(sum(heights[:at]), sum(heights[at:]) + kept))
        if sum(heights[:split]) <= left.height and sum(heights[split:]) + kept <= left.height:
            right = right._replace(height=right.height - kept)
            _column(pen, told[:split], left, size, heights[:split])
            _column(pen, told[split:], right, size, heights[split:])
            return right
    raise TextDoesNotFit(f"the rules of {rules.name!r} don't fit on one page")


def _column(pen: Pen, told: list[Section], area: Box, size: float, heights: list[float]) -> None:
    slack = min((area.height - sum(heights)) / max(len(told) - 1, 1), 7)
    y = area.y
    for section, height in zip(told, heights, strict=True):
        _section(pen, section, Box(area.x, y, area.width, height), size)
        y += height + slack


def _section_height(pen: Pen, section: Section, width: float, size: float) -> float:
    lines = sum(pen.height(line.words, width - _line_indent(line), size) + 1.4 for line in section.lines)
    return _HEADING * size + lines + 3.5


def _line_indent(line: Line) -> float:
    return _INDENT if line.sign is not None or line.lead else 0


def _section(pen: Pen, section: Section, area: Box, size: float) -> None:
    pen.text(section.heading, area.x, area.y + size * 0.5, size * 1.4, face=Face.POSTER, colour=BRASS, width=area.width)
    pen.line(area.x, area.y + size * 0.68, area.right, area.y + size * 0.68, 0.4, BRASS)
    y = area.y + _HEADING * size
    for line in section.lines:
        indent = _line_indent(line)
        if line.sign is not None:
            pen.draw(_drawn(line.sign), area.x, y + 0.4, 5)
        elif line.lead:
            pen.text(line.lead, area.x + 2.4, y + size * 0.33, size, face=Face.POSTER, colour=BRASS, align=0.5)
        y += 1.4 + pen.paragraph(line.words, Box(area.x + indent, y, area.width - indent, area.bottom - y), size, least=size)


def _drawn(sign: Sign) -> Drawing:
    if isinstance(sign, Role):
        return bird(sign, 0 if sign is Role.LIBERAL else 7)
    return sign_of(sign, INK if sign == "veto" else FASCIST)


def _table(pen: Pen, area: Box, rules: Ruleset, words: Words) -> None:
    counts = sorted(rules.fascists)
    rows = [
        (words.say("print.sum.players"), None, counts, INK),
        (words.say("print.sum.liberals"), bird(Role.LIBERAL, 1), [rules.liberals(players) for players in counts], LIBERAL),
        (words.say("print.sum.fascists"), bird(Role.FASCIST, 7), [rules.fascists[players] for players in counts], FASCIST),
        (words.say("role.H"), bird(Role.HITLER, 0), [1 for _ in counts], INK),
    ]
    name, high = 34.0, area.height / len(rows)
    wide = (area.width - name) / len(counts)
    for number, (title, drawing, cells, colour) in enumerate(rows):
        y = area.y + number * high
        pen.line(area.x, y, area.right, y, 0.6 if number < 2 else 0.25, INK)
        if drawing is not None:
            pen.draw(drawing, area.x + 1, y + 0.7, high - 1.4)
        pen.text(title, area.x + high + 3, y + high * 0.68, 12.5, face=Face.POSTER, colour=colour, width=name - high - 4)
        for column, cell in enumerate(cells):
            pen.centred(str(cell), Box(area.x + name + column * wide, y, wide, high), 15 if number else 17, colour=colour)
    pen.line(area.x, area.bottom, area.right, area.bottom, 0.6, INK)
