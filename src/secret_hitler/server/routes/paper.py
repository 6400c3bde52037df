"""Games with real cards over HTTP: a group writes down what everybody saw, and keeps it."""

import asyncio

from litestar import Controller, post
from litestar.params import JSONBody

from ...rules import Ruleset
from ...tables.replies import ended_on_paper, filled_in
from ...wire import api
from ...wire.table import Options
from ..services import AnyRequest, Injected, Services
from .records import keep_record


class PaperController(Controller):
    path = "/api/paper"

    @post(status_code=200)
    async def fill_in(self, services: Injected, request: AnyRequest, data: JSONBody[api.FillIn]) -> api.Filled:
        """A game with real cards as far as it was written down; nothing is stored."""
        services.spend(services.limits.entries_on_paper, request)
        return await asyncio.to_thread(filled_in, data, _rules(services, data))

    @post("/keep")
    async def keep(self, services: Injected, request: AnyRequest, data: JSONBody[api.FillIn]) -> api.Kept:
        """Keep a game with real cards that has ended, so that it can be replayed and shared."""
        services.spend(services.limits.openings, request)
        game = await asyncio.to_thread(ended_on_paper, data, _rules(services, data))
        return await keep_record(services, "paper", game)


def _rules(services: Services, data: api.FillIn) -> Ruleset:
    return services.tables.check_rules(Options(rules=data.rules, house_rules=data.house_rules))
