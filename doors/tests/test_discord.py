"""Whole games in a channel of Discord, as its documentation describes it: the real one is out of a test's reach."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from nacl.signing import SigningKey

from secret_hitler_doors.discord import Discord
from secret_hitler_doors.door import Door
from secret_hitler_doors.memory import Memory
from tests.server.live_server import LiveServer

from .clocks import FastClock
from .discord_api import APPLICATION, TOKEN, DiscordApi

CHANNEL = "c1"
PEOPLE = ["1", "2", "3", "4", "5"]
SPEED = 15.0
SECONDS = 120
ROLES = ("**You're a liberal", "**You're a fascist", "**You're Hitler")
ENDED = ("Liberals win", "Fascists win")


@asynccontextmanager
async def opened(server: str, folder: Path, speed: float = SPEED) -> AsyncIterator[tuple[DiscordApi, Door]]:
    async with DiscordApi(FastClock(speed)) as api:
        api.channels.add(CHANNEL)
        memory = Memory(folder / "door.sqlite")
        platform = Discord(TOKEN, APPLICATION, api.public_key, memory, ("127.0.0.1", 0), api.url, FastClock(speed))
        door = Door(platform, server, memory)
        running = asyncio.create_task(door.run())
        async with asyncio.timeout(SECONDS):
            await platform.ready_to_hear.wait()
        api.door = f"http://127.0.0.1:{platform.port}"
        try:
            yield api, door
        finally:
            running.cancel()
            await asyncio.wait({running})
            memory.close()


async def until(api: DiscordApi, holds: Callable[[], object]) -> None:
    async with asyncio.timeout(SECONDS), api.changed:
        while not holds():
            await api.changed.wait()


async def press(api: DiscordApi, person: str, button: str) -> None:
    """Press a button of the channel as soon as it's there."""
    await until(api, lambda: any(each["custom_id"] == button for _, each in api.buttons(CHANNEL)))
    id = next(id for id, each in reversed(api.buttons(CHANNEL)) if each["custom_id"] == button)
    await api.presses(person, CHANNEL, CHANNEL, id, button)


def _shows(api: DiscordApi, where: str, text: str) -> bool:
    return any(text in said for said in api.texts(where))


async def gather(api: DiscordApi, people: list[str]) -> None:
    await api.commands_(people[0], CHANNEL, "table")
    for number, person in enumerate(people[1:], start=2):
        await press(api, person, "join")
        await until(api, partial(_shows, api, CHANNEL, f"{number}. P"))


async def play(api: DiscordApi, person: str, rng: random.Random) -> None:
    """Press anything open, until cancelled; ask for the cards when the channel calls."""
    pressed, called = set[str](), 0
    while True:

        def calls() -> int:
            return sum(f"<@{person}>" in text for text in api.sent[CHANNEL])

        def fresh() -> list[tuple[str, str]]:
            return [(id, each["custom_id"]) for id, each in api.buttons(person) if not each["disabled"] and id not in pressed]

        async with api.changed:
            while not fresh() and calls() == called:
                await api.changed.wait()
        if open_now := fresh():
            id = open_now[0][0]
            pressed.add(id)
            await api.presses(person, CHANNEL, person, id, rng.choice([button for at, button in open_now if at == id]))
        else:
            called = calls()
            await press(api, person, "cards")


async def play_out(api: DiscordApi, people: list[str], seed: str) -> None:
    players = [asyncio.create_task(play(api, person, random.Random(f"{seed} {person}"))) for person in people]
    try:
        await until(api, lambda: any(end in text for text in api.texts(CHANNEL) for end in ENDED))
        assert not any(player.done() for player in players)
    finally:
        for player in players:
            player.cancel()
        await asyncio.wait(players)


async def test_five_people_play_a_whole_game_within_the_limits(server: LiveServer, tmp_path: Path) -> None:
    async with opened(server.url, tmp_path) as (api, _):
        await gather(api, PEOPLE)
        await press(api, "1", "start")
        await play_out(api, PEOPLE, "a whole game")
        for person in PEOPLE:
            assert any(text.startswith(ROLES) for text in api.sent[person])
        assert not any(text.startswith(ROLES) for text in api.sent[CHANNEL])
        assert api.impatient == 0


async def test_somebody_who_pressed_too_long_ago_is_called_and_told_nothing_else(server: LiveServer, tmp_path: Path) -> None:
    async with opened(server.url, tmp_path) as (api, _):
        await gather(api, PEOPLE)
        for token in api.tokens.values():
            token["until"] = 0.0
        await press(api, "1", "start")
        first = asyncio.create_task(play(api, "1", random.Random(1)))
        await until(api, lambda: any("I have to write to you in private. Press “My cards”" in text for text in api.sent[CHANNEL]))
        called = next(person for person in PEOPLE[1:] if any(f"<@{person}>" in text for text in api.sent[CHANNEL]))
        assert not any(text.startswith(ROLES) for text in api.sent[called])
        await press(api, called, "cards")
        await until(api, lambda: any(text.startswith(ROLES) for text in api.sent[called]))
        assert not any(text.startswith(ROLES) for text in api.sent[CHANNEL])
        first.cancel()


async def test_only_discord_is_believed(server: LiveServer, tmp_path: Path) -> None:
    async with opened(server.url, tmp_path) as (api, door):
        ping = json.dumps({"type": 1}).encode()
        assert await api.signed(ping) == (200, {"type": 1})
        assert (await api.signed(ping, key=SigningKey.generate()))[0] == 401
        forged = json.dumps({"id": "1", "type": 3, "token": "t", "channel_id": CHANNEL, "user": {"id": "1", "username": "p"}}).encode()
        assert (await api.signed(forged, key=SigningKey.generate()))[0] == 401
        assert not door.rooms
