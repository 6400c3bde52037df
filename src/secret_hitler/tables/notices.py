"""Notices: what to tell players whose page is closed, and when.

All of it follows from the log, so a restart forgets none, and nobody's secrets change any."""

from collections.abc import Awaitable, Callable, Iterator
from math import inf

from msgspec import Struct

from ..rules import Phase, Seat
from ..wire.push import NoticeKind
from ..wire.table import Stage
from .hours import DAY, HOUR, after
from .live_table import LiveTable
from .table import Table

GRACE = 15.0
"""Seconds that somebody must be away, as a phone may only have lost its network for a moment."""
REMINDED = 0.75
"""The share of the time to decide that passes before a reminder."""
OPENS, REMINDER = "opens", "reminder"
FRESH_SECONDS = 600.0
"""How long a notice makes sense at a fast table; a slow one gives it a day."""


class Notice(Struct, frozen=True):
    kind: NoticeKind
    player: str
    about: str
    """Each player is told once about this, even by several nodes."""
    due: float
    says: str
    """Which sentence says it."""
    by: str = ""
    """The player who caused it."""
    until: float | None = None

    @property
    def slot(self) -> str:
        """Name what the next notice of this sort replaces."""
        return f"{self.player}/{self.says if self.says in (OPENS, REMINDER) else self.kind}"


Notify = Callable[[Table, Notice, bool], Awaitable[float | None]]
"""Tells a player, unless they were here to see it; returns when to look again, if another node may be about to."""


def notices(table: Table) -> Iterator[Notice]:
    """List what anyone may be told now or later, if nothing else happens."""
    lobby, options = table.lobby, table.lobby.options
    if table.stage is not Stage.PLAYING and options.opens_at is not None:
        for player in lobby.humans():
            yield Notice(NoticeKind.BEGINS, player, f"opens {options.opens_at}", options.opens_at, OPENS)
    for player, (time, by) in table.talk.addressed.items():
        if lobby.seat_of(player) is not None:
            about = f"said {time // HOUR}"  # because nobody wants more than one an hour
            yield Notice(NoticeKind.ADDRESSED, player, about, after(lobby.hours_of(player), time), "addressed", by)
    if table.current is None:
        return
    if table.stage is Stage.OVER:
        for holder in table.current.ended_with:
            if holder.player:
                due = after(lobby.hours_of(holder.player), table.current.asked_at)
                yield Notice(NoticeKind.RESULT, holder.player, f"{table.games} over", due, "result")
    elif table.stage is Stage.PLAYING:
        for seat, place in enumerate(lobby.places):
            if place.player and place.bot is None:
                yield from _of_seat(table, Seat(seat), place.player)


def _of_seat(table: Table, seat: Seat, player: str) -> Iterator[Notice]:
    options, board, turn = table.lobby.options, table.playing.game.board, table.playing.turns.get(seat)
    if turn is None:
        if board.round == 1 and board.phase is Phase.NOMINATION:
            due = after(table.lobby.hours_of(player), table.playing.dealt_at)
            yield Notice(NoticeKind.BEGINS, player, f"{table.games} begins", due, "begins")
        return
    about, until = f"{table.games} turn {turn.move}", table.deadline
    # Whoever has just nominated over HTTP votes in a moment.
    due = max(table.time_of(seat, 0), turn.at + (GRACE if options.slow else 0))
    yield Notice(NoticeKind.TURN, player, about, due, _TURNS.get(board.phase, "power"), until=until)
    if options.slow:
        due = table.time_of(seat, REMINDED * (options.decision_seconds or 0))
        yield Notice(NoticeKind.TURN, player, f"{about} again", due, REMINDER, until=until)


_TURNS = {
    Phase.NOMINATION: "nominate",
    Phase.ELECTION: "vote",
    Phase.PRESIDENT_SESSION: "session",
    Phase.CHANCELLOR_SESSION: "session",
    Phase.VETO_ANSWER: "session",
    Phase.VETO_BALLOT: "session",
}


class Notices:
    """Gives each notice when it's due, to players who aren't here by then."""

    def __init__(self, notify: Notify, clock: Callable[[], float]) -> None:
        self._notify, self._clock = notify, clock

    def next_due(self, live: LiveTable) -> float | None:
        return min((due for _, due in self._pending(live)), default=None)

    async def give(self, live: LiveTable) -> None:
        slow, now, presence = live.table.lobby.options.slow, self._clock(), live.presence
        for notice, due in list(self._pending(live)):
            if due <= now:
                here = notice.player in presence
                # A fast table is too short to remember who saw what.
                again = None if here and not slow else await self._notify(live.table, notice, here)
                live.noticed[notice.slot, notice.about] = inf if again is None else again

    def _pending(self, live: LiveTable) -> Iterator[tuple[Notice, float]]:
        presence, patience = live.presence, DAY if live.table.lobby.options.slow else FRESH_SECONDS
        for notice in notices(live.table):
            gone = presence.away_since(notice.player)
            due = notice.due if gone is None else max(notice.due, gone + GRACE)
            due = max(due, live.noticed.get((notice.slot, notice.about), 0.0))
            if due < inf and self._clock() - notice.due < patience:
                yield notice, due
