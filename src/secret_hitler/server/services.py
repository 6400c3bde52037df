"""Services: what every controller shares, made once for a server."""

import asyncio
import hashlib
import random
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import structlog
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import SkipValidation
from litestar.types import Scope

from ..storage import Unreadable
from ..tables.hooks import HostHooks, Peers
from ..tables.host import Host, new_player
from ..tables.housekeeping import Housekeeping, Retention
from ..tables.live_table import LiveTable
from ..tables.pace import INSTANT, SteadyClock, SteadyPace
from ..tables.refusal import Refusal
from ..wire import api
from ..wire.operators import Target
from ..wire.refusals import Denial
from ..wire.table import ProgramCard
from .accounts.profiles import Profiles
from .accounts.programs import Programs
from .admin.moderation import Moderation, read_words
from .admin.service import Operating
from .built_page import Preloads, built_page
from .jobs.bots import ProcessBots
from .jobs.finished_games import FinishedGames
from .jobs.pool import Pool
from .limits import Allowances, Limits
from .listening import EVERY_ADDRESS, is_loopback, network_address
from .metrics import ERRORS, MOVES, RESTORE_SECONDS, WRITE_SECONDS
from .open_store import open_store
from .security import address_of
from .settings import Settings
from .signed_tokens import Tokens

if TYPE_CHECKING:
    from .accounts.passkeys import Passkeys

COOKIE = "seats"
COOKIE_SECONDS = 60 * 60 * 24 * 60
IDENTITY = "identity"
IDENTITY_SECONDS = 60 * 60 * 24 * 365
AnyRequest = Request[Any, Any, Any]
HASHED_AT_A_TIME = 2
"""Each takes 64 MB for a moment."""
UNCOUNTED = ("/health", "/ready", "/metrics")
"""What those who watch over the server ask for."""


