"""Notifications over HTTP: subscriptions to pushes, a table's appointment, and its webhook."""

from litestar import Controller, Response, get, post
from litestar.params import JSONBody

from ...tables.live_table import LiveTable
from ...tables.log_entries import WebhookSet
from ...tables.refusal import Refusal
from ...wire.push import PushService, SetWebhook, Subscription, Unsubscribe, Webhook
from ...wire.refusals import Denial
from ..notifications.calendar import calendar
from ..services import AnyRequest, Injected, Services
from .tables import Code


class NotificationController(Controller):
    path = "/api"

    @get("/push")
    async def push_service(self, services: Injected) -> PushService:
        """Return the key for which a browser subscribes."""
        return PushService(key=services.pushes.vapid.key)

    @post("/me/push")
    async def subscribe(self, services: Injected, request: AnyRequest, data: JSONBody[Subscription]) -> Response[None]:
        """Choose what this browser is told while the page is closed."""
        services.spend(services.limits.joinings, request)
        cookie = services.identity_cookie(request, services.identity(request))
        session = services.tokens.session(cookie.value)
        assert session is not None
        await services.pushes.subscribe(session, data)
        return Response(None, status_code=204, cookies=[cookie])

    @post("/me/push/end")
    async def unsubscribe(self, services: Injected, request: AnyRequest, data: JSONBody[Unsubscribe]) -> Response[None]:
        """Tell a browser nothing more. Only it knows its address."""
        services.spend(services.limits.joinings, request)
        await services.pushes.unsubscribe(data.endpoint)
        return Response(None, status_code=204)

    @get("/tables/{code:str}/calendar.ics", media_type="text/calendar")
    async def calendar(self, services: Injected, request: AnyRequest, code: Code) -> Response[bytes]:
        """Download the time when everyone wants to meet, for a calendar."""
        live = await services.shown_table(request, code)
        lobby = live.table.lobby
        if lobby.options.opens_at is None:
            raise Refusal(Denial.NOT_FOUND)
        link, title = services.invitation(request, live.table.code).link, f"Secret Hitler · {lobby.names[lobby.host]}"
        body = calendar(link, title, link, lobby.options.opens_at, services.tables.clock())
        headers = {"content-disposition": f'attachment; filename="secret-hitler-{live.table.code}.ics"'}
        return Response(body, media_type="text/calendar; charset=utf-8", headers=headers)

    @get("/tables/{code:str}/webhook")
    async def webhook(self, services: Injected, request: AnyRequest, code: Code) -> Webhook:
        """Show the host where the table's public events go, and the key of their signatures."""
        return _shown(services, await _of_host(services, request, code))

    @post("/tables/{code:str}/webhook", status_code=200)
    async def set_webhook(self, services: Injected, request: AnyRequest, code: Code, data: JSONBody[SetWebhook]) -> Webhook:
        """Send the table's public events to an address too, or to none. Everyone at the table sees which site it is."""
        services.spend(services.limits.joinings, request)
        live = await _of_host(services, request, code)
        if data.url and (services.settings.forbid_webhooks or not services.outgoing.allows(data.url)):
            raise Refusal(Denial.MESSAGE, detail="this server sends nothing to this address")
        await services.tables.change(live, lambda: [WebhookSet(url=data.url or "")])
        return _shown(services, live)


async def _of_host(services: Services, request: AnyRequest, code: str) -> LiveTable:
    live = await services.table(request, code)
    player = services.player(request, live)
    if not player or player != live.table.lobby.host or live.table.lobby.quick_for:
        raise Refusal(Denial.NOT_HOST)
    return live


def _shown(services: Services, live: LiveTable) -> Webhook:
    url = live.table.lobby.webhook
    return Webhook(url=url, secret=services.tokens.webhook_secret(live.table.code, url) if url else "")
