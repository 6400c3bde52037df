"""Promise: what the server announced before a deal. A client keeps it and compares it with the record of the game."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ..chance import announcement_hash, player_commitment
from ..records import Record, UnfitRecord, check_announcement, final, moments, verify
from ..rules import Seat, View
from ..wire.table import Stage, TableState


class DealCheck(StrEnum):
    KEPT = "kept"
    """The cards follow from the announcement and from the secrets of its players, mine included."""
    BROKEN = "broken"
    UNCHECKED = "unchecked"
    """My own secret isn't in the deal, or the server doesn't show the record."""


class Promise(Struct, frozen=True, kw_only=True):
    game: int
    announcement: str
    """Empty once that deal was called off."""
    secret: str = ""
    """Mine, once I've revealed it for this announcement."""
    answered: int = 0
    """For how many announcements of this game I've revealed a secret."""
    renewed: bool = False
    """The server announced another deal and named no player who withheld a secret: it could go on until it likes the cards."""

    def answer(self, secret: str) -> "Promise":
        return replace(self, secret=secret, answered=self.answered + 1)

    def called_off(self, table: TableState, came: bool) -> bool:
        """Tell whether the deal I revealed for is off: the server named a player for it, or did so while I was away."""
        if table.stage is Stage.PLAYING:
            return came and table.game == self.game and player_commitment(bytes.fromhex(self.secret)) not in table.commitments
        return table.dealing and not any(table.commitments) and _named(table) >= self.answered


def promise_at(table: TableState, kept: Promise | None, came: bool = False) -> Promise | None:
    """Return what the table promises now, or else what it promised before; `came` after a new connection."""
    if kept is not None and kept.secret and kept.called_off(table, came):
        return replace(kept, announcement="", secret="")
    if table.stage is Stage.PLAYING or not table.dealing or not table.commitment or not any(table.commitments):
        return kept
    announcement = announcement_hash(table.commitment, table.commitments)
    if kept is None or kept.game != table.game + 1:
        return Promise(game=table.game + 1, announcement=announcement)
    if kept.announcement == announcement:
        return kept
    return replace(kept, announcement=announcement, secret="", renewed=kept.renewed or _named(table) < kept.answered)


def _named(table: TableState) -> int:
    """Count the players here who withheld a secret: each of them explains one deal that was called off."""
    return sum(chair.name in table.withheld for chair in table.chairs if chair.player)


def check_promise(promise: Promise, record: Record, seat: Seat, seen: View | None) -> DealCheck:
    """Compare the record with the promise to a seat and with what that seat has `seen`; raise UnfitRecord if they differ."""
    if promise.renewed:
        raise UnfitRecord("the server knew the secrets, announced another deal, and named no player who withheld one")
    if not promise.announcement:
        return DealCheck.UNCHECKED
    final(record)
    verify(record)
    check_announcement(record, promise.announcement)
    *_, last = moments(record, seat)
    if seen is not None and (seen.rules, seen.roles, seen.rounds) != (last.view.rules, last.view.roles, last.view.rounds):
        raise UnfitRecord("the record isn't of the game that was played")
    if not promise.secret:
        return DealCheck.UNCHECKED
    if (seat, promise.secret) not in [(each.seat, each.secret) for each in record.contributions]:
        raise UnfitRecord("my own secret isn't in the record")
    return DealCheck.KEPT
