"""Among strangers: report, mute, block; and operators who ban, hush, refuse words, close tables and announce, all of it written down."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from secret_hitler.server.admin.moderation import WordList
from secret_hitler.server.admin.tokens import BadToken, read_tokens
from tests.security.attacker import Message, Stranger
from tests.server.live_server import LiveServer
from tests.storages import moderation_in

SECRETS = ("liberal", "fascist", "hitler", "role", "seed", "deck")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path / "data", trust_proxy=True, quick_wait=60) as started:
        yield started


class Browser(Stranger):
    """Somebody whose cookies are kept, so that they are the same person at every table."""

    def __init__(self, server: str, address: str = "192.0.2.1") -> None:
        super().__init__(server, {"x-forwarded-for": address})

    async def asks(self, method: str, path: str, body: bytes | None = None, token: str | None = None) -> httpx.Response:
        answer = await super().asks(method, path, body, token)
        if "identity" in answer.cookies:
            self._headers["cookie"] = f"identity={answer.cookies['identity']}"
        return answer


class Operator(Stranger):
    def __init__(self, server: LiveServer) -> None:
        super().__init__(server.url)
        self._token = (server.data / "operator.token").read_text().split()[1]

    async def sees(self) -> Message:
        answer = await self.get("/api/operator", self._token)
        assert answer.status_code == 200, answer.text
        assert answer.headers["cache-control"] == "no-store"
        seen: Message = answer.json()
        return seen

    async def does(self, kind: str, **fields: Any) -> httpx.Response:
        return await self.post("/api/operator", {"type": kind, **fields}, self._token)


async def _identity(operator: Operator, name: str) -> str:
    people = [person for table in (await operator.sees())["tables"] for person in table["people"]]
    return str(next(person["identity"] for person in people if person["name"] == name))


async def test_a_report_reaches_the_operators_with_the_talk_around_it_and_no_secret(house: LiveServer) -> None:
    async with asyncio.timeout(60):
        ann, ben, operator = Browser(house.url), Browser(house.url, "192.0.2.2"), Operator(house)
        opened = await ann.opens("Ann")
        joined = await ben.joins(opened["code"], "Ben")
        async with ann.connects(opened["code"], opened["token"]) as host, ben.connects(opened["code"], joined["token"]) as guest:
            await host.sends("AddBot", fill_to=5)
            assert (await host.sends("Start"))["type"] == "Done"
            await guest.until(lambda line: bool(line.view))
            assert (await guest.sends("Say", text="you are a fool"))["type"] == "Done"
            report = {"player": joined["player"], "complaint": "abuse", "text": "rude\x1b[2J"}
            assert (await host.sends("ReportPlayer", id="once", **report))["type"] == "Done"
            assert (await host.sends("ReportPlayer", id="once", **report))["type"] == "Done"
            assert (await host.sends("ReportPlayer", **{**report, "player": "nobody"}))["code"] == "no-such-player"
            (kept,) = (await operator.sees())["reports"]
            assert (kept["by"], kept["name"], kept["complaint"], kept["text"]) == ("Ann", "Ben", "abuse", "rude [2J")
            assert [said["text"] for said in kept["talk"]] == ["you are a fool"]
            shown = json.dumps(kept).lower()
            assert not [word for word in SECRETS if word in shown]
            assert not guest.heard("Ignored"), "the other was told"
            settled = await operator.does("SettleReport", id=kept["id"], note="talked to")
            assert settled.json()["reports"][0]["settled"] == "operator: talked to"
            assert (await operator.does("SettleReport", id="none")).status_code == 404


async def test_mutes_and_blocks_are_kept_for_the_person_and_not_the_table(house: LiveServer) -> None:
    async with asyncio.timeout(60):
        ann, ben = Browser(house.url), Browser(house.url, "192.0.2.2")
        opened = await ann.opens("Ann")
        joined = await ben.joins(opened["code"], "Ben")
        async with ben.connects(opened["code"], joined["token"]) as guest:
            async with ann.connects(opened["code"], opened["token"]) as host:
                assert (await host.sends("MutePlayer", player=joined["player"]))["type"] == "Done"
                await guest.sends("Say", text="muted is still sent")
                await host.until(lambda line: bool(line.heard("Said")))
                assert host.heard("Ignored")[-1] == {"type": "Ignored", "muted": [joined["player"]], "blocked": []}
                assert (await host.sends("BlockPlayer", player=joined["player"]))["type"] == "Done"
                await guest.sends("Say", text="blocked is not")
                await guest.sends("React", reaction="wink")
                await host.sends("Say", text="after it")
                await host.until(lambda line: "after it" in [said["text"] for said in line.heard("Said")])
                assert [said["text"] for said in host.heard("Said")] == ["muted is still sent", "after it"]
                assert not host.heard("Reacted")
            async with ann.connects(opened["code"], opened["token"]) as back:
                await back.until(lambda line: bool(line.heard("Ignored")))
                assert back.heard("Ignored")[0]["blocked"] == [joined["player"]]
                assert [said["text"] for said in back.heard("Said")] == ["after it"]
        elsewhere = await ben.opens("Benno")
        there = await ann.joins(elsewhere["code"], "Ann")
        async with ann.connects(elsewhere["code"], there["token"]) as line:
            await line.until(lambda line: bool(line.heard("Ignored")))
            assert line.heard("Ignored")[0] == {"type": "Ignored", "muted": [elsewhere["player"]], "blocked": [elsewhere["player"]]}
            assert (await line.sends("BlockPlayer", player=elsewhere["player"], blocked=False))["type"] == "Done"
            await line.until(lambda line: line.heard("Ignored")[-1]["blocked"] == [])


async def test_tables_of_strangers_keep_apart_who_blocked_whom(house: LiveServer) -> None:
    async def quick(somebody: Stranger, name: str) -> Message:
        answer = await somebody.post("/api/quick-match", {"name": name, "players": 5})
        assert answer.status_code == 201, answer.text
        admission: Message = answer.json()
        return admission

    async with asyncio.timeout(60):
        ann, ben, eve = (Browser(house.url, f"192.0.2.{number}") for number in (1, 2, 3))
        opened = await ann.opens("Ann")
        joined = await ben.joins(opened["code"], "Ben")
        async with ann.connects(opened["code"], opened["token"]) as line:
            await line.sends("BlockPlayer", player=joined["player"])
        first = await quick(ann, "Ann")
        second = await quick(ben, "Ben")
        assert second["code"] != first["code"], "the blocked one was put beside who blocked them"
        assert (await quick(eve, "Eve"))["code"] in (first["code"], second["code"])


@pytest.mark.sqlite
async def test_reports_and_mutes_do_not_fill_the_disk(house: LiveServer) -> None:
    async with asyncio.timeout(60):
        ann, ben = Browser(house.url), Browser(house.url, "192.0.2.2")
        opened = await ann.opens("Ann")
        joined = await ben.joins(opened["code"], "Ben")
        async with ann.connects(opened["code"], opened["token"]) as host:
            answers = [await host.sends("ReportPlayer", player=joined["player"], complaint="other") for _ in range(7)]
            assert [answer.get("code") for answer in answers] == [None] * 5 + ["too-many"] * 2
            toggled = [await host.sends("MutePlayer", player=joined["player"], muted=number % 2 == 0) for number in range(70)]
            assert "too-many" in [answer.get("code") for answer in toggled]
        house.does(house.moderation.forget_old())
        written = (house.data / "moderation.jsonl").read_text()
        assert written.count("IgnoringSet") <= 1, "what was taken back is still kept"
        assert written.count('"Reported"') == 5


async def test_operators_shut_out_an_identity_and_an_address(house: LiveServer) -> None:
    async with asyncio.timeout(60):
        ann, ben, operator = Browser(house.url), Browser(house.url, "192.0.2.2"), Operator(house)
        opened = await ann.opens("Ann")
        joined = await ben.joins(opened["code"], "Ben")
        identity = ""
        async with ben.connects(opened["code"], joined["token"]) as guest:
            identity = await _identity(operator, "Ben")
            assert (await operator.does("Ban", target="identity", value=identity, minutes=5, reason="rude")).status_code == 200
            await guest.until(lambda line: line.closed is not None)
            assert (guest.closed, guest.heard("Goodbye")[0]["code"]) == (4403, "shut-out")
        async with ben.connects(opened["code"], joined["token"]) as again:
            await again.until(lambda line: line.closed is not None)
            assert again.heard("Goodbye")[0]["code"] == "shut-out"
        refused = await ben.post("/api/tables", {"name": "Ben"})
        assert (refused.status_code, refused.json()["code"]) == (403, "shut-out")
        assert (await operator.does("LiftBan", target="identity", value=identity)).json()["bans"] == []
        assert (await ben.post("/api/tables", {"name": "Ben"})).status_code == 201
        await operator.does("Ban", target="address", value="192.0.2.2", minutes=5)
        assert (await Stranger(house.url, {"x-forwarded-for": "192.0.2.2"}).get("/api/rules")).json()["code"] == "shut-out"
        assert (await ann.get("/api/rules")).status_code == 200
        house.lets_pass(301)
        assert (await ben.get("/api/rules")).status_code == 200, "a ban has an end"


async def test_operators_hush_refuse_words_announce_and_close(house: LiveServer) -> None:
    async with asyncio.timeout(60):
        ann, operator = Browser(house.url), Operator(house)
        opened = await ann.opens("Ann")
        async with ann.connects(opened["code"], opened["token"]) as host:
            await operator.does("Hush", identity=await _identity(operator, "Ann"), minutes=5)
            assert (await host.sends("Say", text="hello"))["code"] == "hushed"
            await operator.does("Hush", identity=await _identity(operator, "Ann"), minutes=0)
            assert (await host.sends("Say", text="hello"))["type"] == "Done"
            await operator.does("ForbidWord", word="Turnip*")
            assert (await host.sends("Say", text="you TÜRNÌPS!"))["code"] == "words"
            assert (await host.sends("Rename", name="t u r n i p"))["code"] == "words"
            refused = await ann.post("/api/tables", {"name": "Turnip"})
            assert (refused.status_code, refused.json()["code"]) == (400, "words")
            await operator.does("Announce", text="We restart at nine.", restart_in=10)
            await host.until(lambda line: bool(line.heard("Announced")))
            assert host.heard("Announced")[0]["text"] == "We restart at nine."
            assert host.heard("Announced")[0]["at"] > 0
            async with ann.connects(opened["code"]) as late:
                await late.until(lambda line: bool(line.heard("Announced")))
            assert (await operator.does("CloseTable", code=opened["code"])).status_code == 200
            await host.until(lambda line: line.closed is not None)
            assert host.heard("Goodbye")[0]["code"] == "closed"
        assert (await ann.get(f"/api/tables/{opened['code']}")).status_code == 404
        acts = [line["what"] for line in (await operator.sees())["audit"]]
        assert acts == ["CloseTable", "Announce", "ForbidWord", "Hush", "Hush"]
        assert {line["by"] for line in (await operator.sees())["audit"]} == {"operator"}


async def test_without_the_token_nobody_is_an_operator(house: LiveServer, tmp_path: Path) -> None:
    async def story(server: LiveServer) -> None:
        stranger = Stranger(server.url)
        opened = await stranger.opens("Mallory")
        for token in (None, opened["token"], "operator"):
            answer = await stranger.post("/api/operator", {"type": "CloseTable", "code": opened["code"]}, token)
            assert (answer.status_code, answer.json()["code"]) == (403, "operator")
        assert (await stranger.get(f"/api/tables/{opened['code']}")).status_code == 200

    await story(house)

    async def guesses(server: LiveServer) -> None:
        for _ in range(12):
            answer = await Stranger(server.url).get("/api/operator", "a guess at the token of an operator")
        assert answer.status_code == 429

    with LiveServer(tmp_path / "strict", address_rate=2) as strict:
        await guesses(strict)


def test_a_token_that_protects_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "operator.token"
    path.write_text("ann short\n")
    path.chmod(0o600)
    with pytest.raises(BadToken, match="at least"):
        read_tokens(path)
    path.write_text(f"ann {'x' * 30}\n")
    path.chmod(0o644)
    with pytest.raises(BadToken, match="readable by others"):
        read_tokens(path)


async def test_what_was_decided_survives_a_restart_and_old_reports_do_not(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def before(server: LiveServer) -> None:
        ann, operator = Browser(server.url), Operator(server)
        opened = await ann.opens("Ann")
        joined = await ann.joins(opened["code"], "Ben")
        async with ann.connects(opened["code"], opened["token"]) as host:
            await host.sends("ReportPlayer", player=joined["player"], complaint="name")
        await operator.does("ForbidWord", word="turnip")
        await operator.does("Ban", target="address", value="203.0.113.9", minutes=525_600)

    async def after(server: LiveServer) -> None:
        seen = await Operator(server).sees()
        assert (seen["words"], len(seen["bans"]), len(seen["reports"])) == (["turnip"], 1, 1)
        server.lets_pass(91 * 86_400)
        server.does(server.moderation.forget_old())
        seen = await Operator(server).sees()
        assert (seen["words"], len(seen["bans"]), seen["reports"]) == (["turnip"], 1, [])
        assert "ReportPlayer" not in moderation_in(data)
        assert "Reported" not in moderation_in(data)

    with LiveServer(data) as first:
        await before(first)
    if os.name == "posix":
        assert {file.name for file in data.iterdir() if file.stat().st_mode & 0o077} == set()
    with (data / "moderation.jsonl").open("ab") as log:
        log.write(b'{"type":"Reported","ti')  # the power was cut
    with LiveServer(data) as second:
        await after(second)


def test_the_word_list_sees_through_disguises() -> None:
    words = WordList(["turnip", "beet*"])
    assert all(map(words.objects_to, ["Turnip", "a TÚRNIP!", "t.u.r.n.i.p", "\uff54urnip", "beetroot"]))
    assert not any(map(words.objects_to, ["turnips", "a beast", "urn", "", "sugarbeet"]))


async def test_the_admin_command_does_what_the_page_does(house: LiveServer) -> None:
    def admin(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "secret_hitler", "admin", "--server", house.url, "--data", str(house.data), *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    async def at_a_table() -> Message:
        return await Browser(house.url).opens("Ann")

    code = (await at_a_table())["code"]
    shown = admin()
    assert shown.returncode == 0, shown.stderr
    assert "1 tables, 0 playing" in shown.stdout
    assert code in shown.stdout
    assert admin("forbid", "turnip").stdout == "done: ForbidWord word turnip\n"
    assert json.loads(admin("--json").stdout)["words"] == ["turnip"]
    assert "CloseTable" in admin("close", code).stdout
    again = admin("close", code)
    assert (again.returncode, again.stdout) == (2, "")
    assert f"There's no table with the code {code}" in again.stderr
