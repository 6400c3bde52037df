"""The engine of the page, driven in Python as its worker drives it: the messages of a server, and nothing that is not kept."""

import asyncio
import json
import random
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from secret_hitler.chance import announcement_hash, player_commitment
from secret_hitler.cli import main
from secret_hitler.offline.engine import Engine
from secret_hitler.paper.files import game_from_line
from secret_hitler.records import Record, final, verify
from secret_hitler.rules import RULESETS
from secret_hitler.server.app import MAX_BODY
from secret_hitler.storage.key_value import MemoryStore
from secret_hitler.tables.pace import INSTANT
from secret_hitler.wire import PROTOCOL
from tests.games import random_record
from tests.paper.written_down import written_down

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"]


class Page:
    """As web/src/engine does: questions, and lines to a table."""

    def __init__(self, store: MemoryStore) -> None:
        self.told: dict[int, list[dict[str, Any]]] = {}
        self.engine = Engine(store, lambda line, text: self.told[line].append(json.loads(text)), lambda _: None, INSTANT)

    async def ask(self, method: str, address: str, remembered: bool = False, **body: Any) -> Any:
        answer = await self.engine.ask(method, address, json.dumps(body).encode(), remembered)
        assert answer.status < 300, answer.body
        return json.loads(answer.body)

    async def refused(self, method: str, address: str, **body: Any) -> str:
        answer = await self.engine.ask(method, address, json.dumps(body).encode(), False)
        assert answer.status >= 400
        return str(json.loads(answer.body)["code"])

    async def sit(self, line: int, code: str, token: str | None, goes_round: bool = False) -> None:
        self.told[line] = []
        self.engine.connect(line, code, goes_round)
        await self.engine.receive(line, json.dumps({"protocol": PROTOCOL, **({} if token is None else {"token": token})}))
        await until(lambda: any(message["type"] == "Welcome" for message in self.told[line]))

    async def do(self, line: int, type: str, **more: Any) -> str:
        id = secrets.token_hex(4)
        await self.engine.receive(line, json.dumps({"type": type, "id": id, **more}))
        await until(lambda: any(message.get("id") == id for message in self.told[line]))
        return next(str(message["type"]) for message in self.told[line] if message.get("id") == id)

    def view(self, line: int) -> dict[str, Any]:
        """Collect what the connection knows: the fields of its welcome and of every update since."""
        view: dict[str, Any] = {}
        for message in self.told[line]:
            if message["type"] in ("Welcome", "Update"):
                view |= message["view"] or {}
        return view

    def table(self, line: int) -> dict[str, Any]:
        return next(dict(message["table"]) for message in reversed(self.told[line]) if "table" in message)


async def until(true: Callable[[], bool]) -> None:
    for _ in range(10_000):
        if true():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came")


async def evening(page: Page, rules: str, goes_round: bool = False) -> tuple[str, list[str]]:
    opened = await page.ask("POST", "/api/tables", name=NAMES[0], options={"rules": rules})
    code = opened["code"]
    joined = [await page.ask("POST", f"/api/tables/{code}/join", name=name) for name in NAMES[1:]]
    tokens = [opened["token"], *(each["token"] for each in joined)]
    for seat, token in enumerate(tokens):
        await page.sit(seat, code, token, goes_round)
    return code, tokens


async def play(page: Page, rng: random.Random, stop: Callable[[dict[str, Any]], bool]) -> None:
    while not stop(page.view(0)):
        seat = page.view(0)["board"]["awaited"][0]
        choices = [choice for choice in page.view(seat)["choices"] if choice["barred"] is None]
        assert await page.do(seat, "Act", action=rng.choice(choices)["action"]) == "Done"


