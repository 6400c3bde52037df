"""Whole games in a group of Telegram, as its documentation describes it: the real one is out of a test's reach."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from secret_hitler.rules import Role
from secret_hitler_doors.door import Door
from secret_hitler_doors.memory import Memory
from secret_hitler_doors.telegram import Telegram
from tests.server.live_server import LiveServer

from .clocks import FastClock
from .telegram_api import TOKEN, TelegramApi

GROUP = "-100"
PEOPLE = ["1", "2", "3", "4", "5"]
SPEED = 40.0
SECONDS = 120
ROLES = ("You're a liberal", "You're a fascist", "You're Hitler")
ENDED = ("Liberals win", "Fascists win")


@asynccontextmanager
async def opened(api: TelegramApi, server: str, folder: Path, speed: float = SPEED) -> AsyncIterator[Door]:
    memory = Memory(folder / "door.sqlite")
    door = Door(Telegram(TOKEN, memory, api.url, FastClock(speed)), server, memory)
    running = asyncio.create_task(door.run())
    try:
        yield door
    finally:
        running.cancel()
        await asyncio.wait({running})
        memory.close()


@asynccontextmanager
async def group(people: list[str], started: list[str], speed: float = SPEED) -> AsyncIterator[TelegramApi]:
    async with TelegramApi(FastClock(speed)) as api:
        api.groups[GROUP] = set(people)
        api.started.update(started)
        yield api


async def until(api: TelegramApi, holds: Callable[[], object]) -> None:
    async with asyncio.timeout(SECONDS), api.changed:
        while not holds():
            await api.changed.wait()


async def press(api: TelegramApi, person: str, data: str, chat: str = GROUP) -> str:
    """Press a button as soon as it's there."""
    await until(api, lambda: [each for _, each in api.buttons(chat) if each["callback_data"] == data])
    id = next(id for id, each in reversed(api.buttons(chat)) if each["callback_data"] == data)
    query = api.presses(person, chat, id, data)
    await until(api, lambda: "answer" in api.queries[query])
    return query


async def gather(api: TelegramApi, people: list[str]) -> None:
    api.writes(people[0], GROUP, "/table@table_bot")
    for number, person in enumerate(people[1:], start=2):
        await press(api, person, "join")
        await until(api, partial(_sits, api, f"{number}. P"))


def _sits(api: TelegramApi, row: str) -> bool:
    return any(row in text for text in api.texts(GROUP))


async def play(api: TelegramApi, person: str, rng: random.Random, but: str = "?!") -> None:
    """Press anything open, again and again, until cancelled, but what asks this; what is barred is pressed too."""
    pressed = set[int]()
    while True:
        async with api.changed:
            while not (fresh := [(id, each) for id, each in api.buttons(person) if id not in pressed]):
                await api.changed.wait()
        id = fresh[0][0]
        if but in api.messages[person, id]["text"]:
            pressed.add(id)
            continue
        button = rng.choice([each for at, each in fresh if at == id])
        query = api.presses(person, person, id, button["callback_data"])
        await until(api, partial(api.queries[query].__contains__, "answer"))
        if not api.queries[query]["alert"]:
            pressed.add(id)


async def play_out(api: TelegramApi, people: list[str], seed: str) -> None:
    players = [asyncio.create_task(play(api, person, random.Random(f"{seed} {person}"))) for person in people]
    try:
        await until(api, lambda: any(end in text for text in api.texts(GROUP) for end in ENDED))
    finally:
        for player in players:
            player.cancel()
        await asyncio.wait(players)


async def test_five_people_play_a_whole_game_within_the_limits(server: LiveServer, tmp_path: Path) -> None:
    async with group(PEOPLE, PEOPLE) as api, opened(api, server.url, tmp_path):
        await gather(api, PEOPLE)
        await press(api, "1", "start")
        await play_out(api, PEOPLE, "a whole game")
        for person in PEOPLE:
            assert any(text.startswith(ROLES) for text in api.sent[person])
        assert not any(text.startswith(ROLES) for text in api.sent[GROUP])
        assert any(f": {role}" in api.texts(GROUP)[-1] for role in ("Hitler",)), "the roles are open at the end"
        assert api.limited == 0


async def test_two_people_and_bots(server: LiveServer, tmp_path: Path) -> None:
    async with group(["1", "2"], ["1", "2"]) as api, opened(api, server.url, tmp_path) as door:
        await gather(api, ["1", "2"])
        await press(api, "2", "start")
        await play_out(api, ["1", "2"], "with bots")
        (room,) = door.rooms.values()
        assert sum(chair.bot is not None for chair in room.table.table.chairs) == 3
        assert Role.HITLER in (room.table.view.roles if room.table.view is not None else {}).values()


