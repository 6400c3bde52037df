"""For whoever runs the server: is it alive, is it ready, what does it carry."""

from litestar import Controller, MediaType, Response, get
from prometheus_client import CollectorRegistry, Gauge, generate_latest

from ...wire.table import Stage
from ..services import Injected


class OperationsController(Controller):
    @get("/health", media_type=MediaType.TEXT)
    async def health(self) -> str:
        return "ok\n"

    @get("/ready", media_type=MediaType.TEXT)
    async def ready(self, services: Injected) -> Response[str]:
        """Whether what was going on is restored, and whether anything can be stored."""
        if not services.ready:
            return Response("not yet: tables are being restored\n", status_code=503)
        if not await services.storage.writable():
            return Response("not now: nothing can be stored\n", status_code=503)
        return Response("ready\n")

    @get("/metrics", media_type="text/plain; version=0.0.4")
    async def metrics(self, services: Injected) -> bytes:
        live = services.tables.by_code.values()
        registry = CollectorRegistry()
        for name, text, value in (
            ("tables", "Tables in memory", len(live)),
            ("games_playing", "Games being played", sum(each.table.stage is Stage.PLAYING for each in live)),
            ("connections", "Open connections to tables", sum(len(each.connections) for each in live)),
            ("moves_total", "Moves since the start", services.tables.moves),
        ):
            Gauge(f"secret_hitler_{name}", text, registry=registry).set(value)
        return generate_latest(registry)
