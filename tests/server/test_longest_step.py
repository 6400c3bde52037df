"""No step of a server's loop takes long, however much there is of something: `no_long_steps` watches each of these tests."""

import asyncio
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import msgspec

from secret_hitler.rules import OFFICIAL, Ending, Role, Seat
from secret_hitler.server.accounts.documents import Fellow, Squares, StoredGame, StoredRating
from secret_hitler.server.accounts.profiles import Profiles
from secret_hitler.server.accounts.programs import Programs
from secret_hitler.server.accounts.ratings import season_of
from secret_hitler.storage import Kind, Put
from secret_hitler.tables.connection import Connection
from secret_hitler.tables.live_table import LiveTable
from secret_hitler.tables.log_entries import Joined, Spoke
from secret_hitler.tables.log_lines import delete_talk, encode_line
from secret_hitler.wire.commands import Hello, Room
from secret_hitler.wire.operators import Ban, Target
from secret_hitler.wire.profile import PastGame
from secret_hitler.wire.programs import ProgramGame
from secret_hitler.wire.table import Appearance, Options
from tests.security.attacker import PROTOCOL
from tests.server.laid_out import LaidOut, laid_out
from tests.server.live_server import LiveServer
from tests.server.longest_step import LIMIT, UNSERVED, watched_steps

MANY = 3000
FIRST = (
    "/",
    "/api/rules",
    "/api/how-to-play?language=de",
    "/api/how-to-play?language=ru&rules=french-deck&wording=game",
    "/api/why?bar=was-president&language=tr",
    "/api/why?bar=not-awaited&phase=election",
    "/api/schema/messages.json",
    "/api/schema/asyncapi.json",
    "/api/schema/openapi.json",
    "/api/tables",
    "/api/leaderboard",
    "/api/me",
    "/api/turns",
    "/metrics",
    "/ready",
)


