"""Absence: what the table may decide about the seat of someone who's away, and how it breaks off a game.

Count everyone who sits, including the silenced and the dead: otherwise one of two players who may speak would decide for five.
Don't show the answers of the silenced before they may be heard again.
"""

from collections.abc import Collection
from math import ceil

from msgspec.structs import replace

from ..rules import Bar, Seat
from ..wire.commands import VoteTakeOver
from ..wire.refusals import Denial
from ..wire.table import Stage
from . import log_entries as log
from .connection import Presence
from .hours import after
from .lobby import SeatAssignment
from .refusal import Barred, Refusal
from .table import Table


def own_seat(table: Table, player: str) -> Seat:
    seat = table.lobby.seat_of(player)
    if seat is None:
        raise Refusal(Denial.NOT_SEATED)
    return seat


def vote_replace(table: Table, player: str, seat: Seat, presence: Presence) -> list[log.AnyLogEntry]:
    own, place = own_seat(table, player), _place(table, seat)
    # A session that waits for this seat would never end, so players in it answer now: the timing tells no more than their play does.
    if seat not in table.awaited and (bar := table.silenced(own)) is not None:
        raise Barred(bar, f"seat {own} may not be heard: {bar.text}")
    if seat == own or not place.player or place.bot is not None:
        raise Refusal(Denial.NOT_AWAY)
    if place.player in as_told(table, presence):
        raise Refusal(Denial.HERE, name=table.lobby.names[place.player])
    _away_long_enough(table, place, presence)
    voted: list[log.AnyLogEntry] = [log.ReplaceVoted(player=player, seat=seat)]
    if 2 * len(place.replace_votes | {player}) > len(_present(table, presence)):
        voted.append(log.BotTookOver(seat=seat, level=table.lobby.options.bot_level))
    return voted


def vote_remake(table: Table, player: str) -> list[log.AnyLogEntry]:
    """Vote to break the game off. Answers are never held back: the last one ends the game that it could say anything about."""
    own_seat(table, player)
    if table.stage is not Stage.PLAYING:
        raise Refusal(Denial.NO_GAME)
    voted: list[log.AnyLogEntry] = [log.RemakeVoted(player=player)]
    if len(table.playing.remake_votes | {player}) >= table.remake_needed:
        voted.append(log.Remade())
    return voted


def take_over(table: Table, player: str, seat: Seat, presence: Presence) -> list[log.AnyLogEntry]:
    """Ask for a seat as a newcomer, and let the table vote."""
    if table.lobby.seat_of(player) is not None:
        raise Refusal(Denial.SEATED)
    place = _place(table, seat)
    _between_sessions(table)
    _may_change_hands(table, place, presence)
    if _has_seen(table, player):
        raise Refusal(Denial.HELD_A_SEAT)
    if place.asking is not None and place.asking.player != player and place.asking.player in presence:
        raise Refusal(Denial.ANOTHER_ASKS)
    return [log.TakeOverAsked(seat=seat, player=player)]


def vote_take_over(table: Table, player: str, vote: VoteTakeOver, presence: Presence) -> list[log.AnyLogEntry]:
    own_seat(table, player)
    place = _place(table, vote.seat)
    _between_sessions(table)
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


def _between_sessions(table: Table) -> None:
    """Refuse during a session: a request, its name and its end could signal for a silenced player. A bot can take over meanwhile."""
    if table.in_session:
        raise Refusal(Denial.SESSION)


def _may_change_hands(table: Table, place: SeatAssignment, presence: Presence) -> None:
    """Allow only the seat of a player who left. A bot that was dealt in, or that replaced someone sent away, plays to the end."""
    if not place.player or place.owner:
        raise Refusal(Denial.NOT_FREE)
    if place.player in as_told(table, presence):
        raise Refusal(Denial.OWNER_HERE)
    _away_long_enough(table, place, presence)


def _away_long_enough(table: Table, place: SeatAssignment, presence: Presence) -> None:
    left_at = presence.now - presence.away_for(place.player)
    left = after(table.lobby.hours_of(place.player), left_at, table.lobby.options.patience) - presence.now
    if left > 0:
        raise Refusal(Denial.NOT_AWAY_YET, name=table.lobby.names[place.player], n=ceil(left))


def _has_seen(table: Table, player: str) -> bool:
    """Tell by browser whether this player knows secrets of this game; among strangers, count an address as one person."""
    held, lobby = table.playing.held, table.lobby
    marks = [lobby.identities, lobby.origins] if lobby.options.public else [lobby.identities]
    return player in held or any(mark.get(player) and mark[player] in {mark.get(each) for each in held} for mark in marks)


def _present(table: Table, presence: Presence) -> set[str]:
    return {human for human in table.lobby.humans() if human in presence}


def heard(table: Table, votes: Collection[str]) -> int:
    """Count the votes that may be shown, without those of players who may not be heard yet."""
    seats = map(table.lobby.seat_of, votes)
    return sum(seat is None or table.silenced(seat) is None for seat in seats)


def as_told(table: Table, presence: Presence) -> Presence:
    """Say who is here, without what silenced players could signal by coming and going.

    Count the dead as here until the end. Count a seat in session as here until it has been away for as long as the table agreed to wait:
    then the others have to know, and such a slow signal says less than how long somebody looks at their cards."""
    away = table.lobby.options.patience
    bars = {place.player: table.silenced(Seat(seat)) for seat, place in enumerate(table.lobby.places) if place.player}
    hidden = {player for player, bar in bars.items() if bar is Bar.DEAD or (bar is not None and presence.away_for(player) < away)}
    return replace(presence, connected=presence.connected | hidden) if hidden - presence.connected else presence
