"""When somebody is away: what the table may decide about their seat, and what it may not."""

from math import ceil

from ..rules import Seat
from ..wire.commands import VoteTakeOver
from ..wire.refusals import Denial
from ..wire.table import Stage
from . import log_entries as log
from .connection import Presence
from .lobby import SeatAssignment
from .refusal import Refusal
from .table import Table


def own_seat(table: Table, player: str) -> Seat:
    seat = table.lobby.seat_of(player)
    if seat is None:
        raise Refusal(Denial.NOT_SEATED)
    return seat


def vote_replace(table: Table, player: str, seat: Seat, presence: Presence) -> list[log.AnyLogEntry]:
    own, place = own_seat(table, player), _place(table, seat)
    if seat == own or not place.player or place.bot is not None:
        raise Refusal(Denial.NOT_AWAY)
    if place.player in presence:
        raise Refusal(Denial.HERE, name=table.lobby.names[place.player])
    _away_long_enough(table, place, presence)
    voted: list[log.AnyLogEntry] = [log.ReplaceVoted(player=player, seat=seat)]
    if 2 * len(place.replace_votes | {player}) > len(_present(table, presence)):
        voted.append(log.BotTookOver(seat=seat, level=table.lobby.options.bot_level))
    return voted


def vote_remake(table: Table, player: str) -> list[log.AnyLogEntry]:
    own_seat(table, player)
    if table.stage is not Stage.PLAYING:
        raise Refusal(Denial.NO_GAME)
    voted: list[log.AnyLogEntry] = [log.RemakeVoted(player=player)]
    if len(table.playing.remake_votes | {player}) >= table.remake_needed:
        voted.append(log.Remade())
    return voted


def take_over(table: Table, player: str, seat: Seat, presence: Presence) -> list[log.AnyLogEntry]:
    """Ask for a seat as a newcomer; the table has to agree."""
    if table.lobby.seat_of(player) is not None:
        raise Refusal(Denial.SEATED)
    place = _place(table, seat)
    _may_change_hands(table, place, presence)
    if _has_seen(table, player):
        raise Refusal(Denial.HELD_A_SEAT)
    if place.asking is not None and place.asking.player != player and place.asking.player in presence:
        raise Refusal(Denial.ANOTHER_ASKS)
    return [log.TakeOverAsked(seat=seat, player=player)]


def vote_take_over(table: Table, player: str, vote: VoteTakeOver, presence: Presence) -> list[log.AnyLogEntry]:
    own_seat(table, player)
    place = _place(table, vote.seat)
    asking = place.asking
    if asking is None or asking.player != vote.player or asking.player not in presence:
        raise Refusal(Denial.NOBODY_ASKS)
    _may_change_hands(table, place, presence)
    voted: list[log.AnyLogEntry] = [log.TakeOverVoted(seat=vote.seat, player=player, admit=vote.admit)]
    present = _present(table, presence)
    ayes, noes = (asking.ayes | {player}, asking.noes - {player}) if vote.admit else (asking.ayes - {player}, asking.noes | {player})
    if 2 * len(ayes & present) > len(present):
        return [*voted, log.TakenOver(seat=vote.seat, player=asking.player)]
    if 2 * len(noes & present) >= len(present):
        return [*voted, log.TakeOverRefused(seat=vote.seat)]
    return voted


def _place(table: Table, seat: Seat) -> SeatAssignment:
    if table.stage is not Stage.PLAYING or not 0 <= seat < len(table.lobby.places):
        raise Refusal(Denial.NO_GAME)
    return table.lobby.places[seat]


def _may_change_hands(table: Table, place: SeatAssignment, presence: Presence) -> None:
    """Allow only the seat of a person who left: a bot dealt in from the start, or for somebody sent away, plays to the end."""
    if not place.player or place.owner:
        raise Refusal(Denial.NOT_FREE)
    if place.player in presence:
        raise Refusal(Denial.OWNER_HERE)
    _away_long_enough(table, place, presence)


def _away_long_enough(table: Table, place: SeatAssignment, presence: Presence) -> None:
    left = table.lobby.options.away_seconds - presence.away_for(place.player)
    if left > 0:
        raise Refusal(Denial.NOT_AWAY_YET, name=table.lobby.names[place.player], n=ceil(left))


def _has_seen(table: Table, player: str) -> bool:
    """Tell by their browser whether somebody knows secrets of this game; among strangers take an address for one person."""
    held, lobby = table.playing.held, table.lobby
    marks = [lobby.identities, lobby.origins] if lobby.options.public else [lobby.identities]
    return player in held or any(mark.get(player) and mark[player] in {mark.get(each) for each in held} for mark in marks)


def _present(table: Table, presence: Presence) -> set[str]:
    return {human for human in table.voters() if human in presence}
