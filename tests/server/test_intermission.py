"""A table that is folded from what was kept before its last deal is the table that its whole log gives."""

import asyncio
import random
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from secret_hitler.storage import Storage
from secret_hitler.tables.connection import Connection
from secret_hitler.tables.host import Host
from secret_hitler.tables.live_table import LiveTable
from secret_hitler.tables.log_entries import Dealt, LogLine
from secret_hitler.tables.log_lines import decode_line, load_table, resumed, snapshot_before_deal
from secret_hitler.tables.pace import INSTANT
from secret_hitler.tables.table import Table
from secret_hitler.wire.commands import Act, AddBot, Commit, HandOver, Kick, MarkSeat, Rename, Say, Start, Suspicion, VoteRemake
from secret_hitler.wire.messages import Refused
from secret_hitler.wire.table import Level, Options, Stage
from tests.storages import storage_in

PEOPLE = 6
GAMES = 4


async def test_an_evening_may_be_taken_up_at_any_deal(tmp_path: Path) -> None:
    lines = await _evening_in(tmp_path)
    deals = [number for number, line in enumerate(lines) if any(isinstance(entry, Dealt) for entry in line.entries)]
    assert len(deals) >= GAMES
    whole = _folded(Table("TABLE"), lines)
    for deal in deals:
        before = _folded(Table("TABLE"), lines[:deal])
        taken_up = _folded(resumed("TABLE", snapshot_before_deal(before)), lines[deal:])
        assert _contents(taken_up) == _contents(whole), f"taken up at line {deal}"
        assert _chair_of_last_hitler(taken_up) == _chair_of_last_hitler(whole), "who opens the next game depends on it"


async def test_a_fold_begins_with_the_last_deal_and_without_it_with_the_first_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with asyncio.timeout(120):
        lines = await _evening_in(tmp_path)
        storage = storage_in(tmp_path)
        last = max(number for number, line in enumerate(lines) if any(isinstance(entry, Dealt) for entry in line.entries))
        whole, begun = _contents(_folded(Table("TABLE"), lines)), list[int]()
        read = storage.lines

        async def noting(code: str, since: int = 0) -> list[bytes]:
            begun.append(since)
            return await read(code, since)

        monkeypatch.setattr(storage, "lines", noting)
        assert _contents(await load_table(storage, "TABLE")) == whole
        assert begun == [last]
        good = await storage.snapshot("TABLE")
        assert good is not None
        unfit = (b'{"form":"another version"}', b"no snapshot", good.replace(b'"form":"', b'"form":"not '))
        for more, snapshot in enumerate(unfit, start=1):
            begun.clear()
            await storage.save_snapshot("TABLE", last + more, snapshot)
            assert _contents(await load_table(storage, "TABLE")) == whole
            assert begun == [0]
        await storage.close()


async def _evening_in(folder: Path) -> list[LogLine]:
    storage = storage_in(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secret_hitler.tables.host.new_code", lambda: "TABLE")
        await _evening(Host(storage, pace=INSTANT, chance=random.Random(3)), random.Random(4))
    lines = [decode_line(body, seq, schema_known=True) for seq, body in enumerate(await storage.lines("TABLE"))]
    await _until_kept(storage)
    await storage.close()
    return lines


async def _until_kept(storage: Storage) -> None:
    while await storage.snapshot("TABLE") is None:
        await asyncio.sleep(0.01)


async def _evening(tables: Host, rng: random.Random) -> None:
    """Games with talk and marks, one of them broken off; somebody is renamed, somebody sent away, bots come, and another is host."""
    live, host = await tables.open("Ann", Options(rules="french-deck"))
    people = [host, *[await tables.join(live, f"Person {number}", sit=True) for number in range(1, PEOPLE)]]
    for player in people:
        live.come(Connection(player, _nobody_reads))
    await _do(tables, live, host, AddBot(id="bots", fill_to=8, level=Level.RANDOM))
    for game in range(GAMES):
        await _do(tables, live, people[1], Commit(id=f"commit {game}", commitment="00" * 32))
        await _do(tables, live, live.table.lobby.host, Start(id=f"start {game}"))
        await asyncio.sleep(0)
        if live.table.dealing:
            await tables.timers.call_off(live)
            while live.table.stage is not Stage.PLAYING:
                await asyncio.sleep(0.01)
        await _play(tables, live, rng, moves=12 if game == 1 else 1000)
        if live.table.stage is Stage.PLAYING:
            for player in live.table.lobby.humans():
                await _do(tables, live, player, VoteRemake(id=f"remake {game}"))
        await _do(tables, live, people[2], Rename(id=f"name {game}", name=f"Renamed {game}"))
    await _do(tables, live, host, HandOver(id="heir", player=people[1]))
    await _do(tables, live, people[1], Kick(id="kick", player=people[3], ban=True))
    await _do(tables, live, people[1], Start(id="last"))
    await _play(tables, live, rng, moves=9)
    await tables.close()


async def _play(tables: Host, live: LiveTable, rng: random.Random, moves: int) -> None:
    for number in range(moves):
        while live.table.stage is Stage.PLAYING and all(live.table.lobby.places[seat].bot is not None for seat in live.table.awaited):
            await asyncio.sleep(0)
        if live.table.stage is not Stage.PLAYING:
            return
        seat = next(seat for seat in live.table.awaited if live.table.lobby.places[seat].bot is None)
        player, id = live.table.lobby.places[seat].player, f"{live.table.games} {number}"
        if rng.random() < 0.2:
            await _do(tables, live, player, Say(id=f"say {id}", text=f"I say {number}"))
            await _do(tables, live, player, MarkSeat(id=f"mark {id}", seat=seat, mark=Suspicion.TRUST))
        action = rng.choice(live.table.viewer_logs[seat].view.legal_actions)
        assert not isinstance(await tables.command(live, player, Act(id=id, action=action)), Refused)


async def _do(tables: Host, live: LiveTable, player: str, command: Any) -> None:
    """Whether or not it may be done just now."""
    await tables.command(live, player, command)


async def _nobody_reads(_: str) -> None:
    return None


def _folded(table: Table, lines: list[LogLine]) -> Table:
    for line in lines:
        table.apply(line)
    return table


def _chair_of_last_hitler(table: Table) -> list[bool]:
    return [place is table.score.last_hitler for place in table.lobby.places]


def _contents(value: Any) -> Any:
    """Everything there is in it, in what order whatever, but for who draws the lots."""
    match value:
        case Struct():
            return type(value).__name__, {name: _contents(getattr(value, name)) for name in value.__struct_fields__}
        case dict():
            return {name: _contents(each) for name, each in value.items()}
        case list() | tuple() | deque():
            return [_contents(each) for each in value]
        case set() | frozenset() | str() | int() | float() | bytes() | None:
            return value
        case _ if callable(value):
            return "called"
        case _:
            return {name: _contents(each) for name, each in vars(value).items()}