def test_the_first_answers_of_a_server_take_no_longer_than_others() -> None:
    """In a process of their own, where nothing is remembered yet."""
    asked = subprocess.run([sys.executable, "-m", "tests.server.test_longest_step"], capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr + asked.stdout


def first_answers() -> str:
    with TemporaryDirectory() as folder, watched_steps(LIMIT) as steps, LiveServer(Path(folder) / "data") as server:
        for path in FIRST:
            status = httpx.get(server.url + path, timeout=60, trust_env=False).status_code
            assert status == 200, f"{path} {status}"
        for path, body in (("tables", {}), ("play-now", {"players": 7}), ("quick-match", {"players": 5})):
            assert httpx.post(f"{server.url}/api/{path}", json={"name": "Ann", **body}, timeout=60, trust_env=False).status_code == 201
    return "\n".join(f"{1000 * step.seconds:.1f} ms {step.name}" for step in steps.over(LIMIT) if not step.name.startswith(UNSERVED))


def test_old_talk_of_a_long_evening(server: LiveServer) -> None:
    table = LaidOut(people=5, bots=0)
    for number in range(MANY):
        table.writes(Spoke(player=table.players[number % 5], room=Room.TABLE, text=f"{number} bottles of beer on the wall"))
    server.lay_out(table)
    server.does(delete_talk(server.storage, table.code, table.lines[-1].time + 1))
    assert not any(b"bottles" in line for line in server.does(server.storage.lines(table.code)))


async def test_a_list_of_many_tables(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "data") as server:
        server.does(_open_many(server, Options(public=True), connected=True))
        async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
            assert len((await client.get("/api/tables", timeout=60)).json()) == 100


def test_many_tables_that_nobody_needs_any_more(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "data") as server:
        server.does(_open_many(server, Options(), connected=False))
        server.forgets_the_idle()
        assert not server.tables.by_code


async def _open_many(server: LiveServer, options: Options, connected: bool) -> None:
    for _ in range(MANY):
        await asyncio.sleep(0)
        table = LaidOut(people=2, bots=0, options=options)
        live = server.tables.by_code[table.code] = LiveTable(table.table, server.clock)
        if connected:
            live.connections.add(Connection(table.players[0], _unsent))


async def _unsent(_: object) -> None:
    pass


def test_a_player_with_many_games(server: LiveServer) -> None:
    now, look = server.clock(), Appearance(bird=0, hat=0, coat=0)
    played = PastGame(
        record="",
        table="AAAAA",
        ended=now,
        rules="official",
        seats=5,
        seat=Seat(0),
        role=Role.LIBERAL,
        won=True,
        ending=Ending.LIBERAL_POLICIES,
        liberal=5,
        fascist=2,
        liberal_goal=OFFICIAL.liberal_goal,
        fascist_goal=OFFICIAL.fascist_goal,
        rated=True,
    )
    games = []
    for number in range(MANY):
        game = msgspec.structs.replace(played, record=f"record {number}")
        fellows = [Fellow(identity=f"other {number} {seat}", name=f"Bea {seat}", appearance=look) for seat in range(4)]
        stored = StoredGame(game=game, name="Ann", appearance=look, marks=Squares(), votes=Squares(0.5, 2), fellows=fellows)
        games.append(Put(Kind.PLAYED, f"ann/{number}", msgspec.json.encode(stored), "ann", now))
    server.does(server.storage.write(*games))
    mine = server.does(Profiles(server.storage, server.clock).exported("ann"))
    assert len(mine["games"]) == MANY


def test_a_ranking_of_many(server: LiveServer) -> None:
    season, kept = season_of(server.clock()), []
    for number in range(MANY):
        for side in ("liberal", "fascist"):
            rating = StoredRating(f"player {number}", side, 25.0, 3.0, 20)
            kept.append(Put(Kind.RATING, f"{season}/player {number}/{side}", msgspec.json.encode(rating), owner=f"player {number}"))
        kept.append(Put(Kind.PROFILE, f"player {number}", b'{"ranked":true,"name":"Ann"}', owner=f"player {number}"))
    server.does(server.storage.write(*kept))
    assert len(server.does(Profiles(server.storage, server.clock).leaderboard()).players) == 100
    server.does(server.storage.write(*(msgspec.structs.replace(each, body=b"{}") for each in kept if each.kind == Kind.PROFILE)))


def test_a_program_with_many_games(server: LiveServer) -> None:
    game = ProgramGame(
        record="r",
        code="AAAAA",
        rules="official",
        seats=5,
        seat=Seat(0),
        role=Role.LIBERAL,
        ending=Ending.LIBERAL_POLICIES,
        won=True,
        ended=1.0,
    )
    body = msgspec.json.encode(game)
    server.does(server.storage.write(*(Put(Kind.PROGRAM_GAME, f"a program/{number}", body) for number in range(MANY))))
    assert len(server.does(Programs(server.tables, server.tokens, keep_records=1).games("a program"))) == MANY


def test_many_orders_of_operators(server: LiveServer) -> None:
    async def give() -> None:
        for number in range(MANY // 3):
            await server.moderation.act("Olga", Ban(target=Target.IDENTITY, value=f"nobody {number}", minutes=1, reason="a test"))

    server.does(give())
    server.does(server.moderation.forget_old())
    assert len(server.moderation.bans) == MANY // 3
    server.lets_pass(120)


def test_the_end_of_a_game_that_many_watched(tmp_path: Path) -> None:
    """Whoever comes back reads all of the game, and players then read what the spectators said."""
    table = laid_out(lambda game: game.board.round > 8, people=5, bots=0)
    with LiveServer(tmp_path / "data") as server:
        for number in range(500):
            spectator = f"spectator {number % 50}"
            said = Spoke(player=spectator, room=Room.SPECTATORS, text="I would never have believed a word of that")
            table.writes(*([Joined(player=spectator, name=f"Zoe {number}")] if number < 50 else []), said)
        server.lay_out(table)
        live = server.does(server.tables.find(table.code))
        assert live is not None
        heard: list[object] = []

        def hears(said: object) -> bool:
            heard.append(said)
            return True

        for player in table.players:
            for _ in range(8):
                connection = Connection(player, _unsent, send_now=hears)
                server.does(_greeted(live, connection))
                live.connections.add(connection)
        table.comes_to(lambda _: False, None)
        known = len(heard)
        server.does(server.tables.apply_lines(live, live.table.lines, map(encode_line, table.lines[live.table.lines :])))
        assert sum("never have believed" in str(each) for each in heard[known:]) == 40 * 100
        live.connections.clear()


async def _greeted(live: LiveTable, connection: Connection) -> None:
    live.greet(connection, Hello(protocol=PROTOCOL, seq=-1, game=1))


if __name__ == "__main__":
    sys.exit(first_answers() or None)
