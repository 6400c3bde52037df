"""Bots at work: what a bot at a table hears and is asked, what it answers, and where it thinks."""

import hashlib
import random
from bisect import bisect_right
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from ..bots import NAMED, PERSONALITIES, Bot, Talk, sit
from ..rules import AnyEvent, Claim, Decision, Ruleset, Seat, onlooking
from ..wire.commands import Phrase, Room
from ..wire.messages import Said
from ..wire.table import Level
from ..words.typed import understand
from .dealt_game import ViewerLog
from .names import BOT_NAMES
from .table import Table

REMEMBERED_BOTS = 4000
THINKS_QUICKLY = (Level.RANDOM, Level.PARTY_LINE)
"""These levels remember nothing and say nothing."""
BotKey = tuple[str, int, Seat, str]


class Heard(Struct, frozen=True):
    """Something said at the table, its speaker, and how much the listener had seen by then."""

    number: int
    after: int
    seat: Seat
    talk: Talk


class BotSeat(Struct, frozen=True):
    """Name a bot: one seat of one game of one table."""

    code: str
    game: int
    seat: Seat
    level: str
    rules: Ruleset
    seats: int
    seed: str

    @property
    def key(self) -> BotKey:
        return self.code, self.game, self.seat, self.level


class Thought(Struct):
    """What a bot would do now; `known` counts the updates it has taken in."""

    known: int
    action: Decision | None = None
    claims: list[Claim] = []
    talk: list[Talk] = []


class BotQuestion(Struct):
    """Take in the updates after the first `sent` and what was said between them, then decide."""

    seat: BotSeat
    sent: int
    updates: list[list[AnyEvent]]
    heard: list[Heard]


class BotRunner(Protocol):
    """Let bots think without holding up a table."""

    @property
    def waiting(self) -> int:
        """Count the bots that wait for their turn to think."""

    async def think(self, seat: BotSeat, log: ViewerLog, heard: list[Heard]) -> Thought: ...

    def forget(self, code: str) -> None: ...

    def stop(self) -> None: ...


class BotMemory:
    """Hold the seated bots, each with what it has seen and heard."""

    def __init__(self) -> None:
        self._seated: dict[BotKey, tuple[Bot, int]] = {}

    def answer(self, question: BotQuestion) -> Thought | None:
        """Let the bot think; None if it lacks earlier updates."""
        seat, sent = question.seat, question.sent
        bot, known = self._seated.pop(seat.key, (None, 0))
        if sent == 0:
            rng = random.Random(seat.seed)
            person = rng.choice(list(PERSONALITIES.values()))
            bot, known = sit(seat.level, onlooking(seat.rules, seat.seats, seat.seat), rng, person), 0
        if bot is None or known != sent:
            return None
        heard = deque(question.heard)
        for number, events in enumerate(question.updates, start=sent):
            while heard and heard[0].after <= number:
                said = heard.popleft()
                bot.hear(said.seat, said.talk)
            bot.see(list(bot.view.see(events)))
        for said in heard:
            bot.hear(said.seat, said.talk)
        while len(self._seated) >= REMEMBERED_BOTS:
            del self._seated[next(iter(self._seated))]
        now = sent + len(question.updates)
        self._seated[seat.key] = (bot, now)
        claims, talk = list(bot.claims()), list(bot.talk())  # spoken before deciding, so that an announced vote matches the vote
        return Thought(known=now, action=bot.decide() if bot.view.choices else None, claims=claims, talk=talk)


class BotBriefing:
    """Remember what each bot was told, so that a question holds only news."""

    def __init__(self) -> None:
        self._told: dict[str, dict[BotKey, tuple[int, int]]] = {}
        """By table: how many updates each bot got, and the number of the last sentence it heard."""

    def questions(self, seat: BotSeat, updates: list[list[AnyEvent]], heard: list[Heard]) -> Iterator[BotQuestion]:
        """Ask about what's new; if the bot forgot the rest, ask again with all of it."""
        now, last = len(updates), heard[-1].number if heard else 0
        for sent, said in (self._told.get(seat.code, {}).pop(seat.key, (0, 0)), (0, 0)):
            self._told.setdefault(seat.code, {})[seat.key] = (now, last)
            yield BotQuestion(seat, sent, updates[sent:now], [each for each in heard if each.number > said])

    def forget(self, code: str) -> None:
        self._told.pop(code, None)


