"""Whole games in rooms of a real Synapse."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import nio
import pytest

from secret_hitler.client import TableClient, join_table
from secret_hitler.client.http import post
from secret_hitler.wire.api import Admission, Continue, Ticket
from secret_hitler.wire.commands import SetOptions
from secret_hitler.wire.table import Level, Options
from secret_hitler_doors.door import Door
from secret_hitler_doors.matrix import Matrix
from secret_hitler_doors.memory import Memory
from secret_hitler_doors.seat import NoBody
from tests.server.live_server import LiveServer
from tests.server.people import play_on
from tests.server.process import ServerProcess

from .process import DoorProcess
from .synapse import Friend, Synapse, chat_of, friends

pytestmark = pytest.mark.long
"""Some wait for what a busy homeserver tells late: until all pass every time, at full size alone."""
ROLES = ("You're a liberal", "You're a fascist", "You're Hitler")
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
ENDED = ("Liberals win", "Fascists win")


@asynccontextmanager
async def opened(synapse: Synapse, server: str, folder: Path) -> AsyncIterator[tuple[Door, str]]:
    """Open a door; yield it and the bot's id."""
    bot, token = synapse.register("host")
    memory = Memory(folder / "door.sqlite")
    door = Door(Matrix(synapse.url, token, memory), server, memory)
    running = asyncio.create_task(door.run())
    try:
        yield door, bot
    finally:
        running.cancel()
        await asyncio.wait({running})
        memory.close()


async def table_in(room: str, host: Friend) -> str:
    """Open a table as its host; return the message of its board."""
    await host.says(room, "!table")
    return str((await host.until(lambda: host.boards(room)))[0])


def _sees(person: Friend, room: str, board: str) -> bool:
    return board in person.boards(room)


async def start_game(people: list[Friend], room: str, host: Friend) -> None:
    board = await table_in(room, host)
    for person in people:
        if person is not host:
            await person.until(partial(_sees, person, room, board))
            await person.taps(room, board, "join")
    await host.until(lambda: all(f"{number}. " in host.shown(board) for number in range(1, len(people) + 1)))
    await host.taps(room, board, "start")


def _enacted(person: Friend, room: str, policies: int) -> bool:
    """Tell whether so many policies are on the latest board, or the game is over."""
    said = person.shown(person.boards(room)[-1]) if person.boards(room) else ""
    counts = [int(number) for number in re.findall(r"policies: (\d+) of", said)]
    return sum(counts) >= policies or any(end in said for end in ENDED)


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(120):
        while not holds():
            await asyncio.sleep(0.01)


async def play_out(people: list[Friend], bot: str, room: str, rng: random.Random) -> None:
    players = [asyncio.create_task(person.plays(bot, rng)) for person in people]
    try:
        watcher = people[0]
        await watcher.until(lambda: any(end in watcher.shown(board) for board in watcher.boards(room) for end in ENDED))
    finally:
        for player in players:
            player.cancel()


async def test_five_people_play_a_whole_game(synapse: Synapse, server: LiveServer, tmp_path: Path) -> None:
    async with opened(synapse, server.url, tmp_path) as (_, bot), friends(synapse, *NAMES) as people:
        room = await chat_of(people, bot)
        board = await table_in(room, people[0])
        for person in people[1:]:
            await person.until(partial(_sees, person, room, board))
            await person.taps(room, board, "join")
        await people[0].until(lambda: all(f"{name}" in people[0].shown(board) for name in NAMES))
        await people[0].taps(room, board, "start")
        await play_out(people, bot, room, random.Random("five in a room"))
        for person in people:
            told = person.private(bot, room)
            assert any(text.startswith(("You're a liberal", "You're a fascist", "You're Hitler")) for text in told)
        assert not any(text.startswith(("You're a liberal", "You're a fascist", "You're Hitler")) for text in people[0].texts(room))


