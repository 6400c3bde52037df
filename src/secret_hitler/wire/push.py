"""Notifications: what a closed page can be told, and where else a table's public events go."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

Key = Annotated[str, Meta(max_length=200, pattern="^[A-Za-z0-9_-]+$")]
Address = Annotated[str, Meta(max_length=1000, pattern="^https?://[!-~]+$")]


class NoticeKind(StrEnum):
    TURN = "turn"
    """The table waits for you; at a slow table once more when a quarter of the time is left."""
    BEGINS = "begins"
    """A game begins, or the table opens."""
    ADDRESSED = "addressed"
    """Someone speaks to you."""
    RESULT = "result"


Kinds = Annotated[list[NoticeKind], Meta(max_length=8)]


class PushKeys(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The browser's keys, in base64url; only it can read what they encrypt."""

    p256dh: Key
    auth: Key


class Subscription(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a browser gets notifications, and which ones it wants."""

    endpoint: Address
    keys: PushKeys
    language: Annotated[str, Meta(max_length=24)] = "en"
    kinds: Kinds
    """Which ones, at every table that `tables` doesn't name."""
    tables: Annotated[dict[str, Kinds], Meta(max_length=50)] = {}
    """By table: which ones instead."""
    replaces: Address | None = None
    """The address that this one replaces."""


class Unsubscribe(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    endpoint: Address


class PushService(Struct, kw_only=True):
    key: str
    """The server's public key, in base64url: a subscription must be made for it."""


class Notification(Struct, frozen=True, kw_only=True):
    """What a browser is told. It holds no secret and nothing that tells a role."""

    title: str
    body: str
    url: str
    """One tap leads there."""
    tag: str
    """A later notification with the same tag takes its place."""
    until: float | None = None
    """When the clock runs out."""


class SetWebhook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Send a table's public events to an address, or to none."""

    url: Address | None = None


class Webhook(Struct, kw_only=True):
    url: str
    secret: str
    """The key of the signature in `x-signature-256`."""
