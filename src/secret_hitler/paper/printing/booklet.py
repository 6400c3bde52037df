"""The whole booklet: every sheet a rule set needs, as one PDF."""

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
    """What is on each page."""
    steps: list[str]
    """How to print it."""


class Printing(NamedTuple):
    """How a group wants to print."""

    light_backs: bool = False
    one_side: bool = False
    """For a printer that prints one side: no empty pages, and the backs of the cards at the end."""


class _Bound(NamedTuple):
    page: Page
    empty: bool = False


_USUAL: Final = Printing()


def booklet(rules: Ruleset, paper: PaperSize, language: str, printing: Printing = _USUAL) -> Booklet:
    words = Words(language)
    with closing(Pen(paper, f"{words.say('game.title')}: {words.ruleset(rules.name)}", language)) as pen:
        titles, steps = print_pages(pen, rules, words, printing)
        return Booklet(pen.finish(), titles, steps)


def print_pages(pen: Pen, rules: Ruleset, words: Words, printing: Printing = _USUAL) -> tuple[list[str], list[str]]:
    """Draw all pages; their titles, and how to print them."""
    title = Page(words.say("print.sheet.cover"), "", lambda *_: None)
    sheets = [PrintedSheet(title, summary_page(rules, words)), *_sheets(rules, pen.paper, words, printing)]
    bound = list(_one_side(sheets, words) if printing.one_side else _both_sides(sheets, words))
    steps = _steps(bound, rules, words, printing)
    bound[0] = _Bound(cover_page(rules, words, _contents(bound), steps))
    for number, (page, _) in enumerate(bound, start=1):
        surface = pen.page(page.landscape)
        _furniture(pen, surface, page, number, len(bound), rules, words)
        page.draw(pen, surface)
    return [page.title for page, _ in bound], steps


def _sheets(rules: Ruleset, paper: PaperSize, words: Words, printing: Printing) -> Iterator[PrintedSheet]:
    yield PrintedSheet(narrator_page(rules, words), guide_page(rules, words))
    for deck in decks(rules, words):
        yield from deck_sheets(deck, paper, words, printing.light_backs)
    yield from board_sheets(rules, words)
    yield from piece_sheets(rules, paper, words)
    yield from envelope_sheets(rules, paper, words)


def _both_sides(sheets: list[PrintedSheet], words: Words) -> Iterator[_Bound]:
    """Bind front and back in turn, with an empty page where a sheet has no back, so that the whole file is printed in one go."""
    for number, sheet in enumerate(sheets):
        yield _Bound(sheet.front)
        front = 2 * number + 1
        if sheet.back is None:
            yield _Bound(Page(sheet.front.title, words.say("print.empty", n=front), lambda *_: None, sheet.front.landscape), empty=True)
        else:
            yield _Bound(_backs_of(sheet.back, front, words))


def _one_side(sheets: list[PrintedSheet], words: Words) -> Iterator[_Bound]:
    backs, number = list[_Bound](), 0
    for sheet in sheets:
        number += 1
        yield _Bound(sheet.front)
        if sheet.back is None:
            continue
        if sheet.back.backs:
            backs.append(_Bound(_backs_of(sheet.back, number, words)))
        else:
            number += 1
            yield _Bound(sheet.back)
    yield from backs


def _backs_of(back: Page, front: int, words: Words) -> Page:
    return back._replace(note=words.say("print.note.backs", n=front)) if back.backs else back


def _steps(bound: list[_Bound], rules: Ruleset, words: Words, printing: Printing) -> list[str]:
    backs = [number for number, (page, _) in enumerate(bound, start=1) if page.backs]
    first = words.say("print.cover.print.one", span=span(backs)) if printing.one_side else words.say("print.cover.print.1")
    cut = [words.say("print.cover.print.3")] + ([] if by_hand(rules) else [words.say("print.cover.print.envelopes")])
    return [first, words.say("print.cover.print.2"), " ".join(cut)]


def _contents(bound: list[_Bound]) -> list[tuple[str, str]]:
    """List titles and their pages; the cover does not name itself or the summary on its back."""
    pages: dict[str, list[int]] = {}
    for number, (page, empty) in enumerate(bound[2:], start=3):
        if not empty:
            pages.setdefault(page.title, []).append(number)
    return [(title, _where(numbers)) for title, numbers in pages.items()]


def _where(numbers: list[int]) -> str:
    """3-5, or 3, 12 where the backs are elsewhere."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number <= runs[-1][-1] + 2:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(span(sorted({run[0], run[-1]})) for run in runs)


def _furniture(pen: Pen, surface: Box, page: Page, number: int, pages: int, rules: Ruleset, words: Words) -> None:
    """Print what the page is at its head, the rule set and the licence at its foot."""
    wide = pen.text(page.title, _EDGE, 11.5, 15, face=Face.POSTER)
    pen.text(page.note, _EDGE + wide + 4, 11.5, 10, colour=FAINT, width=surface.width - 2 * _EDGE - wide - 6)
    low = surface.height - 5.2
    right = surface.width - _EDGE
    told = pen.text(f"{words.ruleset(rules.name)} · {words.say('print.page', n=number, of=pages)}", right, low, 7.5, colour=FAINT, align=1)
    pen.text(words.say("print.licence"), _EDGE, low, 7, colour=FAINT, width=right - told - 4 - _EDGE)
