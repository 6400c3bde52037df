"""Finished games: records, replays, what could be believed of them; and games with real cards, which the group writes down."""

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, Parameter

from ..belief import lines_of
from ..paper.files import game_to_line
from ..paper.paper_game import PaperGame
from ..paper.setup import kit
from ..paper.sheet import Sheet, paper_moments
from ..records import Moment, Record, moments, print_record
from ..rules import ALL, PUBLIC, IllegalAction, Onlooker, Ruleset, Seat
from ..wire import api
from ..wire.refusals import Denial
from ..wire.table import Options
from .refusal import Refusal, check_rules
from .storage.sqlite import Log

AnyRequest = Request[Any, Any, Any]
Spend = Callable[[AnyRequest], None]


def archive(log: Log, spend_filling: Spend, spend_keeping: Spend) -> list[Any]:
    """The handlers. Each spends of an address's allowance what it costs the server."""

    async def find(id: str) -> Record | PaperGame:
        found = await asyncio.to_thread(log.record, id)
        if found is None:
            raise Refusal(Denial.NO_RECORD)
        return found

    @get("/api/records/{id:str}")
    async def record(id: FromPath[str]) -> api.RecordSummary:
        """A finished game."""
        return _summary(id, await find(id))

    @get("/api/records/{id:str}/record.txt", media_type=MediaType.TEXT)
    async def record_text(id: FromPath[str]) -> str:
        """The record in the readable notation; a game on paper as one line of JSON."""
        found = await find(id)
        return print_record(found) if isinstance(found, Record) else game_to_line(found) + "\n"

    @get("/api/records/{id:str}/record.json", media_type=MediaType.JSON)
    async def record_json(id: FromPath[str]) -> Response[bytes]:
        """The record as one line of JSON."""
        return Response(game_to_line(await find(id)).encode(), media_type=MediaType.JSON)

    @get("/api/records/{id:str}/replay")
    async def replay(id: FromPath[str], lens: Annotated[str, Parameter(max_length=8)] = "public") -> Response[bytes]:
        """Every moment of a finished game through a lens: public, all, or the number of a seat; of a game on paper only public."""
        found = await find(id)
        onlooker = _lens(lens, found)
        return Response(await asyncio.to_thread(_replay, id, found, onlooker), media_type=MediaType.JSON)

    @get("/api/records/{id:str}/belief")
    async def belief(id: FromPath[str]) -> list[api.Believed]:
        """What the public could believe after each round but the last, as everybody saw the game."""
        found = await find(id)
        return await asyncio.to_thread(_believed, found)

    @post("/api/paper", status_code=200)
    async def fill_in(request: AnyRequest, data: api.FillIn) -> api.Filled:
        """A game with real cards as far as it was written down; nothing is stored."""
        spend_filling(request)
        return await asyncio.to_thread(_filled, data, _rules(data))

    @post("/api/paper/keep")
    async def keep(request: AnyRequest, data: api.FillIn) -> api.Kept:
        """Keep a game with real cards that has ended, so that it can be replayed and shared."""
        spend_keeping(request)
        rules = _rules(data)
        filled = await asyncio.to_thread(_filled, data, rules)
        if filled.refused is not None:
            raise Refusal(Denial.MESSAGE, detail=filled.refused.reason)
        if filled.view.board.ending is None:
            raise Refusal(Denial.PLAYING)
        id = secrets.token_urlsafe(12)
        await log.keep_record(id, "paper", time.time(), PaperGame(rules=rules, names=data.names, entries=data.entries))
        return api.Kept(record=id)

    return [record, record_text, record_json, replay, belief, fill_in, keep]


def _rules(data: api.FillIn) -> Ruleset:
    return check_rules(Options(rules=data.rules, house_rules=data.house_rules))


def _filled(data: api.FillIn, rules: Ruleset) -> api.Filled:
    if len(data.names) not in rules.fascists:
        raise Refusal(Denial.WRONG_NUMBER, rules=rules.name, n=len(data.names))
    sheet = Sheet(rules, len(data.names))
    told, refused = [], None
    for number, entry in enumerate(data.entries):
        try:
            told.append(sheet.enter(entry))
        except IllegalAction as error:
            refused = api.BadEntry(entry=number, code=error.bar, reason=str(error))
            break
    return api.Filled(
        rules=rules,
        kit=kit(rules, sheet.seats),
        view=sheet.view,
        due=sheet.due,
        suspect=sheet.suspect,
        options=list(sheet.options),
        told=told,
        refused=refused,
    )


def _summary(id: str, record: Record | PaperGame) -> api.RecordSummary:
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
        paper=isinstance(record, PaperGame),
    )


def _lens(lens: str, record: Record | PaperGame) -> Onlooker:
    if lens == PUBLIC:
        return PUBLIC
    if isinstance(record, PaperGame):
        raise Refusal(Denial.MESSAGE, detail="of a game on paper only what everybody saw is known: the lens is public")
    if lens == ALL:
        return ALL
    if lens.isdecimal() and int(lens) < record.seats:
        return Seat(int(lens))
    raise Refusal(Denial.MESSAGE, detail=f"a lens is public, all, or a seat from 0 to {record.seats - 1}")


def _replay(id: str, record: Record | PaperGame, onlooker: Onlooker) -> bytes:
    """Encoded moment by moment, since the view of a playback is one that goes on."""
    encoder = msgspec.json.Encoder()
    shown = paper_moments(record) if isinstance(record, PaperGame) else moments(record, onlooker)
    seen = [msgspec.Raw(encoder.encode(_moment(moment))) for moment in shown]
    return encoder.encode({"record": _summary(id, record), "lens": str(onlooker), "moments": seen})


def _moment(moment: Moment) -> api.ReplayMoment:
    return api.ReplayMoment(number=moment.number, events=moment.events, view=moment.view)


def _believed(record: Record | PaperGame) -> list[api.Believed]:
    return [
        api.Believed(round=line.round, fascist=line.fascist, hitler=line.hitler, liberal_win=line.liberal_win) for line in lines_of(record)
    ]
