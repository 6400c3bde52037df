"""Programs: their accounts, seats, challenges and games, and one stream with everything they're told."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncGenerator, Callable
from typing import TypeVar

import msgspec

from ...rules import Seat
from ...storage import Drop, Kind, Put, StorageFailure
from ...tables.connection import Connection
from ...tables.host import Host
from ...tables.housekeeping import DAY
from ...tables.live_table import LiveTable
from ...tables.matchmaking import deal_if_full
from ...tables.names import clean_name, clean_text
from ...tables.refusal import Refusal
from ...wire import PROTOCOL
from ...wire.commands import Hello
from ...wire.programs import (
    AnyStreamMessage,
    AtTable,
    Challenge,
    Challenged,
    OpenAccount,
    OpenChallenge,
    ProgramAccount,
    ProgramGame,
    TableGone,
)
from ...wire.refusals import Denial
from ...wire.table import Options, ProgramCard
from ..limits import REMEMBERED
from ..signed_tokens import Tokens
from .sessions import Sessions

T = TypeVar("T", bound=msgspec.Struct)

CHALLENGE_SECONDS = 600.0
MOST_CHALLENGES = 20
"""That wait for one program."""
UNUSED_DAYS = 7.0
"""How long an account lasts without taking a seat; then as long as the records of its games."""
LOOK_SECONDS = 5.0
"""How often a quiet stream shows that it's alive and looks for itself: news between nodes may get lost."""
AHEAD = 64
"""Lines that may wait for a reader before its tables hold back theirs."""


