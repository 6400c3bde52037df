"""EngineBot: a bot that's a program in any language and speaks the line protocol of docs/engine.md."""

import atexit
import random
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Final

import msgspec

from ..bots import BotFailed, Personality, Talk, UnknownBot, Usage
from ..rules import About, AnyEvent, Decision, Seat, View
from ..rules.actions import Claim
from ..rules.claims import about
from ..rules.events import GameEnded
from ..words.view_text import order, orders
from .engine_process import MAX_LINES, EngineFailed, EngineProcess, one_line
from .engine_view import view_lines

PROTOCOL: Final = 1
SECONDS: Final = 10.0
"""Default time an engine has to answer one question."""
START_SECONDS: Final = 10.0
PATIENCE: Final = 3
"""Attempts an engine has at one question before it counts as failed."""
LONGEST_TALK: Final = 400
FORMATS: Final = ("text", "json")


class GreetedEngine:
    """A process that has said hello; between games it waits for its next seat, and it plays only one seat at a time."""

    def __init__(self, command: str) -> None:
        self.process = EngineProcess(command)
        self.name, self.author, self.format = command, "", FORMATS[0]
        self.options: dict[str, str] = {}
        try:
            self._greet(time.monotonic() + START_SECONDS)
        except EngineFailed:
            self.process.kill()
            raise

    def _greet(self, deadline: float) -> None:
        self.process.tell(f"hello {PROTOCOL}")
        for _ in range(MAX_LINES):
            word, _, rest = self.process.hear(deadline).partition(" ")
            match word:
                case "ready":
                    return
                case "name":
                    self.name = rest
                case "author":
                    self.author = rest
                case "format" if rest in FORMATS:
                    self.format = rest
                case "option":
                    name, _, default = rest.partition(" ")
                    self.options[name] = default
                case "info":
                    pass
                case _:
                    raise EngineFailed(f"answered hello with {word[:40]!r}; expected name, author, format, option, then ready")
        raise EngineFailed("wrote too much without becoming ready")

    def choose(self, options: dict[str, str]) -> None:
        for name, value in options.items():
            if name not in self.options:
                raise EngineFailed(f"has no option {name!r}; it has {', '.join(self.options) or 'none'}")
            self.process.tell(f"option {name} {value}")


_idle: defaultdict[str, list[GreetedEngine]] = defaultdict(list)


@atexit.register
def quit_idle() -> None:
    """Quit the engines that wait for another game."""
    for engines in _idle.values():
        while engines:
            engines.pop().process.quit()


