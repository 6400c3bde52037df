"""Dealing: the server commits itself, everybody present reveals what they had committed to, and the seed of the game is a hash over all.

Whoever commits and does not reveal ends the attempt: the deal is called off, they are named, and the next attempt does without them.
"""

import secrets
from collections.abc import Collection, Mapping

from ..chance import player_commitment, seed_from
from ..records import Contribution
from ..rules import Seat
from ..rules.ruleset import FirstPresident
from ..wire.refusals import Denial
from ..wire.table import Stage
from .connection import Presence
from .dealt_game import opening
from .lobby import SeatAssignment
from .log_entries import AnyLogEntry, Committed, DealAnnounced, DealCalledOff, Dealt, Revealed, Stood
from .refusal import Refusal
from .table import Table

SECRET_BYTES = 32


def between_games(table: Table) -> None:
    """Refuse to change anything at the table while a game is played, or while one is being dealt."""
    if table.stage is Stage.PLAYING:
        raise Refusal(Denial.PLAYING)
    if table.dealing:
        raise Refusal(Denial.DEALING)


def deal(table: Table, secret: str, gone: Collection[str] = (), presence: Presence | None = None) -> list[AnyLogEntry]:
    """Begin a game with whoever sits, but for those who left: at once if nobody adds to its chance, else once they revealed it."""
    if table.stage is Stage.PLAYING:
        raise Refusal(Denial.PLAYING)
    sitting = [place for place in table.lobby.places if place.taken and place.player not in gone]
    least = max(table.lobby.options.min_players, min(table.lobby.rules.fascists))
    if len(sitting) < least:
        raise Refusal(Denial.TOO_FEW, least=least, n=len(sitting))
    if len(sitting) not in table.lobby.rules.fascists:
        raise Refusal(Denial.WRONG_NUMBER, rules=table.lobby.rules.name, n=len(sitting))
    stood = [Stood(player=player) for player in gone]
    commitments: dict[str, str] = {}
    if presence is not None:  # of those who are here; who withheld a secret before is not asked again for this game
        asked = [place.player for place in sitting if place.player in presence and place.player not in table.withheld]
        commitments = {player: table.commitments[player] for player in asked if player in table.commitments}
    if commitments:
        return [*stood, DealAnnounced(secret=secret, commitments=commitments)]
    return [*stood, _dealt(table, sitting, secret, {}, {})]


def commit(table: Table, player: str, commitment: str) -> list[AnyLogEntry]:
    if table.stage is Stage.PLAYING or table.announced is not None:
        raise Refusal(Denial.DEALING)
    return [Committed(player=player, commitment=commitment)]


def reveal(table: Table, player: str, secret: str) -> list[AnyLogEntry]:
    announced = table.announced
    if announced is None or player not in announced.commitments:
        raise Refusal(Denial.NOT_DEALING)
    if player_commitment(bytes.fromhex(secret)) != announced.commitments[player]:
        raise Refusal(Denial.NOT_COMMITTED)
    revealed = {**table.revealed, player: secret}
    entries: list[AnyLogEntry] = [Revealed(player=player, secret=secret)]
    if revealed.keys() == announced.commitments.keys():
        sitting = [place for place in table.lobby.places if place.taken]
        entries.append(_dealt(table, sitting, announced.secret, announced.commitments, revealed))
    return entries


def called_off(table: Table) -> list[AnyLogEntry]:
    assert table.announced is not None
    return [DealCalledOff(missing=[player for player in table.announced.commitments if player not in table.revealed])]


def _dealt(table: Table, sitting: list[SeatAssignment], secret: str, commitments: Mapping[str, str], revealed: Mapping[str, str]) -> Dealt:
    contributions = [
        Contribution(seat=Seat(seat), commitment=commitments[place.player], secret=revealed[place.player])
        for seat, place in enumerate(sitting)
        if place.player in revealed
    ]
    seed = seed_from(bytes.fromhex(secret), [(each.seat, bytes.fromhex(each.secret)) for each in contributions]).hex()
    opener = _opener(table, sitting)
    moves = opening(table.lobby.rules, len(sitting), opener, seed)
    record = secrets.token_urlsafe(9)
    return Dealt(
        rules=table.lobby.rules, opener=opener, seed=seed, record=record, moves=moves, server_secret=secret, contributions=contributions
    )


def _opener(table: Table, sitting: list[SeatAssignment]) -> Seat | None:
    """Choose the host, or whoever was Hitler in the game before; nobody where the rules draw lots."""
    if table.lobby.rules.first_president is FirstPresident.RANDOM:
        return None
    last = table.score.last_hitler
    first = [place is last or (last is not None and bool(last.player) and place.player == last.player) for place in sitting]
    if True not in first:
        first = [place.player == table.lobby.host for place in sitting]
    return Seat(first.index(True) if True in first else 0)
