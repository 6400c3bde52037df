"""Who may not be heard signals nothing beside the game either, and nobody decides for them meanwhile."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from secret_hitler.rules import Decision, Discard, Enact, Execute, Game, Nominate, Phase, Policy, Role, Seat, Vote
from secret_hitler.storage import Storage
from secret_hitler.tables.connection import Connection
from secret_hitler.tables.host import Host
from secret_hitler.wire.commands import Act, Say, VoteRemake, VoteReplace
from secret_hitler.wire.messages import Done
from tests.security.attacker import Message
from tests.security.company import company
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer
from tests.storages import storage_in

WITNESS = "player 2"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("silenced") / "data", bot_pace=1000, trust_proxy=True) as started:
        yield started


async def test_two_who_may_speak_do_not_break_off_the_game_of_five(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            president = int(here.lines[0].view["board"]["president"])
            chancellor = (president + 1) % 5
            await here.elects(chancellor)
            others = [line for seat, line in enumerate(here.lines) if seat not in (president, chancellor)]
            for line in others[:2]:
                assert (await line.sends("VoteRemake"))["type"] == "Done"
            await others[2].until(lambda line: line.table["remake_votes"] == 2)
            assert (others[2].table["stage"], others[2].table["remake_needed"]) == ("playing", 3)
            assert (await here.lines[president].sends("VoteRemake"))["type"] == "Done", "they are asked too"
            await others[2].until(lambda line: line.table["stage"] == "lobby")


async def test_the_one_who_may_speak_seats_nobody_while_the_president_is_in_session(server: LiveServer) -> None:
    """Of two who are left one is president: the other had the chancellor's seat for an accomplice."""
    async with asyncio.timeout(60):
        async with company(server) as here:
            president = int(here.lines[0].view["board"]["president"])
            absent, third = (president + 1) % 5, (president + 2) % 5
            await here.elects(absent)
            for seat in {0, 1, 2, 3, 4} - {president, third}:
                await here.vanishes(seat)
            nora = await here.newcomer()
            assert (await nora.sends("TakeOver", seat=absent))["code"] == "session"
            await here.lines[president].acts()
            await here.lines[third].until(lambda line: line.view["board"]["phase"] == "chancellor-session")
            assert (await here.lines[third].sends("VoteReplace", seat=absent))["type"] == "Done"
            assert here.lines[third].table["chairs"][absent]["bot"] is None
            assert (await here.lines[president].sends("VoteReplace", seat=absent))["type"] == "Done"
            await here.lines[third].until(lambda line: line.table["chairs"][absent]["bot"] is not None)


