"""The ledger of a tournament: every finished match, on disk as JSON lines if a file is given.

A killed run goes on where it was, and a finished one can be given more games, bots or counts of players.
"""

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO, Self

import msgspec

from .tournament import Match, Outcome, Setting, games_of, matches

FAR_BEYOND = 1 << 40
"""Windows locks bytes, not files: one that no tournament reaches."""


_SETTING = b'{"rules":'
_FIXED = ("rules", "seed", "version", "minds")
"""What cannot be extended."""


class LedgerRefused(ValueError):
    """The file is of another tournament, of none at all, or another run is writing to it."""


class Ledger:
    """The first line of the file tells the setting, each further line the outcome of a match, as they finished, or a larger setting."""

    def __init__(self, setting: Setting, path: Path | None = None) -> None:
        self.setting = setting
        """What is asked for, and whatever else the file was made for."""
        self.outcomes: dict[Match, Outcome] = {}
        self._file = None if path is None else locked(path)
        try:
            if path is not None:
                self._take_up(path)
        except BaseException:
            self.close()
            raise

    @property
    def left(self) -> list[Match]:
        return matches(self.setting, self.outcomes)

    @property
    def games_played(self) -> int:
        return games_of(self.outcomes)

    def write(self, outcome: Outcome) -> None:
        """On disk before it counts as played."""
        if self._file is not None:
            append(self._file, msgspec.json.encode(outcome))
        self.outcomes[outcome.match] = outcome

    def write_all(self, outcomes: Iterable[Outcome], progress: Callable[[int], None] | None = None) -> None:
        """As they come; progress is told how many games this run has played, which an estimate of the time left needs."""
        before = self.games_played
        for outcome in outcomes:
            self.write(outcome)
            if progress is not None:
                progress(self.games_played - before)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take_up(self, path: Path) -> None:
        assert self._file is not None
        self._file.seek(0)
        *lines, torn = self._file.read().split(b"\n")
        header = msgspec.json.encode(self.setting)
        if not lines:
            if not header.startswith(torn):
                raise LedgerRefused(f"{path} is not the file of a tournament")
            self._file.truncate(0)
            append(self._file, header)
            return
        there = _setting(path, lines[0], self.setting)
        there, sound = self._read(path, there, lines[1:])
        self._file.truncate(len(lines[0]) + 1 + sound)
        self.setting = there.extended(self.setting)
        if self.setting != there:
            append(self._file, msgspec.json.encode(self.setting))

    def _read(self, path: Path, setting: Setting, lines: list[bytes]) -> tuple[Setting, int]:
        """Return the last setting, and how many bytes are sound; a power cut may spoil the last line, nothing before it."""
        sound = 0
        for number, line in enumerate(lines, start=2):
            try:
                if line.startswith(_SETTING):
                    setting = msgspec.json.decode(line, type=Setting)
                else:
                    self._take_in(setting, msgspec.json.decode(line, type=Outcome))
            except msgspec.DecodeError as error:
                if number == len(lines) + 1:
                    break
                raise LedgerRefused(f"{path}, line {number}: {error}") from error
            except ValueError as error:
                raise LedgerRefused(f"{path}, line {number}: {error}") from error
            sound += len(line) + 1
        return setting, sound

    def _take_in(self, setting: Setting, outcome: Outcome) -> None:
        match = outcome.match
        known = match.players in setting.players and {match.liberals, match.fascists} <= set(setting.bots)
        if not known or match in self.outcomes or match.deals.stop > setting.games or len(outcome.endings) != match.games:
            raise ValueError("this match is not of this tournament")
        self.outcomes[match] = outcome


def locked(path: Path) -> BinaryIO:
    file = path.open("a+b")
    try:
        _lock(file)
    except (BlockingIOError, PermissionError) as error:
        file.close()
        raise LedgerRefused(f"another run is writing to {path}") from error
    return file


def _lock(file: BinaryIO) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(FAR_BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def append(file: BinaryIO, line: bytes) -> None:
    file.write(line + b"\n")
    file.flush()
    os.fsync(file.fileno())


def _setting(path: Path, line: bytes, asked: Setting) -> Setting:
    """Return what the file was begun for, if that can be extended to what is asked."""
    try:
        there: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise LedgerRefused(f"{path} is not the file of a tournament") from error
    here = msgspec.json.decode(msgspec.json.encode(asked), type=dict[str, Any])
    if there.keys() != here.keys():
        raise LedgerRefused(f"{path} is not the file of a tournament of this version")
    if differences := [_difference(name, there[name], here[name]) for name in _FIXED if there[name] != here[name]]:
        raise LedgerRefused(f"{path} holds another tournament: {'; '.join(differences)}")
    return msgspec.json.decode(line, type=Setting)


def _difference(name: str, there: Any, here: Any) -> str:
    told_there, told_here = _brief(there), _brief(here)
    return f"other {name}" if told_there == told_here else f"{name} {told_there} there, {told_here} here"


def _brief(value: Any) -> str:
    match value:
        case {"name": str(name)}:
            return str(name)
        case list(items):
            return ",".join(map(str, items))
        case _:
            return str(value)
