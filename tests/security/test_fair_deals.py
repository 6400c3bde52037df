"""Nobody chooses the cards: not the server, not a player who keeps a secret back, not both; and a stranger can check it afterwards."""

import asyncio
import hashlib
import json
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from secret_hitler.cli import main
from tests.security import verifier
from tests.security.attacker import Line, Message, Stranger
from tests.server.live_server import LiveServer
from tests.server.people import gathered, play_to_the_end


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Wait for secrets until told not to."""
    with LiveServer(tmp_path_factory.mktemp("fair") / "data", reveal_seconds=600) as started:
        yield started


def committed_to(secret: bytes) -> str:
    return hashlib.sha256(b"secret-hitler contribution 1:" + secret).hexdigest()


@asynccontextmanager
async def lobby(server: LiveServer, people: int) -> AsyncIterator[list[Line]]:
    """So many strangers in a lobby with bots up to five, none of whom has committed to anything."""
    stranger = Stranger(server.url)
    admissions = [await stranger.opens("Person 0", bot_level="random")]
    admissions += [await stranger.joins(admissions[0]["code"], f"Person {number}") for number in range(1, people)]
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(stranger.connects(each["code"], each["token"])) for each in admissions]
        await lines[0].sends("AddBot", fill_to=5)
        yield lines


async def record_of(stranger: Stranger, line: Line) -> Message:
    """Break the game off, and read what is revealed of it."""
    assert (await line.sends("VoteRemake"))["type"] == "Done"
    await line.until(lambda line: line.table["record"] is not None)
    record: Message = (await stranger.get(f"/api/records/{line.table['record']}/record.json")).json()
    return record


def secret(number: int) -> bytes:
    return random.Random(number).randbytes(32)


async def commits(line: Line, number: int) -> None:
    assert (await line.sends("Commit", commitment=committed_to(secret(number))))["type"] == "Done"


async def reveals(line: Line, number: int) -> Message:
    await line.until(lambda line: committed_to(secret(number)) in line.table["commitments"])
    return await line.sends("Reveal", secret=secret(number).hex(), announcement=announced_in(line.table))


def announced_in(table: Message) -> str:
    """Hash an announcement as docs/protocol.md has it."""
    counted = b"".join(bytes([seat]) + bytes.fromhex(each) for seat, each in enumerate(table["commitments"]) if each)
    shown = bytes.fromhex(table["commitment"]) + bytes([len(table["commitments"])]) + counted
    return hashlib.sha256(b"secret-hitler announcement 1:" + shown).hexdigest()


async def test_a_game_of_our_clients_holds_what_each_of_them_added_and_a_stranger_verifies_it(server: LiveServer, tmp_path: Path) -> None:
    async with gathered(server.url, 5) as tables:
        await play_to_the_end(tables, random.Random(3))
        assert all(table.contributed for table in tables)
        id = tables[0].table.record
    stranger = Stranger(server.url)
    (tmp_path / "record.jsonl").write_text((await stranger.get(f"/api/records/{id}/record.json")).text + "\n")
    (tmp_path / "record.txt").write_text((await stranger.get(f"/api/records/{id}/record.txt")).text)
    record = json.loads((tmp_path / "record.jsonl").read_text())
    assert [each["seat"] for each in record["contributions"]] == [0, 1, 2, 3, 4]
    alone = subprocess.run(
        [sys.executable, "-I", str(Path(verifier.__file__)), str(tmp_path / "record.jsonl")], capture_output=True, text=True
    )
    assert "follow from what was committed to" in alone.stdout, alone.stderr
    for file in ("record.jsonl", "record.txt"):
        assert main(["replay", str(tmp_path / file), "--verify", "--check"]) == 0


def forged(record: Message, way: str) -> Message:
    record = json.loads(json.dumps(record))
    deal, deck = record["moves"][0][1], record["moves"][1][1]
    if way == "roles":
        deal["roles"].reverse()
        if deal["roles"] == deal["roles"][::-1]:
            deal["roles"] = deal["roles"][1:] + deal["roles"][:1]
    elif way == "deck":
        place = deck["deck"].index("L")
        other = deck["deck"].index("F")
        deck["deck"][place], deck["deck"][other] = "F", "L"
    elif way == "a seed of one's own":
        record["seed"] = "11" * 32
    elif way == "a secret of the server's":
        record["server_secret"] = "22" * 32
    elif way == "a secret of a player's":
        record["contributions"][0]["secret"] = "33" * 32
    elif way == "somebody left out":
        record["contributions"] = record["contributions"][1:]
    return record


@pytest.mark.parametrize(
    "way", ["roles", "deck", "a seed of one's own", "a secret of the server's", "a secret of a player's", "somebody left out"]
)
async def test_a_record_with_a_forged_deal_fails(server: LiveServer, tmp_path: Path, way: str) -> None:
    async with asyncio.timeout(60):
        async with lobby(server, 2) as (host, guest):
            await commits(host, 1)
            await commits(guest, 2)
            await host.sends("Start")
            await reveals(host, 1)
            await reveals(guest, 2)
            await guest.until(lambda line: line.table["stage"] == "playing")
            await guest.sends("VoteRemake")
            record = await record_of(Stranger(server.url), host)
            assert verifier.verify(record) >= 3
            with pytest.raises(verifier.Forged):
                verifier.verify(forged(record, way))
            file = tmp_path / "forged.jsonl"
            file.write_text(json.dumps(forged(record, way)) + "\n")
            assert main(["replay", str(file), "--verify", "--check"]) == 1


async def test_a_game_that_was_broken_off_reveals_its_chance_too(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with lobby(server, 1) as (host,):
            await commits(host, 7)
            await host.sends("Start")
            shown = host.table["commitment"]
            assert shown is not None, "the server commits itself before anybody reveals"
            await reveals(host, 7)
            await host.until(lambda line: line.table["stage"] == "playing")
            record = await record_of(Stranger(server.url), host)
            assert record["ending"] is None
            assert record["commitment"] == shown
            assert [(each["seat"], each["secret"]) for each in record["contributions"]] == [(0, secret(7).hex())]
            assert verifier.verify(record) >= 3


def test_one_honest_player_is_enough_for_another_deal() -> None:
    """The same secrets of all others with another one of one player give other cards: nobody chooses them without it."""
    stream = [b"server", b"first", b"second"]
    seeds = set()
    for last in range(50):
        mixed = b"".join(bytes([seat]) + hashlib.sha256(each).digest() for seat, each in enumerate((*stream[1:], bytes([last]))))
        seeds.add(hashlib.sha256(b"secret-hitler seed 2:" + hashlib.sha256(stream[0]).digest() + mixed).digest())
    deals = {verifier.Stream(seed).shuffled("F" * 11 + "L" * 6) for seed in seeds}
    assert len(deals) == 50


async def test_who_commits_and_does_not_reveal_is_named_and_neither_blocks_nor_steers_the_deal(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with lobby(server, 3) as (host, guest, mallory):
            for number, line in enumerate((host, guest, mallory)):
                await commits(line, number)
            await host.sends("Start")
            first = host.table["commitment"]
            await reveals(host, 0)
            await reveals(guest, 1)
            await asyncio.to_thread(server.comes_due, host.table["code"], "reveal")
            await mallory.until(lambda line: line.table["withheld"] == ["Person 2"])
            await commits(mallory, 12)
            await commits(host, 10)
            await commits(guest, 11)
            await reveals(host, 10)
            assert committed_to(secret(12)) not in host.table["commitments"]
            assert host.table["commitment"] != first, "what the server had committed to is not used again"
            assert (await mallory.sends("Reveal", secret=secret(12).hex()))["code"] == "not-dealing"
            await reveals(guest, 11)
            await mallory.until(lambda line: line.table["stage"] == "playing")
            for line in (guest, mallory):
                await line.sends("VoteRemake")
            await host.until(lambda line: line.table["record"] is not None)
            record = (await Stranger(server.url).get(f"/api/records/{host.table['record']}/record.json")).json()
            assert [each["secret"] for each in record["contributions"]] == [secret(10).hex(), secret(11).hex()]
            verifier.verify(record)


async def test_a_secret_that_was_not_committed_to_is_refused(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with lobby(server, 2) as (host, guest):
            await commits(host, 0)
            await commits(guest, 1)
            await host.sends("Start")
            await guest.until(lambda line: bool(line.table["dealing"]))
            assert (await guest.sends("Reveal", secret=secret(2).hex()))["code"] == "not-committed"
            assert (await guest.sends("Commit", commitment=committed_to(secret(2))))["code"] == "dealing"
            elsewhere = await guest.sends("Reveal", secret=secret(1).hex(), announcement="5e" * 32)
            assert elsewhere["code"] == "not-dealing", "nobody can make a fair record look as if the server had announced something else"
            await reveals(host, 0)
            await reveals(guest, 1)
            await host.until(lambda line: line.table["stage"] == "playing")


async def test_nothing_at_the_table_changes_between_the_announcement_and_the_deal(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with lobby(server, 2) as (host, guest):
            await commits(host, 0)
            await commits(guest, 1)
            await host.sends("Start")
            seats = [chair["player"] for chair in host.table["chairs"] if chair["player"] or chair["bot"]]
            assert len(host.table["commitments"]) == len(seats)
            for kind, fields in (
                ("Stand", {}),
                ("Sit", {"seat": 8}),
                ("AddBot", {"fill_to": 6}),
                ("RemoveBot", {"seat": 3}),
                ("Kick", {"player": seats[1]}),
                ("SetOptions", {"options": {"rules": "online"}}),
                ("Start", {}),
            ):
                assert (await host.sends(kind, **fields))["code"] == "dealing", kind
            newcomer = await Stranger(server.url).joins(host.table["code"], "Late")
            await reveals(guest, 1)
            await reveals(host, 0)
            await host.until(lambda line: line.table["stage"] == "playing")
            assert [chair["player"] for chair in host.table["chairs"]] == seats
            assert newcomer["player"] not in seats


async def test_absent_people_and_bots_add_none_and_hold_nobody_up(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        async with lobby(server, 1) as (host,):
            absent = await stranger.joins(host.table["code"], "Absent")
            async with stranger.connects(absent["code"], absent["token"]) as line:
                await commits(line, 5)
            await host.until(lambda line: not line.table["chairs"][line.table["chairs"][5]["seat"]]["connected"])
            await commits(host, 6)
            await host.sends("Start")
            assert [each for each in host.table["commitments"] if each] == [committed_to(secret(6))]
            await reveals(host, 6)
            await host.until(lambda line: line.table["stage"] == "playing")


async def test_a_record_in_which_nobody_added_anything_has_the_form_of_before_and_is_verified_too(
    server: LiveServer, tmp_path: Path
) -> None:
    async with asyncio.timeout(60):
        async with lobby(server, 1) as (host,):
            await host.sends("Start")
            await host.until(lambda line: line.table["stage"] == "playing")
            record = await record_of(Stranger(server.url), host)
        assert record.pop("server_secret") is None
        assert record.pop("contributions") == []
        assert verifier.verify(record) >= 3
        file = tmp_path / "before.jsonl"
        file.write_text(json.dumps(record) + "\n")
        assert main(["replay", str(file), "--verify", "--check"]) == 0
        file.write_text(json.dumps(forged(record, "a seed of one's own")) + "\n")
        assert main(["replay", str(file), "--verify", "--check"]) == 1
