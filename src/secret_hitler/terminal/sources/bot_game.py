"""BotGame: a table of bots in this process, with one person at it or none, at a human pace."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from ...records import Record, write_records
from ...rules import ALL, PUBLIC, IllegalAction, Onlooker, OpenClaim, Phase, Ruleset, Seat, SeatAction, View, Vote
from ...words import news_in_words, remark_in_words
from ..launch_options import GameSetup
from ..words import say, spoken, why
from .bots_table import BotsTable
from .pace import Pace
from .source import BOTS, Declined, Spoken
from .understood import understood

USUAL_PAUSE: Final = (0.6, 1.7)
BALLOT_PAUSE: Final = (0.1, 0.35)
CLAIM_SECONDS: Final = 10.0
"""How long bots wait with their votes for the word of a person who governed; less where they move faster."""


class BotGame:
    def __init__(self, setup: GameSetup, watch: bool = False, claim_seconds: float | None = CLAIM_SECONDS) -> None:
        """Bots wait for a person's word as long as it takes where no time is given."""
        self.setup = setup
        self._claim_seconds = claim_seconds
        self.pace = Pace(setup.speed)
        self.seat: Seat | None = None if watch else _chair(setup)
        self.lens: Onlooker = PUBLIC if self.seat is None else self.seat
        self.spoken: list[Spoken] = []
        self.trouble = ""
        self.has_lobby = False
        self.host_name = ""
        self.to_ready = False
        self.deductions = True
        self.game = 0
        self._rng = random.Random()
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._spoke = asyncio.Event()
        self._heard_out = 0
        """The last round in which nobody waits for my word any more."""
        self._changed: Callable[[], None] = lambda: None
        self._news: dict[Onlooker, list[str]] = {}
        self._records: list[Record] = []
        self._file = setup.save
        self._table = self._new_table(Seat(0) if self.seat is None else self.seat)

    # What is seen

    @property
    def view(self) -> View:
        return self._table.views[self.lens]

    @property
    def rules(self) -> Ruleset:
        return self.setup.rules

    @property
    def news(self) -> list[str]:
        return self._news[self.lens]

    @property
    def may_deal(self) -> bool:
        return self._table.over

    @property
    def may_save(self) -> bool:
        return self._table.over

    @property
    def status(self) -> str:
        words = [say("terminal.everything" if self.lens == ALL else "terminal.public")] if self.seat is None else []
        if self.untold:
            words.append(say("terminal.wordAwaited"))
        if self.pace.paused:
            words.append(say("terminal.paused"))
        if self.seat is None or self.pace.speed != 1:
            words.append(say("terminal.speed", speed=f"{self.pace.speed:g}"))
        return ", ".join(words)

    @property
    def settled(self) -> bool:
        """Whether everything that follows from the last move was done and said."""
        return not self._lock.locked()

    @property
    def untold(self) -> list[OpenClaim]:
        """What I saw of the last government and have not spoken of, while bots wait with their votes on the next."""
        view, board = self.view, self.view.board
        if self.seat is None or view.silent is not None or board.phase is not Phase.ELECTION or self._heard_out == board.round:
            return []
        governed = max((round.number for round in view.rounds if round.enacted is not None), default=0)
        return [claim for claim in view.claims if claim.round == governed and not claim.said]

    def name_of(self, seat: Seat) -> str:
        return (self.setup.name or say("home.you")) if seat == self.seat else BOTS[seat]

    newcomer = None

    def away(self, _: Seat) -> bool:
        return False

    def change_lens(self) -> None:
        """Those who only watch may look at the cards of all."""
        if self.seat is None:
            self.lens = PUBLIC if self.lens == ALL else ALL
            self._changed()

    # What is done

    async def run(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        while True:
            await self._let_bots_play()
            self._wake.clear()
            changed()
            await self._wake.wait()

    async def act(self, action: SeatAction) -> None:
        assert self.seat is not None
        async with self._lock:
            try:
                await asyncio.to_thread(self._table.act, self.seat, action)
            except IllegalAction as refusal:
                raise Declined(why(refusal.bar)) from refusal
            await self._follow_up()
        self._spoke.set()
        if isinstance(action, Vote):
            self.have_said()
        self._wake.set()

    def have_said(self) -> None:
        """Let the bots vote, whatever I saw and keep to myself."""
        self._heard_out = self.view.board.round
        self._spoke.set()

    async def say(self, text: str) -> None:
        """Bots understand the common phrases, and when they are named."""
        view = self.view
        if view.silent is not None:
            raise Declined(say("talk.silent", reason=why(view.silent)))
        if self.seat is None:
            return
        self.spoken.append(Spoken(self.name_of(self.seat), text))
        self._changed()
        async with self._lock:
            for talk in understood(text, [seat for seat in view.board.alive if seat != self.seat], self.name_of):
                self._table.hear(self.seat, talk)
            await asyncio.to_thread(self._table.let_bots_claim)
            self._show()
            await self._let_bots_talk()

    async def replace(self, seat: Seat) -> None:
        """Bots are never away."""

    async def take_over(self, seat: Seat) -> None:
        """And leave no seat."""

    async def admit(self, admit: bool) -> None:
        """Nobody ever asks."""

    async def get_ready(self) -> None:
        """Bots never talk so long that anyone must say it is enough."""

    async def deal_again(self) -> None:
        if self._table.over:
            self.game += 1
            self.spoken = []
            self._table = self._new_table(self._table.hitler)
            self._wake.set()

    # The bots

    def _new_table(self, opener: Seat) -> BotsTable:
        setup = self.setup
        people = () if self.seat is None else (self.seat,)
        onlookers: tuple[Onlooker, ...] = (PUBLIC, ALL) if self.seat is None else people
        self._news = {onlooker: [] for onlooker in onlookers}
        seed = None if setup.seed is None else f"{setup.seed} game {self.game}"
        return BotsTable(setup.rules, setup.players, setup.level, seed, people, onlookers, opener)

    async def _let_bots_play(self) -> None:
        table = self._table
        async with self._lock:
            await asyncio.to_thread(table.let_nature_act)
            self._show()
        while awaited := table.awaited_bots():
            await self._wait_for_word()
            await self.pace.wait(self._rng.uniform(*(BALLOT_PAUSE if self.view.board.phase is Phase.ELECTION else USUAL_PAUSE)))
            async with self._lock:
                if awaited[0] in table.awaited_bots():
                    await asyncio.to_thread(table.let_bot_act, awaited[0])
                    await self._follow_up()
        self.pace.hurried = False

    async def _wait_for_word(self) -> None:
        limit = None if self._claim_seconds is None else self._claim_seconds / max(1.0, self.pace.speed)
        with suppress(TimeoutError):
            while self.untold and not self.pace.hurried:
                self._spoke.clear()
                self._changed()
                await asyncio.wait_for(self._spoke.wait(), limit)
        if self.untold:
            self.have_said()
            self._changed()

    async def _follow_up(self) -> None:
        """After any move: chance, the news, and what the bots have to say of it."""
        round = self.view.board.round
        await asyncio.to_thread(self._table.let_nature_act)
        self._show()
        await asyncio.to_thread(self._table.let_bots_claim)
        self._show()
        await self._let_bots_talk()
        if self.view.board.round != round and self.seat not in self.view.board.alive:
            self.pace.hurried = False
        self._changed()

    async def _let_bots_talk(self) -> None:
        for seat, talk in await asyncio.to_thread(self._table.talk):
            said = remark_in_words(spoken(), talk.code, talk.params, self.name_of)
            self.spoken.append(Spoken(self.name_of(seat), said or talk.text))
            self._changed()

    def _keep(self) -> None:
        """The game that has just ended, beside those of the evening before it."""
        names = {f"seat {seat}": self.name_of(Seat(seat)) for seat in range(self.setup.players)}
        self._records.append(self._table.record(names))
        if self.setup.save is not None:
            try:
                self.save()
            except OSError as error:
                self.trouble = str(error)

    def save(self) -> Path:
        """Write the games of the evening where it was asked for, or else into a new file here."""
        if self._file is None:
            names = (Path(f"secret-hitler-{number}.txt") for number in count(1))
            self._file = next(path for path in names if not path.exists())
        write_records(self._file, self._records)
        return self._file

    def _show(self) -> None:
        for onlooker, seen in self._table.show():
            self._news[onlooker] += news_in_words(spoken(), seen, self._table.views[onlooker], self.name_of)
        if self._table.over and len(self._records) == self.game:
            self._keep()
        self._changed()


def _chair(setup: GameSetup) -> Seat:
    """The chair asked for, or any: with a seed, always the same."""
    if setup.seat is not None:
        return setup.seat
    return Seat(random.Random(setup.seed).randrange(setup.players))