class Programs:
    def __init__(self, tables: Host, tokens: Tokens, keep_records: float) -> None:
        self.tables = tables
        self._storage, self._tokens, self._keep_records = tables.storage, tokens, keep_records
        self._cards: dict[str, ProgramCard] = {}
        self.closing = False
        self._listening: dict[str, list[asyncio.Event]] = {}

    # Accounts

    async def open(self, wanted: OpenAccount) -> ProgramAccount:
        id = f"program-{secrets.token_urlsafe(9)}"
        card = ProgramCard(id=id, name=clean_name(wanted.name), author=clean_text(wanted.author), about=clean_text(wanted.about))
        backdated = max(0.0, self._keep_records - UNUSED_DAYS) * DAY  # so that housekeeping deletes it that much sooner
        await self._storage.write(self._document(Kind.PROGRAM, id, msgspec.json.encode(card), backdated))
        return ProgramAccount(program=card, token=self._tokens.program_token(id))

    async def renew(self, card: ProgramCard, sessions: Sessions) -> ProgramAccount:
        """Make a new token and cancel the old ones."""
        await sessions.end(card.id)
        return ProgramAccount(program=card, token=self._tokens.program_token(card.id))

    async def card(self, id: str) -> ProgramCard:
        if id not in self._cards:
            body = await self._storage.get(Kind.PROGRAM, id)
            if body is None:
                raise Refusal(Denial.NOT_FOUND)
            if len(self._cards) >= REMEMBERED:
                self._cards.clear()
            self._cards[id] = msgspec.json.decode(body, type=ProgramCard)
        return self._cards[id]

    async def codes(self, id: str) -> list[str]:
        return [key.removeprefix(f"{id}/") for key, _ in await self._storage.find(Kind.PROGRAM_SEAT, f"{id}/")] if id else []

    async def leave(self, id: str, code: str) -> None:
        await self._storage.write(Drop(Kind.PROGRAM_SEAT, f"{id}/{code}"))

    async def games(self, id: str) -> list[ProgramGame]:
        """List the finished games, latest first."""
        return sorted(await self._found(Kind.PROGRAM_GAME, id, ProgramGame), key=lambda game: -game.ended)

    # Challenges

    async def challenge(self, card: ProgramCard, wanted: OpenChallenge, link: str, origin: str) -> Challenge:
        """Open a table with the challenger, room for those challenged and, on request, bots in all other chairs."""
        challenged = list(dict.fromkeys(wanted.to))
        for other in challenged:
            await self.card(other)
            if self.tables.hooks.apart(card.id, other):  # which looks as if there were no such program
                raise Refusal(Denial.NOT_FOUND)
            if len(await self.challenges(other)) >= MOST_CHALLENGES:
                raise Refusal(Denial.TOO_MANY, after=int(CHALLENGE_SECONDS))
        if card.id in challenged or 1 + len(challenged) > wanted.players:
            raise Refusal(Denial.OUT_OF_RANGE, least=1, most=wanted.players - 1, n=len(challenged))
        live, _ = await self.tables.open(card.name, Options(rules=wanted.rules), origin=origin, identity=card.id, program=card)
        if wanted.bots:
            await self.tables.seat_bots(live, range(1 + len(challenged), wanted.players))
        code = live.table.code
        challenge = Challenge(
            code=code,
            link=f"{link}/t/{code}",
            by=card,
            to=challenged,
            players=wanted.players,
            rules=wanted.rules,
            until=self.tables.clock() + CHALLENGE_SECONDS,
        )
        for other in challenged:
            await self._storage.write(self._document(Kind.PROGRAM_CHALLENGE, f"{other}/{code}", msgspec.json.encode(challenge)))
            self._wake_everywhere(other)
        return challenge

    async def challenges(self, id: str) -> list[Challenge]:
        found = await self._found(Kind.PROGRAM_CHALLENGE, id, Challenge)
        for old in found:
            if old.until < self.tables.clock():
                await self._drop_challenge(id, old.code)
        return [challenge for challenge in found if challenge.until >= self.tables.clock()]

    async def accept(self, card: ProgramCard, code: str, origin: str) -> tuple[LiveTable, str]:
        """Sit down; accepting again, on any node, returns the same seat."""
        challenge, live = await self._open(card.id, code), await self.tables.find(code)
        if challenge is None:
            if live is None or not await self.tables.has_program(live, card.id):
                raise Refusal(Denial.NOT_FOUND)
            return live, live.table.lobby.player_of_program(card.id)
        if live is None:
            raise Refusal(Denial.NO_TABLE, code=code)
        player = await self.tables.join(live, card.name, sit=True, origin=origin, identity=card.id, program=card)
        await self._drop_challenge(card.id, code)
        await deal_if_full(self.tables, live, challenge.players)
        return live, player

    async def decline(self, id: str, code: str) -> Challenge:
        challenge = await self._open(id, code)
        if challenge is None:
            raise Refusal(Denial.NOT_FOUND)
        await self._drop_challenge(id, code)
        return challenge

    async def _open(self, id: str, code: str) -> Challenge | None:
        return next((each for each in await self.challenges(id) if each.code == code), None)

    # News for whoever listens

    def listen(self, id: str) -> asyncio.Event:
        """Return an event that is set for each new table or challenge."""
        event = asyncio.Event()
        self._listening.setdefault(id, []).append(event)
        return event

    def unlisten(self, id: str, event: asyncio.Event) -> None:
        self._listening[id].remove(event)
        if not self._listening[id]:
            del self._listening[id]

    def close(self) -> None:
        """End all streams because the server stops; programs reopen them."""
        self.closing = True
        for id in self._listening:
            self.called(id)

    def _wake_everywhere(self, id: str) -> None:
        self.called(id)
        self.tables.peers.wake_program(id)

    def called(self, id: str) -> None:
        for event in self._listening.get(id, ()):
            event.set()

    async def arrived(self, card: ProgramCard, code: str, player: str) -> None:
        seat = self._document(Kind.PROGRAM_SEAT, f"{card.id}/{code}", player.encode())
        await self._storage.write(seat, self._document(Kind.PROGRAM, card.id, msgspec.json.encode(card)))
        self._wake_everywhere(card.id)

    async def keep_game(self, live: LiveTable, now: float) -> None:
        table, ended = live.table, live.table.ended
        if ended is None or ended.game.ending is None:
            return
        for seat, place in enumerate(table.lobby.places[: ended.game.board.seats]):
            card = table.lobby.programs.get(place.player)
            if card is None:
                continue
            role, ending, record = ended.game.roles[seat], ended.game.ending, ended.dealt.record
            game = ProgramGame(
                record=record,
                code=table.code,
                rules=ended.game.rules.name,
                seats=ended.game.board.seats,
                seat=Seat(seat),
                role=role,
                ending=ending,
                won=ending.winner is role.party,
                ended=now,
            )
            await self._storage.write(self._document(Kind.PROGRAM_GAME, f"{card.id}/{record}", msgspec.json.encode(game)))

    async def _drop_challenge(self, id: str, code: str) -> None:
        await self._storage.write(Drop(Kind.PROGRAM_CHALLENGE, f"{id}/{code}"))

    def _document(self, kind: Kind, key: str, body: bytes, backdated: float = 0.0) -> Put:
        return Put(kind, key, body, time=self.tables.clock() - backdated)

    async def _found(self, kind: Kind, id: str, of: type[T]) -> list[T]:
        found = await self._storage.find(kind, f"{id}/")
        return await asyncio.to_thread(lambda: [msgspec.json.decode(body, type=of) for _, body in found])


