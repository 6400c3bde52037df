"""Programs: accounts of programs, where they sit, who challenges them, and what they have played."""

import asyncio
import secrets
from typing import Final, TypeVar

import msgspec

from ...rules import Seat
from ...storage import Drop, Kind, Put
from ...tables.host import Host
from ...tables.live_table import LiveTable
from ...tables.matchmaking import deal_if_full
from ...tables.names import clean_name, clean_text
from ...tables.refusal import Refusal
from ...wire.programs import Challenge, OpenAccount, OpenChallenge, ProgramAccount, ProgramGame
from ...wire.refusals import Denial
from ...wire.table import Options, ProgramCard
from ..signed_tokens import Tokens

T = TypeVar("T", bound=msgspec.Struct)

CHALLENGE_SECONDS: Final = 600.0


class Programs:
    def __init__(self, tables: Host, tokens: Tokens) -> None:
        self.tables = tables
        self._storage, self._tokens = tables.storage, tokens
        self._cards: dict[str, ProgramCard] = {}
        self.closing = False
        self._listening: dict[str, list[asyncio.Event]] = {}

    # Accounts

    async def open(self, wanted: OpenAccount) -> ProgramAccount:
        id = f"program-{secrets.token_urlsafe(9)}"
        card = ProgramCard(id=id, name=clean_name(wanted.name), author=clean_text(wanted.author), about=clean_text(wanted.about))
        await self._keep(Kind.PROGRAM, id, card)
        return ProgramAccount(program=card, token=self._tokens.program_token(id))

    async def card(self, id: str) -> ProgramCard:
        if id not in self._cards:
            body = await self._storage.get(Kind.PROGRAM, id)
            if body is None:
                raise Refusal(Denial.NOT_FOUND)
            self._cards[id] = msgspec.json.decode(body, type=ProgramCard)
        return self._cards[id]

    async def codes(self, id: str) -> list[str]:
        """The tables at which it is."""
        return [key.removeprefix(f"{id}/") for key, _ in await self._storage.find(Kind.PROGRAM_SEAT, f"{id}/")] if id else []

    async def leave(self, id: str, code: str) -> None:
        await self._storage.write(Drop(Kind.PROGRAM_SEAT, f"{id}/{code}"))

    async def games(self, id: str) -> list[ProgramGame]:
        """The latest first."""
        return sorted(await self._found(Kind.PROGRAM_GAME, id, ProgramGame), key=lambda game: -game.ended)

    # Challenges

    async def challenge(self, card: ProgramCard, wanted: OpenChallenge, link: str, origin: str) -> Challenge:
        """A table with the challenger, room for those challenged and, if wanted, bots in all other chairs."""
        challenged = list(dict.fromkeys(wanted.to))
        for other in challenged:
            await self.card(other)
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
            await self._keep(Kind.PROGRAM_CHALLENGE, f"{other}/{code}", challenge)
            self._wake_everywhere(other)
        return challenge

    async def challenges(self, id: str) -> list[Challenge]:
        """Those that it can still accept."""
        found = await self._found(Kind.PROGRAM_CHALLENGE, id, Challenge)
        for old in found:
            if old.until < self.tables.clock():
                await self._drop_challenge(id, old.code)
        return [challenge for challenge in found if challenge.until >= self.tables.clock()]

    async def accept(self, card: ProgramCard, code: str, origin: str) -> tuple[LiveTable, str]:
        """Accepted again, by whichever node, it is the same seat."""
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
        """Set when there is a new table or challenge."""
        event = asyncio.Event()
        self._listening.setdefault(id, []).append(event)
        return event

    def unlisten(self, id: str, event: asyncio.Event) -> None:
        self._listening[id].remove(event)
        if not self._listening[id]:
            del self._listening[id]

    def close(self) -> None:
        """The server goes away: streams end, and programs open them again."""
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
        await self._storage.write(Put(Kind.PROGRAM_SEAT, f"{card.id}/{code}", player.encode()))
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
            await self._keep(Kind.PROGRAM_GAME, f"{card.id}/{record}", game)

    async def _drop_challenge(self, id: str, code: str) -> None:
        await self._storage.write(Drop(Kind.PROGRAM_CHALLENGE, f"{id}/{code}"))

    async def _keep(self, kind: Kind, key: str, body: msgspec.Struct) -> None:
        await self._storage.write(Put(kind, key, msgspec.json.encode(body)))

    async def _found(self, kind: Kind, id: str, of: type[T]) -> list[T]:
        return [msgspec.json.decode(body, type=of) for _, body in await self._storage.find(kind, f"{id}/")]
