"""The booklet: every sheet a rule set needs, as one PDF."""

from collections.abc import Iterator
from contextlib import closing
from typing import Final, NamedTuple

from ...rules import Ruleset
from ...words import Words
from ...words.speaker import span
from ...words.summary import by_hand
from .boards import board_sheets
from .cards import decks
from .pages import cover_page, guide_page, narrator_page, summary_page
from .pen import FAINT, Box, Face, PaperSize, Pen
from .pieces import envelope_sheets, piece_sheets
from .sheets import Page, PrintedSheet, deck_sheets

_EDGE: Final = 12.0


class Booklet(NamedTuple):
    pdf: bytes
    titles: list[str]
    """Of each page."""
    steps: list[str]
    """How to print it."""


class Printing(NamedTuple):
    light_backs: bool = False
    one_side: bool = False
    """For printers that print one side: no empty pages, and the cards' backs at the end."""


_USUAL: Final = Printing()


def booklet(rules: Ruleset, paper: PaperSize, language: str, printing: Printing = _USUAL) -> Booklet:
    words = Words(language)
    with closing(Pen(paper, f"{words.say('game.title')}: {words.ruleset(rules)}", language)) as pen:
        titles, steps = print_pages(pen, rules, words, printing)
        return Booklet(pen.finish(), titles, steps)


def print_pages(pen: Pen, rules: Ruleset, words: Words, printing: Printing = _USUAL) -> tuple[list[str], list[str]]:
    """Draw all pages; return their titles, and how to print them."""
    sheets = [
        PrintedSheet(Page(words.say("print.sheet.cover"), "", lambda *_: None), summary_page(rules, words)),
        PrintedSheet(narrator_page(rules, words), guide_page(rules, words)),
        *(sheet for deck in decks(rules, words) for sheet in deck_sheets(deck, pen.paper, words, printing.light_backs)),
        *board_sheets(rules, words),
        *piece_sheets(rules, pen.paper, words),
        *envelope_sheets(rules, pen.paper, words),
    ]
    bound = list(_one_side(sheets, words) if printing.one_side else _both_sides(sheets, words))
    steps = _steps(bound, rules, words, printing)
    bound[0] = cover_page(rules, words, _contents(bound), steps)
    for number, page in enumerate(bound, start=1):
        surface = pen.page(page.landscape)
        _furniture(pen, surface, page, number, len(bound), rules, words)
        page.draw(pen, surface)
    return [page.title for page in bound], steps


def _both_sides(sheets: list[PrintedSheet], words: Words) -> Iterator[Page]:
    """Bind fronts and backs in turn, with empty pages for missing backs, so that people can print the whole file in one go."""
    for number, sheet in enumerate(sheets):
        yield sheet.front
        front = 2 * number + 1
        empty = Page(sheet.front.title, words.say("print.empty", n=front), lambda *_: None, sheet.front.landscape, empty=True)
        yield empty if sheet.back is None else _backs_of(sheet.back, front, words)


def _one_side(sheets: list[PrintedSheet], words: Words) -> Iterator[Page]:
    backs, number = list[Page](), 0
    for front, back in sheets:
        number += 1
        yield front
        if back is not None and back.backs:
            backs.append(_backs_of(back, number, words))
        elif back is not None:
            number += 1
            yield back
    yield from backs


def _backs_of(back: Page, front: int, words: Words) -> Page:
    return back._replace(note=words.say("print.note.backs", n=front)) if back.backs else back


def _steps(bound: list[Page], rules: Ruleset, words: Words, printing: Printing) -> list[str]:
    backs = [number for number, page in enumerate(bound, start=1) if page.backs]
    first = words.say("print.cover.print.one", span=span(backs)) if printing.one_side else words.say("print.cover.print.1")
    cut = [words.say("print.cover.print.3")] + ([] if by_hand(rules) else [words.say("print.cover.print.envelopes")])
    return [first, words.say("print.cover.print.2"), " ".join(cut)]


def _contents(bound: list[Page]) -> list[tuple[str, str]]:
    """List titles and their pages, without the cover and the summary on its back."""
    pages: dict[str, list[int]] = {}
    for number, page in enumerate(bound[2:], start=3):
        if not page.empty:
            pages.setdefault(page.title, []).append(number)
    return [(title, _where(numbers)) for title, numbers in pages.items()]


def _where(numbers: list[int]) -> str:
    """Write 3-5, or 3, 12 if the backs are elsewhere."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number <= runs[-1][-1] + 2:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(span(sorted({run[0], run[-1]})) for run in runs)


def _furniture(pen: Pen, surface: Box, page: Page, number: int, pages: int, rules: Ruleset, words: Words) -> None:
    """Print the title at the head of a page, and the rule set and licence at its foot."""
    wide = pen.text(page.title, _EDGE, 11.5, 15, face=Face.POSTER)
    pen.text(page.note, _EDGE + wide + 4, 11.5, 10, colour=FAINT, width=surface.width - 2 * _EDGE - wide - 6)
    low = surface.height - 5.2
    right = surface.width - _EDGE
    told = pen.text(f"{words.ruleset(rules)} · {words.say('print.page', n=number, of=pages)}", right, low, 7.5, colour=FAINT, align=1)
    pen.text(words.say("print.licence"), _EDGE, low, 7, colour=FAINT, width=right - told - 4 - _EDGE)
