"""Reviews of finished games over HTTP, and the pictures that one sends of them."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery, Parameter

from ...tables.archive import find_record
from ...tables.refusal import Refusal
from ...wire import api
from ...wire.refusals import Denial
from ...words import LANGUAGES
from ..jobs.finished import poster_of
from ..services import AnyRequest, Injected, Services

Short = FromQuery[Annotated[str, Parameter(max_length=12)]]


class ReviewController(Controller):
    path = "/api/records/{id:str}"

    @get("/review", responses={})
    async def review(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """The review of a finished game; while it is worked out, 202 and how far that is: ask again."""
        kept = await services.finished.review(id)
        if kept is not None:
            return Response(kept, media_type="application/json")
        if services.finished.progress(id) is None:
            await _begin(services, request, id)
        done = api.ReviewProgress(done=services.finished.progress(id) or 0.0)
        return Response(msgspec.json.encode(done), media_type="application/json", status_code=202)

    @get("/poster.png")
    async def poster(
        self, services: Injected, request: AnyRequest, id: FromPath[str], language: Short = "en", move: FromQuery[int] = 0
    ) -> Response[bytes]:
        """The picture of a game, or of one of its moments, for whoever is sent the address."""
        body = await services.finished.review(id)
        if body is None:
            body = await (await _begin(services, request, id))
        spoken = language if language in LANGUAGES else "en"
        drawn = await services.finished.answer(("poster", id, spoken, move), poster_of, body, spoken, move)
        return Response(drawn, media_type="image/png", headers={"cache-control": "public, max-age=86400"})


async def _begin(services: Services, request: AnyRequest, id: str) -> "asyncio.Task[bytes]":
    services.spend(services.limits.reviews, request)
    game = await find_record(services.storage, id)
    if game is None:
        raise Refusal(Denial.NO_RECORD)
    return services.finished.begin_review(id, game)
