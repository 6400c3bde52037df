"""TableApp: run the set-up, lobby and table screens in a terminal, over the source that keeps the table going."""

import os
from pathlib import Path

from textual.app import App
from textual.filter import LineFilter

from ..client import ServerError
from ..words import refusal_in_words
from .game_setup import GameSetup
from .local_game import LocalGame
from .remote_table import RemoteTable
from .screens.lobby import LobbyScreen
from .screens.setup import SetupScreen
from .screens.table import TableScreen
from .table_source import TableSource
from .theme import THEME, AsciiOnly
from .widgets.dialogs import Asking, KeysCard, Leaving
from .words import say, spoken

WITHOUT_COLOUR = ("vt", "linux-m", "xterm-mono", "screen-mono")
"""How the names of terminals without colour begin."""


class TableApp(App[None]):
    CSS_PATH = Path(__file__).parent / "screens" / "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(self, ascii_only: bool = False) -> None:
        colourless = os.environ.get("TERM", "").startswith(WITHOUT_COLOUR)
        if colourless:
            os.environ["NO_COLOR"] = "1"
        super().__init__(ansi_color=True if colourless else None)
        self.title = say("game.title")
        self._ascii = [AsciiOnly()] if ascii_only else []
        self.source: TableSource | None = None
        self._stale = False
        self.register_theme(THEME)
        self.theme = THEME.name

    def get_line_filters(self) -> list[LineFilter]:
        return [*super().get_line_filters(), *self._ascii]

    def keep(self, source: TableSource) -> None:
        self.source = source
        self.run_worker(source.run(self.changed), group="source")

    def action_keys(self) -> None:
        self.push_screen(KeysCard())

    def action_leave(self) -> None:
        self.push_screen(Leaving(), lambda sure: self.exit() if sure else None)

    def changed(self) -> None:
        """Redraw once, even if several things are new."""
        if not self._stale:
            self._stale = True
            self.call_later(self._show)

    def _show(self) -> None:
        self._stale = False
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen | LobbyScreen):
                screen.changed()


class LiveApp(TableApp):
    def __init__(self, remote: RemoteTable, ascii_only: bool = False) -> None:
        super().__init__(ascii_only)
        self._remote, self._game = remote, 0

    def on_mount(self) -> None:
        self.run_worker(self._come_in())

    async def _come_in(self) -> None:
        try:
            if not self._remote.password and await self._remote.needs_password():
                self._remote.password = await self.push_screen_wait(Asking(say("join.passwordHint")))
            source = await TableSource.join(self._remote)
        except ServerError as error:
            said = error.problem
            self.exit(return_code=1, message=refusal_in_words(spoken(), said.code, said.reason, said.params) if said else str(error))
            return
        await self.push_screen(LobbyScreen(source))
        self.keep(source)
        self.set_interval(1.0, self.changed)

    def _show(self) -> None:
        """Bring the table up once a game, so that a player who goes back to the chairs can stay there."""
        source = self.source
        if source is not None and source.view is not None and source.client.game != self._game:
            self._game = source.client.game
            if not any(isinstance(screen, TableScreen) for screen in self.screen_stack):
                self.push_screen(TableScreen(source))
        super()._show()


class LocalApp(TableApp):
    def __init__(self, setup: GameSetup, watch: bool = False, ascii_only: bool = False, ask: bool = False) -> None:
        """Play this game; with `ask`, let the set-up screen change it first."""
        super().__init__(ascii_only)
        self._setup, self._watch, self._ask = setup, watch, ask

    def on_mount(self) -> None:
        self.run_worker(self._sit_down())

    async def _sit_down(self) -> None:
        setup = await self.push_screen_wait(SetupScreen(self._setup, self._watch)) if self._ask else self._setup
        if setup is None:
            self.exit()
            return
        source = await TableSource.join(LocalGame(setup, self._watch))
        await self.push_screen(TableScreen(source))
        self.keep(source)
