"""A seat belongs to its token: who comes back, who is kept out, who may talk and when."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from secret_hitler.client import CommandRefused, ServerError, TableClient, join_table, open_table
from secret_hitler.client.http import post
from secret_hitler.rules import Nominate, Seat, Vote
from secret_hitler.wire import PROTOCOL
from secret_hitler.wire.api import Admission, Continue, JoinTable
from secret_hitler.wire.commands import (
    HandOver,
    Hello,
    Kick,
    Lock,
    Nudge,
    React,
    Reaction,
    Ready,
    Rename,
    Room,
    Say,
    SetOptions,
    Sit,
    Stand,
    VoteRemake,
    VoteReplace,
)
from secret_hitler.wire.messages import Welcome
from secret_hitler.wire.table import Options, Stage
from tests.server.live_server import LiveServer
from tests.server.people import admitted, gathered

OWL = "owl"


async def test_a_token_brings_its_owner_back_to_the_same_moment(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        people = await admitted(server.url, 5)
        async with TableClient(server.url, people[0].code, people[0].token) as host:
            await host.start()
            assert host.view is not None
            president = host.view.board.president
            assert president is not None
            async with TableClient(server.url, host.code, people[president].token) as first:
                await first.until(lambda table: table.asked)
                choice = first.view.legal_actions[0]  # type: ignore[union-attr]  # because the table asks
            async with (
                TableClient(server.url, host.code, people[president].token) as one,
                TableClient(server.url, host.code, people[president].token) as two,
            ):
                assert one.seat == two.seat == president
                assert one.view == two.view
                await two.act(choice)
                await one.until(lambda table: table.view is not None and table.view.board.phase == "election")


async def test_a_name_alone_never_gets_a_seat(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        async with gathered(server.url, 5) as tables:
            await tables[0].start()
            again = await join_table(server.url, tables[0].code, "Person 3")
            async with TableClient(server.url, again.code, again.token) as other:
                assert other.seat is None
                with pytest.raises(CommandRefused, match="have a chair at this table"):
                    await other.act(Vote(True))


async def test_a_token_is_good_for_its_own_table_only(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        one, other = [await open_table(server.url, "Ann") for _ in range(2)]
        for forged in (other.token, one.token[:-2] + "xx", "nonsense", ""):
            async with TableClient(server.url, one.code, forged) as table:
                assert table.seat is None
                assert not table.host


async def test_a_token_wins_over_the_cookie_so_that_one_browser_may_hold_several_seats(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        ann, ben = await admitted(server.url, 2)
        cookie = {"Cookie": f"seats={server.tokens.with_seat(None, ann.code, ann.player)}"}

        async def welcomed(token: str | None) -> str:
            url = f"ws{server.url.removeprefix('http')}/api/tables/{ann.code}/socket"
            async with connect(url, additional_headers=cookie) as socket:
                await socket.send(msgspec.json.encode(Hello(protocol=PROTOCOL, token=token)).decode())
                return msgspec.json.decode(await socket.recv(), type=Welcome).player

        assert await welcomed(None) == ann.player
        assert await welcomed(ben.token) == ben.player
        assert await welcomed("") == ""


async def test_a_ticket_carries_a_seat_to_another_phone(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        admission = await open_table(server.url, "Ann")
        with pytest.raises(ServerError, match="have a seat at this table"):
            await post(server.url, f"/api/tables/{admission.code}/ticket", Continue(ticket=""), dict[str, Any])
        ticket = server.tokens.ticket(admission.code, admission.player)
        moved = await post(server.url, f"/api/tables/{admission.code}/continue", Continue(ticket=ticket), Admission)
        assert moved.player == admission.player
        with pytest.raises(ServerError, match="has expired"):
            await post(server.url, f"/api/tables/{admission.code}/continue", Continue(ticket=admission.token), Admission)


async def test_a_password_keeps_strangers_out(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        admission = await open_table(server.url, "Ann", password=OWL)
        with pytest.raises(ServerError, match="wrong password"):
            await join_table(server.url, admission.code, "Ben")
        assert (await join_table(server.url, admission.code, "Ben", password=OWL)).player


async def test_the_host_kicks_bans_locks_and_hands_over(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        async with gathered(server.url, 4) as (host, ben, cleo, dora):
            players = [chair.player for chair in host.table.chairs]
            with pytest.raises(CommandRefused, match="Only the host"):
                await ben.do(Kick(id="1", player=players[0] or ""))
            await host.do(Kick(id="1", player=players[1] or ""))
            await ben.until(lambda table: table.closed is not None or table.seat is None)
            await host.do(Kick(id="2", player=players[2] or "", ban=True))
            with pytest.raises(ConnectionError, match="let you into this table"):
                await cleo.until(lambda table: False)
            await host.do(Lock(id="3", locked=True))
            with pytest.raises(ServerError, match="locked"):
                await join_table(server.url, host.code, "Emil")
            await host.do(HandOver(id="4", player=players[3] or ""))
            await dora.until(lambda table: table.host)
            with pytest.raises(CommandRefused, match="Only the host"):
                await host.do(Lock(id="5", locked=False))


async def test_chairs_are_taken_left_and_renamed_before_the_deal(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        async with gathered(server.url, 5) as tables:
            one = tables[1]
            await one.do(Sit(id="a", seat=Seat(8)))
            await one.until(lambda table: table.seat == 8)
            with pytest.raises(CommandRefused, match="just took that chair"):
                await one.do(Sit(id="b", seat=Seat(0)))
            await one.do(Rename(id="c", name="  A\u202ename  \x07"))
            await tables[0].until(lambda table: any(chair.name == "Aname" for chair in table.table.chairs))
            await one.do(Stand(id="d"))
            await one.until(lambda table: table.seat is None)
            await one.do(Sit(id="e"))
            with pytest.raises(CommandRefused, match="There's no rule set called chess"):
                await tables[0].do(SetOptions(id="f", options=Options(rules="chess")))
            with pytest.raises(CommandRefused, match="liberals need 9"):
                await tables[0].do(SetOptions(id="g", options=Options(house_rules="liberal_goal = 9")))
            await tables[0].do(SetOptions(id="h", options=Options(house_rules="hitler_threshold = 2")))
            await tables[0].start()
            with pytest.raises(CommandRefused, match="when the game is over"):
                await tables[0].do(SetOptions(id="i", options=Options()))
            with pytest.raises(CommandRefused, match="when the game is over"):
                await one.do(Stand(id="j"))


async def test_a_command_sent_twice_is_done_once(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        async with gathered(server.url, 5) as tables:
            for _ in range(3):
                await tables[1].do(Say(id="same", text="hello"))
            await tables[1].do(Say(id="other", text="again"))
            await tables[0].until(lambda table: len(table.talk) >= 2)
            assert [said.text for said in tables[0].talk] == ["hello", "again"]


async def test_the_government_is_silent_in_session_and_spectators_keep_to_their_room(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        async with gathered(server.url, 5) as tables:
            await tables[0].start()
            view = tables[0].view
            assert view is not None
            president = view.board.president
            assert president is not None
            chancellor = Seat((president + 1) % 5)
            await tables[president].until(lambda table: table.asked)
            await tables[president].act(Nominate(chancellor))
            for table in tables:
                await table.until(lambda table: table.asked)
                await table.act(Vote(True))
            for seat in (president, chancellor):
                for command in (Say(id="s", text="psst"), React(id="r", reaction=Reaction.WINK)):
                    with pytest.raises(CommandRefused, match="can't talk until a policy is enacted"):
                        await tables[seat].do(command)
            free = next(seat for seat in range(5) if seat not in (president, chancellor))
            watcher = await join_table(server.url, tables[0].code, "Watcher")
            async with TableClient(server.url, watcher.code, watcher.token) as watching:
                await watching.say("he draws liberals")
                await tables[free].say("well?")
                await watching.until(lambda table: len(table.talk) == 2)
                assert [said.room for said in watching.talk] == [Room.SPECTATORS, Room.TABLE]
            await tables[president].until(lambda table: bool(table.talk))
            assert [said.text for said in tables[president].talk] == ["well?"]


async def test_a_table_replaces_a_dead_phone_and_its_owner_takes_the_seat_back(tmp_path: Path) -> None:
    # Bots slow enough that the owner is surely faster.
    with LiveServer(tmp_path / "data", bot_pace=1000) as server:
        people = await admitted(server.url, 5)
        async with AsyncExitStack() as stack:
            tables = [TableClient(server.url, each.code, each.token) for each in people]
            for table in tables:
                await stack.enter_async_context(table)
            await tables[0].start()
            president = tables[0].view.board.president  # type: ignore[union-attr]  # because a game is on
            assert president is not None
            others = [table for seat, table in enumerate(tables) if seat != president]
            with pytest.raises(CommandRefused, match="is back"):
                await others[0].do(VoteReplace(id="no", seat=others[1].seat or Seat(0)))
            await tables[president].__aexit__()
            await others[0].until(lambda table: not table.table.chairs[president].connected)
            await others[0].do(Nudge(id="n", seat=president))
            server.lets_pass(31)
            for number, table in enumerate(others[:3]):
                await table.do(VoteReplace(id=f"v{number}", seat=president))
            await others[0].until(lambda table: table.table.chairs[president].bot is not None)
            back = await stack.enter_async_context(TableClient(server.url, people[0].code, people[president].token))
            assert back.table.chairs[president].bot is None
            await back.act(back.view.legal_actions[0])  # type: ignore[union-attr]  # because the table waits for the president


async def test_a_majority_remakes_the_game(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        async with gathered(server.url, 5) as tables:
            await tables[0].start()
            for number, table in enumerate(tables[:3]):
                await table.do(VoteRemake(id=f"r{number}"))
            await tables[4].until(lambda table: table.table.stage is Stage.LOBBY)
            await tables[0].start()
            await tables[4].until(lambda table: table.table.stage is Stage.PLAYING)


async def test_the_clock_moves_the_table_on_without_those_who_sleep(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        async with gathered(server.url, 5, Options(decision_seconds=5)) as tables:
            await tables[0].start()
            assert tables[0].table.deadline is not None
            await tables[0].until(lambda table: table.view is not None and table.view.board.phase == "election")


async def test_votes_wait_for_talk_and_for_everyone_to_be_ready(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        async with gathered(server.url, 5, Options(everyone_ready=True)) as tables:
            await tables[0].start()
            president = tables[0].view.board.president  # type: ignore[union-attr]  # because a game is on
            assert president is not None
            await tables[president].until(lambda table: table.asked)
            await tables[president].act(Nominate(Seat((president + 1) % 5)))
            await tables[0].until(lambda table: table.view is not None and table.view.board.phase == "election")
            with pytest.raises(CommandRefused, match="when everyone's ready"):
                await tables[0].act(Vote(True))
            for table in tables:
                await table.do(Ready(id="ready", ready=True))
            await tables[0].act(Vote(True))
        async with gathered(server.url, 5, Options(talk_seconds=60)) as tables:
            await tables[0].start()
            president = tables[0].view.board.president  # type: ignore[union-attr]  # because a game is on
            assert president is not None
            await tables[president].until(lambda table: table.asked)
            await tables[president].act(Nominate(Seat((president + 1) % 5)))
            with pytest.raises(CommandRefused, match="The vote opens in"):
                await tables[president].act(Vote(True))


async def test_a_table_that_does_not_exist_says_so(server: LiveServer) -> None:
    async with asyncio.timeout(30):
        with pytest.raises(ServerError, match="There's no table with the code ZZZZZ"):
            await join_table(server.url, "ZZZZZ", "Ann")
        with pytest.raises(ConnectionError, match="There's no table"):
            async with TableClient(server.url, "ZZZZZ"):
                pass
        with pytest.raises(ServerError, match="name"):
            await post(server.url, "/api/tables", JoinTable(name=""), Admission)
