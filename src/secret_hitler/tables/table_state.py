"""A table as the wire shows it to everybody."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from msgspec.structs import replace

from ..rules import Seat
from ..wire.api import TableSummary
from ..wire.table import Appearance, Chair, Newcomer, Stage, TableState, Unrated
from .absence import as_told, heard
from .connection import Presence
from .lobby import SeatAssignment
from .table import Table

BIRDS, HATS, COATS = 8, 10, 10


def appearances(players: Sequence[str], chosen: Mapping[str, Appearance]) -> list[Appearance]:
    """Give each chair a coat of its own, the first choice first; whoever didn't choose gets a bird and a hat that nobody has."""
    return list(_appearances(tuple(players), tuple(chosen.items())))


@lru_cache(1000)
def _appearances(players: tuple[str, ...], choices: tuple[tuple[str, Appearance], ...]) -> list[Appearance]:
    seats, chosen = range(len(players)), dict(choices)
    looks = [chosen.get(player, Appearance(bird=seat % BIRDS, hat=seat % HATS, coat=seat % COATS)) for seat, player in enumerate(players)]
    order = list(chosen)
    free = {"bird": set(range(BIRDS)), "hat": set(range(HATS)), "coat": set(range(COATS))}
    for seat in sorted(seats, key=lambda seat: order.index(players[seat]) if players[seat] in chosen else len(order) + seat):
        for part, left in free.items():
            wanted = getattr(looks[seat], part)
            if left and (part == "coat" or players[seat] not in chosen):
                nearest = min(left, key=lambda other: (other - wanted) % COATS)
                looks[seat] = replace(looks[seat], **{part: nearest})
            left.discard(getattr(looks[seat], part))
    return looks


def table_state(table: Table, presence: Presence, spectators: int) -> TableState:
    lobby, current, announcement = table.lobby, table.current, table.announcement
    presence = as_told(table, presence)
    looks = appearances([place.player for place in lobby.places], lobby.looks)
    awaited_from = table.claim_awaited_from
    unrated = current.unrated if current is not None and table.stage is Stage.PLAYING else lobby.unrated
    too_quick = current.unrated if current is not None and current.unrated is Unrated.TOO_QUICK else None
    commitment, commitments = None if current is None else current.commitment, list[str | None]()
    if announcement is not None:
        commitment, commitments = announcement
    elif current is not None and not table.dealing:
        commitments = current.commitments
    return TableState(
        code=table.code,
        stage=table.stage,
        options=lobby.options,
        rules=lobby.rules,
        chairs=[
            _chair(table, Seat(seat), place, presence, look) for seat, (place, look) in enumerate(zip(lobby.places, looks, strict=True))
        ],
        spectators=spectators,
        locked=lobby.locked,
        password=bool(lobby.password_hash),
        quick=bool(lobby.quick_for),
        game=table.games,
        rated=unrated is None,
        unrated=too_quick or unrated,
        commitment=commitment,
        commitments=commitments,
        dealing=table.dealing,
        withheld=[lobby.names[player] for player in sorted(table.withheld)],
        begins_at=table.begins_at,
        deadline=table.deadline,
        talk_until=table.talk_until,
        word_until=table.claim_deadline if awaited_from else None,
        word_of=awaited_from,
        unready=table.unready,
        webhook=urlsplit(lobby.webhook).netloc,
        remake_votes=0 if current is None else heard(table, current.remake_votes),
        remake_needed=table.remake_needed,
        ending=None if current is None else current.game.ending,
        record=None if table.ended is None else table.ended.dealt.record,
        score=list(table.score.by_player.values()),
    )


def table_summary(table: Table) -> TableSummary:
    return TableSummary(
        code=table.code,
        stage=table.stage,
        rules=table.lobby.rules.name,
        players=len(table.lobby.places) - len(table.lobby.free_chairs),
        humans=len(table.lobby.humans()),
        programs=sum(player in table.lobby.programs for player in table.lobby.humans()),
        seats_free=0 if table.stage is Stage.PLAYING or table.lobby.locked else len(table.lobby.free_chairs),
        password=bool(table.lobby.password_hash),
        host="" if table.lobby.private else table.lobby.names.get(table.lobby.host, ""),
    )


def _chair(table: Table, seat: Seat, place: SeatAssignment, presence: Presence, look: Appearance) -> Chair:
    lobby, asking = table.lobby, place.asking
    return Chair(
        seat=seat,
        player=place.player or None,
        name=lobby.names.get(place.player, "") if place.player else "",
        bot=place.bot,
        program=lobby.programs.get(place.player),
        connected=place.player in presence,
        ready=place.ready,
        host=bool(place.player) and place.player == lobby.host,
        appearance=look,
        committed=place.player in table.commitments,
        rating_agreed=place.player in lobby.rating_agreed,
        replace_votes=heard(table, place.replace_votes),
        away_until=lobby.hours_of(place.player).away_until,
        away_since=presence.away_since(place.player),
        newcomer=None
        if asking is None or asking.player not in presence or table.in_session
        else Newcomer(player=asking.player, name=lobby.names[asking.player], votes=heard(table, asking.ayes)),
    )
