"""Tables of strangers: no player can hold the others up. These tables have a clock, start by themselves, and go on without idle players."""

from msgspec.structs import replace

from ..wire.commands import AddBot, Kick, Lock, RemoveBot, SetOptions, TableCommand
from ..wire.table import Options, Stage
from .connection import Presence
from .table import Table

DECISION_SECONDS = 90
LONGEST_DECISION = 300
LONGEST_TALK = 300
MISSED_TURNS = 2
"""After missing so many turns in a row, a player is replaced by a bot until they act again."""


def with_clock(options: Options) -> Options:
    """Give a listed table a clock, and take away options a host could use to hold the others up."""
    if not options.public:
        return options
    talk = options.talk_seconds
    return replace(
        options,
        decision_seconds=min(options.decision_seconds or DECISION_SECONDS, LONGEST_DECISION),
        talk_seconds=None if talk is None else min(talk, LONGEST_TALK),
    )


def not_among_strangers(table: Table, command: TableCommand) -> bool:
    """Tell what a host may not do among strangers: a quick table has no owner, and a listed one keeps people in during games."""
    nobodys = bool(table.lobby.quick_for) and isinstance(command, SetOptions | AddBot | RemoveBot | Kick | Lock)
    return nobodys or (table.lobby.options.public and table.stage is Stage.PLAYING and isinstance(command, Kick))


def left_behind(table: Table, presence: Presence) -> list[str]:
    """Name those left out when a table starts by itself: players who aren't here, or aren't in again after a game."""
    again = table.stage is Stage.OVER
    return [place.player for place in table.lobby.places if place.player and (place.player not in presence or (again and not place.ready))]


def seats_to_fill(table: Table) -> int:
    """Return to how many players bots fill the table up."""
    lobby, sitting = table.lobby, sum(place.taken for place in table.lobby.places)
    wanted = max(lobby.quick_for, sitting, lobby.options.min_players)
    return next((players for players in sorted(lobby.rules.fascists) if players >= wanted), max(lobby.rules.fascists))


def heir(table: Table, presence: Presence) -> str | None:
    """Name the new host after one leaves: the person who has been here longest."""
    lobby = table.lobby
    if not lobby.options.public or presence.away_for(lobby.host) < lobby.options.away_seconds:
        return None
    seated = set(lobby.humans())
    return next((player for player in lobby.names if player in seated and player in presence and player != lobby.host), None)
