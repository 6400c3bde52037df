"""RulesCard: how to play by the rules of the table, to scroll through; the same sentences as on the page and on paper."""

from collections.abc import Iterator

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ...rules import Ruleset
from ...words.guide import guide
from ...words.summary import opening_sections, sections
from ..theme import FAINTLY, STRONGLY, TO_DO
from ..words import say, spoken

_SCROLLS = {"down": 1, "j": 1, "up": -1, "k": -1, "pagedown": 10, "space": 10, "pageup": -10}


class RulesCard(ModalScreen[None]):
    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self._rules = rules

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="card", id="rules", can_focus=False):
            yield Static(Text("\n").join(_lines(self._rules)))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in _SCROLLS:
            self.query_one("#rules", VerticalScroll).scroll_relative(y=_SCROLLS[event.key], animate=False)
        else:
            self.dismiss()


def _lines(rules: Ruleset) -> Iterator[Text]:
    words = spoken()
    yield Text(words.ruleset(rules.name), TO_DO)
    yield Text(words.ruleset_about(rules.name))
    opening = [section._replace(heading=f"{say('paper.opening')}, {section.heading}") for section in opening_sections(rules, words)]
    for heading, lines in [*sections(rules, words), *opening, *guide(rules, words)]:
        yield Text()
        yield Text(heading, STRONGLY)
        for line in lines:
            yield Text(f"{line.lead or '-'} {line.words}")
    yield Text()
    yield Text(say("print.licence"), FAINTLY)
