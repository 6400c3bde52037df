"""TextWidget: a piece of text on the screen that is drawn again only when it has changed."""

from rich.text import Text
from textual.screen import Screen
from textual.widgets import Static


class TextWidget(Static):
    _written: Text | None = None

    def put(self, text: Text, fixed: bool = False) -> None:
        """Show this text; a text widget of fixed size moves nothing around it."""
        before, self._written = self._written, text
        if before is None or before != text or before.style != text.style:
            self.update(text, layout=not fixed)


def stands(screen: Screen[None]) -> bool:
    """Whether the screen has its leaves: not before it is built, and no longer once the application closes."""
    return screen.is_mounted and screen.is_attached and screen.app.is_running
