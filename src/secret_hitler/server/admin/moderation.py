"""Moderation: who ignores whom, bans and mutes, forbidden words, and reports; folded from its log."""

import asyncio
import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import assert_never

from msgspec.structs import replace

from ...tables.refusal import Refusal
from ...wire import operators as orders
from ...wire.messages import Announced
from ...wire.refusals import Denial
from ..limits import Allowances
from .log_file import AnyModerationEntry, AnyModerationLog, IgnoringSet, OperatorActed, Reported

REPORTS_KEPT = 1000
AUDIT_SHOWN = 200
MOST_IGNORED = 500
"""Maximum number of people one identity may mute or block."""


class Moderation:
    def __init__(
        self,
        log: AnyModerationLog,
        words: Iterable[str],
        clock: Callable[[], float],
        keep_days: float,
        happened: Callable[[AnyModerationEntry], None] = lambda _: None,
    ) -> None:
        self._log = log
        self._reading = asyncio.Lock()
        self._loaded = False
        self._happened = happened
        """Called for every entry written since the start, here or on another node."""
        self._clock = clock
        self._keep_seconds = keep_days * 86_400
        self._ignoring: dict[str, dict[str, IgnoringSet]] = {}
        self._bans: dict[tuple[orders.Target, str], orders.BanInForce] = {}
        self._hushed: dict[str, float] = {}
        self._audit: list[OperatorActed] = []
        self._reports_of_one = Allowances(burst=5, rate=1 / 120)
        self._reports_of_table = Allowances(burst=20, rate=1 / 30)
        self._changes_of_one = Allowances(burst=60, rate=1 / 5)
        self.words = WordList(words)
        self.reports: dict[str, orders.PlayerReport] = {}
        self.announced = orders.Announce()
        self.restarts_at: float | None = None

    async def catch_up(self) -> None:
        async with self._reading:
            for entry in await self._log.unread():
                self._fold(entry)
                if self._loaded:
                    self._happened(entry)
            if not self._loaded:
                self.announced, self.restarts_at = orders.Announce(), None  # because the announced restart has happened
            self._loaded = True

    # Questions

    def check_words(self, text: str) -> None:
        if self.words.objects_to(text):
            raise Refusal(Denial.WORDS)

    def check_ban(self, target: orders.Target, value: str) -> None:
        ban = self._bans.get((target, value))
        if ban is not None and ban.until > self._clock():
            raise Refusal(Denial.SHUT_OUT, after=max(1, round(ban.until - self._clock())))

    def check_hushed(self, identity: str) -> None:
        if self._hushed.get(identity, 0) > self._clock():
            raise Refusal(Denial.HUSHED)

    def muted_by(self, identity: str) -> set[str]:
        return {other for other, stance in self._ignoring.get(identity, {}).items() if stance.muted}

    def blocked_by(self, identity: str) -> set[str]:
        return {other for other, stance in self._ignoring.get(identity, {}).items() if stance.blocked}

    def apart(self, one: str, other: str) -> bool:
        return other in self.blocked_by(one) or one in self.blocked_by(other)

    def blocks(self, identity: str) -> Callable[[str], bool]:
        """Return a function that tells whether this identity currently blocks another."""
        return lambda other: bool(other) and other in self._ignoring.get(identity, {}) and self._ignoring[identity][other].blocked

    @property
    def announcement(self) -> Announced:
        return Announced(text=self.announced.text, at=self.restarts_at)

    @property
    def bans(self) -> list[orders.BanInForce]:
        return [ban for ban in self._bans.values() if ban.until > self._clock()]

    @property
    def hushed(self) -> list[orders.HushInForce]:
        return [orders.HushInForce(identity=who, until=until) for who, until in self._hushed.items() if until > self._clock()]

    @property
    def audit(self) -> list[orders.AuditLine]:
        """List what operators did, latest first."""
        acts = reversed(self._audit[-AUDIT_SHOWN:])
        return [orders.AuditLine(time=act.time, by=act.by, what=type(act.command).__name__, detail=_detail(act.command)) for act in acts]

    # What happens

    async def ignore(self, identity: str, other: str, muted: bool | None = None, blocked: bool | None = None) -> None:
        """Mute or block; None leaves a setting as it was."""
        now = self._ignoring.get(identity, {}).get(other, IgnoringSet(time=0, identity=identity, other=other, muted=False, blocked=False))
        then = replace(
            now,
            time=self._clock(),
            muted=now.muted if muted is None else muted,
            blocked=now.blocked if blocked is None else blocked,
        )
        if (then.muted, then.blocked) == (now.muted, now.blocked):
            return
        self._changes_of_one.spend(identity)
        if not now.time and len(self._ignoring.get(identity, ())) >= MOST_IGNORED:
            raise Refusal(Denial.TOO_MANY)
        await self._write(then)

    async def report(self, report: orders.PlayerReport) -> None:
        """Write down a report; sending the same one twice makes one report."""
        if report.id not in self.reports:
            self._reports_of_one.spend(report.by_identity)
            self._reports_of_table.spend(report.table)
            await self._write(Reported(time=report.time, report=report))

    async def act(self, by: str, command: orders.AnyOperatorCommand) -> None:
        if isinstance(command, orders.SettleReport) and command.id not in self.reports:
            raise Refusal(Denial.NO_REPORT)
        await self._write(OperatorActed(time=self._clock(), by=by, command=command))

    async def forget_old(self) -> None:
        """Delete old records of operators' actions and of the chat around reports for good."""
        oldest = self._clock() - self._keep_seconds
        await self._log.keep_only(lambda entry: self._in_force(entry) or (entry.time >= oldest and not isinstance(entry, IgnoringSet)))
        self.reports = {id: report for id, report in self.reports.items() if report.time >= oldest}
        self._audit = [act for act in self._audit if act.time >= oldest]

    # The fold

    async def _write(self, entry: AnyModerationEntry) -> None:
        await self._log.append(entry)
        await self.catch_up()

    def _fold(self, entry: AnyModerationEntry) -> None:
        match entry:
            case Reported(report=report):
                self.reports[report.id] = report
                while len(self.reports) > REPORTS_KEPT:
                    del self.reports[next(iter(self.reports))]
            case IgnoringSet(identity=identity, other=other):
                self._ignoring.setdefault(identity, {})[other] = entry
                if not entry.muted and not entry.blocked:
                    del self._ignoring[identity][other]
            case OperatorActed():
                self._audit.append(entry)
                self._carry_out(entry)
            case _:
                assert_never(entry)

    def _carry_out(self, act: OperatorActed) -> None:
        match act.command:
            case orders.Ban(target=target, value=value, minutes=minutes, reason=reason):
                until = act.time + 60 * minutes
                self._bans[target, value] = orders.BanInForce(target=target, value=value, until=until, reason=reason, by=act.by)
            case orders.LiftBan(target=target, value=value):
                self._bans.pop((target, value), None)
            case orders.Hush(identity=identity, minutes=minutes):
                self._hushed[identity] = act.time + 60 * minutes
            case orders.ForbidWord(word=word):
                self.words.add(word)
            case orders.AllowWord(word=word):
                self.words.remove(word)
            case orders.SettleReport(id=id, note=note):
                if id in self.reports:
                    self.reports[id] = replace(self.reports[id], settled=f"{act.by}: {note}" if note else act.by)
            case orders.Announce(restart_in=minutes):
                self.announced = act.command
                self.restarts_at = act.time + 60 * minutes if minutes else None
            case orders.CloseTable():
                pass
            case _:
                assert_never(act.command)

    def _in_force(self, entry: AnyModerationEntry) -> bool:
        """Tell whether an old entry still has an effect."""
        match entry:
            case IgnoringSet(identity=identity, other=other):
                return self._ignoring.get(identity, {}).get(other) == entry
            case OperatorActed(command=orders.Ban(target=target, value=value)):
                return (target, value) in self._bans and self._bans[target, value].until > self._clock()
            case OperatorActed(command=orders.ForbidWord() | orders.AllowWord()):
                return True
            case OperatorActed(command=orders.Hush(identity=identity)):
                return self._hushed.get(identity, 0) > self._clock()
            case _:
                return False


