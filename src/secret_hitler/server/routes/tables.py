"""Tables over HTTP: open, find and join them, and take a seat along to another device."""

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
from ..services import COOKIE, AnyRequest, Injected, Services
from ..signed_tokens import TICKET_SECONDS
from ..socket import serve

LISTED = 100
Code = FromPath[Annotated[str, Parameter(max_length=12)]]


class TableController(Controller):
    path = "/api"

    @post("/tables")
    async def open_table(self, services: Injected, request: AnyRequest, data: JSONBody[api.OpenTable]) -> Response[api.Admission]:
        """Open a table; whoever opens it is its host."""
        services.moderation.check_words(data.name)
        check_room(services, request, data.options)
        password = await services.hashed(data.password) if data.password else ""
        live, player = await services.tables.open(data.name, data.options, password, **await services.newcomer(request))
        return services.admit(request, live, player)

    @post("/play-now")
    async def play_now(self, services: Injected, request: AnyRequest, data: JSONBody[api.PlayNow]) -> Response[api.Admission]:
        """Play against bots, dealt at once."""
        services.moderation.check_words(data.name)
        options = Options(rules=data.rules, bot_level=data.level)
        check_room(services, request, options)
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
        check_room(services, request, Options())
        live, player = await quick_match(services.tables, data.name, data.players, **await services.newcomer(request))
        return services.admit(request, live, player)

    @get("/tables")
    async def public_tables(self, services: Injected) -> list[api.TableSummary]:
        """List tables that anybody may join or watch."""
        return (await listed(services.tables))[:LISTED]

    @get("/tables/{code:str}")
    async def table(self, services: Injected, request: AnyRequest, code: Code) -> TableState:
        """Show a table as it stands; a private one only to those who were let in."""
        return (await services.shown_table(request, code)).state()

    @post("/tables/{code:str}/join")
    async def join(self, services: Injected, request: AnyRequest, code: Code, data: JSONBody[api.JoinTable]) -> Response[api.Admission]:
        """Join a table; with the cookie or token of a player of this table, come back as that player."""
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
        return _qr(services.invitation(request, (await services.table(request, code)).table.code).link)

    @get("/tables/{code:str}/invitation")
    async def invitation(self, services: Injected, request: AnyRequest, code: Code) -> api.Invitation:
        """Tell where others find this table, and whether they can."""
        return services.invitation(request, (await services.table(request, code)).table.code)

    @post("/tables/{code:str}/ticket")
    async def ticket(self, services: Injected, request: AnyRequest, code: Code) -> api.Ticket:
        """Continue on another device: a link that is good for a few minutes, for the owner of a seat alone."""
        live = await services.table(request, code)
        player = services.player(request, live)
        if not player:
            raise Refusal(Denial.NOT_YOURS)
        link = f"{services.link(request, live.table.code)}?ticket={services.tokens.ticket(live.table.code, player)}"
        return api.Ticket(link=link, qr=_qr(link), seconds=TICKET_SECONDS)

    @post("/tables/{code:str}/continue")
    async def go_on(self, services: Injected, request: AnyRequest, code: Code, data: JSONBody[api.Continue]) -> Response[api.Admission]:
        """Take over the seat of a ticket."""
        services.spend(services.limits.joinings, request)
        live = await services.table(request, code)
        player = services.tokens.ticket_holder(live.table.code, data.ticket)
        if not live.table.lobby.admits(player):
            raise Refusal(Denial.TICKET)
        return services.admit(request, live, player)

    @get("/turns")
    async def turns(self, services: Injected, request: AnyRequest) -> list[api.YourTurn]:
        """List the tables that wait for one, by one's token or the seats of the browser: a feed for games that take days."""
        found = []
        for code in services.seats(request) or await services.programs.codes(services.program(request)):
            live = None
            with contextlib.suppress(Refusal):  # it cannot be read
                live = await services.tables.find(code)
            if live is None:  # or it is over and gone
                continue
            table = live.table
            seat = table.lobby.seat_of(services.player(request, live))
            if seat is not None and seat in table.awaited and table.game is not None:
                board, link = table.game.board, services.link(request, code)
                found.append(api.YourTurn(code=code, link=link, seat=seat, round=board.round, phase=board.phase, deadline=table.deadline))
        return found

    @websocket("/tables/{code:str}/socket")
    async def socket(self, services: Injected, socket: WebSocket[Any, Any, Any], code: FromPath[str]) -> None:
        code = code.upper()
        known = services.tokens.seats(socket.cookies.get(COOKIE)).get(code, "")
        await serve(socket, services, code, known)


def check_room(services: Services, request: AnyRequest, options: Options) -> None:
    """Check that one more table may be opened, with these options."""
    services.spend(services.limits.openings, request)
    services.tables.check_rules(options)
    if len(services.tables.by_code) >= services.settings.max_tables:
        raise Refusal(Denial.SERVER_FULL)


def _qr(link: str) -> str:
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", xmldecl=False, border=2, omitsize=True)
    return picture.getvalue().decode()
