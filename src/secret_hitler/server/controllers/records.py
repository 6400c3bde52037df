"""Finished games over HTTP: records, replays, and what could be believed of them."""

from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, get
from litestar.params import FromPath, FromQuery, Parameter

from ...belief import lines_of
from ...paper.files import AnyGame, game_to_line
from ...paper.hand_notation import print_paper
from ...paper.paper_game import PaperGame
from ...paper.sheet import paper_moments
from ...records import Record, moments, print_record
from ...rules import ALL, PUBLIC, Onlooker, Seat
from ...wire import api
from ...wire.refusals import Denial
from ..refusal import Refusal
from ..services import AnyRequest, Injected, Services


class RecordController(Controller):
    path = "/api/records/{id:str}"

    @get()
    async def record(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> api.RecordSummary:
        """A finished game."""
        return _summary(id, await _find(services, request, id))

    @get("/record.txt", media_type=MediaType.TEXT)
    async def as_text(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> str:
        """The record in the readable notation; a game on paper in that of paper."""
        game = await _find(services, request, id)
        return print_record(game) if isinstance(game, Record) else print_paper(game)

    @get("/record.json", media_type=MediaType.JSON)
    async def as_json(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """The record as one line of JSON."""
        return Response(game_to_line(await _find(services, request, id)).encode(), media_type=MediaType.JSON)

    @get("/replay")
    async def replay(
        self,
        services: Injected,
        request: AnyRequest,
        id: FromPath[str],
        lens: FromQuery[Annotated[str, Parameter(max_length=8)]] = "public",
    ) -> Response[bytes]:
        """Every moment of a finished game through a lens: public, all, or the number of a seat; of a game on paper only public."""
        game = await _find(services, request, id)
        seen_by = _lens(lens, game)
        replay = await services.heavy_work.do(("replay", id, seen_by), lambda: _replay(id, game, seen_by))
        return Response(replay, media_type=MediaType.JSON)

    @get("/belief")
    async def belief(self, services: Injected, request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
        """What the public could believe after each round but the last, as everybody saw the game: a list of Believed."""
        services.spend(services.limits.beliefs, request)
        game = await _find(services, request, id)
        belief = await services.heavy_work.do(("belief", id), lambda: msgspec.json.encode(_believed(game)))
        return Response(belief, media_type=MediaType.JSON)


async def _find(services: Services, request: AnyRequest, id: str) -> AnyGame:
    services.spend(services.limits.archive, request)
    found = await services.storage.record(id)
    if found is None:
        raise Refusal(Denial.NO_RECORD)
    return found


def _summary(id: str, record: AnyGame) -> api.RecordSummary:
    if isinstance(record, PaperGame):
        *_, last = paper_moments(record)
        ending, commitment, seed = last.view.board.ending, None, None
    else:
        ending, commitment, seed = record.ending, record.commitment, record.seed
    return api.RecordSummary(
        id=id,
        rules=record.rules.name,
        seats=record.seats,
        ending=ending,
        names=record.names,
        commitment=commitment,
        seed=seed,
        contributors=record.contributors if isinstance(record, Record) else [],
        paper=isinstance(record, PaperGame),
    )


def _lens(lens: str, record: AnyGame) -> Onlooker:
    if lens == PUBLIC:
        return PUBLIC
    if isinstance(record, PaperGame):
        raise Refusal(Denial.MESSAGE, detail="of a game on paper only what everybody saw is known: the lens is public")
    if lens == ALL:
        return ALL
    if lens.isdecimal() and int(lens) < record.seats:
        return Seat(int(lens))
    raise Refusal(Denial.MESSAGE, detail=f"a lens is public, all, or a seat from 0 to {record.seats - 1}")


def _replay(id: str, record: AnyGame, onlooker: Onlooker) -> bytes:
    """Encoded moment by moment, since the view of a playback is one that goes on."""
    encoder = msgspec.json.Encoder()
    shown = paper_moments(record) if isinstance(record, PaperGame) else moments(record, onlooker)
    seen = [msgspec.Raw(encoder.encode(api.ReplayMoment(number=moment.number, events=moment.events, view=moment.view))) for moment in shown]
    return encoder.encode({"record": _summary(id, record), "lens": str(onlooker), "moments": seen})


def _believed(record: AnyGame) -> list[api.Believed]:
    return [
        api.Believed(round=line.round, fascist=line.fascist, hitler=line.hitler, liberal_win=line.liberal_win) for line in lines_of(record)
    ]
