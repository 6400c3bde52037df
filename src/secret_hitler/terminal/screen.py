"""What every screen has: keys named in the reader's language, text drawn only when it changed, a word where the window is too small."""

from dataclasses import replace
from typing import Final, Generic, TypeVar

from rich.text import Text
from textual import events
from textual.binding import ActiveBinding
from textual.screen import Screen
from textual.widgets import Static

from .words import say

T = TypeVar("T")
WIDTH: Final = 80
HEIGHT: Final = 24


class TerminalScreen(Screen[T], Generic[T], inherit_bindings=False):
    """The description of a binding is a key of the catalogue."""

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


class TextWidget(Static):
    _written: Text | None = None

    def put(self, text: Text, fixed: bool = False) -> None:
        """Show this text; a text widget of fixed size moves nothing around it."""
        before, self._written = self._written, text
        if before is None or before != text or before.style != text.style:
            self.update(text, layout=not fixed)


def stands(screen: Screen[None]) -> bool:
    """Tell whether the screen has its widgets: not before it is built, and no longer once the application closes."""
    return screen.is_mounted and screen.is_attached and screen.app.is_running
