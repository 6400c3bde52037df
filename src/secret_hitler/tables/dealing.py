"""Dealing: the server commits to a secret, each player present reveals theirs, and the game's seed is a hash over all of them.

A player who commits and doesn't reveal ends the attempt: the table calls the deal off, names them, and deals without their secret.
"""

import secrets
from collections.abc import Collection, Mapping

from ..chance import Contribution, announcement_hash, player_commitment, seed_from
from ..rules import Seat
from ..rules.ruleset import FirstPresident
from ..wire.commands import Reveal
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
    """Refuse changes to the table during a game or a deal."""
    if table.stage is Stage.PLAYING:
        raise Refusal(Denial.PLAYING)
    if table.dealing:
        raise Refusal(Denial.DEALING)


def deal(table: Table, secret: str, gone: Collection[str] = (), presence: Presence | None = None) -> list[AnyLogEntry]:
    """Begin a game with everyone who sits and hasn't left: now if no player adds to its chance, otherwise after they reveal."""
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
    if presence is not None:  # ask those who are here, and not again those who withheld a secret for this game
        asked = [place.player for place in sitting if place.player in presence and place.player not in table.withheld]
        commitments = {player: table.commitments[player] for player in asked if player in table.commitments}
    if commitments:
        return [*stood, DealAnnounced(secret=secret, commitments=commitments)]
    return [*stood, _dealt(table, sitting, secret, {}, {})]


def commit(table: Table, player: str, commitment: str) -> list[AnyLogEntry]:
    if table.stage is Stage.PLAYING or table.announced is not None:
        raise Refusal(Denial.DEALING)
    return [Committed(player=player, commitment=commitment)]


def reveal(table: Table, player: str, command: Reveal) -> list[AnyLogEntry]:
    announced, shown = table.announced, table.announcement
    if announced is None or shown is None or player not in announced.commitments:
        raise Refusal(Denial.NOT_DEALING)
    if command.announcement and command.announcement != announcement_hash(*shown):
        raise Refusal(Denial.NOT_DEALING)  # in the record it would look as if the server had announced something else to them
    if player_commitment(bytes.fromhex(command.secret)) != announced.commitments[player]:
        raise Refusal(Denial.NOT_COMMITTED)
    entry = Revealed(player=player, secret=command.secret, announcement=command.announcement)
    revealed = {**table.revealed, player: entry}
    entries: list[AnyLogEntry] = [entry]
    if revealed.keys() == announced.commitments.keys():
        sitting = [place for place in table.lobby.places if place.taken]
        entries.append(_dealt(table, sitting, announced.secret, announced.commitments, revealed))
    return entries


def called_off(table: Table) -> list[AnyLogEntry]:
    assert table.announced is not None
    return [DealCalledOff(missing=[player for player in table.announced.commitments if player not in table.revealed])]


def _dealt(
    table: Table, sitting: list[SeatAssignment], secret: str, commitments: Mapping[str, str], revealed: Mapping[str, Revealed]
) -> Dealt:
    contributions = [
        Contribution(seat=Seat(seat), commitment=commitments[place.player], secret=said.secret, announcement=said.announcement)
        for seat, place in enumerate(sitting)
        if (said := revealed.get(place.player)) is not None
    ]
    seed = seed_from(bytes.fromhex(secret), [(each.seat, bytes.fromhex(each.secret)) for each in contributions]).hex()
    opener = _opener(table, sitting)
    moves = opening(table.lobby.rules, len(sitting), opener, seed)
    record = secrets.token_urlsafe(9)
    return Dealt(
        rules=table.lobby.rules, opener=opener, seed=seed, record=record, moves=moves, server_secret=secret, contributions=contributions
    )


def _opener(table: Table, sitting: list[SeatAssignment]) -> Seat | None:
    """Choose the host, or Hitler of the game before, where the rules don't draw lots."""
    if table.lobby.rules.first_president is FirstPresident.RANDOM:
        return None
    last = table.score.last_hitler if table.lobby.rules.first_president is FirstPresident.HOST_THEN_LAST_HITLER else None
    first = [place is last or (last is not None and bool(last.player) and place.player == last.player) for place in sitting]
    if True not in first:
        first = [place.player == table.lobby.host for place in sitting]
    return Seat(first.index(True) if True in first else 0)
