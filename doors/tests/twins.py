"""Twins in a chat: where two games differ only in what somebody may not know, they and the room are sent the same."""

import asyncio
import itertools
import random
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from secret_hitler import play
from secret_hitler.client.http import fetch
from secret_hitler.play import Move
from secret_hitler.records import Record
from secret_hitler.rules import NATURE, OFFICIAL, PUBLIC, Claim, Onlooker, Seat
from secret_hitler.rules.claims import about
from secret_hitler.tables import dealing, lobby
from secret_hitler.tables import host as live_tables
from secret_hitler.wire.table import Stage, TableState
from secret_hitler_doors.door import Door
from tests.games import random_record
from tests.server.live_server import LiveServer
from tests.twins import chance_of, twin_of

SEATS = 5
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
CODE = "ABCDE"
Transcript = dict[Onlooker, list[str]]


class ChatOnStage(ABC):
    """A chat of five people whose door plays a written game; what is sent is kept, by who can read it."""

    door: Door
    people: list[str]
    """By seat."""
    room: str

    @abstractmethod
    async def opens(self) -> None:
        """Ask for a table, as the first person."""

    @abstractmethod
    async def presses(self, seat: int, button: str) -> None:
        """Somebody presses a button of the room, or of a card of theirs."""

    @abstractmethod
    def reads(self, seat: int | None) -> list[str]:
        """Every message that this person can read as it is now; without a person, every one of the room."""


OpensChat = Callable[[str, Path], AbstractAsyncContextManager[ChatOnStage]]


def games(seed: str) -> tuple[Record, random.Random]:
    """Make a game that is broken off in the middle, with claims."""
    rng = random.Random(seed)
    whole = min((random_record(OFFICIAL, SEATS, rng, claims=0.3) for _ in range(20)), key=lambda game: len(game.moves))
    moves, claimed = list[Move](), set[tuple[object, ...]]()
    for move in whole.moves[: -rng.randint(1, 1 + SEATS)]:
        if isinstance(move.action, Claim):
            what = move.seat, move.action.round, about(move.action)
            if what in claimed:  # because a card asks once
                continue
            claimed.add(what)
        moves.append(move)
    return replace(whole, moves=moves, ending=None), rng


async def transcript(opens: OpensChat, record: Record, folder: Path, patch: pytest.MonkeyPatch) -> Transcript:
    numbers = itertools.count()
    patch.setattr(play, "natures_move", chance_of(record))
    patch.setattr(dealing, "_opener", lambda *_: record.opener)
    patch.setattr(lobby, "rules_of", lambda _: record.rules)
    patch.setattr(live_tables, "new_code", lambda: CODE)
    patch.setattr(secrets, "token_urlsafe", lambda _: f"{next(numbers):043}")
    told: Transcript = {PUBLIC: [], **{Seat(seat): [] for seat in range(SEATS)}}
    with LiveServer(folder / "data", clock=lambda: 1_000_000.0, chance=random.Random(0)) as server:
        async with opens(server.url, folder) as chat:
            await chat.opens()
            await until(lambda: len(chat.door.rooms) == 1 and len(chat.door.seats) == 1)
            for seat in range(1, SEATS):
                await chat.presses(seat, "join")
                await until(partial(all_sit, chat, seat + 1))
            await chat.presses(0, "start")
            await until(lambda: next(iter(chat.door.rooms.values())).table.table.stage is Stage.PLAYING)
            for number, move in enumerate(record.moves):
                if move.seat != NATURE:
                    await chat.presses(move.seat, await button_for(chat, move.seat, move.action))
                    await all_shown(chat, server, number)
                    for onlooker, messages in told.items():
                        messages.append("\n---\n".join(chat.reads(None if onlooker == PUBLIC else int(onlooker))))
    return told


async def button_for(chat: ChatOnStage, seat: int, action: object) -> str:
    def found() -> str | None:
        now = chat.door.seats[chat.people[seat], CODE].cards
        return next((card.message.buttons[card.actions.index(action)].id for card in now.values() if action in card.actions), None)

    await until(found)
    return str(found())


async def all_shown(chat: ChatOnStage, server: LiveServer, number: int) -> None:
    """Wait until everybody was told of the last move, and everything they were told is shown."""
    while True:
        state = await fetch(server.url, f"/api/tables/{CODE}", TableState)
        game = server.tables.by_code[CODE].table.game
        assert game is not None
        everyone = [*(room.table for room in chat.door.rooms.values()), *(seat.table for seat in chat.door.seats.values())]
        if all(each.view is not None and each.view.board == game.board and each.state == state for each in everyone) and settled(chat):
            return
        await asyncio.sleep(0.01)


def settled(chat: ChatOnStage) -> bool:
    return all(room.settled for room in chat.door.rooms.values()) and all(seat.settled for seat in chat.door.seats.values())


def all_sit(chat: ChatOnStage, people: int) -> bool:
    return len(chat.door.seats) == people and settled(chat)


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(120):
        while not holds():
            await asyncio.sleep(0.01)


async def twins_read_the_same(
    opens: OpensChat, folder: Path, patch: pytest.MonkeyPatch, onlookers: tuple[Onlooker, ...] = (PUBLIC, Seat(1))
) -> None:
    record, rng = games("in a chat")
    story = await transcript(opens, record, folder / "story", patch)
    assert len(set(story[PUBLIC])) > 10
    for onlooker in onlookers:
        twin = twin_of(record, onlooker, rng, steps=40)
        assert twin.moves != record.moves
        again = await transcript(opens, twin, folder / f"twin {onlooker}", patch)
        differ = [pair for pair in zip(story[onlooker], again[onlooker], strict=True) if pair[0] != pair[1]]
        assert not differ, f"{onlooker} can tell the twins apart: {_first_difference(*differ[0])}"
        others = [other for other in story if other not in (onlooker, PUBLIC)]
        assert any(again[other] != story[other] for other in others), "nobody could: the secrets reach those they are for"


def _first_difference(one: str, other: str) -> str:
    at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other)))
    return f"...{one[max(0, at - 80) : at + 80]}... and ...{other[max(0, at - 80) : at + 80]}..."
