"""Services: what all controllers share, made once for a server."""

import asyncio
import hashlib
import hmac
import random
from collections.abc import Callable, Container
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
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
from ..tables.refusal import Refusal, check_rules
from ..wire import api
from ..wire.operators import Target
from ..wire.refusals import Denial
from ..wire.table import Options, ProgramCard
from .accounts.documents import use_once
from .accounts.profiles import Profiles
from .accounts.programs import Programs
from .accounts.sessions import Sessions
from .admin.moderation import Moderation, read_words
from .admin.service import Operating, send_away
from .built_page import PageFiles, Preloads, built_page
from .connections import Connections, raise_file_limit
from .jobs.bots import ProcessBots
from .jobs.finished_games import FinishedGames
from .jobs.pool import FairTurns, Pool
from .limits import Allowances, Limits
from .listening import EVERY_ADDRESS, is_loopback, network_address
from .metrics import ERRORS, MOVES, RESTORE_SECONDS, WRITE_SECONDS
from .notifications.encryption import Vapid
from .notifications.outgoing import Outgoing
from .notifications.pushes import Pushes
from .notifications.webhooks import Webhooks
from .open_store import open_store
from .security import address_of, household, site
from .settings import Settings
from .signed_tokens import SESSION_SECONDS, TICKET_SECONDS, SignedIn, Tokens
from .table_room import TableRoom
from .voice_room import VoiceRooms

if TYPE_CHECKING:
    from .accounts.passkeys import Passkeys

COOKIE = "seats"
COOKIE_SECONDS = 60 * 60 * 24 * 60
IDENTITY = "identity"
FRESH_SECONDS = 300.0
"""Seconds after showing a passkey during which it isn't asked for again."""
AnyRequest = Request[Any, Any, Any]
T = TypeVar("T")
UNCOUNTED = ("/health", "/ready")
"""Addresses that monitoring asks for."""


