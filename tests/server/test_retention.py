"""What nobody needs any more: abandoned tables are closed soon, and what is deleted is gone from the disk."""

import asyncio
import random
from pathlib import Path

import pytest

from secret_hitler.rules import RULESETS
from secret_hitler.server.accounts.programs import UNUSED_DAYS, Programs
from secret_hitler.server.services import retention_of
from secret_hitler.server.settings import Settings
from secret_hitler.server.signed_tokens import Tokens
from secret_hitler.storage import SeqTaken
from secret_hitler.tables.host import Host
from secret_hitler.tables.housekeeping import DAY, Housekeeping
from secret_hitler.tables.log_lines import find_record, keep_record
from secret_hitler.tables.pace import INSTANT
from secret_hitler.tables.refusal import Refusal
from secret_hitler.wire.commands import Say, Start
from secret_hitler.wire.messages import Done
from secret_hitler.wire.programs import OpenAccount
from secret_hitler.wire.table import Level, Options, Stage
from tests.games import random_record
from tests.storages import storage_in

RETENTION = retention_of(Settings())
RUMOUR = "an owl told me that the moon is made of ballots"


class Calendar:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def on_disk(folder: Path, text: str = RUMOUR) -> bool:
    return any(text.encode() in file.read_bytes() for file in folder.iterdir())


class House:
    """Tables, and the house they stand in, after so many days."""

    def __init__(self, folder: Path) -> None:
        self.storage, self.clock = storage_in(folder), Calendar()
        self.tables = Host(self.storage, pace=INSTANT, clock=self.clock)

    async def after(self, days: float) -> None:
        """Start a new day and a new housekeeper: one that hasn't deleted anything lately."""
        self.clock.now += days * DAY
        house = Housekeeping(self.tables, RETENTION, forget_after=0)
        for _ in range(3):  # one round may wake what the next lets go
            await house.round()

    async def close(self) -> None:
        await self.tables.close()
        await self.storage.close()


async def _waits_for_the_person(house: House) -> str:
    """Leave a game against bots as its only person."""
    live, _ = await house.tables.play_now("Ann", Options(bot_level=Level.RANDOM), 5)
    while live.table.stage is Stage.PLAYING and 0 not in live.table.awaited:
        await asyncio.sleep(0)
    async with live.lock:
        return live.table.code


@pytest.mark.parametrize(
    ("days", "alone", "lobby", "game"),
    [(0.9, True, True, True), (1.1, False, True, True), (2.1, False, False, True), (61, False, False, False)],
)
async def test_tables_left_to_the_bots_are_closed_soonest(tmp_path: Path, days: float, alone: bool, lobby: bool, game: bool) -> None:
    async with asyncio.timeout(30):
        house = House(tmp_path)
        left = await _waits_for_the_person(house)
        codes = [left]
        for played in (False, True):
            live, host = await house.tables.open("Ann", Options())
            for number in range(4):
                await house.tables.join(live, f"Person {number}", sit=True)
            if played:
                assert await house.tables.command(live, host, Start(id="1")) == Done(id="1")
            codes.append(live.table.code)
        await house.after(days)
        assert [await house.tables.find(code) is not None for code in codes] == [alone, lobby, game]
        await house.close()


@pytest.mark.sqlite
async def test_a_closed_table_is_deleted_from_the_disk_and_its_code_is_not_given_again(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        house = House(tmp_path)
        live, host = await house.tables.open("Ann", Options())
        code = live.table.code
        await house.tables.command(live, host, Say(id="1", text=RUMOUR))
        lines = await house.storage.lines(code)
        await house.after(RETENTION.close_alone_after + 0.1)
        assert await house.tables.find(code) is None
        assert on_disk(tmp_path), "closed, and kept for a while"
        await house.after(RETENTION.keep_tables + 0.1)
        assert await house.storage.lines(code) == []
        assert not on_disk(tmp_path)
        with pytest.raises(SeqTaken):
            await house.storage.append(code, 0, lines[0])
        await house.close()


async def test_talk_is_deleted_from_the_disk_while_the_table_goes_on(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        house = House(tmp_path)
        live, host = await house.tables.open("Ann", Options())
        code = live.table.code
        for number in range(4):
            await house.tables.join(live, f"Person {number}", sit=True)
        await house.tables.command(live, host, Say(id="1", text=RUMOUR))
        assert await house.tables.command(live, host, Start(id="2")) == Done(id="2")
        del live
        await house.after(20)
        again = await house.tables.find(code)
        assert again is not None
        await house.tables.command(again, host, Say(id="3", text="are you still there?"))
        was = again.table.lines
        del again
        await house.after(RETENTION.keep_talk - 20 + 0.1)
        assert not on_disk(tmp_path)
        after = await house.tables.find(code)
        assert after is not None
        assert (after.table.stage, after.table.lines) == (Stage.PLAYING, was)
        assert [said.text for said in after.table.talk.remembered] == ["are you still there?"]
        await house.close()


async def test_a_record_is_deleted_when_its_time_has_come(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        house = House(tmp_path)
        old, new = (random_record(RULESETS["official"], 5, random.Random(seed)) for seed in (1, 2))
        await keep_record(house.storage, "old", "paper", house.clock.now, old)
        await keep_record(house.storage, "new", "paper", house.clock.now + 10 * DAY, new)
        await house.after(RETENTION.keep_records + 1)
        assert await find_record(house.storage, "old") is None
        assert await find_record(house.storage, "new") == new
        await house.close()


async def test_an_account_of_a_program_that_takes_no_seat_is_deleted(tmp_path: Path) -> None:
    async with asyncio.timeout(30):
        house = House(tmp_path)

        def programs() -> Programs:
            """As after a restart."""
            return Programs(house.tables, Tokens(bytes(32), house.clock), RETENTION.keep_records)

        idle, busy = [(await programs().open(OpenAccount(name=name, author="Ann", about=""))).program for name in ("Idle", "Busy")]
        await programs().arrived(busy, "ABCDE", "player")
        await house.after(UNUSED_DAYS - 1)
        assert await programs().card(idle.id) == idle
        await house.after(2)
        with pytest.raises(Refusal):
            await programs().card(idle.id)
        assert await programs().card(busy.id) == busy
        assert await programs().codes(busy.id) == ["ABCDE"]
        await house.after(RETENTION.keep_records)
        with pytest.raises(Refusal):
            await programs().card(busy.id)
        assert await programs().codes(busy.id) == []
        await house.close()
