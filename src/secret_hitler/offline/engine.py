"""Engine: run a Host in a page's worker, and answer the page with a server's messages."""

import math
import secrets
from collections.abc import Callable
from functools import partial
from urllib.parse import parse_qsl, urlsplit

import msgspec

from ..paper.files import AnyGame, game_to_line
from ..paper.hand_notation import print_paper
from ..records import Record, print_record
from ..rules import Ruleset
from ..storage import Drop, Put
from ..storage.key_value import KeyValueStorage, KeyValueStore
from ..tables.bots_at_work import THINKS_QUICKLY, LocalBots
from ..tables.host import Host, new_code
from ..tables.live_table import LiveTable
from ..tables.lobby import rules_of
from ..tables.local_connection import LocalConnection
from ..tables.log_lines import find_record, keep_record
from ..tables.pace import Pace
from ..tables.refusal import Refusal, check_rules
from ..tables.replies import (
    checked,
    ended_on_paper,
    filled_in,
    how_to_play,
    lens_of,
    replayed,
    rules_checked,
    rules_in_words,
    summary,
    why_not,
)
from ..wire import api
from ..wire.commands import Hello
from ..wire.refusals import Denial
from ..wire.table import Options

CREATED = 201
HERE = "O"
"""The codes of a device's tables begin with this letter, which a server's codes don't have."""
RECORD = "local."
"""The ids of a device's records begin with this."""
MINE, OPENED = "mine", "opened"
"""Documents: your player at each table of this device, and its tables in the order of their opening."""
TABLES_KEPT = 12
LEVELS = THINKS_QUICKLY
"""The bots that need no numpy."""


class Answer(msgspec.Struct):
    status: int
    kind: str
    body: bytes


