"""Tables over HTTP: open, find and join them, and move a seat to another device."""

import asyncio
import contextlib
import io
from typing import Annotated, Any

import segno
from litestar import Controller, Response, WebSocket, get, post, websocket
from litestar.params import FromPath, JSONBody, Parameter

from ...tables.lobby import rules_of
from ...tables.matchmaking import listed, quick_match
from ...tables.refusal import Refusal
from ...wire import api
from ...wire.refusals import Denial
from ...wire.table import Options, TableState
from ..services import AnyRequest, Injected, Services
from ..signed_tokens import TICKET_SECONDS
from ..socket import attend, serve

Code = FromPath[Annotated[str, Parameter(max_length=24)]]


class TableController(Controller):
    path = "/api"

    @post("/tables")
    async def open_table(self, services: Injected, request: AnyRequest, data: JSONBody[api.OpenTable]) -> Response[api.Admission]:
        """Open a table; its opener is the host."""
        services.moderation.check_words(data.name)
        await check_room(services, request, data.options)
        password = await services.hashed(request, data.password) if data.password else ""
        live, player = await services.tables.open(data.name, data.options, password, **await services.newcomer(request))
        return services.admit(request, live, player)

    @post("/play-now")
    async def play_now(self, services: Injected, request: AnyRequest, data: JSONBody[api.PlayNow]) -> Response[api.Admission]:
        """Play against bots now."""
        services.moderation.check_words(data.name)
        options = Options(rules=data.rules, bot_level=data.level, speed=data.speed)
        await check_room(services, request, options)
        if data.players not in rules_of(options).fascists:
            raise Refusal(Denial.WRONG_NUMBER, rules=data.rules, n=data.players)
        live, player = await services.tables.play_now(
            data.name, options, data.players, services.identity(request), await services.program_card(request)
        )
        return services.admit(request, live, player)

    @post("/quick-match")
    async def quick_match(self, services: Injected, request: AnyRequest, data: JSONBody[api.QuickMatch]) -> Response[api.Admission]:
        """Take a seat at a table of strangers."""
        services.moderation.check_words(data.name)
        await check_room(services, request, Options())
        live, player = await quick_match(services.tables, data.name, data.players, **await services.newcomer(request))
        return services.admit(request, live, player)

    @get("/tables")
    async def public_tables(self, services: Injected) -> list[api.TableSummary]:
        """List the tables that anyone may join or watch."""
        return await listed(services.tables)

    @get("/tables/{code:str}")
    async def table(self, services: Injected, request: AnyRequest, code: Code) -> TableState:
        """Show a table's state; a private one only to people who were let in."""
        return (await services.shown_table(request, code)).state()

    @post("/tables/{code:str}/join")
    async def join(self, services: Injected, request: AnyRequest, code: Code, data: JSONBody[api.JoinTable]) -> Response[api.Admission]:
        """Join a table; with the cookie or token of one of its players, come back as that player."""
        services.spend(services.limits.joinings, request)
        live = await services.table(request, code)
        if known := services.player(request, live):
            return services.admit(request, live, known)
        services.moderation.check_words(data.name)
        if live.table.lobby.password_hash:
            await services.check_password(request, live, data.password)
        if live.table.lobby.locked:
            raise Refusal(Denial.LOCKED)
        player = await services.tables.join(live, data.name, data.sit, **await services.newcomer(request))
        return services.admit(request, live, player)

    @get("/tables/{code:str}/qr.svg", media_type="image/svg+xml")
    async def qr(self, services: Injected, request: AnyRequest, code: Code) -> str:
        """Draw the link of the table as a QR code."""
        return await asyncio.to_thread(_qr, services.invitation(request, (await services.table(request, code)).table.code).link)

    @get("/tables/{code:str}/invitation")
    async def invitation(self, services: Injected, request: AnyRequest, code: Code) -> api.Invitation:
        """Return the table's link for others, and whether it works for them."""
        return services.invitation(request, (await services.table(request, code)).table.code)

    @post("/tables/{code:str}/ticket")
    async def ticket(self, services: Injected, request: AnyRequest, code: Code) -> api.Ticket:
        """Continue on another device: return a link valid for a few minutes, to the seat's owner only."""
        live = await services.table(request, code)
        player = services.player(request, live)
        if not player:
            raise Refusal(Denial.NOT_YOURS)
        link = f"{services.link(request, live.table.code)}?ticket={services.tokens.ticket(live.table.code, player)}"
        return api.Ticket(link=link, qr=await asyncio.to_thread(_qr, link), seconds=TICKET_SECONDS)

    @post("/tables/{code:str}/continue")
    async def go_on(self, services: Injected, request: AnyRequest, code: Code, data: JSONBody[api.Continue]) -> Response[api.Admission]:
        """Take over the seat named in a ticket."""
        services.spend(services.limits.joinings, request)
        live = await services.table(request, code)
        player = services.tokens.ticket_holder(live.table.code, data.ticket)
        if not live.table.lobby.admits(player) or not await services.use_ticket(data.ticket):
            raise Refusal(Denial.TICKET)
        return services.admit(request, live, player)

    @get("/turns")
    async def turns(self, services: Injected, request: AnyRequest) -> list[api.YourTurn]:
        """List the tables waiting for this token's player or this browser's seats: a feed for games that take days."""
        found = []
        for code in services.seats(request) or await services.programs.codes(services.program(request)):
            live = None
            with contextlib.suppress(Refusal):  # because it may be unreadable
                live = await services.tables.find(code)
            if live is None:  # because it may be closed
                continue
            table = live.table
            seat = table.lobby.seat_of(services.player(request, live))
            if seat is not None and seat in table.awaited and table.game is not None:
                board, link = table.game.board, services.link(request, code)
                found.append(api.YourTurn(code=code, link=link, seat=seat, round=board.round, phase=board.phase, deadline=table.deadline))
        return found

    @websocket("/tables/{code:str}/socket")
    async def socket(self, services: Injected, socket: WebSocket[Any, Any, Any], code: FromPath[str]) -> None:
        await serve(socket, services, code, services.seats_of_browser(socket), attend)


async def check_room(services: Services, request: AnyRequest, options: Options) -> None:
    """Check that one more table with these options may be opened."""
    await services.make_room(request)
    rules = await asyncio.to_thread(services.tables.check_rules, options)
    if options.house_rules and (stuck := (await services.finished.check_rules(rules, services.address(request))).stuck):
        raise Refusal(Denial.RULES, detail=stuck[0])


def _qr(link: str) -> str:
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", xmldecl=False, border=2, omitsize=True)
    return picture.getvalue().decode()