async def test_somebody_who_never_wrote_to_the_bot_is_told_so_and_nothing_else(server: LiveServer, tmp_path: Path) -> None:
    async with group(PEOPLE, PEOPLE[:4]) as api, opened(api, server.url, tmp_path):
        await gather(api, PEOPLE)
        await until(
            api, lambda: any("P5: I have to write to you in private. Open https://t.me/table_bot" in text for text in api.sent[GROUP])
        )
        await press(api, "1", "start")
        await until(api, lambda: any(text.startswith(ROLES) for text in api.sent["1"]))
        assert api.sent["5"] == []
        api.writes("5", "5", "/start cards")
        await until(api, lambda: any(text.startswith(ROLES) for text in api.sent["5"]))
        assert not any(text.startswith(ROLES) for text in api.sent[GROUP])


@pytest.mark.long  # until it passes every time
async def test_who_blocks_the_bot_in_the_game_is_called_and_gets_everything_on_return(server: LiveServer, tmp_path: Path) -> None:
    async with group(PEOPLE, PEOPLE) as api, opened(api, server.url, tmp_path):
        await gather(api, PEOPLE)
        await press(api, "1", "start")
        await until(api, lambda: all(any(text.startswith(ROLES) for text in api.sent[person]) for person in PEOPLE))
        for person in PEOPLE[1:]:
            api.started.discard(person)
        players = [asyncio.create_task(play(api, "1", random.Random(1)))]
        await until(api, lambda: any("I have to write to you in private." in text for text in api.sent[GROUP]))
        assert not any(text.startswith(ROLES) for text in api.sent[GROUP])
        for person in PEOPLE[1:]:
            api.writes(person, person, "/start")
            players.append(asyncio.create_task(play(api, person, random.Random(person))))
        await until(api, lambda: any(end in text for text in api.texts(GROUP) for end in ENDED))
        for player in players:
            assert not player.done()
            player.cancel()
        await asyncio.wait(players)


async def test_a_board_that_was_deleted_is_posted_again(server: LiveServer, tmp_path: Path) -> None:
    async with group(["1", "2"], ["1", "2"]) as api, opened(api, server.url, tmp_path):
        await gather(api, ["1"])
        await until(api, lambda: api.texts(GROUP))
        (board,) = [id for (where, id), message in api.messages.items() if where == GROUP and "photo" in message]
        del api.messages[GROUP, board]
        api.writes("2", GROUP, "/join")
        await until(api, lambda: any("2. P2" in text for text in api.texts(GROUP)))


async def test_what_may_not_be_said_is_deleted_where_the_bot_may(server: LiveServer, tmp_path: Path) -> None:
    async with group(PEOPLE, PEOPLE) as api, opened(api, server.url, tmp_path) as door:
        api.may_delete.add(GROUP)
        await gather(api, PEOPLE)
        await press(api, "1", "start")
        players = [asyncio.create_task(play(api, person, random.Random(person), "Choose one card to discard")) for person in PEOPLE]
        await until(api, lambda: any("Choose one card to discard" in text for person in PEOPLE for text in api.sent[person]))
        president = next(person for person in PEOPLE if any("Choose one card to discard" in text for text in api.sent[person]))
        said = api.writes(president, GROUP, "Three fascists!")
        await until(api, lambda: (GROUP, said) not in api.messages)
        await until(api, lambda: any("You can't talk right now" in text for text in api.sent[president]))
        (room,) = door.rooms.values()
        assert not any("Three" in said.text for said in room.table.talk)
        for player in players:
            player.cancel()
        await asyncio.wait(players)


async def test_when_telegram_says_it_is_too_much_the_door_waits_as_long_as_told(server: LiveServer, tmp_path: Path) -> None:
    async with group(["1"], ["1"]) as api, opened(api, server.url, tmp_path):
        api.refuses_for(GROUP, 30.0)
        api.writes("1", GROUP, "/table")
        await until(api, lambda: any(text.startswith("Table") for text in api.texts(GROUP)))
        assert api.limited == 1
        assert api.impatient == 0


async def test_a_group_that_becomes_a_supergroup_keeps_its_table(server: LiveServer, tmp_path: Path) -> None:
    async with group(["1"], ["1"]) as api, opened(api, server.url, tmp_path) as door:
        await gather(api, ["1"])
        await until(api, lambda: api.texts(GROUP))
        code = door.rooms[GROUP].kept.code
        api.groups["-200"] = set(api.groups[GROUP])
        api.moves("1", GROUP, "-200")
        await until(api, lambda: any(code in text for text in api.texts("-200")))
        assert list(door.rooms) == ["-200"]
