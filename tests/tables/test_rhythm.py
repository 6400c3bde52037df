"""Bots play at the speed of people: nothing happens before the last thing could be read, and nobody waits long for a bot."""

import asyncio
import random
from itertools import pairwise

import pytest

from benchmarks.rhythm import PERSON, game
from secret_hitler.rules import Seat
from secret_hitler.storage.key_value import memory_storage
from secret_hitler.tables.host import FIRST, Host
from secret_hitler.tables.live_table import LiveTable
from secret_hitler.tables.pace import BEAT, LONGEST, SteadyPace
from secret_hitler.wire.commands import FastForward
from secret_hitler.wire.messages import Done, Refused
from secret_hitler.wire.refusals import Denial
from secret_hitler.wire.rhythm import SAID, SPEEDS
from secret_hitler.wire.table import Level, Options, Speed
from tests.security.virtual_time import in_virtual_time


async def dealt(
    players: int = 7, speed: Speed = Speed.NORMAL, level: Level = Level.PARTY_LINE, seat: Seat | None = FIRST
) -> tuple[Host, LiveTable, str]:
    loop = asyncio.get_running_loop()
    host = Host(memory_storage(), clock=loop.time, pace=SteadyPace(), chance=random.Random(3))
    return host, *await host.play_now("Ada", Options(bot_level=level, speed=speed), players, seat=seat)


@pytest.mark.parametrize("speed", Speed)
def test_a_game_with_bots_takes_as_long_as_it_should(speed: Speed) -> None:
    rounds, seconds, waits, _ = in_virtual_time(game(speed, 7, Level.REGULAR, 1))
    slow = SPEEDS[speed]
    assert 22 * slow < seconds / rounds < 42 * slow + 2 * SAID / 1000, "a remark stays as long at any speed"
    assert max(waits) <= max(LONGEST * slow, PERSON) + 3 * BEAT


def test_nothing_happens_before_people_could_read_what_happened_before() -> None:
    async def story() -> None:
        loop = asyncio.get_running_loop()
        host, live, _ = await dealt()
        lines, told = live.table.lines, live.told_until
        while loop.time() < 60 and FIRST not in live.table.awaited:
            await asyncio.sleep(0.01)
            if live.table.lines != lines:
                assert loop.time() >= told
                lines, told = live.table.lines, max(told, live.told_until)
        assert lines > 3
        await host.close()

    in_virtual_time(story())


def test_a_person_alone_with_bots_can_fast_forward_to_their_next_decision() -> None:
    async def story() -> None:
        loop = asyncio.get_running_loop()
        host, live, player = await dealt(speed=Speed.RELAXED)
        began = loop.time()
        assert isinstance(await host.command(live, player, FastForward(id="1")), Done)
        while FIRST not in live.table.awaited:
            await asyncio.sleep(0.01)
        assert loop.time() - began < 2
        assert not live.hurried, "from here on at the usual speed"
        await host.close()

    in_virtual_time(story())


def test_with_others_at_the_table_nobody_can_fast_forward() -> None:
    async def story() -> None:
        host, live, player = await dealt()
        live.table.lobby.places[1].player = "other"
        answer = await host.command(live, player, FastForward(id="1"))
        assert isinstance(answer, Refused)
        assert answer.code == Denial.NOT_ALONE
        await host.close()

    in_virtual_time(story())


def test_talk_is_no_faster_than_one_bubble_in_a_second_and_a_half() -> None:
    async def story() -> None:
        loop = asyncio.get_running_loop()
        host, live, _ = await dealt(level=Level.REGULAR, seat=None)
        spoken, times = 0, list[float]()
        while loop.time() < 300:
            await asyncio.sleep(0.01)
            if live.table.talk.spoken != spoken:
                spoken = live.table.talk.spoken
                times.append(loop.time())
        assert len(times) > 10
        assert min(later - earlier for earlier, later in pairwise(times)) > SAID / 1000 - 0.02
        await host.close()

    in_virtual_time(story())
