"""TableApp: the terminal application; set-up, lobby and table are its screens, a source keeps the table going."""

import os
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.filter import LineFilter

from ..client import ServerError
from ..words import refusal_in_words
from .launch_options import GameSetup, LaunchOptions
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
"""Terminals by the beginning of their name that show no colour, whatever is sent to them."""


class TableApp(App[None]):
    CSS_PATH = Path(__file__).parent / "screens" / "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar = []

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
        """Let this source run for as long as the application does."""
        self.source = source
        self.run_worker(source.run(self.changed), group="source")

    def action_keys(self) -> None:
        self.push_screen(KeysCard())

    def action_leave(self) -> None:
        self.push_screen(Leaving(), lambda sure: self.exit() if sure else None)

    def changed(self) -> None:
        """Draw the screen once, however much is new."""
        if not self._stale:
            self._stale = True
            self.call_later(self._show)

    def _show(self) -> None:
        self._stale = False
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen | LobbyScreen):
                screen.changed()


class LiveApp(TableApp):
    """At a table that others sit at elsewhere."""

    def __init__(self, live: RemoteTable, ascii_only: bool = False) -> None:
        super().__init__(ascii_only)
        self._remote = live
        self._live = TableSource(live)
        self._game = 0

    def on_mount(self) -> None:
        self.run_worker(self._come_in())

    async def _come_in(self) -> None:
        try:
            if not self._remote.password and await self._remote.needs_password():
                self._remote.password = await self.push_screen_wait(Asking(say("join.passwordHint")))
            await self._live.join()
        except ServerError as error:
            said = error.problem
            self.exit(return_code=1, message=refusal_in_words(spoken(), said.code, said.reason, said.params) if said else str(error))
            return
        await self.push_screen(LobbyScreen(self._live))
        self.keep(self._live)
        self.set_interval(1.0, self.changed)

    def _show(self) -> None:
        """Bring the table up once for each game; whoever goes back to the chairs may stay there."""
        table = self._live.table
        if table is not None and self._live.view is not None and self._live.game != self._game:
            self._game = self._live.game
            if not any(isinstance(screen, TableScreen) for screen in self.screen_stack):
                self.push_screen(TableScreen(self._live))
        super()._show()


class LocalApp(TableApp):
    """Against bots, or bots among themselves."""

    def __init__(self, launch: LaunchOptions, watch: bool = False, ascii_only: bool = False) -> None:
        super().__init__(ascii_only)
        self._launch, self._watch = launch, watch

    def on_mount(self) -> None:
        setup = self._launch.chosen_setup()
        if setup is not None:
            self.sit_down(setup)
        else:
            self.push_screen(SetupScreen(self._launch, self._watch), lambda chosen: self.sit_down(chosen) if chosen else self.exit())

    def sit_down(self, setup: GameSetup) -> None:
        self.run_worker(self._sit_down(setup))

    async def _sit_down(self, setup: GameSetup) -> None:
        source = TableSource(LocalGame(setup, self._watch))
        await source.join()
        await self.push_screen(TableScreen(source))
        self.keep(source)
