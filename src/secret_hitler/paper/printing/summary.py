"""The rules on one page, as the rule set has them, and advice on another."""

from functools import partial
from typing import Final

from ...rules import Power, Role, Ruleset
from ...words import Words
from ...words.guide import guide
from ...words.summary import Line, Section, Sign, sections
from .drawings import bird, power_sign, veto_sign
from .paper_size import Box
from .pen import BRASS, FASCIST, INK, LIBERAL, Drawing, Face, Pen, TextDoesNotFit
from .sheets import Page

_SIDE: Final = 13.0
_TOP: Final = 19.0
_FOOT: Final = 12.0
_TABLE: Final = 40.0
_GUTTER: Final = 8.0
_INDENT: Final = 6.5
_SIZES: Final = [size / 4 for size in range(50, 33, -1)]
"""The largest type that fits is taken."""


def summary_page(rules: Ruleset, words: Words) -> Page:
    return Page(words.say("print.sheet.summary"), words.ruleset(rules.name), partial(_summary, rules=rules, words=words))


def guide_page(rules: Ruleset, words: Words) -> Page:
    return Page(words.say("print.sheet.guide"), words.ruleset(rules.name), partial(_guide, rules=rules, words=words))


def _summary(pen: Pen, page: Box, rules: Ruleset, words: Words) -> None:
    right = _two_columns(pen, page, sections(rules, words), _TABLE, rules)
    _table(pen, Box(right.x, right.bottom + 2, right.width, _TABLE - 2), rules, words)


def _guide(pen: Pen, page: Box, rules: Ruleset, words: Words) -> None:
    _two_columns(pen, page, guide(rules, words), 0, rules)


def _two_columns(pen: Pen, page: Box, told: list[Section], kept: float, rules: Ruleset) -> Box:
    """Sections side by side, in the largest type that leaves so much room free below the right column; that column."""
    area = Box(_SIDE, _TOP, page.width - 2 * _SIDE, page.height - _TOP - _FOOT)
    wide = (area.width - _GUTTER) / 2
    for size in _SIZES:
        heights = [_section_height(pen, section, wide, size) for section in told]
        split = min(range(1, len(told)), key=lambda at: max(sum(heights[:at]), sum(heights[at:]) + kept))
        if sum(heights[:split]) <= area.height and sum(heights[split:]) + kept <= area.height:
            _column(pen, told[:split], Box(area.x, area.y, wide, area.height), size, heights[:split])
            right = Box(area.x + wide + _GUTTER, area.y, wide, area.height - kept)
            _column(pen, told[split:], right, size, heights[split:])
            return right
    raise TextDoesNotFit(f"the rules of {rules.name!r} do not fit one page")


def _column(pen: Pen, told: list[Section], area: Box, size: float, heights: list[float]) -> None:
    """Sections from top to bottom, with what room is left between them."""
    slack = min((area.height - sum(heights)) / max(len(told) - 1, 1), 7)
    y = area.y
    for section, height in zip(told, heights, strict=True):
        _section(pen, section, Box(area.x, y, area.width, height), size)
        y += height + slack


def _heading_height(size: float) -> float:
    return size * 0.95


def _section_height(pen: Pen, section: Section, width: float, size: float) -> float:
    lines = sum(pen.height(line.words, width - _line_indent(line), size) + 1.4 for line in section.lines)
    return _heading_height(size) + lines + 3.5


def _line_indent(line: Line) -> float:
    return _INDENT if line.sign is not None or line.lead else 0


def _section(pen: Pen, section: Section, area: Box, size: float) -> None:
    pen.text(section.heading, area.x, area.y + size * 0.5, size * 1.4, face=Face.POSTER, colour=BRASS, width=area.width)
    pen.line(area.x, area.y + size * 0.68, area.right, area.y + size * 0.68, 0.4, BRASS)
    y = area.y + _heading_height(size)
    for line in section.lines:
        indent = _line_indent(line)
        if line.sign is not None:
            pen.draw(_drawing(line.sign), area.x, y + 0.4, 5)
        elif line.lead:
            pen.text(line.lead, area.x + 2.4, y + size * 0.33, size, face=Face.POSTER, colour=BRASS, align=0.5)
        y += 1.4 + pen.paragraph(line.words, Box(area.x + indent, y, area.width - indent, area.bottom - y), size, least=size)


def _drawing(sign: Sign) -> Drawing:
    match sign:
        case Role():
            return bird(sign, 0 if sign is Role.LIBERAL else 7)
        case Power():
            return power_sign(sign, FASCIST)
        case "veto":
            return veto_sign(INK)


def _table(pen: Pen, area: Box, rules: Ruleset, words: Words) -> None:
    """How many of each role, by number of players."""
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
