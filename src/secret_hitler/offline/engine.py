"""Engine: what the page asks, over a line of its own instead of HTTP and WebSocket, and is answered in the same messages."""

import asyncio
import secrets
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

import msgspec
from msgspec import Struct

from ..paper.files import AnyGame, game_from_line, game_to_line
from ..paper.hand_notation import print_paper
from ..records import Record, print_record
from ..rules import Ruleset
from ..tables.connection import Connection
from ..tables.live_table import LiveTable
from ..tables.lobby import rules_of
from ..tables.refusal import Refusal, check_rules
from ..tables.replies import checked, ended_on_paper, filled_in, how_to_play, lens_of, replayed, rules_in_words, summary
from ..tables.view_updates import encode
from ..wire import PROTOCOL, api
from ..wire.commands import AboutOthers, AnyCommand, Hello
from ..wire.messages import Goodbye, Refused
from ..wire.refusals import Denial
from ..wire.table import Options
from .covered_seat import SECRET, CoveredSeat
from .offline_tables import LEVELS, RECORD, OfflineTables
from .shelf import Shelf

CREATED = 201
_command = msgspec.json.Decoder(AnyCommand)
_hello = msgspec.json.Decoder(Hello)


class Answer(Struct):
    """As over HTTP."""

    status: int
    kind: str
    body: bytes


class PageLine(Struct):
    """One socket of the page: to whom it leads, once it has said hello."""

    code: str
    live: LiveTable | None = None
    connection: Connection | None = None
    writing: asyncio.Task[None] | None = None
    goes_round: bool = False
    """A line of one phone for all: it is told the secrets of its seat while the owner of the seat holds the phone."""
    covered: CoveredSeat | None = None


