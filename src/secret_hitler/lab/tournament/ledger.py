"""The ledger of a tournament: every finished match, on disk as JSON lines if a file is given, so that a killed run goes on where it was."""

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO, Self

import msgspec

from .tournament import Match, Outcome, Setting, games_of, matches

FAR_BEYOND = 1 << 40
"""Windows locks bytes, not files: one that no tournament reaches."""


class LedgerRefused(ValueError):
    """The file is of another tournament, of none at all, or another run is writing to it."""


class Ledger:
    """The first line of the file tells the setting, each further line the outcome of a match, in the order they finished."""

    def __init__(self, setting: Setting, path: Path | None = None) -> None:
        self.setting = setting
        self.outcomes: dict[Match, Outcome] = {}
        self._matches = matches(setting)
        self._file = None if path is None else _locked(path)
        try:
            if path is not None:
                self._take_up(path)
        except BaseException:
            self.close()
            raise

    @property
    def left(self) -> list[Match]:
        return [match for match in self._matches if match not in self.outcomes]

    @property
    def games_played(self) -> int:
        return games_of(self.outcomes)

    def write(self, outcome: Outcome) -> None:
        """On disk before it counts as played."""
        if self._file is not None:
            _append(self._file, msgspec.json.encode(outcome))
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
            _append(self._file, header)
            return
        if lines[0] != header:
            raise LedgerRefused(_other(path, lines[0], self.setting))
        self._file.truncate(len(header) + 1 + self._read(path, lines[1:]))

    def _read(self, path: Path, lines: list[bytes]) -> int:
        """How many bytes are sound; a power cut may spoil the last line, nothing before it."""
        planned = set(self._matches)
        sound = 0
        for number, line in enumerate(lines, start=2):
            try:
                outcome = msgspec.json.decode(line, type=Outcome)
            except msgspec.DecodeError as error:
                if number == len(lines) + 1:
                    break
                raise LedgerRefused(f"{path}, line {number}: {error}") from error
            if outcome.match not in planned or len(outcome.endings) != outcome.match.games:
                raise LedgerRefused(f"{path}, line {number}: this match is not of this tournament")
            self.outcomes[outcome.match] = outcome
            sound += len(line) + 1
        return sound


def _locked(path: Path) -> BinaryIO:
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


def _append(file: BinaryIO, line: bytes) -> None:
    file.write(line + b"\n")
    file.flush()
    os.fsync(file.fileno())


def _other(path: Path, line: bytes, setting: Setting) -> str:
    try:
        there: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.DecodeError:
        return f"{path} is not the file of a tournament"
    here = msgspec.json.decode(msgspec.json.encode(setting), type=dict[str, Any])
    if there.keys() != here.keys():
        return f"{path} is not the file of a tournament of this version"
    differences = [_difference(name, there[name], here[name]) for name in here if there[name] != here[name]]
    return f"{path} holds another tournament: {'; '.join(differences)}"


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