class EngineBot:
    """Once the program has failed, so has the bot, to the end of the game."""

    def __init__(
        self,
        command: str,
        view: View,
        rng: random.Random,
        seconds: float = SECONDS,
        options: dict[str, str] | None = None,
    ) -> None:
        self.view = view
        self.command, self.seconds = command, seconds
        self.failure: BotFailed | None = None
        self.usage = Usage()
        self._options = options or {}
        self._seed = rng.getrandbits(32)
        self._news: list[AnyEvent] = []
        self._said: list[Talk] = []
        self._claimed: set[tuple[int, About]] = set()
        self._engine: GreetedEngine | None = None

    def see(self, events: list[AnyEvent]) -> None:
        self._news += events
        ending = next((event.ending for event in events if isinstance(event, GameEnded)), None)
        if ending is not None and self._engine is not None:
            self._engine.process.tell(f"gameover {ending} {ending.winner}")
            _idle[self.command].append(self._engine)
            self._engine = None

    def hear(self, seat: Seat, talk: Talk) -> None:
        if self._engine is not None and seat != self.view.onlooker:
            self._engine.process.tell(f"heard {seat} {talk.text}")

    def decide(self) -> Decision:
        possible = orders(self.view)
        chosen = self._ask("act", list(possible), lambda numbers: "" if len(numbers) == 1 else "answer with one number")
        return list(possible.values())[chosen[0]]

    def claims(self) -> list[Claim]:
        fresh = [each for each in self.view.claims if not each.said and (each.round, each.about) not in self._claimed]
        self._claimed |= {(each.round, each.about) for each in fresh}
        possible = [claim for each in fresh for claim in each.tellings]
        if not possible:
            return []

        def objection(numbers: list[int]) -> str:
            things = [(possible[number].round, about(possible[number])) for number in numbers]
            return "" if len(things) == len(set(things)) else "claim each thing once"

        chosen = self._ask("claim", [f"{order(claim)} round {claim.round}" for claim in possible], objection)
        return [possible[number] for number in chosen]

    def talk(self) -> list[Talk]:
        said, self._said = self._said, []
        return said

    def close(self) -> None:
        """Quit the program if it still plays at this table."""
        if self._engine is not None:
            self._engine.process.quit()
            self._engine = None

    def _ask(self, about: str, choices: list[str], objection: Callable[[list[int]], str]) -> list[int]:
        """Return the numbers that it answers with."""
        if self.failure is not None:
            raise self.failure
        try:
            engine = self._engine = self._engine or self._seated()
            return self._answer(engine, about, choices, objection)
        except EngineFailed as failure:
            self.usage.failures += 1
            if self._engine is not None:
                self._engine.process.kill()
                self._engine = None
            self.failure = BotFailed(self.view.me, self.view.board.round, f"the engine {self.command!r} {failure}")
            raise self.failure from failure

    def _seated(self) -> GreetedEngine:
        idle = _idle[self.command]
        engine = idle.pop() if idle else GreetedEngine(self.command)
        try:
            engine.choose(self._options)
        except EngineFailed:
            engine.process.kill()
            raise
        view, milliseconds = self.view, round(1000 * self.seconds)
        start = (
            f"newgame seat {view.onlooker} seats {view.board.seats} milliseconds {milliseconds} seed {self._seed} rules {view.rules.name}"
        )
        engine.process.tell(start)
        return engine

    def _answer(self, engine: GreetedEngine, about: str, choices: list[str], objection: Callable[[list[int]], str]) -> list[int]:
        process, deadline = engine.process, time.monotonic() + self.seconds
        process.forget_unread()
        if engine.format == "json":
            shown = [f"events {msgspec.json.encode(self._news).decode()}", f"view {msgspec.json.encode(self.view).decode()}"]
        else:
            shown = [f"view {line}" for line in view_lines(self.view)]
        process.tell(f"question {about}", *shown, *(f"choice {number} {text}" for number, text in enumerate(choices)), "go")
        self._news = []
        self.usage.calls += 1
        wrong = ""
        for tried in range(PATIENCE):
            numbers = self._numbers(process, deadline)
            wrong = "" if all(number in range(len(choices)) for number in numbers) else f"answer with numbers below {len(choices)}"
            wrong = wrong or objection(numbers)
            if not wrong:
                self.usage.repaired += tried > 0
                return numbers
            process.tell(f"error {wrong}")
        raise EngineFailed(f"gave {PATIENCE} answers that aren't among the choices: {wrong}")

    def _numbers(self, process: EngineProcess, deadline: float) -> list[int]:
        """Read an answer; turn nonsense into a number that isn't a choice."""
        for _ in range(MAX_LINES):
            word, _, rest = process.hear(deadline).partition(" ")
            match word:
                case "answer":
                    numbers = rest.split()
                    return [int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else -1 for number in numbers]
                case "say":
                    text = one_line(rest)[:LONGEST_TALK]
                    self._said += [Talk("said", {}, text)] if text else []
                case "info":
                    pass
                case _:
                    return [-1]
        raise EngineFailed(f"wrote {MAX_LINES} lines without an answer")


def check_engine(command: str) -> GreetedEngine:
    """Greet the engine, which then waits for its first seat."""
    engine = GreetedEngine(command)
    _idle[command].append(engine)
    return engine


def engine_bots(command: str) -> Callable[[View, random.Random, Personality], EngineBot]:
    """Greet the program once, so that one that can't play is named before the first game."""
    try:
        check_engine(command)
    except EngineFailed as error:
        raise UnknownBot(f"the engine {command!r} {error}") from error
    return lambda view, rng, _: EngineBot(command, view, rng)