class Services:
    def __init__(self, settings: Settings, chance: random.Random | None = None, clock: Callable[[], float] | None = None) -> None:
        self.settings = settings
        self.store = open_store(settings)
        self.storage = self.store.storage
        self._steady = SteadyClock()
        now = clock or self._steady
        self.tokens = Tokens(self.store.key, now)
        words = read_words(Path(settings.word_list)) if settings.word_list else []
        self.moderation = Moderation(self.store.moderation, words, now, settings.keep_reports, lambda entry: self.operating.happened(entry))
        self.operators = self.store.operators
        self.limits = Limits(settings.address_rate)
        self.connections = Connections(self.limits, settings.message_rate, settings.trust_proxy, raise_file_limit())
        self.sessions = Sessions(self.storage, now)
        self.profiles = Profiles(self.storage, now, self.sessions.deleted)
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
                notify=lambda *given: self.pushes.notify(*given),
                line_told=lambda live: None if settings.forbid_webhooks else self.webhooks.told(live),
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
        self.outgoing = Outgoing(settings.private_addresses)
        contact = settings.public_url if settings.public_url.startswith("https") else "https://localhost"
        vapid = Vapid(self.store.key, contact)
        self.pushes = Pushes(self.storage, self.outgoing, vapid, now, self.sessions.over, self.moderation.apart)
        self.webhooks = Webhooks(self.outgoing, self.tokens)
        self.programs = Programs(self.tables, self.tokens, settings.keep_records)
        self.operating = Operating(self.tables, self.moderation, settings.data)
        self.housekeeping = Housekeeping(self.tables, retention_of(settings), settings.forget_after)
        self.voices = VoiceRooms(self.moderation, settings.voice_frames)
        self.passwords = PasswordHasher()
        self._hashing = FairTurns()
        self.room = TableRoom(self.tables, settings.max_tables, self.operating.close)
        self.origins = {origin.strip() for origin in (*settings.origins.split(","), settings.public_url) if origin.strip()}
        dist = built_page()
        self.files = None if dist is None else PageFiles(dist)
        self.preloads = None if dist is None else Preloads(dist)
        self.ready = False
        check_rules(Options())  # because reading all names of rules takes longer than a step may, once people are served

    async def passkeys(self, request: AnyRequest) -> "tuple[Passkeys, str]":
        """Return the passkey checker, and the address of the page that uses passkeys: the configured one, whatever a Host header says."""
        base = self.settings.public_url.rstrip("/") or self.base(request)
        if not self.settings.public_url and urlsplit(base).hostname != "localhost":
            raise Refusal(Denial.PASSKEY, detail="passkeys need --public-url, or a page at http://localhost")
        return await asyncio.to_thread(lambda: self._passkeys), base

    @cached_property
    def _passkeys(self) -> "Passkeys":
        from .accounts.passkeys import Passkeys  # because importing it takes a quarter of the server's start

        return Passkeys(self.tokens, self.profiles, self.storage)

    def _cluster(self, host: Host) -> Peers:
        from ..storage.postgres import PostgresStorage
        from .cluster import Cluster  # because a single server lacks its package

        assert isinstance(self.storage, PostgresStorage)
        return Cluster(self.storage, self.settings.database, host, self.moderation, self.limits, self._steady)

    def allowed(self, origin: str, host: str) -> bool:
        return urlsplit(origin).netloc == host or origin in self.origins

    def enter(self, scope: Scope, held: ExitStack) -> None:
        """Count every request before handling it."""
        path = scope.get("path", "")
        if path in UNCOUNTED:
            return
        address = address_of(scope, self.settings.trust_proxy)
        self.moderation.check_ban(Target.ADDRESS, address)
        if scope["type"] == "websocket":  # type: ignore[comparison-overlap]  # because scopes are unions
            self.limits.floods.check(address)
            self.limits.connecting.spend(address)
            held.enter_context(self.limits.sockets.hold(address))
        else:
            self.limits.questions.spend(address)
            self._count_question(dict(scope["headers"]))

    def _count_question(self, headers: dict[bytes, bytes]) -> None:
        """Count by token too, since one may come from many addresses. Never count by table: that would shut out its players."""
        token = headers.get(b"authorization") or headers.get(b"cookie")
        if token:
            self.limits.questions_of_player.spend(hashlib.sha256(token).hexdigest())

    def spend(self, allowances: Allowances, request: AnyRequest) -> None:
        allowances.spend(self.address(request))

    def address(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        return address_of(connection.scope, self.settings.trust_proxy)

    def identity(self, request: AnyRequest) -> str:
        """Return the identity of the browser that asks; a new one if it sends none."""
        if "identity" not in request.state:
            session = self.session(request)
            request.state["identity"] = self.program(request) or (session.identity if session else new_player())
        identity = str(request.state["identity"])
        self.moderation.check_ban(Target.IDENTITY, identity)
        return identity

    def session(self, request: AnyRequest) -> SignedIn | None:
        """Return the browser's session, unless it has ended."""
        session = self.tokens.session(request.cookies.get(IDENTITY))
        return None if session is None or self.sessions.over(session) else session

    async def check_fresh(self, request: AnyRequest) -> None:
        """Require a recently shown passkey or recovery code before dangerous changes, if the player has one."""
        session = self.session(request)
        if session is None or not (await self.profiles.profile(session.identity)).passkeys:
            return
        if self.tables.clock() - session.proved > FRESH_SECONDS:
            raise Refusal(Denial.SIGN_AGAIN)

    def origin(self, request: AnyRequest) -> str:
        """Mark people who share an address. Ignore this machine's own: it's a proxy's, or that of someone trying the server out."""
        address = self.address(request)
        return "" if is_loopback(address) or address == household("::1") else self.tokens.mark(address)

    async def table(self, request: AnyRequest, code: str) -> LiveTable:
        return await self.find(code, self.address(request), self.seats(request), self.program(request))

    async def find(self, code: str, address: str, seats: Container[str], program: str = "") -> LiveTable:
        """Find a table by code or by the key in its link; show senders of too many codes only tables where they have a seat."""
        code, _, key = code.upper().partition("-")
        invited = hmac.compare_digest(key.encode(), self.tokens.key(code).encode()) or code in seats
        if not invited:
            try:
                self.limits.check_guesses(address)
            except Refusal:
                if code not in await self.programs.codes(program):
                    raise
        live = await self.tables.find(code)
        if live is None:
            self.limits.guessed(address, len(self.tables.by_code))
            raise Refusal(Denial.NO_TABLE, code=code[:12])
        return live

    async def shown_table(self, request: AnyRequest, code: str) -> LiveTable:
        """Find a table to look at; a private one only for people who were let in."""
        live = await self.table(request, code)
        private = live.table.lobby.private
        if private is not None and not self.player(request, live):
            raise Refusal(private)
        return live

    async def hashed(self, request: AnyRequest, password: str) -> str:
        return await self._in_turn(request, self.passwords.hash, password)

    async def check_password(self, request: AnyRequest, live: LiveTable, password: str) -> None:
        """Check a password; only wrong guesses count, and only against their sender."""
        address = self.address(request)
        self.limits.passwords.check(address)
        try:
            await self._in_turn(request, self.passwords.verify, live.table.lobby.password_hash, password)
        except VerificationError as error:
            self.limits.passwords.spend(address)
            raise Refusal(Denial.PASSWORD) from error

    async def _in_turn(self, request: AnyRequest, work: Callable[..., T], *given: str) -> T:
        """Hash one password at a time, since each takes 64 MB for a moment; addresses take turns."""
        await self._hashing.take(self.address(request))
        try:
            return await asyncio.to_thread(work, *given)
        finally:
            self._hashing.pass_on()

    async def use_ticket(self, ticket: str) -> bool:
        return await use_once(self.storage, self.tokens.mark(ticket), self.tables.clock(), TICKET_SECONDS)

    async def make_room(self, request: AnyRequest) -> None:
        """Check that this client may open another table."""
        address = self.address(request)
        self.limits.openings.spend(address)
        self.limits.openings_of_site.spend(site(address))
        await self.room.make(site(address))

    def link(self, request: AnyRequest, code: str) -> str:
        return f"{self.base(request)}/t/{code}"

    def invitation(self, request: AnyRequest, code: str) -> api.Invitation:
        """Return the link for others: if the browser uses a name for the local machine, replace it by its network address."""
        keyed = f"{code}-{self.tokens.key(code)}"
        base = urlsplit(self.base(request))
        if not is_loopback(base.hostname or ""):
            return api.Invitation(link=self.link(request, keyed), reachable=True)
        address = network_address() if self.settings.host in EVERY_ADDRESS else None
        if address is None:
            return api.Invitation(link=self.link(request, keyed), reachable=False)
        return api.Invitation(link=f"{base.scheme}://{address}:{base.port or self.settings.port}/t/{keyed}", reachable=True)

    def base(self, request: AnyRequest) -> str:
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        scheme = request.headers.get("x-forwarded-proto", "http") if self.settings.trust_proxy else request.url.scheme
        return f"{scheme}://{request.headers.get('host', 'localhost')}"

    def seats(self, request: AnyRequest) -> dict[str, str]:
        """Return players by table: from the request's token, otherwise from the browser's cookie."""
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        return self.tokens.seat(token) if token else self.seats_of_browser(request)

    def seats_of_browser(self, connection: ASGIConnection[Any, Any, Any, Any]) -> dict[str, str]:
        cookie = connection.cookies.get(COOKIE)
        session = self.tokens.session_of_seats(cookie)
        return {} if session is not None and self.sessions.over(session) else self.tokens.seats(cookie)

    def ended(self, connection: ASGIConnection[Any, Any, Any, Any], token: str | None) -> Callable[[], bool]:
        """Return a function that tells whether the session or token behind a connection has ended."""
        cookie = connection.cookies.get(COOKIE)
        session = self.tokens.session_of_seats(cookie) if token is None else self.tokens.program(token)
        return lambda: session is not None and self.sessions.over(session)

    async def end_session(self, whose: str, deleted: bool = False) -> None:
        """End a session, or all of a player, and close its connections: otherwise its holder goes on reading and playing."""
        await self.sessions.end(whose, deleted)
        self.close_ended()

    def close_ended(self) -> None:
        for live in self.tables.by_code.values():
            send_away([connection for connection in live.connections if connection.ended()], Denial.NOT_YOURS, again=True)

    def program(self, request: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Return the program account that asks, if it is one."""
        return self.program_of(request.headers.get("authorization", "").removeprefix("Bearer "))

    def program_of(self, token: str | None) -> str:
        session = self.tokens.program(token)
        return "" if session is None or self.sessions.over(session) else session.identity

    async def program_card(self, request: AnyRequest) -> ProgramCard | None:
        program = self.program(request)
        return await self.programs.card(program) if program else None

    async def newcomer(self, request: AnyRequest) -> dict[str, Any]:
        """Return what a table learns about a newcomer."""
        return {"origin": self.origin(request), "identity": self.identity(request), "program": await self.program_card(request)}

    def player(self, request: AnyRequest, live: LiveTable) -> str:
        """Return the player this request speaks for at this table, if any."""
        player = self.seats(request).get(live.table.code, "") or live.table.lobby.player_of_program(self.program(request))
        return player if live.table.lobby.admits(player) else ""

    def admit(self, request: AnyRequest, live: LiveTable, player: str) -> Response[api.Admission]:
        code = live.table.code
        if live.table.lobby.host == player:
            self.room.opened(live, site(self.address(request)))
        token, link = self.tokens.token(code, player), self.link(request, code)
        identity = self.identity_cookie(request, self.identity(request))
        before = request.cookies.get(COOKIE) if self.seats_of_browser(request) else None
        seat = self._cookie(request, COOKIE, self.tokens.with_seat(before, code, player, identity.value or ""), COOKIE_SECONDS)
        return Response(api.Admission(code=code, link=link, player=player, token=token), cookies=[seat, identity], status_code=201)

    def identity_cookie(self, request: AnyRequest, identity: str, proved: bool = False) -> Cookie:
        """Continue this browser's session, or begin one; always a new one for someone who just proved who they are."""
        session = self.session(request)
        same = session if session is not None and session.identity == identity and not proved else SignedIn(identity)
        token = self.tokens.identity_token(identity, same.id, self.tables.clock() if proved else same.proved)
        return self._cookie(request, IDENTITY, token, SESSION_SECONDS)

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
