"""Whole games over real sockets, with 5 to 10 people, under every rule set."""

import asyncio
import random
import urllib.request
from typing import Any

import msgspec
import pytest

from secret_hitler.client import CommandRefused, TableClient, join_table, play_now
from secret_hitler.client.http import fetch
from secret_hitler.records import final, parse_record, verify
from secret_hitler.rules import RULESETS, View
from secret_hitler.rules.events import ClaimMade
from secret_hitler.wire.api import RecordSummary
from secret_hitler.wire.commands import Ready
from secret_hitler.wire.messages import AnyMessage
from secret_hitler.wire.table import Level, Options, Stage
from tests.server.live_server import LiveServer
from tests.server.people import gathered, play_on, play_to_the_end
from tests.server.replays import whole_views


@pytest.mark.daily(7)
@pytest.mark.parametrize("people", range(5, 11))
@pytest.mark.parametrize("rules", RULESETS)
async def test_a_whole_game_over_sockets(server: LiveServer, rules: str, people: int) -> None:
    await _whole_game(server, rules, people)


async def _whole_game(server: LiveServer, rules: str, people: int) -> None:
    async with gathered(server.url, people, Options(rules=rules)) as tables:
        async with TableClient(server.url, tables[0].code) as spectator:
            await play_to_the_end(tables, random.Random(f"{rules} {people}"))
            await spectator.until(lambda table: table.over)
            await tables[0].until(lambda table: table.table.record is not None)
            state = tables[0].table
            assert state.stage is Stage.OVER
            assert spectator.view is not None
            for table in tables:
                assert table.view is not None
                assert table.view.board == spectator.view.board
                assert table.view.roles == spectator.view.roles, "all cards are open after the end"
            await _check_record(server, state.record or "", spectator)


async def _check_record(server: LiveServer, id: str, spectator: TableClient) -> None:
    assert spectator.view is not None
    summary = await fetch(server.url, f"/api/records/{id}", RecordSummary)
    assert summary.ending is spectator.view.board.ending
    replay = await fetch(server.url, f"/api/records/{id}/replay?lens=public", dict[str, Any])
    *_, last = whole_views(replay["moments"])
    assert msgspec.convert(last, View, strict=False) == spectator.view
    text = await asyncio.to_thread(lambda: urllib.request.urlopen(f"{server.url}/api/records/{id}/record.txt").read().decode())
    record = parse_record(text)
    assert final(record).ending is summary.ending
    assert verify(record) >= 2


@pytest.mark.daily(3)
@pytest.mark.parametrize("level", Level)
async def test_one_person_plays_against_bots_at_once(server: LiveServer, level: Level) -> None:
    async with asyncio.timeout(60):
        admission = await play_now(server.url, "Ann", players=7, level=level)
        async with TableClient(server.url, admission.code, admission.token) as table:
            rng = random.Random(1)
            async for view in table.turns():
                await table.act(rng.choice(view.legal_actions))
            assert table.over
            claims = [event for event in table.events if isinstance(event, ClaimMade)]
            assert bool(claims) == (level not in (Level.RANDOM, Level.PARTY_LINE)), "clever bots say what they saw, or lie"


async def test_a_rematch_is_one_command_and_hitler_begins_it_with_an_ordinary_deck(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with gathered(server.url, 5, Options(rules="french-deck")) as tables:
            await play_to_the_end(tables, random.Random(7))
            first = tables[0].view
            assert first is not None
            assert first.rounds[0].president == 0, "the host begins the first game"
            hitler = next(seat for seat, role in first.roles.items() if role == "H")
            await tables[0].start()
            await tables[0].until(lambda table: table.game == 2)
            assert tables[0].view is not None
            assert tables[0].view.rounds[0].president == hitler
            score = tables[0].table.score
            assert [each.games for each in score] == [1] * 5
            assert 0 < sum(each.wins for each in score) < 5


class _LateToHear(TableClient):
    """A player whose line is slow, unless he is the host: each message arrives a while after it was sent."""

    async def _take(self, message: AnyMessage) -> None:
        await asyncio.sleep(0 if self.host else 0.02)
        await super()._take(message)


async def test_who_hears_late_of_the_rematch_plays_it_too(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with gathered(server.url, 5, kind=_LateToHear) as tables:
            for game in (1, 2):
                await play_to_the_end(tables, random.Random(game))
                assert [(table.game, table.over) for table in tables] == [(game, True)] * 5


async def test_strangers_deal_only_when_everyone_is_ready(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        async with gathered(server.url, 5, Options(public=True)) as tables:
            with pytest.raises(CommandRefused, match="Still waiting for Person 1"):
                await tables[0].start()
            for table in tables[1:]:
                await table.do(Ready(id=table.command_id(), ready=True))
            await tables[0].start()


async def test_too_few_players_are_told_what_to_do(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        async with gathered(server.url, 3) as tables:
            with pytest.raises(CommandRefused, match=r"Players at the table: 3. You need at least 5: add bots"):
                await tables[0].start()
            with pytest.raises(CommandRefused, match="Only the host"):
                await tables[1].add_bots(fill_to=6)
            await tables[0].add_bots(fill_to=6)
            await tables[0].start()
            late = await join_table(server.url, tables[0].code, "Late")
            async with TableClient(server.url, late.code, late.token) as watching:
                assert watching.seat is None
                assert watching.view is not None
                assert watching.view.roles == {}


async def test_players_hear_the_spectators_after_the_end(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with gathered(server.url, 5) as tables:
            await tables[0].start()
            watcher = await join_table(server.url, tables[0].code, "Watcher")
            async with TableClient(server.url, watcher.code, watcher.token) as watching:
                await watching.say("I knew it all along")
                assert all(not table.talk for table in tables)
                rng = random.Random(8)
                await asyncio.gather(*(play_on(table, rng) for table in tables))
                for table in tables:
                    await table.until(lambda table: [said.text for said in table.talk] == ["I knew it all along"])
