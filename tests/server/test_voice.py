"""Voice: who may talk is heard by whoever may hear them, and by nobody else; the game goes on whatever anybody sends."""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from secret_hitler.client import CommandRefused, TableClient
from secret_hitler.rules import Decision, Discard, Enact, Execute, Game, Phase, Policy, Role, Seat, Vote
from secret_hitler.server import limits, voice_room
from secret_hitler.server.admin.log_file import ModerationFile
from secret_hitler.server.admin.moderation import Moderation
from secret_hitler.server.limits import Allowance
from secret_hitler.server.transports import VOICES_AT_ONCE, ImpatientWebSocket
from secret_hitler.server.voice_room import SoundBudget, VoiceRoom
from secret_hitler.tables.connection import Connection
from secret_hitler.tables.live_table import LiveTable
from secret_hitler.wire.commands import BlockPlayer, Kick, MutePlayer, SetOptions
from secret_hitler.wire.operators import Hush
from secret_hitler.wire.table import Options
from tests.server.laid_out import LaidOut, laid_out
from tests.server.live_server import LiveServer
from tests.server.people import gathered
from tests.server.voices import Voice, frame, voice

ON = Options(voice=True)
SILENT_WITHIN = 0.05
"""Seconds after the event that asks for silence."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """With the limits of a server as it is installed."""
    with LiveServer(tmp_path_factory.mktemp("voice") / "data", message_rate=20, address_rate=20) as started:
        yield started


@asynccontextmanager
async def talking(server: LiveServer, table: LaidOut, seats: Collection[int] = range(5)) -> AsyncIterator[dict[int, Voice]]:
    """Connect the voices of these seats of a table that was laid out."""
    await asyncio.to_thread(server.lay_out, table)
    async with AsyncExitStack() as stack:
        yield {seat: await stack.enter_async_context(voice(server.url, table.code, token(server, table, seat))) for seat in seats}


def token(server: LiveServer, table: LaidOut, seat: int) -> str:
    return server.tokens.token(table.code, table.players[seat])


def seat_at(server: LiveServer, table: LaidOut, seat: int) -> TableClient:
    return TableClient(server.url, table.code, token(server, table, seat))


async def heard_by(voices: dict[int, Voice], speaker: int, word: bytes, then: int) -> set[int]:
    """Who hears a seat: everybody who may has done so once they hear what another says after it."""
    await voices[speaker].says(word)
    await voices[speaker].socket.ping()
    await asyncio.sleep(0.01)  # another socket: the server reads it in its own time
    after = b"after " + word
    await voices[then].says(after)
    for seat, each in voices.items():
        if seat != then:
            await each.until(after)
    return {seat for seat, each in voices.items() if each.seats(word)}


def voting(game: Game) -> bool:
    return game.board.phase is Phase.ELECTION and len(game.awaited) == 1


def about_to_sit() -> LaidOut:
    """One ja more, and a government sits."""
    return laid_out(
        voting, people=5, bots=0, options=ON, chooses=lambda game, seat, legal: legal[-1] if Vote(ja=True) not in legal else Vote(ja=True)
    )


async def test_everybody_at_a_table_hears_everybody_else_by_their_seat(server: LiveServer) -> None:
    table = LaidOut(people=5, bots=0, options=ON)
    async with talking(server, table) as voices, voice(server.url, table.code) as spectator:
        for seat in range(5):
            word = b"from %d" % seat
            await voices[seat].says(word, 100 + seat)
            for other, each in [*voices.items(), (9, spectator)]:
                if other != seat:
                    await each.until(word)
                    assert each.seats(word) == {seat}
        assert not any(heard.seat == seat for seat, each in voices.items() for heard in each.heard)


async def test_a_seat_that_claims_to_be_another_is_still_itself_and_a_stranger_is_not_heard(server: LiveServer) -> None:
    table = LaidOut(people=5, bots=0, options=ON)
    async with talking(server, table) as voices, voice(server.url, table.code) as spectator:
        await voices[3].socket.send(bytes([0]) + frame(sound=b"as seat 0"))
        await spectator.says(b"from the street")
        async with voice(server.url, table.code, token(server, table, 0)[:-4] + "AAAA") as forged:
            await forged.says(b"with a token of my own")
            assert await heard_by(voices, 3, b"as itself", then=1) == {0, 1, 2, 4}
        words = {heard.frame[4:] for each in voices.values() for heard in each.heard}
        assert words == {b"as itself", b"after as itself"}


async def test_a_government_in_session_falls_silent_within_50_ms_and_is_heard_again_after_it(server: LiveServer) -> None:
    table = about_to_sit()
    (president, chancellor), last = table.game.board.government, table.game.awaited[0]
    government = {president, chancellor}
    people = sorted(set(range(5)) - government)
    async with talking(server, table) as voices, seat_at(server, table, last) as voter:
        talk = asyncio.create_task(_go_on_talking(voices, government))
        await asyncio.sleep(0.2)
        await voter.act(Vote(ja=True))
        elected = time.monotonic()
        for each in voices.values():
            await each.must_be_silent(*government)
        await asyncio.sleep(0.4)
        late = [
            heard for each in voices.values() for heard in each.heard if heard.seat in government and heard.at > elected + SILENT_WITHIN
        ]
        assert late == []
        before = [heard for each in voices.values() for heard in each.heard if heard.seat in government and heard.at <= elected]
        assert before, "they were heard before"
        others = {heard.seat for heard in voices[people[0]].heard if heard.at > elected + SILENT_WITHIN}
        assert others == set(people[1:]), "the others talk on"
        assert {heard.seat for heard in voices[president].heard if heard.at > elected + SILENT_WITHIN} == set(people), "they hear"
        for seat in (president, chancellor):
            async with seat_at(server, table, seat) as minister:
                await minister.until(lambda table: table.asked)
                assert minister.view is not None
                await minister.act(next(iter(minister.view.legal_actions)))
        enacted = time.monotonic()
        for each in voices.values():
            await each.must_be_silent()
        await asyncio.sleep(0.2)
        talk.cancel()
        assert {heard.seat for heard in voices[people[0]].heard if heard.at > enacted} >= government, "heard again"


async def _go_on_talking(voices: dict[int, Voice], loud: Collection[int]) -> None:
    """As a client does that knows no silence."""
    while True:
        for seat, each in voices.items():
            await each.says(b"words", 200 if seat in loud else 100)
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("among_themselves", [False, True])
async def test_the_dead_hear_and_are_heard_by_the_dead_alone_where_the_table_wants_that(server: LiveServer, among_themselves: bool) -> None:
    two_dead = laid_out(
        lambda game: len(game.board.alive) < 6 and game.board.phase is Phase.NOMINATION,
        people=7, bots=0, options=Options(voice=True, voice_of_dead=among_themselves), chooses=_bloody,
    )  # fmt: skip
    dead = [seat for seat in range(7) if seat not in two_dead.game.board.alive]
    living = two_dead.game.board.alive
    async with talking(server, two_dead, range(7)) as voices, voice(server.url, two_dead.code) as spectator:
        assert await heard_by(voices, living[0], b"alive", then=living[1]) == set(range(7)) - {living[0]}
        assert await heard_by(voices, dead[0], b"from the dead", then=living[1]) == ({dead[1]} if among_themselves else set())
        await spectator.until(b"after from the dead")
        assert not spectator.seats(b"from the dead")
        assert voices[living[0]].silent == set(dead) == spectator.silent
        assert voices[dead[0]].silent == (set() if among_themselves else set(dead))


def _bloody(game: Game, _: Seat, legal: list[Decision]) -> Decision:
    """Fascist policies until somebody is shot, and nobody wins by it."""
    harmless = [act for act in legal if isinstance(act, Execute) and game.roles[act.seat] is not Role.HITLER]
    wanted = [act for act in legal if act in (Vote(ja=True), Discard(policy=Policy.LIBERAL), Enact(policy=Policy.FASCIST))]
    return (harmless or wanted or legal)[-1]


async def test_operators_hush_a_voice_and_who_is_sent_away_hears_no_more(server: LiveServer) -> None:
    table = LaidOut(people=5, bots=0, options=ON)
    async with talking(server, table) as voices, seat_at(server, table, 0) as host:
        identity = server.tables.by_code[table.code].table.lobby.identities[table.players[3]]
        server.does(server._services.operating.carry_out("op", Hush(identity=identity, minutes=1)))
        assert await heard_by(voices, 3, b"hushed", then=1) == set()
        await host.do(Kick(id="k", player=table.players[4]))
        assert await voices[4].gone() == 4403
        assert voices[4].goodbye == "sent-away"
        assert await heard_by({seat: voices[seat] for seat in (0, 1, 2)}, 0, b"without them", then=1) == {1, 2}
        assert not voices[4].seats(b"without them")


async def test_a_caption_is_shown_like_speech_and_has_the_same_silence_and_words(server: LiveServer) -> None:
    table = about_to_sit()
    last = table.game.awaited[0]
    async with talking(server, table) as voices, seat_at(server, table, last) as voter:
        server.moderation.words.add("turnip")
        await voices[0].writes("hello there")
        await voices[0].writes("a turnip")
        assert await heard_by(voices, 0, b"and a sound", then=1) >= {2, 3, 4}
        assert voices[2].captions == [(0, "hello there")]
        await voter.act(Vote(ja=True))
        government = set(table.game.board.government)
        for each in voices.values():
            await each.must_be_silent(*government)
        speaker, other, *_ = [seat for seat in range(5) if seat not in government]
        for seat in government:
            await voices[seat].writes("we have two fascists")
        await heard_by(voices, speaker, b"then", then=other)
        assert [text for each in voices.values() for _, text in each.captions if text != "hello there"] == []


async def test_of_six_who_talk_the_four_loudest_are_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    for module in (limits, voice_room):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])
    live = LiveTable(LaidOut(people=7, bots=0, options=ON).table)
    moderation = Moderation(ModerationFile(tmp_path / "moderation.jsonl"), [], lambda: 0.0, keep_days=1)
    room, heard, seats = VoiceRoom(live, moderation, Allowance(1e6, 1e6)), list[int](), dict[int, Connection]()
    for seat in range(7):
        seats[seat] = Connection(f"player {seat}", _nowhere, send_now=partial(_note, heard) if seat == 6 else None)
        room.come(seats[seat])
    louder = [0, 5, 4, 3, 2, 1]
    for step in range(20):
        heard.clear()
        for seat in range(6):
            assert room.take(seats[seat], frame(200 - 20 * louder.index(seat)))
        now[0] += 0.06
        if step:
            assert sorted(heard) == [0, 3, 4, 5]
    now[0] += 1  # and once the others have finished
    heard.clear()
    assert room.take(seats[1], frame(1))
    assert heard == [1]


def test_a_node_that_is_late_leaves_sound_out_until_it_is_not() -> None:
    budget = SoundBudget(burst=10, rate=1000)
    found = []
    for took in (0.2, 0.051, 0.09):
        budget.note(took)
        found.append(budget.empty)
    assert found == [True, False, True]


class Written(ImpatientWebSocket):
    """A socket that notes when its turn comes."""

    def __init__(self, name: str, talking: bool, written: list[str]) -> None:
        self.loop, self.name, self._unsent, self._written = asyncio.get_running_loop(), name, [], written
        self.hear = (lambda _: None) if talking else None

    def flush(self) -> None:
        self._unsent = []
        self._written.append(self.name)


async def test_a_server_writes_the_game_before_the_voices_and_looks_for_more_of_it_between_them() -> None:
    written = list[str]()
    game, voices = Written("game", False, written), [Written("voice", True, written) for _ in range(VOICES_AT_ONCE + 20)]
    for each in voices:
        assert each.send_now(b"sound")
    assert game.send_now("an answer")
    await asyncio.sleep(0)
    assert written == ["game", *["voice"] * VOICES_AT_ONCE]
    assert voices[-1].send_now(b"more sound")  # with what waits already
    assert game.send_now("another answer")
    await asyncio.sleep(0)
    assert written[1 + VOICES_AT_ONCE :] == ["game", *["voice"] * 20]


async def _nowhere(_: object) -> None:
    pass


def _note(heard: list[int], sent: str | bytes) -> bool:
    assert isinstance(sent, bytes)
    heard.append(sent[0])
    return True


BAD = [b"", b"\x01", b"\x07" * 40, bytes([1, 0, 0, 0]), frame(sound=bytes(2000)), bytes([2]) + b"\xff\xfe\xfd\xfc"]


async def test_what_is_no_frame_is_dropped_and_a_flood_is_closed_while_the_game_goes_on(server: LiveServer) -> None:
    table = about_to_sit()
    last = table.game.awaited[0]
    async with talking(server, table) as voices, seat_at(server, table, last) as voter:
        for bad in BAD:
            await voices[0].socket.send(bad)
        assert await heard_by(voices, 0, b"a good one", then=1) == {1, 2, 3, 4}
        with contextlib.suppress(ConnectionClosed):
            for _ in range(5000):
                await voices[0].says(b"flood")
        assert await voices[0].gone() in (4429, 1006)
        heard = [each for each in voices[2].heard if each.frame[4:] == b"flood"]
        assert len(heard) < 200
        await voter.act(Vote(ja=True))
        await voter.until(lambda table: table.view is not None and table.view.board.phase is Phase.PRESIDENT_SESSION)


async def test_more_than_40_kbit_a_second_of_a_seat_is_left_out(server: LiveServer) -> None:
    table = LaidOut(people=5, bots=0, options=ON)
    async with talking(server, table, (0, 1)) as voices:
        for _ in range(60):
            await voices[0].says(bytes(480))
        await asyncio.sleep(0.3)
        heard = sum(len(each.frame) for each in voices[1].heard)
        assert 0 < heard < 15_000


async def test_a_slow_listener_loses_sound_and_nobody_waits_for_them(server: LiveServer) -> None:
    table, sound, number = LaidOut(people=5, bots=0, options=ON), bytes(250), 200
    async with talking(server, table, (0, 1)) as voices:
        deaf = await _deaf(server, table, 2)
        for _ in range(number):
            await voices[0].says(sound)
            await asyncio.sleep(0.052)
        await voices[0].says(b"the end")
        await voices[1].until(b"the end")
        assert len(voices[1].heard) > number * 0.9
        heard = await asyncio.get_running_loop().sock_recv(deaf, 1_000_000)
        assert len(heard) < 0.8 * number * len(sound)
        deaf.close()


@pytest.mark.parametrize(("options", "frames"), [(Options(), 20_000), (ON, 0)])
async def test_voice_is_off_where_the_table_or_the_operator_has_it_off(tmp_path: Path, options: Options, frames: float) -> None:
    with LiveServer(tmp_path / "data", voice_frames=frames) as server:
        async with gathered(server.url, 1, options) as (host,):
            async with voice(server.url, host.code, host._token or "") as mine:
                assert await mine.gone() == 4403
                assert mine.goodbye == "no-voice"
            if not frames:
                with pytest.raises(CommandRefused) as refused:
                    await host.do(SetOptions(id="v", options=ON))
                assert refused.value.code == "no-voice"


async def test_a_host_who_switches_voice_off_sends_everybody_home(server: LiveServer) -> None:
    table = LaidOut(people=5, bots=0, options=ON)
    async with talking(server, table) as voices, seat_at(server, table, 0) as host:
        await host.do(SetOptions(id="off", options=Options()))
        for each in voices.values():
            assert await each.gone() == 4403


async def test_nothing_that_is_said_reaches_the_log(server: LiveServer) -> None:
    table = LaidOut(people=5, bots=0, options=ON)
    async with talking(server, table) as voices:
        before = await asyncio.to_thread(server.does, server.storage.lines(table.code))
        await voices[0].writes("between us")
        assert await heard_by(voices, 0, b"a secret", then=1)
        assert await asyncio.to_thread(server.does, server.storage.lines(table.code)) == before


async def test_who_is_blocked_or_muted_is_not_heard_by_the_one_who_did_it(server: LiveServer) -> None:
    table = LaidOut(people=5, bots=0, options=ON)
    async with talking(server, table) as voices, seat_at(server, table, 1) as blocker, seat_at(server, table, 2) as muter:
        await blocker.do(BlockPlayer(id="b", player=table.players[0]))
        await muter.do(MutePlayer(id="m", player=table.players[0], muted=True))
        assert await heard_by(voices, 0, b"unwelcome", then=4) == {3, 4}
        await blocker.do(BlockPlayer(id="u", player=table.players[0], blocked=False))
        assert await heard_by(voices, 0, b"again", then=4) == {1, 3, 4}


async def _deaf(server: LiveServer, table: LaidOut, seat: int) -> socket.socket:
    """Say hello, and read nothing from then on."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    deaf.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(deaf, ("127.0.0.1", server.port))
    request = (
        f"GET /voice/{table.code} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await loop.sock_sendall(deaf, request.encode())
    assert b" 101 " in await loop.sock_recv(deaf, 4096)
    hello = json.dumps({"protocol": 2, "token": token(server, table, seat)}).encode()
    await loop.sock_sendall(deaf, bytes([0x81, 0x80 | 126]) + len(hello).to_bytes(2, "big") + bytes(4) + hello)
    async with asyncio.timeout(20):
        while len(server.tables.by_code[table.code].voices) < 3:
            await asyncio.sleep(0.01)
    return deaf
