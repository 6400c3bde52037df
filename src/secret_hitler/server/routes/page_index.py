"""The page, the same for every address that it shows, or a line that says how to build it; and the rule sets in words, which it shows."""

from pathlib import Path
from typing import Annotated

from litestar import Controller, MediaType, Response, get
from litestar.params import FromPath, FromQuery, Parameter

from ...tables.refusal import check_rules
from ...tables.replies import how_to_play, rules_in_words
from ...wire import api
from ...wire.table import Options
from ...words import LANGUAGES
from ..services import AnyRequest, Injected

Short = FromQuery[Annotated[str, Parameter(max_length=24)]]

FALLBACK = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Secret Hitler</title>
<h1>Secret Hitler</h1><p>The server runs. Its page is not built, or is older than its sources: run <code>make page</code> and start
the server again.</p></html>"""

_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
}


class PageController(Controller):
    @get("/api/rules")
    async def rule_sets(self) -> list[api.RulesetInWords]:
        """Return the written rule sets in words."""
        return rules_in_words()

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
        told = (await services.shown_table(request, table)).table.lobby.rules if table else check_rules(Options(rules=rules))
        return how_to_play(told, language, wording)

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
        found = _file(services.dist, name)
        if name == "operator":  # no browser keeps this address
            found.headers["cache-control"] = "no-store"
        if services.preloads is not None and found.media_type == "text/html":
            links = services.preloads.hints(request.url.path, request.headers.get("accept-language", ""))
            found.headers.update({"link": links} if links else {})
            found.content = found.content.replace(b'"/preview.png"', f'"{services.base(request)}{_preview(request, code, move)}"'.encode())
        return found


def _preview(request: AnyRequest, code: str, move: int) -> str:
    if not request.url.path.startswith(("/r/", "/review/")) or not code.replace("-", "").replace("_", "").isalnum():
        return "/preview.png"
    wish = request.headers.get("accept-language", "")[:2].lower()
    moment = f"&amp;move={move}" if move > 0 else ""
    return f"/api/records/{code}/poster.png?language={wish if wish in LANGUAGES else 'en'}{moment}"


def _file(dist: Path | None, name: str) -> Response[bytes]:
    """Serve a file of the page's root by name; every other address shows the page itself."""
    if dist is None:
        return Response(FALLBACK, media_type="text/html", headers={"cache-control": "no-cache"})
    wanted = dist / name
    if not name or "/" in name or name.startswith(".") or not wanted.is_file():
        wanted = dist / "index.html"
    kind = _TYPES.get(wanted.suffix, "application/octet-stream")
    return Response(wanted.read_bytes(), media_type=kind, headers={"cache-control": "no-cache"})
