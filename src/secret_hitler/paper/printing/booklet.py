"""The whole booklet: every sheet a rule set needs, as one PDF."""

from collections.abc import Iterator
from contextlib import closing
from typing import Final, NamedTuple

from ...rules import Ruleset
from ...words import Words
from ...words.speaker import span
from .boards import board_sheets
from .cards import decks
from .cover import cover_page
from .envelopes import envelope_sheets
from .paper_size import Box, PaperSize
from .pen import FAINT, Face, Pen
from .pieces import piece_sheets
from .sheets import Page, PrintedSheet, deck_sheets
from .summary import summary_page

_EDGE: Final = 12.0


class Booklet(NamedTuple):
    pdf: bytes
    titles: list[str]
    """What is on each page."""


def booklet(rules: Ruleset, paper: PaperSize, language: str) -> Booklet:
    words = Words(language)
    with closing(Pen(paper, f"{words.say('game.title')}: {words.ruleset(rules.name)}", language)) as pen:
        titles = print_pages(pen, rules, words)
        return Booklet(pen.finish(), titles)


def print_pages(pen: Pen, rules: Ruleset, words: Words) -> list[str]:
    sheets = list(_sheets(rules, pen.paper, words))
    sheets.insert(0, PrintedSheet(cover_page(rules, words, _contents(sheets)), summary_page(rules, words)))
    pages = list(_pages(sheets, words))
    for number, page in enumerate(pages, start=1):
        surface = pen.page(page.landscape)
        _furniture(pen, surface, page, number, len(pages), rules, words)
        page.draw(pen, surface)
    return [page.title for page in pages]


def _sheets(rules: Ruleset, paper: PaperSize, words: Words) -> Iterator[PrintedSheet]:
    for deck in decks(rules, words):
        yield from deck_sheets(deck, paper, words)
    yield from board_sheets(rules, words)
    yield from piece_sheets(rules, paper, words)
    yield from envelope_sheets(rules, paper, words)


def _contents(sheets: list[PrintedSheet]) -> list[tuple[str, str]]:
    """Titles and where they are, once the cover is bound before the sheets; the cover's own back is the summary."""
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for number, sheet in enumerate(sheets, start=1):
        for page, side in ((2 * number + 1, sheet.front), (2 * number + 2, sheet.back)):
            if side is not None:
                first.setdefault(side.title, page)
                last[side.title] = page
    return [(title, span(sorted({page, last[title]}))) for title, page in first.items()]


def _pages(sheets: list[PrintedSheet], words: Words) -> Iterator[Page]:
    for number, sheet in enumerate(sheets):
        yield sheet.front
        front = 2 * number + 1
        if sheet.back is None:
            yield Page(sheet.front.title, words.say("print.empty", n=front), _nothing, sheet.front.landscape)
        else:
            yield sheet.back if sheet.back.note else sheet.back._replace(note=words.say("print.note.backs", n=front))


def _nothing(pen: Pen, page: Box) -> None:
    pass


def _furniture(pen: Pen, surface: Box, page: Page, number: int, pages: int, rules: Ruleset, words: Words) -> None:
    """What the page is, above; the rule set and the licence, below."""
    wide = pen.text(page.title, _EDGE, 11.5, 15, face=Face.POSTER)
    pen.text(page.note, _EDGE + wide + 4, 11.5, 10, colour=FAINT, width=surface.width - 2 * _EDGE - wide - 6)
    low = surface.height - 5.2
    right = surface.width - _EDGE
    told = pen.text(f"{words.ruleset(rules.name)} · {words.say('print.page', n=number, of=pages)}", right, low, 7.5, colour=FAINT, align=1)
    pen.text(words.say("print.licence"), _EDGE, low, 7, colour=FAINT, width=right - told - 4 - _EDGE)
