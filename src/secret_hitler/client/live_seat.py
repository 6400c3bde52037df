"""LiveSeat: a bot in a seat of a live table; engines and language models are bots, so this plays them all."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from ..bots import Bot, Talk
from ..rules import Ending, Role, Seat, SeatAction, View
from ..wire.commands import Ready
from ..wire.refusals import Denial
from ..wire.table import Stage
from .table import CommandRefused, TableClient

AGAIN_SECONDS: Final = 1.0
"""How long to wait before something is tried again for which it is too early, if the table does not change before."""
TOO_EARLY: Final = (Denial.TALK, Denial.READY, Denial.DEALING)


class GameResult(Struct, kw_only=True):
    game: int
    seat: Seat
    role: Role
    ending: Ending | None
    """None of a game that was broken off."""
    won: bool
    record: str | None


class LiveSeat:
    """What the bot knows is what the table sent to this seat; it thinks in a thread, and the connection lives on meanwhile."""

    def __init__(self, table: TableClient, make: Callable[[View], Bot]) -> None:
        self.table = table
        self._make = make
        self._seen = self._heard = 0
        self._asked_of: set[tuple[int, str]] = set()

    async def play(self) -> GameResult:
        """Play the game that is on, or else the next one, to its end."""
        table = self.table
        await table.until(lambda table: table.seat is not None and table.view is not None and table.table.stage is Stage.PLAYING)
        assert table.view is not None
        assert table.seat is not None
        bot, game, seat = self._make(table.view), table.game, table.seat
        self._seen, self._heard, self._asked_of = 0, len(table.talk), set()
        while True:
            changes = table.changes
            await self._show(bot)
            if table.over or table.game != game or table.table.stage is not Stage.PLAYING:
                await table.until(lambda table: table.game != game or table.table.stage is not Stage.PLAYING)
                role, ending = bot.view.roles[seat], bot.view.board.ending
                won = ending is not None and ending.winner is role.party
                return GameResult(game=game, seat=seat, role=role, ending=ending, won=won, record=table.table.record)
            if not await self._answer(bot):
                await self._change(changes)

    async def next_game(self) -> None:
        """Ask for another, as the host or by being ready."""
        table = self.table
        with contextlib.suppress(CommandRefused):
            await table.do(Ready(id=table.command_id(), ready=True))
            if table.host:
                await table.start()

    async def _show(self, bot: Bot) -> None:
        table = self.table
        assert table.view is not None
        bot.view = table.view
        if fresh := table.events[self._seen :]:
            self._seen += len(fresh)
            await asyncio.to_thread(bot.see, fresh)
        for said in table.talk[self._heard :]:
            self._heard += 1
            if said.seat is not None and said.player not in table.muted:
                sentence = said.sentence
                talk = Talk("said", {}, said.text) if sentence is None else Talk(sentence.code, sentence.params, said.text)
                await asyncio.to_thread(bot.hear, said.seat, talk)

    async def _answer(self, bot: Bot) -> bool:
        """Claim, decide what is awaited, and talk; tell whether anything was done."""
        table, view = self.table, bot.view
        open_now = {(claim.round, claim.about) for claim in view.claims if not claim.said}
        if open_now - self._asked_of:
            self._asked_of |= open_now
            for claim in await asyncio.to_thread(bot.claims):
                await self._act(claim)
            await self._speak(bot)
            return True
        if not view.legal_actions:
            return False
        if table.seat in table.table.unready:
            with contextlib.suppress(CommandRefused):
                await table.do(Ready(id=table.command_id(), ready=True))
        decision = await asyncio.to_thread(bot.decide)
        await self._speak(bot)
        await self._act(decision)
        return True

    async def _act(self, action: SeatAction) -> None:
        """Play an action. Nothing is lost if the table has gone on meanwhile: then it asks for something else."""
        table, asked = self.table, self.table.view
        while True:
            changes = table.changes
            try:
                await table.act(action)
                return
            except CommandRefused as refusal:
                if refusal.code not in TOO_EARLY or table.view is None or asked is None or table.view.choices != asked.choices:
                    return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._change(changes), AGAIN_SECONDS)

    async def _speak(self, bot: Bot) -> None:
        for talk in bot.talk():
            with contextlib.suppress(CommandRefused):  # silent, or not to be said here
                await self.table.say(talk.text)

    async def _change(self, since: int) -> None:
        await self.table.until(lambda table: table.changes != since)