class Engine:
    def __init__(self, shelf: Shelf, tell: Callable[[int, str], object], shut: Callable[[int], object], bot_pace: float = 1.0) -> None:
        self._shelf, self._tell, self._shut = shelf, tell, shut
        self._tables = OfflineTables(shelf, bot_pace)
        self._lines: dict[int, PageLine] = {}

    # As over a WebSocket

    def connect(self, number: int, code: str, goes_round: bool = False) -> None:
        self._lines[number] = PageLine(code, goes_round=goes_round)

    def cover(self, number: int, covered: bool) -> None:
        """The phone was laid down, or its owner has said: that is me."""
        line = self._lines.get(number)
        if line is None or line.live is None or line.connection is None or not line.goes_round or covered == (line.covered is not None):
            return
        line.covered = CoveredSeat(line.live, line.connection.player) if covered else None
        self._tell(number, line.covered.welcome() if line.covered else encode(line.live.welcome(line.connection.player)))

    def disconnect(self, number: int) -> None:
        line = self._lines.pop(number, None)
        if line is not None and line.live is not None and line.connection is not None and line.writing is not None:
            line.live.go(line.connection)
            line.writing.cancel()

    async def receive(self, number: int, text: str) -> None:
        line = self._lines.get(number)
        if line is None:
            return
        if line.live is None or line.connection is None:
            await self._hello(number, line, _hello.decode(text))
            return
        command = _command.decode(text)
        if isinstance(command, AboutOthers):
            refused = Refusal(Denial.NOT_FOUND)
            line.connection.push(encode(Refused(id=command.id, code=refused.code, reason=refused.reason)))
            return
        line.connection.push(encode(await self._tables.command(line.live, line.connection.player, command)))

    async def _hello(self, number: int, line: PageLine, hello: Hello) -> None:
        live = await self._tables.find(line.code)
        if live is None or hello.protocol != PROTOCOL:
            denial = Denial.NO_TABLE if live is None else Denial.MESSAGE
            self._tell(number, encode(Goodbye(code=denial, reason=denial.said({"code": line.code, "detail": ""}), again=False)))
            self._shut(number)
            return

        async def send(message: str) -> None:
            if line.covered is None or not message.startswith(SECRET):
                self._tell(number, message)
            elif message.startswith(SECRET[0]):
                self._tell(number, line.covered.welcome())
            else:
                for news in line.covered.news():
                    self._tell(number, news)

        player = hello.token if hello.token is not None else await self._shelf.get(f"mine/{line.code}") or ""
        line.covered = CoveredSeat(live, player) if line.goes_round else None
        line.live, line.connection = live, await self._tables.come(live, player, hello, send)
        line.writing = asyncio.create_task(line.connection.write())
        line.writing.add_done_callback(lambda _: self._shut(number))

    # As over HTTP

    async def ask(self, method: str, address: str, body: bytes, remembered: bool) -> Answer:
        """`remembered`: whoever is let in is known on this device from now on, as by a cookie."""
        url = urlsplit(address)
        query, (_, *path) = dict(parse_qsl(url.query)), url.path.strip("/").split("/")
        try:
            return await self._answer(method, path, query, body, remembered)
        except Refusal as refusal:
            return _json(api.Problem(code=refusal.code, reason=refusal.reason, params=refusal.params), refusal.status)
        except msgspec.MsgspecError as error:
            return _json(api.Problem(code=Denial.MESSAGE, reason=str(error), params={"detail": str(error)}), Denial.MESSAGE.status)

    async def _answer(self, method: str, path: list[str], query: dict[str, str], body: bytes, remembered: bool) -> Answer:
        match method, path:
            case "GET", ["rules"]:
                return _json(rules_in_words())
            case "GET", ["how-to-play"]:
                return _json(how_to_play(await self._rules(query), query.get("language", "en"), query.get("wording", "game")))
            case "GET", ["cards"]:
                return _cards(query)
            case "POST", ["paper"]:
                data = msgspec.json.decode(body, type=api.FillIn)
                return _json(filled_in(data, _paper_rules(data)))
            case "POST", ["paper", "keep"]:
                data = msgspec.json.decode(body, type=api.FillIn)
                return await self._keep(ended_on_paper(data, _paper_rules(data)))
            case "POST", ["records"]:
                return await self._keep(checked(msgspec.json.decode(body, type=api.KeepRecord).text))
            case "GET", ["records", id, *form]:
                return await self._record(id, form, query)
            case "POST", ["play-now"]:
                asked = msgspec.json.decode(body, type=api.PlayNow)
                options = Options(rules=asked.rules, bot_level=asked.level if asked.level in LEVELS else LEVELS[-1])
                if asked.players not in rules_of(options).fascists:
                    raise Refusal(Denial.WRONG_NUMBER, rules=asked.rules, n=asked.players)
                return await self._admit(*await self._tables.play_now(asked.name, options, asked.players), remembered)
            case "POST", ["tables"]:
                opening = msgspec.json.decode(body, type=api.OpenTable)
                return await self._admit(*await self._tables.open(opening.name, opening.options), remembered)
            case "POST", ["tables", code, "join"]:
                live = await self._table(code)
                player = await self._tables.join(live, msgspec.json.decode(body, type=api.JoinTable).name)
                return await self._admit(live, player, remembered)
            case "GET", ["tables", code]:
                return _json((await self._table(code)).state())
            case _:
                raise Refusal(Denial.NOT_FOUND)

    async def _table(self, code: str) -> LiveTable:
        live = await self._tables.find(code)
        if live is None:
            raise Refusal(Denial.NO_TABLE, code=code)
        return live

    async def _admit(self, live: LiveTable, player: str, remembered: bool) -> Answer:
        code = live.table.code
        if remembered:
            await self._shelf.add(f"mine/{code}", player)
        return _json(api.Admission(code=code, link="", player=player, token=player), CREATED)

    async def _rules(self, query: dict[str, str]) -> Ruleset:
        if query.get("table"):
            return (await self._table(query["table"])).table.lobby.rules
        return check_rules(Options(rules=query.get("rules", "official")))

    async def _keep(self, game: AnyGame) -> Answer:
        id = RECORD + secrets.token_urlsafe(12)
        await self._shelf.add(f"record/{id}", game_to_line(game))
        return _json(api.Kept(record=id), CREATED)

    async def _record(self, id: str, form: list[str], query: dict[str, str]) -> Answer:
        kept = await self._shelf.get(f"record/{id}")
        if kept is None:
            raise Refusal(Denial.NO_RECORD)
        game = game_from_line(kept)
        match form:
            case []:
                return _json(summary(id, game))
            case ["replay"]:
                return Answer(200, "application/json", replayed(id, game, lens_of(query.get("lens", "public"), game)))
            case ["record.json"]:
                return Answer(200, "application/json", kept.encode())
            case ["record.txt"]:
                return Answer(200, "text/plain", (print_record(game) if isinstance(game, Record) else print_paper(game)).encode())
            case _:
                raise Refusal(Denial.NOT_FOUND)


def _json(content: Struct | list[api.RulesetInWords], status: int = 200) -> Answer:
    return Answer(status, "application/json", msgspec.json.encode(content))


def _paper_rules(data: api.FillIn) -> Ruleset:
    return check_rules(Options(rules=data.rules, house_rules=data.house_rules))


def _cards(query: dict[str, str]) -> Answer:
    from ..paper.printing.booklet import Printing, booklet  # the printer's library is loaded for whoever prints
    from ..paper.printing.pen import PAPERS

    rules, paper = check_rules(Options(rules=query.get("rules", "official"))), PAPERS.get(query.get("paper", "a4"), PAPERS["a4"])
    printed = booklet(rules, paper, query.get("language", "en"), Printing("light" in query, "one-side" in query))
    return Answer(200, "application/pdf", printed.pdf)
