"""The page, the same for every address that it shows; and the rule sets in words, which it shows."""

from typing import Annotated

from litestar import Controller, MediaType, Response, get
from litestar.params import FromPath, FromQuery, Parameter

from ...rules import RULESETS, Ruleset
from ...wire import api
from ...wire.table import Options
from ...words import ENGLISH, LANGUAGES, WORDINGS, Words
from ...words.guide import guide
from ...words.rulebook import describe
from ...words.summary import Section, opening_sections, sections
from ..pages import page
from ..refusal import check_rules
from ..services import AnyRequest, Injected

Short = FromQuery[Annotated[str, Parameter(max_length=24)]]


OPERATORS = "operator"
"""The address that no browser keeps."""


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

    @get("/api/how-to-play")
    async def how_to_play(
        self,
        services: Injected,
        request: AnyRequest,
        rules: Short = "official",
        table: Short = "",
        language: Short = "en",
        wording: Short = "game",
    ) -> api.HowToPlay:
        """A written rule set, or that of a table, in words."""
        told = (await services.shown_table(request, table)).table.lobby.rules if table else check_rules(Options(rules=rules))
        return _how_to_play(told, Words(language if language in LANGUAGES else "en", wording if wording in WORDINGS else "game"))

    @get(
        ["/", "/t/{code:str}", "/tv/{code:str}", "/pass", "/pass/{code:str}", "/r/{code:str}", "/{name:str}"],
        include_in_schema=False,
        media_type=MediaType.HTML,
    )
    async def index(self, services: Injected, request: AnyRequest, name: FromPath[str] = "") -> Response[bytes]:
        found = page(services.dist, name)
        if name == OPERATORS:
            found.headers["cache-control"] = "no-store"
        if services.preloads is not None and found.media_type == "text/html":
            links = services.preloads.hints(request.url.path, request.headers.get("accept-language", ""))
            found.headers.update({"link": links} if links else {})
            found.content = found.content.replace(b'"/preview.png"', f'"{services.base(request)}/preview.png"'.encode())
        return found


def _how_to_play(rules: Ruleset, words: Words) -> api.HowToPlay:
    return api.HowToPlay(
        name=rules.name,
        title=words.ruleset(rules.name),
        about=words.ruleset_about(rules.name),
        sections=list(map(_section, sections(rules, words))),
        openings=list(map(_section, opening_sections(rules, words))),
        guide=list(map(_section, guide(rules, words))),
        credit=words.say("print.licence"),
        roles=api.RolesTable(
            heading=words.say("print.sum.table"),
            players=words.say("print.sum.players"),
            rows=[(players, rules.liberals(players), rules.fascists[players]) for players in sorted(rules.fascists)],
        ),
    )


def _section(section: Section) -> api.RuleSection:
    lines = [api.RuleLine(words=line.words, sign=line.sign or "", lead=line.lead) for line in section.lines]
    return api.RuleSection(heading=section.heading, lines=lines)
