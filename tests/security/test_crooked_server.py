"""An operator who cheats is caught by everybody who kept what was announced, every time, and says it about nobody who does not."""

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from secret_hitler.bots.baselines import Uniform
from secret_hitler.chance import player_commitment
from secret_hitler.cli import main
from secret_hitler.client import TableClient, join_table
from secret_hitler.client.fair_deal import DealCheck, promise_at
from secret_hitler.client.live_seat import LiveSeat
from secret_hitler.records import UnfitRecord, check_announcement, from_line, parse_record, print_record, verify
from secret_hitler.rules import Role
from secret_hitler.tables.connection import Presence
from secret_hitler.tables.table import Table
from secret_hitler.tables.table_state import table_state
from secret_hitler.wire.commands import AnyCommand, Reveal, VoteRemake
from secret_hitler.wire.table import Level, Options, Stage
from tests.security import verifier
from tests.security.attacker import Stranger
from tests.security.crooked_server import FAVOURITE, cheat
from tests.server.live_server import LiveServer
from tests.server.people import gathered, play_to_the_end

GAMES = 10
pytestmark = pytest.mark.long_steps  # because the crook tries many deals on the loop


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("crooked") / "data", reveal_seconds=600) as started:
        yield started


async def dealt_and_broken_off(tables: list[TableClient]) -> None:
    await tables[0].start()
    for table in tables:
        await table.until(lambda table: table.table.stage is Stage.PLAYING and table.view is not None and bool(table.view.roles))


async def compared(tables: list[TableClient]) -> None:
    """Break the game off, and wait until everybody has held its record against what they were promised."""
    for table in tables[: tables[0].table.remake_needed]:
        await table.do(VoteRemake(id=table.command_id()))
    for table in tables:
        await table.until(lambda table: table.deal_check is not None)


async def record_of(server: LiveServer, table: TableClient) -> tuple[str, dict[str, Any]]:
    line = (await Stranger(server.url).get(f"/api/records/{table.table.record}/record.json")).text
    return line, json.loads(line)


def replayed(file: Path, line: str, *options: str) -> int:
    file.write_text(line + "\n")
    return main(["replay", str(file), "--verify", "--check", *options])


