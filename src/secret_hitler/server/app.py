"""The application: HTTP for the lobby, one WebSocket for each connection to a table, and the page itself."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any

import segno
import structlog
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, Cookie
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath, Parameter
from litestar.static_files import create_static_files_router
from prometheus_client import CollectorRegistry, Gauge, generate_latest

from .. import __version__
from ..rules import RULESETS
from ..wire import api
from ..wire.refusals import Denial
from ..wire.table import Options, Stage, TableState
from ..words.rulebook import describe
from . import socket as table_socket
from .archive import archive
from .limits import AllowanceByAddress
from .live import LiveTable
from .pages import Preloads, dist_folder, page
from .refusal import Refusal, check_rules
from .security import guarded, same_origin
from .settings import Settings
from .storage.sqlite import Log, LogFailure
from .table import rules_of
from .tables import Hall
from .tokens import TICKET_SECONDS, Tokens, secret_of

COOKIE_SECONDS = 60 * 60 * 24 * 60
MAX_BODY = 32_768
SWEEP_SECONDS = 600
PACKED = [r"\.woff2$", r"\.png$"]
"""Files that are compressed already."""
AnyRequest = Request[Any, Any, Any]
Code = FromPath[Annotated[str, Parameter(max_length=12)]]


class House:
    """What the handlers share."""

    def __init__(self, settings: Settings) -> None:
        settings.data.mkdir(parents=True, exist_ok=True)
        self.settings = settings
        self.log = Log(settings.data / "tables.sqlite")
        self.tokens = Tokens(secret_of(settings.data))
        self.hall = Hall(self.log, settings.quick_wait, settings.bot_pace, announce=_journal_turn)
        self.hashing = PasswordHasher()
        self.openings = AllowanceByAddress(burst=15 * settings.address_rate, rate=settings.address_rate / 4)
        self.fillings = AllowanceByAddress(burst=120 * settings.address_rate, rate=4 * settings.address_rate)
        self.joinings = AllowanceByAddress(burst=60 * settings.address_rate, rate=settings.address_rate)
        self.origins = {origin.strip() for origin in (*settings.origins.split(","), settings.public_url) if origin.strip()}
        self.ready = False

    def allowed(self, origin: str, host: str) -> bool:
        return (
            same_origin(origin, host) or origin in self.origins or (bool(self.settings.public_url) and origin == self.settings.public_url)
        )

    def table(self, code: str) -> LiveTable:
        live = self.hall.tables.get(code.upper())
        if live is None:
            raise Refusal(Denial.NO_TABLE, code=code[:12])
        return live

    def base(self, request: AnyRequest) -> str:
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        scheme = request.headers.get("x-forwarded-proto", "http") if self.settings.trust_proxy else request.url.scheme
        return f"{scheme}://{request.headers.get('host', 'localhost')}"

    def address(self, request: AnyRequest) -> str:
        if self.settings.trust_proxy and "x-forwarded-for" in request.headers:
            return request.headers["x-forwarded-for"].split(",")[-1].strip()
        return request.client.host if request.client else ""

    def admit(self, request: AnyRequest, live: LiveTable, player: str) -> Response[api.Admission]:
        code = live.table.code
        token, base = self.tokens.token(code, player), self.base(request)
        admission = api.Admission(code=code, link=f"{base}/t/{code}", player=player, token=token)
        cookie = Cookie(
            key=cookie_name(code),
            value=token,
            path="/",
            httponly=True,
            samesite="lax",
            secure=base.startswith("https"),
            max_age=COOKIE_SECONDS,
        )
        return Response(admission, cookies=[cookie], status_code=201)

    def player(self, request: AnyRequest, code: str) -> str:
        live = self.table(code)
        header = request.headers.get("authorization", "").removeprefix("Bearer ")
        player = self.tokens.player(live.table.code, header or request.cookies.get(cookie_name(live.table.code)))
        return player if player in live.table.names else ""


def cookie_name(code: str) -> str:
    return f"player_{code}"


def create_app(settings: Settings) -> Litestar:
    house = House(settings)
    hall = house.hall

    def spend(allowance: AllowanceByAddress, request: AnyRequest) -> None:
        if not allowance.take(house.address(request)):
            raise Refusal(Denial.TOO_MANY)

    def check_options(options: Options) -> None:
        check_rules(options)
        if len(hall.tables) >= settings.max_tables:
            raise Refusal(Denial.SERVER_FULL)

    @post("/api/tables")
    async def open_table(request: AnyRequest, data: api.OpenTable) -> Response[api.Admission]:
        """Open a table; whoever opens it is its host."""
        spend(house.openings, request)
        check_options(data.options)
        password = await asyncio.to_thread(house.hashing.hash, data.password) if data.password else ""
        live, player = await hall.open(data.name, data.options, password)
        return house.admit(request, live, player)

    @post("/api/play-now")
    async def play_now(request: AnyRequest, data: api.PlayNow) -> Response[api.Admission]:
        """A game against bots, dealt at once."""
        spend(house.openings, request)
        options = Options(rules=data.rules, bot_level=data.level)
        check_options(options)
        if data.players not in rules_of(options).fascists:
            raise Refusal(Denial.WRONG_NUMBER, rules=data.rules, n=data.players)
        live, player = await hall.play_now(data.name, options, data.players)
        return house.admit(request, live, player)

    @post("/api/quick-match")
    async def quick_match(request: AnyRequest, data: api.QuickMatch) -> Response[api.Admission]:
        """A seat at a table of strangers."""
        spend(house.openings, request)
        check_options(Options())
        live, player = await hall.quick_match(data.name, data.players)
        return house.admit(request, live, player)

    @get("/api/tables")
    async def public_tables() -> list[api.TableSummary]:
        """Tables that anybody may join or watch."""
        listed = [live for live in hall.tables.values() if live.table.options.public and live.connections]
        return [_summary(live) for live in listed][:100]

    @get("/api/tables/{code:str}")
    async def table(code: Code) -> TableState:
        return house.table(code).state()

    @post("/api/tables/{code:str}/join")
    async def join(request: AnyRequest, code: Code, data: api.JoinTable) -> Response[api.Admission]:
        """Join a table; with the cookie or token of a player of this table, come back as that player."""
        spend(house.joinings, request)
        live = house.table(code)
        known = house.player(request, code)
        if known and known not in live.table.banned:
            return house.admit(request, live, known)
        if live.table.password_hash:
            try:
                await asyncio.to_thread(house.hashing.verify, live.table.password_hash, data.password)
            except VerificationError as error:
                raise Refusal(Denial.PASSWORD) from error
        if live.table.locked:
            raise Refusal(Denial.LOCKED)
        return house.admit(request, live, await hall.join(live, data.name, data.sit))

    @get("/api/tables/{code:str}/qr.svg", media_type="image/svg+xml")
    async def qr(request: AnyRequest, code: Code) -> str:
        """The link of the table as a picture."""
        live = house.table(code)
        return _qr(f"{house.base(request)}/t/{live.table.code}")

    @post("/api/tables/{code:str}/ticket")
    async def ticket(request: AnyRequest, code: Code) -> api.Ticket:
        """Continue on another device: a link that is good for a few minutes, for the owner of a seat alone."""
        live, player = house.table(code), house.player(request, code)
        if not player:
            raise Refusal(Denial.NOT_YOURS)
        link = f"{house.base(request)}/t/{live.table.code}?ticket={house.tokens.ticket(live.table.code, player)}"
        return api.Ticket(link=link, qr=_qr(link), seconds=TICKET_SECONDS)

    @post("/api/tables/{code:str}/continue")
    async def go_on(request: AnyRequest, code: Code, data: api.Continue) -> Response[api.Admission]:
        """The other end of a ticket."""
        spend(house.joinings, request)
        live = house.table(code)
        player = house.tokens.ticket_holder(live.table.code, data.ticket)
        if player not in live.table.names:
            raise Refusal(Denial.TICKET)
        return house.admit(request, live, player)

    @get("/api/turns")
    async def turns(request: AnyRequest) -> list[api.YourTurn]:
        """Where the table waits for whoever asks, among the tables whose cookies they carry: a feed for games that take days."""
        found = []
        for code, live in hall.tables.items():
            seat = live.table.seat_of(house.tokens.player(code, request.cookies.get(cookie_name(code))))
            if seat is not None and seat in live.table.awaited and live.table.game is not None:
                board = live.table.game.board
                link = f"{house.base(request)}/t/{code}"
                turn = api.YourTurn(code=code, link=link, seat=seat, round=board.round, phase=board.phase, deadline=live.table.deadline)
                found.append(turn)
        return found

    @get("/api/rules")
    async def rule_sets() -> list[api.RulesetInWords]:
        """The written rule sets in words."""
        official = dict(describe(RULESETS["official"]))
        return [
            api.RulesetInWords(
                name=rules.name,
                points=describe(rules),
                differs=[point for point, said in describe(rules) if official[point] != said],
                players=sorted(rules.fascists),
            )
            for rules in RULESETS.values()
        ]

    @get("/health", media_type=MediaType.TEXT)
    async def health() -> str:
        return "ok\n"

    @get("/ready", media_type=MediaType.TEXT)
    async def ready() -> Response[str]:
        return Response("ready\n" if house.ready else "not yet\n", status_code=200 if house.ready else 503)

    @get("/metrics", media_type="text/plain; version=0.0.4")
    async def metrics() -> bytes:
        return _metrics(hall)

    @websocket("/api/tables/{code:str}/socket")
    async def socket(socket: WebSocket[Any, Any, Any], code: FromPath[str]) -> None:
        code = code.upper()
        await table_socket.serve(socket, hall, house.tokens, code, socket.cookies.get(cookie_name(code)), settings.message_rate)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await asyncio.to_thread(hall.restore)
        await hall.wake()
        sweeping = asyncio.create_task(_sweep_for_ever(hall))
        house.ready = True
        yield
        house.ready = False
        sweeping.cancel()
        await hall.close()
        await asyncio.to_thread(house.log.stop)

    handlers: list[Any] = [
        *(open_table, play_now, quick_match, public_tables, table, join, qr, ticket, go_on, turns, rule_sets),
        *archive(house.log, partial(spend, house.fillings), partial(spend, house.openings)),
        *(health, ready, metrics, socket),
    ]
    dist = dist_folder()
    if dist is not None:
        cache = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
        handlers.append(create_static_files_router("/assets", [dist / "assets"], name="assets", cache_control=cache))
    handlers.extend(_pages(dist))
    app = Litestar(
        handlers,
        lifespan=[lifespan],
        middleware=[guarded(house.allowed)],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, minimum_size=1000, exclude=PACKED),
        request_max_body_size=MAX_BODY,
        exception_handlers={HTTPException: _http_error, Refusal: _refusal, LogFailure: _log_failure},
        openapi_config=OpenAPIConfig(title="Secret Hitler", version=__version__, path="/api/schema", render_plugins=[]),
    )
    app.state.house = house
    return app


def _journal_turn(code: str, player: str) -> None:
    """Where a notification to a sleeping phone would be sent from."""
    structlog.get_logger().info("turn", table=code, player=player)


async def _sweep_for_ever(hall: Hall) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        with contextlib.suppress(LogFailure):
            await hall.sweep()


def _pages(dist: Path | None) -> list[Any]:
    """The page, the same for every address that it shows."""
    soon = None if dist is None else Preloads(dist)

    paths = ["/", "/t/{code:str}", "/tv/{code:str}", "/pass", "/pass/{code:str}", "/r/{code:str}", "/{name:str}"]

    @get(paths, include_in_schema=False, media_type=MediaType.HTML)
    async def index(request: AnyRequest, code: FromPath[str] = "", name: FromPath[str] = "") -> Response[bytes]:
        found = page(dist, name)
        if soon is not None and found.media_type == "text/html":
            links = soon.hints(request.url.path, request.headers.get("accept-language", ""))
            found.headers.update({"link": links} if links else {})
        return found

    return [index]


def _summary(live: LiveTable) -> api.TableSummary:
    table = live.table
    taken = sum(place.taken for place in table.places)
    return api.TableSummary(
        code=table.code,
        stage=table.stage,
        rules=table.rules.name,
        players=taken,
        humans=len(table.humans()),
        seats_free=0 if table.stage is Stage.PLAYING or table.locked else len(table.places) - taken,
        password=bool(table.password_hash),
        host=table.names.get(table.host, ""),
    )


def _qr(link: str) -> str:
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", xmldecl=False, border=2, omitsize=True)
    return picture.getvalue().decode()


def _metrics(hall: Hall) -> bytes:
    registry = CollectorRegistry()
    tables = [live.table for live in hall.tables.values()]
    Gauge("secret_hitler_tables", "Tables in memory", registry=registry).set(len(tables))
    Gauge("secret_hitler_games_playing", "Games being played", registry=registry).set(sum(table.stage is Stage.PLAYING for table in tables))
    connections = sum(len(live.connections) for live in hall.tables.values())
    Gauge("secret_hitler_connections", "Open connections to tables", registry=registry).set(connections)
    Gauge("secret_hitler_moves_total", "Moves since the start", registry=registry).set(hall.moves)
    return generate_latest(registry)


def _http_error(request: AnyRequest, error: HTTPException) -> Response[api.Problem]:
    """What the framework refuses: addresses, methods and bodies that are none of ours."""
    extra = getattr(error, "extra", None)
    reason = str(error.detail)
    if isinstance(extra, list) and extra:
        reason = "; ".join(f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra if isinstance(item, dict))
    code = Denial.NOT_FOUND if error.status_code == HTTPStatus.NOT_FOUND else Denial.MESSAGE if error.status_code < 500 else Denial.FAILED
    return Response(api.Problem(code=code, reason=reason, params={"detail": reason}), status_code=error.status_code, headers=error.headers)


def _refusal(request: AnyRequest, error: Refusal) -> Response[api.Problem]:
    return Response(api.Problem(code=error.code, reason=error.reason, params=error.params), status_code=error.status)


def _log_failure(request: AnyRequest, error: LogFailure) -> Response[api.Problem]:
    return _refusal(request, Refusal(Denial.STORAGE))