async def test_two_people_and_bots_with_a_browser_at_the_same_table(synapse: Synapse, server: LiveServer, tmp_path: Path) -> None:
    async with opened(synapse, server.url, tmp_path) as (door, bot), friends(synapse, "Ann", "Ben") as people:
        room = await chat_of(people, bot)
        board = await table_in(room, people[0])
        await people[1].until(partial(_sees, people[1], room, board))
        await people[1].taps(room, board, "join")
        await people[0].until(lambda: "2. Ben" in people[0].shown(board))
        code = door.rooms[room].kept.code
        quick = Options(bot_level=Level.RANDOM, claim_seconds=0)
        await door.seats[people[0].id, code].ask(SetOptions(id="quick", options=quick))
        browser = await join_table(server.url, code, "Cleo")
        async with TableClient(server.url, code, browser.token) as cleo:
            await people[0].until(lambda: "3. Cleo" in people[0].shown(board))
            await cleo.say("Hello from a browser")
            await people[0].until(lambda: "Cleo: Hello from a browser" in people[0].shown(board))
            await people[1].says(room, "Hello from the chat")
            await cleo.until(lambda table: any(said.text == "Hello from the chat" and said.name == "Ben" for said in table.talk))
            await people[1].taps(room, board, "start")
            playing = asyncio.create_task(play_on(cleo, random.Random(3)))
            await play_out(people, bot, room, random.Random("with a browser"))
            playing.cancel()
            assert sum(chair.bot is not None for chair in cleo.table.chairs) == 2
        assert not any("Hello from the chat" in text for text in people[0].texts(room, bot)), "it stands in the room already"


async def test_a_board_that_is_deleted_comes_back(synapse: Synapse, server: LiveServer, tmp_path: Path) -> None:
    async with opened(synapse, server.url, tmp_path) as (door, bot), friends(synapse, "Ann") as (ann,):
        room = await chat_of([ann], bot)
        board = await table_in(room, ann)
        await until(lambda: door.rooms[room].kept.message == board)
        await ann.client.room_redact(room, board)
        await ann.until(lambda: len(ann.boards(room)) == 2 or (ann.boards(room) and ann.boards(room)[-1] != board))


async def test_who_leaves_the_room_is_away_and_gets_the_seat_back(synapse: Synapse, server: LiveServer, tmp_path: Path) -> None:
    async with opened(synapse, server.url, tmp_path) as (door, bot), friends(synapse, "Ann", "Ben") as people:
        ann, ben = people
        room = await chat_of(people, bot)
        await start_game(people, room, ann)
        await ben.until(lambda: any(text.startswith(ROLES) for text in ben.private(bot, room)))
        code = door.rooms[room].kept.code
        seat = door.seats[ben.id, code].number
        await ben.client.room_leave(room)
        await until(lambda: (ben.id, code) not in door.seats)
        await ann.client.room_invite(room, ben.id)
        await ben.until(
            lambda: any(
                isinstance(event, nio.RoomMemberEvent) and event.membership == "join" and event.sender == ben.id
                for at, event in ben.seen[-40:]
                if at == room
            )
        )
        await ben.says(room, "!cards")
        await until(lambda: (ben.id, code) in door.seats and door.seats[ben.id, code].number == seat)
        assert seat is not None


async def test_a_private_chat_that_is_refused_is_called_out_without_a_word_of_what(
    synapse: Synapse, server: LiveServer, tmp_path: Path
) -> None:
    async with opened(synapse, server.url, tmp_path) as (_, bot), friends(synapse, "Ann", "Ben") as people:
        ann, ben = people
        room = await chat_of(people, bot)
        ben.accepts = False
        board = await table_in(room, ann)
        await ben.until(partial(_sees, ben, room, board))
        await ben.taps(room, board, "join")
        invited = await ben.until(lambda: list(ben.invited))
        await ben.client.room_leave(invited[0])
        await ann.taps(room, board, "start")
        await ann.until(lambda: any("Ben: I have to write to you in private." in text for text in ann.texts(room, bot)))
        assert not any(text.startswith(ROLES) for text in ann.texts(room, bot))
        ben.accepts = True
        await ben.taps(room, ben.boards(room)[-1], "cards")
        await ben.until(lambda: any(text.startswith(ROLES) for text in ben.private(bot, room)))


