"""CoveredSeat: a seat of a phone that goes round, while its owner does not hold it. It is told what everybody sees, and nothing else."""

from collections.abc import Iterator

from msgspec.structs import replace

from ..rules import PUBLIC, View, onlooking
from ..server.live import LiveTable
from ..server.view_updates import ViewUpdates, encode

SECRET = ('{"type":"Welcome"', '{"type":"Update"')
"""So begin the messages that hold a seat's own view: they stay here."""


class CoveredSeat:
    """The seat's view is folded from the events for all: it knows what is asked of it in the open, and holds no tile and no role."""

    def __init__(self, live: LiveTable, player: str) -> None:
        self._live, self._player = live, player
        self._game, self._seen = -1, 0
        self._view: View | None = None
        self._updates = ViewUpdates()

    def welcome(self) -> str:
        for _ in self.news():
            pass
        return encode(replace(self._live.welcome(self._player), view=self._view, seq=self._seen - 1))

    def news(self) -> Iterator[str]:
        """What everybody has seen since."""
        table = self._live.table
        seat, watch = table.lobby.seat_of(self._player), table.watches.get(PUBLIC)
        if seat is None or watch is None:
            self._game, self._seen, self._view = table.games, 0, None
            return
        if self._view is None or self._game != table.games or self._view.onlooker != seat:
            self._game, self._seen, self._updates = table.games, 0, ViewUpdates()
            self._view = onlooking(watch.view.rules, watch.view.board.seats, seat)
        while self._seen < len(watch.updates):
            events = watch.updates[self._seen]
            self._view.see(events)
            self._seen += 1
            yield self._updates.update(table.games, self._seen - 1, events, self._view, {})
