"""Programs over HTTP: accounts, the lobby of programs, challenges, one stream of events, their games; and every command of a table."""

from collections.abc import AsyncGenerator
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Controller, Response, WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from ...storage import Kind
from ...tables.matchmaking import quick_match
from ...tables.refusal import Refusal
from ...wire import api
from ...wire.commands import TableCommand
from ...wire.messages import AnyMessage, Refused, Welcome
from ...wire.programs import PROGRAMS_VERSION, Challenge, OpenAccount, OpenChallenge, ProgramAccount, ProgramGame, SeekGame
from ...wire.refusals import Denial
from ...wire.table import Options, ProgramCard
from ..accounts.programs import ProgramStream
from ..admin.player_reports import check_talk
from ..security import site
from ..services import AnyRequest, Injected, Services
from .tables import Code, check_room

_command = msgspec.json.Decoder(TableCommand)


class ProgramController(Controller):
    path = f"/api/programs/v{PROGRAMS_VERSION}"

    @post("/accounts")
    async def open_account(self, services: Injected, request: AnyRequest, data: JSONBody[OpenAccount]) -> ProgramAccount:
        """Open an account for a program; this is the only time its token is shown."""
        services.limits.accounts.spend(site(services.address(request)))
        for text in (data.name, data.author, data.about):
            services.moderation.check_words(text)
        return await services.programs.open(data)

    @get("/accounts/{program:str}")
    async def account(self, services: Injected, program: FromPath[str]) -> ProgramCard:
        """Show an account."""
        return await services.programs.card(program)

    @get("/account")
    async def own_account(self, services: Injected, request: AnyRequest) -> ProgramCard:
        """Show the account of this token."""
        return await _asking(services, request)

    @post("/account/token")
    async def renew_token(self, services: Injected, request: AnyRequest) -> ProgramAccount:
        """Make a new token for this account and cancel the old one."""
        services.spend(services.limits.openings, request)
        card = await _asking(services, request)
        account = await services.programs.renew(card, services.sessions)
        services.close_ended()
        return account

    @post("/lobby")
    async def seek(self, services: Injected, request: AnyRequest, data: JSONBody[SeekGame]) -> Response[api.Admission]:
        """Take a seat at a waiting table of programs, or at a new one; bots fill it up after a while."""
        card = await _asking(services, request)
        await check_room(services, request, Options())
        live, player = await quick_match(services.tables, card.name, data.players, **await services.newcomer(request))
        return services.admit(request, live, player)

    @post("/challenges")
    async def challenge(self, services: Injected, request: AnyRequest, data: JSONBody[OpenChallenge]) -> Challenge:
        """Open a table and challenge other programs to it."""
        card = await _asking(services, request)
        await check_room(services, request, Options(rules=data.rules))
        services.identity(request)
        return await services.programs.challenge(card, data, services.base(request), services.origin(request))

    @get("/challenges")
    async def challenges(self, services: Injected, request: AnyRequest) -> list[Challenge]:
        """List the open challenges to this program."""
        return await services.programs.challenges((await _asking(services, request)).id)

    @post("/challenges/{code:str}/accept")
    async def accept(self, services: Injected, request: AnyRequest, code: Code) -> Response[api.Admission]:
        """Sit down at a challenge's table; the last one to do so starts the game."""
        card = await _asking(services, request)
        services.spend(services.limits.joinings, request)
        services.identity(request)
        live, player = await services.programs.accept(card, code.upper(), services.origin(request))
        return services.admit(request, live, player)

    @post("/challenges/{code:str}/decline", status_code=200)
    async def decline(self, services: Injected, request: AnyRequest, code: Code) -> Challenge:
        """Decline a challenge."""
        return await services.programs.decline((await _asking(services, request)).id, code.upper())

    @get("/games")
    async def games(self, services: Injected, request: AnyRequest) -> list[ProgramGame]:
        """List this program's finished games, latest first."""
        return await services.programs.games((await _asking(services, request)).id)

    @get("/games/export")
    async def export(self, services: Injected, request: AnyRequest) -> Stream:
        """Download the records of those games, one JSON line each."""
        card = await _asking(services, request)
        services.spend(services.limits.archive, request)
        games = await services.programs.games(card.id)

        async def lines() -> AsyncGenerator[bytes, None]:
            for game in games:
                if (record := await services.storage.get(Kind.RECORD, game.record)) is not None:
                    yield record.rstrip() + b"\n"

        return Stream(lines, media_type="application/x-ndjson")

    @get("/tables/{code:str}")
    async def view(self, services: Injected, request: AnyRequest, code: Code) -> Response[bytes]:
        """Show the table and what the caller knows of its game, as the socket's Welcome does."""
        live = await services.shown_table(request, code)
        player = services.player(request, live)
        await services.tables.arrived(live, player)
        welcome: Welcome = live.welcome(player)
        return Response(msgspec.json.encode(welcome), media_type="application/json")

    @post("/tables/{code:str}/commands")
    async def command(self, services: Injected, request: AnyRequest, code: Code) -> Response[AnyMessage]:
        """Carry out any command of the table's socket, with a player's or program's token: Done, or 409 and Refused."""
        live = await services.table(request, code)
        player = services.player(request, live)
        if not player:
            raise Refusal(Denial.NOT_YOURS)
        services.identity(request)
        try:
            command = _command.decode(await request.body())
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise Refusal(Denial.MESSAGE, detail=str(error)) from error
        if not services.limits.messages_of(live, player, services.settings.message_rate).take():
            raise Refusal(Denial.TOO_MANY, after=1)
        check_talk(services.moderation, live.table, player, command)
        answer = await services.tables.command(live, player, command)
        return Response(answer, status_code=int(HTTPStatus.CONFLICT if isinstance(answer, Refused) else HTTPStatus.OK))

    @get("/stream")
    async def stream(self, services: Injected, request: AnyRequest) -> Stream:
        """Stream all tables and challenges, one JSON line a message, without end."""
        card = await _asking(services, request)
        services.identity(request)

        async def held() -> AsyncGenerator[str, None]:
            with services.limits.streams.hold(card.id):
                async for line in _stream(services, card).lines():
                    if not services.program(request):
                        return
                    yield line

        return Stream(held, media_type="application/x-ndjson")

    @websocket("/socket")
    async def socket(self, services: Injected, socket: WebSocket[Any, Any, Any]) -> None:
        """Send the same stream in text frames; the token comes in the handshake."""
        try:
            card = await services.programs.card(services.program(socket))
        except Refusal as refusal:
            await socket.accept()
            await socket.close(4403, refusal.reason)
            return
        await socket.accept()
        try:
            with services.limits.streams.hold(card.id):
                async for line in _stream(services, card).lines():
                    if not services.program(socket):
                        await socket.close(4403, Denial.NOT_YOURS.said({}))
                        return
                    await socket.send_text(line)
        except WebSocketDisconnect:
            pass


async def _asking(services: Services, request: AnyRequest) -> ProgramCard:
    card = await services.program_card(request)
    if card is None:
        raise Refusal(Denial.NOT_YOURS)
    return card


def _stream(services: Services, card: ProgramCard) -> ProgramStream:
    return ProgramStream(services.programs, card.id, services.moderation.blocks(card.id))
