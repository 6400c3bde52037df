"""What every screen shares: keys named in the reader's language, text redrawn only when it changes, a warning if the window's too small."""

from collections.abc import Awaitable
from dataclasses import replace
from typing import Final, Generic, TypeVar

from textual import events
from textual.binding import ActiveBinding
from textual.screen import Screen
from textual.widgets import Input, Static

from .table_source import Declined, TableSource
from .words import say

T = TypeVar("T")
WIDTH: Final = 80
HEIGHT: Final = 24


class TerminalScreen(Screen[T], Generic[T], inherit_bindings=False):
    """Describe bindings by keys of the catalogue."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        return {
            key: active._replace(binding=replace(active.binding, description=say(active.binding.description)))
            if active.binding.description.startswith("terminal.")
            else active
            for key, active in super().active_bindings.items()
        }

    def on_mount(self) -> None:
        self.mount(Static(id="too-small"))

    def on_resize(self, event: events.Resize) -> None:
        columns, lines = event.size
        self.set_class(columns < WIDTH or lines < HEIGHT, "too-small")
        for notice in self.query("#too-small").results(Static):
            notice.update(say("terminal.tooSmall", width=WIDTH, height=HEIGHT, columns=columns, lines=lines))


class SourceScreen(TerminalScreen[None], inherit_bindings=False):
    """Show a table, and say why it declined a command."""

    def __init__(self, source: TableSource) -> None:
        super().__init__()
        self.source = source
        self.notice = ""
        """Why the last command failed, until something else happens."""

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        raise NotImplementedError

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text, event.input.value = event.value.strip(), ""
        if text:
            self.ask(self.source.say(text))

    def ask(self, asking: Awaitable[None]) -> None:
        self.run_worker(self._ask(asking))

    async def _ask(self, asking: Awaitable[None]) -> None:
        self.notice = ""
        try:
            await asking
        except Declined as refusal:
            self.notice = str(refusal)
        self.show()


def stands(screen: Screen[None]) -> bool:
    """Tell whether the screen has its widgets: it hasn't before it's built or once the application closes."""
    return screen.is_mounted and screen.is_attached and screen.app.is_running
