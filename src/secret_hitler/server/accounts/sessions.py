"""Sessions of browsers and programs that have ended. A signed token alone would stay valid as long as its signature."""

from collections.abc import Callable

from ...storage import Drop, Kind, Put, Storage
from ..signed_tokens import SESSION_SECONDS, SignedIn

DELETED = b"deleted"


class Sessions:
    """Stay in memory, since every request asks; read what other nodes wrote every few seconds."""

    def __init__(self, storage: Storage, clock: Callable[[], float]) -> None:
        self._storage, self._clock = storage, clock
        self._ended: dict[str, float] = {}
        """When each session ended; for an identity, when all sessions begun before that ended."""
        self._deleted: set[str] = set()

    async def catch_up(self) -> None:
        forgotten_before = self._clock() - SESSION_SECONDS
        for key, body in await self._storage.find(Kind.ENDED):
            at, _, deleted = body.partition(b" ")
            if float(at) < forgotten_before:
                await self._storage.write(Drop(Kind.ENDED, key))
                continue
            self._ended[key] = float(at)
            if deleted == DELETED:
                self._deleted.add(key)

    async def end(self, whose: str, deleted: bool = False) -> float:
        """End a session, or all of an identity or program until now, and return the time."""
        now = self._clock()
        await self._storage.write(Put(Kind.ENDED, whose, f"{now!r} ".encode() + (DELETED if deleted else b"")))
        self._ended[whose] = now
        if deleted:
            self._deleted.add(whose)
        return now

    def over(self, session: SignedIn) -> bool:
        ended = self._ended.get(session.identity)
        return session.id in self._ended or (ended is not None and session.issued < ended)

    def deleted(self, identity: str) -> bool:
        """Tell whether a player deleted all their data here; then store nothing more for them."""
        return identity in self._deleted
