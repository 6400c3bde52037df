"""Finished games over HTTP: records, replays, and what could be believed of them."""

import asyncio
import secrets
from typing import Annotated

from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from ...paper.files import AnyGame, game_to_line
from ...paper.hand_notation import print_paper
from ...records import Record, print_record
from ...tables import archive
from ...tables.refusal import Refusal
from ...tables.replies import checked, lens_of, summary
from ...wire import api
from ...wire.refusals import Denial
from ..jobs.finished import beliefs_of, replay_of
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
        """A finished game."""
        return summary(id, await _find(services, request, id))

    @get("/{id:str}/record.txt", media_type=MediaType.TEXT)
    async def as_text(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> str:
        """The record in the readable notation; a game on paper in that of paper."""
        game = await _find(services, request, id)
        return print_record(game) if isinstance(game, Record) else print_paper(game)

    @get("/{id:str}/record.json", media_type=MediaType.JSON)
    async def as_json(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """The record as one line of JSON."""
        return Response(game_to_line(await _find(services, request, id)).encode(), media_type=MediaType.JSON)

    @get("/{id:str}/replay")
    async def replay(
        self,
        services: Injected,
        request: AnyRequest,
        id: FromPath[str],
        lens: FromQuery[Annotated[str, Parameter(max_length=8)]] = "public",
    ) -> Response[bytes]:
        """Every moment of a finished game through a lens: public, all, or the number of a seat; of a game on paper only public."""
        game = await _find(services, request, id)
        seen_by = lens_of(lens, game)
        replay = await services.finished.answer(("replay", id, seen_by), replay_of, id, game_to_line(game), seen_by)
        return Response(replay, media_type=MediaType.JSON)

    @get("/{id:str}/belief")
    async def belief(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """What the public could believe after each round but the last, as everybody saw the game: a list of Believed."""
        services.spend(services.limits.beliefs, request)
        game = await _find(services, request, id)
        belief = await services.finished.answer(("belief", id), beliefs_of, game_to_line(game))
        return Response(belief, media_type=MediaType.JSON)


async def keep_record(services: Services, played: str, game: AnyGame) -> api.Kept:
    id = secrets.token_urlsafe(12)
    await archive.keep_record(services.storage, id, played, services.tables.clock(), game)
    return api.Kept(record=id)


async def _find(services: Services, request: AnyRequest, id: str) -> AnyGame:
    services.spend(services.limits.archive, request)
    found = await archive.find_record(services.storage, id)
    if found is None:
        raise Refusal(Denial.NO_RECORD)
    return found
