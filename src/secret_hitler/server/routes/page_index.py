"""The page, the same at every address it shows, or a line on how to build it; and the rule sets in words."""

import asyncio
from typing import Annotated

from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from ...rules import RULESETS, Ruleset
from ...tables.refusal import Refusal, check_rules
from ...tables.replies import how_to_play, rules_checked, rules_in_words, why_not
from ...wire import api
from ...wire.refusals import Denial
from ...wire.table import Options
from ...words import LANGUAGES, known_as
from ..built_page import PageFiles
from ..services import AnyRequest, Injected

INDEX = "index.html"
UNCACHED = {"cache-control": "no-cache"}
Short = FromQuery[Annotated[str, Parameter(max_length=24)]]

FALLBACK = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Secret Hitler</title>
<h1>Secret Hitler</h1><p>The page isn't built, or is older than its sources. Run <code>make page</code> and start
the server again.</p></html>"""


class PageController(Controller):
    @get("/api/rules")
    async def rule_sets(self) -> list[api.RulesetInWords]:
        """Return the written rule sets in words."""
        return await asyncio.to_thread(rules_in_words)

    @post("/api/rules/check", status_code=200)
    async def check(self, services: Injected, request: AnyRequest, data: JSONBody[api.CheckRules]) -> api.RulesChecked:
        """Check house rules, and let bots play them if a number of players is given."""
        services.spend(services.limits.entries_on_paper if data.players is None else services.limits.beliefs, request)
        rules, asker = (
            await asyncio.to_thread(services.tables.check_rules, Options(house_rules=data.house_rules)),
            services.address(request),
        )
        played = await services.finished.balance(rules, data.players, asker) if data.players in rules.fascists else (0, 0)
        return await asyncio.to_thread(rules_checked, rules, data, await services.finished.check_rules(rules, asker), played)

    @get("/api/how-to-play")
    async def rules_of_the_game(
        self,
        services: Injected,
        request: AnyRequest,
        rules: Short = "official",
        table: Short = "",
        language: Short = "en",
        wording: Short = "game",
    ) -> api.HowToPlay:
        """Return a written rule set, or that of a table, in words."""
        told = await _rules(services, request, rules, table)
        own = known_as(told) not in RULESETS
        checked = await services.finished.check_rules(told, services.address(request)) if own else None
        return await asyncio.to_thread(how_to_play, told, language, wording, checked)

    @get("/api/why")
    async def rule_behind_a_refusal(
        self,
        services: Injected,
        request: AnyRequest,
        bar: Short,
        phase: Short = "",
        rules: Short = "official",
        table: Short = "",
        language: Short = "en",
        wording: Short = "game",
    ) -> api.Why:
        """Return the rule behind a refusal, from a written rule set or a table's own."""
        told = await _rules(services, request, rules, table)
        return await asyncio.to_thread(why_not, told, bar, phase, language, wording)

    @get(["/assets/{name:str}", "/engine/{name:str}"], include_in_schema=False)
    async def part(self, services: Injected, request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
        if services.files is None:
            raise Refusal(Denial.NOT_FOUND)
        folder = request.url.path.split("/")[1]
        return await _file(services.files, f"{folder}/{name}", request, {"cache-control": "public, max-age=31536000, immutable"})

    @get(
        [
            "/",
            "/t/{code:str}",
            "/tv/{code:str}",
            "/pass",
            "/pass/{code:str}",
            "/r/{code:str}",
            "/review/{code:str}",
            "/p/{code:str}",
            "/{name:str}",
        ],
        include_in_schema=False,
        media_type=MediaType.HTML,
    )
    async def index(
        self, services: Injected, request: AnyRequest, name: FromPath[str] = "", code: FromPath[str] = "", move: FromQuery[int] = 0
    ) -> Response[bytes]:
        if services.files is None:
            return Response(FALLBACK, media_type="text/html", headers=UNCACHED)
        if name in services.files and name != INDEX:
            return await _file(services.files, name, request, UNCACHED)
        found = Response((await services.files.read(INDEX, {})).content, media_type="text/html", headers=UNCACHED)
        if name == "operator":  # because no browser may cache this page
            found.headers["cache-control"] = "no-store"
        if services.preloads is not None:
            links = services.preloads.hints(request.url.path, request.headers.get("accept-language", ""))
            found.headers.update({"link": links} if links else {})
            found.content = found.content.replace(b'"/preview.png"', f'"{services.base(request)}{_preview(request, code, move)}"'.encode())
        return found


async def _rules(services: Injected, request: AnyRequest, rules: str, table: str) -> Ruleset:
    return (await services.shown_table(request, table)).table.lobby.rules if table else check_rules(Options(rules=rules))


async def _file(files: PageFiles, name: str, request: AnyRequest, headers: dict[str, str]) -> Response[bytes]:
    if name not in files:
        raise Refusal(Denial.NOT_FOUND)
    file = await files.read(name, dict(request.scope["headers"]))
    return Response(file.content, media_type=file.media_type, headers={**headers, **file.headers})


def _preview(request: AnyRequest, code: str, move: int) -> str:
    if not request.url.path.startswith(("/r/", "/review/")) or not code.replace("-", "").replace("_", "").isalnum():
        return "/preview.png"
    wish = request.headers.get("accept-language", "")[:2].lower()
    moment = f"&amp;move={move}" if move > 0 else ""
    return f"/api/records/{code}/poster.png?language={wish if wish in LANGUAGES else 'en'}{moment}"
