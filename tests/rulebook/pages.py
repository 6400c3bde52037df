"""What is no play as moments: what the narrator says, what is printed or laid out, what the rulebook tells, and how cards are shuffled."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import cached_property
from itertools import product
from typing import Any

from msgspec import Struct

from secret_hitler.chance import arranged
from secret_hitler.paper.printing.boards import tracks
from secret_hitler.paper.printing.booklet import print_pages
from secret_hitler.paper.printing.pen import A4, Box, Drawing, Face, Ink, Pen
from secret_hitler.paper.setup import kit, set_up
from secret_hitler.rules import Ruleset
from secret_hitler.words import ENGLISH
from secret_hitler.words.opening import opening
from secret_hitler.words.rulebook import describe
from secret_hitler.words.speaker import span
from secret_hitler.words.summary import everything


class Page(Struct):
    """Something to read, with the nouns of its predicates."""

    kind: str


class Narrator(Page):
    players: int
    said: list[str]
    pauses: list[int]
    looking: str
    """What is said before the silence in which somebody looks."""
    pause: int
    lines: dict[str, str]


class Laying(Page):
    players: int
    piles: dict[str, tuple[int, str | None, str, bool]]
    """By use: how many, of which suit, the ranks, and whether it is the joker."""
    spare: dict[str, tuple[int, str | None, str, bool]]
    """The same without a joker."""
    track: tuple[str, ...]
    host_begins: bool
    steps: str


class Reading(Page):
    text: str

    def says(self, pattern: str) -> bool:
        return re.search(pattern, self.text) is not None

    def counts(self, pattern: str) -> int:
        return len(re.findall(pattern, self.text))


class Lots(Page):
    orders: list[int]
    """How often each order of three cards comes from all ways to draw numbers."""


class Printing(Page):
    pages: list[tuple[str, str]]
    """The title of each, and its words."""
    boards: list[str]

    def count(self, sheet: str, word: str) -> int:
        """How often a word stands alone on the pages of a sheet."""
        return sum(words.split("\n").count(word) for title, words in self.pages if title == sheet)

    def says(self, sheet: str, pattern: str) -> int:
        return sum(len(re.findall(pattern, words.replace("\n", " "))) for title, words in self.pages if title == sheet)

    def has(self, sheet: str) -> int:
        return sum(title == sheet for title, _ in self.pages)

    def behind(self, sheet: str) -> str:
        """Return the title of the page on its back."""
        titles = [title for title, _ in self.pages]
        return titles[titles.index(sheet) + 1]


class _Scribe(Pen):
    """Draws nothing, and keeps what is written on each page."""

    def __init__(self) -> None:
        super().__init__(A4, "", "en")
        self.written: list[list[str]] = []

    def page(self, landscape: bool = False) -> Box:
        self.written.append([])
        return super().page(landscape)

    def draw(self, drawing: Drawing, x: float, y: float, width: float) -> None:
        pass

    def path(self, path: str, ink: Ink, dash: float = 0) -> None:
        pass

    def _write(self, words: str, x: float, y: float, size: float, face: Face, colour: str) -> None:
        self.written[-1].append(words)


class Told:
    """A page as a moment: its nouns are its fields and methods."""

    def __init__(self, page: Page) -> None:
        self._page, self.kind = page, page.kind

    def __getattr__(self, noun: str) -> Any:
        return getattr(self._page, noun)

    @cached_property
    def table(self) -> Any:
        return self._page


def pages(rules: Ruleset) -> Iterator[Page]:
    for players in sorted(rules.fascists):
        yield _narrator(rules, players)
        yield _laying(rules, players)
    told = [line.words for section in everything(rules, ENGLISH) for line in section.lines]
    readings = [ENGLISH.say(key) for key in _READINGS if ENGLISH.knows(key)]
    points = [f"{point}: {what}" for point, what in describe(rules, ENGLISH)]
    yield Reading("Reading", "\n".join([*told, *points, *readings]))
    counted = Counter(_arranged(numbers) for numbers in product(*(range(n) for n in (3, 2))))
    yield Lots("Shuffling", list(counted.values()))
    with closing(_Scribe()) as pen:
        titles, _ = print_pages(pen, rules, ENGLISH)
        written = ["\n".join(words) for words in pen.written]
    yield Printing("Printing", list(zip(titles, written, strict=True)), [span(track.players) for track in tracks(rules)])


_READINGS = [f"rulebook.reading.{name}" for name in ("special", "execution", "firstChancellor", "hitlerKnows", "lastHitler")]


def _arranged(numbers: tuple[int, ...]) -> tuple[int, ...]:
    given = iter(numbers)
    return arranged(range(3), lambda _: next(given))


def _narrator(rules: Ruleset, players: int) -> Narrator:
    cues = opening(rules, players)
    lines = {str(cue.saying): ENGLISH.say(f"paper.say.{cue.saying}") for cue in cues}
    looking, pause = next(((str(cue.saying), cue.pause) for cue in cues if cue.look), ("nothing", 0))
    return Narrator("Narrator", players, [str(cue.saying) for cue in cues], [cue.pause for cue in cues], looking, pause, lines)


def _laying(rules: Ruleset, players: int) -> Laying:
    laid = kit(rules, players)
    piles, spare = (
        {str(pile.use): (pile.number, pile.suit and str(pile.suit), "".join(pile.ranks), pile.joker) for pile in each}
        for each in (laid.piles, laid.without_joker)
    )
    steps = "\n".join(set_up(ENGLISH, rules, players))
    return Laying("Laying", players, piles, spare, tuple(map(str, laid.track)), laid.host_begins, steps)