async def test_an_absence_in_session_is_told_once_the_table_may_do_something_about_it(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        async with company(server) as here:
            president = int(here.lines[0].view["board"]["president"])
            await here.elects((president + 1) % 5)
            witness = here.lines[(president + 2) % 5]
            await here.vanishes(president, seconds=29)
            assert (await witness.sends("VoteReplace", seat=president))["code"] == "here", "an answer tells no more than the table"
            assert witness.table["chairs"][president]["connected"]
            server.lets_pass(2)
            server.comes_due(here.code, "absence")
            await witness.until(lambda line: not line.table["chairs"][president]["connected"])
            assert (await witness.sends("VoteReplace", seat=president))["type"] == "Done"


# Twins: tables that differ only in what a silenced seat does outside of the game tell the others the same bytes.


class Room:
    """A table in memory, with everybody connected, and what one of them is sent."""

    def __init__(self, storage: Storage, now: float) -> None:
        self.now = now
        self.tables = Host(storage, clock=lambda: self.now)

    async def opens(self, code: str) -> None:
        live = await self.tables.find(code)
        assert live is not None
        self.live = live
        self.told: list[str] = []
        self.here = {player: self.comes(player) for player in live.table.lobby.names}

    def comes(self, player: str) -> Connection:
        connection = Connection(player, _nowhere, address=player, send_now=lambda message: self._notes(player, message))
        connection.sees_as = self.live.table.lobby.onlooker(player)
        self.live.come(connection)
        return connection

    def _notes(self, player: str, message: str | bytes) -> bool:
        if player == WITNESS:
            self.told.append(str(message))
        return True


async def _nowhere(message: str) -> None:
    raise AssertionError(message)


@asynccontextmanager
async def room(laid: LaidOut, folder: Path) -> AsyncIterator[Room]:
    folder.mkdir(exist_ok=True)
    storage: Storage = storage_in(folder)
    await laid.store(storage)
    here = Room(storage, laid.lines[-1].time)
    await here.opens(laid.code)
    yield here
    await here.tables.close()
    await storage.close()


async def goes(room: Room, player: str) -> None:
    room.live.go(room.here[player])


async def goes_and_comes(room: Room, player: str) -> None:
    room.live.go(room.here[player])
    room.comes(player)


async def brings_watchers(room: Room, player: str) -> None:
    for _ in range(3):
        room.comes("")


async def votes(room: Room, player: str) -> None:
    assert isinstance(await room.tables.command(room.live, player, VoteRemake(id="a")), Done)
    await room.tables.command(room.live, player, VoteReplace(id="b", seat=Seat(2)))


async def joins_again(room: Room, player: str) -> None:
    await room.tables.join(room.live, "It is FFF", sit=True, identity=player)


async def whispers(room: Room, player: str) -> None:
    """Among the spectators, whom the players do not hear: not even how much is said there."""
    second = await room.tables.join(room.live, "Second", sit=False, identity=player)
    for word in ("F", "F", "F"):
        assert isinstance(await room.tables.command(room.live, second, Say(id=f"{room.live.table.lines}", text=word)), Done)


async def does_nothing(room: Room, player: str) -> None:
    pass


SIGNALS = [goes, goes_and_comes, votes, joins_again, whispers, brings_watchers]


def in_session() -> LaidOut:
    laid = LaidOut(people=5, bots=0, seed="signals")
    laid.deals()
    assert laid.comes_to(lambda game: game.board.phase is Phase.PRESIDENT_SESSION, _elects)
    return laid


def after_an_execution() -> LaidOut:
    laid = LaidOut(people=5, bots=0, seed="signals")
    laid.deals()
    assert laid.comes_to(lambda game: len(game.board.alive) == 4 and not game.board.in_session, _elects)
    return laid


def _elects(game: Game, seat: Seat, legal: list[Decision]) -> Decision:
    """Fascist policies, from governments without Hitler and without the witness, who is executed as little."""
    spared = {Seat(game.roles.index(Role.HITLER)), Seat(2)}
    liked = [Vote(True), Discard(Policy.LIBERAL), Enact(Policy.FASCIST)]
    left = [action for action in legal if not (isinstance(action, Nominate | Execute) and _named(action) in spared)]
    return next((action for action in legal if action in liked), (left or legal)[0])


def _named(action: Nominate | Execute) -> Seat:
    return action.chancellor if isinstance(action, Nominate) else action.seat


async def told_to_the_witness(laid: LaidOut, player: str, signal: Callable[[Room, str], Awaitable[None]], folder: Path) -> list[str]:
    async with room(laid, folder) as here:
        here.told.clear()
        await signal(here, player)
        here.now += 1
        await here.tables.command(here.live, WITNESS, VoteRemake(id="by the witness"))
        await here.tables.command(here.live, WITNESS, Say(id="aloud", text="hello"))
        here.live.show_table()
        return list(here.told)


@pytest.mark.parametrize("signal", SIGNALS)
def test_who_is_in_session_tells_nothing_beside_the_game(signal: Callable[[Room, str], Awaitable[None]], tmp_path: Path) -> None:
    laid = in_session()
    president = f"player {laid.game.board.president}"
    told = [asyncio.run(told_to_the_witness(laid, president, each, tmp_path / each.__name__)) for each in (does_nothing, signal)]
    assert told[0] == told[1]
    assert len(told[0]) == 4, "the witness is still told of their own vote and word"


@pytest.mark.parametrize("signal", SIGNALS[:-1])
def test_the_dead_tell_nothing_beside_the_game(signal: Callable[[Room, str], Awaitable[None]], tmp_path: Path) -> None:
    laid = after_an_execution()
    (dead,) = set(range(5)) - set(laid.game.board.alive)
    told = [asyncio.run(told_to_the_witness(laid, f"player {dead}", each, tmp_path / each.__name__)) for each in (does_nothing, signal)]
    assert told[0] == told[1]


def test_watchers_and_an_absence_are_told_when_the_session_is_over(tmp_path: Path) -> None:
    async def story() -> None:
        laid = in_session()
        president, chancellor = laid.game.board.president, laid.game.board.chancellor
        async with room(laid, tmp_path) as here:
            await brings_watchers(here, "")
            for _ in range(2):
                seat = here.live.table.awaited[0]
                action = here.live.table.playing.game.legal_actions(seat)[0]
                assert isinstance(await here.tables.command(here.live, f"player {seat}", Act(id=f"{seat}", action=action)), Done)
                if seat == chancellor:
                    break
                await goes(here, f"player {president}")
                assert _table(here.told)["spectators"] == 0
            assert _table(here.told)["spectators"] == 3
            assert not _table(here.told)["chairs"][president]["connected"]

    asyncio.run(story())


def _table(told: list[str]) -> Message:
    tables: list[Message] = [message["table"] for text in told if (message := json.loads(text))["type"] == "TableChanged"]
    return tables[-1]
