"""Finished games over HTTP: records, replays, beliefs and reviews."""

import asyncio
import secrets
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from ...paper.files import AnyGame, game_from_line, game_to_line
from ...paper.paper_game import PaperGame
from ...rules import Ruleset
from ...storage import Kind
from ...tables import log_lines
from ...tables.refusal import Refusal
from ...tables.replies import checked, ended_on_paper, filled_in, lens_of
from ...wire import api
from ...wire.refusals import Denial
from ...wire.table import Options
from ...words import LANGUAGES
from ..jobs.finished_games import beliefs_of, poster_of, replay_of, summary_of, text_of
from ..limits import Allowances
from ..services import AnyRequest, Injected, Services


class RecordController(Controller):
    path = "/api/records"

    @post()
    async def keep(self, services: Injected, request: AnyRequest, data: JSONBody[api.KeepRecord]) -> api.Kept:
        """Store a game from elsewhere, such as a phone without a network, if it fits the rules and its seed gives its chance."""
        services.spend(services.limits.openings, request)
        game = await asyncio.to_thread(checked, data.text)
        return await keep_record(services, "elsewhere", game)

    @get("/{id:str}")
    async def record(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """Return a finished game: a RecordSummary."""
        line = await _find_line(services, request, id)
        summary = await services.finished.answer(("summary", id), services.address(request), summary_of, id, line)
        return Response(summary, media_type=MediaType.JSON)

    @get("/{id:str}/record.txt", media_type=MediaType.TEXT)
    async def as_text(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """Return the record in the readable notation; a paper game in the notation of paper games."""
        line = await _find_line(services, request, id)
        text = await services.finished.answer(("text", id), services.address(request), text_of, line)
        return Response(text, media_type=MediaType.TEXT)

    @get("/{id:str}/record.json", media_type=MediaType.JSON)
    async def as_json(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """Return the record as one line of JSON."""
        return Response((await _find_line(services, request, id)).encode(), media_type=MediaType.JSON)

    @get("/{id:str}/replay")
    async def replay(
        self,
        services: Injected,
        request: AnyRequest,
        id: FromPath[str],
        lens: FromQuery[Annotated[str, Parameter(max_length=8)]] = "public",
    ) -> Response[bytes]:
        """Show every moment of a finished game through a lens: public, all, or a seat's number; for a paper game only public."""
        game = await _find(services, request, id)
        seen_by = lens_of(lens, game)
        asker = services.address(request)
        replay = await services.finished.answer(("replay", id, seen_by), asker, replay_of, id, game_to_line(game), seen_by)
        return Response(replay, media_type=MediaType.JSON)

    @get("/{id:str}/belief")
    async def belief(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """Return what the public could believe after each round but the last: a list of Believed."""
        services.spend(services.limits.beliefs, request)
        line = await _find_line(services, request, id)
        belief = await services.finished.answer(("belief", id), services.address(request), beliefs_of, line)
        return Response(belief, media_type=MediaType.JSON)


async def keep_record(services: Services, played: str, game: AnyGame) -> api.Kept:
    id = secrets.token_urlsafe(12)
    await log_lines.keep_record(services.storage, id, played, services.tables.clock(), game)
    return api.Kept(record=id)


async def _find(services: Services, request: AnyRequest, id: str, allowances: Allowances | None = None) -> AnyGame:
    return game_from_line(await _find_line(services, request, id, allowances))


async def _find_line(services: Services, request: AnyRequest, id: str, allowances: Allowances | None = None) -> str:
    services.spend(allowances or services.limits.archive, request)
    found = await services.storage.get(Kind.RECORD, id)
    if found is None:
        raise Refusal(Denial.NO_RECORD)
    return found.decode()


class PaperController(Controller):
    path = "/api/paper"

    @post(status_code=200)
    async def fill_in(self, services: Injected, request: AnyRequest, data: JSONBody[api.FillIn]) -> api.Filled:
        """Play through a game with real cards as far as it was written down, without storing it."""
        services.spend(services.limits.entries_on_paper, request)
        return await asyncio.to_thread(lambda: filled_in(data, _rules(services, data)))

    @post("/keep")
    async def keep(self, services: Injected, request: AnyRequest, data: JSONBody[api.FillIn]) -> api.Kept:
        """Store a finished game with real cards, to be replayed and shared."""
        services.spend(services.limits.openings, request)
        game = await asyncio.to_thread(lambda: ended_on_paper(data, _rules(services, data)))
        return await keep_record(services, "paper", game)


def _rules(services: Services, data: api.FillIn) -> Ruleset:
    return services.tables.check_rules(Options(rules=data.rules, house_rules=data.house_rules))


Short = FromQuery[Annotated[str, Parameter(max_length=12)]]


class ReviewController(Controller):
    path = "/api/records/{id:str}"

    @get("/review", responses={})
    async def review(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """Return a finished game's review; while it's in progress, return 202 and how far it is: ask again."""
        if (kept := await services.finished.review(id)) is not None:
            return Response(kept, media_type="application/json")
        if services.finished.progress(id) is None:
            await _begin(services, request, id)
        done = api.ReviewProgress(done=services.finished.progress(id) or 0.0)
        return Response(msgspec.json.encode(done), media_type="application/json", status_code=202)

    @get("/poster.png")
    async def poster(
        self, services: Injected, request: AnyRequest, id: FromPath[str], language: Short = "en", move: FromQuery[int] = 0
    ) -> Response[bytes]:
        """Draw a game or one of its moments, for link previews."""
        game, spoken = await _find(services, request, id), language if language in LANGUAGES else "en"
        moves = len(game.entries if isinstance(game, PaperGame) else game.moves)
        if not 0 <= move <= moves:
            raise Refusal(Denial.OUT_OF_RANGE, least=0, most=moves, n=move)
        what = ("poster", id, spoken, move)
        if not services.finished.remembers(what):
            services.spend(services.limits.reviews, request)
        body = await services.finished.review(id)
        if body is None:
            body = await services.finished.begin_review(id, game, services.address(request))
        drawn = await services.finished.answer(what, services.address(request), poster_of, body, spoken, move)
        return Response(drawn, media_type="image/png", headers={"cache-control": "public, max-age=86400"})


async def _begin(services: Services, request: AnyRequest, id: str) -> "asyncio.Task[bytes]":
    game = await _find(services, request, id, services.limits.reviews)
    return services.finished.begin_review(id, game, services.address(request))
