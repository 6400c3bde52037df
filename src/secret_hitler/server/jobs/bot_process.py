"""BotProcess: a process in which bots think, and what happens in it. It can be ended in the middle of a thought."""

import contextlib
import os
import random
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection as Pipe
from threading import Thread

from msgspec import Struct

from ...bots import Bot, Talk, sit
from ...bots.bot import PERSONALITIES
from ...rules import AnyEvent, Claim, Decision, Ruleset, Seat, onlooking
from ...wire.table import Level

START_SECONDS = 60.0
REMEMBERED_BOTS = 4000
BotKey = tuple[str, int, Seat, Level]


class Heard(Struct, frozen=True):
    """Something said aloud at the table, by whom, and how much the listener had been shown by then."""

    number: int
    after: int
    seat: Seat
    talk: Talk


class BotSeat(Struct, frozen=True):
    """Which bot is meant: one seat of one game of one table."""

    code: str
    game: int
    seat: Seat
    level: Level
    rules: Ruleset
    seats: int
    seed: str

    @property
    def key(self) -> BotKey:
        return self.code, self.game, self.seat, self.level


class Thought(Struct):
    """What a bot would do now; `known` is how many updates it has taken in."""

    known: int
    action: Decision | None = None
    claims: list[Claim] = []
    talk: list[Talk] = []


class BotQuestion(Struct):
    """Take in the updates that come after the first `sent`, and between them what was said, and decide."""

    seat: BotSeat
    sent: int
    updates: list[list[AnyEvent]]
    heard: list[Heard]


class BotFailed(Exception):
    """A bot went wrong while it thought, or thought too long."""


class BotProcess:
    """Asked from one thread at a time."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_answer_for_ever, args=(theirs,), daemon=True, name="bots")
        self._process.start()
        theirs.close()
        self._await(START_SECONDS)

    def ask(self, question: BotQuestion, seconds: float) -> Thought | None:
        """None if the process lacks earlier updates of this bot."""
        self._pipe.send(question)
        answer = self._await(seconds)
        if isinstance(answer, str):
            raise BotFailed(answer)
        return answer

    def _await(self, seconds: float) -> Thought | str | None:
        if not self._pipe.poll(seconds):
            raise BotFailed(f"no answer in {seconds:g} seconds")
        answer: Thought | str | None = self._pipe.recv()
        return answer

    def stop(self) -> None:
        self._process.kill()


# In the process


def _answer_for_ever(pipe: "Pipe[Thought | str | None, BotQuestion]") -> None:
    Thread(target=leave_with_the_server, daemon=True).start()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # the server is gone, or going
        pipe.send(None)
        while True:
            pipe.send(_answer(pipe.recv()))


def _answer(question: BotQuestion) -> Thought | str | None:
    try:
        return _think(question)
    except Exception as error:  # whatever a bot does wrong is the answer
        return repr(error)


def leave_with_the_server() -> None:
    """A server that was killed cannot say goodbye to its processes."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)


_seated: dict[BotKey, tuple[Bot, int]] = {}


def _think(question: BotQuestion) -> Thought | None:
    """None if earlier updates are missing."""
    seat, sent = question.seat, question.sent
    bot, known = _seated.pop(seat.key, (None, 0))
    if bot is None or sent == 0:
        if sent:
            return None
        rng = random.Random(seat.seed)
        person = rng.choice(list(PERSONALITIES.values()))
        bot, known = sit(seat.level, onlooking(seat.rules, seat.seats, seat.seat), rng, person), 0
    if known != sent:
        return None
    heard = list(question.heard)
    for number, events in enumerate(question.updates, start=sent):
        while heard and heard[0].after <= number:
            said = heard.pop(0)
            bot.hear(said.seat, said.talk)
        bot.see(list(bot.view.see(events)))
    for said in heard:
        bot.hear(said.seat, said.talk)
    while len(_seated) >= REMEMBERED_BOTS:
        del _seated[next(iter(_seated))]
    now = sent + len(question.updates)
    _seated[seat.key] = (bot, now)
    claims, talk = list(bot.claims()), list(bot.talk())  # first the word, then the deed: nobody votes against what they say
    return Thought(known=now, action=bot.decide() if bot.view.choices else None, claims=claims, talk=talk)
