"""Finished games over HTTP: records, replays, and what could be believed of them."""

import asyncio
import secrets
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from ...paper.files import AnyGame, game_to_line
from ...paper.hand_notation import print_paper
from ...records import Record, print_record
from ...rules import Ruleset
from ...tables import log_lines
from ...tables.refusal import Refusal
from ...tables.replies import checked, ended_on_paper, filled_in, lens_of, summary
from ...wire import api
from ...wire.refusals import Denial
from ...wire.table import Options
from ...words import LANGUAGES
from ..jobs.finished_games import beliefs_of, poster_of, replay_of
from ..limits import Allowances
from ..services import AnyRequest, Injected, Services


class RecordController(Controller):
    path = "/api/records"

    @post()
    async def keep(self, services: Injected, request: AnyRequest, data: JSONBody[api.KeepRecord]) -> api.Kept:
        """Keep a game that was played elsewhere, such as on a phone without a network: if it fits the rules, and its seed its chance."""
        services.spend(services.limits.openings, request)
        game = await asyncio.to_thread(checked, data.text)
        return await keep_record(services, "elsewhere", game)

    @get("/{id:str}")
    async def record(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> api.RecordSummary:
        """Return a finished game."""
        return summary(id, await _find(services, request, id))

    @get("/{id:str}/record.txt", media_type=MediaType.TEXT)
    async def as_text(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> str:
        """Return the record in the readable notation; a game on paper in that of paper."""
        game = await _find(services, request, id)
        return print_record(game) if isinstance(game, Record) else print_paper(game)

    @get("/{id:str}/record.json", media_type=MediaType.JSON)
    async def as_json(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """Return the record as one line of JSON."""
        return Response(game_to_line(await _find(services, request, id)).encode(), media_type=MediaType.JSON)

    @get("/{id:str}/replay")
    async def replay(
        self,
        services: Injected,
        request: AnyRequest,
        id: FromPath[str],
        lens: FromQuery[Annotated[str, Parameter(max_length=8)]] = "public",
    ) -> Response[bytes]:
        """Show every moment of a finished game through a lens: public, all, or the number of a seat; of a game on paper only public."""
        game = await _find(services, request, id)
        seen_by = lens_of(lens, game)
        replay = await services.finished.answer(("replay", id, seen_by), replay_of, id, game_to_line(game), seen_by)
        return Response(replay, media_type=MediaType.JSON)

    @get("/{id:str}/belief")
    async def belief(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """Return what the public could believe after each round but the last, as everybody saw the game: a list of Believed."""
        services.spend(services.limits.beliefs, request)
        game = await _find(services, request, id)
        belief = await services.finished.answer(("belief", id), beliefs_of, game_to_line(game))
        return Response(belief, media_type=MediaType.JSON)


async def keep_record(services: Services, played: str, game: AnyGame) -> api.Kept:
    id = secrets.token_urlsafe(12)
    await log_lines.keep_record(services.storage, id, played, services.tables.clock(), game)
    return api.Kept(record=id)


async def _find(services: Services, request: AnyRequest, id: str, allowances: Allowances | None = None) -> AnyGame:
    services.spend(allowances or services.limits.archive, request)
    found = await log_lines.find_record(services.storage, id)
    if found is None:
        raise Refusal(Denial.NO_RECORD)
    return found


class PaperController(Controller):
    path = "/api/paper"

    @post(status_code=200)
    async def fill_in(self, services: Injected, request: AnyRequest, data: JSONBody[api.FillIn]) -> api.Filled:
        """Play through a game with real cards as far as it was written down; nothing is stored."""
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


Short = FromQuery[Annotated[str, Parameter(max_length=12)]]


class ReviewController(Controller):
    path = "/api/records/{id:str}"

    @get("/review", responses={})
    async def review(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """Return the review of a finished game; while it is worked out, 202 and how far that is: ask again."""
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
        """Draw a game, or one of its moments, for people who are sent the address."""
        body = await services.finished.review(id)
        if body is None:
            body = await (await _begin(services, request, id))
        spoken = language if language in LANGUAGES else "en"
        drawn = await services.finished.answer(("poster", id, spoken, move), poster_of, body, spoken, move)
        return Response(drawn, media_type="image/png", headers={"cache-control": "public, max-age=86400"})


async def _begin(services: Services, request: AnyRequest, id: str) -> "asyncio.Task[bytes]":
    game = await _find(services, request, id, services.limits.reviews)
    return services.finished.begin_review(id, game)
