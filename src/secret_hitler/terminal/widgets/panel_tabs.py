"""PanelTabs: show the panels beside the table, one at a time, with a line to write on for chat and notes."""

from collections.abc import Callable
from enum import Enum

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, TextArea

from ...rules import View
from ..table_source import TableSource
from ..theme import BRASS, FAINT, TextWidget
from ..words import say
from . import panels
from .seats import Notes


class Panel(Enum):
    """The panels, by the key that turns to each in any language."""

    LOG = "l"
    VOTES = "v"
    CLAIMS = "c"
    CHAT = "h"
    NOTES = "o"
    FACTS = "f"

    @property
    def title(self) -> str:
        return say(f"terminal.panel.{self.name.lower()}")


class Tab(TextWidget):
    def __init__(self, panel: Panel) -> None:
        super().__init__(id=f"tab-{panel.value}", classes="tab")
        self.panel = panel
        self.styles.width = len(panel.title)

    def show(self, chosen: bool) -> None:
        self.set_class(chosen, "chosen")
        words = Text(self.panel.title, Style(color=BRASS if chosen else FAINT, bold=chosen))
        place = self.panel.title.lower().find(self.panel.value)
        if place >= 0:
            words.stylize(Style(underline=True, bold=True, color=BRASS), place, place + 1)
        self.put(words, fixed=True)


class PanelTabs(Vertical):
    def __init__(self) -> None:
        super().__init__(id="panels")
        self.panel = Panel.LOG

    def compose(self) -> ComposeResult:
        with Horizontal(id="tabs"):
            yield from map(Tab, Panel)
        with VerticalScroll(id="panel", can_focus=False):
            yield TextWidget(id="text")
        yield TextArea(id="notes", show_line_numbers=False)
        yield Input(id="say", placeholder=say("terminal.talkHint"), max_length=400)

    def show(self, source: TableSource, view: View, notes: Notes, uncovered: bool) -> None:
        for tab in self.query(Tab):
            tab.show(tab.panel is self.panel)
        self.query_one("#say", Input).display = self.panel is Panel.CHAT
        self.query_one("#notes", TextArea).display = self.panel is Panel.NOTES
        texts: dict[Panel, Callable[[], Text]] = {
            Panel.LOG: lambda: log_or_end(source, view, uncovered),
            Panel.VOTES: lambda: panels.votes(source, view),
            Panel.CLAIMS: lambda: panels.claims(source, view, uncovered),
            Panel.CHAT: lambda: panels.chat(source),
            Panel.NOTES: lambda: panels.marks(source, view, notes),
            Panel.FACTS: lambda: panels.facts(source, view, uncovered),
        }
        self.query_one("#text", TextWidget).put(texts[self.panel]())
        if self.panel is Panel.CHAT:
            self.query_one("#panel", VerticalScroll).scroll_end(animate=False)

    def turn_to(self, panel: Panel) -> None:
        if panel is not self.panel:
            self.query_one("#panel", VerticalScroll).scroll_home(animate=False)
        self.panel = panel

    def turn(self, by: int) -> None:
        order = list(Panel)
        self.turn_to(order[(order.index(self.panel) + by) % len(order)])


def log_or_end(source: TableSource, view: View, uncovered: bool) -> Text:
    log = panels.log(source, view, uncovered)
    return log if view.board.ending is None else Text.assemble(panels.last_page(source, view), "\n\n", log)
