"""The journal of an arena: every game with its talk, its questions to models and what they cost; a killed run goes on from it."""

import hashlib
from pathlib import Path
from typing import Self

import msgspec
from msgspec import Struct

from secret_hitler import __version__

from .arena import ArenaGame, Contest
from .ledger import LedgerRefused, append, locked


class _Header(Struct):
    contest: Contest
    version: str
    files: dict[str, str]
    """Of the models that files describe, a hash."""


class Journal:
    def __init__(self, contest: Contest, path: Path) -> None:
        """Read the games that are there, which must be of this contest."""
        names = {contest.liberals, contest.fascists, *contest.seats}
        files = {name: hashlib.sha256(Path(name).read_bytes()).hexdigest() for name in sorted(names) if name.endswith(".toml")}
        header = msgspec.json.encode(_Header(contest, __version__, files))
        self.games: list[ArenaGame] = []
        self._file = locked(path)
        try:
            self._file.seek(0)
            *lines, torn = self._file.read().split(b"\n")
            if header != (lines[0] if lines else header) or (not lines and not header.startswith(torn)):
                raise LedgerRefused(f"{path} holds games of other bots, rules or models, or of another seed or version")
            self.games = [msgspec.json.decode(line, type=ArenaGame) for line in lines[1:]]
            self._file.truncate(sum(len(line) + 1 for line in lines))
            if not lines:
                append(self._file, header)
        except BaseException:
            self._file.close()
            raise

    def keep(self, game: ArenaGame) -> None:
        """Write a game, if it is new, before it counts as played."""
        if game.number >= len(self.games):
            append(self._file, msgspec.json.encode(game))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
