"""The page, the same for every address that it shows; and the rule sets in words, which it shows."""

from litestar import Controller, MediaType, Response, get
from litestar.params import FromPath

from ...rules import RULESETS
from ...wire import api
from ...words import ENGLISH
from ...words.rulebook import describe
from ..pages import page
from ..services import AnyRequest, Injected


class PageController(Controller):
    @get("/api/rules")
    async def rule_sets(self) -> list[api.RulesetInWords]:
        """The written rule sets in words."""
        official = dict(describe(RULESETS["official"], ENGLISH))
        return [
            api.RulesetInWords(
                name=rules.name,
                points=describe(rules, ENGLISH),
                differs=[point for point, said in describe(rules, ENGLISH) if official[point] != said],
                players=sorted(rules.fascists),
            )
            for rules in RULESETS.values()
        ]

    @get(
        ["/", "/t/{code:str}", "/tv/{code:str}", "/pass", "/pass/{code:str}", "/r/{code:str}", "/{name:str}"],
        include_in_schema=False,
        media_type=MediaType.HTML,
    )
    async def index(self, services: Injected, request: AnyRequest, name: FromPath[str] = "") -> Response[bytes]:
        found = page(services.dist, name)
        if services.preloads is not None and found.media_type == "text/html":
            links = services.preloads.hints(request.url.path, request.headers.get("accept-language", ""))
            found.headers.update({"link": links} if links else {})
            found.content = found.content.replace(b'"/preview.png"', f'"{services.base(request)}/preview.png"'.encode())
        return found