class Services:
    def __init__(self, settings: Settings, chance: random.Random | None = None, clock: Callable[[], float] | None = None) -> None:
        self.settings = settings
        self.store = open_store(settings)
        self.storage = self.store.storage
        self._steady = SteadyClock()
        now = clock or self._steady
        self.tokens = Tokens(self.store.key, self._steady)
        words = read_words(Path(settings.word_list)) if settings.word_list else []
        self.moderation = Moderation(self.store.moderation, words, now, settings.keep_reports, lambda entry: self.operating.happened(entry))
        self.operators = self.store.operators
        self.limits = Limits(settings.address_rate)
        self.profiles = Profiles(self.storage, now)
        self.pool = Pool()
        self.finished = FinishedGames(self.storage, self.pool)
        self.tables = Host(
            self.storage,
            bots=ProcessBots(self.pool),
            clock=now,
            pace=SteadyPace(1 / settings.bot_pace) if settings.bot_pace else INSTANT,
            chance=chance,
            hooks=HostHooks(
                line_written=_count_line,
                table_loaded=RESTORE_SECONDS.observe,
                failed=_journal_failure,
                # A notification to a sleeping phone would be sent from here.
                turn_begins=lambda code, player: structlog.get_logger().info("turn", table=code, player=player),
                apart=self.moderation.apart,
                strength=self.profiles.ratings.strength,
                program_arrived=lambda *came: self.programs.arrived(*came),
                program_called=lambda id: self.programs.called(id),
                record_kept=lambda *kept: self.programs.keep_game(*kept),
                game_finished=self.profiles.keep_finished,
            ),
            peers=self._cluster if settings.database else Peers,
            house_rules=not settings.forbid_house_rules,
            quick_wait=settings.quick_wait,
            reveal_seconds=settings.reveal_seconds,
        )
        self.programs = Programs(self.tables, self.tokens)
        self.operating = Operating(self.tables, self.moderation, settings.data)
        self.housekeeping = Housekeeping(self.tables, retention_of(settings), settings.forget_after)
        self.passwords = PasswordHasher()
        self._hashing = asyncio.Semaphore(HASHED_AT_A_TIME)
        self.origins = {origin.strip() for origin in (*settings.origins.split(","), settings.public_url) if origin.strip()}
        self.dist = built_page()
        self.preloads = None if self.dist is None else Preloads(self.dist)
        self.ready = False

    @cached_property
    def passkeys(self) -> "Passkeys":
        from .accounts.passkeys import Passkeys  # because what checks them takes a quarter of the time in which a server starts

        return Passkeys(self.tokens, self.profiles, self.storage)

    def _cluster(self, host: Host) -> Peers:
        from ..storage.postgres import PostgresStorage
        from .cluster import Cluster  # it needs a package that a server alone does without

        assert isinstance(self.storage, PostgresStorage)
        return Cluster(self.storage, self.settings.database, host, self.moderation, self.limits, self._steady)

    def allowed(self, origin: str, host: str) -> bool:
        return urlsplit(origin).netloc == host or origin in self.origins

    def enter(self, scope: Scope, held: ExitStack) -> None:
        """Count every request, before anything is done for it."""
        path = scope.get("path", "")
        if path in UNCOUNTED:
            return
        address = address_of(scope, self.settings.trust_proxy)
        self.moderation.check_ban(Target.ADDRESS, address)
        if scope["type"] == "websocket":  # type: ignore[comparison-overlap]  # because scopes are unions
            self.limits.connecting.spend(address)
            held.enter_context(self.limits.sockets.hold(address))
        else:
            self.limits.questions.spend(address)
            self._count_question(path, dict(scope["headers"]))

    def _count_question(self, path: str, headers: dict[bytes, bytes]) -> None:
        """Count by token and by table too, since one may come from many addresses."""
        token = headers.get(b"authorization") or headers.get(b"cookie")
        if token:
            self.limits.questions_of_player.spend(hashlib.sha256(token).hexdigest())
        match path.split("/"):
            case ["", "api", "tables", code, *_]:
                self.limits.questions_about_table.spend(code.upper())

    def spend(self, allowances: Allowances, request: AnyRequest) -> None:
        allowances.spend(self.address(request))

    def address(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        return address_of(connection.scope, self.settings.trust_proxy)

    def identity(self, request: AnyRequest) -> str:
        """Return the browser that asks, at whatever tables it was; a new one where it does not say."""
        if "identity" not in request.state:
            request.state["identity"] = self.program(request) or self.tokens.identity(request.cookies.get(IDENTITY)) or new_player()
        identity = str(request.state["identity"])
        self.moderation.check_ban(Target.IDENTITY, identity)
        return identity

    def origin(self, request: AnyRequest) -> str:
        return self.tokens.mark(self.address(request))

    async def table(self, request: AnyRequest, code: str) -> LiveTable:
        """Find a table; who has guessed too many codes learns nothing of any, right or wrong, unless they sit there."""
        live = await self.tables.find(code.upper())
        if live is not None and self.player(request, live):
            return live
        self.limits.guesses.check(self.address(request))
        if live is None:
            self.spend(self.limits.guesses, request)
            raise Refusal(Denial.NO_TABLE, code=code[:12])
        return live

    async def shown_table(self, request: AnyRequest, code: str) -> LiveTable:
        """Find a table to look at; a private one only for those who were let in."""
        live = await self.table(request, code)
        private = live.table.lobby.private
        if private is not None and not self.player(request, live):
            raise Refusal(private)
        return live

    async def hashed(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self.passwords.hash, password)

    async def check_password(self, request: AnyRequest, live: LiveTable, password: str) -> None:
        """Check a password; guesses are counted by who makes them and by the table they are about."""
        self.spend(self.limits.passwords, request)
        self.limits.passwords_of_table.spend(live.table.code)
        try:
            async with self._hashing:
                await asyncio.to_thread(self.passwords.verify, live.table.lobby.password_hash, password)
        except VerificationError as error:
            raise Refusal(Denial.PASSWORD) from error

    def link(self, request: AnyRequest, code: str) -> str:
        return f"{self.base(request)}/t/{code}"

    def invitation(self, request: AnyRequest, code: str) -> api.Invitation:
        """Return the link for others: where a browser says "this machine", the address of this machine in its network."""
        base = urlsplit(self.base(request))
        if not is_loopback(base.hostname or ""):
            return api.Invitation(link=self.link(request, code), reachable=True)
        address = network_address() if self.settings.host in EVERY_ADDRESS else None
        if address is None:
            return api.Invitation(link=self.link(request, code), reachable=False)
        return api.Invitation(link=f"{base.scheme}://{address}:{base.port or self.settings.port}/t/{code}", reachable=True)

    def base(self, request: AnyRequest) -> str:
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        scheme = request.headers.get("x-forwarded-proto", "http") if self.settings.trust_proxy else request.url.scheme
        return f"{scheme}://{request.headers.get('host', 'localhost')}"

    def seats(self, request: AnyRequest) -> dict[str, str]:
        """Return players by table: the one of the request's token, or else those of the browser's cookie."""
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        return self.tokens.seat(token) if token else self.tokens.seats(request.cookies.get(COOKIE))

    def program(self, request: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Return the account that asks, if it is one."""
        return self.tokens.program(request.headers.get("authorization", "").removeprefix("Bearer "))

    async def program_card(self, request: AnyRequest) -> ProgramCard | None:
        program = self.program(request)
        return await self.programs.card(program) if program else None

    async def newcomer(self, request: AnyRequest) -> dict[str, Any]:
        """Return what a table is told of somebody who comes to it."""
        return {"origin": self.origin(request), "identity": self.identity(request), "program": await self.program_card(request)}

    def player(self, request: AnyRequest, live: LiveTable) -> str:
        """Return whom this request speaks for at this table, if for anybody."""
        player = self.seats(request).get(live.table.code, "") or live.table.lobby.player_of_program(self.program(request))
        return player if live.table.lobby.admits(player) else ""

    def admit(self, request: AnyRequest, live: LiveTable, player: str) -> Response[api.Admission]:
        code = live.table.code
        token, link = self.tokens.token(code, player), self.link(request, code)
        seat = self._cookie(request, COOKIE, self.tokens.with_seat(request.cookies.get(COOKIE), code, player), COOKIE_SECONDS)
        identity = self.identity_cookie(request, self.identity(request))
        return Response(api.Admission(code=code, link=link, player=player, token=token), cookies=[seat, identity], status_code=201)

    def identity_cookie(self, request: AnyRequest, identity: str) -> Cookie:
        return self._cookie(request, IDENTITY, self.tokens.identity_token(identity), IDENTITY_SECONDS)

    def _cookie(self, request: AnyRequest, key: str, value: str, seconds: int) -> Cookie:
        secure = self.base(request).startswith("https")
        return Cookie(key=key, value=value, path="/", httponly=True, samesite="lax", secure=secure, max_age=seconds)


Injected = NamedDependency[SkipValidation[Services]]


def _journal_failure(what: str, code: str, error: Exception) -> None:
    ERRORS.labels("unreadable table" if isinstance(error, Unreadable) else "storage").inc()
    structlog.get_logger().error(what, table=code, reason=str(error))


def _count_line(seconds: float, moves: int) -> None:
    WRITE_SECONDS.observe(seconds)
    MOVES.inc(moves)


def retention_of(settings: Settings) -> Retention:
    return Retention(**{field: getattr(settings, field) for field in Retention.__struct_fields__})
