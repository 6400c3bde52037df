"""CoveredSeat: a seat of a phone that goes round, while its owner does not hold it. It is told what everybody sees, and nothing else."""

from collections.abc import Iterator

from msgspec.structs import replace

from ..rules import PUBLIC, onlooking
from ..tables.dealt_game import ViewerLog
from ..tables.live_table import LiveTable
from ..tables.view_updates import LineUpdates, ViewUpdates, encode

SECRET = ('{"type":"Welcome"', '{"type":"Update"')
"""So begin the messages that hold a seat's own view: they stay here."""


class CoveredSeat:
    """The seat's view is folded from the events for all: it knows what is asked of it in the open, and holds no tile and no role."""

    def __init__(self, live: LiveTable, player: str) -> None:
        self._live, self._player = live, player
        self._game = -1
        self._watch: ViewerLog | None = None
        """The seat as if nobody sat in it."""
        self._updates = ViewUpdates()

    def welcome(self) -> str:
        for _ in self.news():
            pass
        view, seq = (None, -1) if self._watch is None else (self._watch.view, len(self._watch.updates) - 1)
        return encode(replace(self._live.welcome(self._player), view=view, seq=seq))

    def news(self) -> Iterator[str]:
        """What everybody has seen since."""
        table = self._live.table
        seat, watch = table.lobby.seat_of(self._player), table.viewer_logs.get(PUBLIC)
        if seat is None or watch is None:
            self._game, self._watch = table.games, None
            return
        if self._watch is None or self._game != table.games or self._watch.onlooker != seat:
            self._game, self._updates = table.games, ViewUpdates()
            self._watch = ViewerLog(onlooking(watch.view.rules, watch.view.board.seats, seat))
        for events in watch.updates[len(self._watch.updates) :]:
            self._watch.updates.append(events)
            yield self._updates.update(self._watch, LineUpdates(table.games, {PUBLIC: events}))
