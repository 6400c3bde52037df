"""The company at a table: what people look like, what they say in one word, and who is dealt in again."""

import asyncio
import random

import pytest

from secret_hitler.client import CommandRefused, TableClient
from secret_hitler.rules import Seat
from secret_hitler.tables.table_state import COATS, appearances
from secret_hitler.wire.commands import AddBot, Dress, Phrase, Ready, Remark
from secret_hitler.wire.table import Appearance
from tests.server.people import gathered, play_to_the_end
from tests.server.process import ServerProcess


def test_no_two_chairs_wear_the_same_coat_and_who_chose_first_keeps_it() -> None:
    wished = Appearance(bird=2, hat=9, coat=4)
    looks = appearances(["ann", "ben", "", "", "", "", "", "", "", ""], {"ben": wished, "ann": Appearance(bird=2, hat=9, coat=4)})
    assert looks[1] == wished
    assert (looks[0].bird, looks[0].hat, looks[0].coat) == (2, 9, 5)
    assert {look.coat for look in looks} == set(range(COATS))


async def test_people_dress_and_everybody_sees_it(server: ServerProcess) -> None:
    async with asyncio.timeout(60):
        async with gathered(server.url, 2) as (host, guest):
            await guest.do(Dress(id="d", appearance=Appearance(bird=7, hat=3, coat=0)))
            await host.until(lambda table: table.table is not None and table.table.chairs[1].appearance.bird == 7)
            assert host.table is not None
            assert host.table.chairs[1].appearance == Appearance(bird=7, hat=3, coat=0)
            assert host.table.chairs[0].appearance.coat != 0


async def test_a_client_that_is_cancelled_while_it_leaves_hears_it(server: ServerProcess) -> None:
    async with asyncio.timeout(60):
        async with gathered(server.url, 2) as (_, guest):
            leaving = asyncio.create_task(guest.__aexit__(None, None, None))
            await asyncio.sleep(0)  # it has begun
            leaving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await leaving


async def test_a_phrase_is_heard_as_a_code_that_every_language_has_words_for(server: ServerProcess) -> None:
    async with asyncio.timeout(60):
        async with gathered(server.url, 2) as (host, guest):
            with pytest.raises(CommandRefused):
                await guest.do(Remark(id="r", phrase=Phrase.TRUST))
            await guest.do(Remark(id="s", phrase=Phrase.TRUST, seat=Seat(0)))
            await host.until(lambda table: bool(table.talk))
            (said,) = host.talk
            assert said.text == "I trust Person 0."
            assert said.sentence is not None
            assert (said.sentence.code, said.sentence.params) == ("phrase-trust", {"other": 0})


@pytest.mark.parametrize("ready", [False, True])
async def test_a_rematch_leaves_out_who_left_unless_they_said_they_are_in(server: ServerProcess, ready: bool) -> None:
    async with asyncio.timeout(60):
        async with gathered(server.url, 6) as tables:
            await play_to_the_end(tables, random.Random(3))
            host, gone = tables[0], tables[5]
            if ready:
                await gone.do(Ready(id="in", ready=True))
            await gone.__aexit__(None, None, None)
            await host.until(lambda table: table.table is not None and not table.table.chairs[5].connected)
            await host.start()
            assert host.view is not None
            assert host.view.board.seats == (6 if ready else 5)


async def test_a_rematch_with_too_few_says_so_and_bots_fill_it_up(server: ServerProcess) -> None:
    async with asyncio.timeout(60):
        async with gathered(server.url, 5) as tables:
            await play_to_the_end(tables, random.Random(3))
            host: TableClient = tables[0]
            await tables[4].__aexit__(None, None, None)
            await host.until(lambda table: table.table is not None and not table.table.chairs[4].connected)
            with pytest.raises(CommandRefused, match="You need at least 5"):
                await host.start()
            await host.do(AddBot(id="b", seat=Seat(5)))
            await host.start()
            assert host.view is not None
            assert host.view.board.seats == 5
