"""Games with real cards over HTTP: a group writes down what everybody saw, and keeps it."""

import asyncio
import secrets
import time

from litestar import Controller, post
from litestar.params import JSONBody

from ...paper.filling import fill_in
from ...paper.paper_game import PaperGame
from ...paper.setup import kit
from ...rules import Ruleset
from ...wire import api
from ...wire.refusals import Denial
from ...wire.table import Options
from ..names import clean_name
from ..refusal import Refusal
from ..services import AnyRequest, Injected, Services


class PaperController(Controller):
    path = "/api/paper"

    @post(status_code=200)
    async def fill_in(self, services: Injected, request: AnyRequest, data: JSONBody[api.FillIn]) -> api.Filled:
        """A game with real cards as far as it was written down; nothing is stored."""
        services.spend(services.limits.entries_on_paper, request)
        return await asyncio.to_thread(_filled, data, _rules(services, data))

    @post("/keep")
    async def keep(self, services: Injected, request: AnyRequest, data: JSONBody[api.FillIn]) -> api.Kept:
        """Keep a game with real cards that has ended, so that it can be replayed and shared."""
        services.spend(services.limits.openings, request)
        rules = _rules(services, data)
        filled = await asyncio.to_thread(_filled, data, rules)
        if filled.refused is not None:
            raise Refusal(Denial.MESSAGE, detail=filled.refused.reason)
        if filled.view.board.ending is None:
            raise Refusal(Denial.PLAYING)
        id, names = secrets.token_urlsafe(12), [clean_name(name) for name in data.names]
        await services.storage.keep_record(id, "paper", time.time(), PaperGame(rules=rules, names=names, entries=data.entries))
        return api.Kept(record=id)


def _rules(services: Services, data: api.FillIn) -> Ruleset:
    rules = services.tables.check_rules(Options(rules=data.rules, house_rules=data.house_rules))
    if len(data.names) not in rules.fascists:
        raise Refusal(Denial.WRONG_NUMBER, rules=rules.name, n=len(data.names))
    return rules


def _filled(data: api.FillIn, rules: Ruleset) -> api.Filled:
    filled = fill_in(rules, len(data.names), data.entries)
    sheet, refusal = filled.sheet, filled.refusal
    return api.Filled(
        rules=rules,
        kit=kit(rules, sheet.seats),
        view=sheet.view,
        due=sheet.due,
        suspect=sheet.suspect,
        options=list(sheet.options),
        claims=list(sheet.claims),
        told=filled.told,
        refused=None if refusal is None else api.BadEntry(entry=len(filled.told), code=refusal.bar, reason=str(refusal)),
    )
