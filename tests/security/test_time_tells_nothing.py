"""How long a bot takes says nothing of what it holds: it thinks within its pause, at every pace."""

import asyncio

import pytest

from secret_hitler.tables.pace import BEAT, LONGEST, ROOM, SHORTEST, paced
from tests.security.virtual_time import in_virtual_time


def taken(seconds: float, thinking: float) -> float:
    async def thought() -> str:
        await asyncio.sleep(thinking)
        return "ja"

    async def story() -> float:
        loop = asyncio.get_running_loop()
        began = loop.time()
        assert await paced(seconds, thought) == "ja"
        return loop.time() - began

    return in_virtual_time(story())


@pytest.mark.parametrize("pace", [0.5, 1.0, 3.0])
def test_whatever_is_thought_within_the_pause_takes_as_long(pace: float) -> None:
    for seconds in (SHORTEST * pace, LONGEST * pace):
        room = min(ROOM, seconds)
        assert {round(taken(seconds, thinking), 6) for thinking in (0, 0.001, 0.067, room / 2, room)} == {round(seconds, 6)}


def test_at_once_every_thought_takes_one_beat() -> None:
    assert {round(taken(0, thinking), 6) for thinking in (0.0004, 0.001, 0.01, 0.04, 0.067, 0.099)} == {BEAT}


@pytest.mark.parametrize("pace", [0.0, 1.0])
def test_what_takes_longer_shows_its_beats_and_no_more(pace: float) -> None:
    seconds = SHORTEST * pace
    late = [taken(seconds, min(ROOM, seconds) + thinking) - seconds for thinking in (0.11, 0.13, 0.19, 0.21, 0.29)]
    assert [round(each / BEAT, 6) for each in late] == [2, 2, 2, 3, 3]