class _Attended(msgspec.Struct):
    live: LiveTable
    connection: Connection
    writing: "asyncio.Task[None]"


class ProgramStream:
    """Everything a program's tables and challenges tell it, in one stream of lines."""

    def __init__(self, programs: Programs, program: str, blocks: Callable[[str], bool]) -> None:
        self._programs, self._program, self._blocks = programs, program, blocks
        self._lines: asyncio.Queue[str] = asyncio.Queue(AHEAD)
        self._attended: dict[str, _Attended] = {}
        self._challenges: set[str] = set()

    async def lines(self) -> AsyncGenerator[str, None]:
        """Yield JSON, one message a line, and an empty line now and then when it's quiet."""
        woken = self._programs.listen(self._program)
        looking = asyncio.create_task(self._look_for_ever(woken))
        try:
            yield "\n"
            while not looking.done():
                try:
                    async with asyncio.timeout(LOOK_SECONDS):
                        yield await self._lines.get() + "\n"
                except TimeoutError:
                    yield "\n"
            looking.result()
        finally:
            looking.cancel()
            self._programs.unlisten(self._program, woken)
            for attended in self._attended.values():
                attended.writing.cancel()
                attended.live.go(attended.connection)

    async def _look_for_ever(self, woken: asyncio.Event) -> None:
        while not self._programs.closing:
            woken.clear()
            with contextlib.suppress(StorageFailure):  # because the next look finds it
                await self._look()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await woken.wait()
        with contextlib.suppress(asyncio.QueueFull):  # because a full queue wakes the reader anyway
            self._lines.put_nowait("")

    async def _look(self) -> None:
        for code, attended in list(self._attended.items()):
            if attended.writing.done():
                attended.live.go(attended.connection)
                del self._attended[code]
        for code in await self._programs.codes(self._program):
            if code not in self._attended:
                await self._attend(code)
        for challenge in await self._programs.challenges(self._program):
            if challenge.code not in self._challenges:
                self._challenges.add(challenge.code)
                await self._lines.put(_line(Challenged(challenge=challenge)))

    async def _attend(self, code: str) -> None:
        tables = self._programs.tables
        try:
            live = await tables.find(code)
        except Refusal:  # because it can't be read now
            return
        if live is None or not live.table.lobby.has_program(self._program):
            await self._programs.leave(self._program, code)
            await self._lines.put(_line(TableGone(code=code)))
            return
        player = live.table.lobby.player_of_program(self._program)

        async def send(message: str) -> None:
            await self._lines.put(_line(AtTable(code=code, message=msgspec.Raw(message.encode()))))

        connection = Connection(player, send)
        connection.blocks = self._blocks
        with live.expects():
            await tables.arrived(live, player)
            async with live.lock:
                live.greet(connection, Hello(protocol=PROTOCOL, seq=-1, game=-1))
                live.come(connection)
        self._attended[code] = _Attended(live, connection, asyncio.create_task(connection.write()))


def _line(message: AnyStreamMessage) -> str:
    return msgspec.json.encode(message).decode()