@pytest.mark.parametrize("rules", RULESETS)
async def test_a_game_of_five_is_sealed_survives_a_reload_and_tells_each_seat_its_own_secrets_alone(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, rng = MemoryStore(), random.Random(rules)
    page = Page(store)
    code, tokens = await evening(page, rules)
    added = [secrets.token_bytes(32) for _ in tokens]
    for seat, secret in enumerate(added):
        assert await page.do(seat, "Commit", commitment=player_commitment(secret)) == "Done"
    assert await page.do(0, "Start") == "Done"
    announcement = announcement_hash(page.table(0)["commitment"], page.table(0)["commitments"])
    for seat, secret in enumerate(added):
        assert await page.do(seat, "Reveal", secret=secret.hex(), announcement=announcement) == "Done"
    await play(page, rng, lambda view: view["board"]["round"] > 2 or view["board"]["phase"] == "over")
    before = page.view(2)["board"]
    page.engine.disconnect(4)
    await until(lambda: not page.table(0)["chairs"][4]["connected"])

    again = Page(store)
    for seat, token in enumerate(tokens):
        await again.sit(seat, code, token)
    assert again.view(2)["board"] == before
    await play(again, rng, lambda view: view["board"]["phase"] == "over")

    for seat in range(5):
        spoken = [message for each in (page, again) for message in each.told[seat] if message["type"] == "Update"]
        heard = {str(event["audience"]) for update in spoken for event in update["events"]}
        assert heard <= {"everyone", str(seat), *(who for who in heard if who.startswith("[") and seat in json.loads(who))}
    record = again.table(0)["record"]
    assert record.startswith("local.")
    kept = game_from_line((await again.engine.ask("GET", f"/api/records/{record}/record.json", b"", False)).body)
    assert isinstance(kept, Record)
    assert final(kept).ending is not None
    assert verify(kept) > 0
    assert kept.contributors == list(range(5))
    assert kept.names == NAMES
    assert len(msgspec.json.encode(kept)) < MAX_BODY / 2, "a server takes it"
    moments = (await again.ask("GET", f"/api/records/{record}/replay?lens=all"))["moments"]
    assert moments[-1]["view"]["board"]["phase"] == "over"
    copied = await again.ask("POST", "/api/records", text=msgspec.json.encode(kept).decode())
    assert (await again.ask("GET", f"/api/records/{copied['record']}"))["names"] == NAMES
    for form in ("record.json", "record.txt"):
        (tmp_path / form).write_bytes((await again.engine.ask("GET", f"/api/records/{record}/{form}", b"", False)).body)
    for form in ("record.json", "record.txt"):
        assert main(["replay", str(tmp_path / form), "--check"]) == 0
        assert capsys.readouterr().out == "1 games, 1 fit\n"
        assert main(["replay", str(tmp_path / form), "--verify"]) == 0
        assert re.search(rf"5 seats, {rules}, .* [1-9]\d* deals and shuffles drawn again", capsys.readouterr().out)


@pytest.mark.parametrize("rules", RULESETS)
async def test_a_game_on_paper_is_kept_as_a_record_that_fits(rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = random_record(RULESETS[rules], 7, random.Random(rules))
    page, names = Page(MemoryStore()), [f"Player {seat}" for seat in range(7)]
    kept = await page.ask("POST", "/api/paper/keep", rules=rules, names=names, entries=msgspec.to_builtins(written_down(played).entries))
    for form in ("record.json", "record.txt"):
        (tmp_path / form).write_bytes((await page.engine.ask("GET", f"/api/records/{kept['record']}/{form}", b"", False)).body)
    for form in ("record.json", "record.txt"):
        assert main(["replay", str(tmp_path / form), "--check", "--verify"]) == 0
        assert capsys.readouterr().out == "1 games, 1 fit\n"


async def test_one_person_plays_against_bots_that_need_no_numpy_and_is_known_without_a_token() -> None:
    page, rng = Page(MemoryStore()), random.Random(4)
    opened = await page.ask("POST", "/api/play-now", remembered=True, name="Anna", players=7, level="strategist", speed="fast")
    await page.sit(0, opened["code"], None)
    assert {chair["bot"] for chair in page.table(0)["chairs"][1:]} == {"party-line"}
    assert page.table(0)["options"]["speed"] == "fast"
    while page.view(0)["board"]["phase"] != "over":
        if 0 not in page.view(0)["board"]["awaited"]:
            await asyncio.sleep(0)
            continue
        choices = [choice for choice in page.view(0)["choices"] if choice["barred"] is None]
        await page.do(0, "Act", action=rng.choice(choices)["action"])
    await until(lambda: page.table(0)["stage"] == "over")


async def test_two_pages_of_a_device_write_the_same_log() -> None:
    """What the one has not seen yet is taken in before it decides."""
    store = MemoryStore()
    page = Page(store)
    code, tokens = await evening(page, "official")
    other = Page(store)
    await other.sit(1, code, tokens[1])
    assert await page.do(0, "Rename", name="Antonia") == "Done"
    assert await other.do(1, "Rename", name="Benno") == "Done"
    assert [chair["name"] for chair in other.table(1)["chairs"][:2]] == ["Antonia", "Benno"]


async def test_what_needs_no_table_is_answered_and_what_is_not_there_refused() -> None:
    page = Page(MemoryStore())
    assert len(await page.ask("GET", "/api/rules")) == len(RULESETS)
    assert re.search("Liberal", json.dumps(await page.ask("GET", "/api/how-to-play?rules=official&language=de")))
    cited = await page.ask("GET", "/api/why?rules=manual&bar=was-president&phase=nomination&language=en")
    assert cited["sentences"][0]["line"] == 70
    assert await page.refused("GET", "/api/why?bar=unordered") == "not-found"
    filled = await page.ask("POST", "/api/paper", rules="official", names=NAMES, entries=[{"type": "Began", "president": 0}])
    assert filled["due"] == "nomination"
    assert await page.refused("POST", "/api/paper", rules="official", names=NAMES[:4], entries=[]) == "message"
    assert await page.refused("POST", "/api/paper/keep", rules="official", names=NAMES, entries=[]) == "playing"
    assert await page.refused("POST", "/api/records", text="{}") == "message"
    assert await page.refused("GET", "/api/records/local.none") == "no-record"
    assert await page.refused("GET", "/api/tables/ONOTHERE") == "no-table"
    assert await page.refused("GET", "/api/turns") == "not-found"
