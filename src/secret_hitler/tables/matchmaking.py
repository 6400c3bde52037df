"""Matchmaking: tables of strangers that deal once they're full, and the list of public tables."""

from itertools import islice

from ..wire.api import TableSummary
from ..wire.table import Options, ProgramCard, Stage
from .host import Host
from .live_table import LiveTable
from .log_entries import AnyLogEntry
from .table_state import table_summary

LISTED = 100
ALIKE = 4.0
"""People within this many points of OpenSkill count as equally strong: half of a newcomer's uncertainty."""


async def quick_match(
    host: Host, name: str, players: int, origin: str = "", identity: str = "", program: ProgramCard | None = None
) -> tuple[LiveTable, str]:
    """Join the fullest open table of strangers for this many, or a new one.

    Keep apart people who blocked each other or share an address, and people and programs."""
    for code in await host.peers.quick_tables(players):
        await host.find(code)
    waiting = [live for live in host.by_code.values() if live.table.lobby.quick_for == players and live.table.stage is Stage.LOBBY]
    for live in waiting:
        if identity in _people(live):  # because they may ask twice
            return live, next(player for player in live.table.lobby.humans() if live.table.lobby.identities[player] == identity)
    waiting = [live for live in waiting if len(_people(live)) < players and not live.table.lobby.second_seat(identity, origin)]
    waiting = [live for live in waiting if not any(host.hooks.apart(identity, other) for other in _people(live))]
    waiting = [live for live in waiting if bool(live.table.lobby.programs) == (program is not None)]
    if not waiting:
        opened = await host.open(name, Options(public=True), quick_for=players, origin=origin, identity=identity, program=program)
        await host.peers.share()
        return opened
    live = await _best_suited(host, waiting, identity)
    player = await host.join(live, name, sit=True, origin=origin, identity=identity, program=program)
    await deal_if_full(host, live, players)
    return live, player


async def deal_if_full(host: Host, live: LiveTable, players: int) -> None:
    """Deal once so many players sit."""

    def full() -> list[AnyLogEntry]:
        table = live.table
        waits = table.stage is Stage.LOBBY and not table.dealing
        sitting = len(table.lobby.places) - len(table.lobby.free_chairs)
        return host.deal(table, (), live.presence) if waits and sitting >= players else []

    await host.change(live, full)


async def listed(host: Host) -> list[TableSummary]:
    """List public tables where someone is connected, on any node."""
    found = {summary.code: summary for summary in (await host.peers.listed())[:LISTED]}
    here = (live.table for live in host.by_code.values() if live.table.lobby.options.public and live.connections)
    found |= {table.code: table_summary(table) for table in islice(here, LISTED)}
    return list(found.values())[:LISTED]


async def _best_suited(host: Host, waiting: list[LiveTable], identity: str) -> LiveTable:
    """Prefer people of similar strength, and among those the fullest table."""
    sitting = {live.table.code: _people(live) for live in waiting}
    everybody = [identity, *(who for table in sitting.values() for who in table)]
    known = {} if len(waiting) < 2 else await host.hooks.strength(everybody, host.clock())

    def apart(live: LiveTable) -> int:
        others = [known[who] for who in sitting[live.table.code] if who in known]
        return int(abs(sum(others) / len(others) - known[identity]) // ALIKE) if others else 0

    return min(waiting, key=lambda live: (apart(live), -len(sitting[live.table.code])))


def _people(live: LiveTable) -> list[str]:
    return [live.table.lobby.identities[player] for player in live.table.lobby.humans()]
