"""Timers: run bots, clocks that run out, and tables of strangers that have waited long enough."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Protocol

from ..play import Move
from ..rules import AnyEvent, Claim, Seat, View
from ..storage import SeqTaken, StorageFailure
from ..wire.commands import Room
from ..wire.rhythm import SPEEDS, telling_seconds
from ..wire.table import Level, Sentence, Stage
from .bots_at_work import THINKS_QUICKLY, BotRunner, BotSeat, Thought, already_said, bot_seed, heard_by, spoken_to, think_quickly
from .dealing import called_off
from .dealt_game import Trial
from .decide import Deal, fill_up
from .live_table import LiveTable
from .log_entries import AnyLogEntry, BotTookOver, HostSet, Played, Spoke, Stood
from .notices import Notices, Notify
from .pace import ROOM, Pace, pause
from .refusal import Refusal
from .strangers import MISSED_TURNS, heir, left_behind, seats_to_fill
from .table import Table

AGAIN_SECONDS = 1.0


class Write(Protocol):
    def __call__(self, live: LiveTable, entries: list[AnyLogEntry], *, trial: Trial | None = None) -> Awaitable[None]: ...


class Timers:
    """What's due at a table goes through `write`, like every change."""

    def __init__(
        self,
        write: Write,
        deal: Deal,
        bots: BotRunner,
        clock: Callable[[], float],
        pace: Pace,
        reveal_seconds: float,
        notify: Notify | None = None,
    ) -> None:
        self._write = write
        self._deal = deal
        self._clock = clock
        self._pace = pace
        self._reveal_seconds = reveal_seconds
        self._notices = None if notify is None else Notices(notify, clock)
        self._rng = random.Random()
        self._bots = bots
        self._stopped = False

    @property
    def bots_waiting(self) -> int:
        return self._bots.waiting

    def stop(self) -> None:
        """Set no more timers; `cancel` ends those of a table."""
        self._stopped = True
        self._bots.stop()

    def hold(self, live: LiveTable, on_duty: bool) -> None:
        """Run this table's timers here, or leave them to another node."""
        if on_duty == live.on_duty:
            return
        live.on_duty = on_duty
        if on_duty:
            self.set(live)
            self.watch_for(live, live.table.lobby.host)
        else:
            self.cancel(live)

    def cancel(self, live: LiveTable) -> None:
        for timer in live.timers.values():
            timer.cancel()
        live.timers = {}
        self._bots.forget(live.table.code)

    def next_due(self, live: LiveTable) -> float | None:
        """Return when this table changes by itself next."""
        at_once = any(not timer.done() for name, timer in live.timers.items() if name not in ("clock", "quick", "claim", "notice"))
        now, left = self._clock(), live.table.time_left(self._clock())
        dues = [now if at_once else None, None if left is None else now + left, live.table.begins_at, self._claim_deadline(live)]
        dues += [] if self._notices is None else [self._notices.next_due(live)]
        return min((due for due in dues if due is not None), default=None)

    def tell(self, live: LiveTable, events: Iterable[AnyEvent], said: int) -> None:
        """Make bots wait until people have seen these public events and read what was said."""
        if not live.hurried and (seconds := telling_seconds(events, said)):
            live.told_until = max(live.told_until, _loop_time()) + self._pace.telling(seconds * self._slow(live))

    def fast_forward(self, live: LiveTable) -> None:
        """Let bots play without pauses until the table waits for a person."""
        live.hurried, live.told_until = True, 0.0
        for name in [name for name in live.timers if name.startswith("bot ") or name == "claim"]:
            self._cancel_one(live, name)
        self.set(live)

    def _slow(self, live: LiveTable) -> float:
        return SPEEDS[live.table.lobby.options.speed]

    def set(self, live: LiveTable) -> None:
        """Set the timers for bots, clocks and quick tables."""
        if self._stopped or not live.on_duty:
            return
        table = live.table
        live.hurried &= table.stage is Stage.PLAYING and all(table.lobby.places[seat].bot is not None for seat in table.awaited)
        bots = [Seat(number) for number, place in enumerate(table.lobby.places) if place.bot is not None]
        if bots and table.stage is Stage.PLAYING:
            until = self._claim_deadline(live)
            for seat in bots:
                self._wake_bot(live, seat, until)
            if until is not None:
                self._start(live, "claim", until - self._clock(), partial(self._waited_for_claim, live))
        self._cancel_one(live, "clock")
        left = table.time_left(self._clock())
        if left is not None:
            self._start(live, "clock", left, partial(self.clock_runs_out, live, table.playing.asked_at))
        self._set_dealing(live)
        if table.begins_at is not None:
            self._start(live, "quick", table.begins_at - self._clock(), partial(self.begin, live))
        self._cancel_one(live, "notice")
        if self._notices is not None and (due := self._notices.next_due(live)) is not None:
            self._start(live, "notice", due - self._clock(), partial(self.give_notices, live))

    async def give_notices(self, live: LiveTable) -> None:
        live.timers.pop("notice", None)  # so that a new line doesn't stop it halfway
        assert self._notices is not None
        await self._notices.give(live)
        self.set(live)

    def _set_dealing(self, live: LiveTable) -> None:
        table = live.table
        if not table.dealing and not live.timers:
            return
        if not table.collecting:
            self._cancel_one(live, "collect")
        if table.announced is None:
            self._cancel_one(live, "reveal")
        if table.announced is not None:
            self._start(live, "reveal", self._reveal_seconds, partial(self.call_off, live))
        elif table.collecting is not None:
            self._start(live, "collect", self._reveal_seconds if table.collecting else 0, partial(self._deal_anew, live))

    def _wake_bot(self, live: LiveTable, seat: Seat, until: float | None) -> None:
        if seat in live.table.awaited and until is None:
            self._start(live, f"bot {seat}", 0, partial(self._bot_acts, live, seat, moves=True))
        elif self._has_something_to_say(live, seat):
            self._start(live, f"bot {seat}", 0, partial(self._bot_acts, live, seat, moves=False))

    def _claim_deadline(self, live: LiveTable) -> float | None:
        """Return until when bots hold back their votes for a claim."""
        table = live.table
        if live.hurried or not table.claim_awaited_from or live.claims_waived == (table.games, table.playing.game.board.round):
            return None
        until = table.playing.governed_at + self._pace.patience(table.lobby.options.claim_seconds)
        return until if self._clock() < until else None

    def waive_claims(self, live: LiveTable) -> None:
        """Let bots vote in this round without waiting for claims."""
        live.claims_waived = (live.table.games, live.table.playing.game.board.round)
        self.set(live)

    async def _waited_for_claim(self, live: LiveTable) -> None:
        async with live.lock:
            live.timers.pop("claim", None)
            self.set(live)

    def _has_something_to_say(self, live: LiveTable, seat: Seat) -> bool:
        table, view = live.table, live.table.viewer_logs[seat].view
        if table.lobby.places[seat].bot in THINKS_QUICKLY or view.silent is not None:
            return False
        unspoken = bool(_unsaid(view)) and live.asked_to_talk.get(seat) != len(view.sights)
        return unspoken or spoken_to(table, seat, live.listened.get(seat, 0))

    def _start(self, live: LiveTable, name: str, delay: float, due: Callable[[], Awaitable[None]]) -> None:
        if not live.on_duty or (name in live.timers and not live.timers[name].done()):
            return

        async def wait() -> None:
            await asyncio.sleep(max(0.0, delay))
            with contextlib.suppress(Refusal):
                try:
                    await due()
                except StorageFailure as failure:
                    if live.timers.get(name) is asyncio.current_task():
                        del live.timers[name]
                    if isinstance(failure, SeqTaken):  # because another node was faster, and its line was applied
                        self.set(live)
                    else:
                        self.try_again(live, name, due)

        live.timers[name] = asyncio.create_task(wait(), name=f"{live.table.code} {name}")

    def try_again(self, live: LiveTable, name: str, due: Callable[[], Awaitable[None]]) -> None:
        """Repeat what couldn't be stored until it works."""
        if not self._stopped:
            self._start(live, name, AGAIN_SECONDS, due)

    def _cancel_one(self, live: LiveTable, name: str) -> None:
        timer = live.timers.pop(name, None)
        if timer is not None and timer is not asyncio.current_task():
            timer.cancel()

    async def _bot_acts(self, live: LiveTable, seat: Seat, moves: bool) -> None:
        """Let a bot speak, and move if the table waits for it."""
        thought = await self._think_in_time(live, seat)
        if thought is None:
            return
        while True:
            async with live.lock:
                left = live.told_until - _loop_time() if thought.claims or thought.talk else 0.0
                if left <= 0:
                    await self._bot_answers(live, seat, thought, moves)
                    return
            await asyncio.sleep(left)  # because someone else has just spoken

    async def _bot_answers(self, live: LiveTable, seat: Seat, thought: Thought, moves: bool) -> None:
        live.timers.pop(f"bot {seat}", None)
        if live.table.stage is Stage.PLAYING and live.table.lobby.places[seat].bot is not None:
            if not moves:
                live.asked_to_talk[seat] = len(live.table.viewer_logs[seat].view.sights)
            await self._speak(live, seat, thought)
            if moves and thought.action in live.table.viewer_logs[seat].view.legal_actions:
                await self._move(live, seat, thought)
        self.set(live)

    async def _speak(self, live: LiveTable, seat: Seat, thought: Thought) -> None:
        """Make the claims not made yet, then say a sentence."""
        table = live.table
        for claim in thought.claims:
            if claim in _unsaid(table.viewer_logs[seat].view):
                await self._play(live, Move(seat, claim))
        if table.viewer_logs[seat].view.silent is None:
            for talk in thought.talk:
                if already_said(table, talk, live.listened[seat]):
                    continue
                await self._write(live, [Spoke(room=Room.TABLE, text=talk.text, seat=seat, sentence=Sentence(talk.code, talk.params))])

    async def clock_runs_out(self, live: LiveTable, asked_at: float) -> None:
        """Go on without the players who didn't act in time."""
        async with live.lock:
            live.timers.pop("clock", None)
            table = live.table
            if table.deadline is None or table.playing.asked_at != asked_at:
                self.set(live)
                return
            for seat in table.awaited:
                if seat in table.awaited:
                    await self._move(live, seat, think_quickly(self._bot_seat(table, seat, Level.PARTY_LINE), table.viewer_logs[seat]))
                    await self._replace_idle(live, seat)

    async def _replace_idle(self, live: LiveTable, seat: Seat) -> None:
        table, place = live.table, live.table.lobby.places[seat]
        if table.lobby.options.public and table.stage is Stage.PLAYING and place.bot is None and place.missed >= MISSED_TURNS:
            await self._write(live, [BotTookOver(seat=seat, level=table.lobby.options.bot_level)])

    async def _think_in_time(self, live: LiveTable, seat: Seat) -> Thought | None:
        """Return no thought if the bot has left. Quick levels need no beat to hide their thinking time."""
        table = live.table

        async def think() -> Thought | None:
            level = table.lobby.places[seat].bot
            if level is None or table.current is None:
                return None
            live.listened[seat] = table.talk.spoken
            return await self._bots.think(self._bot_seat(table, seat, level), table.viewer_logs[seat], heard_by(table, seat))

        seconds = 0.0 if live.hurried else self._slow(live) * pause(self._rng, table.playing.game.board.phase)
        while (left := live.told_until - _loop_time()) > 0:  # because more may happen meanwhile
            await asyncio.sleep(left + self._pace.telling(max(0.0, seconds - ROOM)))
            seconds = min(seconds, ROOM)
        if table.lobby.places[seat].bot in THINKS_QUICKLY:
            await self._pace.wait(seconds)
            return await think()
        return await self._pace.take(seconds, think)

    def _bot_seat(self, table: Table, seat: Seat, level: Level) -> BotSeat:
        view = table.viewer_logs[seat].view
        return BotSeat(table.code, table.games, seat, level, view.rules, view.board.seats, bot_seed(table.playing.dealt.seed, seat))

    async def _move(self, live: LiveTable, seat: Seat, thought: Thought) -> None:
        assert thought.action is not None
        await self._play(live, Move(seat, thought.action))

    async def _play(self, live: LiveTable, move: Move) -> None:
        trial = live.table.playing.try_move(move)
        await self._write(live, [Played(moves=trial.moves)], trial=trial)

    async def call_off(self, live: LiveTable) -> None:
        """Restart the deal without the players who haven't revealed."""
        async with live.lock:
            live.timers.pop("reveal", None)
            if live.table.announced is not None:
                await self._write(live, called_off(live.table))

    async def _deal_anew(self, live: LiveTable) -> None:
        async with live.lock:
            live.timers.pop("collect", None)
            if live.table.collecting is not None:
                await self._write(live, self._deal(live.table, (), live.presence))

    async def begin(self, live: LiveTable) -> None:
        """Start at a table of strangers that has waited long enough: deal in everyone here, and fill up with bots."""
        async with live.lock:
            live.timers.pop("quick", None)
            table = live.table
            if table.begins_at is None or self._clock() < table.begins_at:
                self.set(live)
                return
            if gone := left_behind(table, live.presence):
                await self._write(live, [Stood(player=player) for player in gone])
            if table.gathered_at is None:
                return
            if bots := fill_up(table, seats_to_fill(table), table.lobby.options.bot_level):
                await self._write(live, bots)
            await self._write(live, self._deal(table, (), live.presence))

    async def pass_host_on(self, live: LiveTable) -> None:
        """Make someone who is here the host, among strangers."""
        async with live.lock:
            live.timers.pop("host", None)
            if (player := heir(live.table, live.presence)) is not None:
                await self._write(live, [HostSet(player=player)])

    def watch_for(self, live: LiveTable, player: str) -> None:
        """Give a host who left time to come back."""
        lobby = live.table.lobby
        if player and player == lobby.host and lobby.options.public and not self._stopped:
            self._start(live, "host", lobby.options.away_seconds, partial(self.pass_host_on, live))


def _unsaid(view: View) -> set[Claim]:
    """List the claims this seat may still make."""
    return {claim for open_claim in view.claims if not open_claim.said for claim in open_claim.tellings}


def _loop_time() -> float:
    return asyncio.get_running_loop().time()