async def _inline(think: Callable[[], Thought | None]) -> Thought | None:
    return think()


class LocalBots:
    """Let bots think in this process: a page has no other, and a terminal needs none."""

    waiting = 0

    def __init__(
        self,
        play_as: Callable[[Level], str] = str,
        run: Callable[[Callable[[], Thought | None]], Awaitable[Thought | None]] = _inline,
        failed: Callable[[Exception], None] = lambda _: None,
    ) -> None:
        """Take which bot plays each level, what runs a thought, and whom to tell when a bot fails."""
        self._play_as, self._run, self._failed = play_as, run, failed
        self._memory, self._briefing = BotMemory(), BotBriefing()

    async def think(self, seat: BotSeat, log: ViewerLog, heard: list[Heard]) -> Thought:
        seat = replace(seat, level=self._play_as(Level(seat.level)))
        if seat.level in THINKS_QUICKLY:
            return think_quickly(seat, log)
        try:
            for question in self._briefing.questions(seat, log.updates, heard):
                thought = await self._run(partial(self._memory.answer, question))
                if thought is not None:
                    return thought
        except Exception as error:  # because no failing bot may hold up the table
            self._failed(error)
        return think_quickly(replace(seat, level=Level.PARTY_LINE), log)

    def forget(self, code: str) -> None:
        self._briefing.forget(code)

    def stop(self) -> None:
        pass


def think_quickly(seat: BotSeat, log: ViewerLog) -> Thought:
    """Decide from the view alone."""
    rng = random.Random(f"{seat.seed} {len(log.updates)}")
    return Thought(known=0, action=sit(seat.level, log.view, rng).decide() if log.view.choices else None)


def bot_seed(deal: str, seat: Seat) -> str:
    """Derive a bot's chance from the deal, which the bot doesn't know: the same deal played the same way goes the same way."""
    return hashlib.sha256(f"{deal} bot {seat}".encode()).hexdigest()


def heard_by(table: Table, seat: Seat) -> list[Heard]:
    """List everything said in this game that this seat can use."""
    times = table.viewer_logs[seat].times
    return [
        Heard(said.number, bisect_right(times, said.time), said.seat, talk)
        for said in table.talk.remembered
        if times and said.time >= times[0] and said.seat is not None and (talk := _understood(table, said, seat)) is not None
    ]


def spoken_to(table: Table, seat: Seat, since: int) -> bool:
    """Tell whether a person has spoken to this seat, or a bot asked it something, since that sentence."""
    last: Seat | None = None
    for said in table.talk.remembered:
        talk = _understood(table, said, seat)
        if talk is None:
            continue
        if said.number > since and (said.player or talk.code.startswith("ask-")):
            if talk.code == Phrase.WHY and last == seat:
                return True
            if said.seat != seat and seat in (talk.params.get("other"), talk.params.get("suspect")):
                return True
        last = said.seat if talk.code != Phrase.WHY else last
    return False


def already_said(table: Table, talk: Talk, since: int) -> bool:
    """Tell whether that sentence has been used since the one with that number: bots that think at the same time can't hear each other."""
    return any(said.number > since and said.sentence is not None and said.sentence.code == talk.code for said in table.talk.remembered)


def _understood(table: Table, said: Said, seat: Seat) -> Talk | None:
    if said.room is not Room.TABLE or said.seat is None:
        return None
    if said.sentence is not None:
        return Talk(said.sentence.code, said.sentence.params, said.text)
    places = range(len(table.lobby.places))
    meant = understand(said.text, {place: (table.lobby.name_of(Seat(place)), BOT_NAMES[place]) for place in places})
    if meant is None or (meant.code == NAMED and seat != meant.other):
        return None
    return Talk(meant.code, {name: place for name in ("other", "suspect") if (place := getattr(meant, name)) is not None}, said.text)
