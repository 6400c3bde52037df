"""Pushes: which browsers want to be told of what, and telling each of them once, whichever node does it."""

import asyncio
import hashlib
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from ...storage import Change, Drop, Kind, Put, Storage
from ...tables.hours import DAY
from ...tables.notices import Notice
from ...tables.refusal import Refusal
from ...tables.table import Table
from ...wire.push import NoticeKind, Notification, Subscription
from ...wire.refusals import Denial
from ...words import LANGUAGES, Words
from ..signed_tokens import SignedIn
from .encryption import Vapid, check_keys, encrypt, to_base64
from .outgoing import AT_ONCE_OF_SITE, Outgoing

DEVICES = 10
"""Browsers of one player."""
LEASE_SECONDS = 120.0
"""Longer than all tries take: after it, another start of the server may tell a player what a killed one perhaps didn't."""


class _Stored(Struct, frozen=True):
    subscription: Subscription
    session: SignedIn
    """Who signs out here isn't told anything more."""


class _Told(Struct, frozen=True):
    about: str
    until: float | None = None
    """While someone tries to; None once it's done."""


_stored, _told = msgspec.json.Decoder(_Stored), msgspec.json.Decoder(_Told)


class Pushes:
    def __init__(
        self,
        storage: Storage,
        outgoing: Outgoing,
        vapid: Vapid,
        clock: Callable[[], float],
        over: Callable[[SignedIn], bool],
        apart: Callable[[str, str], bool],
    ) -> None:
        self._storage, self._outgoing, self._clock = storage, outgoing, clock
        self.vapid = vapid
        self._over, self._apart = over, apart

    async def subscribe(self, session: SignedIn, wanted: Subscription) -> None:
        """Store where a browser gets notifications, in place of what it wanted before."""
        try:
            await asyncio.to_thread(check_keys, wanted.keys)
        except ValueError as error:
            raise Refusal(Denial.MESSAGE, detail=f"these keys can't be used: {error}") from error
        if not self._outgoing.allows(wanted.endpoint):
            raise Refusal(Denial.MESSAGE, detail="this endpoint can't be used")
        key, body = _key(wanted.endpoint), msgspec.json.encode(_Stored(wanted, session))
        others = [other for other, _ in await self._storage.find(Kind.SUBSCRIPTION, owner=session.identity) if other != key]
        old = {_key(wanted.replaces or ""), *others[: max(0, len(others) + 1 - DEVICES)]} - {key}
        await self._storage.write(
            Put(Kind.SUBSCRIPTION, key, body, owner=session.identity), *(Drop(Kind.SUBSCRIPTION, each) for each in old)
        )

    async def unsubscribe(self, endpoint: str) -> None:
        await self._storage.write(Drop(Kind.SUBSCRIPTION, _key(endpoint)))

    async def of(self, identity: str) -> list[Subscription]:
        found = [(key, _stored.decode(body)) for key, body in await self._storage.find(Kind.SUBSCRIPTION, owner=identity)]
        over: list[Change] = [Drop(Kind.SUBSCRIPTION, key) for key, stored in found if self._over(stored.session)]
        if over:
            await self._storage.write(*over)
        return [stored.subscription for _, stored in found if not self._over(stored.session)]

    async def exported(self, identity: str) -> list[dict[str, Any]]:
        """Return what a player may read of it; the addresses alone let anyone with our key write to a browser."""
        return [{"site": urlsplit(each.endpoint).netloc, "kinds": each.kinds, "tables": each.tables} for each in await self.of(identity)]

    async def notify(self, table: Table, notice: Notice, here: bool) -> float | None:
        """Tell a player's browsers, unless it was done or is being done; return when to look again in that case."""
        identities = table.lobby.identities
        identity, now = identities[notice.player], self._clock()
        wanted = [each for each in await self.of(identity) if notice.kind in each.tables.get(table.code, each.kinds)]
        if not wanted or (notice.by and self._apart(identity, identities[notice.by])):
            return None
        key = f"{table.code}/{notice.slot}"
        stored = await self._storage.get(Kind.NOTICE, key)
        last = None if stored is None else _told.decode(stored)
        if last is not None and last.about == notice.about and (last.until is None or now < last.until):
            return last.until
        claim = msgspec.json.encode(_Told(notice.about, None if here else now + LEASE_SECONDS))
        mine = await self._storage.write(Put(Kind.NOTICE, key, claim, identity, now, expected=stored))
        if here and mine:
            return None
        if mine and self._outgoing.begin(identity, self._tell(wanted, table, notice, Put(Kind.NOTICE, key, claim, identity, now))):
            return None
        return now + LEASE_SECONDS

    async def _tell(self, wanted: list[Subscription], table: Table, notice: Notice, claim: Put) -> None:
        messages = [(each, _notification(table, notice, each.language)) for each in wanted]  # now, because the table goes on
        seconds = DAY if notice.until is None else max(60, notice.until - self._clock())
        topic = to_base64(hashlib.sha256(f"{table.code}/{notice.player}/{notice.kind}".encode()).digest())[:32]
        statuses = await asyncio.gather(*(self._post(each, message, topic, int(seconds)) for each, message in messages))
        gone: list[Change] = [
            Drop(Kind.SUBSCRIPTION, _key(each.endpoint))
            for each, status in zip(wanted, statuses, strict=True)
            if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
        ]
        done = Put(claim.kind, claim.key, msgspec.json.encode(_Told(notice.about)), claim.owner, claim.time, expected=claim.body)
        await self._storage.write(done)
        await self._storage.write(*gone)

    async def _post(self, to: Subscription, message: Notification, topic: str, seconds: int) -> int:
        site = urlsplit(to.endpoint)
        signed = await asyncio.to_thread(self.vapid.authorization, f"{site.scheme}://{site.netloc}", self._clock())
        headers = {
            "authorization": signed,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(seconds),
            "topic": topic,
            "urgency": "high",
        }
        body = await asyncio.to_thread(encrypt, msgspec.json.encode(message), to.keys)
        return await self._outgoing.post(site.netloc, AT_ONCE_OF_SITE, to.endpoint, body, headers)


def _notification(table: Table, notice: Notice, language: str) -> Notification:
    """Say it in words that hold no secret: only what everyone at the table can see decides them."""
    lobby, words = table.lobby, Words(language if language in LANGUAGES else "en")
    return Notification(
        title=f"Secret Hitler · {lobby.names[lobby.host]}",
        body=words.say(f"push.{notice.says}", name=lobby.names.get(notice.by, "")),
        url=f"/t/{table.code}",
        tag=f"{table.code} {notice.kind if notice.kind is not NoticeKind.ADDRESSED else notice.about}",
        until=notice.until,
    )


def _key(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