@pytest.mark.parametrize("way", ["honest views", "forged views", "stooge", "stooge, forged views"])
async def test_a_server_that_makes_a_friend_hitler_after_the_reveals_is_caught_ten_times_in_ten(
    server: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    cheat(monkeypatch, way)
    async with asyncio.timeout(120), gathered(server.url, 5) as tables:
        for _ in range(GAMES):
            await dealt_and_broken_off(tables)
            view = tables[FAVOURITE].view
            assert view is not None
            assert view.role is Role.HITLER, "the server could not do what it wanted"
            kept = [table.promise for table in tables]
            await compared(tables)
            honest = tables[: 4 if "stooge" in way else 5]
            assert [table.deal_check for table in honest] == [DealCheck.BROKEN] * len(honest)
            line, record = await record_of(server, tables[0])
            assert kept[0] is not None
            with pytest.raises(verifier.Forged, match="announced"):
                verifier.verify(record, kept[0].announcement)
            assert replayed(tmp_path / "kept.jsonl", line, "--announced", kept[0].announcement) == 1
            if "forged" in way:  # a stranger who kept nothing has only the word of the server
                assert verifier.verify(record) >= 2
                assert replayed(tmp_path / "forged.jsonl", line) == 0
            else:
                with pytest.raises(verifier.Forged, match="seat 0"):
                    verifier.verify(record)
                assert replayed(tmp_path / "honest.jsonl", line) == 1


@pytest.mark.parametrize("way", ["another order", "one more"])
async def test_the_secrets_that_were_announced_give_one_seed_alone(
    server: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    cheat(monkeypatch, way)
    async with asyncio.timeout(120), gathered(server.url, 5) as tables:
        for _ in range(GAMES):
            await dealt_and_broken_off(tables)
            await compared(tables)
            assert [table.deal_check for table in tables] == [DealCheck.BROKEN] * 5
            line, record = await record_of(server, tables[0])
            with pytest.raises(verifier.Forged):
                verifier.verify(record)
            assert replayed(tmp_path / "mixed.jsonl", line) == 1


async def test_a_record_that_keeps_the_promise_but_is_not_of_the_game_that_was_played_is_found_out(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheat(monkeypatch, "another record")
    async with asyncio.timeout(120), gathered(server.url, 5) as tables:
        for number in range(GAMES):
            await play_to_the_end(tables, random.Random(number))
            for table in tables:
                await table.until(lambda table: table.over and table.deal_check is not None)
            assert [table.deal_check for table in tables] == [DealCheck.BROKEN] * 5


async def test_players_who_were_shown_different_announcements_find_both_in_the_record(
    server: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheat(monkeypatch, "two announcements")
    async with asyncio.timeout(120), gathered(server.url, 5) as tables:
        for _ in range(GAMES):
            await dealt_and_broken_off(tables)
            kept = {table.promise.announcement for table in tables if table.promise}
            assert len(kept) == 2
            await compared(tables)
            assert [table.deal_check for table in tables] == [DealCheck.BROKEN] * 5
            line, record = await record_of(server, tables[0])
            assert {each["announcement"] for each in record["contributions"]} == kept
            with pytest.raises(verifier.Forged, match="seat 0"):
                verifier.verify(record)
            assert replayed(tmp_path / "two.jsonl", line) == 1


async def test_a_server_that_tries_again_once_it_knows_the_secrets_gets_no_others_and_is_caught(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it could deal until it likes the cards, and every announcement would be kept in the end."""
    cheat(monkeypatch, "another try")
    async with asyncio.timeout(120), gathered(server.url, 5) as tables:
        for _ in range(GAMES):
            dealing = asyncio.create_task(dealt_and_broken_off(tables))
            await asyncio.gather(*(table.until(lambda table: table.promise is not None and table.promise.renewed) for table in tables))
            await asyncio.to_thread(server.comes_due, tables[0].code, "reveal")
            await dealing
            assert not any(table.contributed for table in tables)
            await compared(tables)
            assert [table.deal_check for table in tables] == [DealCheck.BROKEN] * 5
            for table in tables:
                table.promise = None


async def test_an_honest_server_is_accused_by_nobody(server: LiveServer, tmp_path: Path) -> None:
    async with asyncio.timeout(120), gathered(server.url, 5) as tables:
        for _ in range(GAMES):
            await dealt_and_broken_off(tables)
            await compared(tables)
            assert [(table.deal_check, table.deal_problem) for table in tables] == [(DealCheck.KEPT, "")] * 5
        await play_to_the_end(tables, random.Random(5))
        for table in tables:
            await table.until(lambda table: table.over and table.deal_check is not None)
            assert (table.deal_check, table.deal_problem) == (DealCheck.KEPT, "")
        line, record = await record_of(server, tables[0])
        promise = tables[0].promise
        assert promise is not None
        assert [each["announcement"] for each in record["contributions"]] == [promise.announcement] * 5
        assert verifier.verify(record, promise.announcement) == verifier.verify(record) >= 2
        assert replayed(tmp_path / "fair.jsonl", line) == replayed(tmp_path / "fair.jsonl", line, "--announced", promise.announcement) == 0
        assert parse_record(print_record(from_line(line))) == from_line(line), "the readable notation keeps the views too"


class Slow(TableClient):
    """Reveals only in thought: what it sends does not arrive in time."""

    async def do(self, command: AnyCommand) -> None:
        if not isinstance(command, Reveal):
            await super().do(command)


@pytest.mark.parametrize("others", [0, 4])
async def test_whoever_reveals_too_late_accuses_nobody(server: LiveServer, others: int) -> None:
    async with asyncio.timeout(60), gathered(server.url, 1, kind=Slow) as (slow,), AsyncExitStack() as stack:
        admissions = [await join_table(server.url, slow.code, f"Other {number}") for number in range(others)]
        tables = [await stack.enter_async_context(TableClient(server.url, each.code, each.token)) for each in admissions]
        await slow.add_bots(5)
        dealing = asyncio.create_task(dealt_and_broken_off([slow, *tables]))
        await slow.until(lambda table: table.promise is not None and bool(table.promise.secret))
        while len(server.tables.by_code[slow.code].table.revealed) < others:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(server.comes_due, slow.code, "reveal")
        await dealing
        await compared([slow, *tables])
        assert [table.deal_check for table in (slow, *tables)] == [DealCheck.UNCHECKED, *[DealCheck.KEPT] * others]


def test_whoever_was_away_while_a_deal_was_called_off_accuses_nobody_and_whoever_was_there_is_not_deceived() -> None:
    secret = bytes(32)
    lobby = table_state(Table("ABCDE"), Presence(frozenset(), {}, 0, 0), 0)
    announced = replace(lobby, dealing=True, commitment="5e" * 32, commitments=[player_commitment(secret), None])
    promise = promise_at(announced, None)
    assert promise is not None
    promise = promise.answer(secret.hex())
    without = replace(lobby, stage=Stage.PLAYING, game=1, commitment="6f" * 32, commitments=[None, None])
    assert promise_at(without, promise) == promise
    away = promise_at(without, promise, came=True)
    assert away is not None
    assert not away.announcement
    assert promise_at(replace(announced, stage=Stage.PLAYING, game=1), promise, came=True) == promise


async def test_whoever_revealed_elsewhere_or_too_late_is_told_that_nothing_was_checked(server: LiveServer) -> None:
    async with asyncio.timeout(60), gathered(server.url, 5) as tables:
        await dealt_and_broken_off(tables)
        promise = tables[0].promise
        assert promise is not None
        tables[0].promise = replace(promise, secret="")
        await compared(tables)
        assert [table.deal_check for table in tables] == [DealCheck.UNCHECKED, *[DealCheck.KEPT] * 4]


async def test_a_program_in_a_seat_says_in_its_result_that_the_server_cheated(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    cheat(monkeypatch, "forged views")
    async with asyncio.timeout(120), gathered(server.url, 1, Options(claim_seconds=0, bot_level=Level.RANDOM)) as tables:
        await tables[0].add_bots(5)
        playing = asyncio.create_task(LiveSeat(tables[0], lambda view: Uniform(view, random.Random(1))).play())
        await tables[0].start()
        result = await playing
        assert result.deal is DealCheck.BROKEN
        assert "announced" in result.deal_problem


async def test_a_record_of_before_still_opens_and_says_how_far_it_is_verified(
    server: LiveServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with asyncio.timeout(60), gathered(server.url, 5) as tables:
        await dealt_and_broken_off(tables)
        await compared(tables)
        _, record = await record_of(server, tables[0])
        for each in record["contributions"]:
            del each["announcement"]
        before = json.dumps(record)
        file = tmp_path / "before.jsonl"
        file.write_text(before + "\n")
        assert main(["replay", str(file), "--check"]) == 0
        assert verify(from_line(before)) >= 2
        with pytest.raises(UnfitRecord, match="didn't confirm what the server announced"):
            check_announcement(from_line(before))
        assert main(["replay", str(file), "--verify", "--check"]) == 1
        assert "only a player who kept the announcement" in capsys.readouterr().err
        assert tables[0].promise is not None
        assert main(["replay", str(file), "--verify", "--check", "--announced", tables[0].promise.announcement]) == 0
