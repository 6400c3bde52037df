"""What the tests of the terminal share: the text of a screen, waiting without a clock, and a table at any moment of any game."""

import asyncio
import random
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import cast

from msgspec.structs import replace
from textual.app import App
from textual.pilot import Pilot

from secret_hitler.records import Record
from secret_hitler.rules import OFFICIAL, AnyEvent, Event, Onlooker, Ruleset, Seat, SeatAction, View, begin, onlooking
from secret_hitler.tables.names import BOT_NAMES
from secret_hitler.terminal.app import LocalApp, TableApp
from secret_hitler.terminal.game_setup import GameSetup
from secret_hitler.terminal.local_game import LocalGame
from secret_hitler.terminal.screens.table import TableScreen
from secret_hitler.terminal.table_source import TableSource
from secret_hitler.wire.table import Newcomer
from secret_hitler.words import ENGLISH, news_in_words
from tests.terminal.reader import next_key, over

AT_ONCE = 1e9
PATIENCE = 60.0
MOST_KEYS = 600
"""More than any game takes: whoever presses so many is going round in circles."""


def screen_lines(app: App[None]) -> list[str]:
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def screen_text(app: App[None]) -> str:
    return "\n".join(screen_lines(app))


def inked(app: App[None]) -> list[tuple[str, str]]:
    """Every piece of the screen with its style, so that a hint by colour is found too."""
    return [(segment.text, str(segment.style)) for strip in app.screen._compositor.render_strips() for segment in strip]


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Let the application work until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)
            await pilot.pause()


def against_bots(players: int = 5, seed: int = 1, level: str = "party-line", rules: Ruleset = OFFICIAL, seat: int = 0) -> LocalApp:
    return LocalApp(GameSetup(players=players, seed=seed, level=level, rules=rules, seat=Seat(seat), name="Mira", speed=AT_ONCE))


def source_of(app: TableApp) -> TableSource:
    assert isinstance(app.source, TableSource)
    return app.source


def local(app: TableApp) -> LocalGame:
    assert app.source is not None
    assert app.source.local is not None
    return app.source.local


def view_of(app: TableApp) -> View:
    assert app.source is not None
    assert app.source.view is not None
    return app.source.view


def table_screen(app: TableApp) -> TableScreen:
    (screen,) = (screen for screen in app.screen_stack if isinstance(screen, TableScreen))
    return screen


async def play_by_keys(pilot: Pilot[None], app: TableApp, rng: random.Random) -> int:
    """Play a whole game by what the screen shows; return how many keys it took."""
    keys = 0
    while not over(screen_lines(app)):
        assert app.is_running
        key = next_key(screen_lines(app), rng)
        if key is None:
            await asyncio.sleep(0.002)
            await pilot.pause()
        else:
            keys += 1
            assert keys < MOST_KEYS, screen_text(app)
            await pilot.press(key)
    return keys


class Shown:
    """A source that stands still: the table as one onlooker sees it after so many moves of a record."""

    to_ready = False
    local: LocalGame | None = None
    remote = None
    host_name = trouble = status = ""
    table = None
    may_deal = True
    client = SimpleNamespace(game=0)
    newcomer: tuple[Seat, Newcomer] | None = None

    def __init__(self, record: Record, onlooker: Onlooker, leak: type[Event] | None = None) -> None:
        self.view: View = onlooking(record.rules, record.seats, onlooker)
        self.rules = record.rules
        self.seat = onlooker if not isinstance(onlooker, str) else None
        self.spoken: list[tuple[str, str]] = []
        self.news: list[str] = []
        self.acted: list[SeatAction] = []
        game = begin(record.rules, record.seats, record.opener)
        for move in record.moves:
            told = game.apply(move.seat, move.action)
            seen = self.view.see([_widened(event, leak) for event in told])
            self.news += news_in_words(ENGLISH, seen, self.view, self.name_of)

    @property
    def source(self) -> TableSource:
        return cast("TableSource", self)

    def name_of(self, seat: Seat) -> str:
        return BOT_NAMES[seat]

    def away(self, seat: Seat) -> bool:
        return False

    async def run(self, changed: Callable[[], None]) -> None:
        changed()

    async def act(self, action: SeatAction) -> None:
        self.acted.append(action)

    async def say(self, text: str) -> None:
        self.spoken.append(("Mira", text))

    async def admit(self, admit: bool) -> None: ...

    async def get_ready(self) -> None: ...

    async def deal_again(self) -> None: ...


def _widened(event: AnyEvent, leak: type[Event] | None) -> AnyEvent:
    return replace(event, audience="everyone") if type(event) is leak else event


class StillApp(TableApp):
    """An application at one such moment."""

    def __init__(self, shown: Shown, ascii_only: bool = False) -> None:
        super().__init__(ascii_only)
        self._shown = shown

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self._shown.source))
        self.keep(self._shown.source)


def moments(record: Record, counts: Sequence[int]) -> list[Record]:
    """Play the beginnings of a game, so many moves long."""
    return [replace(record, moves=record.moves[:count], ending=None) for count in counts]
