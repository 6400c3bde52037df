"""LiveSeat: a bot in a seat of a live table; engines and language models are bots too."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..bots import Bot, BotFailed, Talk
from ..bots.baselines import PartyLine
from ..rules import Claim, Ending, Role, Seat, SeatAction, View
from ..wire.commands import Ready
from ..wire.refusals import Denial
from ..wire.table import Stage
from .fair_deal import DealCheck
from .table import CommandRefused, TableClient

T = TypeVar("T")

AGAIN_SECONDS: Final = 1.0
"""How long to wait before retrying something that came too early, if the table doesn't change first."""
TOO_EARLY: Final = (Denial.TALK, Denial.READY, Denial.DEALING)


class GameResult(Struct, kw_only=True):
    game: int
    seat: Seat
    role: Role
    ending: Ending | None
    """None if the game was broken off."""
    won: bool
    record: str | None
    deal: DealCheck | None = None
    """Whether the server kept the promise it made before the deal; None if it made none to this seat."""
    deal_problem: str = ""
    failures: int = 0
    """Questions that the bot couldn't answer, so that the party line decided: the others at the table aren't made to wait."""


class LiveSeat:
    """The bot knows what the table sent to this seat. It thinks in a thread while the connection stays alive."""

    def __init__(self, table: TableClient, make: Callable[[View], Bot], failed: Callable[[str], object] = lambda _: None) -> None:
        """Say what makes the bot for each game, and what is told of a bot that fails."""
        self.table = table
        self._failed, self._failures, self._reasons = failed, 0, set[str]()
        self._make = make
        self._seen = self._heard = 0
        self._asked_of: set[tuple[int, str]] = set()

    async def play(self) -> GameResult:
        """Play the current game, or the next one, to its end."""
        table = self.table
        await table.until(lambda table: table.seat is not None and table.view is not None and table.table.stage is Stage.PLAYING)
        assert table.view is not None
        assert table.seat is not None
        bot, game, seat = self._make(table.view), table.game, table.seat
        self._seen, self._heard, self._asked_of, self._failures = 0, len(table.talk), set(), 0
        while True:
            changes = table.changes
            await self._show(bot)
            if table.over or table.game != game or table.table.stage is not Stage.PLAYING:
                await table.until(lambda table: table.game != game or table.table.stage is not Stage.PLAYING)
                role, ending = bot.view.roles[seat], bot.view.board.ending
                won = ending is not None and ending.winner is role.party
                result = GameResult(
                    game=game, seat=seat, role=role, ending=ending, won=won, record=table.table.record, failures=self._failures
                )
                await table.until(lambda table: not table.checking_deal)
                return result if table.game != game else replace(result, deal=table.deal_check, deal_problem=table.deal_problem)
            if not await self._answer(bot):
                await table.change(changes)

    async def next_game(self) -> None:
        """Ask for another game, as host or by getting ready."""
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
        """Claim, decide if it's our turn, and talk; tell whether anything was done."""
        table, view = self.table, bot.view
        open_now = {(claim.round, claim.about) for claim in view.claims if not claim.said}
        if open_now - self._asked_of:
            self._asked_of |= open_now
            for claim in await self._think(bot.claims, list[Claim]):
                await self._act(claim)
            await self._speak(bot)
            return True
        if not view.legal_actions:
            return False
        if table.seat in table.table.unready:
            with contextlib.suppress(CommandRefused):
                await table.do(Ready(id=table.command_id(), ready=True))
        decision = await self._think(bot.decide, lambda: PartyLine(view, random.Random()).decide())
        await self._speak(bot)
        await self._act(decision)
        return True

    async def _think(self, ask: Callable[[], T], instead: Callable[[], T]) -> T:
        """Ask the bot in a thread; if it fails, say so and decide for it."""
        try:
            return await asyncio.to_thread(ask)
        except BotFailed as failure:
            self._failures += 1
            if str(failure) not in self._reasons:
                self._reasons.add(str(failure))
                self._failed(f"{failure}; the party line decides for it")
            return instead()

    async def _act(self, action: SeatAction) -> None:
        """Play an action. If the table has moved on, do nothing: it asks again."""
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
                await asyncio.wait_for(table.change(changes), AGAIN_SECONDS)

    async def _speak(self, bot: Bot) -> None:
        for talk in bot.talk():
            with contextlib.suppress(CommandRefused):  # because the seat may have to be silent now
                await self.table.say(talk.text)
