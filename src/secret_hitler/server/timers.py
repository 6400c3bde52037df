"""Alarms: bots that move and talk, clocks that run out, tables of strangers that have waited long enough."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Coroutine

from ..records import Move
from ..rules import IllegalAction, Seat, Sight, View
from ..rules.claims import about
from ..wire.commands import Room
from ..wire.messages import Sentence
from ..wire.table import Level, Stage
from .bot_workers import QUICK_TO_THINK, Minds, Thought, pause
from .bot_workers import Chair as Thinker
from .decide import automatic_move, deal
from .live import LiveTable
from .log_entries import AnyEntry, BotSat, Spoke
from .refusal import Refusal
from .storage.sqlite import LogFailure

Write = Callable[[LiveTable, list[AnyEntry]], Awaitable[None]]


class Alarms:
    """Rings for every table of a hall; what it does goes through the hall's `write`, like everything that happens."""

    def __init__(self, write: Write, clock: Callable[[], float], quick_wait: float, bot_pace: float) -> None:
        self._write = write
        self._clock = clock
        self._quick_wait = quick_wait
        self._bot_pace = bot_pace
        self._rng = random.Random()
        self._minds = Minds(self._rng)
        self._stopped = False

    def stop(self) -> None:
        """No alarm is set any more; those of a table are silenced by `silence`."""
        self._stopped = True
        self._minds.stop()

    def silence(self, live: LiveTable) -> None:
        for alarm in live.alarms.values():
            alarm.cancel()

    def set(self, live: LiveTable) -> None:
        """See to it that bots move and talk, clocks run out and quick tables deal."""
        if self._stopped:
            return
        table = live.table
        if table.stage is Stage.PLAYING:
            for number, place in enumerate(table.places):
                if place.bot is not None:
                    self._wake_bot(live, Seat(number))
        self._cancel(live, "clock")
        if table.deadline is not None:
            self._alarm(live, "clock", table.deadline - self._clock(), self._clock_runs_out(live))
        if table.quick_for and table.stage is Stage.LOBBY:
            self._alarm(live, "quick", table.opened + self._quick_wait - self._clock(), self._fill_up(live))

    def _wake_bot(self, live: LiveTable, seat: Seat) -> None:
        view = live.table.watches[seat].view
        if seat in live.table.awaited:
            self._alarm(live, f"bot {seat}", pause(self._rng) * self._bot_pace, self._bot_moves(live, seat))
        elif _unsaid(view) and live.asked_to_talk.get(seat) != len(view.sights) and live.table.places[seat].bot not in QUICK_TO_THINK:
            self._alarm(live, f"bot {seat}", pause(self._rng) * self._bot_pace, self._bot_talks(live, seat))

    def _alarm(self, live: LiveTable, name: str, delay: float, ring: Coroutine[None, None, None]) -> None:
        if name in live.alarms and not live.alarms[name].done():
            ring.close()
            return

        async def wait() -> None:
            try:
                await asyncio.sleep(max(0.0, delay))
            except asyncio.CancelledError:
                ring.close()
                raise
            with contextlib.suppress(Refusal, LogFailure):
                await ring

        live.alarms[name] = asyncio.create_task(wait(), name=f"{live.table.code} {name}")

    def _cancel(self, live: LiveTable, name: str) -> None:
        alarm = live.alarms.pop(name, None)
        if alarm is not None and alarm is not asyncio.current_task():
            alarm.cancel()

    async def _bot_moves(self, live: LiveTable, seat: Seat) -> None:
        level = live.table.places[seat].bot
        if level is None:
            return
        thought = await self._think(live, seat, level)
        async with live.lock:
            live.alarms.pop(f"bot {seat}", None)
            if live.table.stage is Stage.PLAYING and live.table.places[seat].bot is not None:
                await self._speak(live, seat, thought)
                if thought.action in live.table.watches[seat].view.legal_actions:
                    await self._move(live, seat, thought)
            self.set(live)

    async def _bot_talks(self, live: LiveTable, seat: Seat) -> None:
        level = live.table.places[seat].bot
        if level is None:
            return
        thought = await self._think(live, seat, level)
        async with live.lock:
            live.alarms.pop(f"bot {seat}", None)
            if live.table.stage is Stage.PLAYING and live.table.places[seat].bot is not None:
                live.asked_to_talk[seat] = len(live.table.watches[seat].view.sights)
                await self._speak(live, seat, thought)
            self.set(live)

    async def _speak(self, live: LiveTable, seat: Seat, thought: Thought) -> None:
        """Claims that were not made yet, then a sentence."""
        table = live.table
        for claim in thought.claims:
            if Sight(seat, about(claim), claim.round) in _unsaid(table.watches[seat].view):
                with contextlib.suppress(IllegalAction):
                    await self._write(live, automatic_move(table, Move(seat, claim)))
        if table.watches[seat].view.silent is None:
            for talk in thought.talk:
                sentence = Sentence(talk.code, talk.params)
                await self._write(live, [Spoke(room=Room.TABLE, text=talk.text, seat=seat, sentence=sentence)])

    async def _clock_runs_out(self, live: LiveTable) -> None:
        """The table goes on without those who did not act in time."""
        async with live.lock:
            live.alarms.pop("clock", None)
            table = live.table
            if table.deadline is None or self._clock() < table.deadline:
                self.set(live)
                return
            for seat in table.awaited:
                if seat in table.awaited:
                    await self._move(live, seat, self._minds.think_quickly(Level.PARTY_LINE, table.watches[seat].view))

    async def _think(self, live: LiveTable, seat: Seat, level: Level) -> Thought:
        table = live.table
        assert table.game is not None
        chair = Thinker(table.code, table.games, seat, level, table.game.rules, table.game.board.seats)
        return await self._minds.think(chair, table.watches[seat])

    async def _move(self, live: LiveTable, seat: Seat, thought: Thought) -> None:
        assert thought.action is not None
        await self._write(live, automatic_move(live.table, Move(seat, thought.action)))

    async def _fill_up(self, live: LiveTable) -> None:
        """A table of strangers has waited long enough: bots take the empty chairs."""
        async with live.lock:
            live.alarms.pop("quick", None)
            table = live.table
            if table.stage is not Stage.LOBBY or not table.humans():
                return
            free = [Seat(seat) for seat, place in enumerate(table.places) if not place.taken]
            missing = table.quick_for - sum(place.taken for place in table.places)
            await self._write(live, [BotSat(seat=seat, level=table.options.bot_level) for seat in free[: max(0, missing)]])
            await self._write(live, deal(table))


def _unsaid(view: View) -> set[Sight]:
    """What this seat saw and has not spoken of, if it may speak."""
    if view.silent is not None or view.board.ending is not None:
        return set()
    seat = view.onlooker
    said = {
        Sight(claimed.seat, about(claimed.claim), each.number) for each in view.rounds for claimed in each.claims if claimed.seat == seat
    }
    return set(view.sights) - said