def report_id(player: str, command: str) -> str:
    """Give the same command the same id each time it's sent."""
    return hashlib.sha256(f"{player} {command}".encode()).hexdigest()[:12]


def _detail(command: orders.AnyOperatorCommand) -> str:
    said = {field: getattr(command, field) for field in command.__struct_fields__}
    return ", ".join(f"{field} {value}" for field, value in said.items() if value not in ("", 0))


# Words


class WordList:
    """Words that names and chat may not contain, even in disguise."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words: set[str] = set()
        for word in words:
            self.add(word)

    def add(self, word: str) -> None:
        plain = _plain(word).strip()
        if plain.rstrip("*"):
            self.words.add(plain)

    def remove(self, word: str) -> None:
        self.words.discard(_plain(word).strip())

    def objects_to(self, text: str) -> bool:
        """Tell whether the text contains one of the words, also spelled with spaces or dots between letters."""
        if not self.words:
            return False
        said = re.findall(r"\w+", _plain(text))
        said += ["".join(run.split()) for run in re.findall(r"(?:\b\w\b\s*){2,}", " ".join(said))]
        return any(word in self.words or any(f"{word[:end]}*" in self.words for end in range(1, len(word) + 1)) for word in said)


def read_words(path: Path) -> list[str]:
    """Read one word a line; lines that begin with # are comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _plain(text: str) -> str:
    """Return the text in lower case without accents, in its simplest form."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))
