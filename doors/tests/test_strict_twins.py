"""Secrecy in Telegram and Discord: what is sent into the group or channel, and to each person."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from secret_hitler.rules import PUBLIC
from secret_hitler_doors.discord import Discord
from secret_hitler_doors.door import Door

from . import test_discord, test_telegram
from .discord_api import DiscordApi
from .telegram_api import TelegramApi
from .test_discord import CHANNEL
from .test_telegram import GROUP, PEOPLE
from .twins import ChatOnStage, twins_read_the_same, until

SPEED = 200.0


class TelegramOnStage(ChatOnStage):
    def __init__(self, door: Door, api: TelegramApi) -> None:
        self.door, self.room, self.people, self._api = door, GROUP, PEOPLE, api

    async def opens(self) -> None:
        self._api.writes(self.people[0], GROUP, "/table")

    async def presses(self, seat: int, button: str) -> None:
        await test_telegram.press(self._api, self.people[seat], button, self.people[seat] if ":" in button else GROUP)

    def reads(self, seat: int | None) -> list[str]:
        chat = GROUP if seat is None else self.people[seat]
        return [str(message) for (where, _), message in self._api.messages.items() if where == chat]


@asynccontextmanager
async def telegram_on_stage(server: str, folder: Path) -> AsyncIterator[ChatOnStage]:
    async with test_telegram.group(PEOPLE, PEOPLE, SPEED) as api, test_telegram.opened(api, server, folder, SPEED) as door:
        yield TelegramOnStage(door, api)


class DiscordOnStage(ChatOnStage):
    leaks = False
    """Whether cards go into the channel by mistake."""

    def __init__(self, door: Door, api: DiscordApi) -> None:
        self.door, self.room, self.people, self._api = door, CHANNEL, test_discord.PEOPLE, api

    async def opens(self) -> None:
        await self._api.commands_(self.people[0], CHANNEL, "table")

    async def presses(self, seat: int, button: str) -> None:
        where = self.people[seat] if ":" in button and not self.leaks else CHANNEL
        async with asyncio.timeout(test_discord.SECONDS), self._api.changed:
            while not (found := [id for id, each in self._api.buttons(where) if each["custom_id"] == button]):
                await self._api.changed.wait()
        await self._api.presses(self.people[seat], CHANNEL, where, found[-1], button)
        if ":" in button:  # Discord is answered before the table is asked
            code, about, _ = button.split(":")
            await until(lambda: about not in self.door.seats[self.people[seat], code].cards)

    def reads(self, seat: int | None) -> list[str]:
        place = CHANNEL if seat is None else self.people[seat]
        return [str(message) for (where, _), message in self._api.messages.items() if where == place]


@pytest.fixture(autouse=True)
def _tokens_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time runs fast here, and whose token has run out would be called at a moment of its own."""
    for module in ("secret_hitler_doors.discord", "doors.tests.discord_api"):
        monkeypatch.setattr(f"{module}.TOKEN_SECONDS", 1e9)


@asynccontextmanager
async def discord_on_stage(server: str, folder: Path) -> AsyncIterator[ChatOnStage]:
    async with test_discord.opened(server, folder, SPEED) as (api, door):
        yield DiscordOnStage(door, api)


async def test_twins_read_the_same_in_telegram(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await twins_read_the_same(telegram_on_stage, tmp_path, monkeypatch)


async def test_twins_read_the_same_in_discord(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await twins_read_the_same(discord_on_stage, tmp_path, monkeypatch)


async def test_the_twins_would_notice_an_answer_that_all_can_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord shows what has no flag to everybody."""

    async def shown_to_all(self: Discord, person: str, message: object, key: str) -> str:
        return await self.post(CHANNEL, message, key)  # type: ignore[arg-type]  # because it's a message

    monkeypatch.setattr(Discord, "whisper", shown_to_all)
    monkeypatch.setattr(DiscordOnStage, "leaks", True)
    with pytest.raises(AssertionError, match="public can tell the twins apart"):
        await twins_read_the_same(discord_on_stage, tmp_path, monkeypatch, (PUBLIC,))