class Engine:
    def __init__(
        self, store: KeyValueStore, tell: Callable[[int, str], object], shut: Callable[[int], object], pace: Pace | None = None
    ) -> None:
        self._tell, self._shut = tell, shut
        self._storage = KeyValueStorage(store)
        self._host = Host(
            self._storage,
            bots=LocalBots(lambda level: level if level in LEVELS else LEVELS[-1]),
            pace=pace,
            codes=lambda: HERE + new_code(7),
            record_prefix=RECORD,
        )
        self._lines: dict[int, LocalConnection] = {}

    def connect(self, number: int, code: str, goes_round: bool = False) -> None:
        """Open a line to a table; on a shared phone, cover it until its owner holds the phone."""

        async def player(hello: Hello) -> str:
            return hello.token if hello.token is not None else (await self._storage.get(MINE, code) or b"").decode()

        send, shut = partial(self._tell, number), partial(self._shut, number)
        self._lines[number] = LocalConnection(self._host, code, send, shut, player, covered=goes_round)

    def cover(self, number: int, covered: bool) -> None:
        """Cover a line when the phone lies down, or show its secrets to the seat's owner."""
        if number in self._lines:
            self._lines[number].cover(covered)

    def disconnect(self, number: int) -> None:
        line = self._lines.pop(number, None)
        if line is not None:
            line.close()

    async def receive(self, number: int, text: str) -> None:
        if number in self._lines:
            await self._lines[number].receive(text)

    async def ask(self, method: str, address: str, body: bytes, remembered: bool) -> Answer:
        """Answer a request; if `remembered`, keep who joined on this device, like a cookie."""
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
            case "POST", ["rules", "check"]:
                draft = msgspec.json.decode(body, type=api.CheckRules)
                return _json(rules_checked(check_rules(Options(house_rules=draft.house_rules)), draft, None))
            case "GET", ["how-to-play"]:
                return _json(how_to_play(await self._rules(query), query.get("language", "en"), query.get("wording", "game")))
            case "GET", ["why"]:
                told = await self._rules(query)
                language, wording = query.get("language", "en"), query.get("wording", "game")
                return _json(why_not(told, query.get("bar", ""), query.get("phase", ""), language, wording))
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
                level = asked.level if asked.level in LEVELS else LEVELS[-1]
                options = Options(rules=asked.rules, bot_level=level, speed=asked.speed)
                if asked.players not in rules_of(options).fascists:
                    raise Refusal(Denial.WRONG_NUMBER, rules=asked.rules, n=asked.players)
                opened = await self._host.play_now(asked.name, options, asked.players)
                return await self._admit_host(*opened, remembered)
            case "POST", ["tables"]:
                opening = msgspec.json.decode(body, type=api.OpenTable)
                self._host.check_rules(opening.options)
                return await self._admit_host(*await self._host.open(opening.name, opening.options), remembered)
            case "POST", ["tables", code, "join"]:
                live = await self._table(code)
                player = await self._host.join(live, msgspec.json.decode(body, type=api.JoinTable).name, sit=True)
                return await self._admit(live, player, remembered)
            case "GET", ["tables", code]:
                return _json((await self._table(code)).state())
            case _:
                raise Refusal(Denial.NOT_FOUND)

    async def _table(self, code: str) -> LiveTable:
        live = await self._host.find(code)
        if live is None:
            raise Refusal(Denial.NO_TABLE, code=code)
        return live

    async def _admit_host(self, live: LiveTable, player: str, remembered: bool) -> Answer:
        """Admit the host of a new table, and close the oldest: a device keeps the last few."""
        now = self._host.clock()
        await self._storage.write(Put(OPENED, f"{now:020.3f}", live.table.code.encode()))
        for key, code in (await self._storage.find(OPENED))[:-TABLES_KEPT]:
            await self._storage.close_table(code.decode(), now)
            await self._storage.write(Drop(OPENED, key))
        await self._storage.delete_old(closed_before=math.inf, documents_before=-math.inf)
        return await self._admit(live, player, remembered)

    async def _admit(self, live: LiveTable, player: str, remembered: bool) -> Answer:
        code = live.table.code
        if remembered:
            await self._storage.write(Put(MINE, code, player.encode()))
        return _json(api.Admission(code=code, link="", player=player, token=player), CREATED)

    async def _rules(self, query: dict[str, str]) -> Ruleset:
        if query.get("table"):
            return (await self._table(query["table"])).table.lobby.rules
        return check_rules(Options(rules=query.get("rules", "official")))

    async def _keep(self, game: AnyGame) -> Answer:
        id = RECORD + secrets.token_urlsafe(12)
        await keep_record(self._storage, id, "elsewhere", self._host.clock(), game)
        return _json(api.Kept(record=id), CREATED)

    async def _record(self, id: str, form: list[str], query: dict[str, str]) -> Answer:
        game = await find_record(self._storage, id)
        if game is None:
            raise Refusal(Denial.NO_RECORD)
        match form:
            case []:
                return _json(summary(id, game))
            case ["replay"]:
                return Answer(200, "application/json", replayed(id, game, lens_of(query.get("lens", "public"), game)))
            case ["record.json"]:
                return Answer(200, "application/json", game_to_line(game).encode())
            case ["record.txt"]:
                return Answer(200, "text/plain", (print_record(game) if isinstance(game, Record) else print_paper(game)).encode())
            case _:
                raise Refusal(Denial.NOT_FOUND)


def _json(content: msgspec.Struct | list[api.RulesetInWords], status: int = 200) -> Answer:
    return Answer(status, "application/json", msgspec.json.encode(content))


def _paper_rules(data: api.FillIn) -> Ruleset:
    return check_rules(Options(rules=data.rules, house_rules=data.house_rules))


def _cards(query: dict[str, str]) -> Answer:
    from ..paper.printing.booklet import Printing, booklet  # don't load the printer's library before someone prints
    from ..paper.printing.pen import PAPERS

    rules, paper = check_rules(Options(rules=query.get("rules", "official"))), PAPERS.get(query.get("paper", "a4"), PAPERS["a4"])
    printed = booklet(rules, paper, query.get("language", "en"), Printing("light" in query, "one-side" in query))
    return Answer(200, "application/pdf", printed.pdf)
