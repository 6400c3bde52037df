"""Services: what every controller shares, made once for a server."""

import random
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import structlog
from argon2 import PasswordHasher
from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from ..wire import api
from ..wire.refusals import Denial
from .built_page import built_page
from .checkup import Checkup
from .housekeeping import Housekeeping
from .limits import AllowanceByAddress
from .listening import EVERY_ADDRESS, is_loopback, network_address
from .live import LiveTable
from .pages import Preloads
from .refusal import Refusal
from .security import same_origin
from .settings import Settings
from .storage import Unreadable
from .storage.data_folder import DataFolder
from .storage.sqlite import SqliteStorage
from .tables import Tables
from .tokens import Tokens

COOKIE_SECONDS = 60 * 60 * 24 * 60
AnyRequest = Request[Any, Any, Any]


class Services:
    def __init__(self, settings: Settings, chance: random.Random | None = None, clock: Callable[[], float] | None = None) -> None:
        self.settings = settings
        self.folder = DataFolder(settings.data)
        self.tokens = Tokens(self.folder.key())
        self.storage = _opened(self.folder)
        self.tables = Tables(
            self.storage,
            settings.quick_wait,
            settings.bot_pace,
            clock,
            announce=_journal_turn,
            chance=chance,
            house_rules=not settings.forbid_house_rules,
        )
        self.housekeeping = Housekeeping(self.tables, settings.forget_after)
        self.passwords = PasswordHasher()
        self.openings = AllowanceByAddress(burst=15 * settings.address_rate, rate=settings.address_rate / 4)
        self.joinings = AllowanceByAddress(burst=60 * settings.address_rate, rate=settings.address_rate)
        self.entries_on_paper = AllowanceByAddress(burst=120 * settings.address_rate, rate=4 * settings.address_rate)
        self.origins = {origin.strip() for origin in (*settings.origins.split(","), settings.public_url) if origin.strip()}
        self.dist = built_page()
        self.preloads = None if self.dist is None else Preloads(self.dist)
        self.ready = False

    def allowed(self, origin: str, host: str) -> bool:
        return same_origin(origin, host) or origin in self.origins

    def spend(self, allowance: AllowanceByAddress, request: AnyRequest) -> None:
        if not allowance.take(self._address(request)):
            raise Refusal(Denial.TOO_MANY)

    def _address(self, request: AnyRequest) -> str:
        if self.settings.trust_proxy and "x-forwarded-for" in request.headers:
            return request.headers["x-forwarded-for"].split(",")[-1].strip()
        return request.client.host if request.client else ""

    def origin(self, request: AnyRequest) -> str:
        """Where somebody comes from, so that it can be compared and not read."""
        return self.tokens.mark(self._address(request))

    async def table(self, code: str) -> LiveTable:
        live = await self.tables.find(code.upper())
        if live is None:
            raise Refusal(Denial.NO_TABLE, code=code[:12])
        return live

    def link(self, request: AnyRequest, code: str) -> str:
        """Where people find this table."""
        return f"{self.base(request)}/t/{code}"

    def invitation(self, request: AnyRequest, code: str) -> api.Invitation:
        """The link for others: where a browser says "this machine", the address of this machine in its network."""
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

    def player(self, request: AnyRequest, live: LiveTable) -> str:
        """Whom this request speaks for at this table, if for anybody."""
        header = request.headers.get("authorization", "").removeprefix("Bearer ")
        player = self.tokens.player(live.table.code, header or request.cookies.get(cookie_name(live.table.code)))
        return player if live.table.lobby.admits(player) else ""

    def admit(self, request: AnyRequest, live: LiveTable, player: str) -> Response[api.Admission]:
        code = live.table.code
        token, link = self.tokens.token(code, player), self.link(request, code)
        cookie = Cookie(
            key=cookie_name(code),
            value=token,
            path="/",
            httponly=True,
            samesite="lax",
            secure=link.startswith("https"),
            max_age=COOKIE_SECONDS,
        )
        return Response(api.Admission(code=code, link=link, player=player, token=token), cookies=[cookie], status_code=201)


Injected = NamedDependency[SkipValidation[Services]]


def cookie_name(code: str) -> str:
    return f"player_{code}"


def _opened(folder: DataFolder) -> SqliteStorage:
    """If not even the list of tables can be read, what can be is copied into a new file."""
    try:
        return SqliteStorage(folder.database)
    except Unreadable as damage:
        kept = Checkup(folder.path).repair()
        structlog.get_logger().error("database repaired", reason=str(damage), kept=str(kept))
        return SqliteStorage(folder.database)


def _journal_turn(code: str, player: str) -> None:
    """Where a notification to a sleeping phone would be sent from."""
    structlog.get_logger().info("turn", table=code, player=player)
