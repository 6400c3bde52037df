"""The first page: what this is, how to print it, and what is on which page."""

from functools import partial
from typing import Final

from ...rules import Role, Ruleset
from ...words import Words
from ...words.speaker import span
from .cards import roles
from .drawings import bird
from .paper_size import Box
from .pen import BRASS, FAINT, FASCIST, INK, LIBERAL, Face, Pen
from .sheets import Page

_SIDE: Final = 16.0
_RULER: Final = 100.0


def cover_page(rules: Ruleset, words: Words, contents: list[tuple[str, str]], steps: list[str]) -> Page:
    """`contents` are titles and the pages they are on, `steps` how to print them."""
    draw = partial(_cover, rules=rules, words=words, contents=contents, steps=steps)
    return Page(words.say("print.sheet.cover"), words.ruleset(rules.name), draw)


def _cover(pen: Pen, page: Box, rules: Ruleset, words: Words, contents: list[tuple[str, str]], steps: list[str]) -> None:
    wide = page.width - 2 * _SIDE
    middle = page.width / 2
    pen.centred(words.say("game.title").upper(), Box(_SIDE, 21, wide, 30), 82)
    pen.paragraph(words.say("home.tagline"), Box(_SIDE, 54, wide, 8), 16, align=0.5, colour=FAINT)
    floor = _parliament(pen, Box(_SIDE, 65, wide, 76), rules)
    players = words.say("print.cover.players", span=span(sorted(rules.fascists)))
    pen.text(
        f"{words.loud('print.sheet.cover')} · {words.ruleset(rules.name)} · {players}",
        middle,
        floor + 10,
        18,
        face=Face.POSTER,
        align=0.5,
        width=wide,
    )
    low = Box(_SIDE, floor + 18, wide, page.height - 14 - floor - 18)
    column = (wide - 10) / 2
    _printing(pen, Box(low.x, low.y, column, low.height), words, steps)
    _contents(pen, Box(low.x + column + 10, low.y, column, low.height - 18), words, contents)
    _ruler(pen, Box(low.x, low.bottom - 10, wide, 10), words)


def _parliament(pen: Pen, area: Box, rules: Ruleset) -> float:
    """Everybody who may be dealt, in two rows behind their benches."""
    cast = roles(rules)
    order = [Role.LIBERAL, Role.HITLER, Role.FASCIST]
    members = sorted(enumerate(cast), key=lambda member: order.index(member[1]))
    back, front = members[: len(members) // 2], members[len(members) // 2 :]
    high = area.height / 2
    for row, seated in enumerate((back, front)):
        pitch = area.width / len(seated)
        size = min(high, pitch)
        floor = area.y + (row + 1) * high
        for place, (hat, dealt) in enumerate(seated):
            pen.draw(bird(dealt, hat), area.x + pitch * place + (pitch - size) / 2, floor - size, size)
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