async def test_a_third_person_in_the_private_chat_gets_no_card(synapse: Synapse, server: LiveServer, tmp_path: Path) -> None:
    async with opened(synapse, server.url, tmp_path) as (_, bot), friends(synapse, "Ann", "Eve") as (ann, eve):
        room = await chat_of([ann], bot)
        board = await table_in(room, ann)
        chat = await ann.until(lambda: next((at for at, event in ann.seen if at != room and event.sender == bot), None))
        await ann.client.room_invite(chat, eve.id)
        await eve.until(lambda: chat in eve.client.rooms)
        await ann.taps(room, board, "start")
        await ann.until(lambda: any(text.startswith(ROLES) for text in ann.private(bot, room)))
        assert not any(text.startswith(ROLES) for text in eve.texts(chat))


async def test_a_seat_goes_to_a_browser_and_back(synapse: Synapse, server: LiveServer, tmp_path: Path) -> None:
    async with opened(synapse, server.url, tmp_path) as (door, bot), friends(synapse, "Ann", "Ben") as people:
        ann, ben = people
        room = await chat_of(people, bot)
        await table_in(room, ann)
        chat = await ann.until(lambda: next((at for at, event in ann.seen if at != room and event.sender == bot), None))
        await ann.says(chat, "web")
        link = await ann.until(
            lambda: next((found[0] for text in ann.private(bot, room) if (found := re.findall(r"http\S+ticket=\S+", text))), None)
        )
        code = door.rooms[room].kept.code
        ticket = parse_qs(urlsplit(link).query)["ticket"][0]
        there = await post(server.url, f"/api/tables/{code}/continue", Continue(ticket=ticket), Admission)
        async with TableClient(server.url, code, there.token) as browser:
            assert browser.seat == door.seats[ann.id, code].number == 0
            back = await post(server.url, f"/api/tables/{code}/ticket", NoBody(), Ticket, there.token)
            await ben.client.room_create(is_direct=True, invite=[bot])
            mine = await ben.until(lambda: next((at for at in ben.client.rooms if at != room and bot in ben.client.rooms[at].users), None))
            await ben.says(mine, f"continue {back.link}")
            await until(lambda: (ben.id, code) in door.seats and door.seats[ben.id, code].number == 0)


async def test_nobody_notices_that_door_and_server_are_killed(synapse: Synapse, tmp_path: Path) -> None:
    """In processes of their own, killed in the middle of the game, each twice."""
    bot, token = synapse.register("host")
    (tmp_path / "token").write_text(token)
    game_server = ServerProcess(tmp_path / "data").start()
    door = DoorProcess(tmp_path, "matrix", "--homeserver", synapse.url, "--server", game_server.url)
    async with friends(synapse, *NAMES) as people:
        try:
            door.start()
            room = await chat_of(people, bot)
            await start_game(people, room, people[0])
            players = [asyncio.create_task(person.plays(bot, random.Random(number))) for number, person in enumerate(people)]
            for policies in (1, 2):
                await people[0].until(partial(_enacted, people[0], room, policies))
                door.kill()
                door.start()
                await people[0].until(partial(_enacted, people[0], room, policies + 1))
                await asyncio.to_thread(game_server.kill)
                await asyncio.to_thread(game_server.start)
            await people[0].until(partial(_enacted, people[0], room, 4))
            for player in players:
                assert not player.done()
                player.cancel()
            assert not any(text.startswith(ROLES) for text in people[0].texts(room, bot))
        finally:
            door.kill()
            await asyncio.to_thread(game_server.stop)
