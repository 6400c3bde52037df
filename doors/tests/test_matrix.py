"""Whole games in rooms of a real Synapse."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from secret_hitler_doors.door import Door
from secret_hitler_doors.matrix import Matrix
from secret_hitler_doors.memory import Memory
from tests.server.live_server import LiveServer

from .synapse import Friend, Synapse, chat_of, friends

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


async def play_out(people: list[Friend], bot: str, room: str, rng: random.Random) -> None:
    players = [asyncio.create_task(person.plays(bot, rng)) for person in people]
    try:
        watcher = people[0]
        await watcher.until(lambda: any(end in watcher.shown(board) for board in watcher.boards(room) for end in ENDED))
    finally:
        for player in players:
            player.cancel()


async def test_five_people_play_a_whole_game(synapse: Synapse, server: LiveServer, tmp_path: Path) -> None:
    names = ("Ann", "Ben", "Cleo", "Dora", "Emil")
    async with opened(synapse, server.url, tmp_path) as (_, bot), friends(synapse, *names) as people:
        room = await chat_of(people, bot)
        board = await table_in(room, people[0])
        for person in people[1:]:
            await person.until(partial(_sees, person, room, board))
            await person.taps(room, board, "join")
        await people[0].until(lambda: all(f"{name}" in people[0].shown(board) for name in names))
        await people[0].taps(room, board, "start")
        await play_out(people, bot, room, random.Random("five in a room"))
        for person in people:
            told = person.private(bot, room)
            assert any(text.startswith(("You're a liberal", "You're a fascist", "You're Hitler")) for text in told)
        assert not any(text.startswith(("You're a liberal", "You're a fascist", "You're Hitler")) for text in people[0].texts(room))
